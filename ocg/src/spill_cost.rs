//! `ocg spill-cost PROGRAM... [-- ARGUMENTS]`: what allocation cost a program that ran.
//!
//! Programs are linked from objects made with `-spill-section`, which lists every instruction that is there for allocation.
//! Each runs under qemu-user with a plugin (`tools/spillcount`) that counts exactly how often these instructions were
//! executed; the symbol table tells to which function they belong. Several programs are compared with the first.

use crate::Stop;
use crate::cli::{Early, two_dashes};
use crate::output;
use crate::report::text::{fitting, ratio};
use cgir::alloc::price::Kind;
use clap::Parser;
use object::{Object, ObjectSection, ObjectSegment, ObjectSymbol, SegmentFlags, SymbolKind};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The plugin's source.
const PLUGIN: &str = include_str!("../../tools/spillcount/spillcount.c");

#[derive(Parser, Debug)]
#[command(
    name = "ocg spill-cost",
    bin_name = "ocg spill-cost",
    about = "Runs programs under qemu-user and counts what allocation cost them",
    after_help = "Programs must be linked from objects that ocg made with -spill-section. What they print is dropped."
)]
struct Options {
    /// Programs; all get the same arguments
    #[arg(required = true, value_name = "PROGRAM")]
    programs: Vec<PathBuf>,
    /// Their arguments
    #[arg(last = true, value_name = "ARGUMENTS")]
    arguments: Vec<OsString>,
    /// The emulator, with options; by default qemu-ARCH of the program
    #[arg(long, value_name = "COMMAND")]
    qemu: Option<String>,
    /// The plugin; by default it is built with cc
    #[arg(long, value_name = "FILE")]
    plugin: Option<PathBuf>,
    /// Standard input of the programs
    #[arg(long, value_name = "FILE")]
    stdin: Option<PathBuf>,
    /// Functions to show, most costly first
    #[arg(long, value_name = "N", default_value_t = 25)]
    top: usize,
    /// Print JSON (docs/stats.md)
    #[arg(long)]
    json: bool,
}

/// Executions of each kind, by [`Kind`] in order.
type Counts = [u64; 7];

fn memory(c: &Counts) -> u64 {
    Kind::ALL.iter().zip(c).filter(|(k, _)| k.is_memory()).map(|(_, n)| n).sum()
}

/// What a run counted.
#[derive(Debug, Default)]
struct Tally {
    insns: u64,
    functions: BTreeMap<String, Counts>,
}

impl Tally {
    fn total(&self) -> Counts {
        let mut sum = Counts::default();
        self.functions.values().for_each(|c| sum.iter_mut().zip(c).for_each(|(s, n)| *s += n));
        sum
    }
}

/// Runs the command; the first argument is the program's name.
pub fn run(args: &[OsString]) -> Result<(), Stop> {
    // What stands behind `--` is not ours.
    let ours = args.iter().position(|a| a == "--").unwrap_or(args.len());
    let dashed = args.iter().enumerate().map(|(i, a)| if (1..ours).contains(&i) { two_dashes(a) } else { a.clone() });
    let options = Options::try_parse_from(dashed).map_err(|e| Stop::Early(Early::of(&e, args)))?;
    measure(&options).map_err(|m| Stop::Failed(format!("ocg: error: {m}\n")))
}

fn measure(options: &Options) -> Result<(), String> {
    let dir = Scratch::new()?;
    let plugin = match &options.plugin {
        Some(p) => std::path::absolute(p).map_err(|e| format!("{}: {e}", p.display()))?,
        None => build(&dir.0)?,
    };
    let mut tallies = Vec::new();
    for p in &options.programs {
        tallies.push(one(options, p, &plugin, &dir.0).map_err(|m| format!("{}: {m}", p.display()))?);
    }
    let names: Vec<String> = options.programs.iter().map(|p| p.display().to_string()).collect();
    let text = if options.json { json(&names, &tallies) } else { table(&names, &tallies, options.top) };
    output::say(&text)
}

/// A directory that goes with the value.
struct Scratch(PathBuf);

