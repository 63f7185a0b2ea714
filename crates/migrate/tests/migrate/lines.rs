//! Sites as JSON lines: every kind of site comes back, and a line that is not right leaves
//! nothing.

use test_support::{Client, Connect, Random, Server, fill_site, int};

use crate::harness::{
    Address, Folder, assert_same, digest, export_lines, fail, import_lines, kill_when, last_id,
    of, run, try_import,
};
use crate::kinds;
use crate::servers::{empty_site, fill_comments, fill_module, site_of};

/// The key that is loaded into before the key `copy`.
const PART: &str = "{copy}:import";

#[test]
fn importing_an_export_gives_an_identical_site() {
    let fill_all: fn(&mut Client) = |c| fill_site(c, "news");
    for fill in [fill_module, fill_comments, kinds::fill_kept, kinds::fill_users, fill_all] {
        let (site, mut c) = site_of(fill);
        let lines = export_lines(&site);
        let report = import_lines(&site, "copy", &lines);
        report.assert_no_problems();
        assert_same(&site, "copy", &site, "news");
        c.check("copy");
        assert_eq!(c.int(&format!("EXISTS {PART}")), 0);
        // A key that holds a site is not touched.
        let refused = try_import(&site, "copy", "", &lines);
        refused.assert_refused("holds a site already");
        assert_same(&site, "copy", &site, "news");
    }
}

#[test]
fn long_lists_and_many_voters_come_back() {
    let (site, mut c) = site_of(kinds::fill_many);
    let report = import_lines(&site, "copy", export_lines(&site));
    assert_eq!(
        report.numbers(["articles", "vote records", "ids on lists"]),
        [2_500, 5_000, 5_000]
    );
    assert_same(&site, "copy", &site, "news");
    let ids = c.ids("ARTICLE.MARKED news mark again 1 SIZE 1000");
    assert_eq!(c.ids("ARTICLE.MARKED copy mark again 1 SIZE 1000"), ids);
}

#[test]
fn a_part_stays_one() {
    let (site, mut c) = empty_site();
    c.ok("ARTICLE.CREATE news IDS 3 16");
    assert_eq!(c.int("ARTICLE.POST news ann Title link"), 3);
    let lines = export_lines(&site);
    import_lines(&site, "copy", &lines);
    assert_same(&site, "copy", &site, "news");
}

/// Returns the example of a site whose lines are damaged.
fn example() -> Vec<String> {
    let lines = include_str!("data/lines.jsonl");
    lines.lines().map(str::to_owned).collect()
}

fn assert_nothing(c: &mut Client) {
    assert_eq!(c.int(&format!("EXISTS copy {PART}")), 0);
}

#[test]
fn a_line_that_is_not_right_is_named_and_nothing_is_loaded() {
    let (site, mut c) = empty_site();
    import_lines(&site, "whole", example().join("\n"));
    c.check("whole");
    for (number, line, message) in [
        (1, "[\"ARTICLE\",1]", "line 1: the first line must be [\"CREATE\", ...]"),
        (1, "[\"CREATE\",\"WINDOW\",0]", "line 1: ERR WINDOW must be an integer from 1"),
        (2, "{\"id\":3}", "line 2: a line must be an array of words"),
        (2, "[\"ARTICLE\",", "line 2: EOF while parsing a value at column 11"),
        (2, "[\"ARTICLE\",1.5]", "line 2: a number must be an integer"),
        (2, "[\"ARTICLE\",{\"base65\":\"\"}]", "line 2: a word must be a string"),
        (2, "[\"ARTICLE\",{\"base64\":\"?\"}]", "line 2: invalid base64"),
        (2, "[\"ARTICLE\",true]", "line 2: a word must be a string"),
        (2, "[]", "line 2: a line must have words"),
        (3, "[\"ARTICEL\",5]", "line 3: ERR LOAD takes ARTICLE"),
        (3, "[\"CREATE\"]", "line 3: only the first one can be CREATE"),
        (
            3,
            "[\"COMMENT\",5,\"cleo\",4,\"x\",\"TIME\",1,\"CLOSES\",2]",
            "line 3: ERR the parent must be",
        ),
        (4, "[\"PLACE\",5,3,\"TIME\",1]", "line 4: ERR id must be greater than every id"),
        (5, "[\"COMMENT\",7,\"\",6,\"x\",\"TIME\",1,\"CLOSES\",2]", "line 5: ERR user must be 1"),
        (6, "[\"ARTICLE\",9,\"bob\",\"t\",\"\",\"TIME\",1]", "line 6: ERR CLOSES is missing"),
        (6, "[\"ARTICLE\",9,\"bob\",\"t\",\"\",\"TIMF\",1]", "line 6: ERR unknown option"),
        (8, "[\"MARKS\",\"ann\",\"saved\",[3,\"x\"]]", "line 8: ERR"),
    ] {
        let mut lines = example();
        lines[number - 1] = line.to_owned();
        try_import(&site, "copy", "", lines.join("\n")).assert_refused(message);
        assert_nothing(&mut c);
    }
    try_import(&site, "copy", "", "").assert_refused("there is no line");
    assert_nothing(&mut c);
}

