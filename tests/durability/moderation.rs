//! Settings, moderation, boosts, duplicates and loads with flags arrive on replicas, in
//! append-only files of each kind and in copies, with any clock and configuration there.

use test_support::*;

use crate::everywhere::{MONTH, Site, digest, other_replica, setup};

pub const SITE: Site = Site { make, changes: CHANGES, no_changes: NO_CHANGES };

/// Lines each of which changes the site that [`make`] makes and those before it changed.
const CHANGES: &[&str] = &[
    "ARTICLE.MODERATE news HIDE 1 2 99",
    "ARTICLE.GROUPADD news 1 joined-while-hidden",
    "ARTICLE.GROUPREM news 2 g",
    "ARTICLE.EDIT news 2 LINK https://example.com/edited FIELDS 1 f w",
    "ARTICLE.MODERATE news SHOW 1",
    "ARTICLE.MODERATE news LOCK 3 4",
    "ARTICLE.MODERATE news UNLOCK 3",
    "ARTICLE.VOTE news bob 3 DOWN",
    "ARTICLE.MODERATE news PIN 4 5 6",
    "ARTICLE.MODERATE news UNPIN 6",
    "ARTICLE.MODERATE news PINLOCAL 6 3",
    "ARTICLE.MODERATE news PINLOCAL 5",
    "ARTICLE.MODERATE news HIDE 6",
    "ARTICLE.MODERATE news PUBLISH 6 99",
    "ARTICLE.VOTE news bob 5",
    "ARTICLE.BOOST news 5 1000",
    "ARTICLE.BOOST news 5 -3000 INCR",
    "ARTICLE.BOOST news 6 -315360000",
    "ARTICLE.BOOST news 5 0",
    // Closed.
    "ARTICLE.BOOST news 9 77",
    "ARTICLE.ALTER news FORMULA log",
    "ARTICLE.VOTE news cleo 5",
    "ARTICLE.ALTER news VOTESCORE 45000",
    "ARTICLE.ALTER news DEDUPE 3153600000",
    "ARTICLE.POST news dan again https://example.com/7 GROUPS 1 g",
    "ARTICLE.POST news dan again https://example.com/other GROUPS 1 g",
    "ARTICLE.VOTE news eve 3 DOWN SILENT",
    "ARTICLE.VOTE news bob 5 SILENT",
    "ARTICLE.VOTE news fay 7 SILENT",
    "ARTICLE.LOAD news VOTERS 5 UP 1 a SILENTUP 1 b SILENTDOWN 2 c d",
    "ARTICLE.ALTER news DOWNVOTES no DEDUPE 0 SELFVOTE no",
    "ARTICLE.POST news dan again https://example.com/7",
    "ARTICLE.VOTE news bob 3 NONE",
    "ARTICLE.LOAD news ARTICLE 20 eve t l TIME 1000 CLOSES 3000000000 HIDDEN UP 2 a b GROUPS 1 g",
    "ARTICLE.LOAD news ARTICLE 21 eve t l TIME 1000 CLOSES 2000 LOCKED PINNED BOOST -9 COUNTS 9 4",
    "ARTICLE.LOAD news ARTICLE 22 eve t l TIME 1000 CLOSES 3000000000 BOOST 5 SCORE 3 DOWN 1 bob",
    "ARTICLE.LOAD news VOTERS 22 UP 2 cleo dan",
    "ARTICLE.LOAD news ARTICLE 23 eve t l TIME 1000 CLOSES 3000000000 UP 1 a SILENTUP 1 bob",
    "ARTICLE.LOAD news ARTICLE 24 eve t l TIME 1000 CLOSES 2000 UP 1 a SILENTDOWN 1 bob",
    // What bob has is silent, all but two votes step by step; and what comes.
    "ARTICLE.SILENCE news bob YES 0 COUNT 1",
    "ARTICLE.SILENCE news bob YES 6",
    "ARTICLE.VOTE news bob 1",
    "ARTICLE.SILENCE news zoe YES 0",
    "ARTICLE.VOTE news zoe 1",
    "ARTICLE.LOAD news SILENCED yan",
    "ARTICLE.SILENCE news zoe NO 0",
    "ARTICLE.SILENCE news bob NO 0 COUNT 3",
    "ARTICLE.UNVOTE news bob 0 COUNT 2",
    "ARTICLE.UNVOTE news bob 0 COUNT 5",
    // Only frees the votes on an article that has closed.
    "ARTICLE.LOAD news ARTICLE 25 eve t l TIME 1000 CLOSES 2000 UP 2 a gus",
    "ARTICLE.UNVOTE news gus 0",
    "ARTICLE.TRANSFER news user-1 user-2 COUNT 2",
    "ARTICLE.TRANSFER news user-2 [deleted]",
    // A user becomes another step by step, and then others follow that one.
    "ARTICLE.FOLLOW news dan USER bob eve",
    "ARTICLE.MUTE news bob USER dan",
    "ARTICLE.TRANSFER news bob eve ALL COUNT 1",
    "ARTICLE.TRANSFER news bob eve ALL COUNT 2",
    "ARTICLE.TRANSFER news eve bob ALL COUNT 100",
    "ARTICLE.DEL news 20 4",
    "ARTICLE.ALTER news FORMULA linear",
    // Posts that are votes, and posts that are not, by a setting that comes and goes.
    "ARTICLE.POST news alice t twice",
    "ARTICLE.POST news bob t twice",
    "ARTICLE.ALTER news DEDUPE 100",
    "ARTICLE.POST news cleo t twice",
    "ARTICLE.ALTER news DEDUPE 0",
    "ARTICLE.POST news dan t twice",
    "ARTICLE.VOTE news eve 28 SILENT",
    // A post that is a silent vote.
    "ARTICLE.SILENCE news hal YES 0",
    "ARTICLE.ALTER news DEDUPE 100",
    "ARTICLE.POST news hal t twice",
    "ARTICLE.ALTER news DEDUPE 0",
    "ARTICLE.POST news dan t hidden TIME 5",
    "ARTICLE.MODERATE news HIDE 29",
    // The hidden one is too old for the site, but not for the replica's configuration.
    "ARTICLE.ALTER news DEDUPE 5",
    "ARTICLE.POST news dan t hidden",
    "ARTICLE.ALTER news DEDUPE 3153600000",
];

/// Lines that change nothing.
const NO_CHANGES: &[&str] = &[
    "ARTICLE.MODERATE news SHOW 1 99",
    "ARTICLE.MODERATE news UNPIN 1",
    "ARTICLE.BOOST news 1 0",
    "ARTICLE.BOOST news 1 0 INCR",
    "ARTICLE.BOOST news 1 315360001",
    "ARTICLE.BOOST news 99 1",
    "ARTICLE.ALTER news FORMULA linear DEDUPE 3153600000",
    "ARTICLE.MODERATE none HIDE 1",
    // A vote that is silent, and such as are not possible.
    "ARTICLE.POST news eve t twice",
    "ARTICLE.POST news hal t twice",
    "ARTICLE.SILENCE news hal YES 0",
    "ARTICLE.SILENCE news nobody NO 0",
    "ARTICLE.SILENCE none hal YES 0",
    "ARTICLE.POST news dan t twice",
    "ARTICLE.POST news dan t hidden",
];

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
    for (word, votes) in [("YES", VOTES), ("NO", 2 * VOTES)] {
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
