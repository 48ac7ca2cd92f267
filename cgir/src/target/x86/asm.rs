//! Inline assembly: constraints as GCC's manual gives them for x86 ("Machine Constraints"), in LLVM's spelling.
//!
//! Operands that are narrower than 32 bits are passed in a 32-bit register.

use super::expand::{Expander, To};
use super::hooks::{file, memory_rows};
use crate::expansion::asm::AsmPatterns;
use crate::expansion::constraint::Wanted;
use crate::func::{Constraint, OpExtra, Tn};
use targ_info::x86::{class, op, reg};
use targ_info::{PReg, RegClass, RegSet};
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::Preg;

/// State, and registers of extensions that no value is kept in.
const STATE: [&str; 60] = [
    "dirflag", "fpsr", "fpcr", "mxcsr", "k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "xmm16", "xmm17", "xmm18",
    "xmm19", "xmm20", "xmm21", "xmm22", "xmm23", "xmm24", "xmm25", "xmm26", "xmm27", "xmm28", "xmm29", "xmm30",
    "xmm31", "ymm16", "ymm17", "ymm18", "ymm19", "ymm20", "ymm21", "ymm22", "ymm23", "ymm24", "ymm25", "ymm26",
    "ymm27", "ymm28", "ymm29", "ymm30", "ymm31", "zmm16", "zmm17", "zmm18", "zmm19", "zmm20", "zmm21", "zmm22",
    "zmm23", "zmm24", "zmm25", "zmm26", "zmm27", "zmm28", "zmm29", "zmm30", "zmm31",
];

/// Other names of registers, or of what they are part of. Who touches one of MMX takes the whole stack of x87.
const ALIASES: [(&str, PReg); 26] = [
    ("cc", reg::EFLAGS),
    ("flags", reg::EFLAGS),
    ("mm0", reg::ST0),
    ("mm1", reg::ST0),
    ("mm2", reg::ST0),
    ("mm3", reg::ST0),
    ("mm4", reg::ST0),
    ("mm5", reg::ST0),
    ("mm6", reg::ST0),
    ("mm7", reg::ST0),
    ("zmm0", reg::YMM0),
    ("zmm1", reg::YMM1),
    ("zmm2", reg::YMM2),
    ("zmm3", reg::YMM3),
    ("zmm4", reg::YMM4),
    ("zmm5", reg::YMM5),
    ("zmm6", reg::YMM6),
    ("zmm7", reg::YMM7),
    ("zmm8", reg::YMM8),
    ("zmm9", reg::YMM9),
    ("zmm10", reg::YMM10),
    ("zmm11", reg::YMM11),
    ("zmm12", reg::YMM12),
    ("zmm13", reg::YMM13),
    ("zmm14", reg::YMM14),
    ("zmm15", reg::YMM15),
];

/// Conditions that an output may be, as `set` spells them.
const CONDITIONS: [&str; 28] = [
    "a", "ae", "b", "be", "c", "e", "z", "g", "ge", "l", "le", "na", "nae", "nb", "nbe", "nc", "ne", "ng", "nge", "nl",
    "nle", "no", "np", "ns", "nz", "o", "p", "s",
];

/// Kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    General,
    /// With a low byte.
    Byte,
    Vector,
    /// The first vector register.
    First,
    /// Of x87: any, or so many places below the top.
    Stack(Option<u8>),
    /// One register, by its 64-bit name.
    One(PReg),
}

