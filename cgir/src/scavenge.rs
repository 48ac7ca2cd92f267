//! The register scavenger: a free register at a point of allocated code.
//!
//! Late needs (frame offsets out of range, large stack adjustments) ask it instead of keeping a register back. The caller walks
//! a block backward ([`crate::analysis::RegWalk`]), so that one walk serves all requests of the block, last op first. If no
//! register is free the caller uses the emergency slot.
//!
//! What leads to the frame is never free, whether or not anything reads it before the epilogue, which is made last.

use crate::expansion::frame::pointer_units;
use crate::func::Func;
use crate::pass::PassCx;
use targ_info::{PReg, RegClass, RegSet};

/// The first register of the class that the allocators may use and that is not in the set.
pub fn pick(f: &Func, cx: &PassCx<'_>, used: RegSet, class: RegClass) -> Option<PReg> {
    let isa = cx.target.isa;
    let may = cx.allocatable(class) - pointer_units(&f.frame_info, cx);
    let ok = |r: &&PReg| may.contains(isa.reg(**r).units) && !used.intersects(isa.reg(**r).units);
    isa.class(class).members.iter().find(ok).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{ABI, GPR, ISA, R, Setup};

    #[test]
    fn pointers_of_the_frame_are_not_free() {
        let s = Setup::default();
        let mut f = s.func();
        let used = R[..6].iter().fold(RegSet::EMPTY, |set, &r| set | ISA.reg(r).units);
        assert_eq!(pick(&f, &s.cx(), used, GPR), Some(ABI.bp));
        f.frame_info.has_bp = true;
        assert_eq!(pick(&f, &s.cx(), used, GPR), Some(ABI.fp));
        f.frame_info.has_fp = true;
        assert_eq!(pick(&f, &s.cx(), used, GPR), None);
    }
}
