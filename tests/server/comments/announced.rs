//! Comments and the reply cache.

use super::tree;
use test_support::*;

/// Shows something often enough that its reply is kept.
fn show(c: &mut Client, line: &str) -> Vec<Fields> {
    let first = c.page(line);
    for _ in 0..3 {
        assert_eq!(c.page(line), first, "{line}");
    }
    first
}

#[in_both_protocols]
fn a_kept_reply_is_the_same_everywhere_and_follows_each_change(c: &mut Client) {
    tree(c);
    c.ok("ARTICLE.EDIT news 3 FIELDS 1 f v");
    let lines = [
        "ARTICLE.MGET news 1 3",
        "ARTICLE.THREAD news 2 BY TIME ASC",
        "ARTICLE.COMMENTS news 1 FROM 1 user-3",
    ];
    for viewer in ["", " VIEWER bob"] {
        let depth = |comment: &Fields| comment.has("depth");
        let shown = lines.map(|line| show(c, &format!("{line}{viewer}")).remove(0));
        assert_eq!(shown.each_ref().map(depth), [false, true, false]);
        let shown = shown.map(|comment| comment.without("depth"));
        assert_eq!((&shown[1], &shown[2]), (&shown[0], &shown[0]));
    }
    // The same comment at two depths.
    for (line, depth) in [("1 BY TIME ASC", 2), ("2 BY TIME ASC", 1)] {
        let thread = show(c, &format!("ARTICLE.THREAD news {line}"));
        let found = thread.iter().find(|comment| comment.int("id") == 3).expect("3");
        assert_eq!(found.int("depth"), depth);
    }
    for (change, name) in [
        ("VOTE news bob 3", "votes"),
        ("EDIT news 3 TEXT other", "text"),
        ("EDIT news 3 FIELDS 1 f w", "f"),
        ("INCRBY news 3 n 1", "n"),
        ("COMMENT news bob 4 text", "comments"),
        ("MODERATE news HIDE 9", "comments"),
        ("MODERATE news SHOW 9", "comments"),
        ("DEL news 9", "comments"),
        ("BOOST news 3 5", "boost"),
        ("MODERATE news PIN 3", "pinned"),
        ("MODERATE news LOCK 3", "locked"),
        ("TRANSFER news user-3 user-4", "poster"),
        ("ALTER news VOTESCORE 5", "score"),
    ] {
        let before = show(c, lines[0]).remove(0);
        let in_thread = show(c, lines[1]).remove(0);
        assert!(!is_error(&c.run(&format!("ARTICLE.{change}"))), "{change}");
        let after = c.page(lines[0]).remove(0);
        let value = |comment: &Fields| comment.has(name).then(|| comment.value(name).clone());
        assert_ne!(value(&before), value(&after), "{change}");
        let thread = c.page(lines[1]).remove(0);
        assert_ne!(in_thread, thread, "{change}");
        assert_eq!(thread.without("depth"), after, "{change}");
    }
    c.check("news");
}

#[in_both_protocols]
fn listings_of_comments_follow_each_change(c: &mut Client) {
    tree(c);
    let line = "ARTICLE.COMMENTS news 1 BY VOTES RETURN 1 id";
    let mut expected = vec![8, 7, 6, 5, 4, 3, 2];
    let mut assert_listed = |c: &mut Client, change: &str, ids: &[i64]| {
        assert_eq!(show(c, line).iter().map(|it| it.int("id")).collect::<Vec<_>>(), expected);
        assert!(!is_error(&c.run(change)), "{change}");
        expected = ids.to_vec();
        assert_eq!(c.ids(line), expected, "{change}");
    };
    assert_listed(c, "ARTICLE.VOTE news bob 3", &[3, 8, 7, 6, 5, 4, 2]);
    assert_listed(c, "ARTICLE.COMMENT news bob 3 text", &[3, 9, 8, 7, 6, 5, 4, 2]);
    assert_listed(c, "ARTICLE.DEL news 8", &[3, 9, 7, 6, 5, 4, 2]);
    assert_listed(c, "ARTICLE.MODERATE news HIDE 7", &[3, 9, 6, 5, 4, 2]);
    assert_listed(c, "ARTICLE.MODERATE news HIDE 1", &[]);
    assert_listed(c, "ARTICLE.MODERATE news SHOW 1", &[3, 9, 6, 5, 4, 2]);
    assert_listed(c, "ARTICLE.POST news alice t l", &[3, 9, 6, 5, 4, 2]);
    assert_listed(c, "ARTICLE.DEL news 1", &[]);
}
