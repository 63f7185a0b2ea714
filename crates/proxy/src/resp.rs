//! RESP, as far as the proxy looks into it. Entries of replies pass through as bytes.
//!
//! Nothing here recurses over what a client sends, or allocates by a length that a client names:
//! decoders for general use do both.

use std::io::Write;
use std::ops::Range;

use bytes::{Buf, Bytes, BytesMut};
use memchr::memchr;

/// The most words of a command, as in Redis.
const MAX_WORDS: usize = 1 << 20;
/// The longest line that is not a text with a length.
const MAX_LINE: usize = 1 << 16;

/// Returns the line that begins at an index, and where the next one begins.
fn line(bytes: &[u8], at: usize) -> Option<(&[u8], usize)> {
    let rest = bytes.get(at..)?;
    let end = memchr(b'\n', rest)?;
    let line = rest.get(..end)?;
    Some((line.strip_suffix(b"\r").unwrap_or(line), at + end + 1))
}

pub fn number<T: std::str::FromStr>(bytes: &[u8]) -> Option<T> {
    str::from_utf8(bytes).ok()?.parse().ok()
}

/// The first line of a frame.
struct Head {
    kind: u8,
    /// The number after the kind, if it is one.
    number: Option<i64>,
    /// Where the next line begins.
    end: usize,
}

/// Reads the line that begins at an index. An error is not RESP.
fn head_at(bytes: &[u8], at: usize) -> Result<Option<Head>, ()> {
    let Some((kind, rest)) = bytes.get(at..).and_then(<[u8]>::split_first) else {
        return Ok(None);
    };
    // Digit by digit, because most lines are short.
    let (mut number, mut length) = (0_i64, 0);
    for byte in rest {
        match byte {
            b'0'..=b'9' => number = number.saturating_mul(10).saturating_add((byte - b'0').into()),
            b'-' if length == 0 => {}
            _ => break,
        }
        length += 1;
    }
    match rest.get(length..).unwrap_or_default() {
        [b'\r', b'\n', ..] => {
            let is_negative = rest.first() == Some(&b'-');
            let number = Some(if is_negative { -number } else { number });
            Ok(Some(Head { kind: *kind, number, end: at + length + 3 }))
        }
        [] | [b'\r'] => Ok(None),
        _ => {
            let end = memchr(b'\n', rest).map(|length| at + length + 2);
            Ok(end.map(|end| Head { kind: *kind, number: None, end }))
        }
    }
}

/// Finds where a reply ends, and continues where it stopped when more bytes have come.
#[derive(Default)]
pub struct Scanner {
    at: usize,
    /// How many frames are to come.
    left: usize,
}

