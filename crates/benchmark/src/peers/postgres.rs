//! The site in PostgreSQL. Each operation is one prepared statement, and so one round trip.

use std::collections::HashMap;

use anyhow::Result;
use postgres::types::ToSql;
use postgres::{Client, NoTls, Statement};

use super::Peer;
use super::cluster::Cluster;
use super::queries::{REFRESH, Row, growth, items, query};
use super::resources::family_of;
use super::site::{GROUPS, Item, Read, USERS, Write, group, user};
use crate::contenders::Contender;

const POST: &str = "
    WITH story AS (
        INSERT INTO stories (poster_id, title, link, group_id, posted, hot)
        VALUES ($1, $2, $3, $4, CAST($5 AS BIGINT), $5 + 432) RETURNING id
    ), vote AS (INSERT INTO votes SELECT $1, id, 1 FROM story)
    UPDATE users SET karma = karma + 1 WHERE id = $1";
const VOTE: &str = "
    WITH vote AS (
        INSERT INTO votes VALUES ($1, $2, CAST($3 AS INTEGER)) ON CONFLICT DO NOTHING
        RETURNING story_id, direction
    ), story AS (
        UPDATE stories SET upvotes = upvotes + CAST(direction > 0 AS INTEGER),
            downvotes = downvotes + CAST(direction < 0 AS INTEGER),
            votes = votes + direction, hot = hot + 432 * direction
        FROM vote WHERE stories.id = vote.story_id RETURNING poster_id, direction
    )
    UPDATE users SET karma = karma + direction FROM story WHERE users.id = story.poster_id";
const COMMENT: &str = "
    WITH comment AS (
        INSERT INTO comments (story_id, parent_id, poster_id, recipient_id, text, posted, hot)
        VALUES ($2, NULLIF(CAST($3 AS INTEGER), 0), $1, NULLIF(COALESCE(
            (SELECT poster_id FROM comments WHERE id = $3),
            (SELECT poster_id FROM stories WHERE id = $2)), $1), $4, CAST($5 AS BIGINT), $5 + 432)
        RETURNING id
    ), vote AS (INSERT INTO comment_votes SELECT $1, id, 1 FROM comment
    ), story AS (UPDATE stories SET comments = comments + 1 WHERE id = $2)
    UPDATE users SET comment_karma = comment_karma + 1 WHERE id = $1";

pub struct Postgres {
    own: PostgresClient,
    /// Stopped after the client is gone.
    cluster: Cluster,
}

pub struct PostgresClient {
    client: Client,
    statements: HashMap<String, Statement>,
}

impl Postgres {
    pub fn start() -> Result<Self> {
        let cluster = Cluster::start()?;
        let mut own = PostgresClient::open(&cluster)?;
        let client = &mut own.client;
        let schema = include_str!("schema.sql").replace("{id}", "SERIAL PRIMARY KEY");
        client.batch_execute(&schema.replace("{keyed}", ""))?;
        for number in 1..=USERS {
            client.execute("INSERT INTO users (name) VALUES ($1)", &[&user(number)])?;
        }
        for number in 1..=GROUPS {
            client.execute("INSERT INTO groups (name) VALUES ($1)", &[&group(number)])?;
        }
        Ok(Self { own, cluster })
    }

    pub fn port(&self) -> u16 {
        self.cluster.port
    }
}

impl PostgresClient {
    fn open(cluster: &Cluster) -> Result<Self> {
        let address = format!("host=127.0.0.1 port={} user=postgres", cluster.port);
        Ok(Self { client: Client::connect(&address, NoTls)?, statements: HashMap::new() })
    }

    fn prepare(&mut self, sql: &str) -> Result<Statement> {
        if let Some(statement) = self.statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql)?;
        self.statements.insert(sql.to_owned(), statement.clone());
        Ok(statement)
    }

    fn run(&mut self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<()> {
        let statement = self.prepare(sql)?;
        self.client.execute(&statement, values)?;
        Ok(())
    }
}

