// run: rust
//! Slices: sorting, searching, rotating, windows, and chains of iterators.
#![no_std]
#![no_main]
#![allow(dead_code, static_mut_refs)]
#[macro_use]
#[path = "../runtime/rust/support.rs"]
mod support;

extern crate alloc;
use alloc::vec::Vec;
use core::cmp::Reverse;
use support::Random;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Record {
    key: u16,
    name: [u8; 5],
    weight: i64,
}

fn records(n: usize, random: &mut Random) -> Vec<Record> {
    let letter = |r: u64, k: u32| b'a' + (r >> (8 * k)) as u8 % 26;
    (0..n)
        .map(|_| {
            let r = random.next();
            let name = core::array::from_fn(|k| letter(r, k as u32));
            Record { key: (r >> 48) as u16 % 50, name, weight: r as i64 >> 40 }
        })
        .collect()
}
fn digest<T: core::hash::Hash>(items: &[T]) -> u64 {
    use core::hash::Hasher;
    struct Fnv(u64);
    impl Hasher for Fnv {
        fn finish(&self) -> u64 {
            self.0
        }
        fn write(&mut self, bytes: &[u8]) {
            for &b in bytes {
                self.0 = (self.0 ^ u64::from(b)).wrapping_mul(0x100_0000_01b3);
            }
        }
    }
    let mut h = Fnv(0xcbf2_9ce4_8422_2325);
    items.iter().for_each(|i| i.hash(&mut h));
    h.finish()
}
fn heap_sort<T: PartialOrd>(v: &mut [T]) {
    fn sift<T: PartialOrd>(v: &mut [T], mut at: usize) {
        loop {
            let mut child = 2 * at + 1;
            if child >= v.len() {
                return;
            }
            if child + 1 < v.len() && v[child] < v[child + 1] {
                child += 1;
            }
            if v[at] >= v[child] {
                return;
            }
            v.swap(at, child);
            at = child;
        }
    }
    for k in (0..v.len() / 2).rev() {
        sift(v, k);
    }
    for end in (1..v.len()).rev() {
        v.swap(0, end);
        sift(&mut v[..end], 0);
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let mut random = Random(42);
    for n in [0, 1, 2, 7, 20, 21, 50, 333, 2000] {
        let base: Vec<i32> = (0..n).map(|_| random.next() as i32 % 1000).collect();
        let (mut a, mut b, mut c, mut d) = (base.clone(), base.clone(), base.clone(), base.clone());
        a.sort();
        b.sort_unstable();
        c.sort_by_key(|&x| Reverse(x));
        heap_sort(&mut d);
        c.reverse();
        println!("{n} {} {} {} {:x}", a == b, a == c, a == d, digest(&a));
        let middle = n / 2;
        if n > 0 {
            let mut e = base.clone();
            let (low, &mut x, high) = e.select_nth_unstable(middle);
            println!("{} {} {}", x == a[middle], low.iter().all(|&y| y <= x), high.iter().all(|&y| y >= x));
            println!("{:?} {}", a.binary_search(&x).is_ok(), a.partition_point(|&y| y < x) <= middle);
            e.rotate_left(n / 3);
            e.dedup();
            println!("{:x}", e.windows(2).map(|w| i64::from(w[0]) - i64::from(w[1])).fold(7, |h, d| h * 31 % 1_000_003 + d));
        }
    }
    let mut r = records(300, &mut random);
    r.sort();
    println!("{:?} {:?}", r.first(), r.last());
    r.sort_by(|a, b| b.weight.cmp(&a.weight).then_with(|| a.name.cmp(&b.name)));
    println!("{:?} {:?}", r[0], r[150]);
    r.sort_by_cached_key(|x| (x.name[2], x.key));
    println!("{:?} {:?}", r[17], r[299]);
    let mut f: Vec<f64> = (0..100).map(|_| random.next() as i32 as f64 / 7.0).collect();
    f.sort_by(f64::total_cmp);
    println!("{:?} {:?}", f[0], f[99]);
    let total: u64 = r.chunks(7).zip(r.iter().step_by(3).skip(1)).map(|(c, x)| c.len() as u64 * u64::from(x.key)).sum();
    let best = r.iter().enumerate().filter(|(k, _)| k % 5 == 2).max_by_key(|(_, x)| (x.weight, x.key));
    println!("{total} {best:?} {}", r.iter().rev().take_while(|x| x.key != 3).count());
    let text: Vec<u8> = r.iter().flat_map(|x| x.name.iter().copied().filter(|c| c % 3 == 0)).collect();
    println!("{} {:?}", text.len(), text.split(|&c| c == b'f').map(<[u8]>::len).max());
    0
}
