//! TNs, OPs, BBs: the machine-level form of a function.
//!
//! Invariants:
//! * a block's terminator is abstract: a block either ends in an op that is `NO_FALLTHROUGH` (return, jump through a
//!   table or register, trap), or it may end in one conditional branch, whose label operand is `succs[1]`; in both
//!   other cases control goes on to `succs[0]`, wherever that block stands in the layout. There are no unconditional
//!   jumps until `cflow`'s layout step makes them ([`Func::laid_out`]);
//! * a call ends its block (it has one successor, or none if it does not return);
//! * labels and edges agree; edge probabilities of a block sum to 1; `freq` of the entry is 1;
//! * before allocation register TNs are virtual, but for dedicated ones (`sp`, `zero`...); after it all are dedicated;
//! * the entry block begins with the target's entry pseudo op, whose results are the parameters in their registers.

use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{PrimaryMap, SecondaryMap, entity_impl};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use targ_info::{InstFlags, Isa, Opcode, OperandDesc, OperandKind, PReg, RegClass, RegSet};
use whirl_lite::abi::Incoming;
use whirl_lite::diag::Pos;
use whirl_lite::ir::{AliasClass, AliasData, BlockId, FrameObj, GlobalRef, InlineAsm};
use whirl_lite::mtype::MType;

/// A temporary name: a register (virtual or dedicated), a literal, a symbol or a label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tn(u32);
entity_impl!(Tn, "tn");

/// A machine operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Op(u32);
entity_impl!(Op, "op");

/// A basic block.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bb(u32);
entity_impl!(Bb, "bb");

/// A constant-pool entry of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PoolRef(u32);
entity_impl!(PoolRef, "pool");

/// A jump table of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableRef(u32);
entity_impl!(TableRef, "table");

/// A relocation modifier of a symbol operand (`%hi`), numbered by the target; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Modifier(pub u8);

impl Modifier {
    /// The symbol's whole value.
    pub const NONE: Modifier = Modifier(0);
}

/// What a symbol operand names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SymRef {
    /// A symbol of the module.
    Global(GlobalRef),
    /// A run-time library function.
    Library(&'static str),
    /// A constant-pool entry.
    Pool(PoolRef),
    /// A jump table.
    Table(TableRef),
    /// A block's address.
    Block(Bb),
}

/// What a TN is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TnData {
    /// A register: its class, the type of what it holds, and its fixed register if it is dedicated.
    Reg {
        /// Class; an operand's own class may be a sub-class of it or equal.
        class: RegClass,
        /// Type of the value.
        ty: MType,
        /// The register of a dedicated TN; `None` while virtual.
        dedicated: Option<PReg>,
    },
    /// A literal.
    Lit(i64),
    /// A symbol plus offset, with a relocation modifier.
    Sym {
        /// Which symbol.
        sym: SymRef,
        /// Plus so many bytes.
        offset: i64,
        /// Relocation modifier.
        modifier: Modifier,
    },
    /// A block, as a branch's target.
    Label(Bb),
    /// A frame object's offset from the base register that stands beside it: known once the frame is laid out.
    Frame {
        /// Which object.
        obj: FrameObj,
        /// Plus so many bytes.
        offset: i64,
        /// Relocation modifier (parts of a large offset).
        modifier: Modifier,
    },
}

bitflags::bitflags! {
    /// What an op is there for; costs are counted by these.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct OpFlags: u16 {
        /// Stores a register to its spill slot.
        const SPILL = 1 << 0;
        /// Loads a register from its spill slot.
        const RELOAD = 1 << 1;
        /// Saves a callee-saved register.
        const SAVE = 1 << 2;
        /// Restores a callee-saved register.
        const RESTORE = 1 << 3;
        /// Rebuilds a value instead of reloading it.
        const REMAT = 1 << 4;
        /// A copy that an allocator asked for.
        const ALLOC_COPY = 1 << 5;
        /// Belongs to the prologue (CFI is derived from such ops).
        const FRAME_SETUP = 1 << 6;
        /// Belongs to an epilogue.
        const FRAME_DESTROY = 1 << 7;
        /// Volatile or atomic: never deleted, duplicated, or moved over another such.
        const VOLATILE = 1 << 8;
        /// Moved from its block: may execute where the source did not.
        const HOISTED = 1 << 9;
        /// Its memory may be written by nobody while the function runs.
        const CONSTANT_MEMORY = 1 << 10;
        /// A copy for a phi, argument or tie, welcome to vanish; after allocation, one that did not.
        const COPY = 1 << 11;
        /// A tail call.
        const TAIL = 1 << 12;
        /// Does not return.
        const NORETURN = 1 << 13;
    }
}

