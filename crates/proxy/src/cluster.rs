//! Where keys are: which server has which slot, and connections to the servers.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bytes::Bytes;
use redis::{ConnectionAddr, IntoConnectionInfo};
use rustls::ClientConfig;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::link::{Link, Lost, Outcome, Pending, reply};
use crate::metrics::{Metrics, log};
use crate::options::Options;
use crate::resp::{Value, encode};
use crate::stream::{Address, Stream, connect, tls};

pub const SLOTS: usize = 16_384;
/// How long what failed to connect is not tried again, and the servers are not asked again.
const PAUSE: Duration = Duration::from_millis(200);
/// The pause before a command is sent again to a node that is moving its key.
const TRY_AGAIN: Duration = Duration::from_millis(20);
/// How often a command follows its key.
const REDIRECTIONS: usize = 16;

/// A server.
pub struct Node {
    pub address: Address,
    /// The links by protocol: RESP2 and RESP3.
    links: [RefCell<Option<Rc<Link>>>; 2],
    /// Held by who connects.
    connecting: Mutex<()>,
    failed: Cell<Option<Instant>>,
    /// Which of all connections that were ever made is the latest one to this server.
    epoch: Cell<u64>,
}

/// All servers.
pub struct Cluster {
    /// The servers of the command line.
    seeds: Vec<Address>,
    nodes: RefCell<Vec<Rc<Node>>>,
    /// The node of each slot, once it is known.
    slots: RefCell<Vec<Option<Rc<Node>>>>,
    refreshed: Mutex<Option<Instant>>,
    login: Option<(String, String)>,
    tls: Option<Arc<ClientConfig>>,
    timeout: Duration,
    epoch: Cell<u64>,
    pub metrics: Rc<Metrics>,
}

impl Cluster {
    pub fn new(options: &Options, metrics: Rc<Metrics>) -> Result<Self> {
        let (mut seeds, mut login, mut has_tls) = (Vec::new(), None, false);
        for url in &options.servers {
            let info = url.as_str().into_connection_info();
            let info = info.context("--servers: not a URL of a server, as redis://host:6379")?;
            let address = match info.addr() {
                ConnectionAddr::Tcp(host, port) => Address::Tcp(host.clone(), *port),
                ConnectionAddr::TcpTls { host, port, .. } => {
                    has_tls = true;
                    Address::Tcp(host.clone(), *port)
                }
                ConnectionAddr::Unix(path) => Address::Unix(path.display().to_string()),
                _ => bail!("--servers: the URL must begin with redis://, rediss:// or unix://"),
            };
            if let Some(password) = info.redis_settings().password() {
                let user = info.redis_settings().username().unwrap_or("default");
                login = Some((user.to_owned(), password.to_owned()));
            } else if let (Some(user), Some(password)) =
                (info.redis_settings().username(), options.server_password()?)
            {
                login = Some((user.to_owned(), password));
            }
            seeds.push(address);
        }
        if login.is_none() {
            login = options.server_password()?.map(|password| ("default".to_owned(), password));
        }
        Ok(Self {
            seeds,
            nodes: RefCell::default(),
            slots: RefCell::new(vec![None; SLOTS]),
            refreshed: Mutex::new(None),
            login,
            tls: if has_tls { Some(tls(options)?) } else { None },
            timeout: Duration::from_secs(options.timeout),
            epoch: Cell::new(0),
            metrics,
        })
    }

    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// Returns the node with this address.
    fn node_at(&self, address: &Address) -> Rc<Node> {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(node) = nodes.iter().find(|node| node.address == *address) {
            return Rc::clone(node);
        }
        let node = Rc::new(Node {
            address: address.clone(),
            links: Default::default(),
            connecting: Mutex::new(()),
            failed: Cell::new(None),
            epoch: Cell::new(0),
        });
        nodes.push(Rc::clone(&node));
        node
    }

    /// Returns the node of a slot as far as it is known.
    fn node_of(&self, slot: u16) -> Option<Rc<Node>> {
        self.slots.borrow().get(usize::from(slot)).cloned().flatten()
    }

    /// Returns the open link to a slot, and the epoch of its node.
    pub fn open_link(&self, slot: u16, resp3: bool) -> Option<(Rc<Link>, u64)> {
        let slots = self.slots.borrow();
        let node = slots.get(usize::from(slot))?.as_ref()?;
        Some((node.open_link(resp3)?, node.epoch.get()))
    }

