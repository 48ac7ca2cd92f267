//! The machine's cgir hooks: expansion by tiling, spill code, branches, the frame.

use crate::mini::{class, op, reg};
use cgir::func::{
    Bb, Constraint, FrameData, FrameInfo, FrameKind, Func, Modifier, Op, OpExtra, OpFlags, Succ, Tn, TnData,
};
use cgir::pass::PassCx;
use cgir::target::{Hooks, SavePlan};
use cranelift_entity::SecondaryMap;
use targ_info::{Opcode, PReg, RegClass, RegSet};
use whirl_lite::abi::ArgLoc;
use whirl_lite::diag::{Error, Result};
use whirl_lite::ir::{BinOp, FrameObj, IntPred};
use whirl_lite::mtype::MType;
use whirl_lite::tree::{Opr, Preg, WBlock, WhirlFunc, Wn};

/// The hooks.
pub struct Mini;

struct Expander<'a> {
    w: &'a WhirlFunc,
    f: Func,
    bb: Bb,
    blocks: SecondaryMap<WBlock, Bb>,
    pregs: SecondaryMap<Preg, Option<Tn>>,
}

impl Expander<'_> {
    fn emit(&mut self, opcode: Opcode, results: &[Tn], operands: &[Tn]) -> Op {
        let o = self.f.make_op(opcode, results, operands);
        self.f.append(self.bb, o);
        o
    }
    fn fresh(&mut self) -> Tn {
        self.f.new_reg(class::GPR, MType::I64)
    }
    fn preg(&mut self, p: Preg) -> Tn {
        let t = self.pregs[p].unwrap_or_else(|| self.f.new_reg(class::GPR, MType::I64));
        self.pregs[p] = Some(t);
        t
    }
    fn refuse<T>(&self, w: Wn) -> Result<T> {
        let n = &self.w.nodes[w];
        Err(Error::unsupported(n.pos, format!("{:?}", n.opr)).in_function(&self.w.name))
    }
    fn sub(&mut self, a: Tn, b: Tn) -> Tn {
        let rd = self.fresh();
        self.emit(op::SUB, &[rd], &[a, b]);
        rd
    }
    fn value(&mut self, w: Wn) -> Result<Tn> {
        let kid = |i| self.w.kid(w, i);
        Ok(match self.w.nodes[w].opr {
            Opr::Ldid(p) => self.preg(p),
            Opr::Int(v) => {
                let (rd, v) = (self.fresh(), self.f.lit(v));
                let o = self.emit(op::LI, &[rd], &[v]);
                self.f.ops[o].flags |= OpFlags::REMAT;
                self.f.remat[rd] = o.into();
                rd
            }
            Opr::Binary(BinOp::Sub) => {
                let (a, b) = (kid(0), kid(1));
                let (a, b) = (self.value(a)?, self.value(b)?);
                self.sub(a, b)
            }
            Opr::Binary(BinOp::Add) => {
                let (a, b) = (kid(0), kid(1));
                let (a, b) = (self.value(a)?, self.value(b)?);
                let zero = self.f.dedicated(reg::ZERO, class::GPR, MType::I64);
                let minus = self.sub(zero, b);
                self.sub(a, minus)
            }
            _ => return self.refuse(w),
        })
    }
    fn statement(&mut self, w: Wn) -> Result<()> {
        let kids = self.w.kids(w);
        match (self.w.nodes[w].opr, kids) {
            (Opr::Stid(p), &[v]) => {
                let (v, p) = (self.value(v)?, self.preg(p));
                self.emit(op::COPY, &[p], &[v]);
            }
            (Opr::CondBr(yes, no, prob), &[c]) => {
                let row = match self.w.nodes[c].opr {
                    Opr::Icmp(IntPred::Ne) => op::BNE,
                    Opr::Icmp(IntPred::Eq) => op::BEQ,
                    _ => return self.refuse(c),
                };
                let (a, b) = (self.w.kid(c, 0), self.w.kid(c, 1));
                let (a, b, to) = (self.value(a)?, self.value(b)?, self.f.label(self.blocks[yes]));
                self.emit(row, &[], &[a, b, to]);
                let p = prob as f32 / 65536.0;
                self.edge(no, 1.0 - p);
                self.edge(yes, p);
            }
            (Opr::Goto(to), _) => self.edge(to, 1.0),
            (Opr::Return, kids) => {
                let values = kids.iter().map(|&k| self.value(k)).collect::<Result<Vec<_>>>()?;
                let o = self.emit(op::EXIT, &[], &values);
                let constraints = fixed(self.w.ret_locs.iter());
                self.f.set_extra(o, OpExtra { constraints, ..OpExtra::default() });
            }
            _ => return self.refuse(w),
        }
        Ok(())
    }
    fn edge(&mut self, to: WBlock, prob: f32) {
        self.f.bbs[self.bb].succs.push(Succ { bb: self.blocks[to], prob });
    }
}

