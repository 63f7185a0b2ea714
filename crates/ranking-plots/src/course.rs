//! Courses of votes: which votes an article gets, and when.

use article_site::Vote;

/// The seconds for which votes come in: the default window.
pub const WEEK: i64 = 604_800;

const HOUR: f64 = 3_600.0;

/// A watched article and the course of its votes.
#[derive(Debug)]
pub struct Course {
    pub name: &'static str,
    waves: &'static [Wave],
}

/// A number of votes that come in together.
#[derive(Clone, Copy, Debug)]
pub struct Wave {
    /// The age of the article, in hours, at which the wave begins.
    pub start: f64,
    /// How the votes are spread from then to the end of the week.
    pub shape: Shape,
    pub upvotes: u32,
    pub downvotes: u32,
}

#[derive(Clone, Copy, Debug)]
pub enum Shape {
    Even,
    /// Most at the beginning, half of them within that many hours.
    Burst(f64),
    /// Most around the middle, half of them within that many hours.
    Hump(f64),
}

#[derive(Clone, Copy, Debug)]
pub struct TimedVote {
    /// The age of the article in seconds, less than [`WEEK`].
    pub age: i64,
    pub vote: Vote,
}

impl Course {
    /// Every watched article. All but the divisive one end with 500 votes, of which the poster's
    /// own vote is one.
    pub const ALL: [Self; 5] = [
        Self { name: "instant hit", waves: &[Wave::new(0.0, Shape::Burst(3.0), 549, 50)] },
        Self {
            name: "slow burner",
            waves: &[
                Wave::new(0.0, Shape::Burst(12.0), 15, 0),
                Wave::new(0.0, Shape::Hump(48.0), 509, 25),
            ],
        },
        Self { name: "steady favorite", waves: &[Wave::new(0.0, Shape::Even, 504, 5)] },
        Self {
            name: "divisive",
            // The first to come are for it.
            waves: &[
                Wave::new(0.0, Shape::Burst(5.0), 499, 0),
                Wave::new(0.0, Shape::Burst(6.0), 0, 500),
            ],
        },
        Self {
            name: "late revival",
            waves: &[
                Wave::new(0.0, Shape::Burst(6.0), 12, 0),
                Wave::new(84.0, Shape::Burst(6.0), 512, 25),
            ],
        },
    ];

    /// Returns the votes other than the poster's own, wave by wave.
    pub fn votes(&self) -> impl Iterator<Item = TimedVote> {
        self.waves.iter().flat_map(Wave::votes)
    }
}

impl Wave {
    pub const fn new(start: f64, shape: Shape, upvotes: u32, downvotes: u32) -> Self {
        Self { start, shape, upvotes, downvotes }
    }

    /// Returns the votes in the order in which they come in, those against it spread evenly.
    pub fn votes(&self) -> impl Iterator<Item = TimedVote> + use<> {
        let Self { start, shape, upvotes, downvotes } = *self;
        let count = upvotes + downvotes;
        let downvotes_before =
            move |vote: u32| u64::from(vote) * u64::from(downvotes) / u64::from(count);
        (0..count).map(move |vote| {
            let is_down = downvotes_before(vote + 1) > downvotes_before(vote);
            let share = (f64::from(vote) + 0.5) / f64::from(count);
            let hours = start + shape.hours(share, WEEK as f64 / HOUR - start);
            TimedVote {
                age: (hours * HOUR) as i64,
                vote: if is_down { Vote::Down } else { Vote::Up },
            }
        })
    }
}

impl Shape {
    /// Returns the hours within which that share of the votes comes in, if all do within `end`
    /// hours.
    fn hours(self, share: f64, end: f64) -> f64 {
        match self {
            Self::Even => share * end,
            Self::Burst(half) => half * odds(share, end / half),
            Self::Hump(half) => half * odds(share, (end / half).powi(4)).sqrt().sqrt(),
        }
    }
}

/// Returns the odds that belong to a share, which reaches 1 where the odds reach `end`.
///
/// Times to these odds, and to roots of them, are a log-logistic distribution. Unlike a logarithm,
/// a root is the same number on every machine.
fn odds(share: f64, end: f64) -> f64 {
    let share = share * end / (1.0 + end);
    share / (1.0 - share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_votes_come_in_within_the_week_and_in_order() {
        for course in &Course::ALL {
            for wave in course.waves {
                let ages: Vec<i64> = wave.votes().map(|vote| vote.age).collect();
                assert_eq!(ages.len() as u32, wave.upvotes + wave.downvotes);
                assert!(ages.is_sorted() && ages[0] >= 0 && ages[ages.len() - 1] < WEEK);
            }
        }
    }

    #[test]
    fn all_but_the_divisive_article_end_with_the_same_votes() {
        for course in &Course::ALL {
            let votes = 1 + course.votes().map(|timed| timed.vote.weight()).sum::<i64>();
            assert_eq!(votes, if course.name == "divisive" { 0 } else { 500 }, "{}", course.name);
        }
    }

    #[test]
    fn half_of_a_burst_and_of_a_hump_comes_in_within_their_time() {
        for (shape, half) in [(Shape::Burst(6.0), 6.0), (Shape::Hump(48.0), 48.0)] {
            let wave = Wave::new(0.0, shape, 1_000, 0);
            let median = wave.votes().nth(500).unwrap().age as f64 / HOUR;
            assert!((median - half).abs() < 0.5, "{shape:?}: {median}");
        }
    }
}
