//! Expansion of pseudo ops: what is left whole for allocators (constants, copies, views, addresses) becomes instructions
//! after allocation. Calls, returns, jumps through registers, `cmpxchg` loops and calls for thread-local addresses stay whole
//! until emission.
//!
//! A block is walked backwards, so that it is known where the flags are read later: only elsewhere a zero is an exclusive or.

use super::addr::{Addr, address_reg, segment};
use super::consts::{fits_u32, fits32};
use super::flags::{LiveFlags, reads_flags};
use super::hooks::copy_row;
use super::modifier;
use crate::func::{Bb, Func, Modifier, Op, OpFlags, Succ, Tn, TnData};
use crate::pass::PassCx;
use std::cell::OnceCell;
use targ_info::x86::{class, op, reg};
use targ_info::{InstFlags, Isa, Opcode, PReg, RegClass, Role};
use whirl_lite::mtype::MType;

/// The dedicated TN of the flags.
pub(super) fn eflags(f: &mut Func) -> Tn {
    f.dedicated(reg::EFLAGS, class::STATE, MType::I32)
}

/// Initial-exec addresses take two instructions, the second of which changes the flags; constants move out of loops.
pub(super) fn before_allocation(f: &mut Func, cx: &PassCx<'_>) {
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut next = f.first(b);
        while let Some(o) = next {
            next = f.next(o);
            if f.ops[o].opcode == op::P_LA_TLS_IE {
                initial_exec(f, o, cx);
            }
        }
    }
    if cx.options.opt_level > 0 {
        super::products::run(f, cx.target.isa);
        super::flags::drop_tests(f, cx.target.isa, &OnceCell::new());
        crate::hoist::run(f, cx);
    }
}

/// `mov sym@gottpoff(%rip), t; add %fs:0, t`.
fn initial_exec(f: &mut Func, o: Op, cx: &PassCx<'_>) {
    let (sym, rd) = (symbol(f, o, modifier::GOTTPOFF), f.results(o).first().copied());
    let (Some(rd), Some(sym)) = (rd, sym) else { return };
    if cx.target.xlen() != 64 {
        return;
    }
    let t = f.new_reg(class::GR64, MType::I64);
    let rip = address_reg(f, reg::RIP, true);
    let mem = memory(f, rip, sym, segment::NONE);
    let load = f.make_before(o, op::MOV64_RM, &[t], &mem);
    f.ops[load].flags |= OpFlags::CONSTANT_MEMORY;
    let (none, zero, flags) = (address_reg(f, reg::NOREG, true), f.lit(0), eflags(f));
    let [a, b, c, d, e] = memory(f, none, zero, segment::FS);
    f.remat[rd] = None.into();
    f.rewrite_op(o, op::ADD64_RM, &[rd, flags], &[t, a, b, c, d, e]);
    f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
}

/// Constants, copies, views, addresses, undefined values, selects.
pub(super) fn after_allocation(f: &mut Func, cx: &PassCx<'_>) {
    let isa = cx.target.isa;
    let m = super::machine::Machine::new(cx.target);
    let x = Expansion { isa, avx: m.avx, wide: m.wide, low: m.low };
    let flags = OnceCell::new();
    if cx.options.opt_level > 0 {
        super::flags::drop_tests(f, isa, &flags);
    }
    let flags = flags.into_inner().unwrap_or_else(|| LiveFlags::compute(f, isa));
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut live = flags.live_out(f, b);
        let mut next = f.last(b);
        while let Some(o) = next {
            next = f.prev(o);
            let reads = reads_flags(f, o);
            let writes = f.results(o).iter().any(|&t| f.preg(t) == Some(reg::EFLAGS));
            x.expand(f, o, live);
            live = reads || live && !writes;
        }
    }
    if f.layout.iter().any(|&b| f.bb_ops(b).any(|o| is_select(f, o))) {
        selects(f, isa);
    }
}

/// Rows that read low parts: the real row, class and type of the parts.
const LOW_PARTS: &[(Opcode, Opcode, RegClass, MType)] = &[
    (op::P_ST8_32, op::MOV8_MR, class::GR8, MType::I8),
    (op::P_ST8_64, op::MOV8_MR, class::GR8, MType::I8),
    (op::P_ST16_32, op::MOV16_MR, class::GR16, MType::I16),
    (op::P_ST16_64, op::MOV16_MR, class::GR16, MType::I16),
    (op::P_ST32_64, op::MOV32_MR, class::GR32, MType::I32),
    (op::P_TEST8_32_RI, op::TEST8_RI, class::GR8, MType::I8),
    (op::P_TEST8_64_RI, op::TEST8_RI, class::GR8, MType::I8),
    (op::P_TEST8_32_RR, op::TEST8_RR, class::GR8, MType::I8),
    (op::P_TEST8_64_RR, op::TEST8_RR, class::GR8, MType::I8),
    (op::P_CMP8_32_RI, op::CMP8_RI, class::GR8, MType::I8),
    (op::P_CMP8_64_RI, op::CMP8_RI, class::GR8, MType::I8),
    (op::P_CMP8_32_MR, op::CMP8_MR, class::GR8, MType::I8),
    (op::P_CMP8_32_RM, op::CMP8_RM, class::GR8, MType::I8),
    (op::P_CMP16_32_MR, op::CMP16_MR, class::GR16, MType::I16),
    (op::P_CMP16_32_RM, op::CMP16_RM, class::GR16, MType::I16),
];

