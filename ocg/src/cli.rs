//! Options, as llc's users type them: one dash or two, `-o FILE`, `-O2`.
//!
//! clap does the work; it wants two dashes before long names, so one is added where it is missing.

use crate::output;
use clap::{ArgAction, Parser, ValueEnum};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use targ_info::{CodeModel, RelocModel, TargetSpec};

/// What to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs)]
pub enum FileType {
    Asm,
    Obj,
    Null,
}

/// Format of `-stats`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
#[allow(missing_docs)]
pub enum StatsFormat {
    Text,
    Json,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Reloc {
    Static,
    Pic,
    #[value(name = "dynamic-no-pic")]
    DynamicNoPic,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Model {
    Tiny,
    Small,
    Kernel,
    Medium,
    Large,
}

/// How exceptions reach landing pads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Exceptions {
    Default,
    None,
}

/// The command line.
#[derive(Parser, Clone, Debug)]
#[command(
    name = "ocg",
    disable_version_flag = true,
    about = "Compiles LLVM IR to assembly or objects, with allocators to choose from",
    after_help = "Options may be given with one dash or two. Without an input file, or with '-', standard input is read. \
                  Other commands: ocg bench, ocg spill-cost (each with -help)."
)]
pub struct Cli {
    /// LLVM IR (.ll) or CGIR (.cgir); '-' is standard input
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Output file; '-' is standard output
    #[arg(short = 'o', value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// What to write
    #[arg(long, value_enum, default_value = "asm")]
    pub filetype: FileType,
    /// Optimisation level, 0 to 3
    #[arg(short = 'O', value_name = "LEVEL", default_value = "2", value_parser = clap::value_parser!(u8).range(0..=3))]
    pub opt_level: u8,
    /// Architecture or ISA string (rv64gcv, riscv64, ...)
    #[arg(long, value_name = "ARCH")]
    march: Option<String>,
    /// Processor
    #[arg(long, value_name = "CPU")]
    mcpu: Option<String>,
    /// Features to add or remove: +a,-b
    #[arg(long, value_name = "FEATURES", action = ArgAction::Append)]
    mattr: Vec<String>,
    /// ABI
    #[arg(long, alias = "target-abi", value_name = "ABI")]
    mabi: Option<String>,
    /// Target triple; the module's if not given
    #[arg(long, value_name = "TRIPLE")]
    mtriple: Option<String>,
    /// Relocation model
    #[arg(long, value_enum)]
    relocation_model: Option<Reloc>,
    /// Code model
    #[arg(long, value_enum)]
    code_model: Option<Model>,
    /// Data of more bytes goes to large sections in the medium and large code models of x86-64
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    large_data_threshold: u64,
    /// Keep registers from the allocators (comma separated names)
    #[arg(long, value_name = "REGS", value_delimiter = ',')]
    reserve_regs: Vec<String>,
    /// Allocator ('help' lists them); several, with commas, are compared, and the first makes the output
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub regalloc: Vec<String>,
    /// Print the function after these passes
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub print_after: Vec<String>,
    /// Print the function before these passes
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub print_before: Vec<String>,
    /// Print the function after every pass
    #[arg(long)]
    pub print_after_all: bool,
    /// Only these functions are printed (comma separated names)
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub filter_print_funcs: Vec<String>,
    /// Stop after this pass and write the function in text form
    #[arg(long, value_name = "PASS")]
    pub stop_after: Option<String>,
    /// Stop before this pass and write the function in text form
    #[arg(long, value_name = "PASS")]
    pub stop_before: Option<String>,
    /// Start with this pass (CGIR input)
    #[arg(long, value_name = "PASS")]
    pub start_before: Option<String>,
    /// Run only these passes (CGIR input) and write the function in text form
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub run_pass: Vec<String>,
    /// Leave these passes out
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    pub disable_pass: Vec<String>,
    /// Print the time spent in each pass
    #[arg(long)]
    pub time_passes: bool,
    /// Print counters
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "text")]
    pub stats: Option<StatsFormat>,
    /// Write the tables of -stats and of comparisons here; '-' is standard output
    #[arg(long, value_name = "FILE")]
    pub stats_file: Option<PathBuf>,
    /// Comparisons show functions that execute so many memory operations a call
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    pub stats_threshold: f64,
    /// Verify between passes and check every allocation
    #[arg(long, alias = "verify-machineinstrs")]
    pub verify: bool,
    /// Number of threads; 0 takes one for each core
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Stop optional transformations of each function after the Nth
    #[arg(long, value_name = "N")]
    pub fuel: Option<u64>,
    /// Write input, options and a script that repeats the run into this directory
    #[arg(long, value_name = "DIR")]
    pub save_repro: Option<PathBuf>,
    /// Write assembly in this syntax, of those that the target has (att, intel)
    #[arg(long = "x86-asm-syntax", value_name = "SYNTAX")]
    pub asm_syntax: Option<String>,
    /// Emit a section with the stack size of each function
    #[arg(long)]
    pub stack_size_section: bool,
    /// Keep a frame pointer in every function (all, non-leaf, none)
    #[arg(long, value_name = "WHICH", default_value = "none")]
    frame_pointer: String,
    /// Exceptions; with none nothing unwinds, and invokes are calls
    #[arg(long, value_enum)]
    exception_model: Option<Exceptions>,
    /// Stress: bytes of padding in every frame
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    stress_frame_pad: u64,
    /// Stress: branches reach only so many bytes
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    stress_branch_range: u64,
    /// Stress: the register scavenger finds no free register
    #[arg(long)]
    stress_no_free_reg: bool,
    /// Seed of the chaos allocator
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// List the policies of the allocators
    #[arg(long)]
    help_policies: bool,
    /// Write what the allocator decides for each live range, and why; to standard error without a file
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true)]
    pub gra_trace: Option<Option<PathBuf>>,
    /// Draw the interference graph of each function
    #[arg(long, value_name = "FILE.dot")]
    pub dump_interference: Option<PathBuf>,
    /// Write a page for each function that shows its allocation: into a directory, or one page into FILE.html
    #[arg(long, value_name = "DIR|FILE.html")]
    pub dump_html: Option<PathBuf>,
    /// Objects list the instructions that are there for allocation, in a section of their own
    #[arg(long)]
    spill_section: bool,
    /// Read a processor from a description
    #[arg(long, value_name = "FILE.proc")]
    proc: Option<PathBuf>,
    /// Read an ABI from a description
    #[arg(long, value_name = "FILE.abi")]
    abi: Option<PathBuf>,
    /// What llc has, too.
    #[command(flatten)]
    pub llc: crate::llc::Llc,
    /// Measure even if no option prints it: for callers of the library
    #[arg(skip)]
    pub measure: bool,
    /// The policies chosen (-help-policies)
    #[arg(skip)]
    pub policies: crate::policies::Chosen,
    /// Print the version and the targets
    #[arg(long)]
    version: bool,
}

