//! Vectors of SSE2 to AVX2: loads, stores, constants, arithmetic on lanes, and what the other files of vectors share.
//!
//! Patterns name the legacy row of an instruction; where the machine has AVX, [`vex_row`] gives the VEX row that does the same
//! without a tie, or the one of 256 bits, found by their names once. A vector is a register of class `vr128` or `vr256`
//! whatever its lanes are, so that a change of the lanes' type is nothing. The memory of a legacy form must be aligned, of a
//! VEX form need not be.

use super::addr::Addr;
use super::expand::{Expander, To};
use crate::expansion::Known;
use crate::expansion::matching::plain;
use crate::expansion::patterns::Vectors;
use crate::func::{OpFlags, PoolEntry, SymRef, Tn};
use std::sync::LazyLock;
use targ_info::x86::{ISA, op};
use targ_info::{InstFlags as RowFlags, Opcode};
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp, InstFlags, UnOp};
use whirl_lite::mtype::{MType, VecElem};
use whirl_lite::tree::{Mem, Opr, Wn};

/// The VEX rows of 128 and of 256 bits that do what a legacy row does.
static VEX: LazyLock<Vec<[Option<Opcode>; 2]>> = LazyLock::new(|| {
    let names: rustc_hash::FxHashMap<&str, u16> = (0u16..).zip(ISA.insts).map(|(n, i)| (i.name, n)).collect();
    let find = |name: &str| names.get(name).map(|&n| Opcode(n));
    let vex = |row: &targ_info::InstDesc| {
        let Some((base, form)) = row.name.split_once('.') else { return [None, None] };
        let tied = row.operands.first().is_some_and(|o| o.tied != 255);
        let form = if tied { format!("r{form}") } else { form.to_string() };
        [find(&format!("v{base}.{form}")), find(&format!("v{base}y.{form}"))]
    };
    ISA.insts.iter().map(vex).collect()
});

/// The VEX row of a legacy row.
pub(super) fn vex_row(legacy: Opcode, wide: bool) -> Option<Opcode> {
    match (legacy, wide) {
        (op::PBLENDVB_RR, false) => Some(op::VPBLENDVB_RRRR),
        (op::PBLENDVB_RR, true) => Some(op::VPBLENDVBY_RRRR),
        (op::BLENDVPS_RR, false) => Some(op::VBLENDVPS_RRRR),
        (op::BLENDVPS_RR, true) => Some(op::VBLENDVPSY_RRRR),
        (op::BLENDVPD_RR, false) => Some(op::VBLENDVPD_RRRR),
        (op::BLENDVPD_RR, true) => Some(op::VBLENDVPDY_RRRR),
        (op::MOVSS__RR, false) => Some(op::VMOVSS_RRR),
        (op::MOVSD__RR, false) => Some(op::VMOVSD_RRR),
        _ => VEX.get(usize::from(legacy.0))?[usize::from(wide)],
    }
}

/// The row that does to floats what one does to integers: AVX has no other of 256 bits.
fn on_floats(row: Opcode) -> Opcode {
    use op::*;
    match row {
        PAND_RR => ANDPS_RR,
        PANDN_RR => ANDNPS_RR,
        POR_RR => ORPS_RR,
        PXOR_RR => XORPS_RR,
        PUNPCKLDQ_RR => UNPCKLPS_RR,
        PUNPCKHDQ_RR => UNPCKHPS_RR,
        PUNPCKLQDQ_RR => UNPCKLPD_RR,
        PUNPCKHQDQ_RR => UNPCKHPD_RR,
        _ => row,
    }
}

/// A vector type.
pub(super) const fn vector(elem: VecElem, lanes: u16) -> MType {
    MType::Vec { elem, lanes, scalable: false }
}
/// Words of 128 bits.
pub(super) const V8I16: MType = vector(VecElem::I16, 8);

