//! One instruction.

use super::bits::Bits;
use super::{Flow, Frame, Machine, Passed, Run, Stop, Val, float};
use crate::ir::*;
use rustc_apfloat::Round;

/// A value's bits, or the result poison.
macro_rules! bits_or_poison {
    ($v:expr) => {
        match $v {
            Val::Bits(b) => b,
            _ => return Ok(Val::Poison),
        }
    };
}
pub(super) use bits_or_poison;

impl<'a> Machine<'a> {
    /// Executes an instruction that is no phi.
    pub(super) fn terminator(&mut self, frame: &mut Frame<'a>, i: Inst) -> Run<Flow> {
        let f = frame.f;
        let blocks = f.inst_blocks(i);
        let go =
            |n: usize| blocks.get(n).copied().map(Flow::Go).ok_or_else(|| Stop::Unsupported("a missing block".into()));
        match f.insts[i].kind {
            InstKind::Br => go(0),
            InstKind::CondBr => match self.operand(frame, i, 0)? {
                Val::Bits(c) => go(usize::from(c.is_zero())),
                _ => Err(Stop::Undefined("a branch on poison".into())),
            },
            InstKind::Switch(id) => {
                let Val::Bits(v) = self.operand(frame, i, 0)? else {
                    return Err(Stop::Undefined("a switch on poison".into()));
                };
                let data = &f.switches[id];
                let hit = (0..data.values.len()).find(|&k| match data.wide.get(k) {
                    Some(w) => Bits::from_words(v.width, w) == v,
                    None => Bits::new(v.width, data.values[k]) == v,
                });
                go(hit.map_or(0, |k| k + 1))
            }
            InstKind::JumpTable => match self.operand(frame, i, 0)? {
                Val::Bits(v) => go(v.low() as usize),
                _ => Err(Stop::Undefined("a jump on poison".into())),
            },
            InstKind::Ret => {
                let mut out = Vec::new();
                for n in 0..f.args(i).len() {
                    out.push(self.operand(frame, i, n)?);
                }
                Ok(Flow::Return(out))
            }
            InstKind::Unreachable => Err(Stop::Undefined("unreachable".into())),
            InstKind::Call(id) => {
                let results = self.call_inst(frame, i, id)?;
                for (r, v) in f.results(i).zip(results) {
                    frame.values[r] = Some(v);
                }
                Ok(Flow::Next)
            }
            InstKind::CmpXchg { access, .. } => {
                self.cmpxchg(frame, i, access.ty)?;
                Ok(Flow::Next)
            }
            _ => {
                let v = self.simple(frame, i)?;
                if let Some(r) = f.results(i).next() {
                    let v = match v {
                        Val::Poison => self.undefined(f.ty(r)),
                        v => v,
                    };
                    frame.values[r] = Some(v);
                }
                Ok(Flow::Next)
            }
        }
    }
    /// Operand `n`.
    pub(super) fn operand(&mut self, frame: &Frame<'a>, i: Inst, n: usize) -> Run<Val> {
        let v = frame.f.args(i).get(n).copied();
        self.value(frame, v.ok_or_else(|| Stop::Unsupported("too few operands".into()))?)
    }
    fn address(&mut self, frame: &Frame<'a>, i: Inst, n: usize) -> Run<u64> {
        match self.operand(frame, i, n)? {
            Val::Bits(b) => Ok(b.low()),
            _ => Err(Stop::Undefined("a poison address".into())),
        }
    }

