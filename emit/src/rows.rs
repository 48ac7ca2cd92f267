//! What the instruction tables say about an instruction with its operands: bits, shorter forms, other spellings.

use crate::mc::McOperand;
use smallvec::SmallVec;
use targ_info::{Arg, Expansion, FeatureSet, InstDesc, InstFlags, Isa, Opcode, OperandKind};

/// Operands of an alias or compressed row.
pub type Bound = SmallVec<[McOperand; 4]>;

/// The bits of an instruction; symbols and labels leave their fields zero.
pub fn encode(isa: &Isa, opcode: Opcode, operands: &[McOperand]) -> u64 {
    let e = &isa.inst(opcode).encoding;
    e.pieces.iter().fold(e.bits, |word, p| {
        let value = match operands.get(p.operand as usize) {
            Some(McOperand::Reg(r)) => u64::from(isa.reg(*r).enc),
            Some(McOperand::Imm(v)) => *v as u64,
            _ => 0,
        };
        word | (value >> p.from & ((1u64 << p.len) - 1)) << p.to
    })
}

/// The bits of a value in the field of operand `n`: what resolves a fixup.
pub fn field(isa: &Isa, opcode: Opcode, n: usize, value: u64) -> u64 {
    let pieces = isa.inst(opcode).encoding.pieces.iter().filter(|p| p.operand as usize == n);
    pieces.fold(0, |word, p| word | (value >> p.from & ((1u64 << p.len) - 1)) << p.to)
}

/// The expansions of one kind that stand for a row.
fn of<'t>(list: &'t [Expansion], start: &[u16], op: Opcode) -> &'t [Expansion] {
    let at = |n: usize| start.get(n).map_or(0, |&s| s as usize);
    list.get(at(op.0 as usize)..at(op.0 as usize + 1)).unwrap_or(&[])
}

/// The operands of `e.from` with which it stands for `e.to` with these operands.
fn bind(isa: &Isa, e: &Expansion, operands: &[McOperand]) -> Option<Bound> {
    let from = isa.inst(e.from);
    let mut bound: SmallVec<[Option<McOperand>; 4]> = SmallVec::from_elem(None, from.operands.len());
    for (a, o) in e.args.iter().zip(operands) {
        match (a, o) {
            (Arg::Operand(n), o) => match bound.get_mut(*n as usize)? {
                Some(b) if *b != *o => return None,
                b => *b = Some(*o),
            },
            (Arg::Reg(r), McOperand::Reg(x)) if r == x => {}
            (Arg::Imm(v), McOperand::Imm(x)) if v == x => {}
            _ => return None,
        }
    }
    // Tied operands are written once; implicit ones need no value.
    for (n, o) in from.operands.iter().enumerate().take(from.results as usize) {
        let k = o.tied as usize;
        match (bound.get(n).copied().flatten(), bound.get(k).copied().flatten()) {
            (Some(r), Some(t)) if r != t => return None,
            (Some(r), None) if k < bound.len() => bound[k] = Some(r),
            (None, Some(t)) => bound[n] = Some(t),
            _ => {}
        }
    }
    Some(bound.into_iter().map(|b| b.unwrap_or(McOperand::Imm(0))).collect())
}

/// May a row have these operands? Labels fit any target: their range is the relaxation's business.
fn accepts(isa: &Isa, features: &FeatureSet, row: &InstDesc, operands: &[McOperand]) -> bool {
    row.operands.iter().zip(operands).all(|(d, o)| match (d.kind, o) {
        _ if d.implicit => true,
        (OperandKind::Reg(c), McOperand::Reg(r)) => {
            let (class, reg) = (isa.class(c), isa.reg(*r));
            class.units.contains(reg.units) && (reg.enc >= 64 || class.encs >> reg.enc & 1 != 0)
        }
        (OperandKind::Fixed(f), McOperand::Reg(r)) => f == *r,
        (OperandKind::Imm(k), McOperand::Imm(v)) => isa.imms.get(k as usize).is_some_and(|i| i.fits_with(*v, features)),
        (OperandKind::Target(_), McOperand::Label(_)) => true,
        _ => false,
    })
}

/// A shorter row for an instruction and its operands, if the features allow one.
pub fn compress(isa: &Isa, features: &FeatureSet, op: Opcode, operands: &[McOperand]) -> Option<(Opcode, Bound)> {
    let list = of(isa.compressions, isa.compression_start, op);
    if list.is_empty() || operands.iter().any(|o| matches!(o, McOperand::Expr(_))) {
        return None;
    }
    let row = isa.inst(op);
    let exchanged = exchange(row, operands);
    let fitting = |e: &Expansion, operands: &[McOperand]| {
        let bound = bind(isa, e, operands)?;
        accepts(isa, features, isa.inst(e.from), &bound).then_some((e.from, bound))
    };
    let available = |e: &&Expansion| isa.inst(e.from).available(features);
    list.iter()
        .filter(available)
        .find_map(|e| fitting(e, operands).or_else(|| exchanged.as_ref().and_then(|x| fitting(e, x))))
}

