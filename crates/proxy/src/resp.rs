//! RESP, as far as the proxy looks into it. Entries of replies pass through as bytes.
//!
//! Codecs for general use build a value of each of the hundreds of elements of a page, while the
//! proxy needs to know only where entries end: docs/measurements.md has what they take. Nothing
//! here recurses over what a client sends, or allocates by a length that a client names.

use article_site::parse_integer;
use bytes::{Bytes, BytesMut};
use memchr::memchr;

/// The most words of a command, as in Redis.
const MAX_WORDS: i64 = 1 << 20;
/// The most digits of a number, which cannot overflow.
const MAX_DIGITS: usize = 18;
/// The longest line of a client that is not a text with a length.
const MAX_LINE: usize = 1 << 16;

/// Reads an integer as the servers do.
pub fn number<T: TryFrom<i64>>(text: &[u8]) -> Option<T> {
    parse_integer(text)?.try_into().ok()
}

/// Reads the line that begins at an index, once all of it is there: the kind of the frame, the
/// number after it, if it is one, and where the next line begins.
#[inline]
fn head_at(bytes: &[u8], at: usize) -> Option<(u8, Option<i64>, usize)> {
    let (kind, rest) = bytes.get(at..)?.split_first()?;
    // Digit by digit, because most lines are short. No number has more digits.
    let sign = usize::from(rest.first() == Some(&b'-'));
    let (mut number, mut length) = (0_i64, sign);
    while let Some(byte @ b'0'..=b'9') = rest.get(length)
        && length < MAX_DIGITS
    {
        number = number * 10 + i64::from(byte - b'0');
        length += 1;
    }
    let number = (length > sign).then_some(if sign > 0 { -number } else { number });
    match rest.get(length..)? {
        [b'\r', b'\n', ..] => Some((*kind, number, at + length + 3)),
        [] | [b'\r'] => None,
        _ => Some((*kind, None, at + memchr(b'\n', rest)? + 2)),
    }
}

/// Finds where a reply or a command ends, and continues where it stopped when more bytes have
/// come.
#[derive(Default)]
pub struct Scanner {
    at: usize,
    /// How many frames are to come.
    left: usize,
    /// Whether only commands are expected.
    is_of_client: bool,
}

impl Scanner {
    /// Returns one that finds where a command ends.
    pub fn of_client() -> Self {
        Self { is_of_client: true, ..Self::default() }
    }

    /// Returns the length of the first one once all of it is there. An error is not RESP.
    pub fn next(&mut self, bytes: &[u8]) -> Result<Option<usize>, ()> {
        if self.at == 0 {
            self.left = 1;
        }
        while self.left > 0 {
            let Some((kind, number, mut end)) = head_at(bytes, self.at) else {
                let is_long = self.is_of_client && bytes.len() > self.at + MAX_LINE;
                return if is_long { Err(()) } else { Ok(None) };
            };
            let is_valid = match self.at {
                0 => kind == b'*' && number.is_some_and(|count| count <= MAX_WORDS),
                _ => kind == b'$' && number >= Some(0),
            };
            if self.is_of_client && !is_valid {
                return Err(());
            }
            let mut children = 0;
            match kind {
                b'$' | b'=' | b'!' => {
                    // A negative length is nil.
                    if let Ok(length) = usize::try_from(number.ok_or(())?) {
                        end = end.saturating_add(length).saturating_add(2);
                    }
                }
                b'*' | b'~' | b'>' => children = number.ok_or(())?.max(0),
                b'%' => children = number.ok_or(())?.max(0).saturating_mul(2),
                b'+' | b'-' | b':' | b'_' | b',' | b'#' | b'(' => {}
                _ => return Err(()),
            }
            if end > bytes.len() {
                return Ok(None);
            }
            self.at = end;
            self.left = (self.left - 1).saturating_add(usize::try_from(children).map_err(|_| ())?);
        }
        Ok(Some(std::mem::take(&mut self.at)))
    }
}

/// Returns what the array that begins at an index holds, and where it ends. A map holds names and
/// values in turn.
pub fn items_at(frame: &Bytes, at: usize) -> Option<(Vec<Bytes>, usize)> {
    let (kind, number, mut at) = head_at(frame, at)?;
    let count = if kind == b'%' { number?.saturating_mul(2) } else { number? };
    let mut items = Vec::new();
    for _ in 0..count {
        let end = at + Scanner::default().next(frame.get(at..)?).ok()??;
        items.push(frame.slice(at..end));
        at = end;
    }
    Some((items, at))
}

