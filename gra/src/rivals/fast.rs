//! `fast`: what a compiler uses when it does not optimise.
//!
//! Values are in memory at all block borders. Inside a block, a value is in a register from its first to its last use;
//! if registers run out, the one whose value is used latest gives way, until that use (L. A. Belady, 1966). The scan is
//! [`super::linearscan`]'s, over pieces that were cut at block borders beforehand.

use super::intervals::{Problem, Segs};
use super::linearscan::scan;
use super::pieces::{Kind, Piece, Pieces};
use super::points::{Pos, Seg};
use super::uses::use_of;
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::Func;
use cgir::pass::PassCx;

/// The allocator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fast;

impl Allocate for Fast {
    fn name(&self) -> &'static str {
        "fast"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let p = Problem::new(f, cx);
        let mut pieces = Pieces::new(&p);
        for n in 0..pieces.list.len() as u32 {
            let piece = Piece::from_u32(n);
            if pieces.list[piece].kind == Kind::Main && super::may_spill(&pieces, piece) {
                cut_at_borders(&mut pieces, piece);
            }
        }
        scan(pieces, false)
    }
}

/// Splits a piece into one for each block with plain references, from the first to the last of them.
fn cut_at_borders(pieces: &mut Pieces<'_, '_>, piece: Piece) {
    let p = pieces.p;
    let d = &pieces.list[piece];
    let points = &p.points;
    let one_block = d.segs.len() == 1 && points.bb(d.from()) == points.bb(d.to().before());
    if one_block && d.from() != points.start(points.bb(d.from())) && d.to() != points.block(points.bb(d.from())).to {
        return;
    }
    let mut refs: Vec<(Pos, u32)> = d.refs.iter().map(|&id| (p.refs[id as usize].pos, id)).collect();
    refs.retain(|r| !p.refs[r.1 as usize].isolated());
    refs.sort_unstable();
    let mut parts: Vec<Segs> = Vec::new();
    let mut at = 0;
    for (_, seg) in points.by_block(&d.segs) {
        let mut part: Option<Seg> = None;
        while let Some(&(pos, id)) = refs.get(at).filter(|r| r.0 < seg.to) {
            at += 1;
            if pos >= seg.from {
                let u = use_of(p, id, seg);
                let part = part.get_or_insert(Seg { from: u.enter, to: u.leave });
                part.to = part.to.max(u.leave);
            }
        }
        if let Some(s) = part {
            parts.push([s].into_iter().collect());
        }
    }
    if parts.is_empty() {
        pieces.spill(piece);
    } else {
        pieces.split(piece, parts);
    }
}
