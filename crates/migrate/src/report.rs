//! What was moved, and what was wrong with it.

use std::collections::BTreeMap;
use std::fmt::Write;

use article_site::Kind;

use crate::item::Entry;

/// Something wrong in a source. The order is that of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Problem {
    InvalidLine,
    OutsideLimits,
    ReservedName,
    UnsortedLine,
    RepeatedId,
    UnknownParent,
    OtherArticle,
    Circle,
    TooDeep,
    NotAnId,
    NoHash,
    NoTitle,
    NoPoster,
    NoTime,
    FutureTime,
    WrongType,
    TooLate,
    NoParent,
    NotListed,
    HalfListed,
    NoVotes,
    VotersDisagree,
    BothVotes,
    ExpiredVoters,
    LeftoverVoters,
    UnknownVote,
    ScoreDisagrees,
    LongTitle,
    LongLink,
    LongName,
    LongField,
    ReservedField,
    TooManyFields,
    LongGroup,
    TooManyGroups,
    OrphanVoters,
    OrphanMember,
    CounterBehind,
    NotUpdated,
}

impl Problem {
    /// Returns what it is, and what becomes of it.
    pub fn text(self) -> &'static str {
        match self {
            Self::InvalidLine => "lines that are not as the format has them",
            Self::OutsideLimits => "lines with something that is not within the module's limits",
            Self::ReservedName => "lines with a custom field whose name the module reserves",
            Self::UnsortedLine => {
                "lines whose id is not above those before: sort the lines by id, or use --map-ids"
            }
            Self::RepeatedId => "lines with the same id as a line before",
            Self::UnknownParent => "answers to what is not in the lines, or not before them",
            Self::OtherArticle => "answers to a comment on another article than they name",
            Self::Circle => "comments that answer themselves, perhaps through others",
            Self::TooDeep => "comments that are nested more than 255 deep",
            Self::NotAnId => {
                "keys or members whose id is not a number from 1 to 4294967295: skipped"
            }
            Self::NoHash => "articles in time: or score: without a hash: skipped",
            Self::NoTitle => "articles without a title: skipped",
            Self::NoPoster => "articles without a poster, or with one over 255 bytes: skipped",
            Self::NoTime => "articles without a valid time: skipped",
            Self::FutureTime => {
                "articles or comments with a time in the future: loaded as they are. If a classic \
                 site has its times in milliseconds, use --time-unit ms"
            }
            Self::WrongType => "keys of another type than the layout has: ignored",
            Self::TooLate => {
                "articles or comments that the target does not have, although it has later ones: \
                 skipped"
            }
            Self::NoParent => {
                "comments on what the target does not have, although it has later ones: skipped"
            }
            Self::NotListed => "articles in neither time: nor score:: loaded as hidden",
            Self::HalfListed => "articles in only one of time: and score:: loaded and listed",
            Self::NoVotes => "articles without a valid number of votes: the voters count",
            Self::VotersDisagree => {
                "open articles whose voters disagree with their votes: the voters count"
            }
            Self::BothVotes => {
                "users who voted both for and against an article: counted as neither"
            }
            Self::ExpiredVoters => {
                "open articles whose voters have expired: loaded with their counts, voting closed"
            }
            Self::LeftoverVoters => "closed articles that still have voters: the counts count",
            Self::UnknownVote => "votes other than 1 and 2 in a hash of voters: ignored",
            Self::ScoreDisagrees => {
                "scores that do not follow from the votes: recomputed if open, kept if closed"
            }
            Self::LongTitle => "titles over 65535 bytes: cut",
            Self::LongLink => "links over 65535 bytes: left out",
            Self::LongName => "voters whose names are empty or over 255 bytes: left out",
            Self::LongField => {
                "fields with a name over 255 bytes or a value over 1048576 bytes: left out"
            }
            Self::ReservedField => "fields with a name that the module reserves: left out",
            Self::TooManyFields => "articles with more than 32 custom fields: the first 32 kept",
            Self::LongGroup => "groups whose names are empty or over 255 bytes: left out",
            Self::TooManyGroups => "articles in more than 32 groups: the first 32 kept",
            Self::OrphanVoters => "voters of articles that do not exist: skipped",
            Self::OrphanMember => "members of groups that are not articles: skipped",
            Self::CounterBehind => "articles with an id above the counter: loaded",
            Self::NotUpdated => "differences that the target refused to take over",
        }
    }
}

