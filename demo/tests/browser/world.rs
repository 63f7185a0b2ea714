//! A site, the browsers that look at it, and a story to talk about.

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use redis::{Connection, FromRedisValue};
use serde_json::{Value, json};
use test_server::{Server, Setup};

use crate::browser::Browser;

pub struct World {
    pub site: Arc<Site>,
    browsers: AtomicUsize,
    driver: Child,
    driver_address: String,
    profiles: tempfile::TempDir,
}

impl World {
    pub fn start() -> Self {
        let mut attempts = (0..5).filter_map(|_| start_driver());
        let (driver, port) = attempts.next().expect("chromedriver prints its port");
        Self {
            site: Site::start(),
            browsers: AtomicUsize::default(),
            driver_address: format!("127.0.0.1:{port}"),
            driver,
            profiles: tempfile::tempdir().expect("a folder for profiles"),
        }
    }

    pub async fn browser(&self) -> Browser {
        self.open(json!({})).await
    }

    pub async fn reader(&self, name: &str) -> Browser {
        let browser = self.browser().await;
        browser.log_in(name).await;
        browser
    }

    pub async fn phone(&self) -> Browser {
        let metrics = json!({ "width": 360, "height": 740, "pixelRatio": 1.5, "touch": true });
        self.open(json!({ "mobileEmulation": { "deviceMetrics": metrics } })).await
    }

    async fn open(&self, mut options: Value) -> Browser {
        let number = self.browsers.fetch_add(1, Ordering::SeqCst);
        let profile = self.profiles.path().join(number.to_string());
        let args = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                    --disable-background-networking --disable-component-update --disable-sync \
                    --hide-scrollbars --window-size=1200,900 --user-data-dir=";
        let args = format!("{args}{}", profile.display());
        options["args"] = args.split(' ').collect();
        let Value::Object(capabilities) = json!({ "goog:chromeOptions": options }) else {
            unreachable!("it is an object");
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&format!("http://{}", self.driver_address))
            .await
            .expect("Chromium starts");
        Browser { client, url: self.site.url.clone() }
    }
}

/// Starts the driver, and returns its port; nothing if it exits without one, as it may on a busy
/// machine.
fn start_driver() -> Option<(Child, String)> {
    let mut driver = Command::new("chromedriver")
        .arg("--port=0")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("chromedriver starts; make demo-test installs it");
    let output = BufReader::new(driver.stdout.as_mut().expect("its output is piped"));
    let port = output.lines().map_while(Result::ok).find_map(|line| {
        let (_, port) = line.split_once("successfully on port ")?;
        Some(port.trim_end_matches('.').to_owned())
    });
    if port.is_none() {
        // Without a port, it has exited.
        let _ = driver.wait();
    }
    port.map(|port| (driver, port))
}

impl World {
    fn shut_down(&self) -> std::io::Result<()> {
        let mut driver = TcpStream::connect(&self.driver_address)?;
        driver.write_all(b"GET /shutdown HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")?;
        // The response follows once they are closed.
        driver.read(&mut [0; 1]).map(drop)
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // All of it fails only for a process that has exited.
        let _ = self.shut_down();
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

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

    pub fn with(options: &[&str]) -> Arc<Self> {
        let server = Setup::default().module(module()).config("appendonly yes").start();
        let redis = format!("redis://127.0.0.1:{}", server.port());
        let mut process = demo()
            .args(["--redis", &redis, "--seconds-per-story", "0"])
            .args(options)
            .env("VOTES_PER_SECOND", "0")
            .spawn()
            .expect("the site starts");
        let url = url(&mut process);
        Arc::new(Self { url, server: Mutex::new(server), process })
    }

    pub fn server(&self) -> MutexGuard<'_, Server> {
        self.server.lock().expect("no test thread has panicked")
    }

    pub fn redis<T: FromRedisValue>(&self, command: &str) -> T {
        let mut words = command.split(' ');
        let mut command = redis::cmd(words.next().unwrap_or_default());
        for word in words {
            command.arg(word);
        }
        command.query(&mut self.connection()).expect("the command succeeds")
    }

    pub fn run(&self, command: &str) {
        self.redis::<redis::Value>(command);
    }

    pub fn ids(&self, command: &str) -> Vec<i64> {
        let items: Vec<(String, i64)> = self.redis(&format!("{command} RETURN 1 id"));
        items.into_iter().map(|(_, id)| id).collect()
    }

    pub fn end_sessions(&self) {
        for session in self.redis::<Vec<String>>("KEYS session:*") {
            self.run(&format!("DEL {session}"));
        }
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

pub struct Talk {
    site: Arc<Site>,
    pub story: i64,
}

impl Talk {
    pub fn start() -> (World, Self) {
        let world = World::start();
        let talk = Self::new(&world.site);
        (world, talk)
    }

    /// Starts a site without browsers and posts the story on it.
    pub fn alone() -> (Arc<Site>, Self) {
        let site = Site::start();
        let talk = Self::new(&site);
        (site, talk)
    }

    pub fn new(site: &Arc<Site>) -> Self {
        let story = site.redis("ARTICLE.POST news bob Talk https://example.com/talk");
        Self { site: site.clone(), story }
    }

    pub fn comment(&self, user: &str, parent: i64, text: &str) -> i64 {
        self.comment_of_age(0, user, parent, text)
    }

    pub fn comment_of_age(&self, seconds: i64, user: &str, parent: i64, text: &str) -> i64 {
        let mut command = redis::cmd("ARTICLE.COMMENT");
        command.arg("news").arg(user).arg(parent).arg(text).arg("TIME").arg(now() - seconds);
        command.query(&mut self.site.connection()).expect("the comment is posted")
    }

    pub fn entry<T: FromRedisValue>(&self, id: i64, name: &str) -> T {
        self.site.entry(id, name)
    }

    pub fn path(&self) -> String {
        format!("/a/{}", self.story)
    }
}

pub fn now() -> i64 {
    article_news::news::unix_time()
}
