//! What EBO does to an op: forwarding into operands, common subexpressions, known loads.

use crate::memory::Access;
use crate::target::Change;
use crate::value::{Key, Values, Vn};
use crate::walk::Ebo;
use cgir::alloc::alone::allocates_alone;
use cgir::func::{Constraint, Func, Op, OpFlags, Tn};
use cgir::pass::PassCx;
use smallvec::SmallVec;
use targ_info::{InstFlags, Isa};

/// Computations of more operands than this are not looked for.
const WIDEST: usize = 4;

/// Has the op one result that depends on its operands alone, and no other effect?
pub(crate) fn is_pure(f: &Func, isa: &Isa, op: Op) -> bool {
    let effects = InstFlags::LOAD
        | InstFlags::STORE
        | InstFlags::EFFECT
        | InstFlags::BRANCH
        | InstFlags::CALL
        | InstFlags::RETURN
        | InstFlags::FENCE;
    let row = isa.inst(f.ops[op].opcode);
    f.results(op).len() == 1 && !row.flags.intersects(effects) && f.extra(op).is_none()
}

/// Replaces an op as a rule says, unless no registers would be left for the new operands.
pub(crate) fn apply(f: &mut Func, cx: &PassCx<'_>, op: Op, change: Change) -> bool {
    match change {
        Change::Operands { opcode, operands } => {
            let results: SmallVec<[Tn; 2]> = f.results(op).iter().copied().collect();
            let (row, old) = (f.ops[op].opcode, SmallVec::<[Tn; 8]>::from_slice(f.operands(op)));
            f.rewrite_op(op, opcode, &results, &operands);
            if !allocates_alone(f, cx, op) {
                f.rewrite_op(op, row, &results, &old);
                return false;
            }
        }
        Change::Copy(from) => into_copy(f, cx, op, from),
    }
    for t in f.results(op).iter().copied().collect::<SmallVec<[Tn; 2]>>() {
        f.remat[t] = None.into();
    }
    true
}

/// Makes an op a copy of a TN into its result.
fn into_copy(f: &mut Func, cx: &PassCx<'_>, op: Op, from: Tn) {
    let Some(&to) = f.results(op).first() else { return };
    let copy = cx.hooks.copy(f, to, from);
    let opcode = f.ops[copy].opcode;
    let operands: SmallVec<[Tn; 4]> = f.operands(copy).iter().copied().collect();
    f.rewrite_op(op, opcode, &[to], &operands);
    // A reload that became a copy is the allocator's still.
    let asked = f.ops[op].flags.intersects(OpFlags::RELOAD | OpFlags::REMAT | OpFlags::ALLOC_COPY);
    f.ops[op].flags = if asked { OpFlags::ALLOC_COPY } else { OpFlags::COPY };
    f.ops[op].alias = Default::default();
    f.remat[to] = None.into();
}

