//! Keyspace events: the event of the command's own name, once, if and only if something changed.

use redis::PubSub;
use test_support::*;

/// The events that came until now, as `key event`.
fn drain(events: &mut PubSub, c: &mut Client) -> Vec<String> {
    c.call("PUBLISH", ("end", "end"));
    let mut seen = Vec::new();
    loop {
        let message = events.get_message().expect("a message");
        if message.get_channel_name() == "end" {
            return seen;
        }
        let channel = message.get_channel_name();
        let (_, event) = channel.split_once(':').expect("an event's channel");
        let key = String::from_utf8_lossy(message.get_payload_bytes()).into_owned();
        seen.push(format!("{key} {event}"));
    }
}

/// Runs the lines and compares the events that follow each of them.
fn compare(class: &str, lines: &[(&str, &[&str])]) {
    let setup = with_module().config(format!("notify-keyspace-events {class}"));
    in_both_protocols_with(setup, |server, c| {
        let mut listener = server.resp2();
        let mut events = listener.connection.as_pubsub();
        events.psubscribe("__keyevent@0__:*").expect("a subscription");
        events.subscribe("end").expect("a subscription");
        for (line, expected) in lines {
            c.run(line);
            assert_eq!(drain(&mut events, c), *expected, "{line}");
        }
    });
}

#[test]
fn a_change_emits_the_event_of_the_commands_name_once() {
    compare(
        "EA",
        &[
            ("ARTICLE.CREATE news", &["news article.create"]),
            ("ARTICLE.POST news alice a l", &["news article.post"]),
            ("ARTICLE.POST news alice b l GROUPS 2 g h FIELDS 1 f v", &["news article.post"]),
            ("ARTICLE.VOTE news bob 1", &["news article.vote"]),
            ("ARTICLE.VOTE news bob 1 DOWN WITHCOUNTS", &["news article.vote"]),
            ("ARTICLE.VOTE news bob 1 NONE", &["news article.vote"]),
            ("ARTICLE.EDIT news 1 TITLE t LINK m FIELDS 1 f v", &["news article.edit"]),
            ("ARTICLE.EDIT news 1 UNSET 1 f", &["news article.edit"]),
            ("ARTICLE.GROUPADD news 1 g h i", &["news article.groupadd"]),
            ("ARTICLE.GROUPREM news 1 g h i", &["news article.grouprem"]),
            ("ARTICLE.ALTER news VOTESCORE 5 PAGESIZE 5", &["news article.alter"]),
            ("ARTICLE.DEL news 1 2", &["news article.del"]),
        ],
    );
}

#[test]
fn a_post_that_creates_the_site_emits_one_event() {
    compare(
        "EA",
        &[
            ("ARTICLE.POST news alice a l", &["news article.post"]),
            ("DEL news", &["news del"]),
            ("ARTICLE.POST news alice a l", &["news article.post"]),
        ],
    );
}

#[test]
fn what_changed_nothing_or_answered_with_an_error_emits_none() {
    compare(
        "EA",
        &[
            ("ARTICLE.VOTE news bob 1", &[]),
            ("ARTICLE.POST news alice a l NOPE", &[]),
            ("ARTICLE.POST news alice a l GROUPS 1 g FIELDS 1 f v", &["news article.post"]),
            ("ARTICLE.POST news alice b l TIME 1000", &["news article.post"]),
            ("ARTICLE.CREATE news", &[]),
            ("ARTICLE.CREATE news NOPE", &[]),
            ("ARTICLE.ALTER news PAGESIZE 25", &[]),
            ("ARTICLE.ALTER news PAGESIZE 0", &[]),
            ("ARTICLE.POST news alice c l ID 1", &[]),
            ("ARTICLE.VOTE news alice 1 UP", &[]),
            ("ARTICLE.VOTE news alice 1 WITHCOUNTS", &[]),
            ("ARTICLE.VOTE news bob 1 NONE", &[]),
            ("ARTICLE.VOTE news bob 2", &[]),
            ("ARTICLE.VOTE news bob 9", &[]),
            ("ARTICLE.EDIT news 1 TITLE a LINK l FIELDS 1 f v UNSET 1 x", &[]),
            ("ARTICLE.EDIT news 9 TITLE a", &[]),
            ("ARTICLE.GROUPADD news 1 g", &[]),
            ("ARTICLE.GROUPREM news 1 h", &[]),
            ("ARTICLE.DEL news 9", &[]),
            ("ARTICLE.DEL missing 1", &[]),
        ],
    );
}

#[test]
fn reads_emit_none() {
    compare(
        "EA",
        &[
            ("ARTICLE.POST news alice a l GROUPS 1 g", &["news article.post"]),
            ("ARTICLE.GET news 1 VIEWER bob", &[]),
            ("ARTICLE.PAGE news 1", &[]),
            ("ARTICLE.GROUPPAGE news g 1", &[]),
            ("ARTICLE.GROUPS news", &[]),
            ("ARTICLE.COUNT news g", &[]),
            ("ARTICLE.INFO news", &[]),
        ],
    );
}

#[test]
fn the_events_are_of_the_class_of_modules() {
    compare(
        "Ed",
        &[
            ("ARTICLE.POST news alice a l", &["news article.post"]),
            ("ARTICLE.VOTE news bob 1", &["news article.vote"]),
            ("DEL news", &[]),
        ],
    );
    compare(
        "Egshz$lxet",
        &[
            ("ARTICLE.POST news alice a l", &[]),
            ("ARTICLE.VOTE news bob 1", &[]),
            ("DEL news", &["news del"]),
        ],
    );
}

#[test]
fn the_event_is_told_by_key_as_well() {
    let setup = with_module().config("notify-keyspace-events Kd");
    in_both_protocols_with(setup, |server, c| {
        let mut listener = server.resp2();
        let mut events = listener.connection.as_pubsub();
        events.psubscribe("__keyspace@0__:*").expect("a subscription");
        events.subscribe("end").expect("a subscription");
        c.int("ARTICLE.POST news alice a l");
        c.int("ARTICLE.VOTE news bob 1");
        c.int("ARTICLE.VOTE news bob 1");
        let expected = ["article.post news", "article.vote news"];
        assert_eq!(drain(&mut events, c), expected);
    });
}
