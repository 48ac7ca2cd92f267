//! Which section a variable or function goes to.
//!
//! As `TargetLoweringObjectFile::getKindForGlobal` and the ELF and RISC-V classes of llc: first what kind of contents they
//! are, then the user's wish, the small-data threshold, and the name.

use crate::constant::Evaluator;
use crate::section::{Section, SectionFlags, SectionType};
use crate::symbol::{Names, Sym};
use targ_info::{RelocModel, Target};
use whirl_lite::ir::{
    CastOp, ComdatKind, Const, ConstData, ConstExpr, FnFlags, Global, GlobalKind, GlobalRef, Linkage, MdKind,
    MdOperand, Module, TyData,
};

/// What contents a section has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Text,
    Bss,
    Data,
    ThreadBss,
    ThreadData,
    ReadOnly,
    /// Read-only once the loader has relocated it.
    RelRo,
    /// Strings that may be merged, by the width of a character in bytes.
    Strings(u32),
    /// Constants of this size that may be merged.
    Constants(u32),
}

/// Whether a constant must be relocated.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Reloc {
    None,
    /// When linking, but not when loading.
    Link,
    Load,
}

/// Options of the choice.
#[derive(Clone, Copy, Debug, Default)]
pub struct Choice {
    /// A section for each function.
    pub function_sections: bool,
    /// A section for each variable.
    pub data_sections: bool,
    /// Variables of at most so many bytes go to the small-data sections.
    pub small_data: u64,
}

/// Chooses sections.
pub struct Chooser<'a> {
    module: &'a Module,
    target: &'a Target,
    names: &'a Names<'a>,
    eval: &'a Evaluator<'a>,
    choice: Choice,
    /// Members of `llvm.used`, sorted.
    used: Vec<GlobalRef>,
}

