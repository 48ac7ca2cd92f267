//! Fix_LRA_Blues: what to try when a block does not fit into its registers.
//!
//! The walk has already spilled by policy, so that there is an answer; other orders of the block's ops are tried
//! against it, and the one with the fewest memory operations stays:
//! * `reschedule`: the list scheduler orders the block for few registers;
//! * `reorder`: definitions that read no register which changes (constants, addresses) and are used once sink to
//!   just above their first use, so that they are not live across what lies between.

use crate::Reschedule;
use crate::walk::Walk;
use cgir::alloc::AllocError;
use cgir::func::{Bb, Op, OpFlags, Tn};
use rustc_hash::FxHashMap;
use targ_info::InstFlags;

impl Walk<'_> {
    /// Tries other orders of a block that needed evictions; leaves the state of the best.
    pub(crate) fn fix_blues(
        &mut self,
        b: Bb,
        ops: &[Op],
        reschedule: Option<&mut Reschedule<'_>>,
    ) -> Result<(), AllocError> {
        let mut best: (u32, Vec<Op>) = (self.evictions, ops.to_vec());
        let mut last = best.clone();
        let mut orders: Vec<Vec<Op>> = Vec::new();
        if let (true, Some(schedule)) = (self.policy.reschedule, reschedule) {
            orders.extend(schedule(self.f, self.cx, b));
        }
        if self.policy.reorder {
            for base in std::iter::once(ops.to_vec()).chain(orders.clone()) {
                orders.extend(self.sink_definitions(&base));
            }
        }
        for order in orders {
            if order.len() != ops.len() || order == best.1 || !self.cx.fuel.take() {
                continue;
            }
            self.block(b, &order)?;
            last = (self.evictions, order);
            if last.0 < best.0 {
                best = last.clone();
            }
        }
        if last.1 != best.1 {
            self.block(b, &best.1)?;
        }
        if best.1 != ops {
            self.a.order.push((b, best.1));
        }
        Ok(())
    }

    /// Moves each free definition down to just above the first use of its result.
    fn sink_definitions(&self, ops: &[Op]) -> Option<Vec<Op>> {
        let f = self.f;
        let isa = self.cx.target.isa;
        let mut first_use: FxHashMap<Tn, usize> = FxHashMap::default();
        let mut to: Vec<(usize, usize)> = Vec::new();
        let keep = InstFlags::LOAD | InstFlags::STORE | InstFlags::EFFECT | InstFlags::FENCE | InstFlags::CALL;
        let entry = f.entry_op(isa);
        let mut defs: FxHashMap<Tn, u32> = FxHashMap::default();
        ops.iter().flat_map(|&o| f.results(o)).for_each(|&t| *defs.entry(t).or_default() += 1);
        for (i, &op) in ops.iter().enumerate().rev() {
            let flags = isa.inst(f.ops[op].opcode).flags;
            let free = !flags.intersects(keep | InstFlags::BRANCH | InstFlags::NO_FALLTHROUGH)
                && !f.ops[op].flags.contains(OpFlags::VOLATILE)
                && f.extra(op).is_none()
                && Some(op) != entry
                && !f.operands(op).iter().any(|&t| f.class(t).is_some() && !self.is_constant_register(t));
            let mut target = i;
            if let ([t], true) = (f.results(op), free)
                && f.is_virtual(*t)
                && defs.get(t) == Some(&1)
                && f.class(*t).is_some_and(|c| !isa.class(c).no_spill)
            {
                // Without a use here it sinks to the block's last op, but not past it.
                let end = ops.len() - 1;
                target = first_use.get(t).copied().unwrap_or(end).saturating_sub(1).max(i);
            }
            if target > i {
                to.push((i, target));
            }
            f.operands(op).iter().for_each(|&t| {
                first_use.insert(t, target);
            });
        }
        if to.is_empty() {
            return None;
        }
        // An op that sinks stands after the op at its target position.
        let mut keys: Vec<(usize, usize)> = (0..ops.len()).map(|i| (i, usize::MAX)).collect();
        for (i, target) in to {
            keys[i] = (target, i);
        }
        // At one position: the op that stays comes first, then those that sink to just below it.
        let mut order: Vec<usize> = (0..ops.len()).collect();
        order.sort_by_key(|&i| if keys[i].1 == usize::MAX { (keys[i].0, 0, 0) } else { (keys[i].0, 1, i) });
        Some(order.into_iter().map(|i| ops[i]).collect())
    }

    /// A register that never changes between a block's ops: the reserved ones, but for those that ops write.
    fn is_constant_register(&self, t: Tn) -> bool {
        let target = self.cx.target;
        let Some(r) = self.f.preg(t) else { return false };
        r == target.abi.sp && !self.f.frame_info.dynamic || Some(r) == target.abi.zero
    }
}
