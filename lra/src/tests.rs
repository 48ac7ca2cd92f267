//! Random functions of the toy target through LRA, checked; and small cases by hand.

use crate::{Localised, Lra};
use cgir::alloc::checker::check;
use cgir::alloc::price::price;
use cgir::alloc::{Allocate, AllocateLocal, Answer, Edit, EditKind, Layer, Point};
use cgir::analysis::Liveness;
use cgir::func::{Bb, Func, OpExtra, Tn};
use cgir::pass::PassCx;
use cgir::target::Hooks;
use cgir::testing::{F, FLAGS, FPR, GPR, LOW, PAIR, R, Setup, emit, emit_fixed, op, set_succs};
use targ_info::PReg;
use whirl_lite::mtype::MType::{F64, I64, I128};

pub(crate) struct Rng(pub u64);

impl Rng {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n.max(1)
    }
}

/// A random function: any graph, TNs with several definitions, undefined reads, calls, ties, fixed registers, pairs.
pub(crate) fn random_function(s: &Setup, r: &mut Rng) -> Func {
    random_flow(s, r, false)
}

/// The same, with landing pads behind some calls if they are wanted.
fn random_flow(s: &Setup, r: &mut Rng, pads: bool) -> Func {
    let mut f = s.func();
    let n = 1 + r.below(8);
    let bbs: Vec<Bb> = (0..n).map(|_| f.add_bb()).collect();
    let pool = 3 + r.below(14);
    let gs: Vec<Tn> = (0..pool).map(|_| f.new_reg(GPR, I64)).collect();
    let ls: Vec<Tn> = (0..2).map(|_| f.new_reg(LOW, I64)).collect();
    let ps: Vec<Tn> = (0..1 + r.below(3)).map(|_| f.new_reg(PAIR, I128)).collect();
    let ds: Vec<Tn> = (0..1 + r.below(6)).map(|_| f.new_reg(FPR, F64)).collect();
    let params: Vec<Tn> = gs[..r.below(3)].to_vec();
    emit_fixed(&mut f, bbs[0], op::ENTRY, &params, &[], &R[..params.len()], OpExtra::default());
    for (i, &b) in bbs.iter().enumerate() {
        for _ in 0..r.below(14) {
            random_op(&mut f, r, b, &gs, &ls, &ps, &ds);
        }
        // The entry has no predecessors.
        let to = |r: &mut Rng| if n == 1 { None } else { Some(bbs[1 + r.below(n - 1)]) };
        let (x, y) = (gs[r.below(pool)], gs[r.below(pool)]);
        match (r.below(6), to(r)) {
            (0, Some(a)) => {
                let (b1, label) = (to(r).unwrap_or(a), f.label(a));
                emit(&mut f, b, op::BEQ, &[], &[x, y, label]);
                set_succs(&mut f, b, &[b1, a]);
            }
            (1, Some(a)) => {
                let fl = f.new_reg(FLAGS, I64);
                let (b1, label) = (to(r).unwrap_or(a), f.label(a));
                emit(&mut f, b, op::CMP, &[fl], &[x, y]);
                emit(&mut f, b, op::BCS, &[], &[fl, label]);
                set_succs(&mut f, b, &[b1, a]);
            }
            (2 | 3, Some(a)) => {
                let callee = f.lit(0);
                let extra = OpExtra { clobbers: s.hooks.call_clobbers(&s.cx()), ..OpExtra::default() };
                let nargs = r.below(4);
                let args: Vec<Tn> = std::iter::once(callee).chain((0..nargs).map(|_| gs[r.below(pool)])).collect();
                let pad = pads && r.below(3) == 0;
                // A result is not what a pad reads under the same name.
                let nres = if pad { 0 } else { r.below(2) };
                let mut regs: Vec<PReg> = R[..nres].to_vec();
                regs.extend(&R[..nargs]);
                emit_fixed(&mut f, b, op::CALL, &gs[..nres], &args, &regs, extra);
                set_succs(&mut f, b, &[a]);
                // Some calls unwind. The pad is entered in no other way.
                if pad {
                    let pad = f.add_bb();
                    emit(&mut f, pad, op::ADD, &[x], &[x, y]);
                    emit_fixed(
                        &mut f,
                        pad,
                        op::RET,
                        &[],
                        &[gs[r.below(pool)], ds[0]],
                        &[R[0], F[0]],
                        OpExtra::default(),
                    );
                    set_succs(&mut f, b, &[a, pad]);
                    f.bbs[b].unwind = Some(pad);
                }
            }
            (4, Some(a)) if i + 1 < n => set_succs(&mut f, b, &[a]),
            _ => {
                let regs = [R[0], F[0]];
                emit_fixed(&mut f, b, op::RET, &[], &[x, ds[0]], &regs, OpExtra::default());
            }
        }
    }
    f.rebuild_preds();
    f
}

