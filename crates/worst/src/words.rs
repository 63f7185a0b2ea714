//! Words for the arguments of commands, chosen so that they fit the site.

use std::collections::BTreeMap;

use test_support::grammar::{Argument, Vocabulary};
use test_support::{Random, Value};

/// Lengths of lists: one, few, the most of several limits, and beyond some.
const LENGTHS: [i64; 20] =
    [1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 3, 3, 16, 16, 32, 100, 100, 1_000, 1_000, 10_000];

/// Names of entries of an article or a comment.
const ENTRIES: [&str; 10] =
    ["id", "text", "title", "groups", "marks", "vote", "votes", "votable", "answerable", "bumped"];

/// The length of a long text, and of the common beginning of long links.
pub const LONG: usize = 60_000;

/// Chooses words. What has a number, such as a user or a group, comes from 0 upwards, and sites
/// have most at number 0.
pub struct Dear {
    pub random: Random,
    /// The articles and comments of the site.
    pub size: i64,
    /// The last id that was assigned or named as a new one.
    pub last_id: i64,
    pub now: i64,
    /// The command whose line is made up.
    pub command: &'static str,
    /// The number of the first item of a list, and from one to the next; below 0 for any.
    items: (i64, i64),
    /// The cursor that each command returned last.
    cursors: BTreeMap<&'static str, Vec<u8>>,
}

impl Dear {
    pub fn new(random: Random, size: i64, now: i64) -> Self {
        let (command, items, cursors) = ("", (0, 0), BTreeMap::new());
        Self { random, size, last_id: size, now, command, items, cursors }
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

    /// Remembers the cursor in a reply, if there is one.
    pub fn learn(&mut self, command: &'static str, reply: &Value) {
        if let Value::Array(items) = reply
            && let [Value::Array(_), Value::BulkString(cursor)]
            | [Value::BulkString(cursor), Value::Array(_) | Value::Int(_), ..] = &items[..]
        {
            self.cursors.insert(command, cursor.clone());
        }
    }
}

impl Vocabulary for Dear {
    fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    /// A list is of one name, of consecutive ones, of spread ones, or of any.
    fn length(&mut self) -> i64 {
        self.items = (self.number(), self.random.pick(&[0, 1, 1, 37, 254, -1]));
        self.random.pick(&LENGTHS)
    }

    fn word(&mut self, argument: &Argument, nth: Option<i64>) -> Vec<u8> {
        let number = match (nth, self.items) {
            (Some(nth), (first, step @ 0..)) => first + nth * step,
            _ => self.number(),
        };
        let random = &mut self.random;
        let text = match (argument.name.as_str(), argument.kind.as_str()) {
            ("key", _) => "site".to_owned(),
            ("id", _) => (1 + number % self.size).to_string(),
            ("new", _) => {
                self.last_id += 1;
                self.last_id.to_string()
            }
            ("cursor" | "bucket" | "version", _) => {
                let known = self.cursors.get(self.command).filter(|_| random.percent(80));
                return known.cloned().unwrap_or_else(|| b"0".to_vec());
            }
            ("time" | "since" | "until", _) => {
                let ago = random.below(self.size);
                random.pick(&[self.now - ago, self.now, 1, 0, -ago]).to_string()
            }
            ("closes", _) => (self.now + 600_000).to_string(),
            ("milliseconds", _) => "1".to_owned(),
            ("entry", _) => ENTRIES[number as usize % ENTRIES.len()].to_owned(),
            ("group", _) => format!("g{number}"),
            ("list", _) => format!("l{}", number % 17),
            ("field", _) => format!("f{}", number % 34),
            ("link", _) if random.percent(10) => format!("{}{}", "x".repeat(LONG), 1 + number),
            ("link", _) => format!("link{number}"),
            ("title" | "text", _) if random.percent(5) => "x".repeat(LONG),
            ("title" | "text" | "value", _) => "text".to_owned(),
            (_, "integer" | "unix-time") => {
                let most = argument.limits[1].unwrap_or(1_000_000);
                random.pick(&[1, 1, 1, 2, 10, 25, 100, 1_000, most, 0, -most]).to_string()
            }
            _ => format!("u{number}"),
        };
        text.into()
    }
}