/// The end of the run before it began: help, version, or wrong options.
#[derive(Debug)]
pub enum Early {
    /// Print this on standard output; success.
    Said(String),
    /// Print this on standard error; failure.
    Wrong(String),
}

impl Early {
    fn wrong(message: impl std::fmt::Display) -> Early {
        Early::Wrong(format!("ocg: error: {message}\n"))
    }
    /// What clap found in these arguments.
    pub fn of(e: &clap::Error, args: &[OsString]) -> Early {
        if e.use_stderr() { Early::Wrong(crate::llc::complaint(e, args)) } else { Early::Said(e.render().to_string()) }
    }
    /// Prints it and says how the program ends.
    pub fn finish(self) -> ExitCode {
        match self {
            Early::Said(text) => {
                let said = output::say(&text);
                said.map_or_else(|e| Early::wrong(e).finish(), |()| ExitCode::SUCCESS)
            }
            Early::Wrong(text) => {
                output::complain(&text);
                ExitCode::FAILURE
            }
        }
    }
}

/// Parses the command line (the first argument is the program's name). It has one input.
pub fn parse(args: &[OsString]) -> Result<Cli, Early> {
    let cli = parse_inputs(args)?;
    match &cli.inputs[..] {
        [] | [_] => Ok(cli),
        [_, second, ..] => Err(Early::wrong(format!("a second input '{}'; ocg bench takes several", second.display()))),
    }
}

/// Parses a command line with any number of inputs.
pub fn parse_inputs(args: &[OsString]) -> Result<Cli, Early> {
    let (typed, policies) = crate::policies::take(args.to_vec()).map_err(Early::wrong)?;
    let long = typed.iter().enumerate().map(|(i, a)| if i == 0 { a.clone() } else { two_dashes(a) });
    let mut cli = Cli::try_parse_from(long).map_err(|e| Early::of(&e, &typed))?;
    if cli.version {
        return Err(Early::Said(version()));
    }
    if let Some(help) = crate::llc::help(&cli.target_spec()) {
        return Err(help.map_or_else(Early::wrong, Early::Said));
    }
    if cli.regalloc.iter().any(|n| n == "help") {
        return Err(Early::Said(crate::regalloc::help()));
    }
    if cli.help_policies {
        return Err(Early::Said(crate::policies::help()));
    }
    crate::pipeline::check_names(cli.named_passes()).map_err(Early::wrong)?;
    crate::pipeline::check_optional(&cli.disable_pass).map_err(Early::wrong)?;
    if cli.spill_section && cli.filetype == FileType::Asm {
        return Err(Early::wrong("-spill-section is for objects (-filetype=obj); assembly says the same line by line"));
    }
    if !matches!(cli.frame_pointer.as_str(), "all" | "non-leaf" | "none") {
        return Err(Early::wrong("-frame-pointer takes all, non-leaf or none"));
    }
    cli.policies = policies;
    Ok(cli)
}

