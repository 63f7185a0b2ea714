//! Measures the core without a server: `cargo bench -p article-site --bench core`.
//!
//! Sites have up to 1,000,000 articles; `BENCH_ARTICLES=10000000` adds a larger one.

use std::hint::black_box;

use article_site::{
    Budget, Direction, ENCODING, GroupName, ItemId, Link, NewArticle, Origin, Query, Settings,
    Site, Source, Title, UnixTime, UserName, Vote, decode, encode,
};
use article_site::{Position, Ranking};
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use fastrand::Rng;

/// The UNIX time of the first article.
const START: i64 = 1_700_000_000;
/// The number of users who vote.
const VOTERS: u64 = 100_000;

/// Returns the numbers of articles of the sites.
fn sizes() -> Vec<u64> {
    let largest = std::env::var("BENCH_ARTICLES").ok().and_then(|size| size.parse().ok());
    [10_000, 100_000, 1_000_000].into_iter().chain(largest).collect()
}

/// Returns a random number generator with a fixed seed, so that all runs do the same.
fn rng() -> Rng {
    Rng::with_seed(1)
}

fn random_user(rng: &mut Rng) -> String {
    format!("user{:07}", rng.u64(..VOTERS))
}

fn unix_time(time: i64) -> UnixTime {
    UnixTime::new(time).unwrap()
}

fn post(site: &mut Site, time: i64, groups: &[GroupName]) -> ItemId {
    let article = NewArticle {
        poster: UserName::new(b"poster00001").unwrap(),
        title: Title::new(&[b't'; 45]).unwrap(),
        link: Link::new(&[b'l'; 35]).unwrap(),
        groups,
        fields: &[],
        id: None,
        time: unix_time(time),
    };
    site.post(&article, Origin::Replay).unwrap().id()
}

fn site(articles: u64, groups: &[GroupName]) -> Site {
    let mut site = Site::new(Settings::default());
    for n in 0..articles as i64 {
        post(&mut site, START + n % 500_000, groups);
    }
    site
}

fn page(page: u64) -> Query<'static> {
    Query { page, ..Query::default() }
}

fn sites(c: &mut Criterion) {
    let group_name = [GroupName::new(b"group").unwrap()];
    for articles in sizes() {
        let mut rng = rng();
        let origin = Origin::Replay;
        for (kind, groups) in [("vote", &[][..]), ("vote in a group", &group_name)] {
            let mut site = site(articles, groups);
            c.bench_function(&format!("{kind}/{articles}"), |b| {
                b.iter_batched(
                    || (random_user(&mut rng), ItemId::new(rng.u32(1..=articles as u32))),
                    |(user, id)| {
                        let user = UserName::new(user.as_bytes()).unwrap();
                        site.vote(user, id, Some(Vote::Up.counted()), origin).unwrap()
                    },
                    BatchSize::SmallInput,
                );
            });
        }
        let mut site = site(articles, &group_name);
        c.bench_function(&format!("page 1/{articles}"), |b| {
            b.iter(|| black_box(site.query(&page(1), &Budget::unlimited())));
        });
        c.bench_function(&format!("last page/{articles}"), |b| {
            b.iter(|| black_box(site.query(&page(articles / 25), &Budget::unlimited())));
        });
        c.bench_function(&format!("group page 1/{articles}"), |b| {
            let source = Source::Group(group_name[0]);
            b.iter(|| black_box(site.query(&Query { source, ..page(1) }, &Budget::unlimited())));
        });
        c.bench_function(&format!("post/{articles}"), |b| {
            b.iter(|| post(&mut site, START + 500_000, &[]));
        });
    }
}

fn rankings(c: &mut Criterion) {
    for size in sizes() {
        let mut rng = rng();
        let mut ranking = Ranking::default();
        let mut scores: Vec<i64> = (0..size as i64).map(|n| START + n).collect();
        for (id, score) in (0..).zip(&scores) {
            ranking.insert(Position::new(*score, ItemId::new(id)));
        }
        c.bench_function(&format!("ranking: insert and remove/{size}"), |b| {
            b.iter(|| {
                let score = START + rng.i64(..size as i64);
                let key = Position::new(score, ItemId::new(u32::MAX));
                ranking.insert(key);
                ranking.remove(key)
            });
        });
        c.bench_function(&format!("ranking: move by one vote/{size}"), |b| {
            b.iter(|| {
                let id = rng.usize(..size as usize);
                let key = |score| Position::new(score, ItemId::new(id as u32));
                let from = key(scores[id]);
                scores[id] += 432;
                ranking.reposition(from, key(scores[id]))
            });
        });
        c.bench_function(&format!("ranking: n-th/{size}"), |b| {
            b.iter(|| {
                let rank = rng.usize(..size as usize);
                ranking.range(rank, 1, Direction::Descending).next()
            });
        });
    }
}

fn ledgers(c: &mut Criterion) {
    let name = |n: u64| format!("user{n:07}").into_bytes();
    let (id, up) = (ItemId::new(1), Some(Vote::Up.counted()));
    for size in [1, 20, 1_000, 1_000_000] {
        let mut rng = rng();
        let mut site = site(1, &[]);
        let vote = |site: &mut Site, user: &[u8], vote| {
            site.vote(UserName::new(user).unwrap(), id, vote, Origin::Replay)
        };
        for n in 0..size {
            vote(&mut site, &name(n), up).unwrap();
        }
        c.bench_with_input(BenchmarkId::new("ledger: look up", size), &size, |b, _| {
            b.iter_batched(
                || name(rng.u64(..size)),
                |user| {
                    let viewer = site.viewer(UserName::new(&user).unwrap());
                    site.item(id).and_then(|item| item.vote_of(viewer))
                },
                BatchSize::SmallInput,
            );
        });
        c.bench_with_input(BenchmarkId::new("ledger: add and withdraw", size), &size, |b, _| {
            b.iter_batched(
                || name(rng.u64(size..2 * size)),
                |user| (vote(&mut site, &user, up), vote(&mut site, &user, None)),
                BatchSize::SmallInput,
            );
        });
    }
}

fn codec(c: &mut Criterion) {
    let mut site = site(10_000, &[]);
    let mut rng = rng();
    for _ in 0..200_000 {
        let (user, id) = (random_user(&mut rng), ItemId::new(rng.u32(1..=10_000)));
        let user = UserName::new(user.as_bytes()).unwrap();
        site.vote(user, id, Some(Vote::Up.counted()), Origin::Replay).unwrap();
    }
    let mut bytes = Vec::new();
    encode(&site, |chunk| bytes.extend_from_slice(chunk));
    c.bench_function("encode 10,000 articles with 20 votes each", |b| {
        b.iter(|| {
            let mut len = 0;
            encode(&site, |chunk| len += chunk.len());
            len
        });
    });
    c.bench_function("decode 10,000 articles with 20 votes each", |b| {
        b.iter(|| {
            let mut chunks = bytes.chunks(65_536);
            decode(ENCODING, |buffer| chunks.next().map(|c| buffer.extend_from_slice(c)).is_some())
                .unwrap()
        });
    });
}

criterion_group!(benches, sites, rankings, ledgers, codec);
criterion_main!(benches);
