//! Everything that compilers emit legalises on every kind of target; what does not says so.

use crate::ir::{Callee, Function, InstKind, Module};
use crate::{legalize, ll, print};
use targ_info::{Target, TargetSpec};

fn target(march: &str, mabi: &str) -> Target {
    let spec = TargetSpec { march: Some(march.into()), mabi: Some(mabi.into()), ..TargetSpec::default() };
    Target::new(&spec, None).unwrap().0
}
const ALL: &[(&str, &str)] = &[
    ("rv64gc", "lp64d"),
    ("rv64i", "lp64"),
    ("rv64gc_zba_zbb_zbs_zicond_zfh_zfa", "lp64d"),
    ("rv32gc", "ilp32d"),
    ("rv32i", "ilp32"),
    ("rv32imac_zbb", "ilp32"),
    ("rv64gc", "lp64"),
    ("rv32gc", "ilp32f"),
];

/// All functions of a module, legalised.
fn legalised(text: &str, t: &Target) -> Result<(Module, Vec<Function>), String> {
    let text = format!("target datalayout = \"{}\"\n{text}", t.abi.data_layout);
    let m = ll::parse(text.as_bytes()).map_err(|e| e.render("test", &text))?;
    let mut out = Vec::new();
    for f in m.functions.values() {
        let mut f = f.clone();
        legalize::run(&mut f, &m, t).map_err(|e| e.render("test", &text))?;
        out.push(f);
    }
    Ok((m, out))
}
fn shown(text: &str, t: &Target) -> String {
    let (m, fs) = legalised(text, t).unwrap();
    fs.iter().map(|f| print::function(&m, f)).collect()
}

#[test]
fn all_constructs_legalise_everywhere() {
    for &(march, mabi) in ALL {
        let t = target(march, mabi);
        for text in [include_str!("tests/intrinsics.ll"), include_str!("tests/constructs.ll")] {
            if let Err(e) = legalised(text, &t) {
                panic!("{march} {mabi}: {e}");
            }
        }
    }
}

#[test]
fn unsupported_constructs_are_named() {
    let t = target("rv64gc", "lp64d");
    let cases = [
        ("define void @f(<vscale x 4 x i32> %v) {\n ret void\n}", "scalable vector"),
        (
            "define void @f() {\n %x = call token @llvm.experimental.gc.statepoint.p0()\n ret void\n}\ndeclare token @llvm.experimental.gc.statepoint.p0()",
            "llvm.experimental.gc.statepoint",
        ),
        ("define x86_fp80 @f(x86_fp80 %x) {\n ret x86_fp80 %x\n}", "x86_fp80"),
        (
            "define void @f() personality ptr @p {\n invoke void @g() to label %a unwind label %b\na:\n ret void\nb:\n %l = landingpad { ptr, i32 } cleanup\n ret void\n}\ndeclare void @g()\ndeclare i32 @p(...)",
            "'invoke'",
        ),
    ];
    for (text, want) in cases {
        match legalised(text, &t) {
            Ok(_) => panic!("accepted: {text}"),
            Err(e) => assert!(e.contains(want), "{e}"),
        }
    }
}

#[test]
fn calls_through_memory_have_effects() {
    use crate::alias::{Effects, call_effects};
    let text = "define i64 @f(i64 %a, i200 %b) {\n %r = call { i64, i64, i64 } @g(i64 %a)\n\
        %x = extractvalue { i64, i64, i64 } %r, 2\n %y = call i64 @h(i200 %b)\n %z = call i64 @k(i64 %y)\n\
        %w = sitofp i64 %z to fp128\n %v = fptosi fp128 %w to i64\n %u = sub i64 %v, %x\n ret i64 %u\n}\n\
        declare { i64, i64, i64 } @g(i64) memory(none)\ndeclare i64 @h(i200) memory(none)\n\
        declare i64 @k(i64) memory(none)\n";
    // By reference: a result, an argument; and all that is fp128 on the smaller machine.
    for (march, mabi, want) in [("rv64gc", "lp64d", 2), ("rv32gc", "ilp32d", 4)] {
        let t = target(march, mabi);
        let (m, fs) = legalised(text, &t).unwrap();
        let f = fs.iter().find(|f| !f.layout.is_empty()).unwrap();
        let calls = f.block_insts(f.layout[0]).filter(|&i| matches!(f.insts[i].kind, InstKind::Call(_)));
        assert_eq!(calls.filter(|&i| call_effects(f, &m, i) == Effects::ALL).count(), want, "{march}");
    }
}

