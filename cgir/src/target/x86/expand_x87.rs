//! Floating point on x87: the extended format everywhere, single and double where SSE does not compute in them.
//!
//! Values live in a flat file of seven registers; a later pass makes the stack of it. All arithmetic is done in the extended
//! format, whatever a value's type: a value of a narrower type is rounded when it is stored, converted to a narrower one, or
//! passed, as other compilers have it on this unit, and keeps what precision it has until then. Memory is where other register
//! files and integers meet the unit: one scratch object of the frame serves all conversions of a function.
//!
//! Zero and one are instructions; other constants come from the pool, in the narrowest format that holds them.

use super::addr::Addr;
use super::cond::NE;
use super::expand::{Expander, To};
use crate::expansion::Known;
use crate::func::{FrameData, FrameKind, PoolEntry, SymRef, Tn};
use rustc_apfloat::ieee::{Double, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert};
use targ_info::Opcode;
use targ_info::x86::op;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, Extend, FrameObj, UnOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Wn};

/// Bits of the control word that round toward zero.
const CHOP: i64 = 0xc00;

/// An operand in memory: a load that waits, or a constant of the pool.
enum Source {
    Load(Wn, Mem),
    Pool(MType, u64),
}

/// Rows of an operation: both operands in registers; the second in memory, of single and of double format.
struct Rows {
    flat: Opcode,
    single: Opcode,
    double: Opcode,
}

/// The rows of an operator, and of the operator with its operands exchanged.
fn rows(o: BinOp) -> Option<[Rows; 2]> {
    use op::*;
    let r = |flat, single, double| Rows { flat, single, double };
    Some(match o {
        BinOp::FAdd => [r(P_FADD, P_FADD_M32, P_FADD_M64), r(P_FADD, P_FADD_M32, P_FADD_M64)],
        BinOp::FMul => [r(P_FMUL, P_FMUL_M32, P_FMUL_M64), r(P_FMUL, P_FMUL_M32, P_FMUL_M64)],
        BinOp::FSub => [r(P_FSUB, P_FSUB_M32, P_FSUB_M64), r(P_FSUBR, P_FSUBR_M32, P_FSUBR_M64)],
        BinOp::FDiv => [r(P_FDIV, P_FDIV_M32, P_FDIV_M64), r(P_FDIVR, P_FDIVR_M32, P_FDIVR_M64)],
        _ => return None,
    })
}

/// A number of the extended format in a narrower one, if that loses nothing.
fn narrowed(low: u64, high: u16) -> Option<(MType, u64)> {
    let x = X87DoubleExtended::from_bits(u128::from(high) << 64 | u128::from(low));
    if x.is_nan() || x.is_infinite() || x.is_denormal() {
        return None;
    }
    let mut lost = false;
    let s = FloatConvert::<Single>::convert(x, &mut lost).value;
    if !lost && !s.is_denormal() && s.is_finite() {
        return Some((MType::F32, s.to_bits() as u64));
    }
    lost = false;
    let d = FloatConvert::<Double>::convert(x, &mut lost).value;
    (!lost && !d.is_denormal() && d.is_finite()).then_some((MType::F64, d.to_bits() as u64))
}
/// Bits of single or double format in the extended one; `None` for what is no plain number.
fn widened(ty: MType, bits: u64) -> Option<(u64, u16)> {
    let mut lost = false;
    let x: X87DoubleExtended = match ty {
        MType::F32 => FloatConvert::convert(Single::from_bits(bits.into()), &mut lost).value,
        MType::F64 => FloatConvert::convert(Double::from_bits(bits.into()), &mut lost).value,
        _ => return None,
    };
    let b = x.to_bits();
    x.is_finite().then_some((b as u64, (b >> 64) as u16))
}

