//! Expansion of WHIRL trees to x86 ops by maximal munch.
//!
//! A statement is expanded after the one before it, its tree from the top: the largest pattern at a node wins, what the
//! pattern leaves over is expanded into registers first. One file holds one family of operators, each function readable
//! beside the "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 2. Matching looks at the tree only
//! (`fits_*`, `as_*`); ops are made when a pattern is chosen.
//!
//! Invariants:
//! * a row whose result is tied to an operand (two-operand form) gets two different TNs; whoever allocates makes the copy, or
//!   none where the operand dies;
//! * a destination register ([`To::dst`]) is written by the last op of a pattern only, since the pattern's operands may
//!   be the old value of the same PREG;
//! * flags live from one op to the next user in the same block, without any op between that writes them: a pattern makes its
//!   operands first, then what sets the flags, then what reads them. Constants and copies keep the flags (`p.li*`, `p.copy*`);
//! * blocks are made for the trees' blocks first, others (branches inside of selects, after calls) are added where they
//!   are needed, in layout order.

use super::addr::{Addr, address_reg};
use super::machine::Machine;
use super::modifier;
use crate::analysis::freq;
use crate::func::{Bb, FrameData, FrameKind, Func, Modifier, Op, OpFlags, PoolEntry, Succ, SymRef, Tn, TnData};
use crate::pass::PassCx;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::x86::{class, op, reg};
use targ_info::{Opcode, OperandKind, PReg, RegClass};
use whirl_lite::diag::{Error, Pos, Result};
use whirl_lite::ir::{FrameObj, InstFlags};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Preg, WBlock, WhirlFunc, Wn, WnData};

/// Where a value shall go.
#[derive(Clone, Copy, Default)]
pub(super) struct To {
    /// The register, if it is settled.
    pub dst: Option<Tn>,
}

impl To {
    /// Any register.
    pub const ANY: To = To { dst: None };
}

/// A value that a register of the current block holds already.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Known {
    /// An integer, of 64 bits or fewer.
    Int(i64, bool),
    /// Bits of a float.
    Float(MType, u64),
    /// An address.
    Address(SymRef, i64),
}

/// The state of one function's expansion.
pub(super) struct Expander<'a> {
    /// What is expanded.
    pub w: &'a WhirlFunc,
    /// Target, module, options.
    pub cx: &'a PassCx<'a>,
    /// Features.
    pub m: Machine,
    /// What is made.
    pub f: Func,
    /// The block that ops are appended to.
    pub bb: Bb,
    /// Its place in the input.
    pub pos: Pos,
    /// Blocks in layout order.
    pub order: Vec<Bb>,
    pregs: SecondaryMap<Preg, PackedOption<Tn>>,
    blocks: SecondaryMap<WBlock, PackedOption<Bb>>,
    known: FxHashMap<Known, Tn>,
    known_log: Vec<Known>,
    /// PREGs that are assigned in more places than one.
    again: EntitySet<Preg>,
    /// PREGs that are read, once somebody asked.
    read: Option<EntitySet<Preg>>,
    /// Stack pointer.
    pub sp: Tn,
    /// No register, in an address.
    pub noreg: Tn,
    incoming: Option<FrameObj>,
    outgoing: Option<FrameObj>,
    /// Where a function with variable arguments saves its argument registers.
    pub save_area: Option<FrameObj>,
    pool: FxHashMap<(u64, u8), crate::func::PoolRef>,
}

/// The class of values of a type.
pub fn class_of(m: &Machine, ty: MType) -> Option<RegClass> {
    Some(match ty {
        MType::B | MType::I32 => class::GR32,
        MType::I8 => class::GR8,
        MType::I16 => class::GR16,
        MType::I64 if m.wide => class::GR64,
        MType::F32 if m.sse => class::FR32,
        MType::F64 if m.sse2 => class::FR64,
        _ => return None,
    })
}

/// Is it a register of state, that every row names which reads or writes it?
fn is_state(r: PReg) -> bool {
    matches!(r, reg::EFLAGS | reg::MXCSR | reg::FPSW | reg::FPCW)
}

/// Expands a function.
pub(super) fn expand(w: &WhirlFunc, cx: &PassCx<'_>) -> Result<Func> {
    let mut e = Expander::new(w, cx);
    let done = e.function();
    done.map_err(|err| err.in_function(&w.name))?;
    e.f.layout = std::mem::take(&mut e.order);
    e.f.rebuild_preds();
    freq::compute(&mut e.f);
    Ok(e.f)
}

