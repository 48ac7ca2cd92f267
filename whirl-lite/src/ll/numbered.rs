//! Tables by number, for `%12`, `!12`, `@12` and `#12`.
//!
//! Numbers are dense in what LLVM writes, so a vector serves; a number larger than the input could justify goes to a
//! hash map instead, so that `!4000000000` in a small file costs nothing.

use rustc_hash::FxHashMap;

/// A map from numbers.
pub(super) struct Numbered<T> {
    dense: Vec<Option<T>>,
    limit: u32,
    sparse: FxHashMap<u32, T>,
}

impl<T: Copy> Numbered<T> {
    /// An empty table, for an input of so many bytes.
    pub fn new(source_len: usize) -> Numbered<T> {
        let limit = (source_len / 2).min(1 << 28) as u32;
        Numbered { dense: Vec::new(), limit, sparse: FxHashMap::default() }
    }
    #[inline]
    pub fn get(&self, n: u32) -> Option<T> {
        match self.dense.get(n as usize) {
            Some(&t) => t,
            None if n >= self.limit => self.sparse.get(&n).copied(),
            None => None,
        }
    }
    #[inline]
    pub fn set(&mut self, n: u32, t: T) {
        if n >= self.limit {
            self.sparse.insert(n, t);
            return;
        }
        let at = n as usize;
        if at >= self.dense.len() {
            self.dense.resize(at + 1, None);
        }
        self.dense[at] = Some(t);
    }
}
