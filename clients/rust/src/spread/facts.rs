//! Numbers and lists, added up over the parts.

use redis::Value;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

use super::Ask;
use super::run::{Spread, reply};
use crate::Result;
use crate::command::json;
use crate::words::{Route, number};

/// Replies of commands, and entries of INFO and USER, that do not add up: the greatest counts.
const GREATEST: &str = "FOLLOW UNFOLLOW MUTE UNMUTE SEEN \
                        last_id vote_score vote_window page_size dedupe bump_window silenced";

/// A row of GROUPS, LISTS, or AFFINITY.
#[derive(Clone, Serialize, Deserialize)]
struct Row(String, i64, #[serde(default, skip_serializing_if = "Option::is_none")] Option<i64>);

impl<A: Ask> Spread<'_, A> {
    /// Adds up what the parts reply.
    pub async fn facts(&mut self) -> Result<Value> {
        let (name, words) = (self.name(), self.words);
        let replies = match (name, words.route) {
            // What is large is so in all parts together.
            ("GROUPS", _) => self.all(|_| words.with("LIMIT", [0, -1])).await?,
            ("AFFINITY", _) => self.all(|_| words.with("COUNT", [100])).await?,
            (_, Route::Ids(at)) => {
                self.split(words, at).await?.into_iter().map(|it| it.1).collect()
            }
            _ => self.all(|_| words.clone()).await?,
        };
        match (name, words.find("LIMIT")) {
            ("FIND", _) => {
                let mut ids = read::<Vec<u32>>(replies)?.concat();
                ids.sort_unstable_by(|id, other| other.cmp(id));
                ids.truncate(words.first("COUNT").map_or(usize::MAX, number));
                reply(&ids)
            }
            ("LISTS", _) => reply(&rows(read(replies)?)),
            ("GROUPS", Some([skipped, most])) => {
                reply(&largest(read(replies)?, number(skipped), number(most)))
            }
            ("AFFINITY", _) => {
                reply(&largest(read(replies)?, 0, words.first("COUNT").map_or(10, number)))
            }
            _ => {
                let add = |all, one| total(name, all, one);
                reply(&read(replies)?.into_iter().fold(Json::Null, add))
            }
        }
    }
}

fn read<T: DeserializeOwned>(replies: Vec<Value>) -> Result<Vec<T>> {
    replies.into_iter().map(json).collect()
}

/// Returns rows by name, of which each is once there.
fn rows(lists: Vec<Vec<Row>>) -> Vec<Row> {
    let mut rows = lists.concat();
    rows.sort_by(|row, other| row.0.cmp(&other.0));
    rows.dedup_by(|row, sum| {
        let is_same = row.0 == sum.0;
        if is_same {
            sum.1 += row.1;
            sum.2 = sum.2.zip(row.2).map(|(sum, number)| sum + number);
        }
        is_same
    });
    rows
}

/// Returns so many of the largest rows. All if the number is negative.
fn largest(lists: Vec<Vec<Row>>, skipped: usize, most: i64) -> Vec<Row> {
    let mut rows = rows(lists);
    rows.sort_by_key(|row| -row.1);
    let most = usize::try_from(most).unwrap_or(usize::MAX);
    rows.into_iter().skip(skipped).take(most).collect()
}

/// Adds up numbers, by name in maps. Settings are the same in all parts.
fn total(name: &str, all: Json, one: Json) -> Json {
    let number = |json: &Json| json.as_i64().unwrap_or(0);
    match (name, all, one) {
        (_, Json::Object(mut all), Json::Object(one)) => {
            for (name, one) in one {
                let sum = all.remove(&name).unwrap_or(Json::Null);
                let sum = total(&name, sum, one);
                all.insert(name, sum);
            }
            Json::Object(all)
        }
        (_, all, Json::Null) => all,
        (_, Json::Null, one) => one,
        ("version", Json::String(all), Json::String(one)) => [all, one].join(",").into(),
        ("ids_first" | "ids_step", ..) => 1.into(),
        (_, Json::String(all), _) => all.into(),
        (name, all, one) if GREATEST.split(' ').any(|it| it == name) => {
            number(&all).max(number(&one)).into()
        }
        (_, all, one) => (number(&all) + number(&one)).into(),
    }
}
