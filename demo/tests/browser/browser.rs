//! A browser, and what only the protocol of Chromium can do: pretend to have another screen.

use std::time::Duration;

use axum::http::Method;
use fantoccini::elements::Element;
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, Locator};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use url::{ParseError, Url};

const DEADLINE: Duration = Duration::from_secs(60);

pub struct Browser {
    pub client: Client,
    pub url: String,
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

impl Browser {
    pub async fn open(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.url)).await.expect("the page opens");
    }

    pub async fn at(self, path: &str) -> Self {
        self.open(path).await;
        self
    }

    pub async fn live_at(self, path: &str) -> Self {
        self.open_live(path).await;
        self
    }

    pub async fn log_in(&self, name: &str) {
        self.open("/login").await;
        self.fill("input[name=name]", name).await;
        self.click(".fields button").await;
        self.wait_for_text(".me span", name).await;
    }

    pub async fn comment(&self, text: &str) {
        self.fill("#comments > form.answer textarea", text).await;
        self.click("#comments > form.answer button").await;
    }

    pub async fn press_arrow(&self, arrow: &str) {
        self.click(arrow).await;
        self.element(&format!("{arrow}[aria-pressed=true]")).await;
    }

    pub async fn scroll_until(&self, condition: &str) {
        let scroll = "window.scrollTo(0, document.body.scrollHeight)";
        self.wait_until(&format!("{scroll}; return {condition}")).await;
    }

    pub async fn element(&self, selector: &str) -> Element {
        let element =
            self.client.wait().at_most(DEADLINE).for_element(Locator::Css(selector)).await;
        element.unwrap_or_else(|error| panic!("no element is {selector}: {error}"))
    }

    pub async fn click(&self, selector: &str) {
        self.element(selector).await.click().await.expect("the element can be clicked");
    }

    pub async fn click_for(&self, clicked: &str, selector: &str) {
        self.click(clicked).await;
        self.element(selector).await;
    }

    pub async fn click_for_text(&self, clicked: &str, selector: &str, text: &str) {
        self.click(clicked).await;
        self.wait_for_text(selector, text).await;
    }

    pub async fn click_away(&self, clicked: &str, selector: &str) {
        self.click(clicked).await;
        self.wait_for_none(selector).await;
    }

    pub async fn fill(&self, selector: &str, text: &str) {
        self.element(selector).await.send_keys(text).await.expect("the field takes text");
    }

    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.expect("the page is there").len()
    }

    pub async fn stories(&self) -> Vec<i64> {
        self.ids(".stories li").await
    }

    pub async fn comments(&self) -> Vec<i64> {
        self.ids("[data-answers] .comment").await
    }

    pub async fn open_live(&self, path: &str) {
        self.open(path).await;
        self.element("#pulse[data-stream=open]").await;
        // To notice a reload, which nothing live needs.
        self.run("window.notReloaded = true").await;
    }

    /// Pretends that the tab was hidden or shown: `hidden` or `visible`.
    pub async fn set_visibility(&self, state: &str) {
        self.run(&format!(
            "const property = {{ value: '{state}', configurable: true }};
             Object.defineProperty(document, 'visibilityState', property);
             document.dispatchEvent(new Event('visibilitychange'))"
        ))
        .await;
    }

    pub async fn each<T: DeserializeOwned>(&self, selector: &str, property: &str) -> Vec<T> {
        let elements = format!("[...document.querySelectorAll({})]", Value::from(selector));
        self.read(&format!("return {elements}.map((element) => element.{property})")).await
    }

    pub async fn ids(&self, selector: &str) -> Vec<i64> {
        let ids: Vec<String> = self.each(selector, "dataset.id").await;
        ids.iter().map(|id| id.parse().expect("an id is a number")).collect()
    }

    pub async fn read<T: DeserializeOwned>(&self, script: &str) -> T {
        serde_json::from_value(self.run(script).await).expect("the script returns such a value")
    }

    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.expect("the script runs")
    }

    pub async fn wait_until(&self, script: &str) {
        let start = tokio::time::Instant::now();
        while self.run(script).await != Value::Bool(true) {
            assert!(start.elapsed() < DEADLINE, "this never becomes true: {script}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    pub async fn wait_for_none(&self, selector: &str) {
        let selector = Value::from(selector);
        self.wait_until(&format!("return document.querySelector({selector}) === null")).await;
    }

    pub async fn wait_for_text(&self, selector: &str, text: &str) {
        let (selector, text) = (Value::from(selector), Value::from(text));
        self.wait_until(&format!(
            "return document.querySelector({selector})?.textContent.trim() === {text}"
        ))
        .await;
    }

    /// Sets what style sheets know about the reader, such as `prefers-color-scheme`.
    pub async fn set_media(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        let params = json!({ "features": features });
        let command = Devtools(json!({ "cmd": "Emulation.setEmulatedMedia", "params": params }));
        self.client.issue_cmd(command).await.expect("Chromium knows the command");
    }
}
