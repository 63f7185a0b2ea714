//! Another build of the module replaces the one in use, as `docs/operations.md` describes.
//!
//! `OLD_MODULE` is the build to start with. `make upgrade` names the last release. The default is a
//! copy of the build under test.

use crate::load::{Findings, LoadGenerator, Operations};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use test_support::*;

const VOTERS: usize = 6;
/// Defaults of new sites that every version knows, and some that no site of another server must get.
const OLD_DEFAULTS: &str = "vote-score 77 self-vote no";
const OTHER_DEFAULTS: &str = "vote-score 7 self-vote no formula log downvotes no dedupe 1000";

fn old_module() -> PathBuf {
    std::env::var_os("OLD_MODULE").map_or_else(module, PathBuf::from)
}

/// Installs a build over another one by renaming a file.
fn install(build: &Path, place: &Path) {
    let new = place.with_extension("new");
    fs::copy(build, &new).expect("a copy of the module");
    fs::rename(new, place).expect("its place");
}

/// Returns a folder, and the path in it of the old build.
fn installed() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let place = folder.path().join("libredis_article.so");
    install(&old_module(), &place);
    (folder, place)
}

fn setup(place: &Path) -> Setup {
    with_module()
        .module(place)
        .config("enable-debug-command local")
        .config("repl-diskless-sync-delay 0")
        .config("appendonly yes")
        .config("appendfsync always")
}

fn shut_down(server: &mut Server) {
    // The server closes the connection instead of replying.
    let _ = redis::cmd("SHUTDOWN").exec(&mut server.resp2().connection);
    server.await_exit();
}

#[test]
fn a_build_is_replaced_under_load_and_nothing_is_lost() {
    let mut random = Random::new(seed("upgrade"));
    let (_folder, place) = installed();
    let mut server = setup(&place).start();
    let mut crowd = LoadGenerator::new(&mut server.resp3(), VOTERS, &mut random);
    let mut found = Findings::default();
    for _ in 0..rounds() {
        crowd.vote_while(server.port(), |progress| {
            progress.await_more(300);
            install(&module(), &place);
            progress.await_more(300);
            shut_down(&mut server);
        });
        server.restart();
        found += crowd.inspect(&mut server.resp3());
    }
    report(format!("upgrade under load: {} rounds, {found}", rounds()));
    assert_eq!((found.lost, found.doubled), (0, 0));
}

/// Returns whether the server runs version 0.1, whose encoding is another.
fn is_0_1(server: &Server) -> bool {
    server.resp3().run("COMMAND INFO article.moderate") == Value::Array(vec![Value::Nil])
}

/// Returns random commands that the server knows.
fn operations_for(server: &Server, random: &mut Random) -> Operations {
    if is_0_1(server) { Operations::of_0_1(random.fork()) } else { Operations::new(random.fork()) }
}

/// Takes a snapshot that does not depend on the clock and, between a build of 0.1 and another, of
/// what both know. The digests are the same in all versions.
fn snapshot(server: &Server, of_0_1: bool) -> ServerSnapshot {
    let snapshot = ServerSnapshot::of(&mut server.resp3()).without_clock();
    if of_0_1 { snapshot.known_to_0_1() } else { snapshot }
}

#[test]
fn a_replica_of_another_build_follows_and_takes_over() {
    let mut random = Random::new(seed("upgrade by failover"));
    let (_folder, place) = installed();
    let mut primary = setup(&place).start();
    let mut operations = operations_for(&primary, &mut random);
    operations.run(&mut primary.resp3(), 300);

    let mut replica = setup(&module()).module_args(OTHER_DEFAULTS).start();
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    operations.run(&mut primary.resp3(), 300);
    await_caught_up(&primary, &replica);
    let is_0_1 = is_0_1(&primary);
    let identical = |one: &Server, other: &Server, of_0_1| {
        snapshot(one, of_0_1).assert_same(&snapshot(other, of_0_1));
    };
    identical(&primary, &replica, is_0_1);

    // The replica takes over, and the old primary follows it: first with the old build, unless the
    // encoding of that one is another, then with the new one.
    replica.resp2().ok("REPLICAOF NO ONE");
    std::mem::swap(&mut primary, &mut replica);
    let mut operations = operations_for(&primary, &mut random);
    if !is_0_1 {
        follow(&replica, &primary);
        operations.run(&mut primary.resp3(), 300);
        await_caught_up(&primary, &replica);
        identical(&primary, &replica, false);
    }
    for _ in 0..2 {
        install(&module(), &place);
        shut_down(&mut replica);
        replica.restart();
        follow(&replica, &primary);
        await_caught_up(&primary, &replica);
        identical(&primary, &replica, false);
        operations.run(&mut primary.resp3(), 300);
        await_caught_up(&primary, &replica);
        identical(&primary, &replica, false);
    }
}

/// What a server leaves behind for the next build.
#[derive(Clone, Copy, Debug)]
enum Files {
    Rdb,
    /// An append-only file of commands that was never rewritten.
    Log,
    /// One that was rewritten, with or without an RDB preamble, and continued.
    Rewritten {
        preamble: &'static str,
    },
}

#[test]
fn files_of_another_build_are_loaded() {
    let mut random = Random::new(seed("upgrade of files"));
    for files in [
        Files::Rdb,
        Files::Log,
        Files::Rewritten { preamble: "yes" },
        Files::Rewritten { preamble: "no" },
    ] {
        println!("{files:?}");
        let (_folder, place) = installed();
        let mut server = setup(&place).module_args(OLD_DEFAULTS).start();
        let mut operations = operations_for(&server, &mut random);
        let mut c = server.resp3();
        operations.run(&mut c, 300);
        match files {
            Files::Rdb => {
                c.ok("CONFIG SET appendonly no");
                c.ok("CONFIG REWRITE");
                c.ok("SAVE");
            }
            Files::Log => {}
            Files::Rewritten { preamble } => {
                c.ok(&format!("CONFIG SET aof-use-rdb-preamble {preamble}"));
                aof::rewrite(&mut c);
                operations.run(&mut c, 300);
            }
        }
        let is_0_1 = is_0_1(&server);
        let before = snapshot(&server, is_0_1);
        shut_down(&mut server);
        install(&module(), &place);
        server.restart();
        before.assert_same(&snapshot(&server, is_0_1));
        // The new build continues the files.
        Operations::new(random.fork()).run(&mut server.resp3(), 300);
        let before = snapshot(&server, false);
        let save = if matches!(files, Files::Rdb) { "SAVE" } else { "PING" };
        server.resp3().run(save);
        shut_down(&mut server);
        server.restart();
        before.assert_same(&snapshot(&server, false));
    }
}
