//! Prints CGIR.

use super::names::{FLAGS, FRAME_FACTS, registers, type_name, usual_type};
use crate::func::{Bb, Constraint, FrameKind, Func, Modifier, Op, OpExtra, SymRef, Tn, TnData};
use crate::pass::PassCx;
use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use std::fmt::Write;
use targ_info::{OperandKind, PReg, RegClass, RegSet};
use whirl_lite::ir::{AliasBase, AliasData, GlobalKind, GlobalRef};
use whirl_lite::mtype::MType;

/// Prints one function.
pub fn print(f: &Func, cx: &PassCx<'_>) -> String {
    Printer::new(f, cx).function()
}

/// Prints functions with declarations of the symbols that they name, so that the text can be read alone.
pub fn print_file(funcs: &[&Func], cx: &PassCx<'_>) -> String {
    let mut seen = rustc_hash::FxHashSet::default();
    let mut out = String::new();
    let mut declare = |g: GlobalRef| {
        if seen.insert(g) {
            let global = &cx.module.globals[g];
            let what = if matches!(global.kind, GlobalKind::Function { .. }) { "declare" } else { "variable" };
            let _ = writeln!(out, "{what} {}", symbol(&global.name));
        }
    };
    for f in funcs {
        declare(f.global);
        let syms = f.layout.iter().flat_map(|&b| f.bb_ops(b)).flat_map(|o| f.all(o));
        for &t in syms {
            if let TnData::Sym { sym: SymRef::Global(g), .. } = f.tns[t] {
                declare(g);
            }
        }
        for a in &f.alias {
            if let AliasBase::Global(g) = a.base {
                declare(g);
            }
        }
    }
    for f in funcs {
        out.push('\n');
        out += &print(f, cx);
    }
    out
}

/// A global's name with its sigil, in quotes if it needs them.
fn symbol(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    if !name.is_empty() && name.chars().all(plain) { format!("@{name}") } else { format!("@{}", quote(name)) }
}

/// A string in quotes, with escapes for quotes, backslashes and control characters.
fn quote(s: &str) -> String {
    let mut out = String::from("\"");
    for c in s.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Prints parts of one function.
pub struct Printer<'a> {
    f: &'a Func,
    cx: &'a PassCx<'a>,
    /// By class: the type that need not be printed.
    usual: Vec<MType>,
    call_clobbers: RegSet,
    /// By op: the TNs that it rebuilds.
    remat: FxHashMap<Op, Vec<Tn>>,
    defined: Vec<bool>,
}

