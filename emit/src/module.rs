//! A whole module to a streamer, in llc's order: module assembly, functions in order of appearance with their constant
//! pools before and their jump tables behind, variables, constructors, aliases, declarations' attributes.

use crate::choose::{Choice, Chooser};
use crate::constant::Evaluator;
use crate::data::DataWriter;
use crate::mc::McFunction;
use crate::section::{Section, SectionFlags, SectionType};
use crate::streamer::{Streamer, SymAttr};
use crate::symbol::{FuncBase, Names, Sym, Value};
use crate::target::McTarget;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;
use targ_info::{CodeModel, RelocModel, Target};
use whirl_lite::diag::{Error, Result};
use whirl_lite::ir::{
    BlockAddr, BlockId, Const, ConstData, FuncRef, Global, GlobalKind, GlobalRef, Linkage, MdOperand, Module,
    Visibility,
};
use whirl_lite::layout::DataLayout;

/// Options of emission.
#[derive(Clone, Debug, Default)]
pub struct EmitOptions {
    /// `-function-sections`
    pub function_sections: bool,
    /// `-data-sections`
    pub data_sections: bool,
    /// `-stack-size-section`
    pub stack_size_section: bool,
    /// `-x86-asm-syntax`: which of the ISA's dialects assembly is written in.
    pub dialect: usize,
}

/// What is common to the pieces of a module's emission.
struct Emitter<'a> {
    module: &'a Module,
    target: &'a Target,
    options: &'a EmitOptions,
    chooser: Chooser<'a>,
    eval: &'a Evaluator<'a>,
    out: &'a mut dyn Streamer,
}

/// Functions by what refers to them.
struct Bodies {
    /// Place in the list of functions, by symbol.
    by_global: SecondaryMap<GlobalRef, Option<u32>>,
    /// The symbol of each body.
    symbols: SecondaryMap<FuncRef, Option<GlobalRef>>,
    bases: Vec<FuncBase>,
    blocks: FxHashMap<(GlobalRef, BlockId), Sym>,
}

/// Streams a module.
pub fn stream(
    module: &Module,
    functions: &[McFunction],
    target: &Target,
    hooks: &dyn McTarget,
    names: &Names<'_>,
    options: &EmitOptions,
    out: &mut dyn Streamer,
) -> Result<()> {
    let layout = DataLayout::of(module, target)?;
    let bodies = number(module, functions);
    let block = |b: BlockAddr| block_symbol(module, &bodies, b);
    let eval = Evaluator { module, layout: &layout, block: &block, pos: whirl_lite::diag::Pos::NONE };
    let small = module.flag_int("SmallDataLimit").and_then(|n| u64::try_from(n).ok());
    let choice = Choice {
        function_sections: options.function_sections,
        data_sections: options.data_sections,
        small_data: small.unwrap_or(hooks.small_data()),
    };
    let chooser = Chooser::new(target, names, &eval, choice);
    let mut e = Emitter { module, target, options, chooser, eval: &eval, out };
    e.out.switch(Section::text());
    e.out.attributes(&hooks.attributes(target));
    e.out.file(&module.source_filename);
    if !module.asm.is_empty() {
        e.out.module_asm(&module.asm)?;
    }
    for &g in &module.order {
        let Some(n) = bodies.by_global[g] else { continue };
        if let (Some(f), Some(base)) = (functions.get(n as usize), bodies.bases.get(n as usize)) {
            e.function(f, *base)?;
        }
    }
    for &g in &module.order {
        e.variable(g)?;
    }
    e.aliases()?;
    e.declarations();
    e.idents();
    e.out.switch(Section::new(".note.GNU-stack", SectionType::Progbits, SectionFlags::empty()));
    Ok(())
}

