//! The one parallel-copy resolver: it puts moves that happen at once into an order.
//!
//! It serves groups of edits, call arguments, block borders and edges. A move reads a register, a slot or nothing (a
//! rematerialisation), and writes a register or a slot. Registers are sets of units and may overlap in part.
//!
//! A pending move is *ready* when no other pending move still reads what it writes; ready moves are emitted until
//! none is left. What remains are cycles. A cycle is broken, in order of preference, by
//! * copying one source to a free register, and reading it from there;
//! * a swap, where the registers of all pending moves are pairwise equal or disjoint: then each pending destination is
//!   the source of exactly one pending move (there are as many destinations as moves, each is read), so that a swap
//!   finishes one move and redirects only one other;
//! * storing one source to a temporary slot, where registers overlap in part.
//!
//! The algorithm is the usual one (Rideau, Serpette, Leroy: "Tilting at windmills with Coq", 2008), with units instead
//! of whole registers. A cycle through a slot has no answer without a free register, since there is no move from slot to slot:
//! such groups are refused; allocators do not read and write one slot at once.

use targ_info::{PReg, RegSet};

/// Where a value is or goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Loc {
    /// A register.
    Reg(PReg),
    /// A slot, by the caller's number.
    Slot(u32),
    /// A temporary slot of the resolver.
    Temp(u32),
    /// Nowhere: the value is rebuilt. Only as a source.
    Remat,
}

/// One of the moves that happen at once, or one step of their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    /// Source.
    pub from: Loc,
    /// Destination.
    pub to: Loc,
    /// The caller's name for the value.
    pub tag: u32,
}

/// A step of the order found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// A single move.
    Move(Move),
    /// Exchange of two registers; the value named goes from `a` to `b`.
    Swap {
        /// One register.
        a: PReg,
        /// The other.
        b: PReg,
        /// The value that moves from `a` to `b`.
        tag: u32,
    },
}

/// The moves have a cycle through a slot and no register is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotCycle;

/// What the resolver asks about registers.
pub trait Registers {
    /// Units of a register.
    fn units(&self, r: PReg) -> RegSet;
    /// A register that can hold what `like` holds, dead here, and disjoint from `avoid`.
    fn free(&mut self, like: PReg, avoid: RegSet) -> Option<PReg>;
}

/// Orders moves that happen at once. Destinations must be disjoint.
pub fn resolve(moves: &[Move], regs: &mut dyn Registers, out: &mut Vec<Step>) -> Result<(), SlotCycle> {
    // Nearly always there is one move.
    if let [m] = moves {
        if m.from != m.to {
            out.push(Step::Move(*m));
        }
        return Ok(());
    }
    let mut r = Resolver { pending: moves.to_vec(), touched: RegSet::EMPTY, temps: 0, out };
    r.pending.retain(|m| m.from != m.to);
    for m in moves {
        for l in [m.from, m.to] {
            if let Loc::Reg(p) = l {
                r.touched |= regs.units(p);
            }
        }
    }
    loop {
        r.emit_ready(regs);
        if r.pending.is_empty() {
            return Ok(());
        }
        if !(r.by_free_register(regs) || r.by_swap(regs) || r.by_temporary_slot()) {
            return Err(SlotCycle);
        }
    }
}

struct Resolver<'a> {
    pending: Vec<Move>,
    /// Units of all registers of the group.
    touched: RegSet,
    temps: u32,
    out: &'a mut Vec<Step>,
}

