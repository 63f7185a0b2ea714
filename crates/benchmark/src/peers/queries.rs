//! The pages in SQL, the same for PostgreSQL and SQLite.

use super::site::{APART, GROUPS, Item, Read, THREAD, USERS};

/// The entries of a page.
const PAGE: &str = "s.id, 0, s.title, s.link, u.name, s.posted, s.upvotes, s.downvotes, s.votes, \
                    s.hot, s.comments";
const COMMENT: &str = "c.id, COALESCE(c.parent_id, 0), c.text, '', u.name, c.posted, c.upvotes, \
                       c.downvotes, c.votes, c.hot, 0, 0 \
                       FROM comments c JOIN users u ON u.id = c.poster_id";
const STORIES: &str = "FROM stories s JOIN users u ON u.id = s.poster_id";
const BY_HOT: &str = "ORDER BY s.hot DESC, s.id DESC LIMIT 25";

/// Sets the ranks that depend on the time, as a job of the site does every so often.
pub const REFRESH: &str = "
    UPDATE stories SET gravity = floor(1e9 * sign(votes - 1)
        * power(CAST(abs(votes - 1) AS DOUBLE PRECISION), CAST(0.8 AS DOUBLE PRECISION))
        / power(CAST((CAST($1 AS INTEGER) - posted) / CAST(3600 AS DOUBLE PRECISION) + 2
                AS DOUBLE PRECISION), CAST(1.8 AS DOUBLE PRECISION)))
    WHERE posted > $1 - 604800";

/// Returns the statements that add `articles` stories, twenty per second before `time`, each with
/// a vote of its poster and of `voters` others.
pub fn growth(articles: u32, voters: u32, time: i64) -> String {
    format!(
        "WITH RECURSIVE numbers (n) AS (
            SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {articles}
        )
        INSERT INTO stories (poster_id, title, link, group_id, posted, hot)
        SELECT 1 + n % {USERS}, 'Story ' || n, 'https://example.com/' || n, 1 + n % {GROUPS},
            {time} - n / 20, {time} - n / 20 + 432 FROM numbers;
        WITH RECURSIVE voters (n) AS (
            SELECT 0 UNION ALL SELECT n + 1 FROM voters WHERE n < {voters}
        )
        INSERT INTO votes SELECT 1 + (poster_id - 1 + {APART} * n) % {USERS}, id, 1
        FROM stories CROSS JOIN voters
        WHERE id > (SELECT MAX(id) - {articles} FROM stories);"
    )
}

/// A row of a page.
pub struct Row {
    pub id: i64,
    pub parent: i64,
    pub text: String,
    pub votes: i64,
    pub vote: i64,
}

/// Returns the query of a page and its parameter, if it has one.
pub fn query(read: Read) -> (String, Option<u32>) {
    let page = |vote: &str, rest: &str| format!("SELECT {PAGE}, {vote} {STORIES} {rest}");
    match read {
        Read::Hot => (page("0", BY_HOT), None),
        Read::Gravity => (page("0", "ORDER BY s.gravity DESC, s.id DESC LIMIT 25"), None),
        Read::Top(since) => {
            // The plus keeps SQLite from sorting all stories of the day: it follows the index of
            // votes until it has a page.
            let rest = "WHERE +s.posted >= CAST($1 AS INTEGER)
                ORDER BY s.votes DESC, s.id DESC LIMIT 25";
            (page("0", rest), Some(since as u32))
        }
        Read::Group(group) => (page("0", &format!("WHERE s.group_id = $1 {BY_HOT}")), Some(group)),
        Read::Viewer(user) => {
            let votes = "LEFT JOIN votes v ON v.user_id = $1 AND v.story_id = s.id";
            let vote = "CAST(COALESCE(v.direction, 0) AS INTEGER)";
            (page(vote, &format!("{votes} {BY_HOT}")), Some(user))
        }
        Read::Unhidden(user) => {
            let rest = format!(
                "WHERE NOT EXISTS (
                    SELECT 1 FROM hidden h WHERE h.user_id = $1 AND h.story_id = s.id
                ) {BY_HOT}"
            );
            (page("0", &rest), Some(user))
        }
        Read::Thread(article) => {
            let rest = "WHERE c.story_id = $1 ORDER BY c.hot DESC, c.id DESC";
            (format!("SELECT {COMMENT} {rest}"), Some(article))
        }
        Read::Voted(user) => {
            let rest = "JOIN votes v ON v.story_id = s.id WHERE v.user_id = $1
                ORDER BY v.story_id DESC LIMIT 25";
            (page("CAST(v.direction AS INTEGER)", rest), Some(user))
        }
        Read::Unread(user) => {
            let rest = "WHERE c.recipient_id = $1
                AND c.id > (SELECT seen FROM users WHERE id = $1) ORDER BY c.id DESC LIMIT 25";
            (format!("SELECT {COMMENT} {rest}"), Some(user))
        }
    }
}

/// Returns the items of a page. The comments of a thread are put in order, each before its
/// answers, as the program of such a site does.
pub fn items(read: Read, rows: Vec<Row>) -> Vec<Item> {
    let item = |row: &Row| Item(row.text.clone(), row.votes, row.vote);
    if !matches!(read, Read::Thread(_)) {
        return rows.iter().map(item).collect();
    }
    let mut answers = std::collections::HashMap::<i64, Vec<&Row>>::new();
    rows.iter().rev().for_each(|row| answers.entry(row.parent).or_default().push(row));
    let mut next = answers.remove(&0).unwrap_or_default();
    let mut thread = Vec::with_capacity(rows.len());
    while let Some(row) = next.pop() {
        thread.push(item(row));
        next.extend(answers.remove(&row.id).unwrap_or_default());
    }
    thread.truncate(THREAD as usize);
    thread
}
