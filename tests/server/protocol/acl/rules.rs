//! The rules in docs/operations.md allow what they say and what clients send by themselves, and
//! their users cannot break out.

use super::{assert_denied, has_categories, is_denied, lines};
use test_support::commands::{self, Access, Command, prepare};
use test_support::*;

pub const DOCUMENT: &str = include_str!("../../../../docs/operations.md");

/// Lines that would reveal what else the server holds, or harm a site or the server.
const ESCAPES: [&str; 34] = [
    "KEYS *",
    "SCAN 0",
    "RANDOMKEY",
    "DBSIZE",
    "CLIENT TRACKING ON BCAST",
    "CLIENT LIST",
    "CLIENT KILL TYPE normal",
    "MONITOR",
    "SUBSCRIBE __keyspace@0__:other",
    "PUBLISH channel message",
    "INFO",
    "CONFIG GET *",
    "CONFIG SET maxmemory 1",
    "ACL LIST",
    "ACL SETUSER default off",
    "MODULE LIST",
    "SLOWLOG GET",
    "FLUSHALL",
    "SWAPDB 0 1",
    "REPLICAOF NO ONE",
    "SAVE",
    "SCRIPT FLUSH",
    "EVAL return 0",
    "GET other",
    "WATCH other",
    "COPY other news",
    "RENAME news other",
    "MOVE news 1",
    "EXPIRE news 1",
    "PERSIST news",
    "DEL news",
    "UNLINK news",
    "SET news value",
    "ARTICLE.DEL news 1",
];

/// Returns the users and rules of the document's list that the server understands.
pub fn rules(owner: &mut Client) -> Vec<(&'static str, &'static str)> {
    let has_category = !is_error(&owner.run("ACL CAT article"));
    let (_, list) = DOCUMENT.split_once("\n### Rules\n").expect("the list");
    let rules = list.lines().filter(|line| line.starts_with("ACL SETUSER "));
    let rules = rules.filter(|rule| {
        has_category || !["+@read", "+@article"].iter().any(|category| rule.contains(category))
    });
    rules.map(|rule| (rule.split(' ').nth(2).expect("a name"), rule)).collect()
}

fn may_run(user: &str, command: &Command) -> bool {
    let others = match user {
        "reader" => "",
        "voter" => "VOTE",
        "moderator" => "MODERATE BOOST UNVOTE SILENCE TRANSFER FORGET",
        "site" => {
            "POST COMMENT VOTE EDIT INCRBY BUMP GROUPADD GROUPREM SEEN MARK UNMARK FOLLOW UNFOLLOW \
             MUTE UNMUTE"
        }
        other => panic!("a new user: {other}"),
    };
    let reads = ["reader", "site"].contains(&user) && command.access() == Access::Read;
    reads || others.split(' ').any(|other| command.name == format!("ARTICLE.{other}"))
}

/// Runs the test for each rule, with a connection of its user.
fn for_each_rule(test: impl Fn(&mut Client, &mut Client, &str)) {
    in_both_protocols_with(with_module(), |server, owner| {
        let rules = rules(owner);
        assert!(rules.len() >= 4, "{rules:?}");
        for (name, rule) in rules {
            println!("{rule}");
            prepare(owner, "news");
            prepare(owner, "other");
            // A user from before, who may do everything, also by a selector.
            owner.ok(&format!("ACL SETUSER {name} on nopass ~* &* +@all (~* +@all)"));
            owner.ok(rule);
            let mut user = server.client(owner.protocol);
            user.ok(&format!("AUTH {name} secret"));
            test(owner, &mut user, name);
        }
    });
}

#[test]
fn each_user_may_run_the_commands_that_the_document_says_and_no_others() {
    for_each_rule(|owner, user, name| {
        for command in commands::all() {
            for line in command.changes.iter().chain(&command.no_changes) {
                if may_run(name, command) {
                    prepare(owner, "news");
                    assert!(!is_denied(&user.run(line)), "{name}: {line}");
                } else {
                    assert_denied(owner, user, line, "news");
                }
                assert_denied(owner, user, line, "other");
            }
        }
    });
}

#[test]
fn what_clients_send_by_themselves_is_allowed() {
    for_each_rule(|_, user, name| {
        // Redis 7.0 has no CLIENT SETINFO. Clients ignore the error.
        for line in ["HELLO", "CLIENT ID", "CLIENT SETINFO LIB-NAME test", "RESET"] {
            assert!(!is_denied(&user.run(line)), "{name}: {line}");
        }
        user.ok(&format!("AUTH {name} secret"));
        assert_eq!(user.run("PING"), Value::SimpleString("PONG".to_owned()));
        for line in
            ["CLIENT SETNAME test", "SELECT 0", "WATCH news", "UNWATCH", "MULTI", "DISCARD"]
        {
            user.ok(line);
        }
        let line = commands::all().filter(|command| may_run(name, command));
        let line = line.flat_map(|command| &command.no_changes).next().expect("a line");
        user.ok("MULTI");
        user.run(line);
        assert_eq!(items(&user.run("EXEC")).len(), 1, "{name}: {line}");
    });
}

#[test]
fn users_do_not_break_out() {
    for_each_rule(|owner, user, name| {
        for line in ESCAPES {
            assert_denied(owner, user, line, "news");
            user.ok("MULTI");
            assert!(is_error(&user.run(line)), "{name}: {line}");
            let reply = user.run("EXEC");
            assert!(error_text(&reply).starts_with("EXECABORT"), "{name}: {line}: {reply:?}");
        }
        assert_eq!(owner.int("TTL news"), -1);
    });
}

/// A category of a later server may have more commands that no key pattern limits.
#[test]
fn no_reader_may_run_a_read_command_without_a_key() {
    for_each_rule(|owner, user, name| {
        let category = owner.run("ACL CAT read");
        for command in items(&category).iter().map(text) {
            // It draws a picture.
            if command == "lolwut" {
                continue;
            }
            let info = owner.run(&format!("COMMAND INFO {command}"));
            let info = items(&items(&info)[0]);
            let has_key = number(&info[3]) > 0 || format!("{:?}", info[2]).contains("movablekeys");
            // The server checks the number of arguments first.
            let args = vec!["0"; number(&info[1]).unsigned_abs() as usize - 1];
            assert!(has_key || is_denied(&user.call(&command, args)), "{name}: {command}");
        }
    });
}

/// docs/operations.md warns of this.
#[in_both_protocols(with_module())]
fn before_categories_dangerous_commands_must_be_taken_away_by_name(
    server: &mut Server,
    owner: &mut Client,
) {
    let has_categories = has_categories(owner);
    for (rule, are_denied) in [
        ("+@all -@dangerous", has_categories),
        ("+@all -@dangerous -article.load -article.export -article.debug", true),
    ] {
        for line in lines(Access::Administer) {
            prepare(owner, "news");
            let mut user = super::user(server, owner, &format!("{rule} ~*"));
            assert_eq!(is_denied(&user.run(line)), are_denied, "{rule}: {line}");
        }
    }
}