/// Adds the second dash to a long option.
pub fn two_dashes(arg: &OsStr) -> OsString {
    let Some(text) = arg.to_str() else { return arg.to_owned() };
    let Some(name) = text.strip_prefix('-') else { return arg.to_owned() };
    let short = name.is_empty()
        || name.starts_with('-')
        || matches!(name, "o" | "h")
        || name.starts_with("o=")
        || (name.starts_with('O') && (name.len() <= 2 || name.starts_with("O=")));
    if short { arg.to_owned() } else { format!("--{name}").into() }
}

fn version() -> String {
    let mut text = format!("ocg version {}\n  Registered targets:\n", env!("CARGO_PKG_VERSION"));
    // Tables of a machine may be there before its code generator is.
    let compiles = |name: &str| {
        let spec = TargetSpec { march: Some(name.into()), ..TargetSpec::default() };
        targ_info::Target::new(&spec, None).is_ok_and(|(t, _)| cgir::target::hooks_for(&t).is_some())
    };
    for arch in targ_info::ISAS.iter().flat_map(|isa| isa.archs).filter(|a| compiles(a.name)) {
        text.push_str(&format!("    {}\n", arch.name));
    }
    text
}

impl Cli {
    /// What was asked of the target.
    pub fn target_spec(&self) -> TargetSpec {
        TargetSpec {
            triple: self.mtriple.clone(),
            march: self.march.clone(),
            mcpu: self.mcpu.clone(),
            proc_file: self.proc.clone(),
            abi_file: self.abi.clone(),
            mattr: self.mattr.join(","),
            mabi: self.mabi.clone(),
            reloc: match self.relocation_model {
                Some(Reloc::Pic) => RelocModel::Pic,
                Some(Reloc::Static | Reloc::DynamicNoPic) | None => RelocModel::Static,
            },
            code: match self.code_model {
                Some(Model::Kernel) => CodeModel::Kernel,
                Some(Model::Medium) => CodeModel::Medium,
                Some(Model::Large) => CodeModel::Large,
                Some(Model::Small | Model::Tiny) | None => CodeModel::Small,
            },
            large_data: self.large_data_threshold,
            reserve: self.reserve_regs.clone(),
        }
    }

    /// What passes ask for.
    pub fn pass_options(&self) -> cgir::pass::Options {
        cgir::pass::Options {
            opt_level: self.opt_level,
            table_cases: self.llc.min_jump_table_entries,
            table_density: self.llc.jump_table_density,
            verify: self.verify || cfg!(debug_assertions),
            policies: self.policies.clone(),
            stress_frame_pad: self.stress_frame_pad,
            stress_branch_range: self.stress_branch_range,
            stress_no_free_reg: self.stress_no_free_reg,
            seed: self.seed,
            frame_pointer: self.frame_pointer == "all",
            no_exceptions: self.exception_model == Some(Exceptions::None),
            trace: self.gra_trace.is_some() || self.dump_html.is_some(),
            spill_section: self.spill_section,
        }
    }

    /// Is the function one of those that are to be printed or drawn?
    pub fn shows(&self, function: &str) -> bool {
        self.filter_print_funcs.is_empty() || self.filter_print_funcs.iter().any(|n| n == function || n == "*")
    }

    /// Descriptions that are read, by option.
    pub fn descriptions(&self) -> impl Iterator<Item = (&'static str, &Path)> {
        [("proc", &self.proc), ("abi", &self.abi)].into_iter().filter_map(|(o, f)| Some((o, f.as_deref()?)))
    }

    /// The input file.
    pub fn input(&self) -> Option<&Path> {
        self.inputs.first().map(PathBuf::as_path)
    }

    /// The name of the input for messages, and whether it is standard input.
    pub fn input_name(&self) -> (String, bool) {
        match self.input() {
            Some(p) if p.as_os_str() != "-" => (p.display().to_string(), false),
            _ => ("<stdin>".to_string(), true),
        }
    }

    fn named_passes(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.print_after, &self.print_before, &self.run_pass, &self.disable_pass];
        let single = [&self.stop_after, &self.stop_before, &self.start_before];
        lists.into_iter().flatten().chain(single.into_iter().flatten()).map(String::as_str)
    }
}
