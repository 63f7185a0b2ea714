//! Numbers and lists, added up over the parts.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use redis::Value;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use serde_json::value::RawValue;

use super::Ask;
use super::run::Spread;
use super::words::{Line, find, number, select};
use crate::command::json;
use crate::{Error, Result};

impl<A: Ask> Spread<'_, A> {
    /// Adds up what all parts reply.
    pub async fn facts(&mut self, name: &[u8]) -> Result<Value> {
        match name {
            b"INFO" | b"USER" | b"LISTS" | b"FIND" | b"AFFINITY" => {}
            b"COUNT" => self.count_absolutely(),
            // A group is large if it is so in all parts together.
            b"GROUPS" => drop(self.line.splice(3..5, ["0", "-1"].map(Vec::from))),
            _ => return Err(Error::Reply("this command is for one of the parts".into())),
        }
        let replies = self.all().await?;
        let (skipped, most): (usize, i64) = match name {
            b"GROUPS" => (number(self.word(3)), number(self.word(4))),
            b"AFFINITY" if self.word(3) != b"COUNT" => (0, 10),
            b"AFFINITY" | b"FIND" => (0, number(self.word(4))),
            _ => (0, -1),
        };
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let all: Json = match name {
            b"INFO" | b"USER" | b"COUNT" => {
                read(replies)?.into_iter().fold(Json::Null, |all, it| added("", all, it))
            }
            b"FIND" => {
                let mut ids = read::<Vec<u32>>(replies)?.concat();
                ids.sort_unstable_by(|id, other| other.cmp(id));
                ids.into_iter().take(most).collect()
            }
            _ => {
                let mut rows = rows(read(replies)?);
                rows.sort_by_key(|(_, sums)| {
                    sums.first().map(|sum| -sum * i64::from(name != b"LISTS"))
                });
                let row = |(name, sums): (String, Vec<i64>)| {
                    let sums = sums.into_iter().map(Json::from);
                    [Json::String(name)].into_iter().chain(sums).collect::<Json>()
                };
                rows.into_iter().skip(skipped).take(most).map(row).collect()
            }
        };
        Ok(if all.is_null() { Value::Nil } else { Value::BulkString(all.to_string().into()) })
    }

    /// Has all parts count from and to the same times.
    fn count_absolutely(&mut self) {
        let mut is_time = false;
        for word in &mut self.line {
            let age = number::<i64>(word);
            if is_time && age < 0 {
                *word = (now() + age).to_string().into();
            }
            is_time = word == b"SINCE" || word == b"UNTIL";
        }
    }

    /// Returns the changes of all parts. Their versions are one text. With BLOCK, one part after
    /// the other waits for its share of the time.
    pub async fn changes(&mut self) -> Result<Value> {
        let (given, count) = (self.options(3), self.parts.count());
        let first = |name| find(&given, name).and_then(|words| words.first());
        let most = first("COUNT").map_or(100, |most| number::<u32>(most)).div_ceil(count);
        let wait = first("BLOCK").map(|block| match number::<u32>(block) {
            0 => 100,
            block => block.div_ceil(count),
        });
        let end = self.line.get(self.words.len()..).unwrap_or_default();
        let end = [&select(&given, &["BLOCK", "COUNT"], false), end].concat();
        let line = |version: &str, wait: Option<u32>| -> Line {
            let mut line = ["ARTICLE.CHANGES", "", version, "COUNT", &most.to_string()]
                .map(Vec::from)
                .to_vec();
            line.extend(wait.into_iter().flat_map(|it| ["BLOCK".into(), it.to_string().into()]));
            [line, end.clone()].concat()
        };
        let version = String::from_utf8_lossy(self.word(2));
        let versions = version.split(',').chain(std::iter::repeat("0"));
        let lines: Vec<_> = self.parts.all().zip(versions.map(|it| line(it, None))).collect();
        let mut parts: Vec<(String, Vec<Box<RawValue>>, Vec<u32>)> =
            read(self.send(&lines).await?)?;
        for at in 0..parts.len() {
            let is_quiet =
                parts.iter().all(|(_, items, gone)| items.is_empty() && gone.is_empty());
            let (Some(_), true, Some(part)) = (wait, is_quiet, parts.get_mut(at)) else { break };
            *part = json(self.one(at as u32, line(&part.0, wait)).await?)?;
        }
        let version = parts.iter().map(|part| part.0.as_str()).collect::<Vec<_>>().join(",");
        let items = parts.iter().flat_map(|part| &part.1).map(|item| item.get());
        let items = items.collect::<Vec<_>>().join(",");
        let gone: Json = parts.iter().flat_map(|part| part.2.iter().copied()).collect();
        Ok(Value::BulkString(format!("[\"{version}\",[{items}],{gone}]").into()))
    }
}

pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64)
}

fn read<T: DeserializeOwned>(replies: Vec<Value>) -> Result<Vec<T>> {
    replies.into_iter().map(json).collect()
}

/// Adds up rows that begin with the same name, and returns them by name.
fn rows(replies: Vec<Vec<Vec<Json>>>) -> Vec<(String, Vec<i64>)> {
    let mut rows = BTreeMap::<String, Vec<i64>>::new();
    for row in replies.into_iter().flatten() {
        let [Json::String(name), numbers @ ..] = &row[..] else { continue };
        let sums = rows.entry(name.clone()).or_insert_with(|| vec![0; numbers.len()]);
        let numbers = numbers.iter().filter_map(Json::as_i64);
        sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
    }
    rows.into_iter().collect()
}

/// Adds up numbers, by name in maps. Settings are the same everywhere, so they are not added up.
fn added(name: &str, one: Json, other: Json) -> Json {
    let number = |json: &Json| json.as_i64().unwrap_or(0);
    match (one, other) {
        (Json::Null, other) => other,
        (Json::String(one), Json::String(other)) if name == "version" => {
            format!("{one},{other}").into()
        }
        (one, other) if name == "last_id" => number(&one).max(number(&other)).into(),
        _ if name == "ids_first" || name == "ids_step" => 1.into(),
        (one @ Json::Number(_), _) if is_setting(name) => one,
        (Json::Number(one), other) => (one.as_i64().unwrap_or(0) + number(&other)).into(),
        (Json::Object(mut all), Json::Object(other)) => {
            for (name, value) in other {
                let sum = added(&name, all.remove(&name).unwrap_or(Json::Null), value);
                all.insert(name, sum);
            }
            Json::Object(all)
        }
        (one, _) => one,
    }
}

fn is_setting(name: &str) -> bool {
    matches!(
        name,
        "vote_score" | "vote_window" | "page_size" | "dedupe" | "bump_window" | "silenced"
    )
}
