//! Clusters: plain keys are spread over all nodes, and a site is on one of them.

use std::io::Write;
use std::process::Command;

use test_support::{Connect, DEADLINE, Server, int, text, wait_until, with_module};

use crate::harness::{Address, assert_same, between, end, fail, last_id, of, run, spawn};
use crate::servers::empty_site;

/// Starts a cluster of three nodes, each with the module.
fn start() -> Vec<Server> {
    let setup = with_module().config("cluster-enabled yes").config("enable-debug-command yes");
    let nodes: Vec<Server> = (0..3).map(|_| setup.clone().start()).collect();
    let ports: Vec<u16> = nodes.iter().map(Server::port).collect();
    create(&nodes, &ports, &[]);
    nodes
}

/// Makes a cluster of some nodes, which redis-cli connects to on these ports with these options.
pub fn create(nodes: &[Server], ports: &[u16], options: &[&str]) {
    let binary = std::env::var_os("REDIS_CLI").unwrap_or_else(|| "redis-cli".into());
    let mut create = Command::new(binary);
    create.args(options).args(["--cluster", "create"]);
    create.args(ports.iter().map(|port| format!("127.0.0.1:{port}")));
    let created = create.arg("--cluster-yes").output().expect("redis-cli");
    assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stdout));
    let is_ok = |node: &Server| node.resp2().report("CLUSTER INFO").contains("cluster_state:ok");
    wait_until(DEADLINE, "the cluster", || nodes.iter().all(is_ok));
}

#[test]
fn any_node_leads_to_a_site_and_to_plain_keys_in_one_slot() {
    let ((site, mut c), nodes) = (empty_site(), start());
    c.run_all((1..=60).map(|id| format!("ARTICLE.POST news ann Title{id} link GROUPS 1 g{id}")));
    let prefix = "--prefix {p}:";
    run(&between(&format!("export {prefix}"), &site, &nodes[0], "news"));
    assert_eq!(nodes.iter().filter(|node| node.resp2().int("DBSIZE") > 60).count(), 1);
    let again = between(&format!("export {prefix}"), &site, &nodes[1], "news");
    fail(&again, "there is a classic site already");
    // Each key is on another node, and none on the one that is named.
    for (key, named) in ["a", "b", "c"].into_iter().zip(&nodes) {
        run(&between(&format!("import {prefix}"), named, named, key)).assert_no_problems();
        let holder = holder(&nodes, key);
        assert_ne!(holder.port(), named.port());
        assert_same(holder, key, &site, "news");
        assert_eq!(run(&of("export --jsonl -", named, key)).out.lines().count(), 62);
        let followed = run(&of("follow --jsonl - --once", named, key));
        assert_eq!(followed.out.matches("\"poster\"").count(), 60);
    }
    // Nobody takes the keys of one node for all.
    let export = between("export", &site, &nodes[0], "news");
    for line in [export, between("import", &nodes[0], &site, "x")] {
        fail(&line, "in a cluster, --prefix needs a hash tag");
    }
}

#[test]
fn an_import_goes_on_after_its_slot_has_moved() {
    let nodes = start();
    let (old, new) = (&nodes[2], &nodes[1]);
    let mut import = spawn(&format!("import --jsonl - --to {} --key a", nodes[0].url()));
    let line = |id| {
        format!("[\"ARTICLE\",{id},\"ann\",\"t\",\"\",\"TIME\",{id},\"CLOSES\",{}]\n", id + 9)
    };
    let lines: String = (1..=60_000).map(line).collect();
    let mut input = import.stdin.take().unwrap();
    write!(input, "[\"CREATE\"]\n{lines}").unwrap();
    drop(input);
    const PART: &str = "{a}:import";
    let has = |node: &Server| node.resp2().run(&format!("EXISTS {PART}")) == int(1);
    wait_until(DEADLINE, "articles", || has(old) && last_id(&mut old.resp2(), PART) > 0);
    let signal = |signal: &str| {
        let id = import.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    };
    signal("-STOP");
    assert!(last_id(&mut old.resp2(), PART) < 60_000, "it has ended before the slot is moved");
    begin_move(PART, old, new);
    fail(&of("export --jsonl -", old, PART), "The cluster is moving slots");
    end_move(PART, new, &nodes);
    signal("-CONT");
    end(import).assert_success();
    assert_eq!(new.resp2().info("a").int("articles"), 60_000);
    new.resp2().check("a");
}

/// Returns the node that has a site.
fn holder<'a>(nodes: &'a [Server], key: &str) -> &'a Server {
    let has = |node: &&Server| node.resp2().run(&format!("EXISTS {key}")) == int(1);
    nodes.iter().find(has).expect("a node with the key")
}

/// Begins to move the slot of a key: the key is at its new node, but the slot is not.
fn begin_move(key: &str, from: &Server, to: &Server) {
    let slot = slot(key, from);
    let (mut source, mut target) = (from.resp2(), to.resp2());
    target.ok(&format!("CLUSTER SETSLOT {slot} IMPORTING {}", id(from)));
    source.ok(&format!("CLUSTER SETSLOT {slot} MIGRATING {}", id(to)));
    source.ok(&format!("MIGRATE 127.0.0.1 {} {key} 0 20000", to.port()));
}

/// Gives the slot of a key to its new node.
fn end_move(key: &str, to: &Server, nodes: &[Server]) {
    let others = nodes.iter().filter(|node| node.port() != to.port());
    for node in [to].into_iter().chain(others) {
        node.resp2().ok(&format!("CLUSTER SETSLOT {} NODE {}", slot(key, to), id(to)));
    }
}

fn slot(key: &str, node: &Server) -> i64 {
    node.resp2().int(&format!("CLUSTER KEYSLOT {key}"))
}

fn id(node: &Server) -> String {
    text(&node.resp2().run("CLUSTER MYID"))
}
