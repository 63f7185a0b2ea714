use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};

use crate::browser::Browser;
use crate::site::Site;

/// A site and the browsers that look at it, which close with it.
pub struct World {
    pub site: Arc<Site>,
    browsers: AtomicUsize,
    driver: Child,
    /// The host and port of the driver.
    driver_address: String,
    /// The folder of the browsers' profiles.
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

    /// Opens a browser that runs no scripts.
    pub async fn browser_without_scripts(&self) -> Browser {
        let setting = "profile.managed_default_content_settings.javascript";
        self.open(json!({ "prefs": { setting: 2 } })).await
    }

    /// Opens a browser in which a user is logged in.
    pub async fn reader(&self, name: &str) -> Browser {
        let browser = self.browser().await;
        browser.log_in(name).await;
        browser
    }

    /// Opens a browser that runs no scripts, in which a user is logged in.
    pub async fn plain_reader(&self, name: &str) -> Browser {
        let browser = self.browser_without_scripts().await;
        browser.log_in(name).await;
        browser
    }

    /// Opens a browser with the screen of a small phone.
    pub async fn phone(&self) -> Browser {
        let metrics = json!({ "width": 360, "height": 740, "pixelRatio": 1.5, "touch": true });
        self.open(json!({ "mobileEmulation": { "deviceMetrics": metrics } })).await
    }

    async fn open(&self, options: Value) -> Browser {
        let number = self.browsers.fetch_add(1, Ordering::SeqCst);
        let profile = self.profiles.path().join(number.to_string());
        let mut options = options;
        options["args"] = json!([
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--hide-scrollbars",
            "--window-size=1200,900",
            format!("--user-data-dir={}", profile.display()),
        ]);
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
    /// Closes the browsers.
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