/// The operands of a commutative row the other way round.
fn exchange(row: &InstDesc, operands: &[McOperand]) -> Option<Bound> {
    let commutes = row.flags.contains(InstFlags::COMMUTES) && !row.flags.contains(InstFlags::BRANCH);
    let n = row.results as usize;
    if !commutes || operands.len() < n + 2 {
        return None;
    }
    let mut x = Bound::from_slice(operands);
    x.swap(n, n + 1);
    Some(x)
}

/// The row and operands to print for an instruction: an alias where one is preferred.
pub fn spelling(isa: &Isa, features: &FeatureSet, op: Opcode, operands: &[McOperand]) -> Option<(Opcode, Bound)> {
    of(isa.aliases, isa.alias_start, op)
        .iter()
        .filter(|e| e.print && isa.inst(e.from).available(features))
        .find_map(|e| bind(isa, e, operands).map(|b| (e.from, b)))
}

/// A piece of a row's assembly template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// As it stands.
    Text(&'static str),
    /// An operand, by index.
    Operand(u8),
    /// A comma and an operand, unless it has its default value.
    Optional(u8),
}

/// The assembly templates of all rows, taken apart once.
pub struct Templates(Vec<SmallVec<[Piece; 6]>>);

impl Templates {
    /// Templates of an ISA.
    pub fn new(isa: &Isa) -> Templates {
        Templates(isa.insts.iter().map(split).collect())
    }
    /// No templates.
    pub fn empty() -> Templates {
        Templates(Vec::new())
    }
    /// The template of a row.
    pub fn get(&self, op: Opcode) -> &[Piece] {
        self.0.get(op.0 as usize).map_or(&[], |t| t)
    }
}

fn split(row: &InstDesc) -> SmallVec<[Piece; 6]> {
    let mut pieces = SmallVec::new();
    let mut text = row.asm;
    // The mnemonic is divided from the operands by a tab, as all other assembly is.
    let mut in_mnemonic = true;
    let mut push_text = |pieces: &mut SmallVec<[Piece; 6]>, t: &'static str| match t.split_once(' ') {
        Some((m, rest)) if in_mnemonic => {
            in_mnemonic = false;
            pieces.extend([m, "\t", rest].into_iter().filter(|s| !s.is_empty()).map(Piece::Text));
        }
        _ if t.is_empty() => {}
        _ => pieces.push(Piece::Text(t)),
    };
    while let Some((before, rest)) = text.split_once('{') {
        let Some((name, after)) = rest.split_once('}') else { break };
        push_text(&mut pieces, before);
        let (optional, name) = name.strip_prefix('?').map_or((false, name), |n| (true, n));
        if let Some(n) = row.operands.iter().position(|o| o.name == name) {
            pieces.push(if optional { Piece::Optional(n as u8) } else { Piece::Operand(n as u8) });
        }
        text = after;
    }
    push_text(&mut pieces, text);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use targ_info::riscv::{ISA, op};

    fn reg(name: &str) -> McOperand {
        McOperand::Reg(ISA.reg_by_name(name).expect("a register"))
    }

    #[test]
    fn templates_of_every_shape() {
        let t = Templates::new(&ISA);
        use Piece::*;
        assert_eq!(t.get(op::LW), [Text("lw"), Text("\t"), Operand(0), Text(", "), Operand(1), Text("("), Operand(2), Text(")")]);
        assert_eq!(t.get(op::FADD_S).last(), Some(&Optional(3)));
        assert_eq!(t.get(op::ECALL), [Text("ecall")]);
    }

    #[test]
    fn encodings() {
        assert_eq!(encode(&ISA, op::ADDI, &[reg("sp"), reg("sp"), McOperand::Imm(-16)]), 0xff010113);
        assert_eq!(encode(&ISA, op::SD, &[reg("ra"), McOperand::Imm(8), reg("sp")]), 0x00113423);
        assert_eq!(field(&ISA, op::BEQ, 2, 8), 0x400);
    }

    #[test]
    fn shorter_forms() {
        let all = targ_info::Target::bare(&ISA, &ISA.abis[0], &ISA.procs[0], "").features;
        let mut f = all;
        for name in ["c", "rvc", "64bit"] {
            if let Some(n) = ISA.features.iter().position(|x| x.name == name) {
                f.insert(targ_info::Feature(n as u8));
            }
        }
        let short = |o, list: &[McOperand]| compress(&ISA, &f, o, list).map(|c| ISA.inst(c.0).name);
        assert_eq!(short(op::ADDI, &[reg("sp"), reg("sp"), McOperand::Imm(-16)]), Some("c.addi"));
        assert_eq!(short(op::ADDI, &[reg("sp"), reg("sp"), McOperand::Imm(-64)]), Some("c.addi16sp"));
        assert_eq!(short(op::ADD, &[reg("a0"), reg("a1"), reg("a0")]), Some("c.add"));
        assert_eq!(short(op::ADDI, &[reg("a0"), reg("a1"), McOperand::Imm(1)]), None);
        assert_eq!(short(op::LW, &[reg("a0"), McOperand::Imm(4), reg("a1")]), Some("c.lw"));
        assert_eq!(short(op::LW, &[reg("t4"), McOperand::Imm(4), reg("a1")]), None);
    }
}
