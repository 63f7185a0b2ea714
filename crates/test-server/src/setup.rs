use std::ffi::OsString;
use std::fs;
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::server::{Launch, Server, context};

/// How to start a server. The default is `REDIS_SERVER` without a module, which saves nothing.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    launch: Launch,
    module: Option<PathBuf>,
    module_args: String,
    config: Vec<String>,
}

impl Setup {
    /// Sets the server's program.
    pub fn program(mut self, program: impl Into<OsString>) -> Self {
        self.launch.program = program.into();
        self
    }

    /// Sets the module that the server loads.
    pub fn module(mut self, file: impl Into<PathBuf>) -> Self {
        self.module = Some(file.into());
        self
    }

    /// Sets the load arguments of the module.
    pub fn module_args(mut self, args: &str) -> Self {
        self.module_args = args.to_owned();
        self
    }

    /// Adds a line to redis.conf.
    pub fn config(mut self, line: impl Into<String>) -> Self {
        self.config.push(line.into());
        self
    }

    /// Adds an argument to the command line, where it overrides redis.conf.
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.launch.arguments.push(argument.into());
        self
    }

    /// Sets a variable of the server's environment.
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.launch.environment.push((name.to_owned(), value.into()));
        self
    }

    /// Sets how long the server may take until it answers, loading its data included.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.launch.deadline = deadline;
        self
    }

    /// Starts a server and waits until it answers.
    #[track_caller]
    pub fn start(&self) -> Server {
        self.try_start().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`Setup::start`], but returns errors.
    pub fn try_start(&self) -> Result<Server> {
        let folder = tempfile::tempdir().map_err(context("cannot make a temporary folder"))?;
        let path = folder.path().canonicalize().map_err(context("cannot find the folder"))?;
        self.write_config(&path)?;
        let mut server = Server::new(folder, path, self.launch.clone());
        server.launch()?;
        Ok(server)
    }

    /// Starts a server that must refuse to run, and returns an error with its log.
    #[track_caller]
    pub fn start_refused(&self) -> String {
        self.try_start().expect_err("a server that refuses to run").to_string()
    }

    fn write_config(&self, folder: &Path) -> Result<()> {
        let mut lines = vec![
            "bind 127.0.0.1".to_owned(),
            "save \"\"".to_owned(),
            // By default, a primary waits 5 seconds for more replicas before it sends its data.
            "repl-diskless-sync-delay 0".to_owned(),
            format!("dir {}", quoted(folder)?),
        ];
        lines.extend(self.config.iter().cloned());
        if let Some(module) = &self.module {
            lines.push(format!("loadmodule {} {}", quoted(module)?, self.module_args));
        }
        fs::write(folder.join("redis.conf"), lines.join("\n") + "\n")
            .map_err(context("cannot write redis.conf"))
    }
}

fn quoted(path: &Path) -> Result<String> {
    let text = path.to_str().ok_or_else(|| {
        Error::other(format!("redis.conf cannot hold the path {}", path.display()))
    })?;
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}
