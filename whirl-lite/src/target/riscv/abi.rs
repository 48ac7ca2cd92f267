//! RISC-V calling conventions: the psABI ("RISC-V Calling Conventions", riscv-elf-psabi-doc) as it applies to the
//! types of LLVM IR, where a front end has already lowered C's aggregates.
//!
//! Rules, in the order that they apply to each leaf of each argument:
//! * a float goes to a floating-point register if the ABI has them wide enough, one is left and the argument is fixed;
//! * else it travels as an integer of its width (a double on RV32 as a pair that need not be aligned);
//! * an integer of two parts takes two registers, or one register and one stack slot, or two aligned stack slots;
//! * a variable argument as large and as aligned as two registers starts at an even register;
//! * anything with more parts is passed by reference;
//! * results use the first two registers of each kind; what does not fit is returned in memory.
//!
//! `fastcc`, `coldcc` and the others follow the same rules: only the two sides of a call must agree.

use crate::abi::{ArgLoc, Incoming};
use crate::target::{AbiArg, Assignment, FloatKind, Leaf, LeafKind, LeafLoc};
use smallvec::{SmallVec, smallvec};
use targ_info::{PReg, Target};

/// Registers and stack handed out so far.
struct State<'a> {
    gprs: &'a [PReg],
    fprs: &'a [PReg],
    next_gpr: usize,
    next_fpr: usize,
    stack: u32,
    xbytes: u32,
    flen: u32,
    /// Most alignment that a stack slot gets (the ABI's stack alignment).
    max_align: u32,
}

impl State<'_> {
    fn gpr(&mut self) -> Option<ArgLoc> {
        let r = self.gprs.get(self.next_gpr)?;
        self.next_gpr += 1;
        Some(ArgLoc::Reg(*r))
    }
    fn fpr(&mut self) -> Option<ArgLoc> {
        let r = self.fprs.get(self.next_fpr)?;
        self.next_fpr += 1;
        Some(ArgLoc::Reg(*r))
    }
    fn slot(&mut self, bytes: u32, align: u32) -> ArgLoc {
        let at = self.stack.next_multiple_of(align.clamp(1, self.max_align));
        self.stack = at + bytes;
        ArgLoc::Stack(at)
    }
    fn gpr_or_slot(&mut self) -> ArgLoc {
        match self.gpr() {
            Some(r) => r,
            None => self.slot(self.xbytes, self.xbytes),
        }
    }
    /// Two parts: aligned on the stack, but any two registers, or the last register and a slot.
    fn pair(&mut self, align: u32) -> SmallVec<[ArgLoc; 2]> {
        match self.gpr() {
            Some(first) => smallvec![first, self.gpr_or_slot()],
            None => {
                let first = self.slot(self.xbytes, align.max(self.xbytes));
                smallvec![first, self.slot(self.xbytes, self.xbytes)]
            }
        }
    }
    fn int(&mut self, parts: u32, align: u32) -> LeafLoc {
        match parts {
            1 => LeafLoc::Direct(smallvec![self.gpr_or_slot()]),
            2 => LeafLoc::Direct(self.pair(align)),
            _ => LeafLoc::Indirect(self.gpr_or_slot()),
        }
    }
    fn float(&mut self, kind: FloatKind, fixed: bool) -> LeafLoc {
        let bits = kind.bits();
        if fixed
            && bits <= self.flen
            && let Some(r) = self.fpr()
        {
            return LeafLoc::Direct(smallvec![r]);
        }
        if bits > self.xbytes * 8 {
            // A double on RV32: a pair of any registers, or eight aligned bytes on the stack.
            return match self.gpr() {
                Some(low) => LeafLoc::Bits(smallvec![low, self.gpr_or_slot()]),
                None => LeafLoc::Direct(smallvec![self.slot(8, 8)]),
            };
        }
        match self.gpr() {
            Some(r) => LeafLoc::Bits(smallvec![r]),
            None => LeafLoc::Direct(smallvec![self.slot(self.xbytes, self.xbytes)]),
        }
    }
}

