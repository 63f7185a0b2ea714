//! ARTICLE.SILENCE: having the votes of a user not count, or count again, step by step.

use super::unvote::{make, step, walk};
use test_support::events::{drain, subscribe};
use test_support::*;

/// Returns the up and down votes of the articles that bob has voted on.
fn counts(c: &mut Client) -> [(i64, i64); 5] {
    [1, 3, 5, 7, 9].map(|id| {
        let article = c.article("news", id);
        (article.int("upvotes"), article.int("downvotes"))
    })
}

/// The counts with bob's votes, but for the silent one, without, and with all of them.
const COUNTED: [(i64, i64); 5] = [(2, 0), (2, 0), (1, 0), (1, 1), (2, 0)];
const SILENT: [(i64, i64); 5] = [(1, 0), (1, 0), (1, 0), (1, 0), (2, 0)];
const ALL: [(i64, i64); 5] = [(2, 0), (2, 0), (1, 1), (1, 1), (2, 0)];

#[in_both_protocols]
fn all_votes_on_what_is_open_become_silent_and_count_again(c: &mut Client) {
    for count in 1..=6 {
        make(c);
        assert_eq!(counts(c), COUNTED);
        let steps = 5_u32.div_ceil(count);
        assert_eq!(walk(c, "ARTICLE.SILENCE news bob YES", count), (3, steps), "COUNT {count}");
        assert_eq!(counts(c), SILENT);
        assert_eq!(walk(c, "ARTICLE.SILENCE news bob YES", count), (0, steps));
        let votes = [int(1), int(1), int(-1), int(-1), Value::Nil];
        assert_eq!(c.run("ARTICLE.VOTES news bob 1 3 5 7 9"), Value::Array(votes.into()));
        assert_eq!(c.map("ARTICLE.USER news alice").int("karma"), 1);
        assert_eq!(walk(c, "ARTICLE.SILENCE news bob NO", count), (4, steps));
        assert_eq!(counts(c), ALL);
        assert!(!c.map("ARTICLE.USER news bob").has("silenced"));
        c.check("news");
    }
}

#[in_both_protocols]
fn later_votes_are_silent_whatever_the_command_says_but_on_own_articles(c: &mut Client) {
    c.ok("ARTICLE.CREATE news DEDUPE 1000");
    for line in ["alice t a", "bob t b"] {
        c.int(&format!("ARTICLE.POST news {line}"));
    }
    // A ban before the first vote.
    assert_eq!(step(c, "ARTICLE.SILENCE news eve YES 0"), ("0".to_owned(), 0));
    let user = c.map("ARTICLE.USER news eve");
    assert_eq!((user.int("silenced"), user.ints()), (1, [0, 0, 0, 0, 0, 1].into()));
    let votes = |c: &mut Client, id| c.article("news", id).int("votes");
    for vote in ["UP", "DOWN", "UP SILENT", "DOWN"] {
        let reply = c.map(&format!("ARTICLE.VOTE news eve 1 {vote} WITHCOUNTS"));
        assert_eq!((reply.int("changed"), reply.int("votes")), (1, 1), "{vote}");
    }
    assert_eq!(c.int("ARTICLE.VOTE news eve 1 DOWN SILENT"), 0);
    assert_eq!(c.int("ARTICLE.VOTE news eve 1 NONE"), 1);
    // A post that is a vote.
    assert_eq!(c.int("ARTICLE.POST news eve t a"), 1);
    assert_eq!(votes(c, 1), 1);
    let voters = test_support::votes(&c.parts("ARTICLE.VOTERS news 1 # SILENT").concat());
    assert_eq!(voters, [("eve".to_owned(), 1)]);
    // What eve posts has her vote, which she can withdraw and cast again.
    assert_eq!(c.int("ARTICLE.POST news eve t c"), 3);
    for (vote, after) in [("", 1), ("NONE", 0), ("SILENT", 0), ("DOWN", -1), ("UP", 1)] {
        c.int(&format!("ARTICLE.VOTE news eve 3 {vote}"));
        assert_eq!(votes(c, 3), after, "{vote}");
    }
    assert_eq!(step(c, "ARTICLE.SILENCE news eve YES 0"), ("0".to_owned(), 0));
    assert_eq!(votes(c, 3), 1);
    // Others vote as before, and eve, too, in the end.
    c.int("ARTICLE.VOTE news dan 2");
    assert_eq!(step(c, "ARTICLE.SILENCE news eve NO 0"), ("0".to_owned(), 1));
    c.int("ARTICLE.VOTE news eve 2");
    assert_eq!((votes(c, 1), votes(c, 2)), (2, 3));
    c.check("news");
}

#[in_both_protocols(with_module().config("notify-keyspace-events EA"))]
fn what_changes_is_announced_and_a_missing_key_stays_missing(server: &mut Server, c: &mut Client) {
    assert_eq!(step(c, "ARTICLE.SILENCE none bob YES 0"), ("0".to_owned(), 0));
    assert_eq!(c.int("EXISTS none"), 0);
    make(c);
    let mut listener = server.resp2();
    let mut events = subscribe(&mut listener);
    for (arguments, is_event) in [
        ("nobody NO 0", false),
        ("nobody YES 3", false),
        ("nobody YES 0", true),
        ("nobody YES 0", false),
        ("bob YES 0 COUNT 1", true),
        ("bob YES 3", true),
        ("bob YES 0", false),
        ("nobody NO 0", true),
        // Only the votes that bob has, not those to come.
        ("bob NO 1", true),
        ("bob NO 0", true),
    ] {
        drain(&mut events, c);
        step(c, &format!("ARTICLE.SILENCE news {arguments}"));
        let event = is_event.then_some("news article.silence");
        assert_eq!(drain(&mut events, c), Vec::from_iter(event), "{arguments}");
    }
    c.refused("news", "ARTICLE.SILENCE news bob 0 YES", "ERR silenced must be YES or NO");
    c.check("news");
}
