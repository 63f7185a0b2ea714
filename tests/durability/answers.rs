//! Answers to users and the last one that each has seen arrive on replicas, in append-only files
//! of each kind and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::{Site, setup};

pub const SITE: Site = Site { make, changes: CHANGES, no_changes: NO_CHANGES };

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: &[&str] = &[
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
    // Unseen again, until the next SEEN.
    "ARTICLE.COMMENT news eve 2 text",
    "ARTICLE.MODERATE news HIDE 9",
    "ARTICLE.MODERATE news PUBLISH 9",
    "ARTICLE.SEEN news bob 1",
    "ARTICLE.MODERATE news HIDE 9",
    "ARTICLE.MODERATE news PUBLISH 9",
    "ARTICLE.LOAD news UNSEEN xena 2 3 9",
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
const NO_CHANGES: &[&str] = &[
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
