//! ARTICLE.CREATE, ARTICLE.ALTER and ARTICLE.INFO: a site and its settings.

use test_support::*;

#[in_both_protocols]
fn what_create_omits_is_the_default_and_what_alter_omits_stays(c: &mut Client) {
    for (line, (vote_score, window, page_size, self_vote)) in [
        ("CREATE a", (432, 604_800, 25, "yes")),
        ("CREATE b PAGESIZE 7", (432, 604_800, 7, "yes")),
        ("CREATE c SELFVOTE no VOTESCORE 100", (100, 604_800, 25, "no")),
        ("create d selfvote YES window 5", (432, 5, 25, "yes")),
        ("CREATE e VOTESCORE 1 WINDOW 2 PAGESIZE 3 SELFVOTE no", (1, 2, 3, "no")),
        ("ALTER e PAGESIZE 4", (1, 2, 4, "no")),
        ("ALTER e SELFVOTE yes WINDOW 9", (1, 9, 4, "yes")),
        ("alter e votescore 8 selfvote NO pagesize 7 window 6", (8, 6, 7, "no")),
        ("ALTER e VOTESCORE 8", (8, 6, 7, "no")),
    ] {
        c.ok(&format!("article.{line}"));
        let key = line.split(' ').nth(1).expect("a key");
        let info = c.info(key);
        let numbers = ["vote_score", "vote_window", "page_size"].map(|name| info.int(name));
        assert_eq!(numbers, [vote_score, window, page_size], "{line}");
        assert_eq!(info.text("self_vote"), self_vote, "{line}");
        assert_eq!(c.int(&format!("ARTICLE.COUNT {key}")), 0);
    }
}

#[in_both_protocols]
fn create_of_a_key_that_exists_is_refused_whatever_its_type(c: &mut Client) {
    c.ok("ARTICLE.CREATE news PAGESIZE 7");
    c.ok("SET text x");
    c.int("RPUSH list x");
    for key in ["news", "text", "list"] {
        assert_error(&c.run(&format!("ARTICLE.CREATE {key} PAGESIZE 9")), BUSY_KEY);
    }
    for key in ["text", "list"] {
        assert_error(&c.run(&format!("ARTICLE.CREATE {key} NX")), BUSY_KEY);
    }
    // With NX, a site is left as it is.
    let again = |c: &mut Client| c.run("ARTICLE.CREATE news PAGESIZE 9 nx");
    assert_eq!(assert_unchanged(c, "news", again), Value::Nil);
    assert_error(&c.run("ARTICLE.CREATE news NX NX"), "ERR NX is given twice");
    assert_error(&c.run("ARTICLE.ALTER news NX WINDOW 5"), "ERR unknown option at argument 2");
    assert_eq!(c.info("news").int("page_size"), 7);
    assert_eq!(c.run("GET text"), bulk("x"));
    c.ok("ARTICLE.CREATE other NX PAGESIZE 9");
    assert_eq!(c.info("other").int("page_size"), 9);
}

#[in_both_protocols]
fn info_has_its_fields_in_order(c: &mut Client) {
    c.ok("ARTICLE.CREATE news");
    let names = "articles last_id open groups votes vote_score vote_window page_size \
                 self_vote memory formula downvotes dedupe hidden users bump_window comments \
                 version keep_votes marks ids_first ids_step";
    let expected: Vec<&str> = names.split_whitespace().collect();
    assert_eq!(c.info("news").names(), expected);
}