struct Expansion<'a> {
    isa: &'a Isa,
    avx: bool,
    wide: bool,
    /// Absolute addresses are extended with zeros.
    low: bool,
}

impl Expansion<'_> {
    fn expand(&self, f: &mut Func, o: Op, flags_live: bool) {
        match f.ops[o].opcode {
            op::P_COPY8 | op::P_COPY16 | op::P_COPY32 => self.move32(f, o, true),
            op::P_COPY64 => self.plain(f, o, op::MOV64_RR),
            op::P_COPY_F32 | op::P_COPY_F64 | op::P_COPY_V128 if self.avx => self.plain(f, o, op::VMOVAPS_RR),
            op::P_COPY_F32 | op::P_COPY_F64 | op::P_COPY_V128 => self.plain(f, o, op::MOVAPS_RR),
            op::P_COPY_V256 => self.plain(f, o, op::VMOVAPSY_RR),
            op::P_LOW64_32 | op::P_LOW64_16 | op::P_LOW64_8 => self.move32(f, o, true),
            op::P_LOW32_16 | op::P_LOW32_8 | op::P_LOW16_8 => self.move32(f, o, true),
            op::P_WIDE64_32 | op::P_WIDE64_16 | op::P_WIDE64_8 => self.move32(f, o, true),
            op::P_WIDE32_16 | op::P_WIDE32_8 | op::P_WIDE16_8 => self.move32(f, o, true),
            op::P_ZEXT32 => {
                let clear = self.is_clear(f, o);
                self.move32(f, o, clear);
            }
            op::P_SWAP32 => f.ops[o].opcode = op::XCHG32_RR,
            op::P_SWAP64 => f.ops[o].opcode = op::XCHG64_RR,
            op::P_ZERO32 => self.zero(f, o),
            op::P_LI32 | op::P_LI64 => self.constant(f, o, flags_live),
            op::P_CARRY32 => carry(f, o, op::SBB32_RR),
            op::P_CARRY64 => carry(f, o, op::SBB64_RR),
            op::P_LA_ABS => self.absolute(f, o),
            op::P_LA_FAR => f.ops[o].opcode = op::MOV64_RI,
            op::P_LA_PCREL => self.pc_relative(f, o, op::LEA64, modifier::NONE),
            op::P_LA_GOT => self.pc_relative(f, o, op::MOV64_RM, modifier::GOTPCREL),
            op::P_LA_TLS_LE => self.local_exec(f, o),
            op::P_UNDEF8 | op::P_UNDEF16 | op::P_UNDEF32 | op::P_UNDEF64 | op::P_UNDEF_F32 | op::P_UNDEF_F64 => {
                f.remove(o)
            }
            op::P_UNDEF_V128 | op::P_UNDEF_V256 | op::P_KILL => f.remove(o),
            row => self.low_parts(f, o, row),
        }
    }
    /// A row that reads the low part of wide registers: the row of that width, with views of them.
    fn low_parts(&self, f: &mut Func, o: Op, row: Opcode) {
        let Some(&(_, real, class, ty)) = LOW_PARTS.iter().find(|r| r.0 == row) else { return };
        // Registers of addresses stand in compound operands.
        let own = |d: &targ_info::OperandDesc| matches!(d.role, Role::Opnd1 | Role::Opnd2 | Role::StoreVal);
        for (i, d) in self.isa.inst(row).operands.iter().enumerate() {
            let t = f.all(o).get(i).copied().filter(|_| own(d));
            if let Some(v) = t.and_then(|t| f.preg(t)).and_then(|r| self.view(f, r, class, ty)) {
                f.all_mut(o)[i] = v;
            }
        }
        f.ops[o].opcode = real;
    }
    /// Result and operand of an op that has one of each, both registers.
    fn ends(&self, f: &Func, o: Op) -> Option<(PReg, PReg)> {
        Some((f.preg(*f.results(o).first()?)?, f.preg(*f.operands(o).first()?)?))
    }
    fn plain(&self, f: &mut Func, o: Op, row: Opcode) {
        match self.ends(f, o) {
            Some((d, s)) if d == s => f.remove(o),
            _ => f.ops[o].opcode = row,
        }
    }
    /// A register in a class, as a dedicated TN.
    fn view(&self, f: &mut Func, r: PReg, c: RegClass, ty: MType) -> Option<Tn> {
        let v = if self.isa.class(c).members.contains(&r) { r } else { self.isa.view(r, c)? };
        Some(f.dedicated(v, c, ty))
    }
    /// A move of the low 32 bits, which leaves nothing of what was above; none if `free` and both are one register.
    fn move32(&self, f: &mut Func, o: Op, free: bool) {
        let Some((d, s)) = self.ends(f, o) else { return };
        if free && self.isa.reg(d).units.intersects(self.isa.reg(s).units) && self.isa.reg(d).enc == self.isa.reg(s).enc
        {
            f.remove(o);
            return;
        }
        let both = (self.view(f, d, class::GR32, MType::I32), self.view(f, s, class::GR32, MType::I32));
        match both {
            (Some(d), Some(s)) => f.rewrite_op(o, op::MOV32_RR, &[d], &[s]),
            // Second bytes of IA-32 are no low part of anything.
            _ => f.ops[o].opcode = op::MOV8_RR,
        }
    }
    /// Is the upper half of the register that `o` extends zero already, by the last op of its block that wrote it?
    fn is_clear(&self, f: &Func, o: Op) -> bool {
        let Some((d, s)) = self.ends(f, o) else { return false };
        let units = self.isa.reg(s).units;
        if self.isa.reg(d).units != units {
            return false;
        }
        let mut at = f.prev(o);
        for _ in 0..16 {
            let Some(p) = at else { return false };
            let desc = self.isa.inst(f.ops[p].opcode);
            if f.clobbers(p).intersects(units) {
                return false;
            }
            let writes = |t: &Tn| f.preg(*t).is_some_and(|r| self.isa.reg(r).units.intersects(units));
            if let Some(n) = f.results(p).iter().position(writes) {
                let whole = f.results(p).get(n).and_then(|&t| f.class(t)) == Some(class::GR32);
                let real = !desc.is(InstFlags::PSEUDO) || matches!(f.ops[p].opcode, op::P_LI32 | op::P_ZERO32);
                return n == 0 && whole && real && desc.is(InstFlags::ZEXT32);
            }
            at = f.prev(p);
        }
        false
    }
    fn zero(&self, f: &mut Func, o: Op) {
        let Some(&rd) = f.results(o).first() else { return };
        let flags = eflags(f);
        f.rewrite_op(o, op::XOR32_RR, &[rd, flags], &[rd, rd]);
    }
    /// The shortest form that keeps the flags, where they are wanted.
    fn constant(&self, f: &mut Func, o: Op, flags_live: bool) {
        let (Some(&rd), Some(&imm)) = (f.results(o).first(), f.operands(o).first()) else { return };
        let (Some(v), Some(r)) = (f.as_lit(imm), f.preg(rd)) else { return };
        let narrow = f.ops[o].opcode == op::P_LI32;
        let Some(low) = self.view(f, r, class::GR32, MType::I32) else { return };
        let v = if narrow { i64::from(v as i32) } else { v };
        if v == 0 && !flags_live {
            let flags = eflags(f);
            f.rewrite_op(o, op::XOR32_RR, &[low, flags], &[low, low]);
        } else if narrow || fits_u32(v) {
            let imm = f.lit(i64::from(v as i32));
            f.rewrite_op(o, op::MOV32_RI, &[low], &[imm]);
        } else {
            f.ops[o].opcode = if fits32(v) { op::MOV64_RI32 } else { op::MOV64_RI };
        }
    }
    /// An absolute address of 32 bits, which are extended as the code model has it.
    fn absolute(&self, f: &mut Func, o: Op) {
        if self.wide && !self.low {
            f.ops[o].opcode = op::MOV64_RI32;
            return;
        }
        let (Some(&rd), Some(&s)) = (f.results(o).first(), f.operands(o).first()) else { return };
        let Some(low) = f.preg(rd).and_then(|r| self.view(f, r, class::GR32, MType::I32)) else { return };
        f.rewrite_op(o, op::MOV32_RI, &[low], &[s]);
    }
    fn pc_relative(&self, f: &mut Func, o: Op, row: Opcode, m: Modifier) {
        let (sym, rd) = (symbol(f, o, m), f.results(o).first().copied());
        let (Some(rd), Some(sym)) = (rd, sym) else { return };
        let rip = address_reg(f, reg::RIP, true);
        let mem = memory(f, rip, sym, segment::NONE);
        f.rewrite_op(o, row, &[rd], &mem);
        if row == op::MOV64_RM {
            f.ops[o].flags |= OpFlags::CONSTANT_MEMORY;
        }
    }
    /// `mov %fs:0, rd; lea sym@tpoff(rd), rd`.
    fn local_exec(&self, f: &mut Func, o: Op) {
        if !self.wide {
            return;
        }
        let (sym, rd) = (symbol(f, o, modifier::TPOFF), f.results(o).first().copied());
        let (Some(rd), Some(sym)) = (rd, sym) else { return };
        let (none, zero) = (address_reg(f, reg::NOREG, true), f.lit(0));
        let mem = memory(f, none, zero, segment::FS);
        let load = f.make_before(o, op::MOV64_RM, &[rd], &mem);
        f.ops[load].flags |= OpFlags::CONSTANT_MEMORY;
        let mem = memory(f, rd, sym, segment::NONE);
        f.rewrite_op(o, op::LEA64, &[rd], &mem);
    }
}

