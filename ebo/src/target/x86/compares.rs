//! Comparisons of extended bytes and words, as comparisons of bytes and words, one of them in memory.
//!
//! If both sides are extended alike from so many bits, their low parts compare as they do: by all conditions without sign if the
//! bits above are zero, by those with sign if they are copies of it. So a load that nothing else reads becomes the memory operand.

use super::{between, memory_at, unchanged};
use crate::chains::Chains;
use cgir::analysis::reglive;
use cgir::func::{Bb, Func, Op, OpFlags, Tn};
use cgir::pass::PassCx;
use cgir::target::x86::cond as cc;
use smallvec::SmallVec;
use targ_info::x86::{op, reg};
use targ_info::{InstFlags, Opcode, RegSet, Role};
use whirl_lite::alias::Aliases;

/// How a value was extended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Extension {
    bits: u32,
    signed: bool,
}

/// Loads that extend.
const LOADS: [(Opcode, Extension); 4] = [
    (op::MOVZX32_8_RM, Extension { bits: 8, signed: false }),
    (op::MOVZX32_16_RM, Extension { bits: 16, signed: false }),
    (op::MOVSX32_8_RM, Extension { bits: 8, signed: true }),
    (op::MOVSX32_16_RM, Extension { bits: 16, signed: true }),
];

/// How far definitions are followed back.
const DEPTH: usize = 6;

/// Folds the comparisons of a function. Returns how many.
pub(super) fn run(f: &mut Func, cx: &PassCx<'_>, chains: &Chains) -> u64 {
    let mut done = 0;
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let mut next = f.first(b);
        while let Some(o) = next {
            next = f.next(o);
            if f.ops[o].opcode == op::CMP32_RR && compare(f, cx, chains, b, o).is_some() {
                done += 1;
            }
        }
    }
    cx.counters.add("ebo.compares", done);
    done
}

fn compare(f: &mut Func, cx: &PassCx<'_>, chains: &Chains, b: Bb, o: Op) -> Option<()> {
    let &[x, y] = f.operands(o) else { return None };
    // The second side first: its load is mostly the later one.
    for (load, other, second) in [(y, x, true), (x, y, false)] {
        let Some((at, how)) = only_load(f, cx, chains, load, o) else { continue };
        if load == other || !extended(f, chains, other, how, DEPTH) || !answers(f, cx, b, o, how.signed) {
            continue;
        }
        if !cx.fuel.take() {
            return None;
        }
        let row = match (how.bits, second) {
            (8, true) => op::P_CMP8_32_RM,
            (8, false) => op::P_CMP8_32_MR,
            (_, true) => op::P_CMP16_32_RM,
            (_, false) => op::P_CMP16_32_MR,
        };
        let start = memory_at(f, cx.target.isa, at)?;
        let mut operands: SmallVec<[Tn; 6]> = f.all(at)[start..start + 5].iter().copied().collect();
        let results: SmallVec<[Tn; 1]> = f.results(o).iter().copied().collect();
        operands.insert(if second { 0 } else { 5 }, other);
        f.rewrite_op(o, row, &results, &operands);
        f.ops[o].alias = f.ops[at].alias;
        let constant = f.ops[at].flags & OpFlags::CONSTANT_MEMORY;
        f.ops[o].flags |= constant;
        return Some(());
    }
    None
}

/// The load that extends to a TN which only this op reads, if it can be made where that stands.
fn only_load(f: &Func, cx: &PassCx<'_>, chains: &Chains, t: Tn, reader: Op) -> Option<(Op, Extension)> {
    let load = chains.def(f, t).filter(|_| chains.reads(t) == [reader])?;
    let how = LOADS.iter().find(|l| l.0 == f.ops[load].opcode)?.1;
    if f.ops[load].flags.contains(OpFlags::VOLATILE) || f.bb_of(load) != f.bb_of(reader) {
        return None;
    }
    let aliases = Aliases::new(&f.alias, cx.module);
    let writes = |&o: &Op| {
        let flags = cx.target.isa.inst(f.ops[o].opcode).flags;
        let all = flags.intersects(InstFlags::CALL | InstFlags::FENCE) || f.extra(o).is_some();
        all || flags.contains(InstFlags::STORE) && aliases.may_alias(f.ops[o].alias, f.ops[load].alias)
    };
    let still = unchanged(f, chains, f.operands(load), load, reader);
    (still && !between(f, load, reader)?.iter().any(writes)).then_some((load, how))
}

