//! Instructions that touch memory.

use super::*;
use crate::ir::{Access, AliasClass, Extend, InstKind, Ordering, RmwOp, TyData};
use function::Built;
use smallvec::SmallVec;

impl Parser<'_> {
    /// log2 of a type's ABI alignment, from the data layout.
    fn abi_align(&mut self, pos: Pos, ty: Ty) -> Parsed<u8> {
        if self.layout.is_none() {
            let text = match &self.m.data_layout {
                Some(t) => Cow::Borrowed(t.as_str()),
                None => Cow::Owned((self.default_layout)(self.m.triple.as_deref())),
            };
            let layout = crate::layout::DataLayout::parse(&text).map_err(Box::new)?;
            self.layout = Some(layout);
        }
        self.type_align(pos, ty)
    }
    /// The same, once there is a layout. Structures are remembered, for they may hold one another many times over; one
    /// that is not defined yet, or holds itself, has no alignment.
    fn type_align(&mut self, pos: Pos, ty: Ty) -> Parsed<u8> {
        if let Some(&a) = self.aligns.get(&ty) {
            return Ok(a);
        }
        self.enter()?;
        let align = match self.m.types.get(ty) {
            &TyData::Array(_, e) => self.type_align(pos, e)?,
            TyData::Struct { fields, packed: false } => {
                let fields: SmallVec<[Ty; 16]> = SmallVec::from_slice(fields);
                let mut align = self.layout.as_ref().map_or(0, |l| l.aggregate.trailing_zeros() as u8);
                for f in fields {
                    align = align.max(self.type_align(pos, f)?);
                }
                align
            }
            // Scalable vectors: the alignment of their smallest form.
            &TyData::Vector { lanes, elem, scalable: true } => {
                let one = self.type_align(pos, elem)?;
                (one + lanes.min(1 << 16).next_power_of_two().trailing_zeros() as u8).min(4)
            }
            _ => match self.layout_align(ty) {
                Some(a) => a,
                None => return self.fail(pos, "the type's alignment is not known here: name one"),
            },
        };
        self.leave();
        self.aligns.insert(ty, align);
        Ok(align)
    }
    fn layout_align(&self, ty: Ty) -> Option<u8> {
        let bytes = self.layout.as_ref()?.align(&self.m.types, ty)?;
        Some(bytes.trailing_zeros() as u8)
    }
    /// `, align n` and what else may follow: `None` without an alignment. Stops at attachments.
    fn optional_align(&mut self) -> Parsed<Option<u8>> {
        let mut align = None;
        while self.more() {
            match self.lx.tok {
                Tok::Kw(Kw::Align) => align = Some(self.alignment()?.trailing_zeros() as u8),
                _ => return self.expected("expected metadata or 'align'"),
            }
        }
        Ok(align)
    }
    /// `syncscope("...")`: is it a single thread's?
    fn scope(&mut self) -> Parsed<bool> {
        if !self.eat_kw(Kw::Syncscope) {
            return Ok(false);
        }
        self.open()?;
        let s = self.string_bytes()?;
        self.close()?;
        // Scopes of other targets are wider than a thread: the whole system is a safe reading of them.
        Ok(s.as_ref() == b"singlethread")
    }
    fn ordering(&mut self) -> Parsed<Ordering> {
        let o = match self.lx.tok {
            Tok::Kw(Kw::Unordered) => Ordering::Unordered,
            Tok::Kw(Kw::Monotonic) => Ordering::Monotonic,
            Tok::Kw(Kw::Acquire) => Ordering::Acquire,
            Tok::Kw(Kw::Release) => Ordering::Release,
            Tok::Kw(Kw::AcqRel) => Ordering::AcqRel,
            Tok::Kw(Kw::SeqCst) => Ordering::SeqCst,
            _ => return self.expected("expected ordering on atomic instruction"),
        };
        self.lx.next();
        Ok(o)
    }
    /// What follows the operands of a load or store.
    fn access(&mut self, pos: Pos, ty: Ty, atomic: bool, volatile: bool) -> Parsed<Access> {
        let (mut single_thread, mut ordering) = (false, Ordering::NotAtomic);
        if atomic {
            single_thread = self.scope()?;
            ordering = self.ordering()?;
        }
        let align = match self.optional_align()? {
            Some(a) => a,
            None if atomic => return self.fail(pos, "atomic load or store must have explicit non-zero alignment"),
            None => self.abi_align(pos, ty)?,
        };
        Ok(Access { ty, align, volatile, ordering, single_thread, space: 0, alias: AliasClass(0) })
    }
    /// A pointer operand with its type.
    fn pointer(&mut self) -> Parsed<(Ty, Value)> {
        let pos = self.pos();
        let (ty, v) = self.typed_value()?;
        if !self.m.types.is_ptr(ty) {
            return self.fail(pos, "operand must be a pointer");
        }
        Ok((ty, v))
    }

    pub fn load(&mut self) -> Parsed<Option<Built>> {
        let atomic = self.eat_kw(Kw::Atomic);
        let volatile = self.eat_kw(Kw::Volatile);
        let pos = self.pos();
        let ty = self.ty()?;
        if self.lx.tok != Tok::Comma {
            return self.expected("expected comma after load's type");
        }
        self.comma()?;
        let (_, p) = self.pointer()?;
        self.check_memory_type(pos, ty)?;
        self.ops.push(p);
        let access = self.access(pos, ty, atomic, volatile)?;
        if matches!(access.ordering, Ordering::Release | Ordering::AcqRel) {
            return self.fail(pos, "atomic load cannot use Release ordering");
        }
        InstKind::Load(access, Extend::Any).plain(ty)
    }
    pub fn store(&mut self) -> Parsed<Option<Built>> {
        let atomic = self.eat_kw(Kw::Atomic);
        let volatile = self.eat_kw(Kw::Volatile);
        let pos = self.pos();
        let (ty, v) = self.typed_value()?;
        self.comma()?;
        let (_, p) = self.pointer()?;
        self.check_memory_type(pos, ty)?;
        self.ops.extend([v, p]);
        let access = self.access(pos, ty, atomic, volatile)?;
        if matches!(access.ordering, Ordering::Acquire | Ordering::AcqRel) {
            return self.fail(pos, "atomic store cannot use Acquire ordering");
        }
        InstKind::Store(access).plain(Ty::VOID)
    }
    fn check_memory_type(&self, pos: Pos, ty: Ty) -> Parsed<()> {
        match self.is_first_class(ty) && self.is_sized(ty) {
            true => Ok(()),
            false => self.fail(pos, "loading or storing unsized types is not allowed"),
        }
    }
    /// `alloca type, count, align n, addrspace(n)`.
    pub fn alloca(&mut self) -> Parsed<Option<Built>> {
        self.eat_kw(Kw::Inalloca);
        self.eat_kw(Kw::Swifterror);
        let pos = self.pos();
        let ty = self.ty()?;
        let (mut count, mut align, mut space) = (None, None, 0);
        while self.more() {
            match self.lx.tok {
                Tok::Kw(Kw::Align) => align = Some(self.alignment()?.trailing_zeros() as u8),
                Tok::Kw(Kw::Addrspace) => space = self.optional_addrspace()?,
                _ if count.is_none() => {
                    let at = self.pos();
                    let (t, v) = self.typed_value()?;
                    if self.m.types.int_bits(t).is_none() {
                        return self.fail(at, "element count must have integer type");
                    }
                    count = Some(v);
                }
                _ => return self.expected("expected metadata or 'align'"),
            }
        }
        if !self.is_sized(ty) {
            return self.fail(pos, "cannot allocate unsized type");
        }
        let count = count.unwrap_or_else(|| self.f.int_const(Ty::I32, 1));
        self.ops.push(count);
        let align = match align {
            Some(a) => a,
            None => self.abi_align(pos, ty)?,
        };
        let ptr = self.ptr(space);
        InstKind::Alloca(ty, align).plain(ptr)
    }
    pub fn fence(&mut self) -> Parsed<Option<Built>> {
        let single = self.scope()?;
        let pos = self.pos();
        let ordering = self.ordering()?;
        if ordering <= Ordering::Monotonic {
            return self.fail(pos, "fence cannot be unordered or monotonic");
        }
        InstKind::Fence(ordering, single).plain(Ty::VOID)
    }
    pub fn cmpxchg(&mut self) -> Parsed<Option<Built>> {
        let weak = self.eat_kw(Kw::Weak);
        let volatile = self.eat_kw(Kw::Volatile);
        let (_, p) = self.pointer()?;
        self.comma()?;
        let pos = self.pos();
        let (ty, expected) = self.typed_value()?;
        self.comma()?;
        let at = self.pos();
        let (tn, new) = self.typed_value()?;
        if tn != ty {
            return self.fail(at, "compare value and new value type do not match");
        }
        if self.m.types.int_bits(ty).is_none() && !self.m.types.is_ptr(ty) {
            return self.fail(pos, "cmpxchg operand must be an integer or a pointer");
        }
        let single_thread = self.scope()?;
        let ordering = self.ordering()?;
        let at = self.pos();
        let failure = self.ordering()?;
        if ordering < Ordering::Monotonic || failure < Ordering::Monotonic {
            return self.fail(at, "cmpxchg cannot be unordered");
        }
        if matches!(failure, Ordering::Release | Ordering::AcqRel) {
            return self.fail(at, "invalid cmpxchg failure ordering");
        }
        let align = self.atomic_align(pos, ty)?;
        self.ops.extend([p, expected, new]);
        let access = Access { ty, align, volatile, ordering, single_thread, space: 0, alias: AliasClass(0) };
        let result = self.m.types.intern(TyData::Struct { fields: vec![ty, Ty::I1], packed: false });
        InstKind::CmpXchg { access, failure, weak }.plain(result)
    }
    /// An atomic operation's alignment: its size, if none is named.
    fn atomic_align(&mut self, pos: Pos, ty: Ty) -> Parsed<u8> {
        if let Some(a) = self.optional_align()? {
            return Ok(a);
        }
        match self.m.types.int_bits(ty) {
            Some(bits) => Ok(bits.div_ceil(8).next_power_of_two().trailing_zeros() as u8),
            None => self.abi_align(pos, ty),
        }
    }
    pub fn atomicrmw(&mut self) -> Parsed<Option<Built>> {
        let volatile = self.eat_kw(Kw::Volatile);
        let op = match self.lx.tok {
            Tok::Kw(k) => rmw_op(k),
            _ => None,
        };
        let Some(op) = op else { return self.expected("expected binary operation in atomicrmw") };
        self.lx.next();
        let (_, p) = self.pointer()?;
        self.comma()?;
        let pos = self.pos();
        let (ty, v) = self.typed_value()?;
        use RmwOp::*;
        let scalar = self.m.types.scalar(ty);
        let float = self.m.types.is_float(scalar);
        let ok = match op {
            Xchg => self.m.types.int_bits(ty).is_some() || float || self.m.types.is_ptr(ty),
            FAdd | FSub | FMax | FMin | FMaximum | FMinimum => float,
            _ => self.m.types.int_bits(ty).is_some(),
        };
        if !ok {
            return self.fail(pos, "atomicrmw operand has a type that the operation does not take");
        }
        let single_thread = self.scope()?;
        let at = self.pos();
        let ordering = self.ordering()?;
        if ordering < Ordering::Monotonic {
            return self.fail(at, "atomicrmw cannot be unordered");
        }
        let align = self.atomic_align(pos, ty)?;
        self.ops.extend([p, v]);
        let access = Access { ty, align, volatile, ordering, single_thread, space: 0, alias: AliasClass(0) };
        InstKind::AtomicRmw(op, access).plain(ty)
    }
}

fn rmw_op(k: Kw) -> Option<RmwOp> {
    Some(match k {
        Kw::Xchg => RmwOp::Xchg,
        Kw::Add => RmwOp::Add,
        Kw::Sub => RmwOp::Sub,
        Kw::And => RmwOp::And,
        Kw::Nand => RmwOp::Nand,
        Kw::Or => RmwOp::Or,
        Kw::Xor => RmwOp::Xor,
        Kw::Max => RmwOp::Max,
        Kw::Min => RmwOp::Min,
        Kw::Umax => RmwOp::UMax,
        Kw::Umin => RmwOp::UMin,
        Kw::Fadd => RmwOp::FAdd,
        Kw::Fsub => RmwOp::FSub,
        Kw::Fmax => RmwOp::FMax,
        Kw::Fmin => RmwOp::FMin,
        Kw::Fmaximum => RmwOp::FMaximum,
        Kw::Fminimum => RmwOp::FMinimum,
        Kw::UincWrap => RmwOp::UIncWrap,
        Kw::UdecWrap => RmwOp::UDecWrap,
        Kw::UsubCond => RmwOp::USubCond,
        Kw::UsubSat => RmwOp::USubSat,
        _ => return None,
    })
}
