//! Random commands of every kind that changes a site or its key, and reads, most of which are
//! accepted.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

pub use article_model::Ids;
use article_model::names;

use super::Random;
pub use super::grammar::Words;
use super::grammar::{Argument, Form, Vocabulary, forms, words};

/// The keys that the commands use.
pub const SITES: [&str; 3] = ["site-a", "site-b", "site-c"];

/// The commands, and how often each form of each is chosen. The others do not reply alike on two
/// servers with equal sites, or hardly do anything on a site with few articles.
const COMMANDS: &str = "\
     POST 7 COMMENT 10 EDIT 3 DEL 3 VOTE 22 UNVOTE 3 SILENCE 3 MODERATE 5 BOOST 2 \
     BUMP 3 INCRBY 2 TRANSFER 2 GROUPADD 3 GROUPREM 3 ALTER 2 CREATE 1 SEEN 3 MARK 6 UNMARK 3 \
     FOLLOW 1 UNFOLLOW 1 MUTE 1 UNMUTE 1 FORGET 1 LOAD 1 PAGE 4 GROUPPAGE 2 USERPAGE 1 COMMENTS 2 \
     THREAD 4 VOTED 3 ANSWERS 3 MARKED 3 AFFINITY 1 GET 1 MGET 1";

/// Options that are not used: cursors of other listings, and settings of parts.
const UNUSED: [&str; 3] = ["AFTER", "IDS", "XX"];

/// A generator of commands.
pub struct Commands {
    random: Random,
    forms: Vec<Form>,
    site: &'static str,
    /// Whether the line is one of LOAD.
    loads: bool,
    /// The highest id and the ids of each site.
    last_ids: BTreeMap<&'static str, i64>,
    ids: BTreeMap<&'static str, Ids>,
    /// Whether some sites are created as parts.
    pub makes_parts: bool,
    newcomers: u64,
    /// The UNIX time at the start, and the one that the line has named last.
    start: i64,
    time: i64,
}

impl Commands {
    pub fn new(random: Random) -> Self {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a time after 1970");
        Self::starting_at(now.as_secs() as i64, random)
    }

    /// Returns the generator for servers whose clock stands at a UNIX time.
    pub fn starting_at(start: i64, random: Random) -> Self {
        Self::of(COMMANDS, start, random)
    }

    /// Returns a generator of these commands, each with its weight.
    pub fn of(commands: &str, start: i64, random: Random) -> Self {
        let weights: Vec<_> = commands.split_whitespace().collect();
        let weight = |form: &Form| {
            let name = form.name.trim_start_matches("ARTICLE.");
            let weight = weights.chunks(2).find(|pair| pair[0] == name);
            weight.map_or(0, |pair| pair[1].parse().expect("a number"))
        };
        let forms = forms();
        let forms = forms.iter().flat_map(|form| vec![form.clone(); weight(form)]).collect();
        let (last_ids, ids) = (BTreeMap::new(), BTreeMap::new());
        let (site, loads, makes_parts, newcomers) = (SITES[0], false, false, 0);
        let time = start;
        let all = Self {
            random,
            forms,
            site,
            loads,
            last_ids,
            ids,
            makes_parts,
            newcomers,
            start,
            time,
        };
        all.without(&UNUSED)
    }

