//! Statistics, comparisons, marks, pages, and descriptions that are read at run time.

use object::{Object, ObjectSection};
use ocg_tests::{TempDir, ocg, root, run};
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

const KINDS: [&str; 7] = ["spill", "reload", "save", "restore", "remat", "copy", "kept"];

/// Values that live over calls, a loop with many of them, and constants to rebuild.
const PRESSED: &str = "\
declare i64 @g(i64)
@t = global [1024 x i64] zeroinitializer
define i64 @f(i64 %a, i64 %b, i64 %n) {
entry:
  %x = call i64 @g(i64 %a)
  %y = call i64 @g(i64 %b)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi i64 [ 7, %entry ], [ %s3, %loop ]
  %s1 = add i64 %s, %x
  %c = call i64 @g(i64 %s1)
  %s2 = mul i64 %c, %y
  %p = getelementptr [1024 x i64], ptr @t, i64 0, i64 %i
  store i64 %s2, ptr %p
  %d = call i64 @g(i64 6148914691236517205)
  %s3 = add i64 %s2, %d
  %i1 = add i64 %i, 1
  %e = icmp slt i64 %i1, %n
  br i1 %e, label %loop, label %done
done:
  %r = add i64 %s3, %a
  ret i64 %r
}
define i64 @leaf(i64 %a) {
  ret i64 %a
}
";

fn ocg_with(args: &[&str]) -> Output {
    run(Command::new(ocg()).args(args), Duration::from_secs(60)).expect("ocg runs")
}

fn good(args: &[&str]) -> Output {
    let out = ocg_with(args);
    assert!(out.status.success(), "{args:?}: {}", String::from_utf8_lossy(&out.stderr));
    out
}

fn refused(args: &[&str], parts: &[&str]) {
    let out = ocg_with(args);
    let text = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(1), "{text}");
    parts.iter().for_each(|p| assert!(text.contains(p), "no '{p}' in: {text}"));
    assert!(!text.contains("panicked"), "{text}");
}

/// A directory with the program in it.
fn pressed() -> (TempDir, String) {
    let dir = TempDir::new("measure").expect("a temporary directory");
    let input = dir.join("pressed.ll");
    std::fs::write(&input, PRESSED).expect("writable");
    (dir, input.display().to_string())
}

fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&std::fs::read(path).expect("readable")).expect("JSON")
}

/// The counts of the kinds in the first allocator's total.
fn counted(stats: &serde_json::Value) -> Vec<u64> {
    let cost = &stats["allocators"][0]["total"]["cost"];
    KINDS.iter().map(|k| cost[k]["static"].as_u64().expect("a count")).collect()
}

/// Comments of the assembly, sections of the object and statistics count the same.
#[test]
fn comments_sections_and_statistics_agree() {
    let (dir, input) = pressed();
    let mut inputs = vec![input];
    for name in ["calls.ll", "control.ll", "floats.ll", "memory.ll"] {
        inputs.push(root().join("tests/corners").join(name).display().to_string());
    }
    let (s, o, j) = (dir.join("x.s"), dir.join("x.o"), dir.join("x.json"));
    let (s, o, j) = (s.display().to_string(), o.display().to_string(), j.display().to_string());
    for input in &inputs {
        for allocator in ["gra", "lra", "spillall", "chaos"] {
            for level in ["-O0", "-O2"] {
                let common = ["-march=rv64gc", level, &format!("-regalloc={allocator}"), "-stats=json", input.as_str()];
                let stats = format!("-stats-file={j}");
                good(&[&common[..], &[&stats, "-o", &s]].concat());
                let counts = counted(&json(Path::new(&j)));
                let text = std::fs::read_to_string(&s).expect("assembly");
                for (kind, n) in KINDS.iter().zip(&counts).take(6) {
                    let mark = format!("# {kind}");
                    let lines = text.lines().filter(|l| l.ends_with(&mark)).count() as u64;
                    assert_eq!(lines, *n, "{input} {allocator} {level}: {kind}");
                }
                good(&[&common[..], &[&stats, "-filetype=obj", "-spill-section", "-o", &o]].concat());
                assert_eq!(section(Path::new(&o)), counts, "{input} {allocator} {level}");
            }
        }
    }
}

