//! Fault 7: slips of single designs.

use super::reading::{KEPT, group_page, ids, intersect, module_page};
use super::{Ballot, Cast, Classic, Design, Outcome, SITE, Slice, members};
use test_support::*;

fn start(design: Design) -> (Server, Client, Classic<'static>) {
    let server = with_module().start();
    let mut c = server.resp2();
    let classic = Classic::new(design);
    let now = c.now();
    assert_eq!(classic.post(&mut c, "alice", "title", "link", now), 1);
    classic.join(&mut c, 1, &["rust"]);
    let self_vote = if design.counts_poster { "yes" } else { "no" };
    let vote_score = design.vote_score;
    c.ok(&format!("ARTICLE.CREATE {SITE} SELFVOTE {self_vote} VOTESCORE {vote_score}"));
    let line = format!("ARTICLE.POST {SITE} alice title link TIME {now} GROUPS 1 rust");
    assert_eq!(c.int(&line), 1);
    (server, c, classic)
}

fn score(c: &mut Client, ranking: &str) -> i64 {
    text(&c.run(&format!("ZSCORE {ranking} article:1"))).parse().expect("an integer")
}

/// Intersects a group as one Go design does: always, and with the sum of the scores.
fn intersect_always(c: &mut Client, group: &str) {
    c.int(&format!("ZINTERSTORE score:{group} 2 group:{group} score:"));
    c.int(&format!("EXPIRE score:{group} {KEPT}"));
}

#[test]
fn fault_7_every_page_of_a_group_intersects_and_renews_the_expiry() {
    let (_server, mut c, classic) = start(Design::GO);
    intersect_always(&mut c, "rust");
    // Time passes.
    c.int("EXPIRE score:rust 10");
    intersect(&mut c, "rust", "score:");
    assert!(c.int("TTL score:rust") <= 10, "the other designs keep what is there");
    intersect_always(&mut c, "rust");
    assert!(c.int("TTL score:rust") > 10, "this one intersects again");
    let page = group_page(classic.design, &mut c, "rust", "score:", Slice::first());
    assert_eq!(page.len(), 1);

    c.int("EXPIRE news 10");
    module_page(&mut c, Some("rust"), "score:", Slice::first());
    assert!(c.int("TTL news") <= 10, "a page of the module renews nothing");
}

#[test]
fn fault_7_the_scores_in_a_group_are_1_too_high() {
    let (_server, mut c, _) = start(Design::GO);
    intersect_always(&mut c, "rust");
    // A member of a set counts as 1, which the sum includes.
    assert_eq!(score(&mut c, "score:rust"), score(&mut c, "score:") + 1);

    let group = module_page(&mut c, Some("rust"), "score:", Slice::first());
    let site = module_page(&mut c, None, "score:", Slice::first());
    assert_eq!(group, site);
    assert_eq!(group[0].score, score(&mut c, "score:"));
}

#[test]
fn fault_7_hincrby_without_a_field_raises_the_score_but_not_the_votes() {
    let (_server, mut c, classic) = start(Design::PYTHON);
    let bob = Ballot::up("bob", 1);
    let now = c.now();
    let before = score(&mut c, "score:");
    let previous = classic.check(&mut c, bob, now).expect("voting is open");
    assert_eq!(classic.record(&mut c, bob, previous), 1);
    c.run("ZINCRBY score: 432 article:1");
    let error = error_text(&c.run("HINCRBY article:1 1"));
    assert!(error.contains("wrong number of arguments"), "{error}");
    assert_eq!(score(&mut c, "score:"), before + 432);
    assert_eq!(members(&mut c, "HMGET article:1 votes"), ["1"], "two users voted");

    let before = c.dump(SITE);
    let error = error_text(&c.run("ARTICLE.VOTE news bob"));
    assert!(error.contains("wrong number of arguments"), "{error}");
    assert_eq!(c.dump(SITE), before, "a vote counts as a whole or not at all");
    assert_eq!(bob.cast(&mut c), Outcome::Counted);
    let article = c.article(SITE, 1);
    assert_eq!(article.counts(), (2, 2, 0, article.int("time") + 2 * 432));
}

#[test]
fn fault_7_hmget_in_place_of_hmset_stores_no_article() {
    let (_server, mut c, _) = start(Design::PYTHON);
    let id = c.int("INCR article:");
    // The server takes the values for names of fields, and replies without an error.
    let fields = "title title link link poster bob time 1000 votes 1";
    let reply = c.run(&format!("HMGET article:{id} {fields}"));
    assert_eq!(items(&reply), vec![Value::Nil; 10]);
    c.int(&format!("ZADD score: 1432 article:{id}"));
    c.int(&format!("ZADD time: 1000 article:{id}"));
    let line = format!("HGETALL article:{id}");
    assert_eq!(members(&mut c, &line), [""; 0], "an article on the pages without a title");

    // In the module, the command that stores an article is the one that ranks it.
    let id = c.int(&format!("ARTICLE.POST {SITE} bob title link"));
    assert_eq!(c.article(SITE, id).text("title"), "title");
    for article in c.page(&format!("ARTICLE.PAGE {SITE} 1")) {
        assert_eq!(article.text("title"), "title");
    }
}

#[test]
fn fault_7_with_two_spellings_of_score_a_vote_moves_no_article() {
    let (_server, mut c, classic) = start(Design::PYTHON);
    let now = c.now();
    let id = classic.post(&mut c, "alice", "title", "link", now);
    let order = ids(&mut c, "score:", Slice::first());
    assert_eq!(order, [2, 1]);
    c.int("SADD voted:1 bob");
    c.run("ZINCRBY score 432 article:1");
    c.int("HINCRBY article:1 votes 1");
    assert_eq!(ids(&mut c, "score:", Slice::first()), order);
    assert_eq!(score(&mut c, "score"), 432, "the vote is in a ranking that nobody reads");

    // The module's user names a site. Its rankings are not keys.
    assert_eq!(c.int(&format!("ARTICLE.POST {SITE} alice title link")), id);
    assert_eq!(Ballot::up("bob", 1).cast(&mut c), Outcome::Counted);
    assert_eq!(c.ids(&format!("ARTICLE.PAGE {SITE} 1")), [1, 2]);
    assert_error(&c.run("ARTICLE.VOTE new bob 1"), NO_ARTICLE);
    assert_eq!(c.int("EXISTS new"), 0, "a misspelt name makes no site");
}
