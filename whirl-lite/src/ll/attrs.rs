//! Attributes of parameters, results, functions and calls, and attribute groups.
//!
//! Groups stand at the end of a file, their uses before. A use is noted ([`Groups`]) and the group's contents are
//! added when all is read; functions that share a group share its strings.

use super::*;
use crate::ir::{CallId, FnAttrs, FnFlags, FuncRef, GlobalKind, GlobalRef, ParamAttrs, ParamFlags};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What an attribute group is used by.
#[derive(Clone, Copy)]
pub(super) enum Site {
    /// A function's declaration or definition, or a variable.
    Global(GlobalRef),
    /// A call in a function.
    Call(FuncRef, CallId),
}

/// Attribute groups and their uses.
pub(super) struct Groups {
    defined: FxHashMap<u32, FnAttrs>,
    uses: Vec<(Site, u32)>,
}

impl Groups {
    pub fn new(_limit: usize) -> Groups {
        Groups { defined: FxHashMap::default(), uses: Vec::new() }
    }
}

/// The attributes of a function or call as they are read: its own, and the groups that it uses.
#[derive(Default)]
pub(super) struct SiteAttrs {
    pub attrs: FnAttrs,
    pub groups: smallvec::SmallVec<[u32; 2]>,
    /// `align` among them.
    pub align: u64,
}

