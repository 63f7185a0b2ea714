//! `article-migrate import`.

use std::io::{Write, stdout};

use anyhow::{Context, Result, bail};
use article_site::Setting;

use crate::classic::{ClassicSource, TimeUnit};
use crate::difference::differences;
use crate::item::Item;
use crate::jsonl::JsonSource;
use crate::options::Import;
use crate::parts::{Part, load_parts, open_targets, parts_of, whole};
use crate::progress::Progress;
use crate::report::{Count, Report};
use crate::server::Server;
use crate::site::{Mode, SiteSink, Target, update};
use crate::transfer::{Sink, Source, transfer, transfer_by};

pub fn run(options: &Import) -> Result<()> {
    let mut report = Report::new(options.examples);
    let mut progress = Progress::new();
    let mode = if options.dry_run { Mode::DryRun } else { Mode::Write };
    let parts = parts_of(&options.key, options.parts)?;
    let access = options.to_access.clone().into();
    let open_targets = || open_targets(&parts, || Server::open(&options.to, &access), mode);
    match (&options.jsonl, &options.from) {
        (Some(file), _) => {
            let imported =
                import_lines(options, file, open_targets()?, &mut report, &mut progress);
            if let Some(refusal) = report.refusal() {
                progress.finish();
                print(&format!("Nothing imported into {:?}:\n{}", options.key, report.text()))?;
                imported?;
                bail!("--jsonl: {refusal}");
            }
            imported?;
        }
        (None, from) => {
            let access = options.from_access.clone().into();
            let from = Server::open(from.as_deref().unwrap_or_default(), &access)?;
            // Reading a classic site can take minutes, after which nobody wants to hear about
            // --to.
            let targets = open_targets()?;
            import_classic(options, from, targets, &mut report, &mut progress)?;
        }
    }
    let time = progress.finish().as_secs_f64();
    let done = if options.dry_run { "Would import" } else { "Imported" };
    print(&format!("{done} into {:?} ({time:.1} s):\n{}", options.key, report.text()))
}

fn print(report: &str) -> Result<()> {
    stdout().write_all(report.as_bytes()).context("cannot write the report to standard output")
}

/// Imports lines, if there are no problems because of which nothing can be imported. A dry run
/// goes on with the other lines, to find the problems of the target.
fn import_lines(
    options: &Import,
    file: &str,
    targets: Vec<(Part, Target)>,
    report: &mut Report,
    progress: &mut Progress,
) -> Result<()> {
    progress.step("checking the lines");
    let map = options.map_ids.as_deref();
    let loaded = targets.iter().map(|(_, target)| target.last_id()).max().unwrap_or_default();
    let mut source = JsonSource::open(file, map, loaded, report)?;
    if report.refusal().is_some() && (!options.dry_run || !source.has_header()) {
        return Ok(());
    }
    progress.step("loading articles");
    let target = match whole(targets) {
        Ok(target) => target,
        Err(targets) => return load_parts(&mut source, targets, None, report, progress),
    };
    let mut sink = target.sink(source.settings())?;
    sink.set_late_bumps(source.late_bumps());
    transfer_by(&mut source, &mut sink, report, progress, |source, sink, entries, report| {
        let new = sink.check(entries, report)?;
        if !options.dry_run && !new.is_empty() {
            // The site is the right one by now, and nothing has the new ids yet.
            source.write_map()?;
        }
        sink.load(&new)
    })?;
    if options.dry_run { Ok(()) } else { source.write_map() }
}

fn import_classic(
    options: &Import,
    from: Server,
    targets: Vec<(Part, Target)>,
    report: &mut Report,
    progress: &mut Progress,
) -> Result<()> {
    let (prefix, dialect) = (&options.prefix, &options.dialect);
    let mut source = ClassicSource::open(from, prefix, dialect, report, progress)?;
    progress.print(&describe(&source))?;
    progress.step("loading articles");
    let target = match whole(targets) {
        Ok(target) => target,
        Err(targets) => return load_parts(&mut source, targets, None, report, progress),
    };
    let mut sink = target.sink(source.settings())?;
    if options.update {
        transfer_by(&mut source, &mut sink, report, progress, load_and_update)
    } else {
        if options.only_new {
            source.skip_loaded(sink.loaded());
        }
        transfer(&mut source, &mut sink, report, progress)?;
        if options.only_new {
            *report.number(Count::Present) = sink.articles_before();
        }
        Ok(())
    }
}

/// Loads those articles that are new, and updates the others.
fn load_and_update(
    source: &mut ClassicSource,
    sink: &mut SiteSink,
    entries: Vec<Item>,
    report: &mut Report,
) -> Result<()> {
    let loaded = sink.loaded();
    let present = entries.iter().filter(|article| article.id() <= loaded);
    let present: Vec<Item> = present.cloned().collect();
    sink.write(entries, report)?;
    update_present(source, sink, &present, report)
}

/// Updates those articles that differ.
///
/// Clients write each vote to the classic site first. So the target is read first here: a vote
/// that it has, and that the classic site does not have afterwards, was withdrawn.
fn update_present(
    source: &mut ClassicSource,
    sink: &mut SiteSink,
    present: &[Item],
    report: &mut Report,
) -> Result<()> {
    let target = sink.reader();
    let ids: Vec<u32> = present.iter().map(Item::id).collect();
    let differing: Vec<u32> = if ids.is_empty() {
        Vec::new()
    } else {
        let found = target.read(&ids)?;
        let differs = |found: &&Item| {
            let index = present.binary_search_by_key(&found.id, |article| article.id);
            let wanted = index.ok().and_then(|index| present.get(index));
            wanted.is_none_or(|wanted| !differences(wanted, found, &target.settings).is_empty())
        };
        found.iter().filter(|item| !item.deleted).filter(differs).map(Item::id).collect()
    };
    for id in differing {
        let before = target.read(&[id])?;
        let wanted = source.read(&[id], &mut Report::new(0))?;
        let before = before.first().filter(|before| !before.deleted);
        if let Some((wanted, before)) = wanted.first().zip(before) {
            update(target, wanted, before, report)?;
        }
    }
    Ok(())
}

/// Describes what was detected, so that a wrong guess is seen.
fn describe(source: &ClassicSource) -> String {
    let dialect = source.dialect();
    let text = |name: &[u8]| String::from_utf8_lossy(name).into_owned();
    let settings: Vec<String> = [Setting::VoteScore, Setting::Window, Setting::SelfVote]
        .map(|setting| {
            format!("{} {}", setting.name(), setting.text(dialect.settings.get(setting)))
        })
        .into();
    format!(
        "Dialect: poster in {:?}, time in {:?}{}, {}",
        text(&dialect.poster),
        text(&dialect.time),
        if dialect.time_unit == TimeUnit::Ms { " in milliseconds" } else { "" },
        settings.join(", ")
    )
}
