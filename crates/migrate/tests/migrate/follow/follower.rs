//! A run of `article-migrate follow`, and a reader of its lines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read;
use std::process::{Child, Command, Stdio};

use serde_json::{Value as Json, json};
use test_support::{DEADLINE, Server, wait_until};

use crate::harness::{Address, Folder, PROGRAM, of, run};

/// Returns the line of the command that follows a site.
pub fn follow(server: &(impl Address + ?Sized), key: &str, more: &str) -> String {
    of(&format!("follow --jsonl - {more}"), server, key)
}

/// A copy of a site from the lines of its changes.
#[derive(Clone, Debug, Default)]
pub struct Copy {
    /// The line of each article and comment, by its id.
    pub items: BTreeMap<u64, Json>,
    pub version: String,
    pub lines: usize,
    /// How often the reader had to begin again.
    pub resyncs: usize,
    pub is_complete: bool,
}

impl Copy {
    /// Returns the copy of who has applied these lines.
    pub fn of(lines: &str) -> Self {
        let mut copy = Self::default();
        copy.apply(lines);
        copy
    }

    /// Applies complete lines, each in turn.
    pub fn apply(&mut self, lines: &str) {
        for line in lines.lines() {
            self.lines += 1;
            let line: Json = serde_json::from_str(line).expect(line);
            if let Some(id) = line["id"].as_u64() {
                self.items.insert(id, line);
            } else if let Some(id) = line["deleted"].as_u64() {
                self.items.remove(&id);
            } else if let Some(version) = line["version"].as_str() {
                version.clone_into(&mut self.version);
            } else if line == json!({"resync": true}) {
                self.items.clear();
                self.resyncs += 1;
                self.is_complete = false;
            } else {
                assert_eq!(line, json!({"complete": true}));
                self.is_complete = true;
            }
        }
    }
}

/// A process that follows a site, and the copy that a reader makes of its lines.
pub struct Follower {
    line: String,
    folder: Folder,
    process: Child,
    lines: File,
    /// What has been read, but for complete lines.
    rest: Vec<u8>,
    copy: Copy,
}

impl Follower {
    pub fn start(line: String) -> Self {
        let folder = Folder::new();
        let process = start(&line, &folder);
        let lines = File::open(folder.file("lines")).expect("a file");
        Self { line, folder, process, lines, rest: Vec::new(), copy: Copy::default() }
    }

    /// Kills the process and starts it again after a change.
    pub fn restart_after(&mut self, change: impl FnOnce()) {
        self.process.kill().expect("a process");
        self.process.wait().expect("a process");
        // A kill can leave an incomplete line at the end.
        self.copy();
        self.rest.clear();
        change();
        self.process = start(&self.line, &self.folder);
    }

    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// Returns the copy by the lines that are there so far.
    pub fn copy(&mut self) -> &Copy {
        self.lines.read_to_end(&mut self.rest).expect("lines");
        let end = self.rest.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
        let lines: Vec<u8> = self.rest.drain(..end).collect();
        self.copy.apply(&String::from_utf8(lines).expect("UTF-8"));
        &self.copy
    }

    /// Waits until the copy equals that of a run which begins from the start.
    #[track_caller]
    pub fn await_copy_of(&mut self, server: &Server, key: &str) {
        let expected = Copy::of(&run(&follow(server, key, "--once")).out).items;
        wait_until(DEADLINE, "a copy that equals the site", || {
            let copy = self.copy();
            copy.is_complete && copy.items == expected
        });
    }

    /// Waits until the process ends with this code. Returns what it has said.
    #[track_caller]
    pub fn await_end(mut self, code: i32) -> String {
        let mut ended = None;
        wait_until(DEADLINE, "the end", || {
            ended = self.process.try_wait().expect("a process");
            ended.is_some()
        });
        let error = self.folder.read("errors");
        assert_eq!(ended.and_then(|status| status.code()), Some(code), "{error}");
        error
    }
}

impl Drop for Follower {
    fn drop(&mut self) {
        // Fails only for a process that has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Starts a process that appends to the files of a folder.
fn start(line: &str, folder: &Folder) -> Child {
    let append = |name: &str| File::options().append(true).create(true).open(folder.file(name));
    let mut command = Command::new(PROGRAM);
    command.args(line.split_whitespace()).stdin(Stdio::null());
    command.stdout(append("lines").expect("a file")).stderr(append("errors").expect("a file"));
    command.spawn().expect("the program starts")
}
