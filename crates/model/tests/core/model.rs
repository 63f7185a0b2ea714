//! Checks the core against a naive model, through thousands of random operations.

use article_model::{ChangeNumbers, Operation, Pair};
use proptest::option::weighted;
use proptest::prelude::*;

/// A page of a listing, with any combination of options.
fn read() -> impl Strategy<Value = Operation> {
    let group = weighted(0.4, 0..12_u8);
    let window = (weighted(0.3, -20..300_i16), weighted(0.3, -20..300_i16));
    let names = |probability, max| weighted(probability, prop::collection::vec(0..12_u8, 0..max));
    let groups = [names(0.3, 5), names(0.2, 2), names(0.3, 4)];
    let is_ascending = prop::bool::weighted(0.2);
    let source = (group, weighted(0.3, 0..10_u8));
    let users = [names(0.2, 4), names(0.2, 4)];
    let others = (weighted(0.2, 0..60_u8), weighted(0.2, prop::collection::vec(0..40_u8, 0..9)));
    let selection = (groups, users, others, prop::bool::weighted(0.2));
    (source, 0..9_u8, is_ascending, window, weighted(0.3, -3..3_i8), selection, 0..9_u8).prop_map(
        |((group, user), order, is_ascending, (since, until), min_votes, selection, size)| {
            let (groups, users, (unvoted, except), hidden) = selection;
            Operation::Read {
                group,
                user,
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
            }
        },
    )
}

/// A link, of which there are few.
fn link() -> impl Strategy<Value = Option<u8>> {
    weighted(0.8, 0..6_u8)
}

fn alter() -> impl Strategy<Value = Operation> {
    let dedupe = prop_oneof![Just(0), 1..400_u16];
    let words = (prop::bool::weighted(0.7), any::<bool>(), prop::bool::weighted(0.8));
    (0..3_u16, 100..900_u16, words, dedupe).prop_map(
        |(vote_score, window, (self_vote, is_log, down_votes), dedupe)| Operation::Alter {
            vote_score,
            window,
            self_vote,
            is_log,
            down_votes,
            dedupe,
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
    }
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
        2 => (0..40_u8, prop::option::of(0..9_u8), weighted(0.3, link()), fields(),
            prop::collection::vec(0..6_u8, 0..3))
            .prop_map(|(id, title, link, fields, unset)| {
                Operation::Edit { id, title, link, fields, unset }
            }),
        4 => (0..6_u8, prop::collection::vec(0..40_u8, 1..4))
            .prop_map(|(moderation, ids)| Operation::Moderate { moderation, ids }),
        2 => (0..40_u8, prop_oneof![-3..4_i16, any::<i16>()], any::<bool>())
            .prop_map(|(id, seconds, is_increment)| Operation::Boost { id, seconds, is_increment }),
        3 => (0..40_u8, weighted(0.7, -2..300_i16), prop_oneof![-1..3_i16, any::<i16>()])
            .prop_map(|(id, age, comments)| Operation::Bump { id, age, comments }),
        2 => (0..40_u8, 0..9_u8, prop_oneof![-2..3_i16, any::<i16>()])
            .prop_map(|(id, field, increment)| Operation::Increment { id, field, increment }),
        3 => (0..60_u8, 0..40_u8, 0..40_u8)
            .prop_map(|(user, from, count)| Operation::Unvote { user, from, count }),
        2 => (0..12_u8, 0..12_u8, 0..9_u8)
            .prop_map(|(user, new_user, count)| Operation::Transfer { user, new_user, count }),
        2 => (0..60_u8).prop_map(|id| Operation::Delete { id }),
        3 => (0..40_u8, groups()).prop_map(|(id, groups)| Operation::GroupAdd { id, groups }),
        3 => (0..40_u8, groups()).prop_map(|(id, groups)| Operation::GroupRemove { id, groups }),
        1 => alter(),
        3 => (-20..120_i16).prop_map(|seconds| Operation::Tick { seconds }),
        8 => read(),
        1 => Just(Operation::DropClosed),
        1 => Just(Operation::Reload),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn a_site_does_what_its_model_does(
        operations in prop::collection::vec(operation(), 1..300)
    ) {
        let mut pair = Pair::new();
        pair.apply(&settings(500));
        for operation in &operations {
            let numbers = ChangeNumbers::of(&pair.site);
            pair.apply(operation);
            pair.assert_same();
            // A site that is loaded numbers its changes from the beginning.
            if !matches!(operation, Operation::Reload) {
                ChangeNumbers::of(&pair.site).assert_follow(&numbers);
            }
        }
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
            fields: vec![(32, 1)],
            unset: Vec::new(),
        },
        Operation::Edit { id: 1, title: None, link: None, fields: vec![(32, 1)], unset: vec![0] },
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
        assert_eq!(pair.model.articles.iter().filter(|a| a.votes.is_some()).count(), held);
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
