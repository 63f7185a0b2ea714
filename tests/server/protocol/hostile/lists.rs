//! Forged dumps with lists of users: RESTORE refuses those that break a rule.

use super::payload::Payload;
use super::setup;
use test_support::*;

/// Returns the dump of a site of alice with articles 1 and 2, comment 3 and place 4, and with one
/// list. It ends with the name, and the user, the index of the name, and the ids of the list.
fn dump(c: &mut Client) -> Payload {
    for line in [
        "ARTICLE 1 alice t l TIME 1000 CLOSES 2000 COUNTS 1 0",
        "ARTICLE 2 alice t l TIME 1000 CLOSES 2000 COUNTS 1 0",
        "COMMENT 3 alice 1 t TIME 1000 CLOSES 2000 COUNTS 1 0",
        "PLACE 4 1 TIME 1000",
        "COMMENT 5 alice 4 t TIME 1000 CLOSES 2000 COUNTS 1 0",
        "LASTID 9",
        "MARKS alice saved 1 2",
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    let payload = Payload::of(&c.dump("news"));
    assert!(payload.site.ends_with(b"\x01\x05saved\x01\x00\x00\x01\x02"), "{payload:?}");
    payload
}

/// Restores the dump with other names of lists and lists.
fn restore(c: &mut Client, payload: &Payload, names: &[&[u8]], lists: &[u8]) -> Value {
    let (head, _) = payload.site.split_at(payload.site.len() - 12);
    let texts: Vec<u8> = names.iter().flat_map(|n| [&[n.len() as u8], *n].concat()).collect();
    let site = [head, &[names.len() as u8], &texts, lists].concat();
    c.call("RESTORE", ("news", 0, payload.with(site).dump(1 << 16), "REPLACE"))
}

#[in_both_protocols(setup())]
fn lists_that_break_a_rule_are_refused(_: &mut Server, c: &mut Client) {
    let payload = dump(c);
    let names: &[&[u8]] = &[b"a", b"b"];
    for lists in [
        // What does not exist: a place, an id that nothing has, and one that is not assigned.
        &[1, 0, 0, 1, 4][..],
        &[1, 0, 0, 2, 2, 4],
        &[1, 0, 0, 1, 10],
        &[1, 0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0x0f],
        // None, one twice, and sums beyond 32 bits, which would wrap to an article.
        &[1, 0, 0, 1, 0],
        &[1, 0, 0, 2, 1, 0],
        &[1, 0, 0, 2, 1, 0x80, 0x80, 0x80, 0x80, 0x10],
        &[1, 0, 0, 2, 2, 0xff, 0xff, 0xff, 0xff, 0x0f],
        // Users and names that are not there.
        &[1, 1, 0, 1, 1],
        &[1, 0, 2, 1, 1],
        &[1, 0xff, 0xff, 0xff, 0xff, 0x0f, 0, 1, 1],
        &[1, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 1, 1],
        // Empty, and two of one name.
        &[1, 0, 0, 0],
        &[2, 0, 0, 1, 1, 0, 0, 1, 2],
        // More than there is, or less. 1,000,001 ids are too many anyway.
        &[],
        &[1],
        &[1, 0, 0],
        &[1, 0, 0, 2, 1],
        &[2, 0, 0, 1, 1],
        &[1, 0, 0, 0xc1, 0x84, 0x3d, 1, 1],
        &[1, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f, 1],
        &[0xff, 0xff, 0xff, 0xff, 0x0f, 0, 0, 1, 1],
        &[1, 0, 0, 1, 1, 0],
        &[0, 0, 0, 1, 1],
    ] {
        let reply = restore(c, &payload, names, lists);
        assert_error(&reply, "ERR Bad data format");
        assert_eq!(c.ids("ARTICLE.MARKED news alice saved 1"), [2], "{lists:?}");
        c.check("news");
    }
    for name in [&[][..], &[b'x'; 65]] {
        let reply = restore(c, &payload, &[name], &[1, 0, 0, 1, 1]);
        assert_error(&reply, "ERR Bad data format");
    }
    let reply = restore(c, &payload, &[b"a", b"a"], &[2, 0, 0, 1, 1, 0, 1, 1, 2]);
    assert_error(&reply, "ERR Bad data format");
    let letters: Vec<_> = (b'a'..=b'q').map(|letter| [letter]).collect();
    let letters: Vec<&[u8]> = letters.iter().map(|name| &name[..]).collect();
    let lists: Vec<u8> = (0..17).flat_map(|name| [0, name, 1, 1]).collect();
    let reply = restore(c, &payload, &letters, &[&[17], &lists[..]].concat());
    assert_error(&reply, "ERR Bad data format");
    // A list fewer is no list too many.
    let lists = [&[16], &lists[4..]].concat();
    assert_eq!(restore(c, &payload, &letters, &lists), Value::Okay);
    assert_eq!(c.info("news").int("marks"), 16);
    assert_error(&c.run("ARTICLE.MARK news alice a 2"), "ERR a user can have at most 16 lists");
    c.check("news");
}

#[in_both_protocols(setup())]
fn lists_at_the_limits_are_restored(_: &mut Server, c: &mut Client) {
    let payload = dump(c);
    let longest = [0xff; 64];
    for (names, lists, expected) in [
        (&[&b"a"[..], b"b"][..], &[1, 0, 1, 4, 1, 1, 1, 2][..], &[(&b"b"[..], 4)][..]),
        (&[&longest], &[1, 0, 0, 1, 5], &[(&longest, 1)]),
        // The writer sorts names, and writes none without a list.
        (&[b"b", b"a"], &[2, 0, 0, 1, 3, 0, 1, 2, 1, 1], &[(b"a", 2), (b"b", 1)]),
        (&[b"a"], &[0], &[]),
        (&[b"a", b"a"], &[1, 0, 1, 1, 5], &[(b"a", 1)]),
        (&[], &[0], &[]),
    ] {
        assert_eq!(restore(c, &payload, names, lists), Value::Okay, "{lists:?}");
        c.check("news");
        let reply = c.run("ARTICLE.LISTS news alice");
        let expected: Vec<_> =
            expected.iter().map(|(name, marks)| (name.to_vec(), *marks)).collect();
        assert_eq!(c.group_sizes(&reply), expected, "{lists:?}");
        let marks: i64 = expected.iter().map(|(_, marks)| marks).sum();
        assert_eq!(c.info("news").int("marks"), marks);
        c.restore("news", "twin");
        let digests = c.run("DEBUG DIGEST-VALUE news twin");
        assert_eq!(items(&digests)[0], items(&digests)[1], "{lists:?}");
    }
}
