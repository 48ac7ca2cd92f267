//! Placing constants and addresses that take instructions to make.
//!
//! Trees have constants and symbols' addresses as leaves at every use, so each use makes its own. In a loop that is waste:
//! here such a leaf becomes a value of its own, made before the outermost loop in which holding a register for it pays. The
//! value is the leaf *frozen* (`freeze` of a constant or address): no later pass looks through that, and the allocator can
//! still make it anew when registers are scarce.
//!
//! A loop holds a value only if the uses in it are executed often enough, judged by block frequencies.

use super::OptCx;
use super::edit::{before, signed, width};
use super::loops::{Nest, licm};
use crate::analysis::freq::{frequencies, probabilities};
use crate::analysis::loops::LoopId;
use crate::ir::{BinOp, BlockId, ConstData, Function, GlobalRef, Inst, InstKind, IntPred, Ty, UnOp, Value, ValueDef};
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

/// A loop must use a value so often, of its own iterations, to hold a register for it.
const WORTH: f32 = 0.4;
/// And so often when it has no register left.
const PRESSING: f32 = 1.5;
/// How many values a loop holds beyond its registers at most.
const MOST_OVER: i64 = 4;

/// Is the value the address of a symbol or frame object, plus a constant?
pub fn is_address(f: &Function, v: Value) -> bool {
    f.def_inst(v).is_some_and(|i| crate::tree::is_leaf(f, i) && !matches!(f.insts[i].kind, InstKind::BlockAddr(_)))
}

/// What is to be held in a register.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Key {
    /// A constant of the function.
    Constant(Value),
    /// A symbol's address, plus what does not fold into accesses.
    Symbol(GlobalRef, i64),
}

/// A use of it.
#[derive(Clone, Copy, Debug)]
struct Use {
    key: Key,
    inst: Inst,
    operand: u32,
    block: BlockId,
    /// Instructions that the use costs where it is.
    cost: u32,
    /// Distance from the symbol.
    offset: i64,
}

/// Hoists constants and addresses out of loops.
pub fn run(f: &mut Function, cx: &OptCx<'_>) {
    let nest = Nest::compute(f);
    if nest.loops.loops.is_empty() {
        return;
    }
    let p = probabilities(f, cx.m, &nest.cfg, &nest.loops);
    let freq = frequencies(f, cx.m, &nest.cfg, &nest.loops, &p);
    let mut uses = collect(f, cx, &nest);
    uses.sort_by_key(|u| u.key);
    let mut room: FxHashMap<LoopId, [i64; 2]> = FxHashMap::default();
    for group in uses.chunk_by(|a, b| a.key == b.key) {
        place(f, cx, &nest, &freq, group, &mut room);
    }
}

/// All uses in loops of what costs something.
fn collect(f: &Function, cx: &OptCx<'_>, nest: &Nest) -> Vec<Use> {
    let mut uses = Vec::new();
    for &b in &nest.cfg.rpo {
        if nest.loops.innermost(b).is_none() {
            continue;
        }
        for i in f.block_insts(b) {
            if matches!(f.insts[i].kind, InstKind::Phi | InstKind::Ret) || crate::tree::is_leaf(f, i) {
                continue;
            }
            for (n, &v) in f.args(i).iter().enumerate() {
                let found = match f.values[v].def {
                    ValueDef::Const(_) => constant_cost(f, cx, i, n, v).map(|c| (Key::Constant(v), c, 0)),
                    ValueDef::Result(..) => symbol(f, cx, v).and_then(|(g, offset)| {
                        let cost = symbol_cost(f, cx, i, n);
                        let far = if cx.costs.is_offset(offset) { 0 } else { (offset + 2048) & !4095 };
                        (cost > 0).then_some((Key::Symbol(g, far), cost, offset - far))
                    }),
                    _ => None,
                };
                if let Some((key, cost, offset)) = found {
                    uses.push(Use { key, inst: i, operand: n as u32, block: b, cost, offset });
                }
            }
        }
    }
    uses
}

/// Instructions that a symbol's address costs as this operand.
fn symbol_cost(f: &Function, cx: &OptCx<'_>, i: Inst, n: usize) -> u32 {
    match (f.insts[i].kind, n) {
        // A call makes its arguments in place.
        (InstKind::Call(_), _) => 0,
        // The low part folds into the access.
        (InstKind::Load(..), 0) | (InstKind::Store(_), 1) => cx.costs.symbol - 1,
        (InstKind::PtrAdd | InstKind::Icmp(_) | InstKind::Store(_), _) if cx.costs.symbol_operands => 0,
        _ => cx.costs.symbol,
    }
}

