//! How two accesses of memory lie to each other, by their offsets.

use crate::func::{Func, Tn, TnData};

/// How two accesses lie to each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlap {
    /// They are the same bytes.
    Same,
    /// They have no byte in common.
    Disjoint,
    /// They have bytes in common, but are not the same.
    Partial,
    /// Their offsets do not tell.
    Unknown,
}

/// How two accesses lie that add their offsets to the same base. Of each: the offset operand, and how many bytes.
pub fn overlap(f: &Func, a: (Tn, u32), b: (Tn, u32)) -> Overlap {
    let (x, y) = match (f.tns[a.0], f.tns[b.0]) {
        (TnData::Lit(x), TnData::Lit(y)) => (x, y),
        // Different objects are apart, wherever they will be.
        (TnData::Frame { obj: o, .. }, TnData::Frame { obj: p, .. }) if o != p => return Overlap::Disjoint,
        (TnData::Frame { offset: x, modifier: m, .. }, TnData::Frame { offset: y, modifier: n, .. }) if m == n => {
            (x, y)
        }
        (TnData::Sym { sym: s, offset: x, modifier: m }, TnData::Sym { sym: t, offset: y, modifier: n })
            if s == t && m == n =>
        {
            (x, y)
        }
        _ => return Overlap::Unknown,
    };
    if (x, a.1) == (y, b.1) {
        Overlap::Same
    } else if x + i64::from(a.1) <= y || y + i64::from(b.1) <= x {
        Overlap::Disjoint
    } else {
        Overlap::Partial
    }
}
