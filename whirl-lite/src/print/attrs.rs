//! Attributes.

use super::{Printer, put, string};
use crate::ir::{FnAttrs, FnFlags, ParamAttrs, ParamFlags};
use std::fmt::Write;

/// Parameter flags and their names.
const PARAM: &[(ParamFlags, &str)] = &[
    (ParamFlags::ZEROEXT, "zeroext"),
    (ParamFlags::SIGNEXT, "signext"),
    (ParamFlags::NOEXT, "noext"),
    (ParamFlags::INREG, "inreg"),
    (ParamFlags::NOALIAS, "noalias"),
    (ParamFlags::NOCAPTURE, "nocapture"),
    (ParamFlags::NEST, "nest"),
    (ParamFlags::RETURNED, "returned"),
    (ParamFlags::NONNULL, "nonnull"),
    (ParamFlags::SWIFTSELF, "swiftself"),
    (ParamFlags::SWIFTERROR, "swifterror"),
    (ParamFlags::SWIFTASYNC, "swiftasync"),
    (ParamFlags::IMMARG, "immarg"),
    (ParamFlags::NOUNDEF, "noundef"),
    (ParamFlags::READONLY, "readonly"),
];

/// Function flags and their names; memory effects are apart.
const FUNCTION: &[(FnFlags, &str)] = &[
    (FnFlags::NORETURN, "noreturn"),
    (FnFlags::NOUNWIND, "nounwind"),
    (FnFlags::COLD, "cold"),
    (FnFlags::HOT, "hot"),
    (FnFlags::OPTSIZE, "optsize"),
    (FnFlags::MINSIZE, "minsize"),
    (FnFlags::OPTNONE, "optnone"),
    (FnFlags::NAKED, "naked"),
    (FnFlags::RETURNS_TWICE, "returns_twice"),
    (FnFlags::STRICTFP, "strictfp"),
    (FnFlags::UWTABLE, "uwtable"),
    (FnFlags::NOREDZONE, "noredzone"),
    (FnFlags::WILLRETURN, "willreturn"),
    (FnFlags::SPECULATABLE, "speculatable"),
    (FnFlags::NOBUILTIN, "nobuiltin"),
    (FnFlags::BUILTIN, "builtin"),
    (FnFlags::NOINLINE, "noinline"),
    (FnFlags::CONVERGENT, "convergent"),
    (FnFlags::SSP, "ssp"),
    (FnFlags::NOIMPLICITFLOAT, "noimplicitfloat"),
];

impl Printer<'_> {
    /// Attributes of a parameter, argument or result, each after a space.
    pub(super) fn param_attrs(&mut self, a: &ParamAttrs) {
        for (f, name) in PARAM {
            if a.flags.contains(*f) {
                put!(self, " {name}");
            }
        }
        let typed = [
            ("byval", a.byval),
            ("sret", a.sret),
            ("byref", a.byref),
            ("inalloca", a.inalloca),
            ("preallocated", a.preallocated),
            ("elementtype", a.elementtype),
        ];
        for (name, t) in typed {
            if let Some(t) = t {
                put!(self, " {name}({})", self.m.types.show(t));
            }
        }
        if a.align != 0 {
            put!(self, " align {}", a.align);
        }
        if a.alignstack != 0 {
            put!(self, " alignstack({})", a.alignstack);
        }
        if a.dereferenceable != 0 {
            put!(self, " dereferenceable({})", a.dereferenceable);
        }
    }
    /// Attributes of a function or call, each after a space.
    pub(super) fn fn_attrs(&mut self, a: &FnAttrs) {
        for (f, name) in FUNCTION {
            if a.flags.contains(*f) {
                put!(self, " {name}");
            }
        }
        let read_only = a.flags.contains(FnFlags::READONLY);
        if a.flags.contains(FnFlags::READNONE) {
            self.text(" memory(none)");
        } else if a.flags.contains(FnFlags::ARGMEMONLY) {
            self.text(if read_only { " memory(argmem: read)" } else { " memory(argmem: readwrite)" });
        } else if read_only {
            self.text(" memory(read)");
        }
        if a.alignstack != 0 {
            put!(self, " alignstack({})", a.alignstack);
        }
        if let Some((min, max)) = a.vscale_range {
            put!(self, " vscale_range({min},{max})");
        }
        for (k, v) in a.strings.iter() {
            put!(self, " {}", string(k.as_bytes()));
            if !v.is_empty() {
                put!(self, "={}", string(v.as_bytes()));
            }
        }
    }
}
