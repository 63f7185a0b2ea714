use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    Hidden,
    Locked,
    Pinned,
}

impl Flag {
    pub const ALL: [Self; 3] = [Self::Hidden, Self::Locked, Self::Pinned];

    pub fn name(self) -> &'static str {
        match self {
            Self::Hidden => "hidden",
            Self::Locked => "locked",
            Self::Pinned => "pinned",
        }
    }
}

/// A story or a comment as the module returns it, as far as the site shows it. Both have ids of
/// one sequence.
///
/// Texts can hold any bytes. What is not UTF-8 is shown as replacement characters.
///
/// A hidden or deleted comment in a thread is a placeholder: it has only `id`, `parent`,
/// `article`, and `depth`, and `deleted` or the flag.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Item {
    pub id: u32,
    /// The story or comment that a comment answers; `None` for a story.
    pub parent: Option<u32>,
    pub article: u32,
    pub title: String,
    /// The title of a comment's story, which another command returns.
    #[serde(skip)]
    pub story_title: Option<String>,
    /// The link of a story. It is not checked: anything can be stored.
    pub link: String,
    /// The text of a comment. Stories have a custom field.
    pub text: String,
    /// The user who posted it; empty for a placeholder.
    pub poster: String,
    /// When it was posted, as UNIX time.
    pub time: i64,
    /// When voting on it closes, as UNIX time.
    pub closes: i64,
    pub votes: i64,
    pub upvotes: u32,
    pub downvotes: u32,
    pub boost: i64,
    pub comments: u32,
    pub groups: Vec<String>,
    pub depth: u32,
    /// The viewer's vote: 1, -1, or 0; `None` once voting has closed or without a viewer.
    pub vote: Option<i64>,
    #[serde(deserialize_with = "is_set")]
    pub hidden: bool,
    #[serde(deserialize_with = "is_set")]
    pub locked: bool,
    #[serde(deserialize_with = "is_set")]
    pub pinned: bool,
    #[serde(deserialize_with = "is_set")]
    pub deleted: bool,
    /// A placeholder in a thread for a comment by a user whom the viewer has muted.
    #[serde(deserialize_with = "is_set")]
    pub muted: bool,
    /// Which of the viewer's lists have it.
    pub marks: Vec<String>,
    /// Custom fields: `text`; `edited`, when it was last changed; `held` if it waits for a
    /// moderator.
    pub fields: BTreeMap<String, String>,
    /// When something last happened on a story, as UNIX time.
    pub bumped: i64,
    /// The comments on a story that are new to the viewer, up to 100.
    #[serde(skip)]
    pub fresh: usize,
}

impl Item {
    pub fn deleted(id: u32, article: u32) -> Self {
        Self { id, article, parent: Some(0), deleted: true, ..Self::default() }
    }

    pub fn is_comment(&self) -> bool {
        self.parent.is_some()
    }

    pub fn is_placeholder(&self) -> bool {
        self.poster.is_empty()
    }

    /// Returns it without text and poster.
    pub fn into_placeholder(self) -> Self {
        Self { poster: String::new(), text: String::new(), fields: BTreeMap::new(), ..self }
    }

    /// Whether one of the viewer's lists has it.
    pub fn is_on(&self, list: &str) -> bool {
        self.marks.iter().any(|name| name == list)
    }

    pub fn text(&self) -> &str {
        self.fields.get("text").unwrap_or(&self.text)
    }

    /// Returns when its title or text was last changed. Custom fields can hold anything.
    pub fn edited(&self) -> Option<i64> {
        self.fields.get("edited")?.parse().ok()
    }

    /// Whether it waits for a moderator, who has not seen it yet.
    pub fn is_held(&self) -> bool {
        self.fields.contains_key("held")
    }

    pub fn has(&self, flag: Flag) -> bool {
        match flag {
            Flag::Hidden => self.hidden,
            Flag::Locked => self.locked,
            Flag::Pinned => self.pinned,
        }
    }

    pub fn flags(&self) -> Vec<Flag> {
        Flag::ALL.into_iter().filter(|flag| self.has(*flag)).collect()
    }

    pub fn is_open(&self) -> bool {
        !self.has(Flag::Hidden) && !self.has(Flag::Locked)
    }
}

/// Reads 1 as true.
fn is_set<'de, D: Deserializer<'de>>(number: D) -> Result<bool, D::Error> {
    Ok(u8::deserialize(number)? > 0)
}
