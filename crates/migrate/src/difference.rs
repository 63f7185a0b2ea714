//! What differs between an article or comment in a source and in a target.

use std::fmt::{self, Display};
use std::iter;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// Returns the difference of two values, if they differ.
    fn between(of: Of<'a>, source: Option<Value<'a>>, target: Option<Value<'a>>) -> Option<Self> {
        (source != target).then_some(Self { of, source, target })
    }

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
    let [one, other] = [source, target].map(|item| Some(Value::Text(item.noun().as_bytes())));
    if let Some(kind) = Difference::between(Of::Attribute("kind"), one, other) {
        return vec![kind];
    }
    let attributes = iter::zip(attributes(source), attributes(target));
    let attributes = attributes.filter_map(|((name, source), (_, target))| {
        Difference::between(Of::Attribute(name), source, target)
    });
    let numbers = [
        ("votes", source.balance(), target.balance()),
        ("score", source.score(settings), target.score(settings)),
    ];
    let number = numbers.into_iter().find_map(|(name, source, target)| {
        let [source, target] = [source, target].map(|number| Some(Value::Number(number)));
        Difference::between(Of::Attribute(name), source, target)
    });
    let found = attributes.chain(number).chain(votes(source, target));
    found.chain(groups(source, target)).chain(fields(source, target)).collect()
}

/// Returns the attributes that have one value each, by name. [`differences`] compares the others.
fn attributes(item: &Item) -> [(&'static str, Option<Value<'_>>); 15] {
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
        fields: _,
        has_to_be_counted: _,
    } = item;
    fn text_value(text: &Option<Text>) -> Option<Value<'_>> {
        text.as_ref().map(|text| Value::Text(text))
    }
    let number = |number: Option<i64>| number.map(Value::Number);
    [
        ("poster", Some(Value::Text(poster))),
        ("time", number(Some(time.0))),
        ("closes", number(closes.map(|closes| closes.0))),
        ("boost", number(Some(*boost))),
        ("hidden", Some(Value::Flag(*hidden))),
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
    ]
}

/// Compares the votes of users where both sides know some. A vote that is kept on either side is
/// the same whether it counts or not.
fn votes<'a>(source: &'a Item, target: &'a Item) -> Vec<Difference<'a>> {
    if !source.has_known_votes() || !target.has_known_votes() {
        return Vec::new();
    }
    let is_recorded = source.is_recorded() && target.is_recorded();
    let is_same = |vote: RecordedVote, other: RecordedVote| {
        if is_recorded { vote == other } else { vote.vote == other.vote }
    };
    let changed = source.voters().filter_map(|(user, vote)| {
        let other = target.vote_of(user);
        let differs = !other.is_some_and(|other| is_same(vote, other));
        let [source, target] = [Some(vote), other].map(|vote| vote.map(Value::Vote));
        differs.then_some(Difference { of: Of::Vote(user), source, target })
    });
    let extra = target.voters().filter(|(user, _)| source.vote_of(user).is_none());
    let extra = extra.map(|(user, vote)| Difference {
        of: Of::Vote(user),
        source: None,
        target: Some(Value::Vote(vote)),
    });
    changed.chain(extra).collect()
}

fn groups<'a>(source: &'a Item, target: &'a Item) -> impl Iterator<Item = Difference<'a>> {
    source.groups().iter().chain(target.groups()).filter_map(move |name| {
        let sides = [source, target];
        let [source, target] =
            sides.map(|item| item.groups().contains(name).then_some(Value::Flag(true)));
        Difference::between(Of::Group(name), source, target)
    })
}

fn fields<'a>(source: &'a Item, target: &'a Item) -> impl Iterator<Item = Difference<'a>> {
    let mut names: Vec<&Text> =
        source.fields.iter().chain(&target.fields).map(|(name, _)| name).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter().filter_map(move |name| {
        let [source, target] = [source, target].map(|item| {
            let field = item.fields.iter().find(|(field, _)| field == name);
            field.map(|(_, value)| Value::Text(value))
        });
        Difference::between(Of::Field(name), source, target)
    })
}
