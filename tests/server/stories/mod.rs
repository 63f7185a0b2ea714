//! Stories: commands and their replies, in the texts beside this file. Each is told in RESP2 and
//! in RESP3.
//!
//! ```text
//! ## A heading begins a story: without keys, at the time T
//! # A comment
//! POST news alice t l TIME T-10 -> 1
//! 2..9: POST news alice t l -> #
//! GET news 1 | votes score -> 1,T+422
//! PAGE news 1 SIZE 3 | id -> 9 8 7
//! all PAGE news 1 SIZE 4 -> 9 8 7 6 5 4 3 2 1
//! VOTE news bob 99 -> NOARTICLE no such article
//! wait 604800
//! reload
//! redis EXISTS news -> 1
//! ```
//!
//! - A line is a command of the module, or after `redis`, one of the server's. After `1..9:`, it
//!   is sent with each of these numbers in place of `#`.
//! - `{a1..a9}` stands for `a1 a2` and so on, `{a1..a9 b}` for `a1 b a2 b`, `{9..1}` for `9 8`,
//!   and `{x*300}` for 300 letters.
//! - After an arrow is the reply: its texts and numbers without their nesting, `()` for an empty
//!   array. After a bar, only these entries of each map, or `*` for their names.
//! - `all` reads a listing to its end, or with ` # ` in place of a cursor, the parts of a reply.
//! - `wait` lets seconds pass, and `reload` restores each site from its own dump.
//! - Without an arrow, a reply must not be an error. An error must leave the site as it was.
//! - Reads are sent in JSON, too. In the end, every site must be consistent.
//!
//! `UPDATE_DOCS=1 cargo test --test server stories` rewrites what follows the arrows.

use crate::documents::{compare_or_update, read};
use test_support::commands::{self, Access};
use test_support::*;

macro_rules! stories {
    ($($name:ident)*) => {
        $(#[test] fn $name() { tell(stringify!($name)); })*
    };
}

stories! {
    answers bump comment count dedupe deleting edit entries find
    follows formula groups held keep_votes limits lists load moderation
    post site thread transfer user votes
}

/// Runs the commands in a file of stories, whose replies must be the ones written there.
fn tell(name: &str) {
    let path = format!("tests/server/stories/{name}.txt");
    let written = read(&path);
    let mut clock = SharedClock::at(2_000_000_000);
    let server = with_module().shared_clock(&clock).start();
    let told = PROTOCOLS.map(|protocol| {
        let mut teller = Teller { c: server.client(protocol), clock: &mut clock, start: 0 };
        let lines = written.lines().map(|line| teller.line(line) + "\n").collect::<String>();
        teller.end();
        lines
    });
    told.iter().for_each(|told| compare_or_update(&path, &written, told));
}

struct Teller<'a> {
    c: Client,
    clock: &'a mut SharedClock,
    /// The time T, at which the story began.
    start: i64,
}

