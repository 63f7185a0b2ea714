//! A user as stored.

use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::structures::defragment::defragment;
use crate::structures::number_list::NumberList;
use crate::structures::prefetch::prefetch;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UserName};

/// The longest name that takes no memory of its own.
const SHORT: usize = 14;

/// A user who has a vote, an article, a comment or a last answer seen: 32 bytes, since most are
/// voters only.
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
    More(Box<More>),
}

/// What a user has who has more than votes.
#[derive(Clone, Debug, Default)]
struct More {
    votes: NumberList,
    /// What few have.
    reader: Option<Box<Reader>>,
    /// Whether the user has articles or comments.
    is_poster: bool,
    /// The articles by id, whether they are listed or not, unless they are many. Up to four take
    /// no memory of their own.
    articles: SmallVec<[ItemId; 4]>,
    /// The comments by id, likewise. Users of sites without comments have a pointer only.
    comments: ThinVec<ItemId>,
}

/// What is kept for a user to read.
#[derive(Clone, Debug, Default)]
struct Reader {
    /// The ids of the answers to the user.
    answers: NumberList,
    /// The id of the last answer seen; 0 if none was.
    seen: u32,
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

    fn more(&self) -> Option<&More> {
        match &self.body {
            Body::Voter(_) => None,
            Body::More(more) => Some(more),
        }
    }

    /// Changes what the user has besides votes, and frees what nothing is in then.
    fn change(&mut self, change: impl FnOnce(&mut More)) {
        match &mut self.body {
            Body::More(more) => change(more),
            Body::Voter(votes) => {
                let votes = std::mem::take(votes);
                let mut more = Box::new(More { votes, ..More::default() });
                change(&mut more);
                self.body = Body::More(more);
            }
        }
        self.shrink();
    }

    fn change_reader(&mut self, change: impl FnOnce(&mut Reader)) {
        self.change(|more| change(more.reader.get_or_insert_default()));
    }

    /// Frees what nothing is in.
    fn shrink(&mut self) {
        let Body::More(more) = &mut self.body else { return };
        more.reader.take_if(|reader| reader.answers.is_empty() && reader.seen == 0);
        if !more.is_poster && more.reader.is_none() {
            self.body = Body::Voter(std::mem::take(&mut more.votes));
        }
    }

    /// Returns whether the user is marked as having articles or comments.
    pub fn is_poster(&self) -> bool {
        self.more().is_some_and(|more| more.is_poster)
    }

    /// Returns whether the user has no votes, articles or comments, and has seen no answer.
    pub fn has_nothing(&self) -> bool {
        self.votes().is_empty() && self.more().is_none()
    }

    /// Marks the user as one who has articles or comments, or none any more.
    pub fn mark_as_poster(&mut self, is_poster: bool) {
        if is_poster != self.is_poster() {
            self.change(|more| more.is_poster = is_poster);
        }
    }

    fn reader(&self) -> Option<&Reader> {
        self.more()?.reader.as_deref()
    }

    /// Returns the ids of the answers to the user, if there are any.
    pub fn answers(&self) -> Option<&NumberList> {
        self.reader().map(|reader| &reader.answers)
    }

    /// Adds answers, whose ids are in ascending order.
    pub fn add_answers(&mut self, ids: &[u32]) {
        self.change_reader(|reader| reader.answers.insert_all(ids));
    }

    /// Removes answers, whose ids are in ascending order, as far as they are there.
    pub fn remove_answers(&mut self, ids: &[u32]) {
        if self.reader().is_some() {
            self.change_reader(|reader| reader.answers.remove_all(ids));
        }
    }

    /// Returns the id of the last answer seen; 0 if none was.
    pub fn seen(&self) -> u32 {
        self.reader().map_or(0, |reader| reader.seen)
    }

    /// Sets the last answer seen.
    pub fn set_seen(&mut self, id: u32) {
        self.change_reader(|reader| reader.seen = id);
    }

    /// Starts to load the votes or what leads to them.
    pub fn prefetch(&self) {
        match &self.body {
            Body::Voter(votes) => votes.prefetch(),
            Body::More(more) => prefetch(&**more),
        }
    }

    /// Starts to load what [`User::prefetch`] has led to: the votes, and what leads to answers.
    pub fn prefetch_lists(&self) {
        if let Body::More(more) = &self.body {
            more.votes.prefetch();
            more.reader.as_deref().inspect(|reader| prefetch(*reader));
        }
    }

    /// Starts to load the answers, to which [`User::prefetch_lists`] has led.
    pub fn prefetch_answers(&self) {
        self.answers().inspect(|answers| answers.prefetch());
    }

    /// Returns the ids of what the user has a vote on.
    pub fn votes(&self) -> &NumberList {
        match &self.body {
            Body::Voter(votes) => votes,
            Body::More(more) => &more.votes,
        }
    }

    /// Returns the ids of what the user has a vote on, for modification.
    pub fn votes_mut(&mut self) -> &mut NumberList {
        match &mut self.body {
            Body::Voter(votes) => votes,
            Body::More(more) => &mut more.votes,
        }
    }

    /// Has the allocator move what grows; see [`defragment`].
    pub fn defragment(&mut self) {
        self.votes_mut().defragment();
        if let Body::More(more) = &mut self.body {
            defragment(&mut more.comments);
            more.reader.iter_mut().for_each(|reader| reader.answers.defragment());
        }
    }

    /// Returns the articles or the comments.
    pub fn list(&self, kind: Kind) -> &[ItemId] {
        match (&self.body, kind) {
            (Body::Voter(_), _) => &[],
            (Body::More(more), Kind::Article) => &more.articles,
            (Body::More(more), Kind::Comment) => &more.comments,
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
        let Body::More(more) = &mut self.body else { return };
        match kind {
            Kind::Article => {
                let More { articles, .. } = &mut **more;
                if articles.len() == articles.capacity() {
                    articles.reserve_exact(growth);
                }
                articles.insert(at, id);
            }
            Kind::Comment => {
                let More { comments, .. } = &mut **more;
                if comments.len() == comments.capacity() {
                    comments.reserve_exact(growth);
                }
                comments.insert(at, id);
            }
        }
    }

    /// Adds all articles or comments, in ascending order, to a user who has none.
    pub fn fill(&mut self, kind: Kind, ids: impl ExactSizeIterator<Item = ItemId>) {
        let Body::More(more) = &mut self.body else { return };
        match kind {
            Kind::Article => {
                more.articles.reserve_exact(ids.len());
                more.articles.extend(ids);
            }
            Kind::Comment => {
                more.comments.reserve_exact(ids.len());
                more.comments.extend(ids);
            }
        }
    }

    /// Removes an article or comment.
    pub fn remove(&mut self, kind: Kind, id: ItemId) {
        let Body::More(more) = &mut self.body else { return };
        match kind {
            Kind::Article => {
                more.articles.retain(|other| *other != id);
                more.articles.shrink_to_fit();
            }
            Kind::Comment => {
                more.comments.retain(|other| *other != id);
                more.comments.shrink_to_fit();
            }
        }
    }

    /// Removes all articles or comments.
    pub fn clear(&mut self, kind: Kind) {
        let Body::More(more) = &mut self.body else { return };
        match kind {
            Kind::Article => more.articles = SmallVec::new(),
            Kind::Comment => more.comments = ThinVec::new(),
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
        assert_eq!(size_of::<More>(), 64);
    }
}