impl AsmPatterns for Expander<'_> {
    type Kind = Kind;
    const SYMBOLIC: &'static [char] = &['i', 's', 'e', 'Z'];
    const STATE: &'static [&'static str] = &STATE;
    const ALIASES: &'static [(&'static str, PReg)] = &ALIASES;

    fn letters(text: &str) -> Option<(Wanted<Kind>, usize)> {
        let one = |r| (Wanted::Kind(Kind::One(r)), 1);
        Some(match text.chars().next()? {
            'r' | 'R' | 'l' | 'X' | 'g' => (Wanted::Kind(Kind::General), 1),
            'q' | 'Q' => (Wanted::Kind(Kind::Byte), 1),
            'x' | 'v' => (Wanted::Kind(Kind::Vector), 1),
            't' => (Wanted::Kind(Kind::Stack(Some(0))), 1),
            'u' => (Wanted::Kind(Kind::Stack(Some(1))), 1),
            'f' => (Wanted::Kind(Kind::Stack(None)), 1),
            // Of a pair the legaliser makes two named registers.
            'a' | 'A' => one(reg::RAX),
            '^' => match text.get(1..3)? {
                "Yz" => (Wanted::Kind(Kind::First), 3),
                "Yi" | "Yt" | "Y2" => (Wanted::Kind(Kind::Vector), 3),
                _ => return None,
            },
            'b' => one(reg::RBX),
            'c' => one(reg::RCX),
            'd' => one(reg::RDX),
            'S' => one(reg::RSI),
            'D' => one(reg::RDI),
            'm' | 'o' | 'V' => (Wanted::Memory, 1),
            c @ ('I' | 'J' | 'K' | 'L' | 'M' | 'N' | 'O' | 'i' | 'n' | 's' | 'e' | 'Z') => (Wanted::Constant(c), 1),
            _ => return None,
        })
    }
    fn fits(letter: char, v: i64) -> bool {
        match letter {
            'I' => (0..32).contains(&v),
            'J' => (0..64).contains(&v),
            'K' => (-128..128).contains(&v),
            'L' => matches!(v, 0xff | 0xffff | 0xffff_ffff),
            'M' => (0..4).contains(&v),
            'N' => (0..256).contains(&v),
            'O' => (0..128).contains(&v),
            'e' => super::consts::fits32(v),
            'Z' => super::consts::fits_u32(v),
            's' => false,
            _ => true,
        }
    }
    fn kind_place(&self, kind: &Kind, ty: MType) -> Result<(Constraint, RegClass)> {
        let c = self.kind_class(*kind, ty)?;
        match *kind {
            Kind::One(r) => self.named(r, c),
            Kind::Stack(Some(n)) => self.named(PReg(reg::FP0.0 + u16::from(n)), c),
            Kind::First => self.named(reg::XMM0, c),
            Kind::General | Kind::Byte | Kind::Vector | Kind::Stack(None) => Ok((Constraint::Class(c), c)),
        }
    }
    fn named_place(&self, r: PReg, ty: MType) -> Result<(Constraint, RegClass)> {
        let isa = self.cx.target.isa;
        if let Some(n) = stack_place(r) {
            return self.kind_place(&Kind::Stack(Some(n)), ty);
        }
        let vector = isa.class(class::VR256).units.intersects(isa.reg(r).units);
        self.named(r, self.kind_class(if vector { Kind::Vector } else { Kind::General }, ty)?)
    }
    /// A clobber of x87 that is the place of an input says that the input is popped. Other places are not told apart before the
    /// stack is laid out: whoever destroys one of them, destroys all values but operands.
    fn settle_clobbers(&self, extra: &mut OpExtra) {
        let isa = self.cx.target.isa;
        let flat = |n: u16| PReg(reg::FP0.0 + n);
        let operand = |n: u16| extra.constraints.contains(&Constraint::Fixed(flat(n)));
        let lost = (0..8).any(|n| isa.reg(PReg(reg::ST0.0 + n)).units.intersects(extra.clobbers) && !operand(n));
        if lost {
            let members = isa.class(class::RFP80).members.len() as u16;
            let others = (0..members).filter(|&n| !operand(n)).map(|n| isa.reg(flat(n)).units);
            extra.clobbers |= others.fold(RegSet::EMPTY, |s, u| s | u);
        }
    }
    fn pointer_place(&self) -> (Constraint, RegClass) {
        let pointer = if self.m.wide { class::GR64 } else { class::GR32 };
        (Constraint::Class(pointer), pointer)
    }
    fn output(&mut self, class: RegClass, ty: MType) -> Tn {
        let ty = match ty {
            MType::B => MType::I32,
            _ if class == class::RFP80 => MType::F80,
            _ => ty,
        };
        self.f.new_reg(class, ty)
    }
    fn condition(name: &str, n: usize, intel: bool) -> Option<(Kind, String)> {
        let cc = name.strip_prefix("@cc").filter(|cc| CONDITIONS.contains(cc))?;
        let widen =
            if intel { format!("movzx ${{{n}:k}}, ${{{n}:b}}") } else { format!("movzbl ${{{n}:b}}, ${{{n}:k}}") };
        Some((Kind::Byte, format!("\n\tset{cc} ${{{n}:b}}\n\t{widen}")))
    }
    /// A value in a register of a class: a narrower one in a wider register with nothing known above, or the low part.
    fn in_class(&mut self, t: Tn, ty: MType, wanted: RegClass) -> Result<Tn> {
        let general = |c| matches!(c, class::GR64 | class::GR32 | class::GR32B);
        match self.f.class(t) {
            Some(c) if c == wanted || (c == class::GR32 && wanted == class::GR32B) => Ok(t),
            Some(class::GR32) if wanted == class::GR64 => {
                let rd = self.fresh(MType::I64)?;
                self.emit(op::P_WIDE64_32, &[rd], &[t]);
                Ok(rd)
            }
            Some(class::GR64) if general(wanted) => {
                let rd = self.fresh(MType::I32)?;
                self.emit(op::P_LOW64_32, &[rd], &[t]);
                Ok(rd)
            }
            Some(class::FR32 | class::FR64) if wanted == class::RFP80 => {
                let rd = self.f.new_reg(class::RFP80, MType::F80);
                self.through_frame(t, rd, ty);
                Ok(rd)
            }
            _ => self.unsupported("an inline assembly operand in the other register file"),
        }
    }
    fn deliver(&mut self, t: Tn, p: Preg, to: Tn) -> Result<()> {
        if self.w.pregs[p] == MType::B {
            self.ri(op::AND32_RI, To::at(to), MType::I32, t, 1)?;
        } else if self.f.class(t) == Some(class::GR32B) || self.f.class(to) == self.f.class(t) {
            self.copy(to, t);
        } else if self.f.class(t) == Some(class::RFP80) && matches!(self.f.class(to), Some(class::FR32 | class::FR64)) {
            self.through_frame(t, to, self.f.ty(to));
        } else {
            return self.unsupported("an inline assembly result in the other register file");
        }
        Ok(())
    }
}

