//! Checks the core against a naive model, through thousands of random operations.

use article_model::{ChangeNumbers, ListingRead, Operation, Pair, ThreadRead};
use proptest::option::weighted;
use proptest::prelude::*;

/// A page of a listing, with any combination of options.
fn read() -> impl Strategy<Value = Operation> {
    let group = weighted(0.4, 0..12_u8);
    let window = (weighted(0.3, -20..300_i16), weighted(0.3, -20..300_i16));
    let names = |probability, max| weighted(probability, prop::collection::vec(0..12_u8, 0..max));
    let groups = [names(0.3, 5), names(0.2, 2), names(0.3, 4)];
    let is_ascending = prop::bool::weighted(0.2);
    let source = (group, weighted(0.3, 0..10_u8), prop::bool::weighted(0.4));
    let users = [names(0.2, 4), names(0.2, 4)];
    let others = (weighted(0.2, 0..60_u8), weighted(0.2, prop::collection::vec(0..40_u8, 0..9)));
    let selection = (groups, users, others, prop::bool::weighted(0.2));
    (source, 0..9_u8, is_ascending, window, weighted(0.3, -3..3_i8), selection, 0..9_u8).prop_map(
        |(
            (group, user, of_comments),
            order,
            is_ascending,
            (since, until),
            min_votes,
            selection,
            size,
        )| {
            let (groups, users, (unvoted, except), hidden) = selection;
            Operation::Read(ListingRead {
                group,
                user,
                of_comments,
                order,
                is_ascending,
                since,
                until,
                min_votes,
                groups,
                users,
                unvoted,
                except,
                hidden,
                size,
            })
        },
    )
}

/// A link, of which there are few.
fn link() -> impl Strategy<Value = Option<u8>> {
    weighted(0.8, 0..6_u8)
}

fn alter() -> impl Strategy<Value = Operation> {
    let dedupe = prop_oneof![Just(0), 1..400_u16];
    let bump_window = prop_oneof![Just(0), 1..200_u16];
    let words = (prop::bool::weighted(0.7), any::<bool>(), prop::bool::weighted(0.8));
    (0..3_u16, 100..900_u16, words, dedupe, bump_window).prop_map(
        |(vote_score, window, (self_vote, is_log, down_votes), dedupe, bump_window)| {
            Operation::Alter {
                vote_score,
                window,
                self_vote,
                is_log,
                down_votes,
                dedupe,
                bump_window,
            }
        },
    )
}

/// The settings with which most tests begin.
fn settings(window: u16) -> Operation {
    Operation::Alter {
        vote_score: 1,
        window,
        self_vote: true,
        is_log: false,
        down_votes: true,
        dedupe: 0,
        bump_window: 0,
    }
}

/// A comment, most often on one of the latest items, so that threads become deep.
fn comment() -> impl Strategy<Value = Operation> {
    let parent = prop_oneof![3 => -4..0_i8, 2 => 1..12_i8, 1 => 0..30_i8];
    let fields = prop::collection::vec((0..6_u8, 0..40_u8), 0..2);
    (0..10_u8, parent, 0..9_u8, fields, weighted(0.1, -2..4_i8), -2..300_i16).prop_map(
        |(poster, parent, text, fields, id_step, age)| Operation::Comment {
            poster,
            parent,
            text,
            fields,
            id_step,
            age,
        },
    )
}

fn thread_read() -> impl Strategy<Value = ThreadRead> {
    let is_ascending = prop::bool::weighted(0.2);
    let (depth, children) = (weighted(0.3, 0..4_u8), weighted(0.3, 0..4_u8));
    (prop_oneof![2 => 1..4_u8, 1 => 0..30_u8], 0..6_u8, is_ascending, depth, children, 0..9_u8)
        .prop_map(|(id, order, is_ascending, depth, children, size)| ThreadRead {
            id,
            order,
            is_ascending,
            depth,
            children,
            size,
        })
}

/// An operation that changes a thread while it is read.
fn change_of_thread() -> impl Strategy<Value = Operation> {
    prop_oneof![
        comment(),
        (0..60_u8, low_id(), weighted(0.8, any::<bool>()))
            .prop_map(|(user, id, vote)| Operation::Vote { user, id, vote, is_silent: false }),
        (0..6_u8, prop::collection::vec(low_id(), 1..4))
            .prop_map(|(moderation, ids)| Operation::Moderate { moderation, ids }),
        low_id().prop_map(|id| Operation::Delete { id }),
        (-20..120_i16).prop_map(|seconds| Operation::Tick { seconds }),
    ]
}

