//! What users have besides votes and lists: articles, comments, and answers to read.

use smallvec::SmallVec;
use thin_vec::ThinVec;

use crate::item::Item;
use crate::items::time_list::TimeList;
use crate::orders::position::Position;
use crate::structures::defragment::defragment;
use crate::structures::table::Table;
use crate::terms::kind::Kind;
use crate::terms::types::ItemId;

/// What a user has besides votes and lists.
#[derive(Clone, Debug, Default)]
pub struct Account {
    /// What few have.
    inbox: Option<Box<Inbox>>,
    /// Whether the user has articles or comments.
    pub is_poster: bool,
    /// The articles by id, whether they are listed or not, unless they are many. Up to four take
    /// no memory of their own.
    articles: SmallVec<[ItemId; 4]>,
    /// The comments by id, likewise. Users of sites without comments have a pointer only.
    comments: ThinVec<ItemId>,
}

/// The answers to a user, and up to which of them were seen.
#[derive(Clone, Debug)]
struct Inbox {
    /// The listed answers to the user, but for those in crowds.
    answers: TimeList,
    /// The articles and comments of the user with a crowd of answers.
    crowded: ThinVec<ItemId>,
    /// What was seen: everything up to here.
    seen: Position,
}

/// The mark of a user who has seen nothing.
pub const NOTHING: Position = Position::first(0);

impl Default for Inbox {
    fn default() -> Self {
        Self { answers: TimeList::default(), crowded: ThinVec::new(), seen: NOTHING }
    }
}

/// Changes the list of articles or the list of comments, which are of different types.
macro_rules! with_list {
    ($account:ident, $kind:ident, $list:ident => $change:expr) => {
        match $kind {
            Kind::Article => {
                let $list = &mut $account.articles;
                $change
            }
            Kind::Comment => {
                let $list = &mut $account.comments;
                $change
            }
        }
    };
}

impl Account {
    /// Returns whether there are no articles, comments or answers, and no answer was seen.
    pub fn is_nothing(&self) -> bool {
        !self.is_poster && self.inbox.is_none()
    }

    /// Marks the user as one who has articles or comments. Returns whether the user had none.
    pub fn mark_as_poster(&mut self) -> bool {
        !std::mem::replace(&mut self.is_poster, true)
    }

    fn change_inbox(&mut self, change: impl FnOnce(&mut Inbox)) {
        change(self.inbox.get_or_insert_default());
        self.inbox.take_if(|inbox| {
            let Inbox { answers, crowded, seen } = &**inbox;
            answers.is_empty() && crowded.is_empty() && *seen == NOTHING
        });
    }

    /// Returns the answers to the user, if there are any.
    pub fn answers(&self) -> Option<&TimeList> {
        self.inbox.as_deref().map(|inbox| &inbox.answers)
    }

    /// Returns the user's articles and comments with a crowd of answers, in any order.
    pub fn crowded(&self) -> &[ItemId] {
        self.inbox.as_deref().map_or(&[], |inbox| &inbox.crowded)
    }

    /// Notes that an article or comment of the user has a crowd of answers.
    pub fn add_crowded(&mut self, id: ItemId) {
        self.remove_crowded(id);
        self.change_inbox(|inbox| inbox.crowded.push(id));
    }

    /// Removes an article or comment from those with a crowd of answers.
    pub fn remove_crowded(&mut self, id: ItemId) {
        if self.crowded().contains(&id) {
            self.change_inbox(|inbox| inbox.crowded.retain(|other| *other != id));
        }
    }

    /// Adds answers.
    pub fn add_answers(&mut self, ids: &[u32], comments: &Table<Item>) {
        self.change_inbox(|inbox| {
            ids.iter().for_each(|id| inbox.answers.insert(*id, comments));
        });
    }

    /// Adds all answers, whose ids are in ascending order, to a user who has none.
    pub fn fill_answers(&mut self, ids: &[u32], comments: &Table<Item>) {
        self.change_inbox(|inbox| inbox.answers = TimeList::from_sorted(ids, comments));
    }

    /// Removes answers, whose ids are in ascending order, as far as they are there.
    pub fn remove_answers(&mut self, ids: &[u32], comments: &Table<Item>) {
        self.change_inbox(|inbox| inbox.answers.remove_all(ids, comments));
    }

    /// Returns up to where answers were seen.
    pub fn seen(&self) -> Position {
        self.inbox.as_ref().map_or(NOTHING, |inbox| inbox.seen)
    }

    /// Sets up to where answers were seen.
    pub fn set_seen(&mut self, position: Position) {
        self.change_inbox(|inbox| inbox.seen = position);
    }

    /// Has the allocator move what grows; see [`defragment`].
    pub fn defragment(&mut self) {
        defragment(&mut self.comments);
        self.inbox.iter_mut().for_each(|inbox| inbox.answers.defragment());
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
        with_list!(self, kind, list => {
            if list.len() == list.capacity() {
                list.reserve_exact(growth);
            }
            list.insert(at, id);
        });
    }

    /// Adds all articles or comments, in ascending order, to a user who has none.
    pub fn fill(&mut self, kind: Kind, ids: impl ExactSizeIterator<Item = ItemId>) {
        with_list!(self, kind, list => {
            list.reserve_exact(ids.len());
            list.extend(ids);
        });
    }

    /// Removes an article or comment.
    pub fn remove(&mut self, kind: Kind, id: ItemId) {
        with_list!(self, kind, list => {
            list.retain(|other| *other != id);
            list.shrink_to_fit();
        });
    }

    /// Removes all articles or comments.
    pub fn clear(&mut self, kind: Kind) {
        with_list!(self, kind, list => *list = Default::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_takes_48_bytes() {
        assert_eq!((size_of::<Account>(), size_of::<Inbox>()), (48, 48));
    }
}
