//! The program: signals, its server, and the simulated voters.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use redis::InfoDict;
use test_server::Setup;

use crate::world::{Site, demo, module, url};

#[test]
fn a_signal_stops_site_and_server() {
    for name in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let process = start(folder.path());
        let server = path(folder.path());
        assert!(server.join("redis.conf").exists());
        send(name, process.id());
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "{name}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(!server.exists(), "{name}");
    }
}

/// Starts a site with a server of its own, whose folder is in `folder`.
fn start(folder: &Path) -> Child {
    let mut process = command(folder).stderr(Stdio::piped()).spawn().unwrap();
    url(&mut process);
    process
}

fn command(folder: &Path) -> Command {
    let mut command = demo();
    command.arg("--module").arg(module()).args(["--votes-per-second", "0"]).env("TMPDIR", folder);
    command
}

/// Returns the folder of the server in `folder`.
fn path(folder: &Path) -> PathBuf {
    fs::read_dir(folder).unwrap().next().unwrap().unwrap().path()
}

/// Returns what the server whose folder is in `folder` has logged.
fn log(folder: &Path) -> String {
    fs::read_to_string(path(folder).join("log")).unwrap_or_default()
}

/// Returns the process of the server whose folder is in `folder`.
fn server(folder: &Path) -> u32 {
    log(folder).split_once(':').unwrap().0.parse().unwrap()
}

fn send(signal: &str, process: u32) {
    let mut kill = Command::new("kill");
    assert!(kill.args(["-s", signal, &process.to_string()]).status().unwrap().success());
}

fn wait_until(mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "this never becomes true");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_server_that_died_is_started_again_with_its_data() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = start(folder.path());
    let first = server(folder.path());
    // Makes the server load its data for seconds.
    let config = fs::OpenOptions::new().append(true).open(path(folder.path()).join("redis.conf"));
    writeln!(config.unwrap(), "key-load-delay 300").unwrap();
    send("KILL", first);
    let output = BufReader::new(process.stderr.take().unwrap());
    let mut lines = output.lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "error: Redis has ended and is started again"));
    // One line says so, however many commands fail meanwhile.
    let outage: Vec<String> = lines.take_while(|line| line != "Redis is back").collect();
    let loading: Vec<_> =
        outage.iter().filter(|line| line.to_lowercase().contains("loading")).collect();
    assert_eq!(loading, ["Redis is loading its data"]);
    wait_until(|| {
        fs::read_dir(folder.path()).unwrap().count() == 1 && is_up(folder.path(), first)
    });
    send("TERM", process.id());
    assert!(process.wait().unwrap().success());
    wait_until(|| fs::read_dir(folder.path()).unwrap().next().is_none());
}

/// Whether a server other than the first has loaded the stories.
fn is_up(folder: &Path, first: u32) -> bool {
    let log = log(folder);
    log.contains("DB loaded from append only file") && !log.starts_with(&format!("{first}:"))
}

#[test]
fn a_killed_site_takes_its_server_along() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = start(folder.path());
    let server = server(folder.path());
    process.kill().unwrap();
    process.wait().unwrap();
    wait_until(|| fs::read_dir(folder.path()).unwrap().next().is_none());
    wait_until(|| {
        let mut kill = Command::new("kill");
        let kill = kill.args(["-0", &server.to_string()]).stderr(Stdio::null());
        !kill.status().unwrap().success()
    });
}

#[test]
fn a_site_says_what_to_try() {
    let folder = tempfile::tempdir().unwrap();
    let mut process = command(folder.path()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
    let command = lines.find_map(|line| line.trim().strip_prefix("redis-cli ").map(str::to_owned));
    let mut redis_cli = Command::new("redis-cli");
    let output = redis_cli.args(command.unwrap().split(' ')).output().unwrap();
    let reply = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success() && reply.contains("title"), "{reply}");
    send("TERM", process.id());
    assert!(process.wait().unwrap().success());
}

#[test]
fn a_port_in_use_gets_a_clear_message() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let output =
        Command::new(env!("CARGO_BIN_EXE_article-demo")).args(["--port", &port]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(message.contains(&format!("cannot use port {port}")), "{message}");
    assert!(message.contains("make demo DEMO_PORT="), "{message}");
}

