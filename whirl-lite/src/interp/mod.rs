//! An interpreter of the SSA form, as read and as legalised, so that the two can be compared.
//!
//! It is exact and slow: integers of any width, floats through apfloat, memory as allocations of bytes each of which
//! may be undefined. Two ways of running differ in what is not defined. A function as read computes *poison*, which
//! spreads and is not compared. A legalised one computes *junk*, different each time, wherever bits are unspecified:
//! upper bits of promoted values, undefined constants, over-long shifts. If the legalised function gives the right
//! answer all the same, it depends on none of them.
//!
//! Calls between functions of a module work in both forms; in legalised ones arguments travel by their places, so that
//! caller and callee must agree. Calls of run-time functions compute what the library would ([`library`]).

pub mod bits;
mod exec;
pub mod float;
mod intrinsics;
mod library;
mod memory;

use crate::abi::ArgLoc;
use crate::ir::*;
use crate::layout::DataLayout;
use crate::target::FloatKind;
use bits::Bits;
use cranelift_entity::SecondaryMap;
use rustc_hash::FxHashMap;

pub use memory::Memory;

/// A value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Val {
    /// An integer, pointer or float, as its bits.
    Bits(Bits),
    /// Members of an aggregate or lanes of a vector.
    Agg(Vec<Val>),
    /// Undefined or poison, of any type.
    Poison,
}

/// Why a run ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stop {
    /// Undefined behaviour: there is nothing to compare.
    Undefined(String),
    /// The interpreter lacks something.
    Unsupported(String),
    /// Too many steps.
    Fuel,
}

/// A result or the reason for none.
pub type Run<T> = Result<T, Stop>;

/// The state of a run over a module.
pub struct Machine<'a> {
    /// The module.
    pub m: &'a Module,
    /// Bodies, legalised or not.
    functions: FxHashMap<GlobalRef, &'a Function>,
    /// Run legalised code: junk for poison, places for arguments.
    legal: bool,
    dl: DataLayout,
    /// Memory.
    pub memory: Memory,
    globals: FxHashMap<GlobalRef, u64>,
    junk: u64,
    fuel: u64,
    depth: u32,
}

/// One activation of a function.
struct Frame<'f> {
    f: &'f Function,
    values: SecondaryMap<Value, Option<Val>>,
    objects: FxHashMap<FrameObj, u64>,
    /// Start of the incoming argument area.
    incoming: Option<u64>,
}

/// What a call passes.
enum Passed {
    Values(Vec<Val>),
    Places(Vec<(ArgLoc, Val)>),
}

