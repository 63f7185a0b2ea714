use redis::cmd;

use super::{News, Result, unix_time};

/// How long the server remembers a visit.
const VISIT_SECONDS: u64 = 30 * 24 * 3600;

fn key(user: &str, story: u32) -> String {
    format!("visited:{user}:{story}")
}

impl News {
    /// Notes that a user looks at a story now, and returns the time of the visit before, if any.
    pub async fn visit(&self, user: &str, story: u32) -> Result<Option<i64>> {
        let mut command = cmd("SET");
        command.arg(key(user, story)).arg(unix_time()).arg("GET").arg("EX").arg(VISIT_SECONDS);
        Ok(command.query_async(&mut self.connection()).await?)
    }
}
