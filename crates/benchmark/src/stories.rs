//! Titles and links: made up, or real ones from a file.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::random::mix;

/// The length of a made-up title, in bytes.
const TITLE: usize = 45;
/// The length of a made-up link, in bytes.
const LINK: usize = 35;

const SITE: &str = "https://example.com/";

const WORDS: [&str; 64] = [
    "a", "about", "after", "an", "and", "app", "as", "ask", "at", "be", "better", "build", "by",
    "can", "code", "data", "design", "fast", "first", "for", "free", "from", "game", "go", "has",
    "how", "in", "into", "is", "it", "language", "learning", "linux", "machine", "make", "more",
    "new", "news", "no", "not", "of", "old", "on", "open", "our", "science", "search", "show",
    "small", "software", "source", "the", "time", "to", "tool", "using", "web", "what", "why",
    "will", "with", "without", "work", "year",
];

/// The stories that are posted.
#[derive(Clone)]
pub enum Stories {
    /// As many as are asked for, from a seed.
    MadeUp(u64),
    /// Those of a file, over and over again.
    Real(Arc<[Story]>),
}

/// A line of the file. It may have more columns than these.
#[derive(Deserialize)]
pub struct Story {
    title: String,
    link: String,
    poster: String,
}

impl Stories {
    /// Stories that differ from seed to seed.
    pub fn made_up(seed: u64) -> Self {
        Self::MadeUp(mix(seed))
    }

    /// Reads a CSV file with the columns `title`, `link` and `poster`.
    pub fn read(file: &Path) -> Result<Self> {
        let naming = || format!("cannot read {}", file.display());
        let mut reader = csv::Reader::from_path(file).with_context(naming)?;
        let stories: Arc<[Story]> =
            reader.deserialize().collect::<Result<_, _>>().with_context(naming)?;
        ensure!(!stories.is_empty(), "there are no stories in {}", file.display());
        Ok(Self::Real(stories))
    }

    /// Title, link and, if it is known, poster of the story with this number.
    pub fn get(&self, number: u32) -> (String, String, Option<String>) {
        match self {
            Self::MadeUp(seed) => {
                let seed = mix(seed ^ u64::from(number));
                (title(seed), link(seed), None)
            }
            Self::Real(stories) => {
                let Story { title, link, poster } = &stories[number as usize % stories.len()];
                (title.clone(), link.clone(), Some(poster.clone()))
            }
        }
    }
}

fn title(mut seed: u64) -> String {
    let mut title = String::with_capacity(TITLE + 16);
    while title.len() < TITLE {
        seed = mix(seed);
        title.push_str(WORDS[(seed % 64) as usize]);
        title.push(' ');
    }
    title.truncate(TITLE - 1);
    title.push('?');
    title
}

fn link(seed: u64) -> String {
    let mut link = String::with_capacity(LINK);
    link.push_str(SITE);
    let mut rest = mix(seed);
    while link.len() < LINK {
        link.push(char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn made_up_stories_have_the_lengths_that_memory_is_measured_for() {
        for number in 0..1000 {
            let (title, link, poster) = Stories::made_up(1).get(number);
            assert_eq!((title.len(), link.len(), poster), (TITLE, LINK, None));
        }
    }
}
