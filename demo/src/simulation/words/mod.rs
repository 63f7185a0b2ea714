//! The words that stories and comments consist of, one entry per line. In a sentence, `{}` is
//! what a story is about.

use std::sync::LazyLock;

use fastrand::Rng;

type Lines = LazyLock<Vec<&'static str>>;

pub static OPENINGS: Lines = LazyLock::new(|| include_str!("openings.txt").lines().collect());
pub static REPLIES: Lines = LazyLock::new(|| include_str!("replies.txt").lines().collect());
pub static DETAILS: Lines = LazyLock::new(|| include_str!("details.txt").lines().collect());
pub static PATTERNS: Lines = LazyLock::new(|| include_str!("patterns.txt").lines().collect());
pub static ENDINGS: Lines = LazyLock::new(|| include_str!("endings.txt").lines().collect());
pub static HOSTS: Lines = LazyLock::new(|| include_str!("hosts.txt").lines().collect());
pub static GROUPS: LazyLock<Vec<(&str, Vec<&str>)>> = LazyLock::new(|| {
    let groups = include_str!("groups.txt").lines().filter_map(|line| line.split_once(": "));
    groups.map(|(group, subjects)| (group, subjects.split("; ").collect())).collect()
});

pub fn choose<'a, T>(rng: &mut Rng, choices: &'a [T]) -> &'a T {
    #[allow(clippy::indexing_slicing)]
    &choices[rng.usize(..choices.len())]
}
