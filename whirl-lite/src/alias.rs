//! Alias classes: what each memory access may touch, and whether two accesses may touch the same bytes.
//!
//! [`annotate`] gives every load, store and atomic of a legalised function an [`AliasClass`]: the object its address is
//! based on, the distance from it, the size, and the metadata that type-based and scoped rules need. Later phases keep
//! only the class and ask [`Aliases`]; they never look at addresses again.
//!
//! A frame object *escapes* when its address goes anywhere but into the address of an access (stored, passed, selected,
//! merged by a phi). One that does not is touched by no call and by no pointer of unknown origin.
//!
//! Type-based rules follow LLVM's `TypeBasedAliasAnalysis` on struct-path tags; scoped ones its `ScopedNoAliasAA`.
//!
//! Two classes with the same [`AliasBase::Value`] compare by offset. That is right between accesses which are executed
//! without passing the definition of that value in between; across iterations of a loop ask [`Aliases::across_iterations`].

use crate::ir::{
    Access, AliasBase, AliasClass, AliasData, Callee, FnFlags, FrameObj, Function, GlobalKind, Inst, InstKind, MdKind,
    MdOperand, MdRef, Metadata, Module, Ordering, ParamFlags, TyData, Value, ValueDef,
};
use cranelift_entity::EntityRef;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Answers for the classes of one function.
#[derive(Clone, Copy)]
pub struct Aliases<'a> {
    classes: &'a [AliasData],
    metadata: &'a Metadata,
}

impl<'a> Aliases<'a> {
    /// Answers for these classes, whose tags are in the module.
    pub fn new(classes: &'a [AliasData], m: &'a Module) -> Aliases<'a> {
        Aliases { classes, metadata: &m.metadata }
    }
    /// A class's description; "anything" if there is no such class.
    pub fn get(&self, c: AliasClass) -> AliasData {
        self.classes.get(c.0 as usize).copied().unwrap_or(AliasData::ANY)
    }
    /// May two accesses, one of them a write, touch the same bytes?
    pub fn may_alias(&self, a: AliasClass, b: AliasClass) -> bool {
        self.ask(self.get(a), self.get(b))
    }
    /// As [`Aliases::may_alias`], where one access may belong to another iteration of a loop.
    pub fn across_iterations(&self, a: AliasClass, b: AliasClass) -> bool {
        let weaken = |mut d: AliasData| {
            if let AliasBase::Value(_) = d.base {
                d.offset = None;
            }
            d
        };
        self.ask(weaken(self.get(a)), weaken(self.get(b)))
    }
    /// May a call that reads or writes unknown memory touch this class?
    pub fn call_may_touch(&self, c: AliasClass) -> bool {
        let d = self.get(c);
        !(d.constant || matches!(d.base, AliasBase::Frame(_, true)))
    }
    /// As [`Aliases::may_alias`], for descriptions.
    pub fn ask(&self, a: AliasData, b: AliasData) -> bool {
        if a.constant || b.constant || !by_base(&a, &b) {
            return false;
        }
        if let (Some(x), Some(y)) = (a.tbaa, b.tbaa)
            && !by_type(self.metadata, x, y)
        {
            return false;
        }
        by_scope(self.metadata, a.scopes, b.noalias) && by_scope(self.metadata, b.scopes, a.noalias)
    }
}

/// May they alias, judging by the objects they are based on?
fn by_base(a: &AliasData, b: &AliasData) -> bool {
    use AliasBase::*;
    match (a.base, b.base) {
        (Frame(x, _), Frame(y, _)) if x != y => false,
        (Global(x), Global(y)) if x != y => false,
        (Param(x), Param(y)) if x != y => false,
        (x, y) if x == y && x != Unknown => overlap(a, b),
        (Frame(x, _), Frame(y, _)) if x == y => overlap(a, b),
        (Frame(_, true), _) | (_, Frame(_, true)) => false,
        (Frame(..), Global(_) | Param(_) | Incoming) | (Global(_) | Param(_) | Incoming, Frame(..)) => false,
        (Global(_), Param(_) | Incoming) | (Param(_) | Incoming, Global(_)) => false,
        (Param(_), Incoming) | (Incoming, Param(_)) => false,
        _ => true,
    }
}

/// Do two accesses based on one object overlap?
fn overlap(a: &AliasData, b: &AliasData) -> bool {
    match (a.offset, b.offset) {
        (Some(x), Some(y)) if a.size != 0 && b.size != 0 => {
            x < y.saturating_add(i64::from(b.size)) && y < x.saturating_add(i64::from(a.size))
        }
        _ => true,
    }
}

/// A struct-path tag: base type, access type, offset.
fn tag(md: &Metadata, n: MdRef) -> Option<(MdRef, MdRef, i64)> {
    match md.operands(n) {
        [MdOperand::Node(base), MdOperand::Node(access), MdOperand::Int(offset, _), ..] => {
            Some((*base, *access, *offset))
        }
        _ => None,
    }
}

