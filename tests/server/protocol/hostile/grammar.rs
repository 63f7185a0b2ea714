//! Random command lines: they follow the syntax, with arguments at and beyond their limits, and
//! half of them are then damaged.

use test_support::forms::{Argument, Form, forms};
use test_support::{BINARY, Random, USERS};

/// A command line.
pub type Line = Vec<Vec<u8>>;

/// A text that no error may repeat.
pub const MARK: &str = "zqzq";

/// Commands that come twice as often as the others.
const OFTEN: [&str; 4] = ["ARTICLE.VOTE", "ARTICLE.COMMENT", "ARTICLE.EDIT", "ARTICLE.MODERATE"];

/// Integers at and beyond limits.
const INTEGERS: &str = "0 1 2 7 -1 100 432 1000 1001 86400 604800 31536000 31536001 315360000 \
     -315360000 -315360001 2147483648 3153600000 4294967295 4294967296 4503599627370496 \
     4503599627370497 2305843009213693952 -2305843009213693953 9223372036854775807 \
     -9223372036854775808 9223372036854775808";

/// Names for RETURN.
const ENTRIES: [&str; 16] = [
    "id",
    "title",
    "groups",
    "vote",
    "marks",
    "boost",
    "lang",
    "f",
    "text",
    MARK,
    "parent",
    "depth",
    "deleted",
    "listed",
    "votable",
    "answerable",
];

/// A generator of command lines.
pub struct Grammar {
    random: Random,
    forms: Vec<Form>,
    /// The last id that was used as a new one.
    next_id: i64,
}

impl Grammar {
    pub fn new(random: Random) -> Self {
        let mut forms = forms();
        let often: Vec<_> = forms.iter().filter(|it| OFTEN.contains(&it.name)).cloned().collect();
        forms.extend(often);
        Self { random, forms, next_id: 0 }
    }

    /// Returns the next command line.
    pub fn line(&mut self) -> Line {
        if self.random.below(300) == 0 {
            let key = self.word("key");
            return vec![b"DEL".to_vec(), key];
        }
        let form = self.random.below(self.forms.len() as i64) as usize;
        let Form { name, arguments } = self.forms[form].clone();
        let mut line = vec![name.as_bytes().to_vec()];
        self.extend_all(&mut line, &arguments, 60);
        if self.random.percent(50) {
            (0..=self.random.below(3)).for_each(|_| self.spoil(&mut line));
        }
        shorten_waiting(&mut line);
        line
    }

    /// Returns a line with every option of a form.
    pub fn with_all_options(&mut self, form: &Form) -> Line {
        let mut line = vec![form.name.as_bytes().to_vec()];
        self.extend_all(&mut line, &form.arguments, 100);
        line
    }

    /// Adds arguments. After each option, another follows with this chance.
    fn extend_all(&mut self, line: &mut Line, arguments: &[Argument], percent: i64) {
        let (mut options, needed): (Vec<_>, Vec<_>) =
            arguments.iter().partition(|argument| argument.is_optional);
        needed.into_iter().for_each(|argument| self.extend(line, argument, percent));
        while !options.is_empty() && self.random.percent(percent) {
            let option = self.random.below(options.len() as i64) as usize;
            self.extend(line, options.swap_remove(option), percent);
        }
    }

    fn extend(&mut self, line: &mut Line, argument: &Argument, percent: i64) {
        let Argument { name, kind, token, parts, .. } = argument;
        line.extend(token.as_ref().map(|token| token.as_bytes().to_vec()));
        match (kind.as_str(), &parts[..]) {
            ("pure-token", _) => {}
            ("oneof", _) if self.random.percent(5) => line.push(self.garbage()),
            ("oneof", _) => {
                let part = self.random.below(parts.len() as i64) as usize;
                self.extend(line, &parts[part], percent);
            }
            ("block", [number, item]) if number.name.starts_with("num") => self.list(line, item),
            ("block", [user, number, item]) if number.name.starts_with("num") => {
                line.push(self.word(&user.name));
                self.list(line, item);
            }
            ("block", _) => self.extend_all(line, parts, percent),
            _ => {
                let number = if argument.is_multiple { 1 + self.random.below(4) } else { 1 };
                let name = if name == "cursor" && kind == "integer" { "bucket" } else { name };
                line.extend((0..number).map(|_| self.word(name)));
            }
        }
    }

