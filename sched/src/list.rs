//! List scheduling for time, forward and backward.
//!
//! Forward: of the ops whose predecessors have issued, the one with the longest way to the end of the block goes
//! first. Backward: the same from the end, by the longest way from the start. Both make an order, which is then timed
//! on an in-order model of the processor, as is the present order; the best stays.

use crate::machine::Machine;
use cgir::depgraph::DepGraph;
use cgir::func::{Func, Op};
use cgir::pass::PassCx;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A better order.
pub(crate) struct Better {
    pub order: Vec<Op>,
    /// Cycles fewer than before.
    pub saved: u32,
}

/// The scheduler, with buffers that are used again.
#[derive(Default)]
pub(crate) struct Scheduler {
    machine: Machine,
    /// Predecessors (successors, going backward) that an op still waits for.
    waits: Vec<u32>,
    /// The cycle from which an op may issue.
    ready: Vec<u32>,
    /// Ops that wait for nobody, by the cycle from which they may issue.
    pending: BinaryHeap<(Reverse<u32>, u32, Reverse<u32>)>,
    /// Ops that may issue now, by priority, then by the present order (its reverse, going backward).
    available: BinaryHeap<(u32, Reverse<u32>)>,
    /// Ops are queued by their number, or by its distance from this one, going backward.
    mirror: Option<u32>,
}

impl Scheduler {
    /// A better order than the present one, if one is found.
    pub fn improve(&mut self, f: &Func, cx: &PassCx<'_>, g: &DepGraph) -> Option<Better> {
        let present: Vec<u32> = (0..g.len() as u32).collect();
        let now = self.time(f, cx, g, &present);
        let heights = g.heights();
        let bound = g.earliest().iter().zip(&heights).map(|(a, b)| a + b).max().unwrap_or(0);
        if now <= bound {
            return None;
        }
        let mut best = self.forward(f, cx, g, &heights);
        // Nothing beats the bound.
        if best.0 > bound {
            let backward = self.backward(f, cx, g);
            let time = self.time(f, cx, g, &backward);
            if time < best.0 {
                best = (time, backward);
            }
        }
        (best.0 < now)
            .then(|| Better { order: best.1.iter().map(|&i| g.ops()[i as usize]).collect(), saved: now - best.0 })
    }

    /// The cycle in which the last op of an order issues.
    fn time(&mut self, f: &Func, cx: &PassCx<'_>, g: &DepGraph, order: &[u32]) -> u32 {
        self.machine.start(cx);
        self.ready.clear();
        self.ready.resize(g.len(), 0);
        let mut last = 0;
        for &i in order {
            let at = self.machine.issue(f, cx, g.ops()[i as usize], self.ready[i as usize]);
            last = last.max(at);
            for a in g.succs(i as usize) {
                let r = &mut self.ready[a.to as usize];
                *r = (*r).max(at + u32::from(a.latency));
            }
        }
        last
    }

    /// The forward order, and the cycle in which its last op issues.
    fn forward(&mut self, f: &Func, cx: &PassCx<'_>, g: &DepGraph, heights: &[u32]) -> (u32, Vec<u32>) {
        self.begin(cx, g, |i| g.preds(i).len());
        let (mut last, mut order) = (0, Vec::with_capacity(g.len()));
        while let Some(i) = self.next(|i| heights[i as usize]) {
            let at = self.machine.issue(f, cx, g.ops()[i as usize], self.ready[i as usize]);
            last = last.max(at);
            self.now(at);
            order.push(i);
            for a in g.succs(i as usize) {
                self.release(a.to, at + u32::from(a.latency), |i| heights[i as usize]);
            }
        }
        (last, order)
    }

    fn backward(&mut self, f: &Func, cx: &PassCx<'_>, g: &DepGraph) -> Vec<u32> {
        let depth = g.earliest();
        self.begin(cx, g, |i| g.succs(i).len());
        let mut order = Vec::with_capacity(g.len());
        // Later ops of the present order first where nothing else decides.
        self.mirror_queues(g);
        while let Some(i) = self.next(|i| depth[i as usize]) {
            let at = self.machine.issue(f, cx, g.ops()[i as usize], self.ready[i as usize]);
            self.now(at);
            order.push(i);
            for k in 0..g.preds(i as usize).len() {
                let a = g.preds(i as usize)[k];
                self.release(a.from, at + u32::from(a.latency), |i| depth[i as usize]);
            }
        }
        order.reverse();
        order
    }

    /// Turns the queues round: numbers count from the end.
    fn mirror_queues(&mut self, g: &DepGraph) {
        let last = g.len() as u32 - 1;
        self.mirror = Some(last);
        self.pending = self.pending.drain().map(|(c, p, Reverse(i))| (c, p, Reverse(last - i))).collect();
    }

    /// The number of an op in the queues, and back.
    fn queued(&self, i: u32) -> u32 {
        self.mirror.map_or(i, |last| last - i)
    }

    fn begin(&mut self, cx: &PassCx<'_>, g: &DepGraph, waits: impl Fn(usize) -> usize) {
        self.machine.start(cx);
        self.waits.clear();
        self.waits.extend((0..g.len()).map(|i| waits(i) as u32));
        self.ready.clear();
        self.ready.resize(g.len(), 0);
        self.pending.clear();
        self.available.clear();
        self.mirror = None;
        for i in 0..g.len() as u32 {
            if self.waits[i as usize] == 0 {
                self.pending.push((Reverse(0), 0, Reverse(i)));
            }
        }
    }

    /// The next op: the best of those that may issue, else the one that may first.
    fn next(&mut self, priority: impl Fn(u32) -> u32) -> Option<u32> {
        if self.available.is_empty() {
            let &(Reverse(cycle), _, _) = self.pending.peek()?;
            self.move_ready(cycle, &priority);
        }
        self.available.pop().map(|(_, Reverse(i))| self.queued(i))
    }

    /// Ops whose cycle has come become available with the priority that was noted.
    fn now(&mut self, cycle: u32) {
        while let Some(&(Reverse(c), p, i)) = self.pending.peek() {
            if c > cycle {
                break;
            }
            self.pending.pop();
            self.available.push((p, i));
        }
    }

    fn move_ready(&mut self, cycle: u32, priority: &impl Fn(u32) -> u32) {
        while let Some(&(Reverse(c), _, Reverse(i))) = self.pending.peek() {
            if c > cycle {
                break;
            }
            self.pending.pop();
            self.available.push((priority(self.queued(i)), Reverse(i)));
        }
    }

    /// One op less to wait for.
    fn release(&mut self, i: u32, cycle: u32, priority: impl Fn(u32) -> u32) {
        let n = i as usize;
        self.ready[n] = self.ready[n].max(cycle);
        self.waits[n] -= 1;
        if self.waits[n] == 0 {
            self.pending.push((Reverse(self.ready[n]), priority(i), Reverse(self.queued(i))));
        }
    }
}
