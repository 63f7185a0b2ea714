//! Damaged and forged dumps: RESTORE refuses them or makes a consistent site, and memory is
//! proportional to the payload.

use super::edges::{claims, edges};
use super::payload::{Payload, crc64, length_bytes};
use super::thread_edges::thread_edges;
use super::{assert_clean_log, assert_unharmed, inputs, line, setup, site_keys};
use article_model::targets::mutation::damage;
use test_support::*;

/// Inputs per pipeline.
const BATCH: usize = 50;
/// The most memory that a dump of a few bytes may cost.
const LITTLE: i64 = 4 << 20;

/// Returns dumps of different sites.
fn originals(c: &mut Client) -> Vec<Payload> {
    fill_site(c, "everything");
    c.int("ARTICLE.POST voters alice t l GROUPS 1 g");
    let votes: Vec<_> = (0..300).map(|n| format!("ARTICLE.VOTE voters user{n} 1")).collect();
    c.run_all(&votes);
    c.ok("ARTICLE.CREATE empty VOTESCORE 5 WINDOW 6 PAGESIZE 7 SELFVOTE no");
    for id in [2, 300, 70_000, 20_000_000] {
        c.ok(&format!("ARTICLE.LOAD sparse LASTID {}", id - 1));
        c.int(&format!("ARTICLE.POST sparse alice t l GROUPS 1 g{id} FIELDS 1 f v"));
    }
    c.ok("ARTICLE.CREATE part IDS 3 16");
    for _ in 0..9 {
        c.int("ARTICLE.POST part alice t l GROUPS 1 g");
    }
    c.int("ARTICLE.COMMENT part bob 3 text");
    c.ok("ARTICLE.CREATE moderated FORMULA log DOWNVOTES no DEDUPE 1000 SELFVOTE no");
    for (id, more) in [
        (1, "HIDDEN UP 2 user1 user2 GROUPS 1 all"),
        (5, "LOCKED BOOST -315360000 COUNTS 9 100 FIELDS 1 f v"),
        (9, "PINNED BOOST 315360000 UP 1 user7 GROUPS 2 all g"),
        (31, "HIDDEN LOCKED PINNED BOOST 1 SCORE 7"),
    ] {
        let times = "TIME 1700000000 CLOSES 4853600000";
        c.ok(&format!("ARTICLE.LOAD moderated ARTICLE {id} alice t l {times} {more}"));
    }
    c.ok("ARTICLE.CREATE kept KEEPVOTES yes");
    for (id, more) in [
        (1, "COUNTS 9 4 KEPTUP 2 user1 user7 KEPTDOWN 1 user2"),
        (5, "COUNTS 0 0 KEPTDOWN 2 alice user7 GROUPS 1 g"),
        (9, "UP 1 user7"),
    ] {
        c.ok(&format!("ARTICLE.LOAD kept ARTICLE {id} alice t l TIME 1000 CLOSES 2000 {more}"));
    }
    c.int("ARTICLE.POST deep alice t l");
    for parent in 1..=60 {
        c.int(&format!("ARTICLE.COMMENT deep user{} {parent} text", parent % 7));
    }
    c.int("ARTICLE.MODERATE deep PIN 9 30 31");
    c.int("ARTICLE.DEL deep 1 5 9 31");
    for (user, id) in [("user1", 8), ("user7", 60), ("alice", 5), ("reader", 61)] {
        assert_eq!(c.int(&format!("ARTICLE.SEEN deep {user} time:1000-{id}")), 1);
    }
    for list in ["user1 list1", "user7 list1", "user7 list7"] {
        let ids: Vec<_> = (2..=60).map(|id| id.to_string()).collect();
        c.int(&format!("ARTICLE.MARK deep {list} {}", ids.join(" ")));
    }
    make_long_lists(c);
    let keys =
        ["everything", "voters", "empty", "sparse", "part", "moderated", "kept", "deep", "listed"];
    keys.map(|key| Payload::of(&c.dump(key))).to_vec()
}

/// Makes a site with a list that is long enough to be stored otherwise, some of it deleted.
fn make_long_lists(c: &mut Client) {
    for id in 1..=600 {
        let line = format!("ARTICLE {id} alice t l TIME 1000 CLOSES 2000 COUNTS 1 0");
        c.ok(&format!("ARTICLE.LOAD listed {line}"));
    }
    let ids: Vec<_> = (1..=600).map(|id| id.to_string()).collect();
    assert_eq!(c.int(&format!("ARTICLE.MARK listed user7 list1 {}", ids.join(" "))), 600);
    assert_eq!(c.int("ARTICLE.MARK listed user7 list2 1 300"), 2);
    assert_eq!(c.int("ARTICLE.DEL listed 5 300"), 2);
}

