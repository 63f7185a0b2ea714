//! `article-migrate export`.

use std::io::{Write, stdout};

use anyhow::{Context, Result};

use crate::classic::ClassicSink;
use crate::jsonl::{Lines, UserSink};
use crate::options::Export;
use crate::parts::{PartsSource, parts_of};
use crate::progress::Progress;
use crate::report::Report;
use crate::server::Server;
use crate::transfer::{Source, transfer};

/// Exports, and prints the report: to standard error if the JSON lines go to standard output.
pub fn run(options: &Export) -> Result<()> {
    let mut report = Report::new(0);
    let mut progress = Progress::new();
    let parts = parts_of(&options.key, options.parts)?;
    let access = options.from_access.clone().into();
    let mut source = PartsSource::open(&parts, || Server::open(&options.from, &access))?;
    progress.step("writing articles");
    let (is_standard_output, summary) = match (&options.jsonl, &options.user) {
        (Some(file), Some(user)) => {
            let mut sink = UserSink::create(file, user)?;
            source.set_only_reader(user);
            transfer(&mut source, &mut sink, &mut report, &mut progress)?;
            (sink.is_standard_output(), sink.summary())
        }
        (Some(file), None) => {
            let mut sink = Lines::create_site(file, &source.settings(), source.last_id())?;
            transfer(&mut source, &mut sink, &mut report, &mut progress)?;
            (sink.is_standard_output(), report.text())
        }
        (None, _) => {
            let access = options.to_access.clone().into();
            let to = Server::open(options.to.as_deref().unwrap_or_default(), &access)?;
            let mut sink =
                ClassicSink::open(to, &options.prefix, &options.key, source.settings())?;
            transfer(&mut source, &mut sink, &mut report, &mut progress)?;
            (false, report.text())
        }
    };
    let time = progress.finish().as_secs_f64();
    let text = format!("Exported {:?} ({time:.1} s):\n{summary}", options.key);
    if is_standard_output {
        eprint!("{text}");
        return Ok(());
    }
    stdout().write_all(text.as_bytes()).context("cannot write the report to standard output")
}
