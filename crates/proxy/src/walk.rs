//! Commands that do so much at a time, and go from part to part.

use std::collections::{HashMap, HashSet};

use article_site::InboxPosition;
use bytes::Bytes;
use redis::Value;

use crate::job::{Job, Reply};
use crate::resp::number;
use crate::site::Site;
use crate::words::Words;

/// How much such a command does unless COUNT says otherwise, and the greatest COUNT.
const DEFAULT_COUNT: usize = 1_000;
const MAX_COUNT: usize = 10_000;

/// Runs UNVOTE and SILENCE, whose cursor is the next id, in whose part they go on. COUNT is what
/// they do in all parts together, but SILENCE begins with at least one vote in each.
pub async fn walk(job: &Job, words: &Words, at: usize) -> Reply {
    let parts = job.site.parts.len();
    let count = words.number("COUNT", DEFAULT_COUNT, MAX_COUNT);
    let (mut cursor, most): (i64, _) = job.valid(number(words.arg(at)).zip(count)).await?;
    let mut part = if cursor == 0 { 0 } else { job.site.part_of(words.arg(at)) };
    // SILENCE decides about later votes in every part at once.
    let is_decided = cursor == 0 && job.spec.name == "ARTICLE.SILENCE";
    let mut others = if is_decided { 1..parts } else { 0..0 };
    let mut total = 0;
    let next = loop {
        let left = most.saturating_sub(total + others.len()).max(1).to_string();
        let step = words.with_arg(at, cursor.to_string()).with("COUNT", &[left]);
        let (next, count): (i64, usize) = job.read(part, &step).await?;
        total += count;
        for other in std::mem::take(&mut others) {
            let (_, count): (i64, usize) = job.read(other, &words.with("COUNT", &["1"])).await?;
            total += count;
        }
        if next > 0 {
            break next;
        }
        part += 1;
        if part == parts {
            break 0;
        }
        // The first id of the part.
        cursor = part as i64 + 1;
        if total >= most {
            break cursor;
        }
    };
    let next = Value::BulkString(next.to_string().into());
    Ok(job.form(words).value(&Value::Array(vec![next, Value::Int(total as i64)])))
}

/// Runs TRANSFER and FORGET. Returns how much they did.
pub async fn moved(job: &Job, words: &Words) -> Result<i64, Bytes> {
    let most = job.valid(words.number("COUNT", DEFAULT_COUNT, MAX_COUNT)).await?;
    let (mut left, mut total, mut known) = (most as i64, 0, HashSet::new());
    for (part, words) in job.everywhere(words) {
        let (uncounted, repeated) = match job.spec.name == "ARTICLE.FORGET" {
            true => beside_votes(job, part, &mut known).await?,
            false => (0, 0),
        };
        let count: i64 = job.read(part, &words.with("COUNT", &[left.to_string()])).await?;
        total += (count - repeated).max(0);
        left -= (count - uncounted).max(0);
        if left <= 0 {
            break;
        }
    }
    Ok(total)
}

/// Returns how much FORGET removes in a part besides votes, and how much of it was in the parts
/// before, too: what a user follows and mutes is in each.
async fn beside_votes(
    job: &Job,
    part: usize,
    known: &mut HashSet<(String, Bytes)>,
) -> Result<(i64, i64), Bytes> {
    let ask = |name: &[u8]| Words::new(&[name, &job.word(1), &job.word(2)]);
    let follows: HashMap<String, Vec<Value>> = job.read(part, &ask(b"ARTICLE.FOLLOWS")).await?;
    let lists: Vec<(Bytes, i64)> = job.read(part, &ask(b"ARTICLE.LISTS")).await?;
    let (mut uncounted, mut repeated) = (lists.iter().map(|(_, marks)| marks).sum(), 0);
    for (kind, names) in &follows {
        for name in names {
            let name = job.form(&Words::default()).item(name);
            uncounted += 1;
            repeated += i64::from(!known.insert((kind.clone(), name)));
        }
    }
    Ok((uncounted, repeated))
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
