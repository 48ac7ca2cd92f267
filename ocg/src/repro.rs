//! `-save-repro=DIR`: the input, and a script that repeats the run.

use std::ffi::OsString;
use std::path::Path;

/// Writes `input.ll` (or `.cgir`) and `run.sh` into the directory.
pub fn save(dir: &Path, args: &[OsString], input: &[u8], cgir: bool) -> Result<(), String> {
    let name = if cgir { "input.cgir" } else { "input.ll" };
    let place = |e: std::io::Error| format!("ocg: error: {}: {e}\n", dir.display());
    std::fs::create_dir_all(dir).map_err(place)?;
    std::fs::write(dir.join(name), input).map_err(place)?;
    let options: Vec<String> = kept_options(args).map(|a| quoted(&a.to_string_lossy())).collect();
    let script = format!(
        "#!/bin/sh\n# Repeats a run of ocg {}.\ncd \"$(dirname \"$0\")\" && exec \"${{OCG:-ocg}}\" {} {name} -o output\n",
        env!("CARGO_PKG_VERSION"),
        options.join(" ")
    );
    std::fs::write(dir.join("run.sh"), script).map_err(place)
}

/// The options without input, output and `-save-repro` itself.
pub fn kept_options(args: &[OsString]) -> impl Iterator<Item = &OsString> {
    let mut skip = true;
    args.iter().filter(move |a| {
        let text = a.to_string_lossy();
        let drop = std::mem::take(&mut skip) || !text.starts_with('-') || text == "-";
        let name = text.trim_start_matches('-');
        skip = name == "o" || name == "save-repro";
        !(drop || name == "o" || name.starts_with("save-repro"))
    })
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