impl<'a> Expander<'a> {
    fn new(w: &'a WhirlFunc, cx: &'a PassCx<'a>) -> Expander<'a> {
        let m = Machine::new(cx.target);
        let (sp, general, xty) = match m.wide {
            true => (reg::RSP, class::GR64, MType::I64),
            false => (reg::ESP, class::GR32, MType::I32),
        };
        let mut f = Func::new(w.global, w.name.clone());
        let sp = f.dedicated(sp, general, xty);
        let noreg = address_reg(&mut f, reg::NOREG, m.wide);
        f.alias.clone_from(&w.alias);
        if f.alias.is_empty() {
            f.alias.push(whirl_lite::ir::AliasData::ANY);
        }
        f.incoming = w.incoming.clone();
        for o in w.frame.values() {
            f.frame.push(FrameData { size: o.size, align: o.align, kind: FrameKind::Local, offset: None });
        }
        Expander {
            w,
            cx,
            m,
            f,
            bb: Bb::new(0),
            pos: w.pos,
            order: Vec::new(),
            pregs: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            known: FxHashMap::default(),
            known_log: Vec::new(),
            again: assigned_again(w),
            read: None,
            sp,
            noreg,
            incoming: None,
            outgoing: None,
            save_area: None,
            pool: FxHashMap::default(),
        }
    }

    /// All blocks in order.
    fn function(&mut self) -> Result<()> {
        let w = self.w;
        for &b in &w.layout {
            let bb = self.f.add_bb();
            let d = &w.blocks[b];
            self.f.bbs[bb].address_taken = d.address_taken;
            self.f.bbs[bb].cold = d.cold;
            self.blocks[b] = bb.into();
        }
        for &(source, b) in &w.addressed {
            if let Some(bb) = self.blocks[b].expand() {
                self.f.addressed.push((source, bb));
            }
        }
        for (i, &b) in w.layout.iter().enumerate() {
            let bb = self.block(b)?;
            self.start(bb);
            if i == 0 {
                self.entry()?;
            }
            self.statements(b)?;
        }
        Ok(())
    }

    /// The statements of a block; a tail call or a trap ends it early.
    fn statements(&mut self, b: WBlock) -> Result<()> {
        let w = self.w;
        let stmts = &w.blocks[b].stmts;
        let mut i = 0;
        while let Some(&s) = stmts.get(i) {
            self.pos = w.nodes[s].pos;
            match w.nodes[s].opr {
                Opr::Call(c) => {
                    if self.call(b, s, c, &stmts[i + 1..])? {
                        return Ok(());
                    }
                }
                Opr::Stid(_) => {
                    let n = self.select_group(&stmts[i..])?;
                    if n != 0 {
                        i += n;
                        continue;
                    }
                    self.statement(s)?;
                }
                Opr::Trap(false) => {
                    // Nothing runs after a trap.
                    return self.statement(s);
                }
                _ => self.statement(s)?,
            }
            i += 1;
        }
        Ok(())
    }

    // Blocks.

    /// Begins to append to a block, which comes next in layout order.
    pub fn start(&mut self, bb: Bb) {
        self.order.push(bb);
        self.bb = bb;
        self.forget();
    }
    /// Begins to append to a block that only this one reaches, without forgetting what registers hold.
    pub fn resume(&mut self, bb: Bb) {
        self.order.push(bb);
        self.bb = bb;
    }
    /// A new block, as cold as the present one, not in order yet.
    pub fn new_block(&mut self) -> Bb {
        let cold = self.f.bbs[self.bb].cold;
        let bb = self.f.add_bb();
        self.f.bbs[bb].cold = cold;
        bb
    }
    /// The block of a tree block.
    pub fn block(&self, b: WBlock) -> Result<Bb> {
        self.blocks[b]
            .expand()
            .ok_or_else(|| Error::unsupported(self.pos, "a branch to a block outside of the function"))
    }
    /// An edge from the present block.
    pub fn edge(&mut self, to: Bb, prob: f32) {
        self.f.bbs[self.bb].succs.push(Succ { bb: to, prob });
    }
    /// Forgets what registers hold.
    pub fn forget(&mut self) {
        self.known.clear();
        self.known_log.clear();
    }

    // Nodes.

    /// A node's data.
    pub fn n(&self, w: Wn) -> &'a WnData {
        &self.w.nodes[w]
    }
    /// Kid `i` of a node.
    pub fn kid(&self, w: Wn, i: usize) -> Result<Wn> {
        self.w.kids(w).get(i).copied().ok_or_else(|| Error::unsupported(self.pos, "an operator without its operands"))
    }
    /// The first two kids.
    pub fn two(&self, w: Wn) -> Result<(Wn, Wn)> {
        Ok((self.kid(w, 0)?, self.kid(w, 1)?))
    }
    /// The first three kids.
    pub fn three(&self, w: Wn) -> Result<(Wn, Wn, Wn)> {
        Ok((self.kid(w, 0)?, self.kid(w, 1)?, self.kid(w, 2)?))
    }
    /// An integer constant.
    pub fn int(&self, w: Wn) -> Option<i64> {
        self.w.as_int(w)
    }
    /// Something that this target has no expansion for.
    pub fn unsupported<T>(&self, what: impl Into<String>) -> Result<T> {
        Err(Error::unsupported(self.pos, what))
    }
    /// The type of addresses.
    pub fn xty(&self) -> MType {
        if self.m.wide { MType::I64 } else { MType::I32 }
    }
    /// Is it as wide as an address, and wider than 32 bits?
    pub fn is_wide(&self, ty: MType) -> bool {
        self.m.wide && ty == MType::I64
    }
    /// The row for a type: of 32 or of 64 bits.
    pub fn form(&self, ty: MType, narrow: Opcode, wide: Opcode) -> Opcode {
        if self.is_wide(ty) { wide } else { narrow }
    }

