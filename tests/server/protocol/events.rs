//! Keyspace events: every change emits the event of its command's name, once, and nothing else
//! does.

use redis::PubSub;
use test_support::commands::{changes, prepare};
use test_support::events::{drain, subscribe};
use test_support::*;

/// Runs the test in both protocols, with a subscription to the events of these classes.
fn with_events(class: &str, test: impl Fn(&mut PubSub, &mut Client)) {
    let setup = with_module().config(format!("notify-keyspace-events {class}"));
    in_both_protocols_with(setup, |server, c| {
        let mut listener = server.resp2();
        test(&mut subscribe(&mut listener), c);
    });
}

/// Returns the number of changes that the server has not saved.
fn unsaved(c: &mut Client) -> i64 {
    info_number(c, "persistence", "rdb_changes_since_last_save")
}

#[test]
fn every_change_emits_the_event_of_its_commands_name_once() {
    with_events("EA", |events, c| {
        for (command, line) in changes() {
            command.prepare_change(c, "news");
            drain(events, c);
            let changes = unsaved(c);
            c.run(line);
            assert_eq!(drain(events, c), [format!("news {}", command.event())], "{line}");
            assert!(unsaved(c) > changes, "{line}");
        }
    });
}

#[test]
fn what_changes_nothing_emits_no_event() {
    with_events("EA", |events, c| {
        prepare(c, "news");
        drain(events, c);
        let changes = unsaved(c);
        for command in commands::all() {
            for line in &command.no_changes {
                c.run(line);
                assert_eq!(drain(events, c), [""; 0], "{line}");
                assert_eq!(unsaved(c), changes, "{line}");
                // Nor does it create a site, except for the commands that do.
                if !matches!(command.name, "ARTICLE.CREATE" | "ARTICLE.POST" | "ARTICLE.LOAD") {
                    c.run(&commands::with_key(line, "missing"));
                    assert_eq!(drain(events, c), [""; 0], "{line} without a site");
                }
            }
        }
    });
}

#[test]
fn a_post_that_creates_the_site_emits_one_event() {
    with_events("EA", |events, c| {
        for line in ["ARTICLE.POST news alice a l", "ARTICLE.LOAD news LASTID 5"] {
            c.run("DEL news");
            drain(events, c);
            c.run(line);
            let command = line.split(' ').next().expect("a command").to_lowercase();
            assert_eq!(drain(events, c), [format!("news {command}")]);
        }
    });
}

#[test]
fn a_post_that_became_a_vote_emits_the_event_of_the_vote() {
    with_events("EA", |events, c| {
        c.ok("ARTICLE.CREATE news DEDUPE 60");
        c.int("ARTICLE.POST news alice a l");
        drain(events, c);
        for expected in [&["news article.vote"][..], &[]] {
            c.int("ARTICLE.POST news bob b l");
            assert_eq!(drain(events, c), expected);
        }
    });
}

#[test]
fn the_events_are_of_the_class_of_modules() {
    with_events("Ed", |events, c| {
        c.int("ARTICLE.POST news alice a l");
        c.run("DEL news");
        assert_eq!(drain(events, c), ["news article.post"]);
    });
    with_events("Egshz$lxet", |events, c| {
        c.int("ARTICLE.POST news alice a l");
        c.run("DEL news");
        assert_eq!(drain(events, c), ["news del"]);
    });
}

#[test]
fn the_channel_of_the_key_has_the_event_as_well() {
    with_events("Kd", |events, c| {
        c.int("ARTICLE.POST news alice a l");
        c.int("ARTICLE.VOTE news bob 1");
        c.int("ARTICLE.VOTE news bob 1");
        assert_eq!(drain(events, c), ["article.post news", "article.vote news"]);
    });
}
