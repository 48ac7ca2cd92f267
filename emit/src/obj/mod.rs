//! The object streamer: sections of bytes, symbols, and fixups that are resolved or become relocations at the end.
//!
//! What is resolved follows llvm-mc: distances to symbols of local binding in the same section, unless the linker may
//! relax the code between; differences of symbols in one section, unless an instruction between them had several sizes to
//! choose from. So assembling the text gives the same relocations.

mod eh_frame;
mod elf;
mod fields;

use crate::mc::{CfiOp, Label, Mark, McFunction, McInst, McOperand, McSym};
use crate::section::{Section, SectionId, SectionType, Sections};
use crate::streamer::{AttrValue, Streamer, SymAttr};
use crate::symbol::{FuncBase, Names, Sym, Value};
use crate::target::{McTarget, RelocClass};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use targ_info::{FeatureSet, Opcode, Target};
use whirl_lite::diag::{Error, Pos, Result};

/// What a fixup is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FixupKind {
    /// A relocation type; `true` if it must be left to the linker.
    Reloc(u32, bool),
    /// A mark without a symbol, such as "may be relaxed".
    Mark(u32),
    /// A difference: the number of bytes, and the subtracted symbol.
    Difference(u8, SymIndex),
    /// A difference that the linker must compute: relocations that set and subtract, and the subtracted symbol.
    Linked(u32, u32, SymIndex),
}

/// A place that depends on a symbol.
#[derive(Clone, Copy, Debug)]
struct Fixup {
    offset: u64,
    kind: FixupKind,
    sym: SymIndex,
    addend: i64,
}

/// A relocation, as written.
#[derive(Clone, Copy, Debug)]
struct Reloc {
    offset: u64,
    kind: u32,
    sym: Option<SymIndex>,
    addend: i64,
}

/// A symbol in [`ObjStreamer::symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
struct SymIndex(u32);

/// Where a symbol is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    Undefined,
    Section(SectionId, u64),
    Absolute(i64),
    Common { align: u64 },
}

/// What is known of a symbol.
#[derive(Clone, Debug)]
struct SymbolData {
    sym: Option<Sym>,
    /// Name of symbols that are not [`Sym`]s.
    name: Cow<'static, str>,
    place: Place,
    binding: u8,
    visibility: u8,
    kind: u8,
    size: u64,
    /// Another symbol plus offset.
    alias: Option<Value>,
    /// Stands in the symbol table whatever happens.
    wanted: bool,
}

/// Binding of symbols of which nothing was said: local if they are defined here, else global.
const UNSAID: u8 = u8::MAX;
const STB_LOCAL: u8 = 0;
const STB_GLOBAL: u8 = 1;
const STB_WEAK: u8 = 2;
const STT_NOTYPE: u8 = 0;
const STT_OBJECT: u8 = 1;
const STT_FUNC: u8 = 2;
const STT_SECTION: u8 = 3;
const STT_TLS: u8 = 6;
const STT_GNU_IFUNC: u8 = 10;
const STV_HIDDEN: u8 = 2;
const STV_PROTECTED: u8 = 3;

/// A section's contents.
#[derive(Default)]
struct Contents {
    data: Vec<u8>,
    /// Bytes of a section without contents.
    size: u64,
    align: u64,
    fixups: Vec<Fixup>,
    /// Offsets of instructions whose size the assembler would choose, in order.
    relaxable: Vec<u64>,
    /// The last mapping symbol: code or data.
    mapping: Option<bool>,
}

/// Unwind information of a function.
struct Frame {
    section: SectionId,
    start: u64,
    begin: SymIndex,
    finish: SymIndex,
    ops: Vec<(u64, CfiOp)>,
}

/// An anchor and the fixup of the instruction at it.
#[derive(Clone, Copy)]
struct Anchor {
    section: SectionId,
    offset: u64,
    fixup: u32,
}

/// A function's labels.
struct FuncPlace {
    section: SectionId,
    start: u64,
    labels: Vec<u32>,
}

/// Writes objects.
pub struct ObjStreamer<'a> {
    target: &'a Target,
    hooks: &'static dyn McTarget,
    names: &'a Names<'a>,
    sections: Sections,
    contents: Vec<Contents>,
    now: SectionId,
    symbols: Vec<SymbolData>,
    by_sym: FxHashMap<Sym, SymIndex>,
    anchors: Vec<Anchor>,
    functions: Vec<Option<FuncPlace>>,
    frames: Vec<Frame>,
    /// Features of all code.
    features: FeatureSet,
    signatures: FxHashMap<String, SymIndex>,
    /// Symbols of sections that relocations name.
    section_symbols: FxHashMap<SectionId, SymIndex>,
    file: String,
    comment: Vec<u8>,
    attributes: Vec<u8>,
}

