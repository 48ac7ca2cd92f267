//! Inline assembly as instructions, so that its size is known and objects can hold it.
//!
//! What is understood is what inline assembly mostly is: instructions and labels, one a line or between semicolons. Text
//! with directives or symbols that the module does not have is left alone: assembly output passes it on, an object refuses
//! it. Nothing is changed unless everything was understood.

use crate::lower::Lower;
use crate::mc::{AsmPiece, Label, Mark, McExpr, McOperand, McSym, Note};
use crate::target::McTarget;
use cgir::func::Modifier;
use rustc_hash::FxHashMap;
use targ_info::code::{AsmValue, assemble};
use targ_info::{FeatureSet, Isa, Opcode, OperandKind};

/// An operand before its symbols are entered.
enum Operand {
    Known(McOperand),
    Label(Label),
    Expr(McExpr),
}

/// A line.
enum Line {
    Label(Label),
    Inst(Opcode, Vec<Operand>),
}

/// What a template's own references are replaced by while the text is read: never part of a name.
const MARK: char = '\u{1}';

/// Appends inline assembly as instructions; false if it was not understood.
pub fn inline(l: &mut Lower<'_>, target: &dyn McTarget, pieces: &[AsmPiece]) -> bool {
    let text: String = pieces
        .iter()
        .map(|p| match p {
            AsmPiece::Text(t) => t.clone(),
            AsmPiece::Uid => format!("{MARK}u"),
            AsmPiece::Expr(n) => format!("{MARK}e{n}"),
            AsmPiece::Label(n) => format!("{MARK}l{}", n.0),
        })
        .collect();
    let (isa, features) = (l.cx.target.isa, l.out.features);
    let mut reader = Reader { l, target, isa, features, named: FxHashMap::default(), numbered: Vec::new() };
    let statements: Vec<&str> = text.lines().flat_map(statements).collect();
    let mut lines = Vec::new();
    reader.find_labels(&statements);
    for (n, s) in statements.iter().enumerate() {
        match reader.statement(n, s) {
            Some(line) => lines.extend(line),
            None => return false,
        }
    }
    for line in lines {
        match line {
            Line::Label(label) => l.out.mark(Mark::AsmLabel(label)),
            Line::Inst(op, operands) => {
                let operands: Vec<McOperand> = operands
                    .into_iter()
                    .map(|o| match o {
                        Operand::Known(o) => o,
                        Operand::Label(label) => McOperand::Label(label),
                        Operand::Expr(e) => l.out.expr(e),
                    })
                    .collect();
                l.out.push(op, &operands, Note::ASM);
            }
        }
    }
    true
}

/// The statements of a line, without comments; a label is a statement of its own.
fn statements(line: &str) -> Vec<&str> {
    let line = line.split('#').next().unwrap_or("");
    let line = line.split("//").next().unwrap_or("");
    let mut out = Vec::new();
    for mut s in line.split(';').map(str::trim) {
        while let Some((label, rest)) = s.split_once(':').filter(|(l, _)| is_name(l.trim())) {
            out.push(&s[..label.len() + 1]);
            s = rest.trim();
        }
        if !s.is_empty() {
            out.push(s);
        }
    }
    out
}

fn is_name(s: &str) -> bool {
    !s.is_empty() && s.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '$' | MARK))
}

struct Reader<'r, 'a> {
    l: &'r mut Lower<'a>,
    target: &'r dyn McTarget,
    isa: &'static Isa,
    features: FeatureSet,
    named: FxHashMap<String, Label>,
    /// Numeric labels: statement, number, label.
    numbered: Vec<(usize, u32, Label)>,
}

