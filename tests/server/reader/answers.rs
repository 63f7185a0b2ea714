//! ARTICLE.ANSWERS, ARTICLE.SEEN and the entry `unseen` of ARTICLE.USER: the comments by others on
//! what a user posted, and up to where the user has seen them.

use test_support::*;

const IN_FUTURE: &str = "ERR position must not be in the future";

/// Makes article 1 of alice and 2 of bob, with these comments:
///
/// - 1 is answered by 3 of bob, 5 of alice and 9 of dan, and 3 by 4 of alice.
/// - 5 is answered by 6 of carol, and that by 8 of bob.
/// - 2 is answered by 7 of carol.
///
/// Two successive ones have the same time: 2 and 3 have 3001.
fn make(c: &mut Client) {
    c.run("DEL news");
    c.ok("ARTICLE.CREATE news WINDOW 3153600000");
    for line in ["POST news alice a l TIME 2000", "POST news bob b l TIME 1000"] {
        c.int(&format!("ARTICLE.{line}"));
    }
    for (id, comment) in
        (3..).zip(["bob 1", "alice 3", "alice 1", "carol 5", "carol 2", "bob 6", "dan 1"])
    {
        let line = format!("ARTICLE.COMMENT news {comment} text TIME {}", 3_000 + id / 2);
        assert_eq!(c.int(&line), id);
    }
}

/// Returns the ids of the answers to a user of whom nothing was seen, which `unseen` must count.
#[track_caller]
fn answers(c: &mut Client, user: &str) -> Vec<i64> {
    let ids = c.ids(&format!("ARTICLE.ANSWERS news {user} 1"));
    assert_eq!(c.ids(&format!("ARTICLE.ANSWERS news {user} 1 UNSEEN")), ids, "{user}");
    let user = c.run(&format!("ARTICLE.USER news {user}"));
    if user != Value::Nil {
        assert_eq!(c.fields(&user).int("unseen"), ids.len() as i64);
    }
    ids
}

/// Checks the answers to alice, bob, carol and dan.
#[track_caller]
fn assert_answers(c: &mut Client, expected: [&[i64]; 4]) {
    c.check("news");
    for (user, expected) in ["alice", "bob", "carol", "dan"].into_iter().zip(expected) {
        assert_eq!(answers(c, user), expected, "{user}");
    }
}

fn unseen(c: &mut Client, user: &str) -> i64 {
    c.map(&format!("ARTICLE.USER news {user}")).int("unseen")
}

#[in_both_protocols]
fn they_are_the_comments_by_others_on_what_the_user_posted(c: &mut Client) {
    make(c);
    assert_answers(c, [&[9, 6, 3], &[7, 4], &[8], &[]]);
    assert_eq!(c.int("ARTICLE.SEEN news alice time:3001-3"), 1);
    for (options, expected) in [
        ("", &[9, 6, 3][..]),
        ("unseen", &[9, 6]),
        ("SIZE 2", &[9, 6]),
        ("AFTER time:3004-9", &[6, 3]),
        // The cursor need not be of the listing.
        ("AFTER time:3004-8", &[6, 3]),
        ("AFTER time:9000000000-1", &[9, 6, 3]),
        ("AFTER time:3003-6", &[3]),
        ("AFTER time:3003-7", &[6, 3]),
        ("AFTER time:3001-3", &[]),
        ("AFTER time:-5-7", &[]),
        ("AFTER time:3004-9 UNSEEN", &[6]),
        ("AFTER time:3003-6 UNSEEN", &[]),
        ("NOTFROM 1 carol", &[9, 3]),
        ("NOTFROM 3 dan nobody carol", &[3]),
        ("UNSEEN NOTFROM 2 bob dan SIZE 1", &[6]),
        // The answers of the user are not among them anyway.
        ("NOTFROM 2 alice alice", &[9, 6, 3]),
        ("NOTFROM 0", &[9, 6, 3]),
    ] {
        let line = format!("ARTICLE.ANSWERS news alice 1 {options}");
        assert_eq!(c.ids(&line), expected, "{options}");
    }
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 2 SIZE 2"), [3]);
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 2 SIZE 1 AFTER time:3004-9"), [3]);
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 2 SIZE 1 UNSEEN"), [6]);
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 3 SIZE 2"), [0_i64; 0]);
    assert_eq!(c.ids("ARTICLE.ANSWERS news nobody 1 UNSEEN"), [0_i64; 0]);
}

