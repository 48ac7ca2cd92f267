//! The regalloc2 crate, as it is published, behind our interface: `ra2`.
//!
//! regalloc2 (C. Fallin and others, <https://docs.rs/regalloc2>; its design is told in "Cranelift, Part 4: A New Register
//! Allocator", 2022) has two algorithms: a backtracking allocator of live-range bundles that descends from IonMonkey's,
//! and a fast single backward pass that keeps every value that crosses blocks in memory. Here they are
//! `ra2`, which `-ra2-algorithm=ion|fastalloc` steers, and `ra2:fastalloc`.
//!
//! It wants another form than CGIR's, and this adapter makes it, as a view beside the function that is never applied:
//! * [`map`]: our registers and classes in its three classes, numbered so that its only sub-classes (the first 2^n
//!   registers) are ours where possible;
//! * [`flow`]: edges without critical ones. An edge that has to be split gets a block of the view, whose edits become
//!   edits on that edge. Indirect jumps to the same targets meet in a hub; what is moved on an edge that cannot be split
//!   is moved in its target, or goes through memory;
//! * [`ssa`]: TNs with several definitions become values with block parameters, by dominance frontiers cut down by
//!   liveness (Cytron and others, TOPLAS 13(4), 1991);
//! * [`view`]: that form, as regalloc2's own trait wants to read it;
//! * [`answer`]: its moves, spills and reloads, taken over one by one, in the order in which it wants them.
//!
//! What it lacks: groups of registers, values of a sub-class, classes that overlap (the operands of all classes of that
//! file stay without a place, for another allocator), rematerialisation, memory operands. An op that wants a sub-class
//! which cannot be said, or inline assembly that destroys registers, is pinned: each operand gets the fixed register that
//! [`assign_alone`] finds.

mod answer;
mod flow;
mod map;
mod operands;
mod quiet;
mod ssa;
#[cfg(test)]
mod tests;
mod view;

use answer::Taken;
use cgir::alloc::alone::assign_alone;
use cgir::alloc::{AllocError, Allocate, Answer};
use cgir::func::Func;
use cgir::pass::PassCx;
use regalloc2::{Algorithm, Output, RegAllocError, RegallocOptions};
use targ_info::RegSet;

/// The regalloc2 crate.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ra2 {
    /// The algorithm, if the name has settled it; otherwise `-ra2-algorithm=` does.
    pub fast: Option<bool>,
}

impl Allocate for Ra2 {
    fn name(&self) -> &'static str {
        if self.fast == Some(true) { "ra2:fastalloc" } else { "ra2" }
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let fast = self.fast.unwrap_or_else(|| cx.policy("ra2-algorithm", "ion") == "fastalloc");
        if f.frame_info.returns_twice {
            return Err(AllocError::Unsupported("a call that returns twice".into()));
        }
        let map = map::Map::new(f, cx);
        let mut forced = Vec::new();
        let mut flow = flow::Flow::new(f, cx, &map, &forced)?;
        // Most functions have no op that needs all its operands pinned, and no block to be reached through memory.
        let mut style = operands::Style { fast, pin_all: false };
        loop {
            let view = ssa::build(f, cx, &map, &flow, style)?;
            match allocate(&view, &map, cx, fast)? {
                Ok(out) => match answer::take(f, cx, &map, &flow, &view, &out)? {
                    Taken::Answer(a) => return Ok(a),
                    Taken::Forced(more) if more.iter().all(|b| !forced.contains(b)) => {
                        forced.extend(more);
                        flow = flow::Flow::new(f, cx, &map, &forced)?;
                    }
                    Taken::Forced(_) => {
                        return Err(AllocError::Internal("moves where nothing is in a register".into()));
                    }
                },
                Err(RegAllocError::TooManyLiveRegs) if !style.pin_all => {
                    each_op_fits(f, cx)?;
                    style.pin_all = true;
                }
                Err(RegAllocError::TooManyLiveRegs) => {
                    return Err(AllocError::Unsupported("an op with this many fixed registers".into()));
                }
                Err(e) => return Err(AllocError::Internal(format!("regalloc2 refuses the view of {}: {e:?}", f.name))),
            }
        }
    }
}

/// Runs regalloc2. It asserts what it believes of its input; a function that it gives up on is another allocator's.
fn allocate(
    view: &view::View,
    map: &map::Map,
    cx: &PassCx<'_>,
    fast: bool,
) -> Result<Result<Output, RegAllocError>, AllocError> {
    let algorithm = if fast { Algorithm::Fastalloc } else { Algorithm::Ion };
    let options = RegallocOptions { verbose_log: false, validate_ssa: cx.options.verify, algorithm };
    let run = || regalloc2::run(view, &map.env, &options);
    quiet::caught(run).ok_or_else(|| AllocError::Unsupported("what an assertion of regalloc2 forbids".into()))
}

/// Is there an op that no allocator could serve? Then that is the error.
fn each_op_fits(f: &Func, cx: &PassCx<'_>) -> Result<(), AllocError> {
    let mut places = Vec::new();
    f.layout.iter().flat_map(|&b| f.bb_ops(b)).try_for_each(|op| assign_alone(f, cx, op, RegSet::EMPTY, &mut places))
}
