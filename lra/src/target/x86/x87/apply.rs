//! Changes a function as a plan says.

use super::flat_number;
use super::plan::{Plan, Step};
use cgir::func::{Bb, Constraint, Func, Op, Tn};
use cranelift_entity::SecondaryMap;
use smallvec::SmallVec;
use targ_info::x86::{class, op, reg};
use targ_info::{InstFlags, Isa, Opcode, OperandKind, PReg, RegClass, Role};
use whirl_lite::diag::{Error, Pos, Result};
use whirl_lite::mtype::MType;

/// Carries a plan out.
pub fn apply(f: &mut Func, isa: &Isa, plan: &Plan) -> Result<()> {
    for b in f.layout.clone() {
        block(f, isa, b, &plan.steps[b]);
    }
    let mut after: SecondaryMap<Bb, Option<Bb>> = SecondaryMap::new();
    for (from, steps) in &plan.edges {
        let pos = f.last(*from).map_or(Pos::NONE, |o| f.ops[o].pos);
        let new = f.split_edge(isa, *from, 0);
        let new = new.ok_or_else(|| Error::unsupported(pos, "a call whose results are nowhere read on an edge"))?;
        for s in steps {
            if let Step::New(row, place) = *s {
                let o = make(f, isa, row, place);
                f.append(new, o);
            }
        }
        after[*from] = Some(new);
    }
    if !plan.edges.is_empty() {
        let old = std::mem::take(&mut f.layout);
        f.layout = old.into_iter().flat_map(|b| [Some(b), after[b]]).flatten().collect();
        f.rebuild_preds();
    }
    Ok(())
}

fn block(f: &mut Func, isa: &Isa, b: Bb, steps: &[Step]) {
    let mut waiting: Vec<Op> = Vec::new();
    for s in steps {
        let at = match *s {
            Step::New(row, place) => {
                let o = make(f, isa, row, place);
                waiting.push(o);
                continue;
            }
            Step::Keep(o) | Step::Drop(o) | Step::Become(o, ..) | Step::Fetch(o, ..) | Step::Asm(o, _) => o,
        };
        for o in waiting.drain(..) {
            f.ops[o].pos = f.ops[at].pos;
            f.insert_before(o, at);
        }
        match s {
            Step::Drop(_) => f.remove(at),
            Step::Become(_, row, place) => rewrite(f, isa, at, *row, *place),
            Step::Fetch(_, row, place) => {
                let result = f.results(at).to_vec();
                rewrite(f, isa, at, *row, *place);
                let (word, flags) = (state(f, reg::FPSW), state(f, reg::EFLAGS));
                let high = f.dedicated(reg::AH, class::GR8H, MType::I8);
                let fetch = f.make_op(op::FNSTSW_AX, &result[..1.min(result.len())], &[word]);
                let set = f.make_op(op::SAHF, &[flags], &[high]);
                (f.ops[fetch].pos, f.ops[set].pos) = (f.ops[at].pos, f.ops[at].pos);
                f.insert_after(fetch, at);
                f.insert_after(set, fetch);
            }
            Step::Asm(_, places) => {
                for &(n, place) in places {
                    let t = stack_register(f, place, class::RST);
                    if let Some(x) = f.all_mut(at).get_mut(n) {
                        *x = t;
                    }
                    let own = f.extra_mut(at).and_then(|e| e.constraints.get_mut(n));
                    if let Some(c) = own {
                        *c = Constraint::Fixed(PReg(reg::ST0.0 + u16::from(place)));
                    }
                }
            }
            Step::Keep(_) | Step::New(..) => {}
        }
    }
    for o in waiting {
        f.append(b, o);
    }
}

/// A place of the stack as an operand.
fn stack_register(f: &mut Func, place: u8, c: RegClass) -> Tn {
    f.dedicated(PReg(reg::ST0.0 + u16::from(place)), c, MType::F80)
}
fn state(f: &mut Func, r: PReg) -> Tn {
    f.dedicated(r, class::STATE, MType::I32)
}

/// Results and operands of a row of the stack: places, a memory operand, registers of state.
fn lists(f: &mut Func, isa: &Isa, row: Opcode, place: Option<u8>, mem: &[Tn]) -> [SmallVec<[Tn; 8]>; 2] {
    let desc = isa.inst(row);
    let (to, from) = desc.operands.split_at(usize::from(desc.results));
    let mut mem = mem.iter().copied();
    let mut list = |side: &[targ_info::OperandDesc]| {
        let mut out: SmallVec<[Tn; 8]> = SmallVec::new();
        for o in side {
            match (o.kind, place) {
                (OperandKind::Reg(c), Some(n)) if c == class::RST || c == class::RST1 => {
                    out.push(stack_register(f, n, c));
                }
                (OperandKind::Fixed(r), _) => out.push(state(f, r)),
                _ => out.extend(mem.next()),
            }
        }
        out
    };
    [list(to), list(from)]
}

/// A new op.
fn make(f: &mut Func, isa: &Isa, row: Opcode, place: Option<u8>) -> Op {
    let [to, from] = lists(f, isa, row, place, &[]);
    f.make_op(row, &to, &from)
}

/// An op as a row of the stack. Its memory operand stays.
fn rewrite(f: &mut Func, isa: &Isa, o: Op, row: Opcode, place: Option<u8>) {
    let desc = isa.inst(f.ops[o].opcode);
    let at = desc.role(Role::Base).filter(|_| desc.flags.intersects(InstFlags::LOAD | InstFlags::STORE));
    let mem: SmallVec<[Tn; 8]> = match at {
        Some(at) => f.all(o).iter().skip(at).take(5).copied().collect(),
        None => SmallVec::new(),
    };
    debug_assert!(mem.iter().all(|&t| flat_number(f, t).is_none()));
    let [to, from] = lists(f, isa, row, place, &mem);
    f.rewrite_op(o, row, &to, &from);
}
