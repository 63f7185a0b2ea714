//! Damaged and forged dumps: RESTORE refuses them or makes a consistent site, and memory is
//! proportional to the payload.

use super::payload::{Payload, crc64, length_bytes};
use super::{assert_clean_log, assert_unharmed, inputs, line, setup, site_keys};
use article_model::targets::mutation::{damage, number};
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
        assert_eq!(c.int(&format!("ARTICLE.SEEN deep {user} {id}")), 1);
    }
    let keys = ["everything", "voters", "empty", "sparse", "moderated", "kept", "deep"];
    keys.map(|key| Payload::of(&c.dump(key))).to_vec()
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
        "ARTICLE.SEEN user7 ID",
        "ARTICLE.UNVOTE user7 0",
        "ARTICLE.ALTER KEEPVOTES no",
        "ARTICLE.ALTER KEEPVOTES yes",
        "ARTICLE.GROUPREM ID all",
        "ARTICLE.DEL ID 1 300",
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
    let before = info_number(&mut c, "memory", "used_memory");
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
    let leaked = info_number(&mut c, "memory", "used_memory") - before;
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
    for (name, site) in edges() {
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

/// Returns the default settings of a site as bytes.
fn settings() -> Vec<u8> {
    [number(432), number(604_800), number(25), vec![1, 0, 1, 0, 0, 0]].concat()
}

/// The list of the only user in the sites below.
const USERS: &[u8] = b"\x01\x01p";

/// Returns sites with one article each that are at a limit or just beyond it.
fn edges() -> Vec<(&'static str, Vec<u8>)> {
    let max = u64::from(u32::MAX);
    let flagged = |flags: u64, attributes: &[u64], above: u64| {
        let site =
            [settings(), number(1), number(0), USERS.to_vec(), number(1), number(1)].concat();
        let attributes = attributes.iter().flat_map(|attribute| number(*attribute)).collect();
        let article = [number(flags), vec![0, 1, 0, 0], attributes, number(above)].concat();
        [site, article, b"\x01t\x00\x00\x00\x00".to_vec()].concat()
    };
    let site = |last_id: u64, time: u64, window: u64, up: u64, down: u64, above: u64| {
        let head = [settings(), number(last_id), number(0), USERS.to_vec()].concat();
        let site = [head, number(1), number(last_id)].concat();
        let article = [vec![0], number(time), number(window), number(up), number(down)].concat();
        [site, article, number(above), b"\x01t\x00\x00\x00\x00".to_vec()].concat()
    };
    // Article 1, and a comment or a place whose id is greater by `step`.
    let below = |step: u64, flags: u64, attributes: &[u64], rest: &[u8]| {
        let head = [settings(), number(max), number(0), USERS.to_vec()].concat();
        let site = [head, number(1), number(1)].concat();
        let article = b"\x00\x00\x01\x00\x00\x00\x01t\x00\x00".to_vec();
        let head = [number(1), number(1 + step), number(flags)].concat();
        let attributes = attributes.iter().flat_map(|attribute| number(*attribute)).collect();
        [site, article, head, attributes, rest.to_vec(), number(0)].concat()
    };
    let text = b"\x01t\x00";
    // Article 1 of a poster, with votes up, down, and silent ones.
    let voted = |users: &[u8], poster: u8, [up, down]: [u8; 2], votes: &[u8]| {
        let head =
            [settings(), number(1), number(0), users.to_vec(), number(1), number(1)].concat();
        let article = [number(1 | 256), vec![0, 1, up, down, 0], b"\x01t\x00".to_vec()].concat();
        [head, article, vec![poster], votes.to_vec(), vec![0, 0]].concat()
    };
    // A site of users who have seen answers, whose last id is 9.
    let read = |users: &[u8], seen: &[u8]| {
        [settings(), number(9), number(0), users.to_vec(), vec![0, 0], seen.to_vec()].concat()
    };
    let users = b"\x03\x01a\x01b\x01c";
    vec![
        ("voted", voted(users, 2, [2, 1], &[0, 1, 1, 0, 0])),
        ("voted-silently", voted(users, 1, [1, 0], &[0, 1, 2, 1, 1])),
        ("with-unused-users", voted(users, 1, [0, 0], &[0, 0])),
        ("too-new-poster", voted(users, 3, [0, 0], &[0, 0])),
        ("too-new-voter", voted(users, 0, [2, 0], &[0, 2, 0, 0])),
        ("too-new-silent-voter", voted(users, 0, [0, 0], &[0, 1, 3])),
        ("too-many-votes-of-one-user", voted(users, 0, [1, 1], &[1, 1, 0, 0])),
        ("too-many-silent-votes", voted(users, 0, [1, 0], &[1, 1, 1, 0])),
        ("too-many-users-of-one-name", voted(b"\x02\x01a\x01a", 0, [0, 0], &[0, 0])),
        ("too-short-a-name", voted(b"\x02\x01a\x00", 0, [0, 0], &[0, 0])),
        ("read-by-all", read(users, &[3, 0, 1, 0, 9, 0, 5])),
        ("read-by-some", read(users, &[2, 0, 9, 1, 9])),
        ("too-new-answer-seen", read(users, &[1, 0, 10])),
        ("too-old-answer-seen", read(users, &[1, 0, 0])),
        ("too-new-reader", read(users, &[2, 1, 9, 1, 9])),
        ("too-many-readers", read(users, &[2, 0, 9])),
        ("too-long-readers", read(users, &[1, 0, 9, 0])),
        ("comment", below(1, 0, &[0, 1, 0, 0, 0, 1], text)),
        ("last-comment", below(max - 1, 0, &[1 << 52, 3_153_600_000, max, 0, 0, max - 1], text)),
        ("too-far-comment", below(max, 0, &[0, 1, 0, 0, 0, max], text)),
        ("too-active-comment", below(1, 128, &[0, 1, 0, 0, 0, 0, 0, 1], text)),
        ("too-grouped-comment", below(1, 2, &[0, 1, 0, 0, 0, 1], text)),
        ("too-near-comment", below(1, 0, &[0, 1, 0, 0, 0, 0], text)),
        ("too-lonely-comment", below(1, 0, &[0, 1, 0, 0, 0, 2], text)),
        ("too-many-of-one-id", below(0, 0, &[0, 1, 0, 0, 0, 1], text)),
        ("place", below(1, 512, &[0, max, 0, 0, 1], b"")),
        ("place-of-article", below(1, 512 | 64, &[1 << 52, 0, max, 2 * 315_360_000, 0, 0], b"")),
        ("too-high-place", below(1, 512, &[0, 0, 0, (1 << 62) + 2, 1], b"")),
        ("too-voted-place", below(1, 512, &[0, max, 1, 0, 1], b"")),
        ("too-lonely-place", below(1, 512, &[0, 0, 0, 0, 2], b"")),
        ("too-pinned-place", below(1, 512 | 32, &[0, 0, 0, 0, 1], b"")),
        ("too-recorded-place", below(1, 512 | 1, &[0, 0, 0, 0, 1], b"")),
        ("last-id", site(max, 1, 1, 0, 0, 0)),
        ("latest", site(1, 1 << 52, 3_153_600_000, 0, 0, 0)),
        ("latest-to-close", site(1, (1 << 52) - 1, 1, 0, 0, 0)),
        ("most-votes", site(1, 1, 1, max, 0, 0)),
        ("too-many-votes", site(1, 1, 1, max, max, 0)),
        ("highest", site(1, 0, 1, 0, 0, 1 << 62)),
        ("lowest", site(1, 0, 1, 0, 0, (1 << 62) - 1)),
        ("too-high", site(1, 0, 1, 0, 0, (1 << 62) + 2)),
        ("highest-boosted", flagged(64 | 32, &[2 * 315_360_000], 1 << 62)),
        ("lowest-boosted", flagged(64 | 16, &[2 * 315_360_000 - 1], (1 << 62) - 1)),
        ("too-boosted", flagged(64, &[2 * 315_360_001], 0)),
        ("most-active", flagged(128, &[max, 1 << 52], 0)),
        ("too-active", flagged(128, &[max, (1 << 52) + 1], 0)),
        ("too-many-comments", flagged(128, &[max + 1, 0], 0)),
        ("too-many-flags", flagged(64 | 512, &[2], 0)),
    ]
}

/// Returns dumps of a few bytes that claim to be large.
fn claims(payload: &Payload) -> Vec<(String, Vec<u8>)> {
    let head = |last_id: u64, groups: u64, articles: u64| {
        [settings(), number(last_id), number(groups), USERS.to_vec(), number(articles)].concat()
    };
    let article = |flags: u8, up: u64, down: u64, rest: &[u8]| {
        let start = [number(1), vec![flags], number(1_000), number(9)].concat();
        [head(9, 0, 1), start, number(up), number(down), number(0), rest.to_vec()].concat()
    };
    let texts = b"\x01t\x00\x00";
    let with = |more: Vec<u8>| [texts.to_vec(), more].concat();
    let mut claims = vec![
        ("a title of 65,535 bytes".to_owned(), article(0, 0, 0, &number(65_535))),
        ("a title of 2^64 - 1 bytes".to_owned(), article(0, 0, 0, &number(u64::MAX))),
        ("2^31 voters".to_owned(), article(1, 1 << 31, 0, texts)),
        ("2^32 - 1 voters on both sides".to_owned(), article(1, 0xffff_ffff, 0xffff_ffff, texts)),
        ("32 groups of none".to_owned(), article(2, 0, 0, &with(number(32)))),
        ("2^63 groups".to_owned(), article(2, 0, 0, &with(number(1 << 63)))),
        ("2^63 fields".to_owned(), article(4, 0, 0, &with(number(1 << 63)))),
        (
            "a value of 1,048,576 bytes".to_owned(),
            article(4, 0, 0, &with([number(1), b"\x01f".to_vec(), number(1_048_576)].concat())),
        ),
    ];
    for many in [1 << 20, 1 << 32, 1 << 40, u64::MAX] {
        claims.push((format!("{many} groups"), head(9, many, 0)));
        let site = [settings(), number(9), number(0), number(many), b"\x01p".to_vec()].concat();
        claims.push((format!("{many} users"), site));
        claims.push((format!("{many} articles"), head(0xffff_ffff, 0, many)));
        let site = [head(0xffff_ffff, 0, 0), number(many)].concat();
        claims.push((format!("{many} comments"), site));
        let site = [head(9, 0, 0), number(0), number(many)].concat();
        claims.push((format!("{many} readers"), site));
    }
    claims.into_iter().map(|(what, site)| (what, payload.with(site).dump(1 << 16))).collect()
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
