//! Sites with what few sites have.

use test_support::{BINARY, Client, Value, bulk, int, is_error};

use crate::servers::{fill_comments, load};

/// The number of users who have kept a vote on article 6: more than one command takes.
const KEPT: i64 = 2_500;
/// The number of articles on two lists: more than two commands take.
const MANY: i64 = 2_500;

/// Fills the site `news`, which keeps votes.
pub fn fill_kept(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 300 KEEPVOTES yes");
    load(c, include_str!("data/kept.txt"));
    for option in ["KEPTUP", "KEPTDOWN"] {
        let users: String = (0..KEPT / 2).map(|user| format!(" {option}{user}")).collect();
        load(c, &format!("VOTERS 6 {option} {}{users} SCORE 77", KEPT / 2));
    }
    assert_eq!(c.int("ARTICLE.POST news ann Unvoted l"), 8);
    // The votes on these are still recorded, and nothing has voting closed for them yet.
    load(c, "ARTICLE 9 ann Records l CLOSED UP 2 ann bob SILENTUP 1 eve");
    load(c, "ARTICLE 10 ann Unvoted l CLOSED");
    load(c, "ARTICLE 11 ann Held l OPEN HELD UP 1 ann");
    assert_eq!(c.run("ARTICLE.UNVOTE news cleo 0"), Value::Array(vec![bulk("0"), int(1)]));
    load(c, "LASTID 30");
}

/// Fills the site `news` with comments, and then with users who read. Hidden ones stay on lists,
/// of deleted ones not even the places do. Of most of the names nothing else is known.
pub fn fill_users(c: &mut Client) {
    fill_comments(c);
    for line in include_str!("data/readers.txt").lines() {
        assert!(!is_error(&c.run(&format!("ARTICLE.{line}"))), "{line}");
    }
    assert_eq!(c.call("ARTICLE.MARK", ("news", BINARY, b"\xff list", 19)), int(1));
    assert_eq!(c.call("ARTICLE.FOLLOW", ("news", "lurker", "USER", BINARY)), int(1));
}

/// Fills the site `news` with lists of one user, and an article with voters, that need several
/// commands each.
pub fn fill_many(c: &mut Client) {
    c.run_all((1..=MANY).map(|number| format!("ARTICLE.POST news ann Title{number} link")));
    let users: String = (0..MANY).map(|user| format!(" voter{user}")).collect();
    c.ok(&format!("ARTICLE.LOAD news VOTERS 7 DOWN {MANY}{users}"));
    for list in ["all", "again"] {
        c.run_all((1..=MANY).map(|id| format!("ARTICLE.MARK news mark {list} {id}")));
    }
    c.int("ARTICLE.UNMARK news mark again 2000");
    c.int("ARTICLE.MARK news mark one 7");
}
