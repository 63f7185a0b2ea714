use std::time::Duration;

use redis::{Cmd, cmd};

use super::{News, Result, unix_time};

/// How long the server remembers a visit.
const MEMORY: Duration = Duration::from_secs(30 * 24 * 3600);

/// A reader who has asked for nothing for this long comes for another visit.
const PAUSE: Duration = Duration::from_secs(30 * 60);

fn key(user: &str, story: u32) -> String {
    format!("visited:{user}:{story}")
}

/// Returns the command that notes that a user looks at the site now, and returns when the visit
/// before this one ended, if there was one.
pub(super) fn arrive(user: &str) -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("arrive.lua")).arg(1).arg(format!("seen:{user}"));
    command.arg(unix_time()).arg(PAUSE.as_secs()).arg(MEMORY.as_secs());
    command
}

impl News {
    /// Notes that a user looks at a story now, and returns the time of the visit before, if any.
    pub async fn visit(&self, user: &str, story: u32) -> Result<Option<i64>> {
        let mut command = cmd("SET");
        command.arg(key(user, story)).arg(unix_time()).arg("GET").arg("EX").arg(MEMORY.as_secs());
        Ok(command.query_async(&mut self.connection()).await?)
    }
}
