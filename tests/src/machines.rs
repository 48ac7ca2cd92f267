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

/// What runs programs of a machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Runner {
    /// This emulator.
    Emulator(&'static str),
    /// The host, if it is such a machine.
    Host,
}

/// A machine.
pub struct Machine {
    /// What failures call it.
    pub name: &'static str,
    /// The word after `// run:` with which a program asks for it; the machines that every program runs on have none.
    pub word: Option<&'static str>,
    /// Words after `// run:` that say what a program needs and this machine has not, or ocg has not for it yet.
    pub lacks: &'static [&'static str],
    /// ocg's options.
    pub ocg: &'static [&'static str],
    /// clang's options.
    pub clang: &'static [&'static str],
    /// llc's options, of the same machine.
    pub llc: &'static [&'static str],
    /// The C library.
    pub library: Library,
    /// What runs a program.
    pub runner: Runner,
    /// The processor that an emulator is told to be, if it is not its default: spellings of which it takes the first that
    /// it knows. An emulator that knows none is too old.
    pub cpu: &'static [&'static str],
    /// The smallest program that needs the processor, in assembly language, with which it is tried whether there is one.
    pub probe: &'static str,
    /// Attributes that choose calling conventions of its own.
    pub conventions: &'static [&'static str],
    /// The triple, for IR that names another machine's.
    pub triple: &'static str,
    /// Has the host's data layout, so that Rust programs for the host can be compiled for it.
    pub rust: bool,
}

/// clang's options for 64-bit machines with the cross C library, whatever their extensions.
macro_rules! clang64 {
    ($march:literal) => {
        &[
            "--target=riscv64-linux-gnu",
            concat!("-march=", $march),
            "-mabi=lp64d",
            "--sysroot=/usr/riscv64-linux-gnu",
            "-isystem",
            "/usr/riscv64-linux-gnu/include",
        ]
    };
}

/// A program that ends with status 0.
const EXIT_RISCV: &str = "li a0, 0\n li a7, 93\n ecall\n";
const EXIT_X86_64: &str = "xorl %edi, %edi\n movl $60, %eax\n syscall\n";
/// The same, after instructions of the third level: BMI2, AVX2, FMA, MOVBE and LZCNT.
const EXIT_X86_64_V3: &str = "shlx %rax, %rdx, %rcx\n vpaddd %ymm0, %ymm0, %ymm1\n vfmadd213sd %xmm0, %xmm1, %xmm2\n \
                              movbe (%rsp), %rax\n lzcnt %rax, %rax\n xorl %edi, %edi\n movl $60, %eax\n syscall\n";

/// RISC-V's inline assembly is not x86's.
const LACKS_X86_64: &[&str] = &["riscv", "quad"];
/// Of two registers for an integer no type is made of four.
const LACKS_I386: &[&str] = &["riscv", "half", "int128", "sse4"];
/// What is computed on x87 has more digits than its type until it is stored.
const LACKS_X87: &[&str] = &["riscv", "half", "int128", "exact", "sse4"];
/// Conventions of IA-32 that attributes ask for.
const CONVENTIONS_I386: &[&str] = &["stdcall", "fastcall", "thiscall", "regparm(1)", "regparm(2)", "regparm(3)"];
/// Nor is its long double x86's.
const LACKS_RISCV: &[&str] = &["x87"];

