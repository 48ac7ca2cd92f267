//! Block frequencies from edge probabilities, on one scale: the entry executes once.
//!
//! As Wu and Larus have it ("Static Branch Frequency and Program Profile Analysis", 1994), loops are solved innermost
//! first: with the head at 1, what comes back over the back edges is the loop's cyclic probability `c`, and the head runs
//! `1 / (1 - c)` times for each time it is entered. One pass in reverse post-order then gives every block's frequency.
//! The cost is one visit of a block for each loop around it.
//!
//! Cycles with several entries make no natural loop. Their retreating edges carry unknown flows `y` that depend on
//! themselves by an affine map, `y = A y + c`; a pass for each edge finds `A`, and the small system is solved exactly, so
//! that flow is kept there too. A loop that (nearly) never ends is taken to run [`ENDLESS`] times.
//!
//! Passes that edit the flow keep `prob` right, then call [`compute`] again, or scale what they clone by hand; [`check`]
//! holds them to it: what flows into a block is its frequency.

use super::cfg::Cfg;
use super::dom::DomTree;
use super::loops::{LoopId, Loops};
use crate::func::{Bb, Func};

/// How often an endless loop is taken to go round.
pub const ENDLESS: f64 = 1.0 / (1.0 - 0.88);
/// A loop that comes back with more than this probability is endless.
const CYCLIC_LIMIT: f64 = 1.0 - 1e-6;
/// What is kept of the flow that goes round an endless cycle with several entries.
const DAMPED: f64 = 0.88;
/// No block is taken to execute more often, so that products stay finite.
const MOST: f64 = 1e30;
/// The most retreating edges of one region that are solved exactly.
const MOST_EDGES: usize = 12;

/// Computes all frequencies of a function; unreachable blocks get 0.
pub fn compute(f: &mut Func) {
    let cfg = Cfg::compute(f);
    let dom = DomTree::dominators(&cfg);
    let loops = Loops::compute(&cfg, &dom);
    compute_with(f, &cfg, &loops);
}

/// The same with analyses at hand.
pub fn compute_with(f: &mut Func, cfg: &Cfg, loops: &Loops) {
    let freq = solve(f, cfg, loops).freq;
    for b in f.bbs.values_mut() {
        b.freq = 0.0;
    }
    for (i, &b) in cfg.rpo.iter().enumerate() {
        f.bbs[b].freq = freq[i] as f32;
    }
}

/// Frequency of an edge.
pub fn edge(f: &Func, b: Bb, succ: usize) -> f32 {
    f.bbs[b].succs.get(succ).map_or(0.0, |s| f.bbs[b].freq * s.prob)
}

/// Makes a block's probabilities sum to 1, keeping their ratios; equal ones if they say nothing.
pub fn normalise(f: &mut Func, b: Bb) {
    let succs = &mut f.bbs[b].succs;
    let sum: f32 = succs.iter().map(|s| s.prob.max(0.0)).sum();
    let n = succs.len() as f32;
    for s in succs.iter_mut() {
        s.prob = if sum > 0.0 && sum.is_finite() { s.prob.max(0.0) / sum } else { 1.0 / n };
    }
}

