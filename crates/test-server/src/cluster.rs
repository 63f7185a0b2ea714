use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

use crate::server::Server;

const SLOTS: usize = 16_384;
/// How long the nodes may take until they agree.
const DEADLINE: Duration = Duration::from_secs(60);

/// Makes a cluster of empty servers that have `cluster-enabled yes`, and waits until all nodes
/// know it. The first `primaries` have equal ranges of slots, and the others are replicas of them
/// in turn.
///
/// # Panics
///
/// Panics if a server refuses a command, or if the nodes do not agree within a minute.
pub fn make_cluster(nodes: &[Server], primaries: usize) {
    for (number, node) in nodes.iter().enumerate() {
        if number < primaries {
            let (start, end) = (number * SLOTS / primaries, (number + 1) * SLOTS / primaries);
            ask(node, &format!("CLUSTER ADDSLOTSRANGE {start} {}", end - 1));
        }
        // Different epochs from the start: the nodes need not settle whose claim is newer.
        ask(node, &format!("CLUSTER SET-CONFIG-EPOCH {}", number + 1));
        if number > 0 {
            ask(node, &format!("CLUSTER MEET 127.0.0.1 {}", nodes[0].port()));
        }
    }
    let known = format!("cluster_known_nodes:{}\r", nodes.len());
    let parts = ["cluster_state:ok", "cluster_slots_assigned:16384", &known];
    nodes.iter().for_each(|node| await_reply(node, "CLUSTER INFO", &parts));
    for (number, replica) in nodes.iter().enumerate().skip(primaries) {
        let reply = ask(&nodes[number % primaries], "CLUSTER MYID");
        let id = reply.lines().nth(1).expect("an id").to_owned();
        await_reply(replica, "CLUSTER NODES", &[&id]);
        ask(replica, &format!("CLUSTER REPLICATE {id}"));
        await_reply(replica, "INFO replication", &["master_link_status:up"]);
    }
    // A node tells clients of a replica once it has heard how far that is.
    let ports: Vec<String> = nodes.iter().map(|node| format!(":{}\r", node.port())).collect();
    let ports: Vec<&str> = ports.iter().map(String::as_str).collect();
    nodes.iter().for_each(|node| await_reply(node, "CLUSTER SLOTS", &ports));
}

/// Waits until the reply to a command has all parts.
fn await_reply(node: &Server, command: &str, parts: &[&str]) {
    let start = Instant::now();
    loop {
        let reply = ask(node, command);
        let Some(part) = parts.iter().find(|part| !reply.contains(**part)) else { return };
        assert!(start.elapsed() < DEADLINE, "{command} lacks {part}: {reply}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns the reply to a command as the server sends it.
fn ask(node: &Server, command: &str) -> String {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, node.port())).expect("a connection");
    // The server closes the connection after its reply to QUIT.
    write!(stream, "{command}\r\nQUIT\r\n").expect("a command sent");
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("a reply");
    assert!(!reply.starts_with('-'), "{command}: {reply}");
    reply
}
