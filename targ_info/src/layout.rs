//! Encodings of varying length, as tables.
//!
//! An instruction of a fixed word is its bits and the places of its operands ([`crate::Encoding`]). Where prefixes come
//! and go with the operands, and an address has a dozen shapes, an encoding is a *layout*: a sequence of *parts*, each
//! with several *alternatives*. Parts talk about *fields*, to each of which a row gives an operand or a value. The
//! encoder takes, part by part, the first alternative whose conditions hold; the decoder takes the first one that the
//! bytes match, and learns from its conditions what its bits do not say (no prefix means that a field is zero).
//!
//! Nothing here knows what a prefix or an address is: the description says it.

use crate::Opcode;

/// The most fields that a layout has.
pub const MAX_FIELDS: usize = 24;

/// A condition on the fields of a layout.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cond {
    /// These bits of the field have this value.
    Eq {
        /// The field.
        field: u8,
        /// Lowest bit.
        from: u8,
        /// How many bits.
        len: u8,
        /// Their value.
        value: u64,
    },
    /// These bits of the field have another value.
    Ne {
        /// The field.
        field: u8,
        /// Lowest bit.
        from: u8,
        /// How many bits.
        len: u8,
        /// What they are not.
        value: u64,
    },
    /// Bit `a` of the field is equal to its bit `b`.
    Same {
        /// The field.
        field: u8,
        /// The bit that the decoder learns.
        a: u8,
        /// The bit that it knows.
        b: u8,
    },
    /// The field is a number of so many bits with a sign.
    Fits {
        /// The field.
        field: u8,
        /// The bits.
        len: u8,
    },
}

/// Bits of a field within an alternative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FieldBits {
    /// The field.
    pub field: u8,
    /// Lowest bit of its value.
    pub from: u8,
    /// How many bits.
    pub len: u8,
    /// Lowest bit in the alternative's bytes, the first byte being the lowest.
    pub to: u8,
    /// The bits are written inverted.
    pub inverted: bool,
}

/// One way to write a part.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// When it may be taken; all must hold.
    pub conds: &'static [Cond],
    /// Its length in bytes, at most eight.
    pub len: u8,
    /// Fixed bits.
    pub bits: u64,
    /// Which bits are fixed.
    pub mask: u64,
    /// Bits of fields.
    pub fields: &'static [FieldBits],
}

/// A layout of instructions.
pub struct Layout {
    /// Its name.
    pub name: &'static str,
    /// Names of its fields; rows give a value or an operand to each.
    pub fields: &'static [&'static str],
    /// Its parts, each a list of alternatives in order of preference.
    pub parts: &'static [&'static [Alternative]],
    /// The field by which its rows are sorted.
    pub key: u8,
    /// Values of the key field, each with a range of `rows`.
    pub keys: &'static [(i64, u16, u16)],
    /// Its rows by key, more specific ones first.
    pub rows: &'static [Opcode],
}

/// What a row gives to a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FieldValue {
    /// This value.
    Value(i64),
    /// The operand with this index.
    Operand(u8),
}

/// How a row with a layout is encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Index in [`crate::Isa::layouts`].
    pub layout: u16,
    /// One for each field of the layout.
    pub fields: &'static [FieldValue],
}
