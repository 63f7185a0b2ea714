//! The simulated voters.

use std::thread::sleep;
use std::time::Duration;

use redis::InfoDict;

use crate::site::Site;

#[test]
fn simulated_voters_comment_and_respect_bans() {
    let site = Site::with_votes(4000);
    let _: i64 = site.redis("SADD banned amber-otter");
    let withdraw = || {
        let command = "ARTICLE.UNVOTE news amber-otter 0 COUNT 100000";
        let (_, votes): (String, u64) = site.redis(command);
        votes
    };
    let votes_cast = || {
        let info: InfoDict = site.redis("INFO article");
        info.get::<u64>("article_votes_accepted").unwrap()
    };
    let last_comment = || {
        let page: [(String, i64); 1] =
            site.redis("ARTICLE.PAGE news 1 BY BUMPED SIZE 1 RETURN 1 bumped");
        page[0].1
    };
    assert!(withdraw() > 0);
    let (votes, comment) = (votes_cast(), last_comment());
    // There are 400 voters, so each of the others votes 25 times on average.
    while votes_cast() < votes + 10_000 || last_comment() == comment {
        sleep(Duration::from_millis(50));
    }
    assert_eq!(withdraw(), 0);
}
