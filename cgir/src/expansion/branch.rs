//! Branches and selects: what is decided by the condition's tree, before an instruction set is asked.

use super::patterns::*;
use super::{Expander, TargetState, To};
use crate::func::{Bb, Tn};
use rustc_hash::FxHashMap;
use whirl_lite::diag::Result;
use whirl_lite::ir::{BinOp, CastOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, WBlock, Wn};

/// Probabilities of the two branches that stand for one taken with this probability: if both must hold, or either.
fn split_probability(p: f32, both: bool) -> (f32, f32) {
    if both {
        let first = p.sqrt();
        (first, if first > 0.0 { p / first } else { 0.0 })
    } else {
        let first = p / 2.0;
        (first, first / (1.0 - first).max(f32::EPSILON))
    }
}

impl<T: TargetState> Expander<'_, T>
where
    Self: Patterns,
{
    // Conditional branches.

    /// The conditional branch statement.
    pub(super) fn cond_branch(&mut self, s: Wn, yes: WBlock, no: WBlock, prob: u32) -> Result<()> {
        let cond = self.kid(s, 0)?;
        let (yes, no) = (self.block(yes)?, self.block(no)?);
        let p = (prob as f32 / 65536.0).clamp(0.0, 1.0);
        self.branch_on(cond, true, yes, no, p)
    }
    /// Branches on a truth value; `a && b` and `a || b` become two branches.
    fn branch_on(&mut self, cond: Wn, sense: bool, yes: Bb, no: Bb, p: f32) -> Result<()> {
        if yes == no {
            self.edge(no, 1.0);
            return Ok(());
        }
        if let Some(x) = self.as_negation(cond) {
            return self.branch_on(x, !sense, yes, no, p);
        }
        if let Some(c) = self.int(cond) {
            self.edge(if (c & 1 != 0) == sense { yes } else { no }, 1.0);
            return Ok(());
        }
        let Some((a, b, and)) = self.as_connective(cond) else {
            return self.branch_if(cond, sense, yes, no, p);
        };
        let middle = self.new_block();
        // With `sense` false an "and" is an "or" of opposites; both must hold if the first failure leaves.
        let (first, second) = split_probability(p, and == sense);
        if and == sense {
            self.branch_on(a, !sense, no, middle, 1.0 - first)?;
        } else {
            self.branch_on(a, sense, yes, middle, first)?;
        }
        let mark = self.mark_known();
        self.resume(middle);
        self.branch_on(b, sense, yes, no, second)?;
        self.forget_since(mark);
        Ok(())
    }
    /// `a && b` (true) or `a || b` (false) of two comparisons, as logic or as selects.
    fn as_connective(&self, w: Wn) -> Option<(Wn, Wn, bool)> {
        if self.n(w).ty != MType::B || self.cx.options.opt_level == 0 {
            return None;
        }
        let (a, b, and) = match self.n(w).opr {
            Opr::Binary(BinOp::And) => (self.kid(w, 0).ok()?, self.kid(w, 1).ok()?, true),
            Opr::Binary(BinOp::Or) => (self.kid(w, 0).ok()?, self.kid(w, 1).ok()?, false),
            Opr::Select => {
                let (c, x, y) = self.three(w).ok()?;
                match (self.int(x), self.int(y)) {
                    (None, Some(v)) if v & 1 == 0 => (c, x, true),
                    (Some(v), None) if v & 1 != 0 => (c, y, false),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let tests = |k: Wn| matches!(self.n(k).opr, Opr::Icmp(_) | Opr::Fcmp(..)) || self.as_connective(k).is_some();
        (tests(a) || tests(b)).then_some((a, b, and))
    }

    // Jumps to one of many blocks.

    /// A jump through a table.
    pub(super) fn jump_table(&mut self, s: Wn, table: u32) -> Result<()> {
        let blocks = self.table_blocks(table)?;
        let t = self.f.tables.push(blocks.clone());
        let to = self.table_entry(self.kid(s, 0)?, t)?;
        self.emit(T::ROWS.jump_table, &[], &[to]);
        self.edges_to(&blocks);
        Ok(())
    }
    /// A jump to an address.
    pub(super) fn indirect_goto(&mut self, s: Wn, table: u32) -> Result<()> {
        let blocks = self.table_blocks(table)?;
        let t = self.reg(self.kid(s, 0)?)?;
        self.emit(T::ROWS.jump_register, &[], &[t]);
        for &b in &blocks {
            self.f.bbs[b].address_taken = true;
        }
        self.edges_to(&blocks);
        Ok(())
    }
    fn table_blocks(&self, table: u32) -> Result<Vec<Bb>> {
        let Some(list) = self.w.tables.get(table as usize) else { return self.unsupported("a jump without its table") };
        list.iter().map(|&b| self.block(b)).collect()
    }
    /// One edge for each block of the list, as likely as it stands there often.
    fn edges_to(&mut self, blocks: &[Bb]) {
        let share = 1.0 / blocks.len().max(1) as f32;
        let mut at: FxHashMap<Bb, usize> = FxHashMap::default();
        for &b in blocks {
            let succs = &mut self.f.bbs[self.bb].succs;
            match at.get(&b).and_then(|&i| succs.get_mut(i)) {
                Some(s) => s.prob += share,
                None => {
                    at.insert(b, succs.len());
                    self.edge(b, share);
                }
            }
        }
    }

    // Selects.

    /// `cond ? a : b`.
    pub fn select(&mut self, w: Wn, to: To) -> Result<Tn> {
        let ty = self.n(w).ty;
        let (c, a, b) = self.three(w)?;
        if let Some(v) = self.int(c) {
            return self.value(if v & 1 != 0 { a } else { b }, to);
        }
        if self.same(a, b) {
            return self.value(a, to);
        }
        if ty == MType::B {
            return self.select_truth(c, a, b, to);
        }
        if let (Some(x), Some(y)) = (self.int(a), self.int(b))
            && let Some(t) = self.select_constants(c, x, y, ty, to)?
        {
            return Ok(t);
        }
        self.select_any(c, a, b, ty, to)
    }
    /// Selects between truth values are logic.
    fn select_truth(&mut self, c: Wn, a: Wn, b: Wn, to: To) -> Result<Tn> {
        let (sense, row, arm) = match (self.int(a).map(|v| v & 1), self.int(b).map(|v| v & 1)) {
            (Some(x), Some(_)) => return self.truth(c, x == 1, to),
            (None, Some(0)) => (true, T::ROWS.and, a),
            (Some(1), None) => (true, T::ROWS.or, b),
            // !c && b
            (Some(_), None) => (false, T::ROWS.and, b),
            // !c || a
            (None, Some(_)) => (false, T::ROWS.or, a),
            (None, None) => return self.select_any(c, a, b, MType::B, to),
        };
        let x = self.truth(c, sense, To::ANY)?;
        let y = self.reg(arm)?;
        self.rr(row, to, MType::B, x, y)
    }

    // Conversions.

    /// A conversion.
    pub(super) fn cast(&mut self, w: Wn, c: CastOp, to: To) -> Result<Tn> {
        let (ty, from) = (self.n(w).ty, self.n(w).desc);
        let a = self.kid(w, 0)?;
        match c {
            CastOp::Trunc => self.truncate(w, a, to),
            CastOp::ZExt => self.zero_extend(w, a, to),
            CastOp::SExt => self.sign_extend(w, a, to),
            CastOp::AnyExt => self.any_extend(w, a, to),
            CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpaceCast => match ty.bits().cmp(&from.bits()) {
                std::cmp::Ordering::Less => self.truncate(w, a, to),
                std::cmp::Ordering::Equal => self.value(a, to),
                std::cmp::Ordering::Greater => self.zero_extend(w, a, to),
            },
            CastOp::BitCast if ty.is_int() == from.is_int() && ty.bits() == from.bits() => self.value(a, to),
            CastOp::BitCast
            | CastOp::FpTrunc
            | CastOp::FpExt
            | CastOp::FpToUi
            | CastOp::FpToSi
            | CastOp::UiToFp
            | CastOp::SiToFp
            | CastOp::FpToSiSat
            | CastOp::FpToUiSat
            | CastOp::FpToIntRint
            | CastOp::FpToIntRound => self.float_cast(w, c, a, to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_multiply() {
        let (a, b) = split_probability(0.25, true);
        assert!((a * b - 0.25).abs() < 1e-6);
        let (a, b) = split_probability(0.5, false);
        assert!((a + (1.0 - a) * b - 0.5).abs() < 1e-6);
    }
}
