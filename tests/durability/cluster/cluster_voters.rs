//! Voters on the sites of a cluster, who use a cluster client, and the ballots they cast.

use super::nodes::Cluster;
use redis::cluster::{ClusterClient, ClusterConnection};
use redis::cluster_routing::{RoutingInfo, SingleNodeRoutingInfo};
use redis::{ConnectionLike, RetryMethod};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};
use test_support::{DEADLINE, Fields, Protocol, Random, int, wait_until};

/// The number of articles per site.
pub const ARTICLES: i64 = 3;
/// How long a voter waits before a vote and after an error.
const PAUSE: Duration = Duration::from_millis(2);

/// A user's vote on an article. No user votes on two articles, or differently.
pub struct Ballot {
    site: String,
    article: i64,
    user: String,
    kind: &'static str,
    /// Whether a reply was an error. The vote may have been counted nevertheless.
    tried: bool,
    /// Whether the vote must not be lost: the primary that acknowledged it was not killed later,
    /// or its replica had it before.
    sure: bool,
}

/// A primary that the test will kill, and its sites.
pub struct Doomed {
    pub port: u16,
    pub sites: BTreeSet<String>,
}

/// What the voters and the test share.
#[derive(Default)]
pub struct Load {
    stop: AtomicBool,
    /// Whether the doomed primary has been killed, or is about to be.
    dying: AtomicBool,
    acknowledged: AtomicU64,
    /// Locked for reading while a vote is cast.
    doomed: RwLock<Option<Doomed>>,
    /// The errors that the client library returned after its own retries, and how often.
    errors: Mutex<BTreeMap<String, u64>>,
}

impl Load {
    pub fn await_more(&self, votes: i64) {
        let target = self.acknowledged.load(Ordering::Relaxed) + votes as u64;
        wait_until(DEADLINE, "votes are acknowledged", || {
            self.acknowledged.load(Ordering::Relaxed) >= target
        });
    }

    /// Announces the primary that the test will kill, or that there is none, to every later vote.
    pub fn doom(&self, doomed: Option<Doomed>) {
        *self.doomed.write().expect("no voter has failed") = doomed;
    }

    pub fn set_dying(&self, dying: bool) {
        self.dying.store(dying, Ordering::Relaxed);
    }

    fn is_dying(&self) -> bool {
        self.dying.load(Ordering::Relaxed)
    }

    fn add_error(&self, error: String) {
        *self.errors.lock().expect("no voter has failed").entry(error).or_default() += 1;
    }

    pub fn stop_on_drop(&self) -> StopOnDrop<'_> {
        StopOnDrop(self)
    }

    pub fn errors(&self) -> BTreeMap<String, u64> {
        self.errors.lock().expect("no voter has failed").clone()
    }
}

/// Makes the voters stop, even if the test fails.
pub struct StopOnDrop<'a>(&'a Load);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// The result of counting the ballots.
#[derive(Debug, Default)]
pub struct Count {
    /// The number of votes that must exist but do not.
    pub lost: u64,
    /// The number of votes lost with their primary before its replica had them.
    pub unsure: u64,
    /// The differences between the counts and the votes that the viewers see.
    pub doubled: u64,
}

pub fn cluster_client(cluster: &Cluster) -> ClusterClient {
    let addresses = cluster.nodes.iter().map(|node| format!("redis://127.0.0.1:{}", node.port()));
    ClusterClient::builder(addresses)
        .min_retry_wait(5)
        .max_retry_wait(200)
        .connection_timeout(Duration::from_secs(5))
        .response_timeout(Duration::from_secs(5))
        .build()
        .expect("a cluster client")
}

pub fn cluster_connection(client: &ClusterClient) -> ClusterConnection {
    let mut connection = None;
    wait_until(DEADLINE, "a connection to the cluster", || {
        connection = client.get_connection().ok();
        connection.is_some()
    });
    connection.expect("a connection")
}

pub struct ClusterVoter<'a> {
    number: usize,
    random: Random,
    client: &'a ClusterClient,
    connection: ClusterConnection,
    load: &'a Load,
}

impl<'a> ClusterVoter<'a> {
    pub fn new(number: usize, random: Random, client: &'a ClusterClient, load: &'a Load) -> Self {
        Self { number, random, client, connection: cluster_connection(client), load }
    }

