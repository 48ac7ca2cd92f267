//! Trees and statements from instructions, one block after another.

use super::build::Builder;
use super::outofssa::UseAt;
use super::place::Place;
use super::{Mem, Opr, Preg, WAsm, WCallData, WCallee, Wn};
use crate::alias::call_effects;
use crate::analysis::freq::{global_of, is_cold_call};
use crate::diag::{Error, Pos, Result};
use crate::ir::{
    Access, BinOp, CallId, Callee, CastOp, ConstData, FloatPred, FnFlags, Inst, InstFlags, InstKind, TailKind, Value,
    ValueDef,
};
use crate::mtype::MType;
use cranelift_entity::{EntityList, EntityRef};

impl Builder<'_> {
    /// Emits the statements of the block at a place of the reverse post-order.
    pub(super) fn emit_block(&mut self, n: usize) -> Result<()> {
        let f = self.cx.f;
        let b = self.cx.cfg.rpo[n];
        self.block = self.wblock(b, f.pos)?;
        let mut cold = false;
        for i in f.block_insts(b) {
            if matches!(f.insts[i].kind, InstKind::Phi) || !self.places.live.contains(i.index()) {
                continue;
            }
            self.at = (n as u32, self.places.pos[i.index()]);
            cold |= matches!(f.insts[i].kind, InstKind::Unreachable) || is_cold_call(f, self.cx.m, i);
            self.statement(i)?;
        }
        let wb = &mut self.w.blocks[self.block];
        wb.cold = cold;
        let ended = wb.stmts.last().is_some_and(|&s| is_terminator(&self.w.nodes[s].opr));
        if ended { Ok(()) } else { Err(self.error(f.pos, "block without a terminator")) }
    }

    /// The node of a value as a kid.
    pub(super) fn operand(&mut self, v: Value) -> Result<Wn> {
        let f = self.cx.f;
        match f.values[v].def {
            ValueDef::Const(_) => self.constant(v),
            ValueDef::Result(i, _) if self.places.place[v.index()] == Place::Inline => self.tree(i),
            ValueDef::Param(_) | ValueDef::Result(..) => {
                let p = self.preg(v)?;
                if self.webs.is_related(v) {
                    let at: UseAt = (v, self.at.0, self.at.1);
                    self.uses.push(at);
                }
                let ty = self.w.pregs[p];
                Ok(self.leaf(Opr::Ldid(p), ty))
            }
            ValueDef::Other => Err(self.error(f.pos, "metadata used as a value")),
        }
    }

    fn constant(&mut self, v: Value) -> Result<Wn> {
        let ty = self.value_type(v)?;
        let f = self.cx.f;
        if let MType::Vec { elem, .. } = ty {
            return self.vector_constant(v, ty, elem.scalar().bytes() as usize);
        }
        let bits = match f.as_const(v) {
            Some(ConstData::Int(n)) => *n,
            // Any value will do; zero is the cheapest.
            Some(ConstData::Null | ConstData::Zero | ConstData::Undef | ConstData::Poison) => 0,
            Some(ConstData::Float(n)) => return Ok(self.leaf(Opr::Float(*n), ty)),
            Some(ConstData::BigFloat(n)) if ty == MType::F80 => {
                return Ok(self.leaf(Opr::Extended(*n as u64, (*n >> 64) as u16), ty));
            }
            Some(ConstData::Global(g) | ConstData::FunctionAddress(g)) => return Ok(self.leaf(Opr::Lda(*g, 0), ty)),
            other => {
                let what = format!("constant operand {other:?} after legalising");
                return Err(Error::unsupported(f.pos, what));
            }
        };
        if ty == MType::F80 {
            return Ok(self.leaf(Opr::Extended(bits, 0), ty));
        }
        if ty.is_float() {
            return Ok(self.leaf(Opr::Float(bits), ty));
        }
        // A truth value is 0 or 1; others are sign-extended from their width.
        let value = if ty == MType::B { (bits & 1) as i64 } else { self.cx.signed(v, bits) };
        Ok(self.leaf(Opr::Int(value), ty))
    }

    fn vector_constant(&mut self, v: Value, ty: MType, each: usize) -> Result<Wn> {
        let f = self.cx.f;
        let bytes: Box<[u8]> = match f.as_const(v) {
            Some(ConstData::Undef | ConstData::Poison) => return Ok(self.leaf(Opr::Undef, ty)),
            Some(ConstData::Aggregate(lanes)) => {
                let word = |c: &crate::ir::Const| match f.consts.get(*c) {
                    ConstData::Int(n) | ConstData::Float(n) => *n,
                    _ => 0,
                };
                lanes.iter().flat_map(|c| word(c).to_le_bytes().into_iter().take(each)).collect()
            }
            _ => vec![0; ty.bytes() as usize].into(),
        };
        self.w.vectors.push(bytes);
        let n = self.w.vectors.len() as u32 - 1;
        Ok(self.leaf(Opr::Vector(n), ty))
    }

    /// The tree of an instruction with one result and no effect.
    fn tree(&mut self, i: Inst) -> Result<Wn> {
        let f = self.cx.f;
        let ty = self.value_type(f.result(i, 0))?;
        let d = &f.insts[i];
        let (flags, pos) = (d.flags, d.pos);
        let args = f.args(i);
        let opr = match d.kind {
            InstKind::PtrAdd => return self.pointer_add(i, ty),
            InstKind::FrameAddr(o) => return Ok(self.leaf(Opr::FrameAddr(o, 0), ty)),
            InstKind::GlobalAddr(g) => return Ok(self.leaf(Opr::Lda(g, 0), ty)),
            InstKind::IncomingArgAddr(n) => return Ok(self.leaf(Opr::IncomingAddr(i64::from(n)), ty)),
            InstKind::BlockAddr(b) => {
                let b = self.wblock(b, pos)?;
                return Ok(self.leaf(Opr::BlockAddr(b), ty));
            }
            InstKind::Cast(CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast | CastOp::BitCast)
                if args.first().is_some_and(|&a| self.cx.mtype(f.ty(a)) == Some(ty)) =>
            {
                return self.operand(args[0]);
            }
            InstKind::Cast(CastOp::PtrToInt | CastOp::IntToPtr) => {
                let from = args.first().and_then(|&a| self.cx.mtype(f.ty(a))).map_or(0, MType::bits);
                Opr::Cast(if from < ty.bits() { CastOp::ZExt } else { CastOp::Trunc })
            }
            InstKind::Unary(crate::ir::UnOp::Freeze) => {
                let &[a] = args else { return Err(self.error(pos, "freeze without its operand")) };
                return self.operand(a);
            }
            InstKind::Fcmp(FloatPred::False, _) => return Ok(self.leaf(Opr::Int(0), ty)),
            InstKind::Fcmp(FloatPred::True, _) => return Ok(self.leaf(Opr::Int(1), ty)),
            InstKind::Binary(op) => Opr::Binary(op),
            InstKind::Unary(op) => Opr::Unary(op),
            InstKind::Cast(op) => Opr::Cast(op),
            InstKind::FromPair(op) => Opr::FromPair(op),
            InstKind::Icmp(p) => Opr::Icmp(p),
            InstKind::Fcmp(p, s) => Opr::Fcmp(p, s),
            InstKind::Select => Opr::Select,
            InstKind::BuildVector => Opr::BuildVector,
            InstKind::Row(o) => Opr::Row(o),
            InstKind::Shuffle(path) => {
                self.w.shuffles.push(f.paths[path].to_vec().into());
                Opr::Shuffle(self.w.shuffles.len() as u32 - 1)
            }
            InstKind::ExtractElement | InstKind::InsertElement => return self.lane_access(i, ty),
            InstKind::Fma => Opr::Fma,
            InstKind::Fshl => Opr::Fshl,
            InstKind::Fshr => Opr::Fshr,
            InstKind::Load(a, e) => Opr::Load(self.mem(&a, pos)?, e),
            InstKind::ThreadPointer => Opr::ThreadPointer,
            InstKind::FrameAddress(n) => Opr::FrameAddress(n),
            InstKind::ReturnAddress(n) => Opr::ReturnAddress(n),
            ref other => return Err(Error::unsupported(pos, format!("{} after legalising", name_of(other)))),
        };
        let desc = match (d.kind, args.first()) {
            (
                InstKind::Icmp(_)
                | InstKind::Fcmp(..)
                | InstKind::Cast(_)
                | InstKind::Shuffle(_)
                | InstKind::Unary(crate::ir::UnOp::SignBits),
                Some(&a),
            ) => self.value_type(a)?,
            _ => ty,
        };
        let kids = match d.kind {
            InstKind::BuildVector => args.iter().map(|&v| self.lane_operand(v)).collect::<Result<_>>()?,
            _ => self.operands(args)?,
        };
        Ok(self.node(opr, ty, desc, flags, &kids, pos))
    }

    /// A lane of a vector that is built: one that is not defined says so.
    fn lane_operand(&mut self, v: Value) -> Result<Wn> {
        match self.cx.f.as_const(v) {
            Some(ConstData::Undef | ConstData::Poison) => {
                let ty = self.value_type(v)?;
                Ok(self.leaf(Opr::Undef, ty))
            }
            _ => self.operand(v),
        }
    }

    /// A lane taken out of a vector, or put into one: its number is a constant.
    fn lane_access(&mut self, i: Inst, ty: MType) -> Result<Wn> {
        let f = self.cx.f;
        let (pos, flags) = (f.insts[i].pos, f.insts[i].flags);
        let Some((&at, args)) = f.args(i).split_last() else { return Err(self.error(pos, "a lane without a number")) };
        let lane = f.as_int(at).and_then(|n| u16::try_from(n).ok());
        let lane = lane.ok_or_else(|| self.error(pos, "a lane without a number"))?;
        let extract = matches!(f.insts[i].kind, InstKind::ExtractElement);
        let kids = self.operands(args)?;
        let Some(&vector) = args.first() else { return Err(self.error(pos, "a lane of nothing")) };
        let desc = self.value_type(vector)?;
        let opr = if extract { Opr::Extract(lane) } else { Opr::Insert(lane) };
        Ok(self.node(opr, ty, desc, flags, &kids, pos))
    }

    fn operands(&mut self, args: &[Value]) -> Result<smallvec::SmallVec<[Wn; 4]>> {
        args.iter().map(|&v| self.operand(v)).collect()
    }

    /// Address arithmetic: constant offsets are gathered, and go into symbols and frame addresses.
    fn pointer_add(&mut self, i: Inst, ty: MType) -> Result<Wn> {
        let f = self.cx.f;
        let pos = f.insts[i].pos;
        let mut offset = 0i64;
        let mut at = i;
        let base = loop {
            let &[base, by] = f.args(at) else { return Err(self.error(pos, "pointer addition without two operands")) };
            let sum = f.as_int(by).and_then(|n| offset.checked_add(self.cx.signed(by, n)));
            let Some(sum) = sum else { break f.result(at, 0) };
            offset = sum;
            match f.values[base].def {
                ValueDef::Result(d, _) if self.places.place[base.index()] == Place::Inline => match f.insts[d].kind {
                    InstKind::PtrAdd => at = d,
                    InstKind::FrameAddr(o) => return Ok(self.leaf(Opr::FrameAddr(o, offset), ty)),
                    InstKind::GlobalAddr(g) => return Ok(self.leaf(Opr::Lda(g, offset), ty)),
                    InstKind::IncomingArgAddr(n) => {
                        return Ok(self.leaf(Opr::IncomingAddr(offset.saturating_add(i64::from(n))), ty));
                    }
                    _ => break base,
                },
                _ => break base,
            }
        };
        let kid = match f.values[base].def {
            // The chain ended at an addition of something variable.
            ValueDef::Result(d, _) if d == at => {
                let &[a, b] = f.args(d) else { return Err(self.error(pos, "pointer addition without two operands")) };
                let kids = [self.operand(a)?, self.operand(b)?];
                self.node(Opr::Binary(BinOp::Add), ty, ty, InstFlags::empty(), &kids, pos)
            }
            _ => self.operand(base)?,
        };
        if offset == 0 {
            return Ok(kid);
        }
        let by = self.leaf(Opr::Int(offset), ty);
        Ok(self.node(Opr::Binary(BinOp::Add), ty, ty, InstFlags::empty(), &[kid, by], pos))
    }

    fn mem(&self, a: &Access, pos: Pos) -> Result<Mem> {
        let ty = self.cx.mtype(a.ty).filter(|t| !matches!(t, MType::Void | MType::B)).ok_or_else(|| {
            Error::unsupported(pos, format!("a memory access of type {}", self.cx.m.types.show(a.ty)))
        })?;
        Ok(Mem { ty, align: a.align, volatile: a.volatile, ordering: a.ordering, space: a.space, alias: a.alias })
    }

    /// Emits what an instruction is as a statement; nothing, if it is part of another's tree.
    fn statement(&mut self, i: Inst) -> Result<()> {
        let f = self.cx.f;
        let d = &f.insts[i];
        let pos = d.pos;
        if d.results == 1 && is_expression(&d.kind) {
            let v = f.result(i, 0);
            match self.places.place[v.index()] {
                Place::Inline => {}
                Place::Preg => {
                    let value = self.tree(i)?;
                    let p = self.preg(v)?;
                    let s = self.stid(p, value, pos);
                    self.push(s);
                }
                // Only its effect matters: a volatile load, or arithmetic that may raise flags.
                Place::Dead => {
                    let value = self.tree(i)?;
                    let s = self.node(Opr::Eval, MType::Void, MType::Void, InstFlags::empty(), &[value], pos);
                    self.push(s);
                }
            }
            return Ok(());
        }
        let opr = match d.kind {
            InstKind::Store(a) => {
                let &[value, address] = f.args(i) else { return Err(self.error(pos, "store without two operands")) };
                let kids = [self.operand(address)?, self.operand(value)?];
                let desc = self.value_type(value)?;
                let s = self.node(Opr::Store(self.mem(&a, pos)?), MType::Void, desc, d.flags, &kids, pos);
                self.push(s);
                return Ok(());
            }
            InstKind::Call(c) => return self.call(i, c),
            InstKind::CallBr(c) => return self.asm_goto(i, c),
            InstKind::Overflow(op) => Opr::Overflow(op),
            InstKind::DivRem(s) => Opr::DivRem(s),
            InstKind::ToPair(op) => Opr::ToPair(op),
            InstKind::CmpXchg { access, failure, weak } => Opr::CmpXchg { mem: self.mem(&access, pos)?, failure, weak },
            InstKind::AtomicRmw(op, a) => Opr::AtomicRmw(op, self.mem(&a, pos)?),
            InstKind::Fence(o, s) => Opr::Fence(o, s),
            InstKind::Alloca(_, align) => Opr::Alloca(align),
            InstKind::StackSave => Opr::StackSave,
            InstKind::StackRestore => Opr::StackRestore,
            InstKind::VaStart => Opr::VaStart,
            InstKind::Trap(s) => Opr::Trap(s),
            InstKind::Prefetch(w, l, c) => Opr::Prefetch(w, l, c),
            InstKind::ReadCycles => Opr::ReadCycles,
            InstKind::Ret => Opr::Return,
            InstKind::Unreachable => Opr::Unreachable,
            InstKind::Br => {
                let &[b] = f.inst_blocks(i) else { return Err(self.error(pos, "jump without its target")) };
                Opr::Goto(self.wblock(b, pos)?)
            }
            InstKind::CondBr => {
                let &[yes, no] = f.inst_blocks(i) else { return Err(self.error(pos, "branch without two targets")) };
                let block = f.block_of(i);
                let p = block.map_or(0, |b| self.cx.probabilities[b]);
                if yes == no {
                    let to = self.wblock(yes, pos)?;
                    let s = self.leaf(Opr::Goto(to), MType::Void);
                    self.push(s);
                    return Ok(());
                }
                Opr::CondBr(self.wblock(yes, pos)?, self.wblock(no, pos)?, p)
            }
            InstKind::JumpTable | InstKind::IndirectBr => {
                let blocks = f.inst_blocks(i).iter().map(|&b| self.wblock(b, pos)).collect::<Result<Vec<_>>>()?;
                self.w.tables.push(blocks);
                let n = self.w.tables.len() as u32 - 1;
                if matches!(d.kind, InstKind::JumpTable) { Opr::JumpTable(n) } else { Opr::IndirectGoto(n) }
            }
            ref other => return Err(Error::unsupported(pos, format!("{} after legalising", name_of(other)))),
        };
        let kids = self.operands(f.args(i))?;
        let desc = f.args(i).last().map_or(Ok(MType::Void), |&a| self.value_type(a))?;
        let s = self.node(opr, MType::Void, desc, d.flags, &kids, pos);
        self.set_dsts(s, i)?;
        self.push(s);
        Ok(())
    }

    fn push(&mut self, s: Wn) {
        self.w.blocks[self.block].stmts.push(s);
    }

    /// Every result of a statement has a PREG, used or not.
    fn set_dsts(&mut self, s: Wn, i: Inst) -> Result<()> {
        let f = self.cx.f;
        let mut list: EntityList<Preg> = EntityList::new();
        for v in f.results(i) {
            let p = self.preg(v)?;
            list.push(p, &mut self.w.dsts);
        }
        self.w.nodes[s].dsts = list;
        Ok(())
    }

    fn call(&mut self, i: Inst, c: CallId) -> Result<()> {
        let f = self.cx.f;
        let info = &f.calls[c];
        let pos = f.insts[i].pos;
        let args = f.args(i);
        let (callee, count) = match &info.callee {
            Callee::Asm(_) => {
                let s = self.asm(i, c)?;
                self.push(s);
                return Ok(());
            }
            Callee::Library(name) => (WCallee::Library(name), args.len()),
            Callee::Intrinsic(name) => return Err(Error::unsupported(pos, format!("intrinsic llvm.{name}"))),
            Callee::Value => {
                let bundles: usize = info.bundles.iter().map(|b| b.1).sum();
                let at = args.len().checked_sub(bundles + 1);
                let Some(at) = at else { return Err(self.error(pos, "call without a callee")) };
                match global_of(f, args[at]) {
                    Some(g) => (WCallee::Global(g), at),
                    None => (WCallee::Indirect, at),
                }
            }
        };
        if info.arg_locs.len() != count {
            return Err(self.error(pos, "call whose arguments have no places"));
        }
        let mut kids = self.operands(&args[..count])?;
        if callee == WCallee::Indirect {
            kids.push(self.operand(args[count])?);
        }
        let flags = self.callee_flags(&callee) | info.sig.attrs.flags;
        let effects = call_effects(f, self.cx.m, i);
        let data = WCallData {
            callee,
            arg_locs: info.arg_locs.clone(),
            ret_locs: info.ret_locs.clone(),
            stack_bytes: info.stack_bytes,
            popped: info.popped,
            tail: self.tail(i, c)?,
            cc: info.sig.cc,
            noreturn: flags.contains(FnFlags::NORETURN),
            returns_twice: flags.contains(FnFlags::RETURNS_TWICE),
            vararg: info.sig.vararg,
            reads: effects.reads,
            writes: effects.writes,
        };
        let call = self.w.calls.push(data);
        let s = self.node(Opr::Call(call), MType::Void, MType::Void, f.insts[i].flags, &kids, pos);
        self.set_dsts(s, i)?;
        self.push(s);
        Ok(())
    }

    fn callee_flags(&self, callee: &WCallee) -> FnFlags {
        match callee {
            WCallee::Global(g) => self.cx.m.signature(*g).map_or(FnFlags::empty(), |s| s.attrs.flags),
            _ => FnFlags::empty(),
        }
    }

    /// Can the call be a jump? Its frame must be of no more use: it is marked so, its results are where ours are, and its
    /// arguments need no more of the stack than ours did, or take the place of ours. That what follows returns just its results is checked here
    /// for `musttail`; expansion looks for it behind jumps too.
    fn tail(&self, i: Inst, c: CallId) -> Result<TailKind> {
        let f = self.cx.f;
        let info = &f.calls[c];
        let pos = f.insts[i].pos;
        let must = info.tail == TailKind::MustTail;
        if !must && (info.tail != TailKind::Tail || !self.cx.optimise) {
            return Ok(TailKind::None);
        }
        let returns = !must
            || f.next(i).is_some_and(|r| {
                matches!(f.insts[r].kind, InstKind::Ret) && f.args(r).iter().copied().eq(self.returned(i, r))
            });
        let no_sret = |s: &crate::ir::Signature| s.param_attrs.iter().all(|p| p.sret.is_none());
        let no_byval = info.sig.param_attrs.iter().all(|p| p.byval.is_none());
        let places = info.ret_locs.starts_with(&f.ret_locs);
        // Where callees take their arguments off the stack, the ends of the areas meet: the return address moves.
        let moved = i64::from(f.incoming.popped) - i64::from(info.popped);
        let end = i64::from(info.stack_bytes) + moved;
        let room = if must { end <= i64::from(f.incoming.stack_bytes) } else { info.stack_bytes == 0 };
        let plain = no_byval && (must || (no_sret(&info.sig) && no_sret(&f.sig)));
        let twice = info.sig.attrs.flags.contains(FnFlags::RETURNS_TWICE)
            || f.sig.attrs.string("disable-tail-calls") == Some("true");
        let same = info.sig.cc == f.sig.cc || (saves_as_c(info.sig.cc) && saves_as_c(f.sig.cc));
        // The caller expects of us that we take off as much.
        let same = same && (must || moved == 0);
        let ok = returns && places && room && plain && same && f.incoming.save_registers.is_empty();
        match (ok && (must || !twice), must) {
            (true, true) => Ok(TailKind::MustTail),
            (true, false) => Ok(TailKind::Tail),
            (false, true) => Err(Error::unsupported(pos, "this call, which must be a jump and cannot be made one")),
            (false, false) => Ok(TailKind::None),
        }
    }

    /// What `ret` must return for a call before it to be a tail call: its results, or nothing.
    fn returned(&self, call: Inst, ret: Inst) -> impl Iterator<Item = Value> + use<> {
        let f = self.cx.f;
        let none = f.args(ret).is_empty();
        f.results(call).filter(move |_| !none)
    }

    fn asm(&mut self, i: Inst, c: CallId) -> Result<Wn> {
        let f = self.cx.f;
        let pos = f.insts[i].pos;
        let Callee::Asm(asm) = &f.calls[c].callee else { return Err(self.error(pos, "asm goto of something else")) };
        let args = f.args(i);
        let kids = self.operands(args)?;
        let inputs = args.iter().map(|&v| self.value_type(v)).collect::<Result<Vec<_>>>()?;
        let outputs = f.results(i).map(|v| self.value_type(v)).collect::<Result<Vec<_>>>()?;
        self.w.asms.push(WAsm { asm: (**asm).clone(), outputs, inputs, labels: Vec::new() });
        let n = self.w.asms.len() as u32 - 1;
        let s = self.node(Opr::Asm(n), MType::Void, MType::Void, f.insts[i].flags, &kids, pos);
        self.set_dsts(s, i)?;
        Ok(s)
    }

    fn asm_goto(&mut self, i: Inst, c: CallId) -> Result<()> {
        let pos = self.cx.f.insts[i].pos;
        let s = self.asm(i, c)?;
        let blocks = self.cx.f.inst_blocks(i);
        let Some((&through, labels)) = blocks.split_first() else {
            return Err(self.error(pos, "asm goto without targets"));
        };
        let labels = labels.iter().map(|&b| self.wblock(b, pos)).collect::<Result<Vec<_>>>()?;
        if let Opr::Asm(n) = self.w.nodes[s].opr {
            self.w.asms[n as usize].labels = labels;
        }
        self.push(s);
        let to = self.wblock(through, pos)?;
        let s = self.leaf(Opr::Goto(to), MType::Void);
        self.push(s);
        Ok(())
    }
}

