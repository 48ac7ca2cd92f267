//! The program against an exhaustive search: every way to keep values of small functions in two or three registers and in
//! memory, point by point.

use super::{Optimal, cost};
use crate::rivals::Greedy;
use cgir::alloc::checker::check;
use cgir::alloc::price::{Proof, ProofEnd};
use cgir::alloc::{Allocate, Answer};
use cgir::func::{Bb, Func, Succ, Tn};
use cgir::random::Rng;
use cgir::testing::{GPR, R, Setup, emit, op};
use std::collections::BTreeMap;

/// Leaves registers r0 up to this one.
fn leave(s: &mut Setup, n: usize) {
    for r in &R[n..] {
        s.target.reserved |= s.target.isa.reg(*r).units;
    }
}

/// The checked answer, its cost and proof.
fn optimal(s: &Setup, f: &Func) -> (Answer, f64, Proof) {
    let base = |f: &Func, cx: &cgir::pass::PassCx<'_>| Greedy.run(f, cx);
    let a = Optimal(Box::new(base)).run(f, &s.cx()).unwrap_or_else(|e| panic!("{e:?}"));
    check(f, &s.cx(), &a).unwrap_or_else(|e| panic!("{e:?}\n{}", cgir::text::print(f, &s.cx())));
    let c = cost(f, &s.cx(), &a).unwrap_or_else(|e| panic!("{e:?}"));
    let proof = a.proof.unwrap_or_else(|| panic!("no proof"));
    (a, c, proof)
}

/// A set of values, a bit each.
type Set = u32;
/// Values in registers, and values that memory holds (or that can be rebuilt).
type Places = (Set, Set);
/// The least cost of each state.
type Costs = BTreeMap<Places, f64>;

/// What an op reads and writes, and what of that can be rebuilt.
struct Step {
    reads: Set,
    writes: Set,
    live_after: Set,
}

/// A function as the search sees it.
struct Small {
    registers: u32,
    values: u32,
    rebuilt: Set,
    blocks: Vec<Block>,
}

/// A block.
struct Block {
    freq: f64,
    steps: Vec<Step>,
    /// Successors, with how often they are entered from here.
    succs: Vec<(usize, f64)>,
    live_in: Set,
}

const REMAT: f64 = crate::priority::REMAT as f64;

impl Small {
    fn new(f: &Func, registers: u32, tns: &[Tn]) -> Small {
        let bit = |t: &Tn| tns.iter().position(|x| x == t).map_or(0, |n| 1 << n);
        let set = |list: &[Tn]| list.iter().map(bit).fold(0, |s, b| s | b);
        let number = |b: Bb| f.layout.iter().position(|&x| x == b).unwrap_or(0);
        let mut live_in = vec![0; f.layout.len()];
        for _ in 0..f.layout.len() + 1 {
            for (n, &b) in f.layout.iter().enumerate() {
                let out = f.bbs[b].succs.iter().fold(0, |s, x| s | live_in[number(x.bb)]);
                live_in[n] = f.bb_ops(b).rev().fold(out, |s, o| s & !set(f.results(o)) | set(f.operands(o)));
            }
        }
        let block = |(n, &b): (usize, &Bb)| {
            let mut live = f.bbs[b].succs.iter().fold(0, |s, x| s | live_in[number(x.bb)]);
            let mut steps = Vec::new();
            for o in f.bb_ops(b).rev() {
                steps.push(Step { reads: set(f.operands(o)), writes: set(f.results(o)), live_after: live });
                live = live & !set(f.results(o)) | set(f.operands(o));
            }
            steps.reverse();
            let freq = f.bbs[b].freq;
            let succs = f.bbs[b].succs.iter().map(|s| (number(s.bb), f64::from(freq * s.prob))).collect();
            Block { freq: f64::from(freq), steps, succs, live_in: live_in[n] }
        };
        let rebuilt = tns.iter().filter(|&&t| f.remat[t].is_some()).map(bit).fold(0, |s, b| s | b);
        let blocks = f.layout.iter().enumerate().map(block).collect();
        Small { registers, values: tns.len() as u32, rebuilt, blocks }
    }

