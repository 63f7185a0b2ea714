//! What only Chromium's own protocol can do: pretend to have another screen, or another reader.

use axum::http::Method;
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};
use url::{ParseError, Url};

use crate::browser::Browser;

/// A command that WebDriver has beyond its standard, or that the client does not know.
#[derive(Debug)]
pub struct Command {
    pub method: Method,
    /// The path after the session's.
    pub path: String,
    pub body: Option<Value>,
}

impl WebDriverCompatibleCommand for Command {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (self.method.clone(), self.body.as_ref().map(Value::to_string))
    }
}

impl Browser {
    /// Runs a command of the DevTools protocol.
    async fn devtools(&self, command: &str, params: Value) {
        let body = Some(json!({ "cmd": command, "params": params }));
        let path = "goog/cdp/execute".to_owned();
        let command = Command { method: Method::POST, path, body };
        self.client.issue_cmd(command).await.expect("Chromium knows the command");
    }

    /// Sets what style sheets know about the reader, such as `prefers-color-scheme`.
    pub async fn set_media(&self, feature: &str, value: &str) {
        let features = json!([{ "name": feature, "value": value }]);
        self.devtools("Emulation.setEmulatedMedia", json!({ "features": features })).await;
    }

    /// Sets the width of the screen.
    pub async fn set_width(&self, width: u32) {
        let metrics =
            json!({ "width": width, "height": 740, "deviceScaleFactor": 1, "mobile": true });
        self.devtools("Emulation.setDeviceMetricsOverride", metrics).await;
    }

    /// Returns the name of an element as assistive technology has it.
    pub async fn label(&self, selector: &str) -> String {
        let id = self.element(selector).await.element_id();
        let path = format!("element/{}/computedlabel", id.as_ref());
        let command = Command { method: Method::GET, path, body: None };
        let label = self.client.issue_cmd(command).await.expect("the element has a name");
        label.as_str().unwrap_or_default().to_owned()
    }
}
