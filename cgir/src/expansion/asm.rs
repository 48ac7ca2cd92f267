//! Inline assembly: the constraint string is matched against the operands, once; a target says what its letters mean.
//!
//! One pseudo op holds the text; its results are the outputs, its operands the inputs, each constrained one by one. Emission
//! finds the operand of `$n` in a list. A memory operand is an address in a register.

use super::constraint::{Item, Wanted, item, number_ties, split};
use super::patterns::*;
use super::{Expander, TargetState};
use crate::alloc::alone::allocates_alone;
use crate::func::{Constraint, Modifier, OpExtra, OpFlags, SymRef, Tn};
use targ_info::{PReg, RegClass, RegSet};
use whirl_lite::diag::Result;
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, WAsm, Wn};

/// What a target's constraints are.
pub(crate) trait AsmPatterns {
    /// Kinds of registers.
    type Kind;
    /// Letters that a symbol's address fits.
    const SYMBOLIC: &'static [char];
    /// Clobbers that name no register that values live in.
    const STATE: &'static [&'static str];
    /// Clobbers that are other names of registers.
    const ALIASES: &'static [(&'static str, PReg)];

    /// What the letters at the start of a text ask for, and how many they are.
    fn letters(text: &str) -> Option<(Wanted<Self::Kind>, usize)>;
    /// May a constant stand for a letter?
    fn fits(letter: char, v: i64) -> bool;
    /// The constraint for a value of a type in a kind of register, and the class of its TN.
    fn kind_place(&self, kind: &Self::Kind, ty: MType) -> Result<(Constraint, RegClass)>;
    /// The same for a named register.
    fn named_place(&self, r: PReg, ty: MType) -> Result<(Constraint, RegClass)>;
    /// The same for an address.
    fn pointer_place(&self) -> (Constraint, RegClass);
    /// An output that is a condition of the flags, by its name: a register for it, and the text that puts it there after the
    /// rest. `n` stands for the number of the operand.
    fn condition(_name: &str, _n: usize, _intel: bool) -> Option<(Self::Kind, String)> {
        None
    }
    /// Adds what is lost beside the clobbers, by what they and the operands say together.
    fn settle_clobbers(&self, _extra: &mut OpExtra) {}
    /// A register for an output of a type, in a place of this class.
    fn output(&mut self, class: RegClass, ty: MType) -> Tn;
    /// A value of a type in a register of a class, moved between register files if need be.
    fn in_class(&mut self, t: Tn, ty: MType, class: RegClass) -> Result<Tn>;
    /// Moves an output to the register of its PREG, in the form that the PREG's type promises.
    fn deliver(&mut self, t: Tn, p: Preg, to: Tn) -> Result<()>;
}

/// Outputs and the PREGs that want them.
type Outputs = Vec<(Tn, Option<Preg>)>;

