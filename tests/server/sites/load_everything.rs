//! ARTICLE.LOAD with any bytes, with a whole site, and in replicas, append-only files and events.
//! Also ARTICLE.DEBUG, which checks the result.

use std::fs;
use test_support::*;

/// Loads an article with these texts and names.
fn load_all(c: &mut Client, id: i64, text: &[u8], name: &[u8], value: &[u8]) {
    let mut load = redis::cmd("ARTICLE.LOAD");
    load.arg("news").arg("ARTICLE").arg(id).arg(name).arg(text).arg(text);
    load.arg("TIME").arg(1000).arg("CLOSES").arg(3_000_000_000_u32);
    load.arg("UP").arg(1).arg(name).arg("GROUPS").arg(1).arg(name);
    load.arg("FIELDS").arg(1).arg(name).arg(value);
    load.exec(&mut c.connection).expect("an article loaded");
}

#[in_both_protocols]
fn texts_and_names_of_any_bytes_and_of_any_length_come_back(c: &mut Client) {
    let long = |length: usize| vec![b'\xff'; length];
    let million = long(1 << 20);
    for (id, text, name, value) in [
        (1, BINARY.to_vec(), BINARY.to_vec(), BINARY),
        (2, b"\0".to_vec(), b"\0".to_vec(), b"".as_slice()),
        (3, long(65_535), long(255), &million),
        (4, b"x".to_vec(), long(127), b"\n"),
    ] {
        load_all(c, id, &text, &name, value);
        let down = [name.as_slice(), b"2"].concat();
        let voter = &down[down.len().saturating_sub(255)..];
        let reply = c.call("ARTICLE.LOAD", ("news", "VOTERS", id, "DOWN", 1, voter));
        assert_eq!(reply, Value::Okay);
        let reply = c.call("ARTICLE.GET", ("news", id, "VIEWER", voter));
        let Fields(fields) = c.fields(&reply);
        let expected = [
            bulk(&text),
            bulk(&text),
            bulk(&name),
            Value::Array(vec![bulk(&name)]),
            int(-1),
            bulk(value),
        ];
        let got = [1, 2, 3, 12, 13, 14].map(|place| fields[place].1.clone());
        assert!(got == expected, "of article {id}");
        assert!(fields[14].0 == name, "of article {id}");
        let reply = c.call("ARTICLE.VOTE", ("news", name, id, "UP"));
        assert_eq!(reply, int(0), "of article {id}");
    }
    c.check("news");
}

/// Adds the voters of an article or a comment to the command that loads it.
fn add_voters(c: &mut Client, from: &str, article: &Fields, load: &mut redis::Cmd) {
    let id = article.int("id");
    let reply = c.run(&format!("ARTICLE.VOTERS {from} {id} 0 SILENT COUNT 1000"));
    let silent: Vec<_> =
        items(&items(&reply)[1]).chunks(2).map(|v| (bytes(&v[0]), number(&v[1]))).collect();
    for (option, vote) in [("SILENTUP", 1), ("SILENTDOWN", -1)] {
        let users: Vec<_> = silent.iter().filter(|(_, v)| *v == vote).map(|(u, _)| u).collect();
        if !users.is_empty() {
            load.arg(option).arg(users.len()).arg(users);
        }
    }
    let mut voters = [Vec::new(), Vec::new()];
    let mut closed = false;
    for user in USERS.iter().map(|user| user.as_bytes()).chain([BINARY]) {
        if silent.iter().any(|(silent, _)| silent.as_slice() == user) {
            continue;
        }
        let reply = c.call("ARTICLE.GET", (from, id, "VIEWER", user));
        match c.fields(&reply).value("vote") {
            Value::Int(1) => voters[0].push(user),
            Value::Int(-1) => voters[1].push(user),
            Value::Int(_) => {}
            _ => closed = true,
        }
    }
    if closed {
        load.arg("COUNTS").arg(article.int("upvotes")).arg(article.int("downvotes"));
    }
    for (option, users) in ["UP", "DOWN"].into_iter().zip(voters) {
        if !users.is_empty() {
            load.arg(option).arg(users.len()).arg(users);
        }
    }
}

