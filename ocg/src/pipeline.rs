//! The list of passes, as data.
//!
//! Each entry has a name (the only source of names for `-print-after`, `-stop-after`, `-time-passes`,
//! `-disable-pass`...), the level from which it runs, what it needs to be true of the function, and what it makes or
//! breaks. The driver checks these properties between passes, so that `-run-pass` can refuse a wrong input.

use crate::unit::Unit;
use cgir::pass::PassCx;
use whirl_lite::diag::Error;

bitflags::bitflags! {
    /// What is true of a function between passes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Props: u16 {
        /// The SSA form exists.
        const SSA = 1 << 0;
        /// Only types and operations that the target has are left.
        const LEGAL = 1 << 1;
        /// WHIRL trees exist.
        const TREES = 1 << 2;
        /// The machine-level form exists.
        const CGIR = 1 << 3;
        /// Pseudo ops that must go before allocation are gone.
        const ALLOCATABLE = 1 << 4;
        /// The frame and base pointers are decided.
        const FRAME_PLANNED = 1 << 5;
        /// No virtual TN is left.
        const ALLOCATED = 1 << 6;
        /// Saves and restores are placed.
        const SAVES_PLACED = 1 << 7;
        /// Frame operands are real offsets.
        const FRAME_FINAL = 1 << 8;
        /// Explicit jumps; the flow is final.
        const LAID_OUT = 1 << 9;
        /// Only what emission understands is left.
        const EMITTABLE = 1 << 10;
    }
}

