//! Which `I32` PREGs need their sign extension on RV64.
//!
//! An `I32` in a 64-bit register is kept sign-extended, so that compares and extensions are free; a truncation must then
//! sign-extend (`sext.w`). A PREG whose every user looks at its low half alone needs none of that: it is *loose*. One walk
//! over the trees marks PREGs that some user wants whole, and notes copies between PREGs; marks then flow along the copies.
//! The answer is advice: whoever wants a loose PREG whole extends it.

use cranelift_entity::{EntitySet, SecondaryMap};
use whirl_lite::ir::{BinOp, CastOp};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, WhirlFunc, Wn};

/// The answer.
pub(super) struct Demand {
    whole: EntitySet<Preg>,
    words: EntitySet<Preg>,
}

impl Demand {
    /// Is the PREG an `I32` of which nobody wants the upper half?
    pub fn loose(&self, p: Preg) -> bool {
        self.words.contains(p) && !self.whole.contains(p)
    }
}

/// What a user wants of a kid.
#[derive(Clone, Copy)]
enum Want {
    Low,
    Whole,
    /// As much as the users of this PREG.
    As(Preg),
}

/// Walks over the trees of a function.
pub(super) fn find(w: &WhirlFunc, rv64: bool) -> Demand {
    let none = EntitySet::new;
    let mut d = Demand { whole: none(), words: none() };
    if !rv64 {
        return d;
    }
    // PREGs that are made by truncation gain something; the rest costs nothing either way.
    let mut copies: Vec<(Preg, Preg)> = Vec::new();
    let mut stack: Vec<(Wn, Want)> = Vec::new();
    for &b in &w.layout {
        for &s in &w.blocks[b].stmts {
            let want = match w.nodes[s].opr {
                Opr::Stid(p) if w.pregs[p] == MType::I32 => {
                    d.words.insert(p);
                    Want::As(p)
                }
                _ => Want::Whole,
            };
            for (i, &k) in w.kids(s).iter().enumerate() {
                let want = match w.nodes[s].opr {
                    Opr::Store(_) if i == 1 => Want::Low,
                    _ => want,
                };
                stack.push((k, want));
            }
            while let Some((n, want)) = stack.pop() {
                visit(w, n, want, &mut d, &mut copies, &mut stack);
            }
        }
    }
    let mut from: SecondaryMap<Preg, Vec<Preg>> = SecondaryMap::new();
    let mut work: Vec<Preg> = d.whole.keys().collect();
    for (user, source) in copies {
        from[user].push(source);
    }
    while let Some(p) = work.pop() {
        for &q in &from[p] {
            if d.whole.insert(q) {
                work.push(q);
            }
        }
    }
    d
}

fn visit(w: &WhirlFunc, n: Wn, want: Want, d: &mut Demand, copies: &mut Vec<(Preg, Preg)>, out: &mut Vec<(Wn, Want)>) {
    let node = &w.nodes[n];
    if let Opr::Ldid(p) = node.opr {
        match want {
            Want::Low => {}
            Want::Whole => {
                d.whole.insert(p);
            }
            Want::As(user) => copies.push((user, p)),
        }
        return;
    }
    for (i, &k) in w.kids(n).iter().enumerate() {
        out.push((k, kid_want(w, n, i, want)));
    }
}

fn kid_want(w: &WhirlFunc, n: Wn, i: usize, want: Want) -> Want {
    let node = &w.nodes[n];
    let word = node.ty == MType::I32;
    match node.opr {
        Opr::Select if i > 0 && word => want,
        Opr::Binary(b) if word => match b {
            BinOp::And | BinOp::Or | BinOp::Xor => want,
            BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Shl | BinOp::LShr | BinOp::AShr => Want::Low,
            BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem => Want::Low,
            _ => Want::Whole,
        },
        Opr::Cast(CastOp::ZExt | CastOp::AnyExt | CastOp::Trunc | CastOp::SiToFp | CastOp::UiToFp) => Want::Low,
        _ => Want::Whole,
    }
}
