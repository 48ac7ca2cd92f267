//! Values: numbers for what registers hold on the path to the present op.
//!
//! Before allocation a place is a TN, afterwards a register unit; a register of several units holds a value if all of
//! its units hold the same. A value knows one place that held it first (its holder), the constant that it is, and the
//! op that made it with the values of that op's operands then.

use cgir::func::{Func, Op, Tn};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::{Isa, Opcode, PReg};

/// A value number; 0 is none.
pub type Vn = u32;

/// An operand in a key: a value, or a TN that is no register (tagged).
const TAG: u32 = 1 << 31;

/// What is known of a value.
#[derive(Clone, Debug)]
pub struct Value {
    /// Who holds it, if it still does.
    pub holder: Tn,
    /// The constant that it is.
    pub constant: Option<i64>,
    /// The op that made it.
    pub def: Option<Op>,
    /// Its opcode then.
    pub opcode: Opcode,
    /// Values of its operands then; a TN that is no register is tagged.
    pub operands: SmallVec<[u32; 3]>,
    /// Made in the block of this number of the walk.
    pub block: u32,
    /// After allocation: how many units hold it. A register of fewer units within them holds a part, which is another
    /// value.
    pub span: u8,
}

/// What is computed: row and operands.
pub type Key = (Opcode, SmallVec<[u32; 3]>);

/// The tables, with a log to undo them.
pub struct Values {
    post: bool,
    /// What each place holds; a place is a TN's number, or a unit's.
    holds: Vec<Vn>,
    undo: Vec<(u32, Vn)>,
    pub list: Vec<Value>,
    table: FxHashMap<Key, Vn>,
    table_undo: Vec<(Key, Option<Vn>)>,
}

/// A point to return to.
#[derive(Clone, Copy)]
pub struct Mark(usize, usize);

impl Values {
    /// Empty tables, for places that are TNs, or units (`post`).
    pub fn new(f: &Func, isa: &Isa, post: bool) -> Values {
        let places = if post { usize::from(isa.units) } else { f.tns.len() };
        let nothing = Value {
            holder: Tn::from_u32(0),
            constant: None,
            def: None,
            opcode: Opcode(0),
            operands: SmallVec::new(),
            block: 0,
            span: 0,
        };
        Values {
            post,
            holds: vec![0; places],
            undo: Vec::new(),
            list: vec![nothing],
            table: FxHashMap::default(),
            table_undo: Vec::new(),
        }
    }

    /// Forgets everything: at the root of a tree.
    pub fn clear(&mut self) {
        self.undo_to(Mark(0, 0));
        self.list.truncate(1);
    }
    /// Where to return to.
    pub fn mark(&self) -> Mark {
        Mark(self.undo.len(), self.table_undo.len())
    }
    /// Returns there.
    pub fn undo_to(&mut self, mark: Mark) {
        for (place, old) in self.undo.drain(mark.0..).rev() {
            self.holds[place as usize] = old;
        }
        for (key, old) in self.table_undo.drain(mark.1..).rev() {
            match old {
                Some(vn) => self.table.insert(key, vn),
                None => self.table.remove(&key),
            };
        }
    }

    /// The value that a register TN holds; 0 if nothing is known of it yet.
    fn peek(&self, f: &Func, isa: &Isa, t: Tn) -> Vn {
        if !self.post {
            return self.holds.get(t.as_u32() as usize).copied().unwrap_or(0);
        }
        let Some(reg) = f.preg(t) else { return 0 };
        let mut units = isa.reg(reg).units.iter().map(|u| self.holds[u.0 as usize]);
        let first = units.next().unwrap_or(0);
        let mut count = 1;
        for v in units {
            if v != first {
                return 0;
            }
            count += 1;
        }
        if self.list[first as usize].span == count { first } else { 0 }
    }

