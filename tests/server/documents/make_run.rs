//! `make run` keeps what it has acknowledged, also after a kill.

use std::env;
use std::path::Path;
use std::process::{Command, Stdio};
use test_support::*;

/// A server that `make run` started. Dropping it kills the server with SIGKILL.
struct Run {
    port: u16,
    process: String,
}

impl Drop for Run {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-9", &self.process]).status();
        wait_until(DEADLINE, "the server is gone", || {
            Client::connect(self.port, Protocol::Resp2).is_err()
        });
    }
}

impl Run {
    fn start(data: &Path) -> Self {
        let port = free_port();
        let server = env::var("REDIS_SERVER").unwrap_or_else(|_| "redis-server".to_owned());
        let mut make = Command::new("make")
            // The module is there already.
            .args([
                "-o",
                "build",
                "run",
                &format!("PORT={port}"),
                &format!("REDIS_SERVER={server}"),
            ])
            .args([format!("DATA={}", data.display()), format!("BUILT={}", module().display())])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::null())
            .spawn()
            .expect("make");
        wait_until(DEADLINE, "the server runs", || {
            assert!(make.try_wait().expect("its status").is_none(), "make has ended");
            let ready = Value::SimpleString("PONG".to_owned());
            Client::connect(port, Protocol::Resp2).is_ok_and(|mut c| c.run("PING") == ready)
        });
        let mut run = Self { port, process: String::new() };
        run.process = info(&mut run.client(), "server", "process_id");
        run
    }

    fn client(&self) -> Client {
        Client::connect(self.port, Protocol::Resp2).expect("a connection")
    }
}

#[test]
fn a_killed_server_keeps_what_it_has_acknowledged() {
    let data = tempfile::tempdir().expect("a folder");
    for id in 1..=3 {
        let run = Run::start(data.path());
        assert_eq!(run.client().int("ARTICLE.POST news alice a l"), id);
        drop(run);
    }
}
