//! Access control: readers need no permission to write, readers cannot vote, and voters can do
//! nothing but vote.

mod closing;
pub mod rules;

use test_support::commands::{self, Access, changes, no_changes, prepare, reads, with_key};
use test_support::*;

/// Returns a connection of a user with these rules.
fn user(server: &Server, owner: &mut Client, rules: &str) -> Client {
    owner.ok(&format!("ACL SETUSER reader reset on >secret {rules}"));
    let mut client = server.client(owner.protocol);
    client.ok("AUTH reader secret");
    client
}

pub fn is_denied(reply: &Value) -> bool {
    is_error(reply) && error_text(reply).starts_with("NOPERM")
}

/// Whether a script was denied a command. The text depends on the server's version.
pub fn is_denied_in_script(reply: &Value) -> bool {
    let text = error_text(reply);
    ["ACL failure in script", "The user executing the script can't"]
        .iter()
        .any(|words| text.contains(words))
}

/// Whether the server puts commands of modules into ACL categories.
fn has_categories(owner: &mut Client) -> bool {
    let reply = owner.run("COMMAND LIST FILTERBY ACLCAT read");
    items(&reply).contains(&bulk("article.get"))
}

/// Returns every line of the commands with this access.
fn lines(access: Access) -> Vec<&'static str> {
    let lines = changes().chain(no_changes());
    lines.filter(|(command, _)| command.access() == access).map(|(_, line)| line).collect()
}

/// Every line of the commands.
fn all_lines() -> impl Iterator<Item = &'static str> {
    changes().chain(no_changes()).map(|(_, line)| line)
}

/// Checks that a user is denied the line, and that the site stays as it is.
#[track_caller]
fn assert_denied(owner: &mut Client, user: &mut Client, line: &str, key: &str) {
    let line = with_key(line, key);
    let reply = assert_unchanged(owner, key, |_| user.run(&line));
    assert!(is_denied(&reply), "{line}: {reply:?}");
}

#[track_caller]
fn assert_both_unchanged(owner: &mut Client, action: impl FnOnce() -> Value) -> Value {
    assert_unchanged(owner, "news", |owner| assert_unchanged(owner, "other", |_| action()))
}

#[in_both_protocols(with_module())]
fn users_who_may_only_read_the_key_can_read_everything_and_change_nothing(
    server: &mut Server,
    owner: &mut Client,
) {
    prepare(owner, "news:rust");
    let mut reader = user(server, owner, "+@all %R~news*");
    for line in reads() {
        let line = with_key(line, "news:rust");
        let reply = reader.run(&line);
        assert!(!is_error(&reply), "{line}: {reply:?}");
        assert_eq!(reply, owner.run(&line), "{line}");
    }
    for line in lines(Access::Write) {
        assert_denied(owner, &mut reader, line, "news:rust");
    }
}

#[in_both_protocols(with_module())]
fn every_command_is_denied_on_other_keys(server: &mut Server, owner: &mut Client) {
    prepare(owner, "other");
    let mut reader = user(server, owner, "+@all ~news*");
    for line in all_lines() {
        assert_denied(owner, &mut reader, line, "other");
    }
    owner.run("DEL other");
    assert!(is_denied(&reader.run("ARTICLE.CREATE other")));
    for command in commands::all() {
        for line in &command.changes {
            command.prepare_change(owner, "news");
            let reply = reader.run(line);
            assert!(!is_error(&reply), "{line}: {reply:?}");
        }
    }
}

#[in_both_protocols(with_module())]
fn commands_are_allowed_one_by_one(server: &mut Server, owner: &mut Client) {
    for command in commands::all() {
        prepare(owner, "news");
        let mut other = user(server, owner, &format!("~* +{}", command.event()));
        for line in &command.no_changes {
            let reply = other.run(line);
            assert!(!is_denied(&reply), "{line}: {reply:?}");
        }
        let others = changes().chain(no_changes());
        for (_, line) in others.filter(|(other, _)| other.name != command.name) {
            let reply = other.run(line);
            assert!(is_denied(&reply), "{line}: {reply:?}");
        }
    }
}

#[in_both_protocols(with_module())]
fn the_category_of_reads_allows_reads_and_nothing_else(server: &mut Server, owner: &mut Client) {
    prepare(owner, "news:rust");
    let categories = has_categories(owner);
    assert_eq!(categories, owner.version() >= (7, 2));
    let mut reader = user(server, owner, "+@read -@dangerous %R~news*");
    for line in reads() {
        let reply = reader.run(&with_key(line, "news:rust"));
        // Without categories for modules, a category allows no command of a module.
        assert_eq!(is_denied(&reply), !categories, "{line}: {reply:?}");
        assert!(is_denied(&reader.run(&with_key(line, "other"))), "{line}");
    }
    for line in lines(Access::Write).into_iter().chain(lines(Access::Administer)) {
        assert_denied(owner, &mut reader, line, "news:rust");
    }
}