/// A pass.
pub struct Pass {
    /// Its name in options.
    pub name: &'static str,
    /// What it does, in a line.
    pub what: &'static str,
    /// The optimisation level from which it runs.
    pub from: u8,
    /// May be left out with `-disable-pass`.
    pub optional: bool,
    /// What must be true.
    pub needs: Props,
    /// What is true afterwards.
    pub makes: Props,
    /// What is not true any more.
    pub breaks: Props,
    /// The work.
    pub run: fn(&mut Unit, &PassCx<'_>) -> Result<(), Error>,
}

const NONE: Props = Props::empty();

macro_rules! pass {
    ($name:literal, $what:literal, $from:literal, $opt:expr, $needs:expr, $makes:expr, $breaks:expr, $run:expr) => {
        Pass {
            name: $name,
            what: $what,
            from: $from,
            optional: $opt,
            needs: $needs,
            makes: $makes,
            breaks: $breaks,
            run: $run,
        }
    };
}

/// Must run.
const MUST: bool = false;
/// May be left out.
const MAY: bool = true;
const CGIR_PLANNED: Props = Props::CGIR.union(Props::FRAME_PLANNED);
const SAVED: Props = Props::ALLOCATED.union(Props::SAVES_PLACED);
const FINAL: Props = Props::ALLOCATED.union(Props::FRAME_FINAL);

/// All passes in order.
#[rustfmt::skip]
pub const PASSES: &[Pass] = &[
    pass!("lower-invoke", "make calls of invokes if nothing unwinds (-exception-model=none)", 0, MUST, Props::SSA, NONE, NONE, Unit::lower_invoke),
    pass!("opt-early", "optimise IR before legalising: idioms on wide types", 1, MAY, Props::SSA, NONE, NONE, Unit::opt_early),
    pass!("legalise", "bring types and operations to what the target has", 0, MUST, Props::SSA, Props::LEGAL, NONE, Unit::legalise),
    pass!("opt-late", "optimise legal IR; lower switches", 0, MUST, Props::LEGAL, NONE, NONE, Unit::opt_late),
    pass!("tree", "leave SSA: make WHIRL trees", 0, MUST, Props::LEGAL, Props::TREES, Props::SSA.union(Props::LEGAL), Unit::tree),
    pass!("expand", "expand trees to machine ops", 0, MUST, Props::TREES, Props::CGIR, Props::TREES, Unit::expand),
    pass!("pre-alloc", "expand pseudo ops that go before allocation", 0, MUST, Props::CGIR, Props::ALLOCATABLE, NONE, Unit::before_allocation),
    pass!("cflow", "control-flow optimiser", 1, MAY, Props::CGIR, NONE, NONE, Unit::cflow),
    pass!("ebo", "extended-block optimiser", 1, MAY, Props::CGIR, NONE, NONE, Unit::ebo),
    pass!("sink", "move ops down to the only path that needs them", 2, MAY, Props::CGIR, NONE, NONE, Unit::sink),
    pass!("freq", "block frequencies", 1, MUST, Props::CGIR, NONE, NONE, Unit::freq),
    pass!("sched", "list scheduler before allocation", 2, MAY, Props::CGIR, NONE, NONE, Unit::sched),
    pass!("views", "make free what extends nothing", 1, MAY, Props::CGIR, NONE, NONE, Unit::views),
    pass!("plan-frame", "decide frame pointer, base pointer and emergency slot", 0, MUST, Props::ALLOCATABLE, Props::FRAME_PLANNED, NONE, Unit::plan_frame),
    pass!("regalloc", "allocate registers (-regalloc), check, apply", 0, MUST, CGIR_PLANNED, Props::ALLOCATED, NONE, Unit::regalloc),
    pass!("slots", "merge spill slots that are never live together", 1, MAY, Props::ALLOCATED, NONE, NONE, Unit::slots),
    pass!("saves", "place saves and restores of callee-saved registers", 0, MUST, Props::ALLOCATED, Props::SAVES_PLACED, NONE, Unit::saves),
    pass!("frame", "lay the frame out", 0, MUST, SAVED, Props::FRAME_FINAL, NONE, Unit::finish_frame),
    pass!("post-alloc", "expand pseudo ops that go after allocation", 0, MUST, FINAL, NONE, NONE, Unit::after_allocation),
    pass!("tails", "merge equal ends of blocks", 1, MAY, FINAL, NONE, NONE, Unit::tails),
    pass!("ebo-post", "extended-block optimiser after allocation", 1, MAY, FINAL, NONE, NONE, Unit::ebo_post),
    pass!("sched-post", "list scheduler after allocation", 2, MAY, FINAL, NONE, NONE, Unit::sched_post),
    pass!("x87", "lay out the register stack, where there is one", 0, MUST, FINAL, NONE, NONE, Unit::stack),
    pass!("layout", "order blocks, make jumps", 0, MUST, FINAL, Props::LAID_OUT, NONE, Unit::layout),
    pass!("pre-emit", "expand what is left before emission", 0, MUST, Props::LAID_OUT, Props::EMITTABLE, NONE, Unit::before_emission),
    pass!("emit", "lower to machine instructions", 0, MUST, Props::EMITTABLE, NONE, Props::CGIR, Unit::emit),
];

/// The pass with this name.
pub fn find(name: &str) -> Option<usize> {
    PASSES.iter().position(|p| p.name == name)
}

/// Refuses to leave out passes that must run.
pub fn check_optional(names: &[String]) -> Result<(), String> {
    let must = |n: &&String| find(n).is_some_and(|i| !PASSES[i].optional);
    match names.iter().find(must) {
        None => Ok(()),
        Some(name) => {
            let may: Vec<&str> = PASSES.iter().filter(|p| p.optional).map(|p| p.name).collect();
            Err(format!("pass '{name}' must run; -disable-pass takes {}", may.join(", ")))
        }
    }
}

/// Refuses names that no pass has.
pub fn check_names<'a>(names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    for name in names {
        if find(name).is_none() {
            let all: Vec<&str> = PASSES.iter().map(|p| p.name).collect();
            return Err(format!("no pass is called '{name}'; passes are {}", all.join(", ")));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_properties_chain() {
        let mut props = Props::SSA;
        for (i, p) in PASSES.iter().enumerate() {
            assert_eq!(find(p.name), Some(i), "{} stands twice", p.name);
            assert!(props.contains(p.needs), "{} needs {:?}, has {props:?}", p.name, p.needs);
            if !p.optional {
                props = (props - p.breaks) | p.makes;
            } else {
                assert!(p.makes.is_empty(), "{} may be left out, so it can't make anything", p.name);
            }
        }
    }
}
