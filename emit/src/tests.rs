//! Whole modules through both streamers. Where llvm-mc is installed, it must make the same bytes and relocations of our
//! text as our object has.

use crate::{EmitOptions, FileType, emit_module, lower_function};
use cgir::func::{Bb, FrameData, FrameKind, Func, Modifier, OpFlags, SymRef, Tn, TnData};
use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::target::riscv::modifier;
use cgir::target::x86::modifier as x86_modifier;
use cgir::testing::Toy;
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget};
use std::process::Command;
use targ_info::code::{AsmValue, assemble};
use targ_info::{CodeModel, OperandKind, PReg, RelocModel, Target, TargetSpec};
use whirl_lite::ir::Module;
use whirl_lite::mtype::MType;

/// Makes a function of assembly: `bb1:` begins a block, `!flag` at the end of a line sets a flag of the op.
pub(crate) struct Builder<'a> {
    module: &'a Module,
    target: &'a Target,
    f: Func,
}

impl Builder<'_> {
    pub(crate) fn build(module: &Module, target: &Target, name: &str, text: &str) -> Func {
        let global = module.by_name[name];
        let mut b = Builder { module, target, f: Func::new(global, name.into()) };
        b.f.laid_out = true;
        b.f.allocated = true;
        let blocks = text.lines().filter(|l| l.trim().ends_with(':')).count() + 1;
        let bbs: Vec<Bb> = (0..blocks).map(|_| b.f.add_bb()).collect();
        let mut at = 0;
        for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
            if line.ends_with(':') {
                at += 1;
                continue;
            }
            let (line, flags) = line.split_once('!').unwrap_or((line, ""));
            let op = b.line(line.trim(), &bbs);
            b.f.ops[op].flags = flags_of(flags);
            b.f.append(bbs[at], op);
        }
        for (n, &bb) in bbs.iter().enumerate().skip(1) {
            let prob = 1.0;
            b.f.bbs[bbs[n - 1]].succs.push(cgir::func::Succ { bb, prob });
        }
        b.f
    }
    fn reg(&mut self, r: PReg) -> Tn {
        self.f.dedicated(r, self.target.isa.reg(r).class, MType::I64)
    }
    fn symbol(&mut self, text: &str, modifier: Modifier, bbs: &[Bb]) -> Tn {
        let cut = text.find(['+', '-']).unwrap_or(text.len());
        let (name, offset) = text.split_at(cut);
        let offset = if offset.is_empty() { 0 } else { offset.parse().expect("offset") };
        if let Some(n) = name.strip_prefix("bb") {
            return self.f.label(bbs[n.parse::<usize>().expect("block")]);
        }
        let sym = match (name.strip_prefix("pool"), name.strip_prefix("table")) {
            (Some(n), _) => SymRef::Pool(cgir::func::PoolRef::from_u32(n.parse().expect("pool"))),
            (_, Some(n)) => SymRef::Table(cgir::func::TableRef::from_u32(n.parse().expect("table"))),
            _ => SymRef::Global(*self.module.by_name.get(name).unwrap_or_else(|| panic!("{name}"))),
        };
        self.f.intern(TnData::Sym { sym, offset, modifier })
    }
    fn line(&mut self, line: &str, bbs: &[Bb]) -> cgir::func::Op {
        let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
        let isa = self.target.isa;
        if let Some(row) = isa.inst_by_name(first).filter(|_| first.starts_with("p.")) {
            let nres = isa.inst(row).operands.iter().take(isa.inst(row).results as usize);
            let nres = nres.filter(|o| o.kind != OperandKind::Variadic).count();
            let mut tns: Vec<Tn> = Vec::new();
            for w in rest.split(',').map(str::trim).filter(|w| !w.is_empty()) {
                let tn = match (isa.reg_by_name(w), w.parse::<i64>()) {
                    (Some(r), _) => self.reg(r),
                    (None, Ok(v)) => self.f.lit(v),
                    _ => self.symbol(w, modifier::NONE, bbs),
                };
                tns.push(tn);
            }
            return self.f.make_op(row, &tns[..nres], &tns[nres..]);
        }
        let a = assemble(isa, line, &self.target.features).unwrap_or_else(|e| panic!("{line}: {}", e.message(isa)));
        let row = isa.inst(a.op);
        let mut tns = Vec::new();
        for (o, d) in a.operands().iter().zip(row.operands) {
            let tn = match (o, d.kind) {
                (AsmValue::Int(n), OperandKind::Reg(c)) => self.reg(isa.class(c).member(*n).expect("register")),
                (AsmValue::Int(_), OperandKind::Fixed(r)) => self.reg(r),
                (AsmValue::Int(n), _) => self.f.lit(*n),
                (AsmValue::Expr(t), _) => {
                    let (name, modifier) = modified(t);
                    self.symbol(&name, modifier, bbs)
                }
            };
            tns.push(tn);
        }
        let n = row.results as usize;
        self.f.make_op(a.op, &tns[..n], &tns[n..])
    }
}

