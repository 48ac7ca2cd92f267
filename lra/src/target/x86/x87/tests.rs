//! The converter and its checker on random code, against an interpreter of both forms.
//!
//! The interpreter's numbers are hashes of how they came about, so that two runs of one path agree only if the same was computed:
//! it decides whether a changed conversion is wrong, and the checker must reject all that are.

use super::{FLAT, apply, bundles::Bundles, check, edges, flat_number, liveness::Liveness};
use cgir::func::{Bb, Constraint, Func, Op, OpExtra, Succ, Tn};
use cranelift_entity::EntityRef;
use targ_info::x86::{ISA, class, op, reg};
use targ_info::{Opcode, PReg, RegSet};
use whirl_lite::ir::GlobalRef;
use whirl_lite::mtype::MType;

/// A small generator of random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % below.max(1)
    }
    fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.next(list.len() as u64) as usize]
    }
}

fn fp(f: &mut Func, n: u64) -> Tn {
    f.dedicated(PReg(reg::FP0.0 + n as u16), class::RFP80, MType::F80)
}
fn state(f: &mut Func, r: PReg) -> Tn {
    f.dedicated(r, class::STATE, MType::I32)
}
fn memory(f: &mut Func, at: i64) -> [Tn; 5] {
    let base = f.dedicated(reg::RSP, class::GR64, MType::I64);
    let index = f.dedicated(reg::NOREG, class::AINDEX, MType::I64);
    let (scale, disp, seg) = (f.lit(0), f.lit(at), f.lit(0));
    [base, scale, index, disp, seg]
}
fn emit(f: &mut Func, b: Bb, row: Opcode, to: &[Tn], from: &[Tn]) -> Op {
    let o = f.make_op(row, to, from);
    f.append(b, o);
    o
}
fn load(f: &mut Func, b: Bb, n: u64, at: i64) {
    let (t, mem) = (fp(f, n), memory(f, at));
    emit(f, b, op::P_FLD64, &[t], &mem);
}
fn everything(but: u64) -> RegSet {
    (but..u64::from(FLAT)).fold(RegSet::EMPTY, |s, n| s | ISA.reg(PReg(reg::FP0.0 + n as u16)).units)
}

/// A random op.
fn random_op(f: &mut Func, b: Bb, r: &mut Random) {
    let [x, y, z] = [0; 3].map(|_| r.next(u64::from(FLAT)));
    let (x, y, z, control) = (fp(f, x), fp(f, y), fp(f, z), state(f, reg::FPCW));
    let mem = memory(f, r.next(16) as i64 * 8);
    let with = |list: &[Tn]| [list, &[control]].concat();
    match r.next(12) {
        0..=4 => {
            let row = r.pick(&[op::P_FADD, op::P_FMUL, op::P_FSUB, op::P_FSUBR, op::P_FDIV, op::P_FDIVR]);
            emit(f, b, row, &[x], &with(&[y, z]));
        }
        5 => {
            let row = r.pick(&[op::P_FADD_M32, op::P_FSUB_M64, op::P_FSUBR_M64, op::P_FDIVR_M32]);
            let [a, b1, c, d, e] = mem;
            emit(f, b, row, &[x], &with(&[y, a, b1, c, d, e]));
        }
        6 => {
            let row = r.pick(&[op::P_FCHS, op::P_FABS, op::P_FSQRT]);
            emit(f, b, row, &[x], &with(&[y]));
        }
        7 => {
            emit(f, b, op::P_COPY_X87, &[x], &[y]);
        }
        8 => {
            let row = r.pick(&[op::P_FLD1, op::P_FLDPI]);
            emit(f, b, row, &[x], &[]);
        }
        9 => {
            let row = r.pick(&[op::P_FST32, op::P_FST64, op::P_FST80, op::P_FISTTP64, op::P_FIST32]);
            let [a, b1, c, d, e] = mem;
            emit(f, b, row, &[], &[a, b1, c, d, e, x]);
        }
        10 => {
            if r.next(2) == 0 {
                let flags = state(f, reg::EFLAGS);
                emit(f, b, op::P_FUCOMI, &[flags], &[x, y]);
            } else {
                let ax = f.dedicated(reg::AX, class::GR16, MType::I16);
                let (word, flags) = (state(f, reg::FPSW), state(f, reg::EFLAGS));
                emit(f, b, op::P_FUCOM, &[ax, word, flags], &[x, y]);
            }
        }
        _ => {
            let (cc, flags) = (f.lit(r.pick(&[2, 3, 4, 5, 6, 7, 10, 11])), state(f, reg::EFLAGS));
            emit(f, b, op::P_FCMOV, &[x], &[x, y, cc, flags]);
        }
    }
}