    /// The value that a register TN holds, a new one if nothing is known.
    pub fn of(&mut self, f: &Func, isa: &Isa, t: Tn, block: u32) -> Vn {
        let vn = self.peek(f, isa, t);
        if vn != 0 && (!self.post || f.preg(self.list[vn as usize].holder).is_some()) {
            return vn;
        }
        let vn = self.fresh(t, block);
        self.set(f, isa, t, vn);
        vn
    }

    /// A value that nobody held before.
    pub fn fresh(&mut self, holder: Tn, block: u32) -> Vn {
        self.list.push(Value {
            holder,
            constant: None,
            def: None,
            opcode: Opcode(0),
            operands: SmallVec::new(),
            block,
            span: 0,
        });
        self.list.len() as u32 - 1
    }

    /// From here the TN holds this value.
    pub fn set(&mut self, f: &Func, isa: &Isa, t: Tn, vn: Vn) {
        if self.post {
            if let Some(reg) = f.preg(t) {
                self.set_reg(isa, reg, vn);
            }
        } else {
            self.set_place(t.as_u32(), vn);
        }
    }

    /// From here the register holds this value (or nothing known: 0).
    pub fn set_reg(&mut self, isa: &Isa, reg: PReg, vn: Vn) {
        let units = isa.reg(reg).units;
        let span = &mut self.list[vn as usize].span;
        // The first register that holds a value says how wide it is.
        if *span == 0 && vn != 0 {
            *span = units.len() as u8;
        }
        for u in units.iter() {
            self.set_place(u32::from(u.0), vn);
        }
    }

    /// From here a place (a TN's or a unit's number) holds this value.
    pub fn set_place(&mut self, place: u32, vn: Vn) {
        if place as usize >= self.holds.len() {
            self.holds.resize(place as usize + 1, 0);
        }
        let old = std::mem::replace(&mut self.holds[place as usize], vn);
        // A call forgets many places of which nothing was known.
        if old != vn {
            self.undo.push((place, old));
        }
    }

    /// A TN that holds the value now.
    pub fn holder(&self, f: &Func, isa: &Isa, vn: Vn) -> Option<Tn> {
        let t = self.list[vn as usize].holder;
        (vn != 0 && self.peek(f, isa, t) == vn).then_some(t)
    }

    /// The key entry of an operand.
    pub fn key_operand(&mut self, f: &Func, isa: &Isa, t: Tn, block: u32) -> u32 {
        match f.class(t) {
            Some(_) => self.of(f, isa, t, block),
            None => t.as_u32() | TAG,
        }
    }
    /// The TN of a key entry that is no register.
    pub fn constant_operand(entry: u32) -> Option<Tn> {
        (entry & TAG != 0).then(|| Tn::from_u32(entry & !TAG))
    }

    /// The value of a computation that was done.
    pub fn find(&self, key: &Key) -> Option<Vn> {
        self.table.get(key).copied()
    }
    /// Enters a computation.
    pub fn enter(&mut self, key: Key, vn: Vn) {
        let old = self.table.insert(key.clone(), vn);
        self.table_undo.push((key, old));
    }
}

#[cfg(test)]
mod tests {
    use cgir::target::Hooks;
    use cgir::testing::Setup;

    /// Halves of a pair hold different parts of its value; they are no copies of each other.
    #[test]
    fn parts_of_a_group_are_other_values() {
        let text = "func @f {
allocated
bb0 freq 1:
  %p1 = ldp %sp, 256
  %r3 = hi %p1
  %r0 = mv %r6
  %r2 = mv %r3
  %r0 = shl %r0, %r2
  ret %r0{%r0}
}
";
        let mut s = Setup::default();
        let (clobbers, hooks) = (s.hooks.call_clobbers(&s.cx()), s.hooks);
        let f = cgir::text::parse(text, &mut s.module, &s.target, &hooks, clobbers);
        let mut f = f.unwrap_or_else(|e| panic!("{}", e.render("t", text))).remove(0);
        let before = f.clone();
        crate::run_post(&mut f, &s.cx());
        cgir::testing::harness::compare(&before, &f).unwrap_or_else(|e| panic!("{e}"));
    }
}
