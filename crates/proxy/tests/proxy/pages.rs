//! A site of four parts replies as one site with the same items.

use test_support::*;

use crate::harness::*;

const PARTS: i64 = 4;
const USERS: [&str; 5] = ["alice", "bob", "carol", "dave", "erin"];
const GROUPS: [&str; 4] = ["a", "b", "c", "d"];

/// Two sites with the same items: one behind a proxy, in parts.
struct Pair {
    random: Random,
    direct: RawClient,
    through: RawClient,
    last_id: i64,
    articles: Vec<i64>,
    comments: Vec<i64>,
}

impl Pair {
    /// Sends a line to both sites, which must reply the same.
    #[track_caller]
    fn same(&mut self, line: &str) -> Vec<u8> {
        let (one, other) = (self.direct.run(line), self.through.run(line));
        assert_eq!(
            other.escape_ascii().to_string(),
            one.escape_ascii().to_string(),
            "through the proxy (left) and directly (right): {line}"
        );
        one
    }

    fn user(&mut self) -> &'static str {
        self.random.pick(&USERS)
    }

    fn id(&mut self) -> i64 {
        let known = [&self.articles[..], &self.comments].concat();
        self.random.pick(&known)
    }

    /// Returns some of these words, after their number.
    fn some(&mut self, words: &[&str]) -> String {
        let chosen: Vec<_> = words.iter().filter(|_| self.random.percent(40)).copied().collect();
        format!("{} {}", chosen.len(), chosen.join(" "))
    }

    fn change(&mut self) {
        let (user, other) = (self.user(), self.user());
        // Each one only once: the parts know no order within a second.
        let time = 1_700_000_000 + (self.last_id * 7_919) % 300_007;
        match self.random.below(28) {
            0..6 => {
                self.last_id += 1 + self.random.below(3);
                let (id, groups) = (self.last_id, self.some(&GROUPS));
                let link = self.random.pick(&["\"\"", "l1", "l2", "l3", "l4", "l5"]);
                let line = format!("{user} t{id} {link} GROUPS {groups} ID {id} TIME {time}");
                self.same(&format!("ARTICLE.POST news {line}"));
                self.articles.push(id);
            }
            6..9 => {
                let parent = self.id();
                let id = (self.last_id + 1..).find(|id| id % PARTS == parent % PARTS);
                self.last_id = id.expect("an id");
                let line = format!("{user} {parent} text ID {} TIME {time}", self.last_id);
                if self.same(&format!("ARTICLE.COMMENT news {line}")).starts_with(b":") {
                    self.comments.push(self.last_id);
                }
            }
            9..17 => {
                let (id, vote) =
                    (self.id(), self.random.pick(&["UP", "UP", "DOWN", "NONE", "SILENT"]));
                self.same(&format!("ARTICLE.VOTE news {user} {id} {vote} WITHCOUNTS"));
            }
            17 => {
                let action =
                    self.random.pick(&["HIDE", "SHOW", "PIN", "PINLOCAL", "UNPIN", "LOCK"]);
                let (one, two, three) = (self.id(), self.id(), self.id());
                self.same(&format!("ARTICLE.MODERATE news {action} {one} {two} {three}"));
            }
            18 => {
                let (id, seconds) = (self.id(), self.random.below(100_000));
                self.same(&format!("ARTICLE.BOOST news {id} {seconds}"));
            }
            19 => {
                let (one, two) = (self.id(), self.id());
                self.same(&format!("ARTICLE.MARK news {user} saved {one} {two}"));
            }
            20 => {
                let group = self.random.pick(&GROUPS);
                self.same(&format!("ARTICLE.FOLLOW news {user} GROUP {group}"));
                self.same(&format!("ARTICLE.FOLLOW news {user} USER {other}"));
            }
            21 => {
                let group = self.random.pick(&GROUPS);
                self.same(&format!("ARTICLE.MUTE news {user} GROUP {group} x"));
                self.same(&format!("ARTICLE.UNMUTE news {user} GROUP x"));
                let (one, two) = (self.id(), self.id());
                self.same(&format!("ARTICLE.MUTE news {user} ID {one} {two} 999"));
                self.same(&format!("ARTICLE.UNMUTE news {user} ID {two}"));
            }
            22 => {
                let (one, two) = (self.id(), self.id());
                self.same(&format!("ARTICLE.DEL news {one} {two}"));
            }
            23 => {
                let id = self.id();
                self.same(&format!("ARTICLE.UNMARK news {user} saved {id}"));
            }
            24 => {
                let reply = self.same(&format!("ARTICLE.ANSWERS news {user} 1 SIZE 3 WITHCURSOR"));
                let text = String::from_utf8_lossy(&reply).into_owned();
                if let Some(position) = text.lines().find(|line| line.starts_with("time:")) {
                    self.same(&format!("ARTICLE.SEEN news {user} {position}"));
                }
            }
            25 => _ = self.same(&format!("ARTICLE.UNVOTE news {user} 0 COUNT 10000")),
            26 => {
                let action = self.random.pick(&["YES", "NO"]);
                self.same(&format!("ARTICLE.SILENCE news {user} {action} 0 COUNT 10000"));
            }
            _ => {
                self.same(&format!("ARTICLE.TRANSFER news {user} {other}"));
                self.same(&format!("ARTICLE.FORGET news {other}"));
            }
        }
    }

    /// Returns a page of a listing, without its cursor.
    fn listing(&mut self) -> String {
        let (user, other, group) = (self.user(), self.user(), self.random.pick(&GROUPS));
        let of_articles = ["PAGE news", "GROUPPAGE news #g", "USERPAGE news #u", "COMMENTS news"];
        let kind = self.random.below(6);
        let source = match kind {
            0..4 => of_articles[kind as usize].replace("#g", group).replace("#u", user),
            4 => format!("VOTED news {user}"),
            _ => format!("ANSWERS news {user}"),
        };
        let mut line = format!("ARTICLE.{source} 1");
        if kind < 4 {
            let orders: &[&str] = match kind {
                3 => &["SCORE", "TIME", "VOTES", "BEST", "CONTROVERSY", "GRAVITY"],
                _ => &[
                    "SCORE",
                    "SCORE ASC",
                    "TIME",
                    "TIME ASC",
                    "VOTES",
                    "BEST",
                    "CONTROVERSY",
                    "GRAVITY",
                    "BUMPED",
                    "COMMENTS",
                    "ACTIVE",
                ],
            };
            line += &format!(" BY {} AT 1700400000", self.random.pick(orders));
            for option in [
                "SINCE -300000",
                "MINVOTES 0",
                "NOTFROM 2 #u nobody",
                "UNVOTED #u",
                "UNMUTED #u",
                "EXCEPT 2 #i #i",
                "MARKED #u 1 saved",
                "UNMARKED #u 1 saved",
            ] {
                if self.random.percent(12) {
                    let option = option.replace("#u", other);
                    line += &format!(" {}", option.replace("#i", &self.id().to_string()));
                }
            }
            if kind < 3 && self.random.percent(20) {
                line += &format!(" ANYOF {}", self.some(&GROUPS));
            }
            if self.random.percent(25) {
                let kinds: &[&str] =
                    if kind == 3 { &["USER"] } else { &["GROUP", "USER", "LINK"] };
                let most = 1 + self.random.below(3);
                line += &format!(" PER {} {most}", self.random.pick(kinds));
            }
        }
        if self.random.percent(40) {
            line += &format!(" VIEWER {user} MARKS 1 saved");
        }
        if self.random.percent(30) {
            line += " RETURN 3 id vote title";
        }
        format!("{line} SIZE {}", 1 + self.random.below(12))
    }

    fn read(&mut self) {
        let mut line = self.listing();
        let form = self.random.pick(&["", " FORMAT JSON", " FORMAT RESP"]);
        if !line.contains("PER") && self.random.percent(30) {
            let page = self.random.pick(&[" 2 ", " 3 "]);
            let paged = line.replacen(" 1 ", page, 1);
            self.same(&format!("{paged}{form}"));
        }
        self.same(&format!("{line} WITHCURSOR{form}"));
        // From cursor to cursor, to the end.
        for _ in 0..4 {
            let reply = self.same(&format!("{line} WITHPOSITIONS"));
            self.same(&format!("{line} WITHPOSITIONS{form}"));
            let text = String::from_utf8_lossy(&reply).into_owned();
            let last = text.trim_end().rsplit("\r\n").next().expect("a line").to_owned();
            if !last.contains(':') {
                return;
            }
            line = format!("{} AFTER {last}", line.split(" AFTER").next().expect("words"));
        }
    }

    fn read_other(&mut self) {
        let (user, group, id) = (self.user(), self.random.pick(&GROUPS), self.id());
        let (one, two) = (self.id(), self.id());
        for line in [
            "ARTICLE.COUNT news SINCE 1700100000".to_owned(),
            format!("ARTICLE.COUNT news {group}"),
            format!("ARTICLE.COUNT news BELOW {id}"),
            format!("ARTICLE.COMMENTS news 1 BELOW {id}"),
            "ARTICLE.GROUPS news LIMIT 1 2".to_owned(),
            "ARTICLE.GROUPS news".to_owned(),
            format!("ARTICLE.RANK news {id} BY SCORE GROUP {group}"),
            format!("ARTICLE.RANK news {id} BY TIME ASC"),
            format!("ARTICLE.RANK news {id}"),
            "ARTICLE.FIND news l1".to_owned(),
            "ARTICLE.FIND news l1 COUNT 3".to_owned(),
            format!("ARTICLE.AFFINITY news {user} COUNT 3"),
            format!("ARTICLE.AFFINITY news {user} OF 2 bob nobody"),
            format!("ARTICLE.ANSWERS news {user} 1 UNSEEN RETURN 1 id"),
            format!("ARTICLE.MGET news 3 {id} {one} {two} VIEWER {user}"),
            format!("ARTICLE.VOTES news {user} {id} {one} {two} 999"),
            format!("ARTICLE.LISTS news {user}"),
            format!("ARTICLE.FOLLOWS news {user}"),
            "ARTICLE.FOLLOWERS news USER alice bob nobody".to_owned(),
            format!("ARTICLE.FOLLOWERS news GROUP {group}"),
            format!("ARTICLE.USER news {user}"),
            "ARTICLE.USER news nobody".to_owned(),
            format!("ARTICLE.THREAD news {id} VIEWER {user} WITHCURSOR"),
            format!("ARTICLE.PATH news {id}"),
            format!("ARTICLE.GET news {id} VIEWER {user}"),
        ] {
            self.same(&line);
            self.same(&format!("{line} FORMAT JSON"));
        }
        for wrong in [
            "ARTICLE.PAGE news 0",
            "ARTICLE.PAGE news x",
            "ARTICLE.PAGE news 1 SIZE 1001",
            "ARTICLE.PAGE news 2 PER USER 1",
            "ARTICLE.PAGE news 1 AFTER time:1-1",
            "ARTICLE.PAGE news 1 WITHCURSOR WITHPOSITIONS",
            "ARTICLE.PAGE news 101 SIZE 10 MINVOTES 0",
            "ARTICLE.COUNT news a b",
            "ARTICLE.MGET news 2 1",
            "ARTICLE.MGET news 1 x",
            "ARTICLE.DEL news 1 x",
            "ARTICLE.MARK news alice saved x",
            "ARTICLE.VOTES news",
            "ARTICLE.GROUPS news LIMIT -1 2",
            "ARTICLE.VOTE news alice x",
            "ARTICLE.UNVOTE news alice x",
            "ARTICLE.TRANSFER news alice bob COUNT 0",
            "ARTICLE.AFFINITY news alice COUNT x",
            "ARTICLE.CHANGES news x",
            "ARTICLE.CHANGES news 0 COUNT 0",
            "ARTICLE.SEEN news alice x",
        ] {
            self.same(wrong);
        }
    }
}

