//! What a site knows for one reader: what the user has voted on, the answers to what the user
//! posted, and the user's lists.

use std::collections::HashSet;
use std::iter;

use either::Either;

use crate::item::Item;
use crate::item::numbers::UserNumber;
use crate::items::time_list::TimeList;
use crate::orders::Order;
use crate::orders::cursor::{Cursors, Sequence};
use crate::orders::inbox_position::InboxPosition;
use crate::orders::position::Position;
use crate::query::{Muted, REACH, merge};
use crate::site::Site;
use crate::site::page::Page;
use crate::structures::counted_tree::Direction;
use crate::terms::budget::Budget;
use crate::terms::error::Error;
use crate::terms::kind::Kind;
use crate::terms::types::{ItemId, UnixTime, UserName, Vote};

/// A page of a reader's own listing, whose order is by id, the highest first, or, of answers, by
/// time, or, of a list, that of marking.
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
    /// Whether to find out if anything follows the page. Otherwise nothing is read beyond it.
    pub looks_ahead: bool,
}

impl OwnQuery {
    /// Returns the highest id that may be on a page.
    fn first(&self) -> u32 {
        self.after.map_or(u32::MAX, |after| after.id().get().saturating_sub(1))
    }
}

/// How far unseen answers are counted.
const MAX_UNSEEN: usize = 1_000;

/// How many of the latest answers are looked at to count those unseen, so that no mute makes that
/// long.
const LOOKED_AT: usize = 10_000;

/// Which answers to a user to return.
#[derive(Clone, Debug, Default)]
pub struct AnswerFilter<'a> {
    /// Only answers that the user has not seen.
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
        let is_such = |_, item: &Item| {
            let shown = item.shown_vote(number, &self.settings, query.now).flatten();
            shown.is_some_and(|shown| vote.is_none_or(|vote| vote == shown.vote))
        };
        let ids = votes.map(|votes| votes.range(query.first(), Direction::Descending));
        self.own_page(by_id(ids.into_iter().flatten()), Sequence::Ids, is_such, query, budget)
    }

    /// Returns a page of the answers to a user: the listed comments by others, none of whom the
    /// user has muted, whose parent is the user's, and whose article is not hidden. The latest
    /// come first.
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
        let not_from = filter.not_from.iter();
        let not_from: HashSet<UserNumber> =
            not_from.filter_map(|name| users.number(*name, &self.hasher)).collect();
        let end = query.after.unwrap_or(Position::HIGHEST);
        let answers = number.and_then(|number| self.inbox(number, end, filter.is_unseen, false));
        let is_wanted = number.map(|number| self.is_wanted_by(number));
        let is_such = |id, item: &Item| {
            is_wanted.as_ref().is_some_and(|is_wanted| is_wanted(id, item))
                && !not_from.contains(&item.poster)
        };
        let sequence = Sequence::By(Order::Time, Kind::Comment);
        self.own_page(answers.into_iter().flatten(), sequence, is_such, query, budget)
    }

    /// Returns how many answers to a user come after the mark of what was seen, but no more than
    /// [`MAX_UNSEEN`], of the latest answers that are looked at.
    pub(super) fn unseen(&self, number: UserNumber) -> usize {
        let Some(answers) = self.inbox(number, Position::HIGHEST, true, true) else { return 0 };
        let is_wanted = self.is_wanted_by(number);
        let unseen = answers.take(LOOKED_AT).filter(|position| {
            let is_shown = |answer: &Item| {
                is_wanted(position.id(), answer) && self.items.is_in_shown_thread(answer)
            };
            self.items.comments().get(position.id().get()).is_some_and(is_shown)
        });
        unseen.take(MAX_UNSEEN).count()
    }

    /// Returns the positions of the listed answers to a user before one, the latest first: the
    /// unseen ones or all. Also those that the user has muted are among them, and, of crowds,
    /// answers by the user. Crowds that are not shown at all are left out, unless `with_hidden`.
    fn inbox<'a>(
        &'a self,
        number: UserNumber,
        end: Position,
        is_unseen: bool,
        with_hidden: bool,
    ) -> Option<impl Iterator<Item = Position> + use<'a>> {
        let users = &self.listings.users;
        let crowd = move |id: &ItemId| {
            let is_shown = |item: &&Item| with_hidden || self.items.is_in_shown_thread(item);
            self.items.get(*id).filter(is_shown).and_then(|_| self.items.listed_in_crowd(*id))
        };
        let comments = self.items.comments();
        let before_end = move |list: &'a TimeList| list.before(end, comments);
        let answers = before_end(users.answers(number)?);
        let positions = match users.crowded(number) {
            // Nearly always.
            [] => Either::Left(answers),
            crowded => {
                let crowds = crowded.iter().filter_map(crowd).map(before_end);
                Either::Right(merge(iter::once(answers).chain(crowds), Direction::Descending))
            }
        };
        let seen = if is_unseen { users.seen(number) } else { Position::LOWEST };
        Some(positions.take_while(move |position| *position > seen))
    }

    /// Returns a function that returns whether a user wants to read an answer.
    fn is_wanted_by(&self, number: UserNumber) -> impl Fn(ItemId, &Item) -> bool {
        let muted = Muted::of(&self.listings.users, number);
        move |id, item| {
            let is_muted = |muted: &Muted| muted.leaves_out_answer(&self.items, id, item);
            item.poster != number && !muted.as_ref().is_some_and(is_muted)
        }
    }

    /// Moves the mark of the answers that a user has seen up to a position. Returns false if it is
    /// as late already.
    ///
    /// # Errors
    ///
    /// One user too many.
    pub fn see(&mut self, user: UserName, position: InboxPosition) -> Result<bool, Error> {
        let users = &mut self.listings.users;
        let known = users.number(user, &self.hasher);
        let seen = known.map_or(InboxPosition::default(), |number| users.seen(number).into());
        if position <= seen {
            return Ok(false);
        }
        let number = users.number_or_new(user, &self.hasher)?;
        users.set_seen(number, position.into());
        Ok(true)
    }

    /// Returns a page of the items at these positions, for which `is_such` is true.
    pub(super) fn own_page(
        &self,
        positions: impl Iterator<Item = Position>,
        sequence: Sequence,
        is_such: impl Fn(ItemId, &Item) -> bool,
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
                && is_such(position.id(), item);
            is_wanted.then(|| (self.view((position.id(), item)), position))
        });
        let (items, positions): (Vec<_>, Vec<_>) = found.by_ref().skip(skip).take(size).unzip();
        let is_full = items.len() == size;
        let looks_ahead = is_full && query.looks_ahead;
        let is_followed = looks_ahead && (found.next().is_some() || budget.is_exhausted());
        if !is_full {
            budget.check()?;
        }
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