impl Parser<'_> {
    /// Attributes before a parameter's or argument's name, or before a result's type.
    pub fn param_attrs(&mut self) -> Parsed<ParamAttrs> {
        let mut a = ParamAttrs::default();
        loop {
            match self.lx.tok {
                Tok::Kw(k) => {
                    if !self.param_attr(k, &mut a)? {
                        return Ok(a);
                    }
                }
                Tok::Str => {
                    self.string_attr()?;
                }
                _ => return Ok(a),
            }
        }
    }

    /// One parameter attribute; `false` if the keyword is none.
    fn param_attr(&mut self, k: Kw, a: &mut ParamAttrs) -> Parsed<bool> {
        if let Some(f) = param_flag(k) {
            self.lx.next();
            a.flags |= f;
            return Ok(true);
        }
        let slot = match k {
            Kw::Byval => &mut a.byval,
            Kw::Sret => &mut a.sret,
            Kw::Byref => &mut a.byref,
            Kw::Inalloca => &mut a.inalloca,
            Kw::Preallocated => &mut a.preallocated,
            Kw::Elementtype => &mut a.elementtype,
            _ => return self.valued_param_attr(k, a),
        };
        self.lx.next();
        if self.lx.tok != Tok::LParen {
            return self.fail(
                self.pos(),
                format!("expected '(' here: '{}' without a type is IR of LLVM 14 or older", k.text()),
            );
        }
        self.open()?;
        *slot = Some(self.ty()?);
        self.close()?;
        Ok(true)
    }
    /// One with a number or a list.
    fn valued_param_attr(&mut self, k: Kw, a: &mut ParamAttrs) -> Parsed<bool> {
        match k {
            Kw::Align => a.align = self.alignment()?,
            Kw::Alignstack => {
                self.lx.next();
                a.alignstack = self.paren_uint()?.min(1 << 30) as u32;
            }
            Kw::Dereferenceable => {
                self.lx.next();
                a.dereferenceable = self.paren_uint()?;
            }
            Kw::Captures => {
                self.lx.next();
                if self.lists_none()? {
                    a.flags |= ParamFlags::NOCAPTURE;
                }
            }
            Kw::DereferenceableOrNull | Kw::Range | Kw::Initializes | Kw::Nofpclass => {
                self.lx.next();
                self.skip_parens()?;
            }
            Kw::DeadOnReturn => {
                self.lx.next();
                if self.lx.tok == Tok::LParen {
                    self.skip_parens()?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
    /// Is the parenthesised list here exactly `(none)`?
    fn lists_none(&mut self) -> Parsed<bool> {
        self.open()?;
        let mut none = self.lx.tok == Tok::Kw(Kw::None);
        while !matches!(self.lx.tok, Tok::RParen | Tok::Eof | Tok::Error) {
            self.lx.next();
            none &= self.lx.tok == Tok::RParen;
        }
        self.close()?;
        Ok(none)
    }
    /// `align n` or `align(n)`, the current token being `align`.
    pub fn alignment(&mut self) -> Parsed<u32> {
        self.lx.next();
        let pos = self.pos();
        let n = match self.lx.tok {
            Tok::LParen => self.paren_uint()?,
            _ => self.uint()?,
        };
        self.check_alignment(pos, n)
    }
    pub fn check_alignment(&self, pos: Pos, n: u64) -> Parsed<u32> {
        match n {
            0 => self.fail(pos, "alignment is not a power of two"),
            n if !n.is_power_of_two() => self.fail(pos, "alignment is not a power of two"),
            n if n > 1 << 30 => self.fail(pos, "huge alignments are not supported yet"),
            n => Ok(n as u32),
        }
    }

    /// `"key"` or `"key"="value"`.
    fn string_attr(&mut self) -> Parsed<(String, String)> {
        let key = self.string()?;
        let value = if self.eat(Tok::Equal) { self.string()? } else { String::new() };
        Ok((key, value))
    }

    /// Attributes after a function's or call's parameters: words, strings and `#n`.
    pub fn site_attrs(&mut self) -> Parsed<SiteAttrs> {
        let mut s = SiteAttrs::default();
        loop {
            match self.lx.tok {
                Tok::AttrId => {
                    s.groups.push(self.lx.num as u32);
                    self.lx.next();
                }
                Tok::Str => {
                    let kv = self.string_attr()?;
                    Arc::make_mut(&mut s.attrs.strings).push(kv);
                }
                Tok::Kw(k) => {
                    if !self.fn_attr(k, &mut s, false)? {
                        return Ok(s);
                    }
                }
                _ => return Ok(s),
            }
        }
    }
    /// Notes the groups that a site uses.
    pub fn use_groups(&mut self, site: Site, groups: &[u32]) {
        self.groups.uses.extend(groups.iter().map(|&g| (site, g)));
    }

    /// `attributes #n = { ... }`.
    pub fn attribute_group(&mut self) -> Parsed<()> {
        self.lx.next();
        if self.lx.tok != Tok::AttrId {
            return self.expected("expected attribute group id");
        }
        let id = self.lx.num as u32;
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' here")?;
        self.expect(Tok::LBrace, "expected '{' here")?;
        let mut s = SiteAttrs::default();
        while self.lx.tok != Tok::RBrace {
            match self.lx.tok {
                Tok::Str => {
                    let kv = self.string_attr()?;
                    Arc::make_mut(&mut s.attrs.strings).push(kv);
                }
                Tok::Kw(k) => {
                    if !self.fn_attr(k, &mut s, true)? && !self.param_attr(k, &mut ParamAttrs::default())? {
                        return self.unknown_attribute();
                    }
                }
                Tok::AttrId => {
                    return self.fail(self.pos(), "cannot have an attribute group reference in an attribute group");
                }
                _ => return self.unknown_attribute(),
            }
        }
        self.lx.next();
        self.groups.defined.entry(id).or_default().merge(&s.attrs);
        Ok(())
    }
    fn unknown_attribute<T>(&self) -> Parsed<T> {
        match self.lx.tok {
            Tok::Word | Tok::Kw(_) => {
                let word = String::from_utf8_lossy(self.lx.text()).into_owned();
                self.fail(self.pos(), format!("unknown attribute '{word}'"))
            }
            _ => self.expected("unterminated attribute group"),
        }
    }

    /// One function attribute; `false` if the keyword is none (here).
    fn fn_attr(&mut self, k: Kw, s: &mut SiteAttrs, in_group: bool) -> Parsed<bool> {
        if let Some(f) = fn_flag(k) {
            self.lx.next();
            s.attrs.flags |= f;
            if k == Kw::Uwtable && self.lx.tok == Tok::LParen {
                self.skip_parens()?;
            }
            return Ok(true);
        }
        match k {
            Kw::Align if in_group => {
                self.lx.next();
                self.expect(Tok::Equal, "expected '=' here")?;
                s.align = self.uint()?;
            }
            Kw::Alignstack => {
                self.lx.next();
                let n = match self.eat(Tok::Equal) {
                    true => self.uint()?,
                    false => self.paren_uint()?,
                };
                s.attrs.alignstack = n.min(1 << 30) as u32;
            }
            Kw::Memory => {
                self.lx.next();
                s.attrs.flags |= self.memory_effects()?;
            }
            Kw::VscaleRange => {
                self.lx.next();
                self.open()?;
                let min = self.uint32()?;
                let max = if self.eat(Tok::Comma) { self.uint32()? } else { min };
                self.close()?;
                s.attrs.vscale_range = Some((min, max));
            }
            Kw::Allockind | Kw::Allocsize | Kw::Nofpclass | Kw::DenormalFpenv => {
                self.lx.next();
                self.skip_parens()?;
            }
            _ if ignored_fn_attr(k) => self.lx.next(),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// `(argmem: read, inaccessiblemem: readwrite)` and the like: a default, then exceptions from it.
    fn memory_effects(&mut self) -> Parsed<FnFlags> {
        self.open()?;
        let (mut default, mut arg, mut other) = (0u8, None, None);
        loop {
            if self.lx.tok == Tok::LabelName {
                let place = self.lx.name();
                self.lx.next();
                let e = self.access_kind()?;
                match place {
                    b"argmem" => arg = Some(e),
                    _ => other = Some(other.unwrap_or(0) | e),
                }
            } else {
                default = self.access_kind()?;
            }
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close()?;
        // Memory that no argument points to: the default, and whatever a place was granted beyond it.
        let rest = default | other.unwrap_or(0);
        let arg = arg.unwrap_or(default);
        let mut flags = FnFlags::empty();
        flags.set(FnFlags::READNONE, rest | arg == 0);
        flags.set(FnFlags::READONLY, (rest | arg) & 2 == 0);
        flags.set(FnFlags::ARGMEMONLY, rest == 0 && arg != 0);
        Ok(flags)
    }
    /// Reads as bit 0, writes as bit 1.
    fn access_kind(&mut self) -> Parsed<u8> {
        let e = match self.lx.tok {
            Tok::Kw(Kw::None) => 0,
            Tok::Kw(Kw::Read) => 1,
            Tok::Kw(Kw::Write) => 2,
            Tok::Kw(Kw::Readwrite) => 3,
            _ => return self.expected("expected access kind (none, read, write, readwrite)"),
        };
        self.lx.next();
        Ok(e)
    }

    /// At the end: groups are added where they are used.
    pub fn resolve_groups(&mut self) -> Parsed<()> {
        for (site, id) in std::mem::take(&mut self.groups.uses) {
            // LLVM takes a group that is defined nowhere for an empty one.
            let Some(g) = self.groups.defined.get(&id) else { continue };
            match site {
                Site::Call(f, c) => {
                    if let Some(c) = self.m.functions.get_mut(f).and_then(|f| f.calls.get_mut(c)) {
                        c.sig.attrs.merge(g);
                    }
                }
                Site::Global(r) => {
                    let global = &mut self.m.globals[r];
                    match &mut global.kind {
                        GlobalKind::Function { sig, body } => {
                            sig.attrs.merge(g);
                            if let Some(f) = body.and_then(|b| self.m.functions.get_mut(b)) {
                                f.sig.attrs.merge(g);
                            }
                        }
                        _ => global.attrs.merge(g),
                    }
                }
            }
        }
        Ok(())
    }
}

/// Parameter attributes without a value. Those that say nothing to a code generator have no flag.
fn param_flag(k: Kw) -> Option<ParamFlags> {
    use ParamFlags as P;
    Some(match k {
        Kw::Zeroext => P::ZEROEXT,
        Kw::Signext => P::SIGNEXT,
        Kw::Noext => P::NOEXT,
        Kw::Inreg => P::INREG,
        Kw::Noalias => P::NOALIAS,
        Kw::Nocapture => P::NOCAPTURE,
        Kw::Nest => P::NEST,
        Kw::Returned => P::RETURNED,
        Kw::Nonnull => P::NONNULL,
        Kw::Swiftself => P::SWIFTSELF,
        Kw::Swifterror => P::SWIFTERROR,
        Kw::Swiftasync => P::SWIFTASYNC,
        Kw::Immarg => P::IMMARG,
        Kw::Noundef => P::NOUNDEF,
        Kw::Readonly | Kw::Readnone => P::READONLY,
        Kw::Writeonly | Kw::Allocalign | Kw::Allocptr | Kw::Writable | Kw::DeadOnUnwind | Kw::Nofree => P::empty(),
        _ => return None,
    })
}

/// Function attributes without a value that mean something here.
fn fn_flag(k: Kw) -> Option<FnFlags> {
    use FnFlags as F;
    Some(match k {
        Kw::Noreturn => F::NORETURN,
        Kw::Nounwind => F::NOUNWIND,
        Kw::Cold => F::COLD,
        Kw::Hot => F::HOT,
        Kw::Optsize => F::OPTSIZE,
        Kw::Minsize => F::MINSIZE,
        Kw::Optnone => F::OPTNONE,
        Kw::Naked => F::NAKED,
        Kw::ReturnsTwice => F::RETURNS_TWICE,
        Kw::Strictfp => F::STRICTFP,
        Kw::Noimplicitfloat => F::NOIMPLICITFLOAT,
        Kw::Readnone => F::READNONE | F::READONLY,
        Kw::Readonly => F::READONLY,
        Kw::Argmemonly => F::ARGMEMONLY,
        Kw::Uwtable => F::UWTABLE,
        Kw::Noredzone => F::NOREDZONE,
        Kw::Willreturn => F::WILLRETURN,
        Kw::Speculatable => F::SPECULATABLE,
        Kw::Nobuiltin => F::NOBUILTIN,
        Kw::Builtin => F::BUILTIN,
        Kw::Noinline => F::NOINLINE,
        Kw::Convergent => F::CONVERGENT,
        Kw::Ssp | Kw::Sspstrong | Kw::Sspreq => F::SSP,
        _ => return None,
    })
}

/// Function attributes that say nothing to a code generator such as ours.
fn ignored_fn_attr(k: Kw) -> bool {
    use Kw::*;
    matches!(
        k,
        Writeonly
            | Inaccessiblememonly
            | InaccessiblememOrArgmemonly
            | Alwaysinline
            | Inlinehint
            | Jumptable
            | Mustprogress
            | Nocallback
            | NocfCheck
            | CoroOnlyDestroyWhenComplete
            | CoroElideSafe
            | DisableSanitizerInstrumentation
            | Flatten
            | FnRetThunkExtern
            | HybridPatchable
            | Nocreateundeforpoison
            | Nodivergencesource
            | Noduplicate
            | Nofree
            | Noipa
            | Nomerge
            | Nonlazybind
            | NosanitizeBounds
            | NosanitizeCoverage
            | Nooutline
            | Noprofile
            | Norecurse
            | Nosync
            | NullPointerIsValid
            | Optdebug
            | Optforfuzzing
            | Presplitcoroutine
            | Safestack
            | SanitizeAddress
            | SanitizeAllocToken
            | SanitizeHwaddress
            | SanitizeMemory
            | SanitizeMemtag
            | SanitizeNumericalStability
            | SanitizeRealtime
            | SanitizeRealtimeBlocking
            | SanitizeThread
            | SanitizeType
            | Shadowcallstack
            | Skipprofile
            | SpeculativeLoadHardening
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effects(text: &str) -> FnFlags {
        let mut p = Parser::new(text.as_bytes(), &|_| String::new());
        p.lx.next();
        p.memory_effects().unwrap()
    }

    #[test]
    fn memory_effects_by_place() {
        use FnFlags as F;
        assert_eq!(effects("(none)"), F::READNONE | F::READONLY);
        assert_eq!(effects("(read)"), F::READONLY);
        assert_eq!(effects("(argmem: readwrite)"), F::ARGMEMONLY);
        assert_eq!(effects("(argmem: read)"), F::ARGMEMONLY | F::READONLY);
        assert_eq!(effects("(read, argmem: none)"), F::READONLY);
        assert_eq!(effects("(argmem: readwrite, inaccessiblemem: readwrite)"), F::empty());
        assert_eq!(effects("(write)"), F::empty());
    }
}