/// Returns a damaged dump. Mostly, what the server itself checks is correct, so that the module
/// must find what is wrong.
fn made_up(random: &mut Random, originals: &[Payload]) -> Vec<u8> {
    let mut payload = originals[random.below(originals.len() as i64) as usize].clone();
    let times = random.pick(&[1, 1, 1, 1, 2, 3, 4]);
    let chunk = if random.percent(50) { 1 << 16 } else { 1 + random.below(99) as usize };
    match random.below(10) {
        0 => {
            let len = random.below(200);
            payload.site = random.bytes(len as usize);
        }
        1 | 2 => {
            // The server's own part, except for the type, which would select a native type.
            let mut body = payload.body(chunk);
            let kind = body.remove(0);
            (0..times).for_each(|_| damage(&mut body, random.array()));
            body.insert(0, kind);
            return payload.signed(body);
        }
        _ => (0..times).for_each(|_| damage(&mut payload.site, random.array())),
    }
    payload.dump(chunk)
}

/// Returns lines that restore a dump and use the site.
fn uses(key: &str, dump: &[u8], id: &str) -> Vec<Vec<Vec<u8>>> {
    let key = key.as_bytes();
    let mut lines = vec![
        line(&[b"RESTORE", key, b"0", dump, b"REPLACE"]),
        line(&[b"ARTICLE.DEBUG", b"CHECK", key]),
    ];
    for words in [
        "ARTICLE.PAGE 1 SIZE 1000 VIEWER user7",
        "ARTICLE.PAGE 1 BY TIME ASC",
        "ARTICLE.PAGE 1 MARKED user7 2 list1 list2 UNMARKED user1 1 list1",
        "ARTICLE.PAGE 1 VIEWER user7 MARKS 2 list1 list7",
        "ARTICLE.MARKED user7 list1 1 SIZE 1000",
        "ARTICLE.LISTS user7",
        "ARTICLE.MARK user7 list1 ID 1 2 3",
        "ARTICLE.GROUPS",
        "ARTICLE.VOTE user7 ID DOWN WITHCOUNTS",
        "ARTICLE.EDIT ID TITLE t LINK l FIELDS 1 f w",
        "ARTICLE.MODERATE HIDE ID 5",
        "ARTICLE.BOOST ID 315360000",
        "ARTICLE.MODERATE SHOW ID 1",
        "ARTICLE.MODERATE PIN ID 9",
        "ARTICLE.USERPAGE alice 1 SIZE 1000",
        "ARTICLE.FIND l",
        "ARTICLE.GROUPADD ID g all new",
        "ARTICLE.ALTER VOTESCORE 31536000 WINDOW 3153600000 FORMULA log",
        "ARTICLE.POST somebody t l GROUPS 1 all TIME 0",
        "ARTICLE.COMMENT somebody ID text TIME 0",
        "ARTICLE.THREAD ID BY TIME ASC SIZE 1000 VIEWER user7",
        "ARTICLE.THREAD 1 SIZE 5 CHILDREN 1 WITHCURSOR",
        "ARTICLE.COMMENTS 1 SIZE 1000",
        "ARTICLE.CHANGES 0 COUNT 1000",
        "ARTICLE.VOTED user7 1 SIZE 1000 VIEWER user7",
        "ARTICLE.ANSWERS user1 1 UNSEEN SIZE 1000",
        "ARTICLE.SEEN user7 time:2000-ID",
        "ARTICLE.UNVOTE user7 0",
        "ARTICLE.ALTER KEEPVOTES no",
        "ARTICLE.ALTER KEEPVOTES yes",
        "ARTICLE.GROUPREM ID all",
        "ARTICLE.DEL ID 1 300",
        "ARTICLE.UNMARK user7 list1 ID 2",
        "ARTICLE.UNMARK user1 list1 ALL",
        "ARTICLE.FORGET user7",
        "ARTICLE.INFO",
    ] {
        let mut words: Vec<Vec<u8>> =
            words.replace("ID", id).split(' ').map(|word| word.as_bytes().to_vec()).collect();
        words.insert(1, key.to_vec());
        lines.push(words);
    }
    lines.push(line(&[b"ARTICLE.DEBUG", b"CHECK", key]));
    lines
}

