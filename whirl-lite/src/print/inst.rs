//! Instructions.

use super::consts::{binary_name, cast_name, int_pred_name};
use super::function::LocalNames;
use super::{Printer, put, string};
use crate::ir::*;
use std::fmt::Write;

/// A function and its names, while its instructions are printed.
#[derive(Clone, Copy)]
struct Body<'b> {
    f: &'b Function,
    names: &'b LocalNames,
}

/// Names of promises; `fast` stands for all of floating point's.
const FLAGS: &[(InstFlags, &str)] = &[
    (InstFlags::NNAN, "nnan"),
    (InstFlags::NINF, "ninf"),
    (InstFlags::NSZ, "nsz"),
    (InstFlags::ARCP, "arcp"),
    (InstFlags::CONTRACT, "contract"),
    (InstFlags::AFN, "afn"),
    (InstFlags::REASSOC, "reassoc"),
    (InstFlags::INBOUNDS, "inbounds"),
    (InstFlags::NUSW, "nusw"),
    (InstFlags::NUW, "nuw"),
    (InstFlags::NSW, "nsw"),
    (InstFlags::EXACT, "exact"),
    (InstFlags::DISJOINT, "disjoint"),
    (InstFlags::NNEG, "nneg"),
    (InstFlags::SAMESIGN, "samesign"),
];

