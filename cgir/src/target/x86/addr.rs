//! The compound operand that names memory: `segment:displacement(base, index, scale)`.

use super::expand::Expander;
use crate::func::{Func, Tn};
use targ_info::PReg;
use targ_info::x86::{class, reg};
use whirl_lite::mtype::MType;

/// Segment overrides, as the tables number them.
pub(super) mod segment {
    /// None: the default one of the base register.
    pub const NONE: i64 = 0;
    /// `ss`, which is address space 258.
    pub const SS: i64 = 3;
    /// `fs`, which is address space 257 and holds the thread pointer of x86-64.
    pub const FS: i64 = 5;
    /// `gs`, which is address space 256 and holds the thread pointer of IA-32.
    pub const GS: i64 = 6;
}

/// A memory operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Addr {
    /// A register, `rip`, `noreg`, or the stack pointer beside a frame object's displacement.
    pub base: Tn,
    /// The index is shifted left by so much, 0 to 3.
    pub scale: u8,
    /// A register other than the stack pointer, or `noreg`.
    pub index: Tn,
    /// A literal of 32 bits, a symbol, or a frame object's offset.
    pub disp: Tn,
    /// See [`segment`].
    pub seg: i64,
}

impl Addr {
    /// As a row's operands.
    pub fn operands(&self, f: &mut Func) -> [Tn; 5] {
        [self.base, f.lit(i64::from(self.scale)), self.index, self.disp, f.lit(self.seg)]
    }
}

/// The dedicated TN of a register in addresses: `noreg`, `rip`, the stack and frame pointers.
pub(super) fn address_reg(f: &mut Func, r: PReg, wide: bool) -> Tn {
    f.dedicated(r, class::ABASE, if wide { MType::I64 } else { MType::I32 })
}

impl Expander<'_> {
    /// `disp(base)`.
    pub(super) fn at(&mut self, base: Tn, disp: i64) -> Addr {
        let disp = self.f.lit(disp);
        Addr { base, scale: 0, index: self.own.noreg, disp, seg: segment::NONE }
    }
    /// `disp(base)` with a displacement that is a symbol or literal TN.
    pub(super) fn at_disp(&mut self, base: Tn, disp: Tn) -> Addr {
        Addr { base, scale: 0, index: self.own.noreg, disp, seg: segment::NONE }
    }
    /// A symbol or constant-pool entry from the program counter; only x86-64 has such addresses.
    pub(super) fn at_rip(&mut self, sym: Tn) -> Addr {
        let rip = address_reg(&mut self.f, reg::RIP, true);
        self.at_disp(rip, sym)
    }
    /// A frame object plus offset.
    pub(super) fn at_frame(&mut self, obj: whirl_lite::ir::FrameObj, offset: i64) -> Addr {
        let disp = self.frame_offset(obj, offset);
        self.at_disp(self.sp, disp)
    }
}
