//! Clusters: plain keys are spread over all nodes, and a site is on one of them.

use std::io::Write;
use std::process::Command;

use test_support::classic::Design;
use test_support::{
    Client, Connect, DEADLINE, Server, Value, int, is_error, items, text, wait_until, with_module,
};

use crate::program::{
    digest, end, fail, import, import_as, import_lines, line, run, spawn, url, url_as, verify,
    words,
};
use crate::sites::{fill, fill_comments, fill_module, module_server, plain_server};

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

/// Copies all keys of a server into a cluster, each to the node that accepts it.
fn copy(from: &Server, nodes: &[Server]) {
    let mut c = from.resp2();
    let mut nodes: Vec<Client> = nodes.iter().map(Connect::resp2).collect();
    for key in items(&c.run("KEYS *")).iter().map(text) {
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
    fill(&from, Design::GO_WITH_CONTENT, 60);
    copy(&from, &nodes);
    for node in &nodes {
        assert!(node.resp2().int("DBSIZE") > 10);
    }
    run(&import(&from, &to));
    let expected = digest(&to, "news");
    for node in &nodes {
        run(&import_as(node, &to, "copy")).assert_no_problems();
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
    fail(&export, "there is a classic site already");
    run(&[import_as(&nodes[2], &to, "copy"), line("--prefix p:")].concat());
    assert_eq!(digest(&to, "copy"), digest(&to, "news"));
    fail(&export[..7], "there is a classic site already");
}

#[test]
fn parts_are_on_all_nodes_and_any_of_them_leads_there() {
    let (server, nodes) = (module_server(), start());
    let mut c = server.resp2();
    c.run_all((1..=90).map(|id| format!("ARTICLE.POST news ann Title{id} link")));
    let spread = |from: &Server, to: &Server, more: &str| {
        run(&[on("spread", from, to, "news"), line(more)].concat());
    };
    spread(&server, &nodes[0], "--parts 6");
    let sizes = nodes.iter().map(|node| node.resp2().int("DBSIZE"));
    assert_eq!(sizes.collect::<Vec<_>>(), [2, 2, 2]);
    let copy = module_server();
    spread(&nodes[1], &copy, "--from-parts 6");
    assert_eq!(digest(&copy, "news"), digest(&server, "news"));
}

#[test]
fn any_node_leads_to_a_site() {
    let (from, nodes) = (plain_server(), start());
    fill(&from, Design::JAVA, 20);
    copy(&from, &nodes);
    // Each key is on another node, and none on the one that is named.
    for (key, named) in ["a", "b", "c"].into_iter().zip(&nodes) {
        run(&on("import", &from, named, key));
        assert_ne!(holder(&nodes, key).port(), named.port());
        assert!(run(&on("verify", &nodes[2], named, key)).out.is_empty());
        assert_eq!(export(named, key).lines().count(), 21);
        let follow = ["follow", "--from", &url(named), "--key", key, "--jsonl", "-", "--once"];
        assert_eq!(run(&words(&follow)).out.matches("\"poster\"").count(), 20);
        // Into plain keys of the same cluster, and back.
        let prefix = words(&["--prefix", &format!("{key}:")]);
        run(&[on("export", named, &nodes[0], key), prefix.clone()].concat());
        let copy = format!("{key}{key}");
        run(&[on("import", &nodes[1], &nodes[2], &copy), prefix].concat());
        assert_eq!(digest(holder(&nodes, &copy), &copy), digest(holder(&nodes, key), key));
    }
}

#[test]
fn a_site_is_found_while_its_slot_moves() {
    let (server, nodes) = (module_server(), start());
    fill_comments(&mut server.resp2());
    let lines = export(&server, "news");
    let import = |node: &Server, key: &str| {
        import_lines(node, key, &lines);
    };
    import(&nodes[0], "a");
    let (old, new) = (&nodes[2], &nodes[0]);
    assert_eq!(holder(&nodes, "a").port(), old.port());
    begin_move("a", old, new);
    for node in &nodes {
        assert_eq!(export(node, "a"), lines);
        // Another key of the same slot is created on the new node.
        let other = format!("{{a}}{}", node.port());
        import(node, &other);
        assert_eq!(digest(new, &other), digest(&server, "news"));
    }
    end_move("a", new, &nodes);
    for node in &nodes {
        assert_eq!(export(node, "a"), lines);
    }
}

#[test]
fn an_import_goes_on_after_its_slot_has_moved() {
    let nodes = start();
    let line = |id: i64| format!(r#"{{"id":{id},"poster":"ann","title":"t","time":{id}}}"#);
    let lines = |ids| -> String { Iterator::map(ids, |id| line(id) + "\n").collect() };
    let options = ["import", "--jsonl", "-", "--to", &url(&nodes[0]), "--key", "a"];
    let mut import = spawn(&words(&options));
    let mut input = import.stdin.take().unwrap();
    let (old, new) = (&nodes[2], &nodes[1]);
    write!(input, "{{\"version\":1}}\n{}", lines(1..=60_000)).unwrap();
    drop(input);
    let is_begun = || old.resp2().info("a").int("articles") > 0;
    wait_until(DEADLINE, "the key", || ask(old, "EXISTS a") == int(1));
    wait_until(DEADLINE, "articles", is_begun);
    let signal = |signal: &str| {
        let id = import.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    };
    signal("-STOP");
    let loaded = old.resp2().info("a").int("articles");
    assert!(loaded < 60_000, "it has ended before the slot is moved");
    begin_move("a", old, new);
    end_move("a", new, &nodes);
    signal("-CONT");
    end(import).assert_success();
    assert_eq!(new.resp2().info("a").int("articles"), 60_000);
    new.resp2().ok("ARTICLE.DEBUG CHECK a");
}

#[test]
fn who_may_not_ask_for_the_nodes_gets_an_error() {
    let (from, nodes) = (plain_server(), start());
    fill(&from, Design::PYTHON, 3);
    copy(&from, &nodes);
    // And not an import of one node's keys.
    nodes[0].resp2().ok("ACL SETUSER reader on >secret ~* +@all -cluster");
    let mut options = import(&nodes[0], &nodes[1]);
    options[2] = url_as("reader:secret", &nodes[0]);
    fail(&options, "the user needs the command CLUSTER SLOTS");
}

/// Returns the options of a command between two servers.
fn on(command: &str, from: &Server, to: &Server, key: &str) -> Vec<String> {
    words(&[command, "--from", &url(from), "--to", &url(to), "--key", key])
}

fn export(node: &Server, key: &str) -> String {
    run(&words(&["export", "--from", &url(node), "--key", key, "--jsonl", "-"])).out
}

fn ask(node: &Server, line: &str) -> Value {
    node.resp2().run(line)
}

/// Returns the node that has a site.
fn holder<'a>(nodes: &'a [Server], key: &str) -> &'a Server {
    let has = |node: &&Server| matches!(ask(node, &format!("EXISTS {key}")), Value::Int(1));
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
    text(&ask(node, "CLUSTER MYID"))
}
