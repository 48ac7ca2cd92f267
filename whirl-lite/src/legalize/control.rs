//! Control flow: phis, branches, switches, selection.

use super::types::Scalar;
use super::{Legaliser, Parts, build};
use crate::diag::Result;
use crate::ir::*;
use smallvec::{SmallVec, smallvec};

impl Legaliser<'_> {
    /// `phi`: one for each part; operands follow at the end.
    pub(super) fn phi(&mut self, i: Inst) -> Result<()> {
        let Some(result) = self.result(i) else { return Ok(()) };
        let types = self.part_types(self.old.ty(result))?;
        let mut insts: SmallVec<[Inst; 2]> = SmallVec::new();
        let mut parts = Parts::new();
        for ty in types {
            let phi = self.emit(InstKind::Phi, InstFlags::empty(), &[], &[ty]);
            insts.push(phi);
            parts.push(self.nf.result(phi, 0));
        }
        self.phis.push((i, insts));
        self.set(result, &parts)?;
        Ok(())
    }
    /// `br`, conditional or not.
    pub(super) fn branch(&mut self, i: Inst) -> Result<()> {
        let old = self.old;
        let blocks = old.inst_blocks(i);
        let kind = old.insts[i].kind;
        if kind != InstKind::CondBr {
            self.emit_branch(kind, &[], blocks);
            return Ok(());
        }
        let c = self.arg_one(i, 0)?;
        let new = self.emit_branch(kind, &[c], blocks);
        let p = old.branch_prob[i];
        if p != 0 {
            self.nf.branch_prob[new] = p;
        }
        Ok(())
    }
    /// `indirectbr`.
    pub(super) fn indirect(&mut self, i: Inst) -> Result<()> {
        let p = self.arg_one(i, 0)?;
        self.emit_branch(InstKind::IndirectBr, &[p], self.old.inst_blocks(i));
        Ok(())
    }
    /// `switch`: narrow values are extended, wide ones compared one by one.
    pub(super) fn switch(&mut self, i: Inst, id: SwitchId) -> Result<()> {
        let old = self.old;
        let v = self.arg(i, 0)?;
        let Scalar::Int(n) = self.scalar(old.ty(v))? else { return Err(self.input("a switch on no integer")) };
        let parts = self.parts(v)?;
        let blocks = old.inst_blocks(i);
        let data = &old.switches[id];
        if parts.len() > 1 {
            return self.wide_switch(n, &parts, data, blocks);
        }
        // A truth value is switched on as an integer.
        let v = if n == 1 { self.zext_reg(parts[0], Ty::I32) } else { parts[0] };
        let w = self.width(self.nf.ty(v));
        // Either extension will do, if the cases are brought into the same form.
        let signed = !self.fits_u(v, n) && self.fits_s(v, n);
        let v = if signed { v } else { self.zext_in_reg(v, n) };
        let fix = |c: u64| if signed { build::sign(c, n) as u64 & build::mask(w) } else { c & build::mask(n) };
        let values = data.values.iter().map(|&c| fix(c)).collect();
        let new = self.nf.switches.push(SwitchData { values, wide: Vec::new() });
        self.emit_branch(InstKind::Switch(new), &[v], blocks);
        Ok(())
    }
    fn wide_switch(&mut self, n: u32, v: &[Value], data: &SwitchData, blocks: &[BlockId]) -> Result<()> {
        let Some((&default, cases)) = blocks.split_first() else { return Err(self.input("a switch without default")) };
        let v = self.wide_zext(n, v);
        // A case that several values lead to, or a default that is a case too, would need phis per edge: an equality
        // for each value and one selection of a case number keep the edges as they were.
        let mut number = self.imm(Ty::I32, 0);
        for (k, &low) in data.values.iter().enumerate() {
            let words: SmallVec<[u64; 4]> = match data.wide.get(k) {
                Some(w) => SmallVec::from_slice(w),
                None => smallvec![low],
            };
            let mut parts = Parts::new();
            for p in 0..v.len() {
                let at = p as u32 * self.xlen;
                let word = words.get(at as usize / 64).copied().unwrap_or(0) >> (at % 64);
                parts.push(self.imm(self.x, word as i64));
            }
            let hit = self.wide_compare(IntPred::Eq, n, &v, &parts);
            let this = self.imm(Ty::I32, k as i64 + 1);
            number = self.select(hit, this, number);
        }
        let values = (1..=cases.len() as u64).collect();
        let id = self.nf.switches.push(SwitchData { values, wide: Vec::new() });
        let mut all: Vec<BlockId> = vec![default];
        all.extend_from_slice(cases);
        self.emit_branch(InstKind::Switch(id), &[number], &all);
        Ok(())
    }
    /// `select`, with one condition or one for each lane.
    pub(super) fn select_inst(&mut self, i: Inst) -> Result<Parts> {
        let cv = self.arg(i, 0)?;
        let c = self.parts(cv)?;
        let (a, b) = (self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
        let lanes = self.lanes(self.old.ty(cv))?.map(|l| l.0);
        let each = lanes.map_or(a.len(), |n| a.len() / n.max(1)).max(1);
        if a.len() != b.len() || c.len() * each < a.len() {
            return Err(self.input("a 'select' between different types"));
        }
        Ok(a.iter().zip(&b).enumerate().map(|(k, (&x, &y))| self.select(c[k / each], x, y)).collect())
    }
    /// `freeze`: of what may be undefined, one value for all uses.
    pub(super) fn freeze(&mut self, i: Inst) -> Result<Parts> {
        let a = self.arg_parts(i, 0)?;
        Ok(a.iter().map(|&v| self.freeze_part(v)).collect())
    }
    fn freeze_part(&mut self, v: Value) -> Value {
        match self.nf.as_const(v) {
            Some(ConstData::Undef | ConstData::Poison) => self.zero(self.nf.ty(v)),
            Some(_) => v,
            // What was known of the operand may rest on promises that poison breaks: it is not known of the result.
            None => self.un(UnOp::Freeze, v),
        }
    }
}
