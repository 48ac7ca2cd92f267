//! Allocates one op alone: registers for its operands and results as if nothing else were live.
//!
//! `spillall` is built on it, and LRA falls back on it around an op for which nothing else works. A *node* is what
//! shares one register: an operand with the results tied to it, or an untied result. Nodes exclude each other when
//! their operands name different TNs, when both have results, or when one has an early result and the other an operand.
//! Each op has few nodes, so a search with backtracking, most constrained node first, is fast and finds a solution if
//! there is one; inline asm, which can be large, is bounded by a budget.

use super::{AllocError, Place};
use crate::func::{Constraint, Func, Op, Tn};
use crate::pass::PassCx;
use smallvec::SmallVec;
use targ_info::{PReg, RegClass, RegSet};

/// Why an op cannot be allocated, whatever the allocator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Starved {
    /// It needs this register, which is reserved.
    Register(Op, PReg),
    /// It needs more registers of the class than there are.
    Class(Op, RegClass),
}

/// The first op that cannot be allocated since `reserved` registers are taken away. With none but the ABI's own reserved there is
/// none, inline assembly aside, which expansion checks.
pub fn first_starved(f: &Func, cx: &PassCx<'_>, reserved: RegSet) -> Option<Starved> {
    let isa = cx.target.isa;
    let mut places = Vec::new();
    for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)) {
        for (i, _) in f.all(op).iter().enumerate().filter(|(_, t)| f.is_virtual(**t)) {
            if let Constraint::Fixed(r) = f.constraint(isa, op, i)
                && isa.reg(r).units.intersects(reserved)
            {
                return Some(Starved::Register(op, r));
            }
        }
        if let Err(AllocError::TooFewRegisters { op, class }) = assign_alone(f, cx, op, RegSet::EMPTY, &mut places) {
            return Some(Starved::Class(op, class));
        }
    }
    None
}

/// Is there a register for each operand and result of the op, if nothing else is live? What gives an op another operand has
/// to ask: the new TN may be of a narrower class, or be one TN where an operand and a result named another, and clobbers
/// and fixed registers may leave nothing for it.
pub fn allocates_alone(f: &Func, cx: &PassCx<'_>, op: Op) -> bool {
    roomy(f, cx, op) || assign_alone(f, cx, op, RegSet::EMPTY, &mut Vec::new()).is_ok()
}

/// Has every operand twice the registers that all of them could take from it? Says so without a search for nearly all ops.
fn roomy(f: &Func, cx: &PassCx<'_>, op: Op) -> bool {
    let isa = cx.target.isa;
    let avoid = destroyed_before(f, op);
    let group = |c| usize::from(isa.class(c).group.max(1));
    let (mut count, mut widest, mut fewest) = (0, 1, usize::MAX);
    for (i, &t) in f.all(op).iter().enumerate() {
        let Some(own) = f.class(t).filter(|_| f.is_virtual(t)) else { continue };
        let class = match f.constraint(isa, op, i) {
            Constraint::Class(c) | Constraint::Tied(_, c) => c,
            Constraint::Fixed(_) => return false,
            Constraint::None => own,
        };
        count += 1;
        widest = widest.max(group(own)).max(group(class));
        fewest = fewest.min(((cx.allocatable(class) & isa.class(own).units) - avoid).len());
    }
    fewest >= 2 * count * widest
}

/// What inline assembly destroys, maybe before it has read its operands.
fn destroyed_before(f: &Func, op: Op) -> RegSet {
    f.extra(op).filter(|e| e.asm.is_some()).map(|e| e.clobbers).unwrap_or_default()
}

/// What shares one register within an op.
#[derive(Clone, Debug)]
struct Node {
    /// TN of its operand, if it has one.
    operand: Option<Tn>,
    result: bool,
    early: bool,
    /// Entries of the op's list.
    entries: SmallVec<[u8; 2]>,
    candidates: SmallVec<[PReg; 32]>,
    class: RegClass,
    reg: Option<PReg>,
}