#[in_both_protocols]
fn the_mark_of_seen_goes_up_and_never_down(c: &mut Client) {
    make(c);
    for (position, moved, unseen) in [
        ("time:0-0", 0, &[9, 6, 3][..]),
        ("time:-9-9", 0, &[9, 6, 3]),
        // It need not be an answer.
        ("time:0-1", 1, &[9, 6, 3]),
        ("time:3001-2", 1, &[9, 6, 3]),
        ("time:3003-0", 1, &[9, 6]),
        ("time:3003-6", 1, &[9]),
        ("time:3003-6", 0, &[9]),
        ("time:3003-0", 0, &[9]),
        ("time:3002-4294967295", 0, &[9]),
        ("time:0-0", 0, &[9]),
        ("time:3004-8", 1, &[9]),
        ("time:3004-9", 1, &[]),
        ("time:3004-8", 0, &[]),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news alice {position}")), moved, "{position}");
        assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1 UNSEEN"), unseen, "{position}");
        assert_eq!(self::unseen(c, "alice"), unseen.len() as i64, "{position}");
    }
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1"), [9, 6, 3]);
    // The others have marks of their own.
    assert_eq!(answers(c, "bob"), [7, 4]);
    assert_eq!(c.int("ARTICLE.COMMENT news bob 1 text"), 10);
    assert_eq!(unseen(c, "alice"), 1);
    c.check("news");
}

#[in_both_protocols]
fn what_is_no_position_or_in_the_future_cannot_be_seen(c: &mut Client) {
    make(c);
    for position in ["9", "3004-9", "id:9", "time:9", "time:p3004-9", "time:3004-4294967296", "x"]
    {
        c.always_refused(&format!("ARTICLE.SEEN news alice {position}"), BAD_CURSOR);
    }
    // Nothing answers what is before everything of a second.
    c.always_refused("ARTICLE.ANSWERS news alice 1 AFTER time:3004-0", BAD_CURSOR);
    c.int("DEL news");
    make(c);
    for position in ["time:3000000000-1", "time:9223372036854775807-0"] {
        let line = format!("ARTICLE.SEEN news alice {position}");
        assert_error(&assert_unchanged(c, "news", |c| c.run(&line)), IN_FUTURE);
        assert_error(&c.run(&format!("ARTICLE.SEEN none alice {position}")), IN_FUTURE);
    }
    c.check("news");
}

