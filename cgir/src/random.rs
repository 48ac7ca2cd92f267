//! Random valid functions, from a seed: what allocators, the checker and other passes are tested on.
//!
//! First the flow graph, then dominance, then code: a use names only what is defined on every path to it. Some TNs are
//! *variables*, defined in the entry and again anywhere, so that values go round loops and join after branches as PREGs
//! do; the rest are defined once. Instructions are drawn from the target's rows, whatever the target is: two-operand and
//! fixed-register rows, groups, early results, calls with clobbers, inline assembly with random constraints, branches on
//! registers and on flags. [`Shape`] says how large, and how many values are kept alive.
//!
//! The result passes [`crate::verify`] with all checks.

use crate::alloc::alone::allocates_alone;
use crate::analysis::{Cfg, DomTree, freq};
use crate::func::{Bb, Constraint, FrameData, FrameKind, Func, Modifier, OpExtra, Succ, SymRef, Tn, TnData};
use crate::pass::PassCx;
use crate::text::usual_type;
use targ_info::{InstDesc, InstFlags, Opcode, OperandDesc, OperandKind, PReg, RegClass, RegSet, Role};
use whirl_lite::ir::{GlobalRef, InlineAsm};
use whirl_lite::mtype::{MType, VecElem};

/// A small generator of random numbers (splitmix64), the same everywhere.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// From a seed.
    pub fn new(seed: u64) -> Rng {
        Rng(seed)
    }
    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n` (0 if `n` is 0).
    pub fn below(&mut self, n: usize) -> usize {
        if n == 0 { 0 } else { (self.bits() % n as u64) as usize }
    }
    /// True in so many percent of cases.
    pub fn percent(&mut self, p: usize) -> bool {
        self.below(100) < p
    }
    /// An element of a list.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// How large a function is, and of what kind.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Blocks, before unreachable ones are dropped.
    pub blocks: usize,
    /// Ops in a block, on average.
    pub ops: usize,
    /// TNs with several definitions.
    pub variables: usize,
    /// Blocks that end in calls, in percent.
    pub calls: usize,
    /// Ops that are inline assembly, in percent.
    pub asm: usize,
    /// Edges that go back, in percent of second edges.
    pub back: usize,
    /// Uses that choose among all available values rather than the latest few, in percent: the pressure.
    pub far: usize,
    /// Only rows whose registers are of one register file, chosen at random; a target with many vector rows has few others
    /// in a function that draws from all.
    pub one_file: bool,
}

impl Shape {
    /// A shape from a seed: from straight lines to many blocks with more live values than registers.
    pub fn from_seed(seed: u64) -> Shape {
        let mut r = Rng::new(seed ^ 0x5eed);
        Shape {
            blocks: 1 + r.below(14),
            ops: 1 + r.below(14),
            variables: r.below(16),
            calls: r.below(40),
            asm: r.below(8),
            back: r.below(70),
            far: r.below(90),
            one_file: false,
        }
    }
}

/// The rows that a generator draws from.
struct Rows {
    plain: Vec<Opcode>,
    /// Of these, the ones that blocks are made of.
    drawn: Vec<Opcode>,
    branches: Vec<Opcode>,
    jumps: Vec<Opcode>,
    entry: Opcode,
    call: Opcode,
    ret: Opcode,
    asm: Option<Opcode>,
    /// By class: rows that make a value of it out of constants.
    makers: Vec<Vec<Opcode>>,
    /// By class: does some row have results of it? Without one there may be no copies either.
    made: Vec<bool>,
}

fn is_variadic(o: &OperandDesc) -> bool {
    o.kind == OperandKind::Variadic
}

impl Rows {
    fn find(cx: &PassCx<'_>) -> Option<Rows> {
        let isa = cx.target.isa;
        let rows = || {
            let all = isa.insts.iter().enumerate().map(|(i, d)| (Opcode(i as u16), d));
            all.filter(|(_, d)| d.available(&cx.target.features) && !d.is(InstFlags::ALIAS) && !is_compressed(isa, d))
        };
        let open_results = |d: &InstDesc| d.results == 1 && is_variadic(&d.operands[0]);
        let open_operands =
            |d: &InstDesc| d.operands.len() > d.results as usize && d.operands.last().is_some_and(is_variadic);
        let ends = InstFlags::BRANCH | InstFlags::RETURN | InstFlags::CALL | InstFlags::NO_FALLTHROUGH;
        let odd = ends | InstFlags::EFFECT | InstFlags::FENCE | InstFlags::NO_BYTES;
        let mut plain: Vec<Opcode> = Vec::new();
        let mut makers = vec![Vec::new(); isa.classes.len()];
        for (o, d) in rows().filter(|(_, d)| !d.flags.intersects(odd)) {
            if !d.operands.iter().enumerate().all(|(i, x)| drawable(cx, d, x, i)) {
                continue;
            }
            if let (Some(OperandKind::Reg(c)), true) = (d.operands.first().map(|o| o.kind), d.results == 1)
                && d.operands[1..].iter().all(|o| matches!(o.kind, OperandKind::Imm(_)))
            {
                makers[c.0 as usize].push(o);
            }
            plain.push(o);
        }
        let mut made = vec![false; isa.classes.len()];
        for o in plain.iter().flat_map(|&o| &isa.inst(o).operands[..isa.inst(o).results as usize]) {
            if let OperandKind::Reg(c) = o.kind {
                made[c.0 as usize] = true;
            }
        }
        let with = |want: InstFlags, not: InstFlags| {
            let hit = move |d: &InstDesc| d.is(want) && !d.flags.intersects(not);
            rows().filter(move |(_, d)| hit(d))
        };
        let none = InstFlags::empty();
        let branches = with(InstFlags::CONDITIONAL, none).map(|x| x.0).collect();
        let is_jump =
            |d: &InstDesc| d.results == 0 && matches!(d.operands.first().map(|o| o.kind), Some(OperandKind::Reg(_)));
        let through = InstFlags::BRANCH | InstFlags::INDIRECT | InstFlags::NO_FALLTHROUGH;
        let table = |d: &InstDesc| {
            d.operands.len() == 2 && (is_variadic(&d.operands[1]) || matches!(d.operands[1].kind, OperandKind::Imm(_)))
        };
        let jumps = with(through, none).filter(|(_, d)| is_jump(d) && table(d)).map(|x| x.0).collect();
        let calls = with(InstFlags::CALL, InstFlags::INDIRECT | InstFlags::RETURN);
        let to_symbol = |d: &InstDesc| matches!(d.operands.get(1).map(|o| o.kind), Some(OperandKind::Target(_)));
        let call = { calls }.find(|(_, d)| open_results(d) && open_operands(d) && to_symbol(d))?.0;
        let ret = with(InstFlags::RETURN, InstFlags::CALL | InstFlags::INDIRECT).find(|(_, d)| open_operands(d))?.0;
        let pseudos: Vec<_> = with(InstFlags::PSEUDO, ends).filter(|(_, d)| open_results(d)).collect();
        let entry = pseudos.iter().find(|(_, d)| d.operands.len() == 1).or(pseudos.first())?.0;
        let asm = rows()
            .find(|(_, d)| open_results(d) && d.operands.len() == 2 && open_operands(d) && !d.flags.intersects(ends));
        Some(Rows {
            drawn: plain.clone(),
            plain,
            branches,
            jumps,
            entry,
            call,
            ret,
            asm: asm.map(|x| x.0),
            makers,
            made,
        })
    }
}

impl Rows {
    /// Draws only rows with registers of one file, and those without registers. What branches and calls read is made of any.
    fn keep_one_file(&mut self, cx: &PassCx<'_>, seed: u64) {
        let isa = cx.target.isa;
        let top = |k: OperandKind| match k {
            OperandKind::Reg(c) => Some(isa.class(c).top),
            OperandKind::Fixed(r) => Some(isa.class(isa.reg(r).class).top).filter(|&c| isa.class(c).allocatable),
            _ => None,
        };
        let mut files: Vec<RegClass> = Vec::new();
        for c in self.plain.iter().flat_map(|&o| isa.inst(o).operands).filter_map(|o| top(o.kind)) {
            if !files.contains(&c) {
                files.push(c);
            }
        }
        let Some(&file) = Rng::new(seed ^ 0xf11e).pick(&files) else { return };
        let inside = |o: &Opcode| isa.inst(*o).operands.iter().filter_map(|o| top(o.kind)).all(|c| c == file);
        self.drawn.retain(inside);
    }
}

/// Compressed forms are chosen at emission.
fn is_compressed(isa: &targ_info::Isa, d: &InstDesc) -> bool {
    let stands = isa.inst_by_name(d.name).and_then(|o| isa.stands_for.get(o.0 as usize));
    stands.is_some_and(|&s| s != u16::MAX)
}

/// Can an operand of a row be drawn at random?
fn drawable(cx: &PassCx<'_>, d: &InstDesc, o: &OperandDesc, index: usize) -> bool {
    // Registers that the usual class of such values lacks (second bytes) are for single rows: no row stores them.
    let class_ok = |c: RegClass| {
        let usual = value_of(cx, c).map(|v| v.1);
        usual.is_some_and(|u| cx.allocatable(u).contains(cx.allocatable(c))) && !cx.allocatable(c).is_empty()
    };
    match o.kind {
        OperandKind::Reg(c) => class_ok(c) && !cx.target.isa.class(c).no_spill,
        // State that nobody allocates may be written; to read it, a row needs a writer before it.
        OperandKind::Fixed(r) => {
            let class = cx.target.isa.reg(r).class;
            let free = cx.allocatable(class).contains(cx.target.isa.reg(r).units);
            free && class_ok(class) || index < d.results as usize && !cx.target.isa.class(class).allocatable
        }
        OperandKind::Imm(_) => true,
        OperandKind::Target(_) | OperandKind::Variadic => false,
    }
}

/// What a value of a class is, and the class that such values usually have: a number or vector of its width. In a file
/// for numbers of one width, as x87's, it is a narrower one that the file keeps as it keeps that.
pub fn value_of(cx: &PassCx<'_>, c: RegClass) -> Option<(MType, RegClass)> {
    let isa = cx.target.isa;
    let (top, width) = (isa.class(c).top, cx.target.class_width(c));
    let inside = |ty: MType| cx.hooks.class_of(ty).filter(|&u| isa.class(u).top == top);
    let vector = MType::Vec { elem: VecElem::I8, lanes: width / 8, scalable: false };
    let known = [usual_type(cx.target, cx.hooks, c), vector].into_iter().find_map(|ty| Some((ty, inside(ty)?)));
    let narrower = || {
        let ty = [MType::F32, MType::F64].into_iter().find(|ty| ty.bits() == u32::from(width))?;
        inside(usual_type(cx.target, cx.hooks, top)).map(|u| (ty, u))
    };
    known.or_else(narrower)
}

/// A random function, or `None` if the target lacks a row that every function needs.
pub fn function(seed: u64, shape: Shape, global: GlobalRef, cx: &PassCx<'_>) -> Option<Func> {
    let mut rows = Rows::find(cx)?;
    if shape.one_file {
        rows.keep_one_file(cx, seed);
    }
    let mut g = Generator {
        f: Func::new(global, format!("random{seed}")),
        rng: Rng::new(seed),
        cx,
        rows,
        shape,
        variables: Vec::new(),
        slots: Vec::new(),
    };
    g.flow();
    g.code();
    g.f.rebuild_preds();
    freq::compute(&mut g.f);
    Some(g.f)
}

struct Generator<'a> {
    f: Func,
    rng: Rng,
    cx: &'a PassCx<'a>,
    rows: Rows,
    shape: Shape,
    variables: Vec<Tn>,
    slots: Vec<whirl_lite::ir::FrameObj>,
}

/// How a block ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Fall,
    Branch,
    Jump,
    Call,
    Return,
}

impl Generator<'_> {
    /// Blocks and edges: mostly to the next block, some elsewhere.
    fn flow(&mut self) {
        let n = self.shape.blocks.max(1);
        let bbs: Vec<Bb> = (0..n).map(|_| self.f.add_bb()).collect();
        for i in 0..n {
            let Some(&next) = bbs.get(i + 1) else { continue };
            let mut targets = Vec::new();
            if self.rng.percent(55) {
                targets.push(self.target(&bbs, i));
            }
            if self.rng.percent(6) && !self.rows.jumps.is_empty() {
                targets.push(self.target(&bbs, i));
                targets.push(self.target(&bbs, i));
                targets.dedup();
            }
            let mut succs = vec![next];
            succs.extend(targets);
            if self.rng.percent(5) {
                succs.clear();
            }
            let weights: Vec<f32> = succs.iter().map(|_| 1.0 + self.rng.below(12) as f32).collect();
            let sum: f32 = weights.iter().sum();
            self.f.bbs[bbs[i]].succs = succs.iter().zip(&weights).map(|(&bb, w)| Succ { bb, prob: w / sum }).collect();
        }
        let cfg = Cfg::compute(&self.f);
        self.f.layout.retain(|&b| cfg.reachable(b));
    }
    /// Where a second edge goes: back, or on. Never to the entry, which begins with the entry op.
    fn target(&mut self, bbs: &[Bb], from: usize) -> Bb {
        let back = self.rng.percent(self.shape.back);
        let at = if back { 1 + self.rng.below(from) } else { from + 1 + self.rng.below(bbs.len() - from - 1) };
        bbs[at.min(bbs.len() - 1)]
    }

    fn code(&mut self) {
        for _ in 0..1 + self.rng.below(3) {
            let data = FrameData { size: 16, align: 4, kind: FrameKind::Local, offset: None };
            self.slots.push(self.f.frame.push(data));
        }
        let cfg = Cfg::compute(&self.f);
        let dom = DomTree::dominators(&cfg);
        // What is available at the end of each block, by block number.
        let mut available: Vec<Vec<Tn>> = vec![Vec::new(); self.f.bbs.len()];
        for b in dom.preorder(&cfg) {
            let mut have = match dom.idom(&cfg, b) {
                Some(d) => available[d.as_u32() as usize].clone(),
                None => self.entry(b),
            };
            self.block(b, &mut have);
            available[b.as_u32() as usize] = have;
        }
    }

    fn usual(&self, c: RegClass) -> MType {
        value_of(self.cx, c).map_or(MType::Void, |v| v.0)
    }
    fn reg(&mut self, c: RegClass) -> Tn {
        let ty = self.usual(c);
        self.f.new_reg(c, ty)
    }
    /// A few registers of a list, and a new TN for each.
    fn some_of(&mut self, regs: &[PReg], most: usize) -> Vec<(Tn, PReg)> {
        let n = self.rng.below(most.min(regs.len()) + 1);
        regs[..n].iter().map(|&r| (self.reg(self.cx.target.isa.reg(r).class), r)).collect()
    }

    /// The entry op, a value of each class that rows need, and the variables.
    fn entry(&mut self, b: Bb) -> Vec<Tn> {
        let abi = self.cx.target.abi;
        let mut params = self.some_of(abi.int_args, 3);
        params.extend(self.some_of(abi.fp_args, 2));
        let (tns, regs): (Vec<Tn>, Vec<PReg>) = params.into_iter().unzip();
        let op = self.f.make_op(self.rows.entry, &tns, &[]);
        let constraints = regs.into_iter().map(Constraint::Fixed).collect();
        self.f.set_extra(op, OpExtra { constraints, ..OpExtra::default() });
        self.f.append(b, op);
        let mut have = tns;
        for _ in 0..self.shape.variables {
            let makers = &self.rows.makers;
            let classes: Vec<usize> = (0..makers.len()).filter(|&c| !makers[c].is_empty()).collect();
            let Some(&class) = self.rng.pick(&classes) else { break };
            if let Some(&row) = self.rng.pick(&self.rows.makers[class]) {
                self.plain(b, row, &mut have, true);
            }
        }
        have
    }

    fn block(&mut self, b: Bb, have: &mut Vec<Tn>) {
        let end = match self.f.bbs[b].succs.len() {
            0 => End::Return,
            1 if self.rng.percent(self.shape.calls) => End::Call,
            1 => End::Fall,
            2 if !self.rows.branches.is_empty() => End::Branch,
            _ => End::Jump,
        };
        for _ in 0..self.rng.below(2 * self.shape.ops + 1) {
            if self.rng.percent(self.shape.asm) {
                self.asm(b, have);
            } else if let Some(&row) = self.rng.pick(&self.rows.drawn) {
                let again = self.rng.percent(30);
                self.plain(b, row, have, again);
            }
        }
        match end {
            End::Fall => {}
            End::Return => self.ret(b, have),
            End::Call => self.call(b, have),
            End::Branch => self.branch(b, have),
            End::Jump => self.jump(b, have),
        }
    }

    /// An available TN that can stand in an operand of a class; made on the spot if there is none.
    fn value(&mut self, b: Bb, class: RegClass, have: &mut Vec<Tn>) -> Option<Tn> {
        let isa = self.cx.target.isa;
        let fits = |f: &Func, t: Tn| {
            f.class(t).is_some_and(|own| {
                let (a, c) = (isa.class(own), isa.class(class));
                let shared =
                    |r: &&PReg| c.members.contains(r) && (self.cx.allocatable(own)).contains(isa.reg(**r).units);
                own == class || a.top == c.top && a.members.iter().filter(shared).count() > 1
            })
        };
        let list: Vec<Tn> = have.iter().copied().filter(|&t| fits(&self.f, t)).collect();
        if !list.is_empty() {
            let from = if self.rng.percent(self.shape.far) { 0 } else { list.len().saturating_sub(4) };
            return self.rng.pick(&list[from..]).copied();
        }
        let makers = &self.rows.makers[class.0 as usize];
        if let Some(&row) = self.rng.pick(makers) {
            let before = have.len();
            self.plain(b, row, have, false);
            return have.get(before).copied();
        }
        // No constant of the class: out of another class by a row with one source (`fcvt`, `mulp`).
        let makes = |&o: &Opcode| {
            let d = isa.inst(o);
            let plain_source = |o: &OperandDesc| match o.kind {
                OperandKind::Reg(c) => !self.rows.makers[c.0 as usize].is_empty(),
                k => matches!(k, OperandKind::Imm(_)),
            };
            d.results == 1 && d.operands[0].kind == OperandKind::Reg(class) && d.operands[1..].iter().all(plain_source)
        };
        let row = self.rows.plain.iter().copied().find(makes)?;
        let before = have.len();
        self.plain(b, row, have, false);
        have[before..].iter().copied().find(|&t| self.f.class(t) == Some(class))
    }

    fn imm(&mut self, kind: u16) -> i64 {
        let d = &self.cx.target.isa.imms[kind as usize];
        if !d.names.is_empty() {
            return self.rng.pick(d.names).map_or(0, |n| n.0);
        }
        let (low, high) = (d.min.max(-4096), d.max.min(4096));
        let mut v = low.saturating_add(self.rng.below((high.saturating_sub(low)).max(0) as usize + 1) as i64);
        v &= !((1i64 << d.shift) - 1);
        if d.fits_with(v, &self.cx.target.features) { v } else { d.min.max(i64::from(d.nonzero) << d.shift) }
    }

    /// An op of a plain row. With `again`, results may go to variables.
    fn plain(&mut self, b: Bb, row: Opcode, have: &mut Vec<Tn>, again: bool) {
        let d = self.cx.target.isa.inst(row);
        let memory = d.flags.intersects(InstFlags::LOAD | InstFlags::STORE);
        let mut operands = Vec::new();
        let slot = if memory && self.rng.percent(50) { self.rng.pick(&self.slots).copied() } else { None };
        for o in &d.operands[d.results as usize..] {
            let t = match (o.kind, slot) {
                (OperandKind::Reg(c), Some(_)) if o.role == Role::Base => {
                    let sp = self.cx.target.abi.sp;
                    if !self.cx.target.isa.class(c).members.contains(&sp) {
                        return;
                    }
                    let class = self.cx.target.isa.reg(sp).class;
                    self.f.dedicated(sp, class, self.usual(class))
                }
                (OperandKind::Imm(_), Some(obj)) if o.role == Role::Offset => {
                    self.f.intern(TnData::Frame { obj, offset: 0, modifier: Modifier(0) })
                }
                (OperandKind::Reg(c), _) => match self.value(b, c, have) {
                    Some(t) => t,
                    None => return,
                },
                (OperandKind::Fixed(r), _) => match self.value(b, self.cx.target.isa.reg(r).class, have) {
                    Some(t) => t,
                    None => return,
                },
                (OperandKind::Imm(k), _) => {
                    let v = self.imm(k);
                    self.f.lit(v)
                }
                (OperandKind::Target(_) | OperandKind::Variadic, _) => return,
            };
            operands.push(t);
        }
        let mut results = Vec::new();
        for o in &d.operands[..d.results as usize] {
            let class = match o.kind {
                OperandKind::Reg(c) => c,
                OperandKind::Fixed(r) => self.cx.target.isa.reg(r).class,
                _ => return,
            };
            let t = match o.kind {
                OperandKind::Fixed(r) if !self.cx.target.isa.class(class).allocatable => {
                    self.f.dedicated(r, class, self.usual(class))
                }
                _ => self.result(class, again, &results),
            };
            results.push(t);
        }
        let op = self.f.make_op(row, &results, &operands);
        if !allocates_alone(&self.f, self.cx, op) {
            return;
        }
        self.f.append(b, op);
        let constant = operands.iter().all(|&t| self.f.class(t).is_none());
        let fresh = |g: &Self, t: Tn| !g.variables.contains(&t);
        if d.is(InstFlags::REMAT) && constant && results.len() == 1 && fresh(self, results[0]) {
            self.f.remat[results[0]] = op.into();
        }
        have.extend(
            results.iter().copied().filter(|&t| self.f.is_virtual(t) && !have.contains(&t)).collect::<Vec<_>>(),
        );
    }
    /// A new TN, or a variable that is defined again. The first variables are made where nothing else is.
    fn result(&mut self, class: RegClass, again: bool, others: &[Tn]) -> Tn {
        if again && self.variables.len() >= self.shape.variables {
            let fits = |&&t: &&Tn| self.f.class(t) == Some(class) && !others.contains(&t);
            let list: Vec<Tn> = self.variables.iter().filter(fits).copied().collect();
            if let Some(&t) = self.rng.pick(&list) {
                return t;
            }
        }
        let t = self.reg(class);
        if again && self.variables.len() < self.shape.variables {
            self.variables.push(t);
        }
        t
    }

    /// Values for the registers of a convention.
    fn arguments(&mut self, b: Bb, ints: &[PReg], floats: &[PReg], have: &mut Vec<Tn>) -> (Vec<Tn>, Vec<Constraint>) {
        let (n, m) = (self.rng.below(ints.len().min(3) + 1), self.rng.below(floats.len().min(2) + 1));
        let mut list = (Vec::new(), Vec::new());
        for &r in ints[..n].iter().chain(&floats[..m]) {
            if let Some(t) = self.value(b, self.cx.target.isa.reg(r).class, have) {
                list.0.push(t);
                list.1.push(Constraint::Fixed(r));
            }
        }
        list
    }

    fn ret(&mut self, b: Bb, have: &mut Vec<Tn>) {
        let abi = self.cx.target.abi;
        let (tns, constraints) = self.arguments(b, abi.int_results, abi.fp_results, have);
        // Some returns say how many bytes of arguments they pop.
        let mut operands = Vec::new();
        for o in self.cx.target.isa.inst(self.rows.ret).operands {
            if matches!(o.kind, OperandKind::Imm(_)) {
                operands.push(self.f.lit(0));
            }
        }
        operands.extend(tns);
        let op = self.f.make_op(self.rows.ret, &[], &operands);
        self.f.set_extra(op, OpExtra { constraints, ..OpExtra::default() });
        self.f.append(b, op);
    }

    fn call(&mut self, b: Bb, have: &mut Vec<Tn>) {
        let abi = self.cx.target.abi;
        let (tns, arguments) = self.arguments(b, abi.int_args, abi.fp_args, have);
        let mut results = self.some_of(&abi.int_results[..abi.int_results.len().min(1)], 1);
        results.extend(self.some_of(&abi.fp_results[..abi.fp_results.len().min(1)], 1));
        let target = SymRef::Library("callee");
        let mut operands = vec![self.f.intern(TnData::Sym { sym: target, offset: 0, modifier: Modifier(0) })];
        operands.extend(&tns);
        let made: Vec<Tn> = results.iter().map(|r| r.0).collect();
        let op = self.f.make_op(self.rows.call, &made, &operands);
        let mut constraints: Vec<Constraint> = results.iter().map(|r| Constraint::Fixed(r.1)).collect();
        constraints.extend(arguments);
        let mut clobbers = self.cx.hooks.call_clobbers(self.cx);
        for r in &results {
            clobbers -= self.cx.target.isa.reg(r.1).units;
        }
        self.f.set_extra(op, OpExtra { constraints, clobbers, ..OpExtra::default() });
        self.f.append(b, op);
        self.f.frame_info.calls = true;
        have.extend(made);
    }

    /// A conditional branch; one that reads flags gets an op before it that sets them.
    fn branch(&mut self, b: Bb, have: &mut Vec<Tn>) {
        let isa = self.cx.target.isa;
        let label = self.f.bbs[b].succs[1].bb;
        let label = self.f.label(label);
        for _ in 0..50 {
            let Some(&row) = self.rng.pick(&self.rows.branches) else { return };
            let d = isa.inst(row);
            let mut operands = Vec::new();
            for o in d.operands {
                let t = match o.kind {
                    OperandKind::Reg(c) => self.value(b, c, have),
                    OperandKind::Fixed(r) => self.state(b, r, have),
                    OperandKind::Imm(k) => {
                        let v = self.imm(k);
                        Some(self.f.lit(v))
                    }
                    OperandKind::Target(_) => Some(label),
                    OperandKind::Variadic => None,
                };
                operands.extend(t);
            }
            if d.results == 0 && operands.len() == d.operands.len() {
                let op = self.f.make_op(row, &[], &operands);
                self.f.append(b, op);
                return;
            }
        }
    }
    /// An op that writes the state register, and its TN.
    fn state(&mut self, b: Bb, r: PReg, have: &mut Vec<Tn>) -> Option<Tn> {
        let isa = self.cx.target.isa;
        let writes = |&o: &Opcode| {
            let d = isa.inst(o);
            d.operands[..d.results as usize].iter().any(|x| x.kind == OperandKind::Fixed(r))
        };
        let writers: Vec<Opcode> = self.rows.plain.iter().copied().filter(writes).collect();
        let row = *self.rng.pick(&writers)?;
        self.plain(b, row, have, false);
        let last = self.f.last(b)?;
        self.f.results(last).iter().copied().find(|&t| self.f.preg(t) == Some(r))
    }

    fn jump(&mut self, b: Bb, have: &mut Vec<Tn>) {
        let Some(&row) = self.rng.pick(&self.rows.jumps) else { return };
        let d = self.cx.target.isa.inst(row);
        let succs: Vec<Bb> = self.f.bbs[b].succs.iter().map(|s| s.bb).collect();
        let index = match d.operands[0].kind {
            OperandKind::Reg(c) => self.value(b, c, have),
            _ => None,
        };
        let Some(index) = index else { return };
        let mut operands = vec![index];
        if is_variadic(&d.operands[1]) {
            operands.extend(succs.iter().map(|&s| self.f.label(s)));
        } else {
            let table = self.f.tables.push(succs);
            operands.push(self.f.intern(TnData::Sym { sym: SymRef::Table(table), offset: 0, modifier: Modifier(0) }));
        }
        let op = self.f.make_op(row, &[], &operands);
        self.f.append(b, op);
    }

    /// Inline assembly with random constraints, kept if it can be allocated.
    fn asm(&mut self, b: Bb, have: &mut Vec<Tn>) {
        let isa = self.cx.target.isa;
        let Some(row) = self.rows.asm else { return };
        let classes: Vec<RegClass> = (0..isa.classes.len() as u8)
            .map(RegClass)
            .filter(|&c| {
                !self.cx.allocatable(c).is_empty() && self.usual(c) != MType::Void && self.rows.made[c.0 as usize]
            })
            .collect();
        let (nres, nopnds) = (self.rng.below(3), self.rng.below(4));
        let (mut operands, mut wants) = (Vec::new(), Vec::new());
        for _ in 0..nopnds {
            let Some(&class) = self.rng.pick(&classes) else { return };
            let Some(t) = self.value(b, class, have) else { return };
            operands.push(t);
            let own = self.f.class(t).unwrap_or(class);
            wants.push(if self.rng.percent(25) { self.fixed(own) } else { Constraint::Class(class) });
        }
        let (mut results, mut constraints, mut early) = (Vec::new(), Vec::new(), Vec::new());
        for i in 0..nres {
            let Some(&class) = self.rng.pick(&classes) else { return };
            let tie = operands.get(i).filter(|_| self.rng.percent(30)).and_then(|&t| self.f.class(t));
            let c = match tie {
                Some(c) => Constraint::Tied((nres + i) as u8, c),
                None if self.rng.percent(25) => self.fixed(class),
                None => Constraint::Class(class),
            };
            if tie.is_none() && self.rng.percent(25) {
                early.push(i as u8);
            }
            results.push(self.reg(tie.unwrap_or(class)));
            constraints.push(c);
        }
        constraints.extend(wants);
        let mut clobbers = RegSet::EMPTY;
        for _ in 0..self.rng.below(3) {
            if let Some(&class) = self.rng.pick(&classes)
                && let Constraint::Fixed(r) = self.fixed(class)
            {
                clobbers |= isa.reg(r).units;
            }
        }
        let fixed = |c: &Constraint| matches!(c, Constraint::Fixed(r) if isa.reg(*r).units.intersects(clobbers));
        if constraints.iter().any(fixed) {
            return;
        }
        let text = InlineAsm {
            text: String::new(),
            constraints: String::new(),
            sideeffect: true,
            alignstack: false,
            intel: false,
            unwind: false,
        };
        let op = self.f.make_op(row, &results, &operands);
        let asm_operands = (0..results.len() + operands.len()).map(|i| Some(i as u8)).collect();
        let extra =
            OpExtra { constraints, clobbers, early, asm: Some(Box::new(text)), asm_operands, ..OpExtra::default() };
        self.f.set_extra(op, extra);
        if allocates_alone(&self.f, self.cx, op) {
            self.f.append(b, op);
            have.extend(results);
        }
    }
    /// A constraint to some allocatable register of a class.
    fn fixed(&mut self, class: RegClass) -> Constraint {
        let isa = self.cx.target.isa;
        let usable = self.cx.allocatable(class);
        let members = isa.class(class).members;
        let list: Vec<PReg> = members.iter().copied().filter(|&r| usable.contains(isa.reg(r).units)).collect();
        self.rng.pick(&list).map_or(Constraint::Class(class), |&r| Constraint::Fixed(r))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{Setup, op};
    use crate::verify::{Checks, violations};

    fn toy(seed: u64) -> (Setup, Func) {
        let s = Setup::default();
        let f = function(seed, Shape::from_seed(seed), s.global, &s.cx()).unwrap();
        (s, f)
    }

    #[test]
    fn they_are_valid_and_survive_as_text() {
        for seed in 0..400 {
            let (mut s, f) = toy(seed);
            let found = violations(&f, &s.cx(), Checks::default() | Checks::ALL_PATHS);
            assert!(found.is_empty(), "seed {seed}: {}\n{}", found[0], crate::text::print(&f, &s.cx()));
            let text = crate::text::print(&f, &s.cx());
            let clobbers = crate::target::Hooks::call_clobbers(&s.hooks, &s.cx());
            let hooks = s.hooks;
            let again = crate::text::parse(&text, &mut s.module, &s.target, &hooks, clobbers)
                .unwrap_or_else(|e| panic!("{}", e.render("random", &text)));
            crate::text::same(&f, &again[0]).unwrap_or_else(|e| panic!("seed {seed}: {e}\n{text}"));
        }
    }

    #[test]
    fn they_use_what_there_is() {
        let mut seen = vec![0usize; crate::testing::ISA.insts.len()];
        let mut pressed = 0;
        for seed in 0..300 {
            let (s, f) = toy(seed);
            let live = crate::analysis::Liveness::compute(&f);
            for &b in &f.layout {
                f.bb_ops(b).for_each(|o| seen[f.ops[o].opcode.0 as usize] += 1);
                let p = crate::depgraph::Pressure::of_block(&f, &s.cx(), &live, b);
                pressed += usize::from(p.excess(&s.cx(), crate::testing::GPR) > 0);
            }
        }
        for o in
            [op::ADD2, op::SHL, op::DIV, op::EARLY, op::MULP, op::CALL, op::ASM, op::BCS, op::BEQ, op::JTAB, op::FST]
        {
            assert!(seen[o.0 as usize] > 20, "{}", crate::testing::ISA.inst(o).name);
        }
        assert!(pressed > 200, "{pressed}");
    }

    #[test]
    fn a_seed_is_a_function() {
        let (s, f) = toy(9);
        let (_, g) = toy(9);
        assert_eq!(crate::text::print(&f, &s.cx()), crate::text::print(&g, &s.cx()));
    }
}
