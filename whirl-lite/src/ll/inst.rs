//! Instructions: the table of opcodes, arithmetic, casts, comparisons, vectors, aggregates and addresses.

use super::*;
use crate::ir::{BinOp, CastOp, ConstData, FloatPred, InstFlags, InstKind, IntPred, PathId, TyData, UnOp, ValueDef};
use exprs::cast_op;
use function::Built;
use smallvec::SmallVec;

impl InstKind {
    fn of(self, flags: InstFlags, ty: Ty) -> Parsed<Option<Built>> {
        Ok(Some(Built { kind: self, flags, ty }))
    }
    /// An instruction without promises.
    pub(super) fn plain(self, ty: Ty) -> Parsed<Option<Built>> {
        self.of(InstFlags::empty(), ty)
    }
    /// One with promises.
    pub(super) fn with(self, flags: InstFlags, ty: Ty) -> Parsed<Option<Built>> {
        self.of(flags, ty)
    }
}

impl<'a> Parser<'a> {
    /// The instruction with this opcode, which has been taken; `at` is where it stands. `None`: nothing to keep.
    pub fn opcode(&mut self, k: Kw, at: Pos) -> Parsed<Option<Built>> {
        if let Some(op) = binary_op(k) {
            return self.binary(op);
        }
        if let Some(op) = cast_op(k) {
            return self.cast(op);
        }
        match k {
            Kw::Load => self.load(),
            Kw::Store => self.store(),
            Kw::Getelementptr => self.gep(),
            Kw::Br => self.br(),
            Kw::Phi => self.phi(),
            Kw::Icmp => self.icmp(),
            Kw::Call | Kw::Tail | Kw::Musttail | Kw::Notail => self.call(k),
            Kw::Select => self.select(),
            Kw::Ret => self.ret(),
            Kw::Alloca => self.alloca(),
            Kw::Switch => self.switch(),
            Kw::Unreachable => InstKind::Unreachable.plain(Ty::VOID),
            Kw::Fcmp => self.fcmp(),
            Kw::Fneg => self.fneg(),
            Kw::Freeze => {
                let (ty, v) = self.typed_value()?;
                self.ops.push(v);
                InstKind::Unary(UnOp::Freeze).plain(ty)
            }
            Kw::Extractvalue => self.extract_value(),
            Kw::Insertvalue => self.insert_value(),
            Kw::Extractelement => self.extract_element(),
            Kw::Insertelement => self.insert_element(),
            Kw::Shufflevector => self.shuffle(),
            Kw::Fence => self.fence(),
            Kw::Cmpxchg => self.cmpxchg(),
            Kw::Atomicrmw => self.atomicrmw(),
            Kw::VaArg => self.va_arg(),
            Kw::Indirectbr => self.indirectbr(),
            Kw::Invoke => self.invoke(),
            Kw::Callbr => self.callbr(),
            Kw::Landingpad => self.landingpad(),
            Kw::Resume => self.resume(),
            Kw::Catchswitch => self.catchswitch(),
            Kw::Catchpad | Kw::Cleanuppad => self.pad(k),
            Kw::Catchret => self.catchret(),
            Kw::Cleanupret => self.cleanupret(),
            _ => self.fail(at, "expected instruction opcode"),
        }
    }

