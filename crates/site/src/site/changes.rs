//! Following the changes of a site.

use crate::feed::{ChangeFeed, News, Version};
use crate::item::changes::ChangeNumber;
use crate::site::{ItemView, Site};
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::types::ItemId;

/// What has changed since a version.
#[derive(Debug, Default)]
pub struct Changed<'a> {
    /// How far a follower has come who applies this.
    pub version: Version,
    /// The articles and comments that have changed, hidden ones too, as they are now.
    pub items: Vec<ItemView<'a>>,
    /// The articles and comments that were deleted.
    pub deleted: Vec<ItemId>,
}

impl Changed<'_> {
    /// Returns whether nothing has changed. The version is then the one that was given.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty() && self.deleted.is_empty()
    }
}

impl Site {
    /// Returns at most `count` articles and comments that were changed or deleted since a version.
    /// Takes O(`count`) steps, and as many more as parts of the table must be skipped.
    ///
    /// # Errors
    ///
    /// [`Error::Resync`] if more was deleted than the site remembers, [`Error::InvalidVersion`] if
    /// the version is not of this site, [`Error::TooLong`].
    pub fn changes(
        &self,
        since: Version,
        count: usize,
        budget: &Budget,
    ) -> Result<Changed<'_>, Error> {
        let feed = ChangeFeed { items: &self.items, changes: &self.changes, budget };
        let News { version, items, deleted } = feed.since(since, count)?;
        let items = items.into_iter().map(|found| self.view(found)).collect();
        Ok(Changed { version, items, deleted })
    }

    /// Returns the version of a follower who has everything.
    pub fn version(&self) -> Version {
        Version::at(self.changes.last())
    }

    /// Returns the number of the last change of which followers learn: of articles, comments and
    /// deletions, but not of settings.
    pub fn last_news(&self) -> ChangeNumber {
        self.items.last_change().max(self.changes.last_deletion())
    }
}
