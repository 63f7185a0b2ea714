//! A client that keeps a copy of the site by ARTICLE.CHANGES.
//!
//! What a reply says about articles and comments is recorded as a read of these. When a reply says
//! that there is nothing more, the copy is recorded as a read of the whole site.

use std::collections::{BTreeMap, BTreeSet};

use article_history::{Event, Operation, Reply, View};
use test_support::{DEADLINE, RESYNC, Random, Value, assert_error, is_error, items, text};

use super::commands::view;
use super::progress::Progress;
use super::route::{Answer, Route};
use super::users::Shared;

/// A copy and its client.
pub struct Follower<'a> {
    number: usize,
    shared: &'a Shared<'a>,
    random: Random,
    route: Route<'a>,
    version: String,
    /// The versions that this copy has had.
    versions: BTreeSet<String>,
    copy: BTreeMap<u32, View>,
    pub events: Vec<Event>,
}

impl<'a> Follower<'a> {
    pub fn new(number: usize, shared: &'a Shared<'a>, random: Random, route: Route<'a>) -> Self {
        let mut follower = Self {
            number,
            shared,
            random,
            route,
            version: String::new(),
            versions: BTreeSet::new(),
            copy: BTreeMap::new(),
            events: Vec::new(),
        };
        follower.start_again();
        follower
    }

    /// Follows until the test says stop.
    pub fn follow(mut self, progress: &Progress) -> Self {
        while !progress.is_over() {
            self.step();
        }
        self
    }

    /// Follows until there is nothing more.
    pub fn catch_up(&mut self) {
        let start = std::time::Instant::now();
        while self.step() != Some(true) {
            assert!(start.elapsed() < DEADLINE, "the copy is never complete");
        }
    }

    fn start_again(&mut self) {
        self.version = "0".to_owned();
        self.versions.clear();
        self.copy.clear();
    }

    /// Asks for changes. Returns whether the copy is complete, or nothing if there was no reply.
    fn step(&mut self) -> Option<bool> {
        if !self.route.is_ready() {
            return None;
        }
        let mut command = redis::cmd("ARTICLE.CHANGES");
        command.arg(self.shared.key).arg(&self.version);
        command.arg("COUNT").arg(1 + self.random.below(10));
        if self.random.percent(30) {
            command.arg("BLOCK").arg(5);
        }
        let invoked = self.shared.begun.elapsed();
        let Answer::Reply(reply) = self.route.run(&command) else { return None };
        let ended = Some(self.shared.begun.elapsed());
        if is_error(&reply) {
            assert_error(&reply, RESYNC);
            self.start_again();
            return None;
        }
        let (operation, views) = self.apply(&reply);
        let is_complete = operation == Operation::ShowAll;
        self.events.push(Event {
            client: Some(self.number),
            invoked,
            ended,
            operation,
            is_durable: false,
            reply: Some(Reply::Shown(views)),
        });
        Some(is_complete)
    }

    /// Applies a reply. Returns what it shows, as an operation and its reply.
    fn apply(&mut self, reply: &Value) -> (Operation, Vec<Option<View>>) {
        let [version, changed, deleted] = items(reply) else { panic!("not changes: {reply:?}") };
        let views: Vec<_> = items(changed).iter().filter_map(view).collect();
        assert!(items(deleted).is_empty(), "nothing was deleted: {reply:?}");
        let version = text(version);
        if views.is_empty() {
            assert_eq!(version, self.version, "nothing has changed");
            return (Operation::ShowAll, self.copy.values().cloned().map(Some).collect());
        }
        assert!(self.versions.insert(version.clone()), "version {version} came before");
        self.version = version;
        self.copy.extend(views.iter().map(|view| (view.id, view.clone())));
        let ids = views.iter().map(|view| view.id).collect();
        (Operation::Show { ids, viewer: None }, views.into_iter().map(Some).collect())
    }
}
