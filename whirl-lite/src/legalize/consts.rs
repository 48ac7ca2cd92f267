//! Constants as operands: integers and floats stay constants, addresses and constant expressions become instructions.

use super::types::Scalar;
use super::{Legaliser, Parts, build};
use crate::diag::Result;
use crate::ir::*;
use crate::target::FloatKind;
use smallvec::smallvec;

impl<'a> Legaliser<'a> {
    /// The parts of a constant of the old function's pool.
    pub(super) fn const_parts(&mut self, c: Const) -> Result<Parts> {
        let pool: &'a Consts = &self.old.consts;
        let ty = pool.ty(c);
        if ty == Ty::I32
            && let ConstData::Int(v) = pool.get(c)
        {
            return Ok(smallvec![self.nf.int_const(ty, *v)]);
        }
        let mut out = Parts::new();
        self.push_const(pool, c, ty, &mut out)?;
        Ok(out)
    }

    /// Appends the parts of a constant of some pool.
    pub(super) fn push_const(&mut self, pool: &'a Consts, c: Const, ty: Ty, out: &mut Parts) -> Result<()> {
        match pool.get(c) {
            ConstData::Aggregate(members) => {
                for &m in members.iter() {
                    self.push_const(pool, m, pool.ty(m), out)?;
                }
            }
            ConstData::Splat(m) => {
                let lanes = self.lanes(ty)?.map_or(0, |l| l.0);
                for _ in 0..lanes {
                    self.push_const(pool, *m, pool.ty(*m), out)?;
                }
            }
            ConstData::Bytes(bytes) => {
                for &b in bytes.iter() {
                    out.push(self.nf.int_const(Ty::I32, u64::from(b)));
                }
            }
            ConstData::Zero | ConstData::Null => {
                for t in self.part_types(ty)? {
                    let v = self.zero(t);
                    out.push(v);
                }
            }
            ConstData::Undef | ConstData::Poison => out.extend(self.undef_parts(ty)?),
            ConstData::TokenNone => {}
            ConstData::Int(v) => self.push_words(ty, &[*v], out)?,
            ConstData::BigInt(words) => self.push_words(ty, words, out)?,
            ConstData::Float(bits) => {
                let v = self.float_const(ty, *bits)?;
                out.extend(v);
            }
            ConstData::BigFloat(bits) if matches!(self.scalar(ty)?, Scalar::Float(k) if self.act.is_hard(k)) => {
                let c = self.nf.consts.intern(ty, ConstData::BigFloat(*bits));
                out.push(self.nf.const_value(c));
            }
            ConstData::BigFloat(bits) => self.push_words(ty, &[*bits as u64, (*bits >> 64) as u64], out)?,
            ConstData::Global(g) | ConstData::FunctionAddress(g) => {
                let v = self.address(c, InstKind::GlobalAddr(*g), std::ptr::eq(pool, &self.old.consts));
                out.push(v);
            }
            ConstData::BlockAddress(b) => {
                let (func, block) = self.m.block_addrs[*b];
                let own = matches!(self.m.globals[self.old.global].kind, GlobalKind::Function { body: Some(b), .. } if b == func);
                if !own {
                    return Err(self.unsupported("the address of a block of another function"));
                }
                let v = self.address(c, InstKind::BlockAddr(block), std::ptr::eq(pool, &self.old.consts));
                out.push(v);
            }
            ConstData::Expr(e) => {
                let parts = self.const_expr(pool, e, ty)?;
                out.extend(parts);
            }
        }
        Ok(())
    }

