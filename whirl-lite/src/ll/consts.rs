//! Constants other than expressions.

use super::*;
use crate::ir::{Const, ConstData, ConstExpr, TyData};
use smallvec::SmallVec;

/// Members of an aggregate as they are read.
type Members = SmallVec<[Const; 16]>;

impl Parser<'_> {
    /// A constant with this description, in the pool of the place.
    pub fn intern(&mut self, ty: Ty, d: ConstData) -> Const {
        self.pool().intern(ty, d)
    }
    /// A type and a constant of it.
    pub fn typed_constant(&mut self) -> Parsed<(Ty, Const)> {
        let ty = self.ty()?;
        Ok((ty, self.constant(ty)?))
    }

    /// A constant of a type.
    pub fn constant(&mut self, ty: Ty) -> Parsed<Const> {
        let pos = self.pos();
        let data = match self.lx.tok {
            Tok::Int => {
                let Some(width) = self.m.types.int_bits(ty) else {
                    return self.fail(pos, "integer constant must have integer type");
                };
                let d = self.int_data(width)?;
                self.lx.next();
                d
            }
            Tok::Float => self.float(ty)?,
            Tok::GlobalName | Tok::GlobalId => {
                let g = self.global_ref();
                self.lx.next();
                self.check_global_type(pos, g, ty)?;
                ConstData::Global(g)
            }
            Tok::LSquare | Tok::LBrace | Tok::Less => return self.aggregate(ty),
            Tok::Kw(k) => return self.keyword_constant(k, ty, pos),
            Tok::LocalName | Tok::LocalId => return self.fail(pos, "invalid use of function-local name"),
            Tok::Exclaim | Tok::MdId | Tok::MdName => return self.fail(pos, "invalid use of metadata as a constant"),
            _ => return self.expected("expected value token"),
        };
        Ok(self.intern(ty, data))
    }

    fn float(&mut self, ty: Ty) -> Parsed<ConstData> {
        if !self.m.types.is_float(ty) {
            return self.fail(self.pos(), "floating point constant invalid for type");
        }
        match floats::float_data(self.lx.text(), ty) {
            Some(d) => {
                self.lx.next();
                Ok(d)
            }
            None => self.fail(self.pos(), "floating point constant invalid for type"),
        }
    }

    /// A constant that starts with a keyword.
    fn keyword_constant(&mut self, k: Kw, ty: Ty, pos: Pos) -> Parsed<Const> {
        let data = match k {
            Kw::True | Kw::False => {
                if ty != Ty::I1 {
                    return self.mismatch(pos, "i1", ty);
                }
                ConstData::Int(u64::from(k == Kw::True))
            }
            Kw::Null => {
                if !self.m.types.is_ptr(ty) {
                    return self.fail(pos, "null must be a pointer type");
                }
                ConstData::Null
            }
            Kw::Undef | Kw::Poison => {
                let what = k.text();
                if !self.is_first_class(ty) || matches!(ty, Ty::LABEL | Ty::METADATA) {
                    return self.fail(pos, format!("invalid type for {what} constant"));
                }
                if k == Kw::Undef { ConstData::Undef } else { ConstData::Poison }
            }
            Kw::Zeroinitializer => {
                if !self.is_first_class(ty) || matches!(ty, Ty::LABEL | Ty::METADATA | Ty::TOKEN) {
                    return self.fail(pos, "invalid type for null constant");
                }
                self.zero_of(ty)
            }
            Kw::None => {
                if ty != Ty::TOKEN {
                    return self.fail(pos, "invalid type for none constant");
                }
                ConstData::TokenNone
            }
            Kw::C => return self.bytes(ty),
            Kw::Blockaddress => return self.block_address(ty),
            Kw::DsoLocalEquivalent | Kw::NoCfi => {
                self.lx.next();
                if !matches!(self.lx.tok, Tok::GlobalName | Tok::GlobalId) {
                    return self.expected("expected global value name here");
                }
                let at = self.pos();
                let g = self.global_ref();
                self.check_global_type(at, g, ty)?;
                ConstData::FunctionAddress(g)
            }
            Kw::Ptrauth => return self.ptrauth(ty),
            Kw::Splat => return self.splat(ty),
            Kw::Asm => return self.fail(pos, "invalid type for inline asm constraint string"),
            _ => return self.const_expr(k, ty),
        };
        self.lx.next();
        Ok(self.intern(ty, data))
    }
    /// What `zeroinitializer` means for a type; scalars have their own zero.
    fn zero_of(&self, ty: Ty) -> ConstData {
        match self.m.types.get(ty) {
            TyData::Int(0..=64) => ConstData::Int(0),
            TyData::Int(n) => ConstData::BigInt(vec![0; n.div_ceil(64) as usize].into_boxed_slice()),
            TyData::Ptr(_) => ConstData::Null,
            TyData::Half | TyData::BFloat | TyData::Float | TyData::Double => ConstData::Float(0),
            TyData::Fp128 | TyData::X86Fp80 | TyData::PpcFp128 => ConstData::BigFloat(0),
            _ => ConstData::Zero,
        }
    }
    pub fn mismatch<T>(&self, pos: Pos, got: &str, want: Ty) -> Parsed<T> {
        self.fail(
            pos,
            format!("constant expression type mismatch: got type '{got}' but expected '{}'", self.show(want)),
        )
    }

    /// `c"..."`.
    fn bytes(&mut self, ty: Ty) -> Parsed<Const> {
        let pos = self.pos();
        self.lx.next();
        let s = self.string_bytes()?;
        match self.m.types.get(ty) {
            TyData::Array(n, Ty::I8) if *n == s.len() as u64 => {}
            _ => return self.mismatch(pos, &format!("[{} x i8]", s.len()), ty),
        }
        Ok(self.intern(ty, ConstData::Bytes(s.into_owned().into_boxed_slice())))
    }
    /// `splat (t x)`.
    fn splat(&mut self, ty: Ty) -> Parsed<Const> {
        let pos = self.pos();
        self.lx.next();
        self.open()?;
        self.enter()?;
        let (elem, c) = self.typed_constant()?;
        self.leave();
        self.close()?;
        match self.m.types.get(ty) {
            TyData::Vector { elem: e, .. } if *e == elem => {}
            TyData::Vector { .. } => return self.mismatch(pos, &format!("splat of {}", self.show(elem)), ty),
            _ => return self.fail(pos, "invalid type for splat constant"),
        }
        Ok(self.intern(ty, ConstData::Splat(c)))
    }
    /// `ptrauth (ptr p, i32 key, ...)`: the pointer's signature is made when loading, which no target of ours does.
    fn ptrauth(&mut self, ty: Ty) -> Parsed<Const> {
        self.lx.next();
        self.open()?;
        self.enter()?;
        let mut args = Members::new();
        loop {
            args.push(self.typed_constant()?.1);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.leave();
        self.close()?;
        let args = args.into_vec().into_boxed_slice();
        Ok(self.intern(ty, ConstData::Expr(ConstExpr::Other("ptrauth", args))))
    }

    /// `[...]`, `<...>`, `{...}`, `<{...}>`.
    fn aggregate(&mut self, ty: Ty) -> Parsed<Const> {
        let pos = self.pos();
        self.enter()?;
        let opener = self.lx.tok;
        self.lx.next();
        let packed = opener == Tok::Less && self.eat(Tok::LBrace);
        let closer = match opener {
            Tok::LSquare => Tok::RSquare,
            Tok::LBrace => Tok::RBrace,
            _ if packed => Tok::RBrace,
            _ => Tok::Greater,
        };
        let mut members = Members::new();
        if self.lx.tok != closer {
            loop {
                let at = self.pos();
                let t = self.ty()?;
                self.check_member(at, ty, opener, packed, members.len(), t)?;
                members.push(self.constant(t)?);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(closer, "expected end of constant")?;
        if packed {
            self.expect(Tok::Greater, "expected end of packed struct")?;
        }
        self.leave();
        let full = match self.m.types.get(ty) {
            TyData::Array(n, _) => *n == members.len() as u64,
            TyData::Vector { lanes, .. } => *lanes as usize == members.len(),
            TyData::Struct { fields, packed: p } => fields.len() == members.len() && *p == packed,
            _ => false,
        };
        if !full {
            let what = match opener {
                Tok::LSquare => format!("array of {} elements", members.len()),
                Tok::Less if !packed => format!("vector of {} elements", members.len()),
                _ => format!("struct of {} elements", members.len()),
            };
            return self.mismatch(pos, &what, ty);
        }
        Ok(self.intern(ty, ConstData::Aggregate(members.into_vec().into_boxed_slice())))
    }
    /// Is `t` the type of member `n` of an aggregate constant of type `ty`, written with this bracket?
    fn check_member(&self, at: Pos, ty: Ty, opener: Tok, packed: bool, n: usize, t: Ty) -> Parsed<()> {
        let want = match (self.m.types.get(ty), opener) {
            (TyData::Array(_, e), Tok::LSquare) => Some(*e),
            (TyData::Vector { elem, scalable: false, .. }, Tok::Less) if !packed => Some(*elem),
            (TyData::Struct { fields, .. }, Tok::LBrace) => fields.get(n).copied(),
            (TyData::Struct { fields, .. }, Tok::Less) if packed => fields.get(n).copied(),
            _ => None,
        };
        match want {
            Some(w) if w == t => Ok(()),
            Some(w) => self.fail(
                at,
                format!("element {n} of initializer has type '{}' but expected '{}'", self.show(t), self.show(w)),
            ),
            None => self.fail(at, format!("element {n} does not fit in a constant of type '{}'", self.show(ty))),
        }
    }
}