impl Resolver<'_> {
    fn emit_ready(&mut self, regs: &mut dyn Registers) {
        loop {
            let before = self.pending.len();
            let mut i = 0;
            while i < self.pending.len() {
                if self.blocked(i, regs) {
                    i += 1;
                } else {
                    // Order among ready moves is kept, so that output follows the input.
                    self.out.push(Step::Move(self.pending.remove(i)));
                }
            }
            if self.pending.len() == before {
                return;
            }
        }
    }

    fn blocked(&self, i: usize, regs: &dyn Registers) -> bool {
        let to = self.pending[i].to;
        self.pending.iter().enumerate().any(|(j, m)| j != i && overlap(m.from, to, regs))
    }

    /// Sources of pending moves, each once, in order.
    fn sources(&self) -> Vec<Loc> {
        let mut list: Vec<Loc> = Vec::new();
        for m in &self.pending {
            if matches!(m.from, Loc::Reg(_) | Loc::Slot(_)) && !list.contains(&m.from) {
                list.push(m.from);
            }
        }
        list
    }

    /// Moves a source away; all pending moves read it from there.
    fn redirect(&mut self, from: Loc, to: Loc) {
        let mut tag = None;
        for m in self.pending.iter_mut().filter(|m| m.from == from) {
            m.from = to;
            tag.get_or_insert(m.tag);
        }
        if let Some(tag) = tag {
            self.out.push(Step::Move(Move { from, to, tag }));
        }
    }

    fn by_free_register(&mut self, regs: &mut dyn Registers) -> bool {
        // A register that broke an earlier cycle is free again unless it is still to be read.
        let mut avoid = self.touched;
        for m in &self.pending {
            if let Loc::Reg(r) = m.from {
                avoid |= regs.units(r);
            }
        }
        for from in self.sources() {
            let like = match from {
                Loc::Reg(r) => Some(r),
                _ => self.pending.iter().find_map(|m| match m.to {
                    Loc::Reg(r) if m.from == from => Some(r),
                    _ => None,
                }),
            };
            let Some(free) = like.and_then(|l| regs.free(l, avoid)) else { continue };
            if !self.blocks(from, regs) {
                continue;
            }
            self.redirect(from, Loc::Reg(free));
            return true;
        }
        false
    }

    /// Does the source keep another move from being ready?
    fn blocks(&self, from: Loc, regs: &dyn Registers) -> bool {
        self.pending.iter().any(|m| m.from != from && overlap(from, m.to, regs))
    }

    fn by_swap(&mut self, regs: &mut dyn Registers) -> bool {
        let clean = |x: Loc, y: Loc| x == y || !overlap(x, y, regs);
        let simple = self
            .pending
            .iter()
            .all(|m| self.pending.iter().all(|n| clean(m.from, n.from) && clean(m.from, n.to) && clean(m.to, n.from)));
        let pair = self.pending.iter().find_map(|m| match (m.from, m.to) {
            (Loc::Reg(a), Loc::Reg(b)) => Some((a, b, m.tag)),
            _ => None,
        });
        let (true, Some((a, b, tag))) = (simple, pair) else { return false };
        self.out.push(Step::Swap { a, b, tag });
        for m in &mut self.pending {
            m.from = match m.from {
                Loc::Reg(r) if r == a => Loc::Reg(b),
                Loc::Reg(r) if r == b => Loc::Reg(a),
                other => other,
            };
        }
        self.pending.retain(|m| m.from != m.to);
        true
    }

    fn by_temporary_slot(&mut self) -> bool {
        let to_registers = |l: Loc| self.pending.iter().all(|m| m.from != l || matches!(m.to, Loc::Reg(_)));
        let source = self.sources().into_iter().find(|&l| matches!(l, Loc::Reg(_)) && to_registers(l));
        let Some(from) = source else { return false };
        self.temps += 1;
        self.redirect(from, Loc::Temp(self.temps - 1));
        true
    }
}

