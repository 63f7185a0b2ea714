//! The conditions of listings: as numbers, for a site, as options, and what they mean.

use article_site::{Condition, GroupName, ItemId, ListName, UserLists, UserName};

use crate::input::Input;
use crate::item::ModelItem;
use crate::model::Model;
use crate::names;
use crate::values::{groups, id, keeper, list, poster, voter};

type Decode = fn(&mut Input) -> ConditionRead;

/// A condition of a listing.
#[derive(Clone, Debug)]
pub enum ConditionRead {
    AnyOf(Vec<u8>),
    AllOf(Vec<u8>),
    NoneOf(Vec<u8>),
    From(Vec<u8>),
    NotFrom(Vec<u8>),
    Unvoted(u8),
    /// A user and lists of the user.
    Marked(u8, Vec<u8>),
    Unmarked(u8, Vec<u8>),
    Feed(u8),
    Unmuted(u8),
    Except(Vec<i16>),
}

impl ConditionRead {
    /// Decodes the conditions of a listing.
    pub(crate) fn decode(input: &mut Input) -> Vec<Self> {
        let all: [(u16, Decode); 11] = [
            (30, |input| Self::AnyOf(groups(input))),
            (20, |input| Self::AllOf(groups(input))),
            (30, |input| Self::NoneOf(groups(input))),
            (20, |input| Self::From(input.list(poster))),
            (20, |input| Self::NotFrom(input.list(poster))),
            (20, |input| Self::Unvoted(voter(input))),
            (20, |input| Self::Marked(keeper(input), input.list(list))),
            (20, |input| Self::Unmarked(keeper(input), input.list(list))),
            (20, |input| Self::Feed(keeper(input))),
            (20, |input| Self::Unmuted(keeper(input))),
            (20, |input| Self::Except(input.list(id))),
        ];
        let given = |(percent, condition)| input.option(percent, condition);
        all.into_iter().filter_map(given).collect()
    }

    /// Returns whether comments have no such condition.
    pub fn is_of_articles(&self) -> bool {
        matches!(self, Self::AnyOf(_) | Self::AllOf(_) | Self::NoneOf(_) | Self::Feed(_))
    }

    /// Returns the condition for a site, given which ids numbers stand for.
    pub fn on(&self, to_ids: impl Fn(&[i16]) -> Vec<ItemId>) -> Condition<'static> {
        let lists = |user: u8, lists: &[u8]| UserLists {
            user: Some(names::user(user)),
            lists: names::lists(lists),
        };
        match self {
            Self::AnyOf(groups) => Condition::AnyOf(names::groups(groups)),
            Self::AllOf(groups) => Condition::AllOf(names::groups(groups)),
            Self::NoneOf(groups) => Condition::NoneOf(names::groups(groups)),
            Self::From(users) => Condition::From(names::users(users)),
            Self::NotFrom(users) => Condition::NotFrom(names::users(users)),
            Self::Unvoted(user) => Condition::Unvoted(names::user(*user)),
            Self::Marked(user, of) => Condition::Marked(lists(*user, of)),
            Self::Unmarked(user, of) => Condition::Unmarked(lists(*user, of)),
            Self::Feed(user) => Condition::Feed(Some(names::user(*user))),
            Self::Unmuted(user) => Condition::Unmuted(names::user(*user)),
            Self::Except(ids) => Condition::Except(to_ids(ids)),
        }
    }
}

/// Returns the option of a condition, and its values.
pub fn words(condition: &Condition) -> Vec<Vec<u8>> {
    let groups = |names: &[GroupName]| Some(texts(names.iter().map(|it| it.as_bytes())));
    let users = |names: &[UserName]| Some(texts(names.iter().map(|it| it.as_bytes())));
    let lists = |of: &UserLists| Some(texts(of.lists.iter().map(|it| it.as_bytes())));
    let user = |name: Option<UserName>| Some(name.map_or(Vec::new(), |it| it.as_bytes().to_vec()));
    let (option, user, names) = match condition {
        Condition::AnyOf(names) => ("ANYOF", None, groups(names)),
        Condition::AllOf(names) => ("ALLOF", None, groups(names)),
        Condition::NoneOf(names) => ("NONEOF", None, groups(names)),
        Condition::From(names) => ("FROM", None, users(names)),
        Condition::NotFrom(names) => ("NOTFROM", None, users(names)),
        Condition::Unvoted(name) => ("UNVOTED", user(Some(*name)), None),
        Condition::Marked(of) => ("MARKED", user(of.user), lists(of)),
        Condition::Unmarked(of) => ("UNMARKED", user(of.user), lists(of)),
        Condition::Feed(name) => ("FEED", user(*name), None),
        Condition::Unmuted(name) => ("UNMUTED", user(Some(*name)), None),
        Condition::Except(ids) => {
            let ids: Vec<_> = ids.iter().map(|id| id.get().to_string()).collect();
            ("EXCEPT", None, Some(texts(ids.iter().map(String::as_bytes))))
        }
    };
    let number = names.as_ref().map(|names| names.len().to_string().into_bytes());
    let words = [Some(option.into()), user, number].into_iter().flatten();
    words.chain(names.into_iter().flatten()).collect()
}

fn texts<'t>(texts: impl Iterator<Item = &'t [u8]>) -> Vec<Vec<u8>> {
    texts.map(<[u8]>::to_vec).collect()
}

impl Model {
    /// Returns whether an article or comment meets a condition at a time.
    pub(crate) fn meets(&self, item: &ModelItem, condition: &Condition, now: i64) -> bool {
        let is_in = |group: &GroupName| {
            item.article().is_some_and(|it| it.groups.iter().any(|name| name == group.as_bytes()))
        };
        let is_by = |user: &UserName| item.poster == user.as_bytes();
        let is_on_one = |UserLists { user, lists }: &UserLists| {
            let is_on =
                |list: &ListName| user.is_some_and(|it| self.is_marked(it, *list, item.id));
            lists.iter().any(is_on)
        };
        match condition {
            Condition::AnyOf(groups) => groups.iter().any(is_in),
            Condition::AllOf(groups) => groups.iter().all(is_in),
            Condition::NoneOf(groups) => !groups.iter().any(is_in),
            Condition::From(users) => users.iter().any(is_by),
            Condition::NotFrom(users) => !users.iter().any(is_by),
            Condition::Unvoted(user) => {
                let keeps_votes = self.settings.keep_votes();
                item.shown_vote(user.as_bytes(), now, keeps_votes).flatten().is_none()
            }
            Condition::Marked(lists) => is_on_one(lists),
            Condition::Unmarked(lists) => !is_on_one(lists),
            Condition::Feed(user) => user.is_some_and(|it| self.is_in_feed(it.as_bytes(), item)),
            Condition::Unmuted(user) => !self.is_muted(user.as_bytes(), item),
            Condition::Except(ids) => !ids.iter().any(|id| item.id == id.get()),
        }
    }
}