impl Ebo<'_> {
    /// Reads operands from the first holders of their values, and zero from the zero register.
    pub fn forward(&mut self, f: &mut Func, op: Op) {
        let isa = self.cx.target.isa;
        let nres = f.nres(op);
        for k in nres..f.all(op).len() {
            let t = f.all(op)[k];
            if f.class(t).is_none() {
                continue;
            }
            let vn = self.values.of(f, isa, t, self.block);
            let Some(to) = self.better_holder(f, t, vn) else { continue };
            if !self.fits(f, op, k, to) {
                continue;
            }
            f.all_mut(op)[k] = to;
            if !allocates_alone(f, self.cx, op) || !self.take() {
                f.all_mut(op)[k] = t;
            }
        }
    }

    /// Another TN to read the value from.
    fn better_holder(&mut self, f: &mut Func, t: Tn, vn: Vn) -> Option<Tn> {
        let isa = self.cx.target.isa;
        if let (Some(0), Some(zero)) = (self.values.list[vn as usize].constant, self.cx.target.abi.zero) {
            if f.preg(t) == Some(zero) {
                return None;
            }
            let class = f.class(t)?;
            if isa.class(isa.class(class).top).units.contains(isa.reg(zero).units) && f.ty(t).is_int() {
                return Some(f.dedicated(zero, class, f.ty(t)));
            }
        }
        // Mostly the TN itself holds the value.
        if self.values.list[vn as usize].holder == t {
            return None;
        }
        let to = self.values.holder(f, isa, vn)?;
        // A phi's TN lives on anyway: reading the source of its copy instead would keep both alive.
        let phi = !self.post && self.multiple.contains(t.as_u32() as usize);
        let phi_to = !self.post && self.multiple.contains(to.as_u32() as usize);
        (!phi && !phi_to).then_some(to)
    }

    /// May operand `k` be this TN?
    fn fits(&self, f: &Func, op: Op, k: usize, to: Tn) -> bool {
        let isa = self.cx.target.isa;
        if self.lost_before_read(f, op, to) {
            return false;
        }
        let old = f.all(op)[k];
        let tied = f.nres(op) > 0
            && (0..f.nres(op)).any(|r| matches!(f.constraint(isa, op, r), Constraint::Tied(i, _) if i as usize == k));
        match f.constraint(isa, op, k) {
            Constraint::Class(c) => {
                let (have, want) = (f.class(to), f.class(old));
                let same = have.zip(want).is_some_and(|(a, b)| isa.class(a).top == isa.class(b).top);
                let members = isa.class(c).members;
                let member = match f.preg(to) {
                    Some(r) => members.contains(&r),
                    None => {
                        have == want || have.is_some_and(|h| isa.class(h).members.iter().any(|r| members.contains(r)))
                    }
                };
                same && member && !(tied && f.preg(to).is_some()) && self.same_width(f, old, to)
            }
            Constraint::Fixed(r) => {
                let member = f.class(to).is_some_and(|c| isa.class(c).members.contains(&r));
                !self.post && f.preg(to).is_none() && member && self.same_width(f, old, to)
            }
            Constraint::Tied(..) | Constraint::None => false,
        }
    }

    /// Does the op write this register before it reads all operands: as an early result, or as what inline assembly
    /// destroys?
    fn lost_before_read(&self, f: &Func, op: Op, to: Tn) -> bool {
        let isa = self.cx.target.isa;
        let Some(units) = f.preg(to).map(|r| isa.reg(r).units) else { return false };
        let result = |i: usize| f.preg(f.results(op)[i]).is_some_and(|r| isa.reg(r).units.intersects(units));
        let early = (0..f.nres(op)).any(|i| f.is_early(isa, op, i) && result(i));
        early || f.extra(op).is_some_and(|e| e.asm.is_some() && e.clobbers.intersects(units))
    }

    /// Types may differ only where the register holds the same bits by convention.
    fn same_width(&self, f: &Func, a: Tn, b: Tn) -> bool {
        self.post || f.ty(a) == f.ty(b) || (f.ty(a).is_int() && f.ty(b).is_int())
    }

    /// A copy: both hold one value now. A copy of what the target holds already goes.
    pub fn copy(&mut self, f: &mut Func, op: Op) {
        let isa = self.cx.target.isa;
        let (to, from) = (f.results(op)[0], f.operands(op)[0]);
        let vn = self.values.of(f, isa, from, self.block);
        if self.values.of(f, isa, to, self.block) == vn && self.take() {
            f.remove(op);
            return;
        }
        let narrow = !self.post && f.ty(to) != f.ty(from) && f.ty(to).is_float();
        if narrow || f.preg(to).is_some_and(|r| Some(r) == self.cx.target.abi.zero) {
            self.define_all(f, op);
            return;
        }
        self.values.set(f, isa, to, vn);
        if self.values.holder(f, isa, vn).is_none() {
            self.values.list[vn as usize].holder = to;
        }
    }

    /// A load: from memory that is known, a copy.
    pub fn load(&mut self, f: &mut Func, op: Op, access: Access) {
        let isa = self.cx.target.isa;
        if let Some(vn) = self.memory.known(f, self.cx, &access)
            && let Some(from) = self.values.holder(f, isa, vn)
            && self.may_replace(f, op, from)
            && self.take()
        {
            into_copy(f, self.cx, op, from);
            return self.copy(f, op);
        }
        let operands = self.operand_values(f, op);
        let vn = self.define(f, f.results(op)[0]);
        self.note(f, op, vn, operands);
        self.memory.enter(access, vn);
    }

    /// A pure computation: if it was done and its value is still held, a copy.
    pub fn compute(&mut self, f: &mut Func, op: Op) {
        let isa = self.cx.target.isa;
        let t = f.results(op)[0];
        if f.operands(op).len() > WIDEST {
            self.define(f, t);
            return;
        }
        let operands = self.operand_values(f, op);
        let key = self.key(f, op, operands.clone());
        if let Some(vn) = self.values.find(&key)
            && let Some(from) = self.values.holder(f, isa, vn)
            && self.may_replace(f, op, from)
            // A constant is rebuilt more cheaply than kept alive over blocks.
            && (f.remat[t].is_none() || self.values.list[vn as usize].block == self.block || from == t)
            && (!self.post || f.preg(from) == f.preg(t))
            && self.take()
        {
            into_copy(f, self.cx, op, from);
            return self.copy(f, op);
        }
        // An op that overwrites its own operand leaves nothing to be found again.
        let vn = self.define(f, t);
        self.note(f, op, vn, operands);
        self.values.enter(key, vn);
    }

    fn may_replace(&self, f: &Func, op: Op, from: Tn) -> bool {
        let isa = self.cx.target.isa;
        let t = f.results(op)[0];
        let same = f.class(from).zip(f.class(t)).is_some_and(|(a, b)| isa.class(a).top == isa.class(b).top);
        let lives = || self.post || from == t || !self.multiple.contains(from.as_u32() as usize);
        same && f.ty(from) == f.ty(t) && lives()
    }

    /// What the operands of an op hold.
    fn operand_values(&mut self, f: &Func, op: Op) -> SmallVec<[u32; 3]> {
        let isa = self.cx.target.isa;
        let mut list = SmallVec::new();
        for &t in f.operands(op) {
            list.push(self.values.key_operand(f, isa, t, self.block));
        }
        list
    }

    fn key(&self, f: &Func, op: Op, mut operands: SmallVec<[u32; 3]>) -> Key {
        let isa = self.cx.target.isa;
        if isa.inst(f.ops[op].opcode).is(InstFlags::COMMUTES) && operands.len() >= 2 && operands[0] > operands[1] {
            operands.swap(0, 1);
        }
        (f.ops[op].opcode, operands)
    }

    /// Notes how a value was made, from what its operands held then, and the constant that it is.
    fn note(&mut self, f: &Func, op: Op, vn: Vn, mut operands: SmallVec<[u32; 3]>) {
        let isa = self.cx.target.isa;
        // The result may be one of the operands' places: what that held is held there no more.
        let t = f.results(op)[0];
        let units = |t: Tn| f.preg(t).map(|r| isa.reg(r).units);
        let place = units(t);
        for (e, &o) in operands.iter_mut().zip(f.operands(op)) {
            if o == t || place.zip(units(o)).is_some_and(|(a, b)| a.intersects(b)) {
                *e = 0;
            }
        }
        let constant = self.constant(f, op, &operands);
        let v = &mut self.values.list[vn as usize];
        (v.constant, v.def, v.opcode, v.block) = (constant, Some(op), f.ops[op].opcode, self.block);
        v.operands = operands;
    }

    /// The constant that a pure op makes of operands that are all known.
    fn constant(&self, f: &Func, op: Op, operands: &[u32]) -> Option<i64> {
        let mut constants: SmallVec<[Option<i64>; 4]> = SmallVec::new();
        for &e in operands {
            let known = match Values::constant_operand(e) {
                Some(t) => f.as_lit(t),
                None => self.values.list[e as usize].constant,
            };
            constants.push(Some(known?));
        }
        if !is_pure(f, self.cx.target.isa, op) {
            return None;
        }
        self.cx.hooks.fold(f, op, &constants, self.cx)
    }
}
