//! Reading the arguments of a command one after the other, as its [`Spec`] defines them.
//!
//! A word that is no option of the Spec never reaches the command's own parser, and the names and
//! choices in errors are the Spec's. So the two cannot disagree about what a command accepts.

mod mistakes;
#[cfg(test)]
mod tests;

use std::ops::RangeBounds;
use std::slice;

use article_site::parse_integer;

use crate::commands::words::error::Error;
use crate::commands::words::spec::{Arg, ArgType, Format, Spec};

/// The option that is read for all commands that have it.
const FORMAT: &str = "FORMAT";

/// The arguments of a command line, and how far they have been read.
#[derive(Clone, Debug)]
pub struct Arguments<'a> {
    spec: &'static Spec,
    /// All arguments but the command's name and a key that comes first.
    words: &'a [&'a [u8]],
    /// The number of words that have been read.
    read: usize,
    /// The definitions of the command's arguments or, after a subcommand, of the subcommand's.
    defined: &'static [Arg],
    /// The options that only replayed commands carry. Empty for other commands.
    replayed: &'static [Arg],
    /// The definitions of the values that come next.
    next: &'static [Arg],
    /// The option or subcommand to which these values belong.
    token: Option<&'static str>,
    /// The value of FORMAT.
    format: Format,
    /// A bit for each option, set once the option has been read: by its index in `defined`, or for
    /// an option of `replayed`, by its index there plus the length of `defined`.
    given: u64,
}

