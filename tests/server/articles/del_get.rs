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
fn a_deleted_article_is_gone_from_every_page_group_and_count(c: &mut Client) {
    fill_site(c, "news");
    let articles = c.int("ARTICLE.COUNT news");
    let in_group = c.int("ARTICLE.COUNT news all");
    let votes = c.info("news").int("votes");
    let upvotes: i64 = [13, 14]
        .iter()
        .map(|id| {
            let article = c.article("news", *id);
            article.int("upvotes") + article.int("downvotes")
        })
        .sum();
    assert_eq!(c.run("ARTICLE.DEL news 13 14"), int(2));
    assert_eq!(c.int("ARTICLE.COUNT news"), articles - 2);
    assert_eq!(c.int("ARTICLE.COUNT news all"), in_group - 2);
    let info = c.info("news");
    assert_eq!(info.int("votes"), votes - upvotes);
    assert_eq!(info.int("articles"), articles - 2);
    for page in ["PAGE news", "GROUPPAGE news all"] {
        for options in ["", "ASC", "BY TIME", "BY TIME ASC"] {
            let ids = c.ids(&format!("ARTICLE.{page} 1 SIZE 100 {options}"));
            assert!(ids.len() > 20, "{page} {options}: {ids:?}");
            assert!(!ids.contains(&13) && !ids.contains(&14), "{page} {options}");
        }
    }
    assert!(!c.ids("ARTICLE.GROUPPAGE news of-1 1").contains(&13));
    for id in [13, 14] {
        assert_eq!(c.run(&format!("ARTICLE.GET news {id}")), Value::Nil);
        assert_error(&c.run(&format!("ARTICLE.VOTE news bob {id}")), NO_ARTICLE);
    }
}

#[in_both_protocols]
fn deleting_an_article_leaves_the_others_unchanged(c: &mut Client) {
    fill_site(c, "news");
    let before = c.page("ARTICLE.PAGE news 1 SIZE 1000 VIEWER bob");
    c.int("ARTICLE.DEL news 17");
    let after = c.page("ARTICLE.PAGE news 1 SIZE 1000 VIEWER bob");
    let mut expected = before;
    expected.retain(|article| article.int("id") != 17);
    assert_eq!(after, expected);
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

#[in_both_protocols]
fn everything_can_be_deleted_and_posted_again(c: &mut Client) {
    fill_site(c, "news");
    let all: Vec<String> = (1..=38).map(|id| id.to_string()).collect();
    let line = format!("ARTICLE.DEL news {}", all.join(" "));
    assert_eq!(c.int(&line), 28 + 6);
    let info = c.info("news");
    for name in ["articles", "open", "groups", "votes", "comments", "users"] {
        assert_eq!(info.int(name), 0, "{name}");
    }
    c.int("ARTICLE.POST news alice a l GROUPS 1 all");
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [39]);
    assert_eq!(c.ids("ARTICLE.GROUPPAGE news all 1"), [39]);
}
