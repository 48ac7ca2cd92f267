//! TNs fall apart into values: pieces with one definition, or one join of definitions, each.
//!
//! They do so only where they must: values of one TN are never live at once, and together in one register they need no
//! copies. A piece of several values that finds no register is taken apart.
//!
//! A part of a TN that is live into a block continues the value that all predecessors agree on; if they do not agree, a
//! new value begins there (it would be a phi). That is found by iteration in reverse post-order, starting from "not known
//! yet", so that a loop which does not define the TN makes no value of its own.

use super::super::pieces::{Kind, Piece, Pieces, State, push_seg};
use super::super::points::Seg;
use super::super::{Problem, intervals};
use super::spill::Resident;
use cgir::analysis::Cfg;
use cgir::func::{Bb, Tn};
use cranelift_entity::SecondaryMap;
use intervals::{NONE, Nature, Segs};

/// Cuts main pieces down to where they are in registers: connected parts, of several values each; how many there are then.
pub(in super::super) fn cut(pieces: &mut Pieces<'_, '_>, resident: &Resident) -> u64 {
    let mains = pieces.list.iter().filter(|(_, d)| d.kind == Kind::Main && d.state == State::Waiting);
    let mains: Vec<(Piece, Tn)> = mains.map(|(q, d)| (q, d.tn)).collect();
    let mut count = 0;
    for (q, tn) in mains.into_iter().filter(|x| pieces.p.nature[x.1] == Nature::Normal) {
        let kept = common(&pieces.list[q].segs, &resident[tn]);
        let parts = if kept.is_empty() { Vec::new() } else { pieces.components(tn, &kept) };
        count += parts.len() as u64;
        match &parts[..] {
            [] if pieces.list[q].spillable() => {
                pieces.spill(q);
            }
            [] => {}
            [one] if *one == pieces.list[q].segs => {}
            _ => {
                pieces.split(q, parts);
            }
        }
    }
    count
}

/// Splits a piece of several values into these; the new pieces, none if it is one value only.
pub(in super::super) fn take_apart(
    pieces: &mut Pieces<'_, '_>,
    cfg: &Cfg,
    q: Piece,
    ends: &mut Ends,
) -> std::ops::Range<u32> {
    let p = pieces.p;
    let tn = pieces.list[q].tn;
    let mut parts: Vec<Segs> = Vec::new();
    for value in values(p, cfg, tn, ends) {
        let kept = common(&value, &pieces.list[q].segs);
        if !kept.is_empty() {
            parts.extend(pieces.components(tn, &kept));
        }
    }
    if parts.len() > 1 && p.nature[tn] == Nature::Normal { pieces.split(q, parts) } else { 0..0 }
}

/// By block, while a TN is looked at: number of the part that is live in, and of that which is live out, plus one.
pub(in super::super) type Ends = SecondaryMap<Bb, (u32, u32)>;

/// The values of a TN.
fn values(p: &Problem<'_>, cfg: &Cfg, tn: Tn, ends: &mut Ends) -> Vec<Segs> {
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
pub(in super::super) fn common(a: &[Seg], b: &[Seg]) -> Segs {
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
