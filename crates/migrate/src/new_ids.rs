//! Which ids articles and comments have in the parts of a site.

use article_site::Ids;

/// The ids of a site whose articles and comments go to parts.
///
/// An article keeps its id, which says in which part it is. A comment is in the part of its
/// article, and keeps its id as long as this fits: from the first one in a part that does not fit,
/// comments get new ids there, above all ids of the site. So the comments of a part keep their
/// order, what is answered comes before its answers, and after a way back nothing is new.
pub struct NewIds {
    parts: Vec<Ids>,
    /// The last id of the site.
    last_id: u32,
    /// The old and the new ids of comments with new ones, by ascending old ones.
    moved: Vec<(u32, u32)>,
    /// The last new id in each part, from which a comment on is moved; 0 before that.
    last: Vec<u32>,
}

impl NewIds {
    /// Returns the ids in these parts, when nothing is moved yet.
    pub fn new(parts: Vec<Ids>, last_id: u32) -> Self {
        let last = vec![0; parts.len()];
        Self { parts, last_id, moved: Vec::new(), last }
    }

    pub fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }

    /// Returns the new id of an old one.
    pub fn of(&self, old: u32) -> u32 {
        let found = self.moved.binary_search_by_key(&old, |(old, _)| *old).ok();
        found.and_then(|index| self.moved.get(index)).map_or(old, |(_, new)| *new)
    }

    /// Returns the index of the part that an id is in.
    pub fn part(&self, id: u32) -> usize {
        (id as usize).checked_rem(self.parts.len()).unwrap_or_default()
    }

    /// Adds what has an id above all before, and the id of what it answers. Returns whether it has
    /// a new id; None if there are not enough ids.
    pub fn add(&mut self, id: u32, parent: Option<u32>) -> Option<bool> {
        let Some(parent) = parent else { return Some(false) };
        let index = self.part(self.of(parent));
        let (part, last) = self.parts.get(index).zip(self.last.get_mut(index))?;
        if *last == 0 && part.index(id).is_some() {
            return Some(false);
        }
        let first = if *last == 0 { at_most(part, self.last_id) } else { *last };
        *last = part.next(first)?;
        self.moved.push((id, *last));
        Some(true)
    }

    /// Returns the last id of each part, such that all parts go on with later ids than any.
    pub fn last_ids(&self, last_id: u32) -> Vec<u32> {
        let last = self.last.iter().copied().fold(last_id, u32::max);
        self.parts.iter().map(|part| at_most(part, last)).collect()
    }
}

/// Returns the highest id of a part that is not above this; 0 if there is none.
fn at_most(part: &Ids, id: u32) -> u32 {
    if part.index(id).is_some() {
        return id;
    }
    let count = part.index_from(id.saturating_add(1));
    if id < part.first() { 0 } else { part.id(count.saturating_sub(1)) }
}
