//! The features that expansion asks for, looked up once a function.

use targ_info::riscv::feature;
use targ_info::{CodeModel, RelocModel, Target};

/// Which instructions there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(missing_docs)]
pub struct Machine {
    pub rv64: bool,
    pub m: bool,
    pub f: bool,
    pub d: bool,
    pub zba: bool,
    pub zbb: bool,
    /// Rotations and inverted logic: Zbb or Zbkb.
    pub zbkb_or_zbb: bool,
    pub zbkb: bool,
    pub zbs: bool,
    pub zicond: bool,
    pub zfh: bool,
    pub zfhmin: bool,
    pub zfbfmin: bool,
    pub zfa: bool,
    pub zfinx: bool,
    pub zacas: bool,
    pub zabha: bool,
    pub zicbop: bool,
    /// Symbols may be anywhere in the image: addresses come from the program counter.
    pub pcrel: bool,
    /// Symbols may be in another image: addresses come from the GOT.
    pub pic: bool,
}

impl Machine {
    /// What the target has.
    pub fn new(t: &Target) -> Machine {
        Machine {
            rv64: t.xlen() == 64,
            m: t.has(feature::ZMMUL),
            f: t.has(feature::F),
            d: t.has(feature::D),
            zba: t.has(feature::ZBA),
            zbb: t.has(feature::ZBB),
            zbkb_or_zbb: t.has(feature::ZBB_ZBKB),
            zbkb: t.has(feature::ZBKB),
            zbs: t.has(feature::ZBS),
            zicond: t.has(feature::ZICOND),
            zfh: t.has(feature::ZFH),
            zfhmin: t.has(feature::ZFHMIN),
            zfbfmin: t.has(feature::ZFBFMIN),
            zfa: t.has(feature::ZFA),
            zfinx: t.has(feature::ZFINX),
            zacas: t.has(feature::ZACAS),
            zabha: t.has(feature::ZABHA),
            zicbop: t.has(feature::ZICBOP),
            pcrel: t.reloc == RelocModel::Pic || t.code != CodeModel::Small,
            pic: t.reloc == RelocModel::Pic,
        }
    }
    /// Bits of a general register.
    pub fn xlen(&self) -> u32 {
        if self.rv64 { 64 } else { 32 }
    }
    /// Bytes of a general register.
    pub fn xbytes(&self) -> i64 {
        if self.rv64 { 8 } else { 4 }
    }
}
