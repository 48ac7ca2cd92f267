//! Strength reduction: an address that advances by a fixed amount becomes a pointer that does so.
//!
//! Every address of an access in the loop is decomposed into `sum of invariants + scale * iv + constant`. Addresses that
//! agree but for the constant form a group, for which one new pointer can run along, the constants folding into the
//! accesses. Groups are turned into pointers when that removes more instructions from the loop than the pointers' own
//! additions cost, counting the induction variable itself if nothing else needs it: its exit test can be made on a pointer.
//!
//! As Open64's and LLVM's passes of that name do it, but for addresses only, and with one solution tried at full size and
//! one with the clear winners, instead of a search.

use super::{Iv, Nest, induction, licm};
use crate::analysis::loops::LoopId;
use crate::diag::Pos;
use crate::ir::{BinOp, BlockId, Function, Inst, InstFlags, InstKind, IntPred, Ty, Value};
use crate::opt::OptCx;
use crate::opt::edit::{before, ones, signed, turn_into, width};
use crate::tree::is_leaf;
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

const DEPTH: u32 = 8;
/// Most groups of a loop.
const MAX_GROUPS: usize = 12;
/// Weight of an instruction that is executed in every iteration.
const ALWAYS: i64 = 4;

/// `terms + scale * iv + constant`, modulo the register's width.
#[derive(Clone, Debug, Default, PartialEq)]
struct Affine {
    terms: SmallVec<[(Value, i64); 3]>,
    iv: Option<(usize, i64)>,
    constant: i64,
}

/// Accesses whose addresses differ by constants only.
struct Group {
    address: Affine,
    /// Access, which operand is its address, constant.
    accesses: Vec<(Inst, usize, i64)>,
}

struct Loop<'a> {
    f: &'a mut Function,
    cx: &'a OptCx<'a>,
    nest: &'a Nest,
    l: LoopId,
    preheader: BlockId,
    latch: BlockId,
    ivs: Vec<Iv>,
    /// Users of values in the loop.
    users: FxHashMap<Value, SmallVec<[Inst; 4]>>,
}

/// Reduces all loops, inner ones first.
pub fn run(f: &mut Function, cx: &OptCx<'_>, nest: &Nest) {
    let mut uses = None;
    let mut ids: Vec<LoopId> = nest.loops.loops.keys().collect();
    ids.reverse();
    for l in ids {
        let Some(preheader) = nest.loops.preheader(f, &nest.cfg, l) else { continue };
        let &[latch] = nest.loops.loops[l].latches.as_slice() else { continue };
        let ivs: Vec<Iv> = induction(f, nest, l, preheader)
            .into_iter()
            .filter(|iv| width(f, cx.m, cx.costs.xlen, iv.value) == Some(cx.costs.xlen))
            .collect();
        if ivs.is_empty() {
            continue;
        }
        let mut x = Loop { f, cx, nest, l, preheader, latch, ivs, users: FxHashMap::default() };
        if x.reduce(&mut uses) {
            uses = None;
        }
    }
}

