//! Plain keys that are spread over the nodes of a cluster.

use std::process::Command;

use test_support::{Client, Connect, DEADLINE, Server, is_error, items, wait_until, with_module};

use crate::classic_site::Port;
use crate::program::{digest, fail, import, run, url, verify, words};
use crate::sites::{fill, fill_module, module_server, plain_server};

/// Starts a cluster of three nodes, each with the module.
fn start() -> Vec<Server> {
    let setup = with_module().config("cluster-enabled yes").config("enable-debug-command yes");
    let nodes: Vec<Server> = (0..3).map(|_| setup.clone().start()).collect();
    let binary = std::env::var_os("REDIS_CLI").unwrap_or_else(|| "redis-cli".into());
    let mut create = Command::new(binary);
    create.args(["--cluster", "create"]);
    create.args(nodes.iter().map(|node| format!("127.0.0.1:{}", node.port())));
    let created = create.arg("--cluster-yes").output().expect("redis-cli");
    assert!(created.status.success(), "{}", String::from_utf8_lossy(&created.stdout));
    let is_ok = |node: &Server| node.resp2().report("CLUSTER INFO").contains("cluster_state:ok");
    wait_until(DEADLINE, "the cluster", || nodes.iter().all(is_ok));
    nodes
}

/// Copies all keys of a server into a cluster, each to the node that accepts it.
fn copy(from: &Server, nodes: &[Server]) {
    let mut c = from.resp2();
    let mut nodes: Vec<Client> = nodes.iter().map(Connect::resp2).collect();
    for key in items(&c.run("KEYS *")).iter().map(test_support::text) {
        let expires = c.int(&format!("PEXPIRETIME {key}")).max(0);
        let dump = c.dump(&key);
        let mut restored = nodes.iter_mut().map(|node| {
            let restore = (&key, expires, &dump[..], "ABSTTL");
            node.call("RESTORE", restore)
        });
        assert!(restored.any(|reply| !is_error(&reply)), "{key}");
    }
}

#[test]
fn plain_keys_in_a_cluster_are_read_and_written_on_all_its_nodes() {
    let (from, to, nodes) = (plain_server(), module_server(), start());
    fill(&from, Port::Go, 60);
    copy(&from, &nodes);
    for node in &nodes {
        assert!(node.resp2().int("DBSIZE") > 10);
    }
    run(&import(&from, &to));
    let expected = digest(&to, "news");
    for node in &nodes {
        let mut options = import(node, &to);
        options[6] = "copy".to_owned();
        let report = run(&options);
        assert!(report.out.contains("No problems found."), "{}", report.out);
        assert_eq!(digest(&to, "copy"), expected);
        to.resp2().run("DEL copy");
        assert!(run(&verify(node, &to)).out.is_empty());
    }
    // And back, beside the keys that are there.
    to.resp2().run("DEL news");
    fill_module(&mut to.resp2());
    let export = ["export", "--from", &url(&to), "--key", "news", "--to", &url(&nodes[1])];
    let export = words(&[&export[..], &["--prefix", "p:"]].concat());
    run(&export);
    assert!(fail(&export).contains("there is a classic site already"));
    let mut options = import(&nodes[2], &to);
    options[6] = "copy".to_owned();
    options.extend(words(&["--prefix", "p:"]));
    run(&options);
    assert_eq!(digest(&to, "copy"), digest(&to, "news"));
    assert!(fail(&export[..7]).contains("there is a classic site already"));
}

#[test]
fn errors_name_the_node_of_a_site() {
    let (from, nodes) = (plain_server(), start());
    fill(&from, Port::Python, 3);
    let holder = nodes.iter().find(|node| !is_error(&node.resp2().run("ARTICLE.INFO news")));
    let holder = holder.expect("a node with the slot");
    let other = nodes.iter().find(|node| node.port() != holder.port()).expect("another node");
    let error = fail(&import(&from, other));
    assert!(error.contains(&format!("the node at 127.0.0.1:{}", holder.port())), "{error}");
    assert_eq!(run(&import(&from, holder)).number("articles"), 3);
    // Who may not ask for the nodes gets an error, and not an import of one node's keys.
    let source = &nodes[0];
    copy(&from, &nodes);
    source.resp2().ok("ACL SETUSER reader on >secret ~* +@all -cluster");
    let mut options = import(source, holder);
    options[2] = format!("redis://reader:secret@127.0.0.1:{}", source.port());
    assert!(fail(&options).contains("the user needs the command CLUSTER SLOTS"));
}