impl<'a> Printer<'a> {
    /// A printer for a function.
    pub fn new(f: &'a Func, cx: &'a PassCx<'a>) -> Printer<'a> {
        let classes = 0..cx.target.isa.classes.len();
        let usual = classes.map(|c| usual_type(cx.target, cx.hooks, RegClass(c as u8))).collect();
        let mut remat: FxHashMap<Op, Vec<Tn>> = FxHashMap::default();
        for t in f.tns.keys() {
            if let Some(op) = f.remat[t].expand() {
                remat.entry(op).or_default().push(t);
            }
        }
        let mut p = Printer {
            f,
            cx,
            usual,
            call_clobbers: cx.hooks.call_clobbers(cx),
            remat,
            defined: vec![false; f.tns.len()],
        };
        for op in f.layout.iter().flat_map(|&b| f.bb_ops(b)).chain(p.detached()) {
            for t in f.results(op) {
                p.defined[t.index()] = true;
            }
        }
        p
    }

    /// Ops that rebuild values and are in no block, in order.
    fn detached(&self) -> Vec<Op> {
        let mut ops: Vec<Op> = self.remat.keys().copied().filter(|&o| self.f.bb_of(o).is_none()).collect();
        ops.sort();
        ops
    }

    /// The function.
    pub fn function(&self) -> String {
        let f = self.f;
        let mut out = format!("func {} {{\n", symbol(&f.name));
        self.header(&mut out);
        for &b in &f.layout {
            let _ = writeln!(out, "{}:", self.bb_head(b));
            for op in f.bb_ops(b) {
                let _ = writeln!(out, "  {}", self.op(op));
            }
        }
        let detached = self.detached();
        if !detached.is_empty() {
            out.push_str("remat:\n");
        }
        for op in detached {
            let _ = writeln!(out, "  {}", self.op(op));
        }
        out.push_str("}\n");
        out
    }

    fn header(&self, out: &mut String) {
        let f = self.f;
        for (on, name) in [(f.allocated, "allocated"), (f.laid_out, "laid_out")] {
            if on {
                let _ = writeln!(out, "  {name}");
            }
        }
        for (obj, d) in &f.frame {
            let kind = match d.kind {
                FrameKind::Local => "local".into(),
                FrameKind::Spill => "spill".into(),
                FrameKind::Saved(r) => format!("saved {}", self.reg(r)),
                FrameKind::Incoming(at) => format!("incoming {at}"),
                FrameKind::Outgoing => "outgoing".into(),
                FrameKind::Emergency => "emergency".into(),
            };
            let _ = write!(out, "  {obj}: {kind} size {} align {}", d.size, d.align);
            if let Some(o) = d.offset {
                let _ = write!(out, " offset {o}");
            }
            out.push('\n');
        }
        self.frame_info(out);
        if f.incoming != Default::default() {
            let _ = write!(out, "  incoming {}", f.incoming.stack_bytes);
            if f.incoming.popped != 0 {
                let _ = write!(out, " popped {}", f.incoming.popped);
            }
            if !f.incoming.save_registers.is_empty() {
                out.push_str(" save");
            }
            for &r in &f.incoming.save_registers {
                let _ = write!(out, " {}", self.reg(r));
            }
            out.push('\n');
        }
        for (i, a) in f.alias.iter().enumerate().skip(1) {
            let _ = writeln!(out, "  alias{i}: {}", self.alias(a));
        }
        for (p, e) in &f.pool {
            let bytes: String = e.bytes.iter().map(|b| format!("{b:02x}")).collect();
            let _ = writeln!(out, "  {p}: align {} bytes \"{bytes}\"", e.align);
        }
        for (t, list) in &f.tables {
            let _ = write!(out, "  {t}:");
            for b in list {
                let _ = write!(out, " {b}");
            }
            out.push('\n');
        }
    }

    fn frame_info(&self, out: &mut String) {
        let mut info = self.f.frame_info.clone();
        let mut line = String::new();
        for (name, fact) in FRAME_FACTS {
            if *fact(&mut info) {
                let _ = write!(line, " {name}");
            }
        }
        for (name, n) in [("outgoing", info.outgoing), ("realign", u32::from(info.realign))] {
            if n != 0 {
                let _ = write!(line, " {name} {n}");
            }
        }
        if let Some(n) = info.size {
            let _ = write!(line, " size {n}");
        }
        if let Some(obj) = info.emergency {
            let _ = write!(line, " emergency {obj}");
        }
        if !line.is_empty() {
            let _ = writeln!(out, "  info{line}");
        }
    }

    fn alias(&self, a: &AliasData) -> String {
        let mut s = match a.base {
            AliasBase::Unknown => "unknown".into(),
            AliasBase::Frame(obj, private) => format!("{obj}{}", if private { " private" } else { "" }),
            AliasBase::Global(g) => self.global(g),
            AliasBase::Param(n) => format!("param {n}"),
            AliasBase::Value(v) => format!("value {}", v.as_u32()),
            AliasBase::Incoming => "incoming".into(),
        };
        if let Some(o) = a.offset {
            let _ = write!(s, " offset {o}");
        }
        if a.size != 0 {
            let _ = write!(s, " size {}", a.size);
        }
        for (name, md) in [("tbaa", a.tbaa), ("scopes", a.scopes), ("noalias", a.noalias)] {
            if let Some(md) = md {
                let _ = write!(s, " {name} {}", md.as_u32());
            }
        }
        if a.constant {
            s.push_str(" constant");
        }
        s
    }

    /// The line above a block, without its colon.
    pub fn bb_head(&self, b: Bb) -> String {
        let d = &self.f.bbs[b];
        let mut s = format!("{b} freq {}", d.freq);
        for (on, name) in [(d.cold, "cold"), (d.address_taken, "address_taken")] {
            if on {
                let _ = write!(s, " {name}");
            }
        }
        if let Some(pad) = d.unwind {
            let _ = write!(s, " unwind {pad}");
        }
        for (i, e) in d.succs.iter().enumerate() {
            let _ = write!(s, "{} {} {}", if i == 0 { " ->" } else { "," }, e.bb, e.prob);
        }
        s
    }

    fn reg(&self, r: PReg) -> String {
        match self.cx.target.isa.regs.get(r.0 as usize) {
            Some(d) => format!("%{}", d.name),
            None => format!("%?{}", r.0),
        }
    }
    fn class_name(&self, c: RegClass) -> &'static str {
        self.cx.target.isa.classes.get(c.0 as usize).map_or("?", |c| c.name)
    }
    fn global(&self, g: GlobalRef) -> String {
        self.cx.module.globals.get(g).map_or("@?".into(), |g| symbol(&g.name))
    }