    // Ops.

    /// Appends an op. State (flags, control words) is put where the row wants it: it is not among `results` and `operands`.
    pub fn emit(&mut self, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
        let desc = self.cx.target.isa.inst(opcode);
        let (to, from) = desc.operands.split_at(usize::from(desc.results));
        let mut all = [SmallVec::<[Tn; 8]>::new(), SmallVec::<[Tn; 8]>::new()];
        for ((row, given), list) in [(to, results), (from, operands)].into_iter().zip(&mut all) {
            let mut given = given.iter().copied();
            for o in row {
                match o.kind {
                    OperandKind::Fixed(r) if o.implicit && is_state(r) => {
                        list.push(self.f.dedicated(r, class::STATE, MType::I32));
                    }
                    OperandKind::Variadic => break,
                    _ => list.extend(given.next()),
                }
            }
            list.extend(given);
        }
        let o = self.f.make_op(opcode, &all[0], &all[1]);
        self.f.ops[o].pos = self.pos;
        self.f.append(self.bb, o);
        o
    }
    /// Appends an op that reads memory: operands, with the memory operand after so many of them.
    pub fn emit_mem(&mut self, opcode: Opcode, results: &[Tn], operands: &[Tn], addr: Addr, before: usize) -> Op {
        let parts = addr.operands(&mut self.f);
        let mut list: SmallVec<[Tn; 8]> = SmallVec::from_slice(operands);
        list.insert_many(before.min(operands.len()), parts);
        self.emit(opcode, results, &list)
    }
    /// A new register for values of a type.
    pub fn fresh(&mut self, ty: MType) -> Result<Tn> {
        match class_of(&self.m, ty) {
            Some(c) => Ok(self.f.new_reg(c, ty)),
            None => self.unsupported(format!("a value of type {ty} in a register")),
        }
    }
    /// The register that a value goes to.
    pub fn result(&mut self, to: To, ty: MType) -> Result<Tn> {
        match to.dst {
            Some(t) => Ok(t),
            None => self.fresh(ty),
        }
    }
    /// The register that a value goes to where the row ties it to its first source: none of the other sources, since those are
    /// read after the tie is settled. The caller settles.
    pub fn apart(&mut self, to: To, ty: MType, others: &[Tn]) -> Result<Tn> {
        match to.dst {
            Some(d) if others.contains(&d) => self.fresh(ty),
            _ => self.result(to, ty),
        }
    }
    /// `op rd, a, b`.
    pub fn rr(&mut self, o: Opcode, to: To, ty: MType, a: Tn, b: Tn) -> Result<Tn> {
        if to.dst != Some(b) || a == b || !self.is_tied(o) {
            let rd = self.result(to, ty)?;
            self.emit(o, &[rd], &[a, b]);
            return Ok(rd);
        }
        if self.cx.target.isa.inst(o).is(targ_info::InstFlags::COMMUTES) {
            self.emit(o, &[b], &[b, a]);
            return Ok(b);
        }
        let rd = self.apart(to, ty, &[b])?;
        self.emit(o, &[rd], &[a, b]);
        Ok(self.settle(to, rd))
    }
    /// Is the row's result tied to a source?
    fn is_tied(&self, o: Opcode) -> bool {
        self.cx.target.isa.inst(o).operands.first().is_some_and(|r| r.tied != 255)
    }
    /// `op rd, a, imm`.
    pub fn ri(&mut self, o: Opcode, to: To, ty: MType, a: Tn, imm: i64) -> Result<Tn> {
        let imm = self.f.lit(imm);
        self.rr(o, to, ty, a, imm)
    }
    /// `op rd, a`.
    pub fn r(&mut self, o: Opcode, to: To, ty: MType, a: Tn) -> Result<Tn> {
        let rd = self.result(to, ty)?;
        self.emit(o, &[rd], &[a]);
        Ok(rd)
    }
    /// A copy of a register.
    pub fn copy(&mut self, dst: Tn, src: Tn) {
        let row = super::hooks::copy_row(&self.f, dst);
        let o = self.emit(row, &[dst], &[src]);
        self.f.ops[o].flags |= OpFlags::COPY;
    }
    /// A register that is `t`, or the destination after a copy.
    pub fn settle(&mut self, to: To, t: Tn) -> Tn {
        match to.dst {
            Some(d) if d != t => {
                self.copy(d, t);
                d
            }
            _ => t,
        }
    }
    /// Marks the only definition of a TN as one that can be repeated anywhere.
    pub fn mark_remat(&mut self, t: Tn, o: Op) {
        if self.cx.target.isa.inst(self.f.ops[o].opcode).is(targ_info::InstFlags::REMAT) {
            self.f.remat[t] = o.into();
        }
    }
    /// Describes an op's memory access.
    pub fn describe(&mut self, o: Op, mem: &Mem) {
        let constant = self.w.alias.get(mem.alias.0 as usize).is_some_and(|a| a.constant);
        let d = &mut self.f.ops[o];
        d.alias = mem.alias;
        if mem.volatile || mem.ordering > whirl_lite::ir::Ordering::Unordered {
            d.flags |= OpFlags::VOLATILE;
        }
        if constant {
            d.flags |= OpFlags::CONSTANT_MEMORY;
        }
    }

