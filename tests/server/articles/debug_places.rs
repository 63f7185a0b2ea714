//! ARTICLE.DEBUG PLACES: what is kept of deleted articles and comments.

use test_support::*;

const NAMES: [&str; 7] = ["id", "parent", "time", "upvotes", "downvotes", "score", "boost"];

fn place(c: &mut Client, id: i64) -> Option<[i64; 7]> {
    let reply = c.run(&format!("ARTICLE.DEBUG PLACES news 1 {id}"));
    let [place] = items(&reply) else { panic!("not one entry: {reply:?}") };
    if *place == Value::Nil {
        return None;
    }
    let place = c.fields(place);
    Some(NAMES.map(|name| place.int(name)))
}

#[in_both_protocols]
fn a_place_has_what_the_deleted_comment_had(c: &mut Client) {
    let now = c.now();
    let (time, closes) = (now - 50, now + 1_000);
    for line in [
        format!("ARTICLE 1 ann Title l TIME {time} CLOSES {closes} UP 1 ann"),
        format!("COMMENT 2 bob 1 x TIME {time} CLOSES {closes} UP 3 a b c DOWN 1 d BOOST 7"),
        format!("COMMENT 3 cleo 2 x TIME {time} CLOSES {closes} COUNTS 2 9 SCORE 5"),
        format!("COMMENT 4 dan 3 x TIME {time} CLOSES {closes} HIDDEN"),
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    for id in [0, 1, 2, 3, 4, 5, -1, i64::MAX] {
        assert_eq!(place(c, id), None, "{id}");
    }
    assert_eq!(c.int("ARTICLE.DEL news 1 2 3"), 3);
    assert_eq!(place(c, 1), Some([1, 0, time, 1, 0, time + 432, 0]));
    assert_eq!(place(c, 2), Some([2, 1, time, 3, 1, time + 2 * 432 + 7, 7]));
    assert_eq!(place(c, 3), Some([3, 2, time, 2, 9, 5, 0]));
    assert_eq!(place(c, 4), None);
    let reply = c.run("ARTICLE.DEBUG PLACES news 3 4 2 2");
    assert_eq!(items(&reply).len(), 3);
    assert_eq!(items(&reply)[1], items(&reply)[2]);
    assert_eq!(c.int("ARTICLE.DEL news 4"), 1);
    for id in 1..=4 {
        assert_eq!(place(c, id), None, "{id}");
    }
}

#[in_both_protocols]
fn it_takes_a_thousand_ids(c: &mut Client) {
    c.int("ARTICLE.POST news ann Title l");
    let ids = |number: usize| vec!["1"; number].join(" ");
    let nils = Value::Array(vec![Value::Nil; 1_000]);
    assert_eq!(c.run(&format!("ARTICLE.DEBUG PLACES news 1000 {}", ids(1_000))), nils);
    assert_eq!(c.run("ARTICLE.DEBUG PLACES news 0"), bulks(&[]));
    assert_some_error(&c.run("ARTICLE.DEBUG PLACES news 1 1 1"));
}
