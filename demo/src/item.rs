//! Stories and comments, as the module's JSON has them.

use std::collections::BTreeMap;

use serde::Deserialize;

/// The entries of a story that a list shows.
pub const STORY: &str =
    "id title link poster time votes comments groups vote votable hidden locked pinned";
/// The entries of a comment that a list shows.
pub const COMMENT: &str = "id parent article text poster time votes vote votable hidden";

/// A story or a comment. Entries that the reply lacks are empty or 0.
///
/// A hidden, deleted, or muted comment in a thread is a placeholder, without poster and text.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Item {
    pub id: u32,
    /// What a comment answers.
    pub parent: Option<u32>,
    pub article: u32,
    pub title: String,
    pub link: String,
    pub text: String,
    pub poster: String,
    pub time: i64,
    pub votes: i64,
    pub comments: u32,
    pub groups: Vec<String>,
    pub depth: u32,
    /// The viewer's vote.
    pub vote: Option<i64>,
    pub votable: u8,
    pub answerable: u8,
    pub listed: u8,
    /// 2: held back until a moderator publishes it.
    pub hidden: u8,
    pub locked: u8,
    pub pinned: u8,
    pub deleted: u8,
    pub muted: u8,
    pub fields: BTreeMap<String, String>,
    /// The title of a comment's story.
    #[serde(skip)]
    pub story: String,
}

impl Item {
    pub fn is_comment(&self) -> bool {
        self.parent.is_some()
    }

    pub fn is_placeholder(&self) -> bool {
        self.poster.is_empty()
    }

    /// Returns the text of a comment, or the custom field of a story.
    pub fn text(&self) -> &str {
        self.fields.get("text").unwrap_or(&self.text)
    }

    /// Returns the number of readers who have flagged it.
    pub fn flags(&self) -> u32 {
        self.fields.get("flags").and_then(|flags| flags.parse().ok()).unwrap_or_default()
    }

    pub fn path(&self) -> String {
        format!("/{}/{}", if self.is_comment() { "c" } else { "a" }, self.id)
    }

    /// Returns what is said in place of a comment that is not shown.
    pub fn gone(&self) -> &'static str {
        match self {
            Self { deleted: 1, .. } => "Deleted comment",
            Self { muted: 1, .. } => "Comment that you have muted",
            _ => "A moderator has hidden this comment",
        }
    }

    /// Returns the marks of moderators, with a sign for each that differs from the others.
    pub fn marks(&self) -> Vec<(&'static str, &'static str)> {
        let marks = [
            (self.pinned > 0, ("📌", "pinned")),
            (self.locked > 0, ("🔒", "locked")),
            (self.hidden == 1, ("🚫", "removed")),
            (self.hidden == 2, ("⏳", "waits for a moderator")),
        ];
        marks.into_iter().filter(|(is_set, _)| *is_set).map(|(_, mark)| mark).collect()
    }
}
