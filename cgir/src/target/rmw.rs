//! The `rmw` operand of pseudo ops: the number of an atomic operation that a loop does. Every description that has the operand
//! numbers them alike.

use whirl_lite::ir::RmwOp;

/// Operations by number.
const OPERATIONS: [RmwOp; 11] = [
    RmwOp::Xchg,
    RmwOp::Add,
    RmwOp::Sub,
    RmwOp::And,
    RmwOp::Nand,
    RmwOp::Or,
    RmwOp::Xor,
    RmwOp::Max,
    RmwOp::Min,
    RmwOp::UMax,
    RmwOp::UMin,
];

/// The number of an operation; `None` if no loop does it.
pub(crate) fn number(o: RmwOp) -> Option<i64> {
    OPERATIONS.iter().position(|&x| x == o).map(|n| n as i64)
}

/// The operation of a number.
pub fn operation(n: i64) -> Option<RmwOp> {
    OPERATIONS.get(usize::try_from(n).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_name_them_so() {
        let expected: Vec<_> = (0..).zip(OPERATIONS).map(|(n, o)| (n, format!("{o:?}").to_lowercase())).collect();
        for isa in [&targ_info::riscv::ISA, &targ_info::x86::ISA] {
            let kind = isa.imms.iter().find(|k| k.name == "rmw").expect("an operand");
            let names: Vec<_> = kind.names.iter().map(|&(n, name)| (n, name.to_string())).collect();
            assert_eq!(names, expected);
        }
    }
}
