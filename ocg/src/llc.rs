//! What llc's users type and expect beside the options that need no explanation: options that llc turns into function
//! attributes, `-mcpu=help` and `-mattr=help`, and how a wrong option is answered.
//!
//! An attribute that the function has already stands, as in llc, which applies options only where the IR says nothing.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use targ_info::{Target, TargetError, TargetSpec};
use whirl_lite::diag::Error;
use whirl_lite::ir::{FnFlags, Module};
use whirl_lite::legalize::relax::CONTRACT;

/// `-fp-contract`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Contract {
    /// Multiplications and additions are fused wherever they meet
    Fast,
    /// Where the IR allows it
    On,
    /// As on, but llvm.fmuladd is a multiplication and an addition
    Off,
}

/// Options that stand for function attributes, and those on sections and jump tables.
#[derive(Args, Clone, Debug, Default)]
pub struct Llc {
    /// Emit each function into a section of its own
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_parser = clap::builder::BoolishValueParser::new())]
    pub function_sections: bool,
    /// Emit each variable into a section of its own
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false", hide_default_value = true, hide_possible_values = true, value_parser = clap::builder::BoolishValueParser::new())]
    pub data_sections: bool,
    /// When multiplications and additions are fused
    #[arg(long, value_enum, value_name = "WHEN")]
    fp_contract: Option<Contract>,
    /// Transform floating point as if numbers were real
    #[arg(long)]
    enable_unsafe_fp_math: bool,
    /// Floating point has no NaNs
    #[arg(long)]
    enable_no_nans_fp_math: bool,
    /// Floating point has no infinities
    #[arg(long)]
    enable_no_infs_fp_math: bool,
    /// The sign of a zero does not matter
    #[arg(long)]
    enable_no_signed_zeros_fp_math: bool,
    /// Never turn calls into jumps
    #[arg(long)]
    disable_tail_calls: bool,
    /// Calls of fastcc in tail position are jumps, whatever their arguments
    #[arg(long)]
    tailcallopt: bool,
    /// Fewest cases of a jump table
    #[arg(long, value_name = "N")]
    pub min_jump_table_entries: Option<usize>,
    /// Fewest in a hundred of a jump table's entries that must be used
    #[arg(long, value_name = "PERCENT")]
    pub jump_table_density: Option<u64>,
}

impl Llc {
    /// The attributes that options stand for.
    fn attributes(&self) -> Vec<(&'static str, &'static str)> {
        let given = [
            (self.enable_unsafe_fp_math, "unsafe-fp-math", "true"),
            (self.enable_no_nans_fp_math, "no-nans-fp-math", "true"),
            (self.enable_no_infs_fp_math, "no-infs-fp-math", "true"),
            (self.enable_no_signed_zeros_fp_math, "no-signed-zeros-fp-math", "true"),
            (self.disable_tail_calls, "disable-tail-calls", "true"),
            (self.fp_contract == Some(Contract::Fast), CONTRACT, "fast"),
            (self.fp_contract == Some(Contract::Off), CONTRACT, "off"),
        ];
        given.into_iter().filter(|g| g.0).map(|g| (g.1, g.2)).collect()
    }

    /// Gives the functions of a module the attributes that options stand for.
    pub fn set_attributes(&self, module: &mut Module) {
        let attributes = self.attributes();
        if attributes.is_empty() {
            return;
        }
        for f in module.functions.values_mut() {
            for &(key, value) in &attributes {
                if f.sig.attrs.string(key).is_none() {
                    f.sig.attrs.set_string(key, value);
                }
            }
        }
    }
}

/// Numbers of conventions in LLVM IR: one that compilers agree on, one of registers, and one that promises tail calls.
const FASTCC: u32 = 8;
const GHCCC: u32 = 10;
const TAILCC: u32 = 18;

impl Llc {
    /// `-tailcallopt`: what is called by `fastcc` is called as by `tailcc`, on targets that have something to gain by it. What
    /// changes for conventions without stack arguments, which jump anyway, would only be the padding.
    pub fn promise_tail_calls(&self, module: &mut Module, target: &Target) -> Result<(), Error> {
        if !self.tailcallopt || !target.abi.convention(TAILCC).is_some_and(|c| c.tail_calls) {
            return Ok(());
        }
        for f in module.functions.values_mut() {
            let calls = f.calls.values_mut().map(|c| &mut c.sig);
            for sig in calls.chain([&mut f.sig]) {
                match sig.cc {
                    FASTCC => sig.cc = TAILCC,
                    GHCCC => return Err(Error::unsupported(f.pos, "ghccc under -tailcallopt")),
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

/// What the module asks for and does not get, though the code works without it; a line each.
pub fn left_out(module: &Module) -> Vec<String> {
    let mut warnings = Vec::new();
    let protected = |f: &&whirl_lite::ir::Function| f.sig.attrs.flags.contains(FnFlags::SSP);
    if let Some(f) = module.functions.values().find(protected) {
        warnings
            .push(format!("'{}' asks for stack protection, which is not supported: it is compiled without", f.name));
    }
    if module.flag_int("cf-protection-branch").is_some_and(|n| n != 0) {
        warnings
            .push("marks for branch protection (cf-protection-branch) are not supported: none are made".to_string());
    }
    warnings
}

/// The processors and features of a target, if `-mcpu=help` or `-mattr=help` asks for them.
pub fn help(spec: &TargetSpec) -> Option<Result<String, TargetError>> {
    let asked = spec.mcpu.as_deref() == Some("help") || spec.mattr.split(',').any(|f| matches!(f, "help" | "+help"));
    asked.then(|| {
        let bare = TargetSpec { mcpu: None, mattr: String::new(), ..spec.clone() };
        let (isa, procs) = targ_info::processors(&bare, None)?;
        let mut text = String::from("Available CPUs for this target:\n\n");
        for p in procs {
            text.push_str(&format!("  {:<20} - Select the {} processor.\n", p.name, p.name));
        }
        text.push_str("\nAvailable features for this target:\n\n");
        for f in isa.features {
            text.push_str(&format!("  {:<20} - {}.\n", f.name, f.what.trim_end_matches('.')));
        }
        text.push_str("\nUse +feature to enable a feature, or -feature to disable it.\n");
        text.push_str("For example, ocg -mcpu=mycpu -mattr=+feature1,-feature2\n");
        Ok(text)
    })
}

/// What is said of a command line that clap does not take: unknown options as llc words it, with the user's own spelling.
pub fn complaint(e: &clap::Error, args: &[OsString]) -> String {
    let text = |kind| match e.get(kind) {
        Some(ContextValue::String(s)) => Some(s.clone()),
        _ => None,
    };
    let Some(wrong) = text(ContextKind::InvalidArg).filter(|_| e.kind() == ErrorKind::UnknownArgument) else {
        return format!("ocg: {}", e.render());
    };
    let bare = |s: &str| s.trim_start_matches('-').to_string();
    let spelled = args.iter().skip(1).filter_map(|a| a.to_str()).find(|a| {
        let name = a.split('=').next().unwrap_or(a);
        a.starts_with('-') && bare(name) == bare(&wrong)
    });
    let spelled = spelled.unwrap_or(&wrong);
    let mut said = format!("ocg: Unknown command line argument '{spelled}'.  Try: 'ocg --help'\n");
    if let Some(near) = text(ContextKind::SuggestedArg) {
        said.push_str(&format!("ocg: Did you mean '{near}'?\n"));
    }
    said
}
