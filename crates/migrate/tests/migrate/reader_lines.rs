//! JSON lines of what a site keeps for users to read.

use std::collections::BTreeSet;

use serde_json::{Value as Json, json};
use test_support::{Connect, Value, bulk, int};

use crate::program::{export_lines, import_lines, try_import, try_import_lines, url};
use crate::readers::{fill, reader_lines};
use crate::sites::{empty_site, module_server};

const READERS: [&str; 2] = ["last answers seen", "ids on lists"];

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
        r#"{"user":"eve","seen":9,"lists":null}"#,
        r#"{"user":"nobody"}"#,
    ];
    let imported = import_lines(&site, "news", lines.join("\n"));
    assert_eq!(imported.numbers(READERS), [2, 7]);
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
        json!({"user": "eve", "seen": 9}),
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
        (r#"{"user":"ann","seen":4}"#, "line 3: \"seen\" must be at most the last id, 3"),
        (r#"{"user":"ann","comment_lists":[["saved",[3]]]}"#, "\"comment_lists\" needs --map-ids"),
        (&format!("{{\"user\":\"ann\"}}\n{}", article.replace('3', "4")), "line 4: it must be"),
    ] {
        let lines = format!("{header}\n{article}\n{line}\n");
        let refused = try_import_lines(&site, "news", &lines);
        refused.assert_refused(message);
        let dry = try_import(&url(&site), "news", &["--dry-run"], lines);
        assert_eq!((dry.code, dry.number("articles")), (Some(2), 1), "{dry:?}");
        assert_eq!(dry.numbers(READERS), [0, 0], "{dry:?}");
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
    let message = "cannot load the lists of the users from ann to ann: --to: the server replied: \
                   ERR a user can have at most 16 lists";
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
        assert_eq!(imported.numbers(READERS), [3, 5]);
    }
    let mut c = site.resp2();
    // By time: article 2, comment 7, article 7, and the comments 8 and 10.
    for (list, ids) in [("saved", &[3, 2, 1][..]), ("read", &[3]), ("later", &[4])] {
        assert_eq!(c.ids(&format!("ARTICLE.MARKED news ann {list} 1")), ids, "{list}");
    }
    for (user, seen) in [("ann", 4), ("bob", 4), ("dan", 5)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} {seen}")), 0, "{user}");
        let later = i64::from(seen < 5);
        assert_eq!(c.int(&format!("ARTICLE.SEEN news {user} 5")), later, "{user}");
    }
    assert_eq!(c.int("ARTICLE.SEEN news cleo 1"), 1);
}
