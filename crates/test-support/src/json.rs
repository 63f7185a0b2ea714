//! Replies of FORMAT JSON, compared with the same replies in the client's protocol.

use redis::Value;
use serde_json::{Map, Value as Json};

use super::Protocol;

/// The bytes that no text has, because they are escaped, and the beginnings of white space.
const ESCAPED: [&str; 6] = ["<", ">", "&", "\u{2028}", "\u{2029}", "\n"];

/// Panics unless a reply is the JSON of another.
#[track_caller]
pub fn assert_same(json: &Value, resp: &Value, protocol: Protocol, line: &str) {
    let is_same = match json {
        Value::Nil => *resp == Value::Nil,
        Value::ServerError(_) => json == resp,
        Value::BulkString(text) => {
            let text = std::str::from_utf8(text).expect("UTF-8");
            let parsed = serde_json::from_str(text).expect("a JSON text");
            assert!(!ESCAPED.iter().any(|escaped| text.contains(escaped)), "{text}");
            same(&parsed, resp, protocol)
        }
        _ => false,
    };
    assert!(is_same, "{line}:\n{json:?}\nis not the JSON of\n{resp:?}");
}

fn same(json: &Json, resp: &Value, protocol: Protocol) -> bool {
    match (json, resp) {
        (Json::Null, Value::Nil) => true,
        (Json::Number(number), Value::Int(integer)) => number.as_i64() == Some(*integer),
        (Json::String(text), resp) => same_text(text, resp),
        (Json::Object(object), Value::Map(entries)) => {
            protocol == Protocol::Resp3 && same_map(object, entries, protocol)
        }
        (Json::Object(object), Value::Array(flat)) => {
            let entries = flat.chunks_exact(2).map(|pair| (pair[0].clone(), pair[1].clone()));
            let entries: Vec<_> = entries.collect();
            protocol == Protocol::Resp2 && same_map(object, &entries, protocol)
        }
        (Json::Array(values), Value::Array(replies)) if values.len() == replies.len() => {
            values.iter().zip(replies).all(|(value, reply)| same(value, reply, protocol))
        }
        // GROUPS and LISTS, which are flat in RESP2.
        (Json::Array(pairs), Value::Array(flat)) if 2 * pairs.len() == flat.len() => {
            let flat: Vec<_> = flat.chunks(2).map(|pair| Value::Array(pair.to_vec())).collect();
            let of_two = |(value, pair)| same(value, pair, protocol);
            protocol == Protocol::Resp2 && pairs.iter().zip(&flat).all(of_two)
        }
        _ => false,
    }
}

/// Returns whether a text is a string, with U+FFFD in place of what is not UTF-8.
fn same_text(text: &str, resp: &Value) -> bool {
    matches!(resp, Value::BulkString(bytes) if String::from_utf8_lossy(bytes) == text)
}

/// Custom fields are in an object of their own at the end, and among the entries in a reply.
fn same_map(object: &Map<String, Json>, resp: &[(Value, Value)], protocol: Protocol) -> bool {
    let mut own: Vec<_> = object.iter().collect();
    let fields = own.pop_if(|(name, value)| *name == "fields" && value.is_object());
    let mut fields = fields.and_then(|(_, fields)| fields.as_object()).into_iter().flatten();
    let mut own = own.into_iter().peekable();
    let is_same = resp.iter().all(|(name, value)| {
        let is_next = |(own, _): &(&String, &Json)| same_text(own, name);
        let entry = own.next_if(is_next).or_else(|| fields.next().filter(is_next));
        entry.is_some_and(|(_, json)| same(json, value, protocol))
    });
    is_same && own.next().is_none() && fields.next().is_none()
}
