// run: rust
//! Hashing: SipHash by hand and from core, a hash table of generic keys, CRC, multiplication hashes, const tables.
#![no_std]
#![no_main]
#![allow(dead_code, static_mut_refs)]
#[macro_use]
#[path = "../runtime/rust/support.rs"]
mod support;

extern crate alloc;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::hash::{BuildHasher, BuildHasherDefault, Hash, Hasher};
use support::Random;

#[derive(Default, Clone)]
struct Wy(u64);
impl Hasher for Wy {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word) ^ chunk.len() as u64);
        }
    }
    fn write_u64(&mut self, x: u64) {
        let p = u128::from(self.0 ^ 0xa076_1d64_78bd_642f) * u128::from(x ^ 0xe703_7ed1_a0b4_28db);
        self.0 = (p >> 64) as u64 ^ p as u64;
    }
    fn finish(&self) -> u64 {
        self.0
    }
}
struct Table<K, V, S> {
    slots: Vec<Option<(K, V)>>,
    used: usize,
    hasher: S,
}
impl<K: Hash + Eq, V, S: BuildHasher + Default> Table<K, V, S> {
    fn new() -> Self {
        Table { slots: (0..8).map(|_| None).collect(), used: 0, hasher: S::default() }
    }
    fn slot(&self, key: &K) -> usize {
        let mut at = self.hasher.hash_one(key) as usize;
        loop {
            at &= self.slots.len() - 1;
            match &self.slots[at] {
                Some((k, _)) if k != key => at += 1,
                _ => return at,
            }
        }
    }
    fn entry(&mut self, key: K, default: V) -> &mut V {
        if self.used * 4 >= self.slots.len() * 3 {
            let bigger = (0..self.slots.len() * 2).map(|_| None).collect();
            for (k, v) in core::mem::replace(&mut self.slots, bigger).into_iter().flatten() {
                let at = self.slot(&k);
                self.slots[at] = Some((k, v));
            }
        }
        let at = self.slot(&key);
        let used = &mut self.used;
        &mut self.slots[at].get_or_insert_with(|| {
            *used += 1;
            (key, default)
        }).1
    }
    fn get(&self, key: &K) -> Option<&V> {
        self.slots[self.slot(key)].as_ref().map(|(_, v)| v)
    }
}
const CRC: [u32; 256] = {
    let (mut t, mut n) = ([0; 256], 0);
    while n < 256 {
        let (mut c, mut k) = (n as u32, 0);
        while k < 8 {
            c = if c & 1 == 1 { 0xedb8_8320 ^ (c >> 1) } else { c >> 1 };
            k += 1;
        }
        t[n] = c;
        n += 1;
    }
    t
};
fn crc(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |c, &b| CRC[(c as u8 ^ b) as usize] ^ (c >> 8))
}
fn sip(key: [u64; 2], text: &[u8]) -> u64 {
    let mut v = [key[0] ^ 0x736f_6d65_7073_6575, key[1] ^ 0x646f_7261_6e64_6f6d, key[0] ^ 0x6c79_6765_6e65_7261, key[1] ^ 0x7465_6462_7974_6573];
    fn round(v: &mut [u64; 4], n: usize) {
        for _ in 0..n {
            let [a, b, c, d] = *v;
            let (a, c) = (a.wrapping_add(b), c.wrapping_add(d));
            let (b, d) = (b.rotate_left(13) ^ a, d.rotate_left(16) ^ c);
            let a = a.rotate_left(32);
            let (c, a) = (c.wrapping_add(b), a.wrapping_add(d));
            *v = [a, b.rotate_left(17) ^ c, c.rotate_left(32), d.rotate_left(21) ^ a];
        }
    }
    let mut take = |m: u64| {
        v[3] ^= m;
        round(&mut v, 2);
        v[0] ^= m;
    };
    let (words, rest) = text.as_chunks::<8>();
    words.iter().for_each(|w| take(u64::from_le_bytes(*w)));
    let last = rest.iter().rev().fold(0, |m, &b| m << 8 | u64::from(b));
    take(last | (text.len() as u64) << 56);
    v[2] ^= 0xff;
    round(&mut v, 4);
    v[0] ^ v[1] ^ v[2] ^ v[3]
}
#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    println!("{:08x} {:08x} {:?}", crc(b"123456789"), crc(b""), &CRC[250..]);
    let text: [u8; 64] = core::array::from_fn(|k| k as u8);
    for n in [0, 1, 7, 8, 9, 15, 63] {
        println!("{:016x}", sip([0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908], &text[..n]));
        #[allow(deprecated)]
        let mut core_sip = core::hash::SipHasher::new_with_keys(1, 2);
        core_sip.write(&text[..n]);
        println!("{:016x}", core_sip.finish());
    }
    let (mut names, mut random) = (Table::<String, Vec<u32>, BuildHasherDefault<Wy>>::new(), Random(99));
    for k in 0..700 {
        let mut name = String::new();
        let _ = write!(name, "key-{:x}", random.next() % 157);
        names.entry(name, Vec::new()).push(k);
    }
    println!("{} {:?}", names.used, names.get(&String::from("key-1f")).map(|v| v.len()));
    let longest = names.slots.iter().flatten().map(|(k, v)| (v.len(), v.iter().sum::<u32>(), k.as_str())).max();
    println!("{longest:?}");
    let mut pairs = Table::<(i8, u128, Option<char>), f32, BuildHasherDefault<Wy>>::new();
    for k in 0..200u32 {
        *pairs.entry((k as i8 % 5, u128::from(k % 11) << 77, char::from_u32(96 + k % 30)), 0.5) *= 1.25;
    }
    println!("{} {:?}", pairs.used, pairs.get(&(0, 0, Some('`'))));
    println!("{:?}", pairs.slots.iter().flatten().map(|(_, v)| *v).fold(0.0, f32::max));
    0
}
