//! GRA: the global register allocator, by priority colouring.
//!
//! It follows Chow and Hennessy ("The priority-based coloring approach to register allocation", TOPLAS 12(4), 1990) in
//! the shape that Open64 gave it: the unit of liveness is the basic block, live ranges (LRANGEs) consist of live units
//! (LUNITs, one a block with a reference), ranges are coloured in the order of the memory operations that a register
//! saves them, a range that finds no register is split, and what is left lives in memory. The local allocator asks for
//! registers block by block (its *girth*), and competes for them as one more kind of range.
//!
//! Steps, one module each:
//! * [`ranges`]: LRANGEs, LUNITs, where in each block a range is live, what each block already uses;
//! * [`lanes`]: registers that alias, so that who has one is looked for among few;
//! * [`priority`]: what a register saves a range, as a trait with named policies;
//! * [`hints`]: registers that a range would like: ties to arguments, results, and copies to other ranges;
//! * [`callee`]: what a callee-saved register costs its first user;
//! * [`colour`]: the main loop: choose a register, or split, or give up;
//! * [`cut`], [`reduce`], [`flow`]: find the part of a range that gets a register, as a minimum cut; [`edges`]: what
//!   code on edges costs;
//! * [`split`]: or grow it from the hottest reference;
//! * [`recolour`]: exchange registers where that saves copies;
//! * [`border`]: what happens on edges between blocks where a range has different places.
//!
//! Where this differs from Open64: interference is finer than a block at a range's ends (a range that ends in a block
//! shares its register with one that begins later there); there are no save-TNs, a callee-saved register has a price
//! that its users pay together; what part of a range gets a register is a minimum cut, in which registers of others count as
//! available at what the others lose by it; borders are settled after colouring from a map of places, on edges, so that a
//! value may move from register to register, and is stored once after its definition if that is cheaper than at each border.
//!
//! Invariants, kept for the checker and the local allocator:
//! 1. in each block a GTN has one register all through its live part there, or none;
//! 2. two GTNs with a common unit of register in a block are live there in disjoint parts;
//! 3. a GTN live across a call has no register that the call destroys;
//! 4. each block keeps as many registers free as the local allocator was promised.

mod blocks;
mod border;
pub mod callee;
mod colour;
mod cut;
mod edges;
mod flow;
mod hints;
mod lanes;
pub mod priority;
mod ranges;
mod recolour;
mod reduce;
pub mod rivals;
mod split;

#[cfg(test)]
mod tests;

use cgir::alloc::{AllocError, AllocateGlobal, Layer};
use cgir::analysis::Liveness;
use cgir::func::Func;
use cgir::pass::{PassCx, PolicyName};

/// Policies of GRA.
pub fn policies() -> &'static [PolicyName] {
    &[
        ("gra-priority", "sum", "colour first what saves most memory operations (Open64)"),
        ("gra-priority", "density", "what saves most a block (Chow)"),
        ("gra-priority", "root", "what saves most over the root of the number of blocks"),
        ("gra-split", "reclaim", "as cut; registers are taken back from ranges that lose less than is won"),
        ("gra-split", "cut", "split ranges: a minimum cut says which part gets a register"),
        ("gra-split", "grow", "split ranges: the part grown from the hottest reference gets it (Open64)"),
        ("gra-split", "none", "never split: a range has one register all through, or none"),
        ("gra-grant", "some", "the local allocator has four registers a block, and competes for more"),
        ("gra-grant", "all", "it has all that a block needs before any range is coloured"),
        ("gra-grant", "none", "it competes for each register"),
        (
            "gra-callee",
            "bids",
            "ranges pay together for a callee-saved register, and for the frame if that moves with it",
        ),
        ("gra-callee", "first", "its first user pays for a save at the entry and a restore at the exit"),
        ("gra-callee", "free", "nobody pays for it"),
        (
            "gra-ra",
            "saved",
            "the return address's register costs what a callee-saved one does, where it is not saved anyway",
        ),
        ("gra-ra", "free", "it costs nothing"),
        ("gra-pref", "copies", "prefer registers of fixed operands, and of the other ends of copies"),
        ("gra-pref", "none", "prefer the first register that is free"),
        ("ra2-algorithm", "ion", "regalloc2: backtracking over bundles of live ranges"),
        ("ra2-algorithm", "fastalloc", "regalloc2: one backward pass, what crosses blocks in memory"),
        ("optimal-max-ops", "1000", "larger functions are left to gra"),
        ("optimal-max-ops", "N", "functions of more than N ops are left to gra"),
        ("optimal-time-limit", "20", "seconds for a function, should its program take that long: a backstop"),
        ("optimal-time-limit", "SECONDS", "so many seconds"),
    ]
}

/// Priority colouring.
#[derive(Default)]
pub struct Gra;

impl AllocateGlobal for Gra {
    fn name(&self) -> &'static str {
        "gra"
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Layer, AllocError> {
        GraWith(priority::by_name(cx.policy("gra-priority", "sum"))).run(f, cx)
    }
}

/// Priority colouring with a priority of one's own.
pub struct GraWith(pub &'static dyn priority::Priority);

impl AllocateGlobal for GraWith {
    fn name(&self) -> &'static str {
        "gra"
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Layer, AllocError> {
        let live = Liveness::compute(f);
        let (mut ranges, mut blocks) = ranges::build(f, cx, &live);
        let hints = hints::collect(f, cx, &ranges);
        let (callee, work) = colour::run(f, cx, &mut ranges, &mut blocks, &hints, self.0);
        let mut layer = border::layer(f, cx, &ranges, &blocks, callee);
        layer.work = work;
        layer.live = Some(live);
        Ok(layer)
    }
}
