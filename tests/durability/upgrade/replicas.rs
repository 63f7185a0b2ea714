//! Servers with different builds replicate from each other, in either direction.

use super::{Installed, for_each_old_build, run_random, setup, shut_down, snapshot};
use std::fs;
use std::path::Path;
use test_support::*;

/// Defaults that no site of another server must get.
const OTHER_DEFAULTS: &str =
    "vote-score 7 self-vote no formula log downvotes no dedupe 1000 bump-window 60";

/// Hands the role of the primary to the replica. The former primary then continues where it was,
/// without a copy of the data.
fn fail_over(primary: &Server, replica: &Server) {
    primary.resp2().ok("FAILOVER");
    let mut c = replica.resp2();
    wait_until(DEADLINE, "the replica takes over", || {
        info(&mut c, "replication", "role") == "master"
    });
    await_caught_up(replica, primary);
}

/// Starts a server with the old build, and one with the build under test.
fn pair(installed: &Installed) -> (Server, Server) {
    (installed.setup().start(), setup(&module()).module_args(OTHER_DEFAULTS).start())
}

/// Runs random commands that this version knows, and checks that the replica follows.
fn run_and_compare(primary: &Server, replica: &Server, release: Release, random: &mut Random) {
    run_random(primary, release, random);
    await_caught_up(primary, replica);
    snapshot(primary, release).assert_same(&snapshot(replica, release));
}

/// Deletes the data in a server's folder.
fn delete_data(folder: &Path) {
    for name in ["dump.rdb", "appendonly.aof"] {
        // Which of them exists depends on the server's version.
        let _ = fs::remove_file(folder.join(name));
    }
    let _ = fs::remove_dir_all(folder.join("appendonlydir"));
}

/// Restarts a replica with the build under test and without its data, so that it gets a copy.
fn upgrade(replica: &mut Server, installed: &Installed) {
    // From now on, redis.conf says whose replica it is.
    replica.resp2().ok("CONFIG REWRITE");
    installed.replace_by(&module());
    shut_down(replica);
    replica.restart_after(delete_data);
}

#[test]
fn a_replica_is_upgraded_first_and_takes_over() {
    let mut random = Random::new(seed("upgrade by failover"));
    for_each_old_build(|old| {
        let installed = Installed::new(old);
        let (mut older, newer) = pair(&installed);
        let release = Release::of(&mut older.resp2());
        run_random(&older, release, &mut random);
        follow(&newer, &older);
        run_and_compare(&older, &newer, release, &mut random);

        // As long as clients use only what the old build knows, there is a way back.
        fill_old_site(&older);
        fail_over(&older, &newer);
        change_old_site(&newer, release);
        await_caught_up(&newer, &older);
        snapshot(&newer, release).assert_same(&snapshot(&older, release));
        fail_over(&newer, &older);
        run_and_compare(&older, &newer, release, &mut random);
        fail_over(&older, &newer);

        run_random(&newer, Release::UnderTest, &mut random);
        upgrade(&mut older, &installed);
        run_and_compare(&newer, &older, Release::UnderTest, &mut random);
    });
}

#[test]
fn a_former_primary_misses_new_commands_until_it_gets_a_copy() {
    for_each_old_build(|old| {
        let installed = Installed::new(old);
        let newer = setup(&module()).module_args(OTHER_DEFAULTS).start();
        // With an RDB file, a restarted replica continues where it was.
        let mut older = installed.setup().config("appendonly no").config("save 3600 1").start();
        let release = Release::of(&mut older.resp2());
        fill_old_site(&older);
        follow(&newer, &older);
        await_caught_up(&older, &newer);
        fail_over(&older, &newer);

        let mut c = newer.resp3();
        c.int("ARTICLE.COMMENT news bob 1 text");
        c.int("ARTICLE.POST another-site carol later l");
        c.int("ARTICLE.POST news carol later l");
        await_caught_up(&newer, &older);
        let log = older.log();
        let misses = log.contains("unknown command 'ARTICLE.COMMENT'");
        assert_eq!(misses, release < Release::V0_3, "{log}");
        // It does not know all settings of a new site either, and uses its own defaults.
        let settings = older.resp2().info("another-site");
        assert_eq!(settings.int("vote_score"), if misses { 432 } else { 7 }, "{log}");
        assert_eq!(older.resp2().int("ARTICLE.COUNT news"), 2, "it follows nevertheless");

        upgrade(&mut older, &installed);
        await_caught_up(&newer, &older);
        snapshot(&newer, Release::UnderTest).assert_same(&snapshot(&older, Release::UnderTest));
    });
}

