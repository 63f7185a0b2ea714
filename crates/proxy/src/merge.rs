//! A listing of a whole site: the listings of its parts, merged by position.

use std::collections::{BinaryHeap, VecDeque};
use std::rc::Rc;

use bytes::Bytes;
use futures_util::future::try_join_all;

use crate::form::Form;
use crate::job::{Job, MAX_SIZE};
use crate::metrics::count;
use crate::resp::{is_nil, number, unexpected};
use crate::words::Words;

/// Where an entry is in the whole listing: the greatest is the first. Positions are the cursors
/// after entries, and are compared without knowing their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place([i64; 3]);

impl Place {
    /// Reads `order:value-id`, in GRAVITY and ACTIVE with a time after it, or `id:17`. The value
    /// of what is pinned begins with `p`.
    pub fn read(position: &[u8], ascends: bool) -> Option<Self> {
        let position = str::from_utf8(position).ok()?;
        let (order, place) = position.split_once(':')?;
        let place = match order {
            "gravity" | "active" => place.rsplit_once('-')?.0,
            _ => place,
        };
        let (value, id) = if order == "id" { ("0", place) } else { place.rsplit_once('-')? };
        let pinned = value.strip_prefix('p');
        let value = number(pinned.unwrap_or(value).as_bytes())?;
        let place: [i64; 3] = [pinned.is_some().into(), value, number(id.as_bytes())?];
        Some(Self(if ascends { place.map(|number| !number) } else { place }))
    }
}

/// An entry of a listing, as the bytes that a part sent, and its position.
pub struct Entry {
    pub item: Bytes,
    pub position: Bytes,
}

/// What a part lists.
struct Feed {
    entries: VecDeque<Entry>,
    /// How many of its entries were taken so far.
    taken: usize,
    asked: usize,
    /// Whether it has more than these.
    has_more: bool,
}

pub struct Merge<'a> {
    job: &'a Job,
    words: Words,
    form: Form,
    ascends: bool,
    feeds: Vec<Feed>,
    /// The first entry of each part.
    heads: BinaryHeap<(Place, usize)>,
}

impl<'a> Merge<'a> {
    /// Asks each part for as many of its first entries as its size says.
    pub async fn begin(
        job: &'a Job,
        words: &Words,
        sizes: Vec<usize>,
        form: Form,
    ) -> Result<Self, Bytes> {
        let words = words.with("WITHPOSITIONS", &[""; 0]);
        let feed = |asked| Feed { entries: VecDeque::new(), taken: 0, asked, has_more: true };
        let feeds: Vec<_> = sizes.into_iter().map(feed).collect();
        let (ascends, heads) = (words.has("ASC"), BinaryHeap::with_capacity(feeds.len()));
        let mut merge = Self { job, words, form, ascends, feeds, heads };
        let mut last: Option<(usize, Rc<[Bytes]>)> = None;
        let asked = merge.feeds.iter().enumerate().map(|(part, feed)| {
            // Most parts are sent the same words.
            let line = match last.take() {
                Some((size, line)) if size == feed.asked => line,
                _ => merge.request(feed.asked, None).into(),
            };
            last = Some((feed.asked, Rc::clone(&line)));
            job.ask(part, line, form.resp3)
        });
        let asked: Vec<_> = asked.collect();
        for (part, reply) in try_join_all(asked).await?.iter().enumerate() {
            merge.accept(part, reply)?;
        }
        Ok(merge)
    }

    /// Returns the words that ask a part for what comes next.
    fn request(&self, size: usize, after: Option<&Bytes>) -> Vec<Bytes> {
        let words = self.words.with("SIZE", &[size.clamp(1, MAX_SIZE).to_string()]);
        after.map_or(words.line(), |cursor| words.with("AFTER", &[cursor]).line())
    }

    fn accept(&mut self, part: usize, reply: &Bytes) -> Result<(), Bytes> {
        if is_nil(reply) {
            return Err(self.job.site.is_missing(part));
        }
        let (items, positions, has_more) = self.form.listed(reply).ok_or_else(unexpected)?;
        let Some(feed) = self.feeds.get_mut(part) else { return Ok(()) };
        feed.has_more = has_more;
        let entries = items.into_iter().zip(positions);
        feed.entries = entries.map(|(item, position)| Entry { item, position }).collect();
        self.show(part)
    }

    /// Puts the first entry of a part among the first entries of the others.
    fn show(&mut self, part: usize) -> Result<(), Bytes> {
        if let Some(entry) = self.feeds.get(part).and_then(|feed| feed.entries.front()) {
            let place = Place::read(&entry.position, self.ascends).ok_or_else(unexpected)?;
            self.heads.push((place, part));
        }
        Ok(())
    }

    /// Returns the next entry. A part whose entries have run out is asked again, with a longer
    /// page of at most `most` entries.
    pub async fn next(&mut self, most: usize) -> Result<Option<Entry>, Bytes> {
        let Some((_, part)) = self.heads.pop() else { return Ok(None) };
        let Some(feed) = self.feeds.get_mut(part) else { return Ok(None) };
        let Some(entry) = feed.entries.pop_front() else { return Ok(None) };
        feed.taken += 1;
        if feed.entries.is_empty() && feed.has_more && most > 0 {
            feed.asked = (4 * feed.asked).clamp(4, MAX_SIZE).min(most);
            let line = self
                .request(self.feeds.get(part).map_or(1, |feed| feed.asked), Some(&entry.position));
            count(&self.job.proxy.metrics.pages_asked_again);
            let reply = self.job.ask(part, line, self.form.resp3).await?;
            self.accept(part, &reply)?;
        } else {
            self.show(part)?;
        }
        Ok(Some(entry))
    }

    /// Returns how many entries of each part were taken.
    pub fn taken(&self) -> Vec<usize> {
        self.feeds.iter().map(|feed| feed.taken).collect()
    }

    /// Whether anything follows what was taken.
    pub fn has_more(&self) -> bool {
        self.feeds.iter().any(|feed| feed.has_more || !feed.entries.is_empty())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_order_of_their_listing() {
        let descending = ["score:p5-1", "score:9-3", "score:9-2", "score:-4-8"];
        let read = |ascends| descending.map(|text| Place::read(text.as_bytes(), ascends).unwrap());
        assert!(read(false).is_sorted_by(|one, other| one > other));
        assert!(read(true).is_sorted_by(|one, other| one < other));
        let gravity = ["gravity:p3-7-1700000000", "gravity:-2-9-1700000000"];
        let [one, other] = gravity.map(|text| Place::read(text.as_bytes(), false).unwrap());
        assert!(one > other);
        assert!(Place::read(b"id:17", false) > Place::read(b"id:9", false));
        for wrong in ["", "17", "score:", "score:x-1", "gravity:3-7"] {
            assert_eq!(Place::read(wrong.as_bytes(), false), None, "{wrong}");
        }
    }
}
