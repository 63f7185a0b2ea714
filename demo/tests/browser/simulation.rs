//! The simulated voters.

use std::thread::sleep;
use std::time::Duration;

use redis::InfoDict;
use test_server::Setup;

use crate::site::{Site, demo, module, url};

#[test]
fn a_site_can_begin_with_more_stories() {
    let server = Setup::default().module(module()).start();
    let redis = format!("redis://127.0.0.1:{}", server.port());
    let mut process = demo()
        .args(["--redis", &redis, "--seconds-per-story", "0", "--votes-per-second", "0"])
        .args(["--stories", "2500"])
        .spawn()
        .unwrap();
    url(&mut process);
    let client = redis::Client::open(redis).unwrap();
    let mut connection = client.get_connection().unwrap();
    let count: i64 = redis::cmd("ARTICLE.COUNT").arg("news").query(&mut connection).unwrap();
    assert_eq!(count, 2500);
    // The oldest has groups, too, but no comments.
    let mut get = redis::cmd("ARTICLE.GET");
    get.arg("news").arg(1).arg("RETURN").arg(2).arg("comments").arg("groups");
    let (_, comments, _, groups): (String, i64, String, Vec<String>) =
        get.query(&mut connection).unwrap();
    assert!(comments == 0 && !groups.is_empty());
    // Fails only for a process that has exited.
    let _ = process.kill();
    process.wait().unwrap();
}

#[test]
fn a_site_that_was_filled_in_part_is_filled_again() {
    let server = Setup::default().module(module()).start();
    let redis = format!("redis://127.0.0.1:{}", server.port());
    let client = redis::Client::open(redis.as_str()).unwrap();
    let mut connection = client.get_connection().unwrap();
    let start = |stories: &str| {
        let options = ["--redis", &redis, "--seconds-per-story", "0", "--votes-per-second", "0"];
        demo().args(options).args(["--stories", stories]).spawn().unwrap()
    };
    let mut exists =
        |key: &str| -> bool { redis::cmd("EXISTS").arg(key).query(&mut connection).unwrap() };
    let mut process = start("1000000");
    while !exists("{news}:filling") {}
    process.kill().unwrap();
    process.wait().unwrap();
    assert!(exists("{news}:filling") && !exists("news"));
    let mut process = start("10");
    url(&mut process);
    assert!(!exists("{news}:filling"));
    let count: i64 = redis::cmd("ARTICLE.COUNT").arg("news").query(&mut connection).unwrap();
    assert_eq!(count, 10);
    process.kill().unwrap();
    process.wait().unwrap();
}

#[test]
fn simulated_voters_comment_and_respect_bans() {
    let site = Site::with(&["--votes-per-second", "4000"]);
    site.run("SADD banned amber-otter");
    let withdraw = || {
        let command = "ARTICLE.UNVOTE news amber-otter 0 COUNT 100000";
        let (_, votes): (String, u64) = site.redis(command);
        votes
    };
    let votes_cast = || {
        let info: InfoDict = site.redis("INFO article");
        info.get::<u64>("article_votes_accepted").unwrap()
    };
    let last: i64 = site
        .redis::<Vec<(String, i64)>>("ARTICLE.COMMENTS news 1 SIZE 1 RETURN 1 id")
        .iter()
        .map(|(_, id)| *id)
        .sum();
    // The number of new comments on stories, and on comments.
    let comments = || {
        type Entries = (String, i64, String, i64, String, i64, String, String);
        let newest: Vec<Entries> =
            site.redis("ARTICLE.COMMENTS news 1 SIZE 1000 RETURN 4 id parent article poster");
        let new: Vec<&Entries> = newest.iter().filter(|comment| comment.1 > last).collect();
        assert!(new.iter().all(|comment| comment.7 != "amber-otter"));
        let (stories, answers): (Vec<_>, Vec<_>) =
            new.into_iter().partition(|comment| comment.3 == comment.5);
        (stories.len(), answers.len())
    };
    assert!(withdraw() > 0);
    let votes = votes_cast();
    // There are 400 voters, so each of the others votes 25 times on average.
    while votes_cast() < votes + 10_000 || comments().0 == 0 || comments().1 == 0 {
        sleep(Duration::from_millis(50));
    }
    assert_eq!(withdraw(), 0);
}
