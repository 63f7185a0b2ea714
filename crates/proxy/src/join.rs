//! Commands that go to all parts, and how their replies become one.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use bytes::Bytes;
use redis::Value;

use crate::form::Form;
use crate::job::{Job, Reply, now};
use crate::resp::{number, unexpected};
use crate::site::{Info, SETTINGS, settings};
use crate::table::Join;
use crate::walk::{self, seen_in};
use crate::words::Words;

/// The most groups that one GROUPS returns, and how many it returns without LIMIT.
const MAX_GROUPS: usize = 10_000;
const DEFAULT_GROUPS: usize = 1_000;
/// How often parts are made equal if others change their settings at the same time.
const MAX_ROUNDS: usize = 100;
/// The number up to which `unseen` is counted.
const MAX_UNSEEN: i64 = 1_000;

/// Entries of USER, of which a part has only some.
const OF_USER: [&str; 7] =
    ["articles", "karma", "comments", "comment_karma", "unseen", "hidden", "silenced"];

/// Has all parts take the settings of the first one, until they have them: another ALTER at the
/// same time may have come to the parts in another order.
async fn settle(job: &Job) -> Result<(), Bytes> {
    let (site, cluster) = (&job.site, &job.proxy.cluster);
    for _ in 0..MAX_ROUNDS {
        let infos = site.infos(cluster).await?;
        let is_other = |info: &Info| infos.first().map(settings) != Some(settings(info));
        let others = (0..).zip(&infos).filter(|(_, info)| is_other(info));
        let others: Vec<usize> = others.map(|(part, _)| part).collect();
        if others.is_empty() {
            break;
        }
        let words = site.words_of(cluster, 0).await?;
        let line = [vec!["ARTICLE.ALTER".into(), Bytes::new()], words].concat();
        for part in others {
            job.ask(part, line.clone(), true).await?;
        }
    }
    Ok(())
}

pub async fn joined(job: &Job, words: &Words, join: Join) -> Reply {
    let form = job.form(words);
    let value = match join {
        Join::First => {
            let replies = job.several(job.everywhere(words), job.resp3).await;
            let settled = settle(job).await;
            job.site.compare_again();
            settled?;
            return replies?.into_iter().next().ok_or_else(unexpected);
        }
        Join::Sum => Value::Int(job.read_all::<i64>(&absolute(words)).await?.iter().sum()),
        Join::Most => {
            let is_seen = job.spec.name == "ARTICLE.SEEN";
            let own = job.everywhere(words).map(|(part, words)| match is_seen {
                true => (part, words.with_arg(3, seen_in(&job.site, words.arg(3), part))),
                false => (part, words),
            });
            job.read_each(own).await?.into_iter().reduce(most).unwrap_or_default()
        }
        Join::Moved => Value::Int(walk::moved(job, words).await?),
        Join::Names => {
            let found: Vec<Vec<(Bytes, i64)>> = job.read_all(words).await?;
            rows(found.into_iter().flatten().fold(BTreeMap::new(), add), form)
        }
        Join::Largest => rows(largest(job, words).await?, form),
        Join::Highest => {
            let mut ids: Vec<_> = job.read_all(words).await?.into_iter().flat_map(ints).collect();
            ids.sort_unstable_by_key(|id| Reverse(*id));
            let mut ids = ids.into_iter().map(Value::Int);
            match words.first("COUNT").map(|count| number(count).unwrap_or(0)) {
                Some(count) => Value::Array(ids.take(count).collect()),
                None => ids.next().unwrap_or_default(),
            }
        }
        Join::Map => map(job, words).await?,
        Join::Entries => return job.raw(0).await,
    };
    Ok(form.value(&value))
}

/// Returns the words with times that do not count back from now.
fn absolute(words: &Words) -> Words {
    ["SINCE", "UNTIL"].iter().fold(words.clone(), |words, name| {
        match words.first(name).and_then(|time| number::<i64>(time)) {
            Some(time @ ..0) => words.with(name, &[now().saturating_add(time).max(0).to_string()]),
            _ => words,
        }
    })
}

/// Returns the greater number, or of arrays, number by number.
fn most(one: Value, other: Value) -> Value {
    match (one, other) {
        (Value::Array(one), Value::Array(other)) => {
            Value::Array(one.into_iter().zip(other).map(|(one, other)| most(one, other)).collect())
        }
        (Value::Int(one), Value::Int(other)) => Value::Int(one.max(other)),
        (one, _) => one,
    }
}

fn add(mut sums: BTreeMap<Bytes, i64>, (name, number): (Bytes, i64)) -> BTreeMap<Bytes, i64> {
    *sums.entry(name).or_default() += number;
    sums
}

