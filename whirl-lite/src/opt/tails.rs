//! Returns after tail calls.
//!
//! The middle end leaves one return block that all paths join. A call marked `tail` can only be made a jump if its own
//! return follows it, so such a block is repeated behind the call: `br ret` becomes `ret`.

use super::OptCx;
use super::edit::{phis, remove_incoming, terminate};
use crate::analysis::dom::Cfg;
use crate::ir::{BlockId, Callee, Function, Inst, InstKind, TailKind, Value};

/// Repeats return blocks behind tail calls.
pub fn run(f: &mut Function, cx: &OptCx<'_>) {
    let cfg = Cfg::compute(f);
    for b in f.layout.clone() {
        let Some(ret) = f.last(b) else { continue };
        if !matches!(f.insts[ret].kind, InstKind::Ret) || !only_returns(f, b, ret) {
            continue;
        }
        for &p in cfg.preds(b) {
            let Some(br) = f.last(p) else { continue };
            if !matches!(f.insts[br].kind, InstKind::Br) {
                continue;
            }
            let value = f.args(ret).first().map(|&v| arriving(f, b, p, v));
            if !is_tail_call(f, br, value) || !cx.fuel.take() {
                continue;
            }
            let pos = f.insts[ret].pos;
            let debug = f.insts[ret].debug_loc;
            remove_incoming(f, b, p);
            f.remove(br);
            let args: Vec<Value> = value.into_iter().collect();
            let new = terminate(f, p, InstKind::Ret, &args, &[], pos);
            f.insts[new].debug_loc = debug;
        }
    }
}

/// Is there nothing but phis before the return?
fn only_returns(f: &Function, b: BlockId, ret: Inst) -> bool {
    f.block_insts(b).all(|i| i == ret || matches!(f.insts[i].kind, InstKind::Phi))
}

/// What a value of the block is when control comes from a predecessor.
fn arriving(f: &Function, b: BlockId, p: BlockId, v: Value) -> Value {
    for phi in phis(f, b) {
        if f.result(phi, 0) == v
            && let Some(n) = f.inst_blocks(phi).iter().position(|&x| x == p)
            && let Some(&a) = f.args(phi).get(n)
        {
            return a;
        }
    }
    v
}

/// Is the last thing before the jump a tail call, whose result is returned if anything is?
fn is_tail_call(f: &Function, br: Inst, value: Option<Value>) -> bool {
    let mut at = f.prev(br);
    while let Some(i) = at {
        let InstKind::Call(c) = f.insts[i].kind else { return false };
        let info = &f.calls[c];
        match &info.callee {
            // Ends of lifetimes and the like are no code.
            Callee::Intrinsic(name) => {
                let nothing = ["lifetime.", "dbg.", "assume", "experimental.noalias.scope.decl", "invariant.end"];
                if !nothing.iter().any(|n| name.starts_with(n)) {
                    return false;
                }
            }
            Callee::Value => {
                let tail = matches!(info.tail, TailKind::Tail | TailKind::MustTail);
                return tail && value.is_none_or(|v| f.results(i).any(|r| r == v));
            }
            _ => return false,
        }
        at = f.prev(i);
    }
    false
}
