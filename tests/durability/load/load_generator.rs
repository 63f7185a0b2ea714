//! Voters who vote and post without a pause while their server is killed, and an inspection of the
//! server when it is back: what it has lost, and what it counts twice.

use super::voters::{Item, Voter};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use test_support::{Client, DEADLINE, Random, wait_until};

/// The key of the site that they use.
pub const SITE: &str = "news";

/// The result of an inspection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    /// The number of votes and posts that the server had acknowledged.
    pub acknowledged: u64,
    /// The number that were not acknowledged but exist.
    pub unacknowledged: u64,
    /// The number that were acknowledged but do not exist.
    pub lost: u64,
    /// The differences between the counts and the votes that the viewers see.
    pub doubled: u64,
}

/// The progress of the voters, for the test to decide when to kill the server.
#[derive(Default)]
pub struct Progress {
    acknowledged: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Adds acknowledged commands.
    pub fn add(&self, commands: usize) {
        self.acknowledged.fetch_add(commands as u64, Ordering::Relaxed);
    }

    /// Whether the voters must stop.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Makes the voters stop when the guard is dropped, even if the test fails.
    pub fn stop_on_drop(&self) -> StopOnDrop<'_> {
        StopOnDrop(self)
    }

    /// Waits until `commands` more commands have been acknowledged.
    pub fn await_more(&self, commands: i64) {
        let target = self.acknowledged.load(Ordering::Relaxed) + commands as u64;
        wait_until(DEADLINE, "votes are acknowledged", || {
            self.acknowledged.load(Ordering::Relaxed) >= target
        });
    }
}

/// Makes the voters stop.
pub struct StopOnDrop<'a>(&'a Progress);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// Voters on one server.
pub struct LoadGenerator {
    voters: Vec<Voter>,
    articles: Vec<i64>,
    /// The number of replicas that must have a vote before it counts as acknowledged.
    replicas: i64,
}

impl LoadGenerator {
    /// Creates voters, and a site with articles to vote on.
    pub fn new(c: &mut Client, voters: usize, random: &mut Random) -> Self {
        c.ok(&format!("ARTICLE.CREATE {SITE} VOTESCORE 10"));
        let post = |n: i64| c.int(&format!("ARTICLE.POST {SITE} poster first-{n} l GROUPS 1 g"));
        let articles = (0..20).map(post).collect();
        let voters = (0..voters).map(|number| Voter::new(number, random.fork())).collect();
        Self { voters, articles, replicas: 0 }
    }

    /// Counts votes as acknowledged only once this many replicas have them.
    pub fn wait_for(&mut self, replicas: i64) {
        self.replicas = replicas;
    }

    /// Makes everybody vote until the server is gone or `meanwhile` returns.
    pub fn vote_while<R>(&mut self, port: u16, meanwhile: impl FnOnce(&Progress) -> R) -> R {
        let Self { voters, articles, replicas } = self;
        let progress = Progress::default();
        std::thread::scope(|scope| {
            for voter in voters {
                let (progress, articles, replicas) = (&progress, &*articles, *replicas);
                scope.spawn(move || voter.vote(port, articles, replicas, progress));
            }
            let _stop = progress.stop_on_drop();
            meanwhile(&progress)
        })
    }

    /// Forgets acknowledgements: only what the last inspection found must exist, as if no later
    /// command had been acknowledged.
    pub fn trust_nothing_acknowledged(&mut self) {
        self.voters.iter_mut().for_each(Voter::trust_nothing_acknowledged);
    }

    /// Checks the server against the journals, which then start from what the server has.
    pub fn inspect(&mut self, c: &mut Client) -> Findings {
        c.check(SITE);
        let articles = c.page(&format!("ARTICLE.PAGE {SITE} 1 SIZE 1000 BY TIME"));
        assert!(articles.len() < 1000, "one page shows them all");
        let ids: BTreeMap<_, _> =
            articles.iter().map(|a| (a.text("title"), a.int("id"))).collect();
        assert_eq!(ids.len(), articles.len(), "a post counts twice");

        let mut findings = Findings::default();
        let mut voters = BTreeMap::<i64, (i64, i64)>::new();
        for voter in &mut self.voters {
            let observed = voter.observe(c, &ids);
            for (item, vote) in &observed {
                if let Item::Vote { article, .. } = item {
                    let (up, down) = voters.entry(*article).or_default();
                    *up += i64::from(*vote == 1);
                    *down += i64::from(*vote == -1);
                }
            }
            voter.settle(observed, &mut findings);
        }
        let mut records = 0;
        for article in &articles {
            let (votes, up, down, score) = article.counts();
            assert_eq!(
                score,
                article.int("time") + 10 * votes,
                "a score does not follow from its votes"
            );
            assert_eq!(votes, up - down);
            let (known_up, known_down) = voters.remove(&article.int("id")).unwrap_or_default();
            // No voter knows the poster's own vote.
            findings.doubled += up.abs_diff(known_up + 1) + down.abs_diff(known_down);
            records += up + down;
        }
        assert!(voters.is_empty(), "votes on articles that are not there: {voters:?}");
        assert_eq!(c.info(SITE).int("votes"), records, "the votes in ARTICLE.INFO");
        self.articles = articles.iter().map(|article| article.int("id")).collect();
        findings
    }
}

impl std::ops::AddAssign for Findings {
    fn add_assign(&mut self, other: Self) {
        self.acknowledged += other.acknowledged;
        self.unacknowledged += other.unacknowledged;
        self.lost += other.lost;
        self.doubled += other.doubled;
    }
}

impl std::fmt::Display for Findings {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Self { acknowledged, unacknowledged, lost, doubled } = self;
        write!(f, "{acknowledged} votes and posts acknowledged, {unacknowledged} more there, ")?;
        write!(f, "{lost} lost, {doubled} doubled")
    }
}
