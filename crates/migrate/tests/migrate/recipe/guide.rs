//! The recipe of docs/migrating.md, as it stands there: its commands, and its code.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use tempfile::TempDir;
use test_support::Server;

use crate::program::url;

const GUIDE: &str = include_str!("../../../../../docs/migrating.md");

/// Returns the fenced blocks of a language in the recipe.
fn blocks(language: &str) -> Vec<String> {
    let (_, recipe) = GUIDE.split_once("\n## Switch over").expect("the recipe");
    let (recipe, _) = recipe.split_once("\n## ").expect("its end");
    let fence = format!("```{language}");
    let mut blocks = Vec::new();
    let mut lines = recipe.lines();
    while let Some(line) = lines.next() {
        if line.trim_start() == fence {
            let indent = line.len() - fence.len();
            let block = lines.by_ref().take_while(|line| line.trim() != "```");
            blocks.push(
                block.map(|line| format!("{}\n", line.get(indent..).unwrap_or(""))).collect(),
            );
        }
    }
    blocks
}

/// Returns the options of the recipe's commands, with the URLs of two servers.
pub fn commands(from: &Server, to: &Server) -> Vec<Vec<String>> {
    let with_url = |word: &str| match word {
        "redis://old" => url(from),
        "redis://new" => url(to),
        word => word.to_owned(),
    };
    let command = |block: &String| {
        let options = block.strip_prefix("article-migrate ").expect("a command of the program");
        options.split_whitespace().map(with_url).collect()
    };
    blocks("sh").iter().map(command).collect()
}

/// A process that runs the recipe's code.
pub struct Code {
    process: Child,
    calls: ChildStdin,
    results: BufReader<ChildStdout>,
    _folder: TempDir,
}

impl Code {
    pub fn start(from: &Server, to: &Server) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let code = blocks("python");
        assert!(code.iter().any(|block| block.contains("def post(")), "{code:#?}");
        fs::write(folder.path().join("guide.py"), code.concat()).expect("a file");
        let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migrate/recipe/client.py");
        let mut process = Command::new("python3")
            // Without a cache of the stand-in for redis-py in the source folder.
            .arg("-B")
            .arg(client)
            .args([from.port().to_string(), to.port().to_string()])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("python3");
        let calls = process.stdin.take().expect("its input");
        let results = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, calls, results, _folder: folder }
    }

    /// Calls a function and returns its result.
    #[track_caller]
    pub fn call(&mut self, line: &str) -> String {
        let mut result = String::new();
        writeln!(self.calls, "{line}").expect("a call");
        self.results.read_line(&mut result).expect("a result");
        assert!(result.ends_with('\n'), "{line} raised an exception");
        result.trim_end().to_owned()
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        // Both fail only for a process that has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
