//! Families: lines that stand for several.
//!
//! * `list NAME = a b c` names alternatives. A line that mentions `$NAME` stands for one line for each; `$NAME.attr` is the
//!   entry at the same place of `list NAME.attr = x y z`. `-` is an empty entry. `[NAME=a,c] line` takes only some.
//! * `family NAME PARAM...` to `end` is a block of lines; `make NAME arg...` puts it in its place with `$PARAM` replaced. Texts
//!   with spaces are quoted, `-` is empty.
//! * `variants A B...` says that the description is of several machines which share its tables; `only A line` is a line
//!   of one of them.
//!
//! `${NAME}` is `$NAME` where a letter follows, and `$$` a dollar sign. All this is text: what a line means is decided afterwards.

use super::lines::{At, Line, Res, words};
use std::collections::BTreeMap;

/// A block of lines with parameters.
struct Family {
    params: Vec<String>,
    body: Vec<Line>,
}

/// What lines may be made from.
#[derive(Default)]
pub struct Families {
    /// By `NAME` or `NAME.attr`.
    lists: BTreeMap<String, Vec<String>>,
    families: BTreeMap<String, Family>,
    /// The family whose lines are being collected.
    open: Option<(String, Family)>,
    /// The variant that is read.
    pub variant: String,
    /// All variants.
    pub variants: Vec<String>,
}

impl Families {
    /// None yet, for a variant.
    pub fn new(variant: &str) -> Families {
        Families { variant: variant.into(), ..Families::default() }
    }

    /// The lines that a line stands for: none if it is one of the statements above.
    pub fn expand(&mut self, line: Line) -> Res<Vec<Line>> {
        let (keyword, rest) = line.text.split_once(char::is_whitespace).unwrap_or((&line.text, ""));
        if let Some((name, mut family)) = self.open.take() {
            if keyword == "end" {
                self.families.insert(name, family);
            } else {
                family.body.push(line);
                self.open = Some((name, family));
            }
            return Ok(Vec::new());
        }
        let at = &line.at;
        match (keyword, words(rest).as_slice()) {
            ("variants", names) => {
                self.variants = names.iter().map(|n| n.to_string()).collect();
                if self.variant.is_empty() {
                    self.variant = self.variants.first().cloned().unwrap_or_default();
                }
            }
            ("only", [name, ..]) => {
                if !self.variants.iter().any(|v| v == name) {
                    return at.err(format!("unknown variant '{name}'"));
                }
                if self.variant == *name {
                    let text = rest.trim_start()[name.len()..].trim().to_string();
                    return self.expand(Line { at: at.clone(), text });
                }
            }
            ("list", [name, "=", entries @ ..]) => self.list(at, name, entries)?,
            ("family", [name, params @ ..]) => {
                if self.families.contains_key(*name) {
                    return at.err(format!("family '{name}' is described twice"));
                }
                let params = params.iter().map(|p| p.to_string()).collect();
                self.open = Some((name.to_string(), Family { params, body: Vec::new() }));
            }
            ("make", [name, args @ ..]) => return self.make(at, name, args),
            ("only" | "list" | "family" | "make", _) => {
                return at.err(format!("a '{keyword}' line has the wrong form"));
            }
            _ => return self.lines(line),
        }
        Ok(Vec::new())
    }

    /// An error if a family was not ended.
    pub fn finish(&self, at: &At) -> Res<()> {
        match &self.open {
            Some((name, _)) => at.err(format!("family '{name}' has no 'end'")),
            None => Ok(()),
        }
    }

    fn list(&mut self, at: &At, name: &str, entries: &[&str]) -> Res<()> {
        let entries: Vec<String> = entries.iter().map(|e| plain(e)).collect();
        if let Some((of, _)) = name.split_once('.') {
            match self.lists.get(of) {
                None => return at.err(format!("unknown list '{of}'")),
                Some(l) if l.len() != entries.len() => {
                    return at.err(format!("'{name}' has {} entries, '{of}' has {}", entries.len(), l.len()));
                }
                Some(_) => {}
            }
        }
        match self.lists.insert(name.into(), entries) {
            None => Ok(()),
            Some(_) => at.err(format!("list '{name}' is described twice")),
        }
    }

