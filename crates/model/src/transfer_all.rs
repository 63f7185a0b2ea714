//! A user of the model becomes another.

use std::rc::Rc;

use crate::Model;

impl Model {
    /// Makes a step of having a user become another. Returns how much it moved.
    pub fn transfer_all(&mut self, user: &[u8], new_user: &[u8], count: usize, now: i64) -> usize {
        if user == new_user {
            return 0;
        }
        if self.silenced.contains(user) {
            self.silenced.insert(new_user.to_vec());
        }
        let mut moved = self.move_items(user, new_user, count, now);
        moved += self.join_lists(user, new_user, count - moved);
        moved += self.move_relations(user, new_user, count - moved);
        if moved < count {
            moved += usize::from(self.move_seen(user, new_user));
        }
        if moved < count {
            let (votes, is_over) = self.move_votes(user, new_user, count - moved, now);
            moved += votes;
            if is_over {
                moved += usize::from(self.silenced.remove(user));
                moved += self.rename_followed(user, new_user);
            } else {
                moved = moved.max(1);
            }
        }
        moved
    }

    fn move_items(&mut self, user: &[u8], new_user: &[u8], count: usize, now: i64) -> usize {
        let ids = self.transfer(user, new_user, count);
        let (rule, keeps_votes) = (self.settings.gain_rule(), self.settings.keep_votes());
        let takes_own_votes = self.settings.self_vote();
        for id in ids.iter().take_while(|_| !takes_own_votes) {
            if let Some(item) = self.get_mut(*id).ok().filter(|item| item.has_voted(new_user)) {
                item.close_if_past(now, keeps_votes);
                item.withdraw(new_user, rule);
            }
        }
        ids.len()
    }

    fn move_seen(&mut self, user: &[u8], new_user: &[u8]) -> bool {
        let seen = self.seen.remove(user);
        if let Some(seen) = seen {
            let new = self.seen.entry(new_user.to_vec()).or_default();
            *new = seen.max(*new);
        }
        seen.is_some()
    }

    /// Returns how many votes were moved or withdrawn, and whether none is left.
    fn move_votes(
        &mut self,
        user: &[u8],
        new_user: &[u8],
        count: usize,
        now: i64,
    ) -> (usize, bool) {
        let (rule, keeps_votes) = (self.settings.gain_rule(), self.settings.keep_votes());
        let takes_own_votes = self.settings.self_vote();
        let mut moved = 0;
        let mut left = self.items.iter_mut().filter(|item| item.has_voted(user));
        for item in left.by_ref().take(count) {
            let item = Rc::make_mut(item);
            item.close_if_past(now, keeps_votes);
            let is_own = item.poster == new_user && !takes_own_votes;
            moved += usize::from(match is_own || item.has_voted(new_user) {
                true => item.withdraw(user, rule).is_some(),
                false => item.hand_over_vote(user, new_user),
            });
        }
        (moved, left.next().is_none())
    }
}