impl Scratch {
    fn new() -> Result<Scratch, String> {
        let dir = std::env::temp_dir().join(format!("ocg-spill-cost-{}", std::process::id()));
        std::fs::create_dir_all(&dir).map_err(|e| format!("{}: {e}", dir.display()))?;
        Ok(Scratch(dir))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on it.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Builds the plugin.
fn build(dir: &Path) -> Result<PathBuf, String> {
    let (source, plugin) = (dir.join("spillcount.c"), dir.join("spillcount.so"));
    std::fs::write(&source, PLUGIN).map_err(|e| format!("{}: {e}", source.display()))?;
    let cc = std::env::var("CC").unwrap_or_else(|_| "cc".into());
    let done = Command::new(&cc).args(["-O2", "-shared", "-fPIC"]).arg(&source).arg("-o").arg(&plugin).status();
    match done {
        Ok(s) if s.success() => Ok(plugin),
        Ok(s) => Err(format!("{cc} could not build the plugin ({s}); -plugin names one")),
        Err(e) => Err(format!("{cc}: {e}; -plugin names a plugin that is built already")),
    }
}

/// What the program's file says.
struct Image {
    /// Marked instructions by address.
    marks: BTreeMap<u64, Kind>,
    /// Functions by address: end and name.
    functions: BTreeMap<u64, (u64, String)>,
    /// The lowest address of code, as linked.
    start: u64,
    qemu: String,
}

fn image(bytes: &[u8]) -> Result<Image, String> {
    let file = object::File::parse(bytes).map_err(|e| e.to_string())?;
    let Some(section) = file.section_by_name(emit::SPILL_SECTION) else {
        return Err(format!("no section {}: compile with -spill-section -filetype=obj", emit::SPILL_SECTION));
    };
    let data = section.data().map_err(|e| e.to_string())?;
    let width = if file.is_64() { 8 } else { 4 };
    let mut marks = BTreeMap::new();
    for entry in data.chunks(width + 1) {
        let (Some(address), Some(kind)) = (entry.get(..width), entry.get(width).and_then(|&k| Kind::from_number(k)))
        else {
            return Err(format!("section {} is damaged", emit::SPILL_SECTION));
        };
        let join = |n: u64, b: &u8| n << 8 | u64::from(*b);
        let address =
            if file.is_little_endian() { address.iter().rev().fold(0, join) } else { address.iter().fold(0, join) };
        marks.insert(address, kind);
    }
    let mut functions = BTreeMap::new();
    for s in file.symbols().filter(|s| s.kind() == SymbolKind::Text && s.size() > 0) {
        functions.entry(s.address()).or_insert((s.address() + s.size(), s.name().unwrap_or("?").to_string()));
    }
    // What the file format calls the machine is what the emulator is called after.
    let qemu = format!("qemu-{:?}", file.architecture()).to_lowercase();
    let executable = |s: &object::Segment<'_, '_>| match s.flags() {
        SegmentFlags::Elf { p_flags, .. } => p_flags.0 & object::elf::PF_X.0 != 0,
        _ => false,
    };
    let start = file.segments().filter(executable).map(|s| s.address()).min().unwrap_or(0);
    Ok(Image { marks, functions, start, qemu })
}

fn one(options: &Options, program: &Path, plugin: &Path, dir: &Path) -> Result<Tally, String> {
    let bytes = std::fs::read(program).map_err(|e| e.to_string())?;
    let image = image(&bytes)?;
    let (marks, out) = (dir.join("marks"), dir.join("counts"));
    let list: String = image.marks.keys().map(|a| format!("{a:x}\n")).collect();
    std::fs::write(&marks, list).map_err(|e| e.to_string())?;
    // A run that dies early must not show the counts of the last one.
    let _ = std::fs::remove_file(&out);
    let words = options.qemu.clone().unwrap_or(image.qemu.clone());
    let mut words = words.split_whitespace();
    let qemu = words.next().ok_or("-qemu names no command")?;
    let plugin =
        format!("{},marks={},out={},start={:x}", plugin.display(), marks.display(), out.display(), image.start);
    let stdin = match &options.stdin {
        Some(p) => Stdio::from(std::fs::File::open(p).map_err(|e| format!("{}: {e}", p.display()))?),
        None => Stdio::null(),
    };
    let mut command = Command::new(qemu);
    command.args(words).arg("-plugin").arg(plugin).arg(program).args(&options.arguments);
    let done =
        command.stdin(stdin).stdout(Stdio::null()).status().map_err(|e| format!("{qemu}: {e}; -qemu names another"))?;
    let counts = std::fs::read_to_string(&out).map_err(|_| format!("{qemu} ({done}) left no counts"))?;
    if !done.success() {
        output::complain(&format!("ocg: warning: {} ended with {done}\n", program.display()));
    }
    tally(&image, &counts)
}

/// Reads what the plugin wrote.
fn tally(image: &Image, counts: &str) -> Result<Tally, String> {
    let mut tally = Tally::default();
    for line in counts.lines() {
        let bad = || format!("the plugin wrote '{line}'");
        let (what, n) = line.split_once(' ').ok_or_else(bad)?;
        let n: u64 = n.parse().map_err(|_| bad())?;
        if what == "insns" {
            tally.insns = n;
            continue;
        }
        let address = u64::from_str_radix(what, 16).map_err(|_| bad())?;
        let kind = image.marks.get(&address).ok_or_else(bad)?;
        let function = image.functions.range(..=address).next_back().filter(|(_, f)| address < f.0);
        let name = function.map_or("(no symbol)", |(_, f)| f.1.as_str());
        let counts = tally.functions.entry(name.to_string()).or_default();
        if let Some(c) = counts.get_mut(*kind as usize - 1) {
            *c += n;
        }
    }
    Ok(tally)
}

/// Functions of the first program by falling cost, then the rest by name.
fn order(tallies: &[Tally]) -> Vec<&str> {
    let mut most: BTreeMap<&str, u64> = BTreeMap::new();
    for t in tallies {
        for (name, c) in &t.functions {
            let m = most.entry(name).or_default();
            *m = (*m).max(memory(c));
        }
    }
    let mut names: Vec<(&str, u64)> = most.into_iter().filter(|x| x.1 != 0).collect();
    names.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    names.into_iter().map(|x| x.0).collect()
}

const HEADS: [&str; 7] = ["spills", "reloads", "saves", "restores", "remats", "copies", "kept"];

fn table(names: &[String], tallies: &[Tally], top: usize) -> String {
    let mut text = String::new();
    let order = order(tallies);
    let first_total = tallies.first().map_or(0, |t| memory(&t.total()));
    for (name, t) in names.iter().zip(tallies) {
        let total = t.total();
        let share = 100.0 * memory(&total) as f64 / t.insns.max(1) as f64;
        let _ = writeln!(text, "{name}: {} instructions executed, {share:.2} % of them spill cost", t.insns);
        let _ = write!(text, "  {:<28} {:>13}", "function", "cost");
        HEADS.iter().for_each(|h| {
            let _ = write!(text, " {h:>12}");
        });
        text.push_str("  ratio\n");
        for f in order.iter().take(top) {
            let none = Counts::default();
            let of = |t: &Tally| memory(t.functions.get(*f).unwrap_or(&none));
            let first = tallies.first().map_or(0, of);
            row(&mut text, f, t.functions.get(*f).unwrap_or(&none), first);
        }
        if order.len() > top {
            let _ = writeln!(text, "  ({} more functions; -top=N shows more)", order.len() - top);
        }
        row(&mut text, "total", &total, first_total);
        text.push('\n');
    }
    text
}

fn row(text: &mut String, name: &str, c: &Counts, first: u64) {
    let _ = write!(text, "  {:<28} {:>13}", fitting(name), memory(c));
    c.iter().for_each(|n| {
        let _ = write!(text, " {n:>12}");
    });
    let _ = writeln!(text, "  {:>5}", ratio(memory(c) as f64, first as f64));
}

fn json(names: &[String], tallies: &[Tally]) -> String {
    let counts = |c: &Counts| -> serde_json::Value {
        let mut map: serde_json::Map<String, serde_json::Value> =
            Kind::ALL.iter().zip(c).map(|(k, n)| (k.name().to_string(), (*n).into())).collect();
        map.insert("memory".into(), memory(c).into());
        map.into()
    };
    let one = |(name, t): (&String, &Tally)| {
        let functions: serde_json::Map<String, serde_json::Value> =
            t.functions.iter().map(|(n, c)| (n.clone(), counts(c))).collect();
        serde_json::json!({"program": name, "instructions": t.insns, "total": counts(&t.total()), "functions": functions})
    };
    let programs: Vec<serde_json::Value> = names.iter().zip(tallies).map(one).collect();
    format!("{:#}\n", serde_json::json!({"schema": crate::report::json::SCHEMA, "programs": programs}))
}
