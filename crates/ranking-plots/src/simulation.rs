//! A site over some weeks, with the watched articles among others.

use article_site::{
    Error, ItemId, Link, NewArticle, Origin, Settings, Site, Tally, Title, UnixTime, UserName,
    Vote,
};
use fastrand::Rng;

use crate::background;
use crate::course::{Course, TimedVote, WEEK};
use crate::listing::Listing;

const ARTICLES_PER_DAY: i64 = 300;
const DAY: i64 = 86_400;
const START: i64 = 1_800_000_000;
/// The time at which the watched articles are posted.
const WATCHED_START: i64 = START + 10 * DAY;
const HOUR: i64 = 3_600;

/// The watched articles at one time. Each list has an entry per course, in the order of
/// [`Course::ALL`].
#[derive(Debug)]
pub struct Hour {
    pub tallies: Vec<Tally>,
    /// For each of [`Listing::ALL`], their places.
    pub places: Vec<Vec<Option<usize>>>,
}

/// Something that happens at a time. The order of the variants is the order at the same time.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Post,
    Vote { article: u32, voter: usize, is_up: bool },
}

/// Returns the watched articles at the end of each hour of their first week, beginning with the
/// moment at which they are posted.
///
/// # Errors
///
/// The site refused an operation.
pub fn simulate() -> Result<Vec<Hour>, Error> {
    let (plan, watched) = Plan::new();
    let mut events = plan.events.into_iter().peekable();
    let mut site = Site::new(Settings::default());
    (0..=WEEK / HOUR)
        .map(|hour| {
            let now = WATCHED_START + hour * HOUR;
            while let Some((time, event)) = events.next_if(|(time, _)| *time <= now) {
                apply(&mut site, UnixTime::clamped(time), event)?;
            }
            look(&site, &watched, UnixTime::clamped(now))
        })
        .collect()
}

/// Everything that happens, with its times.
#[derive(Default)]
struct Plan {
    events: Vec<(i64, Event)>,
    posts: u32,
}

impl Plan {
    /// Returns everything that happens, and the watched articles.
    fn new() -> (Self, Vec<ItemId>) {
        let mut plan = Self::default();
        let mut random = Rng::with_seed(0x5eed);
        let mut post_others = |plan: &mut Self, from: i64, to: i64| {
            for time in (from..to).step_by((DAY / ARTICLES_PER_DAY) as usize) {
                plan.post(time, background::votes(&mut random));
            }
        };
        post_others(&mut plan, START, WATCHED_START);
        let watched = Course::ALL.iter().map(|course| plan.post(WATCHED_START, course.votes()));
        let watched = watched.collect();
        post_others(&mut plan, WATCHED_START, WATCHED_START + WEEK);
        plan.events.sort_unstable();
        (plan, watched)
    }

    /// Plans an article and the votes on it.
    fn post(&mut self, time: i64, votes: impl Iterator<Item = TimedVote>) -> ItemId {
        self.posts += 1;
        let article = self.posts;
        self.events.push((time, Event::Post));
        self.events.extend(votes.enumerate().map(|(voter, timed)| {
            let is_up = timed.vote == Vote::Up;
            (time + timed.age, Event::Vote { article, voter, is_up })
        }));
        ItemId::new(article)
    }
}

fn apply(site: &mut Site, now: UnixTime, event: Event) -> Result<(), Error> {
    match event {
        Event::Post => {
            let new = NewArticle {
                poster: UserName::new(b"poster")?,
                title: Title::new(b"title")?,
                link: Link::new(b"")?,
                groups: &[],
                fields: &[],
                id: None,
                time: now,
            };
            site.post(&new, Origin::Client(now)).map(drop)
        }
        Event::Vote { article, voter, is_up } => {
            let voter = format!("voter{voter}");
            let vote = if is_up { Vote::Up } else { Vote::Down };
            let voter = UserName::new(voter.as_bytes())?;
            let vote = Some(vote.counted());
            site.vote(voter, ItemId::new(article), vote, Origin::Client(now)).map(drop)
        }
    }
}

fn look(site: &Site, watched: &[ItemId], now: UnixTime) -> Result<Hour, Error> {
    let tally = |id: &ItemId| site.item(*id).map(|view| view.tally()).ok_or(Error::NoArticle);
    let places = Listing::ALL.iter().map(|listing| listing.places(site, watched, now));
    Ok(Hour {
        tallies: watched.iter().map(tally).collect::<Result<_, _>>()?,
        places: places.collect::<Result<_, _>>()?,
    })
}
