//! Data layout: sizes, alignments and field offsets of IR types, from the module's data-layout string.
//!
//! The rules are those of LLVM's language reference ("Data Layout"): a string of specifications separated by dashes,
//! each overriding a default. Only what decides where bytes lie is kept; mangling and native widths are read over.
//!
//! Invariants: alignments are powers of two, at least 1; `alloc_size` is a multiple of the alignment.

use crate::diag::{Error, Pos, Result};
use crate::ir::{Module, Ty, TyData, Types};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use targ_info::Target;

/// A parsed data layout.
#[derive(Clone, Debug)]
pub struct DataLayout {
    /// Most significant byte first.
    pub big_endian: bool,
    /// Bytes of a pointer in address space 0.
    pub ptr_bytes: u32,
    /// Alignment of a pointer in bytes.
    pub ptr_align: u32,
    /// Integers: width in bits, alignment in bytes; sorted by width.
    ints: Vec<(u32, u32)>,
    /// Floats: width in bits, alignment in bytes.
    floats: Vec<(u32, u32)>,
    /// Vectors: width in bits, alignment in bytes.
    vectors: Vec<(u32, u32)>,
    /// Least alignment of aggregates in bytes.
    pub aggregate: u32,
    /// Natural stack alignment in bytes; 0 if not said.
    pub stack_align: u32,
}

impl Default for DataLayout {
    fn default() -> DataLayout {
        DataLayout {
            big_endian: false,
            ptr_bytes: 8,
            ptr_align: 8,
            ints: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            floats: vec![(16, 2), (32, 4), (64, 8), (80, 16), (128, 16)],
            vectors: vec![(64, 8), (128, 16)],
            aggregate: 1,
            stack_align: 0,
        }
    }
}

/// Sets or adds an entry in a list sorted by width.
fn put(list: &mut Vec<(u32, u32)>, width: u32, align: u32) {
    match list.binary_search_by_key(&width, |e| e.0) {
        Ok(i) => list[i].1 = align,
        Err(i) => list.insert(i, (width, align)),
    }
}

impl DataLayout {
    /// Reads a data-layout string. An empty one gives the defaults.
    pub fn parse(text: &str) -> Result<DataLayout> {
        let mut dl = DataLayout::default();
        for spec in text.split('-').filter(|s| !s.is_empty()) {
            dl.spec(spec).ok_or_else(|| Error::input(Pos::NONE, format!("bad data layout specification '{spec}'")))?;
        }
        Ok(dl)
    }
    /// The layout of a module: its own, or the ABI's when it has none.
    pub fn of(m: &Module, t: &Target) -> Result<DataLayout> {
        DataLayout::parse(m.data_layout.as_deref().unwrap_or(t.abi.data_layout))
    }

    fn spec(&mut self, spec: &str) -> Option<()> {
        let mut fields = spec.split(':');
        let head = fields.next()?;
        let number = |s: Option<&str>| s.and_then(|s| s.parse::<u32>().ok());
        let bytes = |bits: u32| {
            (bits.is_multiple_of(8) && (bits == 0 || (bits / 8).is_power_of_two())).then_some((bits / 8).max(1))
        };
        let kind = head.chars().next()?;
        let width = head.get(kind.len_utf8()..)?;
        match kind {
            'e' => self.big_endian = false,
            'E' => self.big_endian = true,
            'p' => {
                let (size, align) = (number(fields.next())?, number(fields.next()));
                if width.is_empty() || width == "0" {
                    self.ptr_bytes = bytes(size)?;
                    self.ptr_align = bytes(align.unwrap_or(size))?;
                }
            }
            'i' => put(&mut self.ints, width.parse().ok()?, bytes(number(fields.next())?)?),
            'f' => put(&mut self.floats, width.parse().ok()?, bytes(number(fields.next())?)?),
            'v' => put(&mut self.vectors, width.parse().ok()?, bytes(number(fields.next())?)?),
            'a' => self.aggregate = bytes(number(fields.next())?)?,
            'S' => self.stack_align = width.parse::<u32>().ok()? / 8,
            // Mangling, native widths, program, alloca and global address spaces, function pointers, non-integral ones.
            'm' | 'n' | 'P' | 'A' | 'G' | 'F' => {}
            _ => return None,
        }
        Some(())
    }