/// A machine operation.
#[derive(Clone, Debug)]
pub struct OpData {
    /// Its row.
    pub opcode: Opcode,
    /// Start of its results and operands in [`Func::opnds`].
    start: u32,
    /// How many results (first in the list).
    nres: u16,
    /// How many operands.
    nopnds: u16,
    /// Its block; none while it is not in one.
    bb: PackedOption<Bb>,
    prev: PackedOption<Op>,
    next: PackedOption<Op>,
    /// What it is there for.
    pub flags: OpFlags,
    /// What memory it accesses; class 0 is anything.
    pub alias: AliasClass,
    /// Index plus one into [`Func::extras`]; 0 if it has none.
    extra: u32,
    /// Where it stands in the input.
    pub pos: Pos,
}

/// A constraint on one operand or result of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Constraint {
    /// Any register of the class.
    Class(RegClass),
    /// This register.
    Fixed(PReg),
    /// A result that equals the operand at this index (of the whole list, results counted).
    Tied(u8, RegClass),
    /// Not a register.
    None,
}

/// Further description of calls, returns, inline asm, jump tables: whatever a row cannot say.
#[derive(Clone, Debug, Default)]
pub struct OpExtra {
    /// Constraints of the variadic results and operands: for each index of the op's list from the first variadic
    /// one on. Results that are variadic come first.
    pub constraints: Vec<Constraint>,
    /// Registers whose contents are lost (a call's caller-saved registers less its results; asm clobbers).
    pub clobbers: RegSet,
    /// Results written before all operands are read, by index (inline asm).
    pub early: Vec<u8>,
    /// Bytes of outgoing stack arguments.
    pub stack_bytes: u32,
    /// Of those, bytes that the callee takes off the stack.
    pub popped: u32,
    /// Calling convention of a call.
    pub cc: u32,
    /// Calls a function that may return twice.
    pub returns_twice: bool,
    /// A call that reads or writes no memory.
    pub no_memory: bool,
    /// Text of inline assembly.
    pub asm: Option<Box<InlineAsm>>,
    /// For inline asm: for each constraint in the string, the index of its operand in the op's list; `None` for
    /// clobbers.
    pub asm_operands: Vec<Option<u8>>,
}

/// An edge to a successor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Succ {
    /// Where it goes.
    pub bb: Bb,
    /// Its probability.
    pub prob: f32,
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct BbData {
    first: PackedOption<Op>,
    last: PackedOption<Op>,
    /// Successors; see the module's invariants for their order.
    pub succs: SmallVec<[Succ; 2]>,
    /// Predecessors, one for each edge.
    pub preds: SmallVec<[Bb; 2]>,
    /// How often it executes for each execution of the function.
    pub freq: f32,
    /// Its address is taken: it may be entered from any indirect jump and keeps its label.
    pub address_taken: bool,
    /// Where the exceptional edge of the call at its end goes; also among `succs`.
    pub unwind: Option<Bb>,
    /// Believed to be executed rarely; laid out last.
    pub cold: bool,
}

/// What a frame object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameKind {
    /// A local variable.
    Local,
    /// A spill slot.
    Spill,
    /// Where a callee-saved register is saved.
    Saved(PReg),
    /// In the caller's frame: incoming arguments. Offset from the frame's top (the stack pointer at entry).
    Incoming(i64),
    /// Outgoing stack arguments: at the stack pointer.
    Outgoing,
    /// The emergency slot of the register scavenger.
    Emergency,
}

/// A frame object.
#[derive(Clone, Copy, Debug)]
pub struct FrameData {
    /// Bytes.
    pub size: u64,
    /// log2 alignment.
    pub align: u8,
    /// What it is.
    pub kind: FrameKind,
    /// Offset from the stack pointer at function entry (negative for our own objects), once laid out.
    pub offset: Option<i64>,
}