/// The cases of a problem.
#[derive(Clone, Debug, Default)]
struct Cases {
    count: u64,
    examples: Vec<String>,
}

/// Collects counts and problems.
#[derive(Debug)]
pub struct Report {
    max_examples: usize,
    problems: BTreeMap<Problem, Cases>,
    /// The number of problems because of which nothing can be imported, and the first of them.
    refused: u64,
    first_refused: String,
    articles: u64,
    comments: u64,
    places: u64,
    /// Comments that the target has no place for.
    left_out: u64,
    /// Articles, comments and places that had been moved before.
    pub present: u64,
    /// Articles among those that were brought up to date.
    pub updated: u64,
    open: u64,
    recorded: u64,
    memberships: u64,
    hidden: u64,
}

impl Report {
    /// Begins a report with at most `max_examples` examples per problem.
    pub fn new(max_examples: usize) -> Self {
        Self {
            max_examples,
            problems: BTreeMap::new(),
            refused: 0,
            first_refused: String::new(),
            articles: 0,
            comments: 0,
            places: 0,
            left_out: 0,
            present: 0,
            updated: 0,
            open: 0,
            recorded: 0,
            memberships: 0,
            hidden: 0,
        }
    }

    /// Adds a case of a problem.
    pub fn add(&mut self, problem: Problem, example: impl FnOnce() -> String) {
        let cases = self.problems.entry(problem).or_default();
        cases.count += 1;
        if cases.examples.len() < self.max_examples {
            cases.examples.push(example());
        }
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
    pub fn count(&mut self, entries: &[Entry]) {
        for entry in entries {
            let Entry::Item(item) = entry else {
                self.places += 1;
                continue;
            };
            match item.kind() {
                Kind::Article => self.articles += 1,
                Kind::Comment => self.comments += 1,
            }
            self.memberships += item.groups().len() as u64;
            self.hidden += u64::from(item.hidden);
            if item.is_recorded() {
                self.open += 1;
                self.recorded += item.voters().count() as u64;
            }
        }
    }

    /// Counts comments that are left out.
    pub fn leave_out(&mut self, comments: usize) {
        self.left_out += comments as u64;
    }

    /// Returns the report as lines of text.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut line = |what: &str, number: u64| {
            if number > 0 {
                // Writing to a string cannot fail.
                let _ = writeln!(text, "  {what:<31} {number:>12}");
            }
        };
        line("articles", self.articles);
        line("comments", self.comments);
        line("places of deleted ones", self.places);
        line("with the votes of each voter", self.open);
        line("with counts of votes only", self.articles + self.comments - self.open);
        line("hidden", self.hidden);
        line("vote records", self.recorded);
        line("memberships of groups", self.memberships);
        line("comments left out", self.left_out);
        line("there before", self.present);
        line("of these, brought up to date", self.updated);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_counts_all_cases_and_shows_some() {
        let mut report = Report::new(2);
        for id in 1..=5 {
            report.add(Problem::NoTitle, || format!("article {id}"));
        }
        let text = report.text();
        assert!(text.contains("  5 articles without a title: skipped\n"), "{text}");
        assert!(text.contains("      article 2\n      and 3 more\n"), "{text}");
        assert!(!text.contains("article 3"), "{text}");
    }

    #[test]
    fn a_report_without_problems_says_so() {
        assert_eq!(Report::new(9).text(), "No problems found.\n");
    }
}