    // PREGs and frame objects.

    /// The register of a PREG.
    pub fn preg(&mut self, p: Preg) -> Result<Tn> {
        if let Some(t) = self.pregs[p].expand() {
            return Ok(t);
        }
        let ty = self.w.pregs[p];
        let t = self.fresh(ty)?;
        self.pregs[p] = t.into();
        Ok(t)
    }
    /// Is a result of a statement read anywhere?
    pub fn is_read(&mut self, p: Preg) -> bool {
        let w = self.w;
        let find = || {
            let mut read = EntitySet::new();
            for n in w.nodes.values() {
                if let Opr::Ldid(p) = n.opr {
                    read.insert(p);
                }
            }
            read
        };
        self.read.get_or_insert_with(find).contains(p)
    }
    /// The incoming argument area as a frame object.
    pub fn incoming_area(&mut self) -> FrameObj {
        if let Some(o) = self.incoming {
            return o;
        }
        let size = u64::from(self.w.incoming.stack_bytes);
        let o = self.f.frame.push(FrameData { size, align: 4, kind: FrameKind::Incoming(0), offset: Some(0) });
        self.incoming = Some(o);
        o
    }
    /// The outgoing argument area as a frame object, at least so large.
    pub fn outgoing_area(&mut self, bytes: u32) -> FrameObj {
        self.f.frame_info.outgoing = self.f.frame_info.outgoing.max(bytes);
        let o = match self.outgoing {
            Some(o) => o,
            None => self.f.frame.push(FrameData { size: 0, align: 4, kind: FrameKind::Outgoing, offset: None }),
        };
        self.outgoing = Some(o);
        self.f.frame[o].size = self.f.frame[o].size.max(u64::from(bytes));
        o
    }
    /// An offset within a frame object, as an operand beside `sp`.
    pub fn frame_offset(&mut self, obj: FrameObj, offset: i64) -> Tn {
        self.f.intern(TnData::Frame { obj, offset, modifier: modifier::NONE })
    }
    /// A symbol operand.
    pub fn symbol(&mut self, sym: SymRef, offset: i64, modifier: Modifier) -> Tn {
        self.f.intern(TnData::Sym { sym, offset, modifier })
    }

