//! From legalised SSA to WHIRL: the order of work.
//!
//! 1. [`super::place`] decides which values are kids and which have PREGs;
//! 2. [`super::emit`] makes the trees, with one provisional PREG for each value, and notes where phis and what they take
//!    are read;
//! 3. [`super::outofssa`] merges those values; PREGs are numbered anew, one for each class;
//! 4. copies that remain are put at the ends of blocks, at phis' blocks, or on split edges.
//!
//! At -O0 nothing moves between blocks and no edge is split, but the steps are the same.

use super::outofssa::{Webs, collect, phis, sequence};
use super::place::{Place, Places, plan};
use super::{Opr, Preg, WBlock, WBlockData, WhirlFunc, Wn, WnData};
use crate::analysis::dom::{Cfg, DomTree};
use crate::analysis::freq::probabilities;
use crate::analysis::loops::Loops;
use crate::diag::{Error, Pos, Result};
use crate::ir::{BlockId, Function, InstFlags, Module, Ty, TyData, Value};
use crate::mtype::{MType, VecElem};
use cranelift_entity::{EntityList, EntityRef, ListPool, PrimaryMap, SecondaryMap};
use targ_info::{OperandKind, Role, Target};

/// What all steps look at.
pub struct Context<'a> {
    /// The function.
    pub f: &'a Function,
    /// Its module.
    pub m: &'a Module,
    /// Control flow.
    pub cfg: Cfg,
    /// Loops.
    pub loops: Loops,
    /// Of conditional branches.
    pub probabilities: SecondaryMap<BlockId, u32>,
    /// Move values between statements and blocks.
    pub optimise: bool,
    /// A 32-bit value is kept sign-extended, so that extending it costs nothing.
    pub free_sext: bool,
    /// Constant offsets that loads and stores take.
    pub offsets: (i64, i64),
    /// Width of an address.
    pub xlen: u32,
}

impl Context<'_> {
    /// The machine type of a value's type.
    pub fn mtype(&self, ty: Ty) -> Option<MType> {
        mtype(self.m, self.xlen, ty)
    }
    /// An integer constant's value, sign-extended from its type.
    pub fn signed(&self, v: Value, bits: u64) -> i64 {
        let w = self.mtype(self.f.ty(v)).map_or(64, MType::bits).clamp(1, 64);
        ((bits << (64 - w)) as i64) >> (64 - w)
    }
}

/// The machine type of a scalar type.
fn mtype(m: &Module, xlen: u32, ty: Ty) -> Option<MType> {
    Some(match m.types.get(ty) {
        TyData::Int(n) => MType::int(*n)?,
        TyData::Ptr(_) => MType::int(xlen)?,
        TyData::Half => MType::F16,
        TyData::BFloat => MType::BF16,
        TyData::Float => MType::F32,
        TyData::Double => MType::F64,
        TyData::Fp128 => MType::F128,
        TyData::X86Fp80 => MType::F80,
        TyData::Void => MType::Void,
        TyData::Vector { lanes, elem, scalable } => {
            let lane = mtype(m, xlen, *elem)?;
            let elem = VecElem::of(lane)?;
            MType::Vec { elem, lanes: u16::try_from(*lanes).ok()?, scalable: *scalable }
        }
        _ => return None,
    })
}

/// Offsets that a load takes, by the first row that loads through base and offset.
pub fn offset_range(t: &Target) -> (i64, i64) {
    for row in t.isa.insts {
        if !row.is(targ_info::InstFlags::LOAD) || !row.available(&t.features) || row.role(Role::Base).is_none() {
            continue;
        }
        let Some(o) = row.role(Role::Offset) else { continue };
        if let Some(OperandKind::Imm(k)) = row.operands.get(o).map(|o| o.kind)
            && let Some(imm) = t.isa.imms.get(k as usize)
        {
            return (imm.min, imm.max);
        }
    }
    (0, 0)
}

/// Makes trees of a legalised function. With `optimise` off, as at -O0, values stay where they are computed.
pub fn build(f: &Function, m: &Module, t: &Target, optimise: bool) -> Result<WhirlFunc> {
    let cfg = Cfg::compute(f);
    let dom = DomTree::compute(f, &cfg);
    let loops = Loops::compute(f, &cfg, &dom);
    let probabilities = probabilities(f, m, &cfg, &loops);
    let xlen = u32::from(t.xlen());
    // Where a 32-bit operation leaves its result sign-extended, the tables say so.
    let sext = targ_info::InstFlags::SEXT32;
    let free_sext = optimise && xlen == 64 && t.isa.insts.iter().any(|r| r.flags.contains(sext));
    let cx = Context { f, m, cfg, loops, probabilities, optimise, free_sext, offsets: offset_range(t), xlen };
    build_with(cx)
}

