//! The machines that tests compile for: how an oracle compiles for one, how objects are linked, what runs the result.
//!
//! A new target is a new row of `MACHINES`. A machine with a cross C library links with the cross gcc; one without
//! links with the runtime of `tests/runtime` and lld, and runs only programs that need no more than that.

use crate::{TempDir, must, root};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Where the C library of a machine comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Library {
    /// The cross gcc of this name links against its own C library.
    Gcc(&'static str),
    /// The runtime in this folder of `tests/runtime`.
    Own(&'static str),
}

/// A machine.
pub struct Machine {
    /// What failures call it.
    pub name: &'static str,
    /// The word after `// run:` with which a program asks for it; the machines that every program runs on have none.
    pub word: Option<&'static str>,
    /// ocg's options.
    pub ocg: &'static [&'static str],
    /// clang's options.
    pub clang: &'static [&'static str],
    /// llc's options, of the same machine.
    pub llc: &'static [&'static str],
    /// The C library.
    pub library: Library,
    /// The command that runs a program.
    pub emulator: &'static str,
}

/// All machines.
pub const MACHINES: &[Machine] = &[
    Machine {
        name: "rv64gc",
        word: None,
        ocg: &["-march=rv64gc", "-mabi=lp64d"],
        clang: &[
            "--target=riscv64-linux-gnu",
            "-march=rv64gc",
            "-mabi=lp64d",
            "--sysroot=/usr/riscv64-linux-gnu",
            "-isystem",
            "/usr/riscv64-linux-gnu/include",
        ],
        llc: &["-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"],
        library: Library::Gcc("riscv64-linux-gnu-gcc"),
        emulator: "qemu-riscv64",
    },
    Machine {
        name: "rv32gc",
        word: Some("rv32"),
        ocg: &["-march=rv32gc", "-mabi=ilp32d"],
        clang: &["--target=riscv32-unknown-linux-gnu", "-march=rv32gc", "-mabi=ilp32d"],
        llc: &["-mattr=+m,+a,+f,+d,+c", "-target-abi=ilp32d"],
        library: Library::Own("rv32"),
        emulator: "qemu-riscv32",
    },
    Machine {
        name: "rv32imac",
        word: Some("rv32"),
        ocg: &["-march=rv32imac", "-mabi=ilp32"],
        clang: &["--target=riscv32-unknown-linux-gnu", "-march=rv32imac", "-mabi=ilp32"],
        llc: &["-mattr=+m,+a,+c", "-target-abi=ilp32"],
        library: Library::Own("rv32"),
        emulator: "qemu-riscv32",
    },
];

/// How long a compiler may take.
const LIMIT: Duration = Duration::from_secs(60);

/// The files of a runtime.
const RUNTIME: &[&str] = &["start", "libc", "int64", "softfp"];

impl Machine {
    /// The machine of a name.
    pub fn named(name: &str) -> Option<&'static Machine> {
        MACHINES.iter().find(|m| m.name == name)
    }

    /// A clang that compiles for it; C++ if `cxx`.
    pub fn clang(&self, cxx: bool) -> Command {
        let mut c = Command::new(if cxx { "clang++-19" } else { "clang-19" });
        c.args(self.clang).args(["-w", "-fno-pic"]);
        if let Library::Own(dir) = self.library {
            c.arg("-nostdlibinc").arg("-isystem").arg(runtime(dir).join("include"));
        }
        if cxx {
            c.args(["-fno-exceptions", "-fno-rtti", "-nostdinc++"]);
        }
        c
    }

    /// Compiles the runtime, if it has one, with clang: the objects to link.
    pub fn runtime(&self, dir: &TempDir) -> Result<Vec<PathBuf>, String> {
        let Library::Own(folder) = self.library else { return Ok(Vec::new()) };
        let mut objects = Vec::new();
        for name in RUNTIME {
            let (source, object) =
                (runtime(folder).join(format!("{name}.c")), dir.join(&format!("{}-{name}.o", self.name)));
            let mut c = self.clang(false);
            c.args(["-O2", "-ffreestanding", "-fno-builtin", "-c"]).arg(&source).arg("-o").arg(&object);
            must(&mut c, LIMIT)?;
            objects.push(object);
        }
        Ok(objects)
    }

    /// Links objects to a program.
    pub fn link(&self, objects: &[&Path], runtime: &[PathBuf], program: &Path) -> Result<(), String> {
        let mut c = match self.library {
            Library::Gcc(gcc) => Command::new(gcc),
            Library::Own(_) => Command::new("ld.lld-19"),
        };
        c.arg("-static").args(objects).args(runtime).arg("-o").arg(program);
        if let Library::Gcc(_) = self.library {
            c.args(["-no-pie", "-lm", "-latomic"]);
        }
        must(&mut c, LIMIT).map(|_| ())
    }
}

fn runtime(dir: &str) -> PathBuf {
    root().join("tests/runtime").join(dir)
}
