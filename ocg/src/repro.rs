//! `-save-repro=DIR`: the input, and a script that repeats the run.

use crate::cli::Cli;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Writes `input.ll` (or `.cgir`), descriptions that were read, and `run.sh` into the directory.
pub fn save(dir: &Path, cli: &Cli, args: &[OsString], input: &[u8], cgir: bool) -> Result<(), String> {
    let name = if cgir { "input.cgir" } else { "input.ll" };
    let place = |e: std::io::Error| format!("ocg: error: {}: {e}\n", dir.display());
    std::fs::create_dir_all(dir).map_err(place)?;
    std::fs::write(dir.join(name), input).map_err(place)?;
    let mut options: Vec<String> =
        kept_options(args, &cli.inputs).into_iter().map(|a| quoted(&a.to_string_lossy())).collect();
    for (option, file) in cli.descriptions() {
        let copy = format!("own.{option}");
        std::fs::copy(file, dir.join(&copy)).map_err(|e| format!("ocg: error: {}: {e}\n", file.display()))?;
        options.push(format!("-{option}={copy}"));
    }
    let script = format!(
        "#!/bin/sh\n# Repeats a run of ocg {}.\ncd \"$(dirname \"$0\")\" && exec \"${{OCG:-ocg}}\" {} {name} -o output\n",
        env!("CARGO_PKG_VERSION"),
        options.join(" ")
    );
    std::fs::write(dir.join("run.sh"), script).map_err(place)
}

/// Options that name files of this run, and what is put in their place by hand.
const DROPPED: [&str; 4] = ["o", "save-repro", "proc", "abi"];

/// The options without input, output and what the script gives in its own words.
pub fn kept_options<'a>(args: &'a [OsString], inputs: &[PathBuf]) -> Vec<&'a OsString> {
    let mut kept = Vec::new();
    let mut args = args.iter().skip(1);
    while let Some(a) = args.next() {
        let text = a.to_string_lossy();
        let name = text.strip_prefix("--").or(text.strip_prefix('-')).filter(|n| !n.is_empty());
        let (name, value) = name.map_or(("", None), |n| n.split_once('=').map_or((n, None), |(n, v)| (n, Some(v))));
        if DROPPED.contains(&name) {
            if value.is_none() {
                args.next();
            }
        } else if text != "-" && !inputs.iter().any(|i| i.as_os_str() == a) {
            kept.push(a);
        }
    }
    kept
}

fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_stay_with_their_values() {
        let args: Vec<OsString> = "ocg -march rv64gc x.ll -o out -proc=p.proc --abi a.abi -O2 -save-repro=d -"
            .split(' ')
            .map(OsString::from)
            .collect();
        assert_eq!(kept_options(&args, &["x.ll".into()]), ["-march", "rv64gc", "-O2"]);
    }
}