    fn list(&mut self, line: &mut Line, item: &Argument) {
        let number = match self.random.below(200) {
            0 => 1_001,
            1..10 => 33,
            _ => 1 + self.random.below(4),
        };
        line.push(number.to_string().into_bytes());
        for _ in 0..number {
            match (item.name.as_str(), &item.parts[..]) {
                ("user", _) => line.push(self.word("newcomer")),
                (name, []) => line.push(self.word(name)),
                (_, parts) => line.extend(parts.iter().map(|part| self.word(&part.name))),
            }
        }
    }

    /// Returns a word for an argument of this name.
    fn word(&mut self, word: &str) -> Vec<u8> {
        let random = &mut self.random;
        let now = || std::time::UNIX_EPOCH.elapsed().expect("a time after 1970").as_secs() as i64;
        match word {
            "key" => random.pick(&["a", "a", "b", "b", "c", "c", "text", "none"]).into(),
            "user" | "newuser" | "poster" | "unvoted" | "viewer" | "feed" | "unmuted" => {
                random.pick(&USERS).into()
            }
            "list" if random.percent(1) => format!("list{}", random.below(400)).into(),
            "newcomer" => format!("user{}", random.below(1_000)).into(),
            "id" | "parent" | "page" if random.percent(80) => {
                (self.next_id - random.below(30)).max(1).to_string().into()
            }
            "new" | "lastid" if random.percent(98) => {
                self.next_id += 1;
                self.next_id.to_string().into()
            }
            "time" | "bumped" | "bumptime" if random.percent(80) => {
                (now() - random.below(3_000)).to_string().into()
            }
            "closes" if random.percent(80) => (now() + random.below(9_000)).to_string().into(),
            "since" | "until" if random.percent(40) => {
                (random.below(3_000) - 3_000).to_string().into()
            }
            "since" | "until" if random.percent(70) => {
                (now() - random.below(3_000)).to_string().into()
            }
            "boost" | "seconds" if random.percent(80) => {
                (random.below(9_000) - 4_500).to_string().into()
            }
            "increment" | "comments" | "minvotes" if random.percent(80) => {
                (random.below(9) - 4).to_string().into()
            }
            "bucket" if random.percent(80) => random.below(4).to_string().into(),
            "milliseconds" => "1".into(),
            "first" | "step" if random.percent(90) => (1 + random.below(3)).to_string().into(),
            "score" | "upvotes" | "downvotes" | "size" | "depth" | "children" | "count"
            | "most" | "offset" | "votescore" | "window" | "pagesize" | "dedupe"
            | "bumpwindow"
                if random.percent(60) =>
            {
                (1 + random.below(2_000)).to_string().into()
            }
            "id" | "parent" | "page" | "new" | "lastid" | "time" | "bumped" | "bumptime"
            | "closes" | "since" | "until" | "boost" | "seconds" | "increment" | "comments"
            | "minvotes" | "bucket" | "score" | "upvotes" | "downvotes" | "size" | "depth"
            | "children" | "count" | "most" | "offset" | "votescore" | "window" | "pagesize"
            | "dedupe" | "bumpwindow" | "first" | "step" => integer(random).into(),
            "cursor" => self.cursor(now()),
            "position" if random.percent(80) => {
                format!("time:{}-{}", now() - random.below(3_000), random.below(99)).into()
            }
            "position" => self.cursor(now()),
            "version" if random.percent(50) => "0".into(),
            "version" if random.percent(80) => {
                let numbers = [(); 3].map(|()| integer(random));
                format!("83d1a3f2c09be114-{}", numbers.join("-")).into()
            }
            "version" => self.cursor(now()),
            "group" if random.percent(1) => format!("group{}", random.below(4_000)).into(),
            "group" => format!("group{}", random.below(40)).into(),
            "list" if random.percent(95) => random.pick(&["saved", "read", "hidden"]).into(),
            "list" => format!("list{}", random.below(40)).into(),
            "name" => random.pick(&ENTRIES).into(),
            "field" => random.pick(&["lang", "n", "f", "g", "id", "hidden", "Title"]).into(),
            "link" if random.percent(60) => format!("link{}", random.below(9)).into(),
            "title" | "text" | "link" | "value" => self.text(),
            other => panic!("no words for {other}"),
        }
    }

