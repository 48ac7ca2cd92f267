//! Instructions of machines whose encodings are laid out part by part: their length depends on their operands, and a symbol has a
//! field of its own somewhere within, which its fixup names.

use super::{Fixup, FixupKind, ObjStreamer, STT_TLS};
use crate::mc::{McFunction, McInst, McOperand};
use crate::rows;
use crate::symbol::{FuncBase, Sym};
use crate::target::{Field, Origin};
use whirl_lite::diag::{Error, Pos, Result};

impl ObjStreamer<'_> {
    /// An instruction whose bytes are laid out by its operands: labels are distances, symbols fixups of their own fields.
    pub(super) fn laid_out(&mut self, f: &McFunction, base: FuncBase, i: &McInst, at: u64) -> Result<()> {
        let (isa, operands) = (self.target.isa, f.operands(i));
        // Where no operand waits for a place, relaxation has made the bytes.
        let settled = operands.iter().all(|o| matches!(o, McOperand::Reg(_) | McOperand::Imm(_)));
        let made = f.bytes.get(i.code as usize..i.code as usize + usize::from(i.size));
        if let Some(bytes) = made.filter(|b| settled && !b.is_empty()) {
            self.here().data.extend_from_slice(bytes);
            return Ok(());
        }
        let start = self.functions.get(base.number as usize).and_then(|p| p.as_ref()).map_or(0, |p| p.start);
        let to = operands.iter().find_map(|o| match o {
            McOperand::Label(l) => f.label_offsets.get(l.0 as usize).map(|&o| start + u64::from(o)),
            _ => None,
        });
        let distance = to.map_or(0, |to| to.wrapping_sub(at) as i64);
        let (short, code) = rows::laid_out(isa, &f.features, i.opcode, operands, i.short.is_none(), distance);
        let op = short.unwrap_or(i.opcode);
        if code.len == 0 || code.len != i.size {
            let e = Error::unsupported(Pos::NONE, format!("these operands of '{}' in an object", isa.inst(op).name));
            return Err(e.in_function(&self.names.name(Sym::Global(f.global))));
        }
        self.here().data.extend_from_slice(code.as_slice());
        // A short form has the symbols of the long one, in the same order.
        let exprs = operands.iter().filter_map(|o| match o {
            McOperand::Expr(e) => Some(*e),
            _ => None,
        });
        let mut spots: Vec<_> = code.spots.into_iter().flatten().collect();
        spots.sort_by_key(|s| s.operand);
        for (e, spot) in exprs.zip(spots) {
            let Some(expr) = f.exprs.get(e as usize) else { continue };
            let modifier = expr.modifier;
            let (operand, len) = (usize::from(spot.operand), spot.len);
            let field = Field { op, operand, len, modifier, operands, bytes: code.as_slice() };
            let Some((reloc, origin)) = self.hooks.field_reloc(self.target, &field) else {
                let e = Error::unsupported(Pos::NONE, format!("a symbol like this in '{}'", isa.inst(op).name));
                return Err(e.in_function(&self.names.name(Sym::Global(f.global))));
            };
            let within = i64::from(spot.offset);
            let moved = match origin {
                Origin::Field => 0,
                Origin::End => within - i64::from(code.len),
                Origin::Start => within,
            };
            let sym = self.symbol(base.bind(expr.sym));
            if self.hooks.is_thread_local(self.target, reloc) {
                self.symbols[sym.0 as usize].kind = STT_TLS;
            }
            let (offset, addend) = (at + u64::from(spot.offset), expr.offset.wrapping_add(moved));
            self.here().fixups.push(Fixup { offset, kind: FixupKind::Reloc(reloc, false), sym, addend });
        }
        Ok(())
    }
}
