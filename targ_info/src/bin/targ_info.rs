//! `targ_info list [ISA]`: prints the tables as they came out of the generator, to read beside the descriptions.

use std::fmt::Write;
use std::process::ExitCode;
use targ_info::{ISAS, InstDesc, Isa, OperandKind};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let isas: Vec<&Isa> = match args[..] {
        ["list"] => ISAS.to_vec(),
        ["list", name] => ISAS.iter().copied().filter(|i| i.name == name).collect(),
        _ => Vec::new(),
    };
    if isas.is_empty() {
        let known: Vec<_> = ISAS.iter().map(|i| i.name).collect();
        eprintln!("usage: targ_info list [{}]", known.join("|"));
        return ExitCode::FAILURE;
    }
    let mut out = String::new();
    for isa in isas {
        // Writing to a String cannot fail.
        let _ = list(isa, &mut out);
    }
    use std::io::Write as _;
    // A reader that stops early (`| head`) is no failure.
    let _ = std::io::stdout().write_all(out.as_bytes());
    ExitCode::SUCCESS
}

fn list(isa: &Isa, out: &mut String) -> std::fmt::Result {
    writeln!(out, "isa {}: {} register units", isa.name, isa.units)?;
    for c in isa.classes {
        let members: Vec<_> = c.members.iter().map(|&r| isa.reg(r).name).collect();
        writeln!(
            out,
            "class {:<10} {:>3} bits, top {:<6} {}",
            c.name,
            c.width,
            isa.class(c.top).name,
            members.join(" ")
        )?;
    }
    for i in isa.insts {
        let e = &i.encoding;
        let layout = e.layout.and_then(|p| isa.layouts.get(p.layout as usize));
        let bits = match e.size {
            0 => layout.map_or("-", |l| l.name).to_string(),
            n => format!("{:0w$x}/{:0w$x}", e.bits, e.mask, w = n as usize * 2),
        };
        let sched = isa.sched_classes.get(i.sched.0 as usize).unwrap_or(&"");
        writeln!(out, "{:<16} {:<48} | {bits:<17} | {sched:<8} |{}", i.name, operands(isa, i), rest(isa, i))?;
    }
    for a in isa.abis {
        writeln!(out, "abi {:<8} xlen {} flen {:<2} {}", a.name, a.xlen, a.flen, a.data_layout)?;
    }
    for p in isa.procs {
        let order = if p.out_of_order { "out of order" } else { "in order" };
        writeln!(out, "proc {:<12} issues {}, {order}, {} features", p.name, p.issue_width, p.features.iter().count())?;
    }
    Ok(())
}

/// `results = operands`, each with its kind.
fn operands(isa: &Isa, i: &InstDesc) -> String {
    let one = |(n, o): (usize, &targ_info::OperandDesc)| {
        let kind = match o.kind {
            OperandKind::Reg(c) => isa.class(c).name.to_string(),
            OperandKind::Fixed(r) => isa.reg(r).name.to_string(),
            OperandKind::Imm(k) | OperandKind::Target(k) => {
                isa.imms.get(k as usize).map_or("?", |m| m.name).to_string()
            }
            OperandKind::Variadic => return "...".to_string(),
        };
        let tied = i.operands.iter().find(|r| r.tied as usize == n).map(|r| format!("={}", r.name));
        match o.implicit {
            true => format!("{{{kind}}}"),
            false => format!("{}:{}{}", o.name, tied.unwrap_or(kind), if o.early { "&" } else { "" }),
        }
    };
    let all: Vec<String> = i.operands.iter().enumerate().map(one).collect();
    let (results, sources) = all.split_at((i.results as usize).min(all.len()));
    match results {
        [] => sources.join(", "),
        _ => format!("{} = {}", results.join(", "), sources.join(", ")),
    }
}

/// Flags, features, compressed forms.
fn rest(isa: &Isa, i: &InstDesc) -> String {
    let mut s = String::new();
    for (name, _) in i.flags.iter_names() {
        s += &format!(" {}", name.to_ascii_lowercase());
    }
    if i.mem_bytes != 0 {
        s += &format!(" mem={}", i.mem_bytes);
    }
    let feature = |f: targ_info::Feature| isa.features.get(f.0 as usize).map_or("?", |d| d.name);
    i.needs.iter().for_each(|f| s += &format!(" needs={}", feature(f)));
    i.excludes.iter().for_each(|f| s += &format!(" not={}", feature(f)));
    i.compressed.iter().for_each(|&c| s += &format!(" {}", isa.inst(c).name));
    s
}
