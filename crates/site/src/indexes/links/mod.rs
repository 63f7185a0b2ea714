//! The articles of a site by their links.

mod popular;

use std::collections::BTreeMap;

use crate::item::Item;
use crate::structures::hash_index::{HashIndex, half};
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::table::Table;
use crate::terms::types::{ItemId, Link, UnixTime};
use popular::PopularLink;

/// The number of articles from which on a link is popular. Reading fewer is cheap.
const MANY: usize = 32;

/// An index of articles by their links, which are stored with the articles only. Articles without
/// a link are not in it.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// The articles of links that few articles have.
    index: HashIndex,
    /// The others, by the half of the link's hash that the index distinguishes.
    popular: BTreeMap<u32, PopularLink>,
}

impl Links {
    pub fn of(articles: &Table<Item>, hasher: &KeyedHash) -> Self {
        let mut links = Self::default();
        for (id, article) in articles.iter() {
            links.insert(ItemId::new(id), article, articles, hasher);
        }
        links
    }

    pub fn len(&self) -> usize {
        self.index.len() + self.popular.values().map(PopularLink::len).sum::<usize>()
    }

    /// Starts to load where the articles with a link are.
    pub fn prefetch(&self, link: Link, hasher: &KeyedHash) {
        self.index.prefetch(hash(link, hasher));
    }

    /// Adds an article. `articles` has the others.
    pub fn insert(
        &mut self,
        id: ItemId,
        article: &Item,
        articles: &Table<Item>,
        hasher: &KeyedHash,
    ) {
        let link = article.content.link();
        if link.as_bytes().is_empty() {
            return;
        }
        let hash = hash(link, hasher);
        if let Some(popular) = self.popular.get_mut(&half(hash)) {
            let other = popular.ids().next().and_then(|id| articles.get(id.get()));
            popular.are_mixed |= other.is_some_and(|other| other.content.link() != link);
            popular.insert(id, article);
            return;
        }
        self.index.insert(hash, id.get());
        if self.index.find(hash).nth(MANY - 1).is_some() {
            let mut popular = PopularLink::default();
            popular.insert(id, article);
            let ids: Vec<_> = self.index.find(hash).collect();
            for number in ids {
                self.index.remove(hash, number);
                if let Some(article) = articles.get(number).filter(|_| number != id.get()) {
                    popular.are_mixed |= article.content.link() != link;
                    popular.insert(ItemId::new(number), article);
                }
            }
            self.popular.insert(half(hash), popular);
        }
    }

    /// Removes an article, which had that link and was posted at that time.
    pub fn remove(&mut self, id: ItemId, link: Link, time: UnixTime, hasher: &KeyedHash) {
        let hash = hash(link, hasher);
        let Some(popular) = self.popular.get_mut(&half(hash)) else {
            self.index.remove(hash, id.get());
            return;
        };
        popular.remove(id, time);
        // Half as many, so that inserting and removing in turn does not move them each time.
        if popular.len() < MANY / 2 {
            popular.ids().for_each(|id| self.index.insert(hash, id.get()));
            self.popular.remove(&half(hash));
        }
    }

    pub fn find<'a>(
        &'a self,
        link: Link<'a>,
        articles: &'a Table<Item>,
        hasher: &KeyedHash,
    ) -> impl Iterator<Item = ItemId> {
        let hash = hash(link, hasher);
        let popular = self.popular.get(&half(hash));
        let mut others: Vec<_> = self.index.find(hash).map(ItemId::new).collect();
        others.sort_unstable_by(|id, other| other.cmp(id));
        let ids = popular.into_iter().flat_map(PopularLink::ids).chain(others);
        // Another link may have the same hash.
        let has_link =
            move |id: &ItemId| articles.get(id.get()).is_some_and(|a| a.content.link() == link);
        let all = popular.filter(|popular| !popular.are_mixed);
        let have_link = all.map(|popular| popular.ids().next().is_some_and(|id| has_link(&id)));
        ids.filter(move |id| have_link.unwrap_or_else(|| has_link(id)))
    }

    /// Returns the newest of the articles with a link that were posted after a time, and for which
    /// `decides` is true.
    pub fn newest(
        &self,
        link: Link,
        time: i64,
        articles: &Table<Item>,
        hasher: &KeyedHash,
        decides: impl Fn(&Item) -> bool,
    ) -> Option<ItemId> {
        let hash = hash(link, hasher);
        let is_such = |article: &&Item| article.content.link() == link && decides(article);
        let found = |id: ItemId| articles.get(id.get()).filter(is_such);
        if let Some(popular) = self.popular.get(&half(hash)) {
            return popular.after(time).find(|id| found(*id).is_some());
        }
        let ids = self.index.find(hash).map(ItemId::new);
        let newest = ids.filter_map(|id| Some((found(id)?.time, id))).max();
        newest.filter(|(posted, _)| posted.get() > time).map(|(_, id)| id)
    }

    /// Checks that each article that has a link is found by it, and nothing else.
    pub fn check(&self, articles: &Table<Item>, hasher: &KeyedHash) -> Result<(), &'static str> {
        let mut linked = 0;
        for (number, article) in articles.iter() {
            let link = article.content.link();
            if link.as_bytes().is_empty() {
                continue;
            }
            linked += 1;
            let hash = hash(link, hasher);
            let is_found = match self.popular.get(&half(hash)) {
                Some(popular) => popular.holds(ItemId::new(number), article),
                None => self.index.find(hash).any(|id| id == number),
            };
            if !is_found {
                return Err("an article is not found by its link");
            }
        }
        if linked != self.len() {
            return Err("the index of links does not hold the articles that have one");
        }
        self.popular.values().try_for_each(PopularLink::check)
    }
}

fn hash(link: Link, hasher: &KeyedHash) -> u64 {
    hasher.of(link.as_bytes())
}

#[cfg(test)]
mod tests;
