use std::collections::BTreeMap;

use crate::indexes::users::relations::{MAX_RELATED, Related, Relation};
use crate::item::numbers::UserNumber;
use crate::site::Site;

impl Site {
    /// Checks that what users follow and mute is there, and is counted. The error is the first
    /// invariant that does not hold.
    pub(super) fn check_relations(&self) -> Result<(), &'static str> {
        let (groups, users) = (&self.listings.groups, &self.listings.users);
        let (mut held_groups, mut held_users) = (BTreeMap::new(), BTreeMap::new());
        for (number, relations) in users.with_relations() {
            if users.name(number).as_bytes().is_empty() {
                return Err("a user who follows or mutes is unknown");
            }
            for relation in Relation::ALL {
                let Related { groups, users } = relations.of(relation);
                if !groups.is_sorted_by(|it, next| it < next)
                    || !users.is_sorted_by(|it, next| it < next)
                    || groups.len() + users.len() > MAX_RELATED
                {
                    return Err("what a user follows is not sorted, or too much");
                }
                groups.iter().for_each(|group| *held_groups.entry(*group).or_default() += 1);
                users.iter().for_each(|user| *held_users.entry(*user).or_default() += 1);
            }
        }
        let all = groups.iter().map(|(number, group)| (number, group.held()));
        if !all.filter(|(_, times)| *times > 0).eq(held_groups) {
            return Err("the number of users who follow or mute a group is wrong");
        }
        for (user, now) in users.renamed().iter() {
            if !users.name(user).as_bytes().is_empty() {
                return Err("a user who has become another has a name");
            }
            if users.is_renamed(now) {
                return Err("a user has become one who has become another");
            }
            *held_users.entry(now).or_default() += 1;
        }
        if !users.held().eq(held_users.iter().map(|(user, times)| (*user, *times))) {
            return Err("the number of users who follow or mute a user is wrong");
        }
        let is_unknown = |user: &UserNumber| {
            users.name(*user).as_bytes().is_empty() && !users.is_renamed(*user)
        };
        if held_users.keys().any(is_unknown) {
            return Err("a user who is followed or muted is unknown");
        }
        Ok(())
    }
}
