//! A site of four parts replies as one site that ran the same random commands, whose ids choose
//! the parts.

use article_model::names;
use std::time::SystemTime;
use test_support::grammar::Words;
use test_support::random_commands::Commands;
use test_support::*;

use crate::harness::*;

const PARTS: usize = 4;
/// How many operations follow each other on one site.
const OPERATIONS: usize = 500;

/// The random commands, each with its weight. The order of marks is one of each part.
const COMMANDS: &str = "\
     POST 6 COMMENT 10 EDIT 3 DEL 3 VOTE 20 UNVOTE 3 SILENCE 3 MODERATE 4 BOOST 2 \
     BUMP 3 INCRBY 2 TRANSFER 2 GROUPADD 3 GROUPREM 3 ALTER 1 SEEN 3 MARK 6 UNMARK 3 FOLLOW 1 \
     UNFOLLOW 1 MUTE 1 UNMUTE 1 FORGET 1 PAGE 4 GROUPPAGE 2 USERPAGE 1 COMMENTS 2 THREAD 4 \
     VOTED 4 ANSWERS 4 AFFINITY 2";
/// Options that are added later; of which documents say that parts differ, as duplicates are found
/// within a part; or that name nobody twice.
const UNUSED: [&str; 8] =
    ["VIEWER", "MARKS", "RETURN", "FORMAT", "WITHCURSOR", "WITHPOSITIONS", "DEDUPE", "OF"];

/// Reads, of which a number stands for a user, a group, or an id.
const READS: [&str; 24] = [
    "COUNT # SINCE 1700100000",
    "COUNT # g1",
    "COUNT # BELOW i1",
    "COMMENTS # 1 BELOW i1",
    "GROUPS # LIMIT 1 2",
    "GROUPS #",
    "RANK # i1 BY SCORE GROUP g1",
    "RANK # i1 BY TIME ASC",
    "RANK # i1",
    "FIND # l1",
    "FIND # l1 COUNT 3",
    "AFFINITY # u1 COUNT 3",
    "AFFINITY # u1 OF 2 u2 nobody",
    "MGET # 3 i1 i2 i3 VIEWER u1 MARKS 1 m1",
    "VOTES # u1 i1 i2 i3 999999",
    "LISTS # u1",
    "FOLLOWS # u1",
    "FOLLOWERS # USER u1 u2 nobody",
    "FOLLOWERS # GROUP g1",
    "USER # u1",
    "USER # nobody",
    "PATH # i1",
    "GET # i1 VIEWER u1",
    "PAGE # 3 SIZE 5 BY TIME VIEWER u1",
];

struct Sites {
    random: Random,
    commands: Commands,
    direct: RawClient,
    through: RawClient,
    last_id: usize,
    start: i64,
}

fn is(word: &[u8], name: &str) -> bool {
    word == name.as_bytes()
}

/// Puts a word in place of the one after a name.
fn set(words: &mut Words, name: &str, value: impl ToString) {
    let at = words.iter().position(|word| is(word, name));
    let at = at.unwrap_or_else(|| {
        words.extend([name.into(), Vec::new()]);
        words.len() - 2
    });
    words[at + 1] = value.to_string().into();
}

impl Sites {
    /// Sends words to both sites, which must reply the same.
    #[track_caller]
    fn same(&mut self, words: &[Vec<u8>]) -> Vec<u8> {
        let (one, other) = (self.direct.call(words), self.through.call(words));
        assert_eq!(
            other.escape_ascii().to_string(),
            one.escape_ascii().to_string(),
            "through the proxy (left) and directly (right): {}",
            words.join(&b' ').escape_ascii()
        );
        one
    }

