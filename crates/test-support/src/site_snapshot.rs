//! Snapshots of sites, to show that something changed nothing.

use std::collections::BTreeSet;

use super::{Client, Fields, USERS, Value, bytes, items};

/// Options of PAGE that depend neither on the clock nor on the site's groups. GRAVITY is as of the
/// time in the cursor.
const PAGES: [&str; 14] = [
    "BY SCORE ASC",
    "BY SCORE",
    "BY TIME ASC",
    "BY TIME",
    "HIDDEN",
    "RETURN 1 id BY VOTES",
    "RETURN 1 id BY BEST",
    "RETURN 1 id BY CONTROVERSY",
    "RETURN 1 id BY GRAVITY AFTER gravity:p9223372036854775807-4294967295-2000000000",
    "RETURN 1 id BY ACTIVE AFTER active:p9223372036854775807-4294967295-2000000000",
    "RETURN 1 id BY BUMPED",
    "RETURN 1 id BY COMMENTS",
    "RETURN 1 id BY SCORE ASC MINVOTES 1",
    "RETURN 1 id BY TIME SINCE 1000 UNTIL 3000000000",
];

/// Options of COMMENTS that do not depend on the clock.
const COMMENTS: [&str; 6] = [
    "BY TIME ASC",
    "BY TIME HIDDEN",
    "RETURN 1 id BY SCORE",
    "RETURN 1 id BY BEST",
    "RETURN 1 id BY VOTES",
    "RETURN 1 id BY TIME SINCE 1000 UNTIL 3000000000 MINVOTES 1",
];

/// Options of THREAD, of which only the last depends on the clock.
const THREADS: [&str; 7] = [
    "BY TIME ASC",
    "BY BEST",
    "BY SCORE ASC",
    "BY VOTES CHILDREN 2",
    "BY CONTROVERSY DEPTH 2",
    "BY TIME CHILDREN 1 DEPTH 3",
    "VIEWER ann",
];

/// How many threads, users, and links are read one by one.
const LOOKED_UP: usize = 100;

/// A line, as its words.
type Words = Vec<Vec<u8>>;

/// What a site replies to every command that reads it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SiteSnapshot {
    info: Option<Fields>,
    /// The lines, without the key, and their replies.
    replies: Vec<(String, Value)>,
}

impl SiteSnapshot {
    /// Takes a snapshot, which differs between protocols.
    pub fn of(client: &mut Client, key: &str) -> Self {
        let mut reading = Reading { client, key, replies: Vec::new() };
        let info = reading.line("INFO #", &[], "");
        let info = reading.client.read_all([info]).remove(0);
        if info == Value::Nil {
            return Self::default();
        }
        let info = reading.client.fields(&info).without("memory").without("version");
        reading.read_all(info.int("last_id"));
        Self { info: Some(info), replies: reading.replies }
    }

    /// Removes what depends on the server's clock: whether voting is open, and so the vote of a
    /// viewer.
    pub fn without_clock(mut self) -> Self {
        self.replies.retain(|(line, _)| !line.contains("VIEWER"));
        self.info = self.info.map(|info| info.without("open"));
        self
    }

    #[track_caller]
    pub fn assert_same(&self, after: &Self) {
        assert_eq!(self.info, after.info);
        for (before, after) in self.replies.iter().zip(&after.replies) {
            assert_eq!(before, after);
        }
        assert_eq!(self.replies.len(), after.replies.len());
    }
}

/// The replies that make up a snapshot.
struct Reading<'a> {
    client: &'a mut Client,
    key: &'a str,
    replies: Vec<(String, Value)>,
}