    /// Stores, loads, and drops values, at this price each, until nothing gets cheaper.
    fn settle(&self, costs: &mut Costs, freq: f64) {
        let mut todo: Vec<Places> = costs.keys().copied().collect();
        while let Some((regs, memory)) = todo.pop() {
            let now = costs[&(regs, memory)];
            for v in (0..self.values).map(|v| 1 << v) {
                let price = if v & self.rebuilt != 0 { REMAT } else { 1.0 };
                let mut steps: Vec<(Places, f64)> = Vec::new();
                if regs & v != 0 && memory & v == 0 {
                    steps.push(((regs, memory | v), 1.0));
                }
                if regs & v != 0 && memory & v != 0 {
                    steps.push(((regs & !v, memory), 0.0));
                }
                // What memory holds on one way need not be there on another.
                if regs & v != 0 && memory & v & !self.rebuilt != 0 {
                    steps.push(((regs, memory & !v), 0.0));
                }
                if memory & v != 0 && regs & v == 0 && regs.count_ones() < self.registers {
                    steps.push(((regs | v, memory), price));
                }
                for (to, price) in steps {
                    let cost = now + price * freq;
                    if costs.get(&to).is_none_or(|&c| cost < c - 1e-9) {
                        costs.insert(to, cost);
                        todo.push(to);
                    }
                }
            }
        }
    }

    /// The least costs at a block's end, from one state at its start.
    fn through(&self, block: usize, start: Places) -> Costs {
        let Block { freq, steps, .. } = &self.blocks[block];
        let mut costs = Costs::from([(start, 0.0)]);
        for s in steps {
            self.settle(&mut costs, *freq);
            let mut after = Costs::new();
            for ((regs, memory), cost) in costs {
                if s.reads & !regs != 0 {
                    continue;
                }
                let stays = s.live_after & !s.writes;
                // What memory holds may lose its register to the results.
                let may_go = regs & memory & stays;
                let mut gone = may_go;
                loop {
                    let left = regs & stays & !gone;
                    let mut put = |written: Set| {
                        if left.count_ones() + written.count_ones() <= self.registers {
                            let live = s.live_after;
                            let to = ((left | written) & live, (memory & stays | s.writes & self.rebuilt) & live);
                            let c = after.entry(to).or_insert(f64::INFINITY);
                            *c = c.min(cost);
                        }
                    };
                    put(s.writes);
                    // A definition that is rebuilt at each use goes.
                    if s.reads == 0 && s.writes & !self.rebuilt == 0 {
                        put(0);
                    }
                    if gone == 0 {
                        break;
                    }
                    gone = (gone - 1) & may_go;
                }
            }
            costs = after;
        }
        self.settle(&mut costs, *freq);
        costs
    }

    /// All states in which the values of a set may be.
    fn states(&self, live: Set) -> Vec<Places> {
        let fixed = live & self.rebuilt;
        let all = (0..1 << self.values).flat_map(|r| (0..1 << self.values).map(move |m| (r, m)));
        let fits = |&(r, m): &Places| {
            (r | m) == live && r & !live == 0 && m & fixed == fixed && r.count_ones() <= self.registers
        };
        all.filter(fits).collect()
    }

