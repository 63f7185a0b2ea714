//! Headless Chromium.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use axum::http::Method;
use fantoccini::wd::{TimeoutConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use url::{ParseError, Url};

use crate::world::{DEADLINE, wait_until};

/// A browser of one reader, with a driver of its own.
pub struct Browser {
    driver: Child,
    runtime: Runtime,
    client: Client,
    host: String,
}

impl Browser {
    /// Opens a window of this width for a site.
    pub fn open(host: &str, width: u32) -> Self {
        let metrics = json!({ "width": width, "height": 900 });
        Self::with(host, width, "mobileEmulation", json!({ "deviceMetrics": metrics }))
    }

    /// Opens a window that does not run the scripts of pages. [`Browser::value`] still works.
    pub fn without_scripts(host: &str) -> Self {
        let off = json!({ "profile.managed_default_content_settings.javascript": 2 });
        Self::with(host, 1280, "prefs", off)
    }

    fn with(host: &str, width: u32, option: &str, value: Value) -> Self {
        let mut attempts = (0..5).filter_map(|_| start_driver());
        let (driver, port) = attempts.next().expect("chromedriver prints its port");
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let args = format!(
            "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
             --disable-component-update --disable-sync --hide-scrollbars --window-size={width},900"
        );
        let args: Vec<_> = args.split_whitespace().collect();
        let options = json!({ "args": args, option: value });
        let capabilities = [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let address = format!("http://127.0.0.1:{port}");
        let client = builder.capabilities(capabilities).connect(&address);
        let client = runtime.block_on(client).expect("Chromium starts");
        let timeouts = TimeoutConfiguration::new(Some(5 * DEADLINE), None, None);
        runtime.block_on(client.update_timeouts(timeouts)).unwrap();
        Self { driver, runtime, client, host: host.to_owned() }
    }

    pub fn go(&self, path: &str) {
        let address = format!("http://{}{path}", self.host);
        self.runtime.block_on(self.client.goto(&address)).expect("the page opens");
    }

    pub fn log_in(&self, name: &str) {
        self.go("/login");
        self.type_in("#login", name);
        self.click(".fields button");
        self.wait(&format!(
            "[...document.querySelectorAll('nav a')].some((a) => a.textContent === {})",
            json!(name)
        ));
    }

    pub fn type_in(&self, selector: &str, text: &str) {
        let field = self.runtime.block_on(self.client.find(Locator::Css(selector)));
        self.runtime.block_on(field.expect("the field").send_keys(text)).unwrap();
    }

    pub fn click(&self, selector: &str) {
        let element = self.client.wait().at_most(DEADLINE);
        let element = self.runtime.block_on(element.for_element(Locator::Css(selector)));
        let element = element.unwrap_or_else(|error| panic!("no element is {selector}: {error}"));
        self.runtime.block_on(element.click()).expect("the element can be clicked");
    }

    /// Returns the value of an expression.
    pub fn value(&self, expression: &str) -> Value {
        let script = format!("return {expression}");
        self.runtime.block_on(self.client.execute(&script, Vec::new())).expect("the script runs")
    }

    /// Waits until an expression is true.
    pub fn wait(&self, expression: &str) {
        wait_until(expression, || self.value(expression) == true);
    }

    /// Runs a script that calls the function `done`.
    pub fn run(&self, script: &str) -> Value {
        let script = format!("const [done] = arguments; {script}");
        let done = self.client.execute_async(&script, Vec::new());
        self.runtime.block_on(done).expect("the script runs")
    }

    /// Sets the `prefers-color-scheme` of the reader.
    pub fn set_scheme(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let params = json!({ "features": features });
        let command = Devtools(json!({ "cmd": "Emulation.setEmulatedMedia", "params": params }));
        self.runtime.block_on(self.client.issue_cmd(command)).expect("Chromium knows the command");
    }

    pub fn screenshot(&self) -> Vec<u8> {
        self.runtime.block_on(self.client.screenshot()).expect("Chromium takes a picture")
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // A browser that has exited needs no end; so does a driver.
        let _ = self.runtime.block_on(self.client.clone().close());
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Starts the driver, and returns its port; nothing if it exits without one, as it may on a busy
/// machine.
fn start_driver() -> Option<(Child, String)> {
    let mut command = Command::new("chromedriver");
    command.arg("--port=0").stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut driver = command.spawn().expect("make demo-test installs chromedriver");
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

/// A command of the DevTools protocol, which WebDriver does not have.
#[derive(Debug)]
struct Devtools(Value);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.0.to_string()))
    }
}