impl Loop<'_> {
    /// `uses` is how often each value is used, once somebody asked.
    fn reduce(&mut self, uses: &mut Option<Vec<u32>>) -> bool {
        let groups = self.groups();
        if groups.is_empty() {
            return false;
        }
        let uses = uses.get_or_insert_with(|| crate::opt::simplify::count_uses(self.f));
        self.find_users();
        let all: Vec<usize> = (0..groups.len()).collect();
        if let Some(plan) = self.profit(&groups, &all, uses) {
            return self.apply(&groups, &all, plan);
        }
        if groups.len() > 1 {
            let good: Vec<usize> = all.into_iter().filter(|&g| self.profit(&groups, &[g], uses).is_some()).collect();
            if !good.is_empty()
                && let Some(plan) = self.profit(&groups, &good, uses)
            {
                return self.apply(&groups, &good, plan);
            }
        }
        false
    }

    /// Addresses of the loop that can be pointers of their own.
    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for &b in &self.nest.loops.loops[self.l].blocks {
            // Accesses of inner loops are their own business, but for what is invariant there.
            for i in self.f.block_insts(b) {
                let at = match self.f.insts[i].kind {
                    InstKind::Load(..) => 0,
                    InstKind::Store(_) => 1,
                    _ => continue,
                };
                let Some(&v) = self.f.args(i).get(at) else { continue };
                let Some(mut a) = self.affine(v, DEPTH) else { continue };
                a.terms.sort_unstable();
                if !self.worth_a_pointer(&a) {
                    continue;
                }
                let constant = std::mem::take(&mut a.constant);
                // A constant that is too far from the group's first needs a pointer of its own.
                let near = |g: &Group| {
                    let first = g.accesses.first().map_or(0, |x| x.2);
                    g.address.terms == a.terms
                        && g.address.iv == a.iv
                        && self.cx.costs.is_offset(constant.wrapping_sub(first))
                };
                match groups.iter().position(near) {
                    Some(g) => groups[g].accesses.push((i, at, constant)),
                    None if groups.len() < MAX_GROUPS => {
                        groups.push(Group { address: a, accesses: vec![(i, at, constant)] });
                    }
                    None => return Vec::new(),
                }
            }
        }
        groups
    }

    /// Has the address a part that varies, and a pointer to start from?
    fn worth_a_pointer(&self, a: &Affine) -> bool {
        let Some((n, scale)) = a.iv else { return false };
        let ptr = |v: Value| self.cx.m.types.is_ptr(self.f.ty(v));
        let from_iv = ptr(self.ivs[n].value);
        if from_iv {
            // Already a pointer that runs along, unless something is added to it.
            return scale == 1 && !a.terms.is_empty() && a.terms.iter().all(|t| !ptr(t.0));
        }
        a.terms.iter().filter(|t| ptr(t.0)).count() == 1 && a.terms.iter().all(|t| !ptr(t.0) || t.1 == 1)
    }

    /// The value as a sum; `None` if it varies in another way.
    fn affine(&self, v: Value, depth: u32) -> Option<Affine> {
        let w = width(self.f, self.cx.m, self.cx.costs.xlen, v)?;
        if w != self.cx.costs.xlen {
            return None;
        }
        if let Some(n) = self.f.as_int(v) {
            return Some(Affine { constant: signed(n, w), ..Affine::default() });
        }
        if let Some(n) = self.ivs.iter().position(|iv| iv.value == v) {
            return Some(Affine { iv: Some((n, 1)), ..Affine::default() });
        }
        if let Some(n) = self.ivs.iter().position(|iv| self.f.result(iv.next, 0) == v) {
            let step = self.f.as_int(self.ivs[n].step)?;
            return Some(Affine { iv: Some((n, 1)), constant: signed(step, w), ..Affine::default() });
        }
        let term = || Affine { terms: SmallVec::from_slice(&[(v, 1)]), ..Affine::default() };
        let def = self.f.def_inst(v);
        if self.nest.invariant(self.f, self.l, v) {
            // A constant offset of an invariant is one of the address.
            if let Some(d) = def
                && self.f.insts[d].kind == InstKind::PtrAdd
                && let &[base, by] = self.f.args(d)
                && let Some(c) = self.f.as_int(by)
                && self.cx.costs.is_offset(signed(c, w))
            {
                return Some(Affine {
                    terms: SmallVec::from_slice(&[(base, 1)]),
                    constant: signed(c, w),
                    ..Affine::default()
                });
            }
            return Some(term());
        }
        let d = def?;
        if is_leaf(self.f, d) {
            return None;
        }
        if depth == 0 {
            return None;
        }
        let args: SmallVec<[Value; 2]> = self.f.args(d).into();
        let constant = |n: usize| args.get(n).and_then(|&a| self.f.as_int(a)).map(|c| signed(c, w));
        match self.f.insts[d].kind {
            InstKind::PtrAdd | InstKind::Binary(BinOp::Add) => {
                sum(self.affine(args[0], depth - 1)?, self.affine(args[1], depth - 1)?, 1)
            }
            InstKind::Binary(BinOp::Sub) => sum(self.affine(args[0], depth - 1)?, self.affine(args[1], depth - 1)?, -1),
            InstKind::Binary(BinOp::Shl) => {
                let n = constant(1).filter(|n| (0..i64::from(w)).contains(n))?;
                scaled(self.affine(args[0], depth - 1)?, 1i64.wrapping_shl(n as u32))
            }
            InstKind::Binary(BinOp::Mul) => scaled(self.affine(args[0], depth - 1)?, constant(1)?),
            _ => None,
        }
    }

    fn find_users(&mut self) {
        for &b in &self.nest.loops.loops[self.l].blocks {
            for i in self.f.block_insts(b) {
                for &v in self.f.args(i) {
                    self.users.entry(v).or_default().push(i);
                }
            }
        }
    }

    /// Weight of an instruction by how often it is executed in an iteration.
    fn weight(&self, i: Inst) -> i64 {
        match self.f.block_of(i) {
            Some(b) if self.nest.loops.innermost(b) != Some(self.l) => ALWAYS * 4,
            Some(b) if self.nest.always(self.l, b) => ALWAYS,
            _ => ALWAYS / 2,
        }
    }

    /// Would turning these groups into pointers pay? Then which variables' exit tests to rewrite.
    fn profit(&self, groups: &[Group], chosen: &[usize], uses: &[u32]) -> Option<Option<Inst>> {
        let mut converted: FxHashSet<(Inst, usize)> = FxHashSet::default();
        for &g in chosen {
            converted.extend(groups[g].accesses.iter().map(|a| (a.0, a.1)));
        }
        let mut dead: FxHashSet<Value> = FxHashSet::default();
        let mut gain = 0i64;
        // Values of which addresses are made: dead if all their users are converted accesses or dead.
        let mut work: Vec<Value> = Vec::new();
        for &(i, at) in &converted {
            work.push(self.f.args(i)[at]);
        }
        work.sort_unstable();
        while let Some(v) = work.pop() {
            let Some(d) = self.f.def_inst(v) else { continue };
            let is_iv = self.ivs.iter().any(|iv| iv.value == v || iv.next == d);
            if dead.contains(&v)
                || is_iv
                || self.nest.invariant(self.f, self.l, v)
                || !self.all_dead(v, uses, &dead, &converted)
            {
                continue;
            }
            dead.insert(v);
            gain += self.cost(d, uses) * self.weight(d);
            work.extend(self.f.args(d).iter().copied());
        }
        // The variables themselves.
        let mut test = None;
        let mut used: SmallVec<[usize; 4]> = chosen.iter().filter_map(|&g| groups[g].address.iv.map(|x| x.0)).collect();
        used.sort_unstable();
        used.dedup();
        let mut registers = chosen.len() as i64;
        for &n in &used {
            if let Some(t) = self.removable(n, groups, chosen, uses, &dead, &converted) {
                gain += ALWAYS;
                registers -= 1;
                if t.is_some() {
                    test = t;
                }
            }
        }
        for &g in chosen {
            gain -= ALWAYS;
            // An advance that is no immediate is kept in a register; a base that nobody else needs frees one.
            let (n, scale) = groups[g].address.iv?;
            let step = self.f.as_int(self.ivs[n].step).map(|s| signed(s, self.cx.costs.xlen).wrapping_mul(scale));
            registers += i64::from(!step.is_some_and(|s| self.cx.costs.is_imm(s)));
            for &(t, _) in &groups[g].address.terms {
                let free =
                    self.users.get(&t).is_some_and(|u| u.iter().all(|&i| self.f.results(i).any(|r| dead.contains(&r))));
                registers -= i64::from(free);
            }
        }
        let all = licm::registers(self.cx, licm::has_call(self.f, self.nest, self.l));
        let room = i64::from(all) - 2 - i64::from(licm::pressure(self.f, self.nest, self.l));
        (gain > 0 && (registers <= 0 || registers <= room)).then_some(test)
    }

    /// Are all users of a value converted accesses (as addresses) or dead?
    fn all_dead(&self, v: Value, uses: &[u32], dead: &FxHashSet<Value>, converted: &FxHashSet<(Inst, usize)>) -> bool {
        let Some(users) = self.users.get(&v) else { return false };
        if uses.get(v.as_u32() as usize).copied().unwrap_or(u32::MAX) as usize != users.len() {
            return false;
        }
        users.iter().all(|&u| {
            let gone = self.f.results(u).any(|r| dead.contains(&r));
            let address = self.f.args(u).iter().enumerate().all(|(n, &a)| a != v || converted.contains(&(u, n)));
            gone || address
        })
    }

    /// What an instruction costs where it is: conversions and folded offsets nothing.
    fn cost(&self, i: Inst, uses: &[u32]) -> i64 {
        let once = uses.get(self.f.result(i, 0).as_u32() as usize) == Some(&1);
        match (self.f.insts[i].kind, self.f.args(i)) {
            (InstKind::PtrAdd, &[_, by]) => {
                i64::from(!self.f.as_int(by).is_some_and(|c| self.cx.costs.is_offset(c as i64)))
            }
            (InstKind::Binary(BinOp::Shl), &[_, n]) => {
                let n = self.f.as_int(n).unwrap_or(64);
                i64::from(!(once && n <= u64::from(self.cx.costs.shift_add)))
            }
            (InstKind::Binary(BinOp::Mul), _) => 2,
            _ => 1,
        }
    }

    /// Can the variable go: are its users, but for its own addition and one exit test, dead? The test, if there is one.
    fn removable(
        &self,
        n: usize,
        groups: &[Group],
        chosen: &[usize],
        uses: &[u32],
        dead: &FxHashSet<Value>,
        converted: &FxHashSet<(Inst, usize)>,
    ) -> Option<Option<Inst>> {
        let iv = &self.ivs[n];
        let mut test = None;
        for v in [iv.value, self.f.result(iv.next, 0)] {
            let users = self.users.get(&v)?;
            if uses.get(v.as_u32() as usize).copied().unwrap_or(u32::MAX) as usize != users.len() {
                return None;
            }
            for &u in users {
                if u == iv.next || u == iv.phi || self.f.results(u).any(|r| dead.contains(&r)) {
                    continue;
                }
                if converted.iter().any(|&(i, at)| {
                    i == u && self.f.args(i)[at] == v && self.f.args(i).iter().filter(|&&a| a == v).count() == 1
                }) {
                    continue;
                }
                if test.is_some_and(|t| t != u) || !self.is_exit_test(u, v, uses) {
                    return None;
                }
                test = Some(u);
            }
        }
        // The test needs a pointer that is valid whenever the test is made.
        if test.is_some() && !chosen.iter().any(|&g| self.can_test(&groups[g], n)) {
            return None;
        }
        Some(test)
    }

    /// Can the group's pointer stand for the variable in a test for equality? An access in every iteration bounds the
    /// number of iterations, so that distinct values of the variable are distinct addresses.
    fn can_test(&self, g: &Group, n: usize) -> bool {
        let every = |a: &(Inst, usize, i64)| self.f.block_of(a.0).is_some_and(|b| self.nest.always(self.l, b));
        g.address.iv.is_some_and(|x| x.0 == n) && g.accesses.iter().any(every)
    }

    /// An (in)equality of the variable with something invariant, that decides the branch at the loop's end.
    fn is_exit_test(&self, t: Inst, v: Value, uses: &[u32]) -> bool {
        let (InstKind::Icmp(IntPred::Eq | IntPred::Ne), &[a, b]) = (self.f.insts[t].kind, self.f.args(t)) else {
            return false;
        };
        let other = if a == v { b } else { a };
        let Some(term) = self.f.last(self.latch) else { return false };
        other != v
            && self.nest.invariant(self.f, self.l, other)
            && matches!(self.f.insts[term].kind, InstKind::CondBr)
            && self.f.args(term).first() == Some(&self.f.result(t, 0))
            && uses.get(self.f.result(t, 0).as_u32() as usize) == Some(&1)
    }

    fn apply(&mut self, groups: &[Group], chosen: &[usize], test: Option<Inst>) -> bool {
        let mut pointers: Vec<(usize, Value, i64)> = Vec::new();
        for &g in chosen {
            if !self.cx.fuel.take() {
                break;
            }
            let first = groups[g].accesses.iter().map(|a| a.2).min_by_key(|c| c.unsigned_abs()).unwrap_or(0);
            // The constant nearest zero is the pointer's own, if the others are in reach of it.
            let reach = groups[g].accesses.iter().all(|a| self.cx.costs.is_offset(a.2.wrapping_sub(first)));
            let own = if reach { first } else { groups[g].accesses.first().map_or(0, |a| a.2) };
            if let Some(next) = self.pointer(&groups[g], own) {
                pointers.push((g, next, own));
            }
        }
        let changed = !pointers.is_empty();
        if let Some(t) = test
            && pointers.len() == chosen.len()
        {
            let by = pointers.iter().find(|p| {
                groups[p.0].address.iv.is_some_and(|(n, _)| {
                    let iv = self.ivs[n];
                    let next = self.f.result(iv.next, 0);
                    self.f.args(t).iter().any(|&a| a == iv.value || a == next) && self.can_test(&groups[p.0], n)
                })
            });
            if let Some(&(g, next, own)) = by {
                self.retarget(t, &groups[g], next, own);
            }
        }
        changed
    }

    /// Makes the group's pointer; its next value.
    fn pointer(&mut self, g: &Group, own: i64) -> Option<Value> {
        let (n, scale) = g.address.iv?;
        let iv = self.ivs[n];
        let start = self.value_at(g, iv.start, scale, own)?;
        let head = self.nest.loops.loops[self.l].header;
        let x = self.cx.costs.xlen_ty();
        let step = match self.f.as_int(iv.step) {
            Some(s) => {
                let s = signed(s, self.cx.costs.xlen).wrapping_mul(scale);
                let c = self.f.int_const(x, s as u64 & ones(self.cx.costs.xlen));
                if self.cx.costs.is_imm(s) {
                    c
                } else {
                    // Held in a register over the loop.
                    let at = self.f.last(self.preheader)?;
                    before(self.f, at, InstKind::Unary(crate::ir::UnOp::Freeze), &[c], x)
                }
            }
            None => self.product(iv.step, scale)?,
        };
        let phi = self.f.make_inst(InstKind::Phi, InstFlags::empty(), &[], &[], &[Ty::PTR], Pos::NONE);
        self.f.prepend(head, phi);
        let p = self.f.result(phi, 0);
        let end = self.f.last(self.latch)?;
        let next = before(self.f, end, InstKind::PtrAdd, &[p, step], Ty::PTR);
        let edges: Vec<BlockId> = self.nest.cfg.preds(head).to_vec();
        for e in edges {
            let v = if e == self.preheader { start } else { next };
            self.f.insts[phi].args.push(v, &mut self.f.pool);
            self.f.insts[phi].blocks.push(e, &mut self.f.block_pool);
        }
        for &(i, at, c) in &g.accesses {
            let c = c.wrapping_sub(own);
            let address = if c == 0 {
                p
            } else {
                let c = self.f.int_const(x, c as u64 & ones(self.cx.costs.xlen));
                before(self.f, i, InstKind::PtrAdd, &[p, c], Ty::PTR)
            };
            if let Some(a) = self.f.args_mut(i).get_mut(at) {
                *a = address;
            }
        }
        Some(next)
    }

    /// `v * k` in the preheader.
    fn product(&mut self, v: Value, k: i64) -> Option<Value> {
        let at = self.f.last(self.preheader)?;
        let x = self.cx.costs.xlen_ty();
        let w = self.cx.costs.xlen;
        if let Some(c) = self.f.as_int(v) {
            let p = signed(c, w).wrapping_mul(k);
            return Some(self.f.int_const(x, p as u64 & ones(w)));
        }
        let (op, c) = match k {
            1 => return Some(v),
            k if k > 0 && (k as u64).is_power_of_two() => (BinOp::Shl, i64::from(k.trailing_zeros())),
            k if self.cx.costs.multiply => (BinOp::Mul, k),
            k => return Some(self.shifts(at, v, k)),
        };
        let c = self.f.int_const(x, c as u64 & ones(w));
        Some(before(self.f, at, InstKind::Binary(op), &[v, c], x))
    }
    /// `v * k` where there is no multiplication: a sum of shifted values, by the signed digits of `k`.
    fn shifts(&mut self, at: Inst, v: Value, mut k: i64) -> Value {
        let x = self.cx.costs.xlen_ty();
        let mut sum = self.f.int_const(x, 0);
        let mut empty = true;
        for n in 0..u64::from(self.cx.costs.xlen) {
            if k & 1 != 0 {
                // Of two ones side by side the lower becomes minus one, and carries.
                let minus = k & 2 != 0;
                let by = self.f.int_const(x, n);
                let term = if n == 0 { v } else { before(self.f, at, InstKind::Binary(BinOp::Shl), &[v, by], x) };
                let op = if minus { BinOp::Sub } else { BinOp::Add };
                let first = empty && !minus;
                sum = if first { term } else { before(self.f, at, InstKind::Binary(op), &[sum, term], x) };
                empty = false;
                k = k.wrapping_add(if minus { 1 } else { -1 });
            }
            k >>= 1;
            if k == 0 {
                break;
            }
        }
        sum
    }

    /// The group's address, with its own constant, for a value of the variable; made in the preheader.
    fn value_at(&mut self, g: &Group, iv: Value, scale: i64, own: i64) -> Option<Value> {
        let is_ptr = |s: &Self, v: Value| s.cx.m.types.is_ptr(s.f.ty(v));
        let x = self.cx.costs.xlen_ty();
        let w = self.cx.costs.xlen;
        let mut base = None;
        let mut sums: SmallVec<[Value; 4]> = SmallVec::new();
        for &(t, k) in &g.address.terms {
            if is_ptr(self, t) {
                base = Some(t);
            } else {
                sums.push(self.product(t, k)?);
            }
        }
        if is_ptr(self, iv) {
            base = Some(iv);
        } else {
            sums.push(self.product(iv, scale)?);
        }
        let mut p = base?;
        let at = self.f.last(self.preheader)?;
        for s in sums {
            if self.f.as_int(s) != Some(0) {
                p = before(self.f, at, InstKind::PtrAdd, &[p, s], Ty::PTR);
            }
        }
        if own != 0 {
            let c = self.f.int_const(x, own as u64 & ones(w));
            p = before(self.f, at, InstKind::PtrAdd, &[p, c], Ty::PTR);
        }
        Some(p)
    }

    /// Makes an exit test on the variable one on the pointer's next value.
    fn retarget(&mut self, t: Inst, g: &Group, next: Value, own: i64) {
        let Some((n, scale)) = g.address.iv else { return };
        let iv = self.ivs[n];
        let InstKind::Icmp(p) = self.f.insts[t].kind else { return };
        let &[a, b] = self.f.args(t) else { return };
        let iv_next = self.f.result(iv.next, 0);
        let (of, limit) = if a == iv.value || a == iv_next { (a, b) } else { (b, a) };
        // The pointer's next value belongs to the variable's next value.
        let limit = if of == iv_next {
            limit
        } else {
            let Some(at) = self.f.last(self.preheader) else { return };
            match (self.f.as_int(limit), self.f.as_int(iv.step)) {
                (Some(l), Some(s)) => {
                    let ty = self.f.ty(limit);
                    self.f.int_const(ty, l.wrapping_add(s) & ones(self.cx.costs.xlen))
                }
                _ => {
                    let ptr = self.cx.m.types.is_ptr(self.f.ty(limit));
                    let (kind, ty) = if ptr {
                        (InstKind::PtrAdd, Ty::PTR)
                    } else {
                        (InstKind::Binary(BinOp::Add), self.cx.costs.xlen_ty())
                    };
                    before(self.f, at, kind, &[limit, iv.step], ty)
                }
            }
        };
        let Some(end) = self.value_at(g, limit, scale, own) else { return };
        turn_into(self.f, t, InstKind::Icmp(p), &[next, end]);
        // The test stands before the pointer's addition: put it behind.
        if let Some(last) = self.f.last(self.latch)
            && self.f.block_of(t).is_some()
        {
            self.f.remove(t);
            self.f.insert_before(t, last);
        }
    }
}

