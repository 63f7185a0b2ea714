use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::error::{Error, Result};
use crate::server::Server;

/// How to start a server. The default is `REDIS_SERVER` without a module, which saves nothing.
#[derive(Clone, Debug)]
pub struct Setup {
    program: OsString,
    module: Option<PathBuf>,
    module_args: String,
    config: Vec<String>,
    pub(crate) arguments: Vec<OsString>,
    pub(crate) environment: Vec<(String, OsString)>,
    pub(crate) deadline: Duration,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            program: env::var_os("REDIS_SERVER").unwrap_or_else(|| "redis-server".into()),
            module: None,
            module_args: String::new(),
            config: Vec::new(),
            arguments: Vec::new(),
            environment: Vec::new(),
            deadline: Duration::from_secs(60),
        }
    }
}

impl Setup {
    /// Sets the server's program.
    pub fn program(mut self, program: impl Into<OsString>) -> Self {
        self.program = program.into();
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
        self.arguments.push(argument.into());
        self
    }

    /// Sets a variable of the server's environment.
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.environment.push((name.to_owned(), value.into()));
        self
    }

    /// Sets how long the server may take until it answers, loading its data included.
    pub fn deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// Starts a server and waits until it answers.
    #[track_caller]
    pub fn start(&self) -> Server {
        self.try_start().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`Setup::start`], but returns errors.
    pub fn try_start(&self) -> std::result::Result<Server, Error> {
        let mut server = self.prepare()?;
        server.launch()?;
        Ok(server)
    }

    /// Starts a server that must refuse to run, and returns its log.
    #[track_caller]
    pub fn start_refused(&self) -> String {
        self.try_start_refused().unwrap_or_else(|error| panic!("{error}"))
    }

    /// Like [`Setup::start_refused`], but returns errors.
    pub fn try_start_refused(&self) -> std::result::Result<String, Error> {
        let mut server = self.prepare()?;
        server.launch_refused()?;
        Ok(server.log())
    }

    /// Makes the server's folder and writes its redis.conf.
    fn prepare(&self) -> Result<Server> {
        let folder = tempfile::tempdir().map_err(Error::io("cannot make a temporary folder"))?;
        let path = folder.path().canonicalize().map_err(Error::io("cannot find the folder"))?;
        let mut lines = vec![
            "bind 127.0.0.1".to_owned(),
            "save \"\"".to_owned(),
            format!("dir {}", quoted(&path)?),
        ];
        lines.extend(self.config.iter().cloned());
        if let Some(module) = &self.module {
            lines.push(format!("loadmodule {} {}", quoted(module)?, self.module_args));
        }
        fs::write(path.join("redis.conf"), lines.join("\n") + "\n")
            .map_err(Error::io("cannot write redis.conf"))?;
        Ok(Server::new(self.program.clone(), folder, path, self))
    }
}

fn quoted(path: &Path) -> Result<String> {
    let text = path.to_str().ok_or_else(|| {
        Error::new(format!("redis.conf cannot hold the path {}", path.display()))
    })?;
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}
