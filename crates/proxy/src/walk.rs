//! Writes that go from part to part, each of which may leave something to do.

use std::collections::BTreeSet;

use bytes::Bytes;

use crate::cluster::Reply;
use crate::resp::{Form, Value, error, number};
use crate::run::{Job, read};
use crate::table::{Words, named};

/// How much such a command does unless COUNT says otherwise.
const DEFAULT_COUNT: i64 = 1_000;

/// Runs UNVOTE and SILENCE, whose cursor holds the part and the cursor in it.
pub async fn walk(job: &Job, words: &Words, at: usize) -> Reply {
    let parts = job.site.parts.len() as u64;
    let Some(cursor) = number::<u64>(words.arg(at)) else { return job.raw(0).await };
    let (mut part, mut inner, mut total) = (cursor % parts, cursor / parts, 0);
    let mut begins = cursor == 0 && words.spec.name == "ARTICLE.SILENCE";
    let next = loop {
        let (next, count) = step(job, words.with_arg(at, inner.to_string()), part).await?;
        total += count;
        // SILENCE decides about later votes in every part at once.
        if std::mem::take(&mut begins) {
            for other in 1..parts {
                total += step(job, words.with("COUNT", &["1"]), other).await?.1;
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
    let next = Value::Text(next.to_string().into());
    Ok(Value::List(vec![next, Value::Int(total)]).reply(job.form(words)))
}

async fn step(job: &Job, words: Words, part: u64) -> Result<(u64, i64), Bytes> {
    let reply = job.ask(part as usize, words.line(), true).await?;
    match read(&reply)?.list() {
        [next, count] => Ok((number(&next.text()).unwrap_or(0), count.int())),
        _ => Err(error("ERR internal error")),
    }
}

/// Runs TRANSFER and FORGET, which reply with how much they did.
pub async fn moved(job: &Job, words: &Words) -> Reply {
    let form = job.form(words);
    let is_forget = words.spec.name == "ARTICLE.FORGET";
    let Some(most) = words.first("COUNT").map_or(Some(DEFAULT_COUNT), |count| number(count))
    else {
        return job.raw(0).await;
    };
    let repeated = if is_forget { repeated_follows(job).await? } else { 0 };
    let mut total = 0;
    for (part, words) in job.everywhere(words) {
        let own = match is_forget {
            true => words,
            false => words.with("COUNT", &[(most - total).to_string()]),
        };
        total += read(&job.ask(part, own.line(), true).await?)?.int();
        if !is_forget && total >= most {
            break;
        }
    }
    Ok(Value::Int((total - repeated).max(0)).reply(form))
}

/// Returns how many times too often the parts together count what a user follows and mutes, since
/// each of them has all of it.
async fn repeated_follows(job: &Job) -> Result<i64, Bytes> {
    let mut line = vec![Bytes::from_static(b"ARTICLE.FOLLOWS")];
    line.extend_from_slice(job.line.get(1..3).unwrap_or_default());
    let spec = named(b"ARTICLE.FOLLOWS").ok_or_else(|| error("ERR internal error"))?;
    let (proxy, site) = (job.proxy.clone(), job.site.clone());
    let reading = Job { proxy, site, spec, line: line.clone(), resp3: true };
    let Some(words) = Words::parse(spec, &line) else { return Ok(0) };
    let (mut all, mut once) = (0, BTreeSet::new());
    for reply in reading.values(&words).await? {
        let Value::Map(lists) = reply else { continue };
        for (name, list) in lists {
            all += list.list().len();
            once.extend(list.list().iter().map(|own| (name.clone(), own.text(), own.int())));
        }
    }
    Ok((all - once.len()) as i64)
}

/// Runs SEEN: the position as it is in the part of its answer, and before its second in the others,
/// so that what comes later in any part stays unseen.
pub async fn seen(job: &Job, words: &Words) -> Reply {
    let position = str::from_utf8(words.arg(3)).ok().and_then(|it| it.strip_prefix("time:"));
    let Some((time, id)) = position.and_then(|position| position.rsplit_once('-')) else {
        return job.raw(0).await;
    };
    let own =
        number::<u64>(id.as_bytes()).filter(|id| *id > 0).map(|_| job.site.part_of(id.as_bytes()));
    let mut moved = 0;
    for part in 0..job.site.parts.len() {
        let words = match own.is_none_or(|own| own == part) {
            true => words.clone(),
            false => words.with_arg(3, format!("time:{time}-0")),
        };
        moved = moved.max(read(&job.ask(part, words.line(), true).await?)?.int());
    }
    Ok(Value::Int(moved).reply(job.form(words)))
}

/// Runs LOAD: what is of an article or a comment goes to its part, what is of a user to all, but
/// marks to the parts of what they mark.
pub async fn load(job: &Job) -> Reply {
    let word = |at: usize| job.line.get(at).cloned().unwrap_or_default();
    let form = Form { resp3: job.resp3, json: false };
    let parts = job.site.parts.len();
    let (before, ids) = job.line.split_at_checked(6).unwrap_or((&job.line, &[]));
    let mut reply = Value::Nil.reply(form);
    for part in 0..parts {
        let mut line = job.line.clone();
        match word(2).to_ascii_uppercase().as_slice() {
            b"MARKS" if number(&word(5)) == Some(ids.len()) => {
                let own: Vec<_> =
                    ids.iter().filter(|id| job.site.part_of(id) == part).cloned().collect();
                if own.is_empty() {
                    continue;
                }
                line = [before, &own].concat();
                if let Some(count) = line.get_mut(5) {
                    *count = own.len().to_string().into();
                }
            }
            b"LASTID" => {
                let Some(last) = number::<u64>(&word(3)) else { return job.raw(0).await };
                // The highest id of this part up to there.
                let behind = (last + parts as u64 - part as u64 - 1) % parts as u64;
                let Some(own) = last.checked_sub(behind).filter(|own| *own > 0) else { continue };
                if let Some(last) = line.get_mut(3) {
                    *last = own.to_string().into();
                }
            }
            b"SEEN" | b"SILENCED" | b"FOLLOWS" | b"FOLLOW" | b"MUTES" | b"MUTE" | b"FORGOTTEN" => {
            }
            _ => return job.raw(job.site.part_of(&word(3))).await,
        }
        reply = job.ask(part, line, job.resp3).await?;
    }
    Ok(reply)
}
