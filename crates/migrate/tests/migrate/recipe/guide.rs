//! The commands and the code of the recipe, as the guide has them.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};

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

/// A process that runs the recipe's code until its input ends.
pub struct Code {
    process: Child,
    results: BufReader<ChildStdout>,
}

impl Code {
    pub fn start(from: &Server, to: &Server, folder: &Folder) -> Self {
        let code = blocks(RECIPE, "python");
        assert!(code.iter().any(|block| block.contains("def post(")), "{code:#?}");
        folder.write("guide.py", &code.concat());
        let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/migrate/recipe/client.py");
        // Without a cache of the stand-in for redis-py in the source folder.
        let mut python = Command::new("python3");
        python.arg("-B").arg(client).args([from.port(), to.port()].map(|port| port.to_string()));
        python.current_dir(folder.file("")).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = python.spawn().expect("python3");
        let results = BufReader::new(process.stdout.take().expect("its output"));
        Self { process, results }
    }

    /// Calls a function and returns its result.
    #[track_caller]
    pub fn call(&mut self, line: &str) -> String {
        let mut result = String::new();
        let mut calls = self.process.stdin.as_ref().expect("its input");
        writeln!(calls, "{line}").expect("a call");
        self.results.read_line(&mut result).expect("a result");
        assert!(result.ends_with('\n'), "{line} raised an exception");
        result.trim_end().to_owned()
    }
}
