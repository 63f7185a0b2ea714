//! How long others wait, and what commands cost. `make torture` also checks the bounds; a machine
//! that runs other tests at the same time says nothing about time.

use crate::freeing::{build, free_in_background};
use crate::measure::{assert_below, quiet, start_alone};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use test_support::*;

/// Milliseconds that any other command may wait, with a module that is not optimised.
const LONGEST_WAIT: f64 = 500.0;
/// Microseconds that a page may take, with a module that is not optimised.
const LONGEST_PAGE: f64 = 2000.0;

/// Returns the longest time between PING and its reply while `during` runs.
fn longest_wait(server: &Server, during: impl FnOnce()) -> Duration {
    let (over, replies) = (AtomicBool::new(false), AtomicU64::new(0));
    std::thread::scope(|scope| {
        let pings = scope.spawn(|| {
            let mut c = server.resp2();
            let mut longest = Duration::ZERO;
            while !over.load(Ordering::Relaxed) {
                let start = Instant::now();
                c.run("PING");
                longest = longest.max(start.elapsed());
                replies.fetch_add(1, Ordering::Relaxed);
            }
            longest
        });
        let await_reply = |what| {
            let before = replies.load(Ordering::Relaxed);
            wait_until(DEADLINE, what, || replies.load(Ordering::Relaxed) > before);
        };
        await_reply("a reply before");
        during();
        await_reply("a reply after");
        over.store(true, Ordering::Relaxed);
        pings.join().expect("the pings")
    })
}

#[test]
fn nobody_waits_while_a_large_site_is_freed() {
    let (_alone, server) = start_alone(quiet().config("lazyfree-lazy-expire yes"));
    for line in ["UNLINK large", "PEXPIRE large 1", "FLUSHALL ASYNC"] {
        build(&server, "large", 100_000);
        let longest = longest_wait(&server, || free_in_background(&server, line));
        let what = format!("longest wait in milliseconds during {line}");
        assert_below(&what, longest.as_secs_f64() * 1e3, LONGEST_WAIT);
    }
}

/// The systems that this module replaces intersected sets for a page of a group, which stopped the
/// server for 28 milliseconds with 20,000 articles, and did so for an empty group at every call.
#[test]
fn a_page_of_a_large_group_costs_what_a_page_costs() {
    let (_alone, server) = start_alone(with_module());
    let mut c = server.resp2();
    let now = c.now();
    let post = |n: i64| {
        let time = now - n % 9973;
        format!("ARTICLE.POST news alice t l TIME {time} GROUPS 2 large other")
    };
    c.run_all((0..20_000).map(post));
    assert_eq!(c.int("ARTICLE.COUNT news large"), 20_000);
    let mut lines = Vec::new();
    for n in 0..500_i64 {
        let (id, page) = (n * 37 % 20_000 + 1, n * 13 % 800 + 1);
        lines.push(format!("ARTICLE.VOTE news bob {id}"));
        lines.push(format!("ARTICLE.GROUPPAGE news large {page}"));
        lines.push(format!("ARTICLE.GROUPPAGE news large {page} BY TIME ASC"));
        lines.push("ARTICLE.GROUPPAGE news empty 1".to_owned());
    }
    let replies = c.run_all(&lines);
    assert!(replies.chunks(4).all(|four| items(&four[1]).len() == 25));
    assert!(replies.chunks(4).all(|four| items(&four[3]).is_empty()));
    let stats = info(&mut c, "commandstats", "cmdstat_article.grouppage");
    let each = stats.split(',').find_map(|stat| stat.strip_prefix("usec_per_call="));
    let each = each.expect("a time").parse().expect("a number");
    assert_below("microseconds per page of a large group", each, LONGEST_PAGE);
}
