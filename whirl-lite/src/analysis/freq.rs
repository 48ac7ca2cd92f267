//! Branch probabilities.
//!
//! In order of trust: a probability that a pass noted ([`Function::branch_prob`]), `!prof` branch weights, blocks that
//! cannot return or are cold, and the heuristics of Ball and Larus ("Branch Prediction for Free", 1993) combined as Wu and
//! Larus do ("Static Branch Frequency and Program Profile Analysis", 1994), with their measured hit rates.
//!
//! A probability is a number of 1/2^16 for the first way of a conditional branch, never 0 and never 2^16.

use super::dom::Cfg;
use super::loops::Loops;
use crate::ir::{
    BlockId, Callee, FnFlags, Function, GlobalKind, Inst, InstKind, IntPred, MdKind, MdOperand, Module, Value, ValueDef,
};
use cranelift_entity::SecondaryMap;

/// One: certainty.
pub const ONE: u32 = 1 << 16;

/// Weights of a terminator's ways from `!prof !{!"branch_weights", ...}`; `None` if absent or not one for each way.
pub fn weights(f: &Function, m: &Module, term: Inst) -> Option<Vec<u64>> {
    let mut ops = m.metadata.operands(f.attachment(term, MdKind::PROF)?).iter();
    if !matches!(ops.next(), Some(MdOperand::String(s)) if m.metadata.str(*s) == Some("branch_weights")) {
        return None;
    }
    let list: Vec<u64> = ops
        .filter_map(|o| match o {
            MdOperand::Int(n, _) => Some(*n as u32 as u64),
            _ => None,
        })
        .collect();
    (list.len() == f.inst_blocks(term).len()).then_some(list)
}

/// A probability from two weights.
pub fn ratio(first: u64, second: u64) -> u32 {
    let total = first.saturating_add(second);
    if total == 0 {
        return ONE / 2;
    }
    ((u128::from(first) * u128::from(ONE) / u128::from(total)) as u32).clamp(1, ONE - 1)
}

/// For each block that ends in a conditional branch the probability of its first way; 0 elsewhere.
pub fn probabilities(f: &Function, m: &Module, cfg: &Cfg, loops: &Loops) -> SecondaryMap<BlockId, u32> {
    let mut result = SecondaryMap::with_capacity(f.blocks.len());
    let facts = facts(f, m, cfg);
    for &b in &cfg.rpo {
        let Some(term) = f.last(b) else { continue };
        if let (InstKind::CondBr, &[yes, no]) = (f.insts[term].kind, f.inst_blocks(term)) {
            result[b] = one_branch(f, m, cfg, loops, &facts, (b, term, yes, no));
        }
    }
    result
}

/// How often each block is executed, the entry once; 0 for unreachable blocks.
///
/// Loops are scaled innermost first by the probability that control comes back to the head (Wu and Larus). Cycles without
/// a head of their own count as if their retreating edges were not there.
pub fn frequencies(
    f: &Function,
    m: &Module,
    cfg: &Cfg,
    loops: &Loops,
    probabilities: &SecondaryMap<BlockId, u32>,
) -> SecondaryMap<BlockId, f32> {
    let mut freq: SecondaryMap<BlockId, f32> = SecondaryMap::with_capacity(f.blocks.len());
    let mut scale: SecondaryMap<BlockId, f32> = SecondaryMap::with_capacity(f.blocks.len());
    let edge = |from: BlockId, freq: f32, out: &mut dyn FnMut(BlockId, f32)| {
        let succs = f.succs(from);
        match (succs, probabilities[from]) {
            (&[a, b], p) if p != 0 => {
                let p = p as f32 / ONE as f32;
                out(a, freq * p);
                out(b, freq * (1.0 - p));
            }
            _ => {
                let weights = f.last(from).and_then(|t| weights(f, m, t)).filter(|w| w.iter().any(|&x| x != 0));
                let total: u64 = weights.iter().flatten().sum();
                for (n, &s) in succs.iter().enumerate() {
                    let share = match &weights {
                        Some(w) => w[n] as f32 / total as f32,
                        None => 1.0 / succs.len() as f32,
                    };
                    out(s, freq * share);
                }
            }
        }
    };
    let mut inflow: SecondaryMap<BlockId, f32> = SecondaryMap::with_capacity(f.blocks.len());
    let ids: Vec<_> = loops.loops.keys().collect();
    for &l in ids.iter().rev() {
        let d = &loops.loops[l];
        for &b in &d.blocks {
            inflow[b] = 0.0;
        }
        let mut back = 0.0;
        for &b in &d.blocks {
            let mut x = if b == d.header { 1.0 } else { inflow[b] };
            if b != d.header && scale[b] != 0.0 {
                x *= scale[b];
            }
            edge(b, x, &mut |s, x| {
                if s == d.header {
                    back += x;
                } else {
                    inflow[s] += x;
                }
            });
        }
        // A loop without an end is as one of many rounds.
        scale[d.header] = 1.0 / (1.0 - back.min(0.999));
    }
    for &b in &cfg.rpo {
        inflow[b] = 0.0;
    }
    for (n, &b) in cfg.rpo.iter().enumerate() {
        let mut x = if n == 0 { 1.0 } else { inflow[b] };
        if scale[b] != 0.0 {
            x *= scale[b];
        }
        freq[b] = x;
        edge(b, x, &mut |s, x| {
            // Back edges are in the scale.
            if cfg.rpo_index(s).is_some_and(|i| i > n) {
                inflow[s] += x;
            }
        });
    }
    freq
}

