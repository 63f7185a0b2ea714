//! One site becomes several parts, and several parts one site.

use std::collections::BTreeSet;

use test_support::{Client, Connect, Server, Value, fill_site};

use crate::counts::without;
use crate::harness::{
    Folder, assert_same, between, digest, export_lines, fail, import_lines, kill_when, last_id,
    of, run, try_import,
};
use crate::servers::{empty_site, fill_module, module_server, site_of};
use crate::{kept, readers};

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
    let ((site, mut c), (parts, mut p)) = (site_of(readers::fill), empty_site());
    let (back, again, folder) = (module_server(), module_server(), Folder::new());
    let options = format!("--parts 3 --map-ids {}", folder.file("ids.csv"));
    assert_eq!(run(&spread(&site, &parts, &options)).number("with new ids"), 13);
    assert_eq!(folder.read("ids.csv"), include_str!("data/spread.csv"));
    let expected = digests(&parts);
    // Once more, and from the lines, it is the same.
    assert_eq!(run(&spread(&site, &parts, "--parts 3")).number("there before"), 17);
    assert_eq!(digests(&parts), expected);
    let lines = export_lines(&site);
    try_import(&again, "news", "--parts 3", &lines).assert_success();
    assert_eq!(digests(&again), expected);
    // What is kept of users is in each part.
    for (command, user) in [("USER", "outlaw"), ("FOLLOWS", "ann"), ("FOLLOWS", "lurker")] {
        let whole = c.run(&format!("ARTICLE.{command} news {user}"));
        for key in PARTS {
            assert_eq!(p.run(&format!("ARTICLE.{command} {key} {user}")), whole, "{user}");
        }
    }
    // The parts are one site again, which has the new ids, and all of them fit.
    run(&spread(&parts, &back, "--from-parts 3"));
    back.resp2().check("news");
    again.resp2().ok("FLUSHALL");
    assert_eq!(run(&spread(&back, &again, "--parts 3")).number("with new ids"), 0);
    let joined = export_lines(&back);
    let joined: BTreeSet<&str> = joined.split_inclusive('\n').collect();
    assert_eq!(String::from_iter(joined), include_str!("data/joined.jsonl"));
    for parts in [&parts, &again] {
        c.run("DEL copy");
        let exported = run(&of("export --parts 3 --jsonl -", parts, "news")).out;
        import_lines(&site, "copy", &exported);
        assert_same(&site, "copy", &back, "news");
    }
}

/// Returns the lines of articles and comments without their ids, sorted.
fn entries(site: &Server) -> Vec<String> {
    let lines = export_lines(site);
    let lines = lines.lines().filter(|line| !line.starts_with("{\"user\""));
    let mut lines: Vec<String> =
        lines.map(|line| without(line, &["id", "parent", "last_id"])).collect();
    lines.sort();
    lines
}

#[test]
fn every_kind_of_site_can_be_spread() {
    let fill_all: fn(&mut Client) = |c| fill_site(c, "news");
    for fill in [fill_module, kept::fill, fill_all] {
        let ((site, _), parts, back) = (site_of(fill), module_server(), module_server());
        run(&spread(&site, &parts, "--parts 3"));
        run(&spread(&parts, &back, "--from-parts 3"));
        back.resp2().check("news");
        assert_eq!(entries(&back), entries(&site));
    }
}

#[test]
fn a_part_that_is_exported_alone_stays_one() {
    let (site, mut c) = empty_site();
    c.ok("ARTICLE.CREATE news IDS 3 16");
    for (id, title) in [(3, "First"), (19, "Second")] {
        assert_eq!(c.int(&format!("ARTICLE.POST news ann {title} link XX")), id);
    }
    let lines = export_lines(&site);
    assert!(lines.lines().next().unwrap().contains("\"ids\":[3,16]"), "{lines}");
    import_lines(&site, "copy", &lines);
    assert_same(&site, "copy", &site, "news");
    for (old, new, message) in [
        ("\"id\":19", "\"id\":20", "line 3: the id is not one of the \"ids\" of the part"),
        ("[3,16]", "[17,16]", "line 1: \"ids\" must be a first id and a step"),
        ("[3,16]", "[3,8]", "the key holds a site with IDS 3 16 where the import has 3 8"),
    ] {
        try_import(&site, "copy", "", lines.replace(old, new)).assert_refused(message);
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
    // In the middle of the articles, and of the comments with new ids.
    for id in [1, 3_000] {
        kill_when(&spread(&site, &killed, "--parts 3"), || last_id(&mut k, PARTS[0]) >= id);
    }
    run(&spread(&site, &killed, "--parts 3"));
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
    c.ok(&format!("ARTICLE.CREATE {} IDS 1 3", PARTS[1]));
    fail(&spread(&site, &site, "--from-parts 3"), "or other IDS than that part");
    fail(&spread(&site, &site, "--parts 3"), "with IDS 1 3 where the import has 3 3");
    assert_eq!(c.run("TYPE news:{2-1}"), Value::SimpleString("none".to_owned()));
    fail(&of("export --parts 2 --jsonl -", &site, "{n}"), "must not contain {");
    let dry = run(&spread(&site, &module_server(), "--parts 3 --dry-run --map-ids /no/such/file"));
    assert!(dry.out.starts_with("Would spread \"news\""), "{}", dry.out);
}
