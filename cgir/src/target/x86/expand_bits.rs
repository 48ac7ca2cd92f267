//! Logic, shifts, rotations and counts of bits: `and` to `xor`, `shl` to `shrd`, `bsf` to `tzcnt`, BMI.
//!
//! Masks of whole bytes, words and doublewords are zero extensions; a single bit beyond an immediate's reach is set, cleared or
//! flipped by its number. With BMI2 a shift by a register leaves `cl` and the flags alone.

use super::consts::fits32;
use super::expand::{Expander, To};
use crate::expansion::matching::ones;
use crate::func::Tn;
use targ_info::x86::op;
use targ_info::{Opcode, Role};
use whirl_lite::diag::Result;
use whirl_lite::ir::BinOp;
use whirl_lite::mtype::MType;
use whirl_lite::tree::Wn;

impl Expander<'_> {
    // Logic.

    pub(super) fn and(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        if let Some(c) = self.int(b) {
            return self.and_constant(a, c, ty, to);
        }
        if self.m.bmi
            && let Some(t) = self.and_bmi(a, b, ty, to)?
        {
            return Ok(t);
        }
        self.commuting((op::AND32_RR, op::AND64_RR), a, b, ty, to)
    }
    /// BMI: `~x & y`, `x & (x - 1)`, `x & -x`.
    fn and_bmi(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        for (x, y) in [(a, b), (b, a)] {
            if let Some(x) = self.as_not(x) {
                let x = self.reg(x)?;
                return self.with_source(self.form(ty, op::ANDN32_RRR, op::ANDN64_RRR), to, ty, x, y).map(Some);
            }
            let less = self.as_binary(y, BinOp::Add).filter(|(z, c)| self.int(*c) == Some(-1) && self.same(x, *z));
            if less.is_some() {
                return self.one_source(self.form(ty, op::BLSR32_RR, op::BLSR64_RR), x, ty, to).map(Some);
            }
            let minus = self.as_binary(y, BinOp::Sub).filter(|(c, z)| self.int(*c) == Some(0) && self.same(x, *z));
            if minus.is_some() {
                return self.one_source(self.form(ty, op::BLSI32_RR, op::BLSI64_RR), x, ty, to).map(Some);
            }
        }
        Ok(None)
    }
    fn and_constant(&mut self, a: Wn, c: i64, ty: MType, to: To) -> Result<Tn> {
        let u = c as u64 & ones(ty.bits());
        if u == ones(ty.bits()) {
            return self.value(a, to);
        }
        if u == 0xff || u == 0xffff {
            let (part, row) = match u {
                0xff => (MType::I8, op::MOVZX32_8_RR),
                _ => (MType::I16, op::MOVZX32_16_RR),
            };
            let x = self.reg(a)?;
            let x = self.part(x, part)?;
            if !self.is_wide(ty) {
                return self.r(row, to, ty, x);
            }
            let t = self.r(row, To::ANY, MType::I32, x)?;
            return self.r(op::P_ZEXT32, to, ty, t);
        }
        if self.is_wide(ty) && u <= ones(32) {
            // In 32 bits: writing those clears the rest.
            let x = self.reg(a)?;
            let x = self.part(x, MType::I32)?;
            let t = if u == ones(32) { x } else { self.ri(op::AND32_RI, To::ANY, MType::I32, x, i64::from(u as i32))? };
            return self.r(op::P_ZEXT32, to, ty, t);
        }
        let cleared = !u & ones(ty.bits());
        if !fits32(c) && cleared.is_power_of_two() {
            let x = self.reg(a)?;
            return self.ri(op::BTR64_RI, to, ty, x, i64::from(cleared.trailing_zeros()));
        }
        self.with_constant(BinOp::And, a, c, ty, to)
    }
    pub(super) fn or(&mut self, w: Wn, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        if let Some(c) = self.int(b) {
            return self.with_bits(BinOp::Or, op::BTS64_RI, a, c, ty, to);
        }
        if let Some(t) = self.joined_shifts(a, b, ty, to)? {
            return Ok(t);
        }
        let p = self.parts(w);
        let scaled = p.index.is_some_and(|(_, n)| n != 0) && (p.base.is_some() || p.disp != 0);
        if self.flags(w).contains(whirl_lite::ir::InstFlags::DISJOINT) && scaled {
            let addr = self.addr_of(p)?;
            return self.lea(addr, ty, to);
        }
        self.commuting((op::OR32_RR, op::OR64_RR), a, b, ty, to)
    }
    pub(super) fn xor(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Tn> {
        match self.int(b) {
            Some(-1) => {
                let x = self.reg(a)?;
                self.r(self.form(ty, op::NOT32_R, op::NOT64_R), to, ty, x)
            }
            Some(c) => self.with_bits(BinOp::Xor, op::BTC64_RI, a, c, ty, to),
            None => self.commuting((op::XOR32_RR, op::XOR64_RR), a, b, ty, to),
        }
    }
    /// `or` and `xor` with a constant, of which one bit may stand too high for an immediate.
    fn with_bits(&mut self, o: BinOp, one: Opcode, a: Wn, c: i64, ty: MType, to: To) -> Result<Tn> {
        if self.is_wide(ty) && !fits32(c) && (c as u64).is_power_of_two() {
            let x = self.reg(a)?;
            return self.ri(one, to, ty, x, i64::from(c.trailing_zeros()));
        }
        self.with_constant(o, a, c, ty, to)
    }
    /// `x << n | y >> (bits - n)` is a double shift.
    fn joined_shifts(&mut self, a: Wn, b: Wn, ty: MType, to: To) -> Result<Option<Tn>> {
        for (l, r) in [(a, b), (b, a)] {
            let (Some((x, n)), Some((y, m))) = (self.as_binary(l, BinOp::Shl), self.as_binary(r, BinOp::LShr)) else {
                continue;
            };
            let (Some(n), Some(m)) = (self.int(n), self.int(m)) else { continue };
            if n <= 0 || m <= 0 || n + m != i64::from(ty.bits()) {
                continue;
            }
            let same = self.same(x, y);
            let hi = self.reg(x)?;
            if same {
                return self.ri(self.form(ty, op::ROL32_RI, op::ROL64_RI), to, ty, hi, n).map(Some);
            }
            let lo = self.reg(y)?;
            return self.double_shift(true, hi, lo, Err(n), ty, to).map(Some);
        }
        Ok(None)
    }

    // Shifts.

    pub(super) fn shift(&mut self, a: Wn, b: Wn, o: BinOp, ty: MType, to: To) -> Result<Tn> {
        let bits = i64::from(ty.bits());
        let (imm, by_cl, x) = match o {
            BinOp::Shl => {
                ((op::SHL32_RI, op::SHL64_RI), (op::SHL32_RC, op::SHL64_RC), (op::SHLX32_RRR, op::SHLX64_RRR))
            }
            BinOp::LShr => {
                ((op::SHR32_RI, op::SHR64_RI), (op::SHR32_RC, op::SHR64_RC), (op::SHRX32_RRR, op::SHRX64_RRR))
            }
            _ => ((op::SAR32_RI, op::SAR64_RI), (op::SAR32_RC, op::SAR64_RC), (op::SARX32_RRR, op::SARX64_RRR)),
        };
        if let Some(n) = self.int(b) {
            let n = n & (bits - 1);
            if n == 0 {
                return self.value(a, to);
            }
            let v = self.reg(a)?;
            return self.ri(self.form(ty, imm.0, imm.1), to, ty, v, n);
        }
        let count = self.shift_count(b, ty.bits());
        if self.m.bmi2 {
            return self.shift_bmi2(a, count, self.form(ty, x.0, x.1), ty, to);
        }
        let v = self.reg(a)?;
        let n = self.reg(count)?;
        let n = self.part(n, MType::I8)?;
        self.rr(self.form(ty, by_cl.0, by_cl.1), to, ty, v, n)
    }
    /// A shift with the count in any register, of the value's own width.
    fn shift_bmi2(&mut self, a: Wn, count: Wn, row: Opcode, ty: MType, to: To) -> Result<Tn> {
        let v = self.reg(a)?;
        let n = self.reg(count)?;
        let n = match (self.f.ty(n), ty) {
            (MType::I64, MType::I32) => self.part(n, MType::I32)?,
            (MType::I32 | MType::B, MType::I64) => self.r(op::P_WIDE64_32, To::ANY, ty, n)?,
            _ => n,
        };
        self.rr(row, to, ty, v, n)
    }
    pub(super) fn rotate(&mut self, a: Wn, b: Wn, left: bool, ty: MType, to: To) -> Result<Tn> {
        let bits = i64::from(ty.bits());
        let x = self.reg(a)?;
        if let Some(n) = self.int(b) {
            let n = n & (bits - 1);
            if self.m.bmi2 {
                let right = if left { (bits - n) & (bits - 1) } else { n };
                return self.ri(self.form(ty, op::RORX32_RRI, op::RORX64_RRI), to, ty, x, right);
            }
            let row = if left { (op::ROL32_RI, op::ROL64_RI) } else { (op::ROR32_RI, op::ROR64_RI) };
            return self.ri(self.form(ty, row.0, row.1), to, ty, x, n);
        }
        let count = self.shift_count(b, ty.bits());
        let n = self.reg(count)?;
        let n = self.part(n, MType::I8)?;
        let row = if left { (op::ROL32_RC, op::ROL64_RC) } else { (op::ROR32_RC, op::ROR64_RC) };
        self.rr(self.form(ty, row.0, row.1), to, ty, x, n)
    }
    pub(super) fn double_shift(
        &mut self,
        left: bool,
        into: Tn,
        from: Tn,
        count: std::result::Result<Tn, i64>,
        ty: MType,
        to: To,
    ) -> Result<Tn> {
        let (row, n) = match (left, count) {
            (true, Err(n)) => (self.form(ty, op::SHLD32_RRI, op::SHLD64_RRI), self.f.lit(n)),
            (false, Err(n)) => (self.form(ty, op::SHRD32_RRI, op::SHRD64_RRI), self.f.lit(n)),
            (true, Ok(n)) => (self.form(ty, op::SHLD32_RRC, op::SHLD64_RRC), n),
            (false, Ok(n)) => (self.form(ty, op::SHRD32_RRC, op::SHRD64_RRC), n),
        };
        let rd = self.apart(to, ty, &[from])?;
        self.emit(row, &[rd], &[into, from, n]);
        Ok(self.settle(to, rd))
    }

    // Counts.

    /// `op rd, a` with the source perhaps in memory.
    pub(super) fn one_source(&mut self, o: Opcode, a: Wn, ty: MType, to: To) -> Result<Tn> {
        if let (Some((at, mem)), Some(row)) = (self.operand_load(a), self.only_source_in_memory(o)) {
            let addr = self.address(at)?;
            return self.with_memory(row, to, ty, &[], addr, &mem);
        }
        let x = self.reg(a)?;
        self.r(o, to, ty, x)
    }
    fn only_source_in_memory(&self, o: Opcode) -> Option<Opcode> {
        let isa = self.cx.target.isa;
        let at = isa.inst(o).role(Role::Opnd1)?;
        let fold = isa.folds_of(o).iter().find(|f| usize::from(f.operand) == at && f.loads && !f.stores)?;
        isa.inst(fold.mem).available(&self.cx.target.features).then_some(fold.mem)
    }
    /// Leading zeros; the width for zero, which `bsr` gives no answer for.
    pub(super) fn leading_zeros(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        if self.m.lzcnt {
            return self.one_source(self.form(ty, op::LZCNT32_RR, op::LZCNT64_RR), a, ty, to);
        }
        let bits = i64::from(ty.bits());
        let none = self.constant(2 * bits - 1, ty, To::ANY)?;
        let x = self.reg(a)?;
        let t = self.r(self.form(ty, op::BSR32_RR, op::BSR64_RR), To::ANY, ty, x)?;
        let t = self.choose(super::cond::E, none, t, ty, To::ANY)?;
        self.ri(self.form(ty, op::XOR32_RI, op::XOR64_RI), to, ty, t, bits - 1)
    }
    /// Trailing zeros; the width for zero.
    pub(super) fn trailing_zeros(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        if self.m.bmi {
            return self.one_source(self.form(ty, op::TZCNT32_RR, op::TZCNT64_RR), a, ty, to);
        }
        let none = self.constant(i64::from(ty.bits()), ty, To::ANY)?;
        let x = self.reg(a)?;
        let t = self.r(self.form(ty, op::BSF32_RR, op::BSF64_RR), To::ANY, ty, x)?;
        self.choose(super::cond::E, none, t, ty, to)
    }
    /// The number of bits that are set: summed in pairs, fours and bytes, and the bytes by a multiplication, where there is no
    /// instruction.
    pub(super) fn ones(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        if self.m.popcnt {
            return self.one_source(self.form(ty, op::POPCNT32_RR, op::POPCNT64_RR), a, ty, to);
        }
        let x = self.reg(a)?;
        let half = self.masked(x, Some(1), 0x55, ty)?;
        let pairs = self.rr(self.form(ty, op::SUB32_RR, op::SUB64_RR), To::ANY, ty, x, half)?;
        let low = self.masked(pairs, None, 0x33, ty)?;
        let high = self.masked(pairs, Some(2), 0x33, ty)?;
        let add = self.form(ty, op::ADD32_RR, op::ADD64_RR);
        let fours = self.rr(add, To::ANY, ty, low, high)?;
        let high = self.ri(self.form(ty, op::SHR32_RI, op::SHR64_RI), To::ANY, ty, fours, 4)?;
        let sum = self.rr(add, To::ANY, ty, fours, high)?;
        let bytes = self.masked(sum, None, 0x0f, ty)?;
        let every = i64::from_ne_bytes([1; 8]);
        let product = if self.is_wide(ty) {
            let every = self.constant(every, ty, To::ANY)?;
            self.rr(op::IMUL64_RR, To::ANY, ty, bytes, every)?
        } else {
            self.ri(op::IMUL32_RRI, To::ANY, ty, bytes, i64::from(every as i32))?
        };
        let top = i64::from(ty.bits() - 8);
        self.ri(self.form(ty, op::SHR32_RI, op::SHR64_RI), to, ty, product, top)
    }
    /// A register, shifted down perhaps, and a mask that is the same in each byte.
    fn masked(&mut self, x: Tn, down: Option<i64>, byte: u8, ty: MType) -> Result<Tn> {
        let x = match down {
            Some(n) => self.ri(self.form(ty, op::SHR32_RI, op::SHR64_RI), To::ANY, ty, x, n)?,
            None => x,
        };
        let mask = i64::from_ne_bytes([byte; 8]);
        if !self.is_wide(ty) {
            return self.ri(op::AND32_RI, To::ANY, ty, x, i64::from(mask as i32));
        }
        let mask = self.constant(mask, ty, To::ANY)?;
        self.rr(op::AND64_RR, To::ANY, ty, x, mask)
    }
    /// Bytes in the opposite order.
    pub(super) fn byte_swap(&mut self, a: Wn, ty: MType, to: To) -> Result<Tn> {
        if let (Some((at, mem)), true) = (self.operand_load(a), self.m.movbe) {
            let addr = self.address(at)?;
            return self.with_memory(self.form(ty, op::MOVBE32_RM, op::MOVBE64_RM), to, ty, &[], addr, &mem);
        }
        let x = self.reg(a)?;
        self.r(self.form(ty, op::BSWAP32_R, op::BSWAP64_R), to, ty, x)
    }
}
