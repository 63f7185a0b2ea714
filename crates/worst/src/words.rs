//! Words for the arguments of commands, chosen so that they fit the site.

use std::collections::BTreeMap;

use test_support::forms::Argument;
use test_support::{Random, Value};

/// The words of a command line, or of a part of it.
pub type Words = Vec<Vec<u8>>;

/// Returns the words of a line that has single blanks between them.
pub fn words(line: &str) -> Words {
    line.split(' ').map(|word| word.as_bytes().to_vec()).collect()
}

/// The cursors that are remembered per command. Few, so that most are of the order being tried.
const CURSORS: usize = 4;

/// Lengths of lists: one, few, the most of several limits, and beyond some.
const LENGTHS: [i64; 20] =
    [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 16, 16, 32, 100, 100, 1_000, 1_000, 10_000];

/// Integers for sizes, counts, pages, depths, and arguments without words of their own.
const INTEGERS: [i64; 16] =
    [1, 1, 1, 1, 2, 3, 10, 25, 100, 500, 1_000, 1_000, 10_000, 1_000_000, 0, -1_000_000];

/// Names of entries of an article or a comment.
const ENTRIES: [&str; 10] =
    ["id", "text", "title", "groups", "marks", "vote", "votes", "votable", "answerable", "bumped"];

/// The length of a long text, and of the common beginning of long links.
pub const LONG: usize = 60_000;

/// Chooses words. What has a number, such as a user or a group, comes from 0 upwards, and sites
/// have most at number 0.
pub struct Vocabulary {
    pub random: Random,
    /// The articles and comments of the site.
    pub size: i64,
    /// The last id that was assigned or named as a new one.
    pub last_id: i64,
    pub now: i64,
    cursors: BTreeMap<&'static str, Words>,
}

impl Vocabulary {
    pub fn new(random: Random, size: i64, now: i64) -> Self {
        Self { random, size, last_id: size, now, cursors: BTreeMap::new() }
    }

    /// Adds the words of an argument of a command.
    pub fn extend(&mut self, line: &mut Words, command: &'static str, argument: &Argument) {
        line.extend(argument.token.as_ref().map(|token| token.as_bytes().to_vec()));
        match (argument.kind.as_str(), &argument.parts[..]) {
            ("pure-token", _) => {}
            ("oneof", parts) => {
                let part = self.random.below(parts.len() as i64) as usize;
                self.extend(line, command, &parts[part]);
            }
            ("block", [before @ .., number, item]) if number.name.starts_with("num") => {
                before.iter().for_each(|part| self.extend(line, command, part));
                let length = self.random.pick(&LENGTHS);
                line.push(length.to_string().into());
                self.list(line, command, item, length);
            }
            ("block", parts) => {
                let chosen =
                    parts.iter().filter(|part| !part.is_optional || self.random.percent(50));
                let chosen: Vec<_> = chosen.collect();
                chosen.into_iter().for_each(|part| self.extend(line, command, part));
            }
            _ if argument.is_multiple => {
                let length = self.random.pick(&LENGTHS);
                self.list(line, command, argument, length);
            }
            _ if matches!(argument.name.as_str(), "title" | "text") && self.random.percent(5) => {
                line.push(vec![b'x'; LONG]);
            }
            _ => {
                let number = self.number();
                line.push(self.word(command, argument, number));
            }
        }
    }

    /// Adds a list: of one name, of consecutive ones, of spread ones, or of any.
    fn list(&mut self, line: &mut Words, command: &'static str, item: &Argument, length: i64) {
        let step = self.random.pick(&[0, 1, 1, 37, 254, -1]);
        let mut number = self.number();
        for _ in 0..length {
            let parts =
                if item.parts.is_empty() { std::slice::from_ref(item) } else { &item.parts };
            line.extend(parts.iter().map(|part| self.word(command, part, number)));
            number = if step < 0 { self.number() } else { number + step };
        }
    }

    /// Returns the number of a thing: often the first, one of the first, or one of the last.
    fn number(&mut self) -> i64 {
        match self.random.below(10) {
            0..4 => 0,
            4 | 5 => self.random.below(4),
            6 => (self.size - 1 - self.random.below(1_000)).max(0),
            _ => self.random.below(self.size),
        }
    }

    fn word(&mut self, command: &'static str, argument: &Argument, number: i64) -> Vec<u8> {
        let random = &mut self.random;
        let text = match (argument.name.as_str(), argument.kind.as_str()) {
            ("key", _) => "site".to_owned(),
            ("id" | "parent", _) => (1 + number % self.size).to_string(),
            ("new" | "lastid", _) => {
                self.last_id += 1;
                self.last_id.to_string()
            }
            ("cursor" | "version", _) => {
                let known = self.cursors.get(command).filter(|_| random.percent(80));
                let known = known.map(|known| &known[random.below(known.len() as i64) as usize]);
                return known.cloned().unwrap_or_else(|| b"0".to_vec());
            }
            ("time" | "bumped" | "since" | "until", _) => {
                let ago = random.below(self.size);
                random.pick(&[self.now - ago, self.now, 1, 0, -ago]).to_string()
            }
            ("closes", _) => (self.now + 600_000).to_string(),
            ("milliseconds", _) => "1".to_owned(),
            ("name", _) => ENTRIES[number as usize % ENTRIES.len()].to_owned(),
            ("group", _) => format!("g{number}"),
            ("list", _) => format!("l{}", number % 17),
            ("field", _) => format!("f{}", number % 34),
            ("link", _) if random.percent(10) => format!("{}{}", "x".repeat(LONG), 1 + number),
            ("link", _) => format!("link{number}"),
            ("title" | "text" | "value", _) => "text".to_owned(),
            (_, "integer" | "unix-time" | "double") => random.pick(&INTEGERS).to_string(),
            // Users have several names.
            _ => format!("u{number}"),
        };
        text.into()
    }

    /// Remembers the cursor in a reply, if there is one: what is beside the array of the page.
    pub fn learn(&mut self, command: &'static str, reply: &Value) {
        let Value::Array(items) = reply else { return };
        let is_page = items.len() <= 3 && items.iter().any(|item| matches!(item, Value::Array(_)));
        let cursor = items.iter().find_map(|item| match item {
            Value::BulkString(cursor) => Some(cursor.clone()),
            Value::Int(cursor) => Some(cursor.to_string().into()),
            _ => None,
        });
        if let Some(cursor) = cursor.filter(|_| is_page) {
            let known = self.cursors.entry(command).or_default();
            if known.len() == CURSORS {
                known.remove(0);
            }
            known.push(cursor);
        }
    }
}
