//! Calls: `call`, `invoke`, `callbr`, inline assembly, operand bundles.

use super::*;
use crate::ir::{CallId, CallInfo, Callee, ConstData, InlineAsm, InstKind, MdOperand, ParamAttrs, TailKind, TyData};
use attrs::Site;
use function::Built;

/// The arguments of a call; their values are in [`Parser::ops`].
#[derive(Default)]
struct Args {
    types: Vec<Ty>,
    attrs: Vec<ParamAttrs>,
    metadata: Vec<(usize, MdOperand)>,
}

/// What all kinds of calls share.
struct Shared {
    id: CallId,
    ret: Ty,
    /// It is a debug intrinsic, which leaves nothing.
    debug: bool,
}

impl Parser<'_> {
    /// `call`, the keyword or its tail marker having been taken.
    pub fn call(&mut self, k: Kw) -> Parsed<Option<Built>> {
        let tail = match k {
            Kw::Tail => TailKind::Tail,
            Kw::Musttail => TailKind::MustTail,
            Kw::Notail => TailKind::NoTail,
            _ => TailKind::None,
        };
        if tail != TailKind::None {
            self.expect_kw(Kw::Call)?;
        }
        let pos = self.pos();
        let flags = self.flags();
        let call = self.call_body(tail)?;
        if call.debug {
            return Ok(None);
        }
        let types = &self.m.types;
        if !flags.is_empty() && !types.is_float(types.scalar(call.ret)) && !types.is_aggregate(call.ret) {
            return self
                .fail(pos, "fast-math-flags specified for call without floating-point scalar or vector return type");
        }
        InstKind::Call(call.id).with(flags, call.ret)
    }
    pub fn invoke(&mut self) -> Parsed<Option<Built>> {
        let call = self.call_body(TailKind::None)?;
        self.expect_kw(Kw::To)?;
        let normal = self.label()?;
        self.expect_kw(Kw::Unwind)?;
        let unwind = self.label()?;
        self.succs.extend([normal, unwind]);
        InstKind::Invoke(call.id).plain(call.ret)
    }
    pub fn callbr(&mut self) -> Parsed<Option<Built>> {
        let call = self.call_body(TailKind::None)?;
        self.expect_kw(Kw::To)?;
        let through = self.label()?;
        self.succs.push(through);
        self.label_list()?;
        InstKind::CallBr(call.id).plain(call.ret)
    }

    /// From the calling convention to the operand bundles.
    fn call_body(&mut self, tail: TailKind) -> Parsed<Shared> {
        let cc = self.calling_convention()?;
        let ret_attrs = self.param_attrs()?;
        let space = self.optional_addrspace()?;
        let pos = self.pos();
        let written = self.ty_or_void()?;
        let callee_pos = self.pos();
        let (callee, callee_value) = self.callee(space)?;
        let debug = matches!(&callee, Callee::Intrinsic(name) if name.starts_with("dbg."));
        if debug {
            // Not even its metadata is wanted: there is much of it.
            self.skip_parens()?;
            self.site_attrs()?;
            return Ok(Shared { id: CallId::from_u32(0), ret: Ty::VOID, debug });
        }
        let args = self.arguments(tail)?;
        let (ty, ret, fixed, vararg) = self.call_type(pos, callee_pos, written, &args)?;
        if let Some(v) = callee_value {
            self.ops.push(v);
        }
        let site = self.site_attrs()?;
        let bundles = self.bundles()?;
        let sig = Signature {
            ty,
            ret,
            params: args.types,
            vararg,
            cc,
            ret_attrs,
            param_attrs: args.attrs,
            attrs: site.attrs,
        };
        let info = CallInfo {
            callee,
            sig,
            fixed,
            tail,
            bundles,
            arg_locs: Vec::new(),
            ret_locs: Vec::new(),
            stack_bytes: 0,
            popped: 0,
            by_memory: false,
            metadata_args: args.metadata,
        };
        let id = self.f.calls.push(info);
        let here = self.m.functions.next_key();
        self.use_groups(Site::Call(here, id), &site.groups);
        Ok(Shared { id, ret, debug })
    }
    /// A call's function type, from what is written and from its arguments: type, result, number of fixed arguments.
    fn call_type(&mut self, pos: Pos, callee_pos: Pos, written: Ty, args: &Args) -> Parsed<(Ty, Ty, usize, bool)> {
        if let TyData::Func { ret, params, vararg } = self.m.types.get(written) {
            let (ret, vararg, fixed) = (*ret, *vararg, params.len());
            if args.types.len() > fixed && !vararg {
                return self.fail(callee_pos, "too many arguments specified");
            }
            if args.types.len() < fixed {
                return self.fail(callee_pos, "not enough parameters specified for call");
            }
            if let Some((want, _)) = params.iter().zip(&args.types).find(|(p, a)| p != a) {
                return self.fail(callee_pos, format!("argument is not of expected type '{}'", self.show(*want)));
            }
            return Ok((written, ret, fixed, vararg));
        }
        if !self.is_result(written) {
            return self.fail(pos, "invalid result type for LLVM function");
        }
        let ty = self.m.types.intern(TyData::Func { ret: written, params: args.types.clone(), vararg: false });
        Ok((ty, written, args.types.len(), false))
    }
    /// What is called; a value that is an operand is returned beside it.
    fn callee(&mut self, space: u32) -> Parsed<(Callee, Option<Value>)> {
        let pos = self.pos();
        match self.lx.tok {
            Tok::Kw(Kw::Asm) => Ok((Callee::Asm(Box::new(self.inline_asm()?)), None)),
            Tok::GlobalName | Tok::GlobalId => {
                let g = self.global_ref();
                self.lx.next();
                let ty = self.ptr(space);
                self.check_global_type(pos, g, ty)?;
                if let Some(name) = self.m.globals[g].name.strip_prefix("llvm.") {
                    return Ok((Callee::Intrinsic(name.to_string()), None));
                }
                let c = self.intern(ty, ConstData::Global(g));
                Ok((Callee::Value, Some(self.f.const_value(c))))
            }
            _ => {
                let ty = self.ptr(space);
                Ok((Callee::Value, Some(self.value(ty)?)))
            }
        }
    }
    /// `asm sideeffect "text", "constraints"`.
    fn inline_asm(&mut self) -> Parsed<InlineAsm> {
        self.lx.next();
        let sideeffect = self.eat_kw(Kw::Sideeffect);
        let alignstack = self.eat_kw(Kw::Alignstack);
        let intel = self.eat_kw(Kw::Inteldialect);
        let unwind = self.eat_kw(Kw::Unwind);
        let text = self.string()?;
        self.comma()?;
        let constraints = self.string()?;
        Ok(InlineAsm { text, constraints, sideeffect, alignstack, intel, unwind })
    }
    /// `(type attributes value, ...)`.
    fn arguments(&mut self, tail: TailKind) -> Parsed<Args> {
        self.expect(Tok::LParen, "expected '(' in call")?;
        let mut args = Args::default();
        while self.lx.tok != Tok::RParen {
            // In a musttail call `...` hands the caller's variable arguments on.
            if self.lx.tok == Tok::Ellipsis {
                if tail != TailKind::MustTail || !self.f.sig.vararg {
                    let what = "unexpected ellipsis in argument list for non-musttail call";
                    return self.fail(self.pos(), what);
                }
                self.lx.next();
                break;
            }
            let pos = self.pos();
            let ty = self.ty()?;
            let (attrs, v) = match ty {
                Ty::METADATA => {
                    let operand = self.md_operand()?;
                    args.metadata.push((args.types.len(), operand));
                    (ParamAttrs::default(), self.metadata_value())
                }
                Ty::LABEL => return self.fail(pos, "labels are not arguments"),
                _ => {
                    let attrs = self.param_attrs()?;
                    (attrs, self.value(ty)?)
                }
            };
            args.types.push(ty);
            args.attrs.push(attrs);
            self.ops.push(v);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RParen, "expected ')' at end of argument list")?;
        Ok(args)
    }
    /// `[ "tag"(type value, ...), ... ]`; the operands follow the others.
    fn bundles(&mut self) -> Parsed<Vec<(String, usize)>> {
        let mut list = Vec::new();
        if !self.eat(Tok::LSquare) {
            return Ok(list);
        }
        loop {
            let tag = self.string()?;
            self.open()?;
            let before = self.ops.len();
            if self.lx.tok != Tok::RParen {
                loop {
                    let ty = self.ty()?;
                    let v = match ty {
                        Ty::METADATA => {
                            self.md_operand()?;
                            self.metadata_value()
                        }
                        _ => self.value(ty)?,
                    };
                    self.ops.push(v);
                    if !self.eat(Tok::Comma) {
                        break;
                    }
                }
            }
            self.close()?;
            list.push((tag, self.ops.len() - before));
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.expect(Tok::RSquare, "expected ']' in operand bundles")?;
        Ok(list)
    }
}