/// What moves lanes about only chooses among the operands' parts: the values stored, in order.
#[test]
fn lanes_move() {
    let t = target("rv64gc", "lp64d");
    let cases = [
        ("<4 x i64> @llvm.vector.reverse.v4i64(<4 x i64> %a)", "<4 x i64>", "3210"),
        ("<4 x i64> @llvm.vector.splice.v4i64(<4 x i64> %a, <4 x i64> %b, i32 -1)", "<4 x i64>", "3456"),
        ("<4 x i64> @llvm.vector.splice.v4i64(<4 x i64> %a, <4 x i64> %b, i32 3)", "<4 x i64>", "3456"),
        ("<2 x i64> @llvm.vector.extract.v2i64.v4i64(<4 x i64> %a, i64 2)", "<2 x i64>", "23"),
        ("<8 x i64> @llvm.vector.insert.v8i64.v4i64(<8 x i64> %c, <4 x i64> %b, i64 4)", "<8 x i64>", "01234567"),
        ("<8 x i64> @llvm.vector.interleave2.v8i64(<4 x i64> %a, <4 x i64> %b)", "<8 x i64>", "04152637"),
        ("{ <2 x i64>, <2 x i64> } @llvm.vector.deinterleave2.v4i64(<4 x i64> %a)", "{ <2 x i64>, <2 x i64> }", "0213"),
    ];
    for (call, ty, want) in cases {
        let text = format!(
            "define void @f(ptr %p, ptr %q) {{\n %c = load <8 x i64>, ptr %p\n\
             %a = shufflevector <8 x i64> %c, <8 x i64> %c, <4 x i32> <i32 0, i32 1, i32 2, i32 3>\n\
             %b = shufflevector <8 x i64> %c, <8 x i64> %c, <4 x i32> <i32 4, i32 5, i32 6, i32 7>\n\
             %r = call {call}\n store {ty} %r, ptr %q\n ret void\n}}\ndeclare {}\n",
            call.replace(" %a", "")
                .replace(" %b", "")
                .replace(" %c", "")
                .replace("i32 -1", "i32")
                .replace("i32 3", "i32")
                .replace("i64 2)", "i64)")
                .replace("i64 4)", "i64)")
        );
        let (_, fs) = legalised(&text, &t).unwrap();
        let f = fs.iter().find(|f| !f.layout.is_empty()).unwrap();
        let loads: Vec<_> =
            f.insts.iter().filter(|(_, d)| matches!(d.kind, InstKind::Load(..))).map(|(i, _)| f.result(i, 0)).collect();
        let stored = f.insts.iter().filter(|(_, d)| matches!(d.kind, InstKind::Store(..))).map(|(i, _)| f.args(i));
        let order: Option<String> =
            stored.map(|a| loads.iter().position(|l| a.contains(l)).map(|k| char::from(b'0' + k as u8))).collect();
        assert_eq!(order.as_deref(), Some(want), "{call}");
    }
}

#[test]
fn extended_arguments_need_no_masks() {
    let t = target("rv64gc", "lp64d");
    let text = "define zeroext i8 @f(i8 zeroext %a, i8 zeroext %b) {
  %c = icmp ult i8 %a, %b
  %r = select i1 %c, i8 %a, i8 %b
  ret i8 %r
}";
    let s = shown(text, &t);
    assert!(!s.contains("and"), "{s}");
}

