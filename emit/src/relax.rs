//! Relaxation: the size of each instruction, and branches that reach.
//!
//! All branches begin in their shortest form and grow until all are in range. Sizes only grow, so this ends with the
//! least sizes that work, which is what assemblers arrive at as well: text and object agree. A conditional branch that is
//! out of range in its longest form becomes its opposite around a jump. A jump that is out of range goes over *islands*:
//! further jumps, placed where control does not pass, so that no register is needed.

use crate::inline_asm::most_instructions;
use crate::mc::{Label, Mark, McFunction, McInst, McOperand, Note};
use crate::rows::{compress, encode, laid_out};
use crate::target::McTarget;
use targ_info::{InstFlags, Isa, Opcode, OperandKind, Target};
use whirl_lite::diag::{Error, Pos, Result};

/// More rounds than this mean that branches cannot be brought into range.
const ROUNDS: usize = 64;

/// A branch to a label.
struct Branch {
    inst: u32,
    target: Label,
    /// Range of its long form.
    reach: (i64, i64),
    /// Range of its short form, while it has it.
    short: Option<(i64, i64)>,
}

/// Chooses forms and sizes, and sets the offsets of labels and anchors. `stress` narrows all ranges if not zero.
pub fn relax(f: &mut McFunction, target: &dyn McTarget, t: &Target, stress: u64) -> Result<()> {
    let mut offsets = Vec::new();
    for _ in 0..ROUNDS {
        let mut branches = choose(f, target, t);
        narrow(f, t.isa, &mut branches, stress);
        settle(f, t.isa, &mut branches, &mut offsets);
        let far: Vec<(u32, Label)> = branches
            .iter()
            .filter(|b| !within(distance(f, &offsets, b), b.reach))
            .map(|b| (b.inst, b.target))
            .collect();
        if far.is_empty() {
            f.size = offsets.last().copied().unwrap_or(0);
            return Ok(());
        }
        let reach = branches.iter().filter(|b| !is_conditional(t.isa, f, b.inst)).map(|b| b.reach.1).min();
        extend(f, target, t.isa, &far, &offsets, reach.unwrap_or(i64::MAX));
    }
    Err(Error::unsupported(Pos::NONE, "branches that cannot be brought into range"))
}

fn is_conditional(isa: &Isa, f: &McFunction, inst: u32) -> bool {
    f.insts.get(inst as usize).is_some_and(|i| isa.inst(i.opcode).flags.contains(InstFlags::CONDITIONAL))
}

fn within(d: i64, (lo, hi): (i64, i64)) -> bool {
    d >= lo && d <= hi
}

fn distance(f: &McFunction, offsets: &[u32], b: &Branch) -> i64 {
    let to = f.label_offsets.get(b.target.0 as usize).copied().unwrap_or(0);
    let from = offsets.get(b.inst as usize).copied().unwrap_or(0);
    i64::from(to) - i64::from(from)
}

/// The range of a row's target operand.
fn reach(isa: &Isa, op: Opcode) -> (i64, i64) {
    let kinds = isa.inst(op).operands.iter().filter_map(|o| match o.kind {
        OperandKind::Target(k) => isa.imms.get(k as usize),
        _ => None,
    });
    kinds.map(|k| (k.min, k.max)).next().unwrap_or((i64::MIN, i64::MAX))
}

/// Gives every instruction its shortest form, and lists the branches.
fn choose(f: &mut McFunction, target: &dyn McTarget, t: &Target) -> Vec<Branch> {
    let isa = t.isa;
    let mut branches = Vec::new();
    f.bytes.clear();
    for n in 0..f.insts.len() {
        let i = f.insts[n];
        if let Some(size) = target.composite_size(i.opcode) {
            f.insts[n].size = size;
            continue;
        }
        let operands = f.operands(&i);
        let label = operands.iter().find_map(|o| match o {
            McOperand::Label(l) => Some(*l),
            _ => None,
        });
        if isa.inst(i.opcode).encoding.layout.is_some() {
            // A branch is tried as if it went a short way.
            let (short, e) = laid_out(isa, &f.features, i.opcode, operands, false, 0);
            let i = &mut f.insts[n];
            (i.short, i.size, i.code) = (short, e.len, f.bytes.len() as u32);
            f.bytes.extend_from_slice(e.as_slice());
            if let Some(label) = label {
                let short = short.map(|s| reach(isa, s));
                branches.push(Branch { inst: n as u32, target: label, reach: reach(isa, i.opcode), short });
            }
            continue;
        }
        let short = compress(isa, &f.features, i.opcode, operands);
        let code = short.map_or_else(|| encode(isa, i.opcode, operands), |c| c.1);
        let short = short.map(|c| c.0);
        let i = &mut f.insts[n];
        i.short = short;
        i.code = code;
        i.relaxable = label.is_some() && target.is_relaxable(isa.inst(i.opcode), short.is_some());
        i.size = isa.inst(short.unwrap_or(i.opcode)).encoding.size;
        if let Some(label) = label {
            let short = short.map(|s| reach(isa, s));
            branches.push(Branch { inst: n as u32, target: label, reach: reach(isa, i.opcode), short });
        }
    }
    branches
}

