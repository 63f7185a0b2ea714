//! The program: signals, its server, and the simulated voters.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use redis::InfoDict;

use crate::world::{Site, demo, module, url, wait_until};

/// Starts a site with a server of its own, whose folder is in `folder`.
fn start(folder: &Path) -> Child {
    let mut command = demo();
    command.arg("--module").arg(module()).args(["--votes-per-second", "0"]).env("TMPDIR", folder);
    command.stderr(Stdio::piped()).spawn().unwrap()
}

fn send(signal: &str, process: u32) {
    let mut kill = Command::new("kill");
    assert!(kill.args(["-s", signal, &process.to_string()]).status().unwrap().success());
}

#[test]
fn a_signal_stops_site_and_server() {
    for name in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let mut process = start(folder.path());
        url(&mut process);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        send(name, process.id());
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
    }
}

#[test]
fn a_site_says_what_to_try_and_what_is_in_its_way() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = start(folder.path());
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
    let line = lines.next().unwrap();
    let port = line.split_once("127.0.0.1:").unwrap().1.split(' ').next().unwrap();
    let mut second = Command::new(env!("CARGO_BIN_EXE_article-demo"));
    let second = second.args(["--port", port]).output().unwrap();
    let message = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(message.contains(&format!("cannot use port {port}")), "{message}");
    assert!(second.status.code() == Some(1) && message.contains("DEMO_PORT="), "{message}");
    send("TERM", process.id());
    assert!(process.wait().unwrap().success());
}

#[test]
fn simulated_voters_comment_and_respect_bans() {
    let site = Site::with(&["--votes-per-second", "4000"]);
    site.run("SADD banned amber-otter");
    let withdraw = || {
        let command = "ARTICLE.UNVOTE news amber-otter 0 COUNT 100000";
        site.redis::<(String, u64)>(command).1
    };
    let votes_cast = || {
        let info: InfoDict = site.redis("INFO article");
        info.get::<u64>("article_votes_accepted").unwrap()
    };
    let [last] = site.ids("ARTICLE.COMMENTS news 1 SIZE 1")[..] else { panic!("no comments") };
    assert!(withdraw() > 0);
    let votes = votes_cast();
    // There are 400 voters, so each of the others votes 25 times on average.
    wait_until("voters vote and comment", || {
        let latest = site.ids("ARTICLE.COMMENTS news 1 SIZE 1")[0];
        votes_cast() >= votes + 10_000 && latest != last
    });
    assert_eq!(withdraw(), 0);
}
