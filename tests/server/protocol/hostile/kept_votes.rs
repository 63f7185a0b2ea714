//! Forged dumps with kept votes: RESTORE refuses those that break a rule.

use super::payload::Payload;
use test_support::*;

/// The index of the setting KEEPVOTES in the bytes of a site with the default settings.
const KEEP_VOTES: usize = 11;
/// The flags of an article that has only kept votes, as a number.
const FLAGS: [u8; 2] = [0x80, 0x08];

/// Returns the dump of a site with one article, for which bob has kept a vote, and against which
/// carol has. It ends with these two, and the numbers of comments, of users who
/// have seen answers, of names of lists and of lists.
fn dump(c: &mut Client) -> Payload {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    let kept = "COUNTS 1 1 KEPTUP 1 bob KEPTDOWN 1 carol";
    c.ok(&format!("ARTICLE.LOAD news ARTICLE 1 alice t l TIME 1000 CLOSES 2000 {kept}"));
    let payload = Payload::of(&c.dump("news"));
    let [.., 1, bob, 1, carol, 0, 0, 0, 0] = payload.site[..] else { panic!("{payload:?}") };
    assert!(bob < 3 && carol < 3 && bob != carol, "{payload:?}");
    assert_eq!(payload.site[KEEP_VOTES], 1);
    payload
}

/// Restores other bytes, which make a consistent site or are refused.
fn restore(c: &mut Client, payload: &Payload, site: Vec<u8>) -> bool {
    let dump = payload.with(site).dump(1 << 16);
    match c.call("RESTORE", ("news", 0, dump, "REPLACE")) {
        Value::Okay => {
            c.check("news");
            true
        }
        refusal => {
            assert_error(&refusal, "ERR Bad data format");
            false
        }
    }
}

#[in_both_protocols]
fn kept_votes_that_break_a_rule_are_refused(c: &mut Client) {
    let payload = dump(c);
    let site = &payload.site;
    assert!(restore(c, &payload, site.clone()));
    assert_eq!(c.ids("ARTICLE.VOTED news carol 1 DOWN"), [1]);
    for keeps in [0, 2] {
        let mut site = site.clone();
        site[KEEP_VOTES] = keeps;
        assert!(!restore(c, &payload, site), "KEEPVOTES {keeps}");
    }
    let flags = site.windows(2).position(|pair| pair == FLAGS).expect("the flags");
    // With vote records, with silent votes, and an unknown flag.
    for other in [[0x81, 0x08], [0x80, 0x0a], [0x80, 0x28]] {
        let mut site = site.clone();
        site[flags..flags + 2].copy_from_slice(&other);
        assert!(!restore(c, &payload, site), "flags {other:?}");
    }
    let (head, lists) = site.split_at(site.len() - 8);
    let [_, bob, _, carol, ..] = lists else { panic!("{lists:?}") };
    for other in [
        // Two votes of one user, in two lists and in one.
        &[1, *bob, 1, *bob][..],
        &[2, *bob, 0xff, 0xff, 0xff, 0xff, 0x0f, 0],
        // A user whom the site does not have.
        &[1, 3, 1, *carol],
        &[2, 2, 0, 0],
        // More than there is.
        &[2, *bob, 1, *carol],
        &[0xff, 0xff, 0xff, 0xff, 0x0f, *bob, 1, *carol],
        &[1, *bob, 1, *carol, 0],
    ] {
        assert!(!restore(c, &payload, [head, other, &[0; 4]].concat()), "{other:?}");
    }
    assert!(!restore(c, &payload, [head, &[1, *bob]].concat()));
    // The writer would leave the flag out.
    assert!(restore(c, &payload, [head, &[0; 6]].concat()));
    assert_eq!(c.ids("ARTICLE.VOTED news carol 1"), [0_i64; 0]);
}