/// Gives functions their numbers, in the order of output.
fn number(module: &Module, functions: &[McFunction]) -> Bodies {
    let mut by_global: SecondaryMap<GlobalRef, Option<u32>> = SecondaryMap::new();
    for (n, f) in functions.iter().enumerate() {
        by_global[f.global] = Some(n as u32);
    }
    let mut symbols: SecondaryMap<FuncRef, Option<GlobalRef>> = SecondaryMap::new();
    for &g in &module.order {
        if let GlobalKind::Function { body: Some(f), .. } = module.globals[g].kind {
            symbols[f] = Some(g);
        }
    }
    let mut bases = vec![FuncBase { number: 0, anchors: 0, asm: 0 }; functions.len()];
    let mut blocks = FxHashMap::default();
    let mut next = FuncBase { number: 0, anchors: 0, asm: 0 };
    for n in module.order.iter().filter_map(|&g| by_global[g]) {
        let Some(f) = functions.get(n as usize) else { continue };
        if let Some(b) = bases.get_mut(n as usize) {
            *b = next;
        }
        blocks.extend(f.addressed.iter().map(|&(source, label)| ((f.global, source), next.label(label))));
        next.number += 1;
        next.anchors += f.anchors;
        next.asm += f.asm.len() as u32;
    }
    Bodies { by_global, symbols, bases, blocks }
}

fn block_symbol(module: &Module, bodies: &Bodies, b: BlockAddr) -> Result<Sym> {
    let (function, block) = module.block_addrs[b];
    let global = bodies.symbols[function];
    let found = global.and_then(|g| bodies.blocks.get(&(g, block)).copied());
    let pos = global.map_or(whirl_lite::diag::Pos::NONE, |g| module.globals[g].pos);
    found.ok_or_else(|| Error::unsupported(pos, "address of a block that is not in the output"))
}

/// The section that lists the instructions which are there for allocation (`-spill-section`). An entry is an address of
/// the target's width and a byte, the number of a [`cgir::alloc::price::Kind`]; entries follow each other without padding.
pub const SPILL_SECTION: &str = ".ocg.spills";

/// A section that is not loaded and says something of a function: it goes when the linker drops the function.
fn beside(code: &Section, name: &'static str, begin: Sym) -> Section {
    let mut s = Section::new(name, SectionType::Progbits, SectionFlags::LINK_ORDER);
    s.link = Some(begin);
    s.group = code.group.clone();
    if s.group.is_some() {
        s.flags |= SectionFlags::GROUP;
    }
    s
}