    /// Connects to the node of a slot, if necessary.
    pub async fn link(&self, slot: u16, resp3: bool) -> Result<Rc<Link>, Lost> {
        for is_last in [false, true] {
            if let Some(node) = self.node_of(slot) {
                match self.link_to(&node, resp3).await {
                    Ok(link) => return Ok(link),
                    Err(lost) if is_last => return Err(lost),
                    Err(_) => {}
                }
            }
            // Another node may have the slot meanwhile.
            self.refresh().await;
        }
        Err(Lost { may_be_sent: false })
    }

    async fn link_to(&self, node: &Node, resp3: bool) -> Result<Rc<Link>, Lost> {
        let lost = Lost { may_be_sent: false };
        let has_failed = || node.failed.get().is_some_and(|at| at.elapsed() < PAUSE);
        let _connecting = node.connecting.lock().await;
        if let Some(link) = node.open_link(resp3) {
            return Ok(link);
        }
        if has_failed() {
            return Err(lost);
        }
        match self.connect(&node.address, resp3, self.timeout).await {
            Ok(link) => {
                if node.failed.take().is_some() {
                    log(format_args!("{}: connected again", node.address));
                }
                self.epoch.set(self.epoch.get() + 1);
                node.epoch.set(self.epoch.get());
                if let Some(own) = node.links.get(usize::from(resp3)) {
                    own.replace(Some(Rc::clone(&link)));
                }
                Ok(link)
            }
            Err(error) => {
                if node.failed.replace(Some(Instant::now())).is_none() {
                    log(format_args!("{}: cannot connect: {error:#}", node.address));
                }
                Err(lost)
            }
        }
    }

    /// Returns a connection of its own to the node of a slot, on which a command can wait.
    pub async fn own_link(&self, slot: u16, silence: Duration) -> Result<Rc<Link>, Lost> {
        self.link(slot, true).await?;
        let node = self.node_of(slot).ok_or(Lost { may_be_sent: false })?;
        let link = self.connect(&node.address, true, silence).await;
        link.map_err(|_| Lost { may_be_sent: false })
    }

    async fn connect(
        &self,
        address: &Address,
        resp3: bool,
        silence: Duration,
    ) -> Result<Rc<Link>> {
        let open = async {
            let stream: Stream = connect(address, self.tls.as_ref()).await?;
            let link = Link::begin(stream, silence);
            let mut hello: Vec<&str> = Vec::new();
            match (&self.login, resp3) {
                (Some((user, password)), true) => {
                    hello = vec!["HELLO", "3", "AUTH", user, password]
                }
                (None, true) => hello = vec!["HELLO", "3"],
                (Some((user, password)), false) if user == "default" => {
                    hello = vec!["AUTH", password];
                }
                (Some((user, password)), false) => hello = vec!["AUTH", user, password],
                (None, false) => {}
            }
            for words in [hello, vec!["CLIENT", "SETNAME", "article-proxy"]] {
                if let Some(key) = words.get(1).map(|word| word.as_bytes()) {
                    let answer = reply(link.send(&encode(&words, key))).await;
                    let answer = answer.ok().context("the connection was closed")?;
                    if answer.starts_with(b"-") && words.first() != Some(&"CLIENT") {
                        bail!(
                            "{}",
                            String::from_utf8_lossy(&answer).trim_start_matches('-').trim()
                        );
                    }
                }
            }
            Ok(link)
        };
        Metrics::add(&self.metrics.connections_to_servers);
        timeout(self.timeout, open).await.context("no reply in time")?
    }

    /// Asks the servers which of them has which slots, unless that has just been done. Returns
    /// whether they are known.
    pub async fn refresh(&self) -> bool {
        let mut refreshed = self.refreshed.lock().await;
        if refreshed.is_some_and(|at| at.elapsed() < PAUSE) {
            return self.is_known();
        }
        let known: Vec<_> = self.nodes.borrow().iter().map(|it| it.address.clone()).collect();
        let mut tried = Vec::new();
        for address in known.iter().chain(&self.seeds) {
            if !tried.contains(&address) && self.refresh_from(address).await.is_some() {
                break;
            }
            tried.push(address);
        }
        *refreshed = Some(Instant::now());
        self.is_known()
    }

