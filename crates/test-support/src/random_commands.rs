//! Random commands of every kind that changes a site or its key.

mod values;

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use article_model::decode::{self, Mix};
use article_model::{Context, Input, Operation};
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

/// The operations that have commands.
const OPERATIONS: &Mix = &[
    (16, decode::post),
    (12, decode::comment),
    (34, decode::vote),
    (1, decode::unvote),
    (2, decode::silence),
    (1, decode::affinity),
    (1, decode::transfer),
    (6, decode::moderate),
    (2, decode::boost),
    (4, decode::bump),
    (2, decode::increment),
    (7, decode::edit),
    (3, decode::delete),
    // The latest, whose id must not be assigned again.
    (1, |_| Operation::Delete { id: -1 }),
    (7, decode::group_add),
    (4, decode::group_remove),
    (2, decode::alter),
    (2, decode::listing),
    (1, decode::thread),
    (1, decode::voted),
    (1, decode::answers),
    (1, decode::see),
    (3, decode::mark),
    (1, decode::unmark),
    (1, decode::marked),
    (1, decode::forget),
];

/// A function that makes a command on a site.
type Make = fn(&mut Commands, &str) -> Words;

/// The commands, and the percentage of each.
const COMMANDS: [(i64, Make); 9] = [
    (83, Commands::operate),
    (4, Commands::load_article),
    (3, Commands::load_comment),
    (1, Commands::load_tombstone),
    (4, Commands::load_voters),
    (1, Commands::load_marks),
    (1, Commands::load_last_id),
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

    fn ids(&self, site: &str) -> Ids {
        self.ids.get(site).copied().unwrap_or_default()
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

    fn last_id(&self, site: &str) -> i64 {
        self.last_ids.get(site).copied().unwrap_or(0)
    }

    fn operate(&mut self, site: &str) -> Words {
        loop {
            let bytes = self.random.bytes(512);
            let operation = decode::operation(&mut Input::new(&bytes), OPERATIONS);
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
        let last_id = self.last_id(site) as u32;
        // All times are whole thousands of seconds apart, so voting on some articles has closed,
        // but closes on none while the test runs. So the test can compare replies before and
        // after.
        let now = self.start - 500;
        let context =
            Context { last_id, ids: self.ids(site), now, second: 1_000, has_known_ids: true };
        let mut words = operation.command(site, context)?;
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

    /// Begins the command that loads an article or something else with the next id.
    fn load(&mut self, what: &str, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        let id = self.ids(site).next(self.last_id(site) as u32).unwrap_or(0);
        add(
            &mut load,
            what,
            i64::from(id) + self.random.below(2) * i64::from(self.ids(site).step()),
        );
        load
    }

    fn load_article(&mut self, site: &str) -> Words {
        let mut load = self.load("ARTICLE", site);
        load.extend([self.user(), self.blob(1, 2_000), self.link()]);
        self.add_state(&mut load);
        self.add_list(&mut load, "GROUPS", 5, Self::group);
        self.add_fields(&mut load);
        load
    }

    fn load_comment(&mut self, site: &str) -> Words {
        let mut load = self.load("COMMENT", site);
        load.extend([self.user(), self.id(site), self.blob(1, 2_000)]);
        self.add_state(&mut load);
        self.add_fields(&mut load);
        load
    }

    fn load_tombstone(&mut self, site: &str) -> Words {
        let mut load = self.load("PLACE", site);
        load.push(if self.random.percent(20) { b"0".to_vec() } else { self.id(site) });
        let time = self.time();
        add(&mut load, "TIME", time);
        if self.random.percent(50) {
            self.add_counts(&mut load);
        }
        self.add_boost(&mut load, 30);
        self.add_score(&mut load, 30);
        load
    }

    fn load_voters(&mut self, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        load.extend([b"VOTERS".to_vec(), self.id(site)]);
        self.add_list(&mut load, "UP", 60, Self::newcomer);
        self.add_list(&mut load, "DOWN", 60, Self::newcomer);
        self.add_list(&mut load, "SILENTUP", 3, Self::newcomer);
        self.add_list(&mut load, "SILENTDOWN", 3, Self::newcomer);
        self.add_score(&mut load, 20);
        load
    }

    fn load_marks(&mut self, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        load.extend([b"MARKS".to_vec(), self.user(), self.list()]);
        let number = 1 + self.random.below(20);
        load.push(number.to_string().into_bytes());
        load.extend((0..number).map(|_| match self.random.below(8) {
            0 => format!("-{}", 1 + self.random.below(400)).into_bytes(),
            _ => self.id(site),
        }));
        load
    }

    fn load_last_id(&mut self, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        add(&mut load, "LASTID", self.last_id(site) + self.random.below(2));
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
}

fn words(command: &str, site: &str) -> Words {
    vec![command.as_bytes().to_vec(), site.as_bytes().to_vec()]
}

fn add(words: &mut Words, option: &str, number: i64) {
    words.extend([option.as_bytes().to_vec(), number.to_string().into_bytes()]);
}
