//! What names one user, as JSON lines, for a user who asks for it.

use anyhow::Result;
use serde::Serialize;

use crate::item::{Bytes, Item, Reader, vote_name};
use crate::jsonl::lines::Lines;
use crate::report::{Count, Report};
use crate::transfer::Sink;

/// A file of what a user posted, voted on, follows, has muted, and has on lists. It names no other
/// user but those followed and muted.
pub struct UserSink {
    lines: Lines,
    user: Bytes,
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
        Ok(Self { lines: Lines::create(file)?, user: user.as_bytes().to_vec() })
    }

    fn add(&mut self, mut item: Item, report: &mut Report) -> Result<()> {
        let vote = item.vote_of(&self.user);
        // As the lists of voters in other lines have it.
        let vote = vote.map(|vote| vote_name(vote).replace(' ', "_"));
        let is_posted = *item.poster == self.user;
        if !is_posted && vote.is_none() {
            return Ok(());
        }
        *report.number(Count::Posted) += u64::from(is_posted);
        *report.number(Count::OwnVotes) += u64::from(vote.is_some());
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
    fn write(&mut self, entries: Vec<Item>, report: &mut Report) -> Result<()> {
        let mut entries = entries.into_iter().filter(|item| !item.deleted);
        entries.try_for_each(|item| self.add(item, report))
    }

    fn write_readers(&mut self, mut readers: Vec<Reader>, report: &mut Report) -> Result<()> {
        readers.retain(|reader| *reader.user == self.user);
        self.lines.write_readers(readers, report)
    }

    fn finish(&mut self) -> Result<()> {
        self.lines.finish()
    }
}
