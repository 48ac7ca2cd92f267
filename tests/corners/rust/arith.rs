//! Integers of all widths with checked, wrapping and saturating arithmetic, floats, arrays, matches, atomics, generics.
use std::sync::atomic::{AtomicI16, AtomicU8, AtomicU64, Ordering};

macro_rules! ops {
    ($($name:ident $t:ty),*) => {$(
        #[no_mangle]
        pub fn $name(a: $t, b: $t, n: u32) -> Option<$t> {
            let c = a.checked_add(b)?.wrapping_mul(b).saturating_sub(a);
            let d = c.checked_div(b).unwrap_or(c).rotate_left(n & 7) ^ a.swap_bytes();
            let e = d.wrapping_shl(n).count_ones() + d.leading_zeros() + a.trailing_zeros();
            a.checked_mul(b).map(|p| p ^ e as $t).or_else(|| a.checked_rem(b))?.checked_pow(n % 5)
        }
    )*};
}
ops!(o8 u8, i8_ i8, o16 u16, i16_ i16, o32 u32, i32_ i32, o64 u64, i64_ i64, o128 u128, i128_ i128);

#[no_mangle]
pub fn floats(a: f64, b: f32) -> (i32, u8, f64, bool) {
    (a as i32, b as u8, a.mul_add(2.0, b as f64).sqrt().floor(), a.total_cmp(&1.0).is_lt() || b.is_nan())
}
#[no_mangle]
pub fn atomics(a: &AtomicU8, b: &AtomicI16, c: &AtomicU64) -> u64 {
    a.fetch_add(1, Ordering::Relaxed);
    b.fetch_min(-5, Ordering::AcqRel);
    let _ = c.compare_exchange_weak(1, 2, Ordering::SeqCst, Ordering::Relaxed);
    c.fetch_max(u64::from(a.load(Ordering::Acquire)), Ordering::SeqCst)
}
#[no_mangle]
pub fn matrix(a: &[[i32; 4]; 4], b: &[[i32; 4]; 4]) -> [[i32; 4]; 4] {
    let mut c = [[0; 4]; 4];
    for i in 0..4 {
        for j in 0..4 {
            c[i][j] = (0..4).map(|k| a[i][k] * b[k][j]).sum();
        }
    }
    c
}
#[no_mangle]
pub fn matches(x: u32, s: &str) -> u32 {
    match (x, s) {
        (0, _) => 1,
        (1..=9, "abc") => 2,
        (10 | 20 | 30, t) if t.len() > 3 => t.len() as u32,
        (n, t) => n.wrapping_add(t.bytes().map(u32::from).fold(7, |h, b| h.wrapping_mul(31) ^ b)),
    }
}
pub struct Wide<const N: usize>([u64; N]);
impl<const N: usize> Wide<N> {
    pub fn add(&self, o: &Self) -> (Self, bool) {
        let (mut r, mut carry) = ([0; N], false);
        for i in 0..N {
            let (s, c) = self.0[i].overflowing_add(o.0[i]);
            let (s, d) = s.overflowing_add(u64::from(carry));
            r[i] = s;
            carry = c || d;
        }
        (Wide(r), carry)
    }
}
#[no_mangle]
pub fn wide(a: &Wide<5>, b: &Wide<5>) -> bool {
    a.add(b).1
}
