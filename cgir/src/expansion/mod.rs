//! Expansion of WHIRL trees to ops by maximal munch: what is the same for all targets.
//!
//! A statement is expanded after the one before it, its tree from the top: the largest pattern at a node wins, what the
//! pattern leaves over is expanded into registers first (Fraser, Hanson and Proebsting, "Engineering a Simple, Efficient
//! Code-Generator Generator", without the generator). Matching looks at the tree only (`fits_*`, `as_*`); ops are made when a
//! pattern is chosen. Here stands the walk over blocks and statements, and what follows from the trees alone: blocks and edges,
//! registers of PREGs, what registers hold already, the moving of arguments and results, branches on connected conditions, the
//! operands of inline assembly, frame objects. What an instruction set makes of an operator, its folder says, by
//!
//! * [`TargetState`]: its features, classes and rows as data, and the state that its own patterns keep;
//! * the traits of [`patterns`], one for a family of operators, which its `Expander` (this one, with its own state) implements.
//!
//! Invariants:
//! * a destination register ([`To::dst`]) is written by the last op of a pattern only, since the pattern's operands may be the
//!   old value of the same PREG;
//! * a value wider than what is asked for is not made whole where the user looks at its low part alone ([`To::low`]); which types
//!   have such a form, the target says;
//! * blocks are made for the trees' blocks first, others (branches inside of selects, after calls) are added where they are
//!   needed, in layout order;
//! * nothing here assumes a width, a register for an argument, or a class for a kind of value.

pub(crate) mod asm;
mod branch;
pub(crate) mod call;
pub(crate) mod constraint;
mod emit;
mod float;
pub(crate) mod frame;
pub(crate) mod matching;
pub(crate) mod patterns;

use crate::analysis::freq;
use crate::func::{Bb, FrameData, FrameKind, Func, Op, SymRef, Tn};
use crate::pass::PassCx;
use cranelift_entity::packed_option::PackedOption;
use cranelift_entity::{EntityRef, EntitySet, SecondaryMap};
use patterns::*;
use rustc_hash::FxHashMap;
use targ_info::{Opcode, PReg, RegClass, Target};
use whirl_lite::diag::{Pos, Result};
use whirl_lite::ir::{AliasData, FrameObj};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, WBlock, WhirlFunc, Wn};

/// Where a value shall go, and how much of it is wanted.
#[derive(Clone, Copy, Default)]
pub(crate) struct To {
    /// The register, if it is settled.
    pub dst: Option<Tn>,
    /// The part above the type's own bits may be anything: see [`TargetState::loose_type`].
    pub low: bool,
}

impl To {
    /// Any register, the whole value.
    pub const ANY: To = To { dst: None, low: false };
    /// Any register, the low part matters.
    pub const LOW: To = To { dst: None, low: true };

    /// This register, the whole value.
    pub fn at(dst: Tn) -> To {
        To { dst: Some(dst), low: false }
    }
    /// The same register, but the whole value.
    pub fn whole(self) -> To {
        To { low: false, ..self }
    }
    /// As much of the value, in any register.
    pub fn anywhere(self) -> To {
        To { dst: None, ..self }
    }
}

/// A value that a register of the current block holds already.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Known {
    /// An integer, as a type has it.
    Int(i64, MType),
    /// Bits of a float.
    Float(MType, u64),
    /// A number of the extended format for values of a type: significand; sign and exponent.
    Extended(MType, u64, u16),
    /// The address of a symbol plus offset.
    Address(SymRef, i64),
    /// A part of such an address, by the number of its relocation modifier.
    Part(u8, SymRef, i64),
    /// What stands in the constant pool.
    Pooled(SymRef),
    /// A vector register of so many bits, all of which are one (or zero).
    Fill(bool, u32),
}

/// The rows that every target has, for one purpose each.
pub(crate) struct Rows {
    /// Defines what registers hold at entry.
    pub entry: Opcode,
    /// Returns.
    pub ret: Opcode,
    /// A call of a symbol.
    pub call: Opcode,
    /// A call of the address in a register.
    pub call_register: Opcode,
    /// A jump to a symbol that takes the function's place.
    pub tail: Opcode,
    /// A jump to the address in a register that takes the function's place.
    pub tail_register: Opcode,
    /// A jump to one of the blocks of a table.
    pub jump_table: Opcode,
    /// A jump to any block whose address was taken.
    pub jump_register: Opcode,
    /// Inline assembly.
    pub asm: Opcode,
    /// Ends the program.
    pub trap: Opcode,
    /// Stops for a debugger.
    pub breakpoint: Opcode,
    /// Conjunction of truth values.
    pub and: Opcode,
    /// Disjunction of truth values.
    pub or: Opcode,
}

