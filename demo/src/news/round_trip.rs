use redis::{Cmd, FromRedisValue, Pipeline, Value, from_redis_value, pipe};

use super::{Error, Login, News, Result};

/// The commands for one page, which are sent together.
pub(super) struct RoundTrip {
    pipeline: Pipeline,
    login: Option<Login>,
}

/// Their replies, in the order of the commands.
pub(super) struct Replies(std::vec::IntoIter<Value>);

impl RoundTrip {
    /// Returns commands for a reader. The first of them checks the login, if there is one.
    pub fn of(login: Option<&Login>) -> Self {
        let mut pipeline = pipe();
        if let Some(login) = login {
            pipeline.add_command(login.user_command());
        }
        Self { pipeline, login: login.cloned() }
    }

    /// Adds a command.
    pub fn add(&mut self, command: Cmd) -> &mut Self {
        self.pipeline.add_command(command);
        self
    }

    /// Runs the commands, and returns the replies unless the login has ended.
    pub async fn run(&self, news: &News) -> Result<Replies> {
        if self.pipeline.is_empty() {
            return Ok(Replies(Vec::new().into_iter()));
        }
        let replies: Vec<Value> = self.pipeline.query_async(&mut news.connection()).await?;
        let mut replies = Replies(replies.into_iter());
        match &self.login {
            Some(login) if !login.is_of(replies.next()?) => Err(Error::LoggedOut),
            _ => Ok(replies),
        }
    }
}

impl Replies {
    /// Returns the next reply.
    pub fn next<T: FromRedisValue>(&mut self) -> Result<T> {
        Ok(from_redis_value(self.0.next().unwrap_or(Value::Nil))?)
    }
}