#[in_both_protocols]
fn info_counts_what_the_site_holds(c: &mut Client) {
    let numbers = |c: &mut Client| {
        let info = c.info("news");
        ["articles", "last_id", "open", "groups", "votes"].map(|name| info.int(name))
    };
    c.ok("ARTICLE.CREATE news");
    assert_eq!(numbers(c), [0, 0, 0, 0, 0]);
    c.int("ARTICLE.POST news alice a l GROUPS 2 g h");
    c.int("ARTICLE.POST news alice b l GROUPS 2 g i ID 10");
    c.int("ARTICLE.VOTE news bob 1");
    assert_eq!(numbers(c), [2, 10, 2, 3, 3]);
    c.int("ARTICLE.DEL news 10");
    assert_eq!(numbers(c), [1, 10, 1, 2, 2]);
    c.int("ARTICLE.DEL news 1");
    assert_eq!(numbers(c), [0, 10, 0, 0, 0]);
}

#[test]
fn info_counts_an_article_as_open_until_its_voting_closes() {
    with_shared_clock(|clock, c| {
        c.ok("ARTICLE.CREATE news WINDOW 1000");
        for age in [998, 1000, 500] {
            c.int(&format!("ARTICLE.POST news alice a l TIME {}", clock.now() - age));
        }
        for open in [2, 1] {
            clock.pass(c, 1);
            assert_eq!(c.info("news").int("open"), open);
        }
    });
}

#[in_both_protocols]
fn a_new_window_applies_to_later_posts(c: &mut Client) {
    let now = c.now();
    c.ok("ARTICLE.CREATE news WINDOW 1000");
    c.int(&format!("ARTICLE.POST news alice a l TIME {}", now - 100));
    c.int(&format!("ARTICLE.POST news alice b l TIME {}", now - 2000));
    c.ok("ARTICLE.ALTER news WINDOW 50");
    assert_eq!(c.article("news", 1).int("closes"), now + 900);
    assert_eq!(c.run("ARTICLE.VOTE news bob 1"), int(1));
    c.int(&format!("ARTICLE.POST news alice c l TIME {}", now - 100));
    assert_eq!(c.article("news", 3).int("closes"), now - 50);
    assert_error(&c.run("ARTICLE.VOTE news bob 3"), VOTE_CLOSED);
    c.ok("ARTICLE.ALTER news WINDOW 100000");
    assert_eq!(c.article("news", 2).int("closes"), now - 1000);
    assert_error(&c.run("ARTICLE.VOTE news bob 2"), VOTE_CLOSED);
}

#[in_both_protocols]
fn a_new_selfvote_applies_to_later_votes_and_posts(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    c.ok("ARTICLE.ALTER news SELFVOTE no");
    assert_eq!(c.article("news", 1).int("votes"), 1);
    assert_error(&c.run("ARTICLE.VOTE news alice 1 NONE"), SELF_VOTE);
    c.int("ARTICLE.POST news alice b l");
    assert_eq!(c.article("news", 2).int("votes"), 0);
    c.ok("ARTICLE.ALTER news SELFVOTE yes");
    assert_eq!(c.article("news", 2).int("votes"), 0);
    assert_eq!(c.run("ARTICLE.VOTE news alice 2"), int(1));
    assert_eq!(c.run("ARTICLE.VOTE news alice 1 NONE"), int(1));
    assert_eq!(c.article("news", 1).int("votes"), 0);
    assert_eq!(c.article("news", 2).int("votes"), 1);
}

#[in_both_protocols]
fn sites_of_different_keys_are_independent(c: &mut Client) {
    c.ok("ARTICLE.CREATE a VOTESCORE 10 PAGESIZE 1");
    c.int("ARTICLE.POST a alice a l GROUPS 1 g");
    c.int("ARTICLE.POST b alice b l");
    c.int("ARTICLE.POST b alice c l");
    c.int("ARTICLE.VOTE b bob 1");
    assert_eq!(c.article("a", 1).int("votes"), 1);
    assert_eq!(c.ids("ARTICLE.PAGE b 1"), [1, 2]);
    assert_eq!(c.ids("ARTICLE.PAGE a 1"), [1]);
    assert_eq!(c.run("ARTICLE.COUNT b g"), int(0));
    c.ok("ARTICLE.ALTER b PAGESIZE 3");
    assert_eq!(c.info("a").int("page_size"), 1);
}