/// Reads an article or a comment and returns the command that loads it elsewhere, as an export
/// does.
fn export(c: &mut Client, from: &str, to: &str, id: i64) -> redis::Cmd {
    let article = c.article(from, id);
    let is_comment = article.has("parent");
    let mut load = redis::cmd("ARTICLE.LOAD");
    load.arg(to).arg(if is_comment { "COMMENT" } else { "ARTICLE" }).arg(id);
    load.arg(bytes(article.value("poster")));
    if is_comment {
        load.arg(article.int("parent")).arg(bytes(article.value("text")));
    } else {
        load.arg(bytes(article.value("title"))).arg(bytes(article.value("link")));
        load.arg("COMMENTS").arg(article.int("comments"));
        load.arg("BUMPED").arg(article.int("bumped"));
        let reply = c.call("ARTICLE.DEBUG", ("BUMPS", from, 1, id));
        if let [Value::Int(time)] = items(&reply) {
            load.arg("BUMPTIME").arg(*time);
        }
    }
    let own = ["time", "closes", "score"].map(|name| article.int(name));
    load.arg("TIME").arg(own[0]).arg("CLOSES").arg(own[1]).arg("SCORE").arg(own[2]);
    for flag in ["hidden", "locked", "pinned"] {
        if article.has(flag) {
            load.arg(if article.int(flag) == 2 { "PINNEDLOCAL" } else { flag });
        }
    }
    add_voters(c, from, &article, &mut load);
    let groups = if is_comment { &[] } else { items(article.value("groups")) };
    if !groups.is_empty() {
        load.arg("GROUPS").arg(groups.len());
        load.arg(groups.iter().map(bytes).collect::<Vec<_>>());
    }
    let is_own = |(name, _): &&(Vec<u8>, Value)| {
        let flags = [&b"hidden"[..], b"locked", b"pinned"];
        !flags.contains(&name.as_slice())
    };
    let fields: Vec<_> =
        article.0[if is_comment { 12 } else { 13 }..].iter().filter(is_own).collect();
    if !fields.is_empty() {
        load.arg("FIELDS").arg(fields.len());
        for (name, value) in fields {
            load.arg(name).arg(bytes(value));
        }
    }
    load
}

/// Loads what users have seen and have on lists. Returns the number of these users.
fn copy_readers(c: &mut Client) -> usize {
    let reply = c.run("ARTICLE.DEBUG READERS news 0 COUNT 10000");
    let readers = items(&items(&reply)[1]);
    for reader in readers {
        let [user, seen, lists, published, silenced] = items(reader) else { panic!("{reader:?}") };
        let user = bytes(user);
        if *silenced == int(1) {
            assert_eq!(c.call("ARTICLE.LOAD", ("other", "SILENCED", &user)), Value::Okay);
        }
        if *seen != int(0) {
            let load = ("other", "SEEN", &user, number(seen));
            assert_eq!(c.call("ARTICLE.LOAD", load), Value::Okay);
        }
        if !items(published).is_empty() {
            let ids: Vec<_> = items(published).iter().map(number).collect();
            let load = ("other", "UNSEEN", &user, ids.len(), ids);
            assert_eq!(c.call("ARTICLE.LOAD", load), Value::Okay);
        }
        for list in items(lists).iter().map(bytes) {
            let reply = c.call("ARTICLE.DEBUG", ("MARKS", "news", &user, &list, 0));
            let ids: Vec<_> = items(&items(&reply)[1]).iter().map(number).collect();
            let load = ("other", "MARKS", &user, list, ids.len(), ids);
            assert_eq!(c.call("ARTICLE.LOAD", load), Value::Okay);
        }
    }
    readers.len()
}

#[in_both_protocols(with_module().config("enable-debug-command local"))]
fn a_site_that_is_read_and_loaded_elsewhere_is_the_same(_: &mut Server, c: &mut Client) {
    fill_site(c, "news");
    c.ok("ARTICLE.CREATE other VOTESCORE 100 WINDOW 10000 PAGESIZE 7");
    let mut ids = c.ids("ARTICLE.PAGE news 1 BY TIME ASC SIZE 1000");
    ids.extend(c.ids("ARTICLE.COMMENTS news 1 SIZE 1000"));
    // Of a deleted article.
    ids.extend(c.ids("ARTICLE.THREAD news 3 SIZE 1000"));
    ids.extend(c.ids("ARTICLE.COMMENTS news 1 SIZE 1000 HIDDEN"));
    // Two are the places of deleted ones. What nothing returns, an export knows from before.
    let now = c.article("news", 32).int("time") + 980;
    let places = [(3, 0, now - 23_900), (33, 32, now - 968)];
    ids.extend(places.map(|(id, ..)| id));
    ids.sort_unstable();
    for id in ids {
        match places.iter().find(|(place, ..)| *place == id) {
            None => export(c, "news", "other", id).exec(&mut c.connection).expect("a load"),
            Some((_, parent, time)) => {
                let line = format!("PLACE {id} {parent} TIME {time} COUNTS 1 0");
                c.ok(&format!("ARTICLE.LOAD other {line}"));
            }
        }
    }
    let last = c.info("news").int("last_id");
    c.ok(&format!("ARTICLE.LOAD other LASTID {last}"));
    assert_eq!(copy_readers(c), 5);
    SiteSnapshot::of(c, "news").assert_same(&SiteSnapshot::of(c, "other"));
    assert_eq!(c.run("DEBUG DIGEST-VALUE news"), c.run("DEBUG DIGEST-VALUE other"));
    c.check("other");
}