/// The symbol that is an op's first operand, with a modifier if it has none of its own.
fn symbol(f: &mut Func, o: Op, m: Modifier) -> Option<Tn> {
    let &s = f.operands(o).first()?;
    let TnData::Sym { sym, offset, modifier: own } = f.tns[s] else { return None };
    let modifier = if own == modifier::NONE { m } else { own };
    Some(f.intern(TnData::Sym { sym, offset, modifier }))
}

fn memory(f: &mut Func, base: Tn, disp: Tn, seg: i64) -> [Tn; 5] {
    let wide = f.ty(base) == MType::I64;
    let index = address_reg(f, reg::NOREG, wide);
    Addr { base, scale: 0, index, disp, seg }.operands(f)
}

/// `sbb rd, rd`.
fn carry(f: &mut Func, o: Op, row: Opcode) {
    let Some(&rd) = f.results(o).first() else { return };
    let flags = eflags(f);
    f.rewrite_op(o, row, &[rd, flags], &[rd, rd, flags]);
}

fn is_select(f: &Func, o: Op) -> bool {
    matches!(
        f.ops[o].opcode,
        op::P_SELECT8
            | op::P_SELECT32
            | op::P_SELECT_F32
            | op::P_SELECT_F64
            | op::P_SELECT_V128
            | op::P_SELECT_V256
            | op::P_SELECT_X87
    )
}

