//! The summaries of a timeline compared with those of its articles.

use super::*;
use crate::counted_tree::{self, Children, Subtree};
use crate::formula::{best, controversy};

fn key(time: i64, id: u32, [upvotes, downvotes]: [u32; 2], lift: i32) -> TimeKey {
    let position = RankKey::new(time, ArticleId::new(id));
    TimeKey { position, upvotes, downvotes, lift }
}

/// Returns the keys below a node, after checking its summary against them.
fn checked(subtree: Subtree<TimeKey>) -> Vec<TimeKey> {
    let keys: Vec<TimeKey> = match subtree.children() {
        Children::Keys(keys) => keys.to_vec(),
        Children::Subtrees(subtrees) => subtrees.flat_map(checked).collect(),
    };
    let max = |value: fn(&TimeKey) -> i64| {
        keys.iter().map(|key| RankKey::new(value(key), key.id())).max().unwrap()
    };
    let summary = subtree.summary();
    assert_eq!(summary.votes, max(|key| key.votes()));
    assert_eq!(summary.best, max(|key| best(key.upvotes, key.downvotes).into()));
    assert_eq!(summary.controversy, max(|key| controversy(key.upvotes, key.downvotes) as i64));
    assert_eq!(summary.score, max(|key| key.score().unwrap_or(i64::MAX)));
    assert_eq!(summary.last_id, keys.iter().map(|key| key.id().get()).max().unwrap());
    keys
}

#[test]
fn summaries_follow_votes_posts_and_deletions() {
    let mut random = fastrand::Rng::with_seed(5);
    let mut timeline = Timeline::default();
    let mut keys: Vec<TimeKey> = Vec::new();
    for step in 0..30_000 {
        let counts = [random.u32(0..9), random.u32(0..4)];
        let lift = if random.u8(..) == 0 { i32::MAX } else { random.i32(-900..900) };
        match random.u8(0..10) {
            0..4 if step < 20_000 => {
                let new = key(random.i64(0..5_000), step, counts, lift);
                assert!(timeline.insert(new));
                keys.push(new);
            }
            4 if !keys.is_empty() => {
                let old = keys.swap_remove(random.usize(0..keys.len()));
                assert!(timeline.remove(&old));
            }
            _ if !keys.is_empty() => {
                let at = random.usize(0..keys.len());
                keys[at] = key(keys[at].time(), keys[at].id().get(), counts, lift);
                let values = <Summary as counted_tree::Summary<TimeKey>>::values(&keys[at]);
                assert!(timeline.update(&keys[at], values));
            }
            _ => {}
        }
        if step % 3_000 == 0 && !keys.is_empty() {
            timeline.check().unwrap();
            assert_eq!(checked(timeline.root()).len(), keys.len());
        }
    }
    keys.sort_unstable();
    let stored = checked(timeline.root());
    assert!(stored.iter().zip(&keys).all(|(stored, key)| stored.is_same(key)));
}

#[test]
fn a_time_key_takes_24_bytes() {
    assert_eq!(size_of::<TimeKey>(), 24);
}

#[test]
fn only_the_article_knows_a_score_far_from_its_time() {
    assert_eq!(key(5, 1, [0, 0], 7).score(), Some(12));
    assert_eq!(key(5, 1, [0, 0], i32::MAX).score(), None);
    assert_eq!(key(5, 1, [0, 0], i32::MIN).score(), None);
}
