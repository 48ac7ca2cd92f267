//! What Rust programs without the standard library need: output, a panic handler, an allocator, all from the C library.
use core::alloc::{GlobalAlloc, Layout};
use core::ffi::{c_int, c_void};
use core::fmt::{self, Write};

unsafe extern "C" {
    fn putchar(c: c_int) -> c_int;
    fn fflush(file: *mut c_void) -> c_int;
    fn exit(status: c_int) -> !;
    fn aligned_alloc(align: usize, size: usize) -> *mut u8;
    fn free(p: *mut u8);
}

/// Standard output.
pub struct Out;

impl Write for Out {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        for b in s.bytes() {
            unsafe { putchar(b as c_int) };
        }
        Ok(())
    }
}

#[macro_export]
macro_rules! println {
    ($($arg:tt)*) => {{
        use core::fmt::Write;
        let _ = core::writeln!($crate::support::Out, $($arg)*);
    }};
}

#[panic_handler]
fn panic(info: &core::panic::PanicInfo) -> ! {
    println!("{info}");
    unsafe {
        fflush(core::ptr::null_mut());
        exit(101)
    }
}

pub struct Heap;

unsafe impl GlobalAlloc for Heap {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let align = layout.align().max(16);
        unsafe { aligned_alloc(align, layout.size().next_multiple_of(align)) }
    }
    unsafe fn dealloc(&self, p: *mut u8, _: Layout) {
        unsafe { free(p) }
    }
}

#[global_allocator]
static HEAP: Heap = Heap;

/// A generator of numbers that are the same everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}