    /// Returns a line as words: `u1` as a user, and so on, each number as one of a few.
    fn words(&mut self, line: &str) -> Words {
        let word = |word: &str| {
            let number = self.random.below(6) as u8;
            let is_number = word.len() == 2 && word.ends_with(|it: char| it.is_ascii_digit());
            match word.as_bytes()[0] {
                b'#' => b"news".to_vec(),
                b'u' if is_number => names::user(number).as_bytes().to_vec(),
                b'g' if is_number => names::group(number).as_bytes().to_vec(),
                b'l' if is_number => names::link(Some(number)).as_bytes().to_vec(),
                b'm' if is_number => names::list(number).as_bytes().to_vec(),
                b'i' if is_number => {
                    let id = 1 + self.random.below(self.last_id as i64 + 2);
                    id.to_string().into_bytes()
                }
                _ => word.as_bytes().to_vec(),
            }
        };
        format!("ARTICLE.{line}").split(' ').map(word).collect()
    }

    /// Returns a random command that must not reply otherwise for a reason that is documented.
    fn command(&mut self) -> Option<Words> {
        self.commands.set_last_id("news", self.last_id as i64);
        let mut words = self.commands.make_on("news");
        let name = String::from_utf8(words[0].clone()).expect("a name");
        let (now, time) = (self.start - 600, self.start - 1_000 * (1 + self.random.below(200)));
        let posts = |words: &mut Words, last_id: &mut usize, id: usize| {
            *last_id = id;
            set(words, "ID", id);
            // Parts know no order within a second.
            set(words, "TIME", time.min(now) + id as i64 % 500);
        };
        match &name["ARTICLE.".len()..] {
            "POST" => {
                let id = self.last_id + 1 + self.random.below(3) as usize;
                posts(&mut words, &mut self.last_id, id);
            }
            "COMMENT" => {
                let parent: usize = String::from_utf8_lossy(&words[3]).parse().expect("an id");
                let id = (self.last_id + 1..).find(|id| id % PARTS == parent % PARTS);
                posts(&mut words, &mut self.last_id, id.expect("an id"));
            }
            // It posts them as of now, which may be another second at the other site.
            "MODERATE" if is(&words[2], "PUBLISH") => return None,
            "BUMP" if !words.iter().any(|word| is(word, "TIME")) => return None,
            // A position between two articles or comments.
            "SEEN" => {
                let time = self.start - 1_000 * (1 + self.random.below(9)) - 50;
                words[3] = format!("time:{time}-1").into();
            }
            // The limit of lists counts per part.
            "MARK" | "UNMARK" => {
                words[3] = names::list(self.random.below(9) as u8).as_bytes().to_vec();
            }
            "UNVOTE" | "SILENCE" | "TRANSFER" | "FORGET" => {
                match &*name {
                    "ARTICLE.UNVOTE" => words[3] = b"0".to_vec(),
                    "ARTICLE.SILENCE" => words[4] = b"0".to_vec(),
                    _ => {}
                }
                set(&mut words, "COUNT", 10_000);
            }
            "PAGE" | "GROUPPAGE" | "USERPAGE" | "COMMENTS" => set(&mut words, "AT", self.start),
            _ => {}
        }
        Some(words)
    }

    /// Runs a command. A listing is read from cursor to cursor, in each form.
    fn run(&mut self, mut words: Words) {
        let name = words[0].clone();
        let pages = ["PAGE", "GROUPPAGE", "USERPAGE", "COMMENTS", "VOTED", "ANSWERS", "THREAD"];
        let is_of = |names: &[&str]| names.iter().any(|it| is(&name, &format!("ARTICLE.{it}")));
        if words.iter().any(|word| is(word, "ALL")) && is_of(&["TRANSFER"]) {
            // Only whether it replies 0 is the same.
            for site in [&mut self.direct, &mut self.through] {
                while site.call(&words) != b":0\r\n" {}
            }
        } else if !is_of(&pages) {
            self.same(&words);
        } else {
            if self.random.percent(50) {
                words.extend(self.words("- VIEWER u1 MARKS 1 m1").drain(..).skip(1));
            }
            words.push(b"WITHCURSOR".to_vec());
            for _ in 0..4 {
                let form = self.random.pick(&["JSON", "RESP"]);
                self.same(&[&words[..], &[b"FORMAT".into(), form.into()]].concat());
                let reply = self.same(&words);
                let last =
                    reply.strip_suffix(b"\r\n").and_then(|it| it.rsplit(|it| *it == b'\n').next());
                match last.filter(|last| last.contains(&b':')) {
                    Some(cursor) => set(&mut words, "AFTER", String::from_utf8_lossy(cursor)),
                    None => return,
                }
            }
        }
    }
}