/// Do two locations share anything?
fn overlap(a: Loc, b: Loc, regs: &dyn Registers) -> bool {
    match (a, b) {
        (Loc::Reg(x), Loc::Reg(y)) => x == y || regs.units(x).intersects(regs.units(y)),
        (Loc::Slot(x), Loc::Slot(y)) => x == y,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use targ_info::Unit;

    /// Registers 0..8 have one unit each, 8..12 are pairs of them.
    struct File {
        free: Vec<PReg>,
    }

    fn units(r: PReg) -> Vec<usize> {
        match r.0 {
            n @ 0..8 => vec![n as usize],
            n => vec![(n as usize - 8) * 2, (n as usize - 8) * 2 + 1],
        }
    }

    impl Registers for File {
        fn units(&self, r: PReg) -> RegSet {
            units(r).into_iter().map(|u| Unit(u as u16)).collect()
        }
        fn free(&mut self, like: PReg, avoid: RegSet) -> Option<PReg> {
            let same = |r: &PReg| units(*r).len() == units(like).len();
            let list = self.free.clone();
            list.into_iter().find(|&r| same(&r) && !self.units(r).intersects(avoid))
        }
    }

    #[derive(Clone)]
    struct Machine {
        units: [u32; 8],
        slots: Vec<Vec<u32>>,
        temps: Vec<Vec<u32>>,
    }

    impl Machine {
        fn new() -> Machine {
            let slots = (0..4).map(|i| vec![100 + i]).collect();
            Machine { units: [10, 11, 12, 13, 14, 15, 16, 17], slots, temps: vec![vec![]; 8] }
        }
        fn read(&self, l: Loc) -> Vec<u32> {
            match l {
                Loc::Reg(r) => units(r).into_iter().map(|u| self.units[u]).collect(),
                Loc::Slot(s) => self.slots[s as usize].clone(),
                Loc::Temp(t) => self.temps[t as usize].clone(),
                Loc::Remat => vec![999],
            }
        }
        fn write(&mut self, l: Loc, v: Vec<u32>) {
            match l {
                Loc::Reg(r) => {
                    assert_eq!(v.len(), units(r).len());
                    units(r).into_iter().zip(v).for_each(|(u, x)| self.units[u] = x);
                }
                Loc::Slot(s) => self.slots[s as usize] = v,
                Loc::Temp(t) => self.temps[t as usize] = v,
                Loc::Remat => panic!("written to nowhere"),
            }
        }
        fn step(&mut self, s: Step) {
            match s {
                Step::Move(m) => {
                    let memory = |l| matches!(l, Loc::Slot(_) | Loc::Temp(_));
                    assert!(!(memory(m.from) && memory(m.to)), "slot to slot");
                    let v = self.read(m.from);
                    self.write(m.to, v);
                }
                Step::Swap { a, b, .. } => {
                    let (x, y) = (self.read(Loc::Reg(a)), self.read(Loc::Reg(b)));
                    self.write(Loc::Reg(a), y);
                    self.write(Loc::Reg(b), x);
                }
            }
        }
    }

    /// Resolves, executes, compares with the moves done at once. False if refused.
    fn check(moves: &[Move], free: &[u16]) -> bool {
        let mut file = File { free: free.iter().map(|&n| PReg(n)).collect() };
        let mut out = Vec::new();
        if resolve(moves, &mut file, &mut out).is_err() {
            return false;
        }
        let start = Machine::new();
        let mut m = start.clone();
        out.iter().for_each(|&s| m.step(s));
        for mv in moves {
            assert_eq!(m.read(mv.to), start.read(mv.from), "{moves:?} gave {out:?}");
        }
        let written: Vec<usize> =
            moves.iter().filter_map(|m| if let Loc::Reg(r) = m.to { Some(units(r)) } else { None }).flatten().collect();
        let spare: Vec<usize> = file.free.iter().flat_map(|&r| units(r)).collect();
        for u in 0..8 {
            if !written.contains(&u) && !spare.contains(&u) {
                assert_eq!(m.units[u], start.units[u], "{moves:?} gave {out:?}, which destroys unit {u}");
            }
        }
        true
    }

    /// All choices of one source (or none) for each destination.
    fn each_choice(dests: &[Loc], sources: &[Loc], mut f: impl FnMut(&[Move])) {
        let n = sources.len() + 1;
        for code in 0..n.pow(dests.len() as u32) {
            let mut rest = code;
            let mut moves = Vec::new();
            for (tag, &to) in dests.iter().enumerate() {
                let pick = rest % n;
                rest /= n;
                if pick > 0 {
                    moves.push(Move { from: sources[pick - 1], to, tag: tag as u32 });
                }
            }
            f(&moves);
        }
    }

    fn reg(n: u16) -> Loc {
        Loc::Reg(PReg(n))
    }

    #[test]
    fn every_choice_among_five_registers() {
        let places: Vec<Loc> = (0..5).map(reg).collect();
        each_choice(&places, &places, |m| {
            assert!(check(m, &[]));
            assert!(check(m, &[6]));
        });
    }

    #[test]
    fn every_choice_among_registers_slots_and_constants() {
        let dests = [reg(0), reg(1), reg(2), Loc::Slot(0), Loc::Slot(1)];
        let sources = [reg(0), reg(1), reg(2), Loc::Slot(0), Loc::Slot(1), Loc::Remat];
        each_choice(&dests, &sources, |m| {
            if m.iter().any(|m| matches!(m.to, Loc::Slot(_)) && !matches!(m.from, Loc::Reg(_))) {
                return;
            }
            assert!(check(m, &[5]), "{m:?}");
            let reads_and_writes =
                m.iter().any(|m| matches!(m.from, Loc::Slot(_)) && m.from != m.to && is_dest(m.from, &dests));
            assert!(check(m, &[]) || reads_and_writes, "{m:?}");
        });
    }

    fn is_dest(l: Loc, dests: &[Loc]) -> bool {
        dests.contains(&l)
    }

    #[test]
    fn every_choice_among_overlapping_registers() {
        // Singles 0..4 and the pairs of them, 8 = (0,1), 9 = (2,3), 10 = (4,5).
        let width = |l: Loc| if let Loc::Reg(r) = l { units(r).len() } else { 0 };
        let singles = [reg(0), reg(1), reg(2), reg(3), reg(4)];
        let pairs = [reg(8), reg(9), reg(10)];
        let shapes: [&[Loc]; 4] = [
            &[reg(0), reg(1), reg(9), reg(4)],
            &[reg(8), reg(2), reg(3), reg(10)],
            &[reg(8), reg(9), reg(10)],
            &[reg(0), reg(1), reg(2), reg(3), reg(10)],
        ];
        let sources: Vec<Loc> = singles.into_iter().chain(pairs).collect();
        for dests in shapes {
            each_choice(dests, &sources, |m| {
                if m.iter().all(|m| width(m.from) == width(m.to)) {
                    assert!(check(m, &[]), "{m:?}");
                    assert!(check(m, &[6, 7]), "{m:?}");
                    assert!(check(m, &[11]), "{m:?}");
                }
            });
        }
    }
}
