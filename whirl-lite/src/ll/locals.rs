//! Names of values and blocks in a body, forward references, and block addresses.
//!
//! Values and blocks share one space of names and one sequence of numbers. The tables are kept from function to
//! function: numbers are stamped with the function, so that nothing has to be cleared.

use super::*;
use crate::ir::{
    Attachments, BlockAddr, BlockData, BlockId, Const, ConstData, GlobalKind, InstKind, Value, ValueData, ValueDef,
};
use cranelift_entity::EntityRef;
use numbered::Numbered;
use rustc_hash::FxHashMap;

/// What a name stands for.
#[derive(Clone, Copy)]
enum Slot {
    Value(Value),
    Block(BlockId),
}

/// A local name as it is written.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum LocalName<'a> {
    Number(u32),
    Name(Cow<'a, [u8]>),
}

/// The names of the body being read.
pub(super) struct Locals<'a> {
    numbered: Numbered<(u32, Slot)>,
    named: FxHashMap<Cow<'a, [u8]>, Slot>,
    /// The function's number: entries of others do not count.
    stamp: u32,
    /// The next number of a value or block without a name.
    next: u32,
    /// Values that were mentioned before their definition, and where.
    forward: Vec<(Value, Pos)>,
    /// For each block: the place of the first mention, and whether it has been defined.
    blocks: Vec<(Pos, bool)>,
    /// Attachment lists that the function has already.
    pub attachments: FxHashMap<Attachments, u32>,
    /// Index lists that the function has already.
    pub paths: FxHashMap<Vec<u32>, crate::ir::PathId>,
    /// The value that stands for metadata arguments.
    pub metadata: Option<Value>,
}

impl<'a> Locals<'a> {
    pub fn new(limit: usize) -> Locals<'a> {
        Locals {
            numbered: Numbered::new(limit),
            named: FxHashMap::default(),
            stamp: 0,
            next: 0,
            forward: Vec::new(),
            blocks: Vec::new(),
            attachments: FxHashMap::default(),
            paths: FxHashMap::default(),
            metadata: None,
        }
    }
    /// Forgets the body before.
    pub fn start(&mut self) {
        self.stamp += 1;
        self.next = 0;
        self.forward.clear();
        self.blocks.clear();
        self.metadata = None;
        clear(&mut self.named);
        clear(&mut self.attachments);
        clear(&mut self.paths);
    }
    #[inline]
    fn get(&self, name: &LocalName) -> Option<Slot> {
        match name {
            LocalName::Number(n) => self.number(*n),
            LocalName::Name(s) => self.named.get(s).copied(),
        }
    }
    #[inline]
    fn number(&self, n: u32) -> Option<Slot> {
        self.numbered.get(n).filter(|e| e.0 == self.stamp).map(|e| e.1)
    }
    #[inline]
    fn set(&mut self, name: LocalName<'a>, slot: Slot) {
        match name {
            LocalName::Number(n) => self.numbered.set(n, (self.stamp, slot)),
            LocalName::Name(s) => drop(self.named.insert(s, slot)),
        }
    }
}

/// Empties a map; one that a huge function made large gives its memory back, for emptying it takes time.
fn clear<K: Eq + std::hash::Hash, V>(map: &mut FxHashMap<K, V>) {
    map.clear();
    if map.capacity() > 4096 {
        map.shrink_to(256);
    }
}

impl std::fmt::Display for LocalName<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            LocalName::Number(n) => write!(f, "%{n}"),
            LocalName::Name(s) => write!(f, "%{}", crate::ir::quote(&String::from_utf8_lossy(s))),
        }
    }
}

