//! The articles of a site by their links.

use std::hash::{BuildHasher, RandomState};

use crate::Site;
use crate::article::Article;
use crate::hash_index::HashIndex;
use crate::table::Table;
use crate::types::{ArticleId, Link};

/// An index of articles by their links, which are stored with the articles only. Articles without a
/// link are not in it.
#[derive(Clone, Debug, Default)]
pub struct Links(HashIndex);

impl Links {
    /// Indexes all articles of a site, faster than one by one.
    pub fn of(articles: &Table<Article>, hasher: &RandomState) -> Self {
        let entry = |(id, article): (u32, &Article)| {
            let link = article.texts.link();
            (!link.as_bytes().is_empty()).then(|| (hash(link, hasher), id))
        };
        Self(articles.iter().filter_map(entry).collect())
    }

    /// Returns the number of articles.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Adds an article.
    pub fn insert(&mut self, id: ArticleId, link: Link, hasher: &RandomState) {
        if !link.as_bytes().is_empty() {
            self.0.insert(hash(link, hasher), id.get());
        }
    }

    /// Removes an article.
    pub fn remove(&mut self, id: ArticleId, link: Link, hasher: &RandomState) {
        self.0.remove(hash(link, hasher), id.get());
    }

    /// Returns whether an article is found by its link, if it has one.
    pub fn hold(&self, id: ArticleId, link: Link, hasher: &RandomState) -> bool {
        link.as_bytes().is_empty() || self.0.contains(hash(link, hasher), id.get())
    }

    /// Checks the index itself.
    ///
    /// # Errors
    ///
    /// The first invariant that does not hold.
    pub fn check(&self) -> Result<(), &'static str> {
        self.0.check()
    }
}

fn hash(link: Link, hasher: &RandomState) -> u64 {
    hasher.hash_one(link.as_bytes())
}

impl Site {
    /// Returns the highest id of an article with that link. The empty link is never found.
    pub fn find(&self, link: Link) -> Option<ArticleId> {
        self.with_link(link).map(|(id, _)| id).next()
    }

    /// Returns the newest of the listed articles with that link that were posted after `time`.
    pub(crate) fn newest_with_link(&self, link: Link, time: i64) -> Option<ArticleId> {
        let after = |(_, article): &(ArticleId, &Article)| {
            article.is_listed() && article.time.get() > time
        };
        let newest = self.with_link(link).filter(after).map(|(id, article)| (article.time, id));
        newest.max().map(|(_, id)| id)
    }

    /// Returns the articles with that link, the highest id first.
    fn with_link<'a>(&'a self, link: Link<'a>) -> impl Iterator<Item = (ArticleId, &'a Article)> {
        let candidates = self.links.0.find(hash(link, &self.hasher));
        let articles =
            candidates.filter_map(|id| Some((ArticleId::new(id), self.articles.get(id)?)));
        articles.filter(move |(_, article)| article.texts.link() == link)
    }
}
