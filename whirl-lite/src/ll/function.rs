//! Functions: headers, bodies, and what all instructions share.

use super::*;
use crate::ir::{Attachments, GlobalKind, Inst, InstFlags, InstKind, MdKind, ParamAttrs, ValueDef};
use attrs::{Site, SiteAttrs};
use locals::LocalName;

/// A parameter as the header says it.
struct Param<'a> {
    ty: Ty,
    attrs: ParamAttrs,
    name: Option<LocalName<'a>>,
    pos: Pos,
}

/// What an instruction is, once its operands are in [`Parser::ops`] and its blocks in [`Parser::succs`].
pub(super) struct Built {
    pub kind: InstKind,
    pub flags: InstFlags,
    /// The result's type, or `void`.
    pub ty: Ty,
}

impl<'a> Parser<'a> {
    /// `declare ...`.
    pub fn declare(&mut self) -> Parsed<()> {
        self.lx.next();
        let metadata = self.global_attachments()?;
        let (g, ..) = self.function_header(false)?;
        self.m.globals[g].metadata.extend(metadata);
        Ok(())
    }
    /// `define ... { body }`.
    pub fn define(&mut self) -> Parsed<()> {
        self.lx.next();
        let (g, sig, params, mut f) = self.function_header(true)?;
        f.sig = sig;
        let metadata = self.global_attachments()?;
        self.m.globals[g].metadata.extend(metadata);
        let body = self.m.functions.next_key();
        if let GlobalKind::Function { body: b, .. } = &mut self.m.globals[g].kind {
            *b = Some(body);
        }
        self.f = f;
        self.in_body = true;
        self.locals.start();
        for (i, p) in params.into_iter().enumerate() {
            let v = self.f.add_param(p.ty, i as u32);
            let name = self.result_name(p.pos, p.name)?;
            // Nothing was mentioned before: this only finds a second parameter of the same name.
            self.forward_value(p.pos, &name, p.ty)?;
            self.bind(name, v);
        }
        self.body()?;
        self.finish_locals(body)?;
        self.in_body = false;
        let f = std::mem::replace(&mut self.f, no_function());
        self.m.functions.push(f);
        Ok(())
    }

    /// From the linkage to what precedes the body.
    fn function_header(&mut self, define: bool) -> Parsed<(GlobalRef, Signature, Vec<Param<'a>>, Function)> {
        let h = self.symbol_header()?;
        let cc = self.calling_convention()?;
        let ret_attrs = self.param_attrs()?;
        let pos = self.pos();
        let ret = self.ty_or_void()?;
        if !self.is_result(ret) {
            return self.fail(pos, "invalid function return type");
        }
        let pos = self.pos();
        if !matches!(self.lx.tok, Tok::GlobalName | Tok::GlobalId) {
            return self.expected("expected function name");
        }
        let g = self.global_ref();
        self.lx.next();
        let (params, vararg) = self.params()?;
        let types: Vec<Ty> = params.iter().map(|p| p.ty).collect();
        let ty = self.m.types.intern(crate::ir::TyData::Func { ret, params: types.clone(), vararg });
        let param_attrs = params.iter().map(|p| p.attrs).collect();
        let attrs = FnAttrs::default();
        let mut sig = Signature { ty, ret, params: types, vararg, cc, ret_attrs, param_attrs, attrs };
        let mut f = no_function();
        let (attrs, unnamed, space) = self.header_tail(g, &mut f)?;
        sig.attrs = attrs.attrs;
        self.define_symbol(pos, g, space)?;
        self.apply_header(g, &h);
        self.use_groups(Site::Global(g), &attrs.groups);
        let global = &mut self.m.globals[g];
        global.unnamed_addr |= unnamed;
        global.value_ty = ty;
        if global.align == 0 && attrs.align.is_power_of_two() {
            global.align = attrs.align.min(1 << 30) as u32;
        }
        global.kind = GlobalKind::Function { sig: sig.clone(), body: None };
        if define {
            f.global = g;
            f.name.clone_from(&global.name);
            f.pos = pos;
        }
        Ok((g, sig, params, f))
    }
    /// `(type attributes %name, ...)`.
    fn params(&mut self) -> Parsed<(Vec<Param<'a>>, bool)> {
        self.open()?;
        let (mut list, mut vararg) = (Vec::new(), false);
        while self.lx.tok != Tok::RParen {
            if self.eat(Tok::Ellipsis) {
                vararg = true;
                break;
            }
            let pos = self.pos();
            let ty = self.ty()?;
            if !self.is_argument(ty) {
                return self.fail(pos, "invalid type for function argument");
            }
            let attrs = self.param_attrs()?;
            let pos = self.pos();
            let name = match self.lx.tok {
                Tok::LocalName | Tok::LocalId => {
                    let n = self.local_name();
                    self.lx.next();
                    Some(n)
                }
                _ => None,
            };
            list.push(Param { ty, attrs, name, pos });
            if !self.eat(Tok::Comma) {
                break;
            }
            if self.lx.tok == Tok::RParen {
                return self.expected("expected type");
            }
        }
        self.close()?;
        Ok((list, vararg))
    }
    /// What follows the parameters: attributes, section, personality...
    fn header_tail(&mut self, g: GlobalRef, f: &mut Function) -> Parsed<(SiteAttrs, bool, u32)> {
        let (mut all, mut unnamed, mut space) = (SiteAttrs::default(), false, 0);
        loop {
            let s = self.site_attrs()?;
            all.attrs.merge(&s.attrs);
            all.groups.extend(s.groups);
            all.align = all.align.max(s.align);
            let Tok::Kw(k) = self.lx.tok else {
                if self.at_word("prefalign") {
                    self.lx.next();
                    self.skip_parens()?;
                    continue;
                }
                break;
            };
            match k {
                Kw::UnnamedAddr => {
                    unnamed = true;
                    self.lx.next();
                }
                Kw::LocalUnnamedAddr => self.lx.next(),
                Kw::Addrspace => space = self.optional_addrspace()?,
                Kw::Align => self.m.globals[g].align = self.alignment()?,
                Kw::Comdat => self.comdat_use(g)?,
                Kw::Section => {
                    self.lx.next();
                    self.m.globals[g].section = Some(self.string()?);
                }
                Kw::Partition => {
                    self.lx.next();
                    self.m.globals[g].partition = Some(self.string()?);
                }
                Kw::Gc => {
                    self.lx.next();
                    f.gc = Some(self.string()?);
                }
                Kw::Prefix => {
                    self.lx.next();
                    f.prefix = Some(self.typed_constant()?.1);
                }
                Kw::Prologue => {
                    self.lx.next();
                    f.prologue = Some(self.typed_constant()?.1);
                }
                Kw::Personality => {
                    self.lx.next();
                    f.personality = Some(self.typed_constant()?.1);
                }
                _ => break,
            }
        }
        Ok((all, unnamed, space))
    }