/// A symbol without its modifier, which stands around it or between it and its offset.
fn modified(text: &str) -> (String, Modifier) {
    if let Some((name, rest)) = text.split_once('@') {
        let (m, offset) = rest.split_at(rest.find(['+', '-']).unwrap_or(rest.len()));
        let known = x86_modifier::PLAIN.iter().position(|p| p.eq_ignore_ascii_case(m)).expect("a modifier");
        return (format!("{name}{offset}"), Modifier(known as u8));
    }
    let known = modifier::NAMES.iter().position(|m| !m.is_empty() && text.starts_with(&format!("{m}(")));
    let name = text.split_once('(').map_or(text, |x| x.1.trim_end_matches(')'));
    (name.into(), Modifier(known.unwrap_or(0) as u8))
}

fn flags_of(text: &str) -> OpFlags {
    text.split_whitespace().fold(OpFlags::empty(), |f, w| {
        f | match w {
            "save" => OpFlags::SAVE,
            "restore" => OpFlags::RESTORE,
            "spill" => OpFlags::SPILL,
            "reload" => OpFlags::RELOAD,
            "setup" => OpFlags::FRAME_SETUP,
            "destroy" => OpFlags::FRAME_DESTROY,
            _ => panic!("{w}"),
        }
    })
}

/// A target with these features.
fn target(mattr: &str) -> Target {
    let spec = TargetSpec { triple: Some("riscv64".into()), mattr: mattr.into(), ..TargetSpec::default() };
    Target::new(&spec, None).expect("a target").0
}

const GC: &str = "+m,+a,+f,+d,+c";

pub(crate) fn module(text: &str) -> Module {
    whirl_lite::ll::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{}", e.render("test.ll", text)))
}

/// Assembly and object of a module with functions made by hand.
pub(crate) fn emit(
    m: &Module,
    t: &Target,
    functions: &[Func],
    options: &EmitOptions,
    pass: &Options,
) -> (String, Vec<u8>) {
    let (fuel, counters) = (Fuel::default(), Counters::default());
    let cx = PassCx { target: t, hooks: &Toy, module: m, options: pass, fuel: &fuel, counters: &counters };
    let lowered: Vec<_> = functions.iter().map(|f| lower_function(f, &cx).unwrap_or_else(|e| panic!("{e}"))).collect();
    let mut out = [Vec::new(), Vec::new()];
    for (o, kind) in out.iter_mut().zip([FileType::Assembly, FileType::Object]) {
        emit_module(m, &lowered, t, kind, options, o).unwrap_or_else(|e| panic!("{e}"));
    }
    let [asm, object] = out;
    (String::from_utf8(asm).expect("text"), object)
}