impl Printer<'_> {
    /// An instruction on one line, with its results' names and its attachments.
    pub(super) fn inst(&mut self, f: &Function, names: &LocalNames, i: Inst) {
        let b = Body { f, names };
        let mut separator = "";
        for v in f.results(i) {
            put!(self, "{separator}%{}", names.values[v]);
            separator = ", ";
        }
        if f.insts[i].results > 0 {
            self.text(" = ");
        }
        self.operation(b, i);
        if let Some(list) = f.insts[i].attachments.checked_sub(1).and_then(|n| f.attachments.get(n as usize)) {
            self.attachments(list);
        }
        if let Some(n) = f.insts[i].debug_loc.expand() {
            self.text(", !dbg ");
            self.node(n);
        }
    }

    /// A value without its type.
    fn value(&mut self, b: Body, v: Value) {
        match b.f.values[v].def {
            ValueDef::Const(c) => self.constant(&b.f.consts, c),
            _ => put!(self, "%{}", b.names.values[v]),
        }
    }
    fn typed(&mut self, b: Body, v: Value) {
        put!(self, "{} ", self.m.types.show(b.f.ty(v)));
        self.value(b, v);
    }
    /// Values with types, separated by commas.
    fn list(&mut self, b: Body, values: &[Value]) {
        for (n, &v) in values.iter().enumerate() {
            self.text(if n == 0 { "" } else { ", " });
            self.typed(b, v);
        }
    }
    fn label(&mut self, b: Body, block: BlockId) {
        put!(self, "label %{}", b.names.blocks[block]);
    }
    fn labels(&mut self, b: Body, blocks: &[BlockId]) {
        for (n, &l) in blocks.iter().enumerate() {
            self.text(if n == 0 { "" } else { ", " });
            self.label(b, l);
        }
    }
    /// `opcode flags t a, b, ...`: the type once, as operands that are alike are written.
    fn alike(&mut self, b: Body, name: &str, i: Inst) {
        let args = b.f.args(i);
        self.text(name);
        self.flags(b.f.insts[i].flags);
        self.text(" ");
        for (n, &v) in args.iter().enumerate() {
            match n {
                0 => self.typed(b, v),
                _ => {
                    self.text(", ");
                    self.value(b, v);
                }
            }
        }
    }
    fn flags(&mut self, flags: InstFlags) {
        let fast = crate::ll::FAST;
        let mut rest = flags;
        if flags.contains(fast) {
            self.text(" fast");
            rest = flags - fast;
        }
        for (f, name) in FLAGS {
            if rest.contains(*f) {
                put!(self, " {name}");
            }
        }
    }

    fn operation(&mut self, b: Body, i: Inst) {
        let d = &b.f.insts[i];
        let (args, blocks) = (b.f.args(i), b.f.inst_blocks(i));
        let ty = b.f.results(i).next().map_or(Ty::VOID, |v| b.f.ty(v));
        match d.kind {
            InstKind::Binary(op) => self.alike(b, binary_name(op), i),
            InstKind::Unary(op) => {
                let name = unary_name(op);
                self.alike(b, &name, i);
            }
            InstKind::Cast(op) => {
                self.text(cast_name(op));
                self.flags(d.flags);
                self.text(" ");
                self.list(b, args);
                put!(self, " to {}", self.m.types.show(ty));
            }
            InstKind::Icmp(p) => {
                self.text("icmp");
                self.flags(d.flags);
                put!(self, " {} ", int_pred_name(p));
                self.pair(b, args);
            }
            InstKind::Fcmp(p, signalling) => {
                self.text(if signalling { "ocg.fcmps" } else { "fcmp" });
                self.flags(d.flags);
                put!(self, " {} ", float_pred_name(p));
                self.pair(b, args);
            }
            InstKind::Select => {
                self.text("select");
                self.flags(d.flags);
                self.text(" ");
                self.list(b, args);
            }
            InstKind::Load(a, extend) => {
                let name = match extend {
                    Extend::Any => "load",
                    Extend::Zero => "ocg.load.zext",
                    Extend::Sign => "ocg.load.sext",
                };
                self.text(name);
                self.access_words(&a);
                put!(self, " {}, ", self.m.types.show(a.ty));
                self.list(b, args);
                self.access_tail(&a);
                self.widened(a.ty, ty);
            }
            InstKind::Store(a) => {
                let narrow = args.first().is_some_and(|&v| b.f.ty(v) != a.ty);
                self.text(if narrow { "ocg.store.trunc" } else { "store" });
                self.access_words(&a);
                if narrow {
                    put!(self, " {},", self.m.types.show(a.ty));
                }
                self.text(" ");
                self.list(b, args);
                self.access_tail(&a);
            }
            InstKind::Gep(elem) => {
                self.text("getelementptr");
                self.flags(d.flags);
                put!(self, " {}, ", self.m.types.show(elem));
                self.list(b, args);
            }
            InstKind::Alloca(elem, align) => {
                put!(self, "alloca {}, ", self.m.types.show(elem));
                self.list(b, args);
                put!(self, ", align {}", 1u64 << align);
                if let TyData::Ptr(n @ 1..) = self.m.types.get(ty) {
                    put!(self, ", addrspace({n})");
                }
            }
            InstKind::Phi => self.phi(b, d.flags, ty, args, blocks),
            InstKind::Call(c) => self.call(b, &b.f.calls[c], "call", d.flags, args),
            InstKind::Invoke(c) => {
                self.call(b, &b.f.calls[c], "invoke", d.flags, args);
                if let [normal, unwind] = *blocks {
                    self.text(" to ");
                    self.label(b, normal);
                    self.text(" unwind ");
                    self.label(b, unwind);
                }
            }
            InstKind::CallBr(c) => {
                self.call(b, &b.f.calls[c], "callbr", d.flags, args);
                if let [through, others @ ..] = blocks {
                    self.text(" to ");
                    self.label(b, *through);
                    self.text(" [");
                    self.labels(b, others);
                    self.text("]");
                }
            }
            InstKind::Ret => {
                self.text(if args.is_empty() { "ret void" } else { "ret " });
                self.list(b, args);
            }
            InstKind::Br => {
                self.text("br ");
                self.labels(b, blocks);
            }
            InstKind::CondBr => {
                self.text("br ");
                self.list(b, args);
                self.text(", ");
                self.labels(b, blocks);
            }
            InstKind::Switch(s) => self.switch(b, &b.f.switches[s], args, blocks),
            InstKind::IndirectBr => {
                self.text("indirectbr ");
                self.list(b, args);
                self.text(", [");
                self.labels(b, blocks);
                self.text("]");
            }
            InstKind::Unreachable => self.text("unreachable"),
            InstKind::VaArg => {
                self.text("va_arg ");
                self.list(b, args);
                put!(self, ", {}", self.m.types.show(ty));
            }
            InstKind::ExtractValue(p) => {
                self.text("extractvalue ");
                self.list(b, args);
                self.path(b, p);
            }
            InstKind::InsertValue(p) => {
                self.text("insertvalue ");
                self.list(b, args);
                self.path(b, p);
            }
            InstKind::ExtractElement => {
                self.text("extractelement ");
                self.list(b, args);
            }
            InstKind::InsertElement => {
                self.text("insertelement ");
                self.list(b, args);
            }
            InstKind::Shuffle(p) => self.shuffle(b, p, ty, args),
            InstKind::BuildVector => {
                self.text("buildvector ");
                self.list(b, args);
            }
            InstKind::Row(o) => {
                put!(self, "row {} ", o.0);
                self.list(b, args);
            }
            InstKind::Fence(o, single) => {
                self.text("fence");
                self.text(if single { " syncscope(\"singlethread\")" } else { "" });
                put!(self, " {}", ordering_name(o));
            }
            InstKind::CmpXchg { access, failure, weak } => {
                self.text(if weak { "cmpxchg weak" } else { "cmpxchg" });
                self.text(if access.volatile { " volatile " } else { " " });
                self.list(b, args);
                self.scope(&access);
                put!(self, " {} {}", ordering_name(access.ordering), ordering_name(failure));
                put!(self, ", align {}", 1u64 << access.align);
            }
            InstKind::AtomicRmw(op, access) => {
                self.text(if access.volatile { "atomicrmw volatile " } else { "atomicrmw " });
                put!(self, "{} ", rmw_name(op));
                self.list(b, args);
                self.scope(&access);
                put!(self, " {}, align {}", ordering_name(access.ordering), 1u64 << access.align);
            }
            InstKind::Exception(op) => self.exception(b, op, ty, args, blocks),
            _ => self.pseudo(b, i),
        }
    }
    /// An operation that LLVM has not, with all its operands, blocks and its results' types.
    fn pseudo(&mut self, b: Body, i: Inst) {
        let d = &b.f.insts[i];
        // The kind's own name, and what it says, come from its debug form: `MemSet { volatile: false, ... }`.
        let text = match d.kind {
            InstKind::GlobalAddr(g) => format!("GlobalAddr(@{})", quote(&self.m.globals[g].name)),
            InstKind::BlockAddr(l) => format!("BlockAddr(%{})", b.names.blocks[l]),
            k => format!("{k:?}"),
        };
        put!(self, "ocg.{text}");
        self.flags(d.flags);
        self.text(" ");
        self.list(b, b.f.args(i));
        let blocks = b.f.inst_blocks(i);
        if !blocks.is_empty() {
            self.text(" [");
            self.labels(b, blocks);
            self.text("]");
        }
        for (n, v) in b.f.results(i).enumerate() {
            put!(self, "{}{}", if n == 0 { " -> " } else { ", " }, self.m.types.show(b.f.ty(v)));
        }
    }
    /// ` t a, b`.
    fn pair(&mut self, b: Body, args: &[Value]) {
        if let &[x, y] = args {
            self.typed(b, x);
            self.text(", ");
            self.value(b, y);
        }
    }
    fn phi(&mut self, b: Body, flags: InstFlags, ty: Ty, args: &[Value], blocks: &[BlockId]) {
        self.text("phi");
        self.flags(flags);
        put!(self, " {} ", self.m.types.show(ty));
        for (n, (&v, &l)) in args.iter().zip(blocks).enumerate() {
            self.text(if n == 0 { "[ " } else { ", [ " });
            self.value(b, v);
            put!(self, ", %{} ]", b.names.blocks[l]);
        }
    }
    fn switch(&mut self, b: Body, s: &SwitchData, args: &[Value], blocks: &[BlockId]) {
        let Some((&default, targets)) = blocks.split_first() else { return };
        let ty = args.first().map_or(Ty::VOID, |&v| b.f.ty(v));
        let shown = self.m.types.show(ty).to_string();
        self.text("switch ");
        self.list(b, args);
        self.text(", ");
        self.label(b, default);
        self.text(" [");
        for (n, &l) in targets.iter().enumerate() {
            put!(self, "\n    {shown} ");
            match (s.wide.get(n), s.values.get(n)) {
                (Some(words), _) => {
                    self.text("u0x");
                    for w in words.iter().rev() {
                        put!(self, "{w:016X}");
                    }
                }
                (None, Some(&v)) => {
                    let bits = self.m.types.int_bits(ty).unwrap_or(64).clamp(1, 64);
                    put!(self, "{}", (v << (64 - bits)) as i64 >> (64 - bits));
                }
                (None, None) => {}
            }
            self.text(", ");
            self.label(b, l);
        }
        self.text("\n  ]");
    }
    fn path(&mut self, b: Body, p: PathId) {
        for n in &b.f.paths[p] {
            put!(self, ", {n}");
        }
    }
    fn shuffle(&mut self, b: Body, p: PathId, ty: Ty, args: &[Value]) {
        self.text("shufflevector ");
        self.list(b, args);
        let list = &b.f.paths[p];
        let TyData::Vector { lanes, scalable, .. } = *self.m.types.get(ty) else { return };
        put!(self, ", <{}{lanes} x i32> ", if scalable { "vscale x " } else { "" });
        if list.iter().all(|&l| l == u32::MAX) {
            self.text("poison");
        } else if list.iter().all(|&l| l == 0) {
            self.text("zeroinitializer");
        } else {
            self.text("<");
            for (n, &l) in list.iter().enumerate() {
                self.text(if n == 0 { "" } else { ", " });
                match l {
                    u32::MAX => self.text("i32 poison"),
                    _ => put!(self, "i32 {l}"),
                }
            }
            self.text(">");
        }
    }
    /// ` atomic volatile` where they apply.
    fn access_words(&mut self, a: &Access) {
        self.text(if a.ordering != Ordering::NotAtomic { " atomic" } else { "" });
        self.text(if a.volatile { " volatile" } else { "" });
    }
    fn scope(&mut self, a: &Access) {
        self.text(if a.single_thread { " syncscope(\"singlethread\")" } else { "" });
    }
    fn access_tail(&mut self, a: &Access) {
        if a.ordering != Ordering::NotAtomic {
            self.scope(a);
            put!(self, " {}", ordering_name(a.ordering));
        }
        put!(self, ", align {}", 1u64 << a.align);
    }
    /// The result's type, where a load makes a wider one than it reads.
    fn widened(&mut self, memory: Ty, result: Ty) {
        if memory != result {
            put!(self, " -> {}", self.m.types.show(result));
        }
    }

    fn call(&mut self, b: Body, c: &CallInfo, opcode: &str, flags: InstFlags, args: &[Value]) {
        self.text(match c.tail {
            TailKind::None => "",
            TailKind::Tail => "tail ",
            TailKind::MustTail => "musttail ",
            TailKind::NoTail => "notail ",
        });
        self.text(opcode);
        self.flags(flags);
        self.text(" ");
        if c.sig.cc != 0 {
            put!(self, "cc {} ", c.sig.cc);
        }
        self.result_attrs(&c.sig);
        let bundled: usize = c.bundles.iter().map(|x| x.1).sum();
        let (args, bundle_args) = args.split_at(args.len().saturating_sub(bundled));
        let (args, callee) = match (&c.callee, args.split_last()) {
            (Callee::Value, Some((&v, rest))) => (rest, Some(v)),
            _ => (args, None),
        };
        if let Some(&TyData::Ptr(n @ 1..)) = callee.map(|v| self.m.types.get(b.f.ty(v))) {
            put!(self, "addrspace({n}) ");
        }
        let shown = if c.sig.vararg && self.is_function_type(c.sig.ty) { c.sig.ty } else { c.sig.ret };
        put!(self, "{} ", self.m.types.show(shown));
        self.callee(b, &c.callee, callee);
        self.text("(");
        for (n, &v) in args.iter().enumerate() {
            self.text(if n == 0 { "" } else { ", " });
            self.argument(b, c, n, v);
        }
        if c.tail == TailKind::MustTail && b.f.sig.vararg && c.sig.vararg {
            self.text(if args.is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        self.fn_attrs(&c.sig.attrs);
        self.bundles(b, &c.bundles, bundle_args);
    }
    fn callee(&mut self, b: Body, callee: &Callee, value: Option<Value>) {
        match callee {
            Callee::Value => {
                if let Some(v) = value {
                    self.value(b, v);
                }
            }
            Callee::Intrinsic(name) => put!(self, "@{}", quote(&format!("llvm.{name}"))),
            Callee::Library(name) => put!(self, "@{}", quote(name)),
            Callee::Asm(a) => {
                self.text("asm ");
                for (on, word) in [
                    (a.sideeffect, "sideeffect "),
                    (a.alignstack, "alignstack "),
                    (a.intel, "inteldialect "),
                    (a.unwind, "unwind "),
                ] {
                    self.text(if on { word } else { "" });
                }
                put!(self, "{}, {}", string(a.text.as_bytes()), string(a.constraints.as_bytes()));
            }
        }
    }
    fn argument(&mut self, b: Body, c: &CallInfo, n: usize, v: Value) {
        put!(self, "{}", self.m.types.show(b.f.ty(v)));
        if let Some(&(_, o)) = c.metadata_args.iter().find(|(at, _)| *at == n) {
            self.text(" ");
            self.md_operand(o);
            return;
        }
        // Parts of a legalised call have a place instead of attributes.
        if c.arg_locs.is_empty()
            && let Some(a) = c.sig.param_attrs.get(n)
        {
            self.param_attrs(a);
        }
        self.text(" ");
        self.value(b, v);
    }
    fn bundles(&mut self, b: Body, bundles: &[(String, usize)], mut args: &[Value]) {
        for (n, (tag, count)) in bundles.iter().enumerate() {
            let (own, rest) = args.split_at((*count).min(args.len()));
            args = rest;
            put!(self, "{}{}(", if n == 0 { " [ " } else { ", " }, string(tag.as_bytes()));
            self.list(b, own);
            self.text(")");
        }
        self.text(if bundles.is_empty() { "" } else { " ]" });
    }

    fn exception(&mut self, b: Body, op: EhOp, ty: Ty, args: &[Value], blocks: &[BlockId]) {
        self.text(op.name());
        match op {
            EhOp::LandingPad { cleanup, clauses } => {
                put!(self, " {}", self.m.types.show(ty));
                self.text(if cleanup { " cleanup" } else { "" });
                for (&v, kind) in args.iter().zip(&b.f.paths[clauses]) {
                    self.text(if *kind == 0 { " catch " } else { " filter " });
                    self.typed(b, v);
                }
            }
            EhOp::Resume => {
                self.text(" ");
                self.list(b, args);
            }
            EhOp::CatchSwitch { unwind } => {
                self.parent(b, " within ", args);
                let handlers = &blocks[..blocks.len() - usize::from(unwind && !blocks.is_empty())];
                self.text(" [");
                self.labels(b, handlers);
                self.text("]");
                self.unwind(b, blocks.last().copied().filter(|_| unwind));
            }
            EhOp::CatchPad | EhOp::CleanupPad => {
                self.parent(b, " within ", args);
                self.text(" [");
                self.list(b, args.get(1..).unwrap_or_default());
                self.text("]");
            }
            EhOp::CatchRet => {
                self.parent(b, " from ", args);
                self.text(" to ");
                self.labels(b, blocks);
            }
            EhOp::CleanupRet => {
                self.parent(b, " from ", args);
                self.unwind(b, blocks.first().copied());
            }
        }
    }
    fn parent(&mut self, b: Body, word: &str, args: &[Value]) {
        if let Some(&v) = args.first() {
            self.text(word);
            self.value(b, v);
        }
    }
    fn unwind(&mut self, b: Body, to: Option<BlockId>) {
        match to {
            Some(l) => {
                self.text(" unwind ");
                self.label(b, l);
            }
            None => self.text(" unwind to caller"),
        }
    }
}

fn unary_name(op: UnOp) -> String {
    match op {
        UnOp::FNeg => "fneg".to_string(),
        UnOp::Freeze => "freeze".to_string(),
        op => format!("ocg.{op:?}").to_lowercase(),
    }
}
fn float_pred_name(p: FloatPred) -> String {
    format!("{p:?}").to_lowercase()
}
fn ordering_name(o: Ordering) -> &'static str {
    match o {
        Ordering::NotAtomic => "",
        Ordering::Unordered => "unordered",
        Ordering::Monotonic => "monotonic",
        Ordering::Acquire => "acquire",
        Ordering::Release => "release",
        Ordering::AcqRel => "acq_rel",
        Ordering::SeqCst => "seq_cst",
    }
}
fn rmw_name(op: RmwOp) -> &'static str {
    match op {
        RmwOp::Xchg => "xchg",
        RmwOp::Add => "add",
        RmwOp::Sub => "sub",
        RmwOp::And => "and",
        RmwOp::Nand => "nand",
        RmwOp::Or => "or",
        RmwOp::Xor => "xor",
        RmwOp::Max => "max",
        RmwOp::Min => "min",
        RmwOp::UMax => "umax",
        RmwOp::UMin => "umin",
        RmwOp::FAdd => "fadd",
        RmwOp::FSub => "fsub",
        RmwOp::FMax => "fmax",
        RmwOp::FMin => "fmin",
        RmwOp::FMaximum => "fmaximum",
        RmwOp::FMinimum => "fminimum",
        RmwOp::UIncWrap => "uinc_wrap",
        RmwOp::UDecWrap => "udec_wrap",
        RmwOp::USubCond => "usub_cond",
        RmwOp::USubSat => "usub_sat",
    }
}
