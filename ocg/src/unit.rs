//! One function on its way through the pass list, in whichever form it has at the moment.

use crate::regalloc::Allocator;
use crate::report::Report;
use cgir::alloc::price::{Price, Proof};
use cgir::func::{Constraint, Func, Op};
use cgir::pass::PassCx;
use cgir::target::SavePlan;
use targ_info::{InstFlags, RegSet};
use whirl_lite::diag::{Error, Pos};
use whirl_lite::ir::Function;
use whirl_lite::tree::WhirlFunc;

/// What is asked of a function beside its code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wants {
    /// Counts of what allocation costs.
    pub measure: bool,
    /// A page that shows the allocation.
    pub page: bool,
    /// The interference graph.
    pub graph: bool,
}

/// What was drawn and written down of a function's allocation.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// The function's name.
    pub function: String,
    /// The page, in HTML.
    pub page: Option<String>,
    /// The interference graph, in DOT.
    pub graph: Option<String>,
    /// The allocator's log of decisions.
    pub log: String,
}

/// What an allocator's answer asked for.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// Its price, saves and restores as they are placed next.
    pub price: Price,
    /// The allocator's counters.
    pub work: Vec<(&'static str, u64)>,
    /// How good the answer is, if the allocator knows.
    pub proof: Option<Proof>,
}

/// One function on its way through the passes.
pub struct Unit {
    /// Its name.
    pub name: String,
    /// The allocator.
    pub allocator: Allocator,
    /// What is asked beside code.
    pub wants: Wants,
    /// Its SSA form, while it has that.
    pub ssa: Option<Function>,
    trees: Option<WhirlFunc>,
    /// Its machine-level form, once it has that.
    pub cgir: Option<Func>,
    plan: SavePlan,
    /// Registers that the frame takes away from the allocators.
    frame_regs: targ_info::RegSet,
    /// Its machine code, at the end.
    pub lowered: Option<emit::McFunction>,
    /// What the allocator's answer asked for.
    pub asked: Asked,
    /// Times and counters.
    pub report: Report,
    /// What was drawn of its allocation.
    pub drawn: Drawn,
    /// What `-print-after` and the like printed.
    pub printed: String,
}

/// The form that a pass needs is missing: only a wrong pass list can do that.
fn missing(form: &str) -> Error {
    Error::input(Pos::NONE, format!("the function has no {form} at this point of the pass list"))
}

/// Registers that calls and the function's own entry need in other ways than a frame might: where arguments are, and what a callee
/// does not hand back.
fn taken_by_conventions(f: &Func, cx: &PassCx<'_>) -> RegSet {
    let isa = cx.target.isa;
    let mut taken = RegSet::EMPTY;
    let mut is_place = |o: Op| {
        let row = isa.inst(f.ops[o].opcode);
        let Some(extra) = f.extra(o).filter(|_| row.is(InstFlags::CALL) || f.first(f.layout[0]) == Some(o)) else {
            return;
        };
        let fixed = |c: &Constraint| if let Constraint::Fixed(r) = c { isa.reg(*r).units } else { RegSet::EMPTY };
        let lost = cx.target.abi.callee_saved - cx.target.abi.saved_by(extra.cc);
        taken |= extra.constraints.iter().map(fixed).fold(lost, |a, b| a | b);
    };
    f.layout.iter().flat_map(|&b| f.first(b).into_iter().chain(f.last(b))).for_each(&mut is_place);
    taken
}

impl Unit {
    /// A function without any form yet.
    pub fn new(name: String, allocator: Allocator, wants: Wants) -> Unit {
        Unit {
            drawn: Drawn { function: name.clone(), ..Drawn::default() },
            name,
            allocator,
            wants,
            ssa: None,
            trees: None,
            cgir: None,
            plan: SavePlan::default(),
            frame_regs: targ_info::RegSet::EMPTY,
            lowered: None,
            asked: Default::default(),
            report: Report::default(),
            printed: String::new(),
        }
    }
    /// The same function for another allocator, with a report of its own.
    pub fn fork(&self, allocator: Allocator) -> Unit {
        Unit {
            cgir: self.cgir.clone(),
            frame_regs: self.frame_regs,
            ..Unit::new(self.name.clone(), allocator, self.wants)
        }
    }
}

/// Bytes of a frame that every machine sets up without a further register.
const SMALL_FRAME: u64 = 1024;

