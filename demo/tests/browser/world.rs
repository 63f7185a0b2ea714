//! A site with a Redis server of its own.

use std::collections::HashMap;
use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, MutexGuard};
use std::thread::sleep;
use std::time::{Duration, Instant};

use redis::{Connection, FromRedisValue};
use test_server::{Server, Setup};

use crate::scene::values;
use crate::visitor::Visitor;

/// How long a test waits for what it needs.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// Waits until a condition holds.
#[track_caller]
pub fn wait_until(what: &str, mut condition: impl FnMut() -> bool) {
    repeat_until(what, || {
        let holds = condition();
        if !holds {
            sleep(Duration::from_millis(20));
        }
        holds
    });
}

/// Tries something, without a pause, until it is so.
#[track_caller]
pub fn repeat_until(what: &str, mut condition: impl FnMut() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < DEADLINE, "this never becomes true: {what}");
    }
}

pub struct Site {
    pub url: String,
    server: Mutex<Server>,
    process: Child,
    /// The cookies of readers who have logged in, by their names.
    cookies: Mutex<HashMap<String, String>>,
    /// What scenes have named.
    pub values: Mutex<HashMap<String, String>>,
}

impl Site {
    /// Starts a site without simulated voters.
    pub fn start() -> Self {
        Self::with(&[])
    }

    pub fn with(options: &[&str]) -> Self {
        let server = Setup::default().module(module()).config("appendonly yes").start();
        let redis = format!("redis://127.0.0.1:{}", server.port());
        let mut process = demo()
            .args(["--redis", &redis, "--seconds-per-story", "0"])
            .args(options)
            .env("VOTES_PER_SECOND", "0")
            .spawn()
            .expect("the site starts");
        let (url, server) = (url(&mut process), Mutex::new(server));
        Self { url, server, process, cookies: Mutex::default(), values: Mutex::new(values()) }
    }

    /// Returns a reader, who logs in the first time; a visitor without a name.
    pub fn reader(&self, name: &str) -> Visitor<'_> {
        let mut reader = Visitor { site: self, cookie: String::new(), user: String::new() };
        if !name.is_empty() {
            let mut cookies = self.cookies.lock().unwrap();
            let log_in = || reader.post("/login", &format!("name={name}")).cookie();
            reader.cookie = cookies.entry(name.to_owned()).or_insert_with(log_in).clone();
            name.clone_into(&mut reader.user);
        }
        reader
    }

    /// Returns an id that a scene has named.
    pub fn id(&self, name: &str) -> i64 {
        self.values.lock().unwrap()[name].parse().expect("an id is a number")
    }

    pub fn server(&self) -> MutexGuard<'_, Server> {
        self.server.lock().unwrap()
    }

    pub fn redis<T: FromRedisValue>(&self, command: &str) -> T {
        let mut words = command.split(' ');
        let mut command = redis::cmd(words.next().unwrap_or_default());
        command.arg(words.collect::<Vec<_>>());
        command.query(&mut self.connection()).expect("the command succeeds")
    }

    pub fn run(&self, command: &str) {
        self.redis::<redis::Value>(command);
    }

    pub fn ids(&self, command: &str) -> Vec<i64> {
        let items: Vec<(String, i64)> = self.redis(&format!("{command} RETURN 1 id"));
        items.into_iter().map(|(_, id)| id).collect()
    }

    pub fn connection(&self) -> Connection {
        let url = format!("redis://127.0.0.1:{}", self.server().port());
        redis::Client::open(url).and_then(|client| client.get_connection()).expect("Redis is up")
    }

    pub fn open_files(&self) -> usize {
        let folder = format!("/proc/{}/fd", self.process.id());
        std::fs::read_dir(folder).expect("the site runs").count()
    }

    pub fn entry<T: FromRedisValue>(&self, id: i64, name: &str) -> T {
        let (_, value): (String, T) =
            self.redis(&format!("ARTICLE.GET news {id} RETURN 1 {name}"));
        value
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

pub fn url(process: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(process.stdout.as_mut().expect("its output is piped"))
        .read_line(&mut line)
        .expect("its output is text");
    line.split(' ').find(|word| word.starts_with("http")).expect("it prints a URL").to_owned()
}

pub fn now() -> i64 {
    article_news::news::unix_time()
}
