//! The text of a comment, as users write it and as pages show it.

use crate::pages::error::PageError;
use crate::pages::text::{check_marks, is_blank, is_control};

/// The longest text, in characters.
pub const MAX_COMMENT: usize = 2000;

/// Returns a text as the site stores it, or a message to the user.
pub fn checked(text: &str) -> Result<String, PageError> {
    // Browsers send each line break as two characters, but count it as one.
    let text = text.replace("\r\n", "\n");
    let text: String = text.chars().filter(|letter| !is_control(*letter)).collect();
    let text = text.trim();
    if is_blank(text) {
        return Err(PageError::Invalid("A comment cannot be empty.".to_owned()));
    }
    if text.chars().count() > MAX_COMMENT {
        let message = format!("A comment can have up to {MAX_COMMENT} characters.");
        return Err(PageError::Invalid(message));
    }
    check_marks(text).map_err(PageError::Invalid)?;
    Ok(text.to_owned())
}

/// Returns a stored text as pages show it. Other programs may have stored anything.
pub fn shown(text: &str) -> String {
    let visible = |letter| if is_control(letter) { char::REPLACEMENT_CHARACTER } else { letter };
    text.chars().map(visible).collect()
}

#[cfg(test)]
mod tests {
    use super::{MAX_COMMENT, checked, shown};

    #[test]
    fn lines_stay_and_control_characters_go() {
        assert_eq!(checked(" a\r\n\r\nb\0\u{7}\u{9b}\tc ").unwrap(), "a\n\nb\tc");
        assert_eq!(shown("a\0\u{1b}[1mb\n"), "a\u{fffd}\u{fffd}[1mb\n");
    }

    #[test]
    fn a_text_is_neither_empty_nor_too_long() {
        let marks = format!("e{}", "\u{301}".repeat(100));
        for text in ["", "  \r\n ", "\0", "\u{200b}\u{202e}", &marks] {
            assert!(checked(text).is_err(), "{text:?}");
        }
        assert!(checked(&"漢".repeat(MAX_COMMENT)).is_ok());
        assert!(checked(&"a".repeat(MAX_COMMENT + 1)).is_err());
    }
}
