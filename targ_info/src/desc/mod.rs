//! The description language: what an `.isa`, `.abi` or `.proc` file may say, and the writer of tables from it.
//!
//! A description is read line by line. A line with a `|` is an instruction row; any other line starts with a keyword.
//! `#` starts a comment and a `\` at the end of a line continues it. The passes are, in order: [`family`] (lines that stand
//! for several, as text), [`isa::parse`] (which follows `include` lines and leaves a [`Model`] with every name resolved),
//! [`fold::find`] (which rows are others with an operand in memory), [`check::check`] (what no single line can
//! show: rows with equal bits, compressed rows that take something else than the row they stand for), and
//! [`write::rust`], which writes static tables with one line a row, each naming the line that it came from.
//!
//! A description of several *variants* (machines that share registers and rows, and differ in which registers a class has)
//! is read once for each; what their tables have in common is written once.
//!
//! The module is used twice: by the build script, which cannot see the types of this crate, and by the crate itself,
//! which reads `.abi` and `.proc` files at run time and tests the generator with toy machines. It therefore depends on
//! nothing but the standard library. Every error names the file and the line.
//!
//! The language follows Open64's `targ_info` generators (`isa_gen`, `abi_properties_gen`, `si_gen`) in what it says, and
//! the instruction tables of ISA manuals in how it looks.

pub mod abi;
pub mod check;
pub mod check_layout;
pub mod family;
pub mod fold;
pub mod isa;
pub mod layout;
pub mod lines;
pub mod model;
pub mod proc;
pub mod row;
pub mod template;
pub mod write;
pub mod write_layout;

pub use lines::{At, DescError, Res};
pub use model::Model;

/// Reads a description and everything that it includes; `read` gives the text of a file by its name. The answer is a
/// model for each variant, of which there is one unless the description names several.
pub fn load(main: &str, read: &dyn Fn(&str) -> Result<String, String>) -> Res<Vec<Model>> {
    let (first, variants) = isa::parse(main, "", read)?;
    let mut models = vec![first];
    for v in variants.iter().skip(1) {
        models.push(isa::parse(main, v, read)?.0);
    }
    for m in &mut models {
        fold::find(m)?;
        check::check(m)?;
        check_layout::check(m)?;
    }
    Ok(models)
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_forms;