#[allow(clippy::too_many_arguments)]
fn random_op(f: &mut Func, r: &mut Rng, b: Bb, gs: &[Tn], ls: &[Tn], ps: &[Tn], ds: &[Tn]) {
    let mut any = |v: &[Tn]| v[r.below(v.len())];
    let (d, x, y, z) = (any(gs), any(gs), any(gs), any(gs));
    let (l, m, p, q) = (any(ls), any(ls), any(ps), any(ps));
    let (u, v, w) = (any(ds), any(ds), any(ds));
    let one = f.lit(1);
    match r.below(20) {
        0..4 => emit(f, b, op::ADD, &[d], &[x, y]),
        4 => emit(f, b, op::ADD2, &[d], &[x, y]),
        5 => emit(f, b, op::SHL, &[d], &[x, y]),
        6 if d != x => emit(f, b, op::DIV, &[d, x], &[y, z]),
        7 => emit(f, b, op::MULP, &[p], &[x, y]),
        8 => emit(f, b, op::HI, &[d], &[p]),
        9 => emit(f, b, op::LOWOP, &[l], &[m, one]),
        10 => emit(f, b, op::EARLY, &[d], &[x, y]),
        11 => emit(f, b, op::FADD, &[u], &[v, w]),
        12 => emit(f, b, op::FCVT, &[u], &[x]),
        13 => emit(f, b, op::LI, &[d], &[one]),
        14 => emit(f, b, op::MV, &[d], &[x]),
        15 => emit(f, b, op::MVP, &[p], &[q]),
        16 => emit(f, b, op::ST, &[], &[x, y, one]),
        17 => emit(f, b, op::LD, &[d], &[y, one]),
        18 if d != x => emit(f, b, op::XCHG, &[d, x], &[y, z]),
        _ => emit(f, b, op::MV, &[l], &[m]),
    };
}

/// A random layer that keeps the rules: whole-block registers, moves at block starts through memory only.
fn random_layer(s: &Setup, f: &Func, r: &mut Rng) -> Layer {
    let live = Liveness::compute(f);
    let isa = s.target.isa;
    let mut layer = Layer::default();
    // Each GTN gets one register or none for the whole function, if it does not overlap another of the block.
    let mut wish = std::collections::BTreeMap::new();
    for &g in live.gtns() {
        let class = f.class(g).unwrap();
        let d = isa.class(class);
        if d.allocatable && r.below(3) > 0 {
            wish.insert(g, d.members[r.below(d.members.len())]);
        }
    }
    // Edges that cannot be split get no edits: what is live over them stays in memory.
    for &b in &f.layout {
        let last = f.last(b);
        let indirect = last.is_some_and(|o| isa.inst(f.ops[o].opcode).is(targ_info::InstFlags::INDIRECT));
        let twice = last.and_then(|o| f.extra(o)).is_some_and(|e| e.returns_twice);
        if indirect || twice || f.bbs[b].unwind.is_some() {
            for g in f.bbs[b].succs.iter().flat_map(|t| live.live_in(t.bb).iter()) {
                wish.remove(&g);
            }
        }
    }
    for &b in &f.layout {
        let mut taken = s.target.reserved;
        let over = f.last(b).map_or(targ_info::RegSet::EMPTY, |o| f.clobbers(o));
        for &g in live.gtns() {
            let Some(&reg) = wish.get(&g) else { continue };
            let units = isa.reg(reg).units;
            let (i, o) = (live.live_in(b).contains(g), live.live_out(b).contains(g));
            // Nobody is in a destroyed register at the end of a call, unless the call makes it.
            let lost = o && over.intersects(units);
            if (i || o) && !taken.intersects(units) && !lost && r.below(5) > 0 {
                taken |= units;
                layer.regs[b].push((g, reg));
            }
        }
        if r.below(2) == 0 {
            let all = isa.class(GPR).units | isa.class(FPR).units;
            layer.granted[b] = all - taken;
        }
    }
    join(s, f, &live, &mut layer, r);
    layer
}

