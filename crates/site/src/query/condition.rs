//! The conditions that an article must meet to be in a listing: what each means on a site, and
//! which articles meet them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::rc::Rc;

use roaring::RoaringBitmap;

use super::Catalog;
use super::left_out::Muted;
use crate::indexes::users::relations::{Related, Relation};
use crate::item::flags::Visibility;
use crate::item::numbers::{GroupNumber, Numbers, UserNumber};
use crate::item::{Item, MAX_GROUPS};
use crate::terms::types::{GroupName, ItemId, ListName, UnixTime, UserName};

/// Ids of articles and comments. A look-up costs the same however many there are, and a copy next
/// to nothing.
pub type Ids<'a> = Rc<Cow<'a, RoaringBitmap>>;

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

    /// Adds what the condition means on a site to the checks, and to the groups that are required.
    /// Returns None if nothing can pass: a group or a user does not exist, or more groups are
    /// required than an article can be in.
    pub fn resolve(
        &self,
        catalog: Catalog<'a>,
        now: UnixTime,
        checks: &mut Vec<Check<'a>>,
        required: &mut BTreeSet<GroupNumber>,
    ) -> Option<()> {
        let (groups, users) = (&catalog.listings.groups, &catalog.listings.users);
        let number = |name: &UserName| users.number(*name, catalog.hasher);
        let existing = |names: &[GroupName]| -> Numbers {
            let numbers = names.iter().filter_map(|name| groups.number(*name));
            Rc::new(numbers.map(|group| group.0).collect())
        };
        let posters = |names: &[UserName]| -> Numbers {
            Rc::new(names.iter().filter_map(number).map(|user| user.0).collect())
        };
        let muted = |by| Some(Check::Unmuted(Muted::of(users, by)?));
        let check = match self {
            Self::AllOf(names) => {
                for name in names {
                    required.insert(groups.number(*name)?);
                    if required.len() > MAX_GROUPS {
                        return None;
                    }
                }
                None
            }
            Self::Feed(reader) => {
                let reader = number(reader.as_ref()?)?;
                checks.push(Check::Feed(users.related(reader, Relation::Follows)?));
                muted(reader)
            }
            Self::AnyOf(names) => Some(Check::AnyOf(existing(names))),
            Self::NoneOf(names) => Some(Check::NoneOf(existing(names))),
            Self::From(names) => Some(Check::From(posters(names))),
            Self::NotFrom(names) => Some(Check::NotFrom(posters(names))),
            Self::Unvoted(user) => number(user).map(|user| Check::Unvoted(user, now)),
            Self::Marked(lists) => Some(Check::Among(catalog.members(lists).into())),
            Self::Unmarked(lists) => Some(Check::NotAmong(catalog.members(lists).into())),
            Self::Unmuted(user) => number(user).and_then(muted),
            Self::Except(ids) => {
                let ids = ids.iter().map(|id| id.get()).collect();
                Some(Check::NotAmong(Rc::new(Cow::Owned(ids))))
            }
        };
        checks.extend(check);
        Some(())
    }
}

/// What an article must pass: conditions in the numbers by which a site refers to groups and
/// users. Each costs one probe per article, however long its list is.
#[derive(Clone, Debug)]
pub enum Check<'a> {
    /// It is by one of these users.
    From(Numbers),
    NotFrom(Numbers),
    /// It has one of these ids.
    Among(Ids<'a>),
    NotAmong(Ids<'a>),
    Held,
    InGroup(GroupNumber),
    AnyOf(Numbers),
    NoneOf(Numbers),
    /// It is in one of these groups, or by one of these users.
    Feed(Cow<'a, Related>),
    Unmuted(Muted<'a>),
    /// It is a comment whose article exists.
    InThread,
    /// It is a comment whose article is listed.
    InShownThread,
    /// It is a comment below this article or comment.
    Below(ItemId),
    /// The user has no vote that is shown at that time.
    Unvoted(UserNumber, UnixTime),
}

impl Check<'_> {
    /// Returns how much the check costs compared with others: one that reads ledgers the most.
    pub fn cost(&self) -> u32 {
        match self {
            Self::From(_) | Self::NotFrom(_) | Self::Among(_) | Self::NotAmong(_) | Self::Held => {
                0
            }
            Self::InGroup(_)
            | Self::AnyOf(_)
            | Self::NoneOf(_)
            | Self::Feed(_)
            | Self::Unmuted(_) => 1,
            Self::InThread | Self::InShownThread => 2,
            Self::Below(_) => 3,
            Self::Unvoted(..) => 4,
        }
    }

    pub fn reads_ledgers(&self) -> bool {
        matches!(self, Self::Unvoted(..))
    }

    pub fn admits(&self, catalog: Catalog, id: ItemId, item: &Item) -> bool {
        let is_in_any =
            |numbers: &Numbers| item.groups().iter().any(|group| numbers.contains(group.0));
        match self {
            Self::From(posters) => posters.contains(item.poster.0),
            Self::NotFrom(posters) => !posters.contains(item.poster.0),
            Self::Among(ids) => ids.contains(id.get()),
            Self::NotAmong(ids) => !ids.contains(id.get()),
            Self::Held => item.flags().visibility == Visibility::Held,
            Self::InGroup(number) => item.groups().contains(number),
            Self::AnyOf(numbers) => is_in_any(numbers),
            Self::NoneOf(numbers) => !is_in_any(numbers),
            Self::Feed(follows) => follows.has(id, item),
            Self::Unmuted(muted) => !muted.leaves_out(catalog.items, id, item),
            Self::InThread => catalog.items.article_of(item).is_some(),
            Self::InShownThread => catalog.items.is_in_shown_thread(item),
            Self::Below(above) => catalog.items.is_below(item, *above),
            Self::Unvoted(user, now) => {
                item.shown_vote(Some(*user), catalog.settings, *now).flatten().is_none()
            }
        }
    }
}
