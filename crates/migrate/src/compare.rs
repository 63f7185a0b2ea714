//! What differs between an article in a source and in a target.

use std::fmt::{self, Display};

use article_site::{Settings, Vote};

use crate::article::{Article, Bytes};
use crate::readable::{readable, readable_pair};

/// A difference between two articles of the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A text, by its name.
    Text { name: &'static str, source: Bytes, target: Bytes },
    /// A number, by its name.
    Number { name: &'static str, source: i64, target: i64 },
    /// A flag, by its name.
    Flag { name: &'static str, source: bool, target: bool },
    /// The up votes less the down votes.
    Votes { source: i64, target: i64 },
    /// The score, where the votes are the same.
    Score { source: i64, target: i64 },
    /// A user's vote, in the source and in the target.
    Vote { user: Bytes, source: Option<Vote>, target: Option<Vote> },
    /// The article is in a group in the source only, or in the target only.
    Group { name: Bytes, is_in_source: bool },
    /// The value of a custom field, in the source and in the target.
    Field { name: Bytes, source: Option<Bytes>, target: Option<Bytes> },
}

impl Difference {
    /// Whether it is of the number of votes, or of the score that follows from it.
    pub fn is_of_votes(&self) -> bool {
        matches!(self, Self::Votes { .. } | Self::Score { .. })
    }
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text { name, source, target } => {
                let [source, target] = readable_pair(source, target);
                both(f, name, source, target)
            }
            Self::Number { name, source, target } => both(f, name, source, target),
            Self::Flag { name, source, target } => both(f, name, source, target),
            Self::Votes { source, target } => both(f, "votes", source, target),
            Self::Score { source, target } => both(f, "score", source, target),
            Self::Vote { user, source, target } => {
                let name = format!("vote of {}", readable(user));
                both(f, &name, vote(*source), vote(*target))
            }
            Self::Group { name, is_in_source } => {
                let place = if *is_in_source { "source" } else { "target" };
                write!(f, "group {}: only in the {place}", readable(name))
            }
            Self::Field { name, source, target } => {
                let [source, target] = match (source, target) {
                    (Some(source), Some(target)) => readable_pair(source, target),
                    (source, target) => [source, target].map(|value| {
                        value.as_ref().map_or_else(|| "missing".to_owned(), |v| readable(v))
                    }),
                };
                both(f, &format!("field {}", readable(name)), source, target)
            }
        }
    }
}

fn both<T: Display>(f: &mut fmt::Formatter, name: &str, source: T, target: T) -> fmt::Result {
    write!(f, "{name}: {source} in the source, {target} in the target")
}

fn vote(vote: Option<Vote>) -> &'static str {
    match vote {
        Some(Vote::Up) => "up",
        Some(Vote::Down) => "down",
        None => "none",
    }
}

/// Returns what differs. Where one side has only counts, the up votes less the down votes are
/// compared, because a classic site stores no more of a closed article.
pub fn differences(source: &Article, target: &Article, settings: &Settings) -> Vec<Difference> {
    let mut found = Vec::new();
    for (name, source, target) in [
        ("poster", &source.poster, &target.poster),
        ("title", &source.title, &target.title),
        ("link", &source.link, &target.link),
    ] {
        if source != target {
            let (source, target) = (source.clone(), target.clone());
            found.push(Difference::Text { name, source, target });
        }
    }
    for (name, source, target) in [
        ("time", source.time.get(), target.time.get()),
        ("closes", source.closes, target.closes),
        ("boost", source.boost.get(), target.boost.get()),
    ] {
        if source != target {
            found.push(Difference::Number { name, source, target });
        }
    }
    for (name, source, target) in [
        ("hidden", source.flags.hidden, target.flags.hidden),
        ("locked", source.flags.locked, target.flags.locked),
        ("pinned", source.flags.pinned, target.flags.pinned),
    ] {
        if source != target {
            found.push(Difference::Flag { name, source, target });
        }
    }
    let balances = (source.votes.balance(), target.votes.balance());
    let scores = (source.score(settings), target.score(settings));
    if balances.0 != balances.1 {
        found.push(Difference::Votes { source: balances.0, target: balances.1 });
    } else if scores.0 != scores.1 {
        found.push(Difference::Score { source: scores.0, target: scores.1 });
    }
    found.extend(votes(source, target));
    found.extend(groups(source, target));
    found.extend(fields(source, target));
    found
}

fn votes(source: &Article, target: &Article) -> Vec<Difference> {
    let Some((source, target)) = source.votes.voters().zip(target.votes.voters()) else {
        return Vec::new();
    };
    let changed = source.iter().filter_map(|(user, vote)| {
        let other = target.vote_of(user);
        let difference =
            || Difference::Vote { user: user.clone(), source: Some(vote), target: other };
        (other != Some(vote)).then(difference)
    });
    let extra = target.iter().filter_map(|(user, vote)| {
        let difference =
            || Difference::Vote { user: user.clone(), source: None, target: Some(vote) };
        source.vote_of(user).is_none().then(difference)
    });
    changed.chain(extra).collect()
}

fn groups(source: &Article, target: &Article) -> Vec<Difference> {
    let missing = |of: &Article, other: &Article, is_in_source: bool| -> Vec<Difference> {
        let groups = of.groups.iter().filter(|name| !other.groups.contains(name));
        groups.map(|name| Difference::Group { name: name.clone(), is_in_source }).collect()
    };
    [missing(source, target, true), missing(target, source, false)].concat()
}

fn fields(source: &Article, target: &Article) -> Vec<Difference> {
    let value = |of: &Article, name: &Bytes| {
        of.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.clone())
    };
    let mut names: Vec<&Bytes> =
        source.fields.iter().chain(&target.fields).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    let difference = |name: &Bytes| {
        let (source, target) = (value(source, name), value(target, name));
        (source != target).then(|| Difference::Field { name: name.clone(), source, target })
    };
    names.into_iter().filter_map(difference).collect()
}
