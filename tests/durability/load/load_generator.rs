//! Many who vote and post without a pause while a server is killed, and what is found when it is
//! back: what it has lost, and what it counts twice.

use super::voters::{Item, Voter};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use test_support::{Client, DEADLINE, Random, Value, wait_until};

/// The site that is voted on.
pub const SITE: &str = "news";

/// What a restart has shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Findings {
    /// Votes and posts that the server had acknowledged.
    pub acknowledged: u64,
    /// Those that were not acknowledged, and are there all the same.
    pub unacknowledged: u64,
    /// Those that were acknowledged, and are not there.
    pub lost: u64,
    /// Votes that the counts hold beyond those that the voters are told to have, or below.
    pub doubled: u64,
}

/// How far the voters have come, for who decides when the server is to be killed.
#[derive(Default)]
pub struct Progress {
    acknowledged: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Takes down that commands have been acknowledged.
    pub fn add(&self, commands: usize) {
        self.acknowledged.fetch_add(commands as u64, Ordering::Relaxed);
    }

    /// Whether it is enough.
    pub fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Waits until so many more commands have been acknowledged.
    pub fn await_more(&self, commands: i64) {
        let target = self.acknowledged.load(Ordering::Relaxed) + commands as u64;
        wait_until(DEADLINE, "votes are acknowledged", || {
            self.acknowledged.load(Ordering::Relaxed) >= target
        });
    }
}

/// Has the voters stop, also where a test fails.
struct StopOnDrop<'a>(&'a Progress);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// All voters.
pub struct LoadGenerator {
    voters: Vec<Voter>,
    articles: Vec<i64>,
    /// How many replicas must have a vote before it counts as acknowledged.
    replicas: i64,
}

impl LoadGenerator {
    /// Voters on a fresh server, on which they find articles to vote on.
    pub fn new(c: &mut Client, voters: usize, random: &mut Random) -> Self {
        c.ok(&format!("ARTICLE.CREATE {SITE} VOTESCORE 10"));
        let post = |n: i64| c.int(&format!("ARTICLE.POST {SITE} poster first-{n} l GROUPS 1 g"));
        let articles = (0..20).map(post).collect();
        let voters = (0..voters).map(|number| Voter::new(number, random.fork())).collect();
        Self { voters, articles, replicas: 0 }
    }

    /// From now on only those votes count as acknowledged that so many replicas have, too.
    pub fn wait_for(&mut self, replicas: i64) {
        self.replicas = replicas;
    }

    /// Has everybody vote until the server is gone, or `meanwhile` is over.
    pub fn vote_while<R>(&mut self, port: u16, meanwhile: impl FnOnce(&Progress) -> R) -> R {
        let Self { voters, articles, replicas } = self;
        let progress = Progress::default();
        std::thread::scope(|scope| {
            for voter in voters {
                let (progress, articles, replicas) = (&progress, &*articles, *replicas);
                scope.spawn(move || voter.vote(port, articles, replicas, progress));
            }
            let _stop = StopOnDrop(&progress);
            meanwhile(&progress)
        })
    }

    /// Forgets what was acknowledged: only what was there when the server was held against the
    /// journal last must be there, as if no later command had been answered.
    pub fn trust_nothing_acknowledged(&mut self) {
        self.voters.iter_mut().for_each(Voter::trust_nothing_acknowledged);
    }

    /// Holds the server against the journals. What it has is the truth from then on.
    pub fn inspect(&mut self, c: &mut Client) -> Findings {
        assert_eq!(c.run(&format!("ARTICLE.DEBUG CHECK {SITE}")), Value::Okay);
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
                "a score is not that of its votes"
            );
            assert_eq!(votes, up - down);
            let (known_up, known_down) = voters.remove(&article.int("id")).unwrap_or_default();
            // The poster's own vote is the one that no voter knows of.
            findings.doubled += up.abs_diff(known_up + 1) + down.abs_diff(known_down);
            records += up + down;
        }
        assert!(voters.is_empty(), "votes on articles that are not there: {voters:?}");
        assert_eq!(c.info(SITE).int("votes"), records, "ARTICLE.INFO tells another number");
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
