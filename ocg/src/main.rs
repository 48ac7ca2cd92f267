//! The command `ocg`; everything is in the library.

fn main() -> std::process::ExitCode {
    ocg::main(std::env::args_os())
}
