//! Another build of the module replaces the one in use, as `docs/operations.md` describes.
//!
//! `OLD_MODULES` has the builds to start with, separated by colons. `make upgrade` names the last
//! version of each earlier encoding. The default is a copy of the build under test, for which the
//! tests expect that nothing is refused or missed.

mod files;
mod replicas;
mod under_load;

use crate::load::Operations;
use std::path::{Path, PathBuf};
use std::{env, fs};
use tempfile::TempDir;
use test_support::*;

/// Runs the test with each old build.
fn for_each_old_build(mut test: impl FnMut(&Path)) {
    let named = env::var_os("OLD_MODULES");
    let builds = named.map_or_else(|| vec![module()], |all| env::split_paths(&all).collect());
    for build in builds {
        println!("from {}", build.display());
        test(&build);
    }
}

/// A file with a build of the module, which servers load and which can be replaced.
struct Installed {
    path: PathBuf,
    _folder: TempDir,
}

impl Installed {
    fn new(build: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("libredis_article.so");
        let installed = Self { path, _folder: folder };
        installed.replace_by(build);
        installed
    }

    /// Replaces the build by renaming a file, as a server may have the old one mapped.
    fn replace_by(&self, build: &Path) {
        let new = self.path.with_extension("new");
        fs::copy(build, &new).expect("a copy of the module");
        fs::rename(new, &self.path).expect("its place");
    }

    fn setup(&self) -> Setup {
        setup(&self.path)
    }
}

fn setup(module: &Path) -> Setup {
    with_module()
        .module(module)
        .config("enable-debug-command local")
        .config("repl-backlog-size 10mb")
        .config("appendonly yes")
        .config("appendfsync always")
}

/// Returns the version of a build.
fn release_of(build: &Path) -> Release {
    Release::of(&mut setup(build).start().resp2())
}

fn shut_down(server: &mut Server) {
    // The server closes the connection instead of replying.
    let _ = redis::cmd("SHUTDOWN").exec(&mut server.resp2().connection);
    server.await_exit();
}

/// Runs random commands that this version knows.
fn run_random(server: &Server, release: Release, random: &mut Random) {
    Operations::known_to(release, random.fork()).run(&mut server.resp3(), 300);
}

/// Takes a snapshot of what this version knows. It does not depend on the clock. The digests are
/// the same in all versions.
fn snapshot(server: &Server, release: Release) -> ServerSnapshot {
    ServerSnapshot::of(&mut server.resp3()).without_clock().known_to(release)
}
