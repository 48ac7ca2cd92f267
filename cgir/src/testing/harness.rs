//! Tries an allocator, or any pass, on random functions of the toy target: verify, check, apply, colour slots, lay the
//! frame out, execute before and after, compare.

use super::Setup;
use super::interp::{self, Event};
use crate::alloc::{AllocError, Answer, apply::apply, checker::check};
use crate::func::Func;
use crate::pass::PassCx;
use crate::random::{Shape, function};
use crate::target::Hooks;
use crate::verify::verify;

/// How many conditional branches an execution may take.
const BRANCHES: u32 = 40;

/// A random function of a seed, with the text of what it is for error messages.
fn sample(seed: u64, s: &Setup) -> Result<Func, String> {
    let f = function(seed, Shape::from_seed(seed), s.global, &s.cx()).ok_or("the toy target lacks a row")?;
    verify(&f, &s.cx()).map_err(|e| format!("the random function is wrong: {e}"))?;
    Ok(f)
}

/// Do two functions do the same on some inputs? A pass may delete branches whose ways agree, so that a run which is
/// stopped after so many branches gets further than the other: what both have done by then must agree.
pub fn compare(before: &Func, after: &Func) -> Result<(), String> {
    for inputs in 0..3 {
        let want = interp::run(before, inputs, BRANCHES).map_err(|e| format!("before: {e}"))?;
        let have = interp::run(after, inputs, BRANCHES).map_err(|e| format!("after: {e}"))?;
        let done = |t: &interp::Trace| t.events.iter().take_while(|e| **e != Event::Stopped).count();
        let (n, m) = (done(&want), done(&have));
        let stopped = n < want.events.len() || m < have.events.len();
        let common = n.min(m);
        let same = if stopped { want.events[..common] == have.events[..common] } else { want == have };
        if !same {
            return Err(format!("inputs {inputs}: {want:?}\nbecame {have:?}"));
        }
    }
    Ok(())
}

/// What an allocator answers to a function.
pub type Answering<'a> = &'a mut dyn FnMut(&Func, &PassCx<'_>) -> Result<Answer, AllocError>;
/// What a pass does to a function.
pub type Passing<'a> = &'a mut dyn FnMut(&mut Func, &PassCx<'_>);

/// Allocates the random function of a seed and holds the result against it. The error says what went wrong, and shows
/// the function before and, where there is one, after.
pub fn try_allocator(seed: u64, run: Answering<'_>) -> Result<(), String> {
    try_pipeline(seed, &mut |_, _| {}, run, &mut |_, _| {})
}

/// The same with passes before allocation and after the frame is laid out.
pub fn try_pipeline(seed: u64, before: Passing<'_>, run: Answering<'_>, after: Passing<'_>) -> Result<(), String> {
    let mut s = Setup::default();
    s.options.opt_level = (seed % 3) as u8;
    let cx = s.cx();
    let source = sample(seed, &s)?;
    let mut f = source.clone();
    let shown = |what: String, f: &Func, g: Option<&Func>| {
        let after = g.map_or(String::new(), |g| crate::text::print(g, &cx));
        format!("seed {seed}: {what}\n{}\n{after}", crate::text::print(f, &cx))
    };
    before(&mut f, &cx);
    verify(&f, &cx).map_err(|e| shown(e, &source, Some(&f)))?;
    compare(&source, &f).map_err(|e| shown(e, &source, Some(&f)))?;
    let mut answer = run(&f, &cx).map_err(|e| shown(format!("no answer: {e:?}"), &f, None))?;
    check(&f, &cx, &answer).map_err(|e| shown(format!("refused: {e:?}"), &f, None))?;
    if cx.options.opt_level > 0 {
        crate::alloc::forms::choose(&f, &cx, &mut answer);
        check(&f, &cx, &answer).map_err(|e| shown(format!("other forms refused: {e:?}"), &f, None))?;
    }
    let mut g = f.clone();
    apply(&mut g, &cx, &answer).map_err(|e| shown(format!("not applied: {e:?}"), &f, None))?;
    verify(&g, &cx).map_err(|e| shown(e, &f, Some(&g)))?;
    compare(&f, &g).map_err(|e| shown(e, &f, Some(&g)))?;
    crate::slots::colour(&mut g, &cx);
    verify(&g, &cx).map_err(|e| shown(e, &f, Some(&g)))?;
    compare(&f, &g).map_err(|e| shown(format!("slots: {e}"), &f, Some(&g)))?;
    let saves = crate::saves::plan(&mut g, &cx);
    s.hooks.finish_frame(&mut g, &cx, &saves);
    let laid = g.clone();
    verify(&g, &cx).map_err(|e| shown(e, &f, Some(&g)))?;
    compare(&f, &g).map_err(|e| shown(e, &f, Some(&g)))?;
    after(&mut g, &cx);
    verify(&g, &cx).map_err(|e| shown(e, &laid, Some(&g)))?;
    compare(&f, &g).map_err(|e| shown(e, &laid, Some(&g)))
}

/// Runs a pass on the random function of a seed and holds the result against it.
pub fn try_pass(seed: u64, run: Passing<'_>) -> Result<(), String> {
    let s = Setup::default();
    let cx = s.cx();
    let f = sample(seed, &s)?;
    let mut g = f.clone();
    run(&mut g, &cx);
    let both = |e| format!("seed {seed}: {e}\n{}\n{}", crate::text::print(&f, &cx), crate::text::print(&g, &cx));
    verify(&g, &cx).map_err(both)?;
    compare(&f, &g).map_err(both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alloc::{Allocate, spillall::SpillAll};

    #[test]
    fn the_reference_allocator_keeps_meaning() {
        for seed in 0..300 {
            try_allocator(seed, &mut |f, cx| SpillAll.run(f, cx)).unwrap_or_else(|e| panic!("{e}"));
        }
    }

    #[test]
    fn a_wrong_pass_is_found_out() {
        use crate::testing::op;
        let mut wrong = |f: &mut Func, _: &PassCx<'_>| {
            f.ops.values_mut().filter(|d| d.opcode == op::ADD).for_each(|d| d.opcode = op::SUB);
        };
        let caught = (0..60).filter(|&seed| try_pass(seed, &mut wrong).is_err()).count();
        assert!(caught > 5, "{caught}");
    }
}