/// What the frame needs and how it was laid out.
#[derive(Clone, Debug, Default)]
pub struct FrameInfo {
    /// Has dynamic allocation or restores the stack pointer.
    pub dynamic: bool,
    /// Contains a call that returns (the return address must be saved).
    pub calls: bool,
    /// `llvm.frameaddress` or "frame-pointer" asks for a frame pointer.
    pub keep_fp: bool,
    /// The return address is read.
    pub reads_ra: bool,
    /// Calls a function that returns twice.
    pub returns_twice: bool,
    /// Bytes of the largest outgoing argument area.
    pub outgoing: u32,
    /// Alignment needed beyond the ABI's, log2; 0 if none.
    pub realign: u8,
    /// Total size in bytes once laid out.
    pub size: Option<u64>,
    /// Uses a frame pointer (decided before allocation, from an upper bound).
    pub has_fp: bool,
    /// Uses a base pointer.
    pub has_bp: bool,
    /// The scavenger's slot.
    pub emergency: Option<FrameObj>,
    /// CFI directives are wanted for this function.
    pub needs_cfi: bool,
}

/// A constant-pool entry.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PoolEntry {
    /// Its bytes, in the target's order.
    pub bytes: Vec<u8>,
    /// log2 alignment.
    pub align: u8,
}

/// A function at machine level.
#[derive(Clone, Debug)]
pub struct Func {
    /// Its symbol in the module.
    pub global: GlobalRef,
    /// Its name.
    pub name: String,
    /// TNs.
    pub tns: PrimaryMap<Tn, TnData>,
    /// Ops.
    pub ops: PrimaryMap<Op, OpData>,
    /// Results and operands of all ops.
    pub opnds: Vec<Tn>,
    /// Blocks.
    pub bbs: PrimaryMap<Bb, BbData>,
    /// Blocks in layout order; the first is the entry.
    pub layout: Vec<Bb>,
    /// See [`OpExtra`].
    pub extras: Vec<OpExtra>,
    /// Frame objects; the first ones are the source's.
    pub frame: PrimaryMap<FrameObj, FrameData>,
    /// What the frame needs.
    pub frame_info: FrameInfo,
    /// Alias classes; index 0 is "anything".
    pub alias: Vec<AliasData>,
    /// Constant pool.
    pub pool: PrimaryMap<PoolRef, PoolEntry>,
    /// Jump tables; each entry is also a successor of the jump.
    pub tables: PrimaryMap<TableRef, Vec<Bb>>,
    /// Blocks whose address a constant of the module takes, with the block of the source that it names.
    pub addressed: Vec<(BlockId, Bb)>,
    /// For a TN with one definition that can be rebuilt anywhere: that op.
    pub remat: SecondaryMap<Tn, PackedOption<Op>>,
    /// Incoming argument area.
    pub incoming: Incoming,
    /// Blocks end in explicit jumps and follow each other as laid out: nobody may change the flow any more.
    pub laid_out: bool,
    /// Allocated: no virtual TN is left.
    pub allocated: bool,
    interned: FxHashMap<TnData, Tn>,
}

impl Func {
    /// An empty function.
    pub fn new(global: GlobalRef, name: String) -> Func {
        Func {
            global,
            name,
            tns: PrimaryMap::new(),
            ops: PrimaryMap::new(),
            opnds: Vec::new(),
            bbs: PrimaryMap::new(),
            layout: Vec::new(),
            extras: Vec::new(),
            frame: PrimaryMap::new(),
            frame_info: FrameInfo::default(),
            alias: vec![AliasData::ANY],
            pool: PrimaryMap::new(),
            tables: PrimaryMap::new(),
            addressed: Vec::new(),
            remat: SecondaryMap::new(),
            incoming: Incoming::default(),
            laid_out: false,
            allocated: false,
            interned: FxHashMap::default(),
        }
    }

    // TNs.

