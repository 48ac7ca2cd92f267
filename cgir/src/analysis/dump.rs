//! Dumps of analyses, for people and golden tests: `-print-liveness`, `-print-loops`.

use super::cfg::Cfg;
use super::dom::DomTree;
use super::liveness::{GtnSet, Liveness};
use super::loops::Loops;
use crate::func::Func;
use std::fmt::Write;

/// GTNs and what is live at each block's borders.
pub fn liveness(f: &Func, live: &Liveness) -> String {
    let names = |s: GtnSet<'_>| s.iter().map(|t| t.to_string()).collect::<Vec<_>>().join(" ");
    let mut out = format!("liveness of @{}: {} GTNs\n", f.name, live.gtns().len());
    for &b in &f.layout {
        let sets = [("in", live.live_in(b)), ("out", live.live_out(b)), ("use", live.uses(b)), ("def", live.defs(b))];
        let _ = write!(out, "{b}:");
        for (what, set) in sets {
            if !set.is_empty() {
                let _ = write!(out, "  {what}: {}", names(set));
            }
        }
        out.push('\n');
    }
    out
}

/// Loops, dominators and frequencies.
pub fn loops(f: &Func) -> String {
    let cfg = Cfg::compute(f);
    let dom = DomTree::dominators(&cfg);
    let post = DomTree::post_dominators(f, &cfg);
    let loops = Loops::compute(&cfg, &dom);
    let mut out = format!("loops of @{}: {}\n", f.name, loops.loops.len());
    for (l, d) in &loops.loops {
        let list = |v: &[crate::func::Bb]| v.iter().map(|b| b.to_string()).collect::<Vec<_>>().join(" ");
        let _ = write!(
            out,
            "{:indent$}{l}: head {}, latches {}",
            "",
            d.head,
            list(&d.latches),
            indent = d.depth as usize * 2
        );
        let _ = writeln!(out, ", blocks {}{}", list(&d.blocks), if d.innermost { ", innermost" } else { "" });
    }
    for (p, b) in &loops.irreducible {
        let _ = writeln!(out, "  irreducible: {p} -> {b}");
    }
    for &b in &f.layout {
        if !cfg.reachable(b) {
            let _ = writeln!(out, "{b}: unreachable");
            continue;
        }
        let name = |x: Option<crate::func::Bb>| x.map_or("none".into(), |b| b.to_string());
        let (up, down) = (name(dom.idom(&cfg, b)), name(post.idom(&cfg, b)));
        let _ = writeln!(out, "{b}: depth {}, freq {}, idom {up}, ipdom {down}", loops.depth(&cfg, b), f.bbs[b].freq);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target::Hooks;
    use crate::testing::Setup;

    const NEST: &str = "\
func @f {
bb0 freq 1 -> bb1 1:
  tn1:gpr.i64{%r0} = entry
  tn2:gpr.i64 = li 0
bb1 freq 1 -> bb2 1:
  tn3:gpr.i64 = mv tn1
bb2 freq 1 -> bb3 0.25, bb2 0.75:
  tn2:gpr.i64 = add tn2, tn3
  tn4:gpr.i64 = addi tn2, 1
  beq tn4, tn1, bb2
bb3 freq 1 -> bb4 0.5, bb1 0.5:
  beq tn2, tn1, bb1
bb4 freq 1:
  ret tn2{%r0}
bb5 freq 0:
  ret
}
";

    fn read() -> Func {
        let mut s = Setup::default();
        let clobbers = s.hooks.call_clobbers(&s.cx());
        let hooks = s.hooks;
        let f = crate::text::parse(NEST, &mut s.module, &s.target, &hooks, clobbers);
        let mut f = f.unwrap_or_else(|e| panic!("{}", e.render("t", NEST))).remove(0);
        super::super::freq::compute(&mut f);
        f
    }

    #[test]
    fn liveness_of_a_nest() {
        let f = read();
        let want = "\
liveness of @f: 3 GTNs
bb0:  out: tn1 tn2  def: tn1 tn2
bb1:  in: tn1 tn2  out: tn1 tn2 tn3  use: tn1  def: tn3
bb2:  in: tn1 tn2 tn3  out: tn1 tn2 tn3  use: tn1 tn2 tn3  def: tn2
bb3:  in: tn1 tn2  out: tn1 tn2  use: tn1 tn2
bb4:  in: tn2  use: tn2
bb5:
";
        assert_eq!(liveness(&f, &Liveness::compute(&f)), want);
    }

    #[test]
    fn loops_of_a_nest() {
        let want = "\
loops of @f: 2
  loop0: head bb1, latches bb3, blocks bb1 bb2 bb3
    loop1: head bb2, latches bb2, blocks bb2, innermost
bb0: depth 0, freq 1, idom none, ipdom bb1
bb1: depth 1, freq 2, idom bb0, ipdom bb2
bb2: depth 2, freq 8, idom bb1, ipdom bb3
bb3: depth 1, freq 2, idom bb2, ipdom bb4
bb4: depth 0, freq 1, idom bb3, ipdom none
bb5: unreachable
";
        assert_eq!(loops(&read()), want);
    }
}
