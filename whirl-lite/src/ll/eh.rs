//! Exception handling: kept in full, refused later by name.

use super::*;
use crate::ir::{EhOp, InstKind};
use function::Built;

impl Parser<'_> {
    /// `landingpad type cleanup catch t v filter t v`.
    pub fn landingpad(&mut self) -> Parsed<Option<Built>> {
        let ty = self.ty()?;
        let cleanup = self.eat_kw(Kw::Cleanup);
        let mut kinds = Vec::new();
        loop {
            match self.lx.tok {
                Tok::Kw(Kw::Catch) => kinds.push(0),
                Tok::Kw(Kw::Filter) => kinds.push(1),
                _ => break,
            }
            self.lx.next();
            let (_, v) = self.typed_value()?;
            self.ops.push(v);
        }
        if kinds.is_empty() && !cleanup {
            return self.expected("expected 'catch', 'filter' or 'cleanup' in landingpad");
        }
        let clauses = self.f.paths.push(kinds);
        InstKind::Exception(EhOp::LandingPad { cleanup, clauses }).plain(ty)
    }
    pub fn resume(&mut self) -> Parsed<Option<Built>> {
        let (_, v) = self.typed_value()?;
        self.ops.push(v);
        InstKind::Exception(EhOp::Resume).plain(Ty::VOID)
    }
    /// `within parent`: a pad's token, or `none`.
    fn parent(&mut self) -> Parsed<()> {
        self.expect_kw(Kw::Within)?;
        let v = self.value(Ty::TOKEN)?;
        self.ops.push(v);
        Ok(())
    }
    /// `unwind to caller` or `unwind label %b`: is it the latter?
    fn unwind(&mut self) -> Parsed<bool> {
        self.expect_kw(Kw::Unwind)?;
        if self.eat_kw(Kw::To) {
            self.expect_kw(Kw::Caller)?;
            return Ok(false);
        }
        let b = self.label()?;
        self.succs.push(b);
        Ok(true)
    }
    pub fn catchswitch(&mut self) -> Parsed<Option<Built>> {
        self.parent()?;
        self.label_list()?;
        if self.succs.is_empty() {
            return self.fail(self.pos(), "catchswitch must have a handler");
        }
        let unwind = self.unwind()?;
        InstKind::Exception(EhOp::CatchSwitch { unwind }).plain(Ty::TOKEN)
    }
    /// `catchpad` and `cleanuppad`.
    pub fn pad(&mut self, k: Kw) -> Parsed<Option<Built>> {
        self.parent()?;
        self.expect(Tok::LSquare, "expected '[' in catchpad/cleanuppad")?;
        if self.lx.tok != Tok::RSquare {
            loop {
                let ty = self.ty()?;
                let v = match ty {
                    Ty::METADATA => {
                        self.md_operand()?;
                        self.metadata_value()
                    }
                    _ => self.value(ty)?,
                };
                self.ops.push(v);
                if !self.eat(Tok::Comma) {
                    break;
                }
            }
        }
        self.expect(Tok::RSquare, "expected ']' here")?;
        let op = if k == Kw::Catchpad { EhOp::CatchPad } else { EhOp::CleanupPad };
        InstKind::Exception(op).plain(Ty::TOKEN)
    }
    /// `from pad`.
    fn source_pad(&mut self) -> Parsed<()> {
        self.expect_kw(Kw::From)?;
        let v = self.value(Ty::TOKEN)?;
        self.ops.push(v);
        Ok(())
    }
    pub fn catchret(&mut self) -> Parsed<Option<Built>> {
        self.source_pad()?;
        self.expect_kw(Kw::To)?;
        let b = self.label()?;
        self.succs.push(b);
        InstKind::Exception(EhOp::CatchRet).plain(Ty::VOID)
    }
    pub fn cleanupret(&mut self) -> Parsed<Option<Built>> {
        self.source_pad()?;
        self.unwind()?;
        InstKind::Exception(EhOp::CleanupRet).plain(Ty::VOID)
    }
}