/// The rows out of a target's module of opcodes: pseudo ops have the same names in every table.
macro_rules! rows {
    ($op:ident, trap: $trap:ident, breakpoint: $breakpoint:ident, and: $and:ident, or: $or:ident) => {
        Rows {
            entry: $op::P_ENTRY,
            ret: $op::P_RET,
            call: $op::P_CALL,
            call_register: $op::P_CALL_R,
            tail: $op::P_TAIL,
            tail_register: $op::P_TAILR,
            jump_table: $op::P_JUMPTABLE,
            jump_register: $op::P_INDIRECTBR,
            asm: $op::P_ASM,
            trap: $op::$trap,
            breakpoint: $op::$breakpoint,
            and: $op::$and,
            or: $op::$or,
        }
    };
}
pub(crate) use rows;

/// What a target is to expansion beside its patterns: facts about its registers and rows, and the state of its own.
pub(crate) trait TargetState: Sized {
    /// Which instructions there are.
    type Machine: Copy;
    /// Rows for what is expanded here.
    const ROWS: Rows;
    /// Registers of state that calls and inline assembly destroy, and that are in no allocatable class.
    const VOLATILE: &'static [PReg];

    /// What the target has.
    fn machine(t: &Target) -> Self::Machine;
    /// The state at the start of a function, and the stack pointer: makes the dedicated TNs.
    fn new(f: &mut Func, w: &WhirlFunc, m: &Self::Machine) -> (Self, Tn);
    /// The class of values of a type.
    fn class_of(m: &Self::Machine, ty: MType) -> Option<RegClass>;
    /// The row that copies to a TN.
    fn copy_row(f: &Func, dst: Tn) -> Opcode;
    /// Makes an op whose operands are these, and the registers of state that the row itself names.
    fn make_op(f: &mut Func, _cx: &PassCx<'_>, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
        f.make_op(opcode, results, operands)
    }
    /// The type of a register whose low part is a value of this type, with anything above.
    fn loose_type(_m: &Self::Machine, ty: MType) -> MType {
        ty
    }
    /// Is a PREG's upper part unknown, because nobody wants it?
    fn is_loose(&self, _p: Preg) -> bool {
        false
    }
}

/// The state of one function's expansion.
pub(crate) struct Expander<'a, T: TargetState> {
    /// What is expanded.
    pub w: &'a WhirlFunc,
    /// Target, module, options.
    pub cx: &'a PassCx<'a>,
    /// Features.
    pub m: T::Machine,
    /// The target's own state.
    pub own: T,
    /// What is made.
    pub f: Func,
    /// The block that ops are appended to.
    pub bb: Bb,
    /// Its place in the input.
    pub pos: Pos,
    /// The stack pointer.
    pub sp: Tn,
    /// The return address at entry, if it comes in a register and is read.
    pub ra: Option<Tn>,
    /// Blocks in layout order.
    order: Vec<Bb>,
    pregs: SecondaryMap<Preg, PackedOption<Tn>>,
    blocks: SecondaryMap<WBlock, PackedOption<Bb>>,
    known: FxHashMap<Known, Tn>,
    known_log: Vec<Known>,
    /// PREGs that are assigned in more places than one.
    again: EntitySet<Preg>,
    /// PREGs that are read, once somebody asked.
    read: Option<EntitySet<Preg>>,
    incoming: Option<FrameObj>,
    outgoing: Option<FrameObj>,
    pool: FxHashMap<(u64, u8), crate::func::PoolRef>,
}

/// Expands a function.
pub(crate) fn expand<'a, T: TargetState>(w: &'a WhirlFunc, cx: &'a PassCx<'a>) -> Result<Func>
where
    Expander<'a, T>: Patterns,
{
    let mut e = Expander::<'a, T>::new(w, cx);
    let done = e.function();
    done.map_err(|err| err.in_function(&w.name))?;
    e.f.layout = std::mem::take(&mut e.order);
    e.f.rebuild_preds();
    freq::compute(&mut e.f);
    Ok(e.f)
}

impl<'a, T: TargetState> Expander<'a, T> {
    fn new(w: &'a WhirlFunc, cx: &'a PassCx<'a>) -> Expander<'a, T> {
        let m = T::machine(cx.target);
        let mut f = Func::new(w.global, w.name.clone());
        // About an op, and three operands, for each node: lists that have room need not move.
        f.ops.reserve(w.nodes.len());
        f.opnds.reserve(3 * w.nodes.len());
        f.tns.reserve(w.nodes.len());
        let (own, sp) = T::new(&mut f, w, &m);
        f.alias.clone_from(&w.alias);
        if f.alias.is_empty() {
            f.alias.push(AliasData::ANY);
        }
        f.incoming = w.incoming.clone();
        for o in w.frame.values() {
            f.frame.push(FrameData { size: o.size, align: o.align, kind: FrameKind::Local, offset: None });
        }
        Expander {
            w,
            cx,
            m,
            own,
            f,
            bb: Bb::new(0),
            pos: w.pos,
            sp,
            ra: None,
            order: Vec::new(),
            pregs: SecondaryMap::new(),
            blocks: SecondaryMap::new(),
            known: FxHashMap::default(),
            known_log: Vec::new(),
            again: assigned_again(w),
            read: None,
            incoming: None,
            outgoing: None,
            pool: FxHashMap::default(),
        }
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
            if let Opr::Stid(p) = w.nodes[s].opr {
                assigned(p);
            }
            w.dsts(s).iter().for_each(|&p| assigned(p));
        }
    }
    again
}

