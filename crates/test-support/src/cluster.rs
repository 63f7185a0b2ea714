//! A cluster of three primaries and three replicas on this machine, and the moving of its slots.

use super::{
    Client, Connect, DEADLINE, Random, Server, Value, error_text, info, items, text, with_module,
};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use test_server::make_cluster;

const NODES: usize = 6;

pub struct Cluster {
    pub nodes: Vec<Server>,
    /// Holds the nodes' cluster configuration files.
    _folder: TempDir,
}

/// A node as the others see it.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    pub id: String,
    pub port: u16,
    is_primary: bool,
    /// The node whose replica it is.
    primary: String,
    has_failed: bool,
    /// The version of its claim to its slots: of two claims to a slot, the higher epoch wins.
    config_epoch: u64,
    /// Ranges of slots, both ends included.
    slots: Vec<(u16, u16)>,
}

impl Node {
    fn has_slot(&self, slot: u16) -> bool {
        self.slots.iter().any(|(first, last)| (*first..=*last).contains(&slot))
    }

    /// Parses a line of `CLUSTER NODES`.
    fn parse(line: &str) -> Self {
        let words: Vec<_> = line.split(' ').collect();
        let port = words[1].split(['@', ':']).nth(1).and_then(|port| port.parse().ok());
        let range = |word: &&str| {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            Some((first.parse().ok()?, last.parse().ok()?))
        };
        Self {
            id: words[0].to_owned(),
            port: port.expect("a port"),
            is_primary: words[2].contains("master"),
            primary: words[3].to_owned(),
            has_failed: words[2].split(',').any(|flag| flag == "fail"),
            config_epoch: words[6].parse().expect("a config epoch"),
            slots: words[8..].iter().filter_map(range).collect(),
        }
    }
}

impl Cluster {
    pub fn start() -> Self {
        let setup = with_module()
            .config("cluster-enabled yes")
            .config("cluster-node-timeout 2000")
            // Clients hear of a replica only after the first of these pings.
            .config("repl-ping-replica-period 1")
            // The others go on while one primary has failed and nobody has taken over yet.
            .config("cluster-require-full-coverage no")
            .config("enable-debug-command local");
        let folder = memory_folder();
        let start = |number| {
            let file = folder.path().join(format!("nodes-{number}.conf"));
            setup.clone().config(format!("cluster-config-file {}", file.display())).start()
        };
        let cluster = Self { nodes: (0..NODES).map(start).collect(), _folder: folder };
        make_cluster(&cluster.nodes, NODES / 2);
        cluster.await_in_order();
        cluster
    }

    /// Returns the nodes as one of them sees them.
    fn seen_by(&self, node: &Server) -> Vec<Node> {
        node.resp2().report("CLUSTER NODES").lines().map(Node::parse).collect()
    }

    /// Returns the primaries that have not failed, as a running node sees them.
    pub fn primaries(&self) -> Vec<Node> {
        let mut nodes = self.seen_by(self.running());
        nodes.retain(|node| node.is_primary && !node.has_failed);
        nodes
    }

    /// Returns the primary of a slot that has not failed, as a running node sees it.
    pub fn holder(&self, slot: u16) -> Option<Node> {
        self.primaries().into_iter().find(|node| node.has_slot(slot))
    }

    /// Returns any other primary.
    pub fn other(&self, node: &Node, random: &mut Random) -> Node {
        let mut others = self.primaries();
        others.retain(|other| other.id != node.id);
        others.swap_remove(random.below(others.len() as i64) as usize)
    }

    pub fn replica_of(&self, primary: &Node) -> &Server {
        let nodes = self.seen_by(self.server(primary));
        let replica = nodes.iter().find(|node| node.primary == primary.id && !node.has_failed);
        self.server(replica.expect("a replica"))
    }

    /// Returns the server that listens on this port.
    pub fn node_at(&mut self, port: u16) -> &mut Server {
        let mut nodes = self.nodes.iter_mut();
        nodes.find(|server| server.port() == port).expect("a node of the cluster")
    }

    pub fn server(&self, node: &Node) -> &Server {
        self.nodes.iter().find(|server| server.port() == node.port).expect("a node of the cluster")
    }

    /// Waits until all nodes agree who holds which slots at which config epoch, and all replicas
    /// are linked.
    pub fn await_in_order(&self) {
        self.await_ok(|| self.is_in_order());
    }

