//! A site to bytes.

use super::{FIELDED, GROUPED, HELD};
use crate::Site;
use crate::article::Article;
use crate::groups::GroupNumber;
use crate::settings::Settings;
use crate::types::Vote;

/// Chunks are flushed when they are about so large.
const CHUNK: usize = 64 * 1024;

/// Writes a site to `sink`, chunk by chunk.
pub fn encode(site: &Site, sink: impl FnMut(&[u8])) {
    let mut writer = Writer { chunk: Vec::with_capacity(CHUNK), sink };
    let settings = &site.settings;
    writer.number(settings.vote_score().into());
    writer.number(settings.window().into());
    writer.number(settings.page_size().into());
    writer.chunk.push(settings.self_vote().into());
    writer.number(site.last_id.into());

    writer.number(site.groups.len() as u64);
    let mut places = Vec::new();
    for (place, (number, name)) in (0_u32..).zip(site.groups.by_name()) {
        writer.text(name);
        places.push((number, place));
    }
    places.sort_unstable();

    writer.number(site.len() as u64);
    let mut last = 0;
    for (number, article) in site.articles.iter() {
        writer.number(u64::from(number - last));
        last = number;
        writer.article(article, settings, &places);
    }
    writer.flush();
}

struct Writer<S> {
    chunk: Vec<u8>,
    sink: S,
}

impl<S: FnMut(&[u8])> Writer<S> {
    fn article(&mut self, article: &Article, settings: &Settings, places: &[(GroupNumber, u32)]) {
        let held = !article.ledger.is_dropped();
        let flag = |condition: bool, flag: u8| if condition { flag } else { 0 };
        self.chunk.push(
            flag(held, HELD)
                | flag(!article.groups().is_empty(), GROUPED)
                | flag(!article.fields().is_empty(), FIELDED),
        );
        self.number(article.time.get() as u64);
        self.number(article.window.into());
        self.number(article.upvotes.into());
        self.number(article.downvotes.into());
        // Nearly always 0, but articles that had closed keep their score when the vote score is
        // altered.
        self.signed(article.score - article.score_at(settings.vote_score()));
        article.texts.parts().iter().for_each(|text| self.text(text));
        if !article.groups().is_empty() {
            self.number(article.groups().len() as u64);
            for number in article.groups() {
                let found = places.binary_search_by_key(number, |(number, _)| *number);
                let place = found.ok().and_then(|at| places.get(at)).map_or(0, |(_, p)| *p);
                self.number(place.into());
            }
        }
        if !article.fields().is_empty() {
            self.number(article.fields().len() as u64);
            for field in article.fields() {
                self.text(field.name());
                self.text(field.value());
            }
        }
        for vote in [Vote::Up, Vote::Down] {
            article
                .ledger
                .iter()
                .filter(|(_, v)| *v == vote)
                .for_each(|(name, _)| self.text(name));
        }
    }

    /// A number: seven bits a byte, the lowest first, the highest bit set in all but the last.
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.chunk.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.chunk.push(number as u8);
    }

    /// A signed number: the sign in the lowest bit.
    fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }

    fn text(&mut self, text: &[u8]) {
        self.number(text.len() as u64);
        self.chunk.extend_from_slice(text);
        if self.chunk.len() >= CHUNK {
            self.flush();
        }
    }

    /// Passes the chunk on. There is never an empty one: who reads would not ask for it.
    fn flush(&mut self) {
        if !self.chunk.is_empty() {
            (self.sink)(&self.chunk);
            self.chunk.clear();
        }
    }
}