/// Does a calling convention (C, fast, cold, tail, and the vendors' that differ in who pops) save the registers that C's does?
fn saves_as_c(cc: u32) -> bool {
    matches!(cc, 0 | 8 | 9 | 18 | 64 | 65 | 70)
}

fn is_terminator(o: &Opr) -> bool {
    matches!(
        o,
        Opr::Return | Opr::Goto(_) | Opr::CondBr(..) | Opr::JumpTable(_) | Opr::IndirectGoto(_) | Opr::Unreachable
    )
}

/// Is it a tree rather than a statement?
fn is_expression(k: &InstKind) -> bool {
    use InstKind::*;
    matches!(
        k,
        Binary(_)
            | Unary(_)
            | Cast(_)
            | FromPair(_)
            | Icmp(_)
            | Fcmp(..)
            | Select
            | BuildVector
            | Row(_)
            | Shuffle(_)
            | ExtractElement
            | InsertElement
            | Fma
            | FMulAdd
            | Fshl
            | Fshr
            | Load(..)
            | PtrAdd
            | FrameAddr(_)
            | GlobalAddr(_)
            | BlockAddr(_)
            | IncomingArgAddr(_)
            | ThreadPointer
            | FrameAddress(_)
            | ReturnAddress(_)
    )
}

/// An instruction's kind by name, without its details.
fn name_of(k: &InstKind) -> String {
    let text = format!("{k:?}");
    text.split(['(', ' ', '{']).next().unwrap_or("?").to_lowercase()
}
