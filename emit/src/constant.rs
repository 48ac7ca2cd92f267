//! Values of the module's constants: what an initialiser's leaves come to once addresses are left to the linker.
//!
//! Integers are computed modulo their width in 128 bits; a leaf that depends on addresses becomes a [`Value`], which must
//! have the form `a - b + n`, as assemblers and relocations have it. Whatever has no such form is refused by name.

use crate::symbol::{Sym, Value};
use whirl_lite::diag::{Error, Pos, Result};
use whirl_lite::ir::{BinOp, BlockAddr, CastOp, Const, ConstData, ConstExpr, IntPred, Module, Ty, TyData};
use whirl_lite::layout::DataLayout;

/// Constants nest no deeper than this.
const DEPTH: u32 = 200;

/// What a leaf comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Leaf {
    /// A number of at most 128 bits.
    Int(u128),
    /// A wider number, in little-endian words.
    Words(Vec<u64>),
    /// An address or distance.
    Value(Value),
}

/// Computes constants.
pub struct Evaluator<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its data layout.
    pub layout: &'a DataLayout,
    /// Finds the symbol of a block whose address is taken.
    pub block: &'a dyn Fn(BlockAddr) -> Result<Sym>,
    /// Where the user of the constants stands in the input, for errors.
    pub pos: Pos,
}

/// The low `bits` bits.
fn mask(v: u128, bits: u32) -> u128 {
    if bits >= 128 { v } else { v & ((1 << bits) - 1) }
}

/// The low `bits` bits, sign-extended.
fn signed(v: u128, bits: u32) -> i128 {
    match bits {
        0 => 0,
        1..128 => (v << (128 - bits)) as i128 >> (128 - bits),
        _ => v as i128,
    }
}

