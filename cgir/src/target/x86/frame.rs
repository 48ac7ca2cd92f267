//! Frames.

use super::hooks::X86;
use crate::func::{FrameInfo, Func};
use crate::pass::PassCx;
use crate::target::SavePlan;
use targ_info::{PReg, RegSet};

pub(super) fn plan(_: &mut Func, _: &PassCx<'_>) -> RegSet {
    RegSet::EMPTY
}
pub(super) fn forced_saves(_: &Func, _: &PassCx<'_>, _: &FrameInfo) -> Vec<PReg> {
    Vec::new()
}
pub(super) fn finish(_: &X86, _: &mut Func, _: &PassCx<'_>, _: &SavePlan) {}
