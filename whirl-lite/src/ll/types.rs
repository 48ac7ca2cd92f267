//! Types.

use super::*;
use crate::ir::TyData;
use numbered::Numbered;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Named and numbered types.
pub(super) struct TypeNames<'a> {
    named: FxHashMap<Cow<'a, [u8]>, Ty>,
    numbered: Numbered<Ty>,
    /// Mentioned, but not defined so far: where, and how it is written.
    pending: FxHashMap<Ty, Pos>,
    /// The order of those, for errors.
    mentioned: Vec<Ty>,
}

impl TypeNames<'_> {
    pub fn new(limit: usize) -> Self {
        TypeNames {
            named: FxHashMap::default(),
            numbered: Numbered::new(limit),
            pending: FxHashMap::default(),
            mentioned: Vec::new(),
        }
    }
}

impl<'a> Parser<'a> {
    /// A first-class type, or a function type: anything but `void`.
    pub fn ty(&mut self) -> Parsed<Ty> {
        let pos = self.pos();
        let t = self.ty_or_void()?;
        match t {
            Ty::VOID => self.fail(pos, "void type only allowed for function results"),
            _ => Ok(t),
        }
    }

    /// Any type.
    #[inline]
    pub fn ty_or_void(&mut self) -> Parsed<Ty> {
        self.ty_expecting("expected type")
    }
    /// Any type; `what` is the error when there is none.
    pub fn ty_expecting(&mut self, what: &str) -> Parsed<Ty> {
        let mut t = match self.lx.tok {
            Tok::Kw(k) => match k {
                Kw::Ptr => {
                    self.lx.next();
                    let space = self.optional_addrspace()?;
                    if self.lx.tok == Tok::Star {
                        return self.fail(self.pos(), "ptr* is invalid - use ptr instead");
                    }
                    self.ptr(space)
                }
                Kw::Target => self.target_type()?,
                Kw::X86Mmx => {
                    self.lx.next();
                    self.m.types.intern(TyData::Vector { lanes: 1, elem: Ty::I64, scalable: false })
                }
                Kw::X86Amx => {
                    self.lx.next();
                    self.m.types.intern(TyData::X86Amx)
                }
                _ => {
                    let Some(t) = simple(k) else { return self.expected(what) };
                    self.lx.next();
                    t
                }
            },
            Tok::IntTy => self.int_type()?,
            Tok::LocalName | Tok::LocalId => {
                let t = self.named_type();
                self.lx.next();
                t
            }
            Tok::LBrace => self.struct_type(false)?,
            Tok::LSquare => self.array_type()?,
            Tok::Less => {
                self.lx.next();
                match self.lx.tok {
                    Tok::LBrace => self.struct_type(true)?,
                    _ => self.vector_type()?,
                }
            }
            _ => return self.expected(what),
        };
        loop {
            match self.lx.tok {
                Tok::Star | Tok::Kw(Kw::Addrspace) if t != Ty::VOID && t != Ty::LABEL => {
                    return self.fail(
                        self.pos(),
                        "typed pointers are not supported: this is IR of LLVM 14 or older, newer IR writes 'ptr'",
                    );
                }
                Tok::LParen => t = self.function_type(t)?,
                _ => return Ok(t),
            }
        }
    }

    /// Does a type start here?
    pub fn at_type(&self) -> bool {
        match self.lx.tok {
            Tok::Kw(k) => simple(k).is_some() || matches!(k, Kw::Ptr | Kw::Target | Kw::X86Mmx | Kw::X86Amx),
            Tok::IntTy | Tok::LocalName | Tok::LocalId | Tok::LBrace | Tok::LSquare | Tok::Less => true,
            _ => false,
        }
    }

