//! Command lines that can be changed at one place.

use test_support::commands::{self, Access};
use test_support::grammar::{Form, Line, Words};

use crate::words::Dear;

/// Words of a list that are shown.
const SHOWN: usize = 3;
/// The longest word that is shown.
const WORD: usize = 40;

/// Returns whether a command only reads.
pub fn is_read(form: &Form) -> bool {
    commands::named(form.name).access() == Access::Read
}

/// Makes a line up.
pub fn draw(form: &Form, words: &mut Dear) -> Line {
    let percent = words.random.pick(&[5, 15, 40]);
    words.command = form.name;
    form.line(percent, words)
}

/// Returns a line that differs in one argument or two, or takes some from another.
pub fn changed(line: &Line, other: &Line, form: &Form, words: &mut Dear) -> Line {
    let mut line = line.clone();
    words.command = form.name;
    for _ in 0..=words.random.below(2) {
        let at = words.random.below(line.len() as i64) as usize;
        let argument = &form.arguments[at];
        line[at] = match words.random.below(10) {
            0..3 => other[at].clone(),
            3 | 4 if argument.is_optional => None,
            _ => Some(argument.words(words)),
        };
    }
    line
}

/// Returns a line without one of its options, by their number.
pub fn without(line: &Line, option: usize, form: &Form) -> Option<Line> {
    let is_given = |at: &usize| line[*at].is_some() && form.arguments[*at].is_optional;
    let at = (0..line.len()).filter(is_given).nth(option)?;
    Some([&line[..at], &[None], &line[at + 1..]].concat())
}

/// Returns all words of a line, for a key.
pub fn words(line: &Line, form: &Form, key: &str) -> Words {
    let mut words = form.words(line);
    words[1] = key.into();
    words
}

/// Returns a line for a reader, without most of its lists and long words.
pub fn shown(line: &Line, form: &Form) -> String {
    let mut shown = vec![form.name.to_owned()];
    for part in line.iter().flatten() {
        shown.extend(part.iter().take(SHOWN).map(|word| match word.len() {
            0..=WORD => String::from_utf8_lossy(word).replace('|', "-"),
            length => format!("({length} bytes)"),
        }));
        shown.extend((part.len() > SHOWN).then(|| format!("...({})", part.len() - SHOWN)));
    }
    shown.join(" ")
}
