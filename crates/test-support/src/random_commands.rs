//! Random commands of every kind that changes a site or its key.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::{SystemTime, UNIX_EPOCH};

use article_model::decode::{self, Decode, EVERYTHING};
use article_model::{Context, Input, Operation, names};
pub use article_model::{Ids, Words};

use super::Random;

/// The keys that the commands use.
pub const SITES: [&str; 3] = ["site-a", "site-b", "site-c"];

/// A generator of commands. It mostly uses ids that exist, so that most commands are accepted.
pub struct Commands {
    random: Random,
    /// The highest id of each site.
    last_ids: BTreeMap<&'static str, i64>,
    /// The ids of sites that are parts.
    ids: BTreeMap<&'static str, Ids>,
    /// Whether some sites are created as parts.
    pub makes_parts: bool,
    newcomers: u64,
    /// The UNIX time at the start.
    start: i64,
}

/// A function that makes a command on a site.
type Make = fn(&mut Commands, &str) -> Words;

/// The commands, and the percentage of each.
const COMMANDS: [(i64, Make); 5] = [
    (86, Commands::operate),
    (7, Commands::load_item),
    (4, Commands::load_voters),
    (1, Commands::create),
    (2, Commands::change_key),
];

impl Commands {
    pub fn new(random: Random) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
        Self::starting_at(now.as_secs() as i64, random)
    }

    /// Returns the generator for servers whose clock stands at a UNIX time.
    pub fn starting_at(start: i64, random: Random) -> Self {
        let (last_ids, ids) = (BTreeMap::new(), BTreeMap::new());
        Self { random, last_ids, ids, makes_parts: false, newcomers: 0, start }
    }

    /// Makes the next commands by these choices.
    pub fn choose_by(&mut self, random: Random) {
        self.random = random;
    }

    pub fn set_last_id(&mut self, site: &'static str, id: i64) {
        self.last_ids.insert(site, id);
    }

    pub fn set_ids(&mut self, site: &'static str, ids: Ids) {
        self.ids.insert(site, ids);
    }

    /// Returns a number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: i64) -> i64 {
        self.random.below(bound)
    }

    /// Makes a command. Returns its site, too.
    pub fn make(&mut self) -> (&'static str, Words) {
        let site = self.random.pick(&SITES);
        let mut chosen = self.random.below(COMMANDS.iter().map(|(weight, _)| weight).sum());
        for (weight, make) in COMMANDS {
            chosen -= weight;
            if chosen < 0 {
                return (site, make(self, site));
            }
        }
        unreachable!("a number below the sum of the weights");
    }

    fn operate(&mut self, site: &str) -> Words {
        loop {
            let bytes = self.random.bytes(512);
            let operation = decode::operation(&mut Input::new(&bytes), EVERYTHING);
            if let Some(command) = self.command(&operation, site) {
                return command;
            }
        }
    }

    fn create(&mut self, site: &str) -> Words {
        let bytes = self.random.bytes(64);
        let alter = decode::alter(&mut Input::new(&bytes));
        let mut words = self.command(&alter, site).expect("settings");
        words[0] = b"ARTICLE.CREATE".to_vec();
        if self.makes_parts {
            let step = 1 + self.random.below(3);
            add(&mut words, "IDS", 1 + self.random.below(step));
            words.push(step.to_string().into_bytes());
        }
        words
    }

    /// Returns the command of an operation, if there is one.
    fn command(&mut self, operation: &Operation, site: &str) -> Option<Words> {
        let mut words = operation.command(site, self.context(site))?;
        let shows_votes = matches!(
            operation,
            Operation::Read(_)
                | Operation::Thread { .. }
                | Operation::Voted { .. }
                | Operation::Answers { .. }
                | Operation::Marked { .. }
        );
        if shows_votes {
            words.extend([b"VIEWER".to_vec(), self.user()]);
            self.add_list(&mut words, "MARKS", 5, Self::list);
        } else if let Some(time) = words.iter().position(|word| word == b"TIME")
            && self.random.percent(40)
        {
            words.drain(time..time + 2);
        }
        Some(words)
    }

    fn context(&self, site: &str) -> Context {
        let last_id = self.last_ids.get(site).copied().unwrap_or(0) as u32;
        let ids = self.ids.get(site).copied().unwrap_or_default();
        // All times are whole thousands of seconds apart, so voting on some articles has closed,
        // but closes on none while the test runs. So the test can compare replies before and
        // after.
        Context { last_id, ids, now: self.start - 500, second: 1_000, has_known_ids: true }
    }

    /// Makes the command that loads what an operation would post.
    fn load_item(&mut self, site: &str) -> Words {
        let bytes = self.random.bytes(512);
        let items: [(_, Decode); 2] = [("ARTICLE", decode::post), ("COMMENT", decode::comment)];
        let (what, decode) = self.random.pick(&items);
        let operation = decode(&mut Input::new(&bytes));
        let posted = operation.command(site, self.context(site)).expect("a command");
        let mut load = words("ARTICLE.LOAD", site);
        let id = self.context(site).new_id(self.random.below(2) as i8).get();
        add(&mut load, what, id.into());
        let is_end = |word: &Vec<u8>| word == b"ID" || word == b"TIME";
        load.extend(posted.into_iter().skip(2).take_while(|word| !is_end(word)));
        self.add_state(&mut load);
        load
    }

    fn load_voters(&mut self, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        // A recent article is more likely to be open.
        let recent = -1 - self.random.below(20) as i16;
        add(&mut load, "VOTERS", self.context(site).id(recent).get().into());
        for (option, most) in [("UP", 60), ("DOWN", 60), ("SILENTUP", 3), ("SILENTDOWN", 3)] {
            self.add_list(&mut load, option, most, Self::newcomer);
        }
        self.add_number(&mut load, "SCORE", 20, 0..2_000_000_000);
        load
    }

    fn change_key(&mut self, site: &str) -> Words {
        let other = self.random.pick(&SITES);
        let line = match self.random.below(6) {
            0 => format!("COPY {site} {other} REPLACE"),
            1 => format!("RENAME {site} {other}"),
            2 if self.random.percent(30) => format!("UNLINK {site}"),
            // Longer than the clock of any test is ahead.
            3 => format!("EXPIRE {site} 10000000"),
            4 => format!("PERSIST {site}"),
            _ => format!("CONFIG SET article.vote-score {}", 1 + self.random.below(1000)),
        };
        line.split(' ').map(|word| word.as_bytes().to_vec()).collect()
    }

    fn user(&mut self) -> Vec<u8> {
        names::user(self.random.below(60) as u8).as_bytes().to_vec()
    }

    fn newcomer(&mut self) -> Vec<u8> {
        self.newcomers += 1;
        format!("newcomer-{}", self.newcomers).into_bytes()
    }

    fn list(&mut self) -> Vec<u8> {
        names::list(self.random.below(20) as u8).as_bytes().to_vec()
    }

    fn add_list(
        &mut self,
        words: &mut Words,
        option: &str,
        most: i64,
        make: fn(&mut Self) -> Vec<u8>,
    ) {
        let number = self.random.below(most + 1);
        if number > 0 {
            add(words, option, number);
            words.extend((0..number).map(|_| make(self)));
        }
    }

    /// Adds when something that is loaded was posted, and what moderators and voters gave it.
    fn add_state(&mut self, words: &mut Words) {
        let time = self.start - 500 - 1000 * self.random.below(5);
        add(words, "TIME", time);
        add(words, "CLOSES", time + 1000 * (1 + self.random.below(9)));
        self.add_number(words, "SCORE", 30, 0..2_000_000_000);
        self.add_number(words, "BOOST", 20, -500_000..500_000);
        let flags = ["HIDDEN", "LOCKED", "PINNED"].map(|flag| flag.as_bytes().to_vec());
        words.extend(flags.into_iter().filter(|_| self.random.percent(15)));
        if self.random.percent(30) {
            self.add_number(words, "COUNTS", 100, 0..1_000_000);
            words.push(self.random.below(1_000_000).to_string().into_bytes());
            // Sites without KEEPVOTES refuse them.
            if self.random.percent(30) {
                self.add_list(words, "KEPTUP", 20, Self::user);
                self.add_list(words, "KEPTDOWN", 20, Self::newcomer);
            }
        } else {
            self.add_list(words, "UP", 20, Self::newcomer);
            self.add_list(words, "DOWN", 20, Self::newcomer);
        }
    }

    /// Adds an option with a number in `percent` of all cases.
    fn add_number(&mut self, words: &mut Words, option: &str, percent: i64, range: Range<i64>) {
        if self.random.percent(percent) {
            add(words, option, range.start + self.random.below(range.end - range.start));
        }
    }
}

fn words(command: &str, site: &str) -> Words {
    vec![command.as_bytes().to_vec(), site.as_bytes().to_vec()]
}

fn add(words: &mut Words, option: &str, number: i64) {
    words.extend([option.as_bytes().to_vec(), number.to_string().into_bytes()]);
}
