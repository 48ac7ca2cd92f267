//! Scalars of the frame become values.
//!
//! Front ends without an optimiser keep every variable in memory, and legalising leaves copies of structures behind. A
//! part of a frame object that is only loaded and stored, always the same bytes in the same way, needs no memory: its
//! stores are definitions, its loads uses, and SSA form is made as Cytron, Ferrante, Rosen, Wegman and Zadeck have it
//! ("Efficiently computing static single assignment form", TOPLAS 13(4), 1991), phis only where the part is live.
//!
//! This runs on legalised IR, where addresses are frame objects plus constants and an access moves one register: taking
//! structures apart is then nothing else than looking at ranges of bytes. The address of such an object goes nowhere but
//! into accesses. Stores to ranges that nobody loads go away, whatever they overlap.

use super::OptCx;
use super::edit::{Replacements, before, ones};
use super::loops::Nest;
use crate::analysis::dom::{Cfg, DomTree};
use crate::diag::Pos;
use crate::ir::{
    Access, BinOp, BlockId, CastOp, ConstData, Extend, FrameObj, Function, Inst, InstFlags, InstKind, Ordering, Ty,
    TyData, UnOp, Value,
};
use cranelift_entity::{EntityRef, SecondaryMap};
use rustc_hash::FxHashMap;

/// Phis of one function at most: beyond that, memory is the better place.
const MOST_PHIS: usize = 200_000;

/// A load or store of a frame object.
#[derive(Clone, Copy, Debug)]
struct Touch {
    obj: FrameObj,
    offset: i64,
    bytes: i64,
    inst: Inst,
    block: BlockId,
}

/// Promotes what can be; true if anything was.
pub fn run(f: &mut Function, cx: &OptCx<'_>, nest: &Nest) -> bool {
    if f.frame.is_empty() {
        return false;
    }
    let mut touches = collect(f, cx, &nest.cfg);
    // A stable sort: the accesses to one range stay in order.
    touches.sort_by_key(|t| (t.obj, t.offset));
    let mut vars: Vec<Var> = Vec::new();
    let mut changed = false;
    for object in touches.chunk_by(|a, b| a.obj == b.obj) {
        let mut rest = object;
        while let Some(first) = rest.first() {
            // A range: accesses that overlap, directly or through others.
            let mut end = first.offset + first.bytes;
            let mut n = 1;
            while let Some(t) = rest.get(n)
                && t.offset < end
            {
                end = end.max(t.offset + t.bytes);
                n += 1;
            }
            let (range, after) = rest.split_at(n);
            rest = after;
            if !range.iter().any(|t| matches!(f.insts[t.inst].kind, InstKind::Load(..))) {
                changed |= drop_stores(f, cx, range);
            } else if let Some(var) = variable(f, cx, range)
                && cx.fuel.take()
            {
                vars.push(var);
            }
        }
    }
    if !vars.is_empty() {
        changed |= Ssa::new(f, nest, &vars).run(f, cx, nest, &vars);
    }
    changed
}

/// Objects that nobody mentions any more take no room in the frame.
pub fn release(f: &mut Function) {
    let mut used: SecondaryMap<FrameObj, bool> = SecondaryMap::with_capacity(f.frame.len());
    for &b in &f.layout {
        for i in f.block_insts(b) {
            if let InstKind::FrameAddr(o) = f.insts[i].kind {
                used[o] = true;
            }
        }
    }
    for (o, d) in f.frame.iter_mut() {
        if !used[o] {
            (d.size, d.align) = (0, 0);
        }
    }
}

/// Nobody loads what these store.
fn drop_stores(f: &mut Function, cx: &OptCx<'_>, range: &[Touch]) -> bool {
    let mut any = false;
    for t in range {
        if cx.fuel.take() {
            f.remove(t.inst);
            any = true;
        }
    }
    any
}

/// A range of bytes that becomes a value.
struct Var {
    /// Type of the value.
    ty: Ty,
    /// What its loads and stores say of it.
    access: Access,
    /// Its accesses, block by block, those of a block in order.
    touches: Vec<Touch>,
}

