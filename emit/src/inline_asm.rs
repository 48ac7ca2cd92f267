//! Inline assembly: the template with its operands put in, as LLVM's `AsmPrinterInlineAsm` does.
//!
//! `$0` and `${0:c}` name operands in the order of the constraints, `$$` is a dollar, `$(a$|b$)` offers alternatives for
//! dialects of which the first is taken, `${:uid}`, `${:private}` and `${:comment}` are what they say.

use crate::assemble;
use crate::lower::Lower;
use crate::mc::{AsmPiece, AsmText, Mark, McOperand};
use crate::target::McTarget;
use cgir::func::Op;
use whirl_lite::diag::Result;

/// Lowers an op that holds inline assembly.
pub fn lower(l: &mut Lower<'_>, target: &dyn McTarget, op: Op) -> Result<()> {
    let f = l.f;
    let Some(extra) = f.extra(op) else { return Ok(()) };
    let Some(asm) = extra.asm.as_deref() else { return Ok(()) };
    let constraints: Vec<&str> = asm.constraints.split(',').collect();
    let mut pieces = Vec::new();
    let mut text = String::new();
    let mut rest = asm.text.as_str();
    // Which alternative of `$(a$|b$)` is being read; none outside.
    let mut alternative: Option<u32> = None;
    while let Some(at) = rest.find('$') {
        let skipped = alternative.is_some_and(|n| n > 0);
        if !skipped {
            text.push_str(&rest[..at]);
        }
        rest = &rest[at + 1..];
        let Some(c) = rest.chars().next() else { return l.refuse("inline assembly that ends in '$'") };
        match c {
            '$' if !skipped => text.push('$'),
            '$' => {}
            '(' => alternative = Some(0),
            '|' => alternative = alternative.map(|n| n + 1),
            ')' => alternative = None,
            _ => {
                let (name, modifier, after) = match reference(rest) {
                    Some(r) => r,
                    None => return l.refuse(format!("inline assembly with '${c}'")),
                };
                rest = after;
                if !skipped {
                    operand(l, target, op, name, modifier, &constraints, &mut text, &mut pieces)?;
                }
                continue;
            }
        }
        rest = &rest[c.len_utf8()..];
    }
    text.push_str(rest);
    flush(&mut text, &mut pieces);
    let n = l.out.asm.len() as u32;
    l.out.mark(Mark::Asm(n));
    let assembled = assemble::inline(l, target, &pieces);
    l.out.asm.push(AsmText { pieces, assembled });
    Ok(())
}

fn flush(text: &mut String, pieces: &mut Vec<AsmPiece>) {
    if !text.is_empty() {
        pieces.push(AsmPiece::Text(std::mem::take(text)));
    }
}

/// Reads `0`, `{0:c}` or `{:name}`: the name, the modifier, and what follows.
fn reference(text: &str) -> Option<(&str, &str, &str)> {
    match text.strip_prefix('{') {
        Some(inner) => {
            let (inner, after) = inner.split_once('}')?;
            let (name, modifier) = inner.split_once(':').unwrap_or((inner, ""));
            Some((name, modifier, after))
        }
        None => {
            let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            (end > 0).then(|| (&text[..end], "", &text[end..]))
        }
    }
}

#[allow(clippy::too_many_arguments)]
fn operand(
    l: &mut Lower<'_>,
    target: &dyn McTarget,
    op: Op,
    name: &str,
    modifier: &str,
    constraints: &[&str],
    text: &mut String,
    pieces: &mut Vec<AsmPiece>,
) -> Result<()> {
    if name.is_empty() {
        match modifier {
            "uid" => {
                flush(text, pieces);
                pieces.push(AsmPiece::Uid);
            }
            "private" => text.push_str(".L"),
            "comment" => text.push('#'),
            _ => return l.refuse(format!("inline assembly with '${{:{modifier}}}'")),
        }
        return Ok(());
    }
    let f = l.f;
    let n: Option<usize> = name.parse().ok();
    let index = n.and_then(|n| f.extra(op)?.asm_operands.get(n).copied().flatten());
    let (Some(n), Some(index)) = (n, index) else {
        return l.refuse(format!("inline assembly that names operand '{name}', which it does not have"));
    };
    let tn = l.entry(op, index as usize)?;
    let o = l.operand(tn)?;
    let memory = constraints.get(n).is_some_and(|c| c.contains('*'));
    match o {
        McOperand::Expr(e) => {
            flush(text, pieces);
            pieces.push(AsmPiece::Expr(e));
        }
        McOperand::Label(label) => {
            flush(text, pieces);
            pieces.push(AsmPiece::Label(label));
        }
        _ => match target.asm_operand(l.cx.target.isa, o, memory, modifier) {
            Some(t) => text.push_str(&t),
            None => return l.refuse(format!("inline assembly operand with modifier '{modifier}'")),
        },
    }
    Ok(())
}

/// The most instructions that assembly can be that was not understood: one a line or semicolon.
pub fn most_instructions(asm: &AsmText) -> u32 {
    if asm.assembled {
        return 0;
    }
    let ends = |t: &str| t.bytes().filter(|&b| b == b'\n' || b == b';').count() as u32;
    1 + asm.pieces.iter().map(|p| if let AsmPiece::Text(t) = p { ends(t) } else { 0 }).sum::<u32>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references() {
        assert_eq!(reference("0, x"), Some(("0", "", ", x")));
        assert_eq!(reference("{12:z} y"), Some(("12", "z", " y")));
        assert_eq!(reference("{:uid}"), Some(("", "uid", "")));
        assert_eq!(reference("x"), None);
    }

    #[test]
    fn sizes() {
        let t = |s: &str, assembled| AsmText { pieces: vec![AsmPiece::Text(s.into())], assembled };
        assert_eq!(most_instructions(&t("nop", true)), 0);
        assert_eq!(most_instructions(&t("nop; nop\n nop", false)), 3);
    }
}
