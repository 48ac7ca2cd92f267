//! The System V calling convention of x86-64 ("System V Application Binary Interface, AMD64 Architecture Processor
//! Supplement", 3.2.3) as it applies to the types of LLVM IR, where a front end has already classified C's aggregates.
//!
//! Rules for each leaf of each argument:
//! * an integer or pointer takes the next general register, else eight bytes of the argument area;
//! * an integer of two registers takes two of them, or, where only one is left, sixteen aligned bytes of the area: the
//!   register stays free for who comes later;
//! * a float takes the next vector register, fixed or variable argument alike, else eight bytes of the area;
//! * a float of x87 lies in the area, aligned as its type, and results of such are at the top of its stack and below;
//! * a vector takes the next vector register, or lies in the area aligned as its size;
//! * a `byval` argument lies in the area as a whole, aligned as it asks;
//! * results use rax and rdx (a third integer, which no C function has, rcx), xmm0 and xmm1; what does not fit is returned in
//!   memory, and its address in rax.
//!
//! A call with variable arguments says in al how many vector registers it uses; expansion counts them from the places.
//! `fastcc`, `coldcc` and the others follow the same rules: only the two sides of a call must agree. `ghccc` has registers of its own and
//! no stack arguments; callees of `tailcc` take their arguments off the stack.

use crate::abi::{ArgLoc, Incoming};
use crate::target::{AbiArg, Assignment, FloatKind, Leaf, LeafKind, LeafLoc};
use smallvec::{SmallVec, smallvec};
use targ_info::x86::{class, reg};
use targ_info::{Convention, PReg, Target};

/// Registers and bytes of the area handed out so far.
struct State<'a> {
    gprs: &'a [PReg],
    fprs: &'a [PReg],
    stack: u32,
    word: u32,
}

/// The next register of a list.
fn next(list: &mut &[PReg]) -> Option<ArgLoc> {
    let (&first, rest) = list.split_first()?;
    *list = rest;
    Some(ArgLoc::Reg(first))
}

/// The vector register of so many bits that a register of 128 bits is part of.
pub(super) fn register(t: &Target, r: PReg, bits: u32) -> PReg {
    if bits <= 128 {
        return r;
    }
    t.isa.view(r, class::VR256).unwrap_or(r)
}

impl State<'_> {
    fn slot(&mut self, bytes: u32, align: u32) -> ArgLoc {
        let at = self.stack.next_multiple_of(align.max(self.word));
        self.stack = at + bytes.next_multiple_of(self.word);
        ArgLoc::Stack(at)
    }
    /// A vector. Variable arguments have no registers wider than 128 bits.
    fn vector(&mut self, t: &Target, bits: u32, fixed: bool) -> ArgLoc {
        let place = if bits <= 128 || fixed { next(&mut self.fprs) } else { None };
        match place {
            Some(ArgLoc::Reg(r)) => ArgLoc::Reg(register(t, r, bits)),
            _ => self.slot(bits / 8, bits / 8),
        }
    }
    fn int(&mut self, parts: u32, align: u32) -> SmallVec<[ArgLoc; 2]> {
        if self.gprs.len() >= parts as usize {
            return (0..parts).filter_map(|_| next(&mut self.gprs)).collect();
        }
        if parts == 1 {
            return smallvec![self.slot(self.word, self.word)];
        }
        if parts == 2 {
            let first = self.slot(self.word, align);
            return smallvec![first, self.slot(self.word, self.word)];
        }
        // No C type; the parts one by one, as llc has it: the first where two would have a place.
        let first = if self.gprs.len() > 1 { next(&mut self.gprs) } else { None };
        let first = first.unwrap_or_else(|| self.slot(self.word, 2 * self.word));
        let mut one = |_| next(&mut self.gprs).unwrap_or_else(|| self.slot(self.word, self.word));
        std::iter::once(first).chain((1..parts).map(&mut one)).collect()
    }
}

/// Bytes that a callee takes off the stack where it takes its arguments: all, and what keeps the stack aligned where areas of
/// different sizes take each other's places under one return address.
pub(super) fn taken_off(t: &Target, c: &Convention, stack: u32) -> u32 {
    let word = u32::from(t.xlen()) / 8;
    match (c.callee_pops, c.tail_calls) {
        (_, true) => (stack + word).next_multiple_of(t.abi.stack_align) - word,
        (all, false) => {
            if all {
                stack
            } else {
                0
            }
        }
    }
}