    /// Alignment of an integer of so many bits: that of the next wider one listed, else of the widest.
    pub fn int_align(&self, bits: u32) -> u32 {
        let at = self.ints.partition_point(|e| e.0 < bits);
        self.ints.get(at).or(self.ints.last()).map_or(1, |e| e.1)
    }
    fn float_align(&self, bits: u32) -> u32 {
        let hit = self.floats.iter().find(|e| e.0 == bits);
        hit.map_or(bits.div_ceil(8).next_power_of_two(), |e| e.1)
    }
    /// Width in bits of a sized type's value; `None` for types without a size, and scalable vectors.
    pub fn bits(&self, types: &Types, ty: Ty) -> Option<u64> {
        Some(match types.get(ty) {
            TyData::Int(n) => u64::from(*n),
            TyData::Half | TyData::BFloat => 16,
            TyData::Float => 32,
            TyData::Double => 64,
            TyData::X86Fp80 => 80,
            TyData::Fp128 | TyData::PpcFp128 => 128,
            TyData::Ptr(_) => u64::from(self.ptr_bytes) * 8,
            TyData::Vector { lanes, elem, scalable: false } => u64::from(*lanes) * self.bits(types, *elem)?,
            TyData::Array(n, t) => n.checked_mul(self.alloc_size(types, *t)?)?.checked_mul(8)?,
            TyData::Struct { .. } => self.struct_layout(types, ty)?.size.checked_mul(8)?,
            _ => return None,
        })
    }
    /// Bytes that a store of the type writes.
    pub fn store_size(&self, types: &Types, ty: Ty) -> Option<u64> {
        Some(self.bits(types, ty)?.div_ceil(8))
    }
    /// Bytes from one element of an array of this type to the next.
    pub fn alloc_size(&self, types: &Types, ty: Ty) -> Option<u64> {
        self.store_size(types, ty)?.checked_next_multiple_of(u64::from(self.align(types, ty)?))
    }
    /// ABI alignment in bytes.
    pub fn align(&self, types: &Types, ty: Ty) -> Option<u32> {
        Some(match types.get(ty) {
            TyData::Int(n) => self.int_align(*n),
            TyData::Half | TyData::BFloat => self.float_align(16),
            TyData::Float => self.float_align(32),
            TyData::Double => self.float_align(64),
            TyData::X86Fp80 => self.float_align(80),
            TyData::Fp128 | TyData::PpcFp128 => self.float_align(128),
            TyData::Ptr(_) => self.ptr_align,
            TyData::Vector { lanes, elem, scalable: false } => {
                let bits = u64::from(*lanes) * self.bits(types, *elem)?;
                match self.vectors.iter().find(|e| u64::from(e.0) == bits) {
                    Some(e) => e.1,
                    None => u32::try_from(bits.div_ceil(8).max(1).checked_next_power_of_two()?).ok()?,
                }
            }
            TyData::Array(_, t) => self.align(types, *t)?,
            TyData::Struct { packed: true, .. } => 1,
            TyData::Struct { fields, .. } => {
                let mut align = self.aggregate;
                for f in fields {
                    align = align.max(self.align(types, *f)?);
                }
                align
            }
            _ => return None,
        })
    }
    /// Offsets, size and alignment of a structure.
    pub fn struct_layout(&self, types: &Types, ty: Ty) -> Option<StructLayout> {
        let TyData::Struct { fields, packed } = types.get(ty) else { return None };
        let mut layout = StructLayout { offsets: Vec::with_capacity(fields.len()), size: 0, align: 1 };
        for f in fields {
            let align = if *packed { 1 } else { self.align(types, *f)? };
            layout.align = layout.align.max(align);
            let offset = layout.size.checked_next_multiple_of(u64::from(align))?;
            layout.offsets.push(offset);
            layout.size = offset.checked_add(self.alloc_size(types, *f)?)?;
        }
        if !packed {
            layout.align = layout.align.max(self.aggregate);
        }
        layout.size = layout.size.checked_next_multiple_of(u64::from(layout.align))?;
        Some(layout)
    }
}

