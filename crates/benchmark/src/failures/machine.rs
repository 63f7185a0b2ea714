//! A machine that can fail: all that a server has written, but not flushed to the disk, is gone.
//!
//! A library that the server preloads notes how long a file is when it is flushed. After the
//! failure, each part of the append-only file is cut to that length. What this does not imitate is
//! a disk that loses what it has acknowledged.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use test_support::compile;

use crate::sandbox::Sandbox;

pub struct Machine {
    /// The folder of the append-only file.
    folder: PathBuf,
}

impl Machine {
    /// Starts a server again, which has written everything to the disk, on a machine that can
    /// fail.
    pub fn around(server: &mut Sandbox) -> Result<Self> {
        let library = compile("flushes", include_str!("flushes.c"));
        let folder = server.server.path().join("appendonlydir");
        for part in parts(&folder)? {
            fs::write(note_of(&part), fs::metadata(&part)?.len().to_string())?;
        }
        server.server.set_env("LD_PRELOAD", library);
        server.restart_on_its_port()?;
        Ok(Self { folder })
    }

    /// Cuts the append-only file of a server that was killed to what was on the disk.
    pub fn lose_what_is_not_on_the_disk(&self) -> Result<()> {
        for part in parts(&self.folder)? {
            let flushed = fs::read_to_string(note_of(&part)).context("nothing was flushed")?;
            File::options().write(true).open(&part)?.set_len(flushed.parse()?)?;
        }
        Ok(())
    }
}

/// Returns the parts of an append-only file to which a server appends.
fn parts(folder: &Path) -> Result<Vec<PathBuf>> {
    let files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
    let files = files.collect::<Result<Vec<_>>>()?;
    let is_part = |file: &PathBuf| {
        file.extension() == Some(OsStr::new("aof"))
            && file.to_str().is_some_and(|name| name.contains(".incr."))
    };
    Ok(files.into_iter().filter(is_part).collect())
}

/// Returns the file with the length to which a part was flushed.
fn note_of(part: &Path) -> PathBuf {
    let mut note = part.as_os_str().to_owned();
    note.push(".flushed");
    note.into()
}
