//! A heuristic of one's own: GRA colours live ranges in the order that this function gives. docs/allocators.md walks
//! through it.
//!
//!     cargo run --example own_priority

use gra::GraWith;
use gra::priority::{Priority, RangeFacts};
use ocg::{Compiler, Output};

/// Ranges that are referred to in most of the blocks where they live come first: a register is never idle.
struct Busy;

impl Priority for Busy {
    fn priority(&self, facts: RangeFacts) -> f32 {
        facts.saved * facts.referenced as f32 / facts.blocks.max(1) as f32
    }
}

/// Few registers, so that the order matters.
const STARVED: &str = "-reserve-regs=s2,s3,s4,s5,s6,s7,s8,s9,s10,s11,t0,t1,t2,t3,t4,t5,a4,a5,a6,a7";

/// Compiles an example with it.
pub fn run() -> Result<Output, String> {
    Compiler::new(["-march=rv64gc", "-verify", "-regalloc=busy,gra", STARVED])?
        .global_allocator("busy", || Box::new(GraWith(&Busy)))
        .compile("matrix.ll", include_str!("matrix.ll"))
}

/// Prints it beside ours.
pub fn main() -> Result<(), String> {
    print!("{}", run()?.comparison());
    Ok(())
}
