//! Reads CGIR: declarations, functions, their headers and blocks. Ops are read in [`super::parse_op`].
//!
//! Entities are named by number, and numbers are kept: before a function is read, its tokens are scanned for the highest
//! number of each kind, and that many are made. Numbers that the text leaves out become dead entities.

use super::lex::{Token, tokens};
use super::names::FRAME_FACTS;
use crate::func::{Bb, FrameData, FrameKind, Func, PoolEntry, PoolRef, Succ, TableRef, Tn, TnData};
use crate::target::Hooks;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use targ_info::{Opcode, PReg, RegClass, RegSet, Target};
use whirl_lite::diag::{Error, Pos, Result};
use whirl_lite::ir::{
    AliasBase, AliasData, FnAttrs, FrameObj, Global, GlobalKind, GlobalRef, MdRef, Module, ParamAttrs, Signature, Ty,
    Value,
};
use whirl_lite::mtype::MType;

/// Reads a text. Symbols that the module lacks must be declared in the text, and are added to the module; functions
/// declare themselves. `call_clobbers` is [`Hooks::call_clobbers`], which the text may refer to.
pub fn parse(
    text: &str,
    module: &mut Module,
    target: &Target,
    hooks: &dyn Hooks,
    call_clobbers: RegSet,
) -> Result<Vec<Func>> {
    let insts = &target.isa.insts;
    let opcodes = insts.iter().enumerate().rev().map(|(i, d)| (d.name, Opcode(i as u16))).collect();
    let usual =
        (0..target.isa.classes.len()).map(|c| super::names::usual_type(target, hooks, RegClass(c as u8))).collect();
    let mut p = Parser {
        tokens: tokens(text)?,
        at: 0,
        limit: text.len(),
        module,
        target,
        hooks,
        call_clobbers,
        opcodes,
        usual,
        typed: Vec::new(),
        described: Vec::new(),
        mentioned: Vec::new(),
    };
    let mut funcs = Vec::new();
    loop {
        match p.next() {
            Token::End => return Ok(funcs),
            Token::Newline => {}
            Token::Word("func") => funcs.push(p.function()?),
            Token::Word(word @ ("declare" | "variable")) => {
                let name = p.global_name()?;
                p.declare(name, word == "declare");
                p.newline()?;
            }
            _ => return Err(p.before("expected `func`, `declare` or `variable`")),
        }
    }
}

pub(super) struct Parser<'a, 't> {
    tokens: Vec<(Token<'t>, Pos)>,
    at: usize,
    /// No entity number may be larger: a text cannot mean so many.
    limit: usize,
    pub(super) module: &'a mut Module,
    pub(super) target: &'a Target,
    pub(super) hooks: &'a dyn Hooks,
    pub(super) call_clobbers: RegSet,
    pub(super) opcodes: FxHashMap<&'static str, Opcode>,
    /// By class: the type that goes without saying.
    pub(super) usual: Vec<MType>,
    /// By TN: is its class known?
    pub(super) typed: Vec<bool>,
    /// By frame object: has the header a line about it?
    described: Vec<bool>,
    /// TNs that are mentioned, and where.
    pub(super) mentioned: Vec<(Tn, Pos)>,
}

impl<'t> Parser<'_, 't> {
    // Tokens.

