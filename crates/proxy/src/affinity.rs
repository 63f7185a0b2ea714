//! AFFINITY: all parts are asked who votes most, and then each of them about all of these.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};

use bytes::Bytes;
use redis::Value;

use crate::job::{Job, MAX_SIZE, Reply};
use crate::words::Words;

/// How many voters are returned without COUNT, and the least number that each part is asked for.
const DEFAULT_COUNT: usize = 10;
const LEAST: usize = 100;
/// The number up to which `given` is counted.
const MAX_GIVEN: i64 = 1_000;

/// A voter with the numbers of votes up, down, and on anything of others.
type Row = (Bytes, i64, i64, i64);

pub async fn affinity(job: &Job, words: &Words) -> Reply {
    let has_names = words.has("OF");
    let default = if has_names { MAX_SIZE } else { DEFAULT_COUNT };
    let count = job.valid(words.number("COUNT", default, MAX_SIZE)).await?;
    let plain = words.without(&["COUNT"]);
    let asked = match has_names {
        true => plain,
        false => {
            let most = count.clamp(LEAST, MAX_SIZE).to_string();
            let mut users: Vec<_> =
                sums(job, &plain.with("COUNT", &[most])).await?.into_values().collect();
            users.sort_by_key(|(_, up, down, _)| Reverse(up + down));
            users.truncate(MAX_SIZE);
            let names = users.into_iter().map(|(user, ..)| user);
            let number = Bytes::from(names.len().to_string());
            plain.with("OF", &[number].into_iter().chain(names).collect::<Vec<_>>())
        }
    };
    let sums = sums(job, &asked).await?;
    let mut known = HashSet::new();
    let names = asked.find("OF").and_then(|of| of.get(1..)).unwrap_or_default();
    let names = names.iter().filter(|name| known.insert(*name));
    let row = |user: &Bytes| sums.get(user).cloned().unwrap_or((user.clone(), 0, 0, 0));
    let mut rows: Vec<Row> = names.map(row).collect();
    if !has_names {
        rows.retain(|(_, up, down, _)| up + down > 0);
        rows.sort_by_cached_key(|(user, up, down, _)| (Reverse(up + down), user.clone()));
    }
    rows.truncate(count);
    let value = |(user, up, down, given): Row| {
        let numbers = [up, down, given.min(MAX_GIVEN)].map(Value::Int);
        Value::Array([vec![Value::BulkString(user.into())], numbers.into()].concat())
    };
    Ok(job.form(words).value(&Value::Array(rows.into_iter().map(value).collect())))
}

/// Returns the sum of the rows of each voter in all parts.
async fn sums(job: &Job, words: &Words) -> Result<BTreeMap<Bytes, Row>, Bytes> {
    let mut sums = BTreeMap::<Bytes, Row>::new();
    let rows: Vec<Vec<Row>> = job.read_all(words).await?;
    for (user, up, down, given) in rows.into_iter().flatten() {
        let sum = sums.entry(user.clone()).or_insert((user, 0, 0, 0));
        (sum.1, sum.2, sum.3) = (sum.1 + up, sum.2 + down, sum.3 + given);
    }
    Ok(sums)
}