/// What a block does that makes a way to it more or less likely.
#[derive(Clone, Copy, Default)]
struct Facts {
    calls: bool,
    returns: bool,
    stores: bool,
    /// Ends without return, or calls something cold.
    cold: bool,
}

fn facts(f: &Function, m: &Module, cfg: &Cfg) -> SecondaryMap<BlockId, Facts> {
    let mut facts: SecondaryMap<BlockId, Facts> = SecondaryMap::with_capacity(f.blocks.len());
    // Successors first, so that a block all of whose ways are cold is cold too.
    for &b in cfg.rpo.iter().rev() {
        let mut x = Facts::default();
        for i in f.block_insts(b) {
            match &f.insts[i].kind {
                InstKind::Call(c) | InstKind::Invoke(c) | InstKind::CallBr(c) => {
                    let cold = is_cold_call(f, m, i);
                    x.cold |= cold;
                    x.calls |= !matches!(f.calls[*c].callee, Callee::Asm(_) | Callee::Intrinsic(_));
                }
                InstKind::Store(_) => x.stores = true,
                InstKind::Ret => x.returns = true,
                InstKind::Unreachable | InstKind::Trap(false) => x.cold = true,
                _ => {}
            }
        }
        let succs = f.succs(b);
        x.cold |= !succs.is_empty() && succs.iter().all(|&s| facts[s].cold);
        if let [only] = succs {
            x.returns |= facts[*only].returns && cfg.rpo_index(*only) > cfg.rpo_index(b);
        }
        facts[b] = x;
    }
    facts
}

/// Is the call one to a function that is marked cold or never returns?
pub fn is_cold_call(f: &Function, m: &Module, call: Inst) -> bool {
    let (InstKind::Call(c) | InstKind::Invoke(c)) = f.insts[call].kind else { return false };
    let cold = FnFlags::COLD | FnFlags::NORETURN;
    let info = &f.calls[c];
    if info.sig.attrs.flags.intersects(cold) {
        return true;
    }
    f.callee(call).and_then(|v| global_of(f, v)).is_some_and(|g| match &m.globals[g].kind {
        GlobalKind::Function { sig, .. } => sig.attrs.flags.intersects(cold),
        _ => false,
    })
}

/// The global whose address a value is.
pub fn global_of(f: &Function, v: Value) -> Option<crate::ir::GlobalRef> {
    match f.values[v].def {
        ValueDef::Const(c) => match f.consts.get(c) {
            crate::ir::ConstData::Global(g) | crate::ir::ConstData::FunctionAddress(g) => Some(*g),
            _ => None,
        },
        ValueDef::Result(i, _) => match f.insts[i].kind {
            InstKind::GlobalAddr(g) => Some(g),
            _ => None,
        },
        _ => None,
    }
}

fn one_branch(
    f: &Function,
    m: &Module,
    cfg: &Cfg,
    loops: &Loops,
    facts: &SecondaryMap<BlockId, Facts>,
    (b, term, yes, no): (BlockId, Inst, BlockId, BlockId),
) -> u32 {
    let noted = f.branch_prob[term];
    if noted != 0 {
        return noted.clamp(1, ONE - 1);
    }
    if let Some(w) = weights(f, m, term) {
        return ratio(w[0], w[1]);
    }
    match (facts[yes].cold, facts[no].cold) {
        (true, false) => return ONE / 2048,
        (false, true) => return ONE - ONE / 2048,
        _ => {}
    }
    let mut p = 0.5f64;
    let mut combine = |h: f64| p = p * h / (p * h + (1.0 - p) * (1.0 - h));
    // A predictor that holds for exactly one way.
    let mut predict = |a: bool, b: bool, h: f64| match (a, b) {
        (true, false) => combine(h),
        (false, true) => combine(1.0 - h),
        _ => {}
    };
    if let Some(l) = loops.innermost(b) {
        let back = |s: BlockId| loops.loops[l].header == s;
        predict(back(yes), back(no), 0.95);
        if !back(yes) && !back(no) {
            predict(loops.contains(l, yes), loops.contains(l, no), 0.95);
        }
    }
    let alone = |s: BlockId| cfg.preds(s).len() == 1;
    let enters = |s: BlockId| {
        alone(s) && loops.depth(s) > loops.depth(b)
            || alone(s) && matches!(f.succs(s), [t] if loops.is_header(*t) && loops.depth(*t) > loops.depth(b))
    };
    predict(enters(yes), enters(no), 0.75);
    predict(alone(yes) && facts[yes].calls, alone(no) && facts[no].calls, 1.0 - 0.78);
    predict(facts[yes].returns, facts[no].returns, 1.0 - 0.72);
    predict(alone(yes) && facts[yes].stores, alone(no) && facts[no].stores, 1.0 - 0.55);
    if let Some(h) = f.args(term).first().and_then(|&c| by_condition(f, m, c)) {
        combine(h);
    }
    ((p * f64::from(ONE)) as u32).clamp(1, ONE - 1)
}

