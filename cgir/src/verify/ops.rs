//! The verifier: single ops against their rows.

use super::{Checks, Verifier};
use crate::alloc::alone::allocates_alone;
use crate::func::{Bb, Constraint, Op, SymRef, Tn, TnData};
use cranelift_entity::EntityRef;
use targ_info::{InstFlags, OperandKind, PReg, RegClass};

impl Verifier<'_> {
    /// Checks one op.
    pub(super) fn op(&mut self, op: Op, b: Bb, checks: Checks) {
        let before = self.errors.len();
        let desc = self.cx.target.isa.inst(self.f.ops[op].opcode);
        if !desc.available(&self.cx.target.features) {
            self.error(Some(b), Some(op), format!("`{}` is not available on this target", desc.name));
        }
        if desc.flags.contains(InstFlags::ALIAS) {
            self.error(Some(b), Some(op), "aliases are for assembly only");
        }
        if self.f.ops[op].alias.0 as usize >= self.f.alias.len() {
            self.error(Some(b), Some(op), "alias class does not exist");
        }
        if !self.counts(op, b) {
            return;
        }
        for i in 0..self.f.all(op).len() {
            if let Err(what) = self.entry(op, i) {
                let side = if i < self.f.nres(op) { "result" } else { "operand" };
                self.error(Some(b), Some(op), format!("{side} at {i}: {what}"));
            }
        }
        self.extra(op, b);
        if self.f.allocated {
            self.early(op, b);
        } else if checks.contains(Checks::ALONE) && self.errors.len() == before {
            self.alone(op, b);
        }
    }

    /// Has the op as many results and operands as its row? Whether its list can be looked at further.
    fn counts(&mut self, op: Op, b: Bb) -> bool {
        let desc = self.cx.target.isa.inst(self.f.ops[op].opcode);
        let (results, operands) = desc.operands.split_at(desc.results as usize);
        let fits = |have: usize, row: &[targ_info::OperandDesc]| match row.last() {
            Some(o) if o.kind == OperandKind::Variadic => have >= row.len() - 1,
            _ => have == row.len(),
        };
        let (have_r, have_o) = (self.f.nres(op), self.f.operands(op).len());
        let right = fits(have_r, results) && fits(have_o, operands);
        if !right {
            let (want_r, want_o) = (results.len(), operands.len());
            self.error(
                Some(b),
                Some(op),
                format!("{have_r} results and {have_o} operands, but the row has {want_r} and {want_o}"),
            );
        }
        right
    }

    /// Checks one entry of an op's list.
    fn entry(&self, op: Op, i: usize) -> Result<(), String> {
        let (f, isa) = (self.f, self.cx.target.isa);
        let t = f.all(op)[i];
        self.exists(t)?;
        if i < f.nres(op) && f.class(t).is_none() {
            return Err("a result is a register".into());
        }
        if f.allocated && f.is_virtual(t) {
            return Err(format!("{t} is virtual after allocation"));
        }
        let desc = isa.inst(f.ops[op].opcode);
        let row = if i < f.nres(op) { i } else { i - f.nres(op) + desc.results as usize };
        let kind = match super::super::text::variadic_index(f, isa, op, i) {
            Some(_) => OperandKind::Variadic,
            None => desc.operands[row].kind,
        };
        match kind {
            OperandKind::Imm(k) => self.immediate(t, k),
            OperandKind::Target(k) => match f.tns[t] {
                TnData::Label(_) | TnData::Sym { .. } => Ok(()),
                TnData::Lit(_) => self.immediate(t, k),
                TnData::Reg { .. } | TnData::Frame { .. } => Err("a target is a label or symbol".into()),
            },
            OperandKind::Reg(_) | OperandKind::Fixed(_) | OperandKind::Variadic => {
                self.constrained(op, t, f.constraint(isa, op, i))
            }
        }
    }

    fn immediate(&self, t: Tn, kind: u16) -> Result<(), String> {
        let imm = &self.cx.target.isa.imms[kind as usize];
        match self.f.tns[t] {
            TnData::Lit(v) if imm.bits > 0 && imm.bits < 64 && !imm.fits_with(v, &self.cx.target.features) => {
                Err(format!("{v} does not fit in `{}` ({}..={})", imm.name, imm.min, imm.max))
            }
            TnData::Lit(_) | TnData::Sym { .. } | TnData::Frame { .. } => Ok(()),
            TnData::Label(_) if imm.pcrel || imm.bits >= 64 => Ok(()),
            TnData::Label(_) => Err("a label where an immediate belongs".into()),
            TnData::Reg { .. } => Err("a register where an immediate belongs".into()),
        }
    }

    fn constrained(&self, op: Op, t: Tn, c: Constraint) -> Result<(), String> {
        let f = self.f;
        let TnData::Reg { class: own, dedicated, .. } = f.tns[t] else {
            return match c {
                Constraint::None => Ok(()),
                _ => Err("a register belongs here".into()),
            };
        };
        match c {
            Constraint::None => Ok(()),
            Constraint::Class(class) => self.in_class(own, dedicated, class),
            Constraint::Fixed(r) => match dedicated {
                Some(d) if d != r => Err(format!("must be %{}", self.cx.target.isa.reg(r).name)),
                Some(_) => Ok(()),
                // The class need not have the register as member: flags and the like have one each.
                None if self.cx.target.isa.class(own).members.contains(&r) => Ok(()),
                None => Err(format!("class does not have %{}", self.cx.target.isa.reg(r).name)),
            },
            Constraint::Tied(to, class) => {
                let Some(&other) = f.all(op).get(to as usize).filter(|_| to as usize >= f.nres(op)) else {
                    return Err(format!("is tied to {to}, which is no operand"));
                };
                if f.allocated && f.preg(other) != dedicated {
                    return Err("is not in the register of the operand that it is tied to".into());
                }
                self.in_class(own, dedicated, class)
            }
        }
    }

    /// Can a TN of class `own` stand in an operand of class `class`? A dedicated one must be a member.
    fn in_class(&self, own: RegClass, dedicated: Option<PReg>, class: RegClass) -> Result<(), String> {
        let isa = self.cx.target.isa;
        let (a, b) = (isa.class(own), isa.class(class));
        let fits = match dedicated {
            Some(r) => b.members.contains(&r),
            None => own == class || a.top == b.top && a.members.iter().any(|r| b.members.contains(r)),
        };
        if fits { Ok(()) } else { Err(format!("of class {}, but {} belongs here", a.name, b.name)) }
    }

    /// Does what a TN names exist?
    fn exists(&self, t: Tn) -> Result<(), String> {
        let (f, isa) = (self.f, self.cx.target.isa);
        let right = match f.tns[t] {
            TnData::Reg { class, dedicated, .. } => {
                (class.0 as usize) < isa.classes.len() && dedicated.is_none_or(|r| (r.0 as usize) < isa.regs.len())
            }
            TnData::Lit(_) => true,
            TnData::Label(b) => self.placed(b),
            TnData::Frame { obj, .. } => f.frame.is_valid(obj),
            TnData::Sym { sym, .. } => match sym {
                SymRef::Global(g) => self.cx.module.globals.is_valid(g),
                SymRef::Library(_) => true,
                SymRef::Pool(p) => f.pool.is_valid(p),
                SymRef::Table(t) => f.tables.is_valid(t),
                SymRef::Block(b) => self.placed(b),
            },
        };
        if right { Ok(()) } else { Err("names something that does not exist".into()) }
    }

    /// Checks what stands in the op's further description.
    fn extra(&mut self, op: Op, b: Bb) {
        let (f, isa) = (self.f, self.cx.target.isa);
        let Some(e) = f.extra(op) else { return };
        let n = f.all(op).len();
        let open = (0..n).filter(|&i| super::super::text::variadic_index(f, isa, op, i).is_some()).count();
        if e.constraints.len() > open {
            self.error(Some(b), Some(op), format!("{} constraints for {open} operands", e.constraints.len()));
        }
        if e.early.iter().any(|&i| i as usize >= f.nres(op)) {
            self.error(Some(b), Some(op), "something that is no result is written early");
        }
        if e.asm_operands.iter().flatten().any(|&i| i as usize >= n) {
            self.error(Some(b), Some(op), "an assembly operand is not in the list");
        }
    }

    /// After allocation: results exclude each other, early ones operands too, and no result is clobbered.
    fn early(&mut self, op: Op, b: Bb) {
        let (f, isa) = (self.f, self.cx.target.isa);
        let units = |t: Tn| f.preg(t).map(|r| isa.reg(r).units).unwrap_or_default();
        let list = f.all(op);
        let reserved = self.cx.target.reserved;
        for (i, &t) in list.iter().enumerate().take(f.nres(op)) {
            let mine = units(t) - reserved;
            let tied = match f.constraint(isa, op, i) {
                Constraint::Tied(to, _) => Some(to as usize),
                _ => None,
            };
            let until = if f.is_early(isa, op, i) { list.len() } else { f.nres(op) };
            for (k, &other) in list.iter().enumerate().take(until).skip(i + 1) {
                let same_value = k >= f.nres(op) && tied.is_some_and(|to| list.get(to) == Some(&other));
                if mine.intersects(units(other)) && !same_value {
                    self.error(Some(b), Some(op), format!("result at {i} shares a register with entry {k}"));
                    return;
                }
            }
        }
    }

    /// Before allocation: there are registers for the op's operands if nothing else is live.
    fn alone(&mut self, op: Op, b: Bb) {
        if !allocates_alone(self.f, self.cx, op) {
            self.error(Some(b), Some(op), "needs more registers than there are");
        }
    }

    /// Checks the ops by which values are rebuilt.
    pub(super) fn remats(&mut self) {
        let (f, isa) = (self.f, self.cx.target.isa);
        if f.allocated {
            return;
        }
        for t in f.tns.keys() {
            let Some(op) = f.remat[t].expand() else { continue };
            if !f.ops.is_valid(op) {
                self.error(None, None, format!("{t} is rebuilt by an op that does not exist"));
                continue;
            }
            let desc = isa.inst(f.ops[op].opcode);
            let constant = f.operands(op).iter().all(|&o| !f.is_virtual(o));
            // The same is loaded again from memory that does not change.
            let loads = desc.is(InstFlags::LOAD) && f.ops[op].flags.contains(crate::func::OpFlags::CONSTANT_MEMORY);
            if !(loads || desc.is(InstFlags::REMAT)) || !constant || f.nres(op) != 1 || t.index() >= f.tns.len() {
                self.error(f.bb_of(op), Some(op), format!("{t} cannot be rebuilt by this op"));
            }
        }
    }
}
