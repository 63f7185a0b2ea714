//! The conditions of listings: of bytes, as options, and what they mean.

use article_site::{Condition, GroupName, ItemId, ListName, UserLists, UserName};

use crate::input::Input;
use crate::item::ModelItem;
use crate::model::Model;
use crate::names;
use crate::values::{groups, id, keeper, list, poster, voter};

type Decode = fn(&mut Input) -> Condition<'static>;

/// Decodes the conditions of a listing, with ids of an operation.
pub(crate) fn decode(input: &mut Input) -> Vec<Condition<'static>> {
    let all: [(u16, Decode); 11] = [
        (30, |input| Condition::AnyOf(names::groups(&groups(input)))),
        (20, |input| Condition::AllOf(names::groups(&groups(input)))),
        (30, |input| Condition::NoneOf(names::groups(&groups(input)))),
        (20, |input| Condition::From(names::users(&input.list(poster)))),
        (20, |input| Condition::NotFrom(names::users(&input.list(poster)))),
        (20, |input| Condition::Unvoted(names::user(voter(input)))),
        (20, |input| Condition::Marked(lists(input))),
        (20, |input| Condition::Unmarked(lists(input))),
        (20, |input| Condition::Feed(Some(names::user(keeper(input))))),
        (20, |input| Condition::Unmuted(names::user(keeper(input)))),
        (20, |input| Condition::Except(input.list(|it| ItemId::new(id(it) as u32)))),
    ];
    let given = |(percent, condition)| input.option(percent, condition);
    all.into_iter().filter_map(given).collect()
}

fn lists(input: &mut Input) -> UserLists<'static> {
    UserLists { user: Some(names::user(keeper(input))), lists: names::lists(&input.list(list)) }
}

/// Returns whether comments have no such condition.
pub(crate) fn is_of_articles(condition: &Condition) -> bool {
    use Condition::{AllOf, AnyOf, Feed, NoneOf};
    matches!(condition, AnyOf(_) | AllOf(_) | NoneOf(_) | Feed(_))
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
            Condition::Unmuted(user) => !self.is_left_out(user.as_bytes(), item),
            Condition::Except(ids) => !ids.iter().any(|id| item.id == id.get()),
        }
    }
}
