//! `article-migrate spread`.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, Write};

use anyhow::{Context, Result, ensure};
use article_load_words::last_id_words;
use article_site::{Ids, Kind};
use clap::builder::NonEmptyStringValueParser;
use clap::{Args, value_parser};

use crate::ids::{MapFile, OldId};
use crate::load::{Loader, Origin};
use crate::new_ids::NewIds;
use crate::parts::{Part, parts_of};
use crate::report::{Count, Report};
use crate::server::{Ends, From, To, required};
use crate::site::Export;
use crate::text::Text;
use crate::words::{self, Command, id, is_entry, marks, name, number, parent, parse};

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
    let mut report = Report::new(0);
    let parts = parts_of(key, options.parts)?;
    let mut sources = Sources::open(&parts_of(key, options.from_parts)?, from)?;
    let mut targets = Targets::open(&parts, to, &sources, options.dry_run)?;
    report.progress.step("loading articles");
    report.progress.all = sources.len();
    while let Some(command) = sources.next_of_items()? {
        report.progress.advance(usize::from(is_entry(&command)));
        targets.add_of_item(command, &mut report)?;
    }
    let last_id = sources.last_id()?;
    targets.add_moved(last_id, &mut report)?;
    for source in &mut sources.all {
        while let Some(command) = source.export.next()? {
            targets.add_of_user(&command, &mut report)?;
        }
    }
    let moved = targets.ids.moved().to_vec();
    *report.number(Count::Renumbered) = moved.len() as u64;
    targets.finish()?;
    if let Some(file) = options.map_ids.as_deref().filter(|_| !options.dry_run) {
        let old = |id: u32| OldId::new(Kind::Comment, id.into());
        let moved = moved.iter().filter_map(|(id, new)| Some((old(*id)?, *new)));
        MapFile::new(file).write(moved)?;
    }
    report.conclude(if options.dry_run { "Would spread" } else { "Spread" }, key, false)
}

/// A site, or its parts, as one source.
struct Sources {
    all: Vec<Source>,
    create: Command,
    /// The highest last id.
    last_id: u32,
}

struct Source {
    export: Export,
    /// What comes next of an article or a comment.
    ready: Option<Command>,
}

impl Sources {
    /// Opens the parts, all of which must exist, with equal settings.
    fn open(parts: &[Part], from: &From) -> Result<Self> {
        let (mut all, mut create) = (Vec::new(), None);
        let mut last_id = 0;
        for part in parts {
            let mut export = Export::open(from.open()?, &part.key)?;
            last_id = last_id.max(export.last_id);
            let own = without_ids(export.create()?);
            let first = create.get_or_insert_with(|| own.clone());
            ensure!(*first == own, "--from: the settings of the parts differ: {}", part.key);
            let ready = export.next_of_items()?;
            all.push(Source { export, ready });
        }
        let create = create.context("--from: there are no parts")?;
        Ok(Self { all, create, last_id })
    }

    fn len(&self) -> u64 {
        self.all.iter().map(|source| source.export.len).sum()
    }

    /// Returns the next command of an article or a comment, by ascending id.
    fn next_of_items(&mut self) -> Result<Option<Command>> {
        let ready = self.all.iter_mut().filter(|source| source.ready.is_some());
        let first = ready.min_by_key(|source| source.ready.as_deref().and_then(id));
        let Some(source) = first else { return Ok(None) };
        let next = source.export.next_of_items()?;
        Ok(std::mem::replace(&mut source.ready, next))
    }

    /// Reads the last id of each, which comes after the articles and comments.
    fn last_id(&mut self) -> Result<u32> {
        for source in &mut self.all {
            if let Some(command) = source.export.next()? {
                if name(&command) == b"LASTID" {
                    let last_id = command.get(1).and_then(number).unwrap_or_default();
                    self.last_id = self.last_id.max(last_id);
                } else {
                    source.export.put_back(command);
                }
            }
        }
        Ok(self.last_id)
    }
}

/// Returns the words of CREATE without the ids of a part.
fn without_ids(mut create: Command) -> Command {
    if let Some(at) = create.iter().position(|word| word.as_slice() == b"IDS") {
        create.drain(at..(at + 3).min(create.len()));
    }
    create
}

/// The parts of a site that are being loaded; a whole site is one.
struct Targets {
    /// None in a dry run.
    loaders: Option<Vec<Loader>>,
    ids: NewIds,
    parts: usize,
    /// The comments with new ids, which come after all others.
    moved: Option<BufWriter<File>>,
}

const CANNOT_KEEP: &str = "cannot keep comments in a temporary file, in TMPDIR or /tmp";

