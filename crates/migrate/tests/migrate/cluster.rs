//! Clusters: plain keys are spread over all nodes, and a site is on one of them.

use std::io::Write;
use std::process::Command;

use test_support::cluster::{Cluster, slot_of};
use test_support::{Connect, DEADLINE, Random, Server, wait_until};

use crate::harness::{Address, assert_same, between, end, fail, last_id, of, run, spawn};
use crate::servers::empty_site;

#[test]
fn any_node_leads_to_a_site_and_to_plain_keys_in_one_slot() {
    let ((site, mut c), cluster) = (empty_site(), Cluster::start());
    c.run_all((1..=60).map(|id| format!("ARTICLE.POST news ann Title{id} link GROUPS 1 g{id}")));
    let primaries = cluster.primaries();
    let nodes: Vec<&Server> = primaries.iter().map(|node| cluster.server(node)).collect();
    let prefix = "--prefix {p}:";
    run(&between(&format!("export {prefix}"), &site, nodes[0], "news"));
    assert_eq!(nodes.iter().filter(|node| node.resp2().int("DBSIZE") > 60).count(), 1);
    let again = between(&format!("export {prefix}"), &site, nodes[1], "news");
    fail(&again, "there is a classic site already");
    // Each key is on another node, and none on the one that is named.
    for key in ["a", "b", "c"] {
        let slot = slot_of(&mut nodes[0].resp2(), key);
        let holder = cluster.holder(slot).expect("a node");
        let named = cluster.server(&cluster.other(&holder, &mut Random::new(7)));
        run(&between(&format!("import {prefix}"), named, named, key)).assert_no_problems();
        assert_same(cluster.server(&holder), key, &site, "news");
        assert_eq!(run(&of("export --jsonl -", named, key)).out.lines().count(), 62);
        let followed = run(&of("follow --jsonl - --once", named, key));
        assert_eq!(followed.out.matches("\"poster\"").count(), 60);
    }
    // Nobody takes the keys of one node for all.
    let export = between("export", &site, nodes[0], "news");
    for line in [export, between("import", nodes[0], &site, "x")] {
        fail(&line, "in a cluster, --prefix needs a hash tag");
    }
}

#[test]
fn an_import_goes_on_after_its_slot_has_moved() {
    let cluster = Cluster::start();
    const PART: &str = "{a}:import";
    let slot = slot_of(&mut cluster.nodes[0].resp2(), PART);
    let from = cluster.holder(slot).expect("a node");
    let to = cluster.other(&from, &mut Random::new(7));
    let [old, new] = [&from, &to].map(|node| cluster.server(node));
    let mut import = spawn(&format!("import --jsonl - --to {} --key a", cluster.nodes[0].url()));
    let line = |id| {
        format!("[\"ARTICLE\",{id},\"ann\",\"t\",\"\",\"TIME\",{id},\"CLOSES\",{}]\n", id + 9)
    };
    let lines: String = (1..=60_000).map(line).collect();
    let mut input = import.stdin.take().unwrap();
    write!(input, "[\"CREATE\"]\n{lines}").unwrap();
    drop(input);
    wait_until(DEADLINE, "articles", || last_id(&mut old.resp2(), PART) > 0);
    let signal = |signal: &str| {
        let id = import.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    };
    signal("-STOP");
    assert!(last_id(&mut old.resp2(), PART) < 60_000, "it has ended before the slot is moved");
    let mut steps = 0;
    cluster.move_slot(slot, &from, &to, || {
        steps += 1;
        // The key is at its new node, but the slot is not.
        if steps == 2 {
            fail(&of("export --jsonl -", old, PART), "The cluster is moving slots");
        }
    });
    assert_eq!(steps, 2);
    signal("-CONT");
    end(import).assert_success();
    assert_eq!(new.resp2().info("a").int("articles"), 60_000);
    new.resp2().check("a");
}
