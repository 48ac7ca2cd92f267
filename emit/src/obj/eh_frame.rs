//! `.eh_frame`: one common entry, and one entry for each function with CFI (Linux Standard Base, "Exception Frames";
//! DWARF 5, 6.4). The bytes are those that llvm-mc makes of the same directives.

use super::{Fixup, FixupKind, Frame, ObjStreamer, Place, SymIndex, leb, sleb};
use crate::mc::CfiOp;
use crate::section::Section;
use crate::streamer::Streamer;
use targ_info::PReg;

const DW_CFA_ADVANCE_LOC: u8 = 0x40;
const DW_CFA_OFFSET: u8 = 0x80;
const DW_CFA_RESTORE: u8 = 0xc0;
const DW_CFA_ADVANCE_LOC1: u8 = 0x02;
const DW_CFA_ADVANCE_LOC2: u8 = 0x03;
const DW_CFA_ADVANCE_LOC4: u8 = 0x04;
const DW_CFA_OFFSET_EXTENDED: u8 = 0x05;
const DW_CFA_RESTORE_EXTENDED: u8 = 0x06;
const DW_CFA_DEF_CFA: u8 = 0x0c;
const DW_CFA_DEF_CFA_REGISTER: u8 = 0x0d;
const DW_CFA_DEF_CFA_OFFSET: u8 = 0x0e;
const DW_CFA_OFFSET_EXTENDED_SF: u8 = 0x11;
/// `DW_EH_PE_pcrel | DW_EH_PE_sdata4`
const POINTER_ENCODING: u8 = 0x1b;
/// `DW_EH_PE_pcrel | DW_EH_PE_sdata8`
const FAR_POINTER_ENCODING: u8 = 0x1c;

