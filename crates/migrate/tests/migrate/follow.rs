//! Whoever follows a site has a copy that equals it.

mod follower;

use std::process::Command;

use test_support::random_commands::{Commands, SITES};
use test_support::{Client, Connect, DEADLINE, Random, rounds, seed, wait_until, with_module};

use self::follower::Follower;
pub use self::follower::{Copy, follow};
use crate::harness::{Folder, end, fail, last_id, run, spawn};
use crate::servers::{empty_site, fill_comments, plain_server, site_of};

/// Returns the option that names a version file in a folder.
fn version_file(folder: &Folder, name: &str) -> String {
    format!("--version-file {}", folder.file(name))
}

/// Runs a random command on one of the sites.
fn change(c: &mut Client, commands: &mut Commands) {
    let (_, words) = commands.make();
    c.call(&String::from_utf8_lossy(&words[0]), &words[1..]);
    for site in SITES {
        commands.set_last_id(site, last_id(c, site));
    }
}

#[test]
fn a_copy_equals_the_site_after_any_changes() {
    let ((server, mut c), folder) = (empty_site(), Folder::new());
    let mut random = Random::new(seed("follow"));
    let mut commands = Commands::new(random.fork());
    let mut followers =
        SITES.map(|site| Follower::start(follow(&server, site, &version_file(&folder, site))));
    for _ in 0..rounds() {
        for _ in 0..300 {
            change(&mut c, &mut commands);
            if random.percent(3) {
                followers[random.below(3) as usize].restart_after(|| ());
            }
        }
        for (follower, name) in followers.iter_mut().zip(SITES) {
            follower.await_copy_of(&server, name);
        }
    }
}

#[test]
fn kills_lose_no_change() {
    let ((server, mut c), folder) = (empty_site(), Folder::new());
    let mut random = Random::new(seed("follow_kills"));
    c.run_all((0..3_000).map(|number| format!("ARTICLE.POST news u{} T l", number % 9)));
    let options = version_file(&folder, "version") + " --count 25";
    let mut follower = Follower::start(follow(&server, "news", &options));
    for round in 1..=8 {
        // At least two replies: the version of the first one is in the file.
        let lines = 60 + random.below(350) as usize * round;
        wait_until(DEADLINE, "lines", || {
            let copy = follower.copy();
            copy.lines >= lines || copy.is_complete
        });
        // What changes and goes while nobody follows.
        follower.restart_after(|| {
            for _ in 0..20 {
                c.run(&format!("ARTICLE.VOTE news late{round} {}", 1 + random.below(2_900)));
                c.run(&format!("ARTICLE.DEL news {}", 1 + random.below(2_900)));
            }
        });
    }
    follower.await_copy_of(&server, "news");
    assert_eq!(follower.copy().resyncs, 1, "each run continues where the last one stopped");
}

#[test]
fn lost_connections_are_opened_again_and_restarts_followed_from_the_beginning() {
    let mut server = with_module().config("appendonly yes").config("appendfsync always").start();
    let mut c = server.resp2();
    fill_comments(&mut c);
    let mut follower = Follower::start(follow(&server, "news", ""));
    for number in 0..3 {
        follower.await_copy_of(&server, "news");
        wait_until(DEADLINE, "a follower that waits", || {
            c.report("CLIENT LIST").contains("cmd=article.changes")
        });
        assert_eq!(c.int("CLIENT KILL TYPE normal SKIPME yes"), 1);
        c.int(&format!("ARTICLE.VOTE news voter{number} 2"));
    }
    for resyncs in 1..=3 {
        follower.await_copy_of(&server, "news");
        assert_eq!(follower.copy().resyncs, resyncs);
        server.kill();
        server.start_again();
        server.resp2().int("ARTICLE.POST news ann New l");
        wait_until(DEADLINE, "a resync", || follower.copy().resyncs > resyncs);
    }
    let mut c = server.resp2();
    c.ok("RENAME news other");
    follower.await_copy_of(&server, "news");
    assert!(follower.copy().items.is_empty());
    c.ok("RENAME other news");
    follower.await_copy_of(&server, "news");
    // An error that does not pass ends it.
    c.ok("SET news x");
    let error = follower.await_end(2);
    for text in ["trying again", "connected again", "WRONGTYPE"] {
        assert!(error.contains(text), "{error}");
    }
}

