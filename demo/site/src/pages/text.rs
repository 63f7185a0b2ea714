//! The texts that users write, as the site accepts and shows them.

use unicode_normalization::char::is_combining_mark;

/// The most marks on one letter. Accents of living languages need up to three.
const MAX_MARKS: usize = 4;

/// Returns a text of several lines as the site stores it, or why it does not. It can be empty.
pub fn checked_text(text: &str, max: usize) -> Result<String, String> {
    // Browsers send each line break as two characters, but count it as one.
    let text = text.replace("\r\n", "\n");
    if text.chars().any(is_control) {
        return Err("The text has control characters.".to_owned());
    }
    if text.chars().count() > max {
        return Err(format!("The text can have up to {max} characters."));
    }
    if !text.is_empty() && is_blank(&text) {
        return Err("The text has only characters that nobody can see.".to_owned());
    }
    check_marks(&text)?;
    Ok(text)
}

/// Returns the text of a comment, which needs some, without control characters.
pub fn checked_comment(text: &str, max: usize) -> Result<String, String> {
    let text: String = text.chars().filter(|letter| !is_control(*letter)).collect();
    match text.trim() {
        "" => Err("A comment cannot be empty.".to_owned()),
        text => checked_text(text, max),
    }
}

/// Returns a stored text as pages show it. Other programs may have stored anything.
pub fn shown(text: &str) -> String {
    let visible = |letter| if is_control(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(visible).collect()
}

pub fn check_title(title: &str, max: usize) -> Result<(), String> {
    if title.is_empty() || title.chars().count() > max {
        return Err(format!("The title must have 1 to {max} characters."));
    }
    if title.chars().any(char::is_control) {
        return Err("The title has control characters.".to_owned());
    }
    if title.chars().any(is_direction) {
        return Err("The title has characters that change the direction of writing.".to_owned());
    }
    if is_blank(title) {
        return Err("The title has only characters that nobody can see.".to_owned());
    }
    check_marks(title)
}

fn check_marks(text: &str) -> Result<(), String> {
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
fn is_control(letter: char) -> bool {
    letter.is_control() && letter != '\n' && letter != '\t'
}

/// Whether a character changes the direction of what follows, even outside of the title. Letters
/// have a direction of their own.
fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether nobody can see anything of a text.
fn is_blank(text: &str) -> bool {
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

#[cfg(test)]
mod tests {
    use super::check_title;

    #[test]
    fn titles_in_every_script_are_accepted() {
        for title in [
            "A title",
            "Việt Nam: e\u{323}\u{302}",
            "שָׁלוֹם עֲלֵיכֶם",
            "ที่นี่ น้ำแข็ง",
            "हिन्दी में",
            "漢字とかな",
            "family 👨\u{200d}👩\u{200d}👧",
        ] {
            assert_eq!(check_title(title, 120), Ok(()), "{title}");
        }
    }
}
