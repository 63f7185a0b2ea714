//! The forms of all commands, from which grammars make command lines: what COMMAND DOCS says of
//! them.

use std::collections::BTreeSet;

use super::{Client, Fields, Value, commands};

/// A command with its arguments. One that has several forms, such as LOAD, is here several times.
#[derive(Clone)]
pub struct Form {
    pub name: &'static str,
    pub arguments: Vec<Argument>,
}

/// An argument, or several that belong together.
#[derive(Clone)]
pub struct Argument {
    pub name: String,
    /// The type, as the server names it.
    pub kind: String,
    /// The word before it.
    pub token: Option<String>,
    pub is_optional: bool,
    pub is_multiple: bool,
    pub parts: Vec<Argument>,
}

impl Argument {
    fn of(c: &Client, fields: &Fields) -> Self {
        let token = fields.has("token").then(|| fields.text("token"));
        let mut parts: Vec<_> = arguments(c, fields).iter().map(|it| Self::of(c, it)).collect();
        let is_loaded = matches!(token.as_deref(), Some("ARTICLE" | "COMMENT" | "PLACE"));
        if let Some(id) = parts.first_mut().filter(|_| is_loaded) {
            id.name = "new".to_owned();
        }
        let name = fields.text("name");
        Self {
            name: if token.as_deref() == Some("ID") { "new".to_owned() } else { name },
            kind: fields.text("type"),
            token,
            is_optional: has_flag(fields, "optional"),
            is_multiple: has_flag(fields, "multiple"),
            parts,
        }
    }

    /// Returns the words with which it and its parts begin, but for the words between which a
    /// command chooses.
    pub fn tokens(&self) -> Vec<&str> {
        let parts = self.parts.iter().filter(|_| self.kind != "oneof");
        self.token.as_deref().into_iter().chain(parts.flat_map(Self::tokens)).collect()
    }
}

/// Returns the forms of all commands, but for ARTICLE.DEBUG.
pub fn forms(c: &mut Client) -> Vec<Form> {
    let mut forms = Vec::new();
    for command in commands::all().filter(|command| command.name != "ARTICLE.DEBUG") {
        let docs = docs(c, command.name);
        let all: Vec<_> = arguments(c, &docs).iter().map(|it| Argument::of(c, it)).collect();
        let (key, rest) = all.split_first().expect("a key");
        let form = |arguments| Form { name: command.name, arguments };
        match rest {
            [what] if what.kind == "oneof" => {
                forms.extend(what.parts.iter().map(|part| form(vec![key.clone(), part.clone()])));
            }
            _ => forms.push(form(all)),
        }
    }
    forms
}

/// Returns what COMMAND DOCS says of a command.
pub fn docs(c: &mut Client, name: &str) -> Fields {
    let all = c.map(&format!("COMMAND DOCS {name}"));
    c.fields(all.value(&name.to_lowercase()))
}

/// Returns the arguments of a command, or of an argument.
pub fn arguments(c: &Client, of: &Fields) -> Vec<Fields> {
    if of.has("arguments") { c.articles(of.value("arguments")) } else { Vec::new() }
}

/// Returns the elements of a reply that is a set in RESP3 and an array in RESP2.
pub fn elements(value: &Value) -> &[Value] {
    match value {
        Value::Array(elements) | Value::Set(elements) => elements,
        other => panic!("not a set or an array: {other:?}"),
    }
}

/// Returns the flags of a command or an argument.
pub fn flags(value: &Value) -> BTreeSet<String> {
    let text = |flag: &Value| match flag {
        Value::SimpleString(flag) => flag.clone(),
        other => panic!("not a flag: {other:?}"),
    };
    elements(value).iter().map(text).collect()
}

/// Returns whether an argument has a flag.
pub fn has_flag(argument: &Fields, flag: &str) -> bool {
    argument.has("flags") && flags(argument.value("flags")).contains(flag)
}
