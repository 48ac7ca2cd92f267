//! Calls of run-time library functions (libgcc or compiler-rt, libm, libc).
//!
//! Integers narrower than a register are passed sign-extended, whatever their signedness, as both compilers and the
//! libraries expect on the 64-bit targets where it matters.

use super::calls::{Pass, Take, Widen};
use super::types::{LeafAt, Scalar};
use super::{Legaliser, Parts};
use crate::diag::Result;
use crate::ir::*;
use smallvec::SmallVec;

/// What a run-time function does to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Computes a value only.
    Pure,
    /// May read and write memory.
    Memory,
}

impl Legaliser<'_> {
    /// A call of something with so many arguments and nothing special about it.
    pub(super) fn plain_call(&self, callee: Callee, args: usize) -> CallInfo {
        let sig = Signature {
            ty: Ty::VOID,
            ret: Ty::VOID,
            params: Vec::new(),
            vararg: false,
            cc: 0,
            ret_attrs: ParamAttrs::default(),
            param_attrs: Vec::new(),
            attrs: FnAttrs::default(),
        };
        CallInfo {
            callee,
            sig,
            fixed: args,
            tail: TailKind::None,
            bundles: Vec::new(),
            arg_locs: Vec::new(),
            ret_locs: Vec::new(),
            stack_bytes: 0,
            popped: 0,
            by_memory: false,
            metadata_args: Vec::new(),
        }
    }
    /// Calls a run-time function with scalar arguments.
    pub(super) fn lib_call(
        &mut self,
        name: &'static str,
        args: &[(Scalar, Parts)],
        ret: Option<Ty>,
        effect: Effect,
    ) -> Result<Parts> {
        let passes: Vec<Pass> = args.iter().map(|(s, p)| self.pass_scalar(*s, p.clone(), Widen::Sign)).collect();
        let mut flags = FnFlags::NOUNWIND | FnFlags::WILLRETURN;
        if effect == Effect::Pure {
            flags |= FnFlags::READNONE;
        }
        let mut info = self.plain_call(Callee::Library(name), args.len());
        info.sig.ret = ret.unwrap_or(Ty::VOID);
        info.sig.attrs.flags = flags;
        let leaves: SmallVec<[LeafAt; 1]> = ret.iter().map(|&ty| LeafAt { ty, offset: 0 }).collect();
        let (size, align) = match ret {
            Some(ty) => {
                (self.dl.alloc_size(&self.m.types, ty).unwrap_or(16), self.dl.align(&self.m.types, ty).unwrap_or(16))
            }
            None => (0, 1),
        };
        self.emit_call(info, None, passes, &Take { leaves: &leaves, widen: Widen::Any, size, align })
    }
    /// A pure function of whole registers with one register as result.
    pub(super) fn lib_ints(&mut self, name: &'static str, args: &[Value], ret: Ty) -> Value {
        let s = Scalar::Int(self.xlen);
        let args: SmallVec<[(Scalar, Parts); 2]> = args.iter().map(|&v| (s, Parts::from_slice(&[v]))).collect();
        let got = self.lib_call(name, &args, Some(ret), Effect::Pure);
        self.first_or_zero(got.unwrap_or_default(), ret)
    }
    /// A pure function of integers of two registers (given flat) with such a result.
    pub(super) fn lib_wide(&mut self, name: &'static str, args: &[Value], words: usize) -> Parts {
        let s = Scalar::Int(2 * self.xlen);
        let args: SmallVec<[(Scalar, Parts); 2]> = args.chunks(2).map(|c| (s, Parts::from_slice(c))).collect();
        let ret = if self.xlen == 64 { Ty::I128 } else { Ty::I64 };
        let mut got = self.lib_call(name, &args, Some(ret), Effect::Pure).unwrap_or_default();
        // Integers of two registers are always returned in registers.
        debug_assert_eq!(got.len(), words);
        let zero = self.zero(self.x);
        got.resize(words, zero);
        got
    }
    fn first_or_zero(&mut self, p: Parts, ty: Ty) -> Value {
        debug_assert_eq!(p.len(), 1);
        match p.first() {
            Some(&v) => v,
            None => self.zero(ty),
        }
    }
}