impl Expander<'_> {
    /// Moves a float of a type between x87 and the vector registers: no instruction does it without memory.
    pub(super) fn through_frame(&mut self, from: Tn, to: Tn, ty: MType) {
        let addr = self.in_frame(ty);
        let single = ty == MType::F32;
        let (load, store) = if self.f.class(from) == Some(class::RFP80) {
            (memory_rows(file(&self.f, to)).1, if single { op::P_FST32 } else { op::P_FST64 })
        } else {
            (if single { op::P_FLD32 } else { op::P_FLD64 }, memory_rows(file(&self.f, from)).0)
        };
        self.emit_mem(store, &[], &[from], addr, 0);
        self.emit_mem(load, &[to], &[], addr, 0);
    }
    /// The class of a value of a type in a kind of register.
    fn kind_class(&self, kind: Kind, ty: MType) -> Result<RegClass> {
        let wide = self.is_wide(ty);
        Ok(match (kind, ty) {
            (Kind::Stack(_), _) if self.m.x87 && ty.is_float() => class::RFP80,
            (Kind::Vector | Kind::First, MType::F32) if self.m.sse => class::FR32,
            (Kind::Vector | Kind::First, MType::F64) if self.m.sse2 => class::FR64,
            (Kind::Vector | Kind::First, _) if ty.is_vector() && ty.bits() == 256 => class::VR256,
            (Kind::Vector | Kind::First, _) if ty.is_vector() => class::VR128,
            (Kind::General | Kind::One(_), _) if ty.is_int() && wide => class::GR64,
            (Kind::General | Kind::One(_), _) if ty.is_int() => class::GR32,
            (Kind::Byte, _) if ty.is_int() && wide => class::GR64,
            (Kind::Byte, _) if ty.is_int() => class::GR32B,
            _ => return self.unsupported(format!("an inline assembly operand of type {ty} in this kind of register")),
        })
    }
    /// A register, or its view in a class.
    fn named(&self, r: PReg, c: RegClass) -> Result<(Constraint, RegClass)> {
        let isa = self.cx.target.isa;
        let view = if isa.class(c).members.contains(&r) { Some(r) } else { isa.view(r, c) };
        match view {
            Some(v) => Ok((Constraint::Fixed(v), c)),
            None => self.unsupported(format!("an inline assembly operand in register '{}'", isa.reg(r).name)),
        }
    }
}

/// How far below the top a register of x87's stack is.
fn stack_place(r: PReg) -> Option<u8> {
    let n = r.0.checked_sub(reg::ST0.0)?;
    (n < 8).then_some(n as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expansion::constraint::item;

    #[test]
    fn letters_of_x86() {
        let item = |text| item(text, <Expander<'_> as AsmPatterns>::letters);
        assert_eq!(item("={ax}").unwrap().wanted, [Wanted::Named("ax".into())]);
        assert_eq!(item("=&q").unwrap().wanted, [Wanted::Kind(Kind::Byte)]);
        assert_eq!(item("rm").unwrap().wanted.len(), 2);
        assert_eq!(item("=t").unwrap().wanted, [Wanted::Kind(Kind::Stack(Some(0)))]);
        assert!(item("y").is_err());
        let fits = <Expander<'_> as AsmPatterns>::fits;
        assert!(fits('I', 31) && !fits('I', 32) && fits('e', -1));
    }
}
