//! What an article must be, beside its time and votes, to pass the filters of a query.
//!
//! Each check destructures the selection without `..`, so that a new condition does not compile
//! until each check handles it.

use std::rc::Rc;

use super::left_out::{Feed, Muted};
use super::numbers::{Numbers, sorted};
use super::{Catalog, Filters, Query, Source};
use crate::indexes::users::lists::Members;
use crate::item::Item;
use crate::item::numbers::{GroupNumber, UserNumber};
use crate::terms::kind::Kind;
use crate::terms::types::{GroupName, ItemId, UnixTime, UserName};

/// Conditions that are resolved to the numbers by which a site refers to groups and posters. Each
/// costs one probe per article, however long its list is, and lists are shared, not copied.
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
    /// The posters of which it must not be one.
    pub not_from: Option<Numbers<UserNumber>>,
    /// The user who must not have a vote on it that is shown at that time.
    pub unvoted: Option<(UserNumber, UnixTime)>,
    /// What is on the lists of which it must be on one.
    pub marked: Option<Rc<Members<'a>>>,
    /// What is on the lists of which it must be on none.
    pub unmarked: Option<Rc<Members<'a>>>,
    /// What one who posted it or a group of it must be among.
    pub feed: Option<Feed>,
    /// What it must not be in.
    pub muted: [Option<Muted<'a>>; 2],
    /// The articles of which it must not be one, sorted.
    pub except: Option<Rc<[ItemId]>>,
    pub any_of: Option<Numbers<GroupNumber>>,
    /// Sorted. Includes the group that is the source.
    pub all_of: Vec<GroupNumber>,
    pub none_of: Option<Numbers<GroupNumber>>,
}

impl<'a> Selection<'a> {
    /// Returns the selection of a query, source included. Returns None if nothing can pass,
    /// because a group or a user does not exist.
    pub fn of(catalog: Catalog<'a>, query: &Query<'a>) -> Option<Self> {
        let groups = &catalog.listings.groups;
        let Filters {
            since: _,
            until: _,
            min_votes: _,
            any_of,
            all_of,
            none_of,
            from,
            not_from,
            unvoted,
            marked,
            unmarked,
            feed,
            unmuted,
            except,
            hidden,
        } = &query.filters;
        let number = |name| catalog.listings.users.number(name, catalog.hasher);
        let (mut below, mut group, mut poster) = (None, None, None);
        match query.source {
            Source::Site | Source::Comments => {}
            Source::Group(name) => group = Some(name),
            Source::User(name) => poster = Some(number(name)?),
            Source::Below(id) => below = Some(id),
        }
        let users = &catalog.listings.users;
        let reader = feed.map(|reader| reader.and_then(number));
        let feed = match reader {
            Some(reader) => Some(Feed::of(users, reader?)?),
            None => None,
        };
        let readers = [reader.flatten(), unmuted.and_then(number)];
        let are_threads_left_out =
            catalog.items.has_deleted_articles() || !hidden && catalog.listings.hidden.len() > 0;
        let all_of = all_of.iter().flatten().copied().chain(group);
        let existing = |names: &Vec<GroupName>| {
            Numbers::of(names.iter().filter_map(|name| groups.number(*name)))
        };
        let posters =
            |names: &Vec<UserName<'a>>| Numbers::of(names.iter().filter_map(|name| number(*name)));
        Some(Self {
            hidden: *hidden,
            heeds_thread: catalog.kind == Kind::Comment && are_threads_left_out,
            below,
            poster,
            from: from.as_ref().map(posters),
            not_from: not_from.as_ref().map(posters),
            unvoted: unvoted.and_then(|user| Some((number(user)?, query.now))),
            marked: marked.as_ref().map(|lists| catalog.members(lists).into()),
            unmarked: unmarked.as_ref().map(|lists| catalog.members(lists).into()),
            feed,
            muted: readers.map(|reader| Muted::of(users, reader?)),
            except: except.as_ref().map(|ids| sorted(ids.clone()).into()),
            any_of: any_of.as_ref().map(existing),
            all_of: sorted(all_of.map(|name| groups.number(name)).collect::<Option<_>>()?),
            none_of: none_of.as_ref().map(existing),
        })
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
            not_from,
            unvoted,
            marked,
            unmarked,
            feed,
            muted,
            except,
            any_of,
            all_of,
            none_of,
        } = self;
        *heeds_thread
            || below.is_some()
            || poster.is_some()
            || from.is_some()
            || not_from.is_some()
            || unvoted.is_some()
            || marked.is_some()
            || unmarked.is_some()
            || feed.is_some()
            || muted.iter().any(Option::is_some)
            || except.is_some()
            || any_of.is_some()
            || !all_of.is_empty()
            || none_of.is_some()
    }

    /// Returns whether an article passes.
    pub fn admits(&self, catalog: Catalog, id: ItemId, item: &Item) -> bool {
        let Self {
            hidden,
            heeds_thread,
            below,
            poster,
            from,
            not_from,
            unvoted,
            marked,
            unmarked,
            feed,
            muted,
            except,
            any_of,
            all_of,
            none_of,
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
        let has_voted = |(user, now): &(UserNumber, UnixTime)| {
            item.shown_vote(Some(*user), catalog.settings, *now).flatten().is_some()
        };
        let is_on = |lists: &Rc<Members>| lists.contains(id.get());
        let is_in_thread = |item: &Item| match hidden {
            true => catalog.items.article_of(item).is_some(),
            false => catalog.items.is_in_shown_thread(item),
        };
        // The cheapest first.
        poster.is_none_or(|poster| item.poster == poster)
            && from.as_ref().is_none_or(|from| from.contains(item.poster))
            && not_from.as_ref().is_none_or(|not_from| !not_from.contains(item.poster))
            && except.as_ref().is_none_or(|except| except.binary_search(&id).is_err())
            && marked.as_ref().is_none_or(is_on)
            && !unmarked.as_ref().is_some_and(is_on)
            && any_of.as_ref().is_none_or(is_any)
            && !none_of.as_ref().is_some_and(is_any)
            && feed.as_ref().is_none_or(|feed| feed.has(item))
            && !muted.iter().flatten().any(|muted| muted.has(item))
            && groups.len() >= all_of.len()
            && (all_of.is_empty() || groups.iter().filter(is_required).count() == all_of.len())
            && (!heeds_thread || is_in_thread(item))
            && below.is_none_or(|id| catalog.items.is_below(item, id))
            && !unvoted.as_ref().is_some_and(has_voted)
    }
}
