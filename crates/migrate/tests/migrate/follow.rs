//! Whoever follows a site has a copy that equals it.

mod copy;
mod follower;

use std::fs;
use std::process::Command;

use test_support::random_commands::{Commands, SITES};
use test_support::{
    Client, Connect, DEADLINE, Random, Value, rounds, seed, wait_until, with_module,
};

use self::copy::Copy;
use self::follower::{Follower, follow};
use crate::program::{fail, run, run_any, url_as, words};
use crate::sites::{empty_site, fill_comments, site_with_comments};

/// Runs a random command on one of the sites.
fn change(c: &mut Client, commands: &mut Commands) {
    let (_, words) = commands.make();
    c.call(&String::from_utf8_lossy(&words[0]), &words[1..]);
    for site in SITES {
        let info = c.run(&format!("ARTICLE.INFO {site}"));
        let last_id = if info == Value::Nil { 0 } else { c.fields(&info).int("last_id") };
        commands.set_last_id(site, last_id);
    }
}

#[test]
fn a_copy_equals_the_site_after_any_changes() {
    let (server, mut c) = empty_site();
    let mut random = Random::new(seed("follow"));
    let mut commands = Commands::new(random.fork());
    let folder = tempfile::tempdir().unwrap();
    let mut followers = SITES.map(|site| {
        let file = folder.path().join(site);
        Follower::start(follow(&server, site, &["--version-file", file.to_str().unwrap()]))
    });
    for _ in 0..rounds() {
        for _ in 0..300 {
            change(&mut c, &mut commands);
            if random.percent(3) {
                let index = random.below(3) as usize;
                followers[index].kill();
                followers[index].start_again();
            }
        }
        for (follower, name) in followers.iter().zip(SITES) {
            follower.await_copy_of(&server, name);
        }
    }
}

/// Fills a site with as many articles, quickly.
fn fill(c: &mut Client, articles: i64) {
    let lines: Vec<String> =
        (0..articles).map(|number| format!("ARTICLE.POST news u{} T l", number % 9)).collect();
    c.run_all(lines);
}

#[test]
fn kills_lose_no_change() {
    let (server, mut c) = empty_site();
    let mut random = Random::new(seed("follow_kills"));
    fill(&mut c, 3_000);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("version");
    let options = ["--version-file", file.to_str().unwrap(), "--count", "25"];
    let mut follower = Follower::start(follow(&server, "news", &options));
    for round in 1..=8 {
        // At least two replies: the version of the first one is in the file.
        follower.await_lines(60 + random.below(350) as usize * round);
        follower.kill();
        // What changes and goes while nobody follows.
        for _ in 0..20 {
            c.run(&format!("ARTICLE.VOTE news late{round} {}", 1 + random.below(2_900)));
            c.run(&format!("ARTICLE.DEL news {}", 1 + random.below(2_900)));
        }
        follower.start_again();
    }
    follower.await_copy_of(&server, "news");
    assert_eq!(follower.copy().resyncs, 1, "each run continues where the last one stopped");
}

#[test]
fn a_server_that_restarts_is_followed_from_the_beginning() {
    let mut server = with_module().config("appendonly yes").config("appendfsync always").start();
    let mut c = server.resp2();
    fill_comments(&mut c);
    let follower = Follower::start(follow(&server, "news", &[]));
    follower.await_copy_of(&server, "news");
    for _ in 0..2 {
        let before = follower.copy().resyncs;
        server.kill();
        server.start_again();
        server.resp2().int("ARTICLE.POST news ann New l");
        wait_until(DEADLINE, "a resync", || follower.copy().resyncs == before + 1);
        follower.await_copy_of(&server, "news");
    }
    let mut c = server.resp2();
    c.ok("RENAME news other");
    follower.await_copy_of(&server, "news");
    assert!(follower.copy().items.is_empty());
    c.ok("RENAME other news");
    follower.await_copy_of(&server, "news");
    let error = follower.end();
    assert!(error.contains("trying again") && error.contains("connected again"), "{error}");
}

#[test]
fn lost_connections_are_opened_again() {
    let (server, mut c) = site_with_comments();
    let follower = Follower::start(follow(&server, "news", &[]));
    for number in 0..3 {
        follower.await_copy_of(&server, "news");
        let is_waiting = |c: &mut Client| c.report("CLIENT LIST").contains("cmd=article.changes");
        wait_until(DEADLINE, "a follower that waits", || is_waiting(&mut c));
        assert_eq!(c.int("CLIENT KILL TYPE normal SKIPME yes"), 1);
        c.int(&format!("ARTICLE.VOTE news voter{number} 2"));
    }
    follower.await_copy_of(&server, "news");
    assert_eq!(follower.copy().resyncs, 1);
    // An error that does not pass ends it.
    c.ok("SET text x");
    c.ok("RENAME text news");
    let error = follower.await_end(2);
    assert!(error.contains("WRONGTYPE"), "{error}");
}

