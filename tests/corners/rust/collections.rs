//! Containers, iterators, closures, trait objects, strings and formatting: what rustc makes of ordinary code.
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::fmt;

pub trait Shape {
    fn area(&self) -> f64;
    fn name(&self) -> String {
        "shape".into()
    }
}
pub struct Circle(pub f64);
pub struct Rect {
    pub w: f64,
    pub h: f64,
}
impl Shape for Circle {
    fn area(&self) -> f64 {
        self.0 * self.0 * 3.14
    }
}
impl Shape for Rect {
    fn area(&self) -> f64 {
        self.w * self.h
    }
    fn name(&self) -> String {
        format!("{}x{}", self.w, self.h)
    }
}
#[derive(Debug, Clone, PartialEq, PartialOrd)]
pub enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Map(BTreeMap<String, Json>),
}
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => write!(f, "null"),
            Json::Bool(b) => write!(f, "{b}"),
            Json::Number(n) => write!(f, "{n}"),
            Json::Text(t) => write!(f, "{t:?}"),
            Json::List(l) => l.iter().try_for_each(|j| write!(f, "{j},")),
            Json::Map(m) => m.iter().try_for_each(|(k, v)| write!(f, "{k}:{v},")),
        }
    }
}
pub fn total(shapes: &[Box<dyn Shape>]) -> (f64, Vec<String>) {
    (shapes.iter().map(|s| s.area()).sum(), shapes.iter().map(|s| s.name()).collect())
}
pub fn count(text: &str) -> HashMap<&str, usize> {
    let mut m = HashMap::new();
    for w in text.split_whitespace() {
        *m.entry(w).or_default() += 1;
    }
    m
}
pub fn bfs(edges: &[Vec<usize>], from: usize) -> Vec<Option<u32>> {
    let mut d = vec![None; edges.len()];
    let mut q = VecDeque::from([from]);
    d[from] = Some(0);
    while let Some(n) = q.pop_front() {
        for &m in &edges[n] {
            if d[m].is_none() {
                d[m] = d[n].map(|x| x + 1);
                q.push_back(m);
            }
        }
    }
    d
}
pub fn parse(s: &str) -> Result<i64, std::num::ParseIntError> {
    s.trim().parse::<i64>().map(|n| n.wrapping_mul(3).rotate_left(7))
}
pub fn sort(mut v: Vec<(u8, String)>) -> Vec<(u8, String)> {
    v.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    v.dedup_by_key(|p| p.0);
    v
}