/// All accesses to objects whose address is in addresses of plain accesses only: block by block, those of a block in order.
fn collect(f: &Function, cx: &OptCx<'_>, cfg: &Cfg) -> Vec<Touch> {
    let mut escaped: SecondaryMap<FrameObj, bool> = SecondaryMap::new();
    let mut place: Vec<Option<(FrameObj, i64)>> = vec![None; f.values.len()];
    let mut touches = Vec::new();
    for &b in &f.layout {
        if cfg.reachable(b) {
            continue;
        }
        // What is not executed is not looked at closely.
        for i in f.block_insts(b) {
            if let InstKind::FrameAddr(o) = f.insts[i].kind {
                escaped[o] = true;
            }
            for &v in f.args(i) {
                if let Some(o) = object(f, v) {
                    escaped[o] = true;
                }
            }
        }
    }
    for &block in &cfg.rpo {
        for i in f.block_insts(block) {
            if let InstKind::FrameAddr(o) = f.insts[i].kind {
                place[f.result(i, 0).index()] = Some((o, 0));
                continue;
            }
            for (n, &v) in f.args(i).iter().enumerate() {
                let Some((obj, offset)) = place[v.index()] else { continue };
                match (f.insts[i].kind, n) {
                    (InstKind::PtrAdd, 0) => {
                        let by = f.args(i).get(1).and_then(|&d| f.as_int(d));
                        let by = by.map(|k| super::edit::signed(k, cx.costs.xlen));
                        match by.and_then(|k| offset.checked_add(k)) {
                            Some(offset) => place[f.result(i, 0).index()] = Some((obj, offset)),
                            None => escaped[obj] = true,
                        }
                    }
                    (InstKind::Load(a, _), 0) | (InstKind::Store(a), 1) => match bytes(cx, &a) {
                        Some(bytes) if plain(&a) => touches.push(Touch { obj, offset, bytes, inst: i, block }),
                        _ => escaped[obj] = true,
                    },
                    _ => escaped[obj] = true,
                }
            }
        }
    }
    touches.retain(|t| !escaped[t.obj]);
    touches
}

/// The frame object that an address is in.
fn object(f: &Function, mut v: Value) -> Option<FrameObj> {
    loop {
        let i = f.def_inst(v)?;
        match f.insts[i].kind {
            InstKind::FrameAddr(o) => return Some(o),
            InstKind::PtrAdd => v = *f.args(i).first()?,
            _ => return None,
        }
    }
}

fn plain(a: &Access) -> bool {
    !a.volatile && a.ordering == Ordering::NotAtomic
}

/// Bytes of a scalar access.
fn bytes(cx: &OptCx<'_>, a: &Access) -> Option<i64> {
    Some(match cx.m.types.get(a.ty) {
        TyData::Int(n) if *n <= 64 => i64::from(n.div_ceil(8)),
        TyData::Ptr(_) => i64::from(cx.costs.xlen / 8),
        TyData::Half | TyData::BFloat => 2,
        TyData::Float => 4,
        TyData::Double => 8,
        TyData::X86Fp80 => 10,
        TyData::Fp128 => 16,
        _ => return None,
    })
}

/// Can the range be a value?
fn variable(f: &Function, cx: &OptCx<'_>, range: &[Touch]) -> Option<Var> {
    let first = range.first()?;
    let how = |t: &Touch| match f.insts[t.inst].kind {
        InstKind::Load(a, _) => Some((a, f.ty(f.result(t.inst, 0)))),
        InstKind::Store(a) => Some((a, f.ty(*f.args(t.inst).first()?))),
        _ => None,
    };
    let (access, mut ty) = how(first)?;
    for t in range {
        let (a, v) = how(t)?;
        let integers = |x: Ty| cx.m.types.int_bits(x).is_some_and(|n| n <= 64);
        let fits = a.ty == access.ty && (v == ty || (integers(v) && integers(ty)));
        if (t.offset, t.bytes) != (first.offset, first.bytes) || !fits {
            return None;
        }
        // The narrowest register that holds it is enough.
        if v != ty && cx.m.types.int_bits(v) < cx.m.types.int_bits(ty) {
            ty = v;
        }
    }
    // A truth value in a register is 0 or 1 without further care; in memory it may have been anything.
    if ty == Ty::I1 && access.ty != Ty::I1 {
        return None;
    }
    Some(Var { ty, access, touches: range.to_vec() })
}

/// The renaming of variables.
struct Ssa {
    /// Blocks with a phi for a variable: the phis of each block, with variables.
    phis: SecondaryMap<BlockId, Vec<(Inst, u32)>>,
    /// The variable that an instruction loads or stores, plus one.
    of: FxHashMap<Inst, u32>,
    /// Values now.
    now: Vec<Option<Value>>,
    repl: Replacements,
}

impl Ssa {
    fn new(f: &Function, nest: &Nest, vars: &[Var]) -> Ssa {
        let mut of = FxHashMap::default();
        for (n, var) in vars.iter().enumerate() {
            of.extend(var.touches.iter().map(|t| (t.inst, n as u32)));
        }
        debug_assert!(nest.cfg.rpo.first().copied() == f.entry());
        Ssa { phis: SecondaryMap::new(), of, now: vec![None; vars.len()], repl: Replacements::default() }
    }

