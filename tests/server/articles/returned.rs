//! RETURN: articles with just the entries that a client names, in GET, MGET, PAGE and GROUPPAGE.

use test_support::*;

/// Posts an article with two custom fields, one with the name of an entry in another case.
fn post(c: &mut Client) {
    let fields = "FIELDS 3 lang en Title other n 5";
    c.int(&format!("ARTICLE.POST news alice hello link GROUPS 2 b a {fields}"));
    c.int("ARTICLE.VOTE news bob 1 DOWN");
}

/// Returns the article, which every command that takes RETURN shows alike.
#[track_caller]
fn article(c: &mut Client, options: &str) -> Fields {
    let article = c.map(&format!("ARTICLE.GET news 1 {options}"));
    for line in [
        "ARTICLE.MGET news 1 1",
        "ARTICLE.PAGE news 1",
        "ARTICLE.PAGE news 1 BY VOTES ALLOF 1 a",
        "ARTICLE.GROUPPAGE news b 1",
    ] {
        let shown = c.page(&format!("{line} {options}"));
        assert_eq!(shown, std::slice::from_ref(&article), "{line} {options}");
    }
    article
}

#[in_both_protocols]
fn the_named_entries_are_in_the_order_named(c: &mut Client) {
    post(c);
    let whole = article(c, "VIEWER bob");
    let names = "id title link poster time closes votes upvotes downvotes score comments bumped \
                 groups vote lang Title n";
    let names: Vec<_> = names.split(' ').collect();
    assert_eq!(whole.names(), names);
    // One at a time, all of them backwards, and random ones.
    let mut random = Random::new(seed("names"));
    let mut selections: Vec<Vec<&str>> = names.iter().map(|name| vec![*name]).collect();
    selections.push(names.iter().rev().copied().collect());
    for _ in 0..50 {
        let mut rest = names.clone();
        let number = 1 + random.below(names.len() as i64);
        let pick = |_| rest.swap_remove(random.below(rest.len() as i64) as usize);
        selections.push((0..number).map(pick).collect());
    }
    for names in selections {
        let options = format!("RETURN {} {} VIEWER bob", names.len(), names.join(" "));
        let shown = article(c, &options);
        assert_eq!(shown.names(), names);
        names.iter().for_each(|name| assert_eq!(shown.value(name), whole.value(name)));
    }
}

#[in_both_protocols]
fn a_name_that_is_given_twice_counts_once_at_its_first_place(c: &mut Client) {
    post(c);
    assert_eq!(article(c, "RETURN 5 n id n lang id").names(), ["n", "id", "lang"]);
    assert_eq!(article(c, "RETURN 3 title title title").names(), ["title"]);
}

#[in_both_protocols]
fn names_that_the_article_does_not_have_are_left_out(c: &mut Client) {
    post(c);
    assert_eq!(article(c, "RETURN 4 none id mood ID").names(), ["id"]);
    assert_eq!(article(c, "RETURN 1 none").names(), [] as [String; 0]);
    assert_eq!(article(c, "RETURN 4 boost hidden locked pinned").names(), [] as [String; 0]);
    let reply = c.call("ARTICLE.GET", ("news", 1, "RETURN", 3, "", BINARY, "id"));
    assert_eq!(c.fields(&reply).names(), ["id"]);
    let long = "x".repeat(100_000);
    let reply = c.call("ARTICLE.GET", ("news", 1, "RETURN", 2, long, "id"));
    assert_eq!(c.fields(&reply).names(), ["id"]);
    // Groups are an entry also where there is none.
    c.int("ARTICLE.GROUPREM news 1 a b");
    assert_eq!(c.map("ARTICLE.GET news 1 RETURN 1 groups").groups(), [] as [String; 0]);
}

#[in_both_protocols]
fn vote_needs_a_viewer(c: &mut Client) {
    post(c);
    assert_eq!(article(c, "RETURN 2 vote id").names(), ["id"]);
    assert_eq!(article(c, "RETURN 2 vote id VIEWER \"\"").names(), ["id"]);
    assert_eq!(article(c, "RETURN 2 vote id VIEWER bob").value("vote"), &int(-1));
    assert_eq!(article(c, "VIEWER nobody RETURN 1 vote").value("vote"), &int(0));
    assert_eq!(article(c, "VIEWER bob RETURN 1 id").names(), ["id"]);
    c.int("ARTICLE.POST news alice t l TIME 1000");
    let closed = c.map("ARTICLE.GET news 2 VIEWER bob RETURN 1 vote");
    assert_eq!(closed.value("vote"), &Value::Nil);
}

#[in_both_protocols]
fn custom_fields_of_any_bytes_are_returned(c: &mut Client) {
    let post = ("news", "alice", "t", "l", "FIELDS", 2, BINARY, "value", "b", BINARY);
    assert_eq!(c.call("ARTICLE.POST", post), int(1));
    let reply = c.call("ARTICLE.GET", ("news", 1, "RETURN", 2, "b", BINARY));
    let expected = [(b"b".to_vec(), bulk(BINARY)), (BINARY.to_vec(), bulk("value"))];
    assert_eq!(c.fields(&reply).0, expected);
}

#[in_both_protocols]
fn a_list_of_no_names_is_an_empty_map(c: &mut Client) {
    post(c);
    assert_eq!(article(c, "RETURN 0").names(), [""; 0]);
    let page = c.run("ARTICLE.PAGE news 1 RETURN 0");
    assert!(c.articles(&page).iter().all(|article| article.0.is_empty()));
    assert_eq!(c.articles(&page).len(), 1);
}

#[in_both_protocols]
fn at_most_100_names_are_returned(c: &mut Client) {
    post(c);
    let names = |number: usize| format!("RETURN {number}{}", " id".repeat(number));
    assert_eq!(article(c, &names(100)).names(), ["id"]);
}
