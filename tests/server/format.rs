//! docs/format.md is complete and correct: a reader written from it alone agrees with the module,
//! and its example is what the server writes.

use std::collections::BTreeMap;
use test_support::*;

const DOCUMENT: &str = include_str!("../../docs/format.md");

/// The bytes that have not been read yet.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: u64) -> &'a [u8] {
        let (taken, left) = self.0.split_at(length as usize);
        self.0 = left;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1)[0]
    }

    fn big_endian(&mut self, length: u64) -> u64 {
        self.take(length).iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// Reads an uncompressed string of the server's format.
    fn string(&mut self) -> &'a [u8] {
        let length = match self.byte() {
            short @ 0..0x40 => short.into(),
            high @ 0x40..0x80 => u64::from(high & 0x3f) << 8 | u64::from(self.byte()),
            0x80 => self.big_endian(4),
            other => panic!("a string that begins with {other:#x}"),
        };
        self.take(length)
    }

    fn number(&mut self) -> u64 {
        let byte = self.byte();
        let low = u64::from(byte & 0x7f);
        if byte < 0x80 { low } else { self.number() << 7 | low }
    }

    fn signed(&mut self) -> i64 {
        match self.number() {
            even if even % 2 == 0 => (even / 2) as i64,
            odd => -((odd / 2) as i64) - 1,
        }
    }

    fn text(&mut self) -> &'a [u8] {
        let length = self.number();
        self.take(length)
    }

    fn texts(&mut self) -> Vec<&'a [u8]> {
        (0..self.number()).map(|_| self.text()).collect()
    }
}

fn chunks(dump: &[u8]) -> Vec<&[u8]> {
    let mut reader = Reader(&dump[..dump.len() - DUMP_FOOTER]);
    assert_eq!(reader.byte(), 7);
    assert_eq!(reader.byte(), 0x81);
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digit = |c: u8| alphabet.iter().position(|other| *other == c).expect("a character") as u64;
    let name = b"ArticleDB".iter().fold(0, |number, c| number << 6 | digit(*c));
    assert_eq!(reader.big_endian(8), name << 10 | 4);
    let mut chunks = Vec::new();
    loop {
        match reader.byte() {
            5 => chunks.push(reader.string()),
            end => {
                assert_eq!((end, reader.0.len()), (0, 0));
                return chunks;
            }
        }
    }
}

/// An article or a comment as ARTICLE.GET returns it, and its upvoters and downvoters, then those
/// whose votes are silent, unless they are freed.
struct Item {
    fields: Fields,
    voters: Option<[Vec<Vec<u8>>; 4]>,
    /// The users who have kept a vote up, and those who have kept a vote down.
    kept: [Vec<Vec<u8>>; 2],
}

/// The place of a deleted article or comment.
struct Place {
    id: i64,
    /// 0 for an article.
    parent: i64,
    score: i64,
}

/// A stored site.
struct Stored {
    /// The settings and the last id.
    settings: [i64; 10],
    /// The articles, then the comments. These have no `comments` and no `article`, which are not
    /// stored.
    items: Vec<Item>,
    places: Vec<Place>,
}

/// The names of groups and of users, by their indexes.
struct Names<'a> {
    groups: Vec<&'a [u8]>,
    users: Vec<&'a [u8]>,
}

fn read(bytes: &[u8]) -> Stored {
    let mut reader = Reader(bytes);
    let settings = [0; 10].map(|_: i32| reader.number() as i64);
    let names = Names { groups: reader.texts(), users: reader.texts() };
    let (mut items, mut places) = (Vec::new(), Vec::new());
    let mut id = 0;
    for _ in 0..reader.number() {
        id += reader.number() as i64;
        let flags = reader.number();
        assert_eq!(flags & !0b101_1111_1111, 0, "an unknown flag");
        items.push(read_item(&mut reader, (id, flags), &settings, (true, &names)));
    }
    id = 0;
    for _ in 0..reader.number() {
        id += reader.number() as i64;
        let flags = reader.number();
        if flags & 512 == 0 {
            assert_eq!(flags & !0b101_0111_1101, 0, "an unknown flag");
            items.push(read_item(&mut reader, (id, flags), &settings, (false, &names)));
        } else {
            assert_eq!(flags & !(512 + 64), 0, "an unknown flag");
            places.push(read_place(&mut reader, (id, flags), &settings));
        }
    }
    assert!(reader.0.is_empty(), "something follows");
    Stored { settings, items, places }
}

fn read_place(reader: &mut Reader, (id, flags): (i64, u64), settings: &[i64]) -> Place {
    let [time, up, down] = [0; 3].map(|_: i32| reader.number() as i64);
    let boost = if flags & 64 != 0 { reader.signed() } else { 0 };
    let score = time + gain(settings, up - down) + boost + reader.signed();
    let parent = match reader.number() as i64 {
        0 => 0,
        distance => id - distance,
    };
    Place { id, parent, score }
}

/// Returns the gain of a number of votes. The logarithm is precise enough for the votes here.
fn gain(settings: &[i64], votes: i64) -> i64 {
    let (vote_score, is_log) = (settings[0], settings[4] == 1);
    if !is_log {
        return vote_score * votes;
    }
    let log = ((votes.abs().max(1) as f64).log2() * 2_f64.powi(32)).floor() as i64;
    votes.signum() * (vote_score * log / 14_267_572_527)
}

