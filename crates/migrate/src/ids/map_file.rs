//! The file that has the new id of each article and comment.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use super::OldId;
use crate::replace::replace;

const HEADER: &str = "kind,old_id,new_id";

pub struct MapFile {
    path: PathBuf,
}

impl MapFile {
    /// Names a file, which must be a new one or have such ids.
    pub fn new(name: &str) -> Result<Self> {
        let path = PathBuf::from(name);
        if fs::read(&path).is_ok_and(|text| !text.starts_with(HEADER.as_bytes())) {
            bail!("--map-ids: the file {name} exists, and does not begin with {HEADER}");
        }
        Ok(Self { path })
    }

    /// Writes the new ids. After a crash, the file is complete or as it was.
    pub fn write(&self, mut map: impl Iterator<Item = (OldId, u32)>) -> Result<()> {
        let replaced = replace(&self.path, |lines| {
            writeln!(lines, "{HEADER}")?;
            map.try_for_each(|(OldId { kind, id }, new)| {
                writeln!(lines, "{},{id},{new}", super::noun(kind))
            })
        });
        replaced.with_context(|| format!("--map-ids: cannot write: {}", self.path.display()))
    }
}