#[test]
fn loads_extend_as_their_users_want() {
    let t = target("rv64gc", "lp64d");
    let text = "define i64 @f(ptr %p) {
  %a = load i16, ptr %p
  %b = sext i16 %a to i64
  ret i64 %b
}";
    let s = shown(text, &t);
    assert!(s.contains("load.sext i16") && !s.contains("sextinreg"), "{s}");
}

#[test]
fn small_copies_are_loads_and_stores() {
    let t = target("rv64gc", "lp64d");
    let text = "define void @f(ptr align 8 %p, ptr align 8 %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 20, i1 false)
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 100000, i1 false)
  ret void
}
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)";
    let (_, fs) = legalised(text, &t).unwrap();
    let f = &fs[0];
    let count = |p: &dyn Fn(&InstKind) -> bool| f.insts.values().filter(|i| p(&i.kind)).count();
    assert_eq!(count(&|k| matches!(k, InstKind::Load(..))), 3);
    assert_eq!(count(&|k| matches!(k, InstKind::Store(..))), 3);
    let calls: Vec<_> = f.calls.values().map(|c| &c.callee).collect();
    assert!(matches!(calls.as_slice(), [Callee::Library("memset")]));
}

#[test]
fn extended_floats_legalise_where_there_is_x87() {
    let text = "define x86_fp80 @arith(x86_fp80 %a, x86_fp80 %b, i64 %i, i128 %w) {\n\
        %r = frem x86_fp80 %a, %b\n %s = call x86_fp80 @llvm.floor.f80(x86_fp80 %r)\n\
        %c = call x86_fp80 @llvm.copysign.f80(x86_fp80 %s, x86_fp80 %b)\n\
        %m = call x86_fp80 @llvm.minimum.f80(x86_fp80 %c, x86_fp80 0xK3FFF8000000000000000)\n\
        %n = call x86_fp80 @llvm.powi.f80.i32(x86_fp80 %m, i32 3)\n\
        %u = uitofp i128 %w to x86_fp80\n %v = sitofp i64 %i to x86_fp80\n\
        %x = fadd x86_fp80 %u, %v\n %y = fmul x86_fp80 %x, %n\n ret x86_fp80 %y\n}\n\
        define i1 @class(x86_fp80 %a) {\n %r = call i1 @llvm.is.fpclass.f80(x86_fp80 %a, i32 267)\n ret i1 %r\n}\n\
        define i80 @bits(x86_fp80 %a) {\n %r = bitcast x86_fp80 %a to i80\n ret i80 %r\n}\n\
        define x86_fp80 @of(i80 %a) {\n %r = bitcast i80 %a to x86_fp80\n ret x86_fp80 %r\n}\n\
        define half @narrow(x86_fp80 %a) {\n %r = fptrunc x86_fp80 %a to half\n ret half %r\n}\n\
        declare x86_fp80 @llvm.floor.f80(x86_fp80)\ndeclare x86_fp80 @llvm.copysign.f80(x86_fp80, x86_fp80)\n\
        declare x86_fp80 @llvm.minimum.f80(x86_fp80, x86_fp80)\ndeclare x86_fp80 @llvm.powi.f80.i32(x86_fp80, i32)\n\
        declare i1 @llvm.is.fpclass.f80(x86_fp80, i32)\n";
    for march in ["x86-64", "i686"] {
        let t = Target::new(&TargetSpec { march: Some(march.into()), ..TargetSpec::default() }, None).unwrap().0;
        let shown = shown(text, &t);
        for name in ["fmodl", "floorl", "fminl", "__powixf2", "__truncxfhf2"] {
            assert!(shown.contains(name), "{march}: {name} is not in\n{shown}");
        }
        // Of 64 bits two registers at most, which x87 converts in memory.
        assert!(!shown.contains("__floatdi"), "{march}");
        assert_eq!(t.xlen() == 32, shown.contains("FromPair"), "{march}: {shown}");
    }
}