impl<'a> Arguments<'a> {
    /// Creates a parser of the words from [`Spec::first_word`] on. `replayed` are the options that
    /// are allowed besides the Spec's own.
    pub fn new(spec: &'static Spec, replayed: &'static [Arg], words: &'a [&'a [u8]]) -> Self {
        let next = match spec.args {
            [Arg { kind: ArgType::Key, .. }, next @ ..] => next,
            next => next,
        };
        Self {
            spec,
            words,
            read: 0,
            defined: spec.args,
            replayed,
            next,
            token: None,
            format: Format::default(),
            given: 0,
        }
    }

    pub fn left(&self) -> usize {
        self.words.len() - self.read
    }

    /// Returns whether the next word begins an option.
    pub fn is_at_option(&self) -> bool {
        let word = self.words.get(self.read);
        let found =
            word.map(|word| find(self.defined, word).or_else(|| find(self.replayed, word)));
        found.flatten().is_some()
    }

    pub fn last(&self) -> &'a [u8] {
        let read = self.words.get(..self.read).and_then(<[_]>::last);
        read.copied().unwrap_or_default()
    }

    /// Reads an argument.
    ///
    /// # Errors
    ///
    /// If none is left, the error that says what is missing.
    pub fn text(&mut self) -> Result<&'a [u8], Error> {
        self.take().map(|(_, word)| word)
    }

    /// Reads an argument that is one of the words of its definition, and returns that word.
    ///
    /// # Errors
    ///
    /// [`Error::Choice`] if it is none of them, or no argument is left.
    pub fn word(&mut self) -> Result<&'static str, Error> {
        let (arg, word) = self.take()?;
        arg.choice(word).ok_or(Error::Choice(arg))
    }

    /// Reads an argument as a decimal integer within a range.
    ///
    /// # Errors
    ///
    /// [`Error::Integer`] if it is not such an integer; otherwise as [`Arguments::text`].
    #[inline]
    pub fn integer(&mut self, range: impl RangeBounds<i64>) -> Result<i64, Error> {
        let (arg, word) = self.take()?;
        match parse_integer(word) {
            Some(integer) if range.contains(&integer) => Ok(integer),
            integer => {
                let range = (range.start_bound().cloned(), range.end_bound().cloned());
                Err(self.not_in_range(arg, integer, range))
            }
        }
    }

    /// Reads an argument as an integer from 1.
    pub fn positive(&mut self) -> Result<u64, Error> {
        Ok(self.integer(1..)?.unsigned_abs())
    }

    /// Reads a number within a range, and as many items with `read`.
    ///
    /// # Errors
    ///
    /// [`Error::Count`] if fewer arguments are left; otherwise as [`Arguments::integer`] and
    /// `read`.
    pub fn list<T>(
        &mut self,
        range: impl RangeBounds<i64>,
        mut read: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        if let [Arg { kind: ArgType::Block(list), token: None, .. }, ..] = self.next {
            self.next = list;
        }
        let [number, item] = self.next else { return Err(Error::Syntax) };
        let item = match item.kind {
            ArgType::Block(parts) => parts,
            _ => slice::from_ref(item),
        };
        let count = usize::try_from(self.integer(range)?).unwrap_or(usize::MAX);
        // Checked before memory is allocated for `count` items.
        if count.saturating_mul(item.len()) > self.left() {
            return Err(Error::Count(number.label()));
        }
        let items = (0..count).map(|_| {
            self.next = item;
            read(self)
        });
        items.collect()
    }

    /// Reads all arguments up to the next option, which are at most `max`, as items with `read`.
    ///
    /// # Errors
    ///
    /// [`Error::TooMany`], and the errors of `read`.
    pub fn rest<T>(
        &mut self,
        max: i64,
        mut read: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Vec<T>, Error> {
        let max = max.unsigned_abs() as usize;
        let mut items = Vec::with_capacity(self.left().min(max));
        while self.left() > 0 && !self.is_at_option() {
            if items.len() == max {
                let what = self.next.first().map_or("", |arg| arg.name);
                return Err(Error::TooMany { what, max });
            }
            items.push(read(self)?);
        }
        Ok(items)
    }

    /// Reads all arguments that are left as items with `read`, or returns None if the only one is
    /// the word that the definition offers in place of items.
    pub fn rest_or_word<T>(
        &mut self,
        max: i64,
        read: impl FnMut(&mut Self) -> Result<T, Error>,
    ) -> Result<Option<Vec<T>>, Error> {
        let [Arg { kind: ArgType::OneOf([word, item]), .. }] = self.next else {
            return Err(Error::Syntax);
        };
        if self.left() == 1 && word.token.zip(self.words.last()).is_some_and(|(t, w)| is(t, w)) {
            self.read += 1;
            return Ok(None);
        }
        self.next = slice::from_ref(item);
        self.rest(max, read).map(Some)
    }

    /// Reads the word that begins the next option, if there is another before those of replayed
    /// commands, and returns it as the Spec has it. The values of the option come next.
    ///
    /// # Errors
    ///
    /// [`Error::Repeated`] if the option was given before. If there is no such option, the error
    /// that says most about what is expected.
    #[inline]
    pub fn option(&mut self) -> Result<Option<&'static str>, Error> {
        let Some(word) = self.words.get(self.read) else { return Ok(None) };
        match find(self.defined, word) {
            None if find(self.replayed, word).is_some() => Ok(None),
            found => match self.begin_option(found, word)? {
                FORMAT => {
                    let is_json = self.word()? == "JSON";
                    self.format = if is_json { Format::Json } else { Format::Resp };
                    self.option()
                }
                token => Ok(Some(token)),
            },
        }
    }

    /// Reads the word that begins the next option of a replayed command, if an argument is left.
    pub fn replayed_option(&mut self) -> Result<Option<&'static str>, Error> {
        let Some(word) = self.words.get(self.read).filter(|_| !self.replayed.is_empty()) else {
            return Ok(None);
        };
        let found = find(self.replayed, word);
        let found = found.map(|(index, arg, token)| (self.defined.len() + index, arg, token));
        self.begin_option(found, word).map(Some)
    }

    /// Reads the options that are left, which only the format of the reply can be, and returns the
    /// format.
    pub fn format(&mut self) -> Result<Format, Error> {
        match self.option()? {
            Some(_) => Err(Error::Syntax),
            None => Ok(self.format),
        }
    }

    /// Reads the word that begins an option, and returns it as it is defined.
    fn begin_option(
        &mut self,
        found: Option<(usize, &'static Arg, &'static str)>,
        word: &[u8],
    ) -> Result<&'static str, Error> {
        self.read += 1;
        let (index, arg, token) = found.ok_or_else(|| self.unknown(word))?;
        // A test ensures that no command has more than 64 arguments.
        let bit = 1_u64 << index;
        if self.given & bit != 0 {
            return Err(Error::Repeated(arg));
        }
        self.given |= bit;
        self.enter(arg, token);
        Ok(token)
    }

    /// Reads a subcommand, and returns it as the Spec has it. Its arguments come next.
    ///
    /// # Errors
    ///
    /// [`Error::Takes`] if there is no such subcommand.
    pub fn subcommand(&mut self) -> Result<&'static str, Error> {
        let (choice, word) = self.take()?;
        let ArgType::OneOf(subcommands) = choice.kind else { return Err(Error::Syntax) };
        let (_, arg, token) =
            find(subcommands, word).ok_or(Error::Takes { command: self.spec.name, choice })?;
        self.enter(arg, token);
        self.defined = self.next;
        Ok(token)
    }

    /// Checks that no argument is left. Where a command takes options, the loop that reads them
    /// leaves none.
    pub fn finish(self) -> Result<(), Error> {
        if self.left() == 0 { Ok(()) } else { Err(Error::WrongArity) }
    }

    /// Expects the values of an option or subcommand.
    fn enter(&mut self, arg: &'static Arg, token: &'static str) {
        self.token = Some(token);
        self.next = match arg.kind {
            ArgType::Block(values) => values,
            ArgType::Token => &[],
            _ if arg.token.is_none() => &[],
            _ => slice::from_ref(arg),
        };
    }

    /// Reads an argument, and returns it with its definition.
    #[inline]
    fn take(&mut self) -> Result<(&'static Arg, &'a [u8]), Error> {
        let (arg, following) = self.next.split_first().ok_or(Error::Syntax)?;
        let Some(word) = self.words.get(self.read).copied() else {
            return Err(self.missing(arg));
        };
        self.read += 1;
        if !arg.multiple {
            self.next = following;
        }
        Ok((arg, word))
    }
}

/// Returns the definition of the option that a word begins, with its index, and the word as the
/// definition has it.
#[inline]
fn find(args: &'static [Arg], word: &[u8]) -> Option<(usize, &'static Arg, &'static str)> {
    args.iter().enumerate().find_map(|(index, arg)| {
        let token = match (arg.token, arg.kind) {
            (Some(token), _) => is(token, word).then_some(token),
            (None, ArgType::Keyword(words)) if arg.optional => {
                words.iter().copied().find(|token| is(token, word))
            }
            _ => None,
        };
        Some((index, arg, token?))
    })
}

/// Returns whether a word is a token, in any case. Tokens consist of capital letters, which differ
/// from small ones in one bit.
#[inline]
fn is(token: &str, word: &[u8]) -> bool {
    const CASE: u8 = b'a' ^ b'A';
    token.len() == word.len()
        && token.bytes().zip(word).all(|(letter, byte)| letter == byte & !CASE)
}
