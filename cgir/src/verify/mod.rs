//! The verifier of CGIR.
//!
//! It holds a function to the invariants of [`crate::func`] and to the rows of the target's tables, in four parts:
//!
//! * flow: the layout, lists of ops, edges and predecessors, what may end a block and which successors it then has;
//! * ops ([`ops`]): how many operands, of what kind and class, immediates in range, ties and fixed registers once
//!   allocated, rows available under the features in force, entities that exist, each op allocatable alone;
//! * values: a use is reached by some definition (by one on every path, if asked);
//! * frequencies: probabilities sum to 1, and flow into a block is its frequency.
//!
//! It is run between passes in debug builds and under `-verify`, never on the main path. Errors are collected, each with
//! the text of its op; after [`MOST`] the rest is not looked for.

mod ops;
mod values;

use crate::analysis::freq;
use crate::func::{Bb, Func, Op, OpFlags, SymRef, Tn, TnData};
use crate::pass::PassCx;
use crate::text::Printer;
use cranelift_entity::EntityRef;
use targ_info::InstFlags;

/// How many errors are collected at most.
pub const MOST: usize = 20;

bitflags::bitflags! {
    /// What is checked beside flow and ops, which always are.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Checks: u8 {
        /// Each use is reached by some definition.
        const VALUES = 1 << 0;
        /// Each use is reached by a definition on every path.
        const ALL_PATHS = 1 << 1;
        /// Frequencies agree with probabilities.
        const FREQ = 1 << 2;
        /// Each virtual TN has one definition.
        const SSA = 1 << 3;
        /// Each op can be allocated alone.
        const ALONE = 1 << 4;
    }
}

impl Default for Checks {
    fn default() -> Checks {
        Checks::VALUES | Checks::FREQ | Checks::ALONE
    }
}

/// Something wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// In which block.
    pub bb: Option<Bb>,
    /// At which op.
    pub op: Option<Op>,
    /// The op as text, if there is one.
    pub text: String,
    /// What is wrong.
    pub message: String,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if let Some(b) = self.bb {
            write!(out, "{b}: ")?;
        }
        out.write_str(&self.message)?;
        if !self.text.is_empty() {
            write!(out, "\n    {}", self.text)?;
        }
        Ok(())
    }
}

/// Checks a function with the default [`Checks`]; the error is a report that names the function.
pub fn verify(f: &Func, cx: &PassCx<'_>) -> Result<(), String> {
    report(f, &violations(f, cx, Checks::default()))
}

/// A report of violations, if there are any.
pub fn report(f: &Func, list: &[Violation]) -> Result<(), String> {
    if list.is_empty() {
        return Ok(());
    }
    let lines: Vec<String> = list.iter().map(|v| format!("  {v}\n")).collect();
    Err(format!("invalid CGIR in function '{}':\n{}", f.name, lines.concat()))
}

/// Is each virtual TN defined once at most?
pub fn is_ssa(f: &Func) -> bool {
    let mut defined = vec![false; f.tns.len()];
    let mut results = f.layout.iter().flat_map(|&b| f.bb_ops(b)).flat_map(|o| f.results(o));
    !results.any(|&t| f.is_virtual(t) && std::mem::replace(&mut defined[t.index()], true))
}

/// Does some op of the layout have a virtual TN?
pub fn has_virtual(f: &Func) -> bool {
    f.layout.iter().flat_map(|&b| f.bb_ops(b)).any(|o| f.all(o).iter().any(|&t| f.is_virtual(t)))
}

/// All violations, up to [`MOST`].
pub fn violations(f: &Func, cx: &PassCx<'_>, checks: Checks) -> Vec<Violation> {
    let mut v = Verifier { f, cx, errors: Vec::new(), place: Vec::new() };
    // What follows walks lists and edges, so these must be sound.
    if !v.entities() || !v.lists() || !v.edges() {
        return v.finish();
    }
    for &b in &f.layout {
        v.end(b);
        for op in f.bb_ops(b) {
            v.op(op, b, checks);
        }
        if v.errors.len() >= MOST {
            return v.finish();
        }
    }
    v.remats();
    if v.errors.is_empty() && checks.intersects(Checks::VALUES | Checks::ALL_PATHS) {
        v.values(checks.contains(Checks::ALL_PATHS));
    }
    if checks.contains(Checks::SSA) && !is_ssa(f) {
        v.error(None, None, "a virtual TN has several definitions");
    }
    if checks.contains(Checks::FREQ)
        && let Err((b, message)) = freq::check(f, 0.02)
    {
        v.error(Some(b), None, message);
    }
    v.finish()
}