    fn make(&mut self, at: &At, name: &str, args: &[&str]) -> Res<Vec<Line>> {
        let Some(f) = self.families.get(name) else {
            return at.err(format!("unknown family '{name}'"));
        };
        if f.params.len() != args.len() {
            return at.err(format!("family '{name}' takes {} arguments, not {}", f.params.len(), args.len()));
        }
        let args: Vec<String> = args.iter().map(|a| plain(a)).collect();
        let find = |n: &str| f.params.iter().position(|p| p == n).map(|i| args[i].clone());
        let body: Vec<Line> = f
            .body
            .iter()
            .map(|l| Line { at: at.clone(), text: substitute(&l.text, &find) })
            .filter(|l| !l.text.is_empty())
            .collect();
        let mut out = Vec::new();
        for line in body {
            out.extend(self.expand(line)?);
        }
        Ok(out)
    }

    /// One line for each entry of each list that is mentioned.
    fn lines(&self, line: Line) -> Res<Vec<Line>> {
        let (chosen, text) = match line.text.strip_prefix('[').and_then(|t| t.split_once(']')) {
            Some((c, t)) => (c, t.trim()),
            None => ("", line.text.as_str()),
        };
        let at = &line.at;
        let text = &text.replace("$$", "\u{1}");
        let mut out = vec![text.to_string()];
        for (name, entries) in self.lists.iter().filter(|(n, _)| !n.contains('.') && mentions(text, n)) {
            let some = chosen.split_once('=').filter(|(n, _)| n.trim() == name).map(|(_, l)| l.split(','));
            let mut take: Vec<usize> = (0..entries.len()).collect();
            if let Some(some) = some {
                take.clear();
                for s in some {
                    match entries.iter().position(|e| e == s.trim()) {
                        Some(i) => take.push(i),
                        None => return at.err(format!("list '{name}' has no entry '{}'", s.trim())),
                    }
                }
            }
            let of = |text: &String, i: usize| {
                substitute(text, &|n| {
                    let same = n == name || n.strip_prefix(&**name).is_some_and(|r| r.starts_with('.'));
                    if same { self.lists.get(n).and_then(|l| l.get(i)).cloned() } else { None }
                })
            };
            out = take.iter().flat_map(|&i| out.iter().map(move |t| (i, t))).map(|(i, t)| of(t, i)).collect();
        }
        if let Some(unknown) = out.iter().find_map(|t| t.split_once('$')) {
            let name: String = unknown.1.chars().take_while(|c| c.is_alphanumeric() || "_.{}".contains(*c)).collect();
            return at.err(format!("nothing is called '${name}'"));
        }
        Ok(out.into_iter().map(|text| Line { at: at.clone(), text: text.trim().replace('\u{1}', "$") }).collect())
    }
}

/// The text of an argument or entry: without quotes, `-` is nothing.
fn plain(word: &str) -> String {
    match word {
        "-" => String::new(),
        w => w.strip_prefix('"').and_then(|w| w.strip_suffix('"')).unwrap_or(w).to_string(),
    }
}

/// The names that may follow a `$`, longest first: with an attribute, and without; each with its length.
fn names(rest: &str) -> Vec<(String, usize)> {
    if let Some((name, _)) = rest.strip_prefix('{').and_then(|r| r.split_once('}')) {
        return vec![(name.to_string(), name.len() + 2)];
    }
    let word = |t: &str| t.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum::<usize>();
    let n = word(rest);
    let mut out = Vec::new();
    if rest[n..].starts_with('.') {
        let m = n + 1 + word(&rest[n + 1..]);
        out.push((rest[..m].to_string(), m));
    }
    out.push((rest[..n].to_string(), n));
    out
}

fn mentions(text: &str, name: &str) -> bool {
    let own = |n: &str| n == name || n.strip_prefix(name).is_some_and(|r| r.starts_with('.'));
    text.match_indices('$').any(|(i, _)| names(&text[i + 1..]).iter().any(|(n, _)| own(n)))
}

/// Replaces `$NAME` and `${NAME}` where a name has a value.
fn substitute(text: &str, value: &dyn Fn(&str) -> Option<String>) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        out.push_str(before);
        match names(after).into_iter().find_map(|(n, len)| Some((value(&n)?, len))) {
            Some((v, len)) => {
                out.push_str(&v);
                rest = &after[len..];
            }
            None => {
                out.push('$');
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}
