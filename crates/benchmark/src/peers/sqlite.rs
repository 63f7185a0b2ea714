//! The site in SQLite, in the process of the program that uses it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result};
use rusqlite::functions::FunctionFlags;
use rusqlite::{Connection, TransactionBehavior, params};

use super::queries::{REFRESH, Row, growth, items, query};
use super::resources::bytes_below;
use super::site::{GROUPS, Item, Read, USERS, Write, group, user};
use super::{Client, Peer};
use crate::contenders::Contender;

pub struct Sqlite {
    path: PathBuf,
    own: SqliteClient,
}

pub struct SqliteClient(pub Connection);

impl Sqlite {
    /// Makes a database at this place.
    pub fn new(path: &Path) -> Result<Self> {
        let own = SqliteClient::open(path)?;
        let schema = include_str!("schema.sql").replace("{id}", "INTEGER PRIMARY KEY");
        own.0.execute_batch(&schema.replace("{keyed}", " WITHOUT ROWID"))?;
        for number in 1..=USERS {
            own.0.execute("INSERT INTO users (name) VALUES (?1)", [user(number)])?;
        }
        for number in 1..=GROUPS {
            own.0.execute("INSERT INTO groups (name) VALUES (?1)", [group(number)])?;
        }
        Ok(Self { path: path.to_owned(), own })
    }

    #[cfg(test)]
    pub fn database(&self) -> &Connection {
        &self.own.0
    }
}

impl SqliteClient {
    /// Opens a database, with the settings that SQLite's documentation recommends.
    fn open(path: &Path) -> Result<Self> {
        let database = Connection::open(path)?;
        add_functions(&database)?;
        database.set_prepared_statement_cache_capacity(64);
        database.busy_timeout(Duration::from_secs(60))?;
        database.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;
             PRAGMA cache_size = -262144; PRAGMA mmap_size = 1073741824;",
        )?;
        Ok(Self(database))
    }
}

/// Adds what the formula of GRAVITY needs, which SQLite has only if it is built with it.
fn add_functions(database: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_UTF8;
    database.create_scalar_function("power", 2, flags, |arguments| {
        Ok(arguments.get::<f64>(0)?.powf(arguments.get(1)?))
    })?;
    database.create_scalar_function("floor", 1, flags, |arguments| {
        Ok(arguments.get::<f64>(0)?.floor())
    })
}

impl Client for SqliteClient {
    fn keep(&mut self, each: bool) -> Result<()> {
        Ok(self.0.pragma_update(None, "synchronous", if each { "FULL" } else { "NORMAL" })?)
    }

    fn write(&mut self, write: &Write) -> Result<()> {
        // Two that began to read could not both begin to write.
        let changes = self.0.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let run = |sql: &str, values: &[&dyn rusqlite::ToSql]| {
            changes.prepare_cached(sql).and_then(|mut statement| statement.execute(values))
        };
        match write {
            Write::Post { user, title, link, group, time } => {
                run(
                    "INSERT INTO stories (poster_id, title, link, group_id, posted, hot)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?5 + 432)",
                    params![user, title, link, group, time],
                )?;
                let id = changes.last_insert_rowid();
                run("INSERT INTO votes VALUES (?1, ?2, 1)", params![user, id])?;
                run("UPDATE users SET karma = karma + 1 WHERE id = ?1", params![user])?;
            }
            Write::Vote { user, article, up } => {
                let direction = if *up { 1 } else { -1 };
                let insert = "INSERT INTO votes VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING";
                if run(insert, params![user, article, direction])? > 0 {
                    run(
                        "UPDATE stories SET upvotes = upvotes + (?2 > 0), votes = votes + ?2,
                         downvotes = downvotes + (?2 < 0), hot = hot + 432 * ?2 WHERE id = ?1",
                        params![article, direction],
                    )?;
                    run(
                        "UPDATE users SET karma = karma + ?2
                         WHERE id = (SELECT poster_id FROM stories WHERE id = ?1)",
                        params![article, direction],
                    )?;
                }
            }
            Write::Comment { user, article, parent, text, time } => {
                run(
                    "INSERT INTO comments
                        (story_id, parent_id, poster_id, recipient_id, text, posted, hot)
                     VALUES (?2, NULLIF(?3, 0), ?1, NULLIF(COALESCE(
                        (SELECT poster_id FROM comments WHERE id = ?3),
                        (SELECT poster_id FROM stories WHERE id = ?2)), ?1), ?4, ?5, ?5 + 432)",
                    params![user, article, parent, text, time],
                )?;
                let id = changes.last_insert_rowid();
                run("INSERT INTO comment_votes VALUES (?1, ?2, 1)", params![user, id])?;
                run("UPDATE stories SET comments = comments + 1 WHERE id = ?1", params![article])?;
                run(
                    "UPDATE users SET comment_karma = comment_karma + 1 WHERE id = ?1",
                    params![user],
                )?;
            }
            Write::Hide { user, article } => {
                let insert = "INSERT INTO hidden VALUES (?1, ?2) ON CONFLICT DO NOTHING";
                run(insert, params![user, article])?;
            }
            Write::Seen { user, comment } => {
                run("UPDATE users SET seen = ?2 WHERE id = ?1", params![user, comment])?;
            }
        }
        Ok(changes.commit()?)
    }

    fn read(&mut self, read: Read) -> Result<Vec<Item>> {
        let (sql, parameter) = query(read);
        let mut statement = self.0.prepare_cached(&sql.replace('$', "?"))?;
        let row = |row: &rusqlite::Row| {
            for column in [3, 4] {
                row.get::<_, String>(column)?;
            }
            for column in [5, 6, 7, 9, 10] {
                row.get::<_, i64>(column)?;
            }
            Ok(Row {
                id: row.get(0)?,
                parent: row.get(1)?,
                text: row.get(2)?,
                votes: row.get(8)?,
                vote: row.get(11)?,
            })
        };
        let parameters = rusqlite::params_from_iter(parameter);
        let rows = statement.query_map(parameters, row)?.collect::<Result<_, _>>()?;
        Ok(items(read, rows))
    }
}

impl Peer for Sqlite {
    fn contender(&self) -> Contender {
        Contender::Sqlite
    }

    fn own(&mut self) -> &mut dyn Client {
        &mut self.own
    }

    fn connect(&self) -> Result<Box<dyn Client + Send>> {
        Ok(Box::new(SqliteClient::open(&self.path)?))
    }

    fn settle(&mut self) -> Result<()> {
        Ok(self.own.0.execute_batch("ANALYZE; PRAGMA wal_checkpoint(TRUNCATE)")?)
    }

    fn grow(&mut self, articles: u32, voters: u32, time: i64) -> Result<()> {
        Ok(self.own.0.execute_batch(&growth(articles, voters, time))?)
    }

    fn refresh(&mut self, now: i64) -> Result<()> {
        self.own.0.prepare_cached(&REFRESH.replace('$', "?"))?.execute([now])?;
        Ok(())
    }

    /// There is no server: SQLite uses the program's memory and the system's cache of files.
    fn processes(&self) -> Result<Vec<u32>> {
        Ok(Vec::new())
    }

    fn disk(&mut self) -> Result<f64> {
        self.settle()?;
        bytes_below(self.path.parent().context("the database is in no folder")?)
    }

    fn restart(&mut self) -> Result<()> {
        self.own = SqliteClient::open(&self.path)?;
        Ok(())
    }
}
