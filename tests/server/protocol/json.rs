//! FORMAT JSON. Every snapshot of a site compares it with the replies in the client's protocol;
//! here is what snapshots do not read, and the exact bytes.

use serde_json::Value as Json;
use test_support::changes::Waiting;
use test_support::json_schema::Schema;
use test_support::*;

fn words(line: &str) -> Vec<Vec<u8>> {
    line.split(' ').map(|word| word.as_bytes().to_vec()).collect()
}

#[in_both_protocols]
fn every_reply_is_as_its_schema_says(c: &mut Client) {
    fill_site(c, "news");
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/schema.json");
    let schema = std::fs::read_to_string(path).expect("the schema");
    let schema: Json = serde_json::from_str(&schema).expect("JSON");
    for line in READS.split('|') {
        let Value::BulkString(reply) = c.run(&format!("ARTICLE.{line} FORMAT JSON")) else {
            continue;
        };
        let reply: Json = serde_json::from_slice(&reply).expect("JSON");
        let command = line.split(' ').next().unwrap_or_default();
        let name = format!("{}{}Reply", &command[..1], command[1..].to_lowercase());
        assert!(Schema::new(&schema).definition(&name).is_valid(&reply), "{line}: {reply}");
    }
}

const READS: &str = "COUNT news|COUNT none|COUNT news all SINCE 5|RANK news 20|RANK news 99|\
        FIND news l8|FIND news none|FIND news l8 COUNT 9|VOTES news ann|VOTES news ann 1 99 20|\
        VOTES none ann 7|VOTERS news 20 0|VOTERS none 20 0|VOTERS news 32 0 SILENT|\
        GET news 20 VIEWER ann MARKS 2 saved read|GET news 99|GET none 1|MGET news 0|\
        MGET news 3 99 31 32|MGET news 2 31 35 RETURN 4 n vote text id VIEWER cleo|\
        GET news 8 RETURN 5 late id n lang title|THREAD news 20 VIEWER ann MARKS 1 read|\
        THREAD none 20 WITHCURSOR|LISTS news ann|LISTS none ann|GROUPS news LIMIT 1 1|\
        USER news ann|USER news nobody|INFO none|PAGE none 1|PAGE none 1 WITHCURSOR|\
        PAGE news 2 BY GRAVITY WITHCURSOR AFTER p9-4-2000000000|CHANGES none 0|EXPORT news 0 COUNT 9|EXPORT none 0|\
        CHANGES news 0 COUNT 1000 VIEWER ann|USERPAGE news ann 1|COMMENTS news 1 HIDDEN|\
        ANSWERS news ann 1 RETURN 0|GROUPPAGE news all 1 SIZE 3 RETURN 3 n poster lang";

#[in_both_protocols]
fn every_reading_command_replies_with_the_json_of_its_reply(c: &mut Client) {
    fill_site(c, "news");
    // Twice, and once more: what is kept is the same.
    for _ in 0..3 {
        c.read_all(READS.split('|').map(|line| words(&format!("ARTICLE.{line}"))));
    }
    c.check("news");
}

#[in_both_protocols]
fn a_reply_is_one_string_or_nil(c: &mut Client) {
    c.run("ARTICLE.POST news alice a-title l TIME 1000 GROUPS 2 g f FIELDS 2 x 1 y <");
    let article = concat!(
        r#"{"id":1,"title":"a-title","link":"l","poster":"alice","time":1000,"#,
        r#""closes":605800,"votes":1,"upvotes":1,"downvotes":0,"score":1432,"comments":0,"#,
        r#""bumped":1000,"groups":["f","g"],"vote":null,"fields":{"x":"1","y":"\u003c"}}"#
    );
    for (line, expected) in [
        ("GET news 1 VIEWER bob", article),
        ("GET news 1 RETURN 4 y id x nope", r#"{"id":1,"fields":{"y":"\u003c","x":"1"}}"#),
        ("PAGE news 1 RETURN 1 id WITHCURSOR SIZE 9", r#"[[{"id":1}],null]"#),
        ("PAGE news 1 RETURN 0", "[{}]"),
        ("GROUPS news", r#"[["f",1],["g",1]]"#),
        ("COUNT news", "1"),
        ("VOTES news bob 1 2", "[null,null]"),
    ] {
        for form in ["FORMAT JSON", "format json"] {
            assert_eq!(c.run(&format!("ARTICLE.{line} {form}")), bulk(expected), "{line}");
        }
    }
    for line in ["GET news 2", "RANK news 2", "FIND news x", "INFO none"] {
        assert_eq!(c.run(&format!("ARTICLE.{line} FORMAT JSON")), Value::Nil, "{line}");
    }
    assert_eq!(c.run("ARTICLE.COUNT news FORMAT RESP"), int(1));
    let script = "return redis.call('ARTICLE.COUNT', KEYS[1], 'FORMAT', 'JSON')";
    assert_eq!(c.call("EVAL", (script, 1, "news")), bulk("1"));
}

#[in_both_protocols]
fn texts_of_any_bytes_are_well_formed(c: &mut Client) {
    let all: Vec<u8> =
        (0..=255).chain(*b"</script>").chain([0xE2, 0x80, 0xA8, 0xF0, 0x9F]).collect();
    for size in [1, 15, 16, 17, 269] {
        let text = &all[all.len() - size..];
        let name = &text[..size.min(255)];
        let id = c.call("ARTICLE.POST", ("news", name, text, text, "GROUPS", 1, name));
        let id = number(&id).to_string();
        let fields = ("FIELDS", 2, name, text, "fields", "own");
        c.call("ARTICLE.COMMENT", ("news", name, &id, text, fields));
        c.call("ARTICLE.MARK", ("news", name, &name[..size.min(64)], &id));
        for command in ["USER", "LISTS"] {
            let line =
                [format!("ARTICLE.{command}").into_bytes(), b"news".to_vec(), name.to_vec()];
            c.read_all([line.to_vec()]);
        }
        let replies =
            [format!("VOTERS news {id} 0"), format!("THREAD news {id}"), "GROUPS news".into()]
                .map(|line| words(&format!("ARTICLE.{line}")));
        for _ in 0..3 {
            c.read_all(replies.clone());
            c.read_all([words(&format!("ARTICLE.GET news {id}")), words("ARTICLE.PAGE news 1")]);
        }
    }
}

#[in_both_protocols(with_module())]
fn a_waiting_client_gets_it_too(server: &mut Server, c: &mut Client) {
    c.run("ARTICLE.POST news alice t l");
    let version = c.map("ARTICLE.INFO news").text("version");
    let arguments = format!("news {version} RETURN 1 id FORMAT JSON");
    let mut waiting = Waiting::start(server, c, &arguments);
    c.run("ARTICLE.VOTE news bob 1");
    let reply = text(&waiting.reply());
    assert!(reply.ends_with(r#"",[{"id":1}],[]]"#), "{reply}");
}

#[in_both_protocols]
fn other_formats_and_writing_commands_are_refused(c: &mut Client) {
    c.always_refused("ARTICLE.VOTES news bob FORMAT JSON 1", "ERR unknown option at argument 5");
    let ids = vec!["1"; 1001].join(" ");
    c.always_refused(&format!("ARTICLE.VOTES news bob {ids}"), "ERR at most 1000 ids");
}