#[in_both_protocols]
fn the_latest_answers_come_first_whatever_their_ids_are(c: &mut Client) {
    c.ok("ARTICLE.LOAD news ARTICLE 1 alice t l TIME 1 CLOSES 3000000000");
    let times = [500, 20, 30, 30, 10, 40, 40, 5];
    for (id, time) in (2..).zip(times) {
        let line = format!("COMMENT {id} bob 1 text TIME {time} CLOSES 3000000000");
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    let expected = [2, 8, 7, 5, 4, 3, 6, 9];
    for reload in [false, true] {
        if reload {
            c.restore("news", "news");
        }
        assert_eq!(answers(c, "alice"), expected);
        for size in [1, 3, 7] {
            let line = format!("ARTICLE.ANSWERS news alice 1 SIZE {size} RETURN 1 id");
            assert_eq!(c.walk(&line, None).concat(), expected);
        }
        c.check("news");
    }
    assert_eq!(c.int("ARTICLE.SEEN news alice time:30-4"), 1);
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1 UNSEEN"), [2, 8, 7, 5]);
    // TRANSFER and DEL take what is out of order along.
    assert_eq!(c.int("ARTICLE.TRANSFER news alice zoe"), 1);
    assert_eq!((answers(c, "alice"), answers(c, "zoe")), (vec![], expected.to_vec()));
    assert_eq!(c.int("ARTICLE.DEL news 2 5"), 2);
    assert_eq!(answers(c, "zoe"), [8, 7, 4, 3, 6, 9]);
    assert_eq!(c.int("ARTICLE.DEL news 1"), 1);
    assert_eq!(answers(c, "zoe"), [0_i64; 0]);
    c.check("news");
}

#[in_both_protocols]
fn the_number_of_unseen_answers_looks_at_the_latest_ten_thousand(c: &mut Client) {
    load_many(c);
    let comment = |id| format!("COMMENT {id} eve 1 text TIME 1001 CLOSES 3000000000");
    c.all_ok((1_202..=11_200).map(|id| format!("ARTICLE.LOAD news {}", comment(id))));
    c.int("ARTICLE.MUTE news alice USER eve");
    // The latest of bob is the only one that is looked at.
    assert_eq!(unseen(c, "alice"), 1);
    c.ok(&format!("ARTICLE.LOAD news {}", comment(11_201)));
    assert_eq!(unseen(c, "alice"), 0);
    assert_eq!(c.ids("ARTICLE.ANSWERS news alice 1 UNSEEN SIZE 1"), [1201]);
}

/// Loads article 1 of alice, and as its answers the comments 2 to 1201 of bob.
fn load_many(c: &mut Client) {
    const TIMES: &str = "TIME 1000 CLOSES 3000000000";
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice t l {TIMES}"));
    c.all_ok((2..=1201).map(|id| format!("ARTICLE.LOAD news COMMENT {id} bob 1 text {TIMES}")));
}

#[in_both_protocols]
fn unseen_answers_are_counted_to_a_thousand(c: &mut Client) {
    load_many(c);
    assert_eq!(unseen(c, "alice"), 1_000);
    for (seen, expected) in [(200, 1_000), (201, 1_000), (202, 999), (1_000, 201)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news alice time:1000-{seen}")), 1);
        assert_eq!(unseen(c, "alice"), expected, "{seen}");
    }
    let pages = c.walk("ARTICLE.ANSWERS news alice 1 SIZE 150 UNSEEN RETURN 1 id", None);
    assert!(pages.concat().into_iter().eq((1001..=1201).rev()));
    c.int("ARTICLE.MODERATE news HIDE 900 1001 1100 1201");
    assert_eq!(unseen(c, "alice"), 198);
    assert_eq!(c.int("ARTICLE.SEEN news alice time:1000-1200"), 1);
    assert_eq!(unseen(c, "alice"), 0);
    c.int("ARTICLE.MODERATE news SHOW 1201");
    assert_eq!(unseen(c, "alice"), 1);
}

#[in_both_protocols(with_module().config("enable-debug-command local"))]
fn the_mark_of_a_user_who_has_nothing_else_stays(_: &mut Server, c: &mut Client) {
    make(c);
    let digest = |c: &mut Client| c.run("DEBUG DIGEST-VALUE news");
    let before = digest(c);
    assert_eq!(c.int("ARTICLE.SEEN news zoe time:1000-5"), 1);
    assert_ne!(digest(c), before);
    assert_eq!(c.info("news").int("users"), 4);
    assert_eq!(c.map("ARTICLE.USER news zoe").ints(), [0; 5]);
    // Users whose votes and posts are gone.
    assert_eq!(c.int("ARTICLE.VOTE news eve 3"), 1);
    assert_eq!(c.int("ARTICLE.SEEN news eve time:1000-7"), 1);
    c.run("ARTICLE.UNVOTE news eve 0");
    assert_eq!(c.int("ARTICLE.SEEN news dan time:1000-8"), 1);
    c.run("ARTICLE.UNVOTE news dan 0");
    assert_eq!(c.int("ARTICLE.DEL news 9"), 1);
    let before = digest(c);
    for reload in [false, true] {
        if reload {
            c.ok("DEBUG RELOAD");
        }
        c.check("news");
        assert_eq!(digest(c), before);
        for line in ["zoe time:1000-5", "eve time:1000-7", "dan time:1000-8"] {
            assert_eq!(c.int(&format!("ARTICLE.SEEN news {line}")), 0, "{line}");
        }
    }
    // The digest tells whose mark it is, and where.
    let digests = ["zoe time:1000-6", "eve time:1000-8", "dan time:1001-8"].map(|line| {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {line}")), 1, "{line}");
        digest(c)
    });
    assert!(digests[0] != digests[1] && digests[1] != digests[2] && digests[2] != before);
    // The mark applies once there is an answer.
    c.int("ARTICLE.POST news zoe t l");
    c.int("ARTICLE.COMMENT news bob 10 text");
    assert_eq!(unseen(c, "zoe"), 1);
    let seen = c.position("news", 11);
    assert_eq!(c.int(&format!("ARTICLE.SEEN news zoe {seen}")), 1);
    assert_eq!(unseen(c, "zoe"), 0);
}
