//! Random commands on a server without kept replies and on others with them. All tell the time by
//! one clock, and every reply must be the same, byte by byte.

use test_support::grammar::Words;
use test_support::random_commands::{Commands, SITES};
use test_support::*;

/// Commands that reply with articles, each with its weight.
const READS: &str = "GET 2 MGET 2 THREAD 3 COMMENTS 1 PAGE 4 GROUPPAGE 1 USERPAGE 1";

/// A server with a connection of each protocol.
struct Node {
    name: &'static str,
    server: Server,
    connections: [RawClient; 2],
}

impl Node {
    fn start(name: &'static str, setup: Setup) -> Self {
        let server = setup.start();
        let connections = PROTOCOLS.map(|protocol| RawClient::connect(server.port(), protocol));
        Self { name, server, connections }
    }

    fn call(&mut self, protocol: usize, words: &[Vec<u8>]) -> Vec<u8> {
        self.connections[protocol].call(words)
    }

    /// Runs a command as `way` says: by itself, in a transaction, or in a script.
    fn call_in(&mut self, way: Way, protocol: usize, words: &[Vec<u8>]) -> Vec<u8> {
        match way {
            Way::Plain => self.call(protocol, words),
            Way::Transaction => {
                self.connections[protocol].run("MULTI");
                self.call(protocol, words);
                self.connections[protocol].run("EXEC")
            }
            Way::Script => {
                let script = b"return redis.pcall(unpack(ARGV))".to_vec();
                let head = [b"EVAL".to_vec(), script, b"1".to_vec(), words[1].clone()];
                self.call(protocol, &[&head, words].concat())
            }
        }
    }

    fn number(&self, field: &str) -> i64 {
        info_number(&mut self.server.resp2(), "article", &format!("article_reply_cache_{field}"))
    }
}

#[derive(Clone, Copy)]
enum Way {
    Plain,
    Transaction,
    Script,
}

/// The servers: the first keeps no replies.
struct Servers {
    clock: SharedClock,
    nodes: Vec<Node>,
    /// A replica of the second.
    replica: Node,
    random: Random,
}

impl Servers {
    fn start(random: Random) -> Self {
        let clock = SharedClock::at(2_000_000_000);
        let setup = |cache: &str| {
            let setup = with_module().shared_clock(&clock).module_args(cache);
            setup.config("enable-debug-command local").config("repl-diskless-load swapdb")
        };
        let nodes = vec![
            Node::start("none", setup("reply-cache 0")),
            Node::start("default", setup("")),
            Node::start("small", setup("reply-cache 4kb")),
            Node::start("changing", setup("")),
        ];
        let replica = Node::start("replica", setup(""));
        Self { clock, nodes, replica, random }
    }

    /// Runs a command on all servers that take writes.
    fn all(&mut self, way: Way, words: &[Vec<u8>]) {
        let protocol = usize::from(self.random.percent(50));
        let mut expected = None;
        for node in &mut self.nodes {
            let reply = node.call_in(way, protocol, words);
            let expected = expected.get_or_insert_with(|| reply.clone());
            assert_same(node.name, words, &reply, expected);
        }
    }

    fn line(&mut self, line: &str) {
        let words: Words = line.split(' ').map(|word| word.as_bytes().to_vec()).collect();
        self.all(Way::Plain, &words);
    }

    /// Runs a command that reads, several times on each server.
    fn read(&mut self, way: Way, words: &[Vec<u8>]) {
        let protocol = usize::from(self.random.percent(50));
        let expected = self.nodes[0].call_in(way, protocol, words);
        for _ in 0..1 + self.random.below(3) {
            for node in self.nodes.iter_mut().chain([&mut self.replica]) {
                let reply = node.call_in(way, protocol, words);
                assert_same(node.name, words, &reply, &expected);
            }
        }
    }

    fn advance_clock(&mut self, seconds: i64) {
        self.clock.advance(seconds);
        for _ in 0..2 {
            self.line("ARTICLE.POST clock alice t l TIME 1000");
        }
        self.await_replica();
        // Servers read the clock now and then only, and commands see what was read last. The time
        // is the end of this cursor.
        let end = format!("-{}\r\n", self.clock.now());
        for node in self.nodes.iter_mut().chain([&mut self.replica]) {
            let line = "ARTICLE.PAGE clock 1 BY GRAVITY SIZE 1 WITHCURSOR";
            wait_until(DEADLINE, "commands see the time", || {
                node.connections[0].run(line).ends_with(end.as_bytes())
            });
        }
    }

    /// Waits until the replica has all that its primary has written.
    fn await_replica(&mut self) {
        // WAIT is for the writes of the same connection.
        for connection in &mut self.nodes[1].connections {
            assert_eq!(connection.run("WAIT 1 0"), b":1\r\n");
        }
    }

