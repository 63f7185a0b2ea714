//! Copies of a site that follow its changes.

use std::collections::{BTreeMap, BTreeSet};

use super::MAX_PASSED_OVER;
use crate::terms::budget::Budget;
use crate::{
    ChangeNumber, CommentText, Error, ItemId, Link, MAX_DELETIONS, Moderation, NewArticle,
    NewComment, Origin, Setting, Settings, SettingsChange, Site, Title, UnixTime, UserName,
    Version, Vote, encode,
};

fn time() -> UnixTime {
    UnixTime::clamped(1_700_000_000)
}

fn post(site: &mut Site) -> ItemId {
    let new = NewArticle {
        poster: UserName::new(b"alice").unwrap(),
        title: Title::new(b"title").unwrap(),
        link: Link::new(b"").unwrap(),
        groups: &[],
        fields: &[],
        id: None,
        time: time(),
        is_held: false,
    };
    site.post(&new, Origin::Client(time())).unwrap().id()
}

fn answer(site: &mut Site, parent: ItemId) -> ItemId {
    let new = NewComment {
        poster: UserName::new(b"bob").unwrap(),
        parent,
        text: CommentText::new(b"text").unwrap(),
        fields: &[],
        id: None,
        time: time(),
        is_held: false,
    };
    // Not judged: the article may be deleted.
    site.comment(&new, Origin::Replay).unwrap()
}

fn site(articles: usize) -> Site {
    let mut site = Site::new(Settings::default());
    for _ in 0..articles {
        post(&mut site);
    }
    site
}

/// Turns a user's vote.
fn vote(site: &mut Site, id: u32) {
    let (id, user) = (ItemId::new(id), UserName::new(b"carol").unwrap());
    let upvotes = site.item(id).unwrap().tally().upvotes;
    let vote = if upvotes > 1 { None } else { Some(Vote::Up.counted()) };
    assert!(site.vote(user, id, vote, Origin::Replay).unwrap().changed);
}

/// Returns the number of changes that an operation makes.
fn changes(site: &mut Site, operation: impl FnOnce(&mut Site)) -> u64 {
    let before = site.last_news().get();
    operation(site);
    site.check().unwrap();
    site.last_news().get() - before
}

#[test]
fn what_is_above_many_comments_changes_once_per_operation() {
    const DEPTH: usize = 250;
    let mut site = site(1);
    let (mut above, mut ids) = (ItemId::new(1), Vec::new());
    (0..DEPTH).for_each(|_| above = answer(&mut site, above));
    (0..100).for_each(|_| ids.push(answer(&mut site, above)));
    let (hide, show) = (Moderation::Hide, Moderation::Show);
    let most = (DEPTH + 1 + ids.len()) as u64;
    for action in [hide, show] {
        let changed = changes(&mut site, |site| {
            assert_eq!(site.moderate(action, &ids, UnixTime::clamped(0)), 100)
        });
        assert_eq!(changed, most, "{action:?}");
    }
    // Some below each other, and all twice.
    ids.extend([above, ItemId::new(100)]);
    ids.extend(ids.clone());
    let mut other = site.clone();
    let changed = changes(&mut site, |site| assert_eq!(site.delete_all(ids.clone()), 102));
    assert!(changed <= most + 2, "{changed} changes");
    assert_eq!(ids.iter().filter(|id| other.delete(**id)).count(), 102);
    let bytes = |site: &Site| {
        let mut bytes = Vec::new();
        encode(site, |chunk| bytes.extend_from_slice(chunk));
        bytes
    };
    assert!(bytes(&site) == bytes(&other));
}

#[derive(Default)]
struct Copy {
    version: Version,
    items: BTreeMap<ItemId, ChangeNumber>,
    /// Every change that was applied.
    applied: BTreeSet<(ItemId, ChangeNumber)>,
}

impl Copy {
    /// Applies some changes. Returns how many, in the order of their ids.
    fn follow(&mut self, site: &Site, count: usize) -> Vec<u32> {
        let changed = site.changes(self.version, count, &Budget::unlimited()).unwrap();
        assert!(changed.items.len() + changed.deleted.len() <= count);
        assert!(!changed.is_empty() || changed.version == self.version);
        self.version = Version::parse(changed.version.to_string().as_bytes()).unwrap();
        for item in &changed.items {
            self.items.insert(item.id(), item.changed());
            assert!(self.applied.insert((item.id(), item.changed())), "a change came twice");
        }
        for id in &changed.deleted {
            self.items.remove(id);
        }
        changed
            .items
            .iter()
            .map(|item| item.id().get())
            .chain(changed.deleted.iter().map(|id| id.get()))
            .collect()
    }

