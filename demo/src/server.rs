use std::error::Error;
use std::path::Path;

use test_server::{Server, Setup};

pub fn start(module: &Path) -> Result<Server, Box<dyn Error>> {
    let module = module.canonicalize().map_err(|error| {
        format!("cannot find the module {}: {error}. Run: make build", module.display())
    })?;
    let setup = Setup::default()
        .module(module)
        // Once the memory is full, writes fail and nobody is logged out.
        .config("maxmemory 512mb")
        .config("maxmemory-policy noeviction");
    Ok(setup.try_start()?)
}
