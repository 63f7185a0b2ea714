use redis::{Cmd, cmd};

use super::round_trip::RoundTrip;
use super::{Article, KEY, Login, News, Result};

/// The most stories with one link to look for.
const MOST: usize = 10;

/// Returns the command for the other listed stories with a story's link, the highest id first.
///
/// It is a script because the link is known only on the server: so the page of a story needs one
/// round trip.
pub(super) fn earlier(id: u32) -> Cmd {
    let mut command = script();
    command.arg("").arg(id);
    command
}

fn script() -> Cmd {
    let mut command = cmd("EVAL");
    command.arg(include_str!("earlier.lua")).arg(1).arg(KEY).arg(MOST);
    command
}

impl News {
    /// Returns listed stories with a link, the highest id first. Without a link, only checks the
    /// login.
    pub async fn find(&self, login: Option<&Login>, link: Option<&str>) -> Result<Vec<Article>> {
        let mut trip = RoundTrip::of(login);
        if let Some(link) = link {
            let mut command = script();
            command.arg(link);
            trip.add(command);
        }
        let mut replies = trip.run(self).await?;
        if link.is_some() { replies.next() } else { Ok(Vec::new()) }
    }
}