/// Checks probabilities (each in 0..=1, sum 1) and that flow into each block is its frequency, within `tolerance`
/// (relative). Names the first block that is wrong and says how.
pub fn check(f: &Func, tolerance: f32) -> Result<(), (Bb, String)> {
    let cfg = Cfg::compute(f);
    let mut into = vec![0f64; cfg.len()];
    for (i, &b) in cfg.rpo.iter().enumerate() {
        let d = &f.bbs[b];
        let sum: f32 = d.succs.iter().map(|s| s.prob).sum();
        if !d.succs.is_empty() && (sum - 1.0).abs() > tolerance
            || d.succs.iter().any(|s| !(0.0..=1.001).contains(&s.prob))
        {
            return Err((b, format!("edge probabilities sum to {sum}")));
        }
        if !d.freq.is_finite() || d.freq < 0.0 {
            return Err((b, format!("frequency {}", d.freq)));
        }
        for (s, &n) in d.succs.iter().zip(cfg.succs.of(i as u32)) {
            into[n as usize] += f64::from(d.freq) * f64::from(s.prob);
        }
    }
    if let Some(entry) = into.first_mut() {
        *entry += 1.0;
    }
    // Deep nests span more than a float's precision: what flows out of the innermost loop is then lost in rounding.
    const PRECISE: f32 = 1e7;
    if cfg.rpo.iter().any(|&b| f.bbs[b].freq > PRECISE) {
        return Ok(());
    }
    // What never leaves goes round some times only, and the rest of its flow is lost at the head. Passes may make another
    // block the head, so that this can be any block without a way out.
    let mut endless: Option<Vec<bool>> = None;
    for (i, &b) in cfg.rpo.iter().enumerate() {
        let (flow, freq) = (into[i], f64::from(f.bbs[b].freq));
        let slack = f64::from(tolerance) * flow.max(freq).max(1e-3);
        if (flow - freq).abs() <= slack || freq >= MOST * 0.99 {
            continue;
        }
        let endless = endless.get_or_insert_with(|| {
            let loops = Loops::compute(&cfg, &DomTree::dominators(&cfg));
            let leaves = leaves(f, &cfg, (1.0 - CYCLIC_LIMIT) as f32);
            solve(f, &cfg, &loops).endless.iter().zip(&leaves).map(|(endless, leaves)| *endless || !leaves).collect()
        });
        if !(endless[i] && flow > freq) {
            return Err((b, format!("frequency is {freq} but {flow} flows in")));
        }
    }
    Ok(())
}

/// A retreating edge of a region, in block numbers, and what flows over it for each execution of the region's head.
#[derive(Clone, Copy)]
struct Retreat {
    from: u32,
    to: u32,
    flow: f64,
}

struct Solver<'a> {
    f: &'a Func,
    cfg: &'a Cfg,
    loops: &'a Loops,
    /// By loop: how often its head runs for each entry, once solved.
    factor: Vec<f64>,
    /// By loop, and last for the whole function: the solved retreating edges.
    retreats: Vec<Vec<Retreat>>,
    freq: Vec<f64>,
    /// By block number: some flow is cut off here because it never leaves.
    endless: Vec<bool>,
    /// By block number: can it reach an exit of the function? Found only if there are irreducible cycles.
    leaves: Vec<bool>,
}

fn solve<'a>(f: &'a Func, cfg: &'a Cfg, loops: &'a Loops) -> Solver<'a> {
    let count = loops.loops.len();
    let mut s = Solver {
        f,
        cfg,
        loops,
        factor: vec![1.0; count],
        retreats: vec![Vec::new(); count + 1],
        freq: vec![0.0; cfg.len()],
        endless: vec![false; cfg.len()],
        leaves: if loops.irreducible.is_empty() { Vec::new() } else { leaves(f, cfg, 0.0) },
    };
    s.assign_retreats();
    for l in loops.loops.keys().rev() {
        let cyclic = s.region(Some(l));
        let head = cfg.number(loops.loops[l].head).unwrap_or(0);
        s.factor[l.as_u32() as usize] = if cyclic < CYCLIC_LIMIT {
            1.0 / (1.0 - cyclic)
        } else {
            s.endless[head as usize] = true;
            ENDLESS
        };
    }
    s.region(None);
    s
}

/// Which blocks reach an exit of the function over edges that are taken with at least this probability.
fn leaves(f: &Func, cfg: &Cfg, least: f32) -> Vec<bool> {
    let mut reached = vec![false; cfg.len()];
    let mut work: Vec<u32> = (0..cfg.len() as u32).filter(|&i| f.bbs[cfg.bb(i)].succs.is_empty()).collect();
    while let Some(b) = work.pop() {
        if !std::mem::replace(&mut reached[b as usize], true) {
            let taken = |p: u32| f.bbs[cfg.bb(p)].succs.iter().any(|s| s.prob >= least && cfg.number(s.bb) == Some(b));
            work.extend(cfg.preds.of(b).iter().filter(|&&p| taken(p)));
        }
    }
    reached
}