/// The field of a type at an offset, or the parent of a scalar type; the offset becomes relative to it. `Err`: a form
/// of type node that we do not read.
fn field(md: &Metadata, ty: MdRef, offset: &mut i64) -> Result<Option<MdRef>, ()> {
    match md.operands(ty) {
        [] | [MdOperand::String(_)] => Ok(None),
        [MdOperand::String(_), rest @ ..] => {
            let mut best = None;
            for pair in rest.chunks(2) {
                match pair {
                    [MdOperand::Node(t), MdOperand::Int(at, _)] if best.is_none() || *at <= *offset => {
                        best = Some((*t, *at));
                    }
                    [MdOperand::Node(_), MdOperand::Int(..)] => break,
                    [MdOperand::Node(t)] if best.is_none() => best = Some((*t, 0)),
                    _ => return Err(()),
                }
            }
            if let Some((_, at)) = best {
                *offset -= at;
            }
            Ok(best.map(|(t, _)| t))
        }
        _ => Err(()),
    }
}

/// Types from an access type to its root.
fn ancestors(md: &Metadata, mut ty: MdRef) -> Option<SmallVec<[MdRef; 8]>> {
    let mut path = SmallVec::from_slice(&[ty]);
    while let Some(up) = field(md, ty, &mut 0).ok()? {
        if path.len() > 64 {
            return None;
        }
        path.push(up);
        ty = up;
    }
    Some(path)
}

/// May accesses with these tags alias?
fn by_type(md: &Metadata, a: MdRef, b: MdRef) -> bool {
    if a == b {
        return true;
    }
    let (Some(a), Some(b)) = (tag(md, a), tag(md, b)) else { return true };
    let (Some(x), Some(y)) = (ancestors(md, a.1), ancestors(md, b.1)) else { return true };
    let Some(common) = x.iter().rev().zip(y.iter().rev()).take_while(|(p, q)| p == q).map(|(p, _)| *p).last() else {
        return true;
    };
    subobject(md, a, b, common).or_else(|| subobject(md, b, a, common)).unwrap_or(false)
}

/// Is an access with tag `sub` one to a part of the object that `base` is about? If so, may they alias?
fn subobject(md: &Metadata, base: (MdRef, MdRef, i64), sub: (MdRef, MdRef, i64), common: MdRef) -> Option<bool> {
    if base.0 == base.1 && base.1 == common {
        return Some(true);
    }
    let (mut ty, mut offset) = (base.0, base.2);
    for _ in 0..64 {
        if ty == sub.0 {
            return Some(offset == sub.2 || ty == base.1 || sub.0 == sub.1);
        }
        match field(md, ty, &mut offset) {
            Ok(Some(t)) => ty = t,
            Ok(None) => return None,
            Err(()) => return Some(true),
        }
    }
    Some(true)
}

/// May an access with these scopes alias one with this `noalias` list?
fn by_scope(md: &Metadata, scopes: Option<MdRef>, noalias: Option<MdRef>) -> bool {
    let (Some(scopes), Some(noalias)) = (scopes, noalias) else { return true };
    let domain = |scope: &MdOperand| match scope {
        MdOperand::Node(s) => match md.operands(*s).get(1) {
            Some(MdOperand::Node(d)) => Some(*d),
            _ => None,
        },
        _ => None,
    };
    let (have, none) = (md.operands(scopes), md.operands(noalias));
    // In some domain all scopes of the one must be in the list of the other.
    !none.iter().filter_map(domain).any(|d| {
        let mut mine = have.iter().filter(|s| domain(s) == Some(d)).peekable();
        mine.peek().is_some() && mine.all(|s| none.contains(s))
    })
}

/// What a call does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effects {
    /// May read memory.
    pub reads: bool,
    /// May write memory.
    pub writes: bool,
}

impl Effects {
    /// Touches no memory.
    pub const NONE: Effects = Effects { reads: false, writes: false };
    /// May do anything.
    pub const ALL: Effects = Effects { reads: true, writes: true };
}

/// What a call does to memory, by its attributes and its callee's.
pub fn call_effects(f: &Function, m: &Module, call: Inst) -> Effects {
    let (InstKind::Call(c) | InstKind::Invoke(c) | InstKind::CallBr(c)) = f.insts[call].kind else {
        return Effects::NONE;
    };
    let info = &f.calls[c];
    if info.by_memory {
        return Effects::ALL;
    }
    let mut flags = info.sig.attrs.flags;
    match &info.callee {
        Callee::Library(_) | Callee::Intrinsic(_) => {}
        Callee::Asm(asm) => {
            let touches = asm.sideeffect || asm.constraints.contains("memory") || asm.constraints.contains('*');
            return if touches { Effects::ALL } else { Effects::NONE };
        }
        Callee::Value => {
            if let Some(g) = f.callee(call).and_then(|v| crate::analysis::freq::global_of(f, v))
                && let GlobalKind::Function { sig, .. } = &m.globals[g].kind
            {
                flags |= sig.attrs.flags;
            }
        }
    }
    if flags.contains(FnFlags::READNONE) {
        return Effects::NONE;
    }
    Effects { reads: true, writes: !flags.contains(FnFlags::READONLY) }
}

