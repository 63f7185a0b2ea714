//! Snapshots of what sites reply, to show that two are the same.

use std::collections::{BTreeMap, BTreeSet};

use super::grammar::Words;
use super::{Client, Fields, USERS, Value, bulk, bytes, items};

/// Lines that depend neither on the clock nor on what the site has, without `ARTICLE.`, and with
/// `#` in place of the key. GRAVITY and ACTIVE are as of the time in the cursor.
const OF_SITE: [&str; 20] = [
    "PAGE # 1 SIZE 1000 WITHCURSOR BY SCORE ASC",
    "PAGE # 1 SIZE 1000 WITHCURSOR BY SCORE",
    "PAGE # 1 SIZE 1000 WITHCURSOR BY TIME ASC",
    "PAGE # 1 SIZE 1000 WITHCURSOR BY TIME",
    "PAGE # 1 SIZE 1000 WITHCURSOR HIDDEN",
    "PAGE # 1 RETURN 1 id SIZE 1000 BY VOTES",
    "PAGE # 1 RETURN 1 id SIZE 1000 BY BEST",
    "PAGE # 1 RETURN 1 id SIZE 1000 BY CONTROVERSY",
    "PAGE # 1 RETURN 1 id BY GRAVITY AFTER gravity:p9223372036854775807-4294967295-2000000000",
    "PAGE # 1 RETURN 1 id BY ACTIVE AFTER active:p9223372036854775807-4294967295-2000000000",
    "PAGE # 1 RETURN 1 id SIZE 1000 BY BUMPED",
    "PAGE # 1 RETURN 1 id SIZE 1000 BY COMMENTS",
    "PAGE # 1 RETURN 1 id SIZE 1000 BY SCORE ASC MINVOTES 1",
    "PAGE # 1 RETURN 1 id SIZE 1000 BY TIME SINCE 1000 UNTIL 3000000000",
    "COMMENTS # 1 SIZE 1000 WITHCURSOR BY TIME ASC",
    "COMMENTS # 1 SIZE 1000 WITHCURSOR BY TIME HIDDEN",
    "COMMENTS # 1 RETURN 1 id SIZE 1000 BY SCORE",
    "COMMENTS # 1 RETURN 1 id SIZE 1000 BY BEST",
    "COMMENTS # 1 RETURN 1 id SIZE 1000 BY VOTES",
    "COMMENTS # 1 RETURN 1 id SIZE 1000 BY TIME SINCE 1000 UNTIL 3000000000 MINVOTES 1",
];

/// Lines for each of [`USERS`], with `$` in place of the name.
const OF_VIEWER: [&str; 2] =
    ["PAGE # 1 SIZE 1000 WITHCURSOR VIEWER $", "COMMENTS # 1 SIZE 1000 WITHCURSOR VIEWER $"];

/// Lines for each group.
const OF_GROUP: [&str; 3] = [
    "GROUPPAGE # $ 1 SIZE 1000",
    "PAGE # 1 RETURN 1 id ANYOF 1 $",
    "PAGE # 1 RETURN 1 id NONEOF 1 $",
];

/// Lines for each thread, of which only the last depends on the clock.
const OF_THREAD: [&str; 7] = [
    "THREAD # $ SIZE 1000 WITHCURSOR BY TIME ASC",
    "THREAD # $ SIZE 1000 WITHCURSOR BY BEST",
    "THREAD # $ SIZE 1000 WITHCURSOR BY SCORE ASC",
    "THREAD # $ SIZE 1000 WITHCURSOR BY VOTES CHILDREN 2",
    "THREAD # $ SIZE 1000 WITHCURSOR BY CONTROVERSY DEPTH 2",
    "THREAD # $ SIZE 1000 WITHCURSOR BY TIME CHILDREN 1 DEPTH 3",
    "THREAD # $ SIZE 1000 WITHCURSOR VIEWER ann",
];

/// Lines for each user.
const OF_USER: [&str; 9] = [
    "USER # $",
    "USERPAGE # $ 1 WITHCURSOR RETURN 1 id",
    "FOLLOWS # $",
    "LISTS # $",
    "PAGE # 1 RETURN 1 id FEED $",
    "PAGE # 1 RETURN 1 id UNMUTED $",
    "ANSWERS # $ 1 SIZE 1000 WITHCURSOR",
    "ANSWERS # $ 1 SIZE 1000 WITHCURSOR RETURN 1 id UNSEEN",
    "VOTED # $ 1 SIZE 1000 WITHCURSOR VIEWER $",
];

/// Lines for each list, with `@` in place of its name.
const OF_LIST: [&str; 3] = [
    "MARKED # $ @ 1 SIZE 1000 VIEWER $ MARKS 1 @",
    "PAGE # 1 BY TIME WITHCURSOR RETURN 1 id MARKED $ 1 @",
    "PAGE # 1 BY TIME WITHCURSOR RETURN 1 id UNMARKED $ 1 @",
];

