//! Pseudo ops that stay whole until emission: calls, returns, jumps through registers, constants of vectors, and the loops
//! around `cmpxchg`. What else is left in the end, cgir's `pseudo` has made instructions before.

use crate::lower::Lower;
use crate::mc::Mark;
use crate::mc::McOperand::{self, Imm, Label as To, Reg};
use cgir::func::{Modifier, Op, OpFlags, SymRef, TnData};
use cgir::target::x86::{cond as cc, modifier as m};
use targ_info::x86::{class, feature, op, reg};
use targ_info::{Opcode, PReg, RelocModel};
use whirl_lite::diag::Result;
use whirl_lite::ir::RmwOp;

/// Expands a pseudo op.
pub fn expand(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let opcode = l.f.ops[o].opcode;
    let wide = l.cx.target.xlen() == 64;
    let by = |narrow: Opcode, long: Opcode| if wide { long } else { narrow };
    match opcode {
        op::P_CALL => direct(l, o, by(op::CALL32, op::CALL64)),
        op::P_TAIL => direct(l, o, op::JMP),
        op::P_CALL_R => through(l, o, by(op::CALL32_R, op::CALL64_R)),
        op::P_CALL_M => in_memory(l, o, by(op::CALL32_M, op::CALL64_M)),
        op::P_TAILR | op::P_JUMPTABLE | op::P_INDIRECTBR => through(l, o, by(op::JMP32_R, op::JMP64_R)),
        op::P_RET => {
            let popped = l.lit(l.entry(o, 0)?)?;
            match popped {
                0 => l.emit(by(op::RET32, op::RET64), &[]),
                n => l.emit(by(op::RET32_I, op::RET64_I), &[Imm(n)]),
            }
            Ok(())
        }
        op::P_GOTBASE => got_base(l, o),
        op::P_GOTBASE64 => far_got_base(l, o),
        op::P_LA_TLS_GD if wide => dynamic_long(l, o, op::LEA64_TLS, op::CALL64_TLS, m::TLSGD),
        op::P_LA_TLS_LD if wide => dynamic_long(l, o, op::LEA64, op::CALL64, m::TLSLD),
        op::P_LA_TLS_GD => dynamic_short(l, o, m::TLSGD),
        op::P_LA_TLS_LD => dynamic_short(l, o, m::TLSLDM),
        op::P_ZERO_V128 if has_avx(l) => fill(l, o, op::VXORPS_RRR),
        op::P_ZERO_V256 => fill(l, o, op::VXORPSY_RRR),
        op::P_ZERO_V128 => fill(l, o, op::XORPS_RR),
        op::P_ONES_V128 if has_avx(l) => fill(l, o, op::VPCMPEQD_RRR),
        op::P_ONES_V256 => fill(l, o, op::VPCMPEQDY_RRR),
        op::P_ONES_V128 => fill(l, o, op::PCMPEQD_RR),
        op::P_LOWV | op::P_WIDEV => part(l, o),
        op::P_RMW8 => rmw_loop(l, o, &BYTE),
        op::P_RMW16 => rmw_loop(l, o, &WORD),
        op::P_RMW32 => rmw_loop(l, o, &LONG),
        op::P_RMW64 => rmw_loop(l, o, &QUAD),
        _ => {
            let name = l.cx.target.isa.inst(opcode).name;
            l.refuse(format!("pseudo op '{name}' at emission"))
        }
    }
}

fn reg_at(l: &Lower<'_>, o: Op, n: usize) -> Result<PReg> {
    l.reg(l.entry(o, n)?)
}

fn has_avx(l: &Lower<'_>) -> bool {
    l.cx.target.has(feature::AVX)
}

/// A call or jump to a symbol: through the procedure linkage table if it may be defined, or replaced, elsewhere.
fn direct(l: &mut Lower<'_>, o: Op, row: Opcode) -> Result<()> {
    let target = l.entry(o, l.f.nres(o))?;
    let elsewhere = match l.f.tns[target] {
        TnData::Sym { sym: SymRef::Global(g), .. } => {
            let global = &l.cx.module.globals[g];
            !global.dso_local && !global.linkage.is_local()
        }
        TnData::Sym { sym: SymRef::Library(_), .. } => true,
        _ => false,
    };
    let table = elsewhere && l.cx.target.reloc == RelocModel::Pic;
    let target = l.symbol_operand(target, if table { m::PLT } else { m::NONE })?;
    l.emit(row, &[target]);
    take_back(l, o);
    Ok(())
}