impl Solver<'_> {
    /// Gives each irreducible edge to the innermost loop around both its ends.
    fn assign_retreats(&mut self) {
        for &(p, b) in &self.loops.irreducible {
            let mut l = self.loops.innermost(self.cfg, b);
            while let Some(x) = l {
                if self.loops.contains(self.cfg, x, p) {
                    break;
                }
                l = self.loops.loops[x].parent.expand();
            }
            let (Some(from), Some(to)) = (self.cfg.number(p), self.cfg.number(b)) else { continue };
            let list = &mut self.retreats[l.map_or(self.loops.loops.len(), |l| l.as_u32() as usize)];
            if !list.iter().any(|r| (r.from, r.to) == (from, to)) {
                list.push(Retreat { from, to, flow: 0.0 });
            }
        }
    }

    /// Solves a loop, whose inner loops are solved, or the whole function; the cyclic probability.
    fn region(&mut self, l: Option<LoopId>) -> f64 {
        let slot = l.map_or(self.loops.loops.len(), |l| l.as_u32() as usize);
        let mut edges = std::mem::take(&mut self.retreats[slot]);
        let k = edges.len();
        let mut out = vec![0.0; k];
        if k > MOST_EDGES {
            for _ in 0..64 {
                self.pass(l, &edges, &mut out);
                edges.iter_mut().zip(&out).for_each(|(e, o)| e.flow = *o);
            }
        } else if k > 0 {
            self.pass(l, &edges, &mut out);
            let constant = out.clone();
            let mut map = vec![vec![0.0; k]; k];
            for j in 0..k {
                edges[j].flow = 1.0;
                self.pass(l, &edges, &mut out);
                edges[j].flow = 0.0;
                for i in 0..k {
                    map[i][j] = out[i] - constant[i];
                }
            }
            let keep: Vec<f64> =
                edges.iter().map(|e| if self.leaves[e.from as usize] { 1.0 } else { DAMPED }).collect();
            let flows = affine_fixed_point(&map, &constant, &keep);
            let (flows, keep) = match flows {
                Some(y) => (y, keep),
                None => {
                    let keep = vec![DAMPED; k];
                    (affine_fixed_point(&map, &constant, &keep).unwrap_or_else(|| constant.clone()), keep)
                }
            };
            for (i, e) in edges.iter_mut().enumerate() {
                e.flow = flows[i].clamp(0.0, MOST);
                self.endless[e.to as usize] |= keep[i] < 1.0;
            }
        }
        let cyclic = self.pass(l, &edges, &mut out);
        self.retreats[slot] = edges;
        cyclic
    }

    /// One pass over a region with its head entered once and these flows over its retreating edges; `out` gets the
    /// flows that come out of them. The cyclic probability of a loop.
    fn pass(&mut self, l: Option<LoopId>, edges: &[Retreat], out: &mut [f64]) -> f64 {
        let blocks: &[Bb] = l.map_or(&self.cfg.rpo, |l| &self.loops.loops[l].blocks);
        let Some(head) = blocks.first().and_then(|&b| self.cfg.number(b)) else { return 0.0 };
        for &b in blocks {
            if let Some(n) = self.cfg.number(b) {
                self.freq[n as usize] = 0.0;
            }
        }
        out.fill(0.0);
        self.freq[head as usize] = 1.0;
        for e in edges {
            self.freq[e.to as usize] += e.flow;
        }
        let mut cyclic = 0.0;
        for &b in blocks {
            let Some(n) = self.cfg.number(b) else { continue };
            if let Some(m) =
                self.loops.innermost(self.cfg, b).filter(|&m| Some(m) != l && self.loops.loops[m].head == b)
            {
                let m = m.as_u32() as usize;
                let w = (self.freq[n as usize] * self.factor[m]).min(MOST);
                self.freq[n as usize] = w;
                for r in &self.retreats[m] {
                    self.freq[r.to as usize] += w * r.flow;
                }
            }
            let w = self.freq[n as usize];
            for (s, &to) in self.f.bbs[b].succs.iter().zip(self.cfg.succs.of(n)) {
                let flow = w * f64::from(s.prob);
                if to > n {
                    self.freq[to as usize] = (self.freq[to as usize] + flow).min(MOST);
                } else if to == head && l.is_some() {
                    cyclic += flow;
                } else if let Some(i) = edges.iter().position(|e| (e.from, e.to) == (n, to)) {
                    out[i] += flow;
                }
            }
        }
        cyclic
    }
}

/// The `y` with `y[i] = keep[i] * (constant[i] + sum of map[i][j] * y[j])`; `None` if that is (nearly) not unique.
fn affine_fixed_point(map: &[Vec<f64>], constant: &[f64], keep: &[f64]) -> Option<Vec<f64>> {
    let k = constant.len();
    let row = |i: usize| {
        let mut row: Vec<f64> = (0..k).map(|j| f64::from(u8::from(i == j)) - keep[i] * map[i][j]).collect();
        row.push(keep[i] * constant[i]);
        row
    };
    eliminate((0..k).map(row).collect())
}

