//! After allocation: what is loaded for one op alone goes into that op, and a value that is loaded, changed, and stored where it came
//! from, becomes one op that changes it in memory.
//!
//! A load is left for its only reader where something stood between them before allocation, or where another register was wanted
//! then. It moves down to the reader, if the tables have a row of that with the operand in memory.
//!
//! `reload r; r = op r, x; spill r` is what allocators leave of a counter that has no register, and expansion of a variable whose
//! new value is tested. If nobody reads `r` behind the store, and the tables have a row of the op with its result in memory
//! ([`targ_info::Isa::folds_of`]), that row does all three, and makes the same flags.
//!
//! The load moves down to the op and the store up to it: what is between them may not touch these bytes, the address or `r`.

use cgir::analysis::reglive::{self, RegLiveness};
use cgir::analysis::walk::RegWalk;
use cgir::func::{Bb, Func, Op, OpFlags, Tn};
use cgir::overlap::{Overlap, overlap};
use cgir::pass::PassCx;
use smallvec::SmallVec;
use targ_info::{Fold, InstFlags, Opcode, OperandKind, RegSet, Role};

/// How many ops may stand between two of the three.
const REACH: usize = 12;

/// The most bytes that go into another op: wider operands in memory want an alignment that not all have.
const WIDEST: u32 = 8;

/// A plain access: its address, the register, its width in bytes.
struct Access {
    address: SmallVec<[Tn; 5]>,
    register: Tn,
    bytes: u32,
}

/// Changes a function, of which `live` is true.
pub fn run(f: &mut Func, cx: &PassCx<'_>, live: &RegLiveness) {
    let isa = cx.target.isa;
    if !isa.folds.iter().any(|x| x.loads && x.stores) {
        return;
    }
    for n in 0..f.layout.len() {
        block(f, cx, f.layout[n], live);
    }
}

fn block(f: &mut Func, cx: &PassCx<'_>, b: Bb, live: &RegLiveness) {
    let isa = cx.target.isa;
    let mut walk = RegWalk::start(live, b);
    let mut at = f.last(b);
    while let Some(o) = at {
        let (before, after) = (walk, walk.live);
        walk.step(f, isa, o);
        at = f.prev(o);
        // The op is above the store, the load above that: what the walk sees next still stands.
        if isa.inst(f.ops[o].opcode).is(InstFlags::STORE)
            && let Some(j) = find(f, cx, o, after)
            && cx.fuel.take()
        {
            join(f, cx, &j, Some(o));
        } else if let Some(j) = source(f, cx, o, after).filter(|_| cx.fuel.take()) {
            join(f, cx, &j, None);
            walk = before;
            walk.step(f, isa, o);
            at = f.prev(o);
        }
    }
}

/// A load, an op that reads the register, and the row that does both.
struct Joined {
    load: Op,
    op: Op,
    row: Opcode,
    address: SmallVec<[Tn; 5]>,
    /// The number of the register in the op's operands.
    operand: usize,
}

/// The load of an operand that nobody else reads.
fn source(f: &Func, cx: &PassCx<'_>, op: Op, after: RegSet) -> Option<Joined> {
    let isa = cx.target.isa;
    let folds = isa.folds_of(f.ops[op].opcode);
    if folds.is_empty() {
        return None;
    }
    let row = isa.inst(f.ops[op].opcode);
    let is_call = row.is(InstFlags::CALL) && f.extra(op).is_some_and(|e| e.asm.is_none());
    if !is_call && (f.extra(op).is_some() || row.operands.len() != f.all(op).len()) {
        return None;
    }
    let left = after - reglive::writes(f, isa, op);
    folds.iter().filter(|x| x.loads && !x.stores).find_map(|fold| {
        let operand = usize::from(fold.operand).checked_sub(row.results.into())?;
        let r = isa.reg(f.preg(*f.operands(op).get(operand)?)?).units;
        let mem = isa.inst(fold.mem);
        let holds = |t: &&Tn| f.preg(**t).is_some_and(|p| isa.reg(p).units.intersects(r));
        if left.intersects(r) || f.operands(op).iter().filter(holds).count() != 1 || !mem.available(&cx.target.features)
        {
            return None;
        }
        let load = loader(f, cx, op, r)?;
        let l = plain(f, cx, load, false)?;
        let whole = f.preg(l.register) == f.preg(f.operands(op)[operand]);
        // What is called is as wide as any address.
        let width = if is_call { u32::from(cx.target.xlen()) / 8 } else { mem.mem_bytes.into() };
        let fits = whole && l.bytes == width && l.bytes <= WIDEST && takes(f, cx, op, fold, operand);
        (fits && is_move(f, cx, load, false)).then_some(Joined { load, op, row: fold.mem, address: l.address, operand })
    })
}

