//! The errors for command lines that do not follow their Spec. They say what is expected, and
//! never repeat what the client sent.

use std::ops::Bound;
use std::ptr;

use article_site::parse_integer;

use super::{Arguments, find};
use crate::commands::words::error::{Error, Hint};
use crate::commands::words::spec::{Arg, ArgType};

impl Arguments<'_> {
    /// Returns the error for a command line that ends before this argument.
    #[cold]
    pub(super) fn missing(&self, arg: &'static Arg) -> Error {
        match (arg.kind, self.token) {
            // The last value, of which the words say most.
            (ArgType::Keyword(_), _) if self.next.len() <= 1 => Error::Choice(arg),
            (_, Some(token)) => Error::Incomplete { token, values: self.next },
            (_, None) => Error::WrongArity,
        }
    }

    /// Returns the error for the argument just read, which is not an integer within the range.
    #[cold]
    pub(super) fn not_in_range(
        &self,
        arg: &'static Arg,
        integer: Option<i64>,
        range: (Bound<i64>, Bound<i64>),
    ) -> Error {
        Error::Integer {
            arg,
            min: match range.0 {
                Bound::Included(min) => min,
                Bound::Excluded(below) => below.saturating_add(1),
                Bound::Unbounded => i64::MIN,
            },
            max: match range.1 {
                Bound::Included(max) => max,
                Bound::Excluded(above) => above.saturating_sub(1),
                Bound::Unbounded => i64::MAX,
            },
            hint: if integer.is_none() { self.hint(arg) } else { Hint::None },
        }
    }

    /// Returns the error for the word just read, which is no option.
    #[cold]
    pub(super) fn unknown(&self, word: &[u8]) -> Error {
        let mut options = self.defined.iter().enumerate().filter(|(_, arg)| arg.optional);
        let choices = options.clone().filter(|(_, arg)| arg.is_choice_alone());
        if let Some((_, choice)) = options.clone().next()
            && self.given == 0
            && choice.is_choice_alone()
            && choices.count() == 1
        {
            return Error::Takes { command: self.spec.name, choice };
        }
        let belongs = |(index, arg): &(usize, &'static Arg)| {
            arg.choice(word).is_some() && self.given & (1 << index) == 0
        };
        match options.find(belongs) {
            Some((_, arg)) => Error::TokenMissing(arg),
            None => Error::UnknownOption {
                index: self.spec.first_word() + self.read - 1,
                forgotten: self.forgotten(),
            },
        }
    }

    /// Returns what seems to be wrong if the argument just read is not an integer.
    fn hint(&self, arg: &'static Arg) -> Hint {
        match self.swapped(arg) {
            Some(order) => Hint::Swapped(order),
            None if arg.list_of().is_some() => Hint::NoLength,
            None => Hint::None,
        }
    }

    /// Returns the text that seems to be missing before the options, if none of these has been
    /// read: the one in whose place an option is.
    fn forgotten(&self) -> Option<&'static Arg> {
        // The key is the first definition, and not among the words; a subcommand is.
        let (defined, words) = match ptr::eq(self.defined, self.spec.args) {
            true => (self.defined.get(1..)?, self.words),
            false => (self.defined, self.words.get(1..)?),
        };
        let mut texts = defined.iter().zip(words).take_while(|(arg, _)| {
            self.given == 0 && !arg.optional && arg.token.is_none() && !arg.multiple
        });
        let is_option = |(arg, word): &(&Arg, &&[u8])| {
            matches!(arg.kind, ArgType::String) && find(self.defined, word).is_some()
        };
        texts.find(is_option).map(|(arg, _)| arg)
    }

    /// Returns the order of two arguments that the client seems to have swapped: the one just
    /// read, which is not an integer, and a text beside it, which is one.
    fn swapped(&self, arg: &'static Arg) -> Option<[&'static Arg; 2]> {
        // The key is the first definition, and not among the words.
        let (arguments, texts) = (self.defined.get(1..)?, self.words);
        let index = self.read.checked_sub(1)?;
        if !arguments.get(index).is_some_and(|defined| ptr::eq(defined, arg)) {
            return None;
        }
        let integer_as_text = |index: usize| {
            let (arg, word) = (arguments.get(index)?, texts.get(index)?);
            let is_text = matches!(arg.kind, ArgType::String) && arg.token.is_none();
            (is_text && parse_integer(word).is_some()).then_some(arg)
        };
        let before = index.checked_sub(1).and_then(integer_as_text);
        before.map(|text| [text, arg]).or_else(|| Some([arg, integer_as_text(index + 1)?]))
    }
}
