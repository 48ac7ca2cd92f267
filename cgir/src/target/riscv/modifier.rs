//! Relocation modifiers of symbol operands, as the RISC-V ELF psABI specification names them.
//!
//! A `%pcrel_lo` names the *label of an `auipc`*, not the symbol, so pairs with the program counter exist only inside
//! pseudo ops that emission expands whole; no CGIR operand carries the low half alone.

use crate::func::Modifier;

/// The symbol's whole value: calls, branches.
pub const NONE: Modifier = Modifier(0);
/// High 20 bits of an absolute address, rounded for [`LO`].
pub const HI: Modifier = Modifier(1);
/// Low 12 bits of an absolute address.
pub const LO: Modifier = Modifier(2);
/// High 20 bits of the distance from here.
pub const PCREL_HI: Modifier = Modifier(3);
/// Low 12 bits of the distance that the named `auipc` began.
pub const PCREL_LO: Modifier = Modifier(4);
/// High 20 bits of the distance to the symbol's entry in the global offset table.
pub const GOT_PCREL_HI: Modifier = Modifier(5);
/// High 20 bits of the offset from the thread pointer (local-exec TLS).
pub const TPREL_HI: Modifier = Modifier(6);
/// Low 12 bits of the offset from the thread pointer.
pub const TPREL_LO: Modifier = Modifier(7);
/// Marks the addition of the thread pointer, for the linker's relaxation.
pub const TPREL_ADD: Modifier = Modifier(8);
/// High 20 bits of the distance to the entry that holds the offset from the thread pointer (initial-exec TLS).
pub const TLS_IE_PCREL_HI: Modifier = Modifier(9);
/// High 20 bits of the distance to the argument of `__tls_get_addr` (general-dynamic TLS).
pub const TLS_GD_PCREL_HI: Modifier = Modifier(10);

/// How the assembler spells them, indexed by number.
pub const NAMES: [&str; 11] = [
    "",
    "%hi",
    "%lo",
    "%pcrel_hi",
    "%pcrel_lo",
    "%got_pcrel_hi",
    "%tprel_hi",
    "%tprel_lo",
    "%tprel_add",
    "%tls_ie_pcrel_hi",
    "%tls_gd_pcrel_hi",
];

/// Their names without `%`, for the text form of CGIR.
pub const PLAIN: [&str; 11] = [
    "",
    "hi",
    "lo",
    "pcrel_hi",
    "pcrel_lo",
    "got_pcrel_hi",
    "tprel_hi",
    "tprel_lo",
    "tprel_add",
    "tls_ie_pcrel_hi",
    "tls_gd_pcrel_hi",
];
