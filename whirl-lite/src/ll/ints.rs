//! Integer literals of any width.

use super::*;
use crate::ir::ConstData;

/// Digits in a literal beyond which it is refused: arithmetic on it is quadratic.
const MAX_DIGITS: usize = 20_000;

impl Parser<'_> {
    /// The current integer token as a constant of a type of `width` bits, truncated or extended as LLVM does.
    pub fn int_data(&self, width: u32) -> Parsed<ConstData> {
        if width <= 64 && !self.lx.big {
            let v = if self.lx.negative { self.lx.num.wrapping_neg() } else { self.lx.num };
            return Ok(ConstData::Int(v & mask(width)));
        }
        let Some(mut words) = self.int_words(width.div_ceil(64) as usize) else {
            return self.fail(self.pos(), "integer literal is too long");
        };
        if let (Some(last), r @ 1..) = (words.last_mut(), width % 64) {
            *last &= mask(r);
        }
        Ok(match width <= 64 {
            true => ConstData::Int(words.first().copied().unwrap_or(0)),
            false => ConstData::BigInt(words.into_boxed_slice()),
        })
    }
    /// The current integer token's value modulo 2^(64 n), little-endian.
    fn int_words(&self, n: usize) -> Option<Vec<u64>> {
        let mut words = vec![0u64; n];
        let text = self.lx.text();
        if let Some(hex) = text.strip_prefix(b"u0x").or(text.strip_prefix(b"s0x")) {
            hex_words(&mut words, hex);
            // A signed literal is as wide as its highest set bit, which thus is its sign.
            let bits = hex_bits(hex);
            if text[0] == b's' && bits > 0 {
                for (i, w) in words.iter_mut().enumerate() {
                    *w |= !low_mask(bits.saturating_sub(i * 64));
                }
            }
            return Some(words);
        }
        let digits = text.strip_prefix(b"-").unwrap_or(text);
        if digits.len() > MAX_DIGITS {
            return None;
        }
        for &d in digits {
            let mut carry = u128::from(d.wrapping_sub(b'0'));
            for w in &mut words {
                let x = u128::from(*w) * 10 + carry;
                *w = x as u64;
                carry = x >> 64;
            }
        }
        if self.lx.negative {
            let mut carry = true;
            for w in &mut words {
                let (x, c) = (!*w).overflowing_add(u64::from(carry));
                *w = x;
                carry = c;
            }
        }
        Some(words)
    }
}

/// The low `n` bits set (0 < n <= 64).
pub(super) fn mask(n: u32) -> u64 {
    u64::MAX >> (64 - n.clamp(1, 64))
}
/// The low `n` bits set, for any n.
fn low_mask(n: usize) -> u64 {
    match n {
        0 => 0,
        _ => mask(n.min(64) as u32),
    }
}
/// Puts hexadecimal digits into words, low digits first.
pub(super) fn hex_words(words: &mut [u64], hex: &[u8]) {
    for (i, &d) in hex.iter().rev().enumerate() {
        let Some(w) = words.get_mut(i / 16) else { return };
        *w |= u64::from((d as char).to_digit(16).unwrap_or(0)) << (i % 16 * 4);
    }
}
/// How many bits a hexadecimal number needs.
fn hex_bits(hex: &[u8]) -> usize {
    let zeros = hex.iter().take_while(|&&d| d == b'0').count();
    let rest = &hex[zeros..];
    let top = rest.first().and_then(|&d| (d as char).to_digit(16)).unwrap_or(0);
    (rest.len() * 4).saturating_sub(if top == 0 { 0 } else { top.leading_zeros() as usize - 28 })
}
