//! Having the allocator move what a site holds out of pages of memory that are nearly empty.
//!
//! What votes and comments let grow is moved: who voted on an item, what answers it, and what a
//! user voted on and has to read. The rest is seldom freed and leaves no gaps.

use crate::item::numbers::UserNumber;
use crate::site::Site;
use crate::terms::types::ItemId;

/// The place of the first user. Articles and comments come before it, by id.
const FIRST_USER: u64 = 1 << 32;

/// The number of places between two questions whether to stop.
const STEP: u64 = 64;

impl Site {
    /// Moves blocks of memory from a place on, until `should_stop` returns true. The first place
    /// is 0. Returns the place at which to go on, or None at the end.
    ///
    /// Nobody can tell a site from what it was before, so this is no change of it.
    pub fn defragment(&mut self, from: u64, should_stop: impl Fn() -> bool) -> Option<u64> {
        let mut place = from;
        loop {
            let next = place + STEP;
            (place..next).for_each(|place| self.defragment_at(place));
            let users = FIRST_USER + u64::from(self.listings.users.end());
            place = match next {
                next if next <= u64::from(self.last_id) => next,
                next => next.max(FIRST_USER),
            };
            if place >= users {
                return None;
            }
            if should_stop() {
                return Some(place);
            }
        }
    }

    fn defragment_at(&mut self, place: u64) {
        match u32::try_from(place) {
            Ok(id) => self.items.defragment(ItemId::new(id)),
            Err(_) => self.listings.users.defragment(UserNumber((place - FIRST_USER) as u32)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{
        Link, NewArticle, Origin, Settings, Site, Title, UnixTime, UserName, Vote, encode,
    };

    #[test]
    fn steps_lead_through_all_items_and_users_and_change_nothing() {
        let mut site = Site::new(Settings::default());
        let user = |n: u32| format!("user{n}");
        for n in 0..200 {
            let poster = user(n);
            let new = NewArticle {
                poster: UserName::new(poster.as_bytes()).unwrap(),
                title: Title::new(b"title").unwrap(),
                link: Link::new(b"link").unwrap(),
                groups: &[],
                fields: &[],
                id: None,
                time: UnixTime::clamped(1),
                is_held: false,
            };
            let id = site.post(&new, Origin::Replay).unwrap().id();
            for voter in (0..300).filter(|voter| voter % (n + 1) < 5) {
                let (voter, up) = (user(voter), Some(Vote::Up.counted()));
                let voter = UserName::new(voter.as_bytes()).unwrap();
                site.vote(voter, id, up, Origin::Replay).unwrap();
            }
        }
        let encoded = |site: &Site| {
            let mut bytes = Vec::new();
            encode(site, |chunk| bytes.extend_from_slice(chunk));
            bytes
        };
        let before = encoded(&site);
        let (mut steps, mut place) = (1, 0);
        while let Some(next) = site.defragment(place, || true) {
            assert!(next > place);
            (steps, place) = (steps + 1, next);
        }
        // The ids from 0 to 200, and 300 users, 64 at a time.
        assert_eq!(steps, 4 + 5);
        assert_eq!(site.defragment(0, || false), None);
        assert_eq!(site.check(), Ok(()));
        assert!(encoded(&site) == before);
    }
}
