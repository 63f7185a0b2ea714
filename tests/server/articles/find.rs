//! ARTICLE.FIND: articles by their link.

use test_support::*;

#[in_both_protocols]
fn it_is_the_highest_id_of_the_link(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    assert_eq!(c.run("ARTICLE.FIND news l"), int(1));
    c.int("ARTICLE.POST news bob t k");
    c.int("ARTICLE.POST news bob t l TIME 1000 ID 700");
    assert_eq!(c.run("ARTICLE.FIND news l"), int(700), "however old it is");
    assert_eq!(c.run("ARTICLE.FIND news k"), int(2));
    c.int("ARTICLE.DEL news 700");
    assert_eq!(c.run("ARTICLE.FIND news l"), int(1));
    c.int("ARTICLE.DEL news 1");
    for link in ["l", "L", "k/", "kk", "\"\""] {
        assert_eq!(c.run(&format!("ARTICLE.FIND news {link}")), Value::Nil, "{link}");
    }
}

#[in_both_protocols]
fn edited_loaded_and_hidden_articles_are_found(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.POST news alice t l");
    c.ok("ARTICLE.EDIT news 2 LINK k");
    assert_eq!((c.run("ARTICLE.FIND news l"), c.run("ARTICLE.FIND news k")), (int(1), int(2)));
    c.ok("ARTICLE.EDIT news 1 LINK k TITLE s");
    assert_eq!((c.run("ARTICLE.FIND news l"), c.run("ARTICLE.FIND news k")), (Value::Nil, int(2)));
    c.ok("ARTICLE.EDIT news 2 TITLE k");
    c.ok("ARTICLE.EDIT news 2 LINK \"\"");
    assert_eq!(c.run("ARTICLE.FIND news k"), int(1));
    assert_eq!(c.run("ARTICLE.FIND news \"\""), Value::Nil);
    c.ok("ARTICLE.EDIT news 2 LINK l");
    c.int("ARTICLE.MODERATE news HIDE 2");
    assert_eq!(c.run("ARTICLE.FIND news l"), int(2));
    c.ok("ARTICLE.LOAD news ARTICLE 9 bob t l TIME 1 CLOSES 2 HIDDEN");
    assert_eq!(c.run("ARTICLE.FIND news l"), int(9));
}

#[in_both_protocols]
fn links_are_any_bytes_up_to_the_limit(c: &mut Client) {
    let long = "x".repeat(65_535);
    for (link, id) in [(BINARY, 1), (&long.as_bytes()[1..], 2), (long.as_bytes(), 3)] {
        assert_eq!(c.call("ARTICLE.POST", ("news", "alice", "t", link)), int(id));
    }
    assert_eq!(c.call("ARTICLE.FIND", ("news", BINARY)), int(1));
    assert_eq!(c.call("ARTICLE.FIND", ("news", &long)), int(3));
    assert_eq!(c.call("ARTICLE.FIND", ("news", &long[1..])), int(2));
    assert_eq!(c.call("ARTICLE.FIND", ("news", &BINARY[1..])), Value::Nil);
}
