//! Coalescing by recolouring: both ends of a copy in one register, if at most one other piece has to move for that.

use super::super::matrix::{Clash, Matrix};
use super::super::pieces::{Piece, Pieces, State, Wish};
use targ_info::{PReg, RegSet};

/// Tries all copies, the most executed first; how many pieces changed their register.
pub(in super::super) fn run(pieces: &mut Pieces<'_, '_>, m: &mut Matrix) -> u64 {
    let mut copies: Vec<(f32, Piece, Wish)> = Vec::new();
    for (q, d) in pieces.list.iter().filter(|(_, d)| d.reg().is_some()) {
        if matches!(d.state, State::Reg(_)) {
            pieces.each_wish(q, |wish, w| copies.push((w, q, wish)));
        }
    }
    copies.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let mut moved = 0;
    for (_, q, wish) in copies {
        let target = match wish {
            Wish::Reg(r) => Some(r),
            Wish::Piece(o) => pieces.list[o].reg(),
        };
        let Some(target) = target.filter(|t| Some(*t) != pieces.list[q].reg()) else { continue };
        moved += u64::from(change(pieces, m, q, target));
    }
    moved
}

/// Copies that a piece saves in a register.
fn gain(pieces: &Pieces<'_, '_>, q: Piece, reg: PReg) -> f32 {
    pieces.hints(q).iter().find(|h| h.0 == reg).map_or(0.0, |h| h.1)
}

/// Moves a piece to a register, if that saves copies on the whole.
fn change(pieces: &mut Pieces<'_, '_>, m: &mut Matrix, q: Piece, target: PReg) -> bool {
    let p = pieces.p;
    let Some(old) = pieces.list[q].reg().filter(|_| pieces.list[q].is_movable()) else { return false };
    let Some(&(_, units)) = p.bank(pieces.list[q].bank).regs.iter().find(|r| r.0 == target) else { return false };
    let hints = pieces.hints(q);
    let saved = |reg: PReg| hints.iter().find(|h| h.0 == reg).map_or(0.0, |h| h.1);
    let better = saved(target) - saved(old);
    if better <= 0.0 {
        return false;
    }
    // Long pieces are dear to take out: only if the register is free, or can be, or is a part of what the piece has.
    let mut out = p.cx.target.isa.reg(old).units.intersects(units);
    if out {
        m.unassign(pieces, q);
    }
    let mut clashes = Vec::new();
    let clash = m.clash(p, &pieces.list[q], units, 2, &mut clashes);
    let only = clash == Clash::Pieces && clashes.len() == 1 && !pieces.list[clashes[0]].is_tiny();
    if !out && (only || clash == Clash::Free) {
        m.unassign(pieces, q);
        out = true;
    }
    if clash == Clash::Free {
        m.assign(pieces, q, target);
        return true;
    }
    if only {
        let other = clashes[0];
        if let Some(place) = elsewhere(pieces, m, other, units, better) {
            m.unassign(pieces, other);
            m.assign(pieces, other, place);
            if m.clash(p, &pieces.list[q], units, 1, &mut clashes) == Clash::Free {
                m.assign(pieces, q, target);
                return true;
            }
        }
    }
    if out {
        m.assign(pieces, q, old);
    }
    false
}

/// Another register for a piece, if that costs less copies than are saved.
fn elsewhere(pieces: &Pieces<'_, '_>, m: &Matrix, q: Piece, avoid: RegSet, saved: f32) -> Option<PReg> {
    let p = pieces.p;
    let d = &pieces.list[q];
    let now = gain(pieces, q, d.reg()?);
    let used = |units: RegSet| !p.cx.target.callee_saved.intersects(units);
    let mut clashes = Vec::new();
    let free = p.bank(d.bank).regs.iter().filter(|r| !r.1.intersects(avoid) && used(r.1));
    let mut best: Option<(f32, PReg)> = None;
    for &(reg, units) in free {
        let lost = now - gain(pieces, q, reg);
        if lost < saved && best.is_none_or(|b| lost < b.0) && m.clash(p, d, units, 1, &mut clashes) == Clash::Free {
            best = Some((lost, reg));
        }
    }
    best.map(|b| b.1)
}