/// Entries of the spill section by kind.
fn section(path: &Path) -> Vec<u64> {
    let bytes = std::fs::read(path).expect("an object");
    let file = object::File::parse(&*bytes).expect("ELF");
    let mut counts = vec![0; KINDS.len()];
    for s in file.sections().filter(|s| s.name() == Ok(".ocg.spills")) {
        let data = s.data().expect("contents");
        assert_eq!(data.len() % 9, 0);
        assert_eq!(s.relocations().count(), data.len() / 9);
        data.chunks(9).for_each(|e| counts[e[8] as usize - 1] += 1);
    }
    counts
}

#[test]
fn comparisons_do_not_depend_on_threads_and_write_the_first() {
    let (dir, input) = pressed();
    let compare = |threads: &str, out: &str| {
        let o = dir.join(out).display().to_string();
        let args = ["-march=rv64gc", "-regalloc=lra,gra,spillall", threads, &input, "-o", &o];
        let text = String::from_utf8(good(&args).stderr).expect("text");
        (text, std::fs::read(&o).expect("assembly"))
    };
    let (one, four) = (compare("-threads=1", "a.s"), compare("-threads=4", "b.s"));
    assert_eq!(one, four);
    for part in ["lra", "gra", "spillall", "instructions", "frame bytes", "1.00"] {
        assert!(one.0.contains(part), "no {part} in {}", one.0);
    }
    let alone = dir.join("c.s").display().to_string();
    good(&["-march=rv64gc", "-regalloc=lra", &input, "-o", &alone]);
    assert_eq!(std::fs::read(alone).expect("assembly"), one.1);
    let null = dir.join("d.s").display().to_string();
    good(&["-march=rv64gc", "-regalloc=lra,gra", "-filetype=null", &input, "-o", &null]);
    assert!(!Path::new(&null).exists());
    refused(&["-march=rv64gc", "-regalloc=gra,nobody", &input, "-o", "-"], &["nobody", "spillall"]);
}

#[test]
fn json_has_loops_ratios_and_times_only_where_asked() {
    let (dir, input) = pressed();
    let j = dir.join("x.json").display().to_string();
    let file = format!("-stats-file={j}");
    let args = ["-march=rv64gc", "-regalloc=gra,spillall", "-filetype=null", "-stats=json", &file, &input];
    good(&args);
    let stats = json(Path::new(&j));
    assert_eq!(stats["schema"], 1);
    assert!(stats.get("times").is_none());
    let f = &stats["allocators"][1]["functions"][0];
    assert_eq!(f["name"], "f");
    assert!(f["loops"][0]["cost"]["memory"]["weighted"].as_f64() > Some(1.0));
    assert!(stats["allocators"][1]["memory_ratio_to_first"].as_f64() > Some(1.0));
    good(&[&args[..], &["-time-passes"]].concat());
    let times = &json(Path::new(&j))["times"];
    assert!(times["gra"]["allocation"]["lra"].is_number() && times["spillall"]["allocation"]["apply"].is_number());
}

