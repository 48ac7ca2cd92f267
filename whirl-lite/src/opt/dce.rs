//! Removal of dead instructions: mark what effects need, sweep the rest.

use crate::ir::{Function, Inst, Module};
use crate::tree::has_effect;
use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;

/// Removes instructions that no effect depends on.
pub fn run(f: &mut Function, m: &Module) {
    let mut live = FixedBitSet::with_capacity(f.insts.len());
    let mut work: Vec<Inst> = Vec::new();
    for &b in &f.layout {
        for i in f.block_insts(b) {
            if has_effect(f, m, i) {
                live.insert(i.index());
                work.push(i);
            }
        }
    }
    while let Some(i) = work.pop() {
        for &v in f.args(i) {
            if let Some(d) = f.def_inst(v)
                && !live.put(d.index())
            {
                work.push(d);
            }
        }
    }
    for n in 0..f.layout.len() {
        let mut at = f.first(f.layout[n]);
        while let Some(i) = at {
            at = f.next(i);
            if !live.contains(i.index()) {
                f.remove(i);
            }
        }
    }
}
