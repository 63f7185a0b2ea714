//! What was moved, and what was wrong with it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{Write as _, stdout};

use anyhow::{Context, Result};
use article_site::Kind;
use thiserror::Error;

use crate::item::{Item, Reader};
use crate::progress::Progress;

/// Something wrong in a source, and what becomes of it, in the order of the report.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    #[error("lines that are not as the format has them")]
    InvalidLine,
    #[error("lines with something that is not within the module's limits")]
    OutsideLimits,
    #[error("lines with a custom field whose name the module reserves")]
    ReservedName,
    #[error("lines whose id is not above those before: sort the lines by id, or use --map-ids")]
    UnsortedLine,
    #[error("lines with the same id as a line before")]
    RepeatedId,
    #[error("answers to what is not in the lines, or not before them")]
    UnknownParent,
    #[error("answers to a comment on another article than they name")]
    OtherArticle,
    #[error("comments that answer themselves, perhaps through others")]
    Circle,
    #[error("lines of articles or comments after one of a user: sort the lines, or use --map-ids")]
    AfterUser,
    #[error("comments that are nested more than 255 deep")]
    TooDeep,
    #[error("keys or members whose id is not a number from 1 to 4294967295: skipped")]
    NotAnId,
    #[error("articles in time: or score: without a hash: skipped")]
    NoHash,
    #[error("articles without a title: skipped")]
    NoTitle,
    #[error("articles without a poster, or with one over 255 bytes: skipped")]
    NoPoster,
    #[error("articles without a valid time: skipped")]
    NoTime,
    #[error(
        "articles or comments with a time in the future: skipped. If a classic site \
         has its times in milliseconds, use --time-unit ms"
    )]
    FutureTime,
    #[error("keys of another type than the layout has: ignored")]
    WrongType,
    #[error(
        "articles or comments that the target does not have, although it has later ones: skipped"
    )]
    TooLate,
    #[error("comments on what the target does not have, although it has later ones: skipped")]
    NoParent,
    #[error("ids on lists that no line has: left out")]
    UnknownMark,
    #[error("articles in neither time: nor score:: loaded as hidden")]
    NotListed,
    #[error("articles in only one of time: and score:: loaded and listed")]
    HalfListed,
    #[error("articles without a valid number of votes: the voters count")]
    NoVotes,
    #[error("open articles whose voters disagree with their votes: the voters count")]
    VotersDisagree,
    #[error("users who voted both for and against an article: counted as neither")]
    BothVotes,
    #[error("open articles whose voters have expired: loaded with their counts, voting closed")]
    ExpiredVoters,
    #[error("closed articles that still have voters: the counts count")]
    LeftoverVoters,
    #[error("votes other than 1 and 2 in a hash of voters: ignored")]
    UnknownVote,
    #[error("scores that do not follow from the votes: recomputed if open, kept if closed")]
    ScoreDisagrees,
    #[error("titles over 65535 bytes: cut")]
    LongTitle,
    #[error("links over 65535 bytes: left out")]
    LongLink,
    #[error("voters whose names are empty or over 255 bytes: left out")]
    LongName,
    #[error("fields with a name over 255 bytes or a value over 1048576 bytes: left out")]
    LongField,
    #[error("fields with a name that the module reserves: left out")]
    ReservedField,
    #[error("articles with more than 32 custom fields: the first 32 kept")]
    TooManyFields,
    #[error("groups whose names are empty or over 255 bytes: left out")]
    LongGroup,
    #[error("articles in more than 32 groups: the first 32 kept")]
    TooManyGroups,
    #[error("voters of articles that do not exist: skipped")]
    OrphanVoters,
    #[error("members of groups that are not articles: skipped")]
    OrphanMember,
    #[error("articles with an id above the counter: loaded")]
    CounterBehind,
    #[error("differences that the target refused to take over")]
    NotUpdated,
}

#[derive(Clone, Debug, Default)]
struct Cases {
    count: u64,
    examples: Vec<String>,
}

/// What a report counts, in the order of its lines.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq, PartialOrd, Ord)]
pub enum Count {
    /// What the user of an export has posted.
    #[error("articles and comments")]
    Posted,
    /// The votes of that user.
    #[error("votes")]
    OwnVotes,
    #[error("articles")]
    Articles,
    #[error("comments")]
    Comments,
    #[error("with new ids")]
    Renumbered,
    #[error("places of deleted ones")]
    Places,
    #[error("with the votes of each voter")]
    Recorded,
    #[error("with counts of votes only")]
    CountsOnly,
    #[error("hidden")]
    Hidden,
    #[error("vote records")]
    Votes,
    #[error("kept votes")]
    KeptVotes,
    #[error("memberships of groups")]
    Memberships,
    #[error("last answers seen")]
    Seen,
    #[error("silenced users")]
    Silenced,
    #[error("follows and mutes")]
    Related,
    #[error("ids on lists")]
    Marks,
    /// Articles, comments and places that had been moved before.
    #[error("there before")]
    Present,
    /// Articles among those that were brought up to date.
    #[error("of these, brought up to date")]
    Updated,
}

