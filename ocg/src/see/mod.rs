//! Seeing an allocation: pages, interference graphs, logs.
//!
//! [`draw`] looks at a function and an allocator's answer to it, before the answer is applied; [`write()`] puts into files
//! what was drawn. Both work for every allocator, a user's own too: they read only the answer, and the log of decisions if
//! the allocator keeps one ([`PassCx::trace`]).

pub mod interference;
pub mod page;
pub mod places;

use crate::cli::Cli;
use crate::output::Sink;
use crate::unit::{Drawn, Unit};
use cgir::alloc::Answer;
use cgir::func::Func;
use cgir::pass::PassCx;
use std::collections::BTreeSet;
use std::path::Path;
use whirl_lite::diag::Error;

/// Draws what was asked for.
pub fn draw(unit: &mut Unit, cx: &PassCx<'_>, allocator: &str, answer: &Answer) -> Result<(), Error> {
    let refused = |f: &Func, e| crate::regalloc::explain(f, cx, allocator, e);
    let log = cx.counters.take_log();
    let wants = unit.wants;
    if wants.graph {
        unit.drawn.graph = Some(interference::dot(unit.cgir_ref()?, cx, answer));
    }
    if wants.page {
        let f = unit.cgir_ref()?;
        unit.drawn.page = Some(page::html(f, cx, allocator, answer, &log).map_err(|e| refused(f, e))?);
    }
    unit.drawn.log = log;
    Ok(())
}

/// Writes what was drawn into the files that the command line names. `-filter-print-funcs` chooses functions.
pub fn write(cli: &Cli, drawn: &[(String, Vec<Drawn>)]) -> Result<(), String> {
    let shown = |d: &&Drawn| cli.shows(&d.function);
    let several = drawn.len() > 1;
    if let Some(to) = &cli.gra_trace {
        let mut text = String::new();
        for (name, list) in drawn {
            for d in list.iter().filter(shown).filter(|d| !d.log.is_empty()) {
                let by = if several { format!("{name}: ") } else { String::new() };
                d.log.lines().for_each(|l| text.push_str(&format!("{by}{l}\n")));
            }
        }
        match to {
            Some(file) => Sink::named(file).write(text.as_bytes())?,
            None => crate::output::complain(&text),
        }
    }
    if let Some(file) = &cli.dump_interference {
        let graphs = drawn.iter().take(1).flat_map(|d| &d.1).filter(shown).filter_map(|d| d.graph.as_deref());
        Sink::named(file).write(graphs.collect::<String>().as_bytes())?;
    }
    if let Some(place) = &cli.dump_html {
        let pages = drawn.iter().flat_map(|(name, list)| list.iter().filter(shown).map(move |d| (name.as_str(), d)));
        write_pages(place, several, pages)?;
    }
    Ok(())
}

/// Pages into a directory, with an index; or the only one into a file.
fn write_pages<'d>(
    place: &Path,
    several: bool,
    pages: impl Iterator<Item = (&'d str, &'d Drawn)>,
) -> Result<(), String> {
    let pages: Vec<(&str, &str, &str)> =
        pages.filter_map(|(by, d)| Some((by, d.function.as_str(), d.page.as_deref()?))).collect();
    if place.extension().is_some_and(|e| e == "html") {
        return match pages[..] {
            [(_, _, page)] => Sink::File(place.to_owned()).write(page.as_bytes()),
            _ => Err(format!(
                "ocg: error: -dump-html: {} pages and one file; name a directory, or a function by -filter-print-funcs\n",
                pages.len()
            )),
        };
    }
    std::fs::create_dir_all(place).map_err(|e| format!("ocg: error: {}: {e}\n", place.display()))?;
    let mut taken = BTreeSet::new();
    let mut list = Vec::new();
    for (by, function, page) in pages {
        let base = if several { format!("{}.{}", file_name(function), file_name(by)) } else { file_name(function) };
        let mut name = format!("{base}.html");
        let mut n = 1;
        while name == "index.html" || !taken.insert(name.clone()) {
            n += 1;
            name = format!("{base}-{n}.html");
        }
        Sink::File(place.join(&name)).write(page.as_bytes())?;
        list.push((function, by, name));
    }
    Sink::File(place.join("index.html")).write(page::index(&list).as_bytes())
}

/// A function's name as a file's.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_-.".contains(c) { c } else { '_' };
    let text: String = name.chars().take(120).map(plain).collect();
    if text.starts_with('.') || text.is_empty() { format!("_{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_files() {
        assert_eq!(file_name("main"), "main");
        assert_eq!(file_name("../a b"), "_.._a_b");
        assert_eq!(file_name(""), "_");
    }
}