    /// Uses no options of these names.
    pub fn without(mut self, options: &[&str]) -> Self {
        let is_used =
            |it: &Argument| !options.iter().any(|name| it.token.as_deref() == Some(name));
        self.forms.iter_mut().for_each(|form| form.arguments.retain(is_used));
        self
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

    /// Makes a command, or a change of a key. Returns its site, too.
    pub fn make(&mut self) -> (&'static str, Words) {
        let site = self.random.pick(&SITES);
        let changes_key = self.random.percent(2);
        (site, if changes_key { self.change_key(site) } else { self.make_on(site) })
    }

    /// Makes a command on a site.
    pub fn make_on(&mut self, site: &'static str) -> Words {
        let form = self.random.below(self.forms.len() as i64) as usize;
        let form = self.forms[form].clone();
        (self.site, self.loads) = (site, form.name == "ARTICLE.LOAD");
        let percent = self.random.pick(&[5, 15, 25]);
        let mut line = form.words(&form.line(percent, self));
        if self.makes_parts && form.name == "ARTICLE.CREATE" {
            let step = 1 + self.random.below(3);
            line.extend(words(&format!("IDS {} {step}", 1 + self.random.below(step))));
        }
        line
    }

    fn change_key(&mut self, site: &str) -> Words {
        let other = self.random.pick(&SITES);
        words(&match self.random.below(6) {
            0 => format!("COPY {site} {other} REPLACE"),
            1 => format!("RENAME {site} {other}"),
            2 if self.random.percent(30) => format!("UNLINK {site}"),
            // Longer than the clock of any test is ahead.
            3 => format!("EXPIRE {site} 10000000"),
            4 => format!("PERSIST {site}"),
            _ => format!("CONFIG SET article.vote-score {}", 1 + self.random.below(1000)),
        })
    }

    /// Returns an id that most often exists, or the next one.
    fn id(&mut self, is_new: bool) -> i64 {
        let (last, random) =
            (self.last_ids.get(self.site).copied().unwrap_or(0), &mut self.random);
        let ids = self.ids.get(self.site).copied().unwrap_or_default();
        let (first, step) = (i64::from(ids.first()), i64::from(ids.step()));
        match is_new {
            true if last == 0 => first,
            true => last + step * (1 + random.below(2)),
            false if random.percent(50) => {
                let back = 1 + random.below(20);
                (last - step * random.below(back)).max(first)
            }
            false => first + step * random.below((last / step).clamp(1, 40)),
        }
    }
}

impl Vocabulary for Commands {
    fn random(&mut self) -> &mut Random {
        &mut self.random
    }

    fn length(&mut self) -> i64 {
        let is_long = self.loads && self.random.percent(30);
        1 + self.random.below(if is_long { 60 } else { 4 })
    }

    /// All times are whole thousands of seconds apart, so voting on some articles has closed, but
    /// closes on none while the test runs. So the test can compare replies before and after.
    fn word(&mut self, argument: &Argument, nth: Option<i64>) -> Vec<u8> {
        let random = &mut self.random;
        let few = random.below(12) as u8;
        let any = random.below(60) as u8;
        let number = match argument.name.as_str() {
            "key" => return self.site.into(),
            "user" if self.loads && nth.is_some() => {
                self.newcomers += 1;
                return format!("newcomer-{}", self.newcomers).into();
            }
            "user" if random.percent(50) => return names::user(few).as_bytes().into(),
            "user" => return names::user(any).as_bytes().into(),
            "group" => return names::group(few).as_bytes().into(),
            "list" => return names::list(any % 20).as_bytes().into(),
            "field" => return names::field(few).as_bytes().into(),
            "title" => return names::title(few).as_bytes().into(),
            "text" => return names::text(few).as_bytes().into(),
            "link" => return names::link((few > 1).then_some(few / 2)).as_bytes().into(),
            "value" => return vec![any; any.into()],
            "entry" => {
                return random.pick(&["id", "title", "votes", "marks", "text", "field1"]).into();
            }
            "position" => {
                let time = self.start - 500 - 1_000 * i64::from(any);
                return format!("time:{time}-{}", self.id(false)).into();
            }
            "id" => self.id(false),
            "new" => self.id(true),
            "bucket" if random.percent(70) => 0,
            "bucket" => self.id(false),
            "time" => {
                self.time = self.start - 500 - 1_000 * random.below(200);
                self.time
            }
            "closes" => self.time + 1_000 * (1 + random.below(300)),
            "since" | "until" if random.percent(50) => -1_000 * random.below(200),
            "since" | "until" => self.start - 500 - 1_000 * random.below(200),
            "window" => 1_000 * (100 + random.below(240)),
            "dedupe" | "bumpwindow" => 1_000 * random.below(240),
            "page" => 1,
            "votescore" | "most" => 1 + random.below(3),
            "boost" | "seconds" => 10_000 * (random.below(60) - 30),
            "increment" | "comments" | "minvotes" => random.below(7) - 2,
            "score" => random.below(2_000_000_000),
            _ => argument.limits[0].unwrap_or(1) + random.below(40),
        };
        number.to_string().into()
    }
}
