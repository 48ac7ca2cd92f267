//! Hint recolouring: pieces that missed their hint, or had none yet, get it after all if it is free.
//!
//! From a piece that shares no register with its neighbours in copies, LLVM walks the neighbours and moves each to the
//! register where that is free and saves more copies than it costs. Here each piece on the way takes the register that
//! saves it most, until nothing changes.

use super::super::matrix::Clash;
use super::super::pieces::{Piece, Wish};
use super::Run;

/// Rounds over all pieces that missed a hint.
const ROUNDS: u32 = 3;

impl Run<'_, '_> {
    /// Moves pieces to registers that save more copies.
    pub(super) fn recolour(&mut self) {
        let mut work = std::mem::take(&mut self.broken);
        // What was placed before the pieces that it borders on.
        work.extend(self.pieces.list.iter().filter(|(_, d)| d.is_tiny()).map(|x| x.0));
        for _ in 0..ROUNDS {
            work.sort_unstable();
            work.dedup();
            let mut next = Vec::new();
            for piece in std::mem::take(&mut work) {
                if self.improve(piece) {
                    self.pieces.each_wish(piece, |wish, _| {
                        if let Wish::Piece(q) = wish {
                            next.push(q);
                        }
                    });
                }
            }
            work = next;
        }
    }

    /// Moves a piece to the free register that saves most; true if it moved.
    fn improve(&mut self, piece: Piece) -> bool {
        let d = &self.pieces.list[piece];
        let Some(now) = d.reg().filter(|_| d.is_movable()) else { return false };
        let hints = self.pieces.hints(piece);
        let worth = |reg| hints.iter().find(|h| h.0 == reg).map_or(0.0, |h| h.1);
        let p = self.pieces.p;
        for &(reg, gain) in &hints {
            if gain <= worth(now) {
                return false;
            }
            let regs = &p.bank(self.pieces.list[piece].bank).regs;
            let Some(&(_, units)) = regs.iter().find(|r| r.0 == reg) else { continue };
            if self.is_unpaid(units) {
                continue;
            }
            // A long piece is dear to take out, and only in its own way if the registers overlap.
            let overlaps = self.units(now).intersects(units);
            if overlaps {
                self.m.unassign(&mut self.pieces, piece);
            }
            let mut clashes = Vec::new();
            let free = self.m.clash(p, &self.pieces.list[piece], units, 1, &mut clashes) == Clash::Free;
            if free {
                self.m.unassign(&mut self.pieces, piece);
                self.m.assign(&mut self.pieces, piece, reg);
                return true;
            }
            if overlaps {
                self.m.assign(&mut self.pieces, piece, now);
            }
        }
        false
    }
}
