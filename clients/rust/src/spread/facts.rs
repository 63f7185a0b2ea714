//! Numbers and lists, added up over the parts.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use redis::Value;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::Ask;
use super::run::{Cursors, Item, Spread, reply};
use crate::Result;
use crate::command::json;
use crate::words::{Words, number};

/// The numbers of INFO and USER that add up.
const ADDED: [&str; 12] = [
    "articles",
    "open",
    "groups",
    "votes",
    "memory",
    "hidden",
    "users",
    "comments",
    "marks",
    "karma",
    "comment_karma",
    "unseen",
];

impl<A: Ask> Spread<'_, A> {
    /// Adds up what all parts reply.
    pub async fn facts(&mut self) -> Result<Value> {
        let (name, mut words) = (self.name(), self.words.clone());
        match name {
            // What is large is so in all parts together.
            b"GROUPS" => words.set("LIMIT", &["0", "-1"]),
            b"AFFINITY" => words.set("COUNT", &["100"]),
            b"COUNT" => absolute(&mut words),
            _ => {}
        }
        let replies = self.all(&words).await?;
        let most = self.words.first("COUNT").map_or(10, number);
        let numbers = |(name, sums): (String, Vec<i64>)| {
            [name.into()].into_iter().chain(sums.into_iter().map(Json::from)).collect::<Json>()
        };
        match name {
            b"FIND" => {
                let mut ids = read::<Vec<u32>>(replies)?.concat();
                ids.sort_unstable_by(|id, other| other.cmp(id));
                ids.truncate(most);
                reply(&ids)
            }
            b"GROUPS" | b"AFFINITY" | b"LISTS" => {
                let mut rows = rows(read(replies)?);
                rows.sort_by_key(|(_, sums)| {
                    sums.first().filter(|_| name != b"LISTS").map(|sum| -sum)
                });
                let (skipped, most) = match self.words.find("LIMIT") {
                    Some([skipped, most]) => (number(skipped), number(most)),
                    _ => (0, if name == b"LISTS" { -1 } else { most as i64 }),
                };
                let most = usize::try_from(most).unwrap_or(usize::MAX);
                reply(&rows.into_iter().skip(skipped).take(most).map(numbers).collect::<Json>())
            }
            _ => reply(&read(replies)?.into_iter().fold(Json::Null, total)),
        }
    }

    /// Returns the changes of all parts, whose versions are one text. With BLOCK, one part after
    /// the other waits for its share of the time.
    pub async fn changes(&mut self) -> Result<Value> {
        let (mut words, count) = (self.words.clone(), self.parts.count());
        for (name, default) in [("COUNT", 100), ("BLOCK", 100 * count)] {
            let number = words.first(name).map_or(0, number);
            let share = if number == 0 { default } else { number }.div_ceil(count);
            if name == "COUNT" || words.find(name).is_some() {
                words.set(name, &[&share.to_string()]);
            }
        }
        let mut versions = Cursors::of(self.words.args.last(), "0", self.parts)?;
        let (mut items, mut gone) = (Vec::<Item>::new(), Vec::<u32>::new());
        for part in self.parts.all() {
            words.continue_from(versions.0.get(part as usize).map_or("0", |version| version));
            if !items.is_empty() || !gone.is_empty() {
                words.options = words.select(&["BLOCK"], false);
            }
            let (next, own, deleted) = json(self.one(part, words.clone()).await?)?;
            versions.set(part, Some(next));
            items.extend::<Vec<Item>>(own);
            gone.extend::<Vec<u32>>(deleted);
        }
        reply(&(versions.join(), items, gone))
    }
}

pub fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs() as i64)
}

/// Has all parts mean the same by times that count back.
pub fn absolute(words: &mut Words) {
    for name in ["SINCE", "UNTIL"] {
        let age = words.first(name).map_or(0, number::<i64>);
        if age < 0 {
            words.set(name, &[&(now() + age).to_string()]);
        }
    }
}

fn read<T: DeserializeOwned>(replies: Vec<Value>) -> Result<Vec<T>> {
    replies.into_iter().map(json).collect()
}

/// Adds up the numbers after the same name, and returns them by name.
fn rows(replies: Vec<Vec<Vec<Json>>>) -> Vec<(String, Vec<i64>)> {
    let mut rows = BTreeMap::<String, Vec<i64>>::new();
    for row in replies.into_iter().flatten() {
        let mut row = row.into_iter();
        let Some(Json::String(name)) = row.next() else { continue };
        let sums = rows.entry(name).or_insert_with(|| vec![0; row.len()]);
        sums.iter_mut().zip(row).for_each(|(sum, it)| *sum += it.as_i64().unwrap_or(0));
    }
    rows.into_iter().collect()
}

/// Adds up numbers, by name in maps. What is not added up is the greatest, such as the last id, or
/// the same in all parts, such as settings.
fn total(all: Json, one: Json) -> Json {
    let number = |json: &Json| json.as_i64().unwrap_or(0);
    match (all, one) {
        (Json::Object(mut all), Json::Object(one)) => {
            for (name, value) in one {
                let sum = all.entry(name.clone()).or_insert(0.into());
                *sum = match (name.as_str(), &*sum, &value) {
                    ("version", Json::String(all), Json::String(one)) => {
                        [&**all, one].join(",").into()
                    }
                    ("ids_first" | "ids_step", ..) => 1.into(),
                    (_, Json::String(_), _) => continue,
                    (name, sum, one) if ADDED.contains(&name) => {
                        (number(sum) + number(one)).into()
                    }
                    (_, sum, one) => number(sum).max(number(one)).into(),
                };
            }
            Json::Object(all)
        }
        (all, Json::Null) => all,
        (Json::Null, one) => one,
        (all, one) => (number(&all) + number(&one)).into(),
    }
}