/// Solves a system of `k` equations given as rows of `k + 1` numbers; `None` if it has (nearly) no one solution.
fn eliminate(mut m: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    let k = m.len();
    for c in 0..k {
        let best = (c..k).max_by(|&a, &b| m[a][c].abs().total_cmp(&m[b][c].abs()))?;
        if m[best][c].abs() < 1.0 - CYCLIC_LIMIT {
            return None;
        }
        m.swap(c, best);
        let pivot = m[c].clone();
        for (r, row) in m.iter_mut().enumerate() {
            if r != c {
                let by = row[c] / pivot[c];
                row.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= by * p);
            }
        }
    }
    Some((0..k).map(|i| m[i][k] / m[i][i]).collect())
}

#[cfg(test)]
mod tests {
    use super::super::cfg::tests::{graph, random_lists};
    use super::*;

    fn prob(f: &mut Func, b: usize, probs: &[f32]) {
        let b = f.layout[b];
        f.bbs[b].succs.iter_mut().zip(probs).for_each(|(s, &p)| s.prob = p);
    }
    fn freqs(f: &Func) -> Vec<f32> {
        f.layout.iter().map(|&b| (f.bbs[b].freq * 100.0).round() / 100.0).collect()
    }

    #[test]
    fn nested_loops_multiply() {
        let mut f = graph(&[&[1], &[2], &[3, 2], &[4, 1], &[]]);
        prob(&mut f, 2, &[0.1, 0.9]);
        prob(&mut f, 3, &[0.2, 0.8]);
        compute(&mut f);
        assert_eq!(freqs(&f), [1.0, 5.0, 50.0, 5.0, 1.0]);
        check(&f, 1e-4).unwrap();
        f.bbs[f.layout[3]].freq = 6.0;
        assert_eq!(check(&f, 1e-2).unwrap_err().0, f.layout[1]);
    }

    #[test]
    fn irreducible_cycles_are_exact() {
        // 0 -> 1 | 2, 1 <-> 2 with 0.9, out by 3.
        let mut f = graph(&[&[1, 2], &[2, 3], &[1, 3], &[]]);
        prob(&mut f, 1, &[0.9, 0.1]);
        prob(&mut f, 2, &[0.9, 0.1]);
        compute(&mut f);
        assert_eq!(freqs(&f), [1.0, 5.0, 5.0, 1.0]);
        check(&f, 1e-4).unwrap();
    }

    #[test]
    fn irreducible_cycle_inside_a_loop() {
        let mut f = graph(&[&[1], &[2, 3], &[3, 4], &[2, 4], &[1, 5], &[]]);
        prob(&mut f, 2, &[0.75, 0.25]);
        prob(&mut f, 4, &[0.75, 0.25]);
        compute(&mut f);
        check(&f, 1e-4).unwrap();
        assert_eq!(freqs(&f)[4], 4.0);
        assert_eq!(freqs(&f)[5], 1.0);
    }

    #[test]
    fn endless_loops_end() {
        let mut f = graph(&[&[1, 2], &[1], &[]]);
        compute(&mut f);
        assert_eq!(freqs(&f), [1.0, 4.17, 0.5]);
        check(&f, 1e-3).unwrap();
    }

    /// The block before an endless loop merged with a latch of it, and has become its head.
    #[test]
    fn flow_may_be_lost_anywhere_in_endless_loops() {
        let mut f = graph(&[&[1], &[2], &[1, 3], &[2]]);
        prob(&mut f, 2, &[0.75, 0.25]);
        for (b, freq) in [1.0, 7.25, 8.33, 2.08].into_iter().enumerate() {
            let b = f.layout[b];
            f.bbs[b].freq = freq;
        }
        check(&f, 1e-2).unwrap();
    }

    #[test]
    fn flow_is_kept_in_random_graphs() {
        let mut seed = 5;
        for round in 0..400 {
            let lists = random_lists(&mut seed, 2 + round % 14);
            let mut f = graph(&lists.iter().map(|l| l.as_slice()).collect::<Vec<_>>());
            compute(&mut f);
            if let Err(e) = check(&f, 1e-3) {
                panic!("{e:?} {lists:?}");
            }
        }
    }
}