#[test]
fn four_parts_reply_as_one_site() {
    let (server, one, two) = (with_module().start(), with_module().start(), with_module().start());
    let proxy = Proxy::before(&[&one, &two]);
    let start = SystemTime::UNIX_EPOCH.elapsed().expect("a time").as_secs() as i64;
    let mut random = Random::new(seed("four parts"));
    for protocol in (0..rounds()).flat_map(|_| PROTOCOLS) {
        let settings = "WINDOW 3000000 KEEPVOTES yes";
        server.resp2().run("DEL news");
        ask(&mut proxy.resp2(), "DEL news");
        server.resp2().ok(&format!("ARTICLE.CREATE news {settings}"));
        ask(&mut proxy.resp2(), &format!("ARTICLE.CREATE news {settings} PARTS {PARTS}"));
        let mut sites = Sites {
            random: random.fork(),
            commands: Commands::of(COMMANDS, start, random.fork()).without(&UNUSED),
            direct: RawClient::connect(server.port(), protocol),
            through: RawClient::connect(proxy.port, protocol),
            last_id: 0,
            start,
        };
        for operation in 0..OPERATIONS {
            if let Some(words) = sites.command() {
                sites.run(words);
            }
            if operation % 50 == 0 {
                for line in READS {
                    let words = sites.words(line);
                    sites.same(&words);
                    sites.same(&[&words[..], &[b"FORMAT".into(), b"JSON".into()]].concat());
                }
            }
        }
        assert_copies(&mut proxy.resp3(), &mut sites);
    }
}

/// Copies a site by EXPORT in pipelines, as one does that knows of no parts.
fn copy(c: &mut Client, from: &str, to: &str, options: &[&str]) {
    ask(c, &format!("DEL {to}"));
    let steps = c.parts(&format!("ARTICLE.EXPORT {from} # COUNT 50"));
    let lines = steps.iter().flatten().map(|command| {
        let words: Vec<_> = items(command).iter().map(bytes).collect();
        let options = options.iter().map(|word| word.as_bytes().to_vec());
        match words[0] == b"CREATE" {
            true => [b"ARTICLE.CREATE".to_vec(), to.into()].into_iter().chain(options).collect(),
            false => vec![b"ARTICLE.LOAD".to_vec(), to.into(), words[0].clone()],
        }
        .into_iter()
        .chain(words[1..].to_vec())
        .collect::<Words>()
    });
    for (line, reply) in lines.clone().zip(c.call_all(lines)) {
        assert_eq!(reply, Value::Okay, "{}", line.join(&b' ').escape_ascii());
    }
}

fn assert_copies(c: &mut Client, sites: &mut Sites) {
    copy(c, "news", "copy", &["PARTS", "4"]);
    copy(c, "news", "whole", &[]);
    copy(c, "whole", "again", &["PARTS", "4"]);
    for line in [
        "PAGE # 1 BY SCORE SIZE 1000",
        "PAGE # 1 BY TIME SIZE 1000 VIEWER u1 MARKS 1 m1",
        "PAGE # 1 BY TIME HIDDEN SIZE 1000 VIEWER u1",
        "PAGE # 1 FEED u1 SIZE 1000 RETURN 1 id",
        "COMMENTS # 1 SIZE 1000",
        "ANSWERS # u1 1 UNSEEN SIZE 1000 RETURN 1 id",
        "VOTED # u1 1 SIZE 1000 RETURN 1 id",
        "FOLLOWS # u1",
        "LISTS # u1",
        "GROUPS #",
        "USER # u1",
    ] {
        let mut words = sites.words(line);
        let original = sites.through.call(&words);
        for key in ["copy", "whole", "again"] {
            words[1] = key.into();
            assert_eq!(sites.through.call(&words), original, "{line} of {key}");
        }
    }
}