impl Scanner {
    /// Returns the length of the first reply once all of it is there. An error is not RESP.
    pub fn next(&mut self, bytes: &[u8]) -> Result<Option<usize>, ()> {
        if self.at == 0 {
            self.left = 1;
        }
        while self.left > 0 {
            let Some(Head { kind, number, mut end }) = head_at(bytes, self.at)? else {
                return Ok(None);
            };
            let mut children = 0;
            match kind {
                b'$' | b'=' | b'!' => {
                    // A negative length is nil.
                    if let Ok(length) = usize::try_from(number.ok_or(())?) {
                        end = end.checked_add(length).ok_or(())?.saturating_add(2);
                    }
                }
                b'*' | b'~' | b'>' => children = number.ok_or(())?.max(0),
                b'%' => children = number.ok_or(())?.max(0).saturating_mul(2),
                b'|' => children = number.ok_or(())?.max(0).saturating_mul(2).saturating_add(1),
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

/// Returns what an array, a map, or the like holds: of a map, names and values in turn.
pub fn items(frame: &Bytes) -> Option<Vec<Bytes>> {
    Some(items_at(frame, 0)?.0)
}

/// Returns the same of one that begins at an index, and where it ends.
pub fn items_at(frame: &Bytes, at: usize) -> Option<(Vec<Bytes>, usize)> {
    let Head { kind, number, end: mut at } = head_at(frame, at).ok()??;
    let count = usize::try_from(number?).ok()?;
    let count = if kind == b'%' { 2 * count } else { count };
    let mut items = Vec::with_capacity(count.min(frame.len()));
    for _ in 0..count {
        let end = at + Scanner::default().next(frame.get(at..)?).ok()??;
        items.push(frame.slice(at..end));
        at = end;
    }
    Some((items, at))
}

/// Returns the text of a bulk string; none for nil.
pub fn text(frame: &Bytes) -> Option<Bytes> {
    let (head, at) = line(frame, 0)?;
    let length: usize = number(head.strip_prefix(b"$")?)?;
    (at + length <= frame.len()).then(|| frame.slice(at..at + length))
}

/// Whether a reply is nil, in either protocol.
pub fn is_nil(frame: &[u8]) -> bool {
    matches!(frame, b"_\r\n" | b"$-1\r\n" | b"*-1\r\n")
}

pub fn int(frame: &[u8]) -> Option<i64> {
    number(line(frame, 0)?.0.strip_prefix(b":")?)
}

/// Reads commands.
#[derive(Default)]
pub struct Parser {
    at: usize,
    left: usize,
    words: Vec<Range<usize>>,
}

impl Parser {
    /// Takes the first command from the input once all of it is there. An error says why the
    /// input is not a command.
    pub fn next(
        &mut self,
        input: &mut BytesMut,
        limit: usize,
    ) -> Result<Option<Vec<Bytes>>, String> {
        loop {
            if self.at == 0 {
                let Some((head, end)) = line(input, 0) else {
                    let is_long = input.len() > MAX_LINE;
                    return if is_long { Err("too big inline request".into()) } else { Ok(None) };
                };
                let Some(count) = head.strip_prefix(b"*") else {
                    let found = input.split_to(end).freeze();
                    let words = found.split(u8::is_ascii_whitespace).filter(|it| !it.is_empty());
                    let words: Vec<_> = words.map(|word| found.slice_ref(word)).collect();
                    if words.is_empty() {
                        continue;
                    }
                    return Ok(Some(words));
                };
                let count: i64 = number(count).ok_or("invalid multibulk length")?;
                if count <= 0 {
                    input.advance(end);
                    continue;
                }
                self.left = usize::try_from(count).unwrap_or(usize::MAX);
                if self.left > MAX_WORDS {
                    return Err("invalid multibulk length".into());
                }
                self.at = end;
            }
            while self.left > 0 {
                let Some((head, start)) = line(input, self.at) else {
                    let is_long = input.len() - self.at > MAX_LINE;
                    return if is_long {
                        Err("too big bulk count string".into())
                    } else {
                        Ok(None)
                    };
                };
                let length = head.strip_prefix(b"$").ok_or("expected '$'")?;
                let length: usize = number(length).ok_or("invalid bulk length")?;
                if length > limit || start + length > limit {
                    return Err(format!("a command can have at most {limit} bytes"));
                }
                if input.len() < start + length + 2 {
                    return Ok(None);
                }
                self.words.push(start..start + length);
                (self.at, self.left) = (start + length + 2, self.left - 1);
            }
            let found = input.split_to(std::mem::take(&mut self.at)).freeze();
            let words = self.words.drain(..).map(|range| found.slice(range));
            return Ok(Some(words.collect()));
        }
    }
}

/// Appends a command whose key, its second word, is replaced.
pub fn encode(words: &[impl AsRef<[u8]>], key: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(words.iter().map(|word| word.as_ref().len() + 16).sum());
    head(&mut out, b'*', words.len());
    for (at, word) in words.iter().enumerate() {
        bulk(&mut out, if at == 1 { key } else { word.as_ref() });
    }
    out
}

pub fn head(out: &mut Vec<u8>, kind: u8, count: usize) {
    out.push(kind);
    // Writing into memory does not fail.
    let _ = write!(out, "{count}\r\n");
}

pub fn bulk(out: &mut Vec<u8>, text: &[u8]) {
    head(out, b'$', text.len());
    out.extend_from_slice(text);
    out.extend_from_slice(b"\r\n");
}

/// Returns an array of frames as they are.
pub fn array(out: &mut Vec<u8>, frames: &[Bytes]) {
    head(out, b'*', frames.len());
    frames.iter().for_each(|frame| out.extend_from_slice(frame));
}

/// Returns an error reply. The text is ASCII, without what a client sent.
pub fn error(text: impl AsRef<str>) -> Bytes {
    format!("-{}\r\n", text.as_ref()).into()
}

/// How a reply is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Form {
    pub resp3: bool,
    pub json: bool,
}

impl Form {
    pub fn nil(self) -> Bytes {
        Bytes::from_static(if self.resp3 { b"_\r\n" } else { b"$-1\r\n" })
    }
}

/// A reply that the proxy computes with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Nil,
    Int(i64),
    Text(Bytes),
    List(Vec<Value>),
    Map(Vec<(Bytes, Value)>),
    /// Names with numbers: in RESP2 a flat array, otherwise arrays of two.
    Rows(Vec<(Bytes, i64)>),
}

impl Value {
    /// Reads a RESP3 reply of a server.
    pub fn read(frame: &Bytes) -> Option<Self> {
        Some(match frame.first()? {
            _ if is_nil(frame) => Self::Nil,
            b':' => Self::Int(int(frame)?),
            b'$' => Self::Text(text(frame)?),
            b'%' => {
                let read = |pair: &[Bytes]| match pair {
                    [name, value] => Some((text(name)?, Self::read(value)?)),
                    _ => None,
                };
                Self::Map(items(frame)?.chunks(2).map(read).collect::<Option<_>>()?)
            }
            b'*' => Self::List(items(frame)?.iter().map(Self::read).collect::<Option<_>>()?),
            _ => return None,
        })
    }

    pub fn int(&self) -> i64 {
        if let Self::Int(number) = self { *number } else { 0 }
    }

    pub fn list(&self) -> &[Value] {
        if let Self::List(items) = self { items } else { &[] }
    }

    pub fn text(&self) -> Bytes {
        if let Self::Text(text) = self { text.clone() } else { Bytes::new() }
    }

    pub fn reply(&self, form: Form) -> Bytes {
        let mut out = Vec::new();
        match form.json && *self != Self::Nil {
            true => {
                let mut json = Vec::new();
                self.json(&mut json);
                bulk(&mut out, &json);
            }
            false => self.resp(&mut out, form),
        }
        out.into()
    }

    fn resp(&self, out: &mut Vec<u8>, form: Form) {
        match self {
            Self::Nil => out.extend_from_slice(&form.nil()),
            Self::Int(number) => _ = write!(out, ":{number}\r\n"),
            Self::Text(text) => bulk(out, text),
            Self::List(items) => {
                head(out, b'*', items.len());
                items.iter().for_each(|item| item.resp(out, form));
            }
            Self::Map(entries) => {
                match form.resp3 {
                    true => head(out, b'%', entries.len()),
                    false => head(out, b'*', 2 * entries.len()),
                }
                for (name, value) in entries {
                    bulk(out, name);
                    value.resp(out, form);
                }
            }
            Self::Rows(rows) => {
                head(out, b'*', if form.resp3 { rows.len() } else { 2 * rows.len() });
                for (name, number) in rows {
                    if form.resp3 {
                        head(out, b'*', 2);
                    }
                    bulk(out, name);
                    Self::Int(*number).resp(out, form);
                }
            }
        }
    }

    /// Appends JSON as the module writes it.
    fn json(&self, out: &mut Vec<u8>) {
        fn list<T>(out: &mut Vec<u8>, ends: [u8; 2], items: &[T], add: impl Fn(&mut Vec<u8>, &T)) {
            out.push(ends[0]);
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    out.push(b',');
                }
                add(out, item);
            }
            out.push(ends[1]);
        }
        match self {
            Self::Nil => out.extend_from_slice(b"null"),
            Self::Int(number) => _ = write!(out, "{number}"),
            Self::Text(text) => json_text(out, text),
            Self::List(items) => list(out, *b"[]", items, |out, item| item.json(out)),
            Self::Map(entries) => list(out, *b"{}", entries, |out, (name, value)| {
                json_text(out, name);
                out.push(b':');
                value.json(out);
            }),
            Self::Rows(rows) => list(out, *b"[]", rows, |out, (name, number)| {
                out.push(b'[');
                json_text(out, name);
                let _ = write!(out, ",{number}]");
            }),
        }
    }
}

pub fn json_text(out: &mut Vec<u8>, text: &[u8]) {
    out.push(b'"');
    for letter in String::from_utf8_lossy(text).chars() {
        let _ = match letter {
            '"' | '\\' => write!(out, "\\{letter}"),
            '\n' => write!(out, "\\n"),
            '\r' => write!(out, "\\r"),
            '\t' => write!(out, "\\t"),
            '\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                write!(out, "\\u{:04x}", u32::from(letter))
            }
            _ => write!(out, "{letter}"),
        };
    }
    out.push(b'"');
}