#[test]
fn a_site_can_begin_with_more_stories() {
    let server = Setup::default().module(module()).start();
    let redis = format!("redis://127.0.0.1:{}", server.port());
    let mut process = demo()
        .args(["--redis", &redis, "--seconds-per-story", "0", "--votes-per-second", "0"])
        .args(["--stories", "2500"])
        .spawn()
        .unwrap();
    url(&mut process);
    let client = redis::Client::open(redis).unwrap();
    let mut connection = client.get_connection().unwrap();
    let count: i64 = redis::cmd("ARTICLE.COUNT").arg("news").query(&mut connection).unwrap();
    assert_eq!(count, 2500);
    // The oldest has groups, too, but no comments.
    let mut get = redis::cmd("ARTICLE.GET");
    get.arg("news").arg(1).arg("RETURN").arg(2).arg("comments").arg("groups");
    let (_, comments, _, groups): (String, i64, String, Vec<String>) =
        get.query(&mut connection).unwrap();
    assert!(comments == 0 && !groups.is_empty());
    // Fails only for a process that has exited.
    let _ = process.kill();
    process.wait().unwrap();
}

#[test]
fn a_site_that_was_filled_in_part_is_filled_again() {
    let server = Setup::default().module(module()).start();
    let redis = format!("redis://127.0.0.1:{}", server.port());
    let client = redis::Client::open(redis.as_str()).unwrap();
    let mut connection = client.get_connection().unwrap();
    let start = |stories: &str| {
        let options = ["--redis", &redis, "--seconds-per-story", "0", "--votes-per-second", "0"];
        demo().args(options).args(["--stories", stories]).spawn().unwrap()
    };
    let mut exists =
        |key: &str| -> bool { redis::cmd("EXISTS").arg(key).query(&mut connection).unwrap() };
    let mut process = start("1000000");
    while !exists("{news}:filling") {}
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(exists("{news}:filling") && !exists("news"));
    let mut process = start("10");
    url(&mut process);
    assert!(!exists("{news}:filling"));
    let count: i64 = redis::cmd("ARTICLE.COUNT").arg("news").query(&mut connection).unwrap();
    assert_eq!(count, 10);
    process.kill().unwrap();
    process.wait().unwrap();
}

#[test]
fn simulated_voters_comment_and_respect_bans() {
    let site = Site::with(&["--votes-per-second", "4000"]);
    site.run("SADD banned amber-otter");
    let withdraw = || {
        let command = "ARTICLE.UNVOTE news amber-otter 0 COUNT 100000";
        let (_, votes): (String, u64) = site.redis(command);
        votes
    };
    let votes_cast = || {
        let info: InfoDict = site.redis("INFO article");
        info.get::<u64>("article_votes_accepted").unwrap()
    };
    let last: i64 = site
        .redis::<Vec<(String, i64)>>("ARTICLE.COMMENTS news 1 SIZE 1 RETURN 1 id")
        .iter()
        .map(|(_, id)| *id)
        .sum();
    // The number of new comments on stories, and on comments.
    let comments = || {
        type Entries = (String, i64, String, i64, String, i64, String, String);
        let newest: Vec<Entries> =
            site.redis("ARTICLE.COMMENTS news 1 SIZE 1000 RETURN 4 id parent article poster");
        let new: Vec<&Entries> = newest.iter().filter(|comment| comment.1 > last).collect();
        assert!(new.iter().all(|comment| comment.7 != "amber-otter"));
        let (stories, answers): (Vec<_>, Vec<_>) =
            new.into_iter().partition(|comment| comment.3 == comment.5);
        (stories.len(), answers.len())
    };
    assert!(withdraw() > 0);
    let votes = votes_cast();
    // There are 400 voters, so each of the others votes 25 times on average.
    while votes_cast() < votes + 10_000 || comments().0 == 0 || comments().1 == 0 {
        sleep(Duration::from_millis(50));
    }
    assert_eq!(withdraw(), 0);
}
