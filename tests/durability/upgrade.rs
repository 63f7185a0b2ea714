//! Another build of the module replaces the one in use, as `docs/operations.md` describes.
//!
//! `OLD_MODULE` is the build to start with, such as the last release. The default is a copy of the
//! build under test.

use crate::load::{Findings, LoadGenerator, Operations};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use test_support::*;

const VOTERS: usize = 6;

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

#[test]
fn a_replica_of_another_build_follows_and_takes_over() {
    let mut random = Random::new(seed("upgrade by failover"));
    let (_folder, place) = installed();
    let mut primary = setup(&place).start();
    let mut operations = Operations::new(random.fork());
    operations.run(&mut primary.resp3(), 300);

    let mut replica = setup(&module()).start();
    follow(&replica, &primary);
    await_caught_up(&primary, &replica);
    operations.run(&mut primary.resp3(), 300);
    await_caught_up(&primary, &replica);
    let identical = |one: &Server, other: &Server| {
        let picture = |server: &Server| ServerSnapshot::of(&mut server.resp3()).without_clock();
        picture(one).assert_same(&picture(other));
    };
    identical(&primary, &replica);

    // The replica takes over, and the old primary follows it: first with the old build, then with
    // the new one.
    replica.resp2().ok("REPLICAOF NO ONE");
    std::mem::swap(&mut primary, &mut replica);
    follow(&replica, &primary);
    for _ in 0..2 {
        operations.run(&mut primary.resp3(), 300);
        await_caught_up(&primary, &replica);
        identical(&primary, &replica);
        install(&module(), &place);
        shut_down(&mut replica);
        replica.restart();
        follow(&replica, &primary);
        await_caught_up(&primary, &replica);
        identical(&primary, &replica);
    }
}
