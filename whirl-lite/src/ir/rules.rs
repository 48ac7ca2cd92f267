//! Rules of types that the reader and the verifier share.

use super::{CastOp, Ty, TyData, Types};

impl Types {
    /// Lanes of a vector and whether vscale multiplies them; one lane for anything else.
    pub fn lanes(&self, t: Ty) -> (u32, bool) {
        match self.get(t) {
            TyData::Vector { lanes, scalable, .. } => (*lanes, *scalable),
            _ => (1, false),
        }
    }
    /// Width in bits of a number or a vector of numbers (its least width when scalable), and whether it is scalable.
    pub fn number_bits(&self, t: Ty) -> Option<(u64, bool)> {
        let scalar = match self.get(self.scalar(t)) {
            TyData::Int(n) => *n,
            TyData::Half | TyData::BFloat => 16,
            TyData::Float => 32,
            TyData::Double => 64,
            TyData::X86Fp80 => 80,
            TyData::Fp128 | TyData::PpcFp128 => 128,
            TyData::X86Amx => 8192,
            _ => return None,
        };
        let (lanes, scalable) = self.lanes(t);
        Some((u64::from(scalar) * u64::from(lanes), scalable))
    }
    /// Can values of the type be held by a function: is it anything but a function, void or an unknown structure?
    pub fn is_first_class(&self, t: Ty) -> bool {
        !matches!(self.get(t), TyData::Func { .. } | TyData::Void | TyData::Named(_))
    }
    /// May a cast convert between these types?
    pub fn cast_ok(&self, op: CastOp, from: Ty, to: Ty) -> bool {
        let shape = |t: Ty| match self.get(t) {
            TyData::Vector { lanes, scalable, .. } => Some((*lanes, *scalable)),
            _ => None,
        };
        let (a, b) = (self.scalar(from), self.scalar(to));
        let (ia, ib) = (self.int_bits(a), self.int_bits(b));
        let (fa, fb) = (self.is_float(a), self.is_float(b));
        let (pa, pb) = (self.is_ptr(a), self.is_ptr(b));
        let floats = |narrow: Ty, wide: Ty| fa && fb && self.number_bits(narrow) < self.number_bits(wide);
        use CastOp::*;
        let scalars = match op {
            Trunc => ia.is_some() && ib.is_some() && ia > ib,
            ZExt | SExt | AnyExt => ia.is_some() && ib.is_some() && ia < ib,
            FpTrunc => floats(b, a),
            FpExt => floats(a, b),
            FpToUi | FpToSi | FpToSiSat | FpToUiSat | FpToIntRint | FpToIntRound => fa && ib.is_some(),
            UiToFp | SiToFp => ia.is_some() && fb,
            PtrToInt => pa && ib.is_some(),
            IntToPtr => ia.is_some() && pb,
            AddrSpaceCast => pa && pb && a != b,
            BitCast => return self.bitcast_ok(from, to),
        };
        scalars && shape(from) == shape(to)
    }
    fn bitcast_ok(&self, from: Ty, to: Ty) -> bool {
        let (a, b) = (self.scalar(from), self.scalar(to));
        if from == to {
            return self.is_first_class(from) && !self.is_aggregate(from);
        }
        if self.is_ptr(a) || self.is_ptr(b) {
            // Only a pointer and a vector of one pointer of the same space remain.
            return a == b && self.lanes(from) == self.lanes(to);
        }
        self.number_bits(from).is_some() && self.number_bits(from) == self.number_bits(to)
    }
    /// What a list of indices into an aggregate leads to.
    pub fn member(&self, agg: Ty, path: &[u32]) -> Option<Ty> {
        let mut at = agg;
        for &n in path {
            at = match self.get(at) {
                TyData::Array(len, e) if u64::from(n) < *len => *e,
                TyData::Struct { fields, .. } => *fields.get(n as usize)?,
                _ => return None,
            };
        }
        Some(at)
    }
}
