//! A second target without a change outside its own files: the descriptions in `toy/` go through targ_info's generator (the
//! build script), and a WHIRL function through the machine's expansion, the passes, every allocator and the checker, to
//! assembly and an ELF object. The object's bytes are decoded by the generated tables and executed here.

use cgir::alloc::{
    AllocError, Allocate, AllocateGlobal, AllocateLocal, Answer, apply::apply, chaos, checker, spillall,
};
use cgir::func::Func;
use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::verify::verify;
use cranelift_entity::{EntityList, PrimaryMap};
use emit::{EmitOptions, FileType, emit_module_with, lower_function_with};
use object::{Object, ObjectSection, ObjectSymbol};
use targ_info::*;
use whirl_lite::abi::ArgLoc;
use whirl_lite::diag::Pos;
use whirl_lite::ir::{self, BinOp, IntPred, Module};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, WBlock, WBlockData, WhirlFunc, Wn, WnData};

/// The generated tables.
#[allow(missing_docs, dead_code)]
mod mini {
    include!(concat!(env!("OUT_DIR"), "/mini.rs"));
}
#[path = "toy_target/hooks.rs"]
mod hooks;
#[path = "toy_target/mc.rs"]
mod mc;

use mini::{ISA, op, reg};

/// Makes trees.
struct Trees(WhirlFunc);

impl Trees {
    fn node(&mut self, opr: Opr, ty: MType, kids: &[Wn]) -> Wn {
        let kids = EntityList::from_slice(kids, &mut self.0.kids);
        let flags = ir::InstFlags::empty();
        self.0.nodes.push(WnData { opr, ty, desc: MType::I64, flags, kids, dsts: EntityList::new(), pos: Pos::NONE })
    }
    fn int(&mut self, v: i64) -> Wn {
        self.node(Opr::Int(v), MType::I64, &[])
    }
    fn ldid(&mut self, p: Preg) -> Wn {
        self.node(Opr::Ldid(p), MType::I64, &[])
    }
    fn binary(&mut self, o: BinOp, a: Wn, b: Wn) -> Wn {
        self.node(Opr::Binary(o), MType::I64, &[a, b])
    }
    fn stid(&mut self, b: WBlock, p: Preg, v: Wn) {
        self.stmt(b, Opr::Stid(p), &[v]);
    }
    fn stmt(&mut self, b: WBlock, o: Opr, kids: &[Wn]) {
        let s = self.node(o, MType::Void, kids);
        self.0.blocks[b].stmts.push(s);
    }
}

/// So many values are live through the loop, more than there are registers.
const VALUES: i64 = 9;

