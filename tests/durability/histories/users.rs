//! A client that sends random operations, and records what became of them.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Instant;

use article_history::{Event, Operation, Reply};
use article_site::{Moderation, RecordedVote, Vote};
use test_support::Random;

use super::commands::{command, reply};
use super::progress::Progress;
use super::route::{Answer, Route};

/// What all clients of a recording know.
pub struct Shared<'a> {
    pub key: &'a str,
    /// The beginning of the recording.
    pub begun: Instant,
    /// The time of the oldest article.
    pub time: i64,
    pub users: usize,
    pub articles: u32,
    /// The highest id that anybody has seen.
    pub last_id: AtomicU32,
}

/// A client.
pub struct User<'a> {
    number: usize,
    shared: &'a Shared<'a>,
    random: Random,
    route: Route<'a>,
    waits_for_replica: bool,
    pub events: Vec<Event>,
}

impl<'a> User<'a> {
    pub fn new(
        number: usize,
        shared: &'a Shared<'a>,
        random: Random,
        route: Route<'a>,
        waits_for_replica: bool,
    ) -> Self {
        Self { number, shared, random, route, waits_for_replica, events: Vec::new() }
    }

    /// Sends operations until the test says stop.
    pub fn act(mut self, progress: &Progress) -> Vec<Event> {
        while !progress.is_over() {
            let operation = self.choose();
            if self.try_run(operation) {
                progress.add_reply();
            }
        }
        self.events
    }

    /// Reads everything that anybody could see.
    pub fn read_all(&mut self) {
        let last = self.shared.last_id.load(Ordering::Relaxed);
        let ids: Vec<_> = (1..=last + 1).collect();
        let viewers = (0..self.shared.users).map(Some);
        for viewer in viewers {
            for ids in ids.chunks(1_000) {
                self.run(Operation::Show { ids: ids.to_vec(), viewer });
            }
            self.run(Operation::Page { viewer });
        }
    }

    /// Sends an operation until a server runs it.
    fn run(&mut self, operation: Operation) {
        while !self.try_run(operation.clone()) {}
    }

    /// Sends an operation. Returns whether its reply came.
    fn try_run(&mut self, operation: Operation) -> bool {
        if !self.route.is_ready() {
            return false;
        }
        let is_read = matches!(operation, Operation::Show { .. } | Operation::Page { .. });
        let command = command(self.shared.key, &operation);
        let invoked = self.shared.begun.elapsed();
        let answer = self.route.run(&command);
        let ended = Some(self.shared.begun.elapsed());
        let reply = match answer {
            Answer::Reply(value) => Some(reply(&operation, &value)),
            Answer::Lost if !is_read => None,
            Answer::Lost | Answer::NotRun => return false,
        };
        if let Some(Reply::Id(id)) = reply {
            self.shared.last_id.fetch_max(id, Ordering::Relaxed);
        }
        let is_durable = self.waits_for_replica
            && reply.as_ref().is_some_and(Reply::is_change)
            && self.route.is_replicated();
        let is_answered = reply.is_some();
        self.events.push(Event {
            client: Some(self.number),
            invoked,
            ended,
            operation,
            is_durable,
            reply,
        });
        is_answered
    }

    fn choose(&mut self) -> Operation {
        let Self { shared, random, .. } = self;
        let user = random.below(shared.users as i64) as usize;
        let viewer = random.percent(50).then_some(user);
        let article = 1 + random.below(shared.articles.into()) as u32;
        let any = 1 + random.below(i64::from(shared.last_id.load(Ordering::Relaxed)) + 1) as u32;
        let id = if random.percent(75) { article } else { any };
        match random.below(100) {
            0..40 => {
                let vote = random.pick(&[Some(Vote::Up), Some(Vote::Up), Some(Vote::Down), None]);
                let is_silent = random.percent(20);
                let vote = vote.map(|vote| RecordedVote { vote, is_silent });
                Operation::Vote { user, id, vote, with_counts: random.percent(50) }
            }
            40..43 => {
                // Articles are usually listed and open.
                use Moderation::{Hide, Lock, Show, Unlock};
                let moderation = random.pick(&[Hide, Show, Show, Lock, Unlock, Unlock]);
                Operation::Moderate { id: article, moderation }
            }
            43..45 => {
                let time = shared.time + random.below(10_000);
                Operation::Comment { user, parent: id, time }
            }
            45..70 => Operation::Show { ids: vec![id], viewer },
            70..75 => Operation::Show { ids: vec![article, any], viewer },
            _ => Operation::Page { viewer },
        }
    }
}