/// Element and number of lanes.
pub(super) fn lanes_of(ty: MType) -> (VecElem, usize) {
    match ty {
        MType::Vec { elem, lanes, .. } => (elem, usize::from(lanes)),
        _ => (VecElem::I32, 1),
    }
}
/// Bits of a lane.
pub(super) fn lane_bits(ty: MType) -> u32 {
    lanes_of(ty).0.scalar().bits()
}
/// Index by width of a lane: 8, 16, 32, 64 bits.
pub(super) fn by_width(ty: MType) -> usize {
    lane_bits(ty).trailing_zeros() as usize - 3
}
/// Is it a vector of floats?
pub(super) fn is_float(ty: MType) -> bool {
    lanes_of(ty).0.scalar().is_float()
}
/// The vector of integers that has the same lanes.
pub(super) fn as_int(ty: MType) -> MType {
    int_lanes(ty, lane_bits(ty))
}
/// The vector of integers of so many bits that is as wide.
pub(super) fn int_lanes(ty: MType, bits: u32) -> MType {
    let elem = match bits {
        8 => VecElem::I8,
        16 => VecElem::I16,
        32 => VecElem::I32,
        _ => VecElem::I64,
    };
    vector(elem, (ty.bits() / bits) as u16)
}
/// A vector of half the width, with the same lanes.
pub(super) fn half(ty: MType) -> MType {
    let (elem, lanes) = lanes_of(ty);
    vector(elem, (lanes / 2) as u16)
}
/// A vector of 128 bits, with the same lanes.
pub(super) fn narrow(ty: MType) -> MType {
    let (elem, _) = lanes_of(ty);
    vector(elem, (128 / elem.scalar().bits()) as u16)
}

/// Integer operations by the width of lanes.
fn integer_row(b: BinOp, ty: MType) -> Option<Opcode> {
    use op::*;
    let rows: [Option<Opcode>; 4] = match b {
        BinOp::Add => [PADDB_RR, PADDW_RR, PADDD_RR, PADDQ_RR].map(Some),
        BinOp::Sub => [PSUBB_RR, PSUBW_RR, PSUBD_RR, PSUBQ_RR].map(Some),
        BinOp::And => [Some(PAND_RR); 4],
        BinOp::Or => [Some(POR_RR); 4],
        BinOp::Xor => [Some(PXOR_RR); 4],
        BinOp::MulHiS => [None, Some(PMULHW_RR), None, None],
        BinOp::MulHiU => [None, Some(PMULHUW_RR), None, None],
        BinOp::SMin => [Some(PMINSB_RR), Some(PMINSW_RR), Some(PMINSD_RR), None],
        BinOp::SMax => [Some(PMAXSB_RR), Some(PMAXSW_RR), Some(PMAXSD_RR), None],
        BinOp::UMin => [Some(PMINUB_RR), Some(PMINUW_RR), Some(PMINUD_RR), None],
        BinOp::UMax => [Some(PMAXUB_RR), Some(PMAXUW_RR), Some(PMAXUD_RR), None],
        BinOp::SAddSat => [Some(PADDSB_RR), Some(PADDSW_RR), None, None],
        BinOp::UAddSat => [Some(PADDUSB_RR), Some(PADDUSW_RR), None, None],
        BinOp::SSubSat => [Some(PSUBSB_RR), Some(PSUBSW_RR), None, None],
        BinOp::USubSat => [Some(PSUBUSB_RR), Some(PSUBUSW_RR), None, None],
        _ => return None,
    };
    rows[by_width(ty)]
}
/// Floating operations, single and double.
fn float_row(b: BinOp, ty: MType) -> Option<Opcode> {
    use op::*;
    let rows = match b {
        BinOp::FAdd => [ADDPS_RR, ADDPD_RR],
        BinOp::FSub => [SUBPS_RR, SUBPD_RR],
        BinOp::FMul => [MULPS_RR, MULPD_RR],
        BinOp::FDiv => [DIVPS_RR, DIVPD_RR],
        _ => return None,
    };
    Some(rows[usize::from(lane_bits(ty) == 64)])
}

impl Vectors for Expander<'_> {
    fn vector_value(&mut self, w: Wn, to: To) -> Result<Tn> {
        let n = self.n(w);
        match n.opr {
            Opr::Undef => self.undefined(n.ty, to),
            Opr::Vector(k) => {
                let bytes = self.vector_bytes(k);
                self.vector_constant(&bytes, n.ty, to)
            }
            Opr::Binary(b) => self.vector_binary(w, b, to),
            Opr::Unary(u) => self.vector_unary(w, u, to),
            Opr::Cast(c) => self.vector_cast(w, c, to),
            Opr::Icmp(p) => self.vector_icmp(w, p, to),
            Opr::Fcmp(p, _) => self.vector_fcmp(w, p, to),
            Opr::Select => self.vector_select(w, to),
            Opr::Fma => self.vector_fma(w, to),
            Opr::BuildVector => self.build_vector(w, to),
            Opr::Shuffle(k) => self.vector_shuffle(w, k, to),
            Opr::Extract(k) => self.extract_lane(w, usize::from(k), to),
            Opr::Insert(k) => self.insert_lane(w, usize::from(k), to),
            Opr::Load(mem, _) => self.vector_load(w, &mem, to),
            Opr::Row(row) => self.table_row(w, row, to),
            _ => self.unsupported(format!("a value of type {}", n.ty)),
        }
    }
}