    /// Promises of any kind.
    #[inline]
    pub fn flags(&mut self) -> InstFlags {
        let mut flags = InstFlags::empty();
        while let Tok::Kw(k) = self.lx.tok {
            let Some(f) = inst_flag(k) else { break };
            flags |= f;
            self.lx.next();
        }
        flags
    }
    fn binary(&mut self, op: BinOp) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pos = self.pos();
        let (ty, a) = self.typed_value()?;
        self.comma()?;
        let b = self.value(ty)?;
        let scalar = self.m.types.scalar(ty);
        let ok = match op.is_float() {
            true => self.m.types.is_float(scalar),
            false => self.m.types.int_bits(scalar).is_some(),
        };
        if !ok {
            return self.fail(pos, "invalid operand type for instruction");
        }
        self.ops.extend([a, b]);
        InstKind::Binary(op).with(flags, ty)
    }
    fn fneg(&mut self) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pos = self.pos();
        let (ty, a) = self.typed_value()?;
        if !self.m.types.is_float(self.m.types.scalar(ty)) {
            return self.fail(pos, "invalid operand type for instruction");
        }
        self.ops.push(a);
        InstKind::Unary(UnOp::FNeg).with(flags, ty)
    }
    fn cast(&mut self, op: CastOp) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pos = self.pos();
        let (from, v) = self.typed_value()?;
        self.expect_kw(Kw::To)?;
        let to = self.ty()?;
        self.check_cast(pos, op, from, to)?;
        self.ops.push(v);
        InstKind::Cast(op).with(flags, to)
    }
    /// Flags of a cast expression, which say nothing there.
    pub fn cast_flags(&mut self) {
        self.flags();
    }
    /// May this cast convert between these types?
    pub fn check_cast(&self, pos: Pos, op: CastOp, from: Ty, to: Ty) -> Parsed<()> {
        if self.m.types.cast_ok(op, from, to) {
            return Ok(());
        }
        self.fail(pos, format!("invalid cast opcode for cast from '{}' to '{}'", self.show(from), self.show(to)))
    }
    /// The type of a comparison of values of a type.
    pub fn bool_like(&mut self, ty: Ty) -> Ty {
        match *self.m.types.get(ty) {
            TyData::Vector { lanes, scalable, .. } => {
                self.m.types.intern(TyData::Vector { lanes, elem: Ty::I1, scalable })
            }
            _ => Ty::I1,
        }
    }
    pub fn int_pred(&mut self) -> Parsed<IntPred> {
        use IntPred::*;
        let p = match self.lx.tok {
            Tok::Kw(Kw::Eq) => Eq,
            Tok::Kw(Kw::Ne) => Ne,
            Tok::Kw(Kw::Ugt) => Ugt,
            Tok::Kw(Kw::Uge) => Uge,
            Tok::Kw(Kw::Ult) => Ult,
            Tok::Kw(Kw::Ule) => Ule,
            Tok::Kw(Kw::Sgt) => Sgt,
            Tok::Kw(Kw::Sge) => Sge,
            Tok::Kw(Kw::Slt) => Slt,
            Tok::Kw(Kw::Sle) => Sle,
            _ => return self.expected("expected icmp predicate (e.g. 'eq')"),
        };
        self.lx.next();
        Ok(p)
    }
    pub fn float_pred(&mut self) -> Parsed<FloatPred> {
        use FloatPred::*;
        let p = match self.lx.tok {
            Tok::Kw(Kw::False) => False,
            Tok::Kw(Kw::Oeq) => Oeq,
            Tok::Kw(Kw::Ogt) => Ogt,
            Tok::Kw(Kw::Oge) => Oge,
            Tok::Kw(Kw::Olt) => Olt,
            Tok::Kw(Kw::Ole) => Ole,
            Tok::Kw(Kw::One) => One,
            Tok::Kw(Kw::Ord) => Ord,
            Tok::Kw(Kw::Ueq) => Ueq,
            Tok::Kw(Kw::Ugt) => Ugt,
            Tok::Kw(Kw::Uge) => Uge,
            Tok::Kw(Kw::Ult) => Ult,
            Tok::Kw(Kw::Ule) => Ule,
            Tok::Kw(Kw::Une) => Une,
            Tok::Kw(Kw::Uno) => Uno,
            Tok::Kw(Kw::True) => True,
            _ => return self.expected("expected fcmp predicate (e.g. 'oeq')"),
        };
        self.lx.next();
        Ok(p)
    }
    fn icmp(&mut self) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pred = self.int_pred()?;
        let pos = self.pos();
        let (ty, a) = self.typed_value()?;
        self.comma()?;
        let b = self.value(ty)?;
        let scalar = self.m.types.scalar(ty);
        if self.m.types.int_bits(scalar).is_none() && !self.m.types.is_ptr(scalar) {
            return self.fail(pos, "icmp requires integer operands");
        }
        self.ops.extend([a, b]);
        let ty = self.bool_like(ty);
        InstKind::Icmp(pred).with(flags, ty)
    }
    fn fcmp(&mut self) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pred = self.float_pred()?;
        let pos = self.pos();
        let (ty, a) = self.typed_value()?;
        self.comma()?;
        let b = self.value(ty)?;
        if !self.m.types.is_float(self.m.types.scalar(ty)) {
            return self.fail(pos, "fcmp requires floating point operands");
        }
        self.ops.extend([a, b]);
        let ty = self.bool_like(ty);
        InstKind::Fcmp(pred, false).with(flags, ty)
    }
    fn select(&mut self) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pos = self.pos();
        let (tc, c) = self.typed_value()?;
        self.comma()?;
        let (ta, a) = self.typed_value()?;
        self.comma()?;
        let at = self.pos();
        let (tb, b) = self.typed_value()?;
        if ta != tb {
            return self.fail(at, "select values must have same type");
        }
        let vector_ok = match (self.m.types.get(tc), self.m.types.get(ta)) {
            (TyData::Vector { lanes, elem: Ty::I1, scalable }, TyData::Vector { lanes: l, scalable: s, .. }) => {
                lanes == l && scalable == s
            }
            _ => false,
        };
        if tc != Ty::I1 && !vector_ok {
            return self.fail(pos, "select condition must be i1 or <n x i1>");
        }
        if ta == Ty::TOKEN {
            return self.fail(pos, "select values cannot have token type");
        }
        self.ops.extend([c, a, b]);
        InstKind::Select.with(flags, ta)
    }

    /// Takes a comma if an operand follows it. If an attachment follows, the comma is noted as taken.
    pub fn more(&mut self) -> bool {
        if !self.eat(Tok::Comma) {
            return false;
        }
        self.comma_taken = self.lx.tok == Tok::MdName;
        !self.comma_taken
    }

    fn gep(&mut self) -> Parsed<Option<Built>> {
        let flags = self.flags();
        let pos = self.pos();
        let elem = self.ty()?;
        self.comma()?;
        let (base_ty, base) = self.typed_value()?;
        self.ops.push(base);
        let mut indices: SmallVec<[(Ty, Option<u64>); 8]> = SmallVec::new();
        while self.more() {
            let (t, v) = self.typed_value()?;
            let known = match self.f.values[v].def {
                ValueDef::Const(c) => self.const_int(c),
                _ => None,
            };
            indices.push((t, known));
            self.ops.push(v);
        }
        let ty = self.check_gep(pos, elem, base_ty, &indices)?;
        InstKind::Gep(elem).with(flags, ty)
    }
    /// Checks a `getelementptr` and finds its type: a pointer, or a vector of them if any operand is a vector.
    pub fn check_gep(&mut self, pos: Pos, elem: Ty, base: Ty, indices: &[(Ty, Option<u64>)]) -> Parsed<Ty> {
        let types = &self.m.types;
        let ptr = types.scalar(base);
        if !types.is_ptr(ptr) {
            return self.fail(pos, "base of getelementptr must be a pointer");
        }
        if !indices.is_empty() && !self.is_sized(elem) {
            return self.fail(pos, "base element of getelementptr must be sized");
        }
        let mut shape = None;
        for &t in std::iter::once(&base).chain(indices.iter().map(|(t, _)| t)) {
            if let TyData::Vector { lanes, scalable, .. } = types.get(t) {
                if shape.is_some_and(|s| s != (*lanes, *scalable)) {
                    return self.fail(pos, "getelementptr vector index has a wrong number of elements");
                }
                shape = Some((*lanes, *scalable));
            }
        }
        let mut at = elem;
        for (n, &(t, known)) in indices.iter().enumerate() {
            if types.int_bits(types.scalar(t)).is_none() {
                return self.fail(pos, "getelementptr index must be an integer");
            }
            if n == 0 {
                continue;
            }
            at = match (types.get(at), known) {
                (TyData::Array(_, e) | TyData::Vector { elem: e, .. }, _) => *e,
                (TyData::Struct { fields, .. }, Some(i)) if types.scalar(t) == Ty::I32 => {
                    match fields.get(usize::try_from(i).unwrap_or(usize::MAX)) {
                        Some(f) => *f,
                        None => return self.fail(pos, "invalid getelementptr indices"),
                    }
                }
                _ => return self.fail(pos, "invalid getelementptr indices"),
            };
        }
        Ok(match shape {
            Some((lanes, scalable)) => self.m.types.intern(TyData::Vector { lanes, elem: ptr, scalable }),
            None => ptr,
        })
    }

    /// The function's list with these indices.
    fn path(&mut self, list: Vec<u32>) -> PathId {
        if let Some(&p) = self.locals.paths.get(&list) {
            return p;
        }
        let p = self.f.paths.push(list.clone());
        self.locals.paths.insert(list, p);
        p
    }
    /// `, 0, 1`, and the type that the path leads to.
    fn indices(&mut self, pos: Pos, agg: Ty, what: &str) -> Parsed<(PathId, Ty)> {
        let (mut list, mut at) = (Vec::new(), agg);
        while self.more() {
            let n = self.uint32()?;
            at = match self.m.types.get(at) {
                TyData::Array(len, e) if u64::from(n) < *len => *e,
                TyData::Struct { fields, .. } if (n as usize) < fields.len() => fields[n as usize],
                _ => return self.fail(pos, format!("invalid indices for {what}")),
            };
            list.push(n);
        }
        if list.is_empty() {
            return self.expected("expected ',' as start of index list");
        }
        Ok((self.path(list), at))
    }
    fn extract_value(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let (agg, v) = self.typed_value()?;
        if !self.m.types.is_aggregate(agg) {
            return self.fail(pos, "extractvalue operand must be aggregate type");
        }
        self.ops.push(v);
        let (path, ty) = self.indices(pos, agg, "extractvalue")?;
        InstKind::ExtractValue(path).plain(ty)
    }
    fn insert_value(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let (agg, v) = self.typed_value()?;
        if !self.m.types.is_aggregate(agg) {
            return self.fail(pos, "insertvalue operand must be aggregate type");
        }
        self.comma()?;
        let at = self.pos();
        let (tx, x) = self.typed_value()?;
        self.ops.extend([v, x]);
        let (path, ty) = self.indices(pos, agg, "insertvalue")?;
        if ty != tx {
            let (ty, tx) = (self.show(ty), self.show(tx));
            return self.fail(at, format!("insertvalue operand and field disagree in type: '{tx}' instead of '{ty}'"));
        }
        InstKind::InsertValue(path).plain(agg)
    }

    fn extract_element(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let (tv, v) = self.typed_value()?;
        self.comma()?;
        let (ti, i) = self.typed_value()?;
        let TyData::Vector { elem, .. } = *self.m.types.get(tv) else {
            return self.fail(pos, "invalid extractelement operands");
        };
        if self.m.types.int_bits(ti).is_none() {
            return self.fail(pos, "invalid extractelement operands");
        }
        self.ops.extend([v, i]);
        InstKind::ExtractElement.plain(elem)
    }
    fn insert_element(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let (tv, v) = self.typed_value()?;
        self.comma()?;
        let (tx, x) = self.typed_value()?;
        self.comma()?;
        let (ti, i) = self.typed_value()?;
        let ok = matches!(self.m.types.get(tv), TyData::Vector { elem, .. } if *elem == tx);
        if !ok || self.m.types.int_bits(ti).is_none() {
            return self.fail(pos, "invalid insertelement operands");
        }
        self.ops.extend([v, x, i]);
        InstKind::InsertElement.plain(tv)
    }
    fn shuffle(&mut self) -> Parsed<Option<Built>> {
        let pos = self.pos();
        let (ta, a) = self.typed_value()?;
        self.comma()?;
        let (tb, b) = self.typed_value()?;
        self.comma()?;
        let at = self.pos();
        let tm = self.ty()?;
        let mask = self.constant(tm)?;
        let (TyData::Vector { elem, lanes: from, .. }, TyData::Vector { elem: Ty::I32, lanes, scalable }) =
            (self.m.types.get(ta).clone(), self.m.types.get(tm).clone())
        else {
            return self.fail(pos, "invalid shufflevector operands");
        };
        if ta != tb || lanes > 1 << 20 {
            return self.fail(pos, "invalid shufflevector operands");
        }
        let Some(list) = self.shuffle_mask(mask, lanes as usize, u64::from(from) * 2) else {
            return self.fail(at, "invalid shufflevector mask");
        };
        self.ops.extend([a, b]);
        let path = self.path(list);
        let ty = self.m.types.intern(TyData::Vector { lanes, elem, scalable });
        InstKind::Shuffle(path).plain(ty)
    }
    /// The lanes that a mask constant names; `u32::MAX` for undefined ones.
    fn shuffle_mask(&self, mask: crate::ir::Const, lanes: usize, limit: u64) -> Option<Vec<u32>> {
        let pool = &self.f.consts;
        let lane = |c: crate::ir::Const| match pool.get(c) {
            ConstData::Int(n) if *n < limit => Some(*n as u32),
            ConstData::Undef | ConstData::Poison => Some(u32::MAX),
            _ => None,
        };
        match pool.get(mask) {
            ConstData::Aggregate(list) => list.iter().map(|&c| lane(c)).collect(),
            ConstData::Zero => Some(vec![0; lanes]),
            ConstData::Undef | ConstData::Poison => Some(vec![u32::MAX; lanes]),
            ConstData::Splat(c) => Some(vec![lane(*c)?; lanes]),
            _ => None,
        }
    }
    fn va_arg(&mut self) -> Parsed<Option<Built>> {
        let (_, list) = self.typed_value()?;
        self.comma()?;
        let pos = self.pos();
        let ty = self.ty()?;
        if !self.is_first_class(ty) {
            return self.fail(pos, "va_arg requires operand with first class type");
        }
        self.ops.push(list);
        InstKind::VaArg.plain(ty)
    }
}

