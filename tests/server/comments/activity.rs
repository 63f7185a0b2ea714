//! What comments do to `comments` and `bumped` of their article, and to the orders of activity.

use super::{counts, tree};
use test_support::*;

fn bumped(c: &mut Client) -> i64 {
    c.article("news", 1).int("bumped")
}

#[in_both_protocols]
fn a_comment_bumps_if_it_is_later_than_what_happened_last(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l TIME 5000");
    for (parent, time, after) in
        [(1, 4000, 5000), (1, 6000, 6000), (2, 5500, 6000), (3, 7000, 7000)]
    {
        c.int(&format!("ARTICLE.COMMENT news bob {parent} text TIME {time}"));
        assert_eq!(bumped(c), after, "{time}");
    }
    c.int("ARTICLE.BUMP news 1 TIME 9000");
    c.int("ARTICLE.COMMENT news bob 1 text TIME 8000");
    assert_eq!(bumped(c), 9000);
    // A BUMP is a floor.
    for line in
        ["MODERATE news HIDE 5", "MODERATE news SHOW 5", "DEL news 5", "EDIT news 4 TEXT x"]
    {
        c.run(&format!("ARTICLE.{line}"));
        assert_eq!(bumped(c), 9000, "{line}");
    }
    c.check("news");
}

#[in_both_protocols]
fn the_bump_window_counts_from_the_article(c: &mut Client) {
    c.ok("ARTICLE.CREATE news BUMPWINDOW 100");
    c.int("ARTICLE.POST news alice t l TIME 5000");
    for (parent, time, after) in [(1, 5099, 5099), (2, 5100, 5099), (2, 9000, 5099)] {
        c.int(&format!("ARTICLE.COMMENT news bob {parent} text TIME {time}"));
        assert_eq!(bumped(c), after, "{time}");
    }
    assert_eq!(counts(c, [1]), [3]);
    c.ok("ARTICLE.ALTER news BUMPWINDOW 0");
    c.int("ARTICLE.COMMENT news bob 1 text TIME 8000");
    assert_eq!(bumped(c), 8000);
}

#[in_both_protocols]
fn the_number_of_comments_stays_in_its_range(c: &mut Client) {
    tree(c);
    assert_eq!(c.int("ARTICLE.BUMP news 1 COMMENTS 4294967288"), 4_294_967_295);
    c.int("ARTICLE.COMMENT news bob 4 text");
    assert_eq!(counts(c, [1, 2]), [4_294_967_295, 4]);
    assert_eq!(c.int("ARTICLE.BUMP news 1 COMMENTS -4294967294"), 1);
    assert_eq!(c.int("ARTICLE.DEL news 7 8 9"), 3);
    assert_eq!(counts(c, [1, 2]), [0, 3]);
    // An article without its own comments in the number shows those that are elsewhere.
    assert_eq!(c.int("ARTICLE.BUMP news 1 COMMENTS 2"), 2);
    assert_eq!(c.int("ARTICLE.COMMENT news bob 1 text"), 10);
    assert_eq!(counts(c, [1]), [3]);
    c.check("news");
}
