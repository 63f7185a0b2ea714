//! The texts that users write, as the site accepts and shows them.

use super::characters::{check_marks, is_blank, is_control, is_direction};
use super::markdown::visible;

pub const MAX_COMMENT: usize = 2000;

/// Returns a text of several lines as the site stores it, or why it does not. It can be empty.
pub fn checked_text(text: &str, max: usize) -> Result<String, String> {
    // Browsers send each line break as two characters, but count it as one.
    let text = text.replace("\r\n", "\n");
    // Markdown can hide what was sent, and show what was not.
    let visible = visible(&text);
    if text.chars().chain(visible.chars()).any(is_control) {
        return Err("The text has control characters.".to_owned());
    }
    if text.chars().count() > max {
        return Err(format!("The text can have up to {max} characters."));
    }
    if visible.chars().any(is_direction) {
        return Err("The text has characters that change the direction of writing.".to_owned());
    }
    if !text.is_empty() && is_blank(&visible) {
        return Err("The text has nothing that anybody can see.".to_owned());
    }
    check_marks(&visible)?;
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
