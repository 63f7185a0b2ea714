//! What differs between an article or comment in a source and in a target.

use std::fmt::{self, Display};
use std::iter;

use article_site::{RecordedVote, Settings};

use crate::item::{Item, Text, vote_name};
use crate::readable::{readable, readable_pair};

/// A difference between two of the same id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference<'a> {
    /// An attribute, by its name. `votes` are the up votes less the down votes, and `score` is
    /// compared only where the votes are the same.
    Attribute {
        name: &'static str,
        source: Value<'a>,
        target: Value<'a>,
    },
    Vote {
        user: &'a Text,
        source: Option<RecordedVote>,
        target: Option<RecordedVote>,
    },
    /// It is in a group in the source only, or in the target only.
    Group {
        name: &'a Text,
        is_in_source: bool,
    },
    Field {
        name: &'a Text,
        source: Option<&'a Text>,
        target: Option<&'a Text>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Text(&'a [u8]),
    Number(i64),
    Flag(bool),
}

impl Difference<'_> {
    /// Whether it is of the number of votes, or of the score that follows from it.
    pub fn is_of_votes(&self) -> bool {
        matches!(self, Self::Attribute { name: "votes" | "score", .. })
    }

    pub fn is_of_groups(&self) -> bool {
        matches!(self, Self::Group { .. })
    }
}

impl Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Attribute { name, source, target } => match (source, target) {
                (Value::Text(source), Value::Text(target)) => {
                    let [source, target] = readable_pair(source, target);
                    both(f, name, source, target)
                }
                (source, target) => both(f, name, source, target),
            },
            Self::Vote { user, source, target } => {
                let name = format!("vote of {}", readable(user));
                let [source, target] = [source, target].map(|vote| vote.map_or("none", vote_name));
                both(f, &name, source, target)
            }
            Self::Group { name, is_in_source } => {
                let place = if *is_in_source { "source" } else { "target" };
                write!(f, "group {}: only in the {place}", readable(name))
            }
            Self::Field { name, source, target } => {
                let [source, target] = match (source, target) {
                    (Some(source), Some(target)) => readable_pair(source, target),
                    (source, target) => [source, target].map(|value| {
                        value.map_or_else(|| "missing".to_owned(), |value| readable(value))
                    }),
                };
                both(f, &format!("field {}", readable(name)), source, target)
            }
        }
    }
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&readable(text)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
        }
    }
}

fn both<T: Display>(f: &mut fmt::Formatter, name: &str, source: T, target: T) -> fmt::Result {
    write!(f, "{name}: {source} in the source, {target} in the target")
}

/// Returns what differs. Where one side has only counts, the up votes less the down votes are
/// compared, because a classic site stores no more of a closed article.
pub fn differences<'a>(
    source: &'a Item,
    target: &'a Item,
    settings: &Settings,
) -> Vec<Difference<'a>> {
    let mut found = Vec::new();
    if source.kind() != target.kind() {
        let [source, target] = [source, target].map(|item| Value::Text(item.noun().as_bytes()));
        return vec![Difference::Attribute { name: "kind", source, target }];
    }
    for ((name, source), (_, target)) in iter::zip(attributes(source), attributes(target)) {
        if source != target {
            found.push(Difference::Attribute { name, source, target });
        }
    }
    let numbers = [
        ("votes", [source, target].map(Item::balance)),
        ("score", [source, target].map(|item| item.score(settings))),
    ];
    let differing = numbers.into_iter().find(|(_, [source, target])| source != target);
    found.extend(differing.map(|(name, numbers)| {
        let [source, target] = numbers.map(Value::Number);
        Difference::Attribute { name, source, target }
    }));
    found.extend(votes(source, target));
    found.extend(groups(source, target));
    found.extend(fields(source, target));
    found
}

/// Returns the attributes that have one value each, by name. [`differences`] compares the others.
fn attributes(item: &Item) -> [(&'static str, Value<'_>); 13] {
    // Without `..`, so that a new field does not compile until it is compared.
    let Item {
        id: _,
        parent,
        article: _,
        poster,
        title,
        link,
        text,
        time,
        closes,
        score: _,
        boost,
        hidden,
        locked,
        pinned,
        comments,
        bumped,
        upvotes: _,
        downvotes: _,
        kept_up: _,
        kept_down: _,
        up: _,
        down: _,
        silent_up: _,
        silent_down: _,
        groups: _,
        fields: _,
        has_to_be_counted: _,
    } = item;
    let number = |number: Option<i64>| number.map(Value::Number);
    let all = [
        ("poster", Some(Value::Text(poster))),
        ("time", number(Some(time.0))),
        ("closes", number(closes.map(|closes| closes.0))),
        ("boost", number(Some(*boost))),
        ("hidden", Some(Value::Flag(*hidden))),
        ("locked", Some(Value::Flag(*locked))),
        ("pinned", Some(Value::Flag(*pinned))),
        ("title", text_value(title)),
        ("link", text_value(link)),
        ("comments", number(comments.map(Into::into))),
        ("bumped", number(bumped.map(|bumped| bumped.0))),
        ("parent", number(parent.map(|parent| parent as i64))),
        ("text", text_value(text)),
    ];
    // The other kind lacks some of them on both sides.
    all.map(|(name, value)| (name, value.unwrap_or(Value::Flag(false))))
}

fn text_value(text: &Option<Text>) -> Option<Value<'_>> {
    text.as_ref().map(|text| Value::Text(text))
}

/// Compares the votes of users where both sides know some. A vote that is kept on either side is
/// the same whether it counts or not.
fn votes<'a>(source: &'a Item, target: &'a Item) -> Vec<Difference<'a>> {
    if !source.has_known_votes() || !target.has_known_votes() {
        return Vec::new();
    }
    let is_recorded = source.is_recorded() && target.is_recorded();
    let changed = source.voters().filter_map(move |(user, vote)| {
        let other = target.vote_of(user);
        let difference = Difference::Vote { user, source: Some(vote), target: other };
        let is_same = match other {
            Some(other) if !is_recorded => other.vote == vote.vote,
            _ => other == Some(vote),
        };
        (!is_same).then_some(difference)
    });
    let extra = target.voters().filter_map(|(user, vote)| {
        let difference = Difference::Vote { user, source: None, target: Some(vote) };
        source.vote_of(user).is_none().then_some(difference)
    });
    changed.chain(extra).collect()
}

fn groups<'a>(source: &'a Item, target: &'a Item) -> Vec<Difference<'a>> {
    let missing = |of: &'a Item, other: &'a Item, is_in_source: bool| {
        let groups = of.groups().iter().filter(|name| !other.groups().contains(name));
        groups.map(move |name| Difference::Group { name, is_in_source })
    };
    missing(source, target, true).chain(missing(target, source, false)).collect()
}

fn fields<'a>(source: &'a Item, target: &'a Item) -> Vec<Difference<'a>> {
    let value = |of: &'a Item, name: &Text| {
        of.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value)
    };
    let mut names: Vec<&Text> =
        source.fields.iter().chain(&target.fields).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    let difference = |name| {
        let (source, target) = (value(source, name), value(target, name));
        (source != target).then_some(Difference::Field { name, source, target })
    };
    names.into_iter().filter_map(difference).collect()
}