/// The binary operator that a keyword names.
pub(super) fn binary_op(k: Kw) -> Option<BinOp> {
    Some(match k {
        Kw::Add => BinOp::Add,
        Kw::Sub => BinOp::Sub,
        Kw::Mul => BinOp::Mul,
        Kw::Udiv => BinOp::UDiv,
        Kw::Sdiv => BinOp::SDiv,
        Kw::Urem => BinOp::URem,
        Kw::Srem => BinOp::SRem,
        Kw::Shl => BinOp::Shl,
        Kw::Lshr => BinOp::LShr,
        Kw::Ashr => BinOp::AShr,
        Kw::And => BinOp::And,
        Kw::Or => BinOp::Or,
        Kw::Xor => BinOp::Xor,
        Kw::Fadd => BinOp::FAdd,
        Kw::Fsub => BinOp::FSub,
        Kw::Fmul => BinOp::FMul,
        Kw::Fdiv => BinOp::FDiv,
        Kw::Frem => BinOp::FRem,
        _ => return None,
    })
}
/// The promise that a keyword names.
fn inst_flag(k: Kw) -> Option<InstFlags> {
    use InstFlags as F;
    Some(match k {
        Kw::Nuw => F::NUW,
        Kw::Nsw => F::NSW,
        Kw::Exact => F::EXACT,
        Kw::Disjoint => F::DISJOINT,
        Kw::Nneg => F::NNEG,
        Kw::Inbounds => F::INBOUNDS,
        Kw::Nusw => F::NUSW,
        Kw::Samesign => F::SAMESIGN,
        Kw::Nnan => F::NNAN,
        Kw::Ninf => F::NINF,
        Kw::Nsz => F::NSZ,
        Kw::Arcp => F::ARCP,
        Kw::Contract => F::CONTRACT,
        Kw::Afn => F::AFN,
        Kw::Reassoc => F::REASSOC,
        Kw::Fast => FAST,
        _ => return None,
    })
}
/// `fast`: all promises of floating-point operations.
pub(crate) const FAST: InstFlags = InstFlags::NNAN
    .union(InstFlags::NINF)
    .union(InstFlags::NSZ)
    .union(InstFlags::ARCP)
    .union(InstFlags::CONTRACT)
    .union(InstFlags::AFN)
    .union(InstFlags::REASSOC);
