//! Pages of a whole site, merged from pages of its parts.

use std::collections::{BTreeMap, HashMap, HashSet};

use redis::Value;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Ask;
use super::facts::now;
use super::run::Spread;
use super::words::{Line, Words, find, number, select};
use crate::command::json;
use crate::{Page, Result};

/// What decides whether and where an article or comment is on a page.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Entry {
    id: u32,
    position: String,
    groups: Vec<String>,
    poster: String,
    link: String,
}

impl Entry {
    /// Returns the cursor after it: its position, or its id in VOTED and ANSWERS.
    fn cursor(&self) -> String {
        if self.position.is_empty() { self.id.to_string() } else { self.position.clone() }
    }

    /// Returns what PER allows few of.
    fn names(&self, per: &[u8]) -> Vec<&str> {
        match per {
            b"GROUP" => self.groups.iter().map(String::as_str).collect(),
            b"USER" => vec![&self.poster],
            _ => Some(self.link.as_str()).into_iter().filter(|link| !link.is_empty()).collect(),
        }
    }
}

/// Whether something is pinned, its value, and its id, so that what comes first is least.
type Place = [i128; 3];

/// Reads `order:value-id`, in some orders with a time after it, or an id.
fn place(cursor: &str, sign: i128) -> Place {
    let (order, place) = cursor.split_once(':').unwrap_or(("", cursor));
    let place = match order {
        "gravity" | "active" => place.rsplit_once('-').map_or(place, |(place, _)| place),
        _ => place,
    };
    let (pinned, id) = place.rsplit_once('-').unwrap_or(("0", place));
    let value = pinned.strip_prefix('p').unwrap_or(pinned);
    let is_pinned = i128::from(value != pinned);
    [is_pinned, number(value.as_bytes()), number(id.as_bytes())].map(|number| sign * number)
}

/// What is known of all parts' listings.
type Found = BTreeMap<Place, Entry>;

/// Returns the places of the first ones that PER leaves, each once, though it may have moved.
fn pick(found: &Found, per: Option<&Words>, want: usize) -> Vec<Place> {
    let (kind, most) = match per {
        Some([kind, most]) => (kind.as_slice(), number(most)),
        _ => (&b""[..], usize::MAX),
    };
    let (mut ids, mut picked) = (HashSet::new(), Vec::new());
    let mut counts = HashMap::<&str, usize>::new();
    for (place, entry) in found {
        let names = entry.names(kind);
        let has_room = names.iter().all(|name| counts.get(name).is_none_or(|it| *it < most));
        if picked.len() < want && has_room && ids.insert(entry.id) {
            names.into_iter().for_each(|name| *counts.entry(name).or_default() += 1);
            picked.push(*place);
        }
    }
    picked
}

