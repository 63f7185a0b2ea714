//! Random values: ids, times, names, texts, and options that hold several of them.

use super::{Commands, Words, add};
use crate::{BINARY, Release, USERS};

impl Commands {
    pub(super) fn id(&mut self, site: &str) -> Vec<u8> {
        // Mostly a recent article, which is more likely to be open.
        let last = self.last_id(site);
        let oldest = if self.random.percent(70) { (last - 20).max(0) } else { 0 };
        (oldest + 1 + self.random.below((last - oldest).max(1))).to_string().into_bytes()
    }

    /// Returns a time of posting. All windows are whole thousands of seconds, so voting on some
    /// articles has closed, but closes on none while the test runs. So the test can compare
    /// replies before and after.
    pub(super) fn time(&mut self) -> i64 {
        self.start - 500 - 1000 * self.random.below(5)
    }

    pub(super) fn user(&mut self) -> Vec<u8> {
        match self.random.below(20) {
            0 => BINARY.to_vec(),
            1 => vec![b'x'; 255],
            2..8 => self.random.pick(&USERS).as_bytes().to_vec(),
            _ => format!("user-{}", self.random.below(50)).into_bytes(),
        }
    }

    pub(super) fn newcomer(&mut self) -> Vec<u8> {
        self.newcomers += 1;
        format!("newcomer-{}", self.newcomers).into_bytes()
    }

    pub(super) fn group(&mut self) -> Vec<u8> {
        match self.random.below(12) {
            0 => BINARY.to_vec(),
            number => format!("group-{number}").into_bytes(),
        }
    }

    pub(super) fn field(&mut self) -> Vec<u8> {
        match self.random.below(10) {
            0 => BINARY.to_vec(),
            number => format!("field-{number}").into_bytes(),
        }
    }

    /// Returns a link, of which there are so few that posts are duplicates.
    pub(super) fn link(&mut self) -> Vec<u8> {
        match self.random.below(20) {
            0 => Vec::new(),
            number @ 1..9 => format!("https://example.com/{number}").into_bytes(),
            _ => self.blob(1, 100),
        }
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
                words.extend([self.field(), self.blob(0, 200)]);
            }
        }
    }

    /// Adds what moderators and voters gave to something that is loaded.
    pub(super) fn add_flags_and_votes(&mut self, words: &mut Words) {
        if self.release >= Release::V0_2 {
            if self.random.percent(20) {
                add(words, "BOOST", self.random.below(1_000_000) - 500_000);
            }
            for flag in ["HIDDEN", "LOCKED", "PINNED"] {
                if self.random.percent(15) {
                    words.push(flag.as_bytes().to_vec());
                }
            }
        }
        if self.random.percent(30) {
            add(words, "COUNTS", self.random.below(1_000_000));
            words.push(self.random.below(1_000_000).to_string().into_bytes());
        } else {
            self.add_list(words, "UP", 20, Self::newcomer);
            self.add_list(words, "DOWN", 20, Self::newcomer);
        }
    }

    pub(super) fn add_settings(&mut self, words: &mut Words) {
        add(words, "VOTESCORE", self.random.pick(&[1, 100, 432, 5000]));
        add(words, "WINDOW", self.random.pick(&[1000, 2000, 605_000, 10_000_000]));
        if self.random.percent(30) {
            add(words, "PAGESIZE", 1 + self.random.below(50));
        }
        let self_vote = self.random.pick(&["yes", "yes", "no"]);
        words.extend([b"SELFVOTE".to_vec(), self_vote.as_bytes().to_vec()]);
        for (since, name, values) in [
            (Release::V0_2, "FORMULA", ["linear", "log", "log"]),
            (Release::V0_2, "DOWNVOTES", ["yes", "yes", "no"]),
            (Release::V0_2, "DEDUPE", ["0", "3000", "100000"]),
            (Release::UnderTest, "BUMPWINDOW", ["0", "700", "2000"]),
        ] {
            if self.release >= since && self.random.percent(50) {
                let value = self.random.pick(&values);
                words.extend([name.as_bytes().to_vec(), value.as_bytes().to_vec()]);
            }
        }
    }
}
