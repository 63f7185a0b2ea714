use std::time::Duration;

use tokio::time::{Instant, MissedTickBehavior, interval};

use super::{Live, Message};
use crate::news::News;

const EVERY: Duration = Duration::from_secs(1);

impl Live {
    /// Tells all event streams the votes per second, or that Redis is away, for ever.
    pub(super) async fn count_votes(&self, news: &News) {
        let mut ticks = interval(EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut last: Option<(u64, Instant)> = None;
        loop {
            ticks.tick().await;
            let Ok(votes) = news.votes_cast().await else {
                last = None;
                self.send(Message::Away);
                continue;
            };
            let now = Instant::now();
            if let Some((before, then)) = last
                && let Some(cast) = votes.checked_sub(before)
            {
                let rate = cast as f64 / (now - then).as_secs_f64();
                self.send(Message::Pulse(rate.round() as u64));
            }
            last = Some((votes, now));
        }
    }
}
