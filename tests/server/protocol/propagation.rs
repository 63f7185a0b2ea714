//! Every change is written to the AOF, and so sent to replicas, once and with everything that
//! makes it independent of clock and configuration.

use std::fs;
use test_support::commands::{changes, no_changes, prepare};
use test_support::*;

fn with_aof() -> Setup {
    with_module()
        .config("appendonly yes")
        .config("appendfsync always")
        .config("aof-use-rdb-preamble yes")
}

/// Returns the words of each command in the AOF.
fn propagated(server: &Server) -> Vec<Vec<String>> {
    aof::commands(&fs::read(aof::log_of(server)).expect("the AOF"))
}

/// Returns the commands that the line adds to the AOF.
fn added(server: &Server, c: &mut Client, line: &str) -> Vec<Vec<String>> {
    let before = propagated(server).len();
    c.run(line);
    propagated(server).split_off(before)
}

fn names(commands: &[Vec<String>]) -> Vec<String> {
    commands.iter().map(|words| words[0].to_uppercase()).collect()
}

/// Returns the word after the option's name.
fn option(words: &[String], name: &str) -> String {
    let place = words.iter().rposition(|word| word.eq_ignore_ascii_case(name));
    let place = place.unwrap_or_else(|| panic!("no {name} in {words:?}"));
    words[place + 1].clone()
}

#[in_both_protocols(with_aof())]
fn what_changes_nothing_is_not_propagated(server: &mut Server, c: &mut Client) {
    prepare(c, "news");
    for (_, line) in no_changes() {
        assert_eq!(added(server, c, line), [[""; 0]; 0], "{line}");
    }
}

#[in_both_protocols(with_aof())]
fn a_change_is_propagated_once(server: &mut Server, c: &mut Client) {
    for (command, line) in changes() {
        command.prepare_change(c, "news");
        assert_eq!(names(&added(server, c, line)), [command.name], "{line}");
    }
}

#[in_both_protocols(with_aof())]
fn an_unvote_is_propagated_with_its_last_id_and_the_time_used(
    server: &mut Server,
    c: &mut Client,
) {
    let now = c.now();
    for id in [1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12] {
        let closes = if id == 2 { now - 10 } else { now + 1000 };
        let up = if [4, 8, 11].contains(&id) { "1 alice" } else { "2 alice bob" };
        let times = format!("TIME 1000 CLOSES {closes}");
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} alice t l {times} UP {up}"));
    }
    for (cursor, count, last) in [("0", 3, "3"), ("5", 1, "5"), ("4", 3, "10"), ("0", 9, "12")] {
        let line = format!("ARTICLE.UNVOTE news bob {cursor} COUNT {count}");
        let commands = added(server, c, &line);
        let time = option(&commands[0], "TIME");
        assert!((now..=c.now()).contains(&time.parse().expect("a time")), "{time}");
        let expected = format!("{line} LAST {last} TIME {time}");
        assert_eq!(commands, [expected.split(' ').collect::<Vec<_>>()]);
    }
    let before = SiteSnapshot::of(c, "news");
    server.restart();
    before.assert_same(&SiteSnapshot::of(&mut server.client(c.protocol), "news"));
}

#[in_both_protocols(with_aof())]
fn a_post_carries_its_id_and_its_time(server: &mut Server, c: &mut Client) {
    c.ok("ARTICLE.CREATE news");
    let commands = added(server, c, "ARTICLE.POST news alice a l GROUPS 2 g h FIELDS 1 f v");
    let time = c.article("news", 1).int("time").to_string();
    assert_eq!(option(&commands[0], "ID"), "1");
    assert_eq!(option(&commands[0], "TIME"), time);
    let commands = added(server, c, "ARTICLE.POST news alice b l ID 9 TIME 1000");
    assert_eq!(commands.len(), 1);
    assert_eq!(option(&commands[0], "ID"), "9");
    assert_eq!(option(&commands[0], "TIME"), "1000");
}

#[in_both_protocols(with_aof())]
fn a_post_that_became_a_vote_is_propagated_as_the_vote(server: &mut Server, c: &mut Client) {
    c.ok("ARTICLE.CREATE news DEDUPE 60");
    c.int("ARTICLE.POST news alice a l");
    let post = "ARTICLE.POST news bob b l GROUPS 1 g FIELDS 1 f v WITHCOUNTS";
    assert_eq!(added(server, c, post), [["ARTICLE.VOTE", "news", "bob", "1", "UP"]]);
    assert_eq!(added(server, c, post), [[""; 0]; 0]);
    c.int("ARTICLE.MODERATE news LOCK 1");
    assert_eq!(added(server, c, "ARTICLE.POST news cleo c l"), [[""; 0]; 0]);
    c.int("ARTICLE.MODERATE news HIDE 1");
    assert_eq!(added(server, c, "ARTICLE.POST news cleo c l"), [[""; 0]; 0]);
    c.int("ARTICLE.DEL news 1");
    let commands = added(server, c, "ARTICLE.POST news cleo c l");
    assert_eq!(
        (names(&commands), option(&commands[0], "ID")),
        (vec!["ARTICLE.POST".to_owned()], "2".to_owned())
    );
    // A server that loads the file finds no duplicates with any setting.
    let before = SiteSnapshot::of(c, "news");
    server.restart();
    before.assert_same(&SiteSnapshot::of(&mut server.client(c.protocol), "news"));
}

