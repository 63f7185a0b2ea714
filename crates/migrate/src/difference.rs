//! What differs between an article or comment in a source and in a target.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Display};

use article_site::{RecordedVote, Settings};

use crate::item::{Item, Text, vote_name};
use crate::readable::{readable, readable_pair};

/// A difference between two of the same id. A side that has nothing has no value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference<'a> {
    pub of: Of<'a>,
    pub source: Option<Value<'a>>,
    pub target: Option<Value<'a>>,
}

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Of<'a> {
    /// An attribute, by its name. `votes` are the up votes less the down votes, and `score` is
    /// compared only where the votes are the same.
    Attribute(&'static str),
    /// The vote of a user.
    Vote(&'a Text),
    /// The membership of a group, on the side that has a value.
    Group(&'a Text),
    Field(&'a Text),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value<'a> {
    Text(&'a [u8]),
    Number(i64),
    Flag(bool),
    Vote(RecordedVote),
}

impl<'a> Difference<'a> {
    /// Whether it is of the number of votes, or of the score that follows from it.
    pub fn is_of_votes(&self) -> bool {
        matches!(self.of, Of::Attribute("votes" | "score"))
    }

    pub fn is_of_groups(&self) -> bool {
        matches!(self.of, Of::Group(_))
    }
}

impl Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let sides = [self.source, self.target];
        let none = match self.of {
            Of::Attribute(name) => write!(f, "{name}").map(|()| "missing"),
            Of::Vote(user) => write!(f, "vote of {}", readable(user)).map(|()| "none"),
            Of::Field(name) => write!(f, "field {}", readable(name)).map(|()| "missing"),
            Of::Group(name) => {
                let side = if self.source.is_some() { "source" } else { "target" };
                return write!(f, "group {}: only in the {side}", readable(name));
            }
        }?;
        let [source, target] = match sides {
            [Some(Value::Text(source)), Some(Value::Text(target))] => {
                readable_pair(source, target)
            }
            sides => sides.map(|value| value.map_or(none.to_owned(), |value| value.to_string())),
        };
        write!(f, ": {source} in the source, {target} in the target")
    }
}

impl Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Text(text) => f.write_str(&readable(text)),
            Self::Number(number) => write!(f, "{number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Vote(vote) => f.write_str(vote_name(*vote)),
        }
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
    let [source, target] = if source.noun() == target.noun() {
        let is_known =
            sides.iter().all(|item| item.is_recorded() || item.voters().next().is_some());
        let is_recorded = sides.iter().all(|item| item.is_recorded());
        let is_same = source.balance() == target.balance();
        sides.map(|item| {
            let score = is_same.then(|| item.score(settings));
            let votes = item.voters().filter(|_| is_known).map(
                |(user, RecordedVote { vote, is_silent })| {
                    // A vote that is kept on either side is the same whether it counts or not.
                    let is_silent = is_silent && is_recorded;
                    (Of::Vote(user), Value::Vote(RecordedVote { vote, is_silent }))
                },
            );
            attributes(item, score).chain(votes).collect::<BTreeMap<_, _>>()
        })
    } else {
        let kind = |item: &'a Item| (Of::Attribute("kind"), Value::Text(item.noun().as_bytes()));
        sides.map(|item| BTreeMap::from([kind(item)]))
    };
    let all = BTreeSet::from_iter(source.keys().chain(target.keys()).copied());
    let compared = all.into_iter().map(|of| Difference {
        of,
        source: source.get(&of).copied(),
        target: target.get(&of).copied(),
    });
    compared.filter(|found| found.source != found.target).collect()
}

/// Returns what can differ except for the votes of users.
fn attributes<'a>(
    item: &'a Item,
    only_score: Option<i64>,
) -> impl Iterator<Item = (Of<'a>, Value<'a>)> {
    // Without `..`, so that a new field does not compile until it is compared.
    let Item {
        id: _,
        deleted: _,
        parent,
        article: _,
        poster,
        title,
        link,
        text: body,
        time,
        closes,
        score: _,
        boost,
        hidden,
        held,
        locked,
        pinned,
        pinned_local,
        comments,
        bumped,
        bump_time,
        upvotes: _,
        downvotes: _,
        kept_up: _,
        kept_down: _,
        up: _,
        down: _,
        silent_up: _,
        silent_down: _,
        groups: _,
        fields,
        activity: _,
    } = item;
    fn text_value(text: &Option<Text>) -> Option<Value<'_>> {
        text.as_ref().map(|text| Value::Text(text))
    }
    let number = |number: Option<i64>| number.map(Value::Number);
    let attributes = [
        ("poster", Some(Value::Text(poster))),
        ("time", number(Some(time.0))),
        ("closes", number(closes.map(|closes| closes.0))),
        ("votes", number(Some(item.balance()))),
        ("score", number(only_score)),
        ("boost", number(Some(*boost))),
        ("hidden", Some(Value::Flag(*hidden))),
        ("held", Some(Value::Flag(*held))),
        ("locked", Some(Value::Flag(*locked))),
        ("pinned", Some(Value::Flag(*pinned))),
        ("pinned_local", Some(Value::Flag(*pinned_local))),
        ("title", text_value(title)),
        ("link", text_value(link)),
        ("comments", number(comments.map(Into::into))),
        ("bumped", number(bumped.map(|bumped| bumped.0))),
        ("bump_time", number(bump_time.map(|time| time.0))),
        ("parent", number(parent.map(|parent| parent as i64))),
        ("text", text_value(body)),
    ];
    let attributes = attributes.into_iter();
    let attributes = attributes.filter_map(|(name, value)| Some((Of::Attribute(name), value?)));
    let groups = item.groups().iter().map(|name| (Of::Group(name), Value::Flag(true)));
    let fields = fields.iter().map(|(name, value)| (Of::Field(name), Value::Text(value)));
    attributes.chain(groups).chain(fields)
}
