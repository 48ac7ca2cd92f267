//! Rules for addresses and stores: constant offsets come outermost, where loads and stores take them up.

use super::{Done, Simplifier};
use crate::ir::{BinOp, CastOp, Function, Inst, InstKind, Ordering, Value};
use crate::opt::edit::{ones, signed};
use crate::opt::hoist::is_address;

/// Offsets from a symbol that every relocation can express.
fn near(c: i64) -> bool {
    c.unsigned_abs() < 1 << 28
}

impl Simplifier<'_> {
    pub(super) fn ptr_add(&mut self, f: &mut Function, i: Inst) -> Done {
        let &[a, b] = f.args(i) else { return Done::No };
        let Some(w) = self.width(f, b) else { return Done::No };
        let ty = f.ty(f.result(i, 0));
        if f.as_int(b) == Some(0) {
            return Done::Is(a);
        }
        if let Some((_, InstKind::PtrAdd, &[x, y])) = self.def(f, a) {
            match (f.as_int(y), f.as_int(b)) {
                (Some(c), Some(d)) => {
                    let c = self.int(f, b, c.wrapping_add(d));
                    return self.change(f, i, InstKind::PtrAdd, &[x, c]);
                }
                // (symbol + y) + c is (symbol + c) + y where c does not fold.
                (None, Some(c)) if is_address(f, x) && !self.folds(c, w) && near(signed(c, w)) => {
                    let p = self.make(f, i, InstKind::PtrAdd, &[x, b], ty);
                    return self.change(f, i, InstKind::PtrAdd, &[p, y]);
                }
                // (x + c) + y is (x + y) + c, so that the constant folds; not when x + c is an address of its own.
                (Some(c), None) if self.folds(c, w) && !is_address(f, x) => {
                    let p = self.make(f, i, InstKind::PtrAdd, &[x, b], ty);
                    return self.change(f, i, InstKind::PtrAdd, &[p, y]);
                }
                _ => {}
            }
        }
        if f.as_int(b).is_none()
            && let Some((index, c)) = self.offset_of(f, i, b, w, 4)
            && c != 0
        {
            let symbol = is_address(f, a) && near(signed(c & ones(w), w));
            if symbol || self.folds(c, w) {
                let c = self.int(f, b, c);
                // Into the symbol's or frame object's own offset, else outermost.
                if symbol {
                    let p = self.make(f, i, InstKind::PtrAdd, &[a, c], ty);
                    return self.change(f, i, InstKind::PtrAdd, &[p, index]);
                }
                let p = self.make(f, i, InstKind::PtrAdd, &[a, index], ty);
                return self.change(f, i, InstKind::PtrAdd, &[p, c]);
            }
        }
        Done::No
    }

    /// Does a constant fold into loads and stores?
    fn folds(&self, c: u64, w: u32) -> bool {
        let c = signed(c & ones(w), w);
        self.cx.costs.offsets.0 <= c && c <= self.cx.costs.offsets.1
    }

    /// Splits an index into a rest and a constant, looking through additions, shifts and extensions that cannot wrap
    /// differently. Makes the rest anew, so only what has one user is taken apart, but for plain additions.
    fn offset_of(&mut self, f: &mut Function, at: Inst, v: Value, w: u32, depth: u32) -> Option<(Value, u64)> {
        if depth == 0 {
            return None;
        }
        let (_, kind, args) = self.def(f, v)?;
        match (kind, args) {
            (InstKind::Binary(BinOp::Add), &[x, c]) => {
                let c = f.as_int(c)?;
                match self.offset_of(f, at, x, w, depth - 1) {
                    Some((y, e)) => Some((y, c.wrapping_add(e))),
                    None => Some((x, c)),
                }
            }
            (InstKind::Binary(BinOp::Shl), &[x, n]) => {
                let n = f.as_int(n).filter(|&n| n < u64::from(w))?;
                let (y, c) = self.offset_of(f, at, x, w, depth - 1)?;
                let n = self.int(f, x, n);
                let shift = f.as_int(n)?;
                let y = self.binary(f, at, BinOp::Shl, y, n);
                Some((y, c.wrapping_shl(shift as u32)))
            }
            (InstKind::Binary(BinOp::Mul), &[x, k]) => {
                let k = f.as_int(k)?;
                let (y, c) = self.offset_of(f, at, x, w, depth - 1)?;
                let factor = self.int(f, x, k);
                let y = self.binary(f, at, BinOp::Mul, y, factor);
                Some((y, c.wrapping_mul(k)))
            }
            // sext(x + c) with no signed wrap is sext(x) + c.
            (InstKind::Cast(CastOp::SExt), &[x]) => {
                let (inner, InstKind::Binary(BinOp::Add), &[y, c]) = self.def(f, x)? else { return None };
                if !f.insts[inner].flags.contains(crate::ir::InstFlags::NSW) {
                    return None;
                }
                let n = self.width(f, y)?;
                let c = signed(f.as_int(c)?, n) as u64;
                let ty = f.ty(v);
                let y = self.make(f, at, InstKind::Cast(CastOp::SExt), &[y], ty);
                Some((y, c))
            }
            _ => None,
        }
    }

    /// Bits that a store does not write need not be computed.
    pub(super) fn store(&mut self, f: &mut Function, i: Inst) -> Done {
        let InstKind::Store(access) = f.insts[i].kind else { return Done::No };
        let &[v, p] = f.args(i) else { return Done::No };
        let (Some(n), Some(w)) = (self.cx.m.types.int_bits(access.ty), self.width(f, v)) else { return Done::No };
        if n > w || access.ordering != Ordering::NotAtomic {
            return Done::No;
        }
        // A conversion to the stored width or more is not needed.
        if let Some((_, InstKind::Cast(CastOp::Trunc | CastOp::ZExt | CastOp::SExt | CastOp::AnyExt), &[x])) =
            self.def(f, v)
            && let Some(m) = self.width(f, x)
            && m >= n
            && m > 1
            && !self.cx.m.types.is_ptr(f.ty(x))
        {
            let kind = f.insts[i].kind;
            return self.change(f, i, kind, &[x, p]);
        }
        if let Some(x) = self.without(f, v, ones(n), w) {
            let kind = f.insts[i].kind;
            return self.change(f, i, kind, &[x, p]);
        }
        Done::No
    }
}
