//! Phis and terminators without calls.

use super::*;
use crate::ir::{ConstData, InstKind, SwitchData};
use function::Built;
use rustc_hash::FxHashSet;

impl Parser<'_> {
    pub fn phi(&mut self) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pos = self.pos();
        let ty = self.ty()?;
        if !self.is_first_class(ty) {
            return self.fail(pos, "phi node must have first class type");
        }
        // A phi without ways in is an unreachable block's.
        if self.lx.tok != Tok::LSquare {
            return InstKind::Phi.with(flags, ty);
        }
        loop {
            self.expect(Tok::LSquare, "expected '[' in phi value list")?;
            let v = self.value(ty)?;
            self.comma()?;
            let b = self.block_ref()?;
            self.expect(Tok::RSquare, "expected ']' in phi value list")?;
            self.ops.push(v);
            self.succs.push(b);
            if !self.more() {
                break;
            }
        }
        InstKind::Phi.with(flags, ty)
    }
    pub fn ret(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let ty = self.ty_or_void()?;
        if ty != self.f.sig.ret {
            let want = self.show(self.f.sig.ret);
            return self.fail(pos, format!("value doesn't match function result type '{want}'"));
        }
        if ty != Ty::VOID {
            let v = self.value(ty)?;
            self.ops.push(v);
        }
        InstKind::Ret.plain(Ty::VOID)
    }
    pub fn br(&mut self) -> Parsed<Option<Built>> {
        if self.lx.tok == Tok::Kw(Kw::Label) {
            let b = self.label()?;
            self.succs.push(b);
            return InstKind::Br.plain(Ty::VOID);
        }
        let pos = self.pos();
        let (ty, c) = self.typed_value()?;
        if ty != Ty::I1 {
            return self.fail(pos, "branch condition must have 'i1' type");
        }
        self.comma()?;
        let yes = self.label()?;
        self.comma()?;
        let no = self.label()?;
        self.ops.push(c);
        self.succs.extend([yes, no]);
        InstKind::CondBr.plain(Ty::VOID)
    }
    pub fn switch(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let (ty, v) = self.typed_value()?;
        if self.m.types.int_bits(ty).is_none() {
            return self.fail(pos, "switch condition must have integer type");
        }
        self.comma()?;
        let default = self.label()?;
        self.expect(Tok::LSquare, "expected '[' with switch table")?;
        self.ops.push(v);
        self.succs.push(default);
        let mut data = SwitchData::default();
        let mut seen = FxHashSet::default();
        while !self.eat(Tok::RSquare) {
            let at = self.pos();
            let t = self.ty()?;
            if t != ty {
                return self.fail(at, "case value's type does not match the switch");
            }
            let at = self.pos();
            let c = self.constant(t)?;
            match self.f.consts.get(c) {
                ConstData::Int(n) => data.values.push(*n),
                ConstData::BigInt(w) => {
                    data.values.push(w.first().copied().unwrap_or(0));
                    data.wide.push(w.clone());
                }
                _ => return self.fail(at, "case value is not a constant integer"),
            }
            if !seen.insert(c) {
                return self.fail(at, "duplicate case value in switch");
            }
            self.comma()?;
            let b = self.label()?;
            self.succs.push(b);
        }
        let id = self.f.switches.push(data);
        InstKind::Switch(id).plain(Ty::VOID)
    }
    pub fn indirectbr(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let (ty, v) = self.typed_value()?;
        if !self.m.types.is_ptr(ty) {
            return self.fail(pos, "indirectbr address must have pointer type");
        }
        self.comma()?;
        self.ops.push(v);
        self.label_list()?;
        InstKind::IndirectBr.plain(Ty::VOID)
    }
    /// `[label %a, label %b]`, added to the instruction's blocks.
    pub fn label_list(&mut self) -> Parsed<()> {
        self.expect(Tok::LSquare, "expected '[' here")?;
        if self.lx.tok != Tok::RSquare {
            loop {
                let b = self.label()?;
                self.succs.push(b);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RSquare, "expected ']' here")
    }
}
