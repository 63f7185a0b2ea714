//! Kinds of characters: what shows nothing, or something else.

use unicode_normalization::char::is_combining_mark;

/// The most marks on one letter. Accents of living languages need up to three.
const MAX_MARKS: usize = 4;

/// Returns a stored text as pages show it. Other programs may have stored anything.
pub fn shown(text: &str) -> String {
    let visible = |letter| if is_control(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(visible).collect()
}

pub fn check_marks(text: &str) -> Result<(), String> {
    let mut marks = 0;
    for letter in text.chars() {
        marks = if is_combining_mark(letter) { marks + 1 } else { 0 };
        if marks > MAX_MARKS {
            return Err(format!("A letter can have up to {MAX_MARKS} accents and other marks."));
        }
    }
    Ok(())
}

/// Whether a character controls a terminal rather than shows something. Line breaks and tabs do
/// not.
pub fn is_control(letter: char) -> bool {
    letter.is_control() && letter != '\n' && letter != '\t'
}

/// Whether a character changes the direction of what follows, even outside of the title. Letters
/// have a direction of their own.
pub fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether nobody can see anything of a text.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|letter| {
        letter.is_whitespace()
            || letter.is_control()
            || is_combining_mark(letter)
            || is_invisible(letter)
    })
}

/// Whether a character has a width of zero or is a blank of its own, without being whitespace.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{61c}' | '\u{fffc}'
        | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
        | '\u{ffa0}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fff9}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}
