//! Pseudo ops that stay whole until emission: addresses, calls, returns, and the loops around `lr` and `sc`.
//!
//! Loops follow "Constrained LR/SC Loops" of the unprivileged manual: nothing but base integer instructions between `lr`
//! and `sc`, and at most sixteen of them.

use crate::lower::Lower;
use crate::mc::McOperand::{self, Imm, Label as To, Reg};
use crate::mc::{Label, Mark};
use cgir::func::{Modifier, Op};
use cgir::target::riscv::modifier as m;
use targ_info::riscv::op;
use targ_info::{Opcode, PReg};
use whirl_lite::diag::Result;
use whirl_lite::ir::RmwOp;

/// Orders of `lr` and `sc`: bits rl and aq.
const RL: i64 = 1;
const AQ: i64 = 2;

/// Orders of the two ends of a loop, by the ordering of the whole ("Mappings from C/C++ primitives to RISC-V
/// primitives" in the manual's memory-model chapter).
fn orders(ordering: i64) -> (i64, i64) {
    match ordering {
        0 => (0, 0),
        1 => (AQ, 0),
        2 => (0, RL),
        3 => (AQ, RL),
        _ => (AQ | RL, RL),
    }
}

/// Expands a pseudo op.
pub fn expand(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let opcode = l.f.ops[o].opcode;
    match opcode {
        op::P_CALL | op::P_TAIL => {
            let target = l.entry(o, l.f.nres(o))?;
            let target = l.symbol_operand(target, m::NONE)?;
            l.emit(opcode, &[target]);
            Ok(())
        }
        op::P_CALL_R => jump_register(l, o, l.cx.target.abi.ra),
        op::P_TAILR | op::P_JUMPTABLE | op::P_INDIRECTBR => jump_register(l, o, l.cx.target.abi.zero),
        op::P_RET => {
            let (zero, ra) = (zero(l)?, link(l)?);
            l.emit(op::JALR, &[Reg(zero), Imm(0), Reg(ra)]);
            Ok(())
        }
        op::P_LA_ABS => pair(l, o, m::HI, m::LO),
        op::P_LA_PCREL => pcrel(l, o, m::PCREL_HI, op::ADDI).map(|_| ()),
        op::P_LA_TLS_GD => pcrel(l, o, m::TLS_GD_PCREL_HI, op::ADDI).map(|_| ()),
        op::P_LA_GOT => {
            let load = load_pointer(l);
            pcrel(l, o, m::GOT_PCREL_HI, load).map(|_| ())
        }
        op::P_LA_TLS_IE => {
            let load = load_pointer(l);
            let rd = pcrel(l, o, m::TLS_IE_PCREL_HI, load)?;
            let tp = thread(l)?;
            l.emit(op::ADD, &[Reg(rd), Reg(rd), Reg(tp)]);
            Ok(())
        }
        op::P_LA_TLS_LE => local_exec(l, o),
        op::P_LI => {
            let (rd, v) = (reg(l, o, 0)?, l.lit(l.entry(o, 1)?)?);
            let zero = zero(l)?;
            if (-2048..2048).contains(&v) {
                l.emit(op::ADDI, &[Reg(rd), Reg(zero), Imm(v)]);
                Ok(())
            } else {
                l.refuse("large constant that was not expanded before emission")
            }
        }
        op::P_COPY => {
            let (rd, rs) = (reg(l, o, 0)?, reg(l, o, 1)?);
            l.emit(op::ADDI, &[Reg(rd), Reg(rs), Imm(0)]);
            Ok(())
        }
        op::P_COPY_F32 => copy_float(l, o, op::FSGNJ_S),
        op::P_COPY_F64 => copy_float(l, o, op::FSGNJ_D),
        op::P_RMW_W => rmw_loop(l, o, op::LR_W, op::SC_W),
        op::P_RMW_D => rmw_loop(l, o, op::LR_D, op::SC_D),
        op::P_RMW_MASKED => masked_rmw(l, o),
        op::P_MINMAX_MASKED => masked_minmax(l, o),
        op::P_CMPXCHG_W => cmpxchg(l, o, op::LR_W, op::SC_W),
        op::P_CMPXCHG_D => cmpxchg(l, o, op::LR_D, op::SC_D),
        op::P_CMPXCHG_MASKED => masked_cmpxchg(l, o),
        _ => {
            let name = l.cx.target.isa.inst(opcode).name;
            l.refuse(format!("pseudo op '{name}' at emission"))
        }
    }
}

fn reg(l: &Lower<'_>, o: Op, n: usize) -> Result<PReg> {
    l.reg(l.entry(o, n)?)
}

fn needed(l: &Lower<'_>, r: Option<PReg>) -> Result<PReg> {
    r.map_or_else(|| l.refuse("an ABI without the register that this needs"), Ok)
}

fn zero(l: &Lower<'_>) -> Result<PReg> {
    needed(l, l.cx.target.abi.zero)
}

fn link(l: &Lower<'_>) -> Result<PReg> {
    needed(l, l.cx.target.abi.ra)
}

