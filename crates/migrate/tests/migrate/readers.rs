//! What a site keeps for users to read: lists, and the last answers that they have seen.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use test_support::{BINARY, Client, Connect, DEADLINE, Value, bulk, int, wait_until};

use crate::program::{
    digest, end, export_lines, export_to, import_lines, spawn, try_import, try_import_lines, url,
};
use crate::sites::{empty_site, fill_comments, module_server};

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
    let latest = c.ids("ARTICLE.COMMENTS news 1")[0];
    for (action, id) in [("PINLOCAL", 1), ("HIDE", latest), ("PUBLISH", latest)] {
        assert_eq!(c.int(&format!("ARTICLE.MODERATE news {action} {id}")), 1, "{action}");
    }
    c.run("ARTICLE.BUMP news 1");
    // This user has neither posted nor voted, and this id has been deleted.
    for (user, seen) in [("ann", 12), ("reader", 6), ("dan", 30)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} {seen}")), 1);
    }
    // One who has seen answers, and one of whom nothing else is known.
    for user in ["reader", "outlaw"] {
        c.run(&format!("ARTICLE.SILENCE news {user} YES 0 COUNT 1"));
    }
    let any = [&b"news"[..], BINARY, b"\xff list", b"19"];
    assert_eq!(c.call("ARTICLE.MARK", &any[..]), int(1));
    // Of most of these names nothing else is known.
    for (line, added) in [
        ("FOLLOW news ann GROUP rust d", 2),
        ("FOLLOW news ann USER bob nobody", 2),
        ("MUTE news ann USER bob", 1),
        ("MUTE news lurker GROUP rust", 1),
    ] {
        assert_eq!(c.int(&format!("ARTICLE.{line}")), added, "{line}");
    }
    let any = [&b"news"[..], b"lurker", b"USER", BINARY];
    assert_eq!(c.call("ARTICLE.FOLLOW", &any[..]), int(1));
}

/// Fills the site `many` with lists of one user that need several commands.
pub fn fill_many(c: &mut Client) {
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
            // The latest 1,000 come last.
            vec![list("one", 1)],
            vec![list("again", 1_000), list("all", 1_000)],
            vec![list("again", 1_500), list("all", 1_500)],
        ]
    );
    let imported = import_lines(&site, "copy", &exported);
    assert_eq!(imported.number("ids on lists"), 2 * MANY as u64);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
    // Lines of this program can be joined to one.
    let (before, _) = exported.split_once("{\"user\":").unwrap();
    let all: Vec<i64> = (1..=MANY).collect();
    let again = all.iter().map(|id| if *id == 2_000 { -1 } else { *id });
    let again: Vec<i64> = again.collect();
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
    let dry = try_import(&url(&site), "copy", &["--dry-run"], &lines);
    assert_eq!((dry.code, dry.number("ids on lists")), (Some(0), 8));
    assert_eq!(c.info("copy").int("marks"), 0);
    // A later run adds what the one before lacked.
    import_lines(&site, "copy", &lines);
    assert_eq!(digest(&site, "copy"), digest(&site, "news"));
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
    let exported = end(export);
    exported.assert_success();
    let lines = reader_lines(&exported.out);
    let users: BTreeSet<&str> = lines.iter().map(|line| line["user"].as_str().unwrap()).collect();
    let missing = (500..2_000).filter(|user| !users.contains(format!("user{user}").as_str()));
    assert_eq!(missing.count(), 0);
}

/// What a report counts of readers.
pub const READERS: [&str; 4] =
    ["last answers seen", "silenced users", "follows and mutes", "ids on lists"];

