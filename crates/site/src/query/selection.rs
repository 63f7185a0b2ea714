//! What an article must be, beside its time and votes, to pass the filters of a query.
//!
//! Each check destructures the selection without `..`, so that a new condition does not compile
//! until each check handles it.

use std::rc::Rc;

use super::condition::Check;
use super::left_out::Feed;
use super::numbers::{Numbers, sorted};
use super::{Catalog, Query, Source};
use crate::indexes::users::lists::Members;
use crate::item::Item;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::terms::kind::Kind;
use crate::terms::types::ItemId;

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
        let hidden = query.filters.hidden;
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
        if !self.is_any_set() {
            return true;
        }
        let groups = item.groups();
        let is_any =
            |numbers: &Numbers<GroupNumber>| groups.iter().any(|number| numbers.contains(*number));
        let is_required = |number: &&GroupNumber| all_of.binary_search(number).is_ok();
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
            && groups.len() >= all_of.len()
            && (all_of.is_empty() || groups.iter().filter(is_required).count() == all_of.len())
            && (!heeds_thread || is_in_thread(item))
            && below.is_none_or(|id| catalog.items.is_below(item, id))
            && checks.iter().all(|check| check.admits(catalog, id, item))
    }
}