/// How far the clocks of servers are ahead that accept all of the lines.
const AHEAD: i64 = 8_000_000_000;

/// Lines that load something, to be sent in this order.
const LOADS: [&str; 7] = [
    "ARTICLE 5 ann t l TIME 1000 CLOSES 3000000000 UP 2 ann bob DOWN 1 cleo GROUPS 1 g",
    "VOTERS 5 UP 1 dan DOWN 1 eve",
    "VOTERS 5 SCORE -5",
    "ARTICLE 7 bob t l TIME 9000000000 CLOSES 9000000001 SCORE 77 FIELDS 1 f v",
    "ARTICLE 8 cleo t l TIME 1000 CLOSES 2000 COUNTS 9 4",
    "LASTID 99",
    "SEEN zoe 98",
];

#[test]
fn replicas_and_append_only_files_have_loads_whatever_the_clock_says() {
    let setup = with_module().config("appendonly yes").config("appendfsync always");
    let mut server = setup.clock(AHEAD).start();
    let replica = with_module()
        .module_args("vote-score 7 vote-window 8 page-size 9 self-vote no")
        .config(format!("replicaof 127.0.0.1 {}", server.port()))
        .start();
    let (mut c, mut other) = (server.resp3(), replica.resp3());
    for line in LOADS {
        c.ok(&format!("ARTICLE.LOAD news {line}"));
        await_caught_up(&server, &replica);
        let expected = SiteSnapshot::of(&mut c, "news").without_clock();
        expected.assert_same(&SiteSnapshot::of(&mut other, "news").without_clock());
    }
    other.check("news");
    assert_some_error(&c.run("ARTICLE.LOAD news LASTID 1"));
    let file = fs::read(aof::log_of(&server)).expect("the AOF");
    let file = String::from_utf8_lossy(&file).to_uppercase();
    assert_eq!(file.matches("ARTICLE.LOAD").count(), LOADS.len());
    assert_eq!(file.matches("ARTICLE.CREATE").count(), 1, "the settings of the site");
    let before = SiteSnapshot::of(&mut c, "news").without_clock();
    server.set_clock(0);
    server.restart();
    let mut c = server.resp3();
    before.assert_same(&SiteSnapshot::of(&mut c, "news").without_clock());
    c.check("news");
}

#[in_both_protocols]
fn debug_check_accepts_a_consistent_site_and_nothing_else(c: &mut Client) {
    fill_site(c, "news");
    let reply = assert_unchanged(c, "news", |c| c.run("article.debug check news"));
    assert_eq!(reply, Value::Okay);
    c.ok("ARTICLE.CREATE empty");
    c.check("empty");
    assert_eq!(c.call("ARTICLE.POST", (BINARY, "alice", "t", "l")), int(1));
    assert_eq!(c.call("ARTICLE.DEBUG", ("CHECK", BINARY)), Value::Okay);
    for line in ["ARTICLE.DEBUG NOPE news", "ARTICLE.DEBUG news CHECK", "ARTICLE.DEBUG NOPE"] {
        assert_error(
            &c.run(line),
            "ERR DEBUG takes CHECK, PLACES, BUMPS, KEPT, READERS, MARKS or HELP",
        );
    }
    assert_error(&c.run("ARTICLE.DEBUG CHECK"), "ERR CHECK needs key");
    for line in ["ARTICLE.DEBUG", "ARTICLE.DEBUG HELP news", "ARTICLE.DEBUG CHECK news news"] {
        let expected = "ERR wrong number of arguments for 'article.debug' command";
        assert_error(&c.run(line), expected);
    }
}

#[in_both_protocols]
fn debug_help_describes_the_subcommands(c: &mut Client) {
    let reply = c.run("article.debug help");
    let lines: Vec<_> = items(&reply).iter().map(bytes).collect();
    for subcommand in ["CHECK <key>", "HELP"] {
        assert!(lines.iter().any(|line| line == subcommand.as_bytes()), "{lines:?}");
    }
}
