//! Random commands of every kind that changes a site or its key.
//!
//! A generator for a released version uses only what that version knows.

mod values;

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use super::{Random, Release};

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
    /// The version that must know the commands.
    release: Release,
    /// The UNIX time at the start.
    start: i64,
}

/// A function that makes a command on a site.
type Make = fn(&mut Commands, &str) -> Words;

/// The commands, and the percentage of each.
const COMMANDS: [(i64, Make); 22] = [
    (16, Commands::post),
    (12, Commands::comment),
    (34, Commands::vote),
    (1, Commands::unvote),
    (1, Commands::transfer),
    (6, Commands::moderate),
    (2, Commands::boost),
    (4, Commands::bump),
    (2, Commands::increment),
    (7, Commands::edit),
    (4, Commands::delete),
    (7, |commands, site| commands.groups("ARTICLE.GROUPADD", site)),
    (4, |commands, site| commands.groups("ARTICLE.GROUPREM", site)),
    (2, Commands::alter),
    (4, Commands::load_article),
    (3, Commands::load_comment),
    (1, Commands::load_place),
    (4, Commands::load_voters),
    (1, Commands::load_last_id),
    (1, Commands::create),
    (2, Commands::change_key),
    (3, Commands::read),
];

impl Commands {
    pub fn new(random: Random) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
        Self::starting_at(now.as_secs() as i64, random)
    }

    /// Returns the generator for servers whose clock stands at a UNIX time.
    pub fn starting_at(start: i64, random: Random) -> Self {
        let (last_ids, release) = (BTreeMap::new(), Release::UnderTest);
        Self { random, last_ids, newcomers: 0, release, start }
    }

    /// Returns the generator for this version.
    pub fn known_to(self, release: Release) -> Self {
        Self { release, ..self }
    }

    pub fn set_last_id(&mut self, site: &'static str, id: i64) {
        self.last_ids.insert(site, id);
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

    fn post(&mut self, site: &str) -> Words {
        let (title, link) = (self.blob(1, 300), self.link());
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

    /// Makes a comment, mostly in one of the latest threads, which so become deep.
    fn comment(&mut self, site: &str) -> Words {
        if self.release < Release::UnderTest {
            return self.post(site);
        }
        let mut comment = words("ARTICLE.COMMENT", site);
        comment.extend([self.user(), self.id(site), self.blob(1, 300)]);
        self.add_fields(&mut comment);
        if self.random.percent(60) {
            let time = self.time();
            add(&mut comment, "TIME", time);
        }
        if self.random.percent(10) {
            add(&mut comment, "ID", self.last_id(site) + 1 + self.random.below(2));
        }
        comment
    }

    fn vote(&mut self, site: &str) -> Words {
        let mut vote = words("ARTICLE.VOTE", site);
        vote.extend([self.user(), self.id(site)]);
        vote.push(self.random.pick(&["UP", "UP", "DOWN", "NONE"]).as_bytes().to_vec());
        if self.release >= Release::UnderTest && self.random.percent(10) {
            vote.push(b"SILENT".to_vec());
        }
        vote
    }

    fn unvote(&mut self, site: &str) -> Words {
        if self.release < Release::UnderTest {
            return self.vote(site);
        }
        let mut unvote = words("ARTICLE.UNVOTE", site);
        unvote.extend([self.user(), self.id(site)]);
        add(&mut unvote, "COUNT", 1 + self.random.below(50));
        unvote
    }

    fn transfer(&mut self, site: &str) -> Words {
        if self.release < Release::UnderTest {
            return self.vote(site);
        }
        let mut transfer = words("ARTICLE.TRANSFER", site);
        transfer.extend([self.user(), self.user()]);
        add(&mut transfer, "COUNT", 1 + self.random.below(5));
        transfer
    }

    fn edit(&mut self, site: &str) -> Words {
        let mut edit = words("ARTICLE.EDIT", site);
        edit.push(self.id(site));
        if self.release >= Release::UnderTest && self.random.percent(40) {
            edit.extend([b"TEXT".to_vec(), self.blob(1, 2000)]);
        } else {
            if self.random.percent(50) {
                edit.extend([b"TITLE".to_vec(), self.blob(1, 2000)]);
            }
            if self.random.percent(30) {
                edit.extend([b"LINK".to_vec(), self.link()]);
            }
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

    fn moderate(&mut self, site: &str) -> Words {
        if self.release < Release::V0_2 {
            return self.vote(site);
        }
        let mut moderate = words("ARTICLE.MODERATE", site);
        let actions = ["HIDE", "SHOW", "SHOW", "LOCK", "UNLOCK", "UNLOCK", "PIN", "UNPIN"];
        moderate.push(self.random.pick(&actions).as_bytes().to_vec());
        moderate.extend([self.id(site), self.id(site)]);
        moderate
    }

    fn boost(&mut self, site: &str) -> Words {
        if self.release < Release::V0_2 {
            return self.vote(site);
        }
        let mut boost = words("ARTICLE.BOOST", site);
        let seconds = self.random.pick(&[-315_360_000, -3600, 0, 77, 86_400, 315_360_000]);
        boost.extend([self.id(site), seconds.to_string().into_bytes()]);
        if self.random.percent(40) {
            boost.push(b"INCR".to_vec());
        }
        boost
    }

    fn bump(&mut self, site: &str) -> Words {
        if self.release < Release::UnderTest {
            return self.vote(site);
        }
        let mut bump = words("ARTICLE.BUMP", site);
        bump.push(self.id(site));
        if self.random.percent(50) {
            let time = self.time();
            add(&mut bump, "TIME", time);
        }
        if self.random.percent(60) {
            add(&mut bump, "COMMENTS", self.random.below(9) - 2);
        }
        bump
    }

    fn increment(&mut self, site: &str) -> Words {
        if self.release < Release::UnderTest {
            return self.vote(site);
        }
        let mut increment = words("ARTICLE.INCRBY", site);
        let number = self.random.below(1_000) - 300;
        increment.extend([self.id(site), b"count".to_vec(), number.to_string().into_bytes()]);
        increment
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
        load.extend([self.user(), self.blob(1, 100), self.link()]);
        let time = self.time();
        add(&mut load, "TIME", time);
        add(&mut load, "CLOSES", time + 1000 * (1 + self.random.below(9)));
        if self.random.percent(30) {
            add(&mut load, "SCORE", self.random.below(2_000_000_000));
        }
        self.add_flags_and_votes(&mut load);
        self.add_list(&mut load, "GROUPS", 5, Self::group);
        self.add_fields(&mut load);
        load
    }

    fn load_comment(&mut self, site: &str) -> Words {
        if self.release < Release::UnderTest {
            return self.load_article(site);
        }
        let mut load = words("ARTICLE.LOAD", site);
        let id = self.last_id(site) + 1 + self.random.below(2);
        add(&mut load, "COMMENT", id);
        load.extend([self.user(), self.id(site), self.blob(1, 100)]);
        let time = self.time();
        add(&mut load, "TIME", time);
        add(&mut load, "CLOSES", time + 1000 * (1 + self.random.below(9)));
        if self.random.percent(30) {
            add(&mut load, "SCORE", self.random.below(2_000_000_000));
        }
        self.add_flags_and_votes(&mut load);
        self.add_fields(&mut load);
        load
    }

    fn load_place(&mut self, site: &str) -> Words {
        if self.release < Release::UnderTest {
            return self.load_article(site);
        }
        let mut load = words("ARTICLE.LOAD", site);
        let id = self.last_id(site) + 1 + self.random.below(2);
        add(&mut load, "PLACE", id);
        load.push(if self.random.percent(20) { b"0".to_vec() } else { self.id(site) });
        let time = self.time();
        add(&mut load, "TIME", time);
        if self.random.percent(50) {
            add(&mut load, "COUNTS", self.random.below(1_000_000));
            load.push(self.random.below(1_000_000).to_string().into_bytes());
        }
        if self.random.percent(30) {
            add(&mut load, "BOOST", self.random.below(1_000_000) - 500_000);
        }
        if self.random.percent(30) {
            add(&mut load, "SCORE", self.random.below(2_000_000_000));
        }
        load
    }

    fn load_voters(&mut self, site: &str) -> Words {
        let mut load = words("ARTICLE.LOAD", site);
        load.extend([b"VOTERS".to_vec(), self.id(site)]);
        self.add_list(&mut load, "UP", 60, Self::newcomer);
        self.add_list(&mut load, "DOWN", 60, Self::newcomer);
        if self.release >= Release::UnderTest {
            self.add_list(&mut load, "SILENTUP", 3, Self::newcomer);
            self.add_list(&mut load, "SILENTDOWN", 3, Self::newcomer);
        }
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
        let mut commands = vec!["ARTICLE.PAGE", "ARTICLE.GET"];
        if self.release >= Release::UnderTest {
            commands.extend(["ARTICLE.THREAD", "ARTICLE.COMMENTS"]);
        }
        let mut read = words(self.random.pick(&commands), site);
        read.extend([self.id(site), b"VIEWER".to_vec(), user]);
        read
    }
}

fn words(command: &str, site: &str) -> Words {
    vec![command.as_bytes().to_vec(), site.as_bytes().to_vec()]
}

fn add(words: &mut Words, option: &str, number: i64) {
    words.extend([option.as_bytes().to_vec(), number.to_string().into_bytes()]);
}
