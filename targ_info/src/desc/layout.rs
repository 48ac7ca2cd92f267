//! Reads layouts: encodings of varying length, part by part.
//!
//! `part NAME conditions : bytes` adds an alternative to a part; earlier ones are preferred. Conditions are `field=value`,
//! `field!value`, `field[hi:lo]=value`, `field[bit]=[bit]` (two bits of a field are equal) and `field:sN` (the field fits
//! in N bits with a sign). A value is a number or a register, which stands for its number in encodings. Bytes are written
//! highest bit first: `0x0f` is a byte, `0100` that many bits, `field[2:0]` bits of a field, `~field[3]` the same inverted,
//! and `field:32` all its low bits as bytes, lowest first.
//!
//! `layout NAME key=FIELD field=value... : part...` puts parts in order. A value (a number, or the name of an operand) is
//! what the field has where a row says nothing else, and has no operand of that name.

use super::isa::insert;
use super::lines::{At, Res, number, small};
use super::model::*;

/// Reads a `part` line.
pub fn part(model: &mut Model, at: &At, name: &str, rest: &[&str]) -> Res<()> {
    let Some(colon) = rest.iter().position(|w| *w == ":") else {
        return at.err("a part needs 'conditions : bytes'");
    };
    let mut a = Alternative { conds: Vec::new(), len: 0, bits: 0, mask: 0, fields: Vec::new(), at: at.clone() };
    for w in &rest[..colon] {
        a.conds.push(cond(model, at, w)?);
    }
    bytes(at, &rest[colon + 1..], &mut a)?;
    match model.part_names.get(name) {
        Some(&i) => model.parts[i].1.push(a),
        None => {
            model.part_names.insert(name.into(), model.parts.len());
            model.parts.push((name.into(), vec![a]));
        }
    }
    Ok(())
}

/// A number, or the number in encodings of a register.
fn value(model: &Model, at: &At, text: &str) -> Res<i64> {
    match model.scope.regs.get(text) {
        Some(&r) => Ok(model.regs[r].enc.into()),
        None => number(at, text),
    }
}

/// `field[hi:lo]`, `field[bit]` or `field`: the name, and the bits if there are any.
fn slice<'a>(at: &At, text: &'a str) -> Res<(&'a str, Option<(u8, u8)>)> {
    let Some((name, bits)) = text.split_once('[') else {
        return Ok((text, None));
    };
    let Some(bits) = bits.strip_suffix(']') else {
        return at.err(format!("'{text}' lacks a ']'"));
    };
    let (hi, lo) = bits.split_once(':').unwrap_or((bits, bits));
    let (hi, lo) = (small(at, hi, 63)? as u8, small(at, lo, 63)? as u8);
    if hi < lo {
        return at.err(format!("bits {hi}:{lo} are the wrong way round"));
    }
    Ok((name, Some((hi, lo))))
}

fn cond(model: &Model, at: &At, text: &str) -> Res<Cond> {
    if let Some((field, bits)) = text.split_once(":s") {
        return Ok(Cond::Fits(field.into(), small(at, bits, 63)? as u8));
    }
    let (left, right, equal) = match (text.split_once('='), text.split_once('!')) {
        (Some((l, r)), _) => (l, r, true),
        (None, Some((l, r))) => (l, r, false),
        (None, None) => return at.err(format!("'{text}' is no condition")),
    };
    let (field, bits) = slice(at, left)?;
    if let (Some(other), Some((a, low))) = (right.strip_prefix('[').and_then(|r| r.strip_suffix(']')), bits) {
        if a != low || !equal {
            return at.err(format!("'{text}' compares more than a bit"));
        }
        return Ok(Cond::Same(field.into(), a, small(at, other, 63)? as u8));
    }
    let v = value(model, at, right)? as u64;
    let (hi, lo) = bits.unwrap_or((63, 0));
    let len = hi - lo + 1;
    if len < 64 && v >> len != 0 {
        return at.err(format!("{v} does not fit '{left}'"));
    }
    Ok(Cond::Bits(field.into(), lo, len, v, equal))
}