impl Teller<'_> {
    /// Does what a line says. Returns the line as it should be.
    #[track_caller]
    fn line(&mut self, line: &str) -> String {
        println!("{line}");
        match line.split_once(' ').unwrap_or((line, "")) {
            ("##", _) => self.end(),
            ("" | "#", _) => {}
            ("wait", seconds) => {
                self.clock.pass(&mut self.c, seconds.parse().expect("a number"));
            }
            ("reload", _) => {
                for key in self.sites() {
                    self.c.restore(&key, &key);
                }
            }
            _ => {
                let (asked, reply) = line.split_once(" ->").unwrap_or((line, ""));
                let has_reply = asked != line;
                let told = self.ask_each(asked, has_reply.then(|| reply.trim_start()));
                let space = if told.is_empty() { "" } else { " " };
                return if has_reply {
                    format!("{asked} ->{space}{told}")
                } else {
                    line.to_owned()
                };
            }
        }
        line.to_owned()
    }

    /// Ends a story, and begins another.
    fn end(&mut self) {
        self.sites().iter().for_each(|key| self.c.check(key));
        self.c.ok("FLUSHALL SYNC");
        self.start = self.clock.now();
    }

    fn sites(&mut self) -> Vec<String> {
        let (_, keys) = self.c.part("SCAN 0 COUNT 1000 TYPE ArticleDB");
        keys.iter().map(text).collect()
    }

    /// Sends a line with each of its numbers. Returns the reply, with `#` for the number if it is
    /// that of each.
    fn ask_each(&mut self, asked: &str, expected: Option<&str>) -> String {
        let range = asked.split_once(": ").and_then(|(range, line)| {
            let (first, last) = range.split_once("..")?;
            Some((first.parse::<i64>().ok()?..=last.parse().ok()?, line))
        });
        let Some((range, line)) = range else { return self.ask(asked, expected) };
        let replies = range.map(|number| {
            let number = number.to_string();
            let expected = expected.map(|expected| expected.replace('#', &number));
            let reply = self.ask(&line.replace('#', &number), expected.as_deref());
            (number, reply)
        });
        let replies: Vec<_> = replies.collect();
        if replies.iter().all(|(number, reply)| number == reply) {
            return "#".to_owned();
        }
        let first = &replies[0].1;
        let is_same = expected.is_none() || replies.iter().all(|(_, reply)| reply == first);
        assert!(is_same, "{asked}: {replies:?}");
        first.clone()
    }

    /// Sends a line, and returns the reply as a text.
    fn ask(&mut self, asked: &str, expected: Option<&str>) -> String {
        let (line, entries) = asked.split_once(" | ").unwrap_or((asked, ""));
        if let Some(line) = line.strip_prefix("all ") {
            let line = format!("ARTICLE.{}", String::from_utf8(self.expand(line)).expect("UTF-8"));
            if line.contains(" #") {
                let parts = self.c.parts(&line);
                return self.show(&Value::Array(parts.concat()));
            }
            return fold(&self.c.walk(&line, None).concat());
        }
        let mut words = words(&self.expand(line));
        let is_own = words[0] != b"redis";
        if is_own {
            words[0].splice(0..0, *b"ARTICLE.");
        } else {
            words.remove(0);
        }
        let send = |c: &mut Client| c.call_all([words.clone()]).remove(0);
        let reply = if is_own && expected.is_some_and(is_error_text) {
            let key = String::from_utf8_lossy(&words[1]).into_owned();
            assert_unchanged(&mut self.c, &key, send)
        } else {
            send(&mut self.c)
        };
        let name = String::from_utf8_lossy(&words[0]).to_uppercase();
        let is_read = is_own && commands::named(&name).access() == Access::Read;
        if is_read && !is_error(&reply) && !words.contains(&b"FORMAT".to_vec()) {
            assert_eq!(self.c.read_all([words])[0], reply, "{asked}");
        }
        assert!(expected.is_some() || !is_error(&reply), "{asked}: {reply:?}");
        match entries {
            "" => self.show(&reply),
            names => self.entries(&reply, &names.split(' ').collect::<Vec<_>>()),
        }
    }

    /// Returns the entries of the maps in a reply, each with commas between them.
    fn entries(&self, reply: &Value, names: &[&str]) -> String {
        let of_map = |map: &Value| {
            if *map == Value::Nil {
                return "nil".to_owned();
            }
            let map = self.c.fields(map);
            if names == ["*"] {
                return map.names().join(" ");
            }
            let entry = |name: &&str| match map.has(name) {
                true => match map.value(name) {
                    Value::Array(values) => format!("({})", self.show_all(values)),
                    value => self.show(value),
                },
                false => "-".to_owned(),
            };
            names.iter().map(entry).collect::<Vec<_>>().join(",")
        };
        let is_listing = matches!(reply, Value::Array(items) if matches!(
            items.first(), None | Some(Value::Nil | Value::Array(_) | Value::Map(_))));
        match reply {
            Value::ServerError(_) | Value::Nil => self.show(reply),
            Value::Array(items) if is_listing && items.is_empty() => "()".to_owned(),
            Value::Array(items) if is_listing => {
                items.iter().map(of_map).collect::<Vec<_>>().join(" ")
            }
            map => of_map(map),
        }
    }

    /// Returns a reply without its nesting.
    fn show(&self, reply: &Value) -> String {
        match reply {
            Value::Nil => "nil".to_owned(),
            Value::Okay => "OK".to_owned(),
            Value::Int(number) => self.relative(&number.to_string()),
            Value::BulkString(text) => quoted(&self.relative(&text.escape_ascii().to_string())),
            Value::SimpleString(text) => text.clone(),
            Value::ServerError(_) => error_text(reply),
            Value::Array(values) if values.is_empty() => "()".to_owned(),
            Value::Array(values) => self.show_all(values),
            Value::Map(entries) => {
                let all = entries.iter().flat_map(|(name, value)| [name.clone(), value.clone()]);
                self.show(&Value::Array(all.collect()))
            }
            other => panic!("not a reply of the module: {other:?}"),
        }
    }

    fn show_all(&self, values: &[Value]) -> String {
        values.iter().map(|value| self.show(value)).collect::<Vec<_>>().join(" ")
    }

    /// Writes the times in a text as they are written in stories.
    fn relative(&self, text: &str) -> String {
        let is_digit = |letter: char| letter.is_ascii_digit();
        let parts = text.split_inclusive(|letter| !is_digit(letter)).map(|part| {
            let (number, rest) = part.split_at(part.find(|c| !is_digit(c)).unwrap_or(part.len()));
            match number.parse::<i64>().map(|number| number - self.start) {
                Ok(0) => format!("T{rest}"),
                Ok(since @ -100_000_000..=100_000_000) => format!("T{since:+}{rest}"),
                _ => part.to_owned(),
            }
        });
        parts.collect()
    }

    /// Replaces what stands for times and for many words.
    fn expand(&self, line: &str) -> Vec<u8> {
        let mut expanded = String::new();
        let mut rest = line;
        while let Some(next) = rest.chars().next() {
            let is_start = expanded.is_empty() || expanded.ends_with([' ', ':', '.', '-', 'p']);
            let after = &rest[next.len_utf8()..];
            if next == 'T'
                && is_start
                && matches!(after.chars().next(), None | Some(' ' | '+' | '-'))
            {
                let end = after.char_indices().skip(1).find(|(_, c)| !c.is_ascii_digit());
                let end = if after.starts_with(['+', '-']) {
                    end.map_or(after.len(), |it| it.0)
                } else {
                    0
                };
                let offset =
                    if end == 0 { 0 } else { after[..end].parse::<i64>().expect("seconds") };
                expanded += &(self.start + offset).to_string();
                rest = &after[end..];
            } else if next == '{' {
                let (many, after) = after.split_once('}').expect("the end of many words");
                expanded += &expand_many(many);
                rest = after;
            } else {
                expanded.push(next);
                rest = after;
            }
        }
        expanded.into_bytes()
    }
}

