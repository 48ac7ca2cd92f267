//! Global symbols: variables, aliases, ifuncs, and the table through which all symbols are found.

use super::*;
use crate::ir::{ConstData, Global, GlobalKind, Linkage, TlsModel, TyData, Visibility};
use attrs::Site;
use numbered::Numbered;
use rustc_hash::FxHashMap;

/// Symbols by name and number. Names are those of the source; a definition enters [`Module::by_name`].
pub(super) struct Symbols<'a> {
    named: FxHashMap<Cow<'a, [u8]>, GlobalRef>,
    numbered: Numbered<GlobalRef>,
    next_number: u32,
    /// For each symbol, what is known beside its record.
    state: Vec<State>,
}

#[derive(Clone, Copy)]
struct State {
    defined: bool,
    /// Place of the first mention.
    pos: Pos,
    number: Option<u32>,
    /// The pointer type that mentions gave it.
    ty: Option<Ty>,
}

impl Symbols<'_> {
    pub fn new(limit: usize) -> Self {
        Symbols { named: FxHashMap::default(), numbered: Numbered::new(limit), next_number: 0, state: Vec::new() }
    }
}

/// What may stand between a symbol's `=` and its kind.
#[derive(Default)]
pub(super) struct Header {
    pub linkage: Linkage,
    /// The linkage is written down.
    pub explicit: bool,
    pub visibility: Visibility,
    pub dso_local: bool,
    pub tls: Option<TlsModel>,
    pub unnamed_addr: bool,
}

impl<'a> Parser<'a> {
    /// The symbol that the current token names; the first mention makes it.
    pub fn global_ref(&mut self) -> GlobalRef {
        if self.lx.tok == Tok::GlobalId {
            let n = self.lx.num as u32;
            return match self.symbols.numbered.get(n) {
                Some(g) => g,
                None => {
                    let g = self.new_symbol(String::new(), Some(n));
                    self.symbols.numbered.set(n, g);
                    g
                }
            };
        }
        let name = self.name();
        if let Some(&g) = self.symbols.named.get(&name) {
            return g;
        }
        let g = self.new_symbol(String::from_utf8_lossy(&name).into_owned(), None);
        self.symbols.named.insert(name, g);
        g
    }
    fn new_symbol(&mut self, name: String, number: Option<u32>) -> GlobalRef {
        let pos = self.pos();
        self.symbols.state.push(State { defined: false, pos, number, ty: None });
        self.m.globals.push(Global::declared(
            name,
            GlobalKind::Variable { constant: false, init: None, externally_initialized: false },
            Ty::I8,
            pos,
        ))
    }
    fn state(&mut self, g: GlobalRef) -> &mut State {
        &mut self.symbols.state[g.as_u32() as usize]
    }
    /// A symbol used as a value of a type: is the type its pointer type?
    pub fn check_global_type(&mut self, pos: Pos, g: GlobalRef, ty: Ty) -> Parsed<()> {
        let TyData::Ptr(_) = *self.m.types.get(ty) else {
            return self.fail(pos, "global variable reference must have pointer type");
        };
        let own = match self.state(g).defined {
            true => {
                let space = self.m.globals[g].addrspace;
                self.ptr(space)
            }
            false => *self.state(g).ty.get_or_insert(ty),
        };
        match own == ty {
            true => Ok(()),
            false => self.fail(
                pos,
                format!(
                    "'{}' defined with type '{}' but expected '{}'",
                    self.symbol_name(g),
                    self.show(own),
                    self.show(ty)
                ),
            ),
        }
    }
    /// A symbol as it is written.
    fn symbol_name(&self, g: GlobalRef) -> String {
        match self.symbols.state[g.as_u32() as usize].number {
            Some(n) => format!("@{n}"),
            None => format!("@{}", crate::ir::quote(&self.m.globals[g].name)),
        }
    }

