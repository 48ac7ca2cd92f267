//! First-class structures and arrays: a member is a run of the aggregate's parts.

use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;

impl Legaliser<'_> {
    /// `extractvalue`.
    pub(super) fn extract_value(&mut self, i: Inst, path: PathId) -> Result<Parts> {
        let agg = self.arg(i, 0)?;
        let old = self.old;
        let (first, n) = self.member(old.ty(agg), &old.paths[path])?;
        let parts = self.parts(agg)?;
        let member = parts.get(first..first + n).ok_or_else(|| self.input("a member that is not there"))?;
        Ok(Parts::from_slice(member))
    }
    /// `insertvalue`.
    pub(super) fn insert_value(&mut self, i: Inst, path: PathId) -> Result<Parts> {
        let agg = self.arg(i, 0)?;
        let old = self.old;
        let (first, n) = self.member(old.ty(agg), &old.paths[path])?;
        let mut parts = self.parts(agg)?;
        let new = self.arg_parts(i, 1)?;
        match parts.get_mut(first..first + n) {
            Some(place) if new.len() == n => place.copy_from_slice(&new),
            _ => return Err(self.input("a member of another type")),
        }
        Ok(parts)
    }
}
