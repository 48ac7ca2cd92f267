//! A `Target`: all that later phases may ask about the machine that code is made for.
//!
//! [`resolve`] makes one from a triple, `-march`, `-mcpu`, `-mattr` and `-mabi`, and from a function's attributes, in the way
//! of LLVM: bad processors, features and ABIs are warned about and ignored, contradictions are errors, and so are
//! unknown processors where nothing else says what instructions there are. What only one
//! architecture has (ISA strings, the attribute that repeats them) stands in its folder.

mod resolve;
mod riscv;

use crate::{Abi, FeatureSet, Isa, PReg, Proc, RegDesc, RegSet};
use std::path::PathBuf;
use std::sync::Arc;

pub use resolve::{TargetError, processors};

/// Where symbols may be at run time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RelocModel {
    /// Absolute addresses are known at link time.
    #[default]
    Static,
    /// Position independent.
    Pic,
}

/// How far code and data may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CodeModel {
    /// Near address zero (RISC-V medlow).
    #[default]
    Small,
    /// The last two gigabytes of the address space (x86-64).
    Kernel,
    /// Within reach of the program counter (RISC-V medany), or with only large data farther (x86-64).
    Medium,
    /// Anywhere.
    Large,
}

/// What a user asked for, as on the command line; [`Target::new`] makes a target of it.
#[derive(Clone, Debug, Default)]
pub struct TargetSpec {
    /// `-mtriple`, else the module's.
    pub triple: Option<String>,
    /// `-march`: the name of an architecture, an ISA string, or the name of a processor where there are no such strings.
    pub march: Option<String>,
    /// `-mcpu`: the name of a processor, or of a `.proc` file.
    pub mcpu: Option<String>,
    /// `-proc`: a description of processors; `-mcpu` chooses one by name, else it is the last.
    pub proc_file: Option<PathBuf>,
    /// `-abi`: a description of ABIs; `-mabi` chooses one by name.
    pub abi_file: Option<PathBuf>,
    /// `-mattr`: comma separated, each with `+` or `-`.
    pub mattr: String,
    /// `-mabi` or `-target-abi`.
    pub mabi: Option<String>,
    /// `-relocation-model`.
    pub reloc: RelocModel,
    /// `-code-model`.
    pub code: CodeModel,
    /// `-large-data-threshold`.
    pub large_data: u64,
    /// `-reserve-regs`: names of registers to keep from the allocators.
    pub reserve: Vec<String>,
}

/// A triple, an ISA subset, an ABI and a processor.
#[derive(Clone)]
pub struct Target {
    /// The instruction set.
    pub isa: &'static Isa,
    /// The calling convention.
    pub abi: &'static Abi,
    /// The processor to schedule for.
    pub proc: &'static Proc,
    /// The features in force.
    pub features: FeatureSet,
    /// The triple, completed (`riscv64-unknown-linux-gnu`).
    pub triple: String,
    /// Little endian?
    pub little_endian: bool,
    /// Relocation model.
    pub reloc: RelocModel,
    /// Code model.
    pub code: CodeModel,
    /// Data of more bytes than this is large, where the code model tells it apart.
    pub large_data: u64,
    /// Registers that no allocator may use: the ABI's and the user's.
    pub reserved: RegSet,
    /// Registers that a function hands back as it got them: the ABI's, or those of the function's own convention.
    pub callee_saved: RegSet,
    /// See [`Target::saved_registers`].
    saved: Arc<[PReg]>,
    /// What was asked for, from which the targets of single functions are made.
    asked: Arc<resolve::Asked>,
}

impl Target {
    /// A target of given parts, for tests and hand-made ISAs.
    pub fn bare(isa: &'static Isa, abi: &'static Abi, proc: &'static Proc, triple: &str) -> Target {
        Target {
            isa,
            abi,
            proc,
            features: FeatureSet::NONE,
            triple: triple.into(),
            little_endian: true,
            reloc: RelocModel::Static,
            code: CodeModel::Small,
            large_data: 0,
            reserved: abi.reserved,
            callee_saved: abi.callee_saved,
            saved: saved_registers(isa, abi.callee_saved),
            asked: Arc::default(),
        }
    }
    /// Bits of a general register and of a pointer.
    pub fn xlen(&self) -> u16 {
        self.abi.xlen
    }
    /// Width in bits of a register of the class on this target.
    pub fn class_width(&self, c: crate::RegClass) -> u16 {
        match self.isa.class(c).width {
            0 => self.xlen(),
            w => w,
        }
    }
    /// Registers of the class that allocators may use.
    pub fn allocatable(&self, c: crate::RegClass) -> RegSet {
        let class = self.isa.class(c);
        if class.allocatable { class.units - self.reserved } else { RegSet::EMPTY }
    }
    /// The largest registers among those handed back ([`Target::callee_saved`]), by number.
    pub fn saved_registers(&self) -> &[PReg] {
        &self.saved
    }
    /// Has the target this feature?
    pub fn has(&self, f: crate::Feature) -> bool {
        self.features.has(f)
    }
    /// The ISA string of the object's attributes (`rv64i2p1_m2p0...`), for ISAs that have one.
    pub fn arch_attribute(&self) -> Option<String> {
        resolve::hooks(self.isa).and_then(|h| (h.attribute)(self.isa, &self.features))
    }
}

/// The largest registers that callees save as a whole: none is a part of another such one, another name of it, or a group of
/// several.
fn saved_registers(isa: &Isa, callee_saved: RegSet) -> Arc<[PReg]> {
    // Variants of a machine share its registers; those that one has not are in no class.
    let here = |&(i, r): &(usize, &RegDesc)| isa.class(r.class).members.contains(&PReg(i as u16));
    let group = |units: RegSet| {
        let mut parts = RegSet::EMPTY;
        isa.regs.iter().filter(|r| units != r.units && units.contains(r.units)).for_each(|r| parts |= r.units);
        units.len() > 1 && parts == units
    };
    let saved = |(_, r): &(usize, &RegDesc)| callee_saved.contains(r.units);
    let whole: Vec<(usize, &RegDesc)> =
        isa.regs.iter().enumerate().filter(saved).filter(here).filter(|(_, r)| !group(r.units)).collect();
    let larger = |&(i, r): &(usize, &RegDesc)| {
        whole.iter().any(|(j, other)| other.units.contains(r.units) && (*j > i || other.units != r.units))
    };
    whole.iter().filter(|x| !larger(x)).map(|x| PReg(x.0 as u16)).collect()
}
