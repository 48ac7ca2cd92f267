//! Initialised data: constants flattened through the data layout into a stream of numbers, addresses and zeros.
//!
//! Zeros are held back and put out in runs, so that neither sparse tables nor padding cost a line each.

use crate::constant::{Evaluator, Leaf};
use crate::streamer::Streamer;
use crate::symbol::Value;
use whirl_lite::diag::Result;
use whirl_lite::ir::{Const, ConstData, Ty, TyData};

/// Writes the initialiser of one variable.
pub struct DataWriter<'a> {
    eval: &'a Evaluator<'a>,
    out: &'a mut dyn Streamer,
    zeros: u64,
}

impl<'a> DataWriter<'a> {
    /// A writer to a streamer.
    pub fn new(eval: &'a Evaluator<'a>, out: &'a mut dyn Streamer) -> DataWriter<'a> {
        DataWriter { eval, out, zeros: 0 }
    }
    /// Writes a constant, with padding up to its allocation size.
    pub fn write(&mut self, c: Const) -> Result<()> {
        self.constant(c)?;
        self.flush();
        Ok(())
    }
    fn flush(&mut self) {
        if self.zeros != 0 {
            self.out.zero(std::mem::take(&mut self.zeros));
        }
    }
    fn alloc_size(&self, ty: Ty) -> Result<u64> {
        let types = &self.eval.module.types;
        match self.eval.layout.alloc_size(types, ty) {
            Some(s) => Ok(s),
            None => self.eval.refuse(format!("initialiser of type {}", types.show(ty))),
        }
    }
    fn constant(&mut self, c: Const) -> Result<()> {
        let module = self.eval.module;
        let ty = module.consts.ty(c);
        let size = self.alloc_size(ty)?;
        match module.consts.get(c) {
            ConstData::Zero | ConstData::Null | ConstData::Undef | ConstData::Poison => self.zeros += size,
            ConstData::Bytes(b) => self.string(b, size),
            ConstData::Aggregate(members) => self.aggregate(ty, members, size)?,
            ConstData::Splat(lane) => {
                let lanes = match module.types.get(ty) {
                    TyData::Vector { lanes, scalable: false, .. } => *lanes as usize,
                    TyData::Array(n, _) if *n <= 1 << 20 => *n as usize,
                    _ => return self.eval.refuse("splat of this type in an initialiser"),
                };
                self.aggregate(ty, &vec![*lane; lanes], size)?;
            }
            _ => self.leaf(c, ty, size)?,
        }
        Ok(())
    }
    fn string(&mut self, b: &[u8], size: u64) {
        if b.iter().all(|&x| x == 0) {
            self.zeros += size;
            return;
        }
        self.flush();
        // A long tail of zeros is put out as such, but for the one that ends a string.
        let end = b.iter().rposition(|&x| x != 0).map_or(0, |i| i + 2).min(b.len());
        let cut = if b.len() - end >= 8 { end } else { b.len() };
        self.out.bytes(&b[..cut]);
        self.zeros += size.saturating_sub(cut as u64);
    }
    fn aggregate(&mut self, ty: Ty, members: &[Const], size: u64) -> Result<()> {
        let types = &self.eval.module.types;
        match types.get(ty) {
            TyData::Struct { .. } => {
                let Some(layout) = self.eval.layout.struct_layout(types, ty) else {
                    return self.eval.refuse(format!("initialiser of type {}", types.show(ty)));
                };
                let mut at = 0;
                for (&m, &offset) in members.iter().zip(&layout.offsets) {
                    self.zeros += offset.saturating_sub(at);
                    self.constant(m)?;
                    at = offset + self.alloc_size(self.eval.module.consts.ty(m))?;
                }
                self.zeros += size.saturating_sub(at);
            }
            TyData::Vector { elem, .. } => return self.vector(*elem, members, size),
            _ => {
                for &m in members {
                    self.constant(m)?;
                }
            }
        }
        Ok(())
    }
    /// Lanes of a vector lie bit by bit side by side, without the padding that array elements have.
    fn vector(&mut self, elem: Ty, members: &[Const], size: u64) -> Result<()> {
        let bits = self.eval.bits(elem)?;
        if bits.is_multiple_of(8) {
            let bytes = u64::from(bits / 8);
            for &m in members {
                self.leaf(m, elem, bytes)?;
            }
            self.zeros += size.saturating_sub(bytes * members.len() as u64);
            return Ok(());
        }
        let mut packed = vec![0u8; (u64::from(bits) * members.len() as u64).div_ceil(8) as usize];
        for (lane, &m) in members.iter().enumerate() {
            let Leaf::Int(v) = self.eval.leaf(m)? else {
                return self.eval.refuse("vector of narrow integers with an address in an initialiser");
            };
            // The first lane is least significant, or most significant when the target is big-endian.
            let lane = if self.eval.layout.big_endian { members.len() - 1 - lane } else { lane };
            for b in 0..bits {
                let at = lane * bits as usize + b as usize;
                if let Some(byte) = packed.get_mut(at / 8) {
                    *byte |= ((v >> b & 1) as u8) << (at % 8);
                }
            }
        }
        if self.eval.layout.big_endian {
            packed.reverse();
        }
        self.flush();
        self.out.bytes(&packed);
        self.zeros += size.saturating_sub(packed.len() as u64);
        Ok(())
    }
    /// A scalar that takes `size` bytes with its padding.
    fn leaf(&mut self, c: Const, ty: Ty, size: u64) -> Result<()> {
        let types = &self.eval.module.types;
        let Some(store) = self.eval.layout.store_size(types, ty) else {
            return self.eval.refuse(format!("initialiser of type {}", types.show(ty)));
        };
        match self.eval.leaf(c)? {
            Leaf::Int(0) => {
                self.zeros += size;
                return Ok(());
            }
            Leaf::Int(v) => {
                self.flush();
                match store {
                    1 | 2 | 4 | 8 => self.out.int(v as u64, store as u8),
                    _ => self.wide(&[v as u64, (v >> 64) as u64], store),
                }
            }
            Leaf::Words(w) => {
                self.flush();
                self.wide(&w, store);
            }
            Leaf::Value(v) => {
                self.flush();
                self.value(v, store)?;
            }
        }
        self.zeros += size.saturating_sub(store);
        Ok(())
    }
    fn value(&mut self, v: Value, store: u64) -> Result<()> {
        let ptr = u64::from(self.eval.layout.ptr_bytes);
        let (little, pad) = (!self.eval.layout.big_endian, store.saturating_sub(ptr));
        match store {
            1 | 2 | 4 | 8 if pad == 0 => self.out.value(v, store as u8),
            // A pointer widened to a larger integer: zeros above it.
            _ if pad != 0 && v.minus.is_none() => {
                if !little {
                    self.out.zero(pad);
                }
                self.out.value(v, ptr as u8)?;
                if little {
                    self.out.zero(pad);
                }
                Ok(())
            }
            _ => self.eval.refuse("address of this width in an initialiser"),
        }
    }
    /// An integer of an odd or large size.
    fn wide(&mut self, words: &[u64], store: u64) {
        let mut bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
        bytes.resize(store as usize, 0);
        if self.eval.layout.big_endian {
            bytes.reverse();
        }
        if store.is_multiple_of(8) {
            for w in bytes.chunks_exact(8) {
                let mut b = [0; 8];
                b.copy_from_slice(w);
                let big = self.eval.layout.big_endian;
                self.out.int(if big { u64::from_be_bytes(b) } else { u64::from_le_bytes(b) }, 8);
            }
        } else {
            self.out.bytes(&bytes);
        }
    }
}