/// How likely a condition holds, by its comparison: equalities and "less than zero" mostly fail.
fn by_condition(f: &Function, m: &Module, cond: Value) -> Option<f64> {
    let def = f.def_inst(cond)?;
    let args = f.args(def);
    match f.insts[def].kind {
        InstKind::Icmp(pred) => {
            let (&a, &b) = (args.first()?, args.get(1)?);
            let constant = f.as_int(b);
            let pointer = m.types.is_ptr(f.ty(a));
            match (pred, constant) {
                (IntPred::Eq, _) if pointer => Some(1.0 - 0.60),
                (IntPred::Ne, _) if pointer => Some(0.60),
                (IntPred::Eq, Some(_)) => Some(1.0 - 0.84),
                (IntPred::Ne, Some(_)) => Some(0.84),
                (IntPred::Slt | IntPred::Sle, Some(0)) => Some(1.0 - 0.84),
                (IntPred::Sgt | IntPred::Sge, Some(0)) => Some(0.84),
                (IntPred::Sgt, Some(c)) if is_minus_one(f, m, b, c) => Some(0.84),
                (IntPred::Slt, Some(1)) => Some(1.0 - 0.84),
                _ => None,
            }
        }
        InstKind::Fcmp(pred, _) => {
            use crate::ir::FloatPred::*;
            match pred {
                Oeq | Ueq => Some(1.0 - 0.84),
                Une | One => Some(0.84),
                Uno => Some(0.01),
                Ord => Some(0.99),
                _ => None,
            }
        }
        _ => None,
    }
}

fn is_minus_one(f: &Function, m: &Module, v: Value, bits: u64) -> bool {
    m.types.int_bits(f.ty(v)).is_some_and(|w| w <= 64 && bits == u64::MAX >> (64 - w.max(1)))
}

#[cfg(test)]
mod tests {
    use super::super::dom::{DomTree, tests::graph};
    use super::*;

    #[test]
    fn loops_are_likely_to_go_on() {
        let f = graph(&[&[1], &[1, 2], &[]]);
        let cfg = Cfg::compute(&f);
        let dom = DomTree::compute(&f, &cfg);
        let loops = Loops::compute(&f, &cfg, &dom);
        let p = probabilities(&f, &Module::default(), &cfg, &loops);
        assert!(p[f.layout[1]] > ONE * 8 / 10, "{}", p[f.layout[1]]);
    }

    #[test]
    fn frequencies_of_nested_loops() {
        let f = graph(&[&[1], &[2], &[2, 3], &[1, 4], &[]]);
        let cfg = Cfg::compute(&f);
        let dom = DomTree::compute(&f, &cfg);
        let loops = Loops::compute(&f, &cfg, &dom);
        let m = Module::default();
        let p = probabilities(&f, &m, &cfg, &loops);
        let freq = frequencies(&f, &m, &cfg, &loops, &p);
        let rounds = |b: usize| 1.0 / (1.0 - p[f.layout[b]] as f32 / ONE as f32);
        assert!((freq[f.layout[1]] - rounds(3)).abs() < 0.01 * rounds(3));
        assert!((freq[f.layout[2]] - rounds(3) * rounds(2)).abs() < 0.01 * rounds(3) * rounds(2));
        assert!((freq[f.layout[4]] - 1.0).abs() < 0.01);
    }

    #[test]
    fn weights_become_ratios() {
        assert_eq!(ratio(1, 3), ONE / 4);
        assert_eq!(ratio(0, 0), ONE / 2);
        assert_eq!(ratio(5, 0), ONE - 1);
        assert_eq!(ratio(0, 5), 1);
    }
}