/// Sections with contents and relocations, as lines that can be compared.
fn describe(object: &[u8]) -> String {
    let file = object::File::parse(object).expect("an object");
    let mut sections = Vec::new();
    for s in file.sections() {
        let name = s.name().expect("a name");
        let skipped = [".symtab", ".strtab", ".shstrtab", "", ".group", ".note.GNU-stack"];
        if skipped.contains(&name) || name.starts_with(".rel.") || name.starts_with(".rela") || s.size() == 0 {
            continue;
        }
        let mut out = format!("{name} {:?} size {} align {} ", s.flags(), s.size(), s.align());
        s.data().expect("contents").iter().for_each(|b| out += &format!("{b:02x}"));
        out += "\n";
        for (at, r) in s.relocations() {
            let RelocationTarget::Symbol(i) = r.target() else {
                out += &format!("  {at:#x} {:?}\n", r.flags());
                continue;
            };
            let sym = file.symbol_by_index(i).expect("a symbol");
            let name = sym.name().expect("a name");
            out += &format!("  {at:#x} {:?} {name}={:#x} {:+}\n", r.flags(), sym.address(), r.addend());
        }
        sections.push(out);
    }
    // The order of sections means nothing.
    sections.sort();
    let mut symbols: Vec<String> = file
        .symbols()
        .filter(|s| {
            s.name().is_ok_and(|n| !n.is_empty() && !n.starts_with('$')) && s.kind() != object::SymbolKind::File
        })
        .map(|s| {
            let section = s.section_index().and_then(|i| file.section_by_index(i).ok()?.name().ok().map(String::from));
            format!("{:?} {:#x} {} {:?} {:?} {section:?}\n", s.name(), s.address(), s.size(), s.flags(), s.section())
                .split("Section(")
                .collect::<Vec<_>>()
                .join("")
        })
        .map(|s| s.split(" SectionIndex").next().unwrap_or("").to_string() + "\n")
        .collect();
    symbols.sort();
    symbols.dedup();
    sections.concat() + &symbols.concat()
}

/// What llvm-mc makes of a text; `None` where it is not installed.
fn llvm_mc(asm: &str, triple: &str, mattr: &str) -> Option<Vec<u8>> {
    use std::io::Write;
    let mut child = Command::new("llvm-mc-19")
        .args(["-filetype=obj", &format!("-triple={triple}"), &format!("-mattr={mattr}"), "-o", "-"])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(asm.as_bytes()).ok()?;
    let out = child.wait_with_output().ok()?;
    assert!(out.status.success(), "{}\n{asm}", String::from_utf8_lossy(&out.stderr));
    Some(out.stdout)
}

#[track_caller]
pub(crate) fn same_as_llvm_mc(asm: &str, object: &[u8], triple: &str, mattr: &str) {
    let Some(theirs) = llvm_mc(asm, triple, mattr) else { return };
    let (a, b) = (describe(object), describe(&theirs));
    if a != b {
        let diff: Vec<String> = {
            let (x, y): (Vec<&str>, Vec<&str>) = (a.lines().collect(), b.lines().collect());
            let only = |p: &[&str], q: &[&str], c| -> Vec<String> {
                p.iter().filter(|l| !q.contains(l)).map(|l| format!("{c} {l}")).collect()
            };
            [only(&x, &y, "ours  "), only(&y, &x, "theirs")].concat()
        };
        panic!("{}\n{asm}", diff.join("\n"));
    }
}

#[track_caller]
fn check(ll: &str, functions: &[(&str, &str)], mattr: &str) -> String {
    check_on("riscv64", target(mattr), ll, functions, mattr)
}

/// Builds functions and compares their object with what llvm-mc makes of their text, which is the answer.
#[track_caller]
pub(crate) fn check_on(triple: &str, t: Target, ll: &str, functions: &[(&str, &str)], mattr: &str) -> String {
    let m = module(ll);
    let functions: Vec<Func> = functions.iter().map(|(n, text)| Builder::build(&m, &t, n, text)).collect();
    let (asm, object) = emit(&m, &t, &functions, &EmitOptions::default(), &Options::default());
    same_as_llvm_mc(&asm, &object, triple, mattr);
    asm
}