/// Moves at borders: a GTN in a register of one side only goes through its slot there; all GTNs get slots.
fn join(s: &Setup, f: &Func, live: &Liveness, layer: &mut Layer, r: &mut Rng) {
    let place = |l: &Layer, b: Bb, g: Tn| l.regs[b].iter().find(|x| x.0 == g).map(|x| x.1);
    for &g in live.gtns() {
        if !s.target.isa.class(f.class(g).unwrap()).no_spill {
            let (size, align) = s.hooks.slot_shape(f, g);
            let slot = layer.slots.push(cgir::alloc::SlotData { size, align });
            layer.slot[g] = slot.into();
        }
    }
    let entry = f.layout[0];
    for &g in f.results(f.first(entry).unwrap()) {
        if let (Some(from), Some(slot), 0) = (place(layer, entry, g), layer.slot[g].expand(), r.below(2)) {
            let kind = EditKind::Spill { tn: g, from, slot };
            layer.edits.push(cgir::alloc::Edit { at: Point::BlockStart(entry), group: 0, kind });
        }
    }
    for &b in &f.layout {
        for (n, to) in f.bbs[b].succs.iter().enumerate() {
            let at = if f.bbs[b].succs.len() == 1 && r.below(2) == 0 {
                Point::BlockEnd(b)
            } else if f.bbs[to.bb].preds.len() == 1 && r.below(2) == 0 {
                Point::BlockStart(to.bb)
            } else {
                Point::Edge(b, n as u32)
            };
            for g in live.live_in(to.bb).iter().filter(|&g| live.live_out(b).contains(g)) {
                let Some(slot) = layer.slot[g].expand() else { continue };
                let kind = match (place(layer, b, g), place(layer, to.bb, g)) {
                    (Some(from), Some(to)) if from != to => EditKind::Copy { tn: g, from, to },
                    (Some(from), None) => EditKind::Spill { tn: g, from, slot },
                    (None, Some(to)) => EditKind::Reload { tn: g, slot, to },
                    _ => continue,
                };
                layer.edits.push(cgir::alloc::Edit { at, group: 0, kind });
            }
        }
    }
}

fn checked(f: &Func, cx: &PassCx<'_>, a: &Answer, what: &str) {
    if let Err(errors) = check(f, cx, a) {
        let list: Vec<String> = errors.iter().map(|e| e.to_string()).collect();
        panic!("{what}: {list:#?}\n{}\n{:#?}", cgir::text::print(f, cx), a.edits);
    }
}

#[test]
fn localised_code_of_random_functions() {
    let mut s = Setup::default();
    for seed in 0..500 {
        s.options.opt_level = (seed % 3) as u8;
        let f = random_function(&s, &mut Rng(seed));
        let a = Localised::default().run(&f, &s.cx()).unwrap_or_else(|e| panic!("{seed}: {e:?}"));
        checked(&f, &s.cx(), &a, &format!("seed {seed}"));
        let mut g = f.clone();
        cgir::alloc::apply::apply(&mut g, &s.cx(), &a).unwrap();
        assert!(g.allocated);
    }
}