impl<'a, T: TargetState> Expander<'a, T>
where
    Self: Patterns,
{
    /// The statement.
    pub(super) fn inline_asm(&mut self, s: Wn, index: u32) -> Result<()> {
        let w = self.w;
        let Some(a) = w.asms.get(index as usize) else { return self.unsupported("inline assembly") };
        if !a.labels.is_empty() {
            return self.unsupported("inline assembly with labels (asm goto)");
        }
        let items = self.items(&a.asm.constraints)?;
        let mut extra = OpExtra { asm: Some(Box::new(a.asm.clone())), ..OpExtra::default() };
        let mut results = Outputs::new();
        self.outputs(s, &items, &a.outputs, &mut results, &mut extra)?;
        let operands = self.inputs(s, a, &items, &results, &mut extra)?;
        for i in 0..results.len() {
            if let Some(&Constraint::Fixed(r)) = extra.constraints.get(i) {
                extra.clobbers -= self.cx.target.isa.reg(r).units;
            }
        }
        self.settle_clobbers(&mut extra);
        let regs: Vec<Tn> = results.iter().map(|r| r.0).collect();
        let o = self.emit(T::ROWS.asm, &regs, &operands);
        self.f.set_extra(o, extra);
        if a.asm.sideeffect {
            self.f.ops[o].flags |= OpFlags::VOLATILE;
        }
        // The user can ask for more than there is: for thirty registers, or for one of them twice.
        if !allocates_alone(&self.f, self.cx, o) {
            return self.unsupported("inline assembly that needs more registers than there are");
        }
        self.forget();
        for (t, p) in results {
            let Some(p) = p else { continue };
            let to = self.preg(p)?;
            self.deliver(t, p, to)?;
        }
        Ok(())
    }
    fn items(&self, constraints: &str) -> Result<Vec<Item<<Self as AsmPatterns>::Kind>>> {
        let mut items = Vec::new();
        for text in split(constraints) {
            match item(text, <Self as AsmPatterns>::letters) {
                Ok(i) => items.push(i),
                Err(part) => {
                    return self.unsupported(format!("inline assembly constraint '{part}' in '{constraints}'"));
                }
            }
        }
        match number_ties(&mut items) {
            Ok(()) => Ok(items),
            Err(n) => self.unsupported(format!("inline assembly operand tied to operand {n}")),
        }
    }
    /// The constraint for a value of a type, and the class of its TN.
    fn place(&self, wanted: &Wanted<<Self as AsmPatterns>::Kind>, ty: MType) -> Result<(Constraint, RegClass)> {
        match wanted {
            Wanted::Kind(k) => self.kind_place(k, ty),
            Wanted::Named(name) => match self.cx.target.isa.reg_by_name(name) {
                Some(r) => self.named_place(r, ty),
                None => self.unsupported(format!("inline assembly with unknown register '{name}'")),
            },
            Wanted::Memory => Ok(self.pointer_place()),
            Wanted::Same(_) | Wanted::Constant(_) => self.unsupported("inline assembly output that is no register"),
        }
    }
    /// Registers for the outputs.
    fn outputs(
        &mut self,
        s: Wn,
        items: &[Item<<Self as AsmPatterns>::Kind>],
        types: &[MType],
        results: &mut Outputs,
        extra: &mut OpExtra,
    ) -> Result<()> {
        let dsts = self.w.dsts(s);
        for (number, it) in items.iter().enumerate().filter(|(_, i)| i.output && !i.indirect) {
            let n = results.len();
            let Some(&ty) = types.get(n) else { return self.unsupported("inline assembly with too few results") };
            let Some(wanted) = it.wanted.iter().find(|w| !matches!(w, Wanted::Memory)) else {
                return self.unsupported("inline assembly output in memory that is not indirect");
            };
            let intel = extra.asm.as_deref().is_some_and(|a| a.intel);
            let condition = match wanted {
                Wanted::Named(name) => <Self as AsmPatterns>::condition(name, number, intel),
                _ => None,
            };
            let (c, class) = match condition {
                Some((kind, text)) => {
                    if let Some(a) = extra.asm.as_deref_mut() {
                        a.text.push_str(&text);
                    }
                    self.kind_place(&kind, ty)?
                }
                None => self.place(wanted, ty)?,
            };
            if it.early {
                extra.early.push(n as u8);
            }
            extra.constraints.push(c);
            let t = self.output(class, ty);
            results.push((t, dsts.get(n).copied()));
        }
        Ok(())
    }
    /// Inputs and clobbers, in the order of the string.
    fn inputs(
        &mut self,
        s: Wn,
        a: &WAsm,
        items: &[Item<<Self as AsmPatterns>::Kind>],
        results: &Outputs,
        extra: &mut OpExtra,
    ) -> Result<Vec<Tn>> {
        let w = self.w;
        let mut memory = a.asm.sideeffect;
        let mut operands: Vec<Tn> = Vec::new();
        let mut kids = w.kids(s).iter();
        let mut out = 0;
        // The assembly may change the state, whatever it says.
        for &r in T::VOLATILE {
            extra.clobbers |= self.cx.target.isa.reg(r).units;
        }
        for it in items {
            if it.clobber {
                memory |= self.clobber(it, &mut extra.clobbers)?;
                extra.asm_operands.push(None);
            } else if it.output && !it.indirect {
                extra.asm_operands.push(Some(out));
                out += 1;
            } else {
                let Some(&k) = kids.next() else { return self.unsupported("inline assembly with too few operands") };
                memory |= it.indirect;
                let at = results.len() + operands.len();
                let (t, c) = self.input(k, it, results, at, extra)?;
                operands.push(t);
                extra.constraints.push(c);
                extra.asm_operands.push(u8::try_from(at).ok());
            }
        }
        extra.no_memory = !memory;
        Ok(operands)
    }
    /// Adds a clobber; true if it is memory.
    fn clobber(&self, it: &Item<<Self as AsmPatterns>::Kind>, set: &mut RegSet) -> Result<bool> {
        let isa = self.cx.target.isa;
        let mut memory = false;
        for w in &it.wanted {
            let Wanted::Named(name) = w else { continue };
            memory |= name == "memory";
            let alias = <Self as AsmPatterns>::ALIASES.iter().find(|a| a.0 == name).map(|a| a.1);
            match alias.or_else(|| isa.reg_by_name(name)) {
                Some(r) => *set |= isa.reg(r).units - self.cx.target.abi.reserved,
                None if name == "memory" || <Self as AsmPatterns>::STATE.contains(&name.as_str()) => {}
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
        it: &Item<<Self as AsmPatterns>::Kind>,
        results: &Outputs,
        at: usize,
        extra: &mut OpExtra,
    ) -> Result<(Tn, Constraint)> {
        let ty = self.n(k).ty;
        if it.indirect {
            return Ok((self.in_virtual(k)?, self.pointer_place().0));
        }
        // A value is in memory only where the operand is a pointer to it.
        for w in it.wanted.iter().filter(|w| !matches!(w, Wanted::Memory)) {
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
                    let t = self.in_virtual(k)?;
                    let t = self.in_class(t, ty, class)?;
                    return Ok((t, tie(*n, at, class, extra)));
                }
                Wanted::Memory | Wanted::Kind(_) | Wanted::Named(_) => {
                    let (c, class) = self.place(w, ty)?;
                    let t = self.in_virtual(k)?;
                    return Ok((self.in_class(t, ty, class)?, c));
                }
            }
        }
        match it.wanted.first() {
            Some(Wanted::Constant(letter)) => {
                self.unsupported(format!("inline assembly operand that does not fit constraint '{letter}'"))
            }
            Some(Wanted::Memory) => self.unsupported("inline assembly operand in memory that is not indirect"),
            _ => self.unsupported("inline assembly operand without constraint"),
        }
    }
    /// A constant operand, if the value is one that the letter allows.
    fn asm_constant(&mut self, k: Wn, letter: char) -> Result<Option<Tn>> {
        let symbolic = <Self as AsmPatterns>::SYMBOLIC.contains(&letter);
        match self.n(k).opr {
            Opr::Int(v) => Ok(<Self as AsmPatterns>::fits(letter, v).then(|| self.f.lit(v))),
            Opr::Lda(g, off) if symbolic => Ok(Some(self.symbol(SymRef::Global(g), off, Modifier::NONE))),
            Opr::BlockAddr(b) if symbolic => {
                let sym = self.block_symbol(b)?;
                Ok(Some(self.symbol(sym, 0, Modifier::NONE)))
            }
            _ => Ok(None),
        }
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
