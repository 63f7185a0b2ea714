use std::fmt;

use async_trait::async_trait;
use redis::{Cmd, FromRedisValue, cmd};
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};
use tower_sessions::{SessionStore, cookie::time::Duration};

use super::News;
use super::round_trip::script;

/// The entry of a session that names its user.
pub const USER: &str = "user";
pub const MODERATOR: &str = "moderator";
pub const SESSION: Duration = Duration::days(7);

fn key(id: &Id) -> String {
    format!("session:{id}")
}

impl fmt::Debug for News {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("News")
    }
}

impl News {
    async fn store<T: FromRedisValue>(&self, command: &Cmd) -> Result<T> {
        let reply = command.query_async(&mut self.connection()).await;
        reply.map_err(|error: redis::RedisError| Error::Backend(error.to_string()))
    }

    fn set(record: &Record) -> Result<Cmd> {
        let text = serde_json::to_string(record);
        let text = text.map_err(|error| Error::Encode(error.to_string()))?;
        let seconds = SESSION.whole_seconds();
        // A moderator can make room when the memory is full.
        let mut set = match record.data.get(USER).is_some_and(|user| user == MODERATOR) {
            true => script(
                "#!lua flags=allow-oom\nreturn redis.call('SET', KEYS[1], unpack(ARGV))",
                &[&key(&record.id)],
            ),
            false => cmd("SET").arg(key(&record.id)).take(),
        };
        Ok(set.arg(text).arg("EX").arg(seconds).take())
    }
}

#[async_trait]
impl SessionStore for News {
    async fn create(&self, record: &mut Record) -> Result<()> {
        while !self.store::<bool>(Self::set(record)?.arg("NX")).await? {
            record.id = Id::default();
        }
        Ok(())
    }

    async fn save(&self, record: &Record) -> Result<()> {
        self.store(&Self::set(record)?).await
    }

    async fn load(&self, id: &Id) -> Result<Option<Record>> {
        let text: Option<String> = self.store(&Cmd::get(key(id))).await?;
        // What another program has stored is no login.
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }

    async fn delete(&self, id: &Id) -> Result<()> {
        self.store(&Cmd::del(key(id))).await
    }
}