/// One method a pass; [`crate::pipeline`] says what each does.
#[allow(missing_docs)]
impl Unit {
    pub fn cgir_ref(&self) -> Result<&Func, Error> {
        self.cgir.as_ref().ok_or_else(|| missing("CGIR"))
    }
    pub fn cgir_mut(&mut self) -> Result<&mut Func, Error> {
        self.cgir.as_mut().ok_or_else(|| missing("CGIR"))
    }
    fn ssa_mut(&mut self) -> Result<&mut Function, Error> {
        self.ssa.as_mut().ok_or_else(|| missing("SSA form"))
    }
    pub fn lower_invoke(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        if cx.options.no_exceptions {
            whirl_lite::opt::invoke::lower(self.ssa_mut()?);
        }
        Ok(())
    }
    pub fn opt_early(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        whirl_lite::opt::early(self.ssa_mut()?, cx.module, cx.target, cx.options.wishes(), cx.fuel)
    }
    pub fn legalise(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        whirl_lite::legalize::run(self.ssa_mut()?, cx.module, cx.target)
    }
    pub fn opt_late(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        whirl_lite::opt::late(self.ssa_mut()?, cx.module, cx.target, cx.options.wishes(), cx.fuel)
    }
    pub fn tree(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let f = self.ssa.take().ok_or_else(|| missing("SSA form"))?;
        self.trees = Some(whirl_lite::tree::build(&f, cx.module, cx.target, cx.options.opt_level > 0)?);
        Ok(())
    }
    pub fn expand(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let w = self.trees.take().ok_or_else(|| missing("WHIRL trees"))?;
        let f = cx.hooks.expand(&w, cx)?;
        crate::regalloc::refuse_starved(&f, cx)?;
        self.cgir = Some(f);
        Ok(())
    }
    pub fn before_allocation(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        cx.hooks.before_allocation(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn cflow(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let f = self.cgir_mut()?;
        f.rebuild_preds();
        cflow::tidy(f, cx);
        Ok(())
    }
    pub fn freq(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let _ = cx;
        cgir::analysis::freq::compute(self.cgir_mut()?);
        Ok(())
    }
    pub fn ebo(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        ebo::run(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn sink(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        sched::sink::run(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn sched(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        sched::before_allocation(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn views(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        cx.hooks.settle_views(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn plan_frame(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        self.frame_regs = cx.hooks.plan_frame(self.cgir_mut()?, cx);
        let taken = cx.target.reserved - cx.target.abi.reserved;
        let isa = cx.target.isa;
        let needed = self.frame_regs & taken_by_conventions(self.cgir_ref()?, cx);
        let whole = isa.regs.iter().filter(|r| r.units.intersects(needed)).max_by_key(|r| r.units.len());
        if let Some(r) = whole {
            let what = format!("a frame that needs register {}, which a calling convention uses otherwise", r.name);
            return Err(Error::unsupported(Pos::NONE, what));
        }
        match isa.regs.iter().find(|r| r.units.intersects(self.frame_regs & taken)) {
            Some(r) => Err(Error::input(Pos::NONE, format!("the frame needs register {}, which is reserved", r.name))),
            None => Ok(()),
        }
    }
    pub fn regalloc(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let mut target = cx.target.clone();
        target.reserved |= self.frame_regs;
        crate::regalloc::run(self, &PassCx { target: &target, ..*cx })
    }
    pub fn slots(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let s = cgir::slots::colour(self.cgir_mut()?, cx);
        cx.counters.add("slots.before", s.before as u64);
        cx.counters.add("slots.after", s.after as u64);
        cx.counters.add("slots.dead-spills", s.dead_spills as u64);
        Ok(())
    }
    pub fn saves(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        self.plan = cgir::saves::plan(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn finish_frame(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let plan = std::mem::take(&mut self.plan);
        let bytes: u64 = self.cgir_ref()?.frame.values().map(|d| d.size).sum();
        let scratch = cx.target.isa.reg(cx.target.abi.scratch);
        if bytes + cx.options.stress_frame_pad > SMALL_FRAME && cx.target.reserved.intersects(scratch.units) {
            let what = format!("a frame of {bytes} bytes is set up with register {}, which is reserved", scratch.name);
            return Err(Error::input(Pos::NONE, what));
        }
        cx.hooks.finish_frame(self.cgir_mut()?, cx, &plan);
        Ok(())
    }
    pub fn after_allocation(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        cx.hooks.after_allocation(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn tails(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        cflow::tails::run(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn ebo_post(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        ebo::run_post(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn sched_post(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        sched::after_allocation(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn stack(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        lra::target::convert_stack(self.cgir_mut()?, cx)
    }
    pub fn layout(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        cflow::layout::run(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn before_emission(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        cx.hooks.before_emission(self.cgir_mut()?, cx);
        Ok(())
    }
    pub fn emit(&mut self, cx: &PassCx<'_>) -> Result<(), Error> {
        let f = self.cgir.take().ok_or_else(|| missing("CGIR"))?;
        let code = emit::lower_function(&f, cx)?;
        if self.wants.measure {
            let mut stats = crate::measure::count(&f, &code);
            let asked = std::mem::take(&mut self.asked);
            stats.asked = asked.price;
            stats.work = asked.work.into_iter().collect();
            stats.proof = asked.proof;
            self.report.functions.push(stats);
        }
        self.lowered = Some(code);
        Ok(())
    }

    /// The function as text, in whichever form it has.
    pub fn text(&self, cx: &PassCx<'_>) -> String {
        match (&self.ssa, &self.trees, &self.cgir) {
            (Some(f), _, _) => whirl_lite::print::function(cx.module, f),
            (_, Some(w), _) => whirl_lite::tree::print(w, cx.module),
            (_, _, Some(f)) => cgir::text::print(f, cx),
            _ => String::new(),
        }
    }
}
