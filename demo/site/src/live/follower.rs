use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use super::{Live, Message};
use crate::log::log;
use crate::news::{Changes, MAX_CHANGES, News, PLACING, Result};

/// The pause after changes. What changes meanwhile is returned together, each story once.
const PAUSE: Duration = Duration::from_secs(1);

/// How long the follower waits before it tries again.
const RETRY: Duration = Duration::from_secs(1);

impl Live {
    /// Passes the changes of the site to all event streams, for ever.
    pub(super) async fn follow(&self, waiting: &News, news: &News) {
        let mut version = None;
        loop {
            version = match self.step(waiting, news, version.clone()).await {
                Ok(next) => next,
                Err(error) => {
                    log(format!("the follower waits: {error}"));
                    sleep(RETRY).await;
                    // If this is still the same copy of the site, nothing is lost.
                    version
                }
            };
        }
    }

    /// Passes on the changes since a version, or starts at the site as it is now. Returns the next
    /// version; none after a restart of the server or without a site.
    async fn step(
        &self,
        waiting: &News,
        news: &News,
        version: Option<String>,
    ) -> Result<Option<String>> {
        let Some(version) = version else {
            let Some((version, last_id)) = news.version().await? else {
                sleep(RETRY).await;
                return Ok(None);
            };
            self.raise_last_id(last_id);
            // The streams read the state after this version, so they miss nothing.
            self.send(Message::Resync);
            return Ok(Some(version));
        };
        let Some(changes) = waiting.changes(&version, &PLACING).await? else { return Ok(None) };
        let version = changes.version.clone();
        let count = changes.items.len() + changes.deleted.len();
        if count > 0 {
            self.raise_last_id(highest_id(&changes));
            self.send(Message::Changes(Arc::new(changes)));
        }
        // A full reply is followed by the rest at once.
        if (1..MAX_CHANGES).contains(&count) {
            sleep(PAUSE).await;
        }
        Ok(Some(version))
    }
}

fn highest_id(changes: &Changes) -> u32 {
    let ids = changes.items.iter().map(|item| item.id);
    ids.chain(changes.deleted.iter().copied()).max().unwrap_or_default()
}