/// Returns the text of a bulk string; none for nil.
pub fn text(frame: &Bytes) -> Option<Bytes> {
    let (b'$', number, end) = head_at(frame, 0)? else { return None };
    let end_of_text = end.checked_add(usize::try_from(number?).ok()?)?;
    (end_of_text <= frame.len()).then(|| frame.slice(end..end_of_text))
}

/// Whether a reply is nil, in either protocol.
pub fn is_nil(frame: &[u8]) -> bool {
    matches!(frame, b"_\r\n" | b"$-1\r\n" | b"*-1\r\n")
}

/// Whether a reply has no number but 0, and no text, as the reply for a missing key.
pub fn is_void(frame: &[u8]) -> bool {
    let mut at = 0;
    while let Some((kind, number, end)) = head_at(frame, at) {
        let length = number.filter(|_| kind == b'$').map_or(0, |length| length.max(0) as usize);
        let text = frame.get(end..end.saturating_add(length)).unwrap_or_default();
        let is_empty = text.iter().all(|letter| b"0[]{}, null".contains(letter));
        if !is_empty || kind == b'+' || kind == b':' && number != Some(0) {
            return false;
        }
        at = if kind == b'$' && number >= Some(0) { end + length + 2 } else { end };
    }
    true
}

/// Returns the number that a reply is.
pub fn int(frame: &[u8]) -> Option<i64> {
    let (b':', number, _) = head_at(frame, 0)? else { return None };
    number
}

/// Takes the first command from what a client has sent, once all of it is there. An error says why
/// it is not a command.
pub fn take_command(
    scanner: &mut Scanner,
    input: &mut BytesMut,
    limit: usize,
) -> Result<Option<Vec<Bytes>>, String> {
    const UNEXPECTED: &str = "expected an array of at most 1048576 bulk strings";
    loop {
        let is_array = input.first().is_none_or(|first| *first == b'*');
        let limit = if is_array { limit } else { limit.min(MAX_LINE) };
        let start = input.get(..=limit).unwrap_or(input);
        let length = match is_array {
            true => scanner.next(start).map_err(|()| UNEXPECTED)?,
            false => memchr(b'\n', start).map(|end| end + 1),
        };
        let Some(length) = length.filter(|length| *length <= limit) else {
            let is_long = input.len() > limit;
            let text = || format!("a command can have at most {limit} bytes");
            return if is_long { Err(text()) } else { Ok(None) };
        };
        let frame = input.split_to(length).freeze();
        let words: Vec<_> = if is_array {
            let (items, _) = items_at(&frame, 0).unwrap_or_default();
            items.iter().map(text).collect::<Option<_>>().ok_or(UNEXPECTED)?
        } else {
            let words = frame.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            words.map(|word| frame.slice_ref(word)).collect()
        };
        if !words.is_empty() {
            return Ok(Some(words));
        }
    }
}

/// Appends a command, whose second word is this key.
pub fn command(out: &mut BytesMut, words: &[impl AsRef<[u8]>], key: &[u8]) {
    head(out, b'*', words.len());
    for (at, word) in words.iter().enumerate() {
        bulk(out, if at == 1 { key } else { word.as_ref() });
    }
}

pub fn head(out: &mut BytesMut, kind: u8, count: usize) {
    out.extend_from_slice(&[kind]);
    out.extend_from_slice(itoa::Buffer::new().format(count).as_bytes());
    out.extend_from_slice(b"\r\n");
}

pub fn bulk(out: &mut BytesMut, text: &[u8]) {
    head(out, b'$', text.len());
    out.extend_from_slice(text);
    out.extend_from_slice(b"\r\n");
}

/// Returns an error reply. The text is ASCII, without what a client sent.
pub fn error(text: impl AsRef<str>) -> Bytes {
    format!("-{}\r\n", text.as_ref()).into()
}

pub fn wrong_number(name: &[u8]) -> Bytes {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    error(format!("ERR wrong number of arguments for '{name}' command"))
}

/// Returns what is replied if a server replies what it cannot.
pub fn unexpected() -> Bytes {
    error("ERR unexpected reply of a server")
}