impl<'a> ObjStreamer<'a> {
    /// An empty object.
    pub fn new(target: &'a Target, hooks: &'static dyn McTarget, names: &'a Names<'a>) -> ObjStreamer<'a> {
        let mut s = ObjStreamer {
            target,
            hooks,
            names,
            sections: Sections::default(),
            contents: Vec::new(),
            now: SectionId(0),
            symbols: Vec::new(),
            by_sym: FxHashMap::default(),
            anchors: Vec::new(),
            functions: Vec::new(),
            frames: Vec::new(),
            features: target.features,
            signatures: FxHashMap::default(),
            section_symbols: FxHashMap::default(),
            file: String::new(),
            comment: Vec::new(),
            attributes: Vec::new(),
        };
        s.switch(Section::text());
        s
    }

    fn here(&mut self) -> &mut Contents {
        &mut self.contents[self.now.0 as usize]
    }
    fn is_nobits(&self) -> bool {
        self.sections.get(self.now).kind == SectionType::Nobits
    }
    fn offset(&self) -> u64 {
        let c = &self.contents[self.now.0 as usize];
        c.size + c.data.len() as u64
    }
    fn new_symbol(&mut self, sym: Option<Sym>, name: impl Into<Cow<'static, str>>, place: Place) -> SymIndex {
        let binding = match sym {
            Some(s) if !s.is_temporary() => UNSAID,
            _ => STB_LOCAL,
        };
        self.symbols.push(SymbolData {
            sym,
            name: name.into(),
            place,
            binding,
            visibility: 0,
            kind: STT_NOTYPE,
            size: 0,
            alias: None,
            wanted: false,
        });
        SymIndex(self.symbols.len() as u32 - 1)
    }
    fn symbol(&mut self, s: Sym) -> SymIndex {
        if let Some(&i) = self.by_sym.get(&s) {
            return i;
        }
        let i = self.new_symbol(Some(s), "", Place::Undefined);
        self.by_sym.insert(s, i);
        i
    }
    fn data_of(&mut self, s: Sym) -> &mut SymbolData {
        let i = self.symbol(s);
        &mut self.symbols[i.0 as usize]
    }
    /// Notes with a mapping symbol that code or data begins.
    fn mapping(&mut self, code: bool) {
        if self.here().mapping == Some(code) {
            return;
        }
        self.here().mapping = Some(code);
        if !self.hooks.mapping_symbols() {
            return;
        }
        let place = Place::Section(self.now, self.offset());
        let i = self.new_symbol(None, if code { "$x" } else { "$d" }, place);
        self.symbols[i.0 as usize].wanted = true;
    }
    fn push(&mut self, bytes: &[u8]) {
        self.mapping(false);
        if self.is_nobits() {
            self.here().size += bytes.len() as u64;
        } else {
            self.here().data.extend_from_slice(bytes);
        }
    }
    fn ordered(&self, value: u64, bytes: u8) -> [u8; 8] {
        let mut b = if self.target.little_endian { value.to_le_bytes() } else { value.to_be_bytes() };
        if !self.target.little_endian {
            b.rotate_left(8 - bytes as usize);
        }
        b
    }

    /// The bytes of an instruction and fixups for its symbols.
    fn inst(&mut self, f: &McFunction, base: FuncBase, i: &McInst) -> Result<()> {
        let isa = self.target.isa;
        let operands = f.operands(i);
        let at = self.offset();
        if isa.inst(i.opcode).encoding.layout.is_some() {
            return self.laid_out(f, base, i, at);
        }
        if self.hooks.composite_size(i.opcode).is_some() {
            let (code, reloc) = self.hooks.composite_code(i.opcode);
            self.here().data.extend_from_slice(&code.to_le_bytes()[..i.size as usize]);
            for o in operands {
                if let McOperand::Expr(e) = o {
                    self.fixup_expr(f, base, *e, at, reloc);
                }
            }
            return Ok(());
        }
        let opcode = i.short.unwrap_or(i.opcode);
        self.here().data.extend_from_slice(&i.code.to_le_bytes()[..(i.size as usize).min(4)]);
        for (n, o) in operands.iter().enumerate() {
            match o {
                McOperand::Expr(e) => {
                    let modifier = f.exprs.get(*e as usize).map(|e| e.modifier).unwrap_or_default();
                    if let Some(reloc) = self.hooks.reloc(isa.inst(i.opcode), n, modifier) {
                        self.fixup_expr(f, base, *e, at, reloc);
                    }
                }
                McOperand::Label(l) => self.branch(f, base, opcode, *l, at, i.relaxable),
                McOperand::Reg(_) | McOperand::Imm(_) => {}
            }
        }
        Ok(())
    }
    fn fixup_expr(&mut self, f: &McFunction, base: FuncBase, e: u32, offset: u64, reloc: u32) {
        let Some(e) = f.exprs.get(e as usize) else { return };
        let sym = self.symbol(base.bind(e.sym));
        if self.hooks.is_thread_local(self.target, reloc) {
            self.symbols[sym.0 as usize].kind = STT_TLS;
        }
        let mark = self.hooks.relax_mark(&self.target.features, reloc);
        let fixup = Fixup { offset, kind: FixupKind::Reloc(reloc, mark.is_some()), sym, addend: e.offset };
        self.here().fixups.push(fixup);
        if let Some(m) = mark {
            self.here().fixups.push(Fixup { kind: FixupKind::Mark(m), ..fixup });
        }
    }
    /// A branch to a label of the function, whose distance relaxation has found.
    fn branch(&mut self, f: &McFunction, base: FuncBase, op: Opcode, to: Label, at: u64, relaxable: bool) {
        let row = self.target.isa.inst(op);
        let target = row.operands.iter().position(|o| matches!(o.kind, targ_info::OperandKind::Target(_)));
        let Some(reloc) = target.and_then(|n| self.hooks.reloc(row, n, cgir::func::Modifier::default())) else {
            return;
        };
        let hooks = self.hooks;
        if relaxable {
            self.here().relaxable.push(at);
        }
        if hooks.align_mark(&self.target.features).is_some() {
            // The linker may shorten what lies between.
            let sym = self.symbol(base.label(to));
            let fixup = Fixup { offset: at, kind: FixupKind::Reloc(reloc, true), sym, addend: 0 };
            return self.here().fixups.push(fixup);
        }
        let start = self.functions.get(base.number as usize).and_then(|p| p.as_ref()).map_or(0, |p| p.start);
        let to = start + f.label_offsets.get(to.0 as usize).map_or(0, |&o| u64::from(o));
        let code = &mut self.here().data;
        if let Some(code) = code.get_mut(at as usize..) {
            // Relaxation has made sure that it fits.
            hooks.patch(reloc, (to as i64).wrapping_sub(at as i64), code);
        }
    }

    /// Where a symbol is, aliases followed.
    fn place(&self, i: SymIndex) -> Place {
        let d = &self.symbols[i.0 as usize];
        match (d.alias, d.sym) {
            (Some(v), _) => self.value_place(v, 16),
            (None, Some(s)) => self.sym_place(s, d.place),
            (None, None) => d.place,
        }
    }
    /// Labels and anchors of functions are not defined one by one.
    fn sym_place(&self, s: Sym, otherwise: Place) -> Place {
        match s {
            Sym::Label(f, n) => match self.functions.get(f as usize) {
                Some(Some(p)) => {
                    let offset = p.labels.get(n as usize).copied().unwrap_or(0);
                    Place::Section(p.section, p.start + u64::from(offset))
                }
                _ => otherwise,
            },
            Sym::Anchor(n) => match self.anchors.get(n as usize) {
                Some(a) => Place::Section(a.section, a.offset),
                None => otherwise,
            },
            _ => otherwise,
        }
    }
    fn value_place(&self, v: Value, depth: u32) -> Place {
        let (Some(depth), None) = (depth.checked_sub(1), v.minus) else { return Place::Undefined };
        let Some(s) = v.plus else { return Place::Absolute(v.offset) };
        let Some(d) = self.by_sym.get(&s).map(|i| &self.symbols[i.0 as usize]) else { return Place::Undefined };
        let place = match d.alias {
            Some(a) => self.value_place(a, depth),
            None => self.sym_place(s, d.place),
        };
        match place {
            Place::Section(section, o) => Place::Section(section, o.wrapping_add(v.offset as u64)),
            Place::Absolute(n) => Place::Absolute(n.wrapping_add(v.offset)),
            p => p,
        }
    }

    /// The distance from a place to a symbol, if it is settled here.
    fn settled(&self, section: SectionId, x: &Fixup) -> Option<i64> {
        let FixupKind::Reloc(kind, false) = x.kind else { return None };
        if self.hooks.class(kind) != RelocClass::Distance {
            return None;
        }
        let d = &self.symbols[x.sym.0 as usize];
        match self.place(x.sym) {
            Place::Section(s, o) if s == section && d.binding == STB_LOCAL && d.kind != STT_GNU_IFUNC => {
                Some((o as i64).wrapping_add(x.addend))
            }
            _ => None,
        }
    }
    /// Resolves what is known of a section's fixups; the rest becomes relocations.
    fn resolve(&mut self, section: SectionId) -> Result<Vec<Reloc>> {
        let fixups = std::mem::take(&mut self.contents[section.0 as usize].fixups);
        let mut relocs = Vec::new();
        let mut patches: Vec<(u64, u32, i64)> = Vec::new();
        for x in &fixups {
            match x.kind {
                FixupKind::Mark(kind) => {
                    let (offset, addend) = (x.offset, x.addend);
                    relocs.push(Reloc {
                        offset,
                        kind,
                        sym: None,
                        addend: if kind == self.align_kind() { addend } else { 0 },
                    });
                }
                FixupKind::Reloc(kind, _) => {
                    let known = match self.hooks.class(kind) {
                        RelocClass::Linker => None,
                        RelocClass::Distance => self.settled(section, x).map(|to| to.wrapping_sub(x.offset as i64)),
                        RelocClass::LowDistance => self.anchor_of(x.sym).and_then(|a| {
                            let high = fixups.get(a.fixup as usize).filter(|_| a.section == section)?;
                            Some(self.settled(section, high)?.wrapping_sub(a.offset as i64))
                        }),
                    };
                    match known {
                        Some(v) => patches.push((x.offset, kind, v)),
                        None => relocs.push(Reloc { offset: x.offset, kind, sym: Some(x.sym), addend: x.addend }),
                    }
                }
                FixupKind::Linked(set, sub, minus) => {
                    relocs.push(Reloc { offset: x.offset, kind: set, sym: Some(x.sym), addend: 0 });
                    relocs.push(Reloc { offset: x.offset, kind: sub, sym: Some(minus), addend: 0 });
                }
                FixupKind::Difference(bytes, minus) => match self.difference(x.sym, minus) {
                    Some(v) => {
                        let v = self.ordered(v.wrapping_add(x.addend) as u64, bytes);
                        let data = &mut self.contents[section.0 as usize].data;
                        if let Some(d) = data.get_mut(x.offset as usize..x.offset as usize + bytes as usize) {
                            d.copy_from_slice(&v[..bytes as usize]);
                        }
                    }
                    None => {
                        let Some((add, sub)) = self.hooks.difference(bytes) else {
                            // From this section it is a distance, whatever lies between here and there.
                            if let (Some(kind), Place::Section(s, from)) =
                                (self.hooks.distance(bytes), self.place(minus))
                                && s == section
                            {
                                let here = x.offset.wrapping_sub(from) as i64;
                                let addend = x.addend.wrapping_add(here);
                                relocs.push(Reloc { offset: x.offset, kind, sym: Some(x.sym), addend });
                                continue;
                            }
                            return self.refuse(x.sym, "difference of this width");
                        };
                        relocs.push(Reloc { offset: x.offset, kind: add, sym: Some(x.sym), addend: x.addend });
                        relocs.push(Reloc { offset: x.offset, kind: sub, sym: Some(minus), addend: 0 });
                    }
                },
            }
        }
        for (offset, kind, v) in patches {
            let hooks = self.hooks;
            let data = &mut self.contents[section.0 as usize].data;
            let fits = data.get_mut(offset as usize..).is_some_and(|code| hooks.patch(kind, v, code));
            if !fits {
                return self.refuse(SymIndex(0), format!("distance of {v} bytes, which is out of range,"));
            }
        }
        Ok(relocs)
    }
    /// Finds or makes the symbols that groups are named after.
    fn add_signatures(&mut self) {
        let mut by_name: FxHashMap<String, SymIndex> = FxHashMap::default();
        let groups: Vec<String> = self.sections.iter().filter_map(|s| s.group.as_ref().map(|g| g.0.clone())).collect();
        if groups.is_empty() {
            return;
        }
        for (n, d) in self.symbols.iter().enumerate() {
            if let Some(s) = d.sym.filter(|s| !s.is_temporary()) {
                by_name.insert(self.names.name(s), SymIndex(n as u32));
            }
        }
        for g in groups {
            let found = by_name.get(&g).copied();
            let s = found.unwrap_or_else(|| self.new_symbol(None, g.clone(), Place::Undefined));
            self.symbols[s.0 as usize].wanted = true;
            by_name.insert(g.clone(), s);
            self.signatures.insert(g, s);
        }
    }
    /// Decides what nobody has said of symbols, and gives aliases what their targets have.
    fn settle_symbols(&mut self) {
        for n in 0..self.symbols.len() {
            let defined = self.place(SymIndex(n as u32)) != Place::Undefined;
            let base = self.symbols[n].alias.and_then(|v| v.plus).and_then(|s| self.by_sym.get(&s)).copied();
            let base = base.map(|b| (self.symbols[b.0 as usize].kind, self.symbols[b.0 as usize].size));
            let d = &mut self.symbols[n];
            if d.binding == UNSAID {
                let common = matches!(d.place, Place::Common { .. });
                d.binding = if defined && !common { STB_LOCAL } else { STB_GLOBAL };
            }
            if let Some((kind, size)) = base {
                d.kind = if d.kind == STT_NOTYPE { kind } else { d.kind };
                d.size = if d.size == 0 { size } else { d.size };
            }
        }
    }
    fn align_kind(&self) -> u32 {
        self.hooks.align_mark(&self.target.features).unwrap_or(u32::MAX)
    }
    fn anchor_of(&self, s: SymIndex) -> Option<Anchor> {
        match self.symbols.get(s.0 as usize)?.sym {
            Some(Sym::Anchor(n)) => self.anchors.get(n as usize).copied(),
            _ => None,
        }
    }
    /// `a - b`, if both are in one section and nothing between them could have had another size.
    fn difference(&self, a: SymIndex, b: SymIndex) -> Option<i64> {
        match (self.place(a), self.place(b)) {
            (Place::Section(s, x), Place::Section(t, y)) if s == t && self.is_rigid(s, x, y) => {
                Some((x as i64).wrapping_sub(y as i64))
            }
            _ => None,
        }
    }
    /// Is the distance between two places of a section settled?
    fn is_rigid(&self, s: SectionId, x: u64, y: u64) -> bool {
        let Some(c) = self.contents.get(s.0 as usize) else { return false };
        let (lo, hi) = (x.min(y), x.max(y));
        let at = c.relaxable.partition_point(|&r| r < lo);
        let between = c.relaxable.get(at).is_some_and(|&r| r < hi);
        let shortened = self.hooks.align_mark(&self.target.features).is_some() && c.mapping == Some(true) && lo != hi;
        !between && !shortened
    }
    fn refuse<T>(&self, s: SymIndex, what: impl Into<String>) -> Result<T> {
        let of = self.symbols.get(s.0 as usize).and_then(|d| d.sym).map(|s| format!(" at '{}'", self.names.name(s)));
        Err(Error::unsupported(Pos::NONE, format!("{}{} in an object", what.into(), of.unwrap_or_default())))
    }

    /// Writes the object.
    pub fn finish(mut self, out: &mut Vec<u8>) -> Result<()> {
        if !self.comment.is_empty() {
            let s = Section::merge(".comment", 1, true);
            let flags = s.flags - crate::section::SectionFlags::ALLOC;
            self.switch(Section { flags, ..s });
            let comment = std::mem::take(&mut self.comment);
            self.push(&comment);
        }
        self.add_signatures();
        self.settle_symbols();
        self.eh_frame();
        self.write(out)
    }
}

