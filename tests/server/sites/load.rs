//! ARTICLE.LOAD imports an article exactly, at once or in parts, and it then behaves like any
//! other.

use test_support::*;

const LARGEST_ID: u32 = u32::MAX;
const LONGEST_WINDOW: i64 = 3_153_600_000;
const LARGEST_SCORE: i64 = 1 << 61;

/// Returns an option with a list of names, preceded by their number.
fn list(option: &str, names: &[String]) -> String {
    if names.is_empty() {
        return String::new();
    }
    format!("{option} {} {}", names.len(), names.join(" "))
}

fn names(of: &str, numbers: std::ops::Range<i64>) -> Vec<String> {
    numbers.map(|number| format!("{of}{number}")).collect()
}

#[in_both_protocols]
fn an_article_is_loaded_exactly_as_it_was(c: &mut Client) {
    let closes = c.now() + 1000;
    let times = format!("TIME 1380000000 CLOSES {closes} SCORE -77");
    let votes = "UP 3 ann bob cleo DOWN 1 dan";
    let rest = "GROUPS 3 rust news c FIELDS 3 lang en mood dry empty \"\"";
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 7 alice title link {times} {votes} {rest}"));
    let expected = |vote: i64| {
        let fields: Vec<(Vec<u8>, Value)> = [
            ("id", int(7)),
            ("title", bulk("title")),
            ("link", bulk("link")),
            ("poster", bulk("alice")),
            ("time", int(1_380_000_000)),
            ("closes", int(closes)),
            ("votes", int(2)),
            ("upvotes", int(3)),
            ("downvotes", int(1)),
            ("score", int(-77)),
            ("comments", int(0)),
            ("bumped", int(1_380_000_000)),
            ("groups", bulks(&["c", "news", "rust"])),
            ("vote", int(vote)),
            ("lang", bulk("en")),
            ("mood", bulk("dry")),
            ("empty", bulk("")),
        ]
        .map(|(name, value)| (name.as_bytes().to_vec(), value))
        .into();
        Fields(fields)
    };
    for (user, vote) in
        [("ann", 1), ("bob", 1), ("cleo", 1), ("dan", -1), ("alice", 0), ("eve", 0)]
    {
        let article = c.map(&format!("ARTICLE.GET news 7 VIEWER {user}"));
        assert_eq!(article, expected(vote), "{user}");
    }
    let info = c.info("news");
    let numbers = ["articles", "last_id", "open", "groups", "votes"].map(|n| info.int(n));
    assert_eq!(numbers, [1, 7, 1, 3, 4]);
    c.check("news");
}

#[in_both_protocols(with_module().module_args("vote-score 10 page-size 3 self-vote no"))]
fn omitted_options_are_empty_and_the_score_is_the_formulas(_: &mut Server, c: &mut Client) {
    c.ok("ARTICLE.LOAD news ARTICLE 1 alice t \"\" TIME 1000 CLOSES 3000000000");
    let article = c.article("news", 1);
    assert_eq!((article.counts(), article.groups().len()), ((0, 0, 0, 1000), 0));
    assert_eq!((article.names().len(), article.text("link")), (13, String::new()));
    // A new site gets the configured settings.
    let info = c.info("news");
    assert_eq!((info.int("vote_score"), info.int("page_size")), (10, 3));
    assert_eq!((info.int("vote_window"), info.text("self_vote")), (604_800, "no".to_owned()));
    // The score does not depend on the time of loading or on the poster.
    c.ok("ARTICLE.LOAD news ARTICLE 2 bob t l TIME 0 CLOSES 1 UP 2 bob cleo DOWN 1 dan");
    assert_eq!(c.article("news", 2).counts(), (1, 2, 1, 10));
    c.ok("ARTICLE.LOAD news ARTICLE 3 bob t l TIME 50 CLOSES 51 COUNTS 1 9");
    assert_eq!(c.article("news", 3).counts(), (-8, 1, 9, -30));
    c.check("news");
}

#[in_both_protocols]
fn options_come_in_any_order_and_case(c: &mut Client) {
    let line = "article 3 alice t l fields 1 f v Down 1 bob groups 1 g Score 5 \
                closes 3000000000 up 1 cleo time 100";
    c.ok(&format!("article.load news {line}"));
    c.ok("ARTICLE.LOAD news voters 3 score 6 down 1 dan up 1 eve");
    c.ok("ARTICLE.LOAD news lastid 8");
    let article = c.article("news", 3);
    assert_eq!((article.counts(), article.text("f")), ((0, 2, 2, 6), "v".to_owned()));
    assert_eq!(c.info("news").int("last_id"), 8);
}

