//! Pages of a whole site, merged from pages of its parts.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::time::{SystemTime, UNIX_EPOCH};

use redis::Value;
use serde::Deserialize;

use super::Ask;
use super::run::{Spread, join, reply};
use crate::command::json;
use crate::words::{Words, number};
use crate::{Info, Result};

/// What decides whether and where an article or comment is on a page.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
struct Entry {
    id: u32,
    position: Option<String>,
    groups: Vec<String>,
    poster: String,
    link: String,
}

impl Entry {
    /// Returns the cursor after it: its position, or its id in VOTED and ANSWERS.
    fn cursor(&self) -> String {
        self.position.clone().unwrap_or_else(|| self.id.to_string())
    }

    /// Returns what PER allows few of.
    fn names(&self, per: &[u8]) -> &[String] {
        match per {
            b"GROUP" => &self.groups,
            b"USER" => std::slice::from_ref(&self.poster),
            b"LINK" if !self.link.is_empty() => std::slice::from_ref(&self.link),
            _ => &[],
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

/// Returns the first ones that PER leaves, each once, though it may have moved.
fn pick<'f>(
    found: &'f Found,
    per: Option<&[Vec<u8>]>,
    want: usize,
) -> Vec<(&'f Place, &'f Entry)> {
    let (mut ids, mut counts) = (HashSet::new(), HashMap::<&str, usize>::new());
    let (kind, most) = match per {
        Some([kind, most]) => (&**kind, number(most)),
        _ => (&b""[..], 0),
    };
    let has_room = |(_, entry): &(_, &'f Entry)| {
        let names = entry.names(kind);
        let is_full = |name: &String| counts.get(&**name).is_some_and(|count| *count >= most);
        let has_room = !names.iter().any(is_full) && ids.insert(entry.id);
        for name in names.iter().filter(|_| has_room) {
            *counts.entry(name).or_default() += 1;
        }
        has_room
    };
    found.iter().filter(has_room).take(want).collect()
}

impl<A: Ask> Spread<'_, A> {
    /// Returns a page, whose number is an argument. Parts are asked again as long as they may have
    /// something that belongs on it.
    pub async fn page(&mut self, at: usize) -> Result<Value> {
        let (size, per) = (self.size().await?, self.words.find("PER"));
        let want = number::<usize>(self.words.arg(at)).max(1).saturating_mul(size);
        let sign = if self.words.find("ASC").is_some() { 1 } else { -1 };
        let share = want / self.parts.keys.len();
        let head = self.head(at, (share + 2 * share.isqrt() + 3).min(want));
        let mut nexts = vec![Some(self.words.cursor()); self.parts.keys.len()];
        let mut found = Found::new();
        loop {
            let picked = pick(&found, per, want);
            let last = picked.get(want - 1).map(|(place, _)| **place);
            let is_behind = |next: &str| last.is_none_or(|last| place(next, sign) < last);
            let read = json::<(Vec<Entry>, _)>;
            let lists = self.proceed(&head, &mut nexts, is_behind, read).await?;
            if lists.is_empty() {
                let shown: Vec<&Entry> = picked.iter().skip(want - size).map(|it| it.1).collect();
                // What a part left out for PER may be on the next page.
                let has_rest =
                    per.is_some() || found.len() > picked.len() || join(&nexts).is_some();
                let last = shown.last().filter(|_| has_rest && shown.len() == size);
                return self.show(&shown, last.map(|entry| entry.cursor())).await;
            }
            let entries = lists.concat().into_iter();
            found.extend(entries.map(|entry| (place(&entry.cursor(), sign), entry)));
        }
    }

    /// Returns the words that ask a part for the places of what it lists.
    fn head(&self, at: usize, size: usize) -> Words {
        let per = self.words.first("PER");
        let names = per.map_or("2 id position", |_| "5 id position poster groups link");
        // Of articles in several groups, the whole may show some that a part would leave out.
        let left_out = if per == Some(b"GROUP") { "PER" } else { "" };
        let options = self.words.select(&["VIEWER", "MARKS", left_out], false);
        let mut head = Words { options, ..self.words.clone() }
            .with("RETURN", names.split(' '))
            .with("SIZE", [size.min(1_000)]);
        if self.words.arg(at) != b"0" && per.is_none() {
            head.args.splice(at.., [b"1".to_vec()]);
        }
        let is_of_now = head.find("AT").is_none() && !matches!(self.name(), "VOTED" | "ANSWERS");
        if is_of_now { head.with("AT", [now()]) } else { head }
    }

    /// Returns the number of articles on a page.
    pub async fn size(&mut self) -> Result<usize> {
        if let Some(size) = self.words.first("SIZE") {
            return Ok(number::<usize>(size).max(1));
        }
        let info = self.one(0, Words::reading(["ARTICLE.INFO", ""])).await?;
        Ok(json::<Option<Info>>(info)?.map_or(25, |info| info.page_size as usize))
    }

    /// Returns a page of what has these ids, as far as it still exists.
    async fn show(&mut self, shown: &[&Entry], cursor: Option<String>) -> Result<Value> {
        let ids: Vec<String> = shown.iter().map(|entry| entry.id.to_string()).collect();
        let args = ["ARTICLE.MGET", "", ""].into_iter().chain(ids.iter().map(String::as_str));
        let mut words = Words::reading(args);
        words.options = self.words.select(&["RETURN", "VIEWER", "MARKS"], true);
        let items = self.items(&words, 3).await?;
        reply(&(items.into_iter().flatten().collect::<Vec<_>>(), cursor))
    }
}

fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_secs())
}