    /// The least cost: over all states at block starts; given those, what each block ends with is its own choice.
    fn least(&self) -> f64 {
        let starts: Vec<Vec<Places>> = self.blocks.iter().map(|b| self.states(b.live_in)).collect();
        let ends: Vec<Vec<Costs>> =
            (0..self.blocks.len()).map(|b| starts[b].iter().map(|&s| self.through(b, s)).collect()).collect();
        // By edge and state at its source: costs of all states at its end.
        let over = |from: Places, live: Set, freq: f64| {
            let mut costs = Costs::from([((from.0 & live, from.1 & live), 0.0)]);
            self.settle(&mut costs, freq);
            costs
        };
        let mut edges: BTreeMap<(usize, usize, Places), Costs> = BTreeMap::new();
        for (b, block) in self.blocks.iter().enumerate() {
            for end in ends[b].iter().flat_map(|c| c.keys()) {
                for (n, &(s, freq)) in block.succs.iter().enumerate() {
                    edges.entry((b, n, *end)).or_insert_with(|| over(*end, self.blocks[s].live_in, freq));
                }
            }
        }
        let mut chosen = vec![0; starts.len()];
        let mut best = f64::INFINITY;
        loop {
            let of_block = |b: usize| {
                let way = |(end, cost): (&Places, &f64)| {
                    let succs = self.blocks[b].succs.iter().enumerate();
                    let on = succs.map(|(n, &(s, _))| {
                        edges[&(b, n, *end)].get(&starts[s][chosen[s]]).copied().unwrap_or(f64::INFINITY)
                    });
                    cost + on.sum::<f64>()
                };
                ends[b][chosen[b]].iter().map(way).fold(f64::INFINITY, f64::min)
            };
            best = best.min((0..starts.len()).map(of_block).sum());
            let mut at = 0;
            while at < chosen.len() && chosen[at] + 1 == starts[at].len() {
                chosen[at] = 0;
                at += 1;
            }
            let Some(c) = chosen.get_mut(at) else { return best };
            *c += 1;
        }
    }
}

fn new_value(f: &mut Func) -> Tn {
    f.new_reg(GPR, whirl_lite::mtype::MType::I64)
}

/// A random function: straight, with a loop, or with two ways; its values.
fn random(s: &Setup, r: &mut Rng) -> (Func, Vec<Tn>) {
    let mut f = s.func();
    let shape = r.below(3);
    let b: Vec<Bb> = (0..[1, 3, 4][shape]).map(|_| f.add_bb()).collect();
    let prob = [0.25, 0.5, 0.75, 0.875][r.below(4)] as f32;
    let (freqs, edges): (Vec<f32>, Vec<Vec<(usize, f32)>>) = match shape {
        0 => (vec![1.0], vec![vec![]]),
        1 => (vec![1.0, 1.0 / (1.0 - prob), 1.0], vec![vec![(1, 1.0)], vec![(2, 1.0 - prob), (1, prob)], vec![]]),
        _ => (
            vec![1.0, prob, 1.0 - prob, 1.0],
            vec![vec![(1, prob), (2, 1.0 - prob)], vec![(3, 1.0)], vec![(3, 1.0)], vec![]],
        ),
    };
    let tns: Vec<Tn> = (0..3 + r.below(2)).map(|_| new_value(&mut f)).collect();
    for &t in &tns {
        let number = f.lit(7);
        let def = emit(&mut f, b[0], op::LI, &[t], &[number]);
        if r.percent(25) {
            f.remat[t] = def.into();
        }
    }
    for (n, &bb) in b.iter().enumerate() {
        for _ in 0..1 + r.below(4) {
            let dest = tns[r.below(tns.len())];
            let (x, y) = (tns[r.below(tns.len())], tns[r.below(tns.len())]);
            let dest = if f.remat[dest].is_some() { new_value(&mut f) } else { dest };
            emit(&mut f, bb, op::ADD, &[dest], &[x, y]);
        }
        if let [_, taken] = edges[n][..] {
            let label = f.label(b[taken.0]);
            let (x, y) = (tns[r.below(tns.len())], tns[r.below(tns.len())]);
            emit(&mut f, bb, op::BEQ, &[], &[x, y, label]);
        }
        f.bbs[bb].freq = freqs[n];
        f.bbs[bb].succs = edges[n].iter().map(|&(to, prob)| Succ { bb: b[to], prob }).collect();
    }
    let last = b[b.len() - 1];
    emit(&mut f, last, op::RET, &[], &[]);
    f.rebuild_preds();
    // Values that are only written take part, too.
    let mut all: Vec<Tn> = f.layout.iter().flat_map(|&b| f.bb_ops(b)).flat_map(|o| f.results(o).to_vec()).collect();
    all.sort_unstable();
    all.dedup();
    (f, all)
}

