//! A site as commands, for an append-only file that is rewritten without an RDB preamble.

use article_load_words::{
    LoadWords, Word, item_words, last_id_words, marks_words, related_words, seen_words,
    tombstone_words,
};
use article_site::{Ids, ItemView, Setting, Settings, Site, SiteEntry, TombstoneRecord};

use crate::ffi::{AofWriter, CommandBuilder};

/// Adds the settings of a site, and the ids of a part, as options.
pub fn with_settings<'a>(
    mut command: CommandBuilder<'a>,
    settings: &Settings,
) -> CommandBuilder<'a> {
    let ids = settings.ids;
    if ids != Ids::default() {
        command = command.with(b"IDS").with_integer(ids.first().into());
        command = command.with_integer(ids.step().into());
    }
    Setting::ALL.into_iter().fold(command, |command, setting| {
        let text = setting.text(settings.get(setting));
        command.with(setting.name().as_bytes()).with(text.as_bytes())
    })
}

/// Writes commands that create the site.
pub fn rewrite(site: &Site, writer: &AofWriter) {
    with_settings(writer.command(c"ARTICLE.CREATE"), site.settings()).send();
    for entry in site.entries() {
        match entry {
            SiteEntry::Item(item) => rewrite_item(&item, writer),
            SiteEntry::Tombstone(tombstone) => rewrite_tombstone(site, tombstone, writer),
        }
    }
    let last_id = site.last_id();
    if last_id > 0 {
        load(writer, last_id_words(last_id));
    }
    site.readers().for_each(|seen| seen_words(seen, |words| load(writer, words)));
    for (user, list, marks) in site.all_lists() {
        marks_words(user, list, marks, |words| load(writer, words));
    }
    for (user, relation, names) in site.all_related() {
        related_words(user, relation, &names, |words| load(writer, words));
    }
}

fn rewrite_item(item: &ItemView, writer: &AofWriter) {
    let record = item.record().to_load();
    // Commands without a score leave the item with the score of the formula.
    let score = Some(record.tally.score).filter(|score| *score != item.formula_score());
    item_words(&record, score, |words| load(writer, words));
}

fn rewrite_tombstone(site: &Site, tombstone: TombstoneRecord, writer: &AofWriter) {
    let TombstoneRecord { time, tally, boost, .. } = tombstone;
    let formula_score = site.formula_score(time, tally.votes(), boost);
    let score = Some(tally.score).filter(|score| *score != formula_score);
    load(writer, tombstone_words(tombstone, score));
}

fn load(writer: &AofWriter, words: LoadWords) {
    fn with<'a>(command: CommandBuilder<'a>, word: Word) -> CommandBuilder<'a> {
        match word {
            Word::Text(text) => command.with(text),
            Word::Integer(number) => command.with_integer(number),
        }
    }
    words.into_iter().fold(writer.command(c"ARTICLE.LOAD"), with).send();
}
