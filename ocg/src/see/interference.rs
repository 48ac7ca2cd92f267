//! The interference graph as DOT.
//!
//! Two virtual TNs of one top class interfere if one is defined where the other is live, a copy between them aside
//! (Chaitin). Nodes are coloured by the register that the allocator gave first; dashed ones were ever in memory.

use cgir::alloc::{Answer, EditKind, Place};
use cgir::analysis::{Liveness, TnWalk};
use cgir::func::{Func, Op, Tn, TnData};
use cgir::pass::PassCx;
use cranelift_entity::{EntityRef, SecondaryMap};
use petgraph::dot::{Config, Dot};
use petgraph::graph::{NodeIndex, UnGraph};
use rustc_hash::FxHashSet;
use targ_info::{InstFlags, PReg, RegClass, Role};

/// A node: a TN, its register, whether it was in memory.
struct Node {
    tn: Tn,
    class: &'static str,
    reg: Option<PReg>,
    memory: bool,
}

/// The graph of a function under an allocator's answer.
pub fn dot(f: &Func, cx: &PassCx<'_>, answer: &Answer) -> String {
    let graph = graph(f, cx, answer);
    let attributes = |_: &UnGraph<Node, ()>, (_, n): (NodeIndex, &Node)| {
        let reg = n.reg.map_or("-", |r| cx.target.isa.reg(r).name);
        // The golden angle keeps neighbours in number apart in hue.
        let hue = n.reg.map_or(0.0, |r| f64::from(r.0) * 0.381_966 % 1.0);
        let (saturation, style) =
            (if n.reg.is_some() { 0.35 } else { 0.0 }, if n.memory { "filled,dashed" } else { "filled" });
        format!("label=\"{}\\n{} {reg}\" style=\"{style}\" fillcolor=\"{hue:.3} {saturation} 1.0\"", n.tn, n.class)
    };
    let no_attributes = |_: &UnGraph<Node, ()>, _: petgraph::graph::EdgeReference<'_, ()>| String::new();
    let config = [Config::NodeNoLabel, Config::EdgeNoLabel, Config::GraphContentOnly];
    let body = Dot::with_attr_getters(&graph, &config, &no_attributes, &attributes);
    let shape = cgir::alloc::price::price(f, cx, answer);
    format!(
        "graph \"{}\" {{\n    // {} TNs, {} interferences; {} spills, {} reloads in the answer\n    node [shape=box fontname=\"monospace\"]\n{body:?}}}\n",
        f.name.replace(['"', '\\'], "_"),
        graph.node_count(),
        graph.edge_count(),
        shape.spills.count,
        shape.reloads.count
    )
}

impl std::fmt::Debug for Node {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.tn)
    }
}

fn graph(f: &Func, cx: &PassCx<'_>, answer: &Answer) -> UnGraph<Node, ()> {
    let isa = cx.target.isa;
    let (reg, memory) = homes(f, answer);
    let mut graph = UnGraph::new_undirected();
    let mut node: SecondaryMap<Tn, Option<NodeIndex>> = SecondaryMap::new();
    let top = |t: Tn| f.class(t).map(|c| isa.class(c).top);
    for t in f.tns.keys().filter(|&t| f.is_virtual(t)) {
        let TnData::Reg { class, .. } = f.tns[t] else { continue };
        node[t] = Some(graph.add_node(Node { tn: t, class: isa.class(class).name, reg: reg[t], memory: memory[t] }));
    }
    let mut seen: FxHashSet<(u32, u32)> = FxHashSet::default();
    let live = Liveness::compute(f);
    let mut walk = TnWalk::new();
    for &b in &f.layout {
        walk.start(&live, b);
        for op in f.bb_ops(b).rev() {
            let source = copied(f, cx, op);
            for &d in f.results(op).iter().filter(|&&t| f.is_virtual(t)) {
                for &t in walk.live().iter().chain(f.results(op)) {
                    let (Some(x), Some(y)) = (node[d], node[t]) else { continue };
                    let other: Option<RegClass> = top(t);
                    if t == d || Some(t) == source || other != top(d) {
                        continue;
                    }
                    let key = (x.index().min(y.index()) as u32, x.index().max(y.index()) as u32);
                    if seen.insert(key) {
                        graph.add_edge(x, y, ());
                    }
                }
            }
            walk.step(f, op);
        }
    }
    // TNs that nothing mentions are no part of the graph.
    let mentioned: FxHashSet<usize> =
        f.layout.iter().flat_map(|&b| f.bb_ops(b)).flat_map(|o| f.all(o)).map(|t| t.index()).collect();
    graph.retain_nodes(|g, n| mentioned.contains(&g[n].tn.index()));
    graph
}

/// The TN that an op copies.
fn copied(f: &Func, cx: &PassCx<'_>, op: Op) -> Option<Tn> {
    let row = cx.target.isa.inst(f.ops[op].opcode);
    let at = row.role(Role::Opnd1).filter(|_| row.is(InstFlags::MOVE))?;
    f.all(op).get(at).copied()
}

/// The first register of each TN, and whether it was ever in memory.
fn homes(f: &Func, answer: &Answer) -> (SecondaryMap<Tn, Option<PReg>>, SecondaryMap<Tn, bool>) {
    let mut reg: SecondaryMap<Tn, Option<PReg>> = SecondaryMap::new();
    let mut memory: SecondaryMap<Tn, bool> = SecondaryMap::new();
    for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)) {
        let start = f.opnds_start(op);
        for (i, &t) in f.all(op).iter().enumerate() {
            if let Some(Place::Reg(r)) = answer.places.get(start + i) {
                reg[t] = reg[t].or(Some(*r));
            }
        }
    }
    for e in &answer.edits {
        match e.kind {
            EditKind::Spill { tn, .. } | EditKind::Reload { tn, .. } => memory[tn] = true,
            EditKind::Copy { .. } | EditKind::Remat { .. } => {}
        }
    }
    (reg, memory)
}
