//! ISA strings, as chapter 36 "ISA Extension Naming Conventions" of the unprivileged manual describes them, and profiles.
//!
//! `rv64` or `rv32`, then `i`, `e` or `g`, then single letters in canonical order, then names of several letters
//! (`z...`, `s...`, `x...`) each after a `_`; a version (`2p1`) may follow each. A profile name (`rva22u64`) may stand in
//! place of the first part. Single letters may also come after a `_`, as LLVM writes them.

use super::super::resolve::TargetError;
use crate::riscv::feature;
use crate::{Feature, FeatureSet, Isa};

/// The canonical order of single letters.
const CANONICAL: &str = "iemafdqlcbkjtpvnh";

/// Reads an ISA string; `None` if the text does not look like one.
pub(super) fn parse(isa: &Isa, text: &str) -> Option<Result<FeatureSet, TargetError>> {
    text.starts_with("rv").then(|| {
        let mut p = Parser { isa, set: FeatureSet::NONE, seen: FeatureSet::NONE };
        match p.whole(text) {
            Ok(()) => Ok(p.set),
            Err(why) => Err(TargetError(format!("invalid ISA string '{text}': {why}"))),
        }
    })
}

struct Parser<'a> {
    isa: &'a Isa,
    set: FeatureSet,
    /// Named so far, to find what is named twice.
    seen: FeatureSet,
}

impl Parser<'_> {
    fn whole(&mut self, text: &str) -> Result<(), String> {
        if let Some(c) = text.chars().find(|c| !matches!(c, 'a'..='z' | '0'..='9' | '_')) {
            return Err(format!("'{c}' is not one of a-z, 0-9, _"));
        }
        let mut parts = text.split('_');
        let first = parts.next().unwrap_or("");
        if let Some(profile) = self.profile(first) {
            self.set.turn_on(self.isa, profile);
        } else {
            self.base(first)?;
        }
        for part in parts {
            if part.is_empty() {
                return Err("extension name missing after '_'".into());
            }
            self.letters(part, 0)?;
        }
        self.consistent()
    }

    /// A profile is a feature that is called like one and is no extension.
    fn profile(&self, name: &str) -> Option<Feature> {
        let f = self.isa.feature_by_name(name)?;
        (self.isa.features[f.0 as usize].version == (0, 0)).then_some(f)
    }

    /// `rv64imac...`
    fn base(&mut self, text: &str) -> Result<(), String> {
        let (width, rest) = match (text.strip_prefix("rv32"), text.strip_prefix("rv64")) {
            (Some(r), _) => (feature::_32BIT, r),
            (None, Some(r)) => (feature::_64BIT, r),
            _ => return Err("it must begin with rv32 or rv64, or be a profile such as rva22u64".into()),
        };
        self.set.turn_on(self.isa, width);
        match rest.chars().next() {
            Some('i' | 'e') => self.letters(rest, 0),
            Some('g') => {
                for name in ["i", "m", "a", "f", "d", "zicsr", "zifencei"] {
                    let f = self.isa.feature_by_name(name).ok_or_else(|| format!("no extension '{name}'"))?;
                    self.set.turn_on(self.isa, f);
                    self.seen.insert(f);
                }
                if rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
                    return Err("'g' has no version".into());
                }
                let after_d = CANONICAL.find('d').map_or(0, |i| i + 1);
                self.letters(&rest[1..], after_d)
            }
            _ => Err(format!("the first letter after {} must be i, e or g", &text[..4])),
        }
    }

    /// Single letters with versions, until a name of several letters begins. `from` is the place in the canonical order
    /// that the next letter may not be before.
    fn letters(&mut self, mut text: &str, mut from: usize) -> Result<(), String> {
        let mut previous = None;
        while let Some(c) = text.chars().next() {
            if matches!(c, 'z' | 's' | 'x') {
                return self.name(text);
            }
            let (version, rest) = version(&text[1..]);
            let Some(rank) = CANONICAL.find(c) else {
                return Err(format!("unknown extension '{c}'"));
            };
            let Some(f) = self.isa.feature_by_name(&text[..1]) else {
                return Err(format!("unsupported extension '{c}'"));
            };
            self.add(f, version)?;
            if rank < from {
                let before = previous.unwrap_or('g');
                return Err(format!("'{c}' must stand before '{before}': the order is {CANONICAL}"));
            }
            (from, previous, text) = (rank + 1, Some(c), rest);
        }
        Ok(())
    }

    /// A name of several letters with its version.
    fn name(&mut self, text: &str) -> Result<(), String> {
        let whole = self.extension(text).map(|f| (f, None));
        let Some((f, version)) = whole.or_else(|| self.versioned(text)) else {
            return Err(format!("unknown extension '{text}'"));
        };
        self.add(f, version)
    }

    /// Splits a version off the end; names may themselves end in digits or hold a `p` between digits.
    fn versioned(&self, text: &str) -> Option<(Feature, Option<(u32, u32)>)> {
        (1..text.len()).rev().find_map(|cut| {
            let (v, rest) = version(&text[cut..]);
            let f = self.extension(&text[..cut])?;
            (v.is_some() && rest.is_empty()).then_some((f, v))
        })
    }

    fn extension(&self, name: &str) -> Option<Feature> {
        let f = self.isa.feature_by_name(name)?;
        (self.isa.features[f.0 as usize].version != (0, 0)).then_some(f)
    }

    fn add(&mut self, f: Feature, version: Option<(u32, u32)>) -> Result<(), String> {
        let d = &self.isa.features[f.0 as usize];
        if self.seen.has(f) {
            return Err(format!("extension '{}' stands twice", d.name));
        }
        self.seen.insert(f);
        let known = (d.version.0 as u32, d.version.1 as u32);
        match version {
            Some(v) if v != known => Err(format!(
                "version {}.{} of extension '{}' is not supported (it is {}.{})",
                v.0, v.1, d.name, known.0, known.1
            )),
            _ => {
                self.set.turn_on(self.isa, f);
                Ok(())
            }
        }
    }

    /// Contradictions: that of the two base ISAs, which are replaced silently elsewhere, and those of the table.
    fn consistent(&self) -> Result<(), String> {
        let has = |f| self.set.has(f);
        if has(feature::I) && has(feature::E) {
            return Err("'i' and 'e' exclude one another".into());
        }
        let mut settled = self.set;
        self.isa.settle(&mut settled).map_err(|e| e.0)
    }
}