impl<'a> Chooser<'a> {
    /// A chooser for a module.
    pub fn new(target: &'a Target, names: &'a Names<'a>, eval: &'a Evaluator<'a>, choice: Choice) -> Chooser<'a> {
        let module = eval.module;
        let mut used = used_list(module, "llvm.used");
        used.sort();
        Chooser { module, target, names, eval, choice, used }
    }

    /// The section of a function.
    pub fn function(&self, g: GlobalRef) -> Section {
        self.section(g, Kind::Text)
    }
    /// The section of a variable, which has an initialiser.
    pub fn variable(&self, g: GlobalRef, init: Const) -> Section {
        self.section(g, self.kind(g, init))
    }
    /// The section of a constant-pool entry.
    pub fn pool(&self, size: u64) -> Section {
        let small = size <= self.choice.small_data;
        let prefix = if small { ".srodata" } else { ".rodata" };
        match size {
            4 | 8 | 16 | 32 => Section::merge(format!("{prefix}.cst{size}"), size as u32, false),
            _ => Section::rodata(prefix),
        }
    }
    /// The section of a function's jump tables.
    pub fn tables(&self, g: GlobalRef) -> Section {
        let global = &self.module.globals[g];
        if !self.choice.function_sections && global.comdat.is_none() {
            return Section::rodata(".rodata");
        }
        let s = Section::rodata(&format!(".rodata.{}", self.names.name(Sym::Global(g))));
        self.grouped(s, global)
    }

    fn kind(&self, g: GlobalRef, init: Const) -> Kind {
        let global = &self.module.globals[g];
        let constant = matches!(global.kind, GlobalKind::Variable { constant: true, .. });
        let zero = is_zero(self.module, init);
        if global.tls.is_some() {
            return if zero && global.section.is_none() { Kind::ThreadBss } else { Kind::ThreadData };
        }
        if !constant {
            return if zero && global.section.is_none() { Kind::Bss } else { Kind::Data };
        }
        match reloc(self.module, init) {
            Reloc::None => self.mergeable(global, init),
            Reloc::Load if self.target.reloc == RelocModel::Pic => Kind::RelRo,
            Reloc::Load | Reloc::Link => Kind::ReadOnly,
        }
    }
    fn mergeable(&self, global: &Global, init: Const) -> Kind {
        if !global.unnamed_addr {
            return Kind::ReadOnly;
        }
        if let TyData::Array(_, elem) = self.module.types.get(self.module.consts.ty(init)) {
            let width = self.module.types.int_bits(*elem).unwrap_or(0);
            if matches!(width, 8 | 16 | 32) && is_c_string(self.module, init) {
                return Kind::Strings(width / 8);
            }
        }
        match self.eval.layout.alloc_size(&self.module.types, self.module.consts.ty(init)) {
            Some(n @ (4 | 8 | 16 | 32)) => Kind::Constants(n as u32),
            _ => Kind::ReadOnly,
        }
    }

    fn section(&self, g: GlobalRef, kind: Kind) -> Section {
        let global = &self.module.globals[g];
        let retain = self.used.binary_search(&g).is_ok();
        let mut s = match &global.section {
            Some(name) => explicit(name, kind),
            None => {
                if let Some(small) = self.small(global, kind) {
                    return small;
                }
                self.implicit(g, global, kind, retain)
            }
        };
        if retain {
            s.flags |= SectionFlags::RETAIN;
        }
        if global.far {
            s.flags |= SectionFlags::LARGE;
        }
        s = self.grouped(s, global);
        if let Some(to) = self.associated(global) {
            s.flags |= SectionFlags::LINK_ORDER;
            s.link = Some(to);
        }
        s
    }
    /// A small-data section, for small variables that are written.
    fn small(&self, global: &Global, kind: Kind) -> Option<Section> {
        let section = match kind {
            Kind::Bss => Section::bss(".sbss"),
            Kind::Data => Section::data(".sdata"),
            _ => return None,
        };
        let size = self.eval.layout.alloc_size(&self.module.types, global.value_ty)?;
        (size > 0 && size <= self.choice.small_data).then_some(section)
    }
    fn implicit(&self, g: GlobalRef, global: &Global, kind: Kind, retain: bool) -> Section {
        let (mut s, own) = match kind {
            Kind::Text => (Section::text(), self.choice.function_sections),
            Kind::Bss => (Section::bss(".bss"), self.choice.data_sections),
            Kind::Data => (Section::data(".data"), self.choice.data_sections),
            Kind::ThreadBss => (Section::bss(".tbss"), self.choice.data_sections),
            Kind::ThreadData => (Section::data(".tdata"), self.choice.data_sections),
            Kind::ReadOnly => (Section::rodata(".rodata"), self.choice.data_sections),
            Kind::RelRo => (Section::data(".data.rel.ro"), self.choice.data_sections),
            // The alignment is part of the name: strings of several alignments cannot be merged.
            Kind::Strings(w) => {
                let align = self.alignment(global).max(w);
                (Section::merge(format!(".rodata.str{w}.{align}"), w, true), false)
            }
            Kind::Constants(n) => (Section::merge(format!(".rodata.cst{n}"), n, false), false),
        };
        if matches!(kind, Kind::ThreadBss | Kind::ThreadData) {
            s.flags |= SectionFlags::TLS;
        }
        let prefix = match &global.kind {
            GlobalKind::Function { sig, .. } if sig.attrs.flags.contains(FnFlags::HOT) => ".hot",
            GlobalKind::Function { sig, .. } if sig.attrs.flags.contains(FnFlags::COLD) => ".unlikely",
            _ => "",
        };
        if global.far {
            // `.ltext`, `.ldata` and so on.
            s.name.insert(1, 'l');
        }
        s.name.push_str(prefix);
        if own || retain || global.comdat.is_some() {
            s.name.push('.');
            self.names.write(&mut s.name, Sym::Global(g));
        } else if !prefix.is_empty() {
            s.name.push('.');
        }
        s
    }
    /// The alignment of a variable in bytes.
    pub fn alignment(&self, global: &Global) -> u32 {
        if global.align > 0 {
            return global.align;
        }
        let types = &self.module.types;
        let abi = self.eval.layout.align(types, global.value_ty).unwrap_or(1);
        let large = self.eval.layout.alloc_size(types, global.value_ty).is_some_and(|s| s > 16);
        if large && global.section.is_none() { abi.max(16) } else { abi }
    }
    fn grouped(&self, s: Section, global: &Global) -> Section {
        let Some(name) = &global.comdat else { return s };
        let kind = self.module.comdats.iter().find(|c| c.0 == *name).map_or(ComdatKind::Any, |c| c.1);
        s.in_group(name, kind != ComdatKind::NoDeduplicate)
    }
    fn associated(&self, global: &Global) -> Option<Sym> {
        let (_, node) = global.metadata.iter().find(|(k, _)| *k == MdKind::ASSOCIATED)?;
        match self.module.metadata.operands(*node).first()? {
            MdOperand::Const(c) => global_of(self.module, *c).map(Sym::Global),
            _ => None,
        }
    }
}

/// A section that the user named.
fn explicit(name: &str, kind: Kind) -> Section {
    let is = |base: &str| name == base || name.strip_prefix(base).is_some_and(|r| r.starts_with('.'));
    let write = SectionFlags::ALLOC | SectionFlags::WRITE;
    let zeros = is(".bss") || is(".sbss") || is(".tbss");
    let kind_type = match name {
        _ if is(".init_array") => SectionType::InitArray,
        _ if is(".fini_array") => SectionType::FiniArray,
        _ if is(".preinit_array") => SectionType::PreinitArray,
        _ if name.starts_with(".note") => SectionType::Note,
        _ if zeros || kind == Kind::Bss || kind == Kind::ThreadBss => SectionType::Nobits,
        _ => SectionType::Progbits,
    };
    let flags = match kind {
        Kind::Text => SectionFlags::ALLOC | SectionFlags::EXEC,
        Kind::ReadOnly | Kind::Strings(_) | Kind::Constants(_) => SectionFlags::ALLOC,
        Kind::ThreadBss | Kind::ThreadData => write | SectionFlags::TLS,
        Kind::Bss | Kind::Data | Kind::RelRo => write,
    };
    Section::new(name, kind_type, flags)
}

/// The symbol that a constant is, behind casts.
pub fn global_of(module: &Module, c: Const) -> Option<GlobalRef> {
    match module.consts.get(c) {
        ConstData::Global(g) | ConstData::FunctionAddress(g) => Some(*g),
        ConstData::Expr(ConstExpr::Cast(CastOp::BitCast | CastOp::AddrSpaceCast, c)) => global_of(module, *c),
        _ => None,
    }
}

/// The members of `llvm.used` or the like.
fn used_list(module: &Module, name: &str) -> Vec<GlobalRef> {
    let Some(&g) = module.by_name.get(name) else { return Vec::new() };
    let GlobalKind::Variable { init: Some(init), .. } = module.globals[g].kind else { return Vec::new() };
    match module.consts.get(init) {
        ConstData::Aggregate(list) => list.iter().filter_map(|&c| global_of(module, c)).collect(),
        _ => Vec::new(),
    }
}

/// Is it all zeros, or anything?
fn is_zero(module: &Module, c: Const) -> bool {
    match module.consts.get(c) {
        ConstData::Zero | ConstData::Null | ConstData::Undef | ConstData::Poison => true,
        ConstData::Int(v) | ConstData::Float(v) => *v == 0,
        ConstData::BigInt(w) => w.iter().all(|&w| w == 0),
        ConstData::BigFloat(v) => *v == 0,
        ConstData::Bytes(b) => b.iter().all(|&b| b == 0),
        ConstData::Aggregate(list) => list.iter().all(|&c| is_zero(module, c)),
        ConstData::Splat(c) => is_zero(module, *c),
        _ => false,
    }
}

/// Is it an array of characters with a zero at its end and nowhere else?
fn is_c_string(module: &Module, c: Const) -> bool {
    let zero = |c: Const| matches!(module.consts.get(c), ConstData::Int(0));
    match module.consts.get(c) {
        ConstData::Bytes(b) => b.iter().position(|&b| b == 0).is_some_and(|n| n + 1 == b.len()),
        ConstData::Aggregate(list) => list.iter().position(|&c| zero(c)).is_some_and(|n| n + 1 == list.len()),
        _ => false,
    }
}

/// Must it be relocated?
fn reloc(module: &Module, c: Const) -> Reloc {
    let all = |list: &[Const]| list.iter().map(|&c| reloc(module, c)).max().unwrap_or(Reloc::None);
    match module.consts.get(c) {
        ConstData::Global(_) | ConstData::FunctionAddress(_) | ConstData::BlockAddress(_) => Reloc::Load,
        ConstData::Aggregate(list) => all(list),
        ConstData::Splat(c) => reloc(module, *c),
        ConstData::Expr(ConstExpr::Cast(_, c)) => reloc(module, *c),
        ConstData::Expr(ConstExpr::Gep { args, .. }) => all(args),
        ConstData::Expr(ConstExpr::Binary(whirl_lite::ir::BinOp::Sub, a, b))
            if is_near(module, *a) && is_near(module, *b) =>
        {
            Reloc::Link
        }
        ConstData::Expr(ConstExpr::Binary(_, a, b)) => all(&[*a, *b]),
        ConstData::Expr(ConstExpr::Icmp(_, a, b)) => all(&[*a, *b]),
        ConstData::Expr(ConstExpr::Select(a, b, c)) => all(&[*a, *b, *c]),
        ConstData::Expr(ConstExpr::Other(_, list)) => all(list),
        _ => Reloc::None,
    }
}

/// Is it the address of something in this image, so that differences are known to the linker?
fn is_near(module: &Module, c: Const) -> bool {
    match module.consts.get(c) {
        ConstData::Expr(ConstExpr::Cast(_, c)) => is_near(module, *c),
        ConstData::Expr(ConstExpr::Gep { args, .. }) => args.first().is_some_and(|&c| is_near(module, c)),
        ConstData::BlockAddress(_) => true,
        ConstData::Global(g) | ConstData::FunctionAddress(g) => {
            let global = &module.globals[*g];
            let local = matches!(global.linkage, Linkage::Internal | Linkage::Private);
            global.dso_local || local
        }
        _ => false,
    }
}
