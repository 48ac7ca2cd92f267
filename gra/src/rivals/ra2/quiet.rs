//! Catches panics of code that is not ours without the text that a panic prints.
//!
//! A panic's text comes from a hook that the whole process shares, so there is no other way than to replace it: once, by one
//! that says what the old one says, except on a thread that is in [`caught`].

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

static HOOK: Once = Once::new();

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// What the function returns; nothing if it panics.
pub(super) fn caught<R>(run: impl FnOnce() -> R) -> Option<R> {
    HOOK.call_once(|| {
        let old = take_hook();
        set_hook(Box::new(move |info| {
            if !QUIET.get() {
                old(info);
            }
        }));
    });
    QUIET.set(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    result.ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_nothing_and_a_later_one_is_heard() {
        assert_eq!(caught(|| 3), Some(3));
        let none: Option<u32> = caught(|| panic!("not to be seen"));
        assert_eq!(none, None);
        assert!(!QUIET.get());
    }
}
