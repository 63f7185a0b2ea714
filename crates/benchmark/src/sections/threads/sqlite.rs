//! A thread in SQLite, in memory, by a recursive query: as sites with a relational database read
//! it.

use anyhow::Result;
use rusqlite::{Connection, params};

use super::tree::{ARTICLE, Comment};

const SCHEMA: &str = "
    CREATE TABLE comment (
        id INTEGER PRIMARY KEY, article INTEGER, parent INTEGER, poster TEXT, text TEXT,
        time INTEGER, upvotes INTEGER, downvotes INTEGER, best INTEGER
    );
    CREATE INDEX by_parent ON comment (article, parent);
";

/// The recursion has the order of the thread: the deepest first, and the best of these. A CROSS
/// JOIN keeps it.
const THREAD: &str = "
    WITH RECURSIVE thread (id, depth, best) AS (
        SELECT id, 1, best FROM comment WHERE article = ?1 AND parent = ?1
        UNION ALL
        SELECT comment.id, thread.depth + 1, comment.best
        FROM thread JOIN comment ON comment.article = ?1 AND comment.parent = thread.id
        ORDER BY 2 DESC, 3 DESC, 1 DESC
    )
    SELECT comment.id, parent, poster, text, time, upvotes, downvotes, comment.best, depth
    FROM thread CROSS JOIN comment ON comment.id = thread.id
    LIMIT ?2
";

pub fn load(comments: &[Comment], now: u64) -> Result<Connection> {
    let mut database = Connection::open_in_memory()?;
    database.execute_batch(SCHEMA)?;
    let transaction = database.transaction()?;
    for comment @ Comment { id, parent, poster, text, upvotes, downvotes } in comments {
        transaction
            .prepare_cached("INSERT INTO comment VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?
            .execute(params![
                id,
                ARTICLE,
                parent,
                poster,
                text,
                now as i64,
                upvotes,
                downvotes,
                comment.best()
            ])?;
    }
    transaction.commit()?;
    database.execute_batch("ANALYZE")?;
    Ok(database)
}

/// Reads the first comments of the thread. Returns the ids in order.
pub fn read(database: &Connection, wanted: usize) -> Result<Vec<i64>> {
    let mut thread = database.prepare_cached(THREAD)?;
    let mut rows = thread.query(params![ARTICLE, wanted as i64])?;
    let mut ids = Vec::with_capacity(wanted);
    while let Some(row) = rows.next()? {
        let (poster, text): (String, String) = (row.get(2)?, row.get(3)?);
        std::hint::black_box((poster, text));
        let numbers: [i64; 6] =
            [row.get(1)?, row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?, row.get(8)?];
        std::hint::black_box(numbers);
        ids.push(row.get(0)?);
    }
    Ok(ids)
}