/// Reads the bytes of an alternative. `done` counts bits; the first byte is the lowest of the word.
fn bytes(at: &At, words: &[&str], a: &mut Alternative) -> Res<()> {
    let mut done = 0u32;
    // The place of the highest of `len` bits that come next, which must be within a byte.
    let place = |done: &mut u32, len: u32, w: &str| -> Res<u32> {
        if *done % 8 + len > 8 || *done + len > 64 {
            return at.err(format!("'{w}' goes over the end of a byte"));
        }
        let to = *done / 8 * 8 + 8 - *done % 8 - len;
        *done += len;
        Ok(to)
    };
    for &w in words {
        let (inverted, w) = w.strip_prefix('~').map_or((false, w), |w| (true, w));
        let fixed = match w.strip_prefix("0x") {
            Some(_) => Some((small(at, w, 255)? as u64, 8)),
            None if w.bytes().all(|c| c == b'0' || c == b'1') => {
                Some((small(at, &format!("0b{w}"), 255)? as u64, w.len() as u32))
            }
            None => None,
        };
        if let Some((v, len)) = fixed {
            let to = place(&mut done, len, w)?;
            a.bits |= v << to;
            a.mask |= ((1 << len) - 1) << to;
        } else if let Some((field, len)) = w.split_once(':').filter(|_| !w.contains('[')) {
            let len = small(at, len, 64)? as u32;
            if !len.is_multiple_of(8) || !done.is_multiple_of(8) || len == 0 || done + len > 64 {
                return at.err(format!("'{w}' is not so many whole bytes"));
            }
            a.fields.push(FieldBits { field: field.into(), from: 0, len: len as u8, to: done as u8, inverted });
            done += len;
        } else {
            let (field, bits) = slice(at, w)?;
            let Some((hi, lo)) = bits else {
                return at.err(format!("'{w}' does not say which bits"));
            };
            let len = hi - lo + 1;
            let to = place(&mut done, len.into(), w)? as u8;
            a.fields.push(FieldBits { field: field.into(), from: lo, len, to, inverted });
        }
    }
    if !done.is_multiple_of(8) {
        return at.err(format!("{done} bits are no whole bytes"));
    }
    a.len = (done / 8) as u8;
    Ok(())
}

/// Reads a `layout` line.
pub fn layout(model: &mut Model, at: &At, name: &str, rest: &[&str]) -> Res<()> {
    let Some(colon) = rest.iter().position(|w| *w == ":") else {
        return at.err("a layout needs ': parts'");
    };
    let mut l = Layout { name: name.into(), fields: Vec::new(), defaults: Vec::new(), parts: Vec::new(), key: 0 };
    for w in &rest[colon + 1..] {
        let p = find(&model.part_names, at, "part", w)?;
        l.parts.push(p);
        for a in &model.parts[p].1 {
            let names = a.conds.iter().map(Cond::field).chain(a.fields.iter().map(|f| &*f.field));
            for n in names {
                if !l.fields.iter().any(|f| f == n) {
                    l.fields.push(n.into());
                }
            }
        }
    }
    if l.fields.len() > 24 {
        return at.err(format!("layout '{name}' has more than 24 fields"));
    }
    let field = |n: &str| match l.fields.iter().position(|f| f == n) {
        Some(i) => Ok(i),
        None => at.err(format!("layout '{name}' has no field '{n}'")),
    };
    let mut key = None;
    for w in &rest[..colon] {
        match w.split_once('=') {
            Some(("key", k)) => key = Some(field(k)?),
            Some((f, v)) => {
                field(f)?;
                l.defaults.push((f.into(), v.into()));
            }
            None => return at.err(format!("'{w}' is not 'field=value'")),
        }
    }
    let Some(key) = key else {
        return at.err(format!("layout '{name}' has no key"));
    };
    l.key = key;
    insert(&mut model.layout_names, at, "layout", name, model.layouts.len())?;
    model.layouts.push(l);
    Ok(())
}

/// Gives a row its layout: `values` are `field=value` of the row, a value being a number or an operand.
pub fn place(model: &Model, at: &At, layout: usize, values: &[&str], inst: &mut Inst) -> Res<()> {
    let l = &model.layouts[layout];
    let mut given: Vec<(&str, &str)> = Vec::new();
    for v in values {
        let Some((f, v)) = v.split_once('=') else {
            return at.err(format!("'{v}' is not 'field=value'"));
        };
        if !l.fields.iter().any(|n| n == f) {
            return at.err(format!("layout '{}' has no field '{f}'", l.name));
        }
        given.push((f, v));
    }
    let mut out = Vec::new();
    for f in &l.fields {
        let by_default = l.defaults.iter().find(|d| d.0 == *f).map(|d| &*d.1);
        // An operand of the field's name is what it is, before any default.
        let own = inst.operands.iter().any(|o| o.name == *f && !o.implicit).then_some(&**f);
        let text = given.iter().rev().find(|g| g.0 == f).map(|g| g.1).or(own).or(by_default).unwrap_or(f);
        out.push(match inst.operands.iter().position(|o| o.name == text && !o.implicit) {
            Some(i) => FieldValue::Operand(i),
            None if text.starts_with(|c: char| c.is_ascii_digit()) => FieldValue::Value(number(at, text)?),
            None => return at.err(format!("field '{f}' of the layout has neither operand nor value")),
        });
    }
    inst.placed = Some((layout, out));
    Ok(())
}