#[test]
fn once_ends_when_nothing_is_left() {
    let (server, mut c) = site_with_comments();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("version");
    let options = follow(&server, "news", &["--once", "--version-file", file.to_str().unwrap()]);
    let first = run(&options).out;
    let mut copy = Copy::of(&first);
    let all = || Copy::of(&run(&follow(&server, "news", &["--once"])).out).items;
    assert!(first.starts_with("{\"resync\":true}\n"), "{first}");
    assert_eq!(fs::read_to_string(&file).unwrap(), format!("{}\n", copy.version));
    // Nothing has changed.
    let version = copy.version.clone();
    let idle = format!("{{\"complete\":true}}\n{{\"version\":\"{version}\"}}\n");
    assert_eq!(run(&options).out, idle);
    c.int("ARTICLE.VOTE news cleo 2");
    c.int("ARTICLE.DEL news 18");
    let second = run(&options).out;
    assert!(second.contains("{\"deleted\":18}\n") && !second.contains("resync"), "{second}");
    copy.apply(&second);
    assert_eq!(copy.items, all());
    // Only counts are written, and nobody's name but the poster's.
    assert!(!second.contains("cleo") && second.contains("\"upvotes\":2"), "{second}");
    // A reader can keep the version itself.
    assert_eq!(run(&follow(&server, "news", &["--once", "--since", &version])).out, second);
    // Everything is gone.
    c.run("DEL news");
    let gone = run(&options);
    copy.apply(&gone.out);
    assert!(copy.items.is_empty() && copy.is_complete, "{gone:?}");
    assert!(gone.err.contains("there is no article"), "{gone:?}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "0\n");
}

/// The guide's example is what the program writes.
#[test]
fn the_lines_of_the_guide_are_written() {
    let guide = include_str!("../../../../docs/migrating.md");
    let (_, section) = guide.split_once("## Follow the changes of a site").unwrap();
    let (_, lines) = section.split_once("```json\n").unwrap();
    let (lines, _) = lines.split_once("```").unwrap();
    let (server, mut c) = empty_site();
    for line in [
        r#"ARTICLE 3 ann Old "" TIME 1700000000 CLOSES 1700604800 COUNTS 250 3"#,
        "COMMENT 5 cleo 3 First TIME 1700000100 CLOSES 1700604900 COUNTS 4 0",
        "COMMENT 7 dan 5 Why? TIME 1700000300 CLOSES 4000000000 UP 1 dan",
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    let mut written = run(&follow(&server, "news", &["--once"])).out;
    c.int("ARTICLE.DEL news 7");
    let options = follow(&server, "news", &["--once", "--since", &Copy::of(&written).version]);
    written += run(&options).out.split_once("{\"complete\"").unwrap().0;
    assert_eq!(without_copies(&written), without_copies(lines));
}

/// Returns lines in which the versions do not say of which copy they are.
fn without_copies(lines: &str) -> Vec<&str> {
    let is_of_copy = |line: &&str| line.starts_with("{\"version\"") && line.contains('-');
    lines.lines().map(|line| if is_of_copy(&line) { "a version" } else { line }).collect()
}

#[test]
fn signals_and_a_closed_output_end_it_cleanly() {
    let (server, _) = site_with_comments();
    for signal in ["-INT", "-TERM", "-HUP"] {
        let follower = Follower::start(follow(&server, "news", &[]));
        follower.await_copy_of(&server, "news");
        let id = follower.process_id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
        follower.await_end(0);
    }
    // Nothing changes, so nothing is written.
    let version = Copy::of(&run(&follow(&server, "news", &["--once"])).out).version;
    let options = follow(&server, "news", &["--since", &version]);
    let mut process = crate::program::spawn(&options);
    drop(process.stdout.take());
    assert_eq!(process.wait().unwrap().code(), Some(0));
}

#[test]
fn mistakes_are_named() {
    let (server, mut c) = empty_site();
    c.ok("SET text x");
    fill_comments(&mut c);
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, text) in [("empty", ""), ("other", "{\"id\":7}\n"), ("plain", "hello")] {
        fs::write(file(name), text).unwrap();
    }
    let with_file = |name: &str| follow(&server, "news", &["--version-file", &file(name)]);
    for (options, message) in [
        (follow(&server, "text", &[]), "WRONGTYPE"),
        (follow(&server, "news", &["--since", "x"]), "ARTICLE.CHANGES 'news': ERR"),
        (follow(&server, "news", &["--count", "0"]), "0 is not in 1..=1000"),
        (follow(&server, "news", &["--since", "0", "--version-file", "v"]), "cannot be used with"),
        (with_file("empty"), "it has no version"),
        (with_file("other"), "it has no version"),
        (with_file("plain"), "ARTICLE.CHANGES 'news': ERR"),
        (with_file("no/such/folder"), "--version-file: cannot write"),
        (follow(&crate::sites::plain_server(), "news", &[]), "Load the module"),
    ] {
        fail(&options, message);
    }
    let mut options = follow(&server, "news", &["--once"]);
    options[6] = "news.jsonl".to_owned();
    fail(&options, "news.jsonl");
    options[6] = "-".to_owned();
    options[2] = "redis://127.0.0.1:1".to_owned();
    fail(&options, "--from: cannot connect");
}

#[test]
fn the_permission_that_the_guide_names_suffices() {
    let (server, mut c) = site_with_comments();
    c.ok("ACL SETUSER ann on >secret ~news -@all +article.changes");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("password");
    fs::write(&file, "secret\n").unwrap();
    let mut options =
        follow(&server, "news", &["--once", "--from-password-file", file.to_str().unwrap()]);
    options[2] = url_as("ann", &server);
    assert_eq!(run_any(&options).code, Some(0));
    c.ok("ACL SETUSER ann -article.changes");
    fail(&options, "NOPERM");
    fail(&words(&["follow", "--key", "news"]), "--from <URL>");
}