/// A random function: every register is defined wherever it is read.
fn random_function(r: &mut Random) -> Func {
    let mut f = Func::new(GlobalRef::new(0), "f".into());
    let n = 2 + r.next(6) as usize;
    let blocks: Vec<Bb> = (0..n).map(|_| f.add_bb()).collect();
    let mut fresh = vec![false; n];
    fresh[0] = true;
    let calls: Vec<bool> = (0..n).map(|i| i + 1 < n && r.next(5) == 0).collect();
    fresh[1..].copy_from_slice(&calls[..n - 1]);
    for (i, &b) in blocks.iter().enumerate() {
        f.bbs[b].freq = 1.0 + r.next(100) as f32;
        let result = i > 0 && calls[i - 1];
        if fresh[i] {
            // The result of the call before it is kept in one of two cases.
            let kept = u64::from(result && i % 2 == 0);
            (kept..u64::from(FLAT)).for_each(|n| load(&mut f, b, n, n as i64 * 8));
        }
        for _ in 0..r.next(14) {
            random_op(&mut f, b, r);
        }
        let to = |bb: Bb, prob: f32| Succ { bb, prob };
        if i + 1 == n {
            let (none, value) = (f.lit(0), fp(&mut f, 0));
            let o = emit(&mut f, b, op::P_RET, &[], &[none, value]);
            f.set_extra(o, OpExtra { constraints: vec![Constraint::Fixed(reg::FP0)], ..OpExtra::default() });
        } else if calls[i] {
            let (target, result) = (f.lit(7), fp(&mut f, 0));
            let o = emit(&mut f, b, op::P_CALL, &[result], &[target]);
            let constraints = vec![Constraint::Fixed(reg::FP0)];
            f.set_extra(o, OpExtra { constraints, clobbers: everything(1), ..OpExtra::default() });
            f.bbs[b].succs.push(to(blocks[i + 1], 1.0));
        } else {
            f.bbs[b].succs.push(to(blocks[i + 1], 0.5));
            // Anywhere but to the entry, or to where a call's result is expected.
            let other = 1 + r.next(n as u64 - 1) as usize;
            if !calls[other - 1] && other != i + 1 {
                f.bbs[b].succs.push(to(blocks[other], 0.5));
                let (label, cc, flags) = (f.label(blocks[other]), f.lit(4), state(&mut f, reg::EFLAGS));
                emit(&mut f, b, op::JCC, &[], &[label, cc, flags]);
            }
        }
    }
    f.rebuild_preds();
    f
}

fn hash(parts: &[u64]) -> u64 {
    parts.iter().fold(0xcbf29ce484222325, |h, p| (h ^ p).wrapping_mul(0x100000001b3).rotate_left(23))
}

/// A machine of either form.
struct Machine<'f> {
    f: &'f Func,
    flat: [u64; FLAT as usize],
    stack: Vec<u64>,
    trace: Vec<u64>,
    /// The form with a stack.
    stacked: bool,
}

