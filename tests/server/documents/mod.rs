//! The documents match the server: the README's transcripts, the command reference, the commands
//! in other documents, and the links between all documents.
//!
//! `UPDATE_DOCS=1 cargo test --test server documents` rewrites what is generated.

mod accepted;
mod archive;
mod container;
mod copy;
mod erasure;
mod errors;
mod facts;
mod format;
mod links;
mod loops;
mod make_run;
mod moderation;
mod monitoring;
mod reading;
mod readme;
mod recipes;
mod reference;
mod removal;
mod replies;
mod shell;
mod stream;
mod syntax;
mod transcripts;
mod troubleshooting;
mod tutorial;

use std::fs;
use std::path::PathBuf;

/// The folder of the repository.
fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns a document of the repository.
pub fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares a document with what it must be. With `UPDATE_DOCS`, rewrites it instead.
#[track_caller]
pub fn compare_or_update(path: &str, written: &str, expected: &str) {
    if std::env::var_os("UPDATE_DOCS").is_some() {
        fs::write(root().join(path), expected).expect("the document");
        return;
    }
    let mut lines = written.lines().zip(expected.lines()).enumerate();
    if let Some((index, (written, expected))) = lines.find(|(_, (left, right))| left != right) {
        panic!(
            "{path}:{}: this differs from the server; if the server is right, set UPDATE_DOCS=1\n \
             written: {written}\nexpected: {expected}",
            index + 1,
        );
    }
    assert_eq!(written, expected, "{path} differs in its length");
}
