//! docs/format.md is complete and correct: a reader written from it alone agrees with the module,
//! and its example is what the server writes.

mod reader;

use std::collections::BTreeMap;

use reader::{Item, List, Place, Related, Seen, Stored, chunks, read};
use test_support::*;

const DOCUMENT: &str = include_str!("../../../docs/format.md");

/// Reads the key's bytes as the document says, and compares with the module's replies. Returns the
/// number of chunks.
fn assert_read(c: &mut Client, key: &str) -> usize {
    let dump = c.dump(key);
    let chunks = chunks(&dump);
    for (number, chunk) in chunks.iter().enumerate() {
        assert!(!chunk.is_empty(), "chunk {number} of {}", chunks.len());
        assert!(chunk.len() >= 65_536 || number == chunks.len() - 1);
    }
    let Stored { settings, items, places, related, seen, lists } = read(&chunks.concat());
    let info = c.info(key);
    let names = ["vote_score", "vote_window", "page_size"];
    assert_eq!(settings[..3], names.map(|name| info.int(name)));
    assert_eq!(settings[3], i64::from(info.text("self_vote") == "yes"));
    assert_eq!(settings[4], i64::from(info.text("formula") == "log"));
    assert_eq!(settings[5], i64::from(info.text("downvotes") == "yes"));
    assert_eq!(settings[6], info.int("dedupe"));
    assert_eq!(settings[7], info.int("bump_window"));
    assert_eq!(settings[8], i64::from(info.text("keep_votes") == "yes"));
    assert_eq!(settings[9..], ["ids_first", "ids_step", "last_id"].map(|name| info.int(name)));
    let comments = items.iter().filter(|item| item.fields.has("parent")).count();
    assert_eq!(comments as i64, info.int("comments"));
    assert_eq!((items.len() - comments) as i64, info.int("articles"));
    assert_places(c, key, &items, &places);
    let mut votes = 0;
    for Item { fields, voters, kept } in items {
        let id = fields.int("id");
        let shown = c.article(key, id);
        if fields.has("parent") {
            assert_eq!(shown.without("article").without("comments"), fields, "comment {id}");
        } else {
            assert_eq!(shown, fields, "article {id}");
        }
        let lists = voters.iter().flatten();
        votes += lists.clone().map(|users| users.len() as i64).sum::<i64>();
        for (users, vote) in lists.zip([1, -1, 1, -1]).chain(kept.iter().zip([1, -1])) {
            for user in users {
                let reply = c.call("ARTICLE.GET", (key, id, "VIEWER", user.as_slice()));
                let seen = c.fields(&reply).value("vote").clone();
                let is_unknown = settings[8] == 0 && seen == Value::Nil;
                assert!(seen == int(vote) || is_unknown, "article {id}: {seen:?}");
            }
        }
    }
    assert_eq!(votes, info.int("votes"));
    for Related { user, names, ids } in related {
        let follows = c.call("ARTICLE.FOLLOWS", (key, user));
        let follows = c.fields(&follows);
        let kinds = ["groups", "users", "muted_groups", "muted_users"];
        for (kind, names) in kinds.into_iter().zip(names) {
            let names = names.into_iter().map(Value::BulkString).collect();
            assert_eq!(*follows.value(kind), Value::Array(names), "{key}");
        }
        let ids = ids.into_iter().map(int).collect();
        assert_eq!(*follows.value("muted_ids"), Value::Array(ids), "{key}");
    }
    assert_seen(c, key, &seen);
    assert_lists(c, key, lists);
    chunks.len()
}

/// Checks that these are exactly the lists of the site.
fn assert_lists(c: &mut Client, key: &str, mut lists: Vec<List>) {
    let ids = |list: &List| list.marks.iter().filter(|mark| **mark > 0).count() as i64;
    assert_eq!(c.info(key).int("marks"), lists.iter().map(ids).sum::<i64>(), "{key}");
    lists.sort_by(|one, other| (&one.user, &one.name).cmp(&(&other.user, &other.name)));
    for lists in lists.chunk_by(|one, other| one.user == other.user) {
        let lengths = lists.iter().map(|list| (list.name.clone(), ids(list)));
        let reply = c.call("ARTICLE.LISTS", (key, &lists[0].user));
        assert_eq!(c.group_sizes(&reply), lengths.collect::<Vec<_>>(), "{key}");
    }
    let mut found = BTreeMap::<[Vec<u8>; 2], Vec<i64>>::new();
    for command in c.parts(&format!("ARTICLE.EXPORT {key} # COUNT 10000")).concat() {
        let words: Vec<_> = items(&command).iter().map(bytes).collect();
        if let [b"MARKS", user, list, _, marks @ ..] =
            &words.iter().map(Vec::as_slice).collect::<Vec<_>>()[..]
        {
            let mark =
                |mark: &&[u8]| String::from_utf8_lossy(mark).parse::<i64>().expect("a mark");
            let all = found.entry([user.to_vec(), list.to_vec()]).or_default();
            all.splice(0..0, marks.iter().map(mark));
        }
    }
    let lists = lists.into_iter().map(|List { user, name, marks }| ([user, name], marks));
    assert_eq!(found, lists.collect(), "{key}");
}

