//! A copy of a site from the lines of its changes, and the site itself as such lines.

use std::collections::BTreeMap;

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::{Map, Value as Json, json};
use test_support::{Client, Value, bytes, items};

/// The line of each article and comment, by its id.
pub type Items = BTreeMap<u64, Json>;

/// What a reader of lines has.
#[derive(Clone, Debug, Default)]
pub struct Copy {
    pub items: Items,
    pub version: String,
    pub lines: usize,
    /// How often the reader had to begin again.
    pub resyncs: usize,
    pub is_complete: bool,
}

impl Copy {
    /// Applies complete lines, each in turn.
    pub fn apply(&mut self, lines: &str) {
        for line in lines.lines() {
            self.lines += 1;
            let line: Json = serde_json::from_str(line).expect(line);
            if let Some(id) = line["id"].as_u64() {
                self.items.insert(id, line);
            } else if let Some(id) = line["deleted"].as_u64() {
                self.items.remove(&id);
            } else if let Some(version) = line["version"].as_str() {
                version.clone_into(&mut self.version);
            } else if line == json!({"resync": true}) {
                self.items.clear();
                self.resyncs += 1;
                self.is_complete = false;
            } else {
                assert_eq!(line, json!({"complete": true}));
                self.is_complete = true;
            }
        }
    }
}

/// Returns the line that each article and comment of a site must have.
pub fn site(c: &mut Client, key: &str) -> Items {
    let info = c.run(&format!("ARTICLE.INFO {key}"));
    let last_id = if info == Value::Nil { 0 } else { c.fields(&info).int("last_id") };
    let mut found = Items::new();
    let ids: Vec<String> = (1..=last_id).map(|id| id.to_string()).collect();
    for ids in ids.chunks(500) {
        let reply = c.run(&format!("ARTICLE.MGET {key} {} {}", ids.len(), ids.join(" ")));
        for (id, item) in ids.iter().zip(items(&reply)) {
            if *item != Value::Nil {
                found.insert(id.parse().expect("an id"), line(items(item)));
            }
        }
    }
    found
}

/// Returns the line of an article or a comment.
fn line(pairs: &[Value]) -> Json {
    let (mut line, mut fields) = (Map::new(), Vec::new());
    let pairs = pairs.chunks(2).map(|pair| (bytes(&pair[0]), &pair[1]));
    let is_comment =
        pairs.clone().any(|(name, value)| name == b"parent" && matches!(value, Value::Int(_)));
    for (name, value) in pairs {
        let field = text(&name);
        let name = String::from_utf8_lossy(&name).into_owned();
        let own_texts: &[&str] =
            if is_comment { &["poster", "text"] } else { &["poster", "title", "link"] };
        match value {
            Value::BulkString(bytes) if own_texts.contains(&name.as_str()) => {
                line.insert(name, text(bytes));
            }
            Value::BulkString(bytes) => fields.push(json!([field, text(bytes)])),
            Value::Array(groups) if !groups.is_empty() => {
                let groups = groups.iter().map(|group| text(&test_support::bytes(group)));
                line.insert(name, groups.collect());
            }
            Value::Int(1) if ["hidden", "locked", "pinned"].contains(&name.as_str()) => {
                line.insert(name, true.into());
            }
            Value::Int(0) if ["boost", "comments"].contains(&name.as_str()) => {}
            Value::Int(number) if name != "votes" => {
                line.insert(name, (*number).into());
            }
            _ => {}
        }
    }
    if !fields.is_empty() {
        line.insert("fields".to_owned(), fields.into());
    }
    // What is as if nothing had happened is left out.
    if line.get("bumped") == line.get("time") {
        line.remove("bumped");
    }
    line.into()
}

fn text(bytes: &[u8]) -> Json {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => json!({"base64": BASE64_STANDARD.encode(bytes)}),
    }
}
