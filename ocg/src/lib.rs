//! The driver: command line, pass list, statistics, and what runs them over a module.
//!
//! * [`cli`]: options, as llc's users type them;
//! * [`pipeline`]: the list of passes, as data: names for every option that names a pass come from it alone;
//! * [`compile`]: reads a module, compiles its functions in parallel, emits;
//! * [`regalloc`]: the allocators by name;
//! * [`report`]: `-time-passes` and `-stats`;
//! * [`unit`]: one function on its way through the passes;
//! * [`output`]: output files appear whole or not at all;
//! * [`repro`]: the option `-save-repro`.
//!
//! Three kinds of failure are kept apart: the input's (place and caret), a construct that is not supported (named),
//! and our own (pass, function, and how to repeat the run). All end with exit status 1.

pub mod cli;
pub mod compile;
pub mod output;
pub mod pipeline;
pub mod regalloc;
pub mod report;
pub mod repro;
pub mod unit;

use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command with these arguments (the first is the program's name).
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    let options = match cli::parse(&args) {
        Ok(options) => options,
        Err(early) => return early.finish(),
    };
    match compile::run(&options, &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprint!("{message}");
            if !message.ends_with('\n') {
                eprintln!();
            }
            ExitCode::FAILURE
        }
    }
}
