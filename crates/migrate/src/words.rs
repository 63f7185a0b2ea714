//! The commands that create a site: their words, which are also JSON lines.
//!
//! This program moves words. What they mean matters only where something else than a site has the
//! same: a classic site, ids of a database, the parts of a site.

use std::iter;
use std::ops::Range;

use anyhow::{Context, Result, ensure};
use article_load_words::{LoadWords, VOTER_OPTIONS, VoterOption};
use article_site::Moderated;
use serde_json::Value;

use crate::text::Text;

/// The words of ARTICLE.LOAD after the key or, if the first one is CREATE, of ARTICLE.CREATE.
pub type Command = Vec<Text>;

/// Returns a command of words.
pub fn command(words: &LoadWords) -> Command {
    words.iter().map(|word| Text(word.bytes().into_owned())).collect()
}

/// Returns the first word.
pub fn name(command: &[Text]) -> &[u8] {
    command.first().map_or(&[], |name| name)
}

/// Whether it loads an article, a comment, or the place of a deleted one.
pub fn is_entry(command: &[Text]) -> bool {
    matches!(name(command), b"ARTICLE" | b"COMMENT" | b"PLACE")
}

/// Returns the id of what a command loads, or of what it loads voters of.
pub fn id(command: &[Text]) -> Option<u32> {
    let has_id = is_entry(command) || name(command) == b"VOTERS";
    has_id.then(|| number(command.get(1)?)).flatten()
}

/// Returns which word is the id of what an entry answers.
pub fn parent(command: &[Text]) -> Option<usize> {
    match name(command) {
        b"COMMENT" => Some(3),
        b"PLACE" => Some(2),
        _ => None,
    }
}

/// Changes the ids in a command but its own: what it answers, and those that a user has on a list,
/// or mutes. Of these, those that are none then are left out. Returns how many.
pub fn renumber(command: &mut Command, new: impl Fn(&Text) -> Option<Text>) -> usize {
    const FIRST: usize = 4;
    if let Some(word) = parent(command).and_then(|index| command.get_mut(index)) {
        *word = new(word).unwrap_or_else(|| word.clone());
    }
    let is_of_ids = match name(command) {
        b"MARKS" => true,
        b"MUTES" => command.get(2).is_some_and(|kind| kind.as_slice() == b"ID"),
        _ => false,
    };
    if !is_of_ids || command.len() < FIRST {
        return 0;
    }
    let ids = command.split_off(FIRST);
    command.extend(ids.iter().filter_map(new));
    let left = command.len() - FIRST;
    set(command, FIRST - 1, left as u32);
    ids.len() - left
}

/// Sets a word to a number.
pub fn set(command: &mut Command, index: usize, number: u32) {
    command.get_mut(index).into_iter().for_each(|word| *word = Text::integer(number));
}

pub fn number<T: std::str::FromStr>(word: &Text) -> Option<T> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

/// An option of an entry, or of VOTERS.
#[derive(Clone, Debug)]
pub struct Given<'a> {
    pub name: &'a [u8],
    /// The values, without the length of a list.
    pub values: &'a [Text],
    /// Which words these are, with the name.
    pub words: Range<usize>,
    /// Whose votes these are, if they are users.
    pub voters: Option<&'static VoterOption>,
}

/// Returns the options of an entry, or of VOTERS.
pub fn options(command: &[Text]) -> impl Iterator<Item = Given<'_>> {
    let mut next = match name(command) {
        b"ARTICLE" | b"COMMENT" => 5,
        b"PLACE" => 3,
        b"VOTERS" => 2,
        _ => command.len(),
    };
    iter::from_fn(move || {
        let (first, name) = (next, command.get(next)?.as_slice());
        let voters = VOTER_OPTIONS.iter().find(|option| option.name.as_bytes() == name);
        let len = || command.get(first + 1).and_then(number::<usize>).unwrap_or_default();
        let values = match name {
            _ if Moderated::is_flag(name) => first + 1..first + 1,
            b"COUNTS" => first + 1..first + 3,
            b"FIELDS" => first + 2..len().saturating_mul(2).saturating_add(first + 2),
            _ if name == b"GROUPS" || voters.is_some() => {
                first + 2..len().saturating_add(first + 2)
            }
            _ => first + 1..first + 2,
        };
        next = values.end.min(command.len());
        let values = command.get(values.start..next).unwrap_or_default();
        Some(Given { name, values, words: first..next, voters })
    })
}

/// Returns the values of an option.
pub fn values<'a>(command: &'a [Text], name: &[u8]) -> &'a [Text] {
    options(command).find(|option| option.name == name).map_or(&[], |option| option.values)
}

/// Returns the settings in the words of CREATE, each a name and its values.
pub fn settings(create: &[Text]) -> impl Iterator<Item = &[Text]> {
    let mut rest = create.get(1..).unwrap_or_default();
    iter::from_fn(move || {
        let len = if rest.first()?.eq_ignore_ascii_case(b"IDS") { 3 } else { 2 };
        let setting;
        (setting, rest) = rest.split_at(len.min(rest.len()));
        Some(setting)
    })
}

/// Returns the single value of an option.
pub fn option<'a>(command: &'a [Text], name: &[u8]) -> Option<&'a Text> {
    values(command, name).first()
}

/// Returns what moderators have set, as far as it is within its limits.
pub fn moderated(command: &[Text]) -> Moderated {
    let mut moderated = Moderated::default();
    for Given { name, values, .. } in options(command) {
        let value = || values.first().and_then(number).context("not a number");
        let name = std::str::from_utf8(name).unwrap_or_default();
        let _: Result<bool> = moderated.load(name, value);
    }
    moderated
}

/// Parses a line: an array of words, which are texts or integers. An array among them is a list:
/// its length, and its elements, which can be arrays themselves; null is an empty one.
pub fn parse(json: &[u8]) -> Result<Command> {
    let value: Value = serde_json::from_slice(json)?;
    let words = value.as_array().context("a line must be an array of words")?;
    let mut command = Command::with_capacity(words.len());
    words.iter().try_for_each(|word| add_word(&mut command, word))?;
    ensure!(!command.is_empty(), "a line must have words");
    Ok(command)
}

fn add_word(command: &mut Command, word: &Value) -> Result<()> {
    match word {
        Value::Null => command.push(Text::integer(0)),
        Value::Array(list) => {
            command.push(Text::integer(list.len() as i64));
            for element in list {
                match element.as_array() {
                    Some(pair) => {
                        pair.iter().try_for_each(|word| add_text(command, word))?;
                    }
                    None => add_text(command, element)?,
                }
            }
        }
        word => add_text(command, word)?,
    }
    Ok(())
}

fn add_text(command: &mut Command, word: &Value) -> Result<()> {
    command.push(match word {
        Value::Number(number) => {
            Text::integer(number.as_i64().context("a number must be an integer")?)
        }
        word => Text::parse(word)?,
    });
    Ok(())
}
