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

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x0100_0000_01b3;

/// Does one step of 64-bit FNV-1a.
fn fnv(hash: u64, byte: u8) -> u64 {
    (hash ^ u64::from(byte)).wrapping_mul(FNV_PRIME)
}

/// Returns names whose hashes under FNV-1a share their 16 lowest bits. Almost every six bytes can
/// be extended to such a name by two more.
fn colliding_under_fnv(number: usize) -> Vec<Name> {
    let names = (0_u64..).filter_map(|number| {
        let [a, b, c, d, e, f, ..] = number.to_le_bytes();
        let hash = [a, b, c, d, e, f].iter().fold(FNV_START, |hash, byte| fnv(hash, *byte));
        // Times the prime, this gives a hash with the prime's 16 lowest bits.
        let before_last = 1;
        let second_last = (0..=255).find(|byte| (fnv(hash, *byte) ^ before_last) & 0xff00 == 0)?;
        let last = (fnv(hash, second_last) ^ before_last) as u8;
        Some([a, b, c, d, e, f, second_last, last])
    });
    names.take(number).collect()
}

/// Returns names whose hashes share their 10 lowest bits under SipHash with keys of zero, which is
/// what Rust's default hasher uses without a seed.
fn colliding_under_sip(number: usize) -> Vec<Name> {
    let names = (0_u64..).map(u64::to_le_bytes).filter(|name| {
        let mut hasher = DefaultHasher::new();
        name[..].hash(&mut hasher);
        hasher.finish() & 0x3ff == 0
    });
    names.take(number).collect()
}

fn usual(random: &mut Random, number: usize) -> Vec<Name> {
    let mut names = BTreeSet::new();
    while names.len() < number {
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
    let usual = usual(random, NAMES);
    let chosen = [("FNV", colliding_under_fnv(NAMES)), ("SipHash", colliding_under_sip(NAMES))];
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
