//! Replies checked against `docs/commands.json`: a reply has a form that its command documents,
//! and an error is one of the command's own, of all commands', or of the server's.

use std::sync::LazyLock;

use redis::Value;
use serde_json::Value as Json;

use super::reply;

static CONTRACT: LazyLock<Json> = LazyLock::new(|| {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/commands.json");
    let text = std::fs::read_to_string(path).expect("the contract");
    serde_json::from_str(&text).expect("JSON")
});

/// Returns what the contract says of a command.
pub fn command(name: &str) -> Option<&'static Json> {
    CONTRACT["commands"].get(name.to_ascii_uppercase())
}

/// Returns the schema of a reply to which several commands refer.
pub fn definition(name: &str) -> &'static Json {
    &CONTRACT["$defs"][name]
}

/// The first words of errors that are the server's own.
const OF_SERVER: &str = "OOM READONLY NOPERM MISCONF NOAUTH LOADING MASTERDOWN CLUSTERDOWN MOVED \
    ASK TRYAGAIN CROSSSLOT BUSY NOREPLICAS EXECABORT UNBLOCKED";

/// Panics unless the contract has this reply to a command.
#[track_caller]
pub fn check(sent: &redis::Cmd, reply: &Value) {
    let words = sent.args_iter().map(|arg| match arg {
        redis::Arg::Simple(word) => String::from_utf8_lossy(word).to_ascii_uppercase(),
        _ => String::new(),
    });
    let words: Vec<_> = words.collect();
    let Some(command) = words.first().and_then(|name| command(name)) else { return };
    let is_valid = match reply {
        Value::ServerError(_) => is_error_of(command, &reply::error_text(reply)),
        Value::SimpleString(status) if status == "QUEUED" => true,
        // Not the key and what follows it, which can be these words by chance.
        reply if words.windows(2).skip(2).any(|pair| pair == ["FORMAT", "JSON"]) => {
            matches!(reply, Value::Nil | Value::BulkString(_))
        }
        reply => Checker { words: &words }.is_valid(&command["reply_schema"], reply),
    };
    assert!(is_valid, "the contract has no such reply to {:.300}:\n{reply:?}", words.join(" "));
}

fn is_error_of(command: &Json, text: &str) -> bool {
    let texts = |list: &'static Json| list.as_array().into_iter().flatten();
    let own = command["errors"].as_array().into_iter().flatten();
    let mut known = own.chain(texts(&CONTRACT["common_errors"])).filter_map(Json::as_str);
    let code = text.split(' ').next().unwrap_or_default();
    OF_SERVER.split_whitespace().any(|own| own == code)
        || text.starts_with("ERR unknown command")
        || known.any(|known| is_like(known, text))
}

/// Returns whether a text is like a pattern, in which three dots stand for any text.
fn is_like(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split("...");
    let first = parts.next().unwrap_or_default();
    let rest = text.strip_prefix(first).and_then(|rest| {
        parts.try_fold(rest, |rest, part| {
            rest.rfind(part).map(|at| &rest[at + part.len()..]).filter(|_| !rest.is_empty())
        })
    });
    rest.is_some_and(str::is_empty)
}

/// Checks replies to a command.
struct Checker<'a> {
    words: &'a [String],
}

impl Checker<'_> {
    fn is_valid(&self, schema: &Json, value: &Value) -> bool {
        if schema["option"].as_str().is_some_and(|it| !self.words.iter().any(|word| word == it)) {
            return false;
        }
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/"))
        {
            return self.is_valid(&CONTRACT["$defs"][name], value);
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            return choices.iter().any(|choice| self.is_valid(choice, value));
        }
        let is_among =
            |value: Json| schema["enum"].as_array().is_none_or(|values| values.contains(&value));
        match (schema["type"].as_str(), value) {
            (Some("integer"), Value::Int(number)) => is_among((*number).into()),
            (Some("null"), Value::Nil) => true,
            (Some("string"), Value::BulkString(text)) => {
                schema["status"].is_null() && is_among(String::from_utf8_lossy(text).into())
            }
            (Some("string"), Value::Okay | Value::SimpleString(_)) => schema["status"] == true,
            (Some("array"), Value::Array(values)) => self.are_valid(schema, values),
            (Some("object"), Value::Map(entries)) => self.is_map(schema, entries),
            (Some("object"), Value::Array(flat)) if flat.len() % 2 == 0 => {
                let entries = flat.chunks(2).map(|pair| (pair[0].clone(), pair[1].clone()));
                self.is_map(schema, &entries.collect::<Vec<_>>())
            }
            _ => false,
        }
    }

    fn are_valid(&self, schema: &Json, values: &[Value]) -> bool {
        if let Some(parts) = schema["prefixItems"].as_array() {
            let mut pairs = parts.iter().zip(values);
            return parts.len() == values.len()
                && pairs.all(|(it, value)| self.is_valid(it, value));
        }
        let each = &schema["items"];
        // Pairs, which are flat in RESP2.
        if each["prefixItems"].is_array() && matches!(values, [Value::BulkString(_), ..]) {
            return values.chunks(2).all(|pair| self.are_valid(each, pair));
        }
        values.iter().all(|value| self.is_valid(each, value))
    }

    /// Returns whether entries are those of a map, in the order that RETURN or the map gives.
    fn is_map(&self, schema: &Json, entries: &[(Value, Value)]) -> bool {
        let known = schema["properties"].as_object().expect("properties");
        let names = entries.iter().map(|(name, _)| match name {
            Value::BulkString(name) => Some(name.clone()),
            _ => None,
        });
        let Some(names) = names.collect::<Option<Vec<_>>>() else { return false };
        let place = |name: &Vec<u8>| {
            known.keys().position(|own| own.as_bytes() == name).unwrap_or(usize::MAX)
        };
        let required = schema["required"].as_array().expect("names");
        let is_selected = self.words.iter().any(|word| word == "RETURN");
        let other = &schema["additionalProperties"];
        let is_entry = |(name, value): (&Vec<u8>, &Value)| {
            let own = known.iter().find(|(own, _)| own.as_bytes() == name);
            own.map_or_else(
                || other.is_object() && self.is_valid(other, value),
                |(_, schema)| self.is_valid(schema, value),
            )
        };
        (is_selected || names.is_sorted_by_key(place))
            && required.iter().filter_map(Json::as_str).all(|it| names.contains(&it.into()))
            && names.iter().zip(entries.iter().map(|(_, value)| value)).all(is_entry)
    }
}
