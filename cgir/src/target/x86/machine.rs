//! The features that expansion asks for, looked up once a function.

use targ_info::x86::feature;
use targ_info::{CodeModel, RelocModel, Target};
use whirl_lite::mtype::MType;

/// Which instructions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Machine {
    /// 64-bit mode.
    pub wide: bool,
    pub x87: bool,
    pub cmov: bool,
    pub sse: bool,
    pub sse2: bool,
    pub sse3: bool,
    pub ssse3: bool,
    pub sse41: bool,
    pub sse42: bool,
    pub avx: bool,
    pub avx2: bool,
    pub fma: bool,
    pub popcnt: bool,
    pub lzcnt: bool,
    pub bmi: bool,
    pub bmi2: bool,
    pub movbe: bool,
    pub cx8: bool,
    pub cx16: bool,
    /// Absolute addresses of symbols that are not far fit 32 bits, and need no relocation at load time.
    pub absolute: bool,
    /// These 32 bits are extended with zeros; in the kernel code model with the sign.
    pub low: bool,
    /// Nothing is near: the large code model.
    pub large: bool,
    /// What another module defines may be far, or missing.
    pub stubs: bool,
    /// Symbols may be in another image: addresses come from the GOT.
    pub pic: bool,
    /// Addresses of symbols of this image count from the GOT: IA-32 has none from the program counter.
    pub gotoff: bool,
}

impl Machine {
    /// What the target has.
    pub fn new(t: &Target) -> Machine {
        let wide = t.xlen() == 64;
        let pic = t.reloc == RelocModel::Pic;
        Machine {
            wide,
            x87: t.has(feature::X87),
            cmov: t.has(feature::CMOV),
            sse: t.has(feature::SSE),
            sse2: t.has(feature::SSE2),
            sse3: t.has(feature::SSE3),
            ssse3: t.has(feature::SSSE3),
            sse41: t.has(feature::SSE4_1),
            sse42: t.has(feature::SSE4_2),
            avx: t.has(feature::AVX),
            avx2: t.has(feature::AVX2),
            fma: t.has(feature::FMA),
            popcnt: t.has(feature::POPCNT),
            lzcnt: t.has(feature::LZCNT),
            bmi: t.has(feature::BMI),
            bmi2: t.has(feature::BMI2),
            movbe: t.has(feature::MOVBE),
            cx8: t.has(feature::CX8),
            cx16: t.has(feature::CX16),
            absolute: !(pic || wide && t.code == CodeModel::Large),
            low: !wide || matches!(t.code, CodeModel::Small | CodeModel::Medium),
            large: wide && t.code == CodeModel::Large,
            stubs: pic || wide && matches!(t.code, CodeModel::Kernel | CodeModel::Medium),
            pic,
            gotoff: pic && !wide,
        }
    }
    /// Are values of a format computed on x87?
    pub fn on_x87(&self, ty: MType) -> bool {
        match ty {
            MType::F32 => self.x87 && !self.sse,
            MType::F64 => self.x87 && !self.sse2,
            MType::F80 => self.x87,
            _ => false,
        }
    }
    /// Bytes of a general register.
    pub fn xbytes(&self) -> i64 {
        if self.wide { 8 } else { 4 }
    }
}
