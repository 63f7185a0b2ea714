//! An argument of a command, as errors and parsers name it.

pub use crate::ffi::{Arg, ArgType};

impl Arg {
    /// Returns the name in errors: the keyword in front of it, if it has one.
    pub fn label(&self) -> &'static str {
        self.token.unwrap_or(self.name)
    }

    /// Returns what is in a list whose length it is.
    pub fn list_of(&self) -> Option<&'static str> {
        self.name.strip_prefix("num")
    }

    /// Returns whether it is an option that begins with one of its words, as in `[ASC | DESC]`.
    pub fn is_choice_alone(&self) -> bool {
        self.optional && self.token.is_none() && matches!(self.kind, ArgType::Keyword(_))
    }

    /// Returns which of its words a text is, in any case.
    pub fn choice(&self, text: &[u8]) -> Option<&'static str> {
        let ArgType::Keyword(words) = self.kind else { return None };
        words.iter().copied().find(|word| word.as_bytes().eq_ignore_ascii_case(text))
    }

    /// Returns the words from which to choose.
    pub fn choices(&self) -> Vec<&'static str> {
        match self.kind {
            ArgType::Keyword(words) => words.to_vec(),
            ArgType::OneOf(args) => args.iter().map(Arg::label).collect(),
            _ => Vec::new(),
        }
    }
}
