//! Replies in the Redis protocol: passed over where only their end matters, read where their
//! content does.

use anyhow::{Context, Result, bail};

/// A reply, read. An error never gets this far: see [`crate::line::Line::receive`].
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// Nothing there.
    Nil,
    /// An integer.
    Integer(i64),
    /// A string, simple or bulk.
    Text(Vec<u8>),
    /// An array.
    Array(Vec<Reply>),
}

impl Reply {
    /// The integer in an integer reply or in a string of digits.
    pub fn integer(&self) -> Result<i64> {
        match self {
            Self::Integer(number) => Ok(*number),
            Self::Text(text) => Ok(std::str::from_utf8(text)?.parse()?),
            other => bail!("an integer was expected, not {other:?}"),
        }
    }

    /// The bytes of a string reply.
    pub fn bytes(&self) -> Result<&[u8]> {
        match self {
            Self::Text(text) => Ok(text),
            other => bail!("a string was expected, not {other:?}"),
        }
    }

    /// A string reply as text.
    pub fn text(&self) -> Result<String> {
        Ok(String::from_utf8(self.bytes()?.to_vec())?)
    }

    /// The elements of an array reply.
    pub fn array(&self) -> Result<&[Reply]> {
        match self {
            Self::Array(elements) => Ok(elements),
            other => bail!("an array was expected, not {other:?}"),
        }
    }
}

/// Goes through the bytes of replies.
pub struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    /// Begins at the first of these bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// How many bytes it has gone past.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Passes over one reply; `None` if not all of it is there yet.
    pub fn pass(&mut self) -> Option<()> {
        let mut expected = 1;
        while expected > 0 {
            expected -= 1;
            let (kind, line) = self.line()?;
            match kind {
                b'$' => self.at += usize::try_from(number(line)).map_or(0, |length| length + 2),
                b'*' => expected += usize::try_from(number(line)).unwrap_or(0),
                _ => {}
            }
        }
        (self.at <= self.bytes.len()).then_some(())
    }

    /// Reads one reply, all of which is there.
    pub fn reply(&mut self) -> Result<Reply> {
        let (kind, line) = self.line().context("half a reply")?;
        Ok(match kind {
            b'+' => Reply::Text(line.to_vec()),
            b'-' => bail!("the server answers: {}", String::from_utf8_lossy(line)),
            b':' => Reply::Integer(number(line)),
            b'$' | b'*' if line == b"-1" => Reply::Nil,
            b'$' => {
                let end = self.at + number(line) as usize;
                let text = self.bytes[self.at..end].to_vec();
                self.at = end + 2;
                Reply::Text(text)
            }
            b'*' => Reply::Array((0..number(line)).map(|_| self.reply()).collect::<Result<_>>()?),
            other => bail!("a reply of an unknown kind: {}", other as char),
        })
    }

    /// The next line: its first byte, and the rest without its end.
    fn line(&mut self) -> Option<(u8, &'a [u8])> {
        let rest = self.bytes.get(self.at..)?;
        let length = rest.iter().position(|&byte| byte == b'\r')?;
        if rest.len() < length + 2 {
            return None;
        }
        self.at += length + 2;
        Some((rest[0], &rest[1..length]))
    }
}

/// The number in the line of a reply.
fn number(digits: &[u8]) -> i64 {
    let (negative, digits) = match digits {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let number = digits.iter().fold(0, |sum, digit| sum * 10 + i64::from(digit - b'0'));
    if negative { -number } else { number }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPLIES: &[u8] = b"*4\r\n:-7\r\n$5\r\na\r\nbc\r\n$-1\r\n*1\r\n+OK\r\n:1\r\n";

    #[test]
    fn a_reply_is_read_and_passed_over_alike() {
        let (mut reads, mut passes) = (Reader::new(REPLIES), Reader::new(REPLIES));
        let inner = Reply::Array(vec![Reply::Text(b"OK".into())]);
        let expected = [Reply::Integer(-7), Reply::Text(b"a\r\nbc".into()), Reply::Nil, inner];
        assert_eq!(reads.reply().unwrap(), Reply::Array(expected.into()));
        assert_eq!(passes.pass(), Some(()));
        assert_eq!(passes.at(), reads.at());
        assert_eq!(reads.reply().unwrap(), Reply::Integer(1));
    }

    #[test]
    fn half_a_reply_is_not_passed_over() {
        for length in 0..REPLIES.len() - 4 {
            assert_eq!(Reader::new(&REPLIES[..length]).pass(), None, "{length} bytes");
        }
    }

    #[test]
    fn an_error_is_no_reply() {
        assert!(Reader::new(b"-ERR syntax error\r\n").reply().is_err());
    }
}