impl<'a, T: TargetState> Expander<'a, T>
where
    Self: Patterns,
{
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
        self.look_ahead(stmts);
        while let Some(&s) = stmts.get(i) {
            self.pos = w.nodes[s].pos;
            match w.nodes[s].opr {
                Opr::Call(c) => {
                    if self.call(b, s, c, &stmts[i + 1..])? {
                        return Ok(());
                    }
                    self.look_ahead(&stmts[i + 1..]);
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

    // Expressions.

    /// The value of a node, whole, in a register.
    pub fn reg(&mut self, w: Wn) -> Result<Tn> {
        self.value(w, To::ANY)
    }
    /// The value of a node in a register whose part above the type's own bits may be anything.
    pub fn low(&mut self, w: Wn) -> Result<Tn> {
        self.value(w, To::LOW)
    }
    /// The value of a node in a register that an allocator may choose.
    pub fn in_virtual(&mut self, w: Wn) -> Result<Tn> {
        let t = self.reg(w)?;
        if self.f.is_virtual(t) {
            return Ok(t);
        }
        let v = self.fresh(self.f.ty(t))?;
        self.copy(v, t);
        Ok(v)
    }
    /// The value of a node.
    pub fn value(&mut self, w: Wn, to: To) -> Result<Tn> {
        let n = self.n(w);
        match n.opr {
            Opr::Int(v) => {
                let v = if n.ty == MType::B { v & 1 } else { v };
                self.integer(v, n.ty, to)
            }
            Opr::Float(bits) => self.float_constant(n.ty, bits, to),
            Opr::Extended(low, high) => self.extended_constant(n.ty, low, high, to),
            Opr::Lda(..) | Opr::FrameAddr(..) | Opr::IncomingAddr(_) | Opr::BlockAddr(_) => self.address_value(w, to),
            Opr::Ldid(p) => self.read_preg(p, to),
            _ if n.ty.is_vector() || n.desc.is_vector() => self.vector_value(w, to),
            Opr::Binary(b) if n.ty.is_float() => self.float_binary(w, b, to),
            Opr::Binary(b) => self.int_binary(w, b, to),
            Opr::Unary(u) if n.ty.is_float() => self.float_unary(w, u, to),
            Opr::Unary(u) => self.int_unary(w, u, to),
            Opr::Cast(c) => self.cast(w, c, to),
            Opr::FromPair(c) => self.float_of_pair(w, c, to),
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
        if self.is_loose(p) && !to.low {
            return self.read_loose(t, self.w.pregs[p], to);
        }
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
                let to = To { dst: Some(dst), low: self.is_loose(p) };
                let t = self.value(kid, to)?;
                self.settle(to, t);
                Ok(())
            }
            Opr::Eval => self.reg(self.kid(s, 0)?).map(|_| ()),
            Opr::Store(ref mem) => self.store(s, mem),
            Opr::Overflow(o) => self.overflow(s, o),
            Opr::DivRem(signed) => self.div_rem(s, signed),
            Opr::ToPair(c) => self.pair_of_float(s, c),
            Opr::CmpXchg { ref mem, failure, .. } => self.cmpxchg(s, mem, failure),
            Opr::AtomicRmw(o, ref mem) => self.atomic_rmw(s, o, mem),
            Opr::Fence(o, single) => self.fence(o, single),
            Opr::Alloca(align) => self.dynamic_alloca(s, align),
            Opr::StackSave => self.stack_save(s),
            Opr::StackRestore => self.stack_restore(s),
            Opr::VaStart => self.va_start(s),
            Opr::Trap(debug) => {
                self.emit(if debug { T::ROWS.breakpoint } else { T::ROWS.trap }, &[], &[]);
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
        let class = |p: Preg| T::class_of(&self.m, self.w.pregs[p]);
        let looser = self.is_loose(q) && !self.is_loose(p);
        if self.again.contains(q) || looser || class(p) != class(q) {
            return Ok(false);
        }
        let t = self.preg(q)?;
        self.pregs[p] = t.into();
        Ok(true)
    }
}
