use std::fmt;

use async_trait::async_trait;
use redis::{Cmd, FromRedisValue, cmd};
use tower_sessions::session::{Id, Record};
use tower_sessions::session_store::{Error, Result};
use tower_sessions::{SessionStore, cookie::time::Duration};

use super::News;

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
        Ok(cmd("SET").arg(key(&record.id)).arg(text).arg("EX").arg(seconds).take())
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
