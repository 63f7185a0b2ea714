//! What commands reply, as data: from it follow `docs/commands.json`, `docs/schema.json`, and the
//! checks of every reply in tests. Nothing else reads it.
#![cfg_attr(not(test), allow(dead_code))]

mod replies;

use article_site::Setting;

pub use replies::*;

#[derive(Clone, Copy, Debug)]
pub struct Returns {
    pub kind: Kind,
    /// A sentence about it.
    pub text: &'static str,
    /// The option without which a command does not reply this.
    pub option: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Ok,
    Integer,
    Among(&'static [i64]),
    String,
    /// One of these texts.
    Word(&'static [&'static str]),
    Nil,
    Map(&'static [Entry]),
    /// A map with these entries and, in addition, custom fields. It has a name in documents.
    Item(&'static str, &'static [&'static [Entry]]),
    ArrayOf(&'static Returns),
    /// Pairs of a name and a number: arrays of two, in RESP2 flat.
    Pairs(&'static [Returns; 2]),
    /// A flat array of a name, a number, a name, a number, and so on.
    Alternating(&'static [Returns; 2]),
    Tuple(&'static [Returns]),
    OneOf(&'static [Returns]),
}

#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub name: &'static str,
    pub value: Returns,
    /// Whether each of the maps has it.
    pub is_required: bool,
}

const fn of(kind: Kind, text: &'static str) -> Returns {
    Returns { kind, text, option: None }
}

pub const fn integer(text: &'static str) -> Returns {
    of(Kind::Integer, text)
}

pub const fn among(values: &'static [i64], text: &'static str) -> Returns {
    of(Kind::Among(values), text)
}

pub const fn truth(text: &'static str) -> Returns {
    among(&[0, 1], text)
}

pub const fn string(text: &'static str) -> Returns {
    of(Kind::String, text)
}

pub const fn nil(text: &'static str) -> Returns {
    of(Kind::Nil, text)
}

pub const fn map(text: &'static str, entries: &'static [Entry]) -> Returns {
    of(Kind::Map(entries), text)
}

pub const fn array_of(text: &'static str, each: &'static Returns) -> Returns {
    of(Kind::ArrayOf(each), text)
}

pub const fn tuple(text: &'static str, parts: &'static [Returns]) -> Returns {
    of(Kind::Tuple(parts), text)
}

pub const fn one_of(choices: &'static [Returns]) -> Returns {
    of(Kind::OneOf(choices), "")
}

/// An entry that each of the maps has.
pub const fn entry(name: &'static str, value: Returns) -> Entry {
    Entry { name, value, is_required: true }
}

/// An integer that each of the maps has.
pub const fn number(name: &'static str, text: &'static str) -> Entry {
    entry(name, integer(text))
}

const fn word(name: &'static str, text: &'static str) -> Entry {
    entry(name, string(text))
}

/// 1, or absent.
const fn flag(name: &'static str, text: &'static str) -> Entry {
    entry(name, among(&[1], text)).optional()
}

/// The value of a setting that is a word.
const fn setting(setting: Setting, name: &'static str, text: &'static str) -> Entry {
    entry(name, of(Kind::Word(setting.words()), text))
}

impl Entry {
    const fn optional(self) -> Self {
        Self { is_required: false, ..self }
    }
}

impl Returns {
    /// Limits it to commands with an option.
    pub const fn with(self, option: &'static str) -> Self {
        Self { option: Some(option), ..self }
    }
}
