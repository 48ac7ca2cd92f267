//! AVX: no legacy form of a vector instruction is left where the machine has VEX forms, and the upper halves of the vector
//! registers are cleared before code that may know nothing of them runs.
//!
//! A legacy instruction keeps what stands above the 128 bits that it writes, and pays for that where there is something
//! ("Intel 64 and IA-32 Architectures Optimization Reference Manual", "Mixing AVX Code with SSE Code"). So `vzeroupper`
//! stands before each call and return that may be reached with dirty upper halves, unless wide vectors are passed there.
//! No register of the ABI keeps a wide vector over a call, so that nothing is lost.

use super::expand_vec::vex_row;
use crate::func::{Bb, Func, Op};
use crate::pass::PassCx;
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use targ_info::x86::{class, feature, op};
use targ_info::{InstFlags, Isa, Opcode};

/// Takes VEX forms, and clears upper halves.
pub(super) fn run(f: &mut Func, cx: &PassCx<'_>) {
    if !cx.target.has(feature::AVX) {
        return;
    }
    let blocks = f.layout.clone();
    let ops: Vec<Op> = blocks.iter().flat_map(|&b| f.bb_ops(b).collect::<Vec<_>>()).collect();
    let mut wide = false;
    for &o in &ops {
        take_vex(f, o, cx.target.isa);
        wide |= is_wide(f, o);
    }
    if wide {
        clear_upper(f, cx.target.isa, &blocks);
    }
}

/// The VEX form of an op. One that has a source for the upper part of its result gets the result itself, as before.
fn take_vex(f: &mut Func, o: Op, isa: &Isa) {
    let legacy = f.ops[o].opcode;
    if let Some(row) = vex_row(legacy, false) {
        f.ops[o].opcode = row;
        return;
    }
    let Some(row) = with_upper(legacy, isa) else { return };
    let results: SmallVec<[_; 4]> = f.results(o).into();
    let mut operands: SmallVec<[_; 8]> = f.operands(o).into();
    let Some(&rd) = results.first() else { return };
    operands.insert(0, rd);
    f.rewrite_op(o, row, &results, &operands);
}

/// Scalar rows of one source, whose VEX forms have another one.
fn with_upper(legacy: Opcode, isa: &Isa) -> Option<Opcode> {
    use op::*;
    let pairs = [
        (SQRTSS_RR, VSQRTSS_RRR),
        (SQRTSS_RM, VSQRTSS_RRM),
        (SQRTSD_RR, VSQRTSD_RRR),
        (SQRTSD_RM, VSQRTSD_RRM),
        (CVTSS2SD_RR, VCVTSS2SD_RRR),
        (CVTSS2SD_RM, VCVTSS2SD_RRM),
        (CVTSD2SS_RR, VCVTSD2SS_RRR),
        (CVTSD2SS_RM, VCVTSD2SS_RRM),
        (CVTSI2SS32_RR, VCVTSI2SS32_RRR),
        (CVTSI2SS32_RM, VCVTSI2SS32_RRM),
        (CVTSI2SD32_RR, VCVTSI2SD32_RRR),
        (CVTSI2SD32_RM, VCVTSI2SD32_RRM),
        (CVTSI2SS64_RR, VCVTSI2SS64_RRR),
        (CVTSI2SS64_RM, VCVTSI2SS64_RRM),
        (CVTSI2SD64_RR, VCVTSI2SD64_RRR),
        (CVTSI2SD64_RM, VCVTSI2SD64_RRM),
        (ROUNDSS_RRI, VROUNDSS_RRRI),
        (ROUNDSS_RMI, VROUNDSS_RRMI),
        (ROUNDSD_RRI, VROUNDSD_RRRI),
        (ROUNDSD_RMI, VROUNDSD_RRMI),
    ];
    let row = pairs.iter().find(|p| p.0 == legacy)?.1;
    debug_assert!(isa.inst(row).operands.len() == isa.inst(legacy).operands.len() + 1);
    Some(row)
}

/// Does an op touch a whole register of 256 bits?
fn is_wide(f: &Func, o: Op) -> bool {
    f.all(o).iter().any(|&t| matches!(f.class(t), Some(class::VR256 | class::VR256L | class::VR256H)))
}

/// Does control leave for code of others here, or come back from it?
fn leaves(f: &Func, isa: &Isa, o: Op) -> bool {
    isa.inst(f.ops[o].opcode).flags.intersects(InstFlags::CALL | InstFlags::RETURN)
}

/// May upper halves be dirty after an op, if they are before it?
fn after(f: &Func, isa: &Isa, o: Op, dirty: bool) -> bool {
    if leaves(f, isa, o) {
        f.results(o).iter().any(|&t| f.class(t) == Some(class::VR256))
    } else {
        dirty || is_wide(f, o)
    }
}

fn clear_upper(f: &mut Func, isa: &Isa, blocks: &[Bb]) {
    let mut before: SecondaryMap<Bb, bool> = SecondaryMap::new();
    let mut work: Vec<Bb> = blocks.to_vec();
    while let Some(b) = work.pop() {
        if !f.bb_ops(b).fold(before[b], |dirty, o| after(f, isa, o, dirty)) {
            continue;
        }
        for s in &f.bbs[b].succs {
            if !std::mem::replace(&mut before[s.bb], true) {
                work.push(s.bb);
            }
        }
    }
    for &b in blocks {
        let mut dirty = before[b];
        for o in f.bb_ops(b).collect::<Vec<_>>() {
            if dirty && leaves(f, isa, o) && !is_wide(f, o) {
                let clear = f.make_op(op::VZEROUPPER, &[], &[]);
                f.insert_before(clear, o);
            }
            dirty = after(f, isa, o, dirty);
        }
    }
}
