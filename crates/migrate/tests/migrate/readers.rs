//! What a site keeps for users to read: lists, and the last answers that they have seen.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;

use serde_json::{Value as Json, json};
use test_support::{BINARY, Client, Connect, DEADLINE, Value, bulk, int, wait_until};

use crate::program::{
    digest, export_lines, export_to, fail, import_as, import_lines, run, run_any, run_with_input,
    spawn, url, words,
};
use crate::sites::{empty_site, fill_comments, module_server, plain_server};

/// The number of articles that mark has on two lists: more than two commands take.
const MANY: i64 = 2_500;

/// Fills the site `news` with comments, and then with readers. Only ids up to 19 are not deleted.
pub fn fill(c: &mut Client) {
    fill_comments(c);
    for (line, marked) in [
        // Hidden ones stay on lists, of deleted ones not even the places do.
        ("MARK news ann saved 1 4 6 16 17 19", 5),
        ("MARK news ann read 2", 1),
        ("MARK news bob saved 3", 1),
        ("MARK news zoe later 1 2 3", 3),
        ("UNMARK news zoe later ALL", 3),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.{line}")), marked, "{line}");
    }
    // This user has neither posted nor voted, and this id has been deleted.
    for (user, seen) in [("ann", 12), ("reader", 6), ("dan", 30)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} {seen}")), 1);
    }
    let any = [&b"news"[..], BINARY, b"\xff list", b"19"];
    assert_eq!(c.call("ARTICLE.MARK", &any[..]), int(1));
}

/// Fills the site `many` with lists of one user that need several commands.
fn fill_many(c: &mut Client) {
    let posts = (1..=MANY).map(|number| format!("ARTICLE.POST many ann Title{number} link"));
    c.run_all(posts);
    for ids in (1..=MANY).collect::<Vec<_>>().chunks(1_000) {
        let ids: Vec<String> = ids.iter().map(i64::to_string).collect();
        for list in ["all", "again"] {
            let marked = c.int(&format!("ARTICLE.MARK many mark {list} {}", ids.join(" ")));
            assert_eq!(marked, ids.len() as i64);
        }
    }
    c.int("ARTICLE.UNMARK many mark again 2000");
    c.int("ARTICLE.MARK many mark one 7");
}

/// Returns the lines of users.
pub fn reader_lines(lines: &str) -> Vec<Json> {
    let lines = lines.lines().map(|line| serde_json::from_str(line).unwrap());
    lines.filter(|line: &Json| line.get("user").is_some()).collect()
}

#[test]
fn importing_an_export_gives_an_identical_site() {
    let (site, other) = (module_server(), module_server());
    let mut c = site.resp2();
    fill(&mut c);
    let exported = run(&export_to(&site, "-"));
    for line in [format!("last answers seen {:>26}", 3), format!("ids on lists {:>31}", 8)] {
        assert!(exported.err.contains(&line), "no {line:?} in {}", exported.err);
    }
    // They come last, so that everything that they name is there.
    let users = exported.out.lines().skip_while(|line| !line.starts_with("{\"user\":"));
    assert_eq!(users.count(), reader_lines(&exported.out).len());
    for round in ["first", "again"] {
        let imported = import_lines(&other, "copy", &exported.out);
        imported.assert_no_problems();
        assert_eq!(
            (imported.number("last answers seen"), imported.number("ids on lists")),
            (3, 8)
        );
        assert_eq!(digest(&other, "copy"), digest(&site, "news"), "{round}");
    }
    let mut copy = other.resp2();
    copy.ok("ARTICLE.DEBUG CHECK copy");
    assert_eq!(copy.info("copy").int("marks"), 8);
    assert_eq!(copy.ids("ARTICLE.MARKED copy ann saved 1"), [19, 4, 1]);
    for command in ["LISTS {} ann", "ANSWERS {} ann UNSEEN", "USER {} ann", "LISTS {} zoe"] {
        let [wanted, found] = [(&mut c, "news"), (&mut copy, "copy")]
            .map(|(c, key)| c.run(&format!("ARTICLE.{}", command.replace("{}", key))));
        assert_eq!(found, wanted, "{command}");
    }
}

