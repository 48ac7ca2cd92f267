//! Random functions give the same answers before and after legalising, on all kinds of targets; with the optimiser
//! before and after it, too.

mod generate;

use super::{Machine, Stop};
use crate::ir::{Function, Module};
use crate::layout::DataLayout;
use crate::opt::{self, Fuel};
use crate::{legalize, ll};
use generate::Rng;
use targ_info::{Target, TargetSpec};

/// Bytes of the input and of the output.
const IN: usize = 512;
const OUT: usize = 1024;

fn target(march: &str, mabi: &str) -> Target {
    let spec = TargetSpec { march: Some(march.into()), mabi: Some(mabi.into()), ..TargetSpec::default() };
    Target::new(&spec, None).unwrap().0
}

/// Runs `f` of a module on input bytes; the output's bytes.
fn outcome(m: &Module, functions: &[Function], legal: bool, input: &[u8]) -> Result<Vec<Option<u8>>, Stop> {
    let dl = DataLayout::parse(m.data_layout.as_deref().unwrap()).unwrap();
    let mut machine = Machine::new(m, functions.iter(), legal, dl, 0x9e37_79b9_7f4a_7c15);
    let from = machine.memory.allocate(IN as u64, 16);
    let to = machine.memory.allocate(OUT as u64, 16);
    machine.memory.write(from, input)?;
    machine.run(m.by_name["f"], &[from, to])?;
    machine.memory.read(to, OUT as u64)
}

/// Legalises a module's text for a target, between the passes of the optimiser unless `level` is 0, and compares on
/// some inputs. Says how many runs could be compared.
fn compare(text: &str, t: &Target, level: u8, rng: &mut Rng) -> usize {
    let m = ll::parse(text.as_bytes()).unwrap_or_else(|e| panic!("{}\n{text}", e.render("test", text)));
    let before: Vec<Function> = m.functions.values().cloned().collect();
    let mut after = before.clone();
    for f in &mut after {
        let fuel = Fuel::default();
        opt::early(f, &m, t, level, &fuel)
            .and_then(|()| legalize::run(f, &m, t))
            .and_then(|_| opt::late(f, &m, t, level, &fuel))
            .unwrap_or_else(|e| panic!("{t:?}: {}\n{text}", e.render("test", text)));
    }
    let mut compared = 0;
    for _ in 0..3 {
        let input: Vec<u8> = (0..IN).map(|_| rng.byte()).collect();
        let want = match outcome(&m, &before, false, &input) {
            Ok(w) => w,
            Err(Stop::Unsupported(what)) => panic!("the interpreter lacks {what}\n{text}"),
            Err(_) => continue,
        };
        let got =
            outcome(&m, &after, true, &input).unwrap_or_else(|e| panic!("{t:?}: legalised code stops: {e:?}\n{text}"));
        for (k, (w, g)) in want.iter().zip(&got).enumerate() {
            if let Some(w) = w {
                let shown = || after.iter().map(|f| crate::print::function(&m, f)).collect::<String>();
                assert_eq!(Some(*w), *g, "{t:?}: byte {k} (slot at {}) differs\n{text}\n{}", k & !31, shown());
            }
        }
        compared += 1;
    }
    compared
}

/// Targets with and without multiplication, bit manipulation and floats, of both widths.
const TARGETS: &[(&str, &str)] = &[
    ("rv64gc", "lp64d"),
    ("rv64i", "lp64"),
    ("rv64gc_zba_zbb_zbs", "lp64d"),
    ("rv64imaf", "lp64f"),
    ("rv64gc_zfh_zfa_zabha", "lp64d"),
    ("rv32gc", "ilp32d"),
    ("rv32i", "ilp32"),
    ("rv32imac_zbb", "ilp32"),
];

/// A hand-written `f(in, out)`, optimised for one target after it was compared on all of them.
pub(crate) fn optimised(body: &str, march: &str, mabi: &str) -> String {
    let t = target(march, mabi);
    for &(march, mabi) in TARGETS.iter().chain([&(march, mabi)]) {
        let t = target(march, mabi);
        let text = format!("target datalayout = \"{}\"\n{body}", t.abi.data_layout);
        assert!(compare(&text, &t, 2, &mut Rng::new(7)) > 0, "nothing was compared for {march}");
    }
    let text = format!("target datalayout = \"{}\"\n{body}", t.abi.data_layout);
    let m = ll::parse(text.as_bytes()).unwrap();
    let mut f = m.functions.values().next().unwrap().clone();
    let fuel = Fuel::default();
    opt::early(&mut f, &m, &t, 2, &fuel)
        .and_then(|()| legalize::run(&mut f, &m, &t))
        .and_then(|_| opt::late(&mut f, &m, &t, 2, &fuel))
        .unwrap();
    crate::print::function(&m, &f)
}

fn random_functions(first: u64, count: u64, level: u8) {
    for &(march, mabi) in TARGETS {
        let t = target(march, mabi);
        let mut compared = 0;
        for seed in first..first + count {
            let mut rng = Rng::new(seed);
            let text = generate::module(&mut rng, t.abi.data_layout);
            compared += compare(&text, &t, level, &mut rng);
        }
        assert!(compared as u64 > count, "hardly anything was compared for {march}");
    }
}

/// Seeds to try: the first and how many. `OCG_FUZZ=first,count` asks for others.
fn seeds() -> (u64, u64) {
    match std::env::var("OCG_FUZZ") {
        Ok(v) => {
            let mut it = v.split(',').map(|n| n.parse().unwrap());
            (it.next().unwrap(), it.next().unwrap_or(1))
        }
        Err(_) => (1, 40),
    }
}

#[test]
fn legalised_functions_agree() {
    let (first, count) = seeds();
    random_functions(first, count, 0);
}

#[test]
fn optimised_functions_agree() {
    let (first, count) = seeds();
    random_functions(first, count, 2);
}
