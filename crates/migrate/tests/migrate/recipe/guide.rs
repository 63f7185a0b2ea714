//! The commands and the code of the recipe, as the guide has them.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use test_support::Server;

use crate::guide::blocks;
use crate::harness::{Address, Folder};

const RECIPE: &str = "## Switch over without downtime";

/// Returns the lines of the recipe's commands, with the URLs of two servers.
pub fn commands(from: &Server, to: &Server) -> [String; 5] {
    let blocks = blocks(RECIPE, "sh");
    let command = |block: &String| {
        let line = block.strip_prefix("article-migrate ").expect("a command of the program");
        line.replace("redis://old", &from.url()).replace("redis://new", &to.url())
    };
    let commands: Vec<String> = blocks.iter().map(command).collect();
    commands.try_into().expect("the recipe has five commands")
}

/// A process that runs the recipe's code.
pub struct Code {
    process: Child,
    calls: ChildStdin,
    results: BufReader<ChildStdout>,
    _folder: Folder,
}

impl Code {
    pub fn start(from: &Server, to: &Server) -> Self {
        let folder = Folder::new();
        let code = blocks(RECIPE, "python");
        assert!(code.iter().any(|block| block.contains("def post(")), "{code:#?}");
        folder.write("guide.py", &code.concat());
        let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migrate/recipe/client.py");
        let mut process = Command::new("python3")
            // Without a cache of the stand-in for redis-py in the source folder.
            .arg("-B")
            .arg(client)
            .args([from.port().to_string(), to.port().to_string()])
            .current_dir(folder.file(""))
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