#[test]
fn lines_of_users_are_as_documented() {
    let (site, mut c) = empty_site();
    let lines = [
        r#"{"version":1,"last_id":9}"#,
        r#"{"id":3,"poster":"ann","title":"Old","time":1700000000,"upvotes":7}"#,
        r#"{"id":5,"parent":3,"poster":"cleo","text":"First","time":1700000100,"upvotes":4}"#,
        r#"{"user":"ann","seen":5,"lists":[["saved",[5,3,8]],["read",[3]]]}"#,
        "",
        r#"{"user":"ann","seen":null,"lists":[["saved",[3]],["more",[]]]}"#,
        r#"{"user":{"base64":"/wA="},"lists":[[{"base64":"/zE="},[3]],["two words",[5]]]}"#,
        r#"{"user":"eve","seen":9,"silenced":true,"lists":null}"#,
        r#"{"user":"eve","followed_groups":["rust","c"],"muted_users":[{"base64":"/wA="}]}"#,
        r#"{"user":"eve","followed_users":["ann"],"muted_groups":["rust"],"followed_groups":[]}"#,
        r#"{"user":"nobody"}"#,
    ];
    let imported = import_lines(&site, "news", lines.join("\n"));
    assert_eq!(imported.numbers(READERS), [2, 1, 5, 7]);
    let lists = Value::Array(vec![bulk("read"), int(1), bulk("saved"), int(2)]);
    assert_eq!(c.run("ARTICLE.LISTS news ann"), lists);
    let any = c.call("ARTICLE.LISTS", &[&b"news"[..], b"\xff\0"][..]);
    let name = Value::BulkString(b"\xff1".to_vec());
    assert_eq!(any, Value::Array(vec![bulk("two words"), int(1), name, int(1)]));
    let exported = reader_lines(&export_lines(&site));
    let expected = [
        json!({"user": "ann", "seen": 5, "lists": [["read", [3]], ["saved", [5, 3]]]}),
        json!({
            "user": {"base64": "/wA="},
            "lists": [["two words", [5]], [{"base64": "/zE="}, [3]]],
        }),
        json!({
            "user": "eve", "seen": 9, "silenced": true, "followed_groups": ["c", "rust"],
            "followed_users": ["ann"], "muted_groups": ["rust"],
            "muted_users": [{"base64": "/wA="}],
        }),
    ];
    let texts = |lines: &[Json]| lines.iter().map(Json::to_string).collect::<BTreeSet<_>>();
    assert_eq!(texts(&exported), texts(&expected));
}

