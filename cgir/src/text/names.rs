//! Names that printing and reading share: types, op flags, frame facts, the usual type of a class.

use crate::func::{FrameInfo, OpFlags};
use crate::target::Hooks;
use targ_info::{Isa, PReg, RegClass, RegSet, Target, Unit};
use whirl_lite::mtype::{MType, VecElem};

/// Scalar types by name.
const TYPES: [(&str, MType); 13] = [
    ("void", MType::Void),
    ("b", MType::B),
    ("i8", MType::I8),
    ("i16", MType::I16),
    ("i32", MType::I32),
    ("i64", MType::I64),
    ("i128", MType::I128),
    ("f16", MType::F16),
    ("bf16", MType::BF16),
    ("f32", MType::F32),
    ("f64", MType::F64),
    ("f80", MType::F80),
    ("f128", MType::F128),
];

const ELEMENTS: [VecElem; 9] = [
    VecElem::B,
    VecElem::I8,
    VecElem::I16,
    VecElem::I32,
    VecElem::I64,
    VecElem::F16,
    VecElem::BF16,
    VecElem::F32,
    VecElem::F64,
];

/// A type's name: `i64`, `v4i32`, `nxv2f64`.
pub(super) fn type_name(ty: MType) -> String {
    match ty {
        MType::Vec { elem, lanes, scalable } => {
            let prefix = if scalable { "nxv" } else { "v" };
            format!("{prefix}{lanes}{}", elem.scalar())
        }
        other => other.to_string(),
    }
}

/// The type of a name.
pub(super) fn type_by_name(name: &str) -> Option<MType> {
    if let Some(&(_, ty)) = TYPES.iter().find(|(n, _)| *n == name) {
        return Some(ty);
    }
    let (rest, scalable) = match name.strip_prefix("nxv") {
        Some(rest) => (rest, true),
        None => (name.strip_prefix('v')?, false),
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let lanes = rest.get(..digits)?.parse().ok()?;
    let scalar = TYPES.iter().find(|(n, _)| Some(*n) == rest.get(digits..))?.1;
    let elem = ELEMENTS.into_iter().find(|e| e.scalar() == scalar)?;
    Some(MType::Vec { elem, lanes, scalable })
}

/// Op flags by name.
pub(super) const FLAGS: [(&str, OpFlags); 14] = [
    ("spill", OpFlags::SPILL),
    ("reload", OpFlags::RELOAD),
    ("save", OpFlags::SAVE),
    ("restore", OpFlags::RESTORE),
    ("rebuilt", OpFlags::REMAT),
    ("alloc_copy", OpFlags::ALLOC_COPY),
    ("frame_setup", OpFlags::FRAME_SETUP),
    ("frame_destroy", OpFlags::FRAME_DESTROY),
    ("volatile", OpFlags::VOLATILE),
    ("hoisted", OpFlags::HOISTED),
    ("constant_memory", OpFlags::CONSTANT_MEMORY),
    ("copy", OpFlags::COPY),
    ("tail", OpFlags::TAIL),
    ("noreturn", OpFlags::NORETURN),
];

/// A fact of [`FrameInfo`] that is true or false: its name, how to find it.
pub(super) type FrameFact = (&'static str, fn(&mut FrameInfo) -> &mut bool);

/// The facts of [`FrameInfo`] that are true or false.
pub(super) const FRAME_FACTS: [FrameFact; 8] = [
    ("dynamic", |i| &mut i.dynamic),
    ("calls", |i| &mut i.calls),
    ("keep_fp", |i| &mut i.keep_fp),
    ("reads_ra", |i| &mut i.reads_ra),
    ("returns_twice", |i| &mut i.returns_twice),
    ("has_fp", |i| &mut i.has_fp),
    ("has_bp", |i| &mut i.has_bp),
    ("needs_cfi", |i| &mut i.needs_cfi),
];

/// The type that goes without saying for a register of the class: an integer or number of its width which the target
/// keeps in it.
pub(crate) fn usual_type(target: &Target, hooks: &dyn Hooks, class: RegClass) -> MType {
    let width = u32::from(target.class_width(class));
    let top = target.isa.class(class).top;
    let kept = |ty: MType| hooks.class_of(ty).is_some_and(|c| target.isa.class(c).top == top);
    TYPES.iter().map(|&(_, ty)| ty).find(|&ty| ty.bits() == width && kept(ty)).unwrap_or(MType::Void)
}

/// Registers whose units make up a set, and the units that no register covers.
pub(super) fn registers(isa: &Isa, mut set: RegSet) -> (Vec<PReg>, Vec<Unit>) {
    let mut list: Vec<usize> = (0..isa.regs.len()).filter(|&i| !isa.regs[i].units.is_empty()).collect();
    // Groups only where no single register does it; among those, wider ones first.
    list.sort_by_key(|&i| (isa.class(isa.regs[i].class).group > 1, usize::MAX - isa.regs[i].units.len(), i));
    let mut found = Vec::new();
    for i in list {
        if set.contains(isa.regs[i].units) {
            set -= isa.regs[i].units;
            found.push(PReg(i as u16));
        }
    }
    found.sort();
    (found, set.iter().collect())
}
