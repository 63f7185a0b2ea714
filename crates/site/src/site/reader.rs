//! What a site knows for one reader: what the user has voted on, the answers to what the user
//! posted, and the user's lists.

use std::collections::HashSet;

use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::orders::cursor::{Cursors, Sequence};
use crate::orders::position::Position;
use crate::query::{Muted, REACH};
use crate::site::Site;
use crate::site::page::Page;
use crate::structures::counted_tree::Direction;
use crate::structures::number_list::{NumberList, merged_down};
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime, UserName, Vote};

/// A page of a reader's own listing, whose order is by id, the highest first, or, of a list, that
/// of marking.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnQuery {
    /// Only articles or only comments; None for both.
    pub kind: Option<Kind>,
    /// The position after which pages begin; None for the beginning.
    pub after: Option<Position>,
    /// The number of the page, from 1. 0 counts as 1.
    pub page: u64,
    /// The number of articles and comments per page; None for the site's page size.
    pub size: Option<u32>,
    /// The current time.
    pub now: UnixTime,
}

impl OwnQuery {
    /// Returns the highest id that may be on a page.
    fn first(&self) -> u32 {
        self.after.map_or(u32::MAX, |after| after.id().get().saturating_sub(1))
    }
}

/// Which answers to a user to return.
#[derive(Clone, Debug, Default)]
pub struct AnswerFilter<'a> {
    /// Only answers after the last one seen.
    pub is_unseen: bool,
    /// No answers by these users.
    pub not_from: Vec<UserName<'a>>,
}