    pub fn is_known(&self) -> bool {
        self.slots.borrow().iter().any(Option::is_some)
    }

    async fn refresh_from(&self, address: &Address) -> Option<()> {
        let link = self.link_to(&self.node_at(address), true).await.ok()?;
        let answer = reply(link.send(&encode(&["CLUSTER", "SLOTS"], b"SLOTS"))).await.ok()?;
        let mut slots = vec![None; SLOTS];
        if answer.starts_with(b"-") {
            // Not a cluster.
            for (slot, node) in slots.iter_mut().enumerate() {
                *node = self.seeds.get(slot * self.seeds.len() / SLOTS).map(|it| self.node_at(it));
            }
        }
        for range in Value::read(&answer).as_ref().map_or(&[][..], Value::list) {
            let [first, last, primary, ..] = range.list() else { continue };
            let [host, port, ..] = primary.list() else { continue };
            let host = host.text();
            let (host, port) = (str::from_utf8(&host).ok()?, u16::try_from(port.int()).ok()?);
            let node = self.node_at(&Address::near(host, port, address));
            let range = usize::try_from(first.int()).ok()?..=usize::try_from(last.int()).ok()?;
            slots.get_mut(range)?.fill(Some(node));
        }
        if slots.iter().any(Option::is_some) {
            self.slots.replace(slots);
        }
        Some(())
    }

    /// Sends a command, and follows its key.
    pub async fn call(&self, slot: u16, command: &[u8], resp3: bool) -> Outcome {
        let link = self.link(slot, resp3).await?;
        self.follow(reply(link.send(command)).await, slot, command, resp3).await
    }

    /// Returns the reply to a command that went to the node of a slot: from where its key is now,
    /// if it has moved.
    pub async fn follow(
        &self,
        mut outcome: Outcome,
        slot: u16,
        command: &[u8],
        resp3: bool,
    ) -> Outcome {
        let start = Instant::now();
        for _ in 0..REDIRECTIONS {
            let answer = outcome?;
            let Some(error) = answer.strip_prefix(b"-") else { return Ok(answer) };
            let words = str::from_utf8(error).unwrap_or_default();
            let words: Vec<_> = words.split_whitespace().collect();
            let asked = self.node_of(slot).map(|node| node.address.clone());
            let find = |to: &str| Some(self.node_at(&Address::parse(to, asked.as_ref()?)?));
            let pending: Pending = match words.as_slice() {
                ["MOVED", _, to] => {
                    let Some(node) = find(to) else { return Ok(answer) };
                    let link = self.link_to(&node, resp3).await?;
                    if let Some(own) = self.slots.borrow_mut().get_mut(usize::from(slot)) {
                        *own = Some(node);
                    }
                    link.send(command)
                }
                ["ASK", _, to] => {
                    let Some(node) = find(to) else { return Ok(answer) };
                    self.link_to(&node, resp3).await?.send_asking(command)
                }
                ["TRYAGAIN", ..] => {
                    if start.elapsed() > self.timeout {
                        return Ok(answer);
                    }
                    sleep(TRY_AGAIN).await;
                    self.link(slot, resp3).await?.send(command)
                }
                ["LOADING" | "CLUSTERDOWN" | "MASTERDOWN", ..] => {
                    return Err(Lost { may_be_sent: false });
                }
                _ => return Ok(answer),
            };
            Metrics::add(&self.metrics.redirections);
            outcome = reply(pending).await;
        }
        outcome
    }

    /// Returns the addresses of all nodes with slots, for INFO.
    pub fn addresses(&self) -> Vec<String> {
        let mut found: Vec<_> =
            self.slots.borrow().iter().flatten().map(|it| it.address.to_string()).collect();
        found.dedup();
        found.sort();
        found.dedup();
        found
    }
}

impl Node {
    fn open_link(&self, resp3: bool) -> Option<Rc<Link>> {
        let link = self.links.get(usize::from(resp3))?.borrow();
        link.as_ref().filter(|link| link.is_open.get()).map(Rc::clone)
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

/// Returns the CRC-32 of IEEE 802.3.
pub fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| (crc >> 1) ^ (0xedb8_8320 & (crc & 1).wrapping_neg());
    !bytes.iter().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(*byte), step))
}

/// A reply, or an error reply.
pub type Reply = Result<Bytes, Bytes>;