/// ```c
/// long f(long n, long x) {
///   long v[VALUES] = {x, x-1, x-2...};            // in registers
///   do { each v[i] = v[i] + v[i+1] - 7 * i; } while (--n != 0);
///   return v[0] - v[1] - v[2]...;
/// }
/// ```
fn trees(module: &mut Module) -> WhirlFunc {
    let global = cgir::testing::declare(module, "f");
    let mut t = Trees(WhirlFunc {
        global,
        name: "f".into(),
        nodes: PrimaryMap::new(),
        kids: Default::default(),
        dsts: Default::default(),
        pregs: PrimaryMap::new(),
        blocks: PrimaryMap::new(),
        layout: Vec::new(),
        calls: PrimaryMap::new(),
        tables: Vec::new(),
        addressed: Vec::new(),
        vectors: Vec::new(),
        shuffles: Vec::new(),
        asms: Vec::new(),
        params: Vec::new(),
        ret_locs: vec![ArgLoc::Reg(reg::A0)],
        incoming: Default::default(),
        frame: PrimaryMap::new(),
        alias: Vec::new(),
        pos: Pos::NONE,
    });
    let preg = |t: &mut Trees| t.0.pregs.push(MType::I64);
    let (n, x) = (preg(&mut t), preg(&mut t));
    let v: Vec<Preg> = (0..VALUES).map(|_| preg(&mut t)).collect();
    t.0.params = vec![(n, ArgLoc::Reg(reg::A0)), (x, ArgLoc::Reg(reg::A1))];
    let blocks: Vec<WBlock> = (0..3).map(|_| t.0.blocks.push(WBlockData::default())).collect();
    t.0.layout.clone_from(&blocks);
    let (start, again, end) = (blocks[0], blocks[1], blocks[2]);
    for (i, &p) in v.iter().enumerate() {
        let (a, b) = (t.ldid(x), t.int(i as i64));
        let value = t.binary(BinOp::Sub, a, b);
        t.stid(start, p, value);
    }
    t.stmt(start, Opr::Goto(again), &[]);
    for (i, &p) in v.iter().enumerate() {
        let (a, b, c) = (t.ldid(p), t.ldid(v[(i + 1) % v.len()]), t.int(7 * i as i64));
        let sum = t.binary(BinOp::Add, a, b);
        let value = t.binary(BinOp::Sub, sum, c);
        t.stid(again, p, value);
    }
    let (a, b) = (t.ldid(n), t.int(1));
    let less = t.binary(BinOp::Sub, a, b);
    t.stid(again, n, less);
    let (a, b) = (t.ldid(n), t.int(0));
    let c = t.node(Opr::Icmp(IntPred::Ne), MType::B, &[a, b]);
    t.stmt(again, Opr::CondBr(again, end, 60000), &[c]);
    let mut result = t.ldid(v[0]);
    for &p in &v[1..] {
        let b = t.ldid(p);
        result = t.binary(BinOp::Sub, result, b);
    }
    t.stmt(end, Opr::Return, &[result]);
    t.0
}

/// What the function computes.
fn expected(n: i64, x: i64) -> i64 {
    let mut v: Vec<i64> = (0..VALUES).map(|i| x - i).collect();
    for _ in 0..n {
        for i in 0..v.len() {
            v[i] = v[i] + v[(i + 1) % v.len()] - 7 * i as i64;
        }
    }
    v[1..].iter().fold(v[0], |a, b| a - b)
}

/// Executes machine code; the result, and how many stores were executed.
fn execute(code: &[u8], n: i64, x: i64) -> (i64, u32) {
    const STACK: i64 = 4096;
    let (mut r, mut memory, mut pc, mut stores) = ([0i64; 8], vec![0i64; STACK as usize / 8], 0i64, 0);
    (r[1], r[2], r[3], r[6], r[7]) = (STACK, n, x, 66, 77);
    for _ in 0..100_000 {
        let bytes = &code[pc as usize..];
        let d = targ_info::code::decode(&ISA, bytes, &FeatureSet::NONE).unwrap_or_else(|| panic!("no code at {pc}"));
        let v = &*d.operands;
        pc += i64::from(d.len);
        match d.op {
            op::LI => r[v[0] as usize] = v[1],
            op::SUB => r[v[0] as usize] = r[v[1] as usize].wrapping_sub(r[v[2] as usize]),
            op::LD => r[v[0] as usize] = memory[((r[v[2] as usize] + v[1]) / 8) as usize],
            op::ST => {
                memory[((r[v[2] as usize] + v[1]) / 8) as usize] = r[v[0] as usize];
                stores += 1;
            }
            op::BNE | op::BEQ => {
                if (r[v[0] as usize] != r[v[1] as usize]) == (d.op == op::BNE) {
                    pc += v[2] - i64::from(d.len);
                }
            }
            op::JMP => pc += v[0] - i64::from(d.len),
            op::BACK => {
                assert_eq!((r[0], r[1], r[6], r[7]), (0, STACK, 66, 77), "reserved and saved registers");
                return (r[2], stores);
            }
            other => panic!("{} is no instruction", ISA.inst(other).name),
        }
    }
    panic!("it does not end")
}

