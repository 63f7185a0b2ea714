//! A classic site that the program imports, with the connection to its server.

use test_support::Client;
use test_support::classic::{Ballot, Choice, Classic, Design, Outcome};

pub struct ClassicSite {
    pub client: Client,
    pub classic: Classic<'static>,
}

impl ClassicSite {
    pub fn new(client: Client, design: Design) -> Self {
        // Python's times are floats.
        let fraction = if design == Design::PYTHON { 0.25 } else { 0.0 };
        Self { client, classic: Classic { fraction, ..Classic::new(design) } }
    }

    /// Posts an article now and returns its id.
    pub fn post_now(&mut self, user: &str, title: &str, link: &str) -> i64 {
        let now = self.client.now();
        self.post(user, title, link, now)
    }

    pub fn post(&mut self, user: &str, title: &str, link: &str, time: i64) -> i64 {
        self.classic.post(&mut self.client, user, title, link, time)
    }

    pub fn post_with_id(&mut self, id: i64, user: &str, title: &str, link: &str, time: i64) {
        self.classic.post_with_id(&mut self.client, id, [user, title, link], time);
    }

    /// Returns whether the vote counts.
    pub fn vote(&mut self, user: &str, id: i64, choice: Choice) -> bool {
        let now = self.client.now();
        self.classic.vote(&mut self.client, Ballot { user, id, choice }, now) == Outcome::Counted
    }

    pub fn join(&mut self, id: i64, group: &str) {
        self.classic.join(&mut self.client, id, &[group]);
    }
}
