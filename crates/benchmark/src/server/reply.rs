//! Replies in the Redis protocol.
//!
//! A reply whose content is needed is read; any other is skipped, which is faster.

use anyhow::{Context, Result, bail};

/// A reply other than an error, which [`Reader::reply`] returns as an `Err`.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    Nil,
    Integer(i64),
    /// A simple or bulk string.
    Text(Vec<u8>),
    Array(Vec<Reply>),
}

impl Reply {
    /// Returns the integer of an integer reply or of a string of digits.
    pub fn integer(&self) -> Result<i64> {
        match self {
            Self::Integer(number) => Ok(*number),
            Self::Text(text) => Ok(std::str::from_utf8(text)?.parse()?),
            other => bail!("expected an integer, got {other:?}"),
        }
    }

    pub fn bytes(&self) -> Result<&[u8]> {
        match self {
            Self::Text(text) => Ok(text),
            other => bail!("expected a string, got {other:?}"),
        }
    }

    /// Returns a string reply as text.
    pub fn text(&self) -> Result<String> {
        Ok(String::from_utf8(self.bytes()?.to_vec())?)
    }

    /// Returns the value of a field in an array of alternating names and values.
    pub fn field(&self, name: &str) -> Result<&Reply> {
        let mut fields = self.array()?.chunks_exact(2);
        let pair = fields.find(|pair| pair[0] == Self::Text(name.into()));
        pair.map(|pair| &pair[1]).with_context(|| format!("a reply without the field {name}"))
    }

    pub fn array(&self) -> Result<&[Reply]> {
        match self {
            Self::Array(elements) => Ok(elements),
            other => bail!("expected an array, got {other:?}"),
        }
    }
}

/// Reads or skips replies in a buffer.
pub struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    pub fn position(&self) -> usize {
        self.position
    }

    /// Skips one reply; `None` if the buffer does not hold all of it.
    pub fn skip(&mut self) -> Option<()> {
        let mut expected = 1;
        while expected > 0 {
            expected -= 1;
            let (kind, line) = self.line()?;
            match kind {
                b'$' => {
                    self.position += usize::try_from(number(line)).map_or(0, |length| length + 2)
                }
                b'*' => expected += usize::try_from(number(line)).unwrap_or(0),
                _ => {}
            }
        }
        (self.position <= self.bytes.len()).then_some(())
    }

    /// Reads one reply; the buffer must hold all of it.
    pub fn reply(&mut self) -> Result<Reply> {
        let (kind, line) = self.line().context("an incomplete reply")?;
        Ok(match kind {
            b'+' => Reply::Text(line.to_vec()),
            b'-' => bail!("the server replied: {}", String::from_utf8_lossy(line)),
            b':' => Reply::Integer(number(line)),
            b'$' | b'*' if line == b"-1" => Reply::Nil,
            b'$' => {
                let end = self.position + number(line) as usize;
                let text = self.bytes[self.position..end].to_vec();
                self.position = end + 2;
                Reply::Text(text)
            }
            b'*' => Reply::Array((0..number(line)).map(|_| self.reply()).collect::<Result<_>>()?),
            other => bail!("an unknown type of reply: {}", other as char),
        })
    }

    /// Returns the first byte of the next line, and the rest without CRLF.
    fn line(&mut self) -> Option<(u8, &'a [u8])> {
        let rest = self.bytes.get(self.position..)?;
        let length = rest.iter().position(|&byte| byte == b'\r')?;
        if rest.len() < length + 2 {
            return None;
        }
        self.position += length + 2;
        Some((rest[0], &rest[1..length]))
    }
}

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
    fn reading_and_skipping_end_at_the_same_byte() {
        let (mut reader, mut skipper) = (Reader::new(REPLIES), Reader::new(REPLIES));
        let inner = Reply::Array(vec![Reply::Text(b"OK".into())]);
        let expected = [Reply::Integer(-7), Reply::Text(b"a\r\nbc".into()), Reply::Nil, inner];
        assert_eq!(reader.reply().unwrap(), Reply::Array(expected.into()));
        assert_eq!(skipper.skip(), Some(()));
        assert_eq!(skipper.position(), reader.position());
        assert_eq!(reader.reply().unwrap(), Reply::Integer(1));
    }

    #[test]
    fn an_incomplete_reply_is_not_skipped() {
        for length in 0..REPLIES.len() - 4 {
            assert_eq!(Reader::new(&REPLIES[..length]).skip(), None, "{length} bytes");
        }
    }

    #[test]
    fn a_server_error_is_an_error() {
        assert!(Reader::new(b"-ERR syntax error\r\n").reply().is_err());
    }
}
