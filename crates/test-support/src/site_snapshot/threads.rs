//! The comments of a site, and the threads that they form.

use std::collections::BTreeSet;

use super::{Client, Fields, LOOKED_UP, USERS};

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
    let mut all = Vec::new();
    for query in queries {
        let comments = by_cursor(client, &format!("ARTICLE.COMMENTS {key} 1 SIZE 1000 {query}"));
        // Every order has the same comments, and many sites have none.
        if comments.is_empty() && query == QUERIES[2] {
            break;
        }
        all.push((format!("COMMENTS {query}"), comments));
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
    let mut all = Vec::new();
    for id in articles.iter().take(LOOKED_UP) {
        for options in THREADS {
            let line = format!("ARTICLE.THREAD {key} {id} SIZE 1000 {options}");
            all.push((format!("THREAD {id} {options}"), by_cursor(client, &line)));
        }
        let line = format!("ARTICLE.THREAD {key} {id} SIZE 1000 VIEWER {}", USERS[0]);
        all.push((format!("THREAD {id} VIEWER"), by_cursor(client, &line)));
    }
    for id in parents.difference(&articles).take(LOOKED_UP) {
        let line = format!("ARTICLE.THREAD {key} {id} SIZE 1000 RETURN 2 id depth");
        all.push((format!("THREAD {id}"), by_cursor(client, &line)));
    }
    all
}

/// Returns all pages of a line.
fn by_cursor(client: &mut Client, line: &str) -> Vec<Fields> {
    let mut all = Vec::new();
    let mut after = String::new();
    loop {
        let (page, next) = client.page_and_cursor(&format!("{line}{after}"));
        all.extend(page);
        match next {
            Some(next) => after = format!(" AFTER {next}"),
            None => return all,
        }
    }
}
