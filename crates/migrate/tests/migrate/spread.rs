//! One site becomes several parts, and several parts one site.

use test_support::{Client, Connect, Server, Value, fill_site};

use crate::harness::{Folder, between, digest, export_lines, fail, kill_when, last_id, run};
use crate::kinds;
use crate::servers::{empty_site, fill_module, module_server, site_of};

/// The keys of three parts.
const PARTS: [&str; 3] = ["news:{0-1}", "news:{1}", "news:{2-1}"];

fn spread(from: &Server, to: &Server, more: &str) -> String {
    between(&format!("spread {more}"), from, to, "news")
}

fn digests(server: &Server) -> [String; 3] {
    let mut c = server.resp2();
    PARTS.map(|key| {
        c.check(key);
        digest(server, key)
    })
}

#[test]
fn a_site_becomes_parts_and_one_site_again() {
    let ((site, mut c), (parts, mut p)) = (site_of(kinds::fill_users), empty_site());
    let (back, again, folder) = (module_server(), module_server(), Folder::new());
    let options = format!("--parts 3 --map-ids {}", folder.file("ids.csv"));
    assert_eq!(run(&spread(&site, &parts, &options)).number("with new ids"), 13);
    assert_eq!(folder.read("ids.csv"), include_str!("data/spread.csv"));
    let expected = digests(&parts);
    // What is kept of users is in each part.
    for (command, user) in [("FOLLOWS", "ann"), ("FOLLOWS", "lurker")] {
        let whole = c.run(&format!("ARTICLE.{command} news {user}"));
        for key in PARTS {
            assert_eq!(p.run(&format!("ARTICLE.{command} {key} {user}")), whole, "{user}");
        }
    }
    // The parts are one site again, which has the new ids, and all of them fit.
    run(&spread(&parts, &back, "--from-parts 3"));
    back.resp2().check("news");
    assert_eq!(run(&spread(&back, &again, "--parts 3")).number("with new ids"), 0);
    assert_eq!(digests(&again), expected);
}

/// Returns the lines of articles and comments without their ids, sorted.
fn entries(site: &Server) -> Vec<String> {
    let lines = export_lines(site);
    let parse = |line: &str| serde_json::from_str::<Vec<serde_json::Value>>(line).unwrap();
    let lines = lines.lines().map(parse).filter(|words| {
        ["ARTICLE", "COMMENT", "PLACE", "VOTERS"].contains(&words[0].as_str().unwrap())
    });
    let without_ids = |mut words: Vec<serde_json::Value>| {
        words[1] = 0.into();
        match words[0].as_str() {
            Some("COMMENT") => words[3] = 0.into(),
            Some("PLACE") => words[2] = 0.into(),
            _ => {}
        }
        // The order of voters depends on the numbers of users.
        let mut words: Vec<String> = words.iter().map(ToString::to_string).collect();
        let first = words.len().min(5);
        words[first..].sort();
        words.join(" ")
    };
    let mut lines: Vec<String> = lines.map(without_ids).collect();
    lines.sort();
    lines
}

#[test]
fn every_kind_of_site_can_be_spread() {
    let fill_all: fn(&mut Client) = |c| fill_site(c, "news");
    for fill in [fill_module, kinds::fill_kept, fill_all] {
        let ((site, _), parts, back) = (site_of(fill), module_server(), module_server());
        run(&spread(&site, &parts, "--parts 3"));
        run(&spread(&parts, &back, "--from-parts 3"));
        back.resp2().check("news");
        let count =
            |lines: &[String]| lines.iter().filter(|line| !line.contains("VOTERS")).count();
        assert_eq!(count(&entries(&back)), count(&entries(&site)));
    }
}

#[test]
fn kills_lose_nothing() {
    let (site, mut c) = empty_site();
    let posts = (1..=3_000).map(|id| match id % 3 {
        1 => format!("ARTICLE.POST news u{} Title{id} link", id % 7),
        _ => format!("ARTICLE.COMMENT news u{} {} text", id % 5, id - 1),
    });
    c.run_all(posts);
    let (whole, (killed, mut k)) = (module_server(), empty_site());
    run(&spread(&site, &whole, "--parts 3"));
    let line = spread(&site, &killed, "--parts 3");
    if kill_when(&line, || last_id(&mut k, "news:{0-1}:import") > 0) {
        k.run(&format!("DEL {}", PARTS.join(" ")));
        run(&line);
    }
    assert_eq!(digests(&killed), digests(&whole));
}

#[test]
fn mistakes_are_named() {
    let (site, mut c) = empty_site();
    c.ok("ARTICLE.CREATE news");
    for (more, message) in [
        ("--parts 1", "1 is not in 2..=1024"),
        ("--from-parts 1025", "1025 is not in 2..=1024"),
        ("--from-parts 2", "there is no key \"news:{0-1}\""),
        ("--parts 2 --key {n}", "cannot be used multiple times"),
    ] {
        fail(&spread(&site, &site, more), message);
    }
    c.ok(&format!("ARTICLE.CREATE {} IDS 1 3", PARTS[0]));
    fail(&spread(&site, &site, "--parts 3"), "holds a site without IDS 3 3");
    assert_eq!(c.run("TYPE news:{2-1}"), Value::SimpleString("none".to_owned()));
    let dry = run(&spread(&site, &module_server(), "--parts 3 --dry-run --map-ids /no/such/file"));
    assert!(dry.out.starts_with("Would spread \"news\""), "{}", dry.out);
}
