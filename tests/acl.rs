//! Access control: who may read a site is not asked for more, and who may only read cannot vote.

mod support;

use support::*;

const READS: [&str; 6] = [
    "ARTICLE.GET # 1 VIEWER bob",
    "ARTICLE.PAGE # 1 VIEWER bob",
    "ARTICLE.GROUPPAGE # g 1",
    "ARTICLE.GROUPS #",
    "ARTICLE.COUNT # g",
    "ARTICLE.INFO #",
];

const WRITES: [&str; 8] = [
    "ARTICLE.CREATE #",
    "ARTICLE.ALTER # PAGESIZE 5",
    "ARTICLE.POST # alice b l",
    "ARTICLE.EDIT # 1 TITLE t",
    "ARTICLE.VOTE # bob 1",
    "ARTICLE.GROUPADD # 1 h",
    "ARTICLE.GROUPREM # 1 g",
    "ARTICLE.DEL # 1",
];

/// A connection of a user with these rules.
fn user(server: &Server, owner: &mut Client, rules: &str) -> Client {
    owner.ok(&format!("ACL SETUSER reader reset on >secret {rules}"));
    let mut client = server.client(owner.protocol);
    client.ok("AUTH reader secret");
    client
}

fn is_denied(reply: &Value) -> bool {
    matches!(reply, Value::ServerError(_)) && error_text(reply).starts_with("NOPERM")
}

#[test]
fn who_may_only_read_the_key_can_read_everything_and_change_nothing() {
    in_both_protocols_with(Setup::default(), |server, owner| {
        owner.int("ARTICLE.POST news:rust alice a l GROUPS 1 g");
        let mut reader = user(server, owner, "+@all %R~news*");
        for line in READS {
            let line = line.replace('#', "news:rust");
            let reply = reader.run(&line);
            assert!(!matches!(reply, Value::ServerError(_)), "{line}: {reply:?}");
            assert_eq!(reply, owner.run(&line), "{line}");
        }
        for line in WRITES {
            let line = line.replace('#', "news:rust");
            let reply = assert_unchanged(owner, "news:rust", |_| reader.run(&line));
            assert!(is_denied(&reply), "{line}: {reply:?}");
        }
    });
}

#[test]
fn a_key_that_the_user_may_not_see_is_denied() {
    in_both_protocols_with(Setup::default(), |server, owner| {
        owner.int("ARTICLE.POST other alice a l GROUPS 1 g");
        let mut reader = user(server, owner, "+@all ~news*");
        for line in READS.iter().chain(&WRITES) {
            let reply = reader.run(&line.replace('#', "other"));
            assert!(is_denied(&reply), "{line}: {reply:?}");
        }
        owner.run("DEL other");
        assert!(is_denied(&reader.run("ARTICLE.CREATE other")));
        assert_eq!(reader.run("ARTICLE.POST news alice a l GROUPS 1 g"), int(1));
        for line in READS.iter().chain(&WRITES[1..]) {
            let reply = reader.run(&line.replace('#', "news"));
            assert!(!matches!(reply, Value::ServerError(_)), "{line}: {reply:?}");
        }
    });
}

#[test]
fn commands_are_allowed_one_by_one() {
    in_both_protocols_with(Setup::default(), |server, owner| {
        owner.int("ARTICLE.POST news alice a l");
        let rules = "~* +article.page +article.get +article.vote";
        let mut reader = user(server, owner, rules);
        assert_eq!(reader.page("ARTICLE.PAGE news 1").len(), 1);
        assert_eq!(reader.run("ARTICLE.VOTE news bob 1"), int(1));
        for line in ["ARTICLE.INFO news", "ARTICLE.POST news alice b l", "ARTICLE.DEL news 1"] {
            assert!(is_denied(&reader.run(line)), "{line}");
        }
    });
}
