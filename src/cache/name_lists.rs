//! Numbers for the lists of names that RETURN has: an application uses a handful of them.

/// The number of lists that have a number.
const MOST: usize = 64;
/// The longest list that gets a number, in bytes.
const LONGEST: usize = 1 << 10;

/// The lists that were used last, the latest first.
#[derive(Debug, Default)]
pub struct NameLists {
    lists: Vec<(Box<[u8]>, u32)>,
    /// The last number. No list gets a number that another one had.
    last: u32,
}

impl NameLists {
    /// Returns the number of a list; None if it is too long.
    pub fn number(&mut self, names: &[&[u8]]) -> Option<u32> {
        let bytes = joined(names)?;
        let found = self.lists.iter().position(|(list, _)| **list == bytes);
        let index = found.or_else(|| self.insert(bytes))?;
        self.lists.get_mut(..=index)?.rotate_right(1);
        self.lists.first().map(|(_, number)| *number)
    }

    /// Forgets all lists.
    pub fn clear(&mut self) {
        self.lists = Vec::new();
    }

    /// Inserts a list in place of the one that was used least recently. Returns its index.
    fn insert(&mut self, bytes: Vec<u8>) -> Option<usize> {
        self.last = self.last.checked_add(1)?;
        self.lists.truncate(MOST - 1);
        self.lists.push((bytes.into(), self.last));
        Some(self.lists.len() - 1)
    }
}

/// Returns the names in one text, from which they can be told.
fn joined(names: &[&[u8]]) -> Option<Vec<u8>> {
    let len: usize = names.iter().map(|name| 1 + name.len()).sum();
    let is_short = len <= LONGEST && names.iter().all(|name| name.len() <= u8::MAX.into());
    is_short.then(|| {
        let mut joined = Vec::with_capacity(len);
        for name in names {
            joined.push(name.len() as u8);
            joined.extend_from_slice(name);
        }
        joined
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_keep_their_numbers_while_they_are_used() {
        let mut lists = NameLists::default();
        let first = lists.number(&[b"id", b"title"]);
        assert_ne!(first, lists.number(&[b"idtitle"]));
        assert_ne!(first, lists.number(&[b"title", b"id"]));
        for number in 0..2 * MOST {
            lists.number(&[number.to_string().as_bytes()]);
            assert_eq!(lists.number(&[b"id", b"title"]), first);
        }
        assert_eq!(lists.lists.len(), MOST);
        assert!(lists.number(&[b"title", b"id"]) > first, "a list that comes back is a new one");
        assert_eq!(lists.number(&[&[b'x'; 256]]), None);
        assert_eq!(lists.number(&[&[b'x'; 255][..]; 5]), None);
    }
}