impl Site {
    /// Returns a page of what a user has a vote on, counted or silent; with `vote`, only such
    /// votes. What is hidden is left out, also comments whose article is hidden or deleted, and,
    /// unless the site keeps votes, what has closed.
    ///
    /// # Errors
    ///
    /// [`Error::PageTooFar`] or [`Error::TooLong`].
    pub fn voted(
        &self,
        user: UserName,
        vote: Option<Vote>,
        query: &OwnQuery,
        budget: &Budget,
    ) -> Result<Page<'_>, Error> {
        let users = &self.listings.users;
        let number = users.number(user, &self.hasher);
        let votes = number.and_then(|number| users.votes(number));
        let is_such = |item: &Item| {
            let shown = item.shown_vote(number, &self.settings, query.now).flatten();
            shown.is_some_and(|shown| vote.is_none_or(|vote| vote == shown.vote))
        };
        let ids = votes.map(|votes| votes.range(query.first(), Direction::Descending));
        self.own_page(by_id(ids.into_iter().flatten()), Sequence::Ids, is_such, query, budget)
    }

    /// Returns a page of the answers to a user: the listed comments by others, none of whom the
    /// user has muted, whose parent is the user's, and whose article is not hidden.
    ///
    /// # Errors
    ///
    /// [`Error::PageTooFar`] or [`Error::TooLong`].
    pub fn answers(
        &self,
        user: UserName,
        filter: &AnswerFilter,
        query: &OwnQuery,
        budget: &Budget,
    ) -> Result<Page<'_>, Error> {
        let users = &self.listings.users;
        let number = users.number(user, &self.hasher);
        let reader = number.filter(|_| filter.is_unseen);
        let seen = reader.map_or(0, |number| users.seen(number));
        let not_from = filter.not_from.iter();
        let not_from: HashSet<UserNumber> =
            not_from.filter_map(|name| users.number(*name, &self.hasher)).collect();
        let (first, down) = (query.first(), Direction::Descending);
        let lists = number.into_iter().flat_map(|number| self.listed_answers(number));
        let ids = merged_down(lists.map(|ids| ids.range(first, down)).collect());
        let earlier = reader.into_iter().flat_map(|number| self.published_by(number, seen));
        let earlier = earlier.skip_while(|id| *id > first);
        let ids = ids.take_while(|id| *id > seen).chain(earlier);
        let muted = number.and_then(|number| Muted::of(users, number));
        let is_such = |item: &Item| {
            Some(item.poster) != number
                && !not_from.contains(&item.poster)
                && !muted.as_ref().is_some_and(|muted| muted.has(item))
        };
        self.own_page(by_id(ids), Sequence::Ids, is_such, query, budget)
    }

    /// Returns how many answers to a user come after the last one seen, but no more than `most`.
    pub(super) fn unseen(&self, number: UserNumber, most: usize, budget: &Budget) -> usize {
        let seen = self.listings.users.seen(number);
        let (from, up) = (seen.saturating_add(1), Direction::Ascending);
        let answers = self.listed_answers(number).flat_map(|ids| ids.range(from, up));
        let answers = answers.chain(self.published_by(number, seen));
        let muted = Muted::of(&self.listings.users, number);
        let unseen = budget.counted(answers).filter(|id| {
            let item = self.items.get(ItemId::new(*id));
            item.is_some_and(|item| {
                item.poster != number
                    && !muted.as_ref().is_some_and(|muted| muted.has(item))
                    && self.items.is_in_shown_thread(item)
            })
        });
        unseen.take(most).count()
    }

    /// Returns the ids of all listed answers to a user: those to what has few, and each crowd, in
    /// which there can be answers by the user. Crowds that are not shown at all are left out.
    fn listed_answers(&self, number: UserNumber) -> impl Iterator<Item = &NumberList> {
        let users = &self.listings.users;
        let crowds = users.crowded(number).iter().filter_map(|id| {
            let item = self.items.get(*id)?;
            let is_shown = self.items.is_in_shown_thread(item);
            self.items.listed_in_crowd(*id).filter(|_| is_shown)
        });
        users.answers(number).into_iter().chain(crowds)
    }

    /// Returns the ids of the answers to a user that were published since the last one seen and
    /// are not after it, the highest first. One may have been hidden again meanwhile.
    fn published_by(&self, number: UserNumber, seen: u32) -> impl Iterator<Item = u32> {
        let published = self.listings.users.published(number).iter().rev();
        let ids = published.map(|id| id.get()).skip_while(move |id| *id > seen);
        ids.filter(move |id| {
            let comment = self.items.get(ItemId::new(*id));
            comment.is_some_and(|comment| {
                comment.is_listed() && self.items.answered_user(comment) == Some(number)
            })
        })
    }

    /// Notes that answers to a user were published, and are unseen. Returns how many were not
    /// noted before. For loading.
    ///
    /// # Errors
    ///
    /// An id was not assigned yet, or one user too many.
    pub fn load_unseen(&mut self, user: UserName, ids: &[ItemId]) -> Result<usize, Error> {
        if ids.iter().any(|id| id.get() == 0 || id.get() > self.last_id) {
            return Err(Error::IdNotAssigned);
        }
        let users = &mut self.listings.users;
        let number = users.number_or_new(user, &self.hasher)?;
        let noted = ids.iter().filter(|id| users.publish(number, **id)).count();
        users.release(number, &self.hasher);
        Ok(noted)
    }

    /// Notes the last answer that a user has seen, if it is a later one than before, and that no
    /// published answer is unseen any more. Returns whether anything is another than before.
    ///
    /// # Errors
    ///
    /// The id was not assigned yet, or one user too many.
    pub fn see(&mut self, user: UserName, id: ItemId) -> Result<bool, Error> {
        if id.get() > self.last_id {
            return Err(Error::IdNotAssigned);
        }
        let users = &mut self.listings.users;
        let known = users.number(user, &self.hasher);
        let seen = known.map_or(0, |number| users.seen(number));
        if id.get() <= seen && known.is_none_or(|number| users.published(number).is_empty()) {
            return Ok(false);
        }
        let number = users.number_or_new(user, &self.hasher)?;
        users.set_seen(number, id.get().max(seen));
        users.release(number, &self.hasher);
        Ok(true)
    }

    /// Returns a page of the items at these positions, for which `is_such` is true.
    pub(super) fn own_page(
        &self,
        positions: impl Iterator<Item = Position>,
        sequence: Sequence,
        is_such: impl Fn(&Item) -> bool,
        query: &OwnQuery,
        budget: &Budget,
    ) -> Result<Page<'_>, Error> {
        let size = query.size.unwrap_or(self.settings.page_size()) as usize;
        let skip = query.page.saturating_sub(1).saturating_mul(size as u64);
        let skip = usize::try_from(skip).unwrap_or(usize::MAX);
        if skip.saturating_add(size) > REACH {
            return Err(Error::PageTooFar);
        }
        let mut found = budget.counted(positions).filter_map(|position| {
            let item = self.items.get(position.id())?;
            let is_wanted = query.kind.is_none_or(|kind| kind == item.content.kind())
                && item.is_listed()
                && self.items.is_in_shown_thread(item)
                && is_such(item);
            is_wanted.then(|| (self.view((position.id(), item)), position))
        });
        let (items, positions): (Vec<_>, Vec<_>) = found.by_ref().skip(skip).take(size).unzip();
        let is_followed = found.next().is_some();
        budget.check()?;
        Ok(Page {
            next: positions.last().copied().filter(|_| is_followed),
            items,
            positions,
            cursors: Cursors::new(sequence, query.now),
        })
    }
}

/// Returns the positions of ids in the order by id.
fn by_id(ids: impl Iterator<Item = u32>) -> impl Iterator<Item = Position> {
    ids.map(|id| Position::new(0, ItemId::new(id)))
}
