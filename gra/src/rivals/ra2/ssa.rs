//! Makes the view: TNs become values with one definition each, by block parameters and renaming.
//!
//! A TN gets a parameter in the iterated dominance frontier of the blocks that define it, where it is live (Cytron and
//! others, 1991; frontiers as in Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001). Blocks that are
//! reached through memory define all that is live into them, and have no parameters. Renaming walks the dominator tree
//! in pre-order; a use that no definition reaches on this path reads an undefined value, made where it is wanted.

use super::flow::{Edge, Flow};
use super::map::Map;
use super::operands::{Maker, Style};
use super::view::{BlockData, InstData, Site, View, What};
use cgir::alloc::AllocError;
use cgir::func::{Bb, Func, Op, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use regalloc2::{Block, Operand, OperandConstraint, OperandKind, OperandPos, PRegSet, VReg};
use smallvec::SmallVec;
use targ_info::RegSet;

const NONE: u32 = u32::MAX;

/// Makes the view of a function.
pub(super) fn build(f: &Func, cx: &PassCx<'_>, map: &Map, flow: &Flow, style: Style) -> Result<View, AllocError> {
    let mut r = Renamer {
        f,
        map,
        flow,
        maker: Maker::new(f, cx, map, style),
        params: parameters(f, map, flow),
        current: SecondaryMap::with_default(NONE),
        log: Vec::new(),
        view: View { masks: vec![PRegSet::empty()], ..View::default() },
        clobbers: RegSet::EMPTY,
        drafts: SecondaryMap::new(),
        hubs: vec![HubDraft::default(); flow.hubs.len()],
        from_hub: SecondaryMap::new(),
    };
    r.hub_parameters(cx);
    // By depth of the tree: how long the log was when the block was entered.
    let mut marks: Vec<usize> = Vec::new();
    for b in flow.dom.preorder(&flow.cfg) {
        let depth = flow.dom.depth(&flow.cfg, b) as usize;
        while marks.len() > depth {
            let to = marks.pop().unwrap_or(0);
            r.undo(to);
        }
        marks.push(r.log.len());
        r.block(b, cx)?;
    }
    Ok(r.finish())
}

/// TNs with a parameter in each block.
fn parameters(f: &Func, map: &Map, flow: &Flow) -> SecondaryMap<Bb, Vec<Tn>> {
    let (cfg, live) = (&flow.cfg, &flow.live);
    let frontier = frontiers(flow);
    let mut defs: Vec<SmallVec<[Bb; 2]>> = vec![SmallVec::new(); live.gtns().len()];
    for &b in &flow.order {
        live.defs(b).indices().for_each(|i| defs[i].push(b));
        for i in flow.through_memory[b].iter().flatten().filter_map(|&t| live.index(t)) {
            defs[i].push(b);
        }
    }
    let mut params: SecondaryMap<Bb, Vec<Tn>> = SecondaryMap::new();
    let mut seen: SecondaryMap<Bb, u32> = SecondaryMap::with_default(NONE);
    for (i, &t) in live.gtns().iter().enumerate().filter(|(_, t)| map.class(f, **t).is_some()) {
        let mut work = std::mem::take(&mut defs[i]);
        while let Some(b) = work.pop() {
            let Some(n) = cfg.number(b) else { continue };
            for &j in &frontier[n as usize] {
                let into = cfg.bb(j);
                if seen[into] == i as u32 || flow.through_memory[into].is_some() || !live.live_in(into).contains(t) {
                    continue;
                }
                seen[into] = i as u32;
                params[into].push(t);
                work.push(into);
            }
        }
    }
    params
}

/// Dominance frontiers, by block number.
fn frontiers(flow: &Flow) -> Vec<SmallVec<[u32; 2]>> {
    let (cfg, dom) = (&flow.cfg, &flow.dom);
    let mut out: Vec<SmallVec<[u32; 2]>> = vec![SmallVec::new(); cfg.len()];
    for &b in &flow.order {
        let Some(n) = cfg.number(b) else { continue };
        let stop = dom.idom(cfg, b);
        for p in cfg.preds(b) {
            let mut at = Some(p);
            while let Some(x) = at.filter(|&x| Some(x) != stop) {
                let list = &mut out[cfg.number(x).unwrap_or(0) as usize];
                if list.last() == Some(&n) {
                    break;
                }
                list.push(n);
                at = dom.idom(cfg, x);
            }
        }
    }
    out
}

/// A block as renaming leaves it.
#[derive(Clone, Default)]
struct Draft {
    insts: Vec<InstData>,
    params: Vec<VReg>,
    /// For each edge of the view.
    args: Vec<Vec<VReg>>,
}

/// A hub: its parameters, of which the first is the address of the jumps.
#[derive(Clone, Default)]
struct HubDraft {
    address: Option<Operand>,
    tns: Vec<Tn>,
    params: Vec<VReg>,
}

struct Renamer<'a> {
    f: &'a Func,
    map: &'a Map,
    flow: &'a Flow,
    maker: Maker<'a>,
    params: SecondaryMap<Bb, Vec<Tn>>,
    /// The value that each TN has now.
    current: SecondaryMap<Tn, u32>,
    /// What `current` was.
    log: Vec<(Tn, u32)>,
    view: View,
    /// The clobbers of the mask made last.
    clobbers: RegSet,
    drafts: SecondaryMap<Bb, Draft>,
    hubs: Vec<HubDraft>,
    /// Blocks whose one predecessor is a hub.
    from_hub: SecondaryMap<Bb, Option<u32>>,
}

