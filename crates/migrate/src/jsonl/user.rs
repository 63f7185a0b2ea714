//! What names one user, as JSON lines, for a user who asks for it.

use anyhow::Result;
use serde::Serialize;

use crate::item::{Bytes, Item, Reader, vote_name};
use crate::jsonl::lines::Lines;
use crate::report::Report;
use crate::transfer::Sink;

/// A file of what a user posted, voted on, follows, has muted, and has on lists. It names no other
/// user but those followed and muted.
pub struct UserSink {
    lines: Lines,
    user: Bytes,
    /// The number of articles and comments that the user posted.
    posted: u64,
    /// The number of the user's recorded votes.
    votes: u64,
    /// The number of groups and users that the user follows and has muted.
    related: u64,
    /// The number of ids on the user's lists.
    marks: u64,
}

/// The line of an article or comment that the user posted or voted on.
#[derive(Serialize)]
struct UserLine {
    #[serde(flatten)]
    content: Content,
    #[serde(skip_serializing_if = "Option::is_none")]
    vote: Option<String>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Content {
    Posted(Box<Item>),
    Voted { id: u32 },
}

impl UserSink {
    /// Writes to a file. The file `-` is standard output.
    pub fn create(file: &str, user: &str) -> Result<Self> {
        let (lines, user) = (Lines::create(file)?, user.as_bytes().to_vec());
        Ok(Self { lines, user, posted: 0, votes: 0, related: 0, marks: 0 })
    }

    /// Whether the lines go to standard output, which then must hold nothing else.
    pub fn is_standard_output(&self) -> bool {
        self.lines.is_standard_output()
    }

    pub fn summary(&self) -> String {
        let lines = [
            ("articles and comments", self.posted),
            ("votes", self.votes),
            ("follows and mutes", self.related),
            ("ids on lists", self.marks),
        ];
        lines.map(|(what, number)| format!("  {what:<21}  {number:>12}\n")).concat()
    }

    fn add(&mut self, mut item: Item) -> Result<()> {
        let vote = item.vote_of(&self.user);
        // As the lists of voters in other lines have it.
        let vote = vote.map(|vote| vote_name(vote).replace(' ', "_"));
        let is_posted = *item.poster == self.user;
        if !is_posted && vote.is_none() {
            return Ok(());
        }
        self.posted += u64::from(is_posted);
        self.votes += u64::from(vote.is_some());
        let content = if is_posted {
            let (up, down) = item.counts();
            item.set_counts(up, down);
            Content::Posted(Box::new(item))
        } else {
            Content::Voted { id: item.id() }
        };
        self.lines.add(&UserLine { content, vote })
    }
}

impl Sink for UserSink {
    fn write(&mut self, entries: Vec<Item>, _report: &mut Report) -> Result<()> {
        entries.into_iter().filter(|item| !item.deleted).try_for_each(|item| self.add(item))
    }

    fn write_readers(&mut self, readers: Vec<Reader>, _report: &mut Report) -> Result<()> {
        readers.iter().filter(|reader| *reader.user == self.user).try_for_each(|reader| {
            self.related += reader.related() as u64;
            self.marks += reader.marks() as u64;
            self.lines.add(reader)
        })
    }

    fn finish(&mut self) -> Result<()> {
        self.lines.finish()
    }
}
