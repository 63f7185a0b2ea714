//! Reading the arguments of a command, one after the other.

use std::ops::{Bound, RangeBounds};

use article_site::parse_integer;

use crate::commands::error::Error;

/// The arguments that have not been read yet.
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    args: &'a [&'a [u8]],
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the first of some arguments.
    pub fn new(args: &'a [&'a [u8]]) -> Self {
        Self { args }
    }

    /// Returns the number of arguments left.
    pub fn left(&self) -> usize {
        self.args.len()
    }

    /// Reads an argument.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] if none is left.
    pub fn text(&mut self) -> Result<&'a [u8], Error> {
        let (text, rest) = self.args.split_first().ok_or(Error::Syntax)?;
        self.args = rest;
        Ok(text)
    }

    /// Reads the argument called `what` as a decimal integer within a range.
    ///
    /// # Errors
    ///
    /// [`Error::Syntax`] if none is left, [`Error::Integer`] if it is not such an integer.
    pub fn integer(
        &mut self,
        what: &'static str,
        range: impl RangeBounds<i64>,
    ) -> Result<i64, Error> {
        let integer = parse_integer(self.text()?).filter(|integer| range.contains(integer));
        integer.ok_or_else(|| Error::Integer {
            what,
            min: match range.start_bound() {
                Bound::Included(min) => Some(*min),
                Bound::Excluded(below) => Some(below.saturating_add(1)),
                Bound::Unbounded => None,
            },
            max: match range.end_bound() {
                Bound::Included(max) => Some(*max),
                Bound::Excluded(above) => Some(above.saturating_sub(1)),
                Bound::Unbounded => None,
            },
        })
    }

    /// Reads the argument called `what` as an integer from 1.
    ///
    /// # Errors
    ///
    /// As [`Cursor::integer`].
    pub fn positive(&mut self, what: &'static str) -> Result<u64, Error> {
        Ok(self.integer(what, 1..)?.unsigned_abs())
    }

    /// Reads the keyword of an option, if an argument is left.
    pub fn option(&mut self) -> Option<Keyword> {
        self.text().ok().map(Keyword::new)
    }

    /// Reads a number within a range called `what`, and as many items with `read`, each of `width`
    /// arguments.
    ///
    /// # Errors
    ///
    /// [`Error::Count`] if fewer arguments are left; also those of [`Cursor::integer`] and `read`.
    pub fn list<T>(
        &mut self,
        what: &'static str,
        range: impl RangeBounds<i64>,
        width: usize,
        mut read: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let count = usize::try_from(self.integer(what, range)?).unwrap_or(usize::MAX);
        // Checked before memory is allocated for `count` items.
        if count.saturating_mul(width) > self.left() {
            return Err(Error::Count(what));
        }
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads all arguments that are left as items with `read`.
    ///
    /// # Errors
    ///
    /// Those of `read`.
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

    /// Checks that no argument is left. Where a command takes options, the loop that reads them
    /// leaves none.
    ///
    /// # Errors
    ///
    /// [`Error::WrongArity`].
    pub fn finish(self) -> Result<(), Error> {
        if self.args.is_empty() { Ok(()) } else { Err(Error::WrongArity) }
    }
}

/// Sets the value of an option that may be given once.
///
/// # Errors
///
/// [`Error::Syntax`] if it was given before.
pub fn once<T>(option: &mut Option<T>, value: T) -> Result<(), Error> {
    match option.replace(value) {
        None => Ok(()),
        Some(_) => Err(Error::Syntax),
    }
}

/// A keyword, in capital letters whatever the client sent.
#[derive(Clone, Copy, Debug)]
pub struct Keyword {
    letters: [u8; Self::LONGEST],
    len: usize,
}

impl Keyword {
    /// Every keyword is shorter. A longer text is cut to this length, so that it matches none.
    const LONGEST: usize = 16;

    fn new(text: &[u8]) -> Self {
        let mut letters = [0; Self::LONGEST];
        for (letter, byte) in letters.iter_mut().zip(text) {
            *letter = byte.to_ascii_uppercase();
        }
        Self { letters, len: text.len().min(Self::LONGEST) }
    }