impl ObjStreamer<'_> {
    /// Makes the section, if a function wants it.
    pub(super) fn eh_frame(&mut self) {
        let frames = std::mem::take(&mut self.frames);
        if frames.is_empty() {
            return;
        }
        let elf = self.hooks.elf(self.target, &self.features);
        let pointer = usize::from(self.target.xlen() / 8);
        self.switch(Section::rodata(".eh_frame"));
        self.align(pointer.ilog2() as u8, false);
        let mut cie = vec![0u8; 8];
        cie.extend_from_slice(b"\x01zR\0");
        leb(&mut cie, 1);
        sleb(&mut cie, elf.data_align);
        let column = self.hooks.return_column(self.target);
        let entry = self.hooks.entry_cfa(self.target);
        cie.push(self.dwarf(column) as u8);
        let (encoding, distance, bytes) = match elf.far_code {
            Some(distance) => (FAR_POINTER_ENCODING, distance, 8),
            None => (POINTER_ENCODING, elf.pcrel32, 4),
        };
        cie.extend_from_slice(&[1, encoding, DW_CFA_DEF_CFA]);
        leb(&mut cie, self.dwarf(self.target.abi.sp));
        leb(&mut cie, entry as u64);
        if entry != 0 {
            // The call has pushed the return address.
            self.cfi_op(CfiOp::Offset(column, -entry), elf.data_align, &mut cie);
        }
        self.entry(cie, 4);
        for (n, f) in frames.iter().enumerate() {
            let at = self.offset();
            let (entry, mut fixups) = self.fde(f, at, elf.data_align, bytes);
            // The section's size is a multiple of the pointer's, as old readers expect.
            self.entry(entry, if n + 1 == frames.len() { pointer } else { 4 });
            let begin = Fixup { offset: at + 8, kind: FixupKind::Reloc(distance, true), sym: f.begin, addend: 0 };
            let kind = FixupKind::Difference(bytes, f.begin);
            let length = Fixup { offset: at + 8 + u64::from(bytes), kind, sym: f.finish, addend: 0 };
            self.here().fixups.extend([begin, length]);
            self.here().fixups.append(&mut fixups);
        }
    }
    /// Pads an entry, fills in its length, and appends it.
    fn entry(&mut self, mut e: Vec<u8>, align: usize) {
        let at = self.offset() as usize;
        // DW_CFA_nop is zero.
        e.resize((at + e.len()).next_multiple_of(align) - at, 0);
        let length = self.ordered(e.len() as u64 - 4, 4);
        e[..4].copy_from_slice(&length[..4]);
        self.push(&e);
    }
    /// The entry of a function that stands at `at`, and what in it depends on the linker beside its first two fields.
    fn fde(&mut self, f: &Frame, at: u64, data_align: i64, bytes: u8) -> (Vec<u8>, Vec<Fixup>) {
        let (mut out, mut fixups) = (vec![0; 4], Vec::new());
        out.extend_from_slice(&self.ordered(at + 4, 4)[..4]);
        // Begin and length are fixups; then no augmentation data.
        out.resize(out.len() + 2 * usize::from(bytes) + 1, 0);
        let (mut pc, mut last) = (f.start, Some(f.begin));
        for &(place, op) in &f.ops {
            if place != pc && !self.is_rigid(f.section, pc, place) {
                let from = last.unwrap_or_else(|| self.cfi_label(f, pc));
                let to = self.cfi_label(f, place);
                let (offset, pair) = self.linked_advance(&mut out, place - pc);
                if let Some((set, sub)) = pair {
                    let kind = FixupKind::Linked(set, sub, from);
                    fixups.push(Fixup { offset: at + offset as u64, kind, sym: to, addend: 0 });
                }
                last = Some(to);
            } else if place != pc {
                advance(&mut out, place - pc, |v, n| self.ordered(v, n));
                last = None;
            }
            pc = place;
            self.cfi_op(op, data_align, &mut out);
        }
        (out, fixups)
    }
    fn cfi_label(&mut self, f: &Frame, at: u64) -> SymIndex {
        self.new_symbol(None, ".L0 ", Place::Section(f.section, at))
    }
    /// An advance whose distance the linker fills in: where, and by which relocations.
    fn linked_advance(&self, out: &mut Vec<u8>, delta: u64) -> (usize, Option<(u32, u32)>) {
        let (bits, op) = match delta {
            0..0x40 => {
                out.push(DW_CFA_ADVANCE_LOC);
                return (out.len() - 1, self.hooks.linked_advance(6));
            }
            0x40..0x100 => (8, DW_CFA_ADVANCE_LOC1),
            0x100..0x1_0000 => (16, DW_CFA_ADVANCE_LOC2),
            _ => (32, DW_CFA_ADVANCE_LOC4),
        };
        out.push(op);
        let at = out.len();
        out.resize(at + bits as usize / 8, 0);
        (at, self.hooks.linked_advance(bits))
    }
    fn cfi_op(&self, op: CfiOp, data_align: i64, out: &mut Vec<u8>) {
        match op {
            CfiOp::DefCfa(r, n) => {
                out.push(DW_CFA_DEF_CFA);
                leb(out, self.dwarf(r));
                leb(out, n as u64);
            }
            CfiOp::DefCfaOffset(n) => {
                out.push(DW_CFA_DEF_CFA_OFFSET);
                leb(out, n as u64);
            }
            CfiOp::DefCfaRegister(r) => {
                out.push(DW_CFA_DEF_CFA_REGISTER);
                leb(out, self.dwarf(r));
            }
            CfiOp::Offset(r, n) => {
                let (r, n) = (self.dwarf(r), n / data_align);
                if n < 0 {
                    out.push(DW_CFA_OFFSET_EXTENDED_SF);
                    leb(out, r);
                    sleb(out, n);
                } else {
                    short(out, DW_CFA_OFFSET, DW_CFA_OFFSET_EXTENDED, r);
                    leb(out, n as u64);
                }
            }
            CfiOp::Restore(r) => short(out, DW_CFA_RESTORE, DW_CFA_RESTORE_EXTENDED, self.dwarf(r)),
        }
    }
    fn dwarf(&self, r: PReg) -> u64 {
        u64::from(self.target.isa.reg(r).dwarf)
    }
}

/// An operation with a register that may be part of the opcode.
fn short(out: &mut Vec<u8>, op: u8, extended: u8, r: u64) {
    if r < 0x40 {
        out.push(op | r as u8);
    } else {
        out.push(extended);
        leb(out, r);
    }
}

fn advance(out: &mut Vec<u8>, delta: u64, ordered: impl Fn(u64, u8) -> [u8; 8]) {
    match delta {
        0 => {}
        1..0x40 => out.push(DW_CFA_ADVANCE_LOC | delta as u8),
        0x40..0x100 => out.extend_from_slice(&[DW_CFA_ADVANCE_LOC1, delta as u8]),
        0x100..0x1_0000 => {
            out.push(DW_CFA_ADVANCE_LOC2);
            out.extend_from_slice(&ordered(delta, 2)[..2]);
        }
        _ => {
            out.push(DW_CFA_ADVANCE_LOC4);
            out.extend_from_slice(&ordered(delta, 4)[..4]);
        }
    }
}
