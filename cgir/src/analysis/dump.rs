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