#[in_both_protocols(with_aof())]
fn boosts_and_moderation_are_propagated_as_they_came(server: &mut Server, c: &mut Client) {
    c.int("ARTICLE.POST news alice a l");
    for line in [
        "ARTICLE.BOOST news 1 5 INCR",
        "ARTICLE.BOOST news 1 5",
        "ARTICLE.BOOST news 1 -5 INCR",
        "ARTICLE.MODERATE news HIDE 1 9 1",
        "ARTICLE.MODERATE news PIN 1",
        "ARTICLE.MODERATE news LOCK 1",
        "ARTICLE.MODERATE news SHOW 1",
    ] {
        let changes = line != "ARTICLE.BOOST news 1 5";
        let expected: Vec<Vec<&str>> =
            if changes { vec![line.split(' ').collect()] } else { vec![] };
        assert_eq!(added(server, c, line), expected, "{line}");
    }
    let before = c.article("news", 1);
    server.restart();
    assert_eq!(server.client(c.protocol).article("news", 1), before);
}

#[test]
fn a_site_is_created_with_all_its_settings() {
    let args = "vote-score 7 vote-window 8 page-size 9 self-vote no formula log downvotes no";
    let setup = with_aof().module_args(&format!("{args} dedupe 10"));
    in_both_protocols_with(setup, |server, c| {
        let settings = |words: &[String]| {
            ["VOTESCORE", "WINDOW", "PAGESIZE", "SELFVOTE", "FORMULA", "DOWNVOTES", "DEDUPE"]
                .map(|name| option(words, name))
        };
        let commands = added(server, c, "ARTICLE.CREATE made PAGESIZE 5");
        assert_eq!(settings(&commands[0]), ["7", "8", "5", "no", "log", "no", "10"]);
        let commands = added(server, c, "ARTICLE.POST news alice a l");
        assert_eq!(names(&commands), ["ARTICLE.POST"]);
        assert_eq!(settings(&commands[0]), ["7", "8", "9", "no", "log", "no", "10"]);
        assert_eq!(option(&commands[0], "ID"), "1");
        let commands = added(server, c, "ARTICLE.LOAD loaded LASTID 5");
        assert_eq!(names(&commands), ["ARTICLE.LOAD"]);
        assert_eq!(settings(&commands[0]), ["7", "8", "9", "no", "log", "no", "10"]);
    });
}

#[in_both_protocols(with_aof())]
fn binary_texts_are_propagated_as_they_are(server: &mut Server, c: &mut Client) {
    let groups = ("GROUPS", 1, BINARY, "FIELDS", 1, BINARY, BINARY);
    c.call("ARTICLE.POST", ("news", BINARY, BINARY, BINARY, groups));
    c.call("ARTICLE.VOTE", ("news", [BINARY, b"2"].concat(), 1));
    c.call("ARTICLE.GROUPADD", ("news", 1, [BINARY, b"3"].concat()));
    let before = c.page("ARTICLE.PAGE news 1");
    server.restart();
    let mut c = server.client(c.protocol);
    assert_eq!(c.page("ARTICLE.PAGE news 1"), before);
    assert_eq!(c.call("ARTICLE.VOTE", ("news", BINARY, 1)), int(0));
}

#[in_both_protocols(with_aof())]
fn a_post_that_is_a_vote_drops_vote_records_as_other_posts_do(
    server: &mut Server,
    c: &mut Client,
) {
    c.ok("ARTICLE.CREATE news DEDUPE 3153600000");
    c.int("ARTICLE.POST news alice t l");
    for (id, expected) in [
        (2, "ARTICLE.VOTE news bob 1 UP TIME"),
        // The user's vote is the same.
        (3, "ARTICLE.DEL news 0 TIME"),
    ] {
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} a t k TIME 1 CLOSES 2 UP 1 bob"));
        let commands = added(server, c, "ARTICLE.POST news bob t l");
        let [words] = &commands[..] else { panic!("{commands:?}") };
        assert_eq!(words[..words.len() - 1].join(" "), expected);
        assert_eq!(c.run(&format!("ARTICLE.VOTERS news {id} 0")), no_voters());
    }
    server.restart();
    let mut c = server.client(c.protocol);
    assert_eq!(c.info("news").int("votes"), 2);
    assert_eq!(c.run("ARTICLE.VOTERS news 3 0"), no_voters());
}

fn no_voters() -> Value {
    Value::Array(vec![bulk("0"), Value::Array(Vec::new())])
}

#[in_both_protocols(with_aof())]
fn dropped_vote_records_are_propagated_with_the_time_used(server: &mut Server, c: &mut Client) {
    let load = |c: &mut Client, id| {
        c.ok(&format!("ARTICLE.LOAD news ARTICLE {id} a t l TIME 1 CLOSES 2 UP 1 bob"));
    };
    load(c, 1);
    let before = c.now();
    let commands = added(server, c, "ARTICLE.DEL news 0");
    assert_eq!(names(&commands), ["ARTICLE.DEL"]);
    let time = option(&commands[0], "TIME").parse().expect("a time");
    assert!((before..=c.now()).contains(&time), "{time}");
    assert_eq!(added(server, c, "ARTICLE.DEL news 0"), [[""; 0]; 0]);
    load(c, 2);
    let commands = added(server, c, "ARTICLE.DEL news 2");
    assert_eq!(names(&commands), ["ARTICLE.DEL"]);
    assert_eq!(commands[0][..4], ["ARTICLE.DEL", "news", "2", "TIME"]);
    let votes = c.info("news").int("votes");
    server.restart();
    let mut c = server.client(c.protocol);
    assert_eq!(c.info("news").int("votes"), votes);
}
