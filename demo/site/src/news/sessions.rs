use redis::{Cmd, cmd};

use super::item::text;
use super::{News, Result};

/// How long a login lasts. The server then forgets the session.
pub const SESSION_SECONDS: i64 = 7 * 24 * 3600;

fn key(session: &str) -> String {
    format!("session:{session}")
}

/// A login, as a browser claims it. The cookie has the user's name, so the keys of a page are
/// known before the server is asked. Only the server knows whether the claim is true.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Login {
    pub session: String,
    pub user: String,
}

impl Login {
    pub(super) fn key(&self) -> String {
        key(&self.session)
    }

    pub(super) fn user_command(&self) -> Cmd {
        Cmd::get(self.key())
    }

    /// Whether this is the user of the session, according to the server.
    pub(super) fn is_of(&self, user: Option<Vec<u8>>) -> bool {
        user.map(text).as_deref() == Some(&self.user)
    }
}

impl News {
    /// Whether somebody is logged in as the browser claims.
    pub async fn is_logged_in(&self, login: &Login) -> Result<bool> {
        Ok(login.is_of(self.run(&login.user_command()).await?))
    }

    pub async fn start_session(&self, session: &str, user: &str) -> Result<()> {
        self.run(cmd("SET").arg(key(session)).arg(user).arg("EX").arg(SESSION_SECONDS)).await
    }

    pub async fn end_session(&self, session: &str) -> Result<()> {
        self.run(&Cmd::del(key(session))).await
    }
}
