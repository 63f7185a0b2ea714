use std::time::Duration;

use fantoccini::elements::Element;
use fantoccini::{Client, Locator};
use serde_json::Value;

/// How long a test waits for what must happen.
const DEADLINE: Duration = Duration::from_secs(60);

/// A browser that looks at a site.
#[derive(Clone)]
pub struct Browser {
    pub client: Client,
    pub url: String,
}

impl Browser {
    /// Opens a page of the site.
    pub async fn open(&self, path: &str) {
        self.client.goto(&format!("{}{path}", self.url)).await.expect("the page opens");
    }

    /// Logs in, and returns to the front page.
    pub async fn log_in(&self, name: &str) {
        self.open("/login").await;
        self.fill("input[name=name]", name).await;
        self.click(".fields button").await;
        self.wait_for_text(".me", name).await;
    }

    /// Waits for an element.
    pub async fn element(&self, selector: &str) -> Element {
        let element =
            self.client.wait().at_most(DEADLINE).for_element(Locator::Css(selector)).await;
        element.unwrap_or_else(|error| panic!("no element is {selector}: {error}"))
    }

    /// Clicks on an element.
    pub async fn click(&self, selector: &str) {
        self.element(selector).await.click().await.expect("the element can be clicked");
    }

    /// Types into a field.
    pub async fn fill(&self, selector: &str, text: &str) {
        self.element(selector).await.send_keys(text).await.expect("the field takes text");
    }

    /// Returns the text of an element.
    pub async fn text(&self, selector: &str) -> String {
        self.element(selector).await.text().await.expect("the element has a text")
    }

    /// Returns an attribute of an element.
    pub async fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.element(selector).await.attr(name).await.expect("the element is there")
    }

    /// Returns the number of elements.
    pub async fn count(&self, selector: &str) -> usize {
        self.client.find_all(Locator::Css(selector)).await.expect("the page is there").len()
    }

    /// Returns the ids of the stories on the page, in their order.
    pub async fn stories(&self) -> Vec<String> {
        let ids = self
            .run("return [...document.querySelectorAll('.stories li')].map((li) => li.dataset.id)")
            .await;
        serde_json::from_value(ids).expect("the ids are texts")
    }

    /// Returns the ids of the comments on the page, in their order.
    pub async fn comments(&self) -> Vec<i64> {
        let ids = self
            .run(
                "return [...document.querySelectorAll('[data-answers] .comment')]
                     .map((comment) => Number(comment.dataset.id))",
            )
            .await;
        serde_json::from_value(ids).expect("the ids are numbers")
    }

    /// Opens a page, and waits until it is live.
    pub async fn open_live(&self, path: &str) {
        self.open(path).await;
        self.wait_until_live().await;
    }

    /// Waits until the page gets events.
    pub async fn wait_until_live(&self) {
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

    /// Runs a script and returns its result.
    pub async fn run(&self, script: &str) -> Value {
        self.client.execute(script, Vec::new()).await.expect("the script runs")
    }

    /// Waits until a script returns true.
    pub async fn wait_until(&self, script: &str) {
        let start = tokio::time::Instant::now();
        while self.run(script).await != Value::Bool(true) {
            assert!(start.elapsed() < DEADLINE, "this never becomes true: {script}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Waits until an element has a text.
    pub async fn wait_for_text(&self, selector: &str, text: &str) {
        let (selector, text) = (Value::from(selector), Value::from(text));
        self.wait_until(&format!(
            "return document.querySelector({selector})?.textContent.trim() === {text}"
        ))
        .await;
    }
}
