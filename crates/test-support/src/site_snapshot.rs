//! Snapshots of sites, to show that something changed nothing.

mod lists;
mod threads;

use std::collections::BTreeSet;

use super::{BINARY, Client, Fields, USERS, Value, bytes, items, number};

/// Queries that depend neither on the clock nor on the site's groups. GRAVITY is as of the time in
/// the cursor.
const QUERIES: [&str; 10] = [
    "BY VOTES",
    "BY BEST",
    "BY CONTROVERSY",
    "BY GRAVITY AFTER gravity:p9223372036854775807-4294967295-2000000000",
    "BY ACTIVE AFTER active:p9223372036854775807-4294967295-2000000000",
    "BY BUMPED",
    "BY COMMENTS",
    "HIDDEN",
    "BY SCORE ASC MINVOTES 1 SIZE 9",
    "BY TIME SINCE 1000 UNTIL 3000000000 SIZE 9",
];

/// What a site replies to every command that reads it, each reply with the name of its command.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SiteSnapshot {
    info: Option<Fields>,
    groups: Vec<(Vec<u8>, i64)>,
    pages: Vec<(String, Vec<Fields>)>,
    listings: Vec<Listing>,
}

/// The first page of a query: the ids, and the cursor of the next page. Also other integers that a
/// command replies.
#[derive(Clone, Debug, PartialEq)]
struct Listing {
    query: String,
    ids: Vec<i64>,
    next: Option<String>,
}

impl SiteSnapshot {
    /// Takes a snapshot, which is the same in both protocols.
    pub fn of(client: &mut Client, key: &str) -> Self {
        let line = |name: &str| words(&format!("ARTICLE.{name} {key}"));
        let replies = client.read_all([line("INFO"), line("GROUPS")]);
        let [info, groups] = &replies[..] else { panic!("{replies:?}") };
        if *info == Value::Nil {
            return Self::default();
        }
        let info = client.fields(info).without("memory").without("version");
        let groups = client.group_sizes(groups);
        let names: Vec<&[u8]> = groups.iter().map(|(name, _)| name.as_slice()).collect();
        let mut pages = all_pages(client, key, info.int("articles"));
        pages.extend(group_pages(client, key, &names));
        let mut listings = listings(client, key, &names);
        pages.extend(own(client, key));
        pages.extend(follows(client, key));
        pages.extend(answers(client, key));
        let hidden = hidden(client, key, info.int("last_id"));
        let comments = threads::comments(client, key);
        let articles = pages.iter().take(1).flat_map(|(_, articles)| articles);
        let items = articles.chain(&hidden).chain(comments.iter().take(1).flat_map(|(_, c)| c));
        listings.extend(users_and_links(client, key, items));
        pages.extend(threads::threads(client, key, &comments));
        pages.extend(comments);
        let (lists, marked) = lists::lists(client, key);
        listings.extend(lists);
        pages.extend(marked);
        if !hidden.is_empty() {
            pages.push(("hidden".to_owned(), hidden));
        }
        Self { info: Some(info), groups, pages, listings }
    }

    /// Removes what depends on the server's clock: whether voting is open, and so the vote of a
    /// viewer.
    pub fn without_clock(mut self) -> Self {
        self.pages.retain(|(label, _)| !label.contains("VIEWER"));
        self.info = self.info.map(|info| info.without("open"));
        self
    }

    #[track_caller]
    pub fn assert_same(&self, after: &Self) {
        assert_eq!((&self.info, &self.groups), (&after.info, &after.groups));
        for (before, after) in self.pages.iter().zip(&after.pages) {
            assert_eq!(before, after);
        }
        assert_eq!(self.pages.len(), after.pages.len());
        for (before, after) in self.listings.iter().zip(&after.listings) {
            assert_eq!(before, after);
        }
        assert_eq!(self.listings.len(), after.listings.len());
    }
}

/// Returns the reply to the action. Panics if the action changes the site.
#[track_caller]
pub fn assert_unchanged(
    client: &mut Client,
    key: &str,
    action: impl FnOnce(&mut Client) -> Value,
) -> Value {
    let before = SiteSnapshot::of(client, key);
    let reply = action(client);
    before.assert_same(&SiteSnapshot::of(client, key));
    reply
}