    /// A new virtual register.
    pub fn new_reg(&mut self, class: RegClass, ty: MType) -> Tn {
        self.tns.push(TnData::Reg { class, ty, dedicated: None })
    }
    /// The one TN of this description: for literals, symbols, labels, dedicated registers.
    pub fn intern(&mut self, d: TnData) -> Tn {
        if let Some(&t) = self.interned.get(&d) {
            return t;
        }
        let t = self.tns.push(d);
        self.interned.insert(d, t);
        t
    }
    /// A literal.
    pub fn lit(&mut self, v: i64) -> Tn {
        self.intern(TnData::Lit(v))
    }
    /// A label.
    pub fn label(&mut self, bb: Bb) -> Tn {
        self.intern(TnData::Label(bb))
    }
    /// The dedicated TN of a register, in a class and with a type.
    pub fn dedicated(&mut self, reg: PReg, class: RegClass, ty: MType) -> Tn {
        self.intern(TnData::Reg { class, ty, dedicated: Some(reg) })
    }
    /// The register of a dedicated TN.
    #[inline]
    pub fn preg(&self, t: Tn) -> Option<PReg> {
        match self.tns[t] {
            TnData::Reg { dedicated, .. } => dedicated,
            _ => None,
        }
    }
    /// Is it a register TN that is not dedicated?
    #[inline]
    pub fn is_virtual(&self, t: Tn) -> bool {
        matches!(self.tns[t], TnData::Reg { dedicated: None, .. })
    }
    /// Class of a register TN.
    #[inline]
    pub fn class(&self, t: Tn) -> Option<RegClass> {
        match self.tns[t] {
            TnData::Reg { class, .. } => Some(class),
            _ => None,
        }
    }
    /// Type of a register TN; `Void` for others.
    #[inline]
    pub fn ty(&self, t: Tn) -> MType {
        match self.tns[t] {
            TnData::Reg { ty, .. } => ty,
            _ => MType::Void,
        }
    }
    /// The value of a literal TN.
    #[inline]
    pub fn as_lit(&self, t: Tn) -> Option<i64> {
        match self.tns[t] {
            TnData::Lit(v) => Some(v),
            _ => None,
        }
    }

    // Ops.

