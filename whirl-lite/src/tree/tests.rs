//! Tests of tree building: random functions whose phis swap, rotate and lose copies are run before and after.

use super::build::{Context, build_with};
use super::*;
use crate::analysis::dom::{Cfg, DomTree};
use crate::analysis::freq::probabilities;
use crate::analysis::loops::Loops;
use crate::ir::{FnAttrs, Function, Inst, InstKind, Module, ParamAttrs, Signature, Ty, Value, ValueDef};
use cranelift_entity::EntityRef;

fn function(params: &[Ty]) -> Function {
    let sig = Signature {
        ty: Ty::VOID,
        ret: Ty::I64,
        params: params.to_vec(),
        vararg: false,
        cc: 0,
        ret_attrs: ParamAttrs::default(),
        param_attrs: vec![ParamAttrs::default(); params.len()],
        attrs: FnAttrs::default(),
    };
    let mut f = Function::new(GlobalRef::from_u32(0), "f".into(), sig, Pos::NONE);
    f.param_locs = params.iter().map(|_| ArgLoc::Ignore).collect();
    f
}

fn add(f: &mut Function, b: BlockId, kind: InstKind, args: &[Value], blocks: &[BlockId], results: &[Ty]) -> Inst {
    let i = f.make_inst(kind, InstFlags::empty(), args, blocks, results, Pos::NONE);
    f.append(b, i);
    i
}

fn trees(f: &Function, optimise: bool) -> WhirlFunc {
    let m = Module::default();
    let cfg = Cfg::compute(f);
    let dom = DomTree::compute(f, &cfg);
    let loops = Loops::compute(f, &cfg, &dom);
    let probabilities = probabilities(f, &m, &cfg, &loops);
    build_with(Context {
        f,
        m: &m,
        cfg,
        loops,
        probabilities,
        optimise,
        free_sext: true,
        offsets: (-2048, 2047),
        xlen: 64,
    })
    .unwrap()
}

/// What a run shows: blocks visited, values returned.
type Trace = (Vec<u32>, Vec<u64>);
const STEPS: usize = 60;

fn run_ssa(f: &Function, params: &[u64]) -> Trace {
    let mut vals = vec![0u64; f.values.len()];
    for (v, x) in f.params.iter().zip(params) {
        vals[v.index()] = *x;
    }
    let get = |vals: &[u64], v: Value| match f.values[v].def {
        ValueDef::Const(_) => f.as_int(v).unwrap(),
        _ => vals[v.index()],
    };
    let mut trace = Vec::new();
    let (mut b, mut from) = (f.entry().unwrap(), None);
    loop {
        trace.push(b.as_u32());
        if trace.len() > STEPS {
            return (trace, vec![]);
        }
        let incoming: Vec<(Value, u64)> = outofssa::phis(f, b)
            .map(|i| {
                let n = f.inst_blocks(i).iter().position(|&p| Some(p) == from).unwrap();
                (f.result(i, 0), get(&vals, f.args(i)[n]))
            })
            .collect();
        for (v, x) in incoming {
            vals[v.index()] = x;
        }
        for i in f.block_insts(b) {
            let a = |n: usize| get(&vals, f.args(i)[n]);
            match f.insts[i].kind {
                InstKind::Phi => {}
                InstKind::Binary(BinOp::Add) => vals[f.result(i, 0).index()] = a(0).wrapping_add(a(1)),
                InstKind::Icmp(IntPred::Ult) => vals[f.result(i, 0).index()] = u64::from(a(0) < a(1)),
                InstKind::Ret => return (trace, f.args(i).iter().map(|&v| get(&vals, v)).collect()),
                InstKind::Br => {
                    from = Some(b);
                    b = f.inst_blocks(i)[0];
                    break;
                }
                InstKind::CondBr => {
                    from = Some(b);
                    b = f.inst_blocks(i)[usize::from(a(0) == 0)];
                    break;
                }
                ref k => panic!("{k:?}"),
            }
        }
    }
}

