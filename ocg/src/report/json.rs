//! `-stats=json`: the same for programs. docs/stats.md describes the schema, whose number is [`SCHEMA`].

use super::{Measured, Report};
use crate::measure::{FuncStats, LoopStats};
use cgir::alloc::price::{Cost, Kind, Price};
use serde_json::{Map, Value, json};

/// The schema's number; it grows when a member changes its meaning or goes, not when one is added.
pub const SCHEMA: u64 = 1;

/// The document.
pub fn stats(m: &Measured, times: bool) -> String {
    let first = m.first().map(Report::total);
    let allocators: Vec<Value> = m
        .allocators
        .iter()
        .map(|(name, r)| {
            let total = r.total();
            let ratio = first.as_ref().map(|f| f.code.memory()).filter(|f| *f != 0.0);
            json!({
                "name": name,
                "total": function(&total),
                "memory_ratio_to_first": ratio.map(|f| rounded(total.code.memory() / f)),
                "functions": r.functions.iter().map(function).collect::<Vec<_>>(),
                "not_done": r.failed.iter().map(|(f, why)| json!({"function": f, "reason": why})).collect::<Vec<_>>(),
                "left_to_gra": r.left.iter().map(|(f, why)| json!({"function": f, "reason": why})).collect::<Vec<_>>(),
                "counters": counters(&r.counters),
            })
        })
        .collect();
    let mut doc = json!({
        "schema": SCHEMA,
        "version": env!("CARGO_PKG_VERSION"),
        "target": m.target,
        "opt_level": m.opt_level,
        "allocators": allocators,
    });
    if times && let Some(members) = doc.as_object_mut() {
        members.insert("times".into(), self::times(m));
    }
    format!("{doc:#}\n")
}

/// Six decimals: what a weight of single precision says.
fn rounded(x: f64) -> f64 {
    (x * 1e6).round() / 1e6
}

fn cost(c: Cost) -> Value {
    json!({"static": c.count, "weighted": rounded(c.executed)})
}

fn price(p: &Price) -> Value {
    let mut members: Map<String, Value> = Kind::ALL.iter().map(|&k| (k.name().to_string(), cost(p.of(k)))).collect();
    members.insert("memory".into(), cost(p.memory_ops()));
    Value::Object(members)
}

fn counters(list: &std::collections::BTreeMap<&'static str, u64>) -> Value {
    Value::Object(list.iter().map(|(k, v)| (k.to_string(), (*v).into())).collect())
}

fn function(f: &FuncStats) -> Value {
    let mut members = json!({
        "name": f.name,
        "cost": price(&f.code),
        "asked": price(&f.asked),
        "instructions": cost(f.insts),
        "code_bytes": f.code_bytes,
        "frame_bytes": f.frame_bytes,
        "loops": f.loops.iter().map(one_loop).collect::<Vec<_>>(),
        "work": counters(&f.work),
    });
    if let (Some(p), Some(members)) = (f.proof, members.as_object_mut()) {
        let proof = json!({
            "cost": rounded(p.cost),
            "bound": rounded(p.bound),
            "gap": rounded(p.gap()),
            "status": p.end.name(),
        });
        members.insert("proof".into(), proof);
    }
    members
}

fn one_loop(l: &LoopStats) -> Value {
    json!({
        "head": l.head,
        "depth": l.depth,
        "frequency": rounded(f64::from(l.freq)),
        "cost": price(&l.code),
        "instructions": cost(l.insts),
    })
}

/// Seconds, by allocator: in passes, and in the steps of allocation.
fn times(m: &Measured) -> Value {
    let mut all = Map::new();
    for (name, r) in &m.allocators {
        let passes: Map<String, Value> = r.times.iter().map(|(k, t)| (k.to_string(), t.as_secs_f64().into())).collect();
        let steps: Map<String, Value> =
            r.steps.iter().map(|((_, _, step), t)| (step.to_string(), t.as_secs_f64().into())).collect();
        all.insert(name.clone(), json!({"passes": passes, "allocation": steps}));
    }
    Value::Object(all)
}
