//! x86: the register stack of x87.

pub mod x87;

use cgir::func::Func;
use cgir::pass::PassCx;
use whirl_lite::diag::Error;

/// The name of the instruction set.
pub const ISA: &str = targ_info::x86::ISA.name;

/// Ops on flat registers become ops on the stack of x87.
pub fn convert_stack(f: &mut Func, cx: &PassCx<'_>) -> Result<(), Error> {
    x87::run(f, cx)
}
