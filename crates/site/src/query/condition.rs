//! The conditions that an article must meet to be in a listing: what each means on a site, and
//! which articles meet them.
//!
//! Each check destructures the selection without `..`, so that a new condition does not compile
//! until each check handles it.

use std::rc::Rc;

use super::left_out::{Feed, Muted};
use super::numbers::{Numbers, sorted};
use super::{Catalog, Query, Source};
use crate::indexes::users::lists::Members;
use crate::item::Item;
use crate::item::flags::Visibility;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::terms::kind::Kind;
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
    /// The user has not muted the article, its groups or its poster; own articles pass. Of a
    /// comment, it is neither it nor its poster, unless it is the user's own, and its article
    /// passes.
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
    fn resolve(
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
    Held,
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
            Self::Unmuted(muted) => !muted.leaves_out(catalog.items, id, item),
            Self::Except(ids) => ids.binary_search(&id).is_err(),
            Self::Held => item.flags().visibility == Visibility::Held,
        }
    }
}

/// Conditions that are resolved to the numbers by which a site refers to groups and posters. Each
/// costs one probe per article, however long its list is, and lists are shared, not copied. Those
/// that say where to look for articles are fields.
#[derive(Clone, Debug, Default)]
pub struct Selection<'a> {
    /// Hidden articles, or comments, instead of listed ones.
    pub hidden: bool,
    /// Whether it must be a comment whose article is listed or, if it must be hidden, exists.
    pub heeds_thread: bool,
    /// What it must be below.
    pub below: Option<ItemId>,
    pub poster: Option<UserNumber>,
    /// The posters of which it must be one.
    pub from: Option<Numbers<UserNumber>>,
    /// What is on the lists of which it must be on one.
    pub marked: Option<Rc<Members<'a>>>,
    /// What one who posted it or a group of it must be among.
    pub feed: Option<Feed>,
    pub any_of: Option<Numbers<GroupNumber>>,
    /// Sorted. Includes the group that is the source.
    pub all_of: Vec<GroupNumber>,
    /// All others.
    pub checks: Vec<Check<'a>>,
}

impl<'a> Selection<'a> {
    /// Returns the selection of a query, source included. Returns None if nothing can pass,
    /// because a group or a user does not exist.
    pub fn of(catalog: Catalog<'a>, query: &Query<'a>) -> Option<Self> {
        let hidden = query.filters.visibility != Visibility::Listed;
        let are_threads_left_out =
            catalog.items.has_deleted_articles() || !hidden && catalog.listings.hidden.len() > 0;
        let heeds_thread = catalog.kind == Kind::Comment && are_threads_left_out;
        let mut selection = Self { hidden, heeds_thread, ..Self::default() };
        match query.source {
            Source::Site | Source::Comments => {}
            Source::Group(name) => selection.all_of.push(catalog.listings.groups.number(name)?),
            Source::User(name) => {
                selection.poster = Some(catalog.listings.users.number(name, catalog.hasher)?);
            }
            Source::Below(id) => selection.below = Some(id),
        }
        if query.filters.visibility == Visibility::Held {
            selection.checks.push(Check::Held);
        }
        for condition in &query.filters.conditions {
            condition.resolve(catalog, query, &mut selection)?;
        }
        selection.all_of = sorted(selection.all_of);
        selection.checks.sort_by_key(Check::reads_ledgers);
        Some(selection)
    }

    /// Returns whether [`Selection::admits`] checks anything but whether articles are listed or
    /// hidden.
    pub fn is_any_set(&self) -> bool {
        let Self {
            hidden: _,
            heeds_thread,
            below,
            poster,
            from,
            marked,
            feed,
            any_of,
            all_of,
            checks,
        } = self;
        *heeds_thread
            || below.is_some()
            || poster.is_some()
            || from.is_some()
            || marked.is_some()
            || feed.is_some()
            || any_of.is_some()
            || !all_of.is_empty()
            || !checks.is_empty()
    }

    /// Returns whether an article passes.
    pub fn admits(&self, catalog: Catalog, id: ItemId, item: &Item) -> bool {
        let Self {
            hidden,
            heeds_thread,
            below,
            poster,
            from,
            marked,
            feed,
            any_of,
            all_of,
            checks,
        } = self;
        if item.is_listed() == *hidden {
            return false;
        }
        let is_any = |numbers: &Numbers<GroupNumber>| {
            item.groups().iter().any(|number| numbers.contains(*number))
        };
        let is_required = |number: &&GroupNumber| all_of.binary_search(number).is_ok();
        let required = || item.groups().iter().filter(is_required).count();
        let is_in_thread = |item: &Item| match hidden {
            true => catalog.items.article_of(item).is_some(),
            false => catalog.items.is_in_shown_thread(item),
        };
        // The cheapest first.
        poster.is_none_or(|poster| item.poster == poster)
            && from.as_ref().is_none_or(|from| from.contains(item.poster))
            && marked.as_ref().is_none_or(|lists| lists.contains(id.get()))
            && any_of.as_ref().is_none_or(is_any)
            && feed.as_ref().is_none_or(|feed| feed.has(item))
            && (all_of.is_empty() || required() == all_of.len())
            && (!heeds_thread || is_in_thread(item))
            && below.is_none_or(|id| catalog.items.is_below(item, id))
            && checks.iter().all(|check| check.admits(catalog, id, item))
    }
}
