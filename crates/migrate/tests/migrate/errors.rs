//! Errors say what to do.

use test_support::classic::Design;
use test_support::{Connect, Setup};

use crate::program::{digest, end, export_keys, fail, import, run, spawn, url, url_as, words};
use crate::sites::{ClassicSite, fill, imported, module_server, plain_server};

#[test]
fn wrong_servers_and_urls_are_named() {
    let (from, to) = (plain_server(), module_server());
    fill(&from, Design::PYTHON, 3);
    let ends = |from: &str, to: &str| {
        fail(&words(&["import", "--from", from, "--to", to, "--key", "news"]), "")
    };
    let (from_url, to_url) = (url(&from), url(&to));
    for (error, message) in [
        (ends("nonsense", &to_url), "--from: not a URL of a server. Examples: redis://"),
        (ends("redis://127.0.0.1:1", &to_url), "--from: cannot connect to 127.0.0.1:1"),
        (ends(&from_url, &from_url), "Load the module into this server"),
        (ends(&format!("{from_url}/5"), &to_url), "--from: there is no classic site"),
        (ends(&format!("{from_url}/999"), &to_url), "--from: cannot connect"),
        (ends("redis://:wrong@127.0.0.1:1", &to_url), "--from: cannot connect to 127.0.0.1:1"),
    ] {
        assert!(error.contains(message), "{error}");
        assert!(!error.contains("wrong"), "a password in {error}");
    }
    let export = ["export", "--from", &to_url, "--key", "none", "--jsonl", "-"];
    fail(&words(&export), "--from: there is no key");
    let verify = ["verify", "--from", &from_url, "--to", &to_url, "--key", "none"];
    fail(&words(&verify), "--to: there is no key");
    from.resp2().run("SET article: x");
    assert!(ends(&from_url, &to_url).contains("the counter article: is not a valid id"));
}

#[test]
fn the_target_is_checked_before_the_source_is_read() {
    let (from, to, replica) = (plain_server(), module_server(), module_server());
    fill(&from, Design::PYTHON, 3);
    test_support::follow(&replica, &to);
    let mut c = to.resp2();
    c.ok("ACL SETUSER reader on >secret ~* +@all -article.load");
    c.run("SET text x");
    let ends = |to: &str, key: &str| {
        fail(&words(&["import", "--from", &url(&from), "--to", to, "--key", key]), "")
    };
    let reader = url_as("reader:secret", &to);
    for (error, message) in [
        (ends("redis://127.0.0.1:1", "news"), "--to: cannot connect"),
        (ends(&url(&from), "news"), "Load the module into this server"),
        (ends(&url(&to), "text"), "holds a string"),
        (ends(&url(&replica), "news"), "Use the URL of its primary"),
        (ends(&reader, "news"), "NOPERM"),
    ] {
        assert!(error.contains(message), "{error}");
        assert!(!error.contains("looking for articles"), "{error}");
    }
    assert_eq!(c.int("EXISTS news"), 0);
    // A dry run writes nothing, so it needs no permission to write.
    let mut dry = words(&["import", "--from", &url(&from), "--to", &reader, "--key", "news"]);
    dry.push("--dry-run".to_owned());
    assert_eq!(run(&dry).number("articles"), 3);
}

#[test]
fn a_full_server_stops_an_import_that_then_continues() {
    let (from, to, _) = imported(Design::PYTHON, 1_000);
    let mut c = to.resp2();
    let expected = digest(&to, "news");
    c.run("DEL news");
    c.ok("CONFIG SET maxmemory 1");
    fail(&import(&from, &to), "Raise maxmemory");
    c.ok("CONFIG SET maxmemory 0");
    run(&import(&from, &to));
    assert_eq!(digest(&to, "news"), expected);
}

#[test]
fn users_without_permission_are_named() {
    let (from, to) = (plain_server(), module_server());
    fill(&from, Design::PYTHON, 3);
    let mut c = to.resp2();
    c.ok("ACL SETUSER reader on >secret ~* +@all -article.create -article.load");
    // The permissions that the guide names suffice.
    from.resp2()
        .ok("ACL SETUSER default resetpass nopass -@all +get +hmget +hscan +lrange +scan \
                     +sscan +time +ttl +type +zscan +zscore");
    let with_user = |user: &str| {
        let target = url_as(user, &to);
        words(&["import", "--from", &url(&from), "--to", &target, "--key", "news"])
    };
    fail(&with_user("reader:secret"), "NOPERM");
    fail(&with_user("reader:wrong"), "Put the user and password into the URL");
    c.ok("ACL SETUSER loader on >secret ~news +multi +exec +type +article.create +article.load \
          +article.info +article.mget +article.voters");
    run(&with_user("loader:secret"));
}

#[test]
fn urls_name_sockets_databases_and_users() {
    let from = Setup::default().config("unixsocket redis.sock").start();
    let to = module_server();
    let mut c = from.resp2();
    c.ok("ACL SETUSER ann on >p%40ss ~* +@all");
    c.ok("SELECT 3");
    let mut site = ClassicSite::new(c, Design::PYTHON);
    site.post_now("ann", "Title", "http://x");
    let socket = from.path().join("redis.sock");
    let urls = [
        format!("unix://{}?db=3", socket.display()),
        format!("{}/3", url_as("ann:p%2540ss", &from)),
    ];
    for (number, from_url) in urls.iter().enumerate() {
        let key = format!("news{number}");
        let options = ["import", "--from", from_url, "--to", &url(&to), "--key", &key];
        assert_eq!(run(&words(&options)).number("articles"), 1);
    }
}

#[test]
fn a_closed_output_is_an_error() {
    let (from, to, _) = imported(Design::PYTHON, 3);
    for (options, message) in [
        (import(&from, &to), "cannot write to standard output"),
        (export_keys(&to, &to), "cannot write the report to standard output"),
    ] {
        let mut process = spawn(&options);
        drop(process.stdout.take());
        end(process).assert_refused(message);
    }
}