/// How many threads, users, and links are read one by one.
const LOOKED_UP: usize = 100;

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
        let info = reading.client.read_all([words("INFO #", key, &[])]).remove(0);
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
        let groups = self.read(&["GROUPS #"], [Vec::new()]);
        let groups = self.client.group_sizes(&groups[0]).into_iter().map(|(name, _)| vec![name]);
        self.read(&OF_SITE, [Vec::new()]);
        self.read(&OF_GROUP, groups);
        let (mut users, mut links) = (BTreeSet::new(), BTreeSet::new());
        users.extend(USERS.map(|user| vec![user.as_bytes().to_vec()]));
        self.read(&OF_VIEWER, users.clone());
        let items = self.items(last_id);
        for item in items.iter().filter_map(|(_, item)| item.as_ref()) {
            users.insert(vec![bytes(item.value("poster"))]);
            links.extend(item.has("link").then(|| vec![bytes(item.value("link"))]));
        }
        let has_thread = |item: &Option<Fields>| {
            item.as_ref().is_none_or(|item| item.has("comments") && item.int("comments") > 0)
        };
        let ids = items.iter().filter(|(_, item)| has_thread(item));
        self.read(&OF_THREAD, ids.map(|(id, _)| vec![id.to_string().into()]));
        self.read(&["FIND # $"], links);
        let readers = self.readers();
        for (user, lists) in readers.iter().take(LOOKED_UP) {
            let lists = lists.iter().map(|list| vec![user.clone(), list.clone()]);
            self.read(&OF_LIST, lists);
        }
        users.extend(readers.into_iter().map(|(user, _)| vec![user]));
        self.read(&OF_USER, users);
    }

    /// Reads lines with the names in each of the first sets of names and, where a page ends with a
    /// cursor, the next page. Returns the replies.
    fn read(&mut self, lines: &[&str], names: impl IntoIterator<Item = Words>) -> Vec<Value> {
        let names = names.into_iter().take(LOOKED_UP);
        let lines = names.flat_map(|names| lines.iter().map(move |it| (*it, names.clone())));
        let mut lines: Vec<_> = lines.map(|(it, names)| words(it, self.key, &names)).collect();
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

    /// Reads the first articles and comments. Returns them by id.
    fn items(&mut self, last_id: i64) -> Vec<(i64, Option<Fields>)> {
        let ids: Vec<_> = (1..=last_id.min(1_000)).collect();
        let words: Vec<_> = ids.iter().map(i64::to_string).collect();
        let line = format!("MGET # {} {}", ids.len(), words.join(" "));
        let replies = self.read(&[&line], (!ids.is_empty()).then(Vec::new));
        let found = replies.iter().flat_map(items);
        let found = found.map(|item| (*item != Value::Nil).then(|| self.client.fields(item)));
        ids.into_iter().zip(found).collect()
    }

    /// Reads what an export has of users, without what depends on the numbers that a server gives
    /// them. Returns these users by name, each with the names of the lists.
    fn readers(&mut self) -> Vec<(Vec<u8>, Words)> {
        let line = format!("ARTICLE.EXPORT {} # COUNT 10000", self.key);
        let (mut kept, mut users) = (BTreeMap::<Words, Words>::new(), BTreeMap::new());
        for command in self.client.parts(&line).concat() {
            let words: Words = items(&command).iter().map(bytes).collect();
            let names = match &words[0][..] {
                b"SILENCED" | b"SEEN" => 2,
                b"FOLLOWS" | b"MUTES" | b"MARKS" => 3,
                _ => continue,
            };
            let lists: &mut Words = users.entry(words[1].clone()).or_default();
            let (head, rest) = words.split_at(names);
            let all = kept.entry(head.to_vec()).or_default();
            match &words[0][..] {
                // The parts of a list come from the latest on.
                b"MARKS" => {
                    all.splice(0..0, rest[1..].iter().cloned());
                    lists.push(words[2].clone());
                    // In the order of their names, whatever that of the export.
                    lists.sort();
                    lists.dedup();
                }
                b"SEEN" => all.extend_from_slice(rest),
                _ => {
                    all.extend(rest.iter().skip(1).cloned());
                    all.sort();
                }
            }
        }
        let value = |words: &Words| Value::Array(words.iter().map(bulk).collect());
        let kept = kept.iter().map(|(head, rest)| Value::Array(vec![value(head), value(rest)]));
        self.replies.push(("EXPORT".to_owned(), Value::Array(kept.collect())));
        users.into_iter().collect()
    }
}

/// Returns the words of a line, with the key and the names.
fn words(line: &str, key: &str, names: &[Vec<u8>]) -> Words {
    let line = format!("ARTICLE.{line}");
    let word = |word| match word {
        "#" => key.into(),
        "$" => names[0].clone(),
        "@" => names[1].clone(),
        other => other.as_bytes().to_vec(),
    };
    line.split_ascii_whitespace().map(word).collect()
}

/// Returns the line of the page after one, if there is one.
fn next(line: &Words, page: &Value) -> Option<Words> {
    let Value::Array(parts) = page else { return None };
    let [Value::Array(_), Value::BulkString(cursor)] = &parts[..] else { return None };
    let start = line.iter().take_while(|word| *word != b"AFTER").cloned();
    Some(start.chain([b"AFTER".to_vec(), cursor.clone()]).collect())
}
