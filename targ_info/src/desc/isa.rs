//! Reads `.isa` files: everything but the rows themselves, which [`super::row`] reads.

use super::family::Families;
use super::lines::{At, Line, Res, number, small, split, unquote, words};
use super::model::*;
use super::{abi, layout, proc, row};

/// Reader of a description: the model so far, and what later lines depend on.
struct Reader<'a> {
    read: &'a dyn Fn(&str) -> Result<String, String>,
    model: Model,
    /// Expansions are resolved when all rows are known.
    late: Vec<row::Late>,
    families: Families,
    depth: u32,
}

/// Reads `main` and what it includes, as a variant (the first if its name is empty). Comes with the names of all.
pub fn parse(main: &str, variant: &str, read: &dyn Fn(&str) -> Result<String, String>) -> Res<(Model, Vec<String>)> {
    let families = Families::new(variant);
    let mut r = Reader { read, model: Model::default(), late: Vec::new(), families, depth: 0 };
    let at = At { file: main.into(), line: 0 };
    let mut tables = Vec::new();
    r.file(&at, main, &mut tables)?;
    r.model.variant = r.families.variant.clone();
    if r.model.name.is_empty() {
        return at.err("no 'isa' line names the ISA");
    }
    row::resolve(&mut r.model, std::mem::take(&mut r.late))?;
    for (at, file) in tables {
        let text = r.text(&at, &file)?;
        let lines = split(&file, &text);
        if file.ends_with(".abi") {
            r.model.abis.extend(abi::parse(&r.model.scope, &[], &lines)?);
        } else {
            r.model.procs.extend(proc::parse(&r.model.scope, r.model.scheds.len(), &[], &lines)?);
        }
    }
    if r.model.abis.is_empty() || r.model.procs.is_empty() {
        return at.err("an ISA needs an 'abi' and a 'proc' file");
    }
    Ok((r.model, r.families.variants))
}

