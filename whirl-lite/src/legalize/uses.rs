//! How narrow loads are used, to choose between zero-extending and sign-extending ones.

use super::Legaliser;
use crate::ir::*;

bitflags::bitflags! {
    /// Kinds of uses of a value.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Uses: u8 {
        /// Its upper bits are wanted zero.
        const ZERO = 1;
        /// Its upper bits are wanted equal to the sign.
        const SIGN = 2;
    }
}

impl Legaliser<'_> {
    /// Fills the table of uses for operands of the instructions in these blocks.
    pub(super) fn find_uses(&mut self, order: &[BlockId]) {
        let f = self.old;
        for &b in order {
            for i in f.block_insts(b) {
                let (uses, n) = match f.insts[i].kind {
                    InstKind::Cast(CastOp::SExt | CastOp::SiToFp) => (Uses::SIGN, 1),
                    InstKind::Cast(CastOp::ZExt | CastOp::UiToFp) => (Uses::ZERO, 1),
                    InstKind::Icmp(p) if p.is_signed() => (Uses::SIGN, 2),
                    InstKind::Icmp(_) => (Uses::ZERO, 2),
                    InstKind::Binary(BinOp::SDiv | BinOp::SRem | BinOp::AShr) => (Uses::SIGN, 2),
                    InstKind::Binary(BinOp::UDiv | BinOp::URem | BinOp::LShr) => (Uses::ZERO, 2),
                    InstKind::Switch(_) => (Uses::ZERO, 1),
                    _ => continue,
                };
                for &v in f.args(i).iter().take(n) {
                    self.uses[v] |= uses;
                }
            }
        }
    }
}
