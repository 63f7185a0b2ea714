//! The invariants of a site's lists.

use std::collections::BTreeMap;

use super::{Lists, MAX_LISTS, MAX_MARKS, Owner};
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::terms::types::ItemId;

impl Lists {
    /// Checks that lists, the marks that articles and comments count, and what is gone agree.
    /// `owner` returns the user of a number.
    pub fn check(
        &self,
        items: &Items,
        owner: impl Fn(UserNumber) -> Option<Owner>,
    ) -> Result<(), &'static str> {
        let mut marked = BTreeMap::new();
        let (mut marks, mut gone_marks) = (0, 0);
        for (number, list) in self.lists.iter() {
            let owner = owner(list.user).ok_or("a list is of nobody")?;
            if self.find(owner, list.name()) != Some(number) {
                return Err("a list is not found, or a user has two of one name");
            }
            if list.ids.is_empty() || self.count(&list.ids) > MAX_MARKS {
                return Err("a list has no id, or too many");
            }
            if self.numbers(owner).count() > MAX_LISTS {
                return Err("a user has too many lists");
            }
            list.ids.check()?;
            for id in list.ids.next_ids(0, usize::MAX) {
                if items.get(ItemId::new(id)).is_some() {
                    *marked.entry(id).or_insert(0_u32) += 1;
                    marks += 1;
                } else if self.gone.contains(id) {
                    gone_marks += 1;
                } else {
                    return Err("a list has an id of nothing");
                }
            }
        }
        if marks != self.marks {
            return Err("the number of marks is wrong");
        }
        if gone_marks != self.gone_marks {
            return Err("the number of marks of what is gone is wrong");
        }
        for (id, lists) in self.removed.iter() {
            if items.get(ItemId::new(id)).is_some() {
                *marked.entry(id).or_default() += lists;
            }
        }
        let counted = items.iter_from(0).map(|(id, item)| (id.get(), items.marks(id, item)));
        if !counted.filter(|(_, marks)| *marks > 0).eq(marked) {
            return Err("an article or comment counts marks that it does not have");
        }
        if self.by_user.len() != self.lists.len() {
            return Err("lists and those found by users differ in number");
        }
        self.lists.check()
    }
}
