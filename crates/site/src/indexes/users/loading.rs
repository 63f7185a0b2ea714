//! What is built for all users of a site at once, when it is loaded.

use super::by_user::ByUser;
use super::{Users, VotedIds};
use crate::items::time_list::TimeList;
use crate::items::{Items, LoadedAnswers};
use crate::structures::keyed_hash::KeyedHash;
use crate::terms::kind::Kind;

impl Users {
    /// Indexes the names of all users. Returns false if two users have the same name.
    pub fn index_names(&mut self, hasher: &KeyedHash) -> bool {
        let Self { users, names, .. } = self;
        for (number, name) in users.iter() {
            let hash = hasher.of(name.as_bytes());
            let has_name =
                |other| users.get(other).is_some_and(|other| other.as_bytes() == name.as_bytes());
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
        let voted = ByUser::of(|relate| {
            for (id, item) in items.iter_from(0) {
                item.ledger.for_each_user(|user| relate(user, id));
            }
        });
        for (number, ids) in voted.iter() {
            self.votes.insert(number.0, VotedIds::from_sorted(ids));
        }
        let answered = ByUser::of(|relate| {
            answers.users.iter().for_each(|(user, id)| relate(*user, *id));
        });
        for (number, ids) in answered.iter() {
            let answers = TimeList::from_sorted(ids, items.comments());
            self.change_inbox(number, |inbox| inbox.answers = answers);
        }
        for (id, item) in items.with_crowds() {
            let listed = items.listed_in_crowd(id);
            listed.inspect(|listed| self.add_crowded(item.poster, (id, listed), items.comments()));
        }
        Kind::ALL.into_iter().for_each(|kind| self.posted_mut(kind).fill(items.of(kind)));
        self.posters = self.numbers().filter(|number| self.is_poster(*number)).count();
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
