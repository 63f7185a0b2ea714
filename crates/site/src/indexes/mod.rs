//! Where a site lists its articles: in rankings of all of them, of their groups and their posters.

pub mod groups;
pub mod links;
pub mod users;

use std::collections::BTreeMap;
use std::hash::RandomState;

use crate::article::Article;
use crate::article::MAX_GROUPS;
use crate::article::numbers::{GroupNumber, GroupNumbers};
use crate::indexes::groups::Groups;
use crate::indexes::users::Users;
use crate::orders::ranking_set::{Place, Positions, RankingSet};
use crate::structures::table::Table;
use crate::terms::error::Error;
use crate::terms::types::{ArticleId, GroupName};

/// The rankings of a site, of its groups and of its users.
#[derive(Clone, Debug, Default)]
pub struct Listings {
    /// All articles that are listed.
    pub all: RankingSet,
    /// All articles that are hidden.
    pub hidden: RankingSet,
    pub groups: Groups,
    pub users: Users,
}

impl Listings {
    /// Adds an article to the site, its groups and its poster. `articles` are the others.
    pub fn insert(&mut self, id: ArticleId, article: &Article, articles: &Table<Article>) {
        let place = Place::of(id, article);
        let keys = place.listed();
        self.all.update(None, keys);
        self.hidden.update(None, place.hidden());
        article.groups().iter().for_each(|number| self.groups.add(*number, keys));
        self.users.add(id, article, &place, articles);
    }

    /// Removes an article from the site, its groups and its poster.
    pub fn remove(&mut self, id: ArticleId, article: &Article, hasher: &RandomState) {
        let place = Place::of(id, article);
        let keys = place.listed();
        self.all.update(keys, None);
        self.hidden.update(place.hidden(), None);
        article.groups().iter().for_each(|number| self.groups.remove(*number, keys));
        self.users.remove(id, article, &place, hasher);
    }

    /// Adds all articles of a site that has none listed yet, faster than one by one.
    pub fn rank(&mut self, articles: &Table<Article>) {
        let all = || articles.iter().map(|(number, article)| (ArticleId::new(number), article));
        let is_listed = |(_, article): &(ArticleId, &Article)| article.is_listed();
        self.all = all().filter(is_listed).collect();
        self.hidden = all().filter(|article| !is_listed(article)).collect();
        let mut members: BTreeMap<GroupNumber, Vec<_>> = BTreeMap::new();
        for (id, article) in all() {
            for number in article.groups() {
                members.entry(*number).or_default().push((id, article));
            }
        }
        for (number, articles) in members {
            let len = articles.len();
            let rankings = articles.into_iter().filter(is_listed).collect();
            self.groups.fill(number, rankings, len);
        }
        self.users.rank(articles);
    }

    /// Changes an article, and moves it wherever its position differs then. The change must leave
    /// the article's groups and its poster as they are.
    pub fn update(
        &mut self,
        id: ArticleId,
        article: &mut Article,
        change: impl FnOnce(&mut Article),
    ) {
        let (from, before) = (Place::of(id, article), article.tally.votes());
        change(article);
        let (to, after) = (Place::of(id, article), article.tally.votes());
        self.hidden.update(from.hidden(), to.hidden());
        self.users.update(article.poster, after - before, &from, &to);
        let (from, to) = (from.listed(), to.listed());
        self.all.update(from, to);
        article.groups().iter().for_each(|number| self.groups.update(*number, from, to));
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
        let keys = Positions::listed(id, article);
        for name in &joined {
            let number = self.groups.number_or_new(*name);
            self.groups.add(number, keys.as_ref());
            let at = article.groups().partition_point(|n| self.groups.name(*n) < *name);
            article.change_groups(|numbers| numbers.insert(at, number));
        }
        Ok(joined.len())
    }

    /// Removes an article from groups. Returns how many of them it left.
    pub fn leave(&mut self, id: ArticleId, article: &mut Article, names: &[GroupName]) -> usize {
        let keys = Positions::listed(id, article);
        let mut left = 0;
        for name in names {
            let Some(number) = self.groups.number(*name) else { continue };
            if article.groups().contains(&number) {
                article.change_groups(|numbers| numbers.retain(|n| *n != number));
                self.groups.remove(number, keys.as_ref());
                left += 1;
            }
        }
        left
    }
}

/// Returns the items without repetitions, or None if they are more than `max`.
pub fn distinct<T: Copy + PartialEq>(
    items: impl IntoIterator<Item = T>,
    max: usize,
) -> Option<Vec<T>> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            if distinct.len() == max {
                return None;
            }
            distinct.push(item);
        }
    }
    Some(distinct)
}
