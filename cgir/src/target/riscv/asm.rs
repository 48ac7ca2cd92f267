//! Inline assembly: constraints as GCC's manual gives them for RISC-V ("Machine Constraints"), in LLVM's spelling.

use super::expand::{Expander, To};
use crate::expansion::asm::AsmPatterns;
use crate::expansion::constraint::Wanted;
use crate::func::{Constraint, Tn};
use targ_info::riscv::{class, op};
use targ_info::{PReg, RegClass};
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::Preg;

/// Kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    General,
    GeneralCompressed,
    Float,
    FloatCompressed,
}

impl AsmPatterns for Expander<'_> {
    type Kind = Kind;
    const SYMBOLIC: &'static [char] = &['i', 's', 'S'];
    const STATE: &'static [&'static str] =
        &["cc", "dirflag", "fpsr", "flags", "fflags", "frm", "vtype", "vl", "vxrm", "vxsat"];
    const ALIASES: &'static [(&'static str, PReg)] = &[];

    fn letters(text: &str) -> Option<(Wanted<Kind>, usize)> {
        Some(match text.chars().next()? {
            'r' => (Wanted::Kind(Kind::General), 1),
            'f' => (Wanted::Kind(Kind::Float), 1),
            'c' if text.starts_with("cr") => (Wanted::Kind(Kind::GeneralCompressed), 2),
            'c' if text.starts_with("cf") => (Wanted::Kind(Kind::FloatCompressed), 2),
            'm' | 'o' | 'A' | 'V' => (Wanted::Memory, 1),
            c @ ('I' | 'J' | 'K' | 'i' | 'n' | 's' | 'S') => (Wanted::Constant(c), 1),
            'X' | 'g' => (Wanted::Kind(Kind::General), 1),
            _ => return None,
        })
    }
    fn fits(letter: char, v: i64) -> bool {
        match letter {
            'I' => super::consts::fits12(v),
            'J' => v == 0,
            'K' => (0..32).contains(&v),
            's' | 'S' => false,
            _ => true,
        }
    }
    fn kind_place(&self, kind: &Kind, ty: MType) -> Result<(Constraint, RegClass)> {
        let c = self.kind_class(*kind, ty)?;
        Ok((Constraint::Class(c), c))
    }
    fn named_place(&self, r: PReg, ty: MType) -> Result<(Constraint, RegClass)> {
        let float = self.cx.target.isa.reg(r).class == class::FPR64;
        let c = if float { self.kind_class(Kind::Float, ty)? } else { class::GPR };
        Ok((Constraint::Fixed(r), c))
    }
    fn pointer_place(&self) -> (Constraint, RegClass) {
        (Constraint::Class(class::GPRNOX0), class::GPR)
    }
    /// Nothing is known of the upper bits of what the assembly leaves.
    fn output(&mut self, class: RegClass, ty: MType) -> Tn {
        let general = self.cx.target.isa.class(class).top == class::GPR;
        let ty = if general && ty.is_int() { self.xty() } else { ty };
        self.f.new_reg(if general { class::GPR } else { class }, ty)
    }
    fn in_class(&mut self, t: Tn, ty: MType, class: RegClass) -> Result<Tn> {
        let isa = self.cx.target.isa;
        let top = |c: RegClass| isa.class(c).top;
        let have = self.f.class(t).map(top);
        if have == Some(top(class)) {
            return Ok(t);
        }
        let general = top(class) == class::GPR;
        let (row, ty) = match (ty, general) {
            (MType::F32, true) => (op::FMV_X_W, MType::I32),
            (MType::F64, true) if self.m.rv64 => (op::FMV_X_D, MType::I64),
            (MType::F16 | MType::BF16, true) => (op::FMV_X_H, MType::I32),
            (MType::I32 | MType::B, false) => (op::FMV_W_X, MType::F32),
            (MType::I64, false) => (op::FMV_D_X, MType::F64),
            _ => return self.unsupported("inline assembly operand in the other register file"),
        };
        self.r(row, To::ANY, ty, t)
    }
    fn deliver(&mut self, t: Tn, p: Preg, d: Tn) -> Result<()> {
        let (ty, from, to) = (self.w.pregs[p], self.f.ty(t), To::at(d));
        match ty {
            MType::B => {
                self.ri(op::ANDI, to, ty, t, 1)?;
            }
            MType::I32 if self.m.rv64 && !self.is_loose(p) && from.is_int() => {
                self.ri(op::ADDIW, to, ty, t, 0)?;
            }
            MType::F32 if from.is_int() && !self.m.zfinx => {
                self.r(op::FMV_W_X, to, ty, t)?;
            }
            MType::F64 if from.is_int() && !self.m.zfinx => {
                self.r(op::FMV_D_X, to, ty, t)?;
            }
            MType::I32 if from.is_float() => {
                self.r(op::FMV_X_W, to, ty, t)?;
            }
            MType::I64 if from.is_float() => {
                self.r(op::FMV_X_D, to, ty, t)?;
            }
            _ => self.copy(d, t),
        }
        Ok(())
    }
}

impl Expander<'_> {
    fn kind_class(&self, kind: Kind, ty: MType) -> Result<RegClass> {
        let wide = ty == MType::F64 || (ty.is_int() && self.m.d);
        Ok(match kind {
            Kind::General if self.m.zfinx && ty == MType::F32 => class::GPRF32,
            Kind::General if self.m.zfinx && ty == MType::F64 => class::GPRF64,
            Kind::General => class::GPRNOX0,
            Kind::GeneralCompressed => class::GPRC,
            Kind::Float if self.m.zfinx => return self.kind_class(Kind::General, ty),
            Kind::Float if ty == MType::F16 && self.m.zfhmin || ty == MType::BF16 && self.m.zfbfmin => class::FPR16,
            Kind::Float if wide => class::FPR64,
            Kind::Float if self.m.f => class::FPR32,
            Kind::FloatCompressed if wide => class::FPR64C,
            Kind::FloatCompressed if self.m.f => class::FPR32C,
            _ => return self.unsupported("inline assembly constraint 'f' without floating-point registers"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expansion::constraint::item;

    #[test]
    fn items() {
        let item = |text| item(text, <Expander<'_> as AsmPatterns>::letters);
        let i = item("=&r").unwrap();
        assert!(i.output && i.early && i.wanted == [Wanted::Kind(Kind::General)]);
        assert_eq!(item("0").unwrap().wanted, [Wanted::Same(0)]);
        assert!(item("=*m").unwrap().indirect);
        assert_eq!(item("{x10}").unwrap().wanted, [Wanted::Named("x10".into())]);
        assert_eq!(item("^Wq"), Err("^Wq".into()));
    }
}