    fn run(mut self, f: &mut Function, cx: &OptCx<'_>, nest: &Nest, vars: &[Var]) -> bool {
        let frontier = frontiers(nest);
        let mut count = 0;
        for (n, var) in vars.iter().enumerate() {
            count += self.place(f, nest, &frontier, n as u32, var);
            if count > MOST_PHIS {
                // Nothing has been renamed yet: phis without operands go away again.
                for &b in &nest.cfg.rpo {
                    for (phi, _) in std::mem::take(&mut self.phis[b]) {
                        f.remove(phi);
                    }
                }
                return false;
            }
        }
        self.rename(f, cx, nest, vars);
        self.repl.apply_all(f);
        true
    }

    /// Puts empty phis where definitions of a variable meet and it is live; says how many.
    fn place(
        &mut self,
        f: &mut Function,
        nest: &Nest,
        frontier: &SecondaryMap<BlockId, Vec<BlockId>>,
        n: u32,
        var: &Var,
    ) -> usize {
        // Which blocks store, and which load first.
        let mut stores: FxHashMap<BlockId, bool> = FxHashMap::default();
        let mut exposed: Vec<BlockId> = Vec::new();
        for here in var.touches.chunk_by(|x, y| x.block == y.block) {
            let store = |t: &Touch| matches!(f.insts[t.inst].kind, InstKind::Store(_));
            let Some(first) = here.first() else { continue };
            if !store(first) {
                exposed.push(first.block);
            }
            stores.insert(first.block, here.iter().any(store));
        }
        let mut defs: Vec<BlockId> = stores.iter().filter(|x| *x.1).map(|x| *x.0).collect();
        defs.sort_unstable();
        let mut live: FxHashMap<BlockId, ()> = FxHashMap::default();
        while let Some(b) = exposed.pop() {
            if live.insert(b, ()).is_none() {
                exposed.extend(nest.cfg.preds(b).iter().filter(|p| !stores.get(p).copied().unwrap_or(false)));
            }
        }
        let mut placed = 0;
        let mut done: FxHashMap<BlockId, ()> = FxHashMap::default();
        while let Some(d) = defs.pop() {
            for &b in &frontier[d] {
                if !live.contains_key(&b) || done.insert(b, ()).is_some() {
                    continue;
                }
                let phi = f.make_inst(InstKind::Phi, InstFlags::empty(), &[], &[], &[var.ty], Pos::NONE);
                match f.first(b) {
                    Some(first) => f.insert_before(phi, first),
                    None => f.append(b, phi),
                }
                self.phis[b].push((phi, n));
                placed += 1;
                defs.push(b);
            }
        }
        placed
    }

    /// Walks the dominator tree with the values of all variables at hand.
    fn rename(&mut self, f: &mut Function, cx: &OptCx<'_>, nest: &Nest, vars: &[Var]) {
        // What to restore when the walk leaves a block: variable, value before.
        let mut undo: Vec<(u32, Option<Value>)> = Vec::new();
        let mut open: Vec<(BlockId, usize)> = Vec::new();
        for &b in nest.dom.preorder() {
            while let Some(&(top, mark)) = open.last()
                && !nest.dom.dominates(top, b)
            {
                open.pop();
                for (n, v) in undo.drain(mark..).rev() {
                    self.now[n as usize] = v;
                }
            }
            open.push((b, undo.len()));
            for k in 0..self.phis[b].len() {
                let (phi, n) = self.phis[b][k];
                undo.push((n, self.now[n as usize]));
                self.now[n as usize] = Some(f.result(phi, 0));
            }
            let mut at = f.first(b);
            while let Some(i) = at {
                at = f.next(i);
                let Some(&n) = self.of.get(&i) else { continue };
                let var = &vars[n as usize];
                if let InstKind::Load(_, extend) = f.insts[i].kind {
                    let v = self.current(f, n, var);
                    let v = extended(f, cx, i, var, v, extend);
                    self.repl.set(f.result(i, 0), v);
                } else if let Some(&v) = f.args(i).first() {
                    let v = self.repl.get(v);
                    let v = resized(f, cx, i, v, var.ty);
                    undo.push((n, self.now[n as usize]));
                    self.now[n as usize] = Some(v);
                }
                f.remove(i);
            }
            self.arguments(f, b, vars);
        }
    }

    /// The value of a variable; undefined where nothing was stored.
    fn current(&self, f: &mut Function, n: u32, var: &Var) -> Value {
        self.now[n as usize].map(|v| self.repl.get(v)).unwrap_or_else(|| {
            let c = f.consts.intern(var.ty, ConstData::Undef);
            f.const_value(c)
        })
    }

    /// Gives the phis of a block's successors what arrives from it.
    fn arguments(&self, f: &mut Function, b: BlockId, vars: &[Var]) {
        for s in f.succs(b).to_vec() {
            for k in 0..self.phis[s].len() {
                let (phi, n) = self.phis[s][k];
                let v = self.current(f, n, &vars[n as usize]);
                f.insts[phi].args.push(v, &mut f.pool);
                f.insts[phi].blocks.push(b, &mut f.block_pool);
            }
        }
    }
}

