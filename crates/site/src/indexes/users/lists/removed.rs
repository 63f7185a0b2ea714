//! Long lists that were removed, and whose ids still count as marks of articles and comments.

use roaring::RoaringBitmap;

/// How many removed lists have each id, in binary: bit `n` of the number of an id is set if bitmap
/// `n` has the id. So adding a list and looking up an id take steps by the number of bits, not by
/// the number of lists. The last bitmap is not empty.
#[derive(Clone, Debug, Default)]
pub struct Removed(Vec<RoaringBitmap>);

impl Removed {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn add(&mut self, mut ids: RoaringBitmap) {
        for bits in &mut self.0 {
            let carried = &*bits & &ids;
            *bits ^= ids;
            ids = carried;
        }
        if !ids.is_empty() {
            self.0.push(ids);
        }
    }

    pub fn of(&self, id: u32) -> u32 {
        let bits = (0..).zip(&self.0).filter(|(_, bits)| bits.contains(id));
        bits.map(|(bit, _)| 1 << bit).sum()
    }

    /// Removes some ids, at most `count`, from a number of lists, and returns these and that
    /// number.
    pub fn take(&mut self, count: usize) -> (Vec<u32>, u32) {
        let Some(bits) = self.0.last_mut() else { return (Vec::new(), 0) };
        let ids = bits.iter().take(count).collect();
        bits.remove_smallest(count as u64);
        let lists = 1 << (self.0.len() - 1);
        while self.0.pop_if(|bits| bits.is_empty()).is_some() {}
        (ids, lists)
    }

    /// Returns the ids with the numbers of lists that have them, some ids several times.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> {
        let all = (0..).zip(&self.0);
        all.flat_map(|(bit, bits)| bits.iter().map(move |id| (id, 1 << bit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_counted_and_looked_up_by_bits_not_by_lists() {
        let mut removed = Removed::default();
        for list in 0..3_200 {
            removed.add((0..1_000).map(|id| id * (list % 5 + 1)).collect());
        }
        assert_eq!(removed.0.len(), 12);
        let of = |id: u32| {
            (1..=5).filter(|step| id.is_multiple_of(*step) && id / step < 1_000).count() * 640
        };
        let ids = [0, 1, 2, 12, 60, 999, 1_998, 3_990, 4_995, 5_000];
        assert!(ids.iter().all(|id| removed.of(*id) as usize == of(*id)));
        let (mut left, mut steps) = (3_200 * 1_000, 0);
        while !removed.is_empty() {
            let (ids, lists) = removed.take(100);
            assert!((1..=100).contains(&ids.len()));
            left -= ids.len() as u32 * lists;
            steps += 1;
        }
        assert_eq!(left, 0);
        assert!(steps < 12 * 50);
    }
}
