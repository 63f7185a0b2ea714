//! The servers: which of them has which slot, and connections to them.
//!
//! The clients of redis-rs and fred decode each reply, and return MOVED in pipelines as a value.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use redis::{ConnectionAddr, IntoConnectionInfo, Value, from_redis_value, parse_redis_value};
use rustls::ClientConfig;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::link::{Link, Lost, Outcome, reply};
use crate::metrics::{Count, Metrics, log};
use crate::options::Options;
use crate::stream::{connect, near, tls};

pub const SLOTS: usize = 16_384;
/// How long what failed to connect is not tried again, and the servers are not asked again.
const PAUSE: Duration = Duration::from_millis(200);
/// The pause before a command is sent again to a node that is moving its key.
const TRY_AGAIN: Duration = Duration::from_millis(20);
/// How often a command follows its key.
const REDIRECTIONS: usize = 16;

/// A server.
struct Node {
    address: ConnectionAddr,
    /// The links by protocol: RESP2 and RESP3.
    links: [RefCell<Option<Rc<Link>>>; 2],
    /// Held by who connects.
    connecting: Mutex<()>,
    failed: Cell<Option<Instant>>,
}

impl Node {
    fn open_link(&self, resp3: bool) -> Option<Rc<Link>> {
        self.links.get(usize::from(resp3))?.borrow().clone().filter(|link| link.is_open())
    }
}

/// All servers.
pub struct Cluster {
    /// The servers of the command line.
    seeds: Vec<ConnectionAddr>,
    nodes: RefCell<Vec<Rc<Node>>>,
    /// The node of each slot, once it is known.
    slots: RefCell<Vec<Option<Rc<Node>>>>,
    refreshed: Mutex<Option<Instant>>,
    login: Option<[String; 2]>,
    tls: Option<Arc<ClientConfig>>,
    pub timeout: Duration,
    /// How many connections were made so far.
    epoch: Cell<u64>,
    pub metrics: Rc<Metrics>,
}

impl Cluster {
    pub fn new(options: &Options, metrics: Rc<Metrics>) -> Result<Self> {
        let (mut seeds, mut user, mut password) = (Vec::new(), None, None);
        for url in &options.servers {
            let info = url.as_str().into_connection_info();
            let info = info.context("--servers: not a URL of a server, as redis://host:6379")?;
            seeds.push(info.addr().clone());
            user = info.redis_settings().username().map(str::to_owned).or(user);
            password = info.redis_settings().password().map(str::to_owned).or(password);
        }
        let has_tls = seeds.iter().any(|seed| matches!(seed, ConnectionAddr::TcpTls { .. }));
        let password = match password {
            None => options.server_password()?,
            password => password,
        };
        let user = user.unwrap_or_else(|| "default".to_owned());
        Ok(Self {
            seeds,
            nodes: RefCell::default(),
            slots: RefCell::new(vec![None; SLOTS]),
            refreshed: Mutex::new(None),
            login: password.map(|password| [user, password]),
            tls: if has_tls { Some(tls(options)?) } else { None },
            timeout: Duration::from_secs(options.timeout),
            epoch: Cell::new(0),
            metrics,
        })
    }

    /// Returns the number of the latest connection: as long as it stays, each server is the one
    /// that it was.
    pub fn epoch(&self) -> u64 {
        self.epoch.get()
    }

    /// Returns the node with this address.
    fn node_at(&self, address: ConnectionAddr) -> Rc<Node> {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(node) = nodes.iter().find(|node| node.address == address) {
            return Rc::clone(node);
        }
        let (links, connecting, failed) = (Default::default(), Mutex::new(()), Cell::new(None));
        let node = Rc::new(Node { address, links, connecting, failed });
        nodes.push(Rc::clone(&node));
        node
    }

    /// Returns the node of a slot as far as it is known.
    fn node_of(&self, slot: u16) -> Option<Rc<Node>> {
        self.slots.borrow().get(usize::from(slot)).cloned().flatten()
    }

    /// Returns the open link to a slot.
    pub fn open_link(&self, slot: u16, resp3: bool) -> Option<Rc<Link>> {
        self.slots.borrow().get(usize::from(slot))?.as_ref()?.open_link(resp3)
    }

