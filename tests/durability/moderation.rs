//! Settings, moderation, boosts, duplicates and loads with flags arrive on replicas, in
//! append-only files of each kind and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::{MONTH, Site, digest, other_replica, setup};

pub const SITE: Site = Site { make, lines: include_str!("everywhere/moderation.txt") };

#[test]
fn silencing_that_is_cut_short_by_a_kill_ends_when_it_is_begun_again() {
    const VOTES: i64 = 400;
    let setup = setup().config("appendonly yes").config("appendfsync always");
    let mut server = setup.start();
    let mut random = Random::new(seed("silence"));
    let mut c = server.resp3();
    let post = |_| "ARTICLE.POST news ann t l TIME 1000".to_owned();
    c.ok("ARTICLE.CREATE news WINDOW 3153600000");
    c.run_all((0..VOTES).map(post).collect::<Vec<_>>());
    let vote = |id| format!("ARTICLE.VOTE news mallory {id}");
    c.run_all((1..=VOTES).map(vote).collect::<Vec<_>>());
    for (word, votes) in [("YES", 0), ("NO", VOTES)] {
        // Some steps, and then a kill while the others arrive.
        let mut cursor = "0".to_owned();
        for _ in 0..random.below(5) {
            let reply = c.run(&format!("ARTICLE.SILENCE news mallory {word} {cursor} COUNT 20"));
            cursor = text(&items(&reply)[0]);
        }
        for from in (0..20).map(|step| if step == 0 { 0 } else { 20 * step + 1 }) {
            c.send(&format!("ARTICLE.SILENCE news mallory {word} {from} COUNT 20"));
        }
        server.kill();
        server.start_again();
        c = server.resp3();
        c.check("news");
        c.run(&format!("ARTICLE.SILENCE news mallory {word} 0"));
        assert_eq!(c.map("ARTICLE.USER news ann").int("karma"), votes, "{word}");
        assert_eq!(c.map("ARTICLE.USER news mallory").has("silenced"), word == "YES");
        c.check("news");
        let replica = other_replica(&server, MONTH);
        assert_eq!(digest(&mut replica.resp3(), "news"), digest(&mut c, "news"));
        let before = digest(&mut c, "news");
        server.restart();
        c = server.resp3();
        assert_eq!(digest(&mut c, "news"), before);
    }
}

/// Makes a site of eight articles that are open and one that has closed.
fn make(c: &mut Client) {
    c.ok("ARTICLE.CREATE news VOTESCORE 100");
    for id in 1..=9 {
        let time = if id == 9 { "TIME 1000" } else { "" };
        let line = format!("user-{} title https://example.com/{id} GROUPS 1 g {time}", id % 3);
        assert_eq!(c.int(&format!("ARTICLE.POST news {line}")), id);
    }
}

#[test]
fn becoming_another_user_that_is_cut_short_by_a_kill_goes_on_with_the_next_step() {
    let setup = setup().config("appendonly yes").config("appendfsync always");
    let mut server = setup.start();
    let mut random = Random::new(seed("become"));
    let mut c = server.resp3();
    for id in 1..=60 {
        let poster = ["old", "new", "ann"][id % 3];
        c.int(&format!("ARTICLE.POST whole {poster} t l"));
        c.int(&format!("ARTICLE.VOTE whole old {id}"));
        c.int(&format!("ARTICLE.FOLLOW whole user{id} USER old"));
        c.int(&format!("ARTICLE.MARK whole {} read {id}", ["old", "new"][id / 2 % 2]));
    }
    for round in 0..4 {
        c.run("COPY whole news REPLACE");
        // Some steps, and then a kill while the others arrive.
        let step = "ARTICLE.TRANSFER news old new ALL COUNT 5";
        for _ in 0..random.below(20) {
            c.int(step);
        }
        (0..20).for_each(|_| c.send(step));
        server.kill();
        server.start_again();
        c = server.resp3();
        c.check("news");
        while c.int(step) > 0 {}
        c.run("COPY whole other REPLACE");
        while c.int("ARTICLE.TRANSFER other old new ALL COUNT 10000") > 0 {}
        assert_eq!(digest(&mut c, "news"), digest(&mut c, "other"), "{round}");
    }
}
