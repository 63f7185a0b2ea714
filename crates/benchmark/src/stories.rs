//! Titles and links, generated or from a file.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use serde::Deserialize;

use crate::random::rng;

/// The length of a generated title, in bytes.
const TITLE: usize = 45;
/// The length of a generated link, in bytes.
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

/// The stories to post.
#[derive(Clone)]
pub enum Stories {
    /// Any number of stories, generated from a seed.
    Generated(u64),
    /// The stories of a file, repeated as often as necessary.
    Real(Arc<[Story]>),
}

/// A row of the file, which may have other columns too.
#[derive(Deserialize)]
pub struct Story {
    title: String,
    link: String,
    poster: String,
}

impl Stories {
    /// Reads a CSV file with the columns `title`, `link` and `poster`.
    pub fn read(file: &Path) -> Result<Self> {
        let context = || format!("cannot read {}", file.display());
        let mut reader = csv::Reader::from_path(file).with_context(context)?;
        let stories: Arc<[Story]> =
            reader.deserialize().collect::<Result<_, _>>().with_context(context)?;
        ensure!(!stories.is_empty(), "{} has no stories", file.display());
        Ok(Self::Real(stories))
    }

    /// Returns the title, the link and, if the story is real, the poster of a story.
    pub fn get(&self, number: u32) -> (String, String, Option<String>) {
        match self {
            Self::Generated(seed) => {
                let mut rng = rng(seed.rotate_left(32), u64::from(number));
                (title(&mut rng, TITLE), link(&mut rng, LINK), None)
            }
            Self::Real(stories) => {
                let Story { title, link, poster } = &stories[number as usize % stories.len()];
                (title.clone(), link.clone(), Some(poster.clone()))
            }
        }
    }
}

/// Returns a title of `length` bytes.
pub fn title(rng: &mut Rng, length: usize) -> String {
    let mut title = String::with_capacity(length + 16);
    while title.len() < length {
        title.push_str(WORDS[rng.usize(..WORDS.len())]);
        title.push(' ');
    }
    title.truncate(length - 1);
    title.push('?');
    title
}

/// Returns a link of `length` bytes.
pub fn link(rng: &mut Rng, length: usize) -> String {
    let mut link = String::with_capacity(length);
    link.push_str(SITE);
    while link.len() < length {
        link.push(rng.lowercase());
    }
    link
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generated_stories_have_the_lengths_that_the_memory_bars_assume() {
        for number in 0..1000 {
            let (title, link, poster) = Stories::Generated(1).get(number);
            assert_eq!((title.len(), link.len(), poster), (TITLE, LINK, None));
        }
    }

    #[test]
    fn generated_stories_differ_and_can_be_repeated() {
        let story = |seed, number| Stories::Generated(seed).get(number);
        assert_eq!(story(1, 7), story(1, 7));
        assert_ne!(story(1, 7), story(1, 8));
        assert_ne!(story(1, 7), story(2, 7));
    }
}