    // Constants.

    /// What a register holds already.
    pub fn lookup(&self, k: Known) -> Option<Tn> {
        self.known.get(&k).copied()
    }
    /// Remembers what a register holds.
    pub fn remember(&mut self, k: Known, t: Tn) {
        self.known.insert(k, t);
        self.known_log.push(k);
    }
    /// A point to which [`Self::forget_since`] goes back.
    pub fn mark_known(&self) -> usize {
        self.known_log.len()
    }
    /// Forgets what was remembered since: it happened where control need not have passed.
    pub fn forget_since(&mut self, mark: usize) {
        while self.known_log.len() > mark {
            if let Some(k) = self.known_log.pop() {
                self.known.remove(&k);
            }
        }
    }
    /// An integer in a register of a type.
    pub fn constant(&mut self, v: i64, ty: MType, to: To) -> Result<Tn> {
        let v = if self.is_wide(ty) { v } else { i64::from(v as i32) };
        if let (None, Some(t)) = (to.dst, self.lookup(Known::Int(v, self.is_wide(ty)))) {
            return Ok(t);
        }
        let rd = self.result(to, ty)?;
        let imm = self.f.lit(v);
        let row = match self.f.class(rd) {
            Some(class::GR8) => op::MOV8_RI,
            Some(class::GR16) => op::MOV16_RI,
            _ => self.form(ty, op::P_LI32, op::P_LI64),
        };
        let o = self.emit(row, &[rd], &[imm]);
        if to.dst.is_none() {
            self.mark_remat(rd, o);
            if matches!(row, op::P_LI32 | op::P_LI64) {
                self.remember(Known::Int(v, self.is_wide(ty)), rd);
            }
        }
        Ok(rd)
    }
    /// Where the constant pool holds these bits, in so many bytes; what is longer than they are is filled with copies.
    pub fn pool_symbol(&mut self, bits: u64, align: u8) -> SymRef {
        let entry = match self.pool.get(&(bits, align)) {
            Some(&p) => p,
            None => {
                let n = 1usize << align;
                let bytes = bits.to_le_bytes().into_iter().cycle().take(n).collect();
                let p = self.f.pool.push(PoolEntry { bytes, align });
                self.pool.insert((bits, align), p);
                p
            }
        };
        SymRef::Pool(entry)
    }

    // Expressions.

    /// The value of a node in a register.
    pub fn reg(&mut self, w: Wn) -> Result<Tn> {
        self.value(w, To::ANY)
    }
    /// The value of a node.
    pub fn value(&mut self, w: Wn, to: To) -> Result<Tn> {
        let n = self.n(w);
        match n.opr {
            Opr::Int(v) => {
                let v = if n.ty == MType::B { v & 1 } else { v };
                self.constant(v, n.ty, to)
            }
            Opr::Float(bits) => self.float_constant(n.ty, bits, to),
            Opr::Lda(..) | Opr::FrameAddr(..) | Opr::IncomingAddr(_) | Opr::BlockAddr(_) => self.address_value(w, to),
            Opr::Ldid(p) => self.read_preg(p, to),
            Opr::Binary(b) if n.ty.is_float() => self.float_binary(w, b, to),
            Opr::Binary(b) => self.int_binary(w, b, to),
            Opr::Unary(u) if n.ty.is_float() => self.float_unary(w, u, to),
            Opr::Unary(u) => self.int_unary(w, u, to),
            Opr::Cast(c) => self.cast(w, c, to),
            Opr::Icmp(p) => self.icmp_value(w, p, to),
            Opr::Fcmp(p, signalling) => self.fcmp_value(w, p, signalling, to),
            Opr::Select => self.select(w, to),
            Opr::Fma => self.fma(w, to, false),
            Opr::Fshl => self.funnel(w, true, to),
            Opr::Fshr => self.funnel(w, false, to),
            Opr::Load(ref mem, ext) => self.load(w, mem, ext, to),
            Opr::ThreadPointer => self.thread_pointer(to),
            Opr::FrameAddress(depth) => self.frame_address(depth, to),
            Opr::ReturnAddress(depth) => self.return_address(depth, to),
            _ => self.unsupported("a statement where a value is needed"),
        }
    }
    fn read_preg(&mut self, p: Preg, to: To) -> Result<Tn> {
        let t = self.preg(p)?;
        Ok(self.settle(to, t))
    }