    /// Marks a symbol as defined here, in an address space.
    pub fn define_symbol(&mut self, pos: Pos, g: GlobalRef, space: u32) -> Parsed<()> {
        let s = *self.state(g);
        if s.defined {
            return self.fail(pos, format!("redefinition of global '{}'", self.symbol_name(g)));
        }
        let own = self.ptr(space);
        if let Some(t) = s.ty.filter(|&t| t != own) {
            let (name, t) = (self.symbol_name(g), self.show(t));
            return self.fail(
                pos,
                format!(
                    "forward reference and definition of global '{name}' have different types ('{t}', '{}')",
                    self.show(own)
                ),
            );
        }
        if self.m.globals[g].name.contains('\u{fffd}') {
            return Err(Box::new(Error::unsupported(pos, "a symbol's name that is not UTF-8")));
        }
        if let Some(n) = s.number {
            self.symbols.next_number = self.symbols.next_number.max(n.saturating_add(1));
        }
        self.state(g).defined = true;
        self.m.order.push(g);
        let global = &mut self.m.globals[g];
        global.pos = pos;
        global.addrspace = space;
        if s.number.is_none() {
            self.m.by_name.insert(global.name.clone(), g);
        }
        Ok(())
    }
    /// `@name = ...`: a variable, alias or ifunc.
    pub fn global_definition(&mut self) -> Parsed<()> {
        let pos = self.pos();
        if self.lx.tok == Tok::GlobalId && (self.lx.num as u32) < self.symbols.next_number {
            let next = self.symbols.next_number;
            return self.fail(pos, format!("variable expected to be numbered '@{next}' or greater"));
        }
        let g = self.global_ref();
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' after name")?;
        let h = self.symbol_header()?;
        match self.lx.tok {
            Tok::Kw(Kw::Alias) => self.indirect(pos, g, h, false),
            Tok::Kw(Kw::Ifunc) => self.indirect(pos, g, h, true),
            _ => self.variable(pos, g, h),
        }
    }

    /// Linkage, visibility, thread-local model...
    pub fn symbol_header(&mut self) -> Parsed<Header> {
        let mut h = Header::default();
        let mut local = None;
        if let Tok::Kw(k) = self.lx.tok
            && let Some(l) = linkage(k)
        {
            h.linkage = l;
            h.explicit = true;
            self.lx.next();
        }
        loop {
            match self.lx.tok {
                Tok::Kw(Kw::DsoLocal) => local = Some(true),
                Tok::Kw(Kw::DsoPreemptable) => local = Some(false),
                Tok::Kw(Kw::Default) => h.visibility = Visibility::Default,
                Tok::Kw(Kw::Hidden) => h.visibility = Visibility::Hidden,
                Tok::Kw(Kw::Protected) => h.visibility = Visibility::Protected,
                Tok::Kw(Kw::Dllimport | Kw::Dllexport) => {}
                Tok::Kw(Kw::ThreadLocal) => {
                    h.tls = Some(self.thread_local()?);
                    continue;
                }
                Tok::Kw(Kw::UnnamedAddr) => h.unnamed_addr = true,
                Tok::Kw(Kw::LocalUnnamedAddr) => {}
                _ => break,
            }
            self.lx.next();
        }
        // Local linkage and hidden symbols are local whether or not they say so.
        let implied = h.linkage.is_local() || (h.visibility != Visibility::Default && h.linkage != Linkage::ExternWeak);
        h.dso_local = local.unwrap_or(false) || implied;
        Ok(h)
    }
    /// `thread_local` or `thread_local(model)`.
    fn thread_local(&mut self) -> Parsed<TlsModel> {
        self.lx.next();
        if !self.eat(Tok::LParen) {
            return Ok(TlsModel::GeneralDynamic);
        }
        let model = match self.lx.tok {
            Tok::Kw(Kw::Localdynamic) => TlsModel::LocalDynamic,
            Tok::Kw(Kw::Initialexec) => TlsModel::InitialExec,
            Tok::Kw(Kw::Localexec) => TlsModel::LocalExec,
            _ => return self.expected("expected localdynamic, initialexec or localexec"),
        };
        self.lx.next();
        self.close()?;
        Ok(model)
    }
    /// Records what the header said.
    pub fn apply_header(&mut self, g: GlobalRef, h: &Header) {
        let global = &mut self.m.globals[g];
        global.linkage = h.linkage;
        global.visibility = h.visibility;
        global.dso_local = h.dso_local;
        global.tls = h.tls;
        global.unnamed_addr = h.unnamed_addr;
    }

