//! The optimiser of the SSA form: what a back end does before it makes trees.
//!
//! [`early`] runs on the IR as read, where types are wide and idioms are still whole; [`late`] runs on legalised IR, where
//! each operation is about what the machine will do. LLVM's middle end has done the rest already: passes here are those
//! that need to know the machine, or that clean up after legalising.
//!
//! Every optional transformation asks [`Fuel`] first, so that a miscompilation is bisected to one decision.

pub mod costs;
pub mod dce;
pub mod divide;
pub mod edit;
pub mod fold;
pub mod hoist;
pub mod invoke;
pub mod loops;
pub mod memory;
pub mod promote;
pub mod simplify;
pub mod sink;
pub mod switch;
pub mod tails;

use crate::diag::Result;
use crate::ir::{FnFlags, Function, Module};
use costs::Costs;
use std::cell::Cell;
use targ_info::Target;

/// One counter for all optional transformations of a function: `-fuel=N` stops after the Nth.
#[derive(Debug)]
pub struct Fuel(Cell<u64>);

impl Fuel {
    /// So many transformations.
    pub fn new(n: u64) -> Fuel {
        Fuel(Cell::new(n))
    }
    /// May one more transformation be done? Counts it.
    pub fn take(&self) -> bool {
        let n = self.0.get();
        self.0.set(n.saturating_sub(1));
        n != 0
    }
    /// What is left.
    pub fn left(&self) -> u64 {
        self.0.get()
    }
}

impl Default for Fuel {
    fn default() -> Fuel {
        Fuel::new(u64::MAX)
    }
}

/// What passes are given beside the function.
pub struct OptCx<'a> {
    /// The module.
    pub m: &'a Module,
    /// What things cost on the target.
    pub costs: Costs,
    /// Optimise at all (-O1 and up)?
    pub optimise: bool,
    /// Prefer small code.
    pub size: bool,
    /// Jump tables are allowed (not so under `"no-jump-tables"="true"`).
    pub tables: bool,
    /// Permission for each transformation.
    pub fuel: &'a Fuel,
}

/// What the command line asks of the optimiser; a level alone asks for nothing more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wishes {
    /// 0 to 3.
    pub level: u8,
    /// Fewest cases of a jump table (`-min-jump-table-entries`), where not the target's number.
    pub table_cases: Option<usize>,
    /// Fewest in a hundred of a jump table's entries that must be used (`-jump-table-density`), where not the target's.
    pub table_density: Option<u64>,
}

impl From<u8> for Wishes {
    fn from(level: u8) -> Wishes {
        Wishes { level, ..Wishes::default() }
    }
}

/// What is asked for a function.
fn context<'a>(f: &Function, m: &'a Module, t: &Target, wishes: Wishes, fuel: &'a Fuel) -> Result<OptCx<'a>> {
    let attrs = &f.sig.attrs;
    let optimise = wishes.level > 0 && !attrs.flags.contains(FnFlags::OPTNONE);
    let size = attrs.flags.intersects(FnFlags::OPTSIZE | FnFlags::MINSIZE);
    let mut costs = Costs::of(t)?;
    costs.table_cases = wishes.table_cases.unwrap_or(costs.table_cases);
    if size {
        costs.table_density = 40;
    }
    costs.table_density = wishes.table_density.unwrap_or(costs.table_density);
    let tables = attrs.string("no-jump-tables") != Some("true");
    Ok(OptCx { m, costs, optimise, size, tables, fuel })
}

/// Optimises IR as read, before legalising.
pub fn early(f: &mut Function, m: &Module, t: &Target, wishes: impl Into<Wishes>, fuel: &Fuel) -> Result<()> {
    let cx = context(f, m, t, wishes.into(), fuel)?;
    if cx.optimise {
        tails::run(f, &cx);
    }
    Ok(())
}

/// Optimises legalised IR; switches are lowered at every level.
pub fn late(f: &mut Function, m: &Module, t: &Target, wishes: impl Into<Wishes>, fuel: &Fuel) -> Result<()> {
    let cx = context(f, m, t, wishes.into(), fuel)?;
    let optimise = cx.optimise;
    if optimise {
        let nest = loops::Nest::compute(f);
        promote::run(f, &cx, &nest);
        simplify::run(f, &cx, &nest);
        if divide::run(f, &cx) {
            simplify::run(f, &cx, &nest);
        }
        dce::run(f, m);
        crate::alias::annotate(f, m);
        if memory::run(f, &cx) {
            dce::run(f, m);
        }
    }
    switch::lower(f, &cx)?;
    if optimise {
        loops::run(f, &cx);
        hoist::run(f, &cx);
        sink::run(f, &cx);
        promote::release(f);
        crate::alias::annotate(f, m);
    }
    Ok(())
}
