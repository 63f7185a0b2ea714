//! The grammar of random command lines: the forms of all commands, as the contract has them. Who
//! makes up lines brings a vocabulary, which says how long lists are and what each word is.

use serde_json::Value as Json;

use super::{Random, commands, contract};

/// The words of a command line, or of a part of it.
pub type Words = Vec<Vec<u8>>;

/// The words of each argument of a form, none for an option that is left out.
pub type Line = Vec<Option<Words>>;

/// Returns the words of a line that has single blanks between them.
pub fn words(line: &str) -> Words {
    line.split(' ').map(|word| word.as_bytes().to_vec()).collect()
}

/// A command with its arguments. One that has several forms, such as LOAD, is here several times.
#[derive(Clone)]
pub struct Form {
    pub name: &'static str,
    pub arguments: Vec<Argument>,
}

/// An argument, or several that belong together.
#[derive(Clone)]
pub struct Argument {
    /// What its words are: the name in the contract, but one name for each user, each id, each
    /// new id, and each time.
    pub name: String,
    /// The type, as the server names it.
    pub kind: String,
    /// The word before it.
    pub token: Option<String>,
    pub is_optional: bool,
    pub is_multiple: bool,
    /// The least and the greatest value of a number, or length of a text.
    pub limits: [Option<i64>; 2],
    pub parts: Vec<Argument>,
}

/// What makes up the words of lines.
pub trait Vocabulary {
    fn random(&mut self) -> &mut Random;

    /// Returns how many items a list has.
    fn length(&mut self) -> i64;

    /// Returns a word for an argument. An item of a list is the n-th.
    fn word(&mut self, argument: &Argument, nth: Option<i64>) -> Vec<u8>;
}

impl Form {
    /// Makes a line up, which has each option in `percent` of all cases.
    pub fn line(&self, percent: i64, vocabulary: &mut impl Vocabulary) -> Line {
        let part = |argument: &Argument| {
            let is_given = !argument.is_optional || vocabulary.random().percent(percent);
            is_given.then(|| argument.words(vocabulary))
        };
        self.arguments.iter().map(part).collect()
    }

    /// Returns all words of a line.
    pub fn words(&self, line: &[Option<Words>]) -> Words {
        let arguments = line.iter().flatten().flatten().cloned();
        [self.name.into()].into_iter().chain(arguments).collect()
    }
}

impl Argument {
    fn of(argument: &Json) -> Self {
        let text = |name: &str| argument[name].as_str().unwrap_or_default();
        let limit = |names: [&str; 2]| names.iter().find_map(|name| argument[name].as_i64());
        let token = argument["token"].as_str().map(str::to_ascii_uppercase);
        let mut parts = Self::all(argument);
        let name = match (text("name"), token.as_deref()) {
            (_, Some("ID" | "LASTID")) if text("type") == "integer" => "new",
            ("newuser" | "poster" | "unvoted" | "viewer" | "feed" | "unmuted", _) => "user",
            ("parent", _) => "id",
            ("bumped" | "bumptime", _) => "time",
            ("cursor", _) if text("type") == "integer" => "bucket",
            (name, _) => name,
        };
        match (token.as_deref(), &mut parts[..]) {
            (Some("ARTICLE" | "COMMENT" | "PLACE"), [id, ..]) => id.name = "new".to_owned(),
            (Some("RETURN"), [_, name]) => name.name = "entry".to_owned(),
            _ => {}
        }
        Self {
            name: name.to_owned(),
            kind: text("type").to_owned(),
            token,
            is_optional: argument["optional"] == true,
            is_multiple: argument["multiple"] == true,
            limits: [["minimum", "minLength"], ["maximum", "maxLength"]].map(limit),
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

    /// Makes its words up.
    pub fn words(&self, vocabulary: &mut impl Vocabulary) -> Words {
        let token = self.token.as_ref().map(|token| token.as_bytes().to_vec());
        let mut words: Words = token.into_iter().collect();
        match (self.kind.as_str(), &self.parts[..]) {
            ("pure-token", _) => {}
            ("oneof", parts) => {
                let part = vocabulary.random().below(parts.len() as i64) as usize;
                words.extend(parts[part].words(vocabulary));
            }
            ("block", [before @ .., number, item]) if number.name.starts_with("num") => {
                words.extend(before.iter().flat_map(|part| part.words(vocabulary)));
                let length = vocabulary.length();
                words.push(length.to_string().into_bytes());
                words.extend((0..length).flat_map(|nth| item.item(vocabulary, nth)));
            }
            ("block", parts) => {
                for part in parts {
                    if !part.is_optional || vocabulary.random().percent(50) {
                        words.extend(part.words(vocabulary));
                    }
                }
            }
            _ if self.is_multiple => {
                let length = vocabulary.length();
                words.extend((0..length).flat_map(|nth| self.item(vocabulary, nth)));
            }
            _ => words.push(vocabulary.word(self, None)),
        }
        words
    }

    /// Returns the words of the n-th item of a list.
    fn item(&self, vocabulary: &mut impl Vocabulary, nth: i64) -> Words {
        let parts =
            if self.parts.is_empty() { std::slice::from_ref(self) } else { &self.parts[..] };
        parts.iter().map(|part| vocabulary.word(part, Some(nth))).collect()
    }

    /// Renames it or its parts if they are names of a kind, such as of groups.
    fn of_kind(mut self, kind: &Self) -> Self {
        if self.name == "name" {
            self.name = kind.name.clone();
        }
        self.parts = self.parts.into_iter().map(|part| part.of_kind(kind)).collect();
        self
    }
}

/// Returns the forms of all commands, but for ARTICLE.DEBUG.
pub fn forms() -> Vec<Form> {
    let mut forms = Vec::new();
    for command in commands::all().filter(|command| command.name != "ARTICLE.DEBUG") {
        let all = Argument::all(contract::command(command.name).expect("the command"));
        add_forms(&mut forms, command.name, all);
    }
    forms
}

/// Adds a form for each word between which a command chooses if what follows depends on it.
fn add_forms(forms: &mut Vec<Form>, name: &'static str, arguments: Vec<Argument>) {
    let is_choice = |it: &Argument| {
        !it.is_optional && it.kind == "oneof" && matches!(&*it.name, "kind" | "what")
    };
    let Some(at) = arguments.iter().position(is_choice) else {
        forms.push(Form { name, arguments });
        return;
    };
    for chosen in &arguments[at].parts {
        // The parts of a block are arguments of the form, after its token.
        let is_block = chosen.kind == "block";
        let (kind, parts) = match is_block {
            true => ("pure-token", &chosen.parts[..]),
            false => (&*chosen.kind, &[][..]),
        };
        let token = Argument { kind: kind.to_owned(), parts: Vec::new(), ..chosen.clone() };
        let rest = parts.iter().chain(&arguments[at + 1..]).cloned();
        let rest = rest.map(|it| if is_block { it } else { it.of_kind(chosen) });
        let before = arguments[..at].iter().cloned();
        add_forms(forms, name, before.chain([token]).chain(rest).collect());
    }
}
