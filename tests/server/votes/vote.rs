//! ARTICLE.VOTE: every change between up, down and none, and when a vote is refused.

use test_support::*;

const KINDS: [&str; 3] = ["NONE", "UP", "DOWN"];

fn weight(kind: &str) -> i64 {
    match kind {
        "UP" => 1,
        "DOWN" => -1,
        _ => 0,
    }
}

/// Checks every change of bob's vote in both protocols, each on an article of its own that was
/// posted at `time` and on which bob has voted `from`.
fn for_every_change(check: impl Fn(&mut Client, i64, i64, &str, &str)) {
    in_both_protocols(|c| {
        let time = c.now() - 10;
        let mut id = 0;
        for from in KINDS {
            for to in KINDS {
                id += 1;
                c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
                c.run(&format!("ARTICLE.VOTE news bob {id} {from}"));
                check(c, id, time, from, to);
            }
        }
    });
}

#[test]
fn every_change_between_up_down_and_none_counts_exactly() {
    for_every_change(|c, id, time, from, to| {
        let reply = c.run(&format!("ARTICLE.VOTE news bob {id} {to}"));
        assert_eq!(reply, int((from != to).into()), "{from} to {to}");
        // Plus the poster's own vote.
        let up = 1 + i64::from(to == "UP");
        let down = i64::from(to == "DOWN");
        let score = time + 432 * (up - down);
        let article = c.map(&format!("ARTICLE.GET news {id} VIEWER bob"));
        let expected = (up - down, up, down, score);
        assert_eq!(article.counts(), expected, "{from} to {to}");
        assert_eq!(article.int("vote"), weight(to), "{from} to {to}");
    });
}

#[test]
fn every_change_returns_its_counts_on_request() {
    for_every_change(|c, id, time, from, to| {
        let reply = c.map(&format!("ARTICLE.VOTE news bob {id} {to} WITHCOUNTS"));
        let votes = 1 + weight(to);
        let expected = [
            ("changed", (from != to).into()),
            ("votes", votes),
            ("upvotes", 1 + i64::from(to == "UP")),
            ("downvotes", i64::from(to == "DOWN")),
            ("score", time + 432 * votes),
        ]
        .map(|(name, value)| (name.as_bytes().to_vec(), int(value)));
        let later =
            [(b"previous".to_vec(), int(weight(from))), (b"poster".to_vec(), bulk("alice"))];
        assert_eq!(reply.0, [&expected[..], &later].concat(), "{from} to {to}");
    });
}

#[in_both_protocols]
fn a_vote_without_a_kind_is_an_up_vote(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 UP"), int(0));
    let reply = c.map("ARTICLE.VOTE news cleo 1 WITHCOUNTS");
    assert_eq!(reply.int("changed"), 1);
    assert_eq!(reply.int("upvotes"), 3);
}

#[in_both_protocols]
fn each_user_has_one_vote_on_an_article(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news alice b l");
    for user in ["bob", "Bob", "bo", "bobb"] {
        assert_eq!(c.run(&format!("ARTICLE.VOTE news {user} 1")), int(1));
        assert_eq!(c.run(&format!("ARTICLE.VOTE news {user} 1")), int(0));
    }
    assert_eq!(c.article("news", 1).int("upvotes"), 5);
    assert_eq!(c.article("news", 2).int("upvotes"), 1);
    assert_eq!(c.run("ARTICLE.VOTE news bob 2 DOWN"), int(1));
    assert_eq!(c.article("news", 2).int("votes"), 0);
}

#[in_both_protocols]
fn hundreds_of_voters_on_one_article_are_all_remembered(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    let votes = |kind: &str| -> Vec<String> {
        let vote = |user| format!("ARTICLE.VOTE news user-{user} 1 {kind}");
        (0..700).map(vote).collect()
    };
    let sum = |replies: Vec<Value>| replies.iter().filter(|reply| **reply == int(1)).count();
    assert_eq!(sum(c.run_all(votes("UP"))), 700);
    assert_eq!(sum(c.run_all(votes("UP"))), 0);
    assert_eq!(c.article("news", 1).int("upvotes"), 701);
    assert_eq!(sum(c.run_all(votes("DOWN"))), 700);
    assert_eq!(c.article("news", 1).int("downvotes"), 700);
    assert_eq!(sum(c.run_all(votes("NONE"))), 700);
    assert_eq!(c.article("news", 1).int("votes"), 1);
}