impl Evaluator<'_> {
    /// An error at the user of the constant.
    pub fn refuse<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(Error::unsupported(self.pos, what))
    }
    /// Bits of an integer or pointer type.
    pub fn bits(&self, ty: Ty) -> Result<u32> {
        match self.layout.bits(&self.module.types, ty) {
            Some(b) if b <= u64::from(u32::MAX) => Ok(b as u32),
            _ => self.refuse(format!("constant of type {}", self.module.types.show(ty))),
        }
    }
    /// The value of a scalar constant.
    pub fn leaf(&self, c: Const) -> Result<Leaf> {
        self.eval(c, DEPTH)
    }
    fn eval(&self, c: Const, depth: u32) -> Result<Leaf> {
        let Some(depth) = depth.checked_sub(1) else { return self.refuse("constant expression nested too deeply") };
        Ok(match self.module.consts.get(c) {
            ConstData::Int(v) | ConstData::Float(v) => Leaf::Int(u128::from(*v)),
            ConstData::BigInt(words) => match **words {
                [a] => Leaf::Int(u128::from(a)),
                [a, b] => Leaf::Int(u128::from(a) | u128::from(b) << 64),
                _ => Leaf::Words(words.to_vec()),
            },
            ConstData::BigFloat(v) => Leaf::Int(*v),
            ConstData::Null | ConstData::Undef | ConstData::Poison | ConstData::Zero => Leaf::Int(0),
            ConstData::TokenNone => return self.refuse("token in an initialiser"),
            ConstData::Global(g) | ConstData::FunctionAddress(g) => Leaf::Value(Value::of(Sym::Global(*g))),
            ConstData::BlockAddress(b) => Leaf::Value(Value::of((self.block)(*b)?)),
            ConstData::Expr(e) => self.expr(e, self.module.consts.ty(c), depth)?,
            ConstData::Aggregate(_) | ConstData::Splat(_) | ConstData::Bytes(_) => {
                return self.refuse("aggregate as an operand of a constant expression");
            }
        })
    }
    /// The value of a scalar constant as address or number of at most 64 bits.
    pub fn value(&self, c: Const) -> Result<Value> {
        match self.leaf(c)? {
            Leaf::Value(v) => Ok(v),
            Leaf::Int(n) => Ok(Value { offset: n as i64, ..Value::default() }),
            Leaf::Words(_) => self.refuse("wide integer as an address"),
        }
    }
    fn expr(&self, e: &ConstExpr, ty: Ty, depth: u32) -> Result<Leaf> {
        match e {
            ConstExpr::Cast(op, c) => self.cast(*op, *c, ty, depth),
            ConstExpr::Gep { elem, args, .. } => self.gep(*elem, args, ty, depth),
            ConstExpr::Binary(op, a, b) => self.binary(*op, self.eval(*a, depth)?, self.eval(*b, depth)?, ty),
            ConstExpr::Icmp(p, a, b) => {
                let bits = self.bits(self.module.consts.ty(*a))?;
                match (self.eval(*a, depth)?, self.eval(*b, depth)?) {
                    (Leaf::Int(x), Leaf::Int(y)) => Ok(Leaf::Int(u128::from(compare(*p, x, y, bits)))),
                    _ => self.refuse("comparison of addresses in an initialiser"),
                }
            }
            ConstExpr::Select(c, a, b) => match self.eval(*c, depth)? {
                Leaf::Int(n) => self.eval(if n & 1 != 0 { *a } else { *b }, depth),
                _ => self.refuse("select by an address in an initialiser"),
            },
            ConstExpr::Other(name, _) => self.refuse(format!("constant expression '{name}' in an initialiser")),
        }
    }
    fn cast(&self, op: CastOp, c: Const, ty: Ty, depth: u32) -> Result<Leaf> {
        let from = self.bits(self.module.consts.ty(c))?;
        let to = self.bits(ty)?;
        let v = self.eval(c, depth)?;
        let width_kept = match op {
            CastOp::BitCast | CastOp::AddrSpaceCast => true,
            CastOp::IntToPtr | CastOp::PtrToInt | CastOp::Trunc => to <= from,
            _ => false,
        };
        match (op, v) {
            // A narrowed address or distance is stored narrow: the linker complains if it does not fit.
            (_, v @ Leaf::Value(_)) if width_kept => Ok(v),
            (CastOp::IntToPtr | CastOp::PtrToInt | CastOp::ZExt, Leaf::Value(v)) if to > from => {
                // Nothing can say "zero-extended" of an address but equal halves of a wider one.
                match v.minus {
                    None => Ok(Leaf::Value(v)),
                    Some(_) => self.refuse("widened distance of addresses in an initialiser"),
                }
            }
            (CastOp::SExt, Leaf::Value(_)) => self.refuse("sign-extended address in an initialiser"),
            (CastOp::SExt, Leaf::Int(n)) => Ok(Leaf::Int(mask(signed(n, from) as u128, to))),
            (CastOp::BitCast | CastOp::AddrSpaceCast, v) => Ok(v),
            (CastOp::IntToPtr | CastOp::PtrToInt | CastOp::Trunc | CastOp::ZExt, Leaf::Int(n)) => {
                Ok(Leaf::Int(mask(mask(n, from), to)))
            }
            (CastOp::Trunc, Leaf::Words(w)) if to <= 128 => {
                let word = |i: usize| u128::from(w.get(i).copied().unwrap_or(0));
                Ok(Leaf::Int(mask(word(0) | word(1) << 64, to)))
            }
            (op, _) => self.refuse(format!("constant cast {op:?} in an initialiser")),
        }
    }
    fn gep(&self, elem: Ty, args: &[Const], ty: Ty, depth: u32) -> Result<Leaf> {
        let types = &self.module.types;
        let Some((&base, indices)) = args.split_first() else { return self.refuse("getelementptr without a base") };
        if types.is_vector(ty) {
            return self.refuse("getelementptr of a vector in an initialiser");
        }
        let mut offset = 0i128;
        let mut at = elem;
        for (n, &i) in indices.iter().enumerate() {
            let bits = self.bits(self.module.consts.ty(i))?;
            let Leaf::Int(index) = self.eval(i, depth)? else {
                return self.refuse("getelementptr with an address as its index in an initialiser");
            };
            let index = signed(index, bits);
            let step = |t: Ty| match self.layout.alloc_size(types, t) {
                Some(s) => Ok(s as i128),
                None => self.refuse(format!("getelementptr over type {}", types.show(t))),
            };
            match types.get(at) {
                _ if n == 0 => offset = offset.wrapping_add(index.wrapping_mul(step(at)?)),
                TyData::Struct { fields, .. } => {
                    let layout = self.layout.struct_layout(types, at);
                    let field = usize::try_from(index).ok();
                    match field.and_then(|f| Some((*layout.as_ref()?.offsets.get(f)?, *fields.get(f)?))) {
                        Some((o, t)) => {
                            offset = offset.wrapping_add(o as i128);
                            at = t;
                        }
                        None => return self.refuse("getelementptr with a bad field"),
                    }
                }
                TyData::Array(_, t) | TyData::Vector { elem: t, .. } => {
                    at = *t;
                    offset = offset.wrapping_add(index.wrapping_mul(step(at)?));
                }
                _ => return self.refuse(format!("getelementptr into type {}", types.show(at))),
            }
        }
        let bits = self.bits(ty)?;
        Ok(match self.eval(base, depth)? {
            Leaf::Value(v) => Leaf::Value(Value { offset: v.offset.wrapping_add(offset as i64), ..v }),
            Leaf::Int(n) => Leaf::Int(mask(n.wrapping_add(offset as u128), bits)),
            Leaf::Words(_) => return self.refuse("getelementptr from a wide integer"),
        })
    }
    fn binary(&self, op: BinOp, a: Leaf, b: Leaf, ty: Ty) -> Result<Leaf> {
        let bits = self.bits(ty)?;
        match (op, a, b) {
            (BinOp::Add, Leaf::Value(v), Leaf::Int(n)) | (BinOp::Add, Leaf::Int(n), Leaf::Value(v)) => {
                Ok(Leaf::Value(Value { offset: v.offset.wrapping_add(n as i64), ..v }))
            }
            (BinOp::Sub, Leaf::Value(v), Leaf::Int(n)) => {
                Ok(Leaf::Value(Value { offset: v.offset.wrapping_sub(n as i64), ..v }))
            }
            (BinOp::Sub, Leaf::Value(a), Leaf::Value(b)) => self.combine(a, b, true),
            (BinOp::Add, Leaf::Value(a), Leaf::Value(b)) => self.combine(a, b, false),
            (op, Leaf::Int(a), Leaf::Int(b)) => match fold(op, mask(a, bits), mask(b, bits), bits) {
                Some(v) => Ok(Leaf::Int(mask(v, bits))),
                None => self.refuse(format!("constant expression {op:?} in an initialiser")),
            },
            (op, ..) => self.refuse(format!("constant expression {op:?} of addresses in an initialiser")),
        }
    }
    /// `a + b` or `a - b`, if that names at most one symbol on each side.
    fn combine(&self, a: Value, b: Value, sub: bool) -> Result<Leaf> {
        let (plus, minus) = if sub { (b.minus, b.plus) } else { (b.plus, b.minus) };
        let offset = if sub { a.offset.wrapping_sub(b.offset) } else { a.offset.wrapping_add(b.offset) };
        let mut pluses = [a.plus, plus].into_iter().flatten();
        let mut minuses = [a.minus, minus].into_iter().flatten();
        let v = Value { plus: pluses.next(), minus: minuses.next(), offset };
        if pluses.next().is_some() || minuses.next().is_some() {
            return self.refuse("sum of addresses in an initialiser");
        }
        if v.plus == v.minus {
            return Ok(Leaf::Int(offset as u64 as u128));
        }
        Ok(Leaf::Value(v))
    }
}

