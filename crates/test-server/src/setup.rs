use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::launch::Launch;

/// How to start a server. The default is `REDIS_SERVER` without a module, which saves nothing.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    pub(crate) launch: Launch,
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

    /// Writes the server's redis.conf into its folder.
    pub(crate) fn write_config(&self, folder: &Path) -> Result<()> {
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
            .map_err(Error::io("cannot write redis.conf"))
    }
}

fn quoted(path: &Path) -> Result<String> {
    let text = path.to_str().ok_or_else(|| {
        Error::new(format!("redis.conf cannot hold the path {}", path.display()))
    })?;
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}
