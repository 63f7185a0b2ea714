//! What was moved, and what was wrong with it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::Result;

use crate::progress::{Progress, print};
use crate::text::Text;
use crate::words::{Given, name, options};

/// Writes enums whose variants have texts.
macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident { $($variant:ident $text:literal,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name {
            $($variant,)*
        }

        impl $name {
            fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }
        }
    )*};
}

texts! {
    /// Something wrong in a source, and what becomes of it, in the order of the report.
    Problem {
        NotAnId "keys or members whose id is not a number from 1 to 4294967295: skipped",
        NoHash "articles in time: or score: without a hash: skipped",
        NoTitle "articles without a title: skipped",
        NoPoster "articles without a poster, or with one over 255 bytes: skipped",
        NoTime "articles without a valid time: skipped",
        FutureTime "articles with a time in the future: skipped. If the site has its times in \
            milliseconds, use --time-unit ms",
        WrongType "keys of another type than the layout has: ignored",
        UnknownMark "ids on lists that no line has: left out",
        NotListed "articles in neither time: nor score:: loaded as hidden",
        HalfListed "articles in only one of time: and score:: loaded and listed",
        NoVotes "articles without a valid number of votes: the voters count",
        VotersDisagree "open articles whose voters disagree with their votes: the voters count",
        BothVotes "users who voted both for and against an article: counted as neither",
        ExpiredVoters "open articles whose voters have expired: loaded with their counts, voting \
            closed",
        LeftoverVoters "closed articles that still have voters: the counts count",
        UnknownVote "votes other than 1 and 2 in a hash of voters: ignored",
        ScoreDisagrees "scores that do not follow from the votes: recomputed if open, kept if \
            closed",
        LongTitle "titles over 65535 bytes: cut",
        LongLink "links over 65535 bytes: left out",
        LongName "voters whose names are empty or over 255 bytes: left out",
        LongField "fields with a name over 255 bytes or a value over 1048576 bytes: left out",
        ReservedField "fields with a name that the module reserves: left out",
        TooManyFields "articles with more than 32 custom fields: the first 32 kept",
        LongGroup "groups whose names are empty or over 255 bytes: left out",
        TooManyGroups "articles in more than 32 groups: the first 32 kept",
        OrphanVoters "voters of articles that do not exist: skipped",
        OrphanMember "members of groups that are not articles: skipped",
        CounterBehind "articles with an id above the counter: loaded",
    }
    /// What a report counts, in the order of its lines. Last, what had been moved before.
    Count {
        Articles "articles",
        Comments "comments",
        Renumbered "with new ids",
        Places "places of deleted ones",
        Recorded "with the votes of each voter",
        CountsOnly "with counts of votes only",
        Hidden "hidden",
        Votes "vote records",
        KeptVotes "kept votes",
        Memberships "memberships of groups",
        Seen "last answers seen",
        Silenced "silenced users",
        Related "follows and mutes",
        Marks "ids on lists",
        Present "there before",
    }
}

#[derive(Clone, Debug, Default)]
struct Cases {
    count: u64,
    examples: Vec<String>,
}

/// Collects counts and problems.
#[derive(Debug)]
pub struct Report {
    pub progress: Progress,
    max_examples: usize,
    problems: BTreeMap<Problem, Cases>,
    counts: BTreeMap<Count, u64>,
    /// What the target has no place for.
    pub left_out: &'static [Count],
}

impl Report {
    /// Begins a report with at most `max_examples` examples per problem.
    pub fn new(max_examples: usize) -> Self {
        Self {
            progress: Progress::new(),
            max_examples,
            problems: BTreeMap::new(),
            counts: BTreeMap::new(),
            left_out: &[],
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
        self.counts.entry(count).or_default()
    }

    /// Counts what a command loads.
    pub fn count(&mut self, command: &[Text]) {
        let kind = match name(command) {
            b"ARTICLE" => Some(Count::Articles),
            b"COMMENT" => Some(Count::Comments),
            b"PLACE" => return *self.number(Count::Places) += 1,
            b"VOTERS" => None,
            _ => return self.count_of_user(command),
        };
        let mut known = Count::Recorded;
        for Given { name, values, voters, .. } in options(command) {
            let count = match name {
                _ if voters.is_some_and(|option| option.is_kept) => Count::KeptVotes,
                _ if voters.is_some() => Count::Votes,
                b"COUNTS" => {
                    known = Count::CountsOnly;
                    continue;
                }
                b"GROUPS" => Count::Memberships,
                b"HIDDEN" | b"HELD" => {
                    *self.number(Count::Hidden) += 1;
                    continue;
                }
                _ => continue,
            };
            *self.number(count) += values.len() as u64;
        }
        if let Some(kind) = kind {
            *self.number(kind) += 1;
            *self.number(known) += 1;
        }
    }

    fn count_of_user(&mut self, command: &[Text]) {
        let (count, number) = match name(command) {
            b"SEEN" => (Count::Seen, 1),
            b"SILENCED" => (Count::Silenced, 1),
            b"FOLLOWS" | b"MUTES" => (Count::Related, command.len().saturating_sub(4)),
            b"MARKS" => {
                let ids = command.iter().skip(4).filter(|mark| !mark.starts_with(b"-"));
                (Count::Marks, ids.count())
            }
            _ => return,
        };
        *self.number(count) += number as u64;
    }

    /// Prints what was done to a key, in which time, and the report: on standard error if standard
    /// output has lines.
    pub fn conclude(&self, done: &str, key: &str, on_error: bool) -> Result<()> {
        let text = format!("{done} {key:?} ({}):\n{}", self.progress.time(), self.text());
        if on_error {
            eprint!("{text}");
            return Ok(());
        }
        print(&text)
    }

    fn text(&self) -> String {
        let mut text = String::new();
        let is_left_out = |count: &Count| self.left_out.contains(count);
        let (left_out, moved): (Vec<_>, Vec<_>) =
            self.counts.iter().partition(|(count, _)| is_left_out(count));
        for (count, number) in moved.into_iter().chain(left_out) {
            let name =
                format!("{}{}", count.text(), if is_left_out(count) { " left out" } else { "" });
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
            let _ = writeln!(text, "  {} {}", cases.count, problem.text());
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
