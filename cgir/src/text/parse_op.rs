//! Reads ops of CGIR's text form: results, operands with constraints, notes.

use super::lex::Token;
use super::names::{FLAGS, type_by_name};
use super::parse::Parser;
use super::print::variadic_index;
use crate::func::{Bb, Constraint, Func, Modifier, Op, OpExtra, SymRef, Tn, TnData};
use cranelift_entity::EntityRef;
use rustc_hash::FxHashSet;
use std::sync::{Mutex, PoisonError};
use targ_info::{RegClass, RegSet, Unit};
use whirl_lite::diag::{Error, Pos, Result};
use whirl_lite::ir::{AliasClass, InlineAsm};
use whirl_lite::mtype::MType;

/// An operand and the constraint written behind it.
type Opnd = (Tn, Option<Constraint>);

impl Parser<'_, '_> {
    /// A line with an op, which is not placed in a block yet.
    pub(super) fn op(&mut self, f: &mut Func) -> Result<Op> {
        let pos = self.pos();
        let first_is_result = matches!(self.peek(), Token::Reg(_))
            || matches!(self.peek(), Token::Word(w) if Self::numbered(w, "tn").is_some());
        let results = if first_is_result { self.list(f)? } else { Vec::new() };
        if first_is_result {
            self.expect('=')?;
        }
        let opcode = match self.next() {
            Token::Word(name) => self.opcodes.get(name).copied(),
            _ => None,
        };
        let opcode = opcode.ok_or_else(|| self.before("no such instruction"))?;
        let ends = matches!(self.peek(), Token::Newline | Token::Punct(';') | Token::End);
        let operands = if ends { Vec::new() } else { self.list(f)? };
        let tns = |list: &[Opnd]| list.iter().map(|o| o.0).collect::<Vec<_>>();
        if results.len() + operands.len() > 250 {
            return Err(Error::input(pos, "too many operands"));
        }
        let op = f.make_op(opcode, &tns(&results), &tns(&operands));
        f.ops[op].pos = pos;
        let mut extra = self.constraints(f, op, results.iter().chain(&operands), pos)?;
        if self.eat(Token::Punct(';')) {
            self.notes(f, op, &mut extra)?;
        }
        if let Some(e) = extra {
            f.set_extra(op, e);
        }
        self.newline()?;
        Ok(op)
    }