fn thread(l: &Lower<'_>) -> Result<PReg> {
    needed(l, l.cx.target.abi.tp)
}

fn load_pointer(l: &Lower<'_>) -> Opcode {
    if l.cx.target.xlen() == 64 { op::LD } else { op::LW }
}

/// `jalr rd, 0(rs1)`.
fn jump_register(l: &mut Lower<'_>, o: Op, rd: Option<PReg>) -> Result<()> {
    let rd = needed(l, rd)?;
    let rs = reg(l, o, l.f.nres(o))?;
    l.emit(op::JALR, &[Reg(rd), Imm(0), Reg(rs)]);
    Ok(())
}

fn copy_float(l: &mut Lower<'_>, o: Op, sgnj: Opcode) -> Result<()> {
    let (rd, rs) = (reg(l, o, 0)?, reg(l, o, 1)?);
    l.emit(sgnj, &[Reg(rd), Reg(rs), Reg(rs)]);
    Ok(())
}

/// `lui rd, hi(sym); addi rd, rd, lo(sym)`.
fn pair(l: &mut Lower<'_>, o: Op, hi: Modifier, lo: Modifier) -> Result<()> {
    let (rd, sym) = (Reg(reg(l, o, 0)?), l.entry(o, 1)?);
    let high = l.symbol_operand(sym, hi)?;
    l.emit(op::LUI, &[rd, high]);
    let low = l.symbol_operand(sym, lo)?;
    l.emit(op::ADDI, &[rd, rd, low]);
    Ok(())
}

/// `anchor: auipc rd, hi(sym)`, then an addition or load of `%pcrel_lo(anchor)`.
fn pcrel(l: &mut Lower<'_>, o: Op, hi: Modifier, second: Opcode) -> Result<PReg> {
    let (rd, sym) = (reg(l, o, 0)?, l.entry(o, 1)?);
    let low = l.anchor(m::PCREL_LO);
    let high = l.symbol_operand(sym, hi)?;
    l.emit(op::AUIPC, &[Reg(rd), high]);
    if second == op::ADDI {
        l.emit(second, &[Reg(rd), Reg(rd), low]);
    } else {
        l.emit(second, &[Reg(rd), low, Reg(rd)]);
    }
    Ok(rd)
}

/// `lui rd, %tprel_hi(sym); add rd, rd, tp, %tprel_add(sym); addi rd, rd, %tprel_lo(sym)`.
fn local_exec(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let (rd, sym, tp) = (Reg(reg(l, o, 0)?), l.entry(o, 1)?, thread(l)?);
    let high = l.symbol_operand(sym, m::TPREL_HI)?;
    l.emit(op::LUI, &[rd, high]);
    let add = l.symbol_operand(sym, m::TPREL_ADD)?;
    l.emit(op::ADD, &[rd, rd, Reg(tp), add]);
    let low = l.symbol_operand(sym, m::TPREL_LO)?;
    l.emit(op::ADDI, &[rd, rd, low]);
    Ok(())
}

/// Registers of a loop: all register operands, by place, then numbers.
struct Loop {
    rd: McOperand,
    t1: McOperand,
    base: McOperand,
    lr: (Opcode, i64),
    sc: (Opcode, i64),
}

impl Loop {
    fn new(l: &Lower<'_>, o: Op, base: usize, lr: Opcode, sc: Opcode) -> Result<Loop> {
        let (acquire, release) = orders(l.lit(l.entry(o, base + 1)?)?);
        let base = Reg(reg(l, o, base)?);
        Ok(Loop { rd: Reg(reg(l, o, 0)?), t1: Reg(reg(l, o, 1)?), base, lr: (lr, acquire), sc: (sc, release) })
    }
    /// The label of the loop and the `lr`.
    fn head(&self, l: &mut Lower<'_>) -> Label {
        let head = l.label_here();
        l.emit(self.lr.0, &[self.rd, self.base, Imm(self.lr.1)]);
        head
    }
    /// The `sc` of a value and the branch back.
    fn tail(&self, l: &mut Lower<'_>, value: McOperand, head: Label) -> Result<()> {
        l.emit(self.sc.0, &[self.t1, value, self.base, Imm(self.sc.1)]);
        let zero = zero(l)?;
        l.emit(op::BNE, &[self.t1, Reg(zero), To(head)]);
        Ok(())
    }
    /// `t1 = rd` with the bits of `value` where the mask is set.
    fn merge(&self, l: &mut Lower<'_>, value: McOperand, mask: McOperand) {
        l.emit(op::XOR, &[self.t1, self.rd, value]);
        l.emit(op::AND, &[self.t1, self.t1, mask]);
        l.emit(op::XOR, &[self.t1, self.rd, self.t1]);
    }
}

