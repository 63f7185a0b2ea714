//! `article-proxy`: shows sites that are spread over parts at one address.
//!
//! `client` reads commands, whose way is in `table`. Each is a `job`. Most go to one part at
//! once, over the `link`s of a `cluster`; `run` gives the others to `join`, `page`, `walk`, and
//! the like. It is one thread: what would be shared between threads are the connections to the
//! servers, and any number of proxies can run.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)
)]

mod affinity;
mod changes;
mod client;
mod cluster;
mod create;
mod export;
mod form;
pub mod fuzzing;
mod job;
mod join;
mod link;
mod merge;
mod metrics;
mod options;
mod own;
mod page;
mod proxy;
mod rank;
mod resp;
mod run;
mod serve;
mod site;
mod stream;
mod table;
mod walk;
mod words;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use tokio::runtime::Builder;
use tokio::task::LocalSet;

use crate::options::Options;

/// Runs the program with the words of a command line.
pub fn main<W: Into<OsString> + Clone>(words: impl IntoIterator<Item = W>) -> ExitCode {
    let options = Options::parse_from(words);
    let runtime = match Builder::new_current_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => {
            eprintln!("article-proxy: {error}");
            return ExitCode::from(2);
        }
    };
    match LocalSet::new().block_on(&runtime, serve::run(options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("article-proxy: {error:#}");
            ExitCode::from(2)
        }
    }
}
