//! The compiler as a library: for whoever wants to try an allocator or a heuristic of his own.
//!
//! ```no_run
//! use cgir::alloc::spillall::SpillAll;
//!
//! let compiler = ocg::Compiler::new(["-march=rv64gc", "-regalloc=mine,gra"])?
//!     .allocator("mine", || Box::new(SpillAll));
//! let output = compiler.compile("f.ll", "define i32 @f(i32 %x) { ret i32 %x }")?;
//! println!("{}", output.comparison());
//! # Ok::<(), String>(())
//! ```
//!
//! Options are the command line's. What an allocator answers is checked (with `-verify`), applied, priced and compared by the
//! code that serves ours. docs/allocators.md walks through an allocator and a priority function.

use crate::cli::{self, Cli, Early};
use crate::compile::{self, Compiled, Input};
use crate::measure::FuncStats;
use crate::regalloc::{Completed, Own};
use crate::report::{Measured, compare, json, text};
use cgir::alloc::{Allocate, AllocateGlobal};
use std::ffi::OsString;
use std::sync::Arc;

/// A compiler with its options and the allocators that its user brings.
pub struct Compiler {
    cli: Cli,
    args: Vec<OsString>,
    own: Vec<Own>,
}

impl Compiler {
    /// A compiler with these options of the command line; without input and output files.
    pub fn new<S: Into<OsString>>(options: impl IntoIterator<Item = S>) -> Result<Compiler, String> {
        let args: Vec<OsString> = std::iter::once("ocg".into()).chain(options.into_iter().map(Into::into)).collect();
        let mut cli = cli::parse(&args).map_err(|e| match e {
            Early::Said(text) | Early::Wrong(text) => text,
        })?;
        cli.measure = true;
        Ok(Compiler { cli, args, own: Vec::new() })
    }

    /// Brings an allocator, which `-regalloc=` may name then. `make` makes one for each function, on any thread.
    #[must_use]
    pub fn allocator<F>(mut self, name: &str, make: F) -> Compiler
    where
        F: Fn() -> Box<dyn Allocate> + Send + Sync + 'static,
    {
        self.own.push(Own { name: name.into(), make: Arc::new(make) });
        self
    }

    /// Brings a global allocator: it places what lives across blocks, and our local allocator does the rest.
    #[must_use]
    pub fn global_allocator<F>(self, name: &str, make: F) -> Compiler
    where
        F: Fn() -> Box<dyn AllocateGlobal> + Send + Sync + 'static,
    {
        self.allocator(name, move || Box::new(Completed(make())))
    }

    /// Compiles a module of LLVM IR; `name` is for messages. The error is a complete message.
    pub fn compile(&self, name: &str, source: impl AsRef<[u8]>) -> Result<Output, String> {
        let input = Input { name, bytes: source.as_ref(), cgir: false };
        compile::compile(&self.cli, &self.args, &self.own, &input).map(|done| Output { done })
    }
}

/// What compiling gave.
#[derive(Debug)]
pub struct Output {
    done: Compiled,
}

impl Output {
    /// The assembly or object that the first allocator made.
    pub fn bytes(&self) -> &[u8] {
        &self.done.bytes
    }
    /// The same as text.
    pub fn assembly(&self) -> String {
        String::from_utf8_lossy(&self.done.bytes).into_owned()
    }
    /// What was measured, function by function, for each allocator.
    pub fn measured(&self) -> &Measured {
        &self.done.measured
    }
    /// Sums over the module's functions under an allocator.
    pub fn total(&self, allocator: &str) -> Option<FuncStats> {
        self.done.measured.allocators.iter().find(|a| a.0 == allocator).map(|a| a.1.total())
    }
    /// The allocators side by side, functions without memory operations left out.
    pub fn comparison(&self) -> String {
        compare::table(&self.done.measured, compare::Show { threshold: 0.5, times: false })
    }
    /// The tables of `-stats`.
    pub fn stats(&self) -> String {
        text::stats(&self.done.measured)
    }
    /// The document of `-stats=json`.
    pub fn json(&self) -> String {
        json::stats(&self.done.measured, false)
    }
    /// What the user should know.
    pub fn warnings(&self) -> &[String] {
        &self.done.warnings
    }
}
