use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::site::{demo, module, url};

#[test]
fn a_signal_stops_site_and_server() {
    for name in ["INT", "TERM", "HUP"] {
        let folder = tempfile::tempdir().unwrap();
        let process = start(folder.path());
        let server = fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
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

/// Returns the command that starts it.
fn command(folder: &Path) -> Command {
    let mut command = demo();
    command.arg("--module").arg(module()).args(["--votes-per-second", "0"]).env("TMPDIR", folder);
    command
}

/// Returns what the server whose folder is in `folder` has logged.
fn log(folder: &Path) -> String {
    let server = fs::read_dir(folder).unwrap().next().unwrap().unwrap().path();
    fs::read_to_string(server.join("log")).unwrap_or_default()
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
    send("KILL", first);
    let output = BufReader::new(process.stderr.take().unwrap());
    let mut lines = output.lines().map_while(Result::ok);
    assert!(lines.any(|line| line == "error: Redis has ended and is started again"));
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
