//! A redis-server of the test's own: started with the module in a temporary folder, bound to
//! 127.0.0.1, stopped when the test is over.

use super::{Client, DEADLINE, Protocol, wait_until};
use std::collections::hash_map::RandomState;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;
use tempfile::TempDir;

/// How a server is to be started. The default is the module without arguments and no saving.
#[derive(Clone, Default)]
pub struct Setup {
    module: Option<PathBuf>,
    module_args: String,
    config: Vec<String>,
    arguments: Vec<String>,
    environment: Vec<(String, OsString)>,
}

impl Setup {
    /// Another file of the module than the one under test.
    pub fn module(mut self, file: impl Into<PathBuf>) -> Self {
        self.module = Some(file.into());
        self
    }

    /// The arguments that follow the module's path.
    pub fn module_args(mut self, args: &str) -> Self {
        self.module_args = args.to_owned();
        self
    }

    /// A line of redis.conf.
    pub fn config(mut self, line: impl Into<String>) -> Self {
        self.config.push(line.into());
        self
    }

    /// An argument of the command line.
    pub fn argument(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    /// A variable of the server's environment.
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Self {
        self.environment.push((name.to_owned(), value.into()));
        self
    }

    pub fn start(&self) -> Server {
        let mut server = self.prepare();
        server.launch();
        server
    }

    /// Starts a server that must refuse to run, and hands back its log.
    pub fn start_refused(&self) -> String {
        let mut server = self.prepare();
        server.spawn(free_port());
        wait_until(DEADLINE, "the server stops by itself", || {
            server.exited() || Client::connect(server.port, Protocol::Resp2).is_ok()
        });
        assert!(server.exited(), "the server runs all the same:\n{}", server.log());
        server.log()
    }

    fn prepare(&self) -> Server {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().canonicalize().expect("the folder's path");
        let mut lines = vec![
            "bind 127.0.0.1".to_owned(),
            "save \"\"".to_owned(),
            format!("dir {}", quoted(&path)),
        ];
        lines.extend(self.config.iter().cloned());
        let module = quoted(&self.module.clone().unwrap_or_else(module));
        lines.push(format!("loadmodule {module} {}", self.module_args));
        fs::write(path.join("redis.conf"), lines.join("\n") + "\n").expect("redis.conf");
        Server {
            _folder: folder,
            path,
            arguments: self.arguments.clone(),
            environment: self.environment.clone(),
            file_limit: None,
            port: 0,
            process: None,
        }
    }
}

pub struct Server {
    /// Held for its life: the folder goes with the server.
    _folder: TempDir,
    path: PathBuf,
    arguments: Vec<String>,
    environment: Vec<(String, OsString)>,
    file_limit: Option<u64>,
    port: u16,
    process: Option<Child>,
}

impl Server {
    pub fn start() -> Self {
        Setup::default().start()
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// The server's folder, where it keeps its configuration and its data.
    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn client(&self, protocol: Protocol) -> Client {
        Client::connect(self.port, protocol).expect("a connection")
    }

    pub fn resp2(&self) -> Client {
        self.client(Protocol::Resp2)
    }

    pub fn resp3(&self) -> Client {
        self.client(Protocol::Resp3)
    }

    /// Kills the server and starts it again on what it has stored. It may get another port.
    pub fn restart(&mut self) {
        self.restart_after(|_| ());
    }

    /// The same, with something done to what it has stored while it does not run.
    pub fn restart_after(&mut self, change: impl FnOnce(&Path)) {
        self.kill();
        change(&self.path);
        self.launch();
    }

    /// Starts a server that was killed, on the port that it had.
    pub fn start_again(&mut self) {
        assert!(self.launch_on(self.port), "the server did not start again:\n{}", self.log());
    }

    /// From its next start on the server can write no file beyond this many blocks of 512 bytes,
    /// as if the disk were full then.
    pub fn limit_files(&mut self, blocks: Option<u64>) {
        self.file_limit = blocks;
    }

    /// Another value of a variable of its environment, from its next start on.
    pub fn set_env(&mut self, name: &str, value: impl Into<OsString>) {
        self.environment.push((name.to_owned(), value.into()));
    }

    /// Whether it was started and not killed.
    pub fn is_running(&self) -> bool {
        self.process.is_some()
    }

    /// Waits until the server has stopped by itself.
    pub fn await_exit(&mut self) {
        wait_until(DEADLINE, "the server stops by itself", || self.exited());
    }

    /// What the server wrote since its last start.
    pub fn log(&self) -> String {
        let bytes = fs::read(self.path.join("log")).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Starts the server on a port that it gets, and waits until it answers.
    fn launch(&mut self) {
        for _ in 0..20 {
            if self.launch_on(free_port()) {
                return;
            }
            // Somebody else may have taken the port in between.
            let log = self.log();
            assert!(log.contains("Address already in use"), "the server did not start:\n{log}");
        }
        panic!("no free port");
    }

    /// False if the server stops at once.
    fn launch_on(&mut self, port: u16) -> bool {
        self.spawn(port);
        let start = Instant::now();
        while !self.exited() {
            if self.is_up() {
                return true;
            }
            assert!(start.elapsed() < DEADLINE, "no answer from the server:\n{}", self.log());
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        false
    }

    fn spawn(&mut self, port: u16) {
        let binary = std::env::var_os("REDIS_SERVER").unwrap_or_else(|| "redis-server".into());
        let log = File::create(self.path.join("log")).expect("the log");
        let mut command = match self.file_limit {
            None => Command::new(&binary),
            Some(blocks) => {
                // A write beyond the limit is answered with an error, not with a signal.
                let mut shell = Command::new("sh");
                shell.args(["-c", "trap '' XFSZ; ulimit -f \"$0\"; exec \"$@\""]);
                shell.arg(blocks.to_string()).arg(&binary);
                shell
            }
        };
        let process = command
            .arg(self.path.join("redis.conf"))
            .args(["--port", &port.to_string()])
            .args(&self.arguments)
            .envs(self.environment.iter().cloned())
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("the log"))
            .stderr(log)
            .spawn()
            .unwrap_or_else(|error| panic!("cannot start {}: {error}", binary.display()));
        self.process = Some(process);
        self.port = port;
    }

    /// Whether it is this server that answers on the port, and it has loaded its data.
    fn is_up(&self) -> bool {
        let Ok(mut client) = Client::connect(self.port, Protocol::Resp2) else {
            return false;
        };
        let process = self.process.as_ref().expect("a started server").id();
        // A server that listens on the port but is another may do anything, also hang up.
        let mut ask = |line: &str| redis::cmd(line).query::<String>(&mut client.connection);
        ask("PING").is_ok_and(|reply| reply == "PONG")
            && ask("INFO").is_ok_and(|info| info.contains(&format!("process_id:{process}\r")))
    }

    fn exited(&mut self) -> bool {
        let process = self.process.as_mut().expect("a started server");
        let status = process.try_wait();
        status.expect("the state of the server").is_some()
    }

    /// Kills the server with SIGKILL.
    pub fn kill(&mut self) {
        if let Some(mut process) = self.process.take() {
            // It may have stopped by itself, which is as good.
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
        if std::thread::panicking() {
            println!("the server's log:\n{}", self.log());
        }
    }
}

/// The file of the module under test: `MODULE`, or the newest that cargo built beside this test.
pub fn module() -> PathBuf {
    if let Some(path) = std::env::var_os("MODULE") {
        return PathBuf::from(path).canonicalize().expect("MODULE");
    }
    let test = std::env::current_exe().expect("the test's own path");
    let deps = test.parent().expect("a folder");
    let name = format!("{DLL_PREFIX}redis_article{DLL_SUFFIX}");
    let folders = [Some(deps), deps.parent()];
    folders
        .into_iter()
        .flatten()
        .map(|folder| folder.join(&name))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .max()
        .unwrap_or_else(|| panic!("{name} is not built; see MODULE in tests/support/server.rs"))
        .1
}

/// A port that nobody listens on, below those that systems give to outgoing connections, and low
/// enough that a cluster's bus port, 10,000 above, exists.
fn free_port() -> u16 {
    loop {
        let random = RandomState::new().build_hasher().finish();
        let port = 10_000 + (random % 20_000) as u16;
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return port;
        }
    }
}

fn quoted(path: &Path) -> String {
    let path = path.to_str().expect("a path in UTF-8");
    format!("\"{}\"", path.replace('\\', "\\\\").replace('"', "\\\""))
}
