//! The driver: command line, pass list, statistics, and what runs them over a module.
//!
//! * [`cli`]: options, as llc's users type them;
//! * [`pipeline`]: the list of passes, as data: names for every option that names a pass come from it alone;
//! * [`compile`]: reads a module, has its functions compiled, emits, and prints what was asked;
//! * [`job`]: functions through the passes, in parallel; [`unit`]: one function on its way;
//! * [`regalloc`]: the allocators by name; [`policies`]: their heuristics by name;
//! * [`measure`]: counts what allocation left in the code; [`report`]: `-stats`, `-time-passes`, comparisons;
//! * [`see`]: pages, graphs and logs of an allocation;
//! * [`bench`], [`spill_cost`]: the other commands;
//! * [`library`]: the compiler as a library, for those who bring an allocator;
//! * [`output`]: output files appear whole or not at all;
//! * [`repro`]: the option `-save-repro`.
//!
//! Three kinds of failure are kept apart: the input's (place and caret), a construct that is not supported (named),
//! and our own (pass, function, and how to repeat the run). All end with exit status 1.

pub mod bench;
pub mod cli;
pub mod compile;
pub mod job;
pub mod library;
pub mod llc;
pub mod measure;
pub mod output;
pub mod pipeline;
pub mod policies;
pub mod regalloc;
pub mod report;
pub mod repro;
pub mod see;
pub mod spill_cost;
pub mod unit;

pub use library::{Compiler, Output};

use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the command with these arguments (the first is the program's name).
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let mut args: Vec<OsString> = args.collect();
    let command = args.get(1).and_then(|a| a.to_str()).map(str::to_string);
    let done = match command.as_deref() {
        Some("bench") => {
            args.remove(1);
            bench::run(&args)
        }
        Some("spill-cost") => {
            args.remove(1);
            spill_cost::run(&args)
        }
        _ => cli::parse(&args)
            .map_err(Stop::Early)
            .and_then(|options| compile::run(&options, &args).map_err(Stop::Failed)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(Stop::Early(early)) => early.finish(),
        Err(Stop::Failed(message)) => {
            output::complain(&message);
            if !message.ends_with('\n') {
                output::complain("\n");
            }
            ExitCode::FAILURE
        }
    }
}

/// Why a command ends without having done its work.
#[derive(Debug)]
pub enum Stop {
    /// Before it began: help, or wrong options.
    Early(cli::Early),
    /// With this message.
    Failed(String),
}