#[test]
fn a_function_of_everything() {
    let ll = "
        @g = external global i32
        @loc = internal global i64 3
        @tl = external thread_local global i32
        define void @f() { ret void }
        define internal void @h() { ret void }
        declare void @bar()";
    let f = "
        addi sp, sp, -16
        sd ra, 8(sp) !spill
        p.call bar
        p.call h
        p.call f
        lui a0, %hi(g+4)
        lw a1, %lo(g+4)(a0)
        sw a1, %lo(g)(a0)
        p.la.abs a3, loc
        p.la.pcrel a0, loc
        p.la.pcrel a0, h
        p.la.got a0, g
        p.la.tls.le a2, tl
        p.la.tls.ie a2, tl
        p.la.tls.gd a0, tl
        beq a0, zero, bb1
        bne a1, a2, bb2
        jal zero, bb2
        bb1:
        add a0, a1, a0
        lui a0, 0xfffff
        addi a0, zero, 31
        fadd.d fa0, fa1, fa2
        fcvt.w.d a0, fa0, rtz
        amoadd.w.aqrl a0, a1, (a2)
        fence rw, w
        unimp
        bb2:
        ld ra, 8(sp) !reload
        addi sp, sp, 16
        p.tail bar";
    let asm = check(ll, &[("f", f), ("h", "p.tail f")], GC);
    for line in [
        "f:                                      # @f",
        "\tsd\tra, 8(sp)                       # spill",
        "\tcall\tbar",
        "\tlw\ta1, %lo(g+4)(a0)",
        ".Lpcrel_hi0:\n\tauipc\ta0, %pcrel_hi(loc)\n\taddi\ta0, a0, %pcrel_lo(.Lpcrel_hi0)",
        "\tadd\ta2, a2, tp, %tprel_add(tl)",
        "\tbeqz\ta0, .LBB0_1\n\tbne\ta1, a2, .LBB0_2\n\tj\t.LBB0_2",
        "\tli\ta0, 31",
        "\tfcvt.w.d\ta0, fa0, rtz\n\tamoadd.w.aqrl\ta0, a1, (a2)\n\tfence\trw, w\n\tunimp",
        "\ttail\tbar\n.Lfunc_end0:\n\t.size\tf, .Lfunc_end0-f",
    ] {
        assert!(asm.contains(line), "{line}\n{asm}");
    }
}

#[test]
fn linker_relaxation() {
    let ll = "@g = global i32 1
        define void @f() { ret void }
        define internal void @h() align 8 { ret void }";
    let f = "p.call h
        lui a0, %hi(g)
        lw a0, %lo(g)(a0)
        p.la.pcrel a0, h
        beq a0, zero, bb1
        jal zero, bb1
        bb1:
        p.ret";
    check(ll, &[("f", f), ("h", "p.ret")], "+m,+a,+f,+d,+c,+relax");
    check(ll, &[("f", f), ("h", "p.ret")], "+relax");
    check(ll, &[("f", f), ("h", "p.ret")], "+m");
}

#[test]
fn branches_out_of_range() {
    let many = |n: usize| "mul a0, a0, a1\n".repeat(n);
    let (m, t) = (module("define void @f() { ret void }"), target("+m,+c"));
    for n in [60, 62, 63, 64, 65, 66, 510, 511, 512, 513, 1020, 1022, 1023, 1024, 1025, 3000, 262_144] {
        let block = many(n);
        let text = format!(
            "addi sp, sp, -16 !setup\nbeq a0, zero, bb1\nblt a3, a4, bb1\n{block}jal zero, bb1\n\
             addi sp, sp, -32 !setup\nbb1:\nbne a1, a2, bb1\n{block}bne a0, zero, bb1\njal zero, bb1\n"
        );
        let mut f = Builder::build(&m, &t, "f", &text);
        // What an advance over a branch is may depend on the assembler's choice.
        f.frame_info.needs_cfi = true;
        let (asm, object) = emit(&m, &t, &[f], &EmitOptions::default(), &Options::default());
        same_as_llvm_mc(&asm, &object, "riscv64", "+m,+c");
    }
}

