//! Entry, calls and return. Where arguments and results are, the legaliser has settled.
//!
//! Arguments and results are virtual TNs under fixed-register constraints of the call op: the view of the register that the value's
//! class has. What a call destroys is its clobber set. A call ends its block. Stack arguments are stored at the stack pointer,
//! in one area that the frame keeps for all calls; where the stack pointer moves at run time, each call with stack arguments makes
//! its own area.

use super::patterns::*;
use super::{Expander, TargetState, To};
use crate::func::{Constraint, Modifier, Op, OpExtra, OpFlags, SymRef, Tn};
use smallvec::SmallVec;
use targ_info::{PReg, RegSet, Target};
use whirl_lite::abi::ArgLoc;
use whirl_lite::diag::Result;
use whirl_lite::ir::{FnFlags, TailKind};
use whirl_lite::tree::{Opr, Preg, WBlock, WCall, WCallData, WCallee, Wn};

/// Where stack arguments go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Area {
    /// The callee's incoming area at our stack pointer.
    Outgoing,
    /// The same, at a stack pointer that was moved for this call alone.
    Moved,
    /// Our own incoming area, for a call that takes our place, so many bytes further up: where the callee takes its arguments off
    /// the stack, the ends of the areas meet.
    Incoming(i64),
}

/// TNs and the registers that they must be in.
#[derive(Default)]
pub(crate) struct Registers {
    /// The TNs.
    pub tns: SmallVec<[Tn; 8]>,
    /// Of each one.
    pub places: Vec<Constraint>,
}

impl Registers {
    /// Adds one.
    pub fn push(&mut self, t: Tn, place: Constraint) {
        self.tns.push(t);
        self.places.push(place);
    }
}

/// All registers that values may live in, and those of state that calls destroy.
fn all_registers<T: TargetState>(t: &Target) -> RegSet {
    let mut all = RegSet::EMPTY;
    for &r in T::VOLATILE {
        all |= t.isa.reg(r).units;
    }
    for c in t.isa.classes.iter().filter(|c| c.allocatable) {
        all |= c.units;
    }
    all - t.abi.reserved
}

/// What a call of a convention destroys.
pub(crate) fn clobbers<T: TargetState>(t: &Target, convention: u32) -> RegSet {
    all_registers::<T>(t) - t.abi.saved_by(convention)
}

impl<T: TargetState> Expander<'_, T> {
    /// The constraint that a TN is in a register, or in the part of it that the TN's class has.
    pub fn fixed(&self, t: Tn, r: PReg) -> Result<Constraint> {
        let isa = self.cx.target.isa;
        let class = self.f.class(t);
        let view = class.and_then(|c| if isa.class(c).members.contains(&r) { Some(r) } else { isa.view(r, c) });
        match view {
            Some(v) => Ok(Constraint::Fixed(v)),
            None => self.unsupported(format!("a value of type {} in %{}", self.f.ty(t), isa.reg(r).name)),
        }
    }
    /// Makes an op that was appended a call in the middle of an expression: with registers in these places, of which one is given
    /// back. A new block goes on.
    pub fn call_within(&mut self, o: Op, constraints: Vec<Constraint>, given: PReg) {
        let clobbers = clobbers::<T>(self.cx.target, 0) - self.cx.target.isa.reg(given).units;
        self.f.set_extra(o, OpExtra { constraints, clobbers, no_memory: true, ..OpExtra::default() });
        self.f.frame_info.calls = true;
        self.go_on();
    }
}

