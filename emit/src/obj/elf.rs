//! The ELF file around sections and symbols, through the `object` crate's writer.
//!
//! Sections stand in order of their first use, each followed by its relocations; groups come before their members. Local
//! symbols come first, in order of their first mention.

use super::{ObjStreamer, Place, Reloc, STB_LOCAL, SymIndex};
use crate::section::{SectionFlags, SectionId, SectionType};
use object::elf;
use object::write::StringId;
use object::write::elf::{FileHeader, Rel, SectionHeader, SectionIndex, Sym as ElfSym, SymbolIndex, Writer};
use whirl_lite::diag::{Error, Pos, Result};

/// `SHF_INFO_LINK`
const INFO_LINK: u64 = 0x40;

/// A group of sections.
struct Group {
    signature: String,
    discard: bool,
    members: Vec<SectionId>,
    index: SectionIndex,
    offset: u64,
}

/// A section as it is written.
struct Written {
    id: SectionId,
    name: StringId,
    index: SectionIndex,
    offset: u64,
    relocs: Vec<Reloc>,
    rela: Option<(StringId, SectionIndex, u64)>,
}

fn type_number(t: SectionType) -> u32 {
    match t {
        SectionType::Progbits => 1,
        SectionType::Note => 7,
        SectionType::Nobits => 8,
        SectionType::InitArray => 14,
        SectionType::FiniArray => 15,
        SectionType::PreinitArray => 16,
    }
}

