//! The Redis server of the demo.

use std::io::{Error, Result};
use std::path::Path;
use std::time::Duration;

use test_server::{Server, Setup};
use tokio::time::sleep;

/// Starts a server with the module.
pub fn start(module: &Path) -> Result<Server> {
    let module = module.canonicalize().map_err(|error| {
        let file = module.display();
        Error::new(
            error.kind(),
            format!("cannot find the module {file}: {error}. Run: make build"),
        )
    })?;
    // Once the memory is full, writes fail and nobody is logged out.
    let setup = Setup::default().module(module).config("maxmemory 512mb");
    setup.config("maxmemory-policy noeviction").try_start()
}

/// Waits until the server has ended; for ever without one.
pub async fn ended(server: &mut Option<Server>) {
    while server.as_mut().is_none_or(|server| !server.has_exited()) {
        sleep(Duration::from_secs(1)).await;
    }
}
