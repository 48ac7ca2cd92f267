//! A page for each function: blocks down, registers and slots across, live ranges as assigned.
//!
//! The page is one file: `page.html` beside this module, with the data as JSON in its middle. What it shows of a TN (its
//! story) is found here from the answer, so that it is there for every allocator; lines of the log of decisions that
//! begin with the TN's name follow.

use super::places::{self, Bar, Block, Home, RowKind};
use cgir::alloc::price::{Kind, Price, price};
use cgir::alloc::{AllocError, Answer, Edit, EditKind, Point, apply::apply};
use cgir::analysis::{Cfg, DomTree, Loops};
use cgir::func::{Bb, Func, Op, Tn, TnData};
use cgir::pass::PassCx;
use cgir::saves::{self, Mark};
use cgir::text::Printer;
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

const TEMPLATE: &str = include_str!("page.html");
/// Where the template wants the data.
const DATA: &str = "\"@DATA@\"";

/// The page of a function.
pub fn html(f: &Func, cx: &PassCx<'_>, allocator: &str, answer: &Answer, log: &str) -> Result<String, AllocError> {
    let frame = frame_marks(f, cx, answer)?;
    let page = Page::new(f, cx, answer);
    let mut whole = price(f, cx, answer);
    frame.iter().for_each(|m| if m.saves { &mut whole.saves } else { &mut whole.restores }.add(m.freq));
    let data = json!({
        "function": f.name,
        "allocator": allocator,
        "target": format!("{}, {}", cx.target.triple, cx.target.proc.name),
        "price": price_json(&whole),
        "work": answer.work.iter().map(|(k, v)| json!([k, v])).collect::<Vec<_>>(),
        "homes": page.homes.iter().map(|h| page.home(*h)).collect::<Vec<_>>(),
        "blocks": page.blocks.iter().map(|b| page.block(b, &frame)).collect::<Vec<_>>(),
        "tns": page.stories(log),
    });
    // A text that looks like the end of the script must not end it.
    Ok(TEMPLATE.replacen(DATA, &data.to_string().replace("</", "<\\/"), 1))
}

/// Saves and restores as they will stand if the answer is applied. Those in blocks that applying makes are on the edges
/// where these stand.
fn frame_marks(f: &Func, cx: &PassCx<'_>, answer: &Answer) -> Result<Vec<Mark>, AllocError> {
    let mut g = f.clone();
    apply(&mut g, cx, answer)?;
    cgir::slots::colour(&mut g, cx);
    let mut marks = saves::marks(&g, cx);
    for m in &mut marks {
        while f.bbs.get(m.at).is_none() {
            let from = g.bbs[m.at].preds.first().copied();
            let Some((b, n)) = from.and_then(|p| Some((p, g.bbs[p].succs.iter().position(|s| s.bb == m.at)?))) else {
                break;
            };
            (m.at, m.edge) = (b, Some(n));
        }
    }
    Ok(marks)
}

/// A list of pages: function, allocator, file.
pub fn index(pages: &[(&str, &str, String)]) -> String {
    let mut text = String::from(
        "<!doctype html><meta charset=\"utf-8\"><title>ocg: allocations</title>\n\
         <style>body{font:15px/1.6 system-ui,sans-serif;margin:2em auto;max-width:50em;color:#223}a{color:#2456a6}</style>\n\
         <h1>Allocations</h1>\n<ul>\n",
    );
    for (function, by, file) in pages {
        text.push_str(&format!(
            "<li><a href=\"{}\">{}</a> by {}</li>\n",
            escaped(file),
            escaped(function),
            escaped(by)
        ));
    }
    text.push_str("</ul>\n");
    text
}

fn escaped(s: &str) -> String {
    s.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

fn price_json(p: &Price) -> Value {
    let kinds = [Kind::Spill, Kind::Reload, Kind::Save, Kind::Restore, Kind::Remat, Kind::Copy, Kind::Kept];
    kinds.iter().map(|&k| json!([k.name(), p.of(k).count, p.of(k).executed])).collect()
}

struct Page<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    answer: &'a Answer,
    printer: Printer<'a>,
    blocks: Vec<Block>,
    homes: Vec<Home>,
    /// Place of each home among the columns.
    column: FxHashMap<Home, usize>,
    depth: SecondaryMap<Bb, u32>,
}

