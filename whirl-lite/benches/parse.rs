//! How fast .ll files are read, verified and printed: on a generated module, and on a file of one's own.
//!
//! `cargo bench -p whirl-lite --bench parse`; with `OCG_BENCH_LL=FILE` that file is measured too.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;
use whirl_lite::{ll, print, verify};

/// A module such as clang writes at -O2: loops over memory with tags, calls, switches, globals with initialisers.
fn generated(functions: usize) -> String {
    let mut s = String::from(
        "target datalayout = \"e-m:e-p:64:64-i64:64-i128:128-n32:64-S128\"\n\
         target triple = \"riscv64-unknown-linux-gnu\"\n\n\
         %struct.node = type { i32, ptr, [4 x i64] }\n\n\
         declare i32 @printf(ptr nocapture noundef readonly, ...) #1\n\n",
    );
    for n in 0..functions {
        let _ = writeln!(s, "@.str.{n} = private unnamed_addr constant [12 x i8] c\"value {n:04}\\0A\\00\", align 1");
    }
    for n in 0..functions {
        let _ = write!(
            s,
            "
; Function Attrs: nounwind uwtable
define dso_local i64 @function_{n}(ptr noundef %0, i32 noundef signext %1) local_unnamed_addr #0 {{
  %3 = icmp sgt i32 %1, 0
  br i1 %3, label %4, label %6

4:                                                ; preds = %2
  %5 = zext nneg i32 %1 to i64
  br label %9

6:                                                ; preds = %20, %2
  %7 = phi i64 [ 0, %2 ], [ %21, %20 ]
  %8 = tail call i32 (ptr, ...) @printf(ptr noundef nonnull dereferenceable(1) @.str.{n}, i64 noundef %7) #2
  ret i64 %7

9:                                                ; preds = %20, %4
  %10 = phi i64 [ 0, %4 ], [ %22, %20 ]
  %11 = phi i64 [ 0, %4 ], [ %21, %20 ]
  %12 = getelementptr inbounds %struct.node, ptr %0, i64 %10
  %13 = load i32, ptr %12, align 8, !tbaa !2
  switch i32 %13, label %18 [
    i32 {n}, label %14
    i32 -7, label %16
  ]

14:                                               ; preds = %9
  %15 = getelementptr inbounds %struct.node, ptr %12, i64 0, i32 2, i64 3
  store i64 {n}, ptr %15, align 8, !tbaa !6
  br label %20

16:                                               ; preds = %9
  %17 = mul nsw i64 %11, 1103515245
  br label %20

18:                                               ; preds = %9
  %19 = tail call i64 @function_{}(ptr noundef %12, i32 noundef signext %13)
  br label %20

20:                                               ; preds = %18, %16, %14
  %21 = phi i64 [ %11, %14 ], [ %17, %16 ], [ %19, %18 ]
  %22 = add nuw nsw i64 %10, 1
  %23 = icmp eq i64 %22, %5
  br i1 %23, label %6, label %9, !llvm.loop !8
}}
",
            (n + 1) % functions
        );
    }
    s.push_str(
        "\nattributes #0 = { nounwind uwtable \"target-cpu\"=\"generic-rv64\" \"target-features\"=\"+64bit,+a,+c,+d,+f,+m\" }\n\
         attributes #1 = { nofree nounwind }\nattributes #2 = { nounwind }\n\
         !llvm.module.flags = !{!0, !1}\n!0 = !{i32 1, !\"wchar_size\", i32 4}\n!1 = !{i32 8, !\"PIC Level\", i32 2}\n\
         !2 = !{!3, !4, i64 0}\n!3 = !{!\"node\", !4, i64 0, !7, i64 8, !4, i64 16}\n!4 = !{!\"int\", !5, i64 0}\n\
         !5 = !{!\"omnipotent char\", !9, i64 0}\n!6 = !{!7, !7, i64 0}\n!7 = !{!\"long\", !5, i64 0}\n\
         !8 = distinct !{!8, !10}\n!9 = !{!\"Simple C/C++ TBAA\"}\n!10 = !{!\"llvm.loop.mustprogress\"}\n",
    );
    s
}

/// Runs something for half a second at least, and says the best time and the rate that it is in bytes of source.
fn measure<T>(what: &str, bytes: usize, mut run: impl FnMut() -> T) {
    let start = Instant::now();
    let (mut best, mut times) = (f64::MAX, 0);
    while times < 3 || start.elapsed().as_secs_f64() < 0.5 {
        let once = Instant::now();
        black_box(run());
        best = best.min(once.elapsed().as_secs_f64());
        times += 1;
    }
    println!("{what:40} {:9.2} ms {:8.0} MB/s  (best of {times})", best * 1e3, bytes as f64 / best / 1e6);
}

fn main() {
    let mut inputs = vec![("generated".to_string(), generated(1000).into_bytes())];
    if let Ok(file) = std::env::var("OCG_BENCH_LL") {
        match std::fs::read(&file) {
            Ok(text) => inputs.push((file, text)),
            Err(e) => eprintln!("{file}: {e}"),
        }
    }
    for (name, text) in &inputs {
        let module = match ll::parse(text) {
            Ok(m) => m,
            Err(e) => {
                eprint!("{}", e.render(name, &String::from_utf8_lossy(text)));
                continue;
            }
        };
        let short = name.rsplit('/').next().unwrap_or(name);
        measure(&format!("{short}: parse"), text.len(), || ll::parse(black_box(text)));
        measure(&format!("{short}: verify"), text.len(), || verify::module(black_box(&module)));
        measure(&format!("{short}: print"), text.len(), || print::module(black_box(&module)));
    }
}