/// Checks that each of these users has seen answers up to exactly this position, on a copy of the
/// site.
fn assert_seen(c: &mut Client, key: &str, seen: &[Seen]) {
    assert_eq!(c.int(&format!("COPY {key} copy")), 1);
    for Seen { user, time, id, is_silenced } in seen {
        let reply = c.call("ARTICLE.USER", ("copy", &user[..]));
        assert_eq!(c.fields(&reply).has("silenced"), *is_silenced);
        if (*time, *id) == (0, 0) {
            continue;
        }
        let replies = [*id, id + 1]
            .map(|id| c.call("ARTICLE.SEEN", ("copy", &user[..], format!("time:{time}-{id}"))));
        assert_eq!(replies, [int(0), int(1)], "{} of {key}", user.escape_ascii());
    }
    assert_eq!(c.int("DEL copy"), 1);
}

/// Checks that the answers to each item and each place are in the order of the scores that were
/// read.
fn assert_places(c: &mut Client, key: &str, items: &[Item], places: &[Place]) {
    let mut answers: BTreeMap<i64, Vec<(bool, i64, i64)>> = BTreeMap::new();
    let mut is_hidden = BTreeMap::new();
    for Item { fields, .. } in items.iter().filter(|item| item.fields.has("parent")) {
        let place = (fields.has("pinned"), fields.int("score"), fields.int("id"));
        answers.entry(fields.int("parent")).or_default().push(place);
        is_hidden.insert(fields.int("id"), fields.has("hidden"));
    }
    for Place { id, parent, score } in places {
        is_hidden.insert(*id, true);
        if *parent != 0 {
            answers.entry(*parent).or_default().push((false, *score, *id));
        }
    }
    let is_shown = |id: i64| !is_hidden[&id] || has_listed_below(&answers, &is_hidden, id);
    for (parent, answers) in &answers {
        let mut answers = answers.clone();
        answers.sort_unstable_by(|one, other| other.cmp(one));
        let ids: Vec<_> =
            answers.iter().map(|(_, _, id)| *id).filter(|id| is_shown(*id)).collect();
        let line = format!("ARTICLE.THREAD {key} {parent} BY SCORE DEPTH 1 SIZE 1000");
        assert_eq!(c.ids(&line), ids, "{line}");
    }
}

/// Returns whether a comment that is not hidden is below.
fn has_listed_below(
    answers: &BTreeMap<i64, Vec<(bool, i64, i64)>>,
    is_hidden: &BTreeMap<i64, bool>,
    id: i64,
) -> bool {
    let mut below = answers.get(&id).into_iter().flatten();
    below.any(|(_, _, id)| !is_hidden[id] || has_listed_below(answers, is_hidden, *id))
}

/// Returns the fenced blocks of the document.
fn blocks() -> Vec<&'static str> {
    DOCUMENT.split("```\n").skip(1).step_by(2).collect()
}

#[test]
fn the_example_is_what_the_server_writes() {
    let server = with_module().config("rdbcompression no").start();
    let mut c = server.resp3();
    let blocks = blocks();
    let [commands, bytes] = blocks.as_slice() else { panic!("{} blocks", blocks.len()) };
    commands.lines().for_each(|line| c.ok(line));
    let dump = c.dump("news");
    let is_byte = |word: &&str| word.len() == 2 && u8::from_str_radix(word, 16).is_ok();
    let line = |line: &'static str| line.split(' ').take_while(is_byte);
    let parse = |word| u8::from_str_radix(word, 16).expect("a byte");
    let expected: Vec<u8> = bytes.lines().flat_map(line).map(parse).collect();
    let got = &dump[..dump.len() - DUMP_FOOTER];
    assert_eq!(got.escape_ascii().to_string(), expected.escape_ascii().to_string());
}

