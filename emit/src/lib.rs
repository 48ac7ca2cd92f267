//! The MC layer: machine code to assembly or objects.
//!
//! [`lower_function`] turns an allocated, laid-out function into an [`McFunction`]: real instructions with their sizes,
//! labels and CFI. It looks at nothing but its function, so functions are lowered in parallel. [`emit_module`] then tells
//! the whole module, data included, to a [`streamer::Streamer`]: text, or an ELF object. Both get the same calls in the
//! same order, and relaxation has been done before, so that assembling the text gives the object's bytes.
//!
//! What concerns one target stands in [`target`]; instructions are printed and encoded from targ_info's tables.

mod asm;
mod assemble;
mod cfi;
mod choose;
mod constant;
mod data;
mod inline_asm;
pub mod lower;
pub mod mc;
mod module;
mod obj;
mod relax;
mod rows;
pub mod section;
pub mod streamer;
pub mod symbol;
pub mod target;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_x86;

pub use lower::{lower_function, lower_function_with};
pub use mc::McFunction;
pub use module::{EmitOptions, SPILL_SECTION};

use targ_info::Target;
use whirl_lite::diag::Error;
use whirl_lite::ir::Module;

/// What is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FileType {
    /// Assembly text.
    #[default]
    Assembly,
    /// An ELF object.
    Object,
}

/// Writes a module and its functions. The order of `functions` does not matter.
pub fn emit_module(
    module: &Module,
    functions: &[McFunction],
    target: &Target,
    file_type: FileType,
    options: &EmitOptions,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    emit_module_with(target::hooks(target.isa)?, module, functions, target, file_type, options, out)
}

/// The same for a target that is not one of [`target`]'s: a new one is tried this way before it has a folder.
pub fn emit_module_with(
    hooks: &'static dyn target::McTarget,
    module: &Module,
    functions: &[McFunction],
    target: &Target,
    file_type: FileType,
    options: &EmitOptions,
    out: &mut Vec<u8>,
) -> Result<(), Error> {
    let names = symbol::Names::new(module);
    match file_type {
        FileType::Assembly => {
            let insts: usize = functions.iter().map(|f| f.insts.len()).sum();
            let mut s = asm::AsmStreamer::new(target, hooks, &names, options.dialect, insts * 24 + 4096);
            module::stream(module, functions, target, hooks, &names, options, &mut s)?;
            if out.is_empty() {
                *out = s.out.into_bytes();
            } else {
                out.extend_from_slice(s.out.as_bytes());
            }
        }
        FileType::Object => {
            let mut s = obj::ObjStreamer::new(target, hooks, &names);
            module::stream(module, functions, target, hooks, &names, options, &mut s)?;
            s.finish(out)?;
        }
    }
    Ok(())
}
