//! Command lines that can be changed at one place.

use test_support::forms::{Argument, Form};

use crate::words::{Vocabulary, Words};

/// A command line: the words of each argument of a form, none for an option that is left out.
#[derive(Clone, PartialEq)]
pub struct Line(Vec<Option<Words>>);

/// Words of a list that are shown.
const SHOWN: usize = 3;
/// The longest word that is shown.
const WORD: usize = 40;

/// Returns a form whose only argument besides the key is a block as a form of the block's parts.
pub fn flattened(form: Form) -> Form {
    let Form { name, mut arguments } = form;
    if let [_, block] = &arguments[..]
        && block.kind == "block"
    {
        let token = Argument { kind: "pure-token".into(), parts: Vec::new(), ..block.clone() };
        arguments = [arguments[0].clone(), token].into_iter().chain(block.parts.clone()).collect();
    }
    Form { name, arguments }
}

impl Line {
    /// Makes a line up.
    pub fn draw(form: &Form, vocabulary: &mut Vocabulary) -> Self {
        let chance = vocabulary.random.pick(&[5, 15, 40]);
        let part = |argument: &Argument| {
            let is_left_out = argument.is_optional && !vocabulary.random.percent(chance);
            (!is_left_out).then(|| part(form, argument, vocabulary))
        };
        Self(form.arguments.iter().map(part).collect())
    }

    /// Returns a line that differs in one argument or two, or takes some from another.
    pub fn changed(&self, other: &Self, form: &Form, vocabulary: &mut Vocabulary) -> Self {
        let mut line = self.clone();
        for _ in 0..=vocabulary.random.below(2) {
            let at = vocabulary.random.below(line.0.len() as i64) as usize;
            let argument = &form.arguments[at];
            line.0[at] = match vocabulary.random.below(10) {
                0..3 => other.0[at].clone(),
                3 | 4 if argument.is_optional => None,
                _ => Some(part(form, argument, vocabulary)),
            };
        }
        line
    }

    /// Returns the line without one of its options, by their number.
    pub fn without(&self, option: usize, form: &Form) -> Option<Self> {
        let is_given = |at: &usize| self.0[*at].is_some() && form.arguments[*at].is_optional;
        let mut line = self.clone();
        line.0[(0..self.0.len()).filter(is_given).nth(option)?] = None;
        Some(line)
    }

    /// Returns all words, for a key.
    pub fn words(&self, form: &Form, key: &str) -> Words {
        let rest = self.0.iter().skip(1).flatten().flatten().cloned();
        [form.name.into(), key.into()].into_iter().chain(rest).collect()
    }

    /// Returns the line for a reader, without most of its lists and long words.
    pub fn shown(&self, form: &Form) -> String {
        let mut shown = vec![form.name.to_owned(), "site".to_owned()];
        for part in self.0.iter().skip(1).flatten() {
            shown.extend(part.iter().take(SHOWN).map(|word| match word.len() {
                0..=WORD => String::from_utf8_lossy(word).replace('|', "-"),
                length => format!("({length} bytes)"),
            }));
            shown.extend((part.len() > SHOWN).then(|| format!("...({})", part.len() - SHOWN)));
        }
        shown.join(" ")
    }
}

fn part(form: &Form, argument: &Argument, vocabulary: &mut Vocabulary) -> Words {
    let mut words = Words::new();
    vocabulary.extend(&mut words, form.name, argument);
    words
}
