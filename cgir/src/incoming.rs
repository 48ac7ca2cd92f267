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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pass::Options;
    use crate::testing::Setup;

    /// How many results of a function with two stack parameters are rebuilt by loading them again.
    fn rebuilt(level: u8, ops: &str) -> usize {
        let mut s = Setup { options: Options { opt_level: level, ..Options::default() }, ..Setup::default() };
        let text = format!(
            "func @f {{\n  frame0: incoming 0 size 16 align 3\n  frame1: local size 8 align 3\nbb0 freq 1:\n{ops}  ret\n}}\n"
        );
        let mut f = s.read(&text).unwrap();
        mark(&mut f, &s.cx());
        f.tns.keys().filter(|&t| f.remat[t].is_some()).count()
    }

    #[test]
    fn parameters_are_loaded_again() {
        let loads =
            "  tn0:gpr.i64 = ld %sp, frame0\n  tn1:gpr.i64 = ld %sp, frame0+8\n  tn2:gpr.i64 = ld %sp, frame1\n";
        assert_eq!(rebuilt(2, loads), 2);
        assert_eq!(rebuilt(0, loads), 0);
    }
    #[test]
    fn a_store_to_the_area_or_its_address_ends_it() {
        assert_eq!(rebuilt(2, "  tn0:gpr.i64 = ld %sp, frame0\n  st tn0, %sp, frame0+8\n"), 0);
        assert_eq!(rebuilt(2, "  tn0:gpr.i64 = ld %sp, frame0\n  tn1:gpr.i64 = lea %sp, frame0+8\n"), 0);
        assert_eq!(rebuilt(2, "  tn0:gpr.i64 = ld %sp, frame0\n  st tn0, %sp, frame1\n"), 1);
    }
    #[test]
    fn volatile_loads_and_results_with_other_definitions_stay() {
        assert_eq!(rebuilt(2, "  tn0:gpr.i64 = ld %sp, frame0 ; volatile\n"), 0);
        assert_eq!(rebuilt(2, "  tn0:gpr.i64 = ld %sp, frame0\n  tn0:gpr.i64 = addi tn0, 1\n"), 0);
    }
}