impl Expander<'_> {
    // Rows.

    /// The row that does on this machine, for vectors of this width, what a legacy row does.
    pub(super) fn vrow(&self, legacy: Opcode, ty: MType) -> Result<Opcode> {
        let wide = ty.bits() == 256;
        let legacy = if wide && !self.m.avx2 { on_floats(legacy) } else { legacy };
        let row = if self.m.avx || wide { vex_row(legacy, wide) } else { Some(legacy) };
        match row.filter(|&r| self.cx.target.isa.inst(r).available(&self.cx.target.features)) {
            Some(r) => Ok(r),
            None => self.unsupported(format!("'{}' on {ty}", self.cx.target.isa.inst(legacy).name)),
        }
    }
    /// `op rd, a, b`.
    pub(super) fn vrr(&mut self, legacy: Opcode, to: To, ty: MType, a: Tn, b: Tn) -> Result<Tn> {
        let row = self.vrow(legacy, ty)?;
        self.rr(row, to, ty, a, b)
    }
    /// `op rd, a, imm` of one register.
    pub(super) fn vri(&mut self, legacy: Opcode, to: To, ty: MType, a: Tn, imm: i64) -> Result<Tn> {
        let row = match legacy {
            op::PSHUFD_RRI if ty.bits() == 256 && !self.m.avx2 => op::VPERMILPSY_RRI,
            _ => self.vrow(legacy, ty)?,
        };
        self.ri(row, to, ty, a, imm)
    }
    /// `op rd, a`.
    pub(super) fn vr(&mut self, legacy: Opcode, to: To, ty: MType, a: Tn) -> Result<Tn> {
        let row = self.vrow(legacy, ty)?;
        self.r(row, to, ty, a)
    }
    /// `op rd, a, b, imm`.
    pub(super) fn vrri(&mut self, legacy: Opcode, to: To, ty: MType, a: Tn, b: Tn, imm: i64) -> Result<Tn> {
        let row = self.vrow(legacy, ty)?;
        let imm = self.f.lit(imm);
        let rd = self.apart(to, ty, &[b])?;
        self.emit(row, &[rd], &[a, b, imm]);
        Ok(self.settle(to, rd))
    }
    /// `op rd, a, b, imm` of a row that ties no operand.
    pub(super) fn rri(&mut self, row: Opcode, to: To, ty: MType, a: Tn, b: Tn, imm: i64) -> Result<Tn> {
        let imm = self.f.lit(imm);
        let rd = self.result(to, ty)?;
        self.emit(row, &[rd], &[a, b, imm]);
        Ok(rd)
    }
    /// The row with the operand of this number (results not counted) in memory.
    pub(super) fn in_memory(&self, row: Opcode, operand: usize) -> Option<Opcode> {
        self.entry_in_memory(row, operand + usize::from(self.cx.target.isa.inst(row).results))
    }
    /// Below changes of type only.
    pub(super) fn bare(&self, mut w: Wn) -> Wn {
        while let Opr::Cast(CastOp::BitCast) = self.n(w).opr
            && self.n(w).desc.bits() == self.n(w).ty.bits()
            && self.n(w).desc.is_vector()
            && let Ok(k) = self.kid(w, 0)
        {
            w = k;
        }
        w
    }
    /// Where an operand stands in memory that a row can read there: a load, or a constant of the pool.
    fn vector_memory(&mut self, w: Wn, row: Opcode) -> Result<Option<(Addr, Option<Mem>)>> {
        let w = self.bare(w);
        let aligned = self.cx.target.isa.inst(row).is(RowFlags::ALIGNED);
        match self.n(w).opr {
            Opr::Load(mem, _) if plain(&mem) && mem.ty.is_vector() => {
                if aligned && mem.align < 4 {
                    return Ok(None);
                }
                let a = self.kid(w, 0)?;
                Ok(Some((self.address(a)?, Some(mem))))
            }
            Opr::Vector(n) => {
                let bytes = self.vector_bytes(n);
                if uniform(&bytes).is_some() {
                    return Ok(None);
                }
                let sym = self.vector_symbol_of(&bytes);
                if self.lookup(Known::Pooled(sym)).is_some() {
                    return Ok(None);
                }
                Ok(Some((self.pool_address(sym)?, None)))
            }
            _ => Ok(None),
        }
    }
    /// Notes what memory an op reads.
    fn describe_vector(&mut self, o: crate::func::Op, mem: Option<Mem>) {
        match mem {
            Some(m) => self.describe(o, &m),
            None => self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY,
        }
    }
    /// `op rd, a, b`, where `b` may come from memory.
    pub(super) fn vsource(&mut self, legacy: Opcode, to: To, ty: MType, a: Tn, b: Wn) -> Result<Tn> {
        let row = self.vrow(legacy, ty)?;
        if let Some(mem_row) = self.in_memory(row, 1)
            && let Some((addr, mem)) = self.vector_memory(b, mem_row)?
        {
            let clash = to.dst.is_some_and(|d| addr.base == d || addr.index == d);
            let rd = self.result(if clash { To::ANY } else { to }, ty)?;
            let o = self.emit_mem(mem_row, &[rd], &[a], addr, 1);
            self.describe_vector(o, mem);
            return Ok(self.settle(to, rd));
        }
        let y = self.reg(b)?;
        self.rr(row, to, ty, a, y)
    }
    /// `op rd, a`, or `op rd, a, imm`, where `a` may come from memory.
    pub(super) fn vsource1(&mut self, legacy: Opcode, to: To, ty: MType, a: Wn, imm: Option<i64>) -> Result<Tn> {
        let row = self.vrow(legacy, ty)?;
        let imm = imm.map(|i| self.f.lit(i));
        if let Some(mem_row) = self.in_memory(row, 0)
            && let Some((addr, mem)) = self.vector_memory(a, mem_row)?
        {
            let rd = self.result(to, ty)?;
            let o = self.emit_mem(mem_row, &[rd], imm.as_slice(), addr, 0);
            self.describe_vector(o, mem);
            return Ok(rd);
        }
        let x = self.reg(a)?;
        let rd = self.result(to, ty)?;
        let mut list = vec![x];
        list.extend(imm);
        self.emit(row, &[rd], &list);
        Ok(rd)
    }

    // Values.

    /// A register of which nothing is known.
    pub(super) fn undefined(&mut self, ty: MType, to: To) -> Result<Tn> {
        let rd = self.result(to, ty)?;
        let o = self.emit(if ty.bits() == 256 { op::P_UNDEF_V256 } else { op::P_UNDEF_V128 }, &[rd], &[]);
        if to.dst.is_none() {
            self.mark_remat(rd, o);
        }
        Ok(rd)
    }
    pub(super) fn vector_bytes(&self, n: u32) -> Box<[u8]> {
        self.w.vectors.get(n as usize).cloned().unwrap_or_default()
    }
    fn vector_symbol_of(&mut self, bytes: &[u8]) -> SymRef {
        let align = bytes.len().trailing_zeros() as u8;
        if let Some((word, rest)) = bytes.split_first_chunk::<8>()
            && rest.chunks(8).all(|c| c == word)
        {
            return self.pool_symbol(u64::from_le_bytes(*word), align);
        }
        if let Some(&p) = self.own.vector_pool.get(bytes) {
            return SymRef::Pool(p);
        }
        let p = self.f.pool.push(PoolEntry { bytes: bytes.to_vec(), align });
        self.own.vector_pool.insert(bytes.into(), p);
        SymRef::Pool(p)
    }
    /// A constant in a register: zeros and ones by logic, else from the pool.
    pub(super) fn vector_constant(&mut self, bytes: &[u8], ty: MType, to: To) -> Result<Tn> {
        let wide = ty.bits() == 256;
        // Only AVX2 compares integers to make ones of them.
        if let Some(ones) = uniform(bytes).filter(|&ones| !(ones && wide && !self.m.avx2)) {
            let key = Known::Fill(ones, ty.bits());
            if let (None, Some(t)) = (to.dst, self.lookup(key)) {
                return Ok(t);
            }
            let rd = self.result(to, ty)?;
            let row = match (ones, wide) {
                (false, false) => op::P_ZERO_V128,
                (false, true) => op::P_ZERO_V256,
                (true, false) => op::P_ONES_V128,
                (true, true) => op::P_ONES_V256,
            };
            let o = self.emit(row, &[rd], &[]);
            self.keep_constant(to, key, rd, o);
            return Ok(rd);
        }
        let sym = self.vector_symbol_of(bytes);
        let key = Known::Pooled(sym);
        if let (None, Some(t)) = (to.dst, self.lookup(key)) {
            return Ok(t);
        }
        let addr = self.pool_address(sym)?;
        let rd = self.result(to, ty)?;
        let row = self.vrow(op::MOVAPS_RM, ty)?;
        let o = self.emit_constant_mem(row, &[rd], &[], addr);
        self.keep_constant(to, key, rd, o);
        Ok(rd)
    }
    /// One value in all lanes, as a register.
    pub(super) fn splat_constant(&mut self, v: u64, ty: MType) -> Result<Tn> {
        let size = lane_bits(ty) as usize / 8;
        let bytes: Vec<u8> = v.to_le_bytes()[..size].iter().copied().cycle().take(ty.bytes() as usize).collect();
        self.vector_constant(&bytes, ty, To::ANY)
    }
    /// Zeros.
    pub(super) fn vector_zero(&mut self, ty: MType) -> Result<Tn> {
        self.splat_constant(0, ty)
    }
    /// The one value in all lanes of a constant.
    pub(super) fn splat_value(&self, w: Wn) -> Option<u64> {
        let w = self.bare(w);
        let Opr::Vector(n) = self.n(w).opr else { return None };
        let bytes = self.w.vectors.get(n as usize)?;
        let size = lane_bits(self.n(w).ty) as usize / 8;
        let (first, rest) = bytes.split_at_checked(size)?;
        rest.chunks(size).all(|c| c == first).then(|| first.iter().rev().fold(0, |v, &b| v << 8 | u64::from(b)))
    }
    /// Is it a constant of all zeros, or of all ones?
    pub(super) fn is_all(&self, w: Wn, ones: bool) -> bool {
        let w = self.bare(w);
        let Opr::Vector(n) = self.n(w).opr else { return false };
        self.w.vectors.get(n as usize).and_then(|b| uniform(b)) == Some(ones)
    }

    // Memory.

    fn vector_load(&mut self, w: Wn, mem: &Mem, to: To) -> Result<Tn> {
        let a = self.address_of(self.kid(w, 0)?, mem)?;
        self.load_vector(a, mem, to)
    }
    /// Loads a register.
    pub(super) fn load_vector(&mut self, a: Addr, mem: &Mem, to: To) -> Result<Tn> {
        let whole = mem.ty.bytes().trailing_zeros() as u8;
        let row = self.vrow(if mem.align >= whole { op::MOVAPS_RM } else { op::MOVUPS_RM }, mem.ty)?;
        self.with_memory(row, to, mem.ty, &[], a, mem)
    }
    /// Stores a register.
    pub(super) fn store_vector(&mut self, addr: Wn, value: Wn, mem: &Mem) -> Result<()> {
        let x = self.reg(value)?;
        let a = self.address_of(addr, mem)?;
        let whole = mem.ty.bytes().trailing_zeros() as u8;
        let row = self.vrow(if mem.align >= whole { op::MOVAPS_MR } else { op::MOVUPS_MR }, mem.ty)?;
        let o = self.emit_mem(row, &[], &[x], a, 0);
        self.describe(o, mem);
        Ok(())
    }

    // Arithmetic.

    fn vector_binary(&mut self, w: Wn, b: BinOp, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (x, y) = self.two(w)?;
        if let Some(row) = float_row(b, ty).filter(|_| is_float(ty)) {
            if let Some(t) = self.contracted_vector(w, b, ty, to)? {
                return Ok(t);
            }
            let (x, y) = if matches!(b, BinOp::FAdd | BinOp::FMul) { self.memory_last(x, y) } else { (x, y) };
            let x = self.reg(x)?;
            return self.vsource(row, to, ty, x, y);
        }
        match b {
            BinOp::And => {
                for (p, q) in [(x, y), (y, x)] {
                    if let Some(inner) = self.as_complement(p) {
                        let t = self.reg(inner)?;
                        return self.vsource(op::PANDN_RR, to, ty, t, q);
                    }
                }
            }
            BinOp::Shl | BinOp::LShr | BinOp::AShr => return self.vector_shift(b, ty, x, y, to),
            BinOp::MulHiS | BinOp::MulHiU if by_width(ty) == 2 => {
                return self.vector_multiply_high(ty, x, y, b == BinOp::MulHiS, to);
            }
            BinOp::Mul if by_width(ty) != 1 => return self.vector_multiply(ty, x, y, to),
            BinOp::FMinNum
            | BinOp::FMaxNum
            | BinOp::FMinimumNum
            | BinOp::FMaximumNum
            | BinOp::FMinimum
            | BinOp::FMaximum => return self.vector_float_extreme(w, b, to),
            _ => {}
        }
        let row = if b == BinOp::Mul { Some(op::PMULLW_RR) } else { integer_row(b, ty) };
        let Some(row) = row else { return self.unsupported(format!("operator {b:?} on {ty}")) };
        let commutes = self.cx.target.isa.inst(row).is(RowFlags::COMMUTES);
        let (x, y) = if commutes { self.memory_last(x, y) } else { (x, y) };
        let x = self.reg(x)?;
        self.vsource(row, to, ty, x, y)
    }
    /// What can be read from memory, second.
    fn memory_last(&self, x: Wn, y: Wn) -> (Wn, Wn) {
        let memory = |e: &Self, w: Wn| matches!(e.n(e.bare(w)).opr, Opr::Load(..) | Opr::Vector(_));
        if memory(self, x) && !memory(self, y) { (y, x) } else { (x, y) }
    }
    /// The operand of a complement.
    pub(super) fn as_complement(&self, w: Wn) -> Option<Wn> {
        let (x, y) = self.as_binary(self.bare(w), BinOp::Xor)?;
        if self.is_all(y, true) {
            Some(x)
        } else if self.is_all(x, true) {
            Some(y)
        } else {
            None
        }
    }
    fn vector_unary(&mut self, w: Wn, u: UnOp, to: To) -> Result<Tn> {
        use op::*;
        let (ty, a) = (self.n(w).ty, self.kid(w, 0)?);
        let double = usize::from(ty.is_vector() && lane_bits(ty) == 64);
        let rounding = |mode| ([ROUNDPS_RRI, ROUNDPD_RRI][double], Some(mode));
        let (row, imm) = match u {
            UnOp::Abs => {
                let rows = [PABSB_RR, PABSW_RR, PABSD_RR];
                match rows.get(by_width(ty)) {
                    Some(&r) => (r, None),
                    None => return self.unsupported(format!("operator {u:?} on {ty}")),
                }
            }
            UnOp::Sqrt => ([SQRTPS_RR, SQRTPD_RR][double], None),
            UnOp::RoundEven => rounding(8),
            UnOp::Floor => rounding(9),
            UnOp::Ceil => rounding(10),
            UnOp::FTrunc => rounding(11),
            UnOp::Rint => rounding(4),
            UnOp::NearbyInt => rounding(12),
            UnOp::SignBits => return self.sign_bits(w, to),
            _ => return self.unsupported(format!("operator {u:?} on {ty}")),
        };
        self.vsource1(row, to, ty, a, imm)
    }
    fn sign_bits(&mut self, w: Wn, to: To) -> Result<Tn> {
        let a = self.kid(w, 0)?;
        let from = self.n(w).desc;
        let row = match lane_bits(from) {
            8 => op::PMOVMSKB_RR,
            32 => op::MOVMSKPS_RR,
            64 => op::MOVMSKPD_RR,
            _ => return self.unsupported(format!("sign bits of {from}")),
        };
        let row = self.vrow(row, from)?;
        let x = self.reg(a)?;
        self.r(row, to, MType::I32, x)
    }
    /// `a * b + c` as one operation where both may be contracted.
    fn contracted_vector(&mut self, w: Wn, b: BinOp, ty: MType, to: To) -> Result<Option<Tn>> {
        let may = |e: &Self, k: Wn| e.flags(k).contains(InstFlags::CONTRACT);
        if !self.m.fma || !matches!(b, BinOp::FAdd | BinOp::FSub) || !may(self, w) {
            return Ok(None);
        }
        let (x, y) = self.two(w)?;
        let sub = b == BinOp::FSub;
        if let Some((p, q)) = self.as_binary(x, BinOp::FMul).filter(|_| may(self, x)) {
            return self.fused_vector([p, q, y], (false, sub), ty, to).map(Some);
        }
        if let Some((p, q)) = self.as_binary(y, BinOp::FMul).filter(|_| may(self, y)) {
            return self.fused_vector([p, q, x], (sub, false), ty, to).map(Some);
        }
        Ok(None)
    }
    fn vector_fma(&mut self, w: Wn, to: To) -> Result<Tn> {
        let (a, b, c) = self.three(w)?;
        let mut kids = [a, b, c];
        let mut negated = [false; 3];
        for (k, n) in kids.iter_mut().zip(&mut negated) {
            if let Some(x) = self.as_negated_vector(*k) {
                (*k, *n) = (x, true);
            }
        }
        self.fused_vector(kids, (negated[0] != negated[1], negated[2]), self.n(w).ty, to)
    }
    /// A negation is an exclusive or with sign bits.
    fn as_negated_vector(&self, w: Wn) -> Option<Wn> {
        let (x, y) = self.as_binary(self.bare(w), BinOp::Xor)?;
        let bits = lane_bits(self.n(w).ty);
        let sign = 1u64 << (bits - 1);
        (self.splat_value(y)? == sign && lane_bits(self.n(y).ty) == bits).then_some(x)
    }
    fn fused_vector(&mut self, kids: [Wn; 3], negated: (bool, bool), ty: MType, to: To) -> Result<Tn> {
        use op::*;
        if !self.m.fma {
            return self.unsupported("a fused multiplication and addition without FMA");
        }
        let rows = match negated {
            (false, false) => [VFMADD213PS_RRR, VFMADD213PD_RRR, VFMADD213PSY_RRR, VFMADD213PDY_RRR],
            (false, true) => [VFMSUB213PS_RRR, VFMSUB213PD_RRR, VFMSUB213PSY_RRR, VFMSUB213PDY_RRR],
            (true, false) => [VFNMADD213PS_RRR, VFNMADD213PD_RRR, VFNMADD213PSY_RRR, VFNMADD213PDY_RRR],
            (true, true) => [VFNMSUB213PS_RRR, VFNMSUB213PD_RRR, VFNMSUB213PSY_RRR, VFNMSUB213PDY_RRR],
        };
        let row = rows[usize::from(lane_bits(ty) == 64) + 2 * usize::from(ty.bits() == 256)];
        let x = self.reg(kids[0])?;
        let y = self.reg(kids[1])?;
        if let Some(mem_row) = self.in_memory(row, 2)
            && let Some((addr, mem)) = self.vector_memory(kids[2], mem_row)?
        {
            let rd = self.apart(to, ty, &[y, addr.base, addr.index])?;
            let o = self.emit_mem(mem_row, &[rd], &[x, y], addr, 2);
            self.describe_vector(o, mem);
            return Ok(self.settle(to, rd));
        }
        let z = self.reg(kids[2])?;
        let rd = self.apart(to, ty, &[y, z])?;
        self.emit(row, &[rd], &[x, y, z]);
        Ok(self.settle(to, rd))
    }
    /// An instruction of the table, or its VEX form, its operands in order.
    fn table_row(&mut self, w: Wn, row: Opcode, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let mut operands: Vec<Tn> = Vec::new();
        let legacy = !self.cx.target.isa.inst(row).name.starts_with('v');
        let from = self.w.kids(w).first().map_or(ty, |&k| self.n(k).ty);
        let widest = if from.bits() > ty.bits() { from } else { ty };
        let row = if legacy { self.vrow(row, widest)? } else { row };
        let desc = self.cx.target.isa.inst(row);
        if !desc.available(&self.cx.target.features) {
            return self.unsupported(format!("'{}' without its feature", desc.name));
        }
        for (k, &kid) in self.w.kids(w).iter().enumerate() {
            let slot = desc.operands.get(usize::from(desc.results) + k);
            let imm = slot.is_some_and(|o| matches!(o.kind, targ_info::OperandKind::Imm(_)));
            operands.push(match self.int(kid).filter(|_| imm) {
                Some(c) => self.f.lit(c & 255),
                None => self.reg(kid)?,
            });
        }
        let rd = self.apart(to, ty, operands.get(1..).unwrap_or_default())?;
        self.emit(row, &[rd], &operands);
        Ok(self.settle(to, rd))
    }
}

/// Are all bits zero (`false`) or one (`true`)?
fn uniform(bytes: &[u8]) -> Option<bool> {
    if bytes.iter().all(|&b| b == 0) {
        Some(false)
    } else if bytes.iter().all(|&b| b == 255) {
        Some(true)
    } else {
        None
    }
}
