//! ABIs and processors that are read at run time, for experiments: `-proc=mine.proc` schedules for a machine that nobody
//! has built yet, `-abi=mine.abi` allocates with other register sets.
//!
//! The text is the language of the files in `abi/` and `proc/`, read by the same parser; what the generated tables hold
//! may be a parent (`proc mine : rocket`). What is read lives as long as the program, as the generated tables do.

use crate::desc::{DescError, abi, lines, model, proc};
use crate::{Abi, Convention, Feature, FeatureSet, Isa, Opcode, PReg, Proc, ProcClass, RegSet};

/// The names that a description may use, from the tables of an ISA.
fn scope(isa: &Isa) -> model::Scope {
    let mut s = model::Scope::default();
    s.features.extend(isa.features.iter().enumerate().map(|(i, f)| (f.name.to_string(), i)));
    // Pairs are printed like their first half, which the name means.
    for (i, r) in isa.regs.iter().enumerate() {
        for n in std::iter::once(&r.name).chain(r.alt_names) {
            s.regs.entry(n.to_string()).or_insert(i);
        }
    }
    s.scheds.extend(isa.sched_classes.iter().enumerate().map(|(i, n)| (n.to_string(), i)));
    s.insts.extend(isa.insts.iter().enumerate().map(|(i, r)| (r.name.to_string(), i)));
    s
}

fn feature_set(list: &[usize]) -> FeatureSet {
    let mut set = FeatureSet::NONE;
    list.iter().for_each(|&f| set.insert(Feature(f as u8)));
    set
}

fn leak<T>(items: impl Iterator<Item = T>) -> &'static [T] {
    Box::leak(items.collect::<Vec<T>>().into_boxed_slice())
}

fn text(s: &str) -> &'static str {
    Box::leak(s.to_string().into_boxed_str())
}

/// Where the generated tables stand in errors; nobody sees it, since they have none.
fn built_in() -> lines::At {
    lines::At { file: "built in".into(), line: 0 }
}

fn known_procs(isa: &Isa) -> Vec<model::Proc> {
    let one = |p: &Proc| model::Proc {
        name: p.name.to_string(),
        features: p.features.iter().map(|f| f.0 as usize).collect(),
        issue: p.issue_width,
        out_of_order: p.out_of_order,
        taken_branch: p.taken_branch,
        mispredict: p.mispredict,
        units: p.units.iter().map(|(n, c)| (n.to_string(), *c)).collect(),
        classes: p
            .classes
            .iter()
            .map(|c| model::ProcClass { latency: c.latency, units: c.units, busy: c.busy })
            .collect(),
        fusion: p.fusion.iter().map(|(a, b)| (a.0 as usize, b.0 as usize)).collect(),
        at: built_in(),
    };
    isa.procs.iter().map(one).collect()
}

fn known_abis(isa: &Isa) -> Vec<model::Abi> {
    let list = |l: &[PReg]| l.iter().map(|r| r.0 as usize).collect::<Vec<_>>();
    let within = |s: &RegSet| (0..isa.regs.len()).filter(|&r| s.contains(isa.regs[r].units)).collect();
    let convention = |c: &Convention| model::Convention {
        name: c.name.to_string(),
        lists: [list(c.int_args), list(c.fp_args), list(c.int_results), list(c.fp_results)],
        callee_saved: within(&c.callee_saved),
        callee_pops: c.callee_pops,
        tail_calls: c.tail_calls,
        no_stack: c.no_stack,
        numbers: c.numbers.to_vec(),
    };
    let one = |a: &Abi| model::Abi {
        name: a.name.to_string(),
        xlen: a.xlen,
        flen: a.flen,
        layout: a.data_layout.to_string(),
        lists: [list(a.int_args), list(a.fp_args), list(a.int_results), list(a.fp_results)],
        callee_saved: within(&a.callee_saved),
        reserved: within(&a.reserved),
        single: [Some(a.sp), Some(a.fp), Some(a.bp), a.ra, a.zero, a.tp, Some(a.scratch)]
            .map(|r| r.map(|r| r.0 as usize)),
        stack_align: a.stack_align,
        needs: a.needs.iter().map(|f| f.0 as usize).collect(),
        default_when: a.default_when.iter().map(|f| f.0 as usize).collect(),
        stack_args: a.int_args.is_empty(),
        conventions: a.conventions.iter().map(convention).collect(),
        at: built_in(),
    };
    isa.abis.iter().map(one).collect()
}

/// Reads the processors of a `.proc` text; `file` is its name in errors.
pub fn procs(isa: &Isa, file: &str, source: &str) -> Result<&'static [Proc], DescError> {
    let read = proc::parse(&scope(isa), isa.sched_classes.len(), &known_procs(isa), &lines::split(file, source))?;
    Ok(leak(read.iter().map(|p| Proc {
        name: text(&p.name),
        features: feature_set(&p.features),
        issue_width: p.issue,
        out_of_order: p.out_of_order,
        taken_branch: p.taken_branch,
        mispredict: p.mispredict,
        units: leak(p.units.iter().map(|(n, c)| (text(n), *c))),
        classes: leak(p.classes.iter().map(|c| ProcClass { latency: c.latency, units: c.units, busy: c.busy })),
        fusion: leak(p.fusion.iter().map(|&(a, b)| (Opcode(a as u16), Opcode(b as u16)))),
    })))
}