    /// Waits until the condition holds. Panics with its last error and the nodes' views if it does
    /// not hold before the deadline.
    fn await_ok(&self, condition: impl Fn() -> Result<(), String>) {
        let start = Instant::now();
        while let Err(what) = condition() {
            assert!(start.elapsed() < DEADLINE, "{what}\n{}", self.views());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns `CLUSTER NODES` of each running node, for failure messages: the nodes may disagree.
    fn views(&self) -> String {
        let view = |server: &Server| {
            let nodes = server.resp2().report("CLUSTER NODES");
            format!("CLUSTER NODES of {}:\n{nodes}", server.port())
        };
        self.nodes.iter().filter(|server| server.is_running()).map(view).collect()
    }

    fn is_in_order(&self) -> Result<(), String> {
        let mut first = None;
        for server in &self.nodes {
            let mut c = server.resp2();
            if info(&mut c, "replication", "role") != "master"
                && info(&mut c, "replication", "master_link_status") != "up"
            {
                return Err(format!("{} is not linked to its primary", server.port()));
            }
            let mut nodes = self.seen_by(server);
            nodes.sort_by_key(|node| node.port);
            let primaries = nodes.iter().filter(|node| node.is_primary).count();
            if nodes.iter().any(|node| node.has_failed)
                || (nodes.len(), primaries) != (NODES, NODES / 2)
                || !c.report("CLUSTER INFO").contains("cluster_state:ok")
            {
                return Err(format!("{} sees {nodes:#?}", server.port()));
            }
            let first = first.get_or_insert_with(|| nodes.clone());
            if *first != nodes {
                return Err(format!("not all see {first:#?}: {} sees {nodes:#?}", server.port()));
            }
        }
        Ok(())
    }

    /// Moves the first `count` slots of a primary, in the steps that `redis-cli` takes.
    pub fn reshard(&self, from: &Node, to: &Node, count: usize) {
        for slot in from.slots.iter().flat_map(|&(first, last)| first..=last).take(count) {
            self.hand_over(slot, from, to, || ());
        }
    }

    /// Moves one slot, calls `meanwhile` between the steps, and waits until all nodes know.
    pub fn move_slot(&self, slot: u16, from: &Node, to: &Node, meanwhile: impl FnMut()) {
        self.hand_over(slot, from, to, meanwhile);
        // A node that receives a slot raises its config epoch above all epochs that it knows. The
        // target announces its new epoch on the cluster bus only after it has replied. The source,
        // and from Valkey 8 on every replica that SETSLOT is replicated to, already sees the slot
        // at the target by then. If the next slot moved to the source now, the source's epoch
        // would stay too low: the nodes would return that slot to its previous owner, and the
        // source would delete its keys. So await the epoch, not only the slot.
        let error = || format!("not all nodes see slot {slot} at {}", to.port);
        self.await_ok(|| self.all_see(slot, to).then_some(()).ok_or_else(error));
    }

    fn hand_over(&self, slot: u16, from: &Node, to: &Node, mut meanwhile: impl FnMut()) {
        let (mut source, mut target) = (self.server(from).resp2(), self.server(to).resp2());
        set_slot(&mut target, &format!("{slot} IMPORTING {}", from.id));
        set_slot(&mut source, &format!("{slot} MIGRATING {}", to.id));
        meanwhile();
        let keys = source.run(&format!("CLUSTER GETKEYSINSLOT {slot} 1000"));
        for key in items(&keys).iter().map(text) {
            source.ok(&format!("MIGRATE 127.0.0.1 {} {key} 0 20000", to.port));
            meanwhile();
        }
        for c in [&mut target, &mut source] {
            set_slot(c, &format!("{slot} NODE {}", to.id));
        }
    }

    /// Returns whether all running nodes see the slot at this node, and the node as it sees
    /// itself.
    fn all_see(&self, slot: u16, node: &Node) -> bool {
        let find = |server| self.seen_by(server).into_iter().find(|seen| seen.id == node.id);
        let own = find(self.server(node));
        own.as_ref().is_some_and(|own| own.has_slot(slot))
            && self.nodes.iter().filter(|node| node.is_running()).all(|node| find(node) == own)
    }

    fn running(&self) -> &Server {
        self.nodes.iter().find(|server| server.is_running()).expect("a running node")
    }
}

/// Returns a folder in memory if the system has one, otherwise on disk.
///
/// A node writes its cluster configuration file whenever a slot moves, and does nothing else
/// meanwhile. On a busy disk that takes seconds: replicas do not confirm commands in time, and
/// healthy nodes are replaced.
fn memory_folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).expect("a temporary folder")
}

/// Sends `CLUSTER SETSLOT` and repeats it while the replicas do not confirm it.
///
/// From Valkey 8 on the command fails with NOREPLICAS if a replica does not confirm it within two
/// seconds: the replica has executed it then, the primary has not. `valkey-cli --cluster reshard`
/// gives up there, and its `fix` does not close a slot that is open only on a replica.
fn set_slot(c: &mut Client, arguments: &str) {
    let start = Instant::now();
    loop {
        let reply = c.run(&format!("CLUSTER SETSLOT {arguments}"));
        if reply == Value::Okay {
            return;
        }
        let error = error_text(&reply);
        let again = error.starts_with("NOREPLICAS") && start.elapsed() < DEADLINE;
        assert!(again, "CLUSTER SETSLOT {arguments}: {error}");
    }
}

pub fn slot_of(c: &mut Client, key: &str) -> u16 {
    c.int(&format!("CLUSTER KEYSLOT {key}")) as u16
}