#[test]
fn four_parts_reply_as_one_site() {
    let (server, one, two) = (with_module().start(), with_module().start(), with_module().start());
    let proxy = Proxy::before(&[&one, &two]);
    ask(&mut proxy.resp2(), "ARTICLE.CREATE news PARTS 4 WINDOW 3000000000");
    server.resp2().ok("ARTICLE.CREATE news WINDOW 3000000000");
    let mut pair = Pair {
        random: Random::new(seed("four parts")),
        direct: RawClient::connect(server.port(), Protocol::Resp3),
        through: RawClient::connect(proxy.port, Protocol::Resp3),
        last_id: 0,
        articles: Vec::new(),
        comments: Vec::new(),
    };
    for id in 1..=8 {
        pair.same(&format!("ARTICLE.POST news alice t{id} l{id} ID {id} TIME 1700000000"));
        pair.articles.push(id);
    }
    pair.last_id = 8;
    for round in 0..10 * rounds() as usize {
        for _ in 0..60 {
            pair.change();
        }
        let protocol = PROTOCOLS[round % 2];
        pair.direct = RawClient::connect(server.port(), protocol);
        pair.through = RawClient::connect(proxy.port, protocol);
        for _ in 0..25 {
            pair.read();
        }
        pair.read_other();
    }
    let mut c = proxy.resp3();
    let parts = format!(" PARTS {PARTS}");
    copy(&mut c, "news", "copy", &parts);
    copy(&mut c, "news", "whole", "");
    copy(&mut c, "whole", "again", &parts);
    for line in [
        "PAGE # 1 BY SCORE SIZE 1000",
        "PAGE # 1 BY TIME SIZE 1000 VIEWER alice MARKS 1 saved",
        "PAGE # 1 BY TIME HIDDEN SIZE 1000 VIEWER bob",
        "PAGE # 1 FEED alice SIZE 1000 RETURN 1 id",
        "COMMENTS # 1 SIZE 1000",
        "ANSWERS # carol 1 UNSEEN SIZE 1000 RETURN 1 id",
        "VOTED # dave 1 SIZE 1000 RETURN 1 id",
        "FOLLOWS # erin",
        "LISTS # bob",
        "GROUPS #",
        "USER # alice",
    ] {
        let of = |key: &str| format!("ARTICLE.{}", line.replace('#', key));
        let expected = c.run(&of("news"));
        for key in ["copy", "whole", "again"] {
            assert_eq!(c.run(&of(key)), expected, "{line} of {key}");
        }
    }
}

/// Copies a site by EXPORT, as one does that knows of no parts, to a site with more options.
fn copy(c: &mut Client, from: &str, to: &str, options: &str) {
    let mut cursor = "0".to_owned();
    loop {
        let reply = c.run(&format!("ARTICLE.EXPORT {from} {cursor} COUNT 50"));
        let [next, commands] = items(&reply) else { panic!("{reply:?}") };
        for command in items(commands) {
            let words: Vec<_> = items(command).iter().map(bytes).collect();
            let reply = match words[0] == b"CREATE" {
                true => {
                    let options: Vec<&str> = options.split_whitespace().collect();
                    c.call("ARTICLE.CREATE", (to, options, &words[1..]))
                }
                false => c.call("ARTICLE.LOAD", (to, &words)),
            };
            assert_eq!(reply, Value::Okay, "{}", words.join(&b' ').escape_ascii());
        }
        cursor = text(next);
        if cursor == "0" {
            return;
        }
    }
}