/// Makes ranges narrow for tests. Jumps keep sixteen times the range, as they have more of it on real machines: where
/// every jump needs an island within a few instructions, the islands themselves leave no room.
fn narrow(f: &McFunction, isa: &Isa, branches: &mut [Branch], stress: u64) {
    let Some(limit) = i64::try_from(stress).ok().filter(|s| *s != 0).map(|s| s.clamp(64, 1 << 40)) else { return };
    for b in branches {
        let limit = if is_conditional(isa, f, b.inst) { limit } else { (limit * 16).max(4096) };
        b.reach = (b.reach.0.max(-limit), b.reach.1.min(limit));
    }
}

/// Grows short branches that do not reach until all do.
fn settle(f: &mut McFunction, isa: &Isa, branches: &mut [Branch], offsets: &mut Vec<u32>) {
    place(f, isa, offsets);
    loop {
        let mut grew = false;
        for b in branches.iter_mut() {
            let Some(range) = b.short else { continue };
            if within(distance(f, offsets, b), range) {
                continue;
            }
            b.short = None;
            let i = f.insts.get(b.inst as usize).copied();
            let (code, size) = i.map_or((0, 0), |i| long_form(f, isa, &i));
            if let Some(i) = f.insts.get_mut(b.inst as usize) {
                i.short = None;
                i.code = code;
                i.size = size;
            }
            grew = true;
        }
        if !grew {
            return;
        }
        place(f, isa, offsets);
    }
}

/// Bits (of rows that are words) and bytes of an instruction's long form.
fn long_form(f: &McFunction, isa: &Isa, i: &McInst) -> (u32, u8) {
    let (row, operands) = (isa.inst(i.opcode), f.operands(i));
    match row.encoding.layout {
        Some(_) => (0, laid_out(isa, &f.features, i.opcode, operands, true, 0).1.len),
        None => (encode(isa, i.opcode, operands), row.encoding.size),
    }
}

/// Offsets of instructions (and of the end, last), labels and anchors.
fn place(f: &mut McFunction, isa: &Isa, offsets: &mut Vec<u32>) {
    offsets.clear();
    f.label_offsets.clear();
    f.label_offsets.resize(f.label_used.len(), 0);
    f.anchor_offsets.clear();
    f.anchor_offsets.resize(f.anchors as usize, 0);
    let widest = if f.asm.is_empty() { 0 } else { isa.insts.iter().map(widest_form).max().unwrap_or(0) };
    let mut at = 0u32;
    let mut m = 0;
    for n in 0..=f.insts.len() {
        while let Some(&(before, mark)) = f.marks.get(m)
            && before as usize <= n
        {
            m += 1;
            match mark {
                Mark::Block(l) | Mark::Label(Label(l)) | Mark::AsmLabel(Label(l)) => set(&mut f.label_offsets, l, at),
                Mark::Anchor(a) => set(&mut f.anchor_offsets, a, at),
                Mark::Asm(a) => at += f.asm.get(a as usize).map_or(0, |p| most_instructions(p) * widest),
                Mark::Cfi(_) => {}
            }
        }
        offsets.push(at);
        at += f.insts.get(n).map_or(0, |i| u32::from(i.size));
    }
}

/// The most bytes that a row takes.
fn widest_form(row: &targ_info::InstDesc) -> u32 {
    if row.encoding.layout.is_some() { 15 } else { u32::from(row.encoding.size) }
}

fn set(list: &mut [u32], n: u32, v: u32) {
    if let Some(x) = list.get_mut(n as usize) {
        *x = v;
    }
}

/// What is put before an instruction, or in its place.
struct Edit {
    at: u32,
    /// Labels that stand before the new instructions.
    labels: Vec<Label>,
    insts: Vec<(Opcode, Vec<McOperand>)>,
    /// A label between the new instructions and `at`.
    after: Option<Label>,
    /// The instruction at `at` is replaced.
    replace: bool,
}

/// Makes far branches reach further: one step each.
fn extend(f: &mut McFunction, target: &dyn McTarget, isa: &Isa, far: &[(u32, Label)], offsets: &[u32], reach: i64) {
    let mut edits: Vec<Edit> = Vec::new();
    for &(n, to) in far {
        let Some(i) = f.insts.get(n as usize).copied() else { continue };
        match target.inverse(i.opcode) {
            Some(inverse) => {
                let skip = f.new_label();
                f.use_label(skip);
                let mut operands: Vec<McOperand> = f.operands(&i).to_vec();
                for o in operands.iter_mut().filter(|o| matches!(o, McOperand::Label(_))) {
                    *o = McOperand::Label(skip);
                }
                let insts = vec![(inverse, operands), jump_to(target, to)];
                edits.push(Edit { at: n, labels: Vec::new(), insts, after: Some(skip), replace: true });
            }
            None => island(f, target, isa, n, to, offsets, reach, &mut edits),
        }
    }
    edits.sort_by_key(|e| (e.at, e.replace));
    apply(f, &edits);
}

