//! Floats in wider registers than integers of as many bits have (AVX without AVX2 computes with floats alone in 256 bits).
//!
//! What is done to such a vector as integers is done to the two halves of each register. Logic on bits needs no integers, and
//! a comparison gives a mask in a register of floats, which is taken apart, since masks are integers elsewhere; where a mask
//! chooses between wide registers its halves are joined again. Taking apart what was joined, and the reverse, costs nothing.

use super::{Shape, int_vector, lane_bits, vector_bits, with_lanes};
use crate::diag::Result;
use crate::ir::*;
use crate::legalize::{Legaliser, Parts};

impl Legaliser<'_> {
    /// The halves of registers whose integers have none of that width.
    pub(super) fn narrow_floats(&self, s: Shape) -> Option<Shape> {
        if s.mask || self.act.has_vector(int_vector(s.ty)) {
            return None;
        }
        let per = s.per / 2;
        let ty = Ty::vector(s.lane, per).filter(|&t| self.act.has_vector(t))?;
        Some(Shape { ty, per, ..s })
    }
    /// The type in which the bits of a register are combined: integers where there are some.
    pub(super) fn logic_ty(&self, ty: Ty) -> Ty {
        Some(int_vector(ty)).filter(|&t| self.act.has_vector(t)).unwrap_or(ty)
    }
    /// The registers of a vector as halves.
    pub(super) fn in_halves(&mut self, registers: &[Value], s: Shape, narrow: Shape) -> Parts {
        let half = |k: usize| -> Vec<Option<usize>> { (k * narrow.per..(k + 1) * narrow.per).map(Some).collect() };
        let mut out = Parts::new();
        for &r in registers {
            match self.joined_of(r, narrow.ty) {
                Some(both) => out.extend(both),
                None => out.extend((0..2).map(|k| self.shuffle_to(&[r], s.ty, &half(k), narrow.ty))),
            }
        }
        out.truncate(narrow.n());
        out
    }
    /// The reverse.
    pub(super) fn joined(&mut self, halves: &[Value], narrow: Shape, s: Shape) -> Parts {
        let mut out = Parts::new();
        for two in halves.chunks(2) {
            let mask: Vec<Option<usize>> = (0..s.per).map(|k| (k / narrow.per < two.len()).then_some(k)).collect();
            out.push(match self.halved(two, s.ty) {
                Some(whole) => whole,
                None => self.shuffle_to(two, narrow.ty, &mask, s.ty),
            });
        }
        out
    }
    /// Operands and lanes of a shuffle.
    fn shuffle_of(&self, v: Value) -> Option<(&[Value], &[u32])> {
        let d = self.nf.def_inst(v)?;
        match self.nf.insts[d].kind {
            InstKind::Shuffle(path) => Some((self.nf.args(d), &self.nf.paths[path])),
            _ => None,
        }
    }
    /// The two registers of a type that one joins.
    fn joined_of(&self, v: Value, narrow: Ty) -> Option<[Value; 2]> {
        let (args, lanes) = self.shuffle_of(v)?;
        let &[a, b] = args else { return None };
        let in_order = lanes.iter().enumerate().all(|(k, &l)| l as usize == k);
        (in_order && self.nf.ty(a) == narrow && self.nf.ty(b) == narrow).then_some([a, b])
    }
    /// The register that two are the halves of, as a type of its width.
    fn halved(&mut self, two: &[Value], wide: Ty) -> Option<Value> {
        let &[low, high] = two else { return None };
        let (low, high) = (self.below_cast(low), self.below_cast(high));
        let per = self.nf.ty(low).lanes()?.1;
        let whole = |v: Value, first: usize| {
            let (args, lanes) = self.shuffle_of(v)?;
            let own = lanes.iter().enumerate().all(|(k, &l)| l as usize == first + k);
            args.first().copied().filter(|&a| own && vector_bits(self.nf.ty(a)) == vector_bits(wide))
        };
        let found = whole(low, 0).filter(|&a| self.nf.ty(low) == self.nf.ty(high) && whole(high, per) == Some(a))?;
        Some(self.cast_register(found, wide))
    }
    /// What is cast to another type of its width, if it is.
    fn below_cast(&self, v: Value) -> Value {
        let Some(d) = self.nf.def_inst(v) else { return v };
        let inner = self.nf.args(d).first().copied();
        let cast = |a: &Value| {
            self.nf.insts[d].kind == InstKind::Cast(CastOp::BitCast)
                && vector_bits(self.nf.ty(*a)) == vector_bits(self.nf.ty(v))
        };
        inner.filter(cast).unwrap_or(v)
    }
    /// A mask from registers of floats that hold one.
    pub(super) fn mask_of_floats(&mut self, registers: &[Value], s: Shape, narrow: Shape) -> Parts {
        let halves = self.in_halves(registers, s, narrow);
        halves.iter().map(|&v| self.cast_register(v, int_vector(narrow.ty))).collect()
    }
    /// The reverse: a mask in lanes as wide as those of a vector, for its registers.
    pub(super) fn mask_for(&mut self, mask: Parts, s: Shape) -> Parts {
        let Some(narrow) = self.narrow_floats(s) else { return mask };
        let halves: Parts = mask.iter().map(|&v| self.cast_register(v, narrow.ty)).collect();
        self.joined(&halves, narrow, s)
    }
    /// A conversion between integers and wide floats, which halves of these can do.
    pub(super) fn cast_of_halves(
        &mut self,
        op: CastOp,
        a: &[Value],
        (s, d): (Shape, Shape),
    ) -> Option<Result<Option<Parts>>> {
        use CastOp::*;
        let flags = InstFlags::empty();
        match op {
            // The instructions that convert between lanes of different widths take and give integers of half the width.
            SiToFp if d.lane == Ty::DOUBLE && !s.mask && s.lane == Ty::I32 => None,
            FpToSi if s.lane == Ty::DOUBLE && d.bits() <= 32 => None,
            SiToFp | UiToFp => {
                let narrow = self.narrow_floats(d)?;
                let joined = |got: Option<Parts>, l: &mut Self| got.map(|p| l.joined(&p, narrow, d));
                Some(self.cast_between(op, flags, a, s, narrow).map(|got| joined(got, self)))
            }
            FpToSi | FpToUi => {
                let narrow = self.narrow_floats(s)?;
                let halves = self.in_halves(a, s, narrow);
                Some(self.cast_between(op, flags, &halves, narrow, d))
            }
            _ => None,
        }
    }
    /// A register of 256 bits that two of integers are, as floats; `None` if there is none so wide.
    pub(super) fn wide_register(&mut self, registers: &[Value], s: Shape) -> Option<Value> {
        let lane = if s.bits() == 32 { Ty::FLOAT } else { Ty::DOUBLE };
        let (narrow, wide) = self.wide_type(s, lane)?;
        let halves: Parts = registers.iter().map(|&v| self.cast_register(v, narrow.ty)).collect();
        self.joined(&halves, narrow, wide).first().copied()
    }
    /// The registers of integers that a register of floats holds.
    pub(super) fn narrow_registers(&mut self, v: Value, s: Shape) -> Option<Parts> {
        let (lane, _) = self.nf.ty(v).lanes()?;
        let (narrow, wide) = self.wide_type(s, lane)?;
        let halves = self.in_halves(&[v], wide, narrow);
        Some(halves.iter().map(|&h| self.cast_register(h, s.ty)).collect())
    }
    /// Masks whose registers are, two by two, what is there as a wide register or constant: the forms of that.
    pub(super) fn wide_masks(&mut self, form: Shape, masks: &[&Parts]) -> Option<(Shape, Shape)> {
        let lane = match form.bits() {
            32 => Ty::FLOAT,
            64 => Ty::DOUBLE,
            _ => return None,
        };
        let (narrow, wide) = self.wide_type(form, lane)?;
        let constant = |l: &Self, two: &[Value]| two.iter().all(|&v| l.nf.as_const(v).is_some());
        let mut found = false;
        for two in masks.iter().flat_map(|m| m.chunks(2)) {
            if constant(self, two) {
                continue;
            }
            self.halved(two, wide.ty)?;
            found = true;
        }
        found.then_some((narrow, wide))
    }
    /// How floats of a kind hold the bits of pairs of registers of integers: in as many registers, and in half as many.
    pub(super) fn wide_type(&self, s: Shape, lane: Ty) -> Option<(Shape, Shape)> {
        if !s.lanes.is_multiple_of(2 * s.per) {
            return None;
        }
        let small = with_lanes(s.ty, lane);
        let per = (vector_bits(small) / lane_bits(lane)) as usize;
        let ty = Ty::vector(lane, 2 * per).filter(|&t| self.act.has_vector(t))?;
        let wide = Shape { ty, lane, per: 2 * per, lanes: s.lanes * per / s.per, mask: false };
        self.narrow_floats(wide).map(|narrow| (narrow, wide))
    }
}