struct Verifier<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    errors: Vec<Violation>,
    /// By block: its place in the layout; `u32::MAX` if it has none.
    place: Vec<u32>,
}

impl Verifier<'_> {
    fn error(&mut self, bb: Option<Bb>, op: Option<Op>, message: impl Into<String>) {
        self.errors.push(Violation { bb, op, text: String::new(), message: message.into() });
    }
    /// Adds the texts of ops; the printer is costly to make, and not needed where nothing is wrong.
    fn finish(mut self) -> Vec<Violation> {
        self.errors.truncate(MOST);
        if self.errors.iter().any(|e| e.op.is_some()) {
            let sound = self.f.opnds.iter().all(|&t| self.f.tns.is_valid(t));
            if sound {
                let p = Printer::new(self.f, self.cx);
                self.errors.iter_mut().for_each(|e| e.text = e.op.map_or(String::new(), |o| p.op(o)));
            }
        }
        self.errors
    }

    /// Do all entities that the function's lists name exist?
    fn entities(&mut self) -> bool {
        let f = self.f;
        if f.layout.is_empty() {
            self.error(None, None, "no block");
        }
        self.place = vec![u32::MAX; f.bbs.len()];
        for (i, &b) in f.layout.iter().enumerate() {
            if !f.bbs.is_valid(b) || std::mem::replace(&mut self.place[b.index()], i as u32) != u32::MAX {
                self.error(Some(b), None, "stands in the layout twice, or does not exist");
                return false;
            }
        }
        for &b in &f.layout {
            let d = &f.bbs[b];
            let mut neighbours = d.succs.iter().map(|s| s.bb).chain(d.preds.iter().copied());
            if let Some(s) = neighbours.find(|&s| !self.placed(s)) {
                self.error(Some(b), None, format!("has an edge from or to {s}, which is not in the layout"));
            }
            if let Some(pad) = d.unwind
                && !d.succs.iter().any(|s| s.bb == pad)
            {
                self.error(Some(b), None, format!("landing pad {pad} is no successor"));
            }
        }
        for (t, list) in &f.tables {
            if list.iter().any(|&b| !f.bbs.is_valid(b)) {
                self.error(None, None, format!("{t} names a block that does not exist"));
            }
        }
        self.errors.is_empty()
    }

    /// Are the lists of ops sound: linked both ways, each op in one block and with its list in range?
    fn lists(&mut self) -> bool {
        let f = self.f;
        let mut left = f.ops.len();
        for &b in &f.layout {
            let mut at = f.first(b);
            let mut before: Option<Op> = None;
            while let Some(op) = at {
                if left == 0 || !f.ops.is_valid(op) || f.bb_of(op) != Some(b) || f.prev(op) != before {
                    self.error(Some(b), None, format!("list of ops is broken at {op}"));
                    return false;
                }
                left -= 1;
                let end = f.opnds_start(op) + f.nres(op) + f.operands(op).len();
                if end > f.opnds.len() || f.all(op).iter().any(|&t| !f.tns.is_valid(t)) {
                    self.error(Some(b), None, format!("{op} has operands that do not exist"));
                    return false;
                }
                if f.ops[op].opcode.0 as usize >= self.cx.target.isa.insts.len() {
                    self.error(Some(b), None, format!("{op} has no row"));
                    return false;
                }
                (before, at) = (at, f.next(op));
            }
            if f.last(b) != before {
                self.error(Some(b), None, "last op is not the end of the list");
                return false;
            }
        }
        true
    }

    /// Do predecessors mirror successors?
    fn edges(&mut self) -> bool {
        let f = self.f;
        let mut forward: Vec<(Bb, Bb)> = Vec::new();
        let mut backward: Vec<(Bb, Bb)> = Vec::new();
        for &b in &f.layout {
            forward.extend(f.bbs[b].succs.iter().map(|s| (s.bb, b)));
            backward.extend(f.bbs[b].preds.iter().map(|&p| (b, p)));
        }
        forward.sort();
        backward.sort();
        if forward != backward {
            let differ = forward.iter().zip(&backward).find(|(x, y)| x != y).map(|(x, y)| x.min(y).0);
            let b = differ.or_else(|| forward.get(backward.len()).or(backward.get(forward.len())).map(|e| e.0));
            self.error(b, None, "predecessors are not those that have this block as successor");
        }
        self.errors.is_empty()
    }

    fn flags(&self, op: Op) -> InstFlags {
        self.cx.target.isa.inst(self.f.ops[op].opcode).flags
    }
    fn labels(&self, op: Op) -> Vec<Bb> {
        let label = |&t: &Tn| match self.f.tns[t] {
            TnData::Label(b) => Some(b),
            _ => None,
        };
        self.f.operands(op).iter().filter_map(label).collect()
    }

    /// Is what ends the block right, and nothing of that kind before its end?
    fn end(&mut self, b: Bb) {
        let f = self.f;
        let last = f.last(b);
        let ending = InstFlags::BRANCH | InstFlags::RETURN | InstFlags::NO_FALLTHROUGH | InstFlags::CALL;
        let mut branch_before = None;
        for op in f.bb_ops(b).filter(|&o| Some(o) != last) {
            let flags = self.flags(op);
            if !flags.intersects(ending) {
                continue;
            }
            let jump_follows = f.next(op) == last
                && last.is_some_and(|l| self.flags(l).contains(InstFlags::BRANCH | InstFlags::NO_FALLTHROUGH));
            if f.laid_out && flags.contains(InstFlags::CONDITIONAL) && jump_follows {
                branch_before = Some(op);
            } else if !(f.allocated && flags & ending == InstFlags::CALL && f.bbs[b].unwind.is_none()) {
                // Allocation puts copies and spills of a call's results behind it.
                self.error(Some(b), Some(op), "branches, returns and calls end a block");
            }
        }
        let succs: Vec<Bb> = f.bbs[b].succs.iter().map(|s| s.bb).collect();
        let pads = usize::from(f.bbs[b].unwind.is_some());
        let flags = last.map_or(InstFlags::empty(), |o| self.flags(o));
        let falls = match last {
            Some(op) if flags.contains(InstFlags::CONDITIONAL) => {
                if succs.len() != 2 || self.labels(op) != [succs[1]] {
                    self.error(Some(b), Some(op), "a conditional branch goes to the second of two successors");
                }
                true
            }
            Some(op) if flags.contains(InstFlags::RETURN) => {
                if !succs.is_empty() {
                    self.error(Some(b), Some(op), "a return has no successor");
                }
                false
            }
            Some(op) if flags.contains(InstFlags::BRANCH | InstFlags::INDIRECT) => {
                let mut to = self.labels(op);
                for &t in f.operands(op) {
                    if let TnData::Sym { sym: SymRef::Table(t), .. } = f.tns[t]
                        && let Some(list) = f.tables.get(t)
                    {
                        to.extend(list);
                    }
                }
                if let Some(x) = to.iter().find(|x| !succs.contains(x)) {
                    self.error(Some(b), Some(op), format!("{x} is no successor of the jump"));
                }
                false
            }
            Some(op) if flags.contains(InstFlags::BRANCH | InstFlags::NO_FALLTHROUGH) => {
                self.jump(b, op, branch_before, &succs);
                false
            }
            Some(op) if flags.contains(InstFlags::NO_FALLTHROUGH) => {
                if !succs.is_empty() {
                    self.error(Some(b), Some(op), "control never passes this op, but the block has a successor");
                }
                false
            }
            Some(op) if f.ops[op].flags.contains(OpFlags::NORETURN) => {
                if succs.len() != pads {
                    self.error(Some(b), Some(op), "a call that does not return has a successor");
                }
                false
            }
            other => {
                let asm_targets = other.map_or(0, |op| self.labels(op).len());
                if succs.len() != 1 + pads + asm_targets {
                    self.error(Some(b), other, format!("falls through, but has {} successors", succs.len()));
                }
                true
            }
        };
        if f.laid_out && falls && !succs.is_empty() && self.below(b) != succs.first().copied() {
            self.error(Some(b), last, "falls through to a block that does not follow it");
        }
    }

    fn jump(&mut self, b: Bb, op: Op, branch: Option<Op>, succs: &[Bb]) {
        if !self.f.laid_out {
            self.error(Some(b), Some(op), "an unconditional jump before layout");
        }
        let to = self.labels(op);
        let right = match branch {
            Some(branch) => succs.len() == 2 && to == [succs[0]] && self.labels(branch) == [succs[1]],
            None => succs.len() == 1 && to == *succs,
        };
        // A jump beyond the function (a tail call made of one) has no label.
        if !(right || to.is_empty() && succs.is_empty()) {
            self.error(Some(b), Some(op), "jumps elsewhere than to the block's successor");
        }
    }

    /// The block that follows in the layout.
    fn below(&self, b: Bb) -> Option<Bb> {
        self.f.layout.get(self.place[b.index()] as usize + 1).copied()
    }
    /// Does the block stand in the layout?
    fn placed(&self, b: Bb) -> bool {
        self.place.get(b.index()).is_some_and(|&i| i != u32::MAX)
    }
}

#[cfg(test)]
mod tests;
