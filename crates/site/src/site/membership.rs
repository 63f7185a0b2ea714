//! Adding articles to groups and removing them.

use crate::indexes::distinct;
use crate::item::MAX_GROUPS;
use crate::site::Site;
use crate::terms::error::Error;
use crate::terms::types::{GroupName, ItemId};

/// Returns the names without repetitions.
///
/// # Errors
///
/// [`Error::TooManyGroups`] for one article.
pub fn distinct_groups<'a>(names: &[GroupName<'a>]) -> Result<Vec<GroupName<'a>>, Error> {
    distinct(names.iter().copied(), MAX_GROUPS).ok_or(Error::TooManyGroups)
}

impl Site {
    /// Adds an article to groups, and returns how many of them it newly joined.
    ///
    /// # Errors
    ///
    /// There is no such article, it would be in too many groups, or there would be too many.
    pub fn add_to_groups(&mut self, id: ItemId, names: &[GroupName]) -> Result<usize, Error> {
        let Self { items, listings, changes, .. } = self;
        let joined = items.update_article(id, |article| {
            let joined = listings.join(id, article, names);
            if joined.as_ref().is_ok_and(|joined| *joined > 0) {
                changes.count_in(article);
            }
            joined
        });
        joined.ok_or(Error::NoArticle)?
    }

    /// Removes an article from groups, and returns how many of them it left.
    ///
    /// # Errors
    ///
    /// There is no such article.
    pub fn remove_from_groups(&mut self, id: ItemId, names: &[GroupName]) -> Result<usize, Error> {
        let Self { items, listings, changes, .. } = self;
        let left = items.update_article(id, |article| {
            let left = listings.leave(id, article, names);
            if left > 0 {
                changes.count_in(article);
            }
            left
        });
        left.ok_or(Error::NoArticle)
    }
}
