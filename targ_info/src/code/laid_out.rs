//! Encoding and decoding by layouts: see [`crate::layout`].
//!
//! Fields hold raw values: an operand's value less its kind's bias, a register's number. The decoder keeps for each field
//! which of its bits it knows; a part that contradicts them does not match.

use super::decode::{Decoded, finish};
use super::encode::{Encoded, Spot, ones};
use super::{Values, fill_fixed};
use crate::layout::MAX_FIELDS;
use crate::{Alternative, Cond, FeatureSet, FieldValue, Isa, Layout, Opcode, OperandKind, Placed};

/// The longest instruction that any machine has, in bytes.
const LONGEST: usize = 16;

/// Encodes an instruction; nothing if no alternative takes its operands.
pub fn encode(isa: &Isa, op: Opcode, placed: &Placed, operands: &[i64], symbolic: u16) -> Encoded {
    let Some(layout) = isa.layouts.get(placed.layout as usize) else { return Encoded::default() };
    let row = isa.inst(op);
    let mut values = [0i64; MAX_FIELDS];
    let mut symbols = 0u32;
    for (n, (slot, f)) in values.iter_mut().zip(placed.fields).enumerate() {
        *slot = match *f {
            FieldValue::Value(v) => v,
            FieldValue::Operand(i) if symbolic >> i & 1 != 0 => {
                symbols |= 1 << n;
                0
            }
            FieldValue::Operand(i) => {
                let v = operands.get(i as usize).copied().unwrap_or(0);
                match row.operands.get(i as usize).map(|o| o.kind) {
                    Some(OperandKind::Imm(k) | OperandKind::Target(k)) => {
                        v.wrapping_sub(isa.imms.get(k as usize).map_or(0, |m| m.bias))
                    }
                    _ => v,
                }
            }
        };
    }
    let mut out = Encoded::default();
    let mut at = 0usize;
    for part in layout.parts {
        let Some(a) = part.iter().find(|a| holds(a, &values, symbols)) else { return Encoded::default() };
        let mut word = a.bits;
        for b in a.fields {
            let v = values.get(b.field as usize).copied().unwrap_or(0) as u64;
            let v = if b.inverted { !v } else { v };
            word |= (v >> b.from & ones(b.len)) << b.to;
            if symbols >> b.field & 1 != 0 {
                spot(&mut out, placed, b.field, at + b.to as usize / 8, b.len / 8);
            }
        }
        // Most parts that there may be are absent or a byte.
        if a.len != 0 {
            let len = a.len as usize;
            let Some(to) = out.bytes.get_mut(at..at + len) else { return Encoded::default() };
            match to {
                [byte] => *byte = word as u8,
                _ => to.copy_from_slice(&word.to_le_bytes()[..len]),
            }
            at += len;
        }
    }
    out.len = at as u8;
    out
}

/// Notes where a symbolic operand has its field.
fn spot(out: &mut Encoded, placed: &Placed, field: u8, offset: usize, len: u8) {
    let Some(FieldValue::Operand(operand)) = placed.fields.get(field as usize).copied() else { return };
    if let Some(free) = out.spots.iter_mut().find(|s| s.is_none()) {
        *free = Some(Spot { operand, offset: offset as u8, len });
    }
}

/// Do the conditions of an alternative hold? What a symbol comes to is not known: no condition on it holds.
fn holds(a: &Alternative, values: &[i64; MAX_FIELDS], symbols: u32) -> bool {
    a.conds.iter().all(|c| {
        let bits =
            |field: u8, from: u8, len: u8| values.get(field as usize).map_or(0, |v| *v as u64) >> from & ones(len);
        match *c {
            Cond::Eq { field, from, len, value } => symbols >> field & 1 == 0 && bits(field, from, len) == value,
            Cond::Ne { field, from, len, value } => symbols >> field & 1 == 0 && bits(field, from, len) != value,
            Cond::Same { field, a, b } => bits(field, a, 1) == bits(field, b, 1),
            Cond::Fits { field, len } => {
                let v = values.get(field as usize).copied().unwrap_or(0);
                symbols >> field & 1 == 0 && v << (64 - len) >> (64 - len) == v
            }
        }
    })
}

/// What is known of the fields of a layout.
#[derive(Clone, Copy)]
struct Fields {
    values: [u64; MAX_FIELDS],
    known: [u64; MAX_FIELDS],
    /// Bits that equal others which are not known yet: field, bit, other bit.
    same: [Option<(u8, u8, u8)>; 4],
}

impl Fields {
    /// Learns bits; false if they contradict what is known.
    fn learn(&mut self, field: u8, from: u8, len: u8, value: u64) -> bool {
        let (Some(v), Some(known)) = (self.values.get_mut(field as usize), self.known.get_mut(field as usize)) else {
            return false;
        };
        let (mask, value) = (ones(len) << from, (value & ones(len)) << from);
        let same = (*v ^ value) & mask & *known == 0;
        *v |= value;
        *known |= mask;
        same
    }

