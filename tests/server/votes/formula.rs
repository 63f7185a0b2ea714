//! FORMULA: how votes become seconds of score.

use test_support::*;

/// Votes with their gain by the formula log, for a VOTESCORE of 432 and of 45,000. Computed from
/// the contract with decimals of 80 digits.
const LOG: [(i64, i64, i64); 13] = [
    (0, 0, 0),
    (1, 0, 0),
    (2, 130, 13_546),
    (3, 206, 21_470),
    (9, 412, 42_940),
    (10, 432, 45_000),
    (11, 449, 46_862),
    (99, 862, 89_803),
    (100, 864, 90_000),
    (101, 865, 90_194),
    (1_000, 1_296, 135_000),
    (1_000_000, 2_592, 270_000),
    (4_294_967_295, 4_161, 433_483),
];

/// The time of articles whose voting has closed.
const TIME: i64 = 1_000_000_000;

/// Loads an article that has closed, with these votes.
fn load_closed(c: &mut Client, id: i64, votes: i64) {
    let counts = if votes < 0 { format!("0 {}", -votes) } else { format!("{votes} 0") };
    let times = format!("TIME {TIME} CLOSES {}", TIME + 1);
    c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} alice t l {times} COUNTS {counts}"));
}

/// Loads an article that is open, with as many voters for it. Returns its time.
fn load_open(c: &mut Client, id: i64, voters: i64) -> i64 {
    let time = c.now() - 10_000;
    let users: Vec<_> = (0..voters).map(|n| format!("user{n}")).collect();
    let line = format!("ARTICLE.LOAD news ARTICLE {id} alice t l TIME {time} CLOSES 3000000000");
    c.ok(&format!("{line} UP {voters} {}", users.join(" ")));
    time
}

fn score(c: &mut Client, id: i64) -> i64 {
    c.article("news", id).int("score")
}

#[in_both_protocols]
fn the_gain_is_that_of_the_formula(c: &mut Client) {
    for (vote_score, gain) in
        [(432, (|row| row.1) as fn(&(i64, i64, i64)) -> i64), (45_000, |row| row.2)]
    {
        c.run("DEL news");
        c.ok(&format!("ARTICLE.CREATE news FORMULA log VOTESCORE {vote_score}"));
        for (id, row) in (1..).zip(&LOG) {
            load_closed(c, 2 * id, row.0);
            load_closed(c, 2 * id + 1, -row.0);
            assert_eq!(score(c, 2 * id), TIME + gain(row), "{} votes", row.0);
            assert_eq!(score(c, 2 * id + 1), TIME - gain(row), "-{} votes", row.0);
        }
        c.run("DEL news");
        c.ok(&format!("ARTICLE.CREATE news FORMULA linear VOTESCORE {vote_score}"));
        for (id, votes) in (1..).zip([0, 1, -1, 10, 100, 1_000, -1_000]) {
            load_closed(c, id, votes);
            assert_eq!(score(c, id), TIME + vote_score * votes, "{votes} votes");
        }
    }
}

#[in_both_protocols]
fn posts_and_votes_gain_by_the_formula(c: &mut Client) {
    c.ok("ARTICLE.CREATE news FORMULA log");
    let posted = c.map("ARTICLE.POST news alice t l WITHCOUNTS");
    let time = c.article("news", 1).int("time");
    assert_eq!(posted.int("score"), time);
    for (user, votes) in ["bob", "cleo", "dan"].into_iter().zip(2_usize..) {
        let voted = c.map(&format!("ARTICLE.VOTE news {user} 1 WITHCOUNTS"));
        let gain = [0, 0, 130, 206, 260][votes];
        assert_eq!(voted.int("score"), time + gain, "{votes} votes");
    }
    for user in ["alice", "bob", "cleo", "dan", "eve", "fay"] {
        c.int(&format!("ARTICLE.VOTE news {user} 1 DOWN"));
    }
    // The gain of -6 votes is the gain of 6 with the other sign.
    assert_eq!(c.article("news", 1).counts(), (-6, 0, 6, time - 336));
}

#[in_both_protocols]
fn the_formula_decides_the_order(c: &mut Client) {
    // 100 votes are worth half a day by one formula, and 14 minutes by the other.
    for (formula, expected) in [("linear", [1, 2]), ("log", [2, 1])] {
        c.run("DEL news");
        c.ok(&format!("ARTICLE.CREATE news FORMULA {formula}"));
        load_closed(c, 1, 100);
        let time = TIME + 3_600;
        c.ok(&format!("ARTICLE.LOAD news ARTICLE 2 bob t l TIME {time} CLOSES {}", time + 1));
        assert_eq!(c.ids("ARTICLE.PAGE news 1"), expected, "{formula}");
    }
}

#[in_both_protocols]
fn a_new_formula_or_vote_score_re_ranks_open_articles_only(c: &mut Client) {
    let time = load_open(c, 1, 10);
    load_closed(c, 2, 100);
    c.int("ARTICLE.BOOST news 1 7");
    assert_eq!((score(c, 1), score(c, 2)), (time + 4_327, TIME + 43_200));
    for (settings, gain) in [
        ("FORMULA log", 432),
        ("VOTESCORE 1000", 1_000),
        ("FORMULA linear", 10_000),
        ("VOTESCORE 45000 FORMULA log", 45_000),
    ] {
        c.ok(&format!("ARTICLE.ALTER news {settings}"));
        // A boost stays what it is.
        assert_eq!(score(c, 1), time + gain + 7, "{settings}");
        assert_eq!(score(c, 2), TIME + 43_200, "{settings}");
    }
    // A boost moves a closed article, whose gain is from the first formula.
    assert_eq!(c.int("ARTICLE.BOOST news 2 -60"), -60);
    assert_eq!(score(c, 2), TIME + 43_140);
    assert_eq!(c.int("ARTICLE.BOOST news 2 60 INCR"), 0);
    assert_eq!(score(c, 2), TIME + 43_200);
    // Later votes gain by the new one.
    let voted = c.map("ARTICLE.VOTE news bob 1 WITHCOUNTS");
    assert_eq!(voted.int("score"), time + 46_862 + 7);
}

#[in_both_protocols]
fn a_new_formula_re_ranks_hidden_articles(c: &mut Client) {
    let time = load_open(c, 1, 100);
    load_open(c, 2, 1);
    let later = time + 3_600;
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 3 bob t l TIME {later} CLOSES 3000000000"));
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [1, 3, 2]);
    c.int("ARTICLE.MODERATE news HIDE 1");
    c.ok("ARTICLE.ALTER news FORMULA log");
    c.int("ARTICLE.MODERATE news SHOW 1");
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [3, 1, 2]);
    assert_eq!(c.ids("ARTICLE.PAGE news 1 ASC"), [2, 1, 3]);
    assert_eq!(score(c, 1), time + 864);
}

#[in_both_protocols]
fn its_words_are_in_any_case(c: &mut Client) {
    c.ok("article.create news formula LOG");
    assert_eq!(c.info("news").value("formula"), &bulk("log"));
    c.ok("ARTICLE.ALTER news FORMULA Linear");
    assert_eq!(c.info("news").value("formula"), &bulk("linear"));
}