impl super::Client for PostgresClient {
    fn keep(&mut self, each: bool) -> Result<()> {
        let policy = if each { "on" } else { "off" };
        Ok(self.client.batch_execute(&format!("SET synchronous_commit = {policy}"))?)
    }

    fn write(&mut self, write: &Write) -> Result<()> {
        let int = |number: &u32| *number as i32;
        match write {
            Write::Post { user, title, link, group, time } => {
                self.run(POST, &[&int(user), title, link, &int(group), time])
            }
            Write::Vote { user, article, up } => {
                let direction = if *up { 1 } else { -1 };
                self.run(VOTE, &[&int(user), &int(article), &direction])
            }
            Write::Comment { user, article, parent, text, time } => {
                self.run(COMMENT, &[&int(user), &int(article), &int(parent), text, time])
            }
            Write::Hide { user, article } => {
                let insert = "INSERT INTO hidden VALUES ($1, $2) ON CONFLICT DO NOTHING";
                self.run(insert, &[&int(user), &int(article)])
            }
            Write::Seen { user, comment } => {
                let update = "UPDATE users SET seen = $2 WHERE id = $1";
                self.run(update, &[&int(user), &int(comment)])
            }
        }
    }

    fn read(&mut self, read: Read) -> Result<Vec<Item>> {
        let (sql, parameter) = query(read);
        let statement = self.prepare(&sql)?;
        let parameter = parameter.map(|number| number as i32);
        let parameters = parameter.iter().map(|number| number as &(dyn ToSql + Sync));
        let rows = self.client.query(&statement, &parameters.collect::<Vec<_>>())?;
        let row = |row: &postgres::Row| {
            for column in [3, 4] {
                row.try_get::<_, &str>(column)?;
            }
            for column in [5, 9] {
                row.try_get::<_, i64>(column)?;
            }
            let int = |column: usize| row.try_get::<_, i32>(column).map(i64::from);
            for column in [6, 7, 10] {
                int(column)?;
            }
            Ok(Row {
                id: int(0)?,
                parent: int(1)?,
                text: row.try_get(2)?,
                votes: int(8)?,
                vote: int(11)?,
            })
        };
        let rows = rows.iter().map(row).collect::<Result<_, postgres::Error>>()?;
        Ok(items(read, rows))
    }
}

impl Peer for Postgres {
    fn contender(&self) -> Contender {
        Contender::Postgres
    }

    fn own(&mut self) -> &mut dyn super::Client {
        &mut self.own
    }

    fn connect(&self) -> Result<Box<dyn super::Client + Send>> {
        Ok(Box::new(PostgresClient::open(&self.cluster)?))
    }

    fn settle(&mut self) -> Result<()> {
        self.own.client.batch_execute("VACUUM ANALYZE")?;
        Ok(self.own.client.batch_execute("CHECKPOINT")?)
    }

    /// Does not check foreign keys, as is usual when much is loaded.
    fn grow(&mut self, articles: u32, voters: u32, time: i64) -> Result<()> {
        let role = |name: &str| format!("SET session_replication_role = {name}");
        let growth = growth(articles, voters, time);
        let steps = [role("replica"), growth, role("DEFAULT")];
        Ok(steps.iter().try_for_each(|step| self.own.client.batch_execute(step))?)
    }

    fn refresh(&mut self, now: i64) -> Result<()> {
        self.own.run(REFRESH, &[&(now as i32)])
    }

    fn processes(&self) -> Result<Vec<u32>> {
        family_of(self.cluster.process_id()?)
    }

    fn disk(&mut self) -> Result<f64> {
        self.settle()?;
        let query = "SELECT pg_database_size(current_database())";
        Ok(self.own.client.query_one(query, &[])?.try_get::<_, i64>(0)? as f64)
    }

    fn restart(&mut self) -> Result<()> {
        self.cluster.restart()?;
        self.own = PostgresClient::open(&self.cluster)?;
        Ok(())
    }
}