    /// An address, once a block.
    fn address(&mut self, c: Const, kind: InstKind, cacheable: bool) -> Value {
        if cacheable
            && let Some(&(b, v)) = self.addresses.get(&c)
            && b == self.cur
        {
            return v;
        }
        let v = self.emit1(kind, InstFlags::empty(), &[], Ty::PTR);
        if cacheable {
            self.addresses.insert(c, (self.cur, v));
        }
        v
    }
    /// Zero of a legal type.
    pub(super) fn zero(&mut self, ty: Ty) -> Value {
        let data = match ty {
            Ty::FLOAT | Ty::DOUBLE | Ty::HALF | Ty::BFLOAT => ConstData::Float(0),
            Ty::X86_FP80 => ConstData::BigFloat(0),
            Ty::PTR => ConstData::Null,
            t if t.vector_index().is_some() => ConstData::Zero,
            _ => ConstData::Int(0),
        };
        let c = self.nf.consts.intern(ty, data);
        self.nf.const_value(c)
    }
    /// A float constant of an original type, in its parts.
    pub(super) fn float_const(&mut self, ty: Ty, bits: u64) -> Result<Parts> {
        let mut out = Parts::new();
        match self.scalar(ty)? {
            Scalar::Float(k) if self.act.is_hard(k) => {
                let c = self.nf.consts.intern(ty, ConstData::Float(bits));
                out.push(self.nf.const_value(c));
            }
            _ => self.push_words(ty, &[bits], &mut out)?,
        }
        Ok(out)
    }
    /// An integer (or softened float) constant given as 64-bit words, low first.
    fn push_words(&mut self, ty: Ty, words: &[u64], out: &mut Parts) -> Result<()> {
        let s = self.scalar(ty)?;
        let bits = match s {
            Scalar::Int(n) => n,
            Scalar::Float(k) => k.bits(),
            Scalar::Ptr => self.xlen,
            Scalar::Vector(_) => return Err(self.input("an integer of a vector type")),
        };
        let shape = self.shape(s);
        for p in 0..shape.n {
            let at = p as u32 * self.xlen;
            let word = words.get(at as usize / 64).copied().unwrap_or(0) >> (at % 64);
            let here = (bits - at).min(self.width(shape.part));
            let word = word & build::mask(here);
            // Sign-extended upper bits make narrow negative constants short.
            let word = if shape.n == 1 && here > 1 { build::sign(word, here) } else { word as i64 };
            let v = self.imm(shape.part, word);
            out.push(v);
        }
        Ok(())
    }
    /// An integer constant of any width from a small signed number.
    pub(super) fn wide_imm(&mut self, bits: u32, v: i64) -> Parts {
        let shape = self.int_shape(bits);
        (0..shape.n).map(|p| self.imm(shape.part, v >> (p as u32 * self.xlen).min(63))).collect()
    }

    fn const_expr(&mut self, pool: &'a Consts, e: &'a ConstExpr, ty: Ty) -> Result<Parts> {
        let get = |this: &mut Self, c: Const| -> Result<Parts> {
            let mut out = Parts::new();
            this.push_const(pool, c, pool.ty(c), &mut out)?;
            Ok(out)
        };
        match e {
            ConstExpr::Cast(op, a) => {
                let parts = get(self, *a)?;
                self.cast_any(*op, InstFlags::empty(), pool.ty(*a), ty, &parts)
            }
            ConstExpr::Gep { elem, args, .. } => {
                let mut operands = Vec::with_capacity(args.len());
                for &a in args.iter() {
                    operands.push((get(self, a)?, pool.ty(a)));
                }
                self.gep(*elem, &operands, ty, InstFlags::empty())
            }
            ConstExpr::Binary(op, a, b) => {
                let (a, b) = (get(self, *a)?, get(self, *b)?);
                self.binary_any(*op, InstFlags::empty(), ty, &a, &b)
            }
            ConstExpr::Icmp(pred, a, b) => {
                let ta = pool.ty(*a);
                let (a, b) = (get(self, *a)?, get(self, *b)?);
                self.icmp_any(*pred, ta, &a, &b)
            }
            ConstExpr::Select(c, a, b) => {
                let (c, a, b) = (get(self, *c)?, get(self, *a)?, get(self, *b)?);
                match c.as_slice() {
                    [c] => Ok(a.iter().zip(&b).map(|(&a, &b)| self.select(*c, a, b)).collect()),
                    _ => Err(self.unsupported("a constant 'select' of vectors")),
                }
            }
            ConstExpr::Other(name, _) => Err(self.unsupported(format!("the constant expression '{name}'"))),
        }
    }

    /// The format of a float type.
    pub(super) fn float_kind(&self, ty: Ty) -> Result<FloatKind> {
        match self.scalar(ty)? {
            Scalar::Float(k) => Ok(k),
            _ => Err(self.input("a floating-point operation on another type")),
        }
    }
}
