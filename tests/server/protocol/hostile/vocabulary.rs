//! Hostile command lines: arguments are at and beyond their limits, and half of the lines are then
//! damaged.

use test_support::grammar::{Argument, Form, Vocabulary, Words, forms};
use test_support::{BINARY, Random, USERS};

/// A text that no error may repeat.
pub const MARK: &str = "zqzq";

/// Commands that come twice as often as the others.
const OFTEN: [&str; 4] = ["ARTICLE.VOTE", "ARTICLE.COMMENT", "ARTICLE.EDIT", "ARTICLE.MODERATE"];

/// Integers at and beyond limits that the contract does not give.
const INTEGERS: &str = "\
     0 1 -1 432 315360000 -315360000 -315360001 2147483648 4294967295 4294967296 \
     4503599627370496 4503599627370497 2305843009213693952 -2305843009213693953 \
     9223372036854775807 -9223372036854775808 9223372036854775808";

/// Names for RETURN.
const ENTRIES: &str = "id title groups vote marks boost lang f text zqzq parent depth deleted \
     listed votable answerable";

/// A generator of command lines.
pub struct Hostile {
    random: Random,
    forms: Vec<Form>,
    /// The last id that was used as a new one.
    next_id: i64,
}

impl Hostile {
    pub fn new(random: Random) -> Self {
        let mut forms = forms();
        let often: Vec<_> = forms.iter().filter(|it| OFTEN.contains(&it.name)).cloned().collect();
        forms.extend(often);
        Self { random, forms, next_id: 0 }
    }

    /// Returns the next command line.
    pub fn line(&mut self) -> Words {
        if self.random.below(300) == 0 {
            return vec![b"DEL".to_vec(), self.key()];
        }
        let form = self.random.below(self.forms.len() as i64) as usize;
        let form = self.forms[form].clone();
        let percent = self.random.pick(&[0, 5, 20, 50]);
        let line = form.line(percent, self).into_iter().zip(&form.arguments);
        // Options come in any order.
        let mut place = |is_optional| if is_optional { self.random.any() } else { 0 };
        let mut line: Vec<_> = line.map(|(words, it)| (place(it.is_optional), words)).collect();
        line.sort_by_key(|(place, _)| *place);
        let line: Vec<_> = line.into_iter().map(|(_, words)| words).collect();
        let mut words = form.words(&line);
        if self.random.percent(50) {
            (0..=self.random.below(3)).for_each(|_| self.spoil(&mut words));
        }
        shorten_waiting(&mut words);
        words
    }

    fn key(&mut self) -> Vec<u8> {
        self.random.pick(&["a", "a", "b", "b", "c", "c", "text", "none"]).into()
    }

    /// Returns a number or a text at a limit of an argument or just beyond it.
    fn limit(&mut self, argument: &Argument) -> Vec<u8> {
        let beyond = self.random.below(2);
        let limits =
            [argument.limits[0].map(|it| it - beyond), argument.limits[1].map(|it| it + beyond)];
        match (self.random.pick(&limits), argument.kind.as_str()) {
            (Some(length @ 0..1_000), "string") => vec![b'x'; length as usize],
            (Some(length @ 1_000..), "string") if self.random.percent(10) => {
                vec![b'x'; length as usize]
            }
            (_, "string") => self.text(),
            (Some(number), _) => number.to_string().into(),
            (None, _) => self.integer(),
        }
    }

    fn integer(&mut self) -> Vec<u8> {
        let all: Vec<_> = INTEGERS.split_whitespace().collect();
        self.random.pick(&all).into()
    }

