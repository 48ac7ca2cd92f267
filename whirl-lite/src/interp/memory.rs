//! Memory: allocations of bytes, each of which may be undefined; and loads and stores of typed values.

use super::bits::Bits;
use super::{Machine, Run, Stop, Val};
use crate::ir::{Ty, TyData};

/// An allocation.
struct Block {
    base: u64,
    bytes: Vec<Option<u8>>,
}

/// All memory of a run.
pub struct Memory {
    blocks: Vec<Block>,
    next: u64,
}

impl Memory {
    /// Empty memory. Addresses fit a pointer of so many bytes.
    pub fn new(_ptr_bytes: u32) -> Memory {
        Memory { blocks: Vec::new(), next: 0x1_0000 }
    }
    /// New undefined bytes; their address.
    pub fn allocate(&mut self, size: u64, align: u64) -> u64 {
        let base = self.next.next_multiple_of(align.max(16));
        // A gap, so that running over the end is noticed.
        self.next = base + size + 64;
        self.blocks.push(Block { base, bytes: vec![None; size as usize] });
        base
    }
    fn find(&mut self, at: u64, len: u64) -> Run<&mut [Option<u8>]> {
        // Allocations are in order of their addresses.
        let k = self.blocks.partition_point(|b| b.base <= at);
        let block = k.checked_sub(1).and_then(|k| self.blocks.get_mut(k));
        let out = || Stop::Undefined(format!("access of {len} bytes at {at:#x}"));
        let block = block.ok_or_else(out)?;
        let from = (at - block.base) as usize;
        block.bytes.get_mut(from..from + len as usize).ok_or_else(out)
    }
    /// Bytes at an address.
    pub fn read(&mut self, at: u64, len: u64) -> Run<Vec<Option<u8>>> {
        self.find(at, len).map(|b| b.to_vec())
    }
    /// Writes defined bytes.
    pub fn write(&mut self, at: u64, bytes: &[u8]) -> Run<()> {
        let place = self.find(at, bytes.len() as u64)?;
        place.iter_mut().zip(bytes).for_each(|(p, &b)| *p = Some(b));
        Ok(())
    }
    /// Makes bytes undefined.
    pub fn forget(&mut self, at: u64, len: u64) -> Run<()> {
        self.find(at, len)?.fill(None);
        Ok(())
    }
    /// Copies bytes with what is undefined of them.
    pub fn copy(&mut self, to: u64, from: u64, len: u64) -> Run<()> {
        let bytes = self.read(from, len)?;
        self.find(to, len)?.copy_from_slice(&bytes);
        Ok(())
    }
}

impl Machine<'_> {
    /// Loads a value of a type.
    pub(super) fn load(&mut self, at: u64, ty: Ty) -> Run<Val> {
        let m = self.m;
        match m.types.get(ty) {
            TyData::Array(n, t) => {
                let step = self.size(*t)?;
                (0..*n).map(|k| self.load(at + k * step, *t)).collect::<Run<_>>().map(Val::Agg)
            }
            TyData::Struct { fields, .. } => {
                let layout = self.dl.struct_layout(&m.types, ty).ok_or_else(|| no_size(ty))?;
                let members = fields.iter().zip(&layout.offsets).map(|(f, o)| self.load(at + o, *f));
                members.collect::<Run<_>>().map(Val::Agg)
            }
            TyData::Vector { lanes, elem, .. } => {
                let w = self.width(*elem).ok_or_else(|| no_size(ty))?;
                let bytes = self.memory.read(at, u64::from((w * lanes).div_ceil(8)))?;
                let Some(all) = self.defined(&bytes) else { return Ok(Val::Poison) };
                let whole = Bits::from_bytes(w * lanes, &all);
                Ok(Val::Agg((0..*lanes).map(|k| Val::Bits(whole.slice(k * w, w))).collect()))
            }
            _ => {
                let w = self.width(ty).ok_or_else(|| no_size(ty))?;
                let bytes = self.memory.read(at, u64::from(w.div_ceil(8)))?;
                Ok(match self.defined(&bytes) {
                    Some(b) => Val::Bits(Bits::from_bytes(w, &b)),
                    None => Val::Poison,
                })
            }
        }
    }
    /// The bytes, if all are defined; undefined ones are junk in legalised code.
    fn defined(&mut self, bytes: &[Option<u8>]) -> Option<Vec<u8>> {
        let legal = self.legal;
        bytes.iter().map(|b| b.or_else(|| legal.then(|| self.junk() as u8))).collect()
    }
    /// Stores a value of a type.
    pub(super) fn store(&mut self, at: u64, ty: Ty, v: &Val) -> Run<()> {
        let m = self.m;
        match (m.types.get(ty), v) {
            (_, Val::Poison) => {
                let n = self.dl.store_size(&m.types, ty).ok_or_else(|| no_size(ty))?;
                self.memory.forget(at, n)
            }
            (TyData::Array(_, t), Val::Agg(list)) => {
                let step = self.size(*t)?;
                list.iter().enumerate().try_for_each(|(k, v)| self.store(at + k as u64 * step, *t, v))
            }
            (TyData::Struct { fields, .. }, Val::Agg(list)) => {
                let layout = self.dl.struct_layout(&m.types, ty).ok_or_else(|| no_size(ty))?;
                let each = fields.iter().zip(&layout.offsets).zip(list);
                for ((f, o), v) in each {
                    self.store(at + o, *f, v)?;
                }
                Ok(())
            }
            (TyData::Vector { elem, .. }, Val::Agg(list)) => {
                let w = self.width(*elem).ok_or_else(|| no_size(ty))?;
                let mut whole = Bits::zero(0);
                for v in list {
                    let Val::Bits(b) = v else {
                        return self.memory.forget(at, u64::from((w * list.len() as u32).div_ceil(8)));
                    };
                    whole = if whole.width == 0 { b.clone() } else { whole.concat(b) };
                }
                self.memory.write(at, &whole.bytes())
            }
            (_, Val::Bits(b)) => self.memory.write(at, &b.bytes()),
            (_, Val::Agg(_)) => Err(Stop::Unsupported("a store of another type".into())),
        }
    }
    fn size(&self, ty: Ty) -> Run<u64> {
        self.dl.alloc_size(&self.m.types, ty).ok_or_else(|| no_size(ty))
    }
}

fn no_size(ty: Ty) -> Stop {
    Stop::Unsupported(format!("memory of type {}", ty.0))
}