    fn catch_up(&mut self, site: &Site, count: usize) {
        while !self.follow(site, count).is_empty() {}
        let items = site.items().map(|item| (item.id(), item.changed())).collect();
        assert_eq!(self.items, items);
    }
}

#[test]
fn a_copy_equals_the_site_and_gets_each_change_once() {
    let mut random = fastrand::Rng::with_seed(21);
    for count in [1, 2, 7, 100] {
        let mut site = site(100);
        let mut copy = Copy::default();
        for step in 0..3_000 {
            let ids: Vec<ItemId> = site.items().map(|item| item.id()).collect();
            let id = ids[random.usize(..ids.len())];
            match random.u8(..10) {
                0 => {
                    post(&mut site);
                }
                1 => {
                    answer(&mut site, id);
                }
                2 if ids.len() > 50 => assert!(site.delete(id)),
                _ => vote(&mut site, id.get()),
            }
            if random.bool() {
                copy.follow(&site, count);
            }
            if step % 500 == 499 {
                copy.catch_up(&site, count);
            }
        }
        assert_eq!(site.check(), Ok(()));
    }
}

#[test]
fn who_has_everything_gets_nothing_until_something_changes() {
    let mut site = site(3);
    let mut copy = Copy { version: site.version(), ..Copy::default() };
    assert!(copy.follow(&site, 10).is_empty());
    vote(&mut site, 2);
    assert_eq!(copy.follow(&site, 10), [2]);
    assert_eq!(copy.version, site.version());
    assert!(site.delete(ItemId::new(2)));
    assert_eq!(copy.follow(&site, 10), [2]);
    assert!(copy.follow(&site, 10).is_empty());
}

#[test]
fn what_changes_all_the_time_gets_its_turn() {
    let mut site = site(3);
    let mut copy = Copy { version: site.version(), ..Copy::default() };
    let mut seen = BTreeSet::new();
    for _ in 0..9 {
        (1..=3).for_each(|id| vote(&mut site, id));
        seen.extend(copy.follow(&site, 1));
    }
    assert_eq!(seen, BTreeSet::from([1, 2, 3]));
}

#[test]
fn a_lap_that_passes_over_too_much_begins_anew() {
    let articles = MAX_PASSED_OVER + 100;
    let mut site = site(articles);
    let mut copy = Copy::default();
    assert_eq!(copy.follow(&site, 5), [1, 2, 3, 4, 5]);
    let mut change = SettingsChange::default();
    change.set(Setting::VoteScore, 7).unwrap();
    assert!(site.alter(change, time()));
    assert_eq!(copy.follow(&site, 3), [6, 7, 8]);
    copy.catch_up(&site, 1_000);
    assert_eq!(copy.applied.len(), 5 + articles);
}

#[test]
fn deletions_are_remembered_up_to_a_limit() {
    let mut site = site(MAX_DELETIONS + 2);
    let copies = [site.version(), {
        site.delete(ItemId::new(1));
        site.version()
    }];
    for id in 2..=MAX_DELETIONS as u32 + 1 {
        assert!(site.delete(ItemId::new(id)));
    }
    assert_eq!(site.changes(copies[0], 10, &Budget::unlimited()).err(), Some(Error::Resync));
    let changed = site.changes(copies[1], 2, &Budget::unlimited()).unwrap();
    assert_eq!(changed.deleted, [ItemId::new(2), ItemId::new(3)]);
    let mut copy = Copy::default();
    copy.catch_up(&site, 10);
}

#[test]
fn a_version_of_the_future_is_invalid() {
    let mut other = site(2);
    let version = other.version();
    vote(&mut other, 1);
    let future = other.version();
    let site = site(2);
    assert!(site.changes(version, 1, &Budget::unlimited()).unwrap().is_empty());
    assert_eq!(site.changes(future, 1, &Budget::unlimited()).err(), Some(Error::InvalidVersion));
}
