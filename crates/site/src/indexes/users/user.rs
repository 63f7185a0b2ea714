//! A user as stored.

use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::structures::number_list::NumberList;
use crate::structures::prefetch::prefetch;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};

/// The longest name that takes no memory of its own.
const SHORT: usize = 14;

/// A user who has a vote, an article or a comment: 32 bytes, since most are voters only.
#[derive(Clone, Debug)]
pub struct User {
    name: Name,
    body: Body,
}

#[derive(Clone, Debug)]
enum Name {
    /// The length, and the bytes, followed by zeros.
    Short(u8, [u8; SHORT]),
    Long(ThinVec<u8>),
}

#[derive(Clone, Debug)]
enum Body {
    /// The ids of what the user has a vote on.
    Voter(NumberList),
    Poster(Box<Poster>),
}

/// What a user has who has articles or comments.
#[derive(Clone, Debug, Default)]
struct Poster {
    votes: NumberList,
    /// The articles by id, whether they are listed or not, unless they are many. Up to four take
    /// no memory of their own.
    articles: SmallVec<[ItemId; 4]>,
    /// The comments by id, likewise. Users of sites without comments have a pointer only.
    comments: ThinVec<ItemId>,
}

impl User {
    /// Returns a user who has nothing.
    pub fn new(name: UserName) -> Self {
        let bytes = name.as_bytes();
        let mut short = [0; SHORT];
        let name = match short.get_mut(..bytes.len()) {
            Some(start) => {
                start.copy_from_slice(bytes);
                Name::Short(bytes.len() as u8, short)
            }
            None => {
                let mut long = ThinVec::new();
                long.reserve_exact(bytes.len());
                long.extend_from_slice(bytes);
                Name::Long(long)
            }
        };
        Self { name, body: Body::Voter(NumberList::default()) }
    }

    pub fn name(&self) -> &[u8] {
        match &self.name {
            Name::Short(len, bytes) => bytes.get(..usize::from(*len)).unwrap_or_default(),
            Name::Long(bytes) => bytes,
        }
    }

    /// Returns whether the user is marked as having articles or comments.
    pub fn is_poster(&self) -> bool {
        matches!(self.body, Body::Poster(_))
    }

    /// Returns whether the user has no votes, articles or comments.
    pub fn has_nothing(&self) -> bool {
        self.votes().is_empty() && !self.is_poster()
    }

    /// Marks the user as one who has articles or comments, or none any more.
    pub fn mark_as_poster(&mut self, is_poster: bool) {
        if is_poster == self.is_poster() {
            return;
        }
        let votes = std::mem::take(self.votes_mut());
        self.body = match is_poster {
            true => Body::Poster(Box::new(Poster { votes, ..Poster::default() })),
            false => Body::Voter(votes),
        };
    }

    /// Starts to load the votes or what leads to them.
    pub fn prefetch(&self) {
        match &self.body {
            Body::Voter(votes) => votes.prefetch(),
            Body::Poster(poster) => prefetch(&**poster),
        }
    }

    /// Returns the ids of what the user has a vote on.
    pub fn votes(&self) -> &NumberList {
        match &self.body {
            Body::Voter(votes) => votes,
            Body::Poster(poster) => &poster.votes,
        }
    }

    /// Returns the ids of what the user has a vote on, for modification.
    pub fn votes_mut(&mut self) -> &mut NumberList {
        match &mut self.body {
            Body::Voter(votes) => votes,
            Body::Poster(poster) => &mut poster.votes,
        }
    }

    /// Returns the articles or the comments.
    pub fn list(&self, kind: Kind) -> &[ItemId] {
        match (&self.body, kind) {
            (Body::Voter(_), _) => &[],
            (Body::Poster(poster), Kind::Article) => &poster.articles,
            (Body::Poster(poster), Kind::Comment) => &poster.comments,
        }
    }

    /// Adds an article or comment to a user who is marked as a poster. A list grows by half,
    /// because there are very many of them.
    pub fn add(&mut self, kind: Kind, id: ItemId) {
        let list = self.list(kind);
        let growth = list.len().div_ceil(2).max(1);
        // The ids of a site only grow, so a new one is nearly always the last.
        let at = match list.last() {
            Some(last) if *last > id => list.partition_point(|other| *other < id),
            _ => list.len(),
        };
        let Body::Poster(poster) = &mut self.body else { return };
        match kind {
            Kind::Article => {
                let Poster { articles, .. } = &mut **poster;
                if articles.len() == articles.capacity() {
                    articles.reserve_exact(growth);
                }
                articles.insert(at, id);
            }
            Kind::Comment => {
                let Poster { comments, .. } = &mut **poster;
                if comments.len() == comments.capacity() {
                    comments.reserve_exact(growth);
                }
                comments.insert(at, id);
            }
        }
    }

    /// Adds all articles or comments, in ascending order, to a user who has none.
    pub fn fill(&mut self, kind: Kind, ids: impl ExactSizeIterator<Item = ItemId>) {
        let Body::Poster(poster) = &mut self.body else { return };
        match kind {
            Kind::Article => {
                poster.articles.reserve_exact(ids.len());
                poster.articles.extend(ids);
            }
            Kind::Comment => {
                poster.comments.reserve_exact(ids.len());
                poster.comments.extend(ids);
            }
        }
    }

    /// Removes an article or comment.
    pub fn remove(&mut self, kind: Kind, id: ItemId) {
        let Body::Poster(poster) = &mut self.body else { return };
        match kind {
            Kind::Article => {
                poster.articles.retain(|other| *other != id);
                poster.articles.shrink_to_fit();
            }
            Kind::Comment => {
                poster.comments.retain(|other| *other != id);
                poster.comments.shrink_to_fit();
            }
        }
    }

    /// Removes all articles or comments.
    pub fn clear(&mut self, kind: Kind) {
        let Body::Poster(poster) = &mut self.body else { return };
        match kind {
            Kind::Article => poster.articles = SmallVec::new(),
            Kind::Comment => poster.comments = ThinVec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_length_are_kept() {
        for len in 1..=255 {
            let name = vec![b'x'; len];
            assert_eq!(User::new(UserName::new(&name).unwrap()).name(), name);
        }
    }

    #[test]
    fn a_user_takes_32_bytes() {
        assert_eq!(size_of::<User>(), 32);
        assert_eq!(size_of::<Poster>(), 48);
    }
}
