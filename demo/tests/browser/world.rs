use std::future::Future;
use std::io::{BufRead, BufReader};
use std::panic::resume_unwind;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use fantoccini::ClientBuilder;
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::sync::Mutex;

use crate::browser::Browser;
use crate::site::Site;

/// A site and the browsers that look at it.
pub struct World {
    pub site: Site,
    browsers: Mutex<Vec<Browser>>,
    driver: Child,
    driver_url: String,
    /// The folder of the browsers' profiles.
    profiles: tempfile::TempDir,
}

/// Runs a test with a site, and closes its browsers even if it fails.
pub fn run<T: Future<Output = ()> + Send + 'static>(test: impl FnOnce(Arc<World>) -> T) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime starts").block_on(async {
        let world = Arc::new(World::start());
        let result = tokio::spawn(test(world.clone())).await;
        for browser in world.browsers.lock().await.drain(..) {
            // Fails only for a browser that has crashed.
            let _ = browser.client.close().await;
        }
        if let Err(error) = result {
            resume_unwind(error.into_panic());
        }
    });
}

impl World {
    fn start() -> Self {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("chromedriver starts; make demo-test installs it");
        let output = BufReader::new(driver.stdout.as_mut().expect("its output is piped"));
        let port = output
            .lines()
            .map_while(Result::ok)
            .find_map(|line| {
                line.split_once("successfully on port ").map(|(_, port)| port.to_owned())
            })
            .expect("chromedriver prints its port");
        Self {
            site: Site::start(),
            browsers: Mutex::default(),
            driver_url: format!("http://127.0.0.1:{}", port.trim_end_matches('.')),
            driver,
            profiles: tempfile::tempdir().expect("a folder for profiles"),
        }
    }

    /// Opens a browser.
    pub async fn browser(&self) -> Browser {
        self.open(json!({})).await
    }

    /// Opens a browser that runs no scripts.
    pub async fn browser_without_scripts(&self) -> Browser {
        let setting = "profile.managed_default_content_settings.javascript";
        self.open(json!({ "prefs": { setting: 2 } })).await
    }

    /// Opens a browser with the screen of a small phone.
    pub async fn phone(&self) -> Browser {
        let metrics = json!({ "width": 360, "height": 740, "pixelRatio": 1.5, "touch": true });
        self.open(json!({ "mobileEmulation": { "deviceMetrics": metrics } })).await
    }

    async fn open(&self, options: Value) -> Browser {
        let mut browsers = self.browsers.lock().await;
        let profile = self.profiles.path().join(browsers.len().to_string());
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
            .connect(&self.driver_url)
            .await
            .expect("Chromium starts");
        let browser = Browser { client, url: self.site.url.clone() };
        browsers.push(browser.clone());
        browser
    }
}

impl Drop for World {
    fn drop(&mut self) {
        // Both fail only for a process that has exited.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
