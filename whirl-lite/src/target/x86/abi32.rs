//! The calling conventions of IA-32 ("System V Application Binary Interface, Intel386 Architecture Processor Supplement", 2.2, and
//! the vendors' `stdcall`, `fastcall`, `thiscall`) as they apply to the types of LLVM IR.
//!
//! Rules for each part of each argument, where an integer of two registers is two parts:
//! * `byval` arguments lie in the area as a whole;
//! * integers and pointers go to the convention's registers while there are any: in C's and `fastcall` only those marked `inreg`
//!   (and in C's none of a function with variable arguments); the address of a result is never in one of `thiscall`'s;
//! * floats go to vector registers on the same terms, where the convention has some and the machine has SSE2;
//! * all else is on the stack, in slots of four bytes, doubles in two. `fastcc` aligns these.
//!
//! Integers are returned in eax and edx (a third one, which no C function has, in ecx), floats on the x87 stack, or in vector
//! registers as the convention has it; floats of 16 bits always in these. A function of a convention whose callees pop takes its arguments off the stack; C's takes the address of its result off alone.

use super::abi::{register, taken_off};
use crate::abi::{ArgLoc, Incoming};
use crate::target::{AbiArg, Assignment, FloatKind, Leaf, LeafKind, LeafLoc};
use smallvec::{SmallVec, smallvec};
use targ_info::x86::{feature, reg};
use targ_info::{Convention, PReg, Target};

/// Bytes of a register, and of a slot.
const WORD: u32 = 4;

/// Numbers of conventions in the language.
mod cc {
    pub const FAST: u32 = 8;
    pub const GHC: u32 = 10;
    pub const TAIL: u32 = 18;
    pub const SWIFT_TAIL: u32 = 20;
    pub const FASTCALL: u32 = 65;
    pub const THISCALL: u32 = 70;
}

/// The description of a convention; C's, for all that have none of their own, is the one whose registers are asked for by name.
fn convention(t: &Target, number: u32) -> Option<&'static Convention> {
    t.abi.convention(number).or_else(|| t.abi.conventions.iter().find(|c| c.name == "regparm"))
}

/// Do registers take only what is marked `inreg`?
fn wants_mark(number: u32) -> bool {
    !matches!(number, cc::FAST | cc::GHC | cc::TAIL | cc::THISCALL)
}

fn has_sse2(t: &Target) -> bool {
    t.has(feature::SSE2)
}

/// The next register of a list.
fn next(list: &mut &[PReg]) -> Option<ArgLoc> {
    let (&first, rest) = list.split_first()?;
    *list = rest;
    Some(ArgLoc::Reg(first))
}

fn slot(stack: &mut u32, bytes: u32, align: u32) -> ArgLoc {
    let at = stack.next_multiple_of(align.max(WORD));
    *stack = at + bytes.next_multiple_of(WORD);
    ArgLoc::Stack(at)
}

/// Where vectors go, unless a convention has registers for floats too.
static VECTORS: [PReg; 3] = [reg::XMM0, reg::XMM1, reg::XMM2];
/// Where vectors come back.
static VECTOR_RESULTS: [PReg; 4] = [reg::XMM0, reg::XMM1, reg::XMM2, reg::XMM3];

