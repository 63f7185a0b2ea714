//! ARTICLE.VOTERS: the users who voted on an article, part by part.

use std::collections::BTreeMap;
use test_support::*;

/// Returns the next cursor and the votes of one part.
#[track_caller]
fn part(c: &mut Client, line: &str) -> (String, Vec<(String, i64)>) {
    let (cursor, part) = c.part(line);
    (cursor, votes(&part))
}

/// Returns all votes, and the number of calls. Calls `between` after each part but the last.
#[track_caller]
fn all(
    c: &mut Client,
    options: &str,
    mut between: impl FnMut(&mut Client),
) -> (BTreeMap<String, i64>, usize) {
    let (mut votes, mut calls, mut cursor) = (BTreeMap::new(), 0, "0".to_owned());
    loop {
        let (next, found) = part(c, &format!("ARTICLE.VOTERS news 1 {cursor} {options}"));
        votes.extend(found);
        calls += 1;
        if next == "0" {
            return (votes, calls);
        }
        cursor = next;
        between(c);
    }
}

/// Lets users vote on article 1, every third of them against it.
fn vote(c: &mut Client, users: std::ops::Range<i64>) -> BTreeMap<String, i64> {
    let vote = |user| if user % 3 == 0 { "DOWN" } else { "UP" };
    let line = |user: i64| format!("ARTICLE.VOTE news user{user} 1 {}", vote(user));
    c.run_all(users.clone().map(line).collect::<Vec<_>>());
    users.map(|user| (format!("user{user}"), if user % 3 == 0 { -1 } else { 1 })).collect()
}

#[in_both_protocols]
fn a_large_ledger_comes_in_parts_about_as_long_as_the_count(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    c.int("ARTICLE.POST news alice t l");
    let voted = vote(c, 0..2000);
    let (votes, calls) = all(c, "", |_| ());
    assert_eq!(votes, voted);
    let (votes, larger) = all(c, "COUNT 100", |_| ());
    assert_eq!(votes, voted);
    assert!(calls > 50 && larger > 5 && larger < calls / 4, "{calls} and {larger} calls");
    for count in ["2000", "10000"] {
        assert_eq!(all(c, &format!("COUNT {count}"), |_| ()), (voted.clone(), 1));
    }
    for (option, kind) in [("UP", 1), ("down", -1)] {
        let expected = voted.clone().into_iter().filter(|(_, vote)| *vote == kind).collect();
        assert_eq!(all(c, option, |_| ()).0, expected);
        assert_eq!(all(c, &format!("COUNT 1 {option}"), |_| ()).0, expected);
    }
}

#[in_both_protocols]
fn whoever_has_voted_before_is_found_while_others_vote_and_withdraw(c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    c.int("ARTICLE.POST news alice t l");
    // The ledger grows to several times its size while it is read.
    for before in [5, 150, 700] {
        let known = vote(c, 0..before);
        let mut next = before;
        let (votes, calls) = all(c, "COUNT 5", |c| {
            // Few enough for the reader to come to an end.
            vote(c, next..next + if next < before * 4 { 20 } else { 0 });
            c.int(&format!("ARTICLE.VOTE news user{} 1 NONE", next - 1));
            next += 20;
        });
        for (user, vote) in known {
            let is_withdrawn = user == format!("user{}", before - 1);
            assert!(is_withdrawn || votes.get(&user) == Some(&vote), "{user} of {before}");
        }
        assert!(before == 5 || calls > 9, "{calls}");
    }
}
