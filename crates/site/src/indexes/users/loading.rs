//! What is built for all users of a site at once, when it is loaded.

use super::by_user::{Answered, ByUser, Posted, Voted};
use super::{MANY, Prolific, Users};
use crate::items::{Items, LoadedAnswers};
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::number_list::NumberList;
use crate::terms::kind::Kind;
use crate::terms::types::ItemId;

impl Users {
    /// Indexes the names of all users. Returns false if two users have the same name.
    pub fn index_names(&mut self, hasher: &KeyedHash) -> bool {
        let Self { users, names, .. } = self;
        for (number, name) in users.iter() {
            let hash = hasher.of(name.get().as_bytes());
            let has_name = |other| users.get(other).is_some_and(|other| other.get() == name.get());
            if names.find(hash).any(has_name) {
                return false;
            }
            names.insert(hash, number);
        }
        true
    }

    /// Gives all users their votes, answers, articles and comments, of which they have none yet,
    /// faster than one by one.
    pub fn rank(&mut self, items: &Items, answers: &LoadedAnswers) {
        for (number, ids) in ByUser::of(&Voted(items)).iter() {
            self.votes.insert(number.0, NumberList::from_sorted(ids));
        }
        for (number, ids) in ByUser::of(&Answered(&answers.users)).iter() {
            self.change(number, |account| account.fill_answers(ids, items.comments()));
        }
        for (id, item) in items.with_crowds() {
            let listed = items.listed_in_crowd(id);
            listed.inspect(|listed| self.add_crowded(item.poster, (id, listed), items.comments()));
        }
        for kind in Kind::ALL {
            let table = items.of(kind);
            for (number, ids) in ByUser::of(&Posted(table)).iter() {
                let len = ids.len();
                let ids = ids.iter().map(|id| ItemId::new(*id));
                let is_new = self.change(number, |account| {
                    if len < MANY {
                        account.fill(kind, ids.clone());
                    }
                    account.mark_as_poster()
                });
                self.posters += usize::from(is_new);
                if len >= MANY {
                    self.prolific_mut(kind).insert(number, Prolific::of(ids, table));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terms::types::UserName;

    /// Returns whether that many users, the last of whom has a certain name, have different names.
    fn are_indexed(count: u32, last: &str) -> bool {
        let (mut users, hasher) = (Users::default(), KeyedHash::default());
        let names = (1..count).map(|number| format!("user{number}")).chain([last.to_owned()]);
        for name in names {
            users.insert_unindexed(UserName::new(name.as_bytes()).unwrap()).unwrap();
        }
        let are_indexed = users.index_names(&hasher);
        let found = |number| {
            users.number(users.name(number), &hasher).is_some_and(|found| found == number)
        };
        are_indexed && users.numbers().all(found)
    }

    #[test]
    fn names_are_indexed_unless_two_users_have_the_same() {
        for count in [2, 64, 65, 1_000] {
            assert!(are_indexed(count, "another"));
            assert!(!are_indexed(count, "user1"));
        }
    }
}