/// `t1 = rd <op> val` for the operators that need no branch; false for others.
fn combine(l: &mut Lower<'_>, kind: RmwOp, t1: McOperand, rd: McOperand, val: McOperand) -> bool {
    let one = match kind {
        RmwOp::Xchg => {
            l.emit(op::ADDI, &[t1, val, Imm(0)]);
            return true;
        }
        RmwOp::Nand => {
            l.emit(op::AND, &[t1, rd, val]);
            l.emit(op::XORI, &[t1, t1, Imm(-1)]);
            return true;
        }
        RmwOp::Add => op::ADD,
        RmwOp::Sub => op::SUB,
        RmwOp::And => op::AND,
        RmwOp::Or => op::OR,
        RmwOp::Xor => op::XOR,
        _ => return false,
    };
    l.emit(one, &[t1, rd, val]);
    true
}

/// The branch that keeps the old value `a` against `b`: its row and operands.
fn keeps(kind: RmwOp, a: McOperand, b: McOperand) -> Option<(Opcode, McOperand, McOperand)> {
    Some(match kind {
        RmwOp::Max => (op::BGE, a, b),
        RmwOp::Min => (op::BGE, b, a),
        RmwOp::UMax => (op::BGEU, a, b),
        RmwOp::UMin => (op::BGEU, b, a),
        _ => return None,
    })
}

/// `rd, t1 = rmw, val, (base), ordering`.
fn rmw_loop(l: &mut Lower<'_>, o: Op, lr: Opcode, sc: Opcode) -> Result<()> {
    let kind = l.rmw(o, 2)?;
    let val = Reg(reg(l, o, 3)?);
    let p = Loop::new(l, o, 4, lr, sc)?;
    let head = p.head(l);
    if !combine(l, kind, p.t1, p.rd, val) {
        let Some((branch, a, b)) = keeps(kind, p.rd, val) else { return l.refuse("unknown atomic operation") };
        let skip = l.out.new_label();
        l.emit(op::ADDI, &[p.t1, p.rd, Imm(0)]);
        l.emit(branch, &[a, b, To(skip)]);
        l.emit(op::ADDI, &[p.t1, val, Imm(0)]);
        l.out.mark(Mark::Label(skip));
    }
    p.tail(l, p.t1, head)
}

/// `rd, t1 = rmw, val, mask, (base), ordering`, on the aligned word around a smaller value.
fn masked_rmw(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let kind = l.rmw(o, 2)?;
    let (val, mask) = (Reg(reg(l, o, 3)?), Reg(reg(l, o, 4)?));
    let p = Loop::new(l, o, 5, op::LR_W, op::SC_W)?;
    let head = p.head(l);
    if !combine(l, kind, p.t1, p.rd, val) {
        return l.refuse("atomic operation that has no masked form");
    }
    p.merge(l, p.t1, mask);
    p.tail(l, p.t1, head)
}

/// `rd, t1, t2 = rmw, val, mask, sh, (base), ordering`.
fn masked_minmax(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let t2 = Reg(reg(l, o, 2)?);
    let kind = l.rmw(o, 3)?;
    let (val, mask, sh) = (Reg(reg(l, o, 4)?), Reg(reg(l, o, 5)?), Reg(reg(l, o, 6)?));
    let p = Loop::new(l, o, 7, op::LR_W, op::SC_W)?;
    let Some((branch, a, b)) = keeps(kind, t2, val) else { return l.refuse("unknown atomic operation") };
    let head = p.head(l);
    l.emit(op::AND, &[t2, p.rd, mask]);
    l.emit(op::ADDI, &[p.t1, p.rd, Imm(0)]);
    if matches!(kind, RmwOp::Max | RmwOp::Min) {
        l.emit(op::SLL, &[t2, t2, sh]);
        l.emit(op::SRA, &[t2, t2, sh]);
    }
    let store = l.out.new_label();
    l.emit(branch, &[a, b, To(store)]);
    p.merge(l, val, mask);
    l.out.mark(Mark::Label(store));
    p.tail(l, p.t1, head)
}

/// `rd, t1 = old, val, (base), ordering`.
fn cmpxchg(l: &mut Lower<'_>, o: Op, lr: Opcode, sc: Opcode) -> Result<()> {
    let (old, val) = (Reg(reg(l, o, 2)?), Reg(reg(l, o, 3)?));
    let p = Loop::new(l, o, 4, lr, sc)?;
    let done = l.out.new_label();
    let head = p.head(l);
    l.emit(op::BNE, &[p.rd, old, To(done)]);
    p.tail(l, val, head)?;
    l.out.mark(Mark::Label(done));
    Ok(())
}

/// `rd, t1 = old, val, mask, (base), ordering`.
fn masked_cmpxchg(l: &mut Lower<'_>, o: Op) -> Result<()> {
    let (old, val, mask) = (Reg(reg(l, o, 2)?), Reg(reg(l, o, 3)?), Reg(reg(l, o, 4)?));
    let p = Loop::new(l, o, 5, op::LR_W, op::SC_W)?;
    let done = l.out.new_label();
    let head = p.head(l);
    l.emit(op::AND, &[p.t1, p.rd, mask]);
    l.emit(op::BNE, &[p.t1, old, To(done)]);
    p.merge(l, val, mask);
    p.tail(l, p.t1, head)?;
    l.out.mark(Mark::Label(done));
    Ok(())
}
