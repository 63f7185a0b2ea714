//! The recording of a history on a site of its own.

use std::sync::atomic::AtomicU32;
use std::thread;
use std::time::{Duration, Instant};

use article_history::{Checked, Event, Site, check_site, with_crashes};
use test_support::{Client, Random, report, seed};

use super::follower::Follower;
use super::progress::Progress;
use super::route::{Route, Target};
use super::users::{Shared, User};

/// The number of users who vote.
const USERS: usize = 5;
/// The number of clients, each of which acts for all users.
const CLIENTS: usize = 4;
const ARTICLES: i64 = 3;
/// How long before now the first article was posted, in seconds.
const AGE: i64 = 100_000;

/// A site, and what is known of its history.
pub struct Recording {
    key: String,
    site: Site,
    begun: Instant,
    /// The times at which servers were known to be dead.
    crashes: Vec<Duration>,
}

impl Recording {
    /// Creates a site with articles.
    pub fn new(c: &mut Client, key: &str) -> Self {
        let time = c.now() - AGE;
        // Close enough for votes to change their order.
        let articles: Vec<_> = (0..ARTICLES).map(|number| time + 300 * number).collect();
        // Any setting may have another default on the server.
        let settings = "VOTESCORE 432 WINDOW 604800 PAGESIZE 25 SELFVOTE yes";
        c.ok(&format!("ARTICLE.CREATE {key} {settings}"));
        for time in &articles {
            c.int(&format!("ARTICLE.POST {key} u0 title link TIME {time}"));
        }
        let site = Site { articles };
        Self { key: key.to_owned(), site, begun: Instant::now(), crashes: Vec::new() }
    }

    /// Returns the time of the recording.
    pub fn now(&self) -> Duration {
        self.begun.elapsed()
    }

    /// Notes that a server was dead at this time, and may have taken the latest operations along.
    pub fn note_crash(&mut self, dead: Duration) {
        self.crashes.push(dead);
    }

    /// Records what clients do until `meanwhile` returns, and all that they could see then.
    pub fn record<R>(
        &self,
        target: &Target,
        random: &mut Random,
        meanwhile: impl FnOnce(&Progress) -> R,
    ) -> (Vec<Event>, R) {
        let shared = Shared {
            key: &self.key,
            begun: self.begun,
            time: self.site.articles[0],
            users: USERS,
            articles: self.site.articles.len() as u32,
            last_id: AtomicU32::new(self.site.articles.len() as u32),
        };
        let (progress, shared) = (&Progress::default(), &shared);
        let mut fork = || (random.fork(), Route::new(target));
        let users = [(); CLIENTS].map(|()| fork());
        let (follower, reader) = (fork(), fork());
        thread::scope(|scope| {
            let users = (0..).zip(users).map(|(number, (random, route))| {
                let waits = target.has_replica() && number % 2 == 0;
                let user = User::new(number, shared, random, route, waits);
                scope.spawn(move || user.act(progress))
            });
            let users: Vec<_> = users.collect();
            let (random, route) = follower;
            let follower = Follower::new(CLIENTS, shared, random, route);
            let follower = scope.spawn(move || follower.follow(progress));
            let stop = progress.stop_on_drop();
            let result = meanwhile(progress);
            drop(stop);
            let users = users.into_iter().flat_map(|user| user.join().expect("a user"));
            let mut events: Vec<_> = users.collect();
            let mut follower = follower.join().expect("the follower");
            follower.catch_up();
            events.append(&mut follower.events);
            let (random, route) = reader;
            let mut reader = User::new(CLIENTS + 1, shared, random, route, false);
            reader.read_all();
            events.append(&mut reader.events);
            (events, result)
        })
    }

    /// Checks that an order explains the events.
    pub fn check(&self, events: Vec<Event>) -> Result<Checked, String> {
        let events = with_crashes(events, &self.crashes);
        check_site(&self.site, &events)
    }
}

/// Runs rounds, each of which records and checks a history of the site with the key that it gets.
/// A history without changes shows nothing, so it fails.
pub fn check_rounds(
    test: &str,
    rounds: u64,
    mut round: impl FnMut(&str, &mut Random) -> Result<Checked, String>,
) {
    let seed = seed(test);
    let mut random = Random::new(seed);
    let mut sum = Checked::default();
    for number in 1..=rounds {
        let Checked { operations, unanswered, changes, durable, lost, visited } =
            round(&format!("site-{number}"), &mut random).unwrap_or_else(|error| {
                panic!("{test}, TORTURE_SEED={seed}, round {number}: {error}")
            });
        assert!(changes > 0, "{test}, TORTURE_SEED={seed}, round {number}: nothing changed");
        sum.operations += operations;
        sum.changes += changes;
        sum.unanswered += unanswered;
        sum.durable += durable;
        sum.lost += lost;
        sum.visited += visited;
    }
    let Checked { operations, unanswered, changes, durable, lost, visited } = sum;
    report(format!(
        "{test}: {rounds} rounds, {operations} replies have an order, {changes} of them of changes, \
         {unanswered} operations without a reply, at least {lost} acknowledged changes lost, \
         {durable} replicated, {visited} steps"
    ));
}
