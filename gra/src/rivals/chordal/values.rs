//! TNs fall apart into values: pieces with one definition, or one join of definitions, each.
//!
//! A part of a TN that is live into a block continues the value that all predecessors agree on; if they do not agree, a
//! new value begins there (it would be a phi). That is found by iteration in reverse post-order, starting from "not known
//! yet", so that a loop which does not define the TN makes no value of its own.

use super::super::pieces::{Kind, Piece, Pieces, State, push_seg};
use super::super::points::{Seg, covers};
use super::super::{Problem, intervals};
use super::spill::Resident;
use cgir::analysis::Cfg;
use cgir::func::{Bb, Tn};
use cranelift_entity::SecondaryMap;
use intervals::{NONE, Nature, Segs};

/// Splits main pieces into values, and these to where they are in registers; how many pieces there are then.
pub(super) fn split(pieces: &mut Pieces<'_, '_>, cfg: &Cfg, resident: &Resident) -> u64 {
    let p = pieces.p;
    let mut of: SecondaryMap<Tn, Vec<Piece>> = SecondaryMap::new();
    for (q, d) in pieces.list.iter().filter(|(_, d)| d.kind == Kind::Main && d.state == State::Waiting) {
        of[d.tn].push(q);
    }
    let mut ends: SecondaryMap<Bb, (u32, u32)> = SecondaryMap::new();
    let mut count = 0;
    for &tn in p.tns.iter().filter(|&&t| p.nature[t] == Nature::Normal) {
        let mut parts: Vec<Vec<Segs>> = vec![Vec::new(); of[tn].len()];
        for value in values(p, cfg, tn, &mut ends) {
            let Some(first) = value.first().map(|s| s.from) else { continue };
            let Some(n) = of[tn].iter().position(|&q| covers(&pieces.list[q].segs, first)) else { continue };
            let kept = common(&value, &resident[tn]);
            if !kept.is_empty() {
                parts[n].extend(pieces.components(tn, &kept));
            }
        }
        for (&q, parts) in of[tn].iter().zip(parts) {
            count += parts.len() as u64;
            match &parts[..] {
                [] => {
                    if pieces.list[q].spillable() {
                        pieces.spill(q);
                    }
                }
                [one] if *one == pieces.list[q].segs => {}
                _ => {
                    pieces.split(q, parts);
                }
            }
        }
    }
    count
}

/// The values of a TN.
fn values(p: &Problem<'_>, cfg: &Cfg, tn: Tn, ends: &mut SecondaryMap<Bb, (u32, u32)>) -> Vec<Segs> {
    let segs = &p.segs[tn];
    let defs = p.refs_of(tn).iter().filter(|r| r.def).count();
    if defs <= 1 {
        return vec![segs.clone()];
    }
    let parts: Vec<(Bb, Seg)> = p.points.by_block(segs).collect();
    for (n, (b, s)) in parts.iter().enumerate() {
        if s.from == p.points.start(*b) && p.live.live_in(*b).contains(tn) {
            ends[*b].0 = n as u32 + 1;
        }
        if s.to == p.points.block(*b).to && p.live.live_out(*b).contains(tn) {
            ends[*b].1 = n as u32 + 1;
        }
    }
    let mut value: Vec<u32> = (0..parts.len() as u32).collect();
    let entering: Vec<u32> = cfg.rpo.iter().filter_map(|&b| ends[b].0.checked_sub(1)).collect();
    entering.iter().for_each(|&n| value[n as usize] = NONE);
    let mut changed = true;
    while changed {
        changed = false;
        for &n in &entering {
            let b = parts[n as usize].0;
            let known = cfg.preds(b).filter_map(|q| ends[q].1.checked_sub(1)).map(|m| value[m as usize]);
            let mut known = known.filter(|&v| v != NONE);
            let first = known.next().unwrap_or(NONE);
            let new = if known.all(|v| v == first) { first } else { n };
            // Once values meet here, they do so for good.
            if value[n as usize] != n && value[n as usize] != new {
                value[n as usize] = new;
                changed = true;
            }
        }
    }
    let mut out: Vec<Segs> = Vec::new();
    let mut number: Vec<u32> = vec![NONE; parts.len()];
    for (n, (b, s)) in parts.iter().enumerate() {
        ends[*b] = (0, 0);
        let v = if value[n] == NONE { n } else { value[n] as usize };
        if number[v] == NONE {
            number[v] = out.len() as u32;
            out.push(Segs::new());
        }
        push_seg(&mut out[number[v] as usize], *s);
    }
    out
}

/// What two sorted lists of segments have in common.
fn common(a: &[Seg], b: &[Seg]) -> Segs {
    let mut out = Segs::new();
    let (mut i, mut j) = (0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        push_seg(&mut out, Seg { from: x.from.max(y.from), to: x.to.min(y.to) });
        if x.to <= y.to { i += 1 } else { j += 1 }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::points::Pos;
    use super::*;

    #[test]
    fn common_parts_are_in_both() {
        let segs =
            |list: &[(u32, u32)]| -> Segs { list.iter().map(|&(a, b)| Seg { from: Pos(a), to: Pos(b) }).collect() };
        let (a, b) = (segs(&[(0, 8), (12, 20), (24, 28)]), segs(&[(4, 14), (16, 26)]));
        assert_eq!(common(&a, &b), segs(&[(4, 8), (12, 14), (16, 20), (24, 26)]));
        assert_eq!(common(&a, &b), common(&b, &a));
    }
}