#[test]
fn stressed_branches_go_over_islands() {
    let (m, t) = (module("define void @f() { ret void }"), target("+m"));
    let body = "mul a0, a0, a1\n".repeat(4000);
    let f = format!("beq a0, a1, bb2\nbb1:\n{body}jal zero, bb1\n{body}bb2:\n{body}beq a0, a1, bb1\np.ret");
    let f = Builder::build(&m, &t, "f", &f);
    let pass = Options { stress_branch_range: 400, ..Options::default() };
    let (asm, object) = emit(&m, &t, &[f], &EmitOptions::default(), &pass);
    assert!(asm.matches("\tj\t").count() > 10, "{asm}");
    same_as_llvm_mc(&asm, &object, "riscv64", "+m");
}

#[test]
fn call_frame_information() {
    let ll = "define void @f() { ret void } declare void @bar()";
    let text = "
        addi sp, sp, -32 !setup
        sd ra, 24(sp) !save
        sd s0, 16(sp) !save
        addi s0, sp, 32 !setup
        p.call bar
        beq a0, zero, bb2
        bb1:
        addi sp, s0, -32 !destroy
        ld ra, 24(sp) !restore
        ld s0, 16(sp) !restore
        addi sp, sp, 32 !destroy
        p.ret
        bb2:
        p.call bar
        jal zero, bb1";
    let (m, t) = (module(ll), target(GC));
    let mut f = Builder::build(&m, &t, "f", text);
    f.frame_info.needs_cfi = true;
    for (name, offset) in [("ra", -8), ("s0", -16)] {
        let kind = FrameKind::Saved(targ_info::riscv::ISA.reg_by_name(name).expect("register"));
        f.frame.push(FrameData { size: 8, align: 3, kind, offset: Some(offset) });
    }
    // bb2 is entered from the first block, where the frame is set up.
    let (bb0, bb1, bb2) = (f.layout[0], f.layout[1], f.layout[2]);
    f.bbs[bb0].succs.push(cgir::func::Succ { bb: bb2, prob: 0.5 });
    f.bbs[bb1].succs.clear();
    f.bbs[bb2].succs.push(cgir::func::Succ { bb: bb1, prob: 1.0 });
    let (asm, object) = emit(&m, &t, &[f], &EmitOptions::default(), &Options::default());
    let cfi: Vec<&str> = asm.lines().map(str::trim).filter(|l| l.starts_with(".cfi")).collect();
    assert_eq!(
        cfi,
        [
            ".cfi_startproc",
            ".cfi_def_cfa_offset\t32",
            ".cfi_offset\tra, -8",
            ".cfi_offset\ts0, -16",
            ".cfi_def_cfa\ts0, 0",
            ".cfi_def_cfa\tsp, 32",
            ".cfi_restore\tra",
            ".cfi_restore\ts0",
            ".cfi_def_cfa_offset\t0",
            ".cfi_def_cfa_register\ts0",
            ".cfi_offset\tra, -8",
            ".cfi_offset\ts0, -16",
            ".cfi_endproc"
        ]
    );
    same_as_llvm_mc(&asm, &object, "riscv64", GC);
}

#[test]
fn atomic_loops() {
    let f = "
        p.rmw.w a0, a1, 4, a2, a3, 4
        p.rmw.w a0, a1, 7, a2, a3, 1
        p.rmw.d a0, a1, 0, a2, a3, 2
        p.rmw.masked a0, a1, 1, a2, a4, a3, 3
        p.minmax.masked a0, a1, a5, 7, a2, a4, a6, a3, 4
        p.cmpxchg.w a0, a1, a2, a4, a3, 4
        p.cmpxchg.masked a0, a1, a2, a4, a5, a3, 0
        p.ret";
    let asm = check("define void @f() { ret void }", &[("f", f)], GC);
    assert!(asm.contains(".LBB0_1:\n\tlr.w.aqrl\ta0, (a3)\n\tand\ta1, a0, a2\n\tnot\ta1, a1\n\tsc.w.rl\ta1, a1, (a3)\n\tbnez\ta1, .LBB0_1\n"), "{asm}");
    assert!(asm.contains("\tbge\ta0, a2, .LBB0_3\n\tmv\ta1, a2\n.LBB0_3:"), "{asm}");
}

