//! ARTICLE.DEL: a deleted article is gone everywhere at once.

use test_support::*;

#[in_both_protocols]
fn del_returns_the_number_of_deleted_articles(c: &mut Client) {
    for _ in 1..=6 {
        c.int("ARTICLE.POST news alice a l");
    }
    assert_eq!(c.run("ARTICLE.DEL news 1"), int(1));
    assert_eq!(c.run("ARTICLE.DEL news 1"), int(0));
    assert_eq!(c.run("ARTICLE.DEL news 1 2 3 9 -1 0"), int(2));
    assert_eq!(c.run("ARTICLE.DEL news 5 5 5"), int(1));
    assert_eq!(c.run("ARTICLE.DEL news 4294967300 9223372036854775807"), int(0));
    assert_eq!(c.ids("ARTICLE.PAGE news 1 ASC"), [4, 6]);
}

#[in_both_protocols]
fn a_site_whose_last_article_is_deleted_stays(c: &mut Client) {
    c.ok("ARTICLE.CREATE news PAGESIZE 7");
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news alice b l TIME 1000");
    assert_eq!(c.run("ARTICLE.DEL news 1 2"), int(2));
    assert_eq!(c.run("EXISTS news"), int(1));
    assert_eq!(c.info("news").int("page_size"), 7);
    assert_eq!(c.info("news").int("last_id"), 2);
    assert_eq!(c.run("ARTICLE.PAGE news 1"), bulks(&[]));
    assert_eq!(c.run("ARTICLE.POST news alice c l"), int(3));
}