    fn int_type(&mut self) -> Parsed<Ty> {
        let t = match self.lx.num {
            1 => Ty::I1,
            8 => Ty::I8,
            16 => Ty::I16,
            32 => Ty::I32,
            64 => Ty::I64,
            n @ 1..=8_388_608 => self.m.types.intern(TyData::Int(n as u32)),
            _ => return self.fail(self.pos(), "bitwidth for integer type out of range"),
        };
        self.lx.next();
        Ok(t)
    }
    /// The pointer type of an address space.
    pub fn ptr(&mut self, space: u32) -> Ty {
        match space {
            0 => Ty::PTR,
            n => self.m.types.intern(TyData::Ptr(n)),
        }
    }
    /// `addrspace(n)`, `addrspace("A")`, or nothing.
    pub fn optional_addrspace(&mut self) -> Parsed<u32> {
        if !self.eat_kw(Kw::Addrspace) {
            return Ok(0);
        }
        self.open()?;
        let pos = self.pos();
        if self.lx.tok == Tok::Str {
            let s = self.string()?;
            return match s.as_str() {
                // The letters name the data layout's spaces for allocas, globals and programs: 0 on all our targets.
                "A" | "G" | "P" => self.close().map(|()| 0),
                _ => self.fail(pos, format!("invalid symbolic addrspace '{s}'")),
            };
        }
        let n = self.uint32()?;
        if n >= 1 << 24 {
            return self.fail(pos, "invalid address space, must be a 24-bit integer");
        }
        self.close()?;
        Ok(n)
    }

    /// The type that `%name` or `%12` stands for; the first mention makes an opaque structure.
    fn named_type(&mut self) -> Ty {
        let pos = self.pos();
        if self.lx.tok == Tok::LocalId {
            let n = self.lx.num as u32;
            if let Some(t) = self.types.numbered.get(n) {
                return t;
            }
            let t = self.m.types.new_named(&n.to_string());
            self.types.numbered.set(n, t);
            self.mention(t, pos);
            return t;
        }
        let name = self.name();
        if let Some(&t) = self.types.named.get(&name) {
            return t;
        }
        let t = self.m.types.new_named(&String::from_utf8_lossy(&name));
        self.types.named.insert(name, t);
        self.mention(t, pos);
        t
    }
    fn mention(&mut self, t: Ty, pos: Pos) {
        self.types.pending.insert(t, pos);
        self.types.mentioned.push(t);
    }

    /// `%name = type ...`, the current token being `%name`.
    pub fn type_definition(&mut self) -> Parsed<()> {
        let pos = self.pos();
        let numbered = self.lx.tok == Tok::LocalId;
        let (number, name) = (self.lx.num as u32, self.name());
        let known = match numbered {
            true => self.types.numbered.get(number),
            false => self.types.named.get(&name).copied(),
        };
        if known.is_some_and(|t| !self.types.pending.contains_key(&t)) {
            return self.fail(pos, "redefinition of type");
        }
        self.lx.next();
        self.expect(Tok::Equal, "expected '=' after name")?;
        self.expect_kw(Kw::Type)?;
        if self.eat_kw(Kw::Opaque) {
            let t = self.define_type(numbered, number, name);
            self.types.pending.remove(&t);
            return Ok(());
        }
        let packed = self.lx.tok == Tok::Less && {
            self.lx.next();
            true
        };
        if self.lx.tok == Tok::LBrace {
            // The name means this structure inside of its own body.
            let t = self.define_type(numbered, number, name);
            self.types.pending.remove(&t);
            let body = self.struct_type(packed)?;
            self.m.types.set_body(t, body);
            return Ok(());
        }
        if known.is_some() {
            return self.fail(pos, "forward references to non-struct type");
        }
        let t = if packed { self.vector_type()? } else { self.ty()? };
        if self.m.types.depth(t) > MAX_DEPTH {
            return self.fail(pos, format!("nested deeper than {MAX_DEPTH} levels"));
        }
        match numbered {
            true => self.types.numbered.set(number, t),
            false => drop(self.types.named.insert(name, t)),
        }
        Ok(())
    }
    fn define_type(&mut self, numbered: bool, number: u32, name: Cow<'a, [u8]>) -> Ty {
        if numbered {
            if let Some(t) = self.types.numbered.get(number) {
                return t;
            }
            let t = self.m.types.new_named(&number.to_string());
            self.types.numbered.set(number, t);
            return t;
        }
        if let Some(&t) = self.types.named.get(&name) {
            return t;
        }
        let t = self.m.types.new_named(&String::from_utf8_lossy(&name));
        self.types.named.insert(name, t);
        t
    }

