//! Numbers and texts from chunks of bytes.

use super::DecodeError;

/// Appends the next chunk to a buffer, or returns false at the end.
pub trait Source: FnMut(&mut Vec<u8>) -> bool {}
impl<S: FnMut(&mut Vec<u8>) -> bool> Source for S {}

/// Reads bytes from a source.
pub struct ByteReader<S> {
    buffer: Vec<u8>,
    at: usize,
    source: S,
}

impl<S: Source> ByteReader<S> {
    pub fn new(source: S) -> Self {
        Self { buffer: Vec::new(), at: 0, source }
    }

    /// Fails if the last chunk has unread bytes.
    pub fn finish(self) -> Result<(), DecodeError> {
        if self.at < self.buffer.len() { Err(DecodeError::Trailing) } else { Ok(()) }
    }

    pub fn byte(&mut self) -> Result<u8, DecodeError> {
        let byte = match self.buffer.get(self.at) {
            Some(byte) => {
                self.at += 1;
                Some(byte)
            }
            None => self.bytes(1)?.first(),
        };
        byte.copied().ok_or(DecodeError::Truncated)
    }

    /// Reads a number in LEB128, not necessarily in as few bytes as possible.
    #[inline]
    pub fn number(&mut self) -> Result<u64, DecodeError> {
        // Nearly all numbers are of one or two bytes.
        match self.buffer.get(self.at..) {
            Some([low @ ..0x80, ..]) => {
                self.at += 1;
                Ok(u64::from(*low))
            }
            Some([low, high @ ..0x80, ..]) => {
                self.at += 2;
                Ok(u64::from(low & 0x7f) | u64::from(*high) << 7)
            }
            _ => self.long_number(),
        }
    }

    #[cold]
    fn long_number(&mut self) -> Result<u64, DecodeError> {
        let (mut number, mut shift) = (0_u64, 0);
        while shift < u64::BITS {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                return Ok(number);
            }
            shift += 7;
        }
        Err(DecodeError::Invalid("a number of more than 64 bits"))
    }

    /// Reads a signed number in ZigZag.
    pub fn signed(&mut self) -> Result<i64, DecodeError> {
        let number = self.number()?;
        Ok((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// Reads a number of 63 bits.
    pub fn integer(&mut self) -> Result<i64, DecodeError> {
        i64::try_from(self.number()?).map_err(|_| DecodeError::Invalid("a number out of range"))
    }

    pub fn number_u32(&mut self) -> Result<u32, DecodeError> {
        u32::try_from(self.number()?).map_err(|_| DecodeError::Invalid("a number out of range"))
    }

    pub fn number_up_to(&mut self, max: usize) -> Result<usize, DecodeError> {
        let number = usize::try_from(self.number()?).ok().filter(|n| *n <= max);
        number.ok_or(DecodeError::Invalid("a number out of range"))
    }

    pub fn text(&mut self, max: usize) -> Result<&[u8], DecodeError> {
        let len = self.number_up_to(max)?;
        self.bytes(len)
    }

    /// Returns the next `len` bytes. The caller has checked the length.
    fn bytes(&mut self, len: usize) -> Result<&[u8], DecodeError> {
        while self.buffer.len() - self.at < len {
            self.buffer.drain(..self.at);
            self.at = 0;
            if !(self.source)(&mut self.buffer) {
                return Err(DecodeError::Truncated);
            }
        }
        let from = self.at;
        self.at += len;
        self.buffer.get(from..self.at).ok_or(DecodeError::Truncated)
    }
}
