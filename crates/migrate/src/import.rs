//! `article-migrate import`.

use anyhow::{Result, bail};
use article_site::Setting;

use crate::classic::{ClassicSource, TimeUnit};
use crate::difference::differences;
use crate::item::Item;
use crate::jsonl::JsonSource;
use crate::options::Import;
use crate::parts::{PartsSink, open_targets, parts_of};
use crate::progress::print;
use crate::report::{Count, Report};
use crate::site::{SiteReader, Target, update};
use crate::transfer::{Sink, transfer, transfer_by};

pub fn run(options: &Import) -> Result<()> {
    let mut report = Report::new(options.examples);
    let key = &options.ends.key;
    let parts = parts_of(key, options.parts)?;
    let open_targets = || open_targets(&parts, || options.ends.to.open(), options.dry_run);
    if let Some(file) = &options.jsonl {
        let imported = import_lines(options, file, open_targets()?, &mut report);
        if let Some(refusal) = report.refusal() {
            report.print(&format!("Nothing imported into {key:?}"), false)?;
            imported?;
            bail!("--jsonl: {refusal}");
        }
        imported?;
    } else {
        // Reading a classic site can take minutes, after which nobody wants to hear about --to.
        let (from, targets) = (options.ends.from.open()?, open_targets()?);
        let source = ClassicSource::open(from, &options.dialect, &mut report)?;
        import_classic(options, source, targets, &mut report)?;
    }
    let done = if options.dry_run { "Would import into" } else { "Imported into" };
    report.conclude(done, key, false)
}

/// Imports lines, if there are no problems because of which nothing can be imported. A dry run
/// goes on with the other lines, to find the problems of the target.
fn import_lines(
    options: &Import,
    file: &str,
    targets: Vec<Target>,
    report: &mut Report,
) -> Result<()> {
    report.progress.step("checking the lines");
    let map = options.map_ids.as_deref();
    let loaded = targets.iter().map(|target| target.last_id).max().unwrap_or_default();
    let mut source = JsonSource::open(file, map, loaded, report)?;
    if report.refusal().is_some() && (!options.dry_run || !source.survey.has_header) {
        return Ok(());
    }
    report.progress.step("loading articles");
    let mut sink = PartsSink::open(targets, &source)?;
    if let Some(write_map) = source.map_writer() {
        // Nothing has the new ids before the first new entry.
        sink.whole()?.set_first(write_map);
    }
    transfer(&mut source, &mut sink, report)
}

fn import_classic(
    options: &Import,
    mut source: ClassicSource,
    targets: Vec<Target>,
    report: &mut Report,
) -> Result<()> {
    print(&describe(&source))?;
    report.progress.step("loading articles");
    let mut sink = PartsSink::open(targets, &source)?;
    if options.update {
        return transfer_by(&mut source, &mut sink, report, load_and_update);
    }
    if options.only_new {
        source.skip_loaded(sink.whole()?.reader.last_id);
    }
    transfer(&mut source, &mut sink, report)?;
    if options.only_new {
        *report.number(Count::Present) = sink.whole()?.reader.articles;
    }
    Ok(())
}

/// Loads those articles that are new, and updates the others.
fn load_and_update(
    source: &mut ClassicSource,
    sink: &mut PartsSink,
    entries: Vec<Item>,
    report: &mut Report,
) -> Result<()> {
    let loaded = sink.whole()?.reader.last_id;
    let present = entries.iter().filter(|article| article.id() <= loaded);
    let present: Vec<Item> = present.cloned().collect();
    sink.write(entries, report)?;
    update_present(source, &mut sink.whole()?.reader, &present, report)
}

/// Updates those articles that differ.
///
/// Clients write each vote to the classic site first. So the target is read first here: a vote
/// that it has, and that the classic site does not have afterwards, was withdrawn.
fn update_present(
    source: &mut ClassicSource,
    target: &mut SiteReader,
    present: &[Item],
    report: &mut Report,
) -> Result<()> {
    let ids: Vec<u32> = present.iter().map(Item::id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let mut found = target.read(&ids)?;
    found.retain(|found| {
        let wanted = present.iter().find(|article| article.id == found.id);
        let is_same = |wanted| differences(wanted, found, &target.settings).is_empty();
        !found.deleted && !wanted.is_some_and(is_same)
    });
    for id in found.iter().map(Item::id) {
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
    let dialect = &source.converter.dialect;
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