impl Machine<'_> {
    /// Walks until a return or so many ops; `None` if the stack over- or underflows.
    fn run(f: &Func, stacked: bool, choices: &[bool]) -> Option<Vec<u64>> {
        let mut m = Machine { f, flat: [0; FLAT as usize], stack: Vec::new(), trace: Vec::new(), stacked };
        let mut b = f.entry()?;
        let mut choices = choices.iter();
        loop {
            for o in f.bb_ops(b) {
                m.step(o)?;
            }
            b = match f.bbs[b].succs.as_slice() {
                [] => return Some(m.trace),
                [s] => s.bb,
                s => match choices.next() {
                    Some(&c) => s[usize::from(c)].bb,
                    None => return Some(m.trace),
                },
            };
        }
    }
    fn at(&self, n: usize) -> Option<usize> {
        self.stack.len().checked_sub(1 + n)
    }
    fn push(&mut self, v: u64) -> Option<()> {
        self.stack.push(v);
        (self.stack.len() <= 8).then_some(())
    }
    fn math(name: &str, x: u64, y: u64) -> u64 {
        match name {
            "fadd" => x.wrapping_add(y),
            "fmul" => x.wrapping_mul(y),
            "fsub" => x.wrapping_sub(y),
            "fsubr" => y.wrapping_sub(x),
            "fdiv" => hash(&[1, x, y]),
            "fdivr" => hash(&[1, y, x]),
            _ => panic!("{name}"),
        }
    }
    /// One op, by the name of its row: independent of all tables that are tested.
    fn step(&mut self, o: Op) -> Option<()> {
        let f = self.f;
        let name = ISA.inst(f.ops[o].opcode).name;
        let disp = f.operands(o).iter().filter_map(|&t| f.as_lit(t)).nth(1).unwrap_or(0) as u64;
        let place = f.operands(o).iter().find_map(|&t| {
            let n = f.preg(t)?.0.checked_sub(reg::ST0.0)?;
            (n < 8).then_some(usize::from(n))
        });
        let value = |m: &Self, n: usize| {
            let mut list = f.operands(o).iter().filter_map(|&t| flat_number(f, t));
            list.nth(n).map(|r| m.flat[usize::from(r)])
        };
        if let Some(flat) = name.strip_prefix("p.") {
            let (a, b) = (value(self, 0), value(self, 1));
            let base = flat.split('_').next().unwrap_or_default();
            let result = match base {
                "fadd" | "fmul" | "fsub" | "fsubr" | "fdiv" | "fdivr" => {
                    Some(Machine::math(base, a?, b.unwrap_or(hash(&[2, disp]))))
                }
                "fchs" | "fabs" | "fsqrt" => Some(hash(&[3, base.len() as u64, u64::from(base.as_bytes()[1]), a?])),
                "copy.x87" => a,
                "fld1" => Some(11),
                "fldpi" => Some(12),
                "fld64" => Some(hash(&[2, disp])),
                "fst32" | "fst64" | "fst80" | "fisttp64" | "fist32" => {
                    self.trace.push(hash(&[4, disp, a?]));
                    None
                }
                "fucomi" | "fucom" => {
                    self.trace.push(hash(&[5, a?, b?]));
                    None
                }
                "fcmov" => Some(hash(&[6, f.operands(o).iter().find_map(|&t| f.as_lit(t))? as u64, a?, b?])),
                "ret" => {
                    let top = if self.stacked { *self.stack.last()? } else { a? };
                    self.trace.push(hash(&[7, top]));
                    // The stack form returns exactly one value.
                    return (!self.stacked || self.stack.len() == 1).then_some(());
                }
                "call" => {
                    if !self.stack.is_empty() {
                        return None;
                    }
                    self.flat = [0; FLAT as usize];
                    if self.stacked {
                        self.stack.push(13);
                    }
                    Some(13)
                }
                _ => panic!("{name}"),
            };
            if let (Some(v), Some(&t)) = (result, f.results(o).first())
                && let Some(n) = flat_number(f, t)
            {
                self.flat[usize::from(n)] = v;
            }
            return Some(());
        }
        let base = name.split(['.', '_']).next().unwrap_or_default();
        match name {
            "fxch.st" => {
                let (x, top) = (self.at(place?)?, self.at(0)?);
                self.stack.swap(x, top);
            }
            "fld.st" => {
                let x = self.at(place?)?;
                self.push(self.stack[x])?;
            }
            "fstp.st" => {
                let (x, top) = (self.at(place?)?, self.at(0)?);
                self.stack[x] = self.stack[top];
                self.stack.pop();
            }
            "fldz" => self.push(10)?,
            "fld1" => self.push(11)?,
            "fldpi" => self.push(12)?,
            "fld64" => self.push(hash(&[2, disp]))?,
            "fchs" | "fabs" | "fsqrt" => {
                let top = self.at(0)?;
                self.stack[top] = hash(&[3, name.len() as u64, u64::from(name.as_bytes()[1]), self.stack[top]]);
            }
            "fst32" | "fst64" | "fist32" | "fstp32" | "fstp64" | "fstp80" | "fisttp64" | "fistp32" => {
                let top = self.at(0)?;
                self.trace.push(hash(&[4, disp, self.stack[top]]));
                if !matches!(name, "fst32" | "fst64" | "fist32") {
                    self.stack.pop();
                }
            }
            "fucomi.st" | "fucompi.st" | "fucom.st" | "fucomp.st" | "fucompp" => {
                let (x, y) = (self.at(0)?, self.at(place.unwrap_or(1))?);
                self.trace.push(hash(&[5, self.stack[x], self.stack[y]]));
                let pops = name.bytes().filter(|&b| b == b'p').count();
                self.stack.truncate(self.stack.len().checked_sub(pops)?);
            }
            "fnstsw.ax" | "sahf" | "jcc" => {}
            _ if base.starts_with("fcmov") => {
                let cc =
                    ["b", "nb", "e", "ne", "be", "nbe", "u", "nu"].iter().position(|c| base == format!("fcmov{c}"))?;
                let cc = [2, 3, 4, 5, 6, 7, 10, 11][cc];
                let (top, x) = (self.at(0)?, self.at(place?)?);
                self.stack[top] = hash(&[6, cc, self.stack[top], self.stack[x]]);
            }
            _ => {
                let top = self.at(0)?;
                let form = name.rsplit(['.', '_']).next()?;
                match form {
                    "0" => {
                        let x = self.at(place?)?;
                        self.stack[top] = Machine::math(base, self.stack[top], self.stack[x]);
                    }
                    "i" | "p" => {
                        let x = self.at(place?)?;
                        self.stack[x] = Machine::math(base, self.stack[x], self.stack[top]);
                        if form == "p" {
                            self.stack.pop();
                        }
                    }
                    _ => self.stack[top] = Machine::math(base, self.stack[top], hash(&[2, disp])),
                }
            }
        }
        Some(())
    }
}

