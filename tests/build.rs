//! Sends the descriptions in `toy/` through targ_info's generator, for the test of a target that no crate knows.

// The generator is a module of targ_info, whose build script takes it in the same way.
#[allow(dead_code, unused_imports, missing_docs)]
#[path = "../targ_info/src/desc/mod.rs"]
mod desc;

use std::{env, fs, path::Path};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo:rerun-if-changed=toy");
    println!("cargo:rerun-if-changed=../targ_info/src/desc");
    let read = |file: &str| fs::read_to_string(file).map_err(|e| e.to_string());
    let model = desc::load("toy/mini.isa", &read)?;
    fs::write(Path::new(&env::var("OUT_DIR")?).join("mini.rs"), desc::write::rust(&model)?)?;
    Ok(())
}
