//! Eviction removes a site as a whole or not at all, and policies that spare keys without an
//! expiry spare sites.

use std::collections::BTreeMap;
use test_support::*;

const SITES: i64 = 12;
const ARTICLES: i64 = 300;

/// Fills sites of about half a megabyte each.
fn fill(c: &mut Client) {
    let text = "t".repeat(1500);
    let mut lines = Vec::new();
    for site in 0..SITES {
        for article in 1..=ARTICLES {
            let groups = format!("GROUPS 2 g{} h{}", article % 3, article % 11);
            lines.push(format!("ARTICLE.POST site-{site} alice {text} l {groups}"));
            lines.push(format!("ARTICLE.VOTE site-{site} bob {article} DOWN"));
        }
    }
    for (line, reply) in lines.iter().zip(c.run_all(&lines)) {
        // The server may have evicted the vote's own site to make room for it.
        let evicted = line.starts_with("ARTICLE.VOTE") && !matches!(reply, Value::Int(_));
        if evicted {
            assert_error(&reply, NO_ARTICLE);
        } else {
            assert!(matches!(reply, Value::Int(_)), "{line}: {reply:?}");
        }
    }
}

/// Returns the digest of each site that exists. Panics if one breaks an invariant.
fn digests(c: &mut Client) -> BTreeMap<i64, Value> {
    let mut digests = BTreeMap::new();
    for site in 0..SITES {
        if c.run(&format!("EXISTS site-{site}")) == int(1) {
            c.check(&format!("site-{site}"));
            digests.insert(site, c.run(&format!("DEBUG DIGEST-VALUE site-{site}")));
        }
    }
    digests
}

/// Checks that the module holds these sites and articles.
#[track_caller]
fn assert_held(c: &mut Client, sites: i64, articles: i64) {
    await_rest(c);
    let held = ["sites", "articles"].map(|n| info_number(c, "article", &format!("article_{n}")));
    assert_eq!(held, [sites, articles]);
}

/// Waits until the server has evicted what does not fit, and freed it.
fn await_evicted(c: &mut Client) {
    wait_until(DEADLINE, "everything fits", || {
        let memory = c.report("INFO memory");
        let number = |name: &str| -> i64 {
            let mut lines = memory.lines().filter_map(|line| line.strip_prefix(name));
            lines.next().expect("a number").parse().expect("a number")
        };
        number("used_memory:") <= number("maxmemory:") && number("lazyfree_pending_objects:") == 0
    });
}

fn limit(c: &mut Client, bytes: i64) {
    c.ok(&format!("CONFIG SET maxmemory {bytes}"));
}

fn start(policy: &str, lazily: &str) -> (Server, Client) {
    let setup = with_module().config("enable-debug-command local");
    let setup = setup.config(format!("lazyfree-lazy-eviction {lazily}"));
    let server = setup.config(format!("maxmemory-policy {policy}")).start();
    let c = server.resp3();
    (server, c)
}

#[test]
fn a_site_is_evicted_whole_or_not_at_all() {
    for (policy, lazily) in [
        ("allkeys-lru", "no"),
        ("allkeys-lfu", "no"),
        ("allkeys-random", "no"),
        ("allkeys-lru", "yes"),
    ] {
        let (_server, mut c) = start(policy, lazily);
        fill(&mut c);
        let before = digests(&mut c);
        assert_eq!(before.len() as i64, SITES);
        let bytes = used_memory(&mut c);
        let empty = bytes - SITES * memory_usage(&mut c, "site-0");
        // Room for less than half of the sites.
        limit(&mut c, empty + (bytes - empty) * 2 / 5);
        await_evicted(&mut c);
        let after = digests(&mut c);
        let evicted = info_number(&mut c, "stats", "evicted_keys");
        let left = after.len() as i64;
        report(format!(
            "{policy}, lazily {lazily}: {left} of {SITES} sites left, {evicted} evicted"
        ));
        // The server does not see memory freed in the background at once, so it may evict more
        // than needed.
        let least = i64::from(lazily == "no");
        assert!((least..SITES / 2).contains(&left), "{left} sites");
        for (site, digest) in &after {
            assert_eq!(&before[site], digest, "site-{site}");
        }
        assert_held(&mut c, left, left * ARTICLES);
        // An evicted site is as if it had never existed. The others are unchanged.
        for site in 0..SITES {
            let count = c.int(&format!("ARTICLE.COUNT site-{site}"));
            let expected = if after.contains_key(&site) { ARTICLES } else { 0 };
            assert_eq!(count, expected, "site-{site}");
        }
        for site in 0..SITES {
            let expected = if after.contains_key(&site) { ARTICLES + 1 } else { 1 };
            let id = c.int(&format!("ARTICLE.POST site-{site} alice t l"));
            // This post may evict another site.
            assert!(id == expected || id == 1, "site-{site}: {id}");
        }
        let left: Vec<_> = digests(&mut c).into_keys().collect();
        let articles = left.iter().map(|site| c.int(&format!("ARTICLE.COUNT site-{site}"))).sum();
        assert_held(&mut c, left.len() as i64, articles);
    }
}

#[test]
fn writes_continue_where_other_sites_can_be_evicted() {
    let (_server, mut c) = start("allkeys-lru", "no");
    let now = used_memory(&mut c);
    limit(&mut c, now + 3_000_000);
    // Far more than fits.
    fill(&mut c);
    assert!(info_number(&mut c, "stats", "evicted_keys") > 0);
    // Nothing more is evicted while the sites are read.
    limit(&mut c, 0);
    // Each site holds the posts since its last eviction: ids from 1 without gaps.
    for site in digests(&mut c).into_keys() {
        let info = c.info(&format!("site-{site}"));
        assert_eq!(info.int("articles"), info.int("last_id"), "site-{site}");
    }
}

#[test]
fn policies_that_spare_keys_without_an_expiry_spare_sites() {
    for policy in ["volatile-lru", "volatile-lfu", "volatile-random", "volatile-ttl"] {
        let (_server, mut c) = start(policy, "no");
        fill(&mut c);
        let before = digests(&mut c);
        for site in 0..SITES / 3 {
            assert_eq!(c.int(&format!("EXPIRE site-{site} 10000")), 1);
        }
        limit(&mut c, 1);
        wait_until(DEADLINE, "all that may be evicted has gone", || {
            info_number(&mut c, "stats", "evicted_keys") == SITES / 3
        });
        let mut expected = before;
        expected.retain(|site, _| *site >= SITES / 3);
        assert_eq!(digests(&mut c), expected, "{policy}");
        let reply = c.run("ARTICLE.VOTE site-11 cleo 1");
        assert!(error_text(&reply).starts_with("OOM "), "{reply:?}");
        assert_eq!(digests(&mut c), expected, "{policy}");
        assert_eq!(c.int("ARTICLE.DEL site-11 1"), 1);
        limit(&mut c, 0);
        assert_eq!(c.int("ARTICLE.VOTE site-11 cleo 2"), 1);
    }
}