#[test]
fn lines_damaged_at_random_load_nothing_or_a_site() {
    let (site, mut c) = empty_site();
    let whole = example().join("\n");
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut lines = whole.clone().into_bytes();
        for _ in 0..1 + random.below(3) {
            let at = random.below(lines.len() as i64) as usize;
            match random.below(3) {
                0 => _ = lines.remove(at),
                1 => lines[at] = random.below(256) as u8,
                _ => lines.insert(at, b"\"[],0x"[random.below(6) as usize]),
            }
        }
        let run = try_import(&site, "copy", "", &lines);
        if run.code == Some(0) {
            c.check("copy");
            assert_eq!(c.int("DEL copy"), 1);
        } else {
            assert!(run.err.contains("--jsonl: line "), "{run:?} of seed {seed}");
        }
        assert_nothing(&mut c);
    }
}

#[test]
fn kills_lose_and_double_nothing() {
    let (site, mut c) = empty_site();
    c.run_all((1..=3_000).map(|id| format!("ARTICLE.POST news ann Title{id} l{id}")));
    let users: String = (0..4_000).map(|user| format!(" voter{user}")).collect();
    c.ok(&format!("ARTICLE.LOAD news VOTERS 3000 UP 4000{users}"));
    c.int("ARTICLE.MARK news bob saved 5 3 8");
    let folder = Folder::new();
    let file = folder.file("news.jsonl");
    run(&of(&format!("export --jsonl {file}"), &site, "news"));
    let import = format!("import --jsonl {file} --to {} --key copy", site.url());
    // In the middle of the articles, and of the voters.
    for id in [1, 3_000] {
        kill_when(&import, || last_id(&mut c, PART) >= id || last_id(&mut c, "copy") > 0);
        c.run("DEL copy");
    }
    run(&import);
    assert_same(&site, "copy", &site, "news");
    // An interrupted import of something else is not taken for this one.
    c.run("DEL copy");
    c.ok(&format!("ARTICLE.CREATE {PART}"));
    c.ok(&format!("ARTICLE.LOAD {PART} ARTICLE 7 eve Other l TIME 5 CLOSES 6"));
    fail(&import, "what an interrupted run has left of something else");
    c.ok(&format!("ARTICLE.CREATE {PART}2 WINDOW 5"));
    c.ok(&format!("RENAME {PART}2 {PART}"));
    fail(&import, "holds a site without WINDOW 604800");
}

#[test]
fn an_empty_site_is_replaced_if_its_settings_are_equal() {
    let (site, mut c) = site_of(fill_module);
    let lines = export_lines(&site);
    c.ok("ARTICLE.CREATE copy");
    try_import(&site, "copy", "", &lines).assert_refused("holds a site without VOTESCORE 300");
    assert_eq!(c.int(&format!("EXISTS {PART}")), 0);
    c.run("DEL copy");
    c.ok("ARTICLE.CREATE copy VOTESCORE 300 PAGESIZE 7 FORMULA log DEDUPE 60 DOWNVOTES no");
    import_lines(&site, "copy", &lines);
    assert_same(&site, "copy", &site, "news");
    c.ok("SET text x");
    try_import(&site, "text", "", &lines).assert_refused("holds a string, not a site");
}

#[test]
fn an_export_of_a_user_names_nobody_else() {
    let (site, mut c) = empty_site();
    for line in [
        "ARTICLE 1 ann Own l TIME 1700000000 CLOSES 4000000000 UP 2 ann bob GROUPS 1 g",
        "ARTICLE 2 bob Other l TIME 1700000000 CLOSES 4000000000 UP 1 bob SILENTDOWN 1 ann",
        "COMMENT 3 bob 1 Answer TIME 1700000000 CLOSES 4000000000",
        "MARKS ann saved 1 2",
        "FOLLOWS ann USER 1 cleo",
        "MARKS bob saved 1 1",
    ] {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
    }
    let exported = run(&of("export --user ann --jsonl -", &site, "news")).out;
    let expected = r#"["ARTICLE","1","ann","Own","l","TIME","1700000000","CLOSES","4000000000","GROUPS","1","g"]
["VOTERS","1","UP","1","ann"]
["VOTERS","2","SILENTDOWN","1","ann"]
["FOLLOWS","ann","USER","1","cleo"]
["MARKS","ann","saved","1","2"]
"#;
    assert_eq!(exported, expected);
}

#[test]
fn lines_and_sites_need_the_permissions_of_the_guide() {
    let (site, mut c) = site_of(kinds::fill_users);
    let limit = |server: &Server, user: &str, commands: &str| {
        server.resp2().ok(&format!("ACL SETUSER {user} on >secret ~* -@all {commands}"));
        crate::harness::url_as(&format!("{user}:secret"), server)
    };
    let ann = limit(&site, "ann", "+article.export +article.info +type");
    let lines = run(&of("export --jsonl -", ann.as_str(), "news")).out;
    let eve = "+article.create +article.export +article.get +article.info +article.load +rename \
               +renamenx +type +unlink";
    let eve = limit(&site, "eve", eve);
    try_import(eve.as_str(), "copy", "", &lines).assert_success();
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
    let dan = limit(&site, "dan", "+article.changes");
    let follow = of("follow --jsonl - --once", dan.as_str(), "news");
    run(&follow);
    c.ok("ACL SETUSER dan -article.changes");
    fail(&follow, "NOPERM");
    assert_eq!(c.run("EXISTS copy"), int(1));
}
