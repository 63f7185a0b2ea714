//! Checks the core against a naive model, through thousands of random operations.

use article_model::decode::{EVERYTHING, LISTS, Mix, THREADS, operations};
use article_model::{CommentArgs, Input, Model, Operation, Pair, PostArgs, names};
use article_site::{Budget, Ids, Moderation, Setting, Version, Vote};
use std::collections::{BTreeMap, BTreeSet};
use std::panic::catch_unwind;
use test_support::{Random, seed};

/// The number of random sequences of operations per test.
const CASES: usize = 200;

/// The settings with which most tests begin.
fn settings(window: i64) -> Operation {
    Operation::Alter(vec![(Setting::VoteScore, 2), (Setting::Window, window)])
}

/// Applies operations to a site and its model, and compares both after each.
fn assert_same_after_each(ids: Ids, operations: &[Operation]) {
    let mut pair = Pair::with_ids(ids);
    pair.apply(&settings(501));
    for operation in operations {
        let (before, version) = (pair.model.clone(), pair.site.version());
        pair.apply(operation);
        pair.assert_same();
        // A site that is loaded numbers its changes from the beginning, and several operations may
        // undo each other.
        if !matches!(operation, Operation::Reload | Operation::ThreadMeanwhile { .. }) {
            assert_same_changes(&pair, &before, version);
        }
    }
    pair.catch_up(7);
}

/// Checks that followers learn of what differs from the model before, and of nothing else.
fn assert_same_changes(Pair { site, model, .. }: &Pair, before: &Model, version: Version) {
    let changed = site.changes(version, 1_000, &Budget::unlimited()).unwrap();
    let shown = |of: &Model, id| of.get(id).map(|item| item.clone().as_shown());
    let ids = |of: &Model| -> Vec<u32> { of.items.iter().map(|item| item.id).collect() };
    let differ = ids(model).into_iter().filter(|id| shown(model, *id) != shown(before, *id));
    let found: BTreeSet<_> = changed.items.iter().map(|view| view.id().get()).collect();
    assert_eq!(found, differ.collect());
    let gone = ids(before).into_iter().filter(|id| model.get(*id).is_none());
    let found: BTreeSet<_> = changed.deleted.iter().map(|id| id.get()).collect();
    assert_eq!(found, gone.collect());
    let is_same = changed.is_empty() && model.settings == before.settings;
    assert_eq!(site.version() == version, is_same);
}

/// Checks random operations after the first ones. What fails is shortened and printed.
fn assert_same_after_random(test: &str, first: &[Operation], mix: &Mix, most: i64) {
    let mut random = Random::new(seed(test));
    for case in 0..CASES {
        // Some sites are parts.
        let (least, step) = [(1, 2), (3, 3), (5, 16)].get(case % 9).unwrap_or(&(1, 1));
        let ids = Ids::new(*least, *step).unwrap();
        let number = 1 + random.below(most) as usize;
        // Few operations take more bytes.
        let bytes = random.bytes(32 * number);
        let mut input = Input::new(&bytes);
        let mut all = first.to_vec();
        all.extend(operations(&mut input, mix, number));
        let fails = |operations: &[Operation]| {
            let operations = operations.to_vec();
            catch_unwind(move || assert_same_after_each(ids, &operations)).is_err()
        };
        if fails(&all) {
            for index in (0..all.len()).rev() {
                let operation = all.remove(index);
                if !fails(&all) {
                    all.insert(index, operation);
                }
            }
            println!("these operations suffice: {all:#?}");
            assert_same_after_each(ids, &all);
        }
    }
}

#[test]
fn a_site_does_what_its_model_does() {
    assert_same_after_random("a site and its model", &[], EVERYTHING, 300);
}

#[test]
fn threads_do_what_those_of_the_model_do() {
    let first = [post()];
    assert_same_after_random("threads of the model", &first, THREADS, 200);
}

#[test]
fn lists_do_what_those_of_the_model_do() {
    // A user has almost as many lists as a user can have.
    let posts = (0..3).map(|_| post());
    let marks = (0..14).map(|list| Operation::Mark { user: 0, list, ids: vec![1, 2, 9] });
    let first: Vec<_> = posts.chain(marks).collect();
    assert_same_after_random("lists of the model", &first, LISTS, 120);
}

/// A post of user 1 now.
fn post() -> Operation {
    Operation::Post(PostArgs { poster: 1, ..PostArgs::default() })
}

