//! Where a TN has which place, block by block.
//!
//! A span is a run of points of one block in one place, not broken by a definition. Links lead from a span to the next
//! one of its block, if it continues it, and over edges on which the TN is live.

use super::super::points::{Pos, Seg};
use super::Builder;
use cgir::func::{Bb, Tn};
use cranelift_entity::SecondaryMap;
use targ_info::PReg;

/// A run of points in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub bb: Bb,
    pub seg: Seg,
    /// Its register; memory if it has none.
    pub reg: Option<PReg>,
    /// Begins with a definition.
    pub def: bool,
    /// Continues the span before it.
    pub follows: bool,
    /// Memory need not hold the value: a definition reaches it through registers only.
    pub dirty: bool,
    /// Somebody reads the register before the value is taken from memory again.
    pub needed: bool,
    /// At the block's start the value is in memory, whatever the place is then.
    pub via_memory: bool,
}

impl Span {
    fn new(bb: Bb, seg: Seg, reg: Option<PReg>) -> Span {
        Span { bb, seg, reg, def: false, follows: false, dirty: false, needed: false, via_memory: false }
    }
}

/// A link from span to span.
#[derive(Clone, Copy, Debug)]
pub(super) struct Link {
    pub from: u32,
    pub to: u32,
    /// The edge; none within a block.
    pub edge: Option<(Bb, u32)>,
    /// How often control takes it.
    pub freq: f32,
    /// No edit can stand there.
    pub rigid: bool,
}

/// Buffers, used for one TN after the other.
#[derive(Default)]
pub(super) struct Work {
    pub spans: Vec<Span>,
    pub links: Vec<Link>,
    /// By link: store on it. By span: store at its start.
    pub store_on: Vec<bool>,
    pub store_at: Vec<bool>,
    /// By span: numbers of the links into it (sorted by target), and where its run begins.
    pub into: Vec<u32>,
    pub into_start: Vec<u32>,
    pub queue: Vec<u32>,
    pub net: crate::flow::Network,
    pub arcs: Vec<(u32, super::flow::Cut)>,
    /// By block: first and last span, plus one.
    ends: SecondaryMap<Bb, (u32, u32)>,
}

impl Work {
    /// The span at a point.
    pub fn at(&self, p: Pos) -> Option<u32> {
        let n = self.spans.partition_point(|s| s.seg.to <= p);
        self.spans.get(n).filter(|s| s.seg.contains(p)).map(|_| n as u32)
    }
    /// The span at a point, if it is in a register.
    pub fn reg_at(&self, p: Pos) -> Option<(u32, PReg)> {
        let n = self.at(p)?;
        self.spans[n as usize].reg.map(|r| (n, r))
    }
    /// Links into a span.
    pub fn links_into(&self, span: u32) -> impl Iterator<Item = &Link> + '_ {
        let run = self.into_start[span as usize] as usize..self.into_start[span as usize + 1] as usize;
        self.into[run].iter().map(|&l| &self.links[l as usize])
    }

    fn index_links(&mut self) {
        self.into_start.clear();
        self.into_start.resize(self.spans.len() + 1, 0);
        for l in &self.links {
            self.into_start[l.to as usize + 1] += 1;
        }
        for n in 0..self.spans.len() {
            self.into_start[n + 1] += self.into_start[n];
        }
        self.into.clear();
        self.into.resize(self.links.len(), 0);
        let mut at = self.into_start.clone();
        for (n, l) in self.links.iter().enumerate() {
            let slot = &mut at[l.to as usize];
            self.into[*slot as usize] = n as u32;
            *slot += 1;
        }
    }
}

