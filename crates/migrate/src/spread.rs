//! `article-migrate spread`.

use anyhow::Result;
use article_site::Kind;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, value_parser};

use crate::jsonl::{MapFile, OldId};
use crate::parts::{PartsSink, PartsSource, open_targets, parts_of};
use crate::report::Report;
use crate::server::{Ends, required};
use crate::transfer::transfer;

/// Makes a site one of several parts, or several parts one site
///
/// Part k of N has the ids that leave k when they are divided by N. Articles keep their ids.
/// Comments must be in the part of their article: the first one whose id does not fit, and those
/// after it in that part, get new ids above all others.
///
/// The source stays as it is. Nothing must be written to it meanwhile. If it is interrupted, run
/// the same command again: it continues.
#[derive(Debug, Args)]
#[command(
    mut_args(required),
    after_help = "\
Examples:
  Spread the site news over 16 parts in a cluster:
    article-migrate spread --from redis://one:6379 --key news --to redis://cluster:7000 \\
        --parts 16 --map-ids comments.csv

  And back:
    article-migrate spread --from redis://cluster:7000 --key news --from-parts 16 \\
        --to redis://one:6379"
)]
pub struct Spread {
    /// The number of parts of the source, 2 to 1024 [default: it is one key]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=1_024))]
    pub from_parts: Option<u32>,

    /// The number of parts of the target, 2 to 1024 [default: it is one key]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(2..=1_024))]
    pub parts: Option<u32>,

    /// The file for the new ids of comments, with a line such as comment,17,40 for each
    #[arg(long, value_name = "FILE", value_parser = NonEmptyStringValueParser::new())]
    pub map_ids: Option<String>,

    /// Read everything and print the report, but write nothing
    #[arg(long)]
    pub dry_run: bool,

    #[command(flatten)]
    pub ends: Ends,
}

pub fn run(options: &Spread) -> Result<()> {
    let Ends { key, from, to } = &options.ends;
    let (mut report, is_dry) = (Report::new(0), options.dry_run);
    let (from_parts, parts) = (parts_of(key, options.from_parts)?, parts_of(key, options.parts)?);
    let mut source = PartsSource::open(&from_parts, None, || from.open())?;
    let targets = open_targets(&parts, || to.open(), is_dry)?;
    report.progress.step("loading articles");
    let mut sink = PartsSink::open(targets, &source)?;
    transfer(&mut source, &mut sink, &mut report)?;
    if let Some(file) = options.map_ids.as_deref().filter(|_| !is_dry) {
        let old = |id: u32| OldId::new(Kind::Comment, id.into());
        let moved = sink.moved().iter().filter_map(|(id, new)| Some((old(*id)?, *new)));
        MapFile::new(file).write(moved)?;
    }
    report.conclude(if is_dry { "Would spread" } else { "Spread" }, key, false)
}
