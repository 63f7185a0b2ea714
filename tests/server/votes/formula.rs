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
fn its_words_are_in_any_case(c: &mut Client) {
    c.ok("article.create news formula LOG");
    assert_eq!(c.info("news").value("formula"), &bulk("log"));
    c.ok("ARTICLE.ALTER news FORMULA Linear");
    assert_eq!(c.info("news").value("formula"), &bulk("linear"));
}
