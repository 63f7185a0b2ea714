//! The forms of all commands, from which grammars make command lines: what the contract says of
//! their arguments.

use serde_json::Value as Json;

use super::{commands, contract};

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
    fn of(argument: &Json) -> Self {
        let text = |name: &str| argument[name].as_str().unwrap_or_default();
        let token = argument["token"].as_str().map(str::to_ascii_uppercase);
        let mut parts = Self::all(argument);
        let is_loaded = matches!(token.as_deref(), Some("ARTICLE" | "COMMENT" | "PLACE"));
        if let Some(id) = parts.first_mut().filter(|_| is_loaded) {
            id.name = "new".to_owned();
        }
        Self {
            name: if token.as_deref() == Some("ID") { "new" } else { text("name") }.to_owned(),
            kind: text("type").to_owned(),
            token,
            is_optional: argument["optional"] == true,
            is_multiple: argument["multiple"] == true,
            parts,
        }
    }

    /// Returns the arguments of a command, or of an argument.
    fn all(of: &Json) -> Vec<Self> {
        of["arguments"].as_array().into_iter().flatten().map(Self::of).collect()
    }

    /// Returns the words with which it and its parts begin, but for the words between which a
    /// command chooses.
    pub fn tokens(&self) -> Vec<&str> {
        let parts = self.parts.iter().filter(|_| self.kind != "oneof");
        self.token.as_deref().into_iter().chain(parts.flat_map(Self::tokens)).collect()
    }
}

/// Returns the forms of all commands, but for ARTICLE.DEBUG.
pub fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for command in commands::all().filter(|command| command.name != "ARTICLE.DEBUG") {
        let all = Argument::all(contract::command(command.name).expect("the command"));
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
