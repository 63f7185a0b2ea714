//! Errors say what to do.

use std::process::{Command, Stdio};

use test_support::classic::Design;
use test_support::{Connect, Setup, follow};

use crate::harness::{
    Address, Folder, PROGRAM, between, digest, end, fail, of, run, run_any, start, url_as,
};
use crate::servers::{ClassicSite, Pair, module_server};

#[test]
fn servers_and_urls_are_named() {
    let (mut pair, replica) = (Pair::new(Design::PYTHON, 3), module_server());
    follow(&replica, &pair.to);
    pair.c.ok("ACL SETUSER reader on >secret ~* +@all -article.load");
    pair.c.run("SET text x");
    let urls = [pair.from.url(), pair.to.url(), url_as("reader:secret", &pair.to)];
    let [from, to, reader] = urls.each_ref().map(String::as_str);
    for (source, target, key, message) in [
        ("nonsense", to, "news", "--from: not a URL of a server. Examples: redis://"),
        ("redis://127.0.0.1:1", to, "news", "--from: cannot connect to 127.0.0.1:1"),
        (&format!("{from}/5"), to, "news", "--from: there is no classic site"),
        (&format!("{from}/999"), to, "news", "--from: cannot connect"),
        ("redis://:wrong@127.0.0.1:1", to, "news", "--from: cannot connect to 127.0.0.1:1"),
        // The target is checked before the source is read.
        (from, from, "news", "Load the module into this server"),
        (from, "redis://127.0.0.1:1", "news", "--to: cannot connect"),
        (from, to, "text", "holds a string"),
        (from, &replica.url(), "news", "Use the URL of its primary"),
        (from, reader, "news", "NOPERM"),
        (
            from,
            &url_as("reader:wrong", &pair.to),
            "news",
            "Put the user and password into the URL",
        ),
    ] {
        let error = fail(&between("import", source, target, key), message);
        assert!(!error.contains("wrong"), "a password in {error}");
        assert!(source != from || !error.contains("looking for articles"), "{error}");
    }
    assert_eq!(pair.c.int("EXISTS news"), 0);
    // A dry run writes nothing, so it needs no permission to write.
    let dry = run(&between("import --dry-run", &pair.from, reader, "news"));
    assert_eq!(dry.number("articles"), 3);
    fail(&of("export --jsonl -", &pair.to, "none"), "--from: there is no key");
    pair.classic.run(&["SET article: x"]);
    fail(&pair.line("import"), "the counter article: is not a valid id");
}

#[test]
fn full_servers_and_closed_outputs_end_the_program() {
    let mut pair = Pair::imported(Design::PYTHON, 3);
    let expected = digest(&pair.to, "news");
    pair.c.run("DEL news");
    pair.c.ok("CONFIG SET maxmemory 1");
    fail(&pair.line("import"), "Raise maxmemory");
    pair.c.ok("CONFIG SET maxmemory 0");
    pair.run("import");
    assert_eq!(digest(&pair.to, "news"), expected);
    for line in [
        between("import", &pair.from, &pair.to, "other"),
        between("export", &pair.to, &pair.to, "news"),
    ] {
        let (_, closed) = std::io::pipe().expect("a pipe");
        let mut program = Command::new(PROGRAM);
        program.args(line.split_whitespace()).stdout(closed).stderr(Stdio::piped());
        let run = end(program.spawn().expect("the program starts"));
        run.assert_refused("cannot write to standard output");
    }
}

#[test]
fn urls_name_sockets_databases_and_users() {
    let from = Setup::default().config("unixsocket redis.sock").start();
    let to = module_server();
    let mut c = from.resp2();
    c.ok("ACL SETUSER ann on >p%40ss ~* +@all");
    c.ok("SELECT 3");
    ClassicSite::new(c, Design::PYTHON).post_now("ann", "Title", "http://x");
    let socket = format!("unix://{}?db=3", from.path().join("redis.sock").display());
    for (url, key) in [(socket, "a"), (url_as("ann:p%2540ss", &from) + "/3", "b")] {
        assert_eq!(run(&between("import", url.as_str(), &to, key)).number("articles"), 1);
    }
}

#[test]
fn passwords_come_from_the_url_a_variable_or_a_file() {
    let (secret, folder) = ("p@ss/w:rd#?%", Folder::new());
    let mut pair = Pair::new(Design::PYTHON, 1);
    pair.classic.run(&["ACL SETUSER ann on >other ~* +@all"]);
    pair.classic.client.call("CONFIG", ("SET", "requirepass", secret));
    let import = |user: &str, more: &str| {
        let from = pair.from.url().replace("//", &format!("//{user}"));
        between(&format!("import --dry-run{more}"), from.as_str(), &pair.to, "news")
    };
    // In the URL, special characters are encoded.
    let encoded = ":p%40ss%2Fw%3Ard%23%3F%25@";
    assert_eq!(run(&import(encoded, "")).number("articles"), 1);
    let raw = import(&format!(":{secret}@"), "");
    fail(&raw, "write % @ / : ? # as %25 %40 %2F %3A %3F %23");
    // A variable, which redis-cli reads, too, is for both servers, of which one may need none.
    let with_variable = |line: &str, password: &str| {
        let words = line.split_whitespace();
        end(start(Command::new(PROGRAM).args(words).env("REDISCLI_AUTH", password)))
    };
    with_variable(&import("", ""), secret).assert_success();
    with_variable(&import("ann@", ""), "other").assert_success();
    for (user, variable, code) in [
        ("", "wrong", "AuthenticationFailed"),
        ("ann@", secret, "AuthenticationFailed"),
        ("", "", "NOAUTH"),
    ] {
        let run = with_variable(&import(user, ""), variable);
        run.assert_refused(code);
        run.assert_refused("REDISCLI_AUTH");
        assert!(!run.err.contains("wrong") && !run.err.contains(secret), "{}", run.err);
    }
    // A file is for one server, and comes before the variable.
    let with_file = |user: &str, file: &str| {
        import(user, &format!(" --from-password-file {}", folder.file(file)))
    };
    folder.write("right", &format!("{secret}\n"));
    folder.write("wrong", "wrong");
    with_variable(&with_file("", "right"), "wrong").assert_success();
    for (user, file, message) in [
        ("", "wrong", "cannot connect"),
        ("", "/no/such/file", "--from-password-file: cannot read /no/such/file"),
        (encoded, "right", "the URL of --from has a password, too"),
    ] {
        fail(&with_file(user, file), message);
    }
}

#[test]
fn commands_need_one_source_and_one_sink() {
    for line in [
        "import --to redis://a --key k",
        "import --from redis://a --jsonl f --to redis://b --key k",
        "import --jsonl f --prefix p --to redis://b --key k",
        "export --from redis://a --key k",
        "export --from redis://a --key k --jsonl f --to redis://b",
        "export --from redis://a --key k --user ann --to redis://b",
        "import --jsonl f --vote-score 100 --to redis://b --key k",
        "follow --key news",
        "import --from redis://a --to redis://b --key=",
        "export --from redis://a --jsonl f --key=",
    ] {
        let run = run_any(line);
        assert_eq!(run.code, Some(2), "{line}");
        let is_refused = run.err.contains("Usage:") || run.err.contains("value is required");
        assert!(is_refused, "{line}: {}", run.err);
    }
}
