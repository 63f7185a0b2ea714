//! The words that stories and comments consist of, one entry per line. In a sentence, `{}` is
//! what a story is about.

use std::sync::LazyLock;

use fastrand::Rng;

type Lines = LazyLock<Vec<&'static str>>;

/// How comments on a story begin.
pub static OPENINGS: Lines = LazyLock::new(|| include_str!("openings.txt").lines().collect());

/// How answers to a comment begin.
pub static REPLIES: Lines = LazyLock::new(|| include_str!("replies.txt").lines().collect());

/// How comments go on.
pub static DETAILS: Lines = LazyLock::new(|| include_str!("details.txt").lines().collect());

/// Titles of stories.
pub static PATTERNS: Lines = LazyLock::new(|| include_str!("patterns.txt").lines().collect());

/// Endings that make titles with the same subject differ.
pub static ENDINGS: Lines = LazyLock::new(|| include_str!("endings.txt").lines().collect());

/// The hosts of links. Their domains are reserved for examples.
pub static HOSTS: Lines = LazyLock::new(|| include_str!("hosts.txt").lines().collect());

/// The groups, each with its subjects.
pub static GROUPS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let groups = include_str!("groups.txt").lines().filter_map(|line| line.split_once(": "));
    groups.map(|(group, subjects)| (group, subjects.split("; ").collect())).collect()
});

/// Returns one of some words. No file of words is empty.
pub fn choose<'a, T>(rng: &mut Rng, choices: &'a [T]) -> &'a T {
    #[allow(clippy::indexing_slicing)]
    &choices[rng.usize(..choices.len())]
}
