//! Running the program.

use std::fs;
use std::io::Write;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;
use test_support::{Client, Connect, DEADLINE, Server, Value, bytes, items, wait_until};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_article-migrate");

/// What a URL leads to.
pub trait Address {
    fn url(&self) -> String;
}

impl Address for Server {
    fn url(&self) -> String {
        self.port().url()
    }
}

/// A port of this machine.
impl Address for u16 {
    fn url(&self) -> String {
        format!("redis://127.0.0.1:{self}")
    }
}

impl Address for str {
    fn url(&self) -> String {
        self.to_owned()
    }
}

/// Returns the URL of a server with a user, or a user and a password.
pub fn url_as(user: &str, server: &Server) -> String {
    format!("redis://{user}@127.0.0.1:{}", server.port())
}

/// Returns the line of a command, perhaps with options, that reads a site.
pub fn of(command: &str, from: &(impl Address + ?Sized), key: &str) -> String {
    format!("{command} --from {} --key {key}", from.url())
}

/// Returns the line of a command, perhaps with options, between two servers.
pub fn between(
    command: &str,
    from: &(impl Address + ?Sized),
    to: &(impl Address + ?Sized),
    key: &str,
) -> String {
    format!("{command} --from {} --to {} --key {key}", from.url(), to.url())
}

/// Returns the JSON lines of the site `news`.
#[track_caller]
pub fn export_lines(from: &Server) -> String {
    run(&of("export --jsonl -", from, "news")).out
}

/// Imports JSON lines, which must succeed.
#[track_caller]
pub fn import_lines(to: &Server, key: &str, lines: impl AsRef<[u8]>) -> Run {
    let run = try_import(to, key, "", lines);
    run.assert_success();
    run
}

/// Imports JSON lines, perhaps with more options, and returns the outcome.
pub fn try_import(
    to: &(impl Address + ?Sized),
    key: &str,
    more: &str,
    lines: impl AsRef<[u8]>,
) -> Run {
    let mut process = spawn(&format!("import --jsonl - --to {} --key {key} {more}", to.url()));
    // The program may end without having read it.
    let _ = process.stdin.take().expect("standard input").write_all(lines.as_ref());
    end(process)
}

/// A temporary folder.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    /// Returns the path of a file in it.
    pub fn file(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("UTF-8").to_owned()
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.file(name), text).expect(name);
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).expect(name)
    }

    /// Returns the names of all that it holds, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).expect("a folder");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
        let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }
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
        assert!(self.out.contains("No problems found."), "{self:#?}");
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

/// Runs the program, which may fail.
pub fn run_any(line: &str) -> Run {
    end(spawn(line))
}

/// Waits until the program ends.
pub fn end(process: Child) -> Run {
    let Output { status, stdout, stderr } = process.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Run { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// Runs the program, which must succeed.
#[track_caller]
pub fn run(line: &str) -> Run {
    let run = run_any(line);
    run.assert_success();
    run
}

/// Runs the program, which must fail with an error that has a text. Returns the error.
#[track_caller]
pub fn fail(line: &str, text: &str) -> String {
    let run = run_any(line);
    run.assert_refused(text);
    run.err
}

/// Starts the program with the words of a line.
pub fn spawn(line: &str) -> Child {
    start(Command::new(PROGRAM).args(line.split_whitespace()))
}

/// Starts a command with pipes.
pub fn start(command: &mut Command) -> Child {
    let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

/// Starts the program and kills it once a condition holds. Returns whether it had not ended yet.
pub fn kill_when(line: &str, mut condition: impl FnMut() -> bool) -> bool {
    let mut process = spawn(line);
    let mut has_ended = false;
    wait_until(DEADLINE, "a time to kill", || {
        has_ended = process.try_wait().expect("a process").is_some();
        has_ended || condition()
    });
    process.kill().expect("a process");
    process.wait().expect("a process");
    !has_ended
}

/// Returns the last id of a site; 0 if there is none.
pub fn last_id(c: &mut Client, key: &str) -> i64 {
    match c.run(&format!("ARTICLE.INFO {key}")) {
        Value::Nil => 0,
        info => c.fields(&info).int("last_id"),
    }
}

/// Asserts that a site equals another.
#[track_caller]
pub fn assert_same(server: &Server, key: &str, other: &Server, other_key: &str) {
    assert_eq!(digest(server, key), digest(other, other_key), "{key} and {other_key}");
}

#[track_caller]
pub fn digest(server: &Server, key: &str) -> String {
    let reply = server.resp2().run(&format!("DEBUG DIGEST-VALUE {key}"));
    let digest = String::from_utf8(bytes(&items(&reply)[0])).expect("a digest");
    assert!(digest.bytes().any(|byte| byte != b'0'), "there is no key {key}");
    digest
}
