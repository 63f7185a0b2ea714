//! The end of follows and mutes: of users who are forgotten, and of users who become others.
//!
//! Whoever follows or mutes a user has the user's number in a list. When the user is forgotten,
//! the name lets go of the number: what is in the lists is void, at once for every reader, and is
//! removed later, a bounded number of lists at a time. Nobody can see when it is.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::Users;
use super::relations::{Related, Relation};
use crate::item::numbers::UserNumber;
use crate::items::Items;
use crate::structures::keyed_hash::KeyedHash;
use crate::structures::prefetch::prefetch_block;
use crate::terms::types::ItemId;

/// The number of users whose lists are swept with each change of a site.
const STEP: u32 = 30;

/// When users were forgotten whose number may still be in lists. Moments are counted in such
/// users.
#[derive(Clone, Debug, Default)]
pub struct Ended {
    /// The present moment.
    now: u64,
    /// When each user was forgotten, the last time.
    users: BTreeMap<UserNumber, u64>,
    /// When the lists of some users were freed of all that was void, but by the sweep.
    cleared: BTreeMap<UserNumber, u64>,
    /// The number of the user whose lists the sweep frees next.
    next: u32,
    /// When this lap of the sweep began, and the one before: each frees all lists.
    laps: [u64; 2],
}

impl Ended {
    /// Returns whether a user in the lists of `holder` was forgotten since.
    fn is_void(&self, holder: UserNumber, user: UserNumber) -> bool {
        self.users.get(&user).is_some_and(|ended| {
            let [lap, before] = self.laps;
            let swept = if holder.0 < self.next { lap } else { before };
            *ended > self.cleared.get(&holder).copied().unwrap_or_default().max(swept)
        })
    }

    /// Returns what a user follows, or mutes, without users who were forgotten since.
    pub fn without_void<'a>(&self, holder: UserNumber, related: &'a Related) -> Cow<'a, Related> {
        let has_void = match self.users.len() < related.users.len() {
            true => self.users.keys().any(|user| {
                related.users.binary_search(user).is_ok() && self.is_void(holder, *user)
            }),
            false => related.users.iter().any(|user| self.is_void(holder, *user)),
        };
        if !has_void {
            return Cow::Borrowed(related);
        }
        let mut related = related.clone();
        related.users.retain(|user| !self.is_void(holder, *user));
        Cow::Owned(related)
    }

    /// Ends a lap of the sweep, which has freed all lists of what had ended when it began.
    fn end_lap(&mut self) {
        let [lap, _] = self.laps;
        self.users.retain(|_, ended| *ended > lap);
        if self.users.is_empty() {
            *self = Self::default();
            return;
        }
        self.cleared.retain(|_, cleared| *cleared > lap);
        (self.next, self.laps) = (0, [self.now, lap]);
    }
}

impl Users {
    /// Ends what all others have to do with a user: follows and mutes. Returns whether there were
    /// any. The caller must release the user.
    pub fn end_followers(&mut self, user: UserNumber) -> bool {
        let held = Relation::ALL.map(|relation| self.held_by_mut(relation).remove(user.0));
        let is_held = held.iter().any(Option::is_some);
        if is_held {
            if self.ended.users.is_empty() {
                // The first lap frees what has ended before it begins.
                self.ended.laps = [1, 0];
            }
            self.ended.now += 1;
            self.ended.users.insert(user, self.ended.now);
        }
        is_held
    }

    pub fn has_ended(&self) -> bool {
        !self.ended.users.is_empty()
    }

    /// Frees the lists of the next users.
    pub fn sweep_ended(&mut self, items: &Items, hasher: &KeyedHash) {
        let end = self.users.end().min(self.ended.next.saturating_add(STEP));
        for number in (self.ended.next..end).map(UserNumber) {
            if self.relations.get(number.0).is_some() {
                self.free(number, items);
                self.release(number, hasher);
            }
        }
        self.ended.next = end;
        if end >= self.users.end() {
            self.ended.end_lap();
        }
    }

    /// Frees the lists of a user, as they must be before they change. The caller must release the
    /// user.
    pub fn clear(&mut self, number: UserNumber, items: &Items) {
        self.free(number, items);
        if self.has_ended() {
            self.ended.cleared.insert(number, self.ended.now);
        }
    }

    /// Removes what is void, and ids of deleted items, from the lists of a user.
    fn free(&mut self, number: UserNumber, items: &Items) {
        for relation in Relation::ALL {
            let lists = self.relations.get(number.0);
            let Some(related) = lists.and_then(|lists| lists.of(relation)) else { continue };
            let kept = self.ended.without_void(number, related);
            let has_void = matches!(kept, Cow::Owned(_));
            let exists = |id: &ItemId| items.get(*id).is_some();
            if has_void || !related.ids.iter().all(exists) {
                let Related { users, mut ids, .. } = kept.into_owned();
                ids.retain(|id| exists(id));
                self.change_related(number, relation, |it| (it.users, it.ids) = (users, ids));
            }
        }
    }

    /// Has everybody who follows or mutes a user follow or mute another instead, who does not
    /// follow or mute itself by that. Returns how many follows and mutes these are. The caller
    /// must release both.
    pub fn follow_instead(&mut self, user: UserNumber, new: UserNumber) -> usize {
        /// How many lists are loaded at a time. They are all over the memory.
        const AHEAD: usize = 32;
        let mut moved = 0;
        for relation in Relation::ALL {
            let Some(times) = self.held_by_mut(relation).remove(user.0) else { continue };
            moved += times as usize;
            let Self { relations, ended, .. } = self;
            let holders: Vec<u32> = relations.iter().map(|(holder, _)| holder).collect();
            let mut more = 0;
            for ahead in holders.chunks(AHEAD) {
                let unread = |holder: &u32| relations.get(*holder)?.unread(relation);
                let lists = ahead.iter().filter_map(unread);
                lists.for_each(|related| prefetch_block(&related.users, 1));
                for holder in ahead.iter().map(|holder| UserNumber(*holder)) {
                    let Some(lists) = relations.get_mut(holder.0) else { continue };
                    let has = |related: &Related| related.users.binary_search(&user).is_ok();
                    if !lists.unread(relation).is_some_and(has) || ended.is_void(holder, user) {
                        continue;
                    }
                    if !ended.users.is_empty() {
                        for relation in Relation::ALL {
                            lists.change(relation, |it| {
                                it.users.retain(|it| !ended.is_void(holder, *it))
                            });
                        }
                        ended.cleared.insert(holder, ended.now);
                    }
                    let new = Some(new).filter(|new| *new != holder);
                    more += u32::from(lists.change(relation, |it| it.replace(user, new)));
                    // Only the new user can have nothing left.
                    if lists.is_empty() {
                        relations.remove(holder.0);
                    }
                }
            }
            self.hold_times(new, relation, more);
        }
        moved
    }

    /// Checks the moments.
    pub(super) fn check_ended(&self) -> Result<(), &'static str> {
        let Ended { now, users, cleared, next: _, laps } = &self.ended;
        let moments = users.values().chain(cleared.values()).chain(laps);
        match users.is_empty() && *now > 0 || moments.into_iter().any(|moment| moment > now) {
            true => Err("users were forgotten at a time that was not yet"),
            false => Ok(()),
        }
    }
}
