//! ARTICLE.RANK: the number of articles ahead of an article.

use test_support::*;

const ORDERS: [&str; 8] =
    ["", "DESC", "ASC", "BY SCORE", "BY SCORE ASC", "BY TIME", "BY TIME DESC", "BY TIME ASC"];

#[in_both_protocols]
fn it_is_the_place_in_the_listing_from_0(c: &mut Client) {
    fill_site(c, "news");
    for order in ORDERS {
        for (page, group) in [
            ("ARTICLE.PAGE news 1", ""),
            ("ARTICLE.GROUPPAGE news of-1 1", "GROUP of-1"),
            ("ARTICLE.GROUPPAGE news nine 1", "GROUP nine"),
            ("ARTICLE.GROUPPAGE news none 1", "GROUP none"),
        ] {
            let listed = c.ids(&format!("{page} SIZE 1000 {order}"));
            for id in 0..=33 {
                let place = listed.iter().position(|listed| *listed == id);
                let expected = place.map_or(Value::Nil, |place| int(place as i64));
                let line = format!("ARTICLE.RANK news {id} {order} {group}");
                assert_eq!(c.run(&line), expected, "{line}");
            }
        }
    }
}

#[in_both_protocols]
fn it_includes_the_vote_just_before(c: &mut Client) {
    let time = c.now() - 10;
    for _ in 1..=3 {
        c.int(&format!("ARTICLE.POST news alice t l TIME {time} GROUPS 1 g"));
    }
    assert_eq!(c.run("ARTICLE.RANK news 1"), int(2));
    c.int("ARTICLE.VOTE news bob 1");
    for line in ["ARTICLE.RANK news 1", "ARTICLE.RANK news 1 GROUP g"] {
        assert_eq!(c.run(line), int(0));
        assert_eq!(c.run(&format!("{line} ASC")), int(2));
        assert_eq!(c.run(&format!("{line} BY TIME")), int(2));
    }
    c.int("ARTICLE.GROUPREM news 1 g");
    assert_eq!(c.run("ARTICLE.RANK news 1 GROUP g"), Value::Nil);
    assert_eq!(c.run("ARTICLE.RANK news 2 GROUP g"), int(1));
}
