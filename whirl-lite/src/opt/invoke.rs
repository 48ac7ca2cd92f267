//! Invokes without exceptions: `-exception-model=none`.
//!
//! Where nothing unwinds (Rust with `panic=abort`, C++ whose throws end the program), an `invoke` is a call followed by
//! a jump to its normal destination. Landing pads are then reached by nothing, and the legaliser leaves them out. An
//! exception that is thrown all the same passes through such a function as through any other without a handler.

use super::edit::terminate;
use crate::ir::{Function, InstKind};

/// Makes calls of all invokes. Returns how many there were.
pub fn lower(f: &mut Function) -> usize {
    let mut lowered = 0;
    for b in f.layout.clone() {
        let Some(invoke) = f.last(b) else { continue };
        let InstKind::Invoke(call) = f.insts[invoke].kind else { continue };
        let Some(&normal) = f.inst_blocks(invoke).first() else { continue };
        f.insts[invoke].kind = InstKind::Call(call);
        f.insts[invoke].blocks = cranelift_entity::EntityList::new();
        let pos = f.insts[invoke].pos;
        terminate(f, b, InstKind::Br, &[], &[normal], pos);
        lowered += 1;
    }
    lowered
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_invoke_becomes_a_call_and_a_jump() {
        let text = "declare i32 @g(i32)\ndeclare i32 @p(...)\n\
            define i32 @f(i32 %a) personality ptr @p {\n\
             %r = invoke i32 @g(i32 %a) to label %ok unwind label %pad\n\
            ok:\n ret i32 %r\n\
            pad:\n %l = landingpad { ptr, i32 } cleanup\n ret i32 0\n}\n";
        let mut m = crate::ll::parse(text.as_bytes()).expect("the text parses");
        let f = m.functions.values_mut().next().expect("a function is defined");
        assert_eq!(super::lower(f), 1);
        let entry = f.entry().expect("it has blocks");
        assert_eq!(f.succs(entry).len(), 1);
        assert_eq!(super::lower(f), 0);
    }
}
