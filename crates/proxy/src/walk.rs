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

/// Runs SEEN.
pub async fn seen(job: &Job, words: &Words) -> Reply {
    let mut moved = 0;
    for (part, words) in job.everywhere(words) {
        let words = words.with_arg(3, seen_in(job, words.arg(3), part));
        moved = moved.max(read(&job.ask(part, words.line(), true).await?)?.int());
    }
    Ok(Value::Int(moved).reply(job.form(words)))
}

/// Returns what of an inbox is seen in a part: up to the position, if it is of that part,
/// otherwise up to its second, so that what comes later in any part stays unseen.
fn seen_in(job: &Job, position: &[u8], part: usize) -> Bytes {
    let text = str::from_utf8(position).ok().and_then(|it| it.strip_prefix("time:"));
    let parts = text.and_then(|text| text.rsplit_once('-'));
    match parts.and_then(|(time, id)| Some((time, number::<u64>(id.as_bytes())?))) {
        Some((time, id)) if id > 0 && job.site.part_of(id.to_string().as_bytes()) != part => {
            format!("time:{time}-0").into()
        }
        _ => Bytes::copy_from_slice(position),
    }
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
            what @ (b"MARKS" | b"MUTES")
                if number(&word(5)) == Some(ids.len())
                    && (what == b"MARKS" || word(4).eq_ignore_ascii_case(b"ID")) =>
            {
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
            b"SEEN" => {
                if let Some(position) = line.get_mut(4) {
                    *position = seen_in(job, position, part);
                }
            }
            b"SILENCED" | b"FOLLOWS" | b"MUTES" => {}
            _ => return job.raw(job.site.part_of(&word(3))).await,
        }
        reply = job.ask(part, line, job.resp3).await?;
    }
    Ok(reply)
}

/// Runs EXPORT: part after part, as one site that is created once.
pub async fn export(job: &Job, words: &Words) -> Reply {
    let form = job.form(words);
    let (parts, cursor) = (job.site.parts.len(), words.arg(2));
    let own = str::from_utf8(cursor).ok().and_then(|cursor| cursor.split_once('/'));
    let (part, inner) = match own.map(|(part, inner)| (number(part.as_bytes()), inner)) {
        _ if cursor == b"0" => (0, "0"),
        Some((Some(part), inner)) if part < parts => (part, inner),
        _ => (0, "?"),
    };
    let asked = words.with_arg(2, inner).without(&["FORMAT"]);
    let Value::List(mut step) = read(&job.ask(part, asked.line(), true).await?)? else {
        return Err(error("ERR internal error"));
    };
    let [next, Value::List(commands)] = step.as_mut_slice() else {
        return Err(error("ERR internal error"));
    };
    commands.retain_mut(|command| {
        let Value::List(command) = command else { return true };
        let is_create = command.first().is_some_and(|name| name.text() == "CREATE");
        let ids = command.iter().position(|word| is_create && word.text() == "IDS");
        if let Some(at) = ids {
            command.drain(at..command.len().min(at + 3));
        }
        !is_create || part == 0
    });
    let text = next.text();
    *next = Value::Text(match (&text[..], part + 1) {
        (b"0", next) if next == parts => text,
        (b"0", next) => format!("{next}/0").into(),
        _ => [format!("{part}/").as_bytes(), &text].concat().into(),
    });
    Ok(Value::List(step).reply(form))
}
