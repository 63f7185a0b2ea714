//! Names that an attacker chose to collide under every hash whose seed is known. Votes under them
//! count, and cost no more than votes under other names.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use test_support::{Client, Random, info, int};

/// Rounds, of which the quickest counts.
const ROUNDS: usize = 3;

/// Voters of each kind.
const NAMES: usize = 20_000;

/// A name, of any bytes.
type Name = [u8; 8];

/// Hashes by 64-bit FNV-1a.
fn fnv(name: &Name) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    name.iter().fold(0xcbf2_9ce4_8422_2325, step)
}

/// Hashes by SipHash with keys of zero, which is what Rust's default hasher uses without a seed.
fn sip(name: &Name) -> u64 {
    let mut hasher = DefaultHasher::new();
    name[..].hash(&mut hasher);
    hasher.finish()
}

/// Returns names whose hashes share their 10 lowest bits.
fn colliding(hash: fn(&Name) -> u64) -> Vec<Name> {
    let names = (0_u64..).map(u64::to_le_bytes).filter(|name| hash(name) & 0x3ff == 0);
    names.take(NAMES).collect()
}

fn usual(random: &mut Random) -> Vec<Name> {
    let mut names = BTreeSet::new();
    while names.len() < NAMES {
        names.insert(random.array());
    }
    names.into_iter().collect()
}

/// Returns the microseconds that votes of all these users on a new article take.
fn cost(c: &mut Client, users: &[Name]) -> i64 {
    c.run("DEL news");
    c.int("ARTICLE.POST news alice t l");
    c.ok("CONFIG RESETSTAT");
    let vote = |user: &Name| {
        let line: [&[u8]; 4] = [b"ARTICLE.VOTE", b"news", user, b"1"];
        line.map(<[u8]>::to_vec).to_vec()
    };
    let votes: Vec<_> = users.iter().map(vote).collect();
    assert!(c.call_all(&votes).iter().all(|reply| *reply == int(1)));
    assert_eq!(c.info("news").int("votes"), users.len() as i64 + 1);
    let line = info(c, "commandstats", "cmdstat_article.vote");
    let usec = line.split(',').find_map(|part| part.strip_prefix("usec="));
    usec.expect("a time").parse().expect("a number")
}

/// Returns how many times as much votes under chosen names cost as votes under others, for each
/// way to choose.
pub fn costs(c: &mut Client, random: &mut Random) -> [(&'static str, f64); 2] {
    let usual = usual(random);
    let chosen = [("FNV", colliding(fnv)), ("SipHash", colliding(sip))];
    chosen.map(|(hash, chosen)| {
        let mut least = [i64::MAX; 2];
        for _ in 0..ROUNDS {
            for (least, users) in least.iter_mut().zip([&usual[..], &chosen]) {
                *least = cost(c, users).min(*least);
            }
        }
        (hash, least[1] as f64 / least[0] as f64)
    })
}
