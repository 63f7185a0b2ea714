use redis::cmd;

use super::article::text;
use super::{News, Result};

/// How long a login lasts. The server then forgets the session.
pub const SESSION_SECONDS: u64 = 7 * 24 * 3600;

fn key(session: &str) -> String {
    format!("session:{session}")
}

impl News {
    /// Returns the user who is logged in, if anyone.
    pub async fn session_user(&self, session: &str) -> Result<Option<String>> {
        let mut command = cmd("GET");
        command.arg(key(session));
        let user: Option<Vec<u8>> = command.query_async(&mut self.connection()).await?;
        Ok(user.map(text))
    }

    /// Logs a user in.
    pub async fn start_session(&self, session: &str, user: &str) -> Result<()> {
        let mut command = cmd("SET");
        command.arg(key(session)).arg(user).arg("EX").arg(SESSION_SECONDS);
        Ok(command.exec_async(&mut self.connection()).await?)
    }

    /// Logs the user out.
    pub async fn end_session(&self, session: &str) -> Result<()> {
        let mut command = cmd("DEL");
        command.arg(key(session));
        Ok(command.exec_async(&mut self.connection()).await?)
    }
}
