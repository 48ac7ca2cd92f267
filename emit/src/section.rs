//! Sections: what they are, and which one a constant, a variable or a function goes to.
//!
//! The choice follows llc (`TargetLoweringObjectFileELF`): by what the contents are, by whether they must be relocated at
//! load time, by small-data thresholds, by the user's section names, groups and `-function-sections`.

use crate::symbol::Sym;
use rustc_hash::FxHashMap;

/// A section: an index into [`Sections`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub struct SectionId(pub u32);

/// `SHT_*`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[allow(missing_docs)]
pub enum SectionType {
    Progbits,
    Nobits,
    Note,
    InitArray,
    FiniArray,
    PreinitArray,
}

bitflags::bitflags! {
    /// `SHF_*`, with their ELF values.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, Default)]
    pub struct SectionFlags: u32 {
        /// Written at run time.
        const WRITE = 0x1;
        /// Loaded.
        const ALLOC = 0x2;
        /// Code.
        const EXEC = 0x4;
        /// Equal entries may be merged.
        const MERGE = 0x10;
        /// Entries are strings.
        const STRINGS = 0x20;
        /// Ordered, and kept, with the section it is linked to.
        const LINK_ORDER = 0x80;
        /// Member of a group.
        const GROUP = 0x200;
        /// Thread-local.
        const TLS = 0x400;
        /// Kept by the linker's garbage collection.
        const RETAIN = 0x20_0000;
        /// May lie beyond what 32 bits reach (x86-64).
        const LARGE = 0x1000_0000;
    }
}

/// A section.
#[derive(Clone, PartialEq, Eq, Debug, Hash)]
pub struct Section {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: SectionType,
    /// Its flags.
    pub flags: SectionFlags,
    /// Bytes of an entry, for merging.
    pub entsize: u32,
    /// Signature of the group that it belongs to, and whether the group is discarded with equals.
    pub group: Option<(String, bool)>,
    /// The symbol whose section it is linked to.
    pub link: Option<Sym>,
}

impl Section {
    /// A section without group or link.
    pub fn new(name: impl Into<String>, kind: SectionType, flags: SectionFlags) -> Section {
        Section { name: name.into(), kind, flags, entsize: 0, group: None, link: None }
    }
    /// The code section.
    pub fn text() -> Section {
        Section::new(".text", SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::EXEC)
    }
    /// A writable section.
    pub fn data(name: &str) -> Section {
        Section::new(name, SectionType::Progbits, SectionFlags::ALLOC | SectionFlags::WRITE)
    }
    /// A section of zeros.
    pub fn bss(name: &str) -> Section {
        Section::new(name, SectionType::Nobits, SectionFlags::ALLOC | SectionFlags::WRITE)
    }
    /// A read-only section.
    pub fn rodata(name: &str) -> Section {
        Section::new(name, SectionType::Progbits, SectionFlags::ALLOC)
    }
    /// A read-only section of entries that may be merged.
    pub fn merge(name: impl Into<String>, entsize: u32, strings: bool) -> Section {
        let strings = if strings { SectionFlags::STRINGS } else { SectionFlags::empty() };
        let flags = SectionFlags::ALLOC | SectionFlags::MERGE | strings;
        Section { entsize, ..Section::new(name, SectionType::Progbits, flags) }
    }
    /// Puts it into a group.
    pub fn in_group(mut self, signature: &str, discard: bool) -> Section {
        self.flags |= SectionFlags::GROUP;
        self.group = Some((signature.to_string(), discard));
        self
    }
}

/// The sections of a module, in order of first use.
#[derive(Default)]
pub struct Sections {
    list: Vec<Section>,
    map: FxHashMap<Section, SectionId>,
}

impl Sections {
    /// The one section of this description.
    pub fn intern(&mut self, s: Section) -> SectionId {
        if let Some(&id) = self.map.get(&s) {
            return id;
        }
        let id = SectionId(self.list.len() as u32);
        self.map.insert(s.clone(), id);
        self.list.push(s);
        id
    }
    /// All sections, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Section> {
        self.list.iter()
    }
    /// What a section is.
    pub fn get(&self, id: SectionId) -> &Section {
        &self.list[id.0 as usize]
    }
}