/// Returns numbers as a line says them, in which many that follow each other are a range.
fn fold(numbers: &[i64]) -> String {
    let mut said = Vec::new();
    let mut rest = numbers;
    while let [first, after @ ..] = rest {
        let follows =
            |step: i64| (1..).zip(after).take_while(move |(n, it)| first + n * step == **it);
        let len = 1 + follows(1).count().max(follows(-1).count());
        if len > 20 {
            said.push(format!("{{{first}..{}}}", rest[len - 1]));
            rest = &rest[len..];
        } else {
            said.push(first.to_string());
            rest = after;
        }
    }
    if said.is_empty() { "()".to_owned() } else { said.join(" ") }
}

/// Returns the words that `a1..a9`, or `a1..a9 b`, stands for, or the letters of `x*300`.
fn expand_many(many: &str) -> String {
    if let Some((letter, number)) = many.split_once('*') {
        return letter.repeat(number.parse().expect("a number"));
    }
    let (first, last) = many.split_once("..").expect("a range");
    let (last, each) = last.split_once(' ').unwrap_or((last, ""));
    let name = first.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = |word: &str| word[name.len()..].parse::<i64>().expect("a number");
    let (first, last) = (number(first), number(last));
    let mut numbers: Vec<_> = (first.min(last)..=first.max(last)).collect();
    if last < first {
        numbers.reverse();
    }
    let words = numbers.iter().map(|number| format!("{name}{number} {each}"));
    words.collect::<Vec<_>>().join(" ")
}

/// Splits a line into words and texts in double quotes, in which `\xff` is a byte.
fn words(line: &[u8]) -> Vec<Vec<u8>> {
    let mut words: Vec<Vec<u8>> = Vec::new();
    let (mut is_quoted, mut is_open) = (false, false);
    let mut rest = line;
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte == b' ' && !is_quoted {
            is_open = false;
            continue;
        }
        if !is_open {
            words.push(Vec::new());
            is_open = true;
        }
        let word = words.last_mut().expect("a word");
        match (byte, after) {
            (b'"', _) => is_quoted = !is_quoted,
            (b'\\', [b'x', high, low, after @ ..]) if is_quoted => {
                let digits = std::str::from_utf8(&[*high, *low]).expect("digits").to_owned();
                word.push(u8::from_str_radix(&digits, 16).expect("a byte"));
                rest = after;
            }
            _ => word.push(*byte),
        }
    }
    words
}

/// Returns a text in quotes unless it is a word that is not a number.
fn quoted(text: &str) -> String {
    let is_word = |c: char| c.is_ascii_graphic() && !"\"()".contains(c);
    let is_plain = !text.is_empty() && text.chars().all(is_word) && text.parse::<i64>().is_err();
    if is_plain { text.to_owned() } else { format!("\"{text}\"") }
}

fn is_error_text(text: &str) -> bool {
    let code = text.split(' ').next().unwrap_or_default();
    text.contains(' ') && code.len() > 2 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}