#[test]
fn a_list_that_one_command_cannot_load_has_several_lines() {
    let (site, mut c) = empty_site();
    fill_many(&mut c);
    c.ok("RENAME many news");
    let exported = export_lines(&site);
    let lines = reader_lines(&exported);
    let lengths = |line: &Json| -> Vec<(String, usize)> {
        let lists = line["lists"].as_array().unwrap().iter();
        lists
            .map(|list| (list[0].as_str().unwrap().to_owned(), list[1].as_array().unwrap().len()))
            .collect()
    };
    let list = |name: &str, length| (name.to_owned(), length);
    assert_eq!(
        lines.iter().map(lengths).collect::<Vec<_>>(),
        [
            vec![list("again", 1_000), list("all", 1_000), list("one", 1)],
            vec![list("again", 1_000), list("all", 1_000)],
            vec![list("again", 499), list("all", 500)],
        ]
    );
    let imported = import_lines(&site, "copy", &exported);
    assert_eq!(imported.number("ids on lists"), 2 * MANY as u64);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
    // Lines of this program can be joined to one.
    let (before, _) = exported.split_once("{\"user\":").unwrap();
    let all: Vec<i64> = (1..=MANY).collect();
    let again: Vec<i64> = all.iter().copied().filter(|id| *id != 2_000).collect();
    let line = json!({"user": "mark", "lists": [["all", all], ["again", again], ["one", [7]]]});
    import_lines(&site, "joined", format!("{before}{line}\n"));
    assert_eq!(digest(&site, "joined"), digest(&site, "news"));
}

#[test]
fn a_dry_run_counts_lists_and_loads_none() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let lines = export_lines(&site);
    let (before, _) = lines.split_once("{\"user\":").unwrap();
    import_lines(&site, "copy", before);
    let dry = ["import", "--jsonl", "-", "--to", &url(&site), "--key", "copy", "--dry-run"];
    let dry = run_with_input(&words(&dry), lines.as_bytes());
    assert_eq!((dry.code, dry.number("ids on lists")), (Some(0), 8));
    assert_eq!(c.info("copy").int("marks"), 0);
    // A later run adds what the one before lacked.
    import_lines(&site, "copy", &lines);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}

#[test]
fn an_export_while_users_mark_can_be_imported() {
    let (site, mut c) = empty_site();
    for number in 1..=300 {
        c.run(&format!("ARTICLE.POST news ann Title{number} link"));
        c.run(&format!("ARTICLE.MARK news early saved {number}"));
    }
    let is_done = AtomicBool::new(false);
    let exports = thread::scope(|scope| {
        scope.spawn(|| {
            let mut c = site.resp2();
            while !is_done.load(SeqCst) {
                let id = c.int("ARTICLE.COMMENT news bob 1 Text");
                c.run(&format!("ARTICLE.SEEN news late {id}"));
                c.run(&format!("ARTICLE.MARK news late saved 1 {id}"));
            }
        });
        let exports: Vec<String> = (0..3).map(|_| export_lines(&site)).collect();
        is_done.store(true, SeqCst);
        exports
    });
    for (number, exported) in exports.iter().enumerate() {
        let header: Json = serde_json::from_str(exported.lines().next().unwrap()).unwrap();
        let last_id = header["last_id"].as_u64();
        // What came later is left out, as are the articles and comments themselves.
        for line in reader_lines(exported) {
            let highest = line["lists"][0][1][0].as_u64();
            assert!(line["seen"].as_u64().max(highest) <= last_id, "{line}");
        }
        let key = format!("copy{number}");
        import_lines(&site, &key, exported).assert_no_problems();
        c.ok(&format!("ARTICLE.DEBUG CHECK {key}"));
        let lists = c.run(&format!("ARTICLE.LISTS {key} early"));
        assert_eq!(lists, Value::Array(vec![bulk("saved"), int(300)]));
    }
}

