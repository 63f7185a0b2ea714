//! Limits: a value at the limit works, and one beyond it gets an error that names the limit and
//! changes nothing.

use test_support::*;

fn text(length: usize) -> String {
    "x".repeat(length)
}

/// Checks that the command gets an error that names the limit and leaves a site unchanged.
fn refused(c: &mut Client, limit: &str, command: impl Fn(&mut Client) -> Value) {
    if c.run("EXISTS news") == int(0) {
        c.int("ARTICLE.POST news alice a l GROUPS 1 g FIELDS 1 f v");
    }
    let reply = assert_unchanged(c, "news", command);
    assert_error_naming(&reply, limit);
}

#[in_both_protocols]
fn the_longest_texts_are_read_as_they_were_posted(c: &mut Client) {
    let [name, title, value] = [255, 65_535, 1_048_576].map(text);
    let options = ("GROUPS", 1, &name, "FIELDS", 1, &name, &value);
    assert_eq!(c.call("ARTICLE.POST", ("news", &name, &title, &title, options)), int(1));
    let article = c.article("news", 1);
    let texts = ["poster", "title", "link", &name].map(|name| article.text(name));
    assert_eq!(texts, [&name, &title, &title, &value].map(String::clone));
    assert_eq!(article.groups(), std::slice::from_ref(&name));
    let page = c.call("ARTICLE.GROUPPAGE", ("news", &name, 1));
    assert_eq!(c.articles(&page), [article]);
}

#[in_both_protocols]
fn posts_comments_and_edits_name_at_most_1000_groups_and_fields(c: &mut Client) {
    c.int("ARTICLE.POST news alice a l GROUPS 1 g FIELDS 1 f v");
    for (line, names, last) in [
        ("POST news alice t l GROUPS", "g", "g"),
        ("POST news alice t l FIELDS", "f v", "f w"),
        ("COMMENT news alice 1 t FIELDS", "f v", "f w"),
        ("EDIT news 1 FIELDS", "f v", "f w"),
        ("EDIT news 1 UNSET", "f", "f"),
    ] {
        let list = |number: usize| {
            let names = format!("{names} ").repeat(number - 1);
            format!("ARTICLE.{line} {number} {names}{last}")
        };
        refused(c, "1000", |c| c.run(&list(1_001)));
        let reply = c.run(&list(1_000));
        // Of a name that is given twice, the last value holds.
        let id = if let Value::Int(id) = reply { id } else { 1 };
        let field = c.article("news", id).0.into_iter().find(|(name, _)| name == b"f");
        let expected = last.strip_prefix("f ").map(bulk);
        assert_eq!((is_error(&reply), field.map(|(_, value)| value)), (false, expected), "{line}");
    }
}

#[in_both_protocols]
fn an_article_is_in_at_most_32_groups(c: &mut Client) {
    let names = |range: std::ops::RangeInclusive<i32>| -> String {
        range.map(|n| format!("g{n}")).collect::<Vec<_>>().join(" ")
    };
    let post = format!("ARTICLE.POST news alice a l GROUPS 34 {} g1 g2", names(1..=32));
    assert_eq!(c.int(&post), 1);
    assert_eq!(c.article("news", 1).groups().len(), 32);
    let post = format!("ARTICLE.POST news alice a l GROUPS 33 {}", names(1..=33));
    refused(c, "32", |c| c.run(&post));
    refused(c, "32", |c| c.run("ARTICLE.GROUPADD news 1 g33"));
    let all = format!("ARTICLE.GROUPADD news 1 {}", names(1..=32));
    assert_eq!(c.run(&all), int(0));
    assert_eq!(c.run("ARTICLE.GROUPREM news 1 g1 g2"), int(2));
    refused(c, "32", |c| c.run("ARTICLE.GROUPADD news 1 g33 g34 g35"));
    assert_eq!(c.run("ARTICLE.GROUPADD news 1 g3 g33 g34 g33"), int(2));
    refused(c, "32", |c| c.run("ARTICLE.GROUPADD news 1 g35"));
    assert_eq!(c.groups("ARTICLE.GROUPS news").len(), 32);
}

