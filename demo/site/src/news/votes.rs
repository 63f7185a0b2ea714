use std::collections::HashMap;

use redis::{InfoDict, Value, cmd, from_redis_value};

use super::{Deed, News, Result, Sender, guarded};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    Up,
    Down,
    /// Withdraws the vote.
    None,
}

impl Choice {
    /// Returns the choice that a form sends as `up`, `down`, or `none`.
    pub fn named(name: &str) -> Option<Self> {
        [Self::Up, Self::Down, Self::None]
            .into_iter()
            .find(|choice| choice.keyword().eq_ignore_ascii_case(name))
    }

    pub fn keyword(self) -> &'static str {
        match self {
            Self::Up => "UP",
            Self::Down => "DOWN",
            Self::None => "NONE",
        }
    }

    /// Returns the vote as articles have it.
    pub fn value(self) -> i64 {
        match self {
            Self::Up => 1,
            Self::Down => -1,
            Self::None => 0,
        }
    }
}

impl News {
    /// Casts, changes, or withdraws a vote, and returns the votes after it.
    pub async fn vote(&self, user: &str, id: u32, choice: Choice) -> Result<i64> {
        let mut command = guarded(Sender::User(user), Deed::Vote);
        command.arg(id).arg(choice.keyword()).arg("WITHCOUNTS");
        let mut reply: HashMap<String, Value> = self.run(&command).await?;
        Ok(from_redis_value(reply.remove("votes").unwrap_or(Value::Nil))?)
    }
    /// Returns the number of votes cast since the server started, repeated ones included.
    pub async fn votes_cast(&self) -> Result<u64> {
        let info: InfoDict = self.run(cmd("INFO").arg("article")).await?;
        let number = |name| info.get::<u64>(name).unwrap_or_default();
        Ok(number("article_votes_accepted") + number("article_votes_repeated"))
    }
}
