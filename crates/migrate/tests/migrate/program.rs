//! Running the program.

use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use test_support::{Connect, Server, Value};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_article-migrate");

pub fn url(server: &Server) -> String {
    format!("redis://127.0.0.1:{}", server.port())
}

/// Returns the URL of a server with a user, or a user and a password.
pub fn url_as(user: &str, server: &Server) -> String {
    format!("redis://{user}@127.0.0.1:{}", server.port())
}

/// Returns the options that import from one server into the site `news` of another.
pub fn import(from: &Server, to: &Server) -> Vec<String> {
    import_as(from, to, "news")
}

pub fn import_as(from: &Server, to: &Server, key: &str) -> Vec<String> {
    line(format!("import --from {} --to {} --key {key}", url(from), url(to)))
}

pub fn import_with(from: &Server, to: &Server, more: &str) -> Vec<String> {
    [import(from, to), line(more)].concat()
}

/// Returns the options that export the site `news` as JSON lines.
pub fn export_to(from: &Server, file: &str) -> Vec<String> {
    line(format!("export --from {} --key news --jsonl {file}", url(from)))
}

/// Returns the JSON lines of the site `news`.
#[track_caller]
pub fn export_lines(from: &Server) -> String {
    run(&export_to(from, "-")).out
}

/// Returns the options that export the site `news` into plain keys.
pub fn export_keys(from: &Server, to: &Server) -> Vec<String> {
    line(format!("export --from {} --key news --to {}", url(from), url(to)))
}

/// Imports JSON lines and returns the outcome.
pub fn try_import_lines(to: &Server, key: &str, lines: impl AsRef<[u8]>) -> Run {
    try_import(&url(to), key, &[], lines)
}

/// Imports JSON lines with more options, and returns the outcome.
pub fn try_import(to: &str, key: &str, more: &[&str], lines: impl AsRef<[u8]>) -> Run {
    let options = ["import", "--jsonl", "-", "--to", to, "--key", key];
    run_with_input(&words(&[&options, more].concat()), lines.as_ref())
}

/// Imports JSON lines, which must succeed.
#[track_caller]
pub fn import_lines(to: &Server, key: &str, lines: impl AsRef<[u8]>) -> Run {
    let run = try_import_lines(to, key, lines);
    run.assert_success();
    run
}

/// Returns the options that verify such an import.
pub fn verify(from: &Server, to: &Server) -> Vec<String> {
    line(format!("verify --from {} --to {} --key news", url(from), url(to)))
}

/// Returns the options that compare pages of such sites.
pub fn compare(from: &Server, to: &Server, size: u32) -> Vec<String> {
    line(format!("compare --from {} --to {} --key news --size {size}", url(from), url(to)))
}

pub fn line(line: impl AsRef<str>) -> Vec<String> {
    line.as_ref().split_whitespace().map(str::to_owned).collect()
}

pub fn words(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// What a run printed, and how it ended.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Run {
    #[track_caller]
    pub fn assert_no_problems(&self) {
        assert!(self.out.contains("No problems found."), "{}", self.out);
    }

    #[track_caller]
    pub fn assert_success(&self) {
        assert_eq!(self.code, Some(0), "{self:#?}");
    }

    /// Asserts that the program has failed with an error that has a text.
    #[track_caller]
    pub fn assert_refused(&self, text: &str) {
        assert_eq!(self.code, Some(2), "{self:#?}");
        assert!(self.err.contains(text), "no {text:?} in {}", self.err);
    }

    /// Asserts that the output has some lines; blanks at both ends are ignored.
    #[track_caller]
    pub fn assert_lines(&self, lines: &[&str]) {
        for line in lines {
            let has = self.out.lines().any(|printed| printed.trim() == *line);
            assert!(has, "no line {line:?} in\n{}", self.out);
        }
    }

    /// Returns the numbers of some names.
    pub fn numbers<const N: usize>(&self, names: [&str; N]) -> [u64; N] {
        names.map(|name| self.number(name))
    }

    /// Returns the number in the report's line of this name; 0 if there is none.
    pub fn number(&self, name: &str) -> u64 {
        let lines = self.out.lines().chain(self.err.lines());
        let pairs = lines.filter_map(|line| line.trim().rsplit_once("  "));
        let mut number = pairs.filter(|(found, _)| found.trim() == name).map(|(_, number)| number);
        number.next_back().map_or(0, |number| number.trim().parse().expect("a number"))
    }
}

/// Runs the program and returns whatever it does.
pub fn run_any(options: &[String]) -> Run {
    run_with_input(options, b"")
}

/// Runs the program with a standard input and returns whatever it does.
pub fn run_with_input(options: &[String], input: &[u8]) -> Run {
    let mut process = spawn(options);
    // The program may end without having read it.
    let _ = process.stdin.take().expect("standard input").write_all(input);
    end(process)
}

/// Waits until the program ends.
pub fn end(process: Child) -> Run {
    let Output { status, stdout, stderr } = process.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Run { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// Runs the program, which must succeed.
#[track_caller]
pub fn run(options: &[String]) -> Run {
    let run = run_any(options);
    run.assert_success();
    run
}

/// Runs the program, which must fail with an error that has a text. Returns the error.
#[track_caller]
pub fn fail(options: &[String], text: &str) -> String {
    let run = run_any(options);
    run.assert_refused(text);
    run.err
}

/// Runs the program, which must succeed with so much memory. Its output is not kept.
#[track_caller]
pub fn run_within(kilobytes: u32, options: &[String]) {
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -d \"$0\" && exec \"$@\""]);
    shell.arg(kilobytes.to_string()).arg(PROGRAM).args(options);
    let run = shell.stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    end(run.expect("the program starts")).assert_success();
}

pub fn spawn(options: &[String]) -> Child {
    start(Command::new(PROGRAM).args(options))
}

/// Starts a command with pipes.
pub fn start(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

#[track_caller]
pub fn digest(server: &Server, key: &str) -> String {
    let reply = server.resp2().run(&format!("DEBUG DIGEST-VALUE {key}"));
    let [Value::SimpleString(digest)] = test_support::items(&reply) else {
        panic!("not a digest: {reply:?}");
    };
    assert!(digest.bytes().any(|byte| byte != b'0'), "there is no key {key}");
    digest.clone()
}
