//! Pages of a whole site, merged from pages of its parts.

use std::collections::{BTreeMap, HashMap, HashSet};

use redis::Value;
use serde::Deserialize;

use super::Ask;
use super::facts::now;
use super::run::{Cursors, Spread, reply};
use crate::command::json;
use crate::words::{Route, Words, number};
use crate::{Page, Result};

/// What decides whether and where an article or comment is on a page.
#[derive(Default, Deserialize)]
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
            _ if self.link.is_empty() => &[],
            _ => std::slice::from_ref(&self.link),
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
fn pick(found: &Found, per: Option<&[Vec<u8>]>, want: usize) -> Vec<Place> {
    let (mut ids, mut counts) = (HashSet::new(), HashMap::<&str, usize>::new());
    let mut picked = Vec::new();
    for (place, entry) in found {
        let (names, most) = match per {
            Some([kind, most]) => (entry.names(kind), number(most)),
            _ => (&[][..], 0),
        };
        let has_room =
            names.iter().all(|name| counts.get(name.as_str()).is_none_or(|it| *it < most));
        if picked.len() < want && has_room && ids.insert(entry.id) {
            names.iter().for_each(|name| *counts.entry(name).or_default() += 1);
            picked.push(*place);
        }
    }
    picked
}

impl<A: Ask> Spread<'_, A> {
    /// Returns a page, whose number is an argument. Parts are asked again as long as they may have
    /// something that belongs on it.
    pub async fn page(&mut self, at: usize) -> Result<Value> {
        let (words, page) = (self.words, number::<usize>(self.words.arg(at)));
        let per = words.find("PER");
        if page == 0 || page > 1 && per.is_some() {
            // The server refuses it.
            return self.one(0, words.clone()).await;
        }
        let (size, count) = (self.size().await?, self.parts.count() as usize);
        let want = page.saturating_mul(size);
        let sign = if words.find("ASC").is_some() { 1 } else { -1 };
        let share = want / count;
        let head = self.head((share + 2 * share.isqrt() + 3).min(want));
        let start = words.after.clone().unwrap_or_default();
        let mut nexts = Cursors(self.parts.all().map(|_| start.clone()).collect());
        let (mut found, mut picked) = (Found::new(), Vec::new());
        loop {
            let last = picked.get(want - 1);
            let is_behind = |next: &str| last.is_none_or(|last| place(next, sign) < *last);
            let pages = self.proceed(&head, &nexts, is_behind).await?;
            if pages.is_empty() {
                break;
            }
            for (part, page) in pages {
                let Page { items, cursor } = json::<Page<Entry>>(page)?;
                found.extend(items.into_iter().map(|entry| (place(&entry.cursor(), sign), entry)));
                nexts.set(part, cursor);
            }
            picked = pick(&found, per, want);
        }
        let shown = picked.iter().skip(want - size).filter_map(|place| found.get(place));
        let shown: Vec<&Entry> = shown.collect();
        // What a part left out for PER may be on the next page.
        let has_rest = per.is_some() || found.len() > picked.len() || nexts.join().is_some();
        let last = shown.last().filter(|_| has_rest && shown.len() == size);
        self.show(shown.iter().map(|entry| entry.id), last.map(|entry| entry.cursor())).await
    }

    /// Returns the words that ask a part for the places of what it lists.
    fn head(&self, size: usize) -> Words {
        let mut words = self.words.clone();
        let per = words.first("PER");
        let names = ["5", "id", "position", "poster", "groups", "link"];
        let names = if per.is_some() { &names[..] } else { &["2", "id", "position"] };
        // Of articles in several groups, the whole may show some that a part would leave out.
        let left_out = if per == Some(b"GROUP") { "PER" } else { "" };
        words.options = words.select(&["VIEWER", "MARKS", left_out], false);
        words.set("RETURN", names);
        words.set("SIZE", &[&size.min(1_000).to_string()]);
        if let Route::Page(at) = words.route {
            words.args.splice(at.., [b"1".to_vec()]);
        }
        let counts_back = |name| words.first(name).is_some_and(|time| time.starts_with(b"-"));
        let changes = matches!(words.first("BY"), Some(b"GRAVITY" | b"ACTIVE"));
        if words.find("AT").is_none() && (changes || counts_back("SINCE") || counts_back("UNTIL"))
        {
            words.set("AT", &[&now().to_string()]);
        }
        words
    }

    /// Returns a page of a list. It has some ids of each part, in the order of that part.
    pub async fn marked(&mut self, at: usize) -> Result<Value> {
        let size = self.size().await?;
        let head = self.head(size.div_ceil(self.parts.keys.len()));
        let after = self.words.after.clone().map(String::into_bytes);
        let mut cursors = Cursors::of(after.as_ref(), "", self.parts)?;
        let mut ids = Vec::new();
        for _ in 0..number::<u32>(self.words.arg(at)).max(1) {
            ids.clear();
            for (part, page) in self.proceed(&head, &cursors, |_| true).await? {
                let Page { items, cursor } = json::<Page<Entry>>(page)?;
                ids.extend(items.iter().map(|entry| entry.id));
                cursors.set(part, cursor);
            }
        }
        self.show(ids.into_iter(), cursors.join()).await
    }

    /// Returns the number of articles on a page.
    async fn size(&mut self) -> Result<usize> {
        if let Some(size) = self.words.first("SIZE") {
            return Ok(number::<usize>(size).max(1));
        }
        let info = self.infos().await?.into_iter().next().flatten();
        Ok(info.map_or(25, |info| info.page_size as usize))
    }

    /// Returns a page of what has these ids, as far as it still exists.
    async fn show(
        &mut self,
        ids: impl Iterator<Item = u32>,
        cursor: Option<String>,
    ) -> Result<Value> {
        let ids: Vec<String> = ids.map(|id| id.to_string()).collect();
        let args = ["ARTICLE.MGET", "", ""].into_iter().chain(ids.iter().map(String::as_str));
        let mut words = Words::reading(args);
        words.options = self.words.select(&["RETURN", "VIEWER", "MARKS"], true);
        let items = self.items(&words, 3).await?;
        reply(&(items.into_iter().flatten().collect::<Vec<_>>(), cursor))
    }
}
