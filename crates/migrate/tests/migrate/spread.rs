//! One site becomes several parts, and several parts one site.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use serde_json::Value as Json;
use test_support::{Client, Connect, DEADLINE, Server, Value, fill_site, wait_until};

use crate::kept;
use crate::program::{
    digest, export_lines, fail, import_lines, line, run, spawn, try_import, url,
};
use crate::readers::{self, reader_lines};
use crate::sites::{empty_site, fill_module, module_server};

/// The keys of three parts.
const PARTS: [&str; 3] = ["news:{0-1}", "news:{1}", "news:{2-1}"];

fn spread(from: &Server, to: &Server, more: &str) -> Vec<String> {
    line(format!("spread --from {} --to {} --key news {more}", url(from), url(to)))
}

fn digests(server: &Server) -> [String; 3] {
    let mut c = server.resp2();
    PARTS.map(|key| {
        c.check(key);
        digest(server, key)
    })
}

/// Returns the lines of articles and comments by id, with other ids for some comments.
fn entries(lines: &str, new_ids: &BTreeMap<u64, u64>) -> BTreeMap<u64, Json> {
    let new = |id: &Json| {
        new_ids.get(&id.as_u64().unwrap()).map_or_else(|| id.clone(), |id| (*id).into())
    };
    let lines = lines.lines().skip(1).map(|line| serde_json::from_str::<Json>(line).unwrap());
    let entries = lines.filter(|line| line.get("user").is_none()).map(|mut line| {
        for name in ["id", "parent"] {
            if let Some(id) = line.get(name) {
                line[name] = new(id);
            }
        }
        (line["id"].as_u64().unwrap(), line)
    });
    entries.collect()
}

/// Spreads a site over three parts, and returns the new ids of comments by their old ones.
fn spread_once(from: &Server, to: &Server) -> BTreeMap<u64, u64> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ids.csv");
    let report = run(&spread(from, to, &format!("--parts 3 --map-ids {}", file.display())));
    let map = fs::read_to_string(&file).unwrap();
    let ids = |line: &str| {
        let (old, new) = line.strip_prefix("comment,").unwrap().split_once(',').unwrap();
        (old.parse().unwrap(), new.parse().unwrap())
    };
    let map: BTreeMap<u64, u64> = map.lines().skip(1).map(ids).collect();
    assert_eq!(report.number("with new ids"), map.len() as u64);
    map
}

/// Returns what all parts have of a user together.
fn sum(c: &mut Client, user: &str, name: &str) -> i64 {
    PARTS.into_iter().map(|key| c.map(&format!("ARTICLE.USER {key} {user}")).int(name)).sum()
}

#[test]
fn a_site_becomes_parts_and_one_site_again() {
    let (site, mut c) = empty_site();
    let (parts, back, again) = (module_server(), module_server(), module_server());
    readers::fill(&mut c);
    let map = spread_once(&site, &parts);
    let expected = digests(&parts);
    assert!(map.len() > 3 && map.values().all(|new| *new > 30), "{map:?}");
    // Once more, and from the lines, it is the same.
    assert_eq!(run(&spread(&site, &parts, "--parts 3")).number("there before"), 17);
    assert_eq!(digests(&parts), expected);
    let lines = export_lines(&site);
    try_import(&url(&again), "news", &["--parts", "3"], &lines).assert_success();
    assert_eq!(digests(&again), expected);

    // Everything is somewhere.
    let mut p = parts.resp2();
    for user in ["ann", "bob", "dan", "eve"] {
        let whole = c.map(&format!("ARTICLE.USER news {user}"));
        for name in ["articles", "karma", "comments", "comment_karma", "unseen"] {
            assert_eq!(sum(&mut p, user, name), whole.int(name), "{user} {name}");
        }
    }
    for key in PARTS {
        for (command, reply) in [("USER", "outlaw"), ("FOLLOWS", "ann"), ("FOLLOWS", "lurker")]
            .map(|(name, user)| (format!("ARTICLE.{name} {{}} {user}"), user))
        {
            let [own, whole] = [(&mut p, key), (&mut c, "news")]
                .map(|(c, key)| c.run(&command.replace("{}", key)));
            assert_eq!(own, whole, "{reply}");
        }
    }
    // The parts are one site again, which has the new ids, and all of them fit.
    run(&spread(&parts, &back, "--from-parts 3"));
    back.resp2().check("news");
    let joined = export_lines(&back);
    assert_eq!(entries(&joined, &BTreeMap::new()), entries(&lines, &map));
    assert_eq!(reader_lines(&joined).len(), reader_lines(&lines).len());
    let exported =
        run(&line(format!("export --from {} --key news --parts 3 --jsonl -", url(&parts))));
    assert_eq!(entries(&exported.out, &BTreeMap::new()), entries(&joined, &BTreeMap::new()));
    import_lines(&site, "copy", &exported.out);
    assert_eq!(digest(&site, "copy"), digest(&back, "news"));
    again.resp2().ok("FLUSHALL");
    assert_eq!(run(&spread(&back, &again, "--parts 3")).number("with new ids"), 0);
    let marks = |server: &Server| -> BTreeSet<i64> {
        let mut c = server.resp2();
        PARTS
            .into_iter()
            .flat_map(|key| c.ids(&format!("ARTICLE.MARKED {key} ann saved 1")))
            .collect()
    };
    assert_eq!(marks(&again), marks(&parts));
    assert_eq!(marks(&parts).len(), 3);
}

#[test]
fn every_kind_of_site_can_be_spread() {
    let fill_all: fn(&mut Client) = |c| fill_site(c, "news");
    for fill in [fill_module, kept::fill, fill_all] {
        let (site, mut c) = empty_site();
        let (parts, back) = (module_server(), module_server());
        fill(&mut c);
        let map = spread_once(&site, &parts);
        run(&spread(&parts, &back, "--from-parts 3"));
        back.resp2().check("news");
        let [lines, joined] = [&site, &back].map(export_lines);
        assert_eq!(entries(&joined, &BTreeMap::new()), entries(&lines, &map));
        assert_eq!(map.is_empty(), c.info("news").int("comments") == 0);
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
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
    for (old, new, message) in [
        ("\"id\":19", "\"id\":20", "line 3: the id is not one of the \"ids\" of the part"),
        ("[3,16]", "[17,16]", "line 1: \"ids\" must be a first id and a step"),
        ("[3,16]", "[3,8]", "the key holds a site with IDS 3 16 where the import has 3 8"),
    ] {
        try_import(&url(&site), "copy", &[], lines.replace(old, new)).assert_refused(message);
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
    let (whole, killed) = (module_server(), module_server());
    run(&spread(&site, &whole, "--parts 3"));
    let mut k = killed.resp2();
    // In the middle of the articles, and of the comments with new ids.
    for last_id in [1, 3_000] {
        let mut process = spawn(&spread(&site, &killed, "--parts 3"));
        wait_until(DEADLINE, "a part", || match k.run(&format!("ARTICLE.INFO {}", PARTS[0])) {
            Value::Nil => false,
            info => k.fields(&info).int("last_id") >= last_id,
        });
        process.kill().unwrap();
        process.wait().unwrap();
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
    let braces = line(format!("export --from {} --key {{n}} --parts 2 --jsonl -", url(&site)));
    fail(&braces, "must not contain {");
    let dry = run(&spread(&site, &module_server(), "--parts 3 --dry-run --map-ids /no/such/file"));
    assert!(dry.out.starts_with("Would spread \"news\""), "{}", dry.out);
}
