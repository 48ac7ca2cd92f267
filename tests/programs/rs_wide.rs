// run: rust
//! 128-bit integers: every operation, checked and wrapping, conversions to and from floats, and text.
#![no_std]
#![no_main]
#![allow(dead_code, static_mut_refs)]
#[macro_use]
#[path = "../runtime/rust/support.rs"]
mod support;

use support::Random;

#[inline(never)]
fn signed(a: i128, b: i128, n: u32) {
    println!("{a} {b} {n}");
    println!("{} {} {}", a.wrapping_add(b), a.wrapping_sub(b), a.wrapping_mul(b));
    println!("{:?} {:?} {:?}", a.checked_add(b), a.checked_sub(b), a.checked_mul(b));
    println!("{:?} {:?} {:?}", a.checked_div(b), a.checked_rem(b), a.checked_neg());
    println!("{} {} {}", a.wrapping_shl(n), a.wrapping_shr(n), a.rotate_left(n));
    println!("{} {} {}", a.saturating_add(b), a.saturating_mul(b), a.wrapping_div_euclid(b | 1));
    println!("{:?} {} {:?} {}", a.cmp(&b), a.signum(), a.checked_abs(), a.min(b));
    println!("{} {} {} {}", a as f64, a as f32, (a as f64) as i128, a as i64);
}
#[inline(never)]
fn unsigned(a: u128, b: u128, n: u32) {
    println!("{a:x} {b:#x} {}", a.leading_zeros());
    println!("{} {} {}", a.trailing_zeros(), a.count_ones(), a.swap_bytes());
    println!("{:?} {:?} {:?}", a.checked_add(b), a.overflowing_mul(b), a.checked_pow(n % 5));
    println!("{:?} {:?} {}", a.checked_div(b), a.checked_rem(b), a.reverse_bits());
    println!("{} {} {}", a.wrapping_shl(n), a.wrapping_shr(n), a.rotate_right(n));
    println!("{} {} {}", a as f64, a as f32, (b as f32) as u128);
    println!("{} {} {:?}", a.abs_diff(b), a.isqrt(), a.checked_next_power_of_two());
    println!("{} {}", a / 10, a % 1_000_000_007);
}
fn gcd(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
fn power(mut base: u128, mut e: u64, m: u128) -> u128 {
    let mut r = 1;
    while e > 0 {
        if e & 1 == 1 {
            r = r * base % m;
        }
        base = base * base % m;
        e >>= 1;
    }
    r
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let edges = [0, 1, -1, i128::MAX, i128::MIN, 1 << 64, -(1 << 63), u64::MAX as i128, 10];
    for (k, &a) in edges.iter().enumerate() {
        for &b in &edges {
            signed(a, b, k as u32 * 17);
            unsigned(a as u128, b as u128, k as u32 * 31 + 1);
        }
    }
    let mut random = Random(7);
    for k in 0..20 {
        let mut wide = || (u128::from(random.next()) << 64 | u128::from(random.next())) >> (k * 6);
        let (a, b) = (wide(), wide() >> (k % 3 * 30));
        signed(a as i128, -(b as i128), k * 13);
        unsigned(a, b, k * 7);
        println!("{} {}", gcd(a, b), power(a >> 65 | 1, b as u64, (1 << 61) - 1));
    }
    0
}
