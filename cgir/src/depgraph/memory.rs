//! Arcs between accesses of memory.

use super::{DepGraph, DepKind};
use crate::func::{Func, Op, OpFlags, Tn};
use crate::overlap::{Overlap, overlap};
use crate::pass::PassCx;
use cranelift_entity::EntityRef;
use targ_info::{InstFlags, Role};
use whirl_lite::alias::Aliases;
use whirl_lite::ir::AliasClass;

/// How many earlier accesses an access is compared with.
const WINDOW: usize = 48;

/// An access.
#[derive(Clone, Copy)]
struct Access {
    op: u32,
    /// Base register, and how often it was written before this in the block: equal pairs are equal values.
    base: Option<(Tn, u32)>,
    offset: Option<Tn>,
    bytes: u8,
    alias: AliasClass,
    spill: bool,
    constant: bool,
}

/// Do two accesses touch the same bytes?
#[derive(PartialEq, Eq)]
enum Meets {
    Never,
    Perhaps,
    Always,
}

/// Accesses since the last barrier.
#[derive(Default)]
pub(super) struct Memory {
    loads: Vec<Access>,
    stores: Vec<Access>,
    barrier: Option<u32>,
}

impl Memory {
    pub(super) fn clear(&mut self) {
        self.loads.clear();
        self.stores.clear();
        self.barrier = None;
    }
}

impl DepGraph {
    /// Adds what memory asks of op `i`.
    pub(super) fn memory(&mut self, f: &Func, cx: &PassCx<'_>, i: u32, moves_sp: bool) {
        let op = self.ops[i as usize];
        let flags = cx.target.isa.inst(f.ops[op].opcode).flags;
        let extra = f.extra(op);
        let untouched = extra.is_some_and(|e| e.no_memory);
        let opaque = (flags.contains(InstFlags::CALL) || extra.is_some_and(|e| e.asm.is_some())) && !untouched;
        let (loads, stores) = (flags.contains(InstFlags::LOAD), flags.contains(InstFlags::STORE));
        if opaque || moves_sp || flags.contains(InstFlags::FENCE) {
            return self.barrier(i);
        }
        if !loads && !stores {
            return;
        }
        let a = self.access(f, cx, op, i);
        if a.constant && !stores {
            return;
        }
        if self.memory.loads.len() + self.memory.stores.len() >= WINDOW {
            return self.barrier(i);
        }
        if let Some(b) = self.memory.barrier {
            self.arc(b, i, DepKind::Order, 0, false);
        }
        let aliases = Aliases::new(&f.alias, cx.module);
        for k in 0..self.memory.stores.len() {
            let s = self.memory.stores[k];
            let kind = if stores { DepKind::MemOutput } else { DepKind::MemTrue };
            match meets(f, &aliases, &s, &a) {
                Meets::Never => {}
                Meets::Always => self.arc(s.op, i, kind, 1, true),
                Meets::Perhaps => self.arc(s.op, i, kind, u16::from(!cx.target.proc.out_of_order), false),
            }
        }
        if stores {
            for k in 0..self.memory.loads.len() {
                let l = self.memory.loads[k];
                match meets(f, &aliases, &l, &a) {
                    Meets::Never => {}
                    m => self.arc(l.op, i, DepKind::MemAnti, 0, m == Meets::Always),
                }
            }
            self.memory.stores.push(a);
        } else {
            self.memory.loads.push(a);
        }
    }

    /// Op `i` stays behind all accesses so far, and all later ones behind it.
    fn barrier(&mut self, i: u32) {
        if let Some(b) = self.memory.barrier {
            self.arc(b, i, DepKind::Order, 0, false);
        }
        for k in 0..self.memory.loads.len() {
            self.arc(self.memory.loads[k].op, i, DepKind::MemAnti, 0, false);
        }
        for k in 0..self.memory.stores.len() {
            self.arc(self.memory.stores[k].op, i, DepKind::MemOutput, 0, false);
        }
        self.memory.clear();
        self.memory.barrier = Some(i);
    }

    fn access(&mut self, f: &Func, cx: &PassCx<'_>, op: Op, i: u32) -> Access {
        let row = cx.target.isa.inst(f.ops[op].opcode);
        let at = |role: Role| row.role(role).and_then(|k| f.all(op).get(k).copied());
        let simple = row.role(Role::Index).is_none() && row.mem_bytes != 0;
        let base = at(Role::Base).filter(|_| simple).map(|t| (t, self.version(f, cx, t, i)));
        let what = f.ops[op].flags;
        Access {
            op: i,
            base,
            offset: at(Role::Offset),
            bytes: row.mem_bytes,
            alias: f.ops[op].alias,
            spill: what.intersects(OpFlags::SPILL | OpFlags::RELOAD),
            constant: what.contains(OpFlags::CONSTANT_MEMORY),
        }
    }
    /// The last definition (plus one) of a register before op `i`; ops that write their own base count as after it.
    fn version(&mut self, f: &Func, cx: &PassCx<'_>, t: Tn, i: u32) -> u32 {
        let key = match f.preg(t) {
            // One unit is enough: whoever writes part of a base register writes its first unit too, or the base is
            // compared as different, which is safe only if all are looked at; so take the latest of all units.
            Some(r) => {
                let units = cx.target.isa.reg(r).units;
                return units.iter().map(|u| self.own_version(u.0 as usize, i)).max().unwrap_or(0);
            }
            None => super::TNS + t.index(),
        };
        self.own_version(key, i)
    }
    fn own_version(&mut self, key: usize, i: u32) -> u32 {
        let def = self.reference(key).def;
        // Its own write happened after the address was read, and nothing tells which definition that was: no version
        // is shared with any other access.
        if def == i + 1 { u32::MAX - i } else { def }
    }
}

fn meets(f: &Func, aliases: &Aliases<'_>, a: &Access, b: &Access) -> Meets {
    if a.spill != b.spill {
        return Meets::Never;
    }
    if let (Some(x), Some(y), Some(o), Some(p)) = (a.base, b.base, a.offset, b.offset)
        && x == y
    {
        match overlap(f, (o, a.bytes.into()), (p, b.bytes.into())) {
            Overlap::Same | Overlap::Partial => return Meets::Always,
            Overlap::Disjoint => return Meets::Never,
            Overlap::Unknown => {}
        }
    }
    if aliases.may_alias(a.alias, b.alias) { Meets::Perhaps } else { Meets::Never }
}