    /// Returns a cursor of any order, some of which are malformed.
    fn cursor(&mut self, now: i64) -> Vec<u8> {
        let random = &mut self.random;
        let recent = (now - random.below(3_000)).to_string();
        let few = (random.below(9) - 4).to_string();
        let limit = integer(random);
        let value = random.pick(&[recent.as_str(), few.as_str(), limit]);
        let id = random.below(40);
        match random.below(11) {
            10 => {
                let phase = random.pick(&["id", "user", "list"]);
                format!("{phase}:{id}-{}", random.below(9))
            }
            8 => format!("BEST-{id}.{value}-{}", random.below(40)),
            9 => format!("TIME-ASC-{id}.{recent}-{}.p{value}-{}-1", id + 1, id + 2),
            0 => format!("p{value}-{id}"),
            1 => random.pick(&["-", "--", "1-", "-1", "1", "1-1-1-1", "+1-1", "1-+1"]).into(),
            2 => format!("{value}-{}", integer(random)),
            3 => format!("{value}-{id}-{}", integer(random)),
            4 | 5 => format!("{value}-{id}-{recent}"),
            _ => format!("{value}-{id}"),
        }
        .into()
    }

    fn text(&mut self) -> Vec<u8> {
        match self.random.below(40) {
            0 => Vec::new(),
            1 => BINARY.to_vec(),
            2 => vec![b'x'; 255],
            3 => vec![b'x'; 256],
            4 if self.random.percent(10) => vec![b'x'; 65_535],
            5 if self.random.percent(10) => vec![b'x'; 65_536],
            6 if self.random.percent(2) => vec![b'x'; 1_048_577],
            _ => format!("{MARK} text {}", self.random.below(1_000)).into(),
        }
    }

    /// Damages a line at one place. Of the command's name, only the case changes.
    fn spoil(&mut self, line: &mut Line) {
        let place = self.random.below(line.len() as i64) as usize;
        let other = self.random.below(line.len() as i64) as usize;
        if place == 0 || other == 0 {
            line[0] = line[0].to_ascii_lowercase();
            return;
        }
        match self.random.below(9) {
            0 => drop(line.remove(place)),
            1 => line.insert(place, line[other].clone()),
            2 => line.swap(place, other),
            3 => line.truncate(place.max(2)),
            4 => line[place] = integer(&mut self.random).into(),
            5 => line.insert(place, self.garbage()),
            6 => line[place].make_ascii_lowercase(),
            7 => line[place].push(self.random.any() as u8),
            _ => line[place] = self.garbage(),
        }
    }

    fn garbage(&mut self) -> Vec<u8> {
        let random = &mut self.random;
        match random.below(10) {
            0 => Vec::new(),
            1 => BINARY.to_vec(),
            2 => random.bytes(9),
            3 => format!("{MARK}\r\n+OK\r\n").into(),
            4 => format!("%s%n%x{MARK}\0").into(),
            5 => random.pick(&["+1", "-0", "01", " 1", "1 ", "1e3", "0x10", "1.0", "-"]).into(),
            6 => "\u{661}\u{ff11}".into(),
            7 => vec![b'9'; 300],
            8 => self.text(),
            _ => random
                .pick(&[
                    "GROUPS", "FIELDS", "ID", "TIME", "LIMIT", "UP", "AFTER", "RETURN", "INCR",
                ])
                .into(),
        }
    }
}

fn integer(random: &mut Random) -> &'static str {
    let all: Vec<_> = INTEGERS.split(' ').collect();
    random.pick(&all)
}

/// Has a line wait for a millisecond at most: whoever waits for a change of a made-up site may
/// wait for ever.
fn shorten_waiting(line: &mut Line) {
    let block = line.iter().position(|word| word.eq_ignore_ascii_case(b"BLOCK"));
    if let Some(time) = block.and_then(|block| line.get_mut(block + 1))
        && str::from_utf8(time).is_ok_and(|time| time.parse::<u64>().is_ok())
    {
        *time = b"1".to_vec();
    }
}
