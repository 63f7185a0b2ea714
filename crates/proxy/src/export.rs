//! LOAD and EXPORT.

use bytes::Bytes;
use redis::Value;

use crate::job::{Job, MAX_SIZE, Reply};
use crate::resp::{number, unexpected};
use crate::site::{Info, remove_ids};
use crate::table::Join;
use crate::walk::seen_in;
use crate::words::Words;

const DEFAULT_COUNT: usize = 100;
const MAX_COUNT: usize = 10_000;

/// Runs LOAD of what is of no single article or comment: it goes to all parts, but marks to the
/// parts of what they mark.
pub async fn load(job: &Job) -> Reply {
    let (parts, is_list) =
        (job.site.parts.len(), number(&job.word(5)) == job.line.len().checked_sub(6));
    let what = job.word(2).to_ascii_uppercase();
    let last = number::<u32>(&job.word(3)).filter(|last| what == b"LASTID" && *last > 0);
    let last = last.map(|last| last as usize);
    match what.as_slice() {
        b"MARKS" if is_list => return job.ids(&Words::new(&job.line), 6, Join::First).await,
        b"MUTES" if is_list && job.word(4).eq_ignore_ascii_case(b"ID") => {
            // Too many for one part are too many.
            let is_long = job.line.len() > 6 + MAX_SIZE;
            let words = Words::new(&job.line);
            return if is_long { job.raw(0).await } else { job.ids(&words, 6, Join::First).await };
        }
        b"MARKS" | b"MUTES" | b"SEEN" | b"SILENCED" | b"FOLLOWS" => {}
        _ if last.is_some() => {}
        _ => return job.raw(0).await,
    }
    if let Some(last) = last {
        let infos: Vec<Info> =
            job.read_all(&Words::new(&[b"ARTICLE.INFO", &*job.word(1)])).await?;
        let is_later = |info: &Info| match info.get("last_id") {
            Some(Value::Int(own)) => *own > last as i64,
            _ => false,
        };
        // It refuses that, and no part is changed.
        if let Some(part) = infos.iter().position(is_later) {
            return job.raw(part).await;
        }
    }
    let mut reply = Err(unexpected());
    for part in 0..parts {
        let mut line = job.line.to_vec();
        if let Some(last) = last {
            // The highest id of the part up to that one.
            let Some(above) = last.checked_sub(part + 1) else { continue };
            line.splice(3..4, [(last - above % parts).to_string().into()]);
        } else if what == b"SEEN" && line.len() > 4 {
            line.splice(4..5, [seen_in(&job.site, &job.word(4), part)]);
        }
        reply = Ok(job.ask(part, line, job.resp3).await?);
    }
    reply
}

/// The next cursor, and commands, each without `ARTICLE.LOAD` and the key.
type Step = (String, Vec<Vec<Bytes>>);

/// Runs EXPORT: articles and comments of all parts by id, and then what each part keeps of users,
/// as one site that is created once. The cursors of users begin with the number of the part.
pub async fn export(job: &Job, words: &Words) -> Reply {
    let parts = job.site.parts.len();
    let count = job.valid(words.number("COUNT", DEFAULT_COUNT, MAX_COUNT)).await?;
    let cursor = str::from_utf8(words.arg(2)).unwrap_or("?");
    let split = cursor.split_once('/').map(|(part, inner)| (number(part.as_bytes()), inner));
    let (next, commands) = match split {
        None => items(job, words, cursor, count).await?,
        Some((Some(part), inner)) if part < parts => {
            let (next, commands): Step = job.read(part, &words.with_arg(2, inner)).await?;
            match next.as_str() {
                "0" if part + 1 < parts => (format!("{}/user:0-0", part + 1), commands),
                "0" => (next, commands),
                _ => (format!("{part}/{next}"), commands),
            }
        }
        _ => return job.raw(0).await,
    };
    let text = |text: Bytes| Value::BulkString(text.into());
    let command = |command: Vec<Bytes>| Value::Array(command.into_iter().map(text).collect());
    let commands = Value::Array(commands.into_iter().map(command).collect());
    Ok(job.form(words).value(&Value::Array(vec![text(next.into()), commands])))
}

/// Returns a step of the commands of articles and comments: of each part the same number, up to
/// the first one that is left in any part.
async fn items(job: &Job, words: &Words, cursor: &str, count: usize) -> Result<Step, Bytes> {
    let parts = job.site.parts.len();
    let words = words.with("COUNT", &[count.div_ceil(parts).to_string()]);
    let place = |cursor: &str| {
        let (id, _) = cursor.strip_prefix("id:")?.split_once('-')?;
        number::<u64>(id.as_bytes())
    };
    let asked = job.everywhere(&words).map(|(part, words)| {
        let own = match place(cursor) {
            Some(id) if job.site.part_of(id.to_string().as_bytes()) != part => {
                format!("id:{id}-0")
            }
            None if part > 0 => "id:0-0".to_owned(),
            _ => cursor.to_owned(),
        };
        (part, words.with_arg(2, own))
    });
    let steps: Vec<Step> = job.read_each(asked).await?;
    let next = steps.iter().filter_map(|(next, _)| Some((place(next)?, next.clone()))).min();
    let mut commands: Vec<_> = steps.into_iter().flat_map(|(_, commands)| commands).collect();
    let is = |command: &[Bytes], names: &str| {
        let name = command.first().map_or(&b""[..], |name| name);
        names.split(' ').any(|own| own.as_bytes() == name)
    };
    let id = |command: &Vec<Bytes>| match is(command, "CREATE") {
        true => 0,
        false => command.get(1).and_then(|id| number::<u64>(id)).unwrap_or(0),
    };
    let last = commands.iter().filter(|it| is(it, "LASTID")).max_by_key(|it| id(it)).cloned();
    // What follows is left to the next step.
    let end = next.as_ref().map_or(u64::MAX, |(id, _)| *id);
    commands.retain(|it| is(it, "CREATE ARTICLE COMMENT PLACE VOTERS") && id(it) <= end);
    commands.sort_by_key(id);
    commands.extend(last.filter(|_| next.is_none()));
    commands.first_mut().filter(|it| is(it, "CREATE")).map(remove_ids);
    Ok((next.map_or_else(|| "0/user:0-0".to_owned(), |(_, next)| next), commands))
}