    /// An instruction with at most one result and no control flow.
    fn simple(&mut self, frame: &mut Frame<'a>, i: Inst) -> Run<Val> {
        let f = frame.f;
        let data = &f.insts[i];
        let ty = f.results(i).next().map_or(Ty::VOID, |r| f.ty(r));
        match data.kind {
            InstKind::Binary(op) => {
                let (a, b) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?);
                self.lanes2(ty, a, b, |s, t, a, b| s.binary(op, data.flags, t, a, b))
            }
            InstKind::Unary(op) => {
                let a = self.operand(frame, i, 0)?;
                self.lanes1(ty, ty, a, |s, t, _, a| s.unary(op, t, a))
            }
            InstKind::Cast(op) => {
                let from = f.ty(f.args(i)[0]);
                let a = self.operand(frame, i, 0)?;
                if op == CastOp::BitCast {
                    return self.bitcast(from, ty, &a);
                }
                self.lanes1(from, ty, a, |s, from, to, a| s.cast(op, from, to, a))
            }
            InstKind::Icmp(pred) => {
                let (a, b) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?);
                self.lanes2(ty, a, b, |_, _, a, b| match (a, b) {
                    (Val::Bits(a), Val::Bits(b)) => Ok(Val::Bits(Bits::new(1, u64::from(a.compare(pred, b))))),
                    _ => Ok(Val::Poison),
                })
            }
            InstKind::Fcmp(pred, _) => {
                let k = self
                    .float_kind(self.m.types.scalar(f.ty(f.args(i)[0])))
                    .ok_or_else(|| Stop::Unsupported("fcmp".into()))?;
                let (a, b) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?);
                self.lanes2(ty, a, b, |_, _, a, b| match (a, b) {
                    (Val::Bits(a), Val::Bits(b)) => {
                        Ok(Val::Bits(Bits::new(1, u64::from(float::compare(pred, k, a, b)))))
                    }
                    _ => Ok(Val::Poison),
                })
            }
            InstKind::Select => {
                let (c, a, b) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?, self.operand(frame, i, 2)?);
                Ok(match (c, a, b) {
                    (Val::Bits(c), a, b) => {
                        if c.is_zero() {
                            b
                        } else {
                            a
                        }
                    }
                    (Val::Agg(c), Val::Agg(a), Val::Agg(b)) => {
                        let pick = |((c, a), b): ((Val, Val), Val)| match c {
                            Val::Bits(c) => {
                                if c.is_zero() {
                                    b
                                } else {
                                    a
                                }
                            }
                            _ => Val::Poison,
                        };
                        Val::Agg(c.into_iter().zip(a).zip(b).map(pick).collect())
                    }
                    _ => Val::Poison,
                })
            }
            InstKind::Fma | InstKind::FMulAdd => {
                let k = self.float_kind(ty).ok_or_else(|| Stop::Unsupported("fma of vectors".into()))?;
                let a = bits_or_poison!(self.operand(frame, i, 0)?);
                let b = bits_or_poison!(self.operand(frame, i, 1)?);
                let c = bits_or_poison!(self.operand(frame, i, 2)?);
                Ok(Val::Bits(float::fma(k, &a, &b, &c)))
            }
            InstKind::Load(access, ext) => {
                let at = self.address(frame, i, 0)?;
                let v = self.load(at, access.ty)?;
                let Val::Bits(b) = &v else { return Ok(v) };
                let w = self.width(ty).unwrap_or(b.width);
                if w <= b.width {
                    return Ok(v);
                }
                Ok(Val::Bits(match ext {
                    Extend::Zero => b.resize(w, false),
                    Extend::Sign => b.resize(w, true),
                    Extend::Any => {
                        let high = self.junk_bits(w - b.width);
                        b.concat(&high)
                    }
                }))
            }
            InstKind::Store(access) => {
                let v = self.operand(frame, i, 0)?;
                let at = self.address(frame, i, 1)?;
                let v = match (&v, self.width(access.ty)) {
                    (Val::Bits(b), Some(w)) if b.width > w => Val::Bits(b.resize(w, false)),
                    _ => v,
                };
                self.store(at, access.ty, &v)?;
                Ok(Val::Poison)
            }
            InstKind::AtomicRmw(op, access) => self.rmw(frame, i, op, access.ty),
            InstKind::PtrAdd => {
                let p = bits_or_poison!(self.operand(frame, i, 0)?);
                let n = bits_or_poison!(self.operand(frame, i, 1)?);
                Ok(Val::Bits(p.add(&n.resize(p.width, true))))
            }
            InstKind::Gep(elem) => self.gep(frame, i, elem),
            InstKind::Alloca(t, align) => {
                let n = match self.operand(frame, i, 0) {
                    Ok(Val::Bits(b)) => b.low(),
                    _ => 1,
                };
                let size = self.dl.alloc_size(&self.m.types, t).unwrap_or(8) * n;
                let at = self.memory.allocate(size, 1 << align);
                Ok(self.pointer(at))
            }
            InstKind::FrameAddr(obj) => {
                let at = match frame.objects.get(&obj) {
                    Some(&a) => a,
                    None => {
                        let d = f.frame[obj];
                        let a = self.memory.allocate(d.size, 1 << d.align);
                        frame.objects.insert(obj, a);
                        a
                    }
                };
                Ok(self.pointer(at))
            }
            InstKind::GlobalAddr(g) => {
                let at = self.global(g)?;
                Ok(self.pointer(at))
            }
            InstKind::ExtractValue(path) => {
                let mut v = self.operand(frame, i, 0)?;
                for &k in &f.paths[path] {
                    v = match v {
                        Val::Agg(mut list) if (k as usize) < list.len() => list.swap_remove(k as usize),
                        _ => Val::Poison,
                    };
                }
                Ok(v)
            }
            InstKind::InsertValue(path) => {
                let (mut agg, x) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?);
                self.insert(&mut agg, ty, &f.paths[path], x);
                Ok(agg)
            }
            InstKind::ExtractElement => {
                let (v, n) = (self.operand(frame, i, 0)?, bits_or_poison!(self.operand(frame, i, 1)?));
                Ok(match v {
                    Val::Agg(list) => list.get(n.low() as usize).cloned().unwrap_or(Val::Poison),
                    _ => Val::Poison,
                })
            }
            InstKind::InsertElement => {
                let (mut v, x) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?);
                let n = bits_or_poison!(self.operand(frame, i, 2)?);
                self.insert(&mut v, ty, &[n.low().min(1 << 20) as u32], x);
                Ok(v)
            }
            InstKind::Shuffle(path) => {
                let (a, b) = (self.operand(frame, i, 0)?, self.operand(frame, i, 1)?);
                let TyData::Vector { lanes, .. } = self.m.types.get(f.ty(f.args(i)[0])) else { return Ok(Val::Poison) };
                let pick = |k: u32| {
                    let (v, k) = if k < *lanes { (&a, k) } else { (&b, k.wrapping_sub(*lanes)) };
                    match v {
                        Val::Agg(l) => l.get(k as usize).cloned().unwrap_or(Val::Poison),
                        _ => Val::Poison,
                    }
                };
                Ok(Val::Agg(f.paths[path].iter().map(|&k| pick(k)).collect()))
            }
            InstKind::VaStart => {
                let at = self.address(frame, i, 0)?;
                let area = frame.incoming.ok_or_else(|| Stop::Unsupported("va_start here".into()))?;
                let saved = f.incoming.save_registers.len() as u64 * u64::from(self.dl.ptr_bytes);
                let first = if saved > 0 { area - saved } else { area + u64::from(f.incoming.stack_bytes) };
                let p = self.pointer(first);
                self.store(at, Ty::PTR, &p)?;
                Ok(Val::Poison)
            }
            InstKind::Fence(..) | InstKind::Prefetch(..) => Ok(Val::Poison),
            InstKind::Trap(_) => Err(Stop::Undefined("trap".into())),
            kind => Err(Stop::Unsupported(format!("{kind:?}"))),
        }
    }
    pub(super) fn pointer(&self, at: u64) -> Val {
        Val::Bits(Bits::new(self.dl.ptr_bytes * 8, at))
    }
    /// Replaces a member of an aggregate, which is spread out first if it was poison as a whole.
    fn insert(&self, agg: &mut Val, ty: Ty, path: &[u32], x: Val) {
        let Some((&k, rest)) = path.split_first() else {
            *agg = x;
            return;
        };
        let (n, member) = match self.m.types.get(ty) {
            TyData::Array(n, t) => (*n as usize, *t),
            TyData::Vector { lanes, elem, .. } => (*lanes as usize, *elem),
            TyData::Struct { fields, .. } => (fields.len(), fields.get(k as usize).copied().unwrap_or(Ty::VOID)),
            _ => return,
        };
        if *agg == Val::Poison {
            *agg = Val::Agg(vec![Val::Poison; n]);
        }
        if let Val::Agg(list) = agg
            && let Some(m) = list.get_mut(k as usize)
        {
            self.insert(m, member, rest, x);
        }
    }

    /// Applies an operation to scalars or to each lane.
    pub(super) fn lanes1(
        &mut self,
        from: Ty,
        to: Ty,
        a: Val,
        op: impl Fn(&mut Self, Ty, Ty, &Val) -> Run<Val>,
    ) -> Run<Val> {
        if !self.m.types.is_vector(from) {
            return op(self, from, to, &a);
        }
        let (from, to) = (self.m.types.scalar(from), self.m.types.scalar(to));
        match a {
            Val::Agg(l) => l.iter().map(|a| op(self, from, to, a)).collect::<Run<_>>().map(Val::Agg),
            _ => Ok(Val::Poison),
        }
    }
    pub(super) fn lanes2(
        &mut self,
        ty: Ty,
        a: Val,
        b: Val,
        op: impl Fn(&mut Self, Ty, &Val, &Val) -> Run<Val>,
    ) -> Run<Val> {
        if !self.m.types.is_vector(ty) {
            return op(self, ty, &a, &b);
        }
        let ty = self.m.types.scalar(ty);
        match (a, b) {
            (Val::Agg(a), Val::Agg(b)) => {
                a.iter().zip(&b).map(|(a, b)| op(self, ty, a, b)).collect::<Run<_>>().map(Val::Agg)
            }
            _ => Ok(Val::Poison),
        }
    }
    pub(super) fn binary(&mut self, op: BinOp, flags: InstFlags, ty: Ty, a: &Val, b: &Val) -> Run<Val> {
        let (a, b) = match (a, b) {
            (Val::Bits(a), Val::Bits(b)) => (a, b),
            // Division by what may be zero is undefined, not poison.
            (_, Val::Poison) if matches!(op, BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem) => {
                return Err(Stop::Undefined("division by poison".into()));
            }
            _ => return Ok(Val::Poison),
        };
        if let Some(k) = self.float_kind(ty) {
            let r = float::binary(op, k, a, b);
            return r.map(Val::Bits).ok_or_else(|| Stop::Unsupported(format!("{op:?} of floats")));
        }
        match Bits::binary(op, a, b) {
            Ok(r) => Ok(if broken(op, flags, a, b, &r) { Val::Poison } else { Val::Bits(r) }),
            Err(true) => Err(Stop::Undefined(format!("{op:?}"))),
            Err(false) => Ok(Val::Poison),
        }
    }
    pub(super) fn unary(&mut self, op: UnOp, ty: Ty, a: &Val) -> Run<Val> {
        if op == UnOp::Freeze {
            return Ok(match a {
                Val::Poison => self.zero(ty),
                v => v.clone(),
            });
        }
        let a = bits_or_poison!(a);
        if let Some(k) = self.float_kind(ty) {
            let r = float::unary(op, k, a);
            return r.map(Val::Bits).ok_or_else(|| Stop::Unsupported(format!("{op:?} of floats")));
        }
        let w = a.width;
        Ok(Val::Bits(match op {
            UnOp::Ctlz => Bits::new(w, u64::from(a.leading_zeros())),
            UnOp::Cttz => Bits::new(w, u64::from(a.trailing_zeros())),
            UnOp::Ctpop => Bits::new(w, u64::from(a.ones())),
            UnOp::Bswap => {
                let mut b = a.bytes();
                b.reverse();
                Bits::from_bytes(w, &b)
            }
            UnOp::Bitreverse => {
                let mut r = Bits::zero(w);
                (0..w).filter(|&k| a.bit(k)).for_each(|k| r.set(w - 1 - k));
                r
            }
            UnOp::Abs => a.abs(),
            UnOp::SextInReg(n) => a.resize(u32::from(n), false).resize(w, true),
            _ => return Err(Stop::Unsupported(format!("{op:?} of integers"))),
        }))
    }
    pub(super) fn cast(&mut self, op: CastOp, from: Ty, to: Ty, a: &Val) -> Run<Val> {
        let a = bits_or_poison!(a);
        let w = self.width(to).ok_or_else(|| Stop::Unsupported("a conversion to an aggregate".into()))?;
        let (kf, kt) = (self.float_kind(from), self.float_kind(to));
        let ranged = |(v, ok): (Bits, bool), sat: bool| if ok || sat { Val::Bits(v) } else { Val::Poison };
        Ok(match (op, kf, kt) {
            (CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast, ..) => {
                Val::Bits(a.resize(w, false))
            }
            (CastOp::SExt, ..) => Val::Bits(a.resize(w, true)),
            (CastOp::AnyExt, ..) => {
                let high = self.junk_bits(w - a.width);
                Val::Bits(a.concat(&high))
            }
            (CastOp::FpTrunc | CastOp::FpExt, Some(x), Some(y)) => Val::Bits(float::convert(x, y, a)),
            (CastOp::FpToSi, Some(k), _) => ranged(float::to_int(k, a, w, true, Round::TowardZero), false),
            (CastOp::FpToUi, Some(k), _) => ranged(float::to_int(k, a, w, false, Round::TowardZero), false),
            (CastOp::FpToSiSat, Some(k), _) => ranged(float::to_int(k, a, w, true, Round::TowardZero), true),
            (CastOp::FpToUiSat, Some(k), _) => ranged(float::to_int(k, a, w, false, Round::TowardZero), true),
            (CastOp::FpToIntRint, Some(k), _) => ranged(float::to_int(k, a, w, true, Round::NearestTiesToEven), false),
            (CastOp::FpToIntRound, Some(k), _) => ranged(float::to_int(k, a, w, true, Round::NearestTiesToAway), false),
            (CastOp::SiToFp, _, Some(k)) => Val::Bits(float::from_int(k, a, true)),
            (CastOp::UiToFp, _, Some(k)) => Val::Bits(float::from_int(k, a, false)),
            _ => return Err(Stop::Unsupported(format!("{op:?}"))),
        })
    }
    /// The same bits as another type.
    fn bitcast(&mut self, from: Ty, to: Ty, a: &Val) -> Run<Val> {
        let whole = match a {
            Val::Bits(b) => b.clone(),
            Val::Agg(l) => {
                let w = self.width(self.m.types.scalar(from)).unwrap_or(0);
                let mut whole = Bits::zero(0);
                for v in l {
                    let b = bits_or_poison!(v);
                    debug_assert_eq!(b.width, w);
                    whole = if whole.width == 0 { b.clone() } else { whole.concat(b) };
                }
                whole
            }
            Val::Poison => return Ok(Val::Poison),
        };
        Ok(match self.m.types.get(to) {
            TyData::Vector { lanes, elem, .. } => {
                let w = self.width(*elem).unwrap_or(0);
                Val::Agg((0..*lanes).map(|k| Val::Bits(whole.slice(k * w, w))).collect())
            }
            // A 16-bit float and its register differ in width: the rest is unspecified.
            _ => match self.width(to) {
                Some(w) if w > whole.width => {
                    let high = self.junk_bits(w - whole.width);
                    Val::Bits(whole.concat(&high))
                }
                Some(w) => Val::Bits(whole.resize(w, false)),
                None => Val::Poison,
            },
        })
    }
    fn gep(&mut self, frame: &Frame<'a>, i: Inst, elem: Ty) -> Run<Val> {
        let m = self.m;
        let f = frame.f;
        let base = bits_or_poison!(self.operand(frame, i, 0)?);
        let mut at = base.low();
        let mut ty = elem;
        for n in 1..f.args(i).len() {
            let k = bits_or_poison!(self.operand(frame, i, n)?).signed();
            let size = |s: &Self, t: Ty| s.dl.alloc_size(&m.types, t).ok_or_else(|| Stop::Unsupported("gep".into()));
            if n == 1 {
                at = at.wrapping_add((k as u64).wrapping_mul(size(self, ty)?));
                continue;
            }
            match m.types.get(ty) {
                TyData::Struct { fields, .. } => {
                    let layout = self.dl.struct_layout(&m.types, ty).ok_or_else(|| Stop::Unsupported("gep".into()))?;
                    at = at.wrapping_add(layout.offsets[k as usize]);
                    ty = fields[k as usize];
                }
                TyData::Array(_, t) | TyData::Vector { elem: t, .. } => {
                    ty = *t;
                    at = at.wrapping_add((k as u64).wrapping_mul(size(self, ty)?));
                }
                _ => return Err(Stop::Unsupported("gep".into())),
            }
        }
        Ok(self.pointer(at))
    }

    /// A register's value as what is in memory, and back.
    fn rmw(&mut self, frame: &Frame<'a>, i: Inst, op: RmwOp, ty: Ty) -> Run<Val> {
        let at = self.address(frame, i, 0)?;
        let old = bits_or_poison!(self.load(at, ty)?);
        let v = bits_or_poison!(self.operand(frame, i, 1)?).resize(old.width, false);
        let w = old.width;
        let one = Bits::new(w, 1);
        let bin = |op: BinOp| Bits::binary(op, &old, &v).unwrap_or_else(|_| Bits::zero(w));
        let new = match op {
            RmwOp::Xchg => v.clone(),
            RmwOp::Add => old.add(&v),
            RmwOp::Sub => old.sub(&v),
            RmwOp::And => old.and(&v),
            RmwOp::Nand => old.and(&v).not(),
            RmwOp::Or => old.or(&v),
            RmwOp::Xor => old.xor(&v),
            RmwOp::Max => bin(BinOp::SMax),
            RmwOp::Min => bin(BinOp::SMin),
            RmwOp::UMax => bin(BinOp::UMax),
            RmwOp::UMin => bin(BinOp::UMin),
            RmwOp::USubSat => bin(BinOp::USubSat),
            RmwOp::UIncWrap => {
                if old.ult(&v) {
                    old.add(&one)
                } else {
                    Bits::zero(w)
                }
            }
            RmwOp::UDecWrap => {
                if old.is_zero() || v.ult(&old) {
                    v.clone()
                } else {
                    old.sub(&one)
                }
            }
            RmwOp::USubCond => {
                if old.ult(&v) {
                    old.clone()
                } else {
                    old.sub(&v)
                }
            }
            _ => {
                let bin = match op {
                    RmwOp::FAdd => BinOp::FAdd,
                    RmwOp::FSub => BinOp::FSub,
                    RmwOp::FMax => BinOp::FMaxNum,
                    RmwOp::FMin => BinOp::FMinNum,
                    RmwOp::FMaximum => BinOp::FMaximum,
                    _ => BinOp::FMinimum,
                };
                let k = self.float_kind(ty).ok_or_else(|| Stop::Unsupported("atomicrmw".into()))?;
                float::binary(bin, k, &old, &v).unwrap_or_else(|| Bits::zero(w))
            }
        };
        self.store(at, ty, &Val::Bits(new))?;
        let rw = frame.f.results(i).next().and_then(|r| self.width(frame.f.ty(r))).unwrap_or(w);
        Ok(Val::Bits(old.resize(rw, true)))
    }
    fn cmpxchg(&mut self, frame: &mut Frame<'a>, i: Inst, ty: Ty) -> Run<()> {
        let at = self.address(frame, i, 0)?;
        let (Val::Bits(e), Val::Bits(n)) = (self.operand(frame, i, 1)?, self.operand(frame, i, 2)?) else {
            return Err(Stop::Undefined("cmpxchg of poison".into()));
        };
        let ty = if self.width(ty).is_some() { ty } else { frame.f.ty(frame.f.args(i)[1]) };
        let Val::Bits(old) = self.load(at, ty)? else { return Err(Stop::Undefined("cmpxchg of poison".into())) };
        let w = old.width;
        let same = old == e.resize(w, false);
        if same {
            self.store(at, ty, &Val::Bits(n.resize(w, false)))?;
        }
        let ok = Val::Bits(Bits::new(1, u64::from(same)));
        let old = Val::Bits(old.resize(e.width, true));
        let results: Vec<Value> = frame.f.results(i).collect();
        match *results.as_slice() {
            [one] => frame.values[one] = Some(Val::Agg(vec![old, ok])),
            [v, s] => {
                frame.values[v] = Some(old);
                frame.values[s] = Some(ok);
            }
            _ => {}
        }
        Ok(())
    }

    /// A call: the results' values.
    fn call_inst(&mut self, frame: &mut Frame<'a>, i: Inst, id: CallId) -> Run<Vec<Val>> {
        let f = frame.f;
        let info = &f.calls[id];
        match &info.callee {
            Callee::Intrinsic(name) => self.intrinsic(frame, i, name).map(|v| vec![v]),
            Callee::Library(name) => {
                let mut args = Vec::new();
                for n in 0..info.arg_locs.len() {
                    match self.operand(frame, i, n)? {
                        Val::Bits(b) => args.push(b),
                        _ => return Err(Stop::Undefined("poison passed to a library".into())),
                    }
                }
                let widths: Vec<u32> = f.results(i).filter_map(|r| self.width(f.ty(r))).collect();
                self.library(name, &args, &widths)
            }
            Callee::Value => {
                let n = f.args(i).len() - 1 - info.bundles.iter().map(|b| b.1).sum::<usize>();
                let at = self.address(frame, i, n)?;
                let target = self.function_at(at).and_then(|g| self.functions.get(&g).copied());
                let target = target.ok_or_else(|| Stop::Unsupported("a call of an external function".into()))?;
                let mut args = Vec::new();
                for k in 0..n {
                    args.push(self.operand(frame, i, k)?);
                }
                if !self.legal {
                    return self.call(target, Passed::Values(args));
                }
                let got = self.call(target, Passed::Places(info.arg_locs.iter().copied().zip(args).collect()))?;
                let mut out = Vec::new();
                for (r, loc) in f.results(i).zip(&info.ret_locs) {
                    let hit = target.ret_locs.iter().position(|l| l == loc).and_then(|k| got.get(k).cloned());
                    out.push(match hit {
                        Some(v) => v,
                        None => self.undefined(f.ty(r)),
                    });
                }
                Ok(out)
            }
            Callee::Asm(_) => Err(Stop::Unsupported("inline assembly".into())),
        }
    }
}

/// Is a promise of an operation broken, so that its result is poison?
fn broken(op: BinOp, flags: InstFlags, a: &Bits, b: &Bits, r: &Bits) -> bool {
    let w = 2 * a.width + 2;
    let exact = |signed: bool| {
        let (a, b) = (a.resize(w, signed), b.resize(w, signed));
        match op {
            BinOp::Add => Some(a.add(&b)),
            BinOp::Sub => Some(a.sub(&b)),
            BinOp::Mul => Some(a.mul(&b)),
            BinOp::Shl => Some(a.shl(b.low() as u32)),
            _ => None,
        }
    };
    let cut = |signed: bool| exact(signed).is_some_and(|e| r.resize(w, signed) != e);
    if flags.contains(InstFlags::NUW) && cut(false) || flags.contains(InstFlags::NSW) && cut(true) {
        return true;
    }
    if flags.contains(InstFlags::DISJOINT) && op == BinOp::Or && !a.and(b).is_zero() {
        return true;
    }
    flags.contains(InstFlags::EXACT)
        && match op {
            BinOp::UDiv | BinOp::SDiv => r.mul(b) != *a,
            BinOp::LShr | BinOp::AShr => r.shl(b.low() as u32) != *a,
            _ => false,
        }
}
