//! Where a site lists its articles: in rankings of all of them, of their groups and their posters.

pub mod groups;
pub mod links;
pub mod standing;
pub mod users;

use std::collections::BTreeMap;

use crate::indexes::groups::Groups;
use crate::indexes::standing::Standing;
use crate::indexes::users::Users;
use crate::item::Item;
use crate::item::numbers::{GroupNumber, GroupNumbers};
use crate::items::{Items, LoadedAnswers};
use crate::orders::ranking_set::RankingSet;
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::table::Table;
use crate::terms::kind::Kind;
use crate::terms::types::{GroupName, ItemId};

#[derive(Clone, Debug, Default)]
pub struct Listings {
    pub all: RankingSet,
    pub hidden: RankingSet,
    /// All comments that are hidden. Listed ones are found without a ranking.
    pub hidden_comments: RankingSet,
    pub groups: Groups,
    pub users: Users,
}

impl Listings {
    /// Adds an article or comment to the site, to these groups and to its poster. `items` are the
    /// others.
    pub fn insert(&mut self, standing: &Standing, groups: &[GroupNumber], items: &Items) {
        self.rank(standing.kind, None, Some(standing));
        let listed = standing.listed_in_groups();
        groups.iter().for_each(|number| self.groups.add(*number, listed.as_ref()));
        self.users.add(standing, items);
    }

    /// Removes an article or comment from the site, from these groups and from its poster.
    pub fn remove(&mut self, standing: &Standing, groups: &[GroupNumber], hasher: &KeyedHash) {
        self.rank(standing.kind, Some(standing), None);
        let listed = standing.listed_in_groups();
        groups.iter().for_each(|number| self.groups.remove(*number, listed.as_ref()));
        self.users.remove(standing, hasher);
    }

    fn rank(&mut self, kind: Kind, from: Option<&Standing>, to: Option<&Standing>) {
        let hidden = match kind {
            Kind::Article => {
                let (from, to) = (from.and_then(Standing::listed), to.and_then(Standing::listed));
                self.all.update(from, to);
                &mut self.hidden
            }
            Kind::Comment => &mut self.hidden_comments,
        };
        hidden.update(from.and_then(Standing::hidden), to.and_then(Standing::hidden));
    }

    /// Adds all articles and comments of a site that has none listed yet, faster than one by one.
    pub fn rank_all(&mut self, items: &Items, answers: &LoadedAnswers) {
        fn of(table: &Table<Item>) -> impl Iterator<Item = (ItemId, &Item)> {
            table.iter().map(|(number, item)| (ItemId::new(number), item))
        }
        let ranked = |table, is_listed| {
            RankingSet::of(of(table).filter(move |(_, item)| item.is_listed() == is_listed))
        };
        let articles = items.articles();
        self.all = ranked(articles, true);
        self.hidden = ranked(articles, false);
        self.hidden_comments = ranked(items.comments(), false);
        let mut members: BTreeMap<GroupNumber, Vec<Standing>> = BTreeMap::new();
        for (id, article) in of(articles) {
            for number in article.groups() {
                members.entry(*number).or_default().push(Standing::of(id, article));
            }
        }
        for (number, articles) in members {
            let len = articles.len();
            let rankings = articles.iter().filter_map(Standing::listed_in_groups).collect();
            self.groups.fill(number, rankings, len);
        }
        self.users.rank(items, answers);
    }

    /// Moves an article or comment wherever its standing is another, unless another user has
    /// posted it then. Moves it into the groups that it has joined, and out of those that it has
    /// left: `before` are its groups before, if they were others.
    pub fn update(
        &mut self,
        (from, to): (&Standing, &Standing),
        before: Option<&[GroupNumber]>,
        groups: &[GroupNumber],
    ) {
        if from.poster == to.poster {
            self.users.update(from, to);
        }
        self.rank(to.kind, Some(from), Some(to));
        let (from, to) = (from.listed_in_groups(), to.listed_in_groups());
        let (from, to) = (from.as_ref(), to.as_ref());
        for number in groups {
            match before.is_none_or(|before| before.contains(number)) {
                true => self.groups.update(*number, from, to),
                false => self.groups.add(*number, to),
            }
        }
        let left = before.unwrap_or_default().iter().filter(|number| !groups.contains(number));
        left.for_each(|number| self.groups.remove(*number, from));
    }

    /// Returns the numbers of the groups of these names, sorted by name. Creates those that do not
    /// exist; the caller must insert an article into them.
    pub fn group_numbers(&mut self, names: &mut [GroupName]) -> GroupNumbers {
        names.sort_unstable();
        names.iter().map(|name| self.groups.number_or_new(*name)).collect()
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
