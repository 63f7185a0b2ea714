//! `article-migrate export`.

use anyhow::Result;

use crate::classic::ClassicSink;
use crate::jsonl::{Lines, UserSink, is_standard};
use crate::options::Export;
use crate::parts::{PartsSource, parts_of};
use crate::report::Report;
use crate::transfer::{Sink, Source, transfer};

/// Exports, and prints the report: to standard error if the JSON lines go to standard output.
pub fn run(options: &Export) -> Result<()> {
    let mut report = Report::new(0);
    let key = &options.ends.key;
    let parts = parts_of(key, options.parts)?;
    let user = options.user.as_deref();
    let mut source = PartsSource::open(&parts, user, || options.ends.from.open())?;
    let has_standard_output = options.jsonl.as_deref().is_some_and(is_standard);
    report.progress.step("writing articles");
    let mut sink = open_sink(options, &source)?;
    transfer(&mut source, &mut *sink, &mut report)?;
    report.conclude("Exported", key, has_standard_output)
}

fn open_sink(options: &Export, source: &PartsSource) -> Result<Box<dyn Sink>> {
    let (settings, ends) = (source.settings(), &options.ends);
    Ok(match (&options.jsonl, &options.user) {
        (Some(file), Some(user)) => Box::new(UserSink::create(file, user)?),
        (Some(file), None) => Box::new(Lines::create_site(file, &settings, source.last_id())?),
        (None, _) => {
            Box::new(ClassicSink::open(ends.to.open()?, &options.prefix, &ends.key, settings)?)
        }
    })
}