#[in_both_protocols]
fn an_article_or_a_comment_has_at_most_32_custom_fields(c: &mut Client) {
    let fields = |number: usize| -> String {
        (1..=number).map(|field| format!(" f{field} {field}")).collect()
    };
    c.int("ARTICLE.POST news alice a l");
    for (id, line) in (2..).zip([
        "POST news alice a l",
        "COMMENT news alice 1 text",
        "LOAD news ARTICLE 4 alice t l TIME 1 CLOSES 2",
        "LOAD news COMMENT 5 alice 1 text TIME 1 CLOSES 2",
    ]) {
        refused(c, "32", |c| c.run(&format!("ARTICLE.{line} FIELDS 33{}", fields(33))));
        // One that is given twice counts once.
        c.run(&format!("ARTICLE.{line} FIELDS 33{} f1 x", fields(32)));
        let names = |c: &mut Client| c.article("news", id).names().len();
        let all = names(c);
        assert_eq!(c.article("news", id).text("f1"), "x", "{line}");
        for line in [
            format!("ARTICLE.EDIT news {id} FIELDS 2 f1 y f33 z"),
            format!("ARTICLE.INCRBY news {id} f33 1"),
        ] {
            refused(c, "32", |c| c.run(&line));
        }
        assert_eq!(c.int(&format!("ARTICLE.INCRBY news {id} f7 1")), 8);
        c.ok(&format!("ARTICLE.EDIT news {id} FIELDS 1 f33 z UNSET 1 f2"));
        assert_eq!((names(c), c.article("news", id).has("f2")), (all, false), "{line}");
        refused(c, "32", |c| c.run(&format!("ARTICLE.EDIT news {id} FIELDS 1 f34 z")));
    }
    let groups: String = (1..=33).map(|group| format!(" g{group}")).collect();
    let line = format!("ARTICLE.LOAD news ARTICLE 9 a t l TIME 1 CLOSES 2 GROUPS 33{groups}");
    refused(c, "32", |c| c.run(&line));
}

#[in_both_protocols]
fn ids_end_at_4294967295(c: &mut Client) {
    refused(c, "4294967295", |c| c.run("ARTICLE.POST news alice a l ID 4294967296"));
    refused(c, "4294967295", |c| c.run("ARTICLE.POST news alice a l ID 9223372036854775807"));
    c.ok("ARTICLE.LOAD news LASTID 4294967293");
    assert_eq!(c.run("ARTICLE.POST news alice a l"), int(4_294_967_294));
    assert_eq!(c.run("ARTICLE.POST news alice b l"), int(4_294_967_295));
    assert_eq!(c.article("news", 4_294_967_295).text("title"), "b");
    assert_eq!(c.run("ARTICLE.VOTE news bob 4294967295"), int(1));
    assert_eq!(c.ids("ARTICLE.PAGE news 1")[0], 4_294_967_295);
    refused(c, "4294967295", |c| c.run("ARTICLE.POST news alice c l"));
    assert_eq!(c.run("ARTICLE.DEL news 4294967295"), int(1));
    refused(c, "4294967295", |c| c.run("ARTICLE.POST news alice c l"));
}

#[in_both_protocols]
fn the_largest_settings_give_exact_scores(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 31536000 WINDOW 3153600000");
    c.int("ARTICLE.POST news alice a l TIME 0");
    assert_eq!(c.article("news", 1).int("closes"), 3_153_600_000);
    for user in 0..300 {
        c.int(&format!("ARTICLE.VOTE news u{user} 1 DOWN"));
    }
    let score = -299 * 31_536_000_i64;
    assert_eq!(c.article("news", 1).counts(), (-299, 1, 300, score));
    c.int("ARTICLE.POST news alice b l TIME 0");
    assert_eq!(c.ids("ARTICLE.PAGE news 1"), [2, 1]);
}
