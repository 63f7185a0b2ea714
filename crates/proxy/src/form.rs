//! The forms of replies: RESP2, RESP3, and JSON in either.

use article_site::push_string;
use bytes::{BufMut, Bytes, BytesMut};
use redis::{FromRedisValue, Value, from_redis_value, parse_redis_value};
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
    /// The values of FORMAT.
    pub const NAMES: [&[u8]; 2] = [b"RESP", b"JSON"];

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
        self.list((b'*', items.len()), b"[]", items)
    }

    fn list(self, (kind, count): (u8, usize), brackets: &[u8; 2], items: &[Bytes]) -> Bytes {
        let length = items.iter().map(|item| item.len() + 1).sum::<usize>();
        let mut out = BytesMut::with_capacity(length + 16);
        let [open, close] = *brackets;
        if self.json {
            out.put_u8(open);
            for (at, item) in items.iter().enumerate() {
                out.extend_from_slice(if at > 0 { b"," } else { b"" });
                out.extend_from_slice(item);
            }
            out.put_u8(close);
        } else {
            head(&mut out, kind, count);
            items.iter().for_each(|item| out.extend_from_slice(item));
        }
        out.freeze()
    }

    /// Returns a value, to be in an array.
    pub fn item(self, value: &Value) -> Bytes {
        match value {
            Value::Int(number) if self.json => number.to_string().into(),
            Value::Int(number) => format!(":{number}\r\n").into(),
            Value::BulkString(text) if self.json => {
                let mut json = Vec::new();
                push_string(&mut json, text);
                json.into()
            }
            Value::BulkString(text) => bulk_of(text),
            Value::Array(items) => {
                self.array(&items.iter().map(|item| self.item(item)).collect::<Vec<_>>())
            }
            Value::Map(entries) => {
                let pairs =
                    entries.iter().map(|(name, value)| [name, value].map(|it| self.item(it)));
                let items: Vec<_> = match self.json {
                    true => pairs.map(|pair| pair.join(&b':').into()).collect(),
                    false => pairs.flatten().collect(),
                };
                match self.resp3 {
                    true => self.list((b'%', entries.len()), b"{}", &items),
                    false => self.list((b'*', items.len()), b"{}", &items),
                }
            }
            _ if self.json => Bytes::from_static(b"null"),
            _ => self.nil(),
        }
    }

    /// Returns a text, to be in an array.
    pub fn text(self, text: &[u8]) -> Bytes {
        self.item(&Value::BulkString(text.to_vec()))
    }

    /// Returns the reply that consists of an array or another item.
    pub fn reply(self, item: Bytes) -> Bytes {
        if self.json { bulk_of(&item) } else { item }
    }

    /// Returns the reply that a value is.
    pub fn value(self, value: &Value) -> Bytes {
        if *value == Value::Nil { self.nil() } else { self.reply(self.item(value)) }
    }
}

fn slices(text: &Bytes, raw: Vec<&RawValue>) -> Vec<Bytes> {
    raw.into_iter().map(|raw| text.slice_ref(raw.get().as_bytes())).collect()
}

fn bulk_of(text: &[u8]) -> Bytes {
    let mut out = BytesMut::with_capacity(text.len() + 16);
    bulk(&mut out, text);
    out.freeze()
}

/// Reads a reply that the proxy computes with.
pub fn read<T: FromRedisValue>(reply: &Bytes) -> Result<T, Bytes> {
    let value: Option<Value> = parse_redis_value(reply).ok();
    value.and_then(|value| from_redis_value(value).ok()).ok_or_else(unexpected)
}
