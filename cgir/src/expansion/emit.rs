//! What all patterns are made with: nodes, ops, registers, what registers hold, frame objects, the constant pool.

use super::{Expander, Known, TargetState, To};
use crate::func::{Bb, FrameData, FrameKind, Modifier, Op, OpFlags, PoolEntry, Succ, SymRef, Tn, TnData};
use cranelift_entity::EntitySet;
use smallvec::SmallVec;
use targ_info::{InstFlags as RowFlags, Opcode};
use whirl_lite::diag::{Error, Result};
use whirl_lite::ir::{FrameObj, InstFlags, Ordering};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Mem, Opr, Preg, WBlock, Wn, WnData};

impl<'a, T: TargetState> Expander<'a, T> {
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
    /// The rest of the present block becomes one of its own: an op ended it.
    pub fn go_on(&mut self) {
        let rest = self.new_block();
        self.edge(rest, 1.0);
        self.start(rest);
    }
    /// Control does not come here, or ends here.
    pub fn unreachable(&mut self) {
        let ends = self.f.last(self.bb).is_some_and(|o| {
            let flags = self.cx.target.isa.inst(self.f.ops[o].opcode).flags;
            flags.contains(RowFlags::NO_FALLTHROUGH) || self.f.ops[o].flags.contains(OpFlags::NORETURN)
        });
        if !ends {
            self.emit(T::ROWS.trap, &[], &[]);
        }
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
    /// The bits of a node's type.
    pub fn bits(&self, w: Wn) -> u32 {
        self.n(w).ty.bits()
    }
    /// The promises of a node's instruction.
    pub fn flags(&self, w: Wn) -> InstFlags {
        self.n(w).flags
    }
    /// Something that this target has no expansion for.
    pub fn unsupported<V>(&self, what: impl Into<String>) -> Result<V> {
        Err(Error::unsupported(self.pos, what))
    }
    /// The type of addresses.
    pub fn xty(&self) -> MType {
        if self.cx.target.xlen() == 64 { MType::I64 } else { MType::I32 }
    }

    // Ops.

    /// Appends an op. Registers of state that the row itself names need not be among `results` and `operands`, where
    /// [`TargetState::make_op`] puts them there.
    pub fn emit(&mut self, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
        let o = T::make_op(&mut self.f, self.cx, opcode, results, operands);
        self.f.ops[o].pos = self.pos;
        self.f.append(self.bb, o);
        o
    }
    /// A new register for values of a type.
    pub fn fresh(&mut self, ty: MType) -> Result<Tn> {
        match T::class_of(&self.m, ty) {
            Some(c) => Ok(self.f.new_reg(c, ty)),
            None => self.unsupported(format!("a value of type {ty} in a register")),
        }
    }
    /// The register that a value goes to.
    pub fn result(&mut self, to: To, ty: MType) -> Result<Tn> {
        match to.dst {
            Some(t) => Ok(t),
            None if to.low => self.fresh(T::loose_type(&self.m, ty)),
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
        if self.cx.target.isa.inst(o).is(RowFlags::COMMUTES) {
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
        let row = T::copy_row(&self.f, dst);
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
    /// Gives a statement's PREGs their values.
    pub fn assign(&mut self, s: Wn, values: &[Tn]) -> Result<()> {
        let w = self.w;
        for (&p, &t) in w.dsts(s).iter().zip(values) {
            let d = self.preg(p)?;
            self.copy(d, t);
        }
        Ok(())
    }
    /// Marks the only definition of a TN as one that can be repeated anywhere.
    pub fn mark_remat(&mut self, t: Tn, o: Op) {
        if self.cx.target.isa.inst(self.f.ops[o].opcode).is(RowFlags::REMAT) {
            self.f.remat[t] = o.into();
        }
    }
    /// Describes an op's memory access.
    pub fn describe(&mut self, o: Op, mem: &Mem) {
        let constant = self.w.alias.get(mem.alias.0 as usize).is_some_and(|a| a.constant);
        let d = &mut self.f.ops[o];
        d.alias = mem.alias;
        if mem.volatile || mem.ordering > Ordering::Unordered {
            d.flags |= OpFlags::VOLATILE;
        }
        if constant {
            d.flags |= OpFlags::CONSTANT_MEMORY;
        }
    }
    /// Is the row one of this processor's?
    pub fn available(&self, o: Opcode) -> bool {
        self.cx.target.isa.inst(o).available(&self.cx.target.features)
    }

    // PREGs.

    /// The register of a PREG.
    pub fn preg(&mut self, p: Preg) -> Result<Tn> {
        if let Some(t) = self.pregs[p].expand() {
            return Ok(t);
        }
        let ty = self.w.pregs[p];
        let ty = if self.is_loose(p) { T::loose_type(&self.m, ty) } else { ty };
        let t = self.fresh(ty)?;
        self.pregs[p] = t.into();
        Ok(t)
    }
    /// The register of a PREG that has one already.
    pub fn preg_if_known(&self, p: Preg) -> Option<Tn> {
        self.pregs[p].expand()
    }
    /// The registers of a statement's results.
    pub fn destinations(&mut self, s: Wn) -> Result<SmallVec<[Tn; 2]>> {
        self.w.dsts(s).iter().map(|&p| self.preg(p)).collect()
    }
    /// Is a PREG's upper part unknown?
    pub fn is_loose(&self, p: Preg) -> bool {
        self.own.is_loose(p)
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

    // What registers hold.

    /// Forgets what registers hold.
    pub fn forget(&mut self) {
        self.known.clear();
        self.known_log.clear();
    }
    /// What a register holds already.
    pub fn lookup(&self, k: Known) -> Option<Tn> {
        self.known.get(&k).copied()
    }
    /// Remembers what a register holds.
    pub fn remember(&mut self, k: Known, t: Tn) {
        self.known.insert(k, t);
        self.known_log.push(k);
    }
    /// A constant was made: in a register of its own it can be made again anywhere, and found by who wants it next.
    pub fn keep_constant(&mut self, to: To, k: Known, t: Tn, o: Op) {
        if to.dst.is_none() {
            self.mark_remat(t, o);
            self.remember(k, t);
        }
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

    // Symbols, and what stands in memory.

    /// A symbol operand.
    pub fn symbol(&mut self, sym: SymRef, offset: i64, modifier: Modifier) -> Tn {
        self.f.intern(TnData::Sym { sym, offset, modifier })
    }
    /// A block as a symbol: its address is taken.
    pub fn block_symbol(&mut self, b: WBlock) -> Result<SymRef> {
        let bb = self.block(b)?;
        self.f.bbs[bb].address_taken = true;
        Ok(SymRef::Block(bb))
    }
    /// The constant-pool entry that holds these bits, in so many bytes; what is longer than they are is filled with copies.
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
    /// An offset within a frame object, as an operand beside the stack pointer.
    pub fn frame_offset(&mut self, obj: FrameObj, offset: i64) -> Tn {
        self.f.intern(TnData::Frame { obj, offset, modifier: Modifier::NONE })
    }
}
