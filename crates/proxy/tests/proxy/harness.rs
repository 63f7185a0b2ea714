//! Running the program.

use std::io::{BufRead, BufReader, Read};
use std::process::{Child, Command, Stdio};
use std::thread::{self, JoinHandle};

use test_support::*;

/// A proxy, which ends with the test.
pub struct Proxy {
    process: Child,
    pub port: u16,
    log: Option<JoinHandle<String>>,
}

impl Proxy {
    /// Starts a proxy in front of servers.
    pub fn before(servers: &[&Server]) -> Self {
        Self::start(servers, &[])
    }

    pub fn start(servers: &[&Server], options: &[&str]) -> Self {
        let urls = servers.iter().map(|server| format!("redis://127.0.0.1:{}", server.port()));
        Self::at(&urls.collect::<Vec<_>>().join(","), options)
    }

    /// Starts a proxy, and waits until it is ready.
    pub fn at(servers: &str, options: &[&str]) -> Self {
        let port = free_port();
        let mut process = Command::new(env!("CARGO_BIN_EXE_article-proxy"))
            .args(["--servers", servers, "--listen", &format!("127.0.0.1:{port}")])
            .args(options)
            .stderr(Stdio::piped())
            .spawn()
            .expect("article-proxy");
        let mut lines = BufReader::new(process.stderr.take().expect("its log"));
        let mut log = String::new();
        while !log.contains("ready, with servers") {
            assert!(lines.read_line(&mut log).expect("a line") > 0, "it ended:\n{log}");
        }
        let log = thread::spawn(move || {
            // What is not read would stop it.
            let _ = lines.read_to_string(&mut log);
            log
        });
        Self { process, port, log: Some(log) }
    }

    pub fn client(&self, protocol: Protocol) -> Client {
        Client::connect(self.port, protocol).expect("a connection")
    }

    pub fn resp2(&self) -> Client {
        self.client(Protocol::Resp2)
    }

    pub fn resp3(&self) -> Client {
        self.client(Protocol::Resp3)
    }

    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Waits until it has ended, and returns whether it did well, and its log.
    pub fn end(mut self) -> (bool, String) {
        let status = self.process.wait().expect("its end");
        (status.success(), self.log.take().expect("its log").join().expect("its log"))
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        if let Some(log) = self.log.take().filter(|_| thread::panicking()) {
            println!("the proxy's log:\n{}", log.join().unwrap_or_default());
        }
    }
}

/// Sends a line whose reply need not be in the contract of the module.
pub fn ask(c: &mut Client, line: &str) -> Value {
    c.send(line);
    c.receive()
}

/// Sends a line that must have this error.
#[track_caller]
pub fn refused(c: &mut Client, line: &str, error: &str) {
    assert_eq!(error_text(&ask(c, line)), error, "{line}");
}

/// Returns the keys of the parts of `news`, in their order.
pub fn part_keys(servers: &[&Server]) -> Vec<String> {
    let mut keys = Vec::new();
    for server in servers {
        keys.extend(items(&server.resp2().run("KEYS news:*:{*}")).iter().map(text));
    }
    let number = |key: &String| {
        let tag = key.split(['{', '}']).nth(1).expect("a tag");
        tag.split('-').next().expect("a number").parse::<u32>().expect("a number")
    };
    keys.sort_by_key(number);
    keys
}
