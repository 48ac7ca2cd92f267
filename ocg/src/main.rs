//! The command `ocg`; everything is in the library.

/// A compiler allocates tables by the size of each function, and frees them soon: the system's allocator spends an eighth of
/// ocg's time on that.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    ocg::main(std::env::args_os())
}
