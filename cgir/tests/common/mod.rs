//! What the tests of expansion share.

use cgir::pass::{Counters, Fuel, Options, PassCx};
use cgir::{target, text, verify};
use targ_info::{Target, TargetSpec};
use whirl_lite::{legalize, ll, opt, tree};

/// The ops of a function's only or all blocks, as text.
pub fn expand(spec: &TargetSpec, source: &str) -> String {
    let mut module = ll::parse(source.as_bytes()).expect("parses");
    let (t, _) = Target::new(spec, None).expect("a target");
    let mut functions = std::mem::take(&mut module.functions);
    let hooks = target::hooks_for(&t).expect("hooks");
    let options = Options { opt_level: 2, ..Options::default() };
    let (fuel, counters) = (Fuel::default(), Counters::default());
    let cx = PassCx { target: &t, hooks, module: &module, options: &options, fuel: &fuel, counters: &counters };
    let f = functions.values_mut().next().expect("a function");
    legalize::run(f, &module, &t).expect("legal");
    opt::late(f, &module, &t, 2, &fuel).expect("optimised");
    let w = tree::build(f, &module, &t, true).expect("trees");
    let g = hooks.expand(&w, &cx).expect("expands");
    verify::verify(&g, &cx).expect("valid");
    let printed = text::print(&g, &cx);
    let ops = printed.lines().filter(|l| {
        let header = ["  info", "  alias", "  pool"].iter().any(|h| l.starts_with(h));
        l.starts_with("  ") && !header
    });
    ops.map(|l| l.split(" ; ").next().unwrap_or(l).trim()).collect::<Vec<_>>().join("\n")
}