/// Dominance frontiers: where a block's dominance ends.
fn frontiers(nest: &Nest) -> SecondaryMap<BlockId, Vec<BlockId>> {
    let (cfg, dom): (&Cfg, &DomTree) = (&nest.cfg, &nest.dom);
    let mut frontier: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::new();
    for &b in &cfg.rpo {
        if cfg.preds(b).len() < 2 {
            continue;
        }
        let stop = dom.idom(b);
        for &p in cfg.preds(b) {
            let mut runner = Some(p);
            while let Some(r) = runner
                && runner != stop
            {
                if frontier[r].last() == Some(&b) {
                    break;
                }
                frontier[r].push(b);
                runner = dom.idom(r);
            }
        }
    }
    frontier
}

/// An integer in another register; bits above those in memory do not matter.
fn resized(f: &mut Function, cx: &OptCx<'_>, at: Inst, v: Value, ty: Ty) -> Value {
    let have = f.ty(v);
    if have == ty {
        return v;
    }
    let wider = cx.m.types.int_bits(ty) > cx.m.types.int_bits(have);
    let op = if wider { CastOp::AnyExt } else { CastOp::Trunc };
    before(f, at, InstKind::Cast(op), &[v], ty)
}

/// What a load of a variable makes of its value.
fn extended(f: &mut Function, cx: &OptCx<'_>, at: Inst, var: &Var, v: Value, extend: Extend) -> Value {
    let ty = f.ty(f.result(at, 0));
    let v = resized(f, cx, at, v, ty);
    let (Some(have), Some(stored)) = (cx.m.types.int_bits(ty), cx.m.types.int_bits(var.access.ty)) else { return v };
    if stored >= have {
        return v;
    }
    match extend {
        Extend::Any => v,
        Extend::Zero => {
            let mask = f.int_const(ty, ones(stored));
            before(f, at, InstKind::Binary(BinOp::And), &[v, mask], ty)
        }
        Extend::Sign => before(f, at, InstKind::Unary(UnOp::SextInReg(stored as u8)), &[v], ty),
    }
}

#[cfg(test)]
mod tests {
    use crate::interp::tests::optimised;

    fn accesses(text: &str) -> usize {
        text.lines().filter(|l| l.contains("load") || l.contains("store")).count()
    }

    #[test]
    fn variables_in_memory_become_phis() {
        let text = optimised(
            "define void @f(ptr %in, ptr %out) {
              %i = alloca i32
              %s = alloca i8
              store i32 0, ptr %i
              store i8 3, ptr %s
              br label %head
            head:
              %n = load i32, ptr %i
              %c = icmp slt i32 %n, 20
              br i1 %c, label %body, label %end
            body:
              %p = getelementptr i8, ptr %in, i32 %n
              %b = load i8, ptr %p
              %old = load i8, ptr %s
              %sum = add i8 %old, %b
              store i8 %sum, ptr %s
              %next = add i32 %n, 1
              store i32 %next, ptr %i
              br label %head
            end:
              %r = load i8, ptr %s
              %w = sext i8 %r to i64
              store i64 %w, ptr %out
              ret void
            }",
            "rv64gc",
            "lp64d",
        );
        assert_eq!(accesses(&text), 2, "{text}");
    }

    #[test]
    fn structures_are_taken_apart_and_what_escapes_is_not() {
        let text = optimised(
            "define void @f(ptr %in, ptr %out) {
              %s = alloca { i32, i16, [2 x i64] }
              %dead = alloca [4 x i32]
              %x = load i32, ptr %in
              store i32 %x, ptr %s
              %q = getelementptr { i32, i16, [2 x i64] }, ptr %s, i32 0, i32 1
              store i16 -5, ptr %q
              %a = getelementptr { i32, i16, [2 x i64] }, ptr %s, i32 0, i32 2, i64 1
              store i64 77, ptr %a
              %d = getelementptr i32, ptr %dead, i32 %x
              %e = getelementptr i32, ptr %dead, i32 2
              store i32 %x, ptr %e
              %y = load i32, ptr %s
              %z = load i16, ptr %q
              %w = zext i16 %z to i32
              %v = add i32 %y, %w
              store i32 %v, ptr %out
              %u = load i64, ptr %a
              %o = getelementptr i64, ptr %out, i32 2
              store i64 %u, ptr %o
              ret void
            }",
            "rv64gc",
            "lp64d",
        );
        // The load of the input and two results; what is in the frame when the function returns is gone.
        assert_eq!(accesses(&text), 3, "{text}");
    }
}