/// Gives the ops with row `p.asm` their texts, in order; `a0` is operand 0.
fn inline_asm(f: &mut Func, texts: &[(&str, &str)]) {
    let asm = targ_info::riscv::ISA.inst_by_name("p.asm").expect("a row");
    let ops: Vec<_> = f.layout.iter().flat_map(|&b| f.bb_ops(b)).filter(|&o| f.ops[o].opcode == asm).collect();
    for (o, (text, constraints)) in ops.into_iter().zip(texts) {
        let asm = whirl_lite::ir::InlineAsm {
            text: text.to_string(),
            constraints: constraints.to_string(),
            sideeffect: true,
            alignstack: false,
            intel: false,
            unwind: false,
        };
        let asm_operands = (0..f.all(o).len()).map(|n| Some(n as u8)).collect();
        f.set_extra(o, cgir::func::OpExtra { asm: Some(Box::new(asm)), asm_operands, ..Default::default() });
    }
}

#[test]
fn inline_assembly() {
    let (m, t) = (module("@g = global i32 1 define void @f() { ret void }"), target(GC));
    let text = "
        p.asm a0, 0, g, bb1
        p.asm a1
        p.asm
        beq a0, zero, bb1
        p.ret
        bb1:
        p.ret";
    let mut f = Builder::build(&m, &t, "f", text);
    let texts = [
        (
            "1: addi $0, $0, 1\n\tbnez $0, 1b\n sw ${1:z}, 0($0); lui a1, %hi($2)\n\tbeqz a3, ${3:l} # $$x\n j 2f\n2:",
            "r,rJ,s,!i",
        ),
        ("amoadd.w a0, a0, $0; $(nop$|wfi$)", "=*A"),
        ("", ""),
    ];
    inline_asm(&mut f, &texts);
    let (asm, object) = emit(&m, &t, &[f.clone()], &EmitOptions::default(), &Options::default());
    for line in [
        "\t#APP\n\t1: addi a0, a0, 1\n\tbnez a0, 1b\n sw zero, 0(a0); lui a1, %hi(g)\n\tbeqz a3, .LBB0_1 # $x\n",
        "\tamoadd.w a0, a0, 0(a1); nop\n\t#NO_APP\n",
        "\t#APP\n\t#NO_APP\n",
    ] {
        assert!(asm.contains(line), "{line}\n{asm}");
    }
    same_as_llvm_mc(&asm, &object, "riscv64", GC);
    // Assembly with directives is passed on as text, and refused in objects.
    inline_asm(&mut f, &[(".word 1", "r,rJ,s,!i")]);
    let (fuel, counters, options) = (Fuel::default(), Counters::default(), Options::default());
    let cx = PassCx { target: &t, hooks: &Toy, module: &m, options: &options, fuel: &fuel, counters: &counters };
    let lowered = [lower_function(&f, &cx).expect("a function")];
    let error = emit_module(&m, &lowered, &t, FileType::Object, &EmitOptions::default(), &mut Vec::new());
    let error = error.expect_err("an object without an assembler");
    assert_eq!(error.function.as_deref(), Some("f"));
}

