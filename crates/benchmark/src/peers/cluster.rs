//! A PostgreSQL server of its own, in a temporary folder.

use std::fs;
use std::os::unix::fs::{MetadataExt, chown};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;
use test_server::free_port;

/// The settings, besides the place. By PostgreSQL's documentation, on a disk without seeks.
const SETTINGS: &str = "
listen_addresses = '127.0.0.1'
shared_buffers = '512MB'
effective_cache_size = '2GB'
work_mem = '16MB'
random_page_cost = 1.1
max_wal_size = '4GB'
checkpoint_timeout = '15min'
wal_compression = on
max_connections = 100
";

pub struct Cluster {
    folder: TempDir,
    programs: PathBuf,
    pub port: u16,
}

impl Cluster {
    pub fn start() -> Result<Self> {
        let context = "PostgreSQL is missing: install Debian's package postgresql";
        let programs = programs().context(context)?;
        let cluster = Self { folder: tempfile::tempdir()?, programs, port: free_port() };
        if let Some((user, group)) = other_user()? {
            chown(cluster.folder.path(), Some(user), Some(group))?;
        }
        cluster.run("initdb", &["--username=postgres", "--auth=trust", "--encoding=UTF8"])?;
        let file = cluster.folder.path().join("data/postgresql.conf");
        let place = format!("unix_socket_directories = '{}'", cluster.folder.path().display());
        let settings = format!("{SETTINGS}{place}\nport = {}\n", cluster.port);
        fs::write(&file, fs::read_to_string(&file)? + &settings)?;
        cluster.run("pg_ctl", &["--wait", "--log=log", "start"])?;
        Ok(cluster)
    }

    /// Returns the process that has started all others.
    pub fn process_id(&self) -> Result<u32> {
        let file = fs::read_to_string(self.folder.path().join("data/postmaster.pid"))?;
        Ok(file.lines().next().context("an empty postmaster.pid")?.parse()?)
    }

    /// Stops the server as a crash would, and starts it again.
    pub fn restart(&self) -> Result<()> {
        self.run("pg_ctl", &["--wait", "--log=log", "--mode=immediate", "restart"])
    }

    /// Runs one of PostgreSQL's programs for the cluster.
    fn run(&self, program: &str, arguments: &[&str]) -> Result<()> {
        let mut command = Command::new(self.programs.join(program));
        command.args(["-D", "data"]).args(arguments).current_dir(self.folder.path());
        if let Some((user, group)) = other_user()? {
            command.uid(user).gid(group);
        }
        let status = command.stdout(Stdio::null()).status().context("cannot run PostgreSQL")?;
        ensure!(status.success(), "{program} failed");
        Ok(())
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        if let Err(error) = self.run("pg_ctl", &["--mode=immediate", "stop"]) {
            eprintln!("PostgreSQL was not stopped: {error:#}");
        }
    }
}

/// Returns the folder of the newest version's programs, which Debian has outside PATH.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.flatten();
    let newest = versions.max_by_key(|entry| {
        entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok())
    })?;
    Some(newest.path().join("bin"))
}

/// Returns the user and group to run as: the owner of Debian's folder of data, since PostgreSQL
/// refuses to run as root.
fn other_user() -> Result<Option<(u32, u32)>> {
    if fs::metadata("/proc/self")?.uid() != 0 {
        return Ok(None);
    }
    let owner = fs::metadata("/var/lib/postgresql").context("there is no user of PostgreSQL")?;
    Ok(Some((owner.uid(), owner.gid())))
}
