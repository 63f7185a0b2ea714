//! Replies in the Redis protocol.
//!
//! A reply whose content is needed is read; any other is skipped, which is faster.

use anyhow::{Context, Result, bail};
use redis::{Value, from_redis_value_ref};

/// What is in a reply.
pub trait Reply {
    /// Returns the integer of an integer reply or of a string of digits.
    fn integer(&self) -> Result<i64>;
    fn bytes(&self) -> Result<&[u8]>;
    /// Returns a string reply as text.
    fn text(&self) -> Result<String>;
    fn array(&self) -> Result<&[Value]>;
    /// Returns the value of a field in an array of alternating names and values.
    fn field(&self, name: &str) -> Result<&Value>;
}

impl Reply for Value {
    fn integer(&self) -> Result<i64> {
        Ok(from_redis_value_ref(self)?)
    }

    fn bytes(&self) -> Result<&[u8]> {
        match self {
            Self::BulkString(text) => Ok(text),
            other => bail!("expected a string, got {other:?}"),
        }
    }

    fn text(&self) -> Result<String> {
        Ok(from_redis_value_ref(self)?)
    }

    fn array(&self) -> Result<&[Value]> {
        self.as_sequence().with_context(|| format!("expected an array, got {self:?}"))
    }

    fn field(&self, name: &str) -> Result<&Value> {
        let mut fields = self.array()?.chunks_exact(2);
        let pair = fields.find(|pair| pair[0] == Self::BulkString(name.into()));
        pair.map(|pair| &pair[1]).with_context(|| format!("a reply without the field {name}"))
    }
}

/// Returns the length of the first reply in a buffer; `None` if the buffer does not hold all of
/// it.
pub fn reply_length(bytes: &[u8]) -> Option<usize> {
    let (mut end, mut expected) = (0, 1);
    while expected > 0 {
        expected -= 1;
        let rest = bytes.get(end..)?;
        let length = rest.iter().position(|&byte| byte == b'\r')?;
        end += length + 2;
        // -1 for nil.
        let number = || std::str::from_utf8(&rest[1..length]).ok()?.parse::<usize>().ok();
        match rest[0] {
            b'$' => end += number().map_or(0, |length| length + 2),
            b'*' => expected += number().unwrap_or(0),
            _ => {}
        }
    }
    (end <= bytes.len()).then_some(end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_reply_has_a_length() {
        let replies = b"*4\r\n:-7\r\n$5\r\na\r\nbc\r\n$-1\r\n*1\r\n+OK\r\n:1\r\n";
        let end = replies.len() - 4;
        assert_eq!(reply_length(replies), Some(end));
        for length in 0..end {
            assert_eq!(reply_length(&replies[..length]), None, "{length} bytes");
        }
    }
}
