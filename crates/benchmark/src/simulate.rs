//! Simulates days of a large site in this process, without a server, and measures memory and times
//! per day.
//!
//! One article is posted per 150 votes. Half of the votes go to one in 200 articles, and most go
//! to articles of the last day. Voting is open for a week, so memory levels off on the eighth day.
//! In the end the site is encoded and decoded as the server does when it saves and loads.

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result};
use article_site::{
    Budget, ENCODING, Error as SiteError, ItemId, Link, NewArticle, Origin, Query, Settings, Site,
    Title, UnixTime, UserName, Vote, decode, encode,
};
use fastrand::Rng;

use crate::bench::Bench;
use crate::figures::{Measure, Percentile};
use crate::numbers::with_commas;
use crate::site::{DAY, USERS, User};

const START: u64 = 1_800_000_000;
const VOTES_PER_ARTICLE: u64 = 150;
/// One in this many articles is popular.
const POPULAR: u64 = 200;
/// One in this many votes is timed; there are too many votes to keep all times.
const TIMED: u64 = 64;
/// The pages that are read at the end of each day.
const PAGES: u64 = 1_000;

pub fn run(bench: &mut Bench, votes_per_day: u64, days: u64) -> Result<()> {
    let mut site = Site::new(Settings::default());
    let mut random = Rng::with_seed(1);

    for day in 0..days {
        let case = format!("{} votes per day, day {}", with_commas(votes_per_day), day + 1);
        bench.announce(&case);
        let (mut votes, mut posts) = (Timings::default(), Timings::default());
        for vote in 0..votes_per_day {
            let now = time(START + day * DAY + vote * DAY / votes_per_day);
            if vote % VOTES_PER_ARTICLE == 0 {
                posts.time(|| post(&mut site, now, &mut random))?;
            }
            let ballot = Ballot::new(&site, now, &mut random);
            match vote % TIMED {
                0 => votes.time(|| ballot.cast(&mut site, now))?,
                _ => ballot.cast(&mut site, now)?,
            }
        }
        let pages = read_pages(&site)?;
        let info = site.info(time(START + (day + 1) * DAY));
        let day = |what: &str| format!("{case}: {what}");
        bench.record(&day("articles"), Measure::Count, info.articles as f64);
        bench.record(&day("votes held"), Measure::Count, info.votes as f64);
        bench.record(&case, Measure::Memory, memory()? as f64);
        for (what, times) in [("VOTE", &votes), ("POST", &posts), ("order of a page", &pages)] {
            bench.record(&day(what), Measure::Command, times.mean());
        }
        let slow = Percentile::P999;
        bench.record(&day("VOTE"), Measure::Client(slow), votes.percentile(slow));
    }
    save_and_load(site)
}

fn time(seconds: u64) -> UnixTime {
    UnixTime::clamped(seconds as i64)
}

fn post(site: &mut Site, now: UnixTime, random: &mut Rng) -> Result<(), SiteError> {
    let poster = user(random);
    let title = format!("An article of {poster}, about something new");
    let link =
        format!("https://example.com/{}/{:08}", now.get() % 1_000, random.u32(0..100_000_000));
    let new = NewArticle {
        poster: UserName::new(poster.as_bytes())?,
        title: Title::new(title.as_bytes())?,
        link: Link::new(link.as_bytes())?,
        groups: &[],
        fields: &[],
        id: None,
        time: now,
    };
    site.post(&new, Origin::Client(now)).map(drop)
}

struct Ballot {
    user: String,
    id: ItemId,
    vote: Vote,
}

impl Ballot {
    fn new(site: &Site, now: UnixTime, random: &mut Rng) -> Self {
        let info = site.info(now);
        // The fourth power of a number below 1 is mostly close to 0, which is the newest article.
        let age = random.f64().powi(4) * info.open as f64;
        let last = u64::from(info.last_id);
        let mut id = last.saturating_sub(age as u64);
        if random.bool() {
            id -= id % POPULAR;
        }
        let vote = if random.u8(0..8) == 0 { Vote::Down } else { Vote::Up };
        Self { user: user(random), id: ItemId::new(id.clamp(1, last) as u32), vote }
    }

    fn cast(&self, site: &mut Site, now: UnixTime) -> Result<(), SiteError> {
        let user = UserName::new(self.user.as_bytes())?;
        match site.vote(user, self.id, Some(self.vote.counted()), Origin::Client(now)) {
            // The oldest popular articles may have closed.
            Ok(_) | Err(SiteError::VoteClosed) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

fn user(random: &mut Rng) -> String {
    User(random.u32(0..USERS)).to_string()
}

fn read_pages(site: &Site) -> Result<Timings, SiteError> {
    let mut timings = Timings::default();
    for page in 1..=PAGES {
        let query = Query { page, ..Query::default() };
        timings
            .time(|| site.query(&query, &Budget::unlimited()).map(|page| drop(black_box(page))))?;
    }
    Ok(timings)
}

fn save_and_load(site: Site) -> Result<()> {
    let mut payload = Vec::new();
    encode(&site, |chunk| payload.push(chunk.to_vec()));
    drop(site);
    let mut chunks = payload.iter();
    let loaded =
        decode(ENCODING, |buffer| chunks.next().map(|chunk| buffer.extend(chunk)).is_some())?;
    loaded.check().map_err(Error::msg)
}

/// Returns the resident memory of this process in bytes.
fn memory() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()).context("no VmRSS")?;
    Ok(kilobytes.parse::<u64>()? * 1_024)
}

#[derive(Default)]
struct Timings(Vec<Duration>);

impl Timings {
    fn time(
        &mut self,
        operation: impl FnOnce() -> Result<(), SiteError>,
    ) -> Result<(), SiteError> {
        let start = Instant::now();
        let result = operation();
        self.0.push(start.elapsed());
        result
    }

    /// Returns the mean in microseconds.
    fn mean(&self) -> f64 {
        let all: Duration = self.0.iter().sum();
        all.as_secs_f64() * 1e6 / self.0.len().max(1) as f64
    }

    /// Returns a percentile in microseconds.
    fn percentile(mut self, percentile: Percentile) -> f64 {
        self.0.sort_unstable();
        percentile.of(&self.0).map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
    }
}