fn text(text: Bytes) -> Value {
    Value::BulkString(text.into())
}

/// Returns names with numbers: in RESP2 as a flat array.
fn rows(rows: impl IntoIterator<Item = (Bytes, i64)>, form: Form) -> Value {
    let rows = rows.into_iter().map(|(name, number)| [text(name), Value::Int(number)]);
    Value::Array(match form.resp3 || form.json {
        true => rows.map(|row| Value::Array(row.into())).collect(),
        false => rows.flatten().collect(),
    })
}

fn ints(value: Value) -> Vec<i64> {
    match value {
        Value::Array(items) => items.into_iter().flat_map(ints).collect(),
        Value::Int(number) => vec![number],
        _ => Vec::new(),
    }
}

/// Returns all groups with their numbers of articles.
async fn groups(job: &Job) -> Result<BTreeMap<Bytes, i64>, Bytes> {
    let mut groups = BTreeMap::new();
    for part in 0..job.site.parts.len() {
        for step in 0.. {
            let limit = [step * MAX_GROUPS, MAX_GROUPS].map(|it| it.to_string());
            let words = Words::new(&[b"ARTICLE.GROUPS", &*job.word(1)]).with("LIMIT", &limit);
            let rows: Vec<(Bytes, i64)> = job.read(part, &words).await?;
            let is_last = rows.len() < MAX_GROUPS;
            groups = rows.into_iter().fold(groups, add);
            if is_last {
                break;
            }
        }
    }
    Ok(groups)
}

/// Returns the largest groups.
async fn largest(job: &Job, words: &Words) -> Result<Vec<(Bytes, i64)>, Bytes> {
    let limit = match words.find("LIMIT") {
        Some([skipped, most]) => number::<usize>(skipped).zip(number::<usize>(most)),
        _ => Some((0, DEFAULT_GROUPS)),
    };
    let limit = limit.filter(|(_, most)| *most <= MAX_GROUPS);
    let (skipped, most) = job.valid(limit).await?;
    let mut rows: Vec<_> = groups(job).await?.into_iter().collect();
    rows.sort_by_key(|(_, size)| Reverse(*size));
    Ok(rows.into_iter().skip(skipped).take(most).collect())
}

/// Adds up maps. One of a part that does not exist is nil.
async fn map(job: &Job, words: &Words) -> Result<Value, Bytes> {
    let mut sums: Vec<(Value, Value)> = Vec::new();
    for (part, map) in job.read_all(words).await?.into_iter().enumerate() {
        let Value::Map(entries) = map else {
            return Err(job.site.is_missing(part));
        };
        for (name, value) in entries {
            match sums.iter_mut().find(|(own, _)| *own == name) {
                Some((_, sum)) => *sum = add_entry(name_of(&name), sum.clone(), value),
                None => sums.push((name, value)),
            }
        }
    }
    for (name, value) in &mut sums {
        match (name_of(name), &value) {
            ("ids_first" | "ids_step", _) => *value = Value::Int(1),
            ("unseen", Value::Int(count)) => *value = Value::Int((*count).min(MAX_UNSEEN)),
            ("groups", Value::Int(_)) => *value = Value::Int(groups(job).await?.len() as i64),
            _ => {}
        }
    }
    if job.spec.name == "ARTICLE.USER" {
        sums.sort_by_key(|(name, _)| OF_USER.iter().position(|own| *own == name_of(name)));
    }
    Ok(Value::Map(sums))
}

fn name_of(name: &Value) -> &str {
    if let Value::BulkString(name) = name { str::from_utf8(name).unwrap_or_default() } else { "" }
}

fn add_entry(name: &str, sum: Value, value: Value) -> Value {
    match (sum, value) {
        // What a user follows is in each part.
        (Value::Array(mut names), Value::Array(others)) => {
            names.extend(others);
            names.sort_by_cached_key(|name| match name {
                Value::BulkString(text) => (0, text.clone()),
                other => (ints(other.clone()).into_iter().sum(), Vec::new()),
            });
            names.dedup();
            Value::Array(names)
        }
        (Value::BulkString(sum), Value::BulkString(own)) if name == "version" => {
            Value::BulkString([&sum[..], b",", &own].concat())
        }
        (Value::Int(sum), Value::Int(own)) if matches!(name, "last_id" | "silenced") => {
            Value::Int(sum.max(own))
        }
        (Value::Int(sum), Value::Int(own)) if !SETTINGS.contains(&name) => Value::Int(sum + own),
        (sum, _) => sum,
    }
}