/// Is a TN extended so, however it came about?
fn extended(f: &Func, chains: &Chains, t: Tn, how: Extension, depth: usize) -> bool {
    let defs = chains.defs(t);
    f.is_virtual(t) && depth > 0 && !defs.is_empty() && defs.iter().all(|&o| extends(f, chains, o, how, depth))
}

fn extends(f: &Func, chains: &Chains, o: Op, how: Extension, depth: usize) -> bool {
    let lit = |n: usize| f.operands(o).get(n).and_then(|&t| f.as_lit(t));
    let (least, most) = match how.signed {
        true => (-(1 << (how.bits - 1)), (1 << (how.bits - 1)) - 1),
        false => (0, (1i64 << how.bits) - 1),
    };
    let within = |v: Option<i64>| v.is_some_and(|v| (least..=most).contains(&v));
    let narrower = |e: Extension| e == how || e.bits < how.bits && (e.signed == how.signed || how.signed);
    let row = f.ops[o].opcode;
    match row {
        op::P_COPY32 => f.operands(o).first().is_some_and(|&x| extended(f, chains, x, how, depth - 1)),
        op::P_LI32 => within(lit(0)),
        op::CMOV32_RR | op::P_SELECT32 => f.operands(o).iter().take(2).all(|&x| extended(f, chains, x, how, depth - 1)),
        op::MOVZX32_8_RR => narrower(Extension { bits: 8, signed: false }),
        op::MOVZX32_16_RR => narrower(Extension { bits: 16, signed: false }),
        op::MOVSX32_8_RR => narrower(Extension { bits: 8, signed: true }),
        op::MOVSX32_16_RR => narrower(Extension { bits: 16, signed: true }),
        op::AND32_RI => !how.signed && within(lit(1)),
        op::SHR32_RI => !how.signed && lit(1).is_some_and(|n| (i64::from(32 - how.bits)..32).contains(&n)),
        op::SAR32_RI => how.signed && lit(1).is_some_and(|n| (i64::from(32 - how.bits)..32).contains(&n)),
        _ => LOADS.iter().any(|l| l.0 == row && narrower(l.1)),
    }
}

/// Do all conditions that read the comparison's flags ask what low parts can answer?
fn answers(f: &Func, cx: &PassCx<'_>, b: Bb, compare: Op, signed: bool) -> bool {
    let flags = cx.target.isa.reg(reg::EFLAGS).units;
    let mut seen: SmallVec<[Bb; 8]> = SmallVec::new();
    let mut work: SmallVec<[Bb; 8]> = SmallVec::new();
    match answered(f, cx, f.next(compare), flags, signed) {
        Some(true) => return true,
        Some(false) => return false,
        None => work.extend(f.bbs[b].succs.iter().map(|s| s.bb)),
    }
    while let Some(n) = work.pop() {
        if seen.contains(&n) {
            continue;
        }
        seen.push(n);
        match answered(f, cx, f.first(n), flags, signed) {
            Some(true) => {}
            Some(false) => return false,
            None => work.extend(f.bbs[n].succs.iter().map(|s| s.bb)),
        }
    }
    true
}

/// Reads of the flags from an op on, up to what writes them: are all answered? `None` if nothing before the block's end writes them.
fn answered(f: &Func, cx: &PassCx<'_>, from: Option<Op>, flags: RegSet, signed: bool) -> Option<bool> {
    let isa = cx.target.isa;
    let mut at = from;
    while let Some(o) = at {
        at = f.next(o);
        if reglive::reads(f, isa, o).intersects(flags) {
            let cond = isa.inst(f.ops[o].opcode).role(Role::Cond).and_then(|i| f.all(o).get(i).copied());
            match cond.and_then(|t| f.as_lit(t)) {
                Some(cc::E | cc::NE) => {}
                Some(cc::B | cc::AE | cc::BE | cc::A) if !signed => {}
                Some(cc::L | cc::GE | cc::LE | cc::G) if signed => {}
                _ => return Some(false),
            }
        }
        let row = isa.inst(f.ops[o].opcode);
        if (reglive::writes(f, isa, o) | f.clobbers(o)).intersects(flags) || row.is(InstFlags::CALL) {
            return Some(true);
        }
    }
    None
}
