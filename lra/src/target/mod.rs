//! What local allocation does for single targets, beyond their tables.

pub mod x86;

use cgir::func::Func;
use cgir::pass::PassCx;
use whirl_lite::diag::Error;

/// Lays out register stacks, where the target has one: ops on flat registers become ops on the stack.
pub fn convert_stack(f: &mut Func, cx: &PassCx<'_>) -> Result<(), Error> {
    if cx.target.isa.name == x86::ISA { x86::convert_stack(f, cx) } else { Ok(()) }
}