fn jump_to(target: &dyn McTarget, to: Label) -> (Opcode, Vec<McOperand>) {
    let (op, mut operands) = target.jump();
    operands.push(McOperand::Label(to));
    (op, operands.to_vec())
}

/// Leads a far jump over an island about nine tenths of its reach away, at a place that control does not pass if there
/// is one in the second half of its reach, else behind a jump around the island.
#[allow(clippy::too_many_arguments)]
fn island(
    f: &mut McFunction,
    target: &dyn McTarget,
    isa: &Isa,
    n: u32,
    to: Label,
    offsets: &[u32],
    reach: i64,
    edits: &mut Vec<Edit>,
) {
    let offset = |i: usize| i64::from(offsets.get(i).copied().unwrap_or(0));
    let (from, end) = (offset(n as usize), i64::from(f.label_offsets.get(to.0 as usize).copied().unwrap_or(0)));
    let forward = end > from;
    let ideal = from + if forward { reach / 10 * 9 } else { -(reach / 10 * 9) };
    let ideal_at = offsets.partition_point(|&o| i64::from(o) < ideal).clamp(1, f.insts.len());
    let not_passed = |i: usize| {
        let before = i.checked_sub(1).and_then(|p| f.insts.get(p));
        before.is_some_and(|p| isa.inst(p.opcode).flags.contains(InstFlags::NO_FALLTHROUGH))
    };
    let far_enough = |i: &usize| (offset(*i) - from).abs() >= reach / 2;
    let found = if forward {
        (n as usize + 1..=ideal_at).rev().take_while(|i| far_enough(i)).find(|&i| not_passed(i))
    } else {
        (ideal_at..=n as usize).take_while(|i| far_enough(i)).find(|&i| not_passed(i))
    };
    let label = f.new_label();
    f.use_label(label);
    let at = found.unwrap_or(ideal_at) as u32;
    let hop = jump_to(target, to);
    let edit = match found {
        Some(_) => Edit { at, labels: vec![label], insts: vec![hop], after: None, replace: false },
        None => {
            let around = f.new_label();
            f.use_label(around);
            let insts = [jump_to(target, around), hop];
            // The island's label stands before the second of the two instructions.
            edits.push(Edit { at, labels: Vec::new(), insts: vec![insts[0].clone()], after: None, replace: false });
            Edit { at, labels: vec![label], insts: vec![insts[1].clone()], after: Some(around), replace: false }
        }
    };
    edits.push(edit);
    if let Some(i) = f.insts.get(n as usize).copied() {
        let start = i.start as usize;
        for o in f.operands.get_mut(start..start + i.len as usize).unwrap_or(&mut []) {
            if matches!(o, McOperand::Label(_)) {
                *o = McOperand::Label(label);
            }
        }
    }
}

/// Carries out edits, sorted by place. Labels of blocks stay behind whatever is inserted before them.
fn apply(f: &mut McFunction, edits: &[Edit]) {
    let old = std::mem::take(&mut f.insts);
    let marks = std::mem::take(&mut f.marks);
    let (mut e, mut m) = (0, 0);
    for n in 0..=old.len() {
        let mut replaced = false;
        let mut after = Vec::new();
        while let Some(edit) = edits.get(e).filter(|x| x.at as usize == n) {
            e += 1;
            // What replaces an instruction stands after the marks before it.
            if edit.replace {
                copy_marks(f, &marks, &mut m, n);
                replaced = true;
            }
            edit.labels.iter().for_each(|&l| f.mark(Mark::Label(l)));
            let note =
                if edit.replace { old.get(n).map_or(Note::empty(), |i| i.note & Note::ASM) } else { Note::empty() };
            edit.insts.iter().for_each(|(op, operands)| f.push(*op, operands, note));
            match edit.replace {
                true => after.extend(edit.after.map(if note == Note::ASM { Mark::AsmLabel } else { Mark::Label })),
                false => edit.after.iter().for_each(|&l| f.mark(Mark::Label(l))),
            }
        }
        copy_marks(f, &marks, &mut m, n);
        if let (false, Some(i)) = (replaced, old.get(n)) {
            f.insts.push(McInst { short: None, ..*i });
        }
        after.into_iter().for_each(|l| f.mark(l));
    }
}

fn copy_marks(f: &mut McFunction, marks: &[(u32, Mark)], m: &mut usize, n: usize) {
    while let Some(&(before, mark)) = marks.get(*m)
        && before as usize <= n
    {
        *m += 1;
        f.mark(mark);
    }
}
