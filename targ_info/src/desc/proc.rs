//! Reads `.proc` files.
//!
//! `proc NAME [: PARENT]` starts a processor. `unit NAME COUNT` lines come before `class NAME latency=L units=a,b busy=C`
//! lines; `class *` gives what no other line says. `fuse FIRST SECOND` names rows that fuse when adjacent. `also` adds to
//! the features that the parent has. `folded latency=L units=a,b` gives every class `X.m` the latency of `X` and so much
//! more, on these units: it is the same with an operand from memory.

use super::lines::{At, Line, Res, small, words};
use super::model::*;

/// Reads the processors of a file; `scheds` is how many scheduling classes there are, `known` are processors that may be
/// parents, too.
pub fn parse(scope: &Scope, scheds: usize, known: &[Proc], lines: &[Line]) -> Res<Vec<Proc>> {
    let mut procs: Vec<Proc> = Vec::new();
    for line in lines {
        let at = &line.at;
        let w = words(&line.text);
        match (w.as_slice(), procs.last_mut()) {
            (["proc", name], _) => procs.push(new(at, name, scheds)),
            (["proc", name, ":", parent], _) => {
                let Some(p) = procs.iter().chain(known).find(|p| p.name == *parent) else {
                    return at.err(format!("unknown processor '{parent}'"));
                };
                let p = Proc { name: name.to_string(), at: at.clone(), ..p.clone() };
                procs.push(p);
            }
            (words, Some(p)) => set(scope, at, p, words)?,
            (_, None) => return at.err("expected 'proc NAME'"),
        }
    }
    Ok(procs)
}

fn new(at: &At, name: &str, scheds: usize) -> Proc {
    Proc {
        name: name.into(),
        features: Vec::new(),
        issue: 1,
        out_of_order: false,
        taken_branch: 1,
        mispredict: 3,
        units: Vec::new(),
        classes: vec![ProcClass { latency: 1, units: 0, busy: 1 }; scheds],
        fusion: Vec::new(),
        at: at.clone(),
    }
}

fn set(scope: &Scope, at: &At, p: &mut Proc, words: &[&str]) -> Res<()> {
    match words {
        ["features", list @ ..] => p.features = scope.feature_list(at, list)?,
        ["issue", n] => p.issue = small(at, n, 16)?.max(1) as u8,
        ["also", list @ ..] => p.features.extend(scope.feature_list(at, list)?),
        ["folded", rest @ ..] => {
            let c = class(at, p, rest)?;
            for (name, &i) in &scope.scheds {
                if let Some(&of) = name.strip_suffix(".m").and_then(|n| scope.scheds.get(n)) {
                    let latency = p.classes[of].latency.saturating_add(c.latency);
                    p.classes[i] = ProcClass { latency, units: c.units, busy: p.classes[of].busy };
                }
            }
        }
        ["order", "in"] => p.out_of_order = false,
        ["order", "out"] => p.out_of_order = true,
        ["taken-branch", n] => p.taken_branch = small(at, n, 255)? as u8,
        ["mispredict", n] => p.mispredict = small(at, n, 255)? as u8,
        ["unit", name, n] => {
            if p.units.len() == 16 {
                return at.err("more than 16 units");
            }
            p.units.push((name.to_string(), small(at, n, 16)? as u8));
        }
        ["fuse", a, b] => {
            let row = |n| find(&scope.insts, at, "row", n);
            p.fusion.push((row(a)?, row(b)?));
        }
        ["class", name, rest @ ..] => {
            let c = class(at, p, rest)?;
            match *name {
                "*" => p.classes.fill(c),
                n => p.classes[find(&scope.scheds, at, "scheduling class", n)?] = c,
            }
        }
        _ => return at.err(format!("unknown or malformed '{}'", words.join(" "))),
    }
    Ok(())
}

fn class(at: &At, p: &Proc, rest: &[&str]) -> Res<ProcClass> {
    let mut c = ProcClass { latency: 1, units: 0, busy: 1 };
    for w in rest {
        match w.split_once('=') {
            Some(("latency", n)) => c.latency = small(at, n, 255)? as u8,
            Some(("busy", n)) => c.busy = small(at, n, 255)? as u8,
            Some(("units", list)) => {
                for u in list.split(',') {
                    match p.units.iter().position(|x| x.0 == u) {
                        Some(i) => c.units |= 1 << i,
                        None => return at.err(format!("unknown unit '{u}'")),
                    }
                }
            }
            _ => return at.err(format!("unknown property '{w}'")),
        }
    }
    Ok(c)
}