/// All machines.
pub const MACHINES: &[Machine] = &[
    Machine {
        name: "rv64gc",
        word: None,
        lacks: LACKS_RISCV,
        ocg: &["-march=rv64gc", "-mabi=lp64d"],
        clang: clang64!("rv64gc"),
        llc: &["-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"],
        library: Library::Gcc("riscv64-linux-gnu-gcc"),
        runner: Runner::Emulator("qemu-riscv64"),
        probe: EXIT_RISCV,
        cpu: &[],
        conventions: &[],
        triple: "riscv64-linux-gnu",
        rust: cfg!(all(target_arch = "x86_64", target_os = "linux")),
    },
    Machine {
        name: "rv32gc",
        word: Some("rv32"),
        lacks: LACKS_RISCV,
        ocg: &["-march=rv32gc", "-mabi=ilp32d"],
        clang: &["--target=riscv32-unknown-linux-gnu", "-march=rv32gc", "-mabi=ilp32d"],
        llc: &["-mattr=+m,+a,+f,+d,+c", "-target-abi=ilp32d"],
        library: Library::Own("rv32"),
        runner: Runner::Emulator("qemu-riscv32"),
        probe: EXIT_RISCV,
        cpu: &[],
        conventions: &[],
        triple: "riscv32-linux-gnu",
        rust: false,
    },
    Machine {
        name: "rv32imac",
        word: Some("rv32"),
        lacks: LACKS_RISCV,
        ocg: &["-march=rv32imac", "-mabi=ilp32"],
        clang: &["--target=riscv32-unknown-linux-gnu", "-march=rv32imac", "-mabi=ilp32"],
        llc: &["-mattr=+m,+a,+c", "-target-abi=ilp32"],
        library: Library::Own("rv32"),
        runner: Runner::Emulator("qemu-riscv32"),
        probe: EXIT_RISCV,
        cpu: &[],
        conventions: &[],
        triple: "riscv32-linux-gnu",
        rust: false,
    },
    Machine {
        name: "rv64gc_b_zfh",
        word: None,
        lacks: LACKS_RISCV,
        ocg: &["-march=rv64gc_zba_zbb_zbs_zbc_zfh", "-mabi=lp64d"],
        clang: clang64!("rv64gc_zba_zbb_zbs_zbc_zfh"),
        llc: &["-mattr=+m,+a,+f,+d,+c,+zba,+zbb,+zbs,+zbc,+zfh", "-target-abi=lp64d"],
        library: Library::Gcc("riscv64-linux-gnu-gcc"),
        runner: Runner::Emulator("qemu-riscv64"),
        probe: EXIT_RISCV,
        cpu: &[
            "rv64,zba=true,zbb=true,zbs=true,zbc=true,zfh=true",
            "rv64,zba=true,zbb=true,zbs=true,zbc=true,Zfh=true",
        ],
        conventions: &[],
        triple: "riscv64-linux-gnu",
        rust: false,
    },
    Machine {
        name: "rv64gc_zicond_zfhmin_zcb_zacas_zabha",
        word: None,
        lacks: LACKS_RISCV,
        ocg: &["-march=rv64gc_zba_zbb_zbs_zicond_zfhmin_zfbfmin_zcb_zacas_zabha", "-mabi=lp64d"],
        clang: clang64!("rv64gc_zba_zbb_zbs_zicond_zfhmin_zcb"),
        llc: &["-mattr=+m,+a,+f,+d,+c,+zba,+zbb,+zbs,+zicond,+zfhmin,+zcb,+zacas,+zabha", "-target-abi=lp64d"],
        library: Library::Gcc("riscv64-linux-gnu-gcc"),
        runner: Runner::Emulator("qemu-riscv64"),
        probe: EXIT_RISCV,
        cpu: &["rv64,zba=true,zbb=true,zbs=true,zicond=true,zfhmin=true,zfbfmin=true,zcb=true,zacas=true,zabha=true"],
        conventions: &[],
        triple: "riscv64-linux-gnu",
        rust: false,
    },
    Machine {
        name: "rv64imac_zdinx",
        word: Some("rv32"),
        lacks: LACKS_RISCV,
        ocg: &["-march=rv64imac_zdinx", "-mabi=lp64"],
        clang: &["--target=riscv64-unknown-linux-gnu", "-march=rv64imac_zdinx", "-mabi=lp64", "-mcmodel=medany"],
        llc: &["-mattr=+m,+a,+c,+zdinx", "-target-abi=lp64"],
        library: Library::Own("rv32"),
        runner: Runner::Emulator("qemu-riscv64"),
        probe: EXIT_RISCV,
        cpu: &["rv64,f=false,d=false,zfa=false,zfinx=true,zdinx=true", "rv64,f=false,d=false,zfinx=true,zdinx=true"],
        conventions: &[],
        triple: "riscv64-linux-gnu",
        rust: false,
    },
    Machine {
        name: "x86-64",
        word: None,
        lacks: LACKS_X86_64,
        ocg: &["-march=x86-64"],
        clang: &["--target=x86_64-linux-gnu"],
        llc: &["-mcpu=x86-64"],
        library: Library::Gcc("x86_64-linux-gnu-gcc"),
        runner: Runner::Host,
        cpu: &[],
        probe: EXIT_X86_64,
        conventions: &[],
        triple: "x86_64-linux-gnu",
        rust: cfg!(all(target_arch = "x86_64", target_os = "linux")),
    },
    Machine {
        name: "x86-64-v3",
        word: None,
        lacks: LACKS_X86_64,
        ocg: &["-march=x86-64-v3"],
        clang: &["--target=x86_64-linux-gnu", "-march=x86-64-v3"],
        llc: &["-mcpu=x86-64-v3"],
        library: Library::Gcc("x86_64-linux-gnu-gcc"),
        runner: Runner::Host,
        cpu: &["x86-64-v3"],
        probe: EXIT_X86_64_V3,
        conventions: &[],
        triple: "x86_64-linux-gnu",
        rust: false,
    },
    Machine {
        name: "i686",
        word: Some("rv32"),
        lacks: LACKS_I386,
        ocg: &["-march=pentium4"],
        clang: &[
            "--target=i686-linux-gnu",
            "-march=pentium4",
            "--sysroot=/usr/i686-linux-gnu",
            "-isystem",
            "/usr/i686-linux-gnu/include",
        ],
        llc: &["-mcpu=pentium4"],
        library: Library::Gcc("i686-linux-gnu-gcc"),
        runner: Runner::Emulator("qemu-i386"),
        cpu: &[],
        probe: "",
        conventions: CONVENTIONS_I386,
        triple: "i686-linux-gnu",
        rust: false,
    },
    Machine {
        name: "i386-x87",
        word: Some("rv32"),
        lacks: LACKS_X87,
        ocg: &["-march=i686"],
        clang: &[
            "--target=i686-linux-gnu",
            "-march=i686",
            "-mno-sse",
            "--sysroot=/usr/i686-linux-gnu",
            "-isystem",
            "/usr/i686-linux-gnu/include",
        ],
        llc: &["-mcpu=i686", "-mattr=-sse"],
        library: Library::Gcc("i686-linux-gnu-gcc"),
        runner: Runner::Emulator("qemu-i386"),
        cpu: &[],
        probe: "",
        conventions: CONVENTIONS_I386,
        triple: "i686-linux-gnu",
        rust: false,
    },
];

