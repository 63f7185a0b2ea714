//! The commands: the form of each, from `docs/commands.json`, and where it goes.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::Value as Json;

/// Where a command of a spread site goes, and how the replies of its parts become one. Numbers are
/// indexes of words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// To the part of the id.
    Id(usize),
    /// Of the ids from there on, each to its part.
    Ids(usize, Join),
    /// To all parts.
    All(Join),
    /// To all parts, one after the other, from the cursor there.
    Walk(usize),
    /// A listing, of which this is the page: merged by position.
    Page(usize),
    /// To the part of the link.
    Post,
    /// In a way of its own.
    Own,
    Refused,
}

/// How replies become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    First,
    Sum,
    /// The greatest number, or of an array, of each of its numbers: what every part counts.
    Most,
    /// What was moved, at most as many as COUNT says.
    Moved,
    /// The entry of each id.
    Entries,
    /// Maps, name by name.
    Map,
    /// Names with numbers, by name.
    Names,
    /// Names with numbers, the largest first.
    Largest,
    /// Ids, the highest first.
    Highest,
}

const ROUTES: [(Route, &str); 23] = [
    (Route::Post, "POST"),
    (Route::Id(2), "GET EDIT GROUPADD GROUPREM VOTERS BOOST THREAD BUMP INCRBY PATH"),
    (Route::Id(3), "VOTE COMMENT"),
    (Route::Ids(2, Join::Sum), "DEL"),
    (Route::Ids(3, Join::Sum), "MODERATE"),
    (Route::Ids(3, Join::Entries), "MGET VOTES"),
    (Route::Ids(4, Join::Sum), "MARK UNMARK"),
    (Route::Ids(4, Join::Most), "MUTE UNMUTE"),
    (Route::Page(2), "PAGE COMMENTS"),
    (Route::Page(3), "GROUPPAGE USERPAGE VOTED ANSWERS"),
    (Route::Page(4), "MARKED"),
    (Route::All(Join::First), "ALTER"),
    (Route::All(Join::Sum), "COUNT"),
    (Route::All(Join::Map), "INFO USER FOLLOWS"),
    (Route::All(Join::Names), "LISTS"),
    (Route::All(Join::Largest), "GROUPS"),
    (Route::All(Join::Highest), "FIND"),
    (Route::All(Join::Most), "FOLLOW UNFOLLOW FOLLOWERS SEEN"),
    (Route::All(Join::Moved), "TRANSFER FORGET"),
    (Route::Walk(3), "UNVOTE"),
    (Route::Walk(4), "SILENCE"),
    (Route::Own, "CREATE LOAD EXPORT CHANGES AFFINITY RANK"),
    (Route::Refused, "DEBUG"),
];

/// What follows the name of an option: some words, of which the last one may say how often several
/// more follow.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    pub words: usize,
    pub width: usize,
}

/// Words before the options.
#[derive(Clone, Copy, Debug)]
pub enum Positional {
    One,
    /// A number, and as many words.
    Counted,
    /// All up to the first option.
    Rest,
    Optional,
}

/// A command.
#[derive(Debug)]
pub struct Spec {
    pub name: String,
    pub route: Route,
    pub is_write: bool,
    pub arity: usize,
    pub positional: Vec<Positional>,
    options: HashMap<String, Shape>,
}

static COMMANDS: LazyLock<HashMap<String, Spec>> = LazyLock::new(|| {
    let contract: Json =
        serde_json::from_str(include_str!("../../../docs/commands.json")).unwrap_or_default();
    let commands = contract.get("commands").and_then(Json::as_object);
    let commands = commands.into_iter().flatten();
    commands.filter_map(|(name, command)| Some((name.clone(), Spec::of(name, command)?))).collect()
});

/// Returns a command, by a name in any case.
pub fn named(name: &[u8]) -> Option<&'static Spec> {
    COMMANDS.get(str::from_utf8(name).ok()?.to_ascii_uppercase().as_str())
}

fn list<'a>(json: &'a Json, name: &str) -> &'a [Json] {
    json.get(name).and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

fn text<'a>(json: &'a Json, name: &str) -> &'a str {
    json.get(name).and_then(Json::as_str).unwrap_or_default()
}

fn is(json: &Json, name: &str) -> bool {
    json.get(name) == Some(&Json::Bool(true))
}

impl Spec {
    fn of(name: &str, command: &Json) -> Option<Self> {
        let short = name.strip_prefix("ARTICLE.")?;
        let has = |names: &str| names.split(' ').any(|name| name == short);
        let (route, _) = ROUTES.iter().find(|(_, names)| has(names))?;
        let mut spec = Self {
            name: name.to_owned(),
            route: *route,
            is_write: list(command, "command_flags").contains(&"write".into()),
            arity: command.get("arity").and_then(Json::as_i64)?.unsigned_abs() as usize,
            positional: Vec::new(),
            options: HashMap::new(),
        };
        list(command, "arguments").iter().skip(1).for_each(|argument| spec.add(argument));
        Some(spec)
    }

    fn add(&mut self, argument: &Json) {
        let (kind, token, parts) =
            (text(argument, "type"), text(argument, "token"), list(argument, "arguments"));
        let (is_optional, is_multiple) = (is(argument, "optional"), is(argument, "multiple"));
        let repeats = |it: &Json| is(it, "multiple");
        if kind == "pure-token" || !token.is_empty() {
            let shape = match (kind, parts.last()) {
                ("pure-token", _) => Shape { words: 0, width: 0 },
                ("block", Some(last)) if repeats(last) => {
                    let width = list(last, "arguments").len().max(1);
                    Shape { words: parts.len() - 1, width }
                }
                ("block", _) => Shape { words: parts.len(), width: 0 },
                _ => Shape { words: 1, width: 0 },
            };
            self.options.insert(token.to_ascii_uppercase(), shape);
        } else if kind == "oneof" && is_optional {
            parts.iter().for_each(|part| self.add(part));
        } else {
            self.positional.push(match kind {
                "block" if parts.iter().any(repeats) => Positional::Counted,
                _ if is_multiple || parts.iter().any(repeats) => Positional::Rest,
                _ if is_optional => Positional::Optional,
                _ => Positional::One,
            });
        }
    }

    /// Returns the form of an option.
    pub fn shape(&self, name: &[u8]) -> Option<Shape> {
        self.options.get(str::from_utf8(name).ok()?.to_ascii_uppercase().as_str()).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_route() {
        let contract: Json =
            serde_json::from_str(include_str!("../../../docs/commands.json")).unwrap();
        for name in contract["commands"].as_object().unwrap().keys() {
            assert!(named(name.as_bytes()).is_some(), "{name}");
        }
    }
}
