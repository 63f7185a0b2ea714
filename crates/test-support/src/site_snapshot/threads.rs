//! The comments of a site, and the threads that they form.

use std::collections::BTreeSet;
use std::mem::take;

use super::{Client, Fields, LOOKED_UP, USERS, words};

/// Queries of COMMENTS that do not depend on the clock.
const QUERIES: [&str; 6] = [
    "BY TIME ASC",
    "BY TIME HIDDEN",
    "BY SCORE",
    "BY BEST",
    "BY VOTES",
    "BY TIME SINCE 1000 UNTIL 3000000000 MINVOTES 1",
];

/// Options of THREAD that do not depend on the clock.
const THREADS: [&str; 6] = [
    "BY TIME ASC",
    "BY BEST",
    "BY SCORE ASC",
    "BY VOTES CHILDREN 2",
    "BY CONTROVERSY DEPTH 2",
    "BY TIME CHILDREN 1 DEPTH 3",
];

/// Returns the comments in several orders. The first has all that are listed.
pub fn comments(client: &mut Client, key: &str) -> Vec<(String, Vec<Fields>)> {
    let users = USERS.map(|user| format!("VIEWER {user}"));
    let queries = QUERIES.into_iter().map(str::to_owned).chain(users);
    let line = |query: &String| format!("ARTICLE.COMMENTS {key} 1 SIZE 1000 {query}");
    let queries: Vec<_> = queries.map(|q| (line(&q), format!("COMMENTS {q}"))).collect();
    // Every order has the same comments, and many sites have none.
    let (first, rest) = queries.split_at(2);
    let mut all = by_cursor(client, first);
    if all.iter().any(|(_, comments)| !comments.is_empty()) {
        all.extend(by_cursor(client, rest));
    }
    all
}

/// Returns the threads of the articles and comments that these comments answer.
pub fn threads(
    client: &mut Client,
    key: &str,
    comments: &[(String, Vec<Fields>)],
) -> Vec<(String, Vec<Fields>)> {
    let (mut articles, mut parents) = (BTreeSet::new(), BTreeSet::new());
    for comment in comments.iter().take(2).flat_map(|(_, comments)| comments) {
        articles.insert(comment.int("article"));
        parents.insert(comment.int("parent"));
    }
    let viewer = format!("VIEWER {}", USERS[0]);
    let whole = articles.iter().take(LOOKED_UP);
    let whole = whole.flat_map(|id| THREADS.into_iter().chain([&*viewer]).map(move |o| (id, o)));
    let parts = parents.difference(&articles).take(LOOKED_UP);
    let queries = whole.chain(parts.map(|id| (id, "RETURN 2 id depth"))).map(|(id, options)| {
        let line = format!("ARTICLE.THREAD {key} {id} SIZE 1000 {options}");
        (line, format!("THREAD {id} {options}"))
    });
    by_cursor(client, &queries.collect::<Vec<_>>())
}

/// Returns all pages of each of these lines, with its label.
fn by_cursor(client: &mut Client, lines: &[(String, String)]) -> Vec<(String, Vec<Fields>)> {
    let mut all: Vec<_> = lines.iter().map(|(_, label)| (label.clone(), Vec::new())).collect();
    let mut left: Vec<_> = (0..lines.len()).map(|index| (index, String::new())).collect();
    while !left.is_empty() {
        let line = |(index, after): &(usize, String)| {
            let (line, _) = &lines[*index];
            words(&format!("{line} WITHCURSOR{after}"))
        };
        let replies = client.read_all(left.iter().map(line));
        for ((index, _), reply) in take(&mut left).into_iter().zip(&replies) {
            let (page, next) = client.read_page(reply);
            all[index].1.extend(page);
            left.extend(next.map(|cursor| (index, format!(" AFTER {cursor}"))));
        }
    }
    all
}
