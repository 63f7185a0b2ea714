//! ARTICLE.MGET: several articles at once.

use test_support::*;

#[in_both_protocols]
fn there_is_an_entry_per_id_in_the_order_given(c: &mut Client) {
    fill_site(c, "news");
    let get = |c: &mut Client, id: i64, options: &str| {
        c.run(&format!("ARTICLE.GET news {id} {options}"))
    };
    // Article 3 is deleted, 99 and the others never existed.
    let ids = [9, 3, 1, 31, 9, 99, 2, 0, -1, 4_294_967_296, i64::MAX, i64::MIN];
    for options in ["", "VIEWER bob", "VIEWER \"\"", "VIEWER bob RETURN 2 vote lang"] {
        let list: Vec<_> = ids.iter().map(i64::to_string).collect();
        let list = format!("{} {}", ids.len(), list.join(" "));
        let reply = c.run(&format!("ARTICLE.MGET news {list} {options}"));
        let expected = ids.map(|id| get(c, id, options)).to_vec();
        assert_eq!(expected.iter().filter(|article| **article != Value::Nil).count(), 5);
        assert_eq!(reply, Value::Array(expected), "{options}");
    }
}

#[in_both_protocols]
fn at_most_1000_ids_can_be_named(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    let ids = |number: usize| vec!["1"; number].join(" ");
    let reply = c.run(&format!("ARTICLE.MGET news 1000 {}", ids(1000)));
    assert_eq!(c.articles(&reply).len(), 1000);
    assert_eq!(c.run("ARTICLE.MGET news 0"), bulks(&[]));
    assert_eq!(c.run("ARTICLE.MGET news 0 VIEWER bob"), bulks(&[]));
}
