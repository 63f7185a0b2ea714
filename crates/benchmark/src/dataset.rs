//! The site that all contenders hold.
//!
//! Articles, votes and groups are generated from a seed, so that all contenders get the same
//! ones, a run can be repeated, and every reply is known in advance.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;
use fastrand::Rng;

use crate::article::{Article, Draft};
use crate::op::{Choice, Op, User};
use crate::options::Options;
use crate::plan::Plan;
use crate::stories::Stories;

/// How long voting on an article is open, in seconds: the module's default.
pub const WINDOW: u64 = 604_800;
/// The gain of a vote, in seconds: the module's default.
pub const VOTE_SCORE: i64 = 432;
/// The number of articles per page: the module's default.
pub const PAGE_SIZE: u32 = 25;

/// The age of the oldest article, in seconds. Voting on it is open for another day.
const AGE: u64 = 6 * 86_400;
/// The number of users.
const USERS: u32 = 10_000_000;
/// The distance between the numbers of consecutive voters on an article. It is a prime, so that
/// no voter recurs before all users have voted.
const STRIDE: u64 = 7919;

/// The source of all data.
#[derive(Clone)]
pub struct Dataset {
    seed: u64,
    now: u64,
    stories: Stories,
}

impl Dataset {
    /// Returns the data for a run that starts now.
    pub fn new(options: &Options) -> Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let stories = match &options.articles {
            Some(file) => Stories::read(file)?,
            None => Stories::Generated(options.seed),
        };
        Ok(Self { seed: options.seed, now, stories })
    }

    /// Returns the same data with generated stories instead of real ones.
    pub fn with_generated_stories(&self) -> Self {
        Self { stories: Stories::Generated(self.seed), ..self.clone() }
    }

    /// Returns article `id` before it is posted.
    pub fn draft(&self, plan: &Plan, id: u32) -> Draft {
        let (title, link, poster) = self.stories.get(id);
        let poster = poster.unwrap_or_else(|| self.voter(id, 0).to_string());
        Draft { id, title, link, poster, groups: plan.groups.of(id) }
    }

    /// Returns when article `id` was posted: later than the article before it.
    pub fn time(&self, plan: &Plan, id: u32) -> u64 {
        self.now - AGE + AGE * u64::from(id) / (u64::from(plan.articles) + 1)
    }

    /// Returns the `nth` voter on article `id`; number 0 is the poster.
    pub fn voter(&self, id: u32, nth: u32) -> User {
        let first = u64::from(rng(self.seed, u64::from(id)).u32(..USERS));
        User(((first + u64::from(nth) * STRIDE) % u64::from(USERS)) as u32)
    }

    /// Returns article `id` as every contender must show it once the site is loaded.
    pub fn article(&self, plan: &Plan, id: u32) -> Article {
        let Draft { id, title, link, poster, groups } = self.draft(plan, id);
        let time = self.time(plan, id);
        Article {
            id: i64::from(id),
            title,
            link,
            poster,
            time: time as i64,
            closes: (time + WINDOW) as i64,
            votes: i64::from(plan.voters),
            upvotes: i64::from(plan.voters),
            downvotes: 0,
            score: time as i64 + VOTE_SCORE * i64::from(plan.voters),
            groups,
        }
    }

    /// Returns a page as every contender must show it once the site is loaded. All articles have
    /// the same number of votes, so the newest come first.
    pub fn page(&self, plan: &Plan, page: u32) -> Vec<Article> {
        let before = (page - 1) * PAGE_SIZE;
        let ids = (1..=plan.articles.saturating_sub(before)).rev();
        ids.take(PAGE_SIZE as usize).map(|id| self.article(plan, id)).collect()
    }

    /// Returns votes on random articles, different ones for each round.
    ///
    /// Of 20 votes, 19 are by a user who has most likely not voted on the article, and 9 in 10
    /// of these are up votes. The others change, repeat or withdraw a vote of the same round.
    pub fn votes(&self, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
        let mut rng = rng(!self.seed, round as u64);
        let mut past: Vec<(u32, User)> = Vec::with_capacity(count);
        let votes = (0..count).map(|nth| {
            let is_change = nth > 0 && rng.u32(..20) == 0;
            let (id, user) = match is_change {
                true => past[rng.usize(..nth)],
                false => (rng.u32(1..=plan.articles), User(rng.u32(..USERS))),
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

    /// Returns `count` new articles, different ones for each round.
    pub fn posts(&self, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
        let first = plan.articles + (round * count) as u32;
        (1..=count as u32).map(|nth| Op::Post(self.draft(plan, first + nth))).collect()
    }
}

/// Returns a random number generator for one of the streams of a seed.
pub fn rng(seed: u64, stream: u64) -> Rng {
    Rng::with_seed(Rng::with_seed(seed).u64(..) ^ stream)
}