/// What the callee took off the stack is the frame's: calls share one argument area. Nothing comes between, since nothing but the
/// call's own expansion knows that the stack pointer is not where it was.
fn take_back(l: &mut Lower<'_>, o: Op) {
    let popped = l.f.extra(o).map_or(0, |e| e.popped);
    let sp = Reg(l.cx.target.abi.sp);
    if popped != 0 && !l.f.ops[o].flags.contains(OpFlags::TAIL) {
        let row = if l.cx.target.xlen() == 64 { op::SUB64_RI } else { op::SUB32_RI };
        l.emit(row, &[sp, Reg(reg::EFLAGS), sp, Imm(i64::from(popped))]);
    }
}

/// A call or jump to an address in a register.
fn through(l: &mut Lower<'_>, o: Op, row: Opcode) -> Result<()> {
    let r = reg_at(l, o, l.f.nres(o))?;
    l.emit(row, &[Reg(r)]);
    take_back(l, o);
    Ok(())
}

/// A call of an address in memory.
fn in_memory(l: &mut Lower<'_>, o: Op, row: Opcode) -> Result<()> {
    let first = l.f.nres(o);
    let place = (first..first + 5).map(|n| l.entry(o, n).and_then(|t| l.operand(t))).collect::<Result<Vec<_>>>()?;
    l.emit(row, &place);
    take_back(l, o);
    Ok(())
}

/// The address of the global offset table: a call pushes where it stands, the rest is a distance that the linker knows.
fn got_base(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let (rd, sp, flags) = (Reg(reg_at(l, o, 0)?), Reg(l.cx.target.abi.sp), Reg(reg::EFLAGS));
    let here = l.out.new_label();
    l.emit(op::CALL32, &[To(here)]);
    l.out.mark(Mark::Label(here));
    l.emit(op::POP32_R, &[rd, sp, sp]);
    // The pop before it is one byte long.
    let table = l.library_operand("_GLOBAL_OFFSET_TABLE_", 1, m::GOTPC)?;
    l.emit(op::ADD32_RI, &[rd, flags, rd, table]);
    Ok(())
}

/// The same where the table is farther than 32 bits tell. Assemblers count this distance too from where the instruction starts,
/// which is where the program counter stands after the one before it.
fn far_got_base(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let (rd, t) = (Reg(reg_at(l, o, 0)?), Reg(reg_at(l, o, 1)?));
    l.emit(op::LEA64, &[rd, Reg(reg::RIP), Imm(0), Reg(reg::NOREG), Imm(0), Imm(0)]);
    let table = l.library_operand("_GLOBAL_OFFSET_TABLE_", 0, m::GOTPC)?;
    l.emit(op::MOV64_RI, &[t, table]);
    l.emit(op::ADD64_RR, &[rd, Reg(reg::EFLAGS), rd, t]);
    Ok(())
}

/// The address of a thread-local variable, or of the module's part, by a call: "ELF Handling For Thread-Local Storage", 4.1.6 and
/// 4.2.6. The linker knows these sequences by their bytes.
fn dynamic_long(l: &mut Lower<'_>, o: Op, lea: Opcode, call: Opcode, modifier: Modifier) -> Result<()> {
    let sym = l.symbol_operand(l.entry(o, l.f.nres(o))?, modifier)?;
    l.emit(lea, &[Reg(reg::RDI), Reg(reg::RIP), Imm(0), Reg(reg::NOREG), sym, Imm(0)]);
    let target = l.library_operand("__tls_get_addr", 0, m::PLT)?;
    l.emit(call, &[target]);
    Ok(())
}

/// The same on IA-32, where the argument is in eax and ebx holds the GOT's address; the general form has an index for its length.
fn dynamic_short(l: &mut Lower<'_>, o: Op, modifier: Modifier) -> Result<()> {
    let sym = l.symbol_operand(l.entry(o, l.f.nres(o))?, modifier)?;
    let (none, ebx) = (Reg(reg::NOREG), Reg(reg::EBX));
    let (base, index) = if modifier == m::TLSGD { (none, ebx) } else { (ebx, none) };
    l.emit(op::LEA32, &[Reg(reg::EAX), base, Imm(0), index, sym, Imm(0)]);
    let target = l.library_operand("___tls_get_addr", 0, m::PLT)?;
    l.emit(op::CALL32, &[target]);
    Ok(())
}

/// All zeros or ones of a vector: an operation on the register itself, whose result does not depend on it.
fn fill(l: &mut Lower<'_>, o: Op, row: Opcode) -> Result<()> {
    let r = Reg(reg_at(l, o, 0)?);
    l.emit(row, &[r, r, r]);
    Ok(())
}

/// The lower half of a vector, or a vector as one: a copy, unless both share a register.
fn part(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let isa = l.cx.target.isa;
    let member = |r: PReg| isa.class(class::VR128).members.contains(&r);
    let half = |r: PReg| if member(r) { Some(r) } else { isa.view(r, class::VR128) };
    let (d, s) = (half(reg_at(l, o, 0)?), half(reg_at(l, o, 1)?));
    match (d, s) {
        (Some(d), Some(s)) => {
            if d != s {
                l.emit(op::VMOVAPS_RR, &[Reg(d), Reg(s)]);
            }
            Ok(())
        }
        _ => l.refuse("something else than vector registers"),
    }
}

