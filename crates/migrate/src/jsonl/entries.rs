//! The lines of articles, comments, and places, and how they hang together.

use std::collections::BTreeSet;

use crate::item::Activity;
use crate::jsonl::input::Position;
use crate::report::Problem;

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
    strays: BTreeSet<u32>,
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

    /// Notes an id that does not exceed those before.
    pub fn add_stray(&mut self, id: u32) {
        self.strays.insert(id);
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
