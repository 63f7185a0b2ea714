//! A copy of a site from the lines of its changes.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

/// What a reader of lines has.
#[derive(Clone, Debug, Default)]
pub struct Copy {
    /// The line of each article and comment, by its id.
    pub items: BTreeMap<u64, Json>,
    pub version: String,
    pub lines: usize,
    /// How often the reader had to begin again.
    pub resyncs: usize,
    pub is_complete: bool,
}

impl Copy {
    /// Returns the copy of who has applied these lines.
    pub fn of(lines: &str) -> Self {
        let mut copy = Self::default();
        copy.apply(lines);
        copy
    }

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
