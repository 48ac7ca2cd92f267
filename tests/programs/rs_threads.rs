// run: rust nightly
//! Atomics of all widths, thread-local variables, and threads of the C library that share a lock.
#![feature(thread_local)]
#![no_std]
#![no_main]
#![allow(dead_code, static_mut_refs)]
#[macro_use]
#[path = "../runtime/rust/support.rs"]
mod support;

use core::cell::{Cell, UnsafeCell};
use core::ffi::c_void;
use core::ptr::null_mut;
use core::sync::atomic::*;
use core::sync::atomic::Ordering::*;

unsafe extern "C" {
    fn pthread_create(t: *mut usize, a: *const c_void, f: extern "C" fn(*mut c_void) -> *mut c_void, p: *mut c_void) -> i32;
    fn pthread_join(t: usize, result: *mut *mut c_void) -> i32;
    fn sched_yield() -> i32;
}

#[thread_local]
static MINE: Cell<u64> = Cell::new(1000);
#[thread_local]
static BUFFER: UnsafeCell<[u16; 5]> = UnsafeCell::new([0; 5]);

struct Lock(AtomicBool, UnsafeCell<u64>);
unsafe impl Sync for Lock {}
impl Lock {
    fn with<R>(&self, f: impl FnOnce(&mut u64) -> R) -> R {
        while self.0.compare_exchange_weak(false, true, Acquire, Relaxed).is_err() {
            unsafe { sched_yield() };
        }
        let r = f(unsafe { &mut *self.1.get() });
        self.0.store(false, Release);
        r
    }
}
static SHARED: Lock = Lock(AtomicBool::new(false), UnsafeCell::new(0));
static BYTE: AtomicU8 = AtomicU8::new(0);
static SHORT: AtomicI16 = AtomicI16::new(0);
static WORD: AtomicU32 = AtomicU32::new(0);
static LONG: AtomicI64 = AtomicI64::new(0);
static LIST: AtomicPtr<Node> = AtomicPtr::new(null_mut());

struct Node {
    value: usize,
    next: *mut Node,
}
static mut NODES: [[Node; 50]; 4] = [const { [const { Node { value: 0, next: null_mut() } }; 50] }; 4];

extern "C" fn work(p: *mut c_void) -> *mut c_void {
    let id = p as usize;
    for k in 0..500u64 {
        MINE.set(MINE.get() + id as u64);
        unsafe { (*BUFFER.get())[k as usize % 5] += id as u16 };
        SHARED.with(|n| *n += k);
        BYTE.fetch_add(1, Relaxed);
        SHORT.fetch_sub(3, AcqRel);
        WORD.fetch_xor(1 << (k % 32), SeqCst);
        LONG.fetch_max((k * 1000 + id as u64) as i64, Relaxed);
    }
    for k in 0..50 {
        let node = unsafe { &mut NODES[id][k] };
        node.value = id * 1000 + k;
        let mut head = LIST.load(Relaxed);
        loop {
            node.next = head;
            match LIST.compare_exchange(head, node, Release, Relaxed) {
                Ok(_) => break,
                Err(now) => head = now,
            }
        }
    }
    let sum: u64 = unsafe { (*BUFFER.get()).iter().map(|&x| u64::from(x)).sum() };
    (MINE.get() + sum) as *mut c_void
}
macro_rules! every {
    ($($t:ident $u:ty),*) => {$({
        let a = $t::new(5 as $u);
        let got = [a.fetch_add(7, SeqCst), a.fetch_sub(100, Relaxed), a.fetch_and(0x5b, AcqRel), a.fetch_or(0x24, Release),
            a.fetch_xor(0x7f, Acquire), a.fetch_nand(0x1c, SeqCst), a.fetch_max(9, SeqCst), a.fetch_min(3, SeqCst),
            a.swap(0x55, AcqRel), a.load(Acquire)];
        let tried = (a.compare_exchange(1, 2, SeqCst, Relaxed), a.compare_exchange(0x55, 66, AcqRel, Acquire));
        let updated = a.fetch_update(SeqCst, SeqCst, |x| if x > 60 { Some(x - 60) } else { None });
        println!("{} {got:?} {tried:?} {updated:?} {a:?}", stringify!($t));
    })*};
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    every!(AtomicU8 u8, AtomicI8 i8, AtomicU16 u16, AtomicI16 i16, AtomicU32 u32, AtomicI32 i32, AtomicU64 u64, AtomicI64 i64);
    let mut threads = [0; 4];
    for (id, t) in threads.iter_mut().enumerate() {
        assert_eq!(unsafe { pthread_create(t, core::ptr::null(), work, id as *mut c_void) }, 0);
    }
    for (id, &t) in threads.iter().enumerate() {
        let mut result = null_mut();
        unsafe { pthread_join(t, &mut result) };
        println!("{id} {}", result as usize);
    }
    println!("{} {} {} {} {}", MINE.get(), SHARED.with(|n| *n), BYTE.load(SeqCst), SHORT.load(SeqCst), WORD.load(SeqCst));
    let (mut count, mut sum, mut at) = (0, 0, LIST.load(Acquire));
    while let Some(node) = unsafe { at.as_ref() } {
        count += 1;
        sum += node.value;
        at = node.next;
    }
    println!("{} {count} {sum}", LONG.load(SeqCst));
    0
}
