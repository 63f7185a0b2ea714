//! The file that has the new id of each article and comment.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use article_site::Kind;

use super::{OldId, noun};
use crate::replace::replace;

const HEADER: &str = "kind,old_id,new_id";

pub struct MapFile {
    path: PathBuf,
}

impl MapFile {
    pub fn new(name: &str) -> Self {
        Self { path: name.into() }
    }

    /// Reads the new ids by the old ones. There are none if there is no such file.
    pub fn read(&self) -> Result<BTreeMap<OldId, u32>> {
        let text = match fs::read_to_string(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeMap::new()),
            text => text.with_context(|| self.describe("cannot read"))?,
        };
        let (mut map, mut lines) = (BTreeMap::new(), text.lines());
        if lines.next().is_some_and(|line| line != HEADER) {
            bail!(self.does_not_fit(&format!("line 1 is not {HEADER}")));
        }
        for (number, line) in (2..).zip(lines) {
            let Some((old, new)) = parse(line) else {
                bail!(self.does_not_fit(&format!("line {number} is not like article,17,40")));
            };
            if map.insert(old, new).is_some() {
                bail!(self.does_not_fit(&format!("it has {old} twice")));
            }
        }
        ensure!(!map.is_empty(), self.does_not_fit("it has no ids"));
        Ok(map)
    }

    /// Writes the new ids. After a crash, the file is complete or as it was.
    pub fn write(&self, mut map: impl Iterator<Item = (OldId, u32)>) -> Result<()> {
        let replaced = replace(&self.path, |lines| {
            writeln!(lines, "{HEADER}")?;
            map.try_for_each(|(old, new)| {
                writeln!(lines, "{},{},{new}", noun(old.kind()), old.get())
            })
        });
        replaced.with_context(|| self.describe("cannot write"))
    }

    /// Returns the error about a map of other lines.
    pub fn does_not_fit(&self, reason: &str) -> String {
        format!(
            "{}: {reason}. Name the file that an earlier import of the same lines wrote, or one \
             that does not exist",
            self.describe("does not fit the lines")
        )
    }

    fn describe(&self, problem: &str) -> String {
        format!("--map-ids: {problem}: {}", self.path.display())
    }
}

fn parse(line: &str) -> Option<(OldId, u32)> {
    let mut parts = line.split(',');
    let name = parts.next()?;
    let kind = Kind::ALL.into_iter().find(|kind| noun(*kind) == name)?;
    let old = OldId::new(kind, parts.next()?.parse().ok()?)?;
    let new = parts.next()?.parse().ok().filter(|new| *new > 0)?;
    parts.next().is_none().then_some((old, new))
}
