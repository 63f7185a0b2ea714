//! Servers with the module under test, and connections to them.

use super::{Client, PROTOCOLS, Protocol, Value, await_rest};
use std::env;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::PathBuf;

pub use test_server::{Server, Setup, free_port};

/// Returns the setup of a server that loads the module under test.
pub fn with_module() -> Setup {
    Setup::default().module(module())
}

/// Returns the module under test: `MODULE`, or the newest build beside the test program.
pub fn module() -> PathBuf {
    if let Some(path) = env::var_os("MODULE") {
        return PathBuf::from(path).canonicalize().expect("MODULE");
    }
    let program = env::current_exe().expect("the test program's path");
    let name = format!("{DLL_PREFIX}redis_article{DLL_SUFFIX}");
    // Cargo builds it into target/debug/deps, where the program is, or into target/debug.
    let folders = program.ancestors().skip(1).take(2);
    let builds = folders.map(|folder| folder.join(&name));
    builds
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .max()
        .unwrap_or_else(|| panic!("{name} is not built: set MODULE, or run cargo build"))
        .1
}

/// Connections to a server.
pub trait Connect {
    fn client(&self, protocol: Protocol) -> Client;

    fn resp2(&self) -> Client {
        self.client(Protocol::Resp2)
    }

    fn resp3(&self) -> Client {
        self.client(Protocol::Resp3)
    }
}

impl Connect for Server {
    fn client(&self, protocol: Protocol) -> Client {
        Client::connect(self.port(), protocol).expect("a connection")
    }
}

/// Returns the most memory that the server's process has had so far, in pages that it touched.
pub fn peak_memory(server: &Server) -> i64 {
    let path = format!("/proc/{}/status", server.process_id());
    let status = fs::read_to_string(path).expect("the process's status");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("VmHWM");
    let kilobytes = line.trim().strip_suffix(" kB").expect("kilobytes");
    kilobytes.parse::<i64>().expect("a number") * 1024
}

/// Runs the test once per protocol on one server, which is emptied in between.
pub fn in_both_protocols(test: impl Fn(&mut Client)) {
    let server = with_module().start();
    let mut owner = server.resp2();
    let before = settings(&mut owner);
    for protocol in PROTOCOLS {
        println!("in {protocol:?}:");
        test(&mut server.client(protocol));
        assert!(settings(&mut owner) == before, "a setting is left: use in_both_protocols_with");
        owner.ok("FLUSHALL SYNC");
        owner.ok("SCRIPT FLUSH");
        // Redis 6.2 has no functions.
        owner.run("FUNCTION FLUSH");
        await_rest(&mut owner);
    }
}

/// Returns what emptying a server does not reset.
fn settings(owner: &mut Client) -> [Value; 2] {
    ["CONFIG GET *", "ACL LIST"].map(|line| owner.run(line))
}

/// Runs the test once per protocol, each time on a new server of this setup: for tests that need
/// the server itself, change its settings or users, or read what it counts.
pub fn in_both_protocols_with(setup: Setup, test: impl Fn(&mut Server, &mut Client)) {
    for protocol in PROTOCOLS {
        println!("in {protocol:?}:");
        let mut server = setup.start();
        let mut client = server.client(protocol);
        test(&mut server, &mut client);
    }
}