#[in_both_protocols]
fn voters_come_in_parts(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 10");
    let first = "ARTICLE 4 alice t l TIME 1000 CLOSES 3000000000 UP 1 first GROUPS 1 g";
    c.ok(&format!("ARTICLE.LOAD news {first}"));
    for part in 0..12 {
        let up = names("up", part * 100..part * 100 + 100);
        let down = names("down", part * 10..part * 10 + part % 3);
        let (up, down) = (list("UP", &up), list("DOWN", &down));
        c.ok(&format!("ARTICLE.LOAD news VOTERS 4 {up} {down}"));
    }
    assert_eq!(c.article("news", 4).counts(), (1189, 1201, 12, 1000 + 11_890));
    assert_eq!(c.info("news").int("votes"), 1213);
    for (user, vote) in [("first", 1), ("up0", 1), ("up1199", 1), ("down111", -1), ("up", 0)] {
        let article = c.map(&format!("ARTICLE.GET news 4 VIEWER {user}"));
        assert_eq!(article.int("vote"), vote, "{user}");
    }
    // A given score is kept until the next vote or part.
    c.ok("ARTICLE.LOAD news VOTERS 4 DOWN 1 more SCORE 5");
    assert_eq!(c.article("news", 4).counts(), (1188, 1201, 13, 5));
    c.ok("ARTICLE.LOAD news VOTERS 4 SCORE 7");
    assert_eq!(c.article("news", 4).counts(), (1188, 1201, 13, 7));
    assert_eq!(c.int("ARTICLE.VOTE news somebody 4"), 1);
    assert_eq!(c.article("news", 4).counts(), (1189, 1202, 13, 12_890));
    c.check("news");
}

#[in_both_protocols]
fn all_voters_may_come_at_once(c: &mut Client) {
    let (up, down) = (names("up", 0..20_000), names("down", 0..10_000));
    let votes = format!("{} {}", list("UP", &up), list("DOWN", &down));
    let article = "ARTICLE 1 alice t l TIME 1000 CLOSES 3000000000";
    c.ok(&format!("ARTICLE.LOAD news {article} {votes}"));
    assert_eq!(c.article("news", 1).counts(), (10_000, 20_000, 10_000, 4_321_000));
    let vote = |c: &mut Client, user: &str| c.int(&format!("ARTICLE.VOTE news {user} 1"));
    assert_eq!((vote(c, "up19999"), vote(c, "down9999"), vote(c, "up20000")), (0, 1, 1));
    c.check("news");
}

#[in_both_protocols]
fn counts_without_voters_close_the_voting_for_good(c: &mut Client) {
    let times = format!("TIME 1000 CLOSES {}", c.now() + 10_000);
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice t l {times} COUNTS 250 3 GROUPS 1 g"));
    assert_eq!(c.article("news", 1).counts(), (247, 250, 3, 1000 + 247 * 432));
    for vote in ["", "UP", "DOWN", "NONE", "WITHCOUNTS"] {
        let line = format!("ARTICLE.VOTE news bob 1 {vote}");
        c.refused("news", &line, VOTE_CLOSED);
    }
    let article = c.map("ARTICLE.GET news 1 VIEWER alice");
    assert_eq!(article.value("vote"), &Value::Nil);
    let info = c.info("news");
    assert_eq!((info.int("open"), info.int("votes")), (0, 0));
    // Like any closed article, it keeps its score.
    c.ok("ARTICLE.ALTER news VOTESCORE 5");
    assert_eq!(c.article("news", 1).int("score"), 1000 + 247 * 432);
    // Except for voting, it is like any other article.
    c.ok("ARTICLE.EDIT news 1 TITLE u FIELDS 1 f v");
    assert_eq!(c.int("ARTICLE.GROUPADD news 1 h"), 1);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news h 1"), [1]);
    assert_eq!(c.int("ARTICLE.DEL news 1"), 1);
    c.check("news");
}

#[in_both_protocols]
fn loaded_votes_are_like_any_other(c: &mut Client) {
    let times = format!("TIME 1000 CLOSES {}", c.now() + 10_000);
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice t l {times} UP 2 ann bob DOWN 1 cleo"));
    assert_eq!(c.int("ARTICLE.VOTE news ann 1"), 0);
    assert_eq!(c.int("ARTICLE.VOTE news bob 1 DOWN"), 1);
    assert_eq!(c.int("ARTICLE.VOTE news cleo 1 NONE"), 1);
    assert_eq!(c.int("ARTICLE.VOTE news alice 1"), 1);
    assert_eq!(c.article("news", 1).counts(), (1, 2, 1, 1432));
    c.ok("ARTICLE.ALTER news VOTESCORE 5");
    assert_eq!(c.article("news", 1).int("score"), 1005);
    c.check("news");
}

