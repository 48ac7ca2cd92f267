//! Vectors in registers: what becomes of a vector type that the target has registers for, and of the operations on it.
//!
//! A vector is held in registers of one of the legal vector types ([`crate::ir::VECTORS`]), lane 0 in the first lane of the
//! first register. What is narrower than a register is widened (the lanes above are unspecified), what is wider is split.
//! A vector of truth values is held as *lane masks*: integer lanes that are all ones or zero. Its lanes have the width
//! of the comparison that made it, and are widened or narrowed where another width is wanted; where two paths meet (phis)
//! they have the width that lets the lanes fill a narrow register.
//!
//! The rest of the legaliser knows vectors as their scalar lanes side by side. [`Legaliser::parts`] takes a vector out
//! of its registers, [`Legaliser::set`] puts lanes into registers, so that each operation that this module has no better way
//! for is done lane by lane. [`Legaliser::vector_inst`] decides, before it makes anything, by [`Actions`](super::actions::Actions).
//!
//! Legal vector instructions mean what their scalar forms do, lane by lane, but for these:
//! * a comparison gives a lane mask, and a `select` may take one;
//! * `trunc` takes one or two registers, whose lanes fill the result one after the other; `nsw` and `nuw` promise that
//!   nothing is lost;
//! * other conversions read as many low lanes of their operand as the result has, or give as many low lanes as there are;
//! * `shufflevector` takes two registers of one type, and its result may be a register of another width;
//! * the number of a lane is a constant; narrow lanes are taken out zero-extended.

mod assembly;
mod casts;
mod halves;
mod memory;
mod ops;
mod reduce;
mod shuffle;
mod special;

use super::types::Scalar;
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;

/// How a vector is held.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::legalize) struct Shape {
    /// Type of each register.
    pub ty: Ty,
    /// Type of each lane.
    pub lane: Ty,
    /// Lanes of a register.
    pub per: usize,
    /// Lanes of the vector.
    pub lanes: usize,
    /// Truth values, as lane masks.
    pub mask: bool,
}

impl Shape {
    /// How many registers there are.
    pub fn n(&self) -> usize {
        self.lanes.div_ceil(self.per)
    }
    /// Bits of a lane.
    pub fn bits(&self) -> u32 {
        lane_bits(self.lane)
    }
}

/// Bits of the lane of a vector type.
pub(super) fn lane_bits(lane: Ty) -> u32 {
    match lane {
        Ty::I8 => 8,
        Ty::I16 => 16,
        Ty::I32 | Ty::FLOAT => 32,
        _ => 64,
    }
}
/// The integer lane of so many bits.
pub(super) fn int_lane(bits: u32) -> Ty {
    match bits {
        8 => Ty::I8,
        16 => Ty::I16,
        32 => Ty::I32,
        _ => Ty::I64,
    }
}
/// The vector type of the same width with other lanes.
pub(super) fn with_lanes(ty: Ty, lane: Ty) -> Ty {
    Ty::vector(lane, (vector_bits(ty) / lane_bits(lane)) as usize).unwrap_or(ty)
}
/// The vector of integers with the lanes of a vector type.
pub(super) fn int_vector(ty: Ty) -> Ty {
    ty.lanes().map_or(ty, |(lane, _)| with_lanes(ty, int_lane(lane_bits(lane))))
}
/// The type of a lane that is a value of its own.
pub(super) fn lane_value(lane: Ty) -> Ty {
    if matches!(lane, Ty::I8 | Ty::I16) { Ty::I32 } else { lane }
}
/// Bits of a vector type.
pub(in crate::legalize) fn vector_bits(ty: Ty) -> u32 {
    ty.lanes().map_or(0, |(l, n)| lane_bits(l) * n as u32)
}

