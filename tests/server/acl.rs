//! Access control: who may read a site is not asked for more, who may only read cannot vote, and
//! who may only vote can do nothing else.

use test_support::*;

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

const FOR_ADMINISTRATORS: [&str; 4] = [
    "ARTICLE.LOAD # ARTICLE 7 alice t l TIME 1 CLOSES 3000000000",
    "ARTICLE.LOAD # VOTERS 7 UP 1 bob",
    "ARTICLE.LOAD # LASTID 8",
    "ARTICLE.DEBUG CHECK #",
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

/// What a script is told, in the words of the server's version.
fn is_denied_in_script(reply: &Value) -> bool {
    let text = error_text(reply);
    ["ACL failure in script", "The user executing the script can't"]
        .iter()
        .any(|words| text.contains(words))
}

/// Whether the server puts commands of modules into categories: they are where they were put, or
/// nowhere.
fn has_categories(owner: &mut Client) -> bool {
    let reply = owner.run("COMMAND LIST FILTERBY ACLCAT read");
    items(&reply).contains(&bulk("article.get"))
}

#[test]
fn who_may_only_read_the_key_can_read_everything_and_change_nothing() {
    in_both_protocols_with(with_module(), |server, owner| {
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
    in_both_protocols_with(with_module(), |server, owner| {
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
    in_both_protocols_with(with_module(), |server, owner| {
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

#[test]
fn who_has_the_category_of_reads_reads_and_changes_nothing() {
    in_both_protocols_with(with_module(), |server, owner| {
        owner.int("ARTICLE.POST news:rust alice a l GROUPS 1 g");
        let categories = has_categories(owner);
        assert_eq!(categories, owner.version() >= (7, 2));
        let mut reader = user(server, owner, "+@read %R~news*");
        for line in READS {
            let line = line.replace('#', "news:rust");
            let reply = reader.run(&line);
            // Without categories for modules, a category allows nothing of theirs.
            assert_eq!(is_denied(&reply), !categories, "{line}: {reply:?}");
            assert!(is_denied(&reader.run(&line.replace("news:rust", "other"))), "{line}");
        }
        for line in WRITES.iter().chain(&FOR_ADMINISTRATORS) {
            let line = line.replace('#', "news:rust");
            let reply = assert_unchanged(owner, "news:rust", |_| reader.run(&line));
            assert!(is_denied(&reply), "{line}: {reply:?}");
        }
    });
}

#[test]
fn who_may_vote_on_one_site_votes_and_does_nothing_else() {
    in_both_protocols_with(with_module(), |server, owner| {
        owner.int("ARTICLE.POST news alice a l GROUPS 1 g");
        owner.int("ARTICLE.POST newsagent alice a l GROUPS 1 g");
        let mut voter = user(server, owner, "+article.vote %RW~news");
        assert_eq!(voter.run("ARTICLE.VOTE news bob 1"), int(1));
        assert_eq!(voter.run("ARTICLE.VOTE news bob 1 DOWN"), int(1));
        let others =
            ["DEL #", "DUMP #", "EXISTS #", "TYPE #", "EXPIRE # 1", "RENAME # x", "KEYS *"];
        for line in READS.iter().chain(&WRITES).chain(&FOR_ADMINISTRATORS).chain(&others) {
            if line.starts_with("ARTICLE.VOTE") {
                continue;
            }
            let line = line.replace('#', "news");
            let reply = assert_unchanged(owner, "news", |_| voter.run(&line));
            assert!(is_denied(&reply), "{line}: {reply:?}");
        }
        for other in ["newsagent", "new", "NEWS", "news:rust", "*"] {
            let line = format!("ARTICLE.VOTE {other} cleo 1");
            let reply = assert_unchanged(owner, "newsagent", |_| voter.run(&line));
            assert!(is_denied(&reply), "{line}: {reply:?}");
        }
    });
}

#[test]
fn in_a_transaction_what_is_denied_undoes_the_whole() {
    in_both_protocols_with(with_module(), |server, owner| {
        for site in ["news", "other"] {
            owner.int(&format!("ARTICLE.POST {site} alice a l GROUPS 1 g"));
        }
        let rules = "+article.vote +article.get +multi +exec %RW~news %R~read";
        let mut voter = user(server, owner, rules);
        let lines = ["ARTICLE.DEL news 1", "ARTICLE.VOTE other bob 1", "ARTICLE.VOTE read bob 1"];
        for line in lines {
            let before = ["news", "other"].map(|site| SiteSnapshot::of(owner, site));
            voter.ok("MULTI");
            voter.run("ARTICLE.VOTE news bob 1");
            let reply = voter.run(line);
            assert!(is_denied(&reply), "{line}: {reply:?}");
            let reply = voter.run("EXEC");
            assert!(error_text(&reply).starts_with("EXECABORT"), "{line}: {reply:?}");
            before[0].assert_same(&SiteSnapshot::of(owner, "news"));
            before[1].assert_same(&SiteSnapshot::of(owner, "other"));
        }
        voter.ok("MULTI");
        voter.run("ARTICLE.VOTE news bob 1");
        assert_eq!(voter.run("EXEC"), Value::Array(vec![int(1)]));
    });
}

#[test]
fn a_script_may_do_what_its_user_may_do() {
    in_both_protocols_with(with_module(), |server, owner| {
        for site in ["news", "other"] {
            owner.int(&format!("ARTICLE.POST {site} alice a l GROUPS 1 g"));
        }
        let rules = "+eval +eval_ro +article.vote +article.get %RW~news %R~read";
        let mut voter = user(server, owner, rules);
        let mut eval = |command: &str, keys: &[&str]| {
            let words = command.replace(' ', "','");
            let script = format!("return redis.call('{words}')");
            voter.call("EVAL", (script, keys.len(), keys))
        };
        assert_eq!(eval("ARTICLE.VOTE news bob 1", &["news"]), int(1));
        // Also of keys that a script does not declare the server makes sure.
        for line in [
            "ARTICLE.DEL news 1",
            "ARTICLE.PAGE news 1",
            "ARTICLE.LOAD news LASTID 7",
            "ARTICLE.DEBUG CHECK news",
            "ARTICLE.VOTE other bob 1",
            "ARTICLE.VOTE read bob 1",
            "ARTICLE.GET other 1",
        ] {
            let before = ["news", "other"].map(|site| SiteSnapshot::of(owner, site));
            let reply = eval(line, &["news"]);
            assert!(is_denied_in_script(&reply), "{line}: {reply:?}");
            before[0].assert_same(&SiteSnapshot::of(owner, "news"));
            before[1].assert_same(&SiteSnapshot::of(owner, "other"));
        }
        assert!(is_denied(&eval("ARTICLE.VOTE other bob 1", &["other"])));
    });
}

#[test]
fn what_is_for_administrators_is_not_open_to_others() {
    in_both_protocols_with(with_module(), |server, owner| {
        owner.int("ARTICLE.POST news alice a l GROUPS 1 g");
        let categories = has_categories(owner);
        for (rules, writes) in [("+@read ~*", false), ("+@read +@write -@dangerous ~*", true)] {
            let mut other = user(server, owner, rules);
            for line in FOR_ADMINISTRATORS {
                let line = line.replace('#', "news");
                let reply = assert_unchanged(owner, "news", |_| other.run(&line));
                assert!(is_denied(&reply), "{rules}: {line}: {reply:?}");
            }
            let reply = other.run("ARTICLE.POST news alice b l");
            assert_eq!(is_denied(&reply), !(categories && writes), "{rules}: {reply:?}");
        }
        let mut administrator = user(server, owner, "+@all ~*");
        for line in FOR_ADMINISTRATORS {
            administrator.ok(&line.replace('#', "news"));
        }
    });
}

#[test]
fn the_key_of_debug_is_its_second_argument() {
    in_both_protocols_with(with_module(), |server, owner| {
        for site in ["news", "other", "CHECK"] {
            owner.int(&format!("ARTICLE.POST {site} alice a l"));
        }
        let mut reader = user(server, owner, "+article.debug %R~news");
        reader.ok("ARTICLE.DEBUG CHECK news");
        for line in ["ARTICLE.DEBUG CHECK other", "ARTICLE.DEBUG news other"] {
            assert!(is_denied(&reader.run(line)), "{line}");
        }
        let mut checker = user(server, owner, "+article.debug ~CHECK");
        assert!(is_denied(&checker.run("ARTICLE.DEBUG CHECK news")));
        checker.ok("ARTICLE.DEBUG CHECK CHECK");
    });
}
