//! Starts Redis and Valkey servers for tests and benchmarks.
//!
//! Each server listens on a free port of 127.0.0.1 and keeps its files in a temporary folder. It
//! is killed, and its folder removed, when its [`Server`] is dropped. By default the program is
//! `REDIS_SERVER`, or `redis-server` where that variable is not set.
//!
//! ```no_run
//! use test_server::Setup;
//!
//! let mut server = Setup::default().config("appendonly yes").start();
//! println!("process {} listens on port {}", server.process_id(), server.port());
//! server.restart();
//! ```
//!
//! The program of the same name starts servers for scripts and packages of other languages.
//!
//! What fails panics with the server's log, as suits a test, but for `try_start` and
//! `try_restart`.

mod cluster;
mod port;
mod server;
mod setup;

pub use cluster::make_cluster;
pub use port::free_port;
pub use server::Server;
pub use setup::Setup;
