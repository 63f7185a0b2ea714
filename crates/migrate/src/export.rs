//! `article-migrate export`.

use anyhow::Result;

use crate::classic::ClassicSink;
use crate::jsonl::{Lines, UserSink};
use crate::options::Export;
use crate::parts::{PartsSource, parts_of};
use crate::progress::Progress;
use crate::report::Report;
use crate::transfer::{Sink, Source, transfer};

/// Exports, and prints the report: to standard error if the JSON lines go to standard output.
pub fn run(options: &Export) -> Result<()> {
    let mut report = Report::new(0);
    let mut progress = Progress::new();
    let parts = parts_of(&options.key, options.parts)?;
    let (server, user) = (|| options.from_access.open(&options.from), options.user.as_deref());
    let mut source = PartsSource::open(&parts, user, server)?;
    progress.step("writing articles");
    let mut sink = open_sink(options, &source)?;
    transfer(&mut source, &mut *sink, &mut report, &mut progress)?;
    progress.conclude("Exported", &options.key, &report.text(), sink.has_standard_output())
}

fn open_sink(options: &Export, source: &PartsSource) -> Result<Box<dyn Sink>> {
    let settings = source.settings();
    Ok(match (&options.jsonl, &options.user) {
        (Some(file), Some(user)) => Box::new(UserSink::create(file, user)?),
        (Some(file), None) => Box::new(Lines::create_site(file, &settings, source.last_id())?),
        (None, _) => {
            let to = options.to_access.open(options.to.as_deref().unwrap_or_default())?;
            Box::new(ClassicSink::open(to, options.prefix.as_deref(), &options.key, settings)?)
        }
    })
}
