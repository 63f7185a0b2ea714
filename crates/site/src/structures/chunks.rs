//! A list in blocks of memory, which grows without moving what it holds.

/// The number of items per block.
const CHUNK: usize = 256;

/// A list that changes at its end only. Two look-ups lead to an item.
#[derive(Clone, Debug)]
pub struct Chunks<T>(Vec<Vec<T>>);

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Chunks<T> {
    pub fn len(&self) -> usize {
        let last = self.0.last().map_or(0, Vec::len);
        self.0.len().saturating_sub(1) * CHUNK + last
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn last_mut(&mut self) -> Option<&mut T> {
        self.0.last_mut()?.last_mut()
    }

    pub fn get(&self, index: usize) -> Option<&T> {
        self.0.get(index / CHUNK)?.get(index % CHUNK)
    }

    pub fn get_mut(&mut self, index: usize) -> Option<&mut T> {
        self.0.get_mut(index / CHUNK)?.get_mut(index % CHUNK)
    }

    pub fn push(&mut self, item: T) {
        match self.0.last_mut().filter(|chunk| chunk.len() < CHUNK) {
            Some(chunk) => chunk.push(item),
            None => {
                // Only the first block may stay small.
                let capacity = if self.0.is_empty() { 1 } else { CHUNK };
                let mut chunk = Vec::with_capacity(capacity);
                chunk.push(item);
                self.0.push(chunk);
            }
        }
    }

    pub fn pop(&mut self) -> Option<T> {
        let is_first = self.0.len() == 1;
        let chunk = self.0.last_mut()?;
        let item = chunk.pop();
        if chunk.is_empty() {
            self.0.pop();
            if self.0.len() <= self.0.capacity() / 4 {
                self.0.shrink_to(2 * self.0.len());
            }
        } else if is_first && chunk.len() <= chunk.capacity() / 4 {
            chunk.shrink_to(2 * chunk.len());
        }
        item
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut().flatten()
    }

    pub fn into_blocks(self) -> Vec<Vec<T>> {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_stay_where_they_were_appended() {
        let mut chunks = Chunks::default();
        for number in 0..1_000 {
            assert_eq!(chunks.len(), number);
            chunks.push(number);
        }
        chunks.iter_mut().for_each(|number| *number += 1);
        *chunks.get_mut(999).unwrap() += 1;
        assert_eq!(
            (chunks.get(0), chunks.get(256), chunks.get(999)),
            (Some(&1), Some(&257), Some(&1_001))
        );
        assert_eq!((chunks.get(1_000), chunks.get(1_024)), (None, None));
        assert_eq!(chunks.iter().count(), 1_000);
        assert_eq!(chunks.clone().into_blocks().len(), 4);
        for number in (0..1_000).rev() {
            assert!(chunks.pop().is_some());
            assert_eq!(chunks.len(), number);
            assert!(number == 0 || number >= CHUNK || chunks.0[0].capacity() < 4 * (number + 1));
        }
        assert_eq!(chunks.pop(), None);
        assert_eq!(chunks.into_blocks().capacity(), 0);
    }
}