/// Reads the ABIs of an `.abi` text; `file` is its name in errors.
pub fn abis(isa: &Isa, file: &str, source: &str) -> Result<&'static [Abi], DescError> {
    let read = abi::parse(&scope(isa), &known_abis(isa), &lines::split(file, source))?;
    let regs = |l: &[usize]| leak(l.iter().map(|&r| PReg(r as u16)));
    let units = |l: &[usize]| l.iter().fold(RegSet::EMPTY, |s, &r| s | isa.reg(PReg(r as u16)).units);
    let may = |a: &model::Abi, i: usize| a.single[i].map(|r| PReg(r as u16));
    // The parser refuses ABIs without these.
    let must = |a: &model::Abi, i: usize| may(a, i).unwrap_or(PReg(0));
    Ok(leak(read.iter().map(|a| Abi {
        name: text(&a.name),
        xlen: a.xlen,
        flen: a.flen,
        data_layout: text(&a.layout),
        int_args: regs(&a.lists[0]),
        fp_args: regs(&a.lists[1]),
        int_results: regs(&a.lists[2]),
        fp_results: regs(&a.lists[3]),
        callee_saved: units(&a.callee_saved),
        reserved: units(&a.reserved),
        sp: must(a, 0),
        fp: must(a, 1),
        bp: must(a, 2),
        ra: may(a, 3),
        zero: may(a, 4),
        tp: may(a, 5),
        stack_align: a.stack_align,
        scratch: must(a, 6),
        needs: feature_set(&a.needs),
        default_when: feature_set(&a.default_when),
        conventions: leak(a.conventions.iter().map(|c| Convention {
            name: text(&c.name),
            int_args: regs(&c.lists[0]),
            fp_args: regs(&c.lists[1]),
            int_results: regs(&c.lists[2]),
            fp_results: regs(&c.lists[3]),
            callee_saved: units(&c.callee_saved),
            callee_pops: c.callee_pops,
            tail_calls: c.tail_calls,
            no_stack: c.no_stack,
            numbers: leak(c.numbers.iter().copied()),
        })),
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::ISA;

    #[test]
    fn processors_are_read_at_run_time() {
        let source = "proc mine\nissue 2\nunit a 1\nunit b 1\nclass * latency=1 units=a,b\nclass load latency=7 units=b\nfuse lui addi\n";
        let p = &procs(&ISA, "mine.proc", source).unwrap()[0];
        assert_eq!((p.name, p.issue_width, p.units.len(), p.fusion.len()), ("mine", 2, 2, 1));
        let load = ISA.inst_by_name("lw").map(|o| ISA.inst(o).sched).unwrap();
        let c = &p.classes[load.0 as usize];
        assert_eq!((c.latency, c.units), (7, 2));
        for (bad, message) in [
            ("issue 2", "mine.proc:1: expected 'proc NAME'"),
            ("proc x\nclass lod latency=1", "mine.proc:2: unknown scheduling class 'lod'"),
            ("proc x\n\nclass load latency=1 units=q", "mine.proc:3: unknown unit 'q'"),
            ("proc x\nfuse lui adi", "mine.proc:2: unknown row 'adi'"),
        ] {
            let e = procs(&ISA, "mine.proc", bad).err().map(|e| e.to_string());
            assert_eq!(e.as_deref(), Some(message));
        }
    }

    #[test]
    fn built_in_descriptions_are_parents() {
        let p = &procs(&ISA, "mine.proc", "proc mine : rocket-rv64\nclass load latency=9\n").unwrap()[0];
        let rocket = ISA.proc_by_name("rocket-rv64").unwrap();
        assert_eq!((p.issue_width, p.units, p.features), (rocket.issue_width, rocket.units, rocket.features));
        let a = &abis(&ISA, "mine.abi", "abi mine : lp64d\n  callee-saved s0 s1\n").unwrap()[0];
        let lp64d = ISA.abis.iter().find(|a| a.name == "lp64d").unwrap();
        assert_eq!((a.int_args, a.reserved, a.sp), (lp64d.int_args, lp64d.reserved, lp64d.sp));
        assert_eq!(a.callee_saved.len(), 2);
    }

    #[test]
    fn errors_show_the_place() {
        let source = "proc x\n\tclass load latency=1 units=q\n";
        let e = procs(&ISA, "mine.proc", source).err().unwrap();
        let shown =
            "mine.proc:2:29: error: unknown unit 'q'\n\tclass load latency=1 units=q\n\t                           ^\n";
        assert_eq!(e.render(source), shown);
        let source = "abi x : lp64d\n  reserved zero gp tp\n";
        let e = abis(&ISA, "mine.abi", source).err().unwrap();
        assert!(e.render(source).starts_with("mine.abi:1:5: error: ABI 'x' does not reserve its 'sp'\nabi x"));
    }

    #[test]
    fn the_generated_tables_are_what_is_read() {
        let source = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/abi/riscv.abi")).unwrap();
        let read = abis(&ISA, "riscv.abi", &source).unwrap();
        assert_eq!(read.len(), ISA.abis.len());
        for (a, b) in read.iter().zip(ISA.abis) {
            assert_eq!(
                (a.name, a.int_args, a.callee_saved, a.reserved),
                (b.name, b.int_args, b.callee_saved, b.reserved)
            );
            assert_eq!((a.data_layout, a.stack_align, a.scratch), (b.data_layout, b.stack_align, b.scratch));
        }
    }
}