impl Legaliser<'_> {
    /// How a vector of so many lanes of a type is held.
    pub(super) fn shape_of(&self, lane: Ty, lanes: usize) -> Option<Shape> {
        let ty = self.act.vector_for(lane, lanes)?;
        let per = ty.lanes()?.1;
        Some(Shape { ty, lane, per, lanes, mask: false })
    }
    /// How the masks for so many lanes are held, if their lanes have so many bits.
    pub(super) fn mask_shape(&self, bits: u32, lanes: usize) -> Option<Shape> {
        Some(Shape { mask: true, ..self.shape_of(int_lane(bits), lanes)? })
    }
    /// How a value of an original type is held, if it is a vector that has registers.
    pub(in crate::legalize) fn vector_shape(&self, ty: Ty) -> Option<Shape> {
        if !self.act.has_vectors() {
            return None;
        }
        let TyData::Vector { lanes, elem, scalable: false } = *self.m.types.get(ty) else { return None };
        let lanes = lanes as usize;
        if lanes < 2 {
            return None;
        }
        match self.m.types.get(elem) {
            TyData::Int(1) => {
                let bits = 128 / lanes.next_power_of_two();
                self.mask_shape(bits.clamp(8, 64) as u32, lanes)
            }
            TyData::Int(8 | 16 | 32 | 64) | TyData::Float | TyData::Double => self.shape_of(elem, lanes),
            TyData::Ptr(_) => self.shape_of(int_lane(self.xlen), lanes),
            _ => None,
        }
    }

    /// The registers of a vector.
    pub(in crate::legalize) fn registers(&mut self, v: Value) -> Result<Parts> {
        match self.old.values[v].def {
            ValueDef::Const(c) => {
                let scalars = self.const_parts(c)?;
                self.implode(self.old.ty(v), &scalars)
            }
            _ => match self.vectors.get(&v) {
                Some(p) => Ok(p.clone()),
                None => Err(self.input("a value is used where its definition does not reach")),
            },
        }
    }
    /// Says in which registers a vector is.
    pub(in crate::legalize) fn set_registers(&mut self, v: Value, registers: Parts) {
        self.vectors.insert(v, registers);
    }
    /// How the registers of a mask are.
    pub(super) fn mask_of(&self, registers: &[Value], lanes: usize) -> Option<Shape> {
        let ty = self.nf.ty(*registers.first()?);
        let (lane, per) = ty.lanes()?;
        Some(Shape { ty, lane, per, lanes, mask: true })
    }

    /// The scalar lanes of a vector in registers, as the rest of the legaliser knows them.
    pub(in crate::legalize) fn explode(&mut self, v: Value) -> Result<Parts> {
        if let Some((b, p)) = self.lanes_of.get(&v)
            && *b == self.cur
            && self.before.is_none()
        {
            return Ok(p.clone());
        }
        let registers = self.registers(v)?;
        let out = self.explode_registers(self.old.ty(v), &registers)?;
        if self.before.is_none() {
            self.lanes_of.insert(v, (self.cur, out.clone()));
        }
        Ok(out)
    }
    /// The scalar lanes of a vector of an original type.
    pub(in crate::legalize) fn explode_registers(&mut self, ty: Ty, registers: &[Value]) -> Result<Parts> {
        let Some(shape) = self.vector_shape(ty) else { return Ok(Parts::from_slice(registers)) };
        let Some((_, elem)) = self.lanes(ty)? else { return Ok(Parts::new()) };
        let mut out = Parts::new();
        for k in 0..shape.lanes {
            let lane = self.lane(registers, k)?;
            out.extend(self.lane_to_scalar(elem, &lane)?);
        }
        Ok(out)
    }
    /// A lane of some registers: a register of its type, or two where it is wider than those.
    pub(super) fn lane(&mut self, registers: &[Value], k: usize) -> Result<Parts> {
        let first = *registers.first().ok_or_else(|| self.input("a vector without a register"))?;
        let ty = self.nf.ty(first);
        let (lane, per) = ty.lanes().ok_or_else(|| self.input("a lane of no vector"))?;
        let r = *registers.get(k / per).ok_or_else(|| self.input("a lane that is not there"))?;
        Ok(self.take_lane(r, lane, k % per))
    }
    fn take_lane(&mut self, r: Value, lane: Ty, k: usize) -> Parts {
        if lane == Ty::I64 && self.xlen == 32 {
            let r = self.bitcast(r, with_lanes(self.nf.ty(r), Ty::I32));
            return (0..2).map(|h| self.extract(r, Ty::I32, 2 * k + h)).collect();
        }
        Parts::from_slice(&[self.extract(r, lane, k)])
    }
    /// `extractelement` of a register.
    fn extract(&mut self, r: Value, lane: Ty, k: usize) -> Value {
        if let Some(ConstData::Aggregate(list)) = self.nf.as_const(r) {
            let c = list[k];
            match *self.nf.consts.get(c) {
                ConstData::Int(n) => {
                    let ty = if lane == Ty::I64 { lane } else { Ty::I32 };
                    return self.nf.int_const(ty, n);
                }
                ConstData::Float(_) => return self.nf.const_value(c),
                _ => {}
            }
        }
        let index = self.imm(Ty::I32, k as i64);
        let v = self.emit1(InstKind::ExtractElement, InstFlags::empty(), &[r, index], lane_value(lane));
        self.note_u(v, lane_bits(lane));
        v
    }
    fn lane_to_scalar(&mut self, elem: Ty, lane: &[Value]) -> Result<Parts> {
        Ok(match self.scalar(elem)? {
            Scalar::Int(1) => lane.iter().take(1).map(|&v| self.resize(v, Ty::I1)).collect(),
            Scalar::Ptr => lane.iter().map(|&v| self.bitcast(v, Ty::PTR)).collect(),
            _ => Parts::from_slice(lane),
        })
    }
    /// The registers of a vector of an original type from its scalar lanes.
    pub(in crate::legalize) fn implode(&mut self, ty: Ty, scalars: &[Value]) -> Result<Parts> {
        let Some(shape) = self.vector_shape(ty) else { return Ok(Parts::from_slice(scalars)) };
        let Some((_, elem)) = self.lanes(ty)? else { return Ok(Parts::new()) };
        let each = scalars.len() / shape.lanes;
        if each * shape.lanes != scalars.len() || each == 0 {
            return Err(self.input("a vector of another number of lanes"));
        }
        let mut out = Parts::new();
        for r in 0..shape.n() {
            let mut lanes: Vec<Parts> = Vec::with_capacity(shape.per);
            for k in r * shape.per..(r + 1) * shape.per {
                match scalars.get(k * each..(k + 1) * each) {
                    Some(s) => lanes.push(self.scalar_to_lane(elem, shape.lane, s)?),
                    None => lanes.push(Parts::new()),
                }
            }
            out.push(self.build_register(shape.ty, shape.lane, &lanes));
        }
        Ok(out)
    }
    /// A scalar in the form of a lane.
    pub(super) fn scalar_to_lane(&mut self, elem: Ty, lane: Ty, scalar: &[Value]) -> Result<Parts> {
        let whole = if lane == Ty::I64 && self.xlen == 64 { Ty::I64 } else { Ty::I32 };
        Ok(match self.scalar(elem)? {
            Scalar::Int(1) => {
                let v = *scalar.first().ok_or_else(|| self.input("a lane without a value"))?;
                if matches!(self.nf.as_const(v), Some(ConstData::Undef | ConstData::Poison)) {
                    return Ok(Parts::new());
                }
                let v = self.sext_reg(v, whole);
                let n = if lane == Ty::I64 && self.xlen == 32 { 2 } else { 1 };
                std::iter::repeat_n(v, n).collect()
            }
            Scalar::Ptr => scalar.iter().map(|&v| self.bitcast(v, self.x)).collect(),
            _ => Parts::from_slice(scalar),
        })
    }
    /// A register of these lanes; one without a value is not defined.
    pub(in crate::legalize) fn build_register(&mut self, ty: Ty, lane: Ty, lanes: &[Parts]) -> Value {
        if let Some(v) = self.constant_register(ty, lane, lanes) {
            return v;
        }
        if lane == Ty::I64 && self.xlen == 32 {
            let mut halves: Vec<Parts> = Vec::with_capacity(2 * lanes.len());
            for l in lanes {
                for h in 0..2 {
                    halves.push(l.get(h).map_or(Parts::new(), |&v| Parts::from_slice(&[v])));
                }
            }
            let r = self.build_register(with_lanes(ty, Ty::I32), Ty::I32, &halves);
            return self.bitcast(r, ty);
        }
        let mut value = |l: &Parts| l.first().copied().unwrap_or_else(|| self.undef(lane_value(lane)));
        let args: Vec<Value> = lanes.iter().map(&mut value).collect();
        self.emit1(InstKind::BuildVector, InstFlags::empty(), &args, ty)
    }
    /// The same, if all are constants.
    fn constant_register(&mut self, ty: Ty, lane: Ty, lanes: &[Parts]) -> Option<Value> {
        let mask = super::build::mask(lane_bits(lane));
        let mut list: Vec<Option<u64>> = Vec::with_capacity(lanes.len());
        for l in lanes {
            let mut word = None;
            for (h, &v) in l.iter().enumerate() {
                let n = match self.nf.as_const(v)? {
                    ConstData::Int(n) | ConstData::Float(n) => *n,
                    ConstData::Zero | ConstData::Null => 0,
                    ConstData::Undef | ConstData::Poison => continue,
                    _ => return None,
                };
                let part = if l.len() > 1 { (n & 0xffff_ffff) << (32 * h) } else { n };
                word = Some(word.unwrap_or(0) | part & mask);
            }
            list.push(word);
        }
        Some(self.constant_lanes(ty, &list))
    }
    /// A constant register; a lane without bits is not defined.
    pub(super) fn constant_lanes(&mut self, ty: Ty, lanes: &[Option<u64>]) -> Value {
        let lane = ty.lanes().map_or(ty, |l| l.0);
        let float = matches!(lane, Ty::FLOAT | Ty::DOUBLE);
        let whole = if lanes.iter().all(Option::is_none) {
            ConstData::Undef
        } else if lanes.iter().flatten().all(|&w| w == 0) {
            ConstData::Zero
        } else {
            let pool = &mut self.nf.consts;
            let data = |l: &Option<u64>| match *l {
                None => ConstData::Undef,
                Some(w) if float => ConstData::Float(w),
                Some(w) => ConstData::Int(w),
            };
            ConstData::Aggregate(lanes.iter().map(|l| pool.intern(lane, data(l))).collect())
        };
        let c = self.nf.consts.intern(ty, whole);
        self.nf.const_value(c)
    }
    /// A register all of whose lanes are one integer constant.
    pub(super) fn splat_imm(&mut self, ty: Ty, v: i64) -> Value {
        let Some((lane, n)) = ty.lanes() else { return self.imm(Ty::I32, v) };
        self.constant_lanes(ty, &vec![Some(v as u64 & super::build::mask(lane_bits(lane))); n])
    }
    /// The lanes of a constant register.
    pub(super) fn constant_of(&self, v: Value) -> Option<Vec<Option<u64>>> {
        let n = self.nf.ty(v).lanes()?.1;
        Some(match self.nf.as_const(v)? {
            ConstData::Zero => vec![Some(0); n],
            ConstData::Undef => vec![None; n],
            ConstData::Aggregate(list) => {
                let lane = |c: &Const| match self.nf.consts.get(*c) {
                    ConstData::Int(n) | ConstData::Float(n) => Some(*n),
                    _ => None,
                };
                list.iter().map(lane).collect()
            }
            _ => return None,
        })
    }
    /// The one constant that all lanes of a register are.
    pub(super) fn splat_of(&self, v: Value) -> Option<u64> {
        let lanes = self.constant_of(v)?;
        let first = *lanes.iter().flatten().next()?;
        lanes.iter().all(|l| l.is_none_or(|n| n == first)).then_some(first)
    }
    /// Both operands' registers of one instruction.
    fn two(&mut self, i: Inst) -> Result<(Parts, Parts)> {
        let (a, b) = (self.arg(i, 0)?, self.arg(i, 1)?);
        Ok((self.registers(a)?, self.registers(b)?))
    }

    /// Rewrites an instruction on vectors in registers, if there is a way better than lane by lane.
    pub(super) fn vector_inst(&mut self, i: Inst) -> Result<bool> {
        let old = self.old;
        let result = self.result(i);
        let ty = self.result_ty(i);
        let own = self.vector_shape(ty);
        let first = old.args(i).first().and_then(|&v| self.vector_shape(old.ty(v)));
        if own.is_none() && first.is_none() {
            // A store of some lanes has its vector elsewhere.
            return match old.insts[i].kind {
                InstKind::Call(id) => match &old.calls[id].callee {
                    Callee::Intrinsic(name) => self.special_intrinsic(i, name),
                    _ => Ok(false),
                },
                _ => Ok(false),
            };
        }
        let flags = old.insts[i].flags;
        let parts: Option<Parts> = match (old.insts[i].kind, own, first) {
            (InstKind::Phi, Some(s), _) => return self.vector_phi(i, s),
            (InstKind::Binary(op), Some(s), _) => {
                let (a, b) = self.two(i)?;
                self.vector_binary(op, flags, s, &a, &b)?
            }
            (InstKind::Unary(op), Some(s), _) => {
                let v = self.arg(i, 0)?;
                let a = self.registers(v)?;
                self.vector_unary(op, flags, s, &a)?
            }
            (InstKind::Icmp(p), _, Some(s)) => {
                let (a, b) = self.two(i)?;
                self.vector_icmp(p, s, &a, &b)?
            }
            (InstKind::Fcmp(p, signalling), _, Some(s)) => {
                let (a, b) = self.two(i)?;
                self.vector_fcmp(p, signalling, flags, s, &a, &b)
            }
            (InstKind::Select, Some(s), _) => self.vector_select(i, s)?,
            (kind @ (InstKind::Fma | InstKind::FMulAdd), Some(s), _) => self.vector_fma(i, s, kind == InstKind::Fma)?,
            (kind @ (InstKind::Fshl | InstKind::Fshr), Some(s), _) => {
                self.vector_funnel(i, s, kind == InstKind::Fshl)?
            }
            (InstKind::Cast(op), ..) => self.vector_cast(i, op)?,
            (InstKind::Shuffle(path), ..) => self.vector_shuffle(i, path)?,
            (InstKind::ExtractElement, _, Some(s)) => {
                let parts = self.vector_extract(i, s)?;
                if let (Some(p), Some(r)) = (&parts, result) {
                    self.set(r, p)?;
                }
                return Ok(parts.is_some());
            }
            (InstKind::InsertElement, Some(s), _) => self.vector_insert(i, s)?,
            (InstKind::Load(access, _), Some(s), _) => self.vector_load(i, s, &self.in_space(i, 0, access))?,
            (InstKind::Store(access), ..) => return self.vector_store(i, &self.in_space(i, 1, access)),
            (InstKind::Call(id), ..) => {
                if let Callee::Intrinsic(name) = &old.calls[id].callee {
                    return self.vector_intrinsic(i, name);
                }
                return Ok(false);
            }
            _ => return Ok(false),
        };
        match (parts, result) {
            (Some(p), Some(r)) if own.is_some() => self.set_registers(r, p),
            (Some(p), Some(r)) => self.set(r, &p)?,
            (None, _) => return Ok(false),
            _ => {}
        }
        Ok(true)
    }
    fn vector_phi(&mut self, i: Inst, s: Shape) -> Result<bool> {
        let Some(result) = self.result(i) else { return Ok(true) };
        let mut insts: smallvec::SmallVec<[Inst; 2]> = smallvec::SmallVec::new();
        let mut parts = Parts::new();
        for _ in 0..s.n() {
            let phi = self.emit(InstKind::Phi, InstFlags::empty(), &[], &[s.ty]);
            insts.push(phi);
            parts.push(self.nf.result(phi, 0));
        }
        self.phis.push((i, insts));
        self.set_registers(result, parts);
        Ok(true)
    }
    /// What a phi takes: registers in the form that its type has.
    pub(in crate::legalize) fn phi_parts(&mut self, v: Value) -> Result<Parts> {
        let Some(s) = self.vector_shape(self.old.ty(v)) else { return self.parts(v) };
        let r = self.registers(v)?;
        if s.mask { self.mask_at(&r, s.lanes, s.bits()) } else { Ok(r) }
    }
}
