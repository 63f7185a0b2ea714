//! A replication link that breaks while a site is read is no damage to the site.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use test_support::*;

/// Bytes of each field of the site, and the number of fields.
const FIELD: usize = 1 << 20;
const FIELDS: usize = 8;

/// Listens on a port, passes connections on to a server, and breaks the first of them on which the
/// server sends this many bytes: Redis 8 sends sites on a second connection. Returns the port.
fn breaking_proxy(server: u16, most: u64) -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    thread::spawn(move || {
        let has_broken = Arc::new(AtomicBool::new(false));
        for client in listener.incoming() {
            let client = client.expect("a connection");
            let server = TcpStream::connect(("127.0.0.1", server)).expect("a connection");
            let most = if has_broken.load(Ordering::Relaxed) { u64::MAX } else { most };
            pass_on(&client, &server, u64::MAX, &has_broken);
            pass_on(&server, &client, most, &has_broken);
        }
    });
    port
}

/// Copies bytes in a thread of its own, and ends both connections when it has copied enough.
fn pass_on(from: &TcpStream, to: &TcpStream, most: u64, has_broken: &Arc<AtomicBool>) {
    let clone = |stream: &TcpStream| stream.try_clone().expect("a connection");
    let (from, mut to, has_broken) = (clone(from), clone(to), has_broken.clone());
    thread::spawn(move || {
        // Either side may have gone, which is an error.
        let copied = io::copy(&mut Read::by_ref(&mut &from).take(most), &mut to);
        if copied.is_ok_and(|copied| copied == most) {
            has_broken.store(true, Ordering::Relaxed);
        }
        let _ = to.flush();
        for stream in [&from, &to] {
            let _ = stream.shutdown(Shutdown::Both);
        }
    });
}

#[test]
fn a_link_that_breaks_while_a_site_is_read_is_not_a_decode_failure() {
    for load in ["swapdb", "on-empty-db"] {
        let primary = with_module()
            .config("repl-diskless-sync yes")
            .config("enable-debug-command local")
            .start();
        let mut c = primary.resp3();
        let mut random = Random::new(seed("broken link"));
        assert_eq!(c.run("ARTICLE.POST news alice t l"), int(1));
        for field in 0..FIELDS {
            let fields = ("FIELDS", 1, format!("f{field}"), random.bytes(FIELD));
            assert_eq!(c.call("ARTICLE.EDIT", ("news", 1, fields)), Value::Okay);
        }
        let port = breaking_proxy(primary.port(), (FIELD * FIELDS / 2) as u64);
        let replica = with_module()
            .config(format!("repl-diskless-load {load}"))
            .config("enable-debug-command local")
            .config(format!("replicaof 127.0.0.1 {port}"))
            .start();
        let mut other = replica.resp3();
        wait_until(DEADLINE, "the second attempt succeeds", || {
            info(&mut other, "replication", "master_link_status") == "up"
        });
        await_caught_up(&primary, &replica);
        assert_eq!(c.run("DEBUG DIGEST-VALUE news"), other.run("DEBUG DIGEST-VALUE news"));
        assert_eq!(info_number(&mut other, "article", "article_decode_failures"), 0);
        let log = replica.log();
        assert!(log.contains("the connection or file broke off"), "{log}");
        assert!(!log.contains("invalid site"), "{log}");
    }
}