/// What an instruction does to memory besides what its alias class says: `None` for one that touches none.
#[derive(Clone, Copy, Debug)]
pub enum Touch {
    /// Reads or writes one class.
    Class {
        /// Which.
        class: AliasClass,
        /// Writes it.
        writes: bool,
        /// Must keep its order with all others (volatile, atomic).
        ordered: bool,
    },
    /// May read or write anything that has escaped.
    Any(Effects),
}

/// What an instruction does to memory.
pub fn touch(f: &Function, m: &Module, i: Inst) -> Option<Touch> {
    let plain = |a: &Access| !a.volatile && a.ordering == Ordering::NotAtomic;
    match &f.insts[i].kind {
        InstKind::Load(a, _) => Some(Touch::Class { class: a.alias, writes: false, ordered: !plain(a) }),
        InstKind::Store(a) => Some(Touch::Class { class: a.alias, writes: true, ordered: !plain(a) }),
        InstKind::AtomicRmw(_, a) => Some(Touch::Class { class: a.alias, writes: true, ordered: true }),
        InstKind::CmpXchg { access, .. } => Some(Touch::Class { class: access.alias, writes: true, ordered: true }),
        InstKind::Call(_) | InstKind::Invoke(_) | InstKind::CallBr(_) => {
            let e = call_effects(f, m, i);
            (e != Effects::NONE).then_some(Touch::Any(e))
        }
        InstKind::Fence(..)
        | InstKind::VaArg
        | InstKind::MemCopy { .. }
        | InstKind::MemSet { .. }
        | InstKind::VaStart
        | InstKind::VaCopy
        | InstKind::StackRestore => Some(Touch::Any(Effects::ALL)),
        _ => None,
    }
}

/// Gives every access of a legalised function its class.
pub fn annotate(f: &mut Function, m: &Module) {
    let escaped = escapes(f);
    let mut known: FxHashMap<AliasData, AliasClass> = FxHashMap::default();
    f.alias.truncate(1);
    for n in 0..f.insts.len() {
        let i = Inst::new(n);
        let address = match &f.insts[i].kind {
            InstKind::Load(..) | InstKind::AtomicRmw(..) | InstKind::CmpXchg { .. } => f.args(i).first(),
            InstKind::Store(_) => f.args(i).get(1),
            _ => continue,
        };
        let Some(&address) = address else { continue };
        if f.block_of(i).is_none() {
            continue;
        }
        let data = describe(f, m, i, address, &escaped);
        let class = *known.entry(data).or_insert_with(|| {
            f.alias.push(data);
            AliasClass(f.alias.len() as u32 - 1)
        });
        match &mut f.insts[i].kind {
            InstKind::Load(a, _) | InstKind::Store(a) | InstKind::AtomicRmw(_, a) => a.alias = class,
            InstKind::CmpXchg { access, .. } => access.alias = class,
            _ => {}
        }
    }
}

fn describe(f: &Function, m: &Module, i: Inst, address: Value, escaped: &FixedBitSet) -> AliasData {
    let (InstKind::Load(access, _)
    | InstKind::Store(access)
    | InstKind::AtomicRmw(_, access)
    | InstKind::CmpXchg { access, .. }) = f.insts[i].kind
    else {
        return AliasData::ANY;
    };
    let (base, offset) = base_of(f, m, address, escaped);
    let md = |k: MdKind| f.attachment(i, k);
    let constant_tag = |t: MdRef| matches!(m.metadata.operands(t), [_, _, _, MdOperand::Int(1, _), ..]);
    let tbaa = md(MdKind::TBAA);
    let load = matches!(f.insts[i].kind, InstKind::Load(..));
    let constant = load
        && (md(MdKind::INVARIANT_LOAD).is_some()
            || tbaa.is_some_and(constant_tag)
            || matches!(base, AliasBase::Global(g) if is_constant(m, g)));
    AliasData {
        base,
        offset,
        size: access_bytes(m, &access),
        tbaa,
        scopes: md(MdKind::ALIAS_SCOPE),
        noalias: md(MdKind::NOALIAS),
        constant,
    }
}

fn is_constant(m: &Module, g: crate::ir::GlobalRef) -> bool {
    matches!(m.globals[g].kind, GlobalKind::Variable { constant: true, externally_initialized: false, .. })
}