/// Where arguments go.
pub fn arguments(t: &Target, number: u32, args: &[AbiArg], vararg: bool) -> Assignment {
    let conv = convention(t, number);
    let (mut gprs, mut fprs): (&[PReg], &[PReg]) = conv.map_or((&[], &[]), |c| (c.int_args, c.fp_args));
    if !has_sse2(t) {
        fprs = &[];
    }
    let marked = wants_mark(number);
    // A function with variable arguments is called as C's: registers say nothing of how many there are.
    if vararg && marked {
        (gprs, fprs) = (&[], &[]);
    }
    let chain = if marked && number != cc::FASTCALL { reg::ECX } else { reg::EAX };
    let (mut vectors, shared): (&[PReg], bool) = (&VECTORS, !fprs.is_empty());
    let mut stack = 0;
    let mut leaves = Vec::with_capacity(args.len());
    for a in args {
        let may = (a.inreg || !marked) && !(a.sret && number == cc::THISCALL);
        for (n, leaf) in a.leaves.iter().enumerate() {
            let places: SmallVec<[ArgLoc; 2]> = match leaf.kind {
                _ if a.memory => smallvec![slot(&mut stack, WORD, if n == 0 { leaf.align } else { WORD })],
                _ if a.nest => smallvec![ArgLoc::Reg(chain)],
                LeafKind::Int(parts) => {
                    let mut one = || may.then(|| next(&mut gprs)).flatten();
                    (0..parts).map(|_| one().unwrap_or_else(|| slot(&mut stack, WORD, WORD))).collect()
                }
                LeafKind::Vector(bits) => {
                    let list = if shared { &mut fprs } else { &mut vectors };
                    match if vararg { None } else { next(list) } {
                        Some(ArgLoc::Reg(r)) => smallvec![ArgLoc::Reg(register(t, r, bits))],
                        _ => smallvec![slot(&mut stack, bits / 8, bits / 8)],
                    }
                }
                LeafKind::Float(kind) => {
                    let in_register = may && matches!(kind, FloatKind::Single | FloatKind::Double);
                    let align = if kind == FloatKind::Double && !marked && number != cc::THISCALL { 8 } else { WORD };
                    let bytes = kind.bits().div_ceil(8);
                    let place = in_register.then(|| next(&mut fprs)).flatten();
                    smallvec![place.unwrap_or_else(|| slot(&mut stack, bytes, align))]
                }
            };
            leaves.push(LeafLoc::Direct(places));
        }
    }
    let popped = match conv {
        Some(c) if c.callee_pops && !vararg => taken_off(t, c, stack),
        // The address of the result, unless the convention is one of ours alone.
        _ if !fast(number) && args.first().is_some_and(|a| a.sret && !a.inreg) => WORD,
        _ => 0,
    };
    let lacking = stack != 0 && conv.is_some_and(|c| c.no_stack);
    let stack_bytes = stack.max(popped);
    Assignment { leaves, incoming: Incoming { stack_bytes, save_registers: Vec::new(), popped }, lacking }
}

/// Is it one of the conventions that only compilers agree on?
fn fast(number: u32) -> bool {
    matches!(number, cc::FAST | cc::GHC | cc::TAIL | cc::SWIFT_TAIL)
}

/// Where results are.
pub fn results(t: &Target, number: u32, leaves: &[Leaf]) -> Option<Vec<LeafLoc>> {
    let conv = convention(t, number).filter(|_| fast(number) && has_sse2(t));
    let (mut gprs, mut x87) = (t.abi.int_results, t.abi.fp_results);
    let mut vectors = conv.map_or(t.abi.fp_results, |c| c.fp_results);
    let shared = vectors.first() == x87.first();
    let mut whole: &[PReg] = &VECTOR_RESULTS;
    let place = |leaf: &Leaf| {
        let places: Option<SmallVec<[ArgLoc; 2]>> = match leaf.kind {
            LeafKind::Int(n) => (0..n.min(3)).map(|_| next(&mut gprs)).collect(),
            LeafKind::Float(FloatKind::Half | FloatKind::BFloat) if has_sse2(t) => {
                next(&mut whole).map(|r| smallvec![r])
            }
            LeafKind::Float(FloatKind::Single | FloatKind::Double) if !shared => {
                next(&mut vectors).map(|r| smallvec![r])
            }
            LeafKind::Float(_) => next(&mut x87).map(|r| smallvec![r]),
            LeafKind::Vector(bits) => match next(&mut whole) {
                Some(ArgLoc::Reg(r)) => Some(smallvec![ArgLoc::Reg(register(t, r, bits))]),
                _ => None,
            },
        };
        places.map(LeafLoc::Direct)
    };
    leaves.iter().map(place).collect()
}

#[cfg(test)]
mod tests {
    use super::super::abi::tests::show;
    use super::*;
    use targ_info::TargetSpec;

    fn target(cpu: &str) -> Target {
        let spec =
            TargetSpec { triple: Some("i686-linux-gnu".into()), mcpu: Some(cpu.into()), ..TargetSpec::default() };
        Target::new(&spec, None).unwrap().0
    }
    fn leaf(kind: LeafKind) -> Leaf {
        Leaf { kind, align: 4 }
    }
    fn int(parts: u32) -> AbiArg {
        AbiArg {
            leaves: smallvec![leaf(LeafKind::Int(parts))],
            fixed: true,
            size: 4 * u64::from(parts),
            ..AbiArg::default()
        }
    }
    fn double() -> AbiArg {
        AbiArg { leaves: smallvec![leaf(LeafKind::Float(FloatKind::Double))], size: 8, ..int(1) }
    }
    fn marked(a: AbiArg) -> AbiArg {
        AbiArg { inreg: true, ..a }
    }
    fn places(cc: u32, args: &[AbiArg], vararg: bool) -> (String, u32) {
        let t = target("pentium4");
        let a = arguments(&t, cc, args, vararg);
        (show(&t, &a.leaves), a.incoming.popped)
    }

