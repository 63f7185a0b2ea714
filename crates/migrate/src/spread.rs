//! `article-migrate spread`.

use anyhow::Result;
use article_site::Kind;
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, value_parser};

use crate::ids::{MapFile, NewIds, OldId};
use crate::load::{Loader, Origin, load};
use crate::report::{Count, Report};
use crate::server::{Ends, required};
use crate::site::Export;
use crate::text::Text;
use crate::words::{Command, id};

/// Copies a site into one that article-proxy spreads over parts, or back into one key
///
/// Articles keep their ids. Comments must be in the part of their article, and the id says which
/// part that is: the first comment of a part whose id does not fit, and those after it there, get
/// new ids above all others.
///
/// The source stays as it is. Nothing must be written to it or to the target meanwhile. If it is
/// interrupted, run the same command again: it continues.
#[derive(Debug, Args)]
#[command(
    mut_args(required),
    after_help = "\
Examples:
  Spread the site news over 16 parts behind article-proxy:
    article-migrate spread --from redis://one:6379 --key news --to redis://proxy:6390 \\
        --parts 16 --map-ids comments.csv

  And back:
    article-migrate spread --from redis://proxy:6390 --key news --to redis://one:6379"
)]
pub struct Spread {
    /// The number of parts of the target, up to 1024 [default: it is one key]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=1_024))]
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
    let Spread { ends, parts, .. } = options;
    let mut report = Report::new(0);
    let map = options.map_ids.as_deref().map(MapFile::new).transpose()?;
    let (source, create) = open(ends, *parts)?;
    let mut ids = NewIds::new(parts.unwrap_or(1), source.last_id);
    let to = (!options.dry_run).then(|| ends.to()).transpose()?;
    let mut loader = to.map(|to| Loader::in_place(to, &ends.key, &create)).transpose()?;
    let mut send =
        |words: Command, report: &mut Report| load(&mut loader, words, Origin::Site, report);
    // What has new ids comes after all else, since a part takes ids in ascending order.
    report.progress.step("loading what keeps its id");
    source.each(&mut report, |mut command, report| {
        ids.add(&command)?;
        let keeps_id = id(&command).is_some_and(|id| ids.of(id) == id);
        if keeps_id && ids.renumber(&mut command) { send(command, report) } else { Ok(()) }
    })?;
    report.progress.step("loading comments with new ids, and what is kept of users");
    open(ends, *parts)?.0.each(&mut report, |mut command, report| {
        let keeps_id = id(&command).is_some_and(|id| ids.of(id) == id);
        if !keeps_id && ids.renumber(&mut command) { send(command, report) } else { Ok(()) }
    })?;
    *report.number(Count::Renumbered) = ids.moved().len() as u64;
    loader.map_or(Ok(()), |loader| loader.finish(&mut report))?;
    if let Some(map) = map.filter(|_| !options.dry_run) {
        let old = |id: u32| OldId::new(Kind::Comment, id.into());
        let moved = ids.moved().iter().filter_map(|(id, new)| Some((old(*id)?, *new)));
        map.write(moved)?;
    }
    let done = if options.dry_run { "Would spread" } else { "Spread" };
    report.conclude(done, &ends.key, false)
}

/// Opens the source. Returns it with the words of CREATE for the target.
fn open(ends: &Ends, parts: Option<u32>) -> Result<(Export, Command)> {
    let mut source = Export::open(ends.from()?, &ends.key)?;
    let mut create = source.create()?;
    if let Some(at) = create.iter().position(|word| word.as_slice() == b"IDS") {
        create.drain(at..(at + 3).min(create.len()));
    }
    if let Some(parts) = parts {
        create.extend([Text(b"PARTS".to_vec()), Text::integer(parts)]);
    }
    Ok((source, create))
}