fn state<'a>(t: &'a Target, gprs: &'a [PReg], fprs: &'a [PReg]) -> State<'a> {
    State {
        gprs,
        fprs,
        next_gpr: 0,
        next_fpr: 0,
        stack: 0,
        xbytes: u32::from(t.xlen()) / 8,
        flen: u32::from(t.abi.flen),
        max_align: t.abi.stack_align.max(1),
    }
}

/// The static chain's register: the psABI leaves it open, GCC and LLVM take t2.
fn chain(t: &Target) -> Option<ArgLoc> {
    t.isa.reg_by_name("t2").map(ArgLoc::Reg)
}

/// Where arguments go.
pub fn arguments(t: &Target, args: &[AbiArg], vararg: bool) -> Assignment {
    let mut s = state(t, t.abi.int_args, t.abi.fp_args);
    let mut leaves = Vec::with_capacity(args.len());
    for a in args {
        for leaf in &a.leaves {
            if a.nest
                && let Some(r) = chain(t)
            {
                leaves.push(LeafLoc::Direct(smallvec![r]));
                continue;
            }
            let two = 2 * s.xbytes;
            // The E ABIs align no deeper than their stack, so pairs start anywhere there.
            let aligned_pair = leaf.align == two && a.size == u64::from(two) && s.max_align >= two;
            if !a.fixed && aligned_pair && s.next_gpr % 2 == 1 {
                s.gpr();
            }
            leaves.push(match leaf.kind {
                LeafKind::Int(parts) => s.int(parts, leaf.align),
                LeafKind::Float(kind) => s.float(kind, a.fixed),
                // No convention of today has registers for them.
                LeafKind::Vector(bits) => s.int(bits / (8 * s.xbytes), leaf.align),
            });
        }
    }
    let save_registers = if vararg { s.gprs[s.next_gpr.min(s.gprs.len())..].to_vec() } else { Vec::new() };
    Assignment {
        leaves,
        incoming: Incoming { stack_bytes: s.stack.next_multiple_of(s.xbytes), save_registers, popped: 0 },
        lacking: false,
    }
}

