//! The edits of a TN that has more than one place.

use super::flow::at_block_start;
use super::spans::Work;
use super::{Builder, COPIES, EDGE, LATE_STORES, MOVES, STORES};
use cgir::alloc::{EditKind, Point};
use cgir::func::Tn;

impl Builder<'_, '_, '_> {
    /// Makes the edits of a TN.
    pub(super) fn moves(&mut self, tn: Tn, w: &mut Work) {
        self.find_spans(tn, w);
        self.settle(tn, w);
        for n in 0..w.spans.len() {
            self.start_of(tn, w, n);
        }
        self.links(tn, w);
        self.uses(tn, w);
        self.definitions(tn, w);
    }

    /// What happens where a span begins, but for its definition and edges.
    fn start_of(&mut self, tn: Tn, w: &Work, n: usize) {
        let s = w.spans[n];
        let Some(reg) = s.reg else { return };
        let gap = s.seg.from;
        if s.follows && s.needed {
            let kind = match w.spans[n - 1].reg {
                Some(from) => EditKind::Copy { tn, from, to: reg },
                None => self.comeback(tn, reg),
            };
            self.in_gap(gap, tn, MOVES, kind);
        } else if s.via_memory && s.needed {
            let kind = self.comeback(tn, reg);
            self.edit(Point::BlockStart(s.bb), MOVES, kind);
        }
        if w.store_at[n] && !s.def {
            let kind = EditKind::Spill { tn, from: reg, slot: self.slot(tn) };
            if at_block_start(self, s.bb, s.seg) {
                self.edit(Point::BlockStart(s.bb), LATE_STORES, kind);
            } else {
                self.in_gap(gap, tn, LATE_STORES, kind);
            }
        }
    }

    /// What happens on edges.
    fn links(&mut self, tn: Tn, w: &Work) {
        for (i, l) in w.links.iter().enumerate() {
            let Some((b, n)) = l.edge else { continue };
            let at = Point::Edge(b, n);
            let (from, to) = (w.spans[l.from as usize], w.spans[l.to as usize]);
            if let (true, Some(from)) = (w.store_on[i], from.reg) {
                let slot = self.slot(tn);
                self.edit(at, EDGE + STORES, EditKind::Spill { tn, from, slot });
            }
            let Some(reg) = to.reg.filter(|_| to.needed && !to.via_memory) else { continue };
            let kind = match from.reg {
                Some(from) => EditKind::Copy { tn, from, to: reg },
                None => self.comeback(tn, reg),
            };
            self.edit(at, EDGE + MOVES, kind);
        }
    }

    /// Brings the value to the tiny pieces and fixed registers that read it.
    fn uses(&mut self, tn: Tn, w: &Work) {
        for id in self.p.ref_ids(tn) {
            let r = self.p.refs[id as usize];
            if r.def || !self.stands_apart(id) {
                continue;
            }
            let Some(to) = self.pieces.reg_of(id) else { continue };
            let gap = self.p.points.early(r.op);
            let at = Point::Before(r.op);
            let (group, kind) = match (w.reg_at(gap.before()), w.reg_at(gap)) {
                (_, Some((_, here))) if here == to => continue,
                (Some((_, from)), _) => (MOVES, EditKind::Copy { tn, from, to }),
                (None, Some((_, from))) => (COPIES, EditKind::Copy { tn, from, to }),
                (None, None) => (MOVES, self.comeback(tn, to)),
            };
            self.bring(at, group, kind);
        }
    }

    /// Stores what definitions make, or deletes them.
    fn definitions(&mut self, tn: Tn, w: &Work) {
        let points = &self.p.points;
        for r in self.p.refs_of(tn).iter().filter(|r| r.def) {
            let pos = if r.isolated() { points.def(r.op) } else { r.pos };
            let n = w.at(pos).or_else(|| w.at(points.def(r.op)));
            let needed = n.is_some_and(|n| w.spans[n as usize].needed);
            if self.p.remat(tn) == Some(r.op) && !needed {
                self.a.deleted.push(r.op);
            }
            if let Some(n) = n.filter(|&n| w.store_at[n as usize])
                && let Some(from) = w.spans[n as usize].reg
            {
                let kind = EditKind::Spill { tn, from, slot: self.slot(tn) };
                self.in_gap(points.after(r.op), tn, STORES, kind);
            }
        }
    }
}
