//! A site that takes long to free is freed in the background: nobody waits for it.

use crate::measure::{crowd, quiet, send, used};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use test_support::*;

const ARTICLES: i64 = 100_000;

/// How long any other command may wait, on a busy machine and with a module that is not optimised.
const BOUND: Duration = Duration::from_millis(500);

fn build(server: &Server, key: &str) {
    server.resp2().ok(&format!("ARTICLE.CREATE {key} SELFVOTE no"));
    let post = |n: i64| {
        let more = format!("GROUPS 2 g{} h{} FIELDS 1 f {n}", n % 10, n % 1000);
        format!("ARTICLE.POST {key} user{} title{n} link {more}", n % 100)
    };
    send(server, (1..=ARTICLES).map(post));
}

/// The longest that anybody waits for an answer while this is done, and of how many answers.
fn longest_wait(server: &Server, during: impl FnOnce()) -> (Duration, u64) {
    let (over, answers) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let pings = scope.spawn(|| {
            let mut c = server.resp2();
            let mut longest = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                let start = Instant::now();
                c.run("PING");
                longest = longest.max(start.elapsed());
                answers.fetch_add(1, Ordering::Relaxed);
            }
            longest
        });
        let answered = |number| answers.load(Ordering::Relaxed) > number;
        wait_until(DEADLINE, "the first answer", || answered(0));
        during();
        let number = answers.load(Ordering::Relaxed);
        wait_until(DEADLINE, "an answer afterwards", || answered(number));
        over.store(true, Ordering::Relaxed);
        (pings.join().expect("the pings"), answers.load(Ordering::Relaxed))
    })
}

fn await_freed(server: &Server) {
    let mut c = server.resp2();
    wait_until(DEADLINE, "all is freed", || {
        info(&mut c, "memory", "lazyfree_pending_objects") == "0"
            && info(&mut c, "article", "article_sites") == "0"
    });
}

#[test]
fn nobody_waits_while_a_big_site_is_unlinked() {
    let server = quiet().config("lazyfree-lazy-expire yes").start();
    let base = used(&server);
    for what in ["UNLINK big", "PEXPIRE big 1", "FLUSHALL ASYNC"] {
        build(&server, "big");
        let mut c = server.resp2();
        let freed = info_number(&mut c, "memory", "lazyfreed_objects");
        let (longest, pings) = longest_wait(&server, || {
            c.run(what);
            await_freed(&server);
        });
        let freed = info_number(&mut c, "memory", "lazyfreed_objects") - freed;
        report(format!(
            "{what} of a site of {ARTICLES} articles: the longest of {pings} waits was {longest:?}"
        ));
        assert!(longest < BOUND, "{what}: {longest:?}");
        assert_eq!(freed, 1, "{what}: in the background");
        drop(c);
        let left = used(&server) - base;
        assert!(left < 100_000, "{what}: {left} bytes are left");
    }
}

#[test]
fn many_votes_on_few_articles_are_freed_in_the_background_too() {
    let server = quiet().start();
    send(&server, (1..=10).map(|n| format!("ARTICLE.POST news alice t{n} l")));
    for article in 1..=10 {
        crowd(&server, "news", article, 20);
    }
    let mut c = server.resp2();
    let freed = info_number(&mut c, "memory", "lazyfreed_objects");
    let start = Instant::now();
    assert_eq!(c.int("UNLINK news"), 1);
    let took = start.elapsed();
    await_freed(&server);
    let freed = info_number(&mut c, "memory", "lazyfreed_objects") - freed;
    report(format!("UNLINK of a site of 10 articles and 200,010 votes took {took:?}"));
    assert_eq!(freed, 1, "in the background");
}

#[test]
fn a_small_site_is_freed_at_once() {
    let server = quiet().start();
    send(&server, (1..=3).map(|n| format!("ARTICLE.POST news alice t{n} l")));
    let mut c = server.resp2();
    assert_eq!(c.int("UNLINK news"), 1);
    assert_eq!(info_number(&mut c, "article", "article_sites"), 0);
    assert_eq!(info_number(&mut c, "memory", "lazyfreed_objects"), 0);
}