/// Reads an article or a comment.
fn read_item(
    reader: &mut Reader,
    (id, flags): (i64, u64),
    settings: &[i64],
    (is_article, names): (bool, &Names),
) -> Item {
    let [time, window, up, down] = [0; 4].map(|_: i32| reader.number() as i64);
    let boost = if flags & 64 != 0 { reader.signed() } else { 0 };
    let [comments, quiet] = match flags & 128 {
        0 => [0, 0],
        _ => [0; 2].map(|_: i32| reader.number() as i64),
    };
    let score = time + gain(settings, up - down) + boost + reader.signed();
    let own = |name: &str, value: Value| (name.as_bytes().to_vec(), value);
    let mut fields = vec![own("id", int(id))];
    fields.extend(match is_article {
        true => [own("title", bulk(reader.text())), own("link", bulk(reader.text()))],
        false => {
            let parent = id - reader.number() as i64;
            [own("parent", int(parent)), own("text", bulk(reader.text()))]
        }
    });
    fields.extend([
        own("poster", bulk(names.users[reader.number() as usize])),
        own("time", int(time)),
        own("closes", int(time + window)),
        own("votes", int(up - down)),
        own("upvotes", int(up)),
        own("downvotes", int(down)),
        own("score", int(score)),
    ]);
    if is_article {
        let mut groups = Vec::new();
        if flags & 2 != 0 {
            let number = reader.number();
            let mut group = || bulk(names.groups[reader.number() as usize]);
            groups = (0..number).map(|_| group()).collect();
        }
        fields.extend([
            own("comments", int(comments)),
            own("bumped", int(time + quiet)),
            own("groups", Value::Array(groups)),
        ]);
    }
    for (name, value) in [
        ("boost", boost),
        ("hidden", i64::from(flags & 8 != 0)),
        ("locked", i64::from(flags & 16 != 0)),
        ("pinned", i64::from(flags & 32 != 0)),
    ] {
        if value != 0 {
            fields.push(own(name, int(value)));
        }
    }
    if flags & 4 != 0 {
        for _ in 0..reader.number() {
            let name = reader.text().to_vec();
            fields.push((name, bulk(reader.text())));
        }
    }
    let voters = (flags & 1 != 0).then(|| read_voters(reader, flags, [up, down], names));
    let kept = match flags & 1024 {
        0 => [Vec::new(), Vec::new()],
        _ => counted_users(reader, names),
    };
    Item { fields: Fields(fields), voters, kept }
}

/// Reads upvoters and downvoters, then those whose votes are silent.
fn read_voters(
    reader: &mut Reader,
    flags: u64,
    numbers: [i64; 2],
    names: &Names,
) -> [Vec<Vec<u8>>; 4] {
    let [up, down] = numbers.map(|number| users(reader, number as u64, names));
    let [silent_up, silent_down] = match flags & 256 {
        0 => [Vec::new(), Vec::new()],
        _ => counted_users(reader, names),
    };
    [up, down, silent_up, silent_down]
}

/// Reads the users with a vote up, and those with a vote down, each with their number before them.
fn counted_users(reader: &mut Reader, names: &Names) -> [Vec<Vec<u8>>; 2] {
    [0; 2].map(|_: i32| {
        let number = reader.number();
        users(reader, number, names)
    })
}

fn users(reader: &mut Reader, number: u64, names: &Names) -> Vec<Vec<u8>> {
    let mut next = 0;
    let mut user = || {
        let index = next + reader.number() as usize;
        next = index + 1;
        names.users[index].to_vec()
    };
    (0..number).map(|_| user()).collect()
}

/// Reads the key's bytes as the document says, and compares with the module's replies. Returns the
/// number of chunks.
fn assert_read(c: &mut Client, key: &str) -> usize {
    let dump = c.dump(key);
    let chunks = chunks(&dump);
    for (number, chunk) in chunks.iter().enumerate() {
        assert!(!chunk.is_empty(), "chunk {number} of {}", chunks.len());
        assert!(chunk.len() >= 65_536 || number == chunks.len() - 1);
    }
    let Stored { settings, items, places } = read(&chunks.concat());
    let info = c.info(key);
    let names = ["vote_score", "vote_window", "page_size"];
    assert_eq!(settings[..3], names.map(|name| info.int(name)));
    assert_eq!(settings[3], i64::from(info.text("self_vote") == "yes"));
    assert_eq!(settings[4], i64::from(info.text("formula") == "log"));
    assert_eq!(settings[5], i64::from(info.text("downvotes") == "yes"));
    assert_eq!(settings[6], info.int("dedupe"));
    assert_eq!(settings[7], info.int("bump_window"));
    assert_eq!(settings[8], i64::from(info.text("keep_votes") == "yes"));
    assert_eq!(settings[9], info.int("last_id"));
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
    chunks.len()
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
        (70_000, "TIME 4503599627370495 CLOSES 4503599627370496 COUNTS 7 9 FIELDS 1 f v"),
        (80_000, "TIME 5 CLOSES 3000000000 COMMENTS 4294967295 BUMPED 4503599627370496"),
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
        "PLACE 4294967290 0 TIME 4503599627370496 COUNTS 4294967295 0",
        "COMMENT 4294967291 bob 300 text TIME 5 CLOSES 3000000000 UP 1 a SILENTUP 1 b FIELDS 1 f v",
        "COMMENT 4294967292 bob 4294967291 text TIME 0 CLOSES 1 HIDDEN COUNTS 2 3 SCORE 5",
        "PLACE 4294967293 300 TIME 0 BOOST -315360000 SCORE -2305843009213693952",
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
