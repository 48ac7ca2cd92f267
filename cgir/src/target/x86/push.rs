//! Arguments that are pushed, on IA-32, where that is shorter than storing them.
//!
//! A call's arguments on the stack stand at the bottom of the frame, where expansion stores them. Behind everything else, when the
//! frame is final, such stores become pushes just before the call: `add $n, %esp` first steps over their places, and the pushes
//! fill them from the last to the first, so that the stack pointer ends where it was: nothing changes for the rest of the frame,
//! nor for what the call does with it. What stands below the stack pointer meanwhile is only what is about to be pushed.
//!
//! A store may wait until the call if nothing below it writes its register. A value that is loaded only to be passed is pushed from
//! memory, if nothing below the load stores there; a constant as what it is. The additions and pushes are marked as setting up the frame, so that the call
//! frame information follows them. (LLVM does this before the frame is laid out, in X86CallFrameOptimization.)

use super::addr::{Addr, segment};
use super::hooks::stack_pointer;
use crate::analysis::reglive::{self, RegLiveness};
use crate::func::{Bb, Func, Op, OpFlags, Tn};
use crate::pass::PassCx;
use smallvec::SmallVec;
use targ_info::x86::{op, reg};
use targ_info::{InstFlags, Isa, PReg, RegSet};

/// Bytes of one place.
const WORD: i64 = 4;

/// What is pushed.
#[derive(Clone, Copy)]
enum Value {
    Register(Tn),
    Constant(Tn),
    /// What an op makes that goes.
    Made(Op, Tn),
    /// From memory, by a load that goes.
    Memory(Op),
}

/// A store of an argument.
#[derive(Clone, Copy)]
struct Argument {
    store: Op,
    value: Value,
    /// Bytes that the push saves.
    saves: i64,
}

/// What stands between the point at hand and the call.
#[derive(Default)]
struct Below {
    written: RegSet,
    /// Bytes from the stack pointer that are stored: the first, and the one after the last.
    stored: SmallVec<[(i64, i64); 4]>,
    /// Something is stored elsewhere.
    elsewhere: bool,
    /// A store whose value may turn out to be loaded for it: the place, and the register.
    loaded: SmallVec<[(usize, PReg); 4]>,
}

/// Makes pushes of stores where that is shorter.
pub(super) fn run(f: &mut Func, cx: &PassCx<'_>) {
    let area = i64::from(f.frame_info.outgoing);
    if cx.target.xlen() != 32 || cx.options.opt_level == 0 || area == 0 || f.frame_info.dynamic {
        return;
    }
    let isa = cx.target.isa;
    if f.layout.iter().any(|&b| f.bb_ops(b).any(|o| takes_address(f, o, area))) {
        return;
    }
    let live = RegLiveness::compute(f, isa, cx.target.callee_saved);
    let pusher = Pusher { isa, area, at_return: cx.target.callee_saved };
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let calls: Vec<Op> = f.bb_ops(b).filter(|&o| is_call(f, isa, o)).collect();
        for call in calls {
            pusher.call(f, b, call, &live);
        }
    }
}

fn is_call(f: &Func, isa: &Isa, o: Op) -> bool {
    isa.inst(f.ops[o].opcode).is(InstFlags::CALL) && !f.ops[o].flags.contains(OpFlags::TAIL)
}

/// Is the area of arguments known by an address in a register?
fn takes_address(f: &Func, o: Op, area: i64) -> bool {
    let near = |a: &Addr| f.preg(a.base) == Some(reg::ESP) && f.as_lit(a.disp).is_none_or(|d| d < area);
    let indexed = |w: &[Tn]| {
        let index = |a: &Addr| f.preg(a.index).is_some_and(|r| r != reg::NOREG);
        address(f, w).is_some_and(|a| near(&a) && index(&a))
    };
    if f.operands(o).windows(5).any(indexed) {
        return true;
    }
    match f.ops[o].opcode {
        op::LEA32 => address(f, f.operands(o)).is_some_and(|a| near(&a)),
        op::MOV32_RR => {
            let sp = |list: &[Tn]| list.first().and_then(|&t| f.preg(t)) == Some(reg::ESP);
            sp(f.operands(o)) && !f.ops[o].flags.contains(OpFlags::FRAME_SETUP)
        }
        op::P_ASM => true,
        _ => false,
    }
}

/// The address at the start of a list of operands.
fn address(f: &Func, list: &[Tn]) -> Option<Addr> {
    let &[base, scale, index, disp, seg, ..] = list else { return None };
    Some(Addr { base, scale: f.as_lit(scale)? as u8, index, disp, seg: f.as_lit(seg)? })
}

