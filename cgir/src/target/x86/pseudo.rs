//! Expansion of pseudo ops.

use crate::func::Func;
use crate::pass::PassCx;

pub(super) fn before_allocation(f: &mut Func, cx: &PassCx<'_>) {
    if cx.options.opt_level > 0 {
        crate::hoist::run(f, cx);
    }
}
pub(super) fn after_allocation(_: &mut Func, _: &PassCx<'_>) {}
pub(super) fn before_emission(f: &mut Func, cx: &PassCx<'_>) {
    after_allocation(f, cx);
}
