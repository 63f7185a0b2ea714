//! Random commands of every kind that changes a site or its key.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};
use test_support::{BINARY, Random, USERS};

/// The keys that the commands use.
pub const SITES: [&str; 3] = ["site-a", "site-b", "site-c"];

/// A command and its arguments.
pub type Words = Vec<Vec<u8>>;

/// A generator of commands. It mostly uses ids that exist, so that most commands are accepted.
pub struct Commands {
    random: Random,
    /// The highest id of each site.
    last_ids: BTreeMap<&'static str, i64>,
    newcomers: u64,
    /// The UNIX time at the start.
    start: i64,
}

/// A function that makes a command on a site.
type Make = fn(&mut Commands, &str) -> Words;

/// The commands, and the percentage of each.
const COMMANDS: [(i64, Make); 13] = [
    (20, Commands::post),
    (42, Commands::vote),
    (7, Commands::edit),
    (3, Commands::delete),
    (7, |commands, site| commands.groups("ARTICLE.GROUPADD", site)),
    (4, |commands, site| commands.groups("ARTICLE.GROUPREM", site)),
    (2, Commands::alter),
    (4, Commands::load_article),
    (4, Commands::load_voters),
    (1, Commands::load_last_id),
    (1, Commands::create),
    (2, Commands::change_key),
    (3, Commands::read),
];

