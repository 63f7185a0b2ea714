//! ARTICLE.FORGET: a user's kept votes go, and which answers the user has seen; all else stays.

use test_support::*;

/// Makes a site that keeps votes. Articles 1 and 2 have closed, 3 is open, and bob and carol have
/// a vote on each. Comment 4 of carol answers bob's article 3.
fn make(c: &mut Client) {
    c.run("DEL news");
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    for (id, closes) in [(1, 2000), (2, 2000), (3, 3_000_000_000_i64)] {
        let options = format!("TIME 1000 CLOSES {closes} UP 1 bob DOWN 1 carol");
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} bob t l {options}"));
    }
    assert_eq!(c.int("ARTICLE.COMMENT news carol 3 text"), 4);
    let seen = c.position("news", 4);
    assert_eq!(c.int(&format!("ARTICLE.SEEN news bob {seen}")), 1);
}

/// Returns all articles as anybody sees them.
fn articles(c: &mut Client) -> Value {
    c.run("ARTICLE.MGET news 4 1 2 3 4")
}

#[in_both_protocols]
fn kept_votes_and_what_was_seen_go(c: &mut Client) {
    for is_freed in [false, true] {
        make(c);
        if is_freed {
            // Frees the vote records of what has closed.
            let id = c.int("ARTICLE.POST news eve t l");
            assert_eq!(c.int(&format!("ARTICLE.DEL news {id}")), 1);
        }
        let before = articles(c);
        assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [3, 2, 1]);
        assert_eq!(c.map("ARTICLE.USER news bob").int("unseen"), 0);
        assert_eq!(c.int("ARTICLE.FORGET news bob"), 2, "{is_freed}");
        c.check("news");
        // What is open is still voted on, and what was seen is to be seen again.
        assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [3]);
        assert_eq!(
            c.run("ARTICLE.VOTES news bob 1 2 3"),
            Value::Array(vec![int(0), int(0), int(1)])
        );
        assert_eq!(c.map("ARTICLE.USER news bob").int("unseen"), 1);
        assert_eq!(c.ids("ARTICLE.VOTED news carol 1"), [4, 3, 2, 1]);
        assert_eq!(articles(c), before);
        assert_eq!(c.int("ARTICLE.FORGET news bob"), 0);
        assert_eq!(c.int("ARTICLE.SEEN news bob time:1000-1"), 1);
    }
}

#[in_both_protocols]
fn kept_votes_go_some_at_a_time(c: &mut Client) {
    make(c);
    for (line, reply, left) in
        [("COUNT 1", 1, &[3, 2][..]), ("COUNT 10000", 1, &[3]), ("COUNT 1", 0, &[3])]
    {
        assert_eq!(c.int(&format!("ARTICLE.FORGET news bob {line}")), reply);
        assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), left);
    }
    c.check("news");
}

#[in_both_protocols]
fn nothing_goes_without_the_setting_but_what_was_seen(c: &mut Client) {
    make(c);
    c.ok("ARTICLE.ALTER news KEEPVOTES no");
    assert_eq!(c.int("ARTICLE.FORGET news bob"), 0);
    assert_eq!(c.map("ARTICLE.USER news bob").int("unseen"), 1);
    assert_eq!(c.ids("ARTICLE.VOTED news bob 1"), [3]);
    c.check("news");
}

#[in_both_protocols]
fn whoever_has_nothing_is_forgotten_with_it(c: &mut Client) {
    make(c);
    let dump = |c: &mut Client| bytes(&c.run("DUMP news"));
    let names = |dump: &[u8]| dump.windows(3).any(|part| part == b"dan");
    let before = dump(c);
    assert_eq!(c.int("ARTICLE.SEEN news dan time:1000-4"), 1);
    assert!(names(&dump(c)));
    assert_eq!(c.int("ARTICLE.FORGET news dan"), 0);
    assert!(!names(&dump(c)));
    assert_eq!(dump(c), before);
    for line in ["news nobody", "none bob"] {
        assert_eq!(c.int(&format!("ARTICLE.FORGET {line}")), 0);
    }
    assert_eq!(c.int("EXISTS none"), 0);
}