#[test]
fn invalid_lines_of_users_are_refused() {
    let site = module_server();
    let header = r#"{"version":1}"#;
    let article = r#"{"id":3,"poster":"ann","title":"Old","time":1700000000,"upvotes":7}"#;
    let lists: Vec<Json> = (0..17).map(|list| json!([list.to_string(), [3]])).collect();
    let too_many = json!({"user": "ann", "lists": lists}).to_string();
    let names = vec!["x"; 10_001];
    let too_many_muted = json!({"user": "ann", "muted_users": names}).to_string();
    let long = format!(r#"{{"user":"ann","lists":[["{}",[3]]]}}"#, "x".repeat(65));
    for (line, message) in [
        (r#"{"user":"","seen":3}"#, "line 3: \"user\": "),
        (r#"{"user":"ann","sean":3}"#, "unknown field `sean`"),
        (r#"{"user":"ann","lists":{"saved":[3]}}"#, "invalid type: map"),
        (r#"{"user":"ann","lists":[["saved",["3"]]]}"#, "invalid type: string"),
        (r#"{"user":"ann","lists":[["saved",[0]]]}"#, "an id on a list must be 1 to 4294967295"),
        (r#"{"user":"ann","lists":[["a",[4294967296]]]}"#, "on a list must be 1 to 4294967295"),
        (r#"{"user":"ann","lists":[["",[3]]]}"#, "list must be 1 to 64 bytes"),
        (&long, "list must be 1 to 64 bytes"),
        (&too_many, "a user can have at most 16 lists"),
        (
            &too_many_muted,
            "line 3: a user can follow and mute at most 10000 groups and users each",
        ),
        (r#"{"user":"ann","followed_groups":[""]}"#, "group must be 1 to 255 bytes"),
        (r#"{"user":"ann","seen":4}"#, "line 3: \"seen\" must be at most the last id, 3"),
        (r#"{"user":"ann","comment_lists":[["saved",[3]]]}"#, "\"comment_lists\" needs --map-ids"),
        (&format!("{{\"user\":\"ann\"}}\n{}", article.replace('3', "4")), "line 4: it must be"),
    ] {
        let lines = format!("{header}\n{article}\n{line}\n");
        let refused = try_import_lines(&site, "news", &lines);
        refused.assert_refused(message);
        let dry = try_import(&url(&site), "news", &["--dry-run"], lines);
        assert_eq!((dry.code, dry.number("articles")), (Some(2), 1), "{dry:?}");
        assert_eq!(dry.numbers(READERS), [0; 4], "{dry:?}");
    }
    assert_eq!(site.resp2().int("DBSIZE"), 0);
}

/// Each line is within the limits, which only the server can check for all of them together.
#[test]
fn lines_that_exceed_a_limit_together_end_with_the_error_of_the_server() {
    let (site, mut c) = empty_site();
    let header = r#"{"version":1}"#;
    let article = r#"{"id":3,"poster":"ann","title":"Old","time":1700000000,"upvotes":7}"#;
    let users = (0..17).map(|list| format!(r#"{{"user":"ann","lists":[["{list}",[3]]]}}"#));
    let lines: Vec<String> =
        [header, article].map(str::to_owned).into_iter().chain(users).collect();
    let run = try_import_lines(&site, "news", lines.join("\n"));
    assert_eq!(run.code, Some(2));
    let message = "cannot load the lists of the users from ann to ann: --to: the server replied to \
                   ARTICLE.LOAD 'news': ERR a user can have at most 16 lists";
    assert!(run.err.contains(message), "{}", run.err);
    import_lines(&site, "news", lines[..18].join("\n"));
    assert_eq!(c.info("news").int("marks"), 16);
}

#[test]
fn lines_of_users_alone_are_for_a_site_that_is_there() {
    let (site, mut c) = empty_site();
    fill(&mut c);
    let lines = [
        r#"{"version":1,"settings":{"VOTESCORE":300}}"#,
        r#"{"user":"eve","seen":30,"lists":[["saved",[1,4,6,31]]]}"#,
    ];
    import_lines(&site, "news", lines.join("\n"));
    assert_eq!(c.ids("ARTICLE.MARKED news eve saved 1"), [4, 1]);
    assert_eq!(c.run("ARTICLE.SEEN news eve 30"), int(0));
}

#[test]
fn new_ids_are_those_on_the_lists() {
    let site = module_server();
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("ids.csv");
    let lines = [
        r#"{"version":1}"#,
        // The lines can be in any order.
        concat!(
            r#"{"user":"ann","seen":8,"lists":[["saved",[7,2,9]],["read",[7]]],"#,
            r#""comment_lists":[["saved",[7,9]],["later",[8]]]}"#
        ),
        r#"{"id":7,"poster":"ann","title":"Second","time":200,"upvotes":1}"#,
        r#"{"id":2,"poster":"bob","title":"First","time":100,"upvotes":1}"#,
        // The ones before and after 8 are in the lines, too.
        r#"{"user":"bob","seen":9}"#,
        r#"{"user":"eve","silenced":1}"#,
        r#"{"user":"cleo","seen":6}"#,
        r#"{"user":"dan","seen":18446744073709551615}"#,
        r#"{"id":8,"article":2,"poster":"ann","text":"x","time":300,"upvotes":1}"#,
        r#"{"id":7,"article":2,"poster":"cleo","text":"x","time":150,"upvotes":1}"#,
        r#"{"id":10,"article":2,"poster":"cleo","text":"x","time":400,"upvotes":1}"#,
    ];
    let options = ["--map-ids", map.to_str().unwrap()];
    for _ in 0..2 {
        let imported = try_import(&url(&site), "news", &options, lines.join("\n"));
        imported.assert_success();
        imported.assert_lines(&[
            "2 ids on lists that no line has: left out",
            "article 9, on a list of ann",
            "comment 9, on a list of ann",
        ]);
        assert_eq!(imported.numbers(READERS), [3, 1, 0, 5]);
    }
    let mut c = site.resp2();
    // By time: article 2, comment 7, article 7, and the comments 8 and 10.
    for (list, ids) in [("saved", &[2, 1, 3][..]), ("read", &[3]), ("later", &[4])] {
        assert_eq!(c.ids(&format!("ARTICLE.MARKED news ann {list} 1")), ids, "{list}");
    }
    for (user, seen) in [("ann", 4), ("bob", 4), ("dan", 5)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} {seen}")), 0, "{user}");
        let later = i64::from(seen < 5);
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} 5")), later, "{user}");
    }
    assert_eq!(c.int("ARTICLE.SEEN news cleo 1"), 1);
    assert_eq!(c.map("ARTICLE.USER news eve").int("silenced"), 1);
}
