//! The setting KEEPVOTES: users' own votes outlive the window, and nobody else is told of them.

use test_support::*;

/// The votes of one user, as each command shows them.
#[derive(Debug, PartialEq)]
struct Shown {
    /// What VOTES replies for articles 1 to 3.
    votes: Vec<Value>,
    /// The entry `vote` of the same.
    entries: Vec<Value>,
    voted: Vec<i64>,
    unvoted: Vec<i64>,
}

impl Shown {
    fn to(c: &mut Client, user: &str) -> Self {
        let votes = items(&c.run(&format!("ARTICLE.VOTES news {user} 1 2 3"))).to_vec();
        let maps = c.run(&format!("ARTICLE.MGET news 3 1 2 3 VIEWER {user} RETURN 1 vote"));
        let entries = c.articles(&maps).iter().map(|map| map.value("vote").clone()).collect();
        let voted = c.ids(&format!("ARTICLE.VOTED news {user} 1"));
        let unvoted = c.ids(&format!("ARTICLE.PAGE news 1 BY TIME UNVOTED {user}"));
        Self { votes, entries, voted, unvoted }
    }

    /// Returns what is shown with these votes on articles 1 to 3. An open article is shown always.
    fn votes(votes: [Value; 3], voted: &[i64]) -> Self {
        let unvoted = (1..=3).rev().filter(|id| !voted.contains(id)).collect();
        Self { votes: votes.to_vec(), entries: votes.to_vec(), voted: voted.to_vec(), unvoted }
    }
}

/// The options of an article that is open, or that has closed.
const OPEN: &str = "TIME 3000 CLOSES 3000000000";
const CLOSED: &str = "CLOSES 2000";

/// Makes a site of article 1 and 2, which have closed, and article 3, which is open. Bob has voted
/// up on 1 and 3, and down on 2, where carol has voted silently.
fn make(c: &mut Client, settings: &str) {
    c.run("DEL news");
    c.ok(&format!("ARTICLE.CREATE news {settings}"));
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice t l TIME 1000 {CLOSED} UP 2 alice bob"));
    let votes = "UP 1 alice DOWN 1 bob SILENTUP 1 carol";
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 2 alice t l TIME 1001 {CLOSED} {votes}"));
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 3 alice t l {OPEN} UP 2 alice bob"));
}

/// Frees the vote records of what has closed, and leaves the site otherwise as it was.
fn free(c: &mut Client) {
    let id = c.int("ARTICLE.POST news eve t l");
    assert_eq!(c.int(&format!("ARTICLE.DEL news {id}")), 1);
}

fn digest(c: &mut Client, key: &str) -> Value {
    c.check(key);
    c.run(&format!("DEBUG DIGEST-VALUE {key}"))
}

#[in_both_protocols]
fn users_see_their_votes_after_closing(c: &mut Client) {
    make(c, "KEEPVOTES yes");
    for is_freed in [false, true] {
        if is_freed {
            free(c);
            c.check("news");
        }
        let bob = Shown::votes([int(1), int(-1), int(1)], &[3, 2, 1]);
        assert_eq!(Shown::to(c, "bob"), bob, "{is_freed}");
        let carol = Shown::votes([int(0), int(1), int(0)], &[2]);
        assert_eq!(Shown::to(c, "carol"), carol);
        let nobody = Shown::votes([int(0), int(0), int(0)], &[]);
        assert_eq!(Shown::to(c, "nobody"), nobody);
        assert_eq!(c.ids("ARTICLE.VOTED news bob 1 DOWN"), [2]);
        assert_error(&c.run("ARTICLE.VOTE news bob 1 NONE"), VOTE_CLOSED);
        assert_error(&c.run("ARTICLE.VOTE news dave 2"), VOTE_CLOSED);
    }
}

#[in_both_protocols]
fn nobody_else_is_told_of_kept_votes(c: &mut Client) {
    make(c, "KEEPVOTES yes");
    assert_eq!(c.info("news").int("votes"), 7);
    let article = c.article("news", 2);
    free(c);
    assert_eq!(c.info("news").int("votes"), 2);
    assert_eq!(c.article("news", 2), article);
    for options in ["", "UP", "SILENT"] {
        let nobody = Value::Array(vec![bulk("0"), bulks(&[])]);
        assert_eq!(c.run(&format!("ARTICLE.VOTERS news 2 0 {options}")), nobody);
    }
}

#[in_both_protocols]
fn without_the_setting_votes_are_unknown_after_closing(c: &mut Client) {
    make(c, "");
    assert_eq!(c.info("news").text("keep_votes"), "no");
    for is_freed in [false, true] {
        if is_freed {
            free(c);
        }
        let votes = [Value::Nil, Value::Nil, int(1)];
        assert_eq!(Shown::to(c, "bob"), Shown::votes(votes, &[3]), "{is_freed}");
    }
}

#[in_both_protocols]
fn turning_it_off_removes_all_kept_votes_at_once_and_for_good(c: &mut Client) {
    make(c, "KEEPVOTES yes");
    // More than are visited with one change.
    c.all_ok((4..=500).map(|id| {
        format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME 5 {CLOSED} COUNTS 9 9 KEPTUP 1 bob")
    }));
    free(c);
    assert_eq!(c.ids("ARTICLE.VOTED news bob 1 SIZE 1000 RETURN 1 id").len(), 500);
    let closed = || Shown::votes([Value::Nil, Value::Nil, int(1)], &[3]);
    c.ok("ARTICLE.ALTER news KEEPVOTES no");
    assert_eq!(c.run("ARTICLE.VOTES news bob 1 2 3"), Value::Array(closed().votes));
    assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [3]);
    c.check("news");
    c.ok("ARTICLE.ALTER news KEEPVOTES yes");
    assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [3]);
    let votes = Value::Array(vec![int(0), int(0), int(1), int(0), int(0)]);
    assert_eq!(c.run("ARTICLE.VOTES news bob 1 2 3 4 500"), votes);
    c.check("news");
    // What closes from now on is kept.
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 600 alice t l TIME 5 {CLOSED} UP 1 bob"));
    free(c);
    assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [600, 3]);
}