    /// Makes an op, not yet in a block.
    pub fn make_op(&mut self, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
        let start = self.opnds.len() as u32;
        self.opnds.extend_from_slice(results);
        self.opnds.extend_from_slice(operands);
        self.ops.push(OpData {
            opcode,
            start,
            nres: results.len() as u16,
            nopnds: operands.len() as u16,
            bb: None.into(),
            prev: None.into(),
            next: None.into(),
            flags: OpFlags::empty(),
            alias: AliasClass(0),
            extra: 0,
            pos: Pos::NONE,
        })
    }
    /// Results of an op.
    #[inline]
    pub fn results(&self, op: Op) -> &[Tn] {
        let d = &self.ops[op];
        &self.opnds[d.start as usize..d.start as usize + d.nres as usize]
    }
    /// Operands of an op, without results.
    #[inline]
    pub fn operands(&self, op: Op) -> &[Tn] {
        let d = &self.ops[op];
        let at = d.start as usize + d.nres as usize;
        &self.opnds[at..at + d.nopnds as usize]
    }
    /// Results, then operands.
    #[inline]
    pub fn all(&self, op: Op) -> &[Tn] {
        let d = &self.ops[op];
        &self.opnds[d.start as usize..d.start as usize + (d.nres + d.nopnds) as usize]
    }
    /// Results, then operands, to be changed.
    #[inline]
    pub fn all_mut(&mut self, op: Op) -> &mut [Tn] {
        let d = &self.ops[op];
        &mut self.opnds[d.start as usize..d.start as usize + (d.nres + d.nopnds) as usize]
    }
    /// Where an op's list begins in [`Func::opnds`]; answers of allocators are indexed like that vector.
    #[inline]
    pub fn opnds_start(&self, op: Op) -> usize {
        self.ops[op].start as usize
    }
    /// How many results an op has.
    #[inline]
    pub fn nres(&self, op: Op) -> usize {
        self.ops[op].nres as usize
    }
    /// Gives an op another row and operand list in its place.
    pub fn rewrite_op(&mut self, op: Op, opcode: Opcode, results: &[Tn], operands: &[Tn]) {
        let n = results.len() + operands.len();
        let d = &mut self.ops[op];
        if n > (d.nres + d.nopnds) as usize {
            d.start = self.opnds.len() as u32;
            self.opnds.resize(self.opnds.len() + n, Tn(0));
        }
        d.opcode = opcode;
        d.nres = results.len() as u16;
        d.nopnds = operands.len() as u16;
        let at = d.start as usize;
        self.opnds[at..at + results.len()].copy_from_slice(results);
        self.opnds[at + results.len()..at + n].copy_from_slice(operands);
    }
    /// The further description of an op.
    #[inline]
    pub fn extra(&self, op: Op) -> Option<&OpExtra> {
        self.ops[op].extra.checked_sub(1).map(|n| &self.extras[n as usize])
    }
    /// The further description of an op, to be changed.
    pub fn extra_mut(&mut self, op: Op) -> Option<&mut OpExtra> {
        self.ops[op].extra.checked_sub(1).map(|n| &mut self.extras[n as usize])
    }
    /// Gives an op a further description.
    pub fn set_extra(&mut self, op: Op, e: OpExtra) {
        self.extras.push(e);
        self.ops[op].extra = self.extras.len() as u32;
    }
    /// Copies an op (row, operands, flags, extra), not yet in a block.
    pub fn clone_op(&mut self, op: Op) -> Op {
        let mut d = self.ops[op].clone();
        let (start, n) = (d.start as usize, (d.nres + d.nopnds) as usize);
        d.start = self.opnds.len() as u32;
        d.bb = None.into();
        d.prev = None.into();
        d.next = None.into();
        self.opnds.extend_from_within(start..start + n);
        if let Some(e) = self.extra(op).cloned() {
            self.extras.push(e);
            d.extra = self.extras.len() as u32;
        }
        self.ops.push(d)
    }
    /// Registers whose contents an op destroys beside its results.
    #[inline]
    pub fn clobbers(&self, op: Op) -> RegSet {
        self.extra(op).map_or(RegSet::EMPTY, |e| e.clobbers)
    }
    /// The constraint on entry `index` of an op's list (results counted).
    #[inline]
    pub fn constraint(&self, isa: &Isa, op: Op, index: usize) -> Constraint {
        let desc = isa.inst(self.ops[op].opcode);
        let nres = self.nres(op);
        let (results, operands) = desc.operands.split_at(desc.results as usize);
        let fixed_results = fixed_count(results);
        let var = if index < nres {
            if index < fixed_results {
                return row_constraint(&results[index]);
            }
            index - fixed_results
        } else {
            let n = index - nres;
            let fixed_operands = fixed_count(operands);
            if n < fixed_operands {
                return row_constraint(&operands[n]);
            }
            nres.saturating_sub(fixed_results) + n - fixed_operands
        };
        self.extra(op).and_then(|e| e.constraints.get(var).copied()).unwrap_or(Constraint::None)
    }
    /// Can an entry of an op's list be constrained to one register?
    #[inline]
    pub fn may_fix(&self, isa: &Isa, op: Op) -> bool {
        let fixed = |o: &OperandDesc| matches!(o.kind, OperandKind::Fixed(_));
        self.extra(op).is_some() || isa.inst(self.ops[op].opcode).operands.iter().any(fixed)
    }
    /// Is result `index` of an op written before all of its operands are read?
    #[inline]
    pub fn is_early(&self, isa: &Isa, op: Op, index: usize) -> bool {
        let desc = isa.inst(self.ops[op].opcode);
        let by_row = desc.operands[..desc.results as usize].get(index).is_some_and(|o| o.early);
        by_row || self.extra(op).is_some_and(|e| e.early.iter().any(|&i| i as usize == index))
    }

    // Blocks.

