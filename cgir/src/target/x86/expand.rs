//! Expansion of WHIRL trees to x86 ops: this target's state, what is appended to ops, and constants.
//!
//! The walk over trees is [`crate::expansion`]'s. One file holds one family of operators, each function readable beside the
//! "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2.
//!
//! Invariants:
//! * a row whose result is tied to an operand (two-operand form) gets two different TNs; whoever allocates makes the copy, or
//!   none where the operand dies;
//! * flags live from one op to the next user in the same block, without any op between that writes them: a pattern makes its
//!   operands first, then what sets the flags, then what reads them. Constants and copies keep the flags (`p.li*`, `p.copy*`).

use super::addr::{Addr, address_reg};
use super::hooks;
use super::machine::Machine;
pub(super) use crate::expansion::To;
use crate::expansion::{self, Known, Rows, TargetState, rows};
use crate::func::{Func, Op, OpFlags, PoolRef, Tn};
use crate::pass::PassCx;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::x86::{class, op, reg};
use targ_info::{Opcode, OperandKind, PReg, RegClass, Target};
use whirl_lite::diag::Result;
use whirl_lite::ir::FrameObj;
use whirl_lite::mtype::MType;
use whirl_lite::tree::WhirlFunc;

/// What this target's patterns keep.
pub(crate) struct Own {
    /// No register, in an address.
    pub noreg: Tn,
    /// Where a function with variable arguments saves its argument registers.
    pub save_area: Option<FrameObj>,
    /// The address of the global offset table, where addresses of symbols count from it.
    pub got: Option<Tn>,
    /// Where values of x87 meet other register files.
    pub x87_scratch: Option<FrameObj>,
    /// Where control words of x87 are.
    pub x87_control: Option<FrameObj>,
    /// Constants of the extended format.
    pub extended_pool: FxHashMap<(u64, u16), PoolRef>,
    /// Vectors of the constant pool that do not repeat 64 bits.
    pub vector_pool: FxHashMap<Box<[u8]>, PoolRef>,
}

/// The state of one function's expansion.
pub(super) type Expander<'a> = expansion::Expander<'a, Own>;

/// Is it a register of state, that every row names which reads or writes it?
fn is_state(r: PReg) -> bool {
    matches!(r, reg::EFLAGS | reg::MXCSR | reg::FPSW | reg::FPCW)
}

impl TargetState for Own {
    type Machine = Machine;
    const ROWS: Rows = rows!(op, trap: UD2, breakpoint: INT3, and: AND32_RR, or: OR32_RR);
    const VOLATILE: &'static [PReg] = &[reg::EFLAGS];

    fn machine(t: &Target) -> Machine {
        Machine::new(t)
    }
    fn new(f: &mut Func, _: &WhirlFunc, m: &Machine) -> (Own, Tn) {
        let sp = hooks::stack_pointer(f, m.wide);
        let noreg = address_reg(f, reg::NOREG, m.wide);
        let own = Own {
            noreg,
            save_area: None,
            got: None,
            x87_scratch: None,
            x87_control: None,
            extended_pool: FxHashMap::default(),
            vector_pool: FxHashMap::default(),
        };
        (own, sp)
    }
    fn class_of(m: &Machine, ty: MType) -> Option<RegClass> {
        Some(match ty {
            MType::B | MType::I32 => class::GR32,
            // Second bytes are no low parts of anything.
            MType::I8 if !m.wide => class::GR8L,
            MType::I8 => class::GR8,
            MType::I16 => class::GR16,
            MType::I64 if m.wide => class::GR64,
            MType::F32 if m.sse => class::FR32,
            MType::F64 if m.sse2 => class::FR64,
            MType::Vec { scalable: false, .. } if m.sse2 && ty.bits() == 128 => class::VR128,
            MType::Vec { scalable: false, .. } if m.avx && ty.bits() == 256 => class::VR256,
            _ if m.on_x87(ty) => class::RFP80,
            _ => return None,
        })
    }
    fn copy_row(f: &Func, dst: Tn) -> Opcode {
        hooks::copy_row(f, dst)
    }
    /// State (flags, control words) is put where the row wants it: it is not among `results` and `operands`.
    fn make_op(f: &mut Func, cx: &PassCx<'_>, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
        let desc = cx.target.isa.inst(opcode);
        let (to, from) = desc.operands.split_at(usize::from(desc.results));
        let mut all = [SmallVec::<[Tn; 8]>::new(), SmallVec::<[Tn; 8]>::new()];
        for ((row, given), list) in [(to, results), (from, operands)].into_iter().zip(&mut all) {
            let mut given = given.iter().copied();
            for o in row {
                match o.kind {
                    OperandKind::Fixed(r) if o.implicit && is_state(r) => {
                        list.push(f.dedicated(r, class::STATE, MType::I32));
                    }
                    OperandKind::Variadic => break,
                    _ => list.extend(given.next()),
                }
            }
            list.extend(given);
        }
        f.make_op(opcode, &all[0], &all[1])
    }
}

impl Expander<'_> {
    /// Is it as wide as an address, and wider than 32 bits?
    pub(super) fn is_wide(&self, ty: MType) -> bool {
        self.m.wide && ty == MType::I64
    }
    /// The row for a type: of 32 or of 64 bits.
    pub(super) fn form(&self, ty: MType, narrow: Opcode, wide: Opcode) -> Opcode {
        if self.is_wide(ty) { wide } else { narrow }
    }
    /// Appends an op that reads memory: operands, with the memory operand after so many of them.
    pub(super) fn emit_mem(
        &mut self,
        opcode: Opcode,
        results: &[Tn],
        operands: &[Tn],
        addr: Addr,
        before: usize,
    ) -> Op {
        let parts = addr.operands(&mut self.f);
        let mut list: SmallVec<[Tn; 8]> = SmallVec::from_slice(operands);
        list.insert_many(before.min(operands.len()), parts);
        self.emit(opcode, results, &list)
    }
    /// Appends an op that reads memory that nothing writes, named behind its other operands.
    pub(super) fn emit_constant_mem(&mut self, opcode: Opcode, results: &[Tn], operands: &[Tn], addr: Addr) -> Op {
        let o = self.emit_mem(opcode, results, operands, addr, operands.len());
        self.f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        o
    }
    /// An integer in a register of a type.
    pub(super) fn constant(&mut self, v: i64, ty: MType, to: To) -> Result<Tn> {
        let v = if self.is_wide(ty) { v } else { i64::from(v as i32) };
        let key = Known::Int(v, if self.is_wide(ty) { ty } else { MType::I32 });
        if let (None, Some(t)) = (to.dst, self.lookup(key)) {
            return Ok(t);
        }
        let rd = self.result(to, ty)?;
        let imm = self.f.lit(v);
        let row = match self.f.class(rd) {
            Some(class::GR8 | class::GR8L) => op::MOV8_RI,
            Some(class::GR16) => op::MOV16_RI,
            _ => self.form(ty, op::P_LI32, op::P_LI64),
        };
        let o = self.emit(row, &[rd], &[imm]);
        if to.dst.is_none() {
            self.mark_remat(rd, o);
            if matches!(row, op::P_LI32 | op::P_LI64) {
                self.remember(key, rd);
            }
        }
        Ok(rd)
    }
}
