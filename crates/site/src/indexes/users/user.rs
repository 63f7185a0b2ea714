//! A user as stored.

use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};

/// A user who has articles or comments.
#[derive(Clone, Debug, Default)]
pub struct User {
    /// The name. Up to 16 bytes take no memory of their own.
    name: SmallVec<[u8; 16]>,
    /// The articles by id, whether they are listed or not, unless they are many. Up to four take
    /// no memory of their own.
    articles: SmallVec<[ItemId; 4]>,
    /// The comments by id, likewise. Users of sites without comments have a pointer only.
    comments: ThinVec<ItemId>,
}

impl User {
    /// Returns a user without articles and comments.
    pub fn new(name: UserName) -> Self {
        Self { name: SmallVec::from_slice(name.as_bytes()), ..Self::default() }
    }

    pub fn name(&self) -> &[u8] {
        &self.name
    }

    /// Returns the articles or the comments.
    pub fn list(&self, kind: Kind) -> &[ItemId] {
        match kind {
            Kind::Article => &self.articles,
            Kind::Comment => &self.comments,
        }
    }

    /// Adds an article or comment. A list grows by half, because there are very many of them.
    pub fn add(&mut self, kind: Kind, id: ItemId) {
        let list = self.list(kind);
        let growth = list.len().div_ceil(2).max(1);
        // The ids of a site only grow, so a new one is nearly always the last.
        let at = match list.last() {
            Some(last) if *last > id => list.partition_point(|other| *other < id),
            _ => list.len(),
        };
        match kind {
            Kind::Article => {
                let Self { articles, .. } = self;
                if articles.len() == articles.capacity() {
                    articles.reserve_exact(growth);
                }
                articles.insert(at, id);
            }
            Kind::Comment => {
                let Self { comments, .. } = self;
                if comments.len() == comments.capacity() {
                    comments.reserve_exact(growth);
                }
                comments.insert(at, id);
            }
        }
    }

    /// Adds all articles or comments, in ascending order, to a user who has none.
    pub fn fill(&mut self, kind: Kind, ids: impl ExactSizeIterator<Item = ItemId>) {
        match kind {
            Kind::Article => {
                self.articles.reserve_exact(ids.len());
                self.articles.extend(ids);
            }
            Kind::Comment => {
                self.comments.reserve_exact(ids.len());
                self.comments.extend(ids);
            }
        }
    }

    /// Removes an article or comment.
    pub fn remove(&mut self, kind: Kind, id: ItemId) {
        match kind {
            Kind::Article => {
                self.articles.retain(|other| *other != id);
                self.articles.shrink_to_fit();
            }
            Kind::Comment => {
                self.comments.retain(|other| *other != id);
                self.comments.shrink_to_fit();
            }
        }
    }

    /// Removes all articles or comments.
    pub fn clear(&mut self, kind: Kind) {
        match kind {
            Kind::Article => self.articles = SmallVec::new(),
            Kind::Comment => self.comments = ThinVec::new(),
        }
    }
}
