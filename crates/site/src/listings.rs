//! Where a site lists its articles: in rankings of all of them, and in those of their groups.

use std::collections::BTreeMap;

use crate::article::Article;
use crate::distinct;
use crate::error::Error;
use crate::group_number::{GroupNumber, GroupNumbers};
use crate::groups::Groups;
use crate::membership::MAX_GROUPS;
use crate::rankings::{RankKeys, Rankings};
use crate::types::{ArticleId, GroupName};

/// The rankings of a site and of its groups.
#[derive(Clone, Debug, Default)]
pub struct Listings {
    pub all: Rankings,
    pub groups: Groups,
}

impl Listings {
    /// Inserts an article into the rankings of the site and of its groups.
    pub fn insert(&mut self, id: ArticleId, article: &Article) {
        let keys = RankKeys::of(id, article);
        self.all.insert(&keys);
        article.groups().iter().for_each(|number| self.groups.insert(*number, &keys));
    }

    /// Removes an article from the rankings of the site and of its groups.
    pub fn remove(&mut self, id: ArticleId, article: &Article) {
        let keys = RankKeys::of(id, article);
        self.all.remove(&keys);
        article.groups().iter().for_each(|number| self.groups.remove(*number, &keys));
    }

    /// Ranks all articles of a site that has none ranked yet, faster than by inserting them one by
    /// one.
    pub fn rank<'a, I>(&mut self, articles: impl Fn() -> I)
    where
        I: Iterator<Item = (ArticleId, &'a Article)>,
    {
        self.all = articles().collect();
        let mut members: BTreeMap<GroupNumber, Vec<_>> = BTreeMap::new();
        for (id, article) in articles() {
            for number in article.groups() {
                members.entry(*number).or_default().push((id, article));
            }
        }
        for (number, articles) in members {
            self.groups.fill(number, articles.into_iter().collect());
        }
    }

    /// Changes an article, and moves it in every ranking in which its position differs then. The
    /// change must leave the article's groups as they are.
    pub fn update(
        &mut self,
        id: ArticleId,
        article: &mut Article,
        change: impl FnOnce(&mut Article),
    ) {
        let from = RankKeys::of(id, article);
        change(article);
        let to = RankKeys::of(id, article);
        self.all.update(&from, &to);
        article.groups().iter().for_each(|number| self.groups.update(*number, &from, &to));
    }

    /// Returns the numbers of the groups of these names, sorted by name. Creates those that do not
    /// exist; the caller must insert an article into them.
    pub fn group_numbers(&mut self, names: &mut [GroupName]) -> GroupNumbers {
        names.sort_unstable();
        names.iter().map(|name| self.groups.number_or_new(*name)).collect()
    }

    /// Adds an article to groups. Returns how many of them it newly joined.
    ///
    /// # Errors
    ///
    /// It would be in too many groups, or there would be too many.
    pub fn join(
        &mut self,
        id: ArticleId,
        article: &mut Article,
        names: &[GroupName],
    ) -> Result<usize, Error> {
        let is_in = |name: &GroupName| {
            self.groups.number(*name).is_some_and(|number| article.groups().contains(&number))
        };
        let joined = names.iter().copied().filter(|name| !is_in(name));
        let room = MAX_GROUPS.saturating_sub(article.groups().len());
        let joined = distinct(joined, room).ok_or(Error::TooManyGroups)?;
        if !self.groups.have_room_for(joined.len()) {
            return Err(Error::TooManySiteGroups);
        }
        for name in &joined {
            let number = self.groups.number_or_new(*name);
            self.groups.insert(number, &RankKeys::of(id, article));
            let at = article.groups().partition_point(|n| self.groups.name(*n) < *name);
            article.change_groups(|numbers| numbers.insert(at, number));
        }
        Ok(joined.len())
    }

    /// Removes an article from groups. Returns how many of them it left.
    pub fn leave(&mut self, id: ArticleId, article: &mut Article, names: &[GroupName]) -> usize {
        let mut left = 0;
        for name in names {
            let Some(number) = self.groups.number(*name) else { continue };
            if article.groups().contains(&number) {
                article.change_groups(|numbers| numbers.retain(|n| *n != number));
                self.groups.remove(number, &RankKeys::of(id, article));
                left += 1;
            }
        }
        left
    }
}
