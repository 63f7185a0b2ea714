//! The parts of a site as a sink.

use std::iter;

use anyhow::{Context, Result};
use article_site::Settings;

use crate::item::{Item, Reader};
use crate::parts::Part;
use crate::parts::new_ids::NewIds;
use crate::report::Report;
use crate::site::{SiteSink, Target};
use crate::transfer::Sink;

/// The parts of a site that are being loaded.
pub struct PartsSink {
    sinks: Vec<SiteSink>,
    ids: NewIds,
    /// Whether the entries with new ids come now, after all others.
    is_second: bool,
}

impl PartsSink {
    /// Creates the parts, of a site with this last id, that are not there.
    pub fn open(targets: Vec<(Part, Target)>, settings: Settings, last_id: u32) -> Result<Self> {
        let (mut parts, mut sinks) = (Vec::new(), Vec::new());
        for (part, target) in targets {
            sinks.push(target.sink(settings.with_ids(part.ids))?);
            parts.push(part);
        }
        Ok(Self { sinks, ids: NewIds::new(parts, last_id), is_second: false })
    }

    /// Returns the old and new ids of comments that have new ones.
    pub fn moved(&self) -> &[(u32, u32)] {
        self.ids.moved()
    }

    /// Returns whether an entry is loaded in this pass over the source.
    fn is_now(&mut self, entry: &Item) -> Result<bool> {
        if self.is_second {
            return Ok(self.ids.of(entry.id()) != entry.id());
        }
        let is_moved = self.ids.add(entry).context("--to: there are more comments than ids")?;
        Ok(!is_moved)
    }
}

impl Sink for PartsSink {
    fn write(&mut self, entries: Vec<Item>, report: &mut Report) -> Result<()> {
        let mut parts: Vec<Vec<Item>> = self.sinks.iter().map(|_| Vec::new()).collect();
        for mut entry in entries {
            if self.is_now(&entry)?
                && let Some(part) = parts.get_mut(self.ids.renumber(&mut entry))
            {
                part.push(entry);
            }
        }
        let parts = iter::zip(&mut self.sinks, parts).filter(|(_, entries)| !entries.is_empty());
        parts.into_iter().try_for_each(|(sink, entries)| sink.write(entries, report))
    }

    fn left(&mut self) -> Vec<u32> {
        self.is_second = true;
        self.moved().iter().map(|(old, _)| *old).collect()
    }

    fn write_last_id(&mut self, _last_id: u32) -> Result<()> {
        let last_ids = self.ids.last_ids();
        let parts = iter::zip(&mut self.sinks, last_ids).filter(|(_, last_id)| *last_id > 0);
        parts.into_iter().try_for_each(|(sink, last_id)| sink.write_last_id(last_id))
    }

    fn write_readers(&mut self, readers: Vec<Reader>, report: &mut Report) -> Result<()> {
        for (index, sink) in self.sinks.iter_mut().enumerate() {
            let readers = readers.iter().map(|reader| self.ids.reader(reader, index));
            let readers = readers.filter(|reader| !reader.is_empty()).collect();
            sink.write_readers(readers, report)?;
        }
        Ok(())
    }
}
