//! Constraint strings of inline assembly, as LLVM writes them: what is the same for all targets. Which letters there are, a
//! target says.

/// What one constraint asks for; `K` is a kind of register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted<K> {
    /// A register of a kind.
    Kind(K),
    /// A named register.
    Named(String),
    /// The same place as operand number so many.
    Same(usize),
    /// An address in a register.
    Memory,
    /// A constant: which letter.
    Constant(char),
}

/// One constraint of the string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item<K> {
    pub output: bool,
    pub early: bool,
    pub indirect: bool,
    pub clobber: bool,
    pub label: bool,
    /// Alternatives, in order.
    pub wanted: Vec<Wanted<K>>,
}

/// Splits the string at commas outside of braces.
pub(crate) fn split(text: &str) -> Vec<&str> {
    let mut depth = 0i32;
    let mut from = 0;
    let mut out = Vec::new();
    for (i, c) in text.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                out.push(&text[from..i]);
                from = i + 1;
            }
            _ => {}
        }
    }
    if from < text.len() {
        out.push(&text[from..]);
    }
    out
}

/// Reads one constraint; the error names the part that is not known. `letters` reads what stands at the start of a text by the
/// target's letters: what it asks for, and its length.
pub(crate) fn item<K>(text: &str, letters: impl Fn(&str) -> Option<(Wanted<K>, usize)>) -> Result<Item<K>, String> {
    let mut it =
        Item { output: false, early: false, indirect: false, clobber: false, label: false, wanted: Vec::new() };
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        match c {
            '=' => it.output = true,
            '&' => it.early = true,
            '*' => it.indirect = true,
            '~' => it.clobber = true,
            '!' => it.label = true,
            '%' | '|' | '?' | '#' => {}
            _ => break,
        }
        rest = &rest[1..];
    }
    while let Some(c) = rest.chars().next() {
        let (wanted, len) = match c {
            '{' => {
                let Some(end) = rest.find('}') else { return Err(rest.to_string()) };
                (Wanted::Named(rest[1..end].to_string()), end + 1)
            }
            '0'..='9' => {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                (Wanted::Same(rest[..digits].parse().map_err(|_| rest.to_string())?), digits)
            }
            '|' | '?' | '!' | '*' => {
                rest = &rest[1..];
                continue;
            }
            _ => match letters(rest) {
                Some(w) => w,
                None => return Err(rest.to_string()),
            },
        };
        it.wanted.push(wanted);
        rest = &rest[len..];
    }
    Ok(it)
}

/// Makes ties name results: the string numbers all its operands, and outputs in memory are no results. The error is the number
/// of an operand that nothing can be tied to.
pub(crate) fn number_ties<K>(items: &mut [Item<K>]) -> Result<(), usize> {
    let mut results = 0..;
    let number: Vec<Option<usize>> =
        items.iter().map(|i| if i.output && !i.indirect { results.next() } else { None }).collect();
    for w in items.iter_mut().flat_map(|i| &mut i.wanted) {
        if let Wanted::Same(n) = w {
            match number.get(*n) {
                Some(&Some(result)) => *n = result,
                _ => return Err(*n),
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_split_outside_of_braces() {
        assert_eq!(split("=r,{a0},~{memory}"), ["=r", "{a0}", "~{memory}"]);
        assert_eq!(split(""), Vec::<&str>::new());
    }
}
