//! Which versions of articles were shown lately, in a few bytes per article.

const WAYS: usize = 4;
/// The bytes of the cache per set: four kept replies take more.
const PER_SET: usize = 1024;
const MOST: usize = 1 << 18;

/// Marks of what was shown. A hash chooses the set, in which a new mark replaces the one that was
/// used least recently. In rare cases, a mark stands for something else: so marks only say what
/// may be kept, or worth keeping.
#[derive(Debug, Default)]
pub struct Marks(Vec<[u32; WAYS]>);

impl Marks {
    /// Returns as many marks as a cache of that many bytes needs.
    pub fn for_cache_of(bytes: usize) -> Self {
        Self(vec![[0; WAYS]; (bytes / PER_SET).clamp(1, MOST).next_power_of_two()])
    }

    pub fn memory(&self) -> usize {
        self.0.len() * size_of::<[u32; WAYS]>()
    }

    fn index(&self, hash: u64) -> usize {
        hash as usize & self.0.len().wrapping_sub(1)
    }

    /// Marks something as shown. Returns whether it was marked before.
    pub fn set(&mut self, hash: u64) -> bool {
        let index = self.index(hash);
        let Some(set) = self.0.get_mut(index) else { return false };
        // An unused mark is 0.
        let mark = (hash >> 32) as u32 | 1;
        let found = set.iter().position(|other| *other == mark);
        // The set is ordered by use, the latest first.
        if let Some(used) = set.get_mut(..=found.unwrap_or(WAYS - 1)) {
            used.rotate_right(1);
        }
        let [latest, ..] = set;
        *latest = mark;
        found.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_shown_is_marked_until_four_others_take_its_place() {
        let mut marks = Marks::for_cache_of(4096);
        assert_eq!(marks.memory(), 4 * 16);
        let hash = |number: u64| number << 33 | 2;
        for number in 1..=4 {
            assert!(!marks.set(hash(number)));
        }
        assert!((1..=4).all(|number| marks.set(hash(number))));
        assert!(!marks.set(hash(1) + 1), "another set");
        assert!(!marks.set(hash(5)));
        assert!((2..=5).all(|number| marks.set(hash(number))));
        assert!(!marks.set(hash(1)));
        assert!(!Marks::default().set(1));
    }
}