#[test]
fn an_older_server_ends_when_a_newer_primary_sends_a_copy() {
    for_each_old_build(|old| {
        let installed = Installed::new(old);
        let (mut older, newer) = pair(&installed);
        let release = Release::of(&mut older.resp2());
        fill_old_site(&newer);
        follow(&older, &newer);
        if release < Release::UnderTest {
            older.await_exit();
            assert!(older.log().contains("encoding version 4 is not known"), "{}", older.log());
            installed.replace_by(&module());
            older.restart_after(delete_data);
            follow(&older, &newer);
        }
        await_caught_up(&newer, &older);
        snapshot(&newer, Release::UnderTest).assert_same(&snapshot(&older, Release::UnderTest));
    });
}

#[test]
fn a_payload_can_move_to_a_newer_build_only() {
    for_each_old_build(|old| {
        let installed = Installed::new(old);
        let (older, newer) = pair(&installed);
        let release = Release::of(&mut older.resp2());
        let [mut from, mut to] = [older.resp2(), newer.resp2()];
        fill_old_site(&older);
        let payload = bytes(&from.run("DUMP news"));
        assert_eq!(to.call("RESTORE", ("news", 0, payload)), Value::Okay);
        let digest = "DEBUG DIGEST-VALUE news";
        assert_eq!(from.run(digest), to.run(digest));

        let payload = bytes(&to.run("DUMP news"));
        let reply = from.call("RESTORE", ("other", 0, payload));
        if release < Release::UnderTest {
            assert_error(&reply, "ERR Bad data format");
        } else {
            assert_eq!(reply, Value::Okay);
        }
        let expected = i64::from(release == Release::UnderTest);
        assert_eq!(from.run("EXISTS other"), int(expected));
    });
}

/// Makes a small site by commands that every version knows.
fn fill_old_site(server: &Server) {
    let mut c = server.resp2();
    c.int("ARTICLE.POST news alice first l GROUPS 1 g FIELDS 1 f v");
    c.int("ARTICLE.VOTE news bob 1");
}

/// Changes this site by every command that this version knows and that needs a site.
fn change_old_site(server: &Server, release: Release) {
    let mut lines = vec![
        "ARTICLE.POST news carol second l GROUPS 2 g h",
        "ARTICLE.POST news dan third l",
        "ARTICLE.VOTE news eve 1 DOWN",
        "ARTICLE.VOTE news bob 1 NONE",
        "ARTICLE.EDIT news 1 TITLE other FIELDS 1 new v UNSET 1 f",
        "ARTICLE.GROUPADD news 1 h",
        "ARTICLE.GROUPREM news 1 g",
        "ARTICLE.ALTER news VOTESCORE 9 WINDOW 1000",
        "ARTICLE.LOAD news ARTICLE 9 fay t l TIME 1700000000 CLOSES 1700001000 COUNTS 5 6",
        "ARTICLE.LOAD news LASTID 12",
        "ARTICLE.DEL news 3",
    ];
    if release >= Release::V0_2 {
        lines.extend([
            "ARTICLE.MODERATE news PIN 2",
            "ARTICLE.MODERATE news HIDE 1",
            "ARTICLE.BOOST news 2 60",
            "ARTICLE.ALTER news FORMULA log DOWNVOTES no DEDUPE 60",
        ]);
    }
    if release >= Release::V0_3 {
        lines.extend([
            "ARTICLE.COMMENT news bob 2 text",
            "ARTICLE.VOTE news eve 2",
            "ARTICLE.VOTE news eve 13 UP SILENT",
            "ARTICLE.LOAD news ARTICLE 14 fay t l TIME 1700000000 CLOSES 1700001000 UP 2 a eve",
            "ARTICLE.UNVOTE news eve 0 COUNT 2",
            "ARTICLE.UNVOTE news eve 0",
            "ARTICLE.TRANSFER news carol dan",
        ]);
    }
    let mut c = server.resp2();
    for line in lines {
        let reply = c.run(line);
        assert!(!is_error(&reply) && reply != int(0), "{line}: {reply:?}");
    }
}