impl Reader<'_, '_> {
    fn find_labels(&mut self, statements: &[&str]) {
        for (n, s) in statements.iter().enumerate() {
            let Some(name) = s.strip_suffix(':').map(str::trim) else { continue };
            let label = self.l.out.new_label();
            match name.parse() {
                Ok(number) => self.numbered.push((n, number, label)),
                Err(_) => {
                    self.named.insert(name.to_string(), label);
                }
            }
        }
    }
    /// A statement; `None` if it is not understood, nothing if it has no effect.
    fn statement(&self, at: usize, s: &str) -> Option<Option<Line>> {
        if let Some(name) = s.strip_suffix(':').map(str::trim) {
            // A global label would have to go to the symbol table.
            let numbered = self.numbered.iter().find(|x| x.0 == at).map(|x| x.2);
            let local = name.starts_with(".L").then(|| self.named.get(name).copied()).flatten();
            return Some(Some(Line::Label(numbered.or(local)?)));
        }
        if s.starts_with('.') {
            return None;
        }
        let (mnemonic, rest) = s.split_once(char::is_whitespace).unwrap_or((s, ""));
        if let Some(op) = self.target.composite(mnemonic) {
            let e = match self.expression(at, rest.trim())? {
                Operand::Expr(e) => Operand::Expr(e),
                Operand::Known(_) | Operand::Label(_) => return None,
            };
            return Some(Some(Line::Inst(op, vec![e])));
        }
        // Atomics take a bare address in parentheses; a zero before it is allowed.
        let bare = s.replace(" 0(", " (");
        self.instruction(at, s).or_else(|| self.instruction(at, &bare)).map(Some)
    }
    fn instruction(&self, at: usize, s: &str) -> Option<Line> {
        let a = assemble(self.isa, s, &self.features).ok()?;
        let row = self.isa.inst(a.op);
        let mut operands = Vec::with_capacity(row.operands.len());
        for (v, d) in a.operands().iter().zip(row.operands) {
            operands.push(match (*v, d.kind) {
                (AsmValue::Int(n), OperandKind::Reg(c)) => Operand::Known(McOperand::Reg(self.isa.class(c).member(n)?)),
                (AsmValue::Int(_), OperandKind::Fixed(r)) => Operand::Known(McOperand::Reg(r)),
                (AsmValue::Int(n), OperandKind::Imm(_)) => Operand::Known(McOperand::Imm(n)),
                (AsmValue::Int(_), OperandKind::Target(_) | OperandKind::Variadic) => return None,
                (AsmValue::Expr(t), _) => self.expression(at, t)?,
            });
        }
        Some(Line::Inst(a.op, operands))
    }
    /// `%modifier(symbol+offset)`, or a label.
    fn expression(&self, at: usize, text: &str) -> Option<Operand> {
        let (modifier, inner) = match text.strip_prefix('%') {
            Some(t) => {
                let (name, rest) = t.split_once('(')?;
                let number = self.target.modifier_number(name)?;
                (number, rest.strip_suffix(')')?.trim())
            }
            None => (Modifier::default(), text),
        };
        let cut = inner.find(['+', '-']).unwrap_or(inner.len());
        let (name, offset) = inner.split_at(cut);
        let offset = if offset.is_empty() { 0 } else { offset.replace(' ', "").parse().ok()? };
        let name = name.trim();
        let label = self.label(at, name);
        if let (Some(label), Modifier(0), 0) = (label, modifier, offset) {
            return Some(Operand::Label(label));
        }
        let (sym, more) = match (name.strip_prefix(MARK).and_then(|n| n.strip_prefix('e')), label) {
            (Some(n), _) => {
                let e = self.l.out.exprs.get(n.parse::<usize>().ok()?)?;
                (e.sym, e.offset)
            }
            (None, Some(label)) => (McSym::Label(label), 0),
            (None, None) => (McSym::Global(*self.l.cx.module.by_name.get(name)?), 0),
        };
        Some(Operand::Expr(McExpr { sym, offset: more.wrapping_add(offset), modifier }))
    }
    fn label(&self, at: usize, name: &str) -> Option<Label> {
        if let Some(n) = name.strip_prefix(MARK).and_then(|n| n.strip_prefix('l')) {
            return n.parse().ok().map(Label);
        }
        if let Some(&label) = self.named.get(name) {
            return Some(label);
        }
        let all = self.numbered.iter();
        if let Some(n) = name.strip_suffix('f').and_then(|n| n.parse::<u32>().ok()) {
            return all.filter(|x| x.1 == n && x.0 > at).map(|x| x.2).next();
        }
        let n = name.strip_suffix('b').and_then(|n| n.parse::<u32>().ok())?;
        all.filter(|x| x.1 == n && x.0 <= at).map(|x| x.2).next_back()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_of_a_line() {
        assert_eq!(statements("1: addi a0, a0, 1; bnez a0, 1b # again"), ["1:", "addi a0, a0, 1", "bnez a0, 1b"]);
        assert_eq!(statements("  # nothing"), [""; 0]);
    }
}