/// How long a compiler may take.
const LIMIT: Duration = Duration::from_secs(60);

/// What a program's first line says after `// run:`, word by word.
pub fn run_words(text: &str) -> impl Iterator<Item = &str> {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("// run:").unwrap_or_default().split_whitespace()
}

/// The files of a runtime.
const RUNTIME: &[&str] = &["start", "libc", "int64", "softfp"];

impl Machine {
    /// The machine of a name.
    pub fn named(name: &str) -> Option<&'static Machine> {
        MACHINES.iter().find(|m| m.name == name)
    }

    /// Has it what this word after `// run:` names?
    pub fn has(&self, word: &str) -> bool {
        !self.lacks.contains(&word)
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

    /// The command that runs a program, to which the program's path is added; or, if nothing here runs it, why: the
    /// emulator or the host, tried on the smallest program that needs the processor, does not know it. Emulators of
    /// another version than the system's are taken from the folder `$OCG_QEMU`.
    pub fn emulate(&self, dir: &TempDir) -> Result<Result<Vec<String>, String>, String> {
        let emulator = match (self.runner, std::env::var_os("OCG_QEMU")) {
            (Runner::Host, _) if !cfg!(all(target_arch = "x86_64", target_os = "linux")) => {
                return Ok(Err("the host is another machine".into()));
            }
            (Runner::Host, _) => Vec::new(),
            (Runner::Emulator(e), Some(folder)) => vec![Path::new(&folder).join(e).to_string_lossy().into_owned()],
            (Runner::Emulator(e), None) => vec![e.to_string()],
        };
        if self.cpu.is_empty() {
            return Ok(Ok(emulator));
        }
        let (source, program) = (dir.join(&format!("{}.s", self.name)), dir.join(self.name));
        std::fs::write(&source, format!(".globl _start\n_start:\n {}", self.probe)).map_err(|e| e.to_string())?;
        let mut c = self.clang(false);
        must(c.args(["-nostdlib", "-static", "-fuse-ld=lld"]).arg(&source).arg("-o").arg(&program), LIMIT)?;
        for &cpu in self.cpu {
            let mut words = emulator.clone();
            if self.runner != Runner::Host {
                words.extend(["-cpu".to_string(), cpu.to_string()]);
            }
            if must(&mut command(&words, &program), LIMIT).is_ok() {
                return Ok(Ok(words));
            }
        }
        let who = emulator.first().map_or("host", String::as_str);
        Ok(Err(format!("this {who} does not know its processor")))
    }

    /// Links objects to a program; `options` are for the cross gcc.
    pub fn link(&self, objects: &[&Path], runtime: &[PathBuf], program: &Path, options: &[&str]) -> Result<(), String> {
        let mut c = match self.library {
            Library::Gcc(gcc) => Command::new(gcc),
            Library::Own(_) => Command::new("ld.lld-19"),
        };
        c.arg("-static").args(objects).args(runtime).arg("-o").arg(program);
        if let Library::Gcc(_) = self.library {
            c.args(["-no-pie", "-lm", "-latomic"]).args(options);
        }
        must(&mut c, LIMIT).map(|_| ())
    }
}

/// The command that runs a program behind these words.
pub fn command(words: &[String], program: &Path) -> Command {
    let Some((first, rest)) = words.split_first() else { return Command::new(program) };
    let mut c = Command::new(first);
    c.args(rest).arg(program);
    c
}

fn runtime(dir: &str) -> PathBuf {
    root().join("tests/runtime").join(dir)
}
