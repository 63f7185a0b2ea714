//! ARTICLE.AFFINITY: who votes for whom.

use std::collections::BTreeMap;

use test_support::*;

const VOTERS: usize = 10_000;
const RING: usize = 12;

/// Returns the voters with their up and down votes on a poster, and those on others.
fn affinity(c: &mut Client, arguments: &str) -> Vec<(String, i64, i64, i64)> {
    let reply = c.run(&format!("ARTICLE.AFFINITY news {arguments}"));
    let voter = |voter: &Value| {
        let [user, up, down, given] = items(voter) else { panic!("{voter:?}") };
        (text(user), number(up), number(down), number(given))
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
        assert!(first.iter().all(|(user, up, down, given)| {
            user.starts_with(ring) && (*up, *down) == (40, 0) && (41..=44).contains(given)
        }));
        assert!(others.iter().all(|(_, up, down, given)| up + down < 10 && *given <= 10));
        assert_eq!(others.len(), 100 - RING);
        assert!(found.is_sorted_by_key(|(user, up, down, _)| (-(up + down), user.clone())));
        let all = affinity(c, &format!("p{poster} COUNT 1000"));
        let last = all.last().unwrap();
        let names = [&found[50].0, &last.0, "nobody"];
        let of = affinity(c, &format!("p{poster} OF 3 {}", names.join(" ")));
        assert_eq!(of, [found[50].clone(), last.clone(), ("nobody".to_owned(), 0, 0, 0)]);
        assert_eq!(affinity(c, &format!("p{poster}")), found[..10]);
    }
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
    let voter = |user: &str| (user.to_owned(), 4, 0, 5);
    assert_eq!(affinity(c, "ann COUNT 2"), [voter("v0"), voter("v1")]);
    c.ok("CONFIG SET article.read-limit 100000");
    let refused = c.run("ARTICLE.AFFINITY news ann");
    assert!(is_error(&refused), "{refused:?}");
    c.ok("CONFIG SET article.read-limit 200000");
}