/// Where the fields of a structure lie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StructLayout {
    /// Byte offset of each field.
    pub offsets: Vec<u64>,
    /// Bytes, with padding at the end.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
}

/// Remembers structure layouts, which address arithmetic asks for again and again.
#[derive(Default)]
pub struct LayoutCache {
    structs: FxHashMap<Ty, Rc<StructLayout>>,
    sizes: FxHashMap<Ty, u64>,
}

impl LayoutCache {
    /// The layout of a structure type.
    pub fn structure(&mut self, dl: &DataLayout, types: &Types, ty: Ty) -> Option<Rc<StructLayout>> {
        if let Some(l) = self.structs.get(&ty) {
            return Some(l.clone());
        }
        let l = Rc::new(dl.struct_layout(types, ty)?);
        self.structs.insert(ty, l.clone());
        Some(l)
    }
    /// The allocation size of a type.
    pub fn alloc_size(&mut self, dl: &DataLayout, types: &Types, ty: Ty) -> Option<u64> {
        if !types.is_aggregate(ty) {
            return dl.alloc_size(types, ty);
        }
        if let Some(&s) = self.sizes.get(&ty) {
            return Some(s);
        }
        let s = dl.alloc_size(types, ty)?;
        self.sizes.insert(ty, s);
        Some(s)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn riscv64_structs() {
        let dl = DataLayout::parse("e-m:e-p:64:64-i64:64-i128:128-n32:64-S128").unwrap();
        let mut t = Types::default();
        let s = t.intern(TyData::Struct { fields: vec![Ty::I8, Ty::I32, Ty::I8, Ty::I128, Ty::I1], packed: false });
        let l = dl.struct_layout(&t, s).unwrap();
        assert_eq!(l, StructLayout { offsets: vec![0, 4, 8, 16, 32], size: 48, align: 16 });
        let p = t.intern(TyData::Struct { fields: vec![Ty::I8, Ty::I32, Ty::DOUBLE], packed: true });
        assert_eq!(dl.struct_layout(&t, p).unwrap().offsets, [0, 1, 5]);
        let a = t.intern(TyData::Array(3, s));
        assert_eq!(dl.alloc_size(&t, a), Some(144));
        assert_eq!(dl.stack_align, 16);
    }

    #[test]
    fn odd_integers_and_vectors() {
        let dl = DataLayout::parse("e-m:e-p:32:32-i64:64-n32-S128").unwrap();
        let mut t = Types::default();
        let i24 = t.intern(TyData::Int(24));
        assert_eq!((dl.store_size(&t, i24), dl.alloc_size(&t, i24)), (Some(3), Some(4)));
        let i65 = t.intern(TyData::Int(65));
        assert_eq!((dl.store_size(&t, i65), dl.alloc_size(&t, i65)), (Some(9), Some(16)));
        let v3 = t.intern(TyData::Vector { lanes: 3, elem: Ty::I32, scalable: false });
        assert_eq!((dl.store_size(&t, v3), dl.alloc_size(&t, v3)), (Some(12), Some(16)));
        assert_eq!(dl.alloc_size(&t, Ty::PTR), Some(4));
    }

    #[test]
    fn bad_strings() {
        assert!(DataLayout::parse("e-q").is_err());
        assert!(DataLayout::parse("e-i64").is_err());
        assert!(DataLayout::parse("e-i64:48").is_err());
    }
}
