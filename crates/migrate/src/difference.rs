//! What differs between an article or comment in a source and in a target.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

use article_site::{RecordedVote, Settings};
use serde::Deserialize;
use serde_json::Value;

use crate::item::{Bytes, Item, Text, vote_name};
use crate::readable::{readable, readable_pair};

/// A difference between two of the same id. A side that has nothing has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    pub of: Of<'a>,
    source: Option<Bytes>,
    target: Option<Bytes>,
}

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of<'a> {
    /// An attribute, by its name. `votes` are the up votes less the down votes, and `score` is
    /// compared only where the votes are the same.
    Attribute(String),
    /// The vote of a user.
    Vote(&'a Text),
    /// The membership of a group, on the side that has a value.
    Group(&'a Text),
    Field(&'a Text),
}

impl Difference<'_> {
    /// Whether it is of the number of votes, or of the score that follows from it.
    pub fn is_of_votes(&self) -> bool {
        matches!(&self.of, Of::Attribute(name) if name == "votes" || name == "score")
    }

    pub fn is_of_groups(&self) -> bool {
        matches!(self.of, Of::Group(_))
    }
}

impl Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sides = [&self.source, &self.target].map(Option::as_deref);
        let is_flag = sides.contains(&Some(b"true"));
        let none = match &self.of {
            Of::Attribute(name) => write!(f, "{name}").map(|()| match name.as_str() {
                "boost" => "0",
                _ if is_flag => "false",
                _ => "missing",
            }),
            Of::Vote(user) => write!(f, "vote of {}", readable(user)).map(|()| "none"),
            Of::Field(name) => write!(f, "field {}", readable(name)).map(|()| "missing"),
            Of::Group(name) => {
                let side = if self.source.is_some() { "source" } else { "target" };
                return write!(f, "group {}: only in the {side}", readable(name));
            }
        }?;
        let [source, target] = match sides {
            [Some(source), Some(target)] => readable_pair(source, target),
            sides => sides.map(|value| value.map_or(none.to_owned(), readable)),
        };
        write!(f, ": {source} in the source, {target} in the target")
    }
}

/// Returns what differs. Where one side has only counts, the up votes less the down votes are
/// compared, because a classic site stores no more of a closed article.
pub fn differences<'a>(
    source: &'a Item,
    target: &'a Item,
    settings: &Settings,
) -> Vec<Difference<'a>> {
    let sides = [source, target];
    let [mut source, mut target] = if source.noun() == target.noun() {
        let is_known =
            sides.iter().all(|item| item.is_recorded() || item.voters().next().is_some());
        let is_recorded = sides.iter().all(|item| item.is_recorded());
        let is_same = source.balance() == target.balance();
        sides.map(|item| {
            let votes = item.voters().filter(|_| is_known).map(|(user, vote)| {
                // A vote that is kept on either side is the same whether it counts or not.
                let is_silent = vote.is_silent && is_recorded;
                let name = vote_name(RecordedVote { is_silent, ..vote });
                (Of::Vote(user), name.into())
            });
            let score = is_same.then(|| item.score(settings));
            attributes(item, score).chain(votes).collect::<BTreeMap<_, Bytes>>()
        })
    } else {
        let kind = |item: &Item| (Of::Attribute("kind".to_owned()), item.noun().into());
        sides.map(|item| BTreeMap::from([kind(item)]))
    };
    let all: BTreeSet<Of> = source.keys().chain(target.keys()).cloned().collect();
    let compared = all.into_iter().map(|of| {
        let (source, target) = (source.remove(&of), target.remove(&of));
        Difference { of, source, target }
    });
    compared.filter(|found| found.source != found.target).collect()
}

/// What the line of an item has and is compared in another way, or not at all.
const OTHER: [&str; 14] = [
    "id",
    "deleted",
    "article",
    "score",
    "upvotes",
    "downvotes",
    "kept_up",
    "kept_down",
    "up",
    "down",
    "silent_up",
    "silent_down",
    "groups",
    "fields",
];

/// Returns what can differ except for the votes of users.
fn attributes(item: &Item, only_score: Option<i64>) -> impl Iterator<Item = (Of<'_>, Bytes)> {
    let line = serde_json::to_value(item).unwrap_or_default();
    let line = if let Value::Object(line) = line { line } else { Default::default() };
    let line = line.into_iter().filter(|(name, _)| !OTHER.contains(&name.as_str()));
    let numbers = [("votes", Some(item.balance())), ("score", only_score)].into_iter();
    let numbers = numbers.filter_map(|(name, value)| Some((name.to_owned(), value?.into())));
    let attributes = line.chain(numbers).map(|(name, value)| (Of::Attribute(name), bytes(&value)));
    let groups = item.groups().iter().map(|name| (Of::Group(name), Bytes::new()));
    let fields = item.fields.iter().map(|(name, value)| (Of::Field(name), value.0.clone()));
    attributes.chain(groups).chain(fields)
}

/// Returns a text, or a number or flag as a text.
fn bytes(value: &Value) -> Bytes {
    Text::deserialize(value).map_or_else(|_| value.to_string().into(), |text| text.0)
}
