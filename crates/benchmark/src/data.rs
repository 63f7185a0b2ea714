//! The site that all contenders hold: the same articles, votes and groups in each of them, made
//! up from a seed, so that a run can be repeated and every reply is known before it is given.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::article::{Article, Draft};
use crate::ops::{Choice, Op, User};
use crate::options::Options;
use crate::plan::Plan;
use crate::random::{Random, mix};
use crate::stories::Stories;

/// How long an article is open for votes, in seconds: the module's default.
pub const WINDOW: u64 = 604_800;
/// What a vote is worth in the ranking, in seconds: the module's default.
pub const VOTE_SCORE: i64 = 432;
/// How many articles a page has: the module's default.
pub const PAGE_SIZE: u32 = 25;

/// How long ago the oldest article was posted, in seconds. It stays open for another day.
const AGE: u64 = 6 * 86_400;
/// How many users there are.
const USERS: u32 = 10_000_000;
/// How far apart, in numbers, are users who vote one after the other: a prime, so that it takes
/// all the users before one of them comes up again.
const STRIDE: u64 = 7919;

/// Where all data comes from.
#[derive(Clone)]
pub struct World {
    seed: u64,
    now: u64,
    stories: Stories,
}

impl World {
    /// The world of this run, at this time.
    pub fn new(options: &Options) -> Result<Self> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        let stories = match &options.articles {
            Some(file) => Stories::read(file)?,
            None => Stories::made_up(options.seed),
        };
        Ok(Self { seed: options.seed, now, stories })
    }

    /// The same world, with made-up stories in place of real ones.
    pub fn with_made_up_stories(&self) -> Self {
        Self { stories: Stories::made_up(self.seed), ..self.clone() }
    }

    /// What is posted as article `id` of the site.
    pub fn draft(&self, plan: &Plan, id: u32) -> Draft {
        let (title, link, poster) = self.stories.get(id);
        Draft {
            title,
            link,
            poster: poster.unwrap_or_else(|| self.voter(id, 0).to_string()),
            groups: plan.groups.of(id),
        }
    }

    /// When article `id` of the site was posted. Articles are numbered as they are posted.
    pub fn time(&self, plan: &Plan, id: u32) -> u64 {
        self.now - AGE + AGE * u64::from(id) / (u64::from(plan.articles) + 1)
    }

    /// Who was the `nth` to vote on article `id`, counted from the poster, who is number 0.
    pub fn voter(&self, id: u32, nth: u32) -> User {
        let first = mix(self.seed ^ u64::from(id)) % u64::from(USERS);
        User(((first + u64::from(nth) * STRIDE) % u64::from(USERS)) as u32)
    }

    /// Article `id` as every contender must show it once the site is loaded.
    pub fn article(&self, plan: &Plan, id: u32) -> Article {
        let Draft { title, link, poster, groups } = self.draft(plan, id);
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

    /// The articles of a page as it must be once the site is loaded: since all have the same
    /// number of votes, the newest come first.
    pub fn page(&self, plan: &Plan, page: u32) -> Vec<Article> {
        let passed = (page - 1) * PAGE_SIZE;
        let ids = (1..=plan.articles.saturating_sub(passed)).rev();
        ids.take(PAGE_SIZE as usize).map(|id| self.article(plan, id)).collect()
    }

    /// Votes on articles of the site, in no order, by users of whom hardly any has voted
    /// before: nineteen of twenty are new votes, of which nine of ten are up votes; the rest
    /// change, repeat or withdraw one of the earlier ones.
    pub fn votes(&self, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
        let mut random = Random::new(self.seed, round);
        let mut given: Vec<(u32, User)> = Vec::with_capacity(count);
        let votes = (0..count).map(|nth| {
            let again = nth > 0 && random.below(20) == 0;
            let (id, user) = match again {
                true => given[random.below(nth as u32) as usize],
                false => (1 + random.below(plan.articles), User(random.below(USERS))),
            };
            given.push((id, user));
            let choice = match (again, random.below(30)) {
                (true, 20..) => Choice::None,
                (true, 10..20) | (false, ..3) => Choice::Down,
                _ => Choice::Up,
            };
            Op::Vote { id, user, choice }
        });
        votes.collect()
    }

    /// New articles, `count` of them, other ones in each round.
    pub fn posts(&self, plan: &Plan, round: usize, count: usize) -> Vec<Op> {
        let first = plan.articles + (round * count) as u32;
        (1..=count as u32).map(|nth| Op::Post(self.draft(plan, first + nth))).collect()
    }
}
