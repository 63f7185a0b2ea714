//! Random values: ids, times, names, texts, and options that hold several of them.

use article_model::names;

use super::{Commands, Words, add};

impl Commands {
    pub(super) fn id(&mut self, site: &str) -> Vec<u8> {
        // Mostly a recent article, which is more likely to be open.
        let ids = self.ids(site);
        let last = i64::from(ids.index_from(self.last_id(site) as u32));
        let oldest = if self.random.percent(70) { (last - 20).max(0) } else { 0 };
        let id = oldest + 1 + self.random.below((last - oldest).max(1));
        ids.id(id as u32).to_string().into_bytes()
    }

    /// Returns a time of posting.
    pub(super) fn time(&mut self) -> i64 {
        self.start - 500 - 1000 * self.random.below(5)
    }

    pub(super) fn user(&mut self) -> Vec<u8> {
        names::user(self.random.below(60) as u8).as_bytes().to_vec()
    }

    pub(super) fn newcomer(&mut self) -> Vec<u8> {
        self.newcomers += 1;
        format!("newcomer-{}", self.newcomers).into_bytes()
    }

    pub(super) fn group(&mut self) -> Vec<u8> {
        names::group(self.random.below(12) as u8).as_bytes().to_vec()
    }

    pub(super) fn list(&mut self) -> Vec<u8> {
        names::list(self.random.below(20) as u8).as_bytes().to_vec()
    }

    pub(super) fn link(&mut self) -> Vec<u8> {
        names::link(Some(self.random.below(6) as u8)).as_bytes().to_vec()
    }

    pub(super) fn blob(&mut self, least: i64, most: i64) -> Vec<u8> {
        let length = least + self.random.below(most - least + 1);
        self.random.bytes(length as usize)
    }

    pub(super) fn add_list(
        &mut self,
        words: &mut Words,
        option: &str,
        most: i64,
        make: fn(&mut Self) -> Vec<u8>,
    ) {
        let number = self.random.below(most + 1);
        if number > 0 {
            add(words, option, number);
            words.extend((0..number).map(|_| make(self)));
        }
    }

    pub(super) fn add_fields(&mut self, words: &mut Words) {
        let number = self.random.below(4);
        if number > 0 {
            add(words, "FIELDS", number);
            for _ in 0..number {
                let name = names::field(self.random.below(6) as u8);
                words.extend([name.as_bytes().to_vec(), self.blob(0, 200)]);
            }
        }
    }

    /// Adds when something that is loaded was posted, and what moderators and voters gave it.
    pub(super) fn add_state(&mut self, words: &mut Words) {
        let time = self.time();
        add(words, "TIME", time);
        add(words, "CLOSES", time + 1000 * (1 + self.random.below(9)));
        self.add_score(words, 30);
        self.add_boost(words, 20);
        for flag in ["HIDDEN", "LOCKED", "PINNED"] {
            if self.random.percent(15) {
                words.push(flag.as_bytes().to_vec());
            }
        }
        if self.random.percent(30) {
            self.add_counts(words);
            // Sites without KEEPVOTES refuse them.
            if self.random.percent(30) {
                self.add_list(words, "KEPTUP", 20, Self::user);
                self.add_list(words, "KEPTDOWN", 20, Self::newcomer);
            }
        } else {
            self.add_list(words, "UP", 20, Self::newcomer);
            self.add_list(words, "DOWN", 20, Self::newcomer);
        }
    }

    pub(super) fn add_score(&mut self, words: &mut Words, percent: i64) {
        if self.random.percent(percent) {
            add(words, "SCORE", self.random.below(2_000_000_000));
        }
    }

    pub(super) fn add_boost(&mut self, words: &mut Words, percent: i64) {
        if self.random.percent(percent) {
            add(words, "BOOST", self.random.below(1_000_000) - 500_000);
        }
    }

    pub(super) fn add_counts(&mut self, words: &mut Words) {
        add(words, "COUNTS", self.random.below(1_000_000));
        words.push(self.random.below(1_000_000).to_string().into_bytes());
    }
}
