//! From bytes to an instruction.

use super::encode::{ones, takes};
use super::{Values, fill_fixed, laid_out};
use crate::{DecodeGroup, FeatureSet, Isa, Opcode, OperandKind};

/// A decoded instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decoded {
    /// Its opcode.
    pub op: Opcode,
    /// Its operands, in the order of the row.
    pub operands: Values,
    /// Its length in bytes.
    pub len: u8,
}

/// Decodes the instruction at the start of `bytes`; `None` if there is none that the features allow.
pub fn decode(isa: &Isa, bytes: &[u8], features: &FeatureSet) -> Option<Decoded> {
    if !isa.layouts.is_empty() {
        return laid_out::decode(isa, bytes, features);
    }
    isa.decode.iter().find_map(|g| {
        let raw = bytes.get(..g.size as usize)?;
        let mut word = [0; 8];
        word.get_mut(..raw.len())?.copy_from_slice(raw);
        decode_in(isa, g, u64::from_le_bytes(word), features)
    })
}

fn decode_in(isa: &Isa, group: &DecodeGroup, word: u64, features: &FeatureSet) -> Option<Decoded> {
    let key = word & group.key_mask;
    let (_, start, end) = *group.keys.get(group.keys.binary_search_by_key(&key, |k| k.0).ok()?)?;
    let rows = group.rows.get(start as usize..end as usize)?;
    rows.iter().find_map(|&op| {
        let row = isa.inst(op);
        if word & row.encoding.mask != row.encoding.bits || !row.available(features) {
            return None;
        }
        Some(Decoded { op, operands: operands(isa, op, word, features)?, len: group.size })
    })
}

/// The operands of a word that has the row's fixed bits, if the row can have them.
fn operands(isa: &Isa, op: Opcode, word: u64, features: &FeatureSet) -> Option<Values> {
    let row = isa.inst(op);
    let mut v = Values::zeros(row.operands.len());
    let mut from_field = 0u32;
    for p in row.encoding.pieces {
        *v.get_mut(p.operand as usize)? |= ((word >> p.to & ones(p.len)) << p.from) as i64;
        from_field |= 1 << p.operand;
    }
    finish(isa, op, v, from_field, features)
}

/// Brings the raw values of a row's fields to what its operands mean, if the row can have them. `from_field` says which
/// operands have fields.
pub(super) fn finish(isa: &Isa, op: Opcode, mut v: Values, from_field: u32, features: &FeatureSet) -> Option<Values> {
    let row = isa.inst(op);
    fill_fixed(isa, row, &mut v);
    for (i, o) in row.operands.iter().enumerate().filter(|(i, _)| from_field >> i & 1 != 0) {
        let value = v.get_mut(i)?;
        match o.kind {
            OperandKind::Reg(c) => *value += isa.class(c).enc_base as i64,
            OperandKind::Imm(k) | OperandKind::Target(k) => {
                let m = isa.imms.get(k as usize)?;
                let width = m.bits + m.shift;
                if m.signed && width < 64 {
                    *value = *value << (64 - width) >> (64 - width);
                }
                if m.wrap != 0 {
                    *value &= ones(m.wrap) as i64;
                }
                *value = value.wrapping_add(m.bias);
            }
            OperandKind::Fixed(_) | OperandKind::Variadic => {}
        }
        if !takes(isa, o.kind, *value, features) {
            return None;
        }
    }
    // Of a tied pair one is in the word.
    for (i, o) in row.operands.iter().enumerate().filter(|(_, o)| o.tied != 255) {
        let t = o.tied as usize;
        let (from, to) = if from_field >> i & 1 != 0 { (i, t) } else { (t, i) };
        let value = *v.get(from)?;
        *v.get_mut(to)? = value;
    }
    Some(v)
}
