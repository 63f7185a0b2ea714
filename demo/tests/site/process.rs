//! The program: signals, its server, outages, and requests that never end.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;

use crate::visitor::Visitor;
use crate::world::{Site, demo, host, module, wait_until};

#[test]
fn a_page_says_so_while_redis_is_away() {
    let mut site = Site::start();
    let story = site.story("bob", "Talk").to_string();
    let ada = site.reader("ada");
    let cookie = ada.cookie.clone();
    site.server.kill();
    let ada = || Visitor { site: &site, cookie: cookie.clone(), user: "ada".into() };
    wait_until("the site notices", || ada().get("/").status == 503);
    ada().get("/").shows(&["The site cannot reach Redis."]);
    let api = ada().get("/api");
    assert_eq!((api.status, api.header("content-type")), (503, Some("application/json")));
    // What was typed is not lost.
    let reply = ada().post("/comment", &[("parent", &story), ("text", "My words")]);
    assert_eq!((reply.status, reply.header("retry-after")), (503, Some("5")));
    reply.shows(&["My words", "Post comment"]);
    site.server.start_again();
    let ada = Visitor { site: &site, cookie, user: "ada".into() };
    wait_until("the site is back", || ada.get("/").status == 200);
    // The login has survived, since the key that signs cookies is in Redis.
    ada.act("/comment", &[("parent", &story), ("text", "My words")]);
}

#[test]
fn the_program_ends_with_its_server_and_on_signals() {
    for by_signal in [true, false] {
        let mut process = demo();
        process.args(["--stories", "10"]).env("VOTES_PER_SECOND", "50");
        let mut process = process.arg("--module").arg(module()).spawn().expect("the site starts");
        host(&mut process);
        let children = |pid: u32| {
            let output = Command::new("pgrep").args(["-P", &pid.to_string()]).output();
            String::from_utf8(output.expect("pgrep").stdout).unwrap().trim().to_owned()
        };
        let server = children(process.id());
        assert!(!server.is_empty(), "it has a server");
        let (victim, signal) = if by_signal {
            (process.id().to_string(), "-TERM")
        } else {
            (server.clone(), "-KILL")
        };
        Command::new("kill").args([signal, &victim]).status().expect("kill");
        let mut status = None;
        wait_until("it ends", || {
            status = process.try_wait().expect("its status");
            status.is_some()
        });
        assert_eq!(status.expect("a status").success(), by_signal);
        let is_gone =
            || !Command::new("kill").args(["-0", &server]).output().unwrap().status.success();
        wait_until("its server is gone", is_gone);
    }
}

#[test]
fn a_frozen_redis_is_like_one_that_is_away() {
    let site = Site::start();
    let server = site.server.process_id().to_string();
    let signal = |name: &str| Command::new("kill").arg(name).arg(&server).status().expect("kill");
    signal("-STOP");
    assert_eq!(site.visitor().get("/").status, 503);
    let api = site.visitor().get("/api/new");
    assert_eq!((api.status, api.header("content-type")), (503, Some("application/json")));
    signal("-CONT");
    wait_until("the site is back", || site.visitor().get("/").status == 200);
}

#[test]
fn half_a_request_is_not_kept() {
    let site = Site::start();
    let head = "GET / HTTP/1.1\r\nHost:".to_owned();
    let body = format!("POST /vote HTTP/1.1\r\nHost: {}\r\nContent-Length: 9\r\n\r\nv", site.host);
    let streams = [head, body].map(|request| {
        let mut stream = TcpStream::connect(&site.host).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    });
    for mut stream in streams {
        // Ends once the site closes the connection.
        let _ = stream.read_to_end(&mut Vec::new());
    }
    site.visitor().page("/");
}
