//! Each loop in the shell commands of the documents ends, also on an error, which it prints.

use super::links::documents;
use super::shell;
use std::fs;
use std::process::Output;
use test_support::*;

/// Returns each loop of the documents, with the lines before it that set its variables.
fn loops() -> Vec<String> {
    let mut loops = Vec::new();
    for path in documents(&super::root()) {
        let document = fs::read_to_string(&path).expect("a text");
        for block in shell::blocks(&document) {
            let mut own = String::new();
            let mut is_in_loop = false;
            for line in block.lines() {
                let words = line.trim_start();
                is_in_loop |= words.starts_with("while ") || words.starts_with("until ");
                let is_other = ["redis-cli ", "sudo "].iter().any(|name| words.starts_with(name));
                if is_in_loop || !is_other {
                    own += &format!("{line}\n");
                }
                if is_in_loop && words.ends_with("done") {
                    is_in_loop = false;
                    loops.push(std::mem::take(&mut own));
                }
            }
            assert!(!is_in_loop, "{}: no end:\n{block}", path.display());
        }
    }
    loops
}

fn run(server: &Server, commands: &str) -> Output {
    let output = shell::run(server.port(), commands);
    assert_ne!(output.status.code(), Some(124), "this does not end:\n{commands}");
    output
}

/// Runs the loops, which must end and print an error with these words.
#[track_caller]
fn assert_all_end(server: &Server, loops: &[String], words: &str) {
    for commands in loops {
        let output = run(server, commands);
        let is_printed = [&output.stderr, &output.stdout]
            .iter()
            .any(|printed| String::from_utf8_lossy(printed).contains(words));
        assert!(is_printed, "{commands}\n{output:?}");
    }
}

#[test]
fn loops_end_on_every_error() {
    let loops = loops();
    assert!(loops.len() >= 7, "{loops:?}");
    let mut server = with_module().start();
    let mut c = server.resp2();
    c.ok("SET news value");
    let of_a_site: Vec<_> = loops.iter().filter(|text| text.contains(" news ")).cloned().collect();
    assert_eq!(of_a_site.len(), 7, "{of_a_site:?}");
    assert_all_end(&server, &of_a_site, "WRONGTYPE");
    c.ok("ACL SETUSER default -@all");
    assert_all_end(&server, &loops, "NOPERM");
    server.kill();
    assert_all_end(&server, &loops, "Could not connect");
}

/// More than one call is needed.
const ARTICLES: i64 = 2_500;

#[test]
fn loops_end_when_they_are_done() {
    let server = with_module().start();
    let mut c = server.resp2();
    let post = |number| format!("ARTICLE.POST news mallory a{number} l");
    let comment = |id| format!("ARTICLE.COMMENT news mallory {id} text");
    let posts: Vec<_> = (0..ARTICLES).map(post).chain((1..=ARTICLES).map(comment)).collect();
    for commands in loops() {
        c.ok("FLUSHALL");
        c.run_all(&posts);
        assert_eq!(c.info("news").int("votes"), 2 * ARTICLES);
        c.run("BGREWRITEAOF");
        let output = run(&server, &commands);
        assert!(output.status.success() && output.stderr.is_empty(), "{commands}\n{output:?}");
        if commands.contains("UNVOTE") {
            assert_eq!(c.info("news").int("votes"), 0);
        } else if commands.contains("SILENCE") {
            assert_eq!(c.map("ARTICLE.USER news mallory").int("silenced"), 1);
        } else if commands.contains("ALL)") {
            assert_eq!(c.map("ARTICLE.USER news molly").int("comments"), ARTICLES);
            assert_eq!(c.ids("ARTICLE.VOTED news mallory 1"), [0; 0]);
        } else if commands.contains("TRANSFER") {
            assert_eq!(c.map("ARTICLE.USER news [deleted]").int("articles"), ARTICLES);
        } else if commands.contains("FORGET") {
            assert_eq!(c.int("ARTICLE.FORGET news mallory"), 0);
        } else if commands.contains("USERPAGE") {
            assert_eq!(c.info("news").int("articles"), 0);
        } else if commands.contains("COMMENTS") {
            assert_eq!(c.info("news").int("comments"), 0);
        } else if commands.contains("rewrite") {
            assert_eq!(info(&mut c, "persistence", "aof_rewrite_in_progress"), "0");
        } else {
            assert!(commands.contains("SCAN"), "no loop that is known: {commands}");
        }
    }
}