/// The plain load above that writes the register, if it may move down to here.
fn loader(f: &Func, cx: &PassCx<'_>, from: Op, r: RegSet) -> Option<Op> {
    let isa = cx.target.isa;
    let mut at = f.prev(from);
    for _ in 0..REACH {
        let o = at?;
        at = f.prev(o);
        if reglive::writes(f, isa, o).intersects(r) {
            let l = plain(f, cx, o, false)?;
            let address = units(f, cx, &l.address);
            let found = writer(f, cx, from, r, address, &l, InstFlags::STORE)?;
            return (found == o).then_some(o);
        }
    }
    None
}

/// Makes the op do what the load did, and a store of its first result.
fn join(f: &mut Func, cx: &PassCx<'_>, j: &Joined, store: Option<Op>) {
    let results: SmallVec<[Tn; 2]> = f.results(j.op).iter().skip(usize::from(store.is_some())).copied().collect();
    let why = f.ops[j.load].flags & (OpFlags::RELOAD | OpFlags::REMAT);
    rewrite(f, cx, j.op, j.row, &results, j.operand, &j.address);
    if !cx.target.isa.inst(j.row).is(InstFlags::CALL) {
        f.ops[j.op].alias = f.ops[store.unwrap_or(j.load)].alias;
    }
    f.ops[j.op].flags |= why;
    f.remove(j.load);
    if let Some(store) = store {
        f.remove(store);
    }
    cx.counters.add(if store.is_some() { "ebo.modified" } else { "ebo.joined" }, 1);
}

/// The load and the op of a value that is stored where it was loaded from, and the row that does all three.
fn find(f: &Func, cx: &PassCx<'_>, store: Op, after: RegSet) -> Option<Joined> {
    let isa = cx.target.isa;
    let w = plain(f, cx, store, true)?;
    let r = isa.reg(f.preg(w.register)?).units;
    let address = units(f, cx, &w.address);
    if after.intersects(r) || address.intersects(r) {
        return None;
    }
    let op = writer(f, cx, store, r, address, &w, InstFlags::LOAD | InstFlags::STORE)?;
    let fold = isa.folds_of(f.ops[op].opcode).iter().find(|x| x.operand == 0 && x.loads && x.stores)?;
    let operand = tied_operand(f, cx, op, fold, r)?;
    let load = writer(f, cx, op, r, address, &w, InstFlags::STORE)?;
    let l = plain(f, cx, load, false)?;
    let same = l.address == w.address && l.bytes == w.bytes && f.preg(l.register) == f.preg(w.register);
    (same && is_move(f, cx, load, false) && is_move(f, cx, store, true)).then_some(Joined {
        load,
        op,
        row: fold.mem,
        address: w.address,
        operand,
    })
}

/// Is it a move with one end in memory?
fn is_move(f: &Func, cx: &PassCx<'_>, o: Op, stores: bool) -> bool {
    let isa = cx.target.isa;
    let it = |x: &Fold| x.mem == f.ops[o].opcode && x.stores == stores && isa.inst(x.reg).is(InstFlags::MOVE);
    isa.folds.iter().any(it)
}

/// A load or store of a whole register.
fn plain(f: &Func, cx: &PassCx<'_>, o: Op, stores: bool) -> Option<Access> {
    let isa = cx.target.isa;
    let row = isa.inst(f.ops[o].opcode);
    let flags = if stores { (InstFlags::STORE, InstFlags::LOAD) } else { (InstFlags::LOAD, InstFlags::STORE) };
    if !row.is(flags.0) || row.is(flags.1) || f.ops[o].flags.intersects(OpFlags::VOLATILE) || f.extra(o).is_some() {
        return None;
    }
    let mut a = Access { address: SmallVec::new(), register: *f.all(o).first()?, bytes: u32::from(row.mem_bytes) };
    let mut others = 0;
    for (d, &t) in row.operands.iter().zip(f.all(o)) {
        if is_address(d.role) {
            a.address.push(t);
        } else {
            a.register = t;
            others += 1;
        }
    }
    (others == 1 && row.operands.len() == f.all(o).len() && f.nres(o) == usize::from(!stores)).then_some(a)
}

fn is_address(role: Role) -> bool {
    matches!(role, Role::Base | Role::Index | Role::Scale | Role::Offset | Role::Segment)
}

fn units(f: &Func, cx: &PassCx<'_>, list: &[Tn]) -> RegSet {
    let regs = list.iter().filter_map(|&t| f.preg(t));
    regs.fold(RegSet::EMPTY, |s, r| s | cx.target.isa.reg(r).units)
}

