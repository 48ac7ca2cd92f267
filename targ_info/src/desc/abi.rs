//! Reads `.abi` files.
//!
//! `abi NAME [: PARENT]` starts an ABI, which has all that its parent says; `key values...` lines follow.
//! `convention NAME [callee-pops] list regs... / list regs...` is another calling convention beside the ABI's own, which it
//! has where it gives no list.

use super::lines::{At, Line, Res, small, unquote, words};
use super::model::*;

/// Keys of register lists, in the order of [`Abi::lists`].
const LISTS: [&str; 4] = ["int-args", "fp-args", "int-results", "fp-results"];
/// Keys of single registers, in the order of [`Abi::single`].
const SINGLE: [&str; 7] = ["sp", "fp", "bp", "ra", "zero", "tp", "scratch"];

/// Reads the ABIs of a file; `known` are ABIs that may be parents, too.
pub fn parse(scope: &Scope, known: &[Abi], lines: &[Line]) -> Res<Vec<Abi>> {
    let mut abis: Vec<Abi> = Vec::new();
    for line in lines {
        let at = &line.at;
        let w = words(&line.text);
        if let ["abi", name, parent @ ..] = w.as_slice() {
            let abi = start(at, &abis, known, name, parent)?;
            abis.push(abi);
            continue;
        }
        match (abis.last_mut(), w.split_first()) {
            (Some(abi), Some((key, values))) => set(scope, at, abi, key, values)?,
            _ => return at.err("expected 'abi NAME'"),
        }
    }
    for a in &abis {
        if a.xlen == 0 || a.layout.is_empty() || a.stack_align == 0 {
            return a.at.err(format!("ABI '{}' lacks xlen, layout or stack-align", a.name));
        }
        // sp, fp, bp and scratch must be there; ra, zero and tp need not.
        if let Some(i) = [0, 1, 2, 6].into_iter().find(|&i| a.single[i].is_none()) {
            return a.at.err(format!("ABI '{}' has no '{}'", a.name, SINGLE[i]));
        }
        // The stack pointer and a register that reads as zero are nobody's to allocate.
        if let Some(i) = [0, 4].into_iter().find(|&i| a.single[i].is_some_and(|r| !a.reserved.contains(&r))) {
            return a.at.err(format!("ABI '{}' does not reserve its '{}'", a.name, SINGLE[i]));
        }
        // That arguments are on the stack alone must be said: `int-args` without a register.
        if a.lists[0].is_empty() && !a.stack_args
            || a.lists[2].is_empty()
            || a.flen != 0 && (a.lists[1].is_empty() || a.lists[3].is_empty())
        {
            return a.at.err(format!("ABI '{}' passes no arguments or results in registers", a.name));
        }
    }
    Ok(abis)
}

fn start(at: &At, abis: &[Abi], known: &[Abi], name: &str, parent: &[&str]) -> Res<Abi> {
    let mut abi = match parent {
        [] => Abi {
            name: String::new(),
            xlen: 0,
            flen: 0,
            layout: String::new(),
            lists: Default::default(),
            callee_saved: Vec::new(),
            reserved: Vec::new(),
            single: [None; 7],
            stack_align: 0,
            needs: Vec::new(),
            default_when: Vec::new(),
            conventions: Vec::new(),
            stack_args: false,
            at: at.clone(),
        },
        [":", p] => match abis.iter().chain(known).find(|a| a.name == *p) {
            Some(a) => a.clone(),
            None => return at.err(format!("unknown ABI '{p}'")),
        },
        _ => return at.err("expected 'abi NAME : PARENT'"),
    };
    if abis.iter().any(|a| a.name == name) {
        return at.err(format!("ABI '{name}' is described twice"));
    }
    abi.name = name.into();
    abi.at = at.clone();
    Ok(abi)
}

fn convention(scope: &Scope, at: &At, abi: &Abi, name: &str, rest: &[&str]) -> Res<Convention> {
    let mut c = Convention {
        name: name.into(),
        lists: abi.lists.clone(),
        callee_saved: abi.callee_saved.clone(),
        callee_pops: false,
        tail_calls: false,
        no_stack: false,
        numbers: Vec::new(),
    };
    for list in rest.split(|w| *w == "/") {
        match list.split_first() {
            None => {}
            Some((&"callee-pops", [])) => c.callee_pops = true,
            Some((&"tail-calls", [])) => (c.callee_pops, c.tail_calls) = (true, true),
            Some((&"no-stack", [])) => c.no_stack = true,
            Some((&"numbers", list)) => {
                c.numbers = list.iter().map(|n| Ok(small(at, n, 1023)? as u32)).collect::<Res<_>>()?;
            }
            Some((&"callee-saved", regs)) => c.callee_saved = scope.reg_list(at, regs)?,
            Some((key, regs)) => match LISTS.iter().position(|l| l == key) {
                Some(i) => c.lists[i] = scope.reg_list(at, regs)?,
                None => return at.err(format!("unknown list '{key}' of a convention")),
            },
        }
    }
    Ok(c)
}

fn set(scope: &Scope, at: &At, abi: &mut Abi, key: &str, values: &[&str]) -> Res<()> {
    if let Some(i) = LISTS.iter().position(|l| *l == key) {
        abi.lists[i] = scope.reg_list(at, values)?;
        if i == 0 {
            abi.stack_args = values.is_empty();
        }
        return Ok(());
    }
    if let Some(i) = SINGLE.iter().position(|l| *l == key) {
        abi.single[i] = match scope.reg_list(at, values)?[..] {
            [r] => Some(r),
            _ => return at.err(format!("'{key}' takes one register")),
        };
        return Ok(());
    }
    match (key, values) {
        ("convention", [name, rest @ ..]) => {
            let c = convention(scope, at, abi, name, rest)?;
            abi.conventions.push(c);
        }
        ("callee-saved", v) => abi.callee_saved = scope.reg_list(at, v)?,
        ("reserved", v) => abi.reserved = scope.reg_list(at, v)?,
        ("needs", v) => abi.needs = scope.feature_list(at, v)?,
        ("default-when", v) => abi.default_when = scope.feature_list(at, v)?,
        ("xlen", [v]) => abi.xlen = small(at, v, 64)? as u16,
        ("flen", [v]) => abi.flen = small(at, v, 128)? as u16,
        ("stack-align", [v]) => abi.stack_align = small(at, v, 4096)? as u32,
        ("layout", [v]) => abi.layout = unquote(at, v)?.into(),
        _ => return at.err(format!("unknown or malformed '{key}'")),
    }
    Ok(())
}