/// Finds a place for each register operand and result of an op; `out` is indexed like the op's list. Registers in
/// `avoid` are not used, unless an entry is fixed to one.
pub fn assign_alone(f: &Func, cx: &PassCx<'_>, op: Op, avoid: RegSet, out: &mut Vec<Place>) -> Result<(), AllocError> {
    let mut nodes = nodes_of(f, cx, op, avoid);
    nodes.sort_by_key(|n| n.candidates.len());
    let mut budget = 20_000;
    let mut worst = 0;
    if !search(cx, &mut nodes, 0, &mut budget, &mut worst) {
        let class = nodes.get(worst).map_or(RegClass(0), |n| n.class);
        return Err(AllocError::TooFewRegisters { op, class });
    }
    out.clear();
    out.resize(f.all(op).len(), Place::None);
    for n in &nodes {
        let Some(r) = n.reg else { continue };
        n.entries.iter().for_each(|&e| out[e as usize] = Place::Reg(r));
    }
    Ok(())
}

/// Registers that an operand or result may take by its constraint and its TN's class, best first.
fn candidates(f: &Func, cx: &PassCx<'_>, t: Tn, c: Constraint, avoid: RegSet, out: &mut SmallVec<[PReg; 32]>) {
    let isa = cx.target.isa;
    out.clear();
    let class = match c {
        Constraint::Fixed(r) => return out.push(r),
        Constraint::Class(c) | Constraint::Tied(_, c) => Some(c),
        Constraint::None => f.class(t),
    };
    let (Some(class), Some(own)) = (class, f.class(t)) else { return };
    let usable = cx.allocatable(class) & isa.class(own).units;
    out.extend(isa.class(class).members.iter().copied().filter(|&r| (usable - avoid).contains(isa.reg(r).units)));
}

fn nodes_of(f: &Func, cx: &PassCx<'_>, op: Op, mut avoid: RegSet) -> Vec<Node> {
    let isa = cx.target.isa;
    let nres = f.nres(op);
    avoid |= destroyed_before(f, op);
    let mut nodes: Vec<Node> = Vec::new();
    let mut scratch = SmallVec::new();
    // Operands first, so that tied results find theirs.
    let list = f.all(op);
    for (i, &t) in list.iter().enumerate().skip(nres).chain(list.iter().enumerate().take(nres)) {
        if !f.is_virtual(t) {
            continue;
        }
        let c = f.constraint(isa, op, i);
        candidates(f, cx, t, c, avoid, &mut scratch);
        let early = i < nres && f.is_early(isa, op, i);
        if let Constraint::Tied(to, _) = c
            && let Some(n) = nodes.iter_mut().find(|n| n.operand.is_some() && n.entries.contains(&to))
        {
            n.candidates.retain(|r| scratch.contains(r));
            n.result = true;
            n.early |= early;
            n.entries.push(i as u8);
            continue;
        }
        nodes.push(Node {
            operand: (i >= nres).then_some(t),
            result: i < nres,
            early,
            entries: SmallVec::from_slice(&[i as u8]),
            candidates: scratch.clone(),
            class: f.class(t).unwrap_or(RegClass(0)),
            reg: None,
        });
    }
    nodes
}

/// May the two nodes be in these registers?
fn compatible(cx: &PassCx<'_>, a: &Node, x: PReg, b: &Node, y: PReg) -> bool {
    let isa = cx.target.isa;
    if !isa.reg(x).units.intersects(isa.reg(y).units) {
        return true;
    }
    let operands = a.operand.is_some() && b.operand.is_some() && a.operand != b.operand;
    let results = a.result && b.result;
    let early = a.early && b.operand.is_some() || b.early && a.operand.is_some();
    let skew = a.operand.is_some() && b.operand.is_some() && x != y;
    !(operands || results || early || skew)
}

fn search(cx: &PassCx<'_>, nodes: &mut [Node], at: usize, budget: &mut u32, worst: &mut usize) -> bool {
    if at == nodes.len() {
        return true;
    }
    *worst = (*worst).max(at);
    // A register that already holds this TN is best: one reload less.
    let same = nodes[..at].iter().find(|n| n.operand.is_some() && n.operand == nodes[at].operand).and_then(|n| n.reg);
    let first = same.filter(|r| nodes[at].candidates.contains(r));
    for k in 0..nodes[at].candidates.len() + 1 {
        let r = match (k, first) {
            (0, Some(r)) => r,
            (0, None) => continue,
            (k, _) => nodes[at].candidates[k - 1],
        };
        let fits = nodes[..at].iter().all(|n| n.reg.is_none_or(|y| compatible(cx, n, y, &nodes[at], r)));
        if !fits {
            continue;
        }
        if *budget == 0 {
            return false;
        }
        *budget -= 1;
        nodes[at].reg = Some(r);
        if search(cx, nodes, at + 1, budget, worst) {
            return true;
        }
        nodes[at].reg = None;
    }
    false
}
