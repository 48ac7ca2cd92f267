// run: rust
//! Strings and trees: UTF-8, splitting, parsing, an expression evaluator, maps, trait objects and closures.
#![no_std]
#![no_main]
#![allow(dead_code, static_mut_refs)]
#[macro_use]
#[path = "../runtime/rust/support.rs"]
mod support;

extern crate alloc;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

#[derive(Debug, Clone)]
enum Expr {
    Num(f64),
    Var(String),
    Neg(Box<Expr>),
    Bin(char, Box<Expr>, Box<Expr>),
}
#[derive(Debug)]
enum Bad {
    Char(char, usize),
    End,
    Unknown(String),
}
struct Parser<'a> {
    text: core::iter::Peekable<core::str::CharIndices<'a>>,
}
impl Parser<'_> {
    fn peek(&mut self) -> Option<char> {
        while self.text.next_if(|c| c.1.is_whitespace()).is_some() {}
        self.text.peek().map(|c| c.1)
    }
    fn sum(&mut self, level: usize) -> Result<Expr, Bad> {
        const LEVELS: [&[char]; 2] = [&['+', '-'], &['*', '/', '%']];
        let Some(ops) = LEVELS.get(level) else { return self.atom() };
        let mut left = self.sum(level + 1)?;
        while let Some(op) = self.peek().filter(|c| ops.contains(c)) {
            self.text.next();
            left = Expr::Bin(op, Box::new(left), Box::new(self.sum(level + 1)?));
        }
        Ok(left)
    }
    fn atom(&mut self) -> Result<Expr, Bad> {
        match self.peek().ok_or(Bad::End)? {
            '-' => {
                self.text.next();
                Ok(Expr::Neg(Box::new(self.atom()?)))
            }
            '(' => {
                self.text.next();
                let e = self.sum(0)?;
                match self.text.next() {
                    Some((_, ')')) => Ok(e),
                    Some((at, c)) => Err(Bad::Char(c, at)),
                    None => Err(Bad::End),
                }
            }
            c if c.is_ascii_digit() => {
                let mut s = String::new();
                while let Some((_, c)) = self.text.next_if(|c| c.1.is_ascii_digit() || c.1 == '.') {
                    s.push(c);
                }
                s.parse().map(Expr::Num).map_err(|_| Bad::Unknown(s))
            }
            c if c.is_alphabetic() => {
                let mut s = String::new();
                while let Some((_, c)) = self.text.next_if(|c| c.1.is_alphanumeric()) {
                    s.push(c);
                }
                Ok(Expr::Var(s))
            }
            c => Err(Bad::Char(c, self.text.peek().map_or(0, |c| c.0))),
        }
    }
}
fn eval(e: &Expr, vars: &BTreeMap<String, f64>) -> Result<f64, Bad> {
    Ok(match e {
        Expr::Num(x) => *x,
        Expr::Var(v) => *vars.get(v).ok_or_else(|| Bad::Unknown(v.clone()))?,
        Expr::Neg(e) => -eval(e, vars)?,
        Expr::Bin(op, a, b) => {
            let (a, b) = (eval(a, vars)?, eval(b, vars)?);
            match op {
                '+' => a + b,
                '-' => a - b,
                '*' => a * b,
                '%' => a % b,
                _ => a / b,
            }
        }
    })
}
trait Visit {
    fn see(&mut self, word: &str);
    fn say(&self) -> String;
}
#[derive(Default)]
struct Count(BTreeMap<String, usize>);
struct Longest(String);
impl Visit for Count {
    fn see(&mut self, word: &str) {
        *self.0.entry(word.to_lowercase()).or_default() += 1;
    }
    fn say(&self) -> String {
        let mut all: Vec<_> = self.0.iter().collect();
        all.sort_by_key(|&(w, n)| (core::cmp::Reverse(*n), w.clone()));
        format!("{:?}", &all[..all.len().min(4)])
    }
}
impl Visit for Longest {
    fn see(&mut self, word: &str) {
        if word.chars().count() > self.0.chars().count() {
            self.0 = word.to_string();
        }
    }
    fn say(&self) -> String {
        self.0.chars().rev().collect()
    }
}
struct Loud(Rc<core::cell::Cell<u32>>, u32);
impl Drop for Loud {
    fn drop(&mut self) {
        self.0.set(self.0.get() * 10 + self.1);
    }
}
fn compose<A, B, C>(f: impl Fn(A) -> B, g: impl Fn(B) -> C) -> impl Fn(A) -> C {
    move |x| g(f(x))
}

#[unsafe(no_mangle)]
pub extern "C" fn main() -> i32 {
    let vars: BTreeMap<String, f64> = [("x", 2.5), ("größe", 4.0)].map(|(k, v)| (k.to_string(), v)).into();
    for text in ["1 + 2 * 3", "-(x - 10) / größe % 1.5", "2 * (3 + )", "y + 1", "((1", "1.2.3", "7 / 0 - 1"] {
        let mut p = Parser { text: text.char_indices().peekable() };
        println!("{text} => {:?}", p.sum(0).and_then(|e| eval(&e, &vars)));
    }
    let prose = "The quick brown fox — naïve and the déjà-vu Ørsted — jumps over THE lazy dog; the end.";
    let mut seen: Vec<Box<dyn Visit>> = Vec::new();
    seen.push(Box::<Count>::default());
    seen.push(Box::new(Longest(String::new())));
    for word in prose.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        seen.iter_mut().for_each(|v| v.see(word));
    }
    seen.iter().for_each(|v| println!("{}", v.say()));
    println!("{:?} {:?} {:?}", prose.find("naïve"), prose.rfind("the"), prose.split_once(';'));
    println!("{} {}", prose.to_uppercase(), prose.replace("—", "-").len());
    println!("{:?}", core::str::from_utf8(&[b'a', 0xe2, 0x82, 0xac, 0xff, b'b']).map_err(|e| e.valid_up_to()));
    println!("{:?}", "a=1;b=22;;c".split(';').map(|p| p.split_once('=')).collect::<Vec<_>>());
    println!("{:?}", "  lines\r\nof\n\ntext ".trim().lines().collect::<Vec<_>>());
    let log = Rc::new(core::cell::Cell::new(0));
    {
        let _a = Loud(log.clone(), 1);
        let list = [Loud(log.clone(), 2), Loud(log.clone(), 3)];
        drop(list);
        let _b = Loud(log.clone(), 4);
    }
    println!("{} {}", log.get(), Rc::strong_count(&log));
    let f = compose(compose(|x: u32| x + 1, |y| f64::from(y) / 2.0), |z| format!("<{z}>"));
    println!("{} {}", f(4), f(7));
    let mut queue: VecDeque<u32> = (1..=10).collect();
    let mut heap = BinaryHeap::new();
    while let Some(n) = queue.pop_front() {
        if n % 3 == 0 && n < 40 {
            queue.push_back(n * 2 + 1);
        }
        heap.push((n * 7919) % 101);
    }
    let set: BTreeSet<u32> = heap.into_sorted_vec().into_iter().collect();
    println!("{:?} {:?}", set.range(10..60).collect::<Vec<_>>(), set.iter().rev().nth(2));
    0
}