#[test]
fn nothing_stands_on_exceptional_edges() {
    let mut s = Setup::default();
    let mut pads = 0;
    for seed in 0..500 {
        s.options.opt_level = (seed % 3) as u8;
        let mut r = Rng(seed);
        let f = random_flow(&s, &mut r, true);
        pads += f.bbs.values().filter(|b| b.unwind.is_some()).count();
        let a = Localised::default().run(&f, &s.cx()).unwrap_or_else(|e| panic!("{seed}: {e:?}"));
        checked(&f, &s.cx(), &a, &format!("seed {seed}"));
        let layer = random_layer(&s, &f, &mut r);
        let a = Lra::default().run(&f, &s.cx(), layer).unwrap_or_else(|e| panic!("{seed}: {e:?}"));
        checked(&f, &s.cx(), &a, &format!("seed {seed}, layer"));
        let mut g = f.clone();
        cgir::alloc::apply::apply(&mut g, &s.cx(), &a).unwrap();
    }
    assert!(pads > 100, "{pads}");
}

#[test]
fn random_layers_on_random_functions() {
    let mut s = Setup::default();
    for seed in 0..500 {
        s.options.opt_level = (seed % 3) as u8;
        let mut r = Rng(seed);
        let f = random_function(&s, &mut r);
        let layer = random_layer(&s, &f, &mut r);
        let a = Lra::default().run(&f, &s.cx(), layer).unwrap_or_else(|e| panic!("{seed}: {e:?}"));
        checked(&f, &s.cx(), &a, &format!("seed {seed}"));
        let mut g = f.clone();
        cgir::alloc::apply::apply(&mut g, &s.cx(), &a).unwrap();
    }
}

#[test]
fn copies_for_fixed_registers_and_ties_vanish() {
    let s = Setup::default();
    let mut f = s.func();
    let b = f.add_bb();
    let t: Vec<Tn> = (0..4).map(|_| f.new_reg(GPR, I64)).collect();
    emit_fixed(&mut f, b, op::ENTRY, &[t[0], t[1]], &[], &R[..2], OpExtra::default());
    emit(&mut f, b, op::ADD2, &[t[2]], &[t[0], t[1]]);
    emit(&mut f, b, op::MV, &[t[3]], &[t[2]]);
    emit_fixed(&mut f, b, op::RET, &[], &[t[3]], &[R[0]], OpExtra::default());
    let a = Localised::default().run(&f, &s.cx()).unwrap();
    checked(&f, &s.cx(), &a, "ties");
    let p = price(&f, &s.cx(), &a);
    assert_eq!((a.edits.len(), p.kept_copies.count), (0, 0), "{:?}", a.edits);
}

#[test]
fn a_tied_operand_that_lives_on_is_exchanged_with_one_that_does_not() {
    let s = Setup::default();
    let mut f = s.func();
    let b = f.add_bb();
    let t: Vec<Tn> = (0..4).map(|_| f.new_reg(GPR, I64)).collect();
    emit_fixed(&mut f, b, op::ENTRY, &[t[0], t[1]], &[], &R[..2], OpExtra::default());
    emit(&mut f, b, op::ADD2, &[t[2]], &[t[1], t[0]]);
    emit_fixed(&mut f, b, op::RET, &[], &[t[2], t[1]], &R[..2], OpExtra::default());
    let a = Localised::default().run(&f, &s.cx()).unwrap();
    checked(&f, &s.cx(), &a, "commuted");
    assert_eq!((a.alts.len(), a.edits.len()), (1, 0), "{:?}", a.edits);
}

