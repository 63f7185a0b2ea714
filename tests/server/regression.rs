//! A test for each fault of the systems that this module replaces. Fault 6, slow group pages,
//! is for `make worst`.

use std::io::Write;
use std::net::TcpStream;
use test_support::*;

/// Returns the number of connections that the server has accepted so far.
fn connections(c: &mut Client) -> usize {
    let stats = c.report("INFO stats");
    let came = stats.lines().find_map(|line| line.strip_prefix("total_connections_received:"));
    came.expect("a count").trim().parse().expect("a number")
}

/// Fault 1: check and update were separate commands. Concurrent clients, or one that died between
/// them, left counts that disagreed with the set of voters.
#[in_both_protocols(with_module())]
fn clients_that_die_half_way_leave_counts_that_agree_with_the_voters(
    server: &mut Server,
    c: &mut Client,
) {
    c.int("ARTICLE.POST news alice a l");
    let before = connections(c);
    for number in 0..50 {
        let mut votes = Vec::new();
        for user in 0..20 {
            let kind = ["UP", "DOWN", "NONE"][(number + user) % 3];
            let user = format!("u{user}");
            let mut vote = redis::cmd("ARTICLE.VOTE");
            vote.arg("news").arg(user).arg(1).arg(kind);
            votes.extend(vote.get_packed_command());
        }
        // The last vote is cut off, and the client does not wait for replies.
        votes.truncate(votes.len() - number % 40);
        let mut stream = TcpStream::connect(("127.0.0.1", server.port())).expect("a stream");
        stream.write_all(&votes).expect("votes sent");
    }
    wait_until(DEADLINE, "all clients have come and all but this one are gone", || {
        connections(c) == before + 50 && c.report("CLIENT LIST TYPE normal").lines().count() == 1
    });
    let mut votes = vec![1];
    for user in 0..20 {
        votes.push(c.map(&format!("ARTICLE.GET news 1 VIEWER u{user}")).int("vote"));
    }
    let count = |kind| votes.iter().filter(|vote| **vote == kind).count() as i64;
    let article = c.article("news", 1);
    assert_eq!((article.int("upvotes"), article.int("downvotes")), (count(1), count(-1)));
    assert_eq!(c.info("news").int("votes"), count(1) + count(-1));
}

/// Fault 2: a vote in the second in which the set of voters expired started a new set without an
/// expiry. A second vote counted, and the set stayed forever.
#[test]
fn a_vote_in_the_second_of_closing_neither_counts_twice_nor_leaves_a_record() {
    with_shared_clock(|clock, c| {
        c.ok("ARTICLE.CREATE news WINDOW 2");
        c.int("ARTICLE.POST news alice a l");
        c.int("ARTICLE.VOTE news bob 1");
        clock.pass(c, 1);
        assert_eq!(c.int("ARTICLE.VOTE news bob 1"), 0);
        assert_eq!(c.int("ARTICLE.VOTE news carol 1 DOWN"), 1);
        for _ in 0..2 {
            clock.pass(c, 1);
            assert_error(&c.run("ARTICLE.VOTE news bob 1"), VOTE_CLOSED);
        }
        let counts = c.article("news", 1).counts();
        assert_eq!((counts.1, counts.2, c.info("news").int("votes")), (2, 1, 3));
        c.int("ARTICLE.POST news alice b l");
        assert_eq!(c.article("news", 1).counts(), counts);
        assert_eq!(c.info("news").int("votes"), 1);
        assert_error(&c.run("ARTICLE.VOTE news bob 1"), VOTE_CLOSED);
        assert_eq!(c.info("news").int("votes"), 1);
    });
}

/// Fault 3: a vote on a missing article failed in some languages and created half an article in
/// others.
#[in_both_protocols]
fn a_vote_on_a_missing_article_creates_no_half_article(c: &mut Client) {
    assert_error(&c.run("ARTICLE.VOTE news bob 5"), NO_ARTICLE);
    assert_eq!(c.run("DBSIZE"), int(0));
    c.int("ARTICLE.POST news alice a l");
    c.refused("news", "ARTICLE.VOTE news bob 5", NO_ARTICLE);
    assert_eq!(c.run("ARTICLE.GET news 5"), Value::Nil);
    assert_eq!(c.run("DBSIZE"), int(1));
}