/// Where results are: at most two parts in all.
pub fn results(t: &Target, leaves: &[Leaf]) -> Option<Vec<LeafLoc>> {
    let mut s = state(t, t.abi.int_results, t.abi.fp_results);
    let mut parts = 0;
    let mut out = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        let places: SmallVec<[ArgLoc; 2]> = match leaf.kind {
            LeafKind::Int(n) => {
                parts += n;
                (0..n.min(3)).map(|_| s.gpr()).collect::<Option<_>>()?
            }
            LeafKind::Vector(_) => return None,
            LeafKind::Float(kind) => {
                parts += 1;
                match s.float(kind, true) {
                    LeafLoc::Bits(l) if !l.iter().any(|p| matches!(p, ArgLoc::Stack(_))) => {
                        out.push(LeafLoc::Bits(l));
                        continue;
                    }
                    LeafLoc::Direct(l) if matches!(l.as_slice(), [ArgLoc::Reg(_)]) => l,
                    _ => return None,
                }
            }
        };
        out.push(LeafLoc::Direct(places));
    }
    (parts <= 2).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;
    use targ_info::TargetSpec;

    fn target(march: &str, mabi: &str) -> Target {
        let spec = TargetSpec { march: Some(march.into()), mabi: Some(mabi.into()), ..TargetSpec::default() };
        Target::new(&spec, None).unwrap().0
    }
    fn int(parts: u32, align: u32) -> Leaf {
        Leaf { kind: LeafKind::Int(parts), align }
    }
    fn float(kind: FloatKind) -> Leaf {
        Leaf { kind: LeafKind::Float(kind), align: kind.bits() / 8 }
    }
    fn arg(leaf: Leaf, size: u64) -> AbiArg {
        AbiArg { leaves: smallvec![leaf], fixed: true, size, ..AbiArg::default() }
    }
    fn variable(leaf: Leaf, size: u64) -> AbiArg {
        AbiArg { fixed: false, ..arg(leaf, size) }
    }
    /// Places as text: registers by name, stack slots as numbers.
    fn show(t: &Target, l: &[LeafLoc]) -> String {
        let place = |p: &ArgLoc| match p {
            ArgLoc::Reg(r) => t.isa.reg(*r).name.to_string(),
            ArgLoc::Stack(n) => n.to_string(),
            ArgLoc::Ignore => "-".into(),
        };
        let one = |l: &LeafLoc| match l {
            LeafLoc::Direct(p) => p.iter().map(place).collect::<Vec<_>>().join("+"),
            LeafLoc::Bits(p) => format!("bits {}", p.iter().map(place).collect::<Vec<_>>().join("+")),
            LeafLoc::Indirect(p) => format!("*{}", place(p)),
        };
        l.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn floats_take_their_own_registers_until_they_run_out() {
        let t = target("rv64gc", "lp64d");
        let mut args = vec![arg(int(1, 8), 8)];
        args.extend((0..9).map(|_| arg(float(FloatKind::Double), 8)));
        args.push(arg(int(1, 8), 8));
        let a = arguments(&t, &args, false);
        assert_eq!(show(&t, &a.leaves), "a0, fa0, fa1, fa2, fa3, fa4, fa5, fa6, fa7, bits a1, a2");
    }
    #[test]
    fn pairs_may_straddle_registers_and_stack() {
        let t = target("rv64gc", "lp64d");
        let mut args: Vec<AbiArg> = (0..7).map(|_| arg(int(1, 8), 8)).collect();
        args.push(arg(int(2, 16), 16));
        args.push(arg(int(1, 8), 8));
        args.push(arg(int(2, 16), 16));
        let a = arguments(&t, &args, false);
        assert_eq!(show(&t, &a.leaves), "a0, a1, a2, a3, a4, a5, a6, a7+0, 8, 16+24");
        assert_eq!(a.incoming.stack_bytes, 32);
    }
    #[test]
    fn variable_arguments() {
        let t = target("rv64gc", "lp64d");
        // A pair starts at an even register, a double travels as an integer.
        let args = [arg(int(1, 8), 8), variable(int(2, 16), 16), variable(float(FloatKind::Double), 8)];
        let a = arguments(&t, &args, true);
        assert_eq!(show(&t, &a.leaves), "a0, a2+a3, bits a4");
        assert_eq!(a.incoming.save_registers.len(), 3);
        let t = target("rv32gc", "ilp32d");
        let args = [arg(int(1, 4), 4), variable(float(FloatKind::Double), 8), variable(int(1, 4), 4)];
        assert_eq!(show(&t, &arguments(&t, &args, true).leaves), "a0, bits a2+a3, a4");
    }
    #[test]
    fn large_integers_go_by_reference_and_results_to_memory() {
        let t = target("rv32imac", "ilp32");
        let args = [arg(int(4, 8), 16), arg(int(2, 8), 8)];
        assert_eq!(show(&t, &arguments(&t, &args, false).leaves), "*a0, a1+a2");
        assert_eq!(results(&t, &[int(4, 8)]), None);
        assert_eq!(results(&t, &[int(1, 4), int(2, 8)]), None);
        assert_eq!(show(&t, &results(&t, &[int(2, 8)]).unwrap()), "a0+a1");
    }
    #[test]
    fn soft_and_small_abis() {
        let t = target("rv64gc", "lp64");
        let args = [arg(float(FloatKind::Single), 4), arg(float(FloatKind::Double), 8)];
        assert_eq!(show(&t, &arguments(&t, &args, false).leaves), "bits a0, bits a1");
        assert_eq!(show(&t, &results(&t, &[float(FloatKind::Double)]).unwrap()), "bits a0");
        let t = target("rv32e", "ilp32e");
        let args: Vec<AbiArg> = (0..7).map(|_| arg(int(1, 4), 4)).collect();
        assert_eq!(show(&t, &arguments(&t, &args, false).leaves), "a0, a1, a2, a3, a4, a5, 0");
    }
    #[test]
    fn structures_return_in_one_register_of_each_kind() {
        let t = target("rv64gc", "lp64d");
        let r = results(&t, &[int(1, 8), float(FloatKind::Double)]).unwrap();
        assert_eq!(show(&t, &r), "a0, fa0");
        let three = [int(1, 8), int(1, 8), float(FloatKind::Single)];
        assert_eq!(results(&t, &three), None);
    }
}