/// Makes a site that uses everything a site can hold: articles 1 to 31, and comments 32 to 38, of
/// which 33 is the place of a deleted one.
pub fn fill_site(client: &mut Client, key: &str) {
    let now = client.now();
    client.ok(&format!("ARTICLE.CREATE {key} VOTESCORE 100 WINDOW 10000 PAGESIZE 7"));
    for number in 1..=30 {
        // Pairs of equal times, and some articles whose voting has closed.
        let age = if number < 5 { 20_000 } else { 0 };
        let time = now - 4000 + number / 2 * 100 - age;
        let poster = USERS[number as usize % 4];
        let article = format!("t{number} l{number} TIME {time} GROUPS 2 all of-{}", number % 3);
        let line = format!("ARTICLE.POST {key} {poster} {article} FIELDS 2 lang en n {number}");
        assert_eq!(client.int(&line), number);
    }
    let binary = ("GROUPS", 1, BINARY, "FIELDS", 2, BINARY, BINARY, "x", "");
    let reply = client.call("ARTICLE.POST", (key, BINARY, BINARY, BINARY, binary));
    assert_eq!(reply, Value::Int(31));
    for number in 5..=30 {
        for (index, user) in USERS.iter().enumerate() {
            let vote = match (number * 7 + index * 5) % 11 {
                0..5 => "UP",
                5..8 => "DOWN",
                _ => continue,
            };
            client.run(&format!("ARTICLE.VOTE {key} {user} {number} {vote}"));
        }
    }
    for (poster, parent, more) in [
        ("ann", 20, "FIELDS 1 lang en"),
        ("bob", 32, ""),
        ("cleo", 33, "FIELDS 1 n 5"),
        ("dan", 20, ""),
        ("ann", 3, ""),
        ("bob", 33, ""),
        ("ann", 20, ""),
    ] {
        let time = now - 1000 + parent;
        client.int(&format!("ARTICLE.COMMENT {key} {poster} {parent} text TIME {time} {more}"));
    }
    for (user, vote) in [("eve", "32 DOWN"), ("fay", "32 SILENT"), ("fay", "34"), ("bob", "35")] {
        assert_eq!(client.int(&format!("ARTICLE.VOTE {key} {user} {vote}")), 1);
    }
    for (action, id) in
        [("HIDE", 35), ("PIN", 38), ("PIN", 33), ("LOCK", 34), ("PINLOCAL", 16), ("HIDE", 37)]
    {
        assert_eq!(client.int(&format!("ARTICLE.MODERATE {key} {action} {id}")), 1);
    }
    for (number, options) in [(9, "COMMENTS 12"), (1, "TIME 2000000"), (14, "COMMENTS 3")] {
        client.run(&format!("ARTICLE.BUMP {key} {number} {options}"));
    }
    client.ok(&format!("ARTICLE.EDIT {key} 8 TITLE edited FIELDS 1 late yes UNSET 1 lang"));
    assert_eq!(client.int(&format!("ARTICLE.GROUPADD {key} 9 nine")), 1);
    assert_eq!(client.int(&format!("ARTICLE.GROUPREM {key} 10 all")), 1);
    for (user, seen) in [("ann", 34), ("cleo", 36), ("gus", 9)] {
        assert_eq!(client.int(&format!("ARTICLE.SEEN {key} {user} {seen}")), 1);
    }
    assert_eq!(client.int(&format!("ARTICLE.MODERATE {key} PUBLISH 37")), 1);
    for (list, marks, ids) in [
        ("ann saved", 4, "3 8 20 34"),
        ("ann read", 3, "8 31 35"),
        ("cleo saved", 2, "12 9"),
        ("cleo gone", 2, "12 33"),
        ("hal read", 2, "38 1"),
    ] {
        assert_eq!(client.int(&format!("ARTICLE.MARK {key} {list} {ids}")), marks);
    }
    assert_eq!(client.call("ARTICLE.MARK", (key, BINARY, BINARY, 31, 7)), Value::Int(2));
    assert_eq!(client.int(&format!("ARTICLE.DEL {key} 3 12 30 33")), 4);
}

