//! The forms of replies: RESP2, RESP3, and JSON in either.

use bytes::{Bytes, BytesMut};
use redis::Value;
use serde_json::value::RawValue;

use crate::resp::{bulk, head, is_nil, items_at, text, unexpected};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Form {
    pub resp3: bool,
    pub json: bool,
}

/// Items of an array, their positions, and whether more follow.
pub type Listed = (Vec<Bytes>, Vec<Bytes>, bool);

impl Form {
    pub fn nil(self) -> Bytes {
        Bytes::from_static(if self.resp3 { b"_\r\n" } else { b"$-1\r\n" })
    }

    /// Returns the items of a reply, as they are.
    pub fn items(self, reply: &Bytes) -> Result<Vec<Bytes>, Bytes> {
        let items = || match self.json {
            true => Some(slices(&text(reply)?, serde_json::from_slice(&text(reply)?).ok()?)),
            false => Some(items_at(reply, 0)?.0),
        };
        items().ok_or_else(unexpected)
    }

    /// Reads a reply with WITHPOSITIONS.
    pub fn listed(self, reply: &Bytes) -> Option<Listed> {
        if self.json {
            let text = text(reply)?;
            let (items, positions, next): (Vec<&RawValue>, Vec<&str>, Option<&RawValue>) =
                serde_json::from_slice(&text).ok()?;
            let positions = positions.iter().map(|it| text.slice_ref(it.as_bytes())).collect();
            return Some((slices(&text, items), positions, next.is_some()));
        }
        // After the head of an array of three.
        let (items, end) = items_at(reply, 4)?;
        let (positions, end) = items_at(reply, end)?;
        let positions = positions.iter().map(text).collect::<Option<_>>()?;
        Some((items, positions, !is_nil(reply.get(end..)?)))
    }

    /// Reads a reply of CHANGES: the version, items, and ids.
    pub fn changed(self, reply: &Bytes) -> Option<(Bytes, Vec<Bytes>, Vec<Bytes>)> {
        if self.json {
            let text = text(reply)?;
            let (version, items, ids): (&str, Vec<&RawValue>, Vec<&RawValue>) =
                serde_json::from_slice(&text).ok()?;
            return Some((
                text.slice_ref(version.as_bytes()),
                slices(&text, items),
                slices(&text, ids),
            ));
        }
        let (parts, _) = items_at(reply, 0)?;
        let [version, items, ids] = parts.as_slice() else { return None };
        Some((text(version)?, items_at(items, 0)?.0, items_at(ids, 0)?.0))
    }

    /// Returns an array of items, to be in another array.
    pub fn array(self, items: &[Bytes]) -> Bytes {
        let length = items.iter().map(|item| item.len() + 1).sum::<usize>();
        let mut out = BytesMut::with_capacity(length + 16);
        if self.json {
            out.extend_from_slice(b"[");
            for (at, item) in items.iter().enumerate() {
                out.extend_from_slice(if at > 0 { b"," } else { b"" });
                out.extend_from_slice(item);
            }
            out.extend_from_slice(b"]");
        } else {
            head(&mut out, b'*', items.len());
            items.iter().for_each(|item| out.extend_from_slice(item));
        }
        out.freeze()
    }

    /// Returns a value, to be in an array.
    pub fn item(self, value: &Value) -> Bytes {
        let mut out = BytesMut::new();
        if self.json {
            write_json(&mut out, value)
        } else {
            self.write(&mut out, value)
        }
        out.freeze()
    }

    /// Returns a text, to be in an array.
    pub fn text(self, text: &[u8]) -> Bytes {
        self.item(&Value::BulkString(text.to_vec()))
    }

    /// Returns the reply that consists of an array or another item.
    pub fn reply(self, item: Bytes) -> Bytes {
        if !self.json {
            return item;
        }
        let mut out = BytesMut::with_capacity(item.len() + 16);
        bulk(&mut out, &item);
        out.freeze()
    }

    /// Returns the reply that a value is.
    pub fn value(self, value: &Value) -> Bytes {
        if *value == Value::Nil { self.nil() } else { self.reply(self.item(value)) }
    }

    fn write(self, out: &mut BytesMut, value: &Value) {
        match value {
            Value::Int(number) => {
                out.extend_from_slice(format!(":{number}\r\n").as_bytes());
            }
            Value::BulkString(text) => bulk(out, text),
            Value::Array(items) => {
                head(out, b'*', items.len());
                items.iter().for_each(|item| self.write(out, item));
            }
            Value::Map(entries) => {
                match self.resp3 {
                    true => head(out, b'%', entries.len()),
                    false => head(out, b'*', 2 * entries.len()),
                }
                for item in entries.iter().flat_map(|(name, value)| [name, value]) {
                    self.write(out, item);
                }
            }
            _ => out.extend_from_slice(&self.nil()),
        }
    }
}

fn slices(text: &Bytes, raw: Vec<&RawValue>) -> Vec<Bytes> {
    raw.into_iter().map(|raw| text.slice_ref(raw.get().as_bytes())).collect()
}

/// Appends JSON as the module writes it.
fn write_json(out: &mut BytesMut, value: &Value) {
    match value {
        Value::Int(number) => out.extend_from_slice(number.to_string().as_bytes()),
        Value::BulkString(text) => write_json_text(out, text),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                out.extend_from_slice(if at > 0 { b"," } else { b"[" });
                write_json(out, item);
            }
            out.extend_from_slice(if items.is_empty() { b"[]" } else { b"]" });
        }
        Value::Map(entries) => {
            for (at, (name, value)) in entries.iter().enumerate() {
                out.extend_from_slice(if at > 0 { b"," } else { b"{" });
                write_json(out, name);
                out.extend_from_slice(b":");
                write_json(out, value);
            }
            out.extend_from_slice(if entries.is_empty() { b"{}" } else { b"}" });
        }
        _ => out.extend_from_slice(b"null"),
    }
}

fn write_json_text(out: &mut BytesMut, text: &[u8]) {
    out.extend_from_slice(b"\"");
    for letter in String::from_utf8_lossy(text).chars() {
        let escaped = match letter {
            '"' | '\\' => format!("\\{letter}"),
            '\n' => "\\n".to_owned(),
            '\r' => "\\r".to_owned(),
            '\t' => "\\t".to_owned(),
            '\0'..' ' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                format!("\\u{:04x}", u32::from(letter))
            }
            _ => letter.to_string(),
        };
        out.extend_from_slice(escaped.as_bytes());
    }
    out.extend_from_slice(b"\"");
}
