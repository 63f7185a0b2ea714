//! The servers: which of them has which slot, and connections to them.
//!
//! The clients of redis-rs and fred decode each reply, and return MOVED in pipelines as a value.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use memchr::memmem;
use redis::{ConnectionAddr, IntoConnectionInfo, Value, parse_redis_value};
use rustls::ClientConfig;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::link::{Link, Lost, Outcome, reply};
use crate::metrics::{Metrics, count, log};
use crate::options::Options;
use crate::stream::{connect, near, tls};

pub const SLOTS: usize = 16_384;
/// How long what failed to connect is not tried again.
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
    /// When connecting failed, unless it did not. Held by who connects.
    failed: Mutex<Option<Instant>>,
}

impl Node {
    fn open_link(&self, resp3: bool) -> Option<Rc<Link>> {
        self.links.get(usize::from(resp3))?.borrow().clone().filter(|link| link.is_open())
    }
}

/// All servers.
pub struct Cluster {
    /// The servers of the command line, and then those that they know.
    nodes: RefCell<Vec<Rc<Node>>>,
    /// The node of each slot, as far as is known: at first as if they were single servers.
    slots: RefCell<Vec<Rc<Node>>>,
    /// Whether they are a cluster, once one of them has said so.
    is_cluster: Cell<Option<bool>>,
    login: Option<[String; 2]>,
    tls: Option<Arc<ClientConfig>>,
    pub timeout: Duration,
    /// How many connections were made so far.
    epoch: Cell<u64>,
    pub metrics: Rc<Metrics>,
}

impl Cluster {
    pub fn new(options: &Options, metrics: Rc<Metrics>) -> Result<Self> {
        let (mut user, mut password) = (None, None);
        let mut cluster = Self {
            nodes: RefCell::default(),
            slots: RefCell::default(),
            is_cluster: Cell::new(None),
            login: None,
            tls: None,
            timeout: Duration::from_secs(options.timeout),
            epoch: Cell::new(0),
            metrics,
        };
        for url in &options.servers {
            let info = url.as_str().into_connection_info();
            let info = info.context("--servers: not a URL of a server, as redis://host:6379")?;
            if matches!(info.addr(), ConnectionAddr::TcpTls { .. }) && cluster.tls.is_none() {
                cluster.tls = Some(tls(options)?);
            }
            cluster.node_at(info.addr().clone());
            user = info.redis_settings().username().map(str::to_owned).or(user);
            password = info.redis_settings().password().map(str::to_owned).or(password);
        }
        let nodes = cluster.nodes.get_mut();
        let node_of = |slot| nodes.get(slot * nodes.len() / SLOTS).cloned();
        cluster.slots = RefCell::new((0..SLOTS).filter_map(node_of).collect());
        let password = match password {
            None => options.server_password()?,
            password => password,
        };
        let user = user.unwrap_or_else(|| "default".to_owned());
        cluster.login = password.map(|password| [user, password]);
        Ok(cluster)
    }

    /// Returns the number of the latest connection: as long as it stays, each server is the one
    /// that it was.
    pub fn epoch(&self) -> u64 {
        self.epoch.get()
    }

    /// Whether any server has replied.
    pub fn is_known(&self) -> bool {
        self.is_cluster.get().is_some()
    }

    /// Returns the node with this address.
    fn node_at(&self, address: ConnectionAddr) -> Rc<Node> {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(node) = nodes.iter().find(|node| node.address == address) {
            return Rc::clone(node);
        }
        let node = Rc::new(Node { address, links: Default::default(), failed: Mutex::default() });
        nodes.push(Rc::clone(&node));
        node
    }

    /// Returns the node of a slot as far as it is known.
    fn node_of(&self, slot: u16) -> Option<Rc<Node>> {
        self.slots.borrow().get(usize::from(slot)).cloned()
    }

    /// Returns the open link to a slot.
    pub fn open_link(&self, slot: u16, resp3: bool) -> Option<Rc<Link>> {
        self.slots.borrow().get(usize::from(slot))?.open_link(resp3)
    }