impl Streamer for ObjStreamer<'_> {
    fn attributes(&mut self, attributes: &[(u32, AttrValue)]) {
        for (tag, v) in attributes {
            leb(&mut self.attributes, u64::from(*tag));
            match v {
                AttrValue::Int(n) => leb(&mut self.attributes, *n),
                AttrValue::Text(t) => {
                    self.attributes.extend_from_slice(t.as_bytes());
                    self.attributes.push(0);
                }
            }
        }
    }
    fn file(&mut self, name: &str) {
        self.file = name.to_string();
    }
    fn switch(&mut self, section: Section) {
        self.now = self.sections.intern(section);
        while self.contents.len() <= self.now.0 as usize {
            self.contents.push(Contents { align: 1, ..Contents::default() });
        }
    }
    fn align(&mut self, log2: u8, code: bool) {
        let align = 1u64 << log2.min(32);
        let at = self.offset();
        let pad = at.next_multiple_of(align) - at;
        let features = self.target.features;
        let least = 1u64 << self.hooks.code_align(&features);
        let (nobits, hooks) = (self.is_nobits(), self.hooks);
        let c = self.here();
        c.align = c.align.max(align);
        match (nobits, code) {
            (true, _) => c.size += pad,
            (false, false) => c.data.resize(c.data.len() + pad as usize, 0),
            (false, true) => match hooks.align_mark(&features).filter(|_| align > least) {
                // The linker removes what its own shortening makes superfluous.
                Some(kind) => {
                    let most = align - least;
                    hooks.nops(&features, most as usize, &mut c.data);
                    let kind = FixupKind::Mark(kind);
                    c.fixups.push(Fixup { offset: at, kind, sym: SymIndex(0), addend: most as i64 });
                }
                None => hooks.nops(&features, pad as usize, &mut c.data),
            },
        }
    }
    fn label(&mut self, s: Sym) {
        let place = Place::Section(self.now, self.offset());
        let tls = self.sections.get(self.now).flags.contains(crate::section::SectionFlags::TLS);
        let listed = !s.is_temporary() && !self.names.is_private(s);
        let d = self.data_of(s);
        d.place = place;
        d.wanted |= listed;
        if tls {
            d.kind = STT_TLS;
        }
    }
    fn attr(&mut self, s: Sym, a: SymAttr) {
        let d = self.data_of(s);
        match a {
            SymAttr::Global => d.binding = STB_GLOBAL,
            SymAttr::Weak => d.binding = STB_WEAK,
            SymAttr::Local => d.binding = STB_LOCAL,
            SymAttr::Hidden => d.visibility = STV_HIDDEN,
            SymAttr::Protected => d.visibility = STV_PROTECTED,
            SymAttr::Function => d.kind = STT_FUNC,
            SymAttr::Object => d.kind = STT_OBJECT,
            SymAttr::ThreadLocal => d.kind = STT_TLS,
            SymAttr::Ifunc => d.kind = STT_GNU_IFUNC,
        }
        d.wanted |= matches!(a, SymAttr::Global | SymAttr::Weak | SymAttr::Hidden | SymAttr::Protected);
    }
    fn size(&mut self, s: Sym, bytes: u64) {
        self.data_of(s).size = bytes;
    }
    fn int(&mut self, value: u64, bytes: u8) {
        let b = self.ordered(value, bytes);
        self.push(&b[..(bytes as usize).min(8)]);
    }
    fn value(&mut self, v: Value, bytes: u8) -> Result<()> {
        let offset = self.offset();
        let Some(plus) = v.plus else {
            return match v.minus {
                None => {
                    self.int(v.offset as u64, bytes);
                    Ok(())
                }
                Some(s) => {
                    let i = self.symbol(s);
                    self.refuse(i, "negated address")
                }
            };
        };
        let sym = self.symbol(plus);
        let kind = match v.minus {
            Some(minus) => FixupKind::Difference(bytes, self.symbol(minus)),
            None => match self.hooks.data_reloc(self.target, bytes) {
                Some(r) => FixupKind::Reloc(r, false),
                None => return self.refuse(sym, format!("address of {bytes} bytes")),
            },
        };
        self.here().fixups.push(Fixup { offset, kind, sym, addend: v.offset });
        self.push(&[0; 8][..(bytes as usize).min(8)]);
        Ok(())
    }
    fn bytes(&mut self, b: &[u8]) {
        self.push(b);
    }
    fn zero(&mut self, n: u64) {
        self.mapping(false);
        if self.is_nobits() {
            self.here().size += n;
        } else {
            let data = &mut self.here().data;
            data.resize(data.len() + n as usize, 0);
        }
    }
    fn uleb(&mut self, n: u64) {
        let mut b = Vec::new();
        leb(&mut b, n);
        self.push(&b);
    }
    fn common(&mut self, s: Sym, size: u64, align: u64) {
        let d = self.data_of(s);
        d.place = Place::Common { align };
        d.size = size;
        d.kind = STT_OBJECT;
        d.wanted = true;
    }
    fn assign(&mut self, s: Sym, v: Value) -> Result<()> {
        if let Some(base) = v.plus {
            self.symbol(base);
        }
        let d = self.data_of(s);
        d.alias = Some(v);
        d.wanted = true;
        Ok(())
    }
    fn module_asm(&mut self, lines: &[String]) -> Result<()> {
        if lines.iter().any(|l| !l.trim().is_empty() && !l.trim().starts_with('#')) {
            return Err(Error::unsupported(Pos::NONE, "module assembly in an object (write assembly text instead)"));
        }
        Ok(())
    }
    fn ident(&mut self, text: &str) {
        if self.comment.is_empty() {
            self.comment.push(0);
        }
        self.comment.extend_from_slice(text.as_bytes());
        self.comment.push(0);
    }
    fn function(&mut self, f: &McFunction, base: FuncBase) -> Result<()> {
        for (all, new) in self.features.0.iter_mut().zip(f.features.0) {
            *all |= new;
        }
        let (section, start) = (self.now, self.offset());
        self.label(Sym::Global(f.global));
        let begin = f.cfi.then(|| self.new_symbol(None, ".L0 ", Place::Section(section, start)));
        self.mapping(true);
        self.here().data.reserve(f.size as usize);
        while self.functions.len() <= base.number as usize {
            self.functions.push(None);
        }
        self.functions[base.number as usize] = Some(FuncPlace { section, start, labels: f.label_offsets.clone() });
        let mut ops = Vec::new();
        let mut marks = f.marks.iter().peekable();
        for n in 0..=f.insts.len() {
            while let Some(&(_, m)) = marks.next_if(|m| m.0 as usize <= n) {
                match m {
                    Mark::Anchor(a) => {
                        let at = Anchor { section, offset: self.offset(), fixup: self.here().fixups.len() as u32 };
                        let number = base.anchors as usize + a as usize;
                        while self.anchors.len() <= number {
                            self.anchors.push(at);
                        }
                        self.anchors[number] = at;
                        self.symbol(base.bind(McSym::Anchor(a)));
                    }
                    Mark::Cfi(op) => ops.push((self.offset(), op)),
                    Mark::Asm(a) => {
                        if f.asm.get(a as usize).is_some_and(|a| !a.assembled) {
                            let e = Error::unsupported(
                                Pos::NONE,
                                "this inline assembly in an object (write assembly text instead)",
                            );
                            return Err(e.in_function(&self.names.name(Sym::Global(f.global))));
                        }
                    }
                    Mark::Block(_) | Mark::Label(_) | Mark::AsmLabel(_) => {}
                }
            }
            if let Some(i) = f.insts.get(n) {
                self.inst(f, base, i)?;
            }
        }
        let end = self.offset();
        self.data_of(Sym::Global(f.global)).size = end - start;
        if let Some(begin) = begin {
            let finish = self.new_symbol(None, ".L0 ", Place::Section(section, end));
            self.frames.push(Frame { section, start, begin, finish, ops });
        }
        Ok(())
    }
    fn function_features(&mut self, _: &McFunction, _: bool) {}
}

/// Appends a number in LEB128.
fn leb(out: &mut Vec<u8>, mut n: u64) {
    loop {
        let more = n >> 7 != 0;
        out.push((n & 0x7f) as u8 | if more { 0x80 } else { 0 });
        n >>= 7;
        if !more {
            return;
        }
    }
}

/// Appends a signed number in LEB128.
fn sleb(out: &mut Vec<u8>, mut n: i64) {
    loop {
        let low = (n & 0x7f) as u8;
        n >>= 7;
        let done = n == if low & 0x40 != 0 { -1 } else { 0 };
        out.push(low | if done { 0 } else { 0x80 });
        if done {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leb128() {
        let enc = |n| {
            let mut v = Vec::new();
            sleb(&mut v, n);
            v
        };
        assert_eq!(enc(-8), [0x78]);
        assert_eq!(enc(64), [0xc0, 0]);
        assert_eq!(enc(-129), [0xff, 0x7e]);
        let mut v = Vec::new();
        leb(&mut v, 624485);
        assert_eq!(v, [0xe5, 0x8e, 0x26]);
    }
}
