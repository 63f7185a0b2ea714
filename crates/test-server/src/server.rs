use std::env;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{Error, Result};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use tempfile::TempDir;

use crate::port::free_port;

/// How often a server is observed.
const POLL: Duration = Duration::from_millis(5);

/// What the log says once a server has loaded its data, and once a sentinel watches.
const READY: [&str; 2] = ["Ready to accept connections", "Sentinel ID is"];

/// What a server's log says of a port that is taken, with glibc and with musl.
const PORT_TAKEN: [&str; 2] = ["Address already in use", "Address in use"];

/// What every start of a server needs besides its folder.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    pub program: OsString,
    /// Arguments of the command line, where they override redis.conf.
    pub arguments: Vec<OsString>,
    pub environment: Vec<(String, OsString)>,
    /// How long the server may take until it answers.
    pub deadline: Duration,
}

impl Default for Launch {
    fn default() -> Self {
        Self {
            program: env::var_os("REDIS_SERVER").unwrap_or_else(|| "redis-server".into()),
            arguments: Vec::new(),
            environment: Vec::new(),
            deadline: Duration::from_secs(60),
        }
    }
}

/// A server in a folder of its own. Dropping it kills the server and removes the folder.
#[derive(Debug)]
pub struct Server {
    /// Kept for its destructor, which removes the folder.
    _folder: TempDir,
    path: PathBuf,
    launch: Launch,
    file_limit: Option<u64>,
    port: u16,
    process: Option<Child>,
}

impl Server {
    pub(crate) fn new(folder: TempDir, path: PathBuf, launch: Launch) -> Self {
        Self { _folder: folder, path, launch, file_limit: None, port: 0, process: None }
    }

    /// Returns the port that the server listens on, or listened on before it was killed.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Returns the folder that holds the server's configuration, log and data.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the server's process id. Panics if the server was killed.
    #[track_caller]
    pub fn process_id(&self) -> u32 {
        self.process.as_ref().expect("the server was killed").id()
    }

    /// Whether the server was started and not killed.
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Returns whether the server has exited without being killed.
    pub fn has_exited(&mut self) -> bool {
        matches!(self.exit_status(), Ok(Some(_)))
    }

    /// Returns the server's log since its last start.
    pub fn log(&self) -> String {
        let bytes = fs::read(self.path.join("log")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Sets a variable of the server's environment from its next start on.
    pub fn set_env(&mut self, name: &str, value: impl Into<OsString>) {
        self.launch.environment.push((name.to_owned(), value.into()));
    }

    /// Limits the size of the server's files from its next start on, in blocks of 512 bytes.
    ///
    /// Writes beyond the limit fail as on a full disk.
    pub fn limit_files(&mut self, blocks: Option<u64>) {
        self.file_limit = blocks;
    }

    /// Kills the server with SIGKILL. Does nothing if it has exited.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // Both fail only for a process that has exited.
            let _ = process.kill();
            let _ = process.wait();
        }
    }

    /// Kills the server and starts it again in the same folder, on another port.
    #[track_caller]
    pub fn restart(&mut self) {
        self.restart_after(|_| ());
    }

    /// Like [`Server::restart`], but returns errors.
    pub fn try_restart(&mut self) -> Result<()> {
        self.kill();
        self.launch()
    }

    /// Like [`Server::restart`], but calls `change` with the server's folder while it is down.
    #[track_caller]
    pub fn restart_after(&mut self, change: impl FnOnce(&Path)) {
        self.kill();
        change(&self.path);
        self.launch().unwrap_or_else(|error| panic!("{error}"));
    }

    /// Starts a killed server on the port that it had.
    #[track_caller]
    pub fn start_again(&mut self) {
        self.kill();
        self.launch_on(self.port).unwrap_or_else(|error| panic!("{error}"));
    }

    /// Waits until the server has exited without being killed, and returns its exit status.
    #[track_caller]
    pub fn await_exit(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            match self.exit_status() {
                Ok(Some(status)) => return status,
                Ok(None) if start.elapsed() < self.launch.deadline => thread::sleep(POLL),
                Ok(None) => panic!("the server does not exit:\n{}", self.log()),
                Err(error) => panic!("{error}"),
            }
        }
    }

    /// Starts the server on a free port and waits until it answers.
    pub(crate) fn launch(&mut self) -> Result<()> {
        for _ in 0..20 {
            match self.launch_on(free_port()) {
                // Another process can take the port before the server does.
                Err(_) if PORT_TAKEN.iter().any(|words| self.log().contains(words)) => {}
                result => return result,
            }
        }
        Err(Error::other("20 ports in a row were taken"))
    }

    fn launch_on(&mut self, port: u16) -> Result<()> {
        self.spawn(port)?;
        self.await_answer()
    }

    /// Waits until the server answers; an error if it exits first.
    fn await_answer(&mut self) -> Result<()> {
        let start = Instant::now();
        let program = self.launch.program.display().to_string();
        while start.elapsed() < self.launch.deadline {
            if let Some(status) = self.exit_status()? {
                return Err(Error::other(format!("{program} ended, {status}:\n{}", self.log())));
            }
            let log = self.log();
            if READY.iter().any(|words| log.contains(words)) {
                return Ok(());
            }
            thread::sleep(POLL);
        }
        Err(Error::other(format!("{program} does not answer:\n{}", self.log())))
    }

    fn spawn(&mut self, port: u16) -> Result<()> {
        let log = File::create(self.path.join("log")).map_err(context("cannot make a log"))?;
        let output = log.try_clone().map_err(context("cannot share the log"))?;
        let process = self
            .command()
            .arg(self.path.join("redis.conf"))
            .args(["--port", &port.to_string()])
            .args(&self.launch.arguments)
            .envs(self.launch.environment.iter().cloned())
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(log)
            .spawn()
            .map_err(context(&format!("cannot start {}", self.launch.program.display())))?;
        self.process = Some(process);
        self.port = port;
        Ok(())
    }

    fn command(&self) -> Command {
        let Some(blocks) = self.file_limit else {
            return Command::new(&self.launch.program);
        };
        // Without SIGXFSZ, a write beyond the limit fails with an error.
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\""]);
        shell.arg(blocks.to_string()).arg(&self.launch.program);
        shell
    }

    fn exit_status(&mut self) -> Result<Option<ExitStatus>> {
        match &mut self.process {
            Some(process) => process.try_wait().map_err(context("cannot wait for the server")),
            None => Err(Error::other("the server was killed")),
        }
    }
}

/// Says what failed with an error.
pub(crate) fn context(what: &str) -> impl FnOnce(Error) -> Error {
    move |error| Error::new(error.kind(), format!("{what}: {error}"))
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        if thread::panicking() {
            println!("the server's log:\n{}", self.log());
        }
    }
}