/// Selects become branches over copies; those of one condition in a row share the branch.
fn selects(f: &mut Func, isa: &Isa) {
    let mut i = 0;
    while let Some(&b) = f.layout.get(i) {
        let first = f.bb_ops(b).find(|&o| is_select(f, o));
        if let Some(o) = first {
            let (copies, rest) = split(f, isa, b, o);
            f.layout.insert(i + 1, copies);
            f.layout.insert(i + 2, rest);
        }
        i += 1;
    }
    f.rebuild_preds();
}

/// Splits a block at a select: where the condition does not hold, control jumps over the copies to the rest.
fn split(f: &mut Func, isa: &Isa, b: Bb, first: Op) -> (Bb, Bb) {
    let (freq, cold) = (f.bbs[b].freq, f.bbs[b].cold);
    let mut block = |share: f32| {
        let n = f.bbs.push(crate::func::BbData::default());
        (f.bbs[n].freq, f.bbs[n].cold) = (freq * share, cold);
        n
    };
    let (copies, rest) = (block(0.5), block(1.0));
    f.bbs[rest].succs = std::mem::take(&mut f.bbs[b].succs);
    f.bbs[rest].unwind = f.bbs[b].unwind.take();
    f.bbs[copies].succs.push(Succ { bb: rest, prob: 1.0 });
    f.bbs[b].succs.extend([Succ { bb: copies, prob: 0.5 }, Succ { bb: rest, prob: 0.5 }]);
    let cc_of = |f: &Func, o: Op| f.operands(o).get(2).and_then(|&t| f.as_lit(t));
    let cc = cc_of(f, first).unwrap_or(0);
    let mut next = Some(first);
    let mut taking = true;
    while let Some(o) = next {
        next = f.next(o);
        taking &= is_select(f, o) && cc_of(f, o) == Some(cc);
        f.remove(o);
        if !taking {
            f.append(rest, o);
            continue;
        }
        let (Some(&rd), Some(&tv)) = (f.results(o).first(), f.operands(o).get(1)) else { continue };
        let row = copy_row(f, rd);
        f.rewrite_op(o, row, &[rd], &[tv]);
        f.append(copies, o);
    }
    let (to, not, flags) = (f.label(rest), f.lit(cc ^ 1), eflags(f));
    let jump = f.make_op(op::JCC, &[], &[to, not, flags]);
    f.append(b, jump);
    let x = Expansion { isa, avx: false, wide: true, low: true };
    for o in f.bb_ops(copies).collect::<Vec<_>>() {
        x.expand(f, o, true);
    }
    (copies, rest)
}
