//! The list scheduler.
//!
//! Beside it stands what moves ops between blocks ([`sink`]). The scheduler works block by block on the dependence graph of [`cgir::depgraph`], in two modes:
//! * before allocation ([`before_allocation`]) only for registers: a block that wants more registers than there are
//!   is put in the order that needs fewest ([`registers`]); local allocators ask for the same order when they run out
//!   ([`fewest_registers`]);
//! * after allocation ([`after_allocation`]) for time: forward and backward list scheduling ([`list`]) on the
//!   processor's issue width, units and latencies ([`machine`]); the shortest of these and the present order is kept.
//!
//! Invariants: only a block's own ops move, and every arc of the graph is kept, so terminators, calls, the entry op and
//! prologue code stay where they are; the result depends on the function alone.
//!
//! Gibbons and Muchnick, "Efficient instruction scheduling for a pipelined architecture" (PLDI 1986), is where list
//! scheduling on such a graph comes from; backward order against register pressure is Open64's "minreg" mode.

mod list;
mod machine;
mod registers;
pub mod sink;

#[cfg(test)]
mod tests;

use cgir::analysis::liveness::Liveness;
use cgir::analysis::walk::TnWalk;
use cgir::depgraph::{DepGraph, Pressure};
use cgir::func::{Bb, Func, Op};
use cgir::pass::PassCx;
use targ_info::RegClass;

/// Blocks longer than this are left as they are: the best order of a very long block is not worth its cost.
const LONGEST: usize = 4000;

/// Puts blocks that want too many registers in an order that needs fewer.
pub fn before_allocation(f: &mut Func, cx: &PassCx<'_>) {
    let classes = top_classes(cx);
    let live = Liveness::compute(f);
    let (mut pressure, mut walk, mut graph) = (Pressure::default(), TnWalk::new(), DepGraph::new());
    let mut changed = 0;
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        pressure.measure(f, cx, &live, b, &mut walk);
        let before = total_excess(&pressure, cx, &classes);
        if before == 0 || f.bb_ops(b).count() > LONGEST || !cx.fuel.take() {
            continue;
        }
        graph.build(f, cx, b);
        let order = registers::order(f, cx, &graph, &live, b, &mut walk);
        let old: Vec<Op> = graph.ops().to_vec();
        f.reorder(b, &order);
        pressure.measure(f, cx, &live, b, &mut walk);
        if total_excess(&pressure, cx, &classes) < before {
            changed += 1;
        } else {
            f.reorder(b, &old);
        }
    }
    cx.counters.add("sched.pressure-blocks", changed);
}

/// The order of a block that needs fewest registers, as far as the scheduler finds it; for allocators that run out.
pub fn fewest_registers(f: &Func, cx: &PassCx<'_>, live: &Liveness, b: Bb) -> Vec<Op> {
    registers::order(f, cx, &DepGraph::of_block(f, cx, b), live, b, &mut TnWalk::new())
}

/// Schedules all blocks for time.
pub fn after_allocation(f: &mut Func, cx: &PassCx<'_>) {
    let mut graph = DepGraph::new();
    let mut scheduler = list::Scheduler::default();
    let (mut changed, mut saved) = (0, 0);
    for i in 0..f.layout.len() {
        let b = f.layout[i];
        let n = f.bb_ops(b).take(LONGEST + 1).count();
        if !(3..=LONGEST).contains(&n) {
            continue;
        }
        graph.build(f, cx, b);
        let Some(better) = scheduler.improve(f, cx, &graph) else { continue };
        if !cx.fuel.take() {
            break;
        }
        saved += u64::from(better.saved);
        changed += 1;
        f.reorder(b, &better.order);
    }
    cx.counters.add("sched.blocks", changed);
    cx.counters.add("sched.cycles-saved", saved);
}

/// Classes with the registers that allocators may use of them.
fn top_classes(cx: &PassCx<'_>) -> Vec<(RegClass, u32)> {
    let classes = &cx.target.isa.classes;
    let top = |&i: &usize| classes[i].allocatable && usize::from(classes[i].top.0) == i;
    let class = |i| (RegClass(i as u8), cx.allocatable(RegClass(i as u8)).len() as u32);
    (0..classes.len()).filter(top).map(class).collect()
}

fn total_excess(p: &Pressure, cx: &PassCx<'_>, classes: &[(RegClass, u32)]) -> u32 {
    classes.iter().map(|&(c, usable)| p.most(cx, c).saturating_sub(usable)).sum()
}
