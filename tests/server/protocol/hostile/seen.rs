//! Forged dumps with the last answers that users have seen: RESTORE refuses those that break a
//! rule.

use super::payload::Payload;
use test_support::*;

/// Returns the dump of a site with an article of alice, whose last id is 5, and of which bob has
/// seen 4. It ends with the number of comments, the number of users who have seen answers, the one
/// user, id, and number of published answers, and the numbers of names of lists and of lists.
fn dump(c: &mut Client) -> Payload {
    c.ok("ARTICLE.LOAD news ARTICLE 1 alice t l TIME 1000 CLOSES 2000 COUNTS 1 0");
    c.ok("ARTICLE.LOAD news LASTID 5");
    assert_eq!(c.int("ARTICLE.SEEN news bob 4"), 1);
    let payload = Payload::of(&c.dump("news"));
    assert!(payload.site.ends_with(&[0, 1, 1, 4, 0, 0, 0]), "{payload:?}");
    payload
}

/// Restores the dump with others who have seen answers.
fn restore(c: &mut Client, payload: &Payload, end: &[u8]) -> Value {
    let (head, _) = payload.site.split_at(payload.site.len() - 6);
    let dump = payload.with([head, end, &[0, 0]].concat()).dump(1 << 16);
    c.call("RESTORE", ("news", 0, dump, "REPLACE"))
}

#[in_both_protocols]
fn an_answer_seen_that_breaks_a_rule_is_refused(c: &mut Client) {
    let payload = dump(c);
    for end in [
        // None, and one that is not assigned yet.
        &[1, 1, 0, 0][..],
        &[1, 1, 6, 0],
        &[1, 1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0],
        &[1, 1, 0x84, 0x80, 0x80, 0x80, 0x10, 0],
        // Published ones that are not assigned yet, or come twice.
        &[1, 1, 4, 1, 6],
        &[1, 1, 4, 2, 5, 1],
        &[1, 1, 4, 1, 0],
        &[1, 1, 4, 2, 3, 0],
        &[1, 1, 4, 1, 0xff, 0xff, 0xff, 0xff, 0x0f],
        // Users whom the site does not have, and one whose number is below the one before.
        &[1, 2, 4, 0],
        &[2, 0, 4, 0, 1, 4, 0],
        &[2, 1, 4, 0, 0, 4, 0],
        &[2, 1, 4, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 4, 0],
        // More than there is, or less.
        &[],
        &[1],
        &[1, 1],
        &[1, 1, 4, 3],
        &[1, 1, 4, 0xff, 0xff, 0xff, 0xff, 0x0f],
        &[2, 1, 4, 0],
        &[0xff, 0xff, 0xff, 0xff, 0x0f, 1, 4, 0],
        &[1, 1, 4, 0, 0],
        &[0, 1, 4, 0],
    ] {
        assert_error(&restore(c, &payload, end), "ERR Bad data format");
        assert_eq!(c.int("ARTICLE.SEEN news bob 4"), 0, "{end:?}");
        c.check("news");
    }
}

#[in_both_protocols]
fn answers_seen_at_the_limits_are_restored(c: &mut Client) {
    let payload = dump(c);
    for (end, alice, bob) in [
        (&[1, 1, 5, 0][..], 0, 5),
        (&[1, 0, 1, 0], 1, 0),
        (&[2, 0, 5, 0, 0, 1, 0], 5, 1),
        // The writer would leave bob out.
        (&[0], 0, 0),
    ] {
        for (user, seen) in [("alice", alice), ("bob", bob)] {
            assert_eq!(restore(c, &payload, end), Value::Okay, "{end:?}");
            c.check("news");
            let mut see = |id: i64| c.int(&format!("ARTICLE.SEEN news {user} {id}"));
            assert_eq!(see(seen), 0, "{end:?}");
            if seen < 5 {
                assert_eq!(see(seen + 1), 1, "{end:?}");
            }
        }
    }
}

#[in_both_protocols]
fn published_answers_at_the_limits_are_restored(c: &mut Client) {
    let payload = dump(c);
    // With and without an answer seen, all that are assigned, and the last one alone.
    for end in [&[1, 1, 4, 5, 1, 1, 1, 1, 1][..], &[1, 1, 0, 1, 5]] {
        assert_eq!(restore(c, &payload, end), Value::Okay, "{end:?}");
        c.check("news");
        let seen = ["ARTICLE.SEEN news bob 0"; 2].map(|line| c.int(line));
        assert_eq!(seen, [1, 0], "{end:?}");
    }
}