#[test]
fn a_reader_written_from_the_document_reads_what_the_module_writes() {
    let server = with_module().config("rdbcompression no").start();
    let mut c = server.resp3();
    c.ok("ARTICLE.CREATE empty VOTESCORE 5 WINDOW 6 PAGESIZE 7 SELFVOTE no");
    assert_eq!(assert_read(&mut c, "empty"), 1);
    fill_site(&mut c, "news");
    c.ok("ARTICLE.ALTER news VOTESCORE 31536000");
    assert_eq!(assert_read(&mut c, "news"), 1);
    for (id, more) in [
        (300, "TIME 0 CLOSES 3153600000 SCORE -2305843009213693952 UP 2 a b DOWN 1 c"),
        (301, "TIME 1 CLOSES 2 SCORE 2305843009213693952 COUNTS 4294967295 0 GROUPS 1 g"),
        (70_000, "TIME 1700000000 CLOSES 4853600000 COUNTS 7 9 FIELDS 1 f v"),
        (80_000, "TIME 5 CLOSES 3000000000 COMMENTS 4294967295 BUMPED 1700000000"),
        (80_001, "TIME 5 CLOSES 3000000000 BUMPED 6 UP 1 a SILENTUP 2 b c SILENTDOWN 1 d"),
        (80_002, "TIME 5 CLOSES 3000000000 SILENTDOWN 1 a"),
        (4_294_967_295_u32, "TIME 128 CLOSES 3153600128 DOWN 1 a"),
    ] {
        c.ok(&format!("ARTICLE.LOAD edge ARTICLE {id} alice t l {more}"));
    }
    assert_eq!(assert_read(&mut c, "edge"), 1);
    // Comments and places, with everything that they can have.
    c.ok("ARTICLE.LOAD comments ARTICLE 300 alice t l TIME 5 CLOSES 3000000000");
    for line in [
        "PLACE 4294967290 0 TIME 1700000000 COUNTS 4294967295 0",
        "COMMENT 4294967291 bob 300 text TIME 5 CLOSES 3000000000 UP 1 a SILENTUP 1 b FIELDS 1 f v",
        "COMMENT 4294967292 bob 4294967291 text TIME 0 CLOSES 1 HIDDEN COUNTS 2 3 SCORE 5",
        "PLACE 4294967293 300 TIME 0 BOOST -315360000 SCORE -2305843009213693952 HIDDEN LOCKED",
        "COMMENT 4294967294 bob 4294967293 text TIME 9 CLOSES 99 LOCKED PINNED BOOST 5",
        "COMMENT 4294967295 bob 4294967290 text TIME 9 CLOSES 99 DOWN 1 bob",
    ] {
        c.ok(&format!("ARTICLE.LOAD comments {line}"));
    }
    assert_eq!(assert_read(&mut c, "comments"), 1);
    // Every flag and boost there is, in both formulas.
    for (key, formula) in [("linear", "linear"), ("log", "log")] {
        let settings = "DOWNVOTES no DEDUPE 3153600000 BUMPWINDOW 7 VOTESCORE 45000";
        c.ok(&format!("ARTICLE.CREATE {key} FORMULA {formula} {settings}"));
        for (id, more) in [
            (1, "UP 3 a b c"),
            (2, "HIDDEN DOWN 2 a b GROUPS 1 g"),
            (3, "LOCKED BOOST -315360000 COUNTS 0 100"),
            (4, "PINNED BOOST 315360000 COUNTS 1000 3 SCORE -5"),
            (5, "HIDDEN LOCKED PINNED BOOST 1 SCORE 2305843009213693952 FIELDS 1 f v UP 1 a"),
            (6, "PINNED SCORE 5 COUNTS 7 4"),
        ] {
            let times = "TIME 1700000000 CLOSES 4853600000";
            c.ok(&format!("ARTICLE.LOAD {key} ARTICLE {id} alice t l {times} {more}"));
        }
        assert_eq!(assert_read(&mut c, key), 1);
    }
    c.ok("ARTICLE.CREATE part IDS 3 16");
    assert_eq!([c.int("ARTICLE.POST part a t l"), c.int("ARTICLE.COMMENT part a 3 t")], [3, 19]);
    assert_eq!(assert_read(&mut c, "part"), 1);
    // Kept votes of articles and comments.
    c.ok("ARTICLE.CREATE kept KEEPVOTES yes");
    for line in [
        "ARTICLE 1 alice t l TIME 5 CLOSES 6 COUNTS 9 9 KEPTUP 3 a b c KEPTDOWN 2 d e GROUPS 1 g",
        "ARTICLE 2 b t l TIME 5 CLOSES 6 COUNTS 1 0 KEPTDOWN 1 alice FIELDS 1 f v",
        "COMMENT 3 e 1 text TIME 5 CLOSES 6 COUNTS 1 0 KEPTUP 1 a",
        "ARTICLE 4 b t l TIME 5 CLOSES 3000000000 UP 1 a SILENTUP 1 b",
        "ARTICLE 5 b t l TIME 5 CLOSES 6 COUNTS 3 1",
    ] {
        c.ok(&format!("ARTICLE.LOAD kept {line}"));
    }
    assert_eq!(assert_read(&mut c, "kept"), 1);
    check_seen(&mut c);
    check_lists(&mut c);
    // Many texts of different lengths, some of them longer than a chunk.
    for n in 0..600_usize {
        let text = "x".repeat([1, 127, 128, 255, 16_383, 16_384, 65_535][n % 7]);
        let link = "y".repeat(n * 7 % 300);
        let value = "z".repeat(if n % 100 == 9 { 1 << 20 } else { n });
        let more = ("GROUPS", 2, format!("g{n}"), "all", "FIELDS", 1, format!("f{n}"), value);
        let reply = c.call("ARTICLE.POST", ("long", format!("u{n}"), text, link, more));
        assert_eq!(reply, int(n as i64 + 1));
    }
    assert!(assert_read(&mut c, "long") > 50);
}