/// Where arguments go.
pub fn arguments(t: &Target, number: u32, args: &[AbiArg], vararg: bool) -> Assignment {
    let word = u32::from(t.xlen()) / 8;
    let conv = t.abi.convention(number);
    let (gprs, fprs) = conv.map_or((t.abi.int_args, t.abi.fp_args), |c| (c.int_args, c.fp_args));
    let mut s = State { gprs, fprs, stack: 0, word };
    let chain = ArgLoc::Reg(if word == 8 { reg::R10 } else { reg::ECX });
    let mut leaves = Vec::with_capacity(args.len());
    for a in args {
        for (n, leaf) in a.leaves.iter().enumerate() {
            let places = match (leaf.kind, a.nest.then_some(chain)) {
                (_, Some(r)) => smallvec![r],
                _ if a.memory => smallvec![s.slot(word, if n == 0 { leaf.align } else { word })],
                (LeafKind::Int(parts), None) => s.int(parts, leaf.align),
                (LeafKind::Float(FloatKind::Extended), None) => {
                    smallvec![s.slot(10u32.next_multiple_of(leaf.align.max(1)), leaf.align)]
                }
                (LeafKind::Float(kind), None) => match next(&mut s.fprs) {
                    Some(r) => smallvec![r],
                    None => smallvec![s.slot(kind.bits() / 8, word)],
                },
                (LeafKind::Vector(bits), None) => smallvec![s.vector(t, bits, a.fixed)],
            };
            leaves.push(LeafLoc::Direct(places));
        }
    }
    // What entry code stores for variable arguments: the registers that fixed ones left.
    let rest = |list: &[PReg]| if vararg { list.to_vec() } else { Vec::new() };
    let mut save_registers = rest(s.gprs);
    save_registers.append(&mut rest(s.fprs));
    let lacking = s.stack != 0 && conv.is_some_and(|c| c.no_stack);
    let popped = conv.filter(|_| !vararg).map_or(0, |c| taken_off(t, c, s.stack));
    Assignment { leaves, incoming: Incoming { stack_bytes: s.stack.max(popped), save_registers, popped }, lacking }
}