#[test]
fn it_agrees_with_an_exhaustive_search() {
    let mut r = Rng::new(5);
    let (mut tried, mut spilled, mut met) = (0, 0, 0);
    while tried < 250 {
        let registers = 2 + r.below(2);
        let mut s = Setup::default();
        leave(&mut s, registers);
        let (f, tns) = random(&s, &mut r);
        if tns.len() > 5 {
            continue;
        }
        tried += 1;
        let least = Small::new(&f, registers as u32, &tns).least();
        let (_, cost, proof) = optimal(&s, &f);
        let shown = || cgir::text::print(&f, &s.cx());
        assert_eq!(proof.end, ProofEnd::Complete);
        assert!(
            (proof.bound - least).abs() < 1e-3,
            "{registers} registers: {proof}, but {least} is least\n{}",
            shown()
        );
        assert!(cost > least - 1e-3, "{registers} registers: {cost} is less than {least}\n{}", shown());
        spilled += u32::from(least > 0.0);
        met += u32::from(cost < least + 1e-3);
    }
    assert!(spilled > 80, "{spilled} of {tried} have to spill");
    assert_eq!(met, tried, "the answer is as good as the bound");
}

/// What is live over a call is saved once if that is cheaper than to store it and load it twice.
#[test]
fn saves_are_weighed_against_spills() {
    let text = |uses: &str| {
        format!(
            "func @f {{\nbb0 freq 1 -> bb1 1:\n  tn1:gpr.i64{{%r0}}, tn2:gpr.i64{{%r1}} = entry\n  call @f ; clobbers call\n\
             bb1 freq 1 -> bb2 1:\n{uses}  call @f ; clobbers call\nbb2 freq 1:\n  st tn1, tn2, 16\n  ret\n}}\n"
        )
    };
    // Two stores and two loads are as cheap as two saves and two restores; with more uses, saves are cheaper.
    for (uses, least) in [("", 4.0), ("  st tn1, tn2, 8\n", 4.0)] {
        let mut s = Setup::default();
        let f = s.read(&text(uses)).unwrap_or_else(|e| panic!("{e}"));
        let (_, cost, proof) = optimal(&s, &f);
        assert_eq!(proof.end, ProofEnd::Complete);
        assert!((cost - least).abs() < 1e-3 && (proof.bound - least).abs() < 1e-3, "{cost} {proof}");
        // With nothing to save them in they are stored once, and loaded for each use.
        leave(&mut s, 3);
        let (_, cost, proof) = optimal(&s, &f);
        let least = if uses.is_empty() { 4.0 } else { 6.0 };
        assert!((cost - least).abs() < 1e-3 && (proof.bound - least).abs() < 1e-3, "{cost} {proof}");
    }
}

#[test]
fn large_functions_are_left_alone() {
    let mut s = Setup::default();
    s.options.policies.insert("optimal-max-ops".into(), "2".into());
    leave(&mut s, 2);
    let (f, _) = random(&s, &mut Rng::new(1));
    let (a, cost, proof) = optimal(&s, &f);
    assert_eq!((proof.end, proof.bound, proof.cost), (ProofEnd::TooLarge, 0.0, cost));
    assert!(a.work.contains(&("optimal.too-large", 1)));
}

#[test]
fn without_time_the_answer_is_the_other_allocators() {
    let mut s = Setup::default();
    s.options.policies.insert("optimal-time-limit".into(), "0".into());
    leave(&mut s, 2);
    let mut r = Rng::new(9);
    let mut limited = 0;
    for _ in 0..20 {
        let (f, _) = random(&s, &mut r);
        let (_, found, proof) = optimal(&s, &f);
        let greedy = Greedy.run(&f, &s.cx()).unwrap_or_else(|e| panic!("{e:?}"));
        if proof.end == ProofEnd::TimeLimit {
            limited += 1;
            assert_eq!(cost(&f, &s.cx(), &greedy), Ok(found));
            assert!(proof.bound <= found);
        }
    }
    assert!(limited > 0, "no program met the limit");
}
