//! Questions about trees, which every target's patterns ask.

use super::{Expander, TargetState};
use crate::func::SymRef;
use whirl_lite::ir::{BinOp, CastOp, GlobalKind, Linkage, Ordering, TlsModel, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Wn};

/// A mask of so many low bits.
pub(crate) fn ones(n: u32) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}

/// A constant as its type holds it.
pub(crate) fn sign_extended(c: i64, ty: MType) -> i64 {
    let up = 64 - ty.bits().clamp(1, 64);
    c << up >> up
}

/// An operator on constants, where trees were not folded before.
pub(crate) fn fold(o: BinOp, a: i64, b: i64, ty: MType) -> Option<i64> {
    let v = match o {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        _ => return None,
    };
    Some(sign_extended(v, ty))
}

/// Index of an integer's width among rows for 8, 16, 32 and 64 bits; truth values in memory are bytes.
pub(crate) fn size(ty: MType) -> usize {
    match ty {
        MType::B | MType::I8 => 0,
        MType::I16 => 1,
        MType::I64 => 3,
        _ => 2,
    }
}

/// An access that may be moved to its user.
pub(crate) fn plain(m: &Mem) -> bool {
    !m.volatile && m.ordering == Ordering::NotAtomic
}

impl<T: TargetState> Expander<'_, T> {
    /// Is the operator at a node this one?
    pub fn as_binary(&self, w: Wn, o: BinOp) -> Option<(Wn, Wn)> {
        match self.n(w).opr {
            Opr::Binary(b) if b == o => self.two(w).ok(),
            _ => None,
        }
    }
    /// The operand of a conversion, if the node is this one from that type.
    pub fn as_cast(&self, w: Wn, c: CastOp, from: MType) -> Option<Wn> {
        match self.n(w).opr {
            Opr::Cast(k) if k == c && self.n(w).desc == from => self.kid(w, 0).ok(),
            _ => None,
        }
    }
    /// `~x`.
    pub fn as_not(&self, w: Wn) -> Option<Wn> {
        let (x, c) = self.as_binary(w, BinOp::Xor)?;
        (self.int(c)? == -1 && self.n(w).ty != MType::B).then_some(x)
    }
    /// `!x` of a truth value.
    pub fn as_negation(&self, w: Wn) -> Option<Wn> {
        if self.n(w).ty != MType::B {
            return None;
        }
        let (x, c) = self.as_binary(w, BinOp::Xor)?;
        (self.int(c)? & 1 != 0).then_some(x)
    }
    /// `-x` of a float.
    pub fn as_negated_float(&self, w: Wn) -> Option<Wn> {
        match self.n(w).opr {
            Opr::Unary(UnOp::FNeg) => self.kid(w, 0).ok(),
            _ => None,
        }
    }
    /// Are two trees the same expression, without loads?
    pub fn same(&self, a: Wn, b: Wn) -> bool {
        if a == b {
            return true;
        }
        let (x, y) = (self.n(a), self.n(b));
        let pure = !matches!(x.opr, Opr::Load(..) | Opr::Unary(UnOp::Freeze));
        let (ka, kb) = (self.w.kids(a), self.w.kids(b));
        pure && x.opr == y.opr
            && x.ty == y.ty
            && x.desc == y.desc
            && ka.len() == kb.len()
            && ka.iter().zip(kb).all(|(&k, &l)| self.same(k, l))
    }
    /// `x` of `x & mask`, if the mask has all of these bits.
    fn as_masked(&self, w: Wn, bits: u64) -> Option<Wn> {
        let (x, c) = self.as_binary(w, BinOp::And)?;
        (self.int(c)? as u64 & bits == bits).then_some(x)
    }
    /// The value below conversions and masks that leave its low bits alone.
    pub fn narrowed(&self, mut w: Wn, bits: u32) -> Wn {
        loop {
            let n = self.n(w);
            let inner = match n.opr {
                Opr::Cast(CastOp::ZExt | CastOp::SExt | CastOp::AnyExt) if n.desc.bits() >= bits => self.kid(w, 0).ok(),
                Opr::Cast(CastOp::Trunc) if n.ty.bits() >= bits => self.kid(w, 0).ok(),
                Opr::Unary(UnOp::SextInReg(k)) if u32::from(k) >= bits => self.kid(w, 0).ok(),
                _ => self.as_masked(w, ones(bits.max(1))),
            };
            match inner {
                Some(x) => w = x,
                None => return w,
            }
        }
    }
    /// The tree whose low bits are a shift count, for rows that look at so many values of it alone.
    pub fn shift_count(&self, mut w: Wn, bits: u32) -> Wn {
        loop {
            let inner = match self.n(w).opr {
                Opr::Cast(CastOp::ZExt | CastOp::SExt | CastOp::AnyExt) if self.n(w).desc != MType::B => {
                    self.kid(w, 0).ok()
                }
                Opr::Cast(CastOp::Trunc) if self.n(w).ty != MType::B => self.kid(w, 0).ok(),
                _ => self.as_masked(w, u64::from(bits - 1)),
            };
            match inner {
                Some(x) => w = x,
                None => return w,
            }
        }
    }

    // Symbols.

    /// Is the symbol certain to be in this image?
    pub fn is_local(&self, sym: SymRef) -> bool {
        match sym {
            SymRef::Global(g) => {
                let d = &self.cx.module.globals[g];
                d.dso_local || d.linkage.is_local()
            }
            _ => false,
        }
    }
    /// May the symbol be in another image (if this one is position-independent), or be missing (which matters where an address
    /// is a distance)?
    pub fn elsewhere(&self, sym: SymRef, pic: bool, distance: bool) -> bool {
        match sym {
            SymRef::Global(g) => {
                let missing = self.cx.module.globals[g].linkage == Linkage::ExternWeak;
                (pic && !self.is_local(sym)) || (distance && missing)
            }
            SymRef::Library(_) => pic,
            SymRef::Pool(_) | SymRef::Table(_) | SymRef::Block(_) => false,
        }
    }
    /// The thread-local storage model that a symbol names.
    pub fn tls(&self, sym: SymRef) -> Option<TlsModel> {
        let SymRef::Global(g) = sym else { return None };
        let d = &self.cx.module.globals[g];
        match d.kind {
            GlobalKind::Variable { .. } | GlobalKind::Alias(_) => d.tls,
            GlobalKind::Function { .. } | GlobalKind::Ifunc(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_the_type() {
        assert_eq!(fold(BinOp::Add, i64::from(i32::MAX), 1, MType::I32), Some(i64::from(i32::MIN)));
        assert_eq!(fold(BinOp::Xor, -1, 1, MType::B), Some(0));
        assert_eq!(fold(BinOp::Sub, 1, 2, MType::I64), Some(-1));
        assert_eq!(fold(BinOp::UDiv, 1, 2, MType::I64), None);
    }
}
