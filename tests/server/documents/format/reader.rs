//! The reader of stored sites, written from docs/format.md alone.

use test_support::*;

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

pub fn chunks(dump: &[u8]) -> Vec<&[u8]> {
    let mut reader = Reader(&dump[..dump.len() - DUMP_FOOTER]);
    assert_eq!(reader.byte(), 7);
    assert_eq!(reader.byte(), 0x81);
    let alphabet = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let digit = |c: u8| alphabet.iter().position(|other| *other == c).expect("a character") as u64;
    let name = b"ArticleDB".iter().fold(0, |number, c| number << 6 | digit(*c));
    assert_eq!(reader.big_endian(8), name << 10 | 5);
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
pub struct Item {
    pub fields: Fields,
    pub voters: Option<[Vec<Vec<u8>>; 4]>,
    /// The users who have kept a vote up, and those who have kept a vote down.
    pub kept: [Vec<Vec<u8>>; 2],
}

/// The place of a deleted article or comment.
pub struct Place {
    pub id: i64,
    /// 0 for an article.
    pub parent: i64,
    pub score: i64,
}

/// A stored site.
pub struct Stored {
    /// The settings, the first id, the step of ids, and the last id.
    pub settings: [i64; 12],
    /// The articles, then the comments. These have no `comments` and no `article`, which are not
    /// stored.
    pub items: Vec<Item>,
    pub places: Vec<Place>,
    pub related: Vec<Related>,
    pub seen: Vec<Seen>,
    pub lists: Vec<List>,
}

/// What a user follows and has muted.
pub struct Related {
    pub user: Vec<u8>,
    /// Groups followed, users followed, groups muted, and users muted, each sorted by name.
    pub names: [Vec<Vec<u8>>; 4],
    /// The ids muted.
    pub ids: Vec<i64>,
}

/// What a user has seen of the answers.
pub struct Seen {
    pub user: Vec<u8>,
    /// The time and the id up to which they were seen.
    pub time: i64,
    pub id: i64,
    pub is_silenced: bool,
}

/// A list of a user.
pub struct List {
    pub user: Vec<u8>,
    pub name: Vec<u8>,
    /// Ids, and -n for n marks of what is not on the list any more.
    pub marks: Vec<i64>,
}

/// The names of groups and of users, by their indexes.
struct Names<'a> {
    groups: Vec<&'a [u8]>,
    users: Vec<&'a [u8]>,
}

pub fn read(bytes: &[u8]) -> Stored {
    let mut reader = Reader(bytes);
    let settings = [0; 12].map(|_: i32| reader.number() as i64);
    let names = Names { groups: reader.texts(), users: reader.texts() };
    let (mut items, mut places) = (Vec::new(), Vec::new());
    let mut id = 0;
    for _ in 0..reader.number() {
        id += reader.number() as i64;
        let flags = reader.number();
        assert_eq!(flags & !0b1101_1111_1111, 0, "an unknown flag");
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
            assert_eq!(flags & !(512 + 64 + 16 + 8), 0, "an unknown flag");
            places.push(read_place(&mut reader, (id, flags), &settings));
        }
    }
    let related = read_related(&mut reader, &names);
    let seen = read_seen(&mut reader, &names);
    let lists = read_lists(&mut reader, &names);
    assert!(reader.0.is_empty(), "something follows");
    Stored { settings, items, places, related, seen, lists }
}

/// Reads what users follow and have muted.
fn read_related(reader: &mut Reader, names: &Names) -> Vec<Related> {
    let (number, mut next) = (reader.number(), 0);
    let mut read = || {
        next += reader.number() as usize + 1;
        let kinds = [&names.groups, &names.users, &names.groups, &names.users];
        let names_of = kinds.map(|kind| {
            let number = reader.number();
            let mut names: Vec<_> =
                (0..number).map(|_| kind[reader.number() as usize].to_vec()).collect();
            names.sort_unstable();
            names
        });
        let (number, mut id) = (reader.number(), 0);
        let ids = (0..number).map(|_| {
            id += reader.number() as i64;
            id
        });
        let ids = ids.collect();
        Related { user: names.users[next - 1].to_vec(), names: names_of, ids }
    };
    (0..number).map(|_| read()).collect()
}

/// Reads the users who have seen answers, or are silenced.
fn read_seen(reader: &mut Reader, names: &Names) -> Vec<Seen> {
    let (number, mut next) = (reader.number(), 0);
    let mut user = || {
        let index = next + reader.number() as usize;
        next = index + 1;
        let (time, id) = (reader.number() as i64, reader.number() as i64);
        let user = names.users[index].to_vec();
        Seen { user, time: time / 2, id, is_silenced: time % 2 == 1 }
    };
    (0..number).map(|_| user()).collect()
}

/// Reads the lists of users, after the names of lists, which must be sorted and used.
fn read_lists(reader: &mut Reader, names: &Names) -> Vec<List> {
    let lists = reader.texts();
    assert!(lists.is_sorted_by(|name, next| name < next), "names of lists out of order");
    let mut used = vec![false; lists.len()];
    let mut list = |reader: &mut Reader| {
        let user = names.users[reader.number() as usize].to_vec();
        let name = reader.number() as usize;
        used[name] = true;
        let (number, mut id) = (reader.number(), 0);
        let mut next = || match reader.signed() {
            0 => -(reader.number() as i64),
            distance => {
                id += distance;
                id
            }
        };
        let marks = (0..number).map(|_| next()).collect();
        List { user, name: lists[name].to_vec(), marks }
    };
    let read = (0..reader.number()).map(|_| list(reader)).collect();
    assert!(used.iter().all(|is_used| *is_used), "a name without a list");
    read
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
    let [comments, floor, quiet] = match flags & 128 {
        0 => [0; 3],
        _ => [0; 3].map(|_: i32| reader.number() as i64),
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
            own("bumped", int(time + floor + quiet)),
            own("groups", Value::Array(groups)),
        ]);
    }
    for (name, value) in [
        ("boost", boost),
        ("hidden", i64::from(flags & 8 != 0) + 2 * i64::from(flags & 4096 != 0)),
        ("locked", i64::from(flags & 16 != 0)),
        ("pinned", i64::from(flags & 32 != 0) + 2 * i64::from(flags & 2048 != 0)),
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
        _ => {
            let mut kept = counted_users(reader, names);
            if flags & 256 != 0 {
                let silent = counted_users(reader, names);
                kept.iter_mut().zip(silent).for_each(|(kept, silent)| kept.extend(silent));
            }
            kept
        }
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