/// A block between an entry and a return that makes and reads GTNs in their homes; the edits of it.
fn edits_between(from: &[(usize, PReg)], to: &[(usize, PReg)], ops: impl Fn(&mut Func, Bb, &[Tn])) -> Vec<Edit> {
    let s = Setup::default();
    let mut f = s.func();
    let blocks = [f.add_bb(), f.add_bb(), f.add_bb()];
    let t: Vec<Tn> = (0..8).map(|_| f.new_reg(GPR, I64)).collect();
    let split = |homes: &[(usize, PReg)]| homes.iter().map(|&(n, r)| (t[n], r)).unzip::<Tn, PReg, Vec<Tn>, Vec<PReg>>();
    let ((made, made_in), (read, read_in)) = (split(from), split(to));
    emit_fixed(&mut f, blocks[0], op::ENTRY, &made, &[], &made_in, OpExtra::default());
    ops(&mut f, blocks[1], &t);
    emit_fixed(&mut f, blocks[2], op::RET, &[], &read, &read_in, OpExtra::default());
    set_succs(&mut f, blocks[0], &blocks[1..2]);
    set_succs(&mut f, blocks[1], &blocks[2..]);
    f.rebuild_preds();
    let mut layer = Layer::default();
    layer.regs[blocks[0]].extend(from.iter().map(|&(n, r)| (t[n], r)));
    layer.regs[blocks[2]].extend(to.iter().map(|&(n, r)| (t[n], r)));
    let mut homes: Vec<(Tn, PReg)> = from.iter().chain(to).map(|&(n, r)| (t[n], r)).collect();
    homes.sort_unstable();
    homes.dedup();
    layer.regs[blocks[1]] = homes;
    layer.granted[blocks[1]] = s.target.isa.class(GPR).units;
    let a = Lra::default().run(&f, &s.cx(), layer).unwrap();
    checked(&f, &s.cx(), &a, "a block between");
    a.edits
}

#[test]
fn locals_keep_away_from_a_register_that_one_gtn_hands_to_another() {
    let edits = edits_between(&[(0, R[0]), (1, R[1])], &[(3, R[0])], |f, b, t| {
        let one = f.lit(1);
        // t0 is read below the definition of t2, which t3 takes its register from.
        emit(f, b, op::LD, &[t[2]], &[t[1], one]);
        emit(f, b, op::LD, &[t[4]], &[t[0], one]);
        emit(f, b, op::ADD, &[t[3]], &[t[2], t[4]]);
    });
    assert!(edits.is_empty(), "{edits:?}");
}

#[test]
fn a_tied_result_takes_its_operands_register_over() {
    let edits = edits_between(&[(0, R[3]), (1, R[1])], &[(3, R[3]), (1, R[1])], |f, b, t| {
        // t2 is local and takes the place of t0, whose register is free from there on; t3 is its next owner.
        emit(f, b, op::ADD2, &[t[2]], &[t[0], t[1]]);
        emit(f, b, op::ADD, &[t[3]], &[t[1], t[2]]);
    });
    assert!(edits.is_empty(), "{edits:?}");
}

#[test]
fn no_chain_of_ties_takes_a_register_that_is_read_within_it() {
    let edits = edits_between(&[(0, R[0]), (1, R[1])], &[(3, R[0])], |f, b, t| {
        let one = f.lit(1);
        emit(f, b, op::LD, &[t[2]], &[t[1], one]);
        emit(f, b, op::LD, &[t[4]], &[t[0], one]);
        emit(f, b, op::ADD2, &[t[5]], &[t[2], t[4]]);
        emit(f, b, op::LD, &[t[3]], &[t[5], one]);
    });
    assert!(edits.is_empty(), "{edits:?}");
}

#[test]
fn who_has_a_register_at_an_op_keeps_it_before_locals_choose() {
    let edits = edits_between(&[(0, R[0]), (1, R[1])], &[(3, R[1])], |f, b, t| {
        let one = f.lit(1);
        emit(f, b, op::LD, &[t[2]], &[t[1], one]);
        emit(f, b, op::ADD, &[t[3]], &[t[2], t[0]]);
    });
    assert!(edits.is_empty(), "{edits:?}");
}

