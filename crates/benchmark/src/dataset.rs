//! The site that all contenders hold.
//!
//! Articles, votes and groups are generated from a seed, so that all contenders get the same
//! ones, a run can be repeated, and every reply is known in advance.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::article::{Article, Draft, Standing};
use crate::op::{Choice, Op, User};
use crate::options::Options;
use crate::plan::{Plan, Votes};
use crate::query::{Position, Query};
use crate::random::rng;
use crate::stories::Stories;

/// How long voting on an article is open, in seconds: the module's default.
pub const WINDOW: u64 = 604_800;
/// The gain of a vote, in seconds: the module's default.
pub const VOTE_SCORE: i64 = 432;
/// The number of articles per page: the module's default.
pub const PAGE_SIZE: u32 = 25;

/// The number of users.
const USERS: u32 = 10_000_000;
/// The most votes on an article of [`Votes::Skewed`].
const MOST_VOTES: f64 = 1_000_000.0;
/// The distance between the numbers of consecutive voters on an article. It is a prime, so that
/// no voter recurs before all users have voted.
const STRIDE: u64 = 7919;

/// The source of all data.
#[derive(Clone)]
pub struct Dataset {
    seed: u64,
    /// When the run started.
    pub now: u64,
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
        let poster = plan.posters.of(plan.articles, id).or(poster);
        let poster = poster.unwrap_or_else(|| self.voter(id, 0).to_string());
        Draft { id, title, link, poster, groups: plan.groups.of(id) }
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
                let mut rng = rng(self.seed.rotate_left(16), u64::from(id));
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
    pub fn voter(&self, id: u32, nth: u32) -> User {
        let first = u64::from(rng(self.seed, u64::from(id)).u32(..USERS));
        User(((first + u64::from(nth) * STRIDE) % u64::from(USERS)) as u32)
    }

    /// Returns the numbers by which article `id` is ordered.
    pub fn standing(&self, plan: &Plan, id: u32) -> Standing {
        let time = self.time(plan, id) as i64;
        let (upvotes, downvotes) = self.tally(plan, id);
        let (upvotes, downvotes) = (i64::from(upvotes), i64::from(downvotes));
        Standing { time, score: time + VOTE_SCORE * (upvotes - downvotes), upvotes, downvotes }
    }

    /// Returns article `id` as every contender must show it once the site is loaded.
    pub fn article(&self, plan: &Plan, id: u32) -> Article {
        let Draft { id, title, link, poster, groups } = self.draft(plan, id);
        let Standing { time, score, upvotes, downvotes } = self.standing(plan, id);
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
            score,
            groups,
        }
    }

    /// Returns a page as every contender must show it at a UNIX time, once the site is loaded.
    pub fn page(&self, plan: &Plan, query: &Query, now: i64) -> Vec<Article> {
        let has_groups = query.needs_groups();
        let groups = |id| if has_groups { plan.groups.of(id) } else { Vec::new() };
        let has_poster = query.poster.is_some();
        let poster = |id| if has_poster { self.draft(plan, id).poster } else { String::new() };
        let admitted = (1..=plan.articles).filter_map(|id| {
            let standing = self.standing(plan, id);
            let is_admitted = query.admits(standing.time, &poster(id), &groups(id));
            is_admitted.then(|| (query.order.value(standing, now), id))
        });
        let after = query.after.map(|Position { value, id }| (value as f64, id));
        let admitted = admitted.filter(|entry| after.is_none_or(|after| *entry < after));
        let mut listing: Vec<(f64, u32)> = admitted.collect();
        let order =
            |(one, a): &(f64, u32), (other, b): &(f64, u32)| other.total_cmp(one).then(b.cmp(a));
        let (first, size) = (((query.page - 1) * PAGE_SIZE) as usize, PAGE_SIZE as usize);
        if first >= listing.len() {
            return Vec::new();
        }
        // Sorts only the page.
        listing.select_nth_unstable_by(first, order);
        let mut page = listing.split_off(first);
        if size < page.len() {
            page.select_nth_unstable_by(size, order);
            page.truncate(size);
        }
        page.sort_unstable_by(order);
        page.into_iter().map(|(_, id)| self.article(plan, id)).collect()
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

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use crate::query::Order;

    #[test]
    fn a_page_is_a_part_of_the_sorted_listing() {
        let dataset = Dataset::new(&Options::parse_from(["benchmark"])).unwrap();
        let plan = Plan::with_history(1_000);
        let now = dataset.now as i64;
        for order in [Order::Score, Order::Votes, Order::Best, Order::Controversy, Order::Gravity]
        {
            let since = Some(dataset.time(&plan, 200) as i64);
            let query = Query { since, page: 2, ..Query::new(order) };
            let key = |article: &Article| (order.value(article.standing(), now), article.id);
            let mut listing: Vec<_> = (200..=1_000).map(|id| dataset.article(&plan, id)).collect();
            listing.sort_by(|one, other| key(other).partial_cmp(&key(one)).unwrap());
            assert_eq!(dataset.page(&plan, &query, now), listing[25..50], "{order}");

            let (value, id) = key(&listing[24]);
            let after = Some(Position { value: value as i64, id: id as u32 });
            if order == Order::Score {
                let query = Query { after, since, ..Query::new(order) };
                assert_eq!(dataset.page(&plan, &query, now), listing[25..50]);
            }
        }
    }
}