#[in_both_protocols(with_module())]
fn users_who_may_vote_on_one_site_can_do_nothing_else(server: &mut Server, owner: &mut Client) {
    prepare(owner, "news");
    prepare(owner, "newsagent");
    let mut voter = user(server, owner, "+article.vote %RW~news");
    assert_eq!(voter.run("ARTICLE.VOTE news bob 1"), int(1));
    assert_eq!(voter.run("ARTICLE.VOTE news bob 1 DOWN"), int(1));
    let others = ["DEL news", "DUMP news", "EXISTS news", "TYPE news", "EXPIRE news 1"];
    let others = others.into_iter().chain(["RENAME news x", "KEYS *"]);
    for line in all_lines().chain(others).filter(|line| !line.starts_with("ARTICLE.VOTE")) {
        assert_denied(owner, &mut voter, line, "news");
    }
    for other in ["newsagent", "new", "NEWS", "news:rust", "*"] {
        let line = format!("ARTICLE.VOTE {other} cleo 1");
        let reply = assert_unchanged(owner, "newsagent", |_| voter.run(&line));
        assert!(is_denied(&reply), "{line}: {reply:?}");
    }
}

#[in_both_protocols(with_module())]
fn a_denied_command_aborts_its_transaction(server: &mut Server, owner: &mut Client) {
    prepare(owner, "news");
    prepare(owner, "other");
    let rules = "+article.vote +article.get +multi +exec %RW~news %R~read";
    let mut voter = user(server, owner, rules);
    let lines = ["ARTICLE.DEL news 1", "ARTICLE.VOTE other bob 1", "ARTICLE.VOTE read bob 1"];
    for line in lines {
        let reply = assert_both_unchanged(owner, || {
            voter.ok("MULTI");
            voter.run("ARTICLE.VOTE news bob 1");
            let reply = voter.run(line);
            assert!(is_denied(&reply), "{line}: {reply:?}");
            voter.run("EXEC")
        });
        assert!(error_text(&reply).starts_with("EXECABORT"), "{line}: {reply:?}");
    }
    voter.ok("MULTI");
    voter.run("ARTICLE.VOTE news bob 1");
    assert_eq!(voter.run("EXEC"), Value::Array(vec![int(1)]));
}

#[in_both_protocols(with_module())]
fn a_script_may_do_what_its_user_may_do(server: &mut Server, owner: &mut Client) {
    prepare(owner, "news");
    prepare(owner, "other");
    let rules = "+eval +eval_ro +article.vote +article.get %RW~news %R~read";
    let mut voter = user(server, owner, rules);
    let mut eval = |command: &str, keys: &[&str]| {
        let words = command.replace(' ', "','");
        let script = format!("return redis.call('{words}')");
        voter.call("EVAL", (script, keys.len(), keys))
    };
    assert_eq!(eval("ARTICLE.VOTE news bob 1", &["news"]), int(1));
    let others = ["ARTICLE.VOTE other bob 1", "ARTICLE.VOTE read bob 1", "ARTICLE.GET other 1"];
    let denied = all_lines()
        .filter(|line| !line.starts_with("ARTICLE.VOTE") && !line.starts_with("ARTICLE.GET "));
    // The server also checks keys that a script does not declare.
    for line in denied.chain(others) {
        let reply = assert_both_unchanged(owner, || eval(line, &["news"]));
        assert!(is_denied_in_script(&reply), "{line}: {reply:?}");
    }
    assert!(is_denied(&eval("ARTICLE.VOTE other bob 1", &["other"])));
}

#[in_both_protocols(with_module())]
fn commands_for_administrators_are_denied_to_others(server: &mut Server, owner: &mut Client) {
    prepare(owner, "news");
    let categories = has_categories(owner);
    for (rules, writes) in
        [("+@read -@dangerous ~*", false), ("+@read +@write -@dangerous ~*", true)]
    {
        let mut other = user(server, owner, rules);
        for line in lines(Access::Administer) {
            assert_denied(owner, &mut other, line, "news");
        }
        let reply = other.run("ARTICLE.POST news alice b l");
        assert_eq!(is_denied(&reply), !(categories && writes), "{rules}: {reply:?}");
    }
    let mut administrator = user(server, owner, "+@all ~*");
    prepare(owner, "news");
    for line in lines(Access::Administer) {
        let reply = administrator.run(line);
        assert!(!is_denied(&reply), "{line}: {reply:?}");
    }
}

#[in_both_protocols(with_module())]
fn debug_needs_permission_for_the_key_in_its_second_argument(
    server: &mut Server,
    owner: &mut Client,
) {
    for site in ["news", "other", "CHECK"] {
        owner.int(&format!("ARTICLE.POST {site} alice a l"));
    }
    let mut reader = user(server, owner, "+article.debug %R~news");
    reader.check("news");
    for line in ["ARTICLE.DEBUG CHECK other", "ARTICLE.DEBUG news other"] {
        assert!(is_denied(&reader.run(line)), "{line}");
    }
    let mut checker = user(server, owner, "+article.debug ~CHECK");
    assert!(is_denied(&checker.run("ARTICLE.DEBUG CHECK news")));
    checker.check("CHECK");
}
