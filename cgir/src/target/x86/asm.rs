//! Inline assembly: constraints as GCC's manual gives them for x86 ("Machine Constraints"), in LLVM's spelling.
//!
//! One pseudo op holds the text; its results are the outputs, its operands the inputs, each constrained one by one. A memory
//! operand is an address in a register. Operands that are narrower than 32 bits are passed in a 32-bit register.

use super::expand::{Expander, To};
use crate::alloc::alone::assign_alone;
use crate::func::{Constraint, OpExtra, OpFlags, SymRef, Tn};
use crate::target::constraint::{self, item, number_ties, split};
use targ_info::x86::{class, op, reg};
use targ_info::{PReg, RegClass, RegSet};
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, Wn};

type Wanted = constraint::Wanted<Kind>;
type Item = constraint::Item<Kind>;

/// Kinds of registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    General,
    /// With a low byte.
    Byte,
    Vector,
    /// One register, by its 64-bit name.
    One(PReg),
}

/// The letters of x86: what the first one of a text asks for, and its length.
fn letters(text: &str) -> Option<(Wanted, usize)> {
    let one = |r| (Wanted::Kind(Kind::One(r)), 1);
    Some(match text.chars().next()? {
        'r' | 'R' | 'l' | 'X' | 'g' => (Wanted::Kind(Kind::General), 1),
        'q' | 'Q' => (Wanted::Kind(Kind::Byte), 1),
        'x' | 'v' => (Wanted::Kind(Kind::Vector), 1),
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

/// Clobbers that name no register that values live in.
fn is_state(name: &str) -> bool {
    matches!(name, "memory" | "dirflag" | "fpsr" | "fpcr" | "mxcsr")
}

/// May a constant stand for a letter?
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

impl Expander<'_> {
    /// The class of a value of a type in a kind of register.
    fn kind_class(&self, kind: Kind, ty: MType) -> Result<RegClass> {
        let wide = self.is_wide(ty);
        Ok(match (kind, ty) {
            (Kind::Vector, MType::F32) if self.m.sse => class::FR32,
            (Kind::Vector, MType::F64) if self.m.sse2 => class::FR64,
            (Kind::General | Kind::One(_), _) if ty.is_int() && wide => class::GR64,
            (Kind::General | Kind::One(_), _) if ty.is_int() => class::GR32,
            (Kind::Byte, _) if ty.is_int() && wide => class::GR64,
            (Kind::Byte, _) if ty.is_int() => class::GR32B,
            _ => return self.unsupported(format!("an inline assembly operand of type {ty} in this kind of register")),
        })
    }
    /// The constraint for a value of a type, and the class of its TN.
    fn place(&self, wanted: &Wanted, ty: MType) -> Result<(Constraint, RegClass)> {
        let isa = self.cx.target.isa;
        let pointer = if self.m.wide { class::GR64 } else { class::GR32 };
        match wanted {
            Wanted::Kind(k @ Kind::One(r)) => self.named(*r, self.kind_class(*k, ty)?),
            Wanted::Kind(k) => {
                let c = self.kind_class(*k, ty)?;
                Ok((Constraint::Class(c), c))
            }
            Wanted::Named(name) => match isa.reg_by_name(name) {
                Some(r) => {
                    let vector = isa.class(class::VR256).units.intersects(isa.reg(r).units);
                    self.named(r, self.kind_class(if vector { Kind::Vector } else { Kind::General }, ty)?)
                }
                None => self.unsupported(format!("inline assembly with unknown register '{name}'")),
            },
            Wanted::Memory => Ok((Constraint::Class(pointer), pointer)),
            Wanted::Same(_) | Wanted::Constant(_) => self.unsupported("inline assembly output that is no register"),
        }
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

    /// The statement.
    pub(super) fn inline_asm(&mut self, s: Wn, index: u32) -> Result<()> {
        let w = self.w;
        let Some(a) = w.asms.get(index as usize) else { return self.unsupported("inline assembly") };
        if !a.labels.is_empty() {
            return self.unsupported("inline assembly with labels (asm goto)");
        }
        let mut items = Vec::new();
        for text in split(&a.asm.constraints) {
            match item(text, letters) {
                Ok(i) => items.push(i),
                Err(part) => {
                    return self.unsupported(format!("inline assembly constraint '{part}' in '{}'", a.asm.constraints));
                }
            }
        }
        if let Err(n) = number_ties(&mut items) {
            return self.unsupported(format!("inline assembly operand tied to operand {n}"));
        }
        let mut extra = OpExtra { asm: Some(Box::new(a.asm.clone())), ..OpExtra::default() };
        let mut results: Vec<(Tn, Option<Preg>)> = Vec::new();
        self.outputs(s, &items, &a.outputs, &mut results, &mut extra)?;
        let mut memory = a.asm.sideeffect;
        let nres = results.len();
        let mut operands: Vec<Tn> = Vec::new();
        let mut kids = w.kids(s).iter();
        let mut out = 0;
        // The assembly may change the flags, whatever it says.
        extra.clobbers |= self.cx.target.isa.reg(reg::EFLAGS).units;
        for it in &items {
            if it.clobber {
                memory |= self.clobber(it, &mut extra.clobbers)?;
                extra.asm_operands.push(None);
            } else if it.output && !it.indirect {
                extra.asm_operands.push(Some(out));
                out += 1;
            } else {
                let Some(&k) = kids.next() else { return self.unsupported("inline assembly with too few operands") };
                memory |= it.indirect;
                let at = nres + operands.len();
                let (t, c) = self.input(k, it, &results, at, &mut extra)?;
                operands.push(t);
                extra.constraints.push(c);
                extra.asm_operands.push(u8::try_from(at).ok());
            }
        }
        for i in 0..results.len() {
            if let Some(&Constraint::Fixed(r)) = extra.constraints.get(i) {
                extra.clobbers -= self.cx.target.isa.reg(r).units;
            }
        }
        extra.no_memory = !memory;
        let regs: Vec<Tn> = results.iter().map(|r| r.0).collect();
        let o = self.emit(op::P_ASM, &regs, &operands);
        self.f.set_extra(o, extra);
        if a.asm.sideeffect {
            self.f.ops[o].flags |= OpFlags::VOLATILE;
        }
        // The user can ask for more than there is: for thirty registers, or for one of them twice.
        if assign_alone(&self.f, self.cx, o, RegSet::EMPTY, &mut Vec::new()).is_err() {
            return self.unsupported("inline assembly that needs more registers than there are");
        }
        self.forget();
        self.deliver(&results)
    }
    /// Registers for the outputs.
    fn outputs(
        &mut self,
        s: Wn,
        items: &[Item],
        types: &[MType],
        results: &mut Vec<(Tn, Option<Preg>)>,
        extra: &mut OpExtra,
    ) -> Result<()> {
        let dsts: Vec<Preg> = self.w.dsts(s).to_vec();
        for it in items.iter().filter(|i| i.output && !i.indirect) {
            let n = results.len();
            let Some(&ty) = types.get(n) else { return self.unsupported("inline assembly with too few results") };
            let Some(wanted) = it.wanted.iter().find(|w| !matches!(w, Wanted::Memory)) else {
                return self.unsupported("inline assembly output in memory that is not indirect");
            };
            let (c, class) = self.place(wanted, ty)?;
            if it.early {
                extra.early.push(n as u8);
            }
            extra.constraints.push(c);
            let ty = if ty == MType::B { MType::I32 } else { ty };
            let t = self.f.new_reg(class, ty);
            results.push((t, dsts.get(n).copied()));
        }
        Ok(())
    }
    /// Adds a clobber; true if it is memory.
    fn clobber(&self, it: &Item, set: &mut RegSet) -> Result<bool> {
        let isa = self.cx.target.isa;
        let mut memory = false;
        for w in &it.wanted {
            let Wanted::Named(name) = w else { continue };
            memory |= name == "memory";
            let known = match name.as_str() {
                "cc" | "flags" => Some(reg::EFLAGS),
                name => isa.reg_by_name(name),
            };
            match known {
                Some(r) => *set |= isa.reg(r).units - self.cx.target.abi.reserved,
                None if is_state(name) => {}
                None => {
                    return self.unsupported(format!("inline assembly that clobbers unknown register '{name}'"));
                }
            }
        }
        Ok(memory)
    }
    /// An input: its operand and constraint.
    fn input(
        &mut self,
        k: Wn,
        it: &Item,
        results: &[(Tn, Option<Preg>)],
        at: usize,
        extra: &mut OpExtra,
    ) -> Result<(Tn, Constraint)> {
        let ty = self.n(k).ty;
        if it.indirect {
            let (c, _) = self.place(&Wanted::Memory, ty)?;
            return Ok((self.in_virtual(k)?, c));
        }
        for w in &it.wanted {
            match w {
                Wanted::Constant(letter) => {
                    if let Some(t) = self.asm_constant(k, *letter)? {
                        return Ok((t, Constraint::None));
                    }
                }
                Wanted::Same(n) => {
                    let class = results.get(*n).and_then(|r| self.f.class(r.0));
                    let Some(class) = class else {
                        return self.unsupported(format!("inline assembly operand tied to operand {n}"));
                    };
                    let t = self.in_class(k, class)?;
                    return Ok((t, tie(*n, at, class, extra)));
                }
                Wanted::Memory | Wanted::Kind(_) | Wanted::Named(_) => {
                    let (c, class) = self.place(w, ty)?;
                    return Ok((self.in_class(k, class)?, c));
                }
            }
        }
        match it.wanted.first() {
            Some(Wanted::Constant(letter)) => {
                self.unsupported(format!("inline assembly operand that does not fit constraint '{letter}'"))
            }
            _ => self.unsupported("inline assembly operand without constraint"),
        }
    }
    /// A constant operand, if the value is one that the letter allows.
    fn asm_constant(&mut self, k: Wn, letter: char) -> Result<Option<Tn>> {
        let symbolic = matches!(letter, 'i' | 's' | 'e' | 'Z');
        match self.n(k).opr {
            Opr::Int(v) => Ok(fits(letter, v).then(|| self.f.lit(v))),
            Opr::Lda(g, off) if symbolic => Ok(Some(self.symbol(SymRef::Global(g), off, super::modifier::NONE))),
            Opr::BlockAddr(b) if symbolic => {
                let bb = self.block(b)?;
                self.f.bbs[bb].address_taken = true;
                Ok(Some(self.symbol(SymRef::Block(bb), 0, super::modifier::NONE)))
            }
            _ => Ok(None),
        }
    }
    /// A value in a virtual register.
    fn in_virtual(&mut self, k: Wn) -> Result<Tn> {
        let t = self.reg(k)?;
        if self.f.is_virtual(t) {
            return Ok(t);
        }
        let v = self.fresh(self.f.ty(t))?;
        self.copy(v, t);
        Ok(v)
    }
    /// A value in a register of a class: a narrower one in a wider register with nothing known above, or the low part.
    fn in_class(&mut self, k: Wn, wanted: RegClass) -> Result<Tn> {
        let t = self.in_virtual(k)?;
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
    /// Moves results to their PREGs, in the form that their types promise.
    fn deliver(&mut self, results: &[(Tn, Option<Preg>)]) -> Result<()> {
        for &(t, p) in results {
            let Some(p) = p else { continue };
            let d = self.preg(p)?;
            if self.w.pregs[p] == MType::B {
                self.ri(op::AND32_RI, To { dst: Some(d) }, MType::I32, t, 1)?;
            } else if self.f.class(t).map(|c| c == class::GR32B) == Some(true) || self.f.class(d) == self.f.class(t) {
                self.copy(d, t);
            } else {
                return self.unsupported("an inline assembly result in the other register file");
            }
        }
        Ok(())
    }
}

/// Ties a result to the operand at `at`: in a fixed register both are fixed instead.
fn tie(n: usize, at: usize, class: RegClass, extra: &mut OpExtra) -> Constraint {
    match extra.constraints.get_mut(n) {
        Some(c @ Constraint::Class(_)) => {
            let own = if let Constraint::Class(k) = *c { k } else { class };
            *c = Constraint::Tied(at as u8, own);
            Constraint::Class(own)
        }
        Some(&mut Constraint::Fixed(r)) => Constraint::Fixed(r),
        _ => Constraint::Class(class),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_of_x86() {
        let item = |text| item(text, letters);
        assert_eq!(item("={ax}").unwrap().wanted, [Wanted::Named("ax".into())]);
        assert_eq!(item("=&q").unwrap().wanted, [Wanted::Kind(Kind::Byte)]);
        assert_eq!(item("rm").unwrap().wanted.len(), 2);
        assert!(item("t").is_err());
        assert!(fits('I', 31) && !fits('I', 32) && fits('e', -1));
    }
}
