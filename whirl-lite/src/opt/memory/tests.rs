//! Hand-written functions, compared by the interpreter on all targets, then looked at for one.

use crate::interp::tests::optimised;

fn count(text: &str, what: &str) -> usize {
    text.lines().filter(|l| l.contains(what)).count()
}

fn body(lines: &str) -> String {
    format!("define void @f(ptr align 8 %in, ptr align 8 %out) {{\n{lines}\n ret void\n}}")
}

#[test]
fn neighbouring_constants_are_stored_at_once() {
    let text = optimised(
        &body(
            "store i32 0, ptr %out, align 8
             %a = getelementptr i8, ptr %out, i64 4
             store i16 0, ptr %a, align 4
             %b = getelementptr i8, ptr %out, i64 6
             store i16 0, ptr %b, align 2
             %c = getelementptr i8, ptr %out, i64 8
             store i8 1, ptr %c, align 8
             %d = getelementptr i8, ptr %out, i64 9
             store i8 2, ptr %d, align 1
             %e = getelementptr i8, ptr %out, i64 11
             store i8 3, ptr %e, align 1",
        ),
        "rv64gc",
        "lp64d",
    );
    assert_eq!(count(&text, "store"), 3, "{text}");
    assert_eq!(count(&text, "store i64 0"), 1, "{text}");
}

#[test]
fn parts_of_a_value_are_stored_whole() {
    let text = optimised(
        &body(
            "%v = load i32, ptr %in, align 4
             %b1 = lshr i32 %v, 16
             %h0 = trunc i32 %v to i16
             %h1 = trunc i32 %b1 to i16
             store i16 %h0, ptr %out, align 4
             %q = getelementptr i8, ptr %out, i64 2
             store i16 %h1, ptr %q, align 2",
        ),
        "rv64gc",
        "lp64d",
    );
    assert_eq!((count(&text, "store"), count(&text, "lshr")), (1, 0), "{text}");
}

#[test]
fn what_is_written_again_unread_is_not_written() {
    let text = optimised(
        &body(
            "store i32 5, ptr %out, align 8
             %a = getelementptr i8, ptr %out, i64 8
             store i32 6, ptr %a, align 8
             %r = load i32, ptr %a, align 4
             store i64 9, ptr %out, align 8
             store i32 7, ptr %a, align 4
             %b = getelementptr i8, ptr %out, i64 12
             store i32 %r, ptr %b, align 4",
        ),
        "rv64gc",
        "lp64d",
    );
    // The store that is read stays; the first one goes.
    assert_eq!(count(&text, "store"), 4, "{text}");
}

#[test]
fn bytes_are_loaded_as_a_word() {
    let bytes = |order: [u32; 4]| {
        let mut s = String::new();
        for (k, shift) in order.iter().enumerate() {
            s += &format!(
                "%p{k} = getelementptr i8, ptr %in, i64 {k}\n %b{k} = load i8, ptr %p{k}, align {}\n
                 %z{k} = zext i8 %b{k} to i32\n %s{k} = shl i32 %z{k}, {shift}\n",
                if k == 0 { 4 } else { 1 }
            );
        }
        body(&(s + "%o1 = or i32 %s0, %s1\n %o2 = or i32 %s2, %s3\n %o = or i32 %o1, %o2\n store i32 %o, ptr %out"))
    };
    let text = optimised(&bytes([0, 8, 16, 24]), "rv64gc", "lp64d");
    assert_eq!((count(&text, "load"), count(&text, "or i32")), (1, 0), "{text}");
    let text = optimised(&bytes([24, 16, 8, 0]), "rv64gc_zbb", "lp64d");
    assert_eq!((count(&text, "load"), count(&text, "swap")), (1, 1), "{text}");
    let text = optimised(&bytes([24, 16, 8, 0]), "rv64gc", "lp64d");
    assert_eq!(count(&text, "load"), 4, "{text}");
}

#[test]
fn only_what_is_looked_at_is_loaded() {
    let text = optimised(
        &body(
            "%v = load i64, ptr %in, align 8
             %h = lshr i64 %v, 48
             store i64 %h, ptr %out
             %q = getelementptr i8, ptr %in, i64 16
             %w = load i32, ptr %q, align 4
             %m = and i32 %w, 255
             %o = getelementptr i8, ptr %out, i64 8
             store i32 %m, ptr %o",
        ),
        "rv64gc",
        "lp64d",
    );
    assert_eq!((count(&text, "lshr"), count(&text, "and")), (0, 0), "{text}");
    assert_eq!((count(&text, "load.zext i16"), count(&text, "load.zext i8")), (1, 1), "{text}");
}
