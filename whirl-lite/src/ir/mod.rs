//! The SSA form of LLVM IR: typed indices, entity maps, interned types, no pointers between nodes.
//!
//! A [`Module`] is read-only once parsed; functions are compiled independently, each with its own pool of values,
//! constants and operand lists ([`Function`]). What a function needs of the module, it asks by index.
//!
//! Instructions keep their operands in [`InstData::args`] whatever they are, so that a pass can walk and replace
//! operands without knowing the instruction; what else an instruction says is in [`InstKind`].
//! An instruction has any number of results: LLVM's have at most one, the legaliser makes some with several.

mod attr;
mod consts;
mod function;
mod inst;
mod metadata;
mod module;
mod rules;
mod types;

pub use attr::*;
pub use consts::*;
pub use function::*;
pub use inst::*;
pub use metadata::*;
pub use module::*;
pub use types::*;
