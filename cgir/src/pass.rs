//! What a pass is given, beside the function.

use crate::target::Hooks;
use std::cell::RefCell;
use std::collections::BTreeMap;
use targ_info::{RegSet, Target};
use whirl_lite::ir::Module;

/// Options that passes ask for; the driver fills them in from the command line.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// 0 to 3.
    pub opt_level: u8,
    /// Fewest cases of a jump table (`-min-jump-table-entries`), where not the target's number.
    pub table_cases: Option<usize>,
    /// Fewest in a hundred of a jump table's entries that must be used (`-jump-table-density`), where not the target's.
    pub table_density: Option<u64>,
    /// Verify between passes, check every allocation.
    pub verify: bool,
    /// Named policies (`gra-priority` -> `density`); unknown names are refused by the driver.
    pub policies: BTreeMap<String, String>,
    /// `-stress-frame-pad=`: bytes of padding in each frame, so that offsets get large.
    pub stress_frame_pad: u64,
    /// `-stress-branch-range=`: branches are taken to reach only so many bytes; 0 is off.
    pub stress_branch_range: u64,
    /// `-stress-no-free-reg`: the scavenger finds no free register and must use the emergency slot.
    pub stress_no_free_reg: bool,
    /// Seed of the `chaos` allocator.
    pub seed: u64,
    /// Objects list the instructions that are there for allocation (`-spill-section`).
    pub spill_section: bool,
    /// Functions get frame pointers (`-frame-pointer=all`).
    pub frame_pointer: bool,
    /// Allocators write down what they decide and why (`-gra-trace`).
    pub trace: bool,
    /// Nothing unwinds: invokes are calls (`-exception-model=none`).
    pub no_exceptions: bool,
}

/// A choice of a named policy, for `-help-policies` and to refuse names that do not exist: the option that names it
/// (without dashes), its name there, and a line of description. The first of an option is its default.
pub type PolicyName = (&'static str, &'static str, &'static str);

pub use whirl_lite::opt::{Fuel, Wishes};

/// What a function's passes say of their work: counters by name, for `-stats` (names are `pass.what`), and the log of
/// decisions, for `-gra-trace`.
#[derive(Debug, Default)]
pub struct Counters {
    counts: RefCell<BTreeMap<&'static str, u64>>,
    log: RefCell<String>,
}

impl Counters {
    /// Adds to a counter. Call it once a function and pass, not once an op.
    pub fn add(&self, name: &'static str, n: u64) {
        if n != 0 {
            *self.counts.borrow_mut().entry(name).or_default() += n;
        }
    }
    /// All counters.
    pub fn take(&self) -> BTreeMap<&'static str, u64> {
        self.counts.take()
    }
    /// The log of decisions: lines.
    pub fn take_log(&self) -> String {
        self.log.take()
    }
}

/// What every pass on CGIR is given.
pub struct PassCx<'a> {
    /// The machine.
    pub target: &'a Target,
    /// The machine's hooks.
    pub hooks: &'a dyn Hooks,
    /// The module that the function belongs to.
    pub module: &'a Module,
    /// Options.
    pub options: &'a Options,
    /// Fuel.
    pub fuel: &'a Fuel,
    /// Counters.
    pub counters: &'a Counters,
}

impl Options {
    /// What the optimiser of the SSA form is told.
    pub fn wishes(&self) -> Wishes {
        Wishes { level: self.opt_level, table_cases: self.table_cases, table_density: self.table_density }
    }
}

impl PassCx<'_> {
    /// Registers of a class that allocators may use here.
    pub fn allocatable(&self, class: targ_info::RegClass) -> RegSet {
        self.target.allocatable(class)
    }
    /// The value of a policy, or its default.
    pub fn policy<'s>(&'s self, name: &str, default: &'s str) -> &'s str {
        self.options.policies.get(name).map_or(default, String::as_str)
    }
    /// Writes a line into the log of decisions, if one is kept; else nothing is computed.
    pub fn trace(&self, line: impl FnOnce() -> String) {
        if self.options.trace {
            let mut log = self.counters.log.borrow_mut();
            log.push_str(&line());
            log.push('\n');
        }
    }
}
