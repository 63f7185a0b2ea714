//! The file that has the new id of each article and comment.

use std::fs::File;
use std::io::{BufRead, BufReader, ErrorKind};
use std::path::PathBuf;

use anyhow::{Context, Result, bail, ensure};
use article_site::Kind;

use super::OldId;
use crate::item::noun;
use crate::replace::replace;

const HEADER: &str = "kind,old_id,new_id";

pub struct MapFile {
    path: PathBuf,
}

impl MapFile {
    pub fn new(name: &str) -> Self {
        Self { path: name.into() }
    }

    /// Reads the new ids, sorted by the old ones. None if there is no such file.
    pub fn read(&self) -> Result<Option<Vec<(OldId, u32)>>> {
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            file => file.with_context(|| self.describe("cannot read"))?,
        };
        let mut map = Vec::new();
        for (index, line) in BufReader::new(file).lines().enumerate() {
            let line = line.with_context(|| self.describe("cannot read"))?;
            if index == 0 {
                ensure!(
                    line == HEADER,
                    "{}",
                    self.does_not_fit(&format!("line 1 is not {HEADER}"))
                );
                continue;
            }
            let Some(entry) = parse(&line) else {
                let number = index + 1;
                bail!(self.does_not_fit(&format!("line {number} is not like article,17,40")));
            };
            map.push(entry);
        }
        ensure!(!map.is_empty(), "{}", self.does_not_fit("it has no ids"));
        map.sort_unstable();
        let same = map.windows(2).find_map(|pair| match *pair {
            [(first, _), (second, _)] if first == second => Some(first),
            _ => None,
        });
        if let Some(old) = same {
            bail!(self.does_not_fit(&format!("it has {old} twice")));
        }
        Ok(Some(map))
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