#[in_both_protocols]
fn a_vote_moves_the_article_by_the_sites_vote_score(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 7");
    let time = c.now() - 10;
    c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
    let reply = c.map("ARTICLE.VOTE news bob 1 WITHCOUNTS");
    assert_eq!(reply.int("score"), time + 14);
}

#[test]
fn voting_is_open_until_the_window_is_over() {
    with_shared_clock(|clock, c| {
        c.ok("ARTICLE.CREATE news WINDOW 2");
        c.int("ARTICLE.POST news alice a l");
        clock.pass(c, 1);
        assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
        clock.pass(c, 1);
        assert_error(&c.run("ARTICLE.VOTE news carol 1"), VOTE_CLOSED);
        assert_eq!(c.article("news", 1).int("upvotes"), 2);
    });
}

#[in_both_protocols]
fn after_closing_a_vote_of_any_kind_is_refused_and_changes_nothing(c: &mut Client) {
    let time = c.now() - 604_800;
    c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
    for user in ["alice", "bob"] {
        for options in ["", "UP", "DOWN", "NONE", "WITHCOUNTS"] {
            let line = format!("ARTICLE.VOTE news {user} 1 {options}");
            c.refused("news", &line, VOTE_CLOSED);
        }
    }
    assert_eq!(c.article("news", 1).counts(), (1, 1, 0, time + 432));
}

#[in_both_protocols]
fn without_selfvote_posters_cannot_vote_on_their_own_articles(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news bob b l");
    for options in ["", "UP", "DOWN", "NONE", "DOWN WITHCOUNTS"] {
        let line = format!("ARTICLE.VOTE news alice 1 {options}");
        c.refused("news", &line, SELF_VOTE);
    }
    assert_eq!(c.run("ARTICLE.VOTE news alice 2"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news bob 1 DOWN"), int(1));
    assert_eq!(c.article("news", 1).int("votes"), -1);
    assert_eq!(c.article("news", 2).int("votes"), 1);
}

#[in_both_protocols]
fn a_missing_article_is_reported_before_a_closed_one_and_that_before_a_self_vote(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    c.int("ARTICLE.POST news alice a l TIME 1000");
    assert_error(&c.run("ARTICLE.VOTE news alice 2"), NO_ARTICLE);
    assert_error(&c.run("ARTICLE.VOTE news alice 1"), VOTE_CLOSED);
}

#[in_both_protocols]
fn the_site_counts_the_vote_records_that_it_holds(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    assert_eq!(c.info("news").int("votes"), 1);
    c.int("ARTICLE.VOTE news bob 1");
    c.int("ARTICLE.VOTE news cleo 1 DOWN");
    assert_eq!(c.info("news").int("votes"), 3);
    c.int("ARTICLE.VOTE news bob 1 DOWN");
    assert_eq!(c.info("news").int("votes"), 3);
    c.int("ARTICLE.VOTE news bob 1 NONE");
    assert_eq!(c.info("news").int("votes"), 2);
}

#[test]
fn the_next_post_after_closing_drops_the_vote_records_and_the_counts_stay() {
    with_shared_clock(|clock, c| {
        c.ok("ARTICLE.CREATE news WINDOW 2");
        c.int("ARTICLE.POST news alice a l");
        c.int("ARTICLE.VOTE news bob 1");
        c.int("ARTICLE.VOTE news cleo 1 DOWN");
        let counts = c.article("news", 1).counts();
        clock.pass(c, 2);
        assert_eq!(c.info("news").int("votes"), 3);
        c.int("ARTICLE.POST news alice b l");
        assert_eq!(c.info("news").int("votes"), 1);
        assert_eq!(c.article("news", 1).counts(), counts);
        assert_error(&c.run("ARTICLE.VOTE news bob 1"), VOTE_CLOSED);
    });
}

#[in_both_protocols]
fn posts_drop_the_records_of_many_closed_articles(c: &mut Client) {
    let old: Vec<String> = (0..200)
        .map(|number| format!("ARTICLE.POST news alice a l TIME {}", 1000 + number))
        .collect();
    c.run_all(&old);
    assert_eq!(c.info("news").int("open"), 0);
    for _ in 0..20 {
        c.int("ARTICLE.POST news alice b l");
    }
    assert_eq!(c.info("news").int("votes"), 20);
    assert_eq!(c.info("news").int("open"), 20);
}