/// The op above that writes the register, if nothing between touches that, the address, or in these ways the bytes there.
fn writer(f: &Func, cx: &PassCx<'_>, from: Op, r: RegSet, address: RegSet, w: &Access, touch: InstFlags) -> Option<Op> {
    let isa = cx.target.isa;
    let mut at = f.prev(from);
    for _ in 0..REACH {
        let o = at?;
        at = f.prev(o);
        let row = isa.inst(f.ops[o].opcode);
        let writes = reglive::writes(f, isa, o) | f.clobbers(o);
        if writes.intersects(address) || row.is(InstFlags::CALL) || f.extra(o).is_some() {
            return None;
        }
        if writes.intersects(r) {
            return Some(o);
        }
        let acts = row.flags.intersects(InstFlags::ACTS | InstFlags::LOAD | InstFlags::STORE);
        let harmless = !acts || row.flags.intersects(InstFlags::LOAD) && !row.flags.intersects(touch);
        if reglive::reads(f, isa, o).intersects(r) || !harmless && !apart(f, cx, o, w) {
            return None;
        }
    }
    None
}

/// Is what an op accesses beside these bytes?
fn apart(f: &Func, cx: &PassCx<'_>, o: Op, w: &Access) -> bool {
    let row = cx.target.isa.inst(f.ops[o].opcode);
    if f.ops[o].flags.contains(OpFlags::VOLATILE) || row.is(InstFlags::EFFECT) || row.mem_bytes == 0 {
        return false;
    }
    let own: SmallVec<[Tn; 5]> =
        row.operands.iter().zip(f.all(o)).filter(|(d, _)| is_address(d.role)).map(|(_, &t)| t).collect();
    let offset = |d: &&targ_info::OperandDesc| d.role == Role::Offset;
    let place = row.operands.iter().filter(|d| is_address(d.role)).position(|d| offset(&d));
    let Some(place) = place.filter(|_| own.len() == w.address.len()) else { return false };
    let same = own.iter().zip(&w.address).enumerate().all(|(k, (a, b))| k == place || a == b);
    same && overlap(f, (own[place], row.mem_bytes.into()), (w.address[place], w.bytes)) == Overlap::Disjoint
}

/// The operand that the op's first result is tied to, if that alone is the register, and the other row takes the others as they are.
fn tied_operand(f: &Func, cx: &PassCx<'_>, op: Op, fold: &Fold, r: RegSet) -> Option<usize> {
    let isa = cx.target.isa;
    let (row, mem) = (isa.inst(f.ops[op].opcode), isa.inst(fold.mem));
    if !mem.available(&cx.target.features) || f.extra(op).is_some() || row.operands.len() != f.all(op).len() {
        return None;
    }
    let holds = |t: &Tn| f.preg(*t).is_some_and(|p| isa.reg(p).units.intersects(r));
    let mut reads = f.operands(op).iter().enumerate().filter(|(_, t)| holds(t)).map(|(k, _)| k);
    let (tied, None) = (reads.next()?, reads.next()) else { return None };
    let whole = f.results(op).first().is_some_and(|t| f.preg(*t) == f.preg(f.operands(op)[tied]));
    (whole && takes(f, cx, op, fold, tied)).then_some(tied)
}

/// Does the row with an operand in memory take the op's other entries as they are? A result in memory goes with its operand.
fn takes(f: &Func, cx: &PassCx<'_>, op: Op, fold: &Fold, operand: usize) -> bool {
    let isa = cx.target.isa;
    let (row, mem) = (isa.inst(f.ops[op].opcode), isa.inst(fold.mem));
    let (results, folded) = (usize::from(row.results), usize::from(fold.operand));
    let others: SmallVec<[usize; 4]> =
        (0..row.operands.len()).filter(|&k| k != folded && k != results + operand).collect();
    let theirs: SmallVec<[usize; 4]> = (0..mem.operands.len()).filter(|&k| !is_address(mem.operands[k].role)).collect();
    let fits = |(&k, &j): (&usize, &usize)| match (row.operands[k].kind, mem.operands[j].kind) {
        (_, OperandKind::Imm(kind)) => {
            f.as_lit(f.all(op)[k]).is_some_and(|v| isa.imms[kind as usize].fits_with(v, &cx.target.features))
        }
        (a, b) => a == b,
    };
    others.len() == theirs.len() && others.iter().zip(&theirs).all(fits)
}

/// Makes an op that row, with an address in place of one operand.
fn rewrite(f: &mut Func, cx: &PassCx<'_>, op: Op, row: Opcode, results: &[Tn], operand: usize, address: &[Tn]) {
    let rest: SmallVec<[Tn; 4]> =
        f.operands(op).iter().enumerate().filter(|&(k, _)| k != operand).map(|(_, &t)| t).collect();
    let (mut rest, mut address) = (rest.into_iter(), address.iter().copied());
    let row_operands = &cx.target.isa.inst(row).operands[usize::from(cx.target.isa.inst(row).results)..];
    let mut operands: SmallVec<[Tn; 8]> =
        row_operands.iter().filter_map(|d| if is_address(d.role) { address.next() } else { rest.next() }).collect();
    // Arguments of a call follow.
    operands.extend(rest);
    f.rewrite_op(op, row, results, &operands);
}