impl<T: TargetState> Expander<'_, T>
where
    Self: Patterns,
{
    // Entry.

    /// What must be known before the first op: whether the stack pointer moves, whether return address and frame pointer are read.
    fn scan(&mut self) {
        let in_register = self.cx.target.abi.ra.is_some();
        let info = &mut self.f.frame_info;
        for n in self.w.nodes.values() {
            match n.opr {
                Opr::Alloca(_) | Opr::StackRestore => info.dynamic = true,
                Opr::FrameAddress(_) => info.keep_fp = true,
                Opr::ReturnAddress(0) => info.reads_ra = in_register,
                Opr::ReturnAddress(_) => info.keep_fp = true,
                _ => {}
            }
        }
    }
    /// The entry pseudo op, and loads of stack parameters.
    pub(super) fn entry(&mut self) -> Result<()> {
        self.scan();
        self.check_attributes()?;
        let w = self.w;
        let mut entry = Registers::default();
        for &(p, loc) in &w.params {
            if let ArgLoc::Reg(r) = loc {
                let t = self.preg(p)?;
                entry.push(t, self.fixed(t, r)?);
            }
        }
        let saved = self.variable_arguments(&mut entry)?;
        if let (true, Some(r)) = (self.f.frame_info.reads_ra, self.cx.target.abi.ra) {
            let t = self.fresh(self.xty())?;
            self.ra = Some(t);
            entry.push(t, Constraint::Fixed(r));
        }
        let o = self.emit(T::ROWS.entry, &entry.tns, &[]);
        self.f.set_extra(o, OpExtra { constraints: entry.places, ..OpExtra::default() });
        self.save_variable_arguments(&saved);
        for &(p, loc) in &w.params {
            if let ArgLoc::Stack(at) = loc {
                let t = self.preg(p)?;
                let obj = self.incoming_area();
                let offset = self.frame_offset(obj, i64::from(at));
                self.load_parameter(t, w.pregs[p], offset)?;
            }
        }
        Ok(())
    }
    fn check_attributes(&mut self) -> Result<()> {
        let module = self.cx.module;
        self.f.frame_info.keep_fp |= self.cx.options.frame_pointer;
        self.check_function()?;
        let Some(sig) = module.signature(self.w.global) else { return Ok(()) };
        if matches!(sig.attrs.string("frame-pointer"), Some("all" | "non-leaf")) {
            self.f.frame_info.keep_fp = true;
        }
        let unwinds = !sig.attrs.flags.contains(FnFlags::NOUNWIND);
        self.f.frame_info.needs_cfi = unwinds || sig.attrs.flags.contains(FnFlags::UWTABLE);
        Ok(())
    }

    // Calls.

    /// A call; true if it ended the statements of the block.
    pub(super) fn call(&mut self, b: WBlock, s: Wn, c: WCall, rest: &[Wn]) -> Result<bool> {
        let w = self.w;
        let d = &w.calls[c];
        let next = rest.first().copied();
        let may = matches!(d.tail, TailKind::Tail | TailKind::MustTail) && !self.f.frame_info.returns_twice;
        if may && self.returns_results(s, rest) {
            self.tail_call(s, d)?;
            return Ok(true);
        }
        if d.tail == TailKind::MustTail {
            return self.unsupported("a musttail call that is not followed by its return");
        }
        let moved = self.f.frame_info.dynamic && d.stack_bytes != 0;
        let bytes = i64::from(d.stack_bytes.next_multiple_of(self.cx.target.abi.stack_align));
        if moved {
            self.move_sp(-bytes)?;
        }
        // What the callee takes off is there even if no argument is in it.
        if !moved && d.popped != 0 {
            self.outgoing_area(d.stack_bytes);
        }
        let (target, indirect, args) = self.arguments(s, d, if moved { Area::Moved } else { Area::Outgoing })?;
        self.f.frame_info.calls = true;
        self.f.frame_info.returns_twice |= d.returns_twice;
        let (results, given, moves) = self.call_results(s, d)?;
        let mut extra = description(d);
        extra.constraints = results.places;
        extra.constraints.extend(args.places);
        // When it returns a second time, registers hold what they held then: nothing lives in one over it.
        let t = self.cx.target;
        extra.clobbers = if d.returns_twice { all_registers::<T>(t) } else { clobbers::<T>(t, d.cc) } - given;
        let mut operands = args.tns;
        operands.insert(0, target);
        let row = if indirect { T::ROWS.call_register } else { T::ROWS.call };
        let o = self.emit(row, &results.tns, &operands);
        self.f.set_extra(o, extra);
        if d.noreturn {
            self.f.ops[o].flags |= OpFlags::NORETURN;
            return Ok(true);
        }
        let next = if moves.is_empty() { next } else { None };
        let done = self.after_call(b, next, if moved { bytes } else { 0 })?;
        for (from, t) in moves {
            self.take_result(from, t)?;
        }
        Ok(done)
    }
    /// The registers that results come in, their units, and which of them must be moved to where their values live.
    fn call_results(&mut self, s: Wn, d: &WCallData) -> Result<(Registers, RegSet, Moves)> {
        let w = self.w;
        let (mut results, mut given) = (Registers::default(), RegSet::EMPTY);
        let mut moves = Moves::new();
        for (&p, &loc) in w.dsts(s).iter().zip(&d.ret_locs) {
            match loc {
                ArgLoc::Reg(r) => {
                    let mut t = self.preg(p)?;
                    if let Some(from) = self.result_register(t, r) {
                        moves.push((from, t));
                        t = from;
                    }
                    results.push(t, self.fixed(t, r)?);
                    given |= self.cx.target.isa.reg(r).units;
                }
                ArgLoc::Ignore => {}
                ArgLoc::Stack(_) => return self.unsupported("a result on the stack"),
            }
        }
        Ok((results, given, moves))
    }
    /// The block that goes on after a call, for which the stack pointer was moved by so much.
    fn after_call(&mut self, b: WBlock, next: Option<Wn>, moved: i64) -> Result<bool> {
        let unwind = match self.w.blocks[b].unwind {
            Some(u) => Some(self.block(u)?),
            None => None,
        };
        let go_on = match next.map(|n| self.n(n).opr) {
            Some(Opr::Goto(to)) if moved == 0 => Some(self.block(to)?),
            _ => None,
        };
        let rest = match go_on {
            Some(bb) => bb,
            None => self.new_block(),
        };
        self.edge(rest, 1.0);
        if let Some(u) = unwind {
            self.edge(u, 0.0);
            self.f.bbs[self.bb].unwind = Some(u);
        }
        if go_on.is_some() {
            return Ok(true);
        }
        self.start(rest);
        if moved != 0 {
            self.move_sp(moved)?;
        }
        Ok(false)
    }
    /// Do the statements that follow a call come to a return of exactly what the call gives?
    fn returns_results(&self, s: Wn, rest: &[Wn]) -> bool {
        // PREGs and which result of the call they hold.
        let mut held: SmallVec<[(Preg, usize); 4]> = SmallVec::new();
        held.extend(self.w.dsts(s).iter().enumerate().map(|(i, &p)| (p, i)));
        let mut rest = rest;
        for _ in 0..8 {
            let Some((&n, after)) = rest.split_first() else { return false };
            match self.n(n).opr {
                Opr::Stid(p) => {
                    let from = self.kid(n, 0).ok().and_then(|k| self.held_by(k, &held));
                    let Some(i) = from else { return false };
                    held.retain(|h| h.0 != p);
                    held.push((p, i));
                    rest = after;
                }
                Opr::Goto(b) => rest = &self.w.blocks[b].stmts,
                Opr::Return => {
                    let kids = self.w.kids(n);
                    return kids.iter().enumerate().all(|(i, &k)| self.held_by(k, &held) == Some(i));
                }
                _ => return false,
            }
        }
        false
    }
    /// Which result of the call a tree is, if nothing is computed on the way.
    fn held_by(&self, mut k: Wn, held: &[(Preg, usize)]) -> Option<usize> {
        loop {
            match self.n(k).opr {
                Opr::Ldid(p) => return held.iter().find(|h| h.0 == p).map(|h| h.1),
                Opr::Cast(c) if self.is_free_to_return(k, c) => k = self.kid(k, 0).ok()?,
                _ => return None,
            }
        }
    }
    fn tail_call(&mut self, s: Wn, d: &WCallData) -> Result<()> {
        let moved = i64::from(self.w.incoming.popped) - i64::from(d.popped);
        let returns = if moved == 0 { None } else { Some(self.return_in_memory()?) };
        let (mut target, indirect, args) = self.arguments(s, d, Area::Incoming(moved))?;
        if let Some((t, slot)) = returns {
            let obj = self.incoming_area();
            let offset = self.frame_offset(obj, slot + moved);
            self.store_argument(t, self.xty(), offset)?;
        }
        if indirect {
            target = self.tail_target(target);
        }
        let mut operands = args.tns;
        operands.insert(0, target);
        let o = self.emit(if indirect { T::ROWS.tail_register } else { T::ROWS.tail }, &[], &operands);
        self.f.set_extra(o, OpExtra { constraints: args.places, ..description(d) });
        self.f.ops[o].flags |= OpFlags::TAIL;
        Ok(())
    }
    /// The return address, and where it is: what is called returns from another place than we would.
    fn return_in_memory(&mut self) -> Result<(Tn, i64)> {
        match self.return_slot() {
            Some(slot) => Ok((self.return_address(0, To::ANY)?, slot)),
            None => self.unsupported("a tail call that takes more or fewer arguments off the stack"),
        }
    }
    /// Evaluates the arguments and stores those on the stack: what is called, whether that is a register, and those in registers.
    fn arguments(&mut self, s: Wn, d: &WCallData, area: Area) -> Result<(Tn, bool, Registers)> {
        let kids = self.w.kids(s);
        let abi = self.cx.target.abi;
        let bare = matches!(area, Area::Incoming(_)) || abi.saved_by(d.cc) != abi.callee_saved;
        let (target, indirect) = match (callee(d), kids.last()) {
            (Some(sym), _) => match self.far_callee(sym, bare)? {
                Some(t) => (t, true),
                None => (self.symbol(sym, 0, Modifier::NONE), false),
            },
            // A call of null too needs a register that a jump may use.
            (None, Some(&k)) => (self.argument(k)?, true),
            (None, None) => return self.unsupported("an indirect call without an address"),
        };
        let mut on_stack: SmallVec<[(Tn, u32, Wn); 4]> = SmallVec::new();
        for (&k, &loc) in kids.iter().zip(&d.arg_locs) {
            if let ArgLoc::Stack(at) = loc {
                let t = self.reg(k)?;
                match area {
                    // Our own incoming area may still be read by other arguments.
                    Area::Incoming(_) => on_stack.push((t, at, k)),
                    Area::Outgoing | Area::Moved => self.stack_argument(t, at, k, area, d)?,
                }
            }
        }
        let mut args = Registers::default();
        for (&k, &loc) in kids.iter().zip(&d.arg_locs) {
            if let ArgLoc::Reg(r) = loc {
                let t = self.argument(k)?;
                args.push(t, self.fixed(t, r)?);
            }
        }
        for (t, at, k) in on_stack {
            self.stack_argument(t, at, k, area, d)?;
        }
        self.describe_arguments(&mut args, d, !indirect)?;
        Ok((target, indirect, args))
    }
    /// An argument for a register: a TN that an allocator may place there.
    fn argument(&mut self, k: Wn) -> Result<Tn> {
        match self.special_argument(k)? {
            Some(t) => Ok(t),
            None => self.in_virtual(k),
        }
    }
    /// Stores an argument to its place in an area.
    fn stack_argument(&mut self, t: Tn, at: u32, k: Wn, area: Area, d: &WCallData) -> Result<()> {
        let at = i64::from(at);
        let offset = match area {
            Area::Moved => self.f.lit(at),
            Area::Outgoing => {
                let obj = self.outgoing_area(d.stack_bytes);
                self.frame_offset(obj, at)
            }
            Area::Incoming(up) => {
                let obj = self.incoming_area();
                self.frame_offset(obj, at + up)
            }
        };
        self.store_argument(t, self.n(k).ty, offset)
    }

    // Return.

    /// The return statement.
    pub(super) fn ret(&mut self, s: Wn) -> Result<()> {
        let w = self.w;
        let mut operands = self.return_operands();
        let mut extra = OpExtra::default();
        for (&k, &loc) in w.kids(s).iter().zip(&w.ret_locs) {
            match loc {
                ArgLoc::Reg(r) => {
                    let t = match self.give_result(k, r)? {
                        Some(t) => t,
                        None => self.argument(k)?,
                    };
                    operands.push(t);
                    extra.constraints.push(self.fixed(t, r)?);
                }
                ArgLoc::Ignore => {}
                ArgLoc::Stack(_) => return self.unsupported("a result on the stack"),
            }
        }
        let o = self.emit(T::ROWS.ret, &[], &operands);
        self.f.set_extra(o, extra);
        Ok(())
    }

    // The stack pointer as a value.

    /// Gives a statement's result the stack pointer.
    pub fn stack_save(&mut self, s: Wn) -> Result<()> {
        let Some(&p) = self.w.dsts(s).first() else { return Ok(()) };
        let d = self.preg(p)?;
        self.copy(d, self.sp);
        Ok(())
    }
    /// A value as the stack pointer.
    pub(super) fn stack_restore(&mut self, s: Wn) -> Result<()> {
        let t = self.reg(self.kid(s, 0)?)?;
        self.copy(self.sp, t);
        Ok(())
    }
}

/// Results that come in one register and live in another.
type Moves = SmallVec<[(Tn, Tn); 2]>;

/// The symbol that is called, if it is one.
pub(crate) fn callee(d: &WCallData) -> Option<SymRef> {
    match d.callee {
        WCallee::Global(g) => Some(SymRef::Global(g)),
        WCallee::Library(name) => Some(SymRef::Library(name)),
        WCallee::Indirect => None,
    }
}

/// What a call op says of itself.
fn description(d: &WCallData) -> OpExtra {
    OpExtra {
        cc: d.cc,
        returns_twice: d.returns_twice,
        no_memory: !d.reads && !d.writes,
        stack_bytes: d.stack_bytes,
        popped: d.popped,
        ..OpExtra::default()
    }
}
