//! A site with a Redis server of its own.

use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use redis::{Connection, FromRedisValue};
use test_server::{Server, Setup};

use crate::visitor::Visitor;

/// How long anything may take on a busy machine.
pub const DEADLINE: Duration = Duration::from_secs(60);

pub struct Site {
    /// The address without `http://`.
    pub host: String,
    pub server: Server,
    process: Child,
}

impl Site {
    /// Starts a site with 100 stories, without simulated voters.
    pub fn start() -> Self {
        Self::with_votes_per_second(0)
    }

    pub fn with_votes_per_second(votes: u32) -> Self {
        let server = Setup::default().module(module()).config("appendonly yes").start();
        let redis = format!("redis://127.0.0.1:{}", server.port());
        let mut process = demo()
            .args(["--redis", &redis, "--seconds-per-story", "0", "--stories", "100"])
            .args(["--votes-per-second", &votes.to_string()])
            .spawn()
            .expect("the site starts");
        Self { host: host(&mut process), server, process }
    }

    pub fn visitor(&self) -> Visitor<'_> {
        Visitor { site: self, cookie: String::new(), user: String::new() }
    }

    /// Returns a reader who has logged in.
    pub fn reader(&self, name: &str) -> Visitor<'_> {
        let visitor = self.visitor();
        let cookie = visitor.post("/login", &[("login", name)]).cookie("user");
        Visitor { cookie, user: name.to_owned(), ..visitor }
    }

    /// Runs a command; words in quotes can have spaces.
    pub fn redis<T: FromRedisValue>(&self, command: &str) -> T {
        let mut words = Vec::new();
        for (place, part) in command.split('\'').enumerate() {
            match place % 2 {
                0 => words.extend(part.split_whitespace()),
                _ => words.push(part),
            }
        }
        let mut cmd = redis::cmd(words[0]);
        let reply = cmd.arg(&words[1..]).query(&mut self.connection());
        reply.unwrap_or_else(|error| panic!("{command}: {error}"))
    }

    fn connection(&self) -> Connection {
        let url = format!("redis://127.0.0.1:{}", self.server.port());
        redis::Client::open(url).and_then(|client| client.get_connection()).expect("Redis is up")
    }

    /// Returns an entry of an item; 0 if it lacks it.
    pub fn entry(&self, id: i64, name: &str) -> i64 {
        let pairs: Vec<redis::Value> =
            self.redis(&format!("ARTICLE.GET news {id} RETURN 1 {name}"));
        pairs.into_iter().nth(1).map_or(0, |value| redis::from_redis_value(value).unwrap())
    }

    /// Posts a story, and returns its id.
    pub fn story(&self, user: &str, title: &str) -> i64 {
        self.redis(&format!("ARTICLE.POST news {user} '{title}' https://{user}.example/{title}"))
    }

    pub fn comment(&self, user: &str, parent: i64, text: &str) -> i64 {
        self.redis(&format!("ARTICLE.COMMENT news {user} {parent} '{text}'"))
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        // Both fail only for a process that has exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub fn module() -> PathBuf {
    let built = "../target/release/libredis_article.so";
    env::var_os("MODULE").map_or_else(|| built.into(), PathBuf::from)
}

pub fn demo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_article-demo"));
    command.args(["--port", "0"]).stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// Returns the host and port that the program prints.
pub fn host(process: &mut Child) -> String {
    let mut line = String::new();
    let output = process.stdout.as_mut().expect("its output is piped");
    BufReader::new(output).read_line(&mut line).expect("its output is text");
    let address = line.split_whitespace().find_map(|word| word.strip_prefix("http://"));
    address.unwrap_or_else(|| panic!("no address: {line}")).to_owned()
}

/// Waits until a condition holds.
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < DEADLINE, "waited in vain: {what}");
        sleep(Duration::from_millis(20));
    }
}