/// Rows of one width.
struct Width {
    load: Opcode,
    copy: Opcode,
    add: Opcode,
    sub: Opcode,
    and: Opcode,
    or: Opcode,
    xor: Opcode,
    not: Opcode,
    cmp: Opcode,
    cmpxchg: Opcode,
}

const BYTE: Width = Width {
    load: op::MOV8_RM,
    copy: op::MOV8_RR,
    add: op::ADD8_RR,
    sub: op::SUB8_RR,
    and: op::AND8_RR,
    or: op::OR8_RR,
    xor: op::XOR8_RR,
    not: op::NOT8_R,
    cmp: op::CMP8_RR,
    cmpxchg: op::LOCK_CMPXCHG8_MR,
};
const WORD: Width = Width {
    load: op::MOV16_RM,
    copy: op::MOV16_RR,
    add: op::ADD16_RR,
    sub: op::SUB16_RR,
    and: op::AND16_RR,
    or: op::OR16_RR,
    xor: op::XOR16_RR,
    not: op::NOT16_R,
    cmp: op::CMP16_RR,
    cmpxchg: op::LOCK_CMPXCHG16_MR,
};
const LONG: Width = Width {
    load: op::MOV32_RM,
    copy: op::MOV32_RR,
    add: op::ADD32_RR,
    sub: op::SUB32_RR,
    and: op::AND32_RR,
    or: op::OR32_RR,
    xor: op::XOR32_RR,
    not: op::NOT32_R,
    cmp: op::CMP32_RR,
    cmpxchg: op::LOCK_CMPXCHG32_MR,
};
const QUAD: Width = Width {
    load: op::MOV64_RM,
    copy: op::MOV64_RR,
    add: op::ADD64_RR,
    sub: op::SUB64_RR,
    and: op::AND64_RR,
    or: op::OR64_RR,
    xor: op::XOR64_RR,
    not: op::NOT64_R,
    cmp: op::CMP64_RR,
    cmpxchg: op::LOCK_CMPXCHG64_MR,
};

/// `old, t1, eflags = rmw, val, m`, with the old value in the accumulator:
/// `mov m, old; again: t1 = old op val; lock cmpxchg t1, m; jne again`.
fn rmw_loop(l: &mut Lower<'_>, o: Op, w: &Width) -> Result<()> {
    let (old, t1) = (Reg(reg_at(l, o, 0)?), Reg(reg_at(l, o, 1)?));
    let kind = l.rmw(o, 3)?;
    let val = Reg(reg_at(l, o, 4)?);
    let mut mem = [Imm(0); 5];
    for (n, slot) in mem.iter_mut().enumerate() {
        let tn = l.entry(o, 5 + n)?;
        *slot = l.operand(tn)?;
    }
    let [a, b, c, d, e] = mem;
    let flags = Reg(reg::EFLAGS);
    l.emit(w.load, &[old, a, b, c, d, e]);
    let again = l.label_here();
    combine(l, w, kind, old, t1, val)?;
    l.emit(w.cmpxchg, &[old, flags, a, b, c, d, e, t1, old]);
    l.emit(op::JCC, &[To(again), Imm(cc::NE), flags]);
    Ok(())
}

/// `t1 = old op val`.
fn combine(l: &mut Lower<'_>, w: &Width, kind: RmwOp, old: McOperand, t1: McOperand, val: McOperand) -> Result<()> {
    let flags = Reg(reg::EFLAGS);
    let row = match kind {
        RmwOp::Xchg => {
            l.emit(w.copy, &[t1, val]);
            return Ok(());
        }
        RmwOp::Add => w.add,
        RmwOp::Sub => w.sub,
        RmwOp::And | RmwOp::Nand => w.and,
        RmwOp::Or => w.or,
        RmwOp::Xor => w.xor,
        _ => {
            // The condition under which the old value stays.
            let keep = match kind {
                RmwOp::Max => cc::GE,
                RmwOp::Min => cc::LE,
                RmwOp::UMax => cc::AE,
                RmwOp::UMin => cc::BE,
                _ => return l.refuse("unknown atomic operation"),
            };
            let skip = l.out.new_label();
            l.emit(w.copy, &[t1, old]);
            l.emit(w.cmp, &[flags, old, val]);
            l.emit(op::JCC, &[To(skip), Imm(keep), flags]);
            l.emit(w.copy, &[t1, val]);
            l.out.mark(Mark::Label(skip));
            return Ok(());
        }
    };
    l.emit(w.copy, &[t1, old]);
    l.emit(row, &[t1, flags, t1, val]);
    if kind == RmwOp::Nand {
        l.emit(w.not, &[t1, t1]);
    }
    Ok(())
}