impl<A: Ask> Spread<'_, A> {
    /// Returns a page, whose number is the word at an index. Parts are asked again as long as they
    /// may have something that belongs on it.
    pub async fn page(&mut self, at: usize) -> Result<Value> {
        let (given, page) = (self.options(at + 1), number::<usize>(self.word(at)));
        let per = find(&given, "PER");
        if page == 0 || page > 1 && per.is_some() {
            // The server refuses it.
            return self.one(0, self.line.clone()).await;
        }
        let size = self.size(&given).await?;
        let want = page.saturating_mul(size);
        let sign = if find(&given, "ASC").is_some() { 1 } else { -1 };
        let head = self.head(at, &given);
        let share = want / self.parts.count() as usize;
        let mut share = (share + 2 * share.isqrt() + 2).min(want).min(1_000);
        // Where each part goes on, unless it has ended.
        let mut nexts = vec![Some(self.after.map(str::to_owned)); self.parts.count() as usize];
        let mut found = Found::new();
        let picked = loop {
            let picked = pick(&found, per, want);
            let bound = picked.get(want - 1);
            let is_behind = |next: &str| bound.is_none_or(|bound| place(next, sign) < *bound);
            let asked = (0..).zip(&nexts).filter_map(|(part, next)| {
                let next = next.as_ref()?.as_deref();
                let is_asked = next.is_none_or(is_behind);
                is_asked.then(|| (part, line(&head, &share.to_string(), next)))
            });
            let asked: Vec<(u32, Line)> = asked.collect();
            if asked.is_empty() {
                break picked;
            }
            for ((part, _), page) in asked.iter().zip(self.send(&asked).await?) {
                let Page { items, cursor } = json::<Page<Entry>>(page)?;
                found.extend(items.into_iter().map(|entry| (place(&entry.cursor(), sign), entry)));
                let next = nexts.get_mut(*part as usize);
                next.into_iter().for_each(|next| *next = cursor.clone().map(Some));
            }
            share = (2 * share).min(1_000);
        };
        let shown = picked.iter().skip(want - size).filter_map(|place| found.get(place));
        let shown: Vec<&Entry> = shown.collect();
        // What a part left out for PER may be on the next page.
        let has_rest = per.is_some() || found.len() > picked.len();
        let has_more = shown.len() == size && (has_rest || nexts.iter().any(Option::is_some));
        let cursor = shown.last().filter(|_| has_more).map(|entry| entry.cursor());
        self.show(shown.iter().map(|entry| entry.id).collect(), &given, cursor).await
    }

    /// Returns the words that ask a part for the places of what it lists.
    fn head(&self, at: usize, given: &[&Words]) -> Line {
        let first = |name| find(given, name).and_then(|words| words.first());
        let mut words = self.words.get(..at).unwrap_or_default().to_vec();
        words.push(b"1".into());
        words.extend(select(given, &["RETURN", "VIEWER", "MARKS", "SIZE", "PER"], false));
        // Of articles in several groups, the whole may show some that a part would leave out.
        let is_sound = first("PER").is_some_and(|per| per != b"GROUP");
        words.extend(select(given, if is_sound { &["PER"] } else { &[] }, true));
        let most = match self.name() {
            b"VOTED" | b"ANSWERS" | b"MARKED" => 1,
            _ if first("PER").is_none() => 2,
            b"COMMENTS" => 3,
            _ => 5,
        };
        let names = ["id", "position", "poster", "groups", "link"].into_iter().take(most);
        words.extend(["RETURN", &most.to_string()].into_iter().chain(names).map(Vec::from));
        let counts_back = |name| first(name).is_some_and(|time| time.starts_with(b"-"));
        let changes = first("BY").is_some_and(|by| by == b"GRAVITY" || by == b"ACTIVE");
        if first("AT").is_none() && (changes || counts_back("SINCE") || counts_back("UNTIL")) {
            words.extend(["AT", &now().to_string()].map(Vec::from));
        }
        words
    }

    /// Returns a page of a list. It has some ids of each part, in the order of that part.
    pub async fn marked(&mut self) -> Result<Value> {
        let given = self.options(5);
        let count = self.parts.count() as usize;
        let size = self.size(&given).await?.div_ceil(count).to_string();
        let (mut ids, head) = (Vec::new(), self.head(4, &given));
        let mut nexts: Vec<String> = match self.after {
            Some(after) => after.split(',').map(str::to_owned).collect(),
            None => vec![String::new(); count],
        };
        for _ in 0..number::<u32>(self.word(4)).max(1) {
            let asked = self.parts.all().zip(&nexts).filter(|(_, next)| *next != "-");
            let after = |next| Some(next).filter(|next: &&str| !next.is_empty());
            let asked = asked.map(|(part, next)| (part, line(&head, &size, after(next))));
            let asked: Vec<(u32, Line)> = asked.collect();
            ids.clear();
            for ((part, _), page) in asked.iter().zip(self.send(&asked).await?) {
                let Page { items, cursor } = json::<Page<Entry>>(page)?;
                ids.extend(items.iter().map(|entry| entry.id));
                let next = nexts.get_mut(*part as usize);
                next.into_iter().for_each(|it| *it = cursor.clone().unwrap_or("-".into()));
            }
        }
        let has_more = nexts.iter().any(|next| next != "-");
        self.show(ids, &given, has_more.then(|| nexts.join(","))).await
    }

    /// Returns the number of articles on a page.
    async fn size(&mut self, given: &[&Words]) -> Result<usize> {
        if let Some(size) = find(given, "SIZE").and_then(|size| size.first()) {
            return Ok(number::<usize>(size).max(1));
        }
        let info = self.infos(0..1).await?.pop().flatten();
        Ok(info.map_or(25, |info| info.page_size as usize))
    }

    /// Returns a page of what has these ids, as far as it still exists.
    async fn show(
        &mut self,
        ids: Vec<u32>,
        given: &[&Words],
        cursor: Option<String>,
    ) -> Result<Value> {
        let ids: Line = ids.iter().map(|id| id.to_string().into()).collect();
        let mut shown = select(given, &["RETURN", "VIEWER", "MARKS"], true);
        shown.extend(["FORMAT", "JSON"].map(Vec::from));
        let items = self.items((&["ARTICLE.MGET", ""].map(Vec::from), &ids, &shown)).await?;
        let items = items.into_iter().flatten().collect::<Vec<_>>().join(",");
        let cursor = cursor.map_or("null".to_owned(), |cursor| format!("\"{cursor}\""));
        Ok(Value::BulkString(format!("{{\"items\":[{items}],\"cursor\":{cursor}}}").into()))
    }

    /// Returns what parts have for ids, in the order of these.
    pub async fn array(&mut self) -> Result<Value> {
        // The ids of MGET follow their number, and the ids of VOTES follow the user.
        let line = self.line.clone();
        let (before, rest) = line.split_at(line.len().min(3));
        let (before, count) = match self.name() {
            b"MGET" => (before.get(..2).unwrap_or_default(), number(self.word(2))),
            _ => (before, self.words.len().saturating_sub(3)),
        };
        let (ids, after) = rest.split_at(rest.len().min(count));
        let items = self.items((before, ids, after)).await?.into_iter();
        let items = items.map(|item| item.unwrap_or("null".into())).collect::<Vec<_>>();
        Ok(Value::BulkString(format!("[{}]", items.join(",")).into()))
    }

    async fn items(&mut self, words: (&Words, &Words, &Words)) -> Result<Vec<Option<String>>> {
        let mut all = vec![None; words.1.len()];
        for (places, reply) in self.split(words).await? {
            let items = json::<Vec<Option<Box<RawValue>>>>(reply)?;
            for (place, item) in places.into_iter().zip(items) {
                let text = item.map(|item| item.get().to_owned());
                all.get_mut(place).into_iter().for_each(|slot| slot.clone_from(&text));
            }
        }
        Ok(all)
    }
}

/// Returns the line for a page of a part.
fn line(head: &Words, size: &str, after: Option<&str>) -> Line {
    let after = after.into_iter().flat_map(|after| ["AFTER", after]);
    let end = ["SIZE", size].into_iter().chain(after).chain(["WITHCURSOR", "FORMAT", "JSON"]);
    head.iter().cloned().chain(end.map(Vec::from)).collect()
}
