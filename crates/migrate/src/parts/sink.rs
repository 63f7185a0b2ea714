//! A site, or its parts, as a sink.

use std::fs::File;
use std::io::{BufReader, BufWriter, Seek, Write};
use std::{iter, thread};

use anyhow::{Context, Result};

use crate::item::{Activity, Item, Reader};
use crate::pace::ROUND_TRIP;
use crate::parts::new_ids::NewIds;
use crate::report::{Count, Report};
use crate::site::{SiteSink, Target};
use crate::transfer::{Sink, Source};

/// The most entries that are loaded at once.
const BATCH: usize = 500;
const CANNOT_KEEP: &str = "cannot keep comments in a temporary file, in TMPDIR or /tmp";

/// The parts of a site that are being loaded; a whole site is one.
pub struct PartsSink {
    sinks: Vec<SiteSink>,
    ids: NewIds,
    /// The comments with new ids, which come after all others.
    moved: Option<BufWriter<File>>,
}

impl PartsSink {
    /// Creates the parts that are not there, for what comes from a source.
    pub fn open(targets: Vec<Target>, source: &impl Source) -> Result<Self> {
        let (settings, is_whole) = (source.settings(), targets.len() == 1);
        let parts = targets.iter().map(|target| target.ids).collect();
        let sinks = targets.into_iter().map(|target| {
            let ids = if is_whole { settings.ids } else { target.ids };
            target.sink(settings.with_ids(ids))
        });
        let sinks = sinks.collect::<Result<_>>()?;
        Ok(Self { sinks, ids: NewIds::new(parts, source.last_id()), moved: None })
    }

    /// Returns the only sink of a site that is whole.
    pub fn whole(&mut self) -> Result<&mut SiteSink> {
        self.sinks.first_mut().context("a site has no parts")
    }

    /// Returns the old and new ids of comments that have new ones.
    pub fn moved(&self) -> &[(u32, u32)] {
        self.ids.moved()
    }

    /// Keeps a comment with its new id until all others are loaded.
    fn keep(&mut self, entry: &Item) -> Result<()> {
        let file = match &mut self.moved {
            Some(file) => file,
            None => {
                let file = tempfile::tempfile().context(CANNOT_KEEP)?;
                self.moved.insert(BufWriter::new(file))
            }
        };
        serde_json::to_writer(file, &(entry, entry.activity)).context(CANNOT_KEEP)
    }

    /// Loads the comments that were kept.
    fn load_kept(&mut self, report: &mut Report) -> Result<()> {
        let Some(mut kept) = self.moved.take() else { return Ok(()) };
        let rewound = kept.flush().and_then(|()| kept.get_mut().rewind());
        rewound.context(CANNOT_KEEP)?;
        let kept = BufReader::with_capacity(1 << 18, kept.get_mut());
        let mut kept = serde_json::Deserializer::from_reader(kept).into_iter();
        loop {
            let (mut entries, start) = (Vec::new(), kept.byte_offset());
            while entries.len() < BATCH && kept.byte_offset() - start < ROUND_TRIP {
                let Some(entry) = kept.next() else { break };
                let (entry, activity): (Item, Activity) = entry.context(CANNOT_KEEP)?;
                entries.push(Item { activity, ..entry });
            }
            if entries.is_empty() {
                return Ok(());
            }
            self.load(entries, report)?;
        }
    }

    /// Loads entries with their new ids, each into its part.
    fn load(&mut self, entries: Vec<Item>, report: &mut Report) -> Result<()> {
        let mut parts: Vec<Vec<Item>> = self.sinks.iter().map(|_| Vec::new()).collect();
        for entry in entries {
            if let Some(part) = parts.get_mut(self.ids.part(entry.id())) {
                part.push(entry);
            }
        }
        let parts = iter::zip(&mut self.sinks, parts).filter(|(_, entries)| !entries.is_empty());
        let checked = parts.map(|(sink, entries)| Ok((sink.check(entries, report)?, sink)));
        let checked = checked.collect::<Result<Vec<_>>>()?;
        thread::scope(|scope| {
            let loads =
                checked.into_iter().map(|(new, sink)| scope.spawn(move || sink.load(&new)));
            let mut loads = loads.collect::<Vec<_>>().into_iter();
            loads.try_for_each(|load| {
                load.join().ok().context("a thread has ended with a panic")?
            })
        })
    }
}

impl Sink for PartsSink {
    fn write(&mut self, entries: Vec<Item>, report: &mut Report) -> Result<()> {
        let mut now = Vec::with_capacity(entries.len());
        for mut entry in entries {
            let is_moved =
                self.ids.add(&entry).context("--to: there are more comments than ids")?;
            self.ids.renumber(&mut entry);
            if is_moved {
                self.keep(&entry)?;
            } else {
                now.push(entry);
            }
        }
        self.load(now, report)
    }

    fn write_last_id(&mut self, last_id: u32, report: &mut Report) -> Result<()> {
        self.load_kept(report)?;
        *report.number(Count::Renumbered) = self.moved().len() as u64;
        let last_ids = self.ids.last_ids(last_id);
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

    fn finish(&mut self) -> Result<()> {
        self.sinks.iter_mut().try_for_each(SiteSink::finish)
    }
}
