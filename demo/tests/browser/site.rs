use std::env;
use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, MutexGuard};

use article_news::news::Access;
use redis::{Connection, FromRedisValue};
use test_server::{Server, Setup};

use crate::proxy::Proxy;

/// A site on a Redis server of its own.
pub struct Site {
    pub url: String,
    server: Mutex<Server>,
    process: Child,
}

impl Site {
    /// Starts a site without simulated voters.
    pub fn start() -> Arc<Self> {
        Self::with(&[])
    }

    /// Starts a site with further options.
    pub fn with(options: &[&str]) -> Arc<Self> {
        let server = Self::start_server();
        let port = server.port();
        Arc::new(Self::serve(server, port, options))
    }

    /// Starts a site that reaches its server through a proxy.
    pub fn behind(start_proxy: impl FnOnce(u16) -> Proxy) -> (Self, Proxy) {
        let server = Self::start_server();
        let proxy = start_proxy(server.port());
        (Self::serve(server, proxy.port, &[]), proxy)
    }

    fn start_server() -> Server {
        let mut setup = Setup::default().module(module()).config("appendonly yes");
        for user in Access::new("secret").users() {
            setup = setup.config(user);
        }
        setup.start()
    }

    /// Starts the site of a server, which it reaches at a port.
    fn serve(server: Server, port: u16, options: &[&str]) -> Self {
        let redis = format!("redis://127.0.0.1:{port}");
        let mut process = demo()
            .args(["--redis", &redis, "--users-password", "secret", "--seconds-per-story", "0"])
            .args(options)
            .env("VOTES_PER_SECOND", "0")
            .spawn()
            .expect("the site starts");
        let url = url(&mut process);
        Self { url, server: Mutex::new(server), process }
    }

    /// Returns the Redis server, to kill it or to start it again.
    pub fn server(&self) -> MutexGuard<'_, Server> {
        self.server.lock().expect("no test thread has panicked")
    }

    /// Runs a command given as words.
    pub fn redis<T: FromRedisValue>(&self, command: &str) -> T {
        let mut words = command.split(' ');
        let mut command = redis::cmd(words.next().unwrap_or_default());
        for word in words {
            command.arg(word);
        }
        command.query(&mut self.connection()).expect("the command succeeds")
    }

    /// Runs a command given as words, whatever it returns.
    pub fn run(&self, command: &str) {
        self.redis::<redis::Value>(command);
    }

    /// Runs a command that returns only the ids of items.
    pub fn ids(&self, command: &str) -> Vec<String> {
        let items: Vec<(String, String)> = self.redis(&format!("{command} RETURN 1 id"));
        items.into_iter().map(|(_, id)| id).collect()
    }

    /// Ends all logins.
    pub fn end_sessions(&self) {
        for session in self.redis::<Vec<String>>("KEYS session:*") {
            self.run(&format!("DEL {session}"));
        }
    }

    /// Returns a connection to the Redis server.
    pub fn connection(&self) -> Connection {
        let url = format!("redis://127.0.0.1:{}", self.server().port());
        redis::Client::open(url).and_then(|client| client.get_connection()).expect("Redis is up")
    }

    /// Returns the number of files and connections that the site's process has open.
    pub fn open_files(&self) -> usize {
        let folder = format!("/proc/{}/fd", self.process.id());
        std::fs::read_dir(folder).expect("the site runs").count()
    }

    pub fn entry<T: FromRedisValue>(&self, id: &str, name: &str) -> T {
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

/// Returns the command that starts a site on a free port.
pub fn demo() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_article-demo"));
    command.args(["--port", "0"]).stdin(Stdio::null()).stdout(Stdio::piped());
    command
}

/// Waits until a site prints its address, and returns it.
pub fn url(process: &mut Child) -> String {
    let mut line = String::new();
    BufReader::new(process.stdout.as_mut().expect("its output is piped"))
        .read_line(&mut line)
        .expect("its output is text");
    line.split(' ').find(|word| word.starts_with("http")).expect("it prints a URL").to_owned()
}
