// run: rust
//! core::fmt: integers of all widths, floats in all notations, strings, padding, derived Debug.
#![no_std]
#![no_main]
#![allow(dead_code, static_mut_refs)]
#[macro_use]
#[path = "../runtime/rust/support.rs"]
mod support;

#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Point {
    x: f64,
    y: f32,
}
#[derive(Debug)]
enum Shape<'a> {
    Unit,
    Tuple(i8, u128),
    Named { name: &'a str, at: Option<Point> },
}

fn ints(n: i64) {
    println!("{} {} {} {}", n as i8, n as u8, n as i16, n as u16);
    println!("{} {} {} {}", n as i32, n as u32, n, n as u64);
    println!("{:x} {:#X} {:#b} {:o} {:08x}", n as u8, n as u32, n as u16, n, n as u16);
    println!("[{:>12}] [{:<12}] [{:^12}] [{:+}] [{:*^9}]", n as i16, n as i16, n as i16, n as i32, n as u8);
}
fn floats(x: f64) {
    println!("{x} {x:?} {x:e} {x:.3} {x:10.2}| {x:<10.1}| {x:+}");
    let y = x as f32;
    println!("{y} {y:?} {y:E} {y:.0} {} {} {}", y as i32, x as u64, x as i8);
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    for n in [0, 1, -1, 127, -128, 255, 65535, -32768, 1 << 31, i64::MAX, i64::MIN, 0x0123_4567_89ab_cdef] {
        ints(n);
    }
    for x in [0.0, -0.0, 1.0, -1.5, 0.1, 1e21, 1e-7, 123456.789, f64::MAX, f64::MIN_POSITIVE, f64::EPSILON] {
        floats(x);
    }
    floats(f64::NAN);
    floats(f64::INFINITY);
    floats(f64::NEG_INFINITY);
    floats(f64::from_bits(1));
    let p = Point { x: 1.25, y: -3.5 };
    println!("{p:?} {:#?}", Shape::Named { name: "tab\there \u{1F600} \"q\" \\", at: Some(p) });
    println!("{:?} {:?}", Shape::Unit, Shape::Tuple(-7, u128::MAX));
    println!("{:?} {:?} {:?}", 'a', '\n', "\u{7f}\u{e9}\0");
    println!("{:?} {:02x?} {:?}", [1u8, 2, 3], [10u8, 200], [(1, 'x'), (2, 'y')]);
    let (width, precision) = (9, 2);
    println!("[{:width$.precision$}] [{:>1$}] [{:.*}]", 2.71828, 6, 3, 1.23456);
    println!("{:5}|{:<5}|{:^5}|{:>5}|{:-^7}|{:.2}", "ab", "ab", "ab", "ab", "ab", "abcdef");
    println!("{:?} {:?}", u64::from_str_radix("zz", 36), "12x".parse::<i32>());
    println!("{:?} {:?} {:?}", "3.25e2".parse::<f64>(), "-0.1".parse::<f32>(), "1e400".parse::<f64>());
    println!("{:?}", "340282366920938463463374607431768211455".parse::<u128>());
    0
}