fn operation() -> impl Strategy<Value = Operation> {
    let groups = || prop::collection::vec(0..12_u8, 0..5);
    let fields = || prop::collection::vec((0..6_u8, 0..40_u8), 0..4);
    prop_oneof![
        6 => (0..10_u8, link(), groups(), fields(), weighted(0.2, -2..9_i8), -2..300_i16)
            .prop_map(|(poster, link, groups, fields, id_step, age)| {
                Operation::Post { poster, link, groups, fields, id_step, age }
            }),
        20 => (0..60_u8, 0..40_u8, weighted(0.8, any::<bool>()), prop::bool::weighted(0.2))
            .prop_map(|(user, id, vote, is_silent)| Operation::Vote { user, id, vote, is_silent }),
        10 => comment(),
        2 => (0..40_u8, weighted(0.3, 0..9_u8), weighted(0.3, link()), weighted(0.3, 0..9_u8),
            fields(), prop::collection::vec(0..6_u8, 0..3))
            .prop_map(|(id, title, link, text, fields, unset)| {
                Operation::Edit { id, title, link, text, fields, unset }
            }),
        4 => (0..6_u8, prop::collection::vec(0..40_u8, 1..4))
            .prop_map(|(moderation, ids)| Operation::Moderate { moderation, ids }),
        2 => (0..40_u8, prop_oneof![-3..4_i16, any::<i16>()], any::<bool>())
            .prop_map(|(id, seconds, is_increment)| Operation::Boost { id, seconds, is_increment }),
        3 => (0..20_u8, weighted(0.7, -2..300_i16),
            prop_oneof![-3..3_i16, Just(i16::MAX), any::<i16>()])
            .prop_map(|(id, age, comments)| Operation::Bump { id, age, comments }),
        2 => (0..40_u8, 0..9_u8, prop_oneof![-2..3_i16, any::<i16>()])
            .prop_map(|(id, field, increment)| Operation::Increment { id, field, increment }),
        3 => (0..60_u8, 0..40_u8, 0..40_u8)
            .prop_map(|(user, from, count)| Operation::Unvote { user, from, count }),
        2 => (0..12_u8, 0..12_u8, 0..9_u8)
            .prop_map(|(user, new_user, count)| Operation::Transfer { user, new_user, count }),
        3 => (0..60_u8).prop_map(|id| Operation::Delete { id }),
        3 => (0..40_u8, groups()).prop_map(|(id, groups)| Operation::GroupAdd { id, groups }),
        3 => (0..40_u8, groups()).prop_map(|(id, groups)| Operation::GroupRemove { id, groups }),
        1 => alter(),
        3 => (-20..120_i16).prop_map(|seconds| Operation::Tick { seconds }),
        8 => read(),
        4 => (thread_read(), any::<[u8; 5]>())
            .prop_map(|(read, mutation)| Operation::Thread { read, mutation }),
        2 => (thread_read(), prop::collection::vec(change_of_thread(), 1..9))
            .prop_map(|(read, operations)| Operation::ThreadMeanwhile { read, operations }),
        1 => Just(Operation::DropClosed),
        1 => Just(Operation::Reload),
        8 => follow(),
    ]
}

/// A step of a copy.
fn follow() -> impl Strategy<Value = Operation> {
    prop_oneof![4 => 0..9_u8, 1 => any::<u8>()].prop_map(|count| Operation::Follow { count })
}

/// The id of an item, of which there are few, so that operations on comments meet.
fn low_id() -> impl Strategy<Value = u8> {
    1..20_u8
}

/// An operation on one of a few threads, or a read of it.
fn operation_on_threads() -> impl Strategy<Value = Operation> {
    let ids = || prop::collection::vec(low_id(), 1..4);
    prop_oneof![
        1 => (0..4_u8, -2..300_i16).prop_map(|(poster, age)| Operation::Post {
            poster,
            link: None,
            groups: Vec::new(),
            fields: Vec::new(),
            id_step: None,
            age,
        }),
        12 => comment(),
        6 => low_id().prop_map(|id| Operation::Delete { id }),
        8 => (0..6_u8, ids())
            .prop_map(|(moderation, ids)| Operation::Moderate { moderation, ids }),
        6 => (0..9_u8, low_id(), weighted(0.8, any::<bool>()))
            .prop_map(|(user, id, vote)| Operation::Vote { user, id, vote, is_silent: false }),
        2 => (low_id(), -3..4_i16)
            .prop_map(|(id, seconds)| Operation::Boost { id, seconds, is_increment: false }),
        1 => (low_id(), weighted(0.7, 0..300_i16), prop_oneof![-3..3_i16, Just(i16::MAX)])
            .prop_map(|(id, age, comments)| Operation::Bump { id, age, comments }),
        1 => (0..10_u8, 0..10_u8, 0..9_u8)
            .prop_map(|(user, new_user, count)| Operation::Transfer { user, new_user, count }),
        1 => alter(),
        2 => (-20..120_i16).prop_map(|seconds| Operation::Tick { seconds }),
        8 => (thread_read(), any::<[u8; 5]>())
            .prop_map(|(read, mutation)| Operation::Thread { read, mutation }),
        4 => (thread_read(), prop::collection::vec(change_of_thread(), 1..9))
            .prop_map(|(read, operations)| Operation::ThreadMeanwhile { read, operations }),
        1 => Just(Operation::DropClosed),
        2 => Just(Operation::Reload),
        6 => follow(),
    ]
}

