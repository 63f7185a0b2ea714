//! News stories with their times and votes, from a file or made up like those of a real site.

use std::ops::RangeInclusive;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use serde::Deserialize;

use crate::plan::DAY;
use crate::random::rng;
use crate::stories::{link, title};

/// The number of stories to make up.
const STORIES: usize = 20_072;
/// The number of posters of these stories.
const POSTERS: usize = 10_367;
/// The number of posters of several stories.
const FREQUENT_POSTERS: usize = 2_730;
/// The lengths of titles, in bytes. They differ because the allocator rounds them up.
const TITLES: RangeInclusive<usize> = 20..=80;
/// The lengths of links, in bytes. One in eight stories has none, so that the mean is 64.
const LINKS: RangeInclusive<usize> = 30..=116;
/// The most votes on a story.
const MOST_VOTES: f64 = 2_600.0;
/// The age of the oldest story, in seconds. The youngest is half as old.
const AGE: u64 = 730 * DAY;

/// A news story, on which voting has closed.
#[derive(Clone, Deserialize)]
pub struct NewsStory {
    /// When it was posted.
    pub time: i64,
    /// The title.
    pub title: String,
    /// The link; empty if it has none.
    pub link: String,
    /// The poster.
    pub poster: String,
    /// The number of up votes.
    pub points: u32,
}

/// Reads a CSV file with the columns `time`, `title`, `link`, `poster` and `points`.
pub fn read(file: &Path) -> Result<Vec<NewsStory>> {
    let context = || format!("cannot read {}", file.display());
    let mut reader = csv::Reader::from_path(file).with_context(context)?;
    let stories: Vec<NewsStory> =
        reader.deserialize().collect::<Result<_, _>>().with_context(context)?;
    ensure!(!stories.is_empty(), "{} has no stories", file.display());
    Ok(stories)
}

/// Makes up stories. `now` is a UNIX time.
///
/// Three quarters of the posters have one story. The others have at least one more on average,
/// and the most frequent one has about 200.
pub fn make_up(seed: u64, now: u64) -> Vec<NewsStory> {
    let mut rng = rng(seed, STORIES as u64);
    let mut posters: Vec<usize> = (0..POSTERS).collect();
    posters.resize_with(STORIES, || (FREQUENT_POSTERS as f64 * rng.f64().powi(2)) as usize);
    rng.shuffle(&mut posters);
    let stories = posters.into_iter().enumerate().map(|(nth, poster)| NewsStory {
        time: (now - AGE + AGE / 2 * nth as u64 / STORIES as u64) as i64,
        title: text(&mut rng, TITLES, title),
        link: if nth % 8 == 0 { String::new() } else { text(&mut rng, LINKS, link) },
        poster: format!("p{poster:07}"),
        points: (1.0 - rng.f64()).powf(-1.0 / 1.2).min(MOST_VOTES) as u32,
    });
    stories.collect()
}

/// Makes up a text of a random length.
fn text(
    rng: &mut Rng,
    lengths: RangeInclusive<usize>,
    make_up: fn(&mut Rng, usize) -> String,
) -> String {
    let length = rng.usize(lengths);
    make_up(rng, length)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    #[test]
    fn made_up_stories_are_like_those_of_a_real_site() {
        let stories = make_up(1, 2_000_000_000);
        assert_eq!(stories.len(), STORIES);
        let mut posters: HashMap<&str, u32> = HashMap::new();
        for story in &stories {
            *posters.entry(&story.poster).or_default() += 1;
            assert_eq!(story.poster.len(), 8);
        }
        assert_eq!(posters.len(), POSTERS);
        let single = posters.values().filter(|&&count| count == 1).count();
        assert!((7_600..8_500).contains(&single), "{single} posters of one story");
        let most = posters.values().max().unwrap();
        assert!((150..300).contains(most), "{most} stories of one poster");
        let mean = |length: fn(&NewsStory) -> usize| {
            stories.iter().map(length).sum::<usize>() as f64 / STORIES as f64
        };
        let (title, link) = (mean(|story| story.title.len()), mean(|story| story.link.len()));
        assert!((49.0..51.0).contains(&title), "titles of {title} bytes");
        assert!((63.0..65.0).contains(&link), "links of {link} bytes");
    }
}