impl Emitter<'_> {
    fn linkage(&mut self, g: GlobalRef) {
        let s = Sym::Global(g);
        match self.module.globals[g].linkage {
            Linkage::Internal | Linkage::Private => {}
            l if l.is_weak() => self.out.attr(s, SymAttr::Weak),
            _ => self.out.attr(s, SymAttr::Global),
        }
    }
    fn visibility(&mut self, g: GlobalRef) {
        let global = &self.module.globals[g];
        match global.visibility {
            _ if global.linkage.is_local() => {}
            Visibility::Default => {}
            Visibility::Hidden => self.out.attr(Sym::Global(g), SymAttr::Hidden),
            Visibility::Protected => self.out.attr(Sym::Global(g), SymAttr::Protected),
        }
    }

    fn function(&mut self, f: &McFunction, base: FuncBase) -> Result<()> {
        let g = f.global;
        self.out.function_features(f, true);
        self.pool(f, base);
        let section = self.chooser.function(g);
        self.out.switch(section.clone());
        self.visibility(g);
        self.linkage(g);
        self.out.align(f.align, true);
        self.out.attr(Sym::Global(g), SymAttr::Function);
        if self.options.stack_size_section || !f.spill_marks.is_empty() {
            self.out.label(Sym::FuncBegin(base.number));
        }
        self.out.function(f, base)?;
        self.tables(f, base)?;
        let begin = Sym::FuncBegin(base.number);
        if let (true, Some(size)) = (self.options.stack_size_section, f.stack_size) {
            self.out.switch(beside(&section, ".stack_sizes", begin));
            self.out.value(Value::of(begin), (self.target.xlen() / 8) as u8)?;
            self.out.uleb(size);
        }
        if !f.spill_marks.is_empty() {
            self.out.switch(beside(&section, SPILL_SECTION, begin));
            for &(label, kind) in &f.spill_marks {
                self.out.value(Value::of(base.label(label)), (self.target.xlen() / 8) as u8)?;
                self.out.int(kind as u64, 1);
            }
        }
        self.out.function_features(f, false);
        Ok(())
    }
    /// Constant-pool entries, those of one section together.
    fn pool(&mut self, f: &McFunction, base: FuncBase) {
        let mut sections: Vec<Section> = Vec::new();
        for p in &f.pool {
            let s = self.chooser.pool(p.bytes.len() as u64);
            if !sections.contains(&s) {
                sections.push(s);
            }
        }
        for s in sections {
            self.out.switch(s.clone());
            let mine = f.pool.iter().enumerate().filter(|(_, p)| self.chooser.pool(p.bytes.len() as u64) == s);
            for (n, p) in mine {
                self.out.align(p.align, false);
                self.out.label(Sym::Pool(base.number, n as u32));
                let little = self.target.little_endian;
                let mut chunk = |b: &[u8]| {
                    let fold = |v: u64, b: &u8| v << 8 | u64::from(*b);
                    let v = if little { b.iter().rev().fold(0, fold) } else { b.iter().fold(0, fold) };
                    self.out.int(v, b.len() as u8);
                };
                match p.bytes.len() {
                    1 | 2 | 4 => chunk(&p.bytes),
                    n if n.is_multiple_of(8) => p.bytes.chunks_exact(8).for_each(chunk),
                    _ => self.out.bytes(&p.bytes),
                }
            }
        }
    }
    /// Jump tables: addresses, or distances from the table where addresses are not known when linking.
    fn tables(&mut self, f: &McFunction, base: FuncBase) -> Result<()> {
        if f.tables.is_empty() {
            return Ok(());
        }
        self.out.switch(self.chooser.tables(f.global));
        let (bytes, relative) = match (self.target.reloc, self.target.code) {
            (RelocModel::Pic, CodeModel::Large) => ((self.target.xlen() / 8) as u8, true),
            (RelocModel::Pic, _) => (4, true),
            (RelocModel::Static, CodeModel::Small) => (4, false),
            (RelocModel::Static, _) => ((self.target.xlen() / 8) as u8, false),
        };
        self.out.align(if bytes == 8 { 3 } else { 2 }, false);
        for (n, t) in f.tables.iter().enumerate() {
            let table = Sym::Table(base.number, n as u32);
            self.out.label(table);
            for &l in t {
                let to = base.label(l);
                let v = if relative { Value::distance(table, to) } else { Value::of(to) };
                self.out.value(v, bytes)?;
            }
        }
        Ok(())
    }

    fn variable(&mut self, g: GlobalRef) -> Result<()> {
        let module = self.module;
        let global = &module.globals[g];
        let GlobalKind::Variable { init, .. } = global.kind else { return Ok(()) };
        let Some(init) = init.filter(|_| global.linkage != Linkage::AvailableExternally) else { return Ok(()) };
        match global.name.as_str() {
            "llvm.used" | "llvm.compiler.used" => return Ok(()),
            "llvm.global_ctors" => return self.constructors(init, ".init_array", SectionType::InitArray),
            "llvm.global_dtors" => return self.constructors(init, ".fini_array", SectionType::FiniArray),
            _ if global.section.as_deref() == Some("llvm.metadata") => return Ok(()),
            name if name.starts_with("llvm.") && global.linkage == Linkage::Appending => {
                return Err(Error::unsupported(global.pos, format!("special variable '{name}'")));
            }
            _ => {}
        }
        let s = Sym::Global(g);
        let eval = Evaluator { pos: global.pos, ..*self.eval };
        let Some(size) = eval.layout.alloc_size(&module.types, global.value_ty) else {
            return eval.refuse(format!("variable of type {}", module.types.show(global.value_ty)));
        };
        let align = self.chooser.alignment(global);
        if !align.is_power_of_two() {
            return Err(Error::input(global.pos, "alignment that is no power of two"));
        }
        self.visibility(g);
        self.out.attr(s, if global.tls.is_some() { SymAttr::ThreadLocal } else { SymAttr::Object });
        if global.linkage == Linkage::Common {
            self.out.common(s, size.max(1), u64::from(align));
            return Ok(());
        }
        self.out.switch(self.chooser.variable(g, init));
        self.linkage(g);
        self.out.align(align.ilog2() as u8, false);
        self.out.label(s);
        DataWriter::new(&eval, self.out).write(init)?;
        self.out.size(s, size);
        Ok(())
    }

    /// `llvm.global_ctors` and `llvm.global_dtors`: priority, function, and a symbol that it belongs to.
    fn constructors(&mut self, list: Const, section: &str, kind: SectionType) -> Result<()> {
        let module = self.module;
        let mut entries: Vec<(u64, Const, Option<GlobalRef>)> = Vec::new();
        let members: &[Const] = match module.consts.get(list) {
            ConstData::Aggregate(m) => m,
            _ => &[],
        };
        for &m in members {
            let fields: &[Const] = match module.consts.get(m) {
                ConstData::Aggregate(fields) => fields,
                _ => continue,
            };
            let (Some(&p), Some(&function)) = (fields.first(), fields.get(1)) else { continue };
            let priority = match module.consts.get(p) {
                ConstData::Int(v) => *v,
                _ => 0,
            };
            if matches!(module.consts.get(function), ConstData::Null | ConstData::Zero) {
                continue;
            }
            let key = fields.get(2).and_then(|&c| crate::choose::global_of(module, c));
            entries.push((priority, function, key));
        }
        entries.sort_by_key(|e| e.0);
        let bytes = (self.target.xlen() / 8) as u8;
        for (priority, function, key) in entries {
            let name = if priority == 65535 { section.to_string() } else { format!("{section}.{priority}") };
            let mut s = Section::new(name, kind, SectionFlags::ALLOC | SectionFlags::WRITE);
            if let Some(comdat) = key.and_then(|k| module.globals[k].comdat.as_ref()) {
                s = s.in_group(comdat, true);
            }
            self.out.switch(s);
            self.out.align(bytes.ilog2() as u8, false);
            self.out.value(self.eval.value(function)?, bytes)?;
        }
        Ok(())
    }

    fn aliases(&mut self) -> Result<()> {
        let module = self.module;
        for &g in &module.order {
            let global = &module.globals[g];
            let (target, ifunc) = match global.kind {
                GlobalKind::Alias(c) => (c, false),
                GlobalKind::Ifunc(c) => (c, true),
                GlobalKind::Variable { .. } | GlobalKind::Function { .. } => continue,
            };
            if global.linkage == Linkage::AvailableExternally {
                continue;
            }
            let s = Sym::Global(g);
            self.linkage(g);
            let is_function = matches!(module.types.get(global.value_ty), whirl_lite::ir::TyData::Func { .. });
            if ifunc {
                self.out.attr(s, SymAttr::Ifunc);
            } else if is_function {
                self.out.attr(s, SymAttr::Function);
            }
            self.visibility(g);
            let eval = Evaluator { pos: global.pos, ..*self.eval };
            self.out.assign(s, eval.value(target)?)?;
        }
        Ok(())
    }

    /// What declarations say of symbols that others define.
    fn declarations(&mut self) {
        let module = self.module;
        let declared = |global: &Global| match &global.kind {
            GlobalKind::Variable { init, .. } => init.is_none(),
            GlobalKind::Function { body, .. } => body.is_none(),
            GlobalKind::Alias(_) | GlobalKind::Ifunc(_) => false,
        };
        for &g in &module.order {
            let global = &module.globals[g];
            if declared(global) && !global.name.starts_with("llvm.") {
                self.visibility(g);
            }
        }
        for &g in &module.order {
            if module.globals[g].linkage == Linkage::ExternWeak {
                self.out.attr(Sym::Global(g), SymAttr::Weak);
            }
        }
    }
    fn idents(&mut self) {
        let md = &self.module.metadata;
        for &n in md.named("llvm.ident").unwrap_or(&[]) {
            if let Some(MdOperand::String(s)) = md.operands(n).first() {
                self.out.ident(&String::from_utf8_lossy(md.bytes(*s)));
            }
        }
    }
}
