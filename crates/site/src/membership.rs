//! Adding articles to groups and removing them.

use crate::error::Error;
use crate::types::{ArticleId, GroupName};
use crate::{Site, distinct};

/// The maximum number of groups that an article can be in.
pub const MAX_GROUPS: usize = 32;

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
    /// There is no such article, or it would be in too many groups.
    pub fn add_to_groups(&mut self, id: ArticleId, names: &[GroupName]) -> Result<usize, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let groups = &self.listings.groups;
        let is_in = |name: &GroupName| {
            groups.number(*name).is_some_and(|number| article.groups().contains(&number))
        };
        let joined = names.iter().copied().filter(|name| !is_in(name));
        let room = MAX_GROUPS.saturating_sub(article.groups().len());
        let joined = distinct(joined, room).ok_or(Error::TooManyGroups)?;
        if !groups.have_room_for(joined.len()) {
            return Err(Error::TooManySiteGroups);
        }
        joined.iter().for_each(|name| self.listings.join(id, article, *name));
        Ok(joined.len())
    }

    /// Removes an article from groups, and returns how many of them it left.
    ///
    /// # Errors
    ///
    /// There is no such article.
    pub fn remove_from_groups(
        &mut self,
        id: ArticleId,
        names: &[GroupName],
    ) -> Result<usize, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let mut left = 0;
        for name in names {
            let Some(number) = self.listings.groups.number(*name) else { continue };
            if article.groups().contains(&number) {
                self.listings.leave(id, article, number);
                left += 1;
            }
        }
        Ok(left)
    }
}
