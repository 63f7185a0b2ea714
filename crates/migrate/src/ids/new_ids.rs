//! Which ids articles and comments have in a site that is spread over parts.

use anyhow::{Context, Result};

use crate::text::Text;
use crate::words::{Command, id, name, number, parent, renumber, set};

/// The ids of a site whose articles and comments go to parts: an id modulo their number says to
/// which.
///
/// An article keeps its id. A comment is in the part of its article, and keeps its id as long as
/// this fits: from the first one in a part that does not fit, comments get new ids there, above
/// all ids of the site. So the comments of a part keep their order, what is answered comes before
/// its answers, and after a way back nothing is new.
pub struct NewIds {
    /// The last id of the site.
    last_id: u32,
    /// The old and the new ids of comments with new ones, by ascending old ones.
    moved: Vec<(u32, u32)>,
    /// The last new id in each part, from which a comment on is moved; 0 before that.
    last: Vec<u32>,
}

impl NewIds {
    /// Returns the ids of a site in a number of parts, before anything is moved.
    pub fn new(parts: u32, last_id: u32) -> Self {
        Self { last_id, moved: Vec::new(), last: vec![0; parts as usize] }
    }

    pub fn moved(&self) -> &[(u32, u32)] {
        &self.moved
    }

    /// Returns the new id of an old one.
    pub fn of(&self, old: u32) -> u32 {
        let found = self.moved.binary_search_by_key(&old, |(old, _)| *old).ok();
        found.and_then(|index| self.moved.get(index)).map_or(old, |(_, new)| *new)
    }

    fn part(&self, id: u32) -> usize {
        (id as usize).checked_rem(self.last.len()).unwrap_or_default()
    }

    /// Adds what a command loads, if that is an answer. Its id is above all before.
    pub fn add(&mut self, command: &Command) -> Result<()> {
        let answered = parent(command).and_then(|index| number(command.get(index)?));
        let Some((old, answered)) = id(command).zip(answered.filter(|id| *id > 0)) else {
            return Ok(());
        };
        let (part, parts) = (self.part(self.of(answered)), self.last.len());
        let is_own = self.part(old) == part;
        let Some(last) = self.last.get_mut(part).filter(|last| **last > 0 || !is_own) else {
            return Ok(());
        };
        let next = (*last).max(self.last_id) as usize + 1;
        let next = next + (part + parts - next % parts) % parts;
        *last = u32::try_from(next).context("--to: there are more comments than ids")?;
        self.moved.push((old, *last));
        Ok(())
    }

    /// Gives what a command names its new ids. Returns false if nothing is left of it.
    pub fn renumber(&self, command: &mut Command) -> bool {
        if let Some(old) = id(command) {
            set(command, 1, self.of(old));
        }
        match name(command) {
            b"LASTID" => {
                let last = self.last.iter().copied().fold(self.last_id, u32::max);
                set(command, 1, last);
            }
            b"SEEN" => {
                let position = command.get(2).and_then(|it| std::str::from_utf8(it).ok());
                if let Some((time, id)) = position.and_then(|position| position.rsplit_once('-')) {
                    let id = self.of(id.parse().unwrap_or_default());
                    let position = Text(format!("{time}-{id}").into_bytes());
                    command.get_mut(2).into_iter().for_each(|word| word.clone_from(&position));
                }
            }
            _ => {}
        }
        // Of the marks of what is not on a list any more, nobody knows in which part they are.
        let is_whole = self.last.len() == 1;
        renumber(command, |word| match number(word) {
            Some(old) => Some(Text::integer(self.of(old))),
            None => Some(word.clone()).filter(|_| is_whole),
        });
        name(command) != b"MARKS" || command.len() > 4
    }
}
