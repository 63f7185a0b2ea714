//! Where a site lists its articles: in rankings of all of them, of their groups and their posters.

pub mod groups;
pub mod links;
pub mod users;

use std::collections::BTreeMap;
use std::hash::RandomState;

use crate::indexes::groups::Groups;
use crate::indexes::users::Users;
use crate::item::Item;
use crate::item::MAX_GROUPS;
use crate::item::numbers::{GroupNumber, GroupNumbers};
use crate::items::Items;
use crate::orders::ranking_set::{Place, Positions, RankingSet};
use crate::structures::table::Table;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{GroupName, ItemId};

/// The rankings of a site, of its groups and of its users.
#[derive(Clone, Debug, Default)]
pub struct Listings {
    /// All articles that are listed.
    pub all: RankingSet,
    /// All articles that are hidden.
    pub hidden: RankingSet,
    /// All comments that are hidden. Listed ones are found without a ranking.
    pub hidden_comments: RankingSet,
    pub groups: Groups,
    pub users: Users,
}

impl Listings {
    /// Adds an article or comment to the site, its groups and its poster. `items` are the others.
    pub fn insert(&mut self, id: ItemId, item: &Item, items: &Items) {
        let place = Place::of(id, item);
        match item.content.kind() {
            Kind::Article => {
                let keys = place.listed();
                self.all.update(None, keys);
                self.hidden.update(None, place.hidden());
                item.groups().iter().for_each(|number| self.groups.add(*number, keys));
            }
            Kind::Comment => self.hidden_comments.update(None, place.hidden()),
        }
        self.users.add(id, item, &place, items);
    }

    /// Removes an article or comment from the site, its groups and its poster.
    pub fn remove(&mut self, id: ItemId, item: &Item, hasher: &RandomState) {
        let place = Place::of(id, item);
        match item.content.kind() {
            Kind::Article => {
                let keys = place.listed();
                self.all.update(keys, None);
                self.hidden.update(place.hidden(), None);
                item.groups().iter().for_each(|number| self.groups.remove(*number, keys));
            }
            Kind::Comment => self.hidden_comments.update(place.hidden(), None),
        }
        self.users.remove(id, item, &place, hasher);
    }

    /// Adds all articles and comments of a site that has none listed yet, faster than one by one.
    pub fn rank(&mut self, items: &Items) {
        fn of(table: &Table<Item>) -> impl Iterator<Item = (ItemId, &Item)> {
            table.iter().map(|(number, item)| (ItemId::new(number), item))
        }
        let is_listed = |(_, item): &(ItemId, &Item)| item.is_listed();
        let (articles, comments) = (items.articles(), items.comments());
        self.all = of(articles).filter(is_listed).collect();
        self.hidden = of(articles).filter(|article| !is_listed(article)).collect();
        self.hidden_comments = of(comments).filter(|comment| !is_listed(comment)).collect();
        let mut members: BTreeMap<GroupNumber, Vec<_>> = BTreeMap::new();
        for (id, article) in of(articles) {
            for number in article.groups() {
                members.entry(*number).or_default().push((id, article));
            }
        }
        for (number, articles) in members {
            let len = articles.len();
            let rankings = articles.into_iter().filter(is_listed).collect();
            self.groups.fill(number, rankings, len);
        }
        self.users.rank(items);
    }

    /// Changes an article or comment, and moves it wherever its position differs then. The change
    /// must leave its groups and its poster as they are.
    pub fn update(&mut self, id: ItemId, item: &mut Item, change: impl FnOnce(&mut Item)) {
        let (from, before) = (Place::of(id, item), item.tally.votes());
        change(item);
        let (to, after) = (Place::of(id, item), item.tally.votes());
        let kind = item.content.kind();
        self.users.update(kind, item.poster, after - before, &from, &to);
        match kind {
            Kind::Article => {
                self.hidden.update(from.hidden(), to.hidden());
                let (from, to) = (from.listed(), to.listed());
                self.all.update(from, to);
                item.groups().iter().for_each(|number| self.groups.update(*number, from, to));
            }
            Kind::Comment => self.hidden_comments.update(from.hidden(), to.hidden()),
        }
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
        id: ItemId,
        article: &mut Item,
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
    pub fn leave(&mut self, id: ItemId, article: &mut Item, names: &[GroupName]) -> usize {
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
