//! From an allocated, laid-out [`Func`] to machine code: one op after the other, pseudo ops expanded, forms chosen.
//!
//! Everything here concerns one function, so functions are lowered in parallel.

use crate::cfi;
use crate::inline_asm;
use crate::mc::{Label, Mark, McExpr, McFunction, McOperand, McSym, Note};
use crate::relax;
use crate::target::{McTarget, hooks};
use cgir::alloc::price::Kind;
use cgir::func::{Bb, Func, Modifier, Op, SymRef, Tn, TnData};
use cgir::pass::PassCx;
use cgir::target::rmw;
use cranelift_entity::SecondaryMap;
use targ_info::{InstFlags, Opcode, PReg};
use whirl_lite::diag::{Error, Result};
use whirl_lite::ir::{FnFlags, RmwOp};

/// A function being lowered.
pub struct Lower<'a> {
    /// The function.
    pub f: &'a Func,
    /// Target, module, options.
    pub cx: &'a PassCx<'a>,
    /// What is made.
    pub out: McFunction,
    /// Label of each block.
    labels: SecondaryMap<Bb, Option<Label>>,
    /// The op at hand.
    op: Option<Op>,
    /// Its note, until an instruction has taken it.
    note: Note,
}

/// Lowers a function. It must be allocated and laid out.
pub fn lower_function(f: &Func, cx: &PassCx<'_>) -> Result<McFunction> {
    hooks(cx.target.isa).and_then(|target| lower(target, f, cx)).map_err(|e| e.in_function(&f.name))
}

/// The same for a target that is not one of [`crate::target`]'s.
pub fn lower_function_with(target: &dyn McTarget, f: &Func, cx: &PassCx<'_>) -> Result<McFunction> {
    lower(target, f, cx).map_err(|e| e.in_function(&f.name))
}

fn lower(target: &dyn McTarget, f: &Func, cx: &PassCx<'_>) -> Result<McFunction> {
    let mut l = Lower::new(f, cx, target);
    let mut cfi = f.frame_info.needs_cfi.then(|| cfi::entry_states(&l, target)).transpose()?;
    for (n, &b) in f.layout.iter().enumerate() {
        if let Some(c) = &mut cfi {
            c.enter_block(&mut l, b);
        }
        l.out.mark(Mark::Block(n as u32));
        for op in f.bb_ops(b) {
            l.op(target, op)?;
            if let Some(c) = &mut cfi {
                c.after(&mut l, target, op)?;
            }
        }
    }
    relax::relax(&mut l.out, target, cx.target, cx.options.stress_branch_range)?;
    Ok(l.out)
}