impl Renamer<'_> {
    /// The parameters that targets of a hub would have are its own.
    fn hub_parameters(&mut self, cx: &PassCx<'_>) {
        let (f, flow) = (self.f, self.flow);
        for (k, hub) in flow.hubs.iter().enumerate() {
            let Some(jump) = hub.sources.first().and_then(|&b| f.terminator(cx.target.isa, b)) else { continue };
            let Some(i) = (0..f.all(jump).len()).find(|&i| f.is_virtual(f.all(jump)[i])) else { continue };
            let v = self.define(f.all(jump)[i]);
            let mut draft = HubDraft { address: Some(self.maker.single(jump, i, v)), ..HubDraft::default() };
            draft.params.push(v);
            for e in hub.edges.iter().filter(|e| !e.split) {
                for t in std::mem::take(&mut self.params[e.to]) {
                    if !draft.tns.contains(&t) {
                        draft.tns.push(t);
                        draft.params.push(self.define(t));
                    }
                }
                self.from_hub[e.to] = Some(k as u32);
            }
            self.undo(0);
            self.hubs[k] = draft;
        }
    }

    /// At the start of a hub's target: its values are the hub's.
    fn enter_from(&mut self, hub: u32, b: Bb) {
        let draft = std::mem::take(&mut self.hubs[hub as usize]);
        for (&t, v) in draft.tns.iter().zip(&draft.params[1..]) {
            if self.flow.live.live_in(b).contains(t) {
                self.log.push((t, self.current[t]));
                self.current[t] = v.vreg() as u32;
            }
        }
        self.hubs[hub as usize] = draft;
    }

    /// Arguments of a block that ends in a hub.
    fn hub_args(&mut self, hub: u32, jump: Option<Op>, out: &mut Vec<InstData>) -> Vec<VReg> {
        let f = self.f;
        let address = jump.and_then(|j| f.operands(j).iter().copied().find(|&t| f.is_virtual(t)));
        let tns = self.hubs[hub as usize].tns.clone();
        address.into_iter().chain(tns).map(|t| self.using(t, out)).collect()
    }
    fn undo(&mut self, to: usize) {
        for (t, v) in self.log.drain(to..).rev() {
            self.current[t] = v;
        }
    }

    fn value(&self, t: Tn, number: u32) -> Option<VReg> {
        Some(VReg::new(number as usize, self.map.class(self.f, t)?))
    }

    /// A new value of a TN, which is its current one from here.
    fn define(&mut self, t: Tn) -> VReg {
        let number = self.view.tns.len() as u32;
        self.view.tns.push(t);
        self.log.push((t, self.current[t]));
        self.current[t] = number;
        self.value(t, number).unwrap_or(VReg::invalid())
    }

    /// The current value of a TN; an undefined one if no definition was met.
    fn using(&mut self, t: Tn, out: &mut Vec<InstData>) -> VReg {
        match self.current[t] {
            NONE => {
                let v = self.define(t);
                let o = Operand::new(v, OperandConstraint::Any, OperandKind::Def, OperandPos::Late);
                self.push(What::Undefined(t), &[o], 0, out);
                v
            }
            n => self.value(t, n).unwrap_or(VReg::invalid()),
        }
    }

    fn push(&mut self, what: What, operands: &[Operand], mask: u32, out: &mut Vec<InstData>) {
        let start = self.view.operands.len() as u32;
        self.view.operands.extend_from_slice(operands);
        out.push(InstData { what, operands: start..self.view.operands.len() as u32, mask });
    }

    fn block(&mut self, b: Bb, cx: &PassCx<'_>) -> Result<(), AllocError> {
        let (f, flow) = (self.f, self.flow);
        let mut d = Draft::default();
        if let Some(hub) = self.from_hub[b] {
            self.enter_from(hub, b);
        }
        for t in self.params[b].clone() {
            d.params.push(self.define(t));
        }
        for &t in flow.through_memory[b].iter().flatten() {
            let v = self.define(t);
            self.push(What::Load(t), &[Operand::reg_def(v)], 0, &mut d.insts);
        }
        let term = f.terminator(cx.target.isa, b);
        for op in f.bb_ops(b).filter(|&o| Some(o) != term) {
            self.op(op, &mut d.insts)?;
        }
        for &t in &flow.stored_at_end[b] {
            self.store(t, &mut d.insts);
        }
        if let Some(hub) = flow.hub_of[b] {
            d.args.push(self.hub_args(hub, term, &mut d.insts));
            self.push(What::End, &[], 0, &mut d.insts);
            self.drafts[b] = d;
            return Ok(());
        }
        for e in &flow.edges[b] {
            let args = self.params[e.to].clone().into_iter().map(|t| self.using(t, &mut d.insts)).collect();
            d.args.push(args);
        }
        match term {
            Some(t) => self.op(t, &mut d.insts)?,
            None => self.push(What::End, &[], 0, &mut d.insts),
        }
        self.drafts[b] = d;
        Ok(())
    }

    fn store(&mut self, t: Tn, out: &mut Vec<InstData>) {
        let v = self.using(t, out);
        self.push(What::Store(t), &[Operand::reg_use(v)], 0, out);
    }

    fn op(&mut self, op: Op, out: &mut Vec<InstData>) -> Result<(), AllocError> {
        let f = self.f;
        self.maker.start(op)?;
        let nres = f.nres(op);
        let mut list: SmallVec<[Operand; 8]> = SmallVec::new();
        for k in 0..self.maker.entries.len() {
            let i = self.maker.entries[k];
            let t = f.all(op)[i as usize];
            let v = if (i as usize) < nres { self.define(t) } else { self.using(t, out) };
            list.push(self.maker.operand_after(op, i, v, &list));
        }
        let mask = self.mask(op, &list);
        self.push(What::Op(op), &list, mask, out);
        for &t in f.results(op).iter().filter(|&&t| self.flow.stored_at_defs[t]) {
            if self.map.class(f, t).is_some() {
                self.store(t, out);
            }
        }
        Ok(())
    }

    /// The registers that an op destroys, but for those of its results.
    fn mask(&mut self, op: Op, list: &[Operand]) -> u32 {
        let lost = self.f.clobbers(op);
        if lost.is_empty() {
            return 0;
        }
        let fixed = |o: &Operand| match o.constraint() {
            OperandConstraint::FixedReg(r) if o.kind() == OperandKind::Def => Some(r),
            _ => None,
        };
        let mut set = self.map.set(lost);
        let before = set;
        list.iter().filter_map(fixed).for_each(|r| set.remove(r));
        if self.clobbers == lost && set == before && self.view.masks.last() == Some(&set) {
            return self.view.masks.len() as u32 - 1;
        }
        self.clobbers = lost;
        self.view.masks.push(set);
        self.view.masks.len() as u32 - 1
    }

    /// Puts blocks and edges into order, and links them.
    fn finish(mut self) -> View {
        let flow = self.flow;
        let splits = |edges: &[Edge]| 1 + edges.iter().filter(|e| e.split).count() as u32;
        let mut start: SecondaryMap<Bb, u32> = SecondaryMap::new();
        // A hub stands behind the first block that ends in it.
        let mut hub_start = vec![NONE; flow.hubs.len()];
        let mut count = 0;
        for &b in &flow.order {
            start[b] = count;
            match flow.hub_of[b] {
                None => count += splits(&flow.edges[b]),
                Some(h) if hub_start[h as usize] == NONE => {
                    hub_start[h as usize] = count + 1;
                    count += 1 + splits(&flow.hubs[h as usize].edges);
                }
                Some(_) => count += 1,
            }
        }
        for &b in &flow.order {
            let d = std::mem::take(&mut self.drafts[b]);
            let Some(h) = flow.hub_of[b] else {
                self.with_edges(Site::Block(b), d, &flow.edges[b], &start);
                continue;
            };
            let here = self.view.blocks.len() as u32;
            let to = hub_start[h as usize];
            self.add(Site::Block(b), d.insts, d.params, vec![Block::new(to as usize)], d.args);
            if to == here + 1 {
                let draft = std::mem::take(&mut self.hubs[h as usize]);
                let mut insts = Vec::new();
                self.push(What::Jumps, draft.address.as_slice(), 0, &mut insts);
                let edges = &flow.hubs[h as usize].edges;
                let d = Draft { insts, params: draft.params, args: vec![Vec::new(); edges.len()] };
                self.with_edges(Site::Hub(h), d, edges, &start);
            }
        }
        let mut view = self.view;
        view.hubs = hub_start;
        for i in 0..view.blocks.len() {
            for s in view.blocks[i].succs.clone() {
                view.blocks[s.index()].preds.push(Block::new(i));
            }
        }
        view
    }

    /// Adds a block, and behind it the blocks on its edges.
    fn with_edges(&mut self, site: Site, mut d: Draft, edges: &[Edge], start: &SecondaryMap<Bb, u32>) {
        let mut split = self.view.blocks.len();
        let mut target = |e: &Edge| {
            split += usize::from(e.split);
            Block::new(if e.split { split } else { start[e.to] as usize })
        };
        let succs: Vec<Block> = edges.iter().map(&mut target).collect();
        let own = |(e, a): (&Edge, &Vec<VReg>)| if e.split { Vec::new() } else { a.clone() };
        let args = edges.iter().zip(&d.args).map(own).collect();
        self.add(site, d.insts, std::mem::take(&mut d.params), succs, args);
        for (e, args) in edges.iter().zip(d.args).filter(|(e, _)| e.split) {
            let end = InstData { what: What::End, operands: 0..0, mask: 0 };
            let to = vec![Block::new(start[e.to] as usize)];
            let on_edge = match site {
                Site::Block(b) if !e.stiff => Site::Edge(b, e.n),
                _ => Site::Landing(e.to),
            };
            self.add(on_edge, vec![end], Vec::new(), to, vec![args]);
        }
    }

    fn add(&mut self, site: Site, insts: Vec<InstData>, params: Vec<VReg>, succs: Vec<Block>, args: Vec<Vec<VReg>>) {
        let from = self.view.insts.len() as u32;
        self.view.insts.extend(insts);
        let insts = from..self.view.insts.len() as u32;
        self.view.blocks.push(BlockData { site, insts, succs, preds: Vec::new(), params, args });
    }
}
