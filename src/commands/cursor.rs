//! A walk through the arguments of a command, from the one after the key.

use crate::commands::error::Error;
use crate::ffi::Args;

/// The arguments that have not been read yet.
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'a> {
    args: Args<'a>,
    at: usize,
}

impl<'a> Cursor<'a> {
    /// At the first argument after the command's name.
    pub fn after_name(args: Args<'a>) -> Self {
        Self { args, at: 1 }
    }

    /// At the first argument after the command's name and key.
    pub fn after_key(args: Args<'a>) -> Self {
        Self { args, at: 2 }
    }

    /// How many are left.
    pub fn left(&self) -> usize {
        self.args.len().saturating_sub(self.at)
    }

    /// The next argument.
    ///
    /// # Errors
    ///
    /// There is none: a syntax error, for the least number is checked by the server.
    pub fn text(&mut self) -> Result<&'a [u8], Error> {
        let text = self.args.get(self.at).ok_or(Error::Syntax)?;
        self.at += 1;
        Ok(text)
    }

    /// The next argument as an integer.
    ///
    /// # Errors
    ///
    /// There is none, or it is no decimal integer of 64 bits.
    pub fn integer(&mut self) -> Result<i64, Error> {
        parse_integer(self.text()?).ok_or(Error::NotInteger)
    }

    /// The next argument as an integer from 1.
    ///
    /// # Errors
    ///
    /// As [`Cursor::integer`], also for an integer below 1.
    pub fn positive(&mut self) -> Result<u64, Error> {
        let integer = self.integer()?;
        u64::try_from(integer).ok().filter(|&n| n > 0).ok_or(Error::NotInteger)
    }

    /// The next argument as yes or no.
    ///
    /// # Errors
    ///
    /// There is none, or it is neither.
    pub fn yes_or_no(&mut self) -> Result<bool, Error> {
        match self.text()? {
            word if word.eq_ignore_ascii_case(b"yes") => Ok(true),
            word if word.eq_ignore_ascii_case(b"no") => Ok(false),
            _ => Err(Error::Syntax),
        }
    }

    /// The next argument as the name of an option, if there is one.
    pub fn option(&mut self) -> Option<Keyword> {
        self.text().ok().map(Keyword::new)
    }

    /// A number of items and the items, each of which `read` takes from the cursor. It must take
    /// at least one argument.
    ///
    /// # Errors
    ///
    /// The number is below 1 or larger than what is left, or `read` fails.
    pub fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let count = self.positive()?;
        if count > self.left() as u64 {
            return Err(Error::Syntax);
        }
        (0..count).map(|_| read(self)).collect()
    }

    /// All that is left, each of which `read` takes from the cursor.
    ///
    /// # Errors
    ///
    /// `read` fails.
    pub fn rest<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let mut items = Vec::with_capacity(self.left());
        while self.left() > 0 {
            items.push(read(self)?);
        }
        Ok(items)
    }
}

/// Keeps the value of an option that may be given once.
///
/// # Errors
///
/// It was given before.
pub fn once<T>(option: &mut Option<T>, value: T) -> Result<(), Error> {
    match option.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::Syntax),
    }
}

/// The name of an option, in capital letters whatever it came in.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    letters: [u8; Self::LONGEST],
    len: usize,
}

impl Keyword {
    /// No option has a longer name; one that is cut is none.
    const LONGEST: usize = 16;

    fn new(text: &[u8]) -> Self {
        let mut letters = [0; Self::LONGEST];
        for (letter, byte) in letters.iter_mut().zip(text) {
            *letter = byte.to_ascii_uppercase();
        }
        Self { letters, len: text.len().min(Self::LONGEST) }
    }

    /// The letters.
    pub fn as_bytes(&self) -> &[u8] {
        self.letters.get(..self.len).unwrap_or_default()
    }
}

/// An integer as the server reads it: decimal, with no plus sign, space or leading zero.
pub fn parse_integer(text: &[u8]) -> Option<i64> {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    let canonical = match digits {
        [b'0'] => digits.len() == text.len(),
        [b'1'..=b'9', ..] => digits.iter().all(u8::is_ascii_digit),
        _ => false,
    };
    if !canonical {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_are_read_as_the_server_reads_them() {
        for (text, integer) in [
            ("0", 0),
            ("7", 7),
            ("-7", -7),
            ("9223372036854775807", i64::MAX),
            ("-9223372036854775808", i64::MIN),
        ] {
            assert_eq!(parse_integer(text.as_bytes()), Some(integer), "{text}");
        }
        for text in [
            "",
            "-",
            "+1",
            "01",
            "-0",
            " 1",
            "1 ",
            "1.0",
            "1e3",
            "0x1",
            "one",
            "1\0",
            "9223372036854775808",
            "-9223372036854775809",
            "\u{661}",
        ] {
            assert_eq!(parse_integer(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn words_know_no_case_and_no_end() {
        assert_eq!(Keyword::new(b"WithCounts").as_bytes(), b"WITHCOUNTS");
        assert_ne!(Keyword::new(b"UP\0").as_bytes(), b"UP");
        assert_eq!(Keyword::new(&[b'x'; 99]).as_bytes().len(), Keyword::LONGEST);
    }
}