/// Bytes of an access; 0 if unknown.
fn access_bytes(m: &Module, a: &Access) -> u32 {
    match m.types.get(a.ty) {
        TyData::Int(n) => n.div_ceil(8),
        TyData::Half | TyData::BFloat => 2,
        TyData::Float => 4,
        TyData::Double => 8,
        // The width of a pointer is the layout's to say; the widest is safe for "do not overlap".
        TyData::Ptr(_) => 8,
        TyData::Fp128 | TyData::X86Fp80 | TyData::PpcFp128 => 16,
        _ => 0,
    }
}

/// The object that an address is based on, and the distance from it.
fn base_of(f: &Function, m: &Module, mut v: Value, escaped: &FixedBitSet) -> (AliasBase, Option<i64>) {
    let mut offset = Some(0i64);
    loop {
        let i = match f.values[v].def {
            ValueDef::Result(i, _) => i,
            ValueDef::Param(n) => return (param_base(f, v, n), offset),
            ValueDef::Const(_) | ValueDef::Other => return (AliasBase::Unknown, None),
        };
        match (f.insts[i].kind, f.args(i)) {
            (InstKind::PtrAdd, &[base, by]) => {
                offset = match (offset, f.as_int(by)) {
                    (Some(o), Some(n)) => o.checked_add(sign_extend(m, f, by, n)),
                    _ => None,
                };
                v = base;
            }
            // A symbol's address that was put in a register on purpose.
            (InstKind::Unary(crate::ir::UnOp::Freeze), &[x]) => v = x,
            (InstKind::FrameAddr(o), _) => return (AliasBase::Frame(o, !escaped.contains(o.index())), offset),
            (InstKind::GlobalAddr(g), _) => {
                let object = matches!(m.globals[g].kind, GlobalKind::Variable { .. } | GlobalKind::Function { .. });
                return (if object { AliasBase::Global(g) } else { AliasBase::Unknown }, offset);
            }
            (InstKind::IncomingArgAddr(n), _) => {
                return (AliasBase::Incoming, offset.and_then(|o| o.checked_add(i64::from(n))));
            }
            _ => return (AliasBase::Value(v), offset),
        }
    }
}

fn sign_extend(m: &Module, f: &Function, v: Value, bits: u64) -> i64 {
    let w = m.types.int_bits(f.ty(v)).unwrap_or(64).clamp(1, 64);
    ((bits << (64 - w)) as i64) >> (64 - w)
}

/// A `noalias` parameter is an object of its own, when parameters were not renumbered by splitting.
fn param_base(f: &Function, v: Value, number: u32) -> AliasBase {
    let same = f.params.len() == f.sig.params.len();
    let noalias = |p: &crate::ir::ParamAttrs| p.flags.contains(ParamFlags::NOALIAS);
    match f.sig.param_attrs.get(number as usize) {
        Some(p) if same && noalias(p) => AliasBase::Param(number),
        _ => AliasBase::Value(v),
    }
}

/// Frame objects whose address goes elsewhere than into addresses of accesses.
fn escapes(f: &Function) -> FixedBitSet {
    let mut escaped = FixedBitSet::with_capacity(f.frame.len());
    // Which object a value is an address in, for values seen so far; definitions stand before uses except in phis,
    // which count as escapes anyway.
    let mut of: Vec<u32> = vec![u32::MAX; f.values.len()];
    let mut order: Vec<Inst> = Vec::new();
    for n in 0..f.insts.len() {
        let i = Inst::new(n);
        match f.insts[i].kind {
            InstKind::FrameAddr(o) => of[f.result(i, 0).index()] = o.as_u32(),
            InstKind::PtrAdd => order.push(i),
            _ => {}
        }
    }
    // Chains of PtrAdd: usually in order of number; a few rounds settle those that are not.
    let mut changed = !f.frame.is_empty();
    while changed {
        changed = false;
        for &i in &order {
            let Some(&base) = f.args(i).first() else { continue };
            let (r, o) = (f.result(i, 0).index(), of[base.index()]);
            if of[r] != o {
                of[r] = o;
                changed = true;
            }
        }
    }
    for n in 0..f.insts.len() {
        let i = Inst::new(n);
        let address = match f.insts[i].kind {
            InstKind::Load(..) | InstKind::AtomicRmw(..) | InstKind::CmpXchg { .. } | InstKind::PtrAdd => Some(0),
            InstKind::Store(_) => Some(1),
            InstKind::Icmp(_) => continue,
            _ => None,
        };
        for (k, v) in f.args(i).iter().enumerate() {
            let o = of[v.index()];
            if o != u32::MAX && Some(k) != address {
                escaped.insert(FrameObj::from_u32(o).index());
            }
        }
    }
    escaped
}