    /// Adds an empty block at the end of the layout.
    pub fn add_bb(&mut self) -> Bb {
        let b = self.bbs.push(BbData::default());
        self.layout.push(b);
        b
    }
    /// The entry block; a function always has one once expanded.
    #[inline]
    pub fn entry(&self) -> Option<Bb> {
        self.layout.first().copied()
    }
    /// The entry pseudo op: the first op of the entry block, whose variadic results are the parameters.
    pub fn entry_op(&self, isa: &Isa) -> Option<Op> {
        let op = self.first(self.entry()?)?;
        let desc = isa.inst(self.ops[op].opcode);
        let variadic = desc.operands[..desc.results as usize].iter().any(|o| o.kind == OperandKind::Variadic);
        (variadic && desc.is(InstFlags::PSEUDO)).then_some(op)
    }
    /// The block of an op.
    #[inline]
    pub fn bb_of(&self, op: Op) -> Option<Bb> {
        self.ops[op].bb.expand()
    }
    /// First op of a block.
    #[inline]
    pub fn first(&self, b: Bb) -> Option<Op> {
        self.bbs[b].first.expand()
    }
    /// Last op of a block.
    #[inline]
    pub fn last(&self, b: Bb) -> Option<Op> {
        self.bbs[b].last.expand()
    }
    /// The op after this one in its block.
    #[inline]
    pub fn next(&self, op: Op) -> Option<Op> {
        self.ops[op].next.expand()
    }
    /// The op before this one in its block.
    #[inline]
    pub fn prev(&self, op: Op) -> Option<Op> {
        self.ops[op].prev.expand()
    }
    /// Ops of a block in order; do not change the block meanwhile.
    #[inline]
    pub fn bb_ops(&self, b: Bb) -> impl DoubleEndedIterator<Item = Op> + '_ {
        BbOps { f: self, front: self.first(b), back: self.last(b) }
    }
    /// Appends an op to a block.
    pub fn append(&mut self, b: Bb, op: Op) {
        let last = self.bbs[b].last;
        self.link(op, b, last, None.into());
        match last.expand() {
            Some(l) => self.ops[l].next = op.into(),
            None => self.bbs[b].first = op.into(),
        }
        self.bbs[b].last = op.into();
    }
    /// Inserts an op at the start of a block.
    pub fn prepend(&mut self, b: Bb, op: Op) {
        match self.first(b) {
            Some(f) => self.insert_before(op, f),
            None => self.append(b, op),
        }
    }
    /// A new op before `at`, there for the same reasons.
    pub fn make_before(&mut self, at: Op, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
        let o = self.make_op(opcode, results, operands);
        (self.ops[o].flags, self.ops[o].pos) = (self.ops[at].flags, self.ops[at].pos);
        self.insert_before(o, at);
        o
    }
    /// Inserts an op before another one, which is in a block.
    pub fn insert_before(&mut self, op: Op, at: Op) {
        let Some(b) = self.bb_of(at) else { return };
        let prev = self.ops[at].prev;
        self.link(op, b, prev, at.into());
        self.ops[at].prev = op.into();
        match prev.expand() {
            Some(p) => self.ops[p].next = op.into(),
            None => self.bbs[b].first = op.into(),
        }
    }
    /// Inserts an op after another one, which is in a block.
    pub fn insert_after(&mut self, op: Op, at: Op) {
        match (self.next(at), self.bb_of(at)) {
            (Some(n), _) => self.insert_before(op, n),
            (None, Some(b)) => self.append(b, op),
            (None, None) => {}
        }
    }
    /// Inserts an op at the end of a block but before its terminator, if it has one (branch, jump, return, call).
    pub fn insert_at_end(&mut self, isa: &Isa, b: Bb, op: Op) {
        match self.terminator(isa, b) {
            Some(t) => self.insert_before(op, t),
            None => self.append(b, op),
        }
    }
    /// The op that ends a block: a branch, return or jump. A call is no terminator in this sense.
    #[inline]
    pub fn terminator(&self, isa: &Isa, b: Bb) -> Option<Op> {
        let op = self.last(b)?;
        let flags = isa.inst(self.ops[op].opcode).flags;
        let ends = InstFlags::BRANCH | InstFlags::RETURN | InstFlags::NO_FALLTHROUGH;
        flags.intersects(ends).then_some(op)
    }
    /// Takes an op out of its block.
    pub fn remove(&mut self, op: Op) {
        let (b, prev, next) = (self.ops[op].bb, self.ops[op].prev, self.ops[op].next);
        let Some(b) = b.expand() else { return };
        match prev.expand() {
            Some(p) => self.ops[p].next = next,
            None => self.bbs[b].first = next,
        }
        match next.expand() {
            Some(n) => self.ops[n].prev = prev,
            None => self.bbs[b].last = prev,
        }
        let d = &mut self.ops[op];
        (d.bb, d.prev, d.next) = (None.into(), None.into(), None.into());
    }
    /// Puts the ops of a block in another order; `order` must hold exactly the ops of the block.
    pub fn reorder(&mut self, b: Bb, order: &[Op]) {
        let mut prev: PackedOption<Op> = None.into();
        for (i, &op) in order.iter().enumerate() {
            let next = order.get(i + 1).copied().into();
            self.link(op, b, prev, next);
            prev = op.into();
        }
        self.bbs[b].first = order.first().copied().into();
        self.bbs[b].last = order.last().copied().into();
    }
    /// Sets predecessors from successors, for all blocks of the layout.
    pub fn rebuild_preds(&mut self) {
        for b in self.bbs.values_mut() {
            b.preds.clear();
        }
        for &b in &self.layout {
            for n in 0..self.bbs[b].succs.len() {
                let to = self.bbs[b].succs[n].bb;
                self.bbs[to].preds.push(b);
            }
        }
    }
    /// Puts a new, empty block on an edge; the caller puts it into the layout. `None` if the edge cannot be split: it is
    /// exceptional, from an indirect jump, or its label cannot be told from another edge's.
    pub fn split_edge(&mut self, isa: &Isa, from: Bb, n: usize) -> Option<Bb> {
        let s = *self.bbs[from].succs.get(n)?;
        let term = self.terminator(isa, from);
        let indirect = term.is_some_and(|t| isa.inst(self.ops[t].opcode).flags.contains(InstFlags::INDIRECT));
        let twice = n > 0 && self.bbs[from].succs.iter().skip(1).filter(|x| x.bb == s.bb).count() > 1;
        if indirect || twice || self.bbs[from].unwind == Some(s.bb) {
            return None;
        }
        let new = self.bbs.push(BbData::default());
        self.bbs[new].succs.push(Succ { bb: s.bb, prob: 1.0 });
        self.bbs[new].preds.push(from);
        self.bbs[new].freq = self.bbs[from].freq * s.prob;
        self.bbs[new].cold = self.bbs[s.bb].cold || self.bbs[from].cold;
        self.bbs[from].succs[n].bb = new;
        if let Some(p) = self.bbs[s.bb].preds.iter_mut().find(|p| **p == from) {
            *p = new;
        }
        if let (Some(last), true) = (term.or(self.last(from)), n > 0) {
            let (old, label) = (self.label(s.bb), self.label(new));
            self.all_mut(last).iter_mut().filter(|t| **t == old).for_each(|t| *t = label);
        }
        Some(new)
    }
    fn link(&mut self, op: Op, b: Bb, prev: PackedOption<Op>, next: PackedOption<Op>) {
        let d = &mut self.ops[op];
        (d.bb, d.prev, d.next) = (b.into(), prev, next);
    }
}