    /// Returns a cursor of any order, some of which are malformed.
    fn cursor(&mut self, now: i64) -> Vec<u8> {
        let [limit, other] = [(); 2].map(|()| String::from_utf8(self.integer()).expect("digits"));
        let random = &mut self.random;
        let recent = (now - random.below(3_000)).to_string();
        let few = (random.below(9) - 4).to_string();
        let value = random.pick(&[&*recent, &*few, &*limit]);
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
            2 => format!("{value}-{other}"),
            3 => format!("{value}-{id}-{other}"),
            4 | 5 => format!("{value}-{id}-{recent}"),
            _ => format!("{value}-{id}"),
        }
        .into()
    }

    fn text(&mut self) -> Vec<u8> {
        match self.random.below(20) {
            0 => Vec::new(),
            1 => BINARY.to_vec(),
            _ => format!("{MARK} text {}", self.random.below(1_000)).into(),
        }
    }

    /// Damages a line at one place. Of the command's name, only the case changes.
    fn spoil(&mut self, line: &mut Words) {
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
            4 => line[place] = self.integer(),
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

impl Vocabulary for Hostile {
    fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    fn length(&mut self) -> i64 {
        match self.random.below(200) {
            0 => 1_001,
            1..10 => 33,
            _ => 1 + self.random.below(4),
        }
    }

    fn word(&mut self, argument: &Argument, nth: Option<i64>) -> Vec<u8> {
        let name = argument.name.as_str();
        let now = std::time::UNIX_EPOCH.elapsed().expect("a time after 1970").as_secs() as i64;
        if name != "milliseconds" && self.random.percent(5) {
            return self.limit(argument);
        }
        let random = &mut self.random;
        let number = match name {
            "key" => return self.key(),
            "user" if nth.is_some() => return format!("user{}", random.below(1_000)).into(),
            "user" => return random.pick(&USERS).into(),
            "group" if random.percent(1) => return format!("group{}", random.below(4_000)).into(),
            "group" => return format!("group{}", random.below(40)).into(),
            "list" if random.percent(95) => {
                return random.pick(&["saved", "read", "hidden"]).into();
            }
            "list" => return format!("list{}", random.below(400)).into(),
            "entry" => {
                let all: Vec<_> = ENTRIES.split_whitespace().collect();
                return random.pick(&all).into();
            }
            "field" => {
                return random.pick(&["lang", "n", "f", "g", "id", "hidden", "Title"]).into();
            }
            "link" if random.percent(60) => return format!("link{}", random.below(9)).into(),
            "title" | "text" | "link" | "value" => return self.text(),
            "position" if random.percent(80) => {
                return format!("time:{}-{}", now - random.below(3_000), random.below(99)).into();
            }
            "version" if random.percent(50) => 0,
            "version" if random.percent(80) => {
                let numbers = [(); 3].map(|()| String::from_utf8(self.integer()).expect("digits"));
                return format!("83d1a3f2c09be114-{}", numbers.join("-")).into();
            }
            "cursor" | "position" | "version" => return self.cursor(now),
            "id" | "page" => (self.next_id - random.below(30)).max(1),
            "new" => {
                self.next_id += 1;
                self.next_id
            }
            "since" | "until" if random.percent(50) => random.below(3_000) - 3_000,
            "time" | "since" | "until" => now - random.below(3_000),
            "closes" => now + random.below(9_000),
            "boost" | "seconds" => random.below(9_000) - 4_500,
            "increment" | "comments" | "minvotes" => random.below(9) - 4,
            "bucket" | "first" | "step" => random.below(4),
            "milliseconds" => 1,
            _ if argument.kind == "integer" => match random.below(10) {
                0 => return self.limit(argument),
                _ => 1 + random.below(2_000),
            },
            other => panic!("no words for {other}"),
        };
        number.to_string().into()
    }
}

/// Has a line wait for a millisecond at most: whoever waits for a change of a made-up site may
/// wait for ever.
fn shorten_waiting(line: &mut Words) {
    let block = line.iter().position(|word| word.eq_ignore_ascii_case(b"BLOCK"));
    if let Some(time) = block.and_then(|block| line.get_mut(block + 1))
        && str::from_utf8(time).is_ok_and(|time| time.parse::<u64>().is_ok())
    {
        *time = b"1".to_vec();
    }
}