    fn bits(&self, field: u8, from: u8, len: u8) -> u64 {
        self.values.get(field as usize).copied().unwrap_or(0) >> from & ones(len)
    }

    /// Reads a part; the answer is its length.
    fn part(&mut self, part: &[Alternative], bytes: &[u8]) -> Option<usize> {
        // What is there is not absent: longer alternatives come first.
        let mut longest = part.iter().map(|a| a.len).max()?;
        loop {
            let mut same = part.iter().filter(|a| a.len == longest);
            if let Some(next) = same.find_map(|a| self.alternative(a, bytes)) {
                *self = next;
                return Some(longest as usize);
            }
            longest = part.iter().map(|a| a.len).filter(|l| *l < longest).max()?;
        }
    }

    /// Reads an alternative; what it learns is kept only if it matches.
    fn alternative(&self, a: &Alternative, bytes: &[u8]) -> Option<Fields> {
        let raw = bytes.get(..a.len as usize)?;
        let mut word = [0; 8];
        word.get_mut(..raw.len())?.copy_from_slice(raw);
        let word = u64::from_le_bytes(word);
        if word & a.mask != a.bits {
            return None;
        }
        let mut f = *self;
        for b in a.fields {
            let v = word >> b.to & ones(b.len);
            if !f.learn(b.field, b.from, b.len, if b.inverted { !v } else { v }) {
                return None;
            }
        }
        for c in a.conds {
            let right = match *c {
                Cond::Eq { field, from, len, value } => f.learn(field, from, len, value),
                Cond::Ne { field, from, len, value } => f.bits(field, from, len) != value,
                Cond::Same { field, a, b } => match f.same.iter_mut().find(|s| s.is_none()) {
                    Some(free) => {
                        *free = Some((field, a, b));
                        true
                    }
                    None => false,
                },
                Cond::Fits { field, len } => {
                    let v = (f.bits(field, 0, len) << (64 - len)) as i64 >> (64 - len);
                    f.learn(field, 0, 64, v as u64)
                }
            };
            if !right {
                return None;
            }
        }
        Some(f)
    }
}

/// Decodes the instruction at the start of `bytes`.
pub fn decode(isa: &Isa, bytes: &[u8], features: &FeatureSet) -> Option<Decoded> {
    let bytes = bytes.get(..LONGEST).unwrap_or(bytes);
    isa.layouts.iter().enumerate().find_map(|(n, l)| decode_in(isa, n, l, bytes, features))
}

fn decode_in(isa: &Isa, number: usize, layout: &Layout, bytes: &[u8], features: &FeatureSet) -> Option<Decoded> {
    let mut f = Fields { values: [0; MAX_FIELDS], known: [0; MAX_FIELDS], same: [None; 4] };
    let mut at = 0;
    let mut parts = layout.parts.iter();
    // Up to the key, parts are read without knowing the row.
    while f.known.get(layout.key as usize).is_some_and(|k| *k == 0) {
        at += f.part(parts.next()?, bytes.get(at..)?)?;
    }
    let key = f.values.get(layout.key as usize).copied()? as i64;
    let found = layout.keys.binary_search_by_key(&key, |k| k.0).ok()?;
    let (_, start, end) = *layout.keys.get(found)?;
    layout.rows.get(start as usize..end as usize)?.iter().find_map(|&op| {
        let row = isa.inst(op);
        let placed = row.encoding.layout.filter(|p| p.layout as usize == number && row.available(features))?;
        let (mut f, mut at) = (f, at);
        for (n, field) in placed.fields.iter().enumerate() {
            if let FieldValue::Value(v) = *field
                && !f.learn(n as u8, 0, 64, v as u64)
            {
                return None;
            }
        }
        for part in parts.clone() {
            at += f.part(part, bytes.get(at..)?)?;
        }
        for (field, a, b) in f.same.into_iter().flatten() {
            let bit = f.bits(field, b, 1);
            if !f.learn(field, a, 1, bit) {
                return None;
            }
        }
        Some(Decoded { op, operands: operands(isa, op, &placed, &f, features)?, len: at as u8 })
    })
}

/// The operands of a row, if its values are those of the fields and it can have the rest.
fn operands(isa: &Isa, op: Opcode, placed: &Placed, f: &Fields, features: &FeatureSet) -> Option<Values> {
    let row = isa.inst(op);
    let mut v = Values::zeros(row.operands.len());
    let mut from_field = 0;
    for (n, field) in placed.fields.iter().enumerate() {
        if let FieldValue::Operand(i) = *field {
            *v.get_mut(i as usize)? = *f.values.get(n)? as i64;
            from_field |= 1 << i;
        }
    }
    fill_fixed(isa, row, &mut v);
    finish(isa, op, v, from_field, features)
}
