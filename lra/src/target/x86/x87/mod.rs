//! Conversion of x87 code: from a flat file of seven registers to the stack of eight.
//!
//! Allocation treats `fp0` to `fp6` as an ordinary file, whose rows (`p.fadd` and so on) name any of them. The machine has a
//! stack instead: most instructions work on its top and one other place, loads push, and many forms pop. The conversion runs
//! when nothing moves any more. It goes through each block with a list of which register's value stands in which place:
//!
//! * [`flat`] says which stack rows do the work of a row on flat registers;
//! * [`liveness`] says which flat registers are live after each op: a value that dies is popped by the op that reads it last,
//!   or alone where no form pops it; a result that nobody reads is popped at once;
//! * [`bundles`] groups the ends and starts of blocks that edges connect: all of a group agree on what the stack holds;
//! * [`plan`] chooses rows and exchanges, and says what they cost;
//! * [`edges`] settles the order on each bundle: what the most frequent end of it has anyway, tried until it stays;
//! * [`apply`] changes the function;
//! * [`check`] simulates the stack along every path of the changed function, by itself, and compares with the flat one.
//!
//! Calls and returns: what the ABI has in `fp0` is at the top, `fp1` below it; nothing else is on the stack, since calls destroy
//! the whole flat file. On exceptional edges nothing is.
//!
//! The idea of bundles is that of LLVM's conversion (see also "Leung and George, Some Notes on the New MLRISC X86 Floating
//! Point Code Generator", 2001, for the choice of forms by which operand dies).

mod apply;
mod asm;
mod bundles;
pub mod check;
mod edges;
mod flat;
mod liveness;
mod plan;

#[cfg(test)]
mod tests;

use cgir::func::{Func, Op, Tn};
use cgir::pass::PassCx;
use targ_info::x86::reg;
use targ_info::{Isa, PReg};
use whirl_lite::diag::{Error, Pos};

/// Flat registers.
pub const FLAT: u8 = 7;

/// The number of a flat register.
pub(super) fn flat_number(f: &Func, t: Tn) -> Option<u8> {
    f.preg(t).and_then(number_of)
}
/// The number of a register in the flat file.
fn number_of(r: PReg) -> Option<u8> {
    let n = r.0.checked_sub(reg::FP0.0)?;
    (n < u16::from(FLAT)).then_some(n as u8)
}
/// The flat registers among an op's clobbers, as a mask.
fn clobbered(f: &Func, isa: &Isa, o: Op) -> u8 {
    let lost = f.clobbers(o);
    let hit = |n: &u8| isa.reg(PReg(reg::FP0.0 + u16::from(*n))).units.intersects(lost);
    (0..FLAT).filter(hit).fold(0, |m, n| m | 1 << n)
}
/// The flat registers among TNs, as a mask.
fn mask(f: &Func, list: &[Tn]) -> u8 {
    list.iter().filter_map(|&t| flat_number(f, t)).fold(0, |m, n| m | 1 << n)
}

/// Has the function any value in a flat register?
fn used(f: &Func) -> bool {
    f.layout.iter().any(|&b| f.bb_ops(b).any(|o| f.all(o).iter().any(|&t| flat_number(f, t).is_some())))
}

/// Converts a function; under `-verify` checks the result.
pub fn run(f: &mut Func, cx: &PassCx<'_>) -> Result<(), Error> {
    if !used(f) {
        return Ok(());
    }
    let before = cx.options.verify.then(|| f.clone());
    let live = liveness::Liveness::of(f, cx.target.isa);
    let bundles = bundles::Bundles::of(f, &live);
    let plan = edges::best(f, cx.target.isa, &live, &bundles).map_err(|e| e.in_function(&f.name))?;
    cx.counters.add("x87.exchanges", u64::from(plan.exchanges));
    cx.counters.add("x87.copies", u64::from(plan.copies));
    apply::apply(f, cx.target.isa, &plan).map_err(|e| e.in_function(&f.name))?;
    if let Some(old) = before {
        check::check(&old, f, cx.target.isa).map_err(|what| {
            let what = format!("the x87 stack of '{}' is wrong: {what}", f.name);
            Error::unsupported(Pos::NONE, what)
        })?;
    }
    Ok(())
}
