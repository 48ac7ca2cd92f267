//! The assembly streamer: a module as text, as llc writes it.
//!
//! Everything goes into one string; operands are appended by hand, since formatting machinery would cost more than all
//! the rest of emission.

use crate::mc::{AsmPiece, CfiOp, Label, Mark, McFunction, McInst, McOperand, McSym, Note};
use crate::rows;
use crate::section::{Section, SectionFlags, SectionId, SectionType, Sections};
use crate::streamer::{AttrValue, Streamer, SymAttr};
use crate::symbol::{FuncBase, Names, Sym, Value, number, signed};
use crate::target::McTarget;
use targ_info::code::print_address;
use targ_info::{AsmPart, FeatureSet, Isa, Opcode, OperandKind, PReg, Target};
use whirl_lite::diag::Result;

/// Comments stand in this column.
const COMMENT_COLUMN: usize = 40;

/// Writes assembly.
pub struct AsmStreamer<'a> {
    /// The text.
    pub out: String,
    isa: &'static Isa,
    target: &'static dyn McTarget,
    features: FeatureSet,
    names: &'a Names<'a>,
    sections: Sections,
    section: Option<SectionId>,
    /// Which of the ISA's dialects is written.
    dialect: usize,
}

impl<'a> AsmStreamer<'a> {
    /// A streamer for a dialect of the ISA, with room for so much text.
    pub fn new(
        t: &Target,
        target: &'static dyn McTarget,
        names: &'a Names<'a>,
        dialect: usize,
        room: usize,
    ) -> AsmStreamer<'a> {
        let mut s = AsmStreamer {
            out: String::with_capacity(room),
            isa: t.isa,
            target,
            features: t.features,
            names,
            sections: Sections::default(),
            section: None,
            dialect,
        };
        s.speak(dialect);
        s
    }

    /// From here on the text is in another dialect: in that of the ISA's rows, as assemblers begin, nothing is said unless
    /// it was another before.
    fn speak(&mut self, dialect: usize) {
        if self.dialect != 0
            && let Some(d) = self.isa.dialects.get(dialect)
        {
            self.out.extend(["\t", d.directive.0]);
            if !d.directive.1.is_empty() {
                self.out.extend([" ", d.directive.1]);
            }
            self.end();
        }
    }

    fn directive(&mut self, name: &str) {
        self.out.push('\t');
        self.out.push_str(name);
        self.out.push('\t');
    }
    fn sym(&mut self, s: Sym) {
        self.names.write_quoted(&mut self.out, s);
    }
    fn end(&mut self) {
        self.out.push('\n');
    }
    fn number_line(&mut self, name: &str, n: u64) {
        self.directive(name);
        number(&mut self.out, n);
        self.end();
    }
    /// Ends a line with a comment in the comment column.
    fn comment(&mut self, line: usize, text: &str) {
        // Tabs go to multiples of eight; the one that begins a line is not counted, as in llc's output.
        let shown = &self.out.as_bytes()[line..];
        let shown = shown.strip_prefix(b"\t").unwrap_or(shown);
        let column = shown.iter().fold(0, |c, &b| if b == b'\t' { (c / 8 + 1) * 8 } else { c + 1 });
        let pad = COMMENT_COLUMN.saturating_sub(column).max(1);
        self.out.extend(std::iter::repeat_n(' ', pad));
        self.out.push_str("# ");
        self.out.push_str(text);
        self.end();
    }

    fn section_line(&mut self, s: &Section) {
        if let (".text" | ".data" | ".bss", None, None) = (s.name.as_str(), &s.group, s.link) {
            let plain = [Section::text(), Section::data(".data"), Section::bss(".bss")];
            if plain.contains(s) {
                self.out.push('\t');
                self.out.push_str(&s.name);
                return self.end();
            }
        }
        self.directive(".section");
        let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.' | b'$');
        match s.name.bytes().all(plain) && s.name != ".note.GNU-stack" {
            true => self.out.push_str(&s.name),
            false => self.quoted(s.name.as_bytes()),
        }
        self.out.push_str(",\"");
        const LETTERS: [(SectionFlags, char); 10] = [
            (SectionFlags::ALLOC, 'a'),
            (SectionFlags::EXEC, 'x'),
            (SectionFlags::WRITE, 'w'),
            (SectionFlags::MERGE, 'M'),
            (SectionFlags::STRINGS, 'S'),
            (SectionFlags::TLS, 'T'),
            (SectionFlags::LINK_ORDER, 'o'),
            (SectionFlags::GROUP, 'G'),
            (SectionFlags::RETAIN, 'R'),
            (SectionFlags::LARGE, 'l'),
        ];
        for (f, c) in LETTERS {
            if s.flags.contains(f) {
                self.out.push(c);
            }
        }
        self.out.push_str(match s.kind {
            SectionType::Progbits => "\",@progbits",
            SectionType::Nobits => "\",@nobits",
            SectionType::Note => "\",@note",
            SectionType::InitArray => "\",@init_array",
            SectionType::FiniArray => "\",@fini_array",
            SectionType::PreinitArray => "\",@preinit_array",
        });
        if s.entsize != 0 {
            self.out.push(',');
            number(&mut self.out, u64::from(s.entsize));
        }
        if let Some(link) = s.link {
            self.out.push(',');
            self.sym(link);
        }
        if let Some((signature, discard)) = &s.group {
            self.out.push(',');
            self.out.push_str(signature);
            self.out.push_str(if *discard { ",comdat" } else { "" });
        }
        self.end();
    }

    /// A string in quotes, as the assembler reads it.
    fn quoted(&mut self, b: &[u8]) {
        self.out.push('"');
        for &c in b {
            match c {
                b'"' => self.out.push_str("\\\""),
                b'\\' => self.out.push_str("\\\\"),
                b'\n' => self.out.push_str("\\n"),
                b'\t' => self.out.push_str("\\t"),
                b'\r' => self.out.push_str("\\r"),
                8 => self.out.push_str("\\b"),
                12 => self.out.push_str("\\f"),
                b' '..=b'~' => self.out.push(c as char),
                _ => {
                    self.out.push('\\');
                    for shift in [6, 3, 0] {
                        self.out.push((b'0' + (c >> shift & 7)) as char);
                    }
                }
            }
        }
        self.out.push('"');
    }

    fn expression(&mut self, v: Value) {
        if let Some(s) = v.plus {
            self.sym(s);
        }
        if let Some(s) = v.minus {
            self.out.push('-');
            self.sym(s);
        }
        match (v.plus, v.minus, v.offset) {
            (None, None, n) => signed(&mut self.out, n),
            (_, _, 0) => {}
            (_, _, n) => {
                if n > 0 {
                    self.out.push('+');
                }
                signed(&mut self.out, n);
            }
        }
    }

    fn mc_expression(&mut self, f: &McFunction, base: FuncBase, n: u32) {
        let Some(e) = f.exprs.get(n as usize) else { return };
        let modifier = self.target.modifier(e.modifier);
        if self.target.modifier_behind() {
            self.sym(base.bind(e.sym));
            self.out.push_str(modifier);
            if e.offset > 0 {
                self.out.push('+');
            }
            if e.offset != 0 {
                signed(&mut self.out, e.offset);
            }
            return;
        }
        if !modifier.is_empty() {
            self.out.push_str(modifier);
            self.out.push('(');
        }
        self.expression(Value { plus: Some(base.bind(e.sym)), minus: None, offset: e.offset });
        if !modifier.is_empty() {
            self.out.push(')');
        }
    }

    fn reg(&mut self, r: PReg) {
        self.out.push_str(self.isa.reg(r).name);
    }

    fn inst(&mut self, f: &McFunction, base: FuncBase, i: &McInst) {
        let operands = f.operands(i);
        let line = self.out.len();
        self.out.push('\t');
        if self.target.composite_size(i.opcode).is_some() {
            self.out.push_str(self.target.composite_name(i.opcode));
            self.out.push('\t');
            for o in operands {
                self.operand(f, base, *o, None);
            }
        } else if let Some((alias, _)) = rows::alias(self.isa, &f.features, i.opcode, operands) {
            self.template(f, base, alias, |n| {
                operands.get(rows::alias_operand(self.isa, alias, i.opcode, n)?).copied()
            });
        } else {
            self.template(f, base, i.opcode, |n| operands.get(n).copied());
            // A symbol beyond the row's operands is there for its relocation.
            for o in operands.get(self.isa.inst(i.opcode).operands.len()..).unwrap_or(&[]) {
                self.out.push_str(", ");
                self.operand(f, base, *o, None);
            }
        }
        match i.note.text() {
            "" => self.end(),
            word => self.comment(line, word),
        }
    }

    /// An instruction by its row's template; `get` gives the operands of the row.
    fn template(&mut self, f: &McFunction, base: FuncBase, op: Opcode, get: impl Fn(usize) -> Option<McOperand>) {
        let isa = self.isa;
        let kind = |n: u8| isa.inst(op).operands.get(n as usize).and_then(|o| imm_kind(o.kind));
        let parts = isa.dialects.get(self.dialect).map_or(isa.asm, |d| d.asm);
        for p in parts.get(op.0 as usize).copied().unwrap_or(&[]) {
            match *p {
                AsmPart::Text(t) => self.out.push_str(t),
                AsmPart::Address(first) => self.address(f, base, op, first as usize, &get),
                AsmPart::Operand(n) => {
                    if let Some(o) = get(n as usize) {
                        // Where brackets are what marks an address, a symbol alone means what is there, not where it is.
                        let immediate = isa.inst(op).operands.get(n as usize).map(|o| o.kind);
                        let symbol = matches!((o, immediate), (McOperand::Expr(_), Some(OperandKind::Imm(_))));
                        if symbol && isa.dialects.get(self.dialect).is_some_and(|d| d.brackets) {
                            self.out.push_str("offset ");
                        }
                        self.operand(f, base, o, kind(n));
                    }
                }
                AsmPart::Optional(n) => {
                    let default = kind(n).and_then(|k| isa.imms.get(k as usize)?.default).map(McOperand::Imm);
                    if let Some(o) = get(n as usize).filter(|o| Some(*o) != default) {
                        self.out.push_str(", ");
                        self.operand(f, base, o, kind(n));
                    }
                }
            }
        }
    }

    /// An address of several operands, whose displacement may be a symbol.
    fn address(
        &mut self,
        f: &McFunction,
        base: FuncBase,
        op: Opcode,
        first: usize,
        get: &dyn Fn(usize) -> Option<McOperand>,
    ) {
        let isa = self.isa;
        let Some(dialect) = isa.dialects.get(self.dialect) else { return };
        let value = |n: usize| match get(n)? {
            McOperand::Reg(r) => Some(i64::from(isa.reg(r).enc)),
            McOperand::Imm(v) => Some(v),
            McOperand::Expr(_) | McOperand::Label(_) => None,
        };
        let offset = targ_info::code::AddressParts::of(isa.inst(op).operands, first).offset;
        let at = self.out.len();
        if let Some(McOperand::Expr(e)) = get(offset) {
            self.mc_expression(f, base, e);
        }
        let symbol = self.out.split_off(at);
        // Writing to a string cannot fail.
        let _ = print_address(isa, dialect, op, first, &value, &symbol, &mut self.out);
    }

    fn operand(&mut self, f: &McFunction, base: FuncBase, o: McOperand, kind: Option<u16>) {
        match o {
            McOperand::Reg(r) => self.reg(r),
            McOperand::Imm(v) => {
                let desc = kind.and_then(|k| self.isa.imms.get(k as usize));
                match desc.and_then(|k| k.names.iter().find(|n| n.0 == v)) {
                    Some((_, name)) => self.out.push_str(name),
                    None => match desc {
                        // Wrapped values are written without a sign.
                        Some(k) if v < 0 && !k.signed && k.bits < 64 => {
                            number(&mut self.out, v as u64 & ((1 << (k.bits + k.shift)) - 1));
                        }
                        _ => signed(&mut self.out, v),
                    },
                }
            }
            McOperand::Expr(e) => self.mc_expression(f, base, e),
            McOperand::Label(l) => self.sym(base.label(l)),
        }
    }

    fn cfi(&mut self, op: CfiOp) {
        let reg = |s: &mut Self, name: &str, r: PReg| {
            s.directive(name);
            s.out.push_str(s.isa.dialects.get(s.dialect).map_or("", |d| d.reg));
            s.reg(r);
        };
        match op {
            CfiOp::DefCfa(r, n) => {
                reg(self, ".cfi_def_cfa", r);
                self.out.push_str(", ");
                signed(&mut self.out, n);
            }
            CfiOp::DefCfaOffset(n) => {
                self.directive(".cfi_def_cfa_offset");
                signed(&mut self.out, n);
            }
            CfiOp::DefCfaRegister(r) => reg(self, ".cfi_def_cfa_register", r),
            CfiOp::Offset(r, n) => {
                reg(self, ".cfi_offset", r);
                self.out.push_str(", ");
                signed(&mut self.out, n);
            }
            CfiOp::Restore(r) => reg(self, ".cfi_restore", r),
        }
        self.end();
    }

    fn inline_asm(&mut self, f: &McFunction, base: FuncBase, n: u32) {
        self.out.push_str("\t#APP\n");
        // Its text is in the ISA's main dialect.
        self.speak(0);
        if let Some(asm) = f.asm.get(n as usize) {
            let start = self.out.len();
            self.out.push('\t');
            for p in &asm.pieces {
                match p {
                    AsmPiece::Text(t) => self.out.push_str(t),
                    AsmPiece::Uid => number(&mut self.out, u64::from(base.asm + n)),
                    AsmPiece::Expr(e) => self.mc_expression(f, base, *e),
                    AsmPiece::Label(l) => self.sym(base.label(*l)),
                }
            }
            if self.out[start..].trim().is_empty() {
                self.out.truncate(start);
            } else {
                self.end();
            }
        }
        self.speak(self.dialect);
        self.out.push_str("\t#NO_APP\n");
    }

    fn mark(&mut self, f: &McFunction, base: FuncBase, m: Mark) {
        match m {
            Mark::Block(n) if f.label_used.get(n as usize) == Some(&true) => self.label(base.label(Label(n))),
            Mark::Block(n) => {
                self.out.push_str("# %bb.");
                number(&mut self.out, u64::from(n));
                self.out.push_str(":\n");
            }
            Mark::Label(l) => self.label(base.label(l)),
            Mark::Anchor(n) => self.label(base.bind(McSym::Anchor(n))),
            Mark::Cfi(op) => self.cfi(op),
            Mark::Asm(n) => self.inline_asm(f, base, n),
            Mark::AsmLabel(_) => {}
        }
    }
}

