use std::collections::BTreeMap;

use crate::indexes::users::relations::{MAX_RELATED, Related, Relation};
use crate::site::Site;

impl Site {
    /// Checks that what users follow and mute is there, and is counted.
    pub(super) fn check_relations(&self) -> Result<(), &'static str> {
        let (groups, users) = (&self.listings.groups, &self.listings.users);
        for relation in Relation::ALL {
            let (mut held_groups, mut held_users) = (BTreeMap::new(), BTreeMap::new());
            for (number, relations) in users.relations() {
                if users.name(number).as_bytes().is_empty() {
                    return Err("a user who follows or mutes is unknown");
                }
                let Some(related) = relations.of(relation) else { continue };
                let Related { groups, users: others, ids } = related;
                if !groups.is_sorted_by(|it, next| it < next)
                    || !others.is_sorted_by(|it, next| it < next)
                    || !ids.is_sorted_by(|it, next| it < next)
                    || related.len() > MAX_RELATED
                {
                    return Err("what a user follows is not sorted, or too much");
                }
                if !ids.is_empty() && relation == Relation::Follows {
                    return Err("a user follows ids");
                }
                if ids.iter().any(|id| id.get() == 0 || id.get() > self.last_id) {
                    return Err("a user mutes ids that were never assigned");
                }
                groups.iter().for_each(|group| *held_groups.entry(*group).or_default() += 1);
                // What is void counts no more.
                let others = users.related(number, relation);
                let others = others.iter().flat_map(|related| &related.users);
                others.for_each(|user| *held_users.entry(*user).or_default() += 1);
            }
            let all = groups.iter().map(|(number, group)| (number, group.held(relation)));
            if !all.filter(|(_, times)| *times > 0).eq(held_groups) {
                return Err("the number of users who follow or mute a group is wrong");
            }
            if !users.held(relation).eq(held_users.iter().map(|(user, times)| (*user, *times))) {
                return Err("the number of users who follow or mute a user is wrong");
            }
            if held_users.keys().any(|user| users.name(*user).as_bytes().is_empty()) {
                return Err("a user who is followed or muted is unknown");
            }
        }
        Ok(())
    }
}