impl Expander<'_> {
    // Memory.

    /// Rows of a load and of a store in a format of x87.
    pub(super) fn x87_rows(&self, ty: MType) -> Result<(Opcode, Opcode)> {
        match ty {
            MType::F32 => Ok((op::P_FLD32, op::P_FST32)),
            MType::F64 => Ok((op::P_FLD64, op::P_FST64)),
            MType::F80 => Ok((op::P_FLD80, op::P_FST80)),
            _ => self.unsupported(format!("a value of type {ty} in a register of x87")),
        }
    }
    /// Where values meet other register files.
    fn scratch(&mut self) -> FrameObj {
        if let Some(o) = self.own.x87_scratch {
            return o;
        }
        let align = if self.m.wide { 4 } else { 3 };
        let o = self.f.frame.push(FrameData { size: 16, align, kind: FrameKind::Local, offset: None });
        self.own.x87_scratch = Some(o);
        o
    }
    pub(super) fn at_scratch(&mut self, offset: i64) -> Addr {
        let o = self.scratch();
        self.at_frame(o, offset)
    }
    /// Stores a register at the scratch object.
    pub(super) fn put(&mut self, row: Opcode, x: Tn) {
        let addr = self.at_scratch(0);
        self.emit_mem(row, &[], &[x], addr, 0);
    }
    /// Loads from the scratch object.
    pub(super) fn take(&mut self, row: Opcode, ty: MType, to: To) -> Result<Tn> {
        let addr = self.at_scratch(0);
        let rd = self.result(to, ty)?;
        self.emit_mem(row, &[rd], &[], addr, 0);
        Ok(rd)
    }
    /// A load.
    pub(super) fn x87_load(&mut self, a: Addr, mem: &Mem, ty: MType, to: To) -> Result<Tn> {
        let (row, _) = self.x87_rows(mem.ty)?;
        self.with_memory(row, to, ty, &[], a, mem)
    }
    /// A store. What rounds a value to the type that is stored is the store itself.
    pub(super) fn x87_store(&mut self, addr: Wn, value: Wn, mem: &Mem) -> Result<()> {
        let (_, row) = self.x87_rows(mem.ty)?;
        let rounded = match self.n(value).opr {
            Opr::Cast(CastOp::FpTrunc) if self.on_x87(self.n(value).desc) => self.kid(value, 0)?,
            _ => value,
        };
        let a = self.address_of(addr, mem)?;
        let x = self.reg(rounded)?;
        let o = self.emit_mem(row, &[], &[x], a, 0);
        self.describe(o, mem);
        Ok(())
    }

    // Constants.

    /// A constant of the extended format.
    pub(super) fn x87_constant(&mut self, ty: MType, low: u64, high: u16, to: To) -> Result<Tn> {
        let key = Known::Extended(ty, low, high);
        if let (None, Some(t)) = (to.dst, self.lookup(key)) {
            return Ok(t);
        }
        let simple = match (low, high & 0x7fff) {
            (0, 0) => Some(op::P_FLDZ),
            (0x8000_0000_0000_0000, 0x3fff) => Some(op::P_FLD1),
            _ => None,
        };
        if simple.is_some() && high & 0x8000 != 0 {
            let t = self.x87_constant(ty, low, high & 0x7fff, To::ANY)?;
            return self.r(op::P_FCHS, to, ty, t);
        }
        let rd = self.result(to, ty)?;
        let o = match simple {
            Some(row) => self.emit(row, &[rd], &[]),
            None => {
                let (format, sym) = match narrowed(low, high) {
                    Some((MType::F32, bits)) => (MType::F32, self.pool_symbol(bits, 2)),
                    Some((format, bits)) => (format, self.pool_symbol(bits, 3)),
                    None => (MType::F80, self.extended_symbol(low, high)),
                };
                let (row, _) = self.x87_rows(format)?;
                let addr = self.pool_address(sym)?;
                self.emit_constant_mem(row, &[rd], &[], addr)
            }
        };
        self.keep_constant(to, key, rd, o);
        Ok(rd)
    }
    /// A constant of single or double format on x87.
    pub(super) fn x87_narrow_constant(&mut self, ty: MType, bits: u64, to: To) -> Result<Tn> {
        if let Some((low, high)) = widened(ty, bits) {
            return self.x87_constant(ty, low, high, to);
        }
        let sym = self.pool_symbol(bits, if ty == MType::F64 { 3 } else { 2 });
        let (row, _) = self.x87_rows(ty)?;
        let addr = self.pool_address(sym)?;
        let rd = self.result(to, ty)?;
        self.emit_constant_mem(row, &[rd], &[], addr);
        Ok(rd)
    }
    /// Where the pool holds a number of the extended format: ten bytes, and six of nothing.
    fn extended_symbol(&mut self, low: u64, high: u16) -> SymRef {
        if let Some(&p) = self.own.extended_pool.get(&(low, high)) {
            return SymRef::Pool(p);
        }
        let mut bytes = low.to_le_bytes().to_vec();
        bytes.extend(high.to_le_bytes());
        bytes.resize(16, 0);
        let p = self.f.pool.push(PoolEntry { bytes, align: 4 });
        self.own.extended_pool.insert((low, high), p);
        SymRef::Pool(p)
    }

    // Arithmetic.

    /// An operand that an instruction can take from memory: a load of single or double format, also one that is
    /// widened, or a constant that is exact in one of them.
    fn source(&self, w: Wn) -> Option<Source> {
        let n = self.n(w);
        let number = |low: u64, high: u16| {
            let simple = matches!((low, high), (0, 0) | (0x8000_0000_0000_0000, 0x3fff));
            narrowed(low, high).filter(|_| !simple && self.lookup(Known::Extended(n.ty, low, high)).is_none())
        };
        match n.opr {
            Opr::Extended(low, high) => number(low, high).map(|(ty, bits)| Source::Pool(ty, bits)),
            Opr::Float(bits) if self.on_x87(n.ty) => {
                let (low, high) = widened(n.ty, bits)?;
                number(low, high).map(|(ty, bits)| Source::Pool(ty, bits))
            }
            Opr::Cast(CastOp::FpExt) => {
                let (at, mem) = self.operand_load(self.kid(w, 0).ok()?)?;
                matches!(mem.ty, MType::F32 | MType::F64).then_some(Source::Load(at, mem))
            }
            _ => {
                let (at, mem) = self.operand_load(w)?;
                (self.on_x87(n.ty) && mem.ty != MType::F80).then_some(Source::Load(at, mem))
            }
        }
    }
    /// `x op memory`.
    fn with_x87_source(&mut self, rows: &Rows, x: Tn, s: Source, ty: MType, to: To) -> Result<Tn> {
        let row = |format| if format == MType::F32 { rows.single } else { rows.double };
        match s {
            Source::Load(at, mem) => {
                let addr = self.address(at)?;
                self.with_memory(row(mem.ty), to, ty, &[x], addr, &mem)
            }
            Source::Pool(format, bits) => {
                let sym = self.pool_symbol(bits, if format == MType::F32 { 2 } else { 3 });
                let addr = self.pool_address(sym)?;
                let rd = self.result(to, ty)?;
                self.emit_constant_mem(row(format), &[rd], &[x], addr);
                Ok(rd)
            }
        }
    }
    /// A binary operator.
    pub(super) fn x87_binary(&mut self, w: Wn, o: BinOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (a, b) = self.two(w)?;
        if o == BinOp::CopySign {
            return self.x87_copy_sign(a, b, ty, to);
        }
        let Some([straight, exchanged]) = rows(o) else {
            return self.unsupported(format!("operator {o:?} on {ty}"));
        };
        if let Some(s) = self.source(b) {
            let x = self.reg(a)?;
            return self.with_x87_source(&straight, x, s, ty, to);
        }
        if let Some(s) = self.source(a) {
            let y = self.reg(b)?;
            return self.with_x87_source(&exchanged, y, s, ty, to);
        }
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        self.rr(straight.flat, to, ty, x, y)
    }
    /// A unary operator.
    pub(super) fn x87_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let a = self.kid(w, 0)?;
        let row = match u {
            UnOp::Freeze => return self.value(a, to),
            UnOp::FNeg => op::P_FCHS,
            UnOp::FAbs => op::P_FABS,
            UnOp::Sqrt => op::P_FSQRT,
            _ => return self.unsupported(format!("operator {u:?} on {ty}")),
        };
        let x = self.reg(a)?;
        self.r(row, to, ty, x)
    }
    /// The sign is tested in memory: `x` without its sign, or that negated.
    fn x87_copy_sign(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let y = self.reg(b)?;
        let format = self.n(b).ty;
        let row = match format {
            MType::F32 if !self.on_x87(format) => op::MOVSS_MR,
            MType::F64 if !self.on_x87(format) => op::MOVSD_MR,
            _ => self.x87_rows(format)?.1,
        };
        self.put(row, y);
        let size = self.r(op::P_FABS, To::ANY, ty, x)?;
        let minus = self.r(op::P_FCHS, To::ANY, ty, size)?;
        let (addr, bit) = (self.at_scratch(i64::from(format.bytes()) - 1), self.f.lit(-128));
        self.emit_mem(op::TEST8_MI, &[], &[bit], addr, 0);
        self.choose(NE, minus, size, ty, to)
    }

    // Conversions.

    /// A conversion to or from a format that x87 computes in.
    pub(super) fn x87_cast(&mut self, w: Wn, c: CastOp, a: Wn, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        match c {
            CastOp::BitCast => self.x87_bits(a, ty, from, to),
            CastOp::FpExt => self.x87_widen(a, ty, from, to),
            CastOp::FpTrunc => self.x87_round(a, ty, to),
            CastOp::SiToFp => self.x87_of_integer(a, ty, from, true, to),
            CastOp::UiToFp => self.x87_of_integer(a, ty, from, false, to),
            CastOp::FpToSi => {
                let x = self.reg(a)?;
                self.x87_chop(x, ty)?;
                self.take_integer(ty, to)
            }
            CastOp::FpToIntRint => {
                let x = self.reg(a)?;
                self.put(if self.is_wide(ty) { op::P_FIST64 } else { op::P_FIST32 }, x);
                self.take_integer(ty, to)
            }
            CastOp::FpToUi if ty == MType::I32 => {
                // The low half of a wider one.
                let x = self.reg(a)?;
                self.x87_chop(x, MType::I64)?;
                self.take_integer(ty, to)
            }
            CastOp::FpToUi if self.is_wide(ty) => self.x87_to_unsigned(a, ty, from, to),
            _ => self.unsupported(format!("conversion from {from} to {ty}")),
        }
    }
    fn take_integer(&mut self, ty: MType, to: To) -> Result<Tn> {
        self.take(self.form(ty, op::MOV32_RM, op::MOV64_RM), ty, to)
    }
    /// The same bits in the other register file.
    fn x87_bits(&mut self, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        let same = (ty.bits() == from.bits()) && (ty.bits() == 32 || ty.bits() == 64 && self.m.wide);
        if !same {
            return self.unsupported(format!("conversion of bits from {from} to {ty}"));
        }
        if let (Opr::Float(bits), true) = (self.n(a).opr, ty.is_int()) {
            let v = if from == MType::F32 { i64::from(bits as i32) } else { bits as i64 };
            return self.constant(v, ty, to);
        }
        if let Some((at, mem)) = self.operand_load(a) {
            let addr = self.address(at)?;
            return self.load_from(addr, &Mem { ty, ..mem }, Extend::Any, ty, to);
        }
        if ty.is_int() {
            return self.bits_in_memory(a, self.x87_rows(from)?.1, self.form(ty, op::MOV32_RM, op::MOV64_RM), ty, to);
        }
        self.bits_in_memory(a, self.form(from, op::MOV32_MR, op::MOV64_MR), self.x87_rows(ty)?.0, ty, to)
    }
    /// A value stored by one row and loaded by another.
    pub(super) fn bits_in_memory(&mut self, a: Wn, store: Opcode, load: Opcode, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        self.put(store, x);
        self.take(load, ty, to)
    }
    /// To a wider format: nothing changes but what it is called.
    pub(super) fn x87_widen(&mut self, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        if let Some((at, mem)) = self.operand_load(a) {
            let addr = self.address(at)?;
            return self.x87_load(addr, &mem, ty, to);
        }
        if let Opr::Float(bits) = self.n(a).opr
            && let Some((low, high)) = widened(from, bits)
        {
            return self.x87_constant(ty, low, high, to);
        }
        let x = self.reg(a)?;
        if self.on_x87(from) {
            let rd = self.result(to, ty)?;
            self.copy(rd, x);
            return Ok(rd);
        }
        self.put(if from == MType::F32 { op::MOVSS_MR } else { op::MOVSD_MR }, x);
        self.take(self.x87_rows(from)?.0, ty, to)
    }
    /// To a narrower format: memory rounds.
    fn x87_round(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        self.x87_narrow(x, ty, to)
    }
    /// A register's value in a narrower format.
    pub(super) fn x87_narrow(&mut self, x: Tn, ty: MType, to: To) -> Result<Tn> {
        let (load, store) = self.x87_rows(ty)?;
        self.put(store, x);
        let load = match ty {
            _ if self.on_x87(ty) => load,
            MType::F32 => op::MOVSS_RM,
            _ => op::MOVSD_RM,
        };
        self.take(load, ty, to)
    }
    pub(super) fn x87_of_integer(&mut self, a: Wn, ty: MType, from: MType, signed: bool, to: To) -> Result<Tn> {
        let narrow = match from {
            MType::I32 => signed,
            MType::B => !signed,
            _ => false,
        };
        let wide = self.is_wide(from);
        if !narrow && !wide && from != MType::I32 {
            return self.unsupported(format!("conversion from {from} to {ty}"));
        }
        let loads = if narrow { op::P_FILD32 } else { op::P_FILD64 };
        if signed && let Some((at, mem)) = self.operand_load(a) {
            let addr = self.address(at)?;
            return self.with_memory(loads, to, ty, &[], addr, &mem);
        }
        let x = self.reg(a)?;
        if from == MType::I32 && !signed {
            // With zeros above it is a signed one.
            let (low, high, zero) = (self.at_scratch(0), self.at_scratch(4), self.f.lit(0));
            self.emit_mem(op::MOV32_MI, &[], &[zero], high, 0);
            self.emit_mem(op::MOV32_MR, &[], &[x], low, 0);
            return self.take(loads, ty, to);
        }
        self.put(if wide { op::MOV64_MR } else { op::MOV32_MR }, x);
        if signed || narrow {
            return self.take(loads, ty, to);
        }
        // A set top bit was taken for a sign: that is 2^64 too little.
        let t = self.take(loads, ty, To::ANY)?;
        let sym = self.pool_symbol(0x5f80_0000, 2);
        let addr = self.pool_address(sym)?;
        let more = self.fresh(ty)?;
        self.emit_constant_mem(op::P_FADD_M32, &[more], &[t], addr);
        let top = self.f.lit(63);
        self.emit(op::BT64_RI, &[], &[x, top]);
        self.choose(super::cond::B, more, t, ty, to)
    }
    /// Stores the integral part of a number, as an integer, at the scratch object.
    pub(super) fn x87_chop(&mut self, x: Tn, ty: MType) -> Result<()> {
        let wide = ty.bits() == 64;
        if self.m.sse3 {
            self.put(if wide { op::P_FISTTP64 } else { op::P_FISTTP32 }, x);
            return Ok(());
        }
        // The rounding mode changes for one instruction.
        let obj = match self.own.x87_control {
            Some(o) => o,
            None => self.f.frame.push(FrameData { size: 4, align: 2, kind: FrameKind::Local, offset: None }),
        };
        self.own.x87_control = Some(obj);
        let (old, new) = (self.at_frame(obj, 0), self.at_frame(obj, 2));
        self.emit_mem(op::FNSTCW_M, &[], &[], old, 0);
        let t = self.fresh(MType::I32)?;
        self.emit_mem(op::MOVZX32_16_RM, &[t], &[], old, 0);
        let t = self.ri(op::OR32_RI, To::ANY, MType::I32, t, CHOP)?;
        let low = self.part(t, MType::I16)?;
        self.emit_mem(op::MOV16_MR, &[], &[low], new, 0);
        self.emit_mem(op::FLDCW_M, &[], &[], new, 0);
        self.put(if wide { op::P_FIST64 } else { op::P_FIST32 }, x);
        self.emit_mem(op::FLDCW_M, &[], &[], old, 0);
        Ok(())
    }
    /// To an unsigned integer of 64 bits: a number from 2^63 on is lessened by that, and the top bit set afterwards.
    fn x87_to_unsigned(&mut self, a: Wn, ty: MType, from: MType, to: To) -> Result<Tn> {
        let x = self.reg(a)?;
        let (small, large) = self.x87_lessened(x, from)?;
        self.x87_chop(small, ty)?;
        let top = self.r(op::P_ZEXT32, To::ANY, ty, large)?;
        let top = self.ri(op::SHL64_RI, To::ANY, ty, top, 63)?;
        let v = self.take_integer(ty, To::ANY)?;
        self.rr(op::XOR64_RR, to, ty, v, top)
    }

    // Comparisons and selects.

    /// The row that compares two numbers, quietly or not.
    pub(super) fn x87_compare_row(&self, signalling: bool) -> Opcode {
        match (self.m.cmov, signalling) {
            (true, false) => op::P_FUCOMI,
            (true, true) => op::P_FCOMI,
            (false, false) => op::P_FUCOM,
            (false, true) => op::P_FCOM,
        }
    }
    /// Compares two registers into the flags, of either register file.
    pub(super) fn compare_rows(&mut self, row: Opcode, x: Tn, y: Tn) -> Result<()> {
        if matches!(row, op::P_FUCOM | op::P_FCOM) {
            let word = self.fresh(MType::I16)?;
            self.emit(row, &[word], &[x, y]);
        } else {
            self.emit(row, &[], &[x, y]);
        }
        Ok(())
    }
    /// The row that chooses between two numbers by a condition of the flags.
    pub(super) fn x87_select_row(&self, cc: i64) -> Opcode {
        let direct = matches!(cc, 2..=7 | 10 | 11);
        if self.m.cmov && direct { op::P_FCMOV } else { op::P_SELECT_X87 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_take_the_narrowest_format_that_is_exact() {
        assert_eq!(narrowed(0xa000_0000_0000_0000, 0x4002), Some((MType::F32, u64::from(10f32.to_bits()))));
        let (low, high) = widened(MType::F64, 0.1f64.to_bits()).unwrap();
        assert_eq!(narrowed(low, high), Some((MType::F64, 0.1f64.to_bits())));
        // A tenth with all its digits; the largest number.
        assert_eq!(narrowed(0xcccc_cccc_cccc_cccd, 0x3ffb), None);
        assert_eq!(narrowed(u64::MAX, 0x7ffe), None);
        assert_eq!(widened(MType::F32, u64::from(f32::NAN.to_bits())), None);
    }
}
