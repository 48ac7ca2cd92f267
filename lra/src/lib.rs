//! LRA: the local register allocator. One backward walk a block, on top of a global allocator's layer.
//!
//! The model is Open64's LRA (one walk from a block's last op to its first, which assigns registers at uses, frees
//! them at definitions, makes copies for ties and fixed registers, and drops code that turns out to be unused), with
//! one change: a value can change its place in the middle of its range. So the walk never gets stuck:
//!
//! * [`scan`]: a forward look at the block: where each TN is referred to above each point, where registers are wanted (by
//!   name, or for a TN whose home they are), and whose value goes over into whose;
//! * [`walk`]: the state at a point (which TN is in which register, which must be in its slot), block borders;
//! * [`plan`]: registers for one op, given what is live below it: operands, results, and what has to move out of the way;
//! * [`commit`]: makes edits of a plan and goes on to the point above;
//! * [`blues`]: what to try when a block needs evictions (Fix_LRA_Blues): another order of its ops, by a scheduler's
//!   callback or by sinking definitions; then spilling by policy.
//!
//! [`target`]: what single targets have beyond that: the conversion to a register stack, which runs much later.
//!
//! A GTN with a register in the layer is in that register at both ends of the block. A GTN without one is localised: it
//! is reloaded (or rebuilt) before its first exposed use, and spilled after its last definition if it is live out. An
//! empty layer thus means localised code, where values live in registers within blocks only ([`Localised`]).
//!
//! Policies: `lra-blues=` a list of `reschedule`, `reorder` and how victims are chosen, `furthest` (whose next
//! reference upward is furthest away, Belady) or `cost` (distance for each memory operation; the default);
//! `lra-pick=first` (order of the class, short encodings first; the default) or `lru` (longest free first, for few
//! false dependences).

mod blues;
mod commit;
mod plan;
mod scan;
pub mod target;
mod walk;

#[cfg(test)]
mod tests;

use cgir::alloc::{AllocError, Allocate, AllocateLocal, Answer, Layer};
use cgir::func::{Bb, Func, Op};
use cgir::pass::{PassCx, PolicyName};

/// Orders a block's ops anew with as few registers as it can; `None` if it has nothing better. The list scheduler
/// stands in another crate; the driver hands it in.
pub type Reschedule<'r> = dyn FnMut(&Func, &PassCx<'_>, Bb) -> Option<Vec<Op>> + 'r;

/// The local allocator.
#[derive(Default)]
pub struct Lra<'r> {
    /// The scheduler, if there is one.
    pub reschedule: Option<Box<Reschedule<'r>>>,
}

impl<'r> Lra<'r> {
    /// LRA with a scheduler to call when a block does not fit.
    pub fn with_scheduler(reschedule: Box<Reschedule<'r>>) -> Lra<'r> {
        Lra { reschedule: Some(reschedule) }
    }
}

impl AllocateLocal for Lra<'_> {
    fn name(&self) -> &'static str {
        "lra"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>, base: Layer) -> Result<Answer, AllocError> {
        walk::allocate(f, cx, base, self.reschedule.as_deref_mut())
    }
}

/// LRA on an empty layer: every global TN goes through memory, or is rebuilt where it is used.
#[derive(Default)]
pub struct Localised<'r>(pub Lra<'r>);

impl Allocate for Localised<'_> {
    fn name(&self) -> &'static str {
        "lra"
    }
    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Answer, AllocError> {
        let layer = Layer { remat: f.remat.clone(), ..Layer::default() };
        self.0.run(f, cx, layer)
    }
}

/// Policies of LRA. `lra-blues` takes several, with commas.
pub fn policies() -> &'static [PolicyName] {
    &[
        ("lra-blues", "reschedule", "a block that does not fit is scheduled anew for few registers"),
        ("lra-blues", "reorder", "definitions that depend on nothing sink to their first use"),
        ("lra-blues", "cost", "evict what costs least for the distance to its next reference"),
        ("lra-blues", "furthest", "evict what is referenced furthest away (Belady)"),
        ("lra-pick", "first", "the first free register in the class's order (short encodings)"),
        ("lra-pick", "lru", "the register that has been free for longest (few false dependences)"),
    ]
}

/// What the policy flags say.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    /// Ask the scheduler for another order.
    pub reschedule: bool,
    /// Sink definitions towards their uses.
    pub reorder: bool,
    /// Victims by distance alone.
    pub furthest: bool,
    /// Take the register that is free for the longest time.
    pub lru: bool,
}

impl Policy {
    fn new(cx: &PassCx<'_>) -> Policy {
        let default = if cx.options.opt_level >= 2 { "reschedule,reorder,cost" } else { "cost" };
        let blues = cx.policy("lra-blues", default);
        let has = |w: &str| blues.split(',').any(|x| x.trim() == w);
        Policy {
            reschedule: has("reschedule"),
            reorder: has("reorder"),
            furthest: has("furthest"),
            lru: cx.policy("lra-pick", "first") == "lru",
        }
    }
}
