//! ARTICLE.DEBUG KEPT: the votes that users have kept.

use test_support::*;

fn kept(c: &mut Client, id: i64) -> Value {
    c.run(&format!("ARTICLE.DEBUG KEPT news {id} 0"))
}

/// Returns a reply with all of some votes.
fn all(votes: &[(&str, i64)]) -> Value {
    let votes = votes.iter().flat_map(|(user, vote)| [bulk(*user), int(*vote)]);
    Value::Array(vec![bulk("0"), Value::Array(votes.collect())])
}

/// Fills a site that keeps votes with an article and a comment whose records are dropped, and with
/// articles whose records are not.
fn fill(c: &mut Client) {
    let now = c.now();
    let (time, closes) = (now - 50, now + 1_000);
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    for line in [
        format!("ARTICLE 1 ann T l TIME {time} CLOSES {} UP 2 bob cleo DOWN 1 dan", now - 20),
        format!("COMMENT 2 ann 1 x TIME {time} CLOSES {} DOWN 1 dan SILENTUP 1 eve", now - 10),
        format!("ARTICLE 3 ann T l TIME {time} CLOSES {closes} UP 1 bob"),
        format!("ARTICLE 4 ann T l TIME {time} CLOSES {closes} COUNTS 5 5"),
        format!("ARTICLE 5 ann T l TIME {time} CLOSES {closes} COUNTS 2 0 KEPTUP 1 eve"),
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    assert_eq!([1, 2].map(|id| kept(c, id)), [Value::Nil, Value::Nil]);
    assert_eq!(c.int("ARTICLE.POST news ann Next l"), 6);
}

#[in_both_protocols]
fn votes_are_kept_once_their_records_are_dropped(c: &mut Client) {
    fill(c);
    assert_eq!(kept(c, 1), all(&[("bob", 1), ("cleo", 1), ("dan", -1)]));
    assert_eq!(kept(c, 2), all(&[("dan", -1), ("eve", 1)]));
    assert_eq!(kept(c, 5), all(&[("eve", 1)]));
    // Voting is open.
    assert_eq!([3, 6].map(|id| kept(c, id)), [Value::Nil, Value::Nil]);
    // Nothing is kept, and there is no such article.
    assert_eq!([4, 7, 0].map(|id| kept(c, id)), [all(&[]), all(&[]), all(&[])]);
    for id in [1, 2, 5] {
        assert_eq!(c.run(&format!("ARTICLE.VOTERS news {id} 0")), all(&[]));
    }
    assert_eq!(c.int("ARTICLE.DEL news 1"), 1);
    assert_eq!(kept(c, 1), all(&[]));
    c.ok("ARTICLE.ALTER news KEEPVOTES no");
    assert_eq!([2, 5].map(|id| kept(c, id)), [all(&[]), all(&[])]);
    assert_eq!(kept(c, 3), Value::Nil);
}

#[in_both_protocols]
fn all_parts_together_have_every_vote_once(c: &mut Client) {
    c.ok("ARTICLE.CREATE news KEEPVOTES yes");
    let users = |prefix: &str| -> Vec<String> {
        (0..1_500).map(|number| format!("{prefix}{number}")).collect()
    };
    let (up, down) = (users("up"), users("down"));
    let line = format!("ARTICLE 1 ann T l TIME {} CLOSES {}", c.now() - 9, c.now() - 1);
    c.ok(&format!("ARTICLE.LOAD news {line} COUNTS 1500 1500"));
    for (option, users) in [("KEPTUP", &up), ("KEPTDOWN", &down)] {
        c.ok(&format!("ARTICLE.LOAD news VOTERS 1 {option} 1500 {}", users.join(" ")));
    }
    let parts = c.parts("ARTICLE.DEBUG KEPT news 1 # COUNT 400");
    assert!(parts.iter().all(|part| part.len() <= 800));
    let mut found = votes(&parts.concat());
    found.sort_unstable();
    let mut expected: Vec<_> = up.into_iter().map(|user| (user, 1)).collect();
    expected.extend(down.into_iter().map(|user| (user, -1)));
    expected.sort_unstable();
    assert_eq!(found, expected);
}