fn imm_kind(k: OperandKind) -> Option<u16> {
    match k {
        OperandKind::Imm(k) | OperandKind::Target(k) => Some(k),
        _ => None,
    }
}

impl Streamer for AsmStreamer<'_> {
    fn attributes(&mut self, attributes: &[(u32, AttrValue)]) {
        for (tag, v) in attributes {
            self.directive(".attribute");
            number(&mut self.out, u64::from(*tag));
            self.out.push_str(", ");
            match v {
                AttrValue::Int(n) => number(&mut self.out, *n),
                AttrValue::Text(t) => self.quoted(t.as_bytes()),
            }
            self.end();
        }
    }
    fn file(&mut self, name: &str) {
        self.directive(".file");
        self.quoted(name.as_bytes());
        self.end();
    }
    fn switch(&mut self, section: Section) {
        let id = self.sections.intern(section);
        if self.section != Some(id) {
            self.section = Some(id);
            let s = self.sections.get(id).clone();
            self.section_line(&s);
        }
    }
    fn align(&mut self, log2: u8, code: bool) {
        if log2 == 0 {
            return;
        }
        self.directive(".p2align");
        number(&mut self.out, u64::from(log2));
        self.out.push_str(if code { "\n" } else { ", 0x0\n" });
    }
    fn label(&mut self, s: Sym) {
        self.sym(s);
        self.out.push_str(":\n");
    }
    fn attr(&mut self, s: Sym, a: SymAttr) {
        let (name, kind) = match a {
            SymAttr::Global => (".globl", ""),
            SymAttr::Weak => (".weak", ""),
            SymAttr::Local => (".local", ""),
            SymAttr::Hidden => (".hidden", ""),
            SymAttr::Protected => (".protected", ""),
            SymAttr::Function => (".type", ",@function"),
            // Thread-local symbols are told by their section.
            SymAttr::Object | SymAttr::ThreadLocal => (".type", ",@object"),
            SymAttr::Ifunc => (".type", ",@gnu_indirect_function"),
        };
        self.directive(name);
        self.sym(s);
        self.out.push_str(kind);
        self.end();
    }
    fn size(&mut self, s: Sym, bytes: u64) {
        self.directive(".size");
        self.sym(s);
        self.out.push_str(", ");
        number(&mut self.out, bytes);
        self.end();
    }
    fn int(&mut self, value: u64, bytes: u8) {
        let [half, word] = self.target.data_directives();
        let (name, mask) = match bytes {
            1 => (".byte", 0xff),
            2 => (half, 0xffff),
            4 => (word, 0xffff_ffff),
            _ => (".quad", u64::MAX),
        };
        let value = value & mask;
        self.directive(name);
        // Large numbers are bit patterns.
        match bytes {
            8 if value >> 32 != 0 && (value as i64) < 0 => signed(&mut self.out, value as i64),
            _ => number(&mut self.out, value),
        }
        self.end();
    }
    fn value(&mut self, v: Value, bytes: u8) -> Result<()> {
        let [half, word] = self.target.data_directives();
        self.directive(match bytes {
            1 => ".byte",
            2 => half,
            4 => word,
            _ => ".quad",
        });
        self.expression(v);
        self.end();
        Ok(())
    }
    fn bytes(&mut self, b: &[u8]) {
        match b {
            [] => {}
            [one] => self.number_line(".byte", u64::from(*one)),
            [text @ .., 0] => {
                self.directive(".asciz");
                self.quoted(text);
                self.end();
            }
            _ => {
                self.directive(".ascii");
                self.quoted(b);
                self.end();
            }
        }
    }
    fn zero(&mut self, n: u64) {
        if n != 0 {
            self.number_line(".zero", n);
        }
    }
    fn uleb(&mut self, n: u64) {
        self.number_line(".uleb128", n);
    }
    fn common(&mut self, s: Sym, size: u64, align: u64) {
        self.directive(".comm");
        self.sym(s);
        for n in [size, align] {
            self.out.push(',');
            number(&mut self.out, n);
        }
        self.end();
    }
    fn assign(&mut self, s: Sym, v: Value) -> Result<()> {
        self.out.push_str(".set ");
        self.sym(s);
        self.out.push_str(", ");
        self.expression(v);
        self.end();
        Ok(())
    }
    fn module_asm(&mut self, lines: &[String]) -> Result<()> {
        self.speak(0);
        for l in lines {
            self.out.push_str(l);
            self.end();
        }
        self.speak(self.dialect);
        // It may leave any section behind.
        self.section = None;
        Ok(())
    }
    fn ident(&mut self, text: &str) {
        self.directive(".ident");
        self.quoted(text.as_bytes());
        self.end();
    }
    fn function(&mut self, f: &McFunction, base: FuncBase) -> Result<()> {
        let line = self.out.len();
        self.sym(Sym::Global(f.global));
        self.out.push(':');
        let name = self.out[line..self.out.len() - 1].to_string();
        self.comment(line, &format!("@{}", name.trim_matches('"')));
        if f.cfi {
            self.out.push_str("\t.cfi_startproc\n");
        }
        let mut marks = f.marks.iter().peekable();
        for (n, i) in f.insts.iter().enumerate() {
            while let Some(&(_, m)) = marks.next_if(|m| m.0 as usize <= n) {
                self.mark(f, base, m);
            }
            if !i.note.contains(Note::ASM) {
                self.inst(f, base, i);
            }
        }
        for &(_, m) in marks {
            self.mark(f, base, m);
        }
        let end = Sym::FuncEnd(base.number);
        self.label(end);
        self.directive(".size");
        self.sym(Sym::Global(f.global));
        self.out.push_str(", ");
        self.expression(Value::distance(Sym::Global(f.global), end));
        self.end();
        if f.cfi {
            self.out.push_str("\t.cfi_endproc\n");
        }
        Ok(())
    }
    fn function_features(&mut self, f: &McFunction, begin: bool) {
        if let Some((push, pop)) = self.target.features_directives(self.isa, &self.features, &f.features) {
            self.out.push_str(if begin { &push } else { &pop });
        }
    }
}