#[in_both_protocols]
fn kept_votes_that_are_dropped_in_the_background_are_no_changes(c: &mut Client) {
    make(c, "KEEPVOTES yes");
    free(c);
    c.ok("ARTICLE.ALTER news KEEPVOTES no");
    let version = c.info("news").text("version");
    for _ in 0..3 {
        c.int("ARTICLE.VOTE news dave 3");
        c.int("ARTICLE.VOTE news dave 3 NONE");
    }
    let reply = c.run(&format!("ARTICLE.CHANGES news {version} RETURN 1 id"));
    let ids: Vec<_> = c.articles(&items(&reply)[1]).iter().map(|map| map.int("id")).collect();
    assert_eq!(ids, [3]);
    c.check("news");
}

#[test]
fn a_window_that_passes_keeps_votes_on_articles_and_comments() {
    with_shared_clock(|clock, c| {
        c.ok("ARTICLE.CREATE news WINDOW 100 KEEPVOTES yes");
        c.int("ARTICLE.POST news alice t l");
        c.int("ARTICLE.COMMENT news bob 1 text");
        c.int("ARTICLE.VOTE news carol 2 DOWN");
        clock.pass(c, 99);
        c.int("ARTICLE.VOTE news carol 1");
        assert_eq!(c.info("news").int("open"), 1);
        clock.pass(c, 1);
        assert_eq!(c.info("news").int("open"), 0);
        for _ in 0..2 {
            let votes = c.run("ARTICLE.VOTES news carol 1 2");
            assert_eq!(votes, Value::Array(vec![int(1), int(-1)]));
            assert_eq!(c.ids("ARTICLE.VOTED news carol 1"), [2, 1]);
            assert_eq!(c.ids("ARTICLE.VOTED news carol 1 COMMENTS"), [2]);
            let thread = c.page("ARTICLE.THREAD news 1 VIEWER carol");
            assert_eq!(thread[0].int("vote"), -1);
            assert_eq!(c.ids("ARTICLE.COMMENTS news 1 UNVOTED carol"), [0_i64; 0]);
            free(c);
        }
        c.check("news");
    });
}

#[in_both_protocols(with_module().config("enable-debug-command local"))]
fn a_digest_tells_kept_votes_apart(_: &mut Server, c: &mut Client) {
    let site = |c: &mut Client, kept: &str| {
        c.run("DEL news");
        c.ok("ARTICLE.CREATE news KEEPVOTES yes");
        let line = format!("ARTICLE 1 alice t l TIME 1000 {CLOSED} COUNTS 1 1 {kept}");
        c.ok(&format!("ARTICLE.LOAD news {line}"));
        digest(c, "news")
    };
    let kept = ["", "KEPTUP 1 bob", "KEPTDOWN 1 bob", "KEPTUP 1 carol", "KEPTUP 2 bob carol"];
    let digests: Vec<_> = kept.iter().map(|kept| site(c, kept)).collect();
    for (index, digest) in digests.iter().enumerate() {
        assert!(!digests[..index].contains(digest), "{}", kept[index]);
    }
    assert_eq!(site(c, "KEPTUP 2 carol bob"), digests[4]);
}

#[in_both_protocols(with_module().config("enable-debug-command local"))]
fn kept_votes_are_loaded(_: &mut Server, c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    let line = "ARTICLE 1 alice t l TIME 1000 CLOSES 2000 COUNTS 7 2 KEPTUP 1 ann KEPTDOWN 1 bob";
    c.ok(&format!("ARTICLE.LOAD news {line}"));
    c.ok("ARTICLE.LOAD news VOTERS 1 KEPTUP 2 carol dave KEPTDOWN 1 eve");
    c.ok("ARTICLE.LOAD news COMMENT 2 alice 1 text TIME 1001 CLOSES 2000 COUNTS 0 0 KEPTUP 1 bob");
    assert_eq!(c.article("news", 1).counts(), (5, 7, 2, 1000 + 5 * 432));
    assert_eq!(c.info("news").int("votes"), 0);
    let votes = ["ann", "bob", "carol", "dave", "eve", "alice"]
        .map(|user| number(&items(&c.run(&format!("ARTICLE.VOTES news {user} 1")))[0]));
    assert_eq!(votes, [1, -1, 1, 1, -1, 0]);
    assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [2, 1]);
    let digest = digest(c, "news");
    c.ok("ARTICLE.LOAD news VOTERS 1 KEPTUP 0");
    assert_eq!(self::digest(c, "news"), digest);
}

#[in_both_protocols]
fn an_article_can_have_as_many_kept_votes_as_counts_allow(c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    let line = "ARTICLE 1 alice t l TIME 1000 CLOSES 2000 COUNTS 4294967295 0";
    c.ok(&format!("ARTICLE.LOAD news {line} KEPTUP 1 ann"));
    // Kept votes are among the counts, so they do not add to them.
    c.ok("ARTICLE.LOAD news VOTERS 1 KEPTUP 1 bob");
    assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [1]);
    c.check("news");
}