fn eval(w: &WhirlFunc, p: &[u64], n: Wn) -> u64 {
    let k = |i: usize| eval(w, p, w.kid(n, i));
    match w.nodes[n].opr {
        Opr::Int(v) => v as u64,
        Opr::Ldid(x) => p[x.index()],
        Opr::Binary(BinOp::Add) => k(0).wrapping_add(k(1)),
        Opr::Icmp(IntPred::Ult) => u64::from(k(0) < k(1)),
        ref o => panic!("{o:?}"),
    }
}

fn run_trees(w: &WhirlFunc, params: &[u64], numbers: &[usize]) -> Trace {
    let mut p = vec![0xdeadu64; w.pregs.len()];
    for ((x, _), n) in w.params.iter().zip(numbers) {
        p[x.index()] = params[*n];
    }
    let mut trace = Vec::new();
    let mut b = w.layout[0];
    'blocks: loop {
        if let Some(s) = w.blocks[b].source.expand() {
            trace.push(s.as_u32());
        }
        if trace.len() > STEPS {
            return (trace, vec![]);
        }
        for &s in &w.blocks[b].stmts {
            match w.nodes[s].opr {
                Opr::Stid(x) => p[x.index()] = eval(w, &p, w.kid(s, 0)),
                Opr::Goto(t) => {
                    b = t;
                    continue 'blocks;
                }
                Opr::CondBr(yes, no, _) => {
                    b = if eval(w, &p, w.kid(s, 0)) != 0 { yes } else { no };
                    continue 'blocks;
                }
                Opr::Return => return (trace, w.kids(s).iter().map(|&k| eval(w, &p, k)).collect()),
                ref o => panic!("{o:?}"),
            }
        }
    }
}

struct Random(u64);
impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// Every block but the entry has a phi for each of a few variables; blocks permute and increment them.
fn random_function(r: &mut Random) -> Function {
    let vars = 1 + r.below(4);
    let mut f = function(&vec![Ty::I64; vars]);
    let n = 2 + r.below(7);
    let blocks: Vec<BlockId> = (0..n).map(|_| f.add_block()).collect();
    let succs: Vec<Vec<usize>> = (0..n)
        .map(|b| match r.below(5) {
            0 if b > 0 => vec![],
            1 | 2 => vec![1 + r.below(n - 1)],
            _ => vec![1 + r.below(n - 1), 1 + r.below(n - 1)],
        })
        .collect();
    let mut first: Vec<Vec<Value>> = vec![f.params.clone()];
    let mut phis: Vec<Vec<Inst>> = vec![vec![]];
    for &b in &blocks[1..] {
        let list: Vec<Inst> = (0..vars).map(|_| add(&mut f, b, InstKind::Phi, &[], &[], &[Ty::I64])).collect();
        first.push(list.iter().map(|&i| f.result(i, 0)).collect());
        phis.push(list);
    }
    let mut last = Vec::new();
    for b in 0..n {
        let mut now = first[b].clone();
        for _ in 0..r.below(5) {
            let (x, y) = (r.below(vars), r.below(vars));
            match r.below(3) {
                0 => now.swap(x, y),
                1 => now[x] = now[y],
                _ => {
                    let c = f.int_const(Ty::I64, r.below(9) as u64);
                    let other = if r.below(2) == 0 { c } else { now[r.below(vars)] };
                    let i = add(&mut f, blocks[b], InstKind::Binary(BinOp::Add), &[now[y], other], &[], &[Ty::I64]);
                    now[x] = f.result(i, 0);
                }
            }
        }
        let to: Vec<BlockId> = succs[b].iter().map(|&s| blocks[s]).collect();
        match to.len() {
            0 => {
                add(&mut f, blocks[b], InstKind::Ret, &now, &[], &[]);
            }
            1 => {
                add(&mut f, blocks[b], InstKind::Br, &[], &to, &[]);
            }
            _ => {
                let pool = if r.below(2) == 0 { &first[b] } else { &now };
                let (x, y) = (pool[r.below(vars)], now[r.below(vars)]);
                let c = add(&mut f, blocks[b], InstKind::Icmp(IntPred::Ult), &[x, y], &[], &[Ty::I1]);
                let c = f.result(c, 0);
                add(&mut f, blocks[b], InstKind::CondBr, &[c], &to, &[]);
            }
        }
        last.push(now);
    }
    for b in 0..n {
        for &s in &succs[b] {
            for (v, &phi) in phis[s].clone().iter().enumerate() {
                let value = last[b][v];
                f.insts[phi].args.push(value, &mut f.pool);
                let block = blocks[b];
                f.insts[phi].blocks.push(block, &mut f.block_pool);
            }
        }
    }
    f
}