fn converted(f: &Func) -> Func {
    let live = Liveness::of(f, &ISA);
    let bundles = Bundles::of(f, &live);
    let plan = edges::best(f, &ISA, &live, &bundles).expect("a plan");
    let mut new = f.clone();
    apply::apply(&mut new, &ISA, &plan).expect("carried out");
    new
}
fn choices(r: &mut Random) -> Vec<bool> {
    (0..12).map(|_| r.next(2) == 1).collect()
}
/// Do both forms do the same on some paths?
fn agree(old: &Func, new: &Func, r: &mut Random) -> bool {
    (0..6).all(|_| {
        let c = choices(r);
        Machine::run(old, false, &c) == Machine::run(new, true, &c)
    })
}

#[test]
fn random_functions_compute_the_same_on_the_stack() {
    for seed in 0..3000 {
        let mut r = Random(seed);
        let f = random_function(&mut r);
        let new = converted(&f);
        if let Err(e) = check::check(&f, &new, &ISA) {
            panic!("seed {seed}: {e}");
        }
        assert!(agree(&f, &new, &mut r), "seed {seed}");
    }
}

/// Changes one thing of a converted function.
fn damage(f: &mut Func, old: &Func, r: &mut Random) {
    let rows: Vec<Op> = f.layout.iter().flat_map(|&b| f.bb_ops(b)).collect();
    let o = r.pick(&rows);
    let moves = o.index() >= old.ops.len();
    let desc = ISA.inst(f.ops[o].opcode);
    let at = f.operands(o).iter().position(|&t| f.class(t) == Some(class::RST) || f.class(t) == Some(class::RST1));
    match (r.next(3), at) {
        (0, _) if moves => f.remove(o),
        (1, Some(n)) => {
            let place = r.next(8) as u16;
            let c = f.class(f.operands(o)[n]).expect("a class");
            let t = f.dedicated(PReg(reg::ST0.0 + place), c, MType::F80);
            let n = n + f.nres(o);
            f.all_mut(o)[n] = t;
        }
        _ => {
            let pairs = [
                (op::FSUB_0, op::FSUBR_0),
                (op::FSUB_I, op::FSUBR_I),
                (op::FSUB_P, op::FSUBR_P),
                (op::FADD_P, op::FADD_I),
                (op::FDIV_P, op::FDIVR_P),
                (op::FST64, op::FSTP64),
                (op::FUCOMI_ST, op::FUCOMPI_ST),
            ];
            for (x, y) in pairs {
                if desc.name == ISA.inst(x).name {
                    f.ops[o].opcode = y;
                } else if desc.name == ISA.inst(y).name {
                    f.ops[o].opcode = x;
                }
            }
        }
    }
}