/// Fault 4: downvotes had a set of their own, so a user could have both votes. A downvote lowered
/// `votes` but did not count as a downvote.
#[in_both_protocols]
fn one_user_never_holds_both_votes_and_votes_against_are_counted(c: &mut Client) {
    let time = c.now();
    c.int(&format!("ARTICLE.POST news alice a l TIME {time}"));
    for (kind, up, down) in [("UP", 2, 0), ("DOWN", 1, 1), ("UP", 2, 0), ("DOWN", 1, 1)] {
        assert_eq!(c.run(&format!("ARTICLE.VOTE news bob 1 {kind}")), int(1));
        let votes = up - down;
        assert_eq!(c.article("news", 1).counts(), (votes, up, down, time + 432 * votes));
        assert_eq!(c.info("news").int("votes"), 2);
    }
}

/// Fault 5: articles with equal scores were ordered by the texts `article:9` and `article:10`.
#[in_both_protocols]
fn among_equal_scores_article_10_is_newer_than_article_9(c: &mut Client) {
    let time = c.now();
    for _ in 1..=11 {
        c.int(&format!("ARTICLE.POST news alice a l TIME {time} GROUPS 1 g"));
    }
    for page in ["PAGE news 1", "PAGE news 1 BY TIME", "GROUPPAGE news g 1"] {
        let ids = c.ids(&format!("ARTICLE.{page} SIZE 4"));
        assert_eq!(ids, [11, 10, 9, 8], "{page}");
    }
}

/// Fault 7: one version added 1 to every score in a group, and refreshed its cache at every call.
#[in_both_protocols]
fn a_groups_page_has_the_articles_own_current_scores(c: &mut Client) {
    let now = c.now();
    for n in 1..=5 {
        c.int(&format!("ARTICLE.POST news alice a l TIME {} GROUPS 1 g", now - n * 100));
    }
    for _ in 0..3 {
        c.int("ARTICLE.VOTE news alice 3 NONE");
        assert_eq!(c.page("ARTICLE.GROUPPAGE news g 1"), c.page("ARTICLE.PAGE news 1"));
        c.int("ARTICLE.VOTE news alice 3 UP");
        assert_eq!(c.page("ARTICLE.GROUPPAGE news g 1"), c.page("ARTICLE.PAGE news 1"));
    }
    assert_eq!(c.article("news", 3).int("score"), now - 300 + 432);
}

/// Fault 8: the page of a group wrote a cache, so it could not run on a replica or in a read-only
/// script.
#[test]
fn a_groups_page_writes_nothing() {
    let primary = with_module().start();
    let mut c = primary.resp2();
    c.int("ARTICLE.POST news alice a l GROUPS 1 g");
    let setup = with_module().config(format!("replicaof 127.0.0.1 {}", primary.port()));
    let replica = setup.start();
    let mut reader = replica.resp2();
    wait_until(DEADLINE, "the replica has the site", || reader.run("EXISTS news") == int(1));
    assert_eq!(reader.ids("ARTICLE.GROUPPAGE news g 1"), [1]);
    let script = "return #redis.call('ARTICLE.GROUPPAGE', KEYS[1], 'g', 1)";
    assert_eq!(reader.call("EVAL_RO", (script, 1, "news")), int(1));
    assert_eq!(c.call("EVAL_RO", (script, 1, "news")), int(1));
    assert_eq!(c.run("DBSIZE"), int(1));
}

/// Fault 9: the keys of a site were spread over the slots of a cluster.
#[in_both_protocols(with_module().config("cluster-enabled yes"))]
fn a_site_is_one_key_and_works_in_a_cluster(_: &mut Server, c: &mut Client) {
    c.ok("CLUSTER ADDSLOTSRANGE 0 16383");
    wait_until(DEADLINE, "the cluster is up", || {
        let info = c.report("CLUSTER INFO");
        info.contains("cluster_state:ok")
    });
    fill_site(c, "news");
    assert_eq!(c.run("DBSIZE"), int(1));
    assert_eq!(c.int("ARTICLE.COUNT news"), 28);
    let slot = c.int("CLUSTER KEYSLOT news");
    assert_eq!(c.run(&format!("CLUSTER COUNTKEYSINSLOT {slot}")), int(1));
}