/// How many entries of a row's list come before a variadic one.
#[inline]
fn fixed_count(list: &[targ_info::OperandDesc]) -> usize {
    match list.last() {
        Some(o) if o.kind == OperandKind::Variadic => list.len() - 1,
        _ => list.len(),
    }
}

/// The constraint that a row puts on an entry of its list.
#[inline]
fn row_constraint(o: &OperandDesc) -> Constraint {
    match o.kind {
        OperandKind::Reg(c) if o.tied != 255 => Constraint::Tied(o.tied, c),
        OperandKind::Reg(c) => Constraint::Class(c),
        OperandKind::Fixed(r) => Constraint::Fixed(r),
        OperandKind::Imm(_) | OperandKind::Target(_) | OperandKind::Variadic => Constraint::None,
    }
}

struct BbOps<'a> {
    f: &'a Func,
    front: Option<Op>,
    back: Option<Op>,
}

impl Iterator for BbOps<'_> {
    type Item = Op;
    #[inline]
    fn next(&mut self) -> Option<Op> {
        let op = self.front?;
        if self.back == Some(op) {
            (self.front, self.back) = (None, None);
        } else {
            self.front = self.f.next(op);
        }
        Some(op)
    }
}

impl DoubleEndedIterator for BbOps<'_> {
    #[inline]
    fn next_back(&mut self) -> Option<Op> {
        let op = self.back?;
        if self.front == Some(op) {
            (self.front, self.back) = (None, None);
        } else {
            self.back = self.f.prev(op);
        }
        Some(op)
    }
}