    #[test]
    fn c_passes_on_the_stack_what_is_not_marked() {
        assert_eq!(places(0, &[int(1), double(), int(2), int(1)], false), ("0, 4, 12+16, 20".into(), 0));
        let args = [marked(int(2)), int(1), marked(int(1)), marked(double()), marked(int(1))];
        assert_eq!(places(0, &args, false), ("eax+edx, 0, ecx, xmm0, 4".into(), 0));
        assert_eq!(places(0, &args[..2], true), ("0+4, 8".into(), 0));
    }
    #[test]
    fn vectors_have_three_registers() {
        let vector = AbiArg { leaves: smallvec![leaf(LeafKind::Vector(128))], size: 16, ..int(1) };
        let args = [marked(double()), vector.clone(), int(1), vector.clone(), vector.clone(), vector];
        assert_eq!(places(0, &args, false), ("xmm0, xmm1, 0, xmm2, 16, 32".into(), 0));
        assert_eq!(places(64, &args[1..], false).0, "xmm0, 0, xmm1, xmm2, 16");
        assert_eq!(places(0, &args[1..4], true).0, "0, 16, 32");
        let (t, list) = (target("pentium4"), [args[1].leaves[0]; 5]);
        assert_eq!(show(&t, &results(&t, 0, &list[1..]).unwrap()), "xmm0, xmm1, xmm2, xmm3");
        assert_eq!(results(&t, 0, &list), None);
    }
    #[test]
    fn callees_pop_what_their_convention_says() {
        let result = AbiArg { sret: true, ..int(1) };
        assert_eq!(places(0, &[result.clone(), int(1)], false), ("0, 4".into(), 4));
        assert_eq!(places(0, &[marked(result.clone()), int(1)], false), ("eax, 0".into(), 0));
        assert_eq!(places(64, &[int(1), double()], false), ("0, 4".into(), 12));
        assert_eq!(places(64, &[int(1), double()], true), ("0, 4".into(), 0));
        assert_eq!(places(65, &[marked(int(1)), int(1), marked(int(1))], false), ("ecx, 0, edx".into(), 4));
        assert_eq!(places(70, &[result.clone(), int(1), int(1)], false), ("0, ecx, 4".into(), 8));
        assert_eq!(places(8, &[result, int(1), double(), int(1)], false), ("ecx, edx, xmm0, 0".into(), 0));
    }
    #[test]
    fn conventions_that_promise_tail_calls_pad_what_their_callees_pop() {
        assert_eq!(places(18, &[int(1)], false), ("ecx".into(), 12));
        assert_eq!(places(18, &[int(2), int(3), int(1)], false), ("ecx+edx, 0+4+8, 12".into(), 28));
        assert_eq!(places(18, &[int(3)], true), ("ecx+edx+0".into(), 0));
        assert_eq!(places(20, &[int(1), double()], false), ("0, 4".into(), 12));
    }
    #[test]
    fn registers_alone_may_not_do() {
        let t = target("pentium4");
        assert_eq!(places(10, &[int(2), int(2)], false).0, "ebx+ebp, edi+esi");
        assert!(!arguments(&t, 10, &[int(4)], false).lacking);
        assert!(arguments(&t, 10, &[int(4), int(1)], false).lacking);
        assert!(arguments(&t, 10, &[double()], false).lacking);
    }
    #[test]
    fn the_static_chain_has_its_register() {
        let nest = AbiArg { nest: true, ..int(1) };
        assert_eq!(places(0, &[nest.clone(), int(1)], false).0, "ecx, 0");
        assert_eq!(places(8, &[nest, int(1)], false).0, "eax, ecx");
    }
    #[test]
    fn floats_are_returned_on_the_register_stack() {
        let t = target("pentium4");
        let leaves = |l: &[AbiArg]| l.iter().map(|a| a.leaves[0]).collect::<Vec<_>>();
        let list = leaves(&[int(1), double(), int(1), double()]);
        assert_eq!(show(&t, &results(&t, 0, &list).unwrap()), "eax, fp0, edx, fp1");
        assert_eq!(show(&t, &results(&t, 8, &list).unwrap()), "eax, xmm0, edx, xmm1");
        assert_eq!(show(&target("i686"), &results(&target("i686"), 8, &list[1..2]).unwrap()), "fp0");
        assert_eq!(show(&t, &results(&t, 0, &leaves(&[int(2), int(1)])).unwrap()), "eax+edx, ecx");
        assert_eq!(results(&t, 0, &leaves(&[int(2), int(2)])), None);
    }
}