    /// An operand; results show class and type.
    pub fn tn(&self, t: Tn, result: bool) -> String {
        let typed = |class, ty| format!(":{}.{}", self.class_name(class), type_name(ty));
        match self.f.tns[t] {
            TnData::Reg { class, ty, dedicated: None } => {
                let shown = result || !self.defined[t.index()];
                format!("{t}{}", if shown { typed(class, ty) } else { String::new() })
            }
            TnData::Reg { class, ty, dedicated: Some(r) } => {
                let known = self.cx.target.isa.regs.get(r.0 as usize).is_some_and(|d| d.class == class);
                let usual = known && self.usual.get(class.0 as usize) == Some(&ty);
                format!("{}{}", self.reg(r), if usual { String::new() } else { typed(class, ty) })
            }
            TnData::Lit(v) => v.to_string(),
            TnData::Label(b) => b.to_string(),
            TnData::Sym { sym, offset, modifier } => {
                let name = match sym {
                    SymRef::Global(g) => self.global(g),
                    SymRef::Library(s) => format!("lib({s})"),
                    SymRef::Pool(p) => p.to_string(),
                    SymRef::Table(t) => t.to_string(),
                    SymRef::Block(b) => format!("addr({b})"),
                };
                self.modified(&name, offset, modifier)
            }
            TnData::Frame { obj, offset, modifier } => self.modified(&obj.to_string(), offset, modifier),
        }
    }
    fn modified(&self, name: &str, offset: i64, m: Modifier) -> String {
        let off = if offset == 0 { String::new() } else { format!("{offset:+}") };
        match (m.0, self.cx.hooks.modifiers().get(m.0 as usize)) {
            (0, _) => format!("{name}{off}"),
            (_, Some(word)) => format!("%{word}({name}{off})"),
            (n, None) => format!("%modifier{n}({name}{off})"),
        }
    }

    /// An op in one line.
    pub fn op(&self, op: Op) -> String {
        let f = self.f;
        let desc = self.cx.target.isa.inst(f.ops[op].opcode);
        let nres = f.nres(op);
        let mut s = String::new();
        for (i, &t) in f.all(op).iter().enumerate() {
            if i == nres {
                self.head(&mut s, nres, desc.name);
            }
            let comma = i > 0 && i != nres;
            s.push_str(if comma { ", " } else { "" });
            s += &self.tn(t, i < nres);
            s += &self.constraint(op, i);
        }
        if f.all(op).len() == nres {
            self.head(&mut s, nres, desc.name);
        }
        let mut s = s.trim_end().to_string();
        let notes = self.notes(op);
        if !notes.is_empty() {
            let _ = write!(s, " ;{notes}");
        }
        s
    }
    fn head(&self, s: &mut String, nres: usize, name: &str) {
        if nres > 0 {
            s.push_str(" = ");
        }
        s.push_str(name);
        s.push(' ');
    }

    /// The constraint on a variadic entry.
    fn constraint(&self, op: Op, index: usize) -> String {
        let Some(i) = variadic_index(self.f, self.cx.target.isa, op, index) else { return String::new() };
        match self.f.extra(op).and_then(|e| e.constraints.get(i)) {
            None => String::new(),
            Some(Constraint::None) => "{}".into(),
            Some(Constraint::Fixed(r)) => format!("{{{}}}", self.reg(*r)),
            Some(Constraint::Class(c)) => format!("{{{}}}", self.class_name(*c)),
            Some(Constraint::Tied(to, c)) => format!("{{={to} {}}}", self.class_name(*c)),
        }
    }

