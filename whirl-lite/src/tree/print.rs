//! WHIRL as text, for people and for tests: one statement a line, its kids indented below it.

use super::{Mem, Opr, Preg, WBlock, WCallee, WhirlFunc, Wn};
use crate::ir::{Module, Ordering};
use std::fmt::{self, Write};

/// Prints a function.
pub fn print(w: &WhirlFunc, m: &Module) -> String {
    let mut s = String::new();
    // Writing to a string cannot fail.
    let _ = Printer { w, m }.function(&mut s);
    s
}

struct Printer<'a> {
    w: &'a WhirlFunc,
    m: &'a Module,
}

impl Printer<'_> {
    fn function(&self, s: &mut String) -> fmt::Result {
        writeln!(s, "function {}", self.w.name)?;
        for (p, loc) in &self.w.params {
            writeln!(s, "  param {} {} {loc:?}", self.preg(*p), self.w.pregs[*p])?;
        }
        for (o, d) in self.w.frame.iter() {
            writeln!(s, "  {o} size {} align {}", d.size, 1u64 << d.align.min(63))?;
        }
        for &b in &self.w.layout {
            let d = &self.w.blocks[b];
            let taken = if d.address_taken { " address-taken" } else { "" };
            let cold = if d.cold { " cold" } else { "" };
            writeln!(s, "{}:{taken}{cold}", self.block(b))?;
            for &t in &d.stmts {
                self.node(s, t, 1)?;
            }
        }
        Ok(())
    }

    fn preg(&self, p: Preg) -> String {
        format!("p{}", p.as_u32())
    }

    fn block(&self, b: WBlock) -> String {
        format!("b{}", b.as_u32())
    }

    fn node(&self, s: &mut String, n: Wn, depth: usize) -> fmt::Result {
        let d = &self.w.nodes[n];
        write!(s, "{:1$}", "", 2 * depth)?;
        let dsts = self.w.dsts(n);
        if !dsts.is_empty() {
            let list: Vec<String> = dsts.iter().map(|&p| self.preg(p)).collect();
            write!(s, "{} = ", list.join(", "))?;
        }
        if d.ty != crate::mtype::MType::Void {
            write!(s, "{} ", d.ty)?;
        }
        self.operator(s, &d.opr)?;
        if d.desc != d.ty && d.desc != crate::mtype::MType::Void {
            write!(s, " of {}", d.desc)?;
        }
        if !d.flags.is_empty() {
            let names: Vec<String> = d.flags.iter_names().map(|(n, _)| n.to_lowercase()).collect();
            write!(s, " {}", names.join(" "))?;
        }
        s.push('\n');
        for &k in self.w.kids(n) {
            self.node(s, k, depth + 1)?;
        }
        Ok(())
    }

    fn operator(&self, s: &mut String, o: &Opr) -> fmt::Result {
        match o {
            Opr::Int(v) => write!(s, "int {v}"),
            Opr::Float(v) => write!(s, "float 0x{v:x}"),
            Opr::Extended(low, high) => write!(s, "float 0x{high:x}{low:016x}"),
            Opr::Lda(g, off) => write!(s, "lda {}{off:+}", crate::ir::quote(&self.m.globals[*g].name)),
            Opr::FrameAddr(f, off) => write!(s, "frameaddr {f}{off:+}"),
            Opr::IncomingAddr(off) => write!(s, "incomingaddr {off:+}"),
            Opr::BlockAddr(b) => write!(s, "blockaddr {}", self.block(*b)),
            Opr::Ldid(p) => write!(s, "ldid {}", self.preg(*p)),
            Opr::Stid(p) => write!(s, "stid {}", self.preg(*p)),
            Opr::Load(m, e) => write!(s, "load {} {}", format!("{e:?}").to_lowercase(), self.mem(m)),
            Opr::Store(m) => write!(s, "store {}", self.mem(m)),
            Opr::AtomicRmw(op, m) => write!(s, "atomicrmw {} {}", format!("{op:?}").to_lowercase(), self.mem(m)),
            Opr::CmpXchg { mem, failure, weak } => {
                let weak = if *weak { "weak " } else { "" };
                write!(s, "cmpxchg {weak}{} {failure:?}", self.mem(mem))
            }
            Opr::Call(c) => {
                let c = &self.w.calls[*c];
                let tail = if c.tail == crate::ir::TailKind::None { "" } else { "tail " };
                match &c.callee {
                    WCallee::Global(g) => write!(s, "{tail}call {}", crate::ir::quote(&self.m.globals[*g].name)),
                    WCallee::Library(n) => write!(s, "{tail}call library {n}"),
                    WCallee::Indirect => write!(s, "{tail}call indirect"),
                }
            }
            Opr::Asm(n) => write!(s, "asm {:?}", self.w.asms.get(*n as usize).map_or("", |a| a.asm.text.as_str())),
            Opr::Goto(b) => write!(s, "goto {}", self.block(*b)),
            Opr::CondBr(a, b, p) => {
                write!(s, "condbr {}, {} {:.1}%", self.block(*a), self.block(*b), f64::from(*p) / 655.36)
            }
            Opr::JumpTable(n) | Opr::IndirectGoto(n) => {
                let name = if matches!(o, Opr::JumpTable(_)) { "jumptable" } else { "indirectgoto" };
                let list = self.w.tables.get(*n as usize).map(Vec::as_slice).unwrap_or(&[]);
                let list: Vec<String> = list.iter().map(|&b| self.block(b)).collect();
                write!(s, "{name} [{}]", list.join(", "))
            }
            Opr::Binary(op) => write!(s, "{}", format!("{op:?}").to_lowercase()),
            Opr::Unary(op) => write!(s, "{}", format!("{op:?}").to_lowercase()),
            Opr::Cast(op) => write!(s, "{}", format!("{op:?}").to_lowercase()),
            Opr::Icmp(p) => write!(s, "icmp {}", format!("{p:?}").to_lowercase()),
            Opr::Fcmp(p, signalling) => {
                let q = if *signalling { "s" } else { "" };
                write!(s, "fcmp{q} {}", format!("{p:?}").to_lowercase())
            }
            other => write!(s, "{}", format!("{other:?}").to_lowercase()),
        }
    }

    fn mem(&self, m: &Mem) -> String {
        let mut s = format!("{} align {}", m.ty, 1u64 << m.align.min(63));
        if m.volatile {
            s.push_str(" volatile");
        }
        if m.ordering != Ordering::NotAtomic {
            s.push_str(&format!(" {:?}", m.ordering).to_lowercase());
        }
        if m.alias.0 != 0 {
            s.push_str(&format!(" class {}", m.alias.0));
        }
        s
    }
}
