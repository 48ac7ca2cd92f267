//! An allocator of one's own: values that live across blocks, hottest first, each in one callee-saved register or in
//! memory. The local allocator does the rest with the other registers. docs/allocators.md walks through it.
//!
//!     cargo run --example own_allocator

use cgir::alloc::{AllocError, AllocateGlobal, Layer, SlotData};
use cgir::analysis::Liveness;
use cgir::func::{Bb, Func, Tn};
use cgir::pass::PassCx;
use cranelift_entity::SecondaryMap;
use ocg::{Compiler, Output};
use targ_info::{RegClass, RegSet};

/// Hottest values first.
pub struct Hottest;

impl AllocateGlobal for Hottest {
    fn name(&self) -> &'static str {
        "hottest"
    }

    fn run(&mut self, f: &Func, cx: &PassCx<'_>) -> Result<Layer, AllocError> {
        let (isa, live) = (cx.target.isa, Liveness::compute(f));
        // How often each value is referred to, and the registers that nobody may keep a value in over each block.
        let mut heat: SecondaryMap<Tn, f32> = SecondaryMap::new();
        let mut taken: SecondaryMap<Bb, RegSet> = SecondaryMap::new();
        for &b in &f.layout {
            for op in f.bb_ops(b) {
                f.all(op).iter().for_each(|&t| heat[t] += f.bbs[b].freq);
                taken[b] |= f.clobbers(op);
            }
        }
        let mut order: Vec<Tn> = live.gtns().to_vec();
        order.sort_by(|a, b| heat[*b].total_cmp(&heat[*a]).then(a.cmp(b)));

        let mut layer = Layer::default();
        let mut in_memory = 0;
        for tn in order {
            let Some(class) = f.class(tn) else { continue };
            let lives = |b: &Bb| live.live_in(*b).contains(tn) || live.live_out(*b).contains(tn);
            let blocks: Vec<Bb> = f.layout.iter().copied().filter(lives).collect();
            let kept = cx.allocatable(class) & cx.target.callee_saved;
            let free = blocks.iter().fold(kept, |free, &b| free - taken[b]);
            match isa.class(class).members.iter().find(|r| free.contains(isa.reg(**r).units)) {
                Some(&reg) => blocks.iter().for_each(|&b| {
                    taken[b] |= isa.reg(reg).units;
                    layer.regs[b].push((tn, reg));
                }),
                None if f.remat[tn].is_some() => layer.remat[tn] = f.remat[tn],
                None => {
                    in_memory += 1;
                    let (size, align) = cx.hooks.slot_shape(f, tn);
                    layer.slot[tn] = layer.slots.push(SlotData { size, align }).into();
                }
            }
        }
        // The local allocator has the registers that calls destroy.
        let classes = (0..isa.classes.len()).map(|c| cx.allocatable(RegClass(c as u8)));
        let local = classes.fold(RegSet::EMPTY, |all, c| all | c) - cx.target.callee_saved;
        f.layout.iter().for_each(|&b| layer.granted[b] = local);
        layer.work = vec![("hottest.in-memory", in_memory)];
        Ok(layer)
    }
}

/// Compiles an example with it.
pub fn run() -> Result<Output, String> {
    Compiler::new(["-march=rv64gc", "-verify", "-regalloc=hottest,gra,lra"])?
        .global_allocator("hottest", || Box::new(Hottest))
        .compile("hash.ll", include_str!("hash.ll"))
}

/// Prints it beside ours.
pub fn main() -> Result<(), String> {
    print!("{}", run()?.comparison());
    Ok(())
}