/// `a + k * b`.
fn sum(mut a: Affine, b: Affine, k: i64) -> Option<Affine> {
    let b = scaled(b, k)?;
    for (v, c) in b.terms {
        match a.terms.iter_mut().find(|t| t.0 == v) {
            Some(t) => t.1 = t.1.wrapping_add(c),
            None => a.terms.push((v, c)),
        }
    }
    a.terms.retain(|t| t.1 != 0);
    a.iv = match (a.iv, b.iv) {
        (x, None) => x,
        (None, y) => y,
        (Some((n, p)), Some((m, q))) if n == m => Some((n, p.wrapping_add(q))).filter(|x| x.1 != 0),
        _ => return None,
    };
    a.constant = a.constant.wrapping_add(b.constant);
    (a.terms.len() <= 4).then_some(a)
}

/// `k * a`.
fn scaled(mut a: Affine, k: i64) -> Option<Affine> {
    for t in &mut a.terms {
        t.1 = t.1.wrapping_mul(k);
    }
    if let Some(x) = &mut a.iv {
        x.1 = x.1.wrapping_mul(k);
        if x.1 == 0 {
            return None;
        }
    }
    a.constant = a.constant.wrapping_mul(k);
    a.terms.retain(|t| t.1 != 0);
    Some(a)
}
