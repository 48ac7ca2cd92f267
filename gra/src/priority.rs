//! What a register saves a range: the order of colouring.

/// The cost of a store, and of a load, in memory operations.
pub const STORE: f32 = 1.0;
/// The cost of a reload, in memory operations.
pub const RELOAD: f32 = 1.0;
/// The cost of rebuilding a value instead of reloading it.
pub const REMAT: f32 = 0.7;

/// What a policy may know of a range.
#[derive(Clone, Copy, Debug)]
pub struct RangeFacts {
    /// Memory operations that a register saves, weighted by frequency.
    pub saved: f32,
    /// Blocks in which the range is live.
    pub blocks: usize,
    /// Blocks in which it is referenced.
    pub referenced: usize,
}

/// A policy for priorities: ranges are coloured by falling priority.
pub trait Priority {
    /// The priority of a range; negative or zero means that it is better off in memory.
    fn priority(&self, facts: RangeFacts) -> f32;
}

/// Open64's: the operations saved, whatever the size of the range.
pub struct Sum;
/// Chow's: the operations saved for each block that the range occupies.
pub struct Density;
/// Between the two: the operations saved over the square root of the number of blocks.
pub struct Root;

impl Priority for Sum {
    fn priority(&self, facts: RangeFacts) -> f32 {
        facts.saved
    }
}
impl Priority for Density {
    fn priority(&self, facts: RangeFacts) -> f32 {
        facts.saved / facts.blocks.max(1) as f32
    }
}
impl Priority for Root {
    fn priority(&self, facts: RangeFacts) -> f32 {
        facts.saved / (facts.blocks.max(1) as f32).sqrt()
    }
}

/// Names in `-gra-priority=`, each with a line.
pub const POLICIES: &[(&str, &str)] = &[
    ("sum", "memory operations saved (Open64); the default"),
    ("density", "memory operations saved a block (Chow)"),
    ("root", "memory operations saved over the root of the number of blocks"),
];

/// The policy with this name; the default for an unknown one (the driver refuses those).
pub fn by_name(name: &str) -> &'static dyn Priority {
    match name {
        "root" => &Root,
        "density" => &Density,
        _ => &Sum,
    }
}