#[test]
fn pools_and_tables() {
    for (reloc, code) in [
        (RelocModel::Static, CodeModel::Small),
        (RelocModel::Static, CodeModel::Medium),
        (RelocModel::Pic, CodeModel::Small),
    ] {
        let m = module("define void @f() { ret void }");
        let mut t = target(GC);
        (t.reloc, t.code) = (reloc, code);
        let text = "
            lui a0, %hi(pool0)
            fld fa0, %lo(pool0)(a0)
            p.la.pcrel a0, pool1
            p.la.pcrel a1, table0
            p.jumptable a1
            bb1:
            p.ret
            bb2:
            p.ret";
        let mut f = Func::new(m.by_name["f"], "f".into());
        for bytes in [vec![1, 2, 3, 4, 5, 6, 7, 8], vec![0; 16], vec![1, 0, 0, 0]] {
            let align = bytes.len().ilog2() as u8;
            f.pool.push(cgir::func::PoolEntry { bytes, align });
        }
        let pool = f.pool.clone();
        let mut f = Builder::build(&m, &t, "f", text);
        f.pool = pool;
        let (a, b) = (f.layout[1], f.layout[2]);
        f.tables.push(vec![a, b, a]);
        let (asm, object) = emit(&m, &t, &[f], &EmitOptions::default(), &Options::default());
        same_as_llvm_mc(&asm, &object, "riscv64", GC);
        assert!(asm.contains("\t.section\t.srodata.cst8,\"aM\",@progbits,8"), "{asm}");
    }
}

/// Variables of all kinds; llc's choice of sections was read off its output.
const VARIABLES: &str = r#"
source_filename = "vars.c"
target datalayout = "e-m:e-p:64:64-i64:64-i128:128-n32:64-S128"
%s = type { i8, i32, i16 }
$grp = comdat any
@g = dso_local global i32 1, align 4
@bss = dso_local global i32 0, align 4
@big = internal global [1000 x i32] zeroinitializer, align 4
@ci = constant i32 7, align 4
@.str = private unnamed_addr constant [6 x i8] c"he\22lo\00", align 1
@bytes = constant [4 x i8] c"\00\01\02\03"
@wide = private unnamed_addr constant [3 x i32] [i32 65, i32 66, i32 0], align 4
@p = global ptr @.str, align 8
@q = global ptr getelementptr inbounds (%s, ptr @s, i64 1, i32 2), align 8
@s = global %s { i8 1, i32 2, i16 3 }, align 4
@pk = global <{ i8, i64, i24 }> <{ i8 1, i64 -2, i24 1193046 }>, align 1
@d = global double 1.5, align 8
@h = global half 0xH3E00, align 2
@quad = global fp128 0xL00000000000000003FFF800000000000, align 16
@w128 = global i128 -5, align 16
@w200 = global i200 803469022129495137770981046170581301261101496891396417650693, align 16
@vec = global <3 x i16> <i16 1, i16 2, i16 3>, align 8
@bits = global <9 x i1> <i1 1, i1 0, i1 1, i1 1, i1 0, i1 0, i1 0, i1 1, i1 1>, align 2
@tl = thread_local global i32 3, align 4
@tlz = internal thread_local global i64 0, align 8
@weak = weak global i32 4, align 4
@once = linkonce_odr constant [2 x i64] [i64 1, i64 2], comdat($grp), align 8
@hid = hidden global i32 5, align 4
@mine = global i32 1, section "mysec", align 4
@comm = common global i64 0, align 8
@ew = extern_weak global i32
@other = external hidden global i32
@diff = internal constant i64 sub (i64 ptrtoint (ptr @f to i64), i64 ptrtoint (ptr @p to i64)), align 8
@same = global i32 trunc (i64 sub (i64 ptrtoint (ptr @s to i64), i64 ptrtoint (ptr @pk to i64)) to i32), align 4
@rel = constant [2 x ptr] [ptr @f, ptr @g], align 8
@llvm.used = appending global [1 x ptr] [ptr @kept], section "llvm.metadata"
@kept = internal global i32 9, section "keep", align 4
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }, { i32, ptr, ptr } { i32 200, ptr @f, ptr null }]
@al = alias i32, ptr @g
@al2 = hidden alias i16, getelementptr (%s, ptr @s, i64 0, i32 2)
@fa = weak alias void (), ptr @f
@ifn = ifunc i32 (), ptr @res
@"odd name" = global i32 1, align 4
define void @f() { ret void }
define internal ptr @res() { ret ptr null }
!llvm.ident = !{!0}
!0 = !{!"ocg test"}
"#;

