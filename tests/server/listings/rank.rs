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

#[in_both_protocols]
fn articles_that_do_not_exist_have_none(c: &mut Client) {
    assert_eq!(c.run("ARTICLE.RANK news 1"), Value::Nil);
    assert_eq!(c.run("EXISTS news"), int(0));
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.POST news alice t l");
    c.int("ARTICLE.DEL news 2");
    for id in [2, 3, 0, -1, 4_294_967_296, i64::MIN, i64::MAX] {
        assert_eq!(c.run(&format!("ARTICLE.RANK news {id}")), Value::Nil, "{id}");
    }
}

#[in_both_protocols]
fn options_come_in_any_order_and_case_each_once(c: &mut Client) {
    const BY: &str = "ERR BY must be SCORE or TIME";
    fill_site(c, "news");
    let expected = c.run("ARTICLE.RANK news 9 BY TIME ASC GROUP all");
    assert!(matches!(expected, Value::Int(_)));
    for line in
        ["article.rank news 9 asc group all by time", "ARTICLE.RANK news 9 Group all By Time Asc"]
    {
        assert_eq!(c.run(line), expected);
    }
    for (options, error) in [
        // The other orders are not stored, so there is no rank to look up.
        ("1 BY VOTES", BY),
        ("1 BY BEST", BY),
        ("1 BY CONTROVERSY", BY),
        ("1 BY GRAVITY", BY),
        ("1 BY", BY),
        ("1 BY ID", BY),
        ("1 ASC DESC", "ERR only one of ASC and DESC can be given"),
        ("1 BY TIME BY TIME", "ERR BY is given twice"),
        ("1 GROUP", "ERR GROUP needs a value"),
        ("1 GROUP g GROUP g", "ERR GROUP is given twice"),
        ("1 g", "ERR unknown option at argument 3"),
        ("1 SINCE 5", "ERR unknown option at argument 3"),
        ("x", "ERR id must be an integer"),
    ] {
        c.always_refused(&format!("ARTICLE.RANK news {options}"), error);
    }
    for prepare in ["DEL news", "ARTICLE.POST news alice t l GROUPS 1 g", "SET news x"] {
        c.run(prepare);
        assert_some_error(&c.run("ARTICLE.RANK news 1 GROUP \"\""));
        let long = c.call("ARTICLE.RANK", ("news", 1, "GROUP", "x".repeat(256)));
        assert_error_naming(&long, "255");
    }
}