/// Applies operations to a site and its model, and compares both after each.
fn assert_same_after_each(operations: &[Operation]) {
    let mut pair = Pair::new();
    pair.apply(&settings(500));
    for operation in operations {
        let numbers = ChangeNumbers::of(&pair.site);
        pair.apply(operation);
        pair.assert_same();
        // A site that is loaded numbers its changes from the beginning, and several operations may
        // undo each other.
        if !matches!(operation, Operation::Reload | Operation::ThreadMeanwhile { .. }) {
            ChangeNumbers::of(&pair.site).assert_follow(&numbers);
        }
    }
    pair.catch_up(7);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_site_does_what_its_model_does(
        operations in prop::collection::vec(operation(), 1..300)
    ) {
        assert_same_after_each(&operations);
    }

    #[test]
    fn threads_do_what_those_of_the_model_do(
        operations in prop::collection::vec(operation_on_threads(), 1..200)
    ) {
        assert_same_after_each(&[&[post(Vec::new(), Vec::new())], &operations[..]].concat());
    }
}

/// A post of user 1 now.
fn post(groups: Vec<u8>, fields: Vec<(u8, u8)>) -> Operation {
    Operation::Post { poster: 1, link: None, groups, fields, id_step: None, age: 0 }
}

#[test]
fn the_33rd_group_and_field_are_refused_in_every_way() {
    let mut pair = Pair::new();
    let up_to = |n: u8| (0..n).collect::<Vec<_>>();
    let fields = |n: u8| (0..n).map(|f| (f, 1)).collect::<Vec<_>>();
    for operation in [
        post(up_to(33), Vec::new()),
        post(Vec::new(), fields(33)),
        post(up_to(32), fields(32)),
        Operation::GroupAdd { id: 1, groups: vec![32] },
        Operation::GroupAdd { id: 1, groups: up_to(32) },
        Operation::Edit {
            id: 1,
            title: None,
            link: None,
            text: None,
            fields: vec![(32, 1)],
            unset: Vec::new(),
        },
        Operation::Edit {
            id: 1,
            title: None,
            link: None,
            text: None,
            fields: vec![(32, 1)],
            unset: vec![0],
        },
        Operation::GroupRemove { id: 1, groups: vec![3, 3, 99] },
        Operation::GroupAdd { id: 1, groups: vec![32, 33] },
        Operation::GroupAdd { id: 1, groups: vec![32, 32] },
    ] {
        pair.apply(&operation);
        pair.assert_same();
    }
}

#[test]
fn records_of_articles_that_close_together_are_dropped_a_bounded_number_at_a_time() {
    let mut pair = Pair::new();
    pair.apply(&settings(99));
    let post = post(Vec::new(), Vec::new());
    (0..200).for_each(|_| pair.apply(&post));
    pair.apply(&Operation::Tick { seconds: 100 });
    for held in [200, 137, 74, 11, 4, 5] {
        assert_eq!(pair.model.items.iter().filter(|a| a.votes.is_some()).count(), held);
        pair.apply(&post);
        pair.assert_same();
    }
}

#[test]
fn articles_of_users_with_many_are_transferred_step_by_step() {
    let mut pair = Pair::new();
    pair.apply(&settings(500));
    for number in 0..400_u16 {
        let (poster, age) = (u8::from(number % 3 == 0), (number * 7 % 50) as i16);
        let (groups, fields) = (Vec::new(), Vec::new());
        pair.apply(&Operation::Post { poster, link: None, groups, fields, id_step: None, age });
    }
    for id in (0..250).step_by(7) {
        pair.apply(&Operation::Moderate { moderation: 0, ids: vec![id] });
        pair.apply(&Operation::Vote { user: 9, id: id + 3, vote: Some(true), is_silent: false });
    }
    // To a user of none, few and many articles; back; and from one who has had many.
    for (user, new_user, count) in
        [(0, 5, 9), (0, 5, 130), (5, 1, 99), (0, 0, 7), (0, 1, 255), (1, 5, 255), (5, 0, 60)]
    {
        pair.apply(&Operation::Transfer { user, new_user, count });
        pair.assert_same();
        pair.apply(&Operation::Reload);
        pair.apply(&Operation::Transfer { user, new_user, count: 2 });
        pair.assert_same();
    }
}

#[test]
fn votes_are_withdrawn_until_the_second_before_voting_closes() {
    let mut pair = Pair::new();
    pair.apply(&settings(99));
    for id in [1, 2] {
        pair.apply(&post(Vec::new(), Vec::new()));
        pair.apply(&Operation::Vote { user: 2, id, vote: Some(true), is_silent: false });
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
