//! Answers to users and the last one that each has seen arrive on replicas, in append-only files
//! of each kind and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::{
    MONTH, apply_with_replica, apply_with_restarts, assert_no_changes, other_replica, setup,
};

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: [&str; 20] = [
    "ARTICLE.SEEN news ann 4",
    "ARTICLE.SEEN news bob 6",
    // Users whom the site does not know.
    "ARTICLE.SEEN news zoe 1",
    "ARTICLE.LOAD news SEEN yan 6",
    "ARTICLE.LOAD news SEEN ann 5",
    "ARTICLE.COMMENT news eve 1 text TIME 1000",
    "ARTICLE.LOAD news COMMENT 8 dan 2 text TIME 1000 CLOSES 2000",
    "ARTICLE.SEEN news ann 7",
    "ARTICLE.MODERATE news HIDE 7",
    "ARTICLE.MODERATE news HIDE 1",
    "ARTICLE.MODERATE news SHOW 1 7",
    // Answers become own comments, and own comments answers.
    "ARTICLE.TRANSFER news ann bob COUNT 1",
    "ARTICLE.TRANSFER news bob ann COUNT 9",
    "ARTICLE.TRANSFER news ann fay",
    "ARTICLE.SEEN news fay 3",
    "ARTICLE.LOAD news LASTID 20",
    "ARTICLE.SEEN news fay 20",
    // What is answered, and an answer.
    "ARTICLE.DEL news 1",
    "ARTICLE.DEL news 8",
    "ARTICLE.DEL news 2 3 4 5 6 7",
];

/// Lines that change nothing.
const NO_CHANGES: [&str; 6] = [
    "ARTICLE.SEEN news fay 20",
    "ARTICLE.SEEN news zoe 0",
    "ARTICLE.SEEN news nobody 21",
    "ARTICLE.LOAD news SEEN fay 19",
    "ARTICLE.LOAD news SEEN nobody 21",
    "ARTICLE.ANSWERS news ann 1 UNSEEN",
];

/// Makes article 1 of ann and 2 of bob, which is older, and comments 3 to 6, of which the last is
/// ann's own.
fn make(c: &mut Client) {
    c.int("ARTICLE.POST news ann t l TIME 1000");
    c.int("ARTICLE.POST news bob t l TIME 900");
    for comment in ["bob 1", "ann 3", "cleo 2", "ann 1"] {
        c.int(&format!("ARTICLE.COMMENT news {comment} text TIME 1000"));
    }
}

#[test]
fn every_change_is_in_digests_copies_and_replicas() {
    let primary = setup().start();
    let replica = other_replica(&primary, MONTH);
    make(&mut primary.resp3());
    await_caught_up(&primary, &replica);
    apply_with_replica(&primary, &replica, &CHANGES);
    assert_no_changes(&primary, &NO_CHANGES);
    // Nothing but marks is left, and the replica has every one.
    for server in [&replica, &primary] {
        let mut c = server.resp3();
        assert_eq!(c.info("news").int("users"), 0);
        c.ok("REPLICAOF NO ONE");
        for (user, seen) in [("ann", 7), ("bob", 6), ("zoe", 1), ("yan", 6), ("fay", 20)] {
            let mut see = |id: i64| c.int(&format!("ARTICLE.SEEN news {user} {id}"));
            let replies = (see(seen), see((seen + 1).min(20)));
            assert_eq!(replies, (0, (seen < 20).into()), "{user}");
        }
    }
}

#[test]
fn every_change_is_in_append_only_files_of_each_kind() {
    let (first, second) = CHANGES.split_at(12);
    apply_with_restarts(make, &[first, second]);
}

#[test]
fn a_rewritten_file_has_the_marks_of_all_readers() {
    let mut server = setup().config("appendonly yes").config("aof-use-rdb-preamble no").start();
    let mut c = server.resp3();
    make(&mut c);
    let readers: Vec<_> = (0..2_000).map(|n| format!("reader{n} {}", 1 + n % 6)).collect();
    let seen = c.run_all(readers.iter().map(|reader| format!("ARTICLE.SEEN news {reader}")));
    assert!(seen.iter().all(|reply| *reply == int(1)));
    let digest = crate::everywhere::digest(&mut c, "news");
    aof::rewrite(&mut c);
    let file = String::from_utf8_lossy(&aof::base_of(&server)).into_owned();
    assert_eq!(file.matches("\r\nSEEN\r\n").count(), readers.len());
    server.restart();
    let mut c = server.resp3();
    assert_eq!(crate::everywhere::digest(&mut c, "news"), digest);
    let seen = c.run_all(readers.iter().map(|reader| format!("ARTICLE.SEEN news {reader}")));
    assert!(seen.iter().all(|reply| *reply == int(0)));
}
