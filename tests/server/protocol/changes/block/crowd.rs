//! Many clients, and clients of replicas.

use std::process::Command;

use super::super::{make, version};
use test_support::changes::{Waiting, await_blocked};
use test_support::*;

const CLIENTS: usize = 1_000;

/// Raises the number of files that this process may open where it is low, as 1,024 is.
fn raise_file_limit() {
    let process = std::process::id();
    let script =
        format!("test \"$(ulimit -n)\" -ge 4096 || prlimit --pid={process} --nofile=4096:");
    let set = Command::new("sh").args(["-c", &script]).status();
    assert!(set.expect("a shell").success());
}

#[test]
fn a_thousand_clients_are_woken_by_one_vote() {
    raise_file_limit();
    let server = with_module().start();
    let mut c = server.resp2();
    make(&mut c);
    let line = format!("ARTICLE.CHANGES news {} BLOCK 0", version(&mut c));
    let mut clients: Vec<_> = (0..CLIENTS).map(|_| Waiting(server.resp2())).collect();
    clients.iter_mut().for_each(|client| client.0.send(&line));
    await_blocked(&mut c, CLIENTS as i64);
    assert_eq!(c.int("ARTICLE.VOTE news zoe 1"), 1);
    let mut versions: Vec<_> = clients
        .iter_mut()
        .map(|client| {
            let changes = client.changes();
            assert_eq!(changes.ids(), (vec![1], vec![]));
            changes.version
        })
        .collect();
    versions.dedup();
    assert_eq!(versions, [version(&mut c)]);
    await_blocked(&mut c, 0);
    // Half of them leave while they wait, and the others hear of the end.
    let line = format!("ARTICLE.CHANGES news {} BLOCK 0", version(&mut c));
    clients.iter_mut().for_each(|client| client.0.send(&line));
    await_blocked(&mut c, CLIENTS as i64);
    clients.truncate(CLIENTS / 2);
    assert_eq!(c.int("DEL news"), 1);
    clients.iter_mut().for_each(|client| assert_error(&client.reply(), RESYNC));
    await_blocked(&mut c, 0);
}

/// Each reply has all articles, which takes longer than the server replies in one go. Each client
/// then asks how many still wait, before the server replies to any other client.
#[test]
fn large_replies_are_made_a_few_at_a_time_in_the_order_of_waiting() {
    const CLIENTS: usize = 30;
    let server = with_module().start();
    let mut c = server.resp2();
    let title = "t".repeat(1000);
    for key in ["news", "other"] {
        c.run_all((0..1000).map(|_| format!("ARTICLE.POST {key} alice {title} {title}")));
    }
    let ids: Vec<_> = (1..=1000).map(|id| id.to_string()).collect();
    for line in [&format!("ARTICLE.MODERATE news HIDE {}", ids.join(" ")), "RENAME other none"] {
        let start = match line.starts_with("RENAME") {
            true => "none 0".to_owned(),
            false => format!("news {}", version(&mut c)),
        };
        let wait = |_| Waiting::start(&server, &mut c, &format!("{start} COUNT 1000"));
        let mut clients: Vec<_> = (0..CLIENTS).map(wait).collect();
        clients.iter_mut().for_each(|client| client.0.send("INFO clients"));
        assert!(!is_error(&c.run(line)));
        let left = clients.iter_mut().map(|client| {
            assert_eq!(client.changes().items.len(), 1000);
            let info = text(&client.reply());
            let line = info.lines().find_map(|line| line.strip_prefix("blocked_clients:"));
            line.and_then(|number| number.parse::<usize>().ok()).expect("a number")
        });
        let left: Vec<_> = left.collect();
        assert!(left[0] > 0 && left.is_sorted_by(|first, next| first >= next), "{left:?}");
        assert_eq!(left[CLIENTS - 1], 0);
    }
}

#[test]
fn a_client_of_a_replica_is_woken_by_what_is_replicated() {
    let primary = with_module().start();
    let replica = with_module().start();
    let mut c = primary.resp3();
    make(&mut c);
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    for mut other in [replica.resp2(), replica.resp3()] {
        for (line, expected) in [
            ("ARTICLE.BOOST news 1 1 INCR", (vec![1], vec![])),
            ("ARTICLE.BOOST news 5 1 INCR", (vec![5], vec![])),
        ] {
            let first = version(&mut other);
            let mut waiting = Waiting::start(&replica, &mut other, &format!("news {first}"));
            c.run(line);
            assert_eq!(waiting.changes().ids(), expected, "{line}");
        }
    }
    let mut other = replica.resp3();
    let mut waiting = Waiting::for_news(&replica, &mut other, "news");
    c.int("ARTICLE.DEL news 4");
    assert_eq!(waiting.changes().ids(), (vec![1, 3], vec![4]));
    for line in ["PEXPIRE news 1", "FLUSHALL"] {
        make(&mut c);
        await_caught_up(&primary, &replica);
        let first = version(&mut other);
        let mut waiting = Waiting::start(&replica, &mut other, &format!("news {first}"));
        c.run(line);
        assert_error(&waiting.reply(), RESYNC);
    }
    let mut waiting = Waiting::start(&replica, &mut other, "news 0");
    c.int("ARTICLE.POST news alice t l");
    assert_eq!(waiting.changes().ids(), (vec![1], vec![]));
}
