//! Headless Chromium: pages, each with a profile of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use axum::http::Method;
use fantoccini::wd::{TimeoutConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};
use url::{ParseError, Url};

use crate::world::{DEADLINE, Site, wait_until};

pub struct World {
    pub site: Site,
    driver: Child,
    address: String,
    runtime: Runtime,
}

impl World {
    pub fn start() -> Self {
        let mut attempts = (0..5).filter_map(|_| start_driver());
        let (driver, port) = attempts.next().expect("chromedriver prints its port");
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        Self { site: Site::start(), driver, address: format!("http://127.0.0.1:{port}"), runtime }
    }

    /// Returns a page of somebody who has logged in; of a visitor without a name.
    pub fn reader(&self, name: &str) -> Page<'_> {
        self.page(name, json!({}))
    }

    pub fn phone(&self, name: &str) -> Page<'_> {
        let screen = json!({ "width": 360, "height": 740, "pixelRatio": 1.5, "touch": true });
        self.page(name, json!({ "mobileEmulation": { "deviceMetrics": screen } }))
    }

    fn page(&self, name: &str, mut options: Value) -> Page<'_> {
        let args = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
                    --disable-background-networking --disable-component-update --disable-sync \
                    --hide-scrollbars --window-size=1200,900";
        options["args"] = args.split(' ').collect();
        let capabilities = [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
        let mut builder = ClientBuilder::new(HttpConnector::new());
        let client = builder.capabilities(capabilities).connect(&self.address);
        let client = self.runtime.block_on(client).expect("Chromium starts");
        let page = Page { client, world: self };
        let timeouts = TimeoutConfiguration::new(Some(Duration::from_secs(300)), None, None);
        self.runtime.block_on(page.client.update_timeouts(timeouts)).unwrap();
        if !name.is_empty() {
            page.open("/login");
            page.fill("input[name=name]", name);
            page.click(".fields button");
            page.wait_for_text(".me span", name);
        }
        page
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

impl Drop for World {
    fn drop(&mut self) {
        // Both fail only for a process that has exited.
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
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

pub struct Page<'a> {
    client: Client,
    world: &'a World,
}

impl Drop for Page<'_> {
    fn drop(&mut self) {
        // A page whose Chromium has exited needs no end.
        let _ = self.wait(self.client.clone().close());
    }
}

impl Page<'_> {
    fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.world.runtime.block_on(future)
    }

    pub fn open(&self, path: &str) {
        let address = format!("{}{path}", self.world.site.url);
        self.wait(self.client.goto(&address)).expect("the page opens");
    }

    pub fn open_live(&self, path: &str) {
        self.open(path);
        self.wait_for("#pulse[data-stream=open]");
        // To notice a reload, which nothing live needs.
        self.run("window.notReloaded = true");
    }

    pub fn at(self, path: &str) -> Self {
        self.open(path);
        self
    }

    pub fn live_at(self, path: &str) -> Self {
        self.open_live(path);
        self
    }

    pub fn comment(&self, text: &str) {
        self.fill("#comments > form.answer textarea", text);
        self.click("#comments > form.answer button");
    }

    pub fn click(&self, selector: &str) {
        let element = self.client.wait().at_most(DEADLINE);
        let element = self.wait(element.for_element(Locator::Css(selector)));
        let element = element.unwrap_or_else(|error| panic!("no element is {selector}: {error}"));
        self.wait(element.click()).expect("the element can be clicked");
    }

    pub fn fill(&self, selector: &str, text: &str) {
        let element = self.wait(self.client.find(Locator::Css(selector))).expect("the field");
        self.wait(element.send_keys(text)).expect("the field takes text");
    }

    pub fn scroll_until(&self, condition: &str) {
        let scroll = "window.scrollTo(0, document.body.scrollHeight)";
        self.wait_until(&format!("{scroll}; return {condition}"));
    }

    /// Pretends that the tab was hidden or shown: `hidden` or `visible`.
    pub fn set_visibility(&self, state: &str) {
        self.run(&format!(
            "const property = {{ value: '{state}', configurable: true }};
             Object.defineProperty(document, 'visibilityState', property);
             document.dispatchEvent(new Event('visibilitychange'))"
        ));
    }

    /// Sets the `prefers-color-scheme` of the reader.
    pub fn set_scheme(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        let params = json!({ "features": features });
        let command = Devtools(json!({ "cmd": "Emulation.setEmulatedMedia", "params": params }));
        self.wait(self.client.issue_cmd(command)).expect("Chromium knows the command");
    }

    pub fn screenshot(&self) -> Vec<u8> {
        self.wait(self.client.screenshot()).expect("Chromium takes a picture")
    }

    pub fn count(&self, selector: &str) -> usize {
        self.read(&format!("return document.querySelectorAll({}).length", json!(selector)))
    }

    pub fn ids(&self, selector: &str) -> Vec<i64> {
        let elements = format!("[...document.querySelectorAll({})]", json!(selector));
        self.read(&format!("return {elements}.map((element) => Number(element.dataset.id))"))
    }

    pub fn stories(&self) -> Vec<i64> {
        self.ids(".stories li")
    }

    pub fn is_live(&self) -> bool {
        self.read("return window.notReloaded === true")
    }

    pub fn read<T: DeserializeOwned>(&self, script: &str) -> T {
        serde_json::from_value(self.run(script)).expect("the script returns such a value")
    }

    pub fn run(&self, script: &str) -> Value {
        self.wait(self.client.execute(script, Vec::new())).expect("the script runs")
    }

    /// Runs a script that calls the function `done`.
    pub fn run_until_done(&self, script: &str) -> Value {
        let script = format!("const [done] = arguments; {script}");
        self.wait(self.client.execute_async(&script, Vec::new())).expect("the script runs")
    }

    pub fn wait_until(&self, script: &str) {
        wait_until(script, || self.run(script) == true);
    }

    pub fn wait_for(&self, selector: &str) {
        self.wait_until(&format!("return document.querySelector({}) !== null", json!(selector)));
    }

    pub fn wait_for_none(&self, selector: &str) {
        self.wait_until(&format!("return document.querySelector({}) === null", json!(selector)));
    }

    pub fn wait_for_text(&self, selector: &str, text: &str) {
        let (selector, text) = (json!(selector), json!(text));
        self.wait_until(&format!(
            "return document.querySelector({selector})?.textContent.trim() === {text}"
        ));
    }
}