    // Statements.

    /// A statement other than a call.
    fn statement(&mut self, s: Wn) -> Result<()> {
        let n = self.n(s);
        match n.opr {
            Opr::Stid(p) => {
                let kid = self.kid(s, 0)?;
                if self.renames(p, kid)? {
                    return Ok(());
                }
                let dst = self.preg(p)?;
                let to = To { dst: Some(dst) };
                let t = self.value(kid, to)?;
                self.settle(to, t);
                Ok(())
            }
            Opr::Eval => self.reg(self.kid(s, 0)?).map(|_| ()),
            Opr::Store(ref mem) => self.store(s, mem),
            Opr::Overflow(o) => self.overflow(s, o),
            Opr::DivRem(signed) => self.div_rem(s, signed),
            Opr::CmpXchg { ref mem, failure, .. } => self.cmpxchg(s, mem, failure),
            Opr::AtomicRmw(o, ref mem) => self.atomic_rmw(s, o, mem),
            Opr::Fence(o, single) => self.fence(o, single),
            Opr::Alloca(align) => self.dynamic_alloca(s, align),
            Opr::StackSave => self.stack_save(s),
            Opr::StackRestore => self.stack_restore(s),
            Opr::VaStart => self.va_start(s),
            Opr::Trap(debug) => {
                self.emit(if debug { op::INT3 } else { op::UD2 }, &[], &[]);
                Ok(())
            }
            Opr::Prefetch(write, locality, data) => self.prefetch(s, write, locality, data),
            Opr::ReadCycles => self.read_cycles(s),
            Opr::Asm(i) => self.inline_asm(s, i),
            Opr::Return => self.ret(s),
            Opr::Goto(b) => {
                let bb = self.block(b)?;
                self.edge(bb, 1.0);
                Ok(())
            }
            Opr::CondBr(t, f, p) => self.cond_branch(s, t, f, p),
            Opr::JumpTable(i) => self.jump_table(s, i),
            Opr::IndirectGoto(i) => self.indirect_goto(s, i),
            Opr::Unreachable => {
                self.unreachable();
                Ok(())
            }
            _ => self.unsupported("a value where a statement is needed"),
        }
    }
    /// A PREG that is assigned once, from another such one without an op between, is another name for its register.
    fn renames(&mut self, p: Preg, kid: Wn) -> Result<bool> {
        if self.pregs[p].is_some() || self.again.contains(p) {
            return Ok(false);
        }
        let source = match self.n(kid).opr {
            Opr::Ldid(_) => kid,
            Opr::Cast(c) if self.is_free(kid, c) => self.kid(kid, 0)?,
            _ => return Ok(false),
        };
        let Opr::Ldid(q) = self.n(source).opr else { return Ok(false) };
        if self.again.contains(q) || class_of(&self.m, self.w.pregs[p]) != class_of(&self.m, self.w.pregs[q]) {
            return Ok(false);
        }
        let t = self.preg(q)?;
        self.pregs[p] = t.into();
        Ok(true)
    }
    /// Control does not come here, or ends here.
    fn unreachable(&mut self) {
        let ends = self.f.last(self.bb).is_some_and(|o| {
            let flags = self.cx.target.isa.inst(self.f.ops[o].opcode).flags;
            flags.contains(targ_info::InstFlags::NO_FALLTHROUGH) || self.f.ops[o].flags.contains(OpFlags::NORETURN)
        });
        if !ends {
            self.emit(op::UD2, &[], &[]);
        }
    }
    /// The promises of a node's instruction.
    pub fn flags(&self, w: Wn) -> InstFlags {
        self.n(w).flags
    }
}

/// PREGs that are assigned in more places than one.
fn assigned_again(w: &WhirlFunc) -> EntitySet<Preg> {
    let (mut once, mut again) = (EntitySet::new(), EntitySet::new());
    let mut assigned = |p: Preg| {
        if !once.insert(p) {
            again.insert(p);
        }
    };
    w.params.iter().for_each(|&(p, _)| assigned(p));
    for &b in &w.layout {
        for &s in &w.blocks[b].stmts {
            match w.nodes[s].opr {
                Opr::Stid(p) => assigned(p),
                _ => w.dsts(s).iter().for_each(|&p| assigned(p)),
            }
        }
    }
    again
}