/// Returns the first pages of queries, among them some about the largest groups.
fn listings(client: &mut Client, key: &str, groups: &[&[u8]]) -> Vec<Listing> {
    let mut queries: Vec<Vec<Vec<u8>>> = QUERIES.into_iter().map(words).collect();
    if let [first, second, ..] = *groups {
        for (query, names) in [
            ("BY VOTES ANYOF 2", &[first, second][..]),
            ("BY SCORE ALLOF 2", &[first, second]),
            ("BY TIME NONEOF 1", &[first]),
        ] {
            let names = names.iter().map(|name| name.to_vec());
            queries.push(words(query).into_iter().chain(names).collect());
        }
    }
    let line = |query: &Vec<Vec<u8>>| {
        let options = words("WITHCURSOR RETURN 1 id");
        [words(&format!("ARTICLE.PAGE {key} 1")), query.clone(), options].concat()
    };
    let replies = client.read_all(queries.iter().map(line));
    let labels = queries.iter().map(|query| query.join(&b' ').escape_ascii().to_string());
    labels.zip(&replies).map(|(label, reply)| read_listing(client, label, reply)).collect()
}

fn read_listing(client: &Client, query: String, reply: &Value) -> Listing {
    let (articles, next) = client.read_page(reply);
    let ids = articles.iter().map(|article| article.int("id")).collect();
    Listing { query, ids, next }
}

/// How many articles, users and links are looked up one by one.
const LOOKED_UP: usize = 100;

/// Returns the hidden articles and comments among the first ids.
fn hidden(client: &mut Client, key: &str, last_id: i64) -> Vec<Fields> {
    let ids: Vec<_> = (1..=last_id).take(LOOKED_UP).map(|id| id.to_string()).collect();
    if ids.is_empty() {
        return Vec::new();
    }
    let (count, ids) = (ids.len(), ids.join(" "));
    let replies = client.read_all([words(&format!("ARTICLE.MGET {key} {count} {ids}"))]);
    let found = items(&replies[0]).iter().filter(|article| **article != Value::Nil);
    let articles = found.map(|article| client.fields(article));
    articles.filter(|article| article.has("hidden")).collect()
}

/// Returns what the posters of articles and comments have, and which articles the links find.
fn users_and_links<'a>(
    client: &mut Client,
    key: &str,
    items: impl Iterator<Item = &'a Fields>,
) -> Vec<Listing> {
    let (mut posters, mut links) = (BTreeSet::new(), BTreeSet::new());
    for item in items.take(3 * LOOKED_UP) {
        posters.insert(bytes(item.value("poster")));
        links.extend(item.has("link").then(|| bytes(item.value("link"))));
    }
    let label = |name: &str, of: &[u8]| format!("{name} {}", of.escape_ascii());
    let mut all = Vec::new();
    let line = |name: &str, of: &[u8], options: &str| {
        let of = [key.as_bytes().to_vec(), of.to_vec()];
        [vec![format!("ARTICLE.{name}").into_bytes()], of.to_vec(), words(options)].concat()
    };
    let lines = posters.iter().flat_map(|user| {
        [line("USER", user, ""), line("USERPAGE", user, "1 WITHCURSOR RETURN 1 id")]
    });
    let lines: Vec<_> = lines.chain(links.iter().map(|link| line("FIND", link, ""))).collect();
    let replies = client.read_all(lines);
    let (of_users, of_links) = replies.split_at(2 * posters.len());
    for (user, replies) in posters.iter().zip(of_users.chunks(2)) {
        let user_info = client.fields(&replies[0]);
        let names = ["articles", "karma", "comments", "comment_karma"];
        let ids = names.map(|name| user_info.int(name)).to_vec();
        all.push(Listing { query: label("USER", user), ids, next: None });
        all.push(read_listing(client, label("USERPAGE", user), &replies[1]));
    }
    for (link, found) in links.iter().zip(of_links) {
        let ids = if let Value::Int(id) = found { vec![*id] } else { Vec::new() };
        all.push(Listing { query: label("FIND", link), ids, next: None });
    }
    all
}