fn compare(p: IntPred, a: u128, b: u128, bits: u32) -> bool {
    let (ua, ub, sa, sb) = (mask(a, bits), mask(b, bits), signed(a, bits), signed(b, bits));
    match p {
        IntPred::Eq => ua == ub,
        IntPred::Ne => ua != ub,
        IntPred::Ugt => ua > ub,
        IntPred::Uge => ua >= ub,
        IntPred::Ult => ua < ub,
        IntPred::Ule => ua <= ub,
        IntPred::Sgt => sa > sb,
        IntPred::Sge => sa >= sb,
        IntPred::Slt => sa < sb,
        IntPred::Sle => sa <= sb,
    }
}

/// A binary operator on numbers; `None` if it has no value.
fn fold(op: BinOp, a: u128, b: u128, bits: u32) -> Option<u128> {
    let shift = u32::try_from(b).ok().filter(|&s| s < bits);
    Some(match op {
        BinOp::Add => a.wrapping_add(b),
        BinOp::Sub => a.wrapping_sub(b),
        BinOp::Mul => a.wrapping_mul(b),
        BinOp::And => a & b,
        BinOp::Or => a | b,
        BinOp::Xor => a ^ b,
        BinOp::Shl => a << shift?,
        BinOp::LShr => a >> shift?,
        BinOp::AShr => (signed(a, bits) >> shift?) as u128,
        BinOp::UDiv => a.checked_div(b)?,
        BinOp::URem => a.checked_rem(b)?,
        BinOp::SDiv => signed(a, bits).checked_div(signed(b, bits))? as u128,
        BinOp::SRem => signed(a, bits).checked_rem(signed(b, bits))? as u128,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_keeps_to_the_width() {
        assert_eq!(fold(BinOp::AShr, 0x80, 3, 8), Some(0xf0 | u128::MAX << 8));
        assert_eq!(fold(BinOp::Shl, 1, 8, 8), None);
        assert_eq!(fold(BinOp::SDiv, 0xff, 2, 8), Some(0));
        assert_eq!(fold(BinOp::UDiv, 5, 0, 8), None);
        assert!(compare(IntPred::Slt, 0xff, 1, 8));
        assert!(!compare(IntPred::Ult, 0xff, 1, 8));
    }
}
