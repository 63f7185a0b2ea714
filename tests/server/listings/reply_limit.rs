//! `article.reply-limit`: how long the reply of a reading command may be.

use test_support::*;

const TOO_LONG: &str =
    "TOOLONG this reply would be longer than article.reply-limit allows; narrow it";

/// Replies of more than 10,000 bytes.
const LONG: [&str; 20] = [
    "GET news 1",
    "GET news 1 RETURN 1 long",
    "MGET news 2 1 1",
    "MGET news 3 2 2 2 VIEWER bob",
    "PATH news 2",
    "PAGE news 1",
    "PAGE news 1 WITHCURSOR SIZE 1",
    "PAGE news 1 WITHPOSITIONS RETURN 1 long",
    "GROUPPAGE news g000 1",
    "USERPAGE news alice 1 BY BEST",
    "COMMENTS news 1 SIZE 3",
    "THREAD news 1",
    "VOTED news bob 1",
    "ANSWERS news alice 1",
    "MARKED news bob read 1",
    "CHANGES news 0",
    "CHANGES news 0 BLOCK 0",
    "FOLLOWS news bob",
    "GROUPS news",
    "VOTERS news 1 0 COUNT 10000",
];

/// Replies of fewer.
const SHORT: [&str; 8] = [
    "GET news 1 RETURN 2 id title",
    "MGET news 2 1 1 RETURN 1 title",
    "PAGE news 1 RETURN 1 id",
    "GET news 2",
    "COMMENTS news 1 SIZE 1",
    "GROUPS news LIMIT 0 10",
    "VOTERS news 1 0 COUNT 10",
    "AFFINITY news alice COUNT 2",
];

fn fill(c: &mut Client) {
    let long = "x".repeat(12_000);
    c.int(&format!("ARTICLE.POST news alice t l FIELDS 1 long {long}"));
    let comments = (0..3).map(|_| format!("ARTICLE.COMMENT news carol 1 {}", &long[..5_000]));
    c.run_all(comments);
    let groups: Vec<_> = (0..960).map(|group| format!("g{group:03}")).collect();
    for groups in groups.chunks(32) {
        let posted = format!("ARTICLE.POST news dan t l GROUPS 32 {}", groups.join(" "));
        c.int(&posted);
    }
    c.int("ARTICLE.GROUPADD news 1 g000");
    c.int("ARTICLE.BOOST news 1 1000");
    c.run_all((1..=4).map(|id| format!("ARTICLE.VOTE news bob {id}")));
    c.run_all((1..=4).map(|id| format!("ARTICLE.MARK news bob read {id}")));
    let names: Vec<_> = (0..400).map(|name| format!("{name:0>50}")).collect();
    c.int(&format!("ARTICLE.FOLLOW news bob USER {}", names.join(" ")));
    c.run_all(names.iter().map(|name| format!("ARTICLE.VOTE news {name} 1")));
}

#[test]
fn a_reply_that_would_be_longer_is_refused_and_counted() {
    in_both_protocols_with(with_module().module_args("reply-limit 10000"), |_, c| {
        fill(c);
        for format in ["RESP", "JSON"] {
            for line in SHORT {
                let line = format!("ARTICLE.{line} FORMAT {format}");
                assert!(!is_error(&c.run(&line)), "{line}");
            }
            let before = info_number(c, "article", "article_reads_refused");
            for line in LONG {
                let line = format!("ARTICLE.{line} FORMAT {format}");
                assert!(is_error(&c.run(&line)), "{line}");
                assert_error(&c.run(&line), TOO_LONG);
            }
            let counted = info_number(c, "article", "article_reads_refused") - before;
            assert_eq!(counted, 2 * LONG.len() as i64);
        }
    });
}

#[test]
fn the_limit_is_the_exact_length_of_the_reply() {
    let server = with_module().start();
    for protocol in [Protocol::Resp2, Protocol::Resp3] {
        let c = &mut server.client(protocol);
        if c.version() < (7, 0) {
            return;
        }
        c.run("FLUSHALL");
        let field = ("FIELDS", 1, "control", b"\x00\x01\n<\xff");
        c.call("ARTICLE.POST", ("news", "alice", "title", "link", field));
        c.int("ARTICLE.COMMENT news bob 1 text");
        c.int("ARTICLE.FOLLOW news bob USER alice");
        for line in ["GET news 1", "THREAD news 1 WITHCURSOR", "FOLLOWS news bob", "PATH news 2"] {
            // Twice: a reply that is kept has the same length.
            for format in ["RESP", "JSON", "RESP", "JSON"] {
                let line = format!("ARTICLE.{line} FORMAT {format}");
                let is_refused = |limit: usize| {
                    c.ok(&format!("CONFIG SET article.reply-limit {limit}"));
                    is_error(&c.run(&line))
                };
                let (mut long, mut enough, mut is_refused) = (1, 1 << 20, is_refused);
                while enough - long > 1 {
                    let middle = (long + enough) / 2;
                    *(if is_refused(middle) { &mut long } else { &mut enough }) = middle;
                }
                c.ok("CONFIG SET article.reply-limit 0");
                let len = match c.run(&line) {
                    Value::BulkString(text) => text.len(),
                    reply => encoded_len(&reply, protocol),
                };
                assert_eq!(enough, len, "{line}");
            }
        }
    }
}

/// Returns how many bytes a reply has as it is sent.
fn encoded_len(reply: &Value, protocol: Protocol) -> usize {
    let line = |number: i64| number.to_string().len() + 3;
    let len = |reply: &Value| encoded_len(reply, protocol);
    match reply {
        Value::Int(number) => line(*number),
        Value::BulkString(text) => line(text.len() as i64) + text.len() + 2,
        Value::Array(values) => line(values.len() as i64) + values.iter().map(len).sum::<usize>(),
        Value::Map(entries) => {
            let entries_len = entries.iter().map(|(name, value)| len(name) + len(value));
            line(entries.len() as i64) + entries_len.sum::<usize>()
        }
        Value::Nil if protocol == Protocol::Resp3 => 3,
        Value::Nil => 5,
        reply => panic!("{reply:?}"),
    }
}

#[test]
fn a_reply_that_is_refused_takes_no_memory() {
    let server = with_module().start();
    let c = &mut server.resp3();
    c.ok(&format!("CONFIG SET article.reply-limit {}", 8 << 20));
    // Each byte takes six in JSON.
    let control = vec![1; 100_000];
    let mut words: Vec<Vec<u8>> =
        ["news", "alice", "t", "l", "FIELDS", "8"].map(Into::into).into();
    words.extend((0..8).flat_map(|field| [format!("f{field}").into(), control.clone()]));
    c.call("ARTICLE.POST", words);
    let line = format!("ARTICLE.MGET news 1000 {}", ["1"; 1_000].join(" "));
    for line in [format!("{line} FORMAT JSON"), line] {
        c.run("CONFIG RESETSTAT");
        let before = info_number(c, "memory", "used_memory");
        assert_error(&c.run(&line), TOO_LONG);
        let peak = info_number(c, "memory", "used_memory_peak");
        assert!(peak < before + (11 << 20), "{before} {peak}");
    }
}