fn fixed<'a>(locs: impl Iterator<Item = &'a ArgLoc>) -> Vec<Constraint> {
    let reg = |l: &ArgLoc| if let ArgLoc::Reg(r) = *l { Some(Constraint::Fixed(r)) } else { None };
    locs.filter_map(reg).collect()
}

/// The stack pointer and a place in the frame: operands of loads and stores.
fn frame(f: &mut Func, obj: FrameObj, offset: i64) -> (Tn, Tn) {
    let sp = f.dedicated(reg::SP, class::GPR, MType::I64);
    (sp, f.intern(TnData::Frame { obj, offset, modifier: Modifier(0) }))
}

/// Moves the stack pointer down; `sub` is all there is, so that the distance goes through the scratch register, which no
/// argument or result is in.
fn adjust(f: &mut Func, by: i64, flag: OpFlags) -> [Op; 2] {
    let sp = f.dedicated(reg::SP, class::GPR, MType::I64);
    let (t, by) = (f.dedicated(reg::T1, class::GPR, MType::I64), f.lit(by));
    let ops = [f.make_op(op::LI, &[t], &[by]), f.make_op(op::SUB, &[sp], &[sp, t])];
    ops.iter().for_each(|&o| f.ops[o].flags |= flag);
    ops
}

impl Hooks for Mini {
    fn expand(&self, w: &WhirlFunc, _: &PassCx<'_>) -> Result<Func> {
        let f = Func::new(w.global, w.name.clone());
        let (blocks, pregs) = (SecondaryMap::with_default(Bb::from_u32(0)), SecondaryMap::new());
        let mut e = Expander { w, f, bb: Bb::from_u32(0), blocks, pregs };
        for &b in &w.layout {
            e.blocks[b] = e.f.add_bb();
        }
        for (i, &b) in w.layout.iter().enumerate() {
            e.bb = e.blocks[b];
            if i == 0 {
                let params: Vec<Tn> = w.params.iter().map(|&(p, _)| e.preg(p)).collect();
                let o = e.emit(op::ENTRY, &params, &[]);
                let constraints = fixed(w.params.iter().map(|(_, l)| l));
                e.f.set_extra(o, OpExtra { constraints, ..OpExtra::default() });
            }
            w.blocks[b].stmts.iter().try_for_each(|&s| e.statement(s))?;
        }
        Ok(e.f)
    }
    fn class_of(&self, ty: MType) -> Option<RegClass> {
        (ty == MType::I64).then_some(class::GPR)
    }
    fn copy(&self, f: &mut Func, dst: Tn, src: Tn) -> Op {
        f.make_op(op::COPY, &[dst], &[src])
    }
    fn store_slot(&self, f: &mut Func, src: Tn, obj: FrameObj, offset: i64) -> Op {
        let (sp, off) = frame(f, obj, offset);
        f.make_op(op::ST, &[], &[src, off, sp])
    }
    fn load_slot(&self, f: &mut Func, dst: Tn, obj: FrameObj, offset: i64) -> Op {
        let (sp, off) = frame(f, obj, offset);
        f.make_op(op::LD, &[dst], &[off, sp])
    }
    fn slot_shape(&self, _: &Func, _: Tn) -> (u64, u8) {
        (8, 3)
    }
    fn rematerialise(&self, f: &mut Func, def: Op, dst: Tn) -> Op {
        let copy = f.clone_op(def);
        f.all_mut(copy)[0] = dst;
        copy
    }
    fn swap(&self, f: &mut Func, a: Tn, b: Tn, out: &mut Vec<Op>) {
        // As with three exclusive ors, but that a sum takes a negation.
        let zero = f.dedicated(reg::ZERO, class::GPR, MType::I64);
        out.push(f.make_op(op::SUB, &[a], &[a, b])); // a - b
        out.push(f.make_op(op::SUB, &[b], &[zero, b])); // -b
        out.push(f.make_op(op::SUB, &[b], &[a, b])); // a
        out.push(f.make_op(op::SUB, &[a], &[b, a])); // b
    }
    fn invert_branch(&self, f: &mut Func, branch: Op) -> bool {
        let d = &mut f.ops[branch];
        d.opcode = if d.opcode == op::BNE { op::BEQ } else { op::BNE };
        true
    }
    fn jump(&self, f: &mut Func, to: Bb) -> Op {
        let label = f.label(to);
        f.make_op(op::JMP, &[], &[label])
    }
    fn before_allocation(&self, _: &mut Func, _: &PassCx<'_>) {}
    fn after_allocation(&self, _: &mut Func, _: &PassCx<'_>) {}
    fn before_emission(&self, _: &mut Func, _: &PassCx<'_>) {}
    fn plan_frame(&self, _: &mut Func, cx: &PassCx<'_>) -> RegSet {
        cx.target.isa.reg(reg::T1).units
    }
    fn finish_frame(&self, f: &mut Func, cx: &PassCx<'_>, saves: &SavePlan) {
        let save = |r| FrameData { size: 8, align: 3, kind: FrameKind::Saved(r), offset: None };
        let slots: Vec<(PReg, FrameObj)> = saves.regs.iter().map(|&r| (r, f.frame.push(save(r)))).collect();
        let size = (8 * f.frame.len() as i64 + 15) & !15;
        f.frame_info.size = Some(size as u64);
        for (i, d) in f.frame.values_mut().enumerate() {
            d.offset = Some(8 * i as i64 - size);
        }
        if size != 0 {
            let mut code = adjust(f, size, OpFlags::FRAME_SETUP).to_vec();
            for &(r, obj) in &slots {
                let t = f.dedicated(r, class::GPR, MType::I64);
                let op = self.store_slot(f, t, obj, 0);
                f.ops[op].flags |= OpFlags::SAVE | OpFlags::FRAME_SETUP;
                code.push(op);
            }
            let b = saves.save.or(f.entry()).expect("an entry");
            let entry = f.entry_op(cx.target.isa).filter(|&o| f.bb_of(o) == Some(b));
            for op in code.into_iter().rev() {
                match entry {
                    Some(e) => f.insert_after(op, e),
                    None => f.prepend(b, op),
                }
            }
            for &b in &saves.restore {
                for &(r, obj) in &slots {
                    let t = f.dedicated(r, class::GPR, MType::I64);
                    let op = self.load_slot(f, t, obj, 0);
                    f.ops[op].flags |= OpFlags::RESTORE | OpFlags::FRAME_DESTROY;
                    f.insert_at_end(cx.target.isa, b, op);
                }
                for op in adjust(f, -size, OpFlags::FRAME_DESTROY) {
                    f.insert_at_end(cx.target.isa, b, op);
                }
            }
        }
        for i in 0..f.opnds.len() {
            if let TnData::Frame { obj, offset, .. } = f.tns[f.opnds[i]] {
                let at = f.frame[obj].offset.expect("laid out") + offset + size;
                f.opnds[i] = f.lit(at);
            }
        }
    }
    fn call_clobbers(&self, _: &PassCx<'_>) -> RegSet {
        RegSet::EMPTY
    }
    fn forced_saves(&self, _: &Func, _: &PassCx<'_>, _: &FrameInfo) -> Vec<PReg> {
        Vec::new()
    }
    fn fold(&self, f: &Func, op: Op, operands: &[Option<i64>], _: &PassCx<'_>) -> Option<i64> {
        match (f.ops[op].opcode, operands) {
            (op::LI | op::COPY, &[Some(a)]) => Some(a),
            (op::SUB, &[Some(a), Some(b)]) => Some(a.wrapping_sub(b)),
            _ => None,
        }
    }
    fn const_cost(&self, _: i64, _: &PassCx<'_>) -> u32 {
        1
    }
}