    /// Returns a link to a slot, and connects if necessary.
    pub async fn link(&self, slot: u16, resp3: bool) -> Result<Rc<Link>, Lost> {
        for _ in 0..2 {
            if let Some(node) = self.node_of(slot)
                && let Ok(link) = self.link_to(&node, resp3).await
            {
                return Ok(link);
            }
            // Another node may have the slot meanwhile.
            self.refresh().await;
        }
        let node = self.node_of(slot).ok_or(Lost::Unsent)?;
        node.open_link(resp3).ok_or(Lost::Unsent)
    }

    async fn link_to(&self, node: &Node, resp3: bool) -> Result<Rc<Link>, Lost> {
        let _connecting = node.connecting.lock().await;
        if let Some(link) = node.open_link(resp3) {
            return Ok(link);
        }
        if node.failed.get().is_some_and(|at| at.elapsed() < PAUSE) {
            return Err(Lost::Unsent);
        }
        match self.connect(&node.address, resp3, self.timeout).await {
            Ok(link) => {
                if node.failed.take().is_some() {
                    log(format_args!("{}: connected again", node.address));
                }
                self.epoch.set(self.epoch.get() + 1);
                if let Some(own) = node.links.get(usize::from(resp3)) {
                    own.replace(Some(Rc::clone(&link)));
                }
                Ok(link)
            }
            Err(error) => {
                if node.failed.replace(Some(Instant::now())).is_none() {
                    log(format_args!("{}: cannot connect: {error:#}", node.address));
                }
                Err(Lost::Unsent)
            }
        }
    }

    /// Returns a connection of its own to the node of a slot, on which a command can wait.
    pub async fn own_link(&self, slot: u16, silence: Duration) -> Result<Rc<Link>, Lost> {
        self.link(slot, true).await?;
        let node = self.node_of(slot).ok_or(Lost::Unsent)?;
        self.connect(&node.address, true, silence).await.map_err(|_| Lost::Unsent)
    }

    async fn connect(
        &self,
        address: &ConnectionAddr,
        resp3: bool,
        silence: Duration,
    ) -> Result<Rc<Link>> {
        self.metrics.add(Count::ConnectionsToServers);
        let open = async {
            let link = Link::begin(connect(address, self.tls.as_ref()).await?, silence);
            let protocol = if resp3 { "3" } else { "2" };
            let mut hello = vec!["HELLO", "", "SETNAME", "article-proxy"];
            if let Some([user, password]) = &self.login {
                hello.extend(["AUTH", user, password]);
            }
            let answer = reply(link.send(&hello, protocol.as_bytes())).await;
            let answer = answer.ok().context("the connection was closed")?;
            match answer.strip_prefix(b"-") {
                Some(error) => bail!("{}", String::from_utf8_lossy(error).trim()),
                None => Ok(link),
            }
        };
        timeout(self.timeout, open).await.context("no reply in time")?
    }

    /// Asks the servers which of them has which slots, unless that has just been done. Returns
    /// whether they are known.
    pub async fn refresh(&self) -> bool {
        let mut refreshed = self.refreshed.lock().await;
        if refreshed.is_none_or(|at| at.elapsed() >= PAUSE) {
            let mut known: Vec<_> =
                self.nodes.borrow().iter().map(|node| node.address.clone()).collect();
            known.extend(
                self.seeds.iter().filter(|it| !known.contains(it)).cloned().collect::<Vec<_>>(),
            );
            for address in known {
                if self.refresh_from(address).await.is_some() {
                    break;
                }
            }
            *refreshed = Some(Instant::now());
        }
        self.is_known()
    }

    pub fn is_known(&self) -> bool {
        self.slots.borrow().iter().any(Option::is_some)
    }