/// The displacement of an address that is the stack pointer and no more than that.
fn from_sp(f: &Func, a: &Addr) -> Option<i64> {
    let plain = f.preg(a.base) == Some(reg::ESP) && f.preg(a.index) == Some(reg::NOREG) && a.seg == segment::NONE;
    f.as_lit(a.disp).filter(|_| plain)
}

/// Is it a number of a byte?
fn is_short(f: &Func, t: Tn) -> bool {
    f.as_lit(t).is_some_and(|v| (-128..128).contains(&v))
}

struct Pusher<'a> {
    isa: &'a Isa,
    area: i64,
    at_return: RegSet,
}

impl Pusher<'_> {
    fn units(&self, r: PReg) -> RegSet {
        self.isa.reg(r).units
    }

    fn call(&self, f: &mut Func, b: Bb, call: Op, live: &RegLiveness) {
        let found = self.arguments(f, b, call, live);
        let together = found.iter().take_while(|a| a.is_some()).count();
        let saves =
            |n: usize| found[..n].iter().flatten().map(|a| a.saves).sum::<i64>() - if 4 * n < 128 { 3 } else { 6 };
        let Some(n) = (1..=together).max_by_key(|&n| saves(n)).filter(|&n| saves(n) > 1) else { return };
        let arguments: Vec<Argument> = found[..n].iter().flatten().copied().collect();
        self.push(f, call, &arguments);
    }

    /// By place: what is stored there for a call, if that may be pushed.
    fn arguments(&self, f: &Func, b: Bb, call: Op, live: &RegLiveness) -> Vec<Option<Argument>> {
        let places = (self.area / WORD) as usize;
        let mut found: Vec<Option<Argument>> = vec![None; places];
        // Places that are settled, by an argument or by what cannot be pushed.
        let mut settled = vec![false; places];
        let mut below = Below::default();
        let mut now = live.live_out(b);
        let mut at = f.last(b);
        while let Some(o) = at.filter(|&o| o != call) {
            now = self.above(f, o, now);
            at = f.prev(o);
        }
        now = self.above(f, call, now);
        at = f.prev(call);
        while let Some(o) = at {
            at = f.prev(o);
            let row = self.isa.inst(f.ops[o].opcode);
            let writes = reglive::writes(f, self.isa, o) | f.clobbers(o);
            if row.is(InstFlags::CALL) || f.extra(o).is_some() || writes.intersects(self.units(reg::ESP)) {
                break;
            }
            self.load(f, o, &mut below, &mut found);
            self.constant(f, o, &mut below, &mut found);
            let reads = reglive::reads(f, self.isa, o);
            below.loaded.retain(|x| !(reads | writes).intersects(self.units(x.1)));
            if row.is(InstFlags::STORE) {
                self.store(f, o, now, &mut below, &mut found, &mut settled);
            }
            below.written |= writes;
            now = self.above(f, o, now);
        }
        found
    }

    fn above(&self, f: &Func, o: Op, live: RegSet) -> RegSet {
        let left = live - reglive::writes(f, self.isa, o) - f.clobbers(o);
        left | reglive::reads(f, self.isa, o) | reglive::returned(f, self.isa, o, self.at_return)
    }

    /// A store: of an argument, or of something else.
    fn store(
        &self,
        f: &Func,
        o: Op,
        live: RegSet,
        below: &mut Below,
        found: &mut [Option<Argument>],
        settled: &mut [bool],
    ) {
        let row = self.isa.inst(f.ops[o].opcode);
        let to = address(f, f.operands(o)).and_then(|a| from_sp(f, &a)).filter(|_| f.nres(o) == 0);
        let (Some(at), size) = (to, i64::from(row.mem_bytes)) else {
            // Reading and writing rows, and those of unknown places; the area's address is nowhere.
            below.elsewhere = true;
            return;
        };
        if size == 0 {
            below.elsewhere = true;
        }
        if at >= self.area {
            below.stored.push((at, at + size));
            return;
        }
        let first = (at.max(0) / WORD) as usize;
        let last = ((at + size.max(1) - 1) / WORD) as usize;
        let whole = at >= 0 && at % WORD == 0 && size == WORD && !settled[first];
        if whole && !f.ops[o].flags.contains(OpFlags::VOLATILE) {
            found[first] = self.argument(f, o, at, live, below, first);
        }
        (first..=last.min(settled.len() - 1)).for_each(|n| settled[n] = true);
    }

    fn argument(&self, f: &Func, o: Op, at: i64, live: RegSet, below: &mut Below, place: usize) -> Option<Argument> {
        let value = *f.operands(o).get(5)?;
        let length = if at == 0 { 3 } else { 4 };
        match f.ops[o].opcode {
            op::MOV32_MR => {
                let r = f.preg(value)?;
                if !live.intersects(self.units(r)) {
                    below.loaded.push((place, r));
                }
                let waits = !below.written.intersects(self.units(r));
                waits.then_some(Argument { store: o, value: Value::Register(value), saves: length - 1 })
            }
            op::MOV32_MI => {
                let push = if is_short(f, value) { 2 } else { 5 };
                Some(Argument { store: o, value: Value::Constant(value), saves: length + 4 - push })
            }
            _ => None,
        }
    }

    /// A constant that is only passed.
    fn constant(&self, f: &Func, o: Op, below: &mut Below, found: &mut [Option<Argument>]) {
        let Some(&imm) = f.operands(o).first().filter(|_| f.ops[o].opcode == op::MOV32_RI) else { return };
        let Some(r) = f.results(o).first().and_then(|&t| f.preg(t)) else { return };
        let Some(n) = below.loaded.iter().position(|x| x.1 == r) else { return };
        let (place, _) = below.loaded.swap_remove(n);
        let Some(store) = self.store_of(f, o, place, r) else { return };
        let length = if place == 0 { 3 } else { 4 };
        let push = if is_short(f, imm) { 2 } else { 5 };
        found[place] = Some(Argument { store, value: Value::Made(o, imm), saves: length + 5 - push });
    }

    /// A load of what is only passed.
    fn load(&self, f: &Func, o: Op, below: &mut Below, found: &mut [Option<Argument>]) {
        if f.ops[o].opcode != op::MOV32_RM || f.ops[o].flags.contains(OpFlags::VOLATILE) {
            return;
        }
        let Some(r) = f.results(o).first().and_then(|&t| f.preg(t)) else { return };
        let Some(n) = below.loaded.iter().position(|x| x.1 == r) else { return };
        let Some(a) = address(f, f.operands(o)) else { return };
        let kept = |t: Tn| f.preg(t).is_some_and(|r| !below.written.intersects(self.units(r)));
        let same = match from_sp(f, &a) {
            Some(d) => d >= self.area && below.stored.iter().all(|s| d + WORD <= s.0 || s.1 <= d),
            None => below.stored.is_empty() && !below.elsewhere,
        };
        // What is computed from an address on the stack may be anywhere there.
        let indexed = f.preg(a.base) == Some(reg::ESP) && from_sp(f, &a).is_none();
        let constant =
            f.ops[o].flags.contains(OpFlags::CONSTANT_MEMORY) || from_sp(f, &a).is_some() && !below.elsewhere;
        let stays = same && (constant || from_sp(f, &a).is_none());
        if !stays || indexed || !kept(a.base) || !kept(a.index) {
            return;
        }
        let (place, _) = below.loaded.swap_remove(n);
        let length = if place == 0 { 3 } else { 4 };
        let Some(store) = self.store_of(f, o, place, r) else { return };
        found[place] = Some(Argument { store, value: Value::Memory(o), saves: length });
    }

    /// The store below a load that passes its value in a place.
    fn store_of(&self, f: &Func, load: Op, place: usize, r: PReg) -> Option<Op> {
        let mut at = f.next(load);
        while let Some(o) = at {
            let value = f.operands(o).get(5).and_then(|&t| f.preg(t));
            let to = address(f, f.operands(o)).and_then(|a| from_sp(f, &a));
            if f.ops[o].opcode == op::MOV32_MR && value == Some(r) && to == Some(place as i64 * WORD) {
                return Some(o);
            }
            at = f.next(o);
        }
        None
    }

    /// Replaces stores by pushes before the call.
    fn push(&self, f: &mut Func, call: Op, arguments: &[Argument]) {
        let bytes = arguments.len() as i64 * WORD;
        let (sp, flags, imm) = (stack_pointer(f, false), super::pseudo::eflags(f), f.lit(bytes));
        let step = f.make_before(call, op::ADD32_RI, &[sp, flags], &[sp, imm]);
        f.ops[step].flags = OpFlags::FRAME_SETUP;
        for (done, a) in arguments.iter().rev().enumerate() {
            let mut extra = OpFlags::FRAME_SETUP;
            let o = match a.value {
                Value::Register(t) => f.make_before(call, op::PUSH32_R, &[sp], &[t, sp]),
                Value::Constant(t) | Value::Made(_, t) => f.make_before(call, op::PUSH32_I, &[sp], &[t, sp]),
                Value::Memory(load) => {
                    let mut list: SmallVec<[Tn; 6]> = f.operands(load).into();
                    let moved = address(f, &list).and_then(|a| from_sp(f, &a));
                    if let Some(d) = moved {
                        list[3] = f.lit(d - bytes + done as i64 * WORD);
                    }
                    list.push(sp);
                    extra |= f.ops[load].flags & (OpFlags::RELOAD | OpFlags::REMAT);
                    f.make_before(call, op::PUSH32_M, &[sp], &list)
                }
            };
            f.ops[o].flags = extra;
            f.ops[o].pos = f.ops[a.store].pos;
        }
        for a in arguments {
            f.remove(a.store);
            if let Value::Memory(gone) | Value::Made(gone, _) = a.value {
                f.remove(gone);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::{Counters, Fuel, Options};
    use crate::{target, text};
    use targ_info::{Target, TargetSpec};
    use whirl_lite::ir::Module;

    /// Ops before a call in a final frame with an area of twelve bytes, after the pass.
    fn pushed(ops: &[&str]) -> Vec<String> {
        let spec = TargetSpec { march: Some("pentium4".into()), ..TargetSpec::default() };
        let (t, _) = Target::new(&spec, None).unwrap();
        let hooks = target::hooks_for(&t).unwrap();
        let mut module = Module::default();
        let source = format!(
            "declare @g\nvariable @v\nfunc @f {{\n  allocated\n  info calls outgoing 12\nbb0 freq 1 -> bb1 1:\n  {}\n  \
             p.call @g ; clobbers call stack 12\nbb1 freq 1:\n  p.ret 0\n}}\n",
            ops.join("\n  ")
        );
        let units = |r: PReg| t.isa.reg(r).units;
        let clobbers = [reg::EAX, reg::ECX, reg::EDX].into_iter().fold(RegSet::EMPTY, |s, r| s | units(r));
        let mut f = text::parse(&source, &mut module, &t, hooks, clobbers).unwrap().remove(0);
        f.rebuild_preds();
        let options = Options { opt_level: 2, ..Options::default() };
        let (fuel, counters) = (Fuel::default(), Counters::default());
        let cx = PassCx { target: &t, hooks, module: &module, options: &options, fuel: &fuel, counters: &counters };
        run(&mut f, &cx);
        let printed = text::print(&f, &cx);
        let from = printed.lines().skip_while(|l| !l.starts_with("bb0")).skip(1).take_while(|l| !l.contains("p.call"));
        from.map(|l| l.split(" ; ").next().unwrap_or(l).trim().to_string()).collect()
    }
    const STORES: [&str; 3] = [
        "mov32.mr %esp, 0, %noreg, 8, 0, %esi",
        "mov32.mi %esp, 0, %noreg, 4, 0, 7",
        "mov32.mr %esp, 0, %noreg, 0, 0, %edi",
    ];
    const PUSHES: [&str; 4] = [
        "%esp, %eflags:state.i32 = add32.ri %esp, 12",
        "%esp = push32.r %esi, %esp",
        "%esp = push32.i 7, %esp",
        "%esp = push32.r %edi, %esp",
    ];

    #[test]
    fn arguments_are_pushed_from_the_last_to_the_first() {
        assert_eq!(pushed(&STORES), PUSHES);
    }
    #[test]
    fn a_store_waits_only_while_its_register_does() {
        let between = [STORES[0], STORES[1], STORES[2], "%esi = mov32.ri 5"];
        let out = pushed(&between);
        // The third place keeps its store; those before it are pushed.
        assert_eq!(out[0], STORES[0]);
        assert_eq!(out[1], "%esi = mov32.ri 5");
        assert_eq!(out[2], "%esp, %eflags:state.i32 = add32.ri %esp, 8");
        assert_eq!(out.len(), 5);
    }
    #[test]
    fn what_is_loaded_to_be_passed_is_pushed_from_memory() {
        let load = "%eax = mov32.rm %noreg, 0, %noreg, @v, 0";
        let out = pushed(&[load, "mov32.mr %esp, 0, %noreg, 8, 0, %eax", STORES[1], STORES[2]]);
        assert_eq!(out[1], "%esp = push32.m %noreg, 0, %noreg, @v, 0, %esp");
        // Not if another store comes between, which may be to the same place.
        let store = "mov32.mi %ecx, 0, %noreg, 0, 0, 1";
        let out = pushed(&[load, store, "mov32.mr %esp, 0, %noreg, 8, 0, %eax", STORES[1], STORES[2]]);
        assert!(!out.iter().any(|l| l.contains("push32.m")), "{out:?}");
    }
    #[test]
    fn an_area_whose_address_is_known_stays() {
        let with_address = ["%ebx = lea32 %esp, 0, %noreg, 4, 0", STORES[0], STORES[1], STORES[2]];
        assert_eq!(pushed(&with_address), with_address);
    }
}
