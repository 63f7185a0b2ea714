//! ARTICLE.MODERATE: its reply, and what it refuses.

use super::moderate;
use test_support::*;

/// Each action with its reverse and the entry of an article that shows it.
const ACTIONS: [(&str, &str, &str); 3] =
    [("HIDE", "SHOW", "hidden"), ("LOCK", "UNLOCK", "locked"), ("PIN", "UNPIN", "pinned")];

#[in_both_protocols]
fn it_returns_the_number_of_articles_changed(c: &mut Client) {
    for (action, reverse, entry) in ACTIONS {
        c.run("DEL news");
        for _ in 1..=3 {
            c.int("ARTICLE.POST news alice t l");
        }
        let before = SiteSnapshot::of(c, "news");
        assert_eq!(moderate(c, reverse, &[1, 2, 3]), 0);
        assert_eq!(moderate(c, action, &[2]), 1);
        assert_eq!(moderate(c, action, &[2]), 0);
        // Ids that do not exist count 0, and each article counts once.
        let ids = [1, 2, 1, 9, 0, -1, 4_294_967_296, i64::MAX, i64::MIN];
        assert_eq!(moderate(c, action, &ids), 1);
        for (id, is_set) in [(1, true), (2, true), (3, false)] {
            let article = c.article("news", id);
            assert_eq!(article.has(entry), is_set, "{action} {id}");
            if is_set {
                assert_eq!(article.value(entry), &int(1));
            }
        }
        assert_eq!(moderate(c, reverse, &[3, 2, 9, 2, 1]), 2);
        before.assert_same(&SiteSnapshot::of(c, "news"));
        // Deleted articles are none.
        moderate(c, action, &[1]);
        c.int("ARTICLE.DEL news 1");
        assert_eq!(moderate(c, reverse, &[1]), 0);
    }
}

#[in_both_protocols]
fn a_missing_key_has_no_articles(c: &mut Client) {
    for (action, reverse, _) in ACTIONS {
        assert_eq!((moderate(c, action, &[1, 2]), moderate(c, reverse, &[1])), (0, 0));
    }
    assert_eq!(c.run("EXISTS news"), int(0));
}

#[in_both_protocols]
fn actions_are_words_in_any_case_and_ids_integers(c: &mut Client) {
    let action = "ERR action must be HIDE, SHOW, PUBLISH, LOCK, UNLOCK, PIN, PINLOCAL or UNPIN";
    for (arguments, error) in [("1 HIDE", action), ("HIDE 1 LOCK 1", "ERR id must be an integer")]
    {
        c.always_refused(&format!("ARTICLE.MODERATE news {arguments}"), error);
    }
    assert_error(&c.run("ARTICLE.MODERATE news HIDE 1"), WRONG_TYPE);
    c.run("DEL news");
    c.int("ARTICLE.POST news alice t l");
    // An error changes nothing, also of the ids before it.
    assert_unchanged(c, "news", |c| c.run("ARTICLE.MODERATE news HIDE 1 x"));
    assert_eq!(c.run("article.moderate news hIdE 1"), int(1));
}