const RES: &str = "addi a0, zero, 0\np.ret";

#[test]
fn variables() {
    let asm = check(VARIABLES, &[("f", "p.ret"), ("res", RES)], GC);
    for line in [
        "\t.section\t.sdata,\"aw\",@progbits\n\t.globl\tg\n\t.p2align\t2, 0x0\ng:\n\t.word\t1\n\t.size\tg, 4\n",
        "\t.section\t.rodata.str1.1,\"aMS\",@progbits,1\n.L.str:\n\t.asciz\t\"he\\\"lo\"\n",
        "q:\n\t.quad\ts+20\n",
        "\t.section\t.rodata.once,\"aG\",@progbits,grp,comdat\n",
        "\t.section\tkeep,\"awR\",@progbits\n",
        "\t.section\t.init_array.200,\"aw\",@init_array\n\t.p2align\t3, 0x0\n\t.quad\tf\n",
        ".set al2, s+8\n",
        "\t.type\tifn,@gnu_indirect_function\n.set ifn, res\n",
        "\"odd name\":\n",
    ] {
        assert!(asm.contains(line), "{line}\n{asm}");
    }
}

/// llc's object of a module, as it is or with options; `None` where it is not installed.
fn llc(text: &str, options: &[&str]) -> Option<Vec<u8>> {
    use std::io::Write;
    let mut child = Command::new("llc-19")
        .args(["-filetype=obj", "-mtriple=riscv64", "-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d", "-o", "-"])
        .args(options)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(text.as_bytes()).ok()?;
    let out = child.wait_with_output().ok()?;
    assert!(out.status.success());
    Some(out.stdout)
}

#[test]
fn variables_are_where_llc_has_them() {
    let text = VARIABLES.replace("() {", "() nounwind {");
    let sections = EmitOptions { function_sections: true, data_sections: true, stack_size_section: false, dialect: 0 };
    for (pic, options, flags) in [
        (false, EmitOptions::default(), &["-relocation-model=static"][..]),
        (true, EmitOptions::default(), &["-relocation-model=pic"]),
        (false, sections, &["-function-sections", "-data-sections"]),
    ] {
        let Some(theirs) = llc(&text, flags) else { return };
        let (m, mut t) = (module(&text), target(GC));
        t.reloc = if pic { RelocModel::Pic } else { RelocModel::Static };
        let functions = [("f", "p.ret"), ("res", RES)].map(|(n, text)| Builder::build(&m, &t, n, text));
        let (_, object) = emit(&m, &t, &functions, &options, &Options::default());
        let lines = |o: &[u8]| -> Vec<String> { describe(o).lines().map(String::from).collect() };
        let (a, b) = (lines(&object), lines(&theirs));
        let only = |x: &[String], y: &[String], c| -> String {
            x.iter().filter(|l| !y.contains(l)).map(|l| format!("{c} {l}\n")).collect()
        };
        let diff = only(&a, &b, "ours  ") + &only(&b, &a, "theirs");
        assert!(diff.is_empty(), "{flags:?}\n{diff}");
    }
}

#[test]
fn sections_of_their_own() {
    let (m, mut t) = (module(VARIABLES), target(GC));
    t.reloc = RelocModel::Pic;
    let functions = [("f", "p.ret"), ("res", RES)].map(|(n, text)| Builder::build(&m, &t, n, text));
    let options = EmitOptions { function_sections: true, data_sections: true, stack_size_section: true, dialect: 0 };
    let (asm, object) = emit(&m, &t, &functions, &options, &Options::default());
    same_as_llvm_mc(&asm, &object, "riscv64", GC);
    assert!(asm.contains("\t.section\t.text.f,\"ax\",@progbits\n"), "{asm}");
    assert!(asm.contains("\t.section\t.data.rel.ro.rel,\"aw\",@progbits\n"), "{asm}");
}
