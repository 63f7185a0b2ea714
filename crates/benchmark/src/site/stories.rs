//! Titles and links.

use crate::site::random::rng;

const TITLE: usize = 45;
const LINK: usize = 35;

const WORDS: [&str; 64] = [
    "a", "about", "after", "an", "and", "app", "as", "ask", "at", "be", "better", "build", "by",
    "can", "code", "data", "design", "fast", "first", "for", "free", "from", "game", "go", "has",
    "how", "in", "into", "is", "it", "language", "learning", "linux", "machine", "make", "more",
    "new", "news", "no", "not", "of", "old", "on", "open", "our", "science", "search", "show",
    "small", "software", "source", "the", "time", "to", "tool", "using", "web", "what", "why",
    "will", "with", "without", "work", "year",
];

pub fn story(id: u32) -> (String, String) {
    let mut rng = rng("story", u64::from(id));
    let mut title = String::with_capacity(TITLE + 16);
    while title.len() < TITLE {
        title.push_str(WORDS[rng.usize(..WORDS.len())]);
        title.push(' ');
    }
    title.truncate(TITLE - 1);
    title.push('?');
    let mut link = "https://example.com/".to_owned();
    while link.len() < LINK {
        link.push(rng.lowercase());
    }
    (title, link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stories_have_the_lengths_that_the_memory_bar_assumes() {
        for id in 0..1000 {
            let (title, link) = story(id);
            assert_eq!((title.len(), link.len()), (TITLE, LINK));
        }
        assert_ne!(story(7), story(8));
    }
}