type Run = fn(&Func, &PassCx<'_>) -> Result<Answer, AllocError>;
const ALLOCATORS: [(&str, Run); 4] = [
    ("gra", |f, cx| {
        let layer = gra::Gra.run(f, cx)?;
        lra::Lra::default().run(f, cx, layer)
    }),
    ("lra", |f, cx| lra::Localised::default().run(f, cx)),
    ("spillall", |f, cx| spillall::SpillAll.run(f, cx)),
    ("chaos", |f, cx| chaos::Chaos.run(f, cx)),
];

/// Everything from trees to machine code, at a level of optimisation.
fn compile(w: &WhirlFunc, allocate: Run, cx: &PassCx<'_>) -> emit::McFunction {
    let mut f = cx.hooks.expand(w, cx).expect("expansion");
    f.rebuild_preds();
    cgir::analysis::freq::compute(&mut f);
    let good = |f: &Func| verify(f, cx).unwrap_or_else(|e| panic!("{e}\n{}", cgir::text::print(f, cx)));
    good(&f);
    if cx.options.opt_level > 0 {
        cflow::tidy(&mut f, cx);
        ebo::run(&mut f, cx);
        sched::before_allocation(&mut f, cx);
        good(&f);
    }
    let mut target = cx.target.clone();
    target.reserved |= cx.hooks.plan_frame(&mut f, cx);
    {
        let cx = PassCx { target: &target, ..*cx };
        let answer = allocate(&f, &cx).expect("an answer");
        checker::check(&f, &cx, &answer).expect("a right answer");
        apply(&mut f, &cx, &answer).expect("an answer that can be applied");
    }
    good(&f);
    let saves = cgir::saves::plan(&mut f, cx);
    cx.hooks.finish_frame(&mut f, cx, &saves);
    if cx.options.opt_level > 0 {
        ebo::run_post(&mut f, cx);
        sched::after_allocation(&mut f, cx);
        good(&f);
    }
    cflow::layout::run(&mut f, cx);
    good(&f);
    lower_function_with(&mc::MiniMc, &f, cx).expect("machine code")
}

#[test]
fn a_second_target_needs_no_change_outside_its_own_files() {
    let target = Target::bare(&ISA, &ISA.abis[0], &ISA.procs[0], "mini64-unknown-none");
    let mut module = Module::default();
    let w = trees(&mut module);
    module.order.push(w.global);
    let (fuel, counters) = (Fuel::default(), Counters::default());
    // With a short range the loop's branch becomes a branch over a jump, from which the code grows.
    for (level, stress_branch_range) in [(0, 0), (2, 0), (2, 64)] {
        for (name, allocate) in ALLOCATORS {
            let options = Options { opt_level: level, seed: 7, stress_branch_range, ..Options::default() };
            let (target, module) = (&target, &module);
            let cx =
                PassCx { target, hooks: &hooks::Mini, module, options: &options, fuel: &fuel, counters: &counters };
            let code = [compile(&w, allocate, &cx)];
            let emit = |file_type| {
                let mut out = Vec::new();
                emit_module_with(&mc::MiniMc, module, &code, target, file_type, &EmitOptions::default(), &mut out)
                    .map(|()| out)
                    .expect("output")
            };
            let text = String::from_utf8(emit(FileType::Assembly)).expect("text");
            assert_eq!(text.contains("\tjmp\t"), stress_branch_range != 0, "{name}: jumps in\n{text}");
            for wanted in ["\nf:", "\tsub\t", "\tli\t", "\tback"] {
                assert!(text.contains(wanted), "{name}: no {wanted:?} in\n{text}");
            }
            let object = emit(FileType::Object);
            let file = object::File::parse(&*object).expect("an object");
            let section = file.section_by_name(".text").expect(".text");
            let bytes = section.data().expect("bytes");
            assert!(file.symbols().any(|s| s.name() == Ok("f") && s.size() == bytes.len() as u64));
            let instructions = text.lines().filter(|l| l.starts_with('\t') && !l.starts_with("\t.")).count();
            assert_eq!(bytes.len(), 4 * instructions, "{name}: the text and the object differ\n{text}");
            for (n, x) in [(1, 0), (2, -5), (5, 1000)] {
                let (result, stores) = execute(bytes, n, x);
                assert_eq!(result, expected(n, x), "{name} at {level}: f({n}, {x})\n{text}");
                assert!(stores > 0, "{name}: nothing was spilled");
            }
        }
    }
}