fn upvote(user: u8, id: i16) -> Operation {
    Operation::Vote { user, id, vote: Some(Vote::Up), is_silent: false }
}

#[test]
fn records_of_articles_that_close_together_are_dropped_a_bounded_number_at_a_time() {
    let mut pair = Pair::new();
    pair.apply(&settings(100));
    (0..200).for_each(|_| pair.apply(&post()));
    pair.apply(&Operation::Tick { seconds: 100 });
    for held in [200, 137, 74, 11, 4, 5] {
        assert_eq!(pair.model.items.iter().filter(|a| a.votes.is_some()).count(), held);
        pair.apply(&post());
        pair.assert_same();
    }
}

#[test]
fn articles_of_users_with_many_are_transferred_step_by_step() {
    let mut pair = Pair::new();
    pair.apply(&settings(501));
    for number in 0..400_u16 {
        let (poster, age) = (u8::from(number % 3 == 0), (number * 7 % 50) as i16);
        pair.apply(&Operation::Post(PostArgs { poster, age, ..PostArgs::default() }));
    }
    for id in (0..250).step_by(7) {
        pair.apply(&Operation::Moderate { moderation: Moderation::Hide, ids: vec![id] });
        pair.apply(&upvote(9, id + 3));
    }
    // To a user of none, few and many articles; back; and from one who has had many.
    for (user, new_user, count) in
        [(0, 5, 9), (0, 5, 130), (5, 1, 99), (0, 0, 7), (0, 1, 255), (1, 5, 255), (5, 0, 60)]
    {
        pair.apply(&Operation::Transfer { user, new_user, all: false, count });
        pair.assert_same();
        pair.apply(&Operation::Reload);
        pair.apply(&Operation::Transfer { user, new_user, all: false, count: 2 });
        pair.assert_same();
    }
}

#[test]
fn the_later_mark_stays_and_what_is_published_is_unseen() {
    let mut pair = Pair::new();
    for poster in [1, 3] {
        pair.apply(&Operation::Post(PostArgs { poster, ..PostArgs::default() }));
    }
    for parent in [1, 2] {
        pair.apply(&Operation::Comment(CommentArgs { parent, ..CommentArgs::default() }));
    }
    let moderate = |moderation| Operation::Moderate { moderation, ids: vec![3, 4] };
    pair.apply(&moderate(Moderation::Hide));
    for (user, id) in [(1, 4), (3, 3)] {
        pair.apply(&Operation::See { user, age: 0, id });
    }
    let before = pair.now;
    pair.apply(&Operation::Tick { seconds: 1 });
    pair.apply(&moderate(Moderation::Publish));
    pair.apply(&Operation::Transfer { user: 1, new_user: 3, all: true, count: 99 });
    let user = names::user(3);
    assert_eq!(pair.model.seen, BTreeMap::from([(user.as_bytes().to_vec(), (before, 4))]));
    assert_eq!(pair.site.user(user).unseen, 2);
    pair.assert_same();
}

#[test]
fn votes_are_withdrawn_until_the_second_before_voting_closes() {
    let mut pair = Pair::new();
    pair.apply(&settings(100));
    for id in [1, 2] {
        pair.apply(&post());
        pair.apply(&upvote(2, id));
    }
    pair.apply(&Operation::Tick { seconds: 99 });
    pair.apply(&Operation::Unvote { user: 2, from: 0, count: 0 });
    assert_eq!(pair.model.get(1).unwrap().votes(), 1);
    pair.apply(&Operation::Tick { seconds: 1 });
    pair.apply(&Operation::Unvote { user: 2, from: 2, count: 0 });
    assert_eq!(pair.model.get(2).unwrap().votes(), 2);
    assert_eq!(pair.model.get(2).unwrap().votes, None);
    pair.assert_same();
}

#[test]
fn votes_that_wait_to_be_swept_are_visited_a_bounded_number_at_a_time() {
    let mut pair = Pair::new();
    for id in 1..=60 {
        pair.apply(&post());
        pair.apply(&upvote(2, id));
    }
    (1..=60).for_each(|id| pair.apply(&Operation::Delete { id }));
    assert!(pair.site.has_to_sweep());
    let mut cursor = 0;
    for next in [11, 21, 31, 41, 51, 0] {
        let unvoted = pair.site.unvote(names::user(2), cursor..=u32::MAX, 10, names::time(1));
        assert_eq!((unvoted.next, unvoted.votes), (next, 0));
        cursor = next;
    }
}