    /// Casts ballots until the test says stop.
    pub fn vote(mut self, sites: &[String]) -> Vec<Ballot> {
        let (mut cast, mut later) = (Vec::new(), Vec::new());
        for number in 0.. {
            if self.load.stop.load(Ordering::Relaxed) {
                break;
            }
            let user = format!("voter-{}-{number}", self.number);
            let kind = self.random.pick(&["UP", "UP", "DOWN"]);
            let site = sites[self.random.below(sites.len() as i64) as usize].clone();
            let article = 1 + self.random.below(ARTICLES);
            let mut ballot = Ballot { site, article, user, kind, tried: false, sure: false };
            if self.random.percent(20) && !later.is_empty() {
                ballot = later.swap_remove(0);
            }
            if !self.cast(&mut ballot, 1) {
                later.push(ballot);
                continue;
            }
            if self.random.percent(20) {
                self.cast(&mut ballot, 0);
            }
            cast.push(ballot);
            std::thread::sleep(PAUSE);
        }
        let start = Instant::now();
        while let Some(mut ballot) = later.pop() {
            assert!(start.elapsed() < DEADLINE, "{} is still not to be reached", ballot.site);
            if self.cast(&mut ballot, 1) {
                cast.push(ballot);
            } else {
                later.push(ballot);
            }
        }
        cast
    }

    /// Votes. Returns false if the vote must be repeated later, which is safe because it counts
    /// once.
    fn cast(&mut self, ballot: &mut Ballot, changed: i64) -> bool {
        let doomed = self.load.doomed.read().expect("no voter has failed");
        let mut vote = redis::cmd("ARTICLE.VOTE");
        vote.arg(&ballot.site).arg(&ballot.user).arg(ballot.article).arg(ballot.kind);
        match self.connection.req_command(&vote) {
            // The vote may also have been counted and lost with its primary.
            Ok(_) if ballot.tried || doomed.is_some() || self.load.is_dying() => {}
            Ok(reply) => assert_eq!(reply, int(changed), "whether the vote is new"),
            Err(error) => {
                let passes = !matches!(error.retry_method(), RetryMethod::NoRetry);
                assert!(passes, "an error that the library does not take as passing: {error}");
                ballot.tried = true;
                self.load.add_error(error.to_string());
                self.connection = cluster_connection(self.client);
                return false;
            }
        }
        ballot.sure |= match &*doomed {
            Some(Doomed { port, sites }) if sites.contains(&ballot.site) => {
                !self.load.is_dying() && self.has_replica(*port)
            }
            _ => true,
        };
        self.load.acknowledged.fetch_add(1, Ordering::Relaxed);
        true
    }

    /// Whether a replica of that primary has what this connection wrote to it.
    fn has_replica(&mut self, port: u16) -> bool {
        let host = "127.0.0.1".to_owned();
        let node = RoutingInfo::SingleNode(SingleNodeRoutingInfo::ByAddress { host, port });
        let wait = redis::cmd("WAIT").arg(&[1, 1000]).clone();
        self.connection.route_command(&wait, node).is_ok_and(|replicas| replicas == int(1))
    }
}

/// Checks the counts of the sites and the votes that viewers see against the ballots.
pub fn count(c: &mut ClusterConnection, sites: &[String], ballots: &[Ballot]) -> Count {
    let mut get = |site: &str, article: i64, viewer: &str| {
        let mut get = redis::cmd("ARTICLE.GET");
        get.arg(site).arg(article).arg("VIEWER").arg(viewer);
        let reply = c.req_command(&get).expect("an article");
        Fields::read(&reply, Protocol::Resp2)
    };
    let mut count = Count::default();
    let mut found = BTreeMap::<_, (i64, i64)>::new();
    for ballot in ballots {
        let counts = found.entry((&ballot.site, ballot.article)).or_default();
        match (get(&ballot.site, ballot.article, &ballot.user).int("vote"), ballot.kind) {
            (1, "UP") => counts.0 += 1,
            (-1, "DOWN") => counts.1 += 1,
            (0, _) if ballot.sure => count.lost += 1,
            (0, _) => count.unsure += 1,
            other => panic!("another vote than was cast: {other:?}"),
        }
    }
    for site in sites {
        for article in 1..=ARTICLES {
            let (up, down) = found.get(&(site, article)).copied().unwrap_or_default();
            let counted = get(site, article, "nobody");
            // Plus the poster's own vote.
            count.doubled += counted.int("upvotes").abs_diff(up + 1);
            count.doubled += counted.int("downvotes").abs_diff(down);
        }
    }
    count
}
