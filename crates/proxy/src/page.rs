//! Pages of a whole site.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use bytes::Bytes;
use redis::Value;

use crate::form::Form;
use crate::job::{Job, MAX_SIZE, Reply, now};
use crate::merge::{Entry, Merge};
use crate::resp::{error, int, is_nil, items_at, number, text, unexpected};
use crate::table::Join;
use crate::words::Words;

/// The most articles that a page with PER passes over.
const MAX_PASSED: usize = 10_000;
/// The most listings of a site whose shares are remembered.
const MAX_SHARES: usize = 4_096;

const TOO_FAR: &str = "ERR page numbers reach 1000 articles into a filtered listing; use AFTER";

/// Returns a page, whose number is the word at an index.
pub async fn page(job: &Job, words: &Words, at: usize) -> Reply {
    let form = job.form(words);
    if !words.has("SIZE") {
        job.site.compare(&job.proxy.cluster, 0, job.resp3, false).await?;
    }
    let size = words.number("SIZE", job.site.page_size.get(), MAX_SIZE);
    let has_both = words.has("WITHCURSOR") && words.has("WITHPOSITIONS");
    let page = number::<usize>(words.arg(at)).filter(|page| *page > 0 && !has_both);
    let (page, size) = job.valid(page.zip(size)).await?;
    // One time for all parts.
    let has_time = words.has("AT") || job.spec.shape(b"AT").is_none();
    let dated = if has_time { words.clone() } else { words.with("AT", &[now().to_string()]) };
    let plain = dated.with_arg(at, "1").without(&["WITHCURSOR", "WITHPOSITIONS", "SIZE"]);
    let (entries, next) = match words.find("PER") {
        Some(_) if page > 1 => return job.raw(0).await,
        Some([kind, most]) => per(job, &plain, kind, most, size).await?,
        _ if page.saturating_mul(size) > MAX_SIZE => {
            // A part says what else is wrong.
            job.ask(0, plain.with("SIZE", &["1"]).line(), job.resp3).await?;
            return Err(error(TOO_FAR));
        }
        _ => numbered(job, &plain, page, size).await?,
    };
    let items = form.array(&entries.iter().map(|it| it.item.clone()).collect::<Vec<_>>());
    let next = next.map_or_else(|| form.item(&Value::Nil), |next| form.text(&next));
    Ok(form.reply(if words.has("WITHCURSOR") {
        form.array(&[items, next])
    } else if words.has("WITHPOSITIONS") {
        let positions: Vec<_> = entries.iter().map(|it| form.text(&it.position)).collect();
        form.array(&[items, form.array(&positions), next])
    } else {
        items
    }))
}

/// Entries of a page, and the cursor of the next one.
type Page = (Vec<Entry>, Option<Bytes>);

async fn numbered(job: &Job, words: &Words, page: usize, size: usize) -> Result<Page, Bytes> {
    let (end, parts) = (page * size, job.site.parts.len());
    let listing = (page == 1 && !words.has("AFTER")).then(|| hash_of(words, size));
    let known = listing.and_then(|hash| job.site.shares.borrow().get(&hash).cloned());
    let shares = match known {
        Some(known) => known.into_iter().map(|share| (share + 1).min(size)).collect(),
        None => vec![share(end, parts); parts],
    };
    let mut merge = Merge::begin(job, words, shares, job.form(words)).await?;
    let mut entries = Vec::with_capacity(end);
    for left in (0..end).rev() {
        let Some(entry) = merge.next(left).await? else { break };
        entries.push(entry);
    }
    if let Some(hash) = listing {
        let mut remembered = job.site.shares.borrow_mut();
        if remembered.len() >= MAX_SHARES {
            remembered.clear();
        }
        remembered.insert(hash, merge.taken());
    }
    let has_next = entries.len() == end && merge.has_more();
    let next = entries.last().filter(|_| has_next).map(|last| last.position.clone());
    Ok((entries.split_off(entries.len().min(end - size)), next))
}

