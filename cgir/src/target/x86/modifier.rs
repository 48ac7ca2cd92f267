//! Relocation modifiers of symbol operands, as the psABIs and the GNU assembler name them.

use crate::func::Modifier;

/// The symbol itself: absolute, or a distance from the program counter where the row or the base says so.
pub const NONE: Modifier = Modifier(0);
/// Distance to the symbol's entry in the global offset table.
pub const GOTPCREL: Modifier = Modifier(1);
/// Through the procedure linkage table.
pub const PLT: Modifier = Modifier(2);
/// Offset from the thread pointer (local-exec TLS).
pub const TPOFF: Modifier = Modifier(3);
/// Distance to the GOT entry that holds the offset from the thread pointer (initial-exec TLS).
pub const GOTTPOFF: Modifier = Modifier(4);
/// Distance to the argument of `__tls_get_addr` (general-dynamic TLS).
pub const TLSGD: Modifier = Modifier(5);
/// The same for the module alone (local-dynamic TLS).
pub const TLSLD: Modifier = Modifier(6);
/// Offset from the module's part of thread-local storage.
pub const DTPOFF: Modifier = Modifier(7);
/// Offset from the GOT (IA-32).
pub const GOTOFF: Modifier = Modifier(8);
/// Offset of the symbol's entry from the GOT (IA-32).
pub const GOT: Modifier = Modifier(9);
/// Offset from the thread pointer, negated (IA-32 local-exec TLS).
pub const NTPOFF: Modifier = Modifier(10);
/// Address of the GOT entry that holds the offset from the thread pointer (IA-32 initial-exec TLS).
pub const INDNTPOFF: Modifier = Modifier(11);
/// Offset from the GOT of that entry (IA-32 initial-exec TLS in position-independent code).
pub const GOTNTPOFF: Modifier = Modifier(12);
/// Distance to the GOT itself (IA-32), which its name alone asks for.
pub const GOTPC: Modifier = Modifier(13);
/// Offset from the GOT of the argument of `___tls_get_addr` for the module alone (IA-32 local-dynamic TLS).
pub const TLSLDM: Modifier = Modifier(14);

/// Their names, indexed by number.
pub const PLAIN: [&str; 15] = [
    "",
    "gotpcrel",
    "plt",
    "tpoff",
    "gottpoff",
    "tlsgd",
    "tlsld",
    "dtpoff",
    "gotoff",
    "got",
    "ntpoff",
    "indntpoff",
    "gotntpoff",
    "gotpc",
    "tlsldm",
];
