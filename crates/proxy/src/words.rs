//! A command, taken apart by its form, so that options can be read and changed.

use bytes::Bytes;

use crate::resp::number;
use crate::table::{Positional, Shape, Spec};

#[derive(Clone, Debug, Default)]
pub struct Words {
    /// The name, the key, and what comes before the options.
    pub args: Vec<Bytes>,
    /// The options, each with its name first.
    options: Vec<Vec<Bytes>>,
}

fn bytes(words: &[impl AsRef<[u8]>]) -> Vec<Bytes> {
    words.iter().map(|word| Bytes::copy_from_slice(word.as_ref())).collect()
}

impl Words {
    /// Returns a command without options.
    pub fn new(args: &[impl AsRef<[u8]>]) -> Self {
        Self { args: bytes(args), options: Vec::new() }
    }

    /// Takes a command apart. Returns none if it is not of its form, which a server then says.
    pub fn parse(spec: &Spec, words: &[Bytes]) -> Option<Self> {
        if words.len() < spec.arity {
            return None;
        }
        let (mut at, mut has_optional) = (2, false);
        for positional in &spec.positional {
            match positional {
                Positional::One => at += 1,
                Positional::Counted => {
                    at = number::<usize>(words.get(at)?)?.checked_add(at + 1)?;
                }
                Positional::Rest => {
                    let rest = words.get(at..)?;
                    let end = rest.iter().position(|word| spec.shape(word).is_some());
                    at += end.unwrap_or(rest.len());
                }
                Positional::Optional => has_optional = true,
            }
        }
        let split = Self::split(spec, words, at);
        if has_optional { split.or_else(|| Self::split(spec, words, at + 1)) } else { split }
    }

    fn split(spec: &Spec, words: &[Bytes], at: usize) -> Option<Self> {
        let (args, mut rest) = words.split_at_checked(at)?;
        let mut found = Self { args: args.to_vec(), options: Vec::new() };
        while let Some(name) = rest.first() {
            let Shape { words, width } = spec.shape(name)?;
            let repeated = match width {
                0 => 0,
                width => number::<usize>(rest.get(words)?)?.checked_mul(width)?,
            };
            let (own, after) = rest.split_at_checked(repeated.checked_add(1 + words)?)?;
            if found.has(str::from_utf8(name).ok()?) {
                return None;
            }
            found.options.push(own.to_vec());
            rest = after;
        }
        Some(found)
    }

    pub fn arg(&self, at: usize) -> &[u8] {
        self.args.get(at).map_or(&[], |word| word)
    }

    /// Returns the words of an option, if it is there.
    pub fn find(&self, name: &str) -> Option<&[Bytes]> {
        let is_it = |own: &Bytes| own.eq_ignore_ascii_case(name.as_bytes());
        let mut split = self.options.iter().filter_map(|option| option.split_first());
        split.find(|(own, _)| is_it(own)).map(|(_, words)| words)
    }

    /// Returns the first word of an option.
    pub fn first(&self, name: &str) -> Option<&Bytes> {
        self.find(name)?.first()
    }

    /// Returns the number of an option from 1 to `max`, or what it is without the option; none if
    /// it is wrong.
    pub fn number(&self, name: &str, default: usize, max: usize) -> Option<usize> {
        match self.first(name) {
            Some(own) => number(own).filter(|own| (1..=max).contains(own)),
            None => Some(default),
        }
    }

    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Returns the command without some options.
    pub fn without(&self, names: &[&str]) -> Self {
        let is_kept = |option: &&Vec<Bytes>| {
            let own = option.first().map_or(&b""[..], |name| name);
            !names.iter().any(|name| own.eq_ignore_ascii_case(name.as_bytes()))
        };
        let options = self.options.iter().filter(is_kept).cloned().collect();
        Self { args: self.args.clone(), options }
    }

    /// Returns the command with an option in place of its own of that name.
    pub fn with(&self, name: &str, own: &[impl AsRef<[u8]>]) -> Self {
        let mut words = self.without(&[name]);
        words.options.push([bytes(&[name]), bytes(own)].concat());
        words
    }

    /// Returns the command without JSON, and with as many words.
    pub fn in_resp(&self) -> Self {
        if self.has("FORMAT") { self.with("FORMAT", &["RESP"]) } else { self.clone() }
    }

    /// Returns the command with another word before the options.
    pub fn with_arg(&self, at: usize, word: impl AsRef<[u8]>) -> Self {
        let mut words = self.clone();
        if let Some(own) = words.args.get_mut(at) {
            *own = Bytes::copy_from_slice(word.as_ref());
        }
        words
    }

    /// Returns all words.
    pub fn line(&self) -> Vec<Bytes> {
        self.args.iter().chain(self.options.iter().flatten()).cloned().collect()
    }
}
