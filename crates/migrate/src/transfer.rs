//! Moving articles and comments, and what is kept for readers, from a source to a sink.

use anyhow::Result;
use article_site::Settings;

use crate::item::{Item, Reader};
use crate::report::Report;

/// Where articles and comments come from.
pub trait Source {
    fn settings(&self) -> Settings;

    /// Returns the last id that the site assigned.
    fn last_id(&self) -> u32;

    /// Returns the number of articles and comments to come. It may be too high.
    fn len(&self) -> u64;

    /// Returns some more entries, by ascending id. None at the end; a part may be empty.
    fn next(&mut self, report: &mut Report) -> Result<Option<Vec<Item>>>;

    /// Returns some more readers, once there are no more entries. None at the end; a part may be
    /// empty.
    fn next_readers(&mut self, _report: &mut Report) -> Result<Option<Vec<Reader>>> {
        Ok(None)
    }
}

/// Where they go to.
pub trait Sink {
    /// Adds entries, whose ids are above all before. What a comment answers comes before it.
    fn write(&mut self, entries: Vec<Item>, report: &mut Report) -> Result<()>;

    /// Adds the last id, after the last entry.
    fn write_last_id(&mut self, _last_id: u32, _report: &mut Report) -> Result<()> {
        Ok(())
    }

    /// Adds readers, after the last id.
    fn write_readers(&mut self, readers: Vec<Reader>, report: &mut Report) -> Result<()>;

    /// Completes what was written.
    fn finish(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Moves everything.
pub fn transfer(source: &mut impl Source, sink: &mut dyn Sink, report: &mut Report) -> Result<()> {
    transfer_by(source, sink, report, |_, sink, entries, report| sink.write(entries, report))
}

/// Moves everything, each part of the entries by a call of `write`.
pub fn transfer_by<S: Source, K: Sink + ?Sized>(
    source: &mut S,
    sink: &mut K,
    report: &mut Report,
    mut write: impl FnMut(&mut S, &mut K, Vec<Item>, &mut Report) -> Result<()>,
) -> Result<()> {
    report.progress.all = source.len();
    while let Some(entries) = source.next(report)? {
        let count = entries.len();
        write(source, sink, entries, report)?;
        report.progress.advance(count);
    }
    sink.write_last_id(source.last_id(), report)?;
    let mut has_readers = false;
    while let Some(readers) = source.next_readers(report)? {
        if !readers.is_empty() && !std::mem::replace(&mut has_readers, true) {
            report.progress.step("moving lists");
        }
        sink.write_readers(readers, report)?;
    }
    sink.finish()
}