    /// Returns the letters.
    pub fn as_bytes(&self) -> &[u8] {
        self.letters.get(..self.len).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts that are or resemble integers and keywords.
    fn text(random: &mut fastrand::Rng) -> Vec<u8> {
        let integer = |random: &mut fastrand::Rng| match random.u8(..3) {
            0 => random.i64(-9..=9),
            1 => random.i64(..),
            _ => *random.choice(&[i64::MIN, i64::MAX, 0, 1, -1]).unwrap(),
        };
        match random.u8(..6) {
            0 => integer(random).to_string().into_bytes(),
            1 => {
                let mut text = integer(random).to_string().into_bytes();
                let at = random.usize(..=text.len());
                text.insert(at, *random.choice(b"0-+ 9.\0x").unwrap());
                text
            }
            2 => (0..random.usize(..24)).map(|_| random.u8(b'0'..=b'9')).collect(),
            3 => (0..random.usize(..20)).map(|_| random.u8(..)).collect(),
            _ => {
                let word = *random.choice(&["up", "GROUPS", "WithCounts", "by", "x"]).unwrap();
                word.bytes()
                    .map(|b| if random.bool() { b.to_ascii_uppercase() } else { b })
                    .collect()
            }
        }
    }

    /// An integer is canonical if it formats to the same text.
    fn standard_integer(text: &[u8]) -> Option<i64> {
        let text = std::str::from_utf8(text).ok()?;
        text.parse().ok().filter(|integer: &i64| integer.to_string() == text)
    }

    fn check_list(cursor: &mut Cursor, width: usize) {
        let before = cursor.clone();
        let list = cursor.list("n", 1.., width, |cursor| {
            (0..width).try_for_each(|_| cursor.text().map(|_| ()))
        });
        let number = before.args.first().map(|text| standard_integer(text));
        let fits = |number: i64| number as u128 * (width as u128) < before.left() as u128;
        match number {
            None => assert_eq!(list, Err(Error::Syntax)),
            Some(Some(number @ 1..)) if fits(number) => {
                assert_eq!(list.unwrap().len() as i64, number);
                assert_eq!(cursor.left(), before.left() - 1 - number as usize * width);
            }
            Some(Some(1..)) => assert_eq!(list, Err(Error::Count("n"))),
            Some(_) => assert!(matches!(list, Err(Error::Integer { what: "n", .. }))),
        }
    }

    #[test]
    fn every_read_returns_the_next_arguments() {
        let mut random = fastrand::Rng::with_seed(0x5eed);
        for _ in 0..20_000 {
            let texts: Vec<_> = (0..random.usize(..8)).map(|_| text(&mut random)).collect();
            let args: Vec<_> = texts.iter().map(Vec::as_slice).collect();
            let mut cursor = Cursor::new(&args);
            for _ in 0..6 {
                let next = cursor.args.first().copied();
                let left = cursor.left();
                match random.u8(..7) {
                    0 => assert_eq!(cursor.text().ok(), next),
                    1 => assert_eq!(cursor.integer("n", ..).ok(), next.and_then(standard_integer)),
                    2 => {
                        let expected = next.and_then(standard_integer).filter(|n| *n > 0);
                        assert_eq!(cursor.positive("n").ok().map(|n| n as i64), expected);
                    }
                    3 => {
                        let (low, high) = (random.i64(-9..9), random.i64(-9..9));
                        let expected = next.and_then(standard_integer);
                        let expected = expected.filter(|n| (low..high).contains(n));
                        assert_eq!(cursor.integer("n", low..high).ok(), expected);
                    }
                    4 => {
                        let option = cursor.option();
                        assert_eq!(option.is_some(), next.is_some());
                        for word in ["UP", "GROUPS", "WITHCOUNTS", "BY"] {
                            let expected =
                                next.is_some_and(|n| n.eq_ignore_ascii_case(word.as_bytes()));
                            let actual = option.is_some_and(|o| o.as_bytes() == word.as_bytes());
                            assert_eq!(actual, expected, "{next:?} {word}");
                        }
                    }
                    width => check_list(&mut cursor, usize::from(width) - 4),
                }
                assert!(cursor.left() <= left);
            }
            let rest = cursor.args;
            assert_eq!(cursor.clone().finish().is_ok(), rest.is_empty());
            assert_eq!(cursor.rest(Cursor::text).unwrap(), rest);
            assert_eq!(cursor.finish(), Ok(()));
        }
    }

    #[test]
    fn an_integer_out_of_range_is_refused_with_the_range() {
        let error = |range: &dyn Fn(&mut Cursor) -> Result<i64, Error>| {
            range(&mut Cursor::new(&[b"0"])).unwrap_err().to_string()
        };
        let from_one = error(&|cursor| cursor.integer("page", 1..));
        assert_eq!(from_one, "ERR page must be an integer from 1");
        let both = error(&|cursor| cursor.integer("SIZE", 1..=1000));
        assert_eq!(both, "ERR SIZE must be an integer from 1 to 1000");
        let below = error(&|cursor| cursor.integer("n", ..0));
        assert_eq!(below, "ERR n must be an integer to -1");
    }

    #[test]
    fn an_option_may_be_given_once() {
        let mut option = None;
        assert_eq!(once(&mut option, 1), Ok(()));
        assert_eq!(once(&mut option, 1), Err(Error::Syntax));
    }

    #[test]
    fn a_keyword_matches_whole_texts_in_any_case() {
        assert_eq!(Keyword::new(b"WithCounts").as_bytes(), b"WITHCOUNTS");
        assert_ne!(Keyword::new(b"UP\0").as_bytes(), b"UP");
        assert_eq!(Keyword::new(&[b'x'; 99]).as_bytes().len(), Keyword::LONGEST);
    }
}
