//! Arguments on the stack that can be loaded again.
//!
//! The area of incoming arguments is the function's own. If nothing stores there and nothing takes an address in it, a value
//! loaded from it is rebuilt by loading it again, wherever it is wanted: an allocator needs no slot for it and no store. (LLVM
//! knows these as immutable fixed stack objects.)

use crate::func::{FrameKind, Func, Op, OpFlags, Tn, TnData};
use crate::pass::PassCx;
use cranelift_entity::SecondaryMap;
use targ_info::InstFlags;

/// Marks loads of arguments as what rebuilds their results.
pub(crate) fn mark(f: &mut Func, cx: &PassCx<'_>) {
    let is_area = |k: FrameKind| matches!(k, FrameKind::Incoming(_));
    if cx.options.opt_level == 0 || !f.frame.values().any(|d| is_area(d.kind)) {
        return;
    }
    let mut loads: Vec<(Tn, Op)> = Vec::new();
    let mut defs: SecondaryMap<Tn, u32> = SecondaryMap::new();
    for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)) {
        f.results(op).iter().for_each(|&t| defs[t] += 1);
        let mentions = |&t: &Tn| matches!(f.tns[t], TnData::Frame { obj, .. } if is_area(f.frame[obj].kind));
        if !f.all(op).iter().any(mentions) {
            continue;
        }
        let row = cx.target.isa.inst(f.ops[op].opcode);
        if !row.is(InstFlags::LOAD) || row.is(InstFlags::STORE) || f.extra(op).is_some() {
            return;
        }
        let plain = !f.ops[op].flags.contains(OpFlags::VOLATILE) && !f.operands(op).iter().any(|&t| f.is_virtual(t));
        if let (true, &[t]) = (plain, f.results(op)) {
            loads.push((t, op));
        }
    }
    for (t, op) in loads {
        if f.is_virtual(t) && defs[t] == 1 && f.remat[t].is_none() {
            f.ops[op].flags |= OpFlags::CONSTANT_MEMORY;
            f.remat[t] = op.into();
        }
    }
}