impl<'a> Parser<'a> {
    /// The local name in the current token.
    #[inline]
    pub fn local_name(&self) -> LocalName<'a> {
        match self.lx.tok {
            Tok::LocalId => LocalName::Number(self.lx.num as u32),
            _ => LocalName::Name(self.name()),
        }
    }

    /// A value of a type: a local one or a constant.
    #[inline]
    pub fn value(&mut self, ty: Ty) -> Parsed<Value> {
        match self.lx.tok {
            Tok::LocalId => {
                let n = self.lx.num as u32;
                match self.locals.number(n) {
                    Some(Slot::Value(v)) if self.f.values[v].ty == ty => {
                        self.lx.next();
                        Ok(v)
                    }
                    _ => self.local_value(ty),
                }
            }
            Tok::LocalName => self.local_value(ty),
            _ => {
                let c = self.constant(ty)?;
                Ok(self.f.const_value(c))
            }
        }
    }
    /// A type and a value of it.
    pub fn typed_value(&mut self) -> Parsed<(Ty, Value)> {
        let ty = self.ty()?;
        Ok((ty, self.value(ty)?))
    }
    fn local_value(&mut self, ty: Ty) -> Parsed<Value> {
        let pos = self.pos();
        let name = self.local_name();
        self.lx.next();
        match self.locals.get(&name) {
            Some(Slot::Value(v)) => {
                let own = self.f.values[v].ty;
                if own == ty {
                    return Ok(v);
                }
                let (own, ty) = (self.show(own), self.show(ty));
                self.fail(pos, format!("'{name}' defined with type '{own}' but expected '{ty}'"))
            }
            Some(Slot::Block(_)) => {
                let ty = self.show(ty);
                self.fail(pos, format!("'{name}' defined with type 'label' but expected '{ty}'"))
            }
            None => {
                if !self.is_first_class(ty) || matches!(ty, Ty::LABEL | Ty::METADATA) {
                    return self.fail(pos, "invalid use of a non-first-class type");
                }
                let v = self.f.values.push(ValueData { ty, def: ValueDef::Other });
                self.locals.forward.push((v, pos));
                self.locals.set(name, Slot::Value(v));
                Ok(v)
            }
        }
    }

    /// `label %name`.
    pub fn label(&mut self) -> Parsed<BlockId> {
        self.expect_kw(Kw::Label)?;
        self.block_ref()
    }
    /// `%name` as a block.
    pub fn block_ref(&mut self) -> Parsed<BlockId> {
        if !matches!(self.lx.tok, Tok::LocalId | Tok::LocalName) {
            return self.expected("expected a basic block");
        }
        let pos = self.pos();
        let name = self.local_name();
        self.lx.next();
        match self.locals.get(&name) {
            Some(Slot::Block(b)) => Ok(b),
            Some(Slot::Value(_)) => self.fail(pos, format!("'{name}' is not a basic block")),
            None => {
                let b = self.new_block(pos);
                self.locals.set(name, Slot::Block(b));
                Ok(b)
            }
        }
    }
    fn new_block(&mut self, pos: Pos) -> BlockId {
        self.locals.blocks.push((pos, false));
        self.f.blocks.push(BlockData::default())
    }
    /// The block that starts here, labelled or not.
    pub fn define_block(&mut self) -> Parsed<BlockId> {
        let pos = self.pos();
        let name = match self.lx.tok {
            Tok::LabelId => {
                let n = self.lx.num as u32;
                if n < self.locals.next {
                    let next = self.locals.next;
                    return self.fail(pos, format!("label expected to be numbered '{next}' or greater"));
                }
                self.lx.next();
                LocalName::Number(n)
            }
            Tok::LabelName => {
                let name = self.name();
                self.lx.next();
                LocalName::Name(name)
            }
            _ => LocalName::Number(self.locals.next),
        };
        let b = match self.locals.get(&name) {
            Some(Slot::Block(b)) => b,
            Some(Slot::Value(_)) => {
                return self.fail(pos, format!("multiple definition of local value named '{name}'"));
            }
            None => {
                let b = self.new_block(pos);
                self.locals.set(name.clone(), Slot::Block(b));
                b
            }
        };
        let defined = self.locals.blocks.get_mut(b.index()).map(|s| std::mem::replace(&mut s.1, true));
        if defined != Some(false) {
            return self.fail(pos, format!("multiple definition of local value named '{name}'"));
        }
        match &name {
            LocalName::Number(n) => self.locals.next = n.saturating_add(1),
            LocalName::Name(s) => self.f.block_names.set(b, &String::from_utf8_lossy(s)),
        }
        self.f.layout.push(b);
        Ok(b)
    }

    /// The name that an instruction or parameter gives to its value; one without a name takes the next number.
    pub fn result_name(&mut self, pos: Pos, name: Option<LocalName<'a>>) -> Parsed<LocalName<'a>> {
        match name {
            Some(LocalName::Number(n)) if n < self.locals.next => {
                let next = self.locals.next;
                self.fail(pos, format!("instruction expected to be numbered '%{next}' or greater"))
            }
            Some(LocalName::Number(n)) => {
                self.locals.next = n.saturating_add(1);
                Ok(LocalName::Number(n))
            }
            Some(name) => Ok(name),
            None => {
                let n = self.locals.next;
                self.locals.next += 1;
                Ok(LocalName::Number(n))
            }
        }
    }
    /// The value of a forward reference with this name, to be defined with this type; `None` if nothing mentioned it.
    pub fn forward_value(&mut self, pos: Pos, name: &LocalName<'a>, ty: Ty) -> Parsed<Option<Value>> {
        match self.locals.get(name) {
            None => Ok(None),
            Some(Slot::Value(v)) if self.f.values[v].def == ValueDef::Other => {
                let own = self.f.values[v].ty;
                if own != ty {
                    let own = self.show(own);
                    return self.fail(pos, format!("instruction forward referenced with type '{own}'"));
                }
                Ok(Some(v))
            }
            Some(_) => self.fail(pos, format!("multiple definition of local value named '{name}'")),
        }
    }
    /// Binds a name to a value.
    pub fn bind(&mut self, name: LocalName<'a>, v: Value) {
        if let LocalName::Name(s) = &name {
            self.f.value_names.set(v, &String::from_utf8_lossy(s));
        }
        self.locals.set(name, Slot::Value(v));
    }

    /// At a body's end: everything that was mentioned is defined, and the body's block addresses are known.
    pub fn finish_locals(&mut self, body: crate::ir::FuncRef) -> Parsed<()> {
        let values = &self.f.values;
        let undefined = self.locals.forward.iter().find(|(v, _)| values[*v].def == ValueDef::Other).map(|f| f.1);
        let undefined = undefined.or_else(|| self.locals.blocks.iter().find(|b| !b.1).map(|b| b.0));
        if let Some(pos) = undefined {
            let text = String::from_utf8_lossy(self.lx.token_at(pos.0 as usize)).into_owned();
            return self.fail(pos, format!("use of undefined value '{text}'"));
        }
        for (addr, name, pos) in self.block_addrs.pending.remove(&self.f.global).unwrap_or_default() {
            let Some(Slot::Block(b)) = self.locals.get(&name) else {
                return self.fail(pos, format!("referenced value '{name}' is not a basic block"));
            };
            self.f.blocks[b].address_taken = true;
            self.m.block_addrs[addr] = (body, b);
        }
        Ok(())
    }

    /// `blockaddress(@f, %b)`.
    pub fn block_address(&mut self, ty: Ty) -> Parsed<Const> {
        self.lx.next();
        self.open()?;
        let pos = self.pos();
        if !matches!(self.lx.tok, Tok::GlobalName | Tok::GlobalId) {
            return self.expected("expected function name in blockaddress");
        }
        let function = self.global_ref();
        self.lx.next();
        self.check_global_type(pos, function, ty)?;
        self.comma()?;
        let pos = self.pos();
        if !matches!(self.lx.tok, Tok::LocalName | Tok::LocalId) {
            return self.expected("expected basic block name in blockaddress");
        }
        let name = self.local_name();
        self.lx.next();
        self.close()?;
        let key = (function, name.clone());
        let addr = match self.block_addrs.known.get(&key) {
            Some(&a) => a,
            None => {
                let a = self.m.block_addrs.push((crate::ir::FuncRef::from_u32(0), BlockId::from_u32(0)));
                self.block_addrs.known.insert(key, a);
                self.block_addrs.pending.entry(function).or_default().push((a, name, pos));
                self.block_addrs.order.push(function);
                a
            }
        };
        Ok(self.intern(ty, ConstData::BlockAddress(addr)))
    }
    /// At the end: block addresses that were taken after their function had been read.
    pub fn resolve_block_addresses(&mut self) -> Parsed<()> {
        for function in std::mem::take(&mut self.block_addrs.order) {
            let Some(list) = self.block_addrs.pending.remove(&function) else { continue };
            let Some(&(_, _, first)) = list.first() else { continue };
            let GlobalKind::Function { body: Some(body), .. } = self.m.globals[function].kind else {
                return self.fail(first, "expected a function with a body in blockaddress");
            };
            let f = &self.m.functions[body];
            let names: FxHashMap<&str, BlockId> =
                f.layout.iter().filter_map(|&b| Some((f.block_names.get(b)?, b))).collect();
            let mut found = Vec::new();
            for (addr, name, pos) in &list {
                let LocalName::Name(s) = name else {
                    return self.fail(*pos, "cannot take address of numeric label after the function is defined");
                };
                let Some(&b) = names.get(String::from_utf8_lossy(s).as_ref()) else {
                    return self.fail(*pos, format!("referenced value '{name}' is not a basic block"));
                };
                found.push((*addr, b));
            }
            for (addr, b) in found {
                self.m.functions[body].blocks[b].address_taken = true;
                self.m.block_addrs[addr] = (body, b);
            }
        }
        Ok(())
    }

    /// Adds an instruction to the block, and binds its result if it has one.
    pub fn bind_result(
        &mut self,
        pos: Pos,
        name: Option<LocalName<'a>>,
        kind: InstKind,
        flags: crate::ir::InstFlags,
        ty: Ty,
    ) -> Parsed<crate::ir::Inst> {
        if ty == Ty::VOID {
            if name.is_some() {
                return self.fail(pos, "instructions returning void cannot have a name");
            }
            return Ok(self.f.make_inst(kind, flags, &self.ops, &self.succs, &[], pos));
        }
        let name = self.result_name(pos, name)?;
        let inst = match self.forward_value(pos, &name, ty)? {
            Some(v) => self.f.make_inst_defining(kind, flags, &self.ops, &self.succs, v, pos),
            None => self.f.make_inst(kind, flags, &self.ops, &self.succs, &[ty], pos),
        };
        let v = self.f.result(inst, 0);
        self.bind(name, v);
        Ok(inst)
    }
}

/// Block addresses: those known, and those whose function has not been read to its end.
#[derive(Default)]
pub(super) struct BlockAddrs<'a> {
    known: FxHashMap<(GlobalRef, LocalName<'a>), BlockAddr>,
    pending: FxHashMap<GlobalRef, Vec<(BlockAddr, LocalName<'a>, Pos)>>,
    /// Functions in order of mention.
    order: Vec<GlobalRef>,
}
