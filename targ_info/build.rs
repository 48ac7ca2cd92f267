//! Turns the descriptions in `isa/`, `abi/` and `proc/` into tables. Every `isa/*.isa` is one ISA.

// The description language is a module of the crate too, and the build script needs only a part of it.
#[allow(dead_code, unused_imports)]
#[path = "src/desc/mod.rs"]
mod desc;

use std::fmt::Write;
use std::{env, fs, path::Path, process::ExitCode};

fn main() -> ExitCode {
    match generate() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

fn generate() -> Result<(), Box<dyn std::error::Error>> {
    for d in ["isa", "abi", "proc", "tests/toy", "src/desc"] {
        println!("cargo:rerun-if-changed={d}");
    }
    let mut names: Vec<String> = Vec::new();
    for entry in fs::read_dir("isa")? {
        let path = entry?.path();
        if path.extension().is_some_and(|e| e == "isa") {
            names.extend(path.file_stem().and_then(|s| s.to_str()).map(str::to_string));
        }
    }
    names.sort();
    let out_dir = env::var("OUT_DIR")?;
    let read = |file: &str| fs::read_to_string(file).map_err(|e| e.to_string());
    let mut index = String::new();
    let mut list = String::new();
    for n in &names {
        let model = desc::load(&format!("isa/{n}.isa"), &read)?;
        let file = Path::new(&out_dir).join(format!("{n}.rs"));
        fs::write(&file, desc::write::rust(&model)?)?;
        writeln!(index, "/// Tables of {n}.\npub mod {n} {{ include!({:?}); }}", file.display().to_string())?;
        let variants =
            model.iter().skip(1).map(|m| format!("&{n}::{}::ISA, ", desc::write::constant(&m.variant).to_lowercase()));
        write!(list, "&{n}::ISA, {}", variants.collect::<String>())?;
    }
    // A machine for the generator's own tests, which is no member of the list.
    let toy = desc::load("tests/toy/toy.isa", &read)?;
    fs::write(Path::new(&out_dir).join("toy.rs"), desc::write::rust(&toy)?)?;
    writeln!(index, "/// All ISAs that are described.\npub static ISAS: &[&Isa] = &[{list}];")?;
    fs::write(Path::new(&out_dir).join("isas.rs"), index)?;
    Ok(())
}