/// Where results are.
pub fn results(t: &Target, leaves: &[Leaf]) -> Option<Vec<LeafLoc>> {
    let mut gprs = t.abi.int_results;
    let mut x87: &[PReg] = &[reg::FP0, reg::FP1];
    // Where other floats are there too, both take from one list.
    let shared = t.abi.fp_results.first() == x87.first();
    // Vectors take up to four registers, of which floats have the first two.
    let list: &[PReg] = t.abi.fp_args.get(..4).unwrap_or(t.abi.fp_args);
    let (mut fprs, mut vectors) = (t.abi.fp_results, list);
    let place = |leaf: &Leaf| {
        let places: Option<SmallVec<[ArgLoc; 2]>> = match leaf.kind {
            LeafKind::Int(n) => (0..n.min(3)).map(|_| next(&mut gprs)).collect(),
            LeafKind::Float(FloatKind::Extended) if !shared => next(&mut x87).map(|r| smallvec![r]),
            LeafKind::Float(_) => {
                let _ = next(&mut vectors);
                // What llc returns of three lanes or fields, no C type asks for.
                let narrow = matches!(leaf.kind, LeafKind::Float(FloatKind::Single | FloatKind::Double));
                let more = |x87: &mut &[PReg]| if narrow && !shared { next(x87) } else { None };
                next(&mut fprs).or_else(|| more(&mut x87)).map(|r| smallvec![r])
            }
            LeafKind::Vector(bits) => {
                let _ = next(&mut fprs);
                match next(&mut vectors) {
                    Some(ArgLoc::Reg(r)) => Some(smallvec![ArgLoc::Reg(register(t, r, bits))]),
                    _ => None,
                }
            }
        };
        places.map(LeafLoc::Direct)
    };
    leaves.iter().map(place).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use targ_info::TargetSpec;

    fn target() -> Target {
        let spec = TargetSpec { march: Some("x86_64".into()), ..TargetSpec::default() };
        Target::new(&spec, None).unwrap().0
    }
    fn int(parts: u32) -> AbiArg {
        let leaf = Leaf { kind: LeafKind::Int(parts), align: 8 * parts };
        AbiArg { leaves: smallvec![leaf], fixed: true, size: 8 * u64::from(parts), ..AbiArg::default() }
    }
    fn double() -> AbiArg {
        let leaf = Leaf { kind: LeafKind::Float(FloatKind::Double), align: 8 };
        AbiArg { leaves: smallvec![leaf], fixed: true, size: 8, ..AbiArg::default() }
    }
    /// Places as text: registers by name, offsets in the argument area as numbers.
    pub(in super::super) fn show(t: &Target, l: &[LeafLoc]) -> String {
        let place = |p: &ArgLoc| match p {
            ArgLoc::Reg(r) => t.isa.reg(*r).name.to_string(),
            ArgLoc::Stack(n) => n.to_string(),
            ArgLoc::Ignore => "-".into(),
        };
        let one = |l: &LeafLoc| match l {
            LeafLoc::Direct(p) | LeafLoc::Bits(p) => p.iter().map(place).collect::<Vec<_>>().join("+"),
            LeafLoc::Indirect(p) => format!("*{}", place(p)),
        };
        l.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn a_pair_is_not_split_and_leaves_the_last_register_free() {
        let t = target();
        let mut args: Vec<AbiArg> = (0..5).map(|_| int(1)).collect();
        args.extend([int(2), int(1), int(1), int(2)]);
        let a = arguments(&t, 0, &args, false);
        assert_eq!(show(&t, &a.leaves), "rdi, rsi, rdx, rcx, r8, 0+8, r9, 16, 32+40");
        assert_eq!(a.incoming.stack_bytes, 48);
    }
    #[test]
    fn conventions_of_their_own_pad_what_they_pop_or_have_no_stack() {
        let t = target();
        let args: Vec<AbiArg> = (0..9).map(|_| int(1)).collect();
        let (none, three) = (arguments(&t, 18, &args[..1], false), arguments(&t, 18, &args, false));
        assert_eq!((none.incoming.popped, none.incoming.stack_bytes), (8, 8));
        assert_eq!((three.incoming.popped, three.incoming.stack_bytes), (24, 24));
        assert_eq!(arguments(&t, 18, &args, true).incoming.popped, 0);
        let a = arguments(&t, 10, &[double(), int(1), int(2), int(1)], false);
        assert_eq!((show(&t, &a.leaves).as_str(), a.lacking), ("xmm1, r13, rbp+r12, rbx", false));
        assert!(arguments(&t, 10, &[int(9), int(2)], false).lacking);
    }
    #[test]
    fn memory_arguments_take_no_registers() {
        let t = target();
        let word = Leaf { kind: LeafKind::Int(1), align: 32 };
        let big = AbiArg { leaves: smallvec![word; 3], memory: true, size: 24, ..int(1) };
        let a = arguments(&t, 0, &[int(1), big.clone(), double(), big], true);
        assert_eq!(show(&t, &a.leaves), "rdi, 0, 8, 16, xmm0, 32, 40, 48");
        assert_eq!(a.incoming.save_registers.len(), 5 + 7);
    }
    #[test]
    fn floats_of_x87_are_on_stacks() {
        let t = target();
        let leaf = Leaf { kind: LeafKind::Float(FloatKind::Extended), align: 16 };
        let long = AbiArg { leaves: smallvec![leaf], size: 16, ..int(1) };
        let mut args: Vec<AbiArg> = (0..7).map(|_| int(1)).collect();
        args.extend([long.clone(), double(), long]);
        let a = arguments(&t, 0, &args, false);
        assert_eq!(show(&t, &a.leaves), "rdi, rsi, rdx, rcx, r8, r9, 0, 16, xmm0, 32");
        assert_eq!(a.incoming.stack_bytes, 48);
        let both = [leaf, double().leaves[0], leaf];
        assert_eq!(show(&t, &results(&t, &both).unwrap()), "fp0, xmm0, fp1");
        assert_eq!(results(&t, &[leaf; 3]), None);
    }
    #[test]
    fn results_use_three_general_registers_and_two_others() {
        let t = target();
        let leaves = |l: &[AbiArg]| l.iter().map(|a| a.leaves[0]).collect::<Vec<_>>();
        let r = results(&t, &leaves(&[int(1), double(), int(1), double()])).unwrap();
        assert_eq!(show(&t, &r), "rax, xmm0, rdx, xmm1");
        assert_eq!(show(&t, &results(&t, &leaves(&[int(2)])).unwrap()), "rax+rdx");
        assert_eq!(show(&t, &results(&t, &leaves(&[int(2), int(1)])).unwrap()), "rax+rdx, rcx");
        assert_eq!(results(&t, &leaves(&[int(2), int(2)])), None);
        // Then come the two of x87.
        let r = results(&t, &leaves(&[double(), double(), double()])).unwrap();
        assert_eq!(show(&t, &r), "xmm0, xmm1, fp0");
    }
}