impl Builder<'_, '_, '_> {
    /// Lists the spans of a TN, and links them.
    pub(super) fn find_spans(&self, tn: Tn, w: &mut Work) {
        w.spans.clear();
        w.links.clear();
        let mains = &self.mains[tn];
        let mut m = 0;
        for (bb, part) in self.p.points.by_block(&self.p.segs[tn]) {
            let mut from = part.from;
            while from < part.to {
                while mains.get(m).is_some_and(|x| x.0.to <= from) {
                    m += 1;
                }
                let (to, reg) = match mains.get(m) {
                    Some(&(s, reg)) if s.from <= from => (s.to, Some(reg)),
                    Some(&(s, _)) => (s.from, None),
                    None => (part.to, None),
                };
                let seg = Seg { from, to: to.min(part.to) };
                w.spans.push(Span { follows: from != part.from, ..Span::new(bb, seg, reg) });
                from = seg.to;
            }
        }
        self.definitions_as_spans(tn, w);
        self.link_spans(tn, w);
        w.index_links();
    }

    /// Marks definitions. One that leaves the value in a tiny piece gets a span there, up to the gap after its op.
    fn definitions_as_spans(&self, tn: Tn, w: &mut Work) {
        let points = &self.p.points;
        let listed = w.spans.len();
        for id in self.p.ref_ids(tn) {
            let r = &self.p.refs[id as usize];
            if !r.def {
                continue;
            }
            let at = w.spans[..listed].partition_point(|s| s.seg.to <= r.pos);
            if !self.stands_apart(id) {
                if let Some(s) = w.spans[..listed].get_mut(at).filter(|s| s.seg.from == r.pos) {
                    s.def = true;
                }
                continue;
            }
            let seg = Seg { from: points.def(r.op), to: points.after(r.op) };
            if let Some(s) = w.spans[..listed].get_mut(at).filter(|s| s.seg.contains(r.pos)) {
                s.seg.from = s.seg.from.max(seg.to);
                s.follows = true;
            }
            let span = Span::new(points.bb(seg.from), seg, self.pieces.reg_of(id));
            w.spans.push(Span { def: true, ..span });
        }
        if w.spans.len() > listed {
            w.spans.retain(|s| !s.seg.is_empty());
            w.spans.sort_unstable_by_key(|s| s.seg);
        }
    }

    /// Is a reference in a tiny piece or a fixed register, rather than where its value lives?
    pub(super) fn stands_apart(&self, id: u32) -> bool {
        self.p.refs[id as usize].isolated() || self.pieces.owner(id).is_none_or(|o| self.pieces.list[o].is_tiny())
    }

    fn link_spans(&self, tn: Tn, w: &mut Work) {
        let (f, points, live) = (self.p.f, &self.p.points, &self.p.live);
        for n in 0..w.spans.len() {
            let s = w.spans[n];
            if s.follows {
                let (from, to) = (n as u32 - 1, n as u32);
                w.links.push(Link { from, to, edge: None, freq: f.bbs[s.bb].freq, rigid: false });
            }
            let ends = &mut w.ends[s.bb];
            *ends = (if ends.0 == 0 { n as u32 + 1 } else { ends.0 }, n as u32 + 1);
        }
        if live.is_global(tn) {
            for n in 0..w.spans.len() {
                let s = w.spans[n];
                if s.seg.to != points.block(s.bb).to || !live.live_out(s.bb).contains(tn) {
                    continue;
                }
                for (i, succ) in f.bbs[s.bb].succs.iter().enumerate() {
                    let Some(to) = w.ends[succ.bb].0.checked_sub(1) else { continue };
                    if w.spans[to as usize].seg.from != points.start(succ.bb) || !live.live_in(succ.bb).contains(tn) {
                        continue;
                    }
                    // The landing pad sees what was there before the call's results.
                    let unwinds = f.bbs[s.bb].unwind == Some(succ.bb);
                    let call = f.last(s.bb).filter(|_| unwinds);
                    let from = call.and_then(|op| w.at(points.early(op))).unwrap_or(n as u32);
                    w.links.push(Link {
                        from,
                        to,
                        edge: Some((s.bb, i as u32)),
                        freq: f.bbs[s.bb].freq * succ.prob,
                        rigid: self.p.rigid_edge(s.bb, i),
                    });
                }
            }
        }
        for n in 0..w.spans.len() {
            w.ends[w.spans[n].bb] = (0, 0);
        }
    }
}