/// Returns how many entries to ask each part for: its share, and a margin.
fn share(wanted: usize, parts: usize) -> usize {
    let share = wanted / parts;
    (share + 2 * share.isqrt() + 3).min(wanted)
}

/// Identifies a listing, whoever reads it.
fn hash_of(words: &Words, size: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    let own = words.without(&["VIEWER", "MARKS", "RETURN", "FORMAT", "AT"]);
    (own.line(), size).hash(&mut hasher);
    hasher.finish()
}

/// Returns a page with PER: which entries there is room for can only be said of all parts.
async fn per(
    job: &Job,
    words: &Words,
    kind: &Bytes,
    most: &Bytes,
    size: usize,
) -> Result<Page, Bytes> {
    let name = match kind.to_ascii_uppercase().as_slice() {
        b"GROUP" => "groups",
        b"USER" => "poster",
        b"LINK" => "link",
        _ => "",
    };
    let most = number::<usize>(most).filter(|most| (1..=MAX_SIZE).contains(most));
    // Comments are in no group, and have no link.
    let is_of_comments = job.spec.name == "ARTICLE.COMMENTS";
    let is_kind = name == "poster" || !name.is_empty() && !is_of_comments;
    let most = job.valid(most.filter(|_| is_kind)).await?;
    let asked =
        words.without(&["VIEWER", "MARKS", "FORMAT", "PER"]).with("RETURN", &["2", "id", name]);
    let shares = vec![share(2 * size, job.site.parts.len()); job.site.parts.len()];
    let mut merge = Merge::begin(job, &asked, shares, Form { resp3: true, json: false }).await?;
    let mut counts = HashMap::<Bytes, usize>::new();
    let (mut found, mut passed, mut next) = (Vec::new(), 0, None);
    while found.len() < size && passed < MAX_PASSED {
        next = None;
        let Some(entry) = merge.next(MAX_SIZE).await? else { break };
        next = Some(entry.position.clone());
        let (id, names) = limited(&entry.item).ok_or_else(unexpected)?;
        if names.iter().any(|name| counts.get(name).is_some_and(|count| *count >= most)) {
            passed += 1;
            continue;
        }
        names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
        found.push((id.to_string(), entry.position));
    }
    let next = next.filter(|_| merge.has_more());
    if found.is_empty() {
        // A part says what is wrong with the options that it was not asked with.
        job.raw(0).await?;
        return Ok((Vec::new(), next));
    }
    // As a page shows them.
    let (key, length) = (job.word(1), found.len().to_string());
    let ids = found.iter().map(|(id, _)| id.as_bytes());
    let line: Vec<_> =
        [b"ARTICLE.MGET", &*key, length.as_bytes()].into_iter().chain(ids).collect();
    let mut shown = Words::new(&line);
    for name in ["VIEWER", "MARKS", "RETURN", "FORMAT"] {
        shown = words.find(name).map_or(shown.clone(), |own| shown.with(name, own));
    }
    let items = job.form(words).items(&job.ids(&shown, 3, Join::Entries).await?)?;
    let entries = items.into_iter().zip(found);
    let entries = entries.map(|(item, (_, position))| Entry { item, position });
    // What was deleted meanwhile is not shown.
    Ok((entries.filter(|it| !is_nil(&it.item) && it.item != "null").collect(), next))
}

/// Reads the id of an entry, and what PER limits of it: its groups, its poster, or its link.
fn limited(entry: &Bytes) -> Option<(i64, Vec<Bytes>)> {
    let (fields, _) = items_at(entry, 0)?;
    let [_, id, _, names] = fields.as_slice() else { return None };
    let names = match text(names) {
        Some(name) => vec![name],
        None => items_at(names, 0)?.0.iter().map(text).collect::<Option<_>>()?,
    };
    Some((int(id)?, names.into_iter().filter(|name| !name.is_empty()).collect()))
}