#[test]
fn random_functions_keep_their_meaning() {
    let mut r = Random(12345);
    for round in 0..3000 {
        let f = random_function(&mut r);
        let params: Vec<u64> = f.params.iter().map(|_| r.below(20) as u64).collect();
        let before = run_ssa(&f, &params);
        for optimise in [false, true] {
            let w = trees(&f, optimise);
            let used: Vec<usize> = (0..f.params.len()).filter(|&n| uses_param(&f, n, &w)).collect();
            assert_eq!(used.len(), w.params.len());
            let after = run_trees(&w, &params, &used);
            assert_eq!(before, after, "round {round} optimise {optimise}\n{}", print(&w, &Module::default()));
        }
    }
}

/// Has the parameter a PREG? As the builder decides: it is used by something reachable and live.
fn uses_param(f: &Function, n: usize, w: &WhirlFunc) -> bool {
    if w.params.len() == f.params.len() {
        return true;
    }
    let m = Module::default();
    let cfg = Cfg::compute(f);
    let dom = DomTree::compute(f, &cfg);
    let loops = Loops::compute(f, &cfg, &dom);
    let probabilities = probabilities(f, &m, &cfg, &loops);
    let cx =
        Context { f, m: &m, cfg, loops, probabilities, optimise: true, free_sext: true, offsets: (0, 0), xlen: 64 };
    place::plan(&cx).place[f.params[n].index()] == place::Place::Preg
}

/// Statements that copy one PREG to another.
fn copies(w: &WhirlFunc) -> usize {
    let copy = |s: &&Wn| matches!(w.nodes[**s].opr, Opr::Stid(_)) && matches!(w.nodes[w.kid(**s, 0)].opr, Opr::Ldid(_));
    w.layout.iter().map(|&b| w.blocks[b].stmts.iter().filter(copy).count()).sum()
}

/// `entry: br loop; loop: phis...; cond; condbr loop, exit; exit: ret`.
fn counting_loop(next_in_condition: bool, return_old: bool) -> Function {
    let mut f = function(&[Ty::I64]);
    let (entry, head, exit) = (f.add_block(), f.add_block(), f.add_block());
    add(&mut f, entry, InstKind::Br, &[], &[head], &[]);
    let phi = add(&mut f, head, InstKind::Phi, &[], &[], &[Ty::I64]);
    let x = f.result(phi, 0);
    let one = f.int_const(Ty::I64, 1);
    let zero = f.int_const(Ty::I64, 0);
    let next = add(&mut f, head, InstKind::Binary(BinOp::Add), &[x, one], &[], &[Ty::I64]);
    let next = f.result(next, 0);
    let n = f.params[0];
    let c = if next_in_condition { next } else { x };
    let c = add(&mut f, head, InstKind::Icmp(IntPred::Ult), &[c, n], &[], &[Ty::I1]);
    let c = f.result(c, 0);
    add(&mut f, head, InstKind::CondBr, &[c], &[head, exit], &[]);
    add(&mut f, exit, InstKind::Ret, &[if return_old { x } else { next }], &[], &[]);
    for (v, b) in [(zero, entry), (next, head)] {
        f.insts[phi].args.push(v, &mut f.pool);
        f.insts[phi].blocks.push(b, &mut f.block_pool);
    }
    f
}

#[test]
fn simple_loops_need_no_copy_and_lost_copies_need_one() {
    assert_eq!(copies(&trees(&counting_loop(true, false), true)), 0);
    // The lost copy problem: the old value is read beyond the loop.
    let f = counting_loop(true, true);
    let w = trees(&f, true);
    assert_eq!(copies(&w), 1, "{}", print(&w, &Module::default()));
    assert_eq!(run_trees(&w, &[7], &[0]), run_ssa(&f, &[7]));
    // The condition reads the old value, after the copy's place.
    let f = counting_loop(false, false);
    assert_eq!(run_trees(&trees(&f, true), &[7], &[0]), run_ssa(&f, &[7]));
}
