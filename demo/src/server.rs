//! The demo's own Redis server.

use std::error::Error;
use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use article_news::log::log;
use article_news::news::Access;
use test_server::{Server, Setup};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

/// How often the demo looks whether its server still runs.
const LOOK: Duration = Duration::from_millis(500);

/// A server in a temporary folder, which ends with the demo.
pub struct OwnServer {
    server: Server,
    watchdog: Watchdog,
}

impl OwnServer {
    /// Starts a server with the module, the users of the site, and memory for this many stories.
    pub fn start(module: &Path, stories: usize, access: &Access) -> Result<Self, Box<dyn Error>> {
        let module = module.canonicalize().map_err(|error| {
            format!("cannot find the module {}: {error}. Run: make build", module.display())
        })?;
        let mut setup = Setup::default()
            .module(module)
            // A server that was killed has the site again once it is started again.
            .config("appendonly yes")
            // Once the memory is full, writes fail and nobody is logged out.
            .config(format!("maxmemory {}mb", 512 + stories / 1000))
            .config("maxmemory-policy noeviction");
        for user in access.users() {
            setup = setup.config(user);
        }
        let server = setup.try_start()?;
        let mut watchdog = Watchdog::start(server.path())?;
        watchdog.watch(&server);
        Ok(Self { server, watchdog })
    }

    pub fn port(&self) -> u16 {
        self.server.port()
    }

    /// Starts the server again whenever it ends. Its data is in the append-only file.
    pub async fn keep_running(mut self) {
        loop {
            sleep(LOOK).await;
            if !self.server.has_exited() {
                continue;
            }
            log("Redis has ended and is started again");
            // The runtime waits for this thread, so the server ends with the demo even now.
            let started = spawn_blocking(move || {
                let result = self.server.try_start_again();
                (self, result)
            });
            let Ok((this, result)) = started.await else { return };
            self = this;
            match result {
                Ok(()) => self.watchdog.watch(&self.server),
                Err(error) => log(error),
            }
        }
    }
}

/// A shell that kills the server and removes its folder once the demo is gone, even if that was
/// killed.
///
/// It reads process ids from the demo. The end of its input is the end of the demo.
struct Watchdog(Child);

impl Watchdog {
    const SCRIPT: &'static str = r#"
        trap '' INT TERM HUP
        while read -r line; do server=$line; done
        if [ "$server" != stopped ]; then
            kill -9 "$server"
            # A killed process can still be writing.
            sleep 1
            rm -rf "$1"
        fi"#;

    fn start(folder: &Path) -> Result<Self, Box<dyn Error>> {
        let shell = Command::new("sh")
            .args(["-c", Self::SCRIPT, "watchdog"])
            .arg(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| format!("cannot start sh: {error}"))?;
        Ok(Self(shell))
    }

    fn watch(&mut self, server: &Server) {
        self.send(&server.process_id().to_string());
    }

    fn send(&mut self, line: &str) {
        // Fails only if somebody has killed the shell. The server then lacks a watchdog.
        if let Some(input) = &mut self.0.stdin {
            let _ = writeln!(input, "{line}");
        }
    }
}

/// An orderly end: the server stops by itself.
impl Drop for Watchdog {
    fn drop(&mut self) {
        self.send("stopped");
        // Closes the pipe.
        self.0.stdin = None;
        let _ = self.0.wait();
    }
}
