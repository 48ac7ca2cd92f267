//! What run-time library functions compute, for calls in legalised code.

use super::bits::Bits;
use super::{Machine, Run, Stop, Val, float};
use crate::ir::{BinOp, FloatPred, UnOp};
use crate::target::FloatKind;
use rustc_apfloat::Round;

/// Arguments in registers, taken one by one.
struct Args<'b> {
    regs: &'b [Bits],
    next: usize,
}

fn mode(name: &str) -> Option<u32> {
    Some(match name {
        "si" => 32,
        "di" => 64,
        "ti" => 128,
        _ => return None,
    })
}
fn format(name: &str) -> Option<FloatKind> {
    Some(match name {
        "hf" => FloatKind::Half,
        "bf" => FloatKind::BFloat,
        "sf" => FloatKind::Single,
        "df" => FloatKind::Double,
        "tf" => FloatKind::Quad,
        _ => return None,
    })
}

impl Machine<'_> {
    /// The next argument, of so many bits: part of a register, several, or by reference.
    fn take(&mut self, args: &mut Args<'_>, width: u32) -> Run<Bits> {
        let mut all = Bits::zero(0);
        let by_reference = width > 2 * 8 * self.dl.ptr_bytes;
        while all.width < if by_reference { 1 } else { width } {
            let r = args.regs.get(args.next);
            let r = r.ok_or_else(|| Stop::Unsupported("too few arguments of a library".into()))?;
            args.next += 1;
            all = if all.width == 0 { r.clone() } else { all.concat(r) };
        }
        if by_reference {
            let bytes = self.memory.read(all.low(), u64::from(width / 8))?;
            let bytes: Vec<u8> = bytes.iter().map(|b| b.unwrap_or(0)).collect();
            return Ok(Bits::from_bytes(width, &bytes));
        }
        Ok(all.resize(width, false))
    }
    /// Calls a library function: registers in, registers of these widths out.
    pub(super) fn library(&mut self, name: &str, regs: &[Bits], widths: &[u32]) -> Run<Vec<Val>> {
        let mut args = Args { regs, next: 0 };
        if let "memcpy" | "memmove" | "memset" = name {
            self.libc(name, &mut args)?;
            return Ok(Vec::new());
        }
        if let Some(v) = self.atomic(name, &mut args)? {
            return Ok(self.results(v, widths));
        }
        // Without result registers the result goes where the first argument points.
        let place = if widths.is_empty() { Some(self.take(&mut args, self.dl.ptr_bytes * 8)?) } else { None };
        let named = |e: Stop| match e {
            Stop::Unsupported(what) => Stop::Unsupported(format!("{what} in {name}: {regs:?} {widths:?}")),
            e => e,
        };
        let value = match self.libgcc(name, &mut args).map_err(named)? {
            Some(v) => v,
            None => match self.libm(name, &mut args)? {
                Some(v) => v,
                None => return Err(Stop::Unsupported(format!("the library function {name}"))),
            },
        };
        if let Some(p) = place {
            self.memory.write(p.low(), &value.bytes())?;
            return Ok(Vec::new());
        }
        Ok(self.results(value, widths))
    }
    /// A value in registers; one narrower than they are leaves the rest unspecified.
    fn results(&mut self, value: Bits, widths: &[u32]) -> Vec<Val> {
        let total: u32 = widths.iter().sum();
        let whole = if value.width < total {
            let high = self.junk_bits(total - value.width);
            value.concat(&high)
        } else {
            value
        };
        let mut at = 0;
        let mut out = Vec::new();
        for &w in widths {
            out.push(Val::Bits(whole.slice(at, w)));
            at += w;
        }
        out
    }
    /// `__atomic_*_N` functions; nobody else is there.
    fn atomic(&mut self, name: &str, args: &mut Args<'_>) -> Run<Option<Bits>> {
        let Some((op, n)) = name.strip_prefix("__atomic_").and_then(|n| n.rsplit_once('_')) else { return Ok(None) };
        let bytes: u32 = n.parse().map_err(|_| Stop::Unsupported(name.into()))?;
        let w = bytes * 8;
        let p = self.take(args, self.dl.ptr_bytes * 8)?.low();
        let read = |s: &mut Self, at: u64| -> Run<Bits> {
            let bytes = s.memory.read(at, u64::from(w / 8))?;
            let bytes: Vec<u8> = bytes.iter().map(|b| b.unwrap_or(0)).collect();
            Ok(Bits::from_bytes(w, &bytes))
        };
        let old = read(self, p)?;
        let new = match op {
            "load" => return Ok(Some(old)),
            "compare_exchange" => {
                let place = self.take(args, self.dl.ptr_bytes * 8)?.low();
                let new = self.take(args, w)?;
                let same = read(self, place)? == old;
                let (at, v) = if same { (p, new) } else { (place, old) };
                self.memory.write(at, &v.bytes())?;
                return Ok(Some(Bits::new(1, u64::from(same))));
            }
            _ => self.take(args, w)?,
        };
        let new = match op {
            "store" | "exchange" => new,
            "fetch_add" => old.add(&new),
            "fetch_sub" => old.sub(&new),
            "fetch_and" => old.and(&new),
            "fetch_nand" => old.and(&new).not(),
            "fetch_or" => old.or(&new),
            "fetch_xor" => old.xor(&new),
            _ => return Err(Stop::Unsupported(name.into())),
        };
        self.memory.write(p, &new.bytes())?;
        Ok(Some(old))
    }
    /// `__name` functions on integers and floats.
    fn libgcc(&mut self, name: &str, args: &mut Args<'_>) -> Run<Option<Bits>> {
        let Some(n) = name.strip_prefix("__") else { return Ok(None) };
        let ints = [
            ("mul", BinOp::Mul),
            ("udiv", BinOp::UDiv),
            ("umod", BinOp::URem),
            ("div", BinOp::SDiv),
            ("mod", BinOp::SRem),
        ];
        let floats = [("add", BinOp::FAdd), ("sub", BinOp::FSub), ("mul", BinOp::FMul), ("div", BinOp::FDiv)];
        if let Some(stem) = n.strip_suffix('3') {
            let (op, suffix) = stem.split_at(stem.len().saturating_sub(2));
            if let (Some(w), Some((_, op))) = (mode(suffix), ints.iter().find(|(n, _)| *n == op)) {
                let (a, b) = (self.take(args, w)?, self.take(args, w)?);
                return match Bits::binary(*op, &a, &b) {
                    Ok(v) => Ok(Some(v)),
                    Err(_) => Err(Stop::Undefined(name.into())),
                };
            }
            if let (Some(k), Some((_, op))) = (format(suffix), floats.iter().find(|(n, _)| *n == op)) {
                let (a, b) = (self.take(args, k.bits())?, self.take(args, k.bits())?);
                return Ok(float::binary(*op, k, &a, &b));
            }
        }
        if let Some(stem) = n.strip_suffix('2') {
            let (op, suffix) = stem.split_at(stem.len().saturating_sub(2));
            if let Some(k) = format(suffix) {
                let compare = match op {
                    "eq" | "ne" | "lt" | "le" => Some(1),
                    "gt" | "ge" => Some(-1),
                    "unord" => Some(0),
                    _ => None,
                };
                if let Some(unordered) = compare {
                    let (a, b) = (self.take(args, k.bits())?, self.take(args, k.bits())?);
                    let is = |p| float::compare(p, k, &a, &b);
                    let r: i64 = match (is(FloatPred::Uno), op) {
                        (u, "unord") => i64::from(u),
                        (true, _) => unordered,
                        _ if is(FloatPred::Olt) => -1,
                        _ => i64::from(is(FloatPred::Ogt)),
                    };
                    return Ok(Some(Bits::new(32, r as u64)));
                }
                let (op, from) = op.split_at(op.len().saturating_sub(2));
                if let (Some(from), "extend" | "trunc") = (format(from), op) {
                    let a = self.take(args, from.bits())?;
                    return Ok(Some(float::convert(from, k, &a)));
                }
            }
        }
        for (prefix, signed) in [("fixuns", false), ("fix", true)] {
            if let Some((k, w)) = n.strip_prefix(prefix).and_then(|r| Some((format(r.get(..2)?)?, mode(r.get(2..)?)?)))
            {
                let a = self.take(args, k.bits())?;
                let (v, ok) = float::to_int(k, &a, w, signed, Round::TowardZero);
                return Ok(Some(if ok { v } else { self.junk_bits(w) }));
            }
        }
        for (prefix, signed) in [("floatun", false), ("float", true)] {
            let rest = n.strip_prefix(prefix).map(|r| r.strip_prefix('s').filter(|r| r.len() == 4).unwrap_or(r));
            if let Some((w, k)) = rest.and_then(|r| Some((mode(r.get(..2)?)?, format(r.get(2..)?)?))) {
                let a = self.take(args, w)?;
                return Ok(Some(float::from_int(k, &a, signed)));
            }
        }
        Ok(None)
    }
    /// Functions of libm that are exact.
    fn libm(&mut self, name: &str, args: &mut Args<'_>) -> Run<Option<Bits>> {
        let one = |stem: &str| {
            Some(match stem {
                "floor" => UnOp::Floor,
                "ceil" => UnOp::Ceil,
                "trunc" => UnOp::FTrunc,
                "round" => UnOp::Round,
                "roundeven" => UnOp::RoundEven,
                "rint" => UnOp::Rint,
                "nearbyint" => UnOp::NearbyInt,
                "sqrt" => UnOp::Sqrt,
                _ => return None,
            })
        };
        let two = |stem: &str| {
            Some(match stem {
                "fmod" => BinOp::FRem,
                "fmin" => BinOp::FMinNum,
                "fmax" => BinOp::FMaxNum,
                "fminimum" => BinOp::FMinimum,
                "fmaximum" => BinOp::FMaximum,
                _ => return None,
            })
        };
        let forms = [
            (name, FloatKind::Double),
            (name.strip_suffix('f').unwrap_or(""), FloatKind::Single),
            (name.strip_suffix('l').unwrap_or(""), FloatKind::Quad),
        ];
        for (stem, k) in forms {
            if let Some(op) = one(stem) {
                let a = self.take(args, k.bits())?;
                return Ok(float::unary(op, k, &a));
            }
            if let Some(op) = two(stem) {
                let (a, b) = (self.take(args, k.bits())?, self.take(args, k.bits())?);
                return Ok(float::binary(op, k, &a, &b));
            }
            if stem == "fma" {
                let (a, b, c) = (self.take(args, k.bits())?, self.take(args, k.bits())?, self.take(args, k.bits())?);
                return Ok(Some(float::fma(k, &a, &b, &c)));
            }
            let round = match stem {
                "lrint" | "llrint" => Round::NearestTiesToEven,
                "lround" | "llround" => Round::NearestTiesToAway,
                _ => continue,
            };
            let w = if stem.starts_with("ll") { 64 } else { self.dl.ptr_bytes * 8 };
            let a = self.take(args, k.bits())?;
            return Ok(Some(float::to_int(k, &a, w, true, round).0));
        }
        Ok(None)
    }
    /// Memory functions.
    fn libc(&mut self, name: &str, args: &mut Args<'_>) -> Run<()> {
        let w = self.dl.ptr_bytes * 8;
        match name {
            "memcpy" | "memmove" => {
                let (to, from, n) = (self.take(args, w)?, self.take(args, w)?, self.take(args, w)?);
                if !n.is_zero() {
                    self.memory.copy(to.low(), from.low(), n.low())?;
                }
                Ok(())
            }
            "memset" => {
                let (to, b, n) = (self.take(args, w)?, self.take(args, 32)?, self.take(args, w)?);
                if !n.is_zero() {
                    self.memory.write(to.low(), &vec![b.low() as u8; n.low() as usize])?;
                }
                Ok(())
            }
            _ => Err(Stop::Unsupported(format!("the library function {name}"))),
        }
    }
}