    /// `addrspace(n) externally_initialized global|constant type initialiser, ...`.
    fn variable(&mut self, pos: Pos, g: GlobalRef, h: Header) -> Parsed<()> {
        let space = self.optional_addrspace()?;
        let externally_initialized = self.eat_kw(Kw::ExternallyInitialized);
        let constant = match self.lx.tok {
            Tok::Kw(Kw::Constant) => true,
            Tok::Kw(Kw::Global) => false,
            _ => return self.expected("expected 'global' or 'constant'"),
        };
        self.lx.next();
        let at = self.pos();
        let ty = self.ty()?;
        if matches!(self.m.types.raw(ty), TyData::Func { .. }) || matches!(ty, Ty::LABEL | Ty::METADATA | Ty::TOKEN) {
            return self.fail(at, "invalid type for global variable");
        }
        self.define_symbol(pos, g, space)?;
        // A declaration says so by its linkage; anything else has an initialiser.
        let declared = h.explicit && matches!(h.linkage, Linkage::External | Linkage::ExternWeak);
        let init = if declared { None } else { Some(self.constant(ty)?) };
        self.apply_header(g, &h);
        self.m.globals[g].value_ty = ty;
        self.m.globals[g].kind = GlobalKind::Variable { constant, init, externally_initialized };
        self.variable_tail(g)
    }
    /// `, section "x", align 8, !dbg !1, comdat`.
    fn variable_tail(&mut self, g: GlobalRef) -> Parsed<()> {
        while self.eat(Tok::Comma) {
            match self.lx.tok {
                Tok::Kw(Kw::Section) => {
                    self.lx.next();
                    self.m.globals[g].section = Some(self.string()?);
                }
                Tok::Kw(Kw::Partition) => {
                    self.lx.next();
                    self.m.globals[g].partition = Some(self.string()?);
                }
                Tok::Kw(Kw::Align) => self.m.globals[g].align = self.alignment()?,
                Tok::Kw(Kw::CodeModel) => {
                    self.lx.next();
                    self.m.globals[g].code_model = Some(self.string()?);
                }
                Tok::Kw(Kw::Comdat) => self.comdat_use(g)?,
                Tok::Kw(
                    Kw::NoSanitizeAddress | Kw::NoSanitizeHwaddress | Kw::SanitizeMemtag | Kw::SanitizeAddressDyninit,
                ) => self.lx.next(),
                Tok::MdName => {
                    let a = self.attachment()?;
                    self.m.globals[g].metadata.push(a);
                }
                _ => return self.expected("unknown global variable property"),
            }
        }
        let s = self.site_attrs()?;
        self.m.globals[g].attrs = s.attrs;
        self.use_groups(Site::Global(g), &s.groups);
        Ok(())
    }
    /// `comdat` or `comdat($name)`.
    pub fn comdat_use(&mut self, g: GlobalRef) -> Parsed<()> {
        self.lx.next();
        let name = match self.eat(Tok::LParen) {
            true => {
                if self.lx.tok != Tok::ComdatName {
                    return self.expected("expected comdat variable");
                }
                let name = self.text(self.pos(), &self.name())?;
                self.mention_comdat(&name);
                self.lx.next();
                self.close()?;
                name
            }
            false => {
                let name = self.m.globals[g].name.clone();
                if name.is_empty() {
                    return self.fail(self.pos(), "comdat cannot be unnamed");
                }
                self.mention_comdat(&name);
                name
            }
        };
        self.m.globals[g].comdat = Some(name);
        Ok(())
    }

