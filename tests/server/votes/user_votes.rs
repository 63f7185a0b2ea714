//! ARTICLE.VOTES: a user's votes on articles.

use test_support::*;

#[in_both_protocols]
fn there_is_an_entry_per_id_in_the_order_given(c: &mut Client) {
    for _ in 1..=4 {
        c.int("ARTICLE.POST news alice t l");
    }
    c.int("ARTICLE.POST news alice t l TIME 1000");
    for vote in ["bob 1 UP", "bob 2 DOWN", "bob 3 UP", "bob 3 NONE"] {
        c.int(&format!("ARTICLE.VOTE news {vote}"));
    }
    let (up, down, none, nil) = (int(1), int(-1), int(0), Value::Nil);
    let votes = |user: &str, ids: &str| format!("ARTICLE.VOTES news {user} {ids}");
    let expected = [&up, &down, &none, &none].map(Value::clone).to_vec();
    assert_eq!(c.run(&votes("bob", "1 2 3 4")), Value::Array(expected));
    let expected = [&down, &up, &down].map(Value::clone).to_vec();
    assert_eq!(c.run(&votes("bob", "2 1 2")), Value::Array(expected));
    // The poster's own vote counts. Voting on 5 has closed, and there is no article 6.
    let ids = "5 1 6 0 -1 4294967296 9223372036854775807";
    let expected = [&nil, &up, &nil, &nil, &nil, &nil, &nil].map(Value::clone).to_vec();
    assert_eq!(c.run(&votes("alice", ids)), Value::Array(expected));
    c.int("ARTICLE.DEL news 1");
    assert_eq!(c.run(&votes("bob", "1")), Value::Array(vec![nil]));
}

#[in_both_protocols]
fn it_agrees_with_the_viewers_vote_of_an_article(c: &mut Client) {
    fill_site(c, "news");
    for user in USERS.iter().chain(&["nobody"]) {
        let ids: Vec<_> = (1..=32).map(|id| id.to_string()).collect();
        let votes = c.run(&format!("ARTICLE.VOTES news {user} {}", ids.join(" ")));
        for (id, vote) in (1..).zip(items(&votes)) {
            let reply = c.run(&format!("ARTICLE.GET news {id} VIEWER {user} RETURN 1 vote"));
            let expected = match reply {
                Value::Nil => Value::Nil,
                article => c.fields(&article).value("vote").clone(),
            };
            assert_eq!(*vote, expected, "{user} on {id}");
        }
    }
}

#[in_both_protocols]
fn at_most_1000_ids_can_be_named(c: &mut Client) {
    c.int("ARTICLE.POST news alice t l");
    let votes = |number: usize| format!("ARTICLE.VOTES news bob {}", vec!["1"; number].join(" "));
    assert_eq!(c.run(&votes(1000)), Value::Array(vec![int(0); 1000]));
    assert_error(&c.run(&votes(1001)), "ERR at most 1000 ids");
    assert_eq!(c.run("ARTICLE.VOTES news bob"), bulks(&[]));
}