impl Targets {
    fn open(parts: &[Part], to: &To, sources: &Sources, is_dry: bool) -> Result<Self> {
        let open = |part: &Part| {
            let mut create = sources.create.clone();
            if part.ids != Ids::default() {
                let ids = [part.ids.first(), part.ids.step()].map(Text::integer);
                create.push(Text(b"IDS".to_vec()));
                create.extend(ids);
            }
            Loader::open(to.open()?, &part.key, &create, Origin::Site)
        };
        let loaders = (!is_dry).then(|| parts.iter().map(open).collect()).transpose()?;
        let ids = NewIds::new(parts.iter().map(|part| part.ids).collect(), sources.last_id);
        Ok(Self { loaders, ids, parts: parts.len(), moved: None })
    }

    /// Loads what a command says of an article or a comment, or keeps it until all ids are known.
    fn add_of_item(&mut self, mut command: Command, report: &mut Report) -> Result<()> {
        let Some(old) = id(&command) else { return Ok(()) };
        let above = parent(&command);
        let above_id = above.and_then(|index| number(command.get(index)?)).filter(|id| *id > 0);
        if is_entry(&command) {
            let added = self.ids.add(old, above_id);
            added.context("--to: there are more comments than ids")?;
        }
        let new = self.ids.of(old);
        let parent = above.zip(above_id.map(|id| self.ids.of(id)));
        for (index, id) in [(1, new)].into_iter().chain(parent) {
            command.get_mut(index).into_iter().for_each(|word| *word = Text::integer(id));
        }
        if new == old {
            return self.send(self.ids.part(new), &command, report);
        }
        let file = match &mut self.moved {
            Some(file) => file,
            None => {
                let file = tempfile::tempfile().context(CANNOT_KEEP)?;
                self.moved.insert(BufWriter::new(file))
            }
        };
        serde_json::to_writer(&mut *file, &command).context(CANNOT_KEEP)?;
        file.write_all(b"\n").context(CANNOT_KEEP)
    }

    /// Loads the comments that were kept, and the last ids.
    fn add_moved(&mut self, last_id: u32, report: &mut Report) -> Result<()> {
        if let Some(mut kept) = self.moved.take() {
            let rewound = kept.flush().and_then(|()| kept.get_mut().rewind());
            rewound.context(CANNOT_KEEP)?;
            for line in BufReader::with_capacity(1 << 18, kept.get_mut()).split(b'\n') {
                let command = parse(&line.context(CANNOT_KEEP)?)?;
                let part = self.ids.part(id(&command).unwrap_or_default());
                self.send(part, &command, report)?;
            }
        }
        for (part, last_id) in self.ids.last_ids(last_id).into_iter().enumerate() {
            if last_id > 0 {
                self.send(part, &words::command(&last_id_words(last_id)), report)?;
            }
        }
        Ok(())
    }

    /// Loads what a command says of a user into each part, for what is there.
    fn add_of_user(&mut self, command: &Command, report: &mut Report) -> Result<()> {
        for part in 0..self.parts {
            let mut own = command.clone();
            let marks = marks(command);
            if !marks.is_empty() {
                own.truncate(marks.start);
                own.extend(command.iter().skip(marks.start).filter_map(|word| {
                    let new = self.ids.of(number(word)?);
                    (self.ids.part(new) == part).then(|| Text::integer(new))
                }));
                // Marks of what is not on a list any more are of no part.
                if self.parts == 1 {
                    own.clone_from(command);
                }
                let len = own.len() - marks.start;
                if len == 0 {
                    continue;
                }
                own.get_mut(3).into_iter().for_each(|word| *word = Text::integer(len as i64));
            }
            self.renumber_seen(&mut own, part);
            self.send(part, &own, report)?;
        }
        Ok(())
    }

    /// Gives the position up to which a user has seen answers the new id of its comment, or in
    /// another part, 0: so no later answer is seen there.
    fn renumber_seen(&self, command: &mut Command, part: usize) {
        if name(command) != b"SEEN" {
            return;
        }
        let Some(position) = command.get_mut(2) else { return };
        let seen = std::str::from_utf8(position).ok().and_then(|text| text.rsplit_once('-'));
        if let Some((time, id)) = seen {
            let id = self.ids.of(id.parse().unwrap_or_default());
            let id = if self.ids.part(id) == part { id } else { 0 };
            *position = Text(format!("{time}-{id}").into_bytes());
        }
    }

    fn send(&mut self, part: usize, command: &Command, report: &mut Report) -> Result<()> {
        match &mut self.loaders {
            Some(loaders) => {
                let loader = loaders.get_mut(part).context("a site has no such part")?;
                loader.send(command, Origin::Site, report)
            }
            None => {
                report.count(command);
                Ok(())
            }
        }
    }

    fn finish(self) -> Result<()> {
        self.loaders.into_iter().flatten().try_for_each(Loader::finish)
    }
}
