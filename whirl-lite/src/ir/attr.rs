//! Attributes of functions, parameters and call sites.

use super::Ty;
use std::sync::Arc;

bitflags::bitflags! {
    /// Parameter and result attributes without a value.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct ParamFlags: u32 {
        /// `zeroext`.
        const ZEROEXT = 1 << 0;
        /// `signext`.
        const SIGNEXT = 1 << 1;
        /// `inreg`.
        const INREG = 1 << 2;
        /// `noalias`.
        const NOALIAS = 1 << 3;
        /// `nocapture`, `captures(none)`.
        const NOCAPTURE = 1 << 4;
        /// `nest`.
        const NEST = 1 << 5;
        /// `returned`.
        const RETURNED = 1 << 6;
        /// `nonnull`.
        const NONNULL = 1 << 7;
        /// `swiftself`.
        const SWIFTSELF = 1 << 8;
        /// `swifterror`.
        const SWIFTERROR = 1 << 9;
        /// `swiftasync`.
        const SWIFTASYNC = 1 << 10;
        /// `immarg`.
        const IMMARG = 1 << 11;
        /// `noundef`.
        const NOUNDEF = 1 << 12;
        /// `readonly` or `readnone`.
        const READONLY = 1 << 13;
        /// `noext`.
        const NOEXT = 1 << 14;
    }

    /// Function attributes without a value that mean something to a code generator.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
    pub struct FnFlags: u32 {
        /// `noreturn`.
        const NORETURN = 1 << 0;
        /// `nounwind`.
        const NOUNWIND = 1 << 1;
        /// `cold`.
        const COLD = 1 << 2;
        /// `hot`.
        const HOT = 1 << 3;
        /// `optsize`.
        const OPTSIZE = 1 << 4;
        /// `minsize`.
        const MINSIZE = 1 << 5;
        /// `optnone`.
        const OPTNONE = 1 << 6;
        /// `naked`.
        const NAKED = 1 << 7;
        /// `returns_twice`.
        const RETURNS_TWICE = 1 << 8;
        /// `strictfp`.
        const STRICTFP = 1 << 9;
        /// Reads no memory and writes none (`readnone`, `memory(none)`).
        const READNONE = 1 << 10;
        /// Writes no memory (`readonly`, `memory(read)`...).
        const READONLY = 1 << 11;
        /// `uwtable`.
        const UWTABLE = 1 << 12;
        /// `noredzone`.
        const NOREDZONE = 1 << 13;
        /// `willreturn`.
        const WILLRETURN = 1 << 14;
        /// `speculatable`.
        const SPECULATABLE = 1 << 15;
        /// `nobuiltin`.
        const NOBUILTIN = 1 << 16;
        /// `builtin`.
        const BUILTIN = 1 << 17;
        /// `noinline`.
        const NOINLINE = 1 << 18;
        /// Touches only memory that its arguments point to (`argmemonly`, `memory(argmem: ...)`).
        const ARGMEMONLY = 1 << 19;
        /// `convergent`.
        const CONVERGENT = 1 << 20;
        /// Stack protection of any strength was asked for.
        const SSP = 1 << 21;
        /// `noimplicitfloat`: no register of floats or vectors where the program has none.
        const NOIMPLICITFLOAT = 1 << 22;
    }
}

/// Attributes of a parameter, a result or an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub struct ParamAttrs {
    /// Those without a value.
    pub flags: ParamFlags,
    /// `byval(t)`.
    pub byval: Option<Ty>,
    /// `sret(t)`.
    pub sret: Option<Ty>,
    /// `byref(t)`.
    pub byref: Option<Ty>,
    /// `inalloca(t)`: refused when compiled.
    pub inalloca: Option<Ty>,
    /// `preallocated(t)`: refused when compiled.
    pub preallocated: Option<Ty>,
    /// `elementtype(t)` (inline asm memory operands).
    pub elementtype: Option<Ty>,
    /// `align n`; 0 if none.
    pub align: u32,
    /// `alignstack(n)`; 0 if none.
    pub alignstack: u32,
    /// `dereferenceable(n)`.
    pub dereferenceable: u64,
}

/// Attributes of a function or a call site as a whole.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FnAttrs {
    /// Those without a value.
    pub flags: FnFlags,
    /// `alignstack(n)`; 0 if none.
    pub alignstack: u32,
    /// String attributes, key and value, in source order (`"target-cpu"="..."`). Functions of one group share them.
    pub strings: Arc<Vec<(String, String)>>,
    /// `vscale_range(min,max)`; a maximum of 0 is none.
    pub vscale_range: Option<(u32, u32)>,
}

impl FnAttrs {
    /// The value of a string attribute.
    pub fn string(&self, key: &str) -> Option<&str> {
        self.strings.iter().rev().find(|(k, _)| k == key).map(|(_, v)| v.as_str())
    }
    /// Gives a string attribute a value; an earlier value of the same key is hidden.
    pub fn set_string(&mut self, key: &str, value: &str) {
        Arc::make_mut(&mut self.strings).push((key.to_string(), value.to_string()));
    }
    /// Adds all of another group.
    pub fn merge(&mut self, o: &FnAttrs) {
        self.flags |= o.flags;
        self.alignstack = self.alignstack.max(o.alignstack);
        if self.strings.is_empty() {
            self.strings = Arc::clone(&o.strings);
        } else if !o.strings.is_empty() {
            Arc::make_mut(&mut self.strings).extend(o.strings.iter().cloned());
        }
        self.vscale_range = self.vscale_range.or(o.vscale_range);
    }
}
