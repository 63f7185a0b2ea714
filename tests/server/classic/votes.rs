//! Faults 3 and 4: articles that do not exist, and two votes of one user.

use super::reading::ids;
use super::{Ballot, Cast, Choice, Classic, Design, Outcome, SITE, Slice, members};
use test_support::*;

/// The number of an article that was never posted.
const MISSING: i64 = 99;

fn start(classic: &Classic) -> (Server, Client) {
    let server = with_module().start();
    let mut c = server.resp2();
    let now = c.now();
    assert_eq!(classic.post(&mut c, "alice", "title", "link", now), 1);
    assert_eq!(c.int(&format!("ARTICLE.POST {SITE} alice title link")), 1);
    (server, c)
}

/// Votes on a missing article of the module's site, which must change nothing.
fn assert_missing(c: &mut Client) {
    let before = c.dump(SITE);
    for choice in ["UP", "DOWN", "NONE"] {
        let reply = c.run(&format!("ARTICLE.VOTE {SITE} bob {MISSING} {choice}"));
        assert_error(&reply, NO_ARTICLE);
    }
    assert_eq!(c.run(&format!("ARTICLE.GET {SITE} {MISSING}")), Value::Nil);
    assert_eq!(c.dump(SITE), before);
}

#[test]
fn fault_3_a_vote_on_an_article_that_is_not_there_throws() {
    for design in [Design::PYTHON, Design::JAVA] {
        let classic = Classic::new(design);
        let (_server, mut c) = start(&classic);
        let now = c.now();
        let outcome = classic.vote(&mut c, Ballot::up("bob", MISSING), now);
        assert_eq!(outcome, Outcome::Exception, "{design:?}");
        assert_missing(&mut c);
    }
}

#[test]
fn fault_3_a_vote_on_an_article_that_is_not_there_makes_half_an_article() {
    let classic = Classic::new(Design::GO);
    let (_server, mut c) = start(&classic);
    let now = c.now();
    let outcome = classic.vote(&mut c, Ballot::up("bob", MISSING), now);
    assert_eq!(outcome, Outcome::Counted);
    let half = members(&mut c, &format!("HGETALL article:{MISSING}"));
    assert_eq!(half, ["votes", "1"], "an article without title, link, poster and time");
    let page = ids(&mut c, "score:", Slice::first());
    assert_eq!(page, [1, MISSING], "it is on the pages by score");
    assert_missing(&mut c);
    assert_eq!(c.ids(&format!("ARTICLE.PAGE {SITE} 1")), [1]);
}

#[test]
fn fault_3_a_vote_on_a_deleted_article_makes_half_an_article() {
    let classic = Classic::new(Design::PYTHON);
    let (_server, mut c) = start(&classic);
    // The designs have no way to delete an article, so people delete its hash.
    c.int("DEL article:1");
    let now = c.now();
    assert_eq!(classic.vote(&mut c, Ballot::up("bob", 1), now), Outcome::Counted);
    assert_eq!(members(&mut c, "HGETALL article:1"), ["votes", "1"]);

    assert_eq!(c.int(&format!("ARTICLE.DEL {SITE} 1")), 1);
    assert_error(&c.run(&format!("ARTICLE.VOTE {SITE} bob 1")), NO_ARTICLE);
    assert_eq!(c.run(&format!("ARTICLE.GET {SITE} 1")), Value::Nil);
    assert_eq!(c.ids(&format!("ARTICLE.PAGE {SITE} 1")), [0; 0]);
}

#[test]
fn fault_4_one_user_holds_both_votes_and_oppose_is_never_raised() {
    let classic = Classic::new(Design::JAVA);
    let (_server, mut c) = start(&classic);
    let up = Ballot::up("bob", 1);
    let down = Ballot { choice: Choice::Against, ..up };
    let now = c.now();
    for ballot in [up, down] {
        assert_eq!(classic.vote(&mut c, ballot, now), Outcome::Counted);
        assert_eq!(ballot.cast(&mut c), Outcome::Counted);
    }
    for set in ["voted:1", "oppose:1"] {
        assert_eq!(c.int(&format!("SISMEMBER {set} bob")), 1, "{set}");
    }
    let counts = members(&mut c, "HMGET article:1 votes oppose");
    assert_eq!(counts, ["1", "0"], "bob's vote against lowered votes, and raised nothing");

    // In the module, the vote against replaces the vote for.
    let article = c.article(SITE, 1);
    assert_eq!(article.counts(), (0, 1, 1, article.int("time")));
    assert_eq!(c.info(SITE).int("votes"), 2, "alice's and bob's");
}
