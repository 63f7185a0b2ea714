//! Memory is proportional to what a site holds, with any ids.

use crate::measure::{claimed, quiet, remembered, send, used};
use test_support::*;

/// The most bytes that a short article may use with ids in a row, and with every 16th id.
const DENSE: i64 = 250;
const EVERY_16TH: i64 = 350;
/// The same after deletions. Those who posted many keep the rankings of their articles.
const AFTER_DELETIONS: i64 = 400;
/// The most bytes that it may use with any ids.
const ANY: i64 = 1_200;

const ARTICLES: i64 = 20_000;

/// Returns the memory per article of the site in the key, as the server counts it.
fn per_article(server: &Server, base: i64, what: &str) -> i64 {
    let articles = server.resp2().info("news").int("articles");
    let (used, claimed) = (used(server) - base, claimed(server, "news"));
    report(format!(
        "{what}: {} bytes per article, {} claimed",
        used / articles,
        claimed / articles
    ));
    used.max(claimed) / articles
}

/// Posts articles to a site, with this step between their ids.
fn post(server: &Server, step: i64) {
    // A client's post may skip at most 1,000 ids.
    let post = |n: i64| {
        let article = format!("ARTICLE {} user{} title link", n * step, n % 100);
        format!("ARTICLE.LOAD news {article} TIME {n} CLOSES 3000000000 UP 1 user{}", n % 100)
    };
    send(server, (1..=ARTICLES).map(post));
}

#[test]
fn memory_per_article_is_bounded_with_and_without_gaps() {
    for (step, most) in [(1, DENSE), (2, DENSE), (16, EVERY_16TH), (1000, ANY), (100_000, ANY)] {
        let server = quiet().start();
        let base = used(&server);
        post(&server, step);
        let bytes = per_article(&server, base, &format!("every id that is a multiple of {step}"));
        assert!(bytes <= most, "{bytes} bytes per article, not at most {most}");
    }
}

#[test]
fn a_site_that_loses_15_of_16_articles_gets_smaller() {
    let server = quiet().start();
    let base = used(&server);
    post(&server, 1);
    let others = (1..=ARTICLES).filter(|id| id % 16 != 0);
    send(&server, others.map(|id| format!("ARTICLE.DEL news {id}")));
    let most = AFTER_DELETIONS + remembered(ARTICLES * 15 / 16) / (ARTICLES / 16);
    assert!(per_article(&server, base, "after deleting 15 of 16") <= most);
}

#[test]
fn a_small_payload_makes_a_small_site() {
    let server = quiet().start();
    let mut c = server.resp2();
    // A few hundred articles, spread over all ids there are.
    let step = i64::from(u32::MAX) / 500;
    let load = |n: i64| format!("ARTICLE.LOAD news ARTICLE {} a t l TIME 1 CLOSES 2", n * step);
    send(&server, (1..=500).map(load));
    let payload = c.dump("news");
    c.run("DEL news");
    drop(c);
    let base = used(&server);
    let reply = server.resp2().call("RESTORE", ("news", 0, &payload));
    assert_eq!(reply, Value::Okay);
    let bytes = per_article(&server, base, &format!("restored from {} bytes", payload.len()));
    assert!(bytes <= ANY, "{bytes} bytes per article");
}