/// As [`build`], with the analyses and the target's answers at hand.
pub fn build_with(cx: Context<'_>) -> Result<WhirlFunc> {
    let name = &cx.f.name;
    Builder::new(cx).run().map_err(|e| e.in_function(name))
}

/// The state of building.
pub struct Builder<'a> {
    /// What is looked at.
    pub cx: Context<'a>,
    /// The result.
    pub w: WhirlFunc,
    /// Decisions.
    pub places: Places,
    /// Phis' values.
    pub webs: Webs,
    /// Uses of phis' values.
    pub uses: Vec<(Value, u32, u32)>,
    /// Provisional PREG by value; `u32::MAX` if none yet.
    pub preg_of: Vec<u32>,
    /// WHIRL block by block.
    pub block_of: SecondaryMap<BlockId, Option<WBlock>>,
    /// Where statements go.
    pub block: WBlock,
    /// The same, by place in the reverse post-order, and the position of the statement being made.
    pub at: (u32, u32),
}

impl<'a> Builder<'a> {
    fn new(cx: Context<'a>) -> Builder<'a> {
        let f = cx.f;
        let w = WhirlFunc {
            global: f.global,
            name: f.name.clone(),
            nodes: PrimaryMap::with_capacity(f.insts.len() * 2),
            kids: ListPool::new(),
            dsts: ListPool::new(),
            pregs: PrimaryMap::new(),
            blocks: PrimaryMap::with_capacity(cx.cfg.rpo.len()),
            layout: Vec::with_capacity(cx.cfg.rpo.len()),
            calls: PrimaryMap::new(),
            tables: Vec::new(),
            addressed: Vec::new(),
            vectors: Vec::new(),
            shuffles: Vec::new(),
            asms: Vec::new(),
            params: Vec::new(),
            ret_locs: f.ret_locs.clone(),
            incoming: f.incoming.clone(),
            frame: f.frame.clone(),
            alias: f.alias.clone(),
            pos: f.pos,
        };
        let places = plan(&cx);
        let values = f.values.len();
        Builder {
            w,
            places,
            webs: Webs::empty(),
            uses: Vec::new(),
            preg_of: vec![u32::MAX; values],
            block_of: SecondaryMap::with_capacity(f.blocks.len()),
            block: WBlock::new(0),
            at: (0, 0),
            cx,
        }
    }

    fn run(mut self) -> Result<WhirlFunc> {
        self.webs = collect(&self.cx, &mut self.places)
            .map_err(|i| self.error(self.cx.f.insts[i].pos, "phi without a value for one of its predecessors"))?;
        self.make_blocks();
        self.parameters()?;
        for n in 0..self.cx.cfg.rpo.len() {
            self.emit_block(n)?;
        }
        let uses = std::mem::take(&mut self.uses);
        self.webs.coalesce(&self.cx, &self.places, &uses);
        self.copies()?;
        self.renumber();
        Ok(self.w)
    }

    /// An input error at a place.
    pub fn error(&self, pos: Pos, what: &str) -> Error {
        Error::input(pos, what)
    }

    /// Blocks in the function's own order; unreachable ones only if their address is taken.
    fn make_blocks(&mut self) {
        let f = self.cx.f;
        for &b in &f.layout {
            let reachable = self.cx.cfg.reachable(b);
            let address_taken = f.blocks[b].address_taken;
            if !reachable && !address_taken {
                continue;
            }
            let data = WBlockData { address_taken, source: b.into(), ..WBlockData::default() };
            let wb = self.w.blocks.push(data);
            self.w.layout.push(wb);
            self.block_of[b] = Some(wb);
            if address_taken {
                self.w.addressed.push((b, wb));
            }
            if !reachable {
                self.block = wb;
                let end = self.leaf(Opr::Unreachable, MType::Void);
                self.w.blocks[wb].stmts.push(end);
            }
        }
    }

    /// The WHIRL block of a block.
    pub fn wblock(&self, b: BlockId, pos: Pos) -> Result<WBlock> {
        self.block_of[b].ok_or_else(|| self.error(pos, "branch to a block that is not there"))
    }

    fn parameters(&mut self) -> Result<()> {
        let f = self.cx.f;
        for (n, &v) in f.params.iter().enumerate() {
            if self.places.place[v.index()] != Place::Preg {
                continue;
            }
            let Some(&loc) = f.param_locs.get(n) else {
                return Err(self.error(f.pos, "parameter without a place"));
            };
            let p = self.preg(v)?;
            self.w.params.push((p, loc));
        }
        Ok(())
    }

    /// The provisional PREG of a value.
    pub fn preg(&mut self, v: Value) -> Result<Preg> {
        let known = self.preg_of[v.index()];
        if known != u32::MAX {
            return Ok(Preg::from_u32(known));
        }
        let ty = self.value_type(v)?;
        let p = self.w.pregs.push(ty);
        self.preg_of[v.index()] = p.as_u32();
        Ok(p)
    }

    /// The machine type of a value.
    pub fn value_type(&self, v: Value) -> Result<MType> {
        let ty = self.cx.f.ty(v);
        self.cx.mtype(ty).ok_or_else(|| {
            let pos = self.cx.f.def_inst(v).map_or(self.cx.f.pos, |i| self.cx.f.insts[i].pos);
            Error::unsupported(pos, format!("a value of type {}", self.cx.m.types.show(ty)))
        })
    }

    /// A node.
    pub fn node(&mut self, opr: Opr, ty: MType, desc: MType, flags: InstFlags, kids: &[Wn], pos: Pos) -> Wn {
        let kids = EntityList::from_slice(kids, &mut self.w.kids);
        self.w.nodes.push(WnData { opr, ty, desc, flags, kids, dsts: EntityList::new(), pos })
    }

    /// A node without kids.
    pub fn leaf(&mut self, opr: Opr, ty: MType) -> Wn {
        self.node(opr, ty, ty, InstFlags::empty(), &[], Pos::NONE)
    }

    /// Puts the copies that are left where they belong.
    fn copies(&mut self) -> Result<()> {
        let f = self.cx.f;
        let mut web_preg: Vec<u32> = vec![u32::MAX; self.webs.len()];
        // A class is named by the first PREG that is met of it: parameters first, then in order of blocks.
        let edges = std::mem::take(&mut self.webs.edges);
        for n in 0..self.cx.cfg.rpo.len() {
            let b = self.cx.cfg.rpo[n];
            let mut moves = Vec::new();
            for i in phis(f, b) {
                if !self.places.live.contains(i.index()) {
                    continue;
                }
                let phi = f.result(i, 0);
                let web = self.web_preg(&mut web_preg, phi)?;
                let own = self.class_preg(&mut web_preg, phi)?;
                moves.push((own, web));
            }
            let stmts = self.parallel(&moves);
            if !stmts.is_empty() {
                let wb = self.wblock(b, f.pos)?;
                self.w.blocks[wb].stmts.splice(0..0, stmts);
            }
        }
        // All copies before one terminator are one parallel copy, for whichever edges they are.
        let mut order: Vec<usize> = (0..edges.len()).collect();
        order.sort_by_key(|&n| (edges[n].from, edges[n].split));
        let together = |a: &usize, b: &usize| edges[*a].from == edges[*b].from && !edges[*a].split && !edges[*b].split;
        for group in order.chunk_by(together) {
            let mut moves = Vec::new();
            let mut leaves = Vec::new();
            for &(phi, v) in group.iter().flat_map(|&n| &edges[n].moves) {
                let web = self.web_preg(&mut web_preg, phi)?;
                if self.places.place[v.index()] == Place::Preg {
                    let from = self.class_preg(&mut web_preg, v)?;
                    moves.push((web, from));
                } else {
                    leaves.push((web, v));
                }
            }
            // Phis of two targets that take one value may share a class.
            moves.sort_unstable();
            moves.dedup();
            leaves.sort_unstable();
            leaves.dedup();
            let mut stmts = self.parallel(&moves);
            for (to, v) in leaves {
                let value = self.operand(v)?;
                stmts.push(self.stid(to, value, Pos::NONE));
            }
            let Some(e) = group.first().map(|&n| &edges[n]).filter(|_| !stmts.is_empty()) else { continue };
            let from = self.wblock(self.cx.cfg.rpo[e.from as usize], f.pos)?;
            if e.split {
                self.split_edge(from, e.to, stmts)?;
            } else {
                let list = &mut self.w.blocks[from].stmts;
                let at = list.len() - 1;
                list.splice(at..at, stmts);
            }
        }
        self.merge_pregs(&web_preg)
    }

    /// An assignment.
    pub fn stid(&mut self, to: Preg, value: Wn, pos: Pos) -> Wn {
        let ty = self.w.pregs[to];
        self.node(Opr::Stid(to), MType::Void, ty, InstFlags::empty(), &[value], pos)
    }

    fn parallel(&mut self, moves: &[(Preg, Preg)]) -> Vec<Wn> {
        let pregs = &mut self.w.pregs;
        let order = sequence(moves, |p| {
            let ty = pregs[p];
            pregs.push(ty)
        });
        let mut stmts = Vec::with_capacity(order.len());
        for (to, from) in order {
            let ty = self.w.pregs[from];
            let value = self.leaf(Opr::Ldid(from), ty);
            stmts.push(self.stid(to, value, Pos::NONE));
        }
        stmts
    }

    /// The PREG of a value's class.
    fn class_preg(&mut self, names: &mut [u32], v: Value) -> Result<Preg> {
        let own = self.preg(v)?;
        let Some(class) = self.webs.class(v) else { return Ok(own) };
        let name = &mut names[class as usize];
        if *name == u32::MAX {
            *name = own.as_u32();
        }
        Ok(Preg::from_u32(*name))
    }

    /// The PREG of a phi's web.
    fn web_preg(&mut self, names: &mut [u32], phi: Value) -> Result<Preg> {
        // Without liveness (nothing was merged) webs exist all the same.
        let class = self.webs.web_class(phi).ok_or_else(|| self.error(self.cx.f.pos, "phi without edges"))?;
        if names[class as usize] == u32::MAX {
            let ty = self.value_type(phi)?;
            names[class as usize] = self.w.pregs.push(ty).as_u32();
        }
        Ok(Preg::from_u32(names[class as usize]))
    }

    /// Puts statements into a new block between two.
    fn split_edge(&mut self, from: WBlock, to: u32, mut stmts: Vec<Wn>) -> Result<()> {
        let target = self.wblock(self.cx.cfg.rpo[to as usize], self.cx.f.pos)?;
        let cold = self.w.blocks[target].cold || self.w.blocks[from].cold;
        stmts.push(self.leaf(Opr::Goto(target), MType::Void));
        let new = self.w.blocks.push(WBlockData { stmts, cold, ..WBlockData::default() });
        self.w.layout.push(new);
        let swap = |x: &mut WBlock| {
            if *x == target {
                *x = new;
            }
        };
        let Some(&term) = self.w.blocks[from].stmts.last() else { return Ok(()) };
        match &mut self.w.nodes[term].opr {
            Opr::CondBr(a, b, _) => {
                swap(a);
                swap(b);
            }
            Opr::Goto(a) => swap(a),
            Opr::JumpTable(n) | Opr::IndirectGoto(n) => self.w.tables[*n as usize].iter_mut().for_each(swap),
            _ => {}
        }
        let count = self.w.blocks[from].stmts.len();
        if let Some(&before) = count.checked_sub(2).and_then(|n| self.w.blocks[from].stmts.get(n))
            && let Opr::Asm(n) = self.w.nodes[before].opr
        {
            self.w.asms[n as usize].labels.iter_mut().for_each(swap);
        }
        Ok(())
    }

    /// Renames provisional PREGs to their class's.
    fn merge_pregs(&mut self, names: &[u32]) -> Result<()> {
        let mut to: Vec<u32> = (0..self.w.pregs.len() as u32).collect();
        for n in 0..self.webs.values.len() {
            let v = self.webs.values[n];
            let p = self.preg_of[v.index()];
            if let Some(class) = self.webs.class(v)
                && p != u32::MAX
                && names[class as usize] != u32::MAX
            {
                to[p as usize] = names[class as usize];
            }
        }
        rename(&mut self.w, |p| Preg::from_u32(to[p.index()]));
        Ok(())
    }

    /// Numbers PREGs without holes, in order of their appearance.
    fn renumber(&mut self) {
        let mut new: Vec<u32> = vec![u32::MAX; self.w.pregs.len()];
        let old = std::mem::take(&mut self.w.pregs);
        let mut pregs: PrimaryMap<Preg, MType> = PrimaryMap::with_capacity(old.len());
        rename(&mut self.w, |p| {
            let n = &mut new[p.index()];
            if *n == u32::MAX {
                *n = pregs.push(old[p]).as_u32();
            }
            Preg::from_u32(*n)
        });
        self.w.pregs = pregs;
    }
}

/// Replaces every mention of a PREG.
fn rename(w: &mut WhirlFunc, mut to: impl FnMut(Preg) -> Preg) {
    for (p, _) in &mut w.params {
        *p = to(*p);
    }
    for n in w.nodes.values_mut() {
        match &mut n.opr {
            Opr::Ldid(p) | Opr::Stid(p) => *p = to(*p),
            _ => {}
        }
        for p in n.dsts.as_mut_slice(&mut w.dsts) {
            *p = to(*p);
        }
    }
}
