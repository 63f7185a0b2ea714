//! A run of `article-migrate follow`, and a reader of its lines.

use std::io::{BufRead, BufReader, Read};
use std::process::Child;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use test_support::{DEADLINE, Server, wait_until};

use crate::follow::copy::Copy;
use crate::harness::{Address, of, run, spawn};

/// Returns the line of the command that follows a site.
pub fn follow(server: &(impl Address + ?Sized), key: &str, more: &str) -> String {
    of(&format!("follow --jsonl - {more}"), server, key)
}

/// A process that follows a site, and the copy that a reader makes of its lines.
pub struct Follower {
    line: String,
    process: Child,
    reader: Option<JoinHandle<()>>,
    copy: Arc<Mutex<Copy>>,
}

impl Follower {
    pub fn start(line: String) -> Self {
        let copy = Arc::default();
        let (process, reader) = start(&line, &copy);
        Self { line, process, reader: Some(reader), copy }
    }

    /// Kills the process. The reader reads what it has written.
    pub fn kill(&mut self) {
        self.process.kill().expect("a process");
        self.process.wait().expect("a process");
        self.reader.take().expect("a reader").join().expect("every line is valid");
    }

    pub fn start_again(&mut self) {
        let (process, reader) = start(&self.line, &self.copy);
        self.process = process;
        self.reader = Some(reader);
    }

    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    pub fn copy(&self) -> Copy {
        self.copy.lock().expect("every line is valid").clone()
    }

    /// Waits until there are as many lines, or no more to come.
    pub fn await_lines(&self, lines: usize) {
        let has = || {
            let copy = self.copy.lock().expect("every line is valid");
            copy.lines >= lines || copy.is_complete
        };
        wait_until(DEADLINE, "lines", has);
    }

    /// Waits until the copy equals that of a run which begins from the start.
    #[track_caller]
    pub fn await_copy_of(&self, server: &Server, key: &str) {
        let expected = Copy::of(&run(&follow(server, key, "--once")).out).items;
        let is_equal = || {
            let copy = self.copy.lock().expect("every line is valid");
            copy.is_complete && copy.items == expected
        };
        wait_until(DEADLINE, "a copy that equals the site", is_equal);
    }

    /// Waits until the process ends with this code. Returns what it has said.
    #[track_caller]
    pub fn await_end(mut self, code: i32) -> String {
        let mut ended = None;
        wait_until(DEADLINE, "the end", || {
            ended = self.process.try_wait().expect("a process");
            ended.is_some()
        });
        let mut error = String::new();
        let stderr = self.process.stderr.as_mut().expect("standard error");
        stderr.read_to_string(&mut error).expect("UTF-8");
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

fn start(line: &str, copy: &Arc<Mutex<Copy>>) -> (Child, JoinHandle<()>) {
    let mut process = spawn(line);
    let mut output = BufReader::new(process.stdout.take().expect("standard output"));
    let copy = Arc::clone(copy);
    let reader = thread::spawn(move || {
        let mut line = String::new();
        // A kill can leave an incomplete line at the end.
        while output.read_line(&mut line).is_ok_and(|length| length > 0) && line.ends_with('\n') {
            copy.lock().expect("a copy").apply(&line);
            line.clear();
        }
    });
    (process, reader)
}