impl<'a> Machine<'a> {
    /// A machine for a module whose functions are given.
    pub fn new(
        m: &'a Module,
        functions: impl Iterator<Item = &'a Function>,
        legal: bool,
        dl: DataLayout,
        seed: u64,
    ) -> Machine<'a> {
        Machine {
            m,
            functions: functions.map(|f| (f.global, f)).collect(),
            legal,
            memory: Memory::new(dl.ptr_bytes),
            dl,
            globals: FxHashMap::default(),
            junk: seed | 1,
            fuel: 2_000_000,
            depth: 0,
        }
    }
    /// Calls a function whose parameters are all pointers.
    pub fn run(&mut self, f: GlobalRef, pointers: &[u64]) -> Run<()> {
        let w = self.dl.ptr_bytes * 8;
        let values: Vec<Val> = pointers.iter().map(|&p| Val::Bits(Bits::new(w, p))).collect();
        let body =
            self.functions.get(&f).copied().ok_or_else(|| Stop::Unsupported("a function without body".into()))?;
        let passed = if self.legal {
            Passed::Places(body.param_locs.iter().copied().zip(values).collect())
        } else {
            Passed::Values(values)
        };
        self.call(body, passed).map(|_| ())
    }

    /// Unspecified bits.
    fn junk(&mut self) -> u64 {
        // xorshift64
        self.junk ^= self.junk << 13;
        self.junk ^= self.junk >> 7;
        self.junk ^= self.junk << 17;
        self.junk
    }
    fn junk_bits(&mut self, width: u32) -> Bits {
        let words: Vec<u64> = (0..width.div_ceil(64)).map(|_| self.junk()).collect();
        Bits::from_words(width, &words)
    }
    /// What an undefined value of a type is here.
    fn undefined(&mut self, ty: Ty) -> Val {
        if !self.legal {
            return Val::Poison;
        }
        match self.width(ty) {
            Some(w) => Val::Bits(self.junk_bits(w)),
            None => Val::Poison,
        }
    }
    /// Width of a scalar type.
    fn width(&self, ty: Ty) -> Option<u32> {
        let scalar = !self.m.types.is_aggregate(ty) && !self.m.types.is_vector(ty);
        if !scalar {
            return None;
        }
        self.dl.bits(&self.m.types, ty).map(|b| b as u32)
    }
    /// The format of a float type.
    fn float_kind(&self, ty: Ty) -> Option<FloatKind> {
        Some(match self.m.types.get(ty) {
            TyData::Half => FloatKind::Half,
            TyData::BFloat => FloatKind::BFloat,
            TyData::Float => FloatKind::Single,
            TyData::Double => FloatKind::Double,
            TyData::X86Fp80 => FloatKind::Extended,
            TyData::Fp128 => FloatKind::Quad,
            _ => return None,
        })
    }

    /// Runs a function; the returned values: one as read, one for each part when legalised.
    fn call(&mut self, f: &'a Function, passed: Passed) -> Run<Vec<Val>> {
        self.depth += 1;
        if self.depth > 64 {
            return Err(Stop::Fuel);
        }
        let mut frame = Frame { f, values: SecondaryMap::new(), objects: FxHashMap::default(), incoming: None };
        match passed {
            Passed::Values(v) => {
                for (&p, v) in f.params.iter().zip(v) {
                    frame.values[p] = Some(v);
                }
            }
            Passed::Places(list) => self.arrive(&mut frame, &list)?,
        }
        let out = self.blocks(&mut frame);
        self.depth -= 1;
        out
    }
    /// Arguments by place: each parameter takes what was put where it looks.
    fn arrive(&mut self, frame: &mut Frame<'a>, list: &[(ArgLoc, Val)]) -> Run<()> {
        let f = frame.f;
        for (&p, loc) in f.params.iter().zip(&f.param_locs) {
            let hit = list.iter().find(|(l, _)| l == loc);
            let v = match (hit, self.width(f.ty(p))) {
                (Some((_, Val::Bits(b))), Some(w)) if b.width >= w => Val::Bits(b.resize(w, false)),
                (Some((_, Val::Bits(b))), Some(w)) => {
                    let high = self.junk_bits(w - b.width);
                    Val::Bits(b.concat(&high))
                }
                _ => self.undefined(f.ty(p)),
            };
            frame.values[p] = Some(v);
        }
        if f.sig.vararg {
            let word = self.dl.ptr_bytes;
            let saved = f.incoming.save_registers.len() as u32 * word;
            let base = self.memory.allocate(u64::from(saved) + 512, 16);
            let area = base + u64::from(saved);
            frame.incoming = Some(area);
            for (loc, v) in list {
                let at = match loc {
                    ArgLoc::Stack(n) => area + u64::from(*n),
                    ArgLoc::Reg(r) => match f.incoming.save_registers.iter().position(|s| s == r) {
                        Some(k) => base + k as u64 * u64::from(word),
                        None => continue,
                    },
                    ArgLoc::Ignore => continue,
                };
                if let Val::Bits(b) = v {
                    self.memory.write(at, &b.bytes())?;
                }
            }
        }
        Ok(())
    }

    /// Runs blocks until the function returns.
    fn blocks(&mut self, frame: &mut Frame<'a>) -> Run<Vec<Val>> {
        let f = frame.f;
        let mut block = f.entry().ok_or_else(|| Stop::Unsupported("a function without blocks".into()))?;
        let mut from: Option<BlockId> = None;
        loop {
            // Phis of a block read what held before any of them.
            let mut phis = Vec::new();
            let mut next = f.first(block);
            while let Some(i) = next {
                if f.insts[i].kind != InstKind::Phi {
                    break;
                }
                let k = f.inst_blocks(i).iter().position(|&b| Some(b) == from);
                let v = k.and_then(|k| f.args(i).get(k).copied());
                let v = v.ok_or_else(|| Stop::Unsupported("a phi without this predecessor".into()))?;
                phis.push((i, self.value(frame, v)?));
                next = f.next(i);
            }
            for (i, v) in phis {
                frame.values[f.result(i, 0)] = Some(v);
            }
            let mut go = None;
            while let Some(i) = next {
                self.fuel = self.fuel.checked_sub(1).ok_or(Stop::Fuel)?;
                match self.terminator(frame, i)? {
                    Flow::Next => {}
                    Flow::Go(b) => {
                        go = Some(b);
                        break;
                    }
                    Flow::Return(v) => return Ok(v),
                }
                next = f.next(i);
            }
            from = Some(block);
            block = go.ok_or_else(|| Stop::Unsupported("a block without terminator".into()))?;
        }
    }

    /// The value of an operand.
    fn value(&mut self, frame: &Frame<'a>, v: Value) -> Run<Val> {
        match frame.f.values[v].def {
            ValueDef::Const(c) => self.constant(&frame.f.consts, c),
            _ => frame.values[v].clone().ok_or_else(|| Stop::Unsupported(format!("{v} is used before it is set"))),
        }
    }
    /// The value of a constant.
    fn constant(&mut self, pool: &'a Consts, c: Const) -> Run<Val> {
        let ty = pool.ty(c);
        let w = self.width(ty).unwrap_or(0);
        Ok(match pool.get(c) {
            ConstData::Int(v) | ConstData::Float(v) => Val::Bits(Bits::new(w, *v)),
            ConstData::BigInt(v) => Val::Bits(Bits::from_words(w, v)),
            ConstData::BigFloat(v) => Val::Bits(Bits::from_u128(w, *v)),
            ConstData::Null => Val::Bits(Bits::zero(w)),
            ConstData::Undef | ConstData::Poison => self.undefined(ty),
            ConstData::Zero => self.zero(ty),
            ConstData::Aggregate(m) => {
                let m: Run<Vec<Val>> = m.iter().map(|&c| self.constant(pool, c)).collect();
                Val::Agg(m?)
            }
            ConstData::Splat(c) => {
                let v = self.constant(pool, *c)?;
                let TyData::Vector { lanes, .. } = self.m.types.get(ty) else { return Ok(Val::Poison) };
                Val::Agg(vec![v; *lanes as usize])
            }
            ConstData::Bytes(b) => Val::Agg(b.iter().map(|&b| Val::Bits(Bits::new(8, u64::from(b)))).collect()),
            ConstData::Global(g) | ConstData::FunctionAddress(g) => Val::Bits(Bits::new(w, self.global(*g)?)),
            ConstData::TokenNone => Val::Poison,
            ConstData::BlockAddress(_) => return Err(Stop::Unsupported("block addresses".into())),
            ConstData::Expr(_) => return Err(Stop::Unsupported("constant expressions".into())),
        })
    }
    /// Zero of any type.
    fn zero(&self, ty: Ty) -> Val {
        match self.m.types.get(ty) {
            TyData::Array(n, t) => Val::Agg(vec![self.zero(*t); *n as usize]),
            TyData::Struct { fields, .. } => Val::Agg(fields.iter().map(|&t| self.zero(t)).collect()),
            TyData::Vector { lanes, elem, .. } => Val::Agg(vec![self.zero(*elem); *lanes as usize]),
            _ => Val::Bits(Bits::zero(self.width(ty).unwrap_or(0))),
        }
    }
    /// The address of a global; variables are made when first asked for.
    fn global(&mut self, g: GlobalRef) -> Run<u64> {
        if let Some(&a) = self.globals.get(&g) {
            return Ok(a);
        }
        let global = &self.m.globals[g];
        let address = match &global.kind {
            GlobalKind::Variable { init, .. } => {
                let size = self.dl.alloc_size(&self.m.types, global.value_ty).unwrap_or(8);
                let a = self.memory.allocate(size, 16);
                self.globals.insert(g, a);
                if let Some(c) = init {
                    let v = self.constant(&self.m.consts, *c)?;
                    self.store(a, global.value_ty, &v)?;
                }
                a
            }
            _ => self.memory.allocate(1, 16),
        };
        self.globals.insert(g, address);
        Ok(address)
    }
    /// The function at an address.
    fn function_at(&self, address: u64) -> Option<GlobalRef> {
        self.globals.iter().find(|(_, a)| **a == address).map(|(g, _)| *g)
    }
}

/// Where control goes.
enum Flow {
    Next,
    Go(BlockId),
    Return(Vec<Val>),
}

#[cfg(test)]
pub(crate) mod tests;