#[test]
fn once_ends_when_nothing_is_left() {
    let ((server, mut c), folder) = (site_of(fill_comments), Folder::new());
    let once = |more: &str| run(&follow(&server, "news", &format!("--once {more}")));
    let options = version_file(&folder, "version");
    let first = once(&options).out;
    let mut copy = Copy::of(&first);
    assert!(first.starts_with("{\"resync\":true}\n"), "{first}");
    let version = copy.version.clone();
    assert_eq!(folder.read("version"), format!("{version}\n"));
    // Nothing has changed.
    let idle = format!("{{\"complete\":true}}\n{{\"version\":\"{version}\"}}\n");
    assert_eq!(once(&options).out, idle);
    c.int("ARTICLE.VOTE news cleo 2");
    c.int("ARTICLE.DEL news 18");
    let second = once(&options).out;
    assert!(second.contains("{\"deleted\":18}\n") && !second.contains("resync"), "{second}");
    copy.apply(&second);
    assert_eq!(copy.items, Copy::of(&once("").out).items);
    // Only counts are written, and nobody's name but the poster's.
    assert!(!second.contains("cleo") && second.contains("\"upvotes\":2"), "{second}");
    // A reader can keep the version itself.
    assert_eq!(once(&format!("--since {version}")).out, second);
    // Everything is gone.
    c.run("DEL news");
    let gone = once(&options);
    copy.apply(&gone.out);
    assert!(copy.items.is_empty() && copy.is_complete, "{gone:?}");
    assert!(gone.err.contains("there is no article"), "{gone:?}");
    assert_eq!(folder.read("version"), "0\n");
}

#[test]
fn signals_and_a_closed_output_end_it_cleanly() {
    let (server, _) = site_of(fill_comments);
    for signal in ["-INT", "-TERM", "-HUP"] {
        let mut follower = Follower::start(follow(&server, "news", ""));
        follower.await_copy_of(&server, "news");
        let id = follower.process_id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        follower.await_end(0);
    }
    // Nothing changes, so nothing is written.
    let version = Copy::of(&run(&follow(&server, "news", "--once")).out).version;
    let mut process = spawn(&follow(&server, "news", &format!("--since {version}")));
    drop(process.stdout.take());
    end(process).assert_success();
}

#[test]
fn mistakes_are_named() {
    let ((server, mut c), folder) = (site_of(fill_comments), Folder::new());
    c.ok("SET text x");
    for (name, text) in [("empty", ""), ("other", "{\"id\":7}\n"), ("plain", "hello")] {
        folder.write(name, text);
    }
    let file = |name: &str| version_file(&folder, name);
    for (more, message) in [
        ("--since x", "ARTICLE.CHANGES 'news': ERR"),
        ("--count 0", "0 is not in 1..=1000"),
        ("--since 0 --version-file v", "cannot be used with"),
        (&file("empty"), "it has no version"),
        (&file("other"), "it has no version"),
        (&file("plain"), "ARTICLE.CHANGES 'news': ERR"),
        (&file("no/such/folder"), "--version-file: cannot write"),
    ] {
        fail(&follow(&server, "news", more), message);
    }
    fail(&follow(&server, "text", ""), "WRONGTYPE");
    fail(&follow(&plain_server(), "news", ""), "Load the module");
    fail(&follow("redis://127.0.0.1:1", "news", ""), "--from: cannot connect");
    fail(&follow(&server, "news", "").replace("jsonl -", "jsonl news.jsonl"), "news.jsonl");
}
