//! What clients send: pipelines, half requests, giant ones, and commands of connections.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};

use test_support::*;

use crate::harness::*;

/// A connection on which bytes go as they are.
fn raw(proxy: &Proxy) -> TcpStream {
    TcpStream::connect(("127.0.0.1", proxy.port)).expect("a connection")
}

/// Sends bytes, and returns all that comes until the proxy closes the connection.
fn exchange(proxy: &Proxy, bytes: &[u8]) -> String {
    let mut stream = raw(proxy);
    stream.write_all(bytes).expect("bytes sent");
    stream.shutdown(Shutdown::Write).expect("no more bytes");
    let mut reply = Vec::new();
    stream.read_to_end(&mut reply).expect("replies");
    String::from_utf8_lossy(&reply).into_owned()
}

#[test]
fn commands_of_connections_reply_as_clients_expect() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    for (sent, reply) in [
        ("PING\r\n", "+PONG\r\n"),
        ("ping hello\r\nECHO word\r\n", "$5\r\nhello\r\n$4\r\nword\r\n"),
        ("\r\n*0\r\n*1\r\n$4\r\nPING\r\n", "+PONG\r\n"),
        ("SELECT 0\r\nSELECT 1\r\n", "+OK\r\n-ERR article-proxy has only database 0\r\n"),
        ("CLIENT SETNAME a\r\nCLIENT GETNAME\r\nRESET\r\n", "+OK\r\n$1\r\na\r\n+RESET\r\n"),
        ("CLIENT GETNAME\r\nHELLO 4\r\n", "$-1\r\n-NOPROTO unsupported protocol version\r\n"),
        ("QUIT\r\nPING\r\n", "+OK\r\n"),
        ("ARTICLE.GET\r\n", "-ERR wrong number of arguments for 'article.get' command\r\n"),
        (
            "*1\r\n+PING\r\nPING\r\n",
            "-ERR Protocol error: expected an array of at most 1048576 bulk strings\r\n",
        ),
        (
            "*1\r\n$-1\r\n",
            "-ERR Protocol error: expected an array of at most 1048576 bulk strings\r\n",
        ),
        (
            "*9999999\r\n",
            "-ERR Protocol error: expected an array of at most 1048576 bulk strings\r\n",
        ),
        // A request that never ends is none.
        ("PING\r\n*2\r\n$4\r\nECHO\r\n$99\r\nhalf", "+PONG\r\n"),
    ] {
        assert_eq!(exchange(&proxy, sent.as_bytes()), reply, "{sent:?}");
    }
    let nested = "*1\r\n".repeat(100_000);
    assert!(exchange(&proxy, nested.as_bytes()).starts_with("-ERR Protocol error"));
    let mut c = proxy.resp3();
    assert!(matches!(ask(&mut c, "HELLO 3"), Value::Map(_)));
    assert!(c.report("INFO").contains("total_commands_processed:"));
    assert!(items(&ask(&mut c, "COMMAND INFO ARTICLE.VOTE")).len() == 1);
    for line in ["MULTI", "EVAL return 0", "WATCH news", "GET key", "ARTICLE.DEBUG CHECK news"] {
        assert!(error_text(&ask(&mut c, line)).starts_with("ERR article-proxy does not have"));
    }
}

#[test]
fn limits_are_options() {
    let server = with_module().start();
    let options = ["--max-command", "1000", "--max-pipeline", "2000", "--max-clients", "2"];
    let proxy = Proxy::start(&[&server], &options);
    let long = format!("*2\r\n$4\r\nECHO\r\n$1000\r\n{}\r\n", "x".repeat(1_000));
    let error = "-ERR Protocol error: a command can have at most 1000 bytes\r\n";
    assert_eq!(exchange(&proxy, long.as_bytes()), error);
    // Replies that nobody reads: commands wait, until there are too many of them.
    let mut stream = raw(&proxy);
    let echo = format!("*2\r\n$4\r\nECHO\r\n$900\r\n{}\r\n", "x".repeat(900)).repeat(100);
    while stream.write_all(echo.as_bytes()).is_ok() {}
    let (_one, _two) = (raw(&proxy), raw(&proxy));
    wait_until(DEADLINE, "a third client is one too many", || {
        let mut reply = [0; 4];
        let mut third = raw(&proxy);
        third.write_all(b"PING\r\n").is_ok()
            && third.read_exact(&mut reply).is_ok()
            && reply == *b"-ERR"
    });
}

#[test]
fn replies_that_nobody_reads_take_little_memory() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut c = proxy.resp3();
    ask(&mut c, "ARTICLE.CREATE news PARTS 4");
    let field = "x".repeat(1 << 20);
    assert_eq!(c.int(&format!("ARTICLE.POST news alice t l ID 1 FIELDS 1 f {field}")), 1);
    let mut stream = raw(&proxy);
    stream.write_all("ARTICLE.GET news 1\r\n".repeat(1_000).as_bytes()).expect("a pipeline");
    // Once the proxy waits for this client, the server has nothing more to do.
    let mut own = server.resp2();
    let mut calls = || info(&mut own, "commandstats", "cmdstat_article.get");
    let mut last = String::new();
    wait_until(DEADLINE, "the proxy waits", || {
        assert_eq!(c.int("ARTICLE.COUNT news"), 1);
        let before = std::mem::replace(&mut last, calls());
        before == last
    });
    let status = std::fs::read_to_string(format!("/proc/{}/status", proxy.process_id()));
    let status = status.expect("its status");
    let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("its peak");
    let most: u64 = most.trim().trim_end_matches(" kB").parse().expect("a number");
    assert!(most < 250_000, "{most} kB");
}

