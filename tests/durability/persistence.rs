//! A restart loses nothing, with a saved RDB or with an AOF.

use std::fs::File;
use std::io::Write;
use test_support::*;

fn with_aof() -> Setup {
    with_module().config("appendonly yes").config("appendfsync always")
}

#[test]
fn a_large_site_survives() {
    let mut server = with_module().start();
    let mut c = server.resp3();
    let now = c.now();
    let post = |n: i64| {
        let groups = format!("GROUPS 2 g{} h{}", n % 7, n % 100);
        format!("ARTICLE.POST news u{} t l TIME {} {groups}", n % 50, now - n * 31 % 977)
    };
    c.run_all((0..3000).map(post));
    let vote = |n: i64| {
        let kind = ["UP", "UP", "DOWN"][n as usize % 3];
        format!("ARTICLE.VOTE news v{} {} {kind}", n % 401, n * n % 3000 + 1)
    };
    c.run_all((0..30_000).map(vote));
    let before = SiteSnapshot::of(&mut c, "news");
    c.ok("SAVE");
    server.restart();
    let mut c = server.resp3();
    before.assert_same(&SiteSnapshot::of(&mut c, "news"));
    // Every vote is still known, so none counts again.
    let again = c.run_all((29_000..30_000).map(vote));
    assert!(again.iter().all(|reply| *reply == int(0)));
}

#[in_both_protocols(with_aof())]
fn loading_an_aof_accepts_what_was_accepted_before(server: &mut Server, c: &mut Client) {
    c.ok("ARTICLE.CREATE news SELFVOTE no");
    c.int("ARTICLE.POST news alice a l");
    c.int("ARTICLE.POST news alice b l TIME 1000");
    let future = c.now() + 100_000;
    // The commands of a server whose clock was ahead, or that had other rules.
    let commands = [
        redis::cmd("ARTICLE.VOTE").arg(&["news", "bob", "2", "UP"]).clone(),
        redis::cmd("ARTICLE.VOTE").arg(&["news", "alice", "1", "DOWN"]).clone(),
        redis::cmd("ARTICLE.POST")
            .arg(&["news", "alice", "c", "l", "ID", "3", "TIME"])
            .arg(future)
            .clone(),
        redis::cmd("ARTICLE.LOAD").arg(&["news", "PLACE", "4", "0", "TIME"]).arg(future).clone(),
        redis::cmd("ARTICLE.LOAD")
            .arg(&[
                "news", "ARTICLE", "5", "alice", "d", "l", "TIME", "1", "CLOSES", "2", "BUMPED",
            ])
            .arg(future)
            .clone(),
    ];
    let aof = aof::log_of(server);
    server.restart_after(|_| {
        let mut file = File::options().append(true).open(aof).expect("the AOF");
        for command in commands {
            file.write_all(&command.get_packed_command()).expect("the AOF");
        }
    });
    let mut c = server.client(c.protocol);
    assert_eq!(c.article("news", 1).int("votes"), -1);
    assert_eq!(c.article("news", 2).counts(), (1, 1, 0, 1432));
    assert_eq!(c.article("news", 3).int("time"), future);
    assert_eq!(c.article("news", 5).int("bumped"), future);
    // For its own clients, the server enforces the rules.
    assert_error(&c.run("ARTICLE.VOTE news cleo 2"), VOTE_CLOSED);
    assert_error(&c.run("ARTICLE.VOTE news alice 1"), SELF_VOTE);
    assert_eq!(c.run("ARTICLE.POST news alice d l"), int(6));
}