impl Reading<'_> {
    fn read_all(&mut self, last_id: i64) {
        let groups = self.read(vec![self.line("GROUPS #", &[], "")]);
        let groups = self.client.group_sizes(&groups[0]);
        self.listings(&groups.into_iter().map(|(name, _)| name).collect::<Vec<_>>());
        let (mut users, mut links) = (BTreeSet::new(), BTreeSet::new());
        users.extend(USERS.map(|user| user.as_bytes().to_vec()));
        let items = self.items(last_id);
        for item in items.iter().filter_map(|(_, item)| item.as_ref()) {
            users.insert(bytes(item.value("poster")));
            links.extend(item.has("link").then(|| bytes(item.value("link"))));
        }
        let has_thread = |item: &Option<Fields>| {
            item.as_ref().is_none_or(|item| item.has("comments") && item.int("comments") > 0)
        };
        let ids = items.iter().filter(|(_, item)| has_thread(item)).map(|(id, _)| *id);
        self.threads(ids.take(LOOKED_UP));
        let lines = links.iter().take(LOOKED_UP).map(|link| self.line("FIND #", &[link], ""));
        self.read(lines.collect());
        let readers = self.readers();
        for (user, lists) in readers.iter().take(LOOKED_UP) {
            self.lists(user, lists);
        }
        users.extend(readers.into_iter().map(|(user, _)| user));
        self.users(&users);
    }

    /// Returns a line: words with the key in place of `#`, names of any bytes, and more words.
    fn line(&self, start: &str, names: &[&[u8]], end: &str) -> Words {
        let words = |line: &str| -> Words {
            line.split_ascii_whitespace().map(|word| word.as_bytes().to_vec()).collect()
        };
        let start = words(&format!("ARTICLE.{}", start.replace('#', self.key)));
        let names = names.iter().map(|name| name.to_vec());
        start.into_iter().chain(names).chain(words(end)).collect()
    }

    /// Runs lines and, where a page ends with a cursor, the next page. Returns the replies.
    fn read(&mut self, mut lines: Vec<Words>) -> Vec<Value> {
        let mut all = Vec::new();
        while !lines.is_empty() {
            let replies = self.client.read_all(lines.iter().cloned());
            let next = lines.iter().zip(&replies).filter_map(|(line, reply)| next(line, reply));
            let next = next.collect();
            lines.iter().zip(&replies).for_each(|(line, reply)| self.keep(line, reply.clone()));
            all.extend(replies);
            lines = next;
        }
        all
    }

    fn keep(&mut self, line: &Words, reply: Value) {
        let words = line.iter().filter(|word| *word != self.key.as_bytes());
        let words: Vec<_> = words.map(|word| word.escape_ascii().to_string()).collect();
        self.replies.push((words.join(" "), reply));
    }

    /// Reads the articles and comments in several orders, as several users see them, and of
    /// groups.
    fn listings(&mut self, groups: &[Vec<u8>]) {
        let viewers = USERS.map(|user| format!("VIEWER {user}"));
        let viewers = viewers.iter().map(String::as_str);
        let page = "PAGE # 1 SIZE 1000 WITHCURSOR";
        let pages = PAGES.into_iter().chain(viewers.clone());
        let mut lines: Vec<_> = pages.map(|options| self.line(page, &[], options)).collect();
        let comments = COMMENTS
            .into_iter()
            .chain(viewers)
            .map(|options| self.line("COMMENTS # 1 SIZE 1000 WITHCURSOR", &[], options));
        lines.extend(comments);
        let of_group = |group: &Vec<u8>| self.line("GROUPPAGE #", &[group], "1 SIZE 1000");
        lines.extend(groups.iter().map(of_group));
        if let [first, second, ..] = groups {
            for filter in ["ANYOF 2", "ALLOF 2", "NONEOF 2"] {
                let page = format!("{page} RETURN 1 id {filter}");
                lines.push(self.line(&page, &[first, second], ""));
            }
        }
        self.read(lines);
    }

    /// Reads the first articles and comments. Returns them by id.
    fn items(&mut self, last_id: i64) -> Vec<(i64, Option<Fields>)> {
        let ids: Vec<_> = (1..=last_id.min(1_000)).collect();
        let words: Vec<_> = ids.iter().map(i64::to_string).collect();
        let line = self.line(&format!("MGET # {}", ids.len()), &[], &words.join(" "));
        let replies = self.read(if ids.is_empty() { Vec::new() } else { vec![line] });
        let found = replies.iter().flat_map(items);
        let found = found.map(|item| (*item != Value::Nil).then(|| self.client.fields(item)));
        ids.into_iter().zip(found).collect()
    }

    fn threads(&mut self, ids: impl Iterator<Item = i64>) {
        let lines = ids.flat_map(|id| THREADS.map(|options| (id, options)));
        let lines = lines.map(|(id, options)| {
            self.line(&format!("THREAD # {id} SIZE 1000 WITHCURSOR"), &[], options)
        });
        self.read(lines.collect());
    }

    /// Reads what the site tells users about themselves.
    fn users(&mut self, users: &BTreeSet<Vec<u8>>) {
        let lines = users.iter().take(LOOKED_UP).flat_map(|user| {
            let line = |start: &str, end: &str| self.line(start, &[user], end);
            [
                line("USER #", ""),
                line("USERPAGE #", "1 WITHCURSOR RETURN 1 id"),
                line("FOLLOWS #", ""),
                line("LISTS #", ""),
                line("PAGE # 1 RETURN 1 id FEED", ""),
                line("PAGE # 1 RETURN 1 id UNMUTED", ""),
                line("ANSWERS #", "1 SIZE 1000 WITHCURSOR"),
                line("ANSWERS #", "1 SIZE 1000 WITHCURSOR RETURN 1 id UNSEEN"),
                self.line("VOTED #", &[user, b"1", b"VIEWER", user], "SIZE 1000 WITHCURSOR"),
            ]
        });
        self.read(lines.collect());
    }

    /// Reads who has seen answers, has lists, follows, or is silenced. Returns these users by
    /// name, each with the names of the lists.
    fn readers(&mut self) -> Vec<(Vec<u8>, Words)> {
        let line = format!("ARTICLE.DEBUG READERS {} # COUNT 10000", self.key);
        let mut readers = self.client.parts(&line).concat();
        readers.sort_by_key(|reader| bytes(&items(reader)[0]));
        self.replies.push(("READERS".to_owned(), Value::Array(readers.clone())));
        let names = |lists: &Value| items(lists).iter().map(bytes).collect();
        readers.iter().map(|it| (bytes(&items(it)[0]), names(&items(it)[2]))).collect()
    }

    /// Reads what a user has on lists.
    fn lists(&mut self, user: &[u8], lists: &[Vec<u8>]) {
        let number = lists.len().to_string();
        let names: Vec<&[u8]> = lists.iter().map(Vec::as_slice).collect();
        let all = [&[user, number.as_bytes()], &names[..]].concat();
        for list in &names {
            for cursor in ["0", "1"] {
                let line = self.line("DEBUG MARKS #", &[user, list], cursor);
                let line = [line, vec![b"COUNT".to_vec(), b"10000".to_vec()]].concat();
                let marks = self.client.call_all([&line]).remove(0);
                self.keep(&line, items(&marks)[1].clone());
            }
            let viewer = [&[user, list, b"1", b"VIEWER", user, b"MARKS"], &all[1..]].concat();
            self.read(vec![self.line("MARKED #", &viewer, "SIZE 1000")]);
        }
        for filter in ["MARKED", "UNMARKED"] {
            let page = format!("PAGE # 1 BY TIME WITHCURSOR RETURN 1 id {filter}");
            self.read(vec![self.line(&page, &all, "")]);
        }
    }
}

/// Returns the line of the page after one, if there is one.
fn next(line: &Words, page: &Value) -> Option<Words> {
    let Value::Array(parts) = page else { return None };
    let [Value::Array(_), Value::BulkString(cursor)] = &parts[..] else { return None };
    let start = line.iter().take_while(|word| *word != b"AFTER").cloned();
    Some(start.chain([b"AFTER".to_vec(), cursor.clone()]).collect())
}

/// Returns the reply to the action. Panics if the action changes the site.
#[track_caller]
pub fn assert_unchanged(
    client: &mut Client,
    key: &str,
    action: impl FnOnce(&mut Client) -> Value,
) -> Value {
    let line = format!("DUMP {key}");
    let before = client.run(&line);
    let reply = action(client);
    assert_eq!(before, client.run(&line), "{key}");
    reply
}