/// A version (`2p1`, `2`) at the start of a text, and what follows it.
fn version(text: &str) -> (Option<(u32, u32)>, &str) {
    let digits = |t: &str| t.find(|c: char| !c.is_ascii_digit()).unwrap_or(t.len());
    let major = digits(text);
    let Ok(a) = text[..major].parse() else {
        return (None, text);
    };
    let rest = &text[major..];
    if let Some(minor) = rest.strip_prefix('p') {
        let n = digits(minor);
        if let Ok(b) = minor[..n].parse() {
            return (Some((a, b)), &minor[n..]);
        }
    }
    (Some((a, 0)), rest)
}

/// The arch attribute: single letters in canonical order, then `z` names by the canonical order of their second letter,
/// then `s`, then `x`, each group by alphabet; all with versions.
pub(super) fn attribute(isa: &Isa, set: &FeatureSet) -> Option<String> {
    let rank = |name: &str| {
        let letter = |at: usize| name[at..].chars().next().and_then(|c| CANONICAL.find(c)).unwrap_or(CANONICAL.len());
        match (name.len(), name.as_bytes().first()) {
            (1, _) => (0, letter(0)),
            (_, Some(b'z')) => (1, letter(1)),
            (_, Some(b's')) => (2, 0),
            _ => (3, 0),
        }
    };
    let mut names: Vec<_> =
        set.iter().filter_map(|f| isa.features.get(f.0 as usize)).filter(|d| d.version != (0, 0)).collect();
    names.sort_by_key(|d| (rank(d.name), d.name));
    let width = if set.has(feature::_32BIT) { 32 } else { 64 };
    let parts: Vec<String> = names.iter().map(|d| format!("{}{}p{}", d.name, d.version.0, d.version.1)).collect();
    Some(format!("rv{width}{}", parts.join("_")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::ISA;

    fn names(text: &str) -> String {
        let set = parse(&ISA, text).unwrap().unwrap();
        attribute(&ISA, &set).unwrap()
    }
    fn why(text: &str) -> String {
        match parse(&ISA, text) {
            Some(Err(e)) => e.0,
            _ => "accepted".into(),
        }
    }

    #[test]
    fn good_strings() {
        let gc = "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zifencei2p0_zmmul1p0";
        assert_eq!(names("rv64gc"), gc);
        assert_eq!(names(gc), gc);
        assert_eq!(names("rv64i2p1m2p0a2p1f2p2d2p2c2p0zicsr_zifencei"), gc);
        assert_eq!(names("rv64i_m"), names("rv64im"));
        assert_eq!(names("rv64gczba"), format!("{gc}_zba1p0"));
        assert_eq!(names("rv32i_zve32x_zvl64b1p0"), "rv32i2p1_zicsr2p0_zve32x1p0_zvl32b1p0_zvl64b1p0");
        assert_eq!(names("rv64i_zba1"), "rv64i2p1_zba1p0");
        assert!(names("rva23u64").contains("_v1p0_"));
        assert!(parse(&ISA, "riscv64").is_none());
    }

    #[test]
    fn bad_strings_say_why() {
        for (text, part) in [
            ("rv64mi", "first letter after rv64 must be i, e or g"),
            ("rv64", "first letter after rv64 must be i, e or g"),
            ("rv128i", "must begin with rv32 or rv64"),
            ("rv64imm", "extension 'm' stands twice"),
            ("rv64gi", "extension 'i' stands twice"),
            ("rv64imfad", "'a' must stand before 'f'"),
            ("rv64gvc", "'c' must stand before 'v'"),
            ("rv64iq", "unsupported extension 'q'"),
            ("rv64iy", "unknown extension 'y'"),
            ("rv64i_zfoo", "unknown extension 'zfoo'"),
            ("rv64i2p0", "version 2.0 of extension 'i' is not supported (it is 2.1)"),
            ("rv64i_zba3p0", "version 3.0 of extension 'zba'"),
            ("rv64i__m", "missing after '_'"),
            ("rv64i_", "missing after '_'"),
            ("rv64iZba", "'Z' is not one of"),
            ("rv64g2p0", "'g' has no version"),
            ("rv64ie", "'i' and 'e' exclude one another"),
            ("rv64imafd_zfinx", "'f' and 'zfinx' are incompatible"),
            ("rv64i_zvl128b", "'zvl32b' needs 'zve32x'"),
            ("rv64i_zcf", "'zcf' and '64bit' are incompatible"),
            ("rv64gc_zcmt", "'zcmt' and 'd+c' are incompatible"),
            ("rv64i_rvc", "unknown extension 'r'"),
        ] {
            let got = why(text);
            assert!(got.starts_with("invalid ISA string '") && got.contains(part), "{text}: {got}");
        }
    }
}
