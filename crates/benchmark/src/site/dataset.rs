//! The site that all contenders hold.
//!
//! Articles, votes and groups are generated, so that all contenders get the same ones, a run can
//! be repeated, and every page by score is known in advance.

use std::cmp::Reverse;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::site::article::{Article, Draft};
use crate::site::op::{Choice, Op, User};
use crate::site::plan::{Plan, STRIDE, Votes};
use crate::site::random::rng;
use crate::site::stories::story;

/// How long voting on an article is open, in seconds: the module's default.
pub const WINDOW: u64 = 604_800;
/// The gain of a vote, in seconds: the module's default.
pub const VOTE_SCORE: i64 = 432;
/// The number of articles per page: the module's default.
pub const PAGE_SIZE: u32 = 25;

/// The most votes on an article of [`Votes::Skewed`].
const MOST_VOTES: f64 = 1_000_000.0;

#[derive(Clone, Copy)]
pub struct Dataset {
    pub now: u64,
}

impl Dataset {
    /// Returns the data for a run that starts now.
    pub fn new() -> Result<Self> {
        Ok(Self { now: SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs() })
    }

    /// Returns article `id` before it is posted.
    pub fn draft(&self, plan: &Plan, id: u32) -> Draft {
        let (title, link) = story(id);
        let own = || self.voter(plan, id, 0);
        let poster = plan.posters.map_or_else(own, |users| User(id % users));
        let mut groups = (plan.groups)(id);
        groups.sort_unstable();
        Draft { id, title, link, poster: poster.to_string(), groups }
    }

    /// Returns when article `id` was posted: later than the article before it.
    pub fn time(&self, plan: &Plan, id: u32) -> u64 {
        self.now - plan.age + plan.age * u64::from(id) / (u64::from(plan.articles) + 1)
    }

    /// Returns the numbers of up votes and down votes on article `id`.
    ///
    /// The chance of at least `n` votes is `n` to the power of -1.2. A quarter of the votes are
    /// down votes on average: few on most articles, almost all on some.
    pub fn tally(&self, plan: &Plan, id: u32) -> (u32, u32) {
        match plan.votes {
            Votes::Each(voters) => (voters, 0),
            Votes::Skewed => {
                let mut rng = rng("tally", u64::from(id));
                let votes = (1.0 - rng.f64()).powf(-1.0 / 1.2).min(MOST_VOTES) as u32;
                let downvotes = (f64::from(votes - 1) * rng.f64().powi(3)) as u32;
                (votes - downvotes, downvotes)
            }
        }
    }

    /// Returns whether voting on an article of this time is open when the run starts.
    pub fn is_open(&self, time: u64) -> bool {
        self.now < time + WINDOW
    }

    /// Returns the `nth` voter on article `id`; number 0 is the poster.
    pub fn voter(&self, plan: &Plan, id: u32, nth: u32) -> User {
        let first = u64::from(rng("voter", u64::from(id)).u32(..plan.users));
        User(((first + u64::from(nth) * STRIDE) % u64::from(plan.users)) as u32)
    }

    pub fn score(&self, plan: &Plan, id: u32) -> i64 {
        let (upvotes, downvotes) = self.tally(plan, id);
        self.time(plan, id) as i64 + VOTE_SCORE * (i64::from(upvotes) - i64::from(downvotes))
    }

    /// Returns article `id` as every contender must show it once the site is loaded.
    pub fn article(&self, plan: &Plan, id: u32) -> Article {
        let Draft { id, title, link, poster, groups } = self.draft(plan, id);
        let time = self.time(plan, id) as i64;
        let (upvotes, downvotes) = self.tally(plan, id);
        let (upvotes, downvotes) = (i64::from(upvotes), i64::from(downvotes));
        Article {
            id: i64::from(id),
            title,
            link,
            poster,
            time,
            closes: time + WINDOW as i64,
            votes: upvotes - downvotes,
            upvotes,
            downvotes,
            score: self.score(plan, id),
            groups,
        }
    }

    /// Returns a page by score as every contender must show it once the site is loaded, except
    /// that they may order articles of equal score differently.
    pub fn page(&self, plan: &Plan, page: u32) -> Vec<Article> {
        let scores = (1..=plan.articles).map(|id| Reverse((self.score(plan, id), id)));
        let mut listing: Vec<_> = scores.collect();
        listing.sort_unstable();
        let page = listing.into_iter().skip(((page - 1) * PAGE_SIZE) as usize);
        page.take(PAGE_SIZE as usize).map(|Reverse((_, id))| self.article(plan, id)).collect()
    }

    /// Returns votes on random articles, different ones for each round.
    ///
    /// Of 20 votes, 19 are by a user who has most likely not voted on the article, and 9 in 10
    /// of these are up votes. The others change, repeat or withdraw a vote of the same round.
    pub fn votes(&self, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
        let mut rng = rng("votes", round as u64);
        let mut past: Vec<(u32, User)> = Vec::with_capacity(count);
        let votes = (0..count).map(|nth| {
            let is_change = nth > 0 && rng.u32(..20) == 0;
            let (id, user) = match is_change {
                true => past[rng.usize(..nth)],
                false => (rng.u32(1..=plan.articles), User(rng.u32(..plan.users))),
            };
            past.push((id, user));
            let choice = match (is_change, rng.u32(..30)) {
                (true, 20..) => Choice::None,
                (true, 10..20) | (false, ..3) => Choice::Down,
                _ => Choice::Up,
            };
            Op::Vote { id, user, choice }
        });
        votes.collect()
    }

    /// Returns comments on random articles by random users, different ones for each round.
    pub fn comments(&self, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
        let mut rng = rng("comments", round as u64);
        let comments = (0..count).map(|_| {
            let (user, parent) = (User(rng.u32(..plan.users)), rng.u32(1..=plan.articles));
            Op::Comment { user, parent }
        });
        comments.collect()
    }

    /// Returns `count` new articles, different ones for each round.
    pub fn posts(&self, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
        let first = plan.articles + (round * count) as u32;
        (1..=count as u32).map(|nth| Op::Post(self.draft(plan, first + nth))).collect()
    }
}
