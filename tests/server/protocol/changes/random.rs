//! Copies follow sites during random commands of every kind, and get nothing that did not change.

use std::collections::{BTreeMap, BTreeSet};

use super::*;
use test_support::changes::{SiteCopy, all_items};
use test_support::random_commands::{Commands, SITES};

/// The number of commands.
const COMMANDS: usize = 1_000;
/// The numbers of changes per call, of the followers of each site.
const COUNTS: [usize; 4] = [1, 7, 100, 1000];

/// A copy, and what has changed at the site since the copy got it last.
struct Follower {
    copy: SiteCopy,
    count: usize,
    changed: BTreeSet<i64>,
    deleted: BTreeSet<i64>,
    restarts: usize,
}

impl Follower {
    fn new(site: &str, count: usize) -> Self {
        let (changed, deleted) = (BTreeSet::new(), BTreeSet::new());
        Self { copy: SiteCopy::new(site), count, changed, deleted, restarts: 0 }
    }

    /// Notes how the site has changed.
    fn note(&mut self, before: &BTreeMap<i64, Fields>, after: &BTreeMap<i64, Fields>) {
        let changed = after.iter().filter(|(id, item)| before.get(id) != Some(item));
        self.changed.extend(changed.map(|(id, _)| *id));
        for id in before.keys().filter(|id| !after.contains_key(id)) {
            self.changed.remove(id);
            self.deleted.insert(*id);
        }
    }

    /// Applies some changes. Returns whether there were any.
    fn step(&mut self, c: &mut Client, site: &BTreeMap<i64, Fields>) -> bool {
        if self.copy.version == "0" {
            // The beginning knows nothing of deletions.
            self.deleted.clear();
        }
        let Some(changes) = self.copy.step(c, self.count) else {
            self.restarts += 1;
            self.changed = site.keys().copied().collect();
            self.deleted.clear();
            return true;
        };
        let (changed, deleted) = changes.ids();
        for id in &changed {
            assert!(self.changed.remove(id), "{id} did not change");
        }
        for id in &deleted {
            assert!(self.deleted.remove(id), "{id} was not deleted");
        }
        !changes.is_empty()
    }
}

/// Returns the key that a command changes besides its site, or instead.
fn other_key(words: &[Vec<u8>]) -> Option<String> {
    let is_of_two = matches!(&words[0][..], b"COPY" | b"RENAME");
    is_of_two.then(|| String::from_utf8_lossy(&words[2]).into_owned())
}

#[test]
fn copies_follow_random_commands() {
    let server = with_module().start();
    let mut c = server.resp3();
    let mut random = Random::new(seed("changes"));
    let mut commands = Commands::new(random.fork());
    let mut sites: BTreeMap<&str, BTreeMap<i64, Fields>> = BTreeMap::new();
    let mut followers: Vec<_> = SITES
        .iter()
        .flat_map(|site| COUNTS.map(|count| (*site, Follower::new(site, count))))
        .collect();
    for _ in 0..COMMANDS {
        let (site, words) = commands.make();
        let name = String::from_utf8_lossy(&words[0]).into_owned();
        c.call(&name, &words[1..]);
        let other = other_key(&words);
        for changed in
            SITES.into_iter().filter(|key| *key == site || other.as_deref() == Some(key))
        {
            let after = all_items(&mut c, changed);
            let before = sites.insert(changed, after).unwrap_or_default();
            let after = &sites[changed];
            for (_, follower) in followers.iter_mut().filter(|(site, _)| *site == changed) {
                follower.note(&before, after);
            }
            let last_id = after.keys().last().copied().unwrap_or(0);
            commands.set_last_id(changed, last_id);
        }
        let (site, follower) = &mut followers[random.below(12) as usize];
        follower.step(&mut c, sites.entry(site).or_default());
    }
    let mut restarts = 0;
    for (site, mut follower) in followers {
        while follower.step(&mut c, &sites[site]) {}
        follower.copy.assert_same(&mut c);
        assert_eq!((follower.changed.len(), follower.deleted.len()), (0, 0), "{site}");
        restarts += follower.restarts;
    }
    let items: usize = sites.values().map(BTreeMap::len).sum();
    assert!(items > 0 && restarts > 0, "{items} items, {restarts} restarts");
}