/// Checks up to where answers were seen, by users with answers, without, and with nothing
/// else.
fn check_seen(c: &mut Client) {
    c.ok("ARTICLE.LOAD seen ARTICLE 1 alice t l TIME 5 CLOSES 3000000000 UP 3 a b c");
    c.ok("ARTICLE.LOAD seen COMMENT 2 bob 1 text TIME 5 CLOSES 3000000000 UP 1 bob");
    c.ok("ARTICLE.LOAD seen LASTID 4294967295");
    for (user, seen) in
        [("alice", "5-2"), ("reader", "1-0"), ("b", "0-4294967294"), ("c", "70000-70000")]
    {
        c.ok(&format!("ARTICLE.LOAD seen SEEN {user} time:{seen}"));
    }
    for user in ["b", "bob", "out"] {
        c.ok(&format!("ARTICLE.LOAD seen SILENCED {user}"));
    }
    assert_eq!(assert_read(c, "seen"), 1);
    let mut seen = read(&chunks(&c.dump("seen")).concat()).seen;
    seen.sort_by(|one, other| one.user.cmp(&other.user));
    let found = seen.iter().map(|seen| (seen.time, seen.id, seen.is_silenced));
    let silenced = (0, 0, true);
    let (alice, b, c, reader) =
        ((5, 2, false), (0, 4_294_967_294, true), (70_000, 70_000, false), (1, 0, false));
    assert!(found.eq([alice, b, silenced, c, silenced, reader]));
}

/// Checks lists of users with answers, without, and with nothing else: short and long ones, with
/// names of any bytes, of articles and comments, the hidden ones included, and of the last id.
fn check_lists(c: &mut Client) {
    for (ids, last) in [(1..=3_000, 3_000), (4_294_967_290_u32..=4_294_967_295, 4_294_967_295_u32)]
    {
        for id in ids {
            let line = format!("ARTICLE {id} alice t l TIME 5 CLOSES 6 COUNTS 1 0");
            c.ok(&format!("ARTICLE.LOAD lists {line}"));
        }
        assert_eq!(c.info("lists").int("last_id"), i64::from(last));
    }
    c.int("ARTICLE.MODERATE lists HIDE 7 4294967295");
    for (user, list, step) in [("alice", "saved", 1), ("alice", "r", 2_999), ("z", "saved", 11)] {
        let ids: Vec<i64> = (1..=3_000).step_by(step).collect();
        for ids in ids.chunks(1_000) {
            let marked = c.call("ARTICLE.MARK", ("lists", user, list, ids));
            assert_eq!(marked, int(ids.len() as i64));
        }
    }
    let longest = [0xff; 64];
    for name in [BINARY, &b"\0"[..], &longest] {
        let ids = ["4294967295", "4294967290", "300"];
        assert_eq!(c.call("ARTICLE.MARK", ("lists", BINARY, name, &ids)), int(3));
    }
    // Deleted ones are on no list, and a list of nothing else is none.
    assert_eq!(c.int("ARTICLE.MARK lists gone gone 2999 2998"), 2);
    c.int("ARTICLE.DEL lists 2999 2998 7 12");
    assert_eq!(assert_read(c, "lists"), 1);
    assert_eq!(read(&chunks(&c.dump("lists")).concat()).lists.len(), 6);
}