/// The symbol and distance that an address is.
fn symbol(f: &Function, cx: &OptCx<'_>, v: Value) -> Option<(GlobalRef, i64)> {
    let mut offset = 0i64;
    let mut i = f.def_inst(v)?;
    loop {
        match (f.insts[i].kind, f.args(i)) {
            (InstKind::GlobalAddr(g), _) => {
                let tls = cx.m.globals[g].tls.is_some();
                return (offset.unsigned_abs() < 1 << 28 && !tls).then_some((g, offset));
            }
            (InstKind::PtrAdd, &[base, by]) => {
                let n = f.as_int(by)?;
                offset = offset.checked_add(signed(n, width(f, cx.m, cx.costs.xlen, by)?))?;
                i = f.def_inst(base)?;
            }
            _ => return None,
        }
    }
}

/// Instructions that a constant costs as this operand; `None` if it costs none.
fn constant_cost(f: &Function, cx: &OptCx<'_>, i: Inst, n: usize, v: Value) -> Option<u32> {
    let costs = &cx.costs;
    match f.as_const(v)? {
        ConstData::Float(bits) => {
            let call = matches!(f.insts[i].kind, InstKind::Call(_) | InstKind::Store(_));
            let _ = bits;
            // From memory, or by way of an integer register.
            (!call).then_some(2)
        }
        ConstData::Int(bits) => {
            let ty = f.ty(v);
            if !matches!(ty, Ty::I32 | Ty::I64) {
                return None;
            }
            let c = signed(*bits, if ty == Ty::I32 { 32 } else { 64 });
            let imm = costs.is_imm(c);
            let free = match f.insts[i].kind {
                _ if c == 0 => true,
                InstKind::Binary(op) => match op {
                    BinOp::Shl | BinOp::LShr | BinOp::AShr | BinOp::RotL | BinOp::RotR => n == 1,
                    BinOp::Add | BinOp::And | BinOp::Or | BinOp::Xor => {
                        imm || (op == BinOp::And && (*bits & bits.wrapping_add(1) == 0))
                    }
                    // Expansion finds shifts and additions for many.
                    BinOp::Mul => {
                        let c = c.unsigned_abs();
                        let c = c >> c.trailing_zeros();
                        (c + 1).is_power_of_two() || c.wrapping_sub(1).is_power_of_two()
                    }
                    _ => false,
                },
                InstKind::Icmp(_) | InstKind::Store(_) if costs.imm_operands => imm,
                // A branch compares registers; a comparison for its value takes an immediate.
                InstKind::Icmp(p) => !matches!(p, IntPred::Eq | IntPred::Ne) && imm && !feeds_branch(f, i),
                InstKind::PtrAdd => costs.is_offset(c),
                InstKind::Store(_) => false,
                InstKind::Select => false,
                _ => true,
            };
            (!free).then(|| (costs.constant)(c))
        }
        _ => None,
    }
}

/// Does the comparison, in the next instructions of its block, feed the branch?
fn feeds_branch(f: &Function, i: Inst) -> bool {
    let term = f.block_of(i).and_then(|b| f.last(b));
    term.is_some_and(|t| matches!(f.insts[t].kind, InstKind::CondBr) && f.args(t).first() == Some(&f.result(i, 0)))
}