#[in_both_protocols]
fn voting_that_had_closed_is_closed_and_the_next_post_drops_its_records(c: &mut Client) {
    c.ok("ARTICLE.LOAD news ARTICLE 1 alice t l TIME 1000 CLOSES 2000 UP 3 ann bob cleo");
    assert_error(&c.run("ARTICLE.VOTE news dan 1"), VOTE_CLOSED);
    assert_eq!(c.map("ARTICLE.GET news 1 VIEWER ann").value("vote"), &Value::Nil);
    let info = c.info("news");
    assert_eq!((info.int("votes"), info.int("open")), (3, 0));
    // More voters may be loaded while the records exist.
    c.ok("ARTICLE.LOAD news VOTERS 1 DOWN 1 dan");
    c.int("ARTICLE.POST news bob t l");
    assert_eq!(c.info("news").int("votes"), 1);
    assert_eq!(c.article("news", 1).counts(), (2, 3, 1, 1864));
    c.refused("news", "ARTICLE.LOAD news VOTERS 1 UP 1 eve", VOTE_CLOSED);
    c.check("news");
}

#[in_both_protocols]
fn ids_are_kept_and_continue_from_the_last(c: &mut Client) {
    let load = |id: u32| format!("ARTICLE.LOAD news ARTICLE {id} a t l TIME 1 CLOSES 2");
    for id in [3, 4, 70_000] {
        c.ok(&load(id));
    }
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [70_000, 4, 3]);
    assert_eq!(c.int("ARTICLE.POST news bob t l"), 70_001);
    c.ok("ARTICLE.LOAD news LASTID 80000");
    assert_eq!(c.info("news").int("last_id"), 80_000);
    assert_some_error(&c.run(&load(80_000)));
    assert_eq!(c.int("ARTICLE.POST news bob t l"), 80_001);
    c.ok(&load(LARGEST_ID));
    assert_some_error(&c.run("ARTICLE.POST news bob t l"));
    assert_eq!(c.int("ARTICLE.COUNT news"), 6);
    // LASTID creates a site, and preserves the ids of deleted articles.
    c.ok("ARTICLE.LOAD other LASTID 41");
    assert_eq!(c.int("ARTICLE.COUNT other"), 0);
    assert_eq!(c.int("ARTICLE.POST other bob t l"), 42);
    c.check("news");
    c.check("other");
}

#[in_both_protocols]
fn values_at_a_limit_are_loaded(c: &mut Client) {
    let load = |c: &mut Client, id: u32, more: &str| {
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} a t l {more}"));
        c.article("news", id.into())
    };
    let article = load(c, 1, &format!("TIME 0 CLOSES {LONGEST_WINDOW}"));
    assert_eq!(article.int("closes"), LONGEST_WINDOW);
    load(c, 2, "TIME 1700000000 CLOSES 4853600000");
    let article = load(c, 3, &format!("TIME 1 CLOSES 2 SCORE {LARGEST_SCORE}"));
    assert_eq!(article.int("score"), LARGEST_SCORE);
    load(c, 4, &format!("TIME 1 CLOSES 2 SCORE -{LARGEST_SCORE}"));
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [3, 2, 1, 4]);
    let article = load(c, 5, "TIME 0 CLOSES 1 COUNTS 4294967295 0");
    assert_eq!(article.counts(), (4_294_967_295, 4_294_967_295, 0, 4_294_967_295 * 432));
    let article = load(c, 6, "TIME 0 CLOSES 1 COUNTS 0 4294967295");
    assert_eq!(article.int("score"), -4_294_967_295 * 432);
    // Duplicates count once.
    let mut groups = names("g", 0..32);
    groups.push("g5".to_owned());
    let mut fields: Vec<_> = (0..32).map(|n| format!("f{n} {n}")).collect();
    fields.push("f5 last".to_owned());
    let more = format!("{} {}", list("GROUPS", &groups), list("FIELDS", &fields));
    let article = load(c, LARGEST_ID, &format!("TIME 1 CLOSES 2 {more}"));
    assert_eq!((article.groups().len(), article.names().len()), (32, 13 + 32));
    assert_eq!(article.text("f5"), "last");
    c.check("news");
}
