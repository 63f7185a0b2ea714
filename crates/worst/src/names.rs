//! Names that an attacker chose to collide under every hash whose seed is known. Votes under them
//! count, and cost no more than votes under other names.

use std::hash::{DefaultHasher, Hash, Hasher};

use test_support::{Client, Random, int};

use crate::stopwatch::totals;

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

/// Returns the microseconds that votes of all these users on a new article take.
fn cost(c: &mut Client, users: &[Name]) -> i64 {
    c.run("DEL news");
    c.int("ARTICLE.POST news alice t l");
    let micros = |c: &mut Client| totals(&c.run("INFO commandstats"), "article.vote").0;
    let before = micros(c);
    let votes = c.call_all(users.iter().map(|user| ("ARTICLE.VOTE", "news", user, 1)));
    assert!(votes.iter().all(|reply| *reply == int(1)));
    micros(c) - before
}

/// Returns how many times as much votes under chosen names cost as votes under others, for each
/// way to choose.
pub fn costs(c: &mut Client, random: &mut Random) -> [(&'static str, f64); 2] {
    let usual: Vec<Name> = (0..NAMES).map(|_| random.array()).collect();
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