impl<'a> Page<'a> {
    fn new(f: &'a Func, cx: &'a PassCx<'a>, answer: &'a Answer) -> Page<'a> {
        let blocks = places::blocks(f, cx.target.isa, answer);
        let homes = places::homes(&blocks);
        let column = homes.iter().enumerate().map(|(i, &h)| (h, i)).collect();
        let cfg = Cfg::compute(f);
        let loops = Loops::compute(&cfg, &DomTree::dominators(&cfg));
        let mut depth = SecondaryMap::new();
        f.layout.iter().filter(|&&b| cfg.reachable(b)).for_each(|&b| depth[b] = loops.depth(&cfg, b));
        Page { f, cx, answer, printer: Printer::new(f, cx), blocks, homes, column, depth }
    }

    fn name(&self, h: Home) -> String {
        match h {
            Home::Reg(r) => self.cx.target.isa.reg(r).name.to_string(),
            Home::Slot(s) => s.to_string(),
        }
    }

    fn home(&self, h: Home) -> Value {
        let isa = self.cx.target.isa;
        match h {
            Home::Reg(r) => json!({
                "name": self.name(h),
                "class": isa.class(isa.class(isa.reg(r).class).top).name,
                "saved": self.cx.target.callee_saved.intersects(isa.reg(r).units),
            }),
            Home::Slot(_) => json!({"name": self.name(h), "class": "memory", "saved": false}),
        }
    }

    fn block(&self, b: &Block, frame: &[Mark]) -> Value {
        let d = &self.f.bbs[b.bb];
        let names = |saves: bool, edge: Option<usize>| -> Vec<&str> {
            let here = frame.iter().filter(|m| (m.at, m.saves, m.edge) == (b.bb, saves, edge));
            here.map(|m| self.cx.target.isa.reg(m.reg).name).collect()
        };
        // For each edge with some: its end, what is saved there, what is restored.
        let on_edge = |n: usize| (names(true, Some(n)), names(false, Some(n)));
        let edges = (0..d.succs.len()).map(|n| (d.succs[n].bb, on_edge(n)));
        let edges = edges.filter(|(_, (s, r))| !(s.is_empty() && r.is_empty()));
        let rows: Vec<Value> = b.rows.iter().map(|r| self.row(b.bb, r.kind)).collect();
        let bar = |x: &Bar| json!([self.column.get(&x.home), x.from, x.to, x.tn.index()]);
        json!({
            "name": b.bb.to_string(),
            "freq": d.freq,
            "depth": self.depth[b.bb],
            "cold": d.cold,
            "saves": names(true, None),
            "restores": names(false, None),
            "edges": edges.map(|(to, (s, r))| json!([to.to_string(), s, r])).collect::<Vec<_>>(),
            "succs": d.succs.iter().map(|s| s.bb.to_string()).collect::<Vec<_>>(),
            "rows": rows,
            "bars": b.bars.iter().map(bar).collect::<Vec<_>>(),
        })
    }

    /// A row: what kind, its text, and the edge or note behind it.
    fn row(&self, b: Bb, kind: RowKind) -> Value {
        match kind {
            RowKind::Op(op, deleted) => {
                let text = self.printer.op(op);
                json!([if deleted { "gone" } else { "op" }, text])
            }
            RowKind::Edit(e, edge) => {
                let to = edge
                    .and_then(|n| self.f.bbs[b].succs.get(n as usize))
                    .map(|s| format!("  on the edge to {}", s.bb));
                json!([places::kind_of(&e.kind).name(), format!("{}{}", self.edit(&e), to.unwrap_or_default())])
            }
        }
    }

    fn edit(&self, e: &Edit) -> String {
        let reg = |r| self.cx.target.isa.reg(r).name;
        match e.kind {
            EditKind::Copy { tn, from, to } => format!("{tn}: {} \u{2192} {}", reg(from), reg(to)),
            EditKind::Spill { tn, from, slot } => format!("{tn}: {} \u{2192} {slot}", reg(from)),
            EditKind::Reload { tn, slot, to } => format!("{tn}: {slot} \u{2192} {}", reg(to)),
            EditKind::Remat { tn, def, to } => format!("{tn}: {} again \u{2192} {}", self.mnemonic(def), reg(to)),
        }
    }

    fn mnemonic(&self, op: Op) -> &'static str {
        self.cx.target.isa.inst(self.f.ops[op].opcode).name
    }

    /// What happens to each TN that is mentioned, by number.
    fn stories(&self, log: &str) -> Value {
        let decided = decisions(log);
        let bars = places::by_tn(self.f, &self.blocks);
        let mut facts: FxHashMap<Tn, Facts> = FxHashMap::default();
        for &b in &self.f.layout {
            for op in self.f.bb_ops(b) {
                for (i, &t) in self.f.all(op).iter().enumerate().filter(|(_, t)| self.f.is_virtual(**t)) {
                    let x = facts.entry(t).or_default();
                    if i < self.f.nres(op) {
                        x.defined.push((b, op));
                    } else {
                        x.uses += 1;
                        x.weight += f64::from(self.f.bbs[b].freq);
                    }
                }
            }
        }
        for e in &self.answer.edits {
            let kind = places::kind_of(&e.kind);
            facts.entry(e.tn()).or_default().edits.of_mut(kind).add(self.freq(e.at));
        }
        let mut list: Vec<(Tn, Facts)> = facts.into_iter().collect();
        list.sort_by_key(|x| x.0);
        let one = |(t, x): &(Tn, Facts)| {
            let empty = Vec::new();
            let (said, bars) = (decided.get(&t.to_string()).unwrap_or(&empty), &bars[t.index()]);
            (t.index().to_string(), self.story(*t, x, bars, said))
        };
        Value::Object(list.iter().map(one).collect())
    }

    fn freq(&self, p: Point) -> f32 {
        let f = self.f;
        match p {
            Point::BlockStart(b) | Point::BlockEnd(b) => f.bbs[b].freq,
            Point::Before(op) | Point::After(op) => f.bb_of(op).map_or(0.0, |b| f.bbs[b].freq),
            Point::Edge(b, n) => f.bbs[b].succs.get(n as usize).map_or(0.0, |s| f.bbs[b].freq * s.prob),
        }
    }

    fn story(&self, t: Tn, x: &Facts, bars: &[(u32, Bar)], said: &[&str]) -> Value {
        let TnData::Reg { class, ty, .. } = self.f.tns[t] else { return Value::Null };
        let defined: Vec<String> =
            x.defined.iter().take(4).map(|(b, op)| format!("{b}: {}", self.printer.op(*op))).collect();
        // Its places in order, each with the blocks in which it has it.
        let mut places: Vec<(Home, Vec<u32>)> = Vec::new();
        for (n, bar) in bars {
            match places.iter_mut().find(|p| p.0 == bar.home) {
                Some(p) if p.1.last() == Some(n) => {}
                Some(p) => p.1.push(*n),
                None => places.push((bar.home, vec![*n])),
            }
        }
        let place = |(h, blocks): &(Home, Vec<u32>)| {
            let first: Vec<String> = blocks.iter().take(6).map(|&n| self.blocks[n as usize].bb.to_string()).collect();
            let more = if blocks.len() > 6 { format!(" and {} more", blocks.len() - 6) } else { String::new() };
            json!([self.name(*h), format!("{}{more}", first.join(" "))])
        };
        json!({
            "class": self.cx.target.isa.class(class).name,
            "type": format!("{ty:?}"),
            "defined": defined,
            "definitions": x.defined.len(),
            "uses": x.uses,
            "weight": x.weight,
            "remat": self.f.remat[t].expand().map(|op| self.mnemonic(op)),
            "places": places.iter().map(place).collect::<Vec<_>>(),
            "edits": price_json(&x.edits),
            "cost": x.edits.memory(),
            "said": said,
        })
    }
}

/// What is known of a TN.
#[derive(Default)]
struct Facts {
    defined: Vec<(Bb, Op)>,
    uses: usize,
    weight: f64,
    edits: Price,
}

/// The log's lines by the name of the TN that they speak of: the second word of `gra: tn5 #2: ...`.
fn decisions(log: &str) -> FxHashMap<String, Vec<&str>> {
    let mut map: FxHashMap<String, Vec<&str>> = FxHashMap::default();
    for line in log.lines() {
        let Some((_, rest)) = line.split_once(": ") else { continue };
        let name = rest.split([' ', ':']).next().unwrap_or("");
        if name.strip_prefix("tn").is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())) {
            map.entry(name.to_string()).or_default().push(rest);
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_is_sorted_by_tn() {
        let log = "gra: function f\ngra: tn5 #2: waits\nlra: tn15: evicted\ngra: tn5: split\n";
        let d = decisions(log);
        assert_eq!(d["tn5"], ["tn5 #2: waits", "tn5: split"]);
        assert_eq!(d["tn15"].len(), 1);
        assert_eq!(d.len(), 2);
    }

    #[test]
    fn the_template_has_a_place_for_data() {
        assert_eq!(TEMPLATE.matches(DATA).count(), 1);
    }
}
