//! What differs between an article in a source and in a target.

use std::fmt::{self, Display};

use article_site::{Settings, Vote};

use crate::article::{Article, Bytes, readable};

/// A difference between two articles of the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// A value, by its name, as it is in the source and in the target.
    Value { name: &'static str, source: String, target: String },
    /// A user's vote, in the source and in the target.
    Vote { user: Bytes, source: Option<Vote>, target: Option<Vote> },
    /// The article is in a group in the source only, or in the target only.
    Group { name: Bytes, is_in_source: bool },
    /// The value of a custom field, in the source and in the target.
    Field { name: Bytes, source: Option<Bytes>, target: Option<Bytes> },
}

impl Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Value { name, source, target } => {
                write!(f, "{name}: {source} in the source, {target} in the target")
            }
            Self::Vote { user, source, target } => {
                let user = readable(user);
                write!(
                    f,
                    "vote of {user}: {} in the source, {} in the target",
                    vote(*source),
                    vote(*target)
                )
            }
            Self::Group { name, is_in_source } => {
                let place = if *is_in_source { "source" } else { "target" };
                write!(f, "group {}: only in the {place}", readable(name))
            }
            Self::Field { name, source, target } => {
                let text = |value: &Option<Bytes>| {
                    value.as_ref().map_or_else(|| "missing".to_owned(), |value| readable(value))
                };
                let name = readable(name);
                write!(
                    f,
                    "field {name}: {} in the source, {} in the target",
                    text(source),
                    text(target)
                )
            }
        }
    }
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
    let mut value = |name: &'static str, source: String, target: String| {
        if source != target {
            found.push(Difference::Value { name, source, target });
        }
    };
    let text = |text: &Bytes| readable(text);
    let is_same_text = |a: &Bytes, b: &Bytes| a == b;
    for (name, a, b) in [
        ("poster", &source.poster, &target.poster),
        ("title", &source.title, &target.title),
        ("link", &source.link, &target.link),
    ] {
        if !is_same_text(a, b) {
            value(name, text(a), text(b));
        }
    }
    value("time", source.time.to_string(), target.time.to_string());
    value("closes", source.closes.to_string(), target.closes.to_string());
    value("boost", source.boost.to_string(), target.boost.to_string());
    for (name, a, b) in [
        ("hidden", source.flags.hidden, target.flags.hidden),
        ("locked", source.flags.locked, target.flags.locked),
        ("pinned", source.flags.pinned, target.flags.pinned),
    ] {
        value(name, a.to_string(), b.to_string());
    }
    let balances = (source.votes.balance(), target.votes.balance());
    value("votes", balances.0.to_string(), balances.1.to_string());
    if balances.0 == balances.1 {
        let scores = (source.score(settings), target.score(settings));
        value("score", scores.0.to_string(), scores.1.to_string());
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
