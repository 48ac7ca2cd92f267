//! x86 through both streamers: the object has the bytes and relocations that llvm-mc makes of the text.

use crate::EmitOptions;
use crate::tests::{Builder, check_on, emit, module, same_as_llvm_mc};
use cgir::func::{FrameData, FrameKind};
use cgir::pass::Options;
use targ_info::{RelocModel, Target, TargetSpec};

#[track_caller]
fn check(triple: &str, ll: &str, functions: &[(&str, &str)]) -> String {
    check_on(triple, target(triple), ll, functions, "")
}

fn target(triple: &str) -> Target {
    let spec = TargetSpec { triple: Some(triple.into()), ..TargetSpec::default() };
    let (mut t, _) = Target::new(&spec, None).expect("a target");
    t.reloc = RelocModel::Pic;
    t
}

const LONG: &str = "x86_64-unknown-linux-gnu";
/// One function that does nothing.
const ONE: &str = "target triple = \"x86_64-unknown-linux-gnu\"\ndefine void @f() { ret void }\n";

#[test]
fn calls_and_symbols() {
    let ll = "
target triple = \"x86_64-unknown-linux-gnu\"
@v = global i32 5
@s = internal global i64 7
@t = thread_local global i32 1
@p = global ptr @s
declare void @ext()
define internal void @near() { ret void }
define void @f() { ret void }
";
    let f = "
pushq %rbx !setup save
callq near
p.call ext
addl $1, v(%rip)
addl $1000, v+4(%rip)
movq v@GOTPCREL(%rip), %rax
movl v@GOTPCREL(%rip), %ecx
addq v@GOTPCREL(%rip), %r9
leaq s(%rip), %rdi
movl $v, %eax
movq $s, %rdx
movslq s(,%rcx,4), %rax
movq %fs:t@TPOFF, %rax
movq t@GOTTPOFF(%rip), %rbx
leaq t@TPOFF+4(%rax), %rcx
movb $3, s+9(%rip)
popq %rbx !destroy restore
p.ret 0
";
    let asm = check(LONG, ll, &[("near", "p.ret 0"), ("f", f)]);
    assert!(asm.contains("\tcallq\text@PLT\n"), "{asm}");
    assert!(asm.contains("\taddl\t$1, v(%rip)\n"), "{asm}");
    assert!(asm.contains("\tmovq\t%fs:t@TPOFF, %rax\n"), "{asm}");
}

#[test]
fn branches_take_the_form_that_reaches() {
    let far = "movabsq $1234567890123, %rax\n".repeat(13);
    let f = format!(
        "jne bb2\nbb1:\ncmpq $100, %rax\njle bb1\n{far}jmp bb2\nbb2:\nxorl %eax, %eax\njb bb1\nsubq $128, %rsp\n\
         addl $100000, %eax\njmp bb3\nbb3:\naddps %xmm1, %xmm9\np.ret 0\n"
    );
    check(LONG, ONE, &[("f", &f)]);
}

#[test]
fn loops_of_atomics() {
    let rmw = |kind: u32| format!("p.rmw32 eax, ecx, eflags, {kind}, edx, rdi, 0, noreg, 8, 0\n");
    let f: String = (0..=10).map(rmw).chain(["p.ret 0\n".to_string()]).collect();
    let asm = check(LONG, ONE, &[("f", &f)]);
    assert_eq!(asm.matches("cmpxchgl").count(), 11);
}

#[test]
fn addends_stand_in_place_on_ia32() {
    let ll = "
target triple = \"i386-unknown-linux-gnu\"
@v = global i32 5
@s = internal global i32 7
@p = global ptr @s
declare void @ext()
define void @f() { ret void }
";
    let f =
        "pushl %ebx !setup save\np.call ext\nmovl $v+8, %ecx\nincl s+4(,%ecx,4)\npopl %ebx !destroy restore\np.ret 0\n";
    let asm = check("i386-unknown-linux-gnu", ll, &[("f", f)]);
    assert!(asm.contains("\tcalll\text@PLT\n"), "{asm}");
}

#[test]
fn call_frames() {
    let (m, t) = (module(ONE), target(LONG));
    let text = "
pushq %rbp !setup save
movq %rsp, %rbp !setup
pushq %rbx !setup save
subq $40, %rsp !setup
addq $40, %rsp !destroy
popq %rbx !destroy restore
popq %rbp !destroy restore
p.ret 0
";
    let mut f = Builder::build(&m, &t, "f", text);
    f.frame_info.needs_cfi = true;
    for (name, offset) in [("rbp", -16), ("rbx", -24)] {
        let kind = FrameKind::Saved(t.isa.reg_by_name(name).expect("a register"));
        f.frame.push(FrameData { size: 8, align: 3, kind, offset: Some(offset) });
    }
    let (asm, object) = emit(&m, &t, &[f], &EmitOptions::default(), &Options::default());
    let cfi: Vec<&str> = asm.lines().filter_map(|l| l.strip_prefix("\t.cfi_")).collect();
    let expected = [
        "startproc",
        "def_cfa_offset\t16",
        "offset\t%rbp, -16",
        "def_cfa_register\t%rbp",
        "offset\t%rbx, -24",
        "restore\t%rbx",
        "def_cfa\t%rsp, 8",
        "restore\t%rbp",
        "endproc",
    ];
    assert_eq!(cfi, expected, "{asm}");
    same_as_llvm_mc(&asm, &object, LONG, "");
}