#[test]
fn damaged_dumps_are_refused_or_make_consistent_sites() {
    let server = setup().start();
    let mut c = server.resp3();
    let originals = originals(&mut c);
    let before = used_memory(&mut c);
    let mut random = Random::new(seed("tampered dumps"));
    let (mut restored, mut refused) = (0, 0);
    for round in 0..inputs().div_ceil(BATCH) {
        let dumps: Vec<_> = (0..BATCH).map(|_| made_up(&mut random, &originals)).collect();
        let mut lines = Vec::new();
        for (index, dump) in dumps.iter().enumerate() {
            let key = format!("made-up-{}", (round + index) % 20);
            let id = random.pick(&["1", "5", "9", "31", "300", "70000", "4294967295"]);
            lines.extend(uses(&key, dump, id));
        }
        let replies = c.call_all(&lines);
        let each = lines.len() / dumps.len();
        for (dump, replies) in dumps.iter().zip(replies.chunks(each)) {
            let what = format!("\"{}\": {replies:?}", dump.escape_ascii());
            match &replies[0] {
                Value::Okay => {
                    restored += 1;
                    assert_eq!(replies[1], Value::Okay, "{what}");
                    assert_eq!(replies[each - 1], Value::Okay, "{what}");
                }
                refusal => {
                    refused += 1;
                    assert_error(refusal, "ERR Bad data format");
                }
            }
            for reply in replies {
                assert!(!format!("{reply:?}").contains("internal error"), "{what}");
            }
        }
    }
    assert_unharmed(&server, &mut c);
    assert!(restored > 0 && refused > 0);
    report(format!(
        "{} dumps made up: {restored} restored, {refused} refused",
        restored + refused
    ));

    c.run("FLUSHALL SYNC");
    c.run("MEMORY PURGE");
    drop(c);
    let mut c = server.resp3();
    let leaked = used_memory(&mut c) - before;
    assert!(leaked < LITTLE, "{leaked} bytes are not freed");
}

#[test]
fn sites_from_damaged_dumps_survive_an_aof_rewrite() {
    let setup = setup().config("appendonly yes").config("aof-use-rdb-preamble no");
    let mut server = setup.start();
    let mut c = server.resp3();
    let originals = originals(&mut c);
    let mut random = Random::new(seed("rewritten dumps"));
    let mut restored = 0;
    for (name, site) in edges().into_iter().chain(thread_edges()) {
        let reply = c.call("RESTORE", (name, 0, originals[0].with(site).dump(1 << 16)));
        assert_eq!(reply == Value::Okay, !name.starts_with("too-"), "{name}: {reply:?}");
    }
    for number in 0..inputs() / 4 {
        let dump = made_up(&mut random, &originals);
        let reply = c.call("RESTORE", (format!("made-up-{number}"), 0, dump));
        restored += usize::from(reply == Value::Okay);
    }
    let before = digests(&mut c);
    aof::rewrite(&mut c);
    server.restart();
    let after = digests(&mut server.resp3());
    for (before, after) in before.iter().zip(&after) {
        assert_eq!(before, after);
    }
    assert_eq!(before.len(), after.len());
    assert_clean_log(&server);
    report(format!("{restored} sites that were made up are the same after a rewrite"));
}

/// Returns the key and the digest of each site.
fn digests(c: &mut Client) -> Vec<(String, Vec<u8>)> {
    let mut keys = site_keys(c);
    keys.sort();
    let digest = |key: &Vec<u8>| {
        let reply = c.call("DEBUG", ("DIGEST-VALUE", key));
        let digests = reply.as_sequence().expect("a digest");
        (key.escape_ascii().to_string(), bytes(&digests[0]))
    };
    keys.iter().map(digest).collect()
}

/// Returns dumps with one chunk of a few bytes that claims to be large.
fn large_chunks(payload: &Payload) -> impl Iterator<Item = (String, Vec<u8>)> {
    [1 << 20, 1 << 31, 1 << 33, 1 << 62].into_iter().map(|len| {
        let body = [payload.head(), length_bytes(len), b"few bytes".to_vec()].concat();
        (format!("a chunk of {len} bytes"), payload.signed(body))
    })
}

#[test]
fn a_dump_that_claims_to_be_large_is_refused_without_the_memory_for_it() {
    let server = setup().start();
    let mut c = server.resp3();
    c.ok("ARTICLE.CREATE news");
    let payload = Payload::of(&c.dump("news"));
    let mut restore = |what: &str, dump| {
        let (used, resident) = peaks(&server, &mut c);
        assert_error(&c.call("RESTORE", ("claimed", 0, dump, "REPLACE")), "ERR Bad data format");
        let (used_then, resident_then) = peaks(&server, &mut c);
        assert!(resident_then - resident < LITTLE, "{what}: {} bytes", resident_then - resident);
        used_then - used
    };
    for (what, dump) in claims(&payload) {
        let used = restore(&what, dump);
        assert!(used < LITTLE, "{what}: {used} bytes");
    }
    // The server itself allocates a chunk, without touching it, before it sees that its bytes are
    // missing. Redis 8.6 counts that in its peak.
    for (what, dump) in large_chunks(&payload) {
        restore(&what, dump);
    }
    assert_clean_log(&server);
}

/// Returns the most memory that the server has used: what it has allocated, and what it touched.
fn peaks(server: &Server, c: &mut Client) -> (i64, i64) {
    (info_number(c, "memory", "used_memory_peak"), peak_memory(server))
}

#[test]
fn the_checksum_is_that_of_the_server() {
    assert_eq!(crc64(b"123456789"), 0xe9c6_d914_c4b8_d9ca);
    let server = with_module().start();
    let mut c = server.resp2();
    fill_site(&mut c, "news");
    let dump = c.dump("news");
    let (bytes, checksum) = dump.split_at(dump.len() - 8);
    assert_eq!(checksum, crc64(bytes).to_le_bytes());
}