    async fn refresh_from(&self, address: ConnectionAddr) -> Option<()> {
        let link = self.link_to(&self.node_at(address.clone()), true).await.ok()?;
        let answer = reply(link.send(&["CLUSTER", ""], b"SLOTS")).await.ok()?;
        let mut slots = vec![None; SLOTS];
        if answer.starts_with(b"-") {
            // Not a cluster.
            for (slot, node) in slots.iter_mut().enumerate() {
                let seed = self.seeds.get(slot * self.seeds.len() / SLOTS);
                *node = seed.map(|seed| self.node_at(seed.clone()));
            }
        } else {
            // The first slot, the last, the primary, and its replicas.
            let ranges: Vec<Vec<Value>> =
                from_redis_value(parse_redis_value(&answer).ok()?).ok()?;
            for range in &ranges {
                let [Value::Int(first), Value::Int(last), Value::Array(primary), ..] = &range[..]
                else {
                    continue;
                };
                let [host, Value::Int(port), ..] = &primary[..] else { continue };
                let host: String = from_redis_value(host.clone()).unwrap_or_default();
                let node = self.node_at(near(&address, &host, u16::try_from(*port).ok()?));
                let range = usize::try_from(*first).ok()?..=usize::try_from(*last).ok()?;
                slots.get_mut(range)?.fill(Some(node));
            }
        }
        if slots.iter().any(Option::is_some) {
            self.slots.replace(slots);
        }
        Some(())
    }

    /// Sends a command, and follows its key.
    pub async fn call(
        &self,
        slot: u16,
        words: &[impl AsRef<[u8]>],
        key: &[u8],
        resp3: bool,
    ) -> Outcome {
        let link = self.link(slot, resp3).await?;
        self.follow(reply(link.send(words, key)).await, slot, words, key, resp3).await
    }

    /// Returns the reply to a command that went to the node of a slot: from where its key is now,
    /// if it has moved.
    pub async fn follow(
        &self,
        mut outcome: Outcome,
        slot: u16,
        words: &[impl AsRef<[u8]>],
        key: &[u8],
        resp3: bool,
    ) -> Outcome {
        let start = Instant::now();
        for _ in 0..REDIRECTIONS {
            let answer = outcome?;
            let Some(error) = answer.strip_prefix(b"-") else { return Ok(answer) };
            let error = str::from_utf8(error).unwrap_or_default();
            let asked = self.node_of(slot);
            let node_at = |to: &str| {
                let (host, port) = to.rsplit_once(':')?;
                Some(self.node_at(near(&asked.as_ref()?.address, host, port.parse().ok()?)))
            };
            let mut parts = error.split_whitespace();
            let pending = match (parts.next().unwrap_or_default(), parts.nth(1).and_then(node_at))
            {
                ("MOVED", Some(node)) => {
                    let link = self.link_to(&node, resp3).await?;
                    if let Some(own) = self.slots.borrow_mut().get_mut(usize::from(slot)) {
                        *own = Some(node);
                    }
                    link.send(words, key)
                }
                ("ASK", Some(node)) => self.link_to(&node, resp3).await?.send_asking(words, key),
                ("TRYAGAIN", _) if start.elapsed() < self.timeout => {
                    sleep(TRY_AGAIN).await;
                    self.link(slot, resp3).await?.send(words, key)
                }
                ("LOADING" | "CLUSTERDOWN" | "MASTERDOWN", _) => return Err(Lost::Unsent),
                _ => return Ok(answer),
            };
            self.metrics.add(Count::Redirections);
            outcome = reply(pending).await;
        }
        outcome
    }

    /// Returns the addresses of all nodes with slots, for INFO.
    pub fn addresses(&self) -> String {
        let slots = self.slots.borrow();
        let mut found: Vec<_> = slots.iter().flatten().map(|it| it.address.to_string()).collect();
        found.sort();
        found.dedup();
        found.join(",")
    }
}

/// Returns the slot of a key: by what is in its first braces, if there is anything.
pub fn slot_of(key: &[u8]) -> u16 {
    let tag = || {
        let start = key.iter().position(|byte| *byte == b'{')? + 1;
        let rest = key.get(start..)?;
        rest.get(..rest.iter().position(|byte| *byte == b'}')?).filter(|tag| !tag.is_empty())
    };
    crc16::State::<crc16::XMODEM>::calculate(tag().unwrap_or(key)) % SLOTS as u16
}