    /// `alias type, constant` and `ifunc type, resolver`.
    fn indirect(&mut self, pos: Pos, g: GlobalRef, h: Header, ifunc: bool) -> Parsed<()> {
        use Linkage::*;
        if matches!(h.linkage, AvailableExternally | Appending | Common | ExternWeak) && !ifunc {
            return self.fail(pos, "invalid linkage type for alias");
        }
        self.lx.next();
        let ty = self.ty()?;
        self.comma()?;
        let at = self.pos();
        let target = match self.lx.tok {
            // Expressions may stand without their type.
            Tok::Kw(k) if exprs::cast_op(k).is_some() || k == Kw::Getelementptr => self.constant(Ty::PTR)?,
            _ => {
                let (t, c) = self.typed_constant()?;
                if !self.m.types.is_ptr(t) {
                    return self.fail(at, "an alias or ifunc must have pointer type");
                }
                c
            }
        };
        let target_ty = self.m.consts.ty(target);
        let space = match *self.m.types.get(target_ty) {
            TyData::Ptr(n) => n,
            _ => 0,
        };
        self.define_symbol(pos, g, space)?;
        self.apply_header(g, &h);
        let global = &mut self.m.globals[g];
        global.value_ty = ty;
        global.kind = if ifunc { GlobalKind::Ifunc(target) } else { GlobalKind::Alias(target) };
        while self.eat(Tok::Comma) {
            match self.lx.tok {
                Tok::Kw(Kw::Partition) => {
                    self.lx.next();
                    self.m.globals[g].partition = Some(self.string()?);
                }
                Tok::MdName => {
                    let a = self.attachment()?;
                    self.m.globals[g].metadata.push(a);
                }
                _ => return self.expected("unknown alias or ifunc property"),
            }
        }
        Ok(())
    }

    /// At the end: every symbol that was mentioned is defined, and those without a name get one. Aliases must lead
    /// to something that is not one.
    pub fn check_symbols(&mut self) -> Parsed<()> {
        for (n, s) in self.symbols.state.iter().enumerate() {
            let g = GlobalRef::from_u32(n as u32);
            if !s.defined && !self.m.globals[g].name.starts_with("llvm.") {
                return self.fail(s.pos, format!("use of undefined value '{}'", self.symbol_name(g)));
            }
        }
        let unnamed: Vec<GlobalRef> =
            self.m.order.iter().copied().filter(|&g| self.m.globals[g].name.is_empty()).collect();
        let mut n = 0u32;
        for g in unnamed {
            let name = loop {
                n += 1;
                let name = format!("__unnamed_{n}");
                if !self.m.by_name.contains_key(&name) {
                    break name;
                }
            };
            self.m.globals[g].name.clone_from(&name);
            if let GlobalKind::Function { body: Some(b), .. } = &self.m.globals[g].kind {
                self.m.functions[*b].name.clone_from(&name);
            }
            self.m.by_name.insert(name, g);
        }
        self.check_aliases()
    }
    /// Aliases of aliases end somewhere.
    fn check_aliases(&self) -> Parsed<()> {
        for &g in &self.m.order {
            let (mut at, mut steps) = (g, 0);
            while let GlobalKind::Alias(c) | GlobalKind::Ifunc(c) = self.m.globals[at].kind {
                let ConstData::Global(next) = *self.m.consts.get(c) else { break };
                at = next;
                steps += 1;
                if steps > 100 {
                    return self
                        .fail(self.m.globals[g].pos, format!("aliases of '{}' form a cycle", self.symbol_name(g)));
                }
            }
        }
        Ok(())
    }
}

/// The linkage that a keyword names.
fn linkage(k: Kw) -> Option<Linkage> {
    Some(match k {
        Kw::Private => Linkage::Private,
        Kw::Internal => Linkage::Internal,
        Kw::Weak => Linkage::WeakAny,
        Kw::WeakOdr => Linkage::WeakOdr,
        Kw::Linkonce => Linkage::LinkOnceAny,
        Kw::LinkonceOdr => Linkage::LinkOnceOdr,
        Kw::AvailableExternally => Linkage::AvailableExternally,
        Kw::Appending => Linkage::Appending,
        Kw::Common => Linkage::Common,
        Kw::ExternWeak => Linkage::ExternWeak,
        Kw::External => Linkage::External,
        _ => return None,
    })
}
