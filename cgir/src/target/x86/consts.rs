//! Constants: which immediates fit, and what a constant in a register costs.

/// Does the value fit an immediate of 32 bits that is sign-extended?
pub fn fits32(v: i64) -> bool {
    v == i64::from(v as i32)
}

/// Is the value one of 32 bits, zero-extended?
pub fn fits_u32(v: i64) -> bool {
    v == i64::from(v as u32)
}

/// How many ops a constant in a register takes: always one, but one of ten bytes counts as two.
pub fn cost(v: i64) -> u32 {
    if fits32(v) || fits_u32(v) { 1 } else { 2 }
}
