//! Simulates days of a large site on the core alone, with a clock of its own: what it takes in
//! memory (of this process) and time, day by day, and what it is as a payload in the end.
//!
//! `cargo run --release --example simulate -- [VOTES_A_DAY [DAYS]]`
//!
//! An article is posted for each 150 votes. Half of the votes go to one article in 200, and most to
//! those of the last day. Voting is open for a week, so memory levels off on the eighth day.

use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use article_site::{
    self, ArticleId, Direction, Link, NewArticle, Order, Origin, PageQuery, Settings, Site, Title,
    UnixTime, UserName, Vote, decode, encode,
};

const DAY: u64 = 86_400;
const START: u64 = 1_800_000_000;
const VOTES_AN_ARTICLE: u64 = 150;
const USERS: u64 = 10_000_000;
/// One article of so many is popular.
const POPULAR: u64 = 200;
/// One vote of so many, of which there are too many to time each, is timed.
const TIMED: u64 = 64;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let votes_a_day: u64 = args.next().map_or(Ok(7_500_000), |votes| votes.parse())?;
    let days: u64 = args.next().map_or(Ok(8), |days| days.parse())?;
    let mut site = Site::new(Settings::default());
    let mut random = Random(1);

    println!("{votes_a_day} votes a day, one article for {VOTES_AN_ARTICLE} of them");
    println!(" day   articles  votes held  memory MB  vote us  post us  page us  vote p99.9 us");
    for day in 1..=days {
        let (mut votes, mut posts) = (Timings::default(), Timings::default());
        for vote in 0..votes_a_day {
            let now = START + (day - 1) * DAY + vote * DAY / votes_a_day;
            let now = UnixTime::new(now as i64).ok_or("a time out of range")?;
            if vote % VOTES_AN_ARTICLE == 0 {
                posts.time(|| post(&mut site, now, &mut random))?;
            }
            let ballot = Ballot::new(&site, now, &mut random);
            match vote % TIMED {
                0 => votes.time(|| ballot.cast(&mut site, now))?,
                _ => ballot.cast(&mut site, now)?,
            }
        }
        let mut pages = Timings::default();
        for page in 1..=1_000 {
            let query = PageQuery {
                order: Order::Score,
                direction: Direction::Descending,
                page,
                size: None,
            };
            pages.time(|| {
                std::hint::black_box(site.page(&query));
                Ok::<_, article_site::Error>(())
            })?;
        }
        let info = site.info(UnixTime::clamped((START + day * DAY) as i64));
        println!(
            "{day:4} {:10} {:11} {:10} {:8.2} {:8.2} {:8.2} {:14.2}",
            info.articles,
            info.votes,
            memory()? / 1_000_000,
            votes.mean(),
            posts.mean(),
            pages.mean(),
            votes.percentile(0.999),
        );
    }

    let (mut payload, begun) = (Vec::new(), Instant::now());
    encode(&site, |chunk| payload.push(chunk.to_vec()));
    let bytes: usize = payload.iter().map(Vec::len).sum();
    println!("payload: {bytes} bytes, written in {:.1?}", begun.elapsed());
    drop(site);
    let (mut chunks, begun) = (payload.iter(), Instant::now());
    let read = decode(|buffer| chunks.next().map(|chunk| buffer.extend(chunk)).is_some())?;
    println!("read in {:.1?}", begun.elapsed());
    read.check()?;
    Ok(())
}

fn post(site: &mut Site, now: UnixTime, random: &mut Random) -> Result<(), article_site::Error> {
    let poster = user(random);
    let title = format!("An article of {poster}, about something new");
    let link =
        format!("https://example.com/{}/{:08}", now.get() % 1_000, random.below(100_000_000));
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

/// A user's vote on an article.
struct Ballot {
    user: String,
    id: ArticleId,
    vote: Vote,
}

impl Ballot {
    fn new(site: &Site, now: UnixTime, random: &mut Random) -> Self {
        let info = site.info(now);
        // The fourth power of a number below 1: mostly close to 0, which is the newest article.
        let share = (random.below(1 << 32) as f64 / 2_f64.powi(32)).powi(4);
        let last = u64::from(info.last_id);
        let mut id = last - (share * info.open as f64) as u64;
        if random.below(2) == 0 {
            id -= id % POPULAR;
        }
        let vote = if random.below(8) == 0 { Vote::Down } else { Vote::Up };
        Self { user: user(random), id: ArticleId::new(id.clamp(1, last) as u32), vote }
    }

    fn cast(&self, site: &mut Site, now: UnixTime) -> Result<(), article_site::Error> {
        let user = UserName::new(self.user.as_bytes())?;
        match site.vote(user, self.id, Some(self.vote), Origin::Client(now)) {
            // The oldest of the popular articles may have closed.
            Ok(_) | Err(article_site::Error::VoteClosed) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

fn user(random: &mut Random) -> String {
    format!("user{:07}", random.below(USERS))
}

/// The memory of this process, in bytes.
fn memory() -> Result<u64, Box<dyn Error>> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes = line.and_then(|line| line.split_whitespace().next()).ok_or("no VmRSS")?;
    Ok(kilobytes.parse::<u64>()? * 1_024)
}

#[derive(Default)]
struct Timings(Vec<Duration>);

impl Timings {
    fn time<E>(&mut self, operation: impl FnOnce() -> Result<(), E>) -> Result<(), E> {
        let begun = Instant::now();
        let result = operation();
        self.0.push(begun.elapsed());
        result
    }

    /// The mean in microseconds.
    fn mean(&self) -> f64 {
        let all: Duration = self.0.iter().sum();
        all.as_secs_f64() * 1e6 / self.0.len().max(1) as f64
    }

    /// A percentile in microseconds.
    fn percentile(mut self, share: f64) -> f64 {
        self.0.sort_unstable();
        let rank = (share * self.0.len() as f64) as usize;
        self.0.get(rank).map_or(f64::NAN, |time| time.as_secs_f64() * 1e6)
    }
}

/// SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ (z >> 31)) * u128::from(limit)) >> 64) as u64
    }
}