/// Decides for the uses of one key, and rewrites them.
fn place(
    f: &mut Function,
    cx: &OptCx<'_>,
    nest: &Nest,
    freq: &SecondaryMap<BlockId, f32>,
    uses: &[Use],
    room: &mut FxHashMap<LoopId, [i64; 2]>,
) {
    // How often each loop, with those inside it, uses the key.
    let mut often: Vec<(LoopId, f32)> = Vec::new();
    for u in uses {
        let mut l = nest.loops.innermost(u.block);
        while let Some(x) = l {
            let w = freq[u.block] * u.cost as f32;
            match often.iter_mut().find(|o| o.0 == x) {
                Some(o) => o.1 += w,
                None => often.push((x, w)),
            }
            l = nest.loops.loops[x].parent.expand();
        }
    }
    let float = match uses.first().map(|u| u.key) {
        Some(Key::Constant(v)) => usize::from(cx.m.types.is_float(f.ty(v))),
        _ => 0,
    };
    let mut made: Vec<(LoopId, Option<Value>)> = Vec::new();
    for u in uses {
        let Some(l) = home(f, cx, nest, freq, &often, u.block, room, float) else { continue };
        let value = match made.iter().find(|m| m.0 == l) {
            Some(m) => m.1,
            None => {
                let v = if cx.fuel.take() { make(f, cx, nest, l, u.key) } else { None };
                if v.is_some() {
                    take_room(f, cx, nest, l, room, float);
                }
                made.push((l, v));
                v
            }
        };
        let Some(value) = value else { continue };
        let value = if u.offset == 0 {
            value
        } else {
            let x = cx.costs.xlen_ty();
            let c = f.int_const(x, u.offset as u64 & super::edit::ones(cx.costs.xlen));
            before(f, u.inst, InstKind::PtrAdd, &[value, c], Ty::PTR)
        };
        if let Some(a) = f.args_mut(u.inst).get_mut(u.operand as usize) {
            *a = value;
        }
    }
}

/// The outermost loop around the block that should hold the value; each loop up to it uses it often enough.
#[allow(clippy::too_many_arguments)]
fn home(
    f: &Function,
    cx: &OptCx<'_>,
    nest: &Nest,
    freq: &SecondaryMap<BlockId, f32>,
    often: &[(LoopId, f32)],
    b: BlockId,
    room: &mut FxHashMap<LoopId, [i64; 2]>,
    float: usize,
) -> Option<LoopId> {
    let mut best = None;
    let mut l = nest.loops.innermost(b);
    while let Some(x) = l {
        let d = &nest.loops.loops[x];
        let here = often.iter().find(|o| o.0 == x).map_or(0.0, |o| o.1);
        let left = room_of(f, cx, nest, x, room)[float];
        // Beyond the registers that are left only what saves much: the allocator has others to spill.
        let worth = if left > 0 { WORTH } else { PRESSING };
        if here < worth * freq[d.header] || left <= -MOST_OVER {
            break;
        }
        if let Some(p) = nest.loops.preheader(f, &nest.cfg, x)
            && freq[p] < here
        {
            best = Some(x);
        }
        l = d.parent.expand();
    }
    best
}

/// Registers that the loop has left: integer, floating.
fn room_of<'r>(
    f: &Function,
    cx: &OptCx<'_>,
    nest: &Nest,
    l: LoopId,
    room: &'r mut FxHashMap<LoopId, [i64; 2]>,
) -> &'r mut [i64; 2] {
    room.entry(l).or_insert_with(|| {
        let calls = licm::has_call(f, nest, l);
        let all = i64::from(licm::registers(cx, calls));
        [(all - 3 - i64::from(licm::pressure(f, nest, l))).max(0), if calls { 6 } else { 14 }]
    })
}

/// A value is held in the loop and all inside it.
fn take_room(
    f: &Function,
    cx: &OptCx<'_>,
    nest: &Nest,
    l: LoopId,
    room: &mut FxHashMap<LoopId, [i64; 2]>,
    float: usize,
) {
    let inside: Vec<LoopId> =
        nest.loops.loops.iter().filter(|(_, d)| nest.loops.contains(l, d.header)).map(|(x, _)| x).collect();
    for x in inside {
        room_of(f, cx, nest, x, room)[float] -= 1;
    }
}

/// Makes the value before the loop.
fn make(f: &mut Function, cx: &OptCx<'_>, nest: &Nest, l: LoopId, key: Key) -> Option<Value> {
    let p = nest.loops.preheader(f, &nest.cfg, l)?;
    let at = f.last(p)?;
    Some(match key {
        Key::Constant(v) => {
            let ty = f.ty(v);
            before(f, at, InstKind::Unary(UnOp::Freeze), &[v], ty)
        }
        Key::Symbol(g, far) => {
            let mut a = before(f, at, InstKind::GlobalAddr(g), &[], Ty::PTR);
            if far != 0 {
                let x = cx.costs.xlen_ty();
                let c = f.int_const(x, far as u64 & super::edit::ones(cx.costs.xlen));
                a = before(f, at, InstKind::PtrAdd, &[a, c], Ty::PTR);
            }
            before(f, at, InstKind::Unary(UnOp::Freeze), &[a], Ty::PTR)
        }
    })
}
