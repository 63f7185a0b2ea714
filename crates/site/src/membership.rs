//! Putting articles into groups and taking them out.

use crate::article::Article;
use crate::error::Error;
use crate::groups::Groups;
use crate::types::{ArticleId, GroupName};
use crate::{MAX_GROUPS, Site, distinct};

impl Site {
    /// Puts an article into groups; returns how many of them it newly joined.
    ///
    /// # Errors
    ///
    /// No such article, or too many groups.
    pub fn add_to_groups(&mut self, id: ArticleId, names: &[GroupName]) -> Result<usize, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let is_in = |name: &GroupName| {
            self.groups.number(*name).is_some_and(|number| article.groups().contains(&number))
        };
        let joined = names.iter().filter(|name| !is_in(name));
        let room = MAX_GROUPS.saturating_sub(article.groups().len());
        let joined = distinct(joined, room).ok_or(Error::TooManyGroups)?;
        if !self.groups.have_room_for(joined.len()) {
            return Err(Error::SiteFullOfGroups);
        }
        join_groups(article, id, &joined, &mut self.groups);
        Ok(joined.len())
    }

    /// Takes an article out of groups; returns how many of them it left.
    ///
    /// # Errors
    ///
    /// No such article.
    pub fn remove_from_groups(
        &mut self,
        id: ArticleId,
        names: &[GroupName],
    ) -> Result<usize, Error> {
        let article = self.articles.get_mut(id.get()).ok_or(Error::NoArticle)?;
        let mut left = 0;
        for name in names {
            let Some(number) = self.groups.number(*name) else { continue };
            let Some(at) = article.groups().iter().position(|n| *n == number) else { continue };
            article.groups_mut().remove(at);
            self.groups.remove(number, id, article.score, article.time.get());
            left += 1;
        }
        article.tidy();
        Ok(left)
    }
}

/// Puts an article into groups that it is not in, which keep their names sorted.
pub(super) fn join_groups(
    article: &mut Article,
    id: ArticleId,
    names: &[&GroupName],
    groups: &mut Groups,
) {
    for name in names {
        let number = groups.number_or_new(**name);
        groups.add(number, id, article.score, article.time.get());
        let at = article.groups().partition_point(|n| groups.name(*n) < name.as_bytes());
        article.groups_mut().insert(at, number);
    }
}
