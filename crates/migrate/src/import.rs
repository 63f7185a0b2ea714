//! `article-migrate import`.

use anyhow::{Context, Result, bail};
use article_load_words::{CREATE, settings_words};
use article_site::Setting;

use crate::classic::{ClassicSource, TimeUnit};
use crate::ids::{MapFile, Numbering};
use crate::input::Input;
use crate::load::{Loader, Origin, check_target, load};
use crate::options::Import;
use crate::progress::print;
use crate::report::{Problem, Report};
use crate::words::{command, is_entry, name, set};

pub fn run(options: &Import) -> Result<()> {
    let mut report = Report::new(options.examples);
    let key = &options.ends.key;
    match &options.jsonl {
        Some(file) => import_lines(options, file, &mut report)?,
        None => import_classic(options, &mut report)?,
    }
    let done = if options.dry_run { "Would import into" } else { "Imported into" };
    report.conclude(done, key, false)
}

fn import_lines(options: &Import, file: &str, report: &mut Report) -> Result<()> {
    let mut input = Input::open(file, options.map_ids.is_some())?;
    let (first, create) = input.next()?.context("--jsonl: there is no line")?;
    if name(&create) != b"CREATE" {
        bail!("--jsonl: line {}: the first line must be [\"CREATE\", ...]", first.number);
    }
    let origin = Origin::Line(first.number);
    let open = || Loader::open(options.ends.to()?, &options.ends.key, &create, origin);
    let Some(map) = options.map_ids.as_deref().map(MapFile::new).transpose()? else {
        let mut loader = open()?;
        report.progress.step("loading articles");
        while let Some((position, command)) = input.next().inspect_err(|_| loader.discard())? {
            report.progress.advance(usize::from(is_entry(&command)));
            loader.send(command, Origin::Line(position.number), report)?;
        }
        return loader.finish(report);
    };
    report.progress.step("sorting the lines");
    let numbering = Numbering::read(&mut input)?;
    let mut loader = open()?;
    report.progress.step("loading articles");
    load_numbered(&mut input, &numbering, &mut loader, report)?;
    loader.flush(report)?;
    map.write(numbering.lines().map(|(old, new, _)| (old, new)))?;
    loader.finish(report)
}

/// Loads the lines with their new ids.
fn load_numbered(
    input: &mut Input,
    numbering: &Numbering,
    loader: &mut Loader,
    report: &mut Report,
) -> Result<()> {
    let entries = numbering.lines().map(|(_, new, position)| (Some(new), position));
    let of_users = numbering.of_users.iter().map(|position| (None, *position));
    for (new, position) in entries.chain(of_users) {
        let mut command = input.command_at(position)?;
        for _ in 0..numbering.renumber(&mut command) {
            report.add(Problem::UnknownMark, || format!("line {}", position.number));
        }
        new.into_iter().for_each(|new| set(&mut command, 1, new));
        report.progress.advance(usize::from(is_entry(&command)));
        loader.send(command, Origin::Line(position.number), report)?;
    }
    Ok(())
}

fn import_classic(options: &Import, report: &mut Report) -> Result<()> {
    let (from, mut to) = (options.ends.from()?, options.ends.to()?);
    // Reading a classic site can take minutes, after which nobody wants to hear about --to.
    check_target(&mut to, &options.ends.key, options.dry_run)?;
    let mut source = ClassicSource::open(from, &options.dialect, report)?;
    print(&describe(&source))?;
    let settings = source.converter.dialect.settings;
    let create = command(&[vec![CREATE], settings_words(&settings)].concat());
    let open = || Loader::open(to, &options.ends.key, &create, Origin::Site);
    let mut loader = (!options.dry_run).then(open).transpose()?;
    report.progress.step("loading articles");
    report.progress.all = source.len();
    source.read(report, |words, origin, report| load(&mut loader, words, origin, report))?;
    loader.map_or(Ok(()), |loader| loader.finish(report))
}

/// Describes what was detected, so that a wrong guess is seen.
fn describe(source: &ClassicSource) -> String {
    let dialect = &source.converter.dialect;
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let settings: Vec<String> = [Setting::VoteScore, Setting::Window, Setting::SelfVote]
        .map(|setting| {
            format!("{} {}", setting.name(), setting.text(dialect.settings.get(setting)))
        })
        .into();
    format!(
        "Dialect: poster in {:?}, time in {:?}{}, {}\n",
        text(&dialect.poster),
        text(&dialect.time),
        if dialect.time_unit == TimeUnit::Ms { " in milliseconds" } else { "" },
        settings.join(", ")
    )
}
