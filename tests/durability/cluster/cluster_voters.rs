//! Those who vote on the sites of a cluster, through a cluster client, and what they have cast.

use super::nodes::Cluster;
use redis::cluster::{ClusterClient, ClusterConnection};
use redis::cluster_routing::{RoutingInfo, SingleNodeRoutingInfo};
use redis::{ConnectionLike, RetryMethod};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, RwLock};
use std::time::{Duration, Instant};
use test_support::{DEADLINE, Fields, Protocol, Random, int, wait_until};

/// Articles of a site.
pub const ARTICLES: i64 = 3;
/// How long a voter thinks before a vote, and waits after an error.
const PAUSE: Duration = Duration::from_millis(2);

/// One user's vote on one article. No user votes on two, or in two ways.
pub struct Ballot {
    site: String,
    article: i64,
    user: String,
    kind: &'static str,
    /// Whether an error was the answer once: the vote may have been counted all the same.
    tried: bool,
    /// Whether the vote cannot be lost: it was acknowledged by a primary that was not killed
    /// later, or before that its replica had it.
    sure: bool,
}

/// A primary that is to be killed, and its sites.
pub struct Doomed {
    pub port: u16,
    pub sites: BTreeSet<String>,
}

/// What the voters and the test tell each other.
#[derive(Default)]
pub struct Load {
    stop: AtomicBool,
    /// Whether the doomed primary has been killed, or is about to be.
    dying: AtomicBool,
    acknowledged: AtomicU64,
    /// Held for reading while a vote is cast.
    doomed: RwLock<Option<Doomed>>,
    /// Errors that the library handed on when it had done what it could, and how often.
    errors: Mutex<BTreeMap<String, u64>>,
}

impl Load {
    pub fn await_more(&self, votes: i64) {
        let target = self.acknowledged.load(Ordering::Relaxed) + votes as u64;
        wait_until(DEADLINE, "votes are acknowledged", || {
            self.acknowledged.load(Ordering::Relaxed) >= target
        });
    }

    /// All votes that are cast from now on know of the primary that is to be killed, or of none.
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

/// Has the voters stop, also where the test fails.
pub struct StopOnDrop<'a>(&'a Load);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop.store(true, Ordering::Relaxed);
    }
}

/// What has been found of the ballots.
#[derive(Debug, Default)]
pub struct Count {
    /// Votes that must be there and are not.
    pub lost: u64,
    /// Votes that went with their primary before its replica had them.
    pub unsure: u64,
    /// Votes that the counts hold beyond those that the voters are told to have, or below.
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

    /// Casts ballots until it is enough.
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

    /// Votes; false if that is to be tried again later. It does no harm to: a vote counts once.
    fn cast(&mut self, ballot: &mut Ballot, changed: i64) -> bool {
        let doomed = self.load.doomed.read().expect("no voter has failed");
        let mut vote = redis::cmd("ARTICLE.VOTE");
        vote.arg(&ballot.site).arg(&ballot.user).arg(ballot.article).arg(ballot.kind);
        match self.connection.req_command(&vote) {
            // A vote may also have been counted, and lost with its primary.
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

    /// Whether a replica of that primary has what this connection has written there.
    fn has_replica(&mut self, port: u16) -> bool {
        let host = "127.0.0.1".to_owned();
        let node = RoutingInfo::SingleNode(SingleNodeRoutingInfo::ByAddress { host, port });
        let wait = redis::cmd("WAIT").arg(&[1, 1000]).clone();
        self.connection.route_command(&wait, node).is_ok_and(|replicas| replicas == int(1))
    }
}

/// Holds what the sites count, and what their voters are told to have, against the ballots.
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
            // The poster's own vote is one more.
            count.doubled += counted.int("upvotes").abs_diff(up + 1);
            count.doubled += counted.int("downvotes").abs_diff(down);
        }
    }
    count
}