#[test]
fn times_split_allocation_by_allocator_and_step() {
    let (_dir, input) = pressed();
    let args = ["-march=rv64gc", "-regalloc=gra,lra", "-filetype=null", "-time-passes", "-verify", &input];
    let text = String::from_utf8(good(&args).stderr).expect("text");
    for part in ["gra: gra", "gra: lra", "gra: check", "gra: apply", "lra: answer", "  regalloc", "total (all threads)"]
    {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
}

/// An option that could do nothing is refused.
#[test]
fn options_without_effect_are_refused() {
    let (_dir, input) = pressed();
    refused(&["-march=rv64gc", "-spill-section", &input, "-o", "-"], &["-spill-section", "-filetype=obj"]);
    refused(&["-march=rv64gc", "-disable-pass=regalloc", &input, "-o", "-"], &["'regalloc' must run", "ebo"]);
    good(&["-march=rv64gc", "-disable-pass=ebo", &input, "-o", "-"]);
}

#[test]
fn policies_are_listed_and_checked() {
    let text = String::from_utf8(good(&["-help-policies"]).stdout).expect("text");
    for part in ["-gra-priority=", "density", "-lra-blues=", "-saves="] {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
    let allocators = String::from_utf8(good(&["-regalloc=help"]).stdout).expect("text");
    assert!(allocators.contains("gra ") && allocators.contains("spillall"), "{allocators}");
    refused(&["-gra-priority=best", "x.ll"], &["best", "density"]);
    refused(&["-lra-nothing=1", "x.ll"], &["-lra-nothing", "-lra-blues"]);
}

#[test]
fn pages_graphs_and_logs_are_written() {
    let (dir, input) = pressed();
    let at = |n: &str| dir.join(n).display().to_string();
    let (pages, graph, log) = (at("pages"), at("g.dot"), at("log"));
    let options = [format!("-dump-html={pages}"), format!("-dump-interference={graph}"), format!("-gra-trace={log}")];
    let mut args = vec!["-march=rv64gc", "-filetype=null", &input, "-regalloc=gra,lra"];
    args.extend(options.iter().map(String::as_str));
    good(&args);
    let page = std::fs::read_to_string(dir.join("pages/f.gra.html")).expect("a page");
    for part in ["\"function\":\"f\"", "\"allocator\":\"gra\"", "</html>", "waits with priority"] {
        assert!(page.contains(part), "no '{part}'");
    }
    assert!(dir.join("pages/leaf.lra.html").exists());
    let index = std::fs::read_to_string(dir.join("pages/index.html")).expect("an index");
    assert_eq!(index.matches("<li>").count(), 4);
    let dot = std::fs::read_to_string(&graph).expect("a graph");
    assert!(dot.starts_with("graph \"f\"") && dot.contains(" -- ") && dot.contains("graph \"leaf\""));
    assert!(std::fs::read_to_string(&log).expect("a log").contains("gra: gra: function f"));
    // One file takes one page.
    let one = format!("-dump-html={}", at("one.html"));
    refused(&["-march=rv64gc", "-filetype=null", &input, &one], &["2 pages"]);
    good(&["-march=rv64gc", "-filetype=null", &input, &one, "-filter-print-funcs=leaf"]);
    assert!(dir.join("one.html").exists());
}

/// A page shows the saves and restores that the code has.
#[test]
fn pages_show_saves_and_restores() {
    let (dir, input) = pressed();
    for allocator in ["gra", "greedy", "spillall"] {
        let page = dir.join("f.html").display().to_string();
        let options = [format!("-regalloc={allocator}"), format!("-dump-html={page}")];
        let out = good(&["-march=rv64gc", "-o", "-", &input, &options[0], &options[1], "-filter-print-funcs=f"]);
        let asm = String::from_utf8(out.stdout).expect("text");
        let data = page_data(&page);
        for (kind, list, on_edge) in [("save", "saves", 1), ("restore", "restores", 2)] {
            let length = |x: &serde_json::Value| x.as_array().expect("a list").len();
            let in_block = |b: &serde_json::Value| {
                let edges = b["edges"].as_array().expect("edges").iter().map(|e| length(&e[on_edge]));
                length(&b[list]) + edges.sum::<usize>()
            };
            let shown: usize = data["blocks"].as_array().expect("blocks").iter().map(in_block).sum();
            let made = asm.lines().filter(|l| l.ends_with(&format!("# {kind}"))).count();
            assert!(shown == made && made > 0, "{allocator}: {shown} {list} are shown, {made} made\n{asm}");
        }
    }
}

/// The data of a page.
fn page_data(page: &str) -> serde_json::Value {
    let text = std::fs::read_to_string(page).expect("a page");
    let data = text.lines().find_map(|l| l.strip_prefix("const D = ")).expect("data").trim_end_matches(';');
    serde_json::from_str(&data.replace("<\\/", "</")).expect("JSON")
}

/// What an allocator leaves to gra is said with a reason: on standard error, in tables, and in JSON.
#[test]
fn what_is_left_to_gra_is_said() {
    let dir = TempDir::new("left").expect("a temporary directory");
    let input = dir.join("bytes.ll").display().to_string();
    let text = "define i8 @bytes(i8 %a, i8 %b) {\n  %s = add i8 %a, %b\n  %c = icmp ult i8 %s, %a\n  \
        %r = select i1 %c, i8 %s, i8 %b\n  ret i8 %r\n}\n\
        define i64 @words(i64 %a) {\n  ret i64 %a\n}\n";
    std::fs::write(&input, text).expect("writable");
    let said = |args: &[&str]| {
        let all: Vec<&str> =
            ["-march=i686", "-regalloc=ra2", "-filetype=null", &input].iter().chain(args).copied().collect();
        String::from_utf8(good(&all).stderr).expect("text")
    };
    let note = said(&[]);
    assert!(note.starts_with("ocg: note: ra2 left 'bytes' to gra: ") && note.contains("class"), "{note}");
    assert!(said(&["-stats"]).contains("ra2 left 'bytes' to gra"));
    let json: serde_json::Value = serde_json::from_str(&said(&["-stats=json"])).expect("JSON");
    assert_eq!(json["allocators"][0]["left_to_gra"][0]["function"], "bytes");
}

/// A place holds one value at a time, and what a page says lives somewhere is what the code moves there.
#[test]
fn bars_of_a_page_do_not_overlap() {
    let (dir, input) = pressed();
    for allocator in ["gra", "lra", "spillall"] {
        let page = dir.join("f.html").display().to_string();
        let options = [format!("-regalloc={allocator}"), format!("-dump-html={page}")];
        let args = ["-march=rv64gc", "-filetype=null", &input, &options[0], &options[1], "-filter-print-funcs=f"];
        good(&args);
        let data = page_data(&page);
        let blocks = data["blocks"].as_array().expect("blocks");
        assert!(blocks.iter().any(|b| b["depth"] == 1));
        for b in blocks {
            let number = |x: &serde_json::Value| x.as_u64().expect("a number");
            let mut bars: Vec<[u64; 4]> = b["bars"]
                .as_array()
                .expect("bars")
                .iter()
                .map(|x| [number(&x[0]), number(&x[1]), number(&x[2]), number(&x[3])])
                .collect();
            bars.sort_unstable();
            let rows = b["rows"].as_array().expect("rows").len() as u64;
            assert!(bars.iter().all(|x| x[1] < x[2] && x[2] <= 2 * rows), "{allocator}: {bars:?}");
            for pair in bars.windows(2) {
                let apart = pair[0][0] != pair[1][0] || pair[0][2] <= pair[1][1];
                assert!(apart, "{allocator}, {}: {pair:?}", b["name"]);
            }
        }
        let price = |kind: &str| {
            let list = data["price"].as_array().expect("prices");
            list.iter().find(|p| p[0] == kind).expect("the kind")[1].as_u64().expect("a count")
        };
        let rows = blocks.iter().flat_map(|b| b["rows"].as_array().expect("rows"));
        let spills = rows.filter(|r| r[0] == "spill").count() as u64;
        assert_eq!(spills, price("spill"), "{allocator}");
    }
}

#[test]
fn processors_and_abis_are_read_at_run_time() {
    let (dir, input) = pressed();
    let at = |n: &str, text: &str| {
        std::fs::write(dir.join(n), text).expect("writable");
        dir.join(n).display().to_string()
    };
    let own = at("mine.proc", "proc mine : rocket\n  issue 4\n  class load latency=20\n");
    good(&["-march=rv64gc", &format!("-proc={own}"), &input, "-o", "-"]);
    // Without callee-saved registers nothing but memory lives over calls.
    let abi = at("mine.abi", "abi mine : lp64d\n  callee-saved s0\n  default-when 64bit d\n");
    let few = good(&["-march=rv64gc", &format!("-abi={abi}"), &input, "-verify", "-o", "-"]);
    let text = String::from_utf8(few.stdout).expect("text");
    assert!(text.contains("# spill") && !text.contains("s1, "), "{text}");
    let bad = at("bad.proc", "proc mine\n  class lod latency=2\n");
    let shown =
        [format!("{bad}:2:9: error: unknown scheduling class 'lod'"), "\n  class lod latency=2\n        ^".into()];
    refused(&["-march=rv64gc", &format!("-proc={bad}"), &input], &[&shown[0], &shown[1]]);
    refused(&["-march=rv64gc", "-abi=/nonexistent.abi", &input], &["/nonexistent.abi"]);
    let none = at("none.abi", "# nothing\n");
    refused(&["-march=rv64gc", &format!("-abi={none}"), &input], &[&format!("{none} describes no ABI")]);
    let narrow = at("narrow.abi", "abi narrow : ilp32d\n");
    refused(&["-march=rv64gc", &format!("-abi={narrow}"), &input], &["32 bits"]);
}

#[test]
fn a_saved_run_repeats_with_its_descriptions() {
    let (dir, input) = pressed();
    let (own, repro) = (dir.join("mine.proc"), dir.join("repro"));
    std::fs::write(&own, "proc mine : rocket\n  issue 4\n").expect("writable");
    let options = [format!("-proc={}", own.display()), format!("-save-repro={}", repro.display())];
    let out = good(&["-march", "rv64gc", &input, &options[0], &options[1], "-o", "-"]);
    let mut script = Command::new("sh");
    let again = run(script.arg(repro.join("run.sh")).env("OCG", ocg()), Duration::from_secs(60)).expect("sh runs");
    assert!(again.status.success(), "{}", String::from_utf8_lossy(&again.stderr));
    let text = std::fs::read_to_string(repro.join("output")).expect("output");
    // The name of the source file is the only difference.
    let body = |t: &str| t.lines().filter(|l| !l.contains(".file")).collect::<Vec<_>>().join("\n");
    assert_eq!(body(&text), body(&String::from_utf8_lossy(&out.stdout)));
}

#[test]
fn bench_compares_files() {
    let (dir, input) = pressed();
    let second = dir.join("second.ll").display().to_string();
    std::fs::write(&second, "define i64 @h(i64 %a) {\n  ret i64 %a\n}\n").expect("writable");
    let args = ["bench", "-march=rv64gc", "-regalloc=gra,spillall", "-no-times", &input, &second];
    let text = String::from_utf8(good(&args).stdout).expect("text");
    for part in ["pressed.ll", "second.ll", "spillall", "in the code", "executed"] {
        assert!(text.contains(part), "no '{part}' in {text}");
    }
    let timed = ["bench", "-march=rv64gc", "-repeat=2", &input];
    assert!(String::from_utf8_lossy(&good(&timed).stdout).contains("whole compilation, ms"));
    refused(&["bench", "-march=rv64gc"], &["no files"]);
    refused(&["bench", "-march=rv64gc", &input, "-o", "x.s"], &["-o", "-stats-file"]);
    refused(&["bench", "-march=rv64gc", &input, "-dump-html=pages"], &["-dump-html", "no use"]);
    refused(&["bench", "-march=rv64gc", "-repeat=none", &input], &["-repeat"]);
    refused(&["bench", "-march=rv64gc", "/nonexistent.ll", &input], &["/nonexistent.ll"]);
    refused(&["-march=rv64gc", &input, &second], &["ocg bench"]);
}

/// Linked and run under qemu-user, if there is one: each spilled value is counted as often as it is.
#[test]
fn executed_spill_cost_is_counted() {
    let found = |c: &str| Command::new(c).arg("--version").output().is_ok_and(|o| o.status.success());
    if !found("riscv64-linux-gnu-gcc") || !found("qemu-riscv64") {
        eprintln!("no cross compiler or emulator: skipped");
        return;
    }
    let (dir, input) = pressed();
    let main = dir.join("main.c");
    let text = "long f(long, long, long), leaf(long); long g(long x) { return x + 1; }\n\
                int main(void) { f(1, 2, 1000); return (int)leaf(0); }\n";
    std::fs::write(&main, text).expect("writable");
    let link = |allocator: &str| {
        let (o, exe) = (dir.join(&format!("{allocator}.o")), dir.join(allocator));
        let option = format!("-regalloc={allocator}");
        let (out, shown) = (o.display().to_string(), exe.display().to_string());
        good(&["-march=rv64gc", &option, "-filetype=obj", "-spill-section", &input, "-o", &out]);
        let mut gcc = Command::new("riscv64-linux-gnu-gcc");
        gcc.arg("-static").arg(&main).arg(&o).arg("-o").arg(&exe);
        let done = run(&mut gcc, Duration::from_secs(60)).expect("gcc runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        shown
    };
    let programs = [link("gra"), link("spillall")];
    let out = good(&["spill-cost", "-json", &programs[0], &programs[1]]);
    let counts: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let of = |n: usize, kind: &str| counts["programs"][n]["functions"]["f"][kind].as_u64().expect("a count");
    // Each call of f saves and restores the same registers.
    assert_eq!(of(0, "save"), of(0, "restore"));
    assert!(of(0, "save") < 14);
    // The loop runs a thousand times.
    assert!(of(1, "reload") > 5000 && of(1, "reload") % 1000 < 20, "{}", of(1, "reload"));
    assert!(counts["programs"][1]["instructions"].as_u64() > counts["programs"][0]["instructions"].as_u64());
    let table = String::from_utf8(good(&["spill-cost", &programs[0], &programs[1]]).stdout).expect("text");
    assert!(table.contains("reloads") && table.contains("total"), "{table}");
    refused(&["spill-cost", &main.display().to_string()], &["main.c"]);
}