#[test]
fn a_browser_cannot_send_commands() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    ask(&mut proxy.resp2(), "ARTICLE.CREATE news PARTS 2");
    for first in ["POST / HTTP/1.1", "Host: 127.0.0.1"] {
        let reply = exchange(&proxy, format!("{first}\r\nDEL news\r\n").as_bytes());
        assert_eq!(reply, "-ERR this is not an HTTP server\r\n");
    }
    assert_eq!(ask(&mut proxy.resp2(), "EXISTS news"), Value::Int(1));
}

#[test]
fn a_password_is_needed_if_there_is_one() {
    let server = with_module().config("requirepass for-servers").start();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect(name);
        path.to_str().expect("UTF-8").to_owned()
    };
    let (own, of_server) = (file("own", "for-clients\n"), file("server", "for-servers\n"));
    let options = ["--password-file", &own, "--server-password-file", &of_server];
    let proxy = Proxy::start(&[&server], &options);
    let refused = "-NOAUTH Authentication required.\r\n";
    let wrong = "-WRONGPASS invalid username-password pair or user is disabled.\r\n";
    for (sent, reply) in [
        ("PING\r\n", refused.to_owned()),
        ("AUTH for-client\r\nARTICLE.INFO news\r\n", format!("{wrong}{refused}")),
        ("AUTH for-clients\r\nARTICLE.INFO news\r\n", "+OK\r\n$-1\r\n".to_owned()),
        ("AUTH default for-clients\r\nRESET\r\nPING\r\n", format!("+OK\r\n+RESET\r\n{refused}")),
        ("AUTH alice for-clients\r\n", wrong.to_owned()),
    ] {
        let found = exchange(&proxy, sent.as_bytes());
        assert_eq!(found.replace("*-1", "$-1"), reply, "{sent:?}");
    }
    assert!(exchange(&proxy, b"HELLO 3 AUTH default for-clients\r\n").starts_with('%'));
}

#[test]
fn pipelines_reply_in_their_order() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut c = proxy.resp3();
    ask(&mut c, "ARTICLE.CREATE news PARTS 5");
    let mut lines = Vec::new();
    for id in 1..=200 {
        lines.push(format!("ARTICLE.POST news u{id} t{id} l ID {id}"));
        lines.push("ARTICLE.COUNT news".to_owned());
        lines.push(format!("ARTICLE.MARK news alice saved {id}"));
        lines.push("ARTICLE.PAGE news 1 BY TIME SIZE 1000 RETURN 1 id".to_owned());
        lines.push("PING".to_owned());
    }
    let replies = c.run_all(&lines);
    for (id, replies) in (1..).zip(replies.chunks(5)) {
        assert_eq!(replies[..3], [Value::Int(id), Value::Int(id), Value::Int(1)]);
        assert_eq!(items(&replies[3]).len() as i64, id);
    }
}

#[test]
fn what_runs_is_finished_before_the_end() {
    let server = with_module().start();
    let proxy = Proxy::before(&[&server]);
    let mut c = proxy.resp2();
    ask(&mut c, "ARTICLE.CREATE news PARTS 3");
    let version = text(&items(&c.run("ARTICLE.CHANGES news 0"))[0]);
    c.send(&format!("ARTICLE.CHANGES news {version} BLOCK 0"));
    let mut own = server.resp2();
    wait_until(DEADLINE, "the proxy waits", || {
        own.report("INFO clients").contains("blocked_clients:3")
    });
    let process = proxy.process_id().to_string();
    let killed = std::process::Command::new("kill").arg(&process).status();
    assert!(killed.expect("kill").success());
    assert_eq!(items(&c.receive())[1], Value::Array(Vec::new()));
    let (ended_well, log) = proxy.end();
    assert!(ended_well, "{log}");
}

#[test]
fn a_page_for_prometheus_has_what_info_has() {
    let server = with_module().start();
    let port = free_port();
    let proxy = Proxy::start(&[&server], &["--metrics", &format!("127.0.0.1:{port}")]);
    proxy.resp2().run("ARTICLE.INFO news");
    let get = |path: &str| {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("a request");
        let mut reply = String::new();
        stream.read_to_string(&mut reply).expect("a reply");
        reply
    };
    let page = get("/metrics");
    assert!(page.contains("\narticle_proxy_connected_clients "), "{page}");
    assert!(page.contains("# TYPE article_proxy_total_commands_processed counter"), "{page}");
    assert!(get("/ready").starts_with("HTTP/1.1 200 OK"));
    assert!(get("/other").starts_with("HTTP/1.1 404"));
}
