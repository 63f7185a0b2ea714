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

/// Returns the id of what LOAD loads or adds votes to, if it is an article or a comment.
pub fn loaded_id(line: &[Bytes]) -> Option<&Bytes> {
    let what = line.get(2)?.to_ascii_uppercase();
    let has_id = matches!(what.as_slice(), b"ARTICLE" | b"COMMENT" | b"PLACE" | b"VOTERS");
    line.get(3).filter(|_| has_id)
}

/// Runs LOAD of what is of no single article or comment: it goes to all parts, but marks to the
/// parts of what they mark.
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
            // Up to the highest id of each part.
            b"LASTID" if number::<usize>(&word(3)).is_some_and(|last| last > 0) => {
                let last = number::<usize>(&word(3)).unwrap_or_default();
                let Some(above) = last.checked_sub(part + 1) else { continue };
                if let Some(word) = line.get_mut(3) {
                    *word = (last - above % parts).to_string().into();
                }
            }
            _ => return job.raw(0).await,
        }
        reply = job.ask(part, line, job.resp3).await?;
    }
    Ok(reply)
}

/// Runs EXPORT: articles and comments of all parts by id, and then what each part keeps of users,
/// as one site that is created once. The cursors of users begin with the number of the part.
pub async fn export(job: &Job, words: &Words) -> Reply {
    let form = job.form(words);
    let parts = job.site.parts.len();
    let count = words.first("COUNT").map_or(Some(100), |count| number::<usize>(count));
    let Some(count) = count.filter(|count| (1..=10_000).contains(count)) else {
        return job.raw(0).await;
    };
    let cursor = str::from_utf8(words.arg(2)).unwrap_or("?");
    let (asked, of_users) = match cursor.split_once('/') {
        Some((part, inner)) => match number(part.as_bytes()).filter(|part| *part < parts) {
            Some(part) => (vec![(part, inner.to_owned(), count)], Some(part)),
            None => return job.raw(0).await,
        },
        None => {
            let place = cursor.strip_prefix("id:").and_then(|place| place.split_once('-'));
            let inner = |part| match place {
                Some((id, _)) if job.site.part_of(id.as_bytes()) != part => format!("id:{id}-0"),
                None if part > 0 => "id:0-0".to_owned(),
                _ => cursor.to_owned(),
            };
            ((0..parts).map(|part| (part, inner(part), count.div_ceil(parts))).collect(), None)
        }
    };
    let asked = asked.into_iter().map(|(part, cursor, count)| {
        let words = words.without(&["FORMAT"]).with("COUNT", &[count.to_string()]);
        (part, words.with_arg(2, cursor))
    });
    let (mut commands, mut nexts) = (Vec::new(), Vec::new());
    for reply in job.several(asked, true).await? {
        let Value::List(mut step) = read(&reply)? else { return Err(error("ERR internal error")) };
        if let [next, Value::List(own)] = step.as_mut_slice() {
            nexts.push(next.text());
            commands.append(own);
        }
    }
    let text = |next: &Bytes| String::from_utf8_lossy(next).into_owned();
    let next = match (of_users, nexts.first()) {
        (Some(part), Some(next)) if *next != "0" => format!("{part}/{}", text(next)),
        (Some(part), _) if part + 1 < parts => format!("{}/user:0-0", part + 1),
        (Some(_), _) => "0".to_owned(),
        (None, _) => {
            // What comes first of what is left in any part.
            let id = |next: &Bytes| {
                let (id, _) = str::from_utf8(next).ok()?.strip_prefix("id:")?.split_once('-')?;
                number::<i64>(id.as_bytes())
            };
            let first = nexts.iter().filter_map(|next| Some((id(next)?, text(next)))).min();
            merge(&mut commands, first.as_ref().map(|(id, _)| *id));
            first.map_or_else(|| "0/user:0-0".to_owned(), |(_, next)| next)
        }
    };
    let step = vec![Value::Text(next.into()), Value::List(commands)];
    Ok(Value::List(step).reply(form))
}

/// Sorts the commands of articles and comments of all parts by id, and drops others. What comes
/// after an id is left to the next step; if nothing does, all parts are complete.
fn merge(commands: &mut Vec<Value>, end: Option<i64>) {
    let word = |command: &Value, at: usize| command.list().get(at).map(Value::text);
    let number = |command: &Value| number::<i64>(&word(command, 1).unwrap_or_default());
    let is = |command: &Value, names: &str| {
        let name = word(command, 0).unwrap_or_default();
        names.split(' ').any(|own| own.as_bytes() == name)
    };
    let last = commands.iter().filter(|command| is(command, "LASTID")).max_by_key(|it| number(it));
    let last = last.cloned().filter(|_| end.is_none());
    let id = |command: &Value| if is(command, "CREATE") { Some(0) } else { number(command) };
    commands.retain(|command| {
        is(command, "CREATE ARTICLE COMMENT PLACE VOTERS")
            && end.is_none_or(|end| id(command) <= Some(end))
    });
    commands.sort_by_cached_key(id);
    commands.extend(last);
    // The ids of the first part are not those of the site.
    if let Some(Value::List(create)) = commands.first_mut()
        && let Some(at) = create.iter().position(|word| word.text() == "IDS")
        && create.first().is_some_and(|name| name.text() == "CREATE")
    {
        create.drain(at..create.len().min(at + 3));
    }
}
