//! Sets of register units: small, fixed in size, copied by value.

/// A register unit: the smallest part of the register file that can be written alone. Two physical registers alias
/// exactly when they share a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Unit(pub u16);

/// How many 64-bit words a [`RegSet`] has.
const WORDS: usize = 4;

/// A set of register units. The order of iteration is by unit number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct RegSet([u64; WORDS]);

impl RegSet {
    /// The set of no units.
    pub const EMPTY: RegSet = RegSet([0; WORDS]);
    /// The most units that a target may have.
    pub const CAPACITY: usize = WORDS * 64;

    /// A set from its raw words, least unit in the least bit of the first word. For generated tables.
    #[inline]
    pub const fn from_words(words: [u64; WORDS]) -> RegSet {
        RegSet(words)
    }
    /// The set of one unit.
    #[inline]
    pub const fn one(unit: Unit) -> RegSet {
        let mut w = [0; WORDS];
        w[unit.0 as usize / 64] = 1 << (unit.0 % 64);
        RegSet(w)
    }
    /// Adds a unit.
    #[inline]
    pub fn insert(&mut self, unit: Unit) {
        self.0[unit.0 as usize / 64] |= 1 << (unit.0 % 64);
    }
    /// Its words, as [`RegSet::from_words`] takes them.
    #[inline]
    pub const fn words(&self) -> &[u64] {
        &self.0
    }
    /// Is the unit in the set?
    #[inline]
    pub fn has(&self, unit: Unit) -> bool {
        self.0[unit.0 as usize / 64] >> (unit.0 % 64) & 1 != 0
    }
    /// Is the set empty?
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, a| all | a) == 0
    }
    /// How many units it holds.
    #[inline]
    pub fn len(&self) -> usize {
        // Most words of most sets are empty, and counting bits takes long on plain x86-64.
        self.0.iter().filter(|&&w| w != 0).map(|w| w.count_ones() as usize).sum()
    }
    /// Do the two sets share a unit?
    #[inline]
    pub fn intersects(&self, other: RegSet) -> bool {
        // All words at once: that is cheaper than to branch after each.
        self.0.iter().zip(other.0).fold(0, |all, (a, b)| all | a & b) != 0
    }
    /// Is every unit of `other` in this set?
    #[inline]
    pub fn contains(&self, other: RegSet) -> bool {
        self.0.iter().zip(other.0).fold(0, |all, (a, b)| all | b & !a) == 0
    }
    /// The unit with the least number.
    #[inline]
    pub fn first(&self) -> Option<Unit> {
        let at = self.0.iter().position(|&w| w != 0)?;
        Some(Unit((at * 64) as u16 + self.0[at].trailing_zeros() as u16))
    }
    /// The only unit, if there is one and no other.
    #[inline]
    pub fn as_one(&self) -> Option<Unit> {
        let count = self.0.iter().map(|w| w.count_ones()).sum::<u32>();
        if count == 1 { self.first() } else { None }
    }
    /// The units in order.
    #[inline]
    pub fn iter(&self) -> RegSetIter {
        RegSetIter { words: self.0, at: 0 }
    }
    #[inline]
    fn zip(self, other: RegSet, f: impl Fn(u64, u64) -> u64) -> RegSet {
        let mut w = self.0;
        for (a, b) in w.iter_mut().zip(other.0) {
            *a = f(*a, b);
        }
        RegSet(w)
    }
}

impl std::ops::BitOr for RegSet {
    type Output = RegSet;
    #[inline]
    fn bitor(self, o: RegSet) -> RegSet {
        self.zip(o, |a, b| a | b)
    }
}
impl std::ops::BitAnd for RegSet {
    type Output = RegSet;
    #[inline]
    fn bitand(self, o: RegSet) -> RegSet {
        self.zip(o, |a, b| a & b)
    }
}
impl std::ops::Sub for RegSet {
    type Output = RegSet;
    #[inline]
    fn sub(self, o: RegSet) -> RegSet {
        self.zip(o, |a, b| a & !b)
    }
}
impl std::ops::BitOrAssign for RegSet {
    #[inline]
    fn bitor_assign(&mut self, o: RegSet) {
        *self = *self | o;
    }
}
impl std::ops::BitAndAssign for RegSet {
    #[inline]
    fn bitand_assign(&mut self, o: RegSet) {
        *self = *self & o;
    }
}
impl std::ops::SubAssign for RegSet {
    #[inline]
    fn sub_assign(&mut self, o: RegSet) {
        *self = *self - o;
    }
}
impl std::fmt::Debug for RegSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.iter().map(|u| u.0)).finish()
    }
}
impl FromIterator<Unit> for RegSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> RegSet {
        let mut s = RegSet::EMPTY;
        units.into_iter().for_each(|u| s.insert(u));
        s
    }
}

/// Iterates over the units of a [`RegSet`] in order.
pub struct RegSetIter {
    words: [u64; WORDS],
    at: usize,
}

impl Iterator for RegSetIter {
    type Item = Unit;
    #[inline]
    fn next(&mut self) -> Option<Unit> {
        while self.at < WORDS {
            let w = self.words[self.at];
            if w != 0 {
                self.words[self.at] = w & (w - 1);
                return Some(Unit((self.at * 64) as u16 + w.trailing_zeros() as u16));
            }
            self.at += 1;
        }
        None
    }
}