#[test]
fn unused_code_goes() {
    let s = Setup::default();
    let mut f = s.func();
    let b = f.add_bb();
    let t: Vec<Tn> = (0..3).map(|_| f.new_reg(GPR, I64)).collect();
    emit_fixed(&mut f, b, op::ENTRY, &[t[0]], &[], &R[..1], OpExtra::default());
    let one = f.lit(1);
    let dead = [emit(&mut f, b, op::LI, &[t[1]], &[one]), emit(&mut f, b, op::ADD, &[t[2]], &[t[0], t[1]])];
    emit_fixed(&mut f, b, op::RET, &[], &[t[0]], &R[..1], OpExtra::default());
    let a = Localised::default().run(&f, &s.cx()).unwrap();
    assert_eq!(a.deleted, [dead[1], dead[0]]);
    assert!(a.edits.is_empty());
}

/// Nine values made first and used last do not fit into eight registers.
fn too_many(s: &Setup) -> Func {
    let mut f = s.func();
    let b = f.add_bb();
    f.bbs[b].freq = 1.0;
    emit_fixed(&mut f, b, op::ENTRY, &[], &[], &[], OpExtra::default());
    let one = f.lit(1);
    let t: Vec<Tn> = (0..9).map(|_| f.new_reg(GPR, I64)).collect();
    for &x in &t {
        emit(&mut f, b, op::LI, &[x], &[one]);
    }
    let mut sum = f.new_reg(GPR, I64);
    emit(&mut f, b, op::ADD, &[sum], &[t[0], t[1]]);
    for &x in &t[2..] {
        let next = f.new_reg(GPR, I64);
        emit(&mut f, b, op::ADD, &[next], &[sum, x]);
        sum = next;
    }
    emit_fixed(&mut f, b, op::RET, &[], &[sum], &R[..1], OpExtra::default());
    f
}

#[test]
fn blues_by_policy() {
    let mut s = Setup::default();
    let f = too_many(&s);
    let memory = |s: &Setup| {
        let a = Localised::default().run(&f, &s.cx()).unwrap();
        checked(&f, &s.cx(), &a, "blues");
        price(&f, &s.cx(), &a).memory()
    };
    for policy in ["cost", "furthest"] {
        s.options.policies.insert("lra-blues".into(), policy.into());
        assert!(memory(&s) > 0.0);
    }
    s.options.policies.insert("lra-blues".into(), "reorder,cost".into());
    assert_eq!(memory(&s), 0.0);
}

#[test]
fn the_scheduler_is_asked_for_another_order() {
    let mut s = Setup::default();
    s.options.policies.insert("lra-blues".into(), "reschedule,cost".into());
    let f = too_many(&s);
    let asked = std::cell::Cell::new(0);
    let mut lra = Localised(Lra::with_scheduler(Box::new(|f: &Func, _: &PassCx<'_>, b: Bb| {
        asked.set(asked.get() + 1);
        Some(f.bb_ops(b).collect())
    })));
    lra.run(&f, &s.cx()).unwrap();
    assert_eq!(asked.get(), 1);
}

#[test]
fn random_functions_compute_the_same() {
    for seed in 0..150 {
        cgir::testing::harness::try_allocator(seed, &mut |f, cx| Localised::default().run(f, cx))
            .unwrap_or_else(|e| panic!("{e}"));
    }
}

#[test]
fn random_functions_compute_the_same_on_random_layers() {
    let s = Setup::default();
    for seed in 0..150 {
        let mut r = Rng(seed);
        let mut run = |f: &Func, cx: &PassCx<'_>| Lra::default().run(f, cx, random_layer(&s, f, &mut r));
        cgir::testing::harness::try_allocator(seed, &mut run).unwrap_or_else(|e| panic!("{e}"));
    }
}