    /// A calling convention's number, by name or `cc n`; 0 without one.
    pub fn calling_convention(&mut self) -> Parsed<u32> {
        let Tok::Kw(k) = self.lx.tok else { return Ok(0) };
        if k == Kw::Cc {
            self.lx.next();
            return self.uint32();
        }
        if k == Kw::RiscvVlsCc {
            self.lx.next();
            let bits = match self.lx.tok {
                Tok::LParen => self.paren_uint()?,
                _ => 128,
            };
            if !bits.is_power_of_two() || !(32..=65536).contains(&bits) {
                return self.fail(self.pos(), "unknown RISC-V ABI VLEN");
            }
            return Ok(112 + bits.trailing_zeros() - 5);
        }
        let Some(n) = convention(k) else { return Ok(0) };
        self.lx.next();
        Ok(n)
    }

    /// `{ blocks }`.
    fn body(&mut self) -> Parsed<()> {
        self.expect(Tok::LBrace, "expected '{' in function body")?;
        if self.lx.tok == Tok::RBrace {
            return self.fail(self.pos(), "function body requires at least one basic block");
        }
        while self.lx.tok != Tok::RBrace {
            match self.lx.tok {
                Tok::Kw(Kw::Uselistorder | Kw::UselistorderBb) => self.use_list_order()?,
                _ => self.block()?,
            }
        }
        self.lx.next();
        Ok(())
    }
    /// A block, up to and with its terminator.
    fn block(&mut self) -> Parsed<()> {
        let b = self.define_block()?;
        loop {
            if self.lx.tok == Tok::Hash {
                self.debug_record()?;
                continue;
            }
            if self.instruction(b)? {
                return Ok(());
            }
        }
    }
    /// `#dbg_value(...)`: debug records say nothing to us.
    fn debug_record(&mut self) -> Parsed<()> {
        self.lx.next();
        if !self.lx.text().starts_with(b"dbg_") {
            return self.expected("expected debug record type here");
        }
        self.lx.next();
        self.skip_parens()
    }
    /// An instruction with its name and attachments; is it a terminator?
    fn instruction(&mut self, b: BlockId) -> Parsed<bool> {
        let pos = self.pos();
        let name = match self.lx.tok {
            Tok::LocalId | Tok::LocalName => {
                let n = self.local_name();
                self.lx.next();
                self.expect(Tok::Equal, "expected '=' after instruction name")?;
                Some(n)
            }
            _ => None,
        };
        let Tok::Kw(opcode) = self.lx.tok else { return self.expected("expected instruction opcode") };
        self.ops.clear();
        self.succs.clear();
        self.comma_taken = false;
        let at = self.pos();
        self.lx.next();
        let Some(built) = self.opcode(opcode, at)? else {
            // A call of a debug intrinsic: nothing remains of it.
            self.attachments()?;
            return Ok(false);
        };
        let inst = self.bind_result(pos, name, built.kind, built.flags, built.ty)?;
        self.f.insts[inst].pos = at;
        self.f.append(b, inst);
        self.attach(inst)?;
        Ok(self.f.insts[inst].kind.is_terminator())
    }
    /// Attachments after an instruction.
    fn attachments(&mut self) -> Parsed<(Attachments, Option<crate::ir::MdRef>)> {
        let (mut list, mut location) = (Attachments::new(), None);
        if self.comma_taken || self.eat(Tok::Comma) {
            loop {
                if self.lx.tok != Tok::MdName {
                    return self.expected("expected metadata after comma");
                }
                match self.attachment()? {
                    (MdKind::DBG, m) => location = Some(m),
                    a => list.push(a),
                }
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        Ok((list, location))
    }
    fn attach(&mut self, inst: Inst) -> Parsed<()> {
        let (list, location) = self.attachments()?;
        self.f.insts[inst].debug_loc = location.into();
        if !list.is_empty() {
            let n = match self.locals.attachments.get(&list) {
                Some(&n) => n,
                None => {
                    self.f.attachments.push(list.clone());
                    let n = self.f.attachments.len() as u32;
                    self.locals.attachments.insert(list, n);
                    n
                }
            };
            self.f.insts[inst].attachments = n;
        }
        Ok(())
    }
    /// The value that stands for a metadata argument.
    pub fn metadata_value(&mut self) -> Value {
        match self.locals.metadata {
            Some(v) => v,
            None => {
                let v = self.f.values.push(crate::ir::ValueData { ty: Ty::METADATA, def: ValueDef::Other });
                self.locals.metadata = Some(v);
                v
            }
        }
    }
}

/// The number of a named calling convention.
fn convention(k: Kw) -> Option<u32> {
    Some(match k {
        Kw::Ccc => 0,
        Kw::Fastcc => 8,
        Kw::Coldcc => 9,
        Kw::Ghccc => 10,
        Kw::WebkitJscc => 12,
        Kw::Anyregcc => 13,
        Kw::PreserveMostcc => 14,
        Kw::PreserveAllcc => 15,
        Kw::Swiftcc => 16,
        Kw::CxxFastTlscc => 17,
        Kw::Tailcc => 18,
        Kw::CfguardCheckcc => 19,
        Kw::Swifttailcc => 20,
        Kw::PreserveNonecc => 21,
        Kw::X86Stdcallcc => 64,
        Kw::X86Fastcallcc => 65,
        Kw::ArmApcscc => 66,
        Kw::ArmAapcscc => 67,
        Kw::ArmAapcsVfpcc => 68,
        Kw::Msp430Intrcc => 69,
        Kw::X86Thiscallcc => 70,
        Kw::PtxKernel => 71,
        Kw::PtxDevice => 72,
        Kw::SpirFunc => 75,
        Kw::SpirKernel => 76,
        Kw::IntelOclBicc => 77,
        Kw::X8664Sysvcc => 78,
        Kw::Win64cc => 79,
        Kw::X86Vectorcallcc => 80,
        Kw::Hhvmcc => 81,
        Kw::HhvmCcc => 82,
        Kw::X86Intrcc => 83,
        Kw::AvrIntrcc => 84,
        Kw::AvrSignalcc => 85,
        Kw::AmdgpuVs => 87,
        Kw::AmdgpuGs => 88,
        Kw::AmdgpuPs => 89,
        Kw::AmdgpuCs => 90,
        Kw::AmdgpuKernel => 91,
        Kw::X86Regcallcc => 92,
        Kw::AmdgpuHs => 93,
        Kw::AmdgpuLs => 95,
        Kw::AmdgpuEs => 96,
        Kw::Aarch64VectorPcs => 97,
        Kw::Aarch64SveVectorPcs => 98,
        Kw::AmdgpuGfx => 100,
        Kw::M68kIntrcc => 101,
        Kw::Aarch64SmePreservemostFromX0 => 102,
        Kw::Aarch64SmePreservemostFromX2 => 103,
        Kw::AmdgpuCsChain => 104,
        Kw::AmdgpuCsChainPreserve => 105,
        Kw::M68kRtdcc => 106,
        Kw::Graalcc => 107,
        Kw::RiscvVectorCc => 110,
        Kw::Aarch64SmePreservemostFromX1 => 111,
        Kw::AmdgpuGfxWholeWave => 124,
        _ => return None,
    })
}