/// Returns all pages of the articles in several orders, and as several users see them.
fn all_pages(client: &mut Client, key: &str, articles: i64) -> Vec<(String, Vec<Fields>)> {
    let orders = ["BY SCORE ASC", "BY SCORE DESC", "BY TIME ASC", "BY TIME DESC"];
    let viewers = USERS.map(|user| format!("VIEWER {user}"));
    let all: Vec<_> = orders.into_iter().map(str::to_owned).chain(viewers).collect();
    let pages = 1..=articles / 1000 + 1;
    let line =
        |options: &str, page| words(&format!("ARTICLE.PAGE {key} {page} SIZE 1000 {options}"));
    let lines = all.iter().flat_map(|o| pages.clone().map(move |page| line(o, page)));
    let replies = client.read_all(lines);
    let replies = replies.chunks(pages.count());
    let read = |pages: &[Value]| pages.iter().flat_map(|page| client.articles(page)).collect();
    all.iter().zip(replies).map(|(o, pages)| (format!("PAGE {o}"), read(pages))).collect()
}

/// Returns what users have voted on, their feeds, and what they have not muted.
fn own(client: &mut Client, key: &str) -> Vec<(String, Vec<Fields>)> {
    let line = |name: &str, options: String| {
        (format!("{name} {options}"), words(&format!("ARTICLE.{name} {key} {options} SIZE 1000")))
    };
    let lines = USERS.iter().flat_map(|user| {
        [
            line("VOTED", format!("{user} 1 VIEWER {user}")),
            line("PAGE", format!("1 FEED {user}")),
            line("PAGE", format!("1 UNMUTED {user}")),
        ]
    });
    let (labels, lines): (Vec<_>, Vec<_>) = lines.unzip();
    let replies = client.read_all(lines);
    labels.into_iter().zip(&replies).map(|(l, reply)| (l, client.articles(reply))).collect()
}

/// Returns what users follow and have muted.
fn follows(client: &mut Client, key: &str) -> Vec<(String, Vec<Fields>)> {
    // Alice follows in the sites that commands are tried with.
    let users = USERS.iter().chain(&["alice", "reader"]);
    let users: Vec<_> = users.collect();
    let line = |user: &&&str| words(&format!("ARTICLE.FOLLOWS {key} {user}"));
    let replies = client.read_all(users.iter().map(line));
    let label = |user: &str| format!("FOLLOWS {user}");
    let users = users.into_iter().zip(&replies);
    users.map(|(user, reply)| (label(user), vec![client.fields(reply)])).collect()
}

/// Returns the answers to users, all and those not seen.
fn answers(client: &mut Client, key: &str) -> Vec<(String, Vec<Fields>)> {
    // Alice is answered in the sites that commands are tried with.
    let users = USERS.iter().chain(&["alice"]);
    let all = users.flat_map(|user| ["", " UNSEEN"].map(|unseen| (user, unseen)));
    let all: Vec<_> = all.collect();
    let line = |(user, unseen): &(&&str, &str)| {
        words(&format!("ARTICLE.ANSWERS {key} {user} 1 SIZE 1000{unseen}"))
    };
    let replies = client.read_all(all.iter().map(line));
    let replies = all.iter().zip(&replies);
    let label = |user: &str, unseen: &str| format!("ANSWERS{unseen} {user}");
    replies.map(|((u, unseen), reply)| (label(u, unseen), client.articles(reply))).collect()
}

/// Returns the first pages of groups.
fn group_pages(client: &mut Client, key: &str, groups: &[&[u8]]) -> Vec<(String, Vec<Fields>)> {
    let line = |group: &&[u8]| {
        let start = [b"ARTICLE.GROUPPAGE", key.as_bytes(), *group].map(<[u8]>::to_vec);
        [&start[..], &words("1 SIZE 1000")].concat()
    };
    let replies = client.read_all(groups.iter().map(line));
    let label = |group: &[u8]| format!("GROUPPAGE {}", String::from_utf8_lossy(group));
    groups.iter().zip(&replies).map(|(g, reply)| (label(g), client.articles(reply))).collect()
}

fn words(line: &str) -> Vec<Vec<u8>> {
    line.split_ascii_whitespace().map(|word| word.as_bytes().to_vec()).collect()
}