/// Collects counts and problems.
#[derive(Debug)]
pub struct Report {
    pub progress: Progress,
    max_examples: usize,
    problems: BTreeMap<Problem, Cases>,
    /// The number of problems because of which nothing can be imported, and the first of them.
    refused: u64,
    first_refused: String,
    /// The counts of what was moved, and of what the target has no place for.
    counts: BTreeMap<(bool, Count), u64>,
}

impl Report {
    /// Begins a report with at most `max_examples` examples per problem.
    pub fn new(max_examples: usize) -> Self {
        Self {
            progress: Progress::new(),
            max_examples,
            problems: BTreeMap::new(),
            refused: 0,
            first_refused: String::new(),
            counts: BTreeMap::new(),
        }
    }

    pub fn add(&mut self, problem: Problem, example: impl FnOnce() -> String) {
        let cases = self.problems.entry(problem).or_default();
        cases.count += 1;
        if cases.examples.len() < self.max_examples {
            cases.examples.push(example());
        }
    }

    /// Returns a number, to be read or changed.
    pub fn number(&mut self, count: Count) -> &mut u64 {
        self.counts.entry((false, count)).or_default()
    }

    /// Returns the number of what the target has no place for.
    pub fn left_out(&mut self, count: Count) -> &mut u64 {
        self.counts.entry((true, count)).or_default()
    }

    /// Adds a case of a problem because of which nothing can be imported.
    pub fn refuse(&mut self, problem: Problem, example: String) {
        if self.refused == 0 {
            self.first_refused.clone_from(&example);
        }
        self.refused += 1;
        self.add(problem, || example);
    }

    /// Returns why nothing can be imported, if that is so.
    pub fn refusal(&self) -> Option<String> {
        match self.refused {
            0 => None,
            1 => Some(self.first_refused.clone()),
            count => Some(format!(
                "{}, and {} more problems, which the report on standard output has",
                self.first_refused,
                count - 1
            )),
        }
    }

    /// Counts what is moved.
    pub fn count(&mut self, entries: &[Item]) {
        for item in entries {
            if item.deleted {
                *self.number(Count::Places) += 1;
                continue;
            }
            let (known, votes) = if item.is_recorded() {
                (Count::Recorded, Count::Votes)
            } else {
                (Count::CountsOnly, Count::KeptVotes)
            };
            let kind = match item.kind() {
                Kind::Article => Count::Articles,
                Kind::Comment => Count::Comments,
            };
            *self.number(kind) += 1;
            *self.number(known) += 1;
            *self.number(votes) += item.voters().count() as u64;
            *self.number(Count::Memberships) += item.groups().len() as u64;
            *self.number(Count::Hidden) += u64::from(item.hidden);
        }
    }

    /// Counts what is moved, or left out, of readers.
    pub fn count_readers(&mut self, readers: &[Reader], are_left_out: bool) {
        for reader in readers {
            for (count, number) in [
                (Count::Seen, usize::from(!reader.seen.is_empty())),
                (Count::Silenced, usize::from(reader.silenced)),
                (Count::Related, reader.related()),
                (Count::Marks, reader.marks()),
            ] {
                *self.counts.entry((are_left_out, count)).or_default() += number as u64;
            }
        }
    }

    /// Prints what was done, and the report: on standard error if standard output has lines.
    pub fn print(&self, done: &str, on_error: bool) -> Result<()> {
        let text = format!("{done}:\n{}", self.text());
        if on_error {
            eprint!("{text}");
            return Ok(());
        }
        write!(stdout(), "{text}").context("cannot write the report to standard output")
    }

    /// Prints what was done to a key, in which time, and the report.
    pub fn conclude(&self, done: &str, key: &str, on_error: bool) -> Result<()> {
        self.print(&format!("{done} {key:?} ({})", self.progress.time()), on_error)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        for ((is_left_out, count), number) in &self.counts {
            let name = format!("{count}{}", if *is_left_out { " left out" } else { "" });
            if *number > 0 {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "  {name:<31} {number:>12}");
            }
        }
        if self.problems.is_empty() {
            text.push_str("No problems found.\n");
            return text;
        }
        text.push_str("Problems:\n");
        for (problem, cases) in &self.problems {
            let _ = writeln!(text, "  {} {problem}", cases.count);
            for example in &cases.examples {
                let _ = writeln!(text, "      {example}");
            }
            let left = cases.count - cases.examples.len() as u64;
            if left > 0 && self.max_examples > 0 {
                let _ = writeln!(text, "      and {left} more");
            }
        }
        text
    }
}
