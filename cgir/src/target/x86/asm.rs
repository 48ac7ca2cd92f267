//! Inline assembly: constraints as GCC's manual gives them for x86 ("Machine Constraints"), in LLVM's spelling.
//!
//! Operands that are narrower than 32 bits are passed in a 32-bit register.

use super::expand::{Expander, To};
use crate::expansion::asm::AsmPatterns;
use crate::expansion::constraint::Wanted;
use crate::func::{Constraint, OpExtra, Tn};
use targ_info::x86::{class, op, reg};
use targ_info::{PReg, RegClass, RegSet};
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::Preg;

/// Kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    General,
    /// With a low byte.
    Byte,
    Vector,
    /// Of x87: any, or so many places below the top.
    Stack(Option<u8>),
    /// One register, by its 64-bit name.
    One(PReg),
}

impl AsmPatterns for Expander<'_> {
    type Kind = Kind;
    const SYMBOLIC: &'static [char] = &['i', 's', 'e', 'Z'];
    const STATE: &'static [&'static str] = &["dirflag", "fpsr", "fpcr", "mxcsr"];
    const ALIASES: &'static [(&'static str, PReg)] = &[("cc", reg::EFLAGS), ("flags", reg::EFLAGS)];

    fn letters(text: &str) -> Option<(Wanted<Kind>, usize)> {
        let one = |r| (Wanted::Kind(Kind::One(r)), 1);
        Some(match text.chars().next()? {
            'r' | 'R' | 'l' | 'X' | 'g' => (Wanted::Kind(Kind::General), 1),
            'q' | 'Q' => (Wanted::Kind(Kind::Byte), 1),
            'x' | 'v' => (Wanted::Kind(Kind::Vector), 1),
            't' => (Wanted::Kind(Kind::Stack(Some(0))), 1),
            'u' => (Wanted::Kind(Kind::Stack(Some(1))), 1),
            'f' => (Wanted::Kind(Kind::Stack(None)), 1),
            'a' => one(reg::RAX),
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
        self.f.new_reg(class, if ty == MType::B { MType::I32 } else { ty })
    }
    /// A value in a register of a class: a narrower one in a wider register with nothing known above, or the low part.
    fn in_class(&mut self, t: Tn, _: MType, wanted: RegClass) -> Result<Tn> {
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
            _ => self.unsupported("an inline assembly operand in the other register file"),
        }
    }
    fn deliver(&mut self, t: Tn, p: Preg, to: Tn) -> Result<()> {
        if self.w.pregs[p] == MType::B {
            self.ri(op::AND32_RI, To::at(to), MType::I32, t, 1)?;
        } else if self.f.class(t) == Some(class::GR32B) || self.f.class(to) == self.f.class(t) {
            self.copy(to, t);
        } else {
            return self.unsupported("an inline assembly result in the other register file");
        }
        Ok(())
    }
}

impl Expander<'_> {
    /// The class of a value of a type in a kind of register.
    fn kind_class(&self, kind: Kind, ty: MType) -> Result<RegClass> {
        let wide = self.is_wide(ty);
        Ok(match (kind, ty) {
            (Kind::Stack(_), _) if self.on_x87(ty) => class::RFP80,
            (Kind::Vector, MType::F32) if self.m.sse => class::FR32,
            (Kind::Vector, MType::F64) if self.m.sse2 => class::FR64,
            (Kind::Vector, _) if ty.is_vector() && ty.bits() == 256 => class::VR256,
            (Kind::Vector, _) if ty.is_vector() => class::VR128,
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
