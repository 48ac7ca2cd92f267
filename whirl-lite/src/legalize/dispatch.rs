//! One old instruction: to the file of its family.

use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;

impl Legaliser<'_> {
    /// Rewrites an instruction of the old function at the insertion point.
    pub(super) fn inst(&mut self, i: Inst) -> Result<()> {
        let old = self.old;
        let data = &old.insts[i];
        self.pos = data.pos;
        self.attachments = data.attachments;
        self.debug_loc = data.debug_loc;
        let flags = data.flags;
        let ty = self.result_ty(i);
        if self.act.has_vectors() && self.vector_inst(i)? {
            return Ok(());
        }
        let parts: Parts = match data.kind {
            InstKind::Binary(op) => {
                let (a, b) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?);
                self.binary_any(op, flags, ty, &a, &b)?
            }
            InstKind::Unary(UnOp::Freeze) => self.freeze(i)?,
            InstKind::Unary(op) => {
                let a = self.arg_parts(i, 0)?;
                self.unary_any(op, flags, ty, &a)?
            }
            InstKind::Cast(op) => {
                let v = self.arg(i, 0)?;
                let a = self.parts(v)?;
                self.cast_any(op, flags, old.ty(v), ty, &a)?
            }
            InstKind::Icmp(pred) => {
                let v = self.arg(i, 0)?;
                let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
                self.icmp_any(pred, old.ty(v), &a, &b)?
            }
            InstKind::Fcmp(pred, signalling) => {
                let v = self.arg(i, 0)?;
                let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
                self.fcmp_any(pred, signalling, old.ty(v), &a, &b)?
            }
            InstKind::Select => self.select_inst(i)?,
            InstKind::Fma | InstKind::FMulAdd => {
                let (a, b, c) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
                self.fma_any(data.kind == InstKind::Fma, flags, ty, [&a, &b, &c])?
            }
            InstKind::Fshl | InstKind::Fshr => {
                let (a, b, c) = (self.arg_parts(i, 0)?, self.arg_parts(i, 1)?, self.arg_parts(i, 2)?);
                self.funnel_any(data.kind == InstKind::Fshl, ty, [&a, &b, &c])?
            }
            InstKind::Load(access, _) => return self.load(i, self.in_space(i, 0, access)),
            InstKind::Store(access) => return self.store(i, self.in_space(i, 1, access)),
            InstKind::Gep(elem) => {
                let mut operands = Vec::with_capacity(4);
                for n in 0..old.args(i).len() {
                    let v = self.arg(i, n)?;
                    operands.push((self.parts(v)?, old.ty(v)));
                }
                self.gep(elem, &operands, ty, flags)?
            }
            InstKind::PtrAdd => {
                let (p, n) = (self.arg_one(i, 0)?, self.arg_one(i, 1)?);
                Parts::from_slice(&[self.emit1(InstKind::PtrAdd, flags, &[p, n], Ty::PTR)])
            }
            InstKind::Alloca(elem, align) => return self.alloca(i, elem, align),
            InstKind::Phi => return self.phi(i),
            InstKind::Call(id) => return self.call_inst(i, id),
            InstKind::CallBr(id) => return self.asm_goto(i, id),
            InstKind::Ret => return self.ret(i),
            InstKind::Br | InstKind::CondBr => return self.branch(i),
            InstKind::Switch(id) => return self.switch(i, id),
            InstKind::IndirectBr => return self.indirect(i),
            InstKind::Unreachable => {
                self.emit_branch(InstKind::Unreachable, &[], &[]);
                return Ok(());
            }
            InstKind::VaArg => self.va_arg(i)?,
            InstKind::ExtractValue(path) => self.extract_value(i, path)?,
            InstKind::InsertValue(path) => self.insert_value(i, path)?,
            InstKind::ExtractElement => self.extract_element(i)?,
            InstKind::InsertElement => self.insert_element(i)?,
            InstKind::Shuffle(path) => self.shuffle(i, path)?,
            InstKind::Fence(..) => {
                self.emit(data.kind, flags, &[], &[]);
                return Ok(());
            }
            InstKind::CmpXchg { access, failure, weak } => {
                self.cmpxchg(i, self.in_space(i, 0, access), failure, weak)?
            }
            InstKind::AtomicRmw(op, access) => self.atomic_rmw(i, op, self.in_space(i, 0, access))?,
            InstKind::Overflow(op) => {
                let v = self.arg(i, 0)?;
                let (a, b) = (self.parts(v)?, self.arg_parts(i, 1)?);
                let parts = self.overflow_any(op, old.ty(v), &a, &b)?;
                return self.set_results(i, &parts);
            }
            InstKind::MemCopy { .. } | InstKind::MemSet { .. } => return self.block_memory(i, data.kind),
            InstKind::VaCopy => return self.va_copy(i),
            InstKind::VaStart
            | InstKind::StackSave
            | InstKind::StackRestore
            | InstKind::FrameAddress(_)
            | InstKind::ReturnAddress(_)
            | InstKind::Trap(_)
            | InstKind::Prefetch(..)
            | InstKind::ThreadPointer => return self.plain(i, data.kind),
            InstKind::ReadCycles => self.read_cycles(),
            InstKind::Exception(op) => return Err(self.unsupported(format!("'{}'", op.name()))),
            InstKind::Invoke(_) => return Err(self.unsupported("'invoke'")),
            InstKind::DivRem(_)
            | InstKind::FrameAddr(_)
            | InstKind::GlobalAddr(_)
            | InstKind::BlockAddr(_)
            | InstKind::JumpTable
            | InstKind::IncomingArgAddr(_)
            | InstKind::BuildVector
            | InstKind::Row(_)
            | InstKind::FromPair(_)
            | InstKind::ToPair(_) => return Err(self.input("an instruction that only the legaliser makes")),
        };
        if let Some(r) = self.result(i) {
            self.set(r, &parts)?;
        }
        Ok(())
    }
    /// An access through operand `n`, a pointer or a vector of pointers: in another address space if its type says so and the target
    /// knows what that is. Nothing is known of such memory: equal addresses are other places there.
    pub(super) fn in_space(&self, i: Inst, n: usize, access: Access) -> Access {
        let types = &self.m.types;
        let ty = self.old.args(i).get(n).map(|&p| types.get(self.old.ty(p)));
        let pointer = match ty {
            Some(TyData::Vector { elem, .. }) => Some(types.get(*elem)),
            ty => ty,
        };
        match pointer {
            Some(&TyData::Ptr(space)) if self.act.segments.contains(&space) => {
                Access { space, volatile: true, alias: AliasClass(0), ..access }
            }
            _ => access,
        }
    }
    /// Gives the parts of an operation with overflow to its results: one aggregate, or two values.
    pub(super) fn set_results(&mut self, i: Inst, parts: &[Value]) -> Result<()> {
        let results: Vec<Value> = self.old.results(i).collect();
        let mut at = 0;
        for r in results {
            let n = self.part_count(self.old.ty(r))?;
            let here = parts.get(at..at + n).ok_or_else(|| self.input("a result of another type"))?;
            self.set(r, here)?;
            at += n;
        }
        Ok(())
    }
    /// An instruction that stays as it is, its operands one part each.
    fn plain(&mut self, i: Inst, kind: InstKind) -> Result<()> {
        let mut args = Parts::new();
        for n in 0..self.old.args(i).len() {
            let v = self.arg(i, n)?;
            if self.old.ty(v) == Ty::PTR {
                args.push(self.one(v)?);
            }
        }
        match self.result(i) {
            Some(r) => {
                let v = self.emit1(kind, InstFlags::empty(), &args, Ty::PTR);
                self.set(r, &[v])?;
            }
            None => {
                self.emit(kind, InstFlags::empty(), &args, &[]);
            }
        }
        Ok(())
    }
    /// The cycle counter: two halves on a 32-bit target.
    pub(super) fn read_cycles(&mut self) -> Parts {
        if self.xlen == 64 {
            return Parts::from_slice(&[self.emit1(InstKind::ReadCycles, InstFlags::empty(), &[], Ty::I64)]);
        }
        let i = self.emit(InstKind::ReadCycles, InstFlags::empty(), &[], &[Ty::I32, Ty::I32]);
        self.nf.results(i).collect()
    }
    /// A call of any kind.
    fn call_inst(&mut self, i: Inst, id: CallId) -> Result<()> {
        let old = self.old;
        match &old.calls[id].callee {
            Callee::Value | Callee::Library(_) => self.call(i, id),
            Callee::Intrinsic(name) => self.intrinsic(i, id, name),
            Callee::Asm(_) => self.asm_call(i, id),
        }
    }
}
