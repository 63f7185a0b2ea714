//! The lines of articles, comments, and places, and how they hang together.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::item::{Activity, Item};
use crate::jsonl::input::Position;
use crate::report::Problem;

/// What a line says about its place among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Post {
    pub id: u64,
    pub parent: Option<u64>,
    /// The article of a comment, if lines name it.
    pub article: Option<u64>,
    #[serde(skip)]
    pub time: i64,
    /// What the line of an article lacks of the activity on it.
    #[serde(skip)]
    pub activity: Activity,
}

impl Post {
    pub fn is_answer(&self) -> bool {
        self.parent.is_some() || self.article.is_some()
    }
}

impl From<&Item> for Post {
    fn from(item: &Item) -> Self {
        let Item { id, parent, article, .. } = *item;
        let mut post = Self { id, parent, article, time: item.time.0, ..Self::default() };
        post.activity = match (item.comments, item.bumped) {
            _ if item.deleted || post.is_answer() => Activity::Known,
            (None, _) => Activity::Uncounted,
            (Some(_), None) => Activity::Unbumped,
            (Some(_), Some(_)) => Activity::Known,
        };
        post
    }
}

/// Gives an item the ids that it and its parent have in the site.
pub fn renumber(item: &mut Item, id: u32, parent: Option<u32>) {
    (item.id, item.parent, item.article) = (id.into(), parent.map(Into::into), None);
}

/// A line as it is loaded.
#[derive(Clone, Copy, Debug, Default)]
pub struct Entry {
    pub position: Position,
    pub id: u32,
    pub parent: Option<u32>,
    /// The number of comments above it.
    pub depth: u8,
    /// What the line of its article lacks.
    pub activity: Activity,
    /// Whether it has a problem because of which it cannot be imported.
    pub is_refused: bool,
}

/// The lines by ascending ids.
///
/// A mistake must be found before the site is asked to load the line: commands that follow it in
/// the same transaction would be executed.
#[derive(Debug, Default)]
pub struct Entries {
    all: Vec<Entry>,
    /// Ids that are not above those before, so that nothing can be below them.
    pub strays: BTreeSet<u32>,
}

impl Entries {
    /// Adds a line, whose id must exceed the ids before.
    ///
    /// # Errors
    ///
    /// No line before has the id of its parent, or it is below as many comments as there can be.
    pub fn add(&mut self, mut entry: Entry) -> Result<(), Problem> {
        let placed = entry.parent.map_or(Ok((0, entry.activity)), |parent| self.below(parent));
        (entry.depth, entry.activity) = placed.unwrap_or_default();
        entry.is_refused |= placed.is_err();
        self.all.push(entry);
        placed.map(drop)
    }

    /// Returns the depth of an answer, and what the line of its article lacks.
    fn below(&self, parent: u32) -> Result<(u8, Activity), Problem> {
        let found = self.all.binary_search_by_key(&parent, |entry| entry.id);
        match found.ok().and_then(|index| self.all.get(index)) {
            Some(above) => {
                Ok((above.depth.checked_add(1).ok_or(Problem::TooDeep)?, above.activity))
            }
            None if self.strays.contains(&parent) => Ok((0, Activity::Known)),
            None => Err(Problem::UnknownParent),
        }
    }

    /// Returns the first entry without problems from an index on, and its index.
    pub fn next(&self, index: usize) -> Option<(usize, Entry)> {
        let all = self.all.iter().copied().enumerate().skip(index);
        all.into_iter().find(|(_, entry)| !entry.is_refused)
    }

    /// Returns the number of entries without problems.
    pub fn count(&self) -> usize {
        self.all.iter().filter(|entry| !entry.is_refused).count()
    }
}