/// In another copy of the site, as after its slot was moved, users have other numbers.
#[test]
fn an_export_has_all_lists_although_another_copy_replaces_the_site() {
    let (site, mut c) = empty_site();
    c.run_all((1..=300).map(|number| format!("ARTICLE.POST news ann Title{number} link")));
    let ids: Vec<String> = (1..=300).map(|id| id.to_string()).collect();
    let marks = |user| format!("ARTICLE.MARK news user{user} saved {}", ids.join(" "));
    c.run_all((0..2_000).map(marks));
    // More than a pipe holds that nobody reads: the export cannot visit all users yet.
    let export = spawn(&export_to(&site, "-"));
    wait_until(DEADLINE, "users", || {
        c.report("INFO commandstats").contains("cmdstat_article.debug")
    });
    c.run_all((0..500).map(|user| format!("ARTICLE.FORGET news user{user}")));
    c.restore("news", "copy");
    c.ok("RENAME copy news");
    let exported = export.wait_with_output().unwrap();
    assert!(exported.status.success(), "{}", String::from_utf8_lossy(&exported.stderr));
    let lines = reader_lines(&String::from_utf8(exported.stdout).unwrap());
    let users: BTreeSet<&str> = lines.iter().map(|line| line["user"].as_str().unwrap()).collect();
    let missing = (500..2_000).filter(|user| !users.contains(format!("user{user}").as_str()));
    assert_eq!(missing.count(), 0);
}

#[test]
fn an_export_into_plain_keys_counts_what_it_leaves_out() {
    let (site, classic) = (module_server(), plain_server());
    fill(&mut site.resp2());
    let export = ["export", "--from", &url(&site), "--key", "news", "--to", &url(&classic)];
    let report = run(&words(&export));
    assert_eq!(report.number("last answers seen left out"), 3);
    assert_eq!(report.number("ids on lists left out"), 8);
    assert!(!report.out.contains("  ids on lists  "), "{}", report.out);
    run(&import_as(&classic, &site, "copy")).assert_no_problems();
    let mut c = site.resp2();
    assert_eq!(c.info("copy").int("marks"), 0);
    // Verify compares what a classic site has.
    c.int("ARTICLE.MARK copy ann saved 1");
    let verify = ["verify", "--from", &url(&classic), "--to", &url(&site), "--key", "copy"];
    assert_eq!(run_any(&words(&verify)).code, Some(0));
}

#[test]
fn an_export_of_a_user_has_the_lists() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    fill_many(&mut c);
    let export = |key: &str, user: &str| {
        let options = ["export", "--from", &url(&site), "--key", key, "--user", user];
        run(&[&words(&options)[..], &words(&["--jsonl", "-"])].concat())
    };
    let ann = export("news", "ann");
    let lists = json!([["read", [2]], ["saved", [19, 17, 16, 4, 1]]]);
    assert_eq!(
        reader_lines(&ann.out),
        [json!({"user": "ann", "seen": 12, "lists": lists})],
        "{}",
        ann.out
    );
    assert!(ann.out.lines().last().unwrap().starts_with("{\"user\":"), "{}", ann.out);
    let line = ann.err.lines().find(|line| line.trim().starts_with("ids on lists")).unwrap();
    assert!(line.ends_with(" 6"), "{line}");
    assert_eq!(reader_lines(&export("news", "dan").out), [json!({"user": "dan", "seen": 30})]);
    assert!(export("news", "zoe").out.is_empty());
    let lines = reader_lines(&export("many", "mark").out);
    assert_eq!(lines.len(), 3);
}

#[test]
fn the_permissions_that_the_guide_names_suffice() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let commands = "+article.info +article.mget +article.voters +article.debug|places";
    c.ok(&format!("ACL SETUSER ann on >secret ~* -@all {commands}"));
    let mut options = export_to(&site, "-");
    options[2] = format!("redis://ann:secret@127.0.0.1:{}", site.port());
    for missing in ["readers", "marks"] {
        let refused = format!("ARTICLE.DEBUG {} 'news': NOPERM", missing.to_uppercase());
        assert!(fail(&options).contains(&refused), "no {refused:?}");
        c.ok(&format!("ACL SETUSER ann +article.debug|{missing}"));
    }
    assert_eq!(run(&options).out, export_lines(&site));
    let lines = export_lines(&site);
    let commands = "+article.create +article.info +article.load +article.mget +article.voters \
                    +article.debug|places +exec +multi +type";
    c.ok(&format!("ACL SETUSER eve on >secret ~* -@all {commands}"));
    let to = format!("redis://eve:secret@127.0.0.1:{}", site.port());
    let import = words(&["import", "--jsonl", "-", "--to", &to, "--key", "copy"]);
    for _ in 0..2 {
        let imported = run_with_input(&import, lines.as_bytes());
        assert_eq!(imported.code, Some(0), "{imported:?}");
    }
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
}
