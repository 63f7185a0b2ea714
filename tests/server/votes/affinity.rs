//! ARTICLE.AFFINITY: who votes for whom.

use std::collections::BTreeMap;

use test_support::*;

const VOTERS: usize = 10_000;
const RING: usize = 12;

/// Returns the voters with their votes on a poster, and on others.
fn affinity(c: &mut Client, arguments: &str) -> Vec<(String, i64, i64)> {
    let reply = c.run(&format!("ARTICLE.AFFINITY news {arguments}"));
    let voter = |voter: &Value| {
        let [user, on_poster, given] = items(voter) else { panic!("{voter:?}") };
        (text(user), number(on_poster), number(given))
    };
    items(&reply).iter().map(voter).collect()
}

/// Makes 600 articles of 15 posters, on which ordinary voters vote, and the accounts of two rings:
/// each on all of its poster, one ring silently, and on four articles of others.
fn plant(c: &mut Client) {
    let mut random = Random::new(55);
    let mut votes: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for voter in 0..VOTERS {
        for _ in 0..10 {
            let article = random.below(600) as usize;
            votes.entry(article).or_default().push(format!("voter{voter}"));
        }
    }
    for (ring, poster) in [("ring", 3), ("gang", 7)] {
        for account in 0..RING {
            let others = (0..4).map(|n| (account + n * 150) / 15 * 15 + 1);
            for article in (0..40).map(|n| n * 15 + poster).chain(others) {
                votes.entry(article).or_default().push(format!("{ring}{account}"));
            }
        }
    }
    for article in 0..600 {
        let mut voters = votes.remove(&article).unwrap_or_default();
        voters.sort();
        voters.dedup();
        let (gang, others): (Vec<_>, Vec<_>) =
            voters.into_iter().partition(|voter| voter.starts_with("gang"));
        let list = |name: &str, voters: &[String]| match voters.len() {
            0 => String::new(),
            len => format!("{name} {len} {}", voters.join(" ")),
        };
        let line = format!("{} p{} t l TIME 1000 CLOSES 3000000000", article + 1, article % 15);
        let (up, silent) = (list("UP", &others), list("SILENTUP", &gang));
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {line} {up} {silent}"));
    }
}

#[in_both_protocols]
fn planted_rings_come_first_among_ordinary_voters(c: &mut Client) {
    plant(c);
    for (ring, poster) in [("ring", 3), ("gang", 7)] {
        let found = affinity(c, &format!("p{poster} COUNT 100"));
        let (first, others) = found.split_at(RING);
        assert!(first.iter().all(|(user, on, given)| {
            user.starts_with(ring) && *on == 40 && (41..=44).contains(given)
        }));
        assert!(others.iter().all(|(_, on, given)| *on < 10 && *given <= 10));
        assert_eq!(others.len(), 100 - RING);
        let is_before = |(user, on, _): &(String, i64, i64),
                         (other, less, _): &(String, i64, i64)| {
            (-on, user) < (-less, other)
        };
        assert!(found.is_sorted_by(is_before));
        assert_eq!(affinity(c, &format!("p{poster}")), found[..10]);
    }
}

#[in_both_protocols]
fn only_what_is_open_counts_and_not_the_own_votes(c: &mut Client) {
    let (open, closed) = ("TIME 1000 CLOSES 3000000000", "TIME 1000 CLOSES 2000");
    for line in [
        format!("ARTICLE 1 ann t l {open} HIDDEN UP 2 ann bob DOWN 1 cleo"),
        format!("ARTICLE 2 ann t l {closed} UP 2 ann dan"),
        format!("COMMENT 3 ann 1 text {open} LOCKED SILENTUP 1 bob"),
        format!("ARTICLE 4 bob t l {open} UP 3 ann bob cleo"),
        format!("ARTICLE 5 eve t l {closed} UP 1 bob"),
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    let voter = |user: &str, on, given| (user.to_owned(), on, given);
    assert_eq!(affinity(c, "ann"), [voter("bob", 2, 2), voter("cleo", 1, 2)]);
    assert_eq!(affinity(c, "ann COUNT 1"), [voter("bob", 2, 2)]);
    assert_eq!(affinity(c, "bob"), [voter("ann", 1, 1), voter("cleo", 1, 2)]);
    assert_eq!(affinity(c, "eve"), []);
    assert_eq!(affinity(c, "nobody"), []);
    assert_eq!(c.run("ARTICLE.AFFINITY none ann"), Value::Array(Vec::new()));
    let json = bulk("[[\"bob\",2,2],[\"cleo\",1,2]]");
    assert_eq!(c.run("ARTICLE.AFFINITY news ann FORMAT JSON"), json);
}

#[in_both_protocols]
fn votes_are_read_until_there_are_enough(c: &mut Client) {
    let voters: Vec<_> = (0..30_000).map(|voter| format!("v{voter}")).collect();
    for id in 1..=5 {
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} ann t l TIME 1000 CLOSES 3000000000"));
        for part in voters.chunks(10_000) {
            let line = format!("VOTERS {id} UP {} {}", part.len(), part.join(" "));
            c.ok(&format!("ARTICLE.LOAD news {line}"));
        }
    }
    // The fourth makes it 120,000.
    let voter = |user: &str| (user.to_owned(), 4, 5);
    assert_eq!(affinity(c, "ann COUNT 2"), [voter("v0"), voter("v1")]);
    c.ok("CONFIG SET article.read-limit 100000");
    let refused = c.run("ARTICLE.AFFINITY news ann");
    assert!(is_error(&refused), "{refused:?}");
    c.ok("CONFIG SET article.read-limit 200000");
}