    /// `{ ... }`, the current token being `{`; a packed one ends in `}>`.
    fn struct_type(&mut self, packed: bool) -> Parsed<Ty> {
        self.enter()?;
        self.lx.next();
        let mut fields: SmallVec<[Ty; 16]> = SmallVec::new();
        if self.lx.tok != Tok::RBrace {
            loop {
                let pos = self.pos();
                let t = self.ty()?;
                if !self.is_element(t) {
                    return self.fail(pos, "invalid element type for struct");
                }
                fields.push(t);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RBrace, "expected '}' at end of struct")?;
        if packed {
            self.expect(Tok::Greater, "expected '>' in packed struct")?;
        }
        self.leave();
        Ok(self.m.types.intern(TyData::Struct { fields: fields.to_vec(), packed }))
    }
    /// `[n x t]`.
    fn array_type(&mut self) -> Parsed<Ty> {
        self.enter()?;
        self.lx.next();
        let n = self.uint()?;
        self.expect_kw(Kw::X)?;
        let pos = self.pos();
        let elem = self.ty()?;
        if !self.is_element(elem) {
            return self.fail(pos, "invalid array element type");
        }
        self.expect(Tok::RSquare, "expected end of sequential type")?;
        self.leave();
        Ok(self.m.types.intern(TyData::Array(n, elem)))
    }
    /// `n x t>` or `vscale x n x t>`, after the `<`.
    fn vector_type(&mut self) -> Parsed<Ty> {
        self.enter()?;
        let scalable = self.eat_kw(Kw::Vscale);
        if scalable {
            self.expect_kw(Kw::X)?;
        }
        let at = self.pos();
        let lanes = self.uint()?;
        self.expect_kw(Kw::X)?;
        let pos = self.pos();
        let elem = self.ty()?;
        let Ok(lanes) = u32::try_from(lanes) else { return self.fail(at, "size too large for vector") };
        if lanes == 0 {
            return self.fail(at, "zero element vector is illegal");
        }
        let types = &self.m.types;
        if !matches!(types.raw(elem), TyData::Int(_) | TyData::Ptr(_) | TyData::Target(_)) && !types.is_float(elem) {
            return self.fail(pos, "invalid vector element type");
        }
        self.expect(Tok::Greater, "expected end of sequential type")?;
        self.leave();
        Ok(self.m.types.intern(TyData::Vector { lanes, elem, scalable }))
    }
    /// `target("name", types..., numbers...)`.
    fn target_type(&mut self) -> Parsed<Ty> {
        self.enter()?;
        self.lx.next();
        self.open()?;
        let mut text = format!("\"{}\"", self.string()?);
        while self.eat(Tok::Comma) {
            text.push_str(", ");
            match self.lx.tok {
                Tok::Int => text.push_str(&self.uint32()?.to_string()),
                _ => {
                    let t = self.ty_or_void()?;
                    text.push_str(&self.show(t));
                }
            }
        }
        self.close()?;
        self.leave();
        Ok(self.m.types.intern(TyData::Target(text)))
    }
    /// The parameters of a function type with this result, the current token being `(`.
    fn function_type(&mut self, ret: Ty) -> Parsed<Ty> {
        if !self.is_result(ret) {
            return self.fail(self.pos(), "invalid function return type");
        }
        self.enter()?;
        self.lx.next();
        let (mut params, mut vararg) = (Vec::new(), false);
        while self.lx.tok != Tok::RParen {
            if self.eat(Tok::Ellipsis) {
                vararg = true;
                break;
            }
            let pos = self.pos();
            let t = self.ty()?;
            if !self.is_argument(t) {
                return self.fail(pos, "invalid function argument type");
            }
            if matches!(self.lx.tok, Tok::LocalName | Tok::LocalId) {
                return self.fail(self.pos(), "argument name invalid in function type");
            }
            params.push(t);
            if !self.eat(Tok::Comma) {
                break;
            }
            if self.lx.tok == Tok::RParen {
                return self.expected("expected type");
            }
        }
        self.close()?;
        self.leave();
        Ok(self.m.types.intern(TyData::Func { ret, params, vararg }))
    }

    /// May it be a field or an array's element?
    fn is_element(&self, t: Ty) -> bool {
        use TyData::*;
        !matches!(self.m.types.raw(t), Void | Label | Metadata | Func { .. } | Token | X86Amx)
    }
    /// May a function return it?
    pub fn is_result(&self, t: Ty) -> bool {
        !matches!(self.m.types.raw(t), TyData::Func { .. } | TyData::Label | TyData::Metadata)
    }
    /// May it be an argument?
    pub fn is_argument(&self, t: Ty) -> bool {
        !matches!(self.m.types.raw(t), TyData::Func { .. } | TyData::Void)
    }
    /// May a value in a function have it?
    pub fn is_first_class(&self, t: Ty) -> bool {
        self.m.types.is_first_class(t)
    }
    /// Has it a size?
    pub fn is_sized(&self, t: Ty) -> bool {
        use TyData::*;
        let mut t = t;
        while let Array(_, e) = self.m.types.get(t) {
            t = *e;
        }
        // Target types' sizes are the target's business.
        !matches!(self.m.types.get(t), Void | Label | Metadata | Token | Func { .. } | Named(_))
    }

    /// At the end: every type is defined, and none contains itself or nests too deep.
    pub fn check_types(&self) -> Parsed<()> {
        let undefined = self.types.mentioned.iter().find_map(|t| Some((*t, *self.types.pending.get(t)?)));
        if let Some((t, pos)) = undefined {
            let name = self.show(t);
            return self.fail(pos, format!("use of undefined type named '{}'", name.trim_start_matches('%')));
        }
        self.check_recursion()
    }
    /// Depth-first over what each type holds by value, with a stack of our own.
    fn check_recursion(&self) -> Parsed<()> {
        const MAX_NESTING: u32 = 400;
        const OPEN: u32 = u32::MAX;
        let types = &self.m.types;
        let held = |t: Ty| -> SmallVec<[Ty; 8]> {
            match types.get(t) {
                TyData::Array(_, e) => SmallVec::from_slice(&[*e]),
                TyData::Struct { fields, .. } => SmallVec::from_slice(fields),
                _ => SmallVec::new(),
            }
        };
        // 0: not seen; OPEN: on the stack; else the depth of what it holds plus one.
        let mut depth = vec![0u32; types.len()];
        let mut stack: Vec<(Ty, SmallVec<[Ty; 8]>)> = Vec::new();
        for n in 0..types.len() {
            let root = Ty(n as u32);
            if depth[n] == 0 {
                depth[n] = OPEN;
                stack.push((root, held(root)));
            }
            while let Some((t, rest)) = stack.last_mut() {
                let t = *t;
                if let Some(e) = rest.pop() {
                    match depth[e.0 as usize] {
                        OPEN => return self.fail(Pos::NONE, format!("type '{}' contains itself", self.show(e))),
                        0 => {
                            depth[e.0 as usize] = OPEN;
                            stack.push((e, held(e)));
                        }
                        _ => {}
                    }
                    continue;
                }
                let below = held(t).iter().map(|e| depth[e.0 as usize]).max().unwrap_or(0);
                if below >= MAX_NESTING {
                    return self.fail(Pos::NONE, format!("type '{}' nests too deeply", self.show(t)));
                }
                depth[t.0 as usize] = below + 1;
                stack.pop();
            }
        }
        Ok(())
    }
}

/// Types that are one keyword.
fn simple(k: Kw) -> Option<Ty> {
    Some(match k {
        Kw::Void => Ty::VOID,
        Kw::Half => Ty::HALF,
        Kw::Bfloat => Ty::BFLOAT,
        Kw::Float => Ty::FLOAT,
        Kw::Double => Ty::DOUBLE,
        Kw::Fp128 => Ty::FP128,
        Kw::X86Fp80 => Ty::X86_FP80,
        Kw::PpcFp128 => Ty::PPC_FP128,
        Kw::Label => Ty::LABEL,
        Kw::Metadata => Ty::METADATA,
        Kw::Token => Ty::TOKEN,
        _ => return None,
    })
}
