//! Adding articles to groups and removing them.

use crate::indexes::distinct;
use crate::item::numbers::GroupNumbers;
use crate::item::{Item, MAX_GROUPS};
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
        let article = self.article(id)?;
        let groups = &self.listings.groups;
        let is_in = |name: &GroupName| {
            groups.number(*name).is_some_and(|number| article.groups().contains(&number))
        };
        let joined = names.iter().copied().filter(|name| !is_in(name));
        let room = MAX_GROUPS.saturating_sub(article.groups().len());
        let mut joined = distinct(joined, room).ok_or(Error::TooManyGroups)?;
        if !groups.have_room_for(joined.len()) {
            return Err(Error::TooManySiteGroups);
        }
        let joined = self.listings.group_numbers(&mut joined);
        self.change_item(id, |article, site| {
            let mut groups: GroupNumbers =
                article.groups().iter().chain(&joined).copied().collect();
            groups.sort_unstable_by_key(|number| site.groups.name(*number));
            article.set_groups(groups);
        });
        Ok(joined.len())
    }

    /// Removes an article from groups, and returns how many of them it left.
    ///
    /// # Errors
    ///
    /// There is no such article.
    pub fn remove_from_groups(&mut self, id: ItemId, names: &[GroupName]) -> Result<usize, Error> {
        let (article, groups) = (self.article(id)?, &self.listings.groups);
        let left: GroupNumbers = names.iter().filter_map(|name| groups.number(*name)).collect();
        let kept = article.groups().iter().copied().filter(|number| !left.contains(number));
        let kept: GroupNumbers = kept.collect();
        let count = article.groups().len() - kept.len();
        self.change_item(id, |article, _| article.set_groups(kept));
        Ok(count)
    }

    /// Returns an article.
    ///
    /// # Errors
    ///
    /// There is none of that id.
    pub(super) fn article(&self, id: ItemId) -> Result<&Item, Error> {
        self.items.articles().get(id.get()).ok_or(Error::NoArticle)
    }
}