#[test]
fn what_computes_something_else_is_rejected() {
    let mut wrong = 0;
    for seed in 0..3000 {
        let mut r = Random(seed ^ 0x5555);
        let f = random_function(&mut r);
        let mut new = converted(&f);
        damage(&mut new, &f, &mut r);
        if !agree(&f, &new, &mut r) {
            wrong += 1;
            assert!(check::check(&f, &new, &ISA).is_err(), "seed {seed}");
        }
    }
    assert!(wrong > 500, "{wrong} functions were changed for the worse");
}

/// Rows of the ops of a block, with their places.
fn rows(f: &Func, b: Bb) -> Vec<String> {
    let row = |o: Op| {
        let place = f.operands(o).iter().find_map(|&t| f.preg(t)?.0.checked_sub(reg::ST0.0).filter(|&n| n < 8));
        let name = ISA.inst(f.ops[o].opcode).name;
        place.map_or(name.to_string(), |n| format!("{name} {n}"))
    };
    f.bb_ops(b).map(row).collect()
}

#[test]
fn operands_that_die_choose_the_form() {
    let mut f = Func::new(GlobalRef::new(0), "f".into());
    let b = f.add_bb();
    (0..3).for_each(|n| load(&mut f, b, n, n as i64 * 8));
    let (x, y, z, control) = (fp(&mut f, 0), fp(&mut f, 1), fp(&mut f, 2), state(&mut f, reg::FPCW));
    // z - y where both die, then x times that where x lives, then the product by x.
    emit(&mut f, b, op::P_FSUB, &[y], &[z, y, control]);
    emit(&mut f, b, op::P_FMUL, &[y], &[x, y, control]);
    emit(&mut f, b, op::P_FDIV, &[x], &[y, x, control]);
    let none = f.lit(0);
    let o = emit(&mut f, b, op::P_RET, &[], &[none, x]);
    f.set_extra(o, OpExtra { constraints: vec![Constraint::Fixed(reg::FP0)], ..OpExtra::default() });
    f.rebuild_preds();
    let new = converted(&f);
    assert_eq!(rows(&new, b), ["fld64", "fld64", "fld64", "fsubr.p 1", "fmul.0 1", "fdivr.p 1", "p.ret"]);
    assert_eq!(check::check(&f, &new, &ISA), Ok(()));
}

#[test]
fn a_loop_keeps_the_order_that_its_body_leaves() {
    let mut f = Func::new(GlobalRef::new(0), "f".into());
    let (b0, b1, b2) = (f.add_bb(), f.add_bb(), f.add_bb());
    (0..2).for_each(|n| load(&mut f, b0, n, n as i64 * 8));
    let (x, y, control, flags) = (fp(&mut f, 0), fp(&mut f, 1), state(&mut f, reg::FPCW), state(&mut f, reg::EFLAGS));
    emit(&mut f, b1, op::P_FADD, &[x], &[x, y, control]);
    let (label, cc, none) = (f.label(b1), f.lit(4), f.lit(0));
    emit(&mut f, b1, op::JCC, &[], &[label, cc, flags]);
    let o = emit(&mut f, b2, op::P_RET, &[], &[none, x]);
    f.set_extra(o, OpExtra { constraints: vec![Constraint::Fixed(reg::FP0)], ..OpExtra::default() });
    f.bbs[b0].succs.push(Succ { bb: b1, prob: 1.0 });
    f.bbs[b1].succs.extend([Succ { bb: b2, prob: 0.1 }, Succ { bb: b1, prob: 0.9 }]);
    (f.bbs[b0].freq, f.bbs[b1].freq, f.bbs[b2].freq) = (1.0, 10.0, 1.0);
    f.rebuild_preds();
    let new = converted(&f);
    assert_eq!(rows(&new, b1), ["fadd.i 1", "jcc"]);
    assert_eq!(check::check(&f, &new, &ISA), Ok(()));
}