impl Reader<'_> {
    fn text(&self, at: &At, file: &str) -> Res<String> {
        (self.read)(file).or_else(|e| at.err(format!("cannot read {file}: {e}")))
    }

    /// Reads one file; `tables` collects the `.abi` and `.proc` files, which are read last.
    fn file(&mut self, at: &At, name: &str, tables: &mut Vec<(At, String)>) -> Res<()> {
        self.depth += 1;
        if self.depth > 8 {
            return at.err("files include one another");
        }
        let text = self.text(at, name)?;
        let mut context = row::Context::default();
        let mut lines = Vec::new();
        for line in split(name, &text) {
            let includes = line.text.starts_with("include ");
            lines.extend(self.families.expand(line)?);
            // What an included file describes is known to the lines after it.
            if includes {
                self.statements(&mut lines, &mut context, tables)?;
            }
        }
        self.families.finish(at)?;
        self.statements(&mut lines, &mut context, tables)?;
        self.depth -= 1;
        Ok(())
    }

    /// Reads lines that stand for themselves alone.
    fn statements(
        &mut self,
        lines: &mut Vec<Line>,
        context: &mut row::Context,
        tables: &mut Vec<(At, String)>,
    ) -> Res<()> {
        for line in lines.drain(..) {
            if row::is_row(&line.text) {
                row::parse(&mut self.model, &mut self.late, context, &line)?;
                continue;
            }
            let (keyword, rest) = line.text.split_once(char::is_whitespace).unwrap_or((&line.text, ""));
            let at = &line.at;
            match keyword {
                "include" => self.file(at, rest.trim(), tables)?,
                "abi" | "proc" => tables.extend(words(rest).into_iter().map(|w| (at.clone(), w.to_string()))),
                "needs" => context.needs(&self.model, at, &words(rest))?,
                "alias" => row::alias(&mut self.model, &mut self.late, context, &line, rest)?,
                "same" => row::same(&self.model, &mut self.late, &line, rest)?,
                _ => self.statement(&line, keyword, rest)?,
            }
        }
        Ok(())
    }

    fn statement(&mut self, line: &Line, keyword: &str, rest: &str) -> Res<()> {
        let (at, w) = (&line.at, words(rest));
        match (keyword, w.as_slice()) {
            ("isa", [name]) => self.model.name = name.to_string(),
            ("arch", [name, rest @ ..]) => self.arch(at, name, rest)?,
            ("feature", [name, version, what, rest @ ..]) => self.feature(at, name, version, what, rest)?,
            ("derive", [name, "when", rest @ ..]) => {
                let scope = &self.model.scope;
                let f = find(&scope.features, at, "feature", name)?;
                let when = scope.feature_list(at, rest)?;
                self.model.derived.push((f, when));
            }
            ("conflict" | "require", [a, b]) => {
                let names = &self.model.scope.features;
                let pair = (find(names, at, "feature", a)?, find(names, at, "feature", b)?);
                let conflict = keyword == "conflict";
                if conflict { self.model.conflicts.push(pair) } else { self.model.requires.push(pair) }
            }
            ("regs" | "reg", [first, rest @ ..]) => self.regs(at, first, rest)?,
            ("class", [name, rest @ ..]) => self.class(at, name, rest)?,
            ("imm", [name, rest @ ..]) => self.imm(at, name, rest)?,
            ("format", [name, "=", rest @ ..]) => self.format(at, name, rest)?,
            ("part", [name, rest @ ..]) => layout::part(&mut self.model, at, name, rest)?,
            ("layout", [name, rest @ ..]) => layout::layout(&mut self.model, at, name, rest)?,
            ("compound", [name, "=", rest @ ..]) => row::compound(&mut self.model, at, name, rest)?,
            ("dialect", [name, rest @ ..]) => self.dialect(at, name, rest)?,
            ("unit", names) => {
                for n in names {
                    self.unit(at)?;
                    let u = usize::from(self.model.units - 1);
                    insert(&mut self.model.unit_names, at, "unit", n, u)?;
                }
            }
            ("role", [role, names @ ..]) => {
                let role = row::role(at, role)?;
                self.model.roles.extend(names.iter().map(|n| (n.to_string(), role)));
            }
            ("sched", names) => {
                for n in names {
                    let i = self.model.scheds.len();
                    insert(&mut self.model.scope.scheds, at, "scheduling class", n, i)?;
                    self.model.scheds.push(n.to_string());
                }
            }
            (
                "isa" | "arch" | "feature" | "derive" | "conflict" | "require" | "regs" | "reg" | "class" | "format"
                | "part" | "layout" | "compound" | "dialect",
                _,
            ) => {
                return at.err(format!("a '{keyword}' line has the wrong form"));
            }
            _ => return at.err(format!("unknown statement '{keyword}'")),
        }
        Ok(())
    }

    fn arch(&mut self, at: &At, name: &str, rest: &[&str]) -> Res<()> {
        let mut arch =
            Arch { name: name.into(), features: Vec::new(), triple: name.into(), march: name.into(), little: true };
        for w in rest {
            match w.split_once('=') {
                Some(("triple", t)) => arch.triple = t.into(),
                Some(("march", m)) => arch.march = m.into(),
                Some(_) => return at.err(format!("unknown property '{w}'")),
                None if *w == "big" => arch.little = false,
                None => arch.features.push(find(&self.model.scope.features, at, "feature", w)?),
            }
        }
        self.model.archs.push(arch);
        Ok(())
    }

    /// `dialect NAME [reg=P] [imm=P] [reverse] [brackets] [sizes=1:byte,2:word...] [suffixes=b,w...]`
    fn dialect(&mut self, at: &At, name: &str, rest: &[&str]) -> Res<()> {
        let mut d = Dialect {
            name: name.into(),
            reg: String::new(),
            imm: String::new(),
            directive: Default::default(),
            reverse: false,
            brackets: false,
            sizes: Vec::new(),
            suffixes: Vec::new(),
        };
        for w in rest {
            match w.split_once('=').unwrap_or((w, "")) {
                ("reg", p) => d.reg = p.into(),
                ("imm", p) => d.imm = p.into(),
                ("directive", p) => {
                    let (word, operand) = p.split_once(',').unwrap_or((p, ""));
                    d.directive = (word.into(), operand.into());
                }
                ("reverse", "") => d.reverse = true,
                ("brackets", "") => d.brackets = true,
                ("suffixes", list) => d.suffixes = list.split(',').map(str::to_string).collect(),
                ("sizes", list) => {
                    for s in list.split(',') {
                        let Some((bytes, word)) = s.split_once(':') else {
                            return at.err(format!("'{s}' is not 'bytes:word'"));
                        };
                        d.sizes.push((small(at, bytes, 255)? as u8, word.into()));
                    }
                }
                _ => return at.err(format!("unknown property '{w}'")),
            }
        }
        self.model.dialects.push(d);
        Ok(())
    }

    /// A new register unit.
    fn unit(&mut self, at: &At) -> Res<()> {
        self.model.units += 1;
        if self.model.units > 256 {
            return at.err("more than 256 register units");
        }
        Ok(())
    }

    /// `feature NAME VERSION "what" implied...`; a version of `-` is for flags that are no extension.
    fn feature(&mut self, at: &At, name: &str, version: &str, what: &str, implied: &[&str]) -> Res<()> {
        let version = match version.split_once('.') {
            Some((a, b)) => (small(at, a, 255)? as u8, small(at, b, 255)? as u8),
            None if version == "-" => (0, 0),
            None => return at.err(format!("'{version}' is no version")),
        };
        let what = unquote(at, what)?.to_string();
        let implies = self.model.scope.feature_list(at, implied)?;
        let i = self.model.features.len();
        if i >= 256 {
            return at.err("more than 256 features");
        }
        insert(&mut self.model.scope.features, at, "feature", name, i)?;
        self.model.features.push(Feature { name: name.into(), what, version, implies });
        Ok(())
    }

    /// `regs x0-x31 enc=0 dwarf=0 : zero ra sp...` (printed names, others after a slash), or `reg NAME enc=N over a b`.
    fn regs(&mut self, at: &At, first: &str, rest: &[&str]) -> Res<()> {
        let colon = rest.iter().position(|w| *w == ":").unwrap_or(rest.len());
        let over = rest.iter().position(|w| *w == "over").unwrap_or(rest.len());
        let printed = rest.get(colon + 1..).unwrap_or(&[]);
        let (mut enc, mut dwarf, mut only, mut constant, mut unwritten) = (None, None, None, false, false);
        for w in &rest[..colon.min(over)] {
            match w.split_once('=') {
                Some(("enc", v)) => enc = Some(small(at, v, 63)? as u16),
                Some(("dwarf", v)) => dwarf = Some(small(at, v, 60000)? as u16),
                Some(("only", v)) => only = Some(v.to_string()),
                None if *w == "constant" => constant = true,
                None if *w == "unwritten" => (constant, unwritten) = (true, true),
                _ => return at.err(format!("unknown property '{w}'")),
            }
        }
        let names: Vec<String> = match range(first) {
            Some((p, lo, hi)) => (lo..=hi).map(|n| format!("{p}{n}")).collect(),
            None => vec![first.to_string()],
        };
        if !printed.is_empty() && printed.len() != names.len() {
            return at.err(format!("{} registers but {} names", names.len(), printed.len()));
        }
        for (i, own) in names.iter().enumerate() {
            let mut all: Vec<String> =
                printed.get(i).map_or(Vec::new(), |p| p.split('/').map(str::to_string).collect());
            if !all.contains(own) {
                all.push(own.clone());
            }
            let units = match rest.get(over + 1..) {
                Some(parts) => {
                    let mut u: Vec<u16> = Vec::new();
                    for p in parts {
                        match self.model.unit_names.get(*p) {
                            Some(&n) => u.push(n as u16),
                            None => {
                                let regs = self.model.scope.reg_list(at, &[p])?;
                                u.extend(regs.iter().flat_map(|&r| self.model.regs[r].units.clone()));
                            }
                        }
                    }
                    u.sort_unstable();
                    u.dedup();
                    u
                }
                None => {
                    self.unit(at)?;
                    vec![self.model.units - 1]
                }
            };
            let index = self.model.regs.len();
            for n in &all {
                insert(&mut self.model.scope.regs, at, "register", n, index)?;
            }
            let name = all.remove(0);
            let unique = name.clone();
            // A register printed like another one (a pair by its first half) has its own name in descriptions.
            let name = name.strip_suffix("_pair").map_or(name.clone(), str::to_string);
            let plus = |base: Option<u16>| base.map(|b| b + i as u16);
            let (enc, dwarf) = (plus(enc).unwrap_or(0), plus(dwarf).unwrap_or(u16::MAX));
            let only = only.clone();
            self.model.regs.push(Reg { own: unique, name, alts: all, units, enc, dwarf, only, constant, unwritten });
        }
        Ok(())
    }

    /// `class NAME width=W in=TOP noalloc nospill group=N base=N : members`, members being registers, ranges, classes;
    /// those after a `-` are taken out.
    fn class(&mut self, at: &At, name: &str, rest: &[&str]) -> Res<()> {
        let index = self.model.classes.len();
        let mut c = Class {
            name: name.into(),
            width: 0,
            members: Vec::new(),
            top: index,
            group: 1,
            allocatable: true,
            no_spill: false,
            enc_base: 0,
            encs: 0,
        };
        let Some(colon) = rest.iter().position(|w| *w == ":") else {
            return at.err("a class needs ': members'");
        };
        for w in &rest[..colon] {
            match w.split_once('=').unwrap_or((w, "")) {
                ("width", "xlen") => c.width = 0,
                ("width", v) => c.width = small(at, v, 8192)? as u16,
                ("in", v) => {
                    let t = find(&self.model.class_names, at, "class", v)?;
                    c.top = self.model.classes[t].top;
                    c.allocatable = self.model.classes[t].allocatable;
                }
                ("group", v) => c.group = small(at, v, 16)? as u8,
                ("base", v) => c.enc_base = small(at, v, 63)? as u16,
                ("noalloc", "") => c.allocatable = false,
                ("nospill", "") => c.no_spill = true,
                _ => return at.err(format!("unknown property '{w}'")),
            }
        }
        // A class may be empty on a machine that has none of its registers.
        let (mut without, mut hidden) = (false, false);
        for w in &rest[colon + 1..] {
            if *w == "-" {
                without = true;
                continue;
            }
            let set = match self.model.class_names.get(*w) {
                Some(&k) => self.model.classes[k].members.clone(),
                None => self.model.scope.reg_list(at, &[w])?,
            };
            let variant = &self.families.variant;
            let here = |&m: &usize| self.model.regs[m].only.as_ref().is_none_or(|o| o == variant);
            hidden |= set.is_empty() || !set.iter().all(here);
            let set: Vec<usize> = set.into_iter().filter(here).collect();
            if without {
                c.members.retain(|m| !set.contains(m));
            } else {
                c.members.extend(set);
            }
        }
        let regs = &self.model.regs;
        if c.members.is_empty() && !hidden {
            return at.err(format!("class '{name}' has no members"));
        }
        c.allocatable &= !c.members.is_empty();
        // A narrower register takes as much from an allocator as the whole of which it is a part.
        let takes = |m: usize| match regs[m].units.len() {
            n if c.top != index => n <= c.group as usize,
            n => n == c.group as usize,
        };
        if let Some(m) = c.members.iter().find(|&&m| !regs[m].constant && !takes(m)) {
            return at.err(format!("register '{}' has not {} units", regs[*m].name, c.group));
        }
        let top_units = |r: usize| regs[r].units.iter().all(|u| in_class(&self.model, c.top, *u));
        if c.top != index && !c.members.iter().all(|&m| regs[m].constant || top_units(m)) {
            return at.err(format!("class '{name}' is not within its top class"));
        }
        c.encs = c.members.iter().fold(0, |s, &m| s | 1 << regs[m].enc);
        insert(&mut self.model.class_names, at, "class", name, index)?;
        self.model.classes.push(c);
        Ok(())
    }

    /// `imm NAME bits=N [signed] [shift=N] [nonzero] [pcrel] [min=] [max=] [wrap=N] [msb=FEATURE] [suffix] [closed] [default=N]
    /// [names=a,b,...] [V:name ...]`
    fn imm(&mut self, at: &At, name: &str, rest: &[&str]) -> Res<()> {
        let mut m = Imm {
            name: name.into(),
            min: 0,
            max: 0,
            shift: 0,
            nonzero: false,
            bits: 0,
            signed: false,
            pcrel: false,
            wrap: 0,
            msb: None,
            names: Vec::new(),
            default: None,
            suffix: false,
            closed: false,
            bias: 0,
            loose: false,
        };
        let (mut min, mut max) = (None, None);
        for w in rest {
            if let Some((v, n)) = w.split_once(':') {
                m.names.push((number(at, v)?, n.to_string()));
                continue;
            }
            match w.split_once('=').unwrap_or((w, "")) {
                ("bits", v) => m.bits = small(at, v, 64)? as u8,
                ("shift", v) => m.shift = small(at, v, 32)? as u8,
                ("signed", "") => m.signed = true,
                ("nonzero", "") => m.nonzero = true,
                ("pcrel", "") => m.pcrel = true,
                ("suffix", "") => m.suffix = true,
                ("closed", "") => m.closed = true,
                ("loose", "") => m.loose = true,
                ("bias", v) => m.bias = small(at, v, 15)?,
                ("min", v) => min = Some(number(at, v)?),
                ("max", v) => max = Some(number(at, v)?),
                ("wrap", v) => m.wrap = small(at, v, 63)? as u8,
                ("default", v) => m.default = Some(number(at, v)?),
                ("msb", f) => m.msb = Some(find(&self.model.scope.features, at, "feature", f)?),
                ("names", list) => {
                    let named = list.split(',').enumerate().filter(|(_, n)| *n != "-");
                    m.names.extend(named.map(|(i, n)| (i as i64, n.trim_matches('"').to_string())));
                }
                _ => return at.err(format!("unknown property '{w}'")),
            }
        }
        if m.bits == 0 || m.bits as u32 + m.shift as u32 > 64 {
            return at.err(format!("immediate '{name}' has {} bits shifted by {}", m.bits, m.shift));
        }
        let wide = |v: i128| v.clamp(i64::MIN as i128, i64::MAX as i128) as i64;
        let (lo, hi) = match m.signed {
            true => (-(1i128 << (m.bits - 1)), (1i128 << (m.bits - 1)) - 1),
            false => (0, (1i128 << m.bits) - 1),
        };
        m.min = min.unwrap_or(wide((lo << m.shift) + i128::from(m.bias)));
        m.max = max.unwrap_or(wide((hi << m.shift) + i128::from(m.bias)));
        let i = self.model.imms.len();
        if self.model.class_names.contains_key(name) {
            return at.err(format!("'{name}' is a class already"));
        }
        insert(&mut self.model.imm_names, at, "immediate", name, i)?;
        self.model.imms.push(m);
        Ok(())
    }

    /// `format R = f7:7 rs2:5 rs1:5 f3:3 rd:5 op:7`, highest bits first; `imm[12|10:5]` takes those bits of a value.
    fn format(&mut self, at: &At, name: &str, rest: &[&str]) -> Res<()> {
        let mut fields = Vec::new();
        for w in rest {
            if let Some((n, slices)) = w.split_once('[') {
                let Some(list) = slices.strip_suffix(']') else {
                    return at.err(format!("'{w}' lacks a ']'"));
                };
                let mut f = Field { name: n.into(), slices: Vec::new(), width: 0 };
                for s in list.split('|') {
                    let (hi, lo) = s.split_once(':').unwrap_or((s, s));
                    let (hi, lo) = (small(at, hi, 63)? as u8, small(at, lo, 63)? as u8);
                    if hi < lo {
                        return at.err(format!("bits {hi}:{lo} are the wrong way round"));
                    }
                    f.slices.push((hi, lo));
                    f.width += hi - lo + 1;
                }
                fields.push(f);
            } else if let Some((n, width)) = w.split_once(':') {
                let width = small(at, width, 64)? as u8;
                fields.push(Field { name: n.into(), slices: Vec::new(), width });
            } else {
                return at.err(format!("'{w}' is not 'field:width' or 'field[bits]'"));
            }
        }
        let bits: u32 = fields.iter().map(|f| f.width as u32).sum();
        if bits == 0 || bits > 64 || !bits.is_multiple_of(8) {
            return at.err(format!("format '{name}' has {bits} bits"));
        }
        let i = self.model.formats.len();
        insert(&mut self.model.format_names, at, "format", name, i)?;
        self.model.formats.push(Format { name: name.into(), fields, size: (bits / 8) as u8 });
        Ok(())
    }
}

/// Is the unit one of the class?
fn in_class(model: &Model, class: usize, unit: u16) -> bool {
    let members = model.classes.get(class).map_or(&[][..], |c| &c.members);
    members.iter().any(|&m| model.regs[m].units.contains(&unit))
}

/// Adds a name that must be new.
pub fn insert(names: &mut Names, at: &At, what: &str, name: &str, index: usize) -> Res<()> {
    match names.insert(name.to_string(), index) {
        None => Ok(()),
        Some(_) => at.err(format!("{what} '{name}' is described twice")),
    }
}