    /// Puts constraints where [`OpExtra`] wants them.
    fn constraints<'o>(
        &self,
        f: &Func,
        op: Op,
        list: impl Iterator<Item = &'o Opnd>,
        pos: Pos,
    ) -> Result<Option<OpExtra>> {
        let mut found = Vec::new();
        let mut gap = false;
        for (i, &(_, c)) in list.enumerate() {
            match (variadic_index(f, self.target.isa, op, i), c) {
                (None, Some(_)) => {
                    return Err(Error::input(pos, format!("list entry {i} is constrained by its row already")));
                }
                (Some(_), Some(c)) if !gap => found.push(c),
                (Some(_), Some(_)) => {
                    return Err(Error::input(pos, "a variadic operand without constraint before one that has it"));
                }
                (Some(_), None) => gap = true,
                (None, None) => {}
            }
        }
        Ok((!found.is_empty()).then(|| OpExtra { constraints: found, ..OpExtra::default() }))
    }

    fn list(&mut self, f: &mut Func) -> Result<Vec<Opnd>> {
        let mut list = Vec::new();
        loop {
            let t = self.operand(f)?;
            let c = if self.eat(Token::Punct('{')) { Some(self.constraint()?) } else { None };
            list.push((t, c));
            if !self.eat(Token::Punct(',')) {
                return Ok(list);
            }
        }
    }

    /// A constraint behind its opening brace.
    fn constraint(&mut self) -> Result<Constraint> {
        let c = match self.next() {
            Token::Punct('}') => return Ok(Constraint::None),
            Token::Reg(name) => Constraint::Fixed(self.reg_by_name(name)?),
            Token::Word(name) => Constraint::Class(self.class_by_name(name)?),
            Token::Punct('=') => {
                let to = self.unsigned()?;
                match self.next() {
                    Token::Word(name) => Constraint::Tied(to, self.class_by_name(name)?),
                    _ => return Err(self.before("expected a register class")),
                }
            }
            _ => return Err(self.before("expected a register, a class, `=` or `}`")),
        };
        self.expect('}')?;
        Ok(c)
    }

    /// One operand of any kind.
    fn operand(&mut self, f: &mut Func) -> Result<Tn> {
        let pos = self.pos();
        match self.next() {
            Token::Int(v) => Ok(f.lit(v)),
            Token::Reg(name) if *self.peek() == Token::Punct('(') => {
                let known = self.hooks.modifiers().iter().position(|&m| !m.is_empty() && m == name);
                let number = known.map(|n| n as u32).or_else(|| Self::numbered(name, "modifier"));
                let modifier = number.and_then(|n| u8::try_from(n).ok()).filter(|&n| n != 0);
                let modifier =
                    modifier.ok_or_else(|| self.before(format!("no relocation modifier is named `{name}`")))?;
                self.next();
                let t = self.symbol_operand(f, Modifier(modifier))?;
                self.expect(')')?;
                Ok(t)
            }
            Token::Reg(name) => {
                let r = self.reg_by_name(name)?;
                let (class, ty) = match self.annotation()? {
                    Some(a) => a,
                    None => {
                        let class = self.target.isa.reg(r).class;
                        (class, self.usual.get(class.0 as usize).copied().unwrap_or_default())
                    }
                };
                Ok(f.dedicated(r, class, ty))
            }
            Token::Word(w) => match Self::numbered(w, "tn").map(Tn::from_u32) {
                Some(t) => self.register(f, t, pos),
                None => match Self::numbered(w, "bb") {
                    Some(_) => {
                        let b = self.bb_by_name(f, w)?;
                        Ok(f.label(b))
                    }
                    None => self.symbol_named(f, Modifier(0), Token::Word(w)),
                },
            },
            other => self.symbol_named(f, Modifier(0), other),
        }
    }

    /// A mention of a virtual TN, with class and type or without.
    fn register(&mut self, f: &mut Func, t: Tn, pos: Pos) -> Result<Tn> {
        self.mentioned.push((t, pos));
        let Some((class, ty)) = self.annotation()? else { return Ok(t) };
        let data = TnData::Reg { class, ty, dedicated: None };
        if self.typed[t.index()] && f.tns[t] != data {
            return Err(Error::input(pos, format!("{t} had another class or type before")));
        }
        self.typed[t.index()] = true;
        f.tns[t] = data;
        Ok(t)
    }

    /// `:class.type`, if it stands here.
    fn annotation(&mut self) -> Result<Option<(RegClass, MType)>> {
        if !self.eat(Token::Punct(':')) {
            return Ok(None);
        }
        let Token::Word(w) = self.next() else { return Err(self.before("expected a class and a type")) };
        let Some((class, ty)) = w.rsplit_once('.') else { return Err(self.before("expected a class, `.` and a type")) };
        let class = self.class_by_name(class)?;
        let ty = type_by_name(ty).ok_or_else(|| self.before(format!("no type is named `{ty}`")))?;
        Ok(Some((class, ty)))
    }

    fn symbol_operand(&mut self, f: &mut Func, modifier: Modifier) -> Result<Tn> {
        let token = self.next();
        self.symbol_named(f, modifier, token)
    }

    /// A symbol or frame object whose first token is read, with its offset.
    fn symbol_named(&mut self, f: &mut Func, modifier: Modifier, first: Token<'_>) -> Result<Tn> {
        enum Named {
            Sym(SymRef),
            Frame(whirl_lite::ir::FrameObj),
        }
        let named = match first {
            Token::Global(name) => Named::Sym(SymRef::Global(self.symbol(&name)?)),
            Token::Word("lib") => {
                self.expect('(')?;
                let name = match self.next() {
                    Token::Word(w) => w,
                    _ => return Err(self.before("expected a function's name")),
                };
                self.expect(')')?;
                Named::Sym(SymRef::Library(intern(name)))
            }
            Token::Word("addr") => {
                self.expect('(')?;
                let b: Bb = self.bb(f)?;
                self.expect(')')?;
                Named::Sym(SymRef::Block(b))
            }
            Token::Word(w) => {
                if let Some(p) = self.pool_ref(f, w) {
                    Named::Sym(SymRef::Pool(p))
                } else if let Some(t) = self.table_ref(f, w) {
                    Named::Sym(SymRef::Table(t))
                } else if Self::numbered(w, "frame").is_some() {
                    Named::Frame(self.frame_by_name(f, w)?)
                } else {
                    return Err(self.before("expected an operand"));
                }
            }
            _ => return Err(self.before("expected an operand")),
        };
        let offset = if matches!(self.peek(), Token::Int(_)) { self.int()? } else { 0 };
        Ok(f.intern(match named {
            Named::Sym(sym) => TnData::Sym { sym, offset, modifier },
            Named::Frame(obj) => TnData::Frame { obj, offset, modifier },
        }))
    }

    /// What stands behind `;`.
    fn notes(&mut self, f: &mut Func, op: Op, extra: &mut Option<OpExtra>) -> Result<()> {
        loop {
            let w = match self.peek() {
                Token::Word(w) => *w,
                Token::Newline | Token::End => return Ok(()),
                _ => return Err(self.here("expected a flag or note")),
            };
            self.next();
            if let Some(&(_, flag)) = FLAGS.iter().find(|(name, _)| *name == w) {
                f.ops[op].flags |= flag;
                continue;
            }
            match w {
                "alias" => {
                    let class: u32 = self.unsigned()?;
                    if class as usize >= f.alias.len() {
                        return Err(self.before("no such alias class in the function's header"));
                    }
                    f.ops[op].alias = AliasClass(class);
                }
                "remat" => self.remat(f, op)?,
                _ => self.extra_note(w, extra.get_or_insert_with(OpExtra::default))?,
            }
        }
    }

    fn remat(&mut self, f: &mut Func, op: Op) -> Result<()> {
        let mut listed = false;
        loop {
            let pos = self.pos();
            let Token::Word(w) = self.peek() else { break };
            let Some(t) = Self::numbered(w, "tn").map(Tn::from_u32) else { break };
            self.next();
            let t = self.register(f, t, pos)?;
            f.remat[t] = op.into();
            listed = true;
        }
        match f.results(op).first().copied() {
            Some(t) if !listed => f.remat[t] = op.into(),
            None if !listed => return Err(self.before("`remat` on an op without result")),
            _ => {}
        }
        Ok(())
    }

    /// A note that belongs to [`OpExtra`].
    fn extra_note(&mut self, w: &str, e: &mut OpExtra) -> Result<()> {
        match w {
            "extra" => {}
            "clobbers" => e.clobbers = self.clobbers()?,
            "early" => {
                while matches!(self.peek(), Token::Int(_)) {
                    e.early.push(self.unsigned()?);
                }
            }
            "stack" => e.stack_bytes = self.unsigned()?,
            "popped" => e.popped = self.unsigned()?,
            "cc" => e.cc = self.unsigned()?,
            "returns_twice" => e.returns_twice = true,
            "no_memory" => e.no_memory = true,
            "asm" => {
                let (text, constraints) = (self.string()?, self.string()?);
                let sideeffect = self.eat_word("sideeffect");
                let alignstack = self.eat_word("alignstack");
                let intel = self.eat_word("intel");
                let unwind = self.eat_word("unwinds");
                e.asm = Some(Box::new(InlineAsm { text, constraints, sideeffect, alignstack, intel, unwind }));
            }
            "operands" => loop {
                if self.eat_word("none") {
                    e.asm_operands.push(None);
                } else if matches!(self.peek(), Token::Int(_)) {
                    e.asm_operands.push(Some(self.unsigned()?));
                } else {
                    break;
                }
            },
            _ => return Err(self.before(format!("no flag or note is named `{w}`"))),
        }
        Ok(())
    }

    /// Registers, `call` for those of calls, `-%r` for what is taken away again.
    fn clobbers(&mut self) -> Result<RegSet> {
        let mut set = if self.eat_word("call") { self.call_clobbers } else { RegSet::EMPTY };
        loop {
            let minus = self.eat(Token::Punct('-'));
            let Token::Reg(name) = *self.peek() else { break };
            self.next();
            let unit = Self::numbered(name, "unit").filter(|&u| (u as usize) < RegSet::CAPACITY);
            let units = match (unit, self.target.isa.reg_by_name(name)) {
                (Some(u), None) => RegSet::one(Unit(u as u16)),
                _ => self.target.isa.reg(self.reg_by_name(name)?).units,
            };
            set = if minus { set - units } else { set | units };
        }
        Ok(set)
    }
}

/// The one static string with these contents. Texts name few library functions, so what is kept is bounded.
fn intern(name: &str) -> &'static str {
    static NAMES: Mutex<Option<FxHashSet<&'static str>>> = Mutex::new(None);
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    let set = names.get_or_insert_with(FxHashSet::default);
    match set.get(name) {
        Some(&s) => s,
        None => {
            let s: &'static str = Box::leak(name.to_string().into_boxed_str());
            set.insert(s);
            s
        }
    }
}
