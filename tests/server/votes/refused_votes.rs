//! Votes that are refused: DOWNVOTES, and which error comes first.

use test_support::*;

#[in_both_protocols]
fn a_site_without_downvotes_takes_no_votes_against(c: &mut Client) {
    c.ok("ARTICLE.CREATE news DOWNVOTES no");
    c.int("ARTICLE.POST news alice t l");
    for line in ["bob 1 DOWN", "bob 1 down WITHCOUNTS", "alice 1 DOWN"] {
        c.refused("news", &format!("ARTICLE.VOTE news {line}"), NO_DOWN_VOTE);
    }
    // All other votes are possible.
    for (vote, changed) in [("NONE", 0), ("UP", 1), ("UP", 0), ("NONE", 1), ("", 1)] {
        assert_eq!(c.run(&format!("ARTICLE.VOTE news bob 1 {vote}")), int(changed), "{vote}");
    }
    assert_eq!(c.run("ARTICLE.VOTE news alice 1 NONE"), int(1));
}

#[in_both_protocols]
fn votes_against_stay_when_a_site_stops_taking_them(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    for user in ["bob", "cleo", "dan"] {
        c.int(&format!("ARTICLE.VOTE news {user} 1 DOWN"));
    }
    c.ok("ARTICLE.ALTER news DOWNVOTES no");
    assert_eq!(c.info("news").value("downvotes"), &bulk("no"));
    assert_eq!(c.article("news", 1).int("downvotes"), 3);
    assert_eq!(c.run("ARTICLE.VOTES news bob 1"), Value::Array(vec![int(-1)]));
    // Even a vote that would change nothing is refused.
    assert_error(&c.run("ARTICLE.VOTE news bob 1 DOWN"), NO_DOWN_VOTE);
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 NONE"), int(1));
    let voted = c.map("ARTICLE.VOTE news cleo 1 UP WITHCOUNTS");
    assert_eq!((voted.int("previous"), voted.int("downvotes")), (-1, 1));
    c.ok("ARTICLE.ALTER news DOWNVOTES yes");
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 DOWN"), int(1));
}

/// Runs the test for every article that is or is not hidden, closed and locked.
fn for_every_state(test: impl Fn(&mut Client, i64, bool, bool)) {
    in_both_protocols(|c| {
        c.ok("ARTICLE.CREATE news SELFVOTE no DOWNVOTES no");
        for state in 0..8 {
            let [hidden, closed, locked] = [1, 2, 4].map(|bit| state & bit != 0);
            let time = if closed { 1_000 } else { c.now() };
            let id = c.int(&format!("ARTICLE.POST news alice t l TIME {time}"));
            for (is_set, action) in [(hidden, "HIDE"), (locked, "LOCK")] {
                if is_set {
                    assert_eq!(c.int(&format!("ARTICLE.MODERATE news {action} {id}")), 1);
                }
            }
            test(c, id, hidden, closed || locked);
        }
    });
}

#[test]
fn the_first_error_of_a_vote_is_always_the_same() {
    for_every_state(|c, id, hidden, closed| {
        for (user, vote) in
            ["alice", "bob"].into_iter().flat_map(|u| ["UP", "DOWN", "NONE"].map(|v| (u, v)))
        {
            let line = format!("ARTICLE.VOTE news {user} {id} {vote} WITHCOUNTS");
            let expected = match (hidden, closed, vote, user) {
                (true, ..) => HIDDEN,
                (_, true, ..) => VOTE_CLOSED,
                (_, _, "DOWN", _) => NO_DOWN_VOTE,
                (_, _, _, "alice") => SELF_VOTE,
                _ => continue,
            };
            c.refused("news", &line, expected);
        }
        c.int(&format!("ARTICLE.DEL news {id}"));
        assert_error(&c.run(&format!("ARTICLE.VOTE news alice {id} DOWN")), NO_ARTICLE);
    });
}
