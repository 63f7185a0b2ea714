//! Loading a site takes time in proportion to its articles, whoever posted them.

use crate::measure::{assert_below, quiet, send, start_alone};
use test_support::*;

const ARTICLES: i64 = 100_000;
/// How many times as long a site of one poster may take to load as a site of as many posters.
const LONGEST: f64 = 3.0;

/// Loads articles into a site, each by the poster of its number.
fn load(server: &Server, key: &str, poster: impl Fn(i64) -> String) {
    let line = |n: i64| {
        let poster = poster(n);
        format!(
            "ARTICLE.LOAD {key} ARTICLE {n} {poster} t l/{n} TIME {n} CLOSES 9000000 COUNTS 1 0"
        )
    };
    send(server, (1..=ARTICLES).map(line));
}

/// Restores a copy of a site. Returns the milliseconds that it took in the server.
fn restored(c: &mut Client, key: &str) -> f64 {
    let payload = c.dump(key);
    c.ok("CONFIG RESETSTAT");
    assert_eq!(c.call("RESTORE", ("copy", 0, &payload)), Value::Okay);
    c.check("copy");
    assert_eq!(c.int("UNLINK copy"), 1);
    let stats = info(c, "commandstats", "cmdstat_restore");
    let usec = stats.split(',').find_map(|stat| stat.strip_prefix("usec="));
    usec.expect("a time").parse::<f64>().expect("a number") / 1e3
}

#[test]
fn a_site_of_one_poster_loads_as_fast_as_a_site_of_many() {
    let (_alone, server) = start_alone(quiet());
    load(&server, "one", |_| "alice".to_owned());
    load(&server, "many", |n| format!("user{n}"));
    let mut c = server.resp3();
    let ratio = restored(&mut c, "one") / restored(&mut c, "many");
    let what = "time to load a site of one poster, relative to as many posters";
    assert_below(what, ratio, LONGEST);
    assert_eq!(c.map("ARTICLE.USER one alice").int("articles"), ARTICLES);
    assert_eq!(c.info("many").int("users"), ARTICLES);
}
