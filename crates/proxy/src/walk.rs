//! Commands that do so much at a time, and go from part to part.

use std::collections::HashMap;

use article_site::InboxPosition;
use bytes::Bytes;
use redis::Value;

use crate::job::{Job, Reply};
use crate::resp::number;
use crate::site::Site;
use crate::words::Words;

/// How much such a command does unless COUNT says otherwise.
const DEFAULT_COUNT: i64 = 1_000;

/// Runs UNVOTE and SILENCE, whose cursor holds the part and the cursor in it.
pub async fn walk(job: &Job, words: &Words, at: usize) -> Reply {
    let parts = job.site.parts.len();
    let Some(cursor) = number::<usize>(words.arg(at)) else { return job.raw(0).await };
    let (mut part, mut inner, mut total) = (cursor % parts, cursor / parts, 0);
    let mut begins = cursor == 0 && words.args.len() > 4;
    let next = loop {
        let step = words.with_arg(at, inner.to_string());
        let (next, count): (usize, i64) = job.read(part, &step).await?;
        total += count;
        // SILENCE decides about later votes in every part at once.
        if std::mem::take(&mut begins) {
            for other in 1..parts {
                let (_, count): (usize, i64) =
                    job.read(other, &words.with("COUNT", &["1"])).await?;
                total += count;
            }
        }
        if next > 0 {
            break next.saturating_mul(parts).saturating_add(part);
        }
        (part, inner) = (part + 1, 0);
        if part >= parts {
            break 0;
        }
    };
    let next = Value::BulkString(next.to_string().into());
    Ok(job.form(words).value(&Value::Array(vec![next, Value::Int(total)])))
}

/// Runs TRANSFER and FORGET. Returns how much they did.
pub async fn moved(job: &Job, words: &Words) -> Result<i64, Bytes> {
    let is_forget = job.spec.name == "ARTICLE.FORGET";
    let count = words.first("COUNT").map_or(Some(DEFAULT_COUNT), |count| number(count));
    let Some(most) = count else { return Err(job.raw(0).await.unwrap_or_else(|error| error)) };
    let repeated = if is_forget { repeated_follows(job).await? } else { 0 };
    let mut total = 0;
    for (part, words) in job.everywhere(words) {
        let left = (most - total).to_string();
        let words = if is_forget { words } else { words.with("COUNT", &[left]) };
        total += job.read::<i64>(part, &words).await?;
        if !is_forget && total >= most {
            break;
        }
    }
    Ok((total - repeated).max(0))
}

/// Returns how many times too often the parts together count what a user follows and mutes, since
/// each of them has all of it.
async fn repeated_follows(job: &Job) -> Result<i64, Bytes> {
    let words = Words::new(&[b"ARTICLE.FOLLOWS", &*job.word(1), &*job.word(2)]);
    let mut times = HashMap::<(String, Bytes), i64>::new();
    let parts: Vec<HashMap<String, Vec<Value>>> = job.read_all(&words).await?;
    for (kind, names) in parts.into_iter().flatten() {
        for name in &names {
            *times.entry((kind.clone(), job.form(&words).item(name))).or_default() += 1;
        }
    }
    Ok(times.values().map(|times| times - 1).sum())
}

/// Returns what of an inbox is seen in a part: up to the position, if it is of that part,
/// otherwise up to its second, so that what comes later in any part stays unseen.
pub fn seen_in(site: &Site, position: &[u8], part: usize) -> Bytes {
    match InboxPosition::parse(position) {
        Ok(seen) if seen.id > 0 && site.part_of(seen.id.to_string().as_bytes()) != part => {
            InboxPosition { id: 0, ..seen }.to_string().into()
        }
        _ => Bytes::copy_from_slice(position),
    }
}