impl<'a> Lower<'a> {
    fn new(f: &'a Func, cx: &'a PassCx<'a>, target: &dyn McTarget) -> Lower<'a> {
        let blocks = f.layout.len() as u32;
        let mut labels = SecondaryMap::new();
        for (n, &b) in f.layout.iter().enumerate() {
            labels[b] = Some(Label(n as u32));
        }
        let global = &cx.module.globals[f.global];
        let asked = if global.align > 1 { global.align.ilog2() as u8 } else { 0 };
        let features = cx.target.features;
        let mut out = McFunction {
            global: f.global,
            insts: Vec::with_capacity(f.ops.len()),
            operands: Vec::with_capacity(f.opnds.len()),
            bytes: Vec::new(),
            exprs: Vec::new(),
            marks: Vec::with_capacity(f.layout.len() + 8),
            blocks,
            label_used: vec![false; blocks as usize],
            label_offsets: Vec::new(),
            anchor_offsets: Vec::new(),
            addressed: Vec::new(),
            asm: Vec::new(),
            pool: f.pool.values().cloned().collect(),
            tables: Vec::with_capacity(f.tables.len()),
            size: 0,
            align: target.code_align(&features).max(asked),
            features,
            anchors: 0,
            cold: cx.module.signature(f.global).is_some_and(|s| s.attrs.flags.contains(FnFlags::COLD)),
            cfi: f.frame_info.needs_cfi,
            spill_marks: Vec::new(),
            stack_size: if f.frame_info.dynamic { None } else { f.frame_info.size },
        };
        for &(source, b) in &f.addressed {
            if let Some(label) = labels[b] {
                out.use_label(label);
                out.addressed.push((source, label));
            }
        }
        for table in f.tables.values() {
            let entries: Vec<Label> = table.iter().filter_map(|&b| labels[b]).collect();
            entries.iter().for_each(|&e| out.use_label(e));
            out.tables.push(entries);
        }
        Lower { f, cx, out, labels, op: None, note: Note::empty() }
    }

    /// An error at the op at hand.
    pub fn refuse<T>(&self, what: impl Into<String>) -> Result<T> {
        let pos = self.op.map_or(whirl_lite::diag::Pos::NONE, |op| self.f.ops[op].pos);
        Err(Error::unsupported(pos, what))
    }

    fn op(&mut self, target: &dyn McTarget, op: Op) -> Result<()> {
        let data = &self.f.ops[op];
        let row = self.cx.target.isa.inst(data.opcode);
        self.op = Some(op);
        self.note = Note::of(data.flags);
        if row.flags.contains(InstFlags::NO_BYTES) {
            return Ok(());
        }
        if self.f.extra(op).is_some_and(|e| e.asm.is_some()) {
            return inline_asm::lower(self, target, op);
        }
        if row.flags.contains(InstFlags::PSEUDO) {
            return target.expand(self, op);
        }
        self.mark_spill();
        let start = self.out.operands.len() as u32;
        for &tn in self.f.all(op) {
            let o = self.operand(tn)?;
            self.out.operands.push(o);
        }
        let len = (self.out.operands.len() as u32 - start) as u8;
        let note = std::mem::take(&mut self.note);
        self.out.insts.push(crate::mc::McInst {
            opcode: data.opcode,
            short: None,
            code: 0,
            start,
            len,
            size: 0,
            relaxable: false,
            note,
        });
        Ok(())
    }

    /// The operand that a TN is.
    pub fn operand(&mut self, tn: Tn) -> Result<McOperand> {
        Ok(match self.f.tns[tn] {
            TnData::Reg { dedicated: Some(r), .. } => McOperand::Reg(r),
            TnData::Reg { dedicated: None, .. } => return self.refuse("virtual register left after allocation"),
            TnData::Lit(v) => McOperand::Imm(v),
            TnData::Label(b) => {
                let Some(label) = self.labels[b] else { return self.refuse("branch to a block that is not laid out") };
                self.out.use_label(label);
                McOperand::Label(label)
            }
            TnData::Sym { sym, offset, modifier } => {
                let sym = self.symbol(sym)?;
                self.out.expr(McExpr { sym, offset, modifier })
            }
            TnData::Frame { .. } => return self.refuse("frame object without an offset"),
        })
    }
    fn symbol(&self, s: SymRef) -> Result<McSym> {
        Ok(match s {
            SymRef::Global(g) => McSym::Global(g),
            // A function that the module happens to declare or define is that symbol.
            SymRef::Library(n) => match self.cx.module.by_name.get(n) {
                Some(&g) => McSym::Global(g),
                None => McSym::Library(n),
            },
            SymRef::Pool(p) => McSym::Pool(p.as_u32()),
            SymRef::Table(t) => McSym::Table(t.as_u32()),
            SymRef::Block(b) => match self.labels[b] {
                Some(l) => McSym::Label(l),
                None => return self.refuse("address of a block that is not laid out"),
            },
        })
    }
    /// The symbol and offset that a TN is, with another modifier.
    pub fn symbol_operand(&mut self, tn: Tn, modifier: Modifier) -> Result<McOperand> {
        let TnData::Sym { sym, offset, .. } = self.f.tns[tn] else {
            return self.refuse("something else than a symbol as an address");
        };
        let sym = self.symbol(sym)?;
        Ok(self.out.expr(McExpr { sym, offset, modifier }))
    }
    /// A symbol that the module need not know.
    pub fn library_operand(&mut self, name: &'static str, offset: i64, modifier: Modifier) -> Result<McOperand> {
        let sym = self.symbol(SymRef::Library(name))?;
        Ok(self.out.expr(McExpr { sym, offset, modifier }))
    }
    /// The register that a TN is.
    pub fn reg(&self, tn: Tn) -> Result<PReg> {
        match self.f.tns[tn] {
            TnData::Reg { dedicated: Some(r), .. } => Ok(r),
            _ => self.refuse("something else than a register"),
        }
    }
    /// The number that a TN is.
    pub fn lit(&self, tn: Tn) -> Result<i64> {
        match self.f.tns[tn] {
            TnData::Lit(v) => Ok(v),
            _ => self.refuse("something else than a number"),
        }
    }
    /// The atomic operation that entry `n` of an op's list names.
    pub fn rmw(&self, op: Op, n: usize) -> Result<RmwOp> {
        match rmw::operation(self.lit(self.entry(op, n)?)?) {
            Some(o) => Ok(o),
            None => self.refuse("unknown atomic operation"),
        }
    }
    /// Entry `n` of an op's list (results, then operands).
    pub fn entry(&self, op: Op, n: usize) -> Result<Tn> {
        match self.f.all(op).get(n) {
            Some(&tn) => Ok(tn),
            None => self.refuse("too few operands"),
        }
    }
    /// Names the instruction that comes next, if objects shall list those that are there for allocation.
    fn mark_spill(&mut self) {
        if self.cx.options.spill_section
            && let Some(kind) = self.note.kind()
        {
            let label = self.label_here();
            self.out.use_label(label);
            self.out.spill_marks.push((label, kind));
        }
    }
    /// Appends an instruction. The op's note goes to the first one that may be meant: to all where a value is rebuilt or
    /// copied, to one where it is stored or loaded.
    pub fn emit(&mut self, opcode: Opcode, operands: &[McOperand]) {
        for o in operands {
            if let McOperand::Label(l) = o {
                self.out.use_label(*l);
            }
        }
        self.mark_spill();
        let note = self.note;
        if note.kind().is_some_and(Kind::is_memory) {
            self.note = Note::empty();
        }
        self.out.push(opcode, operands, note);
    }
    /// Marks this place for low parts of distances, and names it.
    pub fn anchor(&mut self, modifier: Modifier) -> McOperand {
        let n = self.out.anchors;
        self.out.anchors += 1;
        self.out.mark(Mark::Anchor(n));
        self.out.expr(McExpr { sym: McSym::Anchor(n), offset: 0, modifier })
    }
    /// A new label, here.
    pub fn label_here(&mut self) -> Label {
        let l = self.out.new_label();
        self.out.mark(Mark::Label(l));
        l
    }
}

/// For the tracker's sake: the same conversion without noting uses.
pub(crate) fn peek(f: &Func, op: Op) -> smallvec::SmallVec<[McOperand; 4]> {
    f.all(op)
        .iter()
        .map(|&tn| match f.tns[tn] {
            TnData::Reg { dedicated: Some(r), .. } => McOperand::Reg(r),
            TnData::Lit(v) => McOperand::Imm(v),
            _ => McOperand::Label(Label(u32::MAX)),
        })
        .collect()
}
