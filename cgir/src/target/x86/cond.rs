//! Condition codes, as the tables number them.

/// Overflow.
pub const O: i64 = 0;
/// Below: carry.
pub const B: i64 = 2;
/// Above or equal.
pub const AE: i64 = 3;
/// Equal: zero.
pub const E: i64 = 4;
/// Not equal.
pub const NE: i64 = 5;
/// Below or equal.
pub const BE: i64 = 6;
/// Above.
pub const A: i64 = 7;
/// Negative.
pub const S: i64 = 8;
/// Not negative.
pub const NS: i64 = 9;
/// Parity, by which a comparison of floats says that one is a NaN.
pub const P: i64 = 10;
/// No parity: both are numbers.
pub const NP: i64 = 11;
/// Less.
pub const L: i64 = 12;
/// Greater or equal.
pub const GE: i64 = 13;
/// Less or equal.
pub const LE: i64 = 14;
/// Greater.
pub const G: i64 = 15;
