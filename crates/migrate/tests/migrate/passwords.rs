//! Passwords of servers.

use std::fs;
use std::process::Command;

use test_support::Connect;
use test_support::classic::Design;

use crate::program::{PROGRAM, Run, end, fail, run, start, url, words};
use crate::sites::{ClassicSite, module_server, plain_server};

/// Runs the program with the variable that redis-cli reads for a password, too.
fn run_with_variable(options: &[String], password: &str) -> Run {
    end(start(Command::new(PROGRAM).args(options).env("REDISCLI_AUTH", password)))
}

#[test]
fn passwords_come_from_the_url_a_variable_or_a_file() {
    let secret = "p@ss/w:rd#?%";
    let (from, to) = (plain_server(), module_server());
    let url_of = |user: &str| format!("redis://{user}127.0.0.1:{}", from.port());
    let mut c = from.resp2();
    c.ok("ACL SETUSER ann on >other ~* +@all");
    let mut site = ClassicSite::new(c, Design::PYTHON);
    site.post_now("ann", "Title", "http://x");
    site.client.call("CONFIG", ("SET", "requirepass", secret));
    let import = |from: &str, more: &[&str]| {
        let (to, dry) = (url(&to), "--dry-run");
        words(&[&["import", "--from", from, "--to", &to, "--key", "news", dry], more].concat())
    };
    // In the URL, special characters are encoded.
    let encoded = url_of(":p%40ss%2Fw%3Ard%23%3F%25@");
    assert_eq!(run(&import(&encoded, &[])).number("articles"), 1);
    fail(
        &import(&url_of(&format!(":{secret}@")), &[]),
        "write % @ / : ? # as %25 %40 %2F %3A %3F %23",
    );
    // A variable is for both servers, of which one may need no password.
    let (plain, user) = (url_of(""), url_of("ann@"));
    run_with_variable(&import(&plain, &[]), secret).assert_success();
    run_with_variable(&import(&user, &[]), "other").assert_success();
    for (from, variable, code) in [
        (&plain, "wrong", "AuthenticationFailed"),
        (&user, secret, "AuthenticationFailed"),
        (&plain, "", "NOAUTH"),
    ] {
        let run = run_with_variable(&import(from, &[]), variable);
        run.assert_refused(code);
        run.assert_refused("REDISCLI_AUTH");
        assert!(!run.err.contains("wrong") && !run.err.contains(secret), "{}", run.err);
    }
    // A file is for one server, and comes before the variable.
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (right, wrong) = (file("right", &format!("{secret}\n")), file("wrong", "wrong"));
    let with_file = import(&plain, &["--from-password-file", &right]);
    run_with_variable(&with_file, "wrong").assert_success();
    for (from, file, message) in [
        (&plain, wrong.as_str(), "cannot connect"),
        (&plain, "/no/such/file", "--from-password-file: cannot read /no/such/file"),
        (&encoded, right.as_str(), "the URL of --from has a password, too"),
    ] {
        fail(&import(from, &["--from-password-file", file]), message);
    }
}