    /// Returns a link to a slot, and connects if necessary. If its node cannot be reached, another
    /// node of a cluster knows which one has the slot meanwhile.
    pub async fn link(&self, slot: u16, resp3: bool) -> Result<Rc<Link>, Lost> {
        let node = self.node_of(slot).ok_or(Lost::Unsent)?;
        if let Ok(link) = self.link_to(&node, resp3).await {
            return Ok(link);
        }
        let nodes = self.nodes.borrow().clone();
        for node in nodes {
            if self.is_cluster.get() != Some(false)
                && let Ok(link) = self.link_to(&node, resp3).await
                && self.is_cluster.get() == Some(true)
            {
                return Ok(link);
            }
        }
        Err(Lost::Unsent)
    }

    async fn link_to(&self, node: &Node, resp3: bool) -> Result<Rc<Link>, Lost> {
        let mut failed = node.failed.lock().await;
        if let Some(link) = node.open_link(resp3) {
            return Ok(link);
        }
        if failed.is_some_and(|at| at.elapsed() < PAUSE) {
            return Err(Lost::Unsent);
        }
        match self.connect(&node.address, resp3, self.timeout).await {
            Ok(link) => {
                if failed.take().is_some() {
                    log(format_args!("{}: connected again", node.address));
                }
                self.epoch.set(self.epoch.get() + 1);
                if let Some(own) = node.links.get(usize::from(resp3)) {
                    own.replace(Some(Rc::clone(&link)));
                }
                Ok(link)
            }
            Err(error) => {
                if failed.replace(Instant::now()).is_none() {
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
        count(&self.metrics.connections_to_servers);
        let open = async {
            let link = Link::begin(connect(address, self.tls.as_ref()).await?, silence);
            let protocol = if resp3 { "3" } else { "2" };
            let mut hello = vec!["HELLO", "", "SETNAME", "article-proxy"];
            if let Some([user, password]) = &self.login {
                hello.extend(["AUTH", user, password]);
            }
            let answer = reply(link.send(&hello, protocol.as_bytes())).await;
            let answer = answer.ok().context("the connection was closed")?;
            if let Some(error) = answer.strip_prefix(b"-") {
                bail!("{}", String::from_utf8_lossy(error).trim());
            }
            let is_cluster = memmem::find(&answer, b"mode\r\n$7\r\ncluster\r\n").is_some();
            self.is_cluster.set(Some(is_cluster));
            if is_cluster {
                let answer = reply(link.send(&["CLUSTER", ""], b"SLOTS")).await.ok();
                let slots = answer.and_then(|answer| parse_redis_value(&answer).ok());
                self.learn(address, &slots.unwrap_or_default());
            }
            Ok(link)
        };
        timeout(self.timeout, open).await.context("no reply in time")?
    }

    /// Learns of the nodes that one of them knows: each has a host, a port, and more.
    fn learn(&self, asked: &ConnectionAddr, slots: &Value) {
        match slots.as_sequence().unwrap_or_default() {
            [Value::BulkString(host), Value::Int(port), ..] => {
                let host = String::from_utf8_lossy(host);
                self.node_at(near(asked, &host, u16::try_from(*port).unwrap_or_default()));
            }
            items => items.iter().for_each(|item| self.learn(asked, item)),
        }
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
                        *own = node;
                    }
                    link.send(words, key)
                }
                ("ASK", Some(node)) => {
                    let link = self.link_to(&node, resp3).await?;
                    drop(link.send(&["ASKING"], b""));
                    link.send(words, key)
                }
                ("TRYAGAIN", _) if start.elapsed() < self.timeout => {
                    sleep(TRY_AGAIN).await;
                    self.link(slot, resp3).await?.send(words, key)
                }
                ("LOADING" | "CLUSTERDOWN" | "MASTERDOWN", _) => return Err(Lost::Unsent),
                _ => return Ok(answer),
            };
            count(&self.metrics.redirections);
            outcome = reply(pending).await;
        }
        outcome
    }

    /// Returns the addresses of all nodes, for INFO.
    pub fn addresses(&self) -> String {
        let nodes = self.nodes.borrow();
        nodes.iter().map(|node| node.address.to_string()).collect::<Vec<_>>().join(",")
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
