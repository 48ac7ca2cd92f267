//! What types become: the number and kind of register-sized parts of a value, and the leaves of an aggregate.

use super::{Legaliser, Parts};
use crate::diag::{Error, Result};
use crate::ir::{Ty, TyData, Value};
use crate::target::FloatKind;
use smallvec::SmallVec;

/// An original scalar type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer of so many bits.
    Int(u32),
    /// A float.
    Float(FloatKind),
    /// A pointer.
    Ptr,
    /// A register of a legal vector type: as a whole only where the convention passes it.
    Vector(Ty),
}

/// The parts that a scalar becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Type of each part.
    pub part: Ty,
    /// How many.
    pub n: usize,
}

/// A leaf of a type: a scalar and where it lies in memory.
#[derive(Clone, Copy, Debug)]
pub struct LeafAt {
    /// The scalar's type.
    pub ty: Ty,
    /// Byte offset from the start of the whole.
    pub offset: u64,
}

/// Most leaves of a first-class aggregate that is taken apart; more is refused.
const MAX_LEAVES: usize = 1 << 14;

impl Legaliser<'_> {
    /// What scalar a type is.
    pub(super) fn scalar(&self, ty: Ty) -> Result<Scalar> {
        Ok(match self.m.types.get(ty) {
            TyData::Int(n) => Scalar::Int(*n),
            TyData::Ptr(n) if !self.act.odd_spaces.contains(n) => Scalar::Ptr,
            TyData::Half => Scalar::Float(FloatKind::Half),
            TyData::BFloat => Scalar::Float(FloatKind::BFloat),
            TyData::Float => Scalar::Float(FloatKind::Single),
            TyData::Double => Scalar::Float(FloatKind::Double),
            TyData::X86Fp80 if self.act.is_hard(FloatKind::Extended) => Scalar::Float(FloatKind::Extended),
            TyData::Vector { .. } if self.act.has_vector(ty) || self.act.vector_pair == Some(ty) => Scalar::Vector(ty),
            TyData::Fp128 if self.act.soft_quads => Scalar::Float(FloatKind::Quad),
            _ => return Err(self.unsupported(format!("a value of type '{}'", self.m.types.show(ty)))),
        })
    }
    /// Is it a vector? Its lanes and element type.
    pub(super) fn lanes(&self, ty: Ty) -> Result<Option<(usize, Ty)>> {
        match self.m.types.get(ty) {
            TyData::Vector { lanes, elem, scalable: false } => Ok(Some((*lanes as usize, *elem))),
            TyData::Vector { .. } => {
                Err(self.unsupported(format!("the scalable vector type '{}'", self.m.types.show(ty))))
            }
            _ => Ok(None),
        }
    }
    /// The parts of an integer of so many bits.
    pub(super) fn int_shape(&self, bits: u32) -> Shape {
        let part = match bits {
            1 => Ty::I1,
            2..=32 => Ty::I32,
            _ => self.x,
        };
        let n = if bits <= 32 { 1 } else { bits.div_ceil(self.xlen) as usize };
        Shape { part, n }
    }
    /// The parts of a scalar.
    pub(super) fn shape(&self, s: Scalar) -> Shape {
        match s {
            Scalar::Int(bits) => self.int_shape(bits),
            Scalar::Ptr => Shape { part: Ty::PTR, n: 1 },
            Scalar::Vector(ty) => Shape { part: ty, n: 1 },
            Scalar::Float(k) if self.act.is_hard(k) => Shape { part: float_ty(k), n: 1 },
            Scalar::Float(k) => self.int_shape(k.bits()),
        }
    }
    /// Bits of a scalar.
    pub(super) fn scalar_bits(&self, s: Scalar) -> u32 {
        match s {
            Scalar::Int(n) => n,
            Scalar::Ptr => self.xlen,
            Scalar::Float(k) => k.bits(),
            Scalar::Vector(ty) => super::vec::vector_bits(ty),
        }
    }
    /// Appends the leaves of a type, in order, with their offsets from `base`.
    pub(super) fn leaves(&mut self, ty: Ty, base: u64, out: &mut Vec<LeafAt>) -> Result<()> {
        let m = self.m;
        if out.len() > MAX_LEAVES {
            return Err(self.unsupported("a first-class aggregate with more than 16384 members"));
        }
        match m.types.get(ty) {
            TyData::Array(n, elem) => {
                let step = self.size_of(*elem)?;
                if *n > MAX_LEAVES as u64 {
                    return Err(self.unsupported("a first-class aggregate with more than 16384 members"));
                }
                for i in 0..*n {
                    self.leaves(*elem, base + i * step, out)?;
                }
            }
            TyData::Struct { fields, .. } => {
                let layout = self.layouts.structure(&self.dl, &m.types, ty).ok_or_else(|| self.unsized_ty(ty))?;
                for (f, o) in fields.iter().zip(&layout.offsets) {
                    self.leaves(*f, base + o, out)?;
                }
            }
            TyData::Vector { lanes, elem, scalable: false } => {
                let step = self.dl.store_size(&m.types, *elem).ok_or_else(|| self.unsized_ty(*elem))?;
                for i in 0..u64::from(*lanes) {
                    out.push(LeafAt { ty: *elem, offset: base + i * step });
                }
            }
            TyData::Void => {}
            TyData::Vector { .. } => {
                return Err(self.unsupported(format!("the scalable vector type '{}'", m.types.show(ty))));
            }
            _ => out.push(LeafAt { ty, offset: base }),
        }
        Ok(())
    }
    /// How many parts a type has in all.
    pub(super) fn part_count(&mut self, ty: Ty) -> Result<usize> {
        let m = self.m;
        Ok(match m.types.get(ty) {
            TyData::Array(n, elem) => {
                let each = self.part_count(*elem)?;
                (*n as usize).saturating_mul(each)
            }
            TyData::Struct { fields, .. } => {
                let mut sum = 0usize;
                for f in fields {
                    sum = sum.saturating_add(self.part_count(*f)?);
                }
                sum
            }
            TyData::Vector { lanes, elem, scalable: false } => {
                let s = self.scalar(*elem)?;
                *lanes as usize * self.shape(s).n
            }
            TyData::Void => 0,
            _ => {
                let s = self.scalar(ty)?;
                self.shape(s).n
            }
        })
    }
    /// Types of all parts of a type.
    pub(super) fn part_types(&mut self, ty: Ty) -> Result<SmallVec<[Ty; 4]>> {
        let mut out = SmallVec::new();
        if !self.m.types.is_aggregate(ty) && !self.m.types.is_vector(ty) {
            if ty != Ty::VOID {
                let s = self.shape(self.scalar(ty)?);
                out.resize(s.n, s.part);
            }
            return Ok(out);
        }
        let mut leaves = std::mem::take(&mut self.leaf_scratch);
        leaves.clear();
        let done = self.leaves(ty, 0, &mut leaves);
        for l in &leaves {
            let s = self.shape(self.scalar(l.ty)?);
            out.extend(std::iter::repeat_n(s.part, s.n));
        }
        self.leaf_scratch = leaves;
        done.map(|()| out)
    }
    /// First part and number of parts of a member of an aggregate.
    pub(super) fn member(&mut self, agg: Ty, path: &[u32]) -> Result<(usize, usize)> {
        let m = self.m;
        let (mut ty, mut first) = (agg, 0);
        for &i in path {
            ty = match m.types.get(ty) {
                TyData::Array(n, elem) if u64::from(i) < *n => {
                    first += self.part_count(*elem)? * i as usize;
                    *elem
                }
                TyData::Struct { fields, .. } if (i as usize) < fields.len() => {
                    for f in &fields[..i as usize] {
                        first += self.part_count(*f)?;
                    }
                    fields[i as usize]
                }
                _ => return Err(self.input(format!("index {i} is not in type '{}'", m.types.show(ty)))),
            };
        }
        Ok((first, self.part_count(ty)?))
    }
    /// Allocation size of a type.
    pub(super) fn size_of(&mut self, ty: Ty) -> Result<u64> {
        self.layouts.alloc_size(&self.dl, &self.m.types, ty).ok_or_else(|| self.unsized_ty(ty))
    }
    pub(super) fn unsized_ty(&self, ty: Ty) -> Error {
        self.unsupported(format!("memory of type '{}', whose size is not known", self.m.types.show(ty)))
    }
    /// Width in bits of the register of a legal type.
    pub(super) fn width(&self, part: Ty) -> u32 {
        match part {
            Ty::I1 => 1,
            Ty::I8 => 8,
            Ty::I16 | Ty::HALF | Ty::BFLOAT => 16,
            Ty::I32 | Ty::FLOAT => 32,
            Ty::I64 | Ty::DOUBLE => 64,
            Ty::X86_FP80 => 80,
            _ => self.xlen,
        }
    }
    /// Undefined parts of a type.
    pub(super) fn undef_parts(&mut self, ty: Ty) -> Result<Parts> {
        let types = self.part_types(ty)?;
        Ok(types.iter().map(|&t| self.undef(t)).collect())
    }
    /// An undefined value of a legal type.
    pub(super) fn undef(&mut self, ty: Ty) -> Value {
        let c = self.nf.consts.intern(ty, crate::ir::ConstData::Undef);
        self.nf.const_value(c)
    }
}

/// The IR type of a float format.
pub fn float_ty(k: FloatKind) -> Ty {
    match k {
        FloatKind::Half => Ty::HALF,
        FloatKind::BFloat => Ty::BFLOAT,
        FloatKind::Single => Ty::FLOAT,
        FloatKind::Double => Ty::DOUBLE,
        FloatKind::Extended => Ty::X86_FP80,
        FloatKind::Quad => Ty::FP128,
    }
}