    fn notes(&self, op: Op) -> String {
        let f = self.f;
        let d = &f.ops[op];
        let mut s = String::new();
        for (name, flag) in FLAGS {
            if d.flags.contains(flag) {
                let _ = write!(s, " {name}");
            }
        }
        if d.alias.0 != 0 {
            let _ = write!(s, " alias {}", d.alias.0);
        }
        if let Some(list) = self.remat.get(&op) {
            s.push_str(" remat");
            if list.as_slice() != &f.results(op)[..f.nres(op).min(1)] {
                list.iter().for_each(|t| {
                    let _ = write!(s, " {}", self.tn(*t, false));
                });
            }
        }
        if let Some(e) = f.extra(op) {
            let before = s.len();
            self.extra(e, &mut s);
            if s.len() == before && e.constraints.is_empty() {
                s.push_str(" extra");
            }
        }
        s
    }

    /// The registers of a set, each with a sign before it.
    fn registers(&self, sign: &str, set: RegSet, s: &mut String) {
        let (regs, units) = registers(self.cx.target.isa, set);
        regs.iter().for_each(|&r| {
            let _ = write!(s, " {sign}{}", self.reg(r));
        });
        units.iter().for_each(|u| {
            let _ = write!(s, " {sign}%unit{}", u.0);
        });
    }

    fn extra(&self, e: &OpExtra, s: &mut String) {
        if !e.clobbers.is_empty() {
            s.push_str(" clobbers");
            let usual = self.call_clobbers;
            let (missing, more) = (usual - e.clobbers, e.clobbers - usual);
            if missing.len() + more.len() < e.clobbers.len() {
                s.push_str(" call");
                self.registers("-", missing, s);
                self.registers("", more, s);
            } else {
                self.registers("", e.clobbers, s);
            }
        }
        if !e.early.is_empty() {
            s.push_str(" early");
            e.early.iter().for_each(|i| {
                let _ = write!(s, " {i}");
            });
        }
        for (name, n) in [("stack", e.stack_bytes), ("popped", e.popped), ("cc", e.cc)] {
            if n != 0 {
                let _ = write!(s, " {name} {n}");
            }
        }
        for (name, on) in [("returns_twice", e.returns_twice), ("no_memory", e.no_memory)] {
            if on {
                let _ = write!(s, " {name}");
            }
        }
        if let Some(a) = &e.asm {
            let _ = write!(s, " asm {} {}", quote(&a.text), quote(&a.constraints));
            let facts =
                [("sideeffect", a.sideeffect), ("alignstack", a.alignstack), ("intel", a.intel), ("unwinds", a.unwind)];
            for (name, on) in facts {
                if on {
                    let _ = write!(s, " {name}");
                }
            }
        }
        if !e.asm_operands.is_empty() {
            s.push_str(" operands");
            e.asm_operands.iter().for_each(|o| {
                let _ = match o {
                    Some(i) => write!(s, " {i}"),
                    None => write!(s, " none"),
                };
            });
        }
    }
}

/// Which of an op's variadic entries the list entry `index` is: its place in [`OpExtra::constraints`]; `None` if the
/// row describes it.
pub(crate) fn variadic_index(f: &Func, isa: &targ_info::Isa, op: Op, index: usize) -> Option<usize> {
    let desc = isa.inst(f.ops[op].opcode);
    let (row_results, row_operands) = desc.operands.split_at(desc.results as usize);
    let count = |list: &[targ_info::OperandDesc]| match list.last() {
        Some(o) if o.kind == OperandKind::Variadic => list.len() - 1,
        _ => list.len(),
    };
    let (fixed_results, fixed_operands) = (count(row_results), count(row_operands));
    let nres = f.nres(op);
    let open_results = nres.saturating_sub(fixed_results);
    if index < nres {
        index.checked_sub(fixed_results)
    } else {
        (index - nres).checked_sub(fixed_operands).map(|n| n + open_results)
    }
}