impl Commands {
    pub fn new(random: Random) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
        let start = now.as_secs() as i64;
        Self { random, last_ids: BTreeMap::new(), newcomers: 0, start }
    }

    pub fn set_last_id(&mut self, site: &'static str, id: i64) {
        self.last_ids.insert(site, id);
    }

    /// Returns a number from 0 up to but not including `bound`.
    pub fn below(&mut self, bound: i64) -> i64 {
        self.random.below(bound)
    }

    /// Returns a command and its site.
    pub fn next(&mut self) -> (&'static str, Words) {
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

    fn post(&mut self, site: &str) -> Words {
        let (title, link) = (self.blob(1, 300), self.blob(0, 100));
        let mut post = words("ARTICLE.POST", site);
        post.extend([self.user(), title, link]);
        self.add_list(&mut post, "GROUPS", 5, Self::group);
        self.add_fields(&mut post);
        if self.random.percent(60) {
            let time = self.time();
            add(&mut post, "TIME", time);
        }
        if self.random.percent(10) {
            add(&mut post, "ID", self.last_id(site) + 1 + self.random.below(2));
        }
        post
    }

    fn vote(&mut self, site: &str) -> Words {
        let mut vote = words("ARTICLE.VOTE", site);
        vote.extend([self.user(), self.id(site)]);
        vote.push(self.random.pick(&["UP", "UP", "DOWN", "NONE"]).as_bytes().to_vec());
        vote
    }

    fn edit(&mut self, site: &str) -> Words {
        let mut edit = words("ARTICLE.EDIT", site);
        edit.push(self.id(site));
        if self.random.percent(50) {
            edit.extend([b"TITLE".to_vec(), self.blob(1, 2000)]);
        }
        if self.random.percent(30) {
            edit.extend([b"LINK".to_vec(), self.blob(0, 100)]);
        }
        self.add_list(&mut edit, "UNSET", 3, Self::field);
        self.add_fields(&mut edit);
        edit
    }

    fn delete(&mut self, site: &str) -> Words {
        let mut delete = words("ARTICLE.DEL", site);
        // Sometimes the latest article, whose id must not be assigned again.
        let latest = self.last_id(site).to_string().into_bytes();
        delete.push(if self.random.percent(30) { latest } else { self.id(site) });
        delete
    }

    fn groups(&mut self, command: &str, site: &str) -> Words {
        let mut change = words(command, site);
        change.extend([self.id(site), self.group(), self.group()]);
        change
    }

    fn alter(&mut self, site: &str) -> Words {
        let mut alter = words("ARTICLE.ALTER", site);
        self.add_settings(&mut alter);
        alter
    }

    fn create(&mut self, site: &str) -> Words {
        let mut create = words("ARTICLE.CREATE", site);
        self.add_settings(&mut create);
        create
    }

    fn load_article(&mut self, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        let id = self.last_id(site) + 1 + self.random.below(2);
        add(&mut load, "ARTICLE", id);
        load.extend([self.user(), self.blob(1, 100), self.blob(0, 100)]);
        let time = self.time();
        add(&mut load, "TIME", time);
        add(&mut load, "CLOSES", time + 1000 * (1 + self.random.below(9)));
        if self.random.percent(30) {
            add(&mut load, "SCORE", self.random.below(2_000_000_000));
        }
        if self.random.percent(30) {
            add(&mut load, "COUNTS", self.random.below(1_000_000));
            load.push(self.random.below(1_000_000).to_string().into_bytes());
        } else {
            self.add_list(&mut load, "UP", 20, Self::newcomer);
            self.add_list(&mut load, "DOWN", 20, Self::newcomer);
        }
        self.add_list(&mut load, "GROUPS", 5, Self::group);
        self.add_fields(&mut load);
        load
    }

    fn load_voters(&mut self, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        load.extend([b"VOTERS".to_vec(), self.id(site)]);
        self.add_list(&mut load, "UP", 60, Self::newcomer);
        self.add_list(&mut load, "DOWN", 60, Self::newcomer);
        if self.random.percent(20) {
            add(&mut load, "SCORE", self.random.below(2_000_000_000));
        }
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

    fn read(&mut self, site: &str) -> Words {
        let user = self.user();
        let mut read = words(self.random.pick(&["ARTICLE.PAGE", "ARTICLE.GET"]), site);
        read.extend([self.id(site), b"VIEWER".to_vec(), user]);
        read
    }

    fn id(&mut self, site: &str) -> Vec<u8> {
        // Mostly a recent article, which is more likely to be open.
        let last = self.last_id(site);
        let oldest = if self.random.percent(70) { (last - 20).max(0) } else { 0 };
        (oldest + 1 + self.random.below((last - oldest).max(1))).to_string().into_bytes()
    }

    /// Returns a time of posting. All windows are whole thousands of seconds, so voting on some
    /// articles has closed, but closes on none while the test runs. So the test can compare
    /// replies before and after.
    fn time(&mut self) -> i64 {
        self.start - 500 - 1000 * self.random.below(5)
    }

    fn user(&mut self) -> Vec<u8> {
        match self.random.below(20) {
            0 => BINARY.to_vec(),
            1 => vec![b'x'; 255],
            2..8 => self.random.pick(&USERS).as_bytes().to_vec(),
            _ => format!("user-{}", self.random.below(50)).into_bytes(),
        }
    }

    fn newcomer(&mut self) -> Vec<u8> {
        self.newcomers += 1;
        format!("newcomer-{}", self.newcomers).into_bytes()
    }

    fn group(&mut self) -> Vec<u8> {
        match self.random.below(12) {
            0 => BINARY.to_vec(),
            number => format!("group-{number}").into_bytes(),
        }
    }

    fn field(&mut self) -> Vec<u8> {
        match self.random.below(10) {
            0 => BINARY.to_vec(),
            number => format!("field-{number}").into_bytes(),
        }
    }

    fn blob(&mut self, least: i64, most: i64) -> Vec<u8> {
        let length = least + self.random.below(most - least + 1);
        self.random.bytes(length as usize)
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

    fn add_fields(&mut self, words: &mut Words) {
        let number = self.random.below(4);
        if number > 0 {
            add(words, "FIELDS", number);
            for _ in 0..number {
                words.extend([self.field(), self.blob(0, 200)]);
            }
        }
    }

    fn add_settings(&mut self, words: &mut Words) {
        add(words, "VOTESCORE", self.random.pick(&[1, 100, 432, 5000]));
        add(words, "WINDOW", self.random.pick(&[1000, 2000, 605_000, 10_000_000]));
        if self.random.percent(30) {
            add(words, "PAGESIZE", 1 + self.random.below(50));
        }
        let self_vote = self.random.pick(&["yes", "yes", "no"]);
        words.extend([b"SELFVOTE".to_vec(), self_vote.as_bytes().to_vec()]);
    }
}

fn words(command: &str, site: &str) -> Words {
    vec![command.as_bytes().to_vec(), site.as_bytes().to_vec()]
}

fn add(words: &mut Words, option: &str, number: i64) {
    words.extend([option.as_bytes().to_vec(), number.to_string().into_bytes()]);
}