    pub(super) fn peek(&self) -> &Token<'t> {
        &self.tokens[self.at].0
    }
    pub(super) fn next(&mut self) -> Token<'t> {
        let t = self.tokens[self.at].0.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        t
    }
    /// Where the next token stands.
    pub(super) fn pos(&self) -> Pos {
        self.tokens[self.at].1
    }
    /// An error at the token read last.
    pub(super) fn before(&self, message: impl Into<String>) -> Error {
        Error::input(self.tokens[self.at.saturating_sub(1)].1, message)
    }
    /// An error at the next token.
    pub(super) fn here(&self, message: impl Into<String>) -> Error {
        Error::input(self.pos(), message)
    }
    pub(super) fn eat(&mut self, t: Token<'static>) -> bool {
        let hit = *self.peek() == t;
        if hit {
            self.next();
        }
        hit
    }
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let hit = matches!(self.peek(), Token::Word(w) if *w == word);
        if hit {
            self.next();
        }
        hit
    }
    pub(super) fn expect(&mut self, c: char) -> Result<()> {
        if self.eat(Token::Punct(c)) { Ok(()) } else { Err(self.here(format!("expected `{c}`"))) }
    }
    pub(super) fn newline(&mut self) -> Result<()> {
        if self.eat(Token::Newline) || *self.peek() == Token::End {
            Ok(())
        } else {
            Err(self.here("expected the end of the line"))
        }
    }
    pub(super) fn int(&mut self) -> Result<i64> {
        match self.next() {
            Token::Int(v) => Ok(v),
            _ => Err(self.before("expected a number")),
        }
    }
    pub(super) fn unsigned<T: TryFrom<i64>>(&mut self) -> Result<T> {
        let v = self.int()?;
        T::try_from(v).map_err(|_| self.before("number out of range"))
    }
    fn float(&mut self) -> Result<f32> {
        match self.next() {
            Token::Int(v) => Ok(v as f32),
            Token::Float(v) => Ok(v),
            _ => Err(self.before("expected a number")),
        }
    }
    pub(super) fn string(&mut self) -> Result<String> {
        match self.next() {
            Token::Str(s) => Ok(s),
            _ => Err(self.before("expected a string")),
        }
    }
    fn global_name(&mut self) -> Result<String> {
        match self.next() {
            Token::Global(s) => Ok(s),
            _ => Err(self.before("expected a symbol")),
        }
    }
    pub(super) fn reg(&mut self) -> Result<PReg> {
        match self.next() {
            Token::Reg(name) => self.reg_by_name(name),
            _ => Err(self.before("expected a register")),
        }
    }
    pub(super) fn reg_by_name(&self, name: &str) -> Result<PReg> {
        self.target.isa.reg_by_name(name).ok_or_else(|| self.before(format!("no register is named `{name}`")))
    }
    pub(super) fn class_by_name(&self, name: &str) -> Result<RegClass> {
        let found = self.target.isa.classes.iter().position(|c| c.name == name);
        found.map(|i| RegClass(i as u8)).ok_or_else(|| self.before(format!("no register class is named `{name}`")))
    }

    // Entities by number.

    /// The number of `word` if it is `prefix` and digits.
    pub(super) fn numbered(word: &str, prefix: &str) -> Option<u32> {
        let digits = word.strip_prefix(prefix)?;
        if digits.starts_with('+') { None } else { digits.parse().ok() }
    }
    /// How many entities of each kind the function that begins here mentions: TNs, blocks, frame objects.
    fn count(&self) -> Result<[usize; 3]> {
        let mut counts = [0; 3];
        for (t, pos) in &self.tokens[self.at..] {
            match t {
                Token::Word("func") => break,
                Token::Word(w) => {
                    for (count, prefix) in counts.iter_mut().zip(["tn", "bb", "frame"]) {
                        let Some(n) = Self::numbered(w, prefix) else { continue };
                        if n as usize > self.limit + 4096 {
                            return Err(Error::input(*pos, "number far beyond what the text defines"));
                        }
                        *count = (*count).max(n as usize + 1);
                    }
                }
                _ => {}
            }
        }
        Ok(counts)
    }
    pub(super) fn bb(&mut self, f: &Func) -> Result<Bb> {
        match self.next() {
            Token::Word(w) => self.bb_by_name(f, w),
            _ => Err(self.before("expected a block")),
        }
    }
    pub(super) fn bb_by_name(&self, f: &Func, w: &str) -> Result<Bb> {
        let b = Self::numbered(w, "bb").map(Bb::from_u32).filter(|&b| f.bbs.is_valid(b));
        b.ok_or_else(|| self.before("expected a block"))
    }
    pub(super) fn frame_by_name(&self, f: &Func, w: &str) -> Result<FrameObj> {
        let obj = Self::numbered(w, "frame").map(FrameObj::from_u32).filter(|&o| f.frame.is_valid(o));
        let obj = obj.ok_or_else(|| self.before("expected a frame object"))?;
        match self.described.get(obj.index()) {
            Some(true) => Ok(obj),
            _ => Err(self.before(format!("the function's header does not describe {obj}"))),
        }
    }

    // Symbols.

    pub(super) fn symbol(&self, name: &str) -> Result<GlobalRef> {
        let found = self.module.by_name.get(name).copied();
        found.ok_or_else(|| self.before(format!("symbol `@{name}` is not declared")))
    }
    fn declare(&mut self, name: String, function: bool) -> GlobalRef {
        if let Some(&g) = self.module.by_name.get(&name) {
            return g;
        }
        let sig = Signature {
            ty: Ty::VOID,
            ret: Ty::VOID,
            params: Vec::new(),
            vararg: false,
            cc: 0,
            ret_attrs: ParamAttrs::default(),
            param_attrs: Vec::new(),
            attrs: FnAttrs::default(),
        };
        let kind = if function {
            GlobalKind::Function { sig, body: None }
        } else {
            GlobalKind::Variable { constant: false, init: None, externally_initialized: false }
        };
        let g = self.module.globals.push(Global::declared(name.clone(), kind, Ty::VOID, self.pos()));
        self.module.by_name.insert(name, g);
        g
    }

    // Functions.

    fn function(&mut self) -> Result<Func> {
        let name = self.global_name()?;
        let g = self.declare(name.clone(), true);
        let mut f = Func::new(g, name);
        self.body(&mut f).map_err(|e| e.in_function(&f.name))?;
        Ok(f)
    }

    fn body(&mut self, f: &mut Func) -> Result<()> {
        self.expect('{')?;
        self.newline()?;
        let [tns, bbs, objs] = self.count()?;
        for _ in 0..tns {
            f.tns.push(TnData::Reg { class: RegClass(0), ty: MType::Void, dedicated: None });
        }
        for _ in 0..bbs {
            f.add_bb();
        }
        f.layout.clear();
        let blank = FrameData { size: 0, align: 0, kind: FrameKind::Local, offset: None };
        (0..objs).for_each(|_| {
            f.frame.push(blank);
        });
        self.typed = vec![false; tns];
        self.described = vec![false; objs];
        self.mentioned.clear();
        self.header(f)?;
        self.blocks(f)?;
        f.rebuild_preds();
        for &(t, pos) in &self.mentioned {
            if t.index() < tns && !self.typed[t.index()] {
                return Err(Error::input(pos, format!("{t} has no class: write `{t}:class.type` where it is defined")));
            }
        }
        self.newline()
    }

    /// Lines up to the first block.
    fn header(&mut self, f: &mut Func) -> Result<()> {
        loop {
            let Token::Word(w) = *self.peek() else { return Ok(()) };
            if Self::numbered(w, "bb").is_some() || w == "remat" {
                return Ok(());
            }
            self.next();
            match w {
                "allocated" => f.allocated = true,
                "laid_out" => f.laid_out = true,
                "info" => self.frame_info(f)?,
                "incoming" => {
                    f.incoming.stack_bytes = self.unsigned()?;
                    if self.eat_word("popped") {
                        f.incoming.popped = self.unsigned()?;
                    }
                    if self.eat_word("save") {
                        while matches!(self.peek(), Token::Reg(_)) {
                            let r = self.reg()?;
                            f.incoming.save_registers.push(r);
                        }
                    }
                }
                _ => {
                    let frame = Self::numbered(w, "frame");
                    let entry = |next: usize, prefix| Self::numbered(w, prefix).map(|n| n as usize == next);
                    if frame.is_some() {
                        if let Some(d) = frame.and_then(|n| self.described.get_mut(n as usize)) {
                            *d = true;
                        }
                        let obj = self.frame_by_name(f, w)?;
                        self.expect(':')?;
                        f.frame[obj] = self.frame_object()?;
                    } else if let Some(in_order) = entry(f.alias.len(), "alias") {
                        self.in_order(in_order)?;
                        let a = self.alias(f)?;
                        f.alias.push(a);
                    } else if let Some(in_order) = entry(f.pool.len(), "pool") {
                        self.in_order(in_order)?;
                        let e = self.pool_entry()?;
                        f.pool.push(e);
                    } else if let Some(in_order) = entry(f.tables.len(), "table") {
                        self.in_order(in_order)?;
                        let mut list = Vec::new();
                        while !matches!(self.peek(), Token::Newline) {
                            list.push(self.bb(f)?);
                        }
                        f.tables.push(list);
                    } else {
                        return Err(self.before("expected a line of the function's header, or a block"));
                    }
                }
            }
            self.newline()?;
        }
    }
    fn in_order(&mut self, in_order: bool) -> Result<()> {
        if in_order { self.expect(':') } else { Err(self.before("numbers must come in order, without gaps")) }
    }

    fn frame_object(&mut self) -> Result<FrameData> {
        let Token::Word(kind) = self.next() else { return Err(self.before("expected the kind of the object")) };
        let kind = match kind {
            "local" => FrameKind::Local,
            "spill" => FrameKind::Spill,
            "saved" => FrameKind::Saved(self.reg()?),
            "incoming" => FrameKind::Incoming(self.int()?),
            "outgoing" => FrameKind::Outgoing,
            "emergency" => FrameKind::Emergency,
            _ => return Err(self.before("expected the kind of the object")),
        };
        let mut d = FrameData { size: 0, align: 0, kind, offset: None };
        while let Token::Word(w) = *self.peek() {
            self.next();
            match w {
                "size" => d.size = self.unsigned()?,
                "align" => d.align = self.unsigned()?,
                "offset" => d.offset = Some(self.int()?),
                _ => return Err(self.before("expected `size`, `align` or `offset`")),
            }
        }
        if d.align > 62 { Err(self.before("alignment out of range")) } else { Ok(d) }
    }

    fn frame_info(&mut self, f: &mut Func) -> Result<()> {
        while let Token::Word(w) = *self.peek() {
            self.next();
            if let Some((_, fact)) = FRAME_FACTS.iter().find(|(name, _)| *name == w) {
                *fact(&mut f.frame_info) = true;
                continue;
            }
            match w {
                "outgoing" => f.frame_info.outgoing = self.unsigned()?,
                "realign" => f.frame_info.realign = self.unsigned()?,
                "size" => f.frame_info.size = Some(self.unsigned()?),
                "emergency" => {
                    let Token::Word(obj) = self.next() else { return Err(self.before("expected a frame object")) };
                    f.frame_info.emergency = Some(self.frame_by_name(f, obj)?);
                }
                _ => return Err(self.before("no such fact of a frame")),
            }
        }
        Ok(())
    }

    fn alias(&mut self, f: &Func) -> Result<AliasData> {
        let base = match self.next() {
            Token::Word("unknown") => AliasBase::Unknown,
            Token::Word("incoming") => AliasBase::Incoming,
            Token::Word("param") => AliasBase::Param(self.unsigned()?),
            Token::Word("value") => AliasBase::Value(Value::from_u32(self.unsigned()?)),
            Token::Word(w) => {
                let obj = self.frame_by_name(f, w)?;
                AliasBase::Frame(obj, self.eat_word("private"))
            }
            Token::Global(name) => AliasBase::Global(self.symbol(&name)?),
            _ => return Err(self.before("expected the base of the class")),
        };
        let mut a = AliasData { base, ..AliasData::ANY };
        while let Token::Word(w) = *self.peek() {
            self.next();
            match w {
                "offset" => a.offset = Some(self.int()?),
                "size" => a.size = self.unsigned()?,
                "constant" => a.constant = true,
                "tbaa" => a.tbaa = self.metadata()?,
                "scopes" => a.scopes = self.metadata()?,
                "noalias" => a.noalias = self.metadata()?,
                _ => return Err(self.before("no such fact of an alias class")),
            }
        }
        Ok(a)
    }
    /// A metadata node by number; a module without its metadata (a text read alone) knows nothing of it.
    fn metadata(&mut self) -> Result<Option<MdRef>> {
        let md = MdRef::from_u32(self.unsigned()?);
        Ok(self.module.metadata.nodes.is_valid(md).then_some(md))
    }

    fn pool_entry(&mut self) -> Result<PoolEntry> {
        let mut e = PoolEntry { bytes: Vec::new(), align: 0 };
        if self.eat_word("align") {
            e.align = self.unsigned()?;
        }
        if !self.eat_word("bytes") {
            return Err(self.here("expected `bytes`"));
        }
        let hex = self.string()?;
        let digit = |c: u8| char::from(c).to_digit(16).map(|d| d as u8);
        for pair in hex.as_bytes().chunks(2) {
            match pair {
                [a, b] if digit(*a).is_some() && digit(*b).is_some() => {
                    e.bytes.push(digit(*a).unwrap_or(0) << 4 | digit(*b).unwrap_or(0));
                }
                _ => return Err(self.before("expected pairs of hexadecimal digits")),
            }
        }
        Ok(e)
    }

    /// Blocks up to the closing brace.
    fn blocks(&mut self, f: &mut Func) -> Result<()> {
        loop {
            match self.next() {
                Token::Punct('}') => return Ok(()),
                Token::Word("remat") => {
                    self.expect(':')?;
                    self.newline()?;
                    while *self.peek() != Token::Punct('}') {
                        self.op(f)?;
                    }
                }
                Token::Word(w) => {
                    let b = self.bb_by_name(f, w)?;
                    if f.layout.contains(&b) {
                        return Err(self.before(format!("{b} stands here a second time")));
                    }
                    f.layout.push(b);
                    self.bb_head(f, b)?;
                    while !self.at_block() {
                        let op = self.op(f)?;
                        f.append(b, op);
                    }
                }
                _ => return Err(self.before("expected a block or `}`")),
            }
        }
    }
    /// Does the next line begin a block, or end the function?
    fn at_block(&self) -> bool {
        match self.peek() {
            Token::Punct('}') | Token::End => true,
            Token::Word("remat") => self.tokens.get(self.at + 1).is_some_and(|t| t.0 == Token::Punct(':')),
            Token::Word(w) => Self::numbered(w, "bb").is_some(),
            _ => false,
        }
    }
    fn bb_head(&mut self, f: &mut Func, b: Bb) -> Result<()> {
        f.bbs[b].freq = 1.0;
        loop {
            match self.next() {
                Token::Punct(':') => return self.newline(),
                Token::Word("freq") => f.bbs[b].freq = self.float()?,
                Token::Word("cold") => f.bbs[b].cold = true,
                Token::Word("address_taken") => f.bbs[b].address_taken = true,
                Token::Word("unwind") => f.bbs[b].unwind = Some(self.bb(f)?),
                Token::Arrow => self.succs(f, b)?,
                _ => return Err(self.before("expected `freq`, `cold`, `address_taken`, `unwind`, `->` or `:`")),
            }
        }
    }
    /// Successors with probabilities; those without one share what is left.
    fn succs(&mut self, f: &mut Func, b: Bb) -> Result<()> {
        let mut list: Vec<(Bb, Option<f32>)> = Vec::new();
        loop {
            let to = self.bb(f)?;
            let given = matches!(self.peek(), Token::Int(_) | Token::Float(_));
            list.push((to, if given { Some(self.float()?) } else { None }));
            if !self.eat(Token::Punct(',')) {
                break;
            }
        }
        let rest = 1.0 - list.iter().filter_map(|s| s.1).sum::<f32>();
        let share = rest.max(0.0) / list.iter().filter(|s| s.1.is_none()).count().max(1) as f32;
        f.bbs[b].succs = list.into_iter().map(|(bb, p)| Succ { bb, prob: p.unwrap_or(share) }).collect();
        Ok(())
    }
    pub(super) fn pool_ref(&self, f: &Func, w: &str) -> Option<PoolRef> {
        Self::numbered(w, "pool").map(PoolRef::from_u32).filter(|&p| f.pool.is_valid(p))
    }
    pub(super) fn table_ref(&self, f: &Func, w: &str) -> Option<TableRef> {
        Self::numbered(w, "table").map(TableRef::from_u32).filter(|&t| f.tables.is_valid(t))
    }
}
