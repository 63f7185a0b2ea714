//! What has changed since a version, without a log of changes.
//!
//! A follower walks over all ids, lap after lap, and gets what has changed since the lap before;
//! the table skips the rest. A lap has a target, the last change when it begins. What changes
//! after that is passed over and left to the next lap, so nobody gets a change twice. The next lap
//! begins where the first was passed over, so what changes all the time does not wait for ever. A
//! version says where a follower is, and the site keeps nothing of it.

#[cfg(test)]
mod tests;
mod version;

use crate::item::Item;
use crate::item::changes::{ChangeNumber, Changes};
use crate::items::Items;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::types::ItemId;
use version::Lap;
pub use version::Version;

/// How many articles and comments a lap passes over per call. Beyond that, its target is renewed,
/// and the follower may get some changes twice.
const MAX_PASSED_OVER: usize = 10_000;

/// The changes of a site.
#[derive(Clone, Copy, Debug)]
pub struct ChangeFeed<'a, 'b> {
    pub items: &'a Items,
    pub changes: &'a Changes,
    /// How much may be read.
    pub budget: &'b Budget,
}

/// What a follower gets.
#[derive(Debug)]
pub struct News<'a> {
    /// How far the follower has come with it.
    pub version: Version,
    /// What has changed, as it is now.
    pub items: Vec<(ItemId, &'a Item)>,
    /// What was deleted.
    pub deleted: Vec<ItemId>,
}

/// Why a lap pauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    /// It is complete.
    End,
    /// There is no more room.
    Full,
    /// It has passed over as much as it may.
    Stale,
}

impl<'a> ChangeFeed<'a, '_> {
    /// Returns at most `count` changes since a version. If there are none, the version stays.
    ///
    /// # Errors
    ///
    /// [`Error::Resync`] if a deletion since then is no longer remembered,
    /// [`Error::InvalidVersion`] if the version is of a future, [`Error::TooLong`].
    pub fn since(&self, version: Version, count: usize) -> Result<News<'a>, Error> {
        let last = self.changes.last();
        if !version.is_before(last) {
            return Err(Error::InvalidVersion);
        }
        let mut news = News { version, items: Vec::new(), deleted: Vec::new() };
        if version == Version::BEGINNING {
            // Who has nothing need not know what was deleted.
            news.version.deletions = last;
        }
        self.add_deleted(&mut news, count)?;
        let room = count.saturating_sub(news.deleted.len());
        if room > 0 {
            self.add_changed(&mut news, room);
        }
        self.budget.check()?;
        if news.items.is_empty() && news.deleted.is_empty() {
            news.version = version;
        }
        Ok(news)
    }

    fn add_deleted(&self, news: &mut News<'a>, room: usize) -> Result<(), Error> {
        let version = &mut news.version;
        let deletions = self.changes.deletions_after(version.deletions).ok_or(Error::Resync)?;
        for (number, id) in self.budget.counted(deletions) {
            if news.deleted.len() >= room {
                return Ok(());
            }
            version.deletions = number;
            // An id that was loaded again has changed.
            if self.items.get(id).is_none() {
                news.deleted.push(id);
            }
        }
        version.deletions = self.changes.last();
        Ok(())
    }

    fn add_changed(&self, news: &mut News<'a>, room: usize) {
        let last = self.changes.last();
        let mut start = 0;
        loop {
            let version = &mut news.version;
            let lap = match &mut version.lap {
                Some(lap) => lap,
                None if self.items.last_change() > version.reached => {
                    version.lap.insert(Lap::new(last, start))
                }
                None => {
                    version.reached = last;
                    return;
                }
            };
            match self.walk(version.reached, lap, room, &mut news.items) {
                Pause::Full => return,
                Pause::Stale => {
                    *lap = Lap::new(last, lap.passed_over.unwrap_or(0));
                    // The new lap may come to what this one has found.
                    if !news.items.is_empty() {
                        return;
                    }
                }
                Pause::End => {
                    start = lap.passed_over.unwrap_or(0);
                    version.reached = lap.target;
                    version.lap = None;
                }
            }
        }
    }

    /// Walks on, until there are as many items as there is room for.
    fn walk(
        &self,
        reached: ChangeNumber,
        lap: &mut Lap,
        room: usize,
        found: &mut Vec<(ItemId, &'a Item)>,
    ) -> Pause {
        let Lap { target, start, next, .. } = *lap;
        let has_wrapped = next < start;
        let to_last = (!has_wrapped).then(|| self.items.changed_since(reached, next));
        let from_first = self.items.changed_since(reached, if has_wrapped { next } else { 0 });
        let to_start = from_first.take_while(|(id, _)| id.get() < start);
        let mut passed_over = 0;
        let changed = to_last.into_iter().flatten().chain(to_start);
        for (id, item) in self.budget.counted(changed) {
            if item.changed > target {
                lap.passed_over.get_or_insert(id.get());
                passed_over += 1;
                if passed_over > MAX_PASSED_OVER {
                    return Pause::Stale;
                }
            } else if found.len() >= room {
                lap.next = id.get();
                return Pause::Full;
            } else {
                found.push((id, item));
            }
        }
        Pause::End
    }
}
