//! Constant expressions: those that LLVM 22 has, and those that LLVM 15 still had.

use super::*;
use crate::ir::{BinOp, CastOp, Const, ConstData, ConstExpr, IntPred, TyData};
use smallvec::SmallVec;

impl Parser<'_> {
    /// An expression that starts with this keyword.
    pub fn const_expr(&mut self, k: Kw, ty: Ty) -> Parsed<Const> {
        let pos = self.pos();
        self.enter()?;
        let (result, expr) = if let Some(op) = cast_op(k) {
            self.cast_expr(op)?
        } else if let Some(op) = int_binary_op(k) {
            self.binary_expr(op)?
        } else {
            match k {
                Kw::Getelementptr => self.gep_expr()?,
                Kw::Icmp => self.icmp_expr()?,
                Kw::Fcmp => self.fcmp_expr()?,
                Kw::Select => self.select_expr()?,
                Kw::Extractelement | Kw::Insertelement | Kw::Shufflevector => self.vector_expr(k)?,
                Kw::Fneg | Kw::Extractvalue | Kw::Insertvalue => {
                    return self.fail(pos, format!("{} constexprs are no longer supported", k.text()));
                }
                _ if inst::binary_op(k).is_some() => {
                    return self.fail(pos, format!("{} constexprs are no longer supported", k.text()));
                }
                _ => return self.expected("expected value token"),
            }
        };
        self.leave();
        if result != ty {
            return self.mismatch(pos, &self.show(result), ty);
        }
        Ok(self.intern(ty, ConstData::Expr(expr)))
    }

    /// `op (t x to u)`; `ptrtoaddr` is `ptrtoint` where pointers hold nothing but an address.
    fn cast_expr(&mut self, op: CastOp) -> Parsed<(Ty, ConstExpr)> {
        self.lx.next();
        self.cast_flags();
        self.open()?;
        let pos = self.pos();
        let (from, c) = self.typed_constant()?;
        self.expect_kw(Kw::To)?;
        let to = self.ty()?;
        self.close()?;
        self.check_cast(pos, op, from, to)?;
        Ok((to, ConstExpr::Cast(op, c)))
    }
    fn binary_expr(&mut self, op: BinOp) -> Parsed<(Ty, ConstExpr)> {
        self.lx.next();
        while matches!(self.lx.tok, Tok::Kw(Kw::Nuw | Kw::Nsw | Kw::Exact | Kw::Disjoint)) {
            self.lx.next();
        }
        let (ty, a, b) = self.two_alike()?;
        if self.m.types.int_bits(self.m.types.scalar(ty)).is_none() {
            return self.fail(self.pos(), "invalid operand types for constexpr");
        }
        Ok((ty, ConstExpr::Binary(op, a, b)))
    }
    /// `(t a, t b)`.
    fn two_alike(&mut self) -> Parsed<(Ty, Const, Const)> {
        self.open()?;
        let (ta, a) = self.typed_constant()?;
        self.comma()?;
        let pos = self.pos();
        let (tb, b) = self.typed_constant()?;
        self.close()?;
        if ta != tb {
            return self.fail(pos, "operands of constexpr must have same type");
        }
        Ok((ta, a, b))
    }
    fn icmp_expr(&mut self) -> Parsed<(Ty, ConstExpr)> {
        self.lx.next();
        let pred: IntPred = self.int_pred()?;
        let (ty, a, b) = self.two_alike()?;
        Ok((self.bool_like(ty), ConstExpr::Icmp(pred, a, b)))
    }
    fn fcmp_expr(&mut self) -> Parsed<(Ty, ConstExpr)> {
        self.lx.next();
        let pred = self.float_pred()?;
        let (ty, a, b) = self.two_alike()?;
        Ok((self.bool_like(ty), ConstExpr::Other(fcmp_name(pred), Box::new([a, b]))))
    }
    fn select_expr(&mut self) -> Parsed<(Ty, ConstExpr)> {
        self.lx.next();
        let pos = self.pos();
        let [(tc, c), (ta, a), (tb, b)] = self.three_typed()?;
        if ta != tb || self.m.types.scalar(tc) != Ty::I1 {
            return self.fail(pos, "invalid operands of select constexpr");
        }
        Ok((ta, ConstExpr::Select(c, a, b)))
    }
    /// `(t a, u b, v c)`.
    fn three_typed(&mut self) -> Parsed<[(Ty, Const); 3]> {
        self.open()?;
        let a = self.typed_constant()?;
        self.comma()?;
        let b = self.typed_constant()?;
        self.comma()?;
        let c = self.typed_constant()?;
        self.close()?;
        Ok([a, b, c])
    }
    fn vector_expr(&mut self, k: Kw) -> Parsed<(Ty, ConstExpr)> {
        self.lx.next();
        let pos = self.pos();
        if k == Kw::Extractelement {
            self.open()?;
            let (tv, v) = self.typed_constant()?;
            self.comma()?;
            let (_, i) = self.typed_constant()?;
            self.close()?;
            let TyData::Vector { elem, .. } = *self.m.types.get(tv) else {
                return self.fail(pos, "invalid extractelement operands");
            };
            return Ok((elem, ConstExpr::Other("extractelement", Box::new([v, i]))));
        }
        let [(ta, a), (tb, b), (tc, c)] = self.three_typed()?;
        let vector = |t: Ty| match *self.m.types.get(t) {
            TyData::Vector { elem, lanes, scalable } => Some((elem, lanes, scalable)),
            _ => None,
        };
        let args = Box::new([a, b, c]);
        match (k, vector(ta), vector(tc)) {
            (Kw::Insertelement, Some((elem, ..)), None) if elem == tb => {
                Ok((ta, ConstExpr::Other("insertelement", args)))
            }
            (Kw::Shufflevector, Some((elem, ..)), Some((Ty::I32, lanes, scalable))) if ta == tb => {
                let ty = self.m.types.intern(TyData::Vector { lanes, elem, scalable });
                Ok((ty, ConstExpr::Other("shufflevector", args)))
            }
            _ => self.fail(pos, format!("invalid {} operands", k.text())),
        }
    }
    /// `getelementptr inbounds (t, ptr base, i64 n, ...)`.
    fn gep_expr(&mut self) -> Parsed<(Ty, ConstExpr)> {
        self.lx.next();
        let mut inbounds = false;
        loop {
            match self.lx.tok {
                Tok::Kw(Kw::Inbounds) => {
                    inbounds = true;
                    self.lx.next();
                }
                Tok::Kw(Kw::Nusw | Kw::Nuw) => self.lx.next(),
                Tok::Kw(Kw::Inrange) => {
                    self.lx.next();
                    if self.lx.tok == Tok::LParen {
                        self.skip_parens()?;
                    }
                }
                _ => break,
            }
        }
        self.open()?;
        let elem = self.ty()?;
        self.comma()?;
        let pos = self.pos();
        let mut args: SmallVec<[Const; 8]> = SmallVec::new();
        let (mut result, mut indices) = (Ty::VOID, SmallVec::<[(Ty, Option<u64>); 8]>::new());
        loop {
            // LLVM 15 to 18 mark an index `inrange`.
            self.eat_kw(Kw::Inrange);
            let (t, c) = self.typed_constant()?;
            match args.is_empty() {
                true => result = t,
                false => indices.push((t, self.const_int(c))),
            }
            args.push(c);
            if !self.eat(Tok::Comma) {
                break;
            }
        }
        self.close()?;
        let result = self.check_gep(pos, elem, result, &indices)?;
        Ok((result, ConstExpr::Gep { elem, args: args.into_vec().into_boxed_slice(), inbounds }))
    }
    /// The value of an integer constant of at most 64 bits, also when all lanes of a vector have it.
    pub fn const_int(&mut self, c: Const) -> Option<u64> {
        let pool = self.pool();
        match pool.get(c) {
            ConstData::Int(n) => Some(*n),
            ConstData::Zero => Some(0),
            ConstData::Splat(e) => match pool.get(*e) {
                ConstData::Int(n) => Some(*n),
                _ => None,
            },
            ConstData::Aggregate(l) => match l.split_first() {
                Some((f, rest)) if rest.iter().all(|r| r == f) => match pool.get(*f) {
                    ConstData::Int(n) => Some(*n),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}

/// The cast that a keyword names.
pub(super) fn cast_op(k: Kw) -> Option<CastOp> {
    Some(match k {
        Kw::Trunc => CastOp::Trunc,
        Kw::Zext => CastOp::ZExt,
        Kw::Sext => CastOp::SExt,
        Kw::Fptrunc => CastOp::FpTrunc,
        Kw::Fpext => CastOp::FpExt,
        Kw::Fptoui => CastOp::FpToUi,
        Kw::Fptosi => CastOp::FpToSi,
        Kw::Uitofp => CastOp::UiToFp,
        Kw::Sitofp => CastOp::SiToFp,
        Kw::Ptrtoint | Kw::Ptrtoaddr => CastOp::PtrToInt,
        Kw::Inttoptr => CastOp::IntToPtr,
        Kw::Bitcast => CastOp::BitCast,
        Kw::Addrspacecast => CastOp::AddrSpaceCast,
        _ => return None,
    })
}
/// The integer operator of constant expressions that a keyword names.
fn int_binary_op(k: Kw) -> Option<BinOp> {
    Some(match k {
        Kw::Add => BinOp::Add,
        Kw::Sub => BinOp::Sub,
        Kw::Mul => BinOp::Mul,
        Kw::Shl => BinOp::Shl,
        Kw::Lshr => BinOp::LShr,
        Kw::Ashr => BinOp::AShr,
        Kw::And => BinOp::And,
        Kw::Or => BinOp::Or,
        Kw::Xor => BinOp::Xor,
        _ => return None,
    })
}
/// How an fcmp expression is kept.
fn fcmp_name(p: crate::ir::FloatPred) -> &'static str {
    use crate::ir::FloatPred::*;
    match p {
        False => "fcmp false",
        Oeq => "fcmp oeq",
        Ogt => "fcmp ogt",
        Oge => "fcmp oge",
        Olt => "fcmp olt",
        Ole => "fcmp ole",
        One => "fcmp one",
        Ord => "fcmp ord",
        Ueq => "fcmp ueq",
        Ugt => "fcmp ugt",
        Uge => "fcmp uge",
        Ult => "fcmp ult",
        Ule => "fcmp ule",
        Une => "fcmp une",
        Uno => "fcmp uno",
        True => "fcmp true",
    }
}
