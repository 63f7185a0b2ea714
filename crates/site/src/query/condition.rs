//! The conditions that an article must meet to be in a listing: what each means on a site, and
//! which articles meet it.

use std::rc::Rc;

use super::left_out::{Feed, Muted};
use super::numbers::{Numbers, sorted};
use super::selection::Selection;
use super::{Catalog, Query};
use crate::indexes::users::lists::Members;
use crate::item::Item;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::terms::types::{GroupName, ItemId, ListName, UnixTime, UserName};

/// A condition as a client states it.
#[derive(Clone, Debug, PartialEq, Hash)]
pub enum Condition<'a> {
    /// The article is in at least one of these groups.
    AnyOf(Vec<GroupName<'a>>),
    /// The article is in each of these groups.
    AllOf(Vec<GroupName<'a>>),
    /// The article is in none of these groups.
    NoneOf(Vec<GroupName<'a>>),
    /// One of these users posted the article.
    From(Vec<UserName<'a>>),
    /// None of these users posted the article.
    NotFrom(Vec<UserName<'a>>),
    /// The user has no vote on the article. Votes are unknown once voting has closed, unless the
    /// site keeps them.
    Unvoted(UserName<'a>),
    /// The article is on at least one of these lists.
    Marked(UserLists<'a>),
    /// The article is on none of these lists.
    Unmarked(UserLists<'a>),
    /// The article is in one of the groups, or posted by one of the users, that the user follows,
    /// and not muted. None is nobody, whose feed is empty.
    Feed(Option<UserName<'a>>),
    /// The user has not muted the article's groups or poster. Own articles pass.
    Unmuted(UserName<'a>),
    /// The article is none of these.
    Except(Vec<ItemId>),
}

/// Some of a user's lists. One that does not exist is empty.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct UserLists<'a> {
    /// The user; None for nobody, whose lists are empty.
    pub user: Option<UserName<'a>>,
    /// The names of the lists, each once.
    pub lists: Vec<ListName<'a>>,
}

impl<'a> Condition<'a> {
    /// Returns the number of names and ids; None if it depends on what one user did.
    pub fn names(&self) -> Option<usize> {
        match self {
            Self::AnyOf(groups) | Self::AllOf(groups) | Self::NoneOf(groups) => Some(groups.len()),
            Self::From(users) | Self::NotFrom(users) => Some(users.len()),
            Self::Except(ids) => Some(ids.len()),
            Self::Unvoted(_)
            | Self::Marked(_)
            | Self::Unmarked(_)
            | Self::Feed(_)
            | Self::Unmuted(_) => None,
        }
    }

    /// Adds to a selection what the condition means on a site. Returns None if nothing can pass,
    /// because a group or a user does not exist.
    pub fn resolve(
        &self,
        catalog: Catalog<'a>,
        query: &Query,
        selection: &mut Selection<'a>,
    ) -> Option<()> {
        let (groups, users) = (&catalog.listings.groups, &catalog.listings.users);
        let number = |name: &UserName| users.number(*name, catalog.hasher);
        let existing = |names: &[GroupName]| {
            Numbers::of(names.iter().filter_map(|name| groups.number(*name)))
        };
        let posters = |names: &[UserName]| Numbers::of(names.iter().filter_map(number));
        let muted = |by| Some(Check::Unmuted(Muted::of(users, by)?));
        let check = match self {
            Self::AnyOf(names) => {
                selection.any_of = Some(existing(names));
                None
            }
            Self::AllOf(names) => {
                for name in names {
                    selection.all_of.push(groups.number(*name)?);
                }
                None
            }
            Self::From(names) => {
                selection.from = Some(posters(names));
                None
            }
            Self::Marked(lists) => {
                selection.marked = Some(catalog.members(lists).into());
                None
            }
            Self::Feed(reader) => {
                let reader = number(reader.as_ref()?)?;
                selection.feed = Some(Feed::of(users, reader)?);
                muted(reader)
            }
            Self::NoneOf(names) => Some(Check::NoneOf(existing(names))),
            Self::NotFrom(names) => Some(Check::NotFrom(posters(names))),
            Self::Unvoted(user) => number(user).map(|user| Check::Unvoted(user, query.now)),
            Self::Unmarked(lists) => Some(Check::Unmarked(catalog.members(lists).into())),
            Self::Unmuted(user) => number(user).and_then(muted),
            Self::Except(ids) => Some(Check::Except(sorted(ids.clone()).into())),
        };
        selection.checks.extend(check);
        Some(())
    }
}

/// A condition that does not say where to look for the articles that meet it.
#[derive(Clone, Debug)]
pub enum Check<'a> {
    NoneOf(Numbers<GroupNumber>),
    NotFrom(Numbers<UserNumber>),
    /// The user has no vote that is shown at that time.
    Unvoted(UserNumber, UnixTime),
    Unmarked(Rc<Members<'a>>),
    Unmuted(Muted<'a>),
    /// The ids are sorted.
    Except(Rc<[ItemId]>),
}

impl Check<'_> {
    /// Returns whether the check reads ledgers. Such checks come last.
    pub fn reads_ledgers(&self) -> bool {
        matches!(self, Self::Unvoted(..))
    }

    /// Returns whether an article passes.
    pub fn admits(&self, catalog: Catalog, id: ItemId, item: &Item) -> bool {
        match self {
            Self::NoneOf(numbers) => !item.groups().iter().any(|it| numbers.contains(*it)),
            Self::NotFrom(posters) => !posters.contains(item.poster),
            Self::Unvoted(user, now) => {
                item.shown_vote(Some(*user), catalog.settings, *now).flatten().is_none()
            }
            Self::Unmarked(lists) => !lists.contains(id.get()),
            Self::Unmuted(muted) => !muted.has(item),
            Self::Except(ids) => ids.binary_search(&id).is_err(),
        }
    }
}