impl ObjStreamer<'_> {
    /// Resolves everything and writes the file.
    pub(super) fn write(mut self, out: &mut Vec<u8>) -> Result<()> {
        let attributes = self.attribute_section();
        let elf_info = self.hooks.elf(self.target, &self.features);
        let mut resolved = Vec::with_capacity(self.contents.len());
        for n in 0..self.contents.len() {
            let mut relocs = self.resolve(SectionId(n as u32))?;
            if elf_info.section_symbols {
                self.name_sections(&mut relocs);
            }
            if !elf_info.rela {
                self.addends_in_place(n, &mut relocs)?;
            }
            relocs.iter().filter_map(|r| r.sym).for_each(|s| self.symbols[s.0 as usize].wanted = true);
            resolved.push(relocs);
        }
        let order = self.symbol_order();
        let names: Vec<String> = order.iter().map(|&s| self.symbol_name(s)).collect();
        let section_names: Vec<String> =
            (0..self.contents.len()).map(|n| self.sections.get(SectionId(n as u32)).name.clone()).collect();
        let rel = if elf_info.rela { ".rela" } else { ".rel" };
        let rela_names: Vec<String> = section_names.iter().map(|n| format!("{rel}{n}")).collect();
        let file_name = self.file.clone();
        let mut groups = self.groups();

        let endian = if self.target.little_endian { object::Endianness::Little } else { object::Endianness::Big };
        let is_64 = self.target.xlen() == 64;
        let mut w = Writer::new(endian, is_64, out);
        w.reserve_null_section_index();
        w.reserve_strtab_section_index();
        // Section indices.
        let group_name = w.add_section_name(b".group");
        for g in &mut groups {
            g.index = w.reserve_section_index();
        }
        let mut written: Vec<Written> = Vec::new();
        for (n, relocs) in resolved.into_iter().enumerate() {
            let id = SectionId(n as u32);
            let name = w.add_section_name(section_names[n].as_bytes());
            let index = w.reserve_section_index();
            let rela = (!relocs.is_empty()).then(|| {
                let name = w.add_section_name(rela_names[n].as_bytes());
                (name, w.reserve_section_index(), 0)
            });
            written.push(Written { id, name, index, offset: 0, relocs, rela });
        }
        let attributes_name = (!attributes.is_empty()).then(|| {
            let name = w.add_section_name(elf_info.attributes_section.as_bytes());
            w.reserve_section_index();
            name
        });
        w.reserve_symtab_section_index();
        w.reserve_shstrtab_section_index();
        // Symbols.
        w.reserve_null_symbol_index();
        let file_symbol = w.add_string(file_name.as_bytes());
        w.reserve_symbol_index(None);
        let mut numbers = vec![0u32; self.symbols.len()];
        let mut strings = Vec::with_capacity(order.len());
        for (&s, name) in order.iter().zip(&names) {
            strings.push(w.add_string(name.as_bytes()));
            let section = match self.place(s) {
                Place::Section(id, _) => written.get(id.0 as usize).map(|x| x.index),
                _ => None,
            };
            numbers[s.0 as usize] = w.reserve_symbol_index(section).0;
        }
        let locals = 2 + order.iter().filter(|s| self.symbols[s.0 as usize].binding == STB_LOCAL).count() as u32;
        if w.symtab_shndx_needed() {
            w.reserve_symtab_shndx_section_index();
        }
        // Places in the file.
        w.reserve_file_header();
        for g in &mut groups {
            g.offset = w.reserve(4 * (g.members.len() as u64 + 1), 4);
        }
        for x in &mut written {
            let c = &self.contents[x.id.0 as usize];
            x.offset = w.reserve(c.data.len() as u64, c.align);
        }
        let attributes_offset = w.reserve(attributes.len() as u64, 1);
        w.reserve_symtab();
        w.reserve_symtab_shndx();
        for x in &mut written {
            if let Some(r) = &mut x.rela {
                r.2 = w.reserve_relocations(x.relocs.len(), elf_info.rela);
            }
        }
        let too_large = |_| Error::unsupported(Pos::NONE, "an object of this size");
        w.reserve_strtab().map_err(too_large)?;
        w.reserve_shstrtab().map_err(too_large)?;
        w.reserve_section_headers();

        // The file.
        let header = FileHeader {
            os_abi: elf::OsAbi(0),
            abi_version: 0,
            e_type: elf::FileType(1),
            e_machine: elf::Machine(elf_info.machine),
            e_entry: 0,
            e_flags: elf::FileFlags(elf_info.flags),
        };
        w.write_file_header(&header).map_err(too_large)?;
        for g in &groups {
            w.pad_until(g.offset);
            let word = |v: u32| if self.target.little_endian { v.to_le_bytes() } else { v.to_be_bytes() };
            w.write(&word(u32::from(g.discard)));
            for m in &g.members {
                w.write(&word(written[m.0 as usize].index.0));
            }
        }
        for x in &written {
            w.pad_until(x.offset);
            w.write(&self.contents[x.id.0 as usize].data);
        }
        w.pad_until(attributes_offset);
        w.write(&attributes);
        w.write_null_symbol();
        w.write_symbol(&ElfSym {
            section: None,
            st_name: w.string_offset(Some(file_symbol)),
            st_info: elf::SymbolInfo(4),
            st_other: elf::SymbolOther(0),
            st_shndx: elf::SymbolSection(0xfff1),
            st_value: 0,
            st_size: 0,
        });
        for (&s, &string) in order.iter().zip(&strings) {
            let mut sym = self.elf_symbol(s, w.string_offset(Some(string)), &written);
            // A signature that is nothing else stands in its group.
            let group = groups.iter().find(|g| self.symbols[s.0 as usize].sym.is_none() && self.is_signature(g, s));
            if let Some(g) = group {
                sym.section = Some(g.index.0);
            }
            w.write_symbol(&sym);
        }
        w.write_symtab_shndx();
        for x in written.iter().filter(|x| x.rela.is_some()) {
            w.write_align_relocation();
            for r in &x.relocs {
                let r_sym = r.sym.map_or(0, |s| numbers[s.0 as usize]);
                let r_type = elf::RelocationType(r.kind);
                w.write_relocation(elf_info.rela, &Rel { r_offset: r.offset, r_sym, r_type, r_addend: r.addend });
            }
        }
        w.write_strtab();
        w.write_shstrtab();
        // Section headers, in the order of their indices.
        let symtab = w.symtab_index();
        w.write_null_section_header();
        w.write_strtab_section_header();
        for g in &groups {
            let symbol = self.signatures.get(&g.signature).map_or(0, |s| numbers[s.0 as usize]);
            w.write_comdat_section_header(group_name, symtab, SymbolIndex(symbol), g.offset, g.members.len());
        }
        for x in &written {
            self.section_header(&mut w, x, &written);
            if let Some((name, _, offset)) = x.rela {
                let grouped = self.sections.get(x.id).group.is_some();
                let words = if elf_info.rela { 3 } else { 2 };
                let each = words * if is_64 { 8 } else { 4 };
                let size = x.relocs.len() as u64 * each;
                let header = SectionHeader {
                    sh_name: w.section_name_offset(Some(name)),
                    sh_type: elf::SectionType(if elf_info.rela { 4 } else { 9 }),
                    sh_flags: elf::SectionFlags(INFO_LINK | if grouped { 0x200 } else { 0 }),
                    sh_addr: 0,
                    sh_offset: offset,
                    sh_size: size,
                    sh_link: symtab.0,
                    sh_info: x.index.0,
                    sh_addralign: if is_64 { 8 } else { 4 },
                    sh_entsize: each,
                };
                w.write_section_header(&header);
            }
        }
        if let Some(name) = attributes_name {
            let header = SectionHeader {
                sh_name: w.section_name_offset(Some(name)),
                sh_type: elf::SectionType(elf_info.attributes_type),
                sh_flags: elf::SectionFlags(0),
                sh_addr: 0,
                sh_offset: attributes_offset,
                sh_size: attributes.len() as u64,
                sh_link: 0,
                sh_info: 0,
                sh_addralign: 1,
                sh_entsize: 0,
            };
            w.write_section_header(&header);
        }
        w.write_symtab_section_header(locals);
        w.write_shstrtab_section_header();
        w.write_symtab_shndx_section_header();
        Ok(())
    }

    /// Lets relocations name sections where they named symbols that only this object knows. What the linker merges, or finds
    /// an entry of a table for, keeps its name.
    fn name_sections(&mut self, relocs: &mut [Reloc]) {
        for r in relocs {
            let Some(s) = r.sym.filter(|_| !self.hooks.names_symbol(r.kind)) else { continue };
            let d = &self.symbols[s.0 as usize];
            if d.binding != STB_LOCAL || d.kind == super::STT_GNU_IFUNC || d.kind == super::STT_TLS {
                continue;
            }
            let Place::Section(id, offset) = self.place(s) else { continue };
            if self.sections.get(id).flags.contains(SectionFlags::MERGE) && r.addend != 0 {
                continue;
            }
            r.sym = Some(self.section_symbol(id));
            r.addend = r.addend.wrapping_add(offset as i64);
        }
    }
    fn section_symbol(&mut self, id: SectionId) -> SymIndex {
        if let Some(&s) = self.section_symbols.get(&id) {
            return s;
        }
        let s = self.new_symbol(None, "", Place::Section(id, 0));
        self.symbols[s.0 as usize].kind = super::STT_SECTION;
        self.section_symbols.insert(id, s);
        s
    }
    /// Moves addends to the places that are relocated, which are words.
    fn addends_in_place(&mut self, section: usize, relocs: &mut [Reloc]) -> Result<()> {
        for r in relocs {
            let addend = self.ordered(r.addend as u64, 4);
            let data = self.contents.get_mut(section).map(|c| &mut c.data);
            let at = r.offset as usize;
            match data.and_then(|d| d.get_mut(at..at + 4)) {
                Some(field) => field.copy_from_slice(&addend[..4]),
                None => return Err(Error::unsupported(Pos::NONE, "relocation of less than a word in an object")),
            }
            r.addend = 0;
        }
        Ok(())
    }

    fn section_header(&self, w: &mut Writer<'_>, x: &Written, written: &[Written]) {
        let (s, c) = (self.sections.get(x.id), &self.contents[x.id.0 as usize]);
        let link = s.link.and_then(|l| match self.place(*self.by_sym.get(&l)?) {
            Place::Section(id, _) => written.get(id.0 as usize).map(|x| x.index.0),
            _ => None,
        });
        let header = SectionHeader {
            sh_name: w.section_name_offset(Some(x.name)),
            sh_type: elf::SectionType(match s.name.as_str() {
                ".eh_frame" => self.hooks.elf(self.target, &self.features).unwind_type,
                _ => type_number(s.kind),
            }),
            sh_flags: elf::SectionFlags(u64::from(s.flags.bits())),
            sh_addr: 0,
            sh_offset: x.offset,
            sh_size: c.data.len() as u64 + c.size,
            sh_link: link.unwrap_or(0),
            sh_info: 0,
            sh_addralign: c.align.max(if s.flags.contains(SectionFlags::EXEC) { self.least_align() } else { 1 }),
            sh_entsize: u64::from(s.entsize),
        };
        w.write_section_header(&header);
    }
    fn is_signature(&self, g: &Group, s: SymIndex) -> bool {
        self.signatures.get(&g.signature) == Some(&s)
    }
    fn least_align(&self) -> u64 {
        1 << self.hooks.code_align(&self.target.features)
    }

    fn elf_symbol(&self, s: SymIndex, st_name: u32, written: &[Written]) -> ElfSym {
        let d = &self.symbols[s.0 as usize];
        let (section, shndx, value) = match self.place(s) {
            Place::Undefined => (None, 0, 0),
            Place::Section(id, offset) => (written.get(id.0 as usize).map(|x| x.index.0), 0, offset),
            Place::Absolute(v) => (None, 0xfff1, v as u64),
            Place::Common { align } => (None, 0xfff2, align),
        };
        ElfSym {
            section,
            st_name,
            st_info: elf::SymbolInfo(d.binding << 4 | d.kind),
            st_other: elf::SymbolOther(d.visibility),
            st_shndx: elf::SymbolSection(shndx),
            st_value: value,
            st_size: d.size,
        }
    }
    fn symbol_name(&self, s: SymIndex) -> String {
        match self.symbols[s.0 as usize].sym {
            Some(sym) => self.names.name(sym),
            None => self.symbols[s.0 as usize].name.to_string(),
        }
    }
    /// The symbols that the table holds: those of the module, those that relocations name, and groups' signatures.
    fn symbol_order(&self) -> Vec<SymIndex> {
        let wanted = |n: &u32| self.symbols[*n as usize].wanted;
        let mut order: Vec<u32> = (0..self.symbols.len() as u32).filter(wanted).collect();
        order.sort_by_key(|&n| self.symbols[n as usize].binding != STB_LOCAL);
        order.into_iter().map(SymIndex).collect()
    }

    fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for n in 0..self.contents.len() {
            let id = SectionId(n as u32);
            let Some((signature, discard)) = &self.sections.get(id).group else { continue };
            match groups.iter_mut().find(|g| g.signature == *signature) {
                Some(g) => g.members.push(id),
                None => groups.push(Group {
                    signature: signature.clone(),
                    discard: *discard,
                    members: vec![id],
                    index: SectionIndex(0),
                    offset: 0,
                }),
            }
        }
        groups
    }
    /// The section of build attributes ("Attributes Section" of the ARM and RISC-V psABIs).
    fn attribute_section(&self) -> Vec<u8> {
        if self.attributes.is_empty() {
            return Vec::new();
        }
        let vendor = self.hooks.elf(self.target, &self.features).attributes_vendor;
        let file = 1 + 4 + self.attributes.len();
        let all = 4 + vendor.len() + 1 + file;
        let mut out = vec![b'A'];
        out.extend_from_slice(&self.ordered(all as u64, 4)[..4]);
        out.extend_from_slice(vendor.as_bytes());
        out.extend_from_slice(&[0, 1]);
        out.extend_from_slice(&self.ordered(file as u64, 4)[..4]);
        out.extend_from_slice(&self.attributes);
        out
    }
}