    /// Makes the replica load everything again.
    fn synchronize(&mut self) {
        follow(&self.replica.server, &self.nodes[1].server);
        await_caught_up(&self.nodes[1].server, &self.replica.server);
    }

    /// Does something to the keys, which then hold other sites, or none.
    fn change_keys(&mut self) {
        let (from, to) = (self.random.pick(&SITES), self.random.pick(&SITES));
        match self.random.below(9) {
            0 => self.line(&format!("COPY {from} {to} REPLACE")),
            1 => self.line(&format!("RENAME {from} {to}")),
            2 => self.line(&format!("MOVE {from} 1")),
            3 => self.line("SWAPDB 0 1"),
            4 => {
                let delete = self.random.pick(&["DEL", "UNLINK"]);
                self.line(&format!("{delete} {from}"));
            }
            5 => {
                let flush = self.random.pick(&["FLUSHALL ASYNC", "FLUSHALL SYNC", "FLUSHDB"]);
                self.line(flush);
            }
            6 => self.line("DEBUG RELOAD"),
            _ => self.restore(from, to),
        }
    }

    /// Restores a site from each server's own payload.
    fn restore(&mut self, from: &str, to: &str) {
        let mut replies = Vec::new();
        for node in &mut self.nodes {
            let dump = node.connections[0].run(&format!("DUMP {from}"));
            let restored = dump.iter().position(|byte| *byte == b'\n').map(|end| {
                let payload = &dump[end + 1..dump.len().max(end + 3) - 2];
                let words = [b"RESTORE", to.as_bytes(), b"0", payload, b"REPLACE"];
                node.connections[0].call(&words)
            });
            replies.push(restored);
        }
        assert!(replies.iter().all(|reply| reply == &replies[0]), "{replies:?}");
    }

    fn last_id(&mut self, site: &str) -> i64 {
        let reply = self.nodes[0].connections[0].run(&format!("ARTICLE.INFO {site}"));
        let text = String::from_utf8_lossy(&reply);
        let (_, rest) = text.split_once("last_id\r\n:").unwrap_or(("", "0\r"));
        rest.split('\r').next().and_then(|number| number.parse().ok()).expect("an id")
    }
}

#[track_caller]
fn assert_same(name: &str, words: &[Vec<u8>], reply: &[u8], expected: &[u8]) {
    let line = || words.join(&b' ').escape_ascii().to_string();
    assert!(
        reply == expected,
        "{name}: {}\n{}\nexpected\n{}",
        line(),
        reply.escape_ascii(),
        expected.escape_ascii()
    );
}

#[test]
fn every_reply_is_the_same_with_and_without_them() {
    let mut random = Random::new(seed("reply_cache"));
    let mut commands = Commands::starting_at(2_000_000_000, random.fork());
    let mut servers = Servers::start(random.fork());
    servers.synchronize();
    let mut reads = Commands::of(READS, 2_000_000_000, random.fork());
    let mut recent = vec![reads.make_on(SITES[0]); 10];
    for round in 0..rounds() {
        for _ in 0..600 {
            let (site, words) = commands.make();
            let ways = [Way::Plain, Way::Plain, Way::Plain, Way::Transaction, Way::Script];
            servers.all(random.pick(&ways), &words);
            let last_id = servers.last_id(site);
            commands.set_last_id(site, last_id);
            match random.below(100) {
                0..3 => servers.change_keys(),
                3..8 => servers.advance_clock(random.pick(&[1, 1, 2, 700])),
                8..12 => {
                    let size = random.pick(&["0", "4096", "100kb", "16mb"]);
                    let line = format!("CONFIG SET article.reply-cache {size}");
                    assert_eq!(servers.nodes[3].connections[0].run(&line), b"+OK\r\n");
                }
                _ => {}
            }
            servers.await_replica();
            for _ in 0..1 + random.below(3) {
                let site = random.pick(&SITES);
                reads.set_last_id(site, servers.last_id(site));
                // Often what was read shortly before, since when something else has changed.
                let place = random.below(10) as usize;
                if random.percent(40) {
                    recent[place] = reads.make_on(site);
                }
                servers.read(random.pick(&ways), &recent[place]);
            }
        }
        report(format!("round {round}: {:?}", servers.nodes[1].number("hits")));
        servers.replica.connections[0].run("REPLICAOF NO ONE");
        servers.replica.connections[0].run("FLUSHALL ASYNC");
        servers.synchronize();
    }
    for node in &servers.nodes[1..] {
        assert!(node.number("hits") > 100, "{}", node.name);
    }
    assert_eq!(servers.nodes[0].number("hits") + servers.nodes[0].number("misses"), 0);
    assert!(servers.replica.number("hits") > 100);
}
